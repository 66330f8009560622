/*
 * Two motions by two clocks: A is where it is at its time u, B at its time v. A motion that happens x later is one by a
 * clock that is x behind: delays x are the lines v - u = x of the plane of both times.
 */
#ifndef GRAZE_MOTION_DELAYED_MOTION_H
#define GRAZE_MOTION_DELAYED_MOTION_H

#include "advancement.h"

/*
 * One motion by its clock, whose 0 is at base + tail of the mover's time: two numbers, so that neither clocks that have
 * run for long nor large delays cost precision. Stints first to last: its pieces, -1 where it holds before, count
 * where it holds after.
 */
typedef struct {
    const GrazeMovingBody* body;
    double base, tail;
    int32_t first, last;
} GrazeClockedMotion;

/* One piece of it, or a hold: from `from` to `to` of its clock. The track's offset leads to the piece's own time. */
typedef struct {
    int32_t index;
    double from, to;
    GrazeActivePiece active;
} GrazeClockedPiece;

/*
 *   grain    error of places that comes of the clocks' own rounding
 *   looks    how many there were
 *   left     of the budget, which is `base_budget` for each interval; once that is used up, what is left of the reserve of all of
 *            them, which is counted when it is needed first
 */
typedef struct {
    GrazeClockedMotion a, b;
    GrazeRelativeMotion motion; /* whose leg is that of the last look, which is at its time 0 */
    GrazeProximityCache cache;
    double clock_error;
    int32_t evaluations_left, base_budget, reserve, evaluations;
    bool has_reserve;
} GrazeDelayedMotion;

void graze_clocked_motion_init(GrazeClockedMotion* clocked, const GrazeMovingBody* body,
                               double base, double tail);

/* Gives the runs a budget, for less than 1 the usual one and a reserve; and all of it but the reserve anew, for another
   interval. Returns whether looks are left of it. */
void graze_delayed_motion_set_budget(GrazeDelayedMotion* delayed, int32_t budget);
void graze_delayed_motion_refill(GrazeDelayedMotion* delayed);
bool graze_delayed_motion_ensure_budget(GrazeDelayedMotion* delayed);

/* When its stint of that number begins and ends, by its clock. */
double graze_clocked_piece_begin(const GrazeClockedMotion* clocked, int32_t index);
double graze_clocked_piece_end(const GrazeClockedMotion* clocked, int32_t index);

void graze_clocked_piece_init(const GrazeClockedMotion* clocked, int32_t index,
                              GrazeClockedPiece* out);

/* The stint that holds a time, of two that meet there the later or the earlier one. */
int32_t graze_find_clocked_piece(const GrazeClockedMotion* clocked, double time, bool is_later);

/* Sets the leg and the places of the instant, for A at u of its stint and B at v. */
void graze_delayed_motion_expand(GrazeDelayedMotion* delayed, const GrazeClockedPiece* a, double u,
                                 const GrazeClockedPiece* b, double v, GrazeMotionState* state);

/* As long as the clocks go so fast, seen from the instant. */
void graze_delayed_motion_set_clock_rates(GrazeDelayedMotion* delayed, double clock_rate_a,
                                          double clock_rate_b, GrazeMotionState* state);

/* The rest of the look: poses, separation, nearest features. */
void graze_delayed_motion_query(GrazeDelayedMotion* delayed, GrazeProximity* proximity);

#endif
