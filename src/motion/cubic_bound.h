/*
 * Lower bounds of the separation of two moving bodies to third order, forward and backward in time.
 *
 * As in separation_bound.h, n . b - n . a - reach is minimal over the vertices a, b of the cores for
 * one pair of vertices, and that minimum F_n is a lower bound of the signed separation. Here n turns
 * by a polynomial angle: with A, with B, not at all, or at a constant rate. While the pair is the
 * same, F_n is one smooth function
 *
 *   f(tau) = n . (d + b - a) - reach - r
 *
 * with d from A's pivot to B's, a and b from the pivots to the vertices, and r the sum of the
 * inflations. In the frame of n, where d turns at -w and a body that turns at w_A turns at
 * r_A = w_A - w, with J a quarter turn and all vectors along the axes of the world,
 *
 *   f'  = n . (d' - w J d) + r_B n . J b - r_A n . J a - r'
 *   f'' = n . (d'' - 2 w J d' - (w^2 + w' J) d) + n . (r_B' J - r_B^2) b - n . (r_A' J - r_A^2) a - r''
 *
 * and, since (e^(-i theta) d)''' = e^(-i theta) (d''' - 3 i w d'' - 3 (w^2 + i w') d'
 * + (i w^3 - 3 w w' - i w'') d) for d as a complex number and w = theta',
 *
 *   |f'''| <= third = |d'''| + 3 |w| |d''| + 3 (w^2 + |w'|) |d'| + (|w|^3 + 3 |w w'| + |w''|) |d|
 *                     + (|r_A|^3 + 3 |r_A r_A'| + |r_A''|) R_A + the same of B + |r'''|
 *
 * with the largest magnitudes in the time that counts. So f(tau) is at least f(0) + f'(0) tau
 * + f''(0) tau^2 / 2 - third |tau|^3 / 6. Unlike the curvature bound of separation_bound.h, the second
 * derivative has a sign: at a minimum of the separation, where it is positive as a rule, the bound
 * stays above f(0) for a long time in both directions, where a bound with |f''| falls at once.
 *
 * The polynomials hold while both bodies follow the pieces of the interval, before the instant and after
 * it; the caller limits the time to that. They err by the error of the state, and by GRAZE_SLOPE_ERROR of
 * all rates, also of those whose difference is small.
 *
 * A vertex is the farthest while n, in the frame of its body, stays within its normal cone. Then the next
 * vertex is, and so on. F_n is the minimum of f over all pairs, so it is above 0 up to a time if f is for
 * all pairs of vertices that may have been the farthest until then: those that each body has had so far,
 * each with each, since the times of the changes are lower bounds, and a change of A's vertex may really
 * come before or after one of B's. f of a pair that is not the farthest is larger, so that these pairs
 * hardly shorten the time.
 *
 * A direction v leaves the cone at an edge e from the vertex, for which v . e < 0, after a turn by an
 * angle whose tangent is x = -v . e / |Jv . e|; atan x >= 3 x / (1 + 2 sqrt(1 + x^2)) (Shafer,
 * "Elementary Problem E 1867", American Mathematical Monthly 73, 1966). A vertex that
 * rounding takes for the farthest is nearer by less than the error of the state.
 */
#ifndef GRAZE_MOTION_CUBIC_BOUND_H
#define GRAZE_MOTION_CUBIC_BOUND_H

#include "separation_bound.h"

/*
 * A bound at an instant.
 *
 *   n                      unit normal from A to B
 *   turn_n                 coefficients of the angle of n; the constant one has no meaning
 *   turn_a, turn_b         those of the angles of the bodies relative to n
 *   vertex_a, vertex_b     the pair of vertices
 *   dir_a, dir_b           n in A's frame, and -n in B's frame
 *   arm_a, arm_b           a and b
 *   value, slope, second   f(0), f'(0), f''(0)
 *   pivot_value, ...       the parts of them that do not depend on the vertices
 */
typedef struct {
    const GrazePieceInterval* interval;
    const GrazeMotionState* state;
    GrazeVec n, dir_a, dir_b, arm_a, arm_b;
    double turn_n[GRAZE_PIECE_TERMS], turn_a[GRAZE_PIECE_TERMS], turn_b[GRAZE_PIECE_TERMS];
    int32_t angle_degree, vertex_a, vertex_b;
    double value, slope, second;
    double pivot_value, pivot_slope, pivot_second;
} GrazeCubicBound;

/* Initializes the bound with normal `n`, which is fixed in the world or turns with a body. */
void graze_cubic_bound_init(const GrazePieceInterval* interval, const GrazeMotionState* state,
                            GrazeVec n, GrazeNormalFrame frame, GrazeCubicBound* out);

/*
 * Changes a bound whose normal is fixed in the world: its normal then turns at a constant rate.
 */
void graze_cubic_bound_spin(GrazeCubicBound* bound, double rate);

/*
 * Returns the time step, at most `span`, forward (`sense` is 1) or backward (-1), during which the
 * signed separation is certified to stay above `min_value`; 0 if it is not certified to be above it
 * at the instant. O(1), but O(n + m) for graze_cubic_bound_init.
 */
double graze_cubic_bound_safe_step(const GrazeCubicBound* bound, double sense, double min_value,
                                   double span);

#endif
