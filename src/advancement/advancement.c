#include "advancement.h"

#include "../tolerance.h"

void graze_advancement_init(GrazeAdvancement* advancement, const GrazePairFunctions* functions,
                            void* pair, const GrazeMotionOptions* options)
{
    /* The minimum tolerance costs a pass over the bodies, which a sufficient tolerance avoids. */
    double ulp = double_ulp(max2(fabs(options->from), fabs(options->to)));
    if (!(options->tolerance >= GRAZE_TIME_ULPS * ulp))
        ulp = functions->min_tolerance(pair, options->from, options->to) / GRAZE_TIME_ULPS;
    advancement->functions = functions;
    advancement->pair = pair;
    advancement->base = options->from;
    advancement->sense = 1;
    advancement->to = options->to - options->from;
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
        advancement->may_extend_budget ? functions->default_budget(pair) : options->max_iterations;
}

void graze_advancement_reverse(const GrazeAdvancement* advancement, double to, bool keeps_features,
                               GrazeAdvancement* out)
{
    *out = *advancement;
    out->sense = -advancement->sense;
    out->pair = advancement->functions->reverse(advancement->pair, keeps_features);
    out->to = to;
}

bool graze_advancement_extend_budget(GrazeAdvancement* advancement)
{
    if (!advancement->may_extend_budget) return false;
    advancement->may_extend_budget = false;
    advancement->evaluations_left += advancement->functions->rotation_budget(advancement->pair);
    return true;
}

bool graze_advancement_move_base(GrazeAdvancement* advancement, const GrazeInstant* instant,
                                 double* time)
{
    const GrazePairFunctions* functions = advancement->functions;
    if (!functions->gains_from_rebase(advancement->pair, *time)) return false;
    double before = *time;
    bool ends_with_query = advancement->to == advancement->query_to - advancement->base;
    *time = graze_move_base(&advancement->base, advancement->sense, before);
    functions->set_base(advancement->pair, advancement->base);
    if (instant->from == before) {
        /* The new base can round the time to the end of the interval before. */
        GrazeInstant begin;
        functions->locate(advancement->pair, *time, &begin);
        if (begin.to - *time <= double_ulp(advancement->base)) *time = begin.to;
    }
    advancement->to = ends_with_query ? advancement->query_to - advancement->base
                                      : advancement->to - before + *time;
    return true;
}
