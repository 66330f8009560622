/*
 * Bodies standing still.
 *
 *   pair             two shapes, double[6] poses x y angle
 */
#include "../../src/tolerance.h"
#include "replay.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    GrazeShape a, b;
    GrazePose pose_a, pose_b;
    void *points_a, *points_b;
} Pair;

static void read_pair(Pair* pair)
{
    double numbers[6];
    pair->points_a = read_shape(&pair->a);
    pair->points_b = read_shape(&pair->b);
    read_bytes(numbers, sizeof numbers);
    if (graze_pose(numbers[0], numbers[1], numbers[2], &pair->pose_a) != GRAZE_OK ||
        graze_pose(numbers[3], numbers[4], numbers[5], &pair->pose_b) != GRAZE_OK) {
        fail("a pose is refused");
    }
}

static void free_pair(Pair* pair)
{
    free(pair->points_a);
    free(pair->points_b);
}

static GrazeGjkOptions read_options(void)
{
    GrazeGjkOptions options;
    options.subdistance = (GrazeSubdistance)read_int();
    options.support = (GrazeSupport)read_int();
    options.start = (GrazeStart)read_int();
    return options;
}

/* Reads pair, int32 subdistance, support, start; writes GrazeDistance, GrazePenetration, int32
 * relation, collide, collide by separating axes, 0; double gap, signed distance. */
void answer_pair(void)
{
    Pair p;
    read_pair(&p);
    GrazeGjkOptions options = read_options();
    GrazeDistance distance;
    GrazePenetration penetration;
    GrazeRelation relation;
    graze_distance_by(&p.a, &p.pose_a, &p.b, &p.pose_b, &options, &distance);
    graze_penetration(&p.a, &p.pose_a, &p.b, &p.pose_b, &penetration);
    double separation = graze_gap(&p.a, &p.pose_a, &p.b, &p.pose_b, &relation);
    const int32_t verdicts[4] = {(int32_t)graze_relation(&p.a, &p.pose_a, &p.b, &p.pose_b),
                                 graze_collide_by(&p.a, &p.pose_a, &p.b, &p.pose_b, &options),
                                 graze_collide_sat(&p.a, &p.pose_a, &p.b, &p.pose_b), 0};
    if ((int32_t)relation != verdicts[0]) fail("relations differ");
    if (graze_collide(&p.a, &p.pose_a, &p.b, &p.pose_b) != verdicts[1]) fail("verdicts differ");
    double signed_distance = graze_signed_distance(&p.a, &p.pose_a, &p.b, &p.pose_b, &relation);
    if ((int32_t)relation != verdicts[0]) fail("relations differ");
    write_bytes(&distance, sizeof distance);
    write_bytes(&penetration, sizeof penetration);
    write_bytes(verdicts, sizeof verdicts);
    write_bytes(&separation, sizeof separation);
    write_bytes(&signed_distance, sizeof signed_distance);
    free_pair(&p);
}

/* Reads pair, int32 touching, double dx, dy; writes GrazeCast. */
void answer_cast(void)
{
    Pair p;
    double way[2];
    GrazeCast cast;
    read_pair(&p);
    GrazeTouching touching = (GrazeTouching)read_int();
    read_bytes(way, sizeof way);
    graze_shape_cast(&p.a, &p.pose_a, &p.b, &p.pose_b, way[0], way[1], touching, &cast);
    write_bytes(&cast, sizeof cast);
    free_pair(&p);
}

/* Reads pair (the second shape is the target), int32 touching, GrazeRay; writes GrazeCast. */
void answer_ray(void)
{
    Pair p;
    GrazeRay ray;
    GrazeCast cast;
    read_pair(&p);
    GrazeTouching touching = (GrazeTouching)read_int();
    read_bytes(&ray, sizeof ray);
    if (graze_ray_check(&ray) != GRAZE_OK) fail("a ray is refused");
    graze_ray_cast(&p.b, &p.pose_b, &ray, touching, &cast);
    write_bytes(&cast, sizeof cast);
    free_pair(&p);
}

/* Reads pair, int32 subdistance, support, start; writes int32 steps, vertices of A - B;
 * GrazeDistance, the GrazeGjkRound's, the GrazeDifference's. */
