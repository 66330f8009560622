/*
 * Separation bounds of two moving bodies, and the time for which they stay positive.
 *
 * With n a unit vector, F_n = min n . b - max n . a - reach, over the vertices a, b of the cores,
 * is a lower bound of the signed separation: it is the separation of the projections on n. The
 * signed separation is the largest F_n of all n.
 *
 * n is fixed in the world, or to A or B. Then F_n is the minimum of functions f(tau), one for each
 * pair of vertices, f = n . d - n . a + n . b - reach with d from A's pivot to B's and a, b from
 * the pivots to the vertices, all in the frame of n. Each is known at tau = 0 with its derivative,
 * and |f''| <= curvature:
 *
 *   world        |d''| + (w_A^2 + |w_A'|) R_A + (w_B^2 + |w_B'|) R_B
 *   fixed to A   |d'' - 2 w_A J d' - (w_A^2 + w_A' J) d| + (w_AB^2 + |w_AB'|) R_B
 *   fixed to B   the same with A and B exchanged
 *
 * The reason is that a vertex at distance R that rotates at w has the acceleration w^2 R toward the
 * pivot and w' R across, and that d in a frame that rotates at w has the acceleration d'' - 2 w J
 * d' - (w^2 + w' J) d, with J a quarter turn (GrazeFrameAcceleration). Motion that both share does
 * not count: bodies that rotate alike have w_AB = 0 and are at rest in the frame of one of them. So
 *
 *   F_n(tau) >= G(tau) = level + slope tau - h_A(u + tau u') - h_B(v + tau v') - reach
 *                        - curvature tau^2 / 2
 *
 * where h is the support function of a core about its pivot, u is n in A's frame (`dir_a`) and v is
 * -n in B's frame (`dir_b`): the minimum of linear functions over the vertices is a support
 * function in a direction that moves. G is concave.
 */
#ifndef GRAZE_MOTION_SEPARATION_BOUND_H
#define GRAZE_MOTION_SEPARATION_BOUND_H

#include "../base/predicate.h"
#include "../shape/support.h"
#include "relative_motion.h"

typedef enum { GRAZE_FRAME_WORLD, GRAZE_FRAME_A, GRAZE_FRAME_B } GrazeNormalFrame;

/*
 * A separation bound. `level` includes the reach, the margin and the support of the body to which n
 * is fixed, all of which are constant.
 */
typedef struct {
    GrazeNormalFrame frame;
    double level, slope;
    GrazeVec dir_a, dir_a_rate, dir_b, dir_b_rate;
    double curvature;
    const GrazePieceInterval* interval;
} GrazeSeparationBound;

/*
 * Curvatures over the next `span` for each frame. The accelerations from which they are computed
 * are kept, for other spans.
 */
typedef struct {
    double curvature[3];
    GrazeFrameAcceleration frame_acceleration[2];
    bool has_frame_acceleration;
} GrazeCurvatureBounds;

void graze_compute_curvature_bounds(const GrazePieceInterval* interval,
                                    const GrazeMotionState* state, const GrazeRateBounds* rates,
                                    double span, GrazeCurvatureBounds* curvatures);

/* Initializes the separation bound with normal `n` and the given curvature, less `margin`. */
void graze_separation_bound_init(const GrazePieceInterval* interval, const GrazeMotionState* state,
                                 GrazeVec n, GrazeNormalFrame frame, const GrazeRateBounds* rates,
                                 double curvature, double margin, GrazeSeparationBound* out);

/* Returns the vertex of a core farthest in direction p of the body's frame, from its pivot. */
ALWAYS_INLINE GrazeVec graze_support_point(const GrazeActivePiece* active, GrazeVec p)
{
    int32_t i = active->shape->count == 1
                    ? 0
                    : support_inline(active->shape, p.x, p.y, GRAZE_SUPPORT_AUTO, 0);
    GrazeVec vertex = vec_from_point(active->shape->vertices[i]);
    return vec(vertex.x - active->piece->pivot_x, vertex.y - active->piece->pivot_y);
}

/* The value of G at tau, and the parabola of the support vertices there. */
typedef struct {
    double value;
    double level, slope; /* the parabola level + slope tau - curvature tau^2 / 2 */
} GrazeBoundValue;

void graze_separation_bound_evaluate(const GrazeSeparationBound* bound, double tau,
                                     GrazeBoundValue* out);

/*
 * Returns the largest tau <= span up to which G is positive, or slightly less by rounding; 0 if
 * G(0) is not positive. Takes two or three evaluations, as a rule: tau decreases by the roots of
 * the parabolas of the support vertices. *speed is the rate at which G falls at 0.
 */
double graze_separation_bound_safe_step(const GrazeSeparationBound* bound, double span,
                                        double* speed);

/*
 * Returns the positive root of level + slope tau - curvature tau^2 / 2 for level > 0, without
 * cancellation, or infinity if there is none.
 */
double graze_parabola_root(double level, double slope, double curvature);

/*
 * Returns the time, at most `span`, for which a polynomial is certified positive; 0 if c[0] is not
 * positive. For bodies that do not rotate, level + n . d(tau) is such a polynomial.
 */
double graze_poly_safe_step(const double* c, int32_t degree, double span);

#endif
