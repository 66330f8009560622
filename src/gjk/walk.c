#include "walk.h"

#include "../base/predicate.h"
#include "../tolerance.h"

/*
 * A - B has the edges of A and of -B, sorted by direction. Both outlines are walked
 * counter-clockwise from their lowest vertex, so their edge directions both run from 0 to 2 pi, and
 * the walk merges them by taking whichever turns less. Parallel edges are taken together, so that
 * no boundary vertex lies inside an edge. Every sign is exact for the vertices of A and the
 * vertices of B as rounded into A's frame.
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

static bool is_lower(GrazeVec p, GrazeVec q)
{
    return p.y < q.y || (p.y == q.y && p.x < q.x);
}

/* The lowest vertex of A and the highest of B, which is the lowest of -B. */
static Walker start(const GrazeCso* cso)
{
    int32_t n = cso->a->count;
    int32_t m = cso->b->count;
    int32_t lowest = 0;
    for (int32_t i = 1; i < n; i++) {
        if (is_lower(graze_cso_vertex_a(cso, i), graze_cso_vertex_a(cso, lowest))) lowest = i;
    }
    int32_t highest = 0;
    GrazeVec top = graze_cso_vertex_b(cso, 0);
    for (int32_t j = 1; j < m; j++) {
        GrazeVec p = graze_cso_vertex_b(cso, j);
        if (is_lower(top, p)) {
            highest = j;
            top = p;
        }
    }
    /* A point has no edge. */
    return (Walker){cso, lowest, highest, n > 1 ? n : 0, m > 1 ? m : 0};
}

static bool at_end(const Walker* walker)
{
    return walker->left_a == 0 && walker->left_b == 0;
}

/* Which edge comes first: of A (1), of -B (-1), both (0). */
static int next_turn(const Walker* walker, int32_t next_a, int32_t next_b)
{
    const GrazeCso* cso = walker->cso;
    if (walker->left_b == 0) return 1;
    if (walker->left_a == 0) return -1;
    GrazeGap edge_a = {graze_cso_vertex_a(cso, next_a), graze_cso_vertex_a(cso, walker->a)};
    GrazeGap edge_b = {graze_cso_vertex_b(cso, walker->b), graze_cso_vertex_b(cso, next_b)};
    /* Rounding can leave nothing of a tiny edge. It has no direction and must not count as
     * parallel. */
    bool is_nothing = edge_b.to.x == edge_b.from.x && edge_b.to.y == edge_b.from.y;
    return is_nothing ? -1 : graze_sign_cross(edge_a, edge_b);
}

/* Goes on to the next vertex of A - B. */
static void advance(Walker* walker)
{
    int32_t next_a = next_index(walker->a, walker->cso->a->count);
    int32_t next_b = next_index(walker->b, walker->cso->b->count);
    int turn = next_turn(walker, next_a, next_b);
    if (turn >= 0) {
        walker->a = next_a;
        walker->left_a--;
    }
    if (turn <= 0) {
        walker->b = next_b;
        walker->left_b--;
    }
}

static GrazeCsoPoint stand(const Walker* walker)
{
    return graze_cso_point(walker->cso, walker->a, walker->b);
}

static bool is_zero(GrazeVec p)
{
    return p.x == 0 && p.y == 0;
}

/* What the walk has seen of the origin: strictly outside an edge, on an edge's line, on an edge. */
typedef struct {
    bool outside, edge_on, on_boundary;
} Sighting;

static void see(Sighting* seen, GrazeGap from, GrazeGap to)
{
    int side = graze_sign_cross(from, to);
    if (side < 0) seen->outside = true;
    if (side != 0) return;
    seen->edge_on = true;
    /* On the line: on the edge when it lies between the two ends. */
    if (graze_sign_dot(from, to) <= 0) seen->on_boundary = true;
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
    double size = vec_length(outward);
    if (walk->relation == GRAZE_DISJOINT && walk->nearest.gap > 0) {
        return vec_scale(walk->nearest.v, -1 / walk->nearest.gap);
    }
    /* Two points at one place have no direction of their own: any will do. */
    return size > 0 ? vec_scale(outward, 1 / size) : vec(1, 0);
}

void graze_walk(const GrazeCso* cso, GrazeWalk* out)
{
    Walker walker = start(cso);
    GrazeCsoPoint here = stand(&walker);
    GrazeVec outward = vec(0, 0);
    Sighting seen = {false, false, false};
    bool has_edge = false;
    out->nearest = graze_part_vertex(here);
    while (!at_end(&walker)) {
        advance(&walker);
        GrazeCsoPoint there = stand(&walker);
        GrazeGap from = graze_cso_gap(cso, here);
        GrazeGap to = graze_cso_gap(cso, there);
        GrazeVec step = graze_step(from, to);
        if (is_zero(step)) continue;
        see(&seen, from, to);
        GrazePart part = graze_part_edge(cso, here, there);
        if (!has_edge || part.gap < out->nearest.gap) {
            out->nearest = part;
            outward = vec_outward(step);
        }
        has_edge = true;
        here = there;
    }
    out->relation = has_edge ? conclude(&seen) : is_zero(here.w) ? GRAZE_TOUCHING : GRAZE_DISJOINT;
    out->normal = normal_of(out, outward);
}

/* Sign of the distance of the origin from a part, less the radii's sum. */
static int sign_part_reach(const GrazeCso* cso, const GrazePart* part)
{
    double ra = cso->a->radius;
    double rb = cso->b->radius;
    GrazeGap p = graze_cso_gap(cso, part->p);
    if (graze_is_vertex(part)) return graze_sign_point_reach(p, ra, rb);
    return graze_sign_line_reach(p, graze_cso_gap(cso, part->q), ra, rb);
}

GrazeRelation graze_walk_reach(const GrazeCso* cso)
{
    Walker walker = start(cso);
    GrazeCsoPoint here = stand(&walker);
    double reach = (double)cso->a->radius + cso->b->radius;
    /* Only the parts at about that distance need their exact sign. */
    double far = reach * (1 + GRAZE_GAP_ERROR);
    GrazePart part = graze_part_vertex(here);
    int least = sign_part_reach(cso, &part);
    while (!at_end(&walker) && least >= 0) {
        advance(&walker);
        GrazeCsoPoint there = stand(&walker);
        part = graze_part_edge(cso, here, there);
        int sign = part.gap > far ? 1 : sign_part_reach(cso, &part);
        if (sign < least) least = sign;
        here = there;
    }
    return least > 0 ? GRAZE_DISJOINT : least == 0 ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
}
