/*
 * Fuzzes graze_velocity_obstacle and graze_velocity_is_unsafe: the distance of the other's place
 * from the path of the relative velocity, on a grid in integers, otherwise in long double; the
 * first contact; and the cone, whose legs touch the disc and which contains exactly the velocities
 * that are unsafe for ever.
 */
#include "approach.h"
#include "check.h"

#include <float.h>
#include <math.h>

typedef struct {
    long double x, y;
} Vec;

/* The second disc relative to the first, at the first time at which both are present. */
typedef struct {
    Meeting meeting;
    Vec p;
    long double reach, size;
    double horizon;
} Sight;

static long double dot(Vec p, Vec q)
{
    return p.x * q.x + p.y * q.y;
}

static long double cross(Vec p, Vec q)
{
    return p.x * q.y - p.y * q.x;
}

static Vec place_at(const GrazeMovingDisc* s, long double t)
{
    return (Vec){s->x + s->vx * (t - s->t0), s->y + s->vy * (t - s->t0)};
}

static long double way_size(const GrazeMovingDisc* s, long double t)
{
    return (fabsl(s->vx) + fabsl(s->vy)) * (t - s->t0);
}

static void look(Sight* sight)
{
    const GrazeMovingDisc* s = &sight->meeting.s1;
    const GrazeMovingDisc* r = &sight->meeting.s2;
    long double t = meeting_from(&sight->meeting);
    Vec p = place_at(s, t);
    Vec q = place_at(r, t);
    sight->p = (Vec){q.x - p.x, q.y - p.y};
    sight->reach = (long double)s->radius + r->radius;
    sight->size = way_size(s, t) + way_size(r, t) + sight->reach + fabsl(s->x) + fabsl(s->y) +
                  fabsl(r->x) + fabsl(r->y);
}

/* Returns the smallest gap with velocity v until then. */
static long double gap_until(const Sight* sight, Vec v, long double time)
{
    long double square = dot(v, v);
    long double t = square > 0 ? fmaxl(dot(sight->p, v) / square, 0) : 0;
    if (t > time) t = time;
    return hypotl(sight->p.x - t * v.x, sight->p.y - t * v.y) - sight->reach;
}

static long double slack_of(const Sight* sight)
{
    return 0x1p-57L * sight->size + 0x1p-1050L;
}

/* ---- on a grid ---- */

static int64_t steps_of(long double value, double unit)
{
    return (int64_t)llrintl(value / unit);
}

/* Returns whether v is unsafe for ever: |p| <= R, or p x v within R |v| ahead. Speeds are in
 * lengths per time unit. */
static bool is_unsafe_exactly(const Sight* sight, Vec v)
{
    double length = sight->meeting.length_unit;
    double speed = length / sight->meeting.time_unit;
    __int128 px = steps_of(sight->p.x, length);
    __int128 py = steps_of(sight->p.y, length);
    __int128 vx = steps_of(v.x, speed);
    __int128 vy = steps_of(v.y, speed);
    __int128 r = steps_of(sight->reach, length);
    if (px * px + py * py <= r * r) return true;
    __int128 across = px * vy - py * vx;
    return px * vx + py * vy > 0 && across * across <= r * r * (vx * vx + vy * vy);
}

/* ---- checks ---- */

static void check_when(const Sight* sight, Vec v, double when, bool is_unsafe)
{
    double from = meeting_from(&sight->meeting);
    if (!is_unsafe) {
        CHECK(when == INFINITY, "safe, but from %a on", when);
        return;
    }
    CHECK(when >= from, "%a, they meet at %a", when, from);
    if (!isfinite(when)) return;
    long double late = when - (long double)from;
    long double tick = 0x1p-51L * fmaxl(fabsl(when), fabsl(from)) + 0x1p-1074L;
    long double slack = 0x1p-48L * sight->size + hypotl(v.x, v.y) * tick + 0x1p-1000L;
    long double gap = hypotl(sight->p.x - late * v.x, sight->p.y - late * v.y) - sight->reach;
    CHECK(gap <= slack, "%La apart at %a", gap, when);
    CHECK(late == 0 || gap >= -slack, "%La deep at %a already", gap, when);
    CHECK(late <= sight->horizon * (1 + 0x1p-50L) + tick, "%La is after the horizon %a", late,
          sight->horizon);
}

static bool check_velocity(const Sight* sight, double vx, double vy)
{
    const GrazeMovingDisc* s = &sight->meeting.s1;
    const GrazeMovingDisc* r = &sight->meeting.s2;
    double when;
    bool is_unsafe = graze_velocity_is_unsafe(s, r, vx, vy, sight->horizon, NULL);
    bool again = graze_velocity_is_unsafe(s, r, vx, vy, sight->horizon, &when);
    CHECK(is_unsafe == again, "(%a, %a): %d, with its time %d", vx, vy, is_unsafe, again);
    if (meeting_from(&sight->meeting) > meeting_to(&sight->meeting)) {
        CHECK(!is_unsafe, "(%a, %a) is unsafe, but they are never there together", vx, vy);
        return false;
    }
    Vec v = {(long double)vx - r->vx, (long double)vy - r->vy};
    long double gap = gap_until(sight, v, sight->horizon);
    long double slack = slack_of(sight);
    CHECK(is_unsafe || gap >= -slack, "(%a, %a) is safe, but a gap of %La", vx, vy, gap);
    CHECK(!is_unsafe || gap <= slack, "(%a, %a) is unsafe, but a gap of %La", vx, vy, gap);
    check_when(sight, v, when, is_unsafe);
    return is_unsafe;
}

