#include "queries.h"

#include "../advancement/group_contact.h"
#include "../static/shape/compound.h"
#include "clearance.h"
#include "compound_motion.h"
#include "first_contact.h"
#include "intervals.h"
#include "straight_contact.h"
#include "unsafe_delays.h"

/*
 * The queries of graze.h: each is that of two convex bodies, or of compounds, which is built on it; and
 * those of several pairs, of which each can be of either kind.
 */

/* Returns whether closed forms show that two bodies of which one is a compound have no contact; they
   find nothing else of compounds. */
static bool stay_apart(const GrazeMovingBody* a, const GrazeMovingBody* b,
                       const GrazeMotionOptions* options)
{
    GrazePieceInterval room;
    const GrazePieceInterval* interval;
    GrazeContactStatus status;
    double lo;
    double hi;
    return graze_straight_contact(a, b, options, &room, &interval, &status, &lo, &hi);
}

void graze_first_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                         const GrazeMotionOptions* options, GrazeContact* out)
{
    graze_trace_contact(a, b, options, NULL, 0, out);
}

int32_t graze_trace_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, double* times, int32_t capacity,
                            GrazeContact* out)
{
    if (!graze_is_compound(a->shape, b->shape))
        return graze_convex_trace_contact(a, b, options, times, capacity, out);
    if (stay_apart(a, b, options)) {
        *out = (GrazeContact){
            .lo = options->to, .hi = options->to, .status = GRAZE_CONTACT_FREE, .iterations = 1};
        if (capacity > 0) times[0] = options->from;
        return 1;
    }
    graze_compound_first_contact(a, b, options, true, out);
    return 0;
}

/* Finds the first contact of compounds, without its witness, where closed forms have left it open. */
static int32_t search_compound_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                       const GrazeMotionOptions* options,
                                       GrazeContactStatus* status, double* lo, double* hi)
{
    GrazeContact contact;
    graze_compound_first_contact(a, b, options, false, &contact);
    *status = (GrazeContactStatus)contact.status;
    *lo = contact.lo;
    *hi = contact.hi;
    return contact.iterations;
}

int32_t graze_contact_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                              const GrazeMotionOptions* options, GrazeContactStatus* status,
                              double* lo, double* hi)
{
    if (!graze_is_compound(a->shape, b->shape))
        return graze_convex_contact_bracket(a, b, options, status, lo, hi);
    if (stay_apart(a, b, options)) {
        *status = GRAZE_CONTACT_FREE;
        *lo = *hi = options->to;
        return 1;
    }
    return search_compound_contact(a, b, options, status, lo, hi);
}

/* Does the same as graze_contact_bracket, after graze_straight_contact has left it open and returned
   the interval. */
static void search_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                           const GrazeMotionOptions* options, const GrazePieceInterval* interval,
                           GrazeContactStatus* status, double* lo, double* hi)
{
    if (graze_is_compound(a->shape, b->shape)) {
        search_compound_contact(a, b, options, status, lo, hi);
    } else {
        graze_convex_search_contact(a, b, options, interval, status, lo, hi);
    }
}

void graze_group_clear(GrazeGroupContact* group)
{
    *group = (GrazeGroupContact){-INFINITY, -INFINITY, -1, -1, GRAZE_CONTACT_FREE, 0};
}

/*
 * Returns whether a further pair certainly changes nothing. The search ends at hi_e: a later contact
 * changes nothing. Where it finds one, the whole time must be searched, because the end of the time can
 * turn a contact near it into a graze: the answer of a pair does not depend on the other pairs.
 */
static bool cannot_change(const GrazeEarliestContact* earliest, const GrazeMovingBody* a,
                          const GrazeMovingBody* b, const GrazeMotionOptions* options)
{
    GrazeMotionOptions until = *options;
    GrazeEarliestContact changed = *earliest;
    GrazeEarliestContact found;
    if (!(earliest->hi < options->to)) return false;
    until.to = earliest->hi;
    if (until.to < until.from) return true;
    graze_contact_bracket(a, b, &until, &found.status, &found.lo, &found.hi);
    graze_join_contact(&changed, &found);
    return changed.status == earliest->status && changed.lo == earliest->lo &&
           changed.hi == earliest->hi;
}

