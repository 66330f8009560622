/* Queries of two bodies in space of which at least one is a compound or a mesh. The functions of
   graze.h with the same names call them. */
#ifndef GRAZE_SOLID_COMPOUND_QUERIES_H
#define GRAZE_SOLID_COMPOUND_QUERIES_H

#include "convex.h"

GrazeStatus graze_solid_compound_relation(const SolidQuery* query, GrazeRelation* out);
GrazeStatus graze_solid_compound_distance(const SolidQuery* query, GrazeSolidDistance* out);
GrazeStatus graze_solid_compound_penetration(const SolidQuery* query, GrazeSolidPenetration* out);
GrazeStatus graze_solid_compound_shape_cast(const SolidQuery* query, const double displacement[3],
                                            GrazeTouching touching, GrazeSolidCast* out);
GrazeStatus graze_solid_compound_manifold(const SolidQuery* query, double reach,
                                          GrazeSolidManifold* out);

#endif
