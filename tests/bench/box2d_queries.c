/*
 * Queries of Box2D 3 in loops for the comparisons of tests/bench/cells.mjs, which states how to build this
 * module, manifolds.mjs and toi.mjs: distances, manifolds, rays, casts and times of impact. Each pair is a new
 * query. Outlines are taken as they are, so that vertices have the same indices as in graze.
 */
#include "box2d/collision.h"
#include "box2d/constants.h"
#include "box2d/math_functions.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define EXPORT(name) __attribute__((used, visibility("default"), export_name(#name)))

typedef struct {
    int count;
    float reach; /* largest distance of a vertex from the origin */
    b2Circle circle;
    b2Capsule capsule;
    b2Polygon polygon;
    b2ShapeProxy proxy;
} Shape;

/* A manifold in the world frame: what the program reads, all float32 but for the names. */
typedef struct {
    float count, normal[2];
    struct {
        float x, y, separation;
    } points[2];
    uint32_t ids[2];
} Record;

enum { MAX_SHAPES = 4096 };

static Shape shapes[MAX_SHAPES];
static int shape_count;
static const uint32_t *first, *second;
static const float *places_a, *places_b;
static Record* records;

/* One answer of bench_run: distance or depth, unit normal from A to B, up to two points, all in the world. */
typedef struct {
    float value, normal[2], points[2][2], count;
} Answer;

static float* answers;
static const float *sweeps_a, *sweeps_b, *ways;

EXPORT(bench_alloc) void* bench_alloc(int32_t bytes)
{
    return aligned_alloc(16, (size_t)(bytes + 15) & ~(size_t)15);
}

EXPORT(manifold_shape) int32_t manifold_shape(const float* p, int32_t count, float radius)
{
    Shape* shape = &shapes[shape_count];
    const b2Vec2* v = (const b2Vec2*)p;
    if (shape_count == MAX_SHAPES || count > B2_MAX_POLYGON_VERTICES) return -1;
    *shape = (Shape){.count = count, .proxy = b2MakeProxy(v, count, radius)};
    for (int32_t i = 0; i < count; i++)
        shape->reach = b2MaxFloat(shape->reach, b2Length(v[i]));
    if (count == 1) shape->circle = (b2Circle){v[0], radius};
    if (count == 2) shape->capsule = (b2Capsule){v[0], v[1], radius};
    if (count > 2) {
        b2Polygon* polygon = &shape->polygon;
        polygon->count = count;
        polygon->radius = radius;
        for (int32_t i = 0; i < count; i++) {
            b2Vec2 edge = b2Sub(v[i + 1 < count ? i + 1 : 0], v[i]);
            polygon->vertices[i] = v[i];
            polygon->normals[i] = b2Normalize(b2CrossVS(edge, 1.0f));
        }
    }
    return shape_count++;
}

EXPORT(manifold_pairs)
void manifold_pairs(const uint32_t* a, const uint32_t* b, const float* pose_a, const float* pose_b,
                    Record* out)
{
    first = a;
    second = b;
    places_a = pose_a;
    places_b = pose_b;
    records = out;
}

EXPORT(manifold_speculative) float manifold_speculative(void)
{
    return B2_SPECULATIVE_DISTANCE;
}

/* The kinds in the order in which Box2D's functions take them; `swapped` is set if B comes first. */
static b2LocalManifold collide(const Shape* a, const Shape* b, b2Transform xf)
{
    int kind_a = a->count > 2 ? 2 : a->count - 1;
    int kind_b = b->count > 2 ? 2 : b->count - 1;
    switch (3 * kind_a + kind_b) {
    case 0:
        return b2CollideCircles(&a->circle, &b->circle, xf);
    case 3:
        return b2CollideCapsuleAndCircle(&a->capsule, &b->circle, xf);
    case 4:
        return b2CollideCapsules(&a->capsule, &b->capsule, xf);
    case 6:
        return b2CollidePolygonAndCircle(&a->polygon, &b->circle, xf);
    case 7:
        return b2CollidePolygonAndCapsule(&a->polygon, &b->capsule, xf);
    default:
        return b2CollidePolygons(&a->polygon, &b->polygon, xf);
    }
}

