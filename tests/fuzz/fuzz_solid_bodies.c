/*
 * Fuzzes batches of pairs and many bodies in space: they answer as single queries of all pairs do,
 * before and after bodies move, and write no more than their arrays hold.
 */
#include "solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* FORMS: convex forms; the last form is a compound of two of them. PAIRS: room for pairs found. */
enum { FORMS = 3, MOST = 8, PAIRS = MOST * MOST };

typedef struct {
    SolidBody convex[FORMS];
    GrazeSolid forms[FORMS + 1];
    void* compound;
    int32_t count, still, pairs;
    const GrazeSolid* solids[MOST];
    GrazeSolidPlacement places[MOST];
    uint32_t categories[MOST], masks[MOST];
    bool has_filters;
    GrazeSolidBodies bodies;
    void* storage;
} World;

static void print_world(const void* given)
{
    const World* w = given;
    fprintf(stderr, "  %d of %d bodies stand still, room for %d pairs\n", w->still, w->count,
            w->pairs);
    for (int32_t k = 0; k < w->count; k++) {
        GrazeSolidPose pose = graze_solid_placement_pose(&w->places[k]);
        fprintf(stderr, "  form %d, bits %x, %x\n", (int)(w->solids[k] - w->forms),
                w->categories[k], w->masks[k]);
        print_solid(w->solids[k], &pose);
    }
}

static bool read_place(Input* input, World* w, int32_t k)
{
    int32_t from = input_below(input, 16);
    if (from < k) {
        w->places[k] = w->places[from];
        w->places[k].x += (float)input_int(input, 2) / 2;
        return graze_solid_placement_check(&w->places[k]) == GRAZE_OK;
    }
    return input_solid_placement(input, &w->places[k]);
}

static bool read_world(Input* input, World* w)
{
    SolidGrid grid = {1 + input_below(input, 3), 1, 0};
    bool is_whole = input_below(input, 4) != 0;
    bool is_read = true;
    for (int32_t k = 0; k < FORMS; k++) {
        is_read = input_solid(input, is_whole ? &grid : NULL, &w->convex[k]) && is_read;
        w->forms[k] = w->convex[k].solid;
    }
    if (!is_read) return false;
    w->compound = solid_room(graze_solid_compound_size(w->forms, 2));
    if (graze_solid_compound(w->forms, 2, w->compound, &w->forms[FORMS]) != GRAZE_OK) return false;
    w->count = input_below(input, MOST + 1);
    w->still = input_below(input, w->count + 1);
    w->pairs = 1 + input_below(input, PAIRS);
    w->has_filters = input_below(input, 2) == 1;
    for (int32_t k = 0; k < w->count; k++) {
        w->solids[k] = &w->forms[input_below(input, FORMS + 1)];
        w->categories[k] = 1U << input_below(input, 3);
        w->masks[k] = (uint32_t)input_below(input, 8);
        if (!read_place(input, w, k)) return false;
    }
    return true;
}

static void make_bodies(World* w)
{
    w->storage = solid_room(graze_solid_bodies_size(w->count, w->still, w->pairs));
    w->bodies.categories = w->bodies.masks = w->categories;
    graze_solid_bodies_init(&w->bodies, w->solids, w->places, w->count, w->still, w->pairs,
                            w->storage);
    CHECK(w->bodies.solids == w->solids && w->bodies.places == w->places &&
              w->bodies.categories == NULL && w->bodies.masks == NULL &&
              w->bodies.capacity == w->count && w->bodies.still == w->still,
          "%d bodies, %d still", w->bodies.capacity, w->bodies.still);
    if (w->has_filters) {
        w->bodies.categories = w->categories;
        w->bodies.masks = w->masks;
    }
    graze_solid_bodies_update(&w->bodies, 0, w->count);
}

/* ---------------------------------------------------------------- pairs */

static bool is_rounded(const GrazeSolidPoint* p, const double of[3])
{
    const GrazeSolidPoint expected = {(float)of[0], (float)of[1], (float)of[2]};
    return same_bytes(p, &expected, sizeof expected);
}

