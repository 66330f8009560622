#include "clearance.h"

#include "moving_pair.h"

/*
 * The clearance of convex bodies in space, by the search of ../../advancement: a model of the
 * separation at an instant, and bounds around it.
 *
 * The nearest points of the cores, P apart with P = s n and fixed to their bodies, have n . P = s
 * for a normal n that follows the nearest features, up to third order: a face, or two edges that
 * cross, has n . P the same for all of its points. So
 *
 *   s' = n . P'
 *   s'' = n . P'' + 2 n' . P' - s |n'|^2
 *
 * with n' = W x n as in separation_bound.h along the edges of the features. Across these n turns
 * with P, as that is the vector between vertices there: n' = P' / s.
 */

/* Detail of a point of a descent: the proximity, and the interval in which its state holds. */
typedef struct {
    SolidProximity proximity;
    SolidInterval interval;
    double base;
} PointDetail;

/* Returns the part of a vector across n and the edge of the features, of which there is at most
   one. */
static GrazeVec3 free_part(const SolidProximity* proximity, GrazeVec3 v)
{
    GrazeVec3 n = proximity->normal;
    v = vec3_mul_add(v, -vec3_dot(v, n), n);
    if (proximity->edges.count == 0) return v;
    GrazeVec3 u = vec3_cross(n, proximity->edges.edge[0]);
    double square = vec3_dot(u, u);
    return square > 0 ? vec3_scale(u, vec3_dot(u, v) / square) : vec3(0, 0, 0);
}

static double newton_step(double slope, double second)
{
    if (slope == 0) return 0;
    if (second > 0) return -slope / second;
    return slope < 0 ? INFINITY : -INFINITY;
}

/* Computes the model of a point. */
static void fit_model(GrazeDescentPoint* point)
{
    const PointDetail* detail = point->detail;
    const SolidProximity* proximity = &detail->proximity;
    const SolidMotionState* state = &proximity->state;
    GrazeVec3 n = proximity->normal;
    GrazeVec3 p = vec3_sub(proximity->core[1], proximity->core[0]);
    GrazeVec3 velocities[2];
    GrazeVec3 accelerations[2];
    graze_solid_point_rates(state, proximity->core, velocities, accelerations);
    GrazeVec3 velocity = vec3_sub(velocities[1], velocities[0]);
    GrazeVec3 acceleration = vec3_sub(accelerations[1], accelerations[0]);
    double distance = vec3_dot(n, p);
    SolidTurn turn = graze_solid_normal_turn(state, n, &proximity->edges, NULL);
    GrazeVec3 n_rate = vec3_cross(turn.velocity, n);
    bool is_free = proximity->edges.count < 2 && !proximity->is_penetrating && distance > 0;
    if (is_free) n_rate = vec3_mul_add(n_rate, 1 / distance, free_part(proximity, velocity));
    point->instant = (GrazeInstant){detail->interval.from, detail->interval.to, state->error,
                                    proximity->separation};
    point->slope = vec3_dot(n, velocity);
    point->second = vec3_dot(n, acceleration) + 2 * vec3_dot(n_rate, velocity) -
                    distance * vec3_dot(n_rate, n_rate);
    point->bound_second = point->second;
    point->step = newton_step(point->slope, point->second);
    /* (|P|^2 / 2)' and '', which are exact for vertices that move uniformly. */
    if (is_free && proximity->edges.count == 0)
        point->step = newton_step(vec3_dot(p, velocity),
                                  vec3_dot(velocity, velocity) + vec3_dot(p, acceleration));
}

/* The functions of the search. */

/*
 * At the end of the search the interval is the one which ends there: bodies that stay from then on
 * have no slope. Where the positions are coarse, they are computed from a base near the time, and
 * hold for it alone.
 */
static void evaluate(void* data, const GrazeAdvancement* advancement, GrazeDescentPoint* point)
{
    SolidMovingPair* pair = data;
    PointDetail* detail = point->detail;
    SolidMotionState* state = &detail->proximity.state;
    SolidRelativeMotion motion = pair->motion;
    double t = point->time;
    double before = double_adjacent(t, false);
    bool is_end = t >= advancement->to && t > 0;
    if (!is_end || graze_solid_find_interval(&motion, before)->to < t)
        graze_solid_find_interval(&motion, t);
    graze_solid_state_evaluate(&motion, t, state);
    double from = motion.interval.from;
    double to = motion.interval.to;
    if (state->error > 0.25 * advancement->distance_tolerance &&
        graze_solid_gains_from_rebase(&motion, t)) {
        double rest = graze_move_base(&motion.base, motion.sense, t);
        motion.has_interval = false;
        graze_solid_find_interval(&motion, rest);
        graze_solid_state_evaluate(&motion, rest, state);
        from = to = t;
    }
    if (!graze_solid_query_proximity(&motion.interval, pair->scratch, true, &detail->proximity))
        *pair->out_of_memory = true;
    detail->interval = motion.interval;
    detail->interval.from = from;
    detail->interval.to = to;
    detail->base = motion.base;
    fit_model(point);
}

