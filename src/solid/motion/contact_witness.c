#include "contact_witness.h"

#include "../witness.h"

/* Moves points, and turns the normal, by a pose. */
static void place_witness(const GrazeSolidPose* pose, GrazeSolidWitness* witness)
{
    double* vectors[3] = {witness->point_a, witness->point_b, witness->normal};
    for (int k = 0; k < 3; k++) {
        double* p = vectors[k];
        GrazeVec3 v = solid_rotate(pose->rotation, vec3(p[0], p[1], p[2]));
        if (k < 2) v = vec3_add(v, vec3(pose->x, pose->y, pose->z));
        p[0] = v.x;
        p[1] = v.y;
        p[2] = v.z;
    }
}

/*
 * Writes the witness of disjoint bodies by GJK in double. Returns false where that leaves the
 * relation open, or has fewer digits than the positions.
 */
static bool write_disjoint_witness(const SolidMotionState* state, const GrazeSolid* a,
                                   const GrazeSolid* b, GrazeSolidWitness* out, double* separation)
{
    SolidPair pair;
    SolidGjk gjk;
    SolidNearest nearest;
    double weights[4];
    graze_solid_pair_init(&pair, a, &state->pose[0], b, &state->pose[1]);
    graze_solid_gjk(&pair, true, &gjk);
    double length = vec3_length(gjk.v);
    if (!graze_solid_is_tight(&gjk, state->error) || !(gjk.floor > pair.reach)) return false;
    graze_solid_weights_of_origin(&gjk.simplex, weights);
    GrazeVec3 rest = gjk.v;
    for (int32_t k = 0; k < gjk.simplex.count; k++)
        rest = vec3_mul_add(rest, -weights[k], gjk.simplex.point[k].w);
    if (!(vec3_norm1(rest) <= state->error)) return false;
    nearest.simplex = gjk.simplex;
    for (int k = 0; k < 3; k++)
        nearest.weight[k] = k < gjk.simplex.count ? weights[k] : 0;
    GrazeVec3 normal = graze_solid_feature_normal(&gjk.simplex, gjk.v);
    nearest.v = vec3_scale(normal, -length / vec3_length(normal));
    nearest.length = dd_from_double(length);
    *separation = graze_solid_write_nearest(&pair, &nearest, out);
    return true;
}

/* Writes the witness of any two bodies, relative to A's pivot. */
static GrazeStatus write_pair_witness(const SolidMotionState* state, const GrazeSolid* a,
                                      const GrazeSolid* b, const GrazeSolidScratch* scratch,
                                      GrazeSolidWitness* out, double* separation)
{
    const GrazeSolidPose* pose = state->pose;
    GrazeSolidDistance distance;
    GrazeSolidPenetration penetration;
    if (write_disjoint_witness(state, a, b, out, separation)) return GRAZE_OK;
    GrazeStatus status = graze_solid_distance(a, &pose[0], b, &pose[1], scratch, &distance);
    if (status != GRAZE_OK) return status;
    *separation = distance.distance;
    *out = distance.witness;
    if (distance.relation != GRAZE_OVERLAPPING) return GRAZE_OK;
    status = graze_solid_penetration(a, &pose[0], b, &pose[1], scratch, &penetration);
    if (status != GRAZE_OK) return status;
    *separation = -penetration.depth;
    *out = penetration.witness;
    return GRAZE_OK;
}

bool graze_solid_query_parts(SolidRelativeMotion* motion, const GrazeSolidScratch* scratch,
                             SolidProximity* proximity, SolidNearestParts* out)
{
    const GrazeSolid* a = motion->body[0]->solid;
    const GrazeSolid* b = motion->body[1]->solid;
    const GrazeSolidPose* pose = proximity->state.pose;
    SolidChain* chain = motion->interval.chain;
    SolidSearch search;
    int32_t index[2];
    *out = (SolidNearestParts){{0, 0}, INFINITY};
    graze_solid_search_init(&search, a, &pose[0], b, &pose[1]);
    while (graze_solid_search_next(&search, &index[0], &index[1])) {
        SolidPart part[2];
        graze_solid_part(a, index[0], &part[0]);
        graze_solid_part(b, index[1], &part[1]);
        chain[0].solid = part[0].body;
        chain[1].solid = part[1].body;
        bool is_done = graze_solid_query_proximity(&motion->interval, scratch, true, proximity);
        chain[0].solid = a;
        chain[1].solid = b;
        if (!is_done) return false;
        if (!(proximity->separation < out->separation)) continue;
        *out = (SolidNearestParts){{index[0], index[1]}, proximity->separation};
        search.last = out->separation;
    }
    return true;
}

GrazeStatus graze_solid_write_witness(SolidRelativeMotion* motion, double time,
                                      const GrazeSolidScratch* scratch, GrazeSolidWitness* out,
                                      double* separation)
{
    const GrazeSolid* body[2] = {motion->body[0]->solid, motion->body[1]->solid};
    SolidProximity proximity;
    SolidNearestParts nearest = {{0, 0}, 0};
    SolidPart part[2];
    graze_solid_find_interval(motion, time);
    graze_solid_state_evaluate(motion, time, &proximity.state);
    bool is_convex = body[0]->compound == NULL && body[1]->compound == NULL;
    if (!is_convex && !graze_solid_query_parts(motion, scratch, &proximity, &nearest))
        return GRAZE_E_OUT_OF_MEMORY;
    for (int k = 0; k < 2; k++)
        graze_solid_part(body[k], nearest.part[k], &part[k]);
    GrazeStatus status =
        write_pair_witness(&proximity.state, part[0].body, part[1].body, scratch, out, separation);
    if (status != GRAZE_OK) return status;
    if (body[0]->compound != NULL) out->part_a = nearest.part[0];
    if (body[1]->compound != NULL) out->part_b = nearest.part[1];
    graze_solid_name_corners(&part[0], out->feature_a, &out->first_a, &out->second_a);
    graze_solid_name_corners(&part[1], out->feature_b, &out->first_b, &out->second_b);
    GrazeVec3 pivot = graze_solid_pivot_position(motion, time);
    const GrazeSolidPose move = {pivot.x, pivot.y, pivot.z, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    place_witness(&move, out);
    GrazeSolidPose common;
    double error;
    double t = motion->base + motion->sense * time;
    if (motion->common != NULL && graze_solid_motion_pose(motion->common, t, 0, &common, &error))
        place_witness(&common, out);
    return GRAZE_OK;
}
