#include "part.h"

#include "../shape/support.h"

/* An edge whose nearest point is neither end, and p x q. */
static COLD void give_edge(const GrazeCsoPoint* p, const GrazeCsoPoint* q, GrazeVec step,
                           double cross, GrazePart* part)
{
    /* The foot of the origin: (p x q / step.step) outward(step), without cancellation. */
    double length = vec_length(step);
    double before = -vec_dot(p->w, step);
    double after = vec_dot(q->w, step);
    /* Exactly both are positive, but their rounded sum can be 0. */
    double whole = before + after;
    part->p = *p;
    part->q = *q;
    part->along = whole > 0 ? clamp(before / whole, 0, 1) : 0.5;
    part->v = vec_scale(vec_outward(step), cross / length / length);
    part->gap = fabs(cross) / length;
}

COLD void graze_part_vertex(const GrazeCsoPoint* p, GrazePart* part)
{
    part->p = *p;
    part->q = *p;
    part->along = 0;
    part->v = p->w;
    part->gap = vec_length(p->w);
}

void graze_part_between(const GrazeCsoPoint* p, const GrazeGap* from, const GrazeCsoPoint* q,
                        const GrazeGap* to, GrazePart* part)
{
    if (graze_sign_along(from, to) >= 0) {
        graze_part_vertex(p, part);
    } else if (graze_sign_along(to, from) >= 0) {
        graze_part_vertex(q, part);
    } else {
        give_edge(p, q, graze_step(from, to), graze_cross(from, to), part);
    }
}

static COLD void part_edge(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                           GrazePart* part)
{
    GrazeGap from = graze_cso_gap(cso, p);
    GrazeGap to = graze_cso_gap(cso, q);
    graze_part_between(p, &from, q, &to, part);
}

void graze_part_orient(const GrazeCso* cso, GrazePart* part)
{
    if (graze_is_vertex(part)) return;
    GrazeGap from = graze_cso_gap(cso, &part->p);
    GrazeGap to = graze_cso_gap(cso, &part->q);
    GrazePart old = *part;
    if (graze_cross(&from, &to) > 0) graze_part_between(&old.q, &to, &old.p, &from, part);
}

/*
 * At a vertex A - B lies within the cone of the four directions along the edges of A and of -B: none
 * of them may lead towards the origin. Where two of them, one of A and one of -B, lead neither
 * nearer nor away and go opposite ways, the vertex is inside an edge of A - B, which then is the
 * part.
 */
static bool prove_vertex(const GrazeCso* cso, const GrazeCsoPoint* p, GrazePart* part)
{
    GrazeGap at = graze_cso_gap(cso, p);
    int32_t level[2] = {-1, -1};
    for (int i = 0; i < 4; i++) {
        bool on_a = i < 2;
        int32_t count = on_a ? cso->a->count : cso->b->count;
        int32_t here = on_a ? p->a : p->b;
        if (count == 1) continue;
        int32_t next = i % 2 == 0 ? next_index(here, count) : previous_index(here, count);
        GrazeGap to = at;
        if (on_a) {
            to.to = graze_cso_vertex_a(cso, next);
        } else {
            to.from = graze_cso_vertex_b(cso, next);
        }
        int along = graze_sign_along(&at, &to);
        if (along < 0) return false;
        if (along == 0) level[on_a] = next;
    }
    graze_part_vertex(p, part);
    if (level[true] < 0 || level[false] < 0) return true;
    GrazeCsoPoint on_a = graze_cso_point(cso, level[true], p->b);
    GrazeCsoPoint on_b = graze_cso_point(cso, p->a, level[false]);
    bool is_opposite = vec_dot(vec_sub(on_a.w, p->w), vec_sub(on_b.w, p->w)) < 0;
    if (is_opposite) part_edge(cso, &on_a, &on_b, part);
    return true;
}

/*
 * Along the outline of one body from vertex `from` to vertex `to`: 1 if that is the next, -1 if it
 * is the previous, 2 if it is both (a segment), 0 if it is no neighbour.
 */
