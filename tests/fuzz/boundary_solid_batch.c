/* Batches of bodies in space: pairs, and many bodies, against the core's answers. */
#include "boundary_world.h"
#include "check.h"
#include "solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 4, PAIRS = BODIES / 2, RAYS = 2, SCRATCH_VERTICES = 4096 };

/*
 * Bodies that a batch gets: mostly valid ones, which are near each other.
 *   solids          the core's; NULL for a handle that is not live
 *   bad, status     the first one that is not valid, or BODIES, and why it is not
 *   is_place        whether its placement is at fault
 */
typedef struct {
    uint32_t handles[BODIES];
    const GrazeSolid* solids[BODIES];
    GrazeSolidPlacement places[BODIES];
    int32_t bad;
    GrazeStatus status;
    bool is_place;
} Bodies;

static float coordinate(void)
{
    return (float)(below(9) - 4) / 2;
}

static GrazeSolidPlacement draw_place(void)
{
    static const float Q[4][4] = {
        {0, 0, 0, 1}, {1, 0, 0, 0}, {0.6F, 0, 0, 0.8F}, {0.5F, 0.5F, 0.5F, 0.5F}};
    const float* q = Q[below(4)];
    GrazeSolidPlacement place = {coordinate(), coordinate(), coordinate(), q[0], q[1], q[2], q[3]};
    if (below(32) == 31) place.y = (float)number();
    if (below(32) == 31) place.qw = (float)number();
    return place;
}

static Bodies draw_bodies(void)
{
    Bodies bodies = {.bad = BODIES, .status = GRAZE_OK};
    for (int32_t k = 0; k < BODIES; k++) {
        Picked picked = pick(HANDLE_SOLID);
        const Thing* thing = is_good(picked, HANDLE_SOLID) ? thing_of(picked) : NULL;
        bodies.handles[k] = picked.handle;
        bodies.solids[k] = thing != NULL ? &thing->solid : NULL;
        bodies.places[k] = draw_place();
        GrazeStatus place = graze_solid_placement_check(&bodies.places[k]);
        if (bodies.bad < BODIES || (thing != NULL && place == GRAZE_OK)) continue;
        bodies.bad = k;
        bodies.status = thing == NULL ? GRAZE_E_STALE_HANDLE : place;
        bodies.is_place = thing != NULL;
    }
    return bodies;
}

/* Checks a call that answers with a number, and fails with -1; returns whether it has an answer. */
static bool check_number(int32_t found, GrazeStatus status, int32_t index)
{
    return check_status(found == -1 ? graze_wasm_fault()->status : GRAZE_OK, status, index);
}

/* Checks the first records of a view. */
static void check_view(uint32_t handle, int32_t view, const void* expected, size_t size)
{
    CHECK(same_bytes(graze_wasm_batch_view(handle, view), expected, size),
          "%s: another view %d than the core's", world.call, view);
}

/* ---- pairs ---- */

/* Checks the queries of distance and depth. */
static void compare_distances(uint32_t handle, const GrazeSolidPair* pairs, bool has_witnesses,
                              GrazeStatus status, int32_t index, const GrazeSolidScratch* scratch)
{
    uint8_t relations[PAIRS];
    float numbers[PAIRS];
    GrazeSolidPoint points[3][PAIRS];
    int32_t expected = 0;
    int32_t found = graze_wasm_solid_pairs_distance(handle, PAIRS);
    const size_t size = sizeof points[0];
    if (check_number(found, status, index)) {
        const GrazeSolidDistanceBatch out = {relations, numbers, has_witnesses ? points[0] : NULL,
                                             has_witnesses ? points[1] : NULL,
                                             has_witnesses ? points[2] : NULL};
        graze_solid_pairs_distance(pairs, PAIRS, scratch, &out, &expected);
        CHECK(found == expected, "%d in contact, the core has %d", found, expected);
        check_view(handle, GRAZE_PAIRS_RELATIONS, relations, sizeof relations);
        check_view(handle, GRAZE_PAIRS_DISTANCES, numbers, sizeof numbers);
        if (has_witnesses) check_view(handle, GRAZE_PAIRS_POINT_A, points[0], size);
        if (has_witnesses) check_view(handle, GRAZE_PAIRS_POINT_B, points[1], size);
        if (has_witnesses) check_view(handle, GRAZE_PAIRS_NORMAL, points[2], size);
    }
    found = graze_wasm_solid_pairs_penetration(handle, PAIRS);
    if (check_number(found, status, index)) {
        const GrazeSolidPenetrationBatch out = {relations, numbers,
                                                has_witnesses ? points[0] : NULL,
                                                has_witnesses ? points[1] : NULL, points[2]};
        graze_solid_pairs_penetration(pairs, PAIRS, scratch, &out, &expected);
        CHECK(found == expected, "%d in contact, the core has %d", found, expected);
        check_view(handle, GRAZE_PAIRS_RELATIONS, relations, sizeof relations);
        check_view(handle, GRAZE_PAIRS_DEPTHS, numbers, sizeof numbers);
        check_view(handle, GRAZE_PAIRS_NORMAL, points[2], size);
        if (has_witnesses) check_view(handle, GRAZE_PAIRS_POINT_A, points[0], size);
        if (has_witnesses) check_view(handle, GRAZE_PAIRS_POINT_B, points[1], size);
    }
}

