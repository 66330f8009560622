/* Tests batches in space: all pairs, and many bodies, answer as single queries of all pairs do; and
   support points of large hulls, which many queries need. */
#include "../../src/base/vec3.h"
#include "../../src/graze.h"
#include "../../src/solid/pair.h"
#include "test.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POINTS = 24, BODIES = 24, PAIRS = BODIES * BODIES };

/* Bodies with the memory that keeps them, at random placements. */
typedef struct {
    GrazeSolid solids[BODIES];
    GrazeSolidPlacement places[BODIES];
    void* storage[BODIES];
    GrazeSolidScratch scratch;
} World;

static float random_float(double size)
{
    return (float)(size * random_tied());
}

/* Returns a placement with any valid rotation; its length varies too. */
static GrazeSolidPlacement random_placement(double size)
{
    double q[4];
    double square = 0;
    for (int k = 0; k < 4; k++) {
        q[k] = random_unit();
        square += q[k] * q[k];
    }
    if (random_below(3) == 0 || square < 0.01) {
        for (int k = 0; k < 4; k++)
            q[k] = k == 3;
        square = 1;
    }
    double scale = (1 + 0x1p-12 * random_unit()) / sqrt(square);
    GrazeSolidPlacement place = {
        random_float(size),    random_float(size),    random_float(size),   (float)(q[0] * scale),
        (float)(q[1] * scale), (float)(q[2] * scale), (float)(q[3] * scale)};
    CHECK(graze_solid_placement_check(&place) == GRAZE_OK);
    return place;
}

/* Makes a compound of two boxes. */
static void make_compound(World* world, int32_t k)
{
    GrazeSolid parts[2];
    void* memory[2];
    size_t used;
    for (int part = 0; part < 2; part++) {
        GrazeSolidPoint points[8];
        for (int32_t i = 0; i < 8; i++)
            points[i] = (GrazeSolidPoint){(float)part + (i & 1 ? 1 : 0), i & 2 ? 0.5F : -0.5F,
                                          (float)part / 2 + (i & 4 ? 1 : 0)};
        memory[part] = aligned_alloc(16, (graze_solid_hull_size(8) + 15) / 16 * 16);
        CHECK(graze_solid_hull(points, 8, 0, memory[part], &used, &parts[part]) == GRAZE_OK);
    }
    size_t size = graze_solid_compound_size(parts, 2);
    world->storage[k] = aligned_alloc(16, (size + 15) / 16 * 16);
    CHECK(graze_solid_compound(parts, 2, world->storage[k], &world->solids[k]) == GRAZE_OK);
    free(memory[0]);
    free(memory[1]);
}

/* Makes a box, the hull of random points, perhaps with a radius, or a compound. */
static void make_solid(World* world, int32_t k)
{
    GrazeSolidPoint points[MAX_POINTS];
    int32_t count = 1 + (int32_t)random_below(MAX_POINTS);
    float radius = random_below(3) == 0 ? fabsf(random_float(0.5)) : 0;
    size_t used;
    if (random_below(6) == 0) {
        make_compound(world, k);
        return;
    }
    for (int32_t i = 0; i < count; i++)
        points[i] = (GrazeSolidPoint){random_float(1), random_float(1), random_float(1)};
    if (random_below(2) == 0) {
        count = 8;
        for (int32_t i = 0; i < count; i++)
            points[i] = (GrazeSolidPoint){i & 1 ? 1 : -1, i & 2 ? 0.5F : -0.5F, i & 4 ? 1 : -1};
    }
    size_t size = graze_solid_hull_size(count);
    world->storage[k] = aligned_alloc(16, (size + 15) / 16 * 16);
    CHECK(graze_solid_hull(points, count, radius, world->storage[k], &used, &world->solids[k]) ==
          GRAZE_OK);
}

static World* new_world(double size)
{
    World* world = malloc(sizeof *world);
    size_t bytes = (graze_solid_scratch_size(1024) + 15) / 16 * 16;
    world->scratch = (GrazeSolidScratch){aligned_alloc(16, bytes), bytes};
    for (int32_t k = 0; k < BODIES; k++) {
        make_solid(world, k);
        world->places[k] = random_placement(size);
    }
    return world;
}

