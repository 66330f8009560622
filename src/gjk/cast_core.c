#include "cast_core.h"

/*
 * The line through the cast segment meets a convex outline where the side of the vertices, the sign
 * of m x w, changes: it enters where they change from left to right, leaves where they change from
 * right to left, and passes through a vertex with m x w = 0. It crosses the edge from p to q at s =
 * (p x q) / (m x q - m x p), whose order relative to 0 and to 1 is exact too. The sides return to
 * their first value after one turn, so the line leaves whenever it has entered.
 */
typedef struct {
    const GrazeCastSegment* segment;
    GrazeMinkowskiIterator iterator;
    bool has_end;
} Clipper;

static void set_begin(GrazeCoreCrossing* crossing, const GrazeFraction* s,
                      const GrazeMinkowskiFeature* feature, GrazeVec normal)
{
    if (crossing->has_crossing && s->value >= crossing->begin.value) return;
    crossing->has_crossing = true;
    crossing->begin = *s;
    crossing->feature = *feature;
    crossing->normal = normal;
}

static void set_end(Clipper* clipper, GrazeCoreCrossing* crossing, const GrazeFraction* s)
{
    if (clipper->has_end && s->value <= crossing->end.value) return;
    clipper->has_end = true;
    crossing->end = *s;
}

/* Returns the outward normal of the iterator's last edge; (0, 0) at the beginning, where there is
   none. */
static GrazeVec outward_normal(const GrazeMinkowskiIterator* iterator)
{
    return vec_outward(graze_edge_vector(&iterator->from, &iterator->to));
}

/* Records the iterator's vertex, which is on the line; the vertex before it is on `side_before`.
   Its normal is that of the edge before it if that edge comes from the left. */
static void pass_vertex(Clipper* clipper, int side_before, GrazeCoreCrossing* crossing)
{
    const GrazeMinkowskiIterator* iterator = &clipper->iterator;
    GrazeFraction s = graze_ratio(clipper->segment->m, &iterator->to);
    GrazeMinkowskiFeature feature;
    graze_feature_vertex(&iterator->q, &feature);
    set_begin(crossing, &s, &feature, side_before > 0 ? outward_normal(iterator) : vec(0, 0));
    set_end(clipper, crossing, &s);
}

/* Records the crossing of the line with the iterator's last edge. */
static void pass_edge(Clipper* clipper, int side_before, GrazeCoreCrossing* crossing)
{
    const GrazeCastSegment* segment = clipper->segment;
    const GrazeMinkowskiIterator* iterator = &clipper->iterator;
    GrazeFraction s = graze_crossing(segment->m, &iterator->from, &iterator->to);
    if (side_before < 0) {
        set_end(clipper, crossing, &s);
        return;
    }
    double before = fabs(graze_cross(&segment->along, &iterator->from));
    double after = fabs(graze_cross(&segment->along, &iterator->to));
    const GrazeMinkowskiFeature feature = {
        .p = iterator->p, .q = iterator->q, .along = before / (before + after)};
    set_begin(crossing, &s, &feature, outward_normal(iterator));
}

static int vertex_side(const Clipper* clipper)
{
    return graze_sign_cross(&clipper->segment->along, &clipper->iterator.to);
}

/*
 * Returns the normal where contact begins. If A - B lies on one side of the line only, the line
 * grazes it and the normal is perpendicular to the line; if all of A - B lies on the line, the
 * normal points against the motion.
 */
static GrazeVec choose_normal(const GrazeCastSegment* segment, const GrazeCoreCrossing* crossing)
{
    GrazeVec right = vec_outward(segment->m);
    if (crossing->on_left != crossing->on_right)
        return crossing->on_left ? right : vec_scale(right, -1);
    bool has_own = crossing->normal.x != 0 || crossing->normal.y != 0;
    return has_own ? crossing->normal : vec_scale(segment->m, -1);
}

void graze_clip_cores(const GrazeCastSegment* segment, GrazeCoreCrossing* crossing)
{
    Clipper clipper = {.segment = segment, .has_end = false};
    GrazeMinkowskiIterator* iterator = &clipper.iterator;
    graze_minkowski_iterator_start(iterator, segment->cso);
    *crossing = (GrazeCoreCrossing){.has_crossing = false};
    int before = vertex_side(&clipper);
    /* A single point has only the iterator's first vertex. Any other outline returns to its first
       vertex at the end, and then with an edge. */
    if (before == 0 && iterator->remaining_a + iterator->remaining_b == 0)
        pass_vertex(&clipper, 0, crossing);
    while (graze_minkowski_iterator_advance(iterator)) {
        int side = vertex_side(&clipper);
        crossing->on_left |= side > 0;
        crossing->on_right |= side < 0;
        if (side == 0) pass_vertex(&clipper, before, crossing);
        if (side * before < 0) pass_edge(&clipper, before, crossing);
        before = side;
    }
    if (crossing->has_crossing)
        crossing->normal = graze_normalize(choose_normal(segment, crossing));
}

void graze_cast_cores(const GrazeCastSegment* segment, GrazeCastContact* contact)
{
    GrazeCoreCrossing crossing;
    graze_clip_cores(segment, &crossing);
    contact->has_contact = graze_is_on_segment(&crossing);
    if (!contact->has_contact) return;
    bool is_through = crossing.on_left && crossing.on_right;
    contact->is_hit = is_through && crossing.begin.sign_at_one < 0 && crossing.end.sign_at_zero > 0;
    contact->begin = graze_clamp_unit(crossing.begin.value);
    /* Rounding can turn a thin outline inside out. */
    contact->end = max2(contact->begin, graze_clamp_unit(crossing.end.value));
    contact->feature = crossing.feature;
    contact->normal = crossing.normal;
}
