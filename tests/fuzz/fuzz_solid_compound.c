/*
 * Fuzzes unions of convex bodies in space and meshes of triangles: every query gives the answer of
 * all pairs of parts, and refusals name what is wrong.
 */
#include "solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 6, POSITIONS = 8 };

typedef enum { CONVEX, COMPOUND, MESH } Kind;

/* A body with the convex parts that it is made of. */
typedef struct {
    Kind kind;
    SolidBody parts[PARTS];
    int32_t count;
    GrazeSolid solid;
    GrazeSolidPose pose;
    void* storage;
    GrazeSolidPoint positions[POSITIONS];
    int32_t indices[3 * PARTS];
    int32_t position_count;
} Union;

typedef struct {
    Union a, b;
    double m[3];
    double reach;
} Subject;

#define PAIR(s)          &(s)->a.solid, &(s)->a.pose, &(s)->b.solid, &(s)->b.pose
#define PAIR_OF(s, i, j) &(s)->a.parts[i].solid, &(s)->a.pose, &(s)->b.parts[j].solid, &(s)->b.pose

static void print_subject(const void* given)
{
    const Subject* s = given;
    for (int side = 0; side < 2; side++) {
        const Union* u = side == 0 ? &s->a : &s->b;
        fprintf(stderr, "  body %c, kind %d, of\n", 'A' + side, (int)u->kind);
        for (int32_t k = 0; k < u->count; k++)
            print_solid(&u->parts[k].solid, &u->pose);
    }
    fprintf(stderr, "  displacement {%a, %a, %a}, reach %a\n", s->m[0], s->m[1], s->m[2], s->reach);
}

/* ---------------------------------------------------------------- input */

/* Checks what is wrong with a mesh: the first position that is not finite, then the first index. */
static void check_mesh_status(const Union* u, GrazeStatus status, int32_t culprit)
{
    GrazeStatus expected = u->count == 0 ? GRAZE_E_TOO_FEW_POINTS : GRAZE_OK;
    int32_t place = -1;
    for (int32_t k = 0; k < u->position_count && expected == GRAZE_OK; k++) {
        const GrazeSolidPoint* p = &u->positions[k];
        if (isfinite(p->x) && isfinite(p->y) && isfinite(p->z)) continue;
        expected = GRAZE_E_NOT_FINITE;
        place = k;
    }
    for (int32_t k = 0; k < 3 * u->count && expected == GRAZE_OK; k++) {
        if (u->indices[k] >= 0 && u->indices[k] < u->position_count) continue;
        expected = GRAZE_E_BAD_INDEX;
        place = k;
    }
    CHECK(status == expected, "status %d of a mesh, not %d", (int)status, (int)expected);
    CHECK(culprit == place || expected == GRAZE_E_TOO_FEW_POINTS, "culprit %d, not %d", culprit,
          place);
}

static bool read_mesh(Input* input, const SolidGrid* grid, Union* u)
{
    bool is_whole = grid != NULL;
    double unit = is_whole ? ldexp(1, grid->exponent) : 1;
    u->position_count = 1 + input_below(input, POSITIONS);
    u->count = input_below(input, 32) == 31 ? 0 : 1 + input_below(input, PARTS);
    for (int32_t k = 0; k < u->position_count; k++)
        for (int i = 0; i < 3; i++)
            (&u->positions[k].x)[i] = is_whole
                                          ? (float)((double)input_int(input, grid->bits) * unit)
                                          : input_float(input);
    for (int32_t k = 0; k < 3 * u->count; k++) {
        u->indices[k] = input_below(input, u->position_count);
        if (input_below(input, 64) == 63) u->indices[k] = (int32_t)input_int(input, 4);
    }
    /* The copies have exactly their size. */
    size_t size = (size_t)u->position_count * sizeof *u->positions;
    size_t index_size = 3 * (size_t)u->count * sizeof *u->indices;
    GrazeSolidPoint* positions = solid_room(size);
    int32_t* indices = solid_room(index_size);
    memcpy(positions, u->positions, size);
    memcpy(indices, u->indices, index_size);
    int32_t culprit = -1;
    const GrazeSolid before = u->solid;
    u->storage = solid_room(graze_solid_mesh_size(u->position_count, u->count));
    GrazeStatus status = graze_solid_mesh(positions, u->position_count, indices, u->count,
                                          u->storage, &u->solid, &culprit);
    free(positions);
    free(indices);
    check_mesh_status(u, status, culprit);
    if (status != GRAZE_OK) {
        CHECK(same_bytes(&before, &u->solid, sizeof before), "a refused mesh is written");
        u->count = 0;
        return false;
    }
    for (int32_t k = 0; k < u->count; k++) {
        SolidBody* part = &u->parts[k];
        for (int i = 0; i < 3; i++)
            part->points[i] = u->positions[u->indices[3 * k + i]];
        part->count = 3;
        status = solid_make_hull(part->points, 3, 0, &part->storage, &part->solid);
        CHECK(status == GRAZE_OK, "triangle: status %d", (int)status);
    }
    return true;
}

