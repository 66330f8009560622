/*
 * Tests the SIMD GJK on four pairs. It must decide bodies that are clearly apart or clearly
 * overlap, a nearest feature that is clearly unique, and a distance that is not next to a rounding
 * boundary of float32. It must not report a feature as unique when it is not the nearest.
 * pairs_test.c compares the certified results bit for bit.
 */
#include "../../src/static/batch/measure_simd.h"
#include "../../src/static/shape/support_lut.h"
#include "../../src/tolerance.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

static double between(double lo, double hi)
{
    return lo + (hi - lo) * (random_below(1U << 30) * 0x1p-30);
}

enum { MAX_VERTICES = 40, LANES = 4, ROUNDS = 3000 };

typedef struct {
    GrazeShape shape;
    GrazePoint points[MAX_VERTICES];
    GrazePlacement place;
    _Alignas(16) unsigned char lookup[4096];
} Body;

/* Length of 1 in the current world. */
static double unit = 1;

/* Makes a box, a segment, a point, a corner, or a round body with few vertices, one window or
 * several. */
static void make_body(Body* body, int32_t most, bool is_box, double apart)
{
    GrazePoint scratch[MAX_VERTICES + 1];
    int32_t count = 1 + (int32_t)random_below((uint32_t)most);
    double size = unit * between(0.5, 2);
    double turn = between(0, 6);
    for (int32_t i = 0; i < count; i++) {
        double angle = turn + 6.283185307179586 * (i + between(0, 0.5)) / count;
        body->points[i] = (GrazePoint){(float)(size * cos(angle)), (float)(size * sin(angle))};
    }
    if (is_box) {
        float x = (float)(unit * between(0.5, 2));
        float y = random_below(3) ? (float)(unit * between(0.5, 2))
                                  : (float)ldexp(x, -(int)random_below(30));
        const GrazePoint box[4] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
        count = 4;
        for (int32_t i = 0; i < count; i++)
            body->points[i] = box[i];
    }
    int32_t culprit;
    float radius = random_below(3) ? 0 : (float)(unit * between(0, 1));
    body->shape = (GrazeShape){body->points, 0, 0, 0, NULL, NULL};
    CHECK((is_box ? graze_shape_polygon(&body->shape, body->points, count, radius, &culprit)
                  : graze_shape_hull(&body->shape, body->points, scratch, count, radius,
                                     &culprit)) == GRAZE_OK);
    CHECK(graze_support_lut_size(body->shape.count) <= sizeof body->lookup);
    graze_shape_build_support_lut(&body->shape, body->lookup);
    double heading = random_below(3) ? between(0, 6) : 0;
    double way = between(0, 6);
    apart *= unit;
    body->place = (GrazePlacement){(float)(apart * cos(way)), (float)(apart * sin(way)),
                                   (float)cos(heading), (float)sin(heading)};
}

/* Margin of a clear case, in units. Bodies have a size of about 1 and are at most a dozen units
 * apart; boxes are ten times that. */
static const double CLEAR = 0x1p-8;

/* Returns whether the vertices of the single query's feature are furthest along a world
 * direction, and all others clearly behind. */
static bool is_alone(const Body* body, const GrazePose* pose, double x, double y, int32_t feature,
                     int32_t index)
{
    int32_t n = body->shape.count;
    int32_t other = feature == GRAZE_EDGE ? (index + 1) % n : index;
    double along_x = pose->cos * x + pose->sin * y;
    double along_y = pose->cos * y - pose->sin * x;
    const GrazePoint* v = body->points;
    double most = v[index].x * along_x + v[index].y * along_y;
    for (int32_t i = 0; i < n; i++) {
        if (i == index || i == other) continue;
        if (v[i].x * along_x + v[i].y * along_y > most - CLEAR * unit) return false;
    }
    return true;
}

