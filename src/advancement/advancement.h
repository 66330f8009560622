/* Conservative advancement: time steps that are certified free, up to the first contact. Here its
   state, its budget, its clock and its evaluations. */
#ifndef GRAZE_ADVANCEMENT_ADVANCEMENT_H
#define GRAZE_ADVANCEMENT_ADVANCEMENT_H

#include "clock.h"
#include "moving_pair.h"

/*
 * State of an advancement.
 *
 *   functions, pair       the bodies
 *   base, sense           base of the pair's time, in the caller's time; 1, or -1 while it advances
 *                         backward
 *   to                    end of the advancement, in the time of the pair
 *   query_from, query_to  ends of the query's time range, in the caller's time
 *   tolerance             maximum width of a bracket, less what rounding to the caller's time adds
 *   allows_touching       true if only an overlap ends the advancement
 *   is_refining           true while it runs backward over a grazing contact: then it does not
 *                         refine that contact again, and does not bisect the remaining time when
 *                         the budget ends
 *   evaluations_left      evaluations left of the budget; `evaluations` counts those made
 *   may_extend_budget     true while the budget is the default one, to which the share of rotations
 *                         has not been added yet
 *   trace                 optional buffer of `trace_capacity` evaluation times, in the caller's
 *                         time
 */
struct GrazeAdvancement {
    const GrazePairFunctions* functions;
    void* pair;
    double base, sense;
    double to, query_from, query_to, tolerance, distance_tolerance;
    GrazeContactMethod method;
    bool allows_touching, is_refining, may_extend_budget;
    int32_t evaluations_left, evaluations;
    double* trace;
    int32_t trace_capacity;
};

/*
 * Prepares a forward advancement from options->from, which is the base of the pair's time, to
 * options->to: both are finite. The tolerance is raised to the minimum that rounding allows.
 */
void graze_advancement_init(GrazeAdvancement* advancement, const GrazePairFunctions* functions,
                            void* pair, const GrazeMotionOptions* options);

/*
 * Prepares an advancement of the same query the other way, up to time `to` of the reversed pair. It
 * has what is left of the budget, and has made as many evaluations.
 */
void graze_advancement_reverse(const GrazeAdvancement* advancement, double to, bool keeps_features,
                               GrazeAdvancement* out);

/* Gives another advancement of the same query what is left of the budget. */
static inline void graze_advancement_share_budget(const GrazeAdvancement* from,
                                                  GrazeAdvancement* to)
{
    to->evaluations_left = from->evaluations_left;
    to->may_extend_budget = from->may_extend_budget;
}

/*
 * Adds the share of rotations to the default budget, once; returns false if it has been added before,
 * or the budget is not the default one.
 */
bool graze_advancement_extend_budget(GrazeAdvancement* advancement);

/*
 * Returns whether evaluations are left. When the default budget is used up, adds the share of
 * rotations to it first.
 */
static inline bool graze_advancement_ensure_budget(GrazeAdvancement* advancement)
{
    if (advancement->evaluations_left > 0) return true;
    return graze_advancement_extend_budget(advancement) && advancement->evaluations_left > 0;
}

/*
 * Moves the base of the pair's time to *time, whose instant has been located, if the new base makes
 * the error of positions there much smaller. Returns true if it moved the base: then *time and the
 * end have changed too, no instant is located, and the caller must shift every other time of the pair
 * that it keeps.
 */
bool graze_advancement_move_base(GrazeAdvancement* advancement, const GrazeInstant* instant,
                                 double* time);

/* Does so if the error exceeds a quarter of the distance tolerance. */
static inline bool graze_advancement_rebase(GrazeAdvancement* advancement,
                                            const GrazeInstant* instant, double* time)
{
    return instant->error > 0.25 * advancement->distance_tolerance &&
           graze_advancement_move_base(advancement, instant, time);
}

/*
 * Converts a forward time of the pair to the caller's time, rounded down or up and clamped to the
 * query's time range.
 */
static inline double graze_to_caller_time(const GrazeAdvancement* advancement, double time,
                                          bool is_up)
{
    double base = advancement->base;
    if (time >= advancement->query_to - base) return advancement->query_to;
    return clamp(graze_add_time(base, time, is_up), advancement->query_from, advancement->query_to);
}

/* Counts an evaluation at `time`, and records it in the trace. */
static inline void graze_advancement_count_evaluation(GrazeAdvancement* advancement, double time)
{
    if (advancement->trace != NULL && advancement->evaluations < advancement->trace_capacity) {
        advancement->trace[advancement->evaluations] =
            graze_to_caller_time(advancement, advancement->sense * time, false);
    }
    advancement->evaluations_left--;
    advancement->evaluations++;
}

/* Evaluates the separation at `time`, and counts the evaluation. `needs_depth` is as for `measure`. */
static inline void graze_advancement_evaluate(GrazeAdvancement* advancement, double time,
                                              bool needs_depth, GrazeInstant* instant)
{
    advancement->functions->locate(advancement->pair, time, instant);
    advancement->functions->measure(advancement->pair, needs_depth, instant);
    graze_advancement_count_evaluation(advancement, time);
}

#endif
