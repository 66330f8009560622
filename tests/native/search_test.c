/*
 * Tests the initial guess and early ends of a search: a guess changes no bit, an early end is
 * certain and is taken when it is clear, and a simplex is reduced to its nearest feature. The tests
 * use small integers, where ties are common and the truth is known exactly.
 */
#include "../../src/static/convex/distance.h"
#include "../../src/static/convex/gjk.h"
#include "../../src/study/gjk_variants.h"
#include "test.h"

#include <math.h>

static int32_t below(int32_t count)
{
    return (int32_t)random_below((uint32_t)count);
}

/* Returns an integer from -most to most. */
static int32_t whole(int32_t most)
{
    return below(2 * most + 1) - most;
}

enum { MAX_VERTICES = 6 };

typedef struct {
    GrazeShape shape;
    GrazePoint points[MAX_VERTICES];
    GrazePose pose;
} Body;

/* Makes a body at a place on a grid, turned by quarters, or by an angle whose sine is rounded. */
static void make_body(Body* body)
{
    static const double HEADINGS[6][2] = {{1, 0},  {0, 1},     {-1, 0},
                                          {0, -1}, {0.6, 0.8}, {-0.8, 0.6}};
    GrazePoint scratch[MAX_VERTICES + 1];
    int32_t count = 1 + below(MAX_VERTICES);
    for (int32_t i = 0; i < count; i++)
        body->points[i] = (GrazePoint){(float)whole(3), (float)whole(3)};
    float radius = below(3) == 0 ? 0.5F * (float)(1 + below(4)) : 0;
    int32_t culprit;
    CHECK(graze_shape_hull(&body->shape, body->points, scratch, count, radius, &culprit) ==
          GRAZE_OK);
    const double* heading = HEADINGS[below(below(2) ? 6 : 1)];
    CHECK(graze_heading_pose(whole(4), whole(4), heading[0], heading[1], &body->pose) == GRAZE_OK);
}

typedef struct {
    double distance;
    GrazeRelation relation;
} Found;

static void check_start(const GrazeCso* cso, const GrazeWarmStart* start, const Found* plain)
{
    Found found;
    found.distance = graze_find_gap(cso, start, &found.relation);
    CHECK(found.relation == plain->relation);
    CHECK(found.distance == plain->distance && !signbit(found.distance));
}

/* The warm starts are every vertex of A - B, and every two of them in either order. */
static void a_warm_start_changes_no_bit(void)
{
    for (int round = 0; round < 1500; round++) {
        Body a;
        Body b;
        GrazeCso cso;
        Found plain;
        make_body(&a);
        make_body(&b);
        plain.distance = graze_gap(&a.shape, &a.pose, &b.shape, &b.pose, &plain.relation);
        graze_cso_init(&cso, &a.shape, &a.pose, &b.shape, &b.pose);
        int32_t n = cso.a->count;
        int32_t all = n * cso.b->count;
        for (int32_t i = 0; i < all; i++) {
            for (int32_t j = 0; j < all; j++) {
                const GrazeWarmStart start = {
                    .point = {{{0, 0}, i % n, i / n}, {{0, 0}, j % n, j / n}},
                    .count = i == j ? 1 : 2};
                check_start(&cso, &start, &plain);
            }
        }
    }
}

/* Input of the early ends, in whole numbers of up to MOST, brought to a scale. */
typedef struct {
    GrazeShape a, b;
    GrazeCso cso;
    double unit;
    int32_t reach;
} Scaled;

enum { MOST = 8 };

static void make_scaled(Scaled* scaled)
{
    scaled->unit = ldexp(1, below(100) - 50);
    int32_t ra = below(MOST);
    int32_t rb = below(MOST);
    if (below(2)) ra = rb = 0;
    scaled->reach = ra + rb;
    scaled->a.radius = (float)(ra * scaled->unit);
    scaled->b.radius = (float)(rb * scaled->unit);
    scaled->cso = (GrazeCso){.a = &scaled->a, .b = &scaled->b, .scale = 2 * MOST * scaled->unit};
}

typedef struct {
    int32_t x, y;
} Whole;

static Whole any_whole(void)
{
    return (Whole){whole(MOST), whole(MOST)};
}

static int32_t dot(Whole p, Whole q)
{
    return p.x * q.x + p.y * q.y;
}

static int32_t cross(Whole p, Whole q)
{
    return p.x * q.y - p.y * q.x;
}

static GrazeVec scaled_by(Whole p, double unit)
{
    return vec(p.x * unit, p.y * unit);
}

/* A margin of a whole number exceeds every error: the answer equals the exact one in both
 * directions. */
