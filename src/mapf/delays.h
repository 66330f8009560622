/*
 * Unsafe delays of two moving spheres, and the values from which they are computed: delta, the time
 * since the start of sphere 1 minus the time since the start of sphere 2. A delay is
 * start2 - start1 - delta.
 */
#ifndef GRAZE_MAPF_DELAYS_H
#define GRAZE_MAPF_DELAYS_H

#include "../graze.h"
#include "moving_sphere_pair.h"

/*
 * Writes the ends of the interval of s in [0, 1] with |p + s d| <= reach; returns false if there is
 * none. `axes` is 2 or 3.
 */
bool within_reach(const Dd* p, const Dd* d, int32_t axes, Dd reach, Dd* first, Dd* last);

/* Returns whether P exceeds the reach in one coordinate for all U and V in the square. */
bool are_boxes_disjoint(const SpherePair* pair);

enum { MAX_CRITICAL = 128 };

/*
 * A value of delta at which contact may begin or end. If `is_certain`, contact does not begin or
 * end elsewhere nearby.
 */
typedef struct {
    Dd delta;
    bool is_certain;
} CriticalValue;

/* Critical values, unordered. */
typedef struct {
    CriticalValue value[MAX_CRITICAL];
    int32_t count;
} CriticalDeltas;

/* Adds a value unless there is one that differs by at most `slack`. */
void add_critical(CriticalDeltas* criticals, Dd delta, double slack, bool is_certain);

/* Adds the critical values of points inside the rectangle of both times. */
void find_critical_deltas(const SpherePair* pair, CriticalDeltas* criticals);

#endif
