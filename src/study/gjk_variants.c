#include "gjk_variants.h"

#include "../tolerance.h"

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

void graze_gjk_run(const GrazeCso* cso, const GrazeGjkOptions* options, GrazeGjkState* state)
{
    run(cso, options, false, state);
}

GrazeEarlyExit graze_gjk_run_early(const GrazeCso* cso, const GrazeGjkOptions* options,
                                   GrazeGjkState* state)
{
    return run(cso, options, true, state);
}
