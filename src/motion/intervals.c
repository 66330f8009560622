#include "intervals.h"

#include "../tolerance.h"
#include "first_contact.h"
#include "straight_contact.h"

/*
 * The search for all contact intervals advances forward to a contact, through it to a time at which
 * the bodies are certified separated, and from there backward to the end of the contact, which is
 * the first contact of the time-reversed relative motion.
 */

typedef struct {
    GrazeAdvancement forward;
    const GrazeMovingBody *a, *b;
    const GrazeMotionOptions* options;
} IntervalSearch;

/* First contact by closed forms, if `is_found`: the answer of graze_contact_bracket, in the caller's
   time. Else it begins no earlier than `interval` says, if that is not NULL. */
typedef struct {
    bool is_found;
    GrazeContactStatus status;
    double lo, hi;
    GrazePieceInterval room;
    const GrazePieceInterval* interval;
} StraightStart;

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
        GrazeProximity proximity;
        graze_advancement_evaluate(forward, t, &proximity);
        double error = proximity.state.error;
        double slack = max2(forward->distance_tolerance, 4 * error);
        bool is_overlapping = proximity.separation < -error;
        if (is_overlapping) out->last_overlap = t;
        if (allows_touching ? !is_overlapping : proximity.separation > slack) {
            out->outcome = OUTCOME_SEPARATED;
            out->separated_at = t;
            return;
        }
        if (t >= forward->to) {
            out->outcome = OUTCOME_PERSISTS;
            return;
        }
        double end = min2(forward->motion.interval.to, forward->to);
        double step = graze_proximity_contact_step(&forward->motion, &forward->cache, &proximity,
                                                   end - t, allows_touching ? 0 : 2 * slack);
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
static void find_contact_end(IntervalSearch* search, const ContactEnd* contact_end,
                             GrazeInterval* interval)
{
    GrazeAdvancement* forward = &search->forward;
    GrazeAdvancement reverse;
    GrazeContactBracket bracket;
    graze_advancement_init(&reverse, search->a, search->b, search->options, -1,
                           -contact_end->last_overlap);
    reverse.motion.base = forward->motion.base;
    graze_advancement_share_budget(forward, &reverse);
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
static bool advance_contact(IntervalSearch* search, const GrazeContactBracket* bracket,
                            GrazeInterval* interval, double* next)
{
    GrazeAdvancement* forward = &search->forward;
    set_begin(forward, bracket->lo, bracket->hi, interval);
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
    find_contact_end(search, &out, interval);
    *next = out.separated_at;
    return true;
}

/* Looks for the first contact by closed forms, as graze_contact_bracket does. */
static void find_straight_start(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                const GrazeMotionOptions* options, StraightStart* out)
{
    GrazeMotionOptions certified = *options;
    certified.method = GRAZE_METHOD_CERTIFIED;
    out->is_found = graze_straight_contact(a, b, &certified, &out->room, &out->interval,
                                           &out->status, &out->lo, &out->hi);
}

/* Begins the search where graze_contact_bracket does, whose bits the first interval has. Returns the
   time to begin at. */
static double begin_search(IntervalSearch* search, const StraightStart* start)
{
    GrazeAdvancement* forward = &search->forward;
    const GrazeMotionOptions* options = search->options;
    graze_advancement_init(forward, search->a, search->b, options, 1, options->to - options->from);
    if (start->interval == NULL) return 0;
    graze_relative_motion_set_interval(&forward->motion, start->interval);
    return start->interval->free_until;
}

/* Returns the bracket of a contact that closed forms have found. */
static GrazeContactBracket straight_bracket(const IntervalSearch* search,
                                            const StraightStart* start)
{
    double from = search->options->from;
    return (GrazeContactBracket){.status = start->status,
                                 .lo = start->lo - from,
                                 .hi = start->hi - from,
                                 .deep_at = start->hi - from};
}

int32_t graze_convex_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                       const GrazeMotionOptions* options, GrazeInterval* out,
                                       int32_t capacity, int32_t* iterations)
{
    GrazeMotionOptions clipped = *options;
    StraightStart start;
    find_straight_start(a, b, options, &start);
    *iterations += 1;
    if (start.is_found && start.status == GRAZE_CONTACT_FREE) return 0;
    clipped.method = GRAZE_METHOD_CERTIFIED;
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return 0;
    IntervalSearch search = {.a = a, .b = b, .options = &clipped};
    double t = begin_search(&search, &start);
    int32_t count = 0;
    for (bool goes_on = true; goes_on; count++) {
        GrazeContactBracket bracket;
        GrazeInterval interval = {.status = GRAZE_CONTACT_UNDECIDED};
        bool is_straight = start.is_found && count == 0;
        search.forward.evaluations = 0;
        if (is_straight) {
            bracket = straight_bracket(&search, &start);
        } else {
            if (count == 0 && t > 0) graze_advancement_count_evaluation(&search.forward, 0);
            graze_advance(&search.forward, t, &bracket);
        }
        if (bracket.status == GRAZE_CONTACT_FREE || count == capacity) {
            *iterations += search.forward.evaluations;
            return bracket.status == GRAZE_CONTACT_FREE ? count : capacity + 1;
        }
        if (bracket.status == GRAZE_CONTACT_UNDECIDED) {
            set_begin(&search.forward, bracket.lo, bracket.hi, &interval);
            set_end(&search.forward, bracket.lo, search.forward.to, false, &interval);
            goes_on = false;
        } else {
            goes_on = advance_contact(&search, &bracket, &interval, &t);
        }
        if (is_straight) {
            interval.begin_lo = start.lo;
            interval.begin_hi = start.hi;
        }
        interval.iterations += search.forward.evaluations;
        *iterations += interval.iterations;
        out[count] = interval;
    }
    return count;
}
