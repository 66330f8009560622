#include "delays.h"

#include "../tolerance.h"
#include "critical_delays.h"
#include "moving_sphere.h"

/*
 * Unsafe delays. With u = U T1 and v = V T2 the two are at one instant if
 * start1 + x + u = start2 + v, so the unsafe delays are x = start2 - start1 - delta for all values
 * of delta = u - v on
 *
 *   K = { (U, V) in [0, 1]^2 : |P(U, V)| <= R }
 *
 * Constant velocity. P is affine and a ball is convex, so K is convex and compact, and the values
 * of delta on K, which is linear, are one closed interval. Each of its ends is attained in one of
 * these:
 *
 *  (a) on an edge of the square, on which P is p + s d: at an end of the interval with
 *      |p + s d| <= R;
 *  (b) inside, on |P| = R with P perpendicular to the relative velocity W = v1 - v2, as delta is
 *      stationary along the boundary of K if the boundary has the direction dU T1 = dV T2, and P
 *      moves by W there.
 *
 * For (b) let N = D1 x D2, not 0. The two lines pass each other in the direction of N at P = h
 * N / |N|, h = w . N / |N|, for
 *
 *   U0 = -(w x D2) . N / |N|^2,   V0 = -(w x D1) . N / |N|^2
 *
 * (from w + D1 U - D2 V = h N / |N|, times D2, D1, N), and P = h N / |N| +- rho (N x W) / (|N| |W|)
 * with rho^2 = R^2 - h^2 is attained at
 *
 *   U = U0 -+ rho (W . D2) / (|N| |W|),   V = V0 -+ rho (W . D1) / (|N| |W|)
 *
 * If N = 0, K is the whole square or a band in it, which meets an edge. So there are no special
 * cases: velocities can be parallel, opposite or equal, one or both agents can wait, and a sphere
 * can exist for one instant. In the plane N has only a z component.
 *
 * Rounding. Everything is in double-double arithmetic, and N is computed from the velocities
 * themselves, so that it is exactly 0 for parallel ones. U0 is off by 2^-100 of |w| |D2| / |N|,
 * which for displacements that are 1e-15 from parallel still is 1e-15.
 *
 * Errata of the report in its section 5.1 (equations 12 to 16, Algorithm 1): D, E, F and equation
 * 15 are misprinted; delta has the other sign; the algorithm clips at fixed times though the window
 * moves with the delay; its discriminant is 0 for parallel velocities, which it does not expect,
 * and does not cover skew lines in space.
 */

/* The least and the largest delta found. */
typedef struct {
    Dd min, max;
    bool is_found;
} DeltaRange;

static NOINLINE void note_delta(DeltaRange* range, const GrazeSpherePair* pair, Dd u, Dd v)
{
    Dd delta =
        graze_dd_sub(graze_dd_mul(pair->sphere1.time, u), graze_dd_mul(pair->sphere2.time, v));
    if (!range->is_found || dd_is_less(delta, range->min)) range->min = delta;
    if (!range->is_found || dd_is_less(range->max, delta)) range->max = delta;
    range->is_found = true;
}

/* Writes the coordinates of p x d that can differ from 0 to `cross`. Returns their number. */
static int32_t cross_product(const Dd* p, const Dd* d, int32_t axes, Dd cross[3])
{
    cross[0] = graze_dd_minor(p, d, 0, 1);
    if (axes == 2) return 1;
    cross[1] = graze_dd_minor(p, d, 1, 2);
    cross[2] = graze_dd_minor(p, d, 2, 0);
    return 3;
}

/*
 * Returns whether double suffices to see that no s in [0, 1] has |p + s d| <= reach, in the plane
 * and for terms of at most a few units: if the line passes beyond the reach, or begins beyond it and
 * leads away, or ends beyond it and leads there. The products have errors of 4 u of their terms;
 * GRAZE_DELAY_FILTER_ERROR leaves room for them and for the conversion of p and d.
 */
