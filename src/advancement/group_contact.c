#include "group_contact.h"

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
