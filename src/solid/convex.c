#include "convex.h"

#include "witness.h"

/* The queries of two convex bodies in space: GJK, and exact signs where it is not certain. */

size_t graze_solid_scratch_size(int32_t vertices)
{
    return graze_solid_polytope_size(vertices);
}

static const GrazeSolidPoint ORIGIN = {0, 0, 0};
static const int32_t NO_NEIGHBORS[2] = {0, 0};
const GrazeSolid GRAZE_SOLID_POINT = {
    .vertices = &ORIGIN, .count = 1, .faces = {0, NULL, NULL, NO_NEIGHBORS, NULL}};

/* Sets up the pair, and decides its relation: see graze_solid_decide. */
static GrazeStatus decide(const SolidQuery* query, bool is_full, bool is_depth, SolidPair* pair,
                          SolidDecision* out)
{
    graze_solid_pair_init(pair, query->a, query->pose_a, query->b, query->pose_b);
    bool is_decided = graze_solid_decide(pair, is_full, is_depth, query->scratch, out);
    return is_decided ? GRAZE_OK : GRAZE_E_OUT_OF_MEMORY;
}

GrazeStatus graze_solid_convex_relation(const SolidQuery* query, GrazeRelation* out)
{
    SolidPair pair;
    SolidDecision decision;
    GrazeStatus status = decide(query, false, false, &pair, &decision);
    if (status == GRAZE_OK) *out = decision.relation;
    return status;
}

GrazeStatus graze_solid_convex_penetration(const SolidQuery* query, GrazeSolidPenetration* out)
{
    SolidPair pair;
    SolidDecision decision;
    GrazeStatus status = decide(query, true, true, &pair, &decision);
    if (status != GRAZE_OK) return status;
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

GrazeStatus graze_solid_convex_distance(const SolidQuery* query, GrazeSolidDistance* out)
{
    SolidPair pair;
    SolidDecision decision;
    GrazeStatus status = decide(query, true, true, &pair, &decision);
    if (status != GRAZE_OK) return status;
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

GrazeStatus graze_solid_convex_contact_cone(const SolidQuery* query, GrazeRelation* relation,
                                            double* out, int32_t room, int32_t* count)
{
    SolidPair pair;
    SolidDecision decision;
    SolidCone cone;
    GrazeStatus status = decide(query, true, false, &pair, &decision);
    if (status != GRAZE_OK) return status;
    *relation = decision.relation;
    *count = 0;
    if (decision.relation != GRAZE_TOUCHING) return GRAZE_OK;
    if (decision.cores == GRAZE_DISJOINT) {
        GrazeVec3 v = decision.nearest.v;
        cone.direction[0] = vec3_scale(v, -1 / vec3_length(v));
        cone.count = 1;
    } else if (!graze_solid_cone(&pair, &decision.gjk.simplex, query->scratch, &cone)) {
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
