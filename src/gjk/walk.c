#include "walk.h"

#include "../base/predicate.h"

/*
 * A - B has the edges of A and of -B, sorted by direction. Both outlines are walked
 * counter-clockwise from their lowest vertex, so their edge directions both run from 0 to 2 pi, and
 * the walk merges them by taking whichever turns less. Parallel edges are taken together, so that
 * no boundary vertex lies inside an edge. Edges come from the body frames, where the bodies' places
 * cannot absorb them, and where the walk begins is read off the same edges, so that order and
 * beginning cannot disagree.
 */
typedef struct {
    const GrazeCso* cso;
    int32_t a, b;           /* where the walk stands */
    int32_t left_a, left_b; /* edges not yet taken */
} Walker;

typedef GrazeVec (*EdgeOf)(const GrazeCso* cso, int32_t from, int32_t to);

static int32_t next_index(int32_t i, int32_t count)
{
    return i + 1 < count ? i + 1 : 0;
}

static GrazeVec difference(GrazePoint p, GrazePoint q)
{
    return vec((double)p.x - q.x, (double)p.y - q.y);
}

static GrazeVec edge_a(const GrazeCso* cso, int32_t from, int32_t to)
{
    return difference(cso->a->vertices[to], cso->a->vertices[from]);
}

/* The edge of -B. */
static GrazeVec edge_b(const GrazeCso* cso, int32_t from, int32_t to)
{
    GrazeVec edge = difference(cso->b->vertices[from], cso->b->vertices[to]);
    return vec_rotate(edge, cso->b_in_a.cos, cso->b_in_a.sin);
}

/* Is the direction in [0, pi)? */
static bool rises(GrazeVec edge)
{
    return edge.y > 0 || (edge.y == 0 && edge.x > 0);
}

/* The lowest vertex: where the edges turn from falling to rising. */
static int32_t find_lowest(const GrazeCso* cso, EdgeOf edge_of, int32_t count)
{
    for (int32_t i = 0, before = count - 1; i < count; before = i++) {
        if (!rises(edge_of(cso, before, i)) && rises(edge_of(cso, i, next_index(i, count))))
            return i;
    }
    return 0;
}

static Walker start(const GrazeCso* cso)
{
    int32_t n = cso->a->count;
    int32_t m = cso->b->count;
    /* A point has no edge. */
    return (Walker){cso, find_lowest(cso, edge_a, n), find_lowest(cso, edge_b, m), n > 1 ? n : 0,
                    m > 1 ? m : 0};
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
        turn = sign_cross(edge_a(cso, walker->a, next_a), edge_b(cso, walker->b, next_b));
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

/* What the walk has seen of the origin: strictly outside an edge, on an edge's line, on an edge. */
typedef struct {
    bool outside, edge_on, on_boundary;
} Sighting;

static void see(Sighting* seen, GrazeVec from, GrazeVec to)
{
    int side = sign_cross(from, to);
    if (side < 0) seen->outside = true;
    if (side == 0) seen->edge_on = true;
    if (side == 0 && straddles(from, to)) seen->on_boundary = true;
}

/* Seen edge-on but on no edge, the origin is off the end of an A - B that is a segment. */
static GrazeRelation conclude(const Sighting* seen)
{
    if (seen->outside) return GRAZE_DISJOINT;
    if (seen->on_boundary) return GRAZE_TOUCHING;
    return seen->edge_on ? GRAZE_DISJOINT : GRAZE_OVERLAPPING;
}

static GrazeVec normal_of(const GrazeWalk* walk, GrazeVec outward)
{
    double gap = vec_length(walk->v);
    double size = vec_length(outward);
    if (walk->relation == GRAZE_DISJOINT && gap > 0) return vec_scale(walk->v, -1 / gap);
    /* Two points at one place have no direction of their own: any will do. */
    return size > 0 ? vec_scale(outward, 1 / size) : vec(1, 0);
}

void graze_walk(const GrazeCso* cso, GrazeWalk* out)
{
    Walker walker = start(cso);
    GrazeCsoPoint here = graze_cso_point(cso, walker.a, walker.b);
    GrazeVec outward = vec(0, 0);
    Sighting seen = {false, false, false};
    bool has_edge = false;
    out->nearest = (GrazeSimplex){{here}, {1}, 1};
    out->v = here.w;
    while (!at_end(&walker)) {
        advance(&walker);
        GrazeCsoPoint there = graze_cso_point(cso, walker.a, walker.b);
        GrazeVec edge = vec_sub(there.w, here.w);
        /* Seen from far away, an edge of a tiny body can round to nothing. */
        if (edge.x == 0 && edge.y == 0) continue;
        see(&seen, here.w, there.w);
        GrazeSimplex part = {{here, there}, {0}, 2};
        GrazeVec v = graze_subdistance(&part, GRAZE_BARYCODE);
        if (!has_edge || vec_dot(v, v) < vec_dot(out->v, out->v)) {
            out->nearest = part;
            out->v = v;
            outward = vec_outward(edge);
        }
        has_edge = true;
        here = there;
    }
    bool at_origin = here.w.x == 0 && here.w.y == 0;
    out->relation = has_edge ? conclude(&seen) : at_origin ? GRAZE_TOUCHING : GRAZE_DISJOINT;
    out->normal = normal_of(out, outward);
}
