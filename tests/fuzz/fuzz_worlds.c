/*
 * Fuzzes the queries of many bodies of which some stand still: they return what single queries do,
 * in order, after bodies have moved too. Bodies have two shapes, and many places tie.
 */
#include "check.h"
#include "input.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 8, PAIRS = MOST * MOST / 2 };

/* A world, a body and a way that are queried, and room for the answers. */
typedef struct {
    Pair pair;
    GrazeBodies bodies;
    int32_t count, still, seams;
    double reach;
    const GrazeShape* shapes[MOST];
    GrazePlacement places[MOST];
    uint32_t categories[MOST], masks[MOST];
    GrazeBodyFilter filter;
    uint32_t first[PAIRS], second[PAIRS];
    uint8_t relations[PAIRS], counts[PAIRS];
    float distances[PAIRS], depths[PAIRS], separations[2 * PAIRS];
    GrazePoint normals[PAIRS], points[2 * PAIRS];
    uint32_t ids[2 * PAIRS];
    double intervals[2 * MOST];
    uint32_t found[MOST];
} World;

static void print_world(const void* subject)
{
    const World* world = subject;
    fprintf(stderr, "  %d stand still, reach %a, filter %x of %x\n", world->still, world->reach,
            world->filter.category, world->filter.mask);
    for (int32_t k = 0; k < world->count; k++) {
        const GrazePlacement* p = &world->places[k];
        const GrazeShape* shape = world->shapes[k];
        fprintf(stderr, "  body %d: at (%a, %a), heading (%a, %a), radius %a, bits %x of %x\n", k,
                p->x, p->y, p->cos, p->sin, shape->radius, world->categories[k], world->masks[k]);
        print_points(shape->vertices, shape->count);
    }
}

static GrazePlacement read_placement(Input* input, const Pair* pair)
{
    const GrazePose* pose = input_below(input, 2) ? &pair->a.pose : &pair->b.pose;
    GrazePlacement place = {(float)pose->x, (float)pose->y, (float)pose->cos, (float)pose->sin};
    if (input_below(input, 2)) place.x = input_float(input) * (float)pair->unit;
    if (input_below(input, 2)) place.y = input_float(input) * (float)pair->unit;
    if (graze_placement_check(&place) != GRAZE_OK) place = (GrazePlacement){0, 0, 1, 0};
    return place;
}

/* Moves body k, or only its bits. */
static void read_body(Input* input, World* world, int32_t k)
{
    const Pair* pair = &world->pair;
    world->shapes[k] = input_below(input, 2) ? &pair->a.shape : &pair->b.shape;
    world->places[k] = read_placement(input, pair);
    world->categories[k] = (uint32_t)input_below(input, 4);
    world->masks[k] = 3 - (uint32_t)input_below(input, 4);
}

/* Prepares the bodies in storage of exactly their size, which is returned. */
static void* read_world(Input* input, World* world)
{
    if (!world->pair.grid) world->pair.unit = 1;
    double reach = fabs(input_double(input));
    world->reach = input_below(input, 3) && isfinite(reach) ? reach : 0;
    world->count = 1 + input_below(input, MOST);
    world->still = input_below(input, world->count + 1);
    world->filter.category = 3 - (uint32_t)input_below(input, 3);
    world->filter.mask = 3 - (uint32_t)input_below(input, 3);
    for (int32_t k = 0; k < world->count; k++)
        read_body(input, world, k);
    size_t size = graze_bodies_size(world->count, world->still, PAIRS);
    void* storage = aligned_alloc(16, (size + 15) & ~(size_t)15);
    if (storage == NULL) abort();
    graze_bodies_init(&world->bodies, world->shapes, world->places, world->count, world->still,
                      PAIRS, storage);
    CHECK(world->bodies.capacity == world->count && world->bodies.still == world->still, "%d of %d",
          world->bodies.still, world->bodies.capacity);
    CHECK(world->bodies.categories == NULL && world->bodies.masks == NULL, "bits are set");
    CHECK(world->bodies.seams == 0, "seams are left out");
    world->bodies.seams = world->seams = input_below(input, 2);
    graze_bodies_update(&world->bodies, 0, world->count);
    return storage;
}

static bool has_bits(const World* world)
{
    return world->bodies.categories != NULL;
}

static bool is_considered(const World* world, int32_t k)
{
    const GrazeBodyFilter* filter = &world->filter;
    uint32_t category = has_bits(world) ? world->categories[k] : 1;
    uint32_t mask = has_bits(world) ? world->masks[k] : UINT32_MAX;
    return (filter->mask & category) != 0 && (mask & filter->category) != 0;
}

static bool may_meet(const World* world, int32_t i, int32_t j)
{
    return !has_bits(world) || ((world->masks[i] & world->categories[j]) != 0 &&
                                (world->masks[j] & world->categories[i]) != 0);
}

