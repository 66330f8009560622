/* A bounding rectangle of a body, for a quick test whether bodies can meet. */
#ifndef GRAZE_STATIC_BOUNDS_H
#define GRAZE_STATIC_BOUNDS_H

#include "../../graze.h"

/*
 * Sides along the axes of the world: left, bottom, right, top. A side beyond float32 is infinite.
 */
typedef struct {
    float sides[4];
} GrazeBounds;

/*
 * Returns bounds that certainly hold all points within `reach` >= 0 of the body, including its
 * radius. A pair whose bounds do not meet is disjoint, and further apart than the two reaches, by
 * the verdict and the distance of graze_gap. O(n).
 */
GrazeBounds graze_bounds(const GrazeShape* shape, const GrazePose* pose, double reach);

/* Returns whether two rectangles meet; sharing a point counts. */
static inline bool graze_bounds_meet(const GrazeBounds* p, const GrazeBounds* q)
{
    return p->sides[0] <= q->sides[2] && q->sides[0] <= p->sides[2] && p->sides[1] <= q->sides[3] &&
           q->sides[1] <= p->sides[3];
}

#endif