/* Pair k has bodies 2 k and 2 k + 1. */
static void query_pairs(const Bodies* bodies, const GrazeSolidScratch* scratch)
{
    bool has_witnesses = below(2) != 0;
    GrazeSolidPair pairs[PAIRS];
    uint8_t expected[PAIRS];
    int32_t contacts = 0;
    int32_t index = bodies->bad + (bodies->is_place ? 2 * PAIRS : 0);
    world.call = "pairs in space";
    uint32_t handle = graze_wasm_solid_pairs_new(PAIRS, has_witnesses);
    if (handle == 0) {
        check_out_of_memory();
        return;
    }
    for (int32_t k = 0; k < BODIES; k++) {
        uint32_t* shapes = graze_wasm_batch_view(handle, GRAZE_PAIRS_SHAPE_A + (k & 1));
        GrazeSolidPlacement* places = graze_wasm_batch_view(handle, GRAZE_PAIRS_POSE_A + (k & 1));
        CHECK(places[k / 2].qw == 1, "the first rotation is %a", (double)places[k / 2].qw);
        shapes[k / 2] = bodies->handles[k];
        places[k / 2] = bodies->places[k];
    }
    for (int32_t k = 0; k < PAIRS; k++)
        pairs[k] = (GrazeSolidPair){bodies->solids[2 * k], bodies->solids[2 * k + 1],
                                    &bodies->places[2 * k], &bodies->places[2 * k + 1]};
    int32_t found = graze_wasm_solid_pairs_collide(handle, PAIRS);
    if (check_number(found, bodies->status, index)) {
        graze_solid_pairs_collide(pairs, PAIRS, scratch, expected, &contacts);
        CHECK(found == contacts, "%d hits, the core has %d", found, contacts);
        check_view(handle, GRAZE_PAIRS_HIT, expected, sizeof expected);
    }
    found = graze_wasm_solid_pairs_relation(handle, PAIRS);
    if (check_number(found, bodies->status, index)) {
        graze_solid_pairs_relation(pairs, PAIRS, scratch, expected, &contacts);
        CHECK(found == contacts, "%d in contact, the core has %d", found, contacts);
        check_view(handle, GRAZE_PAIRS_RELATIONS, expected, sizeof expected);
    }
    compare_distances(handle, pairs, has_witnesses, bodies->status, index, scratch);
    check_number(graze_wasm_solid_pairs_collide(handle, PAIRS + 1), GRAZE_E_BAD_INDEX, -1);
    CHECK(graze_wasm_free(handle) == GRAZE_OK, "not freed");
    check_number(graze_wasm_solid_pairs_collide(handle, PAIRS), GRAZE_E_STALE_HANDLE, -1);
}

/* ---- many bodies ---- */

/* A batch, the core's bodies, and what all queries have: a filter, a body at its pose, a ray. */
typedef struct {
    uint32_t handle;
    GrazeSolidBodies bodies;
    GrazeBodyFilter filter;
    uint32_t one;
    const GrazeSolid* solid;
    GrazeSolidPose pose;
    GrazeStatus one_status; /* that of the body and its pose */
    double at[3], way[3], reach;
    GrazeTouching touching;
    GrazeSolidScratch scratch;
} Asked;

#define ASKED_IN(a) (a)->handle, BODIES, (a)->filter.category, (a)->filter.mask

