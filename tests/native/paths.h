/*
 * Checks paths, and results about two of them, by truth.h. Each function returns a few words that
 * describe the fault, or NULL. A body that appears or vanishes within a step is treated as if it
 * stayed there, as the boxes do.
 */
#ifndef GRAZE_TESTS_PATHS_H
#define GRAZE_TESTS_PATHS_H

#include "truth.h"

/*
 * Checks step i of boxes of GRAZE_BOXES_COVER: the box contains the body at instants of the step
 * and at all knots in it, the samples' boxes contain it at both ends, no vertex is further from the
 * line between its places at the ends than the bulge, a staying body does not move, and an absent
 * one is not there.
 */
const char* fault_of_step(const GrazePath* path, int32_t i);

/* Checks all numbers of a path: none is NaN, none is infinite if `is_bounded`, no bulge or rush
   is negative, and no box moves faster than the rush. *i is set to the step. */
const char* fault_of_numbers(const GrazePath* path, bool is_bounded, int32_t* i);

/* Finds the steps within [from, to] in which boxes meet, in order, and returns their number.
 * Needs room for all steps of the clock. */
int32_t plain_steps(const GrazePath* a, const GrazePath* b, double from, double to, int32_t* steps);

/* Returns the smallest separation that brute force finds in step i with this many evaluations. */
long double least_in_step(const GrazePath* a, const GrazePath* b, int32_t i, int32_t evaluations);

/* Checks a sweep with these options, completed by graze_sweep_defaults, against the first
   contact over the whole time. A distance within the tolerance may count as free; after the
   iteration limit, nothing is decided. */
const char* fault_of_sweep(const GrazePath* a, const GrazePath* b,
                           const GrazeMotionOptions* options, const GrazeSweepResult* swept);

/* Prints the clock to stderr. */
void print_clock(const GrazeClock* clock);

#endif
