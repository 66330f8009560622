/* Lists of intervals of two bodies, with the number of iterations that they took. */
#ifndef GRAZE_MOTION_INTERVALS_H
#define GRAZE_MOTION_INTERVALS_H

#include "../graze.h"

/* Same as graze_contact_intervals; adds the iterations to *iterations, also where none is found. */
int32_t graze_find_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     const GrazeMotionOptions* options, GrazeInterval* out,
                                     int32_t capacity, int32_t* iterations);

/* Same as graze_unsafe_motion_delays, likewise. */
int32_t graze_find_unsafe_delays(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                 double to, const GrazeMotionOptions* options, GrazeDelay* out,
                                 int32_t capacity, int32_t* iterations);

#endif
