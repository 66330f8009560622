#include "witness.h"

static double distance_between(const GrazeSolid* body, int32_t i, int32_t k)
{
    const GrazeSolidPoint* p = &body->vertices[i];
    const GrazeSolidPoint* q = &body->vertices[k];
    return vec3_norm1(vec3((double)p->x - q->x, (double)p->y - q->y, (double)p->z - q->z));
}

/*
 * Returns the face that comes nearest to holding all of some vertices: the one whose corners are
 * nearest to that of them which is furthest away. Where rounding has mixed two faces, some vertices
 * are alike beside the size of the feature, and each has a corner near it.
 */
static int32_t nearest_face(const GrazeSolid* body, const int32_t* index, int32_t count)
{
    const GrazeSolidFaces* faces = &body->faces;
    int32_t best = 0;
    double least = INFINITY;
    for (int32_t f = 0; f < faces->face_count; f++) {
        double furthest = 0;
        for (int32_t i = 0; i < count; i++) {
            double near = INFINITY;
            for (int32_t k = faces->face_starts[f]; k < faces->face_starts[f + 1]; k++)
                near = min2(near, distance_between(body, index[i], faces->corners[k]));
            furthest = max2(furthest, near);
        }
        if (!(furthest < least)) continue;
        least = furthest;
        best = f;
    }
    return best;
}

/* Names the feature of a body that contains some of its vertices, most of which are different. */
static void name_feature(const GrazeSolid* body, const int32_t* index, int32_t count, int32_t* kind,
                         int32_t* first, int32_t* second)
{
    const GrazeSolidFaces* faces = &body->faces;
    int32_t distinct[4] = {index[0], -1, -1, -1};
    int32_t number = 1;
    for (int32_t i = 1; i < count; i++) {
        bool is_new = true;
        for (int32_t k = 0; k < number; k++)
            is_new = is_new && distinct[k] != index[i];
        if (is_new) distinct[number++] = index[i];
    }
    *kind = GRAZE_SOLID_VERTEX;
    *first = distinct[0];
    *second = -1;
    if (number == 1) return;
    int32_t begin = faces->neighbor_starts[distinct[0]];
    int32_t end = faces->neighbor_starts[distinct[0] + 1];
    for (int32_t k = begin; k < end && number == 2; k++) {
        if (faces->neighbors[k] != distinct[1]) continue;
        *kind = GRAZE_SOLID_EDGE;
        *second = distinct[1];
        return;
    }
    /* A face holds all of them, unless rounding has mixed two. */
    int32_t most = 0;
    *kind = GRAZE_SOLID_FACE;
    for (int32_t f = 0; f < faces->face_count && most < number; f++) {
        int32_t held = 0;
        for (int32_t k = faces->face_starts[f]; k < faces->face_starts[f + 1]; k++)
            for (int32_t i = 0; i < 4; i++)
                held += faces->corners[k] == distinct[i];
        if (held <= most) continue;
        most = held;
        *first = f;
    }
    /* Common points of overlapping bodies, weighed of four, are on no face. */
    if (most < number && count < 4) *first = nearest_face(body, distinct, number);
}

/* Writes the points of A and B with these weights, on the surfaces that face along the unit normal,
   or without the radii if `is_of_cores`. */
static void write_witness(const SolidPair* pair, const SolidPoint* points, const double* weights,
                          int32_t count, GrazeVec3 normal, bool is_of_cores, GrazeSolidWitness* out)
{
    GrazeVec3 on_a = vec3_scale(normal, is_of_cores ? 0 : pair->a.body->radius);
    GrazeVec3 on_b = vec3_scale(normal, is_of_cores ? 0 : -(double)pair->b.body->radius);
    int32_t a[4];
    int32_t b[4];
    int32_t held = 0;
    for (int32_t k = 0; k < count; k++) {
        on_a = vec3_mul_add(on_a, weights[k], points[k].at_a);
        on_b = vec3_mul_add(on_b, weights[k], points[k].at_b);
        if (weights[k] == 0 && (held > 0 || k + 1 < count)) continue;
        a[held] = points[k].a;
        b[held++] = points[k].b;
    }
    /* Adding 0 leaves no -0. */
    const double at[3][3] = {{on_a.x + 0, on_a.y + 0, on_a.z + 0},
                             {on_b.x + 0, on_b.y + 0, on_b.z + 0},
                             {normal.x + 0, normal.y + 0, normal.z + 0}};
    for (int k = 0; k < 3; k++) {
        out->point_a[k] = at[0][k];
        out->point_b[k] = at[1][k];
        out->normal[k] = at[2][k];
    }
    out->part_a = out->part_b = -1;
    name_feature(pair->a.body, a, held, &out->feature_a, &out->first_a, &out->second_a);
    name_feature(pair->b.body, b, held, &out->feature_b, &out->first_b, &out->second_b);
}