void answer_trace(void)
{
    Pair p;
    read_pair(&p);
    GrazeGjkOptions options = read_options();
    int32_t capacity = p.a.count + p.b.count;
    /* The room is exactly what is promised to be enough. */
    int32_t rounds = capacity + GRAZE_GJK_SPARE_ROUNDS;
    GrazeGjkRound* steps = calloc((size_t)rounds, sizeof *steps);
    GrazeDifference* vertices = calloc((size_t)capacity, sizeof *vertices);
    if (steps == NULL || vertices == NULL) fail("out of memory");
    GrazeDistance distance;
    int32_t counts[2];
    counts[0] = graze_trace(&p.a, &p.pose_a, &p.b, &p.pose_b, &options, steps, rounds, &distance);
    counts[1] = graze_minkowski_difference(&p.a, &p.pose_a, &p.b, &p.pose_b, vertices);
    if (counts[0] > rounds || counts[1] > capacity) fail("more than promised");
    write_bytes(counts, sizeof counts);
    write_bytes(&distance, sizeof distance);
    write_bytes(steps, (size_t)counts[0] * sizeof *steps);
    write_bytes(vertices, (size_t)counts[1] * sizeof *vertices);
    free(steps);
    free(vertices);
    free_pair(&p);
}

/* Reads int32 count, and for each: two shapes, float[8] placements; writes int32 how many meet
 * by collide, relation, distance and distance with witnesses; for each pair int32 hit, relation,
 * relation of both distances, float both distances, points of A and B, normal. */
void answer_batch(void)
{
    Indexed bodies[2 * MAX_PAIRS];
    GrazePlacement places[2 * MAX_PAIRS];
    GrazePair pairs[MAX_PAIRS];
    int32_t count = read_count(MAX_PAIRS);
    for (int32_t k = 0; k < count; k++) {
        read_indexed(&bodies[2 * k]);
        read_indexed(&bodies[2 * k + 1]);
        read_placement(&places[2 * k]);
        read_placement(&places[2 * k + 1]);
        pairs[k] = (GrazePair){&bodies[2 * k].shape, &bodies[2 * k + 1].shape, &places[2 * k],
                               &places[2 * k + 1]};
    }
    uint8_t verdicts[4][MAX_PAIRS];
    float distances[2][MAX_PAIRS];
    GrazePoint points[3][MAX_PAIRS];
    /* There are exactly as many caches as pairs. */
    GrazeSimplexCache* caches = room_of((size_t)count * sizeof *caches);
    for (int32_t k = 0; k < count; k++)
        caches[k] = (GrazeSimplexCache){GRAZE_NO_VERTEX, GRAZE_NO_VERTEX};
    const GrazeDistanceBatch plain = {
        .relations = verdicts[2], .distances = distances[0], .caches = caches};
    const GrazeDistanceBatch full = {.relations = verdicts[3],
                                     .distances = distances[1],
                                     .points_a = points[0],
                                     .points_b = points[1],
                                     .normals = points[2]};
    const int32_t meeting[4] = {graze_pairs_collide(pairs, count, verdicts[0]),
                                graze_pairs_relation(pairs, count, verdicts[1]),
                                graze_pairs_distance(pairs, count, &plain),
                                graze_pairs_distance(pairs, count, &full)};
    float first[MAX_PAIRS];
    memcpy(first, distances[0], (size_t)count * sizeof first[0]);
    /* The call is repeated from the end of the first. */
    if (graze_pairs_distance(pairs, count, &plain) != meeting[2]) fail("a seed changes a verdict");
    check_same(first, distances[0], (size_t)count * sizeof first[0], "a seed changes a distance");
    free(caches);
    write_bytes(meeting, sizeof meeting);
    for (int32_t k = 0; k < count; k++) {
        const int32_t ints[4] = {verdicts[0][k], verdicts[1][k], verdicts[2][k], verdicts[3][k]};
        write_bytes(ints, sizeof ints);
        write_bytes(&distances[0][k], sizeof distances[0][k]);
        write_bytes(&distances[1][k], sizeof distances[1][k]);
        for (int i = 0; i < 3; i++)
            write_bytes(&points[i][k], sizeof points[i][k]);
    }
    for (int32_t i = 0; i < 2 * count; i++)
        free_indexed(&bodies[i]);
}

/* Penetrations of a batch: those of pair k are written behind its manifold. */
typedef struct {
    uint8_t relations[MAX_PAIRS];
    float depths[MAX_PAIRS];
    GrazePoint normals[MAX_PAIRS], points_a[MAX_PAIRS], points_b[MAX_PAIRS];
} Penetrations;

/* Reads int32 count, and for each: two shapes, float[8] placements; double reach. Writes the
 * GrazeManifold of each; int32 how many meet by manifolds, penetration and penetration with
 * witnesses; for each pair int32 relation, points, relation of the penetration, two names; float
 * depth, normal, points, separations; depth, normal, points of A and B of the penetration. */
