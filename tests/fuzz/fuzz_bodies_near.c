/*
 * Fuzzes graze_bodies_near and graze_bodies_near_one: they return the results of single queries, in
 * order. Bodies have two shapes, many places tie, and shapes are with or without lookups.
 */
#include "check.h"
#include "input.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 10, PAIRS = MOST * MOST / 2 };

typedef struct {
    Pair pair;
    int32_t count, capacity;
    double reach;
    const GrazeShape* shapes[MOST];
    GrazePlacement places[MOST];
} Bodies;

typedef struct {
    uint32_t first[PAIRS], second[PAIRS];
    uint8_t relations[PAIRS];
    float distances[PAIRS];
} Found;

static void print_bodies(const void* subject)
{
    const Bodies* bodies = subject;
    fprintf(stderr, "  room for %d, reach %a\n", bodies->capacity, bodies->reach);
    for (int32_t k = 0; k < bodies->count; k++) {
        const GrazePlacement* p = &bodies->places[k];
        const GrazeShape* shape = bodies->shapes[k];
        fprintf(stderr, "  body %d: at (%a, %a), heading (%a, %a), radius %a\n", k, p->x, p->y,
                p->cos, p->sin, shape->radius);
        print_points(shape->vertices, shape->count);
    }
}

static GrazePlacement read_placement(Input* input, const Pair* pair)
{
    const GrazePose* pose = input_below(input, 2) ? &pair->a.pose : &pair->b.pose;
    GrazePlacement place = {(float)pose->x, (float)pose->y, (float)pose->cos, (float)pose->sin};
    if (input_below(input, 2)) place.x = input_float(input) * (float)pair->unit;
    if (input_below(input, 2)) place.y = input_float(input) * (float)pair->unit;
    if (input_below(input, 4) == 0) place.cos *= 1 + 0x1p-12F;
    if (graze_placement_check(&place) != GRAZE_OK) place = (GrazePlacement){0, 0, 1, 0};
    return place;
}

static void read_bodies(Input* input, Bodies* bodies)
{
    Pair* pair = &bodies->pair;
    if (!pair->grid) pair->unit = 1;
    double reach = fabs(input_double(input));
    bodies->reach = input_below(input, 3) && isfinite(reach) ? reach : 0;
    bodies->capacity = input_below(input, PAIRS + 1);
    bodies->count = input_below(input, MOST + 1);
    for (int32_t k = 0; k < bodies->count; k++) {
        bodies->shapes[k] = input_below(input, 2) ? &pair->a.shape : &pair->b.shape;
        bodies->places[k] = read_placement(input, pair);
    }
}

static GrazeNearBatch batch_of(Found* found, int32_t capacity)
{
    return (GrazeNearBatch){found->first,     found->second, found->relations,
                            found->distances, capacity,      NULL};
}

/* Checks pair (i, j) and returns whether it is near; entry k must then be this pair. */
static bool check_entry(const Bodies* bodies, int32_t i, int32_t j, const Found* found, int32_t k)
{
    GrazePose pose_i = graze_placement_pose(&bodies->places[i]);
    GrazePose pose_j = graze_placement_pose(&bodies->places[j]);
    GrazeRelation relation;
    double distance = graze_gap(bodies->shapes[i], &pose_i, bodies->shapes[j], &pose_j, &relation);
    if (distance > bodies->reach) return false;
    if (found == NULL) return true;
    CHECK(found->second[k] == (uint32_t)j, "%u at %d, expected %d", found->second[k], k, j);
    CHECK(found->relations[k] == relation, "%d, expected %d", found->relations[k], relation);
    CHECK(found->distances[k] == (float)distance, "%a, expected %a", found->distances[k], distance);
    return true;
}

/* Prepares the bodies in storage of exactly their size, which is returned. */
static void* prepare(const Bodies* bodies, GrazeBodies* world, int32_t pairs)
{
    size_t size = graze_bodies_size(bodies->count, 0, pairs);
    void* storage = aligned_alloc(16, (size + 15) & ~(size_t)15);
    if (storage == NULL) abort();
    graze_bodies_init(world, bodies->shapes, bodies->places, bodies->count, 0, pairs, storage);
    graze_bodies_update(world, 0, bodies->count);
    return storage;
}

static void check_all(const Bodies* bodies)
{
    Found found;
    GrazeNearBatch out = batch_of(&found, bodies->capacity);
    GrazeBodies world;
    void* storage = prepare(bodies, &world, bodies->capacity);
    int32_t number = graze_bodies_near(&world, bodies->count, bodies->reach, &out);
    free(storage);
    int32_t expected = 0;
    for (int32_t i = 0; i < bodies->count; i++) {
        for (int32_t j = i + 1; j < bodies->count; j++) {
            bool is_there = number <= bodies->capacity && expected < number;
            if (!check_entry(bodies, i, j, is_there ? &found : NULL, expected)) continue;
            if (is_there) {
                CHECK(found.first[expected] == (uint32_t)i, "%u at %d, expected %d",
                      found.first[expected], expected, i);
            }
            expected++;
        }
    }
    CHECK(number == expected, "%d pairs, expected %d", number, expected);
}

static void check_one(const Bodies* bodies, int32_t i)
{
    Found found;
    GrazeNearBatch out = batch_of(&found, PAIRS);
    GrazePose pose = graze_placement_pose(&bodies->places[i]);
    GrazeBodies world;
    void* storage = prepare(bodies, &world, 0);
    int32_t number = graze_bodies_near_one(&world, bodies->count, bodies->shapes[i], &pose,
                                           bodies->reach, NULL, &out);
    free(storage);
    int32_t expected = 0;
    for (int32_t j = 0; j < bodies->count; j++)
        expected += check_entry(bodies, i, j, expected < number ? &found : NULL, expected);
    CHECK(number == expected, "%d near body %d, expected %d", number, i, expected);
}

static void* give_lookup(GrazeShape* shape)
{
    void* storage = aligned_alloc(16, (graze_support_lut_size(shape->count) + 15) & ~(size_t)15);
    if (storage == NULL) abort();
    graze_shape_build_support_lut(shape, storage);
    return storage;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Bodies bodies;
    if (!input_pair(&input, &bodies.pair)) return 0;
    read_bodies(&input, &bodies);
    check_subject(print_bodies, &bodies);
    int32_t with = input_below(&input, 4);
    void* lookup_a = with & 1 ? give_lookup(&bodies.pair.a.shape) : NULL;
    void* lookup_b = with & 2 ? give_lookup(&bodies.pair.b.shape) : NULL;
    check_all(&bodies);
    for (int32_t i = 0; i < bodies.count; i++)
        check_one(&bodies, i);
    free(lookup_a);
    free(lookup_b);
    input_free(&bodies.pair);
    return 0;
}
