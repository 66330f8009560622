/*
 * Tests paths of the core that no question of questions.js reaches: refusals, omitted options, too
 * little room, and simplices that GJK passes to a subdistance only after rounding errors.
 */
#include "../../src/graze.h"
#include "../../src/static/convex/subdistance.h"
#include "../../src/study/gjk_variants.h"
#include "../../src/tolerance.h"
#include "test.h"

#include <float.h>
#include <math.h>

static const GrazePose STILL = {0, 0, 1, 0};

static GrazeStatus polygon_status(const float* xy, int32_t count, float radius, int32_t* culprit)
{
    GrazePoint points[8];
    GrazeShape shape;
    for (int32_t i = 0; i < count; i++)
        points[i] = (GrazePoint){xy[2 * i], xy[2 * i + 1]};
    return graze_shape_polygon(&shape, points, count, radius, culprit);
}

static void shapes_are_refused_with_the_point_at_fault(void)
{
    const float square[] = {0, 0, 1, 0, 1, 1, 0, 1};
    const float dented[] = {0, 0, 2, 0, 1, 0.5F, 0, 2};
    const float spike[] = {0, 0, 1, 0, 1, 1, 0, 0, -1, -1};
    const float twice[] = {0, 3, -2, -3, 3, 1, -3, 1, 2, -3};
    const float broken[] = {0, 0, 1, NAN};
    const float endless[] = {INFINITY, 0};
    int32_t culprit = -2;
    CHECK(polygon_status(square, 4, 0, &culprit) == GRAZE_OK && culprit == -1);
    CHECK(polygon_status(square, 0, 0, &culprit) == GRAZE_E_TOO_FEW_POINTS && culprit == -1);
    CHECK(polygon_status(square, 4, -1, &culprit) == GRAZE_E_OUT_OF_RANGE && culprit == -1);
    CHECK(polygon_status(square, 4, NAN, &culprit) == GRAZE_E_NOT_FINITE && culprit == -1);
    CHECK(polygon_status(broken, 2, 0, &culprit) == GRAZE_E_NOT_FINITE && culprit == 1);
    CHECK(polygon_status(endless, 1, 0, &culprit) == GRAZE_E_NOT_FINITE && culprit == 0);
    CHECK(polygon_status(dented, 4, 0, &culprit) == GRAZE_E_NOT_CONVEX && culprit == 2);
    CHECK(polygon_status(spike, 5, 0, &culprit) == GRAZE_E_NOT_CONVEX);
    CHECK(polygon_status(twice, 5, 0, &culprit) == GRAZE_E_NOT_CONVEX);
    GrazePoint points[2] = {{0, 0}, {NAN, 0}};
    GrazePoint scratch[3];
    GrazeShape shape;
    CHECK(graze_shape_hull(&shape, points, scratch, 2, 0, &culprit) == GRAZE_E_NOT_FINITE);
    CHECK(culprit == 1);
}

static void folds_and_windings_are_distinguished(void)
{
    const float fold[] = {0, 0, 1, 1, 0, 0, 1, 0};
    const float fold_low[] = {0, 0, 2, 1, 1, 0.5F, -1, 1, 2, 1};
    const float clockwise[] = {0, 1, 1, 1, 1, 0, 0, 0, 0, 1};
    const float flat[] = {0, 0, 1, 0, 0, 0, 3, 0};
    int32_t culprit;
    CHECK(polygon_status(fold, 4, 0, &culprit) == GRAZE_E_NOT_CONVEX);
    CHECK(polygon_status(fold_low, 5, 0, &culprit) == GRAZE_E_NOT_CONVEX);
    CHECK(polygon_status(clockwise, 5, 0, &culprit) == GRAZE_OK);
    CHECK(polygon_status(flat, 4, 0, &culprit) == GRAZE_OK);
}

static void poses_and_rays_are_checked(void)
{
    GrazePose pose;
    CHECK(graze_pose(0, 0, 1, &pose) == GRAZE_OK);
    CHECK(graze_pose(NAN, 0, 0, &pose) == GRAZE_E_NOT_FINITE);
    CHECK(graze_pose(0, INFINITY, 0, &pose) == GRAZE_E_NOT_FINITE);
    CHECK(graze_pose(0, 0, NAN, &pose) == GRAZE_E_NOT_FINITE);
    CHECK(graze_pose(1e39, 0, 0, &pose) == GRAZE_E_OUT_OF_RANGE);
    CHECK(graze_pose(0, -1e39, 0, &pose) == GRAZE_E_OUT_OF_RANGE);
    CHECK(graze_pose(0, 0, 2e7, &pose) == GRAZE_E_OUT_OF_RANGE);
    CHECK(graze_heading_pose(1, 2, 0.6, 0.8, &pose) == GRAZE_OK);
    CHECK(pose.x == 1 && pose.y == 2 && fabs(pose.cos - 0.6) < 1e-15 &&
          fabs(pose.sin - 0.8) < 1e-15);
    CHECK(graze_heading_pose(0, 0, NAN, 0, &pose) == GRAZE_E_NOT_FINITE);
    CHECK(graze_heading_pose(0, 0, 1, INFINITY, &pose) == GRAZE_E_NOT_FINITE);
    CHECK(graze_heading_pose(0, 1e39, 1, 0, &pose) == GRAZE_E_OUT_OF_RANGE);
    CHECK(graze_heading_pose(0, 0, 1, 1, &pose) == GRAZE_E_NOT_A_HEADING);
    CHECK(graze_ray_check(&(GrazeRay){0, 0, 1, 0}) == GRAZE_OK);
    CHECK(graze_ray_check(&(GrazeRay){0, 0, NAN, 0}) == GRAZE_E_NOT_FINITE);
    CHECK(graze_ray_check(&(GrazeRay){0, 0, 0, 1e39}) == GRAZE_E_OUT_OF_RANGE);
}

/* Every number of a pose must be in its range, which includes its ends. */
static void numbers_of_a_pose_are_checked(void)
{
    const double most[3] = {GRAZE_MAX_POSITION, GRAZE_MAX_POSITION, GRAZE_MAX_ANGLE};
    for (int i = 0; i < 6; i++) {
        double numbers[3] = {0, 0, 0};
        double end = i % 2 == 0 ? most[i / 2] : -most[i / 2];
        GrazePose pose;
        numbers[i / 2] = end;
        CHECK(graze_pose(numbers[0], numbers[1], numbers[2], &pose) == GRAZE_OK);
        CHECK(pose.x == numbers[0] && pose.y == numbers[1]);
        CHECK(graze_heading_pose(numbers[0], numbers[1], 1, 0, &pose) == GRAZE_OK);
        numbers[i / 2] = 2 * end - nextafter(end, 0);
        GrazeStatus status = graze_pose(numbers[0], numbers[1], numbers[2], &pose);
        CHECK(status == GRAZE_E_OUT_OF_RANGE);
        status = graze_heading_pose(numbers[0], numbers[1], 1, 0, &pose);
        CHECK(status == (i < 4 ? GRAZE_E_OUT_OF_RANGE : GRAZE_OK));
    }
}

/* Headings of every accepted length are normalized to the last digit; other lengths are refused. */
static void headings_are_brought_to_length_1(void)
{
    for (int k = 0; k <= 4000; k++) {
        double excess = ldexp(k % 2 == 0 ? 1 : -1, -10 - k / 100) * (1 + 0.25 * (k % 5 - 2));
        double length = sqrt(1 + excess);
        double cos = length * (k % 7 < 3 ? 0.6 : -0.8);
        double sin = length * (k % 7 < 3 ? 0.8 : 0.6);
        long double square = (long double)cos * cos + (long double)sin * sin;
        GrazePose pose;
        GrazeStatus status = graze_heading_pose(0, 0, cos, sin, &pose);
        if (fabsl(fabsl(square - 1) - (long double)GRAZE_HEADING_SLACK) < 0x1p-50L) continue;
        bool is_heading = fabsl(square - 1) < (long double)GRAZE_HEADING_SLACK;
        CHECK(status == (is_heading ? GRAZE_OK : GRAZE_E_NOT_A_HEADING));
        if (!is_heading) continue;
        long double root = sqrtl(square);
        CHECK(fabsl(pose.cos - cos / root) < 0x1p-52L && fabsl(pose.sin - sin / root) < 0x1p-52L);
        GrazePlacement place = {1, 2, (float)cos, (float)sin};
        GrazePose placed = graze_placement_pose(&place);
        CHECK(graze_placement_check(&place) == GRAZE_OK);
        CHECK(graze_heading_pose(1, 2, place.cos, place.sin, &pose) == GRAZE_OK);
        CHECK(placed.x == 1 && placed.y == 2 && placed.cos == pose.cos && placed.sin == pose.sin);
    }
}

