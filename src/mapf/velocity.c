#include "../tolerance.h"
#include "delays.h"

/* Plane vectors in pairs of doubles are arrays of two. */
enum { PLANE = 2 };

static COLD void scale_by(Dd* p, double k)
{
    for (int i = 0; i < PLANE; i++)
        p[i] = dd_scaled(p[i], k);
}

/* p + k q */
static COLD void along(Dd* out, const Dd* p, Dd k, const Dd* q)
{
    for (int i = 0; i < PLANE; i++)
        out[i] = dd_add(p[i], dd_mul(k, q[i]));
}

static Dd dot(const Dd* p, const Dd* q)
{
    return dd_dot(p, q, PLANE);
}

static Dd cross(const Dd* p, const Dd* q)
{
    return dd_minor(p, q, 0, 1);
}

static double largest_of(const Dd* p)
{
    return max2(fabs(p[0].hi), fabs(p[1].hi));
}

static bool is_within(const Dd* p, Dd reach)
{
    return !dd_is_less(dd_mul(reach, reach), dot(p, p));
}

/*
 * The velocity obstacle. At the first time at which both are there let p be agent 2's place as agent 1 sees it. Agent 1 with
 * velocity v1 is in contact a time t later when |(v1 - v2) t - p| <= R, so when v1 - v2 lies in the disc about p / t with
 * radius R / t. These discs all touch the two tangents from the origin to the disc about p. With c = p.p - R^2 > 0 and p'
 * the quarter turn of p, the tangents have the directions
 *
 *   (sqrt(c) p +- R p') / p.p                            (their squares: (c + R^2) / p.p = 1; R / |p| is the angle's sine)
 *
 * c is the only difference here, and it is taken of squares that carry 106 bits.
 */
typedef struct {
    Dd p[PLANE];
    Dd reach;
    double time;  /* the first at which both are there */
    double scale; /* p and reach are multiplied by this power of two: the largest lies in [1, 2) */
} Sight;

/* False for two that are never there together. */
static bool look(const GrazeSegment* s1, const GrazeSegment* s2, Sight* sight)
{
    double time = max2(s1->start, s2->start);
    if (time > min2(s1->end, s2->end)) return false;
    const Dd away[] = {dd_sum(s2->x, -s1->x), dd_sum(s2->y, -s1->y)};
    const Dd back[] = {dd_of(-s1->vx), dd_of(-s1->vy)};
    const Dd drift[] = {dd_of(s2->vx), dd_of(s2->vy)};
    along(sight->p, away, dd_sum(time, -s1->start), back);
    along(sight->p, sight->p, dd_sum(time, -s2->start), drift);
    Dd reach = dd_sum(s1->radius, s2->radius);
    sight->time = time;
    sight->scale = unit_scale(max2(largest_of(sight->p), reach.hi));
    sight->reach = dd_scaled(reach, sight->scale);
    scale_by(sight->p, sight->scale);
    return true;
}

/* Where the tangents from the origin touch the disc about p, of which it is outside: to the left for `side` 1, to the
   right for -1. A tangent's length is sqrt(c). */
static COLD void tangent_point(const Dd* p, Dd reach, double side, Dd* out)
{
    Dd square = dot(p, p);
    Dd c = dd_sub(square, dd_mul(reach, reach));
    const Dd nowhere[PLANE] = {dd_of(0), dd_of(0)};
    const Dd quarter[PLANE] = {dd_negated(p[1]), p[0]};
    along(out, nowhere, dd_over(c, square), p);
    along(out, out, dd_scaled(dd_over(dd_mul(dd_root(c), reach), square), side), quarter);
}

/* The unit vector along a leg. */
static GrazeVec leg_of(const Sight* sight, double side)
{
    Dd point[PLANE];
    tangent_point(sight->p, sight->reach, side, point);
    /* A point that is no further than rounding: any direction is its. */
    double unit = unit_scale(largest_of(point));
    GrazeVec leg = vec(point[0].hi * unit, point[1].hi * unit);
    double length = vec_length(leg);
    return length > 0 ? vec_over(leg, length) : vec(0, 0);
}