/* Returns whether a point of an edge is clearly between its ends. */
static bool is_between(const Body* body, const GrazePose* pose, double x, double y, int32_t index)
{
    double dx = x - pose->x;
    double dy = y - pose->y;
    GrazePoint p = body->points[index];
    GrazePoint q = body->points[(index + 1) % body->shape.count];
    double px = pose->cos * dx + pose->sin * dy;
    double py = pose->cos * dy - pose->sin * dx;
    double ex = (double)q.x - p.x;
    double ey = (double)q.y - p.y;
    double along = (px - p.x) * ex + (py - p.y) * ey;
    double clear = CLEAR * unit * unit;
    return along > clear && along < ex * ex + ey * ey - clear;
}

/* Returns whether there is clearly one nearest feature. */
static bool is_single(const Body* a, const GrazePose* pose_a, const Body* b,
                      const GrazePose* pose_b, const GrazeDistance* d)
{
    if (d->witness.feature_a == GRAZE_EDGE && d->witness.feature_b == GRAZE_EDGE) return false;
    double radius = a->shape.radius;
    double other = b->shape.radius;
    if (d->witness.feature_a == GRAZE_EDGE &&
        !is_between(a, pose_a, d->witness.point_a_x - radius * d->witness.normal_x,
                    d->witness.point_a_y - radius * d->witness.normal_y, d->witness.index_a))
        return false;
    if (d->witness.feature_b == GRAZE_EDGE &&
        !is_between(b, pose_b, d->witness.point_b_x + other * d->witness.normal_x,
                    d->witness.point_b_y + other * d->witness.normal_y, d->witness.index_b))
        return false;
    return is_alone(a, pose_a, d->witness.normal_x, d->witness.normal_y, d->witness.feature_a,
                    d->witness.index_a) &&
           is_alone(b, pose_b, -d->witness.normal_x, -d->witness.normal_y, d->witness.feature_b,
                    d->witness.index_b);
}

/* Returns whether the ends of the feature are the vertices of the single query's features, in
 * either order. */
static bool is_part(const Body* a, const Body* b, const GrazeDistance* d, int32_t p, int32_t q)
{
    int32_t next_a = d->witness.feature_a == GRAZE_EDGE ? (d->witness.index_a + 1) % a->shape.count
                                                        : d->witness.index_a;
    int32_t next_b = d->witness.feature_b == GRAZE_EDGE ? (d->witness.index_b + 1) % b->shape.count
                                                        : d->witness.index_b;
    int32_t one = d->witness.index_a | d->witness.index_b << 16;
    int32_t other = next_a | next_b << 16;
    return (p == one && q == other) || (p == other && q == one);
}

static GrazePose pose_of(const GrazePlacement* place)
{
    GrazePose pose;
    CHECK(graze_heading_pose(place->x, place->y, place->cos, place->sin, &pose) == GRAZE_OK);
    return pose;
}

/* Vertex limits for the bodies of four pairs: boxes, one window, two windows, and any number. In
 * the last case the result may stay undecided. */
static const int32_t MOST[4] = {4, 4, 8, MAX_VERTICES};

/* Counts of cases: `over` counts cases left open by one of three searches, `mixed` cases that
   are decided, `alone` cases that clearly round to one float32, `deep` and `witnessed` overlaps
   and those with certain witness points. */
typedef struct {
    int apart, over, open, single, mixed, decided, alone, measured, deep, witnessed;
} Seen;

/* Returns whether the result must be decided. Bodies with several windows are exempt if the
 * neighboring vertices are outside the window. */
static bool must_be_decided(const Body* a, const Body* b, int32_t most)
{
    /* A point and a segment have no side to approach from. */
    return most <= 8 && a->shape.count + b->shape.count != 3;
}

/* Returns whether bodies that are apart are reported to have one nearest feature while the
 * single query finds another. */
static bool is_wrongly_alone(const GrazeGjkSimdResult* lanes, int i, const Body* a, const Body* b,
                             const GrazeDistance* d)
{
    if (lanes->relation[i] != GRAZE_DISJOINT || lanes->is_unique[i] == 0) return false;
    return !is_part(a, b, d, lanes->p[i], lanes->q[i]);
}

/* Checked values of a refined distance in one lane. */
typedef struct {
    float distance[LANES];
    uint32_t sure;
} Measured;

