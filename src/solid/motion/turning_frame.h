/*
 * Points of two moving bodies in space as a frame sees them that turns: bounds of their
 * accelerations.
 *
 * The frame turns with the angular velocity W, which is constant, or that of a body, to which the
 * frame is fixed then. Q is its rotation since the instant, and a point P from A's pivot is at y =
 * Q^T P, with
 *
 *   y' = Q^T (P' - W x P)
 *   y'' = Q^T (P'' - 2 W x P' - W' x P + W x (W x P))
 *
 * A point of a body is P = p + r, with p the body's pivot and r from there. r has r' = w x r and r''
 * = w' x r + w x (w x r) for the angular velocity w. With e = w - W and Jacobi's identity
 *
 *   r' - W x r = e x r
 *   r'' - 2 W x r' - W' x r + W x (W x r) = e x (e x r) + g x r,  g = w' - W' - W x w
 *
 * so that for a unit vector n fixed to the frame, of the difference of a point of B and one of A, |n
 * . y''| is at most the sum of
 *
 *   |n . (d'' - 2 W x d' - W' x d + W x (W x d))|   with d from A's pivot to B's, over the span. Its
 *                                   polynomial part is summed before its magnitude, so that motion
 *                                   which both bodies share does not count; links add their
 *                                   acceleration + 2 |W| speed + (|W|^2 + |W'|) times the way that
 *                                   they travel in the span
 *   |e x n| |e x r| + |n . (g x r)|   for either body, as n . (e x (e x r)) = (n x e) . (e x r)
 *
 * These are 0 for points that rest in the frame: on the axis about which a body turns, if that is
 * the frame's, too, or the body does not turn with n. With one link the axis a of a body is fixed, w
 * = |w| a, and |a x r| is constant. In the frame
 *
 *   (e x r)' = g x r + e x (e x r)
 *
 * whose last term is perpendicular to e x r, so that |e x r| grows at most by |g x r|; and |e x n|
 * by what e changes, and n turns. Each pivot may be any point of its body's axis, and any point at
 * all of a body that does not turn: here it is the one nearest a given point, where d and r are
 * least for the points that matter.
 */
#ifndef GRAZE_SOLID_MOTION_TURNING_FRAME_H
#define GRAZE_SOLID_MOTION_TURNING_FRAME_H

#include "relative_motion.h"

/* Largest number of vertices of a body each of which has a bound of its own. */
enum { SOLID_BOUND_VERTICES = 32 };

/* The angular velocity of a frame now; `body` is that to which the frame is fixed, or -1. */
typedef struct {
    GrazeVec3 velocity;
    int32_t body;
} SolidTurn;

/*
 * Bounds of a body over the span, as the frame sees it; all are 0 for that to which it is fixed.
 *
 *   e, e_size        e now, and its length; size: bound of |e|; error: rounding error of e
 *   change, rate     bounds of the change of w, and of |w'|; e_rate: of |w' - W'|
 *   mixed            W x w now, or, with constant axes, the vector along it that bounds it;
 *                    mixed_size: its length
 *   mixed_rest       bound of what else W x w can be
 *   axis             that of the body; 0: none
 *   across_axes      bound of the sine of the angle between that axis and the frame's
 *   offset           from its pivot to the one used here
 */
typedef struct {
    GrazeVec3 e, mixed, axis, offset;
    double e_size, size, error, change, rate, e_rate, mixed_size, mixed_rest, across_axes;
    bool is_turning;
} SolidSpin;

/*
 *   turn, speed, change  W, and bounds of its magnitude and its change over the span
 *   rate                 bound of |W'|
 *   axis                 axis about which the frame turns; 0 if it is not constant
 *   pivot, pivot_size    Taylor polynomials of the polynomial part of d as above, with W constant,
 *                        and a bound of their magnitude
 *   pivot_change         bound of what the change of W adds across its axis
 *   pivot_rest           bound of the rest
 */
typedef struct {
    SolidTurn turn;
    double speed, change, rate, span;
    GrazeVec3 axis;
    SolidSpin spin[2];
    double pivot[3][GRAZE_PIECE_TERMS];
    int32_t degree;
    double pivot_size, pivot_change, pivot_rest;
} SolidFrame;

/* Bounds along a unit vector n of the frame: of the part of d; of |e x n| and |g x n| of either
   body. */
typedef struct {
    double pivot, across[2], gyration[2];
} SolidAlong;

/* Initializes a frame over the `span` for which the rates hold; `near` are the points of both
   bodies, relative to A's pivot, that their pivots are to be near, or NULL. */
void graze_solid_frame_init(const SolidInterval* interval, const SolidMotionState* state,
                            const SolidRates* rates, SolidTurn turn, double span,
                            const GrazeVec3* near, SolidFrame* out);

void graze_solid_frame_along(const SolidFrame* frame, GrazeVec3 n, SolidAlong* out);

/*
 * Returns the part of |n . y''|, or without `along` of |y''|, of a point of body i at r from its
 * pivot, which moves at `slide` relative to the body.
 */
double graze_solid_point_curvature(const SolidFrame* frame, const SolidAlong* along, int i,
                                   GrazeVec3 r);
double graze_solid_slide_curvature(const SolidFrame* frame, const SolidAlong* along, int i,
                                   GrazeVec3 slide);

/* Returns an upper bound of that of all points at most `radius` from the pivot. */
double graze_solid_ball_curvature(const SolidFrame* frame, const SolidAlong* along, int i,
                                  double radius);

#endif
