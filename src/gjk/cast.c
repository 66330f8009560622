#include "../graze.h"
#include "../tolerance.h"
#include "distance.h"
#include "walker.h"
#include "witness.h"

/*
 * Translation casts. While A moves by s d, A - B moves along, and the two meet when it comes over
 * the origin: when the point s m, m = -d in A's frame, is in A - B as it was at the beginning. So a
 * cast is the clip of the way { s m : 0 <= s <= 1 } by A - B, inflated by the radii.
 */
typedef struct {
    const GrazeCso* cso;
    GrazeVec m;
    GrazeGap along; /* m, for exact signs */
    double square;  /* |m|^2 */
    double reach;
} Way;

/*
 * Contact on the way: the interval within [0, 1], whether it is a hit and not a graze, and what is
 * met at `enter`: the part, and the unit normal from cso->a to cso->b.
 */
typedef struct {
    double enter, exit;
    bool is_met, is_hit;
    GrazePart part;
    GrazeVec normal;
} Contact;

/* Into [0, 1], and no zero negative. */
static double clamp_way(double s)
{
    return clamp(s, 0, 1) + 0.0;
}

static GrazeVec unit(GrazeVec p)
{
    return vec_scale(p, 1 / vec_length(p));
}

/*
 * Without radii. The line of the way meets a convex outline where the side of its vertices changes,
 * the sign of m x w: it enters where they go from left to right, leaves where they go from right to
 * left, and is at a vertex with m x w = 0. On the edge from p to q that is at
 * s = (p x q) / (m x q - m x p), whose order to 0 and to 1 is exact too. As the sides come round to
 * where they began, it leaves whenever it has entered.
 */
typedef struct {
    bool has_entered, has_left, on_left, on_right;
    GrazeFraction enter, exit;
    GrazePart part;
    GrazeVec normal; /* (0, 0) where the part has none of its own */
} Span;

static void enter_at(Span* span, GrazeFraction s, GrazePart part, GrazeVec normal)
{
    if (span->has_entered && s.value >= span->enter.value) return;
    span->has_entered = true;
    span->enter = s;
    span->part = part;
    span->normal = normal;
}

static void leave_at(Span* span, GrazeFraction s)
{
    if (span->has_left && s.value <= span->exit.value) return;
    span->has_left = true;
    span->exit = s;
}

static int side_of(const Way* way, GrazeGap p)
{
    return graze_sign_cross(way->along, p);
}

/* The vertex that the walker stands on is on the line; the one before was on `side_before`. */
static void pass_vertex(const Way* way, const GrazeWalker* walker, int side_before, Span* span)
{
    GrazeFraction s = graze_ratio(way->m, walker->to);
    GrazeVec normal = vec(0, 0);
    if (side_before > 0) normal = unit(vec_outward(graze_step(walker->from, walker->to)));
    enter_at(span, s, graze_part_vertex(walker->q), normal);
    leave_at(span, s);
}

/* The edge that the walker has come along crosses the line. */
static void pass_edge(const Way* way, const GrazeWalker* walker, int side_before, Span* span)
{
    GrazeFraction s = graze_crossing(way->m, walker->from, walker->to);
    if (side_before < 0) {
        leave_at(span, s);
        return;
    }
    double before = fabs(graze_cross(way->along, walker->from));
    double after = fabs(graze_cross(way->along, walker->to));
    GrazePart part = {walker->p, walker->q, before / (before + after), {0, 0}, 0};
    enter_at(span, s, part, unit(vec_outward(graze_step(walker->from, walker->to))));
}

static void clip_by_cores(const Way* way, Span* span)
{
    GrazeWalker walker;
    graze_walker_start(&walker, way->cso);
    *span = (Span){.has_entered = false};
    int before = side_of(way, walker.to);
    /* What a point has; of other outlines it is the last vertex too, and then has an edge. */
    if (before == 0 && walker.left_a + walker.left_b == 0) pass_vertex(way, &walker, 0, span);
    while (graze_walker_advance(&walker)) {
        int side = side_of(way, walker.to);
        span->on_left |= side > 0;
        span->on_right |= side < 0;
        if (side == 0) pass_vertex(way, &walker, before, span);
        if (side * before < 0) pass_edge(way, &walker, before, span);
        before = side;
    }
}

