/* Rounding of times: sums rounded down or up, and the exact change of a base. */
#ifndef GRAZE_ADVANCEMENT_CLOCK_H
#define GRAZE_ADVANCEMENT_CLOCK_H

#include "../base/vec.h"

/* Returns the double just below or above base + time, or that sum if it is one. */
ALWAYS_INLINE double graze_add_time(double base, double time, bool is_up)
{
    double sum = base + time;
    double rounded = sum - base;
    return (is_up ? rounded < time : rounded > time) ? double_adjacent(sum, is_up) : sum;
}

/* Returns from + time, for a time since `from`, rounded down or up and clamped to [from, to]. */
ALWAYS_INLINE double graze_round_time(double from, double to, double time, bool is_up)
{
    return clamp(graze_add_time(from, time, is_up), from, to);
}

/* Returns time + step rounded down, or `time` itself if no double lies between. */
static inline double graze_time_after(double time, double step)
{
    double next = time + step;
    if (next - time > step) next = double_adjacent(next, false);
    return next > time ? next : time;
}

/*
 * Moves the base of a time to the double of the caller's clock nearest to `time`, which is the time
 * since the base, or its negative if `sense` is -1. Returns the same instant, exactly, as a time
 * relative to the new base: the rounding error of base + t is computed exactly (Knuth, "The Art of
 * Computer Programming", vol. 2, 4.2.2).
 */
static inline double graze_move_base(double* base, double sense, double time)
{
    double t = sense * time;
    double sum = *base + t;
    double part = sum - *base;
    double rest = (*base - (sum - part)) + (t - part);
    *base = sum;
    return sense * rest;
}

#endif
