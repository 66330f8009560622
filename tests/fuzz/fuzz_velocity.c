/*
 * Fuzzes graze_velocity_obstacle and graze_velocity_is_unsafe: the distance of the other's place
 * from the path of the relative velocity, on a grid in integers, otherwise in long double; the
 * first contact; and the cone, whose legs touch the disc and which contains exactly the velocities
 * that are unsafe for ever. The same for polygons, by all differences of their points, and for
 * spheres.
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

/* ---- polygons ---- */

enum { MAX_CORNERS = 4, MAX_DIFFERENCES = MAX_CORNERS * MAX_CORNERS };

/* p + b - a for all points. */
typedef struct {
    GrazePoint points[2][MAX_CORNERS];
    GrazeMovingPolygon polygons[2];
    Vec at[MAX_DIFFERENCES];
    int count;
    long double size;
} Shape;

static Vec minus(Vec p, Vec q)
{
    return (Vec){p.x - q.x, p.y - q.y};
}

static void read_shape(Input* input, const Sight* sight, Shape* shape)
{
    shape->count = 0;
    shape->size = sight->size;
    for (int k = 0; k < 2; k++) {
        int count = 1 + (int)input_below(input, MAX_CORNERS);
        for (int i = 0; i < count; i++) {
            /* Points of lengths beyond float32's range are whole numbers. */
            double unit = sight->meeting.length_unit < 0x1p100 ? sight->meeting.length_unit : 1;
            shape->points[k][i] = (GrazePoint){(float)((double)input_int(input, 5) * unit),
                                               (float)((double)input_int(input, 5) * unit)};
            shape->size += fabsl(shape->points[k][i].x) + fabsl((long double)shape->points[k][i].y);
        }
        shape->polygons[k] = (GrazeMovingPolygon){k == 0 ? sight->meeting.s1 : sight->meeting.s2,
                                                  shape->points[k], count};
        CHECK(graze_moving_polygon_check(&shape->polygons[k]) == GRAZE_OK, "refused");
    }
    for (int i = 0; i < shape->polygons[0].count; i++) {
        for (int j = 0; j < shape->polygons[1].count; j++) {
            GrazePoint a = shape->points[0][i];
            GrazePoint b = shape->points[1][j];
            shape->at[shape->count++] = (Vec){sight->p.x + b.x - a.x, sight->p.y + b.y - a.y};
        }
    }
}

/* Returns the distance of the origin from the segment p + s d, s in [0, 1]. */
static long double distance_to(Vec p, Vec d)
{
    long double square = dot(d, d);
    long double s = square > 0 ? fminl(fmaxl(-dot(p, d) / square, 0), 1) : 0;
    return hypotl(p.x + s * d.x, p.y + s * d.y);
}

static bool are_crossed(Vec p, Vec q, Vec d)
{
    long double first = cross(d, p);
    long double second = cross(d, q);
    Vec edge = minus(q, p);
    long double begin = cross(p, edge);
    long double end = cross(minus(p, d), edge);
    return ((first < 0 && second > 0) || (first > 0 && second < 0)) &&
           ((begin < 0 && end > 0) || (begin > 0 && end < 0));
}

/* Returns whether the origin is between all pairs of points that have the others on one side. */
static bool is_surrounded(const Shape* shape)
{
    bool is_flat = true;
    for (int i = 0; i < shape->count; i++) {
        for (int j = 0; j < shape->count; j++) {
            Vec edge = minus(shape->at[j], shape->at[i]);
            bool is_side = true;
            for (int k = 0; k < shape->count; k++) {
                long double turn = cross(edge, minus(shape->at[k], shape->at[i]));
                is_side = is_side && turn >= 0;
                is_flat = is_flat && turn == 0;
            }
            if (is_side && cross(shape->at[i], edge) < 0) return false;
        }
    }
    return !is_flat;
}

/* Returns the smallest gap between the shape and the path from the origin by d. All segments
 * between two points are in the shape, those of its outline among them. */
