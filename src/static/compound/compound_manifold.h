/* Contact manifolds of compounds. */
#ifndef GRAZE_STATIC_COMPOUND_MANIFOLD_H
#define GRAZE_STATIC_COMPOUND_MANIFOLD_H

#include "../../graze.h"

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
