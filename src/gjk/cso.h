/*
 * The configuration space obstacle A - B = { a - b } of two shapes' cores, in A's frame: the
 * bodies' positions enter only as B's pose seen from A, so far-away coordinates cost no precision.
 */
#ifndef GRAZE_GJK_CSO_H
#define GRAZE_GJK_CSO_H

#include "../base/predicate.h"
#include "../graze.h"
#include "../shape/support.h"
#include "../tolerance.h"

/*
 * `a` is the body whose frame the work is done in, which depends on the pair but not on its order:
 * then exchanging the two changes no bit of the answer. `is_swapped`: it is the caller's B.
 */
typedef struct {
    const GrazeShape* a;
    const GrazeShape* b;
    const GrazePose* frame; /* of a */
    GrazePose b_in_a;
    double scale; /* S of tolerance.h: no coordinate that enters a point of A - B is larger */
    GrazeSupport support;
    bool is_swapped;
} GrazeCso;

/* A point of A - B and the vertices of A and B whose difference it is. */
typedef struct {
    GrazeVec w;
    int32_t a, b;
} GrazeCsoPoint;

ALWAYS_INLINE bool graze_is_same_point(const GrazeCsoPoint* p, const GrazeCsoPoint* q)
{
    return p->a == q->a && p->b == q->b;
}

/* The poses must outlive the cso. */
void graze_cso_init(GrazeCso* cso, const GrazeShape* a, const GrazePose* pose_a,
                    const GrazeShape* b, const GrazePose* pose_b);

/* Vertex i of A, and vertex j of B in A's frame, rounded to double: what all verdicts are about. */
ALWAYS_INLINE GrazeVec graze_cso_vertex_a(const GrazeCso* cso, int32_t i)
{
    return vec_from_point(cso->a->vertices[i]);
}

/* Coordinates below GRAZE_MIN_COORDINATE become 0. */
ALWAYS_INLINE GrazeVec graze_flush_tiny(GrazeVec p)
{
    return vec(fabs(p.x) < GRAZE_MIN_COORDINATE ? 0 : p.x,
               fabs(p.y) < GRAZE_MIN_COORDINATE ? 0 : p.y);
}

ALWAYS_INLINE GrazeVec cso_vertex_b_inline(const GrazeCso* cso, int32_t j)
{
    Doubles p = doubles_from_floats(&cso->b->vertices[j]);
    Doubles turn = doubles_load(&cso->b_in_a.cos);
    Doubles turned_up = {-turn[1], turn[0]};
    GrazeVec place;
    p = p[0] * turn + p[1] * turned_up + doubles_load(&cso->b_in_a.x);
    doubles_store(&place, doubles_keep(p, doubles_abs(p) >= GRAZE_MIN_COORDINATE));
    return place;
}

GrazeVec graze_cso_vertex_b(const GrazeCso* cso, int32_t j);

/* Vertex i of A minus vertex j of B. */
GrazeCsoPoint graze_cso_point(const GrazeCso* cso, int32_t i, int32_t j);

/* The same inline, a coordinate at a time: sooner where the next step waits for it, as the comparisons are
   foreseen. */
ALWAYS_INLINE GrazeCsoPoint cso_point_inline(const GrazeCso* cso, int32_t i, int32_t j)
{
    const GrazePose* b_in_a = &cso->b_in_a;
    GrazeVec b = vec_rotate(vec_from_point(cso->b->vertices[j]), b_in_a->cos, b_in_a->sin);
    b = graze_flush_tiny(vec(b.x + b_in_a->x, b.y + b_in_a->y));
    return (GrazeCsoPoint){vec_sub(graze_cso_vertex_a(cso, i), b), i, j};
}

/* The same point as the two it is the difference of, for exact signs. */
ALWAYS_INLINE GrazePointDifference graze_cso_point_difference(const GrazeCso* cso,
                                                              const GrazeCsoPoint* w)
{
    return (GrazePointDifference){graze_cso_vertex_a(cso, w->a), graze_cso_vertex_b(cso, w->b)};
}

/* The support point of A - B in `direction`: s_A(direction) - s_B(-direction). `cache`: a point
   found before. O(n + m). */
GrazeCsoPoint graze_cso_support(const GrazeCso* cso, GrazeVec direction, GrazeCsoPoint cache);

/* The same inline, in direction (x, y). */
ALWAYS_INLINE GrazeCsoPoint cso_support_inline(const GrazeCso* cso, double x, double y,
                                               int32_t cache_a, int32_t cache_b)
{
    GrazeVec direction_b = vec_inv_rotate(vec(x, y), -cso->b_in_a.cos, -cso->b_in_a.sin);
    int32_t a = support_inline(cso->a, x, y, cso->support, cache_a);
    int32_t b = support_inline(cso->b, direction_b.x, direction_b.y, cso->support, cache_b);
    return cso_point_inline(cso, a, b);
}

/* From the frame of a to the world: a place; and a direction or difference, from the caller's A to
   the caller's B as here from a to b. */
ALWAYS_INLINE GrazeVec graze_cso_place(const GrazeCso* cso, const GrazeVec* place)
{
    GrazeVec turned = vec_rotate(*place, cso->frame->cos, cso->frame->sin);
    return vec(cso->frame->x + turned.x, cso->frame->y + turned.y);
}

ALWAYS_INLINE GrazeVec graze_cso_direction(const GrazeCso* cso, const GrazeVec* direction)
{
    GrazeVec turned = vec_rotate(*direction, cso->frame->cos, cso->frame->sin);
    if (cso->is_swapped) turned = vec_sub(vec(0, 0), turned);
    return turned;
}

/* The sum of the two radii. */
ALWAYS_INLINE double graze_reach(const GrazeCso* cso)
{
    return (double)cso->a->radius + cso->b->radius;
}

#endif
