/* Tests moving discs: the times at which a velocity leads to contact, which the JavaScript
   binding does not return; properties of every answer, for sizes of any order; routes against
   each time and each delay; discs that only touch. */
#include "../../src/graze.h"
#include "test.h"

#include <float.h>
#include <math.h>

static const GrazeMovingDisc EDGE = {0, 0, 1, 0, 0, 10, 0.5};

static void contact_begins_at_the_reported_time(void)
{
    const GrazeMovingDisc resting = {5, 0, 0, 0, 2, 10, 0.5};
    double when = 0;
    CHECK(graze_velocity_is_unsafe(&EDGE, &resting, 1, 0, INFINITY, &when) && when == 4);
    CHECK(graze_velocity_is_unsafe(&EDGE, &resting, 0.5, 0, INFINITY, &when) && when == 6);
    CHECK(graze_velocity_is_unsafe(&EDGE, &resting, 2, 0, 1, &when) && when == 3);
    CHECK(!graze_velocity_is_unsafe(&EDGE, &resting, 2, 0, 0.999, &when) && when == INFINITY);
    CHECK(!graze_velocity_is_unsafe(&EDGE, &resting, 0, 0, INFINITY, &when) && when == INFINITY);
    const GrazeMovingDisc here = {2.25, 0, 3, 0, 2, 10, 0.5};
    CHECK(graze_velocity_is_unsafe(&EDGE, &here, 0, 0, INFINITY, &when) && when == 2);
    const GrazeMovingDisc never = {5, 0, 0, 0, 11, 12, 0.5};
    CHECK(!graze_velocity_is_unsafe(&EDGE, &never, 1, 0, INFINITY, &when) && when == INFINITY);
}

/*
 * A subnormal velocity cannot be brought to [1, 2) in one step, and the unit of time then
 * overflows. The time of a contact from the beginning must not become 0 times infinity, and a
 * contact that takes almost all of the time must be found.
 */
static void contact_begins_at_the_reported_time_however_slow(void)
{
    const GrazeMovingDisc here = {0x1p-126, 0, 0, 0, 0, 0, 8};
    const GrazeMovingDisc resting = {0, 0, 0, 0, 0, 0, 0};
    double when = -1;
    CHECK(graze_velocity_is_unsafe(&here, &resting, 0, 0x1p-1035, INFINITY, &when) && when == 0);
    const GrazeMovingDisc ahead = {0, -9, 0, 0, 0, 0, 8};
    CHECK(graze_velocity_is_unsafe(&ahead, &resting, 0, 0x1p-1060, INFINITY, NULL));
    CHECK(graze_velocity_is_unsafe(&ahead, &resting, 0, 0x1p-1023, INFINITY, &when) &&
          when == 0x1p+1023);
    CHECK(!graze_velocity_is_unsafe(&ahead, &resting, 0, 0x1p-1023, 0x1p+1022, &when));
}

static uint64_t state = 1;

static double draw(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) * 0x1p-53;
}

/* Returns a number of either sign: of any accepted magnitude, moderate, or 0. */
static double draw_number(int spread)
{
    double value = ldexp(1 + draw(), (int)(spread * (2 * draw() - 1)));
    double chance = draw();
    return chance < 0.1 ? 0 : chance < 0.5 ? -value : value;
}

static GrazeMovingDisc draw_segment(int spread)
{
    double start = draw_number(spread);
    double end = start + fabs(draw_number(spread));
    return (GrazeMovingDisc){draw_number(spread),
                             draw_number(spread),
                             draw_number(spread),
                             draw_number(spread),
                             start,
                             end,
                             fabs(draw_number(spread))};
}

static void check_obstacle(const GrazeMovingDisc* s1, const GrazeMovingDisc* s2, double horizon)
{
    GrazeVelocityObstacle out;
    graze_velocity_obstacle(s1, s2, horizon, &out);
    CHECK(!isnan(out.left_x + out.left_y + out.right_x + out.right_y));
    CHECK(!isnan(out.cut_x) && !isnan(out.cut_y) && !isnan(out.cut_radius));
    if (out.kind != GRAZE_OBSTACLE_CONE) return;
    CHECK(fabs(hypot(out.left_x, out.left_y) - 1) < 1e-15);
    CHECK(fabs(hypot(out.right_x, out.right_y) - 1) < 1e-15);
}

/* Checks that the verdict is the same with the time, which is computed in pairs of doubles, and
 * without it. */
static void check_velocity(const GrazeMovingDisc* s1, const GrazeMovingDisc* s2, double horizon)
{
    double when;
    double vx = draw() < 0.5 ? s1->vx : draw_number(20);
    double vy = draw() < 0.5 ? s1->vy : draw_number(20);
    bool is_unsafe = graze_velocity_is_unsafe(s1, s2, vx, vy, horizon, NULL);
    CHECK(graze_velocity_is_unsafe(s1, s2, vx, vy, horizon, &when) == is_unsafe);
    CHECK(is_unsafe ? when >= fmax(s1->t0, s2->t0) : when == INFINITY);
}

static void check_speeds(const GrazeMovingDisc* s1, const GrazeMovingDisc* s2)
{
    GrazeSpan out;
    GrazeSpan staying;
    int32_t count = graze_unsafe_speeds(s1, s2, GRAZE_VANISH, &out);
    int32_t staying_count = graze_unsafe_speeds(s1, s2, GRAZE_STAY, &staying);
    CHECK(count <= staying_count && staying_count <= GRAZE_MAX_SPEEDS);
    if (count > 0) CHECK(0 <= out.begin && out.begin <= out.end);
    if (count > 0) CHECK(staying.begin <= out.begin && out.end <= staying.end);
}

