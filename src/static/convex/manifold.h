/* Contact manifolds: the points at which two bodies touch each other, for a solver of contacts. */
#ifndef GRAZE_STATIC_MANIFOLD_H
#define GRAZE_STATIC_MANIFOLD_H

#include "../../graze.h"

/* Vertex of an edge: its index, and its coordinates along the tangent and along the normal. */
typedef struct {
    int32_t index;
    double along, height;
} EdgeEnd;

/* The ends of an edge that faces the other body, lower one first; equal ones for a point. */
typedef struct {
    EdgeEnd lower, upper;
} FacingEdge;

/* Writes a manifold as entry k of a batch, rounded to float32. */
void graze_manifold_batch_set(const GrazeManifoldBatch* out, int32_t k,
                              const GrazeManifold* manifold);

/* Writes a manifold without points; returns whether the bodies may be within `reach`. */
bool graze_manifold_begin(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                          const GrazePose* pose_b, double reach, GrazeManifold* out);

/* Writes the manifold of two convex bodies, for an `out` without points. */
void graze_convex_manifold(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                           const GrazePose* pose_b, double reach, GrazeManifold* out);

#endif