static void check_leg(const Sight* sight, Vec leg, int side)
{
    long double slack = 0x1p-49L * (sight->size + hypotl(sight->p.x, sight->p.y)) + 0x1p-1000L;
    CHECK(is_unit((double)leg.x, (double)leg.y), "(%La, %La)", leg.x, leg.y);
    long double across = side * cross(sight->p, leg);
    CHECK(is_near((double)across, sight->reach, slack), "leg %d passes at %La, the reach is %La",
          side, across, sight->reach);
    CHECK(dot(sight->p, leg) >= -slack, "leg %d leads away", side);
}

static void check_cone(const Sight* sight, const GrazeVelocityObstacle* o)
{
    Vec left = {o->left_x, o->left_y};
    Vec right = {o->right_x, o->right_y};
    double horizon = sight->horizon;
    check_leg(sight, left, 1);
    check_leg(sight, right, -1);
    long double most = fabsl(o->apex_x) + fabsl(o->apex_y) + sight->size / horizon;
    /* Very short horizons lead to infinity. */
    if (most > 0.5L * DBL_MAX) return;
    long double slack = 0x1p-49L * most + 0x1p-1000L;
    CHECK(is_near(o->cut_x, o->apex_x + sight->p.x / horizon, slack) &&
              is_near(o->cut_y, o->apex_y + sight->p.y / horizon, slack) &&
              is_near(o->cut_radius, sight->reach / horizon, slack),
          "cut about (%a, %a), radius %a", o->cut_x, o->cut_y, o->cut_radius);
}

/* Checks that the cone contains exactly the velocities that are unsafe for ever. */
static void check_member(Sight* sight, const GrazeVelocityObstacle* o, double vx, double vy)
{
    double horizon = sight->horizon;
    sight->horizon = INFINITY;
    bool is_unsafe = check_velocity(sight, vx, vy);
    sight->horizon = horizon;
    Vec v = {(long double)vx - o->apex_x, (long double)vy - o->apex_y};
    if (sight->meeting.grid && o->kind != GRAZE_OBSTACLE_NOTHING) {
        bool expected = is_unsafe_exactly(sight, v);
        CHECK(is_unsafe == expected, "(%a, %a): %d, exactly %d", vx, vy, is_unsafe, expected);
    }
    if (o->kind != GRAZE_OBSTACLE_CONE) {
        CHECK(is_unsafe == (o->kind == GRAZE_OBSTACLE_EVERYTHING), "(%a, %a): %d of kind %d", vx,
              vy, is_unsafe, o->kind);
        return;
    }
    /* A velocity that rounding does not distinguish from a touch is unsafe. */
    if (fabsl(gap_until(sight, v, INFINITY)) <= slack_of(sight)) return;
    long double near = 0x1p-40L * hypotl(v.x, v.y);
    long double inside =
        fminl(cross((Vec){o->right_x, o->right_y}, v), cross(v, (Vec){o->left_x, o->left_y}));
    bool is_ahead = dot(sight->p, v) > 0;
    CHECK(!(inside > near && is_ahead) || is_unsafe, "(%a, %a) is in the cone", vx, vy);
    CHECK(!(inside < -near) || !is_unsafe, "(%a, %a) is not in the cone", vx, vy);
}

static double read_speed(Input* input, const Sight* sight, double usual)
{
    const Meeting* m = &sight->meeting;
    if (m->grid) return (double)input_int(input, 6) * (m->length_unit / m->time_unit);
    double any = input_double(input);
    return isfinite(any) && fabs(any) <= 1e150 ? any : usual;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Sight sight;
    if (!meeting_read(&input, false, &sight.meeting)) return 0;
    look(&sight);
    double horizon = fabs(input_double(&input));
    bool is_limited = input_below(&input, 2) == 1 && horizon > 0;
    sight.horizon = is_limited ? horizon : INFINITY;
    const GrazeMovingDisc* s = &sight.meeting.s1;
    GrazeVelocityObstacle o;
    graze_velocity_obstacle(s, &sight.meeting.s2, sight.horizon, &o);
    bool is_common = meeting_from(&sight.meeting) <= meeting_to(&sight.meeting);
    CHECK(is_common == (o.kind != GRAZE_OBSTACLE_NOTHING), "kind %d", o.kind);
    CHECK(o.apex_x == sight.meeting.s2.vx && o.apex_y == sight.meeting.s2.vy, "(%a, %a)", o.apex_x,
          o.apex_y);
    CHECK(o.horizon == sight.horizon, "horizon %a of %a", o.horizon, sight.horizon);
    if (o.kind == GRAZE_OBSTACLE_CONE) check_cone(&sight, &o);
    for (int k = 0; k < 4; k++) {
        double vx = k == 0 ? s->vx : read_speed(&input, &sight, s->vx);
        double vy = k == 0 ? s->vy : read_speed(&input, &sight, s->vy);
        check_velocity(&sight, vx, vy);
        check_member(&sight, &o, vx, vy);
    }
    return 0;
}
