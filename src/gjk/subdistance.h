/*
 * The subdistance problem of GJK: the point of a simplex (two or three points of A - B) nearest
 * the origin, and the least sub-simplex that holds it.
 */
#ifndef GRAZE_GJK_SUBDISTANCE_H
#define GRAZE_GJK_SUBDISTANCE_H

#include "cso.h"

/* `point[0 .. count - 1]`, the newest last. */
typedef struct {
    GrazeCsoPoint point[3];
    int32_t count;
} GrazeSimplex;

/* Which of its points has the same vertices as p, or -1. */
static inline int32_t graze_place_in(const GrazeSimplex* simplex, GrazeCsoPoint p)
{
    for (int32_t i = 0; i < 3; i++) {
        const GrazeCsoPoint* q = &simplex->point[i];
        if (i < simplex->count && q->a == p.a && q->b == p.b) return i;
    }
    return -1;
}

/*
 * Reduces `simplex`, of two or three points, to the sub-simplex nearest the origin, and returns its
 * nearest point v. When the origin lies inside a triangle, count stays 3 and v is (0, 0). O(1).
 *
 * GRAZE_BARYCODE uses that the newest point was found beyond the edge of the other two, as seen
 * from them towards the origin: of the seven regions only those that touch the newest point are
 * left. GRAZE_BARYCODE_GENERAL assumes nothing. Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK
 * Algorithm", Alg. 3 to 5. The other two: see johnson.c and signed_volume.c.
 */
GrazeVec graze_subdistance(GrazeSimplex* simplex, GrazeSubdistance method);

/* The two that are not by barycode. */
GrazeVec graze_reduce_johnson(GrazeSimplex* simplex);
GrazeVec graze_reduce_signed_volume(GrazeSimplex* simplex);

/*
 * The barycode of a triangle: bit 2, 1, 0 says whether the origin is on the inner side of BC, CA,
 * AB, A being the newest point (point[2]), B and C the first and second. A zero counts as outside,
 * so that a point on an edge is handed to that edge; 0 for a triangle without area.
 */
int graze_barycode(const GrazeSimplex* triangle);

#endif
