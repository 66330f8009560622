#include "proximity.h"

#include "../tolerance.h"

static double squared_length(GrazePoint p, GrazePoint q)
{
    GrazeVec delta = vec_sub(vec_from_point(q), vec_from_point(p));
    return vec_dot(delta, delta);
}

/* Returns the body whose edge is the nearest feature of A - B, in the caller's order of A and B. */
static GrazeNormalFrame nearest_edge_frame(const GrazeCso* cso, const GrazeSimplex* simplex)
{
    const GrazeCsoPoint* p = &simplex->point[0];
    const GrazeCsoPoint* q = &simplex->point[1];
    if (simplex->count == 1 || graze_is_same_point(p, q)) return GRAZE_FRAME_WORLD;
    bool is_edge_of_frame_body = p->a != q->a;
    if (is_edge_of_frame_body && p->b != q->b) {
        /* The longer of two parallel edges counts: a vertex of the other is in front of it. */
        const GrazePoint* a = cso->a->vertices;
        const GrazePoint* b = cso->b->vertices;
        is_edge_of_frame_body =
            squared_length(a[p->a], a[q->a]) >= squared_length(b[p->b], b[q->b]);
    }
    return is_edge_of_frame_body != cso->is_swapped ? GRAZE_FRAME_A : GRAZE_FRAME_B;
}

/*
 * Returns the unit normal from the nearest point v of A - B to the origin. It is perpendicular to
 * the nearest edge if that is longer than v, and its direction therefore more precise.
 */
static GrazeVec separating_normal(const GrazeGjkState* descent)
{
    const GrazeSimplex* simplex = &descent->simplex;
    GrazeVec v = descent->v;
    if (simplex->count == 2) {
        GrazeVec edge = vec_sub(simplex->point[1].w, simplex->point[0].w);
        if (vec_dot(edge, edge) > vec_dot(v, v)) {
            GrazeVec across = vec_outward(edge);
            double length = vec_length(across);
            return vec_div(across, vec_dot(across, v) > 0 ? -length : length);
        }
    }
    return vec_div(v, -vec_length(v));
}

void graze_cache_edge(const GrazeRelativeMotion* motion, GrazeNormalFrame frame, int32_t first,
                      GrazeProximityCache* cache)
{
    const GrazeActivePiece* reference =
        frame == GRAZE_FRAME_A ? &motion->interval.a : &motion->interval.b;
    const GrazeShape* shape = reference->shape;
    GrazeVec from = vec_from_point(shape->vertices[first]);
    cache->frame = frame;
    cache->is_segment = false;
    cache->edge = vec_sub(vec_from_point(shape->vertices[next_index(first, shape->count)]), from);
    cache->piece = reference->piece.record;
    cache->from =
        vec(from.x - piece_pivot_x(reference->piece), from.y - piece_pivot_y(reference->piece));
    cache->normal = vec_div(vec_outward(cache->edge), vec_length(cache->edge));
}

/* Caches the edge of a line segment on the side of the other body, to which `normal` leads from A. */
static void cache_segment(const GrazeRelativeMotion* motion, const GrazeMotionState* state,
                          GrazeNormalFrame frame, GrazeVec normal, GrazeProximityCache* cache)
{
    bool is_a = frame == GRAZE_FRAME_A;
    const GrazePose* pose = is_a ? &state->pose_a : &state->pose_b;
    graze_cache_edge(motion, frame, 0, cache);
    GrazeVec outward = vec_rotate(cache->normal, pose->cos, pose->sin);
    bool is_against = vec_dot(outward, normal) < 0;
    if (is_against == is_a) graze_cache_edge(motion, frame, 1, cache);
    cache->is_segment = true;
}

static double squared_edge_length(const GrazeShape* shape, int32_t first)
{
    return squared_length(shape->vertices[first], shape->vertices[next_index(first, shape->count)]);
}

/* Returns the body whose edge is the feature of a penetration. */
static GrazeNormalFrame penetration_frame(const GrazeRelativeMotion* motion,
                                          const GrazePenetration* penetration)
{
    bool is_edge_of_a = penetration->witness.feature_a == GRAZE_EDGE;
    bool is_edge_of_b = penetration->witness.feature_b == GRAZE_EDGE;
    if (is_edge_of_a && is_edge_of_b) {
        is_edge_of_a = squared_edge_length(motion->a->shape, penetration->witness.index_a) >=
                       squared_edge_length(motion->b->shape, penetration->witness.index_b);
    }
    return is_edge_of_a ? GRAZE_FRAME_A : is_edge_of_b ? GRAZE_FRAME_B : GRAZE_FRAME_WORLD;
}

