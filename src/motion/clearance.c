#include "clearance.h"

#include "../static/convex/filtered_walk.h"
#include "../tolerance.h"
#include "convex_pair.h"
#include "cubic_bound.h"
#include "first_contact.h"

/*
 * The minimum signed separation over time. `best` is the minimum seen so far; safe steps certify
 * that the separation is nowhere below best - margin: they are those of a search for the first
 * contact, with best - margin in place of 0. The margin is the distance tolerance, or four times the
 * error of positions if that is more. When most of the budget is spent, the margin grows, so that the
 * bound for the rest of the time is as good as the remaining budget allows.
 *
 * Steps are long where the separation is well above the minimum, so the minimum is found first: from
 * the time at which the pivots are nearest, a descent goes by Newton's steps to a local minimum.
 * Wherever a smaller separation is found later, another descent starts. Near a minimum safe steps
 * would be as short as the root of the margin. There a bound of third order (cubic_bound.h) certifies
 * the time before and after the minimum at once, and the steps from the beginning pass over it.
 */

/*
 * State of a search.
 *
 *   pair                the bodies, as `advancement` knows them
 *   best, time          the minimum separation seen, at `time` of the caller's clock
 *   free_from, free_to  times around the minimum during which the separation is certified
 *   max_margin          largest margin of all certified times
 *   has_descended       false until the first descent
 *   is_inside           true if the cores met at the last query, as they will at the next then
 */
typedef struct {
    GrazeAdvancement advancement;
    GrazeConvexPair pair;
    double best, time, free_from, free_to, max_margin;
    bool has_descended, is_inside;
} ClearanceSearch;

/*
 * Derivatives of the separation at an instant, of the nearest features: a vertex and an edge, whose
 * normal turns with the edge, or two vertices, whose normal turns with the vector p between them, so
 * that |p|'' = n . p'' + (p' x n)^2 / |p|. `spin` is the rate of that normal, and `step` the time to
 * the minimum of the model, INFINITY if it has none ahead: a Newton step for the separation, or for
 * |p|^2, which is exact for vertices that move uniformly along straight lines.
 */
typedef struct {
    GrazeCubicBound bound;
    double slope, second, spin, step;
} LocalModel;

/*
 * A time at which the separation has been evaluated. `interval` is the one with which that was done: its
 * `from` and `to` are the times for which the polynomials of the state hold, which is `time` alone if
 * they were computed from another base.
 */
typedef struct {
    double time;
    GrazeProximity proximity;
    GrazePieceInterval interval;
    LocalModel model;
} DescentPoint;

/* Evaluates the proximity at the time of a point from a base of time near it. */
static NOINLINE void query_rebased(ClearanceSearch* search, DescentPoint* point)
{
    GrazeRelativeMotion rebased = search->pair.motion;
    double rest = graze_relative_motion_rebase(&rebased, point->time);
    graze_relative_motion_find_interval(&rebased, rest);
    graze_motion_state_evaluate(&rebased, rest, &point->proximity.state);
    graze_query_proximity(&rebased, &search->pair.cache, &point->proximity);
    point->interval = rebased.interval;
    point->interval.from = point->interval.to = point->time;
}

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
static bool query_inside(ClearanceSearch* search, GrazeProximity* proximity)
{
    const GrazeRelativeMotion* motion = &search->pair.motion;
    GrazeCso cso;
    GrazeContactFeature feature;
    graze_cso_init(&cso, motion->a->shape, &proximity->state.pose_a, motion->b->shape,
                   &proximity->state.pose_b);
    double error = graze_walk_error(&cso);
    if (error > 0.125 * search->advancement.distance_tolerance) return false;
    if (graze_filtered_walk(&cso, 0, &feature) != GRAZE_WALK_CERTAIN) return false;
    if (!(feature.separation < -error)) return false;
    proximity->is_penetrating = true;
    proximity->separation =
        feature.separation - motion->interval.reach - proximity->state.inflation[0];
    proximity->normal = graze_cso_direction(&cso, &feature.normal);
    proximity->frame = feature_frame(&cso, &feature);
    search->pair.cache.frame = GRAZE_FRAME_WORLD;
    return true;
}