static GrazePose pose_of(const World* world, int32_t k)
{
    return graze_placement_pose(&world->places[k]);
}

/* ---- pairs ---- */

/* Returns whether entry k has no points, or one that leads out of all bodies around. */
static bool is_without_seam(const World* world, int32_t k, const GrazeManifold* plain)
{
    double depth = world->depths[k];
    double length = hypot(world->normals[k].x, world->normals[k].y);
    if (plain->count == 0) return false;
    if (world->counts[k] == 0) return depth == 0 && length == 0 && world->separations[2 * k] == 0;
    return world->counts[k] == 1 && plain->relation != GRAZE_DISJOINT && isfinite(depth) &&
           depth >= 0 && fabs(length - 1) < 1e-6 && world->separations[2 * k] == (float)-depth;
}

static void check_manifold(const World* world, int32_t k, int32_t i, int32_t j)
{
    GrazePose a = pose_of(world, i);
    GrazePose b = pose_of(world, j);
    GrazeManifold m;
    graze_manifold(world->shapes[i], &a, world->shapes[j], &b, world->reach, &m);
    bool has_seams = world->bodies.seams != 0 && i < world->still && j >= world->still;
    if (has_seams && is_without_seam(world, k, &m)) return;
    CHECK(world->counts[k] == m.count, "%d points, expected %d", world->counts[k], m.count);
    CHECK(world->depths[k] == (float)m.depth, "%a, expected %a", world->depths[k], m.depth);
    CHECK(world->normals[k].x == (float)m.normal_x && world->normals[k].y == (float)m.normal_y,
          "normal (%a, %a), expected (%a, %a)", world->normals[k].x, world->normals[k].y,
          m.normal_x, m.normal_y);
    for (int32_t p = 0; p < 2; p++) {
        const GrazeManifoldPoint none = {0};
        const GrazeManifoldPoint* point = p < m.count ? &m.points[p] : &none;
        GrazePoint got = world->points[2 * k + p];
        CHECK(got.x == (float)point->x && got.y == (float)point->y, "point (%a, %a)", got.x, got.y);
        CHECK(world->separations[2 * k + p] == (float)point->separation, "separation %a",
              world->separations[2 * k + p]);
        CHECK(world->ids[2 * k + p] == point->id, "id %x", world->ids[2 * k + p]);
    }
}

/* Checks pairs of bodies from 0 to first_end - 1 and from `second` on; `has_inner` counts those
   among the second ones too. */
static void check_pairs(const World* world, int32_t number, int32_t first_end, int32_t second,
                        bool has_inner)
{
    int32_t n = 0;
    for (int32_t i = 0; i < world->count; i++) {
        for (int32_t j = i + 1; j < world->count; j++) {
            GrazePose a = pose_of(world, i);
            GrazePose b = pose_of(world, j);
            GrazeRelation relation;
            double distance = graze_gap(world->shapes[i], &a, world->shapes[j], &b, &relation);
            bool is_of_both = j >= second && (i < first_end || (has_inner && i >= second));
            if (!is_of_both || distance > world->reach || !may_meet(world, i, j)) continue;
            CHECK(n < number, "%d pairs, and (%d, %d)", number, i, j);
            CHECK(world->first[n] == (uint32_t)i && world->second[n] == (uint32_t)j,
                  "(%u, %u) at %d, expected (%d, %d)", world->first[n], world->second[n], n, i, j);
            CHECK(world->relations[n] == relation, "%d, expected %d", world->relations[n],
                  relation);
            CHECK(world->distances[n] == (float)distance, "%a, expected %a", world->distances[n],
                  distance);
            check_manifold(world, n++, i, j);
        }
    }
    CHECK(n == number, "%d pairs, expected %d", number, n);
}

/* Checks that a body in contact with bodies that stand still has points with one of them. */
static void check_contacts_remain(const World* world, int32_t number)
{
    bool has_contact[MOST] = {false};
    bool has_points[MOST] = {false};
    for (int32_t k = 0; k < number; k++) {
        uint32_t body = world->second[k];
        if (world->first[k] >= (uint32_t)world->still) continue;
        if (world->relations[k] != GRAZE_DISJOINT) has_contact[body] = true;
        if (world->counts[k] > 0) has_points[body] = true;
    }
    for (int32_t body = 0; body < world->count; body++)
        CHECK(has_points[body] || !has_contact[body], "%d has contacts without points", body);
}