/*
 * Computes the separation by the static query, where GJK could not decide. Returns false if the
 * cores meet.
 */
static NOINLINE bool measure_disjoint(const GrazeRelativeMotion* motion, GrazeProximity* out)
{
    GrazeShape a = *motion->a->shape;
    GrazeShape b = *motion->b->shape;
    GrazeDistance cores;
    a.radius = 0;
    b.radius = 0;
    graze_distance(&a, &out->state.pose_a, &b, &out->state.pose_b, &cores);
    out->is_penetrating = cores.relation != GRAZE_DISJOINT;
    out->separation = cores.distance - motion->interval.reach - out->state.inflation[0];
    out->normal = vec(cores.witness.normal_x, cores.witness.normal_y);
    out->frame = GRAZE_FRAME_WORLD;
    return !out->is_penetrating;
}

static NOINLINE void measure_penetration(const GrazeRelativeMotion* motion,
                                         GrazeProximityCache* cache, GrazeProximity* out)
{
    GrazePenetration penetration;
    graze_penetration(motion->a->shape, &out->state.pose_a, motion->b->shape, &out->state.pose_b,
                      &penetration);
    /* GJK can end with three points on a line, which do not enclose the origin. */
    if (penetration.relation == GRAZE_DISJOINT && measure_disjoint(motion, out)) return;
    /* Along every direction, inflated bodies reach farther by the inflation. */
    out->separation = penetration.relation == GRAZE_OVERLAPPING ? -penetration.depth : 0;
    out->separation -= out->state.inflation[0];
    out->normal = vec(penetration.witness.normal_x, penetration.witness.normal_y);
    out->frame = penetration_frame(motion, &penetration);
    out->witness_a = vec(penetration.witness.point_a_x, penetration.witness.point_a_y);
    out->witness_b = vec(penetration.witness.point_b_x, penetration.witness.point_b_y);
    if (out->frame == GRAZE_FRAME_WORLD) return;
    bool is_edge_of_a = out->frame == GRAZE_FRAME_A;
    if ((is_edge_of_a ? motion->a : motion->b)->shape->count == 2) {
        cache_segment(motion, &out->state, out->frame, out->normal, cache);
        return;
    }
    graze_cache_edge(motion, out->frame,
                     is_edge_of_a ? penetration.witness.index_a : penetration.witness.index_b,
                     cache);
}

/*
 * Caches the nearest edge that GJK has found. A search that ends early can end at a chord between two
 * vertices of a polygon.
 */
static void cache_nearest_edge(const GrazeRelativeMotion* motion, const GrazeCso* cso,
                               const GrazeSimplex* simplex, const GrazeProximity* proximity,
                               GrazeProximityCache* cache)
{
    GrazeNormalFrame frame = proximity->frame;
    if (frame == GRAZE_FRAME_WORLD) return;
    const GrazeCsoPoint* p = &simplex->point[0];
    const GrazeCsoPoint* q = &simplex->point[1];
    bool is_edge_of_a = frame == GRAZE_FRAME_A;
    bool is_edge_of_frame_body = is_edge_of_a != cso->is_swapped;
    int32_t count = is_edge_of_frame_body ? cso->a->count : cso->b->count;
    int32_t first = is_edge_of_frame_body ? p->a : p->b;
    int32_t second = is_edge_of_frame_body ? q->a : q->b;
    if (count == 2) {
        cache_segment(motion, &proximity->state, frame, proximity->normal, cache);
    } else if (next_index(first, count) == second) {
        graze_cache_edge(motion, frame, first, cache);
    } else if (next_index(second, count) == first) {
        graze_cache_edge(motion, frame, second, cache);
    }
}

