#include "cast_rounded.h"

#include "../../tolerance.h"
#include "distance.h"

/*
 * Casts of bodies with radii; R is their sum, and times are values of s. A - B inflated is the
 * union of A - B, a disc of radius R about each vertex, and a strip of that width along each edge.
 * The cast segment enters it where it first enters one of them and leaves it where it last leaves
 * one.
 *
 * For a disc about w, |s m - w| = R. With b = m . w, c = |w|^2 - R^2, D = R^2 |m|^2 - (m x w)^2:
 *   s = (b -+ root D) / |m|^2 = c / (b +- root D), whichever does not cancel,
 * and the vector from w to that point is (-+ (root D) m - (m x w) left(m)) / |m|^2. The point is on
 * the boundary only if this vector lies between the normals of the two edges at w.
 *
 * The outer line of a strip lies R to the right of the edge from p to q. With e = q - p and
 * k = e x m, the segment enters the strip for k > 0 and leaves it for k < 0, at
 *   s = (-(p x q) - R |e|) / k, with the numerator ((p x q)^2 - R^2 |e|^2) / (R |e| - p x q) when
 *   p x q < 0, as R |e| and p x q cancel then.
 * Relative to p and to q the foot is
 *   (m x p - R (m . e) / |e|) / k  and  (m x q - R (m . e) / |e|) / k
 * times e (the code's rise is R |e|, its slant R (m . e) / |e|): it is on the edge when the first
 * factor is not negative and the second not positive. For an edge that is almost parallel to the
 * segment, k is small and these cancel; the point s m itself gives the foot then.
 *
 * Each disc and strip is computed in double first, and from exact sums rounded once if it may be
 * the first or the last. The boundary has no corner where a strip continues into a disc, so either
 * of the two may be used there.
 */
typedef struct {
    bool has_begin, has_end;
    double begin, end;
    GrazeVec outward; /* outward normal where it is entered; not normalized */
} Passage;

static const Passage NONE = {.has_begin = false};

/* Point where the segment enters A - B inflated, with the unit normal there. */
typedef struct {
    double s;
    GrazeMinkowskiFeature feature;
    GrazeVec normal;
} Entry;

/*
 * First and last passage found so far. `fallback` is the earliest entry of any disc, also of one
 * that is entered outside the normals of its edges. Such an entry is not too early, since the disc
 * is part of A - B inflated, but its normal is not that of the boundary: it is used only if
 * rounding has rejected the strip beside the disc.
 */
typedef struct {
    const GrazeCastSegment* segment;
    Entry first, fallback;
    double end;
} Extremes;

/* Returns the slack for times near `s` >= 0: `fraction` times the sum of `s` and the ratio of the
   size of A - B to the length of the segment. */
static double slack_about(const GrazeCastSegment* segment, double fraction, double s)
{
    double size = (segment->cso->scale + segment->reach) / sqrt(segment->square);
    return fraction * (s + size);
}

static bool may_be_extreme(const Extremes* found, const Passage* rough)
{
    double times = fabs(rough->begin) + fabs(rough->end);
    double slack = slack_about(found->segment, GRAZE_CAST_SLACK, times);
    return (rough->has_begin && rough->begin <= found->first.s + slack) ||
           (rough->has_end && rough->end >= found->end - slack);
}

static void keep_entry(Entry* entry, const Passage* passage, const GrazeMinkowskiFeature* feature)
{
    if (passage->begin >= entry->s) return;
    *entry = (Entry){passage->begin, *feature, graze_normalize(passage->outward)};
}

static void keep_passage(Extremes* found, const Passage* passage,
                         const GrazeMinkowskiFeature* feature)
{
    if (passage->has_end && passage->end > found->end) found->end = passage->end;
    if (passage->has_begin) keep_entry(&found->first, passage, feature);
}

/* Computes D for a vertex and returns its exact sign: 1 if the line through the segment passes
   nearer than R, 0 if it just touches the disc, -1 if it misses it. */