/* A - B only on one side of the way is grazed, square to it; all on the line it is met head-on. */
static GrazeVec normal_of(const Way* way, const Span* span)
{
    GrazeVec right = unit(vec_outward(way->m));
    if (span->on_left != span->on_right) return span->on_left ? right : vec_scale(right, -1);
    bool has_own = span->normal.x != 0 || span->normal.y != 0;
    return has_own ? span->normal : unit(vec_scale(way->m, -1));
}

static bool is_on_way(const Span* span)
{
    return span->has_entered && span->enter.to_one <= 0 && span->exit.to_zero >= 0;
}

static void meet_cores(const Way* way, Contact* contact)
{
    Span span;
    clip_by_cores(way, &span);
    contact->is_met = is_on_way(&span);
    if (!contact->is_met) return;
    bool is_through = span.on_left && span.on_right;
    contact->is_hit = is_through && span.enter.to_one < 0 && span.exit.to_zero > 0;
    contact->enter = clamp_way(span.enter.value);
    contact->exit = clamp_way(span.exit.value);
    contact->part = span.part;
    contact->normal = normal_of(way, &span);
}

/*
 * With radii, R their sum. A - B inflated is the union of A - B, a disc of radius R about each
 * vertex, and a strip of that width along each edge: the way enters it where it first enters one of
 * them, and leaves where it last leaves one.
 *
 * A disc about w: |s m - w| = R. With b = m . w, c = |w|^2 - R^2, D = R^2 |m|^2 - (m x w)^2:
 *   s = (b -+ root D) / |m|^2 = c / (b +- root D), whichever does not cancel.
 * A strip's outer line, R to the right of the edge from p to q, e = q - p, k = e x m: entered for
 * k > 0, left for k < 0, at
 *   s = (-(p x q) - R |e|) / k, with the numerator ((p x q)^2 - R^2 |e|^2) / (R |e| - p x q) when
 *   p x q < 0, as R |e| and p x q cancel then.
 * Where the way enters the disc, it is outward of w by (-(root D) m - (m x w) left(m)) / |m|^2.
 * c, D and that numerator are computed exactly and rounded once, for the parts that may be the first
 * or the last; all parts are compared in double before. At its ends a strip goes over into discs
 * without a corner, so which of them is taken there makes no difference.
 */
typedef struct {
    bool enters, leaves;
    double enter, exit;
    GrazeVec outward; /* where it is entered, of any length */
} Passage;

static double dot_exact(GrazeGap p, GrazeGap q)
{
    return graze_cross(p, (GrazeGap){vec(-q.to.y, q.to.x), vec(-q.from.y, q.from.x)});
}

/* Does the line of the way come within R of the vertex? 1 nearer, 0 just so, -1 no. */
static int sign_of_pass(const Way* way, GrazeGap w, double* chord)
{
    GrazeVec p = vec_sub(w.to, w.from);
    double scale = way->reach * way->reach * way->square;
    double cross = vec_cross(way->m, p);
    *chord = scale - cross * cross;
    double error = GRAZE_PASS_ERROR * (scale + vec_dot(p, p) * way->square);
    if (*chord > error) return 1;
    if (*chord < -error) return -1;
    *chord = -graze_way_reach(way->m, w, way->cso->a->radius, way->cso->b->radius);
    return sign_compare(*chord, 0);
}