static void check_safe(const GrazeMovingDisc* s1, const GrazeMovingDisc* s2)
{
    GrazeSpeedLimits limits = {0, INFINITY, 0, INFINITY, 0, 1, 0};
    GrazeSafeVelocity out;
    limits.margin = draw() < 0.3 ? 0 : 1e-6 * (s1->radius + s2->radius);
    graze_safe_velocity(s1, s2, &limits, &out);
    CHECK(out.step >= 1 && out.step <= 5 && out.delay >= 0);
    CHECK(isfinite(out.vx) && isfinite(out.vy) && isfinite(out.end));
}

static void check_baselines(const GrazeMovingDisc* s1, const GrazeMovingDisc* s2)
{
    GrazeApproach approach;
    graze_approach_discs(s1, s2, &approach);
    double step = draw() < 0.5 ? 0 : fabs(draw_number(10));
    if (draw() < 0.99 && step > 0) return; /* limits a run to 2^20 samples */
    CHECK(graze_conflict_by(GRAZE_BASELINE_ALGEBRAIC, s1, s2, step) ==
          (approach.relation != GRAZE_DISJOINT));
    if (approach.relation == GRAZE_OVERLAPPING) {
        CHECK(graze_conflict_by(GRAZE_BASELINE_CONTAINER, s1, s2, step));
        CHECK(graze_conflict_by(GRAZE_BASELINE_CELLS_WU, s1, s2, step));
    }
    for (int how = GRAZE_BASELINE_CONTAINER; how <= GRAZE_BASELINE_ALGEBRAIC; how++)
        graze_conflict_by((GrazeBaseline)how, s1, s2, step);
}

static void answers_hold_for_sizes_of_any_order(void)
{
    for (int k = 0; k < 20000; k++) {
        int spread = k % 3 == 0 ? 490 : 3;
        GrazeMovingDisc s1 = draw_segment(spread);
        GrazeMovingDisc s2 = draw_segment(spread);
        double horizon = draw() < 0.5 ? INFINITY : fabs(draw_number(spread)) + DBL_MIN;
        if (graze_moving_disc_check(&s1) != GRAZE_OK || graze_moving_disc_check(&s2) != GRAZE_OK)
            continue;
        check_obstacle(&s1, &s2, horizon);
        check_velocity(&s1, &s2, horizon);
        check_speeds(&s1, &s2);
        check_safe(&s1, &s2);
        if (k % 3 != 0) check_baselines(&s1, &s2);
    }
}

static double draw_integer(double most)
{
    return floor(draw() * (2 * most + 1)) - most;
}

/* Returns the double that is `ulps` steps away. */
static double nudged(double value, int ulps)
{
    for (; ulps > 0; ulps--)
        value = nextafter(value, INFINITY);
    for (; ulps < 0; ulps++)
        value = nextafter(value, -INFINITY);
    return value;
}

/*
 * Discs or their paths touch to within an ulp or two, perhaps far from their starts. Double cannot
 * decide these cases and must not try. All numbers are integers times a power of two, except for
 * the nudges.
 */
static void touches_are_decided_exactly(void)
{
    static const double TRIPLES[3][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}};
    int reported[2] = {0, 0};
    for (int k = 0; k < 20000; k++) {
        const double* triple = TRIPLES[k % 3];
        double size = ldexp(1 + floor(draw() * 100), (int)draw_integer(30));
        double reach = triple[2] * size;
        double own = floor(draw() * triple[2]) * size;
        /* The path is tangent at P to the forbidden disc around the other's place. */
        double along = draw_integer(4);
        double x = (triple[0] + along * triple[1]) * size;
        double y = (triple[1] - along * triple[0]) * size;
        double speed = ldexp(1 + floor(draw() * 7), (int)draw_integer(6));
        double away = k % 2 == 0 ? 0 : draw_integer(2);
        double vx = (-triple[1] * draw_integer(2) + triple[0] * away) * speed;
        double vy = (triple[0] * draw_integer(2) + triple[1] * away) * speed;
        if (k % 4 == 0) vx = triple[1] * speed, vy = -triple[0] * speed;
        if (k % 4 == 2) vx = -triple[1] * speed, vy = triple[0] * speed;
        double late = draw() < 0.5 ? 0 : (k % 8 < 4 ? 0x1p+10 : 0x1p+20) * size;
        int off_x = draw() < 0.5 ? 0 : (int)draw_integer(3);
        int off_y = draw() < 0.5 ? 0 : (int)draw_integer(3);
        GrazeMovingDisc s1 = {.t1 = 0x1p+22 * size, .radius = own};
        GrazeMovingDisc s2 = {.vx = draw_integer(3), .t1 = 0x1p+22 * size, .radius = reach - own};
        /* One disc begins later, at the origin or touching it, and the other has come from far. */
        if (k % 8 < 4) {
            s1.t0 = late;
            s2.x = nudged(x - s2.vx * late, off_x);
        } else {
            s2.t0 = late;
            s2.x = x;
            s1.vx = draw_integer(3);
            s1.x = nudged(-s1.vx * late, off_x);
        }
        s2.y = nudged(y, off_y);
        double horizon = draw() < 0.5 ? INFINITY : floor(draw() * 6) * size / speed;
        if (!(horizon > 0)) horizon = size;
        double when;
        vx += s2.vx;
        bool is_unsafe = graze_velocity_is_unsafe(&s1, &s2, vx, vy, horizon, NULL);
        CHECK(graze_velocity_is_unsafe(&s1, &s2, vx, vy, horizon, &when) == is_unsafe);
        reported[is_unsafe]++;
    }
    CHECK(reported[false] > 2000 && reported[true] > 2000);
}

/*
 * At 2^40 agent 2 appears 3 above the edge and moves up. 3 * 2^-20 earlier it would have been next
 * to agent 1 and farthest to the right, which is within the last bit of that clock. The tangent
 * there gives contact up to 5 along the edge, but the correct value is 4.
 */
