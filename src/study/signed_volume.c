#include "reduce_simplex.h"

/*
 * The signed volumes method: the simplex is projected on the coordinate in which it is largest, and
 * the origin's barycentric weights are ratios of signed lengths or areas there. Source: Montanari,
 * Petrinic, Barbieri, "Improving the GJK Algorithm for Faster and More Reliable Distance Queries
 * Between Convex Objects", 2017, section 4 (S1D and S2D).
 */
static bool same_sign(double p, double q)
{
    return (p > 0 && q > 0) || (p < 0 && q < 0);
}

static GrazeVec keep_vertex(GrazeSimplex* out, GrazeCsoPoint s)
{
    *out = (GrazeSimplex){{s}, 1};
    return s.w;
}

/* Reduces a segment (S1D): o is the foot of the origin on the line s1 s2, and all are projected on
   the axis along which s1 and s2 are further apart. There mu is the signed length of the
   segment, and c1 / mu and c2 / mu are the weights of s1 and s2 in o. */
static GrazeVec reduce_segment(GrazeSimplex* out, GrazeCsoPoint s1, GrazeCsoPoint s2)
{
    GrazeVec t = vec_sub(s2.w, s1.w);
    double square = vec_dot(t, t);
    if (!(square > 0)) return keep_vertex(out, s1);
    GrazeVec o = vec_mul_add(s2.w, -vec_dot(s2.w, t) / square, t);
    bool on_x = fabs(t.x) > fabs(t.y);
    double mu = on_x ? s1.w.x - s2.w.x : s1.w.y - s2.w.y;
    double c1 = on_x ? o.x - s2.w.x : o.y - s2.w.y;
    double c2 = on_x ? s1.w.x - o.x : s1.w.y - o.y;
    if (!same_sign(mu, c1)) return keep_vertex(out, s2);
    if (!same_sign(mu, c2)) return keep_vertex(out, s1);
    *out = (GrazeSimplex){{s1, s2}, 2};
    return o;
}

/* Reduces a triangle (S2D): in the plane no projection is needed; mu is twice the triangle's area,
   and c[i] is twice that of the triangle in which the origin replaces s[i]. The origin is inside if
   all c[i] have the sign of mu; else the nearest point is on the edge opposite some s[j] whose c[j]
   does not. */
static GrazeVec reduce_triangle(GrazeSimplex* simplex)
{
    const GrazeCsoPoint s[3] = {simplex->point[0], simplex->point[1], simplex->point[2]};
    const double c[3] = {vec_cross(s[1].w, s[2].w), vec_cross(s[2].w, s[0].w),
                         vec_cross(s[0].w, s[1].w)};
    double mu = c[0] + c[1] + c[2];
    double min_square = INFINITY;
    GrazeVec v = vec(0, 0);
    for (int j = 0; j < 3; j++) {
        if (same_sign(mu, c[j])) continue;
        GrazeSimplex candidate;
        GrazeVec u = reduce_segment(&candidate, s[(j + 1) % 3], s[(j + 2) % 3]);
        if (vec_dot(u, u) < min_square) {
            min_square = vec_dot(u, u);
            v = u;
            *simplex = candidate;
        }
    }
    return v;
}

GrazeVec graze_reduce_signed_volume(GrazeSimplex* simplex)
{
    if (simplex->count == 3) return reduce_triangle(simplex);
    return reduce_segment(simplex, simplex->point[0], simplex->point[1]);
}
