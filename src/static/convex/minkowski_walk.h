/*
 * Walk round A - B: it visits every edge of the boundary once and so always gives a result, in
 * O(n + m). It decides the cases that GJK leaves open (contact, near contact, too many rounds) and
 * finds the penetration.
 */
#ifndef GRAZE_STATIC_MINKOWSKI_WALK_H
#define GRAZE_STATIC_MINKOWSKI_WALK_H

#include "feature.h"
#include "minkowski_iterator.h"

/*
 * Result of a walk.
 *   relation     relation of the cores: the position of the origin relative to A - B
 *   nearest      feature of the boundary of A - B nearest the origin
 *   normal       unit normal from A towards B: outward normal of that feature or, for a vertex, of
 *                an edge at it
 *   right, left  if the origin is inside A - B: the edges that cross the x axis on either side,
 *                their points on it, and the distances of these (along, v, gap)
 */
typedef struct {
    GrazeRelation relation;
    GrazeMinkowskiFeature nearest;
    GrazeVec normal;
    GrazeMinkowskiFeature right, left;
} GrazeMinkowskiWalk;

/* Returns the edge from p to q as the feature whose point is where it crosses the x axis. */
ALWAYS_INLINE GrazeMinkowskiFeature graze_axis_crossing(const GrazeCsoPoint* p,
                                                        const GrazeCsoPoint* q)
{
    double along = p->w.y / (p->w.y - q->w.y);
    GrazeVec v = vec(p->w.x + along * (q->w.x - p->w.x), 0);
    return (GrazeMinkowskiFeature){*p, *q, along, v, fabs(v.x)};
}

/* Walks round A - B once. */
void graze_minkowski_walk(const GrazeCso* cso, GrazeMinkowskiWalk* out);

/*
 * For disjoint cores: replaces `feature`, the nearest as computed in double, by the one that is
 * certified as nearest. If rounding has dented the outline and none can be certified, takes that in
 * whose direction A - B lies furthest from the origin. Orients it (graze_feature_orient). O(n + m);
 * O((n + m)^2) if none can be certified and all are equally near.
 */
void graze_minkowski_walk_certified(const GrazeCso* cso, GrazeMinkowskiFeature* feature);

/*
 * Returns the relation of two bodies whose cores are disjoint, exactly: from the sign of the
 * distance of the origin from A - B minus the sum of the radii, computed feature by feature of the
 * boundary.
 */
GrazeRelation graze_minkowski_walk_relation(const GrazeCso* cso);

#endif
