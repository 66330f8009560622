/* Contact intervals of two convex bodies, with the number of iterations that they took. */
#ifndef GRAZE_MOTION_INTERVALS_H
#define GRAZE_MOTION_INTERVALS_H

#include "../graze.h"

/* Does the same as graze_contact_intervals; adds the iterations to *iterations, also where no
   interval is found. */
int32_t graze_convex_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                       const GrazeMotionOptions* options, GrazeInterval* out,
                                       int32_t capacity, int32_t* iterations);

#endif