static bool is_beyond_reach(const Dd* p, const Dd* d, double reach)
{
    double px = p[0].hi;
    double py = p[1].hi;
    double dx = d[0].hi;
    double dy = d[1].hi;
    double square = dx * dx + dy * dy;
    double start = px * px + py * py;
    double end = (px + dx) * (px + dx) + (py + dy) * (py + dy);
    double slack = GRAZE_DELAY_FILTER_ERROR * (square + start + reach * reach);
    double cross = fabs(px * dy - py * dx);
    double dot = px * dx + py * dy;
    double margin = reach * reach + slack;
    if (cross > slack && (cross - slack) * (cross - slack) > square * margin + slack * square)
        return true;
    return (start > margin && dot > slack) || (end > margin && dot + square < -slack);
}

/*
 * With a = d . d, h = p . d the line is within reach if disc = a R^2 - |p x d|^2 >= 0 (Lagrange:
 * h^2 + |p x d|^2 = a p . p), between (-h -+ sqrt(disc)) / a. A discriminant that is 0 to within
 * its rounding counts as 0: a touch.
 */
bool graze_within_reach(const Dd* p, const Dd* d, int32_t axes, Dd reach, Dd* first, Dd* last)
{
    if (axes == 2 && is_beyond_reach(p, d, reach.hi)) return false;
    Dd a = graze_dd_dot(d, d, axes);
    Dd square = graze_dd_dot(p, p, axes);
    Dd reach_square = graze_dd_mul(reach, reach);
    *first = dd_from_double(0);
    *last = dd_from_double(1);
    if (a.hi < GRAZE_DD_MIN_MOTION_SQUARED) return !dd_is_less(reach_square, square);
    Dd cross[3];
    int32_t count = cross_product(p, d, axes, cross);
    Dd cross_square = graze_dd_dot(cross, cross, count);
    Dd disc = graze_dd_sub(graze_dd_mul(a, reach_square), cross_square);
    double error = GRAZE_DD_ERROR * sqrt(a.hi * square.hi);
    if (disc.hi < -error * (error + 2 * sqrt(cross_square.hi))) return false;
    Dd root = graze_dd_sqrt(disc);
    Dd h = graze_dd_dot(p, d, axes);
    Dd enter = graze_dd_div(dd_neg(graze_dd_add(h, root)), a);
    Dd leave = graze_dd_div(graze_dd_sub(root, h), a);
    /* The rounding of the root must not lose a touch at 0 itself. */
    if (leave.hi < 0 && !dd_is_less(reach_square, square)) leave = dd_from_double(0);
    if (leave.hi < 0 || enter.hi > 1) return false;
    if (enter.hi > 0) *first = enter;
    if (leave.hi < 1) *last = leave;
    return true;
}

/*
 * Tries the edge on which one sphere is at its start or, if `is_end`, at its end, and the other one
 * moves.
 */
static NOINLINE void try_edge(DeltaRange* range, const GrazeSpherePair* pair, bool is_first,
                              bool is_end)
{
    const GrazeScaledSphere* fixed = is_first ? &pair->sphere1 : &pair->sphere2;
    const GrazeScaledSphere* moving = is_first ? &pair->sphere2 : &pair->sphere1;
    Dd p[3];
    Dd d[3];
    for (int32_t i = 0; i < pair->axes; i++) {
        Dd displacement = is_first ? fixed->displacement[i] : dd_neg(fixed->displacement[i]);
        p[i] = is_end ? graze_dd_add(pair->w[i], displacement) : pair->w[i];
        d[i] = is_first ? dd_neg(moving->displacement[i]) : moving->displacement[i];
    }
    Dd first;
    Dd last;
    Dd here = dd_from_double(is_end);
    if (!graze_within_reach(p, d, pair->axes, pair->reach, &first, &last)) return;
    note_delta(range, pair, is_first ? here : first, is_first ? first : here);
    note_delta(range, pair, is_first ? here : last, is_first ? last : here);
}

/*
 * Returns whether p is in [0, 1], to the last bit of a double-double: on a long path the other
 * sphere may be passed within the last bit of a double.
 */
