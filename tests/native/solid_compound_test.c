/* Tests compounds and meshes in space: their trees give the answers of all pairs of parts. */
#include "../../src/base/vec3.h"
#include "../../src/graze.h"
#include "../../src/tolerance.h"
#include "test.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* PART_ROOM: triangles of a sphere of 12 meridians. */
enum { MAX_PARTS = 24, MAX_POINTS = 10, PART_ROOM = 144 };

/* A body: one convex part, a compound, or a mesh; and all its parts. */
typedef struct {
    GrazeSolid parts[PART_ROOM];
    void* memory[PART_ROOM];
    int32_t count;
    GrazeSolid solid;
    void* storage;
} Body;

static void* allocate(size_t size)
{
    void* block = aligned_alloc(16, (size + 15) & ~(size_t)15);
    if (block == NULL) abort();
    return block;
}

static void add_part(Body* body, const GrazeSolidPoint* points, int32_t count, float radius)
{
    size_t used;
    int32_t k = body->count++;
    body->memory[k] = allocate(graze_solid_hull_size(count));
    CHECK(graze_solid_hull(points, count, radius, body->memory[k], &used, &body->parts[k]) ==
          GRAZE_OK);
}

static void begin_body(Body* body)
{
    body->count = 0;
    body->storage = NULL;
}

static void release(Body* body)
{
    for (int32_t k = 0; k < body->count; k++)
        free(body->memory[k]);
    free(body->storage);
}

static GrazeSolidPoint point(double x, double y, double z)
{
    return (GrazeSolidPoint){(float)x, (float)y, (float)z};
}

/* Whether all numbers are multiples of 1 / 4, and turns are half turns, so that parts touch. */
static bool is_tied;

static double random_number(void)
{
    return is_tied ? ((int)random_below(9) - 4) * 0.25 : random_tied();
}

/* Returns a number of parts; bodies of few touch without an overlap more often. */
static int32_t random_count(void)
{
    return 1 + (int32_t)random_below(random_below(2) ? 3 : MAX_PARTS);
}

static GrazeSolidPoint random_point(GrazeVec3 at, double size)
{
    return point(at.x + size * random_number(), at.y + size * random_number(),
                 at.z + size * random_number());
}

/* Writes the corners of a box; returns 8. */
static int32_t box_corners(GrazeVec3 at, GrazeVec3 half, GrazeSolidPoint* out)
{
    for (int k = 0; k < 8; k++)
        out[k] = point(at.x + (k & 1 ? half.x : -half.x), at.y + (k & 2 ? half.y : -half.y),
                       at.z + (k & 4 ? half.z : -half.z));
    return 8;
}

static void make_compound(Body* body, double scale)
{
    int32_t count = random_count();
    double size = scale * 0.5;
    for (int32_t k = 0; k < count; k++) {
        GrazeSolidPoint points[MAX_POINTS];
        GrazeVec3 at = vec3(2 * scale * random_number(), 2 * scale * random_number(),
                            2 * scale * random_number());
        float radius = random_below(4) == 0 ? (float)(fabs(random_number()) * size / 2) : 0;
        int32_t corners = 1 + (int32_t)random_below(MAX_POINTS);
        if (is_tied) {
            GrazeVec3 cell =
                vec3(scale * ((int)random_below(5) - 2), scale * ((int)random_below(5) - 2),
                     scale * ((int)random_below(5) - 2));
            corners = box_corners(cell, vec3(size, size, size), points);
            radius = 0;
        } else if (random_below(2)) {
            corners = box_corners(
                at, vec3(size * fabs(random_number()), size * fabs(random_number()), size), points);
        } else {
            for (int32_t i = 0; i < corners; i++)
                points[i] = random_point(at, size);
        }
        add_part(body, points, corners, radius);
    }
    body->storage = allocate(graze_solid_compound_size(body->parts, count));
    CHECK(graze_solid_compound(body->parts, count, body->storage, &body->solid) == GRAZE_OK);
    CHECK(body->solid.compound != NULL);
}

