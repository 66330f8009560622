/*
 * The configuration space obstacle A - B = { a - b } of two shapes' cores, in A's frame: the
 * bodies' positions enter only as B's pose seen from A, so far-away coordinates cost no precision.
 */
#ifndef GRAZE_GJK_CSO_H
#define GRAZE_GJK_CSO_H

#include "../base/predicate.h"
#include "../graze.h"

typedef struct {
    const GrazeShape* a;
    const GrazeShape* b;
    GrazePose b_in_a;
    double scale; /* S of tolerance.h: no coordinate that enters a point of A - B is larger */
} GrazeCso;

/* A point of A - B and the vertices of A and B whose difference it is. */
typedef struct {
    GrazeVec w;
    int32_t a, b;
} GrazeCsoPoint;

void graze_cso_init(GrazeCso* cso, const GrazeShape* a, const GrazePose* pose_a,
                    const GrazeShape* b, const GrazePose* pose_b);

/* Vertex i of A, and vertex j of B in A's frame, rounded to double: what all verdicts are about. */
static inline GrazeVec graze_cso_vertex_a(const GrazeCso* cso, int32_t i)
{
    return vec_of(cso->a->vertices[i]);
}

GrazeVec graze_cso_vertex_b(const GrazeCso* cso, int32_t j);

/* Vertex i of A minus vertex j of B. */
GrazeCsoPoint graze_cso_point(const GrazeCso* cso, int32_t i, int32_t j);

/* The same point as the two it is the difference of, for exact signs. */
static inline GrazeGap graze_cso_gap(const GrazeCso* cso, GrazeCsoPoint w)
{
    return (GrazeGap){graze_cso_vertex_a(cso, w.a), graze_cso_vertex_b(cso, w.b)};
}

/* The support point of A - B in `direction`: s_A(direction) - s_B(-direction). O(n + m). */
GrazeCsoPoint graze_cso_support(const GrazeCso* cso, GrazeVec direction);

#endif