void graze_velocity_obstacle(const GrazeSegment* s1, const GrazeSegment* s2, double horizon,
                             GrazeVelocityObstacle* out)
{
    Sight sight;
    *out = (GrazeVelocityObstacle){.apex_x = s2->vx,
                                   .apex_y = s2->vy,
                                   .cut_x = s2->vx,
                                   .cut_y = s2->vy,
                                   .horizon = horizon,
                                   .kind = GRAZE_OBSTACLE_NOTHING};
    if (!look(s1, s2, &sight)) return;
    out->kind = GRAZE_OBSTACLE_EVERYTHING;
    if (is_within(sight.p, sight.reach)) return;
    out->kind = GRAZE_OBSTACLE_CONE;
    GrazeVec left = leg_of(&sight, 1);
    GrazeVec right = leg_of(&sight, -1);
    out->left_x = left.x;
    out->left_y = left.y;
    out->right_x = right.x;
    out->right_y = right.y;
    out->cut_x += sight.p[0].hi / sight.scale / horizon;
    out->cut_y += sight.p[1].hi / sight.scale / horizon;
    out->cut_radius = sight.reach.hi / sight.scale / horizon;
}

/*
 * Membership in double: 1, 0 or, where rounding could tell either, -1. With v = v1 - v2, p as above and h = p.v the least
 * distance is |p x v| / |v| if 0 < h < T v.v, |p| if h <= 0, and |T v - p| for a horizon T before that.
 */
static int32_t guess(const GrazeSegment* s1, const GrazeSegment* s2, double vx, double vy,
                     double horizon)
{
    double time = max2(s1->start, s2->start);
    double late1 = time - s1->start;
    double late2 = time - s2->start;
    GrazeVec away = vec(s2->x - s1->x, s2->y - s1->y);
    GrazeVec way1 = vec(s1->vx * late1, s1->vy * late1);
    GrazeVec way2 = vec(s2->vx * late2, s2->vy * late2);
    GrazeVec p = vec_add(away, vec_sub(way2, way1));
    GrazeVec v = vec(vx - s2->vx, vy - s2->vy);
    double reach = s1->radius + s2->radius;
    double speed = vec_length(v);
    double size = vec_norm1(away) + vec_norm1(way1) + vec_norm1(way2) + reach;
    double error = GRAZE_GUESS_ERROR * size;
    bool is_plain = size > 0x1p-400 && size < 0x1p+400 && speed > 0x1p-400 && speed < 0x1p+400;
    if (!is_plain) return -1;
    double distance = vec_length(p);
    if (distance < reach - error) return 1;
    double across = fabs(vec_cross(p, v));
    if (across > (reach + error) * speed) return 0;
    if (!(distance > reach + error)) return -1;
    double ahead = vec_dot(p, v);
    if (ahead < -error * speed) return 0;
    if (!(across < (reach - error) * speed) || !(ahead > error * speed)) return -1;
    double far = horizon * speed;
    if (far > distance) return 1;
    double left = vec_length(vec_along(p, -horizon, v));
    if (left < reach - error) return 1;
    return left > reach + error && ahead > far * speed ? 0 : -1;
}

/*
 * Membership, where that cannot tell or the time is asked for: is |s d - p| <= R for some s in [0, 1], where d is the way of v1 - v2 until the horizon. Of p and d each is at
 * its own scale: p in [1, 2) at its larger coordinate, and so is v1 - v2, in whose unit the horizon is `most`. A contact
 * begins no further away than |p| < 4, so that nothing changes when `most` is cut to 4; then no horizon is too long, and an
 * infinite one is like any.
 */