static long double shape_gap(const Shape* shape, Vec d, long double reach)
{
    if (is_surrounded(shape)) return -reach;
    long double least = INFINITY;
    for (int i = 0; i < shape->count; i++) {
        Vec p = shape->at[i];
        least = fminl(least, distance_to(p, (Vec){-d.x, -d.y}));
        for (int j = 0; j < i; j++) {
            Vec q = shape->at[j];
            least = fminl(least, distance_to(p, minus(q, p)));
            least = fminl(least, distance_to(minus(p, d), minus(q, p)));
            if (are_crossed(p, q, d)) least = 0;
        }
    }
    return least - reach;
}

static void check_shape_velocity(const Sight* sight, const Shape* shape, double vx, double vy)
{
    const GrazeMovingDisc* r = &sight->meeting.s2;
    bool is_unsafe = graze_polygon_velocity_is_unsafe(&shape->polygons[0], &shape->polygons[1], vx,
                                                      vy, sight->horizon);
    Vec v = {(long double)vx - r->vx, (long double)vy - r->vy};
    long double speed = hypotl(v.x, v.y);
    long double time = sight->horizon;
    /* Nothing is further away than the sum of all lengths. */
    if (speed > 0) time = fminl(time, 2 * shape->size / speed);
    if (speed == 0) time = 0;
    long double gap = shape_gap(shape, (Vec){v.x * time, v.y * time}, sight->reach);
    long double slack = 0x1p-50L * shape->size + 0x1p-1000L;
    CHECK(is_unsafe || gap >= -slack, "(%a, %a) is safe, but a gap of %La", vx, vy, gap);
    CHECK(!is_unsafe || gap <= slack, "(%a, %a) is unsafe, but a gap of %La", vx, vy, gap);
}

/* Checks that the vertices of the cut are points of the shape, and as far as any in all
 * directions. */
static void check_cut(const Sight* sight, const Shape* shape, const GrazeVelocity* cut,
                      int32_t count)
{
    double horizon = sight->horizon;
    const GrazeMovingDisc* r = &sight->meeting.s2;
    long double most = fabsl(r->vx) + fabsl((long double)r->vy) + shape->size / horizon;
    if (most > 0.5L * DBL_MAX) return;
    long double slack = 0x1p-48L * most + 0x1p-1000L;
    CHECK(count >= 1 && count <= shape->polygons[0].count + shape->polygons[1].count, "%d", count);
    for (int32_t k = 0; k < count; k++) {
        Vec vertex = {cut[k].vx - (long double)r->vx, cut[k].vy - (long double)r->vy};
        long double nearest = INFINITY;
        for (int i = 0; i < shape->count; i++) {
            Vec away = {shape->at[i].x / horizon - vertex.x, shape->at[i].y / horizon - vertex.y};
            nearest = fminl(nearest, hypotl(away.x, away.y));
        }
        CHECK(nearest <= slack, "vertex %d is %La from all points", k, nearest);
    }
    for (int k = 0; k < 16; k++) {
        const Vec direction = {cosl(0.4L * k), sinl(0.4L * k)};
        long double of_cut = -INFINITY;
        long double of_shape = -INFINITY;
        for (int32_t i = 0; i < count; i++) {
            Vec vertex = {cut[i].vx - (long double)r->vx, cut[i].vy - (long double)r->vy};
            of_cut = fmaxl(of_cut, dot(direction, vertex));
        }
        for (int i = 0; i < shape->count; i++)
            of_shape = fmaxl(of_shape, dot(direction, shape->at[i]) / horizon);
        CHECK(fabsl(of_cut - of_shape) <= slack, "%La, expected %La", of_cut, of_shape);
    }
}