static void free_world(World* world)
{
    for (int32_t k = 0; k < BODIES; k++)
        free(world->storage[k]);
    free(world->scratch.memory);
    free(world);
}

/* What arrays hold before a query, to see that it writes nothing behind its answers. */
enum { UNWRITTEN = 0xa5 };

static bool is_unwritten(const void* at, size_t size)
{
    const unsigned char* bytes = at;
    for (size_t k = 0; k < size; k++)
        if (bytes[k] != UNWRITTEN) return false;
    return true;
}

static bool is_rounded(const GrazeSolidPoint* p, const double exact[3])
{
    return p->x == (float)exact[0] && p->y == (float)exact[1] && p->z == (float)exact[2];
}

static void check_pair(const World* world, int32_t i, int32_t j, uint8_t relation, float distance,
                       const GrazeSolidDistanceBatch* distances,
                       const GrazeSolidPenetrationBatch* depths)
{
    int32_t k = BODIES * i + j;
    GrazeSolidPose pose_a = graze_solid_placement_pose(&world->places[i]);
    GrazeSolidPose pose_b = graze_solid_placement_pose(&world->places[j]);
    GrazeSolidDistance d;
    GrazeSolidPenetration p;
    GrazeRelation gap_relation;
    double gap;
    const GrazeSolid* a = &world->solids[i];
    const GrazeSolid* b = &world->solids[j];
    CHECK(graze_solid_distance(a, &pose_a, b, &pose_b, &world->scratch, &d) == GRAZE_OK);
    CHECK(graze_solid_penetration(a, &pose_a, b, &pose_b, &world->scratch, &p) == GRAZE_OK);
    CHECK(graze_solid_gap(a, &pose_a, b, &pose_b, &world->scratch, &gap, &gap_relation) ==
          GRAZE_OK);
    CHECK(gap == d.distance && (int32_t)gap_relation == d.relation);
    CHECK(relation == d.relation && distance == (float)d.distance);
    CHECK(distances->relations[k] == d.relation && distances->distances[k] == (float)d.distance);
    CHECK(is_rounded(&distances->points_a[k], d.witness.point_a));
    CHECK(is_rounded(&distances->points_b[k], d.witness.point_b));
    CHECK(is_rounded(&distances->normals[k], d.witness.normal));
    CHECK(depths->relations[k] == p.relation && depths->depths[k] == (float)p.depth);
    CHECK(is_rounded(&depths->points_a[k], p.witness.point_a));
    CHECK(is_rounded(&depths->points_b[k], p.witness.point_b));
    CHECK(is_rounded(&depths->normals[k], p.witness.normal));
}

/* Output arrays of batches. */
typedef struct {
    GrazeSolidPair pairs[PAIRS];
    uint8_t relations[4][PAIRS];
    uint8_t hits[PAIRS];
    float values[3][PAIRS];
    GrazeSolidPoint points[6][PAIRS];
} Answers;

static void check_pairs(const World* world)
{
    Answers* to = malloc(sizeof *to);
    int32_t contacts[5];
    for (int32_t k = 0; k < PAIRS; k++) {
        int32_t i = k / BODIES;
        int32_t j = k % BODIES;
        to->pairs[k] = (GrazeSolidPair){&world->solids[i], &world->solids[j], &world->places[i],
                                        &world->places[j]};
    }
    const GrazeSolidDistanceBatch plain = {.relations = to->relations[0],
                                           .distances = to->values[0]};
    const GrazeSolidDistanceBatch distances = {to->relations[1], to->values[1], to->points[0],
                                               to->points[1], to->points[2]};
    const GrazeSolidPenetrationBatch depths = {to->relations[2], to->values[2], to->points[3],
                                               to->points[4], to->points[5]};
    const GrazeSolidScratch* scratch = &world->scratch;
    CHECK(graze_solid_pairs_collide(to->pairs, PAIRS, scratch, to->hits, &contacts[0]) == GRAZE_OK);
    CHECK(graze_solid_pairs_relation(to->pairs, PAIRS, scratch, to->relations[3], &contacts[1]) ==
          GRAZE_OK);
    CHECK(graze_solid_pairs_distance(to->pairs, PAIRS, scratch, &plain, &contacts[2]) == GRAZE_OK);
    CHECK(graze_solid_pairs_distance(to->pairs, PAIRS, scratch, &distances, &contacts[3]) ==
          GRAZE_OK);
    CHECK(graze_solid_pairs_penetration(to->pairs, PAIRS, scratch, &depths, &contacts[4]) ==
          GRAZE_OK);
    int32_t hits = 0;
    for (int32_t k = 0; k < PAIRS; k++) {
        check_pair(world, k / BODIES, k % BODIES, to->relations[0][k], to->values[0][k], &distances,
                   &depths);
        CHECK(to->relations[3][k] == to->relations[0][k]);
        CHECK(to->hits[k] == (to->relations[0][k] != GRAZE_DISJOINT));
        hits += to->hits[k];
    }
    for (int k = 0; k < 5; k++)
        CHECK(contacts[k] == hits);
    free(to);
}