/* Checks that a refined distance equals the single query's, and is given wherever all values
 * within twice the error round to it. */
static void check_measured(const GrazeGjkSimdResult* lanes, const Measured* measured, int i,
                           const GrazeDistance* d, Seen* seen)
{
    bool is_alone = lanes->is_unique[i] != 0;
    bool is_sure = (measured->sure >> i & 1) != 0;
    CHECK(!is_sure || is_alone);
    if (lanes->relation[i] != GRAZE_DISJOINT || !is_alone) return;
    double most = 2.5 * GRAZE_SIMD_GAP_ERROR * lanes->scale[i];
    bool is_clear = (float)(d->distance - most) == (float)(d->distance + most);
    CHECK(!is_clear || is_sure);
    CHECK(!is_sure || measured->distance[i] == (float)d->distance);
    seen->alone++;
    seen->measured += is_clear;
}

static void check_lane(const GrazePair* pair, const GrazeGjkSimdResult* lanes[3],
                       const Measured* measured, int i, int32_t most, Seen* seen)
{
    const Body* a = (const Body*)pair->a;
    const Body* b = (const Body*)pair->b;
    GrazePose pose_a = pose_of(pair->place_a);
    GrazePose pose_b = pose_of(pair->place_b);
    GrazeDistance d;
    GrazePenetration p;
    graze_distance(pair->a, &pose_a, pair->b, &pose_b, &d);
    graze_penetration(pair->a, &pose_a, pair->b, &pose_b, &p);
    for (int k = 0; k < 3; k++)
        CHECK(!is_wrongly_alone(lanes[k], i, a, b, &d));
    check_measured(lanes[1], measured, i, &d, seen);
    bool is_apart = d.distance > CLEAR * unit;
    if (!is_apart && !(p.depth > CLEAR * unit)) return;
    seen->apart += is_apart;
    seen->over += !is_apart;
    for (int k = 0; k < 3; k++) {
        int32_t relation = lanes[k]->relation[i];
        CHECK(!is_apart || relation == GRAZE_DISJOINT);
        /* An inner side of the triangle found may pass the origin within rounding. */
        CHECK(is_apart || relation == GRAZE_OVERLAPPING || relation == GRAZE_UNCERTAIN);
        seen->open += relation == GRAZE_UNCERTAIN;
    }
    if (!is_apart || !is_single(a, &pose_a, b, &pose_b, &d)) return;
    seen->single++;
    /* These are the two searches for the nearest feature, with and without caches. */
    for (int k = 1; k < 3; k++) {
        bool is_decided =
            lanes[k]->is_unique[i] != 0 && is_part(a, b, &d, lanes[k]->p[i], lanes[k]->q[i]);
        if (must_be_decided(a, b, most)) {
            CHECK(is_decided);
        } else {
            seen->mixed++;
            seen->decided += is_decided;
        }
    }
}

static bool is_point(GrazePoint found, double x, double y)
{
    return found.x == (float)x && found.y == (float)y;
}

/* Checks that certain depths, distances and witness points are those of the single queries. */
static void check_witnesses(const GrazePair* four, GrazeSought sought, Seen* seen)
{
    GrazeGjkSimdResult lanes;
    GrazeSimdWitness found;
    graze_gjk_simd(four, GRAZE_SEEK_DEPTH, NULL, &lanes);
    uint32_t sure = graze_simd_witnesses(four, sought, &lanes, &found);
    for (int i = 0; i < LANES; i++) {
        GrazePose pose_a = pose_of(four[i].place_a);
        GrazePose pose_b = pose_of(four[i].place_b);
        GrazeDistance d;
        GrazePenetration p;
        graze_distance(four[i].a, &pose_a, four[i].b, &pose_b, &d);
        graze_penetration(four[i].a, &pose_a, four[i].b, &pose_b, &p);
        CHECK(lanes.relation[i] == GRAZE_UNCERTAIN || lanes.relation[i] == p.relation);
        seen->deep += p.depth > CLEAR * unit;
        if ((sure >> i & 1) == 0) continue;
        bool is_depth = sought == GRAZE_SEEK_DEPTH;
        if (!is_depth && p.relation != GRAZE_DISJOINT) continue;
        CHECK(found.distance[i] == (float)(is_depth ? p.depth : d.distance));
        CHECK(is_point(found.normal[i], p.witness.normal_x, p.witness.normal_y));
        CHECK(is_point(found.point_a[i], p.witness.point_a_x, p.witness.point_a_y));
        CHECK(is_point(found.point_b[i], p.witness.point_b_x, p.witness.point_b_y));
        seen->witnessed += p.depth > CLEAR * unit;
    }
}