static bool is_within_unit(Dd p)
{
    return p.hi >= 0 && !dd_is_less(dd_from_double(1), p);
}

static void try_interior(DeltaRange* range, const GrazeSpherePair* pair, Dd u, Dd v)
{
    if (is_within_unit(u) && is_within_unit(v)) note_delta(range, pair, u, v);
}

/* Writes a positive multiple of W, whose length is near 1. */
static void relative_velocity(const GrazeSpherePair* pair, Dd w[3])
{
    double unit = max2(pair->sphere1.time_scale, pair->sphere2.time_scale);
    double unit1 = pair->sphere1.time_scale / unit;
    double unit2 = pair->sphere2.time_scale / unit;
    for (int32_t i = 0; i < 3; i++)
        w[i] = dd_sum(pair->sphere1.velocity[i] * unit1, -(pair->sphere2.velocity[i] * unit2));
    dd_scale_all(w, 3, unit_scale(dd_largest(w, 3)));
}

/*
 * Returns whether double suffices to see that no candidate (b) is in the square, in the plane: with
 * |N| >= 2^-10 and all terms at most 2, |W| is at least 2^-11 of the faster one, and U and V have
 * errors below 2^-26.
 */
static bool are_tangencies_outside(const GrazeSpherePair* pair)
{
    const GrazeScaledSphere* one = &pair->sphere1;
    const GrazeScaledSphere* two = &pair->sphere2;
    double x1 = one->displacement[0].hi;
    double y1 = one->displacement[1].hi;
    double x2 = two->displacement[0].hi;
    double y2 = two->displacement[1].hi;
    double normal = x1 * y2 - y1 * x2;
    if (!(fabs(normal) >= GRAZE_DELAY_FILTER_MIN_NORMAL)) return false;
    double ratio = one->time.hi / two->time.hi;
    double k1 = ratio > 1 ? 1 / ratio : 1;
    double k2 = ratio > 1 ? 1 : ratio;
    double wx = x1 * k1 - x2 * k2;
    double wy = y1 * k1 - y2 * k2;
    double scale = pair->reach.hi / sqrt(wx * wx + wy * wy);
    for (int sign = -1; sign <= 1; sign += 2) {
        double qx = -sign * wy * scale - pair->w[0].hi;
        double qy = sign * wx * scale - pair->w[1].hi;
        double u = (qx * y2 - qy * x2) / normal;
        double v = (qx * y1 - qy * x1) / normal;
        double lo = min2(u, v);
        double hi = max2(u, v);
        if (!(lo < -GRAZE_DELAY_FILTER_MARGIN || hi > 1 + GRAZE_DELAY_FILTER_MARGIN)) return false;
    }
    return true;
}

