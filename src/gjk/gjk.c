#include "gjk.h"

#include "../base/predicate.h"
#include "../tolerance.h"

static bool holds(const GrazeSimplex* simplex, GrazeCsoPoint w)
{
    for (int32_t i = 0; i < simplex->count; i++) {
        if (simplex->point[i].a == w.a && simplex->point[i].b == w.b) return true;
    }
    return false;
}

static int32_t round_limit(const GrazeCso* cso)
{
    return cso->a->count + cso->b->count + GRAZE_GJK_SPARE_ROUNDS;
}

/* The first point: the support point towards the origin as seen from an arbitrary point of A - B.
 */
static void begin(const GrazeCso* cso, GrazeDescent* descent)
{
    GrazeVec v = graze_cso_point(cso, 0, 0).w;
    GrazeCsoPoint w = graze_cso_support(cso, vec_scale(v, -1));
    descent->simplex = (GrazeSimplex){{w}, {1}, 1};
    descent->v = w.w;
    descent->floor = -INFINITY;
    descent->iterations = 1;
}

static bool may_go_on(const GrazeCso* cso, const GrazeDescent* descent)
{
    return descent->simplex.count < 3 && descent->iterations < round_limit(cso) &&
           vec_dot(descent->v, descent->v) > 0;
}

static GrazeCsoPoint next_point(const GrazeCso* cso, GrazeDescent* descent)
{
    descent->iterations++;
    return graze_cso_support(cso, vec_scale(descent->v, -1));
}

/*
 * Takes the support point w into the simplex. False, and nothing changed, when GJK has converged: w
 * is in the simplex already, or |v| does not fall. In exact arithmetic the first always comes
 * before the second; asking |v| to fall strictly rules out cycling by rounding.
 */
static bool take(GrazeDescent* descent, GrazeCsoPoint w, GrazeSubdistance method)
{
    if (holds(&descent->simplex, w)) return false;
    GrazeSimplex next = descent->simplex;
    next.point[next.count++] = w;
    GrazeVec v = graze_subdistance(&next, method);
    if (next.count < 3 && vec_dot(v, v) >= vec_dot(descent->v, descent->v)) return false;
    descent->simplex = next;
    descent->v = v;
    return true;
}

void graze_descend(const GrazeCso* cso, GrazeSubdistance method, GrazeDescent* descent)
{
    begin(cso, descent);
    while (may_go_on(cso, descent)) {
        GrazeCsoPoint w = next_point(cso, descent);
        if (!take(descent, w, method)) {
            descent->floor = vec_dot(descent->v, w.w);
            return;
        }
    }
}

/* How far v . w may be off for a support point w in direction -v. */
static double support_error(const GrazeCso* cso, GrazeVec v)
{
    return GRAZE_CSO_ERROR * cso->scale * vec_norm1(v);
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

const GrazePart* graze_nearest(const GrazeCso* cso, const GrazeDescent* descent,
                               GrazeVerdict* verdict, GrazePart* proved)
{
    if (verdict->walked) return &verdict->walk.nearest;
    const GrazeSimplex* simplex = &descent->simplex;
    if (verdict->core == GRAZE_DISJOINT) {
        *proved = simplex->count == 1 ? graze_part_vertex(simplex->point[0])
                                      : graze_part_edge(cso, simplex->point[0], simplex->point[1]);
        if (graze_part_is_nearest(cso, proved)) return proved;
    }
    /* Rounding has stopped GJK beside the nearest part; inside, GJK has not been at the boundary.
     */
    graze_walk(cso, &verdict->walk);
    verdict->walked = true;
    return &verdict->walk.nearest;
}

GrazeRelation graze_inflate(const GrazeCso* cso, GrazeRelation core, double gap)
{
    double reach = graze_reach(cso);
    if (core != GRAZE_DISJOINT) return reach > 0 ? GRAZE_OVERLAPPING : core;
    if (gap > reach * (1 + GRAZE_GAP_ERROR)) return GRAZE_DISJOINT;
    if (gap < reach * (1 - GRAZE_GAP_ERROR)) return GRAZE_OVERLAPPING;
    return reach > 0 ? graze_walk_reach(cso) : GRAZE_DISJOINT;
}

static GrazeRelation conclude(const GrazeCso* cso, const GrazeDescent* descent)
{
    GrazeVerdict verdict;
    GrazePart proved;
    graze_settle(cso, descent, &verdict);
    if (verdict.core != GRAZE_DISJOINT || graze_reach(cso) == 0) {
        return graze_inflate(cso, verdict.core, 0);
    }
    const GrazePart* nearest = graze_nearest(cso, descent, &verdict, &proved);
    return graze_inflate(cso, verdict.core, nearest->gap);
}

GrazeRelation graze_relation(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b)
{
    GrazeCso cso;
    GrazeDescent descent;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    graze_descend(&cso, GRAZE_BARYCODE, &descent);
    return conclude(&cso, &descent);
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
                   const GrazePose* pose_b)
{
    GrazeCso cso;
    GrazeDescent descent;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    begin(&cso, &descent);
    while (may_go_on(&cso, &descent)) {
        if (surely_near(&cso, descent.v)) return true;
        GrazeCsoPoint w = next_point(&cso, &descent);
        if (surely_apart(&cso, descent.v, w.w)) return false;
        if (surely_enclosed(&cso, &descent, w.w)) return true;
        if (!take(&descent, w, GRAZE_BARYCODE)) break;
    }
    return conclude(&cso, &descent) != GRAZE_DISJOINT;
}
