#include "compound_depth.h"

#include "../../tolerance.h"
#include "../convex/feature.h"
#include "../convex/minkowski_iterator.h"
#include "../convex/witness.h"
#include "../shape/compound.h"

/*
 * The bodies overlap while the origin is inside of the union U of the differences P = A_i - B_j of
 * their parts, each grown by the radii. The depth is the distance of the origin from the boundary
 * of U, including the boundary of holes of U, into which one body fits among parts of the other.
 *
 * That boundary consists of pieces of the edges and arcs of all P, here called curves: of those
 * points that no other difference Q covers. For each curve the search starts at the foot of the
 * origin and walks both ways to the nearest point that is not covered: as long as a Q contains the
 * point, it goes on to where the curve leaves Q. Nothing is stored for this, and no point of several
 * differences needs a case of its own.
 *
 * Seams. A curve can lie along the boundary of Q. If both are on the same side of it, it is a
 * boundary of the union as far as Q is concerned, and if they are on different sides, it is not: a
 * body that fits exactly between two others overlaps them, as its relation says.
 * So it is not the curve itself that Q may cover, but the curve moved outward by SHIFT: its points
 * are outside of Q in the first case and inside in the second. Where a curve leaves Q, the walk goes
 * on 2 SHIFT / sine beyond, where `sine` is that of the angle of both, so that it steps over the gap
 * between two Q that have a side in common.
 *
 * Accuracy, with S the scale of the bodies and their radii. Vertices and offsets are off by a few
 * u S, and so is the side of a curve that a point is on; SHIFT = GRAZE_DEPTH_SHIFT S exceeds that by
 * far.
 *
 * - The point found is on a curve, and the point SHIFT outside of it is not in any difference, not
 *   even one that is grown by SLACK SHIFT. So there is a translation of at most SHIFT more than the
 *   length found after which the bodies do not overlap.
 * - Let y be a point of the boundary of U, on a curve, for which the point SHIFT outside of it is
 *   2 SHIFT away from all other differences, measured along the curve: then the walk does not pass
 *   over it. Where another curve meets this one at an angle, beside a free region with that angle at
 *   its tip, this holds from the distance 4 SHIFT / sine of the tip on. So the length found is at
 *   most 4 SHIFT / sine too large, except that a region into which no disc of that size fits can be
 *   missed: a gap or hole into which the bodies fit with less than a few SHIFT to spare.
 * - At a tip the answer is the crossing of the curves themselves, of which the shifted ones only
 *   decide which two these are: off by a few u S / sine. No difference that is smaller by
 *   SLACK SHIFT contains it.
 * - At a foot it is the distance of an edge or a vertex of A - B, as accurate as that of convex bodies.
 */

/* Growth of a difference that covers points, in units of SHIFT. It is more than rounding, so that a
   point on a seam that leads away from its curve is covered. */
static const double SLACK = 0.25;

/* A vertex of a difference, and the outward unit normal of the edge that begins there. */
typedef struct {
    GrazeCsoPoint point;
    GrazeVec normal;
} Corner;

/* The difference of part `a` of cso->a and part `b` of cso->b: its outline, counter-clockwise, grown by
   `radius`. */
typedef struct {
    GrazeCso cso; /* of the two parts */
    int32_t a, b;
    const Corner* corners;
    int32_t count;
    double radius;
} PartDifference;

typedef struct {
    PartDifference differences[GRAZE_DEPTH_PAIRS];
    Corner corners[GRAZE_DEPTH_VERTICES];
    int32_t count;
    double shift;
    bool is_touch; /* the origin is on the boundary */
} Union;

/*
 * Returns the outward unit normal of an edge of A - B. It is that of the edges of A and B in their
 * own frames: the directions of placed edges are off by much if these are short, and the line of an
 * edge bounds all of the outline.
 */
static GrazeVec normal_of(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q)
{
    GrazeVec a = vec_sub(graze_cso_vertex_a(cso, q->a), graze_cso_vertex_a(cso, p->a));
    GrazeVec b =
        vec_sub(vec_from_point(cso->b->vertices[p->b]), vec_from_point(cso->b->vertices[q->b]));
    GrazeVec edge = vec_add(a, vec_rotate(b, cso->b_in_a.cos, cso->b_in_a.sin));
    double length = vec_length(edge);
    return length > 0 ? vec_div(vec_outward(edge), length) : vec(0, 0);
}

/* Adds the difference of two parts; one without an interior covers nothing and has no boundary.
   Returns the number of corners used. */
