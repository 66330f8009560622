/* Parts of the unsafe delays of two moving spheres that other queries use. */
#ifndef GRAZE_AGENTS_DELAYS_H
#define GRAZE_AGENTS_DELAYS_H

#include "moving_sphere_pair.h"

/*
 * Writes the ends of the interval of s in [0, 1] with |p + s d| <= reach; returns false if there is
 * none. `axes` is 2 or 3.
 */
bool graze_within_reach(const Dd* p, const Dd* d, int32_t axes, Dd reach, Dd* first, Dd* last);

/* Returns whether P exceeds the reach in one coordinate for all U and V in the square. */
bool graze_are_boxes_disjoint(const GrazeSpherePair* pair);

#endif