/*
 * Computes the proximity of a state: from the cached edge if that is in front of the other body, or by
 * a search.
 */
static void query_proximity(ClearanceSearch* search, GrazeProximity* proximity)
{
    double reach = search->pair.motion.interval.reach + proximity->state.inflation[0];
    bool is_cached =
        graze_query_proximity_cached(&search->pair.motion, &search->pair.cache, proximity);
    /* The separation of cores that meet is not the depth. */
    if (is_cached && proximity->separation + reach > proximity->state.error) return;
    if (search->is_inside && query_inside(search, proximity)) return;
    search->is_inside = !graze_query_disjoint(&search->pair.motion, &search->pair.cache, proximity);
    if (!search->is_inside || query_inside(search, proximity)) return;
    graze_query_proximity(&search->pair.motion, &search->pair.cache, proximity);
}

static void update_best(ClearanceSearch* search, double separation, double t)
{
    if (!(separation < search->best)) return;
    search->best = separation;
    search->time = graze_to_caller_time(&search->advancement, t, false);
}

/*
 * Finds the interval of a time. At the end of the search that is the one which ends there: bodies that
 * stay from then on have no slope.
 */
static void find_interval(ClearanceSearch* search, double t)
{
    GrazeAdvancement* advancement = &search->advancement;
    if (t >= advancement->to && t > 0) {
        double before = double_adjacent(t, false);
        if (graze_relative_motion_find_interval(&search->pair.motion, before)->to >= t) return;
    }
    graze_relative_motion_find_interval(&search->pair.motion, t);
}

/* Evaluates the proximity at the time of a point. */
static void evaluate(ClearanceSearch* search, DescentPoint* point)
{
    GrazeAdvancement* advancement = &search->advancement;
    GrazeProximity* proximity = &point->proximity;
    double t = point->time;
    find_interval(search, t);
    graze_motion_state_evaluate(&search->pair.motion, t, &proximity->state);
    graze_advancement_count_evaluation(advancement, t);
    bool is_coarse = proximity->state.error > 0.25 * advancement->distance_tolerance;
    if (is_coarse && graze_relative_motion_gains_from_rebase(&search->pair.motion, t)) {
        query_rebased(search, point);
    } else {
        point->interval = search->pair.motion.interval;
        query_proximity(search, proximity);
    }
    update_best(search, proximity->separation, t);
}

/* ---- the descent to a minimum ---- */

/* Number of parts into which the time is divided by samples of the pivots. */
enum { SAMPLES = 16 };

static double newton_step(double slope, double second)
{
    if (slope == 0) return 0;
    if (second > 0) return -slope / second;
    return slope < 0 ? INFINITY : -INFINITY;
}

/* Computes the model of a point, whose bound keeps pointers to the state and the interval. */
static void fit_model(DescentPoint* point)
{
    LocalModel* model = &point->model;
    const GrazeProximity* proximity = &point->proximity;
    const GrazeMotionState* state = &proximity->state;
    GrazeCubicBound* bound = &model->bound;
    graze_cubic_bound_init(&point->interval, state, proximity->normal, proximity->frame, bound);
    model->slope = bound->slope;
    model->second = bound->second;
    model->spin = 0;
    model->step = newton_step(model->slope, model->second);
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
    model->spin = across / distance;
    model->second += model->spin * across;
    model->step = newton_step(model->slope, model->second);
    if (state->inflation_degree > 0) return;
    /* (|p|^2 / 2)'' = |p'|^2 + p . p'', and p . p'' = |p| n . p''. */
    double along = vec_dot(proximity->normal, velocity);
    model->step =
        newton_step(distance * along, vec_dot(velocity, velocity) + distance * bound->second);
}

enum { MAX_DESCENT = 40, BISECTING = 8, CROSSING_ROUNDS = 3 };