static int sign_disc_pass(const GrazeCastSegment* segment, const GrazePointDifference* w, double* d)
{
    GrazeVec p = vec_sub(w->to, w->from);
    double reach_square = segment->reach * segment->reach * segment->square;
    double cross = vec_cross(segment->m, p);
    double error = GRAZE_CAST_DISCRIMINANT_ERROR * (reach_square + vec_dot(p, p) * segment->square);
    *d = reach_square - cross * cross;
    if (*d > error) return 1;
    if (*d < -error) return -1;
    *d = -graze_origin_line_reach(segment->m, w, segment->cso->a->radius, segment->cso->b->radius);
    return sign_compare(*d, 0);
}

static Passage disc_passage(const GrazeCastSegment* segment, double b, double c, double d,
                            double cross)
{
    double root = sqrt(max2(d, 0));
    double begin = b > 0 ? c / (b + root) : (b - root) / segment->square;
    double end = b < 0 ? c / (b - root) : (b + root) / segment->square;
    GrazeVec outward = vec_mul_add(vec_scale(segment->m, -root), cross, vec_outward(segment->m));
    return (Passage){true, true, begin, end, outward};
}

/* Returns whether the point where a disc is entered lies between the normals of the edges before
   and after it. */
static bool is_in_cone(const Passage* disc, GrazeVec before, GrazeVec after)
{
    double slack = GRAZE_CONE_SLACK * vec_norm1(disc->outward);
    return vec_dot(disc->outward, before) >= -slack * vec_norm1(before) &&
           vec_dot(disc->outward, after) <= slack * vec_norm1(after);
}

static NOINLINE void visit_disc(Extremes* found, const GrazeCsoPoint* vertex,
                                const GrazePointDifference* w, GrazeVec before, GrazeVec after)
{
    const GrazeCastSegment* segment = found->segment;
    double ra = segment->cso->a->radius;
    double rb = segment->cso->b->radius;
    double d;
    if (sign_disc_pass(segment, w, &d) < 0) return;
    GrazeVec p = vec_sub(w->to, w->from);
    Passage disc =
        disc_passage(segment, vec_dot(segment->m, p),
                     vec_dot(p, p) - segment->reach * segment->reach, d, vec_cross(segment->m, p));
    if (!may_be_extreme(found, &disc)) return;
    disc = disc_passage(segment, graze_dot(&segment->along, w), graze_point_reach(w, ra, rb),
                        -graze_origin_line_reach(segment->m, w, ra, rb),
                        graze_cross(&segment->along, w));
    GrazeMinkowskiFeature feature;
    graze_feature_vertex(vertex, &feature);
    keep_entry(&found->fallback, &disc, &feature);
    disc.has_begin = is_in_cone(&disc, before, after);
    keep_passage(found, &disc, &feature);
}

/* Quantities of a strip: p x q (`turn`), (p x q)^2 - R^2 |e|^2 (`beyond`), k, and the numerators of
   the foot relative to p (`before`) and to q (`after`). */
typedef struct {
    double turn, beyond, k, before, after;
} Strip;

/* Returns the passage through a strip; `along` is the position on the edge, 0 at p, 1 at q. */
static Passage strip_passage(const GrazeCastSegment* segment, const Strip* strip,
                             const GrazeMinkowskiIterator* iterator, GrazeVec e, double* along)
{
    double length = vec_length(e);
    double rise = segment->reach * length;
    if (strip->k == 0) return NONE;
    double numerator =
        strip->turn < 0 ? strip->beyond / (rise - strip->turn) : -(strip->turn + rise);
    double s = numerator / strip->k;
    double from_p = strip->before / strip->k;
    double from_q = strip->after / strip->k;
    if (fabs(strip->k) < GRAZE_CAST_SLACK * length * sqrt(segment->square)) {
        /* The edge is almost parallel to the segment: the numerators cancel, but the point itself
           does not. */
        GrazeVec at = vec_scale(segment->m, s);
        from_p = vec_dot(vec_sub(at, iterator->p.w), e) / vec_dot(e, e);
        from_q = vec_dot(vec_sub(at, iterator->q.w), e) / vec_dot(e, e);
    }
    if (!(from_p >= 0 && from_q <= 0)) return NONE;
    *along = clamp(from_p, 0, 1);
    return (Passage){strip->k > 0, strip->k < 0, s, s, vec_outward(e)};
}

