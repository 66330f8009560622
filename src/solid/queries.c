#include "../tolerance.h"
#include "compound_queries.h"
#include "convex.h"

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

static bool is_any_compound(const GrazeSolid* a, const GrazeSolid* b)
{
    return a->compound != NULL || b->compound != NULL;
}

GrazeStatus graze_solid_relation(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                 const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                 const GrazeSolidScratch* scratch, GrazeRelation* out)
{
    return is_any_compound(a, b) ? graze_solid_compound_relation(a, pose_a, b, pose_b, scratch, out)
                                 : graze_solid_convex_relation(a, pose_a, b, pose_b, scratch, out);
}

GrazeStatus graze_solid_distance(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                 const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                 const GrazeSolidScratch* scratch, GrazeSolidDistance* out)
{
    return is_any_compound(a, b) ? graze_solid_compound_distance(a, pose_a, b, pose_b, scratch, out)
                                 : graze_solid_convex_distance(a, pose_a, b, pose_b, scratch, out);
}

GrazeStatus graze_solid_penetration(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                    const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                    const GrazeSolidScratch* scratch, GrazeSolidPenetration* out)
{
    return is_any_compound(a, b)
               ? graze_solid_compound_penetration(a, pose_a, b, pose_b, scratch, out)
               : graze_solid_convex_penetration(a, pose_a, b, pose_b, scratch, out);
}

GrazeStatus graze_solid_shape_cast(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                   const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                   const double displacement[3], GrazeTouching touching,
                                   const GrazeSolidScratch* scratch, GrazeSolidCast* out)
{
    GrazeStatus status = check_numbers(displacement);
    if (status != GRAZE_OK) return status;
    if (is_any_compound(a, b))
        return graze_solid_compound_shape_cast(a, pose_a, b, pose_b, displacement, touching,
                                               scratch, out);
    status = graze_solid_convex_shape_cast(a, pose_a, b, pose_b, displacement, scratch, out);
    if (status == GRAZE_OK && out->status == GRAZE_CAST_GRAZING &&
        touching == GRAZE_TOUCHING_ALLOWED)
        *out = (GrazeSolidCast){.status = GRAZE_CAST_FREE, .relation = out->relation};
    return status;
}

GrazeStatus graze_solid_manifold(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                 const GrazeSolid* b, const GrazeSolidPose* pose_b, double reach,
                                 const GrazeSolidScratch* scratch, GrazeSolidManifold* out)
{
    return is_any_compound(a, b)
               ? graze_solid_compound_manifold(a, pose_a, b, pose_b, reach, scratch, out)
               : graze_solid_convex_manifold(a, pose_a, b, pose_b, reach, scratch, out);
}

GrazeStatus graze_solid_contact_cone(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                     const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                     const GrazeSolidScratch* scratch, GrazeRelation* relation,
                                     double* out, int32_t room, int32_t* count)
{
    if (is_any_compound(a, b)) return GRAZE_E_NOT_CONVEX;
    return graze_solid_convex_contact_cone(a, pose_a, b, pose_b, scratch, relation, out, room,
                                           count);
}

GrazeStatus graze_solid_contains_point(const GrazeSolid* body, const GrazeSolidPose* pose,
                                       const double point[3], const GrazeSolidScratch* scratch,
                                       bool* out)
{
    static const GrazeSolidPoint ORIGIN = {0, 0, 0};
    static const int32_t NO_NEIGHBORS[2] = {0, 0};
    const GrazeSolid corner = {
        .vertices = &ORIGIN, .count = 1, .faces = {0, NULL, NULL, NO_NEIGHBORS, NULL}};
    const GrazeSolidPose at = {point[0], point[1], point[2], {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    GrazeRelation relation;
    GrazeStatus status = check_numbers(point);
    if (status != GRAZE_OK) return status;
    status = graze_solid_relation(&corner, &at, body, pose, scratch, &relation);
    if (status == GRAZE_OK) *out = relation != GRAZE_DISJOINT;
    return status;
}