/* Tries the candidates (b). `unit` brings N to a length near 1. */
static NOINLINE void try_tangencies(DeltaRange* range, const GrazeSpherePair* pair)
{
    int32_t axes = pair->axes;
    if (axes == 2 && are_tangencies_outside(pair)) return;
    Dd v1[3];
    Dd v2[3];
    for (int32_t i = 0; i < 3; i++) {
        v1[i] = dd_from_double(pair->sphere1.velocity[i]);
        v2[i] = dd_from_double(pair->sphere2.velocity[i]);
    }
    Dd normal[3];
    int32_t count = cross_product(v1, v2, axes, normal);
    double size = dd_largest(normal, count);
    if (size == 0) return;
    double unit = unit_scale(size);
    dd_scale_all(normal, count, unit);
    Dd cross1[3];
    Dd cross2[3];
    cross_product(pair->w, pair->sphere1.displacement, axes, cross1);
    cross_product(pair->w, pair->sphere2.displacement, axes, cross2);
    Dd square = graze_dd_dot(normal, normal, count);
    /* N is T1 T2 times the cross product of the velocities. */
    Dd times = graze_dd_mul(dd_scale(pair->sphere1.time, pair->sphere1.time_scale),
                            dd_scale(pair->sphere2.time, pair->sphere2.time_scale));
    Dd divisor = graze_dd_mul(square, times);
    Dd u0 = dd_neg(graze_dd_div(graze_dd_dot(cross2, normal, count), divisor));
    Dd v0 = dd_neg(graze_dd_div(graze_dd_dot(cross1, normal, count), divisor));
    Dd relative[3];
    relative_velocity(pair, relative);
    Dd rho = graze_dd_mul(graze_dd_mul(pair->reach, pair->reach), square);
    if (axes == 3) {
        /* This is the order of cross_product: z, x, y. */
        const Dd w[3] = {pair->w[2], pair->w[0], pair->w[1]};
        Dd height = graze_dd_dot(w, normal, 3);
        double error = GRAZE_DD_ERROR * (1 + size * unit * pair->reach.hi);
        rho = graze_dd_sub(rho, graze_dd_mul(height, height));
        if (rho.hi < -error * (error + 2 * fabs(height.hi))) return;
    }
    /* rho was computed with a factor |N|, so the divisor has |N|^2. */
    divisor = graze_dd_mul(divisor, graze_dd_sqrt(graze_dd_dot(relative, relative, axes)));
    rho = graze_dd_div(graze_dd_sqrt(rho), divisor);
    Dd du = graze_dd_mul(rho, graze_dd_dot(relative, pair->sphere2.displacement, axes));
    Dd dv = graze_dd_mul(rho, graze_dd_dot(relative, pair->sphere1.displacement, axes));
    u0 = dd_scale(u0, unit);
    v0 = dd_scale(v0, unit);
    du = dd_scale(du, unit);
    dv = dd_scale(dv, unit);
    try_interior(range, pair, graze_dd_sub(u0, du), graze_dd_sub(v0, dv));
    try_interior(range, pair, graze_dd_add(u0, du), graze_dd_add(v0, dv));
}

bool graze_are_boxes_disjoint(const GrazeSpherePair* pair)
{
    double reach = pair->reach.hi + GRAZE_SEPARATION_SLACK;
    for (int32_t i = 0; i < pair->axes; i++) {
        double from = pair->w[i].hi;
        double lo = from;
        double hi = from;
        const double displacements[] = {
            pair->sphere1.displacement[i].hi, -pair->sphere2.displacement[i].hi,
            pair->sphere1.acceleration_term[i].hi, -pair->sphere2.acceleration_term[i].hi};
        for (int32_t k = 0; k < 4; k++) {
            lo += min2(displacements[k], 0);
            hi += max2(displacements[k], 0);
        }
        if (lo > reach || hi < -reach) return true;
    }
    return false;
}

/*
 * Computes the relative motion at a value of delta for which both spheres exist at a common time.
 */
static void relative_at_delta(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                              double delta, GrazeRelativePosition* relative)
{
    double elapsed1 = max2(delta, 0);
    double elapsed2 = max2(-delta, 0);
    double duration =
        min2((sphere1->t1 - sphere1->t0) - elapsed1, (sphere2->t1 - sphere2->t0) - elapsed2);
    graze_relative_position(sphere1, sphere2, elapsed1, elapsed2, max2(duration, 0), relative);
}

static GrazeRelation relation_at_delta(const GrazeMovingSphere* sphere1,
                                       const GrazeMovingSphere* sphere2, double delta)
{
    GrazeRelativePosition relative;
    double s;
    relative_at_delta(sphere1, sphere2, delta, &relative);
    double separation = graze_relative_min_separation(&relative, &s);
    if (separation > relative.error) return GRAZE_DISJOINT;
    return separation < -relative.error ? GRAZE_OVERLAPPING : GRAZE_TOUCHING;
}

/*
 * Finds the delays for constant velocities. In the middle of the span they overlap if they do
 * anywhere, as K is convex.
 */