static void fuzz_pairs(World* world, int32_t middle)
{
    const GrazeManifoldBatch manifolds = {NULL,           world->counts, world->depths,
                                          world->normals, world->points, world->separations,
                                          world->ids};
    const GrazeNearBatch out = {world->first,     world->second, world->relations,
                                world->distances, PAIRS,         &manifolds};
    int32_t number = graze_bodies_near(&world->bodies, world->count, world->reach, &out);
    check_pairs(world, number, world->still, world->still, true);
    check_contacts_remain(world, number);
    const GrazeRange low = {0, middle};
    const GrazeRange high = {middle, world->count - middle};
    number = graze_bodies_between(&world->bodies, low, high, world->reach, &out);
    check_pairs(world, number, middle, middle, false);
    CHECK(graze_bodies_between(&world->bodies, high, low, world->reach, &out) == number,
          "not %d pairs of exchanged ranges", number);
    check_pairs(world, number, middle, middle, false);
}

/* ---- one body, point or box ---- */

static void fuzz_near(World* world, const Body* one)
{
    const GrazeNearBatch out = {NULL, world->second, world->relations, world->distances,
                                MOST, NULL};
    int32_t number = graze_bodies_near_one(&world->bodies, world->count, &one->shape, &one->pose,
                                           world->reach, &world->filter, &out);
    double distance;
    int32_t nearest = graze_bodies_nearest(&world->bodies, world->count, &one->shape, &one->pose,
                                           INFINITY, &world->filter, &distance);
    double reached;
    int32_t reachable = graze_bodies_nearest(&world->bodies, world->count, &one->shape, &one->pose,
                                             world->reach, &world->filter, &reached);
    int32_t n = 0;
    int32_t least = -1;
    double gap = INFINITY;
    for (int32_t k = 0; k < world->count; k++) {
        GrazePose pose = pose_of(world, k);
        GrazeRelation relation;
        double d = graze_gap(&one->shape, &one->pose, world->shapes[k], &pose, &relation);
        if (!is_considered(world, k)) continue;
        if (d < gap) least = k, gap = d;
        if (d > world->reach) continue;
        CHECK(n < number && world->second[n] == (uint32_t)k, "%d of %d near, not %d", n, number, k);
        CHECK(world->relations[n] == relation, "%d, expected %d", world->relations[n], relation);
        CHECK(world->distances[n] == (float)d, "%a, expected %a", world->distances[n], d);
        n++;
    }
    CHECK(n == number, "%d near, expected %d", number, n);
    CHECK(nearest == least && (least < 0 || distance == gap), "%d at %a, expected %d at %a",
          nearest, distance, least, gap);
    CHECK(reachable == (gap <= world->reach ? least : -1), "%d within the reach", reachable);
    CHECK(reachable < 0 || reached == gap, "%a within the reach", reached);
}

static void fuzz_places(World* world, double x, double y)
{
    int32_t number =
        graze_bodies_at_point(&world->bodies, world->count, x, y, &world->filter, world->found);
    int32_t n = 0;
    for (int32_t k = 0; k < world->count; k++) {
        GrazePose pose = pose_of(world, k);
        if (!is_considered(world, k) || !graze_contains_point(world->shapes[k], &pose, x, y))
            continue;
        CHECK(n < number && world->found[n] == (uint32_t)k, "%d of %d, not %d", n, number, k);
        n++;
    }
    CHECK(n == number, "%d at a point, expected %d", number, n);
    const GrazeShapeBounds box = {x, y, x + world->reach, y + world->reach};
    number = graze_bodies_in_box(&world->bodies, world->count, &box, &world->filter, world->found);
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
        if (is_found) n++;
        if (!is_considered(world, k) || apart > 0x1p-20 * scale + 0x1p-140) {
            CHECK(!is_found, "%d is found, %a apart", k, apart);
        } else if (apart <= 0) {
            CHECK(is_found, "%d is not found", k);
        }
    }
    CHECK(n == number, "%d in a box, expected %d", number, n);
}

/* ---- casts ---- */

static void check_cast(const GrazeCast* got, const GrazeCast* expected)
{
    CHECK(same_bits(got->begin, expected->begin) && same_bits(got->end, expected->end),
          "[%a, %a], expected [%a, %a]", got->begin, got->end, expected->begin, expected->end);
    CHECK(got->status == expected->status && got->relation == expected->relation,
          "status %d, relation %d", got->status, got->relation);
    CHECK(same_bytes(&got->witness, &expected->witness, sizeof got->witness), "the witness");
}

