#include "subdistance.h"

/* Names follow the paper: the origin is O, a simplex is {A}, {A, B}, {A, B, C} or {A, B, C, D}. */

typedef SolidFeature Feature;

static Feature vertex(const SolidPoint* const* s, int32_t i)
{
    return (Feature){{i}, 1, s[i]->w};
}

/* S1D: the edge, or the end that is nearest. */
static Feature reduce_edge(const SolidPoint* const* s, int32_t i, int32_t j)
{
    GrazeVec3 a = s[i]->w;
    GrazeVec3 b = s[j]->w;
    GrazeVec3 ab = vec3_sub(b, a);
    double from_a = -vec3_dot(a, ab);
    double from_b = vec3_dot(b, ab);
    if (!(from_a > 0)) return vertex(s, i);
    if (!(from_b > 0)) return vertex(s, j);
    /* The nearer end is the base, so that the product with ab is small where v is near it. */
    GrazeVec3 v = from_a <= from_b ? vec3_mul_add(a, from_a / (from_a + from_b), ab)
                                   : vec3_mul_add(b, -from_b / (from_a + from_b), ab);
    return (Feature){{i, j}, 2, v};
}

static Feature nearer(Feature f, Feature g)
{
    return vec3_dot(g.v, g.v) < vec3_dot(f.v, f.v) ? g : f;
}

/*
 * O lies in the vertical angle at V: ConeRegion. At a right or acute corner V is nearest, as the
 * vertical angle is in its Voronoi region; at an obtuse one the foot of O may be on MV or NV.
 */
static Feature reduce_cone(const SolidPoint* const* s, int32_t v, int32_t m, int32_t n)
{
    GrazeVec3 at = s[v]->w;
    GrazeVec3 mv = vec3_sub(at, s[m]->w);
    GrazeVec3 nv = vec3_sub(at, s[n]->w);
    if (vec3_dot(mv, nv) >= 0) return vertex(s, v);
    if (vec3_dot(at, mv) > 0) return reduce_edge(s, m, v);
    if (vec3_dot(at, nv) > 0) return reduce_edge(s, n, v);
    return vertex(s, v);
}

/*
 * S2D: sigma_u, sigma_v and sigma_w are twice the signed areas of OBC, OCA and OAB in the plane of
 * the triangle, times |n|; the barycode has a bit for each that is not negative.
 */
static Feature reduce_triangle(const SolidPoint* const* s, int32_t i, int32_t j, int32_t k)
{
    GrazeVec3 a = s[i]->w;
    GrazeVec3 b = s[j]->w;
    GrazeVec3 c = s[k]->w;
    GrazeVec3 n = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
    double square = vec3_dot(n, n);
    double sigma_u = vec3_dot(n, vec3_cross(b, c));
    double sigma_v = vec3_dot(n, vec3_cross(c, a));
    double sigma_w = vec3_dot(n, vec3_cross(a, b));
    if (!(square > 0))
        return nearer(nearer(reduce_edge(s, i, j), reduce_edge(s, j, k)), reduce_edge(s, i, k));
    switch ((sigma_u >= 0) * 4 + (sigma_v >= 0) * 2 + (sigma_w >= 0)) {
    case 7:
        return (Feature){{i, j, k}, 3, vec3_scale(n, vec3_dot(n, a) / square)};
    case 6:
        return reduce_edge(s, i, j);
    case 5:
        return reduce_edge(s, i, k);
    case 3:
        return reduce_edge(s, j, k);
    case 4:
        return reduce_cone(s, i, j, k);
    case 2:
        return reduce_cone(s, j, i, k);
    default:
        return reduce_cone(s, k, i, j);
    }
}

/* S3D: the facets beyond which O lies, or all where rounding hides a side. */
static Feature reduce_tetrahedron(const SolidPoint* const* s, bool* is_inside)
{
    static const int32_t facet[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
    Feature best = vertex(s, 3);
    *is_inside = true;
    for (int k = 0; k < 4; k++) {
        const int32_t* f = facet[k];
        GrazeVec3 a = s[f[0]]->w;
        GrazeVec3 n = vec3_cross(vec3_sub(s[f[1]]->w, a), vec3_sub(s[f[2]]->w, a));
        double volume = vec3_dot(n, vec3_sub(s[f[3]]->w, a));
        double side = -vec3_dot(n, a);
        if ((side > 0 && volume > 0) || (side < 0 && volume < 0)) continue;
        best = *is_inside ? reduce_triangle(s, f[0], f[1], f[2])
                          : nearer(best, reduce_triangle(s, f[0], f[1], f[2]));
        *is_inside = false;
    }
    return best;
}

SolidFeature graze_solid_reduce(const SolidPoint* const point[], int32_t count)
{
    Feature f;
    bool is_inside;
    switch (count) {
    case 1:
        return vertex(point, 0);
    case 2:
        return reduce_edge(point, 0, 1);
    case 3:
        return reduce_triangle(point, 0, 1, 2);
    default:
        f = reduce_tetrahedron(point, &is_inside);
        return is_inside ? (Feature){{0, 1, 2, 3}, 4, {0, 0, 0}} : f;
    }
}
