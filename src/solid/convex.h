/* Queries of two convex bodies in space. The functions of graze.h with the same names call them. */
#ifndef GRAZE_SOLID_CONVEX_H
#define GRAZE_SOLID_CONVEX_H

#include "../graze.h"

GrazeStatus graze_solid_convex_relation(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                        const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                        const GrazeSolidScratch* scratch, GrazeRelation* out);
GrazeStatus graze_solid_convex_distance(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                        const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                        const GrazeSolidScratch* scratch, GrazeSolidDistance* out);
GrazeStatus graze_solid_convex_penetration(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                           const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                           const GrazeSolidScratch* scratch,
                                           GrazeSolidPenetration* out);
GrazeStatus graze_solid_convex_contact_cone(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                            const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                            const GrazeSolidScratch* scratch,
                                            GrazeRelation* relation, double* out, int32_t room,
                                            int32_t* count);

/* Defined in cast.c. */
GrazeStatus graze_solid_convex_shape_cast(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                          const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                          const double displacement[3],
                                          const GrazeSolidScratch* scratch, GrazeSolidCast* out);

/* Defined in manifold.c. */
GrazeStatus graze_solid_convex_manifold(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                        const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                        double reach, const GrazeSolidScratch* scratch,
                                        GrazeSolidManifold* out);

#endif
