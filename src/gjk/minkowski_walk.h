/*
 * The walk round A - B: visits every edge of the boundary once and so always answers, in O(n + m).
 * It settles what GJK leaves open (contact, near contact, rounds used up) and finds the
 * penetration.
 */
#ifndef GRAZE_GJK_MINKOWSKI_WALK_H
#define GRAZE_GJK_MINKOWSKI_WALK_H

#include "feature.h"
#include "minkowski_iterator.h"

/*
 *   relation  of the cores: where the origin lies to A - B
 *   nearest   the part of the boundary of A - B nearest the origin
 *   normal    unit, from A towards B: outward at that part
 *   right, left  where A - B has the origin inside: the edges that cross the x axis on either side,
 *                their points on it, and how far off those are (along, v, gap)
 */
typedef struct {
    GrazeRelation relation;
    GrazeMinkowskiFeature nearest;
    GrazeVec normal;
    GrazeMinkowskiFeature right, left;
} GrazeMinkowskiWalk;

void graze_minkowski_walk(const GrazeCso* cso, GrazeMinkowskiWalk* out);

/*
 * Of disjoint cores, replaces `feature`, nearest as double sees it, by the part that is proved to be
 * nearest; where rounding has dented the outline and none is, only turns it (graze_feature_orient).
 */
void graze_minkowski_walk_certified(const GrazeCso* cso, GrazeMinkowskiFeature* feature);

/*
 * The relation of two bodies whose cores are disjoint, exactly: the sign of the distance of the
 * origin from A - B less the sum of the radii, taken part by part of the boundary.
 */
GrazeRelation graze_minkowski_walk_relation(const GrazeCso* cso);

#endif