/* Output arrays for exactly `count` pairs. */
typedef struct {
    uint8_t *hits, *relations[4];
    float* values[3];
    GrazeSolidPoint* points[6];
} PairArrays;

static PairArrays new_arrays(int32_t count)
{
    size_t n = (size_t)count;
    PairArrays to;
    to.hits = solid_room(n);
    for (int i = 0; i < 4; i++)
        to.relations[i] = solid_room(n);
    for (int i = 0; i < 3; i++)
        to.values[i] = solid_room(n * sizeof(float));
    for (int i = 0; i < 6; i++)
        to.points[i] = solid_room(n * sizeof(GrazeSolidPoint));
    return to;
}

static void free_arrays(PairArrays* to)
{
    free(to->hits);
    for (int i = 0; i < 4; i++)
        free(to->relations[i]);
    for (int i = 0; i < 3; i++)
        free(to->values[i]);
    for (int i = 0; i < 6; i++)
        free(to->points[i]);
}

/* Checks pair k against single queries; returns whether it is in contact. */
static bool check_pair(const GrazeSolidPair* pair, const PairArrays* to, int32_t k)
{
    GrazeSolidPose a = graze_solid_placement_pose(pair->place_a);
    GrazeSolidPose b = graze_solid_placement_pose(pair->place_b);
    GrazeRelation relation;
    GrazeSolidDistance d;
    GrazeSolidPenetration p;
    CHECK(graze_solid_relation(pair->a, &a, pair->b, &b, NULL, &relation) == GRAZE_OK &&
              graze_solid_distance(pair->a, &a, pair->b, &b, NULL, &d) == GRAZE_OK &&
              graze_solid_penetration(pair->a, &a, pair->b, &b, NULL, &p) == GRAZE_OK,
          "no answer of pair %d", k);
    CHECK(to->hits[k] == (relation != GRAZE_DISJOINT), "pair %d: hit %d, relation %d", k,
          to->hits[k], (int)relation);
    for (int i = 0; i < 4; i++)
        CHECK(to->relations[i][k] == relation, "pair %d: relation %d, single %d", k,
              to->relations[i][k], (int)relation);
    for (int i = 0; i < 2; i++)
        CHECK(to->values[i][k] == (float)d.distance, "pair %d: distance %a, single %a", k,
              (double)to->values[i][k], d.distance);
    CHECK(to->values[2][k] == (float)p.depth, "pair %d: depth %a, single %a", k,
          (double)to->values[2][k], p.depth);
    CHECK(is_rounded(&to->points[0][k], d.witness.point_a) &&
              is_rounded(&to->points[1][k], d.witness.point_b) &&
              is_rounded(&to->points[2][k], d.witness.normal),
          "pair %d: nearest points", k);
    CHECK(is_rounded(&to->points[3][k], p.witness.point_a) &&
              is_rounded(&to->points[4][k], p.witness.point_b) &&
              is_rounded(&to->points[5][k], p.witness.normal),
          "pair %d: points of the depth", k);
    return relation != GRAZE_DISJOINT;
}

/* Returns whether all single queries have enough memory on the stack. */
static bool is_answered(const World* w)
{
    for (int32_t i = 0; i < FORMS; i++)
        if (w->convex[i].solid.count > 8) return false;
    return true;
}

