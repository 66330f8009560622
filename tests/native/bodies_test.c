/* Tests many bodies: bounds contain their bodies, and batches find the same pairs as brute force. */
#include "../../src/base/vec.h"
#include "../../src/shape/bounds.h"
#include "../../src/tolerance.h"
#include "test.h"

#include <stdlib.h>

static float random_float(int exponent)
{
    double value = ldexp(random_tied(), exponent);
    return (float)clamp(value, -GRAZE_MAX_POSITION, GRAZE_MAX_POSITION);
}

/* Returns a placement with any valid heading; its length varies too. */
static GrazePlacement random_placement(int exponent)
{
    double angle = 7 * random_tied();
    double length = 1 + 0x1p-12 * random_tied();
    GrazePlacement place = {random_float(exponent), random_float(exponent),
                            (float)(cos(angle) * length), (float)(sin(angle) * length)};
    if (random_below(3) == 0) place.cos = 1, place.sin = 0;
    CHECK(graze_placement_check(&place) == GRAZE_OK);
    return place;
}

enum { MAX_VERTICES = 7 };

/* Makes a shape with its own points, in memory of exactly their size. */
static GrazeShape random_shape(int exponent)
{
    int32_t count = 1 + (int32_t)random_below(MAX_VERTICES);
    GrazePoint* points = malloc((size_t)count * sizeof *points);
    GrazePoint scratch[MAX_VERTICES + 1];
    for (int32_t i = 0; i < count; i++)
        points[i] = (GrazePoint){random_float(exponent), random_float(exponent)};
    float radius = random_below(2) ? fabsf(random_float(exponent)) : 0;
    GrazeShape shape = {points, 0, 0, 0, NULL, NULL};
    int32_t culprit;
    CHECK(graze_shape_hull(&shape, points, scratch, count, radius, &culprit) == GRAZE_OK);
    return shape;
}

static void free_shape(const GrazeShape* shape)
{
    free((GrazePoint*)shape->vertices);
}

/* Long double has an error of at most 2^-62 of the lengths; the bounds are wider by 2^-44 of
 * them. */
static void check_bounds(const GrazeShape* shape, const GrazePlacement* place, double reach)
{
    GrazePose pose = graze_placement_pose(place);
    GrazeBounds bounds = graze_bounds(shape, &pose, reach);
    long double length =
        sqrtl((long double)place->cos * place->cos + (long double)place->sin * place->sin);
    long double lo[2] = {INFINITY, INFINITY};
    long double hi[2] = {-INFINITY, -INFINITY};
    for (int32_t i = 0; i < shape->count; i++) {
        GrazePoint p = shape->vertices[i];
        long double c = place->cos / length;
        long double s = place->sin / length;
        long double at[2] = {place->x + (c * p.x - s * p.y), place->y + (s * p.x + c * p.y)};
        for (int axis = 0; axis < 2; axis++) {
            lo[axis] = fminl(lo[axis], at[axis]);
            hi[axis] = fmaxl(hi[axis], at[axis]);
        }
    }
    long double wide = (long double)shape->radius + reach;
    long double all = shape->extent + fabs(pose.x) + fabs(pose.y) + wide;
    for (int axis = 0; axis < 2; axis++) {
        CHECK(bounds.sides[axis] <= lo[axis] - wide);
        CHECK(bounds.sides[axis + 2] >= hi[axis] + wide);
        /* The bounds are not much too wide. */
        long double most = 0x1p-43L * all + 0x1p-148L;
        long double left = lo[axis] - wide;
        long double right = hi[axis] + wide;
        CHECK(all > 1e38L || bounds.sides[axis] >= left - most - 0x1p-23L * fabsl(left));
        CHECK(all > 1e38L || bounds.sides[axis + 2] <= right + most + 0x1p-23L * fabsl(right));
    }
}

static void bounds_hold_what_they_bound(void)
{
    for (int k = 0; k < 100000; k++) {
        int exponent = (int)random_below(278) - 149;
        GrazeShape shape = random_shape(exponent);
        int place_exponent = random_below(2) ? exponent : (int)random_below(278) - 149;
        GrazePlacement place = random_placement(place_exponent);
        double reach = random_below(2) ? ldexp(fabs(random_tied()), exponent) : 0;
        check_bounds(&shape, &place, reach);
        free_shape(&shape);
    }
}

static void bounds_beyond_float32_end_at_infinity(void)
{
    const GrazePoint corners[2] = {{-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}};
    const GrazeShape shape = {corners, 2, FLT_MAX, FLT_MAX, NULL, NULL};
    const GrazePlacement far = {FLT_MAX, -FLT_MAX, 1, 0};
    GrazePose pose = graze_placement_pose(&far);
    GrazeBounds bounds = graze_bounds(&shape, &pose, 0);
    CHECK(bounds.sides[0] <= -FLT_MAX && bounds.sides[2] == INFINITY);
    CHECK(bounds.sides[1] == -INFINITY && bounds.sides[3] >= FLT_MAX);
    bounds = graze_bounds(&shape, &pose, DBL_MAX);
    CHECK(bounds.sides[0] == -INFINITY && bounds.sides[2] == INFINITY);
    CHECK(bounds.sides[1] == -INFINITY && bounds.sides[3] == INFINITY);
    const GrazeShape point = {corners + 1, 1, 0, FLT_MAX, NULL, NULL};
    bounds = graze_bounds(&point, &pose, 0);
    CHECK(bounds.sides[0] == FLT_MAX && bounds.sides[2] == INFINITY);
}