static inline int neighbour(int32_t from, int32_t to, int32_t count)
{
    if (count == 2) return 2;
    if (next_index(from, count) == to) return 1;
    return previous_index(from, count) == to ? -1 : 0;
}

/* The way that A - B goes when A goes from vertex `from` to vertex `to`, and when B does. */
static COLD GrazeGap step_on_a(const GrazeCso* cso, int32_t from, int32_t to)
{
    return (GrazeGap){graze_cso_vertex_a(cso, to), graze_cso_vertex_a(cso, from)};
}

static COLD GrazeGap step_on_b(const GrazeCso* cso, int32_t from, int32_t to)
{
    return (GrazeGap){graze_cso_vertex_b(cso, from), graze_cso_vertex_b(cso, to)};
}

/* The edge from p to q of one body, made longer by a parallel edge of the other body, whose vertex
   goes from where it is to vertex `to`. */
static COLD void lengthen(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                          int32_t to, bool forward, GrazePart* part)
{
    const GrazeCsoPoint* end = forward ? q : p;
    GrazeCsoPoint longer =
        p->b == q->b ? graze_cso_point(cso, end->a, to) : graze_cso_point(cso, to, end->b);
    part_edge(cso, forward ? p : &longer, forward ? &longer : q, part);
}

/*
 * An edge of one body, moved to a vertex of the other. The origin is on the side `side` of the line
 * through it (1 left, -1 right, seen from p to q). It is nearest when the body the edge belongs to
 * and both neighbours of the other body's vertex lie on the line or beyond it.
 */
static bool prove_edge(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                       GrazePart* part)
{
    bool on_a = p->b == q->b;
    int32_t count = on_a ? cso->b->count : cso->a->count;
    int way = on_a ? neighbour(p->a, q->a, cso->a->count) : neighbour(p->b, q->b, cso->b->count);
    GrazeGap from = graze_cso_gap(cso, p);
    GrazeGap to = graze_cso_gap(cso, q);
    int side = graze_sign_cross(&from, &to);
    /* Counter-clockwise, a body lies to the left of its edges; a segment on neither side. */
    if (way == 0 || side == 0 || side == way) return false;

    GrazeGap edge = on_a ? step_on_a(cso, p->a, q->a) : step_on_b(cso, p->b, q->b);
    int32_t here = on_a ? p->b : p->a;
    for (int i = 0; i < 2; i++) {
        int32_t next = i == 0 ? next_index(here, count) : previous_index(here, count);
        if (next == here) continue;
        GrazeGap step = on_a ? step_on_b(cso, here, next) : step_on_a(cso, here, next);
        int turn = graze_sign_cross(&edge, &step) * side;
        if (turn > 0) return false;
        /* 0 for a step that its place has rounded away. */
        int way_on = turn == 0 ? graze_sign_dot(&edge, &step) : 0;
        if (way_on != 0) lengthen(cso, p, q, next, way_on > 0, part);
    }
    return true;
}

/* Of an edge that goes along an edge of both bodies, the half that holds the nearest point: along A
   first, then along B. */
static COLD void halve(const GrazeCso* cso, const GrazePart* part, GrazePart* half)
{
    GrazeCsoPoint middle = graze_cso_point(cso, part->q.a, part->p.b);
    part_edge(cso, &part->p, &middle, half);
    bool is_beyond = graze_is_vertex(half) && half->p.a == middle.a;
    if (is_beyond) part_edge(cso, &middle, &part->q, half);
}

COLD bool graze_part_prove(const GrazeCso* cso, GrazePart* part)
{
    bool is_of_both = part->p.a != part->q.a && part->p.b != part->q.b;
    GrazePart candidate = *part;
    if (is_of_both) halve(cso, part, &candidate);
    /* Rounding can bring the middle on the origin while the whole edge passes it by. */
    if (candidate.gap == 0) return false;
    GrazePart proved = candidate;
    bool is_proved = graze_is_vertex(&candidate)
                         ? prove_vertex(cso, &candidate.p, &proved)
                         : prove_edge(cso, &candidate.p, &candidate.q, &proved);
    if (!is_proved) return false;
    graze_part_orient(cso, &proved);
    *part = proved;
    return true;
}