static void segments_and_boxes_are_checked(void)
{
    const GrazeMovingDisc good = {.t1 = 1};
    GrazeMovingDisc s = good;
    CHECK(graze_moving_disc_check(&s) == GRAZE_OK);
    s.vx = NAN;
    CHECK(graze_moving_disc_check(&s) == GRAZE_E_NOT_FINITE);
    s.vx = 1e200;
    CHECK(graze_moving_disc_check(&s) == GRAZE_E_OUT_OF_RANGE);
    s = good;
    s.t0 = 2;
    CHECK(graze_moving_disc_check(&s) == GRAZE_E_OUT_OF_RANGE);
    s = good;
    s.radius = -1;
    CHECK(graze_moving_disc_check(&s) == GRAZE_E_OUT_OF_RANGE);
    CHECK(graze_box_check(&(GrazeBox){0, 0, 1, 1}) == GRAZE_OK);
    CHECK(graze_box_check(&(GrazeBox){NAN, 0, 1, 1}) == GRAZE_E_NOT_FINITE);
    CHECK(graze_box_check(&(GrazeBox){0, 0, -1, 1}) == GRAZE_E_OUT_OF_RANGE);
    CHECK(graze_box_check(&(GrazeBox){0, 0, 1, -1}) == GRAZE_E_OUT_OF_RANGE);
}

static void polygons_are_checked(void)
{
    const GrazeMovingDisc disc = {.t1 = 1};
    GrazePoint points[2] = {{0, 0}, {FLT_MAX, -FLT_MAX}};
    const GrazeMovingPolygon polygon = {disc, points, 2};
    CHECK(graze_moving_polygon_check(&polygon) == GRAZE_OK);
    points[1].y = INFINITY;
    CHECK(graze_moving_polygon_check(&polygon) == GRAZE_E_NOT_FINITE);
    points[1] = (GrazePoint){NAN, 0};
    CHECK(graze_moving_polygon_check(&polygon) == GRAZE_E_NOT_FINITE);
}

static void spheres_and_routes_are_checked(void)
{
    GrazeMovingSphere spheres[2] = {{.vz = 1, .t1 = 1}, {.t0 = 1, .t1 = 2}};
    const GrazeRoute route = {spheres, 2, GRAZE_STAY, GRAZE_STAY};
    int32_t culprit;
    CHECK(graze_route_check(&route, &culprit) == GRAZE_OK && culprit == -1);
    spheres[1].t0 = 0.5;
    CHECK(graze_route_check(&route, &culprit) == GRAZE_E_OUT_OF_ORDER && culprit == 1);
    spheres[1].radius = -1;
    CHECK(graze_route_check(&route, &culprit) == GRAZE_E_OUT_OF_RANGE && culprit == 1);
    CHECK(graze_route_check(&(GrazeRoute){spheres, 0, GRAZE_STAY, GRAZE_STAY}, &culprit) ==
          GRAZE_E_OUT_OF_RANGE);
}

/* Every number of a ray and of a segment is checked. */
static void numbers_of_rays_and_segments_are_checked(void)
{
    double most = GRAZE_MAX_POSITION;
    for (int i = 0; i < 4; i++) {
        GrazeRay ray = {0, 0, 0, 0};
        double* numbers = &ray.x;
        numbers[i] = -most;
        CHECK(graze_ray_check(&ray) == GRAZE_OK);
        numbers[i] = nextafter(-most, -INFINITY);
        CHECK(graze_ray_check(&ray) == GRAZE_E_OUT_OF_RANGE);
        numbers[i] = NAN;
        CHECK(graze_ray_check(&ray) == GRAZE_E_NOT_FINITE);
    }
    for (int i = 0; i < 7; i++) {
        GrazeMovingDisc segment = {1, 2, 3, 4, 5, 6, 7};
        double* numbers = &segment.x;
        CHECK(graze_moving_disc_check(&segment) == GRAZE_OK);
        numbers[i] = i % 2 == 0 ? NAN : INFINITY;
        CHECK(graze_moving_disc_check(&segment) == GRAZE_E_NOT_FINITE);
    }
}

/* Every number of a moving sphere is checked, on every axis. */
static void numbers_of_a_sphere_are_checked(void)
{
    const GrazeMovingSphere sound = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    CHECK(graze_moving_sphere_check(&sound) == GRAZE_OK);
    for (int i = 0; i < 12; i++) {
        GrazeMovingSphere sphere = sound;
        double* numbers = &sphere.x;
        numbers[i] = NAN;
        CHECK(graze_moving_sphere_check(&sphere) == GRAZE_E_NOT_FINITE);
        numbers[i] = INFINITY;
        CHECK(graze_moving_sphere_check(&sphere) == GRAZE_E_NOT_FINITE);
        /* Such an end is out of range by itself; if nothing moves, other numbers are too. */
        sphere = (GrazeMovingSphere){0};
        numbers[i] = GRAZE_MAX_MAGNITUDE;
        if (i == 9) numbers[10] = GRAZE_MAX_MAGNITUDE;
        CHECK(graze_moving_sphere_check(&sphere) == GRAZE_OK);
        numbers[i] = nextafter(GRAZE_MAX_MAGNITUDE, INFINITY);
        CHECK(graze_moving_sphere_check(&sphere) == GRAZE_E_OUT_OF_RANGE);
    }
    for (int axis = 0; axis < 3; axis++) {
        GrazeMovingSphere sphere = {.t0 = -1, .t1 = 2};
        double* numbers = &sphere.x;
        double most = GRAZE_MAX_MAGNITUDE;
        numbers[3 + axis] = -most / 3;
        CHECK(graze_moving_sphere_check(&sphere) == GRAZE_OK);
        numbers[axis] = most / 8;
        CHECK(graze_moving_sphere_check(&sphere) == GRAZE_E_OUT_OF_RANGE);
        numbers[3 + axis] = 0;
        numbers[6 + axis] = most / 8;
        CHECK(graze_moving_sphere_check(&sphere) == GRAZE_OK);
        numbers[6 + axis] = most / 4;
        CHECK(graze_moving_sphere_check(&sphere) == GRAZE_E_OUT_OF_RANGE);
    }
    CHECK(graze_moving_sphere_check(&(GrazeMovingSphere){.radius = -1}) == GRAZE_E_OUT_OF_RANGE);
    CHECK(graze_moving_sphere_check(&(GrazeMovingSphere){.t0 = 1}) == GRAZE_E_OUT_OF_RANGE);
}

/*
 * Routes of one piece of zero duration are only the stays before and after it. These alone decide
 * whether the routes meet, and from or up to which delay.
 */
static void routes_of_an_instant_are_their_stays(void)
{
    const GrazeRouteOptions all = {-INFINITY, INFINITY, GRAZE_TOUCHING_CONFLICT,
                                   GRAZE_SPAN_ENDS_CONTACT};
    for (int ends = 0; ends < 16; ends++) {
        GrazeMovingSphere here = {.t0 = 2, .t1 = 2, .radius = 0.5};
        GrazeMovingSphere there = {.x = 0.75, .t0 = 5, .t1 = 5, .radius = 0.5};
        const GrazeEnding kinds[2] = {GRAZE_VANISH, GRAZE_STAY};
        GrazeRoute a = {&here, 1, kinds[ends & 1], kinds[ends >> 1 & 1]};
        GrazeRoute b = {&there, 1, kinds[ends >> 2 & 1], kinds[ends >> 3 & 1]};
        /* With delay x, a is present from 2 + x on, or before, or both. */
        bool before = a.before == GRAZE_STAY;
        bool after = a.after == GRAZE_STAY;
        bool always = (before && b.before == GRAZE_STAY) || (after && b.after == GRAZE_STAY);
        double lo = always || after || b.before == GRAZE_STAY ? -INFINITY : 3;
        double hi = always || before || b.after == GRAZE_STAY ? INFINITY : 3;
        GrazeSpan spans[4];
        CHECK(graze_route_delays(&a, &b, 1, &all, spans, 4) == 1);
        CHECK(spans[0].begin == lo && spans[0].end == hi);
        there.x = 1.25;
        CHECK(graze_route_delays(&a, &b, 1, &all, spans, 4) == 0);
    }
}

/*
 * The routes begin and end at a touch. They leave it and return to it so that rounding finds no
 * contact of a piece with a place; the stays at both ends touch all the same.
 */