double graze_solid_nearest_distance(const SolidPair* pair, const SolidNearest* nearest)
{
    return dd_round(
        graze_dd_sub(nearest->length, dd_sum(pair->a.body->radius, pair->b.body->radius)));
}

double graze_solid_write_nearest(const SolidPair* pair, const SolidNearest* nearest,
                                 GrazeSolidWitness* out)
{
    GrazeVec3 normal = vec3_scale(nearest->v, -1 / dd_round(nearest->length));
    write_witness(pair, nearest->simplex.point, nearest->weight, nearest->simplex.count, normal,
                  false, out);
    return graze_solid_nearest_distance(pair, nearest);
}

void graze_solid_join_nearest(const SolidPair* pair, const SolidNearest* nearest,
                              GrazeSolidWitness* out)
{
    double radius = pair->a.body->radius;
    double excess = radius - radius / pair->reach * dd_round(nearest->length);
    for (int k = 0; k < 3; k++)
        out->point_a[k] = out->point_b[k] = out->point_a[k] - excess * out->normal[k] + 0;
}

/* Returns the unit normal of a separating plane of cores that touch, or any if all directions do.
   */
static GrazeVec3 separating_normal(const SolidPair* pair, const SolidFace* face)
{
    GrazeVec3 n = face->normal;
    double length = vec3_length(n);
    if (length > 0) return vec3_scale(n, 1 / length);
    /* The cores are points or segments on one line, whose direction is that of the longer one. */
    GrazeVec3 along = {0, 0, 0};
    for (int side = 0; side < 2; side++) {
        const SolidPlaced* placed = side == 0 ? &pair->a : &pair->b;
        GrazeVec3 e =
            vec3_sub(solid_vertex(placed, placed->body->count - 1), solid_vertex(placed, 0));
        if (vec3_dot(e, e) > vec3_dot(along, along)) along = e;
    }
    n = vec3_cross(along, vec3_shortest_axis(along));
    length = vec3_length(n);
    return length > 0 ? vec3_scale(n, 1 / length) : vec3(1, 0, 0);
}

void graze_solid_weights_of_origin(const SolidSimplex* simplex, double weights[4])
{
    GrazeVec3 p[4];
    for (int32_t k = 0; k < simplex->count; k++)
        p[k] = simplex->point[k].w;
    weights[0] = 1;
    if (simplex->count == 2) {
        GrazeVec3 ab = vec3_sub(p[1], p[0]);
        weights[1] = -vec3_dot(p[0], ab);
        weights[0] = vec3_dot(p[1], ab);
    } else if (simplex->count == 3) {
        GrazeVec3 n = vec3_cross(vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]));
        for (int k = 0; k < 3; k++)
            weights[k] = vec3_dot(n, vec3_cross(p[(k + 1) % 3], p[(k + 2) % 3]));
    } else if (simplex->count == 4) {
        double volume =
            vec3_dot(vec3_cross(vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0])), vec3_sub(p[3], p[0]));
        double sign = volume < 0 ? -1 : 1;
        weights[0] = sign * vec3_dot(vec3_cross(p[1], p[2]), p[3]);
        weights[1] = -sign * vec3_dot(vec3_cross(p[2], p[3]), p[0]);
        weights[2] = sign * vec3_dot(vec3_cross(p[3], p[0]), p[1]);
        weights[3] = -sign * vec3_dot(vec3_cross(p[0], p[1]), p[2]);
    }
    double sum = 0;
    for (int32_t k = 0; k < simplex->count; k++) {
        weights[k] = max2(weights[k], 0);
        sum += weights[k];
    }
    for (int32_t k = 0; k < simplex->count; k++)
        weights[k] = sum > 0 ? weights[k] / sum : 1.0 / simplex->count;
}

