/*
 * Separation bounds of two moving bodies in space, and the time for which they stay positive.
 *
 * With n a unit vector, F_n = min n . b - max n . a - reach, over the vertices a, b of the cores,
 * is a lower bound of the signed separation: it is the separation of the projections on n. The
 * signed separation is the largest F_n of all n.
 *
 * n is fixed to a frame that turns, of turning_frame.h, where a point P is at y, and F_n is the
 * minimum of functions f(tau) = n . y - reach, one for each pair of vertices, of P = d + r_B - r_A.
 * With |f''| <= c + c_a + c_b, the bounds there of the part of d and of both vertices,
 *
 *   F_n(tau) >= G(tau) = level + slope tau - c tau^2 / 2 - reach
 *                        - max over a of (u + tau u') . r_a + c_a tau^2 / 2
 *                        - max over b of (v + tau v') . r_b + c_b tau^2 / 2
 *
 * where u is n and v is -n in the frame of the body, u' = R^T (n x e) for A and v' = R^T (-n x e)
 * for B. G is concave. Bodies of more than SOLID_BOUND_VERTICES have one bound for all vertices,
 * so that the maximum is that of a support function in a direction that moves.
 *
 * Any frame gives a bound. The normal between the nearest features follows them in the least way
 * for which edges and faces of these stay perpendicular to n. A face carries it along: the frame is
 * that of its body. With t an edge that turns at w, n . t = 0 stays if n' . t = (w x n) . t; two
 * edges that cross have one each. Where one or both of these are missing, the vector P = s n between
 * the nearest points turns across them with n' = P' / s, if that is less curved than a normal that
 * stands still: n . P'' < 0 would be the curvature of that, to which the turn adds |P' across|^2 / s.
 * Then W = n x n' + (w . n) n, with w that of the edge's body, or of the one whose nearest point
 * moves faster: the frame rests where both bodies move alike, and follows a point that goes around
 * the other body. A frame whose W is that of a body, to within rounding, is fixed to it.
 */
#ifndef GRAZE_SOLID_MOTION_SEPARATION_BOUND_H
#define GRAZE_SOLID_MOTION_SEPARATION_BOUND_H

#include "turning_frame.h"

/*
 * Edges of the nearest features, in the world: `count` of them, at most two, each of A or B. Each
 * begins at `begin`, relative to A's pivot; it is in the body, inside its hull at times.
 */
typedef struct {
    GrazeVec3 edge[2], begin[2];
    int32_t body[2];
    int32_t count;
} SolidEdges;

/*
 * A separation bound. `level` includes the reach and the margin; `curvature` is c. `ball` bounds c_a
 * and c_b of all vertices; if the bound is fine, and the body has not too many of them, `vertex` has
 * those that were needed so far, and else -1.
 */
typedef struct {
    const SolidInterval* interval;
    const SolidMotionState* state;
    const SolidFrame* frame;
    SolidAlong along;
    double level, slope, curvature;
    GrazeVec3 dir[2], dir_rate[2];
    double vertex[2][SOLID_BOUND_VERTICES], ball[2];
    bool is_fine;
} SolidBound;

/* The value of G at tau, and the parabola level + slope tau - curvature tau^2 / 2 of the support
   vertices there. */
typedef struct {
    double value, level, slope, curvature;
} SolidBoundValue;

/* Computes velocities and accelerations of points of both bodies, relative to A's pivot. */
void graze_solid_point_rates(const SolidMotionState* state, const GrazeVec3 point[2],
                             GrazeVec3 velocity[2], GrazeVec3 acceleration[2]);

/*
 * Returns the turn with which the normal n of these features follows them; `core` are the nearest
 * points of the cores, relative to A's pivot, or NULL.
 */
SolidTurn graze_solid_normal_turn(const SolidMotionState* state, GrazeVec3 n,
                                  const SolidEdges* edges, const GrazeVec3* core);

/*
 * Returns an upper bound of |n . (e x (e x r) + g x r)| / |r|, for a unit vector that is n now and
 * turns by at most `turned`, while |w'| is at most `spin_rate` and e changes by at most `change`:
 * |e x n| grows by both, and w' of a body with one link is along its axis.
 */
double graze_solid_turning_curvature(const SolidBodyState* body, double spin_rate, GrazeVec3 turn,
                                     GrazeVec3 n, double turned, double change);

/* Returns the support point of a body along a direction of its frame, from its pivot. */
GrazeVec3 graze_solid_support_arm(const SolidChain* chain, GrazeVec3 dir);

/* Returns F_n at the instant for a fixed n, less `margin`. */
double graze_solid_projected_separation(const SolidInterval* interval,
                                        const SolidMotionState* state, GrazeVec3 n, double margin);

/* Initializes the bound with normal `n`, less `margin`, over the span of the frame and the rates.
   The frame must outlive it. */
void graze_solid_bound_init(const SolidInterval* interval, const SolidMotionState* state,
                            const SolidRates* rates, const SolidFrame* frame, GrazeVec3 n,
                            double margin, bool is_fine, SolidBound* out);

void graze_solid_bound_evaluate(SolidBound* bound, double tau, SolidBoundValue* out);

/*
 * Returns the largest tau <= span up to which G is positive, or slightly less by rounding, and less
 * where more rounds than it makes would be needed; 0 if G(0) is not positive. *time_to_close is an
 * estimate of the time from there until it is 0; *is_curved is set where the curvature makes the
 * step short.
 */
double graze_solid_bound_safe_step(SolidBound* bound, double span, double* time_to_close,
                                   bool* is_curved);

#endif