static void check_pairs(Input* input, const World* w)
{
    int32_t count = w->count > 0 ? input_below(input, 9) : 0;
    GrazeSolidPair* pairs = solid_room((size_t)count * sizeof *pairs);
    for (int32_t k = 0; k < count; k++) {
        int32_t i = input_below(input, w->count);
        int32_t j = input_below(input, w->count);
        pairs[k] = (GrazeSolidPair){w->solids[i], w->solids[j], &w->places[i], &w->places[j]};
    }
    PairArrays to = new_arrays(count);
    const GrazeSolidDistanceBatch plain = {.relations = to.relations[0], .distances = to.values[0]};
    const GrazeSolidDistanceBatch nearest = {to.relations[1], to.values[1], to.points[0],
                                             to.points[1], to.points[2]};
    const GrazeSolidPenetrationBatch deepest = {to.relations[2], to.values[2], to.points[3],
                                                to.points[4], to.points[5]};
    int32_t contacts[5] = {-1, -1, -1, -1, -1};
    CHECK(graze_solid_pairs_collide(pairs, count, NULL, to.hits, &contacts[0]) == GRAZE_OK &&
              graze_solid_pairs_relation(pairs, count, NULL, to.relations[3], &contacts[1]) ==
                  GRAZE_OK &&
              graze_solid_pairs_distance(pairs, count, NULL, &plain, &contacts[2]) == GRAZE_OK &&
              graze_solid_pairs_distance(pairs, count, NULL, &nearest, &contacts[3]) == GRAZE_OK &&
              graze_solid_pairs_penetration(pairs, count, NULL, &deepest, &contacts[4]) == GRAZE_OK,
          "no answers");
    int32_t hits = 0;
    for (int32_t k = 0; k < count; k++)
        hits += check_pair(&pairs[k], &to, k);
    for (int i = 0; i < 5; i++)
        CHECK(contacts[i] == hits, "%d contacts in answer %d, single %d", contacts[i], i, hits);
    const GrazeSolidPenetrationBatch depths = {to.relations[2], to.values[0], NULL, NULL,
                                               to.points[0]};
    CHECK(graze_solid_pairs_penetration(pairs, count, NULL, &depths, &contacts[0]) == GRAZE_OK &&
              same_bytes(to.values[0], to.values[2], (size_t)count * sizeof(float)) &&
              same_bytes(to.points[0], to.points[5], (size_t)count * sizeof(GrazeSolidPoint)),
          "other depths without points");
    free_arrays(&to);
    free(pairs);
}

/* ---------------------------------------------------------------- placements */

/* Checks any bits as a placement. */
static void check_placement(Input* input)
{
    GrazeSolidPlacement place;
    GrazeSolidPose expected = {0};
    bool is_close = input_below(input, 2) == 0;
    if (is_close) {
        if (!input_solid_placement(input, &place)) place.qw = NAN;
    } else {
        float* numbers = &place.x;
        for (int i = 0; i < 7; i++)
            numbers[i] = input_float(input);
    }
    const double q[4] = {place.qx, place.qy, place.qz, place.qw};
    GrazeStatus status = graze_solid_pose(place.x, place.y, place.z, q, &expected);
    GrazeStatus found = graze_solid_placement_check(&place);
    CHECK(found == status, "status %d of a placement, %d of its pose", (int)found, (int)status);
    if (status != GRAZE_OK) return;
    GrazeSolidPose pose = graze_solid_placement_pose(&place);
    CHECK(same_bytes(&pose, &expected, sizeof pose), "another pose");
}

/* ---------------------------------------------------------------- pairs found */

static bool may_meet(const World* w, int32_t i, int32_t j)
{
    return !w->has_filters ||
           ((w->masks[i] & w->categories[j]) != 0 && (w->masks[j] & w->categories[i]) != 0);
}

static double gap_of(const World* w, int32_t i, int32_t j, GrazeRelation* relation)
{
    GrazeSolidPose a = graze_solid_placement_pose(&w->places[i]);
    GrazeSolidPose b = graze_solid_placement_pose(&w->places[j]);
    double gap = 0;
    GrazeStatus status = graze_solid_gap(w->solids[i], &a, w->solids[j], &b, NULL, &gap, relation);
    CHECK(status == GRAZE_OK, "status %d", (int)status);
    return gap;
}

