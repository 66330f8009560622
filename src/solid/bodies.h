/* Keeps the storage and the bounds of many bodies in space, which all queries of them share. */
#ifndef GRAZE_SOLID_BODIES_H
#define GRAZE_SOLID_BODIES_H

#include "../base/vec3.h"
#include "../broadphase/box_tree.h"
#include "../graze.h"

/* Number of axes of a box, and most candidates of pairs that wait to be decided. */
enum { SOLID_BODIES_AXES = 3, SOLID_BODIES_CHUNK = 64 };

/* Sides of a box in float32: the lower ends, then the upper ends. An end beyond float32 is
   infinite. */
typedef struct {
    float sides[2 * SOLID_BODIES_AXES];
} SolidSides;

/* Returns the box of doubles, rounded outward. */
SolidSides graze_solid_rounded_sides(GrazeVec3 min, GrazeVec3 max);

/*
 * Returns a box that certainly holds all points within `reach` >= 0 of a body, including its
 * radius. Bodies whose boxes do not meet are disjoint, and further apart than the two reaches.
 * O(n).
 */
SolidSides graze_solid_sides(const GrazeSolid* body, const GrazeSolidPose* pose, double reach);

/* Returns a box enlarged by `reach` on each side, rounded outward. */
GrazeTreeBox graze_solid_enlarged(const GrazeTreeBox* box, double reach);

/* Returns the items of the scratch memory: two arrays of equal length, each with room for all
   bodies and for all pairs. */
GrazeSortItem* graze_solid_bodies_items(const GrazeSolidBodies* bodies, size_t* capacity);

/* Returns the scratch memory behind the items: for the sorted boxes of a sweep over all bodies, or
   for the intervals of contact with them and their indices. */
void* graze_solid_bodies_sweep_storage(const GrazeSolidBodies* bodies);

static inline GrazeTreeBox solid_tree_box(const SolidSides* box)
{
    return graze_tree_box_of(box->sides, SOLID_BODIES_AXES);
}

static inline const float* solid_body_sides(const GrazeSolidBodies* bodies, int32_t k)
{
    return bodies->bounds + 2 * SOLID_BODIES_AXES * (size_t)k;
}

static inline GrazeTreeBox solid_body_box(const GrazeSolidBodies* bodies, int32_t k)
{
    return graze_tree_box_of(solid_body_sides(bodies, k), SOLID_BODIES_AXES);
}

#endif