static Passage pass_disc(const Way* way, GrazeGap w, bool is_last_word)
{
    GrazeVec p = vec_sub(w.to, w.from);
    double ra = way->cso->a->radius;
    double rb = way->cso->b->radius;
    double chord;
    if (sign_of_pass(way, w, &chord) < 0) return (Passage){.enters = false};
    double b = vec_dot(way->m, p);
    double c = vec_dot(p, p) - way->reach * way->reach;
    double cross = vec_cross(way->m, p);
    if (is_last_word) {
        chord = -graze_way_reach(way->m, w, ra, rb);
        b = dot_exact(way->along, w);
        c = graze_point_reach(w, ra, rb);
        cross = graze_cross(way->along, w);
    }
    double root = sqrt(max2(chord, 0));
    double enter = b > 0 ? c / (b + root) : (b - root) / way->square;
    double exit = b < 0 ? c / (b - root) : (b + root) / way->square;
    GrazeVec outward = vec_along(vec_scale(way->m, -root), cross, vec_outward(way->m));
    return (Passage){true, true, enter, exit, outward};
}

static Passage pass_strip(const Way* way, const GrazeWalker* walker, bool is_last_word)
{
    GrazeVec e = graze_step(walker->from, walker->to);
    double rise = way->reach * vec_length(e);
    double turn = vec_cross(walker->p.w, walker->q.w);
    double k = vec_cross(e, way->m);
    double beyond = turn * turn - rise * rise;
    if (is_last_word) {
        turn = graze_cross(walker->from, walker->to);
        k = -graze_cross_step(way->m, walker->from, walker->to);
        beyond =
            graze_line_reach(walker->from, walker->to, way->cso->a->radius, way->cso->b->radius);
    }
    if (k == 0) return (Passage){.enters = false};
    double s = (turn < 0 ? beyond / (rise - turn) : -(turn + rise)) / k;
    double foot = vec_dot(vec_sub(vec_scale(way->m, s), walker->p.w), e);
    if (!(foot >= 0 && foot <= vec_dot(e, e))) return (Passage){.enters = false};
    return (Passage){k > 0, k < 0, s, s, vec_outward(e)};
}

/* The first and the last of all parts; `near`: with the last word, those within `slack` of what was
   found before. */
typedef struct {
    double enter, exit;
    GrazePart part;
    GrazeVec normal;
} Extremes;

static bool is_candidate(const Passage* rough, const Extremes* known, double slack)
{
    return (rough->enters && rough->enter <= known->enter + slack) ||
           (rough->leaves && rough->exit >= known->exit - slack);
}

static void take_passage(const Way* way, const Passage* passage, GrazePart part, GrazeVec e,
                         Extremes* extremes)
{
    if (passage->leaves && passage->exit > extremes->exit) extremes->exit = passage->exit;
    if (!passage->enters || passage->enter >= extremes->enter) return;
    extremes->enter = passage->enter;
    extremes->part = part;
    extremes->normal = unit(passage->outward);
    if (graze_is_vertex(&part)) return;
    GrazeVec foot = vec_sub(vec_scale(way->m, passage->enter), part.p.w);
    extremes->part.along = clamp(vec_dot(foot, e) / vec_dot(e, e), 0, 1);
}

static void visit(const Way* way, const GrazeWalker* walker, const Extremes* known, double slack,
                  Extremes* extremes)
{
    Passage disc = pass_disc(way, walker->to, false);
    if (known != NULL && is_candidate(&disc, known, slack)) disc = pass_disc(way, walker->to, true);
    GrazeVec e = graze_step(walker->from, walker->to);
    take_passage(way, &disc, graze_part_vertex(walker->q), e, extremes);
    if (e.x == 0 && e.y == 0) return;
    Passage strip = pass_strip(way, walker, false);
    if (known != NULL && is_candidate(&strip, known, slack)) strip = pass_strip(way, walker, true);
    GrazePart edge = {walker->p, walker->q, 0, {0, 0}, 0};
    take_passage(way, &strip, edge, e, extremes);
}

/* Begins with the cores' own passage: all there is, up to rounding, when R is next to nothing. A line
   that misses the cores comes within R of a vertex first, so something is always found. */
