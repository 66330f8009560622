#include "interval_union.h"

#include <string.h>

/* Returns a union that no interval contributes to yet. */
static GrazeUnion empty_union(double begin_lo, double end_hi)
{
    return (GrazeUnion){begin_lo, INFINITY, INFINITY, -INFINITY, -INFINITY,
                        end_hi,   false,    false,    0};
}

static GrazeUnion union_of(const GrazeInterval* interval)
{
    GrazeUnion one = empty_union(interval->begin_lo, interval->end_hi);
    one.has_hit = interval->status == GRAZE_CONTACT_HIT;
    one.is_undecided = interval->status == GRAZE_CONTACT_UNDECIDED;
    one.iterations = interval->iterations;
    *(one.has_hit ? &one.hit_begin : &one.begin_hi) = interval->begin_hi;
    *(one.has_hit ? &one.hit_end : &one.end_lo) = interval->end_lo;
    return one;
}

static void join_union(GrazeUnion* all, const GrazeUnion* added)
{
    all->begin_lo = min2(all->begin_lo, added->begin_lo);
    all->begin_hi = min2(all->begin_hi, added->begin_hi);
    all->hit_begin = min2(all->hit_begin, added->hit_begin);
    all->hit_end = max2(all->hit_end, added->hit_end);
    all->end_lo = max2(all->end_lo, added->end_lo);
    all->end_hi = max2(all->end_hi, added->end_hi);
    all->has_hit |= added->has_hit;
    all->is_undecided |= added->is_undecided;
    all->iterations += added->iterations;
}

/* Returns a union as an interval: undecided if one of it is, else an overlap if there is one. Both
   brackets of a graze are all of it. */
static GrazeInterval interval_of(const GrazeUnion* all)
{
    GrazeInterval interval = {all->begin_lo,  all->begin_hi, all->end_lo, all->end_hi, 0,
                              all->iterations};
    if (all->has_hit) {
        interval.begin_hi = all->hit_begin;
        interval.end_lo = all->hit_end;
    }
    interval.status = all->has_hit ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_GRAZING;
    if (all->is_undecided) interval.status = GRAZE_CONTACT_UNDECIDED;
    if (interval.status == GRAZE_CONTACT_GRAZING) {
        interval.begin_hi = interval.end_hi;
        interval.end_lo = interval.begin_lo;
    }
    return interval;
}

void graze_unions_add(GrazeUnions* found, const GrazeInterval* interval)
{
    GrazeUnion added = union_of(interval);
    GrazeUnion* unions = found->unions;
    int32_t first = 0;
    while (first < found->count && unions[first].end_hi < added.begin_lo)
        first++;
    int32_t last = first;
    while (last < found->count && unions[last].begin_lo <= added.end_hi)
        join_union(&added, &unions[last++]);
    if (last == first && found->has_horizon && added.begin_lo >= found->horizon) return;
    memmove(&unions[first + 1], &unions[last], (size_t)(found->count - last) * sizeof *unions);
    unions[first] = added;
    found->count += first + 1 - last;
    if (found->count <= GRAZE_UNION_ROOM) return;
    found->count = GRAZE_UNION_ROOM;
    found->horizon = unions[GRAZE_UNION_ROOM].begin_lo;
    found->has_horizon = true;
}

bool graze_unions_end_before(const GrazeUnions* found, double bound)
{
    if (!found->has_horizon || bound < found->horizon) return false;
    return bound > found->unions[found->count - 1].end_hi;
}

/*
 * A search finds the first of the unions, those that end before the horizon for good; another one
 * follows from there on. A union that goes on beyond the horizon is in the next search from its
 * beginning, so that what it contains takes no room, and the horizon moves on. So the answer depends
 * on the final union alone, whatever its parts are and how many.
 */
int32_t graze_unite_intervals(GrazeJoinAll* join_all, const void* query, double from,
                              GrazeInterval* out, int32_t capacity)
{
    GrazeUnions found;
    int32_t count = 0;
    found.count = 0;
    found.from = from;
    found.is_first = true;
    do {
        int32_t k = 0;
        found.has_horizon = false;
        join_all(query, &found);
        while (k < found.count && (!found.has_horizon || found.unions[k].end_hi < found.horizon)) {
            if (count == capacity) return capacity + 1;
            found.from = found.unions[k].end_hi;
            found.is_first = false;
            out[count++] = interval_of(&found.unions[k++]);
        }
        bool has_next = k < found.count;
        if (has_next)
            found.unions[0] = empty_union(found.unions[k].begin_lo, found.unions[k].end_hi);
        found.count = has_next ? 1 : 0;
    } while (found.has_horizon);
    return count;
}