static void a_disc_that_appears_after_passing_by_is_not_met_there(void)
{
    const GrazeMovingDisc edge = {.vx = 1, .t1 = 0x1p+41, .radius = 2.5};
    const GrazeMovingDisc up = {.y = 3, .vy = 0x1p+20, .t0 = 0x1p+40, .t1 = 0x1p+41, .radius = 2.5};
    GrazeSpan out;
    CHECK(graze_unsafe_speeds(&edge, &up, GRAZE_VANISH, &out) == 1);
    CHECK(out.begin == 0 && out.end == 0x1p-38);
}

/* Returns whether agent 1 comes into contact at this speed, with an edge of length `length`,
   after which it leaves. Uses long doubles; none is too large or too small here. */
static bool meets_at(const GrazeMovingDisc* s1, const GrazeMovingDisc* s2, long double length,
                     long double speed)
{
    long double fastest = fmaxl(fabsl(s1->vx), fabsl(s1->vy));
    long double x = s1->vx / fastest;
    long double y = s1->vy / fastest;
    long double root = sqrtl(x * x + y * y);
    long double a = (long double)s2->t0 - s1->t0;
    long double lo = fmaxl(a, 0);
    long double hi = fminl((long double)s2->t1 - s1->t0, length / speed);
    if (!(lo <= hi)) return false;
    long double wx = x / root * speed - s2->vx;
    long double wy = y / root * speed - s2->vy;
    long double px = (long double)s1->x - s2->x + s2->vx * (a - lo) + speed * x / root * lo;
    long double py = (long double)s1->y - s2->y + s2->vy * (a - lo) + speed * y / root * lo;
    long double ww = wx * wx + wy * wy;
    long double t = ww > 0 ? -(px * wx + py * wy) / ww : 0;
    t = fminl(fmaxl(t, 0), hi - lo);
    long double reach = (long double)s1->radius + s2->radius;
    px += wx * t;
    py += wy * t;
    return px * px + py * py <= reach * reach;
}

/* Checks that there is contact just inside of the ends of the unsafe speeds, and none just
 * outside. Returns whether there are any. */
static bool check_ends(const GrazeMovingDisc* s1, const GrazeMovingDisc* s2)
{
    GrazeSpan out;
    long double length = hypotl(s1->vx, s1->vy) * ((long double)s1->t1 - s1->t0);
    if (length == 0) return false;
    bool is_found = graze_unsafe_speeds(s1, s2, GRAZE_VANISH, &out) > 0;
    for (int k = 0; k < 8 && !is_found; k++)
        CHECK(!meets_at(s1, s2, length, length / (s2->t1 - s1->t0) * ldexpl(1, 2 * k)));
    if (!is_found || out.begin * (1 + 1e-6) > out.end) return is_found;
    /* A part in 10^9 of so small or so large a number is not a double. */
    bool ends = out.end < DBL_MAX && out.end > DBL_MIN;
    CHECK(!ends || meets_at(s1, s2, length, out.end * (1 - 1e-9L)));
    CHECK(!ends || !meets_at(s1, s2, length, out.end * (1 + 1e-9L)));
    bool begins = out.begin < DBL_MAX && out.begin > DBL_MIN;
    CHECK(!begins || meets_at(s1, s2, length, out.begin * (1 + 1e-9L)));
    CHECK(!begins || !meets_at(s1, s2, length, out.begin * (1 - 1e-9L)));
    return true;
}

/* The speeds are right in all units of length and time, and for the smallest numbers, where
 * displacements are tiny beside the places. */
static void speeds_are_right_at_every_magnitude(void)
{
    int found = 0;
    for (int k = 0; k < 20000; k++) {
        GrazeMovingDisc two[2] = {draw_segment(k % 2 == 0 ? 2 : 10),
                                  draw_segment(k % 2 == 0 ? 2 : 10)};
        int length = (int)draw_integer(240);
        int time = (int)draw_integer(240);
        int speed = length - time;
        if (k % 3 == 0) length = time = speed = -(int)floor(draw() * 990);
        for (int i = 0; i < 2; i++) {
            GrazeMovingDisc* s = &two[i];
            *s =
                (GrazeMovingDisc){ldexp(s->x, length),     ldexp(s->y, length), ldexp(s->vx, speed),
                                  ldexp(s->vy, speed),     ldexp(s->t0, time),  ldexp(s->t1, time),
                                  ldexp(s->radius, length)};
        }
        found += check_ends(&two[0], &two[1]);
        check_velocity(&two[0], &two[1], INFINITY);
    }
    CHECK(found > 2000);
}

/*
 * Paths pass at about the sum of the radii. The agents have come from so far that double has lost
 * more than the difference: both displacements count for the error, though they cancel.
 */
static void paths_from_far_are_decided_exactly(void)
{
    int reported[2] = {0, 0};
    for (int k = 0; k < 4000; k++) {
        double late = ldexp(1 + draw(), 20);
        double come = late * (1 + draw());
        GrazeMovingDisc s1 = {.t1 = 2 * late, .radius = draw()};
        GrazeMovingDisc s2 = {.t1 = 2 * late, .radius = draw()};
        GrazeMovingDisc* early = k % 2 == 0 ? &s1 : &s2;
        GrazeMovingDisc* other = k % 2 == 0 ? &s2 : &s1;
        double apart = s1.radius + s2.radius;
        other->t0 = late;
        other->y = apart + ldexp(2 * draw() - 1, -30);
        early->vy = come / late;
        early->y = -early->vy * late;
        early->x = k % 4 < 2 ? -1 : 1;
        double vx = k % 8 < 4 ? 1 : -1;
        double when;
        bool is_unsafe = graze_velocity_is_unsafe(&s1, &s2, vx, s2.vy, INFINITY, NULL);
        CHECK(graze_velocity_is_unsafe(&s1, &s2, vx, s2.vy, INFINITY, &when) == is_unsafe);
        reported[is_unsafe]++;
    }
    CHECK(reported[false] > 1000 && reported[true] > 500);
}

