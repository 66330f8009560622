#include "../tolerance.h"
#include "compound_queries.h"

#include <math.h>

/* The queries of two bodies in space: each calls its version for convex bodies or for compounds. */

/* Checks the coordinates of a point or of a displacement. */
static GrazeStatus check_numbers(const double at[3])
{
    for (int k = 0; k < 3; k++) {
        if (!isfinite(at[k])) return GRAZE_E_NOT_FINITE;
        if (fabs(at[k]) > GRAZE_MAX_POSITION) return GRAZE_E_OUT_OF_RANGE;
    }
    return GRAZE_OK;
}

static bool has_compound(const SolidQuery* query)
{
    return query->a->compound != NULL || query->b->compound != NULL;
}

GrazeStatus graze_solid_relation(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                 const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                 const GrazeSolidScratch* scratch, GrazeRelation* out)
{
    const SolidQuery query = {a, pose_a, b, pose_b, scratch};
    return has_compound(&query) ? graze_solid_compound_relation(&query, out)
                                : graze_solid_convex_relation(&query, out);
}

GrazeStatus graze_solid_distance(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                 const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                 const GrazeSolidScratch* scratch, GrazeSolidDistance* out)
{
    const SolidQuery query = {a, pose_a, b, pose_b, scratch};
    return has_compound(&query) ? graze_solid_compound_distance(&query, out)
                                : graze_solid_convex_distance(&query, out);
}

GrazeStatus graze_solid_penetration(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                    const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                    const GrazeSolidScratch* scratch, GrazeSolidPenetration* out)
{
    const SolidQuery query = {a, pose_a, b, pose_b, scratch};
    return has_compound(&query) ? graze_solid_compound_penetration(&query, out)
                                : graze_solid_convex_penetration(&query, out);
}

GrazeStatus graze_solid_shape_cast(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                   const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                   const double displacement[3], GrazeTouching touching,
                                   const GrazeSolidScratch* scratch, GrazeSolidCast* out)
{
    const SolidQuery query = {a, pose_a, b, pose_b, scratch};
    GrazeStatus status = check_numbers(displacement);
    if (status != GRAZE_OK) return status;
    if (has_compound(&query))
        return graze_solid_compound_shape_cast(&query, displacement, touching, out);
    status = graze_solid_convex_shape_cast(&query, displacement, out);
    if (status == GRAZE_OK && out->status == GRAZE_CAST_GRAZING &&
        touching == GRAZE_TOUCHING_ALLOWED)
        *out = (GrazeSolidCast){.status = GRAZE_CAST_FREE, .relation = out->relation};
    return status;
}

GrazeStatus graze_solid_manifold(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                 const GrazeSolid* b, const GrazeSolidPose* pose_b, double reach,
                                 const GrazeSolidScratch* scratch, GrazeSolidManifold* out)
{
    const SolidQuery query = {a, pose_a, b, pose_b, scratch};
    return has_compound(&query) ? graze_solid_compound_manifold(&query, reach, out)
                                : graze_solid_convex_manifold(&query, reach, out);
}

GrazeStatus graze_solid_contact_cone(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                     const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                     const GrazeSolidScratch* scratch, GrazeRelation* relation,
                                     double* out, int32_t room, int32_t* count)
{
    const SolidQuery query = {a, pose_a, b, pose_b, scratch};
    if (has_compound(&query)) return GRAZE_E_NOT_CONVEX;
    return graze_solid_convex_contact_cone(&query, relation, out, room, count);
}

GrazeStatus graze_solid_contains_point(const GrazeSolid* body, const GrazeSolidPose* pose,
                                       const double point[3], const GrazeSolidScratch* scratch,
                                       bool* out)
{
    const GrazeSolidPose at = solid_pose_at(point[0], point[1], point[2]);
    GrazeRelation relation;
    GrazeStatus status = check_numbers(point);
    if (status != GRAZE_OK) return status;
    status = graze_solid_relation(&GRAZE_SOLID_POINT, &at, body, pose, scratch, &relation);
    if (status == GRAZE_OK) *out = relation != GRAZE_DISJOINT;
    return status;
}