bool graze_query_disjoint(const GrazeRelativeMotion* motion, GrazeProximityCache* cache,
                          GrazeProximity* out)
{
    GrazeCso cso;
    GrazeGjkState descent;
    graze_cso_init(&cso, motion->a->shape, &out->state.pose_a, motion->b->shape,
                   &out->state.pose_b);
    int32_t count = cache->swapped == cso.is_swapped ? cache->count : 0;
    graze_gjk(&cso, GRAZE_START_POINT, cache->point, count, false, &descent);
    const GrazeSimplex* simplex = &descent.simplex;
    double length = vec_length(descent.v);
    out->is_penetrating = simplex->count == 3 || !(length > 0);
    cache->count = simplex->count == 2 ? 2 : 1;
    cache->swapped = cso.is_swapped;
    cache->point[0] = simplex->point[0];
    cache->point[1] = simplex->point[1];
    cache->frame = GRAZE_FRAME_WORLD;
    if (out->is_penetrating) return false;
    /* All of A - B is at least this far away, and its nearest point at most `length`. */
    double min_distance = descent.floor / length;
    if (!(length - min_distance <= out->state.error)) return measure_disjoint(motion, out);
    GrazeVec normal = separating_normal(&descent);
    out->separation = min_distance - motion->interval.reach - out->state.inflation[0];
    out->normal = graze_cso_direction(&cso, &normal);
    out->frame = nearest_edge_frame(&cso, simplex);
    cache_nearest_edge(motion, &cso, simplex, out, cache);
    return true;
}

void graze_query_proximity(const GrazeRelativeMotion* motion, GrazeProximityCache* cache,
                           GrazeProximity* out)
{
    if (!graze_query_disjoint(motion, cache, out)) measure_penetration(motion, cache, out);
}

/*
 * Returns whether a point, given from the body's pivot in the body's frame, is inside the core by
 * more than `error`.
 */
static bool is_within(const GrazeActivePiece* active, GrazeVec point, double error)
{
    const GrazeShape* shape = active->shape;
    GrazeVec y =
        vec(point.x + piece_pivot_x(active->piece), point.y + piece_pivot_y(active->piece));
    for (int32_t i = 0; i < shape->count; i++) {
        GrazeVec from = vec_from_point(shape->vertices[i]);
        GrazeVec edge = vec_sub(vec_from_point(shape->vertices[next_index(i, shape->count)]), from);
        if (vec_cross(edge, vec_sub(y, from)) <= error * vec_norm1(edge)) return false;
    }
    return true;
}

/*
 * Uses the vertex of the incident body that is farthest toward the edge, in the frame of the edge's
 * body. Where it lies in front of the edge, its distance from its foot on the edge equals the
 * separation bound along the edge's normal, so that the two are the nearest points.
 */
bool graze_query_proximity_cached(const GrazeRelativeMotion* motion,
                                  const GrazeProximityCache* cache, GrazeProximity* out)
{
    const GrazePieceInterval* interval = &motion->interval;
    const GrazeMotionState* state = &out->state;
    bool is_edge_of_a = cache->frame == GRAZE_FRAME_A;
    const GrazeActivePiece* reference = is_edge_of_a ? &interval->a : &interval->b;
    if (cache->frame == GRAZE_FRAME_WORLD || cache->piece != reference->piece.record) return false;
    if (cache->is_segment) return false;
    const GrazeActivePiece* incident = is_edge_of_a ? &interval->b : &interval->a;
    const GrazePose* reference_pose = is_edge_of_a ? &state->pose_a : &state->pose_b;
    const GrazePose* incident_pose = is_edge_of_a ? &state->pose_b : &state->pose_a;
    GrazeVec normal = vec_rotate(cache->normal, reference_pose->cos, reference_pose->sin);
    GrazeVec arm = graze_support_point(
        incident, vec_inv_rotate(normal, -incident_pose->cos, -incident_pose->sin));
    GrazeVec arm_in_world = vec_rotate(arm, incident_pose->cos, incident_pose->sin);
    GrazeVec d = is_edge_of_a ? vec(state->x[0], state->y[0]) : vec(-state->x[0], -state->y[0]);
    GrazeVec point =
        vec_inv_rotate(vec_add(d, arm_in_world), reference_pose->cos, reference_pose->sin);
    GrazeVec relative = vec_sub(point, cache->from);
    double distance = vec_dot(cache->normal, relative);
    double along = vec_dot(cache->edge, relative);
    out->separation = distance - interval->reach - state->inflation[0];
    out->frame = cache->frame;
    out->normal = is_edge_of_a ? normal : vec(-normal.x, -normal.y);
    out->is_penetrating = false;
    if (distance > 0) return along >= 0 && along <= vec_dot(cache->edge, cache->edge);
    return is_within(reference, point, 2 * state->error);
}