void answer_manifolds(void)
{
    Indexed bodies[2 * MAX_PAIRS];
    GrazePlacement places[2 * MAX_PAIRS];
    GrazePair pairs[MAX_PAIRS];
    double reach;
    int32_t count = read_count(MAX_PAIRS);
    for (int32_t k = 0; k < count; k++) {
        read_indexed(&bodies[2 * k]);
        read_indexed(&bodies[2 * k + 1]);
        read_placement(&places[2 * k]);
        read_placement(&places[2 * k + 1]);
        pairs[k] = (GrazePair){&bodies[2 * k].shape, &bodies[2 * k + 1].shape, &places[2 * k],
                               &places[2 * k + 1]};
    }
    read_bytes(&reach, sizeof reach);
    for (int32_t k = 0; k < count; k++) {
        GrazePose pose_a = graze_placement_pose(pairs[k].place_a);
        GrazePose pose_b = graze_placement_pose(pairs[k].place_b);
        GrazeManifold manifold;
        graze_manifold(pairs[k].a, &pose_a, pairs[k].b, &pose_b, reach, &manifold);
        write_bytes(&manifold, sizeof manifold);
    }
    uint8_t relations[MAX_PAIRS];
    uint8_t counts[MAX_PAIRS];
    float depths[MAX_PAIRS];
    GrazePoint normals[MAX_PAIRS];
    GrazePoint points[2 * MAX_PAIRS];
    float separations[2 * MAX_PAIRS];
    uint32_t ids[2 * MAX_PAIRS];
    const GrazeManifoldBatch manifolds = {relations, counts,      depths, normals,
                                          points,    separations, ids};
    Penetrations plain;
    Penetrations full;
    const GrazePenetrationBatch out[2] = {
        {plain.relations, plain.depths, plain.normals, NULL, NULL},
        {full.relations, full.depths, full.normals, full.points_a, full.points_b}};
    const int32_t meeting[3] = {graze_pairs_manifolds(pairs, count, reach, &manifolds),
                                graze_pairs_penetration(pairs, count, &out[0]),
                                graze_pairs_penetration(pairs, count, &out[1])};
    check_same(plain.normals, full.normals, (size_t)count * sizeof full.normals[0],
               "witnesses change a normal");
    check_same(plain.depths, full.depths, (size_t)count * sizeof full.depths[0],
               "witnesses change a depth");
    write_bytes(meeting, sizeof meeting);
    for (int32_t k = 0; k < count; k++) {
        const int32_t ints[3] = {relations[k], counts[k], full.relations[k]};
        write_bytes(ints, sizeof ints);
        write_bytes(&ids[2 * k], 2 * sizeof ids[0]);
        write_bytes(&depths[k], sizeof depths[0]);
        write_bytes(&normals[k], sizeof normals[0]);
        write_bytes(&points[2 * k], 2 * sizeof points[0]);
        write_bytes(&separations[2 * k], 2 * sizeof separations[0]);
        write_bytes(&plain.depths[k], sizeof plain.depths[0]);
        write_bytes(&full.normals[k], sizeof full.normals[0]);
        write_bytes(&full.points_a[k], sizeof full.points_a[0]);
        write_bytes(&full.points_b[k], sizeof full.points_b[0]);
    }
    for (int32_t i = 0; i < 2 * count; i++)
        free_indexed(&bodies[i]);
}

/* Reads shape; writes int32 status, culprit, vertices; float[2] of each. */
void answer_shape(void)
{
    GrazeShape shape;
    GrazeStatus status;
    int32_t culprit;
    GrazePoint* points = read_outline(&shape, &status, &culprit);
    const bool is_taken = status == GRAZE_OK;
    const int32_t reported[3] = {(int32_t)status, is_taken ? -1 : culprit,
                                 is_taken ? shape.count : 0};
    write_bytes(reported, sizeof reported);
    write_bytes(points, (size_t)reported[2] * sizeof *points);
    free(points);
}

static GrazePose read_heading(void)
{
    GrazePlacement place;
    GrazePose pose;
    read_placement(&place);
    GrazePose placed = graze_placement_pose(&place);
    if (graze_heading_pose(place.x, place.y, place.cos, place.sin, &pose) != GRAZE_OK)
        fail("a heading is refused");
    check_same(&pose, &placed, sizeof pose, "poses differ");
    return pose;
}

/* Reads two shapes, float[8] placements; writes GrazeDistance, double separation, at the poses
 * with these headings. */
