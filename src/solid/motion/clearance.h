/* The minimum signed separation of two convex bodies in space. */
#ifndef GRAZE_SOLID_MOTION_CLEARANCE_H
#define GRAZE_SOLID_MOTION_CLEARANCE_H

#include "../../advancement/clearance_search.h"

/*
 * Computes bounds of the least separation as far as it is below `limit`, as graze_solid_clearance.
 * `options` must have a finite time range, as from graze_solid_motion_window. Returns false if the
 * scratch memory is too small.
 */
bool graze_solid_clearance_bracket(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                   const GrazeMotionOptions* options, double limit,
                                   const GrazeSolidScratch* scratch, GrazeClearanceBracket* out);

/* Returns an upper bound of the depth of two bodies at any time. */
double graze_solid_max_depth(const GrazeMovingSolid* a, const GrazeMovingSolid* b);

#endif
