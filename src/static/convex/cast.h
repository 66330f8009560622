/* Casts of two convex bodies, and of rays. */
#ifndef GRAZE_STATIC_CAST_H
#define GRAZE_STATIC_CAST_H

#include "tangent_cone.h"

/* Casts two convex bodies as graze_shape_cast does for touching that is a conflict. */
void graze_convex_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b, double dx, double dy, GrazeCast* out);

/*
 * Writes the cone of a cast of two convex bodies that grazes, as for the caller's A - B; returns false
 * if it has none. `side` becomes 1 if it is the half-plane to the left of the displacement of A, -1
 * if it is that to the right, else 0.
 */
bool graze_cast_cone(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                     const GrazePose* pose_b, GrazeVec d, GrazeCone* cone, int* side);

/* The body of a ray: the point at the origin of its frame. */
extern const GrazeShape GRAZE_RAY_POINT;

/* Returns whether a ray certainly has no contact with a body at s in [0, last], because it has none with
   a disc about the body's frame that contains it. O(1). */
bool graze_ray_misses(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                      double last);

/* Casts a ray against a convex body as graze_ray_cast does for touching that is a conflict. */
void graze_convex_ray_cast(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                           GrazeCast* out);

#endif
