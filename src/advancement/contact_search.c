#include "contact_search.h"

#include "../tolerance.h"

/* Returns the depth above which bodies overlap. */
static double least_overlap(const GrazeAdvancement* advancement, double error)
{
    return advancement->allows_touching ? max2(0.125 * advancement->distance_tolerance, error)
                                        : error;
}

static bool is_overlapping_at(GrazeAdvancement* advancement, double time)
{
    GrazeInstant instant;
    graze_advancement_evaluate(advancement, time, false, &instant);
    return instant.separation < -least_overlap(advancement, instant.error);
}

/*
 * Bisects for an earlier overlap, given an overlap at hi and none known at `before`, until these are
 * within half the tolerance of each other. Returns the time of the overlap, and in *before the last
 * instant without one: that does not show that there was none before it.
 */
static double bisect_overlap(GrazeAdvancement* advancement, double* before, double hi)
{
    while (hi - *before > 0.5 * advancement->tolerance &&
           graze_advancement_ensure_budget(advancement)) {
        double middle = *before + 0.5 * (hi - *before);
        if (middle <= *before || middle >= hi) break;
        if (is_overlapping_at(advancement, middle)) {
            hi = middle;
        } else {
            *before = middle;
        }
    }
    return hi;
}

/*
 * Advances through a grazing contact, from lo, where rounding cannot distinguish contact from a
 * gap. During each step no overlap is deeper than the slack; and the bodies stay within twice the
 * slack of contact, unless the step is shorter than half the tolerance. Ends where the bodies
 * overlap, or are farther apart than the slack (*has_separated), or at the end of the advancement.
 * There is no graze, and the bracket is free, if they are farther apart at lo.
 */
static GrazeContactBracket advance_graze(GrazeAdvancement* advancement, double lo,
                                         bool* has_separated)
{
    const GrazePairFunctions* functions = advancement->functions;
    double t = lo;
    double before = lo;
    while (graze_advancement_ensure_budget(advancement)) {
        GrazeInstant instant;
        graze_advancement_evaluate(advancement, t, true, &instant);
        double slack = max2(advancement->distance_tolerance, 4 * instant.error);
        if (instant.separation < -instant.error) {
            double hi = bisect_overlap(advancement, &before, t);
            return graze_make_bracket(GRAZE_CONTACT_HIT, lo, hi);
        }
        before = t;
        *has_separated = instant.separation > slack;
        if (*has_separated && t <= lo) return graze_make_bracket(GRAZE_CONTACT_FREE, lo, lo);
        if (*has_separated || t >= advancement->to)
            return graze_make_bracket(GRAZE_CONTACT_GRAZING, lo, t);
        double end = min2(instant.to, advancement->to);
        double step =
            functions->shallow_step(advancement->pair, end - t, slack, advancement->method);
        double contact_step = functions->contact_step(advancement->pair, end - t, 2 * slack);
        step = min2(step, max2(contact_step, 0.5 * advancement->tolerance));
        double next = step >= end - t ? end : graze_time_after(t, step);
        if (next <= t) break;
        t = next;
    }
    return graze_make_bracket(GRAZE_CONTACT_UNDECIDED, lo, advancement->to);
}

GrazeContactBracket graze_bisect_remaining(GrazeAdvancement* advancement, double t)
{
    const GrazePairFunctions* functions = advancement->functions;
    double hi = advancement->to;
    double width = hi - t;
    bool has_overlap = false;
    for (int32_t i = 0; i < GRAZE_BISECTIONS && t < hi; i++) {
        GrazeInstant instant;
        functions->locate(advancement->pair, t, &instant);
        double end = min2(instant.to, hi);
        bool is_last = width >= end - t;
        if (is_last) width = end - t;
        if (!is_last && width <= 0.5 * advancement->tolerance) break;
        graze_advancement_evaluate(advancement, t + 0.5 * width, true, &instant);
        if (instant.separation < -instant.error) {
            hi = t + 0.5 * width;
            has_overlap = true;
            continue;
        }
        double max_speed = functions->max_speed(advancement->pair, 0.5 * width);
        if (instant.separation - instant.error > max_speed * 0.5 * width * (1 + GRAZE_STEP_ERROR)) {
            t = is_last ? end : graze_time_after(t, width);
            width *= 2;
        } else {
            width *= 0.5;
        }
    }
    if (has_overlap && hi - t <= advancement->tolerance)
        return graze_make_bracket(GRAZE_CONTACT_HIT, t, hi);
    if (!has_overlap && t >= hi) return graze_make_bracket(GRAZE_CONTACT_FREE, hi, hi);
    return graze_make_bracket(GRAZE_CONTACT_UNDECIDED, t, hi);
}