/*
 * Balls that touch, of which the spheres of a batch do, too, and gaps halfway between two numbers of
 * float32, one of which is even.
 */
static void check_balls(void)
{
    enum { COUNT = 64 };
    const GrazeSolidPoint zero = {0, 0, 0};
    const int32_t neighbors[2] = {0, 0};
    for (int k = 0; k < 2 * COUNT; k++) {
        float unit = ldexpf(1, (int)random_below(60) - 30);
        float radius = unit * (float)(1 + random_below(1U << 20));
        float other = unit * (float)(1 + random_below(1U << 20));
        float at = radius + other;
        if (k >= COUNT) {
            radius = unit * 0x1p-24F;
            other = 0;
            at = k % 2 == 0 ? unit * 2 : unit * (1 + 0x1p-23F);
        }
        const GrazeSolid balls[2] = {
            {.vertices = &zero, .count = 1, .radius = radius, .faces.neighbor_starts = neighbors},
            {.vertices = &zero, .count = 1, .radius = other, .faces.neighbor_starts = neighbors}};
        float p[3] = {0, 0, 0};
        p[k % 3] = k % 4 < 2 ? at : -at;
        const GrazeSolidPlacement places[2] = {{0, 0, 0, 0, 0, 0, 1},
                                               {p[0], p[1], p[2], 0, 0, 0, 1}};
        const GrazeSolidPair pair = {&balls[0], &balls[1], &places[0], &places[1]};
        uint8_t relation;
        uint8_t again;
        float distance;
        int32_t contacts;
        const GrazeSolidDistanceBatch out = {.relations = &again, .distances = &distance};
        CHECK(graze_solid_pairs_relation(&pair, 1, NULL, &relation, &contacts) == GRAZE_OK);
        CHECK(graze_solid_pairs_distance(&pair, 1, NULL, &out, &contacts) == GRAZE_OK);
        CHECK(relation == again && relation == (k < COUNT ? GRAZE_TOUCHING : GRAZE_DISJOINT));
        CHECK(distance == (k < COUNT ? 0 : k % 2 == 0 ? unit * 2 : unit));
    }
}

/* Two round bodies that overlap deeply need more room than there is on the stack, convex or not,
   alone or in a batch: each query says so, and writes nothing. */