static void early_ends_are_taken_exactly_when_they_are_clear(void)
{
    for (int round = 0; round < 200000; round++) {
        Scaled scaled;
        make_scaled(&scaled);
        const GrazeCso* cso = &scaled.cso;
        int32_t reach = scaled.reach;
        Whole p = any_whole();
        Whole q = any_whole();
        Whole w = any_whole();
        Whole v = any_whole();
        int32_t along = dot(v, w);
        bool is_apart = along > 0 && along * along > reach * reach * dot(v, v);
        bool is_near = dot(v, v) < reach * reach;
        bool is_enclosed = along < 0 && ((cross(p, w) > 0 && cross(q, w) < 0) ||
                                         (cross(p, w) < 0 && cross(q, w) > 0));
        GrazeVec at = scaled_by(w, scaled.unit);
        GrazeVec nearest = scaled_by(v, scaled.unit);
        CHECK(certify_disjoint_filtered(cso, nearest, at) == is_apart);
        CHECK(certify_near_filtered(cso, nearest) == is_near);
        CHECK(certify_enclosed_filtered(cso, scaled_by(p, scaled.unit), scaled_by(q, scaled.unit),
                                        nearest, at) == is_enclosed);
    }
}

/* Returns the point of the segment from p to q (or of p if they are equal) that is nearest to
 * the origin. */
static GrazeVec nearest_on(GrazeVec p, GrazeVec q)
{
    GrazeVec e = vec_sub(q, p);
    double square = vec_dot(e, e);
    if (!(square > 0)) return p;
    return vec_mul_add(p, clamp(-vec_dot(p, e) / square, 0, 1), e);
}

/* Returns the distance of the origin from a simplex: 0 inside a triangle, otherwise that of its
 * nearest edge. */
static double distance_of(const GrazeSimplex* simplex)
{
    const GrazeCsoPoint* p = simplex->point;
    int32_t n = simplex->count;
    double least = INFINITY;
    double lowest = INFINITY;
    double highest = -INFINITY;
    for (int32_t i = 0; i < n; i++) {
        GrazeVec from = p[i].w;
        GrazeVec to = p[(i + 1) % n].w;
        least = min2(least, vec_length(nearest_on(from, to)));
        lowest = min2(lowest, vec_cross(from, to));
        highest = max2(highest, vec_cross(from, to));
    }
    return n == 3 && (lowest > 0 || highest < 0) ? 0 : least;
}

/* Checks that v is nearest and lies on the kept points, none of which is superfluous. */
static void check_reduced(const GrazeSimplex* whole_one, const GrazeSimplex* kept, GrazeVec v,
                          double error)
{
    double distance = distance_of(whole_one);
    CHECK(fabs(vec_length(v) - distance) <= error);
    CHECK(fabs(distance_of(kept) - distance) <= error);
    for (int32_t i = 0; i < kept->count; i++)
        CHECK(graze_simplex_index(whole_one, &kept->point[i]) >= 0);
    if (kept->count == 1) CHECK(v.x == kept->point[0].w.x && v.y == kept->point[0].w.y);
    if (kept->count == 3) CHECK(v.x == 0 && v.y == 0);
    if (kept->count == 2) {
        GrazeVec at = nearest_on(kept->point[0].w, kept->point[1].w);
        CHECK(fabs(at.x - v.x) <= error && fabs(at.y - v.y) <= error);
    }
}

/* Methods that assume nothing about the newest point. */
static const GrazeSubdistance METHODS[3] = {GRAZE_BARYCODE_GENERAL, GRAZE_JOHNSON,
                                            GRAZE_SIGNED_VOLUME};

static void check_simplex(const GrazeSimplex* simplex, double error)
{
    for (int k = 0; k < 3; k++) {
        GrazeSimplex kept = *simplex;
        GrazeVec v = graze_subdistance(&kept, METHODS[k]);
        check_reduced(simplex, &kept, v, error);
    }
}

static void a_simplex_is_reduced_to_what_is_nearest(void)
{
    for (int round = 0; round < 100000; round++) {
        GrazeSimplex simplex = {.count = 2 + below(2)};
        for (int32_t i = 0; i < simplex.count; i++)
            simplex.point[i] = (GrazeCsoPoint){scaled_by(any_whole(), 1), i, i};
        check_simplex(&simplex, 1e-14);
    }
}

/* Three points are on a line except for rounding: whatever the method keeps, v is on it. (A
   sliver may be taken to contain the origin: that is not a verdict.) */
static void what_is_kept_of_a_sliver_holds_its_nearest_point(void)
{
    for (int round = 0; round < 100000; round++) {
        GrazeVec from = scaled_by(any_whole(), 1.0 / 3);
        GrazeVec way = scaled_by(any_whole(), 1.0 / 7);
        GrazeSimplex sliver = {.count = 3};
        for (int32_t i = 0; i < 3; i++)
            sliver.point[i] = (GrazeCsoPoint){vec_mul_add(from, whole(1000) / 100.0, way), i, i};
        for (int k = 0; k < 3; k++) {
            GrazeSimplex kept = sliver;
            GrazeVec v = graze_subdistance(&kept, METHODS[k]);
            CHECK(kept.count < 3 || (v.x == 0 && v.y == 0));
            CHECK(kept.count == 3 || fabs(distance_of(&kept) - vec_length(v)) < 1e-13);
        }
    }
}

int main(void)
{
    a_warm_start_changes_no_bit();
    early_ends_are_taken_exactly_when_they_are_clear();
    a_simplex_is_reduced_to_what_is_nearest();
    what_is_kept_of_a_sliver_holds_its_nearest_point();
    return test_failures != 0;
}