/* Triangles of random points of few positions: some are segments or points. */
static void make_soup(Body* body, double scale)
{
    GrazeSolidPoint positions[MAX_PARTS];
    int32_t indices[3 * MAX_PARTS];
    int32_t culprit;
    int32_t count = random_count();
    int32_t position_count = 1 + (int32_t)random_below(MAX_PARTS);
    for (int32_t i = 0; i < position_count; i++)
        positions[i] = random_point(vec3(0, 0, 0), 2 * scale);
    for (int32_t k = 0; k < count; k++) {
        GrazeSolidPoint corners[3];
        for (int i = 0; i < 3; i++) {
            indices[3 * k + i] = (int32_t)random_below((uint32_t)position_count);
            corners[i] = positions[indices[3 * k + i]];
        }
        add_part(body, corners, 3, 0);
    }
    body->storage = allocate(graze_solid_mesh_size(position_count, count));
    CHECK(graze_solid_mesh(positions, position_count, indices, count, body->storage, &body->solid,
                           &culprit) == GRAZE_OK);
    CHECK(culprit == -1);
}

static void make_body(Body* body, double scale)
{
    uint32_t kind = random_below(5);
    begin_body(body);
    if (kind == 0) {
        GrazeSolidPoint points[MAX_POINTS];
        for (int32_t i = 0; i < MAX_POINTS; i++)
            points[i] = random_point(vec3(0, 0, 0), scale);
        add_part(body, points, 1 + (int32_t)random_below(MAX_POINTS),
                 random_below(2) ? (float)(scale * fabs(random_number())) : 0);
        body->solid = body->parts[0];
    } else if (kind < 3) {
        make_soup(body, scale);
    } else {
        make_compound(body, scale);
    }
}

static GrazeSolidPose random_pose(double scale, double offset)
{
    GrazeSolidPose pose;
    double q[4] = {random_unit(), random_unit(), random_unit(), random_unit()};
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    bool is_turned = random_below(2) && length > 0.1;
    uint32_t axis = is_tied ? random_below(4) : 3;
    for (int k = 0; k < 4; k++)
        q[k] = is_turned && !is_tied ? q[k] / length : k == (int)axis;
    /* Halves of a cell, or anything. */
    double step = is_tied ? 2 * scale : 3 * scale;
    CHECK(graze_solid_pose(offset + step * random_number(), step * random_number(),
                           step * random_number(), q, &pose) == GRAZE_OK);
    return pose;
}

/* Turns the world, so that rounding decides whether faces that met overlap, touch or are apart. */
static void turn_both(GrazeSolidPose* a, GrazeSolidPose* b)
{
    GrazeSolidPose turn;
    is_tied = false;
    do {
        turn = random_pose(0, 0);
    } while (turn.rotation[0] == 1);
    is_tied = true;
    GrazeSolidPose* const poses[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        const GrazeSolidPose old = *poses[k];
        const double* t = turn.rotation;
        for (int column = 0; column < 4; column++) {
            const double* from = column < 3 ? old.rotation + 3 * column : &old.x;
            double* to = column < 3 ? poses[k]->rotation + 3 * column : &poses[k]->x;
            for (int i = 0; i < 3; i++)
                to[i] = t[i] * from[0] + t[3 + i] * from[1] + t[6 + i] * from[2];
        }
    }
}

/* The answers of all pairs of parts. */
typedef struct {
    GrazeRelation relation;
    double distance, depth;
    int32_t status;
    double begin[2]; /* of the first contact, and of the first one of two parts that overlap */
    GrazeRelation relation_at_begin;
} Answers;

static int rank_of(int32_t status)
{
    return status == GRAZE_CAST_OVERLAPPING ? 3
           : status == GRAZE_CAST_HIT       ? 2
           : status == GRAZE_CAST_GRAZING   ? 1
                                            : 0;
}

static Answers brute_force(const Body* a, const GrazeSolidPose* pose_a, const Body* b,
                           const GrazeSolidPose* pose_b, const double m[3])
{
    Answers all = {.distance = INFINITY, .begin = {INFINITY, INFINITY}};
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t j = 0; j < b->count; j++) {
            const GrazeSolid* p = &a->parts[i];
            const GrazeSolid* q = &b->parts[j];
            GrazeRelation relation;
            GrazeSolidDistance distance;
            GrazeSolidPenetration penetration;
            GrazeSolidCast cast;
            CHECK(graze_solid_relation(p, pose_a, q, pose_b, NULL, &relation) == GRAZE_OK);
            CHECK(graze_solid_distance(p, pose_a, q, pose_b, NULL, &distance) == GRAZE_OK);
            CHECK(graze_solid_penetration(p, pose_a, q, pose_b, NULL, &penetration) == GRAZE_OK);
            CHECK(graze_solid_shape_cast(p, pose_a, q, pose_b, m, GRAZE_TOUCHING_CONFLICT, NULL,
                                         &cast) == GRAZE_OK);
            if (relation > all.relation) all.relation = relation;
            all.distance = min2(all.distance, distance.distance);
            all.depth = max2(all.depth, penetration.depth);
            if (rank_of(cast.status) > rank_of(all.status)) all.status = cast.status;
            for (int k = 0; k < 2; k++)
                if (rank_of(cast.status) > k) all.begin[k] = min2(all.begin[k], cast.begin);
            if ((GrazeRelation)cast.relation > all.relation_at_begin)
                all.relation_at_begin = (GrazeRelation)cast.relation;
        }
    }
    return all;
}