static void check_shape_obstacle(const Sight* sight, const Shape* shape)
{
    GrazeVelocityObstacle o;
    GrazeVelocity cut[2 * MAX_CORNERS];
    GrazeVelocityObstacle again;
    double horizon = sight->horizon;
    int32_t count =
        graze_polygon_velocity_obstacle(&shape->polygons[0], &shape->polygons[1], horizon, &o, cut);
    graze_polygon_velocity_obstacle(&shape->polygons[0], &shape->polygons[1], horizon, &again,
                                    NULL);
    CHECK(again.kind == o.kind, "kind %d or %d", o.kind, again.kind);
    bool is_common = meeting_from(&sight->meeting) <= meeting_to(&sight->meeting);
    CHECK(is_common == (o.kind != GRAZE_OBSTACLE_NOTHING), "kind %d", o.kind);
    CHECK(o.apex_x == sight->meeting.s2.vx && o.apex_y == sight->meeting.s2.vy, "(%a, %a)",
          o.apex_x, o.apex_y);
    CHECK(o.horizon == horizon, "horizon %a of %a", o.horizon, horizon);
    CHECK(o.kind == GRAZE_OBSTACLE_CONE || count == 0, "%d", count);
    if (!is_common) return;
    long double slack = 0x1p-48L * shape->size + 0x1p-1000L;
    long double gap = shape_gap(shape, (Vec){0, 0}, sight->reach);
    bool is_cone = o.kind == GRAZE_OBSTACLE_CONE;
    CHECK(is_cone ? gap >= -slack : gap <= slack, "kind %d with a gap of %La", o.kind, gap);
    if (!is_cone || gap < slack) return;
    long double left = -INFINITY;
    long double right = -INFINITY;
    for (int i = 0; i < shape->count; i++) {
        left = fmaxl(left, cross((Vec){o.left_x, o.left_y}, shape->at[i]));
        right = fmaxl(right, cross(shape->at[i], (Vec){o.right_x, o.right_y}));
    }
    CHECK(is_unit(o.left_x, o.left_y) && is_unit(o.right_x, o.right_y), "legs");
    CHECK(fabsl(left + sight->reach) <= slack && fabsl(right + sight->reach) <= slack,
          "legs pass at %La and %La, the reach is %La", left, right, sight->reach);
    if (horizon == INFINITY) {
        CHECK(count == 0, "%d", count);
        return;
    }
    check_cut(sight, shape, cut, count);
    long double most = fabsl(o.apex_x) + fabsl((long double)o.apex_y) + shape->size / horizon;
    if (most > 0.5L * DBL_MAX) return;
    long double error = 0x1p-49L * most + 0x1p-1000L;
    CHECK(is_near(o.cut_x, o.apex_x + sight->p.x / horizon, error) &&
              is_near(o.cut_y, o.apex_y + sight->p.y / horizon, error) &&
              is_near(o.cut_radius, sight->reach / horizon, error),
          "cut about (%a, %a), radius %a", o.cut_x, o.cut_y, o.cut_radius);
}

static void check_polygons(Input* input, const Sight* sight)
{
    Shape shape;
    read_shape(input, sight, &shape);
    if (!(shape.size < 0x1p500L)) return;
    check_shape_obstacle(sight, &shape);
    bool is_common = meeting_from(&sight->meeting) <= meeting_to(&sight->meeting);
    for (int k = 0; k < 4; k++) {
        double vx = read_speed(input, sight, sight->meeting.s1.vx);
        double vy = read_speed(input, sight, sight->meeting.s1.vy);
        if (is_common && fabs(vx) + fabs(vy) < 0x1p400) check_shape_velocity(sight, &shape, vx, vy);
    }
    shape.points[0][0].y = NAN;
    CHECK(graze_moving_polygon_check(&shape.polygons[0]) == GRAZE_E_NOT_FINITE, "a point is NaN");
}

/* ---- spheres ---- */

