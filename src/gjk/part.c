#include "part.h"

#include "../shape/support.h"

GrazePart graze_part_vertex(const GrazeCsoPoint* p)
{
    return (GrazePart){*p, *p, 0, p->w, vec_length(p->w)};
}

GrazePart graze_part_between(const GrazeCsoPoint* p, const GrazeGap* from, const GrazeCsoPoint* q,
                             const GrazeGap* to)
{
    if (graze_sign_along(from, to) >= 0) return graze_part_vertex(p);
    if (graze_sign_along(to, from) >= 0) return graze_part_vertex(q);
    /* The foot of the origin: (p x q / step.step) outward(step), without cancellation. */
    GrazeVec step = graze_step(from, to);
    double length = vec_length(step);
    double cross = graze_cross(from, to);
    double before = -vec_dot(p->w, step);
    double after = vec_dot(q->w, step);
    /* Exactly both are positive, but their rounded sum can be 0. */
    double whole = before + after;
    double along = whole > 0 ? clamp(before / whole, 0, 1) : 0.5;
    GrazeVec v = vec_scale(vec_outward(step), cross / length / length);
    return (GrazePart){*p, *q, along, v, fabs(cross) / length};
}

GrazePart graze_part_edge(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q)
{
    GrazeGap from = graze_cso_gap(cso, p);
    GrazeGap to = graze_cso_gap(cso, q);
    return graze_part_between(p, &from, q, &to);
}

void graze_part_orient(const GrazeCso* cso, GrazePart* part)
{
    if (graze_is_vertex(part)) return;
    GrazeGap from = graze_cso_gap(cso, &part->p);
    GrazeGap to = graze_cso_gap(cso, &part->q);
    GrazePart old = *part;
    if (graze_cross(&from, &to) > 0) *part = graze_part_between(&old.q, &to, &old.p, &from);
}

/*
 * At a vertex A - B lies within the cone of the four directions along the edges of A and of -B: none
 * of them may lead towards the origin. Where two of them, one of A and one of -B, lead neither
 * nearer nor away and go opposite ways, the vertex is inside an edge of A - B, which then is the
 * part.
 */
static bool prove_vertex(const GrazeCso* cso, GrazePart* part)
{
    GrazeCsoPoint p = part->p;
    int32_t n = cso->a->count;
    int32_t m = cso->b->count;
    GrazeGap at = graze_cso_gap(cso, &p);
    const GrazeCsoPoint around[4] = {graze_cso_point(cso, next_index(p.a, n), p.b),
                                     graze_cso_point(cso, previous_index(p.a, n), p.b),
                                     graze_cso_point(cso, p.a, next_index(p.b, m)),
                                     graze_cso_point(cso, p.a, previous_index(p.b, m))};
    const GrazeCsoPoint* level[2] = {NULL, NULL};
    for (int i = 0; i < 4; i++) {
        if ((i < 2 ? n : m) == 1) continue;
        GrazeGap to = graze_cso_gap(cso, &around[i]);
        int along = graze_sign_along(&at, &to);
        if (along < 0) return false;
        if (along == 0) level[i / 2] = &around[i];
    }
    if (level[0] == NULL || level[1] == NULL) return true;
    GrazeVec on_a = vec_sub(level[0]->w, p.w);
    GrazeVec on_b = vec_sub(level[1]->w, p.w);
    if (vec_dot(on_a, on_b) < 0) *part = graze_part_edge(cso, level[0], level[1]);
    return true;
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

/* The edge from p to q of one body, made longer by a parallel edge of the other body, whose vertex
   goes from where it is to vertex `to`. */
static GrazePart lengthen(const GrazeCso* cso, GrazeCsoPoint p, GrazeCsoPoint q, bool on_a,
                          int32_t to, bool forward)
{
    GrazeCsoPoint* end = forward ? &q : &p;
    *end = on_a ? graze_cso_point(cso, end->a, to) : graze_cso_point(cso, to, end->b);
    return graze_part_edge(cso, &p, &q);
}

/*
 * An edge of one body, moved to a vertex of the other. The origin is on the side `side` of the line
 * through it (1 left, -1 right, seen from p to q). It is nearest when the body the edge belongs to
 * and both neighbours of the other body's vertex lie on the line or beyond it.
 */
static bool prove_edge(const GrazeCso* cso, GrazePart* part)
{
    GrazeCsoPoint p = part->p;
    GrazeCsoPoint q = part->q;
    bool on_a = p.b == q.b;
    const GrazeShape* other = on_a ? cso->b : cso->a;
    int way = on_a ? neighbour(p.a, q.a, cso->a->count) : neighbour(p.b, q.b, cso->b->count);
    GrazeGap from = graze_cso_gap(cso, &p);
    GrazeGap to = graze_cso_gap(cso, &q);
    int side = graze_sign_cross(&from, &to);
    /* Counter-clockwise, a body lies to the left of its edges. */
    if (way == 0 || side == 0 || (way != 2 && side == way)) return false;

    GrazeGap edge = on_a ? step_on_a(cso, p.a, q.a) : step_on_b(cso, p.b, q.b);
    int32_t here = on_a ? p.b : p.a;
    const int32_t around[2] = {next_index(here, other->count), previous_index(here, other->count)};
    for (int i = 0; i < 2; i++) {
        if (around[i] == here) continue;
        GrazeGap step = on_a ? step_on_b(cso, here, around[i]) : step_on_a(cso, here, around[i]);
        int turn = graze_sign_cross(&edge, &step) * side;
        if (turn > 0) return false;
        /* 0 for a step that its place has rounded away. */
        int way_on = turn == 0 ? graze_sign_dot(&edge, &step) : 0;
        if (way_on != 0) *part = lengthen(cso, p, q, on_a, around[i], way_on > 0);
    }
    return true;
}

/* Of an edge that goes along an edge of both bodies, the half that holds the nearest point: along A
   first, then along B. */
static GrazePart halve(const GrazeCso* cso, const GrazePart* part)
{
    GrazeCsoPoint middle = graze_cso_point(cso, part->q.a, part->p.b);
    GrazePart half = graze_part_edge(cso, &part->p, &middle);
    bool is_beyond = graze_is_vertex(&half) && half.p.a == middle.a;
    return is_beyond ? graze_part_edge(cso, &middle, &part->q) : half;
}

bool graze_part_prove(const GrazeCso* cso, GrazePart* part)
{
    bool is_of_both = part->p.a != part->q.a && part->p.b != part->q.b;
    GrazePart candidate = is_of_both ? halve(cso, part) : *part;
    /* Rounding can bring the middle on the origin while the whole edge passes it by. */
    if (candidate.gap == 0) return false;
    bool is_vertex = graze_is_vertex(&candidate);
    if (!(is_vertex ? prove_vertex(cso, &candidate) : prove_edge(cso, &candidate))) return false;
    graze_part_orient(cso, &candidate);
    *part = candidate;
    return true;
}
