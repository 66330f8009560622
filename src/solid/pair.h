/*
 * Two convex bodies at their poses, and the configuration space obstacle A - B = { a - b } of their
 * cores (their Minkowski difference), in the world frame.
 *
 * A vertex is placed by the pose and rounded: signs are exact for the result. Support points are
 * sought in the bodies' frames, where a coordinate is at most the extent of the body, and so are
 * not exact: `error` bounds how far v . p is from the maximum over all p of A - B, in units of
 * |v|_1.
 */
#ifndef GRAZE_SOLID_PAIR_H
#define GRAZE_SOLID_PAIR_H

#include "../base/doubles.h"
#include "../graze.h"
#include "sign.h"

/*
 * A body at its pose. One that `is_swept` is the hull of the body there and translated to `end`, as
 * is the region that it sweeps on the way: vertex i of n is also vertex n + i, placed at the end.
 */
typedef struct {
    const GrazeSolid* body;
    const GrazeSolidPose* pose;
    GrazeVec3 begin, end; /* position, and position at the end */
    bool is_turned;       /* whether the rotation is not the identity */
    bool is_swept;
} SolidPlaced;

typedef struct {
    SolidPlaced a, b;
    double error;
    double reach; /* sum of the radii */
} SolidPair;

/* A vertex of A - B: the difference of two placed vertices, with their indices. */
typedef struct {
    GrazeVec3 w, at_a, at_b;
    int32_t a, b;
} SolidPoint;

/* Rounds small coordinates to multiples of GRAZE_SOLID_UNIT. */
ALWAYS_INLINE double solid_round_small(double x)
{
    const double shift = GRAZE_SOLID_UNIT * 0x1.8p52;
    return fabs(x) < GRAZE_SOLID_UNIT * 0x1p53 ? (x + shift) - shift : x;
}

/* Returns the number of vertices of a body at its pose. */
ALWAYS_INLINE int32_t solid_count(const SolidPlaced* placed)
{
    return placed->is_swept ? 2 * placed->body->count : placed->body->count;
}

/* Returns vertex i at its pose. */
ALWAYS_INLINE GrazeVec3 solid_vertex(const SolidPlaced* placed, int32_t i)
{
    bool is_end = i >= placed->body->count;
    const GrazeSolidPoint* v = &placed->body->vertices[is_end ? i - placed->body->count : i];
    GrazeVec3 at = is_end ? placed->end : placed->begin;
    GrazeVec3 p = vec3(v->x, v->y, v->z);
    if (placed->is_turned) {
        const double* r = placed->pose->rotation;
        p = vec3((r[0] * p.x + r[3] * p.y) + r[6] * p.z, (r[1] * p.x + r[4] * p.y) + r[7] * p.z,
                 (r[2] * p.x + r[5] * p.y) + r[8] * p.z);
    }
    return vec3(solid_round_small(p.x + at.x), solid_round_small(p.y + at.y),
                solid_round_small(p.z + at.z));
}

/* Returns the extents along d of two vertices, which lie behind each other. */
ALWAYS_INLINE Doubles solid_two_extents(const GrazeSolidPoint* two, GrazeVec3 d)
{
    const float* at = (const float*)(const void*)two;
    return (doubles_from_triples(at) * doubles_splat(d.x) +
            doubles_from_triples(at + 1) * doubles_splat(d.y)) +
           doubles_from_triples(at + 2) * doubles_splat(d.z);
}

/*
 * Returns the first of `count` vertices whose extent along d is greatest. Two at a time; of
 * an odd number, the second two include one already compared.
 */
ALWAYS_INLINE int32_t solid_scan(const GrazeSolidPoint* vertices, int32_t count, GrazeVec3 d)
{
    if (count == 1) return 0;
    Doubles most = doubles_splat(-INFINITY);
    DoublesMask best = {0, 0};
    DoublesMask here = {0, 1};
    for (int32_t k = 0, step = 2 - count % 2; k < count - 1; k += step, step = 2) {
        Doubles along = solid_two_extents(&vertices[k], d);
        DoublesMask is_more = along > most;
        best = (here & is_more) | (best & ~is_more);
        most = doubles_max(most, along);
        here += (DoublesMask){step, step};
    }
    bool is_second = most[1] > most[0] || (most[1] == most[0] && best[1] < best[0]);
    return (int32_t)(is_second ? best[1] : best[0]);
}

/* Returns how many of the vertices have an extent along d of at least `least`. */
ALWAYS_INLINE int32_t solid_count_from(const GrazeSolidPoint* vertices, int32_t count, GrazeVec3 d,
                                       double least)
{
    const GrazeSolidPoint* last = &vertices[count - 1];
    const Doubles from = doubles_splat(least);
    bool is_odd = count % 2 != 0;
    DoublesMask found = {0, 0};
    for (int32_t i = 0; i + 1 < count; i += 2)
        found -= solid_two_extents(&vertices[i], d) >= from;
    double along = (last->x * d.x + last->y * d.y) + last->z * d.z;
    return (int32_t)(found[0] + found[1]) + (is_odd && along >= least);
}