/* Writes a body and its pose, or a position, to the first pose of a query. */
static void stage_pose(const double at[3])
{
    *graze_wasm_solid_poses() =
        (GrazeSolidPose){at[0], at[1], at[2], {0, 0, 0, 1, NAN, 0, 0, 0, 0}};
}

static void compare_near(const Asked* a, int32_t pairs)
{
    uint32_t first[BODIES * BODIES];
    uint32_t second[BODIES * BODIES];
    uint8_t relations[BODIES * BODIES];
    float distances[BODIES * BODIES];
    const GrazeSolidNearBatch out = {first, second, relations, distances, pairs};
    int32_t expected = 0;
    graze_solid_bodies_near(&a->bodies, BODIES, a->reach, &a->scratch, &out, &expected);
    int32_t found = graze_wasm_solid_bodies_near(a->handle, BODIES, a->reach);
    bool is_full = expected > pairs;
    if (!check_number(found, is_full ? GRAZE_E_FULL : GRAZE_OK, is_full ? expected : -1)) return;
    CHECK(found == expected, "%d pairs, the core has %d", found, expected);
    check_view(a->handle, GRAZE_BODIES_FIRST, first, (size_t)found * sizeof *first);
    check_view(a->handle, GRAZE_BODIES_SECOND, second, (size_t)found * sizeof *second);
    check_view(a->handle, GRAZE_BODIES_RELATIONS, relations, (size_t)found);
    check_view(a->handle, GRAZE_BODIES_DISTANCES, distances, (size_t)found * sizeof *distances);
}

static void compare_near_one(const Asked* a)
{
    uint32_t bodies[BODIES];
    uint8_t relations[BODIES];
    float distances[BODIES];
    const GrazeSolidNearBatch out = {NULL, bodies, relations, distances, BODIES};
    int32_t expected = 0;
    double distance;
    int32_t index = a->one_status == GRAZE_OK ? -1 : -2;
    stage_pose(a->at);
    int32_t found = graze_wasm_solid_bodies_near_one(ASKED_IN(a), a->reach, a->one);
    if (check_number(found, a->one_status, index)) {
        graze_solid_bodies_near_one(&a->bodies, BODIES, a->solid, &a->pose, a->reach, &a->filter,
                                    &a->scratch, &out, &expected);
        CHECK(found == expected, "%d near one, the core has %d", found, expected);
        check_view(a->handle, GRAZE_BODIES_FOUND_BODIES, bodies, (size_t)found * sizeof *bodies);
        check_view(a->handle, GRAZE_BODIES_FOUND_RELATIONS, relations, (size_t)found);
        check_view(a->handle, GRAZE_BODIES_FOUND_DISTANCES, distances,
                   (size_t)found * sizeof *distances);
    }
    stage_pose(a->at);
    found = graze_wasm_solid_bodies_nearest(ASKED_IN(a), a->reach, a->one);
    if (!check_number(found, a->one_status, index)) return;
    graze_solid_bodies_nearest(&a->bodies, BODIES, a->solid, &a->pose, a->reach, &a->filter,
                               &a->scratch, &expected, &distance);
    CHECK(found == expected + 1, "body %d, the core has %d", found - 1, expected);
    if (found == 0) return;
    GrazeSolidDistance own;
    GrazeSolidPose other = graze_solid_placement_pose(&a->bodies.places[expected]);
    graze_solid_distance(a->solid, &a->pose, a->bodies.solids[expected], &other, &a->scratch, &own);
    check_result(&own, sizeof own);
}

