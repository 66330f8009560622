#include "cast_core.h"

#include "../../base/doubles.h"

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
    int before = vertex_side(&clipper);
    *crossing = (GrazeCoreCrossing){.on_left = before > 0, .on_right = before < 0};
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

bool graze_cast_half_plane(const GrazeCastSegment* segment, const GrazeCoreCrossing* crossing,
                           GrazeCone* cone)
{
    const GrazePointDifference way = graze_cast_way(segment);
    if (crossing->on_left == crossing->on_right) return false;
    *cone = crossing->on_left ? (GrazeCone){segment->along, way, true, true}
                              : (GrazeCone){way, segment->along, true, true};
    return true;
}

bool graze_cast_cores_cone(const GrazeCastSegment* segment, GrazeCone* cone)
{
    GrazeCoreCrossing crossing;
    graze_clip_cores(segment, &crossing);
    if (!graze_is_on_segment(&crossing) || crossing.end.sign_at_zero == 0) {
        const GrazePointDifference way = graze_cast_way(segment);
        GrazeMinkowskiWalk walk;
        graze_minkowski_walk(segment->cso, &walk);
        return graze_tangent_cone(segment->cso, &walk.nearest, &way, cone);
    }
    if (crossing.begin.sign_at_one == 0)
        return graze_tangent_cone(segment->cso, &crossing.feature, &segment->along, cone);
    return graze_cast_half_plane(segment, &crossing, cone);
}

/* ---- in double ---- */

/* Values of two lanes, each the sum of two doubles. */
typedef struct {
    Doubles hi, lo;
} DoublesPair;

ALWAYS_INLINE DoublesPair two_sum_lanes(Doubles a, Doubles b)
{
    Doubles sum = a + b;
    Doubles from_b = sum - a;
    return (DoublesPair){sum, (a - (sum - from_b)) + (b - from_b)};
}

ALWAYS_INLINE DoublesPair two_product_lanes(Doubles a, Doubles b)
{
    const double splitter = 134217729.0; /* 2^27 + 1 */
    Doubles product = a * b;
    Doubles ca = splitter * a;
    Doubles cb = splitter * b;
    Doubles a_high = ca - (ca - a);
    Doubles b_high = cb - (cb - b);
    Doubles a_low = a - a_high;
    Doubles b_low = b - b_high;
    return (DoublesPair){
        product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)};
}

/* A vector in each lane. */
typedef struct {
    DoublesPair x, y;
} VecLanes;

/* Returns p x e, and the sum of the magnitudes of its products in `size`. */
ALWAYS_INLINE DoublesPair cross_lanes(const VecLanes* p, const VecLanes* e, Doubles* size)
{
    DoublesPair one = two_product_lanes(p->x.hi, e->y.hi);
    DoublesPair other = two_product_lanes(p->y.hi, e->x.hi);
    DoublesPair sum = two_sum_lanes(one.hi, -other.hi);
    Doubles rest = sum.lo + (one.lo - other.lo) + (p->x.hi * e->y.lo + p->x.lo * e->y.hi) -
                   (p->y.hi * e->x.lo + p->y.lo * e->x.hi);
    *size = doubles_abs(one.hi) + doubles_abs(other.hi);
    return two_sum_lanes(sum.hi, rest);
}

/* Returns to - from in both lanes, exactly. */
ALWAYS_INLINE VecLanes difference_lanes(const GrazeVec to[2], const GrazeVec from[2])
{
    return (VecLanes){two_sum_lanes((Doubles){to[0].x, to[1].x}, -(Doubles){from[0].x, from[1].x}),
                      two_sum_lanes((Doubles){to[0].y, to[1].y}, -(Doubles){from[0].y, from[1].y})};
}

/*
 * Writes the parameters at which the line of the segment crosses two edges, to 1 ulp.
 *
 * The crossing is at s = (p x e) / (m x e), with e = q - p, which is the difference of two vertices
 * of one body. Products and their sums, of twice the digits of doubles, are off by 8 u^2 of the
 * products; if the sum is at least GRAZE_CROSSING_PRECISION of these, that is below u / 32 of it. A quotient and its
 * remainder, divided once more, add as little.
 */
