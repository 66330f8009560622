#include "delays.h"

#include "../tolerance.h"
#include "flight.h"

/*
 * Unsafe delays. With u = U T1 and v = V T2 the two are at one instant when start1 + x + u = start2 + v, so the unsafe delays
 * are x = start2 - start1 - delta for all values of delta = u - v on
 *
 *   K = { (U, V) in [0, 1]^2 : |P(U, V)| <= R }
 *
 * Constant velocity. P is affine and a ball is convex, so K is convex and compact, and delta, which is linear, takes on it
 * the values of one closed interval. Its ends are taken in one of these:
 *  (a) on an edge of the square, where P is p + s d: an end of the stretch there in which |p + s d| <= R;
 *  (b) inside, on |P| = R with P perpendicular to the relative velocity W = v1 - v2, as delta stands still along the
 *      boundary of K where the boundary has the direction dU T1 = dV T2, and P moves by W there.
 * For (b) let N = D1 x D2, not 0. The two lines pass each other in the direction of N at P = h N / |N|, h = w . N / |N|, for
 *
 *   U0 = -(w x D2) . N / |N|^2,   V0 = -(w x D1) . N / |N|^2          (w + D1 U - D2 V = h N / |N|, times D2, D1, N)
 *
 * and P = h N / |N| +- rho (N x W) / (|N| |W|) with rho^2 = R^2 - h^2 is reached at
 *
 *   U = U0 -+ rho (W . D2) / (|N| |W|),   V = V0 -+ rho (W . D1) / (|N| |W|)
 *
 * Where N = 0, K is the whole square or a strip in it, which meets an edge. So nothing is special: parallel, opposite
 * or equal velocities, one waiting, both, a flight of one instant. In the plane N has only a z.
 *
 * Rounding. Everything is in pairs of doubles, and N is computed from the velocities themselves, so that it is exactly 0
 * for parallel ones. U0 is off by 2^-100 of |w| |D2| / |N|, which for ways that are 1e-15 from parallel still is 1e-15.
 * Errata of the report in its section 5.1 (equations 12 to 16, Algorithm 1): D, E, F and equation 15 are misprinted; delta
 * has the other sign; the algorithm clips at fixed times though the window moves with the delay; its discriminant is 0
 * for parallel velocities, which it does not expect, and says nothing of skew lines in space.
 */

/* The least and the largest delta found. */
typedef struct {
    Dd least, most;
    bool is_found;
} Reached;

static COLD void note(Reached* reached, const Legs* legs, Dd u, Dd v)
{
    Dd delta = dd_sub(dd_mul(legs->leg1.time, u), dd_mul(legs->leg2.time, v));
    if (!reached->is_found || dd_is_less(delta, reached->least)) reached->least = delta;
    if (!reached->is_found || dd_is_less(reached->most, delta)) reached->most = delta;
    reached->is_found = true;
}

/* The coordinates of p x d that can differ from 0 go to `cross`; returns how many. */
static int32_t cross_of(const Dd* p, const Dd* d, int32_t axes, Dd cross[3])
{
    cross[0] = dd_minor(p, d, 0, 1);
    if (axes == 2) return 1;
    cross[1] = dd_minor(p, d, 1, 2);
    cross[2] = dd_minor(p, d, 2, 0);
    return 3;
}

/*
 * With a = d . d, h = p . d the line is within reach where disc = a R^2 - |p x d|^2 >= 0 (Lagrange: h^2 + |p x d|^2 =
 * a p . p), between (-h -+ sqrt(disc)) / a. A disc of 0 to within its rounding counts as 0: a touch.
 */
bool within_reach(const Dd* p, const Dd* d, int32_t axes, Dd reach, Dd* first, Dd* last)
{
    Dd a = dd_dot(d, d, axes);
    Dd square = dd_dot(p, p, axes);
    Dd reach_square = dd_mul(reach, reach);
    *first = dd_of(0);
    *last = dd_of(1);
    if (a.hi < GRAZE_DD_MOTION_FLOOR) return !dd_is_less(reach_square, square);
    Dd cross[3];
    int32_t count = cross_of(p, d, axes, cross);
    Dd cross_square = dd_dot(cross, cross, count);
    Dd disc = dd_sub(dd_mul(a, reach_square), cross_square);
    double error = GRAZE_DD_ERROR * sqrt(a.hi * square.hi);
    if (disc.hi < -error * (error + 2 * sqrt(cross_square.hi))) return false;
    Dd root = dd_root(disc);
    Dd h = dd_dot(p, d, axes);
    Dd enter = dd_over(dd_negated(dd_add(h, root)), a);
    Dd leave = dd_over(dd_sub(root, h), a);
    /* A touch at 0 itself must not be lost to the root's rounding. */
    if (leave.hi < 0 && !dd_is_less(reach_square, square)) leave = dd_of(0);
    if (leave.hi < 0 || enter.hi > 1) return false;
    if (enter.hi > 0) *first = enter;
    if (leave.hi < 1) *last = leave;
    return true;
}