/* The defaults are needed only where the closed forms leave it open. */
void graze_group_add_pair(GrazeGroupContact* group, int32_t first, int32_t second,
                          const GrazeMovingBody* a, const GrazeMovingBody* b,
                          const GrazeMotionOptions* options)
{
    GrazeEarliestContact earliest = {(GrazeContactStatus)group->status, group->lo, group->hi};
    GrazeEarliestContact found;
    bool is_free = earliest.status == GRAZE_CONTACT_FREE;
    GrazePieceInterval room;
    const GrazePieceInterval* interval = NULL;
    bool has_tried = is_free && options->tolerance > 0;
    if (!has_tried || !graze_straight_contact(a, b, options, &room, &interval, &found.status,
                                              &found.lo, &found.hi)) {
        GrazeMotionOptions complete = *options;
        graze_motion_defaults(a, b, &complete);
        if (!is_free && cannot_change(&earliest, a, b, &complete)) return;
        /* Closed forms can decide what is left once the time is cut to that of both bodies. */
        bool is_cut = complete.from != options->from || complete.to != options->to;
        if (has_tried && !is_cut) {
            search_contact(a, b, &complete, interval, &found.status, &found.lo, &found.hi);
        } else {
            graze_contact_bracket(a, b, &complete, &found.status, &found.lo, &found.hi);
        }
    }
    if (is_free && found.status == GRAZE_CONTACT_FREE) {
        group->lo = max2(group->lo, found.lo);
        group->hi = max2(group->hi, found.hi);
        return;
    }
    bool is_first = graze_join_contact(&earliest, &found);
    group->lo = earliest.lo;
    group->hi = earliest.hi;
    group->status = (int32_t)earliest.status;
    if (is_first) group->first = first;
    if (is_first) group->second = second;
}

int32_t graze_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                const GrazeMotionOptions* options, GrazeInterval* out,
                                int32_t capacity)
{
    int32_t iterations = 0;
    if (!graze_is_compound(a->shape, b->shape))
        return graze_convex_contact_intervals(a, b, options, out, capacity, &iterations);
    GrazeMotionOptions certified = *options;
    certified.method = GRAZE_METHOD_CERTIFIED;
    if (stay_apart(a, b, &certified)) return 0;
    return graze_compound_contact_intervals(a, b, options, out, capacity);
}

void graze_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                     const GrazeMotionOptions* options, GrazeClearance* out)
{
    if (graze_is_compound(a->shape, b->shape)) {
        graze_compound_clearance(a, b, options, INFINITY, out);
    } else {
        graze_convex_clearance(a, b, options, out);
    }
}

void graze_clearance_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                             const GrazeMotionOptions* options, double limit,
                             GrazeClearanceBracket* out)
{
    if (!graze_is_compound(a->shape, b->shape)) {
        graze_convex_clearance_bracket(a, b, options, limit, out);
        return;
    }
    GrazeClearance clearance;
    graze_compound_clearance(a, b, options, limit, &clearance);
    *out = (GrazeClearanceBracket){clearance.lo,         clearance.hi,
                                   clearance.time,       (GrazeClearanceStatus)clearance.status,
                                   clearance.iterations, clearance.is_common == 1};
}

void graze_group_clearance_clear(GrazeGroupClearance* group, double limit)
{
    *group = (GrazeGroupClearance){limit, INFINITY, INFINITY, -1, -1, GRAZE_CLEARANCE_CERTIFIED, 0};
}

void graze_group_clearance_add_pair(GrazeGroupClearance* group, int32_t first, int32_t second,
                                    const GrazeMovingBody* a, const GrazeMovingBody* b,
                                    const GrazeMotionOptions* options, double limit)
{
    GrazeMotionOptions complete = *options;
    GrazeClearanceBracket bracket;
    graze_motion_defaults(a, b, &complete);
    graze_clearance_bracket(a, b, &complete, min2(group->hi, limit), &bracket);
    if (bracket.lo < group->lo) group->status = (int32_t)bracket.status;
    group->lo = min2(group->lo, bracket.lo);
    if (!(bracket.hi < group->hi)) return;
    group->hi = bracket.hi;
    group->time = bracket.time;
    group->first = first;
    group->second = second;
}

double graze_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t)
{
    double from = t;
    double to = t;
    if (!graze_motion_window(a, b, &from, &to)) return INFINITY;
    return graze_is_compound(a->shape, b->shape) ? graze_compound_separation_at(a, b, t)
                                                 : graze_convex_separation_at(a, b, t);
}

int32_t graze_unsafe_motion_delays(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                   double to, const GrazeMotionOptions* options, GrazeDelay* out,
                                   int32_t capacity)
{
    int32_t iterations = 0;
    if (!graze_is_compound(a->shape, b->shape))
        return graze_convex_unsafe_delays(a, b, from, to, options, out, capacity, &iterations);
    return graze_compound_unsafe_delays(a, b, from, to, options, out, capacity);
}