static NOINLINE int32_t linear_delays(const GrazeMovingSphere* sphere1,
                                      const GrazeMovingSphere* sphere2, const GrazeSpherePair* pair,
                                      GrazeSpan* out, GrazeRelation* relations)
{
    DeltaRange range = {.is_found = false};
    for (int32_t k = 0; k < 4; k++)
        try_edge(&range, pair, k < 2, k % 2 == 1);
    try_tangencies(&range, pair);
    if (!range.is_found) return 0;
    Dd start_offset = dd_sum(sphere2->t0, -sphere1->t0);
    *out = (GrazeSpan){dd_round(graze_dd_sub(start_offset, range.max)),
                       dd_round(graze_dd_sub(start_offset, range.min))};
    if (relations == NULL) return 1;
    double middle = range.min.hi + (range.max.hi - range.min.hi) / 2;
    bool overlaps = relation_at_delta(sphere1, sphere2, middle) == GRAZE_OVERLAPPING;
    *relations = overlaps ? GRAZE_OVERLAPPING : GRAZE_TOUCHING;
    return 1;
}

/*
 * Accelerations. K need not be convex, nor connected. But if delta leaves the set of its values on
 * K, the line of that delta in the square meets K only in points of its boundary beside which it is
 * outside: a corner of the square, an end of an interval of contact on an edge, or a point inside
 * with |P| = R and least |P| along the line. All such values are critical; between two adjacent
 * ones all values are unsafe or none is, so that the middle decides. A critical value between two
 * safe intervals is unsafe by itself if the spheres touch there. Additional values do no harm. One
 * that is not certain (agents/critical_delays.c) only means that contact begins or ends somewhere
 * near it: bisection finds the boundary between the middles of the two intervals.
 */

/*
 * Refines a root s of |p + s d + s^2 b| = R, found in double, in double-double arithmetic: twice,
 * |P|^2 - R^2 is computed at the root and divided by its slope. Beside a touch the root is off by
 * 2^-26 before and by 2^-50 after that.
 */
static NOINLINE Dd polish_root(const GrazeSpherePair* pair, const Dd* p, const Dd* d, const Dd* b,
                               double s)
{
    Dd root = dd_from_double(s);
    for (int32_t k = 0; k < 2; k++) {
        Dd place[3];
        Dd velocity[3];
        for (int32_t i = 0; i < 3; i++) {
            Dd acceleration_part = graze_dd_mul(b[i], root);
            place[i] =
                graze_dd_add(p[i], graze_dd_mul(root, graze_dd_add(d[i], acceleration_part)));
            velocity[i] = graze_dd_add(d[i], dd_scale(acceleration_part, 2));
        }
        Dd beyond =
            graze_dd_sub(graze_dd_dot(place, place, 3), graze_dd_mul(pair->reach, pair->reach));
        double step = beyond.hi / (2 * graze_dd_dot(place, velocity, 3).hi);
        if (!(fabs(step) <= GRAZE_POLISH_STEP)) break;
        root = graze_dd_sub(root, dd_from_double(step));
    }
    return root;
}

/* Does the work of try_edge for accelerated spheres. */
static NOINLINE void accelerated_edge(GrazeCriticalDeltas* criticals, const GrazeSpherePair* pair,
                                      bool is_first, bool is_end)
{
    const GrazeScaledSphere* fixed = is_first ? &pair->sphere1 : &pair->sphere2;
    const GrazeScaledSphere* moving = is_first ? &pair->sphere2 : &pair->sphere1;
    Dd p[3];
    Dd d[3];
    Dd b[3];
    GrazeRelativePosition relative = {
        .reach = pair->reach.hi, .scale = 1, .error = GRAZE_DISC_PAIR_ERROR};
    for (int32_t i = 0; i < 3; i++) {
        Dd displacement = graze_dd_add(fixed->displacement[i], fixed->acceleration_term[i]);
        p[i] = is_end ? graze_dd_add(pair->w[i], is_first ? displacement : dd_neg(displacement))
                      : pair->w[i];
        d[i] = is_first ? dd_neg(moving->displacement[i]) : moving->displacement[i];
        b[i] = is_first ? dd_neg(moving->acceleration_term[i]) : moving->acceleration_term[i];
        relative.p[i] = p[i].hi;
        relative.d[i] = d[i].hi;
        relative.b[i] = b[i].hi;
    }
    GrazeSphereContact contacts[2];
    int32_t count = graze_relative_contacts(&relative, contacts);
    Dd here = is_end ? fixed->time : dd_from_double(0);
    for (int32_t k = 0; k < 2 * count; k++) {
        double s = k % 2 == 0 ? contacts[k / 2].begin : contacts[k / 2].end;
        Dd root = s > 0 && s < 1 ? polish_root(pair, p, d, b, s) : dd_from_double(s);
        Dd there = graze_dd_mul(root, moving->time);
        graze_add_critical(
            criticals, is_first ? graze_dd_sub(here, there) : graze_dd_sub(there, here), 0, true);
    }
}