static void stays_touch_even_where_pieces_from_them_do_not(void)
{
    const double vx = -12 * (5.0 / 7) - 5 * 0x1p-29;
    const double vy = 5 * (5.0 / 7) - 12 * 0x1p-29;
    const GrazeMovingSphere here[2] = {{.vx = -vx, .vy = -vy, .t1 = 1, .radius = 6},
                                       {-vx, -vy, 0, vx, vy, 0, 0, 0, 0, 1, 2, 6}};
    const GrazeMovingSphere there[2] = {{5, 12, 0, vx, vy, 0, 0, 0, 0, 0, 1, 7},
                                        {5 + vx, 12 + vy, 0, -vx, -vy, 0, 0, 0, 0, 1, 2, 7}};
    const GrazeEnding kinds[2] = {GRAZE_VANISH, GRAZE_STAY};
    const GrazeMovingSphere place = {5, 12, 0, 0, 0, 0, 0, 0, 0, 0, 2, 7};
    const GrazeRouteOptions all = {-INFINITY, INFINITY, GRAZE_TOUCHING_CONFLICT,
                                   GRAZE_SPAN_ENDS_CONTACT};
    GrazeConflict met[2];
    CHECK(graze_conflicts(&here[0], &place, met) == 0 &&
          graze_conflicts(&here[1], &place, met) == 0);
    for (int ends = 0; ends < 16; ends++) {
        const GrazeRoute a = {here, 2, kinds[ends & 1], kinds[ends >> 1 & 1]};
        const GrazeRoute b = {there, 2, kinds[ends >> 2 & 1], kinds[ends >> 3 & 1]};
        bool before = a.before == GRAZE_STAY;
        bool after = a.after == GRAZE_STAY;
        bool always = (before && b.before == GRAZE_STAY) || (after && b.after == GRAZE_STAY);
        GrazeSpan spans[8];
        int32_t count = graze_route_delays(&a, &b, 1, &all, spans, 8);
        bool begins = always || (after && b.before == GRAZE_STAY);
        bool ends_never = always || (before && b.after == GRAZE_STAY);
        CHECK(count <= 8 && (count > 0) >= (begins || ends_never));
        if (count == 0 || count > 8) continue;
        CHECK((spans[0].begin == -INFINITY) == begins);
        CHECK((spans[count - 1].end == INFINITY) == ends_never);
        CHECK(!always || count == 1);
    }
}

/*
 * A piece of 2^60 ends 3 before the path of the other disc. The discs would be nearest 3 * 2^-60 of
 * its path farther on, which is within the last bit of a double, but it never gets there. So they
 * touch at 4 from its end, not at 5.
 */
static void a_piece_that_ends_before_passing_by_is_not_met_there(void)
{
    const GrazeMovingSphere fast = {.x = -0x1p+60, .vx = 0x1p+60, .t1 = 1, .radius = 2};
    const GrazeMovingSphere slow = {.x = 3, .y = -20, .vy = 1, .t1 = 40, .radius = 3};
    GrazeSpan spans[GRAZE_MAX_DELAYS];
    CHECK(graze_unsafe_delays(&fast, &slow, spans) == 1);
    CHECK(fabs(spans[0].begin - 15) < 1e-13 && fabs(spans[0].end - 23) < 1e-13);
    CHECK(graze_unsafe_delays(&slow, &fast, spans) == 1);
    CHECK(fabs(spans[0].begin + 23) < 1e-13 && fabs(spans[0].end + 15) < 1e-13);
}

/* The distance of two discs differs from the sum of their radii by less than the smallest
 * double; the gap keeps its sign. */
static void a_gap_that_is_too_small_for_a_double_keeps_its_sign(void)
{
    const double u = 0x1p-1074;
    const GrazeMovingDisc discs[4] = {{.t1 = 1},
                                      {.x = 2 * u, .y = 2 * u, .t1 = 1, .radius = 3 * u},
                                      {.x = 2 * u, .y = u, .t1 = 1, .radius = 2 * u},
                                      {.x = 3 * u, .y = 4 * u, .t1 = 1, .radius = 5 * u}};
    const int32_t relations[3] = {GRAZE_OVERLAPPING, GRAZE_DISJOINT, GRAZE_TOUCHING};
    const double gaps[3] = {-u, u, 0};
    uint32_t pairs[6] = {0, 1, 0, 2, 0, 3};
    uint8_t verdicts[3];
    double intervals[6];
    double clearances[6];
    const GrazeConflictBatch out = {pairs, verdicts, intervals, clearances, 3};
    const GrazeMovingDiscs all = {discs, true};
    CHECK(graze_moving_discs_conflicts(&all, 3, &out) == 2);
    for (int k = 0; k < 3; k++) {
        GrazeApproach one;
        graze_approach_discs(&discs[0], &discs[k + 1], &one);
        CHECK(one.relation == relations[k] && one.separation == gaps[k]);
        CHECK(verdicts[k] == relations[k] && clearances[2 * k] == gaps[k]);
    }
}

/* Along the path p = (s^2 - s / 2 - 1 / 4, s / 2), half the derivative of |p|^2 is 2 (s - 1 /
   2)^2 (s + 1 / 4), which is exactly 0 at s = 1 / 2. */
static void a_distance_that_rests_for_an_instant_and_grows_on(void)
{
    const GrazeMovingSphere bent = {.x = -0.25, .vx = -0.5, .vy = 0.5, .ax = 2, .t1 = 1};
    const GrazeMovingSphere resting = {.t1 = 1, .radius = 0.375};
    GrazeConflict conflicts[2];
    CHECK(graze_conflicts(&bent, &resting, conflicts) == 1);
    CHECK(conflicts[0].begin == 0 && conflicts[0].time == 0 && conflicts[0].separation == -0.125);
    double s = conflicts[0].end;
    double x = s * s - s / 2 - 0.25;
    CHECK(s > 0.5 && s < 1 && fabs(sqrt(x * x + s * s / 4) - 0.375) < 1e-15);
}

enum { MOVING_DISCS = 61, DISC_PAIRS = MOVING_DISCS * MOVING_DISCS };

/* Checks that every contact found in a batch is found by the single query too, and that no other
 * pair is in contact. */
static void check_moving_discs(const GrazeMovingDisc* moving_discs, const GrazeConflictBatch* out,
                               int32_t found, int32_t split)
{
    int32_t k = 0;
    for (uint32_t i = 0; i < (split > 0 ? (uint32_t)split : MOVING_DISCS); i++) {
        for (uint32_t j = split > 0 ? (uint32_t)split : i + 1; j < MOVING_DISCS; j++) {
            GrazeApproach one;
            graze_approach_discs(&moving_discs[i], &moving_discs[j], &one);
            if (one.relation == GRAZE_DISJOINT || i % 5 == j % 5 || k >= found) continue;
            CHECK(out->pairs[2 * k] == i && out->pairs[2 * k + 1] == j);
            CHECK(out->relations[k] == one.relation);
            CHECK(out->intervals[2 * k] == one.begin && out->intervals[2 * k + 1] == one.end);
            CHECK(out->clearances[2 * k] == one.separation);
            CHECK(out->clearances[2 * k + 1] == one.time);
            k++;
        }
    }
    CHECK(k == found && k > 0);
}

/* Two ranges use all of the promised memory, and no byte more. */
static void check_scratch(const GrazeMovingDiscs* segments, const uint32_t* agents, char* scratch,
                          const GrazeConflictBatch* out)
{
    size_t room = graze_moving_discs_scratch(MOVING_DISCS);
    for (int byte = 0; byte < 2; byte++) {
        const char filler = (char)(0x55 << byte);
        memset(scratch, filler, room + 8);
        graze_moving_discs_between(segments, agents, (GrazeRange){0, 20},
                                   (GrazeRange){20, MOVING_DISCS - 20}, scratch, out);
        CHECK(memcmp(scratch + room - 4, "\x55\x55\x55\x55", 4) != 0 || byte == 1);
        CHECK(memcmp(scratch + room - 4, "\xaa\xaa\xaa\xaa", 4) != 0 || byte == 0);
        for (size_t k = room; k < room + 8; k++)
            CHECK(scratch[k] == filler);
    }
}

/* Both discs end at 0, one of them at -0: the end of the common time equals that of a single
 * query, with its sign. */
static void batches_keep_the_sign_of_zero(void)
{
    for (int k = 0; k < 16; k++) {
        const GrazeMovingDisc two[2] = {
            {.x = k / 4 % 2, .vx = 1, .t0 = -1, .t1 = k % 2 ? 0.0 : -0.0, .radius = 1},
            {.x = 1.5, .t0 = k / 8 ? -0.5 : -1, .t1 = k / 2 % 2 ? 0.0 : -0.0, .radius = 1}};
        const GrazeMovingDiscs all = {two, true};
        uint32_t pair[2] = {0, 1};
        uint8_t verdict;
        double interval[2];
        double clearance[2];
        GrazeApproach one;
        graze_approach_discs(&two[0], &two[1], &one);
        graze_moving_discs_conflicts(&all, 1,
                                     &(GrazeConflictBatch){pair, &verdict, interval, clearance, 1});
        const double reported[4] = {interval[0], interval[1], clearance[0], clearance[1]};
        const double due[4] = {one.begin, one.end, one.separation, one.time};
        for (int i = 0; i < 4; i++)
            CHECK(reported[i] == due[i] && signbit(reported[i]) == signbit(due[i]));
    }
}

