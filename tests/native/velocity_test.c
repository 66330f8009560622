/* When a velocity leads to contact, which JavaScript is not told; and what holds of every answer, of sizes of any order. */
#include "../../src/graze.h"
#include "test.h"

#include <float.h>
#include <math.h>

static const GrazeSegment EDGE = {0, 0, 1, 0, 0, 10, 0.5};

static void contact_begins_when_it_is_told(void)
{
    const GrazeSegment still = {5, 0, 0, 0, 2, 10, 0.5};
    double when = 0;
    CHECK(graze_velocity_is_unsafe(&EDGE, &still, 1, 0, INFINITY, &when) && when == 4);
    CHECK(graze_velocity_is_unsafe(&EDGE, &still, 0.5, 0, INFINITY, &when) && when == 6);
    CHECK(graze_velocity_is_unsafe(&EDGE, &still, 2, 0, 1, &when) && when == 3);
    CHECK(!graze_velocity_is_unsafe(&EDGE, &still, 2, 0, 0.999, &when) && when == INFINITY);
    CHECK(!graze_velocity_is_unsafe(&EDGE, &still, 0, 0, INFINITY, &when) && when == INFINITY);
    const GrazeSegment here = {2.25, 0, 3, 0, 2, 10, 0.5};
    CHECK(graze_velocity_is_unsafe(&EDGE, &here, 0, 0, INFINITY, &when) && when == 2);
    const GrazeSegment never = {5, 0, 0, 0, 11, 12, 0.5};
    CHECK(!graze_velocity_is_unsafe(&EDGE, &never, 1, 0, INFINITY, &when) && when == INFINITY);
}

/*
 * A subnormal velocity cannot be brought to [1, 2) in one step, and the unit of time then overflows: 0 times that was the time
 * of a contact from the beginning, not a number, and one that takes almost all of time was not seen.
 */
static void contact_begins_when_it_is_told_however_slow(void)
{
    const GrazeSegment here = {0x1p-126, 0, 0, 0, 0, 0, 8};
    const GrazeSegment still = {0, 0, 0, 0, 0, 0, 0};
    double when = -1;
    CHECK(graze_velocity_is_unsafe(&here, &still, 0, 0x1p-1035, INFINITY, &when) && when == 0);
    const GrazeSegment ahead = {0, -9, 0, 0, 0, 0, 8};
    CHECK(graze_velocity_is_unsafe(&ahead, &still, 0, 0x1p-1060, INFINITY, NULL));
    CHECK(graze_velocity_is_unsafe(&ahead, &still, 0, 0x1p-1023, INFINITY, &when) &&
          when == 0x1p+1023);
    CHECK(!graze_velocity_is_unsafe(&ahead, &still, 0, 0x1p-1023, 0x1p+1022, &when));
}

static uint64_t state = 1;

static double draw(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) * 0x1p-53;
}

/* Of either sign and any order of magnitude that is taken, or moderate, or 0. */
static double draw_number(int spread)
{
    double value = ldexp(1 + draw(), (int)(spread * (2 * draw() - 1)));
    double chance = draw();
    return chance < 0.1 ? 0 : chance < 0.5 ? -value : value;
}

static GrazeSegment draw_segment(int spread)
{
    double start = draw_number(spread);
    double end = start + fabs(draw_number(spread));
    return (GrazeSegment){draw_number(spread),
                          draw_number(spread),
                          draw_number(spread),
                          draw_number(spread),
                          start,
                          end,
                          fabs(draw_number(spread))};
}

static void check_obstacle(const GrazeSegment* s1, const GrazeSegment* s2, double horizon)
{
    GrazeVelocityObstacle out;
    graze_velocity_obstacle(s1, s2, horizon, &out);
    CHECK(!isnan(out.left_x + out.left_y + out.right_x + out.right_y));
    CHECK(!isnan(out.cut_x) && !isnan(out.cut_y) && !isnan(out.cut_radius));
    if (out.kind != GRAZE_OBSTACLE_CONE) return;
    CHECK(fabs(hypot(out.left_x, out.left_y) - 1) < 1e-15);
    CHECK(fabs(hypot(out.right_x, out.right_y) - 1) < 1e-15);
}

/* The verdict is the same whether the time is asked for, which is done in pairs of doubles, or not. */
static void check_velocity(const GrazeSegment* s1, const GrazeSegment* s2, double horizon)
{
    double when;
    double vx = draw() < 0.5 ? s1->vx : draw_number(20);
    double vy = draw() < 0.5 ? s1->vy : draw_number(20);
    bool is_unsafe = graze_velocity_is_unsafe(s1, s2, vx, vy, horizon, NULL);
    CHECK(graze_velocity_is_unsafe(s1, s2, vx, vy, horizon, &when) == is_unsafe);
    CHECK(is_unsafe ? when >= fmax(s1->start, s2->start) : when == INFINITY);
}

