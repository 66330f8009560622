/*
 * The configuration space obstacle A - B = { a - b } of two shapes' cores (their Minkowski
 * difference), in A's frame. The bodies' positions enter only through B's pose relative to A, so
 * coordinates far from the origin cost no precision. Where a function takes a GrazeCso, A and B are
 * `a` and `b` of it, which may be the caller's B and A, and vectors are in the frame of `a`.
 */
#ifndef GRAZE_STATIC_CSO_H
#define GRAZE_STATIC_CSO_H

#include "../../base/predicate.h"
#include "../../graze.h"
#include "../../tolerance.h"
#include "../shape/support.h"

/*
 * A pair of bodies. `a` is the body whose frame is used; it depends on the pair but not on its
 * order, so exchanging the two bodies does not change a bit of the results. `is_swapped` is set if
 * `a` is the caller's B.
 */
typedef struct {
    const GrazeShape* a;
    const GrazeShape* b;
    const GrazePose* frame; /* pose of `a` */
    GrazePose b_in_a;       /* pose of `b` in the frame of `a` */
    double scale;           /* S of tolerance.h, with |t| the larger |coordinate| of b_in_a: bounds
                               every coordinate that enters a point of A - B */
    GrazeSupport support;   /* method that finds support points */
    bool is_swapped;
} GrazeCso;

/* A vertex of A - B, with the indices of the vertices of A and B whose difference it is. */
typedef struct {
    GrazeVec w;
    int32_t a, b;
} GrazeCsoPoint;

ALWAYS_INLINE bool graze_is_same_point(const GrazeCsoPoint* p, const GrazeCsoPoint* q)
{
    return p->a == q->a && p->b == q->b;
}

/* Initializes the pair of the caller's A and B, with GRAZE_SUPPORT_AUTO. The shapes and poses must
   outlive it. */
void graze_cso_init(GrazeCso* cso, const GrazeShape* a, const GrazePose* pose_a,
                    const GrazeShape* b, const GrazePose* pose_b);

/* Initializes the same pair in the frame of the caller's A. */
void graze_cso_init_in(GrazeCso* cso, const GrazeShape* a, const GrazePose* pose_a,
                       const GrazeShape* b, const GrazePose* pose_b);

/* Returns vertex i of A. */
ALWAYS_INLINE GrazeVec graze_cso_vertex_a(const GrazeCso* cso, int32_t i)
{
    return vec_from_point(cso->a->vertices[i]);
}

/* Replaces coordinates smaller than GRAZE_MIN_COORDINATE by 0, so that signs can be exact. */
ALWAYS_INLINE GrazeVec graze_flush_tiny(GrazeVec p)
{
    return vec(fabs(p.x) < GRAZE_MIN_COORDINATE ? 0 : p.x,
               fabs(p.y) < GRAZE_MIN_COORDINATE ? 0 : p.y);
}

/* Same as graze_cso_vertex_b, inline, both coordinates at once. */
ALWAYS_INLINE GrazeVec cso_vertex_b_inline(const GrazeCso* cso, int32_t j)
{
    Doubles p = doubles_from_floats(&cso->b->vertices[j]);
    Doubles x_axis = doubles_load(&cso->b_in_a.cos);
    Doubles y_axis = {-x_axis[1], x_axis[0]};
    GrazeVec position;
    p = p[0] * x_axis + p[1] * y_axis + doubles_load(&cso->b_in_a.x);
    doubles_store(&position, doubles_keep(p, doubles_abs(p) >= GRAZE_MIN_COORDINATE));
    return position;
}

/* Returns vertex j of B in A's frame, rounded to double: verdicts refer to these coordinates. */
GrazeVec graze_cso_vertex_b(const GrazeCso* cso, int32_t j);

/* Returns vertex i of A minus vertex j of B. */
GrazeCsoPoint graze_cso_point(const GrazeCso* cso, int32_t i, int32_t j);

/* Same as graze_cso_point, inline and one coordinate at a time: faster where the next step waits
   for the result, because the comparisons of graze_flush_tiny are predicted branches. */
ALWAYS_INLINE GrazeCsoPoint cso_point_inline(const GrazeCso* cso, int32_t i, int32_t j)
{
    const GrazePose* b_in_a = &cso->b_in_a;
    GrazeVec b = vec_rotate(vec_from_point(cso->b->vertices[j]), b_in_a->cos, b_in_a->sin);
    b = graze_flush_tiny(vec(b.x + b_in_a->x, b.y + b_in_a->y));
    return (GrazeCsoPoint){vec_sub(graze_cso_vertex_a(cso, i), b), i, j};
}

/* Returns a point as the pair of points whose difference it is, for exact signs. */
ALWAYS_INLINE GrazePointDifference graze_cso_point_difference(const GrazeCso* cso,
                                                              const GrazeCsoPoint* w)
{
    return (GrazePointDifference){graze_cso_vertex_a(cso, w->a), graze_cso_vertex_b(cso, w->b)};
}

/* Returns the support point of A - B in `direction`: s_A(direction) - s_B(-direction). `cache` is
   any point of A - B; only its indices are read, and the search begins there. O(n + m), with n and
   m the numbers of vertices of A and B. */
GrazeCsoPoint graze_cso_support(const GrazeCso* cso, GrazeVec direction, GrazeCsoPoint cache);

/* Same as graze_cso_support, inline, in direction (x, y). */
ALWAYS_INLINE GrazeCsoPoint cso_support_inline(const GrazeCso* cso, double x, double y,
                                               int32_t cache_a, int32_t cache_b)
{
    /* This is -direction in B's own frame. */
    GrazeVec direction_b = vec_inv_rotate(vec(x, y), -cso->b_in_a.cos, -cso->b_in_a.sin);
    int32_t a = support_inline(cso->a, x, y, cso->support, cache_a);
    int32_t b = support_inline(cso->b, direction_b.x, direction_b.y, cso->support, cache_b);
    return cso_point_inline(cso, a, b);
}

/* Transform from the frame of `a` to the world: a position, and a direction or difference. A
   direction from `a` to `b` becomes one from the caller's A to the caller's B, and a point of A - B
   one of the caller's A - B. */
ALWAYS_INLINE GrazeVec graze_cso_place(const GrazeCso* cso, const GrazeVec* position)
{
    GrazeVec turned = vec_rotate(*position, cso->frame->cos, cso->frame->sin);
    return vec(cso->frame->x + turned.x, cso->frame->y + turned.y);
}

ALWAYS_INLINE GrazeVec graze_cso_direction(const GrazeCso* cso, const GrazeVec* direction)
{
    GrazeVec turned = vec_rotate(*direction, cso->frame->cos, cso->frame->sin);
    if (cso->is_swapped) turned = vec_sub(vec(0, 0), turned);
    return turned;
}

/* Returns the sum of the two radii. */
ALWAYS_INLINE double graze_reach(const GrazeCso* cso)
{
    return (double)cso->a->radius + cso->b->radius;
}

#endif
