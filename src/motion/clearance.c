#include "clearance.h"

#include "../static/convex/filtered_walk.h"
#include "../tolerance.h"
#include "convex_pair.h"
#include "cubic_bound.h"
#include "first_contact.h"

/*
 * The clearance of convex bodies, by the search of ../advancement: the depth where cores meet, by a
 * walk round A - B; models of the separation at an instant; bounds of third order around it.
 */

/*
 * A pair, which the search for a clearance queries.
 *
 *   distance_tolerance  that of the advancement
 *   is_inside           true if the cores met at the last query, as they will at the next then
 */
typedef struct {
    GrazeConvexPair pair;
    double distance_tolerance;
    bool is_inside;
} ClearancePair;

/*
 * Detail of a point of a descent. `interval` is the one with which the separation was evaluated: its
 * `from` and `to` are the times for which the polynomials of the state hold, which is the time of the
 * point alone if they were computed from another base.
 *
 * The model is of the nearest features: a vertex and an edge, whose normal turns with the edge, or two
 * vertices, whose normal turns with the vector p between them, so that
 * |p|'' = n . p'' + (p' x n)^2 / |p|. `spin` is the rate of that normal. The step to the minimum is a
 * Newton step for the separation, or for |p|^2, which is exact for vertices that move uniformly along
 * straight lines.
 */
typedef struct {
    GrazeProximity proximity;
    GrazePieceInterval interval;
    GrazeCubicBound bound;
    double spin;
} PointDetail;

/* Returns the body whose edge is the feature of a walk: of two parallel edges the longer one. */
static GrazeNormalFrame feature_frame(const GrazeCso* cso, const GrazeContactFeature* feature)
{
    const GrazePoint* a = cso->a->vertices;
    const GrazePoint* b = cso->b->vertices;
    GrazeVec edge_a = vec_sub(vec_from_point(a[feature->a_next]), vec_from_point(a[feature->a]));
    GrazeVec edge_b = vec_sub(vec_from_point(b[feature->b_next]), vec_from_point(b[feature->b]));
    double length_a = vec_dot(edge_a, edge_a);
    double length_b = vec_dot(edge_b, edge_b);
    if (!(length_a > 0) && !(length_b > 0)) return GRAZE_FRAME_WORLD;
    return (length_a >= length_b) != cso->is_swapped ? GRAZE_FRAME_A : GRAZE_FRAME_B;
}

/*
 * Computes the proximity of cores that meet by a walk round A - B, without witnesses. Returns false if
 * they are disjoint, or if the walk is not certain or may err by much of the distance tolerance.
 */
static bool query_inside(ClearancePair* clearance, GrazeProximity* proximity)
{
    const GrazeRelativeMotion* motion = &clearance->pair.motion;
    GrazeCso cso;
    GrazeContactFeature feature;
    graze_cso_init(&cso, motion->a->shape, &proximity->state.pose_a, motion->b->shape,
                   &proximity->state.pose_b);
    double error = graze_walk_error(&cso);
    if (error > 0.125 * clearance->distance_tolerance) return false;
    if (graze_filtered_walk(&cso, 0, &feature) != GRAZE_WALK_CERTAIN) return false;
    if (!(feature.separation < -error)) return false;
    proximity->is_penetrating = true;
    proximity->separation =
        feature.separation - motion->interval.reach - proximity->state.inflation[0];
    proximity->normal = graze_cso_direction(&cso, &feature.normal);
    proximity->frame = feature_frame(&cso, &feature);
    clearance->pair.cache.frame = GRAZE_FRAME_WORLD;
    return true;
}

/*
 * Computes the proximity of a state: from the cached edge if that is in front of the other body, or by
 * a search.
 */
static void query_proximity(ClearancePair* clearance, GrazeProximity* proximity)
{
    double reach = clearance->pair.motion.interval.reach + proximity->state.inflation[0];
    bool is_cached =
        graze_query_proximity_cached(&clearance->pair.motion, &clearance->pair.cache, proximity);
    /* The separation of cores that meet is not the depth. */
    if (is_cached && proximity->separation + reach > proximity->state.error) return;
    if (clearance->is_inside && query_inside(clearance, proximity)) return;
    clearance->is_inside =
        !graze_query_disjoint(&clearance->pair.motion, &clearance->pair.cache, proximity);
    if (!clearance->is_inside || query_inside(clearance, proximity)) return;
    graze_query_proximity(&clearance->pair.motion, &clearance->pair.cache, proximity);
}