/*
 * A descent: a bracket of a local minimum from the lowest point so far to its end, to which the
 * separation falls from that point, and which is higher, or else an end of the time; `has_end` is true if
 * the separation is known there. `trial` is the next point.
 */
typedef struct {
    DescentPoint room[3];
    DescentPoint *low, *end, *trial;
    bool has_end;
} Descent;

static void swap_points(DescentPoint** p, DescentPoint** q)
{
    DescentPoint* kept = *p;
    *p = *q;
    *q = kept;
}

/* Returns the value at `time` of the parabola of a point. */
static double extrapolate(const DescentPoint* point, double time)
{
    double tau = time - point->time;
    return point->proximity.separation +
           tau * (point->model.slope + 0.5 * point->model.second * tau);
}

/*
 * Returns a time between the lowest point and the end of the bracket: where the parabolas of both cross,
 * if both fall inward, as at a change of the nearest features; else that of the minimum of the parabola
 * through both with the slope of the lowest; or the middle.
 */
static double interpolate(const DescentPoint* low, const DescentPoint* end, double gap_tolerance)
{
    double width = end->time - low->time;
    double slope = low->model.slope;
    double rise = end->proximity.separation - low->proximity.separation - slope * width;
    double x = -0.5 * slope * width * width / rise;
    if (end->model.slope * slope < 0) {
        double turn = slope - end->model.slope;
        x = rise / turn + width;
        for (int32_t i = 0; i < CROSSING_ROUNDS; i++) {
            double time = low->time + x;
            double rate = turn + low->model.second * x - end->model.second * (x - width);
            double step = (extrapolate(end, time) - extrapolate(low, time)) / rate;
            if (!(fabs(step) < fabs(width))) break;
            x += step;
        }
        /* The lowest point is at the change itself, but for the tolerance, or seems to be. */
        if (fabs(x * slope) < gap_tolerance) return low->time;
        /* At the change rounding could not distinguish the features. */
        x -= 0.25 * gap_tolerance / fabs(slope) * (width > 0 ? 1 : -1);
    }
    double fraction = x / width;
    return low->time + (fraction > 0 && fraction < 1 ? x : 0.5 * width);
}

/* Largest part of the bracket that a Newton step may take: a step to its end finds nothing new. */
static const double INSIDE = 0.9990234375;

/*
 * Returns the next time of a descent, or that of the lowest point if the separation cannot be much lower
 * than there.
 */
static double next_time(const Descent* descent, double to, double gap_tolerance)
{
    const DescentPoint* low = descent->low;
    const DescentPoint* end = descent->end;
    double slope = low->model.slope;
    double step = low->model.step;
    bool is_newton = fabs(step) < INSIDE * fabs(end->time - low->time);
    double next = low->time + step;
    if (is_newton) {
        /* Near a minimum the bound of the certificate falls as well, by this much. */
        double second = low->model.bound.second;
        double fall = second > 0 ? 0.5 * slope * slope / second : fabs(slope) * to;
        bool is_done = 0.5 * fabs(slope * step) < gap_tolerance && fall < gap_tolerance;
        return is_done ? low->time : next;
    }
    if (!descent->has_end) return end->time;
    next = interpolate(low, end, gap_tolerance);
    bool is_done = low->proximity.separation - extrapolate(low, next) < gap_tolerance;
    return is_done ? low->time : next;
}

/*
 * Prepares a descent from the point descent->room[0], which has a time and the proximity there.
 */
static void begin_descent(ClearanceSearch* search, Descent* descent)
{
    descent->low = &descent->room[0];
    descent->end = &descent->room[1];
    descent->trial = &descent->room[2];
    descent->has_end = false;
    /* fit_model writes these, which clang-analyzer does not see. */
    descent->low->model.slope = 0;
    descent->low->model.spin = 0;
    fit_model(descent->low);
    descent->end->time = descent->low->model.slope < 0 ? search->advancement.to : 0;
}