static int32_t add_difference(Union* u, const GrazeCso* cso, GrazePartPair pair, double inflation,
                              int32_t used)
{
    PartDifference* d = &u->differences[u->count];
    GrazeMinkowskiIterator iterator;
    *d = (PartDifference){*cso, pair.a, pair.b, &u->corners[used], 0, graze_reach(cso) + inflation};
    graze_minkowski_iterator_start(&iterator, cso);
    u->corners[used] = (Corner){iterator.q, {0, 0}};
    while (graze_minkowski_iterator_advance(&iterator)) {
        u->corners[used + d->count++] =
            (Corner){iterator.p, normal_of(cso, &iterator.p, &iterator.q)};
    }
    if (d->count == 0) d->count = 1;
    if (d->count < 3 && d->radius == 0) return used;
    u->count++;
    return used + d->count;
}

static bool add_differences(Union* u, const GrazeCso* cso, const GrazePartPairs* pairs,
                            double inflation)
{
    int32_t used = 0;
    u->count = 0;
    for (int32_t k = 0; k < pairs->count; k++) {
        GrazeCso pair = *cso;
        pair.a = graze_part_at(cso->a, pairs->pair[k].a);
        pair.b = graze_part_at(cso->b, pairs->pair[k].b);
        if (pair.a->count + pair.b->count > GRAZE_DEPTH_VERTICES - used) return false;
        used = add_difference(u, &pair, pairs->pair[k], inflation, used);
    }
    return true;
}

/* Returns the corner after corner k. */
static const Corner* corner_after(const PartDifference* d, int32_t k)
{
    return &d->corners[next_index(k, d->count)];
}

/* Returns whether a point is nearer than `reach` to the edge from corner k. */
static bool is_near_edge(const PartDifference* d, int32_t k, GrazeVec x, double reach)
{
    GrazeVec edge = vec_sub(corner_after(d, k)->point.w, d->corners[k].point.w);
    GrazeVec to_x = vec_sub(x, d->corners[k].point.w);
    double square = vec_dot(edge, edge);
    double along = square > 0 ? clamp(vec_dot(to_x, edge) / square, 0, 1) : 0;
    GrazeVec off = vec_mul_add(to_x, -along, edge);
    return vec_dot(off, off) < reach * reach;
}

/* Returns whether a difference that is grown by `slack` contains a point. */
static bool contains(const PartDifference* d, GrazeVec x, double slack)
{
    double reach = d->radius + slack;
    bool is_in_core = d->count > 2;
    for (int32_t k = 0; k < d->count; k++) {
        double side = vec_dot(d->corners[k].normal, vec_sub(x, d->corners[k].point.w));
        if (side >= reach) return false;
        if (side > 0) is_in_core = false;
    }
    for (int32_t k = 0; !is_in_core && k < d->count; k++)
        is_in_core = is_near_edge(d, k, x, reach);
    return is_in_core;
}

/*
 * An edge or an arc of the boundary of a difference, counter-clockwise. Its parameter t runs from 0
 * to `end`: along an edge it is a length; of an arc it orders the directions u from the center, seen
 * from the first one as (x, y) with |x| + |y| = 1: 1 - x if y >= 0, else 3 + x.
 */
typedef struct {
    const PartDifference* owner;
    int32_t corner; /* at which the edge begins, or which is the center */
    bool is_arc;
    GrazeVec from;   /* that corner */
    GrazeVec normal; /* outward normal at t = 0 */
    double end;
} Curve;

static double parameter_of(GrazeVec first, GrazeVec u)
{
    double x = vec_dot(first, u);
    double y = vec_cross(first, u);
    double sum = fabs(x) + fabs(y);
    if (sum == 0) return 0;
    return y >= 0 ? 1 - x / sum : 3 + x / sum;
}

/* Returns the outward normal of a curve at t. */
static GrazeVec normal_at(const Curve* curve, double t)
{
    if (!curve->is_arc) return curve->normal;
    double x = t <= 2 ? 1 - t : t - 3;
    double y = t <= 2 ? 1 - fabs(x) : fabs(x) - 1;
    GrazeVec u = vec_mul_add(vec_scale(curve->normal, x), y, vec_left_perp(curve->normal));
    return vec_div(u, vec_length(u));
}

/* Returns the point of a curve at t, moved outward by `shift`. */
static GrazeVec point_at(const Curve* curve, double t, double shift)
{
    GrazeVec normal = normal_at(curve, t);
    GrazeVec point = vec_mul_add(curve->from, curve->owner->radius + shift, normal);
    return curve->is_arc ? point : vec_mul_add(point, t, vec_left_perp(normal));
}

