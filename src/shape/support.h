/* Support mapping: the vertex of a shape that lies furthest in a direction. */
#ifndef GRAZE_SHAPE_SUPPORT_H
#define GRAZE_SHAPE_SUPPORT_H

#include "../base/vec.h"
#include "../graze.h"

/*
 * Index of the vertex of the core (radius left out) with the largest dot product with `direction`,
 * in the body frame; of several such, the first. O(count).
 */
int32_t graze_support(const GrazeShape* shape, GrazeVec direction);

#endif
