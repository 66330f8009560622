/*
 * The walk round A - B: visits every edge of the boundary once and so always answers, in O(n + m).
 * It settles what GJK leaves open (contact, near contact, rounds used up) and finds the
 * penetration.
 */
#ifndef GRAZE_GJK_WALK_H
#define GRAZE_GJK_WALK_H

#include "part.h"

/*
 *   relation  of the cores: where the origin lies to A - B
 *   nearest   the part of the boundary of A - B nearest the origin
 *   normal    unit, from A towards B: outward at that part, continuous through contact
 */
typedef struct {
    GrazeRelation relation;
    GrazePart nearest;
    GrazeVec normal;
} GrazeWalk;

void graze_walk(const GrazeCso* cso, GrazeWalk* out);

/*
 * The relation of two bodies whose cores are disjoint, exactly: the sign of the distance of the
 * origin from A - B less the sum of the radii, taken part by part of the boundary.
 */
GrazeRelation graze_walk_reach(const GrazeCso* cso);

#endif