bool graze_velocity_is_unsafe(const GrazeSegment* s1, const GrazeSegment* s2, double vx, double vy,
                              double horizon, double* when)
{
    Sight sight;
    Dd first;
    Dd last;
    if (when == NULL) {
        if (max2(s1->start, s2->start) > min2(s1->end, s2->end)) return false;
        int32_t answer = guess(s1, s2, vx, vy, horizon);
        if (answer >= 0) return answer;
    } else {
        *when = INFINITY;
    }
    if (!look(s1, s2, &sight)) return false;
    Dd v[] = {dd_sum(s2->vx, -vx), dd_sum(s2->vy, -vy)};
    double unit = unit_scale(largest_of(v));
    scale_by(v, unit);
    /* A subnormal one takes two steps; then the beat may be infinite. */
    double more = unit_scale(largest_of(v));
    scale_by(v, more);
    double beat = unit * more / sight.scale;
    bool is_endless = beat == INFINITY;
    double most = min2(is_endless ? horizon / unit / more * sight.scale : horizon / beat, 4);
    const Dd nowhere[PLANE] = {dd_of(0), dd_of(0)};
    along(v, nowhere, dd_of(most), v);
    if (!within_reach(sight.p, v, PLANE, sight.reach, &first, &last)) return false;
    /* 0 times an infinite beat would be no number. */
    double late = first.hi * most;
    if (late > 0) late = is_endless ? late / sight.scale * unit * more : late * beat;
    if (when != NULL) *when = sight.time + late;
    return true;
}

/*
 * Unsafe speeds. As in legs.h let agent 1 be at P1 + D1 U, U in [0, 1] along its edge, and agent 2 at P2 + D2 V, with
 * P(U, V) = w + D1 U - D2 V the place of 1 as 2 sees it. Time t is counted from the start of agent 1: V is at t = a + V T2,
 * a = start2 - start1. With speed s agent 1 is at U = s t / L while that is at most 1, L = |D1|. So s is unsafe when s = L U / t
 * for a point of
 *
 *   K' = { (U, t) : 0 <= U <= 1, t0 <= t <= b, |P| <= R },   t0 = max(a, 0), b = a + T2
 *
 * P is affine and a disc convex, so K' is convex and compact. U / t is the slope at which (U, t) is seen from the origin, a
 * central projection: the slopes of a convex set that lies in t >= 0 and does not hold the origin are one interval, closed
 * if infinity (t = 0 < U) counts as a slope. If K' holds the origin, which is a contact at the start, all speeds are unsafe.
 *
 * After the edge (GRAZE_HOLD) agent 1 waits at U = 1 from L / s on. If it is in contact there at some times [c, d] of
 * [t0, b], it is so with all s >= L / d: and as (1, d) is in K', these and the slopes of K' again are one interval.
 *
 * Ends of the interval are taken where the boundary of K' is seen from the origin as an extreme:
 *  (a) on an edge of the rectangle. Along each, the slope is monotone, or constant, so: an end of the stretch of the edge
 *      within K'. Each of the four is a way p + s d;
 *  (b) inside, where the ray from the origin is a tangent of |P| = R: at the two points where the polar of the origin cuts
 *      this ellipse. In the plane of D1 U - D2 V, where it is the disc about -w, the origin U = t = 0 is seen at
 *      D2 a / T2 = v2 a; from there the disc is about q = -(w + v2 a), and the ray is one of the two tangents of the
 *      velocity obstacle: the slope is the speed at which the edge meets that leg. It touches at r of tangent_point, which
 *      D1 U - v2 t = r reaches at
 *
 *        U = (r x v2) / (D1 x v2),   t = (r x v1) / (v1 x v2)                  (crossed with v2 and D1 = v1 T1)
 *
 * v1 x v2 = 0, with parallel velocities or agent 2 waiting, makes |P| <= R a strip or everything, whose borders are straight
 * or none: (a) has it all. So it has where the edge is too short beside the rest to move P (GRAZE_DD_MOTION_FLOOR): then K' is a
 * rectangle, and L may be too small for a double, but slope T1 |v1| is not. Where the origin is inside the ellipse, though not in K', there are no tangents. Nothing found: K' is
 * empty, as a K' with no edge of the rectangle in it is a whole ellipse, which has both tangents.
 *
 * Rounding. All in pairs of doubles, of which v1 x v2 is exactly 0 for parallel ones; slopes are rounded once at the end. The
 * report's version, the intersections of the edge with the tangents of an infinite velocity obstacle, is (b) without
 * regard to where the points are: it rejects speeds with which the contact would be after the end of a segment.
 */

