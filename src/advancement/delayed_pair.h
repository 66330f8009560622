/* Two moving bodies with a clock each, of the plane or of space, as the search for unsafe delays sees
   them. No function here or in the search depends on the dimension. */
#ifndef GRAZE_ADVANCEMENT_DELAYED_PAIR_H
#define GRAZE_ADVANCEMENT_DELAYED_PAIR_H

#include "../base/vec.h"
#include "../graze.h"

/*
 * A is at its pose of time u, B at its pose of time v. If A is delayed by x, its clock is x behind
 * that of B: in the plane of both times, the delay x is the line v - u = x.
 */

/*
 * The times during which a body moves, on its own clock, and whether it exists before and after
 * them. A body that always stays at one place is `is_static`.
 */
typedef struct {
    double begin, end;
    bool exists_before, exists_after, is_static;
} GrazeMotionExtent;

/*
 * The clock of one body: time 0 is base + tail in the body's time, the sum of two numbers, so that
 * neither late clocks nor large delays lose precision. `terms` bounds the terms from which times
 * are computed, which the error of positions grows with.
 */
typedef struct {
    double base, tail, terms;
} GrazeDelayClock;

/*
 * The piece intervals of a body, which are numbered in order of time, and the times of its clock
 * between which it exists.
 */
typedef struct {
    int32_t first, last;
    double from, to;
} GrazeClockedMotion;

/* A piece interval between two times of the clock; the body does not move if it is stationary. */
typedef struct {
    int32_t index;
    double from, to;
    bool is_stationary;
} GrazeClockedPiece;

/*
 * Directions for which the separation of the projections is a bound.
 *
 *   GRAZE_DELAY_BALLS    the direction between the pivots, for balls about these
 *   GRAZE_DELAY_NEAREST  the normal between the nearest features
 *   GRAZE_DELAY_ACROSS   a direction across the velocities, along which bodies that slide past each
 *                        other touch
 */
typedef enum { GRAZE_DELAY_BALLS, GRAZE_DELAY_NEAREST, GRAZE_DELAY_ACROSS } GrazeDelayBoundKind;

/*
 * A separation bound as a function of the times s and t by which A and B are later than at an
 * instant, the point (s, t):
 *
 *   G(s, t) = the least of some functions level + slope_a s + slope_b t
 *             - (curvature_a s^2 + curvature_b t^2 + curvature_ab (s - t)^2) / 2
 *             - slope_error (|s| + |t|)
 *
 * G is concave: if it is positive at the corners of a convex part of the plane, it is positive in
 * all of it.
 */
typedef struct {
    double level, slope_a, slope_b;
} GrazeDelayPlane;

typedef struct {
    double curvature_a, curvature_b, curvature_ab, slope_error;
} GrazeDelayCurvatures;

/*
 * Functions that query a pair. `pair` is the pair's state, which only these functions read. `side`
 * is 0 for A, 1 for B.
 *
 *   begin             Sets the clocks, and writes the piece intervals of both bodies.
 *   find              Returns the number of the piece interval that contains a time, or of the
 *                     nearest one if none does. Where two meet, returns the later or the earlier one.
 *   select            Selects the interval of a body to which the following functions refer.
 *   next              Returns the number of the interval after the selected one; above `last` if there
 *                     is none.
 *
 *   locate            Computes the positions of A at its time u and of B at v, and returns their
 *                     error: the maximum error of the separation, and of the dot product of a
 *                     position with a unit vector; it includes the rounding of the times.
 *   measure           Returns the separation at the instant last located. It may raise the error.
 *                     Without `needs_depth`, any value below -error will do for bodies that overlap by
 *                     more than the error.
 *   keep              Keeps what was measured last in a slot, 0 or 1.
 *
 *   init_bound        Initializes a bound at the instant last located, or measured if `kind` is that
 *                     of the nearest features or across the velocities, less `margin`. Returns false
 *                     if there is none: for balls that are near each other, or if nothing moves.
 *   set_extent        Computes the curvatures for -width <= s - t <= 0 and 0 <= t <= duration.
 *   get_plane         Writes the function that is the least one at a point.
 *
 *   backward_step     Returns the time step, at most `span`, during which the bodies are certified to
 *                     overlap by no more than the allowance if only A moves, backward in time, from
 *                     the instant (u, v) on. *is_clear is whether they are certified to do so there.
 *   contact_step      Returns by how much the delay can grow, at most by `span`, while contact is
 *                     certified to last from the instant (u, v) on, with B's time changing at
 *                     `clock_rate` per delay, and A's time therefore at clock_rate - 1. What was
 *                     measured at the instant is in a slot; if `slot` is below 0, it is measured.
 *
 *   default_budget    Returns the number of evaluations that replaces a budget below 1.
 *   delay_budget      Returns the number that is added to it once it is used up.
 */
typedef struct {
    void (*begin)(void* pair, const GrazeDelayClock clocks[2], GrazeClockedMotion out[2]);
    int32_t (*find)(const void* pair, int side, double time, bool is_later);
    void (*select)(void* pair, int side, int32_t index, GrazeClockedPiece* out);
    int32_t (*next)(const void* pair, int side);

    double (*locate)(void* pair, double u, double v);
    double (*measure)(void* pair, bool needs_depth, double* error);
    void (*keep)(void* pair, int slot);

    bool (*init_bound)(void* pair, GrazeDelayBoundKind kind, double margin);
    void (*set_extent)(void* pair, double width, double duration, GrazeDelayCurvatures* out);
    void (*get_plane)(const void* pair, GrazeVec point, GrazeDelayPlane* out);

    double (*backward_step)(void* pair, double u, double v, double span, double allowance,
                            bool* is_clear);
    double (*contact_step)(void* pair, int slot, double u, double v, double clock_rate,
                           double span);

    int32_t (*default_budget)(const void* pair);
    int32_t (*delay_budget)(const void* pair);
} GrazeDelayFunctions;

#endif
