#include "feature.h"

#include "../../tolerance.h"
#include "../shape/support.h"

NOINLINE void graze_feature_edge(const GrazeCsoPoint* p, const GrazeCsoPoint* q, GrazeVec step,
                                 double cross, GrazeMinkowskiFeature* feature)
{
    /* The foot of the origin is (p x q / step.step) outward(step), which has no cancellation. */
    double length = vec_length(step);
    double before = -vec_dot(p->w, step);
    double after = vec_dot(q->w, step);
    /* Both are positive in exact arithmetic, but their sum in double can be 0. */
    double sum = before + after;
    feature->p = *p;
    feature->q = *q;
    feature->along = sum > 0 ? clamp(before / sum, 0, 1) : 0.5;
    feature->v = vec_scale(vec_outward(step), cross / length / length);
    feature->gap = fabs(cross) / length;
}

NOINLINE void graze_feature_vertex(const GrazeCsoPoint* p, GrazeMinkowskiFeature* feature)
{
    feature->p = *p;
    feature->q = *p;
    feature->along = 0;
    feature->v = p->w;
    feature->gap = vec_length(p->w);
}

void graze_feature_between(const GrazeCsoPoint* p, const GrazePointDifference* from,
                           const GrazeCsoPoint* q, const GrazePointDifference* to,
                           GrazeMinkowskiFeature* feature)
{
    if (graze_sign_along(from, to) >= 0) {
        graze_feature_vertex(p, feature);
    } else if (graze_sign_along(to, from) >= 0) {
        graze_feature_vertex(q, feature);
    } else {
        graze_feature_edge(p, q, graze_edge_vector(from, to), graze_cross(from, to), feature);
    }
}

static NOINLINE void feature_edge(const GrazeCso* cso, const GrazeCsoPoint* p,
                                  const GrazeCsoPoint* q, GrazeMinkowskiFeature* feature)
{
    GrazePointDifference from = graze_cso_point_difference(cso, p);
    GrazePointDifference to = graze_cso_point_difference(cso, q);
    graze_feature_between(p, &from, q, &to, feature);
}

void graze_feature_orient(const GrazeCso* cso, GrazeMinkowskiFeature* feature)
{
    if (graze_is_vertex(feature)) return;
    GrazePointDifference from = graze_cso_point_difference(cso, &feature->p);
    GrazePointDifference to = graze_cso_point_difference(cso, &feature->q);
    GrazeMinkowskiFeature old = *feature;
    if (graze_cross(&from, &to) > 0) graze_feature_between(&old.q, &to, &old.p, &from, feature);
}

/*
 * Certifies a vertex. At a vertex, A - B lies within the cone of the four directions along the
 * edges of A and of -B: none of them may lead towards the origin. If two of them, one of A and one
 * of -B, are perpendicular to the direction to the origin and opposite to each other, the vertex is
 * inside an edge of A - B, which then is the feature.
 */
static bool certify_vertex_exact(const GrazeCso* cso, const GrazeCsoPoint* p,
                                 GrazeMinkowskiFeature* feature)
{
    GrazePointDifference at = graze_cso_point_difference(cso, p);
    int32_t perpendicular[2] = {-1, -1};
    for (int i = 0; i < 4; i++) {
        bool on_a = i < 2;
        int32_t count = on_a ? cso->a->count : cso->b->count;
        int32_t here = on_a ? p->a : p->b;
        if (count == 1) continue;
        int32_t next = i % 2 == 0 ? next_index(here, count) : previous_index(here, count);
        GrazePointDifference to = at;
        if (on_a) {
            to.to = graze_cso_vertex_a(cso, next);
        } else {
            to.from = graze_cso_vertex_b(cso, next);
        }
        int sign = graze_sign_along(&at, &to);
        if (sign < 0) return false;
        if (sign == 0) perpendicular[on_a] = next;
    }
    graze_feature_vertex(p, feature);
    if (perpendicular[true] < 0 || perpendicular[false] < 0) return true;
    GrazeCsoPoint on_a = graze_cso_point(cso, perpendicular[true], p->b);
    GrazeCsoPoint on_b = graze_cso_point(cso, p->a, perpendicular[false]);
    bool is_opposite = vec_dot(vec_sub(on_a.w, p->w), vec_sub(on_b.w, p->w)) < 0;
    if (is_opposite) feature_edge(cso, &on_a, &on_b, feature);
    return true;
}

/* Returns the step from vertex `from` to another vertex `to` along the outline of one body: 1 if it
   is the next, -1 if it is the previous, 2 if it is both (a segment), 0 if they are not
   adjacent. */
static inline int outline_step(int32_t from, int32_t to, int32_t count)
{
    if (count == 2) return 2;
    if (next_index(from, count) == to) return 1;
    return previous_index(from, count) == to ? -1 : 0;
}