static void check_room(void)
{
    enum { COUNT = 160 };
    static GrazeSolidPoint points[COUNT];
    for (int32_t i = 0; i < COUNT; i++) {
        double z = 1 - (2.0 * i + 1) / COUNT;
        double across = sqrt(1 - z * z);
        points[i] = (GrazeSolidPoint){(float)(across * cos(2.399963 * i)),
                                      (float)(across * sin(2.399963 * i)), (float)z};
    }
    size_t used;
    size_t size = graze_solid_scratch_size(COUNT * COUNT);
    size_t little = graze_solid_scratch_size(65);
    void* room = malloc(size);
    const GrazeSolidScratch scratch[4] = {{NULL, 0}, {room, 16}, {room, little}, {room, size}};
    void* storage = malloc(graze_solid_hull_size(COUNT));
    GrazeSolid ball;
    GrazeSolid whole;
    CHECK(graze_solid_hull(points, COUNT, 0, storage, &used, &ball) == GRAZE_OK);
    void* of_whole = malloc(graze_solid_compound_size(&ball, 1));
    CHECK(graze_solid_compound(&ball, 1, of_whole, &whole) == GRAZE_OK);
    const GrazeSolidPlacement places[2] = {{0, 0, 0, 0, 0, 0, 1}, {0.0625F, 0, 0, 0, 0, 0, 1}};
    GrazeSolidPose pose[2];
    for (int k = 0; k < 2; k++)
        pose[k] = graze_solid_placement_pose(&places[k]);
    for (int k = 0; k < 8; k++) {
        const GrazeSolidScratch* with = k / 2 == 0 ? NULL : &scratch[k / 2];
        const GrazeSolid* a = k % 2 == 0 ? &ball : &whole;
        GrazeStatus expected = k / 2 == 3 ? GRAZE_OK : GRAZE_E_OUT_OF_MEMORY;
        GrazeSolidPenetration p;
        GrazeSolidManifold m;
        memset(&p, UNWRITTEN, sizeof p);
        memset(&m, UNWRITTEN, sizeof m);
        CHECK(graze_solid_penetration(a, &pose[0], &ball, &pose[1], with, &p) == expected);
        CHECK(graze_solid_manifold(a, &pose[0], &ball, &pose[1], 0, with, &m) == expected);
        const GrazeSolidPair pair = {a, &ball, &places[0], &places[1]};
        uint8_t relation;
        float depth;
        GrazeSolidPoint vectors[3];
        int32_t contacts;
        const GrazeSolidPenetrationBatch out = {&relation, &depth, &vectors[0], &vectors[1],
                                                &vectors[2]};
        CHECK(graze_solid_pairs_penetration(&pair, 1, with, &out, &contacts) == expected);
        if (expected != GRAZE_OK) {
            CHECK(is_unwritten(&p, sizeof p) && is_unwritten(&m, sizeof m));
            continue;
        }
        CHECK(p.depth > 1.8 && p.depth <= 2 && m.count >= 1 && m.depth == p.lower_bound);
        CHECK(depth == (float)p.depth && contacts == 1 && relation == GRAZE_OVERLAPPING);
    }
    free(of_whole);
    free(storage);
    free(room);
}

/* Bodies of a world, of which some stand still, with their storage. */
typedef struct {
    const World* world;
    const GrazeSolid* solids[BODIES];
    uint32_t categories[BODIES], masks[BODIES];
    GrazeSolidBodies bodies;
    void* storage;
} Bodies;

static void make_bodies(Bodies* made, const World* world, int32_t still, bool has_categories)
{
    size_t size = graze_solid_bodies_size(BODIES, still, PAIRS);
    made->world = world;
    made->storage = aligned_alloc(16, (size + 15) / 16 * 16);
    for (int32_t k = 0; k < BODIES; k++) {
        made->solids[k] = &world->solids[k];
        made->categories[k] = 1U << random_below(3);
        made->masks[k] = random_below(8);
    }
    graze_solid_bodies_init(&made->bodies, made->solids, world->places, BODIES, still, PAIRS,
                            made->storage);
    if (has_categories) {
        made->bodies.categories = made->categories;
        made->bodies.masks = made->masks;
    }
    graze_solid_bodies_update(&made->bodies, 0, BODIES);
    /* Bodies one by one give the same index as all at once. */
    for (int32_t k = 0; k < BODIES; k += 3)
        graze_solid_bodies_update(&made->bodies, k, k + 1);
}

static bool may_meet(const Bodies* made, int32_t i, int32_t j)
{
    return made->bodies.categories == NULL || ((made->masks[i] & made->categories[j]) != 0 &&
                                               (made->masks[j] & made->categories[i]) != 0);
}

static double gap_of(const Bodies* made, int32_t k, const GrazeSolid* solid,
                     const GrazeSolidPose* pose, GrazeRelation* relation)
{
    GrazeSolidPose other = graze_solid_placement_pose(&made->world->places[k]);
    double gap;
    CHECK(graze_solid_gap(solid, pose, made->solids[k], &other, &made->world->scratch, &gap,
                          relation) == GRAZE_OK);
    return gap;
}

typedef struct {
    uint32_t first[PAIRS], second[PAIRS];
    uint8_t relations[PAIRS];
    float distances[PAIRS];
} NearAnswers;

