#include "group_contact.h"

#include "first_contact.h"
#include "straight_contact.h"

/*
 * The first contact of a body whose parts move apart, or of a union of parts, is the earliest one of
 * its pairs: T = min T_k. Each pair has a bracket [lo_k, hi_k] that contains T_k, so T lies in
 * [min lo_k, min hi_k]. The answer is the bracket [lo_e, hi_e] of the pair e with the least lo:
 *
 *   - lo_e = min lo_k, so no pair has a contact before it;
 *   - T <= T_e <= hi_e, and of a hit, pair e itself overlaps at hi_e. An end min hi_k would be the
 *     overlap of another pair than the one that is named, and earlier by less than the tolerance.
 *
 * Two statuses promise more of the bracket than one pair can. In that of a graze no overlap is deeper
 * than the distance tolerance: it ends where another pair may overlap, at that pair's lo. What is
 * undecided from lo_e on is decided where another pair overlaps, at that pair's hi.
 */

bool graze_join_contact(GrazeEarliestContact* earliest, const GrazeEarliestContact* other)
{
    if (other->status == GRAZE_CONTACT_FREE) return false;
    bool is_first = earliest->status == GRAZE_CONTACT_FREE || other->lo < earliest->lo ||
                    (other->lo == earliest->lo &&
                     graze_contact_rank(other->status) > graze_contact_rank(earliest->status));
    const GrazeEarliestContact* first = is_first ? other : earliest;
    const GrazeEarliestContact* second = is_first ? earliest : other;
    GrazeEarliestContact joined = *first;
    if (second->status != GRAZE_CONTACT_FREE && graze_ends_graze(second->status) &&
        second->lo < first->hi) {
        if (first->status == GRAZE_CONTACT_GRAZING) joined.hi = max2(second->lo, first->lo);
        if (first->status == GRAZE_CONTACT_UNDECIDED) joined.hi = min2(first->hi, second->hi);
    }
    *earliest = joined;
    return is_first;
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
            graze_search_contact(a, b, &complete, interval, &found.status, &found.lo, &found.hi);
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