/* Fills the cache with the end of an earlier search, with nothing, or with arbitrary values. */
static void fill_cache(GrazeSimplexCache* cache, const GrazeGjkSimdResult* nearest, int i)
{
    *cache = (GrazeSimplexCache){nearest->p[i], nearest->q[i]};
    if (random_below(4) == 0) *cache = (GrazeSimplexCache){GRAZE_NO_VERTEX, GRAZE_NO_VERTEX};
    if (random_below(4) == 0)
        *cache = (GrazeSimplexCache){(int32_t)random_below(3), (int32_t)(random_below(3) << 16)};
}

static void finish_body(Body* body, int32_t count, float radius)
{
    GrazePoint scratch[MAX_VERTICES + 1];
    int32_t culprit;
    CHECK(graze_shape_hull(&body->shape, body->points, scratch, count, radius, &culprit) ==
          GRAZE_OK);
    graze_shape_build_support_lut(&body->shape, body->lookup);
}

/* Makes an octagon with sides along axes and diagonals, in whole numbers. */
static void make_octagon(Body* body)
{
    static const float QUARTER[2][2] = {{3, 1}, {1, 3}};
    for (int i = 0; i < 8; i++) {
        const float* p = QUARTER[i % 2];
        body->points[i] = (GrazePoint){i & 2 ? p[0] : -p[0], i & 4 ? p[1] : -p[1]};
    }
    finish_body(body, 8, 0);
    uint32_t quarter = random_below(4);
    static const float COS[4] = {1, 0, -1, 0};
    body->place = (GrazePlacement){(float)random_below(9), (float)random_below(9), COS[quarter],
                                   COS[(quarter + 3) % 4]};
}

/* Makes an outline with many sides in few directions and a far corner behind them. */
static void make_bow(Body* body)
{
    int32_t count = 8 + (int32_t)random_below(MAX_VERTICES - 9);
    double turn = between(0, 6);
    double spread = ldexp(between(1, 2), -(int)random_below(10));
    for (int32_t i = 0; i < count; i++) {
        double angle = turn + spread * (i + between(0, 0.5)) / count;
        body->points[i] = (GrazePoint){(float)(2 * cos(angle)), (float)(2 * sin(angle))};
    }
    body->points[count] = (GrazePoint){(float)-cos(turn), (float)-sin(turn)};
    finish_body(body, count + 1, 0);
    double heading = random_below(2) ? between(0, 6) : 0;
    body->place = (GrazePlacement){(float)between(0, 3), (float)between(0, 3), (float)cos(heading),
                                   (float)sin(heading)};
}

/* Moves B so that this gap remains between them. */
static void bring_near(const GrazePair* pair, GrazePlacement* place_b, double gap)
{
    GrazePose pose_a = pose_of(pair->place_a);
    GrazePose pose_b = pose_of(place_b);
    GrazeDistance d;
    graze_distance(pair->a, &pose_a, pair->b, &pose_b, &d);
    double way = gap - d.distance;
    place_b->x = (float)(place_b->x + way * d.witness.normal_x);
    place_b->y = (float)(place_b->y + way * d.witness.normal_y);
}

/* Returns one end of the nearest side (or the nearest vertex) of one body with all vertices of
 * the other, or an empty cache. */
