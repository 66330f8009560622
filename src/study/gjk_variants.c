#include "gjk_variants.h"

#include "../static/compound/compound_pair.h"
#include "../static/convex/distance.h"
#include "../tolerance.h"
#include "reduce_simplex.h"

const GrazeGjkOptions GRAZE_GJK_DEFAULTS = {GRAZE_BARYCODE, GRAZE_SUPPORT_AUTO, GRAZE_START_POINT};

GrazeVec graze_subdistance(GrazeSimplex* simplex, GrazeSubdistance method)
{
    if (method == GRAZE_JOHNSON) return graze_reduce_johnson(simplex);
    if (method == GRAZE_SIGNED_VOLUME) return graze_reduce_signed_volume(simplex);
    return graze_reduce_barycode(simplex, method == GRAZE_BARYCODE);
}

GrazeVec graze_gjk_begin(const GrazeCso* cso, GrazeStart start, GrazeGjkState* state)
{
    GrazeCsoPoint first = graze_cso_point(cso, 0, 0);
    GrazeVec direction = start == GRAZE_START_FIXED ? vec(-1, 0) : vec_scale(first.w, -1);
    GrazeCsoPoint w = graze_cso_support(cso, direction, first);
    state->simplex = (GrazeSimplex){{w}, 1};
    state->v = w.w;
    state->floor = -INFINITY;
    state->iterations = 1;
    return direction;
}

bool graze_gjk_continues(const GrazeCso* cso, const GrazeGjkState* state)
{
    return state->iterations < cso->a->count + cso->b->count + GRAZE_GJK_SPARE_ROUNDS &&
           vec_dot(state->v, state->v) > 0;
}

GrazeCsoPoint graze_gjk_next_support(const GrazeCso* cso, GrazeGjkState* state)
{
    const GrazeSimplex* simplex = &state->simplex;
    state->iterations++;
    return graze_cso_support(cso, vec_scale(state->v, -1), simplex->point[simplex->count - 1]);
}

GrazeOutcome graze_gjk_simplex_add(GrazeGjkState* state, GrazeCsoPoint w, GrazeSubdistance method)
{
    double square = vec_dot(state->v, state->v);
    state->floor = vec_dot(state->v, w.w);
    if (graze_simplex_index(&state->simplex, &w) >= 0) return GRAZE_OUTCOME_REPEATED;
    GrazeSimplex candidate = state->simplex;
    candidate.point[candidate.count++] = w;
    GrazeVec v = graze_subdistance(&candidate, method);
    if (candidate.count < 3 && vec_dot(v, v) >= square) return GRAZE_OUTCOME_STALLED;
    state->simplex = candidate;
    state->v = v;
    state->floor = -INFINITY;
    if (candidate.count == 3) return GRAZE_OUTCOME_INSIDE;
    return vec_dot(v, v) > 0 ? GRAZE_OUTCOME_NEARER : GRAZE_OUTCOME_ORIGIN;
}

/* Runs GJK, with the early exits of Alg. 6 if `is_early`. Source: the paper of gjk.h, Alg. 1 and 6. */
static GrazeEarlyExit run(const GrazeCso* cso, const GrazeGjkOptions* options, bool is_early,
                          GrazeGjkState* state)
{
    if (options->subdistance == GRAZE_BARYCODE) {
        return graze_gjk(cso, options->start, NULL, 0, is_early, state);
    }
    const GrazeSimplex* simplex = &state->simplex;
    graze_gjk_begin(cso, options->start, state);
    while (graze_gjk_continues(cso, state)) {
        GrazeVec v = state->v;
        if (is_early && certify_near_filtered(cso, v)) return GRAZE_EARLY_EXIT_CONTACT;
        GrazeCsoPoint w = graze_gjk_next_support(cso, state);
        if (is_early && certify_disjoint_filtered(cso, v, w.w)) return GRAZE_EARLY_EXIT_DISJOINT;
        if (is_early && simplex->count == 2 &&
            certify_enclosed_filtered(cso, simplex->point[0].w, simplex->point[1].w, v, w.w)) {
            return GRAZE_EARLY_EXIT_CONTACT;
        }
        GrazeOutcome outcome = graze_gjk_simplex_add(state, w, options->subdistance);
        if (outcome != GRAZE_OUTCOME_NEARER) break;
    }
    return GRAZE_EARLY_EXIT_NONE;
}

bool graze_collide_by(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b, const GrazeGjkOptions* options)
{
    GrazeCso cso;
    GrazeGjkState state;
    if (graze_is_compound(a, b)) return graze_collide(a, pose_a, b, pose_b);
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    cso.support = options->support;
    GrazeEarlyExit early_exit = run(&cso, options, true, &state);
    if (early_exit != GRAZE_EARLY_EXIT_NONE) return early_exit == GRAZE_EARLY_EXIT_CONTACT;
    return graze_decide_bodies(&cso, &state) != GRAZE_DISJOINT;
}

/* Finds the nearest parts of compounds as graze_compound_distance does: only the distance of the two is by
   the options. */
void graze_distance_by(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b, const GrazeGjkOptions* options, GrazeDistance* out)
{
    GrazeNearestParts parts;
    GrazeCso cso;
    GrazeGjkState state;
    bool is_compound = graze_is_compound(a, b);
    if (is_compound) graze_compound_nearest_parts(a, pose_a, b, pose_b, INFINITY, &parts);
    graze_cso_init(&cso, is_compound ? parts.a : a, pose_a, is_compound ? parts.b : b, pose_b);
    cso.support = options->support;
    run(&cso, options, false, &state);
    graze_write_distance(&cso, &state, out);
    if (!is_compound) return;
    out->relation = (int32_t)parts.relation;
    out->witness.part_a = parts.part_a;
    out->witness.part_b = parts.part_b;
}
