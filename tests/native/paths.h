/*
 * What is wrong with a path, or with what is said of two, by truth.h: a few words, or NULL. A body that appears or vanishes
 * within a step is taken there as if it were held, as the boxes have it.
 */
#ifndef GRAZE_TESTS_PATHS_H
#define GRAZE_TESTS_PATHS_H

#include "truth.h"

/*
 * Step i: the box holds the body at instants of the step and at all knots in it, the samples' boxes hold it at both ends,
 * no vertex is further off the line between its places at the ends than the bulge; a held body stands still, an absent
 * one is not there. Of boxes of GRAZE_BOXES_COVER.
 */
const char* fault_of_step(const GrazePath* path, int32_t i);

/* All numbers of a path: none is NaN, none infinite where `is_bounded`, no bulge or rush negative; no box moves faster than
   the rush. *i is the step. */
const char* fault_of_numbers(const GrazePath* path, bool is_bounded, int32_t* i);

/* The steps within [from, to] in which boxes meet, one after the other; returns how many. Room for all steps of the clock. */
int32_t plain_steps(const GrazePath* a, const GrazePath* b, double from, double to, int32_t* steps);

/* The least separation that brute force finds in step i with so many looks. */
long double least_in_step(const GrazePath* a, const GrazePath* b, int32_t i, int32_t looks);

/* A sweep with these options, over which graze_sweep_defaults has gone, against the first contact over all of that time. What is
   within the slack of touching may be free; where a budget ends, all is open behind. */
const char* fault_of_sweep(const GrazePath* a, const GrazePath* b,
                           const GrazeMotionOptions* options, const GrazeSweepResult* swept);

/* On stderr. */
void print_clock(const GrazeClock* clock);

#endif