static void adopt(void* data, GrazeDescentPoint* point)
{
    const SolidMovingPair* pair = data;
    PointDetail* detail = point->detail;
    detail->proximity = pair->proximity;
    detail->interval = pair->motion.interval;
    detail->base = pair->motion.base;
    fit_model(point);
}

/* Reverses the time of what steps read of a state: first derivatives and odd powers change their
   signs. */
static void reverse_state(SolidMotionState* state)
{
    state->velocity = vec3_neg(state->velocity);
    for (int i = 0; i < 2; i++)
        state->body[i].spin = vec3_neg(state->body[i].spin);
    for (int axis = 0; axis < 3; axis++)
        for (int32_t k = 1; k < GRAZE_PIECE_TERMS; k += 2)
            state->root[axis][k] = -state->root[axis][k];
}

/* Bounds of rates hold on both sides of the instant. */
static void certify_around(void* data, GrazeDescentPoint* point, double min_value, double* before,
                           double* after)
{
    const SolidMovingPair* pair = data;
    const PointDetail* detail = point->detail;
    SolidRelativeMotion motion = pair->motion;
    SolidProximity proximity = detail->proximity;
    double time_to_close;
    motion.interval = detail->interval;
    motion.base = detail->base;
    *after = graze_solid_safe_step(&motion, &proximity, *after, -min_value, GRAZE_METHOD_CERTIFIED,
                                   &time_to_close);
    reverse_state(&proximity.state);
    *before = graze_solid_safe_step(&motion, &proximity, *before, -min_value,
                                    GRAZE_METHOD_CERTIFIED, &time_to_close);
}

/* Number of parts into which the time is divided by samples of the pivots. */
enum { SAMPLES = 16 };

/* Returns the time at which the pivots are nearest: of a uniform motion, else the best of samples.
   */
static double guess_time(void* data, double t, double to)
{
    SolidMovingPair* pair = data;
    SolidMotionState state;
    double best = t;
    double least = INFINITY;
    for (int32_t i = 0; i <= SAMPLES; i++) {
        double time = i < SAMPLES ? t + i * ((to - t) / SAMPLES) : to;
        const SolidInterval* interval = graze_solid_find_interval(&pair->motion, time);
        graze_solid_state_evaluate(&pair->motion, time, &state);
        bool is_plain = interval->chain[0].count <= 1 && interval->chain[1].count <= 1;
        double square = vec3_dot(state.velocity, state.velocity);
        if (i == 0 && is_plain && state.degree <= 1 && interval->to >= to)
            return square > 0 ? clamp(t - vec3_dot(state.d, state.velocity) / square, t, to)
                              : 0.5 * (t + to);
        square = vec3_dot(state.d, state.d);
        if (square < least) best = time;
        least = min2(least, square);
    }
    return best;
}

static void measure(void* data, GrazeInstant* instant)
{
    SolidMovingPair* pair = data;
    if (!graze_solid_query_proximity(&pair->motion.interval, pair->scratch, true, &pair->proximity))
        *pair->out_of_memory = true;
    instant->separation = pair->proximity.separation;
}

static double safe_step(void* data, double min_value, double span)
{
    SolidMovingPair* pair = data;
    double time_to_close;
    graze_solid_find_interval(&pair->motion, pair->proximity.state.time);
    return graze_solid_safe_step(&pair->motion, &pair->proximity, span, -min_value,
                                 GRAZE_METHOD_CERTIFIED, &time_to_close);
}

static double far_bound(void* data, double span)
{
    const SolidMovingPair* pair = data;
    const SolidInterval* interval = &pair->motion.interval;
    const SolidMotionState* state = &pair->proximity.state;
    SolidRates rates;
    graze_solid_compute_rates(&pair->motion, state, span, &rates);
    double speed = rates.root_speed + rates.body[0].speed + rates.body[1].speed;
    return vec3_length(state->d) * (1 - GRAZE_STEP_ERROR) - speed * span * (1 + GRAZE_STEP_ERROR) -
           interval->chain[0].radius - interval->chain[1].radius - interval->reach;
}

/* Bodies in balls of these radii are at most as deep in each other as both are wide. */
double graze_solid_max_depth(const GrazeMovingSolid* a, const GrazeMovingSolid* b)
{
    double sum = 2 * a->solid->extent + a->solid->radius;
    sum += 2 * b->solid->extent + b->solid->radius;
    return sum * (1 + GRAZE_STEP_ERROR);
}

static double max_depth(const void* data)
{
    const SolidRelativeMotion* motion = &((const SolidMovingPair*)data)->motion;
    return graze_solid_max_depth(motion->body[0], motion->body[1]);
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

bool graze_solid_clearance_bracket(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                   const GrazeMotionOptions* options, double limit,
                                   const GrazeSolidScratch* scratch, GrazeClearanceBracket* out)
{
    GrazeAdvancement advancement;
    SolidMovingPair pair;
    PointDetail details[GRAZE_DESCENT_POINTS];
    void* const rooms[GRAZE_DESCENT_POINTS] = {&details[0], &details[1], &details[2]};
    graze_solid_moving_pair_init(&advancement, &pair, a, b, options, scratch);
    graze_search_clearance(&advancement, &FUNCTIONS, rooms, limit, out);
    return !pair.is_out_of_memory;
}
