/* The convex hull of a set of points. */
#ifndef GRAZE_STATIC_HULL_H
#define GRAZE_STATIC_HULL_H

#include "../../graze.h"

/*
 * Sorts `points` and replaces their beginning by the corners of their convex hull,
 * counter-clockwise from the lowest. Returns the number of corners. All points must be finite,
 * count >= 1; `scratch` has room for count + 1 points. O(count log count).
 * Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
 */
int32_t graze_hull(GrazePoint* points, GrazePoint* scratch, int32_t count);

#endif
