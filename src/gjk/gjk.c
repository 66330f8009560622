#include "gjk.h"

#include "../base/predicate.h"
#include "../tolerance.h"

const GrazeOptions GRAZE_DEFAULTS = {GRAZE_BARYCODE, GRAZE_SUPPORT_AUTO, GRAZE_START_POINT};

/* How far v . w may be off for a support point w in direction -v. */
static double support_error(const GrazeCso* cso, GrazeVec v)
{
    return GRAZE_FLOOR_ERROR * cso->scale * vec_norm1(v);
}

/* Is the origin inside the triangle by more than rounding could pretend? */
static bool surely_inside(const GrazeCso* cso, const GrazeSimplex* triangle)
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
    if (simplex->count == 3 && surely_inside(cso, simplex)) {
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

GrazePart graze_nearest(const GrazeCso* cso, const GrazeDescent* descent, GrazeVerdict* verdict)
{
    const GrazeSimplex* simplex = &descent->simplex;
    GrazePart part;
    if (!verdict->walked && verdict->core == GRAZE_DISJOINT) {
        part = simplex->count == 1 ? graze_part_vertex(&simplex->point[0])
                                   : graze_part_edge(cso, &simplex->point[0], &simplex->point[1]);
        if (graze_part_prove(cso, &part)) return part;
    }
    /* Rounding has stopped GJK beside the nearest part; or the origin is inside, and GJK has not
       been at the boundary. */
    if (!verdict->walked) graze_walk(cso, &verdict->walk);
    verdict->walked = true;
    part = verdict->walk.nearest;
    if (verdict->core == GRAZE_DISJOINT && !graze_part_prove(cso, &part)) {
        graze_walk_proved(cso, &part);
    }
    return part;
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
    return graze_inflate(cso, verdict.core, graze_nearest(cso, descent, &verdict).gap);
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

/*
 * Early exits of Alg. 6, each taken only beyond the rounding error of its sign.
 * Apart: all of A - B lies beyond the line through the support point w normal to v, and that line
 * is further from the origin than the radii reach.
 */
static bool surely_apart(const GrazeCso* cso, GrazeVec v, GrazeVec w)
{
    double reach = graze_reach(cso) * vec_length(v);
    return vec_dot(v, w) > reach + support_error(cso, v) + 4 * GRAZE_UNIT * reach;
}

/* Together: v is the foot of O on AB and w lies beyond O in the vertical angle of AOB, so the
   triangle ABw holds O. */
static bool surely_enclosed(const GrazeCso* cso, const GrazeDescent* descent, GrazeVec w)
{
    if (descent->simplex.count != 2) return false;
    double margin = GRAZE_CROSS_ERROR * cso->scale * cso->scale;
    double left = vec_cross(descent->simplex.point[0].w, w);
    double right = vec_cross(descent->simplex.point[1].w, w);
    return vec_dot(descent->v, w) < -margin &&
           ((left > margin && right < -margin) || (left < -margin && right > margin));
}

/* Together: the cores are nearer than the radii reach. */
static bool surely_near(const GrazeCso* cso, GrazeVec v)
{
    double reach = graze_reach(cso);
    return reach > 0 && vec_length(v) < reach - GRAZE_NEAR_ERROR * (cso->scale + reach);
}

bool graze_collide(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                   const GrazePose* pose_b, const GrazeOptions* options)
{
    GrazeCso cso;
    GrazeDescent descent;
    if (options == NULL) options = &GRAZE_DEFAULTS;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    cso.support = options->support;
    graze_descent_begin(&cso, options->start, &descent);
    while (graze_descent_goes_on(&cso, &descent)) {
        if (surely_near(&cso, descent.v)) return true;
        GrazeCsoPoint w = graze_descent_next(&cso, &descent);
        if (surely_apart(&cso, descent.v, w.w)) return false;
        if (surely_enclosed(&cso, &descent, w.w)) return true;
        GrazeOutcome outcome = graze_descent_take(&descent, w, options->subdistance);
        if (outcome != GRAZE_OUTCOME_NEARER) break;
    }
    return graze_conclude(&cso, &descent) != GRAZE_DISJOINT;
}
