#include "gjk.h"

#include "../base/predicate.h"
#include "../tolerance.h"
#include "search.h"

const GrazeOptions GRAZE_DEFAULTS = {GRAZE_BARYCODE, GRAZE_SUPPORT_AUTO, GRAZE_START_POINT};

bool graze_surely_inside(const GrazeCso* cso, const GrazeSimplex* triangle)
{
    double margin = GRAZE_CROSS_ERROR * cso->scale * cso->scale;
    double u = vec_cross(triangle->point[0].w, triangle->point[1].w);
    double v = vec_cross(triangle->point[1].w, triangle->point[2].w);
    double w = vec_cross(triangle->point[2].w, triangle->point[0].w);
    return min2(u, min2(v, w)) > margin || max2(u, max2(v, w)) < -margin;
}

void graze_settle(const GrazeCso* cso, const GrazeDescent* descent, GrazeVerdict* verdict)
{
    const GrazeSimplex* simplex = &descent->simplex;
    verdict->walked = false;
    if (simplex->count == 3 && graze_surely_inside(cso, simplex)) {
        verdict->core = GRAZE_OVERLAPPING;
        return;
    }
    if (descent->floor > support_error(cso, descent->v)) {
        verdict->core = GRAZE_DISJOINT;
        return;
    }
    graze_walk(cso, &verdict->walk);
    verdict->walked = true;
    verdict->core = verdict->walk.relation;
}

COLD void graze_nearest(const GrazeCso* cso, const GrazeDescent* descent, GrazeVerdict* verdict,
                        GrazePart* part)
{
    const GrazeSimplex* simplex = &descent->simplex;
    if (!verdict->walked && verdict->core == GRAZE_DISJOINT &&
        graze_part_find(cso, &simplex->point[0], &simplex->point[simplex->count - 1], part)) {
        return;
    }
    /* Rounding has stopped GJK beside the nearest part; or the origin is inside, and GJK has not
       been at the boundary. */
    if (!verdict->walked) graze_walk(cso, &verdict->walk);
    verdict->walked = true;
    *part = verdict->walk.nearest;
    if (verdict->core == GRAZE_DISJOINT && !graze_part_prove(cso, part)) {
        graze_walk_proved(cso, part);
    }
}

GrazeRelation graze_inflate(const GrazeCso* cso, GrazeRelation core, double gap)
{
    double reach = graze_reach(cso);
    if (core != GRAZE_DISJOINT) return reach > 0 ? GRAZE_OVERLAPPING : core;
    if (gap > reach * (1 + GRAZE_GAP_ERROR)) return GRAZE_DISJOINT;
    if (gap < reach * (1 - GRAZE_GAP_ERROR)) return GRAZE_OVERLAPPING;
    return reach > 0 ? graze_walk_reach(cso) : GRAZE_DISJOINT;
}

GrazeRelation graze_conclude(const GrazeCso* cso, const GrazeDescent* descent)
{
    GrazeVerdict verdict;
    graze_settle(cso, descent, &verdict);
    if (verdict.core != GRAZE_DISJOINT || graze_reach(cso) == 0) {
        return graze_inflate(cso, verdict.core, 0);
    }
    GrazePart part;
    graze_nearest(cso, descent, &verdict, &part);
    return graze_inflate(cso, verdict.core, part.gap);
}

GrazeRelation graze_relation(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b)
{
    GrazeCso cso;
    GrazeDescent descent;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    graze_descend(&cso, &GRAZE_DEFAULTS, &descent);
    return graze_conclude(&cso, &descent);
}

bool graze_collide(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                   const GrazePose* pose_b, const GrazeOptions* options)
{
    GrazeCso cso;
    GrazeDescent descent;
    if (options == NULL) options = &GRAZE_DEFAULTS;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    cso.support = options->support;
    GrazeSeen seen = graze_descend_early(&cso, options, &descent);
    if (seen != GRAZE_SEEN_NOTHING) return seen == GRAZE_SEEN_CONTACT;
    return graze_conclude(&cso, &descent) != GRAZE_DISJOINT;
}
