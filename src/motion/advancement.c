#include "advancement.h"

#include "../tolerance.h"

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

void graze_advancement_init(GrazeAdvancement* advancement, const GrazeMovingBody* a,
                            const GrazeMovingBody* b, const GrazeMotionOptions* options,
                            double sense, double to)
{
    /* The minimum tolerance costs a pass over the bodies, which a sufficient tolerance avoids. */
    double ulp = double_ulp(max2(fabs(options->from), fabs(options->to)));
    if (!(options->tolerance >= GRAZE_TIME_ULPS * ulp))
        ulp = graze_motion_min_tolerance(a, b, options->from, options->to) / GRAZE_TIME_ULPS;
    graze_relative_motion_init(&advancement->motion, a, b, options->from, sense);
    advancement->cache = (GrazeProximityCache){.count = 0};
    advancement->to = to;
    advancement->query_from = options->from;
    advancement->query_to = options->to;
    advancement->tolerance = max2(options->tolerance, GRAZE_TIME_ULPS * ulp) - 2 * ulp;
    advancement->distance_tolerance = max2(options->distance_tolerance, GRAZE_LEAST_SLACK);
    advancement->method = options->method;
    advancement->allows_touching = options->touching == GRAZE_TOUCHING_ALLOWED;
    advancement->is_refining = false;
    advancement->evaluations = 0;
    advancement->trace = NULL;
    advancement->trace_capacity = 0;
    advancement->may_extend_budget = options->max_iterations < 1;
    advancement->evaluations_left =
        advancement->may_extend_budget ? graze_default_budget(a, b) : options->max_iterations;
}

bool graze_advancement_ensure_budget(GrazeAdvancement* advancement)
{
    if (advancement->evaluations_left > 0) return true;
    if (!advancement->may_extend_budget) return false;
    advancement->may_extend_budget = false;
    advancement->evaluations_left +=
        graze_rotation_budget(advancement->motion.a, advancement->motion.b);
    return advancement->evaluations_left > 0;
}

double graze_to_caller_time(const GrazeAdvancement* advancement, double time, bool is_up)
{
    double base = advancement->motion.base;
    if (time >= advancement->query_to - base) return advancement->query_to;
    return clamp(graze_add_time(base, time, is_up), advancement->query_from, advancement->query_to);
}

bool graze_advancement_rebase(GrazeAdvancement* advancement, double error, double* time)
{
    GrazeRelativeMotion* motion = &advancement->motion;
    if (!(error > 0.25 * advancement->distance_tolerance) ||
        !graze_relative_motion_gains_from_rebase(motion, *time))
        return false;
    double before = *time;
    bool ends_with_query = advancement->to == advancement->query_to - motion->base;
    bool is_at_begin = motion->interval.from == before;
    *time = graze_relative_motion_rebase(motion, before);
    if (is_at_begin) {
        /* The new base can round the time to the end of the interval before. */
        const GrazePieceInterval* interval = graze_relative_motion_find_interval(motion, *time);
        if (interval->to - *time <= double_ulp(motion->base)) *time = interval->to;
    }
    advancement->to =
        ends_with_query ? advancement->query_to - motion->base : advancement->to - before + *time;
    return true;
}

void graze_advancement_evaluate(GrazeAdvancement* advancement, double time,
                                GrazeProximity* proximity)
{
    graze_relative_motion_find_interval(&advancement->motion, time);
    graze_motion_state_evaluate(&advancement->motion, time, &proximity->state);
    graze_query_proximity(&advancement->motion, &advancement->cache, proximity);
    graze_advancement_count_evaluation(advancement, time);
}
