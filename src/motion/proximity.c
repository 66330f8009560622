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
    cache->edge = vec_sub(vec_from_point(shape->vertices[next_index(first, shape->count)]), from);
    cache->piece = reference->piece;
    cache->from = vec(from.x - reference->piece->pivot_x, from.y - reference->piece->pivot_y);
    cache->normal = vec_div(vec_outward(cache->edge), vec_length(cache->edge));
}

static double squared_edge_length(const GrazeShape* shape, int32_t first)
{
    return squared_length(shape->vertices[first], shape->vertices[next_index(first, shape->count)]);
}

/* Returns the body whose edge is the feature of a penetration. */
static GrazeNormalFrame penetration_frame(const GrazeRelativeMotion* motion,
                                          const GrazePenetration* penetration)
{
    bool is_edge_of_a = penetration->feature_a == GRAZE_EDGE;
    bool is_edge_of_b = penetration->feature_b == GRAZE_EDGE;
    if (is_edge_of_a && is_edge_of_b) {
        is_edge_of_a = squared_edge_length(motion->a->shape, penetration->index_a) >=
                       squared_edge_length(motion->b->shape, penetration->index_b);
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
    graze_distance(&a, &out->state.pose_a, &b, &out->state.pose_b, NULL, &cores);
    out->is_penetrating = cores.relation != GRAZE_DISJOINT;
    out->separation = cores.distance - motion->interval.reach;
    out->normal = vec(cores.normal_x, cores.normal_y);
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
    out->separation = penetration.relation == GRAZE_OVERLAPPING ? -penetration.depth : 0;
    out->normal = vec(penetration.normal_x, penetration.normal_y);
    out->frame = penetration_frame(motion, &penetration);
    out->witness_a = vec(penetration.point_a_x, penetration.point_a_y);
    out->witness_b = vec(penetration.point_b_x, penetration.point_b_y);
    if (out->frame == GRAZE_FRAME_WORLD) return;
    bool is_edge_of_a = out->frame == GRAZE_FRAME_A;
    graze_cache_edge(motion, out->frame, is_edge_of_a ? penetration.index_a : penetration.index_b,
                     cache);
}

/*
 * Caches the nearest edge that GJK has found, if it is an edge of a polygon. A line segment has an
 * edge on both sides; and a search that ends early can end at a chord between two vertices.
 */
static void cache_nearest_edge(const GrazeRelativeMotion* motion, const GrazeCso* cso,
                               const GrazeSimplex* simplex, GrazeNormalFrame frame,
                               GrazeProximityCache* cache)
{
    if (frame == GRAZE_FRAME_WORLD) return;
    const GrazeCsoPoint* p = &simplex->point[0];
    const GrazeCsoPoint* q = &simplex->point[1];
    bool is_edge_of_a = frame == GRAZE_FRAME_A;
    bool is_edge_of_frame_body = is_edge_of_a != cso->is_swapped;
    int32_t count = is_edge_of_frame_body ? cso->a->count : cso->b->count;
    int32_t first = is_edge_of_frame_body ? p->a : p->b;
    int32_t second = is_edge_of_frame_body ? q->a : q->b;
    if (count < 3) return;
    if (next_index(first, count) == second) {
        graze_cache_edge(motion, frame, first, cache);
    } else if (next_index(second, count) == first) {
        graze_cache_edge(motion, frame, second, cache);
    }
}

void graze_query_proximity(const GrazeRelativeMotion* motion, GrazeProximityCache* cache,
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
    if (out->is_penetrating) {
        measure_penetration(motion, cache, out);
        return;
    }
    /* All of A - B is at least this far away, and its nearest point at most `length`. */
    double min_distance = descent.floor / length;
    if (!(length - min_distance <= out->state.error)) {
        if (!measure_disjoint(motion, out)) measure_penetration(motion, cache, out);
        return;
    }
    GrazeVec normal = separating_normal(&descent);
    out->separation = min_distance - motion->interval.reach;
    out->normal = graze_cso_direction(&cso, &normal);
    out->frame = nearest_edge_frame(&cso, simplex);
    cache_nearest_edge(motion, &cso, simplex, out->frame, cache);
}

/*
 * Returns whether a point, given from the body's pivot in the body's frame, is inside the core by
 * more than `error`.
 */
static bool is_within(const GrazeActivePiece* active, GrazeVec point, double error)
{
    const GrazeShape* shape = active->shape;
    GrazeVec y = vec(point.x + active->piece->pivot_x, point.y + active->piece->pivot_y);
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
    if (cache->frame == GRAZE_FRAME_WORLD || cache->piece != reference->piece) return false;
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
    out->separation = distance - interval->reach;
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

/* Computes n . d as a polynomial. */
static void project_positions(const GrazeMotionState* state, GrazeVec n, double* c)
{
    for (int32_t k = 0; k <= state->position_degree; k++)
        c[k] = n.x * state->x[k] + n.y * state->y[k];
}

/*
 * Returns the safe step of bodies that do not rotate: their separation bound is the polynomial n .
 * d plus a constant.
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
    return graze_poly_safe_step(c, proximity->state.position_degree, span);
}

double graze_largest_speed(const GrazePieceInterval* interval, const GrazeRateBounds* rates)
{
    return rates->speed + rates->angular_velocity_a * interval->a.radius +
           rates->angular_velocity_b * interval->b.radius;
}

enum { MAX_TRIALS = 6 };

GrazeNormalFrame graze_choose_normal_frame(const GrazeProximity* proximity,
                                           const GrazeRateBounds* rates,
                                           const GrazeCurvatureBounds* curvatures)
{
    double threshold =
        GRAZE_COMMON_ROTATION * min2(rates->angular_velocity_a, rates->angular_velocity_b);
    const double* curvature = curvatures->curvature;
    GrazeNormalFrame best_frame =
        curvature[GRAZE_FRAME_A] <= curvature[GRAZE_FRAME_B] ? GRAZE_FRAME_A : GRAZE_FRAME_B;
    bool is_better = rates->angular_velocity_ab < threshold &&
                     curvature[best_frame] < 0.25 * curvature[proximity->frame];
    return is_better ? best_frame : proximity->frame;
}

static double bound_safe_step(const GrazePieceInterval* interval, const GrazeProximity* proximity,
                              const GrazeRateBounds* rates, double margin, double trial,
                              GrazeCurvatureBounds* curvatures, double* time_to_close)
{
    GrazeSeparationBound bound;
    double speed;
    graze_compute_curvature_bounds(interval, &proximity->state, rates, trial, curvatures);
    GrazeNormalFrame frame = graze_choose_normal_frame(proximity, rates, curvatures);
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
    double square = vec_dot(d, d);
    /* Pivots that do not move keep their distance. */
    if (state->position_degree == 0)
        return contact_distance < 0 ||
                       square > contact_distance * contact_distance * (1 + GRAZE_STEP_ERROR)
                   ? span
                   : 0;
    contact_distance *= 1 + GRAZE_DISC_ERROR;
    if (!(contact_distance > 0)) return span;
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