/* Compares casts of a body, or of a ray where it is NULL. */
static void compare_casts(const Asked* a, const GrazeSolid* solid, uint32_t one)
{
    const GrazeSolidBodyCast cast = {
        solid, a->pose, {a->way[0], a->way[1], a->way[2]}, a->touching};
    uint32_t bodies[BODIES];
    double intervals[2 * BODIES];
    const GrazeBodyCastBatch out = {bodies, intervals, BODIES};
    int32_t expected = 0;
    GrazeSolidCast own;
    const double* m = a->way;
    stage_pose(a->at);
    int32_t found =
        graze_wasm_solid_bodies_cast(ASKED_IN(a), one, m[0], m[1], m[2], (int32_t)a->touching);
    if (check_number(found, GRAZE_OK, -1)) {
        graze_solid_bodies_cast(&a->bodies, BODIES, &cast, &a->filter, &a->scratch, &expected,
                                &own);
        CHECK(found == expected + 1, "body %d, the core has %d", found - 1, expected);
        if (found > 0) check_result(&own, sizeof own);
    }
    stage_pose(a->at);
    found =
        graze_wasm_solid_bodies_cast_all(ASKED_IN(a), one, m[0], m[1], m[2], (int32_t)a->touching);
    if (!check_number(found, GRAZE_OK, -1)) return;
    graze_solid_bodies_cast_all(&a->bodies, BODIES, &cast, &a->filter, &a->scratch, &out,
                                &expected);
    CHECK(found == expected, "%d met, the core has %d", found, expected);
    check_view(a->handle, GRAZE_BODIES_HIT_BODIES, bodies, (size_t)found * sizeof *bodies);
    check_view(a->handle, GRAZE_BODIES_HIT_INTERVALS, intervals,
               2 * (size_t)found * sizeof *intervals);
}

static void compare_rays(const Asked* a)
{
    GrazeSolidRay* rays = graze_wasm_batch_view(a->handle, GRAZE_BODIES_RAYS);
    const double* at = a->at;
    const double* m = a->way;
    const GrazeSolidRay both[RAYS] = {{at[0], at[1], at[2], m[0], m[1], m[2]},
                                      {at[0], at[1], at[2], -m[0], -m[1], -m[2]}};
    int32_t met[RAYS];
    double intervals[2 * RAYS];
    GrazeSolidPoint points[RAYS];
    GrazeSolidPoint normals[RAYS];
    const GrazeSolidRayBatch out = {met, intervals, points, normals};
    int32_t expected = 0;
    memcpy(rays, both, sizeof both);
    int32_t found = graze_wasm_solid_bodies_cast_rays(ASKED_IN(a), RAYS, (int32_t)a->touching);
    if (check_number(found, GRAZE_OK, -1)) {
        graze_solid_bodies_cast_rays(&a->bodies, BODIES, both, RAYS, &a->filter, a->touching,
                                     &a->scratch, &out, &expected);
        CHECK(found == expected, "%d rays, the core has %d", found, expected);
        check_view(a->handle, GRAZE_BODIES_RAY_BODIES, met, sizeof met);
        check_view(a->handle, GRAZE_BODIES_RAY_INTERVALS, intervals, sizeof intervals);
        check_view(a->handle, GRAZE_BODIES_RAY_POINTS, points, sizeof points);
        check_view(a->handle, GRAZE_BODIES_RAY_NORMALS, normals, sizeof normals);
    }
    rays[1].dy = NAN;
    check_number(graze_wasm_solid_bodies_cast_rays(ASKED_IN(a), RAYS, 0), GRAZE_E_NOT_FINITE, -4);
    check_number(graze_wasm_solid_bodies_cast_rays(ASKED_IN(a), RAYS + 1, 0), GRAZE_E_BAD_INDEX,
                 -1);
}

static void compare_places(const Asked* a)
{
    uint32_t bodies[BODIES];
    int32_t expected = 0;
    const double* at = a->at;
    const double side = a->reach;
    const GrazeSolidBounds box = {{at[0], at[1], at[2]},
                                  {at[0] + side, at[1] + side, at[2] + side}};
    int32_t found = graze_wasm_solid_bodies_at_point(ASKED_IN(a), at[0], at[1], at[2]);
    if (check_number(found, GRAZE_OK, -1)) {
        graze_solid_bodies_at_point(&a->bodies, BODIES, at, &a->filter, &a->scratch, bodies,
                                    &expected);
        CHECK(found == expected, "%d at a point, the core has %d", found, expected);
        check_view(a->handle, GRAZE_BODIES_POINT_BODIES, bodies, (size_t)found * sizeof *bodies);
    }
    check_number(graze_wasm_solid_bodies_at_point(ASKED_IN(a), NAN, 0, 0), GRAZE_E_NOT_FINITE, -2);
    found = graze_wasm_solid_bodies_in_box(ASKED_IN(a), at[0], at[1], at[2], box.max[0], box.max[1],
                                           box.max[2]);
    expected = graze_solid_bodies_in_box(&a->bodies, BODIES, &box, &a->filter, bodies);
    CHECK(found == expected, "%d in a box, the core has %d", found, expected);
    check_view(a->handle, GRAZE_BODIES_BOX_BODIES, bodies, (size_t)found * sizeof *bodies);
}

