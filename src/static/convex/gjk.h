/* GJK with the barycode, in registers. */
#ifndef GRAZE_STATIC_GJK_H
#define GRAZE_STATIC_GJK_H

#include "../../tolerance.h"
#include "subdistance.h"

/*
 * State of GJK.
 *   simplex     simplex that the last round kept
 *   v           its point nearest the origin; not meaningful for three points, as the origin is
 *               inside then
 *   floor       v . w for the last support point w once GJK has converged: up to rounding, the
 *               minimum of v . p over all points p of A - B; else -infinity
 *   iterations  number of support points computed
 */
typedef struct {
    GrazeSimplex simplex;
    GrazeVec v;
    double floor;
    int32_t iterations;
} GrazeGjkState;

/* Result of a run with early exits: none was taken, or the bodies are certainly disjoint, or
   certainly in contact. After an early exit `state` is not meaningful. */
typedef enum {
    GRAZE_EARLY_EXIT_NONE,
    GRAZE_EARLY_EXIT_DISJOINT,
    GRAZE_EARLY_EXIT_CONTACT
} GrazeEarlyExit;

/*
 * Runs GJK and returns the early exit that was taken. It begins as `start` specifies or, when
 * `count` is 1 or 2, with the points of A - B in `cache`, of which only the vertex indices are
 * read. `is_early` enables the exits below; without them the result is GRAZE_EARLY_EXIT_NONE.
 * Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 1 and, with early exits,
 * Alg. 6.
 */
GrazeEarlyExit graze_gjk(const GrazeCso* cso, GrazeStart start, const GrazeCsoPoint* cache,
                         int32_t count, bool is_early, GrazeGjkState* state);

/* Runs all rounds, from a point of A - B. */
ALWAYS_INLINE void graze_gjk_run(const GrazeCso* cso, GrazeGjkState* state)
{
    graze_gjk(cso, GRAZE_START_POINT, NULL, 0, false, state);
}

/* Returns the error bound of v . w as the minimum of v . p over all points p of A - B, for a
   support point w in direction -v. */
ALWAYS_INLINE double support_error(const GrazeCso* cso, GrazeVec v)
{
    return GRAZE_FLOOR_ERROR * cso->scale * vec_norm1(v);
}

/*
 * Early exits of Alg. 6; each is taken only beyond the rounding error of its sign. This one returns
 * whether the bodies are certainly disjoint: all of A - B lies beyond the line through the support
 * point w normal to v, and that line is further from the origin than the sum of the radii.
 */
ALWAYS_INLINE bool certify_disjoint_filtered(const GrazeCso* cso, GrazeVec v, GrazeVec w)
{
    double scaled_reach = graze_reach(cso) * vec_length(v);
    return vec_dot(v, w) >
           scaled_reach + support_error(cso, v) + 4 * GRAZE_UNIT_ROUNDOFF * scaled_reach;
}

/* Returns whether the cores certainly overlap: v is the foot of O on AB and w lies beyond O in the
   vertical angle of AOB, so the triangle ABw contains O. */
ALWAYS_INLINE bool certify_enclosed_filtered(const GrazeCso* cso, GrazeVec a, GrazeVec b,
                                             GrazeVec v, GrazeVec w)
{
    double margin = GRAZE_CROSS_ERROR * cso->scale * cso->scale;
    double left = vec_cross(a, w);
    double right = vec_cross(b, w);
    return vec_dot(v, w) < -margin &&
           ((left > margin && right < -margin) || (left < -margin && right > margin));
}

/* Returns whether the bodies are certainly in contact: the cores are nearer than the sum of the
   radii. */
ALWAYS_INLINE bool certify_near_filtered(const GrazeCso* cso, GrazeVec v)
{
    double reach = graze_reach(cso);
    return reach > 0 && vec_length(v) < reach - GRAZE_NORM_ERROR * (cso->scale + reach);
}

#endif
