#include "solid_subdistance.h"

/* Returns twice or six times the volume of a tetrahedron of the origin and three points, signed. */
static double triple(GrazeVec3 p, GrazeVec3 q, GrazeVec3 r)
{
    return vec3_dot(p, vec3_cross(q, r));
}

double graze_solid_barycentric(const SolidPoint* const point[], int32_t count, double weight[4])
{
    GrazeVec3 a = point[0]->w;
    GrazeVec3 b = point[count > 1 ? 1 : 0]->w;
    GrazeVec3 c = point[count > 2 ? 2 : 0]->w;
    GrazeVec3 d = point[count > 3 ? 3 : 0]->w;
    GrazeVec3 n = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
    double sum = 0;
    for (int k = 0; k < 4; k++)
        weight[k] = 0;
    if (count == 1) {
        weight[0] = 1;
    } else if (count == 2) {
        GrazeVec3 ab = vec3_sub(b, a);
        weight[0] = vec3_dot(b, ab);
        weight[1] = -vec3_dot(a, ab);
    } else if (count == 3) {
        weight[0] = triple(n, b, c);
        weight[1] = triple(n, c, a);
        weight[2] = triple(n, a, b);
    } else {
        weight[0] = triple(b, c, d);
        weight[1] = -triple(a, c, d);
        weight[2] = triple(a, b, d);
        weight[3] = -triple(a, b, c);
    }
    for (int32_t k = 0; k < count; k++)
        sum += weight[k];
    if (sum >= 0) return sum;
    for (int32_t k = 0; k < count; k++)
        weight[k] = -weight[k];
    return -sum;
}

static SolidFeature vertex(const SolidPoint* const point[], int32_t i)
{
    return (SolidFeature){{i}, 1, point[i]->w};
}

static SolidFeature nearer(SolidFeature f, SolidFeature g)
{
    return vec3_dot(g.v, g.v) < vec3_dot(f.v, f.v) ? g : f;
}

static SolidFeature inside(void)
{
    return (SolidFeature){{0, 1, 2, 3}, 4, {0, 0, 0}};
}

/* ---- signed volumes ---- */

/*
 * The signed volumes method: a simplex is projected on the axis or the coordinate plane in which it
 * is largest, and the weights of the origin's foot are ratios of signed lengths or areas there.
 * Compares all facets opposite points of negative weights: the nearest point is on one of them.
 * Source: Montanari, Petrinic, Barbieri, "Improving the GJK Algorithm for Faster and More Reliable
 * Distance Queries Between Convex Objects", 2017, section 4 (S1D, S2D and S3D).
 */
static bool same_sign(double p, double q)
{
    return (p > 0 && q > 0) || (p < 0 && q < 0);
}

/* Returns the coordinate in which a vector is largest. */
static int largest_axis(GrazeVec3 p)
{
    int best = fabs(p.y) > fabs(p.x) ? 1 : 0;
    return fabs(p.z) > max2(fabs(p.x), fabs(p.y)) ? 2 : best;
}

