/*
 * The configuration space obstacle A - B = { a - b } of two shapes' cores, in A's frame: the
 * bodies' positions enter only as B's pose seen from A, so far-away coordinates cost no precision.
 */
#ifndef GRAZE_GJK_CSO_H
#define GRAZE_GJK_CSO_H

#include "../base/predicate.h"
#include "../graze.h"

/*
 * `a` is the body whose frame the work is done in, which depends on the pair but not on its order:
 * then exchanging the two changes no bit of the answer. `swapped`: it is the caller's B.
 */
typedef struct {
    const GrazeShape* a;
    const GrazeShape* b;
    const GrazePose* frame; /* of a */
    GrazePose b_in_a;
    double scale; /* S of tolerance.h: no coordinate that enters a point of A - B is larger */
    GrazeSupport support;
    bool swapped;
} GrazeCso;

/* A point of A - B and the vertices of A and B whose difference it is. */
typedef struct {
    GrazeVec w;
    int32_t a, b;
} GrazeCsoPoint;

/* The poses must outlive the cso. */
void graze_cso_init(GrazeCso* cso, const GrazeShape* a, const GrazePose* pose_a,
                    const GrazeShape* b, const GrazePose* pose_b);

/* Vertex i of A, and vertex j of B in A's frame, rounded to double: what all verdicts are about. */
static inline GrazeVec graze_cso_vertex_a(const GrazeCso* cso, int32_t i)
{
    return vec_of(cso->a->vertices[i]);
}

/* Coordinates below GRAZE_LEAST_PLACE become 0. */
GrazeVec graze_settle_tiny(GrazeVec p);

GrazeVec graze_cso_vertex_b(const GrazeCso* cso, int32_t j);

/* Vertex i of A minus vertex j of B. */
GrazeCsoPoint graze_cso_point(const GrazeCso* cso, int32_t i, int32_t j);

/* The same point as the two it is the difference of, for exact signs. */
static inline GrazeGap graze_cso_gap(const GrazeCso* cso, const GrazeCsoPoint* w)
{
    return (GrazeGap){graze_cso_vertex_a(cso, w->a), graze_cso_vertex_b(cso, w->b)};
}

/* The support point of A - B in `direction`: s_A(direction) - s_B(-direction). `hint`: a point
   found before. O(n + m). */
GrazeCsoPoint graze_cso_support(const GrazeCso* cso, GrazeVec direction, GrazeCsoPoint hint);

/* From the frame of a to the world: a place; and a direction or difference, from the caller's A to
   the caller's B as here from a to b. */
GrazeVec graze_cso_place(const GrazeCso* cso, GrazeVec place);
GrazeVec graze_cso_direction(const GrazeCso* cso, GrazeVec direction);

/* The sum of the two radii. */
static inline double graze_reach(const GrazeCso* cso)
{
    return (double)cso->a->radius + cso->b->radius;
}

#endif
