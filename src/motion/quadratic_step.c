#include "quadratic_step.h"

#include "../base/trig.h"
#include "../tolerance.h"

/*
 * A separation bound evaluated at both ends of a time span [0, T]. Each f of separation_bound.h,
 * one for each pair of vertices, has f(0) >= F(0) and f(T) >= F(T). With f'' <= curvature on all of
 * [0, T] it lies above the parabola
 *
 *   q(tau) = F(0) + slope tau + curvature tau^2 / 2,
 *   slope = (F(T) - F(0)) / T - curvature T / 2
 *
 * since f - q is concave, and at least 0 at both ends. So F_n >= q, and F_n is positive where q is.
 *
 * The curvature. With n rotating at w, p = n . d and m = Jn . d, J a quarter turn, d'' = 0:
 *
 *   p'  = w m + n . d'             p'''  = -w^3 m - 3 w^2 n . d'
 *   p'' = -w^2 p + 2 w Jn . d'     p'''' = w^4 p - 4 w^3 Jn . d'
 *
 * so that p'' is at most the larger of its values at the ends, plus T^2 / 8 (w^4 |d| + 4 |w|^3
 * |d'|), where |d| is largest at an end too. A vertex a at distance R from the pivot, which rotates
 * at v in the frame of n, adds - n . a, with the second derivative v^2 n . a <= v^2 R. Unlike the
 * curvature bound of separation_bound.h this one has a sign: curvature away from contact counts.
 *
 * Everything else here is a guess: where to evaluate, by Taylor's polynomial of the support
 * vertices.
 */

/*
 * A separating axis. The reference body is the one to which the axis is fixed, the incident body is
 * the other one.
 *
 *   reference          0 if the reference body is A, 1 if it is B; 0 for an axis that is fixed in
 *                      the world, for which w = 0
 *   first              vertex at which the reference edge begins; negative if there is none
 *   n                  unit normal from the reference to the incident body, in the reference frame
 *                      or the world
 *   angular_velocity   w
 *   reference_support  support of the reference core along n, constant; 0 in the world frame
 *   start, length      begin of the edge along Jn from the reference pivot, and its length
 *   vertex_curvature   contribution of the vertices to the curvature
 *   curvature_error    maximum error of p''
 */
typedef struct {
    int32_t reference, first;
    bool is_world_frame;
    GrazeVec n;
    double angular_velocity, reference_support, start, length, vertex_curvature, curvature_error;
} SeparatingAxis;

/* The bodies at a time: the vector from A's pivot to B's, and sines and cosines of both angles. */
typedef struct {
    double time;
    GrazeVec d;
    double sin[2], cos[2];
} UniformState;

/*
 * A separation bound at a time.
 *
 *   value                F, less its maximum error
 *   slope, ..., fourth   derivatives of the smallest f
 *   pivot_curvature      p''
 *   far                  upper bound of |d|
 *   along                position of the incident vertex along Jn, from the reference pivot
 */
typedef struct {
    double value, slope, second, third, fourth, pivot_curvature, far, along;
} BoundSample;

/*
 * State of quadratic steps.
 *
 *   active, angular_velocity    of both bodies, constant
 *   velocity, speed             d' and |d'|, constant
 *   error                       GrazeMotionState.error, the largest of all
 *   time, goal                  all is free up to `time`, and from `goal` on
 *   free_from, free_to          a time span in between that is free
 *   axis, from                  the axis at `time`, and its bound
 *   current_state, next_state   the bodies at `time` and at the other end of a step
 *   to                          the bound of the axis at the other end of a step
 *   is_cached                   true if the cached edge of the pair is that of the axis
 */
typedef struct {
    GrazeAdvancement* advancement;
    GrazeConvexPair* pair;
    const GrazeActivePiece* active[2];
    double angular_velocity[2];
    GrazeVec velocity;
    double speed, error;
    double time, goal, free_from, free_to;
    bool is_cached;
    SeparatingAxis axis;
    UniformState current_state, next_state;
    BoundSample from, to;
} QuadraticStepper;

