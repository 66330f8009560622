/* The steps of a search for a first contact, inline, so that the functions of a pair are called
   directly: this is where a search spends its time. */
#ifndef GRAZE_ADVANCEMENT_CONTACT_STEPS_H
#define GRAZE_ADVANCEMENT_CONTACT_STEPS_H

#include "contact_search.h"

/* Begins a step by that of the balls; returns false if it moves the base of time instead. */
ALWAYS_INLINE bool graze_begin_step(const GrazePairFunctions* functions,
                                    GrazeContactAdvance* advance)
{
    GrazeAdvancement* advancement = advance->advancement;
    functions->locate(advancement->pair, advance->time, &advance->instant);
    advance->end = min2(advance->instant.to, advancement->to);
    advance->time_to_close = INFINITY;
    if (graze_advancement_rebase(advancement, &advance->instant, &advance->time)) {
        advance->quadratic_end = -INFINITY;
        return false;
    }
    graze_advancement_count_evaluation(advancement, advance->time);
    double left = advance->end - advance->time;
    bool may_use_balls =
        functions->far_step != NULL && advancement->method == GRAZE_METHOD_CERTIFIED;
    advance->step = may_use_balls ? functions->far_step(advancement->pair, 0, left) : 0;
    advance->is_far = advance->step > 0;
    return true;
}

/* Moves to a later time, up to which all is free; returns true at the end, where the bracket is free. */
ALWAYS_INLINE bool graze_move_to(GrazeContactAdvance* advance, double time,
                                 GrazeContactBracket* bracket)
{
    advance->has_moved = advance->has_moved || time > advance->time;
    advance->time = time;
    if (time < advance->end || advance->end < advance->advancement->to) return false;
    *bracket = graze_make_bracket(GRAZE_CONTACT_FREE, advance->end, advance->end);
    return true;
}

/* Returns whether quadratic steps are due, which are tried once in each interval. */
ALWAYS_INLINE bool graze_can_step_quadratic(const GrazePairFunctions* functions,
                                            const GrazeContactAdvance* advance)
{
    const GrazeAdvancement* advancement = advance->advancement;
    return functions->advance_quadratic != NULL && advancement->method == GRAZE_METHOD_CERTIFIED &&
           advance->step < advance->end - advance->time && advance->quadratic_end != advance->end &&
           advancement->evaluations_left >= GRAZE_QUADRATIC_STEP_EVALUATIONS;
}

/* Finds the step from the separation; returns true if the bodies overlap, with the bracket. */
ALWAYS_INLINE bool graze_measure_step(const GrazePairFunctions* functions,
                                      GrazeContactAdvance* advance, GrazeContactBracket* bracket)
{
    GrazeAdvancement* advancement = advance->advancement;
    GrazeInstant* instant = &advance->instant;
    double t = advance->time;
    functions->measure(advancement->pair, false, instant);
    if (instant->separation < -instant->error) {
        GrazeContactStatus status =
            advance->has_moved ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_OVERLAPPING;
        *bracket = graze_make_bracket(status, t, t);
        return true;
    }
    if (instant->separation > instant->error) {
        advance->step = functions->safe_step(advancement->pair, advance->end - t, 0,
                                             advancement->method, &advance->time_to_close);
    }
    return false;
}

/*
 * Advances to the first contact, a touch included: `advance` of GrazePairFunctions, if `functions` are
 * those of the advancement, and constant.
 */
ALWAYS_INLINE void graze_advance_steps(const GrazePairFunctions* functions,
                                       GrazeAdvancement* advancement, double from,
                                       GrazeContactBracket* bracket)
{
    GrazeContactAdvance advance;
    advance.advancement = advancement;
    advance.time = from;
    advance.quadratic_end = -INFINITY;
    advance.has_moved = false;
    while (graze_advancement_ensure_budget(advancement)) {
        if (!graze_begin_step(functions, &advance)) continue;
        double next = graze_time_after(advance.time, advance.step);
        if (graze_can_step_quadratic(functions, &advance)) {
            double free = next;
            advance.quadratic_end = advance.end;
            GrazeQuadraticOutcome outcome = functions->advance_quadratic(
                advancement->pair, advancement, advance.end, bracket, &free);
            if (outcome == GRAZE_QUADRATIC_HIT) return;
            if (outcome == GRAZE_QUADRATIC_FREE) {
                if (graze_move_to(&advance, free, bracket)) return;
                continue;
            }
        }
        if (!advance.is_far && graze_measure_step(functions, &advance, bracket)) return;
        if (advance.step > 0 && advance.step >= advance.end - advance.time) {
            if (graze_move_to(&advance, advance.end, bracket)) return;
            continue;
        }
        next = graze_time_after(advance.time, advance.step);
        if (!advance.is_far && graze_find_contact_after(&advance, &next, bracket)) return;
        if (next <= advance.time) break;
        advance.time = next;
        advance.has_moved = true;
    }
    *bracket = advancement->is_refining
                   ? graze_make_bracket(GRAZE_CONTACT_UNDECIDED, advance.time, advancement->to)
                   : graze_bisect_remaining(advancement, advance.time);
}

#endif
