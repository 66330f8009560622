/*
 * Ranges of delays that are certified free together: bands x0 <= v - u <= x1 in the plane of both
 * clocks, over all times at which both bodies are present.
 */
#ifndef GRAZE_ADVANCEMENT_DELAY_BAND_H
#define GRAZE_ADVANCEMENT_DELAY_BAND_H

#include "clock.h"
#include "delayed_pair.h"

/*
 * A point of the frontier: all that comes before it is free for delays up to `delay`. A band is
 * crossed in the order of A's pieces `a`, within each in the order of B's pieces `b`, and within
 * these in the order of B's time; "before" refers to this order.
 */
typedef struct {
    int32_t a, b;
    double time, delay;
} GrazeFrontierPoint;

enum { GRAZE_FRONTIER_CAPACITY = 48 };

/*
 * State of a search that certifies bands from left to right, by increasing delay. Where a band has
 * to become narrower, the part of it that was certified before is kept for later bands, as a point
 * of the frontier. Each point comes later in the order of crossing, and has a smaller delay, than
 * the point before it.
 *
 *   motion          of A and B
 *   evaluations, evaluations_left
 *                   number of evaluations so far, and those left of the budget, which all intervals
 *                   of delays share
 *   may_extend_budget
 *                   true while the budget is the default one, to which the share of delays has not
 *                   been added yet
 *   to              the last delay
 *   end             the last time of B's clock; the first is 0
 *   blocking_time   B's time at which a band last became too narrow
 *   count           number of points of the frontier
 *   keeps_frontier  true if bands start at the frontier and extend it
 */
typedef struct {
    const GrazeDelayFunctions* functions;
    void* pair;
    GrazeClockedMotion motion[2];
    int32_t evaluations_left, evaluations;
    bool may_extend_budget;
    double to, end;
    double blocking_time;
    GrazeFrontierPoint frontier[GRAZE_FRONTIER_CAPACITY];
    int32_t count;
    bool keeps_frontier;
} GrazeDelayBand;

/*
 * Sets the budget; below 1 it is the default one. `ensure_budget` returns whether evaluations are
 * left; when the default budget is used up, it adds the share of delays first.
 */
void graze_delay_band_set_budget(GrazeDelayBand* band, int32_t budget);
bool graze_delay_band_ensure_budget(GrazeDelayBand* band);

/*
 * Computes the rate of the separation with time, both clocks at rate 1, by the bound last
 * initialized, and a bound of its second derivative at the instant.
 */
void graze_delay_rate(const GrazeDelayBand* band, double* rate, double* curvature);

/*
 * Returns a delay such that at all delays from `from` up to it the bodies are free, or overlap by
 * no more than the allowance, and sets *is_free to true. If there is none at least `min_width`
 * beyond `from`, or the budget ends, returns `from` and sets *is_free to false. While the frontier
 * is kept, the allowance must be 0 and `from` must not decrease from call to call.
 */
double graze_advance_delay_band(GrazeDelayBand* band, double from, double to, double allowance,
                                double min_width, bool* is_free);

#endif
