/* Contact manifolds: the points at which two bodies touch each other, for a solver of contacts. */
#ifndef GRAZE_GJK_MANIFOLD_H
#define GRAZE_GJK_MANIFOLD_H

#include "../graze.h"

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

/*
 * Writes the manifold of two bodies of which at least one is a compound, for an `out` without points:
 * relation, normal and depth are those of graze_compound_contact. The cost is that of the depth, and
 * O(log n) for each of at most GRAZE_RUN_PARTS parts that an edge goes on over, n parts in all.
 */
void graze_compound_manifold(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b, double reach, GrazeManifold* out);

/* GRAZE_RUN_PARTS: most parts over which an edge is followed in either direction. */
enum { GRAZE_RUN_PARTS = 64 };

#endif