static Extremes find_extremes(const Way* way, const Span* cores, const Extremes* known,
                              double slack)
{
    GrazeWalker walker;
    Extremes extremes = {.enter = INFINITY, .exit = -INFINITY};
    if (cores->has_entered) {
        extremes = (Extremes){cores->enter.value, cores->exit.value, cores->part,
                              normal_of(way, cores)};
    }
    graze_walker_start(&walker, way->cso);
    do {
        visit(way, &walker, known, slack, &extremes);
    } while (graze_walker_advance(&walker));
    return extremes;
}

/* Which side of R the line of the way passes the nearest vertex on, and whether some vertex within R
   of it has its foot inside the way. */
static int sign_of_line(const Way* way, bool* is_beside)
{
    GrazeWalker walker;
    int best = -1;
    *is_beside = false;
    graze_walker_start(&walker, way->cso);
    do {
        double chord;
        int sign = sign_of_pass(way, walker.to, &chord);
        if (sign > best) best = sign;
        GrazeGap from_end = {walker.to.to, vec_add(walker.to.from, way->m)};
        if (sign >= 0 && graze_sign_dot(way->along, walker.to) > 0 &&
            graze_sign_dot(way->along, from_end) < 0) {
            *is_beside = true;
        }
    } while (graze_walker_advance(&walker));
    return best;
}

static GrazeRelation relation_at_end(const Way* way)
{
    GrazeCso end = *way->cso;
    GrazeDescent descent;
    end.b_in_a.x += way->m.x;
    end.b_in_a.y += way->m.y;
    end.scale += max2(fabs(way->m.x), fabs(way->m.y));
    graze_descend(&end, &GRAZE_DEFAULTS, &descent);
    return graze_conclude(&end, &descent);
}

/*
 * Contact is at the beginning, at the end, or on the way between: where it crosses the cores, or
 * comes nearest to a vertex that is within R. Each of these is decided exactly.
 */
static void meet_bodies(const Way* way, GrazeRelation at_start, Contact* contact)
{
    Span cores;
    bool is_beside;
    clip_by_cores(way, &cores);
    bool is_through = sign_of_line(way, &is_beside) > 0 || cores.has_entered;
    GrazeRelation at_end = relation_at_end(way);
    contact->is_met = at_start != GRAZE_DISJOINT || at_end != GRAZE_DISJOINT || is_beside ||
                      is_on_way(&cores);
    if (!contact->is_met) return;
    Extremes rough = find_extremes(way, &cores, NULL, 0);
    double length = sqrt(way->square);
    double slack = GRAZE_CAST_SLACK *
                   (fabs(rough.enter) + fabs(rough.exit) + (way->cso->scale + way->reach) / length);
    Extremes exact = find_extremes(way, &cores, &rough, slack);
    /* Which end of the interval is the way's own end when the bodies just touch there? */
    bool leaves_at_start = at_start == GRAZE_TOUCHING && fabs(exact.exit) < fabs(exact.enter);
    bool enters_at_end = at_end == GRAZE_TOUCHING && fabs(exact.enter - 1) < fabs(exact.exit - 1);
    contact->is_hit = is_through && !leaves_at_start && !enters_at_end;
    contact->enter = at_start != GRAZE_DISJOINT ? 0 : clamp_way(exact.enter);
    contact->exit = at_end != GRAZE_DISJOINT ? 1 : max2(clamp_way(exact.exit), contact->enter);
    contact->part = exact.part;
    contact->normal = exact.normal;
}

/* In contact at the start: what graze_distance says there. */
static void tell_start(const GrazeCso* cso, const GrazeDescent* descent, GrazeCast* out)
{
    GrazeDistance start;
    graze_answer_distance(cso, descent, &start);
    out->point_x = start.point_a_x;
    out->point_y = start.point_a_y;
    out->normal_x = start.normal_x;
    out->normal_y = start.normal_y;
    out->feature_a = start.feature_a;
    out->index_a = start.index_a;
    out->feature_b = start.feature_b;
    out->index_b = start.index_b;
}

