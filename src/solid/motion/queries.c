#include "../../advancement/contact_search.h"
#include "../../advancement/interval_search.h"
#include "../convex.h"
#include "../witness.h"
#include "clearance.h"
#include "moving_pair.h"

/* Queries of two moving convex bodies in space. */

static bool are_convex(const GrazeMovingSolid* a, const GrazeMovingSolid* b)
{
    return a->solid->compound == NULL && b->solid->compound == NULL;
}

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
    GrazeStatus status = graze_solid_convex_distance(a, &pose[0], b, &pose[1], scratch, &distance);
    if (status != GRAZE_OK) return status;
    *separation = distance.distance;
    *out = distance.witness;
    if (distance.relation != GRAZE_OVERLAPPING) return GRAZE_OK;
    status = graze_solid_convex_penetration(a, &pose[0], b, &pose[1], scratch, &penetration);
    if (status != GRAZE_OK) return status;
    *separation = -penetration.depth;
    *out = penetration.witness;
    return GRAZE_OK;
}

/* Writes the signed separation, witness points, normal and features at a time of a forward relative
   motion, in the world. */
static GrazeStatus write_witness(SolidRelativeMotion* motion, double time,
                                 const GrazeSolidScratch* scratch, GrazeSolidWitness* out,
                                 double* separation)
{
    SolidMotionState state;
    graze_solid_find_interval(motion, time);
    graze_solid_state_evaluate(motion, time, &state);
    GrazeStatus status = write_pair_witness(&state, motion->body[0]->solid, motion->body[1]->solid,
                                            scratch, out, separation);
    if (status != GRAZE_OK) return status;
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

GrazeStatus graze_solid_write_contact(SolidRelativeMotion* motion, double time,
                                      const GrazeSolidScratch* scratch, GrazeSolidContact* out)
{
    return write_witness(motion, time, scratch, &out->witness, &out->separation);
}

GrazeStatus graze_solid_trace_contact(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                      const GrazeMotionOptions* options,
                                      const GrazeSolidScratch* scratch, double* times,
                                      int32_t capacity, GrazeSolidContact* out)
{
    GrazeMotionOptions clipped = *options;
    GrazeAdvancement advancement;
    GrazeContactBracket bracket;
    SolidMovingPair pairs[2];
    if (!are_convex(a, b)) return GRAZE_E_NOT_CONVEX;
    *out = (GrazeSolidContact){.lo = options->to, .hi = options->to, .status = GRAZE_CONTACT_FREE};
    if (!graze_solid_motion_window(a, b, &clipped.from, &clipped.to)) return GRAZE_OK;
    graze_solid_moving_pair_init(&advancement, pairs, a, b, &clipped, scratch);
    advancement.trace = times;
    advancement.trace_capacity = capacity;
    graze_advance(&advancement, 0, &bracket);
    if (pairs[0].is_out_of_memory) return GRAZE_E_OUT_OF_MEMORY;
    graze_bracket_to_caller_time(&advancement, &bracket, &out->lo, &out->hi);
    out->status = (int32_t)bracket.status;
    out->iterations = advancement.evaluations;
    if (bracket.status == GRAZE_CONTACT_FREE) return GRAZE_OK;
    return graze_solid_write_contact(&pairs[0].motion, bracket.lo, scratch, out);
}

GrazeStatus graze_solid_first_contact(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                      const GrazeMotionOptions* options,
                                      const GrazeSolidScratch* scratch, GrazeSolidContact* out)
{
    return graze_solid_trace_contact(a, b, options, scratch, NULL, 0, out);
}

GrazeStatus graze_solid_contact_intervals(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                          const GrazeMotionOptions* options,
                                          const GrazeSolidScratch* scratch, GrazeInterval* out,
                                          int32_t capacity, int32_t* count)
{
    GrazeMotionOptions clipped = *options;
    GrazeAdvancement advancement;
    SolidMovingPair pairs[GRAZE_PAIR_STATES];
    int32_t iterations = 0;
    *count = 0;
    if (!are_convex(a, b)) return GRAZE_E_NOT_CONVEX;
    clipped.method = GRAZE_METHOD_CERTIFIED;
    if (!graze_solid_motion_window(a, b, &clipped.from, &clipped.to)) return GRAZE_OK;
    graze_solid_moving_pair_init(&advancement, pairs, a, b, &clipped, scratch);
    *count = graze_search_intervals(&advancement, 0, NULL, out, capacity, &iterations);
    return pairs[0].is_out_of_memory ? GRAZE_E_OUT_OF_MEMORY : GRAZE_OK;
}

GrazeStatus graze_solid_clearance(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                  const GrazeMotionOptions* options, double limit,
                                  const GrazeSolidScratch* scratch, GrazeSolidClearance* out)
{
    GrazeMotionOptions clipped = *options;
    GrazeClearanceBracket bracket;
    if (!are_convex(a, b)) return GRAZE_E_NOT_CONVEX;
    *out = (GrazeSolidClearance){.lo = INFINITY, .hi = INFINITY};
    if (!graze_solid_motion_window(a, b, &clipped.from, &clipped.to)) return GRAZE_OK;
    if (!graze_solid_clearance_bracket(a, b, &clipped, limit, scratch, &bracket))
        return GRAZE_E_OUT_OF_MEMORY;
    out->lo = bracket.lo;
    out->hi = bracket.hi;
    out->time = bracket.time;
    out->status = (int32_t)bracket.status;
    out->iterations = bracket.evaluations;
    out->is_common = 1;
    if (!(out->hi < INFINITY)) return GRAZE_OK;
    SolidRelativeMotion motion;
    double separation;
    graze_solid_relative_motion_init(&motion, a, b, bracket.time, 1);
    return write_witness(&motion, 0, scratch, &out->witness, &separation);
}

GrazeStatus graze_solid_separations_at(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                       const double* times, int32_t count,
                                       const GrazeSolidScratch* scratch, double* separations,
                                       double* errors)
{
    SolidRelativeMotion motion;
    SolidProximity proximity;
    if (!are_convex(a, b)) return GRAZE_E_NOT_CONVEX;
    for (int32_t i = 0; i < count; i++) {
        double from = times[i];
        double to = times[i];
        bool is_common = graze_solid_motion_window(a, b, &from, &to);
        separations[i] = INFINITY;
        if (errors != NULL) errors[i] = 0;
        if (!is_common) continue;
        graze_solid_relative_motion_init(&motion, a, b, times[i], 1);
        graze_solid_find_interval(&motion, 0);
        graze_solid_state_evaluate(&motion, 0, &proximity.state);
        if (!graze_solid_query_proximity(&motion.interval, scratch, true, &proximity))
            return GRAZE_E_OUT_OF_MEMORY;
        separations[i] = proximity.separation;
        if (errors != NULL) errors[i] = proximity.state.error;
    }
    return GRAZE_OK;
}