static GrazeSimplexCache part_of_one(const GrazePair* pair, const GrazeDistance* d)
{
    bool is_edge_a = d->witness.feature_a == GRAZE_EDGE && random_below(2);
    bool is_edge_b = d->witness.feature_b == GRAZE_EDGE && !is_edge_a;
    int32_t next_a = (d->witness.index_a + 1) % pair->a->count;
    int32_t next_b = (d->witness.index_b + 1) % pair->b->count;
    int32_t a = d->witness.feature_a == GRAZE_EDGE && random_below(2) ? next_a : d->witness.index_a;
    int32_t b = d->witness.feature_b == GRAZE_EDGE && random_below(2) ? next_b : d->witness.index_b;
    int32_t other_a = is_edge_a ? d->witness.index_a + next_a - a : a;
    int32_t other_b = is_edge_b ? d->witness.index_b + next_b - b : b;
    if (random_below(3) == 0) return (GrazeSimplexCache){GRAZE_NO_VERTEX, GRAZE_NO_VERTEX};
    return (GrazeSimplexCache){a | b << 16, other_a | other_b << 16};
}

/* Makes a pair on a grid, or next to contact. */
static GrazePair make_near(Body* a, Body* b)
{
    const GrazePair pair = {&a->shape, &b->shape, &a->place, &b->place};
    if (random_below(2)) {
        make_octagon(a);
        make_octagon(b);
    } else {
        make_bow(a);
        make_bow(b);
        bring_near(&pair, &b->place, ldexp(between(1, 2), -(int)random_below(16)));
    }
    return pair;
}

/* Parallel sides, and near contact beside many short ones: a window does not show all features
 * that may be nearest. */
static void features_reported_as_unique_are_unique(void)
{
    static Body bodies[2 * LANES];
    Seen seen = {0};
    unit = 1;
    for (int round = 0; round < 3000; round++) {
        GrazePair four[LANES];
        GrazeDistance d[LANES];
        GrazeSimplexCache caches[LANES];
        GrazeGjkSimdResult lanes;
        Measured measured;
        for (int i = 0; i < LANES; i++) {
            four[i] = make_near(&bodies[2 * i], &bodies[2 * i + 1]);
            GrazePose pose_a = pose_of(four[i].place_a);
            GrazePose pose_b = pose_of(four[i].place_b);
            graze_distance(four[i].a, &pose_a, four[i].b, &pose_b, &d[i]);
            caches[i] = part_of_one(&four[i], &d[i]);
        }
        graze_gjk_simd(four, GRAZE_SEEK_DISTANCE, caches, &lanes);
        measured.sure = graze_simd_distances(four, &lanes, measured.distance);
        for (int i = 0; i < LANES; i++) {
            CHECK(!is_wrongly_alone(&lanes, i, &bodies[2 * i], &bodies[2 * i + 1], &d[i]));
            check_measured(&lanes, &measured, i, &d[i], &seen);
        }
        check_witnesses(four, GRAZE_SEEK_DEPTH, &seen);
        check_witnesses(four, GRAZE_SEEK_DISTANCE, &seen);
    }
    CHECK(seen.alone > 1000);
}

/* Makes a triangle below the x axis from 0 to `right`, and returns its index there. */
static void hang_triangle(Body* body, float right, int side, int32_t at[2])
{
    GrazePoint scratch[4];
    int32_t culprit;
    body->points[0] = (GrazePoint){0, 0};
    body->points[1] = (GrazePoint){right, 0};
    body->points[2] = (GrazePoint){right / 2, (float)side};
    CHECK(graze_shape_hull(&body->shape, body->points, scratch, 3, 0, &culprit) == GRAZE_OK);
    graze_shape_build_support_lut(&body->shape, body->lookup);
    for (int32_t i = 0; i < 3; i++) {
        if (body->points[i].y == 0) at[body->points[i].x > 0] = i;
    }
}

/* Along parallel sides several features are nearest. The search of each lane ends at the feature
 * it begins with. */