/* Returns the unit normal of the facet nearest the origin, and its distance. */
static double deepest_plane(const SolidFace* face, SolidSimplex* triangle, GrazeVec3* normal)
{
    triangle->count = 3;
    for (int k = 0; k < 3; k++)
        solid_copy_point(&face->face[k], &triangle->point[k]);
    return graze_solid_plane_distance(triangle, face->normal, normal);
}

GrazeVec3 graze_solid_contact_normal(const SolidPair* pair, const SolidDecision* decision)
{
    SolidSimplex triangle;
    GrazeVec3 normal;
    if (decision->cores != GRAZE_OVERLAPPING) return separating_normal(pair, &decision->face);
    deepest_plane(&decision->face, &triangle, &normal);
    return normal;
}

/* Returns whether points with these weights, less what is beyond the origin, are at the origin: the
   weights of flat triangles and tetrahedra have no digits in double. */
static bool is_near_sum(const SolidSimplex* simplex, const double* weights, GrazeVec3 rest)
{
    double size = 0;
    for (int32_t k = 0; k < simplex->count; k++) {
        rest = vec3_mul_add(rest, weights[k], simplex->point[k].w);
        size = max2(size, vec3_norm1(simplex->point[k].w));
    }
    return vec3_norm1(rest) <= GRAZE_SOLID_WITNESS_ERROR * size;
}

bool graze_solid_land(const SolidPair* pair, SolidNearest* nearest)
{
    SolidSimplex landed = {.count = nearest->simplex.count};
    const SolidPoint* p = nearest->simplex.point;
    double weights[4];
    if (landed.count < 3) return false;
    for (int32_t k = 0; k < 3; k++)
        solid_write_point(pair, p[k].a, p[k].b, &landed.point[k]);
    graze_solid_weights_of_origin(&landed, weights);
    GrazeVec3 rest = vec3_scale(nearest->v, -pair->reach / vec3_length(nearest->v));
    bool is_inside = weights[0] > 0 && weights[1] > 0 && weights[2] > 0;
    if (!is_inside || !is_near_sum(&landed, weights, rest)) return false;
    nearest->simplex = landed;
    for (int k = 0; k < 3; k++)
        nearest->weight[k] = weights[k];
    return true;
}

void graze_solid_write_landed(const SolidPair* pair, const SolidNearest* nearest,
                              GrazeSolidWitness* out)
{
    GrazeVec3 normal = vec3_scale(nearest->v, -1 / vec3_length(nearest->v));
    write_witness(pair, nearest->simplex.point, nearest->weight, 3, normal, false, out);
    for (int k = 0; k < 3; k++)
        out->point_b[k] = out->point_a[k];
}

void graze_solid_write_common_point(const SolidPair* pair, const SolidGjk* gjk, GrazeVec3 normal,
                                    bool is_of_cores, GrazeSolidWitness* out)
{
    const GrazeVec3 none = {0, 0, 0};
    SolidSimplex simplex = gjk->simplex;
    double weights[4];
    graze_solid_weights_of_origin(&simplex, weights);
    if (!is_near_sum(&simplex, weights, none)) graze_solid_find_origin(pair, &simplex, weights);
    write_witness(pair, simplex.point, weights, simplex.count, normal, is_of_cores, out);
}

double graze_solid_write_deepest(const SolidPair* pair, const SolidFace* face,
                                 GrazeSolidWitness* out)
{
    SolidSimplex triangle;
    double weights[4];
    GrazeVec3 normal;
    double depth = deepest_plane(face, &triangle, &normal);
    graze_solid_weights_of_origin(&triangle, weights);
    GrazeVec3 rest = vec3_scale(normal, -depth);
    if (!is_near_sum(&triangle, weights, rest)) graze_solid_weights_of_foot(&triangle, weights);
    write_witness(pair, triangle.point, weights, triangle.count, normal, false, out);
    return depth + pair->reach;
}