/* Return the step of A - B when A steps from vertex `from` to vertex `to`, and when B does. */
static NOINLINE GrazePointDifference step_on_a(const GrazeCso* cso, int32_t from, int32_t to)
{
    return (GrazePointDifference){graze_cso_vertex_a(cso, to), graze_cso_vertex_a(cso, from)};
}

static NOINLINE GrazePointDifference step_on_b(const GrazeCso* cso, int32_t from, int32_t to)
{
    return (GrazePointDifference){graze_cso_vertex_b(cso, from), graze_cso_vertex_b(cso, to)};
}

/* Writes the edge from p to q, an edge of one body, extended by a parallel edge of the other body,
   from its vertex to its vertex `to`: beyond q if `forward`, else before p. */
static NOINLINE void extend_edge(const GrazeCso* cso, const GrazeCsoPoint* p,
                                 const GrazeCsoPoint* q, int32_t to, bool forward,
                                 GrazeMinkowskiFeature* feature)
{
    const GrazeCsoPoint* end = forward ? q : p;
    GrazeCsoPoint longer =
        p->b == q->b ? graze_cso_point(cso, end->a, to) : graze_cso_point(cso, to, end->b);
    feature_edge(cso, forward ? p : &longer, forward ? &longer : q, feature);
}

/*
 * Certifies an edge of one body, translated to a vertex of the other, that contains the origin's
 * foot. The origin is on the side `side` of the line through it (1 left, -1 right, seen from p to
 * q). The edge is nearest when the body it belongs to and both neighbors of the other body's vertex
 * lie on the line or on its other side. If one of these neighbors is on the line, the other body
 * has a parallel edge there, by which the edge is extended.
 */
static bool certify_edge_exact(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                               GrazeMinkowskiFeature* feature)
{
    bool on_a = p->b == q->b;
    int32_t count = on_a ? cso->b->count : cso->a->count;
    int outline_direction =
        on_a ? outline_step(p->a, q->a, cso->a->count) : outline_step(p->b, q->b, cso->b->count);
    GrazePointDifference from = graze_cso_point_difference(cso, p);
    GrazePointDifference to = graze_cso_point_difference(cso, q);
    int side = graze_sign_cross(&from, &to);
    /* A counter-clockwise body lies to the left of its edges, a segment on neither side. */
    if (outline_direction == 0 || side == 0 || side == outline_direction) return false;

    GrazePointDifference edge = on_a ? step_on_a(cso, p->a, q->a) : step_on_b(cso, p->b, q->b);
    int32_t here = on_a ? p->b : p->a;
    for (int i = 0; i < 2; i++) {
        int32_t next = i == 0 ? next_index(here, count) : previous_index(here, count);
        if (next == here) continue;
        GrazePointDifference step = on_a ? step_on_b(cso, here, next) : step_on_a(cso, here, next);
        int turn = graze_sign_cross(&edge, &step) * side;
        if (turn > 0) return false;
        /* The sign is 0 if an edge of B has been rounded to a point in A's frame. */
        int parallel_sign = turn == 0 ? graze_sign_dot(&edge, &step) : 0;
        if (parallel_sign != 0) extend_edge(cso, p, q, next, parallel_sign > 0, feature);
    }
    return true;
}

/* Writes the half that holds the nearest point, of an edge that follows an edge of both bodies:
   along A first, then along B. */
static NOINLINE void nearer_half(const GrazeCso* cso, const GrazeMinkowskiFeature* feature,
                                 GrazeMinkowskiFeature* half)
{
    GrazeCsoPoint middle = graze_cso_point(cso, feature->q.a, feature->p.b);
    feature_edge(cso, &feature->p, &middle, half);
    bool is_beyond = graze_is_vertex(half) && half->p.a == middle.a;
    if (is_beyond) feature_edge(cso, &middle, &feature->q, half);
}

NOINLINE bool graze_feature_certify_exact(const GrazeCso* cso, GrazeMinkowskiFeature* feature)
{
    bool is_combined_edge = feature->p.a != feature->q.a && feature->p.b != feature->q.b;
    GrazeMinkowskiFeature candidate = *feature;
    if (is_combined_edge) nearer_half(cso, feature, &candidate);
    /* Rounding can place the middle on the origin although the whole edge misses it. */
    if (candidate.gap == 0) return false;
    GrazeMinkowskiFeature certified = candidate;
    bool is_certified = graze_is_vertex(&candidate)
                            ? certify_vertex_exact(cso, &candidate.p, &certified)
                            : certify_edge_exact(cso, &candidate.p, &candidate.q, &certified);
    if (!is_certified) return false;
    /* Where vertices of B are rounded to one place, neighbors prove nothing, and the half that does
       not hold the nearest point can pass. */
    if (certified.gap > feature->gap * (1 + 2 * GRAZE_GAP_ERROR)) return false;
    graze_feature_orient(cso, &certified);
    *feature = certified;
    return true;
}