static void check_near(const World* w, int32_t count, double reach, int32_t capacity)
{
    size_t room = (size_t)capacity;
    GrazeSolidNearBatch out = {solid_room(room * sizeof(uint32_t)),
                               solid_room(room * sizeof(uint32_t)), solid_room(room),
                               solid_room(room * sizeof(float)), capacity};
    int32_t found = -1;
    int32_t expected = 0;
    memset(out.relations, 9, room);
    GrazeStatus status = graze_solid_bodies_near(&w->bodies, count, reach, NULL, &out, &found);
    CHECK(status == GRAZE_OK, "status %d", (int)status);
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = i + 1; j < count; j++) {
            GrazeRelation relation;
            if (j < w->still || !may_meet(w, i, j)) continue;
            double gap = gap_of(w, i, j, &relation);
            if (gap > reach) continue;
            int32_t k = expected++;
            if (found > capacity || k >= found) continue;
            CHECK(out.first[k] == (uint32_t)i && out.second[k] == (uint32_t)j,
                  "pair %d: (%u, %u), single (%d, %d)", k, out.first[k], out.second[k], i, j);
            CHECK(out.relations[k] == relation && out.distances[k] == (float)gap,
                  "pair %d: relation %d, %a apart, single %d, %a", k, out.relations[k],
                  (double)out.distances[k], (int)relation, gap);
        }
    CHECK(found == expected, "%d pairs, single %d", found, expected);
    for (int32_t k = 0; k < capacity && found > capacity; k++)
        CHECK(out.relations[k] == 9, "pairs that do not fit are written");
    free(out.first);
    free(out.second);
    free(out.relations);
    free(out.distances);
}

/* ---------------------------------------------------------------- one against all */

static bool is_considered(const World* w, int32_t k, const GrazeBodyFilter* filter)
{
    if (filter == NULL) return true;
    uint32_t category = w->has_filters ? w->categories[k] : 1;
    uint32_t mask = w->has_filters ? w->masks[k] : UINT32_MAX;
    return (filter->mask & category) != 0 && (mask & filter->category) != 0;
}

/* A body, or a point of it, that is compared with all. */
typedef struct {
    const GrazeSolid* solid;
    GrazeSolidPose pose;
    double reach;
    double m[3];
    GrazeTouching touching;
} One;

static void check_near_one(const World* w, int32_t count, const One* one,
                           const GrazeBodyFilter* filter)
{
    size_t n = (size_t)count;
    GrazeSolidNearBatch out = {NULL, solid_room(n * sizeof(uint32_t)), solid_room(n),
                               solid_room(n * sizeof(float)), count};
    int32_t found = -1;
    int32_t nearest = -2;
    int32_t expected = 0;
    int32_t expected_nearest = -1;
    double least = INFINITY;
    double distance = -1;
    CHECK(graze_solid_bodies_near_one(&w->bodies, count, one->solid, &one->pose, one->reach, filter,
                                      NULL, &out, &found) == GRAZE_OK,
          "no bodies near one");
    CHECK(graze_solid_bodies_nearest(&w->bodies, count, one->solid, &one->pose, one->reach, filter,
                                     NULL, &nearest, &distance) == GRAZE_OK,
          "no nearest one");
    for (int32_t k = 0; k < count; k++) {
        GrazeSolidPose other = graze_solid_placement_pose(&w->places[k]);
        GrazeRelation relation;
        double gap;
        if (!is_considered(w, k, filter)) continue;
        CHECK(graze_solid_gap(one->solid, &one->pose, w->solids[k], &other, NULL, &gap,
                              &relation) == GRAZE_OK,
              "no gap");
        if (gap > one->reach) continue;
        if (gap < least) {
            least = gap;
            expected_nearest = k;
        }
        int32_t i = expected++;
        CHECK(i < found && out.second[i] == (uint32_t)k, "body %d is left out", k);
        CHECK(out.relations[i] == relation && out.distances[i] == (float)gap,
              "body %d: relation %d, %a apart, single %d, %a", k, out.relations[i],
              (double)out.distances[i], (int)relation, gap);
    }
    CHECK(found == expected, "%d bodies, single %d", found, expected);
    CHECK(nearest == expected_nearest && (nearest < 0 || distance == least),
          "nearest %d at %a, single %d at %a", nearest, distance, expected_nearest, least);
    free(out.second);
    free(out.relations);
    free(out.distances);
}