/* Checks a body's own numbers against its parts. */
static void check_body(const Union* u)
{
    float radius = 0;
    double extent = 0;
    for (int32_t k = 0; k < u->count; k++) {
        radius = fmaxf(radius, u->parts[k].solid.radius);
        extent = fmax(extent, u->parts[k].solid.extent);
    }
    /* Positions that no triangle uses may count, too. */
    if (u->kind == MESH)
        for (int32_t k = 0; k < u->position_count; k++)
            for (int i = 0; i < 3 && u->solid.extent > extent; i++)
                extent = fmax(extent, fabs((double)(&u->positions[k].x)[i]));
    CHECK(u->solid.radius == radius && u->solid.extent == extent,
          "radius %a and extent %a, of the parts %a and %a", (double)u->solid.radius,
          u->solid.extent, (double)radius, extent);
    CHECK(u->solid.count == 0 && u->solid.compound != NULL && u->solid.faces.face_count == 0,
          "%d vertices of a compound", u->solid.count);
    int32_t count = -1;
    const GrazeSolid* parts = graze_solid_parts(&u->solid, &count);
    CHECK(count == (u->kind == COMPOUND ? u->count : 0) && (parts != NULL) == (count > 0),
          "%d parts of %d", count, u->count);
    for (int32_t k = 0; k < count; k++) {
        const GrazeSolid* given = &u->parts[k].solid;
        CHECK(parts[k].count == given->count && parts[k].radius == given->radius &&
                  parts[k].extent == given->extent && parts[k].center.x == given->center.x &&
                  parts[k].center.y == given->center.y && parts[k].center.z == given->center.z &&
                  parts[k].faces.face_count == given->faces.face_count,
              "part %d is another one", k);
        CHECK(same_bytes(parts[k].vertices, given->vertices,
                         (size_t)given->count * sizeof *given->vertices),
              "part %d has other vertices", k);
    }
    CHECK(u->solid.center.x == 0 && u->solid.center.y == 0 && u->solid.center.z == 0,
          "a compound has a center");
}

static bool read_compound(Input* input, const SolidGrid* grid, Union* u)
{
    GrazeSolid* parts;
    int32_t wanted = input_below(input, 32) == 31 ? 0 : 1 + input_below(input, 4);
    bool is_read = true;
    for (int32_t k = 0; k < wanted && is_read; k++) {
        is_read = input_solid(input, grid, &u->parts[k]);
        u->count++;
    }
    if (!is_read) return false;
    parts = solid_room((size_t)wanted * sizeof *parts);
    for (int32_t k = 0; k < wanted; k++)
        parts[k] = u->parts[k].solid;
    const GrazeSolid before = u->solid;
    u->storage = solid_room(graze_solid_compound_size(parts, wanted));
    GrazeStatus status = graze_solid_compound(parts, wanted, u->storage, &u->solid);
    free(parts);
    CHECK(status == (wanted > 0 ? GRAZE_OK : GRAZE_E_TOO_FEW_POINTS), "status %d of %d parts",
          (int)status, wanted);
    if (status != GRAZE_OK)
        CHECK(same_bytes(&before, &u->solid, sizeof before), "a refused compound is written");
    return status == GRAZE_OK;
}

/* Checks that a compound cannot be a part. */
static void check_nested(const Union* u)
{
    GrazeSolid nested = {.count = 7};
    const GrazeSolid before = nested;
    void* storage = solid_room(graze_solid_compound_size(&u->solid, 1));
    GrazeStatus status = graze_solid_compound(&u->solid, 1, storage, &nested);
    CHECK(status == GRAZE_E_NOT_CONVEX && same_bytes(&before, &nested, sizeof nested),
          "status %d of a compound of compounds", (int)status);
    free(storage);
}

