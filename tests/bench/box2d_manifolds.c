/*
 * Manifolds of Box2D 3 for the comparison of tests/bench/manifolds.mjs, which states how to build this
 * module. Outlines are taken as they are, so that vertices have the same indices as in graze.
 */
#include "box2d/collision.h"
#include "box2d/constants.h"
#include "box2d/math_functions.h"

#include <stdint.h>
#include <stdlib.h>

#define EXPORT(name) __attribute__((used, visibility("default"), export_name(#name)))

typedef struct {
    int count;
    b2Circle circle;
    b2Capsule capsule;
    b2Polygon polygon;
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

EXPORT(bench_alloc) void* bench_alloc(int32_t bytes)
{
    return aligned_alloc(16, (size_t)(bytes + 15) & ~(size_t)15);
}

EXPORT(manifold_shape) int32_t manifold_shape(const float* p, int32_t count, float radius)
{
    Shape* shape = &shapes[shape_count];
    const b2Vec2* v = (const b2Vec2*)p;
    if (shape_count == MAX_SHAPES || count > B2_MAX_POLYGON_VERTICES) return -1;
    *shape = (Shape){.count = count};
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
