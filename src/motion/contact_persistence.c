#include "../tolerance.h"
#include "proximity.h"

/*
 * The time for which a contact is certified to last, from points or features of both bodies that
 * stay near each other.
 */

enum { MAX_TRIALS = 6, MAX_HALVINGS = 32 };

/*
 * Two bodies as seen from one of them, the reference body; the other is the incident body. A point
 * of the incident body is y = R_r^T (d + R_i q) in the reference frame, from the reference pivot,
 * where d leads from the reference pivot to the incident pivot and q from there to the point.
 *
 *   reference_rate, incident_rate       angular velocities
 *   frame_curvature, relative_curvature |y''| <= frame_curvature + relative_curvature |q|: the
 *                                       curvature of separation_bound.h for a normal fixed to the
 *                                       reference body, with |q| in place of the incident radius
 *   to_incident, velocity               d and d'
 */
typedef struct {
    const GrazeActivePiece *reference, *incident;
    const GrazePose *reference_pose, *incident_pose;
    double reference_rate, incident_rate, frame_curvature, relative_curvature;
    GrazeVec to_incident, velocity; /* d and d' */
} ReferenceView;

/* A point of the incident body: y, y', and an upper bound of |y''|. */
typedef struct {
    GrazeVec y, velocity;
    double curvature;
} PointState;

static ReferenceView make_view(const GrazePieceInterval* interval, const GrazeMotionState* state,
                               const GrazeRateBounds* rates, double span, bool is_b)
{
    double turn_a = state->angle_degree > 0 ? state->angle_a[1] : 0;
    double turn_b = state->angle_degree > 0 ? state->angle_b[1] : 0;
    GrazeVec d = vec(state->x[0], state->y[0]);
    GrazeVec velocity = state->position_degree > 0 ? vec(state->x[1], state->y[1]) : vec(0, 0);
    double sign = is_b ? -1 : 1;
    double angular_velocity = is_b ? rates->angular_velocity_b : rates->angular_velocity_a;
    double angular_acceleration =
        is_b ? rates->angular_acceleration_b : rates->angular_acceleration_a;
    GrazeFrameAcceleration frame_acceleration;
    ReferenceView view;
    graze_compute_frame_acceleration(state, is_b ? state->angle_b : state->angle_a,
                                     &frame_acceleration);
    view.reference = is_b ? &interval->b : &interval->a;
    view.incident = is_b ? &interval->a : &interval->b;
    view.reference_pose = is_b ? &state->pose_b : &state->pose_a;
    view.incident_pose = is_b ? &state->pose_a : &state->pose_b;
    view.reference_rate = is_b ? turn_b : turn_a;
    view.incident_rate = is_b ? turn_a : turn_b;
    view.to_incident = vec_scale(d, sign);
    view.velocity = vec_scale(velocity, sign);
    view.frame_curvature = graze_frame_acceleration_bound(
        &frame_acceleration, state, rates, angular_velocity, angular_acceleration, span);
    view.relative_curvature =
        rates->angular_velocity_ab * rates->angular_velocity_ab + rates->angular_acceleration_ab;
    return view;
}

/* Returns the state of a point, given from the reference pivot along the axes of the world. */
static PointState observe_point(const ReferenceView* view, GrazeVec point)
{
    PointState point_state;
    GrazeVec arm = vec_sub(point, view->to_incident);
    GrazeVec point_velocity = vec_mul_add(view->velocity, view->incident_rate, vec_left_perp(arm));
    point_velocity = vec_mul_add(point_velocity, -view->reference_rate, vec_left_perp(point));
    point_state.y = vec_inv_rotate(point, view->reference_pose->cos, view->reference_pose->sin);
    point_state.velocity =
        vec_inv_rotate(point_velocity, view->reference_pose->cos, view->reference_pose->sin);
    point_state.curvature = (view->frame_curvature + view->relative_curvature * vec_length(arm)) *
                            (1 + GRAZE_STEP_ERROR);
    return point_state;
}

/* Returns the time up to `span` during which c + slope tau - curvature tau^2 / 2 is positive. */
static double positive_span(double c, double slope, double curvature, double span)
{
    if (!(c > 0)) return 0;
    double root = sqrt(slope * slope + 2 * curvature * c);
    if (root - slope <= 0) return span;
    return min2(span, 2 * c / (root - slope) * (1 - GRAZE_STEP_ERROR));
}

/*
 * Returns the time, at most `span`, for which a point that is fixed to the incident body stays
 * inside the reference core.
 */