/* Returns whether quadratic steps apply to an interval. */
static bool can_step_quadratic(const GrazePieceInterval* interval)
{
    bool turns = interval->a.angle_degree * interval->a.radius > 0 ||
                 interval->b.angle_degree * interval->b.radius > 0;
    if (!turns || interval->is_inflated || !graze_is_uniform(&interval->a) ||
        !graze_is_uniform(&interval->b))
        return false;
    double angular_velocity_a = piece_angle(interval->a.piece)[1];
    double angular_velocity_b = piece_angle(interval->b.piece)[1];
    return !(fabs(angular_velocity_a - angular_velocity_b) <
             GRAZE_COMMON_ROTATION * min2(fabs(angular_velocity_a), fabs(angular_velocity_b)));
}

ALWAYS_INLINE GrazeVec pivot_of(const GrazeActivePiece* active)
{
    return piece_pivot(active->piece);
}

/* Evaluates the bodies at a time, with the positions of graze_motion_state_expand. */
static NOINLINE void evaluate_state(QuadraticStepper* stepper, double time, UniformState* out)
{
    GrazePieceView p = stepper->active[0]->piece;
    GrazePieceView q = stepper->active[1]->piece;
    double t = stepper->pair->motion.sense * time;
    double s = t + stepper->active[0]->offset;
    double r = t + stepper->active[1]->offset;
    double angles[2] = {graze_uniform_angle(stepper->active[0], t),
                        graze_uniform_angle(stepper->active[1], t)};
    graze_advancement_count_evaluation(stepper->advancement, time);
    out->time = time;
    out->d.x = piece_x(q)[1] * r - piece_x(p)[1] * s + (piece_x(q)[0] - piece_x(p)[0]);
    out->d.y = piece_y(q)[1] * r - piece_y(p)[1] * s + (piece_y(q)[0] - piece_y(p)[0]);
    graze_sincos_two(angles, out->sin, out->cos);
}

/*
 * Subtracts the support of a body from a sample, for the vertex that is farthest in direction `dir`
 * of the body's frame, where the direction rotates at `angular_velocity`. Returns the position of
 * the vertex across the direction.
 */
ALWAYS_INLINE double subtract_vertex_support(GrazeVec vertex, GrazeVec dir, double angular_velocity,
                                             BoundSample* out)
{
    double along_dir = vec_dot(dir, vertex);
    double across = vec_dot(vec_left_perp(dir), vertex);
    double square = angular_velocity * angular_velocity;
    out->value -= along_dir;
    out->slope -= angular_velocity * across;
    out->second += square * along_dir;
    out->third += square * angular_velocity * across;
    out->fourth -= square * square * along_dir;
    return across;
}

/* Subtracts the support of the reference body of an axis that is fixed in the world. */
static NOINLINE void subtract_reference_support(const QuadraticStepper* stepper,
                                                const UniformState* state, BoundSample* out)
{
    const GrazeActivePiece* active = stepper->active[0];
    GrazeVec dir = vec_inv_rotate(stepper->axis.n, state->cos[0], state->sin[0]);
    int32_t i = graze_support(active->shape, dir.x, dir.y, GRAZE_SUPPORT_AUTO, 0);
    GrazeVec arm = vec_sub(vec_from_point(active->shape->vertices[i]), pivot_of(active));
    subtract_vertex_support(arm, dir, -stepper->angular_velocity[0], out);
}