/* ---- routes ---- */

enum { MAX_SPHERES = 4, OTHERS = 2, SPANS = 96 };

typedef struct {
    GrazeMovingSphere spheres[1 + OTHERS][MAX_SPHERES];
    GrazeRoute routes[1 + OTHERS];
} Traffic;

/* Draws a route of halves of small integers; most routes continue where they are. */
static void draw_route(GrazeMovingSphere* spheres, GrazeRoute* route, bool is_plane)
{
    const GrazeEnding kinds[2] = {GRAZE_VANISH, GRAZE_STAY};
    int32_t count = 1 + (int32_t)(draw() * MAX_SPHERES);
    double start = draw_integer(4) / 2;
    double radius = floor(draw() * 4) / 2;
    for (int32_t k = 0; k < count; k++) {
        const GrazeMovingSphere* before = &spheres[k - 1];
        double lasts = floor(draw() * 5) / 2;
        bool is_bent = draw() < 0.3;
        bool goes_on = k > 0 && draw() < 0.7;
        double t = k > 0 ? before->t1 - before->t0 : 0;
        spheres[k] = (GrazeMovingSphere){
            .x = goes_on ? before->x + t * (before->vx + t / 2 * before->ax) : draw_integer(4),
            .y = goes_on ? before->y + t * (before->vy + t / 2 * before->ay) : draw_integer(4),
            .z = is_plane ? 0 : draw_integer(2),
            .vx = draw_integer(2),
            .vy = draw_integer(2),
            .vz = is_plane ? 0 : draw_integer(2) / 2,
            .ax = is_bent ? draw_integer(2) : 0,
            .ay = is_bent ? draw_integer(2) : 0,
            .t0 = start,
            .t1 = start + lasts,
            .radius = radius};
        start += lasts + (draw() < 0.4 ? floor(draw() * 4) / 2 : 0);
    }
    *route = (GrazeRoute){spheres, count, kinds[draw() < 0.5], kinds[draw() < 0.5]};
}

/* Computes the place at a time, if the disc is present, for a route delayed by `delay`. A stay
 * is at the end of the piece before it. */
static bool is_there(const GrazeRoute* route, double delay, double t, double place[3])
{
    t -= delay;
    const GrazeMovingSphere* f = route->pieces;
    const GrazeMovingSphere* last = &f[route->count - 1];
    if (t < f->t0 && route->before == GRAZE_VANISH) return false;
    if (t > last->t1 && route->after == GRAZE_VANISH) return false;
    while (f < last && f[1].t0 <= t)
        f++;
    double late = fmin(fmax(t, f->t0), f->t1) - f->t0;
    place[0] = f->x + late * (f->vx + late / 2 * f->ax);
    place[1] = f->y + late * (f->vy + late / 2 * f->ay);
    place[2] = f->z + late * (f->vz + late / 2 * f->az);
    return true;
}

/* Returns the gap of two discs at a time; a place that is left at once may count as well. */
static double gap_of(const Traffic* traffic, int32_t other, double t)
{
    double p[3];
    double q[3];
    const GrazeRoute* two[2] = {&traffic->routes[0], &traffic->routes[other]};
    if (!is_there(two[0], 0, t, p) || !is_there(two[1], 0, t, q)) return INFINITY;
    double square = 0;
    for (int i = 0; i < 3; i++)
        square += (p[i] - q[i]) * (p[i] - q[i]);
    return sqrt(square) - two[0]->pieces->radius - two[1]->pieces->radius;
}

/* Returns 1 inside of one of the spans, 0 outside of all, -1 near an end. */
static int within(const GrazeSpan* spans, int32_t count, double x)
{
    for (int32_t k = 0; k < count; k++) {
        if (fabs(x - spans[k].begin) < 1e-6 || fabs(x - spans[k].end) < 1e-6) return -1;
        if (spans[k].begin < x && x < spans[k].end) return 1;
    }
    return 0;
}

typedef int32_t RouteQuery(const GrazeRoute*, const GrazeRoute*, int32_t, const GrazeRouteOptions*,
                           GrazeSpan*, int32_t);

/*
 * Queries with less room: the result is the whole answer or one more than there is room for, and
 * nothing beyond the room is written. A result that fits is the same with more room.
 */
static void check_room(RouteQuery* query, const Traffic* traffic, const GrazeRouteOptions* options,
                       const GrazeSpan* all, int32_t count)
{
    bool fitted = false;
    for (int32_t capacity = 0; capacity <= count + 2; capacity++) {
        GrazeSpan out[SPANS];
        for (int32_t k = 0; k < SPANS; k++)
            out[k] = (GrazeSpan){-77, -77};
        int32_t found = query(traffic->routes, traffic->routes + 1, OTHERS, options, out, capacity);
        CHECK(out[capacity].begin == -77 && out[capacity].end == -77);
        bool fits = found <= capacity;
        CHECK(fits ? found == count : found == capacity + 1);
        CHECK(fits || !fitted);
        fitted = fits;
        for (int32_t k = 0; fits && k < count; k++)
            CHECK(out[k].begin == all[k].begin && out[k].end == all[k].end);
    }
}

/* Checks that spans are ascending, disjoint and within the queried range, and that a query of a
 * larger range gives the same spans in it. */
static int32_t query_spans(RouteQuery* query, const Traffic* traffic,
                           const GrazeRouteOptions* options, GrazeSpan* out)
{
    int32_t count = query(traffic->routes, traffic->routes + 1, OTHERS, options, out, SPANS);
    CHECK(count <= SPANS);
    for (int32_t k = 0; k < count; k++) {
        CHECK(options->from <= out[k].begin && out[k].begin <= out[k].end &&
              out[k].end <= options->to);
        CHECK(k == 0 || out[k - 1].end < out[k].begin);
    }
    return count;
}