static bool read_union(Input* input, const SolidGrid* grid, Union* u)
{
    static SolidBody posed;
    bool is_read = input_solid(input, grid, &posed);
    u->pose = posed.pose;
    u->kind = (Kind)input_below(input, 3);
    if (u->kind == CONVEX) {
        u->parts[0] = posed;
        u->count = 1;
        u->solid = posed.solid;
        return is_read;
    }
    solid_free(&posed);
    if (!is_read) return false;
    is_read = u->kind == MESH ? read_mesh(input, grid, u) : read_compound(input, grid, u);
    if (!is_read) return false;
    check_body(u);
    check_nested(u);
    return true;
}

static bool read_subject(Input* input, Subject* s)
{
    SolidGrid grid;
    bool is_whole = input_below(input, 2) == 0;
    if (is_whole) grid = input_solid_grid(input);
    bool is_read = read_union(input, is_whole ? &grid : NULL, &s->a);
    is_read = read_union(input, is_whole ? &grid : NULL, &s->b) && is_read;
    double unit = is_whole ? ldexp(1, grid.exponent) : 0x1p-4;
    for (int k = 0; k < 3; k++)
        s->m[k] = (double)input_int(input, is_whole ? grid.place_bits : 7) * unit;
    s->reach = fabs((double)input_int(input, 6)) * unit;
    return is_read;
}

static void free_union(Union* u)
{
    for (int32_t k = 0; k < u->count; k++)
        solid_free(&u->parts[k]);
    free(u->storage);
}

/* ---------------------------------------------------------------- all pairs of parts */

typedef struct {
    GrazeRelation relation, relation_at_begin;
    double distance, depth;
    double begin[2]; /* of the first contact, and of the first one of two parts that overlap */
    int32_t status;
    bool is_answered;
} Answers;

static int rank_of(int32_t status)
{
    return status == GRAZE_CAST_OVERLAPPING ? 3
           : status == GRAZE_CAST_HIT       ? 2
           : status == GRAZE_CAST_GRAZING   ? 1
                                            : 0;
}

static Answers ask_all_parts(const Subject* s, const GrazeSolidScratch* scratch)
{
    Answers all = {.distance = INFINITY, .begin = {INFINITY, INFINITY}, .is_answered = true};
    for (int32_t i = 0; i < s->a.count; i++)
        for (int32_t j = 0; j < s->b.count; j++) {
            GrazeRelation relation = GRAZE_DISJOINT;
            GrazeSolidDistance d = {.distance = INFINITY};
            GrazeSolidPenetration p = {.depth = 0};
            GrazeSolidCast cast = {.begin = INFINITY};
            all.is_answered =
                graze_solid_relation(PAIR_OF(s, i, j), scratch, &relation) == GRAZE_OK &&
                graze_solid_distance(PAIR_OF(s, i, j), scratch, &d) == GRAZE_OK &&
                graze_solid_penetration(PAIR_OF(s, i, j), scratch, &p) == GRAZE_OK &&
                graze_solid_shape_cast(PAIR_OF(s, i, j), s->m, GRAZE_TOUCHING_CONFLICT, scratch,
                                       &cast) == GRAZE_OK &&
                all.is_answered;
            if (relation > all.relation) all.relation = relation;
            all.distance = fmin(all.distance, d.distance);
            all.depth = fmax(all.depth, p.depth);
            if (rank_of(cast.status) > rank_of(all.status)) all.status = cast.status;
            for (int k = 0; k < 2; k++)
                if (rank_of(cast.status) > k) all.begin[k] = fmin(all.begin[k], cast.begin);
            if ((GrazeRelation)cast.relation > all.relation_at_begin)
                all.relation_at_begin = (GrazeRelation)cast.relation;
        }
    return all;
}

/* ---------------------------------------------------------------- checks */

static long double scale_of(const Subject* s)
{
    long double scale = 0;
    for (int32_t i = 0; i < s->a.count; i++)
        scale = fmaxl(scale, solid_size(&s->a.parts[i].solid, &s->a.pose));
    for (int32_t j = 0; j < s->b.count; j++)
        scale = fmaxl(scale, solid_size(&s->b.parts[j].solid, &s->b.pose));
    return scale;
}