static void check_spheres(Input* input, const Sight* sight)
{
    const GrazeMovingDisc* s = &sight->meeting.s1;
    const GrazeMovingDisc* r = &sight->meeting.s2;
    GrazeMovingSphere s1 = {s->x, s->y, 0, s->vx, s->vy, 0, 0, 0, 0, s->t0, s->t1, s->radius};
    GrazeMovingSphere s2 = {r->x, r->y, 0, r->vx, r->vy, 0, 0, 0, 0, r->t0, r->t1, r->radius};
    /* All heights are small numbers times a length that is there, so that ties are frequent. */
    s1.z = (double)input_int(input, 4) / 4 * s->radius;
    s2.vz = (double)input_int(input, 4) / 4 * r->vy;
    if (graze_velocity_sphere_check(&s1) != GRAZE_OK) return;
    if (graze_velocity_sphere_check(&s2) != GRAZE_OK) return;
    GrazeVelocityCone o;
    graze_velocity_cone(&s1, &s2, &o);
    bool is_common = meeting_from(&sight->meeting) <= meeting_to(&sight->meeting);
    CHECK(is_common == (o.kind != GRAZE_OBSTACLE_NOTHING), "kind %d", o.kind);
    if (!is_common) return;
    long double late = meeting_from(&sight->meeting) - (long double)r->t0;
    long double up = s2.vz * late - s1.z;
    const long double p[] = {sight->p.x, sight->p.y, up};
    long double size = sight->size + fabsl(s1.z) + fabsl(s2.vz * late);
    long double slack = 0x1p-48L * size + 0x1p-1000L;
    long double distance = hypotl(hypotl(p[0], p[1]), p[2]);
    bool is_cone = o.kind == GRAZE_OBSTACLE_CONE;
    CHECK(is_cone ? distance >= sight->reach - slack : distance <= sight->reach + slack,
          "kind %d at %La", o.kind, distance);
    if (is_cone) {
        for (int i = 0; i < 3; i++) {
            CHECK(is_near(o.offset[i], p[i], slack), "offset %a, expected %La", o.offset[i], p[i]);
            CHECK(fabsl(o.axis[i] * distance - p[i]) <= slack, "axis %a", o.axis[i]);
        }
        CHECK(is_near(o.reach, sight->reach, slack), "reach %a", o.reach);
        CHECK(fabsl(o.sin * distance - sight->reach) <= slack, "sin %a", o.sin);
        CHECK(o.cos > 0 &&
                  fabsl(o.cos * (long double)o.cos + o.sin * (long double)o.sin - 1) <= 0x1p-49L,
              "cos %a", o.cos);
    }
    for (int k = 0; k < 3; k++) {
        double vx = read_speed(input, sight, s->vx);
        double vy = read_speed(input, sight, s->vy);
        double vz = read_speed(input, sight, s2.vz);
        if (!(fabs(vx) + fabs(vy) + fabs(vz) < 0x1p400) || !(size < 0x1p400L)) continue;
        double when;
        bool is_unsafe =
            graze_sphere_velocity_is_unsafe(&s1, &s2, vx, vy, vz, sight->horizon, &when);
        const long double v[] = {(long double)vx - s2.vx, (long double)vy - s2.vy,
                                 (long double)vz - s2.vz};
        long double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        long double ahead = p[0] * v[0] + p[1] * v[1] + p[2] * v[2];
        long double t = square > 0 ? fminl(fmaxl(ahead / square, 0), sight->horizon) : 0;
        long double gap = hypotl(hypotl(p[0] - t * v[0], p[1] - t * v[1]), p[2] - t * v[2]);
        gap -= sight->reach;
        CHECK(is_unsafe || gap >= -slack, "(%a, %a, %a) is safe, but a gap of %La", vx, vy, vz,
              gap);
        CHECK(!is_unsafe || gap <= slack, "(%a, %a, %a) is unsafe, but a gap of %La", vx, vy, vz,
              gap);
        CHECK(is_unsafe ? when >= meeting_from(&sight->meeting) : when == INFINITY, "at %a", when);
        if (!is_unsafe || !isfinite(when)) continue;
        long double elapsed = when - (long double)meeting_from(&sight->meeting);
        long double tick = 0x1p-51L * (fabsl(when) + fabsl(meeting_from(&sight->meeting)));
        gap = hypotl(hypotl(p[0] - elapsed * v[0], p[1] - elapsed * v[1]), p[2] - elapsed * v[2]);
        gap -= sight->reach;
        long double rough = slack + sqrtl(square) * (tick + 0x1p-48L * elapsed + 0x1p-1074L);
        CHECK(gap <= rough && (elapsed == 0 || gap >= -rough), "a gap of %La at %a", gap, when);
    }
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
    check_spheres(&input, &sight);
    check_polygons(&input, &sight);
    return 0;
}