/* Checks that contact at random times agrees with the reported spans. */
static void check_times(const Traffic* traffic, const GrazeSpan* spans, int32_t count)
{
    for (int k = 0; k < 12; k++) {
        double t = k == 0 ? -1000 : k == 1 ? 1000 : 24 * draw() - 6;
        double gap = fmin(gap_of(traffic, 1, t), gap_of(traffic, 2, t));
        int is_in = within(spans, count, t);
        CHECK(is_in != 1 || gap <= 1e-9);
        CHECK(is_in != 0 || gap >= -1e-9);
    }
}

/* Checks that safe ends are those of contact, or adjacent doubles, and that nobody overlaps at
 * them; returns how many are adjacent. */
static int32_t check_safe_ends(const Traffic* traffic, const GrazeSpan* contacts, int32_t count)
{
    const GrazeRouteOptions safe = {-INFINITY, INFINITY, GRAZE_TOUCHING_CONFLICT,
                                    GRAZE_SPAN_ENDS_SAFE};
    GrazeSpan spans[SPANS];
    int32_t moved = 0;
    CHECK(query_spans(graze_route_contacts, traffic, &safe, spans) == count);
    for (int32_t k = 0; k < count; k++) {
        const double ends[2] = {spans[k].begin, spans[k].end};
        const double closed[2] = {contacts[k].begin, contacts[k].end};
        for (int i = 0; i < 2; i++) {
            bool is_beside = ends[i] != closed[i];
            CHECK(!is_beside || ends[i] == nextafter(closed[i], i == 1 ? INFINITY : -INFINITY));
            for (int32_t other = 1; other <= OTHERS && isfinite(ends[i]); other++)
                CHECK(gap_of(traffic, other, ends[i]) >= -1e-9);
            moved += is_beside;
        }
    }
    return moved;
}

/* Checks that the first route delayed by x is in contact at some time exactly if x is unsafe. */
static void check_delay(Traffic* traffic, const GrazeSpan* spans, int32_t count, double x)
{
    const GrazeRouteOptions always = {-INFINITY, INFINITY, GRAZE_TOUCHING_CONFLICT,
                                      GRAZE_SPAN_ENDS_CONTACT};
    GrazeSpan times[SPANS];
    int is_in = within(spans, count, x);
    if (is_in < 0) return;
    for (int32_t k = 0; k < traffic->routes[0].count; k++) {
        traffic->spheres[0][k].t0 += x;
        traffic->spheres[0][k].t1 += x;
    }
    CHECK((query_spans(graze_route_contacts, traffic, &always, times) > 0) == is_in);
    for (int32_t k = 0; k < traffic->routes[0].count; k++) {
        traffic->spheres[0][k].t0 -= x;
        traffic->spheres[0][k].t1 -= x;
    }
}

static void routes_are_what_they_are_at_each_time_and_delay(void)
{
    Traffic traffic = {.spheres = {{{0}}}};
    int32_t most = 0;
    int32_t moved = 0;
    for (int k = 0; k < 800; k++) {
        for (int i = 0; i <= OTHERS; i++)
            draw_route(traffic.spheres[i], &traffic.routes[i], k % 3 != 0);
        const GrazeRouteOptions all = {-INFINITY, INFINITY, GRAZE_TOUCHING_CONFLICT,
                                       GRAZE_SPAN_ENDS_CONTACT};
        GrazeRouteOptions some = {draw_integer(4), 0,
                                  k % 2 == 0 ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT,
                                  k % 5 == 0 ? GRAZE_SPAN_ENDS_CONTACT : GRAZE_SPAN_ENDS_SAFE};
        some.to = some.from + floor(draw() * 8);
        GrazeSpan spans[SPANS] = {{0, 0}};
        int32_t count = query_spans(graze_route_contacts, &traffic, &all, spans);
        check_times(&traffic, spans, count);
        moved += check_safe_ends(&traffic, spans, count);
        check_room(graze_route_contacts, &traffic, &all, spans, count);
        count = query_spans(graze_route_delays, &traffic, &all, spans);
        check_room(graze_route_delays, &traffic, &all, spans, count);
        for (int i = 0; i < 4; i++)
            check_delay(&traffic, spans, count,
                        i == 0   ? -64
                        : i == 1 ? 64
                                 : floor(256 * draw() - 128) / 16);
        most = count > most ? count : most;
        count = query_spans(graze_route_delays, &traffic, &some, spans);
        check_room(graze_route_delays, &traffic, &some, spans, count);
        count = query_spans(graze_route_contacts, &traffic, &some, spans);
        check_room(graze_route_contacts, &traffic, &some, spans, count);
    }
    CHECK(most > 3 && moved > 10);
}

/* Stays follow each other at one place; the gaps between them are as small as the rounding of
 * the largest time, or larger. */
static void spans_are_one_where_only_rounding_is_between_them(void)
{
    for (int k = 0; k < 4; k++) {
        bool is_late = k % 2 == 0;
        double gap = k < 2 ? 0x1p-25 : 0x1p-23;
        const GrazeMovingSphere here = {.t0 = is_late ? 0 : -0x1p+20, .t1 = is_late ? 0x1p+20 : 64};
        const GrazeMovingSphere one = {.t0 = 8, .t1 = 16, .radius = 1};
        const GrazeMovingSphere two = {.t0 = 16 + gap, .t1 = 32, .radius = 1};
        const GrazeRoute route = {&here, 1, GRAZE_VANISH, GRAZE_VANISH};
        const GrazeRoute others[2] = {{&one, 1, GRAZE_VANISH, GRAZE_VANISH},
                                      {&two, 1, GRAZE_VANISH, GRAZE_VANISH}};
        const GrazeRouteOptions all = {-INFINITY, INFINITY, GRAZE_TOUCHING_CONFLICT,
                                       GRAZE_SPAN_ENDS_CONTACT};
        GrazeSpan spans[2];
        int32_t count = graze_route_contacts(&route, others, 2, &all, spans, 2);
        CHECK(count == (k < 2 ? 1 : 2));
        CHECK(spans[0].begin == 8 && spans[count - 1].end == 32);
    }
}

