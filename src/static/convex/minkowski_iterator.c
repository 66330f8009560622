#include "minkowski_iterator.h"

#include "../shape/support.h"

/*
 * A - B has the edges of A and of -B, sorted by direction. Both outlines are traversed
 * counter-clockwise from the vertex that is lowest when AXIS points to the right, so that both edge
 * directions make one turn from AXIS, and the iterator merges them by taking the edge that turns
 * less. Parallel edges are taken together, so that no boundary vertex lies inside an edge.
 *
 * The directions, and with them the first vertex, are those of the bodies' own edges, rotated but
 * not translated, and are compared exactly. If they were rounded, adjacent edges of a thin body
 * could change places, and the body's position could absorb a short edge and even reverse it; a
 * traversal that takes edges out of order misses the side it searches for. Only if an edge of A and
 * one of -B are parallel to within rounding are they taken in the order of their rounded positions,
 * so that the outline stays convex there. Signs relative to the origin along the outline are exact
 * for the vertices of A and for the vertices of B as rounded into A's frame.
 *
 * AXIS is a direction that edges are unlikely to have: two edges on different sides of it are
 * ordered by their rotated directions alone, even if they are parallel to within rounding. ACROSS
 * is perpendicular to it, counter-clockwise.
 */
static const GrazePointDifference AXIS = {{1, 0.2718281828459045}, {0, 0}};
static const GrazePointDifference ACROSS = {{-0.2718281828459045, 1}, {0, 0}};

static GrazePointDifference outline_edge_a(const GrazeCso* cso, int32_t from)
{
    int32_t to = next_index(from, cso->a->count);
    return (GrazePointDifference){graze_cso_vertex_a(cso, to), graze_cso_vertex_a(cso, from)};
}

/* Returns the edge of -B from vertex `from`, in B's own frame. */
static GrazePointDifference outline_edge_b(const GrazeCso* cso, int32_t from)
{
    int32_t to = next_index(from, cso->b->count);
    return (GrazePointDifference){vec_from_point(cso->b->vertices[from]),
                                  vec_from_point(cso->b->vertices[to])};
}

/* Returns whether the direction, rotated, is in [0, pi) from AXIS. */
static bool rises(const GrazePointDifference* edge, double cos, double sin)
{
    int side = graze_sign_turned_cross(&AXIS, edge, cos, sin);
    return side > 0 || (side == 0 && graze_sign_turned_cross(&ACROSS, edge, cos, sin) < 0);
}

typedef GrazePointDifference (*EdgeFunction)(const GrazeCso* cso, int32_t from);

/* Returns the lowest vertex, at which the edges change from falling to rising; 0 for a point. */
static int32_t find_lowest(const GrazeCso* cso, EdgeFunction edge_from, double cos, double sin,
                           int32_t count)
{
    GrazePointDifference last = edge_from(cso, count - 1);
    bool was_rising = rises(&last, cos, sin);
    for (int32_t i = 0; i < count; i++) {
        GrazePointDifference edge = edge_from(cso, i);
        bool is_rising = rises(&edge, cos, sin);
        if (is_rising && !was_rising) return i;
        was_rising = is_rising;
    }
    return 0;
}

void graze_minkowski_iterator_start(GrazeMinkowskiIterator* iterator, const GrazeCso* cso)
{
    int32_t n = cso->a->count;
    int32_t m = cso->b->count;
    int32_t a = find_lowest(cso, outline_edge_a, 1, 0, n);
    int32_t b = find_lowest(cso, outline_edge_b, cso->b_in_a.cos, cso->b_in_a.sin, m);
    iterator->cso = cso;
    iterator->p = iterator->q = graze_cso_point(cso, a, b);
    iterator->from = iterator->to = graze_cso_point_difference(cso, &iterator->q);
    iterator->edge_a = outline_edge_a(cso, a);
    iterator->edge_b = outline_edge_b(cso, b);
    /* A point has no edge. */
    iterator->remaining_a = n > 1 ? n : 0;
    iterator->remaining_b = m > 1 ? m : 0;
}