/* The place at which a curve leaves a difference: the line of its edge `corner`, or the circle around
   that corner. `sine` is that of the angle at which they cross. */
typedef struct {
    const PartDifference* other; /* NULL: none */
    int32_t corner;
    bool is_circle;
    double t, sine;
} Crossing;

/* Writes where a shifted arc leaves the half-plane m . u <= k of directions, in a direction of
   walking. */
static bool leave_directions(const Curve* curve, GrazeVec m, double k, double way,
                             Crossing* crossing)
{
    if (!(fabs(k) < 1)) return false;
    crossing->sine = sqrt((1 - k) * (1 + k));
    GrazeVec u = vec_mul_add(vec_scale(m, k), -way * crossing->sine, vec_left_perp(m));
    crossing->t = parameter_of(curve->normal, u);
    return true;
}

/* Writes where a shifted curve leaves the line of an edge. */
static bool leave_line(const Curve* curve, double shift, double way, Crossing* crossing)
{
    const Corner* corner = &crossing->other->corners[crossing->corner];
    GrazeVec m = corner->normal;
    double radius = curve->owner->radius + shift;
    /* Distance of the line from the corner of the curve, along m. */
    double h = vec_dot(m, vec_sub(corner->point.w, curve->from)) + crossing->other->radius;
    if (curve->is_arc) return leave_directions(curve, m, h / radius, way, crossing);
    double slope = vec_dot(m, vec_left_perp(curve->normal));
    if (!(slope * way > 0)) return false;
    crossing->sine = fabs(slope);
    crossing->t = (h - radius * vec_dot(m, curve->normal)) / slope;
    return true;
}

/* Returns whether a point of the circle around a corner is on the outline, or all but so: between the
   normals of both edges. If not, it is inside, and leaving the circle there is no leave. */
static bool is_on_arc(const PartDifference* d, int32_t k, GrazeVec x)
{
    const Corner* corner = &d->corners[k];
    GrazeVec before = d->corners[previous_index(k, d->count)].normal;
    GrazeVec to_x = vec_sub(x, corner->point.w);
    double slack = GRAZE_DEPTH_CONE_SLACK * d->radius;
    return vec_cross(before, to_x) >= -slack && vec_cross(to_x, corner->normal) >= -slack;
}

/* Writes where a shifted curve leaves the circle around a corner. */
static bool leave_circle(const Curve* curve, double shift, double way, Crossing* crossing)
{
    const PartDifference* other = crossing->other;
    double own = curve->owner->radius + shift;
    double radius = other->radius;
    GrazeVec w = vec_sub(curve->from, other->corners[crossing->corner].point.w);
    if (curve->is_arc) {
        double length = vec_length(w);
        if (length == 0) return false;
        double k = ((radius - own) * (radius + own) / length - length) / (2 * own);
        if (!leave_directions(curve, vec_div(w, length), k, way, crossing)) return false;
        crossing->sine *= min2(1, length / radius);
    } else {
        GrazeVec along = vec_left_perp(curve->normal);
        double across = vec_dot(w, curve->normal) + own;
        if (!(fabs(across) < radius)) return false;
        double half = sqrt((radius - across) * (radius + across));
        crossing->t = way * half - vec_dot(w, along);
        crossing->sine = half / radius;
    }
    return is_on_arc(other, crossing->corner, point_at(curve, crossing->t, shift));
}

static bool leave(const Curve* curve, double shift, double way, Crossing* crossing)
{
    return crossing->is_circle ? leave_circle(curve, shift, way, crossing)
                               : leave_line(curve, shift, way, crossing);
}

/* Returns the step in t beyond a crossing. */
static double step_beyond(const Curve* curve, double shift, double sine)
{
    double length = 2 * shift / max2(sine, GRAZE_DEPTH_MIN_SINE);
    return curve->is_arc ? length / (curve->owner->radius + shift) : length;
}

/*
 * Replaces `first` by a crossing, if it comes before that on the way from t. A point that is covered
 * by SLACK can be just behind the crossing.
 */
static void keep_first(const Curve* curve, double shift, double t, double way,
                       const Crossing* crossing, Crossing* first)
{
    double step = step_beyond(curve, shift, crossing->sine);
    double ahead = way * (crossing->t - t);
    if (curve->is_arc && ahead > 4 - 2 * step) ahead -= 4;
    if (ahead < -2 * step) return;
    if (first->other != NULL && way * (first->t - t) <= ahead) return;
    *first = *crossing;
    first->t = t + way * ahead;
}

