/* Support mapping: the vertex of a shape that lies furthest in a direction. */
#ifndef GRAZE_SHAPE_SUPPORT_H
#define GRAZE_SHAPE_SUPPORT_H

#include "../base/vec.h"
#include "../graze.h"

/* The neighbours of vertex i along an outline of `count` vertices. */
static inline int32_t next_index(int32_t i, int32_t count)
{
    return i + 1 < count ? i + 1 : 0;
}

static inline int32_t previous_index(int32_t i, int32_t count)
{
    return i > 0 ? i - 1 : count - 1;
}

/*
 * Index of the vertex of the core (radius left out) with the largest dot product with `direction`,
 * in the body frame, as double computes it; of several such, the first. Every method gives the same
 * index. O(count) at worst; climbing from a `hint` (any vertex) that is near takes a few steps.
 */
int32_t graze_support(const GrazeShape* shape, GrazeVec direction, GrazeSupport method,
                      int32_t hint);

#endif