/* Evaluates the separation bound of the axis at a state. */
static NOINLINE void measure_bound(const QuadraticStepper* stepper, const UniformState* state,
                                   BoundSample* out)
{
    const SeparatingAxis* axis = &stepper->axis;
    int32_t reference = axis->reference;
    int32_t incident = 1 - reference;
    double sign = 1 - 2 * reference;
    double angular_velocity = axis->angular_velocity;
    double square = angular_velocity * angular_velocity;
    GrazeVec d = vec_scale(state->d, sign);
    GrazeVec velocity = vec_scale(stepper->velocity, sign);
    GrazeVec n = axis->is_world_frame
                     ? axis->n
                     : vec_rotate(axis->n, state->cos[reference], state->sin[reference]);
    GrazeVec across = vec_left_perp(n);
    double p = vec_dot(n, d);
    double m = vec_dot(across, d);
    double approach = vec_dot(n, velocity);
    double sweep = angular_velocity * vec_dot(across, velocity);
    out->pivot_curvature = 2 * sweep - square * p;
    out->value =
        p - axis->reference_support - stepper->pair->motion.interval.reach - stepper->error;
    out->slope = angular_velocity * m + approach;
    out->second = out->pivot_curvature;
    out->third = -square * (angular_velocity * m + 3 * approach);
    out->fourth = square * (square * p - 4 * sweep);
    out->far = vec_norm1(d);
    if (axis->is_world_frame) subtract_reference_support(stepper, state, out);
    GrazeVec dir = vec_inv_rotate(n, -state->cos[incident], -state->sin[incident]);
    GrazeVec arm = graze_support_point(stepper->active[incident], dir);
    out->along = m - subtract_vertex_support(
                         arm, dir, angular_velocity - stepper->angular_velocity[incident], out);
}

/*
 * Returns whether the incident vertex is in front of the reference edge, so that they are nearest.
 */
static bool is_vertex_before_edge(const SeparatingAxis* axis, const BoundSample* sample)
{
    double along = sample->along - axis->start;
    return axis->first >= 0 && along >= 0 && along <= axis->length;
}

/*
 * Returns what is added to the larger p'' of the two ends of a time span, to bound f'' in between.
 */
ALWAYS_INLINE double curvature_growth(const QuadraticStepper* stepper, double far, double span)
{
    double angular_velocity = fabs(stepper->axis.angular_velocity);
    double fourth = angular_velocity * angular_velocity * angular_velocity *
                    (angular_velocity * far + 4 * stepper->speed);
    return 0.125 * span * span * fourth + stepper->axis.vertex_curvature;
}

/*
 * Returns an upper bound of f'' between two samples. `curvature_error` bounds the error of p'': p
 * has the state's error. The angle of n errs by at most that error / (10 R), since
 * GRAZE_MOTION_ERROR is more than ten of its roundings times the radius R; it changes 2 w Jn . d'
 * by at most 2 w |d'| times that.
 */
ALWAYS_INLINE double curvature_between(const QuadraticStepper* stepper, const BoundSample* from,
                                       const BoundSample* to, double span)
{
    const SeparatingAxis* axis = &stepper->axis;
    double angular_velocity = fabs(axis->angular_velocity);
    double far = max2(from->far, to->far);
    double size =
        angular_velocity * (angular_velocity * far + 2 * stepper->speed) + axis->vertex_curvature;
    return max2(from->pivot_curvature, to->pivot_curvature) + curvature_growth(stepper, far, span) +
           axis->curvature_error + GRAZE_STEP_ERROR * size;
}

/*
 * Returns the time for which q is certified positive, from F(0) on: `span` if it is positive
 * throughout, 0 if no time is certified. F(0) and F(T) are lowered by the rounding error of q; the
 * discriminant is raised by its own.
 */
static NOINLINE double quadratic_safe_step(double first, double last, double curvature, double span)
{
    if (!(curvature <= DBL_MAX)) return 0;
    if (curvature < 0) curvature = 0;
    double error = GRAZE_SLOPE_ERROR * (fabs(first) + fabs(last) + curvature * span * span);
    first -= error;
    last -= error;
    if (!(first > 0)) return 0;
    double slope = (last - first) / span - 0.5 * curvature * span;
    double size = slope * slope + 2 * curvature * first;
    double square = slope * slope - 2 * curvature * first + GRAZE_SLOPE_ERROR * size;
    bool is_whole = slope >= 0 || slope + curvature * span <= 0 || square < 0;
    if (last > 0 && is_whole) return span;
    double root = 2 * first / (sqrt(max2(square, 0)) - slope) * (1 - GRAZE_STEP_ERROR);
    return root > 0 && root < span ? root : 0;
}

/*
 * Returns for how much of the time between t and the next state the axis certifies the bodies free,
 * from t on, forward or backward. `from` is the bound of the axis at t; that at the next state is
 * stored in `stepper->to`.
 */