static double point_contact_step(const ReferenceView* view, GrazeVec point, double error,
                                 double span)
{
    const GrazeShape* shape = view->reference->shape;
    const GrazePiece* piece = view->reference->piece;
    PointState point_state = observe_point(view, point);
    GrazeVec y = vec(point_state.y.x + piece->pivot_x, point_state.y.y + piece->pivot_y);
    double step = span;
    for (int32_t i = 0; i < shape->count && step > 0; i++) {
        GrazeVec from = vec_from_point(shape->vertices[i]);
        GrazeVec edge = vec_sub(vec_from_point(shape->vertices[next_index(i, shape->count)]), from);
        GrazeVec outward = vec_div(vec_outward(edge), vec_length(edge));
        double inside = -error - vec_dot(outward, vec_sub(y, from));
        step = positive_span(inside, -vec_dot(outward, point_state.velocity), point_state.curvature,
                             step);
    }
    return step;
}

/* Finds the witness points of two disjoint cores. */
static NOINLINE void find_witness_points(const GrazePieceInterval* interval,
                                         const GrazeMotionState* state, GrazeVec* witness_a,
                                         GrazeVec* witness_b)
{
    GrazeShape a = *interval->a.shape;
    GrazeShape b = *interval->b.shape;
    GrazeDistance cores;
    a.radius = 0;
    b.radius = 0;
    graze_distance(&a, &state->pose_a, &b, &state->pose_b, NULL, &cores);
    *witness_a = vec(cores.point_a_x, cores.point_a_y);
    *witness_b = vec(cores.point_b_x, cores.point_b_y);
}

/*
 * Returns the time for which the witness points, fixed to their bodies, stay within `max_distance`
 * of each other: while |w + w' tau| + curvature tau^2 / 2 <= max_distance, with w the vector from
 * one to the other. At tau = 0 this holds, since |w| is the distance of the cores, for which the
 * caller has checked it. The left side is convex in tau; so if it holds at some tau, it holds at
 * all times up to that tau.
 */
static double witnesses_contact_step(const GrazePieceInterval* interval,
                                     const GrazeMotionState* state, const GrazeRateBounds* rates,
                                     double max_distance, double span)
{
    GrazeVec witness_a;
    GrazeVec witness_b;
    find_witness_points(interval, state, &witness_a, &witness_b);
    GrazeVec w = vec_sub(witness_b, witness_a);
    GrazeVec arm_b = vec(witness_b.x - state->x[0], witness_b.y - state->y[0]);
    GrazeVec point_velocity =
        state->position_degree > 0 ? vec(state->x[1], state->y[1]) : vec(0, 0);
    point_velocity = vec_mul_add(point_velocity, state->angle_degree > 0 ? state->angle_b[1] : 0,
                                 vec_left_perp(arm_b));
    point_velocity = vec_mul_add(point_velocity, state->angle_degree > 0 ? -state->angle_a[1] : 0,
                                 vec_left_perp(witness_a));
    double curvature =
        rates->acceleration +
        (rates->angular_velocity_a * rates->angular_velocity_a + rates->angular_acceleration_a) *
            vec_length(witness_a) +
        (rates->angular_velocity_b * rates->angular_velocity_b + rates->angular_acceleration_b) *
            vec_length(arm_b);
    double lo = 0;
    double hi = span;
    double tau = span;
    for (int32_t i = 0; i < MAX_HALVINGS; i++) {
        double distance =
            vec_length(vec_mul_add(w, tau, point_velocity)) + 0.5 * curvature * tau * tau;
        if (distance <= max_distance * (1 - GRAZE_STEP_ERROR)) {
            lo = tau;
        } else {
            hi = tau;
        }
        if (lo == span) break;
        tau = 0.5 * (lo + hi);
    }
    return lo;
}

/*
 * Returns the time for which overlapping bodies stay in contact: for which one of the two deepest
 * points, moved inward by the rounding radius of its body, stays inside the core of the other body.
 */
static double penetration_contact_step(const GrazePieceInterval* interval,
                                       const GrazeProximity* proximity,
                                       const GrazeRateBounds* rates, double span)
{
    const GrazeMotionState* state = &proximity->state;
    GrazeVec witness_a =
        vec_mul_add(proximity->witness_a, -(double)interval->a.shape->radius, proximity->normal);
    GrazeVec witness_b =
        vec_mul_add(proximity->witness_b, interval->b.shape->radius, proximity->normal);
    witness_a = vec(witness_a.x - state->x[0], witness_a.y - state->y[0]);
    double best = 0;
    if (interval->a.shape->count > 2) {
        ReferenceView view_a = make_view(interval, state, rates, span, false);
        best = point_contact_step(&view_a, witness_b, state->error, span);
    }
    if (interval->b.shape->count > 2) {
        ReferenceView view_b = make_view(interval, state, rates, span, true);
        best = max2(best, point_contact_step(&view_b, witness_a, state->error, span));
    }
    return best;
}

