/* Tests many bodies: bounds contain their bodies, and all queries answer as brute force does. */
#include "../../src/base/vec.h"
#include "../../src/static/shape/bounds.h"
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

static bool are_equal_bytes(const void* p, const void* q, size_t size)
{
    return memcmp(p, q, size) == 0;
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
    for (int k = 0; k < share_of(100000); k++) {
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
    for (int round = 0; round < share_of(1500); round++) {
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

/* ---- worlds ---- */

/* Bodies of which some stand still, with filters, and room for each answer. */
typedef struct {
    GrazeBodies bodies;
    int32_t count;
    GrazeShape own[MAX_BODIES];
    const GrazeShape* shapes[MAX_BODIES];
    GrazePlacement places[MAX_BODIES];
    uint32_t categories[MAX_BODIES], masks[MAX_BODIES];
    GrazeBodyFilter filter;
    int exponent, spread;
    uint32_t found[MAX_BODIES];
    double intervals[2 * MAX_BODIES];
} World;

static void move_body(World* world, int32_t k)
{
    world->shapes[k] = &world->own[random_below((uint32_t)world->count)];
    world->places[k] = random_placement(world->spread);
    graze_bodies_update(&world->bodies, k, k + 1);
}

static bool is_considered(const World* world, int32_t k, const GrazeBodyFilter* filter)
{
    return filter == NULL || ((filter->mask & world->categories[k]) != 0 &&
                              (filter->category & world->masks[k]) != 0);
}

static GrazePose pose_of(const World* world, int32_t k)
{
    return graze_placement_pose(&world->places[k]);
}

/* Checks that `number` bodies were found, of which the next one is k. */
static void check_next(const World* world, int32_t number, int32_t* n, int32_t k)
{
    CHECK(*n < number && world->found[*n] == (uint32_t)k);
    (*n)++;
}

/* Checks points and boxes. The least bounds of a body that is found are at most the slack of bounds
   and the rounding of both to float32 away from the box. */
static void check_places(World* world, double x, double y, const GrazeBodyFilter* filter)
{
    int32_t number =
        graze_bodies_at_point(&world->bodies, world->count, x, y, filter, world->found);
    int32_t n = 0;
    for (int32_t k = 0; k < world->count; k++) {
        GrazePose pose = pose_of(world, k);
        if (is_considered(world, k, filter) && graze_contains_point(world->shapes[k], &pose, x, y))
            check_next(world, number, &n, k);
    }
    CHECK(n == number);
    const GrazeShapeBounds box = {x, y, x + fabs(y), y + fabs(x)};
    number = graze_bodies_in_box(&world->bodies, world->count, &box, filter, world->found);
    n = 0;
    for (int32_t k = 0; k < world->count; k++) {
        GrazePose pose = pose_of(world, k);
        GrazeShapeBounds bounds;
        graze_shape_bounds(world->shapes[k], &pose, &bounds);
        double apart = fmax(fmax(bounds.min_x - box.max_x, box.min_x - bounds.max_x),
                            fmax(bounds.min_y - box.max_y, box.min_y - bounds.max_y));
        double scale = fabs(x) + fabs(y) + fabs(pose.x) + fabs(pose.y) +
                       2 * world->shapes[k]->extent + world->shapes[k]->radius;
        bool is_found = n < number && world->found[n] == (uint32_t)k;
        if (apart <= 0) CHECK(is_found == is_considered(world, k, filter));
        if (apart > 0x1p-21 * scale + 0x1p-147) CHECK(!is_found);
        n += is_found;
    }
    CHECK(n == number);
}

static void check_nearest(World* world, const GrazeShape* shape, const GrazePose* pose,
                          double at_most, const GrazeBodyFilter* filter)
{
    double distance;
    int32_t nearest =
        graze_bodies_nearest(&world->bodies, world->count, shape, pose, at_most, filter, &distance);
    int32_t expected = -1;
    double least = INFINITY;
    for (int32_t k = 0; k < world->count; k++) {
        GrazePose other = pose_of(world, k);
        GrazeRelation relation;
        double gap = graze_gap(shape, pose, world->shapes[k], &other, &relation);
        if (!is_considered(world, k, filter) || gap > at_most || gap >= least) continue;
        expected = k;
        least = gap;
    }
    CHECK(nearest == expected && (nearest < 0 || distance == least));
}

static bool is_same_cast(const GrazeCast* a, const GrazeCast* b)
{
    return a->begin == b->begin && a->end == b->end && a->status == b->status &&
           are_equal_bytes(&a->witness, &b->witness, sizeof a->witness);
}

static void check_casts(World* world, const GrazeBodyCast* cast, const GrazeBodyFilter* filter)
{
    GrazeCast casts[MAX_BODIES];
    GrazeCast first;
    int32_t body = graze_bodies_cast(&world->bodies, world->count, cast, filter, &first);
    const GrazeBodyCastBatch out = {world->found, world->intervals, world->count};
    int32_t number = graze_bodies_cast_all(&world->bodies, world->count, cast, filter, &out);
    int32_t n = 0;
    int32_t least = -1;
    for (int32_t k = 0; k < world->count; k++) {
        GrazePose pose = pose_of(world, k);
        const GrazeRay ray = {cast->pose.x, cast->pose.y, cast->dx, cast->dy};
        if (cast->shape == NULL) {
            graze_ray_cast(world->shapes[k], &pose, &ray, cast->touching, &casts[k]);
        } else {
            graze_shape_cast(cast->shape, &cast->pose, world->shapes[k], &pose, cast->dx, cast->dy,
                             cast->touching, &casts[k]);
        }
        if (!is_considered(world, k, filter) || casts[k].status == GRAZE_CAST_FREE) continue;
        if (least < 0 || casts[k].begin < casts[least].begin) least = k;
        n++;
    }
    CHECK(body == least && (body < 0 || is_same_cast(&first, &casts[body])));
    CHECK(number == n);
    for (int32_t i = 0; i < number; i++) {
        uint32_t k = world->found[i];
        CHECK(world->intervals[2 * i] == casts[k].begin);
        CHECK(world->intervals[2 * i + 1] == casts[k].end);
        if (i == 0) continue;
        double before = world->intervals[2 * i - 2];
        CHECK(before < casts[k].begin || (before == casts[k].begin && world->found[i - 1] < k));
    }
    /* Only entries that fit are written. */
    const GrazeBodyCastBatch fewer = {world->found, world->intervals, number - 1};
    if (number > 0) {
        world->found[number - 1] = 12345;
        CHECK(graze_bodies_cast_all(&world->bodies, world->count, cast, filter, &fewer) == number);
        CHECK(world->found[number - 1] == 12345);
    }
}

/* Checks that rays in a batch have the answers of single ones. */
static void check_rays(World* world, const GrazeBodyCast* cast, const GrazeBodyFilter* filter)
{
    enum { RAYS = 4 };
    GrazeRay rays[RAYS];
    int32_t met[RAYS];
    double intervals[2 * RAYS];
    GrazePoint points[RAYS];
    GrazePoint normals[RAYS];
    int32_t n = 0;
    for (int32_t k = 0; k < RAYS; k++) {
        double x = k < 2 ? cast->dx : -cast->dy;
        double y = k < 2 ? cast->dy : cast->dx;
        double sign = k % 2 == 0 ? 1 : -1;
        rays[k] = (GrazeRay){cast->pose.x, cast->pose.y, sign * x, sign * y};
    }
    const GrazeRayBatch out = {met, intervals, points, normals};
    int32_t number = graze_bodies_cast_rays(&world->bodies, world->count, rays, RAYS, filter,
                                            cast->touching, &out);
    for (int32_t k = 0; k < RAYS; k++) {
        GrazeCast first = {0};
        const GrazeBodyCast one = {
            NULL, {rays[k].x, rays[k].y, 1, 0}, rays[k].dx, rays[k].dy, cast->touching};
        int32_t body = graze_bodies_cast(&world->bodies, world->count, &one, filter, &first);
        const GrazeWitness* witness = &first.witness;
        n += body >= 0;
        CHECK(met[k] == body);
        CHECK(intervals[2 * k] == first.begin && intervals[2 * k + 1] == first.end);
        CHECK(points[k].x == (float)witness->point_a_x && points[k].y == (float)witness->point_a_y);
        CHECK(normals[k].x == (float)witness->normal_x && normals[k].y == (float)witness->normal_y);
    }
    CHECK(number == n);
}

/* Checks pairs of two ranges, with manifolds. */
static void check_between(World* world, double reach)
{
    Found found;
    uint8_t counts[MAX_FOUND];
    float depths[MAX_FOUND];
    GrazePoint normals[MAX_FOUND];
    GrazePoint points[2 * MAX_FOUND];
    float separations[2 * MAX_FOUND];
    uint32_t ids[2 * MAX_FOUND];
    const GrazeManifoldBatch manifolds = {NULL, counts, depths, normals, points, separations, ids};
    GrazeNearBatch out = batch_of(&found, MAX_FOUND);
    out.manifolds = &manifolds;
    int32_t middle = (int32_t)random_below((uint32_t)world->count + 1);
    GrazeRange low = {0, (int32_t)random_below((uint32_t)middle + 1)};
    GrazeRange high = {middle, world->count - middle};
    bool swaps = random_below(2) == 0;
    int32_t number =
        graze_bodies_between(&world->bodies, swaps ? high : low, swaps ? low : high, reach, &out);
    int32_t n = 0;
    for (int32_t i = 0; i < low.count; i++) {
        for (int32_t j = middle; j < world->count; j++) {
            GrazePose a = pose_of(world, i);
            GrazePose b = pose_of(world, j);
            const GrazeBodyFilter filter = {world->categories[i], world->masks[i]};
            GrazeRelation relation;
            double distance = graze_gap(world->shapes[i], &a, world->shapes[j], &b, &relation);
            if (distance > reach || !is_considered(world, j, &filter)) continue;
            GrazeManifold manifold;
            graze_manifold(world->shapes[i], &a, world->shapes[j], &b, reach, &manifold);
            CHECK(n < number && found.first[n] == (uint32_t)i && found.second[n] == (uint32_t)j);
            CHECK(found.relations[n] == relation && found.distances[n] == (float)distance);
            CHECK(counts[n] == manifold.count && depths[n] == (float)manifold.depth);
            CHECK(normals[n].x == (float)manifold.normal_x);
            CHECK(normals[n].y == (float)manifold.normal_y);
            for (int32_t p = 0; p < manifold.count; p++) {
                CHECK(points[2 * n + p].x == (float)manifold.points[p].x);
                CHECK(points[2 * n + p].y == (float)manifold.points[p].y);
                CHECK(separations[2 * n + p] == (float)manifold.points[p].separation);
                CHECK(ids[2 * n + p] == manifold.points[p].id);
            }
            n++;
        }
    }
    CHECK(n == number);
}

static void check_queries(World* world)
{
    const GrazeBodyFilter* filter = random_below(2) ? &world->filter : NULL;
    GrazePlacement place = random_placement(world->spread);
    GrazePose pose = graze_placement_pose(&place);
    const GrazeShape* shape = &world->own[0];
    double dx = random_below(8) == 0 ? 0 : random_float(world->spread + 1);
    double dy = random_below(8) == 0 ? 0 : random_float(world->spread + 1);
    GrazeTouching touching = random_below(2) ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT;
    const GrazeBodyCast ray = {NULL, {pose.x, pose.y, 1, 0}, dx, dy, touching};
    const GrazeBodyCast cast = {shape, pose, dx, dy, touching};
    double reach = random_below(2) ? ldexp(fabs(random_tied()), world->exponent) : 0;
    check_places(world, pose.x, pose.y, filter);
    check_nearest(world, shape, &pose, INFINITY, filter);
    check_nearest(world, shape, &pose, reach, filter);
    check_casts(world, &ray, filter);
    check_rays(world, &ray, filter);
    check_casts(world, &cast, filter);
    check_between(world, reach);
}

static void worlds_answer_as_single_queries(void)
{
    for (int round = 0; round < share_of(1500); round++) {
        World world = {.count = 1 + (int32_t)random_below(MAX_BODIES)};
        world.exponent = (int)random_below(200) - 100;
        world.spread = world.exponent + (int)random_below(6) - 1;
        for (int32_t k = 0; k < world.count; k++) {
            world.own[k] = random_shape(world.exponent);
            world.shapes[k] = &world.own[k];
            world.places[k] = random_placement(world.spread);
            world.categories[k] = random_below(8);
            world.masks[k] = random_below(8);
        }
        world.filter = (GrazeBodyFilter){1 + random_below(7), 1 + random_below(7)};
        int32_t still = (int32_t)random_below((uint32_t)world.count + 1);
        void* storage =
            prepare(&world.bodies, world.shapes, world.places, world.count, still, MAX_FOUND);
        world.bodies.categories = world.categories;
        world.bodies.masks = world.masks;
        for (int step = 0; step < 4; step++) {
            check_queries(&world);
            for (int moves = 0; moves < 3; moves++)
                move_body(&world, (int32_t)random_below((uint32_t)world.count));
        }
        free(storage);
        for (int32_t k = 0; k < world.count; k++)
            free_shape(&world.own[k]);
    }
}

/* A compound of parts with different radii has looser kept bounds than its parts. */
static void boxes_of_compounds_are_those_of_their_parts(void)
{
    const GrazePoint ends[2] = {{-4, 0}, {4, 0}};
    const GrazePoint middle = {0, 0};
    const GrazeShape parts[2] = {{ends, 2, 0, 4, NULL, NULL}, {&middle, 1, 1, 0, NULL, NULL}};
    size_t size = (graze_compound_size(2, 3) + 15) & ~(size_t)15;
    void* storage = aligned_alloc(16, size);
    GrazeShape shape;
    CHECK(graze_compound(&shape, parts, 2, storage) == GRAZE_OK);
    const GrazeShape* const shapes[1] = {&shape};
    const GrazePlacement places[1] = {{0, 0, 1, 0}};
    for (int32_t still = 0; still < 2; still++) {
        GrazeBodies world;
        void* room = prepare(&world, shapes, places, 1, still, 1);
        uint32_t found;
        const GrazeShapeBounds boxes[3] = {{4.5, 0, 5, 1}, {3, 0.5, 4, 2}, {3, 1.25, 4, 2}};
        const int32_t expected[3] = {0, 1, 0};
        for (int k = 0; k < 3; k++)
            CHECK(graze_bodies_in_box(&world, 1, &boxes[k], NULL, &found) == expected[k]);
        free(room);
    }
    free(storage);
}

/* Makes a rectangle from (x, y) on. */
static GrazeShape rectangle(GrazePoint corners[4], float width, float height)
{
    corners[0] = (GrazePoint){0, 0};
    corners[1] = (GrazePoint){width, 0};
    corners[2] = (GrazePoint){width, height};
    corners[3] = (GrazePoint){0, height};
    return (GrazeShape){corners, 4, 0, max2(width, height), NULL, NULL};
}

/*
 * A body lies on a row of tiles, and deeper in them on a floor that they cover. The contact with
 * the floor is left out, unless there are more tiles than the search for covers passes.
 */
static void a_floor_below_many_tiles_is_covered_up_to_a_limit(void)
{
    enum { MOST = 80, WIDTH = 80 };
    for (int32_t tiles = 20; tiles <= MOST; tiles += 60) {
        GrazePoint corners[3][4];
        const GrazeShape* shapes[MOST + 2];
        GrazePlacement places[MOST + 2];
        const float width = (float)WIDTH / (float)tiles;
        const GrazeShape floor = rectangle(corners[0], WIDTH, 4);
        const GrazeShape tile = rectangle(corners[1], width, 0.5F);
        const GrazeShape body = rectangle(corners[2], WIDTH - 2, 8);
        shapes[0] = &floor;
        places[0] = (GrazePlacement){0, -4, 1, 0};
        for (int32_t k = 1; k <= tiles; k++) {
            shapes[k] = &tile;
            places[k] = (GrazePlacement){(float)(k - 1) * width, 0, 1, 0};
        }
        shapes[tiles + 1] = &body;
        places[tiles + 1] = (GrazePlacement){1, -0.25F, 1, 0};
        for (int32_t seams = 0; seams < 2; seams++) {
            GrazeBodies world;
            Found found;
            uint8_t counts[MAX_FOUND];
            float depths[MAX_FOUND];
            GrazePoint normals[MAX_FOUND];
            GrazePoint points[2 * MAX_FOUND];
            float separations[2 * MAX_FOUND];
            uint32_t ids[2 * MAX_FOUND];
            GrazeManifoldBatch manifolds = {NULL,   counts,      depths, normals,
                                            points, separations, ids};
            GrazeNearBatch out = batch_of(&found, MAX_FOUND);
            void* room = prepare(&world, shapes, places, tiles + 2, tiles + 1, MAX_FOUND);
            world.seams = seams;
            out.manifolds = &manifolds;
            int32_t count = graze_bodies_between(&world, (GrazeRange){0, tiles + 1},
                                                 (GrazeRange){tiles + 1, 1}, 0, &out);
            CHECK(count == tiles + 1 && found.first[0] == 0);
            bool is_left_out = seams == 1 && tiles == 20;
            CHECK(counts[0] == (is_left_out ? 0 : 2) && normals[0].x == 0);
            CHECK(normals[0].y == (is_left_out ? 0 : 1) && depths[0] == (is_left_out ? 0 : 0.25F));
            for (int32_t k = 2; k < tiles; k++)
                CHECK(counts[k] == 2 && normals[k].x == 0 && normals[k].y == 1 &&
                      depths[k] == 0.75F);
            free(room);
        }
    }
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    bounds_hold_what_they_bound();
    bounds_beyond_float32_end_at_infinity();
    all_that_is_near_is_found();
    double_decides_at_the_reach();
    worlds_answer_as_single_queries();
    boxes_of_compounds_are_those_of_their_parts();
    a_floor_below_many_tiles_is_covered_up_to_a_limit();
    return test_failures != 0;
}
