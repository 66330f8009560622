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
 *
 * An inflation r(tau), the sum of those of both bodies, is part of the reach: every F_n is less by
 * r. The level is less by r(0), the slope by r'(0), and the curvature is larger by a bound of |r''|,
 * so that G is a lower bound, and concave, as before.
 */
#ifndef GRAZE_MOTION_SEPARATION_BOUND_H
#define GRAZE_MOTION_SEPARATION_BOUND_H

#include "../advancement/delayed_pair.h"
#include "../base/polynomial.h"
#include "../base/predicate.h"
#include "../static/shape/support.h"
#include "relative_motion.h"

typedef enum { GRAZE_FRAME_WORLD, GRAZE_FRAME_A, GRAZE_FRAME_B } GrazeNormalFrame;

/*
 * A separation bound. `level` includes the reach, the inflation, the margin and the support of the body to which n
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

/*
 * Chooses the frame to which the normal of a separation bound is fixed. That is the body whose edge
 * is nearest: with it the bound falls to 0 when the bodies meet at the edge. Between two vertices
 * there is no such body, and the normal is fixed in the world, since steps in the frame of a body
 * are not longer on average. But where both bodies rotate nearly alike, and the curvature in the
 * frame of one of them is much smaller, the normal is fixed to that body.
 */