/* The edge where one flight is at its start or, `is_end`, at its end, and the other flies on. */
static COLD void try_edge(Reached* reached, const Legs* legs, bool is_first, bool is_end)
{
    const Leg* still = is_first ? &legs->leg1 : &legs->leg2;
    const Leg* flying = is_first ? &legs->leg2 : &legs->leg1;
    Dd p[3];
    Dd d[3];
    for (int32_t i = 0; i < legs->axes; i++) {
        Dd way = is_first ? still->way[i] : dd_negated(still->way[i]);
        p[i] = is_end ? dd_add(legs->w[i], way) : legs->w[i];
        d[i] = is_first ? dd_negated(flying->way[i]) : flying->way[i];
    }
    Dd first;
    Dd last;
    Dd here = dd_of(is_end);
    if (!within_reach(p, d, legs->axes, legs->reach, &first, &last)) return;
    note(reached, legs, is_first ? here : first, is_first ? first : here);
    note(reached, legs, is_first ? here : last, is_first ? last : here);
}

static double largest_of(const Dd* p, int32_t count)
{
    double most = 0;
    for (int32_t i = 0; i < count; i++)
        most = max2(most, fabs(p[i].hi));
    return most;
}

static void scale_all(Dd* p, int32_t count, double k)
{
    for (int32_t i = 0; i < count; i++)
        p[i] = dd_scaled(p[i], k);
}

/* To the last bit of a pair: on a long way the other may be passed within the last bit of a double. */
static bool is_within_unit(Dd p)
{
    return p.hi >= 0 && !dd_is_less(dd_of(1), p);
}

static void try_inside(Reached* reached, const Legs* legs, Dd u, Dd v)
{
    if (is_within_unit(u) && is_within_unit(v)) note(reached, legs, u, v);
}

/* W, but for its length, which is brought near 1. */
static void relative_velocity(const Legs* legs, Dd w[3])
{
    double unit = max2(legs->leg1.unit, legs->leg2.unit);
    double unit1 = legs->leg1.unit / unit;
    double unit2 = legs->leg2.unit / unit;
    for (int32_t i = 0; i < 3; i++)
        w[i] = dd_sum(legs->leg1.velocity[i] * unit1, -(legs->leg2.velocity[i] * unit2));
    scale_all(w, 3, unit_scale(largest_of(w, 3)));
}

/* Candidates (b). N is brought to a length near 1, by `unit`. */
static COLD void try_extremes(Reached* reached, const Legs* legs)
{
    int32_t axes = legs->axes;
    Dd v1[3];
    Dd v2[3];
    for (int32_t i = 0; i < 3; i++) {
        v1[i] = dd_of(legs->leg1.velocity[i]);
        v2[i] = dd_of(legs->leg2.velocity[i]);
    }
    Dd normal[3];
    int32_t count = cross_of(v1, v2, axes, normal);
    double size = largest_of(normal, count);
    if (size == 0) return;
    double unit = unit_scale(size);
    scale_all(normal, count, unit);
    Dd cross1[3];
    Dd cross2[3];
    cross_of(legs->w, legs->leg1.way, axes, cross1);
    cross_of(legs->w, legs->leg2.way, axes, cross2);
    Dd square = dd_dot(normal, normal, count);
    /* N is T1 T2 of the cross product of the velocities. */
    Dd times = dd_mul(dd_scaled(legs->leg1.time, legs->leg1.unit),
                      dd_scaled(legs->leg2.time, legs->leg2.unit));
    Dd over = dd_mul(square, times);
    Dd u0 = dd_negated(dd_over(dd_dot(cross2, normal, count), over));
    Dd v0 = dd_negated(dd_over(dd_dot(cross1, normal, count), over));
    Dd relative[3];
    relative_velocity(legs, relative);
    Dd rho = dd_mul(dd_mul(legs->reach, legs->reach), square);
    if (axes == 3) {
        /* As cross_of has them: z, x, y. */
        const Dd w[3] = {legs->w[2], legs->w[0], legs->w[1]};
        Dd height = dd_dot(w, normal, 3);
        double error = GRAZE_DD_ERROR * (1 + size * unit * legs->reach.hi);
        rho = dd_sub(rho, dd_mul(height, height));
        if (rho.hi < -error * (error + 2 * fabs(height.hi))) return;
    }
    /* rho is that times |N|, so the divisor has |N|^2. */
    over = dd_mul(over, dd_root(dd_dot(relative, relative, axes)));
    rho = dd_over(dd_root(rho), over);
    Dd du = dd_mul(rho, dd_dot(relative, legs->leg2.way, axes));
    Dd dv = dd_mul(rho, dd_dot(relative, legs->leg1.way, axes));
    u0 = dd_scaled(u0, unit);
    v0 = dd_scaled(v0, unit);
    du = dd_scaled(du, unit);
    dv = dd_scaled(dv, unit);
    try_inside(reached, legs, dd_sub(u0, du), dd_sub(v0, dv));
    try_inside(reached, legs, dd_add(u0, du), dd_add(v0, dv));
}