/* Returns where a curve leaves a difference that contains its shifted point at t. */
static Crossing find_exit(const Curve* curve, const PartDifference* other, double shift, double t,
                          double way)
{
    Crossing first = {.other = NULL};
    Crossing crossing = {.other = other};
    for (int32_t k = 0; k < other->count; k++) {
        crossing.corner = k;
        crossing.is_circle = false;
        if (other->count > 1 && leave(curve, shift, way, &crossing))
            keep_first(curve, shift, t, way, &crossing, &first);
        crossing.is_circle = true;
        if (other->radius > 0 && leave(curve, shift, way, &crossing))
            keep_first(curve, shift, t, way, &crossing, &first);
    }
    return first;
}

/* Returns a difference, other than that of the curve, that contains a point when it is grown by
   `slack`; NULL if none does. */
static const PartDifference* find_cover(const Union* u, const Curve* curve, GrazeVec x,
                                        double slack)
{
    for (int32_t k = 0; k < u->count; k++) {
        const PartDifference* d = &u->differences[k];
        if (d != curve->owner && contains(d, x, slack)) return d;
    }
    return NULL;
}

/* A point of the boundary of the union. */
typedef struct {
    Curve curve;
    double t, distance; /* at the beginning, the distance is the limit */
    bool is_foot;       /* it is the foot of the origin on its curve */
    bool is_found;
    bool is_flat; /* of a touch: the boundary is flat or convex there */
} Nearest;

/*
 * Returns whether no difference rises above the tangent at a point of a curve. Points are tested beside
 * it, as far away as the angle GRAZE_DEPTH_FLAT needs to exceed SHIFT.
 */
static bool is_flat(const Union* u, const Curve* curve, double t)
{
    GrazeVec normal = normal_at(curve, t);
    GrazeVec along = vec_left_perp(normal);
    double step = 4 * u->shift / GRAZE_DEPTH_FLAT;
    GrazeVec x = point_at(curve, t, 4 * u->shift);
    for (int32_t k = 0; k < u->count; k++) {
        const PartDifference* d = &u->differences[k];
        if (contains(d, vec_mul_add(x, step, along), SLACK * u->shift) ||
            contains(d, vec_mul_add(x, -step, along), SLACK * u->shift))
            return false;
    }
    return true;
}

/*
 * Keeps a point of the boundary that is nearer than `nearest`. Of several curves through the origin one
 * can end there, at a corner of its difference beside others: its normal is that of no boundary. So
 * one at which the boundary is flat is preferred.
 */
static void keep_point(const Union* u, const Curve* curve, double t, double distance, bool is_foot,
                       Nearest* nearest)
{
    bool is_better = !u->is_touch || is_flat(u, curve, t);
    if (u->is_touch && nearest->is_found && (nearest->is_flat || !is_better)) return;
    if (u->is_touch) distance = nearest->distance;
    *nearest = (Nearest){*curve, t, distance, is_foot, true, is_better};
}

/*
 * Returns the parameter of the point that a walk has found behind a crossing: that of the crossing
 * of the curves that are not shifted, if they cross near it and no difference covers that point.
 */
static double refine(const Union* u, const Curve* curve, double way, double t, Crossing last)
{
    double step = step_beyond(curve, u->shift, last.sine);
    double end = clamp(t, 0, curve->end);
    if (last.other == NULL || !leave(curve, 0, way, &last)) return end;
    double at = clamp(last.t, 0, curve->end);
    bool is_near = fabs(last.t - t) <= 4 * step;
    GrazeVec x = point_at(curve, at, 0);
    return is_near && find_cover(u, curve, x, -SLACK * u->shift) == NULL ? at : end;
}

/*
 * Walks from t to the nearest point that is not covered, and keeps it if it is nearer than `nearest`.
 * The way leads away from the origin, except perhaps on an arc without a foot. The number of steps is
 * limited by that of the crossings that a curve can have.
 */