static void batches_equal_single_queries(void)
{
    static uint32_t pairs[2 * DISC_PAIRS];
    static uint8_t verdicts[DISC_PAIRS];
    static double intervals[2 * DISC_PAIRS];
    static double clearances[2 * DISC_PAIRS];
    static double scratch[16 * MOVING_DISCS + 64];
    GrazeConflictBatch out = {pairs, verdicts, intervals, clearances, DISC_PAIRS};
    GrazeMovingDisc moving_discs[MOVING_DISCS];
    float rounded[MOVING_DISCS][7];
    uint32_t agents[MOVING_DISCS];
    CHECK(graze_moving_discs_scratch(MOVING_DISCS) <= sizeof scratch);
    for (int k = 0; k < MOVING_DISCS; k++) {
        double start = k % 4;
        moving_discs[k] =
            (GrazeMovingDisc){(k * 7 % 12) / 2.0, (k * 5 % 13) / 2.0, k % 3 - 1, k % 2, start,
                              start + k % 5,      0.25 * (k % 4)};
        const double numbers[7] = {moving_discs[k].x,     moving_discs[k].y,  moving_discs[k].vx,
                                   moving_discs[k].vy,    moving_discs[k].t0, moving_discs[k].t1,
                                   moving_discs[k].radius};
        for (int i = 0; i < 7; i++)
            rounded[k][i] = (float)numbers[i];
        agents[k] = (uint32_t)k % 5;
    }
    const GrazeMovingDiscs both[] = {{moving_discs, true}, {rounded, false}};
    for (int i = 0; i < 2; i++) {
        int32_t culprit = -1;
        int32_t found = graze_moving_discs_among(&both[i], agents, MOVING_DISCS, scratch, &out);
        check_moving_discs(moving_discs, &out, found, 0);
        found = graze_moving_discs_between(&both[i], agents, (GrazeRange){0, 20},
                                           (GrazeRange){20, MOVING_DISCS - 20}, scratch, &out);
        check_moving_discs(moving_discs, &out, found, 20);
        CHECK(graze_moving_discs_check(&both[i], 0, MOVING_DISCS, &culprit) == GRAZE_OK &&
              culprit == -1);
        CHECK(graze_moving_discs_among(&both[i], agents, 0, scratch, &out) == 0);
        const GrazeNearOptions contact = {0, -INFINITY, INFINITY};
        found = graze_moving_discs_near(&both[i], agents, MOVING_DISCS, &contact, scratch, &out);
        check_moving_discs(moving_discs, &out, found, 0);
        CHECK(graze_moving_discs_between(&both[i], agents, (GrazeRange){0, 9}, (GrazeRange){9, 0},
                                         scratch, &out) == 0);
        check_scratch(&both[i], agents, (char*)scratch, &out);
        out.capacity = 1;
        CHECK(graze_moving_discs_among(&both[i], agents, MOVING_DISCS, scratch, &out) > 1);
        out.capacity = DISC_PAIRS;
    }
    int32_t culprit = -1;
    moving_discs[3].radius = -1;
    CHECK(graze_moving_discs_check(&both[0], 1, 9, &culprit) == GRAZE_E_OUT_OF_RANGE &&
          culprit == 3);
}

static GrazeShape square_of(GrazePoint points[4], float half)
{
    const GrazePoint corners[4] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    for (int i = 0; i < 4; i++)
        points[i] = corners[i];
    return (GrazeShape){points, 4, 0, half, NULL, NULL};
}

/* Tracks of 20 discs each, one behind the other, which are found by blocks of time. */
static void long_tracks_are_found_as_single_discs(void)
{
    enum { TRACKS = 3, LENGTH = 20, DISCS = TRACKS * LENGTH, PAIRS = DISCS * DISCS };
    static GrazeMovingDisc discs[DISCS];
    static uint32_t agents[DISCS];
    static uint32_t indices[2 * PAIRS];
    static uint8_t relations[PAIRS];
    static double intervals[2 * PAIRS];
    static double clearances[2 * PAIRS];
    const GrazeConflictBatch out = {indices, relations, intervals, clearances, PAIRS};
    const GrazeMovingDiscs all = {discs, true};
    void* scratch = malloc(graze_moving_discs_scratch(DISCS));
    int32_t expected = 0;
    if (scratch == NULL) abort();
    for (int32_t k = 0; k < DISCS; k++) {
        int32_t track = k / LENGTH;
        int32_t piece = k % LENGTH;
        agents[k] = (uint32_t)track;
        discs[k] = (GrazeMovingDisc){piece, track * (piece % 3) / 2.0, 1, 0, piece, piece + 1, 0.5};
    }
    int32_t found = graze_moving_discs_among(&all, agents, DISCS, scratch, &out);
    for (uint32_t i = 0; i < DISCS; i++) {
        for (uint32_t j = i + 1; j < DISCS; j++) {
            GrazeApproach one;
            graze_approach_discs(&discs[i], &discs[j], &one);
            if (one.relation == GRAZE_DISJOINT || agents[i] == agents[j]) continue;
            const uint32_t* pair = &indices[2 * expected];
            CHECK(expected < found && pair[0] == i && pair[1] == j);
            CHECK(relations[expected] == one.relation);
            CHECK(intervals[2 * expected] == one.begin && intervals[2 * expected + 1] == one.end);
            expected++;
        }
    }
    CHECK(expected == found && found > LENGTH);
    free(scratch);
}

static void options_can_be_left_out_and_steps_too(void)
{
    GrazePoint points[4];
    GrazeShape square = square_of(points, 1);
    GrazePose far = {5, 1, 1, 0};
    GrazeDistance plain;
    GrazeDistance traced;
    GrazeGjkRound step;
    graze_distance(&square, &STILL, &square, &far, &plain);
    int32_t rounds = graze_trace(&square, &STILL, &square, &far, NULL, &step, 1, &traced);
    CHECK(plain.distance == 3 && traced.distance == 3 && rounds == plain.iterations && rounds > 1);
    CHECK(!graze_collide(&square, &STILL, &square, &far));
}

/* The choice of the frame is the same down to the last sort key: the bodies have equal |x| +
 * |y|, or equal headings. */
static void order_of_bodies_makes_no_difference(void)
{
    GrazePoint points[4];
    GrazeShape square = square_of(points, 1);
    const GrazePose poses[6] = {{3, -4, 1, 0},     {-3, 4, 1, 0},      {3, 4, 1, 0},
                                {3, 4, -0.6, 0.8}, {3, 4, -0.6, -0.8}, {3, 4, 0.6, 0.8}};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            GrazeDistance forth;
            GrazeDistance back;
            graze_distance(&square, &poses[i], &square, &poses[j], &forth);
            graze_distance(&square, &poses[j], &square, &poses[i], &back);
            CHECK(forth.distance == back.distance && forth.relation == back.relation);
            CHECK(forth.witness.point_a_x == back.witness.point_b_x &&
                  forth.witness.point_a_y == back.witness.point_b_y);
            CHECK(i == j || forth.witness.normal_x == -back.witness.normal_x);
        }
    }
}

/* A heading is turned by exactly half a turn: the relative sine is exactly 0. */
static void opposite_headings(void)
{
    GrazePoint points[4];
    GrazeShape square = square_of(points, 1);
    const GrazePose one = {0, 0, 0.6, 0.8};
    const GrazePose other = {3, 4, -0.6, -0.8};
    CHECK(graze_relation(&square, &one, &square, &other) == GRAZE_DISJOINT);
    GrazePenetration deep;
    graze_penetration(&square, &one, &square, &one, &deep);
    CHECK(deep.relation == GRAZE_OVERLAPPING && deep.depth == 2);
}

static void rounded_casts_end_and_begin_in_contact(void)
{
    const GrazePoint origin = {0, 0};
    const GrazeShape disc = {&origin, 1, 1, 0, NULL, NULL};
    const GrazePose far = {4, 0, 1, 0};
    const GrazePose near = {2, 0, 1, 0};
    GrazeCast cast;
    graze_shape_cast(&disc, &STILL, &disc, &far, 2, 0, GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status == GRAZE_CAST_GRAZING && cast.begin == 1 && cast.end == 1);
    graze_shape_cast(&disc, &STILL, &disc, &near, 4, 0, GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status == GRAZE_CAST_HIT && cast.begin == 0 && cast.end == 1);
    graze_shape_cast(&disc, &STILL, &disc, &near, -4, 0, GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status == GRAZE_CAST_GRAZING && cast.begin == 0 && cast.end == 0);
    graze_shape_cast(&disc, &STILL, &disc, &far, 6, 0, GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status == GRAZE_CAST_HIT && cast.end == 1);
    const GrazePose aside = {5, 2, 1, 0};
    graze_shape_cast(&disc, &STILL, &disc, &aside, 10, 0, GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status == GRAZE_CAST_GRAZING && cast.begin == 0.5 && cast.end == 0.5);
    graze_shape_cast(&disc, &STILL, &disc, &near, 0, 0, GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status == GRAZE_CAST_GRAZING && cast.end == 1);
}

