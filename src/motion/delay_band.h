/* Delays that are free together: strips x0 <= v - u <= x1 of the plane of both clocks, at all times in which the two are
   there. */
#ifndef GRAZE_MOTION_DELAY_BAND_H
#define GRAZE_MOTION_DELAY_BAND_H

#include "advancement.h"
#include "delayed_motion.h"
#include "separation_bound_2d.h"

/* Up to here, in the order in which strips are laid (stint by stint of A, of these of B, by B's time), all is free for
   delays up to `delay`. */
typedef struct {
    int32_t a, b;
    double time, delay;
} GrazeFrontierPoint;

enum { GRAZE_FRONTIER_CAPACITY = 48 };

/*
 * Strips from the left to the right. Where one has to become narrower, what was free before is kept for the next ones: a
 * stair, further on in their order and less far in delay than the one before it.
 *   to       the last delay
 *   end      the last time of B's clock; the first is 0
 *   latest   B's time where a strip last became too narrow
 */
typedef struct {
    GrazeDelayedMotion delayed;
    double to, end;
    double blocking_time;
    GrazeFrontierPoint frontier[GRAZE_FRONTIER_CAPACITY];
    int32_t count;
    bool keeps_frontier;
} GrazeDelayBand;

/*
 * A delay up to which, from `from`, all is free, or no deeper than the allowance; and whether that could be found:
 * not when it would be less than `min_width` beyond, or the budget ends. While stairs are kept, there is no allowance, and `from` must not fall from
 * call to call.
 */
double graze_advance_delay_band(GrazeDelayBand* band, double from, double to, double allowance,
                                double min_width, bool* is_free);

#endif