/* Evaluates the next point of a descent, and makes the bracket smaller. */
static void evaluate_trial(ClearanceSearch* search, Descent* descent, double time)
{
    DescentPoint* low = descent->low;
    DescentPoint* trial = descent->trial;
    trial->time = time;
    evaluate(search, trial);
    fit_model(trial);
    if (!(trial->proximity.separation < low->proximity.separation)) {
        swap_points(&descent->trial, &descent->end);
        descent->has_end = true;
        return;
    }
    swap_points(&descent->trial, &descent->low);
    if (trial->model.slope * low->model.slope < 0) {
        /* The point that was the lowest is on the other side of the minimum. */
        swap_points(&descent->trial, &descent->end);
        descent->has_end = true;
    }
}

/* Descends to a local minimum of the separation. */
static void descend(ClearanceSearch* search, Descent* descent)
{
    GrazeAdvancement* advancement = &search->advancement;
    double gap_tolerance = 0.25 * advancement->distance_tolerance;
    for (int32_t i = 0; i < MAX_DESCENT; i++) {
        const DescentPoint* low = descent->low;
        const DescentPoint* end = descent->end;
        if (low->model.slope == 0 || low->time == end->time) return;
        double time = next_time(descent, advancement->to, gap_tolerance);
        if (time == low->time) return;
        bool is_slow = i > BISECTING && i % 2 != 0 && descent->has_end;
        if (is_slow) time = 0.5 * (low->time + end->time);
        bool is_new = time != low->time && !(descent->has_end && time == end->time);
        if (!is_new || !graze_advancement_ensure_budget(advancement)) return;
        evaluate_trial(search, descent, time);
    }
}

/*
 * Returns a time at which the pivots are about as near as they get from t on: of a uniform relative
 * motion the nearest one, else the best of several samples.
 */
static double guess_time(ClearanceSearch* search, double t)
{
    GrazeAdvancement* advancement = &search->advancement;
    GrazeMotionState state;
    double to = advancement->to;
    graze_relative_motion_find_interval(&search->pair.motion, t);
    graze_motion_state_expand(&search->pair.motion, t, &state);
    if (state.position_degree == 0 && search->pair.motion.interval.to >= to) return 0.5 * (t + to);
    if (state.position_degree == 1 && search->pair.motion.interval.to >= to) {
        GrazeVec d = vec(state.x[0], state.y[0]);
        GrazeVec velocity = vec(state.x[1], state.y[1]);
        double square = vec_dot(velocity, velocity);
        return square > 0 ? clamp(t - vec_dot(d, velocity) / square, t, to) : t;
    }
    double best = t;
    double min_square = INFINITY;
    for (int32_t i = 0; i <= SAMPLES; i++) {
        double time = i < SAMPLES ? t + i * ((to - t) / SAMPLES) : to;
        graze_relative_motion_find_interval(&search->pair.motion, time);
        graze_motion_state_expand(&search->pair.motion, time, &state);
        double square = state.x[0] * state.x[0] + state.y[0] * state.y[0];
        if (square < min_square) best = time;
        min_square = min2(min_square, square);
    }
    return best;
}

/* A time range. */
typedef struct {
    double from, to;
} Span;

/*
 * Returns the time around a point during which the separation is certified to stay above `min_value`,
 * as far as its polynomials hold.
 */
static Span certify_around(const ClearanceSearch* search, DescentPoint* point, double min_value)
{
    double t = point->time;
    double begin = min2(max2(point->interval.from, 0), t);
    double end = max2(min2(point->interval.to, search->advancement.to), t);
    GrazeCubicBound* bound = &point->model.bound;
    double before = graze_cubic_bound_safe_step(bound, -1, min_value, t - begin);
    double after = graze_cubic_bound_safe_step(bound, 1, min_value, end - t);
    if (point->model.spin != 0 && (before < t - begin || after < end - t)) {
        graze_cubic_bound_spin(bound, point->model.spin);
        before = max2(before, graze_cubic_bound_safe_step(bound, -1, min_value, t - begin));
        after = max2(after, graze_cubic_bound_safe_step(bound, 1, min_value, end - t));
    }
    return (Span){before < t - begin ? -graze_time_after(-t, before) : begin,
                  after < end - t ? graze_time_after(t, after) : end};
}