static double coordinate(GrazeVec3 p, int axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static SolidFeature signed_edge(const SolidPoint* const point[], int32_t i, int32_t j)
{
    GrazeVec3 s1 = point[i]->w;
    GrazeVec3 s2 = point[j]->w;
    GrazeVec3 t = vec3_sub(s2, s1);
    double square = vec3_dot(t, t);
    if (!(square > 0)) return vertex(point, i);
    GrazeVec3 foot = vec3_mul_add(s2, -vec3_dot(s2, t) / square, t);
    int axis = largest_axis(t);
    double mu = coordinate(s1, axis) - coordinate(s2, axis);
    if (!same_sign(mu, coordinate(foot, axis) - coordinate(s2, axis))) return vertex(point, j);
    if (!same_sign(mu, coordinate(s1, axis) - coordinate(foot, axis))) return vertex(point, i);
    return (SolidFeature){{i, j}, 2, foot};
}

/* Returns twice the signed area of a triangle seen along an axis. */
static double area_along(int axis, GrazeVec3 p, GrazeVec3 q, GrazeVec3 r)
{
    return coordinate(vec3_cross(vec3_sub(q, p), vec3_sub(r, p)), axis);
}

static SolidFeature signed_triangle(const SolidPoint* const point[], const int32_t index[3])
{
    GrazeVec3 s[3] = {point[index[0]]->w, point[index[1]]->w, point[index[2]]->w};
    GrazeVec3 n = vec3_cross(vec3_sub(s[1], s[0]), vec3_sub(s[2], s[0]));
    double square = vec3_dot(n, n);
    double factor = square > 0 ? vec3_dot(s[0], n) / square : 0;
    GrazeVec3 foot = vec3_scale(n, factor);
    int axis = largest_axis(n);
    double mu = coordinate(n, axis);
    SolidFeature best = {{index[0], index[1], index[2]}, 3, foot};
    bool is_inside = true;
    for (int j = 0; j < 3; j++) {
        int32_t next = (j + 1) % 3;
        int32_t last = (j + 2) % 3;
        if (square > 0 && same_sign(mu, area_along(axis, foot, s[next], s[last]))) continue;
        SolidFeature edge = signed_edge(point, index[next], index[last]);
        best = is_inside ? edge : nearer(best, edge);
        is_inside = false;
    }
    return best;
}

static SolidFeature signed_tetrahedron(const SolidPoint* const point[])
{
    double weight[4];
    double sum = graze_solid_barycentric(point, 4, weight);
    SolidFeature best = inside();
    bool is_inside = true;
    for (int j = 0; j < 4; j++) {
        const int32_t facet[3] = {(j + 1) % 4, (j + 2) % 4, (j + 3) % 4};
        if (same_sign(sum, weight[j])) continue;
        SolidFeature face = signed_triangle(point, facet);
        best = is_inside ? face : nearer(best, face);
        is_inside = false;
    }
    return best;
}

SolidFeature graze_solid_reduce_signed_volume(const SolidPoint* const point[], int32_t count)
{
    static const int32_t all[3] = {0, 1, 2};
    if (count == 1) return vertex(point, 0);
    if (count == 2) return signed_edge(point, 0, 1);
    return count == 3 ? signed_triangle(point, all) : signed_tetrahedron(point);
}

/* ---- Johnson's algorithm ---- */

/*
 * Johnson's table of all subsets of the simplex, as johnson.c describes it, for four points.
 * Source: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex
 * objects in three-dimensional space", 1988, section IV.
 */
enum { SUBSETS = 16 };
/* The subsets in the order in which they are tried: points, edges, triangles, the tetrahedron. */
static const int ORDER[SUBSETS - 1] = {1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15};

static void fill_table(const SolidPoint* const point[], int32_t count, double table[SUBSETS][4])
{
    for (int s = 1; s < 1 << count; s++) {
        for (int j = 0; j < count; j++) {
            int rest = s & ~(1 << j);
            if (rest == s) continue;
            double determinant = rest == 0;
            int k = rest & 1 ? 0 : rest & 2 ? 1 : rest & 4 ? 2 : 3;
            for (int i = 0; i < count; i++) {
                if (!(rest >> i & 1)) continue;
                GrazeVec3 side = vec3_sub(point[k]->w, point[j]->w);
                determinant += table[rest][i] * vec3_dot(side, point[i]->w);
            }
            table[s][j] = determinant;
        }
    }
}

/* Returns whether the weights of a subset are positive and, if `is_whole`, no other point is on the
   side of the origin. */
static bool qualifies(double table[SUBSETS][4], int s, int32_t count, bool is_whole)
{
    for (int i = 0; i < count; i++) {
        bool is_in = (s >> i & 1) != 0;
        if (is_in && !(table[s][i] > 0)) return false;
        if (!is_in && is_whole && table[s | 1 << i][i] > 0) return false;
    }
    return true;
}

static SolidFeature feature_of(const SolidPoint* const point[], const double weight[4], int s)
{
    SolidFeature feature = {{0}, 0, {0, 0, 0}};
    double sum = 0;
    for (int i = 0; i < 4; i++)
        if (s >> i & 1) sum += weight[i];
    for (int i = 0; i < 4; i++) {
        if (!(s >> i & 1)) continue;
        feature.index[feature.count++] = i;
        if (s != SUBSETS - 1) feature.v = vec3_mul_add(feature.v, weight[i] / sum, point[i]->w);
    }
    return feature;
}

/* Finds the nearest of the features that qualify; of all with positive weights if rounding leaves
   none: the backup procedure of the original. */
SolidFeature graze_solid_reduce_johnson(const SolidPoint* const point[], int32_t count)
{
    double table[SUBSETS][4] = {{0}};
    fill_table(point, count, table);
    for (int k = 0; k < SUBSETS - 1; k++) {
        int s = ORDER[k];
        if (s >> count == 0 && qualifies(table, s, count, true))
            return feature_of(point, table[s], s);
    }
    SolidFeature best = vertex(point, 0);
    for (int s = 2; s < (1 << count) - 1; s++)
        if (qualifies(table, s, count, false)) best = nearer(best, feature_of(point, table[s], s));
    return best;
}

/* ---- Voronoi regions ---- */

/*
 * Voronoi regions, from vertices to facets: the origin is in that of a vertex if it is behind it
 * along all edges, in that of an edge if it is beyond it in the facets at it. Source: Ericson,
 * "Real-Time Collision Detection", 2005, 5.1.2, 5.1.5 and 5.1.6; the products d1 to d6 are those of
 * 5.1.5.
 */
static SolidFeature voronoi_edge(const SolidPoint* const point[], int32_t i, int32_t j)
{
    GrazeVec3 a = point[i]->w;
    GrazeVec3 ab = vec3_sub(point[j]->w, a);
    double t = -vec3_dot(a, ab);
    double square = vec3_dot(ab, ab);
    if (!(t > 0)) return vertex(point, i);
    if (!(t < square)) return vertex(point, j);
    return (SolidFeature){{i, j}, 2, vec3_mul_add(a, t / square, ab)};
}

static SolidFeature voronoi_triangle(const SolidPoint* const point[], const int32_t index[3])
{
    GrazeVec3 a = point[index[0]]->w;
    GrazeVec3 ab = vec3_sub(point[index[1]]->w, a);
    GrazeVec3 ac = vec3_sub(point[index[2]]->w, a);
    double d1 = -vec3_dot(ab, a);
    double d2 = -vec3_dot(ac, a);
    if (d1 <= 0 && d2 <= 0) return vertex(point, index[0]);
    double d3 = -vec3_dot(ab, point[index[1]]->w);
    double d4 = -vec3_dot(ac, point[index[1]]->w);
    if (d3 >= 0 && d4 <= d3) return vertex(point, index[1]);
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return voronoi_edge(point, index[0], index[1]);
    double d5 = -vec3_dot(ab, point[index[2]]->w);
    double d6 = -vec3_dot(ac, point[index[2]]->w);
    if (d6 >= 0 && d5 <= d6) return vertex(point, index[2]);
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return voronoi_edge(point, index[0], index[2]);
    double va = d3 * d6 - d5 * d4;
    double sum = va + vb + vc;
    /* A triangle without an area has no other regions. */
    if ((va <= 0 && d4 >= d3 && d5 >= d6) || !(sum > 0))
        return voronoi_edge(point, index[1], index[2]);
    GrazeVec3 v = vec3_mul_add(vec3_mul_add(a, vb / sum, ab), vc / sum, ac);
    return (SolidFeature){{index[0], index[1], index[2]}, 3, v};
}

/* Compares the facets that the origin is outside of, or on. */
static SolidFeature voronoi_tetrahedron(const SolidPoint* const point[])
{
    static const int32_t facet[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    static const int32_t opposite[4] = {3, 1, 2, 0};
    SolidFeature best = inside();
    bool is_inside = true;
    for (int k = 0; k < 4; k++) {
        GrazeVec3 a = point[facet[k][0]]->w;
        GrazeVec3 n =
            vec3_cross(vec3_sub(point[facet[k][1]]->w, a), vec3_sub(point[facet[k][2]]->w, a));
        double side = -vec3_dot(n, a) * vec3_dot(n, vec3_sub(point[opposite[k]]->w, a));
        if (side > 0) continue;
        SolidFeature face = voronoi_triangle(point, facet[k]);
        best = is_inside ? face : nearer(best, face);
        is_inside = false;
    }
    return best;
}

SolidFeature graze_solid_reduce_voronoi(const SolidPoint* const point[], int32_t count)
{
    static const int32_t all[3] = {0, 1, 2};
    if (count == 1) return vertex(point, 0);
    if (count == 2) return voronoi_edge(point, 0, 1);
    return count == 3 ? voronoi_triangle(point, all) : voronoi_tetrahedron(point);
}
