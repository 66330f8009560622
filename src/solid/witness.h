/* Witness points, normals and features of two convex bodies in space. */
#ifndef GRAZE_SOLID_WITNESS_H
#define GRAZE_SOLID_WITNESS_H

#include "relation.h"

/* Writes the nearest points of disjoint cores, on the surfaces; returns the distance of the bodies,
   negative if the radii overlap. */
double graze_solid_write_nearest(const SolidPair* pair, const SolidNearest* nearest,
                                 GrazeSolidWitness* out);

/* Returns the distance of the bodies, of which the nearest points of the cores are known, negative
   if the radii overlap. */
double graze_solid_nearest_distance(const SolidPair* pair, const SolidNearest* nearest);

/* Computes weights of points of A - B whose sum is as near the origin as rounding allows: at least
   0, with the sum 1. The feature at which GJK has stopped contains it. */
void graze_solid_weights_of_origin(const SolidSimplex* simplex, double weights[4]);
/* Replaces the nearest points of bodies in contact by one common point, which divides the gap of
   the cores in the ratio of the radii. */
void graze_solid_join_nearest(const SolidPair* pair, const SolidNearest* nearest,
                              GrazeSolidWitness* out);

/*
 * Returns whether the foot of the origin on the plane of a triangle, at a pose at which that is as far
 * away as the radii reach, is certainly inside, and replaces the points and weights by those there.
 * Writes the contact.
 */
bool graze_solid_land(const SolidPair* pair, SolidNearest* nearest);
void graze_solid_write_landed(const SolidPair* pair, const SolidNearest* nearest,
                              GrazeSolidWitness* out);

/* Returns the unit normal of cores that are not disjoint: that of least depth, or of a plane that
   separates them where they touch. */
GrazeVec3 graze_solid_contact_normal(const SolidPair* pair, const SolidDecision* decision);

/* Writes a common point of cores that are not disjoint, if `is_of_cores`, or points of the surfaces
   beside it: the feature at which GJK has stopped contains it. */
void graze_solid_write_common_point(const SolidPair* pair, const SolidGjk* gjk, GrazeVec3 normal,
                                    bool is_of_cores, GrazeSolidWitness* out);

/* Writes the deepest points of overlapping cores; returns the depth of the bodies. */
double graze_solid_write_deepest(const SolidPair* pair, const SolidFace* face,
                                 GrazeSolidWitness* out);

#endif