/* Radii reach across the gap to the last digit of double: below the filter, above it, and
 * exactly. */
static void discs_within_an_ulp_of_touching(void)
{
    const GrazePoint origin = {0, 0};
    const GrazePoint corners[2] = {{0, -1}, {0, 1}};
    const GrazeShape disc = {&origin, 1, 1, 0, NULL, NULL};
    const GrazeShape capsule = {corners, 2, 1, 1, NULL, NULL};
    const double gaps[3] = {2 + 0x1p-51, 2, 2 - 0x1p-52};
    const GrazeRelation expected[3] = {GRAZE_DISJOINT, GRAZE_TOUCHING, GRAZE_OVERLAPPING};
    for (int i = 0; i < 3; i++) {
        GrazePose pose = {gaps[i], 0, 1, 0};
        CHECK(graze_relation(&disc, &STILL, &disc, &pose) == expected[i]);
        CHECK(graze_relation(&capsule, &STILL, &disc, &pose) == expected[i]);
    }
}

static void squares_that_touch_and_part_graze(void)
{
    GrazePoint points[4];
    GrazeShape square = square_of(points, 1);
    const GrazePose beside = {2, 0, 1, 0};
    GrazeCast cast;
    graze_shape_cast(&square, &STILL, &square, &beside, -1, 0, GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status == GRAZE_CAST_GRAZING && cast.begin == 0 && cast.end == 0);
    graze_shape_cast(&square, &STILL, &square, &beside, 1, 0, GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status == GRAZE_CAST_HIT && cast.begin == 0 && cast.end == 1);
    const GrazePose apart = {4, 0, 1, 0};
    graze_shape_cast(&square, &STILL, &square, &apart, 2, 0, GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status == GRAZE_CAST_GRAZING && cast.begin == 1 && cast.end == 1);
}

static bool is_sound(const GrazeCast* cast)
{
    double normal = hypot(cast->witness.normal_x, cast->witness.normal_y);
    return cast->begin >= 0 && cast->begin <= cast->end && cast->end <= 1 &&
           fabs(normal - 1) < 1e-15 && isfinite(cast->witness.point_a_x) &&
           isfinite(cast->witness.point_a_y);
}

/* A long cast whose end just touches begins and ends within an ulp of 1. Its times do not show
   whether contact begins there (a graze) or ends there (a hit). The end is before a corner, and
   before a side. */
static void a_long_way_that_ends_in_a_touch(void)
{
    GrazePoint corners[4];
    const GrazePoint origin = {0, 0};
    const GrazeShape disc = {&origin, 1, 1, 0, NULL, NULL};
    const GrazeShape point = {&origin, 1, 0, 0, NULL, NULL};
    const GrazeShape square = square_of(corners, 1);
    for (int exponent = 0; exponent <= 30; exponent++) {
        for (int way = -1; way <= 1; way += 2) {
            double lower = way * ldexp(1, -exponent);
            const double long_way = 0x1p20;
            GrazeCast cast;
            const GrazePose above = {-long_way, 1 + lower, 1, 0};
            graze_shape_cast(&disc, &above, &point, &STILL, long_way, -lower,
                             GRAZE_TOUCHING_CONFLICT, &cast);
            CHECK(cast.status == (way > 0 ? GRAZE_CAST_GRAZING : GRAZE_CAST_HIT));
            const GrazePose beside = {-long_way, 2 + lower, 1, 0};
            graze_shape_cast(&disc, &beside, &square, &STILL, long_way, -lower,
                             GRAZE_TOUCHING_CONFLICT, &cast);
            CHECK(cast.status == (way > 0 ? GRAZE_CAST_GRAZING : GRAZE_CAST_HIT));
            CHECK(cast.end == 1 && (way < 0 || cast.begin == 1));
        }
    }
}

/* The foot on an edge shorter than an ulp of its place must not be 0 / 0. */
static void a_ray_on_a_capsule_as_short_as_nothing(void)
{
    const GrazePoint ends[2] = {{0, 0}, {0, 1e-44F}};
    const GrazeShape capsule = {ends, 2, 8, 1e-44, NULL, NULL};
    GrazeCast cast;
    graze_ray_cast(&capsule, &STILL, &(GrazeRay){-8, 1e-23, 2e-23, 0.0028}, GRAZE_TOUCHING_CONFLICT,
                   &cast);
    CHECK(cast.status == GRAZE_CAST_OVERLAPPING || is_sound(&cast));
}

/* The path misses by 1e-23, which is lost when its end is rounded: contact is at the end and
 * only there. */
static void a_ray_that_only_rounding_ends_in_contact(void)
{
    const GrazePoint center = {0, 0};
    const GrazeShape disc = {&center, 1, 8, 0, NULL, NULL};
    const GrazePose place = {-8, -8, 1, 0};
    GrazeCast cast;
    graze_ray_cast(&disc, &place, &(GrazeRay){0, 0, -8, 1e-23}, GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status == GRAZE_CAST_GRAZING && cast.begin == 1 && is_sound(&cast));
}

/* The exact line meets the disc only behind the start; the rounded end touches it. */
static void a_ray_that_ends_in_contact_with_a_disc_of_another_size(void)
{
    const GrazePoint center = {-3.22637152e+19F, -5.99999952F};
    const GrazeShape disc = {&center, 1, 3.22637152e19F, 3.22637152e19F, NULL, NULL};
    const GrazePose place = {10.854901960784314, 10.854901960784314, 1, 0};
    const GrazeRay ray = {-5.9999995231628418, -5.9999995231628418, 10.854901960784314,
                          10.854901960784314};
    GrazeCast cast;
    graze_ray_cast(&disc, &place, &ray, GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.relation != GRAZE_DISJOINT || cast.status == GRAZE_CAST_FREE || is_sound(&cast));
}

/* A thin triangle is turned inside out by rounding: the ray seems to leave it before it enters. */
static void a_ray_through_an_outline_turned_inside_out(void)
{
    GrazePoint corners[3] = {{-3, -3}, {1.51491243e-36F, -3}, {-2.09262459e21F, 0}};
    GrazePoint scratch[4];
    GrazeShape shape;
    int32_t culprit;
    CHECK(graze_shape_hull(&shape, corners, scratch, 3, 0, &culprit) == GRAZE_OK);
    const GrazePose pose = {0, -3.0000002384185791, -0.14550003380861354, -0.98935824662338179};
    GrazeCast cast;
    graze_ray_cast(&shape, &pose, &(GrazeRay){-3, 1, 9.4745100458624876, -64},
                   GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status != GRAZE_CAST_FREE && is_sound(&cast));
}

/* Rounding of B's place puts a corner onto a corner of A, while the edge next to both misses it. */
static void a_corner_rounded_onto_the_origin(void)
{
    GrazePoint a[4] = {{2, -1.2246468525851679e-16F}, {1, 1}, {0, 0}, {1, -1}};
    GrazePoint b[4] = {{1, -1}, {0, 0}, {-1, -1}, {-2.4492937051703357e-16F, -2}};
    GrazePoint scratch[5];
    GrazeShape shape_a;
    GrazeShape shape_b;
    int32_t culprit;
    graze_shape_hull(&shape_a, a, scratch, 4, 0, &culprit);
    graze_shape_hull(&shape_b, b, scratch, 4, 0, &culprit);
    const GrazePose pose = {0, -0x1p-200, 1, 0};
    GrazeDistance out;
    graze_distance(&shape_a, &STILL, &shape_b, &pose, &out);
    CHECK(out.distance < 1e-15);
}

/* A heading too small to be resolved keeps parallel edges apart: the vertex between them is
 * nearest. */
static void a_vertex_inside_an_edge(void)
{
    GrazePoint a[6] = {{2, 0}, {1.5F, 0.8660253882408142F},  {0.5F, 0.8660253882408142F},
                       {0, 0}, {0.5F, -0.8660253882408142F}, {1.5F, -0.8660253882408142F}};
    GrazePoint b[6] = {{1, 0},  {0.5F, 0.8660253882408142F},   {-0.5F, 0.8660253882408142F},
                       {-1, 0}, {-0.5F, -0.8660253882408142F}, {0.5F, -0.8660253882408142F}};
    GrazePoint scratch[7];
    GrazeShape shape_a;
    GrazeShape shape_b;
    int32_t culprit;
    graze_shape_hull(&shape_a, a, scratch, 6, 0, &culprit);
    graze_shape_hull(&shape_b, b, scratch, 6, 0, &culprit);
    const GrazePose pose = {1, 1, 1, 5e-324};
    GrazePenetration out;
    graze_penetration(&shape_a, &STILL, &shape_b, &pose, &out);
    CHECK(fabs(out.depth - 0.7320507764816284) < 1e-15 && out.witness.normal_y == 1);
}