/* The least and the largest slope found; none: lo > hi. */
static void note(GrazeSpan* slopes, Dd u, Dd t)
{
    double slope = t.hi > 0 ? u.hi / t.hi : INFINITY;
    slopes->lo = min2(slopes->lo, slope);
    slopes->hi = max2(slopes->hi, slope);
}

typedef struct {
    const Legs* legs;
    Dd near[PLANE], back[PLANE]; /* P = near + U way + s back for t = first + s lasting */
    Dd a, first, last, lasting;
} Window;

/* When agent 2 passes the beginning or the end of the edge, if it is in reach there. */
static COLD bool try_place(GrazeSpan* slopes, const Window* window, bool is_end)
{
    Dd p[PLANE];
    Dd first;
    Dd last;
    Dd u = dd_of(is_end);
    along(p, window->near, u, window->legs->leg1.way);
    if (!within_reach(p, window->back, PLANE, window->legs->reach, &first, &last)) return false;
    note(slopes, u, dd_add(window->first, dd_mul(first, window->lasting)));
    note(slopes, u, dd_add(window->first, dd_mul(last, window->lasting)));
    return true;
}

/* Where along the edge agent 1 is in reach at the beginning or the end of the window. */
static COLD void try_time(GrazeSpan* slopes, const Window* window, bool is_end)
{
    Dd p[PLANE];
    Dd first;
    Dd last;
    Dd t = is_end ? window->last : window->first;
    along(p, window->near, dd_of(is_end), window->back);
    if (!within_reach(p, window->legs->leg1.way, PLANE, window->legs->reach, &first, &last)) return;
    note(slopes, first, t);
    note(slopes, last, t);
}

static void velocity_of(const Leg* leg, double k, Dd* out)
{
    for (int i = 0; i < PLANE; i++)
        out[i] = dd_of(leg->velocity[i] * k);
}

/* Candidates (b). Velocities are those of the legs, each in its own unit. */
static COLD void try_tangents(GrazeSpan* slopes, const Window* window)
{
    const Legs* legs = window->legs;
    Dd v1[PLANE];
    Dd v2[PLANE];
    Dd q[PLANE];
    velocity_of(&legs->leg1, 1, v1);
    velocity_of(&legs->leg2, 1, v2);
    double unit1 = legs->leg1.unit;
    double unit2 = legs->leg2.unit;
    Dd turn = cross(v1, v2);
    /* Agent 2 is there for an instant only, compared with how far that is from the start. */
    bool is_instant = fabs(window->a.hi) * unit2 > GRAZE_DD_MOST;
    if (turn.hi == 0 || is_instant) return;
    along(q, legs->w, dd_scaled(window->a, unit2), v2);
    double unit = unit_scale(max2(largest_of(q), legs->reach.hi));
    scale_by(q, -unit);
    Dd reach = dd_scaled(legs->reach, unit);
    if (is_within(q, reach)) return;
    Dd width = dd_mul(turn, dd_scaled(legs->leg1.time, unit1 * unit));
    for (int side = -1; side <= 1; side += 2) {
        Dd r[PLANE];
        tangent_point(q, reach, side, r);
        Dd u = dd_over(cross(r, v2), width);
        Dd t = dd_scaled(dd_over(cross(r, v1), turn), 1 / unit / unit2);
        bool is_on_edge = u.hi >= 0 && u.hi <= 1;
        /* To the last bit of a pair: agent 2 may pass by within the last bit of a clock. */
        bool is_there = !dd_is_less(t, window->first) && !dd_is_less(window->last, t);
        if (is_on_edge && is_there) note(slopes, u, t);
    }
}