/* Draws what all queries have. */
static void draw_query(Asked* a)
{
    Picked one = pick(HANDLE_SOLID);
    const Thing* thing = is_good(one, HANDLE_SOLID) ? thing_of(one) : NULL;
    for (int k = 0; k < 3; k++) {
        a->at[k] = coordinate();
        a->way[k] = 4 * coordinate();
    }
    a->filter = (GrazeBodyFilter){(uint32_t)(1 + below(3)), (uint32_t)(1 + below(3))};
    a->one = one.handle;
    a->solid = thing != NULL ? &thing->solid : NULL;
    a->pose = (GrazeSolidPose){a->at[0], a->at[1], a->at[2], {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    a->one_status = thing != NULL ? GRAZE_OK : GRAZE_E_STALE_HANDLE;
    a->reach = below(3);
    a->touching = below(2) ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT;
}

static void query_bodies(const Bodies* bodies, const GrazeSolidScratch* scratch)
{
    int32_t still = below(3);
    int32_t pairs = 1 + below(6);
    bool has_filters = below(2) != 0;
    Asked a = {.scratch = *scratch};
    world.call = "bodies in space";
    a.handle = graze_wasm_solid_bodies_new(BODIES, (uint32_t)pairs, (uint32_t)still, RAYS,
                                           (uint32_t)has_filters);
    if (a.handle == 0) {
        check_out_of_memory();
        return;
    }
    draw_query(&a);
    GrazeSolidPlacement* places = graze_wasm_batch_view(a.handle, GRAZE_BODIES_POSES);
    for (int32_t k = 0; k < BODIES; k++)
        CHECK(places[k].qw == 1, "the first rotation is %a", (double)places[k].qw);
    memcpy(graze_wasm_batch_view(a.handle, GRAZE_BODIES_SHAPES), bodies->handles,
           sizeof bodies->handles);
    memcpy(places, bodies->places, sizeof bodies->places);
    int32_t status = graze_wasm_solid_bodies_update(a.handle, 0, BODIES);
    if (check_status(status, bodies->status, bodies->bad)) {
        void* storage = room_of(graze_solid_bodies_size(BODIES, still, pairs));
        graze_solid_bodies_init(&a.bodies, bodies->solids, bodies->places, BODIES, still, pairs,
                                storage);
        graze_solid_bodies_update(&a.bodies, 0, BODIES);
        if (has_filters) {
            uint32_t* categories = graze_wasm_batch_view(a.handle, GRAZE_BODIES_CATEGORIES);
            uint32_t* masks = graze_wasm_batch_view(a.handle, GRAZE_BODIES_MASKS);
            for (int32_t k = 0; k < BODIES; k++) {
                CHECK(categories[k] == 1 && masks[k] == UINT32_MAX, "other bits of body %d", k);
                categories[k] = (uint32_t)below(4);
            }
            a.bodies.categories = categories;
            a.bodies.masks = masks;
        }
        compare_near(&a, pairs);
        compare_near_one(&a);
        if (a.solid != NULL) compare_casts(&a, a.solid, a.one);
        compare_casts(&a, NULL, 0);
        compare_rays(&a);
        compare_places(&a);
        CHECK(graze_wasm_solid_bodies_changed(a.handle) == 0, "a body has changed");
        free(storage);
    } else if (status != GRAZE_E_OUT_OF_MEMORY) {
        check_number(graze_wasm_solid_bodies_near(a.handle, BODIES, 0), bodies->status,
                     bodies->bad);
    }
    CHECK(graze_wasm_free(a.handle) == GRAZE_OK, "not freed");
    check_number(graze_wasm_solid_bodies_near(a.handle, BODIES, 0), GRAZE_E_STALE_HANDLE, -1);
    check_number(graze_wasm_solid_bodies_changed(a.handle), GRAZE_E_STALE_HANDLE, -1);
}

void query_solid_batches(void)
{
    static char* memory;
    size_t size = graze_solid_scratch_size(SCRATCH_VERTICES);
    if (memory == NULL) memory = solid_room(size);
    const GrazeSolidScratch scratch = {memory, size};
    Bodies bodies = draw_bodies();
    query_pairs(&bodies, &scratch);
    query_bodies(&bodies, &scratch);
}