static void check_near(const Bodies* made, int32_t count, double reach)
{
    NearAnswers* to = malloc(sizeof *to);
    GrazeSolidNearBatch out = {to->first, to->second, to->relations, to->distances, PAIRS};
    const GrazeSolidScratch* scratch = &made->world->scratch;
    int32_t found;
    int32_t expected = 0;
    CHECK(graze_solid_bodies_near(&made->bodies, count, reach, scratch, &out, &found) == GRAZE_OK);
    for (int32_t i = 0; i < count; i++) {
        GrazeSolidPose pose = graze_solid_placement_pose(&made->world->places[i]);
        for (int32_t j = i + 1; j < count; j++) {
            GrazeRelation relation;
            if (j < made->bodies.still || !may_meet(made, i, j)) continue;
            /* The lower body is the first one of the pair. */
            GrazeSolidPose other = graze_solid_placement_pose(&made->world->places[j]);
            double gap;
            CHECK(graze_solid_gap(made->solids[i], &pose, made->solids[j], &other, scratch, &gap,
                                  &relation) == GRAZE_OK);
            if (gap > reach) continue;
            int32_t k = expected++;
            if (k >= found) continue;
            CHECK(to->first[k] == (uint32_t)i && to->second[k] == (uint32_t)j);
            CHECK(to->relations[k] == (uint8_t)relation && to->distances[k] == (float)gap);
        }
    }
    CHECK(found == expected);
    if (found > 1) {
        out.capacity = found - 1;
        memset(to, UNWRITTEN, sizeof *to);
        CHECK(graze_solid_bodies_near(&made->bodies, count, reach, scratch, &out, &found) ==
              GRAZE_OK);
        CHECK(found == expected && is_unwritten(&to->first[found - 1], sizeof(uint32_t)));
        CHECK(is_unwritten(&to->second[found - 1], sizeof(uint32_t)));
        CHECK(is_unwritten(&to->relations[found - 1], 1));
        CHECK(is_unwritten(&to->distances[found - 1], sizeof(float)));
    }
    free(to);
}

static bool is_considered(const Bodies* made, int32_t k, const GrazeBodyFilter* filter)
{
    if (filter == NULL) return true;
    uint32_t category = made->bodies.categories != NULL ? made->categories[k] : 1;
    uint32_t mask = made->bodies.categories != NULL ? made->masks[k] : UINT32_MAX;
    return (filter->mask & category) != 0 && (mask & filter->category) != 0;
}

static void check_one(const Bodies* made, int32_t count, const GrazeBodyFilter* filter, double size)
{
    const World* world = made->world;
    const GrazeSolid* solid = &world->solids[random_below(BODIES)];
    GrazeSolidPlacement place = random_placement(size);
    GrazeSolidPose pose = graze_solid_placement_pose(&place);
    NearAnswers* to = malloc(sizeof *to);
    const GrazeSolidNearBatch out = {NULL, to->second, to->relations, to->distances, PAIRS};
    double reach = random_below(2) == 0 ? 0 : fabs(random_tied()) * size;
    int32_t found;
    int32_t nearest;
    int32_t expected = 0;
    int32_t expected_nearest = -1;
    double least = INFINITY;
    double distance;
    memset(to, UNWRITTEN, sizeof *to);
    CHECK(graze_solid_bodies_near_one(&made->bodies, count, solid, &pose, reach, filter,
                                      &world->scratch, &out, &found) == GRAZE_OK);
    CHECK(graze_solid_bodies_nearest(&made->bodies, count, solid, &pose, size, filter,
                                     &world->scratch, &nearest, &distance) == GRAZE_OK);
    for (int32_t k = 0; k < count; k++) {
        GrazeRelation relation;
        if (!is_considered(made, k, filter)) continue;
        double gap = gap_of(made, k, solid, &pose, &relation);
        if (gap < least && gap <= size) {
            least = gap;
            expected_nearest = k;
        }
        if (gap > reach) continue;
        CHECK(expected < found && to->second[expected] == (uint32_t)k);
        CHECK(to->relations[expected] == (uint8_t)relation);
        CHECK(to->distances[expected] == (float)gap);
        expected++;
    }
    CHECK(found == expected && is_unwritten(&to->second[found], sizeof(uint32_t)));
    CHECK(is_unwritten(&to->relations[found], 1));
    CHECK(is_unwritten(&to->distances[found], sizeof(float)));
    CHECK(nearest == expected_nearest && distance == least);
    if (found > 0) {
        GrazeSolidNearBatch fewer = out;
        uint32_t last = to->second[found - 1];
        fewer.capacity = found - 1;
        memset(&to->second[found - 1], UNWRITTEN, sizeof last);
        CHECK(graze_solid_bodies_near_one(&made->bodies, count, solid, &pose, reach, filter,
                                          &world->scratch, &fewer, &found) == GRAZE_OK);
        CHECK(found == expected && is_unwritten(&to->second[found - 1], sizeof last));
        CHECK(found < 2 || to->second[found - 2] < last);
    }
    free(to);
}