static GrazeFlight flight_of(const GrazeSegment* s)
{
    return (GrazeFlight){.x = s->x,
                         .y = s->y,
                         .vx = s->vx,
                         .vy = s->vy,
                         .start = s->start,
                         .end = s->end,
                         .radius = s->radius};
}

static double speed_of(const GrazeSegment* s)
{
    double unit = unit_scale(max2(fabs(s->vx), fabs(s->vy)));
    return vec_length(vec(s->vx * unit, s->vy * unit)) / unit;
}

/* Has the edge no length? */
static bool is_point(const GrazeSegment* s)
{
    return (s->vx == 0 && s->vy == 0) || s->start == s->end;
}

/* An edge without length: what happens does not depend on the speed. */
static bool meets_standing(const GrazeSegment* s1, const GrazeSegment* s2, GrazeEnding after)
{
    GrazeSegment standing = *s1;
    GrazeApproach approach;
    standing.vx = standing.vy = 0;
    if (after == GRAZE_HOLD) standing.end = max2(standing.end, s2->end);
    graze_approach_discs(&standing, s2, &approach);
    return approach.relation != GRAZE_DISJOINT;
}

static void set_window(Window* window, const Legs* legs, Dd a, Dd b)
{
    Dd back[PLANE];
    const Dd nowhere[PLANE] = {dd_of(0), dd_of(0)};
    velocity_of(&legs->leg2, -legs->leg2.unit, back);
    window->legs = legs;
    window->a = a;
    window->first = a.hi > 0 ? a : dd_of(0);
    window->last = b;
    window->lasting = dd_sub(b, window->first);
    along(window->near, legs->w, dd_sub(window->first, a), back);
    along(window->back, nowhere, window->lasting, back);
}

int32_t graze_unsafe_speeds(const GrazeSegment* s1, const GrazeSegment* s2, GrazeEnding after,
                            GrazeSpan* out)
{
    GrazeFlight f1 = flight_of(s1);
    GrazeFlight f2 = flight_of(s2);
    Legs legs;
    legs_of(&f1, &f2, &legs);
    if (is_apart(&legs)) return 0;
    Dd square = dot(legs.leg1.way, legs.leg1.way);
    Dd a = dd_sum(s2->start, -s1->start);
    Dd b = dd_sum(s2->end, -s1->start);
    *out = (GrazeSpan){0, INFINITY};
    if (is_point(s1)) return meets_standing(s1, s2, after);
    if (b.hi < 0) return 0;
    Window window;
    set_window(&window, &legs, a, b);
    if (a.hi <= 0 && is_within(window.near, legs.reach)) return 1;
    GrazeSpan slopes = {INFINITY, -INFINITY};
    try_place(&slopes, &window, false);
    bool meets_at_end = try_place(&slopes, &window, true);
    try_time(&slopes, &window, false);
    try_time(&slopes, &window, true);
    bool is_short = square.hi < GRAZE_DD_MOTION_FLOOR;
    if (!is_short) try_tangents(&slopes, &window);
    /* Nothing, or what takes no time at all. */
    if (slopes.lo == INFINITY) return 0;
    double time = is_short ? s1->end - s1->start : 1;
    double way = is_short ? speed_of(s1) : dd_round(dd_root(square)) / legs.scale;
    out->lo = slopes.lo * time * way;
    out->hi = meets_at_end && after == GRAZE_HOLD ? INFINITY : slopes.hi * time * way;
    return 1;
}

/*
 * The five steps. All questions are asked about radii that are larger by the margin together, so that each answer leaves that
 * much between the two; and each answer is checked: the margin may be short by rounding alone, and a gap of 0 or less is
 * refused with any margin above 0.
 */
typedef struct {
    const GrazeSegment *s1, *s2;
    GrazeSegment wide1, wide2; /* each with the margin */
    double margin;
} Avoidance;

