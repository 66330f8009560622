/*
 * Separation bounds of two moving bodies in space, and the time for which they stay positive.
 *
 * With n a unit vector, F_n = min n . b - max n . a - reach, over the vertices a, b of the cores,
 * is a lower bound of the signed separation: it is the separation of the projections on n. The
 * signed separation is the largest F_n of all n.
 *
 * n turns with a constant angular velocity W, `turn`: n(tau) = Q(tau) n, with Q the rotation by
 * |W| tau about W. In the frame that turns with Q, n is fixed and a point P is at y = Q^T P, with
 *
 *   y' = Q^T (P' - W x P)
 *   y'' = Q^T (P'' - 2 W x P' + W x (W x P))
 *
 * F_n is the minimum of functions f(tau) = n . y - reach, one for each pair of vertices, of P = d +
 * r_B - r_A with d from A's pivot to B's and r from a pivot to a vertex. r of a body with angular
 * velocity w has r' = w x r and r'' = w' x r + w x (w x r). With e = w - W and Jacobi's identity
 *
 *   r' - W x r = e x r
 *   r'' - 2 W x r' + W x (W x r) = e x (e x r) + (w' - W x w) x r
 *
 * so that |f''| <= curvature, the sum of
 *
 *   |d'' - 2 W x d' + W x (W x d)|   over the span; the polynomial part of d is summed before its
 *                                    magnitude, so that motion which both bodies share does not
 *                                    count; links add their acceleration + 2 |W| speed + |W|^2
 *                                    times the way that they travel in the span
 *   (|e| |e x n| + |g x n|) R        for either body, with R its radius about the pivot and
 *                                    g = w' - W x w, as n . (e x (e x r)) = r . (e x (e x n)) and
 *                                    n . (g x r) = r . (n x g)
 *
 *   F_n(tau) >= G(tau) = level + slope tau - h_A(u + tau u') - h_B(v + tau v') - reach
 *                        - curvature tau^2 / 2
 *
 * where h is the support function of a core about its pivot, u is n and v is -n in the frame of the
 * body, u' = R^T (n x e) for A and v' = R^T (-n x e) for B: the minimum of linear functions over
 * the vertices is a support function in a direction that moves. G is concave.
 *
 * Any W gives a bound. The normal between the nearest features follows them with the least W for
 * which edges and faces of these stay perpendicular to n: with t an edge that turns at w, n . t = 0
 * stays if n' . t = (w x n) . t. A face has two such edges, two edges that cross have one each, and
 * W = n x n' then turns n without a spin about it. Then G falls to 0 about when the bodies meet.
 * Between vertices W is 0.
 */
#ifndef GRAZE_SOLID_MOTION_SEPARATION_BOUND_H
#define GRAZE_SOLID_MOTION_SEPARATION_BOUND_H

#include "relative_motion.h"

/*
 * Edges of the nearest features, in the world: `count` of them, at most two, each of A or B. Each
 * begins at `begin`, relative to A's pivot; it is in the body, inside its hull at times.
 */
typedef struct {
    GrazeVec3 edge[2], begin[2];
    int32_t body[2];
    int32_t count;
} SolidEdges;

/* A separation bound. `level` includes the reach and the margin. */
typedef struct {
    const SolidInterval* interval;
    double level, slope, curvature;
    GrazeVec3 dir[2], dir_rate[2];
} SolidBound;

/* The value of G at tau, and the parabola level + slope tau - curvature tau^2 / 2 of the support
   vertices there. */
typedef struct {
    double value, level, slope;
} SolidBoundValue;

/* Returns the angular velocity with which the normal n of these features follows them. */
GrazeVec3 graze_solid_normal_turn(const SolidMotionState* state, GrazeVec3 n,
                                  const SolidEdges* edges);

/*
 * Returns an upper bound of |n . (e x (e x r) + g x r)| / |r|, for a unit vector that is n now and
 * turns by at most `turned`, while |w'| is at most `spin_rate` and e changes by at most `change`:
 * |e x n| grows by both, and w' of a body with one link is along its axis.
 */
double graze_solid_turning_curvature(const SolidBodyState* body, double spin_rate, GrazeVec3 turn,
                                     GrazeVec3 n, double turned, double change);

/* Returns the support point of a body along a direction of its frame, from its pivot. */
GrazeVec3 graze_solid_support_arm(const SolidChain* chain, GrazeVec3 dir);

/* Returns an upper bound of |n . d''| over the span, for a fixed n. */
double graze_solid_pivot_curvature(const SolidMotionState* state, const SolidRates* rates,
                                   GrazeVec3 n, double span);

/* Returns the curvature over the `span` for which the rates hold. */
double graze_solid_curvature(const SolidInterval* interval, const SolidMotionState* state,
                             const SolidRates* rates, GrazeVec3 n, GrazeVec3 turn, double span);

/* Initializes the bound with normal `n`, less `margin`. */
void graze_solid_bound_init(const SolidInterval* interval, const SolidMotionState* state,
                            GrazeVec3 n, GrazeVec3 turn, const SolidRates* rates, double curvature,
                            double margin, SolidBound* out);

void graze_solid_bound_evaluate(const SolidBound* bound, double tau, SolidBoundValue* out);

/*
 * Returns the largest tau <= span up to which G is positive, or slightly less by rounding, and less
 * where more rounds than it makes would be needed; 0 if G(0) is not positive. *speed is the rate at
 * which G falls at 0.
 */
double graze_solid_bound_safe_step(const SolidBound* bound, double span, double* speed);

#endif
