#include "walk.h"

#include "../base/predicate.h"

/*
 * A - B has the edges of A and of -B, sorted by direction. Both outlines are walked
 * counter-clockwise from their lowest vertex (lowest y, then x), so their edge directions both run
 * from 0 to 2 pi, and the walk merges them by taking whichever turns less. Parallel edges are taken
 * together, so that no boundary vertex lies inside an edge.
 */
typedef struct {
    const GrazeCso* cso;
    int32_t a, b;           /* where the walk stands */
    int32_t left_a, left_b; /* edges not yet taken */
} Walker;

static int32_t next_index(int32_t i, int32_t count)
{
    return i + 1 < count ? i + 1 : 0;
}

static GrazeVec vertex_a(const GrazeCso* cso, int32_t i)
{
    return vec(cso->a->vertices[i].x, cso->a->vertices[i].y);
}

static bool is_lower(GrazeVec p, GrazeVec q)
{
    return p.y < q.y || (p.y == q.y && p.x < q.x);
}

static Walker start(const GrazeCso* cso)
{
    Walker walker = {cso, 0, 0, cso->a->count, cso->b->count};
    for (int32_t i = 1; i < cso->a->count; i++) {
        if (is_lower(vertex_a(cso, i), vertex_a(cso, walker.a))) walker.a = i;
    }
    GrazeVec highest = graze_cso_vertex_b(cso, 0);
    for (int32_t j = 1; j < cso->b->count; j++) {
        GrazeVec p = graze_cso_vertex_b(cso, j);
        if (is_lower(highest, p)) {
            highest = p;
            walker.b = j;
        }
    }
    /* A point has no edge. */
    if (cso->a->count == 1) walker.left_a = 0;
    if (cso->b->count == 1) walker.left_b = 0;
    return walker;
}

static bool at_end(const Walker* walker)
{
    return walker->left_a == 0 && walker->left_b == 0;
}

/* Goes on to the next vertex of A - B. */
static void advance(Walker* walker)
{
    const GrazeCso* cso = walker->cso;
    int32_t next_a = next_index(walker->a, cso->a->count);
    int32_t next_b = next_index(walker->b, cso->b->count);
    int turn = walker->left_b == 0 ? 1 : -1;
    if (walker->left_a > 0 && walker->left_b > 0) {
        GrazeVec edge_a = vec_sub(vertex_a(cso, next_a), vertex_a(cso, walker->a));
        GrazeVec edge_b =
            vec_sub(graze_cso_vertex_b(cso, walker->b), graze_cso_vertex_b(cso, next_b));
        turn = sign_cross(edge_a, edge_b);
    }
    if (turn >= 0) {
        walker->a = next_a;
        walker->left_a--;
    }
    if (turn <= 0) {
        walker->b = next_b;
        walker->left_b--;
    }
}

/* Does the closed segment between two points on a line through the origin hold the origin? */
static bool straddles(GrazeVec p, GrazeVec q)
{
    return sign_dot(p, q) <= 0;
}

/*
 * A - B is one point or one segment when no edge has the origin strictly on one side; then every
 * edge is seen edge-on, and contact means lying on it.
 */
void graze_walk(const GrazeCso* cso, GrazeWalk* out)
{
    Walker walker = start(cso);
    GrazeCsoPoint here = graze_cso_point(cso, walker.a, walker.b);
    GrazeSimplex nearest = {{here}, {1}, 1};
    GrazeVec nearest_v = here.w;
    GrazeVec outward = vec(0, 0);
    bool outside = false;
    bool edge_on = false;
    bool on_boundary = here.w.x == 0 && here.w.y == 0;
    while (!at_end(&walker)) {
        advance(&walker);
        GrazeCsoPoint there = graze_cso_point(cso, walker.a, walker.b);
        int side = sign_cross(here.w, there.w);
        if (side < 0) outside = true;
        if (side == 0) edge_on = true;
        if (side == 0 && straddles(here.w, there.w)) on_boundary = true;

        GrazeSimplex edge = {{here, there}, {0}, 2};
        GrazeVec v = graze_subdistance(&edge, GRAZE_BARYCODE);
        if (vec_dot(v, v) < vec_dot(nearest_v, nearest_v) || (outward.x == 0 && outward.y == 0)) {
            nearest = edge;
            nearest_v = v;
            outward = vec_outward(vec_sub(there.w, here.w));
        }
        here = there;
    }
    bool is_point = outward.x == 0 && outward.y == 0;
    out->relation = outside               ? GRAZE_DISJOINT
                    : on_boundary         ? GRAZE_TOUCHING
                    : edge_on || is_point ? GRAZE_DISJOINT
                                          : GRAZE_OVERLAPPING;
    out->nearest = nearest;
    out->v = nearest_v;
    double length = vec_length(nearest_v);
    if (out->relation == GRAZE_DISJOINT && length > 0) {
        out->normal = vec_scale(nearest_v, -1 / length);
    } else {
        out->normal = is_point ? vec(1, 0) : vec_scale(outward, 1 / vec_length(outward));
    }
}