static NOINLINE double safe_step_between(QuadraticStepper* stepper, const BoundSample* from,
                                         double t, const UniformState* next_state)
{
    double span = fabs(next_state->time - t);
    measure_bound(stepper, next_state, &stepper->to);
    double curvature = curvature_between(stepper, from, &stepper->to, span);
    return quadratic_safe_step(from->value, stepper->to.value, curvature, span);
}

/*
 * Guesses the first positive root of a parabola that is positive at 0, or the last negative root of
 * one that is negative at 0.
 */
ALWAYS_INLINE double guess_parabola_root(double level, double slope, double second)
{
    double square = slope * slope - 2 * level * second;
    if (square < 0) return INFINITY;
    if (slope < 0) return 2 * level / (sqrt(square) - slope);
    return second < 0 ? (-slope - sqrt(square)) / second : INFINITY;
}

/*
 * Guesses a root of Taylor's polynomial: the root of its parabola, improved by a step of Newton's
 * method.
 */
static NOINLINE double guess_root(const BoundSample* sample)
{
    double x = guess_parabola_root(sample->value, sample->slope, sample->second);
    if (!(fabs(x) < INFINITY)) return x;
    double third = sample->third / 6;
    double fourth = sample->fourth / 24;
    double poly_value =
        sample->value + x * (sample->slope + x * (0.5 * sample->second + x * (third + x * fourth)));
    double slope = sample->slope + x * (sample->second + x * (3 * third + x * (4 * fourth)));
    double next = x - poly_value / slope;
    return slope < 0 && next * x > 0 ? next : x;
}

/*
 * Fraction of a promising step that is taken; maximum sum of the rotations of both bodies during a
 * step, in radians; distance behind the guessed contact at which to evaluate, in tolerances.
 */
static const double STEP_FRACTION = 0.95;
static const double MAX_TURN = 0.8;
static const double OVERSHOOT = 0.25;

/*
 * Returns a step, at most `span`, for which q is likely to be positive throughout. That is the case
 * if sqrt(F(0)) + sqrt(F(T)) > T sqrt(curvature / 2), where F(T) is estimated by Taylor's
 * polynomial. If a root of that polynomial comes sooner, returns a step to just behind it.
 */
static double choose_step(const QuadraticStepper* stepper, double span)
{
    const BoundSample* from = &stepper->from;
    double turns = fabs(stepper->angular_velocity[0]) + fabs(stepper->angular_velocity[1]);
    double far = min2(span, guess_root(from) + OVERSHOOT * stepper->advancement->tolerance);
    if (far * turns > MAX_TURN) far = MAX_TURN / turns;
    for (int32_t round = 0; round < 2; round++) {
        double curvature = from->pivot_curvature + curvature_growth(stepper, from->far, far);
        double second = from->second + far * from->third / 3;
        double slope_allowance = from->slope + sqrt(2 * max2(curvature, 0) * from->value);
        if (slope_allowance <= 0) break;
        double max_step = STEP_FRACTION * 2 * slope_allowance;
        if (max_step >= (curvature - second) * far) break;
        far = max_step / (curvature - second);
    }
    return far;
}

/*
 * An edge of a body that faces a direction, with its unit normal, in the body's frame from its
 * pivot.
 */
typedef struct {
    int32_t reference, first;
    GrazeVec from, edge, normal;
} Edge;

static NOINLINE void set_edge_axis(QuadraticStepper* stepper, const Edge* edge)
{
    SeparatingAxis* axis = &stepper->axis;
    double angular_velocity = stepper->angular_velocity[edge->reference];
    double relative_angular_velocity = stepper->angular_velocity[0] - stepper->angular_velocity[1];
    GrazeVec across = vec_left_perp(edge->normal);
    axis->reference = edge->reference;
    axis->first = edge->first;
    axis->is_world_frame = false;
    axis->n = edge->normal;
    axis->angular_velocity = angular_velocity;
    axis->reference_support = vec_dot(edge->normal, edge->from);
    axis->start = vec_dot(across, edge->from);
    axis->length = vec_dot(across, edge->edge);
    axis->vertex_curvature = relative_angular_velocity * relative_angular_velocity *
                             stepper->active[1 - edge->reference]->radius;
    double error_rate =
        fabs(angular_velocity) + stepper->speed / stepper->active[edge->reference]->radius;
    axis->curvature_error = stepper->error * fabs(angular_velocity) * error_rate;
}

