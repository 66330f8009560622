/* A rectangle round a body, for telling quickly which bodies can meet. */
#ifndef GRAZE_SHAPE_BOUNDS_H
#define GRAZE_SHAPE_BOUNDS_H

#include "../graze.h"

/* Sides along the axes of the world: left, bottom, right, top. What is beyond float32 ends at infinity. */
typedef struct {
    float sides[4];
} GrazeBounds;

/*
 * Surely holds all points within `reach` of the body, radius included; so much so that a pair whose
 * bounds do not meet is disjoint, and further apart than the two reaches, by the verdict and the
 * distance of graze_gap. `reach` >= 0. O(n).
 */
GrazeBounds graze_bounds(const GrazeShape* shape, const GrazePose* pose, double reach);

/* Do they meet? Sharing a point counts. */
static inline bool graze_bounds_meet(const GrazeBounds* p, const GrazeBounds* q)
{
    return p->sides[0] <= q->sides[2] && q->sides[0] <= p->sides[2] && p->sides[1] <= q->sides[3] &&
           q->sides[1] <= p->sides[3];
}

#endif
