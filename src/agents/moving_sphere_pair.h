/*
 * Two moving spheres over their own times, in double-double arithmetic, so that all later
 * computations start from positions without rounding.
 *
 * With U and V in [0, 1], sphere 1 is at P1 + D1 U + B1 U^2 at time t0 + U T1, where T1 = t1 - t0,
 * D1 = v T1 and B1 = a T1^2 / 2; sphere 2 likewise with V. So the position of the first one
 * relative to the second is
 *
 *   P(U, V) = w + D1 U + B1 U^2 - D2 V - B2 V^2,   w = P1 - P2
 *
 * Lengths are multiplied by a power of two `scale`, so that the largest of all these terms lies in
 * [1, 2).
 */
#ifndef GRAZE_AGENTS_MOVING_SPHERE_PAIR_H
#define GRAZE_AGENTS_MOVING_SPHERE_PAIR_H

#include "../base/dd.h"
#include "../graze.h"

/*
 * One of the two spheres.
 *
 *   time                    T, not scaled
 *   displacement            D
 *   acceleration_term       B
 *   time_scale              power of two that brings T to [1, 2)
 *   velocity, acceleration  v scale / time_scale and a scale / time_scale^2, exactly
 */
typedef struct {
    Dd time;
    Dd displacement[3], acceleration_term[3];
    double velocity[3], acceleration[3];
    double time_scale;
    bool is_accelerated;
} GrazeScaledSphere;

typedef struct {
    int32_t axes; /* 3, or 2 if both stay in the plane z = 0 */
    double scale;
    Dd w[3];
    Dd reach; /* sum of the radii */
    GrazeScaledSphere sphere1, sphere2;
} GrazeSpherePair;

/* A sphere by axes. */
typedef struct {
    double place[3], velocity[3], acceleration[3];
} GrazeSphereAxes;

GrazeSphereAxes graze_sphere_axes(const GrazeMovingSphere* sphere);

/* Returns whether the sphere stays in the plane z = 0. */
static inline bool is_plane_sphere(const GrazeMovingSphere* sphere)
{
    return sphere->z == 0 && sphere->vz == 0 && sphere->az == 0;
}

void graze_make_sphere_pair(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                            GrazeSpherePair* pair);

#endif