/* A direction in a body's frame, and the extent of its sweep along it. */
typedef struct {
    GrazeVec3 d;
    double sweep;
} SolidDirection;

ALWAYS_INLINE SolidDirection solid_direction_in(const SolidPlaced* placed, GrazeVec3 d)
{
    const double* r = placed->pose->rotation;
    SolidDirection in = {d, 0};
    if (placed->is_turned)
        in.d = vec3((r[0] * d.x + r[1] * d.y) + r[2] * d.z, (r[3] * d.x + r[4] * d.y) + r[5] * d.z,
                    (r[6] * d.x + r[7] * d.y) + r[8] * d.z);
    if (placed->is_swept) in.sweep = vec3_dot(d, vec3_sub(placed->end, placed->begin));
    return in;
}

/* Returns the extent of vertex i along a direction, from the position at the beginning. */
ALWAYS_INLINE double solid_extent_along(const SolidPlaced* placed, const SolidDirection* in,
                                        int32_t i)
{
    bool is_end = i >= placed->body->count;
    const GrazeSolidPoint* v = &placed->body->vertices[is_end ? i - placed->body->count : i];
    double along = (v->x * in->d.x + v->y * in->d.y) + v->z * in->d.z;
    return is_end ? along + in->sweep : along;
}

/* Number of vertices from which on a walk along edges is quicker than a scan, as measured. */
#ifdef __wasm__
enum { SOLID_CLIMB_MIN_VERTICES = 112 };
#else
enum { SOLID_CLIMB_MIN_VERTICES = 32 };
#endif

/* Returns the same vertex as solid_scan, by a walk along edges, for hulls with many vertices. */
int32_t graze_solid_climb(const GrazeSolid* body, GrazeVec3 d);

/* Returns the vertex that is furthest in a direction, the first of equals. */
ALWAYS_INLINE int32_t solid_furthest(const SolidPlaced* placed, const SolidDirection* in)
{
    int32_t count = placed->body->count;
    int32_t best = count < SOLID_CLIMB_MIN_VERTICES
                       ? solid_scan(placed->body->vertices, count, in->d)
                       : graze_solid_climb(placed->body, in->d);
    return in->sweep > 0 ? best + count : best;
}

ALWAYS_INLINE void solid_write_point(const SolidPair* pair, int32_t i, int32_t j, SolidPoint* out)
{
    out->at_a = solid_vertex(&pair->a, i);
    out->at_b = solid_vertex(&pair->b, j);
    out->w = vec3_sub(out->at_a, out->at_b);
    out->a = i;
    out->b = j;
}

ALWAYS_INLINE SolidPoint solid_point(const SolidPair* pair, int32_t i, int32_t j)
{
    SolidPoint p;
    solid_write_point(pair, i, j, &p);
    return p;
}

/* Writes the support point of A - B in direction d: s_A(d) - s_B(-d). */
ALWAYS_INLINE void solid_write_support(const SolidPair* pair, GrazeVec3 d, SolidPoint* out)
{
    SolidDirection in_a = solid_direction_in(&pair->a, d);
    SolidDirection in_b = solid_direction_in(&pair->b, vec3_neg(d));
    solid_write_point(pair, solid_furthest(&pair->a, &in_a), solid_furthest(&pair->b, &in_b), out);
}

/* Copies a point, field by field: wasm calls the host for a copy of its size. */
ALWAYS_INLINE void solid_copy_point(const SolidPoint* p, SolidPoint* out)
{
    out->w = p->w;
    out->at_a = p->at_a;
    out->at_b = p->at_b;
    out->a = p->a;
    out->b = p->b;
}

ALWAYS_INLINE bool solid_is_same_point(const SolidPoint* p, const SolidPoint* q)
{
    return p->a == q->a && p->b == q->b;
}

/* Returns the step from p to q, and that from p to the origin. */
ALWAYS_INLINE SolidStep solid_step(const SolidPoint* p, const SolidPoint* q)
{
    return (SolidStep){q->at_a, p->at_a, q->at_b, p->at_b};
}

ALWAYS_INLINE SolidStep solid_step_to_origin(const SolidPoint* p)
{
    return (SolidStep){{0, 0, 0}, p->at_a, {0, 0, 0}, p->at_b};
}

void graze_solid_pair_init(SolidPair* pair, const GrazeSolid* a, const GrazeSolidPose* pose_a,
                           const GrazeSolid* b, const GrazeSolidPose* pose_b);

/* Sweeps A along a displacement. */
void graze_solid_pair_sweep(SolidPair* pair, GrazeVec3 displacement);

#endif
