/* The union of the intervals of several pairs of bodies, in order of time or delay. */
#ifndef GRAZE_ADVANCEMENT_INTERVAL_UNION_H
#define GRAZE_ADVANCEMENT_INTERVAL_UNION_H

#include "../base/vec.h"
#include "../graze.h"

/*
 * A union of intervals that meet, one after the other. An overlap is known to begin at the earliest
 * begin_hi of those that have one (`hit_begin`), and to last to the latest end_lo (`hit_end`);
 * `begin_hi` and `end_lo` are those of the others.
 */
typedef struct {
    double begin_lo, begin_hi, hit_begin, hit_end, end_lo, end_hi;
    bool has_hit, is_undecided;
    int32_t iterations;
} GrazeUnion;

enum { GRAZE_UNION_ROOM = 32 };

/*
 * The first unions that a search of all pairs has found, in order and apart. If there are more than
 * GRAZE_UNION_ROOM at a time, the last one is left out, and everything from its beginning on,
 * `horizon`, is known in part only. Unless `is_first`, intervals that begin by `from` belong to the
 * union before.
 */
typedef struct {
    GrazeUnion unions[GRAZE_UNION_ROOM + 1];
    int32_t count;
    double horizon, from;
    bool has_horizon, is_first;
} GrazeUnions;

/* Adds an interval. */
void graze_unions_add(GrazeUnions* found, const GrazeInterval* interval);

/* Returns whether all that is known ends before what begins at a bound. */
bool graze_unions_end_before(const GrazeUnions* found, double bound);

/* Adds the intervals of all pairs that matter to the unions. */
typedef void GrazeJoinAll(const void* query, GrazeUnions* found);

/* Writes the unions from `from` on; returns their number, or capacity + 1 if there are more. */
int32_t graze_unite_intervals(GrazeJoinAll* join_all, const void* query, double from,
                              GrazeInterval* out, int32_t capacity);

#endif
