/* The search for a first contact of two moving bodies, with certified steps. */
#ifndef GRAZE_ADVANCEMENT_CONTACT_SEARCH_H
#define GRAZE_ADVANCEMENT_CONTACT_SEARCH_H

#include "advancement.h"

/*
 * Finds the first contact at or after `from`. O(1) calls of the pair's functions per evaluation; at
 * most GRAZE_BISECTIONS evaluations more than the budget.
 */
void graze_advance(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket);

/* Converts the bracket of a forward advancement to the caller's time, rounded outward. */
static inline void graze_bracket_to_caller_time(const GrazeAdvancement* advancement,
                                                const GrazeContactBracket* bracket, double* lo,
                                                double* hi)
{
    *lo = graze_to_caller_time(advancement, bracket->lo, false);
    /*
     * Rounding up would include the ulp after a grazing contact, in which an overlap can be deep.
     */
    *hi = graze_to_caller_time(advancement, bracket->hi, bracket->status != GRAZE_CONTACT_GRAZING);
}

/* The parts of the search that contact_steps.h calls where steps become short, or the budget ends. */

static inline GrazeContactBracket graze_make_bracket(GrazeContactStatus status, double lo,
                                                     double hi)
{
    return (GrazeContactBracket){status, lo, hi, hi, hi};
}

/*
 * An advance to a contact.
 *   instant         the pair at `time`
 *   time, end       of the step, and of the interval that has it
 *   step            time from `time` on that is free
 *   time_to_close   estimate of the time until contact
 *   quadratic_end   end of the interval where quadratic steps were tried
 *   is_far          set if the step is that of the balls, so that the separation is not measured
 */
typedef struct {
    GrazeAdvancement* advancement;
    GrazeInstant instant;
    double time, end, step, time_to_close, quadratic_end;
    bool is_far, has_moved;
} GrazeContactAdvance;

/*
 * Looks for a contact where steps become short: an overlap just after *next, which is the end of the
 * step, or a grazing contact there. Returns true if there is one, with the bracket; else *next is a
 * time up to which all is free.
 */
bool graze_find_contact_after(const GrazeContactAdvance* advance, double* next,
                              GrazeContactBracket* bracket);

/*
 * Bisects the remaining time when the budget is used up, the left half first. A part of it is free
 * if the separation in its middle is larger than the distance that the bodies can cover, at the
 * largest speed, from there to its ends.
 */
GrazeContactBracket graze_bisect_remaining(GrazeAdvancement* advancement, double t);

#endif