static NOINLINE void visit_strip(Extremes* found, const GrazeMinkowskiIterator* iterator,
                                 GrazeVec e)
{
    const GrazeCastSegment* segment = found->segment;
    const GrazeCsoPoint* p = &iterator->p;
    const GrazeCsoPoint* q = &iterator->q;
    double length = vec_length(e);
    double rise = segment->reach * length;
    double slant = segment->reach * (vec_dot(segment->m, e) / length);
    double along = 0;
    Strip strip;
    strip.turn = vec_cross(p->w, q->w);
    strip.beyond = strip.turn * strip.turn - rise * rise;
    strip.k = vec_cross(e, segment->m);
    strip.before = vec_cross(segment->m, p->w) - slant;
    strip.after = vec_cross(segment->m, q->w) - slant;
    double span = GRAZE_CAST_SLACK * sqrt(segment->square);
    bool is_steep = fabs(strip.k) > span * length;
    bool is_clear =
        min2(fabs(strip.before), fabs(strip.after)) > span * (segment->cso->scale + segment->reach);
    if (is_steep && is_clear) {
        Passage rough = strip_passage(segment, &strip, iterator, e, &along);
        if (!may_be_extreme(found, &rough)) return;
    }
    strip.turn = graze_cross(&iterator->from, &iterator->to);
    strip.beyond = graze_line_reach(&iterator->from, &iterator->to, segment->cso->a->radius,
                                    segment->cso->b->radius);
    strip.k = -graze_cross_step(segment->m, &iterator->from, &iterator->to);
    strip.before = graze_cross(&segment->along, &iterator->from) - slant;
    strip.after = graze_cross(&segment->along, &iterator->to) - slant;
    Passage passage = strip_passage(segment, &strip, iterator, e, &along);
    const GrazeMinkowskiFeature feature = {.p = *p, .q = *q, .along = along};
    keep_passage(found, &passage, &feature);
}

/* Finds the first and the last passage. Begins with the passage of the cores, which is the result,
   up to rounding, when R is almost 0. */
static void find_extremes(const GrazeCastSegment* segment, const GrazeCoreCrossing* cores,
                          Extremes* found)
{
    GrazeMinkowskiIterator iterator;
    const Entry none = {INFINITY, cores->feature, cores->normal};
    *found = (Extremes){segment, none, none, -INFINITY};
    if (cores->has_crossing) {
        found->first.s = cores->begin.value;
        found->end = cores->end.value;
    }
    graze_minkowski_iterator_start(&iterator, segment->cso);
    GrazeVec first = vec(0, 0);
    GrazeVec last = vec(0, 0);
    for (bool has_begun = false; graze_minkowski_iterator_advance(&iterator); has_begun = true) {
        GrazeVec e = graze_edge_vector(&iterator.from, &iterator.to);
        if (has_begun) visit_disc(found, &iterator.p, &iterator.from, last, e);
        if (!has_begun) first = e;
        visit_strip(found, &iterator, e);
        last = e;
    }
    visit_disc(found, &iterator.q, &iterator.to, last, first);
    double slack = slack_about(segment, GRAZE_CONE_SLACK, fabs(found->fallback.s));
    if (found->fallback.s < found->first.s - slack) found->first = found->fallback;
}

/*
 * Returns 1 if the line through the segment passes some vertex at a distance below R, 0 if at R at
 * the nearest, -1 if beyond R; `is_beside` becomes whether some vertex within R of the line has its
 * foot inside the segment.
 */
static int sign_line_pass(const GrazeCastSegment* segment, bool* is_beside)
{
    GrazeMinkowskiIterator iterator;
    int best = -1;
    *is_beside = false;
    graze_minkowski_iterator_start(&iterator, segment->cso);
    do {
        double d;
        int sign = sign_disc_pass(segment, &iterator.to, &d);
        if (sign > best) best = sign;
        GrazePointDifference from_end = {iterator.to.to, vec_add(iterator.to.from, segment->m)};
        if (sign >= 0 && graze_sign_dot(&segment->along, &iterator.to) > 0 &&
            graze_sign_dot(&segment->along, &from_end) < 0) {
            *is_beside = true;
        }
    } while (graze_minkowski_iterator_advance(&iterator));
    return best;
}

