/*
 * Unsafe delays of two flights, and what they are computed with: delta, the time that flight 1 has been going less that
 * of flight 2. A delay is start2 - start1 - delta.
 */
#ifndef GRAZE_MAPF_DELAYS_H
#define GRAZE_MAPF_DELAYS_H

#include "../graze.h"
#include "moving_sphere_pair.h"

/* The ends of the stretch of s in [0, 1] where |p + s d| <= reach; false where there is none. `axes`: 2 or 3. */
bool within_reach(const Dd* p, const Dd* d, int32_t axes, Dd reach, Dd* first, Dd* last);

/* Is P beyond reach in one coordinate all over the square of U and V? */
bool are_boxes_disjoint(const SpherePair* pair);

enum { MAX_CRITICAL = 128 };

/* A value of delta at which contact may begin or end; `is_certain`: not elsewhere nearby. */
typedef struct {
    Dd delta;
    bool is_certain;
} CriticalValue;

/* In no order. */
typedef struct {
    CriticalValue value[MAX_CRITICAL];
    int32_t count;
} CriticalDeltas;

/* Unless there is one that differs by no more than `slack`. */
void add_critical(CriticalDeltas* criticals, Dd delta, double slack, bool is_certain);

/* Notes those inside the rectangle of both times. */
void find_critical_deltas(const SpherePair* pair, CriticalDeltas* criticals);

#endif
