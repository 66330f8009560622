/* Verdict and nearest feature of A - B, from the state at which GJK stopped. */
#ifndef GRAZE_STATIC_RELATION_H
#define GRAZE_STATIC_RELATION_H

#include "gjk.h"
#include "minkowski_walk.h"

/*
 * Relation of the cores. `has_walk` is set once the boundary has been walked, because GJK's margin
 * was within rounding error or to find the nearest feature; then `walk` is filled in.
 */
typedef struct {
    GrazeRelation core;
    bool has_walk;
    GrazeMinkowskiWalk walk;
} GrazeCoreVerdict;

/* Returns whether the origin is inside the triangle by more than the rounding error. */
bool graze_certify_inside_filtered(const GrazeCso* cso, const GrazeSimplex* triangle);

/* Decides the relation of the cores from the state at which GJK stopped. */
void graze_decide_cores(const GrazeCso* cso, const GrazeGjkState* state, GrazeCoreVerdict* verdict);

/*
 * Finds the feature of the boundary of A - B nearest the origin: that of GJK's last simplex if it
 * is certified, else that of the walk. Uses the walk of `verdict`; fills it in if it is missing and
 * needed. The result is the same feature, with the same orientation, whichever way finds it.
 */
void graze_nearest_feature(const GrazeCso* cso, const GrazeGjkState* state,
                           GrazeCoreVerdict* verdict, GrazeMinkowskiFeature* feature);

/* Returns the relation of the bodies whose cores have the relation `core` and, if disjoint, are
   `gap` apart, up to GRAZE_GAP_ERROR. Exact. */
GrazeRelation graze_inflate_relation(const GrazeCso* cso, GrazeRelation core, double gap);

/* Returns the relation of the bodies, from the state at which GJK stopped. */
GrazeRelation graze_decide_bodies(const GrazeCso* cso, const GrazeGjkState* state);

/* graze_relation and graze_collide of two convex bodies. */
GrazeRelation graze_convex_relation(const GrazeShape* a, const GrazePose* pose_a,
                                    const GrazeShape* b, const GrazePose* pose_b);
bool graze_convex_collide(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                          const GrazePose* pose_b);

#endif
