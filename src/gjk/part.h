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
GrazePart graze_part_vertex(GrazeCsoPoint p);

/* Of the edge between p and q the end or the edge, whichever holds its nearest point: decided
 * exactly. */
GrazePart graze_part_edge(const GrazeCso* cso, GrazeCsoPoint p, GrazeCsoPoint q);

static inline bool graze_is_vertex(const GrazePart* part)
{
    return part->p.a == part->q.a && part->p.b == part->q.b;
}

/*
 * Is the part, whose nearest point is not the origin, the one of all of A - B that is nearest? True
 * only when proved: by convexity it is enough to look at the neighbours. Exact; O(1).
 */
bool graze_part_is_nearest(const GrazeCso* cso, const GrazePart* part);

#endif
