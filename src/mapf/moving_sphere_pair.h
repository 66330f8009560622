/*
 * Two flights over their own times, in pairs of doubles, so that whatever is asked of them afterwards starts from places
 * without rounding.
 *
 * With U and V in [0, 1], flight 1 at its start + U T1 is at P1 + D1 U + B1 U^2, where T1 = end - start, D1 = v T1 and
 * B1 = a T1^2 / 2, and so is flight 2 with V; so the place of the first as the second sees it is
 *
 *   P(U, V) = w + D1 U + B1 U^2 - D2 V - B2 V^2,   w = P1 - P2
 *
 * Lengths are multiplied by a power of two `scale`, so that the largest of all these terms lies in [1, 2).
 */
#ifndef GRAZE_MAPF_MOVING_SPHERE_PAIR_H
#define GRAZE_MAPF_MOVING_SPHERE_PAIR_H

#include "../base/dd.h"
#include "../graze.h"

/*
 * One flight of two.
 *   time      T, not scaled
 *   way       D
 *   bend      B
 *   unit      the power of two that brings T to [1, 2)
 *   velocity, acceleration  v scale / unit and a scale / unit^2, exactly
 */
typedef struct {
    Dd time;
    Dd displacement[3], acceleration_term[3];
    double velocity[3], acceleration[3];
    double time_scale;
    bool is_accelerated;
} ScaledSphere;

typedef struct {
    int32_t axes; /* 3, or 2 where nothing leaves the plane z = 0 */
    double scale;
    Dd w[3];
    Dd reach; /* the sum of the radii */
    ScaledSphere sphere1, sphere2;
} SpherePair;

void make_sphere_pair(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                      SpherePair* pair);

#endif