static double newton_step(double slope, double second)
{
    if (slope == 0) return 0;
    if (second > 0) return -slope / second;
    return slope < 0 ? INFINITY : -INFINITY;
}

/* Computes the model of a point, whose bound keeps pointers into its detail. */
static void fit_model(GrazeDescentPoint* point)
{
    PointDetail* detail = point->detail;
    const GrazeProximity* proximity = &detail->proximity;
    const GrazeMotionState* state = &proximity->state;
    GrazeCubicBound* bound = &detail->bound;
    graze_cubic_bound_init(&detail->interval, state, proximity->normal, proximity->frame, bound);
    point->instant = (GrazeInstant){detail->interval.from, detail->interval.to, state->error,
                                    proximity->separation};
    point->bound_second = bound->second;
    point->slope = bound->slope;
    point->second = bound->second;
    detail->spin = 0;
    point->step = newton_step(point->slope, point->second);
    if (proximity->frame != GRAZE_FRAME_WORLD || proximity->is_penetrating) return;
    GrazeVec p = vec_add(vec(state->x[0], state->y[0]), vec_sub(bound->arm_b, bound->arm_a));
    GrazeVec velocity = state->position_degree > 0 ? vec(state->x[1], state->y[1]) : vec(0, 0);
    if (bound->angle_degree > 0) {
        velocity = vec_mul_add(velocity, bound->turn_b[1], vec_left_perp(bound->arm_b));
        velocity = vec_mul_add(velocity, -bound->turn_a[1], vec_left_perp(bound->arm_a));
    }
    double distance = vec_length(p);
    double across = vec_cross(proximity->normal, velocity);
    if (!(distance > 0)) return;
    detail->spin = across / distance;
    point->second += detail->spin * across;
    point->step = newton_step(point->slope, point->second);
    if (state->inflation_degree > 0) return;
    /* (|p|^2 / 2)'' = |p'|^2 + p . p'', and p . p'' = |p| n . p''. */
    double along = vec_dot(proximity->normal, velocity);
    point->step =
        newton_step(distance * along, vec_dot(velocity, velocity) + distance * bound->second);
}

/*
 * Finds the interval of a time. At the end of the search that is the one which ends there: bodies that
 * stay from then on have no slope.
 */
static void find_interval(GrazeRelativeMotion* motion, double t, double to)
{
    if (t >= to && t > 0) {
        double before = double_adjacent(t, false);
        if (graze_relative_motion_find_interval(motion, before)->to >= t) return;
    }
    graze_relative_motion_find_interval(motion, t);
}

/* Evaluates the proximity at the time of a point from a base of time near it. */
static NOINLINE void query_rebased(GrazeConvexPair* pair, double time, PointDetail* detail)
{
    GrazeRelativeMotion rebased = pair->motion;
    double rest = graze_relative_motion_rebase(&rebased, time);
    graze_relative_motion_find_interval(&rebased, rest);
    graze_motion_state_evaluate(&rebased, rest, &detail->proximity.state);
    graze_query_proximity(&rebased, &pair->cache, &detail->proximity);
    detail->interval = rebased.interval;
    detail->interval.from = detail->interval.to = time;
}

/* The functions of the search. */

static void evaluate(void* data, const GrazeAdvancement* advancement, GrazeDescentPoint* point)
{
    ClearancePair* clearance = data;
    GrazeRelativeMotion* motion = &clearance->pair.motion;
    PointDetail* detail = point->detail;
    GrazeMotionState* state = &detail->proximity.state;
    double t = point->time;
    find_interval(motion, t, advancement->to);
    graze_motion_state_evaluate(motion, t, state);
    bool is_coarse = state->error > 0.25 * advancement->distance_tolerance;
    if (is_coarse && graze_relative_motion_gains_from_rebase(motion, t)) {
        query_rebased(&clearance->pair, t, detail);
    } else {
        detail->interval = motion->interval;
        query_proximity(clearance, &detail->proximity);
    }
    fit_model(point);
}

static void adopt(void* data, GrazeDescentPoint* point)
{
    const GrazeConvexPair* pair = data;
    PointDetail* detail = point->detail;
    detail->proximity = pair->proximity;
    detail->interval = pair->motion.interval;
    fit_model(point);
}