static GrazeShape hull_of(GrazePoint* points, int32_t count)
{
    GrazePoint scratch[8];
    GrazeShape shape = {points, 0, 0, 0, NULL, NULL};
    int32_t culprit;
    CHECK(graze_shape_hull(&shape, points, scratch, count, 0, &culprit) == GRAZE_OK);
    return shape;
}

/* Rounding swaps two neighboring edges of B whose direction is about pi. The walk must not take
   B's top for its lowest vertex and continue around the wrong side. */
static void edges_that_turn_to_the_same_direction(void)
{
    GrazePoint corners[4];
    GrazeShape square = square_of(corners, 1);
    GrazePoint points[4] = {{0, 0x1.98163p-54F},
                            {-0x1.b87354p+2F, -0x1.e0a45ep+3F},
                            {0x1.f42e38p+0F, -0x1.c24bf4p+0F},
                            {0x1.25a238p+0F, 0x1.406d94p+1F}};
    GrazeShape thin = hull_of(points, 4);
    const double angle = 0x1.09137534bff61p+3;
    GrazePenetration depth[2];
    for (int i = 0; i < 2; i++) {
        GrazePose pose;
        graze_pose(0x1.17e68c422fcep-6, -0x1.e5f7cff7cbefap-2, angle + i * 1e-9, &pose);
        graze_penetration(&square, &STILL, &thin, &pose, &depth[i]);
    }
    CHECK(fabs(depth[0].depth - depth[1].depth) < 1e-6 && depth[0].depth > 1.47);
}

/* The way back along a segment lies between two edges of B that are parallel to it but for the
   last digits. The walk must not leave out half of A - B. */
static void edges_that_turn_to_the_direction_of_a_segment(void)
{
    GrazePoint ends[2] = {{0, 0}, {0x1.7cbcbp+0F, 0x1.c3778ep-1F}};
    GrazePoint points[4] = {{0x1.87f1c4p-3F, 0x1.2d7d94p-1F},
                            {0, 0x1.5c252cp-53F},
                            {-0x1.87f1c4p-3F, -0x1.2d7d94p-1F},
                            {0x1.da1478p-2F, -0x1.014cacp+0F}};
    GrazeShape segment = hull_of(ends, 2);
    GrazeShape thin = hull_of(points, 4);
    GrazePose pose;
    GrazeDifference outline[6];
    graze_pose(0, 0, -0x1.7159b4fae3fe3p-1, &pose);
    int32_t count = graze_minkowski_difference(&segment, &STILL, &thin, &pose, outline);
    double area = 0;
    for (int32_t i = 0; i < count; i++) {
        const GrazeDifference* p = &outline[i];
        const GrazeDifference* q = &outline[i + 1 < count ? i + 1 : 0];
        area += p->x * q->y - p->y * q->x;
    }
    CHECK(area > 3.5);
}

/* The path enters where an edge's side meets a disc, almost along the side. Rounding must not make
 * both reject it. */
static void a_disc_that_enters_where_a_strip_ends(void)
{
    const GrazePoint origin = {0, 0};
    const GrazeShape disc = {&origin, 1, 0x1.7409c2p+0F, 0, NULL, NULL};
    GrazePoint points[3] = {{0, 0}, {-0x1.f8480ap+1F, 0}, {-0x1.f8480ap+0F, -1}};
    GrazeShape triangle = hull_of(points, 3);
    const GrazePose pose = {0x1.bb290eb7e236bp+0, 0x1.740c8111eca6ap+0, 1, 0};
    GrazeCast cast;
    graze_shape_cast(&disc, &pose, &triangle, &STILL, -0x1.fffffffd7ba8ep+0, -0x1.9624488281e9p-15,
                     GRAZE_TOUCHING_CONFLICT, &cast);
    CHECK(cast.status == GRAZE_CAST_HIT && fabs(cast.begin - 0.86554761907) < 1e-10);
    CHECK(is_sound(&cast));
}

/* The origin is inside a triangle whose computed area is 0 from one corner and not from another. */
static void weights_of_a_sliver(void)
{
    GrazePoint points[3] = {{-0x1.8fd8cap-51F, -0x1.cac492p-53F},
                            {0x1.bfd266p+3F, -0x1.bb989ap-1F},
                            {-0x1.bfd266p+2F, 0x1.bb989ap-2F}};
    const GrazePoint origin = {0, 0};
    GrazeShape sliver = hull_of(points, 3);
    const GrazeShape point = {&origin, 1, 0, 0, NULL, NULL};
    const GrazePose turned = {0, 0, 0x1.ad113faabb27ep-1, 0x1.175d9d76961e6p-1};
    const GrazePose place = {0x1.8c3267ab1864dp-53, 0x1.7dcddcefc8686p-55, 1, 0};
    GrazeGjkRound steps[4 + GRAZE_GJK_SPARE_ROUNDS];
    GrazeDistance out;
    int32_t rounds = graze_trace(&sliver, &turned, &point, &place, NULL, steps, 20, &out);
    for (int32_t i = 0; i < rounds; i++) {
        double sum =
            steps[i].simplex[0].weight + steps[i].simplex[1].weight + steps[i].simplex[2].weight;
        CHECK(fabs(sum - 1) < 1e-15);
    }
}

static GrazeSimplex triangle(double ax, double ay, double bx, double by, double cx, double cy)
{
    GrazeSimplex simplex = {{{{ax, ay}, 0, 0}, {{bx, by}, 1, 0}, {{cx, cy}, 2, 0}}, 3};
    return simplex;
}

/* All methods give the same nearest point in every region of a triangle, with the newest point
 * last. */
static void all_regions_of_a_triangle(void)
{
    const double at[][2] = {{0.25, 0.25}, {-1, -1}, {3, -1},  {-1, 3},      {0.5, -1}, {-1, 0.5},
                            {1, 1},       {2, 0.1}, {0.1, 2}, {-0.5, -0.1}, {1.5, 0},  {0, 1.5}};
    const GrazeSubdistance methods[] = {GRAZE_BARYCODE_GENERAL, GRAZE_JOHNSON, GRAZE_SIGNED_VOLUME};
    for (size_t k = 0; k < sizeof at / sizeof at[0]; k++) {
        double x = at[k][0];
        double y = at[k][1];
        for (int turn = 0; turn < 6; turn++) {
            double corner[3][2] = {{0 - x, 0 - y}, {1 - x, 0 - y}, {0 - x, 1 - y}};
            const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
            const int* o = order[turn];
            GrazeVec v[3];
            for (int m = 0; m < 3; m++) {
                GrazeSimplex simplex = triangle(corner[o[0]][0], corner[o[0]][1], corner[o[1]][0],
                                                corner[o[1]][1], corner[o[2]][0], corner[o[2]][1]);
                v[m] = graze_subdistance(&simplex, methods[m]);
                CHECK(simplex.count >= 1 && simplex.count <= 3);
                CHECK(fabs(v[m].x - v[0].x) < 1e-15 && fabs(v[m].y - v[0].y) < 1e-15);
            }
        }
    }
}

/* Beyond an obtuse corner the foot may be on either side, or on none. */
static void cone_beyond_an_obtuse_corner(void)
{
    const double at[][2] = {{0, -1}, {0.5, -1}, {-0.5, -1}, {0.02, -0.1}, {-0.02, -0.1}};
    for (size_t k = 0; k < sizeof at / sizeof at[0]; k++) {
        double x = at[k][0];
        double y = at[k][1];
        GrazeSimplex general = triangle(-4 - x, 1 - y, 4 - x, 1 - y, 0 - x, 0 - y);
        GrazeSimplex johnson = general;
        GrazeVec v = graze_subdistance(&general, GRAZE_BARYCODE_GENERAL);
        GrazeVec u = graze_subdistance(&johnson, GRAZE_JOHNSON);
        CHECK(fabs(v.x - u.x) < 1e-15 && fabs(v.y - u.y) < 1e-15);
    }
}

/* Three points are on a line but for the last digits: rounding leaves no subset that qualifies. */
static void johnson_backs_up(void)
{
    GrazeSimplex simplex =
        triangle(-0x1.4924924924925p+1, -0x1.ea0ea0ea0ea0ep+3, 0x1.e492492492493p+3,
                 0x1.2ea0ea0ea0ea1p+5, 0x1.52be2be2be2bfp+3, 0x1.8283a83a83a84p+4);
    GrazeSimplex other = simplex;
    GrazeVec v = graze_subdistance(&simplex, GRAZE_JOHNSON);
    GrazeVec u = graze_subdistance(&other, GRAZE_BARYCODE_GENERAL);
    CHECK(simplex.count < 3);
    CHECK(fabs(sqrt(v.x * v.x + v.y * v.y) - sqrt(u.x * u.x + u.y * u.y)) < 1e-14);
}