static void check_at_point(const World* w, int32_t count, const double point[3],
                           const GrazeBodyFilter* filter)
{
    uint32_t* held = solid_room((size_t)count * sizeof *held);
    int32_t found = -1;
    int32_t expected = 0;
    CHECK(graze_solid_bodies_at_point(&w->bodies, count, point, filter, NULL, held, &found) ==
              GRAZE_OK,
          "no bodies at a point");
    for (int32_t k = 0; k < count; k++) {
        GrazeSolidPose pose = graze_solid_placement_pose(&w->places[k]);
        bool is_inside = false;
        CHECK(graze_solid_contains_point(w->solids[k], &pose, point, NULL, &is_inside) == GRAZE_OK,
              "no answer");
        if (!is_inside || !is_considered(w, k, filter)) continue;
        CHECK(expected < found && held[expected] == (uint32_t)k, "body %d is left out", k);
        expected++;
    }
    CHECK(found == expected, "%d bodies at a point, single %d", found, expected);
    free(held);
}

static void check_in_box(const World* w, int32_t count, const GrazeSolidBounds* box,
                         const GrazeBodyFilter* filter)
{
    uint32_t* held = solid_room((size_t)count * sizeof *held);
    int32_t found = graze_solid_bodies_in_box(&w->bodies, count, box, filter, held);
    int32_t next = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazeSolidPose pose = graze_solid_placement_pose(&w->places[k]);
        GrazeSolidBounds own;
        bool meets = true;
        bool is_near = true;
        graze_solid_bounds(w->solids[k], &pose, &own);
        /* The box of a body is in float32, and that of a compound need not be the least one. */
        const float* sides = &w->bodies.bounds[6 * k];
        for (int i = 0; i < 3; i++) {
            double blur = 0x1p-22 * (fabs(box->min[i]) + fabs(box->max[i])) + 0x1p-140;
            CHECK(sides[i] <= own.min[i] && sides[3 + i] >= own.max[i], "the box of body %d", k);
            meets = meets && sides[i] <= box->max[i] && sides[3 + i] >= box->min[i];
            is_near =
                is_near && sides[i] <= box->max[i] + blur && sides[3 + i] >= box->min[i] - blur;
        }
        bool is_listed = next < found && held[next] == (uint32_t)k;
        if (is_listed) next++;
        bool is_asked = is_considered(w, k, filter);
        CHECK(!is_listed || (is_near && is_asked), "body %d is listed", k);
        CHECK(is_listed || !meets || !is_asked, "body %d is left out", k);
    }
    CHECK(next == found, "%d bodies in a box, of which %d are in order", found, next);
    free(held);
}

/* ---------------------------------------------------------------- casts */

/* Writes the casts of the one against all that are met; returns their number. */
static int32_t cast_at_all(const World* w, int32_t count, const One* one, bool is_ray,
                           const GrazeBodyFilter* filter, GrazeSolidCast* casts, int32_t* bodies)
{
    static const GrazeSolidPoint zero = {0, 0, 0};
    static const int32_t none[2] = {0, 0};
    const GrazeSolid point = {.vertices = &zero, .count = 1, .faces = {0, NULL, NULL, none, NULL}};
    const GrazeSolidPose upright = {
        one->pose.x, one->pose.y, one->pose.z, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    int32_t found = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazeSolidPose pose = graze_solid_placement_pose(&w->places[k]);
        GrazeSolidCast* met = &casts[found];
        if (!is_considered(w, k, filter)) continue;
        CHECK(graze_solid_shape_cast(is_ray ? &point : one->solid, is_ray ? &upright : &one->pose,
                                     w->solids[k], &pose, one->m, one->touching, NULL,
                                     met) == GRAZE_OK,
              "no cast");
        if (met->status != GRAZE_CAST_FREE) bodies[found++] = k;
    }
    return found;
}

/* Returns the index of the cast that begins first, of several the lowest body; -1 for none. */
static int32_t first_of(const GrazeSolidCast* casts, int32_t count)
{
    int32_t first = -1;
    for (int32_t i = 0; i < count; i++)
        if (first < 0 || casts[i].begin < casts[first].begin) first = i;
    return first;
}