/* ---- spheres ---- */

/* Unsafe delays of pieces that only ever touch, derived from the contacts' delta = u - v, where
 * u and v are the elapsed times of the pieces. */
typedef struct {
    GrazeSpan span[8];
    int32_t count;
} Spans;

static void add_span(Spans* all, double p, double q)
{
    double lo = fmin(p, q);
    double hi = fmax(p, q);
    int32_t kept = 0;
    for (int32_t k = 0; k < all->count; k++) {
        GrazeSpan other = all->span[k];
        if (other.end < lo || other.begin > hi) {
            all->span[kept++] = other;
        } else {
            lo = fmin(lo, other.begin);
            hi = fmax(hi, other.end);
        }
    }
    int32_t at = kept;
    for (; at > 0 && all->span[at - 1].begin > lo; at--)
        all->span[at] = all->span[at - 1];
    all->span[at] = (GrazeSpan){lo, hi};
    all->count = kept + 1;
}

static void add_root(double* nodes, int* count, double a, double b, double c)
{
    double root = sqrt(fmax(b * b - 4 * a * c, 0));
    nodes[(*count)++] = a != 0 ? (-b - root) / (2 * a) : -c / b;
    nodes[(*count)++] = a != 0 ? (root - b) / (2 * a) : -c / b;
}

/*
 * The discs move along parallel lines as far apart as their radii: they are in contact wherever
 * x1(u) = x2(v). With v2 constant, v is a quadratic function of u, and so is delta, which is
 * monotone between its turn and the ends of v.
 */
static Spans rolling_delays(const GrazeMovingSphere* f1, const GrazeMovingSphere* f2)
{
    double time1 = f1->t1 - f1->t0;
    double time2 = f2->t1 - f2->t0;
    double a = f1->ax / 2 / f2->vx;
    double b = f1->vx / f2->vx;
    double c = (f1->x - f2->x) / f2->vx;
    double nodes[8] = {0, time1};
    int count = 2;
    if (a != 0) nodes[count++] = (1 - b) / (2 * a);
    if (a != 0 || b != 0) add_root(nodes, &count, a, b, c);
    if (a != 0 || b != 0) add_root(nodes, &count, a, b, c - time2);
    for (int i = 0; i < count; i++) {
        nodes[i] = fmin(fmax(nodes[i], 0), time1);
        for (int k = i; k > 0 && nodes[k] < nodes[k - 1]; k--) {
            double other = nodes[k];
            nodes[k] = nodes[k - 1];
            nodes[k - 1] = other;
        }
    }
    Spans all = {.count = 0};
    for (int i = 1; i < count; i++) {
        double u = nodes[i - 1];
        double w = nodes[i];
        double middle = (u + w) / 2;
        double v = c + middle * (b + middle * a);
        if (u == w || !(v > 0 && v < time2)) continue;
        double later = f2->t0 - f1->t0;
        add_span(&all, later - u + (c + u * (b + u * a)), later - w + (c + w * (b + w * a)));
    }
    return all;
}

/* Returns whether the spans last and are clearly apart: spans without duration may merge or
 * vanish, and discs may also meet for an instant. */
static bool are_plain(const Spans* all)
{
    for (int32_t i = 0; i < all->count; i++) {
        const GrazeSpan* span = &all->span[i];
        if (span->end - span->begin < 1e-3 || (i > 0 && span->begin - span[-1].end < 1e-3))
            return false;
    }
    return all->count > 0;
}

/*
 * Discs that roll past each other touch along a curve without distinguished points. Every touch
 * counts, also beyond the last known point: ends must not be off by a tenth of the time.
 */
static void discs_that_roll_past_each_other_touch_all_the_while(void)
{
    int reported = 0;
    for (int k = 0; k < 120; k++) {
        double share = k % 2 == 0 ? 1 : 1 + draw();
        double start1 = draw_integer(3);
        double start2 = draw_integer(3);
        GrazeMovingSphere f1 = {draw_integer(6) / 2,
                                -2,
                                0,
                                draw_integer(6) / 2,
                                0,
                                0,
                                draw_integer(6) / 2,
                                0,
                                0,
                                start1,
                                0,
                                4};
        GrazeMovingSphere f2 = {draw_integer(6) / 2 * share,
                                3,
                                0,
                                draw_integer(6) / 2 * share,
                                0,
                                0,
                                0,
                                0,
                                0,
                                start2,
                                0,
                                1};
        f1.t1 = start1 + 1 + floor(draw() * 8) / 2;
        f2.t1 = start2 + 1 + floor(draw() * 8) / 2;
        if (f2.vx == 0 || f1.ax == 0) continue;
        Spans all = rolling_delays(&f1, &f2);
        if (!are_plain(&all)) continue;
        double error = 0x1p-18 * fmax(f1.t1 - f1.t0, f2.t1 - f2.t0);
        GrazeSpan spans[GRAZE_MAX_DELAYS];
        GrazeRelation relations[GRAZE_MAX_DELAYS];
        int32_t count = graze_unsafe_delays_with_relations(&f1, &f2, spans, relations);
        int32_t at = 0;
        for (int32_t i = 0; i < count; i++) {
            CHECK(relations[i] == GRAZE_TOUCHING);
            if (spans[i].end - spans[i].begin < 1e-4 || at == all.count) continue;
            CHECK(fabs(spans[i].begin - all.span[at].begin) <= error);
            CHECK(fabs(spans[i].end - all.span[at].end) <= error);
            at++;
        }
        CHECK(at == all.count);
        reported++;
    }
    CHECK(reported > 20);
}

