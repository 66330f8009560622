#include "subdistance.h"

#include "../base/predicate.h"

/*
 * Names as in the paper: the origin is O, a simplex is {A}, {A, B} or {A, B, C}; sigma_u, sigma_v
 * and sigma_w are twice the signed areas of OBC, OCA and OAB, and their sum is that of ABC.
 */

static GrazeVec keep_vertex(GrazeSimplex* simplex, GrazeCsoPoint v)
{
    simplex->point[0] = v;
    simplex->count = 1;
    return v.w;
}

/*
 * S1D (Alg. 5), with e = B - A. The nearest point of the line AB is the foot of O:
 *   lambda_B = -A.e / e.e,  v = A + lambda_B e = (A x B / e.e) outward(e)
 * The last form does not cancel when A and B are long and the foot is near. Of A x B = A x e = B x
 * e the shorter of A and B gives the least error.
 */
static GrazeVec reduce_edge(GrazeSimplex* simplex, GrazeCsoPoint a, GrazeCsoPoint b)
{
    GrazeVec e = vec_sub(b.w, a.w);
    double along_a = vec_dot(a.w, e);
    double along_b = vec_dot(b.w, e);
    if (along_a >= 0) return keep_vertex(simplex, a);
    if (along_b <= 0) return keep_vertex(simplex, b);
    simplex->point[0] = a;
    simplex->point[1] = b;
    simplex->count = 2;
    GrazeVec shorter = along_b < -along_a ? b.w : a.w;
    return vec_scale(vec_outward(e), vec_cross(shorter, e) / vec_dot(e, e));
}

/* ConeRegion (Alg. 4): O lies in the vertical angle at V. Beyond a right or acute corner that is
   V's own Voronoi region; beyond an obtuse one the foot may fall on either side. */
static GrazeVec reduce_cone(GrazeSimplex* simplex, GrazeCsoPoint v, GrazeCsoPoint m,
                            GrazeCsoPoint n)
{
    GrazeVec mv = vec_sub(v.w, m.w);
    GrazeVec nv = vec_sub(v.w, n.w);
    if (vec_dot(mv, nv) >= 0) return keep_vertex(simplex, v);
    if (vec_dot(v.w, mv) > 0) return reduce_edge(simplex, m, v);
    if (vec_dot(v.w, nv) > 0) return reduce_edge(simplex, n, v);
    return keep_vertex(simplex, v);
}

/* A triangle without area is covered by its edges. */
static COLD GrazeVec reduce_flat(GrazeSimplex* simplex, GrazeCsoPoint a, GrazeCsoPoint b,
                                 GrazeCsoPoint c)
{
    GrazeSimplex best;
    GrazeVec v = reduce_edge(&best, a, b);
    const GrazeCsoPoint other[2][2] = {{b, c}, {a, c}};
    for (int i = 0; i < 2; i++) {
        GrazeSimplex candidate;
        GrazeVec u = reduce_edge(&candidate, other[i][0], other[i][1]);
        if (vec_dot(u, u) < vec_dot(v, v)) {
            v = u;
            best = candidate;
        }
    }
    *simplex = best;
    return v;
}

/* Which side of each edge the origin is on; `sum`: the sign of the triangle's area, not 0. */
static int code_of(GrazeVec a, GrazeVec b, GrazeVec c, int sum, bool is_tracked)
{
    int bit_w = sign_cross(a, b) == sum;
    int bit_v = sign_cross(c, a) == sum;
    int bit_u = is_tracked || sign_cross(b, c) == sum;
    return bit_u << 2 | bit_v << 1 | bit_w;
}

int graze_barycode(const GrazeSimplex* triangle)
{
    GrazeVec a = triangle->point[2].w;
    GrazeVec b = triangle->point[0].w;
    GrazeVec c = triangle->point[1].w;
    int sum = sign_cross(vec_sub(b, a), vec_sub(c, a));
    return sum == 0 ? 0 : code_of(a, b, c, sum, false);
}

/* S2D (Alg. 3), A the newest point. With order tracking bit 2 is known to be set. */
static GrazeVec reduce_triangle(GrazeSimplex* simplex, bool is_tracked)
{
    const GrazeCsoPoint a = simplex->point[2];
    const GrazeCsoPoint b = simplex->point[0];
    const GrazeCsoPoint c = simplex->point[1];
    int sum = sign_cross(vec_sub(b.w, a.w), vec_sub(c.w, a.w));
    if (sum == 0) return reduce_flat(simplex, a, b, c);
    switch (code_of(a.w, b.w, c.w, sum, is_tracked)) {
    case 7:
        return vec(0, 0);
    case 6:
        return reduce_edge(simplex, b, a);
    case 5:
        return reduce_edge(simplex, c, a);
    case 3:
        return reduce_edge(simplex, b, c);
    case 2:
        return reduce_cone(simplex, b, a, c);
    case 1:
        return reduce_cone(simplex, c, a, b);
    default:
        return reduce_cone(simplex, a, b, c);
    }
}

GrazeVec graze_subdistance(GrazeSimplex* simplex, GrazeSubdistance method)
{
    if (method == GRAZE_JOHNSON) return graze_reduce_johnson(simplex);
    if (method == GRAZE_SIGNED_VOLUME) return graze_reduce_signed_volume(simplex);
    if (simplex->count == 2) return reduce_edge(simplex, simplex->point[0], simplex->point[1]);
    return reduce_triangle(simplex, method == GRAZE_BARYCODE);
}