/* Return i + 1 and i - 1 along an outline, without a branch. */
ALWAYS_INLINE int32_t next_cyclic(int32_t i, int32_t count)
{
    int32_t j = i + 1 - count;
    return j + (count & (j >> 31));
}

ALWAYS_INLINE int32_t previous_cyclic(int32_t i, int32_t count)
{
    int32_t h = i - 1;
    return h + (count & (h >> 31));
}

/* Returns 1 if p < q, else 0, in a form that engines do not turn into a branch. */
ALWAYS_INLINE int32_t is_less(double p, double q)
{
    return (int32_t)(doubles_mask_bits((Doubles){p, p} < (Doubles){q, q}) & 1);
}

/*
 * Finds which of the two edges at the vertex farthest along `dir` faces `dir` more. Returns a lower
 * bound of its separation bound for an incident body whose pivot is at `dir` from the reference
 * pivot, or -INFINITY if the body is a point.
 */
static NOINLINE double find_facing_edge(const QuadraticStepper* stepper, int32_t reference,
                                        GrazeVec dir, Edge* out)
{
    const GrazeActivePiece* active = stepper->active[reference];
    const GrazeShape* shape = active->shape;
    int32_t count = shape->count;
    if (count < 2) return -INFINITY;
    int32_t i = graze_support(shape, dir.x, dir.y, GRAZE_SUPPORT_AUTO, 0);
    int32_t h = previous_cyclic(i, count);
    GrazeVec vertex = vec_from_point(shape->vertices[i]);
    GrazeVec before = vec_sub(vertex, vec_from_point(shape->vertices[h]));
    GrazeVec after = vec_sub(vec_from_point(shape->vertices[next_cyclic(i, count)]), vertex);
    double facing_before = vec_dot(vec_outward(before), dir) * vec_length(after);
    double facing_after = vec_dot(vec_outward(after), dir) * vec_length(before);
    int32_t first = i + (h - i) * is_less(facing_after, facing_before);
    GrazeVec from = vec_from_point(shape->vertices[first]);
    out->reference = reference;
    out->first = first;
    out->edge = vec_sub(vec_from_point(shape->vertices[next_cyclic(first, count)]), from);
    out->normal = vec_div(vec_outward(out->edge), vec_length(out->edge));
    out->from = vec_sub(from, pivot_of(active));
    return vec_dot(out->normal, vec_sub(dir, out->from)) - stepper->active[1 - reference]->radius;
}

static NOINLINE bool try_edge_axis(QuadraticStepper* stepper, const UniformState* state,
                                   const Edge* edge)
{
    set_edge_axis(stepper, edge);
    measure_bound(stepper, state, &stepper->from);
    stepper->is_cached = false;
    return stepper->from.value > 0;
}

/*
 * Picks an axis at a state without a search. Returns false if neither of the edges that face the
 * other body separates them: then they are likely to overlap.
 */
static NOINLINE bool pick_axis(QuadraticStepper* stepper, const UniformState* state)
{
    Edge edges[2];
    GrazeVec dir_a = vec_inv_rotate(state->d, state->cos[0], state->sin[0]);
    GrazeVec dir_b = vec_inv_rotate(state->d, -state->cos[1], -state->sin[1]);
    double bound_a = find_facing_edge(stepper, 0, dir_a, &edges[0]);
    double bound_b = find_facing_edge(stepper, 1, dir_b, &edges[1]);
    int32_t better = is_less(bound_a, bound_b);
    if (max2(bound_a, bound_b) > -INFINITY && try_edge_axis(stepper, state, &edges[better]))
        return true;
    return min2(bound_a, bound_b) > -INFINITY && try_edge_axis(stepper, state, &edges[1 - better]);
}