/* Compares two edges that are parallel to within rounding, by their rounded positions. */
static int compare_placed_edges(const GrazeMinkowskiIterator* iterator)
{
    int32_t next = next_index(iterator->q.b, iterator->cso->b->count);
    GrazePointDifference step = {iterator->to.from, graze_cso_vertex_b(iterator->cso, next)};
    int turn = graze_sign_cross(&iterator->edge_a, &step);
    if (turn != 0) return turn;
    /* An edge that rounding has reversed, or reduced to a point, is not taken together with the
       other. */
    return graze_sign_dot(&iterator->edge_a, &step) > 0 ? 0 : 1;
}

/* Returns which edge comes first: that of A (1), that of -B (-1), both (0). */
static int compare_next_edges(const GrazeMinkowskiIterator* iterator)
{
    const GrazePointDifference* a = &iterator->edge_a;
    const GrazePointDifference* b = &iterator->edge_b;
    double cos = iterator->cso->b_in_a.cos;
    double sin = iterator->cso->b_in_a.sin;
    if (iterator->remaining_b == 0) return 1;
    if (iterator->remaining_a == 0) return -1;
    int turn = graze_filter_turned_cross(a, b, cos, sin);
    if (turn != 0) return turn;
    bool a_rises = rises(a, 1, 0);
    if (a_rises != rises(b, cos, sin)) return a_rises ? 1 : -1;
    GrazeVec p = vec_sub(a->to, a->from);
    GrazeVec q = vec_sub(b->to, b->from);
    /* They are parallel to within rounding, in the same direction or in opposite ones. */
    bool is_same_direction = cos * vec_dot(p, q) - sin * vec_cross(p, q) > 0;
    return is_same_direction ? compare_placed_edges(iterator)
                             : graze_sign_turned_cross(a, b, cos, sin);
}

int graze_order_parallel_edges(const GrazeCso* cso, int32_t i, int32_t j)
{
    const GrazeCsoPoint at = graze_cso_point(cso, i, j);
    const GrazePointDifference to = graze_cso_point_difference(cso, &at);
    const GrazeMinkowskiIterator iterator = {.cso = cso,
                                             .p = at,
                                             .q = at,
                                             .from = to,
                                             .to = to,
                                             .edge_a = outline_edge_a(cso, i),
                                             .edge_b = outline_edge_b(cso, j),
                                             .remaining_a = 1,
                                             .remaining_b = 1};
    return compare_next_edges(&iterator);
}

static void take_next_edge(GrazeMinkowskiIterator* iterator)
{
    const GrazeCso* cso = iterator->cso;
    int turn = compare_next_edges(iterator);
    if (turn >= 0) {
        iterator->q.a = next_index(iterator->q.a, cso->a->count);
        iterator->to.to = graze_cso_vertex_a(cso, iterator->q.a);
        iterator->edge_a = outline_edge_a(cso, iterator->q.a);
        iterator->remaining_a--;
    }
    if (turn <= 0) {
        iterator->q.b = next_index(iterator->q.b, cso->b->count);
        iterator->to.from = graze_cso_vertex_b(cso, iterator->q.b);
        iterator->edge_b = outline_edge_b(cso, iterator->q.b);
        iterator->remaining_b--;
    }
    iterator->q.w = vec_sub(iterator->to.to, iterator->to.from);
}

static bool is_same_position(GrazeVec p, GrazeVec q)
{
    return p.x == q.x && p.y == q.y;
}

bool graze_minkowski_iterator_advance(GrazeMinkowskiIterator* iterator)
{
    const GrazeCsoPoint p = iterator->q;
    const GrazePointDifference from = iterator->to;
    while (iterator->remaining_a + iterator->remaining_b > 0) {
        take_next_edge(iterator);
        /* In a frame far away, an edge of a tiny body can round to a point. */
        if (is_same_position(from.to, iterator->to.to) &&
            is_same_position(from.from, iterator->to.from))
            continue;
        iterator->p = p;
        iterator->from = from;
        return true;
    }
    return false;
}
