#include "subdistance.h"

#include "../../base/predicate.h"

/* Names follow the paper: the origin is O, a simplex is {A}, {A, B} or {A, B, C}. Twice the signed
   areas of OBC, OCA and OAB are the paper's sigma_u, sigma_v and sigma_w, whose sum is that of ABC;
   here only their signs are used. */

/* keep_vertex, reduce_edge and reduce_cone take the points of the simplex by their indices. */
static GrazeVec keep_vertex(GrazeSimplex* simplex, int32_t i)
{
    simplex->point[0] = simplex->point[i];
    simplex->count = 1;
    return simplex->point[0].w;
}

static NOINLINE GrazeVec reduce_edge(GrazeSimplex* simplex, int32_t i, int32_t j)
{
    GrazeVec v;
    int end = graze_reduce_edge(simplex->point[i].w, simplex->point[j].w, &v);
    if (end != 0) return keep_vertex(simplex, end < 0 ? i : j);
    GrazeCsoPoint second = simplex->point[j];
    simplex->point[0] = simplex->point[i];
    simplex->point[1] = second;
    simplex->count = 2;
    return v;
}

/*
 * Reduces a triangle when O lies in the vertical angle at V: ConeRegion (Alg. 4). At a right or
 * acute corner V is nearest: the vertical angle is in its Voronoi region. At an obtuse one the foot
 * of O may also be on MV or NV.
 */
static GrazeVec reduce_cone(GrazeSimplex* simplex, int32_t v, int32_t m, int32_t n)
{
    GrazeVec at = simplex->point[v].w;
    GrazeVec mv = vec_sub(at, simplex->point[m].w);
    GrazeVec nv = vec_sub(at, simplex->point[n].w);
    if (vec_dot(mv, nv) >= 0) return keep_vertex(simplex, v);
    if (vec_dot(at, mv) > 0) return reduce_edge(simplex, m, v);
    if (vec_dot(at, nv) > 0) return reduce_edge(simplex, n, v);
    return keep_vertex(simplex, v);
}

/* Reduces a triangle without area, which is covered by its edges. */
static GrazeVec reduce_flat(GrazeSimplex* simplex)
{
    static const int32_t edge[3][2] = {{2, 0}, {0, 1}, {2, 1}};
    const GrazeSimplex triangle = *simplex;
    GrazeVec v = reduce_edge(simplex, 2, 0);
    for (int k = 1; k < 3; k++) {
        GrazeSimplex candidate = triangle;
        GrazeVec u = reduce_edge(&candidate, edge[k][0], edge[k][1]);
        if (vec_dot(u, u) < vec_dot(v, v)) {
            v = u;
            *simplex = candidate;
        }
    }
    return v;
}

/* Returns the barycode (graze_barycode) of a triangle; `sum` is the sign of its signed area, not 0.
   If `is_tracked`, bit 2 is known to be set. */
static int compute_barycode(GrazeVec a, GrazeVec b, GrazeVec c, int sum, bool is_tracked)
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
    return sum == 0 ? 0 : compute_barycode(a, b, c, sum, false);
}

/* Reduces a triangle: S2D (Alg. 3); A is the newest point. In the barycode one clear bit means that
   O is beyond that edge, and two that it is in the vertical angle of the vertex that the edges
   share; all three can be clear only through rounding. */
static GrazeVec reduce_triangle(GrazeSimplex* simplex, bool is_tracked)
{
    enum { B, C, A };
    GrazeVec a = simplex->point[A].w;
    GrazeVec b = simplex->point[B].w;
    GrazeVec c = simplex->point[C].w;
    int sum = sign_cross(vec_sub(b, a), vec_sub(c, a));
    if (sum == 0) return reduce_flat(simplex);
    switch (compute_barycode(a, b, c, sum, is_tracked)) {
    case 7:
        return vec(0, 0);
    case 6:
        return reduce_edge(simplex, B, A);
    case 5:
        return reduce_edge(simplex, C, A);
    case 3:
        return reduce_edge(simplex, B, C);
    case 2:
        return reduce_cone(simplex, B, A, C);
    case 1:
        return reduce_cone(simplex, C, A, B);
    default:
        return reduce_cone(simplex, A, B, C);
    }
}

GrazeVec graze_reduce_barycode(GrazeSimplex* simplex, bool is_tracked)
{
    if (simplex->count == 2) return reduce_edge(simplex, 0, 1);
    return reduce_triangle(simplex, is_tracked);
}