bool is_apart(const Legs* legs)
{
    double reach = legs->reach.hi + GRAZE_APART_SLACK;
    for (int32_t i = 0; i < legs->axes; i++) {
        double from = legs->w[i].hi;
        double lo = from;
        double hi = from;
        const double ways[] = {legs->leg1.way[i].hi, -legs->leg2.way[i].hi, legs->leg1.bend[i].hi,
                               -legs->leg2.bend[i].hi};
        for (int32_t k = 0; k < 4; k++) {
            lo += min2(ways[k], 0);
            hi += max2(ways[k], 0);
        }
        if (lo > reach || hi < -reach) return true;
    }
    return false;
}

/* How the two pass each other at a value of delta that both are there for. */
static void pass_at(const GrazeFlight* f1, const GrazeFlight* f2, double delta, Pass* pass)
{
    double late1 = max2(delta, 0);
    double late2 = max2(-delta, 0);
    double span = min2((f1->end - f1->start) - late1, (f2->end - f2->start) - late2);
    pass_of(f1, f2, late1, late2, max2(span, 0), pass);
}

static GrazeRelation relation_at(const GrazeFlight* f1, const GrazeFlight* f2, double delta)
{
    Pass pass;
    double s;
    pass_at(f1, f2, delta, &pass);
    double gap = pass_least(&pass, &s);
    if (gap > pass.error) return GRAZE_DISJOINT;
    return gap < -pass.error ? GRAZE_OVERLAPPING : GRAZE_TOUCHING;
}

/* Constant velocity. In the middle of the span they overlap if they do anywhere, as K is convex. */
static COLD int32_t straight_delays(const GrazeFlight* f1, const GrazeFlight* f2, const Legs* legs,
                                    GrazeSpan* out, GrazeRelation* relations)
{
    Reached reached = {.is_found = false};
    for (int32_t k = 0; k < 4; k++)
        try_edge(&reached, legs, k < 2, k % 2 == 1);
    try_extremes(&reached, legs);
    if (!reached.is_found) return 0;
    Dd later = dd_sum(f2->start, -f1->start);
    *out =
        (GrazeSpan){dd_round(dd_sub(later, reached.most)), dd_round(dd_sub(later, reached.least))};
    if (relations == NULL) return 1;
    double middle = reached.least.hi + (reached.most.hi - reached.least.hi) / 2;
    bool overlaps = relation_at(f1, f2, middle) == GRAZE_OVERLAPPING;
    *relations = overlaps ? GRAZE_OVERLAPPING : GRAZE_TOUCHING;
    return 1;
}

/*
 * Accelerations. K need not be convex, nor in one piece. But where delta leaves the set of its values on K, the line of that
 * delta in the square meets K in a point of its boundary beside which it is outside: a corner of the square, an end of
 * a stretch of contact on an edge, or a point inside with |P| = R where |P| is least along the line. All such
 * values are critical; between two neighbours all are unsafe or none is, so that the middle tells. A critical value
 * between two safe stretches is unsafe by itself where they touch. Values more than those do no harm. One that is not sure
 * (mapf/critical.c) says no more than that contact begins or ends somewhere about it: the border between the middles of
 * the two stretches is found by halving.
 */
void note_critical(Critical* critical, Dd delta, double slack, bool is_sure)
{
    for (int32_t i = 0; i < critical->count; i++)
        if (fabs(critical->value[i].delta.hi - delta.hi) <= slack) return;
    if (critical->count < MOST_CRITICAL)
        critical->value[critical->count++] = (CriticalValue){delta, is_sure};
}