static void check_speeds(const GrazeSegment* s1, const GrazeSegment* s2)
{
    GrazeSpan out;
    GrazeSpan held;
    int32_t count = graze_unsafe_speeds(s1, s2, GRAZE_VANISH, &out);
    int32_t held_count = graze_unsafe_speeds(s1, s2, GRAZE_HOLD, &held);
    CHECK(count <= held_count && held_count <= GRAZE_MOST_SPEEDS);
    if (count > 0) CHECK(0 <= out.lo && out.lo <= out.hi);
    if (count > 0) CHECK(held.lo <= out.lo && out.hi <= held.hi);
}

static void check_safe(const GrazeSegment* s1, const GrazeSegment* s2)
{
    GrazeSpeedLimits limits = {0, INFINITY, 0, INFINITY, 0, 1, 0};
    GrazeSafeVelocity out;
    limits.margin = draw() < 0.3 ? 0 : 1e-6 * (s1->radius + s2->radius);
    graze_safe_velocity(s1, s2, &limits, &out);
    CHECK(out.step >= 1 && out.step <= 5 && out.delay >= 0);
    CHECK(isfinite(out.vx) && isfinite(out.vy) && isfinite(out.end));
}

static void check_baselines(const GrazeSegment* s1, const GrazeSegment* s2)
{
    GrazeApproach approach;
    graze_approach_discs(s1, s2, &approach);
    double step = draw() < 0.5 ? 0 : fabs(draw_number(10));
    if (draw() < 0.99 && step > 0) return; /* up to 2^20 samples each */
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
        GrazeSegment s1 = draw_segment(spread);
        GrazeSegment s2 = draw_segment(spread);
        double horizon = draw() < 0.5 ? INFINITY : fabs(draw_number(spread)) + DBL_MIN;
        if (graze_segment_check(&s1) != GRAZE_OK || graze_segment_check(&s2) != GRAZE_OK) continue;
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

/* The next double but so many. */
static double nudged(double value, int ulps)
{
    for (; ulps > 0; ulps--)
        value = nextafter(value, INFINITY);
    for (; ulps < 0; ulps++)
        value = nextafter(value, -INFINITY);
    return value;
}

/*
 * Discs that touch, or whose ways touch, to within an ulp or two, perhaps far from where they began: there double cannot
 * tell, and must not try. All numbers are integers, times a power of two, but for what they are nudged by.
 */
static void what_touches_is_told_exactly(void)
{
    static const double TRIPLES[3][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}};
    int told[2] = {0, 0};
    for (int k = 0; k < 20000; k++) {
        const double* triple = TRIPLES[k % 3];
        double size = ldexp(1 + floor(draw() * 100), (int)draw_integer(30));
        double reach = triple[2] * size;
        double own = floor(draw() * triple[2]) * size;
        /* The disc about the other's place that is not to be met is touched at P, and the way is its tangent. */
        double along = draw_integer(4);
        double x = (triple[0] + along * triple[1]) * size;
        double y = (triple[1] - along * triple[0]) * size;
        double speed = ldexp(1 + floor(draw() * 7), (int)draw_integer(6));
        double away = k % 2 == 0 ? 0 : draw_integer(2);
        double vx = (-triple[1] * draw_integer(2) + triple[0] * away) * speed;
        double vy = (triple[0] * draw_integer(2) + triple[1] * away) * speed;
        if (k % 4 == 0) vx = triple[1] * speed, vy = -triple[0] * speed;
        if (k % 4 == 2) vx = -triple[1] * speed, vy = triple[0] * speed;
        double late = draw() < 0.5 ? 0 : 1024 * size;
        int off_x = draw() < 0.5 ? 0 : (int)draw_integer(3);
        int off_y = draw() < 0.5 ? 0 : (int)draw_integer(3);
        GrazeSegment s1 = {.end = 4096 * size, .radius = own};
        GrazeSegment s2 = {.vx = draw_integer(3), .end = 4096 * size, .radius = reach - own};
        s1.start = late;
        s2.x = nudged(x - s2.vx * late, off_x);
        s2.y = nudged(y, off_y);
        double horizon = draw() < 0.5 ? INFINITY : floor(draw() * 6) * size / speed;
        if (!(horizon > 0)) horizon = size;
        double when;
        vx += s2.vx;
        bool is_unsafe = graze_velocity_is_unsafe(&s1, &s2, vx, vy, horizon, NULL);
        CHECK(graze_velocity_is_unsafe(&s1, &s2, vx, vy, horizon, &when) == is_unsafe);
        told[is_unsafe]++;
    }
    CHECK(told[false] > 2000 && told[true] > 2000);
}

int main(void)
{
    contact_begins_when_it_is_told();
    contact_begins_when_it_is_told_however_slow();
    what_touches_is_told_exactly();
    answers_hold_for_sizes_of_any_order();
    return test_failures != 0;
}