/* Steps of a vertex of A - B when one body moves to the next or the previous vertex of its outline;
   a point has none. */
typedef struct {
    GrazeVec next, previous;
    bool is_point;
} EdgeSteps;

ALWAYS_INLINE EdgeSteps edge_steps_a(const GrazeCso* cso, int32_t i)
{
    int32_t count = cso->a->count;
    GrazeVec here = graze_cso_vertex_a(cso, i);
    EdgeSteps steps;
    steps.next = vec_sub(graze_cso_vertex_a(cso, next_index(i, count)), here);
    steps.previous = vec_sub(graze_cso_vertex_a(cso, previous_index(i, count)), here);
    steps.is_point = count == 1;
    return steps;
}

ALWAYS_INLINE EdgeSteps edge_steps_b(const GrazeCso* cso, int32_t j)
{
    int32_t count = cso->b->count;
    GrazeVec here = cso_vertex_b_inline(cso, j);
    EdgeSteps steps;
    steps.next = vec_sub(here, cso_vertex_b_inline(cso, next_index(j, count)));
    steps.previous = vec_sub(here, cso_vertex_b_inline(cso, previous_index(j, count)));
    steps.is_point = count == 1;
    return steps;
}

/* Returns whether both steps certainly lead forward in `direction`; true for a point. */
ALWAYS_INLINE bool lead_along(const EdgeSteps* steps, GrazeVec direction, double margin)
{
    bool both =
        vec_dot(direction, steps->next) > margin && vec_dot(direction, steps->previous) > margin;
    return both || steps->is_point;
}

static bool certify_vertex_filtered(const GrazeCsoPoint* p, const EdgeSteps* steps_a,
                                    const EdgeSteps* steps_b, double margin)
{
    if (steps_a->is_point && steps_b->is_point) return vec_dot(p->w, p->w) > margin;
    return lead_along(steps_a, p->w, margin) && lead_along(steps_b, p->w, margin);
}

/* Returns whether the foot is certainly inside the edge, and the other body's neighbors certainly
   to the left of it; the origin is to the right. */
static bool certify_edge_filtered(const GrazeCsoPoint* p, const GrazeCsoPoint* q, GrazeVec edge,
                                  const EdgeSteps* other_steps, double margin)
{
    return lead_along(other_steps, vec(-edge.y, edge.x), margin) && vec_dot(p->w, edge) < -margin &&
           vec_dot(q->w, edge) > margin;
}

bool graze_feature_certify_filtered(const GrazeCso* cso, const GrazeCsoPoint* p,
                                    const GrazeCsoPoint* q, GrazeMinkowskiFeature* feature)
{
    double margin = GRAZE_CERTIFICATE_ERROR * cso->scale * cso->scale;
    double left = p->w.x * q->w.y;
    double right = p->w.y * q->w.x;
    double cross = left - right;
    bool is_vertex = graze_is_same_point(p, q);
    bool on_a = p->b == q->b;
    if (!is_vertex) {
        /* Puts the origin to the right: the edge runs counter-clockwise. */
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
    EdgeSteps steps_a = edge_steps_a(cso, p->a);
    EdgeSteps steps_b = edge_steps_b(cso, p->b);
    if (is_vertex) {
        if (!certify_vertex_filtered(p, &steps_a, &steps_b, margin)) return false;
        graze_feature_vertex(p, feature);
        return true;
    }
    GrazeVec edge = steps_b.next;
    EdgeSteps other_steps = steps_a;
    if (on_a) {
        edge = steps_a.next;
        other_steps = steps_b;
    }
    if (!certify_edge_filtered(p, q, edge, &other_steps, margin)) return false;
    if (!(-cross * GRAZE_CROSS_PRECISION > GRAZE_FILTER_ERROR * (fabs(left) + fabs(right)))) {
        GrazePointDifference from = graze_cso_point_difference(cso, p);
        GrazePointDifference to = graze_cso_point_difference(cso, q);
        cross = graze_cross(&from, &to);
    }
    graze_feature_edge(p, q, edge, cross, feature);
    return true;
}

bool graze_feature_certify(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                           GrazeMinkowskiFeature* feature)
{
    if (graze_feature_certify_filtered(cso, p, q, feature)) return true;
    if (graze_is_same_point(p, q)) {
        graze_feature_vertex(p, feature);
    } else {
        feature_edge(cso, p, q, feature);
    }
    return graze_feature_certify_exact(cso, feature);
}
