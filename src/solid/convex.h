/* Queries of two convex bodies in space. The functions of graze.h with the same names call them. */
#ifndef GRAZE_SOLID_CONVEX_H
#define GRAZE_SOLID_CONVEX_H

#include "../graze.h"

/* Two bodies at their poses, of which something is queried, and memory for that or NULL. */
typedef struct {
    const GrazeSolid* a;
    const GrazeSolidPose* pose_a;
    const GrazeSolid* b;
    const GrazeSolidPose* pose_b;
    const GrazeSolidScratch* scratch;
} SolidQuery;

/* The origin as a body. */
extern const GrazeSolid GRAZE_SOLID_POINT;

/* Returns the pose without a rotation at a position. */
static inline GrazeSolidPose solid_pose_at(double x, double y, double z)
{
    return (GrazeSolidPose){x, y, z, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
}

GrazeStatus graze_solid_convex_relation(const SolidQuery* query, GrazeRelation* out);
GrazeStatus graze_solid_convex_distance(const SolidQuery* query, GrazeSolidDistance* out);
GrazeStatus graze_solid_convex_penetration(const SolidQuery* query, GrazeSolidPenetration* out);
GrazeStatus graze_solid_convex_contact_cone(const SolidQuery* query, GrazeRelation* relation,
                                            double* out, int32_t room, int32_t* count);

/* Defined in cast.c. */
GrazeStatus graze_solid_convex_shape_cast(const SolidQuery* query, const double displacement[3],
                                          GrazeSolidCast* out);

/* Defined in manifold.c. */
GrazeStatus graze_solid_convex_manifold(const SolidQuery* query, double reach,
                                        GrazeSolidManifold* out);

#endif
