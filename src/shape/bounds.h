/* A rectangle round a body, for telling quickly which bodies can meet. */
#ifndef GRAZE_SHAPE_BOUNDS_H
#define GRAZE_SHAPE_BOUNDS_H

#include "../graze.h"

/* Sides along the axes of the world: left, bottom, right, top. What is beyond float32 ends at infinity. */
typedef struct {
    float end[4];
} GrazeBounds;

/*
 * Surely holds all points within `reach` of the body, radius included; so much so that a pair whose
 * bounds do not meet is disjoint, and further apart than the two reaches, by the verdict and the
 * distance of graze_separation. `reach` >= 0. O(n).
 */
GrazeBounds graze_bounds(const GrazeShape* shape, const GrazePose* pose, double reach);

/* Do they meet? Sharing a point counts. */
static inline bool graze_bounds_meet(const GrazeBounds* p, const GrazeBounds* q)
{
    return p->end[0] <= q->end[2] && q->end[0] <= p->end[2] && p->end[1] <= q->end[3] &&
           q->end[1] <= p->end[3];
}

#endif