/* Scales of lengths go from 0 and subnormal numbers upwards: every power is exact. */
static void unit_scales(void)
{
    CHECK(unit_scale(0) == 1);
    CHECK(unit_scale(3) * 3 == 1.5);
    CHECK(unit_scale(0x1p-1060) == 0x1p1022);
    CHECK(unit_scale(DBL_MIN) == 0x1p1022);
    CHECK(unit_scale(DBL_MIN / 2) == 0x1p1022);
}

/* Covers numbers of all magnitudes and the ends of their range, and the next float32 above 0. */
static void neighbors_of_numbers(void)
{
    for (int exponent = -1080; exponent <= 1022; exponent++) {
        for (int k = -4; k <= 4; k++) {
            double value = ldexp(1 + 0.25 * k, exponent);
            CHECK(double_adjacent(value, true) == nextafter(value, INFINITY));
            CHECK(double_adjacent(value, false) == nextafter(value, -INFINITY));
            float rounded = (float)value;
            float above = rounded < value ? nextafterf(rounded, INFINITY) : rounded;
            CHECK(float_round_up(value) == above);
        }
    }
}

/* Vertices of one body that rounding puts at one place: their neighbors prove nothing of the vertex
 * between them, and each method must find the edge that is nearest. */
static void the_nearest_edge_ends_at_vertices_at_one_place(void)
{
    GrazePoint a[4] = {{-2.03538179F, 4},
                       {0, -8},
                       {-1.30320757e-43F, -1.54142831e-43F},
                       {-1.59748025e-43F, 8.96831017e-44F}};
    GrazePoint b[4] = {{-622.778381F, 1.06498683e-43F},
                       {9.10844002e-44F, -2.73253201e-43F},
                       {1.35925951e-43F, 2.41023336e-43F},
                       {-2.6484541e-43F, 6}};
    const GrazePose pose_a = {1.0369608636003646e-43, 5, -0.70710678118654746,
                              -0.70710678118654757};
    const GrazePose pose_b = {5.6051938572992683e-45, 0, -0.70710678118654768, 0.70710678118654746};
    GrazeShape shape_a;
    GrazeShape shape_b;
    int32_t culprit;
    CHECK(graze_shape_polygon(&shape_a, a, 4, 0, &culprit) == GRAZE_OK);
    CHECK(graze_shape_polygon(&shape_b, b, 4, 0, &culprit) == GRAZE_OK);
    for (int i = 0; i < 8; i++) {
        const GrazeGjkOptions options = {(GrazeSubdistance)(i % 4), GRAZE_SUPPORT_AUTO,
                                         (GrazeStart)(i / 4)};
        GrazeDistance out;
        graze_distance_by(&shape_a, &pose_a, &shape_b, &pose_b, &options, &out);
        CHECK(fabs(out.distance - 4.754447548096) < 1e-12);
    }
}

/* The disc is as far from the end of the edge as from the edge, in double; only the edge's normal
 * has the far end on its other side. */
static void an_edge_is_preferred_to_its_end_as_far_away(void)
{
    GrazePoint disc[4] = {{2.80259693e-45F, -2.2841165e-43F},
                          {5.7453237e-44F, 2.73253201e-43F},
                          {-4.20389539e-45F, 2.63444111e-43F},
                          {-2.70450604e-43F, -3.50324616e-44F}};
    GrazePoint tall[3] = {{1, -6.98173852e-10F}, {-2, 6.6107301e+19F}, {0, 1.85140744e-24F}};
    const GrazePose pose = {2, -1.8357009882655104e-43, 1, 0};
    GrazeShape shape_a;
    GrazeShape shape_b;
    GrazeManifold manifold;
    int32_t culprit;
    CHECK(graze_shape_polygon(&shape_a, disc, 4, 1, &culprit) == GRAZE_OK);
    CHECK(graze_shape_polygon(&shape_b, tall, 3, 0, &culprit) == GRAZE_OK);
    graze_manifold(&shape_a, &pose, &shape_b, &STILL, 1, &manifold);
    CHECK(manifold.count == 1 && manifold.normal_x == -1 && fabs(manifold.normal_y) < 1e-18);
}

/* Rounding turns the short edge by 1e-12, and the vertex at 5e31 is beyond its line by far more than
 * the depth; the long edge beside it is as near. */
static void a_short_edge_does_not_give_the_normal_of_far_vertices(void)
{
    GrazePoint large[5] = {{5, -5.01382738e+31F},
                           {47419672, -1},
                           {4, 1.1755018e+27F},
                           {-1, -4.78743217e-34F},
                           {-1, -3.73779767e-05F}};
    GrazePoint small[6] = {
        {-6.16571324e-44F, -1.23314265e-43F}, {1.07899982e-43F, -1.14906474e-43F},
        {1.49938936e-43F, 4.20389539e-45F},   {4.20389539e-44F, 1.47136339e-43F},
        {-4.06376555e-44F, 2.07392173e-43F},  {-7.8472714e-44F, -1.02294788e-43F}};
    const GrazePose turned = {-2.3962203739954372e-43, -1.7936620343357659e-43,
                              -0.61049404554421083, -0.79202084590941357};
    const GrazePose slanted = {0, 0, 1, -2.4492935982947064e-16};
    GrazeShape shape_a;
    GrazeShape shape_b;
    GrazePenetration out;
    int32_t culprit;
    CHECK(graze_shape_polygon(&shape_a, large, 5, 0, &culprit) == GRAZE_OK);
    CHECK(graze_shape_polygon(&shape_b, small, 6, 5, &culprit) == GRAZE_OK);
    graze_penetration(&shape_a, &turned, &shape_b, &slanted, &out);
    CHECK(fabs(out.depth - 6) < 1e-14);
    CHECK(fabs(out.witness.normal_x + turned.cos) < 1e-15 &&
          fabs(out.witness.normal_y + turned.sin) < 1e-15);
}

/* An edge that is seen end on is as wide as rounding makes it: the other edge's end must not be
 * extrapolated along it. */
static void a_point_of_contact_is_within_an_edge_seen_end_on(void)
{
    GrazePoint edge[2] = {{-1, 4}, {-2, 8}};
    GrazePoint capsule[2] = {{0, -4.48415509e-44F}, {2.45227231e-43F, 9.38869971e-44F}};
    const GrazePose pose_a = {-2.8097260765617418e-17, -1.2611686178923354e-44, 0.76876613175201758,
                              0.63953001076653115};
    const GrazePose pose_b = {2.2772142244803506e-12, 0, 1, 0};
    GrazeShape shape_a;
    GrazeShape shape_b;
    GrazeManifold manifold;
    int32_t culprit;
    CHECK(graze_shape_polygon(&shape_a, edge, 2, 0, &culprit) == GRAZE_OK);
    CHECK(graze_shape_polygon(&shape_b, capsule, 2, 7, &culprit) == GRAZE_OK);
    graze_manifold(&shape_a, &pose_a, &shape_b, &pose_b, 0, &manifold);
    CHECK(manifold.relation == GRAZE_OVERLAPPING && manifold.count >= 1);
    /* The edge is from 4.12 to 8.25 away, the capsule's surface 7. */
    for (int32_t k = 0; k < manifold.count; k++) {
        double away = hypot(manifold.points[k].x - pose_b.x, manifold.points[k].y);
        CHECK(away >= (hypot(1, 4) + 7) / 2 - 1e-9 && away <= (hypot(2, 8) + 7) / 2 + 1e-9);
    }
}

/* The gap in double does not decide points whose distance is the radius to within rounding. */
static void points_at_the_radius_are_inside(void)
{
    GrazePoint ends[2] = {{1, 2}, {9, 8}};
    const double at[2][2] = {{-2, -2}, {2, 9}}; /* 5 from the first end; 5 from the middle */
    GrazeShape capsule;
    int32_t culprit;
    CHECK(graze_shape_polygon(&capsule, ends, 2, 5, &culprit) == GRAZE_OK);
    for (int k = 0; k < 2; k++) {
        double x = at[k][0];
        CHECK(graze_contains_point(&capsule, &STILL, x, at[k][1]));
        CHECK(graze_contains_point(&capsule, &STILL, nextafter(x, 9), at[k][1]));
        CHECK(!graze_contains_point(&capsule, &STILL, nextafter(x, -9), at[k][1]));
    }
}