static void check_part(const Union* u, int32_t part)
{
    CHECK(u->kind == CONVEX ? part == -1 : part >= 0 && part < u->count, "part %d of %d", part,
          u->count);
}

/* Checks a feature of a part; corners of a triangle keep their numbers. */
static void check_feature(const Union* u, int32_t part, int32_t kind, int32_t first, int32_t second)
{
    const GrazeSolid* solid = &u->parts[part < 0 ? 0 : part].solid;
    int32_t vertices = u->kind == MESH ? 3 : solid->count;
    int32_t faces = u->kind == MESH ? 2 : solid->faces.face_count;
    CHECK(kind >= GRAZE_SOLID_VERTEX && kind <= GRAZE_SOLID_FACE, "feature %d", kind);
    CHECK(first >= 0 && first < (kind == GRAZE_SOLID_FACE ? faces : vertices),
          "index %d of kind %d", first, kind);
    CHECK(kind == GRAZE_SOLID_EDGE ? second >= 0 && second < vertices && second != first
                                   : second == -1,
          "second %d of kind %d", second, kind);
}

/* Checks that a witness is that of its parts. */
static void check_witness(const Subject* s, const GrazeSolidWitness* w,
                          const GrazeSolidWitness* of_parts)
{
    CHECK(same_bytes(w, of_parts, 9 * sizeof(double)), "other points or another normal");
    CHECK(w->feature_a == of_parts->feature_a && w->feature_b == of_parts->feature_b,
          "features %d and %d, of the parts %d and %d", w->feature_a, w->feature_b,
          of_parts->feature_a, of_parts->feature_b);
    check_feature(&s->a, w->part_a, w->feature_a, w->first_a, w->second_a);
    check_feature(&s->b, w->part_b, w->feature_b, w->first_b, w->second_b);
    if (s->a.kind != MESH)
        CHECK(w->first_a == of_parts->first_a && w->second_a == of_parts->second_a,
              "feature of A: %d and %d", w->first_a, w->second_a);
    if (s->b.kind != MESH)
        CHECK(w->first_b == of_parts->first_b && w->second_b == of_parts->second_b,
              "feature of B: %d and %d", w->first_b, w->second_b);
}

#define PARTS_OF(s, w) PAIR_OF(s, (w).part_a < 0 ? 0 : (w).part_a, (w).part_b < 0 ? 0 : (w).part_b)

static void check_distance(const Subject* s, const Answers* expected)
{
    GrazeRelation relation;
    GrazeRelation of_gap;
    GrazeSolidDistance d;
    GrazeSolidDistance of_parts;
    double gap;
    CHECK(graze_solid_relation(PAIR(s), NULL, &relation) == GRAZE_OK, "no relation");
    CHECK(graze_solid_distance(PAIR(s), NULL, &d) == GRAZE_OK, "no distance");
    CHECK(graze_solid_gap(PAIR(s), NULL, &gap, &of_gap) == GRAZE_OK, "no gap");
    CHECK(relation == expected->relation && d.relation == (int32_t)relation && of_gap == relation,
          "relation %d, %d, %d, of the parts %d", (int)relation, d.relation, (int)of_gap,
          (int)expected->relation);
    CHECK(same_bits(d.distance, expected->distance) && same_bits(gap, d.distance),
          "distance %a, gap %a, of the parts %a", d.distance, gap, expected->distance);
    CHECK(d.iterations > 0, "%d rounds", d.iterations);
    check_part(&s->a, d.witness.part_a);
    check_part(&s->b, d.witness.part_b);
    CHECK(graze_solid_distance(PARTS_OF(s, d.witness), NULL, &of_parts) == GRAZE_OK, "no distance");
    CHECK(same_bits(of_parts.distance, d.distance) && of_parts.relation == d.relation,
          "distance %a, of its parts %a", d.distance, of_parts.distance);
    check_witness(s, &d.witness, &of_parts.witness);
}

static void check_translation(const Subject* s, const GrazeSolidPenetration* p)
{
    static Subject moved;
    moved = *s;
    double* place = &moved.a.pose.x;
    for (int k = 0; k < 3; k++) {
        place[k] -= p->depth * p->witness.normal[k];
        if (!(fabs(place[k]) <= 0x1p127)) return;
    }
    long double slack = 0x1p-38L * p->depth + 0x1p-44L * scale_of(s) + 0x1p-150L;
    Answers after = ask_all_parts(&moved, NULL);
    CHECK(after.depth <= slack, "parts overlap by %a after the depth %a", after.depth, p->depth);
}