static bool is_rotating(const GrazeActivePiece* active)
{
    return active->angle_degree > 0 && active->radius > 0;
}

/*
 * Subtracts the terms of the inflation but the constant one from a polynomial, of which it returns
 * the degree. Each coefficient is lowered by the rounding errors that add up over a long step.
 */
static int32_t subtract_inflation(const GrazeMotionState* state, double* c)
{
    for (int32_t k = 1; k <= state->inflation_degree; k++) {
        double term = k <= state->position_degree ? c[k] : 0;
        double error = GRAZE_SLOPE_ERROR * (fabs(term) + fabs(state->inflation[k]));
        c[k] = term - (state->inflation[k] + error);
    }
    return max2_int(state->position_degree, state->inflation_degree);
}

/* Computes n . d as a polynomial. */
static void project_positions(const GrazeMotionState* state, GrazeVec n, double* c)
{
    for (int32_t k = 0; k <= state->position_degree; k++)
        c[k] = n.x * state->x[k] + n.y * state->y[k];
}

/*
 * Returns the safe step of bodies that do not rotate: their separation bound is the polynomial n .
 * d less the inflation, plus a constant.
 */
static double translation_safe_step(const GrazePieceInterval* interval,
                                    const GrazeProximity* proximity, double span, double margin)
{
    GrazeRateBounds zero_rates = {0};
    GrazeSeparationBound bound;
    GrazeBoundValue now;
    double c[GRAZE_PIECE_TERMS];
    graze_separation_bound_init(interval, &proximity->state, proximity->normal, GRAZE_FRAME_WORLD,
                                &zero_rates, 0, margin, &bound);
    graze_separation_bound_evaluate(&bound, 0, &now);
    project_positions(&proximity->state, proximity->normal, c);
    c[0] = now.value;
    return graze_poly_safe_step(c, subtract_inflation(&proximity->state, c), span);
}

double graze_largest_speed(const GrazePieceInterval* interval, const GrazeRateBounds* rates)
{
    return rates->speed + rates->angular_velocity_a * interval->a.radius +
           rates->angular_velocity_b * interval->b.radius + rates->inflation_speed;
}

enum { MAX_TRIALS = 6 };

static double bound_safe_step(const GrazePieceInterval* interval, const GrazeProximity* proximity,
                              const GrazeRateBounds* rates, double margin, double trial,
                              GrazeCurvatureBounds* curvatures, double* time_to_close)
{
    GrazeSeparationBound bound;
    double speed;
    graze_compute_curvature_bounds(interval, &proximity->state, rates, trial, curvatures);
    GrazeNormalFrame frame = graze_choose_normal_frame(proximity->frame, rates, curvatures);
    graze_separation_bound_init(interval, &proximity->state, proximity->normal, frame, rates,
                                curvatures->curvature[frame], margin, &bound);
    double step = graze_separation_bound_safe_step(&bound, trial, &speed);
    *time_to_close = bound.curvature * step * step / max2(speed, DBL_MIN);
    return step;
}

/*
 * Returns whether the bounds of the next, much shorter trial can be much better. For uniform
 * motions this is so only if the pivots can travel more than twice their distance during the trial.
 */
static bool can_improve(const GrazeMotionState* state, const GrazeRateBounds* rates, double trial)
{
    double travel = rates->speed * trial;
    bool is_uniform = state->position_degree <= 1 && state->angle_degree <= 1;
    return !is_uniform ||
           travel * travel > 4 * (state->x[0] * state->x[0] + state->y[0] * state->y[0]);
}

/* Ratio of distance to contact distance from which a step by the discs alone is worthwhile. */
static const double WORTHWHILE_RATIO = 1.0625;

/*
 * Returns the time to contact of discs whose centers move uniformly: |d + d' tau| =
 * contact_distance at tau = c / (-b + sqrt(b^2 - a c)), for a = |d'|^2, b = d . d', c = |d|^2 -
 * contact_distance^2. The discriminant b^2 - a c = a contact_distance^2 - (d x d')^2 cancels only
 * where the discs graze; there the cross product has an error of some u |d| |d'|, which is less
 * than the instant's error in the contact distance, and its square has an error of some u of
 * itself, for which the contact distance is widened.
 */