static void a_point_on_a_segment_that_is_hardly_turned(void)
{
    GrazePoint ends[2] = {{-1, 0}, {1, 0}};
    const GrazePose turned = {0, 0, 1, GRAZE_MIN_TURN};
    const GrazePose less = {0, 0, 1, GRAZE_MIN_TURN / 2};
    GrazeShape segment;
    int32_t culprit;
    CHECK(graze_shape_polygon(&segment, ends, 2, 0, &culprit) == GRAZE_OK);
    CHECK(graze_contains_point(&segment, &turned, 1, GRAZE_MIN_TURN));
    CHECK(!graze_contains_point(&segment, &turned, 1, 0));
    CHECK(graze_contains_point(&segment, &less, 1, 0));
}

/* The cosine is so small that its product with a coordinate has no exact error: the bound is above
   the product, and leaves out none that is above 0. */
static void bounds_of_a_body_that_is_hardly_off_a_quarter_turn(void)
{
    GrazePoint corners[4] = {{-1024, -8}, {1024, -8}, {1024, 8}, {-1024, 8}};
    const GrazeShape box = {corners, 4, 0, 1024, NULL, NULL};
    for (int k = 0; k < 2; k++) {
        double tiny = k == 0 ? 0x1p-1000 : -0x1p-1000;
        const GrazePose pose = {0, 0, tiny, 1};
        GrazeShapeBounds bounds;
        graze_shape_bounds(&box, &pose, &bounds);
        /* x of a corner is 8 + 1024 |tiny|, y is 1024 + 8 |tiny|: both above 8 and 1024. */
        CHECK(bounds.max_x == nextafter(8, INFINITY) && bounds.min_x == -nextafter(8, INFINITY));
        CHECK(bounds.max_y == nextafter(1024, INFINITY));
        CHECK(bounds.min_y == -nextafter(1024, INFINITY));
    }
    /* Of a segment along the x axis, one end is below 0 by less than any coordinate. */
    const GrazePoint ends[2] = {{0, 0}, {-1024, 0}};
    const GrazeShape segment = {ends, 2, 0, 1024, NULL, NULL};
    const GrazePose pose = {0, 0, 0x1p-1000, 1};
    GrazeShapeBounds bounds;
    graze_shape_bounds(&segment, &pose, &bounds);
    CHECK(bounds.max_x == 0 && bounds.min_x <= -0x1p-990 && bounds.min_x > -0x1p-780);
    CHECK(bounds.max_y == 0 && bounds.min_y == -1024);
}

/* The walk of many sides begins amid the edges of the other body: first among those that rounding
   or a tie leaves as far down, whatever corner its outline begins with. */
static void a_box_on_many_sides_begins_with_any_corner(void)
{
    const float quarter[6][2] = {{2, 0}, {3, 1}, {2, 1}, {1, 1}, {1, 2}, {1, 3}};
    GrazePoint wheel[24] = {{-1, -8}};
    for (int k = 0; k < 23; k++) {
        float x = quarter[k % 6][0];
        float y = quarter[k % 6][1];
        const GrazePoint steps[4] = {{x, y}, {-y, x}, {-x, -y}, {y, -x}};
        wheel[k + 1] = (GrazePoint){wheel[k].x + steps[k / 6].x, wheel[k].y + steps[k / 6].y};
    }
    const GrazePoint corners[4] = {{-4, -1}, {4, -1}, {4, 1}, {-4, 1}};
    GrazeShape a;
    int32_t culprit;
    CHECK(graze_shape_polygon(&a, wheel, 24, 0, &culprit) == GRAZE_OK && a.count == 24);
    for (int begin = 0; begin < 4; begin++) {
        GrazePoint box[4];
        GrazeShape b;
        for (int k = 0; k < 4; k++)
            box[k] = corners[(begin + k) % 4];
        CHECK(graze_shape_polygon(&b, box, 4, 0, &culprit) == GRAZE_OK);
        for (int side = 0; side < 4; side++) {
            const GrazePoint turns[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
            const GrazePose pose = {0.25, 12, turns[side].x, turns[side].y};

            GrazeManifold manifold;
            GrazeRelation relation;
            graze_manifold(&a, &STILL, &b, &pose, 4, &manifold);
            double gap = graze_signed_distance(&a, &STILL, &b, &pose, &relation);
            CHECK(manifold.count == 2 && manifold.normal_x == 0 && manifold.normal_y == 1);
            CHECK(manifold.points[0].separation == gap || manifold.points[1].separation == gap);
            CHECK(manifold.relation == (int32_t)relation);
        }
    }
}

/* The line of the displacement goes exactly through the vertex of A - B between two edges that are
   parallel to within rounding, so that neither of them is known to be crossed. */
static void a_cast_through_the_corner_between_parallel_edges(void)
{
    GrazePoint a[4] = {{0, -2}, {2, -1}, {2, -1.5563656e-16F}, {-8.74519332e-19F, 3}};
    GrazePoint b[4] = {{-1.5F, -2.25F}, {1.5F, -2.25F}, {1.5F, 2.25F}, {-1.5F, 2.25F}};
    const GrazePose pose_a = {-2.5, 3, 1, 0};
    const GrazePose pose_b = {0, 1, 1, 0};
    GrazeShape shape_a;
    GrazeShape shape_b;
    int32_t culprit;
    GrazeCast cast;
    CHECK(graze_shape_polygon(&shape_a, a, 4, 0, &culprit) == GRAZE_OK);
    CHECK(graze_shape_polygon(&shape_b, b, 4, 0, &culprit) == GRAZE_OK);
    graze_shape_cast(&shape_a, &pose_a, &shape_b, &pose_b, 4, -2.75, GRAZE_TOUCHING_CONFLICT,
                     &cast);
    /* A reaches from x = -2.5 to -0.5 and from y = 1 on, within B's sides: they overlap. */
    CHECK(cast.status == GRAZE_CAST_OVERLAPPING && cast.begin == 0 && cast.end <= 1);
    GrazePose moved = pose_a;
    moved.x += 4 * (cast.end - 0x1p-20);
    moved.y -= 2.75 * (cast.end - 0x1p-20);
    CHECK(graze_collide(&shape_a, &moved, &shape_b, &pose_b));
    moved.x = pose_a.x + 4 * (cast.end + 0x1p-20);
    moved.y = pose_a.y - 2.75 * (cast.end + 0x1p-20);
    CHECK(cast.end == 1 || !graze_collide(&shape_a, &moved, &shape_b, &pose_b));
}

int main(void)
{
    a_cast_through_the_corner_between_parallel_edges();
    a_box_on_many_sides_begins_with_any_corner();
    bounds_of_a_body_that_is_hardly_off_a_quarter_turn();
    the_nearest_edge_ends_at_vertices_at_one_place();
    an_edge_is_preferred_to_its_end_as_far_away();
    a_short_edge_does_not_give_the_normal_of_far_vertices();
    a_point_of_contact_is_within_an_edge_seen_end_on();
    shapes_are_refused_with_the_point_at_fault();
    folds_and_windings_are_distinguished();
    poses_and_rays_are_checked();
    numbers_of_a_pose_are_checked();
    headings_are_brought_to_length_1();
    segments_and_boxes_are_checked();
    polygons_are_checked();
    spheres_and_routes_are_checked();
    numbers_of_rays_and_segments_are_checked();
    numbers_of_a_sphere_are_checked();
    routes_of_an_instant_are_their_stays();
    stays_touch_even_where_pieces_from_them_do_not();
    a_piece_that_ends_before_passing_by_is_not_met_there();
    a_gap_that_is_too_small_for_a_double_keeps_its_sign();
    a_distance_that_rests_for_an_instant_and_grows_on();
    batches_equal_single_queries();
    batches_keep_the_sign_of_zero();
    long_tracks_are_found_as_single_discs();
    options_can_be_left_out_and_steps_too();
    order_of_bodies_makes_no_difference();
    opposite_headings();
    rounded_casts_end_and_begin_in_contact();
    discs_within_an_ulp_of_touching();
    squares_that_touch_and_part_graze();
    a_long_way_that_ends_in_a_touch();
    a_ray_on_a_capsule_as_short_as_nothing();
    a_ray_that_only_rounding_ends_in_contact();
    a_ray_that_ends_in_contact_with_a_disc_of_another_size();
    a_ray_through_an_outline_turned_inside_out();
    edges_that_turn_to_the_same_direction();
    edges_that_turn_to_the_direction_of_a_segment();
    a_disc_that_enters_where_a_strip_ends();
    weights_of_a_sliver();
    a_corner_rounded_onto_the_origin();
    a_vertex_inside_an_edge();
    all_regions_of_a_triangle();
    cone_beyond_an_obtuse_corner();
    johnson_backs_up();
    unit_scales();
    neighbors_of_numbers();
    points_at_the_radius_are_inside();
    a_point_on_a_segment_that_is_hardly_turned();
    return test_failures != 0;
}