static void cross_edges(const GrazeCastSegment* segment, const GrazeCrossedEdge edges[2],
                        double parameters[2])
{
    GrazeVec to[2];
    GrazeVec from[2];
    GrazeVec end[2];
    GrazeVec begin[2];
    bool is_joint = false;
    for (int k = 0; k < 2; k++) {
        const GrazeCrossedEdge* edge = &edges[k];
        bool is_of_a = edge->p.b == edge->q.b;
        is_joint |= !is_of_a && edge->p.a != edge->q.a;
        to[k] = edge->from.to;
        from[k] = edge->from.from;
        end[k] = is_of_a ? edge->to.to : edge->from.from;
        begin[k] = is_of_a ? edge->from.to : edge->to.from;
    }
    const VecLanes p = difference_lanes(to, from);
    const VecLanes e = difference_lanes(end, begin);
    const Doubles zero = {0, 0};
    const VecLanes m = {{doubles_splat(segment->m.x), zero}, {doubles_splat(segment->m.y), zero}};
    Doubles size;
    Doubles divisor_size;
    DoublesPair dividend = cross_lanes(&p, &e, &size);
    DoublesPair divisor = cross_lanes(&m, &e, &divisor_size);
    DoublesMask is_precise = (doubles_abs(dividend.hi) >= GRAZE_CROSSING_PRECISION * size) &
                             (doubles_abs(divisor.hi) >= GRAZE_CROSSING_PRECISION * divisor_size);
    if (is_joint || doubles_mask_bits(is_precise) != 3) {
        for (int k = 0; k < 2; k++)
            parameters[k] = graze_crossing(segment->m, &edges[k].from, &edges[k].to).value;
        return;
    }
    Doubles quotient = dividend.hi / divisor.hi;
    DoublesPair product = two_product_lanes(quotient, divisor.hi);
    Doubles rest =
        ((dividend.hi - product.hi) - product.lo) + (dividend.lo - quotient * divisor.lo);
    doubles_store(parameters, quotient + rest / divisor.hi);
}

/* Writes feature and normal where the segment enters through an edge. */
static void write_entry(const GrazeCastSegment* segment, const GrazeCrossedEdge* edge,
                        GrazeCastContact* contact)
{
    double before = fabs(graze_cross(&segment->along, &edge->from));
    double after = fabs(graze_cross(&segment->along, &edge->to));
    contact->feature =
        (GrazeMinkowskiFeature){.p = edge->p, .q = edge->q, .along = before / (before + after)};
    contact->normal = graze_normalize(vec_outward(graze_edge_vector(&edge->from, &edge->to)));
}

GrazeClipCertainty graze_cast_filtered(const GrazeCastSegment* segment, GrazeCastContact* contact)
{
    GrazeClipCrossing crossing[2];
    GrazeCrossedEdge edges[2];
    double parameters[2];
    GrazeClipCertainty certainty = graze_filtered_clip(segment->cso, segment->m, crossing);
    *contact = (GrazeCastContact){.has_contact = false};
    if (certainty == GRAZE_CLIP_MISSES || certainty == GRAZE_CLIP_UNCERTAIN) return certainty;
    if (!graze_find_crossed_edges(segment->cso, segment->m, crossing, edges))
        return GRAZE_CLIP_UNCERTAIN;
    cross_edges(segment, edges, parameters);
    contact->has_contact = contact->is_hit = true;
    contact->begin = graze_clamp_unit(parameters[0]);
    contact->end = max2(contact->begin, graze_clamp_unit(parameters[1]));
    if (certainty == GRAZE_CLIP_ENTERS) write_entry(segment, &edges[0], contact);
    return certainty;
}

bool graze_cast_through(const GrazeCastSegment* segment, int32_t enter, int32_t leave,
                        GrazeCastContact* contact)
{
    const bool is_of_a = segment->cso->b->count == 1;
    GrazeClipCrossing crossing[2];
    GrazeCrossedEdge edges[2];
    double parameters[2];
    for (int k = 0; k < 2; k++) {
        const int32_t i = k == 0 ? enter : leave;
        crossing[k] = (GrazeClipCrossing){.edge = {is_of_a ? i : 0, is_of_a ? 0 : i, is_of_a},
                                          .has_other = false};
    }
    graze_find_crossed_edges(segment->cso, segment->m, crossing, edges);
    cross_edges(segment, edges, parameters);
    const bool is_after = parameters[0] > 1 + GRAZE_CROSSING_PRECISION;
    const bool is_before = parameters[1] < 0;
    *contact = (GrazeCastContact){.has_contact = false};
    if (is_after || is_before) return true;
    if (!(parameters[0] > 0 && parameters[0] < 1 - GRAZE_CROSSING_PRECISION)) return false;
    *contact = (GrazeCastContact){.begin = parameters[0],
                                  .end = max2(parameters[0], graze_clamp_unit(parameters[1])),
                                  .has_contact = true,
                                  .is_hit = true};
    write_entry(segment, &edges[0], contact);
    return true;
}