enum { MAX_BODIES = 24, MAX_FOUND = MAX_BODIES * MAX_BODIES / 2 };

typedef struct {
    uint32_t first[MAX_FOUND], second[MAX_FOUND];
    uint8_t relations[MAX_FOUND];
    float distances[MAX_FOUND];
} Found;

static GrazeNearBatch batch_of(Found* found, int32_t capacity)
{
    return (GrazeNearBatch){found->first,     found->second, found->relations,
                            found->distances, capacity,      NULL};
}

/* Prepares bodies, of which the first `still` stand still, in storage of exactly their size. */
static void* prepare(GrazeBodies* world, const GrazeShape* const* shapes,
                     const GrazePlacement* places, int32_t count, int32_t still, int32_t pairs)
{
    void* storage = aligned_alloc(16, (graze_bodies_size(count, still, pairs) + 15) & ~(size_t)15);
    graze_bodies_init(world, shapes, places, count, still, pairs, storage);
    graze_bodies_update(world, 0, count);
    return storage;
}

/* Queries pairs with room for all of them, and for one less. */
static void check_bodies(const GrazeShape* const* shapes, const GrazePlacement* places,
                         int32_t count, double reach)
{
    Found found;
    Found alone;
    GrazeNearBatch out = batch_of(&found, MAX_FOUND);
    int32_t still = (int32_t)random_below((uint32_t)count + 1);
    GrazeBodies world;
    void* storage = prepare(&world, shapes, places, count, still, MAX_FOUND);
    int32_t number = graze_bodies_near(&world, count, reach, &out);
    int32_t k = 0;
    for (int32_t i = 0; i < count; i++) {
        GrazePose pose = graze_placement_pose(&places[i]);
        GrazeNearBatch one = batch_of(&alone, MAX_FOUND);
        int32_t near = graze_bodies_near_one(&world, count, shapes[i], &pose, reach, NULL, &one);
        int32_t n = 0;
        for (int32_t j = 0; j < count; j++) {
            GrazePose other = graze_placement_pose(&places[j]);
            GrazeRelation relation;
            double distance = graze_gap(shapes[i], &pose, shapes[j], &other, &relation);
            if (distance > reach) continue;
            CHECK(n < near && alone.second[n] == (uint32_t)j);
            CHECK(alone.relations[n] == relation && alone.distances[n] == (float)distance);
            n++;
            if (j <= i || j < still) continue;
            CHECK(k < number && found.first[k] == (uint32_t)i && found.second[k] == (uint32_t)j);
            CHECK(found.relations[k] == relation && found.distances[k] == (float)distance);
            k++;
        }
        CHECK(n == near);
        one.capacity = near - 1;
        CHECK(graze_bodies_near_one(&world, count, shapes[i], &pose, reach, NULL, &one) == near);
    }
    CHECK(k == number);
    free(storage);
    if (number < 2) return;
    out.capacity = number - 1;
    storage = prepare(&world, shapes, places, count, still, out.capacity);
    CHECK(graze_bodies_near(&world, count, reach, &out) == number);
    free(storage);
}

static void all_that_is_near_is_found(void)
{
    for (int round = 0; round < 1500; round++) {
        int32_t count = (int32_t)random_below(MAX_BODIES + 1);
        int exponent = (int)random_below(250) - 130;
        int spread = exponent + (int)random_below(8) - 2;
        GrazeShape own[MAX_BODIES];
        void* lookups[MAX_BODIES];
        const GrazeShape* shapes[MAX_BODIES];
        GrazePlacement places[MAX_BODIES];
        for (int32_t k = 0; k < count; k++) {
            own[k] = random_shape(exponent);
            lookups[k] = NULL;
            /* Batches take bodies with and without a lookup table. */
            if (round % 2 == 0) {
                lookups[k] = aligned_alloc(16, (graze_support_lut_size(own[k].count) + 15) & ~15U);
                graze_shape_build_support_lut(&own[k], lookups[k]);
            }
            shapes[k] = &own[random_below((uint32_t)k + 1)];
            places[k] = random_placement(spread);
        }
        const double reaches[4] = {0, ldexp(fabs(random_tied()), exponent), 0x1p-149, 1e39};
        for (int i = 0; i < 4; i++)
            check_bodies(shapes, places, count, reaches[i]);
        for (int32_t k = 0; k < count; k++) {
            free_shape(&own[k]);
            free(lookups[k]);
        }
    }
}

/* The distance is 5 in double; the reach differs from 5 by less than float32 resolves. */
static void double_decides_at_the_reach(void)
{
    const GrazePoint origin = {0, 0};
    const GrazeShape point = {&origin, 1, 0, 0, NULL, NULL};
    const GrazeShape* const shapes[2] = {&point, &point};
    const GrazePlacement places[2] = {{0, 0, 1, 0}, {0, -5, 1, 0}};
    const double reaches[3] = {5, 5 - 0x1p-40, 5 + 0x1p-40};
    const int32_t expected[3] = {1, 0, 1};
    for (int i = 0; i < 3; i++) {
        Found found;
        GrazeNearBatch out = batch_of(&found, MAX_FOUND);
        GrazeBodies world;
        void* storage = prepare(&world, shapes, places, 2, 0, MAX_FOUND);
        CHECK(graze_bodies_near(&world, 2, reaches[i], &out) == expected[i]);
        free(storage);
    }
}

int main(void)
{
    bounds_hold_what_they_bound();
    bounds_beyond_float32_end_at_infinity();
    all_that_is_near_is_found();
    double_decides_at_the_reach();
    return test_failures != 0;
}