/*
 * Refines the end of a grazing contact, after which the bodies are separated: a backward
 * advancement starts there and ends where it comes near contact. Returns true if the whole bracket is
 * free.
 */
static bool refine_graze_end(GrazeAdvancement* advancement, GrazeContactBracket* bracket)
{
    GrazeAdvancement reverse;
    GrazeContactBracket reverse_bracket;
    graze_advancement_reverse(advancement, -bracket->lo, true, &reverse);
    reverse.is_refining = true;
    reverse.functions->advance(&reverse, -bracket->hi, &reverse_bracket);
    graze_advancement_share_budget(&reverse, advancement);
    advancement->evaluations = reverse.evaluations;
    if (reverse_bracket.status == GRAZE_CONTACT_FREE) {
        /* Points can be in contact at the first instant alone. */
        GrazeInstant instant;
        graze_advancement_evaluate(advancement, bracket->lo, true, &instant);
        if (instant.separation > instant.error) return true;
        bracket->hi = bracket->lo;
        return false;
    }
    double base_shift = reverse.base - advancement->base;
    double end = -reverse_bracket.lo + base_shift;
    if (base_shift != 0) end = double_adjacent(end, true);
    bracket->hi = clamp(end, bracket->lo, bracket->hi);
    return false;
}

bool graze_find_contact_after(const GrazeContactAdvance* advance, double* next,
                              GrazeContactBracket* bracket)
{
    GrazeAdvancement* advancement = advance->advancement;
    double tolerance = advancement->tolerance;
    bool is_slow = *next - advance->time < 0.25 * tolerance;
    if (!is_slow && !(advance->time_to_close < 0.25 * tolerance)) return false;
    double probe = min2(*next + 0.75 * tolerance, advancement->to);
    if (probe > *next && advancement->evaluations_left > 0 &&
        is_overlapping_at(advancement, probe)) {
        *bracket = graze_make_bracket(GRAZE_CONTACT_HIT, *next, probe);
        return true;
    }
    /* The slack of a graze is near enough to contact where no step is certified. */
    double error = (*next > advance->time ? 1 : 4) * advance->instant.error;
    double slack = max2(advancement->distance_tolerance, error);
    if (!is_slow || !(advance->instant.separation <= slack)) return false;
    if (advancement->allows_touching) {
        *bracket = graze_make_bracket(GRAZE_CONTACT_GRAZING, *next, *next);
        return true;
    }
    bool has_separated = false;
    *bracket = advance_graze(advancement, *next, &has_separated);
    bool is_graze = bracket->status != GRAZE_CONTACT_FREE;
    bool may_refine =
        has_separated && !advancement->is_refining && advancement->evaluations_left > 0;
    if (is_graze && (!may_refine || !refine_graze_end(advancement, bracket))) return true;
    *next = bracket->hi;
    return false;
}

/*
 * Motions whose touches are allowed are followed from contact to contact, and through each of them by
 * steps during which no overlap is deeper than the slack. An overlap deeper than half the slack ends
 * it, so that every step is certified for half the slack at least. The answer's bracket is that in
 * which this overlap began: of the contact itself, or from the last instant without an overlap on. An
 * overlap counts as begun from an eighth of the slack on, well above rounding.
 */