static void check_casts(const World* w, int32_t count, const One* one, bool is_ray,
                        const GrazeBodyFilter* filter, int32_t capacity)
{
    GrazeSolidCast casts[MOST + 1];
    int32_t order[MOST + 1];
    int32_t expected = cast_at_all(w, count, one, is_ray, filter, casts, order);
    int32_t first = first_of(casts, expected);
    const GrazeSolidBodyCast cast = {
        is_ray ? NULL : one->solid, one->pose, {one->m[0], one->m[1], one->m[2]}, one->touching};
    GrazeSolidCast met = {.begin = -1};
    int32_t body = -2;
    CHECK(graze_solid_bodies_cast(&w->bodies, count, &cast, filter, NULL, &body, &met) == GRAZE_OK,
          "no cast");
    CHECK(body == (first < 0 ? -1 : order[first]), "body %d is met first, single %d", body,
          first < 0 ? -1 : order[first]);
    if (body >= 0) CHECK(same_bytes(&met, &casts[first], sizeof met), "another cast");
    size_t room = (size_t)capacity;
    const GrazeBodyCastBatch out = {solid_room(room * sizeof(uint32_t)),
                                    solid_room(2 * room * sizeof(double)), capacity};
    int32_t found = -1;
    CHECK(graze_solid_bodies_cast_all(&w->bodies, count, &cast, filter, NULL, &out, &found) ==
              GRAZE_OK,
          "no casts");
    CHECK(found == expected, "%d bodies are met, single %d", found, expected);
    for (int32_t i = 0; i < found && i < capacity; i++) {
        int32_t next = first_of(casts, expected);
        CHECK(out.bodies[i] == (uint32_t)order[next] &&
                  same_bits(out.intervals[2 * i], casts[next].begin) &&
                  same_bits(out.intervals[2 * i + 1], casts[next].end),
              "place %d: body %u from %a, single %d from %a", i, out.bodies[i],
              out.intervals[2 * i], order[next], casts[next].begin);
        casts[next].begin = INFINITY;
    }
    free(out.bodies);
    free(out.intervals);
}

static void check_rays(Input* input, const World* w, int32_t count, const One* one,
                       const GrazeBodyFilter* filter)
{
    int32_t number = input_below(input, 4);
    size_t n = (size_t)number;
    GrazeSolidRay* rays = solid_room(n * sizeof *rays);
    const GrazeSolidRayBatch out = {
        solid_room(n * sizeof(int32_t)), solid_room(2 * n * sizeof(double)),
        solid_room(n * sizeof(GrazeSolidPoint)), solid_room(n * sizeof(GrazeSolidPoint))};
    for (int32_t k = 0; k < number; k++) {
        double* numbers = &rays[k].x;
        for (int i = 0; i < 6; i++)
            numbers[i] = (double)input_int(input, i < 3 ? 3 : 4);
    }
    int32_t found = -1;
    int32_t expected = 0;
    CHECK(graze_solid_bodies_cast_rays(&w->bodies, count, rays, number, filter, one->touching, NULL,
                                       &out, &found) == GRAZE_OK,
          "no rays");
    for (int32_t k = 0; k < number; k++) {
        const GrazeSolidRay* ray = &rays[k];
        One same = *one;
        GrazeSolidCast casts[MOST + 1];
        int32_t order[MOST + 1];
        memcpy(&same.pose.x, &ray->x, 3 * sizeof(double));
        memcpy(same.m, &ray->dx, sizeof same.m);
        int32_t met = cast_at_all(w, count, &same, true, filter, casts, order);
        int32_t first = first_of(casts, met);
        const GrazeSolidCast none = {.begin = 0};
        const GrazeSolidCast* c = first < 0 ? &none : &casts[first];
        expected += first >= 0;
        CHECK(out.bodies[k] == (first < 0 ? -1 : order[first]), "ray %d meets %d, single %d", k,
              out.bodies[k], first < 0 ? -1 : order[first]);
        CHECK(same_bits(out.intervals[2 * k], c->begin) &&
                  same_bits(out.intervals[2 * k + 1], c->end),
              "ray %d: [%a, %a], single [%a, %a]", k, out.intervals[2 * k],
              out.intervals[2 * k + 1], c->begin, c->end);
        CHECK(is_rounded(&out.points[k], c->witness.point_a) &&
                  is_rounded(&out.normals[k], c->witness.normal),
              "ray %d: point or normal", k);
    }
    CHECK(found == expected, "%d rays meet a body, single %d", found, expected);
    free(rays);
    free(out.bodies);
    free(out.intervals);
    free(out.points);
    free(out.normals);
}