/*
 * Two lines in space pass each other at exactly the distance of the radii, a part in 2^50 of the
 * way along: a (2, -1, 0) and b (0, 1, -1) are both normal to (1, 2, 2) / 3, and so is all of the
 * place but R of it. The numbers fill a double, so that even pairs round; the touch must not be
 * lost.
 */
static void lines_that_touch_far_from_their_starts_do(void)
{
    for (int k = 0; k < 400; k++) {
        double a = 1 + draw();
        double b = 1 + draw();
        double far = (1 + draw()) / 2;
        double reach = ldexp(1 + floor(draw() * 1024) / 1024, -10 - k % 40);
        GrazeMovingSphere f1 = {.x = -2 * far, .y = far, .vx = 2 * a, .vy = -a, .t1 = 2};
        GrazeMovingSphere f2 = {.x = -3 * reach, .vy = b, .vz = -b, .t1 = 2, .radius = reach};
        GrazeSpan span;
        GrazeRelation relation;
        CHECK(graze_unsafe_delays_with_relations(&f1, &f2, &span, &relation) == 1);
        CHECK(relation == GRAZE_TOUCHING);
        double delta = (far - 4 * reach / 3) / a - 2 * reach / 3 / b;
        CHECK(fabs(span.begin + delta) < 1e-12 && fabs(span.end + delta) < 1e-12);
    }
}

/*
 * Boxes first separate the pieces of routes, which must not lose a contact at an end of a path by
 * rounding: a route of one piece gives the result of that piece.
 */
static void routes_of_one_piece_are_that_piece(void)
{
    const GrazeRouteOptions all = {-INFINITY, INFINITY, GRAZE_TOUCHING_CONFLICT,
                                   GRAZE_SPAN_ENDS_CONTACT};
    int met = 0;
    for (int k = 0; k < 20000; k++) {
        int side = k % 2 == 0 ? 1 : -1;
        GrazeMovingSphere f = {.x = draw() * ldexp(1, (int)draw_integer(12)),
                               .vx = side * draw() * 100,
                               .t0 = draw(),
                               .radius = k % 3 == 0 ? 0 : ldexp(draw(), -20 - k % 20)};
        f.t1 = f.t0 + draw() * 10;
        GrazeMovingSphere resting = {.radius = k % 5 < 3 ? 0 : ldexp(1, -20), .t1 = 1};
        resting.x = f.x + f.vx * (f.t1 - f.t0) + side * (f.radius + resting.radius);
        resting.x = nudged(resting.x, (int)draw_integer(2));
        GrazeRoute one = {&f, 1, GRAZE_VANISH, GRAZE_VANISH};
        GrazeRoute other = {&resting, 1, GRAZE_VANISH, GRAZE_VANISH};
        GrazeSpan spans[2][GRAZE_MAX_DELAYS];
        int32_t count = graze_unsafe_delays(&f, &resting, spans[0]);
        CHECK(graze_route_delays(&one, &other, 1, &all, spans[1], GRAZE_MAX_DELAYS) == count);
        CHECK(count == 0 ||
              (spans[0][0].begin == spans[1][0].begin && spans[0][0].end == spans[1][0].end));
        met += count;
    }
    CHECK(met > 5000 && met < 15000);
}

/* ---- the ways of others ---- */

/*
 * 2^20 steps of adaptive sampling, each rounded, end a little before the end of the time: one more
 * sample is taken there, and detects a pass just then. The common sideways movement makes the gap
 * tiny beside their speeds, so that no step is longer.
 */
static void the_last_sample_is_as_late_as_can_be(void)
{
    const double step = 0.3;
    const double end = step * 0x1p+20;
    double t = 0;
    for (int k = 0; k < 1 << 20; k++)
        t += step;
    CHECK(t < end);
    const GrazeMovingDisc plain = {.vy = 0x1p+40, .t1 = end, .radius = 0x1p-20};
    const GrazeMovingDisc fast = {.x = -0x1p+20 * t, .vx = 0x1p+20, .vy = 0x1p+40, .t1 = end};
    CHECK(graze_conflict_by(GRAZE_BASELINE_ADAPTIVE, &plain, &fast, step));
    CHECK(graze_conflict_by(GRAZE_BASELINE_ALGEBRAIC, &plain, &fast, step));
    CHECK(!graze_conflict_by(GRAZE_BASELINE_SAMPLING, &plain, &fast, step));
}

/* Beyond 2^30 cells from the origin, at either end of either path, or for paths over more than
 * 2^20 cells, cells are not distinguished: the result is a conflict. */
static void cells_are_distinguished_up_to_a_billion(void)
{
    const GrazeMovingDisc here = {.t1 = 1, .radius = 0.25};
    for (int side = -1; side <= 1; side += 2) {
        GrazeMovingDisc far = {.x = side * (0x1p+30 - 0.5), .t1 = 1, .radius = 0.25};
        CHECK(graze_conflict_by(GRAZE_BASELINE_CELLS_WU, &far, &here, 1));
        far.x -= side;
        CHECK(!graze_conflict_by(GRAZE_BASELINE_CELLS_WU, &far, &here, 1));
    }
    const double end = 0x1p+30;
    const GrazeMovingDisc aside = {.x = 8, .y = -8, .t1 = 1, .radius = 0.25};
    const GrazeMovingDisc ways[] = {
        {.x = end, .y = 64, .vx = -end, .t1 = 1},   {.x = 64, .y = end, .vy = -end, .t1 = 1},
        {.x = 64, .y = 64, .vx = end, .t1 = 1},     {.x = 64, .y = 64, .vy = end, .t1 = 1},
        {.x = 64, .y = 64, .vx = 0x1p+21, .t1 = 1}, {.x = 8, .y = 64, .vy = 0x1p+21, .t1 = 1},
        {.x = 8, .y = 64, .vy = end, .t1 = 1},
    };
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        CHECK(graze_conflict_by(GRAZE_BASELINE_CELLS_BRESENHAM, &ways[k], &aside, 1));
        CHECK(k > 3 || graze_conflict_by(GRAZE_BASELINE_CELLS_BRESENHAM, &aside, &ways[k], 1));
        /* The other disc is never in the column of those two. */
        bool is_aside = k == 1 || k == 3;
        CHECK(graze_conflict_by(GRAZE_BASELINE_CELLS_WU, &ways[k], &aside, 1) == !is_aside);
    }
    /* Static points have no size that could define cells. */
    const GrazeMovingDisc point = {.t1 = 1};
    const GrazeMovingDisc other = {.x = 3, .t1 = 1};
    CHECK(graze_conflict_by(GRAZE_BASELINE_CELLS_WU, &point, &point, 0));
    CHECK(!graze_conflict_by(GRAZE_BASELINE_CELLS_WU, &point, &other, 0));
}

