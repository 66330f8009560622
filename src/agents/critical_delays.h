/*
 * Values from which the unsafe delays of two moving spheres are computed: delta, the time since the
 * start of sphere 1 minus the time since the start of sphere 2. A delay is start2 - start1 - delta.
 */
#ifndef GRAZE_AGENTS_CRITICAL_DELAYS_H
#define GRAZE_AGENTS_CRITICAL_DELAYS_H

#include "moving_sphere_pair.h"

enum { GRAZE_MAX_CRITICAL = 128 };

/*
 * A value of delta at which contact may begin or end. If `is_certain`, contact does not begin or
 * end elsewhere nearby.
 */
typedef struct {
    Dd delta;
    bool is_certain;
} GrazeCriticalValue;

/* Critical values, unordered. */
typedef struct {
    GrazeCriticalValue value[GRAZE_MAX_CRITICAL];
    int32_t count;
} GrazeCriticalDeltas;

/* Adds a value unless there is one that differs by at most `slack`. */
void graze_add_critical(GrazeCriticalDeltas* criticals, Dd delta, double slack, bool is_certain);

/* Adds the critical values of points inside the rectangle of both times. */
void graze_find_critical_deltas(const GrazeSpherePair* pair, GrazeCriticalDeltas* criticals);

#endif
