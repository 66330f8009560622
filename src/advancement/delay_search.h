/* The search for the unsafe delays of two moving bodies, by bands of safe delays and certified contact. */
#ifndef GRAZE_ADVANCEMENT_DELAY_SEARCH_H
#define GRAZE_ADVANCEMENT_DELAY_SEARCH_H

#include "delayed_pair.h"

/*
 * Finds all unsafe delays of a pair of convex bodies that move during `extents`, as
 * graze_unsafe_motion_delays. Adds the iterations to *iterations, also where no delay is found.
 */
int32_t graze_search_delays(const GrazeDelayFunctions* functions, void* pair,
                            const GrazeMotionExtent extents[2], double from, double to,
                            const GrazeMotionOptions* options, GrazeDelay* out, int32_t capacity,
                            int32_t* iterations);

/* Do the same as graze_unsafe_motion_delays_min_tolerance and graze_unsafe_motion_delays_defaults,
   but for the distance tolerance. */
double graze_delays_min_tolerance(const GrazeMotionExtent extents[2], double from, double to,
                                  const GrazeMotionOptions* options);
void graze_delays_defaults(const GrazeMotionExtent extents[2], double* from, double* to,
                           GrazeMotionOptions* options);

#endif