static void a_search_that_begins_at_a_nearest_part_ends_there(void)
{
    static const float COS[4] = {1, 0, -1, 0};
    static Body bodies[2 * LANES];
    for (int round = 0; round < 200; round++) {
        GrazePair four[LANES];
        GrazeSimplexCache caches[LANES];
        GrazeGjkSimdResult found;
        for (int i = 0; i < LANES; i++) {
            Body* a = &bodies[2 * i];
            Body* b = &bodies[2 * i + 1];
            int32_t of_a[2] = {0, 0};
            int32_t of_b[2] = {0, 0};
            float wide = (float)(4 + random_below(5));
            float up = (float)(1 + random_below(3));
            uint32_t quarter = random_below(4);
            float cos = COS[quarter];
            float sin = COS[(quarter + 3) % 4];
            hang_triangle(a, wide, -2, of_a);
            hang_triangle(b, (float)(1 + random_below(2)), 2, of_b);
            a->place = (GrazePlacement){0, 0, cos, sin};
            b->place = (GrazePlacement){cos - sin * up, sin + cos * up, cos, sin};
            four[i] = (GrazePair){&a->shape, &b->shape, &a->place, &b->place};
            int32_t corner = of_b[random_below(2)] << 16;
            caches[i] = (GrazeSimplexCache){of_a[0] | corner, of_a[1] | corner};
        }
        graze_gjk_simd(four, GRAZE_SEEK_DISTANCE, caches, &found);
        for (int i = 0; i < LANES; i++) {
            CHECK(found.relation[i] == GRAZE_DISJOINT);
            CHECK((found.p[i] == caches[i].p && found.q[i] == caches[i].q) ||
                  (found.p[i] == caches[i].q && found.q[i] == caches[i].p));
        }
    }
}

int main(void)
{
    static Body bodies[2 * LANES];
    Seen seen = {0};
    for (int k = 0; k < ROUNDS; k++) {
        GrazePair four[LANES];
        GrazeSimplexCache caches[LANES];
        GrazeGjkSimdResult plain;
        GrazeGjkSimdResult nearest;
        GrazeGjkSimdResult seeded;
        int32_t most = MOST[k % 4];
        double far = k % 4 == 0 && random_below(4) == 0 ? 60 : 3;
        unit = random_below(2) ? 1 : ldexp(1, (int)random_below(26) - 13);
        for (int i = 0; i < 2 * LANES; i++)
            make_body(&bodies[i], most, k % 4 == 0, between(0, far));
        for (int i = 0; i < LANES; i++) {
            const Body* two = &bodies[2 * i];
            four[i] = (GrazePair){&two[0].shape, &two[1].shape, &two[0].place, &two[1].place};
        }
        graze_gjk_simd(four, GRAZE_SEEK_RELATION, NULL, &plain);
        graze_gjk_simd(four, GRAZE_SEEK_DISTANCE, NULL, &nearest);
        Measured measured;
        measured.sure = graze_simd_distances(four, &nearest, measured.distance);
        for (int i = 0; i < LANES; i++)
            fill_cache(&caches[i], &nearest, i);
        graze_gjk_simd(four, GRAZE_SEEK_DISTANCE, caches, &seeded);
        const GrazeGjkSimdResult* lanes[3] = {&plain, &nearest, &seeded};
        for (int i = 0; i < LANES; i++)
            check_lane(&four[i], lanes, &measured, i, most, &seen);
        if (k % 4 == 3) continue;
        check_witnesses(four, GRAZE_SEEK_DEPTH, &seen);
        check_witnesses(four, GRAZE_SEEK_DISTANCE, &seen);
    }
    CHECK(seen.apart > ROUNDS && seen.over > ROUNDS && seen.single > ROUNDS);
    CHECK(500 * seen.open < seen.over);
    CHECK(seen.mixed > ROUNDS / 2 && 4 * seen.decided > 3 * seen.mixed);
    CHECK(seen.alone > ROUNDS && 10 * seen.measured > 9 * seen.alone);
    CHECK(seen.deep > ROUNDS && 3 * seen.witnessed > seen.deep);
    a_search_that_begins_at_a_nearest_part_ends_there();
    features_reported_as_unique_are_unique();
    return test_failures != 0;
}