static void certify_around(void* data, GrazeDescentPoint* point, double min_value, double* before,
                           double* after)
{
    (void)data;
    PointDetail* detail = point->detail;
    GrazeCubicBound* bound = &detail->bound;
    double span_before = *before;
    double span_after = *after;
    *before = graze_cubic_bound_safe_step(bound, -1, min_value, span_before);
    *after = graze_cubic_bound_safe_step(bound, 1, min_value, span_after);
    if (detail->spin == 0 || (*before >= span_before && *after >= span_after)) return;
    graze_cubic_bound_spin(bound, detail->spin);
    point->bound_second = bound->second;
    *before = max2(*before, graze_cubic_bound_safe_step(bound, -1, min_value, span_before));
    *after = max2(*after, graze_cubic_bound_safe_step(bound, 1, min_value, span_after));
}

/* Number of parts into which the time is divided by samples of the pivots. */
enum { SAMPLES = 16 };

/*
 * Returns a time at which the pivots are about as near as they get from t on: of a uniform relative
 * motion the nearest one, else the best of several samples.
 */
static double guess_time(void* data, double t, double to)
{
    GrazeConvexPair* pair = data;
    GrazeMotionState state;
    graze_relative_motion_find_interval(&pair->motion, t);
    graze_motion_state_expand(&pair->motion, t, &state);
    if (state.position_degree == 0 && pair->motion.interval.to >= to) return 0.5 * (t + to);
    if (state.position_degree == 1 && pair->motion.interval.to >= to) {
        GrazeVec d = vec(state.x[0], state.y[0]);
        GrazeVec velocity = vec(state.x[1], state.y[1]);
        double square = vec_dot(velocity, velocity);
        return square > 0 ? clamp(t - vec_dot(d, velocity) / square, t, to) : t;
    }
    double best = t;
    double min_square = INFINITY;
    for (int32_t i = 0; i <= SAMPLES; i++) {
        double time = i < SAMPLES ? t + i * ((to - t) / SAMPLES) : to;
        graze_relative_motion_find_interval(&pair->motion, time);
        graze_motion_state_expand(&pair->motion, time, &state);
        double square = state.x[0] * state.x[0] + state.y[0] * state.y[0];
        if (square < min_square) best = time;
        min_square = min2(min_square, square);
    }
    return best;
}

static void measure(void* data, GrazeInstant* instant)
{
    ClearancePair* clearance = data;
    GrazeProximity* proximity = &clearance->pair.proximity;
    graze_motion_state_compute_poses(&clearance->pair.motion.interval, &proximity->state);
    query_proximity(clearance, proximity);
    instant->separation = proximity->separation;
}

static double safe_step(void* data, double min_value, double span)
{
    GrazeConvexPair* pair = data;
    GrazeRelativeMotion* motion = &pair->motion;
    GrazeProximity* proximity = &pair->proximity;
    GrazeCubicBound bound;
    double time_to_close;
    /* A descent may have left the piece interval. */
    graze_relative_motion_find_interval(motion, proximity->state.time);
    graze_cubic_bound_init(&motion->interval, &proximity->state, proximity->normal,
                           proximity->frame, &bound);
    double step = graze_cubic_bound_safe_step(&bound, 1, min_value, span);
    if (step >= span) return step;
    /* A depth by a walk may err by more than the state. */
    if (proximity->is_penetrating) proximity->separation = min2(proximity->separation, bound.value);
    return max2(step, graze_proximity_safe_step(motion, proximity, span, -min_value,
                                                GRAZE_METHOD_CERTIFIED, &time_to_close));
}

enum { MAX_WIDTHS = 64 };

/*
 * Computes the minimum width of a shape among those across some of its edges and along the axes,
 * and an upper bound of its maximum width.
 */
static void find_widths(const GrazeShape* shape, double* min_width, double* max_width)
{
    const GrazePoint* vertices = shape->vertices;
    double lo[2] = {vertices[0].x, vertices[0].y};
    double hi[2] = {vertices[0].x, vertices[0].y};
    for (int32_t i = 1; i < shape->count; i++) {
        lo[0] = min2(lo[0], vertices[i].x);
        hi[0] = max2(hi[0], vertices[i].x);
        lo[1] = min2(lo[1], vertices[i].y);
        hi[1] = max2(hi[1], vertices[i].y);
    }
    *min_width = min2(hi[0] - lo[0], hi[1] - lo[1]);
    *max_width = vec_length(vec(hi[0] - lo[0], hi[1] - lo[1]));
    int32_t stride = 1 + shape->count / MAX_WIDTHS;
    for (int32_t i = 0; i < shape->count && shape->count > 1; i += stride) {
        GrazeVec from = vec_from_point(vertices[i]);
        GrazeVec edge = vec_sub(vec_from_point(vertices[next_index(i, shape->count)]), from);
        GrazeVec out = vec_div(vec_outward(edge), vec_length(edge));
        int32_t k = graze_support(shape, -out.x, -out.y, GRAZE_SUPPORT_AUTO, 0);
        *min_width = min2(*min_width, vec_dot(out, vec_sub(from, vec_from_point(vertices[k]))));
    }
    *min_width += 2 * (double)shape->radius;
    *max_width += 2 * (double)shape->radius;
}