/* Checks that a part of an answer is one of the body. */
static void check_part(const Body* body, int32_t part)
{
    CHECK(body->solid.compound == NULL ? part == -1 : part >= 0 && part < body->count);
}

static const GrazeSolid* part_of(const Body* body, int32_t part)
{
    return &body->parts[part < 0 ? 0 : part];
}

static void check_distance(const Body* a, const GrazeSolidPose* pose_a, const Body* b,
                           const GrazeSolidPose* pose_b, const Answers* expected)
{
    GrazeRelation relation;
    GrazeSolidDistance found;
    GrazeSolidDistance of_parts;
    CHECK(graze_solid_relation(&a->solid, pose_a, &b->solid, pose_b, NULL, &relation) == GRAZE_OK);
    CHECK(relation == expected->relation);
    CHECK(graze_solid_distance(&a->solid, pose_a, &b->solid, pose_b, NULL, &found) == GRAZE_OK);
    CHECK(found.relation == (int32_t)relation && found.distance == expected->distance);
    const GrazeSolidWitness* w = &found.witness;
    check_part(a, w->part_a);
    check_part(b, w->part_b);
    CHECK(graze_solid_distance(part_of(a, w->part_a), pose_a, part_of(b, w->part_b), pose_b, NULL,
                               &of_parts) == GRAZE_OK);
    CHECK(of_parts.distance == found.distance && of_parts.relation == found.relation);
    CHECK(memcmp(w, &of_parts.witness, 9 * sizeof(double)) == 0);
}

/* Rounds of penetrations of disjoint bodies, less those of their distances: of the search for an overlap. */
static int64_t overlap_rounds;

/* Checks that no parts overlap by more than rounding after the translation of a penetration. */
static void check_translation(const Body* a, const GrazeSolidPose* pose_a, const Body* b,
                              const GrazeSolidPose* pose_b, const GrazeSolidPenetration* found,
                              double size)
{
    GrazeSolidPose moved = *pose_a;
    moved.x -= found->depth * found->witness.normal[0];
    moved.y -= found->depth * found->witness.normal[1];
    moved.z -= found->depth * found->witness.normal[2];
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t j = 0; j < b->count; j++) {
            GrazeSolidPenetration rest;
            CHECK(graze_solid_penetration(&a->parts[i], &moved, &b->parts[j], pose_b, NULL,
                                          &rest) == GRAZE_OK);
            CHECK(rest.depth <= 0x1p-39 * found->depth + 0x1p-46 * size + 4 * GRAZE_SOLID_UNIT);
        }
    }
}