/* Computes the bodies at the end of the segment, with their position there rounded to double. */
static void move_to_end(const GrazeCastSegment* segment, GrazeCso* end, GrazeGjkState* state)
{
    *end = *segment->cso;
    end->b_in_a.x += segment->m.x;
    end->b_in_a.y += segment->m.y;
    end->scale += max2(fabs(segment->m.x), fabs(segment->m.y));
    graze_gjk_run(end, state);
}

/*
 * Returns whether the segment leads into the touching bodies (1), away from them (-1) or along them
 * (0) at their point of contact. The times of entering and leaving cannot decide this, because near
 * 1 they can be the same double.
 */
static int sign_inward(const GrazeCastSegment* segment, const GrazeCso* touching)
{
    GrazeGjkState state;
    GrazeNearest nearest;
    graze_gjk_run(touching, &state);
    graze_find_nearest_exactly(touching, &state, &nearest);
    GrazePointDifference p = graze_cso_point_difference(touching, &nearest.feature.p);
    if (graze_is_vertex(&nearest.feature)) return graze_sign_dot(&segment->along, &p);
    GrazePointDifference q = graze_cso_point_difference(touching, &nearest.feature.q);
    return sign_compare(0, graze_cross_step(segment->m, &p, &q));
}

/*
 * Casts bodies with radii. Contact is at the beginning of the segment, at its end, or between them:
 * where the segment crosses the cores, or comes nearest to a vertex that is within R. Each of these
 * is decided exactly.
 */
void graze_cast_rounded(const GrazeCastSegment* segment, GrazeRelation at_start,
                        GrazeCastContact* contact)
{
    GrazeCoreCrossing cores;
    Extremes found;
    bool is_beside;
    graze_clip_cores(segment, &cores);
    bool is_through = sign_line_pass(segment, &is_beside) > 0 || cores.has_crossing;
    GrazeCso end;
    GrazeGjkState state;
    move_to_end(segment, &end, &state);
    GrazeRelation at_end = graze_decide_bodies(&end, &state);
    contact->has_contact = at_start != GRAZE_DISJOINT || at_end != GRAZE_DISJOINT || is_beside ||
                           graze_is_on_segment(&cores);
    if (!contact->has_contact) return;
    find_extremes(segment, &cores, &found);
    if (at_start == GRAZE_DISJOINT && !(found.first.s <= 1 && found.end >= 0)) {
        /* Only the rounding of the end position brings the bodies together. */
        GrazeNearest nearest;
        graze_find_nearest_exactly(&end, &state, &nearest);
        *contact = (GrazeCastContact){1, 1, true, false, nearest.feature, nearest.normal};
        return;
    }
    bool ends_at_start = at_start == GRAZE_TOUCHING && sign_inward(segment, segment->cso) < 0;
    bool begins_at_end = at_end == GRAZE_TOUCHING && sign_inward(segment, &end) > 0;
    contact->is_hit = is_through && !ends_at_start && !begins_at_end;
    contact->begin = at_start != GRAZE_DISJOINT ? 0 : graze_clamp_unit(found.first.s);
    contact->end = at_end != GRAZE_DISJOINT ? 1 : graze_clamp_unit(found.end);
    contact->end = max2(contact->begin, contact->end);
    contact->feature = found.first.feature;
    contact->normal = found.first.normal;
}

bool graze_cast_rounded_cone(const GrazeCastSegment* segment, GrazeCone* cone)
{
    const GrazePointDifference way = graze_cast_way(segment);
    GrazeCso touching = *segment->cso;
    GrazeGjkState state;
    GrazeNearest nearest;
    bool is_beside;
    if (sign_line_pass(segment, &is_beside) == 0 && is_beside) {
        GrazeCoreCrossing cores;
        graze_clip_cores(segment, &cores);
        return graze_cast_half_plane(segment, &cores, cone);
    }
    graze_gjk_run(&touching, &state);
    bool is_at_start = graze_decide_bodies(&touching, &state) != GRAZE_DISJOINT;
    if (!is_at_start) move_to_end(segment, &touching, &state);
    graze_find_nearest_exactly(&touching, &state, &nearest);
    return graze_tangent_cone(&touching, &nearest.feature, is_at_start ? &way : &segment->along,
                              cone);
}
