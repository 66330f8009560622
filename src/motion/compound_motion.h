/* Queries of two moving bodies of which at least one is a compound. The functions of graze.h without
   `compound` in their names call these. */
#ifndef GRAZE_MOTION_COMPOUND_MOTION_H
#define GRAZE_MOTION_COMPOUND_MOTION_H

#include "../graze.h"
#include "../static/shape/compound.h"

/* Writes the first contact without its witness if `witness` is NULL. Returns the number of proximity
   queries. */
int32_t graze_compound_first_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     const GrazeMotionOptions* options, bool has_witness,
                                     GrazeContact* out);
int32_t graze_compound_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                         const GrazeMotionOptions* options, GrazeInterval* out,
                                         int32_t capacity);

/* Computes the clearance as far as it is below `limit`, as graze_clearance_bracket does. */
void graze_compound_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                              const GrazeMotionOptions* options, double limit, GrazeClearance* out);
double graze_compound_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t);
int32_t graze_compound_unsafe_delays(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     double from, double to, const GrazeMotionOptions* options,
                                     GrazeDelay* out, int32_t capacity);

#endif