/* Writes a state to the proximity, as far as queries read it, and the axis to the cache. */
static NOINLINE void write_proximity_state(QuadraticStepper* stepper, const UniformState* source)
{
    GrazeConvexPair* pair = stepper->pair;
    GrazeMotionState* state = &pair->proximity.state;
    state->time = source->time;
    state->x[0] = source->d.x;
    state->y[0] = source->d.y;
    state->error = stepper->error;
    graze_motion_state_set_poses(&pair->motion.interval, state, source->sin, source->cos);
    if (stepper->is_cached) return;
    GrazeNormalFrame frame = stepper->axis.reference == 0 ? GRAZE_FRAME_A : GRAZE_FRAME_B;
    graze_cache_edge(&pair->motion, frame, stepper->axis.first, &pair->cache);
    stepper->is_cached = true;
}

/* Queries the signed separation and the nearest features at a state. */
static NOINLINE void query_at_state(QuadraticStepper* stepper, const UniformState* state)
{
    GrazeConvexPair* pair = stepper->pair;
    write_proximity_state(stepper, state);
    if (graze_query_proximity_cached(&pair->motion, &pair->cache, &pair->proximity)) return;
    graze_query_proximity(&pair->motion, &pair->cache, &pair->proximity);
}

/*
 * Sets the axis to the normal of the query: that of an edge if there is one, else one that is fixed
 * in the world.
 */
static void set_axis_from_query(QuadraticStepper* stepper)
{
    const GrazeProximityCache* cache = &stepper->pair->cache;
    SeparatingAxis* axis = &stepper->axis;
    if (cache->frame != GRAZE_FRAME_WORLD && !cache->is_segment) {
        int32_t reference = cache->frame == GRAZE_FRAME_B;
        set_edge_axis(stepper, &(Edge){reference, 0, cache->from, cache->edge, cache->normal});
        stepper->is_cached = true;
        return;
    }
    double curvature_a =
        stepper->angular_velocity[0] * stepper->angular_velocity[0] * stepper->active[0]->radius;
    double curvature_b =
        stepper->angular_velocity[1] * stepper->angular_velocity[1] * stepper->active[1]->radius;
    *axis =
        (SeparatingAxis){.first = -1, .is_world_frame = true, .n = stepper->pair->proximity.normal};
    axis->vertex_curvature = curvature_a + curvature_b;
}

/*
 * Finds an axis by a search: the normal between the nearest features. Returns false if the bodies
 * are not certified separated.
 */
static NOINLINE bool find_axis(QuadraticStepper* stepper, const UniformState* state)
{
    query_at_state(stepper, state);
    if (!(stepper->pair->proximity.separation > stepper->error)) return false;
    set_axis_from_query(stepper);
    measure_bound(stepper, state, &stepper->from);
    return stepper->from.value > 0;
}

/* Returns t + step or t - step, rounded toward t. */
static double time_towards(double t, double step, bool is_forward)
{
    return is_forward ? graze_time_after(t, step) : -graze_time_after(-t, step);
}

enum { MAX_FILLS = 2 };

/*
 * Finds what is free on one side of the middle, whose sample is given: from the middle to `near`,
 * and from `far` to the end. Uses the axis of the middle, one at the end, and then axes at times
 * between `near` and `far`.
 */
static NOINLINE void advance_side(QuadraticStepper* stepper, const UniformState* middle,
                                  const BoundSample* sample, const UniformState* end, double* near,
                                  double* far)
{
    bool is_forward = end->time > middle->time;
    double span = fabs(end->time - middle->time);
    double step = safe_step_between(stepper, sample, middle->time, end);
    *far = end->time;
    *near = end->time;
    if (step >= span) return;
    *near = time_towards(middle->time, step, is_forward);
    if (!pick_axis(stepper, end)) return;
    step = safe_step_between(stepper, &stepper->from, end->time, middle);
    *far = step >= span ? middle->time : time_towards(end->time, step, !is_forward);
    for (int32_t i = 0; i < MAX_FILLS && (is_forward ? *near < *far : *far < *near); i++) {
        UniformState between;
        double time = *near + 0.5 * (*far - *near);
        evaluate_state(stepper, time, &between);
        if (!pick_axis(stepper, &between)) return;
        double backward = safe_step_between(stepper, &stepper->from, time, middle);
        double forward = safe_step_between(stepper, &stepper->from, time, end);
        bool is_near = backward >= fabs(time - *near);
        bool is_far = forward >= fabs(*far - time);
        if (is_near) *near = is_far ? *far : time_towards(time, forward, is_forward);
        if (!is_near && is_far) *far = time_towards(time, backward, !is_forward);
    }
}

