/* Unsafe delays of two convex bodies, with the number of iterations that they took. */
#ifndef GRAZE_MOTION_UNSAFE_DELAYS_H
#define GRAZE_MOTION_UNSAFE_DELAYS_H

#include "../graze.h"

/* Does the same as graze_unsafe_motion_delays; adds the iterations to *iterations, also where no
   delay is found. */
int32_t graze_convex_unsafe_delays(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                   double to, const GrazeMotionOptions* options, GrazeDelay* out,
                                   int32_t capacity, int32_t* iterations);

#endif