static void fuzz_casts(World* world, const GrazeBodyCast* cast)
{
    GrazeCast casts[MOST];
    GrazeCast first;
    const GrazeBodyCastBatch out = {world->found, world->intervals, MOST};
    int32_t body = graze_bodies_cast(&world->bodies, world->count, cast, &world->filter, &first);
    int32_t number =
        graze_bodies_cast_all(&world->bodies, world->count, cast, &world->filter, &out);
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
        if (!is_considered(world, k) || casts[k].status == GRAZE_CAST_FREE) continue;
        if (least < 0 || casts[k].begin < casts[least].begin) least = k;
        n++;
    }
    CHECK(body == least, "%d is met first, expected %d", body, least);
    if (body >= 0) check_cast(&first, &casts[body]);
    CHECK(number == n, "%d are met, expected %d", number, n);
    for (int32_t i = 0; i < number; i++) {
        uint32_t k = world->found[i];
        CHECK(k < (uint32_t)world->count && is_considered(world, (int32_t)k), "%u is met", k);
        CHECK(world->intervals[2 * i] == casts[k].begin, "%a", world->intervals[2 * i]);
        CHECK(world->intervals[2 * i + 1] == casts[k].end, "%a", world->intervals[2 * i + 1]);
        if (i == 0) continue;
        double before = world->intervals[2 * i - 2];
        CHECK(before < casts[k].begin || (before == casts[k].begin && world->found[i - 1] < k),
              "%u at %d is out of order", k, i);
    }
}

/* Checks that rays in a batch have the answers of single ones. */
static void fuzz_rays(World* world, const GrazeRay* ray, GrazeTouching touching)
{
    enum { RAYS = 3 };
    const GrazeRay rays[RAYS] = {
        *ray, {ray->x, ray->y, -ray->dx, -ray->dy}, {ray->x, ray->y, ray->dy, ray->dx}};
    int32_t met[RAYS];
    double intervals[2 * RAYS];
    GrazePoint points[RAYS];
    GrazePoint normals[RAYS];
    const GrazeRayBatch out = {met, intervals, points, normals};
    int32_t number = graze_bodies_cast_rays(&world->bodies, world->count, rays, RAYS,
                                            &world->filter, touching, &out);
    int32_t n = 0;
    for (int32_t k = 0; k < RAYS; k++) {
        GrazeCast first = {0};
        const GrazeBodyCast cast = {
            NULL, {rays[k].x, rays[k].y, 1, 0}, rays[k].dx, rays[k].dy, touching};
        int32_t body =
            graze_bodies_cast(&world->bodies, world->count, &cast, &world->filter, &first);
        const GrazeWitness* witness = &first.witness;
        CHECK(met[k] == body, "ray %d meets %d, alone %d", k, met[k], body);
        CHECK(same_bits(intervals[2 * k], first.begin) &&
                  same_bits(intervals[2 * k + 1], first.end),
              "ray %d meets it in [%a, %a], alone [%a, %a]", k, intervals[2 * k],
              intervals[2 * k + 1], first.begin, first.end);
        CHECK(points[k].x == (float)witness->point_a_x && points[k].y == (float)witness->point_a_y,
              "ray %d meets it at (%a, %a)", k, points[k].x, points[k].y);
        CHECK(normals[k].x == (float)witness->normal_x && normals[k].y == (float)witness->normal_y,
              "ray %d: the normal is (%a, %a)", k, normals[k].x, normals[k].y);
        n += body >= 0;
    }
    CHECK(number == n, "%d rays meet a body, expected %d", number, n);
}

static void fuzz_queries(World* world, int32_t middle)
{
    const Body* one = &world->pair.a;
    const GrazePose* pose = &one->pose;
    double dx = world->pair.dx;
    double dy = world->pair.dy;
    fuzz_pairs(world, middle);
    fuzz_near(world, one);
    fuzz_places(world, pose->x, pose->y);
    const GrazeRay ray = {pose->x, pose->y, dx, dy};
    if (graze_ray_check(&ray) != GRAZE_OK) return;
    for (int touching = GRAZE_TOUCHING_CONFLICT; touching <= GRAZE_TOUCHING_ALLOWED; touching++) {
        GrazeTouching policy = (GrazeTouching)touching;
        fuzz_rays(world, &ray, policy);
        fuzz_casts(world, &(GrazeBodyCast){NULL, {pose->x, pose->y, 1, 0}, dx, dy, policy});
        fuzz_casts(world, &(GrazeBodyCast){&one->shape, *pose, dx, dy, policy});
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    World world;
    if (!input_pair(&input, &world.pair)) return 0;
    void* storage = read_world(&input, &world);
    check_subject(print_world, &world);
    int32_t middle = input_below(&input, world.count + 1);
    fuzz_queries(&world, middle);
    for (int32_t moves = input_below(&input, 4); moves >= 0; moves--) {
        int32_t k = input_below(&input, world.count);
        read_body(&input, &world, k);
        graze_bodies_update(&world.bodies, k, k + 1);
    }
    CHECK(world.bodies.capacity == world.count && world.bodies.still == world.still, "%d of %d",
          world.bodies.still, world.bodies.capacity);
    CHECK(world.bodies.seams == world.seams, "seams %d", world.bodies.seams);
    world.bodies.categories = world.categories;
    world.bodies.masks = world.masks;
    fuzz_queries(&world, middle);
    free(storage);
    input_free(&world.pair);
    return 0;
}