static void sort(GrazeCriticalValue* values, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        GrazeCriticalValue value = values[i];
        int32_t k = i;
        for (; k > 0 && dd_is_less(value.delta, values[k - 1].delta); k--)
            values[k] = values[k - 1];
        values[k] = value;
    }
}

/* Spans of unsafe delta, from the largest down, so that the spans of delays ascend. */
typedef struct {
    GrazeSpan* out;
    GrazeRelation* relations;
    Dd start_offset;
    int32_t count;
    bool is_open;
} SpanWriter;

static void begin_span(SpanWriter* writer, Dd delta)
{
    double lo = dd_round(graze_dd_sub(writer->start_offset, delta));
    writer->is_open = true;
    if (writer->count == GRAZE_MAX_DELAYS) return;
    /* Clocks that have run for very long do not resolve the gap between the two. */
    if (writer->count > 0 && lo <= writer->out[writer->count - 1].end) return;
    writer->out[writer->count].begin = lo;
    if (writer->relations != NULL) writer->relations[writer->count] = GRAZE_TOUCHING;
    writer->count++;
}

static void end_span(SpanWriter* writer, Dd delta)
{
    writer->is_open = false;
    writer->out[writer->count - 1].end = dd_round(graze_dd_sub(writer->start_offset, delta));
}

/*
 * Bisects the boundary of contact between a safe value and an unsafe one. Returns an unsafe value.
 */
static NOINLINE double bisect_boundary(const GrazeMovingSphere* sphere1,
                                       const GrazeMovingSphere* sphere2, double safe, double unsafe)
{
    for (int32_t i = 0; i < GRAZE_BOUNDARY_BISECTIONS; i++) {
        double between = safe + (unsafe - safe) / 2;
        if (relation_at_delta(sphere1, sphere2, between) == GRAZE_DISJOINT)
            safe = between;
        else
            unsafe = between;
    }
    return unsafe;
}

/*
 * Returns the boundary of contact at a critical value, between the middles of a safe interval (NAN:
 * there is none) and of an unsafe one. The boundary need not be at the value itself if the search
 * has noted others that are not certain: its own value may be next to this one. Nor if an interval
 * only touches: discs that roll past each other at exactly the sum of their radii do so along a
 * curve with f = g = 0 throughout (agents/critical_delays.c), so that none of its points is special,
 * and the ends of the curve may not be among the values: the boundary may be farther inside, or
 * outside. Then bisection finds it.
 */
static NOINLINE Dd correct_boundary(const GrazeMovingSphere* sphere1,
                                    const GrazeMovingSphere* sphere2, Dd delta, double safe,
                                    double unsafe, bool is_touch)
{
    double inside = delta.hi + (unsafe - delta.hi) * GRAZE_CRITICAL_RESOLUTION;
    if (relation_at_delta(sphere1, sphere2, inside) == GRAZE_DISJOINT)
        return dd_from_double(bisect_boundary(sphere1, sphere2, inside, unsafe));
    double outside = delta.hi + (safe - delta.hi) * GRAZE_CRITICAL_RESOLUTION;
    if (is_touch) {
        double far = GRAZE_CRITICAL_TOUCH_RESOLUTION *
                     max2(sphere1->t1 - sphere1->t0, sphere2->t1 - sphere2->t0);
        outside = delta.hi + clamp(safe - delta.hi, -far, far);
    }
    GrazeRelation min_relation = is_touch ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
    if (!isnan(safe) && relation_at_delta(sphere1, sphere2, outside) >= min_relation)
        return dd_from_double(bisect_boundary(sphere1, sphere2, safe, outside));
    return delta;
}

