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

GrazeNormalFrame graze_choose_normal_frame(GrazeNormalFrame frame, const GrazeRateBounds* rates,
                                           const GrazeCurvatureBounds* curvatures)
{
    double threshold =
        GRAZE_COMMON_ROTATION * min2(rates->angular_velocity_a, rates->angular_velocity_b);
    const double* curvature = curvatures->curvature;
    GrazeNormalFrame best_frame =
        curvature[GRAZE_FRAME_A] <= curvature[GRAZE_FRAME_B] ? GRAZE_FRAME_A : GRAZE_FRAME_B;
    bool is_better =
        rates->angular_velocity_ab < threshold && curvature[best_frame] < 0.25 * curvature[frame];
    return is_better ? best_frame : frame;
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
                  (rates->speed + (rates->angular_velocity_a + rates->angular_velocity_b) * extent +
                   rates->inflation_speed);
    if (state->inflation_degree > 0) out->slope -= state->inflation[1];
    out->dir_a_rate = vec_scale(vec_left_perp(out->dir_a), rate_a);
    out->dir_b_rate = vec_scale(vec_left_perp(out->dir_b), rate_b);
    if (frame == GRAZE_FRAME_A) {
        out->level -= vec_dot(out->dir_a, graze_support_point(&interval->a, out->dir_a));
    } else if (frame == GRAZE_FRAME_B) {
        out->level -= vec_dot(out->dir_b, graze_support_point(&interval->b, out->dir_b));
    }
    out->level -= interval->reach + margin + state->inflation[0];
    out->curvature = (curvature + rates->inflation_acceleration) * (1 + GRAZE_STEP_ERROR);
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

/*
 * Computes the Taylor motion of a body. `rotates` is true if its rotation matters, because it has
 * vertices away from the pivot or because the normal is fixed to it.
 */
static void make_taylor(const GrazeActivePiece* active, bool is_disc, bool rotates,
                        GrazeTaylorMotion* out)
{
    out->position_degree = active->position_degree;
    out->angle_degree = rotates && !is_disc ? active->angle_degree : 0;
    out->radius = is_disc ? 0 : active->radius;
    graze_poly_taylor(piece_x(active->piece), out->position_degree, active->offset, out->x);
    graze_poly_taylor(piece_y(active->piece), out->position_degree, active->offset, out->y);
    graze_poly_taylor(piece_angle(active->piece), out->angle_degree, active->offset, out->angle);
}

static GrazeVec taylor_velocity(const GrazeTaylorMotion* taylor)
{
    return taylor->position_degree > 0 ? vec(taylor->x[1], taylor->y[1]) : vec(0, 0);
}

static double taylor_angular_velocity(const GrazeTaylorMotion* taylor)
{
    return taylor->angle_degree > 0 ? taylor->angle[1] : 0;
}

/* Largest magnitudes within a span on either side of the instant. */
typedef struct {
    double speed, acceleration, angular_velocity, angular_acceleration;
} TaylorRates;

static TaylorRates taylor_rates(const GrazeTaylorMotion* taylor, double span)
{
    double x[2];
    double y[2];
    TaylorRates rates = {0, 0, 0, 0};
    if (taylor->position_degree > 0) {
        graze_poly_derivative_bounds(taylor->x, taylor->position_degree, span, &x[0], &x[1]);
        graze_poly_derivative_bounds(taylor->y, taylor->position_degree, span, &y[0], &y[1]);
        rates.speed = sqrt(x[0] * x[0] + y[0] * y[0]);
        rates.acceleration = taylor->position_degree > 1 ? sqrt(x[1] * x[1] + y[1] * y[1]) : 0;
    }
    if (taylor->angle_degree > 0)
        graze_poly_derivative_bounds(taylor->angle, taylor->angle_degree, span,
                                     &rates.angular_velocity, &rates.angular_acceleration);
    return rates;
}

static void init_pivot_terms(const GrazePieceInterval* interval, const GrazeMotionState* state,
                             GrazeVec n, GrazeNormalFrame frame, bool are_discs,
                             GrazeSeparationBound2d* out)
{
    bool rotates_a = interval->a.radius > 0 || frame == GRAZE_FRAME_A;
    bool rotates_b = interval->b.radius > 0 || frame == GRAZE_FRAME_B;
    out->frame = frame;
    out->are_discs = are_discs;
    out->rotates_together = false;
    out->active_a = &interval->a;
    out->active_b = &interval->b;
    make_taylor(&interval->a, are_discs, rotates_a, &out->taylor_a);
    make_taylor(&interval->b, are_discs, rotates_b, &out->taylor_b);
    GrazeVec d = vec(state->x[0], state->y[0]);
    out->pivot_distance = vec_length(d);
    out->slope_a = -vec_dot(n, taylor_velocity(&out->taylor_a));
    out->slope_b = vec_dot(n, taylor_velocity(&out->taylor_b));
    out->level = vec_dot(n, d);
}

bool graze_separation_bound_2d_init_discs(const GrazePieceInterval* interval,
                                          const GrazeMotionState* state, double margin,
                                          GrazeSeparationBound2d* out)
{
    GrazeVec d = vec(state->x[0], state->y[0]);
    double distance = vec_length(d);
    double contact_distance = interval->a.radius + interval->b.radius + interval->reach;
    if (!(distance - contact_distance > 0.0625 * contact_distance + 4 * margin)) return false;
    init_pivot_terms(interval, state, vec_div(d, distance), GRAZE_FRAME_WORLD, true, out);
    out->level = distance - contact_distance - margin;
    return true;
}

/* Adds the support terms to a bound that has the level and the slopes of the pivots. */
static void add_support_terms(const GrazePieceInterval* interval, const GrazeMotionState* state,
                              GrazeVec n, double margin, GrazeSeparationBound2d* out)
{
    GrazeVec d = vec(state->x[0], state->y[0]);
    double turn_a = taylor_angular_velocity(&out->taylor_a);
    double turn_b = taylor_angular_velocity(&out->taylor_b);
    out->dir_a = vec_inv_rotate(n, state->pose_a.cos, state->pose_a.sin);
    out->dir_b = vec_inv_rotate(n, -state->pose_b.cos, -state->pose_b.sin);
    GrazeVec across_a = vec_left_perp(out->dir_a);
    GrazeVec across_b = vec_left_perp(out->dir_b);
    bool is_frame_a = out->frame == GRAZE_FRAME_A;
    bool is_frame_b = out->frame == GRAZE_FRAME_B;
    double turn_n = vec_dot(n, vec_left_perp(d));
    if (is_frame_a) out->slope_a -= turn_a * turn_n;
    if (is_frame_b) out->slope_b -= turn_b * turn_n;
    /* n rotates with its frame's body, and is constant in that body's frame. */
    out->dir_a_by_s = vec_scale(across_a, is_frame_a ? 0 : -turn_a);
    out->dir_a_by_t = vec_scale(across_a, is_frame_b ? turn_b : 0);
    out->dir_b_by_s = vec_scale(across_b, is_frame_a ? turn_a : 0);
    out->dir_b_by_t = vec_scale(across_b, is_frame_b ? 0 : -turn_b);
    out->level -= interval->reach + margin;
}

/* ---- bodies that rotate alike ---- */

static bool rotate_together(const GrazeMotionState* state)
{
    if (state->angle_degree == 0) return false;
    double min_turn = min2(fabs(state->angle_a[1]), fabs(state->angle_b[1]));
    return fabs(state->angle_a[1] - state->angle_b[1]) < GRAZE_COMMON_ROTATION * min_turn;
}

static void find_path_curvature(const GrazeTaylorMotion* taylor, const double* angle_terms,
                                int32_t angle_degree, GrazePathCurvature* out)
{
    int32_t position_degree = taylor->position_degree;
    out->degree = max2_int(angle_degree + position_degree - 2, 0);
    for (int32_t k = 0; k <= out->degree; k++)
        out->x[k] = out->y[k] = 0;
    for (int32_t k = 2; k <= position_degree; k++) {
        out->x[k - 2] = k * (k - 1) * taylor->x[k];
        out->y[k - 2] = k * (k - 1) * taylor->y[k];
    }
    for (int32_t i = 1; i <= angle_degree; i++) {
        for (int32_t j = 1; j <= position_degree; j++) {
            out->x[i + j - 2] += i * angle_terms[i] * j * taylor->y[j];
            out->y[i + j - 2] -= i * angle_terms[i] * j * taylor->x[j];
        }
    }
}

/*
 * Stores what the curvatures of bodies that rotate alike need. `curvatures` are those of the
 * instant, by which the frame was chosen.
 */
static void store_common_rotation(const GrazeMotionState* state,
                                  const GrazeCurvatureBounds* curvatures,
                                  GrazeSeparationBound2d* bound)
{
    bool is_frame_a = bound->frame == GRAZE_FRAME_A;
    bound->rotates_together = true;
    bound->state = state;
    bound->frame_acceleration = curvatures->frame_acceleration[is_frame_a ? 0 : 1];
    find_path_curvature(is_frame_a ? &bound->taylor_b : &bound->taylor_a,
                        is_frame_a ? state->angle_b : state->angle_a, state->angle_degree,
                        &bound->incident_path_curvature);
}

void graze_separation_bound_2d_init(const GrazePieceInterval* interval,
                                    const GrazeMotionState* state, GrazeVec n,
                                    GrazeNormalFrame frame, double margin,
                                    GrazeSeparationBound2d* out)
{
    bool is_together = rotate_together(state);
    GrazeCurvatureBounds curvatures = {.has_frame_acceleration = false};
    if (is_together) {
        GrazeRateBounds rates;
        graze_compute_rate_bounds(state, 0, &rates);
        graze_compute_curvature_bounds(interval, state, &rates, 0, &curvatures);
        frame = graze_choose_normal_frame(frame, &rates, &curvatures);
    }
    init_pivot_terms(interval, state, n, frame, false, out);
    add_support_terms(interval, state, n, margin, out);
    if (is_together && frame != GRAZE_FRAME_WORLD) store_common_rotation(state, &curvatures, out);
}

bool graze_separation_bound_2d_init_across(const GrazePieceInterval* interval,
                                           const GrazeMotionState* state, double margin,
                                           GrazeSeparationBound2d* out)
{
    GrazeVec d = vec(state->x[0], state->y[0]);
    make_taylor(&interval->a, false, interval->a.radius > 0, &out->taylor_a);
    make_taylor(&interval->b, false, interval->b.radius > 0, &out->taylor_b);
    GrazeVec velocity = taylor_velocity(&out->taylor_a);
    if (!(vec_length(velocity) > 0)) velocity = taylor_velocity(&out->taylor_b);
    double length = vec_length(velocity);
    if (!(length > 0)) return false;
    GrazeVec n = vec_div(vec_left_perp(velocity), vec_cross(velocity, d) > 0 ? length : -length);
    init_pivot_terms(interval, state, n, GRAZE_FRAME_WORLD, false, out);
    add_support_terms(interval, state, n, margin, out);
    return true;
}

/* Returns the curvature in the time of the body to which n is fixed. */
static double rotating_frame_curvature(const TaylorRates* reference_rates,
                                       const GrazeTaylorMotion* incident, double pivot_distance)
{
    double square = reference_rates->angular_velocity * reference_rates->angular_velocity +
                    reference_rates->angular_acceleration;
    return reference_rates->acceleration +
           2 * reference_rates->angular_velocity * reference_rates->speed +
           square * (pivot_distance + incident->radius);
}

static double world_frame_curvature(const TaylorRates* rates, const GrazeTaylorMotion* taylor)
{
    return rates->acceleration +
           (rates->angular_velocity * rates->angular_velocity + rates->angular_acceleration) *
               taylor->radius;
}

/*
 * Returns twice an upper bound of what the curvatures subtract for -width <= s - t <= 0 and 0 <= t
 * <= duration.
 */
static double twice_max_reduction(double curvature_a, double curvature_b, double curvature_ab,
                                  double width, double duration)
{
    double extent = max2(width, duration);
    return curvature_a * extent * extent + curvature_b * duration * duration +
           curvature_ab * width * width;
}

static double path_curvature_bound(const GrazePathCurvature* curvature, double span)
{
    double x = graze_poly_bound(curvature->x, curvature->degree, span);
    double y = graze_poly_bound(curvature->y, curvature->degree, span);
    return sqrt(x * x + y * y);
}

/* Applies the curvatures of bodies that rotate alike, where they subtract less than the others. */
static void apply_common_rotation(const GrazeSeparationBound2d* bound, double width,
                                  double duration, GrazeDelayCurvatures* curvatures)
{
    bool is_frame_a = bound->frame == GRAZE_FRAME_A;
    const GrazeMotionState* state = bound->state;
    const GrazeTaylorMotion* incident = is_frame_a ? &bound->taylor_b : &bound->taylor_a;
    double span = max2(width, duration);
    double radius = incident->radius;
    GrazeRateBounds rates;
    graze_compute_rate_bounds(state, span, &rates);
    TaylorRates incident_rates = taylor_rates(incident, span);
    double reference_turn = is_frame_a ? rates.angular_velocity_a : rates.angular_velocity_b;
    double reference_angular_acceleration =
        is_frame_a ? rates.angular_acceleration_a : rates.angular_acceleration_b;
    double angular_velocity = is_frame_a ? rates.angular_velocity_b : rates.angular_velocity_a;
    double angular_acceleration =
        is_frame_a ? rates.angular_acceleration_b : rates.angular_acceleration_a;
    double path_curvature =
        path_curvature_bound(&bound->incident_path_curvature, span) +
        GRAZE_SLOPE_ERROR * (incident_rates.acceleration + angular_velocity * incident_rates.speed);
    double mixed_curvature =
        path_curvature + rates.angular_velocity_ab * incident_rates.speed +
        (angular_acceleration + angular_velocity * rates.angular_velocity_ab) * radius;
    double joint_curvature =
        graze_frame_acceleration_bound(&bound->frame_acceleration, state, &rates, reference_turn,
                                       reference_angular_acceleration, span) +
        (rates.angular_velocity_ab * rates.angular_velocity_ab + rates.angular_acceleration_ab) *
            radius;
    double single_curvature = incident_rates.acceleration +
                              (angular_velocity * angular_velocity + angular_acceleration) * radius;
    double reference_span = is_frame_a ? span : duration;
    if (mixed_curvature > 0 && width > 0 && reference_span > 0) {
        joint_curvature += mixed_curvature * (width / reference_span);
        single_curvature += mixed_curvature * (reference_span / width);
    }
    double curvature_a = is_frame_a ? joint_curvature : 0;
    double curvature_b = is_frame_a ? 0 : joint_curvature;
    if (!(twice_max_reduction(curvature_a, curvature_b, single_curvature, width, duration) <
          twice_max_reduction(curvatures->curvature_a, curvatures->curvature_b, 0, width,
                              duration)))
        return;
    curvatures->curvature_a = curvature_a;
    curvatures->curvature_b = curvature_b;
    curvatures->curvature_ab = single_curvature;
}

void graze_separation_bound_2d_set_extent(const GrazeSeparationBound2d* bound, double width,
                                          double duration, GrazeDelayCurvatures* out)
{
    double extent_a = max2(width, duration);
    double extent_b = duration;
    TaylorRates a = taylor_rates(&bound->taylor_a, extent_a);
    TaylorRates b = taylor_rates(&bound->taylor_b, extent_b);
    const GrazeTaylorMotion* taylor_a = &bound->taylor_a;
    const GrazeTaylorMotion* taylor_b = &bound->taylor_b;
    double pivot_distance = bound->pivot_distance + a.speed * extent_a + b.speed * extent_b;
    double mixed_curvature = 0;
    out->curvature_a = world_frame_curvature(&a, taylor_a);
    out->curvature_b = world_frame_curvature(&b, taylor_b);
    if (bound->frame == GRAZE_FRAME_A && a.angular_velocity + a.angular_acceleration > 0) {
        out->curvature_a = rotating_frame_curvature(&a, taylor_b, pivot_distance);
        mixed_curvature = a.angular_velocity * (b.speed + b.angular_velocity * taylor_b->radius);
    } else if (bound->frame == GRAZE_FRAME_B && b.angular_velocity + b.angular_acceleration > 0) {
        out->curvature_b = rotating_frame_curvature(&b, taylor_a, pivot_distance);
        mixed_curvature = b.angular_velocity * (a.speed + a.angular_velocity * taylor_a->radius);
    }
    if (mixed_curvature > 0 && extent_a > 0 && extent_b > 0) {
        out->curvature_a += mixed_curvature * (extent_b / extent_a);
        out->curvature_b += mixed_curvature * (extent_a / extent_b);
    }
    out->curvature_ab = 0;
    if (bound->rotates_together) apply_common_rotation(bound, width, duration, out);
    out->curvature_a *= 1 + GRAZE_STEP_ERROR;
    out->curvature_b *= 1 + GRAZE_STEP_ERROR;
    out->curvature_ab *= 1 + GRAZE_STEP_ERROR;
    out->slope_error =
        GRAZE_SLOPE_ERROR *
        (a.speed + b.speed + (a.angular_velocity + b.angular_velocity) * pivot_distance +
         a.angular_velocity * taylor_a->radius + b.angular_velocity * taylor_b->radius);
}

static NOINLINE void subtract_support_2d(const GrazeActivePiece* active, GrazeVec dir,
                                         GrazeVec turn_a, GrazeVec turn_b, GrazeVec point,
                                         GrazeDelayPlane* plane)
{
    GrazeVec vertex = graze_support_point(
        active, vec_mul_add(vec_mul_add(dir, point.x, turn_a), point.y, turn_b));
    plane->level -= vec_dot(dir, vertex);
    plane->slope_a -= vec_dot(turn_a, vertex);
    plane->slope_b -= vec_dot(turn_b, vertex);
}

void graze_separation_bound_2d_get_plane(const GrazeSeparationBound2d* bound, GrazeVec point,
                                         GrazeDelayPlane* out)
{
    *out = (GrazeDelayPlane){bound->level, bound->slope_a, bound->slope_b};
    if (bound->are_discs) return;
    subtract_support_2d(bound->active_a, bound->dir_a, bound->dir_a_by_s, bound->dir_a_by_t, point,
                        out);
    subtract_support_2d(bound->active_b, bound->dir_b, bound->dir_b_by_s, bound->dir_b_by_t, point,
                        out);
}
