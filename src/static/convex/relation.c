#include "relation.h"

#include "../../base/predicate.h"
#include "../../tolerance.h"
#include "gjk.h"

bool graze_certify_inside_filtered(const GrazeCso* cso, const GrazeSimplex* triangle)
{
    double margin = GRAZE_CROSS_ERROR * cso->scale * cso->scale;
    double area_01 = vec_cross(triangle->point[0].w, triangle->point[1].w);
    double area_12 = vec_cross(triangle->point[1].w, triangle->point[2].w);
    double area_20 = vec_cross(triangle->point[2].w, triangle->point[0].w);
    return min2(area_01, min2(area_12, area_20)) > margin ||
           max2(area_01, max2(area_12, area_20)) < -margin;
}

void graze_decide_cores(const GrazeCso* cso, const GrazeGjkState* state, GrazeCoreVerdict* verdict)
{
    const GrazeSimplex* simplex = &state->simplex;
    verdict->has_walk = false;
    if (simplex->count == 3 && graze_certify_inside_filtered(cso, simplex)) {
        verdict->core = GRAZE_OVERLAPPING;
        return;
    }
    if (state->floor > support_error(cso, state->v)) {
        verdict->core = GRAZE_DISJOINT;
        return;
    }
    graze_minkowski_walk(cso, &verdict->walk);
    verdict->has_walk = true;
    verdict->core = verdict->walk.relation;
}

NOINLINE void graze_nearest_feature(const GrazeCso* cso, const GrazeGjkState* state,
                                    GrazeCoreVerdict* verdict, GrazeMinkowskiFeature* feature)
{
    const GrazeSimplex* simplex = &state->simplex;
    if (!verdict->has_walk && verdict->core == GRAZE_DISJOINT &&
        graze_feature_certify(cso, &simplex->point[0], &simplex->point[simplex->count - 1],
                              feature)) {
        return;
    }
    /* Rounding has stopped GJK beside the nearest feature, or the origin is inside and GJK has not
       reached the boundary. */
    if (!verdict->has_walk) graze_minkowski_walk(cso, &verdict->walk);
    verdict->has_walk = true;
    *feature = verdict->walk.nearest;
    if (verdict->core == GRAZE_DISJOINT && !graze_feature_certify_exact(cso, feature)) {
        graze_minkowski_walk_certified(cso, feature);
    }
}

GrazeRelation graze_inflate_relation(const GrazeCso* cso, GrazeRelation core, double gap)
{
    double reach = graze_reach(cso);
    if (core != GRAZE_DISJOINT) return reach > 0 ? GRAZE_OVERLAPPING : core;
    if (gap > reach * (1 + GRAZE_GAP_ERROR)) return GRAZE_DISJOINT;
    if (gap < reach * (1 - GRAZE_GAP_ERROR)) return GRAZE_OVERLAPPING;
    return reach > 0 ? graze_minkowski_walk_relation(cso) : GRAZE_DISJOINT;
}

GrazeRelation graze_decide_bodies(const GrazeCso* cso, const GrazeGjkState* state)
{
    GrazeCoreVerdict verdict;
    graze_decide_cores(cso, state, &verdict);
    if (verdict.core != GRAZE_DISJOINT || graze_reach(cso) == 0) {
        return graze_inflate_relation(cso, verdict.core, 0);
    }
    GrazeMinkowskiFeature feature;
    graze_nearest_feature(cso, state, &verdict, &feature);
    return graze_inflate_relation(cso, verdict.core, feature.gap);
}

GrazeRelation graze_convex_relation(const GrazeShape* a, const GrazePose* pose_a,
                                    const GrazeShape* b, const GrazePose* pose_b)
{
    GrazeCso cso;
    GrazeGjkState state;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    graze_gjk_run(&cso, &state);
    return graze_decide_bodies(&cso, &state);
}

bool graze_convex_collide(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                          const GrazePose* pose_b)
{
    GrazeCso cso;
    GrazeGjkState state;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    GrazeEarlyExit early_exit = graze_gjk(&cso, GRAZE_START_POINT, NULL, 0, true, &state);
    if (early_exit != GRAZE_EARLY_EXIT_NONE) return early_exit == GRAZE_EARLY_EXIT_CONTACT;
    return graze_decide_bodies(&cso, &state) != GRAZE_DISJOINT;
}
