/* From where GJK's descent stopped to the verdict and the nearest part of A - B. */
#ifndef GRAZE_GJK_GJK_CERTIFICATE_H
#define GRAZE_GJK_GJK_CERTIFICATE_H

#include "gjk_variants.h"
#include "minkowski_walk.h"

/*
 * The relation of the cores. `has_walk`: GJK's margin was within rounding error and the walk decided;
 * then `walk` is filled in.
 */
typedef struct {
    GrazeRelation core;
    bool has_walk;
    GrazeMinkowskiWalk walk;
} GrazeCoreVerdict;

/* Is the origin inside the triangle by more than rounding could pretend? */
bool graze_certify_inside_filtered(const GrazeCso* cso, const GrazeSimplex* triangle);

/* Decides the relation of the cores from where the descent stopped. */
void graze_decide_cores(const GrazeCso* cso, const GrazeGjkState* state, GrazeCoreVerdict* verdict);

/*
 * The part of A - B's boundary nearest the origin: where the descent stopped, once that is proved,
 * else where the walk says. Walks at most once. The same part, in the same direction, whichever way
 * it was found.
 */
void graze_nearest_feature(const GrazeCso* cso, const GrazeGjkState* state,
                           GrazeCoreVerdict* verdict, GrazeMinkowskiFeature* feature);

/* The relation of the bodies whose cores are `gap` apart. Exact. */
GrazeRelation graze_inflate_relation(const GrazeCso* cso, GrazeRelation core, double gap);

/* The relation of the bodies, from where the descent stopped. */
GrazeRelation graze_decide_bodies(const GrazeCso* cso, const GrazeGjkState* state);

/* What stands for options that are not given. */
extern const GrazeGjkOptions GRAZE_GJK_DEFAULTS;

#endif
