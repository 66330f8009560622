/* A vertex or an edge of A - B, and how near it comes to the origin. */
#ifndef GRAZE_GJK_PART_H
#define GRAZE_GJK_PART_H

#include "cso.h"

/*
 *   p, q   its ends; the same for a vertex
 *   along  where its point nearest the origin is: 0 at p, 1 at q
 *   v      that point
 *   gap    |v|, relative error a few u
 */
typedef struct {
    GrazeCsoPoint p, q;
    double along;
    GrazeVec v;
    double gap;
} GrazePart;

/* The vertex as a part. */
void graze_part_vertex(const GrazeCsoPoint* p, GrazePart* part);

static inline bool graze_is_vertex(const GrazePart* part)
{
    return graze_is_same_point(&part->p, &part->q);
}

/* Of the edge between p and q the end or the edge, whichever holds its nearest point: decided
   exactly. */
void graze_part_between(const GrazeCsoPoint* p, const GrazeGap* from, const GrazeCsoPoint* q,
                        const GrazeGap* to, GrazePart* part);

/*
 * Is the part, whose nearest point is not the origin, the one of all of A - B that is nearest? True
 * only when proved: by convexity it is enough to look at the neighbours. Exact; O(1). When true, the
 * part becomes the whole edge of A - B where that is made of an edge of A and a parallel one of B,
 * and is oriented.
 */
bool graze_part_prove(const GrazeCso* cso, GrazePart* part);

/*
 * The same in double, for the edge between p and q, or for the vertex when q is p: true only when beyond doubt, by a
 * margin that rounding of no place reaches. So A and B then are disjoint; and where the outline turns by as much
 * at both ends of an edge, no other part is as near, however rounding has dented it. `part`: as above.
 */
bool graze_part_surely(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                       GrazePart* part);

/* graze_part_prove for the vertex p, or for what graze_part_between says of the edge: in double where that is
   beyond doubt. */
bool graze_part_find(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                     GrazePart* part);

/* Turns an edge, with the origin outside, to run counter-clockwise: the origin to its right. */
void graze_part_orient(const GrazeCso* cso, GrazePart* part);

#endif