static void check_penetration(const Body* a, const GrazeSolidPose* pose_a, const Body* b,
                              const GrazeSolidPose* pose_b, const Answers* expected, double size,
                              int* bounded)
{
    GrazeSolidPenetration found;
    GrazeSolidManifold manifold;
    CHECK(graze_solid_penetration(&a->solid, pose_a, &b->solid, pose_b, NULL, &found) == GRAZE_OK);
    CHECK(found.relation == (int32_t)expected->relation);
    CHECK(found.lower_bound == expected->depth && found.depth >= found.lower_bound);
    CHECK(found.status == GRAZE_PENETRATION_EXACT ? found.depth == found.lower_bound
                                                  : found.depth > found.lower_bound);
    check_part(a, found.witness.part_a);
    check_part(b, found.witness.part_b);
    if (found.relation == GRAZE_OVERLAPPING) check_translation(a, pose_a, b, pose_b, &found, size);
    if (found.relation == GRAZE_DISJOINT) {
        GrazeSolidDistance nearest;
        CHECK(graze_solid_distance(&a->solid, pose_a, &b->solid, pose_b, NULL, &nearest) ==
              GRAZE_OK);
        CHECK(found.iterations >= nearest.iterations);
        overlap_rounds += found.iterations - nearest.iterations;
    }
    *bounded += found.status == GRAZE_PENETRATION_BOUNDED;
    for (int k = 0; k < 3; k++) {
        const GrazeSolidWitness* w = &found.witness;
        double gap = found.relation == GRAZE_DISJOINT ? expected->distance : -found.depth;
        CHECK(fabs(w->point_b[k] - w->point_a[k] - gap * w->normal[k]) <=
              0x1p-46 * size + 4 * GRAZE_SOLID_UNIT);
    }
    double reach = expected->distance * (1 + random_unit() / 2);
    CHECK(graze_solid_manifold(&a->solid, pose_a, &b->solid, pose_b, reach, NULL, &manifold) ==
          GRAZE_OK);
    CHECK(manifold.relation == (int32_t)expected->relation && manifold.depth == expected->depth);
    /* The manifold's gap is that of rounded points. */
    CHECK((manifold.count > 0) == (expected->distance <= reach) ||
          fabs(expected->distance - reach) < 0x1p-46 * size + GRAZE_SOLID_UNIT);
    if (manifold.count == 0) return;
    check_part(a, manifold.part_a);
    check_part(b, manifold.part_b);
}

static void check_cast(const Body* a, const GrazeSolidPose* pose_a, const Body* b,
                       const GrazeSolidPose* pose_b, const double m[3], GrazeTouching touching,
                       const Answers* expected)
{
    GrazeSolidCast found;
    GrazeSolidCast of_parts;
    bool is_free = rank_of(expected->status) <= (int)touching;
    CHECK(graze_solid_shape_cast(&a->solid, pose_a, &b->solid, pose_b, m, touching, NULL, &found) ==
          GRAZE_OK);
    CHECK(found.status == (is_free ? GRAZE_CAST_FREE : expected->status));
    CHECK(found.relation == (int32_t)expected->relation_at_begin);
    if (found.status == GRAZE_CAST_FREE) {
        CHECK(found.begin == 0 && found.end == 0);
        return;
    }
    CHECK(found.begin == expected->begin[touching]);
    CHECK(found.end >= found.begin && found.end <= 1);
    check_part(a, found.witness.part_a);
    check_part(b, found.witness.part_b);
    CHECK(graze_solid_shape_cast(part_of(a, found.witness.part_a), pose_a,
                                 part_of(b, found.witness.part_b), pose_b, m, touching, NULL,
                                 &of_parts) == GRAZE_OK);
    CHECK(of_parts.begin == found.begin && of_parts.end == found.end);
}

static GrazeVec3 placed(const GrazeSolidPoint* v, const GrazeSolidPose* pose)
{
    const double* r = pose->rotation;
    return vec3(((r[0] * v->x + r[3] * v->y) + r[6] * v->z) + pose->x,
                ((r[1] * v->x + r[4] * v->y) + r[7] * v->z) + pose->y,
                ((r[2] * v->x + r[5] * v->y) + r[8] * v->z) + pose->z);
}