/* Where a vertex of A - B goes when one body goes on or back along its outline; a point cannot. */
typedef struct {
    GrazeVec on, back;
    bool is_point;
} Steps;

HOT Steps steps_of_a(const GrazeCso* cso, int32_t i)
{
    int32_t count = cso->a->count;
    GrazeVec here = graze_cso_vertex_a(cso, i);
    Steps steps;
    steps.on = vec_sub(graze_cso_vertex_a(cso, next_index(i, count)), here);
    steps.back = vec_sub(graze_cso_vertex_a(cso, previous_index(i, count)), here);
    steps.is_point = count == 1;
    return steps;
}

HOT Steps steps_of_b(const GrazeCso* cso, int32_t j)
{
    int32_t count = cso->b->count;
    GrazeVec here = vertex_b_of(cso, j);
    Steps steps;
    steps.on = vec_sub(here, vertex_b_of(cso, next_index(j, count)));
    steps.back = vec_sub(here, vertex_b_of(cso, previous_index(j, count)));
    steps.is_point = count == 1;
    return steps;
}

HOT bool lead_along(const Steps* steps, GrazeVec direction, double margin)
{
    bool both = vec_dot(direction, steps->on) > margin && vec_dot(direction, steps->back) > margin;
    return both || steps->is_point;
}

static bool prove_vertex_surely(const GrazeCsoPoint* p, const Steps* of_a, const Steps* of_b,
                                double margin)
{
    if (of_a->is_point && of_b->is_point) return vec_dot(p->w, p->w) > margin;
    return lead_along(of_a, p->w, margin) && lead_along(of_b, p->w, margin);
}

/* The foot is inside the edge, and the other body on its far side. */
static bool prove_edge_surely(const GrazeCsoPoint* p, const GrazeCsoPoint* q, GrazeVec edge,
                              const Steps* of_other, double margin)
{
    return lead_along(of_other, vec(-edge.y, edge.x), margin) && vec_dot(p->w, edge) < -margin &&
           vec_dot(q->w, edge) > margin;
}

bool graze_part_surely(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                       GrazePart* part)
{
    double margin = GRAZE_SURE_ERROR * cso->scale * cso->scale;
    double left = p->w.x * q->w.y;
    double right = p->w.y * q->w.x;
    double cross = left - right;
    bool is_vertex = graze_is_same_point(p, q);
    bool on_a = p->b == q->b;
    if (!is_vertex) {
        /* The origin to the right, the edge counter-clockwise. */
        if (cross > 0) {
            const GrazeCsoPoint* first = p;
            p = q;
            q = first;
            cross = -cross;
        }
        bool is_next = on_a ? q->a == next_index(p->a, cso->a->count)
                            : p->a == q->a && q->b == next_index(p->b, cso->b->count);
        if (!is_next || cross > -margin) return false;
    }
    Steps of_a = steps_of_a(cso, p->a);
    Steps of_b = steps_of_b(cso, p->b);
    if (is_vertex) {
        if (!prove_vertex_surely(p, &of_a, &of_b, margin)) return false;
        graze_part_vertex(p, part);
        return true;
    }
    GrazeVec edge = of_b.on;
    Steps of_other = of_a;
    if (on_a) {
        edge = of_a.on;
        of_other = of_b;
    }
    if (!prove_edge_surely(p, q, edge, &of_other, margin)) return false;
    if (!(-cross * GRAZE_CROSS_PRECISION > GRAZE_FILTER_ERROR * (fabs(left) + fabs(right)))) {
        GrazeGap from = graze_cso_gap(cso, p);
        GrazeGap to = graze_cso_gap(cso, q);
        cross = graze_cross(&from, &to);
    }
    give_edge(p, q, edge, cross, part);
    return true;
}

bool graze_part_find(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                     GrazePart* part)
{
    if (graze_part_surely(cso, p, q, part)) return true;
    if (graze_is_same_point(p, q)) {
        graze_part_vertex(p, part);
    } else {
        part_edge(cso, p, q, part);
    }
    return graze_part_prove(cso, part);
}