/*
 * A root s of |p + s d + s^2 b| = R, found in double, in pairs of doubles: |P|^2 - R^2 is computed there and divided by its
 * slope, twice. Beside a touch the root is off by 2^-26 before and 2^-50 behind that.
 */
static COLD Dd polished(const Legs* legs, const Dd* p, const Dd* d, const Dd* b, double s)
{
    Dd root = dd_of(s);
    for (int32_t k = 0; k < 2; k++) {
        Dd place[3];
        Dd velocity[3];
        for (int32_t i = 0; i < 3; i++) {
            Dd bent = dd_mul(b[i], root);
            place[i] = dd_add(p[i], dd_mul(root, dd_add(d[i], bent)));
            velocity[i] = dd_add(d[i], dd_scaled(bent, 2));
        }
        Dd beyond = dd_sub(dd_dot(place, place, 3), dd_mul(legs->reach, legs->reach));
        double step = beyond.hi / (2 * dd_dot(place, velocity, 3).hi);
        if (!(fabs(step) <= GRAZE_POLISH_STEP)) break;
        root = dd_sub(root, dd_of(step));
    }
    return root;
}

/* try_edge with accelerations. */
static COLD void bent_edge(Critical* critical, const Legs* legs, bool is_first, bool is_end)
{
    const Leg* still = is_first ? &legs->leg1 : &legs->leg2;
    const Leg* flying = is_first ? &legs->leg2 : &legs->leg1;
    Dd p[3];
    Dd d[3];
    Dd b[3];
    Pass pass = {.reach = legs->reach.hi, .scale = 1, .error = GRAZE_LEGS_ERROR};
    for (int32_t i = 0; i < 3; i++) {
        Dd way = dd_add(still->way[i], still->bend[i]);
        p[i] = is_end ? dd_add(legs->w[i], is_first ? way : dd_negated(way)) : legs->w[i];
        d[i] = is_first ? dd_negated(flying->way[i]) : flying->way[i];
        b[i] = is_first ? dd_negated(flying->bend[i]) : flying->bend[i];
        pass.p[i] = p[i].hi;
        pass.d[i] = d[i].hi;
        pass.b[i] = b[i].hi;
    }
    Contact contacts[2];
    int32_t count = pass_contacts(&pass, contacts);
    Dd here = is_end ? still->time : dd_of(0);
    for (int32_t k = 0; k < 2 * count; k++) {
        double s = k % 2 == 0 ? contacts[k / 2].from : contacts[k / 2].to;
        Dd root = s > 0 && s < 1 ? polished(legs, p, d, b, s) : dd_of(s);
        Dd there = dd_mul(root, flying->time);
        note_critical(critical, is_first ? dd_sub(here, there) : dd_sub(there, here), 0, true);
    }
}

static void sort(CriticalValue* values, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        CriticalValue value = values[i];
        int32_t k = i;
        for (; k > 0 && dd_is_less(value.delta, values[k - 1].delta); k--)
            values[k] = values[k - 1];
        values[k] = value;
    }
}

/* Spans of unsafe delta, from the largest down, so that those of the delays ascend. */
typedef struct {
    GrazeSpan* out;
    GrazeRelation* relations;
    Dd later;
    int32_t count;
    bool is_open;
} Spans;

static void begin_span(Spans* spans, Dd delta)
{
    double lo = dd_round(dd_sub(spans->later, delta));
    spans->is_open = true;
    if (spans->count == GRAZE_MOST_DELAYS) return;
    /* Clocks that have run for very long leave nothing between the two. */
    if (spans->count > 0 && lo <= spans->out[spans->count - 1].hi) return;
    spans->out[spans->count].lo = lo;
    if (spans->relations != NULL) spans->relations[spans->count] = GRAZE_TOUCHING;
    spans->count++;
}

static void end_span(Spans* spans, Dd delta)
{
    spans->is_open = false;
    spans->out[spans->count - 1].hi = dd_round(dd_sub(spans->later, delta));
}

/* Where contact begins or ends between a safe value and an unsafe one: an unsafe value, by halving. */
static COLD double border(const GrazeFlight* f1, const GrazeFlight* f2, double safe, double unsafe)
{
    for (int32_t i = 0; i < GRAZE_BORDER_STEPS; i++) {
        double between = safe + (unsafe - safe) / 2;
        if (relation_at(f1, f2, between) == GRAZE_DISJOINT)
            safe = between;
        else
            unsafe = between;
    }
    return unsafe;
}

