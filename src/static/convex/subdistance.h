/* The subdistance problem of GJK: finds the point of a simplex (two or three points of A - B)
   nearest the origin, and the smallest sub-simplex that contains it. */
#ifndef GRAZE_STATIC_SUBDISTANCE_H
#define GRAZE_STATIC_SUBDISTANCE_H

#include "simplex.h"

/*
 * Finds the nearest point of the segment AB: S1D (Alg. 5). With e = B - A, the nearest point of the
 * line AB is the foot of O:
 *   lambda_B = -A.e / e.e,  v = A + lambda_B e = (A x B / e.e) outward(e)
 * The last form does not cancel when A and B are long and the foot is near. In
 * A x B = A x e = B x e the shorter of A and B gives the least error. Returns which end is nearest:
 * -1 for A, 1 for B, 0 when the foot is between them.
 */
ALWAYS_INLINE int graze_reduce_edge(GrazeVec a, GrazeVec b, GrazeVec* v)
{
    GrazeVec e = vec_sub(b, a);
    double along_a = vec_dot(a, e);
    double along_b = vec_dot(b, e);
    if (along_a >= 0) {
        *v = a;
        return -1;
    }
    if (along_b <= 0) {
        *v = b;
        return 1;
    }
    double cross = along_b < -along_a ? vec_cross(b, e) : vec_cross(a, e);
    *v = vec_scale(vec_outward(e), cross / vec_dot(e, e));
    return 0;
}

/*
 * Reduces `simplex`, of two or three points, to the sub-simplex nearest the origin, and returns its
 * nearest point v. When the origin lies inside a triangle, count stays 3 and v is (0, 0). O(1).
 *
 * `is_tracked` states that the newest point was found beyond the edge of the other two, as seen
 * from them towards the origin: of the seven regions only those that touch the newest point remain
 * (the paper's order tracking). Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 3 to
 * 5.
 */
GrazeVec graze_reduce_barycode(GrazeSimplex* simplex, bool is_tracked);

/*
 * Returns the barycode of a triangle: bits 2, 1, 0 are set if the origin is on the inner side of
 * BC, CA, AB, where A is the newest point (point[2]), and B and C are the first and second. A zero
 * counts as outside, so that a point on an edge is assigned to that edge. The result is 0 for a
 * triangle without area.
 */
int graze_barycode(const GrazeSimplex* triangle);

#endif