static bool are_certain(const GrazeCriticalDeltas* criticals)
{
    for (int32_t k = 0; k < criticals->count; k++)
        if (!criticals->value[k].is_certain) return false;
    return true;
}

static NOINLINE void accelerated_delays(const GrazeMovingSphere* sphere1,
                                        const GrazeMovingSphere* sphere2,
                                        const GrazeSpherePair* pair, SpanWriter* writer)
{
    Dd time1 = pair->sphere1.time;
    Dd time2 = pair->sphere2.time;
    GrazeCriticalDeltas criticals = {.count = 0};
    graze_add_critical(&criticals, dd_from_double(0), 0, true);
    graze_add_critical(&criticals, time1, 0, true);
    graze_add_critical(&criticals, dd_neg(time2), 0, true);
    graze_add_critical(&criticals, graze_dd_sub(time1, time2), 0, true);
    for (int32_t k = 0; k < 4; k++)
        accelerated_edge(&criticals, pair, k < 2, k % 2 == 1);
    graze_find_critical_deltas(pair, &criticals);
    sort(criticals.value, criticals.count);
    bool is_certain = are_certain(&criticals);
    double before = NAN; /* the middle of the previous interval */
    GrazeRelation relation_before = GRAZE_DISJOINT;
    for (int32_t k = criticals.count - 1; k >= 0; k--) {
        Dd delta = criticals.value[k].delta;
        double after = k > 0 ? criticals.value[k - 1].delta.hi : NAN;
        after += (delta.hi - after) / 2;
        GrazeRelation relation =
            k > 0 ? relation_at_delta(sphere1, sphere2, after) : GRAZE_DISJOINT;
        bool is_unsafe = relation != GRAZE_DISJOINT;
        if (is_unsafe != writer->is_open) {
            double safe = is_unsafe ? before : after;
            double unsafe = is_unsafe ? after : before;
            bool is_touch = (is_unsafe ? relation : relation_before) == GRAZE_TOUCHING;
            if (!criticals.value[k].is_certain)
                delta = dd_from_double(bisect_boundary(sphere1, sphere2, safe, unsafe));
            else if (!is_certain || is_touch)
                delta = correct_boundary(sphere1, sphere2, delta, safe, unsafe, is_touch);
        }
        bool is_isolated = !is_unsafe && !writer->is_open &&
                           relation_at_delta(sphere1, sphere2, delta.hi) != GRAZE_DISJOINT;
        if (is_isolated || (is_unsafe && !writer->is_open)) begin_span(writer, delta);
        if (writer->is_open && !is_unsafe) end_span(writer, delta);
        if (relation == GRAZE_OVERLAPPING && writer->relations != NULL)
            writer->relations[writer->count - 1] = GRAZE_OVERLAPPING;
        before = after;
        relation_before = relation;
    }
}

int32_t graze_unsafe_delays_with_relations(const GrazeMovingSphere* sphere1,
                                           const GrazeMovingSphere* sphere2, GrazeSpan* out,
                                           GrazeRelation* relations)
{
    GrazeSpherePair pair;
    graze_make_sphere_pair(sphere1, sphere2, &pair);
    if (graze_are_boxes_disjoint(&pair)) return 0;
    if (!pair.sphere1.is_accelerated && !pair.sphere2.is_accelerated)
        return linear_delays(sphere1, sphere2, &pair, out, relations);
    SpanWriter writer = {out, relations, dd_sum(sphere2->t0, -sphere1->t0), 0, false};
    accelerated_delays(sphere1, sphere2, &pair, &writer);
    return writer.count;
}

int32_t graze_unsafe_delays(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                            GrazeSpan* out)
{
    return graze_unsafe_delays_with_relations(sphere1, sphere2, out, NULL);
}