GrazeNormalFrame graze_choose_normal_frame(GrazeNormalFrame frame, const GrazeRateBounds* rates,
                                           const GrazeCurvatureBounds* curvatures);

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
    return vec(vertex.x - piece_pivot_x(active->piece), vertex.y - piece_pivot_y(active->piece));
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
 * Separation bounds of two bodies, without inflations, with a clock each: a bound of separation_bound.h as a function of
 * the times s and t by which A and B are later than at an instant. n is fixed in the world, or to A
 * or B.
 *
 *   F_n(s, t) >= G(s, t) = level + slope_a s + slope_b t
 *                          - h_A(u + s u_s + t u_t) - h_B(v + s v_s + t v_t) - reach
 *                          - (c_aa s^2 + 2 c_ab |s t| + c_bb t^2) / 2
 *
 * where u is n in A's frame and v is -n in B's frame (`dir_a`, `dir_b`, with their derivatives),
 * and the curvatures c bound the second derivatives of f, one function for each pair of vertices,
 * with d from A's pivot p to B's pivot q:
 *
 *   world        c_aa = |p''| + (w_A^2 + |w_A'|) R_A
 *                c_ab = 0
 *                c_bb = |q''| + (w_B^2 + |w_B'|) R_B
 *   fixed to A   c_aa = |p''| + 2 w_A |p'| + (w_A^2 + |w_A'|) (|d| + R_B)
 *                c_ab = w_A (|q'| + w_B R_B)
 *                c_bb as above
 *   fixed to B   the same with A and B exchanged
 *
 * The reason is that in A's frame a vertex P of B is at y = R_A^T (P - p), with the derivative y_s
 * = R_A^T (-w_A J (P - p) - p'), whose derivatives these curvatures bound. With 2 |s t| <= k s^2 +
 * t^2 / k, for any k > 0, the subtracted part is convex, and G concave: if G is positive at the
 * corners of a convex part of the plane, it is positive in all of it.
 *
 * Bodies that rotate alike. Where n is fixed to one body, the reference, and the other, the
 * incident body, moves with it, these curvatures count their common motion twice: a car that
 * follows another through a bend is at rest in the frame of the other when s = t. So the way to (s,
 * t) is taken in two parts: first both bodies advance by tau, which is the time of the reference
 * body (s or t), and then the incident body alone by sigma, the difference of its own time and tau.
 * With P = q + R(theta) r a vertex of the incident body, w its angular velocity, w + e that of the
 * reference body at the same time, J a quarter turn, E = q'' - w J q', f is above its linear part
 * minus
 *
 *   tau^2 / 2     times |D''| + (w_ab^2 + |w_ab'|) R, while sigma = 0: the curvature in the frame
 *                 of the reference body, as in separation_bound.h, with D of GrazeFrameAcceleration
 *   |sigma tau|   times |P'' - (w + e) J P'| <= |E| + |e q'| + (|w'| + |w e|) R, the rate of
 *                 f_sigma while sigma = 0
 *   sigma^2 / 2   times |q''| + (w^2 + |w'|) R, while tau is constant
 *
 * If the pivot moves on a circle about a point c and the body rotates with it, q' = w J (q - c) and
 * E = 0. Then only the last term is left, for however long both advance.
 */

enum { GRAZE_PATH_CURVATURE_DEGREE = 2 * (GRAZE_PIECE_TERMS - 2) };

/*
 * The polynomial E = q'' - w J q' of a pivot's path, of the time since the instant: 0 on a circle.
 */
typedef struct {
    double x[GRAZE_PATH_CURVATURE_DEGREE + 1], y[GRAZE_PATH_CURVATURE_DEGREE + 1];
    int32_t degree;
} GrazePathCurvature;

/*
 * Motion of one body from the instant on: Taylor coefficients without the constant terms, and the
 * largest distance of a vertex from the pivot, 0 for a disc around it.
 */
typedef struct {
    double x[GRAZE_PIECE_TERMS], y[GRAZE_PIECE_TERMS], angle[GRAZE_PIECE_TERMS];
    int32_t position_degree, angle_degree;
    double radius;
} GrazeTaylorMotion;

/*
 * A separation bound as a function of both times (advancement/delayed_pair.h has its form). Suffixes
 * a and b, by_s and by_t refer to s and t.
 *
 *   rotates_together   true if the bodies rotate nearly alike; then `state`, `frame_acceleration`
 *                      and `incident_path_curvature` are those of the instant
 */
typedef struct {
    GrazeNormalFrame frame;
    bool are_discs, rotates_together;
    const GrazeMotionState* state;
    GrazeFrameAcceleration frame_acceleration;
    GrazePathCurvature incident_path_curvature;
    const GrazeActivePiece *active_a, *active_b;
    GrazeTaylorMotion taylor_a, taylor_b;
    double pivot_distance;
    double level, slope_a, slope_b;
    GrazeVec dir_a, dir_a_by_s, dir_a_by_t;
    GrazeVec dir_b, dir_b_by_s, dir_b_by_t;
} GrazeSeparationBound2d;

/*
 * Initializes the bound with normal `n` at an instant, less `margin`. `frame` is the preferred one:
 * bodies that rotate alike may have another (graze_choose_normal_frame). The bound keeps a pointer
 * to the state.
 */
void graze_separation_bound_2d_init(const GrazePieceInterval* interval,
                                    const GrazeMotionState* state, GrazeVec n,
                                    GrazeNormalFrame frame, double margin,
                                    GrazeSeparationBound2d* out);

/* Computes the curvatures for -width <= s - t <= 0 and 0 <= t <= duration. */
void graze_separation_bound_2d_set_extent(const GrazeSeparationBound2d* bound, double width,
                                          double duration, GrazeDelayCurvatures* out);

/*
 * Initializes a bound whose normal is fixed in the world, perpendicular to A's velocity, or to B's
 * if A has none: bodies that slide past each other touch along such a normal. Returns false if
 * neither moves.
 */
bool graze_separation_bound_2d_init_across(const GrazePieceInterval* interval,
                                           const GrazeMotionState* state, double margin,
                                           GrazeSeparationBound2d* out);

/*
 * Initializes the bound of the discs around the pivots, which needs no poses. Returns false if the
 * discs are too near each other.
 */
bool graze_separation_bound_2d_init_discs(const GrazePieceInterval* interval,
                                          const GrazeMotionState* state, double margin,
                                          GrazeSeparationBound2d* out);

/* Computes the linear part of G for the support vertices at (s, t) = `point`. */
void graze_separation_bound_2d_get_plane(const GrazeSeparationBound2d* bound, GrazeVec point,
                                         GrazeDelayPlane* out);

#endif