void answer_headings(void)
{
    Pair p;
    GrazeDistance distance;
    GrazeRelation relation;
    p.points_a = read_shape(&p.a);
    p.points_b = read_shape(&p.b);
    p.pose_a = read_heading();
    p.pose_b = read_heading();
    graze_distance(&p.a, &p.pose_a, &p.b, &p.pose_b, &distance);
    double separation = graze_gap(&p.a, &p.pose_a, &p.b, &p.pose_b, &relation);
    write_bytes(&distance, sizeof distance);
    write_bytes(&separation, sizeof separation);
    free_pair(&p);
}

/* Reads two shapes, float[8] placements; writes GrazeContactCone, at the poses with these
 * headings. */
void answer_cones(void)
{
    Pair p;
    GrazeContactCone cone;
    p.points_a = read_shape(&p.a);
    p.points_b = read_shape(&p.b);
    p.pose_a = read_heading();
    p.pose_b = read_heading();
    graze_contact_cone(&p.a, &p.pose_a, &p.b, &p.pose_b, &cone);
    write_bytes(&cone, sizeof cone);
    free_pair(&p);
}

/* ---- many bodies ---- */

typedef struct {
    int32_t count;
    Indexed* bodies;
    const GrazeShape** shapes;
    GrazePlacement* places;
    GrazeNearBatch found;
    GrazeBodies world;
    void* storage;
} Many;

static void read_many(Many* all, int32_t count, int32_t room)
{
    size_t n = (size_t)count;
    size_t m = (size_t)room;
    all->count = count;
    all->bodies = room_of(n * sizeof *all->bodies);
    all->shapes = room_of(n * sizeof(GrazeShape*));
    all->places = room_of(n * sizeof *all->places);
    for (int32_t k = 0; k < count; k++) {
        read_indexed(&all->bodies[k]);
        read_placement(&all->places[k]);
        all->shapes[k] = &all->bodies[k].shape;
    }
    all->found = (GrazeNearBatch){room_of(m * sizeof(uint32_t)),
                                  room_of(m * sizeof(uint32_t)),
                                  room_of(m),
                                  room_of(m * sizeof(float)),
                                  room,
                                  NULL};
    all->storage = room_of(graze_bodies_size(count, 0, room));
    graze_bodies_init(&all->world, all->shapes, all->places, count, 0, room, all->storage);
    graze_bodies_update(&all->world, 0, count);
}

static void free_many(Many* all)
{
    for (int32_t k = 0; k < all->count; k++)
        free_indexed(&all->bodies[k]);
    void* const rooms[] = {all->bodies,          all->shapes,       all->places,
                           all->found.first,     all->found.second, all->found.relations,
                           all->found.distances, all->storage};
    for (size_t k = 0; k < sizeof rooms / sizeof rooms[0]; k++)
        free(rooms[k]);
}

/* Writes the number found and, if they fit, for each int32 first (unless it is one against
 * many), second, relation, float distance. */
static void write_near(const Many* all, int32_t count, bool has_first)
{
    write_int(count);
    for (int32_t k = 0; k < count && count <= all->found.capacity; k++) {
        if (has_first) write_int((int32_t)all->found.first[k]);
        write_int((int32_t)all->found.second[k]);
        write_int(all->found.relations[k]);
        write_bytes(&all->found.distances[k], sizeof all->found.distances[k]);
    }
}

/* Reads int32 count, room; double reach; for each: shape, float[4] placement; and one shape,
 * double[3] pose; writes the bodies found in contact, near, in contact with the one, near it. */
void answer_bodies(void)
{
    Many all;
    Indexed one;
    GrazePose pose;
    double reach;
    double numbers[3];
    int32_t count = read_count(1 << 10);
    int32_t room = read_count(1 << 20);
    read_bytes(&reach, sizeof reach);
    read_many(&all, count, room);
    read_indexed(&one);
    read_bytes(numbers, sizeof numbers);
    if (graze_pose(numbers[0], numbers[1], numbers[2], &pose) != GRAZE_OK)
        fail("a pose is refused");
    const double reaches[2] = {0, reach};
    for (int i = 0; i < 2; i++) {
        write_near(&all, graze_bodies_near(&all.world, count, reaches[i], &all.found), true);
    }
    for (int i = 0; i < 2; i++) {
        write_near(&all,
                   graze_bodies_near_one(&all.world, count, &one.shape, &pose, reaches[i], NULL,
                                         &all.found),
                   false);
    }
    free_many(&all);
    free_indexed(&one);
}
