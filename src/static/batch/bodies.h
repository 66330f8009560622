/* Keeps the storage and the bounds of many bodies, which all queries of them share. */
#ifndef GRAZE_STATIC_BODIES_H
#define GRAZE_STATIC_BODIES_H

#include "../../base/sort.h"
#include "../../broadphase/box_tree.h"
#include "../../graze.h"

/* Number of axes of a box, and most candidates of pairs that wait to be decided. */
enum { GRAZE_BODIES_AXES = 2, GRAZE_BODIES_CHUNK = 64 };

/* Returns the items of the scratch memory: two arrays of equal length, each with room for all bodies
   and for all pairs. */
GrazeSortItem* graze_bodies_items(const GrazeBodies* bodies, size_t* capacity);

/* Returns the scratch memory behind the items: for the sorted boxes of a sweep over all bodies, which
   take 48 bytes for each, or for the intervals of contact with them and their indices. */
void* graze_bodies_sweep_storage(const GrazeBodies* bodies);

static inline const float* graze_body_bounds(const GrazeBodies* bodies, int32_t k)
{
    return bodies->bounds + 4 * (size_t)k;
}

static inline GrazePose graze_body_pose(const GrazeBodies* bodies, uint32_t k)
{
    return graze_placement_pose(&bodies->places[k]);
}

/* Returns a box enlarged by `reach` on each side, rounded outward. */
GrazeTreeBox graze_enlarged_box(const float sides[4], double reach);

/* Returns whether the categories of two bodies allow them to meet. */
static inline bool graze_bodies_may_meet(const GrazeBodies* bodies, uint32_t a, uint32_t b)
{
    return bodies->categories == NULL || ((bodies->masks[a] & bodies->categories[b]) != 0 &&
                                          (bodies->masks[b] & bodies->categories[a]) != 0);
}

#endif
