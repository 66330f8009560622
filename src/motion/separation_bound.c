#include "separation_bound.h"

#include "../base/predicate.h"
#include "../tolerance.h"

/* Sets the level and the slope along n of d in a frame that rotates at `angular_velocity`. */
static void set_pivot_terms(GrazeSeparationBound* bound, const GrazeMotionState* state, GrazeVec n,
                            double angular_velocity)
{
    GrazeVec d = vec(state->x[0], state->y[0]);
    GrazeVec velocity = state->position_degree > 0 ? vec(state->x[1], state->y[1]) : vec(0, 0);
    bound->level = vec_dot(n, d);
    bound->slope = vec_dot(n, velocity) - angular_velocity * vec_dot(n, vec_left_perp(d));
}

static double rotation_curvature(double angular_velocity, double angular_acceleration,
                                 double radius)
{
    return (angular_velocity * angular_velocity + angular_acceleration) * radius;
}

/*
 * Returns the part of the curvature that comes from d in the frame of a body. If the body does not
 * rotate, that is the acceleration of d.
 */
static double translation_curvature(const GrazeFrameAcceleration* frame_acceleration,
                                    const GrazeMotionState* state, const GrazeRateBounds* rates,
                                    double angular_velocity, double angular_acceleration,
                                    double span)
{
    if (angular_velocity == 0 && angular_acceleration == 0) return rates->acceleration;
    return graze_frame_acceleration_bound(frame_acceleration, state, rates, angular_velocity,
                                          angular_acceleration, span);
}

void graze_compute_curvature_bounds(const GrazePieceInterval* interval,
                                    const GrazeMotionState* state, const GrazeRateBounds* rates,
                                    double span, GrazeCurvatureBounds* curvatures)
{
    double rotation_a = rotation_curvature(rates->angular_velocity_a, rates->angular_acceleration_a,
                                           interval->a.radius);
    double rotation_b = rotation_curvature(rates->angular_velocity_b, rates->angular_acceleration_b,
                                           interval->b.radius);
    if (!curvatures->has_frame_acceleration) {
        graze_compute_frame_acceleration(state, state->angle_a, &curvatures->frame_acceleration[0]);
        graze_compute_frame_acceleration(state, state->angle_b, &curvatures->frame_acceleration[1]);
        curvatures->has_frame_acceleration = true;
    }
    curvatures->curvature[GRAZE_FRAME_WORLD] = rates->acceleration + rotation_a + rotation_b;
    curvatures->curvature[GRAZE_FRAME_A] =
        translation_curvature(&curvatures->frame_acceleration[0], state, rates,
                              rates->angular_velocity_a, rates->angular_acceleration_a, span) +
        rotation_curvature(rates->angular_velocity_ab, rates->angular_acceleration_ab,
                           interval->b.radius);
    curvatures->curvature[GRAZE_FRAME_B] =
        translation_curvature(&curvatures->frame_acceleration[1], state, rates,
                              rates->angular_velocity_b, rates->angular_acceleration_b, span) +
        rotation_curvature(rates->angular_velocity_ab, rates->angular_acceleration_ab,
                           interval->a.radius);
}

void graze_separation_bound_init(const GrazePieceInterval* interval, const GrazeMotionState* state,
                                 GrazeVec n, GrazeNormalFrame frame, const GrazeRateBounds* rates,
                                 double curvature, double margin, GrazeSeparationBound* out)
{
    double turn_a = state->angle_degree > 0 ? state->angle_a[1] : 0;
    double turn_b = state->angle_degree > 0 ? state->angle_b[1] : 0;
    /*
     * A vertex of A counts with -n . a: the farthest along n is used. One of B counts with n . b:
     * the farthest along -n is used.
     */
    out->interval = interval;
    out->frame = frame;
    out->dir_a = vec_inv_rotate(n, state->pose_a.cos, state->pose_a.sin);
    out->dir_b = vec_inv_rotate(n, -state->pose_b.cos, -state->pose_b.sin);
    double rate_a = -turn_a;
    double rate_b = -turn_b;
    if (frame == GRAZE_FRAME_WORLD) {
        set_pivot_terms(out, state, n, 0);
    } else if (frame == GRAZE_FRAME_A) {
        set_pivot_terms(out, state, n, turn_a);
        rate_a = 0;
        rate_b = turn_a - turn_b;
    } else {
        set_pivot_terms(out, state, n, turn_b);
        rate_a = turn_b - turn_a;
        rate_b = 0;
    }
    /* The slope is lowered by the rounding errors that add up over a long step. */
    double extent = fabs(state->x[0]) + fabs(state->y[0]) + interval->a.radius + interval->b.radius;
    out->slope -= GRAZE_SLOPE_ERROR *
                  (rates->speed + (rates->angular_velocity_a + rates->angular_velocity_b) * extent);
    out->dir_a_rate = vec_scale(vec_left_perp(out->dir_a), rate_a);
    out->dir_b_rate = vec_scale(vec_left_perp(out->dir_b), rate_b);
    if (frame == GRAZE_FRAME_A) {
        out->level -= vec_dot(out->dir_a, graze_support_point(&interval->a, out->dir_a));
    } else if (frame == GRAZE_FRAME_B) {
        out->level -= vec_dot(out->dir_b, graze_support_point(&interval->b, out->dir_b));
    }
    out->level -= interval->reach + margin;
    out->curvature = curvature * (1 + GRAZE_STEP_ERROR);
}

static void subtract_support(const GrazeActivePiece* active, GrazeVec dir, GrazeVec turn,
                             double tau, GrazeBoundValue* out)
{
    GrazeVec vertex = graze_support_point(active, vec_mul_add(dir, tau, turn));
    out->level -= vec_dot(dir, vertex);
    out->slope -= vec_dot(turn, vertex);
}