static void walk(const Union* u, const Curve* curve, double t, double way, bool is_foot,
                 Nearest* nearest)
{
    Crossing last = {.other = NULL};
    for (int32_t i = 0; i <= 4 * GRAZE_DEPTH_VERTICES; i++) {
        const PartDifference* cover =
            find_cover(u, curve, point_at(curve, t, u->shift), SLACK * u->shift);
        double at = cover == NULL ? refine(u, curve, way, t, last) : t;
        double distance = vec_length(point_at(curve, at, 0));
        bool may_return = cover != NULL && curve->is_arc && !is_foot;
        if (distance >= nearest->distance && !may_return) return;
        if (cover == NULL) {
            keep_point(u, curve, at, distance, is_foot && last.other == NULL, nearest);
            return;
        }
        last = find_exit(curve, cover, u->shift, t, way);
        if (last.other == NULL) return;
        t = (way * (last.t - t) > 0 ? last.t : t) + way * step_beyond(curve, u->shift, last.sine);
        if (way > 0 ? t > curve->end : t < 0) return;
    }
}

/* Searches a curve on both sides of the foot of the origin. */
static void search_curve(const Union* u, const Curve* curve, Nearest* nearest)
{
    GrazeVec back = vec_sub(vec(0, 0), curve->from);
    double foot = curve->is_arc ? parameter_of(curve->normal, back)
                                : vec_dot(back, vec_left_perp(curve->normal));
    bool has_foot = foot >= 0 && foot <= curve->end;
    double least = vec_length(point_at(curve, has_foot ? foot : foot < 0 ? 0 : curve->end, 0));
    if (curve->is_arc) least = fabs(vec_length(back) - curve->owner->radius);
    if (least >= nearest->distance) return;
    if (has_foot || curve->is_arc || foot < 0)
        walk(u, curve, has_foot ? foot : 0, 1, has_foot, nearest);
    if (has_foot || curve->is_arc || foot > curve->end)
        walk(u, curve, has_foot ? foot : curve->end, -1, has_foot, nearest);
}

static Curve edge_at(const PartDifference* d, int32_t k)
{
    const Corner* corner = &d->corners[k];
    GrazeVec edge = vec_sub(corner_after(d, k)->point.w, corner->point.w);
    return (Curve){d, k, false, corner->point.w, corner->normal, vec_length(edge)};
}

/* Returns the arc around a corner: from the normal of the edge before it to that of the next one; at
   the end of a segment it is half a turn, around a point a full one. */
static Curve arc_at(const PartDifference* d, int32_t k)
{
    const Corner* corner = &d->corners[k];
    GrazeVec first = d->corners[previous_index(k, d->count)].normal;
    if (d->count == 1) return (Curve){d, k, true, corner->point.w, vec(1, 0), 4};
    double end = d->count == 2 ? 2 : parameter_of(first, corner->normal);
    /* The normals at a corner that is straight to within rounding can be the wrong way round. */
    return (Curve){d, k, true, corner->point.w, first, end > 2 ? 0 : end};
}

static void search_difference(const Union* u, const PartDifference* d, Nearest* nearest)
{
    for (int32_t k = 0; k < d->count; k++) {
        Curve edge = edge_at(d, k);
        if (edge.end > 0) search_curve(u, &edge, nearest);
        if (d->radius == 0) continue;
        Curve arc = arc_at(d, k);
        search_curve(u, &arc, nearest);
    }
}

/* Writes the feature of the cores at the point found. */
static void write_feature(const Nearest* nearest, GrazeMinkowskiFeature* feature)
{
    const Curve* curve = &nearest->curve;
    const GrazeCsoPoint* p = &curve->owner->corners[curve->corner].point;
    const GrazeCsoPoint* q = &corner_after(curve->owner, curve->corner)->point;
    bool is_at_p = curve->is_arc || nearest->t <= 0;
    if (is_at_p || nearest->t >= curve->end) {
        graze_feature_vertex(is_at_p ? p : q, feature);
        return;
    }
    if (nearest->is_foot) {
        GrazePointDifference from = graze_cso_point_difference(&curve->owner->cso, p);
        GrazePointDifference to = graze_cso_point_difference(&curve->owner->cso, q);
        graze_feature_between(p, &from, q, &to, feature);
        return;
    }
    feature->p = *p;
    feature->q = *q;
    feature->along = nearest->t / curve->end;
}

/*
 * Returns the signed length of the translation along `outward`. The point found is `outward` times the
 * radii from the feature, which at a foot is on the line through the origin.
 */
static double length_along(const Nearest* nearest, const GrazeMinkowskiFeature* feature,
                           GrazeVec outward)
{
    double inside = vec_dot(outward, feature->v) < 0 ? -feature->gap : feature->gap;
    return inside + nearest->curve.owner->radius;
}

