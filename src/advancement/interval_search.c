#include "interval_search.h"

#include "../tolerance.h"
#include "contact_search.h"

#include <float.h>

/*
 * The search for all contact intervals advances forward to a contact, through it to a time at which
 * the bodies are certified separated, and from there backward to the end of the contact, which is
 * the first contact of the time-reversed pair.
 */

/* Outcome of following a contact. */
typedef enum { OUTCOME_SEPARATED, OUTCOME_PERSISTS, OUTCOME_UNKNOWN } ContactOutcome;

/*
 * End of a contact: `last_overlap` is the last time at which the bodies were certified to overlap,
 * `separated_at` a later time at which they are separated.
 */
typedef struct {
    ContactOutcome outcome;
    double last_overlap, separated_at;
} ContactEnd;

/*
 * Follows a contact from `from` until the bodies are separated, by steps for which it is certified
 * to last, or at least half the tolerance. Where touching is allowed, it ends where they do not
 * overlap.
 */
static void follow_contact(GrazeAdvancement* forward, double from, ContactEnd* out)
{
    double t = from;
    bool allows_touching = forward->allows_touching;
    out->last_overlap = from;
    while (graze_advancement_ensure_budget(forward)) {
        GrazeInstant instant;
        graze_advancement_evaluate(forward, t, true, &instant);
        double slack = max2(forward->distance_tolerance, 4 * instant.error);
        bool is_overlapping = instant.separation < -instant.error;
        if (is_overlapping) out->last_overlap = t;
        if (allows_touching ? !is_overlapping : instant.separation > slack) {
            out->outcome = OUTCOME_SEPARATED;
            out->separated_at = t;
            return;
        }
        if (t >= forward->to) {
            out->outcome = OUTCOME_PERSISTS;
            return;
        }
        double end = min2(instant.to, forward->to);
        double step = forward->functions->contact_step(forward->pair, end - t,
                                                       allows_touching ? 0 : 2 * slack);
        step = max2(step, 0.5 * forward->tolerance);
        t = step >= end - t ? end : max2(graze_time_after(t, step), t + DBL_EPSILON * fabs(t));
    }
    out->outcome = OUTCOME_UNKNOWN;
}

/*
 * Set the bracket of the begin or the end of the interval, in the caller's time, rounded outward.
 * Then all times outside the interval are free, and the end of the bracket that lies inside the
 * interval is an overlap. A graze before the end has no overlap deeper than the slack; its end is
 * rounded into the bracket, since beyond it, within one ulp of a late clock, an overlap can be deep.
 */
static void set_begin(const GrazeAdvancement* advancement, double lo, double hi, GrazeInterval* out)
{
    out->begin_lo = graze_to_caller_time(advancement, lo, false);
    out->begin_hi = graze_to_caller_time(advancement, hi, true);
}

static void set_end(const GrazeAdvancement* advancement, double lo, double hi, bool is_touching,
                    GrazeInterval* out)
{
    out->end_lo = graze_to_caller_time(advancement, lo, is_touching);
    out->end_hi = graze_to_caller_time(advancement, hi, true);
}

/* Finds the end of a contact between an overlap and a time at which the bodies are separated. */
static void find_contact_end(GrazeAdvancement* forward, const ContactEnd* contact_end,
                             GrazeInterval* interval)
{
    GrazeAdvancement reverse;
    GrazeContactBracket bracket;
    graze_advancement_reverse(forward, -contact_end->last_overlap, false, &reverse);
    reverse.evaluations = 0;
    graze_advance(&reverse, -contact_end->separated_at, &bracket);
    graze_advancement_share_budget(&reverse, forward);
    interval->iterations += reverse.evaluations;
    bool is_found = bracket.status == GRAZE_CONTACT_HIT || bracket.status == GRAZE_CONTACT_GRAZING;
    /* The backward advancement ends at the last overlap, whose time a new base may have changed. */
    double last_overlap = -reverse.to;
    double lo = is_found ? -bracket.hi : last_overlap;
    double hi = bracket.status == GRAZE_CONTACT_FREE ? last_overlap : -bracket.lo;
    set_end(&reverse, lo, hi, bracket.status == GRAZE_CONTACT_GRAZING, interval);
    /* An overlap that has become shallow is passed over. */
    if (forward->allows_touching && bracket.status == GRAZE_CONTACT_FREE)
        interval->end_hi = graze_to_caller_time(forward, contact_end->separated_at, true);
}

/*
 * Advances through the contact that begins in `bracket`, and fills in `interval`. Returns true if
 * another contact may follow, after *next.
 */
static bool advance_contact(GrazeAdvancement* forward, const GrazeContactBracket* bracket,
                            GrazeInterval* interval, double* next)
{
    set_begin(forward, bracket->lo, bracket->hi, interval);
    if (bracket->status == GRAZE_CONTACT_UNDECIDED) {
        interval->status = GRAZE_CONTACT_UNDECIDED;
        set_end(forward, bracket->lo, forward->to, false, interval);
        return false;
    }
    if (bracket->status == GRAZE_CONTACT_GRAZING) {
        interval->status = GRAZE_CONTACT_GRAZING;
        set_end(forward, bracket->lo, bracket->hi, false, interval);
        *next = bracket->separated_at;
        return bracket->separated_at < forward->to;
    }
    ContactEnd out;
    follow_contact(forward, bracket->deep_at, &out);
    interval->status = out.outcome == OUTCOME_UNKNOWN ? GRAZE_CONTACT_UNDECIDED : GRAZE_CONTACT_HIT;
    set_end(forward, out.outcome == OUTCOME_UNKNOWN ? out.last_overlap : forward->to, forward->to,
            false, interval);
    if (out.outcome != OUTCOME_SEPARATED) return false;
    find_contact_end(forward, &out, interval);
    *next = out.separated_at;
    return true;
}

/* Returns the bracket of a contact that is known in the caller's time. */
static GrazeContactBracket known_bracket(const GrazeAdvancement* forward,
                                         const GrazeContactBracket* known)
{
    double base = forward->base;
    double lo = known->lo - base;
    double hi = known->hi - base;
    return (GrazeContactBracket){known->status, lo, hi, hi, hi};
}

int32_t graze_search_intervals(GrazeAdvancement* forward, double from,
                               const GrazeContactBracket* known, GrazeInterval* out,
                               int32_t capacity, int32_t* iterations)
{
    double t = from;
    int32_t count = 0;
    for (bool goes_on = true; goes_on; count++) {
        GrazeContactBracket bracket;
        GrazeInterval interval = {0};
        bool is_known = known != NULL && count == 0;
        if (is_known) {
            bracket = known_bracket(forward, known);
        } else {
            graze_advance(forward, t, &bracket);
        }
        if (bracket.status == GRAZE_CONTACT_FREE || count == capacity) {
            *iterations += forward->evaluations;
            return bracket.status == GRAZE_CONTACT_FREE ? count : capacity + 1;
        }
        goes_on = advance_contact(forward, &bracket, &interval, &t);
        if (is_known) {
            interval.begin_lo = known->lo;
            interval.begin_hi = known->hi;
        }
        interval.iterations += forward->evaluations;
        forward->evaluations = 0;
        *iterations += interval.iterations;
        out[count] = interval;
    }
    return count;
}
