/* Queries of two moving bodies in space of which at least one is a compound or a mesh. The
   functions of graze.h without `compound` in their names call these. */
#ifndef GRAZE_SOLID_MOTION_COMPOUND_MOTION_H
#define GRAZE_SOLID_MOTION_COMPOUND_MOTION_H

#include "../../graze.h"

GrazeStatus graze_solid_compound_first_contact(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                               const GrazeMotionOptions* options,
                                               const GrazeSolidScratch* scratch, bool has_witness,
                                               GrazeSolidContact* out);
GrazeStatus graze_solid_compound_intervals(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                           const GrazeMotionOptions* options,
                                           const GrazeSolidScratch* scratch, GrazeInterval* out,
                                           int32_t capacity, int32_t* count);
GrazeStatus graze_solid_compound_unsafe_delays(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                               double from, double to,
                                               const GrazeMotionOptions* options,
                                               const GrazeSolidScratch* scratch, GrazeDelay* out,
                                               int32_t capacity, int32_t* count);
GrazeStatus graze_solid_compound_clearance(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                           const GrazeMotionOptions* options, double limit,
                                           const GrazeSolidScratch* scratch,
                                           GrazeSolidClearance* out);

#endif
