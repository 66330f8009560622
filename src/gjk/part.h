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
GrazePart graze_part_vertex(const GrazeCsoPoint* p);

/* Of the edge between p and q the end or the edge, whichever holds its nearest point: decided
 * exactly. */
GrazePart graze_part_edge(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q);

/* The same for ends whose gaps are at hand. */
GrazePart graze_part_between(const GrazeCsoPoint* p, const GrazeGap* from, const GrazeCsoPoint* q,
                             const GrazeGap* to);

static inline bool graze_is_vertex(const GrazePart* part)
{
    return part->p.a == part->q.a && part->p.b == part->q.b;
}

/*
 * Is the part, whose nearest point is not the origin, the one of all of A - B that is nearest? True
 * only when proved: by convexity it is enough to look at the neighbours. Exact; O(1). When true, the
 * part becomes the whole edge of A - B where that is made of an edge of A and a parallel one of B,
 * and is oriented.
 */
bool graze_part_prove(const GrazeCso* cso, GrazePart* part);

/* Turns an edge, with the origin outside, to run counter-clockwise: the origin to its right. */
void graze_part_orient(const GrazeCso* cso, GrazePart* part);

#endif
