#include "queries.h"

#include "compound/compound_manifold.h"
#include "compound/compound_pair.h"
#include "convex/cast.h"
#include "convex/distance.h"
#include "convex/manifold.h"

/* The queries of two bodies at rest: each calls its version for convex bodies or for compounds. */

GrazeRelation graze_relation(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b)
{
    return graze_is_compound(a, b) ? graze_compound_relation(a, pose_a, b, pose_b)
                                   : graze_convex_relation(a, pose_a, b, pose_b);
}

bool graze_collide(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                   const GrazePose* pose_b)
{
    if (graze_is_compound(a, b))
        return graze_compound_relation(a, pose_a, b, pose_b) != GRAZE_DISJOINT;
    return graze_convex_collide(a, pose_a, b, pose_b);
}

void graze_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, GrazeDistance* out)
{
    if (graze_is_compound(a, b))
        graze_compound_distance(a, pose_a, b, pose_b, out);
    else
        graze_convex_distance(a, pose_a, b, pose_b, out);
}

double graze_gap(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                 const GrazePose* pose_b, GrazeRelation* relation)
{
    return graze_is_compound(a, b) ? graze_compound_gap(a, pose_a, b, pose_b, relation)
                                   : graze_convex_gap(a, pose_a, b, pose_b, relation);
}

void graze_penetration(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b, GrazePenetration* out)
{
    if (graze_is_compound(a, b))
        graze_compound_penetration(a, pose_a, b, pose_b, out);
    else
        graze_convex_penetration(a, pose_a, b, pose_b, out);
}

double graze_signed_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b, GrazeRelation* relation)
{
    if (!graze_is_compound(a, b))
        return graze_convex_signed_distance(a, pose_a, b, pose_b, relation);
    double gap = graze_compound_gap(a, pose_a, b, pose_b, relation);
    if (*relation != GRAZE_OVERLAPPING) return gap;
    GrazePenetration penetration;
    graze_compound_penetration(a, pose_a, b, pose_b, &penetration);
    return -penetration.depth;
}

void graze_manifold(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, double reach, GrazeManifold* out)
{
    if (!graze_manifold_begin(a, pose_a, b, pose_b, reach, out)) return;
    if (graze_is_compound(a, b))
        graze_compound_manifold(a, pose_a, b, pose_b, reach, out);
    else
        graze_convex_manifold(a, pose_a, b, pose_b, reach, out);
}

/* Leaves out the contact of convex bodies that only graze each other, where touching is allowed. */
static void apply_touching(GrazeTouching touching, GrazeCast* out)
{
    if (touching == GRAZE_TOUCHING_ALLOWED && out->status == GRAZE_CAST_GRAZING)
        *out = (GrazeCast){.status = GRAZE_CAST_FREE, .relation = out->relation};
}

void graze_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b, double dx, double dy, GrazeTouching touching,
                      GrazeCast* out)
{
    if (graze_is_compound(a, b)) {
        graze_compound_shape_cast(a, pose_a, b, pose_b, dx, dy, touching, out);
        return;
    }
    graze_convex_shape_cast(a, pose_a, b, pose_b, dx, dy, out);
    apply_touching(touching, out);
}

void graze_ray_cast_before(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                           double last, GrazeTouching touching, GrazeCast* out)
{
    if (graze_ray_misses(shape, pose, ray, last)) {
        *out = (GrazeCast){.status = GRAZE_CAST_FREE, .relation = GRAZE_DISJOINT};
    } else if (shape->compound != NULL) {
        const GrazePose origin = {ray->x, ray->y, 1, 0};
        graze_compound_shape_cast(&GRAZE_RAY_POINT, &origin, shape, pose, ray->dx, ray->dy,
                                  touching, out);
    } else {
        graze_convex_ray_cast(shape, pose, ray, out);
        apply_touching(touching, out);
    }
}

void graze_ray_cast(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                    GrazeTouching touching, GrazeCast* out)
{
    graze_ray_cast_before(shape, pose, ray, 1, touching, out);
}
