/*
 * The walk round A - B: visits every edge of the boundary once and so always answers, in O(n + m).
 * It settles what GJK leaves open (contact, near contact, rounds used up) and finds the
 * penetration.
 */
#ifndef GRAZE_GJK_WALK_H
#define GRAZE_GJK_WALK_H

#include "subdistance.h"

/*
 *   relation  of the cores: where the origin lies to A - B
 *   nearest   the part of the boundary of A - B nearest the origin (1 or 2 points, with weights)
 *   v         the nearest point itself
 *   normal    unit, from A towards B: outward at v, continuous through contact
 */
typedef struct {
    GrazeRelation relation;
    GrazeSimplex nearest;
    GrazeVec v;
    GrazeVec normal;
} GrazeWalk;

void graze_walk(const GrazeCso* cso, GrazeWalk* out);

#endif
