/*
 * Two motions with a clock each: A is at its pose of time u, B at its pose of time v. If A is
 * delayed by x, its clock is x behind that of B: in the plane of both times, the delay x is the
 * line v - u = x.
 */
#ifndef GRAZE_MOTION_DELAY_BAND_H
#define GRAZE_MOTION_DELAY_BAND_H

#include "../advancement/clock.h"
#include "proximity.h"

/*
 * One motion with its clock. Time 0 of the clock is base + tail in the body's time: the sum of two
 * numbers, so that neither late clocks nor large delays lose precision. Piece intervals are
 * numbered `first` to `last`: -1 is the stay before the first piece, `count` the stay after the
 * last.
 */
typedef struct {
    const GrazeMovingBody* body;
    double base, tail;
    int32_t first, last;
} GrazeClockedMotion;

/*
 * A piece interval: a piece or a stay, between two times of the clock. `active.offset` converts the
 * time of the clock to that of the piece.
 */
typedef struct {
    int32_t index;
    double from, to;
    GrazeActivePiece active;
} GrazeClockedPiece;

/*
 * Two motions with a clock each, and the state of the queries on them.
 *
 *   motion            its interval has the pieces of the last evaluation, whose instant is time 0
 *   clock_error       error of positions by the rounding of the clocks
 *   evaluations       number of evaluations so far
 *   evaluations_left  evaluations left of the budget, which all intervals of delays share
 *   may_extend_budget true while the budget is the default one, to which the share of delays has not
 *                     been added yet
 */
typedef struct {
    GrazeClockedMotion a, b;
    GrazeRelativeMotion motion;
    GrazeProximityCache cache;
    double clock_error;
    int32_t evaluations_left, evaluations;
    bool may_extend_budget;
} GrazeDelayedMotion;

/* Initializes a motion with its clock, whose time 0 is base + tail in the body's time. */
void graze_clocked_motion_init(GrazeClockedMotion* clocked, const GrazeMovingBody* body,
                               double base, double tail);

/*
 * `set_budget` sets the budget; below 1 it is the default one. `ensure_budget` returns whether
 * evaluations are left; when the default budget is used up, it adds the share of delays first.
 */
void graze_delayed_motion_set_budget(GrazeDelayedMotion* delayed, int32_t budget);
bool graze_delayed_motion_ensure_budget(GrazeDelayedMotion* delayed);

/* Return the time of the clock at which a piece interval begins and ends. */
double graze_clocked_piece_begin(const GrazeClockedMotion* clocked, int32_t index);
double graze_clocked_piece_end(const GrazeClockedMotion* clocked, int32_t index);

/* Initializes the piece interval numbered `index`. */
void graze_clocked_piece_init(const GrazeClockedMotion* clocked, int32_t index,
                              GrazeClockedPiece* out);

/*
 * Returns the number of the piece interval that contains a time, or of the nearest one if none
 * does. Where two meet at the time, returns the later or the earlier one.
 */
int32_t graze_find_clocked_piece(const GrazeClockedMotion* clocked, double time, bool is_later);

/*
 * Sets the interval of the motion to the instant at which A is at its time u and B at its time v,
 * and computes its state except the poses, with both clocks at rate 1.
 */
void graze_delayed_motion_expand(GrazeDelayedMotion* delayed, const GrazeClockedPiece* a, double u,
                                 const GrazeClockedPiece* b, double v, GrazeMotionState* state);

/* Scales the derivatives of the state to clocks that run at these rates from the instant on. */
void graze_delayed_motion_set_clock_rates(GrazeDelayedMotion* delayed, double clock_rate_a,
                                          double clock_rate_b, GrazeMotionState* state);

/* Completes an evaluation: computes poses, separation and nearest features. */
void graze_delayed_motion_query(GrazeDelayedMotion* delayed, GrazeProximity* proximity);

/*
 * Ranges of delays that are certified free together: bands x0 <= v - u <= x1 in the plane of both
 * clocks, over all times at which both bodies are present.
 */

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
 *   to              the last delay
 *   end             the last time of B's clock; the first is 0
 *   blocking_time   B's time at which a band last became too narrow
 *   count           number of points of the frontier
 *   keeps_frontier  true if bands start at the frontier and extend it
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
 * Returns a delay such that at all delays from `from` up to it the bodies are free, or overlap by
 * no more than the allowance, and sets *is_free to true. If there is none at least `min_width`
 * beyond `from`, or the budget ends, returns `from` and sets *is_free to false. While the frontier
 * is kept, the allowance must be 0 and `from` must not decrease from call to call.
 */
double graze_advance_delay_band(GrazeDelayBand* band, double from, double to, double allowance,
                                double min_width, bool* is_free);

#endif
