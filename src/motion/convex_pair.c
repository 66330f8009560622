#include "convex_pair.h"

#include "../advancement/contact_steps.h"
#include "../tolerance.h"
#include "quadratic_step.h"

int32_t graze_default_budget(const GrazeMovingBody* a, const GrazeMovingBody* b)
{
    double pieces = (double)a->count + b->count;
    return (int32_t)min2(GRAZE_BASE_ITERATIONS + GRAZE_ITERATIONS_PER_PIECE * pieces,
                         GRAZE_MAX_ITERATIONS);
}

/* Returns an upper bound of the rotation of a body over all its pieces, in turns. */
static double count_turns(const GrazeMovingBody* body)
{
    double sum = 0;
    for (int32_t i = 0; i < body->count; i++) {
        GrazePieceView piece = graze_piece_at(body, i);
        double duration = piece_t1(piece) - piece_t0(piece);
        sum += graze_poly_magnitude(piece_angle(piece), piece.terms, duration) -
               fabs(piece_angle(piece)[0]);
    }
    return sum / 6.28;
}

int32_t graze_rotation_budget(const GrazeMovingBody* a, const GrazeMovingBody* b)
{
    double base_budget = graze_default_budget(a, b);
    double turns = count_turns(a) + count_turns(b);
    return (int32_t)min2(GRAZE_ITERATIONS_PER_TURN * turns, GRAZE_MAX_ITERATIONS - base_budget);
}

int32_t graze_delay_budget(const GrazeMovingBody* a, const GrazeMovingBody* b)
{
    double base_budget = graze_default_budget(a, b);
    double meetings = (1 + count_turns(a)) * (1 + count_turns(b));
    double extra = GRAZE_DELAY_ITERATIONS + GRAZE_ITERATIONS_PER_MEETING * meetings;
    return (int32_t)min2(extra, GRAZE_MAX_ITERATIONS - base_budget);
}

/* The pair, as a search queries it. */

static void locate(void* data, double time, GrazeInstant* out)
{
    GrazeConvexPair* pair = data;
    GrazeMotionState* state = &pair->proximity.state;
    const GrazePieceInterval* interval = graze_relative_motion_find_interval(&pair->motion, time);
    graze_motion_state_expand(&pair->motion, time, state);
    out->from = interval->from;
    out->to = interval->to;
    out->error = state->error;
}

static void measure(void* data, bool needs_depth, GrazeInstant* instant)
{
    GrazeConvexPair* pair = data;
    GrazeProximity* proximity = &pair->proximity;
    graze_motion_state_compute_poses(&pair->motion.interval, &proximity->state);
    if (needs_depth || !graze_query_proximity_cached(&pair->motion, &pair->cache, proximity))
        graze_query_proximity(&pair->motion, &pair->cache, proximity);
    instant->separation = proximity->separation;
}

static double safe_step(void* data, double span, double allowance, GrazeContactMethod method,
                        double* time_to_close)
{
    const GrazeConvexPair* pair = data;
    return graze_proximity_safe_step(&pair->motion, &pair->proximity, span, allowance, method,
                                     time_to_close);
}

static double shallow_step(void* data, double span, double allowance, GrazeContactMethod method)
{
    const GrazeConvexPair* pair = data;
    return graze_proximity_shallow_step(&pair->motion, &pair->proximity, span, allowance, method);
}

static double contact_step(void* data, double span, double slack)
{
    const GrazeConvexPair* pair = data;
    return graze_proximity_contact_step(&pair->motion, &pair->cache, &pair->proximity, span, slack);
}

static double max_speed(void* data, double span)
{
    const GrazeConvexPair* pair = data;
    GrazeRateBounds rates;
    graze_compute_rate_bounds(&pair->proximity.state, span, &rates);
    return graze_largest_speed(&pair->motion.interval, &rates);
}

static double far_step(void* data, double min_gap, double span)
{
    const GrazeConvexPair* pair = data;
    return graze_discs_safe_step(&pair->motion.interval, &pair->proximity.state, min_gap, span);
}

static bool gains_from_rebase(const void* data, double time)
{
    const GrazeConvexPair* pair = data;
    return graze_relative_motion_gains_from_rebase(&pair->motion, time);
}

static void set_base(void* data, double base)
{
    GrazeConvexPair* pair = data;
    pair->motion.base = base;
    pair->motion.has_interval = false;
}

static void* reverse(void* data, bool keeps_features)
{
    const GrazeConvexPair* pair = data;
    GrazeConvexPair* reversed = (GrazeConvexPair*)data + 1;
    const GrazeRelativeMotion* motion = &pair->motion;
    graze_relative_motion_init(&reversed->motion, motion->a, motion->b, motion->base,
                               -motion->sense);
    reversed->cache = (GrazeProximityCache){.count = 0};
    if (keeps_features) reversed->cache = pair->cache;
    return reversed;
}

static double min_tolerance(const void* data, double from, double to)
{
    const GrazeConvexPair* pair = data;
    return graze_motion_min_tolerance(pair->motion.a, pair->motion.b, from, to);
}

static int32_t default_budget(const void* data)
{
    const GrazeConvexPair* pair = data;
    return graze_default_budget(pair->motion.a, pair->motion.b);
}

static int32_t rotation_budget(const void* data)
{
    const GrazeConvexPair* pair = data;
    return graze_rotation_budget(pair->motion.a, pair->motion.b);
}

static const GrazePairFunctions FUNCTIONS;

static void advance(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket)
{
    graze_advance_steps(&FUNCTIONS, advancement, from, bracket);
}

static const GrazePairFunctions FUNCTIONS = {
    .locate = locate,
    .measure = measure,
    .safe_step = safe_step,
    .shallow_step = shallow_step,
    .contact_step = contact_step,
    .max_speed = max_speed,
    .far_step = far_step,
    .advance_quadratic = graze_advance_quadratic,
    .gains_from_rebase = gains_from_rebase,
    .set_base = set_base,
    .reverse = reverse,
    .advance = advance,
    .min_tolerance = min_tolerance,
    .default_budget = default_budget,
    .rotation_budget = rotation_budget,
};

void graze_convex_pair_init(GrazeAdvancement* advancement, GrazeConvexPair* pairs,
                            const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options)
{
    graze_relative_motion_init(&pairs->motion, a, b, options->from, 1);
    pairs->cache = (GrazeProximityCache){.count = 0};
    graze_advancement_init(advancement, &FUNCTIONS, pairs, options);
}
