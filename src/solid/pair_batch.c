#include "pair_batch.h"

#include "relation.h"
#include "witness.h"

/* Batches of pairs: bounds decide what they can, and single queries the rest. */

static bool is_convex_pair(const GrazeSolid* a, const GrazeSolid* b)
{
    return a->compound == NULL && b->compound == NULL;
}

GrazeStatus graze_solid_gap(const GrazeSolid* a, const GrazeSolidPose* pose_a, const GrazeSolid* b,
                            const GrazeSolidPose* pose_b, const GrazeSolidScratch* scratch,
                            double* distance, GrazeRelation* relation)
{
    if (!is_convex_pair(a, b)) {
        GrazeSolidDistance found;
        GrazeStatus status = graze_solid_distance(a, pose_a, b, pose_b, scratch, &found);
        if (status != GRAZE_OK) return status;
        *relation = (GrazeRelation)found.relation;
        *distance = found.distance;
        return GRAZE_OK;
    }
    SolidPair pair;
    SolidDecision decision;
    graze_solid_pair_init(&pair, a, pose_a, b, pose_b);
    if (!graze_solid_decide(&pair, true, false, scratch, &decision)) return GRAZE_E_OUT_OF_MEMORY;
    *relation = decision.relation;
    *distance = 0;
    if (decision.relation == GRAZE_DISJOINT)
        *distance = max2(graze_solid_nearest_distance(&pair, &decision.nearest), DBL_MIN);
    return GRAZE_OK;
}

/*
 * Returns whether the spheres about the origins of two bodies are certainly apart. A body has no
 * point further from its origin than sqrt(3) times its extent, and its radius; squares, sums and
 * the placing of vertices have errors far below the slack.
 */
static bool are_far(const GrazeSolidPair* pair)
{
    const GrazeSolidPlacement* p = pair->place_a;
    const GrazeSolidPlacement* q = pair->place_b;
    GrazeVec3 at_a = vec3(p->x, p->y, p->z);
    GrazeVec3 at_b = vec3(q->x, q->y, q->z);
    GrazeVec3 step = vec3_sub(at_b, at_a);
    double reach = 1.7320508075688774 * (pair->a->extent + pair->b->extent) +
                   ((double)pair->a->radius + pair->b->radius);
    reach += GRAZE_SOLID_SPHERE_SLACK * (reach + vec3_norm1(at_a) + vec3_norm1(at_b));
    return vec3_dot(step, step) > reach * reach;
}

GrazeStatus graze_solid_pair_relation(const GrazeSolidPair* pair, const GrazeSolidScratch* scratch,
                                      GrazeRelation* relation)
{
    *relation = GRAZE_DISJOINT;
    if (are_far(pair)) return GRAZE_OK;
    GrazeSolidPose pose_a = graze_solid_placement_pose(pair->place_a);
    GrazeSolidPose pose_b = graze_solid_placement_pose(pair->place_b);
    return graze_solid_relation(pair->a, &pose_a, pair->b, &pose_b, scratch, relation);
}

/*
 * Finds the distance of disjoint bodies in float32 from the feature at which GJK has stopped. The
 * floor is below the distance of the cores, and the length of a sum of the feature's points with
 * positive weights is above it, up to rounding: returns whether both round to one float32, less the
 * radii.
 */
static bool find_rounded_distance(const SolidPair* pair, const SolidGjk* gjk, float* distance)
{
    double weights[4];
    double size = 0;
    GrazeVec3 sum = {0, 0, 0};
    graze_solid_weights_of_origin(&gjk->simplex, weights);
    for (int32_t k = 0; k < gjk->simplex.count; k++) {
        sum = vec3_mul_add(sum, weights[k], gjk->simplex.point[k].w);
        size += vec3_norm1(gjk->simplex.point[k].w);
    }
    double error = GRAZE_SOLID_ROUNDED_ERROR * (size + pair->reach);
    double above = vec3_length(sum) + error - pair->reach;
    *distance = (float)above;
    return (float)(gjk->floor - error - pair->reach) == *distance;
}