static void check_points(const Bodies* made, int32_t count, const GrazeBodyFilter* filter,
                         double size)
{
    const GrazeSolidPoint zero = {0, 0, 0};
    const GrazeSolid body = {.vertices = &zero, .count = 1};
    const double point[3] = {random_float(size), random_float(size), random_float(size)};
    const GrazeSolidBounds box = {{point[0], point[1], point[2]},
                                  {point[0] + size / 2, point[1] + size / 4, point[2] + size / 2}};
    const GrazeSolidPose pose = {point[0], point[1], point[2], {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    uint32_t held[BODIES + 1];
    uint32_t boxed[BODIES + 1];
    int32_t found;
    int32_t expected = 0;
    int32_t in_box = 0;
    memset(held, UNWRITTEN, sizeof held);
    memset(boxed, UNWRITTEN, sizeof boxed);
    CHECK(graze_solid_bodies_at_point(&made->bodies, count, point, filter, &made->world->scratch,
                                      held, &found) == GRAZE_OK);
    int32_t boxes = graze_solid_bodies_in_box(&made->bodies, count, &box, filter, boxed);
    for (int32_t k = 0; k < count; k++) {
        GrazeRelation relation;
        if (!is_considered(made, k, filter)) continue;
        gap_of(made, k, &body, &pose, &relation);
        if (relation != GRAZE_DISJOINT) CHECK(expected < found && held[expected++] == (uint32_t)k);
        const float* sides = made->bodies.bounds + 6 * (size_t)k;
        bool meets = true;
        for (int axis = 0; axis < 3; axis++)
            meets = meets && sides[axis] <= box.max[axis] && sides[3 + axis] >= point[axis];
        if (meets) CHECK(in_box < boxes && boxed[in_box++] == (uint32_t)k);
    }
    CHECK(found == expected && boxes == in_box);
    CHECK(is_unwritten(&held[found], sizeof(uint32_t)));
    CHECK(is_unwritten(&boxed[boxes], sizeof(uint32_t)));
}

static void check_casts(const Bodies* made, int32_t count, const GrazeBodyFilter* filter,
                        double size)
{
    const World* world = made->world;
    const GrazeSolidPoint zero = {0, 0, 0};
    const GrazeSolid point = {.vertices = &zero, .count = 1};
    GrazeSolidPlacement place = random_placement(size);
    bool is_ray = random_below(2) == 0;
    GrazeSolidBodyCast cast = {is_ray ? NULL : &world->solids[random_below(BODIES)],
                               graze_solid_placement_pose(&place),
                               {3 * random_float(size), 3 * random_float(size), 0},
                               random_below(2) ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT};
    if (random_below(4) != 0) cast.displacement[2] = 3 * random_float(size);
    GrazeSolidPose pose = cast.pose;
    const GrazeSolidPose upright = {pose.x, pose.y, pose.z, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    if (is_ray) pose = upright;
    uint32_t bodies[BODIES + 1];
    double intervals[2 * BODIES + 1];
    memset(bodies, UNWRITTEN, sizeof bodies);
    memset(intervals, UNWRITTEN, sizeof intervals);
    const GrazeBodyCastBatch out = {bodies, intervals, BODIES};
    GrazeSolidCast first;
    GrazeSolidCast least = {.begin = INFINITY};
    int32_t body;
    int32_t found;
    int32_t expected = 0;
    int32_t expected_body = -1;
    CHECK(graze_solid_bodies_cast(&made->bodies, count, &cast, filter, &world->scratch, &body,
                                  &first) == GRAZE_OK);
    CHECK(graze_solid_bodies_cast_all(&made->bodies, count, &cast, filter, &world->scratch, &out,
                                      &found) == GRAZE_OK);
    for (int32_t k = 0; k < count; k++) {
        GrazeSolidPose other = graze_solid_placement_pose(&world->places[k]);
        GrazeSolidCast met;
        if (!is_considered(made, k, filter)) continue;
        CHECK(graze_solid_shape_cast(is_ray ? &point : cast.solid, &pose, made->solids[k], &other,
                                     cast.displacement, cast.touching, &world->scratch,
                                     &met) == GRAZE_OK);
        if (met.status == GRAZE_CAST_FREE) continue;
        if (met.begin < least.begin) {
            least = met;
            expected_body = k;
        }
        expected++;
        int32_t i = 0;
        while (i < found && bodies[i] != (uint32_t)k)
            i++;
        CHECK(i < found && intervals[2 * i] == met.begin && intervals[2 * i + 1] == met.end);
    }
    CHECK(found == expected && body == expected_body);
    CHECK(is_unwritten(&bodies[found], sizeof(uint32_t)));
    CHECK(is_unwritten(&intervals[2 * found], sizeof(double)));
    if (found > 0) {
        uint32_t fewer[BODIES];
        memset(fewer, UNWRITTEN, sizeof fewer);
        const GrazeBodyCastBatch some = {fewer, intervals, found - 1};
        CHECK(graze_solid_bodies_cast_all(&made->bodies, count, &cast, filter, &world->scratch,
                                          &some, &found) == GRAZE_OK);
        CHECK(found == expected && is_unwritten(&fewer[found - 1], sizeof *fewer));
        CHECK(memcmp(fewer, bodies, (size_t)(found - 1) * sizeof *fewer) == 0);
    }
    if (body >= 0) CHECK(first.begin == least.begin && first.status == least.status);
    for (int32_t i = 1; i < found; i++)
        CHECK(intervals[2 * i - 2] < intervals[2 * i] ||
              (intervals[2 * i - 2] == intervals[2 * i] && bodies[i - 1] < bodies[i]));
    const GrazeSolidRay ray = {
        pose.x, pose.y, pose.z, cast.displacement[0], cast.displacement[1], cast.displacement[2]};
    if (!is_ray) return;
    GrazeSolidPoint at;
    GrazeSolidPoint normal;
    double interval[2];
    const GrazeSolidRayBatch rays = {&body, interval, &at, &normal};
    CHECK(graze_solid_bodies_cast_rays(&made->bodies, count, &ray, 1, filter, cast.touching,
                                       &world->scratch, &rays, &found) == GRAZE_OK);
    CHECK(body == expected_body && found == (body >= 0));
    if (body < 0) return;
    CHECK(interval[0] == least.begin && interval[1] == least.end);
    CHECK(is_rounded(&at, least.witness.point_a) && is_rounded(&normal, least.witness.normal));
}

static void check_bodies(const World* world, double size)
{
    static const int32_t stills[4] = {0, BODIES / 3, BODIES - 2, BODIES};
    for (int i = 0; i < 4; i++) {
        Bodies made;
        int32_t count = random_below(2) == 0 ? BODIES : BODIES - 5;
        make_bodies(&made, world, stills[i], random_below(2) == 0);
        check_near(&made, count, 0);
        check_near(&made, count, size / 4);
        for (int k = 0; k < 4; k++) {
            const GrazeBodyFilter some = {random_below(8), random_below(8)};
            const GrazeBodyFilter* filter = k % 2 == 0 ? NULL : &some;
            check_one(&made, count, filter, size);
            check_points(&made, count, filter, size);
            check_casts(&made, count, filter, size);
        }
        free(made.storage);
    }
}

/* Checks that a walk along edges finds the vertices that a scan finds, also where many are equally
   far. */
static void check_climb(int32_t count)
{
    GrazeSolidPoint* points = malloc((size_t)count * sizeof *points);
    void* storage = aligned_alloc(16, (graze_solid_hull_size(count) + 15) / 16 * 16);
    bool is_coarse = random_below(2) == 0;
    GrazeSolid hull;
    size_t used;
    for (int32_t i = 0; i < count; i++) {
        double p[3];
        double square = 0;
        for (int k = 0; k < 3; k++) {
            p[k] = random_unit();
            square += p[k] * p[k];
        }
        double scale = 1 / sqrt(max2(square, 0x1p-20));
        for (int k = 0; k < 3; k++)
            p[k] = is_coarse ? rint(8 * p[k] * scale) : p[k] * scale;
        points[i] = (GrazeSolidPoint){(float)p[0], (float)p[1], (float)p[2]};
    }
    CHECK(graze_solid_hull(points, count, 0, storage, &used, &hull) == GRAZE_OK);
    for (int i = 0; i < 200; i++) {
        GrazeVec3 d = vec3(random_tied(), random_tied(), random_tied());
        CHECK(graze_solid_climb(&hull, d) == solid_scan(hull.vertices, hull.count, d));
    }
    free(points);
    free(storage);
}

/* A row of cubes with gaps of 2, most of which stand still. */
enum { ROW = 64, ROW_STILL = 60 };

typedef struct {
    GrazeSolidPlacement places[ROW];
    const GrazeSolid* solids[ROW];
    GrazeSolidBodies bodies;
    uint32_t found[ROW], others[ROW];
    uint8_t relations[ROW];
    float distances[ROW];
} Row;

static int32_t near_in_row(Row* row, double reach)
{
    GrazeSolidNearBatch out = {row->found, row->others, row->relations, row->distances, ROW};
    int32_t found = -1;
    CHECK(graze_solid_bodies_near(&row->bodies, ROW, reach, NULL, &out, &found) == GRAZE_OK);
    return found;
}

static int32_t first_in_row(const Row* row, const GrazeSolidBodyCast* cast)
{
    GrazeSolidCast first;
    int32_t body = -2;
    CHECK(graze_solid_bodies_cast(&row->bodies, ROW, cast, NULL, NULL, &body, &first) == GRAZE_OK);
    return body;
}

/* Checks gaps that equal the reach, rays that only touch, and an update of a single body. */
static void check_row(void)
{
    Row* row = malloc(sizeof *row);
    GrazeSolidPoint points[8];
    GrazeSolid cube;
    size_t used;
    void* memory = aligned_alloc(16, (graze_solid_hull_size(8) + 15) / 16 * 16);
    void* storage =
        aligned_alloc(16, (graze_solid_bodies_size(ROW, ROW_STILL, ROW) + 15) / 16 * 16);
    for (int32_t i = 0; i < 8; i++)
        points[i] = (GrazeSolidPoint){i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1};
    CHECK(graze_solid_hull(points, 8, 0, memory, &used, &cube) == GRAZE_OK);
    for (int32_t k = 0; k < ROW; k++) {
        row->places[k] = (GrazeSolidPlacement){4 * (float)k, 0, 0, 0, 0, 0, 1};
        row->solids[k] = &cube;
    }
    graze_solid_bodies_init(&row->bodies, row->solids, row->places, ROW, ROW_STILL, ROW, storage);
    graze_solid_bodies_update(&row->bodies, 0, ROW);
    CHECK(near_in_row(row, 2) == ROW - ROW_STILL);
    CHECK(near_in_row(row, 2 - 0x1p-40) == 0);
    GrazeSolidBodyCast ray = {NULL, {-10, 1, 0, {0}}, {300, 0, 0}, GRAZE_TOUCHING_CONFLICT};
    CHECK(first_in_row(row, &ray) == 0);
    ray.touching = GRAZE_TOUCHING_ALLOWED;
    CHECK(first_in_row(row, &ray) == -1);
    row->places[5].y = 0.5F;
    graze_solid_bodies_update(&row->bodies, 5, 6);
    CHECK(first_in_row(row, &ray) == 5);
    free(memory);
    free(storage);
    free(row);
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    check_row();
    for (int round = 0; round < share_of(60); round++) {
        double size = round % 3 == 0 ? 2 : round % 3 == 1 ? 6 : 40;
        World* world = new_world(size);
        check_pairs(world);
        check_bodies(world, size);
        free_world(world);
    }
    for (int round = 0; round < share_of(60); round++)
        check_climb(20 + (int32_t)random_below(300));
    check_balls();
    check_room();
    return test_failures;
}