EXPORT(manifold_run) double manifold_run(int32_t count)
{
    double sum = 0;
    for (int32_t k = 0; k < count; k++) {
        const float* p = places_a + 4 * k;
        const float* q = places_b + 4 * k;
        b2Transform xa = {{p[0], p[1]}, {p[2], p[3]}};
        b2Transform xb = {{q[0], q[1]}, {q[2], q[3]}};
        b2LocalManifold m =
            collide(&shapes[first[k]], &shapes[second[k]], b2InvMulTransforms(xa, xb));
        b2Vec2 normal = b2RotateVector(xa.q, m.normal);
        Record* out = &records[k];
        out->count = (float)m.pointCount;
        out->normal[0] = normal.x;
        out->normal[1] = normal.y;
        for (int32_t i = 0; i < m.pointCount; i++) {
            b2Vec2 point = b2TransformPoint(xa, m.points[i].point);
            out->points[i].x = point.x;
            out->points[i].y = point.y;
            out->points[i].separation = m.points[i].separation;
            out->ids[i] = m.points[i].id;
        }
        sum += m.pointCount;
    }
    return sum;
}

EXPORT(bench_name) const char* bench_name(void)
{
    return "Box2D 3";
}

EXPORT(bench_shape) int32_t bench_shape(const float* p, int32_t count)
{
    return manifold_shape(p, count, 0.0f);
}

EXPORT(bench_pairs)
void bench_pairs(const uint32_t* a, const uint32_t* b, const float* pose_a, const float* pose_b,
                 float* out, int32_t count)
{
    (void)count;
    first = a;
    second = b;
    places_a = pose_a;
    places_b = pose_b;
    answers = out;
}