/*
 * Returns an upper bound of the penetration depth of two bodies in any poses, at any time. Along every direction
 * A - B is as wide as both bodies together, and the origin inside it is at most half of that width
 * from one of its sides. The direction is one in which one of the bodies has its minimum width.
 */
static double max_depth(const void* data)
{
    const GrazeConvexPair* pair = data;
    const GrazeMovingBody* body_a = pair->motion.a;
    const GrazeMovingBody* body_b = pair->motion.b;
    const GrazeShape* a = body_a->shape;
    const GrazeShape* b = body_b->shape;
    double min_width_a;
    double max_width_a;
    double min_width_b;
    double max_width_b;
    find_widths(a, &min_width_a, &max_width_a);
    find_widths(b, &min_width_b, &max_width_b);
    double half_width = 0.5 * min2(min_width_a + max_width_b, max_width_a + min_width_b);
    return (half_width + graze_inflation_bound(body_a) + graze_inflation_bound(body_b)) *
           (1 + GRAZE_STEP_ERROR);
}

/*
 * Returns a lower bound of the separation during the next `span`: that of the discs around the
 * pivots, from the minimum distance of the pivots and the largest inflation.
 */
static double far_bound(void* data, double span)
{
    const GrazeConvexPair* pair = data;
    const GrazePieceInterval* interval = &pair->motion.interval;
    const GrazeMotionState* state = &pair->proximity.state;
    GrazeRateBounds rates;
    graze_compute_rate_bounds(state, span, &rates);
    GrazeVec d = vec(state->x[0], state->y[0]);
    double distance = vec_length(d) - rates.speed * span;
    if (state->position_degree == 1) {
        GrazeVec velocity = vec(state->x[1], state->y[1]);
        double square = vec_dot(velocity, velocity);
        double middle = square > 0 ? clamp(-vec_dot(d, velocity) / square, 0, span) : 0;
        distance = vec_length(vec_mul_add(d, middle, velocity)) * (1 - GRAZE_STEP_ERROR) -
                   GRAZE_STEP_ERROR * rates.speed * span;
    }
    return distance - interval->a.radius - interval->b.radius - interval->reach - state->error -
           graze_max_inflation(state, span);
}

static const GrazeClearanceFunctions FUNCTIONS = {
    .evaluate = evaluate,
    .adopt = adopt,
    .certify_around = certify_around,
    .guess_time = guess_time,
    .measure = measure,
    .safe_step = safe_step,
    .far_bound = far_bound,
    .max_depth = max_depth,
};

void graze_convex_clearance_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                    const GrazeMotionOptions* options, double limit,
                                    GrazeClearanceBracket* out)
{
    GrazeMotionOptions clipped = *options;
    *out = (GrazeClearanceBracket){INFINITY, INFINITY, 0, GRAZE_CLEARANCE_CERTIFIED, 0, false};
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return;
    ClearancePair clearance;
    GrazeAdvancement advancement;
    graze_convex_pair_init(&advancement, &clearance.pair, a, b, &clipped);
    clearance.distance_tolerance = advancement.distance_tolerance;
    clearance.is_inside = false;
    PointDetail details[GRAZE_DESCENT_POINTS];
    void* const rooms[GRAZE_DESCENT_POINTS] = {&details[0], &details[1], &details[2]};
    graze_search_clearance(&advancement, &FUNCTIONS, rooms, limit, out);
}

void graze_convex_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, GrazeClearance* out)
{
    GrazeClearanceBracket bracket;
    *out = (GrazeClearance){0};
    graze_convex_clearance_bracket(a, b, options, INFINITY, &bracket);
    out->lo = bracket.lo;
    out->hi = bracket.hi;
    out->status = (int32_t)bracket.status;
    if (!bracket.is_common) return;
    GrazeContact contact;
    GrazeRelativeMotion motion;
    graze_relative_motion_init(&motion, a, b, bracket.time, 1);
    graze_write_witness(&motion, 0, bracket.hi < 0, &contact);
    out->time = bracket.time;
    out->witness = contact.witness;
    out->is_common = 1;
    out->iterations = bracket.evaluations;
}
