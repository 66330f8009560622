/* GJK on A - B: the descent to its point nearest the origin, and the verdict that follows from it.
 */
#ifndef GRAZE_GJK_GJK_H
#define GRAZE_GJK_GJK_H

#include "subdistance.h"
#include "walk.h"

/*
 * Where GJK stopped. `v` is the point of `simplex` nearest the origin; with three points the origin
 * is inside and v is (0, 0).
 */
typedef struct {
    GrazeSimplex simplex;
    GrazeVec v;
    double floor;
    int32_t iterations;
} GrazeDescent;

/*
 * The relation of the cores. `walked`: GJK's margin was within rounding error and the walk decided;
 * then `walk` is filled in.
 */
typedef struct {
    GrazeRelation core;
    bool walked;
    GrazeWalk walk;
} GrazeVerdict;

/* Goes down to the point of A - B nearest the origin. At most n + m + GRAZE_GJK_SPARE_ROUNDS
   rounds. Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 1. */
void graze_descend(const GrazeCso* cso, GrazeSubdistance method, GrazeDescent* descent);

/* Decides the relation of the cores from where the descent stopped. */
void graze_settle(const GrazeCso* cso, const GrazeDescent* descent, GrazeVerdict* verdict);

/* The part of A - B's boundary nearest the origin: where the descent stopped, once that is proved,
   else where the walk says. Walks at most once. */
const GrazePart* graze_nearest(const GrazeCso* cso, const GrazeDescent* descent,
                               GrazeVerdict* verdict, GrazePart* proved);

/* The relation of the bodies whose cores are `gap` apart. Exact. */
GrazeRelation graze_inflate(const GrazeCso* cso, GrazeRelation core, double gap);

/* The sum of the two radii. */
static inline double graze_reach(const GrazeCso* cso)
{
    return (double)cso->a->radius + cso->b->radius;
}

#endif