/*
 * The border of contact at a critical value, between the middles of a stretch that is safe (NAN: there is none) and one that is not. It
 * need not be at the value itself where the search has noted others that are not sure: the one whose border this is may be
 * next to it. Nor where a stretch only touches: discs that roll past each other at the very distance of their radii do so
 * along a curve, all of which has f = g = 0 (mapf/critical.c), so that no point of it stands out, and where the curve
 * begins or ends may not be among the values: the border may be farther inside, or outside. Then it is found by halving.
 */
static COLD Dd moved_border(const GrazeFlight* f1, const GrazeFlight* f2, Dd delta, double safe,
                            double unsafe, bool is_touch)
{
    double inside = delta.hi + (unsafe - delta.hi) * GRAZE_CRITICAL_BLUR;
    if (relation_at(f1, f2, inside) == GRAZE_DISJOINT) return dd_of(border(f1, f2, inside, unsafe));
    double outside = delta.hi + (safe - delta.hi) * GRAZE_CRITICAL_BLUR;
    if (is_touch) {
        double far = GRAZE_CRITICAL_TOUCH_BLUR * max2(f1->end - f1->start, f2->end - f2->start);
        outside = delta.hi + clamp(safe - delta.hi, -far, far);
    }
    GrazeRelation least = is_touch ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
    if (!isnan(safe) && relation_at(f1, f2, outside) >= least)
        return dd_of(border(f1, f2, safe, outside));
    return delta;
}

static bool are_sure(const Critical* critical)
{
    for (int32_t k = 0; k < critical->count; k++)
        if (!critical->value[k].is_sure) return false;
    return true;
}

static COLD void bent_delays(const GrazeFlight* f1, const GrazeFlight* f2, const Legs* legs,
                             Spans* spans)
{
    Dd time1 = legs->leg1.time;
    Dd time2 = legs->leg2.time;
    Critical critical = {.count = 0};
    note_critical(&critical, dd_of(0), 0, true);
    note_critical(&critical, time1, 0, true);
    note_critical(&critical, dd_negated(time2), 0, true);
    note_critical(&critical, dd_sub(time1, time2), 0, true);
    for (int32_t k = 0; k < 4; k++)
        bent_edge(&critical, legs, k < 2, k % 2 == 1);
    find_critical(legs, &critical);
    sort(critical.value, critical.count);
    bool is_sure = are_sure(&critical);
    double before = NAN; /* the middle of the stretch before */
    GrazeRelation relation_before = GRAZE_DISJOINT;
    for (int32_t k = critical.count - 1; k >= 0; k--) {
        Dd delta = critical.value[k].delta;
        double after = k > 0 ? critical.value[k - 1].delta.hi : NAN;
        after += (delta.hi - after) / 2;
        GrazeRelation relation = k > 0 ? relation_at(f1, f2, after) : GRAZE_DISJOINT;
        bool is_unsafe = relation != GRAZE_DISJOINT;
        if (is_unsafe != spans->is_open) {
            double safe = is_unsafe ? before : after;
            double unsafe = is_unsafe ? after : before;
            bool is_touch = (is_unsafe ? relation : relation_before) == GRAZE_TOUCHING;
            if (!critical.value[k].is_sure)
                delta = dd_of(border(f1, f2, safe, unsafe));
            else if (!is_sure || is_touch)
                delta = moved_border(f1, f2, delta, safe, unsafe, is_touch);
        }
        bool is_alone =
            !is_unsafe && !spans->is_open && relation_at(f1, f2, delta.hi) != GRAZE_DISJOINT;
        if (is_alone || (is_unsafe && !spans->is_open)) begin_span(spans, delta);
        if (spans->is_open && !is_unsafe) end_span(spans, delta);
        if (relation == GRAZE_OVERLAPPING && spans->relations != NULL)
            spans->relations[spans->count - 1] = GRAZE_OVERLAPPING;
        before = after;
        relation_before = relation;
    }
}

int32_t graze_related_delays(const GrazeFlight* f1, const GrazeFlight* f2, GrazeSpan* out,
                             GrazeRelation* relations)
{
    Legs legs;
    legs_of(f1, f2, &legs);
    if (is_apart(&legs)) return 0;
    if (!legs.leg1.is_bent && !legs.leg2.is_bent)
        return straight_delays(f1, f2, &legs, out, relations);
    Spans spans = {out, relations, dd_sum(f2->start, -f1->start), 0, false};
    bent_delays(f1, f2, &legs, &spans);
    return spans.count;
}

int32_t graze_unsafe_delays(const GrazeFlight* f1, const GrazeFlight* f2, GrazeSpan* out)
{
    return graze_related_delays(f1, f2, out, NULL);
}