/* Beginning of an overlap: the bodies overlap at hi, and are not known to at lo. */
typedef struct {
    double lo, hi;
    bool is_known, is_first; /* is_first: at the beginning of the advancement */
} Onset;

static void shift_time(double* time, double shift, bool is_up)
{
    *time = double_adjacent(*time + shift, is_up);
}

/* Moves the base of the time as graze_advancement_rebase does, and the onset with it. */
static void rebase_onset(GrazeAdvancement* advancement, double* t, Onset* onset)
{
    double before = *t;
    GrazeInstant instant;
    advancement->functions->locate(advancement->pair, *t, &instant);
    if (!graze_advancement_rebase(advancement, &instant, t)) return;
    shift_time(&onset->lo, *t - before, false);
    shift_time(&onset->hi, *t - before, true);
}

/*
 * Passes through a contact from the beginning of `onset`. Returns true at the end of the way: the
 * bracket is that of an overlap, free or undecided; or false where the bodies are apart again, at *t.
 */
static bool pass_contact(GrazeAdvancement* advancement, Onset onset, double* t,
                         GrazeContactBracket* bracket)
{
    *t = onset.lo;
    while (graze_advancement_ensure_budget(advancement)) {
        GrazeInstant instant;
        rebase_onset(advancement, t, &onset);
        graze_advancement_evaluate(advancement, *t, true, &instant);
        double slack = max2(advancement->distance_tolerance, 4 * instant.error);
        bool is_overlapping = instant.separation < -least_overlap(advancement, instant.error);
        if (is_overlapping && !onset.is_known) {
            onset.hi = *t;
            onset.is_known = true;
        }
        if (instant.separation < -0.5 * slack) {
            double lo = onset.lo;
            double hi = bisect_overlap(advancement, &lo, min2(onset.hi, *t));
            *bracket = onset.is_first
                           ? graze_make_bracket(GRAZE_CONTACT_OVERLAPPING, onset.lo, onset.lo)
                           : graze_make_bracket(GRAZE_CONTACT_HIT, lo, hi);
            bracket->deep_at = *t;
            return true;
        }
        if (instant.separation > slack) return false;
        if (*t >= advancement->to) {
            *bracket = graze_make_bracket(GRAZE_CONTACT_FREE, advancement->to, advancement->to);
            return true;
        }
        if (!is_overlapping && *t > onset.lo) onset = (Onset){*t, *t, false, false};
        double end = min2(instant.to, advancement->to);
        double step = advancement->functions->shallow_step(advancement->pair, end - *t, slack,
                                                           GRAZE_METHOD_CERTIFIED);
        double next = step >= end - *t ? end : graze_time_after(*t, step);
        if (next <= *t) break;
        *t = next;
    }
    *bracket = graze_make_bracket(GRAZE_CONTACT_UNDECIDED, *t, advancement->to);
    return true;
}

/* Advances to the first overlap. */
static void advance_to_overlap(GrazeAdvancement* advancement, double from,
                               GrazeContactBracket* bracket)
{
    double t = from;
    bool has_moved = false;
    for (;;) {
        advancement->functions->advance(advancement, t, bracket);
        bool is_decided = bracket->status == GRAZE_CONTACT_FREE;
        if (is_decided || bracket->status == GRAZE_CONTACT_UNDECIDED) return;
        bool is_known =
            bracket->status != GRAZE_CONTACT_GRAZING && is_overlapping_at(advancement, bracket->hi);
        bool is_first = bracket->status == GRAZE_CONTACT_OVERLAPPING && !has_moved;
        Onset onset = {bracket->lo, bracket->hi, is_known, is_first};
        if (pass_contact(advancement, onset, &t, bracket)) return;
        has_moved = true;
    }
}

void graze_advance(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket)
{
    if (advancement->allows_touching) {
        advance_to_overlap(advancement, from, bracket);
    } else {
        advancement->functions->advance(advancement, from, bracket);
    }
}