/*
 * Returns whether the lowest point of a descent seems to be where the nearest features change: the
 * separation falls toward it from both ends, and its parabola has no minimum in between.
 */
static bool is_at_change(const Descent* descent)
{
    const DescentPoint* low = descent->low;
    const DescentPoint* end = descent->end;
    return low->model.slope * end->model.slope < 0 &&
           fabs(low->model.step) >= INSIDE * fabs(end->time - low->time);
}

/* Returns a time behind a change of the features, where the separation is higher by about `rise`. */
static double time_beside(const Descent* descent, double rise)
{
    const DescentPoint* low = descent->low;
    const DescentPoint* end = descent->end;
    double step = rise / fabs(low->model.slope) + rise / fabs(end->model.slope);
    double middle = 0.5 * (low->time + end->time);
    double time = low->time + (end->time > low->time ? step : -step);
    return fabs(time - low->time) < fabs(middle - low->time) ? time : middle;
}

enum { MAX_DESCENTS = 6 };

/*
 * Descends from descent->room[0], and certifies the time around the minimum. Where the nearest features
 * change at the minimum, the bound of the lowest point ends there; that of the end of the bracket, which
 * has the other features, goes on from it. If it does not, there is something between them, and the descent
 * goes on in the middle.
 */
static void descend_and_certify(ClearanceSearch* search, Descent* descent, double margin)
{
    Span span = {0, 0};
    bool is_joined = false;
    search->has_descended = true;
    begin_descent(search, descent);
    for (int32_t i = 0; i < MAX_DESCENTS && !is_joined; i++) {
        descend(search, descent);
        double min_value = search->best - margin;
        double end = descent->end->time;
        span = certify_around(search, descent->low, min_value);
        is_joined = !descent->has_end || (span.from <= end && end <= span.to);
        if (is_joined) break;
        Span other = certify_around(search, descent->end, min_value);
        is_joined = other.from <= span.to && other.to >= span.from;
        if (is_joined) {
            span = (Span){min2(span.from, other.from), max2(span.to, other.to)};
            break;
        }
        double next =
            i == 0 ? time_beside(descent, 0.25 * margin) : 0.5 * (descent->low->time + end);
        bool is_new = next != descent->low->time && next != end;
        if (!is_at_change(descent) || !is_new ||
            !graze_advancement_ensure_budget(&search->advancement))
            break;
        evaluate_trial(search, descent, next);
    }
    search->free_from = span.from;
    search->free_to = span.to;
    search->max_margin = max2(search->max_margin, margin);
}

