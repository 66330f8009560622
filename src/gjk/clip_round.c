#include "../tolerance.h"
#include "clip.h"
#include "distance.h"

/*
 * With radii, R their sum. A - B inflated is the union of A - B, a disc of radius R about each
 * vertex, and a strip of that width along each edge: the way enters it where it first enters one of
 * them, and leaves where it last leaves one.
 *
 * A disc about w: |s m - w| = R. With b = m . w, c = |w|^2 - R^2, D = R^2 |m|^2 - (m x w)^2:
 *   s = (b -+ root D) / |m|^2 = c / (b +- root D), whichever does not cancel,
 * and from w to there it is (-+ (root D) m - (m x w) left(m)) / |m|^2. It is the boundary there
 * only between the normals of the two edges at w.
 *
 * A strip's outer line, R to the right of the edge from p to q, e = q - p, k = e x m: entered for
 * k > 0, left for k < 0, at
 *   s = (-(p x q) - R |e|) / k, with the numerator ((p x q)^2 - R^2 |e|^2) / (R |e| - p x q) when
 *   p x q < 0, as R |e| and p x q cancel then.
 * Seen from p and from q the foot is  (m x p - R (m . e) / |e|) / k  and  (m x q - R (m . e) / |e|) / k
 * times e: it is on the edge when the first is not negative and the second not positive. Where the
 * edge is almost along the way, k is small and these cancel; s m itself says where the foot is then.
 *
 * Each part is computed in double first, and from exact sums rounded once when it may be the first
 * or the last. Where a strip goes over into a disc the boundary has no corner, so it makes no
 * difference which of the two is taken there.
 */
typedef struct {
    bool enters, leaves;
    double enter, exit;
    GrazeVec outward; /* where it is entered, of any length */
} Passage;

static const Passage NONE = {.enters = false};

/* Where A - B inflated is entered, and the unit normal there. */
typedef struct {
    double s;
    GrazePart part;
    GrazeVec normal;
} Entry;

/*
 * The first and the last passage found so far. A disc entered outside the normals of its edges has
 * the time, or an earlier one is missing, but not the normal: it stands by (`spare`) in case the strip
 * beside it is refused by rounding.
 */
typedef struct {
    const GrazeWay* way;
    Entry first, spare;
    double exit;
} Extremes;

/* The slack for times about `s`: `part` of them, and of the size of A - B to the length of the way. */
static double slack_about(const GrazeWay* way, double part, double s)
{
    double size = (way->cso->scale + way->reach) / sqrt(way->square);
    return part * (s + size);
}

static bool may_be_extreme(const Extremes* found, const Passage* rough)
{
    double times = fabs(rough->enter) + fabs(rough->exit);
    double slack = slack_about(found->way, GRAZE_CAST_SLACK, times);
    return (rough->enters && rough->enter <= found->first.s + slack) ||
           (rough->leaves && rough->exit >= found->exit - slack);
}

static void take_entry(Entry* entry, const Passage* passage, const GrazePart* part)
{
    if (passage->enter >= entry->s) return;
    *entry = (Entry){passage->enter, *part, graze_unit(passage->outward)};
}

static void take_passage(Extremes* found, const Passage* passage, const GrazePart* part)
{
    if (passage->leaves && passage->exit > found->exit) found->exit = passage->exit;
    if (passage->enters) take_entry(&found->first, passage, part);
}

/* D for a vertex: its sign exact, and 1 where the line of the way passes nearer than R, 0 where it
   just touches, -1 where it does not. */
static int sign_of_pass(const GrazeWay* way, const GrazeGap* w, double* d)
{
    GrazeVec p = vec_sub(w->to, w->from);
    double most = way->reach * way->reach * way->square;
    double cross = vec_cross(way->m, p);
    double error = GRAZE_PASS_ERROR * (most + vec_dot(p, p) * way->square);
    *d = most - cross * cross;
    if (*d > error) return 1;
    if (*d < -error) return -1;
    *d = -graze_way_reach(way->m, w, way->cso->a->radius, way->cso->b->radius);
    return sign_compare(*d, 0);
}

static Passage disc_passage(const GrazeWay* way, double b, double c, double d, double cross)
{
    double root = sqrt(max2(d, 0));
    double enter = b > 0 ? c / (b + root) : (b - root) / way->square;
    double exit = b < 0 ? c / (b - root) : (b + root) / way->square;
    GrazeVec outward = vec_along(vec_scale(way->m, -root), cross, vec_outward(way->m));
    return (Passage){true, true, enter, exit, outward};
}

/* Is the point where a disc is entered between the normals of the edges before and after? */
static bool is_in_cone(const Passage* disc, GrazeVec before, GrazeVec after)
{
    double slack = GRAZE_CONE_SLACK * vec_norm1(disc->outward);
    return vec_dot(disc->outward, before) >= -slack * vec_norm1(before) &&
           vec_dot(disc->outward, after) <= slack * vec_norm1(after);
}