/* ---------------------------------------------------------------- the target */

static void check_queries(Input* input, const World* w)
{
    int32_t count = input_below(input, w->count + 1);
    if (input_below(input, 2) == 0) count = w->count;
    double reach = (double)input_below(input, 8) / 2;
    int32_t capacity = input_below(input, w->pairs + 1);
    if (input_below(input, 2) == 0) capacity = w->pairs;
    check_near(w, count, reach, capacity);
    const GrazeBodyFilter some = {(uint32_t)input_below(input, 8), (uint32_t)input_below(input, 8)};
    const GrazeBodyFilter* filter = input_below(input, 2) == 0 ? NULL : &some;
    GrazeSolidPlacement place;
    if (!input_solid_placement(input, &place)) return;
    One one = {.solid = &w->forms[input_below(input, FORMS + 1)],
               .pose = graze_solid_placement_pose(&place),
               .reach = (double)input_below(input, 16) / 2,
               .touching =
                   input_below(input, 2) ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT};
    GrazeSolidBounds box;
    double* at = &one.pose.x;
    for (int i = 0; i < 3; i++) {
        one.m[i] = (double)input_int(input, 4);
        box.min[i] = at[i];
        box.max[i] = at[i] + input_below(input, 5);
    }
    check_near_one(w, count, &one, filter);
    check_at_point(w, count, at, filter);
    check_in_box(w, count, &box, filter);
    check_casts(w, count, &one, input_below(input, 2) == 1, filter, input_below(input, MOST + 1));
    check_rays(input, w, count, &one, filter);
}

/* Moves some bodies, and checks that the world is like a new one: single queries know no other. */
static void move_bodies(Input* input, World* w)
{
    int32_t from = input_below(input, w->count + 1);
    int32_t end = from + input_below(input, w->count - from + 1);
    for (int32_t k = from; k < end; k++) {
        GrazeSolidPlacement place;
        if (!input_solid_placement(input, &place)) continue;
        w->places[k] = place;
        w->solids[k] = &w->forms[input_below(input, FORMS + 1)];
    }
    graze_solid_bodies_update(&w->bodies, from, end);
}

/* Checks that all bodies have the boxes of a new world. */
static void check_fresh(const World* w)
{
    GrazeSolidBodies fresh;
    void* storage = solid_room(graze_solid_bodies_size(w->count, w->still, w->pairs));
    graze_solid_bodies_init(&fresh, w->solids, w->places, w->count, w->still, w->pairs, storage);
    graze_solid_bodies_update(&fresh, 0, w->count);
    CHECK(same_bytes(fresh.bounds, w->bodies.bounds, 6 * (size_t)w->count * sizeof(float)),
          "boxes of bodies that moved are not those of new ones");
    free(storage);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static World w;
    Input input = {data, size};
    memset(&w, 0, sizeof w);
    check_subject(print_world, &w);
    if (read_world(&input, &w) && is_answered(&w)) {
        make_bodies(&w);
        check_pairs(&input, &w);
        check_queries(&input, &w);
        for (int step = 0; step < 2; step++) {
            move_bodies(&input, &w);
            check_fresh(&w);
            check_queries(&input, &w);
        }
    }
    check_placement(&input);
    for (int32_t k = 0; k < FORMS; k++)
        solid_free(&w.convex[k]);
    free(w.compound);
    free(w.storage);
    return 0;
}
