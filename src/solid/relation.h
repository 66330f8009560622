/* The relation of two convex bodies in space, and what led to it. */
#ifndef GRAZE_SOLID_RELATION_H
#define GRAZE_SOLID_RELATION_H

#include "distance.h"
#include "polytope.h"

/* The relation of two bodies, and what led to it. */
typedef struct {
    SolidGjk gjk;
    SolidNearest nearest; /* of disjoint cores, where it was needed */
    SolidFace face;       /* where they are not */
    GrazeRelation cores;
    GrazeRelation relation;
} SolidDecision;

/*
 * Decides the relation. With `is_full` it also finds the nearest points of disjoint cores, with
 * `is_depth` the facet of overlapping ones. Returns false if the memory is too small.
 */
bool graze_solid_decide(const SolidPair* pair, bool is_full, bool is_depth,
                        const GrazeSolidScratch* scratch, SolidDecision* out);

/* Finds generators of the cone of cores that touch: see graze_solid_polytope_cone. */
bool graze_solid_cone(const SolidPair* pair, const SolidSimplex* simplex,
                      const GrazeSolidScratch* scratch, SolidCone* out);

#endif