static double size_of(const GrazeSegment* s)
{
    return s->radius + (fabs(s->vx) + fabs(s->vy)) * (s->end - s->start);
}

/* Are the two apart by the margin, but for rounding? */
static bool is_clear(const GrazeSegment* s1, const GrazeSegment* s2, double margin)
{
    GrazeApproach approach;
    graze_approach_discs(s1, s2, &approach);
    if (margin > 0 && approach.relation != GRAZE_DISJOINT) return false;
    double size = size_of(s1) + size_of(s2) + fabs(s1->x - s2->x) + fabs(s1->y - s2->y) + margin;
    return approach.distance >= margin - GRAZE_CLEAR_ERROR * size;
}

static void answer(GrazeSafeVelocity* out, const GrazeSegment* s, int32_t step, int32_t agent)
{
    *out = (GrazeSafeVelocity){s->vx, s->vy, s->end, 0, step, agent};
}

/* The segment along the same edge at another speed; false where that is no segment. */
static bool at_speed(const GrazeSegment* s, double speed, GrazeSegment* out)
{
    double factor = speed / speed_of(s);
    *out = *s;
    out->vx *= factor;
    out->vy *= factor;
    out->end = s->start + (s->end - s->start) / factor;
    return graze_segment_check(out) == GRAZE_OK;
}

enum { MOST_NUDGES = 5 };

/* By how much an answer is moved on at the k-th attempt, in units of the largest time. */
static double nudge(int32_t k)
{
    const double nudges[MOST_NUDGES] = {0, 0x1p-48, 0x1p-44, 0x1p-40, 0x1p-32};
    return nudges[k];
}

/* An agent whose speed can be changed. */
typedef struct {
    int32_t agent;
    double least, most;
    const GrazeSegment *own, *other;
} Choice;

static bool take_if_clear(const Choice* choice, const GrazeSegment* changed, double margin,
                          GrazeSafeVelocity* out)
{
    if (!is_clear(changed, choice->other, margin)) return false;
    answer(out, changed, choice->agent + 1, choice->agent);
    return true;
}

/*
 * The largest slope of K' is that of its corner U = 1, t = a where the corner is inside: then unsafe speeds end because the
 * agent vanishes in the instant in which the other appears, and `fast`, the edge at the last of them, shares that instant but
 * for rounding. Takes the edge that ends with the double before it, if it is clear. The least slope has no such corner: with
 * U = 0 it is not to set out.
 */
static bool try_before(const Choice* choice, const GrazeSegment* fast, double margin,
                       GrazeSafeVelocity* out)
{
    const GrazeSegment* own = choice->own;
    const GrazeSegment* other = choice->other;
    double latest = max2(fabs(fast->start), fabs(fast->end));
    double lasts = own->end - own->start;
    GrazeVec apart = vec(own->x + own->vx * lasts - other->x, own->y + own->vy * lasts - other->y);
    double reach = own->radius + other->radius + margin;
    GrazeSegment changed = *fast;
    changed.end = double_beside(other->start, false);
    double rest = changed.end - changed.start;
    if (!(fabs(fast->end - other->start) <= latest * nudge(1)) || !(rest > 0)) return false;
    if (!(vec_length(apart) < reach)) return false;
    double factor = (fast->end - fast->start) / rest;
    changed.vx *= factor;
    changed.vy *= factor;
    return speed_of(&changed) <= choice->most && take_if_clear(choice, &changed, margin, out);
}

/*
 * Takes the speed if it is clear; else the first speed tried behind it that is, faster or slower. A change of the time T that
 * the edge takes has to be one of the times themselves, which may be much larger.
 */