static COLD void visit_disc(Extremes* found, const GrazeCsoPoint* vertex, const GrazeGap* w,
                            GrazeVec before, GrazeVec after)
{
    const GrazeWay* way = found->way;
    double ra = way->cso->a->radius;
    double rb = way->cso->b->radius;
    double d;
    if (sign_of_pass(way, w, &d) < 0) return;
    GrazeVec p = vec_sub(w->to, w->from);
    Passage disc = disc_passage(way, vec_dot(way->m, p), vec_dot(p, p) - way->reach * way->reach, d,
                                vec_cross(way->m, p));
    if (!may_be_extreme(found, &disc)) return;
    disc = disc_passage(way, graze_dot(&way->along, w), graze_point_reach(w, ra, rb),
                        -graze_way_reach(way->m, w, ra, rb), graze_cross(&way->along, w));
    GrazePart part;
    graze_part_vertex(vertex, &part);
    take_entry(&found->spare, &disc, &part);
    disc.enters = is_in_cone(&disc, before, after);
    take_passage(found, &disc, &part);
}

/* The measures of a strip: p x q, what it lies beyond R^2 |e|^2 squared, k, and the numerators of the
   foot seen from p and from q. */
typedef struct {
    double turn, beyond, k, before, after;
} Strip;

/* `along`: where on the edge, 0 at p, 1 at q. */
static Passage strip_passage(const GrazeWay* way, const Strip* strip, const GrazeWalker* walker,
                             GrazeVec e, double* along)
{
    double length = vec_length(e);
    double rise = way->reach * length;
    if (strip->k == 0) return NONE;
    double numerator =
        strip->turn < 0 ? strip->beyond / (rise - strip->turn) : -(strip->turn + rise);
    double s = numerator / strip->k;
    double from_p = strip->before / strip->k;
    double from_q = strip->after / strip->k;
    if (fabs(strip->k) < GRAZE_CAST_SLACK * length * sqrt(way->square)) {
        /* Almost along the way: the numerators cancel, but then the place itself does not. */
        GrazeVec at = vec_scale(way->m, s);
        from_p = vec_dot(vec_sub(at, walker->p.w), e) / vec_dot(e, e);
        from_q = vec_dot(vec_sub(at, walker->q.w), e) / vec_dot(e, e);
    }
    if (!(from_p >= 0 && from_q <= 0)) return NONE;
    *along = clamp(from_p, 0, 1);
    return (Passage){strip->k > 0, strip->k < 0, s, s, vec_outward(e)};
}

static COLD void visit_strip(Extremes* found, const GrazeWalker* walker, GrazeVec e)
{
    const GrazeWay* way = found->way;
    const GrazeCsoPoint* p = &walker->p;
    const GrazeCsoPoint* q = &walker->q;
    double length = vec_length(e);
    double rise = way->reach * length;
    double slant = way->reach * (vec_dot(way->m, e) / length);
    double along = 0;
    Strip strip;
    strip.turn = vec_cross(p->w, q->w);
    strip.beyond = strip.turn * strip.turn - rise * rise;
    strip.k = vec_cross(e, way->m);
    strip.before = vec_cross(way->m, p->w) - slant;
    strip.after = vec_cross(way->m, q->w) - slant;
    double span = GRAZE_CAST_SLACK * sqrt(way->square);
    bool is_steep = fabs(strip.k) > span * length;
    bool is_clear =
        min2(fabs(strip.before), fabs(strip.after)) > span * (way->cso->scale + way->reach);
    if (is_steep && is_clear) {
        Passage rough = strip_passage(way, &strip, walker, e, &along);
        if (!may_be_extreme(found, &rough)) return;
    }
    strip.turn = graze_cross(&walker->from, &walker->to);
    strip.beyond =
        graze_line_reach(&walker->from, &walker->to, way->cso->a->radius, way->cso->b->radius);
    strip.k = -graze_cross_step(way->m, &walker->from, &walker->to);
    strip.before = graze_cross(&way->along, &walker->from) - slant;
    strip.after = graze_cross(&way->along, &walker->to) - slant;
    Passage passage = strip_passage(way, &strip, walker, e, &along);
    const GrazePart part = {.p = *p, .q = *q, .along = along};
    take_passage(found, &passage, &part);
}

