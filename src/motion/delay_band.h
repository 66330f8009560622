/*
 * Ranges of delays that are certified free together: bands x0 <= v - u <= x1 in the plane of both
 * clocks, over all times at which both bodies are present.
 */
#ifndef GRAZE_MOTION_DELAY_BAND_H
#define GRAZE_MOTION_DELAY_BAND_H

#include "advancement.h"
#include "delayed_motion.h"
#include "separation_bound_2d.h"

/*
 * A point of the frontier: everything before it is free for delays up to `delay`, in the order in
 * which a band is crossed (by pieces of A, within these by pieces of B, within these by B's time).
 */
typedef struct {
    int32_t a, b;
    double time, delay;
} GrazeFrontierPoint;

enum { GRAZE_FRONTIER_CAPACITY = 48 };

/*
 * Bands from left to right. Where a band has to become narrower, the part that was free before is
 * kept for the next bands as a point of the frontier: later in their order, and at a smaller delay,
 * than the point before it.
 *
 *   to              the last delay
 *   end             the last time of B's clock; the first is 0
 *   blocking_time   B's time at which a band last became too narrow
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
 * Returns a delay such that all delays from `from` up to it are free, or overlap by no more than
 * the allowance. Sets `is_free` to false if it finds none that is at least `min_width` beyond
 * `from`, or the budget ends. While a frontier is kept, the allowance is 0 and `from` must not
 * decrease from call to call.
 */
double graze_advance_delay_band(GrazeDelayBand* band, double from, double to, double allowance,
                                double min_width, bool* is_free);

#endif
