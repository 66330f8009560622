#include "part.h"

GrazePart graze_part_vertex(GrazeCsoPoint p)
{
    return (GrazePart){p, p, 0, p.w, vec_length(p.w)};
}

GrazePart graze_part_edge(const GrazeCso* cso, GrazeCsoPoint p, GrazeCsoPoint q)
{
    GrazeGap from = graze_cso_gap(cso, p);
    GrazeGap to = graze_cso_gap(cso, q);
    if (graze_sign_along(from, to) >= 0) return graze_part_vertex(p);
    if (graze_sign_along(to, from) >= 0) return graze_part_vertex(q);
    /* The foot of the origin: (p x q / step.step) outward(step), without cancellation. */
    GrazeVec step = graze_step(from, to);
    double length = vec_length(step);
    double cross = graze_cross(from, to);
    double before = -vec_dot(p.w, step);
    double after = vec_dot(q.w, step);
    /* Exactly both are positive, but their rounded sum can be 0. */
    double whole = before + after;
    double along = whole > 0 ? clamp(before / whole, 0, 1) : 0.5;
    GrazeVec v = vec_scale(vec_outward(step), cross / length / length);
    return (GrazePart){p, q, along, v, fabs(cross) / length};
}

static int32_t next_index(int32_t i, int32_t count)
{
    return i + 1 < count ? i + 1 : 0;
}

static int32_t previous_index(int32_t i, int32_t count)
{
    return i > 0 ? i - 1 : count - 1;
}

/* Does going from vertex (i, j) to (k, l) begin away from the origin, or at least not towards it?
 */
static bool leads_away(const GrazeCso* cso, GrazeGap p, int32_t k, int32_t l)
{
    GrazeGap q = {graze_cso_vertex_a(cso, k), graze_cso_vertex_b(cso, l)};
    return graze_sign_along(p, q) >= 0;
}

/* At a vertex A - B lies within the cone of the four directions along the edges of A and of -B. */
static bool is_nearest_vertex(const GrazeCso* cso, GrazeCsoPoint p)
{
    int32_t n = cso->a->count;
    int32_t m = cso->b->count;
    GrazeGap at = graze_cso_gap(cso, p);
    return leads_away(cso, at, next_index(p.a, n), p.b) &&
           leads_away(cso, at, previous_index(p.a, n), p.b) &&
           leads_away(cso, at, p.a, next_index(p.b, m)) &&
           leads_away(cso, at, p.a, previous_index(p.b, m));
}

/*
 * Along the outline of one body from vertex `from` to vertex `to`: 1 if that is the next, -1 if it
 * is the previous, 2 if it is both (a segment), 0 if it is no neighbour.
 */
static int neighbour(int32_t from, int32_t to, int32_t count)
{
    if (count == 2) return 2;
    if (next_index(from, count) == to) return 1;
    return previous_index(from, count) == to ? -1 : 0;
}

/* The way that A - B goes when A goes from vertex `from` to vertex `to`, and when B does. */
static GrazeGap step_on_a(const GrazeCso* cso, int32_t from, int32_t to)
{
    return (GrazeGap){graze_cso_vertex_a(cso, to), graze_cso_vertex_a(cso, from)};
}

static GrazeGap step_on_b(const GrazeCso* cso, int32_t from, int32_t to)
{
    return (GrazeGap){graze_cso_vertex_b(cso, from), graze_cso_vertex_b(cso, to)};
}

/*
 * An edge of one body, moved to a vertex of the other. The origin is on the side `side` of the line
 * through it (1 left, -1 right, seen from p to q). It is nearest when the body the edge belongs to
 * and both neighbours of the other body's vertex lie on the line or beyond it.
 */
static bool is_nearest_edge(const GrazeCso* cso, GrazeCsoPoint p, GrazeCsoPoint q)
{
    bool on_a = p.b == q.b;
    if (on_a == (p.a == q.a)) return false;
    const GrazeShape* other = on_a ? cso->b : cso->a;
    int way = on_a ? neighbour(p.a, q.a, cso->a->count) : neighbour(p.b, q.b, cso->b->count);
    int side = graze_sign_cross(graze_cso_gap(cso, p), graze_cso_gap(cso, q));
    /* Counter-clockwise, a body lies to the left of its edges. */
    if (way == 0 || side == 0 || (way != 2 && side == way)) return false;

    GrazeGap edge = on_a ? step_on_a(cso, p.a, q.a) : step_on_b(cso, p.b, q.b);
    int32_t here = on_a ? p.b : p.a;
    const int32_t around[2] = {next_index(here, other->count), previous_index(here, other->count)};
    for (int i = 0; i < 2; i++) {
        GrazeGap step = on_a ? step_on_b(cso, here, around[i]) : step_on_a(cso, here, around[i]);
        if (graze_sign_cross(edge, step) * side > 0) return false;
    }
    return true;
}

bool graze_part_is_nearest(const GrazeCso* cso, const GrazePart* part)
{
    if (graze_is_vertex(part)) return is_nearest_vertex(cso, part->p);
    return is_nearest_edge(cso, part->p, part->q);
}
