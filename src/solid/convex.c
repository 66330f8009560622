#include "convex.h"

#include "witness.h"

/* The queries of two convex bodies in space: GJK, and exact signs where it is not certain. */

size_t graze_solid_scratch_size(int32_t vertices)
{
    return graze_solid_polytope_size(vertices);
}

GrazeStatus graze_solid_convex_relation(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                        const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                        const GrazeSolidScratch* scratch, GrazeRelation* out)
{
    SolidPair pair;
    SolidDecision decision;
    graze_solid_pair_init(&pair, a, pose_a, b, pose_b);
    if (!graze_solid_decide(&pair, false, false, scratch, &decision)) return GRAZE_E_OUT_OF_MEMORY;
    *out = decision.relation;
    return GRAZE_OK;
}

GrazeStatus graze_solid_convex_penetration(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                           const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                           const GrazeSolidScratch* scratch,
                                           GrazeSolidPenetration* out)
{
    SolidPair pair;
    SolidDecision decision;
    graze_solid_pair_init(&pair, a, pose_a, b, pose_b);
    if (!graze_solid_decide(&pair, true, true, scratch, &decision)) return GRAZE_E_OUT_OF_MEMORY;
    out->relation = decision.relation;
    out->iterations = decision.gjk.rounds;
    if (decision.cores == GRAZE_DISJOINT) {
        out->depth = -graze_solid_write_nearest(&pair, &decision.nearest, &out->witness);
    } else if (decision.cores == GRAZE_OVERLAPPING) {
        out->depth = graze_solid_write_deepest(&pair, &decision.face, &out->witness);
    } else {
        out->depth = pair.reach;
        graze_solid_write_common_point(&pair, &decision.gjk,
                                       graze_solid_contact_normal(&pair, &decision), false,
                                       &out->witness);
    }
    /* A depth that rounds to 0 is still one. */
    out->depth = out->relation == GRAZE_OVERLAPPING ? max2(out->depth, DBL_MIN) : 0;
    out->lower_bound = out->depth;
    out->status = GRAZE_PENETRATION_EXACT;
    out->spare = 0;
    return GRAZE_OK;
}

GrazeStatus graze_solid_convex_distance(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                        const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                        const GrazeSolidScratch* scratch, GrazeSolidDistance* out)
{
    SolidPair pair;
    SolidDecision decision;
    graze_solid_pair_init(&pair, a, pose_a, b, pose_b);
    if (!graze_solid_decide(&pair, true, true, scratch, &decision)) return GRAZE_E_OUT_OF_MEMORY;
    out->relation = decision.relation;
    out->iterations = decision.gjk.rounds;
    out->distance = 0;
    if (decision.cores == GRAZE_DISJOINT) {
        double distance = graze_solid_write_nearest(&pair, &decision.nearest, &out->witness);
        if (out->relation == GRAZE_DISJOINT)
            out->distance = max2(distance, DBL_MIN);
        else
            graze_solid_join_nearest(&pair, &decision.nearest, &out->witness);
        return GRAZE_OK;
    }
    graze_solid_write_common_point(
        &pair, &decision.gjk, graze_solid_contact_normal(&pair, &decision), true, &out->witness);
    return GRAZE_OK;
}

GrazeStatus graze_solid_convex_contact_cone(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                            const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                            const GrazeSolidScratch* scratch,
                                            GrazeRelation* relation, double* out, int32_t room,
                                            int32_t* count)
{
    SolidPair pair;
    SolidDecision decision;
    SolidCone cone;
    graze_solid_pair_init(&pair, a, pose_a, b, pose_b);
    if (!graze_solid_decide(&pair, true, false, scratch, &decision)) return GRAZE_E_OUT_OF_MEMORY;
    *relation = decision.relation;
    *count = 0;
    if (decision.relation != GRAZE_TOUCHING) return GRAZE_OK;
    if (decision.cores == GRAZE_DISJOINT) {
        GrazeVec3 v = decision.nearest.v;
        cone.direction[0] = vec3_scale(v, -1 / vec3_length(v));
        cone.count = 1;
    } else if (!graze_solid_cone(&pair, &decision.gjk.simplex, scratch, &cone)) {
        return GRAZE_E_OUT_OF_MEMORY;
    }
    *count = cone.count;
    for (int32_t k = 0; k < *count && k < room && k < GRAZE_SOLID_CONE_ROOM; k++) {
        out[3 * k] = cone.direction[k].x;
        out[3 * k + 1] = cone.direction[k].y;
        out[3 * k + 2] = cone.direction[k].z;
    }
    return GRAZE_OK;
}