static void check_penetration(const Subject* s, const Answers* expected)
{
    GrazeSolidPenetration p;
    CHECK(graze_solid_penetration(PAIR(s), NULL, &p) == GRAZE_OK, "no penetration");
    CHECK(p.relation == (int32_t)expected->relation && p.spare == 0, "relation %d of %d",
          p.relation, (int)expected->relation);
    CHECK(same_bits(p.lower_bound, expected->depth), "at least %a, of the parts %a", p.lower_bound,
          expected->depth);
    CHECK(p.status == GRAZE_PENETRATION_EXACT ? same_bits(p.depth, p.lower_bound)
                                              : p.status == GRAZE_PENETRATION_BOUNDED &&
                                                    p.depth > p.lower_bound && isfinite(p.depth),
          "depth %a, at least %a, status %d", p.depth, p.lower_bound, p.status);
    check_part(&s->a, p.witness.part_a);
    check_part(&s->b, p.witness.part_b);
    check_feature(&s->a, p.witness.part_a, p.witness.feature_a, p.witness.first_a,
                  p.witness.second_a);
    check_feature(&s->b, p.witness.part_b, p.witness.feature_b, p.witness.first_b,
                  p.witness.second_b);
    CHECK(is_unit_in_space(p.witness.normal), "normal");
    double along = p.relation == GRAZE_DISJOINT ? expected->distance : -p.depth;
    for (int k = 0; k < 3; k++)
        CHECK(fabsl((long double)p.witness.point_b[k] - p.witness.point_a[k] -
                    (long double)along * p.witness.normal[k]) <= 0x1p-39L * scale_of(s) + 0x1p-150L,
              "points are not %a along the normal", along);
    if (p.relation == GRAZE_OVERLAPPING) check_translation(s, &p);
}

static void check_manifold(const Subject* s, const Answers* expected)
{
    GrazeSolidManifold m;
    long double slack = 0x1p-36L * scale_of(s) + 0x1p-150L;
    CHECK(graze_solid_manifold(PAIR(s), s->reach, NULL, &m) == GRAZE_OK, "no manifold");
    CHECK(m.relation == (int32_t)expected->relation && same_bits(m.depth, expected->depth),
          "relation %d, depth %a, of the parts %d, %a", m.relation, m.depth,
          (int)expected->relation, expected->depth);
    CHECK(m.count >= (m.relation != GRAZE_DISJOINT) && m.count <= 4, "%d points", m.count);
    CHECK((m.count > 0) == (expected->distance <= s->reach) ||
              fabsl((long double)expected->distance - s->reach) <= slack,
          "%d points at %a, reach %a", m.count, expected->distance, s->reach);
    if (m.count == 0) return;
    check_part(&s->a, m.part_a);
    check_part(&s->b, m.part_b);
    GrazeSolidManifold of_parts;
    CHECK(graze_solid_manifold(PARTS_OF(s, m), s->reach, NULL, &of_parts) == GRAZE_OK,
          "no manifold");
    of_parts.part_a = m.part_a;
    of_parts.part_b = m.part_b;
    /* Corners of a triangle have another order than those of its hull, and edges other roundings. */
    if (s->a.kind == MESH || s->b.kind == MESH) {
        CHECK(same_bytes(m.normal, of_parts.normal, sizeof m.normal), "another normal");
        memcpy(of_parts.points, m.points, sizeof m.points);
        of_parts.count = m.count;
    }
    CHECK(same_bytes(&m, &of_parts, sizeof m), "another manifold than that of the parts");
}

