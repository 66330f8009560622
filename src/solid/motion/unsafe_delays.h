/* Unsafe delays of two convex bodies in space, with the number of iterations that they took. */
#ifndef GRAZE_SOLID_MOTION_UNSAFE_DELAYS_H
#define GRAZE_SOLID_MOTION_UNSAFE_DELAYS_H

#include "../../graze.h"

/* Does the same as graze_solid_unsafe_motion_delays; adds the iterations to *iterations, also where
   no delay is found. */
GrazeStatus graze_solid_convex_unsafe_delays(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                             double from, double to,
                                             const GrazeMotionOptions* options,
                                             const GrazeSolidScratch* scratch, GrazeDelay* out,
                                             int32_t capacity, int32_t* count, int32_t* iterations);

/* Return the budgets of delays: the number of evaluations that replaces a budget below 1, and the
   number that is added to it once it is used up. */
int32_t graze_solid_delay_budget(const GrazeMovingSolid* a, const GrazeMovingSolid* b);

#endif
