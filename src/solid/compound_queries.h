/* Queries of two bodies in space of which at least one is a compound or a mesh. The functions of
   graze.h with the same names call them. */
#ifndef GRAZE_SOLID_COMPOUND_QUERIES_H
#define GRAZE_SOLID_COMPOUND_QUERIES_H

#include "../graze.h"

GrazeStatus graze_solid_compound_relation(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                          const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                          const GrazeSolidScratch* scratch, GrazeRelation* out);
GrazeStatus graze_solid_compound_distance(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                          const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                          const GrazeSolidScratch* scratch,
                                          GrazeSolidDistance* out);
GrazeStatus graze_solid_compound_penetration(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                             const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                             const GrazeSolidScratch* scratch,
                                             GrazeSolidPenetration* out);
GrazeStatus graze_solid_compound_shape_cast(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                            const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                            const double displacement[3], GrazeTouching touching,
                                            const GrazeSolidScratch* scratch, GrazeSolidCast* out);
GrazeStatus graze_solid_compound_manifold(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                          const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                          double reach, const GrazeSolidScratch* scratch,
                                          GrazeSolidManifold* out);

#endif
