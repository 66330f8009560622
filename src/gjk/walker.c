#include "walker.h"

#include "../shape/support.h"

/*
 * A - B has the edges of A and of -B, sorted by direction. Both outlines are walked
 * counter-clockwise from their lowest vertex, as seen along AXIS, so that both edge directions run
 * once round from AXIS, and the walk merges them by taking whichever turns less. Parallel edges are
 * taken together, so that no boundary vertex lies inside an edge.
 *
 * Directions, and with them where the walk begins, are those of the bodies' own edges, turned but
 * not moved, and compared exactly: rounded, neighbouring edges of a thin body can change places, and
 * its place can absorb a short edge and even turn it inside out; a walk that takes edges out of order
 * misses the side it is after. Only where an edge of A and one of -B are parallel to within rounding
 * are they taken in the order in which they are placed, so that the outline stays convex there. What
 * is seen of the origin on the way is exact for the vertices of A and the vertices of B as rounded
 * into A's frame.
 *
 * AXIS is a direction that edges are not likely to have: about it the order is that of the turned
 * edges alone.
 */
static const GrazeGap AXIS = {{1, 0.2718281828459045}, {0, 0}};
static const GrazeGap ACROSS = {{-0.2718281828459045, 1}, {0, 0}};

static GrazeGap edge_of_a(const GrazeCso* cso, int32_t from)
{
    int32_t to = next_index(from, cso->a->count);
    return (GrazeGap){graze_cso_vertex_a(cso, to), graze_cso_vertex_a(cso, from)};
}

/* The edge of -B, in B's own frame. */
static GrazeGap edge_of_b(const GrazeCso* cso, int32_t from)
{
    int32_t to = next_index(from, cso->b->count);
    return (GrazeGap){vec_of(cso->b->vertices[from]), vec_of(cso->b->vertices[to])};
}

/* Is the direction, turned, in [0, pi) from AXIS? */
static bool rises(const GrazeGap* edge, double cos, double sin)
{
    int side = graze_sign_turned_cross(&AXIS, edge, cos, sin);
    return side > 0 || (side == 0 && graze_sign_turned_cross(&ACROSS, edge, cos, sin) < 0);
}

typedef GrazeGap (*EdgeFrom)(const GrazeCso* cso, int32_t from);

/* The lowest vertex: where the edges turn from falling to rising. */
static int32_t find_lowest(const GrazeCso* cso, EdgeFrom edge_from, double cos, double sin,
                           int32_t count)
{
    GrazeGap last = edge_from(cso, count - 1);
    bool rose = rises(&last, cos, sin);
    for (int32_t i = 0; i < count; i++) {
        GrazeGap edge = edge_from(cso, i);
        bool rising = rises(&edge, cos, sin);
        if (rising && !rose) return i;
        rose = rising;
    }
    return 0;
}

void graze_walker_start(GrazeWalker* walker, const GrazeCso* cso)
{
    int32_t n = cso->a->count;
    int32_t m = cso->b->count;
    int32_t a = find_lowest(cso, edge_of_a, 1, 0, n);
    int32_t b = find_lowest(cso, edge_of_b, cso->b_in_a.cos, cso->b_in_a.sin, m);
    walker->cso = cso;
    walker->p = walker->q = graze_cso_point(cso, a, b);
    walker->from = walker->to = graze_cso_gap(cso, &walker->q);
    walker->edge_a = edge_of_a(cso, a);
    walker->edge_b = edge_of_b(cso, b);
    /* A point has no edge. */
    walker->left_a = n > 1 ? n : 0;
    walker->left_b = m > 1 ? m : 0;
}

/* The order of two edges that are parallel to within rounding: as they are placed. */
static int placed_turn(const GrazeWalker* walker)
{
    int32_t next = next_index(walker->q.b, walker->cso->b->count);
    GrazeGap step = {walker->to.from, graze_cso_vertex_b(walker->cso, next)};
    int turn = graze_sign_cross(&walker->edge_a, &step);
    if (turn != 0) return turn;
    /* One that rounding has turned round, or to nothing, is not taken together with the other. */
    return graze_sign_dot(&walker->edge_a, &step) > 0 ? 0 : 1;
}

/* Which edge comes first: of A (1), of -B (-1), both (0). */
static int next_turn(const GrazeWalker* walker)
{
    const GrazeGap* a = &walker->edge_a;
    const GrazeGap* b = &walker->edge_b;
    double cos = walker->cso->b_in_a.cos;
    double sin = walker->cso->b_in_a.sin;
    if (walker->left_b == 0) return 1;
    if (walker->left_a == 0) return -1;
    int turn = graze_guess_turned_cross(a, b, cos, sin);
    if (turn != 0) return turn;
    bool a_rises = rises(a, 1, 0);
    if (a_rises != rises(b, cos, sin)) return a_rises ? 1 : -1;
    GrazeVec p = vec_sub(a->to, a->from);
    GrazeVec q = vec_sub(b->to, b->from);
    bool is_parallel = cos * vec_dot(p, q) - sin * vec_cross(p, q) > 0;
    return is_parallel ? placed_turn(walker) : graze_sign_turned_cross(a, b, cos, sin);
}

static void go_on(GrazeWalker* walker)
{
    const GrazeCso* cso = walker->cso;
    int turn = next_turn(walker);
    if (turn >= 0) {
        walker->q.a = next_index(walker->q.a, cso->a->count);
        walker->to.to = graze_cso_vertex_a(cso, walker->q.a);
        walker->edge_a = edge_of_a(cso, walker->q.a);
        walker->left_a--;
    }
    if (turn <= 0) {
        walker->q.b = next_index(walker->q.b, cso->b->count);
        walker->to.from = graze_cso_vertex_b(cso, walker->q.b);
        walker->edge_b = edge_of_b(cso, walker->q.b);
        walker->left_b--;
    }
    walker->q.w = vec_sub(walker->to.to, walker->to.from);
}

static bool same_place(GrazeVec p, GrazeVec q)
{
    return p.x == q.x && p.y == q.y;
}

bool graze_walker_advance(GrazeWalker* walker)
{
    const GrazeCsoPoint p = walker->q;
    const GrazeGap from = walker->to;
    while (walker->left_a + walker->left_b > 0) {
        go_on(walker);
        /* Seen from far away, an edge of a tiny body can round to nothing. */
        if (same_place(from.to, walker->to.to) && same_place(from.from, walker->to.from)) continue;
        walker->p = p;
        walker->from = from;
        return true;
    }
    return false;
}