static void tell_enter(const GrazeCso* cso, const Contact* contact, GrazeVec d, GrazeCast* out)
{
    GrazeVec on_a;
    GrazeVec on_b;
    GrazeFeatureName of_a;
    GrazeFeatureName of_b;
    graze_find_witness(cso, &contact->part, &on_a, &on_b);
    graze_name_features(cso, &contact->part, &of_a, &of_b);
    GrazeVec point = graze_cso_place(cso, vec_along(on_a, cso->a->radius, contact->normal));
    GrazeVec normal = graze_cso_direction(cso, contact->normal);
    /* The frame moves when it is that of the caller's A. */
    if (!cso->swapped) point = vec_along(point, contact->enter, d);
    out->point_x = point.x;
    out->point_y = point.y;
    out->normal_x = normal.x;
    out->normal_y = normal.y;
    out->feature_a = of_a.kind;
    out->index_a = of_a.index;
    out->feature_b = of_b.kind;
    out->index_b = of_b.index;
}

static Way make_way(const GrazeCso* cso, GrazeVec d)
{
    GrazeVec turned = vec_unrotate(d, cso->frame->cos, cso->frame->sin);
    GrazeVec m = graze_settle_tiny(cso->swapped ? turned : vec_scale(turned, -1));
    return (Way){cso, m, {m, {0, 0}}, vec_dot(m, m), graze_reach(cso)};
}

static GrazeCastStatus status_of(GrazeRelation at_start, const Contact* contact)
{
    if (at_start == GRAZE_OVERLAPPING) return GRAZE_CAST_OVERLAP;
    if (!contact->is_met) return GRAZE_CAST_FREE;
    return contact->is_hit ? GRAZE_CAST_HIT : GRAZE_CAST_GRAZE;
}

void graze_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b, double dx, double dy, GrazeCast* out)
{
    GrazeCso cso;
    GrazeDescent descent;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    graze_descend(&cso, &GRAZE_DEFAULTS, &descent);
    GrazeRelation at_start = graze_conclude(&cso, &descent);
    Way way = make_way(&cso, vec(dx, dy));
    Contact contact = {.enter = 0, .exit = 1, .is_met = at_start != GRAZE_DISJOINT};
    if (way.square > 0) {
        contact.exit = 0;
        if (way.reach > 0) {
            meet_bodies(&way, at_start, &contact);
        } else {
            meet_cores(&way, &contact);
        }
    }
    if (at_start != GRAZE_DISJOINT) {
        /* A dent by rounding may hide from the way what the relation sees. */
        contact.is_met = true;
        contact.enter = 0;
    }
    *out = (GrazeCast){.status = (int32_t)status_of(at_start, &contact),
                       .relation = (int32_t)at_start};
    if (!contact.is_met) return;
    out->enter = contact.enter;
    out->exit = contact.exit;
    if (at_start != GRAZE_DISJOINT) {
        tell_start(&cso, &descent, out);
    } else {
        tell_enter(&cso, &contact, vec(dx, dy), out);
    }
}

static const GrazePoint ORIGIN = {0, 0};

void graze_ray_cast(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                    GrazeCast* out)
{
    const GrazeShape point = {&ORIGIN, 1, 0, 0};
    const GrazePose origin = {ray->x, ray->y, 1, 0};
    graze_shape_cast(&point, &origin, shape, pose, ray->dx, ray->dy, out);
    out->normal_x = -out->normal_x;
    out->normal_y = -out->normal_y;
}

GrazeStatus graze_ray_check(const GrazeRay* ray)
{
    const double field[4] = {ray->x, ray->y, ray->dx, ray->dy};
    for (int i = 0; i < 4; i++) {
        if (!isfinite(field[i])) return GRAZE_E_NOT_FINITE;
        if (fabs(field[i]) > GRAZE_MAX_POSITION) return GRAZE_E_OUT_OF_RANGE;
    }
    return GRAZE_OK;
}
