/* From where GJK's descent stopped to the verdict and the nearest part of A - B. */
#ifndef GRAZE_GJK_GJK_H
#define GRAZE_GJK_GJK_H

#include "descent.h"
#include "walk.h"

/*
 * The relation of the cores. `walked`: GJK's margin was within rounding error and the walk decided;
 * then `walk` is filled in.
 */
typedef struct {
    GrazeRelation core;
    bool walked;
    GrazeWalk walk;
} GrazeVerdict;

/* Is the origin inside the triangle by more than rounding could pretend? */
bool graze_surely_inside(const GrazeCso* cso, const GrazeSimplex* triangle);

/* Decides the relation of the cores from where the descent stopped. */
void graze_settle(const GrazeCso* cso, const GrazeDescent* descent, GrazeVerdict* verdict);

/*
 * The part of A - B's boundary nearest the origin: where the descent stopped, once that is proved,
 * else where the walk says. Walks at most once. The same part, in the same direction, whichever way
 * it was found.
 */
void graze_nearest(const GrazeCso* cso, const GrazeDescent* descent, GrazeVerdict* verdict,
                   GrazePart* part);

/* The relation of the bodies whose cores are `gap` apart. Exact. */
GrazeRelation graze_inflate(const GrazeCso* cso, GrazeRelation core, double gap);

/* The relation of the bodies, from where the descent stopped. */
GrazeRelation graze_conclude(const GrazeCso* cso, const GrazeDescent* descent);

/* What stands for options that are not given. */
extern const GrazeOptions GRAZE_DEFAULTS;

#endif
