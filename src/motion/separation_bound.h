/*
 * Slabs between two moving bodies, and how long they hold.
 *
 * With n a unit vector, F_n = min n . b - max n . a - reach, over the vertices a, b of the cores,
 * is the thickness of the slab with normal n between the bodies, negative where there is none. The
 * signed separation is the largest F_n of all n, so each F_n is a lower bound of it.
 *
 * n stands still, or is carried along by A or B. Then F_n is the least of functions f(tau), one a
 * pair of vertices, f = n . d - n . a - n . b - reach with d from A's pivot to B's and a, b from
 * the pivots to the vertices, all as the owner of n sees them. Each is known at tau = 0 with its
 * derivative, and |f''| <= bend:
 *
 *   still        bend = |d''| + (w_A^2 + |w_A'|) R_A + (w_B^2 + |w_B'|) R_B
 *   carried by A bend = |d'' - 2 w_A J d' - (w_A^2 + w_A' J) d| + (w_AB^2 + |w_AB'|) R_B
 *   carried by B the same, A and B exchanged
 *
 * since a vertex at distance R turning at w has the acceleration w^2 R towards the pivot and w' R
 * across, and d seen from a body that turns at w has d'' - 2 w J d' - (w^2 + w' J) d, J a quarter
 * turn (GrazeFrameAcceleration). What both do alike so counts for nothing: bodies that turn as one
 * have w_AB = 0 and, seen from one of them, stand still. So
 *
 *   F_n(tau) >= G(tau) = level + slope tau - h_A(a + tau a') - h_B(b + tau b') - reach - bend tau^2 / 2
 *
 * where h is the support function of a core about its pivot and a, b the directions -n and n in the
 * bodies' frames: the least over the vertices of linear functions is a support function in a
 * direction that moves. G is concave.
 */
#ifndef GRAZE_MOTION_SEPARATION_BOUND_H
#define GRAZE_MOTION_SEPARATION_BOUND_H

#include "../base/predicate.h"
#include "../shape/support.h"
#include "relative_motion.h"

typedef enum { GRAZE_FRAME_WORLD, GRAZE_FRAME_A, GRAZE_FRAME_B } GrazeNormalFrame;

/* What does not change is in `level`: the reach, and the support of the body that carries n. */
typedef struct {
    GrazeNormalFrame frame;
    double level, slope;
    GrazeVec dir_a, dir_a_rate, dir_b, dir_b_rate;
    double curvature;
    const GrazePieceInterval* interval;
} GrazeSeparationBound;

/* Bends over the next `span`, by carrier; what they are computed from is kept for other spans. */
typedef struct {
    double curvature[3];
    GrazeFrameAcceleration frame_acceleration[2];
    bool has_frame_acceleration;
} GrazeCurvatureBounds;

void graze_compute_curvature_bounds(const GrazePieceInterval* interval,
                                    const GrazeMotionState* state, const GrazeRateBounds* rates,
                                    double span, GrazeCurvatureBounds* curvatures);

/* The slab with normal `n` and that bend. `margin` is taken off its thickness. */
void graze_separation_bound_init(const GrazePieceInterval* interval, const GrazeMotionState* state,
                                 GrazeVec n, GrazeNormalFrame frame, const GrazeRateBounds* rates,
                                 double curvature, double margin, GrazeSeparationBound* out);

/* The vertex of a core furthest in direction p of the body's frame, from its pivot. */
ALWAYS_INLINE GrazeVec graze_support_point(const GrazeActivePiece* active, GrazeVec p)
{
    int32_t i = active->shape->count == 1
                    ? 0
                    : support_inline(active->shape, p.x, p.y, GRAZE_SUPPORT_AUTO, 0);
    GrazeVec vertex = vec_from_point(active->shape->vertices[i]);
    return vec(vertex.x - active->piece->pivot_x, vertex.y - active->piece->pivot_y);
}

/* G at tau and, as a parabola, that of the vertices that are least there. */
typedef struct {
    double value;
    double level, slope; /* of the parabola level + slope tau - bend tau^2 / 2 */
} GrazeBoundValue;

void graze_separation_bound_evaluate(const GrazeSeparationBound* bound, double tau,
                                     GrazeBoundValue* out);

/*
 * The largest tau <= span for which G is positive up to tau, up to rounding and never beyond; 0
 * where G(0) is not. Two or three evaluations: from the right, by the roots of the parabolas that
 * are least. `speed`: how fast the slab closes at first, a lower bound.
 */
double graze_separation_bound_safe_step(const GrazeSeparationBound* bound, double span,
                                        double* speed);

/*
 * The positive root of level + slope tau - bend tau^2 / 2 for level > 0, without cancellation:
 * infinite when it does not fall.
 */
double graze_parabola_root(double level, double slope, double curvature);

/* The same where neither body turns: level + n . d(tau) > 0 for the exact polynomial. */
double graze_poly_safe_step(const double* c, int32_t degree, double span);

#endif