void graze_separation_bound_evaluate(const GrazeSeparationBound* bound, double tau,
                                     GrazeBoundValue* out)
{
    out->level = bound->level;
    out->slope = bound->slope;
    if (bound->frame != GRAZE_FRAME_A) {
        subtract_support(&bound->interval->a, bound->dir_a, bound->dir_a_rate, tau, out);
    }
    if (bound->frame != GRAZE_FRAME_B) {
        subtract_support(&bound->interval->b, bound->dir_b, bound->dir_b_rate, tau, out);
    }
    out->value = out->level + tau * (out->slope - 0.5 * bound->curvature * tau);
}

double graze_parabola_root(double level, double slope, double curvature)
{
    double root = sqrt(slope * slope + 2 * curvature * level);
    double decrease = root - slope;
    if (slope > 0) return curvature > 0 ? (root + slope) / curvature : INFINITY;
    return decrease > 0 ? 2 * level / decrease : INFINITY;
}

enum { MAX_STEP_ROUNDS = 8 };

double graze_separation_bound_safe_step(const GrazeSeparationBound* bound, double span,
                                        double* speed)
{
    GrazeBoundValue now;
    graze_separation_bound_evaluate(bound, 0, &now);
    *speed = -now.slope;
    if (!(now.value > 0)) return 0;
    /* The smallest parabola at 0 is above G: its root is the largest possible step. */
    double tau = min2(span, graze_parabola_root(now.level, now.slope, bound->curvature) *
                                (1 - GRAZE_STEP_ERROR));
    GrazeBoundValue then = now;
    for (int32_t round = 0; round < MAX_STEP_ROUNDS; round++) {
        graze_separation_bound_evaluate(bound, tau, &then);
        if (then.value >= 0) return tau;
        /* Its level is at least G(0) > 0, so its root lies in (0, tau). */
        double root =
            graze_parabola_root(then.level, then.slope, bound->curvature) * (1 - GRAZE_STEP_ERROR);
        if (!(root < tau)) break;
        tau = root;
    }
    graze_separation_bound_evaluate(bound, tau, &then);
    if (then.value >= 0) return tau;
    /* G is concave: above its chords. */
    return tau * (now.value / (now.value - then.value)) * (1 - GRAZE_STEP_ERROR);
}

/* Shifts the origin of a polynomial from 0 to tau. */
static void shift_poly(double* c, int32_t degree, double tau)
{
    for (int32_t k = 0; k < degree; k++) {
        for (int32_t j = degree - 1; j >= k; j--)
            c[j] += tau * c[j + 1];
    }
}

/*
 * Returns the span, at most `span`, for which a polynomial with c[0] > 0 is certified positive. In
 * Bernstein's form on [0, span] it lies in the hull of its control points (i / degree, b_i), which
 * meets the axis first where a chord does that joins a point above and one below (Sederberg,
 * Nishita, "Curve intersection using Bezier clipping", 1990).
 */
static double clip_bezier(const double* c, int32_t degree, double span)
{
    if (degree == 0) return span;
    /* The control points are b_i = sum over k of C(i, k) / C(degree, k) c_k span^k */
    double b[GRAZE_PIECE_TERMS];
    double error = 0;
    double power = 1;
    for (int32_t i = 0; i <= degree; i++)
        b[i] = 0;
    double ratio = 1; /* 1 / C(degree, k) */
    for (int32_t k = 0; k <= degree; k++) {
        if (k > 0) ratio = ratio * k / (degree - k + 1);
        double term = c[k] * power * ratio;
        double binomial = 1; /* C(i, k) */
        for (int32_t i = k; i <= degree; i++) {
            b[i] += binomial * term;
            binomial = binomial * (i + 1) / (i + 1 - k);
        }
        if (k > 0) error += GRAZE_SLOPE_ERROR * fabs(c[k]) * power;
        power *= span;
    }
    for (int32_t i = 1; i <= degree; i++)
        b[i] -= error;
    double first = degree;
    for (int32_t i = 0; i <= degree; i++) {
        for (int32_t j = 0; j <= degree; j++) {
            bool crosses = b[i] >= 0 && b[j] < 0;
            if (crosses) first = min2(first, i + (j - i) * (b[i] / (b[i] - b[j])));
        }
    }
    first /= degree;
    return first < 1 ? first * span * (1 - GRAZE_STEP_ERROR) : span;
}

enum { MAX_CLIP_ROUNDS = 40 };

/*
 * Over a long span the hull of the control points can be far below the polynomial. Then a quarter
 * of the span is tried: near a simple or a double root a few such reductions suffice.
 */
double graze_poly_safe_step(const double* c, int32_t degree, double span)
{
    double shifted[GRAZE_PIECE_TERMS] = {0};
    double tau = 0;
    double step = 0;
    double trial = span;
    for (int32_t k = 0; k <= degree; k++)
        shifted[k] = c[k];
    for (int32_t round = 0; round < MAX_CLIP_ROUNDS && shifted[0] > 0; round++) {
        bool is_last = trial >= span - tau;
        if (is_last) trial = span - tau;
        step = clip_bezier(shifted, degree, trial);
        bool is_whole = step >= trial;
        if (is_whole && is_last) return span;
        bool is_enough = step <= 0x1p-20 * tau;
        if (is_enough) break;
        if (step < 0.25 * trial) {
            trial *= 0.25;
            continue;
        }
        tau += step;
        shift_poly(shifted, degree, step);
        step = 0;
        trial = is_whole ? 4 * trial : trial;
    }
    return (tau + step) * (1 - GRAZE_STEP_ERROR);
}