static b2Transform pose(const float* numbers)
{
    return (b2Transform){{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
}

/* Whether the circles about the origins of two bodies meet: the test that a broad phase or a caller makes first. */
static bool circles_meet(const Shape* a, const Shape* b, b2Transform xa, b2Transform xb)
{
    float reach = a->reach + b->reach;
    return b2DistanceSquared(xa.p, xb.p) <= reach * reach;
}

static b2DistanceOutput distance_of(const Shape* a, const Shape* b, b2Transform xa, b2Transform xb)
{
    b2DistanceInput input;
    b2SimplexCache cache = {0};
    input.proxyA = a->proxy;
    input.proxyB = b->proxy;
    input.transform = b2InvMulTransforms(xa, xb);
    input.useRadii = false;
    return b2ShapeDistance(&input, &cache, NULL, 0);
}

static void put(float* to, b2Vec2 v)
{
    to[0] = v.x;
    to[1] = v.y;
}

static void put_distance(Answer* out, const b2DistanceOutput* found, b2Transform xa)
{
    out->value = found->distance;
    out->count = 2;
    put(out->normal, b2RotateVector(xa.q, found->normal));
    put(out->points[0], b2TransformPoint(xa, found->pointA));
    put(out->points[1], b2TransformPoint(xa, found->pointB));
}

static void put_manifold(Answer* out, const Shape* a, const Shape* b, b2Transform xa,
                         b2Transform xb)
{
    b2LocalManifold found = b2CollidePolygons(&a->polygon, &b->polygon, b2InvMulTransforms(xa, xb));
    float least = 0;
    for (int32_t i = 0; i < found.pointCount; i++) {
        float separation = found.points[i].separation;
        if (i == 0 || separation < least) least = separation;
        put(out->points[i], b2TransformPoint(xa, found.points[i].point));
    }
    out->value = -least;
    out->count = (float)found.pointCount;
    put(out->normal, b2RotateVector(xa.q, found.normal));
}

/*
 * Tasks 0 and 1 are those of js/bench/README.md. 2: task 1 after a test of the circles. The others write an
 * Answer for each pair. 3: distance, normal and witness points; 4: manifold; 5: manifold after a test of the
 * circles; 6: task 3, and where the distance is 0 the manifold.
 */
EXPORT(bench_run) double bench_run(int32_t task, int32_t count)
{
    double sum = 0;
    if (task < 0 || task > 6) return NAN;
    for (int32_t k = 0; k < count; k++) {
        const Shape *a = &shapes[first[k]], *b = &shapes[second[k]];
        b2Transform xa = pose(places_a + 4 * k), xb = pose(places_b + 4 * k);
        Answer* out = (Answer*)answers + k;
        if (task <= 2) {
            float answer = 0;
            if (task != 2 || circles_meet(a, b, xa, xb)) {
                answer = distance_of(a, b, xa, xb).distance;
                if (task > 0) answer = answer == 0;
            }
            answers[k] = answer;
            sum += answer;
            continue;
        }
        if (task == 3 || task == 6) {
            b2DistanceOutput found = distance_of(a, b, xa, xb);
            if (task == 3 || found.distance > 0) {
                put_distance(out, &found, xa);
                sum += found.distance;
                continue;
            }
        }
        if (task == 5 && !circles_meet(a, b, xa, xb)) {
            *out = (Answer){0};
            continue;
        }
        put_manifold(out, a, b, xa, xb);
        sum += out->value;
    }
    return sum;
}

/* Cosine and sine are interpolated between the poses. */
EXPORT(bench_rotation) int32_t bench_rotation(void)
{
    return 1;
}

EXPORT(bench_sweeps)
void bench_sweeps(const uint32_t* a, const uint32_t* b, const float* sweep_a, const float* sweep_b,
                  float* out)
{
    first = a;
    second = b;
    sweeps_a = sweep_a;
    sweeps_b = sweep_b;
    answers = out;
}

static b2Sweep sweep(const float* numbers)
{
    b2Transform from = pose(numbers), to = pose(numbers + 4);
    return (b2Sweep){.c1 = from.p, .q1 = from.q, .c2 = to.p, .q2 = to.q};
}

EXPORT(bench_toi) double bench_toi(int32_t count)
{
    double hits = 0;
    for (int32_t k = 0; k < count; k++) {
        b2TOIInput input;
        input.proxyA = shapes[first[k]].proxy;
        input.proxyB = shapes[second[k]].proxy;
        input.sweepA = sweep(sweeps_a + 8 * k);
        input.sweepB = sweep(sweeps_b + 8 * k);
        input.maxFraction = 1.0f;
        b2TOIOutput found = b2TimeOfImpact(&input);
        bool hit = found.state == b2_toiStateHit || found.state == b2_toiStateOverlapped;
        answers[k] = hit ? found.fraction : found.state == b2_toiStateFailed ? NAN : INFINITY;
        hits += hit;
    }
    return hits;
}

/* Way k is that of body A, or of a ray: x, y, dx, dy of rays, in the world; dx, dy of bodies. */
EXPORT(bench_ways) void bench_ways(const float* numbers)
{
    ways = numbers;
}

/* Casts rays against shapes A of the pairs: the fraction at which each hits, infinity if it misses. */
EXPORT(bench_rays) double bench_rays(int32_t count)
{
    double hits = 0;
    for (int32_t k = 0; k < count; k++) {
        const float* ray = ways + 4 * k;
        b2Transform xf = pose(places_a + 4 * k);
        b2RayCastInput input = {
            .origin = b2InvTransformPoint(xf, (b2Vec2){ray[0], ray[1]}),
            .translation = b2InvRotateVector(xf.q, (b2Vec2){ray[2], ray[3]}),
            .maxFraction = 1.0f,
        };
        b2CastOutput found = b2RayCastPolygon(&shapes[first[k]].polygon, &input);
        answers[k] = found.hit ? found.fraction : INFINITY;
        hits += found.hit;
    }
    return hits;
}

/* Casts bodies A against bodies B: the fraction at which each hits, infinity if it misses. */
EXPORT(bench_casts) double bench_casts(int32_t count)
{
    double hits = 0;
    for (int32_t k = 0; k < count; k++) {
        b2Transform xa = pose(places_a + 4 * k), xb = pose(places_b + 4 * k);
        b2ShapeCastPairInput input;
        input.proxyA = shapes[second[k]].proxy;
        input.proxyB = shapes[first[k]].proxy;
        input.transform = b2InvMulTransforms(xb, xa);
        input.translationB = b2InvRotateVector(xb.q, (b2Vec2){ways[2 * k], ways[2 * k + 1]});
        input.maxFraction = 1.0f;
        input.canEncroach = false;
        b2CastOutput found = b2ShapeCast(&input);
        answers[k] = found.hit ? found.fraction : INFINITY;
        hits += found.hit;
    }
    return hits;
}