/* Moving spheres without acceleration give the results of discs, to the bit. */
static void straight_spheres_are_discs(void)
{
    const GrazeMovingDisc s1 = {0.1, 0.2, 1.3, -0.7, 0, 3, 0.4};
    const GrazeMovingDisc s2 = {1.9, 0.3, -0.6, 0.8, 0.5, 4, 0.3};
    const GrazeMovingSphere f1 = {0.1, 0.2, 0, 1.3, -0.7, 0, 0, 0, 0, 0, 3, 0.4};
    const GrazeMovingSphere f2 = {1.9, 0.3, 0, -0.6, 0.8, 0, 0, 0, 0, 0.5, 4, 0.3};
    GrazeApproach discs;
    GrazeApproach spheres;
    graze_approach_discs(&s1, &s2, &discs);
    graze_approach_spheres(&f1, &f2, &spheres);
    CHECK(discs.begin == spheres.begin && discs.end == spheres.end &&
          discs.relation == spheres.relation);
    CHECK(discs.separation == spheres.separation && discs.time == spheres.time);
}

/* A place is passed twice; on a clock that has run for so long that one double covers both
 * passes, there is one span. */
static void spans_that_a_clock_cannot_distinguish_are_one(void)
{
    const GrazeMovingSphere turning = {.x = 3, .vx = -4, .ax = 2, .t1 = 4};
    GrazeMovingSphere instant = {.radius = 0.25};
    GrazeSpan spans[GRAZE_MAX_DELAYS];
    CHECK(graze_unsafe_delays(&turning, &instant, spans) == 2);
    instant.t0 = instant.t1 = 0x1p+56;
    CHECK(graze_unsafe_delays(&turning, &instant, spans) == 1);
    CHECK(spans[0].begin == 0x1p+56 && spans[0].end == 0x1p+56);
}

/* ---- conflicts of routes ---- */

/* Within the time of the other route, the stay after an appearance is an instant. */
static void routes_that_share_only_an_instant_are_in_conflict_in_it(void)
{
    const GrazeMovingSphere appearing = {.x = 0.5, .t0 = 2, .t1 = 2, .radius = 0.5};
    const GrazeMovingSphere vanishing = {.t1 = 2, .radius = 0.5};
    const GrazeRoute late = {&appearing, 1, GRAZE_VANISH, GRAZE_STAY};
    const GrazeRoute early = {&vanishing, 1, GRAZE_VANISH, GRAZE_VANISH};
    GrazeRouteConflict conflicts[2];
    CHECK(graze_route_conflicts(&late, &early, conflicts, 2) == 1);
    CHECK(conflicts[0].begin == 2 && conflicts[0].end == 2 && conflicts[0].separation == -0.5);
    CHECK(conflicts[0].first == 1 && conflicts[0].second == 0);
}

/* The sphere passes at 3, and again at once, because it accelerates so much. */
static void conflicts_at_one_instant_have_an_order(void)
{
    const GrazeMovingSphere fast = {
        .x = 1, .y = 6, .vy = 2, .ay = -0x1.6p+109, .t0 = 3, .t1 = 6, .radius = 3};
    const GrazeMovingSphere place = {.x = 0};
    const GrazeRoute passing = {&fast, 1, GRAZE_STAY, GRAZE_STAY};
    const GrazeRoute still = {&place, 1, GRAZE_STAY, GRAZE_STAY};
    GrazeRouteConflict conflicts[2];
    CHECK(graze_route_conflicts(&still, &passing, conflicts, 2) == 2);
    CHECK(conflicts[0].begin == 3 && conflicts[1].begin == 3);
    CHECK(conflicts[0].end <= conflicts[1].end);
    CHECK(conflicts[0].separation < conflicts[1].separation);
}

int main(void)
{
    contact_begins_at_the_reported_time();
    contact_begins_at_the_reported_time_however_slow();
    touches_are_decided_exactly();
    paths_from_far_are_decided_exactly();
    answers_hold_for_sizes_of_any_order();
    a_disc_that_appears_after_passing_by_is_not_met_there();
    speeds_are_right_at_every_magnitude();
    routes_are_what_they_are_at_each_time_and_delay();
    spans_are_one_where_only_rounding_is_between_them();
    discs_that_roll_past_each_other_touch_all_the_while();
    lines_that_touch_far_from_their_starts_do();
    routes_of_one_piece_are_that_piece();
    the_last_sample_is_as_late_as_can_be();
    cells_are_distinguished_up_to_a_billion();
    straight_spheres_are_discs();
    spans_that_a_clock_cannot_distinguish_are_one();
    routes_that_share_only_an_instant_are_in_conflict_in_it();
    conflicts_at_one_instant_have_an_order();
    return test_failures != 0;
}