GrazeStatus graze_solid_pair_distance(const GrazeSolidPair* pair, const GrazeSolidScratch* scratch,
                                      GrazeRelation* relation, float* distance)
{
    GrazeSolidPose pose_a = graze_solid_placement_pose(pair->place_a);
    GrazeSolidPose pose_b = graze_solid_placement_pose(pair->place_b);
    if (is_convex_pair(pair->a, pair->b)) {
        SolidPair convex;
        SolidGjk gjk;
        graze_solid_pair_init(&convex, pair->a, &pose_a, pair->b, &pose_b);
        SolidCertainty certainty = graze_solid_gjk(&convex, true, &gjk);
        *relation = certainty == SOLID_INSIDE ? GRAZE_OVERLAPPING : GRAZE_DISJOINT;
        *distance = 0;
        if (certainty == SOLID_INSIDE) return GRAZE_OK;
        if (certainty == SOLID_DISJOINT && find_rounded_distance(&convex, &gjk, distance))
            return GRAZE_OK;
    }
    double gap = 0;
    GrazeStatus status =
        graze_solid_gap(pair->a, &pose_a, pair->b, &pose_b, scratch, &gap, relation);
    *distance = (float)gap;
    return status;
}

GrazeStatus graze_solid_pairs_relation(const GrazeSolidPair* pairs, int32_t count,
                                       const GrazeSolidScratch* scratch, uint8_t* relations,
                                       int32_t* contacts)
{
    *contacts = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazeRelation relation;
        GrazeStatus status = graze_solid_pair_relation(&pairs[k], scratch, &relation);
        if (status != GRAZE_OK) return status;
        relations[k] = (uint8_t)relation;
        *contacts += relation != GRAZE_DISJOINT;
    }
    return GRAZE_OK;
}

GrazeStatus graze_solid_pairs_collide(const GrazeSolidPair* pairs, int32_t count,
                                      const GrazeSolidScratch* scratch, uint8_t* hits,
                                      int32_t* contacts)
{
    GrazeStatus status = graze_solid_pairs_relation(pairs, count, scratch, hits, contacts);
    for (int32_t k = 0; k < count && status == GRAZE_OK; k++)
        hits[k] = hits[k] != GRAZE_DISJOINT;
    return status;
}

static GrazeSolidPoint rounded_point(const double p[3])
{
    return (GrazeSolidPoint){(float)p[0], (float)p[1], (float)p[2]};
}

/* Writes the witness points and the normal of pair k, of those arrays that exist. */
static void write_witness(const GrazeSolidWitness* witness, int32_t k, GrazeSolidPoint* points_a,
                          GrazeSolidPoint* points_b, GrazeSolidPoint* normals)
{
    normals[k] = rounded_point(witness->normal);
    if (points_a == NULL) return;
    points_a[k] = rounded_point(witness->point_a);
    points_b[k] = rounded_point(witness->point_b);
}

GrazeStatus graze_solid_pairs_distance(const GrazeSolidPair* pairs, int32_t count,
                                       const GrazeSolidScratch* scratch,
                                       const GrazeSolidDistanceBatch* out, int32_t* contacts)
{
    *contacts = 0;
    for (int32_t k = 0; k < count; k++) {
        const GrazeSolidPair* pair = &pairs[k];
        GrazeRelation relation;
        GrazeStatus status;
        if (out->points_a == NULL) {
            status = graze_solid_pair_distance(pair, scratch, &relation, &out->distances[k]);
            if (status != GRAZE_OK) return status;
        } else {
            GrazeSolidPose pose_a = graze_solid_placement_pose(pair->place_a);
            GrazeSolidPose pose_b = graze_solid_placement_pose(pair->place_b);
            GrazeSolidDistance found;
            status = graze_solid_distance(pair->a, &pose_a, pair->b, &pose_b, scratch, &found);
            if (status != GRAZE_OK) return status;
            relation = (GrazeRelation)found.relation;
            out->distances[k] = (float)found.distance;
            write_witness(&found.witness, k, out->points_a, out->points_b, out->normals);
        }
        out->relations[k] = (uint8_t)relation;
        *contacts += relation != GRAZE_DISJOINT;
    }
    return GRAZE_OK;
}

GrazeStatus graze_solid_pairs_penetration(const GrazeSolidPair* pairs, int32_t count,
                                          const GrazeSolidScratch* scratch,
                                          const GrazeSolidPenetrationBatch* out, int32_t* contacts)
{
    *contacts = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazeSolidPose pose_a = graze_solid_placement_pose(pairs[k].place_a);
        GrazeSolidPose pose_b = graze_solid_placement_pose(pairs[k].place_b);
        GrazeSolidPenetration found;
        GrazeStatus status =
            graze_solid_penetration(pairs[k].a, &pose_a, pairs[k].b, &pose_b, scratch, &found);
        if (status != GRAZE_OK) return status;
        out->relations[k] = (uint8_t)found.relation;
        out->depths[k] = (float)found.depth;
        write_witness(&found.witness, k, out->points_a, out->points_b, out->normals);
        *contacts += found.relation != GRAZE_DISJOINT;
    }
    return GRAZE_OK;
}