/*
 * Finds what is free around the time at which the pivots are nearest, since a separation bound
 * falls most slowly from there.
 */
static void advance_from_middle(QuadraticStepper* stepper, double time)
{
    UniformState middle;
    evaluate_state(stepper, time, &middle);
    if (!pick_axis(stepper, &middle)) return;
    BoundSample sample = stepper->from;
    SeparatingAxis axis = stepper->axis;
    double t = stepper->time;
    double goal = stepper->goal;
    evaluate_state(stepper, t, &stepper->current_state);
    evaluate_state(stepper, goal, &stepper->next_state);
    advance_side(stepper, &middle, &sample, &stepper->next_state, &stepper->free_to,
                 &stepper->goal);
    stepper->axis = axis;
    advance_side(stepper, &middle, &sample, &stepper->current_state, &stepper->free_from,
                 &stepper->time);
    if (stepper->time >= stepper->free_from) stepper->time = stepper->free_to;
}

/*
 * Returns the rate at which the sum of the terms of a body's positions can grow; the error of a
 * position is a fraction of that sum.
 */
static double term_growth_rate(const GrazeActivePiece* active)
{
    GrazePieceView piece = active->piece;
    return fabs(piece_x(piece)[1]) + fabs(piece_y(piece)[1]) +
           active->radius * fabs(piece_angle(piece)[1]);
}

/*
 * Smallest distance of the pivots, as a fraction of the sum of the radii, below which contact is
 * likely, so that an evaluation at their nearest is of no use.
 */
static const double MISS_FRACTION = 0.65;

/*
 * Sets the goal: the time at which the discs around the pivots have separated for good, or `end` if
 * that is sooner or they never meet. The discs are enlarged by more than in graze_discs_safe_step.
 * As for the error, the terms of each body grow by at most twice its rate, and the distance of the
 * pivots by once the rates.
 */
static void plan_goal(QuadraticStepper* stepper, double end)
{
    const GrazeMotionState* state = &stepper->pair->proximity.state;
    double reach = stepper->active[0]->radius + stepper->active[1]->radius;
    reach += stepper->pair->motion.interval.reach;
    GrazeVec d = vec(state->x[0], state->y[0]);
    double contact_distance = (reach + state->error) * (1 + 0x1p-20);
    double a = vec_dot(stepper->velocity, stepper->velocity);
    double b = vec_dot(d, stepper->velocity);
    double cross = vec_cross(d, stepper->velocity);
    double square = a * contact_distance * contact_distance - cross * cross;
    double rate = term_growth_rate(stepper->active[0]) + term_growth_rate(stepper->active[1]);
    stepper->goal = square > 0 ? min2(end, state->time + (sqrt(square) - b) / a) : end;
    stepper->error = state->error + 3 * GRAZE_MOTION_ERROR * rate * (stepper->goal - state->time);
    stepper->free_from = INFINITY;
    stepper->free_to = INFINITY;
    stepper->current_state = (UniformState){.time = INFINITY};
    double middle = state->time - b / a;
    bool is_inside = middle > stepper->time && middle < stepper->goal;
    if (is_inside && cross * cross > a * (MISS_FRACTION * MISS_FRACTION * reach * reach))
        advance_from_middle(stepper, middle);
}

enum { MAX_STEPS = 64, MAX_RETRIES = 4 };

/*
 * Returns whether the bodies are certified to overlap at the next state, which the separation bound
 * does not exclude.
 */
static bool is_overlapping(QuadraticStepper* stepper)
{
    query_at_state(stepper, &stepper->next_state);
    return stepper->pair->proximity.separation < -stepper->error;
}

/*
 * Tries a step to `*target`; if the incident vertex is behind the edge then, tries earlier times
 * too. Sets `*step` to the part of the step that is free. Returns true and fills in `bracket` if
 * the bodies meet.
 */