/* ---- bounds without a search ---- */

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
static double max_depth(const GrazeMovingBody* body_a, const GrazeMovingBody* body_b)
{
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
static double discs_lower_bound(const GrazePieceInterval* interval, const GrazeMotionState* state,
                                const GrazeRateBounds* rates, double span)
{
    GrazeVec d = vec(state->x[0], state->y[0]);
    double distance = vec_length(d) - rates->speed * span;
    if (state->position_degree == 1) {
        GrazeVec velocity = vec(state->x[1], state->y[1]);
        double square = vec_dot(velocity, velocity);
        double middle = square > 0 ? clamp(-vec_dot(d, velocity) / square, 0, span) : 0;
        distance = vec_length(vec_mul_add(d, middle, velocity)) * (1 - GRAZE_STEP_ERROR) -
                   GRAZE_STEP_ERROR * rates->speed * span;
    }
    return distance - interval->a.radius - interval->b.radius - interval->reach - state->error -
           graze_max_inflation(state, span);
}

/*
 * Returns a lower bound of the separation from t on, when the budget has ended: for each piece
 * interval the better of the bounds by the largest speed and by the discs. Returns -INFINITY if
 * there are more than GRAZE_BISECTIONS intervals.
 */
static double remaining_lower_bound(ClearanceSearch* search, double t)
{
    GrazeAdvancement* advancement = &search->advancement;
    const GrazeRelativeMotion* motion = &search->pair.motion;
    double min_separation = search->best;
    for (int32_t i = 0; i < GRAZE_BISECTIONS && t < advancement->to; i++) {
        GrazeInstant instant;
        GrazeRateBounds rates;
        const GrazeMotionState* state = &search->pair.proximity.state;
        graze_advancement_evaluate(advancement, t, true, &instant);
        double end = min2(instant.to, advancement->to);
        graze_compute_rate_bounds(state, end - t, &rates);
        double max_decrease = graze_largest_speed(&motion->interval, &rates) * (end - t);
        double lower_bound = discs_lower_bound(&motion->interval, state, &rates, end - t);
        lower_bound = max2(lower_bound, instant.separation - max_decrease);
        min_separation = min2(min_separation, lower_bound - instant.error);
        t = end;
    }
    return t < advancement->to ? -INFINITY : min_separation;
}

/* ---- certification ---- */

/*
 * Fraction of the initial budget that is reserved for growing margins, the number of parts into
 * which that reserve is divided, and the factor by which the margin grows at the beginning of each
 * part.
 */
static const double RESERVE_FRACTION = 0.25;
enum { RESERVE_PARTS = 8, MARGIN_GROWTH = 8 };

/*
 * Number of consecutive evaluations below the best separation that start a descent, even if each
 * improves it by little: such a sequence follows a slope downward.
 */
enum { MAX_FALLS = 4 };

/*
 * Growth of the margin: `factor` is its ratio to the initial one. It grows again when at most
 * `next` evaluations are left; `part` is the number of evaluations between two growths.
 */
typedef struct {
    double factor;
    int32_t next, part;
} MarginGrowth;

/*
 * Returns the ratio of the margin to its initial value, and lets it grow where the budget requires.
 * The share of rotations is added to the budget, and used up, before the margin grows.
 */
static double margin_factor(MarginGrowth* margin, GrazeAdvancement* advancement)
{
    if (advancement->evaluations_left > margin->next) return margin->factor;
    if (graze_advancement_extend_budget(advancement)) return margin->factor;
    margin->factor *= MARGIN_GROWTH;
    margin->next -= margin->part;
    return margin->factor;
}

/* Returns the margin at an error of positions. */
static double margin_of(const ClearanceSearch* search, double factor, double error)
{
    return factor * max2(search->advancement.distance_tolerance, 4 * error);
}

/*
 * Returns the time step from t, with the proximity there, during which the separation stays above
 * best - margin.
 */
static double safe_step(ClearanceSearch* search, GrazeProximity* proximity, double margin,
                        double span)
{
    const GrazeRelativeMotion* motion = &search->pair.motion;
    GrazeCubicBound bound;
    double time_to_close;
    double min_value = search->best - margin;
    graze_cubic_bound_init(&motion->interval, &proximity->state, proximity->normal,
                           proximity->frame, &bound);
    double step = graze_cubic_bound_safe_step(&bound, 1, min_value, span);
    if (step >= span) return step;
    /* A depth by a walk may err by more than the state. */
    if (proximity->is_penetrating) proximity->separation = min2(proximity->separation, bound.value);
    return max2(step, graze_proximity_safe_step(motion, proximity, span, -min_value,
                                                GRAZE_METHOD_CERTIFIED, &time_to_close));
}

/*
 * Returns a certified lower bound of the separation. Sets *is_certified if it was found without a
 * larger margin than the initial one.
 */
static double certify(ClearanceSearch* search, bool* is_certified)
{
    GrazeAdvancement* advancement = &search->advancement;
    double t = 0;
    int32_t falls = 0;
    int32_t reserve = (int32_t)(RESERVE_FRACTION * advancement->evaluations_left);
    MarginGrowth growing = {1, reserve, reserve / RESERVE_PARTS > 1 ? reserve / RESERVE_PARTS : 1};
    *is_certified = false;
    while (advancement->evaluations_left > 0) {
        GrazeProximity proximity;
        const GrazePieceInterval* interval =
            graze_relative_motion_find_interval(&search->pair.motion, t);
        double end = min2(interval->to, advancement->to);
        graze_motion_state_expand(&search->pair.motion, t, &proximity.state);
        GrazeInstant instant = {interval->from, interval->to, proximity.state.error, 0};
        if (graze_advancement_rebase(advancement, &instant, &t)) {
            search->free_from = search->free_to = INFINITY;
            continue;
        }
        double factor = margin_factor(&growing, advancement);
        double margin = margin_of(search, factor, proximity.state.error);
        double step =
            graze_discs_safe_step(interval, &proximity.state, search->best - margin, end - t);
        if (step <= 0 && !search->has_descended) {
            Descent descent;
            DescentPoint* guess = &descent.room[0];
            guess->time = guess_time(search, t);
            evaluate(search, guess);
            margin = margin_of(search, factor, guess->proximity.state.error);
            descend_and_certify(search, &descent, margin);
            if (search->free_from <= t && search->free_to > t) t = search->free_to;
            if (t < advancement->to) continue;
            *is_certified = growing.factor <= 1;
            return search->best - search->max_margin;
        }
        graze_advancement_count_evaluation(advancement, t);
        if (step <= 0) {
            graze_motion_state_compute_poses(interval, &proximity.state);
            query_proximity(search, &proximity);
            falls = proximity.separation < search->best ? falls + 1 : 0;
            bool is_lower =
                proximity.separation < search->best - 0.25 * margin || falls >= MAX_FALLS;
            update_best(search, proximity.separation, t);
            if (is_lower) {
                Descent descent;
                descent.room[0].time = t;
                descent.room[0].proximity = proximity;
                descent.room[0].interval = *interval;
                falls = 0;
                descend_and_certify(search, &descent, margin);
                /* The descent may have left the piece interval. */
                graze_relative_motion_find_interval(&search->pair.motion, t);
            }
            if (t < search->free_from) end = min2(end, search->free_from);
            step = safe_step(search, &proximity, margin, end - t);
        }
        double next = step >= end - t ? end : graze_time_after(t, step);
        if (next >= search->free_from && next < search->free_to) next = search->free_to;
        bool is_over = t >= advancement->to || next >= advancement->to;
        if (is_over || next > t) search->max_margin = max2(search->max_margin, margin);
        if (is_over) {
            *is_certified = growing.factor <= 1;
            return search->best - search->max_margin;
        }
        if (next <= t) break;
        t = next;
    }
    return min2(search->best - search->max_margin, remaining_lower_bound(search, t));
}

void graze_convex_clearance_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                    const GrazeMotionOptions* options, double limit,
                                    GrazeClearanceBracket* out)
{
    GrazeMotionOptions clipped = *options;
    ClearanceSearch search;
    *out = (GrazeClearanceBracket){INFINITY, INFINITY, 0, GRAZE_CLEARANCE_CERTIFIED, 0, false};
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return;
    GrazeAdvancement* advancement = &search.advancement;
    graze_convex_pair_init(advancement, &search.pair, a, b, &clipped);
    search.best = limit;
    search.time = clipped.from;
    search.free_from = search.free_to = INFINITY;
    search.max_margin = 0;
    search.has_descended = false;
    search.is_inside = false;
    bool is_certified;
    double lower_bound = certify(&search, &is_certified);
    out->lo = lower_bound < 0 && !is_certified ? max2(lower_bound, -max_depth(a, b)) : lower_bound;
    /* Rounding of large poses can make an overlap deeper than bodies of that size can have. */
    if (search.best < limit) out->hi = max2(search.best, out->lo);
    out->time = search.time;
    out->status = is_certified ? GRAZE_CLEARANCE_CERTIFIED : GRAZE_CLEARANCE_UNDECIDED;
    out->evaluations = advancement->evaluations;
    out->is_common = true;
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