/* Writes the answer in the caller's terms. */
static void write_answer(const Nearest* nearest, GrazePenetration* out, GrazeVec* surface)
{
    const PartDifference* d = nearest->curve.owner;
    GrazeVec outward = normal_at(&nearest->curve, nearest->t);
    GrazeVec normal = outward;
    GrazeMinkowskiFeature feature;
    GrazeVec on_a;
    GrazeVec on_b;
    write_feature(nearest, &feature);
    graze_find_witness(&d->cso, &feature, &on_a, &on_b);
    out->depth = nearest->distance;
    if (nearest->is_foot) {
        double length = length_along(nearest, &feature, outward);
        out->depth = fabs(length);
        if (length < 0) normal = vec_sub(vec(0, 0), outward);
    } else if (nearest->distance > 0) {
        normal = vec_div(point_at(&nearest->curve, nearest->t, 0), nearest->distance);
    }
    graze_write_witness_in_frame(&d->cso, &feature, vec_mul_add(on_a, d->cso.a->radius, outward),
                                 vec_mul_add(on_b, -(double)d->cso.b->radius, outward), normal,
                                 &out->witness);
    out->witness.part_a = d->cso.is_swapped ? d->b : d->a;
    out->witness.part_b = d->cso.is_swapped ? d->a : d->b;
    *surface = graze_cso_direction(&d->cso, &outward);
}

/* Finds the nearest point of the boundary of the union, and writes the answer; returns false if there
   is none within `limit`. */
static bool find_boundary(Union* u, double limit, GrazePenetration* out, GrazeVec* surface)
{
    Nearest nearest = {.distance = limit + u->shift, .is_found = false};
    for (int32_t k = 0; k < u->count; k++)
        search_difference(u, &u->differences[k], &nearest);
    if (!nearest.is_found) return false;
    write_answer(&nearest, out, surface);
    return true;
}

/*
 * Returns a distance within which the boundary is found from an origin that is on it, to within rounding.
 * An origin that a seam covers leads to a point 2 SHIFT along the seam, which is refined to the origin.
 */
static double touch_limit(double scale)
{
    return 8 * GRAZE_DEPTH_SHIFT * scale;
}

/* Does the same for an origin on the boundary: the depth is 0, the normal that of the surfaces. */
static bool find_touch(Union* u, double scale, GrazePenetration* out, GrazeVec* surface)
{
    u->is_touch = true;
    if (!find_boundary(u, touch_limit(scale), out, surface)) return false;
    out->depth = 0;
    out->witness.normal_x = surface->x;
    out->witness.normal_y = surface->y;
    return true;
}

bool graze_union_depth(const GrazeCso* cso, const GrazePartPairs* pairs, double inflation,
                       double limit, GrazePenetration* out, GrazeVec* surface)
{
    Union u;
    double scale = cso->scale + graze_reach(cso) + inflation;
    if (!add_differences(&u, cso, pairs, inflation)) return false;
    u.shift = GRAZE_DEPTH_SHIFT * scale;
    u.is_touch = false;
    bool is_found = limit == GRAZE_DEPTH_OF_TOUCH ? find_touch(&u, scale, out, surface)
                                                  : find_boundary(&u, limit, out, surface);
    if (!is_found) return false;
    GrazeWitness* witness = &out->witness;
    const GrazeShape* a = cso->is_swapped ? cso->b : cso->a;
    const GrazeShape* b = cso->is_swapped ? cso->a : cso->b;
    if (a->compound == NULL) witness->part_a = -1;
    if (b->compound == NULL) witness->part_b = -1;
    return true;
}

double graze_union_touch_limit(const GrazeCso* cso)
{
    return touch_limit(cso->scale + graze_reach(cso));
}

bool graze_depth_among(const GrazePose* pose, const GrazePlacedPair* pairs, int32_t count,
                       double limit, GrazePenetration* out, GrazeVec* surface)
{
    Union u;
    int32_t used = 0;
    double scale = 0;
    u.count = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazeCso cso;
        graze_cso_init_in(&cso, pairs[k].part, pose, pairs[k].other, pairs[k].pose);
        if (cso.a->count + cso.b->count > GRAZE_DEPTH_VERTICES - used) return false;
        scale = max2(scale, cso.scale + graze_reach(&cso));
        used = add_difference(&u, &cso, (GrazePartPair){0, k}, 0, used);
    }
    u.shift = GRAZE_DEPTH_SHIFT * scale;
    u.is_touch = false;
    if (!find_boundary(&u, max2(limit, touch_limit(scale)), out, surface)) return false;
    return out->depth > touch_limit(scale) || find_touch(&u, scale, out, surface);
}