/*
 * Returns the time for which vertex j of the incident body stays within reach + allowance of the
 * nearest edge: within `max_distance` = reach + allowance / 2 of the edge's line, and at most
 * `overhang` beyond the ends of the edge, measured along it. By Pythagoras' theorem max_distance^2
 * + overhang^2 <= (reach + allowance)^2.
 */
static double vertex_contact_step(const ReferenceView* view, const GrazeProximityCache* cache,
                                  int32_t j, double max_distance, double overhang, double span)
{
    const GrazePiece* piece = view->incident->piece;
    GrazeVec vertex = vec_from_point(view->incident->shape->vertices[j]);
    GrazeVec arm = vec(vertex.x - piece->pivot_x, vertex.y - piece->pivot_y);
    const GrazePose* pose = view->incident_pose;
    PointState point_state =
        observe_point(view, vec_add(view->to_incident, vec_rotate(arm, pose->cos, pose->sin)));
    GrazeVec relative = vec_sub(point_state.y, cache->from);
    double length = vec_length(cache->edge);
    GrazeVec tangent = vec_div(cache->edge, length);
    double tangent_position = vec_dot(tangent, relative);
    double tangent_velocity = vec_dot(tangent, point_state.velocity);
    double normal_position = vec_dot(cache->normal, relative);
    double normal_velocity = vec_dot(cache->normal, point_state.velocity);
    double step = positive_span(max_distance - normal_position, -normal_velocity,
                                point_state.curvature, span);
    step =
        positive_span(max_distance + normal_position, normal_velocity, point_state.curvature, step);
    step =
        positive_span(overhang + tangent_position, tangent_velocity, point_state.curvature, step);
    return positive_span(overhang + length - tangent_position, -tangent_velocity,
                         point_state.curvature, step);
}

/*
 * Returns the time for which the nearest edge and a vertex of the other body stay near each other.
 * The vertex is the one farthest toward the edge, or one of its neighbors, which can be as far when
 * two edges are parallel.
 */
static double edge_contact_step(const GrazeRelativeMotion* motion, const GrazeProximityCache* cache,
                                const GrazeProximity* proximity, const GrazeRateBounds* rates,
                                double allowance, double span)
{
    const GrazePieceInterval* interval = &motion->interval;
    double max_distance = interval->reach + 0.5 * allowance;
    double overhang = sqrt(allowance * (max_distance + 0.25 * allowance)) * (1 - GRAZE_STEP_ERROR);
    ReferenceView view =
        make_view(interval, &proximity->state, rates, span, cache->frame == GRAZE_FRAME_B);
    if (cache->frame == GRAZE_FRAME_WORLD || cache->piece != view.reference->piece) return 0;
    const GrazeShape* shape = view.incident->shape;
    const GrazePose* reference_pose = view.reference_pose;
    const GrazePose* incident_pose = view.incident_pose;
    GrazeVec normal = vec_rotate(cache->normal, reference_pose->cos, reference_pose->sin);
    GrazeVec direction = vec_inv_rotate(normal, -incident_pose->cos, -incident_pose->sin);
    int32_t j = graze_support(shape, direction.x, direction.y, GRAZE_SUPPORT_AUTO, 0);
    int32_t candidates[3] = {j, previous_index(j, shape->count), next_index(j, shape->count)};
    double step = 0;
    for (int32_t k = 0; k < 3 && step < span; k++)
        step = max2(step,
                    vertex_contact_step(&view, cache, candidates[k], max_distance, overhang, span));
    return step;
}

double graze_proximity_contact_step(const GrazeRelativeMotion* motion,
                                    const GrazeProximityCache* cache,
                                    const GrazeProximity* proximity, double span, double slack)
{
    const GrazePieceInterval* interval = &motion->interval;
    const GrazeMotionState* state = &proximity->state;
    double allowance = slack - state->error;
    if (!(allowance > proximity->separation)) return 0;
    double trial = span;
    double best = 0;
    for (int32_t round = 0; round < MAX_TRIALS; round++) {
        GrazeRateBounds rates;
        graze_compute_rate_bounds(state, trial, &rates);
        double max_speed = graze_largest_speed(interval, &rates);
        double clearance = allowance - proximity->separation;
        best =
            clearance < max_speed * trial ? clearance / max_speed * (1 - GRAZE_STEP_ERROR) : trial;
        if (best < trial) {
            double contact_step = proximity->is_penetrating
                                      ? penetration_contact_step(interval, proximity, &rates, trial)
                                      : witnesses_contact_step(interval, state, &rates,
                                                               interval->reach + allowance, trial);
            best = max2(best, contact_step);
        }
        if (best < trial) {
            best =
                max2(best, edge_contact_step(motion, cache, proximity, &rates, allowance, trial));
        }
        if (best >= 0.25 * trial || best <= 0) break;
        trial = 2 * best;
    }
    return best;
}