static bool try_speed(const Choice* choice, double speed, bool is_faster, double margin,
                      GrazeSafeVelocity* out)
{
    GrazeSegment changed;
    const GrazeSegment* own = choice->own;
    double latest = max2(fabs(own->start), fabs(own->end));
    double unit = max2(latest / (own->end - own->start), 1);
    bool has_edge = is_faster && speed <= choice->most && at_speed(own, speed, &changed);
    if (has_edge && try_before(choice, &changed, margin, out)) return true;
    for (int32_t k = 0; k < MOST_NUDGES; k++) {
        double factor = 1 + unit * nudge(k);
        double moved_on = is_faster ? speed * factor : speed / factor;
        if (moved_on < choice->least || moved_on > choice->most) return false;
        if (at_speed(own, moved_on, &changed) && take_if_clear(choice, &changed, margin, out))
            return true;
    }
    return false;
}

/* Steps 2 and 3: the nearest of the speeds that are safe and possible. The interval is that of the other as it is in
   `wide`. */
static bool try_speeds(const Choice* choice, const GrazeSegment* wide, double margin,
                       GrazeSafeVelocity* out)
{
    GrazeSpan unsafe;
    if (graze_unsafe_speeds(choice->own, wide, GRAZE_VANISH, &unsafe) == 0) return false;
    double speed = speed_of(choice->own);
    double slow = min2(unsafe.lo, choice->most);
    double fast = max2(unsafe.hi, choice->least);
    bool can_slow = slow > 0;
    bool can_fast = fast < INFINITY;
    bool prefers_slow = fabs(speed - slow) <= fabs(fast - speed);
    if (can_slow && prefers_slow && try_speed(choice, slow, false, margin, out)) return true;
    if (can_fast && try_speed(choice, fast, true, margin, out)) return true;
    return can_slow && !prefers_slow && try_speed(choice, slow, false, margin, out);
}

/* While agent 1 waits it stands at the beginning of its edge. */
static bool is_clear_later(const Avoidance* avoidance, double delay, GrazeSegment* later)
{
    GrazeSegment waiting = *avoidance->s1;
    *later = *avoidance->s1;
    later->start += delay;
    later->end += delay;
    waiting.vx = waiting.vy = 0;
    waiting.end = later->start;
    return graze_segment_check(later) == GRAZE_OK &&
           is_clear(&waiting, avoidance->s2, avoidance->margin) &&
           is_clear(later, avoidance->s2, avoidance->margin);
}

/* Step 4. */
static bool try_wait(const Avoidance* avoidance, GrazeSafeVelocity* out)
{
    GrazeFlight f1 = flight_of(&avoidance->wide1);
    GrazeFlight f2 = flight_of(avoidance->s2);
    GrazeSpan unsafe[GRAZE_MOST_DELAYS];
    int32_t count = graze_unsafe_delays(&f1, &f2, unsafe);
    double delay = count > 0 ? max2(unsafe[0].hi, 0) : 0;
    double onward = max2(max2(fabs(f1.start), fabs(f1.end)), max2(fabs(f2.end), delay));
    for (int32_t k = 0; k < MOST_NUDGES; k++) {
        GrazeSegment later;
        double longer = delay + onward * nudge(k);
        if (!is_clear_later(avoidance, longer, &later)) continue;
        answer(out, &later, 4, 1);
        out->delay = longer;
        return true;
    }
    return false;
}

void graze_safe_velocity(const GrazeSegment* s1, const GrazeSegment* s2,
                         const GrazeSpeedLimits* limits, GrazeSafeVelocity* out)
{
    Avoidance avoidance = {s1, s2, *s1, *s2, limits->margin};
    Choice first = {1, limits->least1, limits->most1, s1, s2};
    Choice second = {2, limits->least2, limits->most2, s2, s1};
    GrazeApproach approach;
    avoidance.wide1.radius += limits->margin;
    avoidance.wide2.radius += limits->margin;
    graze_approach_discs(&avoidance.wide1, s2, &approach);
    answer(out, s1, 1, 0);
    if (approach.relation == GRAZE_DISJOINT) return;
    if (try_speeds(&first, &avoidance.wide2, limits->margin, out)) return;
    if (try_speeds(&second, &avoidance.wide1, limits->margin, out)) return;
    if (limits->can_wait && try_wait(&avoidance, out)) return;
    answer(out, s1, 5, 0);
}