static double linear_discs_safe_step(GrazeVec d, GrazeVec velocity, double contact_distance,
                                     double span)
{
    double a = vec_dot(velocity, velocity);
    double b = vec_dot(d, velocity);
    double c = vec_dot(d, d) - contact_distance * contact_distance;
    double cross = vec_cross(d, velocity);
    double square = a * contact_distance * contact_distance - cross * cross;
    if (b >= 0 || square < 0) return span;
    return min2(span, c / (sqrt(square) - b));
}

double graze_discs_safe_step(const GrazePieceInterval* interval, const GrazeMotionState* state,
                             double min_gap, double span)
{
    GrazeVec d = vec(state->x[0], state->y[0]);
    double contact_distance =
        interval->a.radius + interval->b.radius + interval->reach + min_gap + state->error;
    contact_distance += graze_max_inflation(state, span);
    double square = vec_dot(d, d);
    /* Pivots that do not move keep their distance. */
    if (state->position_degree == 0)
        return contact_distance < 0 ||
                       square > contact_distance * contact_distance * (1 + GRAZE_STEP_ERROR)
                   ? span
                   : 0;
    contact_distance *= 1 + GRAZE_DISC_ERROR;
    if (contact_distance < 0) return span;
    if (!(square > contact_distance * contact_distance)) return 0;
    bool is_far =
        square > WORTHWHILE_RATIO * WORTHWHILE_RATIO * contact_distance * contact_distance;
    if (state->position_degree <= 1) {
        GrazeVec velocity = state->position_degree == 1 ? vec(state->x[1], state->y[1]) : vec(0, 0);
        double step = linear_discs_safe_step(d, velocity, contact_distance, span);
        return is_far || step >= span ? step : 0;
    }
    if (!is_far) return 0;
    double c[GRAZE_PIECE_TERMS];
    double distance = sqrt(square);
    project_positions(state, vec_div(d, distance), c);
    c[0] = distance - contact_distance;
    return graze_poly_safe_step(c, state->position_degree, span);
}

/*
 * The time for which a contact is certified to last, from points or features of both bodies that
 * stay near each other.
 */

enum { MAX_HALVINGS = 32 };

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
 *   rates, span                         bounds of all rates, and the time for which they hold
 *   is_b                                true if the reference body is B
 *   is_polynomial                       true if neither body turns, and positions are not linear
 */
typedef struct {
    const GrazeActivePiece *reference, *incident;
    const GrazePose *reference_pose, *incident_pose;
    double reference_rate, incident_rate, frame_curvature, relative_curvature;
    GrazeVec to_incident, velocity;
    const GrazeRateBounds* rates;
    double span;
    bool is_b, is_polynomial;
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
    view.rates = rates;
    view.is_b = is_b;
    view.is_polynomial =
        state->position_degree > 1 && !is_rotating(view.reference) && !is_rotating(view.incident);
    view.span = span;
    return view;
}

/* Ratio of squares from which on a point is near the reference pivot, compared with the incident one. */
static const double NEAR_PIVOT = 16;

/*
 * Returns an upper bound of |y''| of a point P = d + R_i q, at p now, as
 *
 *   y'' = R_r^T (P'' - 2 w J P' - (w^2 + w' J) P)
 *
 * with the rates w of the reference body: less than that of GrazeFrameAcceleration if d and R_i q nearly
 * cancel, as where a body turns about a point of the other one.
 */