static void check_cast(const Subject* s, const Answers* expected, GrazeTouching touching)
{
    GrazeSolidCast c;
    GrazeSolidCast of_parts;
    bool is_free = rank_of(expected->status) <= (int)touching;
    double begin = expected->begin[touching];
    CHECK(graze_solid_shape_cast(PAIR(s), s->m, touching, NULL, &c) == GRAZE_OK, "no cast");
    CHECK(c.status == (is_free ? GRAZE_CAST_FREE : expected->status), "status %d, of the parts %d",
          c.status, expected->status);
    CHECK(c.relation == (int32_t)expected->relation_at_begin, "relation %d, of the parts %d",
          c.relation, (int)expected->relation_at_begin);
    if (c.status == GRAZE_CAST_FREE) {
        const GrazeSolidCast none = {.relation = c.relation};
        CHECK(same_bytes(&none, &c, sizeof c), "free, but a contact");
        return;
    }
    CHECK(same_bits(c.begin, begin) && c.end >= c.begin && c.end <= 1,
          "[%a, %a], of the parts from %a", c.begin, c.end, begin);
    check_part(&s->a, c.witness.part_a);
    check_part(&s->b, c.witness.part_b);
    CHECK(graze_solid_shape_cast(PARTS_OF(s, c.witness), s->m, touching, NULL, &of_parts) ==
              GRAZE_OK,
          "no cast");
    CHECK(same_bits(of_parts.begin, c.begin) && same_bits(of_parts.end, c.end),
          "[%a, %a], of its parts [%a, %a]", c.begin, c.end, of_parts.begin, of_parts.end);
    check_witness(s, &c.witness, &of_parts.witness);
}

static void check_points(const Union* u, const double near[3])
{
    GrazeSolidBounds bounds;
    GrazeSolidBounds of_part;
    double lo[3] = {INFINITY, INFINITY, INFINITY};
    double hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    double point[3] = {near[0], near[1], near[2]};
    graze_solid_bounds(&u->solid, &u->pose, &bounds);
    for (int32_t k = 0; k < u->count; k++) {
        graze_solid_bounds(&u->parts[k].solid, &u->pose, &of_part);
        LongPoint v = solid_placed(&u->parts[k].solid, &u->pose, 0);
        for (int i = 0; i < 3; i++) {
            lo[i] = fmin(lo[i], of_part.min[i]);
            hi[i] = fmax(hi[i], of_part.max[i]);
            if (k == u->count - 1) point[i] += (double)v.at[i];
        }
    }
    for (int i = 0; i < 3; i++) {
        CHECK(bounds.min[i] == lo[i] && bounds.max[i] == hi[i], "[%a, %a], of the parts [%a, %a]",
              bounds.min[i], bounds.max[i], lo[i], hi[i]);
        if (!(fabs(point[i]) <= 0x1p127)) return;
    }
    bool is_inside;
    bool is_in_any = false;
    for (int32_t k = 0; k < u->count; k++) {
        bool is_in = false;
        CHECK(graze_solid_contains_point(&u->parts[k].solid, &u->pose, point, NULL, &is_in) ==
                  GRAZE_OK,
              "no answer");
        is_in_any = is_in_any || is_in;
    }
    CHECK(graze_solid_contains_point(&u->solid, &u->pose, point, NULL, &is_inside) == GRAZE_OK,
          "no answer");
    CHECK(is_inside == is_in_any, "%d, in a part %d", is_inside, is_in_any);
}

/* Checks that there is no cone of compounds. */
static void check_no_cone(const Subject* s)
{
    double cone[3] = {5, 5, 5};
    int32_t count = 5;
    GrazeRelation relation = GRAZE_TOUCHING;
    if (s->a.kind == CONVEX && s->b.kind == CONVEX) return;
    GrazeStatus status = graze_solid_contact_cone(PAIR(s), NULL, &relation, cone, 1, &count);
    CHECK(status == GRAZE_E_NOT_CONVEX && cone[0] == 5 && count == 5 && relation == GRAZE_TOUCHING,
          "status %d of a cone of compounds", (int)status);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static const double zero[3] = {0, 0, 0};
    static Subject s;
    Input input = {data, size};
    memset(&s, 0, sizeof s);
    check_subject(print_subject, &s);
    if (read_subject(&input, &s)) {
        Answers expected = ask_all_parts(&s, NULL);
        /* Large round parts need more memory than that on the stack: fuzz_solid has it. */
        if (expected.is_answered) {
            check_distance(&s, &expected);
            check_penetration(&s, &expected);
            check_manifold(&s, &expected);
            check_cast(&s, &expected, GRAZE_TOUCHING_CONFLICT);
            check_cast(&s, &expected, GRAZE_TOUCHING_ALLOWED);
        }
        check_no_cone(&s);
        check_points(&s.a, zero);
        check_points(&s.b, s.m);
    }
    free_union(&s.a);
    free_union(&s.b);
    return 0;
}