/* Checks the bounds against all vertices, and points near corners against all parts. */
static void check_points(const Body* body, const GrazeSolidPose* pose, double scale)
{
    GrazeSolidBounds bounds;
    long double lo[3] = {INFINITY, INFINITY, INFINITY};
    long double hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    double at[3] = {0, 0, 0};
    graze_solid_bounds(&body->solid, pose, &bounds);
    for (int32_t k = 0; k < body->count; k++) {
        const GrazeSolid* part = &body->parts[k];
        for (int32_t i = 0; i < part->count; i++) {
            GrazeVec3 p = placed(&part->vertices[i], pose);
            const double of[3] = {p.x, p.y, p.z};
            for (int axis = 0; axis < 3; axis++) {
                if (of[axis] - (long double)part->radius < lo[axis])
                    lo[axis] = of[axis] - (long double)part->radius;
                if (of[axis] + (long double)part->radius > hi[axis])
                    hi[axis] = of[axis] + (long double)part->radius;
                if (random_below(3) == 0) at[axis] = of[axis] + 0.25 * scale * random_tied();
            }
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        double width = bounds.max[axis] - bounds.min[axis];
        double room = 0x1p-52 * (fabs(bounds.min[axis]) + fabs(bounds.max[axis])) + 0x1p-159;
        CHECK(bounds.min[axis] <= lo[axis] + 0x1p-160 && bounds.max[axis] >= hi[axis] - 0x1p-160);
        CHECK(width <= (double)(hi[axis] - lo[axis]) + room);
    }
    bool is_inside = false;
    bool is_in_any = false;
    CHECK(graze_solid_contains_point(&body->solid, pose, at, NULL, &is_inside) == GRAZE_OK);
    for (int32_t k = 0; k < body->count; k++) {
        bool is_in = false;
        CHECK(graze_solid_contains_point(&body->parts[k], pose, at, NULL, &is_in) == GRAZE_OK);
        is_in_any = is_in_any || is_in;
    }
    CHECK(is_inside == is_in_any);
}

/* Writes a sphere of radius 1 with n meridians; returns the number of triangles, n^2, of which those
   at the poles have no area. */
static int32_t sphere(int32_t n, GrazeSolidPoint* positions, int32_t* indices)
{
    int32_t rings = n / 2;
    int32_t count = 0;
    for (int32_t i = 0; i <= rings; i++)
        for (int32_t j = 0; j < n; j++) {
            double polar = 3.141592653589793 * i / rings;
            double turn = 2 * 3.141592653589793 * j / n;
            positions[i * n + j] =
                point(sin(polar) * cos(turn), sin(polar) * sin(turn), cos(polar));
        }
    for (int32_t i = 0; i < rings; i++)
        for (int32_t j = 0; j < n; j++) {
            int32_t next = (j + 1) % n;
            const int32_t own[6] = {i * n + j,          (i + 1) * n + j, (i + 1) * n + next,
                                    (i + 1) * n + next, i * n + next,    i * n + j};
            memcpy(indices + 3 * count, own, sizeof own);
            count += 2;
        }
    return count;
}

static void make_sphere(Body* body, int32_t meridians)
{
    GrazeSolidPoint positions[PART_ROOM];
    int32_t indices[3 * PART_ROOM];
    int32_t culprit;
    int32_t count = sphere(meridians, positions, indices);
    int32_t position_count = (meridians / 2 + 1) * meridians;
    begin_body(body);
    for (int32_t k = 0; k < count; k++) {
        GrazeSolidPoint corners[3];
        for (int i = 0; i < 3; i++)
            corners[i] = positions[indices[3 * k + i]];
        add_part(body, corners, 3, 0);
    }
    body->storage = allocate(graze_solid_mesh_size(position_count, count));
    CHECK(graze_solid_mesh(positions, position_count, indices, count, body->storage, &body->solid,
                           &culprit) == GRAZE_OK);
}

static void check_pair(const Body* a, const Body* b, double scale, double offset, int* bounded,
                       int seen[3])
{
    GrazeSolidPose pose_a = random_pose(scale, offset);
    GrazeSolidPose pose_b = random_pose(scale, offset);
    const double m[3] = {4 * scale * random_number(), 4 * scale * random_number(),
                         4 * scale * random_number()};
    if (is_tied && random_below(3) == 0) turn_both(&pose_a, &pose_b);
    Answers expected = brute_force(a, &pose_a, b, &pose_b, m);
    double size = 10 * scale + offset;
    seen[expected.relation]++;
    check_distance(a, &pose_a, b, &pose_b, &expected);
    check_penetration(a, &pose_a, b, &pose_b, &expected, size, bounded);
    check_cast(a, &pose_a, b, &pose_b, m, GRAZE_TOUCHING_CONFLICT, &expected);
    check_cast(a, &pose_a, b, &pose_b, m, GRAZE_TOUCHING_ALLOWED, &expected);
    check_points(a, &pose_a, scale);
}

static void spheres_have_the_answers_of_their_triangles(void)
{
    int bounded = 0;
    int seen[3] = {0, 0, 0};
    for (int round = 0; round < share_of(60); round++) {
        Body a;
        Body b;
        is_tied = false;
        make_sphere(&a, 12);
        if (round % 10 == 0)
            make_sphere(&b, 8);
        else
            make_body(&b, round % 2 ? 1 : 0.25);
        check_pair(&a, &b, 0.5, 0, &bounded, seen);
        release(&a);
        release(&b);
    }
}

static void answers_are_those_of_all_pairs(void)
{
    static const double scales[] = {1, 1, 1, 0x1p-100, 0x1p+124, 0x1p-140};
    int bounded = 0;
    int seen[3] = {0, 0, 0};
    for (int round = 0; round < share_of(4000); round++) {
        Body a;
        Body b;
        double scale = scales[random_below(6)];
        double offset = random_below(4) == 0 && scale <= 1 ? 1e4 * scale : 0;
        is_tied = random_below(2);
        make_body(&a, scale);
        make_body(&b, scale);
        check_pair(&a, &b, scale, offset, &bounded, seen);
        release(&a);
        release(&b);
    }
    CHECK(bounded >= share_of(10));
    for (int k = 0; k < 3; k++)
        CHECK(seen[k] >= share_of(20));
}

/* A ray from the center meets a sphere's surface at distance 1 everywhere; nothing is inside. */
static void a_surface_has_no_inside(void)
{
    enum { N = 48, POSITIONS = (N / 2 + 1) * N, INDICES = 6 * N * (N / 2) };
    static GrazeSolidPoint positions[POSITIONS];
    static int32_t indices[INDICES];
    const double identity[4] = {0, 0, 0, 1};
    const GrazeSolidPoint origin = {0, 0, 0};
    GrazeSolid mesh;
    GrazeSolidPose at;
    int32_t culprit;
    Body ray;
    int32_t count = sphere(N, positions, indices);
    CHECK(3 * count == INDICES);
    void* storage = allocate(graze_solid_mesh_size(POSITIONS, count));
    CHECK(graze_solid_mesh(positions, POSITIONS, indices, count, storage, &mesh, &culprit) ==
          GRAZE_OK);
    begin_body(&ray);
    add_part(&ray, &origin, 1, 0);
    CHECK(graze_solid_pose(0, 0, 0, identity, &at) == GRAZE_OK);
    bool is_inside = true;
    const double center[3] = {0, 0, 0};
    CHECK(graze_solid_contains_point(&mesh, &at, center, NULL, &is_inside) == GRAZE_OK);
    CHECK(!is_inside);
    for (int round = 0; round < share_of(2000); round++) {
        GrazeSolidCast cast;
        GrazeVec3 d = vec3(random_unit(), random_unit(), random_unit());
        double length = vec3_length(d);
        if (length < 0.1) continue;
        const double m[3] = {2 * d.x / length, 2 * d.y / length, 2 * d.z / length};
        CHECK(graze_solid_shape_cast(&ray.parts[0], &at, &mesh, &at, m, GRAZE_TOUCHING_CONFLICT,
                                     NULL, &cast) == GRAZE_OK);
        CHECK(cast.status == GRAZE_CAST_HIT && cast.relation == GRAZE_DISJOINT);
        CHECK(cast.begin > 0.495 && cast.begin <= 0.5000001 && cast.end < 0.51);
        CHECK(cast.witness.part_a == -1 && cast.witness.part_b >= 0);
    }
    free(storage);
    release(&ray);
}

/* Vertices of a witness are corners of the triangle, also where it is only a segment or a point. */
static void corners_keep_their_numbers(void)
{
    const GrazeSolidPoint positions[4] = {{1, 0, 0}, {0, 0, 0}, {2, 0, 0}, {-0.0F, 0, 0}};
    const int32_t indices[6] = {0, 1, 2, 3, 1, 3};
    const GrazeSolidPoint origin = {0, 0, 0};
    const double identity[4] = {0, 0, 0, 1};
    static _Alignas(16) char storage[4096];
    GrazeSolid mesh;
    GrazeSolidPose at;
    GrazeSolidPose there;
    GrazeSolidDistance found;
    int32_t culprit;
    Body corner;
    begin_body(&corner);
    add_part(&corner, &origin, 1, 0);
    CHECK(graze_solid_mesh_size(4, 1) <= sizeof storage);
    CHECK(graze_solid_mesh(positions, 4, indices, 1, storage, &mesh, &culprit) == GRAZE_OK);
    CHECK(graze_solid_pose(0, 0, 0, identity, &at) == GRAZE_OK);
    CHECK(graze_solid_pose(1, 1, 0, identity, &there) == GRAZE_OK);
    CHECK(graze_solid_distance(&mesh, &at, &corner.parts[0], &there, NULL, &found) == GRAZE_OK);
    CHECK(found.distance == 1 && found.witness.feature_a == GRAZE_SOLID_EDGE);
    CHECK(found.witness.first_a + found.witness.second_a == 3 && found.witness.first_a >= 1);
    CHECK(found.witness.part_a == 0 && found.witness.part_b == -1);
    CHECK(graze_solid_pose(4, 0, 0, identity, &there) == GRAZE_OK);
    CHECK(graze_solid_distance(&corner.parts[0], &there, &mesh, &at, NULL, &found) == GRAZE_OK);
    CHECK(found.distance == 2 && found.witness.feature_b == GRAZE_SOLID_VERTEX);
    CHECK(found.witness.first_b == 2 && found.witness.part_b == 0);
    CHECK(graze_solid_mesh(positions, 4, indices + 3, 1, storage, &mesh, &culprit) == GRAZE_OK);
    CHECK(graze_solid_distance(&corner.parts[0], &there, &mesh, &at, NULL, &found) == GRAZE_OK);
    CHECK(found.distance == 4 && found.witness.feature_b == GRAZE_SOLID_VERTEX);
    CHECK(found.witness.first_b == 0 && found.witness.second_b == -1);
    release(&corner);
}

/* Two adjacent boxes, pushed apart along one face, have the exact depth; a body in a notch only
   bounds. */
static void depths_are_bounds(void)
{
    const double identity[4] = {0, 0, 0, 1};
    GrazeSolidPoint corners[8];
    GrazeSolidPose at;
    GrazeSolidPose there;
    GrazeSolidPenetration found;
    Body pair;
    Body cube;
    begin_body(&pair);
    begin_body(&cube);
    add_part(&pair, corners, box_corners(vec3(-1, 0, 0), vec3(1, 4, 4), corners), 0);
    add_part(&pair, corners, box_corners(vec3(1, 0, 0), vec3(1, 4, 4), corners), 0);
    pair.storage = allocate(graze_solid_compound_size(pair.parts, 2));
    CHECK(graze_solid_compound(pair.parts, 2, pair.storage, &pair.solid) == GRAZE_OK);
    add_part(&cube, corners, box_corners(vec3(0, 0, 0), vec3(1, 1, 1), corners), 0);
    int32_t count;
    const GrazeSolid* parts = graze_solid_parts(&pair.solid, &count);
    CHECK(count == 2 && parts != NULL && parts[1].count == 8 && parts[1].center.x == 1);
    CHECK(graze_solid_parts(&cube.parts[0], &count) == NULL && count == 0);
    CHECK(graze_solid_pose(0, 0, 0, identity, &at) == GRAZE_OK);
    CHECK(graze_solid_pose(2.5, 0, 0, identity, &there) == GRAZE_OK);
    CHECK(graze_solid_penetration(&pair.solid, &at, &cube.parts[0], &there, NULL, &found) ==
          GRAZE_OK);
    CHECK(found.status == GRAZE_PENETRATION_EXACT && found.depth == 0.5);
    CHECK(found.witness.normal[0] == 1 && found.witness.part_a == 1);
    /* Half of the cube is in each box: out of one of them it would be in the other one. */
    CHECK(graze_solid_pose(0, 0, 0, identity, &there) == GRAZE_OK);
    CHECK(graze_solid_penetration(&pair.solid, &at, &cube.parts[0], &there, NULL, &found) ==
          GRAZE_OK);
    CHECK(found.status == GRAZE_PENETRATION_BOUNDED && found.lower_bound == 1);
    CHECK(found.depth == 3);
    release(&pair);
    release(&cube);
}

/* Boxes of parts reach beyond float32, and touching spheres at its end still touch. */
static void the_largest_parts_are_found(void)
{
    const GrazeSolidPoint left = point(-FLT_MAX, 0, 0);
    const GrazeSolidPoint right = point(FLT_MAX, 0, 0);
    const GrazeSolidPoint origin = {0, 0, 0};
    const double identity[4] = {0, 0, 0, 1};
    GrazeSolidPose at;
    GrazeSolidDistance found;
    GrazeSolidBounds bounds;
    Body pair;
    Body corner;
    begin_body(&pair);
    begin_body(&corner);
    add_part(&pair, &left, 1, FLT_MAX);
    add_part(&pair, &right, 1, FLT_MAX / 2);
    add_part(&corner, &origin, 1, 0);
    pair.storage = allocate(graze_solid_compound_size(pair.parts, 2));
    CHECK(graze_solid_compound(pair.parts, 2, pair.storage, &pair.solid) == GRAZE_OK);
    CHECK(graze_solid_pose(0, 0, 0, identity, &at) == GRAZE_OK);
    CHECK(graze_solid_distance(&pair.solid, &at, &corner.parts[0], &at, NULL, &found) == GRAZE_OK);
    CHECK(found.relation == GRAZE_TOUCHING && found.witness.part_a == 0);
    graze_solid_bounds(&pair.solid, &at, &bounds);
    CHECK(bounds.min[0] == -2.0 * FLT_MAX && bounds.max[0] == 1.5 * FLT_MAX);
    CHECK(bounds.min[1] == -(double)FLT_MAX && bounds.max[2] == FLT_MAX);
    release(&pair);
    release(&corner);
}

static void faults_are_reported(void)
{
    const GrazeSolidPoint positions[3] = {{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}};
    const int32_t outside[6] = {0, 1, 0, 0, 2, 1};
    const int32_t negative[3] = {0, -1, 0};
    static _Alignas(16) char storage[4096];
    const double identity[4] = {0, 0, 0, 1};
    GrazeSolid mesh;
    GrazeSolid nested;
    GrazeSolidPose at;
    int32_t culprit;
    bool is_inside;
    CHECK(graze_solid_mesh(positions, 2, outside, 0, storage, &mesh, &culprit) ==
          GRAZE_E_TOO_FEW_POINTS);
    CHECK(graze_solid_mesh(positions, 2, outside, 2, storage, &mesh, &culprit) ==
              GRAZE_E_BAD_INDEX &&
          culprit == 4);
    CHECK(graze_solid_mesh(positions, 2, negative, 1, storage, &mesh, &culprit) ==
              GRAZE_E_BAD_INDEX &&
          culprit == 1);
    CHECK(graze_solid_mesh(positions, 3, outside, 1, storage, &mesh, &culprit) ==
              GRAZE_E_NOT_FINITE &&
          culprit == 2);
    CHECK(graze_solid_mesh(positions, 2, outside, 1, storage, &mesh, &culprit) == GRAZE_OK);
    CHECK(graze_solid_compound(&mesh, 0, storage + 2048, &nested) == GRAZE_E_TOO_FEW_POINTS);
    CHECK(graze_solid_compound_size(&mesh, 1) > 0);
    int32_t count = -1;
    CHECK(graze_solid_parts(&mesh, &count) == NULL && count == 0);
    CHECK(graze_solid_compound(&mesh, 1, storage + 2048, &nested) == GRAZE_E_NOT_CONVEX);
    CHECK(graze_solid_pose(0, 0, 0, identity, &at) == GRAZE_OK);
    const double far[3] = {0, 1e39, 0};
    const double bad[3] = {0, 0, NAN};
    CHECK(graze_solid_contains_point(&mesh, &at, far, NULL, &is_inside) == GRAZE_E_OUT_OF_RANGE);
    CHECK(graze_solid_contains_point(&mesh, &at, bad, NULL, &is_inside) == GRAZE_E_NOT_FINITE);
    double cone[3];
    GrazeRelation relation;
    CHECK(graze_solid_contact_cone(&mesh, &at, &mesh, &at, NULL, &relation, cone, 1, &count) ==
          GRAZE_E_NOT_CONVEX);
}

/* Points that a program writes itself need no faces. */
static void points_need_no_faces(void)
{
    const GrazeSolidPoint zero = {0, 0, 0};
    const int32_t neighbors[2] = {0, 0};
    const GrazeSolid ball = {
        .vertices = &zero, .count = 1, .radius = 0.5F, .faces.neighbor_starts = neighbors};
    const GrazeSolidPose at[2] = {{0, 0, 0, {1, 0, 0, 0, 1, 0, 0, 0, 1}},
                                  {0, 0, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    GrazeSolid whole;
    GrazeSolidDistance found;
    void* storage = allocate(graze_solid_compound_size(&ball, 1));
    CHECK(graze_solid_compound(&ball, 1, storage, &whole) == GRAZE_OK);
    CHECK(graze_solid_distance(&whole, &at[0], &ball, &at[1], NULL, &found) == GRAZE_OK);
    CHECK(found.distance == 2 && found.witness.part_a == 0 && found.witness.point_a[2] == 0.5);
    free(storage);
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    points_need_no_faces();
    answers_are_those_of_all_pairs();
    spheres_have_the_answers_of_their_triangles();
    a_surface_has_no_inside();
    corners_keep_their_numbers();
    depths_are_bounds();
    the_largest_parts_are_found();
    faults_are_reported();
    CHECK(overlap_rounds > 0);
    return test_failures != 0;
}