static double curvature_about(const ReferenceView* view, GrazeVec p, double arm)
{
    const GrazeRateBounds* rates = view->rates;
    double w = view->is_b ? rates->angular_velocity_b : rates->angular_velocity_a;
    double w_rate = view->is_b ? rates->angular_acceleration_b : rates->angular_acceleration_a;
    double own = view->is_b ? rates->angular_velocity_a : rates->angular_velocity_b;
    double own_rate = view->is_b ? rates->angular_acceleration_a : rates->angular_acceleration_b;
    double speed = rates->speed + own * arm;
    double distance = vec_length(p) + speed * view->span;
    double curvature = rates->acceleration + (own * own + own_rate) * arm + 2 * w * speed +
                       (w * w + w_rate) * distance;
    /* The rates of a rotation by 1e7 in a tiny time can overflow, and their products can be NaN. */
    return curvature <= DBL_MAX ? curvature : INFINITY;
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
    double length = vec_length(arm);
    double curvature = view->frame_curvature + view->relative_curvature * length;
    if (NEAR_PIVOT * vec_dot(point, point) < length * length)
        curvature = min2(curvature, curvature_about(view, point, length));
    point_state.curvature = curvature * (1 + GRAZE_STEP_ERROR);
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
 * Returns the time, at most `span`, for which all vertices of the incident body stay beyond the
 * reference body along the normal, which is fixed to that, by more than the reach and the margin: each
 * vertex with a curvature of its own. A vertex about which a body turns stays where it is, while the
 * bounds of separation_bound.h count the curvature of the farthest one.
 */
static double view_safe_step(const ReferenceView* view, const GrazeProximity* proximity,
                             const GrazeRateBounds* rates, GrazeVec outward, double level,
                             double span)
{
    const GrazePose* pose = view->reference_pose;
    const GrazeShape* shape = view->incident->shape;
    GrazePieceView piece = view->incident->piece;
    GrazeVec n = vec_inv_rotate(outward, pose->cos, pose->sin);
    double extent = fabs(proximity->state.x[0]) + fabs(proximity->state.y[0]) +
                    view->reference->radius + view->incident->radius;
    double slope_error =
        GRAZE_SLOPE_ERROR *
        (rates->speed + (rates->angular_velocity_a + rates->angular_velocity_b) * extent +
         rates->inflation_speed);
    double support = vec_dot(n, graze_support_point(view->reference, n));
    double step = span;
    for (int32_t i = 0; i < shape->count && step > 0; i++) {
        GrazeVec vertex = vec_from_point(shape->vertices[i]);
        GrazeVec arm = vec(vertex.x - piece_pivot_x(piece), vertex.y - piece_pivot_y(piece));
        const GrazePose* own = view->incident_pose;
        PointState point =
            observe_point(view, vec_add(view->to_incident, vec_rotate(arm, own->cos, own->sin)));
        double growth = proximity->state.inflation_degree > 0 ? proximity->state.inflation[1] : 0;
        step = positive_span(vec_dot(n, point.y) - support - level,
                             vec_dot(n, point.velocity) - growth - slope_error,
                             point.curvature + rates->inflation_acceleration, step);
    }
    return step;
}

/* Returns the longer of the steps as seen from either body. */
static NOINLINE double vertices_safe_step(const GrazePieceInterval* interval,
                                          const GrazeProximity* proximity, double span,
                                          double margin)
{
    const GrazeMotionState* state = &proximity->state;
    double level = interval->reach + state->inflation[0] + margin;
    double trial = span;
    double best = 0;
    for (int32_t round = 0; round < MAX_TRIALS; round++) {
        GrazeRateBounds rates;
        graze_compute_rate_bounds(state, trial, &rates);
        ReferenceView view_a = make_view(interval, state, &rates, trial, false);
        ReferenceView view_b = make_view(interval, state, &rates, trial, true);
        GrazeVec n = proximity->normal;
        best = view_safe_step(&view_a, proximity, &rates, n, level, trial);
        best =
            max2(best, view_safe_step(&view_b, proximity, &rates, vec(-n.x, -n.y), level, trial));
        if (best >= 0.25 * trial || best <= 0) break;
        trial = 2 * best;
    }
    return best;
}

double graze_proximity_safe_step(const GrazeRelativeMotion* motion, const GrazeProximity* proximity,
                                 double span, double allowance, GrazeContactMethod method,
                                 double* time_to_close)
{
    const GrazePieceInterval* interval = &motion->interval;
    const GrazeMotionState* state = &proximity->state;
    double margin = state->error - allowance;
    double separation = proximity->separation - margin;
    bool is_certified = method == GRAZE_METHOD_CERTIFIED;
    *time_to_close = 0;
    if (!(separation > 0)) return 0;
    if (is_certified && !is_rotating(&interval->a) && !is_rotating(&interval->b)) {
        return translation_safe_step(interval, proximity, span, margin);
    }
    double trial = span;
    double best = 0;
    GrazeCurvatureBounds curvatures;
    curvatures.has_frame_acceleration = false;
    for (int32_t round = 0; round < MAX_TRIALS; round++) {
        GrazeRateBounds rates;
        graze_compute_rate_bounds(state, trial, &rates);
        double max_speed = graze_largest_speed(interval, &rates);
        best = separation < max_speed * trial ? separation / max_speed * (1 - GRAZE_STEP_ERROR)
                                              : trial;
        if (is_certified && best < trial)
            best = max2(best, bound_safe_step(interval, proximity, &rates, margin, trial,
                                              &curvatures, time_to_close));
        if (best >= 0.25 * trial || best <= 0 || !can_improve(state, &rates, trial)) break;
        trial = 2 * best;
    }
    return best;
}

double graze_proximity_shallow_step(const GrazeRelativeMotion* motion,
                                    const GrazeProximity* proximity, double span, double allowance,
                                    GrazeContactMethod method)
{
    const GrazePieceInterval* interval = &motion->interval;
    double margin = proximity->state.error - allowance;
    double time_to_close;
    double step =
        graze_proximity_safe_step(motion, proximity, span, allowance, method, &time_to_close);
    bool is_turning = is_rotating(&interval->a) || is_rotating(&interval->b);
    bool may_be_longer = step < span && proximity->separation > margin;
    if (method != GRAZE_METHOD_CERTIFIED || !is_turning || !may_be_longer) return step;
    return max2(step, vertices_safe_step(interval, proximity, span, margin));
}

/*
 * Returns the time, at most `span`, for which a point that is fixed to the incident body stays
 * inside the reference core.
 */
static double point_contact_step(const ReferenceView* view, GrazeVec point, double error,
                                 double span)
{
    const GrazeShape* shape = view->reference->shape;
    GrazePieceView piece = view->reference->piece;
    PointState point_state = observe_point(view, point);
    GrazeVec y =
        vec(point_state.y.x + piece_pivot_x(piece), point_state.y.y + piece_pivot_y(piece));
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
    graze_distance(&a, &state->pose_a, &b, &state->pose_b, &cores);
    *witness_a = vec(cores.witness.point_a_x, cores.witness.point_a_y);
    *witness_b = vec(cores.witness.point_b_x, cores.witness.point_b_y);
}

/*
 * Returns the time for which two witness points, fixed to their bodies, stay within `max_distance`
 * of each other, plus what the inflation r has grown since: while |w + w' tau| + curvature tau^2 / 2
 * - r' tau <= max_distance, with w the vector from one to the other, and |r''| in the curvature. At
 * tau = 0 this holds, since the caller has checked it. The left side is convex in tau; so if it
 * holds at some tau, it holds at all times up to that tau.
 */
static double witnesses_contact_step(const GrazeMotionState* state, const GrazeRateBounds* rates,
                                     GrazeVec witness_a, GrazeVec witness_b, double max_distance,
                                     double span)
{
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
            vec_length(arm_b) +
        rates->inflation_acceleration;
    double growth = state->inflation_degree > 0 ? state->inflation[1] : 0;
    growth -= GRAZE_SLOPE_ERROR * rates->inflation_speed;
    double lo = 0;
    double hi = span;
    double tau = span;
    for (int32_t i = 0; i < MAX_HALVINGS; i++) {
        double distance = vec_length(vec_mul_add(w, tau, point_velocity)) +
                          0.5 * curvature * tau * tau - growth * tau;
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

/* Returns the time of side_step for bodies that do not turn. */
static NOINLINE double polynomial_side_step(const ReferenceView* view,
                                            const GrazeMotionState* state, GrazeVec u, double c,
                                            double span)
{
    double terms[GRAZE_PIECE_TERMS];
    GrazeVec in_world = vec_rotate(u, view->reference_pose->cos, view->reference_pose->sin);
    project_positions(state, vec_scale(in_world, view->is_b ? -1 : 1), terms);
    terms[0] = c;
    return c > 0 ? graze_poly_safe_step(terms, state->position_degree, span) : 0;
}

/*
 * Returns the time up to `span` during which c + u . (y - y(0)) is positive for a point at y, with u in
 * the reference frame. If neither body turns, that is a polynomial.
 */
ALWAYS_INLINE double side_step(const ReferenceView* view, const GrazeMotionState* state,
                               const PointState* point, GrazeVec u, double c, double span)
{
    if (view->is_polynomial) return polynomial_side_step(view, state, u, c, span);
    return positive_span(c, vec_dot(u, point->velocity), point->curvature, span);
}

/*
 * Returns the time for which vertex j of the incident body stays within reach + allowance of the
 * nearest edge: within `max_distance` = reach + allowance / 2 of the edge's line, and at most
 * `overhang` beyond the ends of the edge, measured along it. By Pythagoras' theorem max_distance^2
 * + overhang^2 <= (reach + allowance)^2.
 */
static double vertex_contact_step(const ReferenceView* view, const GrazeMotionState* state,
                                  const GrazeProximityCache* cache, int32_t j, double max_distance,
                                  double overhang, double span)
{
    GrazePieceView piece = view->incident->piece;
    GrazeVec vertex = vec_from_point(view->incident->shape->vertices[j]);
    GrazeVec arm = vec(vertex.x - piece_pivot_x(piece), vertex.y - piece_pivot_y(piece));
    const GrazePose* pose = view->incident_pose;
    PointState point_state =
        observe_point(view, vec_add(view->to_incident, vec_rotate(arm, pose->cos, pose->sin)));
    GrazeVec relative = vec_sub(point_state.y, cache->from);
    double length = vec_length(cache->edge);
    GrazeVec tangent = vec_div(cache->edge, length);
    GrazeVec back = vec(-tangent.x, -tangent.y);
    GrazeVec inward = vec(-cache->normal.x, -cache->normal.y);
    double along = vec_dot(tangent, relative);
    double apart = vec_dot(cache->normal, relative);
    double step = side_step(view, state, &point_state, inward, max_distance - apart, span);
    step = side_step(view, state, &point_state, cache->normal, max_distance + apart, step);
    step = side_step(view, state, &point_state, tangent, overhang + along, step);
    return side_step(view, state, &point_state, back, overhang + length - along, step);
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
    double min_inflation = max2(proximity->state.inflation[0] - rates->inflation_speed * span, 0);
    double max_distance = interval->reach + min_inflation + 0.5 * allowance;
    double overhang = sqrt(allowance * (max_distance + 0.25 * allowance)) * (1 - GRAZE_STEP_ERROR);
    ReferenceView view =
        make_view(interval, &proximity->state, rates, span, cache->frame == GRAZE_FRAME_B);
    if (cache->frame == GRAZE_FRAME_WORLD || cache->piece != view.reference->piece.record) return 0;
    const GrazeShape* shape = view.incident->shape;
    const GrazePose* reference_pose = view.reference_pose;
    const GrazePose* incident_pose = view.incident_pose;
    GrazeVec normal = vec_rotate(cache->normal, reference_pose->cos, reference_pose->sin);
    GrazeVec direction = vec_inv_rotate(normal, -incident_pose->cos, -incident_pose->sin);
    int32_t j = graze_support(shape, direction.x, direction.y, GRAZE_SUPPORT_AUTO, 0);
    int32_t candidates[3] = {j, previous_index(j, shape->count), next_index(j, shape->count)};
    double step = 0;
    for (int32_t k = 0; k < 3 && step < span; k++)
        step = max2(step, vertex_contact_step(&view, &proximity->state, cache, candidates[k],
                                              max_distance, overhang, span));
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
        if (best < trial && proximity->is_penetrating) {
            /* The deepest points of bodies that only touch are where they do. */
            GrazeVec w = vec_sub(proximity->witness_b, proximity->witness_a);
            best = max2(best, penetration_contact_step(interval, proximity, &rates, trial));
            if (best < trial && vec_length(w) <= allowance)
                best = max2(best, witnesses_contact_step(state, &rates, proximity->witness_a,
                                                         proximity->witness_b, allowance, trial));
        } else if (best < trial) {
            GrazeVec witness_a;
            GrazeVec witness_b;
            double max_distance = interval->reach + state->inflation[0] + allowance;
            find_witness_points(interval, state, &witness_a, &witness_b);
            best = max2(best, witnesses_contact_step(state, &rates, witness_a, witness_b,
                                                     max_distance, trial));
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