/* Begins with the cores' own passage: all there is, up to rounding, when R is next to nothing. */
static void find_extremes(const GrazeWay* way, const GrazeWayThrough* cores, Extremes* found)
{
    GrazeWalker walker;
    const Entry none = {INFINITY, cores->part, cores->normal};
    *found = (Extremes){way, none, none, -INFINITY};
    if (cores->has_entered) {
        found->first.s = cores->enter.value;
        found->exit = cores->exit.value;
    }
    graze_walker_start(&walker, way->cso);
    GrazeVec first = vec(0, 0);
    GrazeVec last = vec(0, 0);
    for (bool begun = false; graze_walker_advance(&walker); begun = true) {
        GrazeVec e = graze_step(&walker.from, &walker.to);
        if (begun) visit_disc(found, &walker.p, &walker.from, last, e);
        if (!begun) first = e;
        visit_strip(found, &walker, e);
        last = e;
    }
    visit_disc(found, &walker.q, &walker.to, last, first);
    double slack = slack_about(way, GRAZE_CONE_SLACK, fabs(found->spare.s));
    if (found->spare.s < found->first.s - slack) found->first = found->spare;
}

/* Which side of R the line of the way passes the nearest vertex on, and whether some vertex within R
   of it has its foot inside the way. */
static int sign_of_line(const GrazeWay* way, bool* is_beside)
{
    GrazeWalker walker;
    int best = -1;
    *is_beside = false;
    graze_walker_start(&walker, way->cso);
    do {
        double d;
        int sign = sign_of_pass(way, &walker.to, &d);
        if (sign > best) best = sign;
        GrazeGap from_end = {walker.to.to, vec_add(walker.to.from, way->m)};
        if (sign >= 0 && graze_sign_dot(&way->along, &walker.to) > 0 &&
            graze_sign_dot(&way->along, &from_end) < 0) {
            *is_beside = true;
        }
    } while (graze_walker_advance(&walker));
    return best;
}

/* The bodies at the end of the way, rounded to double there. */
static void go_to_end(const GrazeWay* way, GrazeCso* end, GrazeDescent* descent)
{
    *end = *way->cso;
    end->b_in_a.x += way->m.x;
    end->b_in_a.y += way->m.y;
    end->scale += max2(fabs(way->m.x), fabs(way->m.y));
    graze_descend(end, &GRAZE_DEFAULTS, descent);
}

/*
 * Where the bodies touch: does the way lead into them there (1), away from them (-1) or along (0)? The times
 * at which it enters and leaves do not tell, as near 1 they can be the same double.
 */
static int sign_inward(const GrazeWay* way, const GrazeCso* touching)
{
    GrazeDescent descent;
    GrazeNearest nearest;
    graze_descend(touching, &GRAZE_DEFAULTS, &descent);
    graze_find_nearest(touching, &descent, &nearest);
    GrazeGap p = graze_cso_gap(touching, &nearest.part.p);
    if (graze_is_vertex(&nearest.part)) return graze_sign_dot(&way->along, &p);
    GrazeGap q = graze_cso_gap(touching, &nearest.part.q);
    return sign_compare(0, graze_cross_step(way->m, &p, &q));
}

/*
 * Contact is at the beginning, at the end, or on the way between: where it crosses the cores, or
 * comes nearest to a vertex that is within R. Each of these is decided exactly.
 */
void graze_meet_bodies(const GrazeWay* way, GrazeRelation at_start, GrazeMeeting* meeting)
{
    GrazeWayThrough cores;
    Extremes found;
    bool is_beside;
    graze_clip_cores(way, &cores);
    bool is_through = sign_of_line(way, &is_beside) > 0 || cores.has_entered;
    GrazeCso end;
    GrazeDescent descent;
    go_to_end(way, &end, &descent);
    GrazeRelation at_end = graze_conclude(&end, &descent);
    meeting->is_met = at_start != GRAZE_DISJOINT || at_end != GRAZE_DISJOINT || is_beside ||
                      graze_is_on_way(&cores);
    if (!meeting->is_met) return;
    find_extremes(way, &cores, &found);
    if (at_start == GRAZE_DISJOINT && !(found.first.s <= 1 && found.exit >= 0)) {
        /* Only the rounding of the end brings them together. */
        GrazeNearest nearest;
        graze_find_nearest(&end, &descent, &nearest);
        *meeting = (GrazeMeeting){1, 1, true, false, nearest.part, nearest.normal};
        return;
    }
    bool leaves_at_start = at_start == GRAZE_TOUCHING && sign_inward(way, way->cso) < 0;
    bool enters_at_end = at_end == GRAZE_TOUCHING && sign_inward(way, &end) > 0;
    meeting->is_hit = is_through && !leaves_at_start && !enters_at_end;
    meeting->enter = at_start != GRAZE_DISJOINT ? 0 : graze_clamp_way(found.first.s);
    meeting->exit = at_end != GRAZE_DISJOINT ? 1 : graze_clamp_way(found.exit);
    meeting->exit = max2(meeting->enter, meeting->exit);
    meeting->part = found.first.part;
    meeting->normal = found.first.normal;
}