static bool try_step(QuadraticStepper* stepper, double* target, double* step,
                     GrazeContactBracket* bracket)
{
    double t = stepper->time;
    double tolerance = stepper->advancement->tolerance;
    *step = 0;
    for (int32_t k = 0; k < MAX_RETRIES; k++) {
        evaluate_state(stepper, *target, &stepper->next_state);
        *step = max2(*step, safe_step_between(stepper, &stepper->from, t, &stepper->next_state));
        if (*step >= *target - t || !(stepper->to.value < -2 * stepper->error)) return false;
        double next = graze_time_after(t, *step);
        if (*target - next <= tolerance) {
            *bracket = (GrazeContactBracket){GRAZE_CONTACT_HIT, next, *target, *target, *target};
            return is_overlapping(stepper);
        }
        double sooner = *target + guess_root(&stepper->to) + OVERSHOOT * tolerance;
        if (!(is_vertex_before_edge(&stepper->axis, &stepper->to) && sooner > next &&
              sooner < *target))
            return false;
        *target = sooner;
    }
    return false;
}

/*
 * Advances toward the goal from a time at which an axis is known. Returns true if the bodies meet.
 */
static bool advance_to_goal(QuadraticStepper* stepper, GrazeContactBracket* bracket)
{
    for (int32_t i = 0; i < MAX_STEPS && stepper->advancement->evaluations_left > MAX_RETRIES;
         i++) {
        double t = stepper->time;
        double step_limit =
            t < stepper->free_from ? min2(stepper->goal, stepper->free_from) : stepper->goal;
        double far = choose_step(stepper, step_limit - t);
        double target = t + far < step_limit ? t + far : step_limit;
        double step;
        if (!(target > t)) return false;
        if (try_step(stepper, &target, &step, bracket)) return true;
        bool is_whole = step >= target - t;
        double next = is_whole ? target : graze_time_after(t, step);
        if (next >= stepper->free_from && next < stepper->free_to) {
            next = stepper->free_to;
            is_whole = false;
        }
        stepper->time = next;
        if (next - t < 0.25 * stepper->advancement->tolerance || next >= stepper->goal)
            return false;
        if (is_whole && is_vertex_before_edge(&stepper->axis, &stepper->to)) {
            stepper->from = stepper->to;
            continue;
        }
        if (!is_whole) evaluate_state(stepper, next, &stepper->next_state);
        if (!find_axis(stepper, &stepper->next_state)) return false;
    }
    return false;
}

GrazeQuadraticOutcome graze_advance_quadratic(void* data, GrazeAdvancement* advancement, double end,
                                              GrazeContactBracket* bracket, double* time)
{
    GrazeConvexPair* pair = data;
    GrazeMotionState* state = &pair->proximity.state;
    if (!can_step_quadratic(&pair->motion.interval)) return GRAZE_QUADRATIC_NONE;
    double located = state->time;
    QuadraticStepper stepper;
    stepper.advancement = advancement;
    stepper.pair = pair;
    stepper.active[0] = &pair->motion.interval.a;
    stepper.active[1] = &pair->motion.interval.b;
    stepper.angular_velocity[0] = state->angle_a[1];
    stepper.angular_velocity[1] = state->angle_b[1];
    stepper.velocity = vec(state->x[1], state->y[1]);
    stepper.speed = vec_length(stepper.velocity);
    stepper.axis.first = -1;
    stepper.is_cached = true;
    stepper.time = *time;
    plan_goal(&stepper, end);
    if (stepper.time < stepper.goal) {
        if (stepper.current_state.time != stepper.time)
            evaluate_state(&stepper, stepper.time, &stepper.current_state);
        bool has_axis = pick_axis(&stepper, &stepper.current_state) ||
                        find_axis(&stepper, &stepper.current_state);
        if (has_axis && advance_to_goal(&stepper, bracket)) return GRAZE_QUADRATIC_HIT;
    }
    *time = stepper.time >= stepper.goal ? end : stepper.time;
    if (*time > located) return GRAZE_QUADRATIC_FREE;
    /* The steps have changed the state. */
    graze_motion_state_expand(&pair->motion, located, state);
    return GRAZE_QUADRATIC_NONE;
}
