/* Moving discs and spheres: pairs, routes, velocities, batches. */
#include "replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROUTES = 8 };

static void read_segment(GrazeMovingDisc* segment)
{
    read_bytes(segment, sizeof *segment);
    if (graze_moving_disc_check(segment) != GRAZE_OK) fail("a segment is refused");
}

/* Reads two GrazeMovingDisc; writes GrazeApproach. */
void answer_discs(void)
{
    GrazeMovingDisc segments[2];
    GrazeApproach approach;
    read_segment(&segments[0]);
    read_segment(&segments[1]);
    graze_approach_discs(&segments[0], &segments[1], &approach);
    write_bytes(&approach, sizeof approach);
}

/* Reads GrazeMovingDisc, GrazeBox; writes GrazeApproach. */
void answer_box(void)
{
    GrazeMovingDisc segment;
    GrazeBox box;
    GrazeApproach approach;
    read_segment(&segment);
    read_bytes(&box, sizeof box);
    if (graze_box_check(&box) != GRAZE_OK) fail("a box is refused");
    graze_approach_box(&segment, &box, &approach);
    write_bytes(&approach, sizeof approach);
}

/* ---- spheres and routes ---- */

static void write_spans(const GrazeSpan* spans, int32_t count, int32_t capacity)
{
    if (count > capacity) fail("too many spans");
    write_bytes(&count, sizeof count);
    write_bytes(spans, (size_t)count * sizeof *spans);
}

/* Queries as JavaScript does: by graze_approach_discs if both are in the plane without
 * acceleration. */
static void approach_as_queried(const GrazeMovingSphere* two, GrazeApproach* out)
{
    GrazeMovingDisc plain[2];
    bool are_plain = true;
    for (int i = 0; i < 2; i++) {
        const GrazeMovingSphere* f = &two[i];
        are_plain = are_plain && f->z == 0 && f->vz == 0 && f->ax == 0 && f->ay == 0 && f->az == 0;
        plain[i] = (GrazeMovingDisc){f->x, f->y, f->vx, f->vy, f->t0, f->t1, f->radius};
    }
    if (are_plain) {
        graze_approach_discs(&plain[0], &plain[1], out);
    } else {
        graze_approach_spheres(&two[0], &two[1], out);
    }
}

/* Reads two GrazeMovingSphere; writes int32 how many conflicts, the GrazeConflict's,
 * GrazeApproach, int32 how many spans of unsafe delays, the GrazeSpan's, the same of those in
 * which they overlap. */
void answer_flights(void)
{
    GrazeMovingSphere two[2];
    GrazeConflict conflicts[2] = {{0}};
    GrazeApproach approach;
    GrazeSpan spans[GRAZE_MAX_DELAYS];
    GrazeRelation relations[GRAZE_MAX_DELAYS];
    read_bytes(two, sizeof two);
    for (int i = 0; i < 2; i++) {
        if (graze_moving_sphere_check(&two[i]) != GRAZE_OK) fail("a sphere is refused");
    }
    int32_t count = graze_conflicts(&two[0], &two[1], conflicts);
    approach_as_queried(two, &approach);
    write_bytes(&count, sizeof count);
    write_bytes(conflicts, (size_t)count * sizeof conflicts[0]);
    write_bytes(&approach, sizeof approach);
    count = graze_unsafe_delays(&two[0], &two[1], spans);
    write_spans(spans, count, GRAZE_MAX_DELAYS);
    count = graze_unsafe_delays_with_relations(&two[0], &two[1], spans, relations);
    int32_t overlapping = 0;
    for (int32_t k = 0; k < count; k++) {
        if (relations[k] == GRAZE_OVERLAPPING) spans[overlapping++] = spans[k];
    }
    write_spans(spans, overlapping, GRAZE_MAX_DELAYS);
}

static void read_route(GrazeRoute* route, GrazeEnding before, GrazeEnding after)
{
    int32_t count = read_count(1 << 10);
    int32_t culprit;
    GrazeMovingSphere* spheres = room_of((size_t)count * sizeof *spheres);
    read_bytes(spheres, (size_t)count * sizeof *spheres);
    *route = (GrazeRoute){spheres, count, before, after};
    if (graze_route_check(route, &culprit) != GRAZE_OK) fail("a route is refused");
}

/* Writes the delays for which the first piece of a route, alone and begun at 0, meets the
   others, as JavaScript queries when it may start. */
static void write_departures(const GrazeMovingSphere* first, const GrazeRoute* others,
                             int32_t count, const GrazeRouteOptions* options, GrazeSpan* spans)
{
    GrazeMovingSphere begun = *first;
    begun.t0 = 0;
    begun.t1 = first->t1 - first->t0;
    const GrazeRoute edge = {&begun, 1, GRAZE_VANISH, GRAZE_VANISH};
    int32_t found = graze_route_delays(&edge, others, count, options, spans, MAX_INTERVALS);
    write_spans(spans, found, MAX_INTERVALS);
}

/* Reads double from, to, int32 touching, before, after, count, and for each route int32 count,
 * the GrazeMovingSphere's; writes for each but the first int32 how many spans of delays of the
 * first with it, the GrazeSpan's; double the least delay from `from` on that is safe from all of
 * them; the same of spans of contact of all with the place where the first begins, and of delays
 * of the first's first piece. */
void answer_routes(void)
{
    GrazeRouteOptions options;
    GrazeRoute routes[MAX_ROUTES];
    double stretch[2];
    read_bytes(stretch, sizeof stretch);
    options = (GrazeRouteOptions){stretch[0], stretch[1], (GrazeTouching)read_int(),
                                  GRAZE_SPAN_ENDS_CONTACT};
    GrazeEnding before = (GrazeEnding)read_int();
    GrazeEnding after = (GrazeEnding)read_int();
    int32_t count = read_count(MAX_ROUTES);
    if (count < 2) fail("odd count");
    for (int32_t k = 0; k < count; k++)
        read_route(&routes[k], before, after);
    GrazeSpan* spans = room_of(MAX_INTERVALS * sizeof *spans);
    for (int32_t k = 1; k < count; k++) {
        int32_t found =
            graze_route_delays(&routes[0], &routes[k], 1, &options, spans, MAX_INTERVALS);
        write_spans(spans, found, MAX_INTERVALS);
    }
    const GrazeRouteOptions all = {-INFINITY, INFINITY, options.touching, GRAZE_SPAN_ENDS_SAFE};
    options.ends = GRAZE_SPAN_ENDS_SAFE;
    int32_t found =
        graze_route_delays(&routes[0], &routes[1], count - 1, &all, spans, MAX_INTERVALS);
    double least = graze_minimum_delay(spans, found, options.from);
    write_bytes(&least, sizeof least);
    const GrazeMovingSphere* first = &routes[0].pieces[0];
    const GrazeMovingSphere resting = {
        .x = first->x, .y = first->y, .z = first->z, .radius = first->radius};
    const GrazeRoute place = {&resting, 1, GRAZE_STAY, GRAZE_STAY};
    found = graze_route_contacts(&place, &routes[1], count - 1, &options, spans, MAX_INTERVALS);
    write_spans(spans, found, MAX_INTERVALS);
    /* If there is no room for all, the function returns one more than fits. */
    if (found > 1 && graze_route_contacts(&place, &routes[1], count - 1, &options, spans, 1) != 2)
        fail("spans that did not fit");
    write_departures(first, &routes[1], count - 1, &options, spans);
    free(spans);
    for (int32_t k = 0; k < count; k++)
        free((void*)(uintptr_t)routes[k].pieces);
}

/* ---- kept routes ---- */

enum { MAX_CONFLICTS = 1 << 12 };

/* Keeps a route at the next key, whose boxes are in memory of their own. */
static int32_t keep_route(GrazeTraffic* traffic, const GrazeRoute* route)
{
    GrazeTrafficBox* boxes = room_of((2 * (size_t)route->count + 1) * sizeof *boxes);
    int32_t expected = graze_traffic_key(traffic);
    int32_t key = graze_traffic_add(traffic, route, boxes);
    if (key != expected || !graze_traffic_has(traffic, key)) fail("odd key");
    return key;
}

static void remove_route(GrazeTraffic* traffic, int32_t key)
{
    void* boxes = traffic->routes[key].boxes;
    graze_traffic_remove(traffic, key);
    if (graze_traffic_has(traffic, key)) fail("a route was not removed");
    free(boxes);
}

static void write_route_conflicts(const GrazeRouteConflict* conflicts, int32_t count)
{
    if (count > MAX_CONFLICTS) fail("too many conflicts");
    write_int(count);
    write_bytes(conflicts, (size_t)count * sizeof *conflicts);
}

static bool are_equal_bytes(const void* p, const void* q, size_t size)
{
    return memcmp(p, q, size) == 0;
}

/* Writes the conflicts of a route with those that are kept, of which the first one is found by
 * itself, too, and those with another one. */
static void write_all_conflicts(const GrazeTraffic* traffic, const GrazeRoute* routes,
                                GrazeTouching touching)
{
    GrazeRouteConflict* conflicts = room_of(MAX_CONFLICTS * sizeof *conflicts);
    GrazeRouteConflict first;
    int32_t count =
        graze_traffic_conflicts(traffic, &routes[0], touching, conflicts, MAX_CONFLICTS);
    bool has_first = graze_traffic_first_conflict(traffic, &routes[0], touching, &first);
    if (has_first != (count > 0)) fail("the first conflict");
    if (has_first && !are_equal_bytes(&first, &conflicts[0], sizeof first))
        fail("the first conflict");
    write_route_conflicts(conflicts, count);
    count = graze_route_conflicts(&routes[0], &routes[1], conflicts, MAX_CONFLICTS);
    write_route_conflicts(conflicts, count);
    if (count > 1 && graze_route_conflicts(&routes[0], &routes[1], conflicts, 1) != 2)
        fail("conflicts that did not fit");
    free(conflicts);
}

/* Reads what answer_routes does; keeps all routes, removes the first and the last, and keeps the last
 * again, at its key; writes the spans of contact of the place where the first begins, and of delays of
 * its first piece; double its least delay; the GrazeRouteConflict's of the first with those kept, and
 * with the second, after int32 how many. */
void answer_traffic(void)
{
    double stretch[2];
    GrazeRoute routes[MAX_ROUTES];
    GrazeTraffic traffic;
    read_bytes(stretch, sizeof stretch);
    GrazeRouteOptions options = {stretch[0], stretch[1], (GrazeTouching)read_int(),
                                 GRAZE_SPAN_ENDS_SAFE};
    GrazeEnding before = (GrazeEnding)read_int();
    GrazeEnding after = (GrazeEnding)read_int();
    int32_t count = read_count(MAX_ROUTES);
    if (count < 2) fail("odd count");
    graze_traffic_init(&traffic);
    void* storage = NULL;
    for (int32_t k = 0; k < count; k++) {
        /* The storage moves with each route, and is of exactly its size. */
        void* larger = room_of(graze_traffic_size(k + 1));
        graze_traffic_move(&traffic, k + 1, larger);
        free(storage);
        storage = larger;
        read_route(&routes[k], before, after);
        keep_route(&traffic, &routes[k]);
    }
    remove_route(&traffic, 0);
    remove_route(&traffic, count - 1);
    if (keep_route(&traffic, &routes[count - 1]) != count - 1) fail("odd key");
    GrazeSpan* spans = room_of(MAX_INTERVALS * sizeof *spans);
    const GrazeMovingSphere* first = &routes[0].pieces[0];
    int32_t found = graze_traffic_contacts(&traffic, first, &options, spans, MAX_INTERVALS);
    write_spans(spans, found, MAX_INTERVALS);
    GrazeMovingSphere begun = *first;
    begun.t0 = 0;
    begun.t1 = first->t1 - first->t0;
    const GrazeRoute edge = {&begun, 1, GRAZE_VANISH, GRAZE_VANISH};
    found = graze_traffic_delays(&traffic, &edge, &options, spans, MAX_INTERVALS);
    write_spans(spans, found, MAX_INTERVALS);
    const GrazeRouteOptions all = {-INFINITY, INFINITY, options.touching, GRAZE_SPAN_ENDS_SAFE};
    found = graze_traffic_delays(&traffic, &routes[0], &all, spans, MAX_INTERVALS);
    double least = graze_minimum_delay(spans, found, options.from);
    write_bytes(&least, sizeof least);
    write_all_conflicts(&traffic, routes, options.touching);
    for (int32_t k = 1; k < count; k++)
        remove_route(&traffic, k);
    free(storage);
    free(spans);
    for (int32_t k = 0; k < count; k++)
        free((void*)(uintptr_t)routes[k].pieces);
}

/* ---- velocities ---- */

/* Writes GrazeVelocityObstacle, int32 how many vertices its cut has, the GrazeVelocity's, int32
 * whether the velocity is unsafe: for a triangle and a square about the centers of the discs. */
static void steer_polygons(const GrazeMovingDisc* two, double horizon, double vx, double vy)
{
    const GrazePoint triangle[] = {{0, 0}, {1, 0.5F}, {0.25F, 1}};
    const GrazePoint square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const GrazeMovingPolygon polygon1 = {two[0], triangle, 3};
    const GrazeMovingPolygon polygon2 = {two[1], square, 4};
    GrazeVelocityObstacle obstacle;
    GrazeVelocity cut[7];
    if (graze_moving_polygon_check(&polygon1) != GRAZE_OK) fail("a polygon is refused");
    int32_t count = graze_polygon_velocity_obstacle(&polygon1, &polygon2, horizon, &obstacle, cut);
    write_bytes(&obstacle, sizeof obstacle);
    write_int(count);
    write_bytes(cut, (size_t)count * sizeof cut[0]);
    write_int(graze_polygon_velocity_is_unsafe(&polygon1, &polygon2, vx, vy, horizon));
}

/* Writes int32 whether spheres above the discs, which leave the plane, are valid; if so
 * double[3] axis, sin and cos of the cone, double[4] its cut, if there is one, int32 its kind and
 * whether the velocity is unsafe, int32 how many spans of unsafe speeds, the GrazeSpan's,
 * GrazeSafeVelocity. */
static void steer_spheres(const GrazeMovingDisc* two, double horizon, double vx, double vy,
                          GrazeEnding after, const GrazeSpeedLimits* limits)
{
    GrazeMovingSphere spheres[2];
    bool are_valid = true;
    for (int k = 0; k < 2; k++) {
        const GrazeMovingDisc* d = &two[k];
        spheres[k] = (GrazeMovingSphere){d->x, d->y, d->y / 2, d->vx, d->vy, d->vx / 4,
                                         0,    0,    0,        d->t0, d->t1, d->radius};
        are_valid = are_valid && graze_velocity_sphere_check(&spheres[k]) == GRAZE_OK;
    }
    write_int(are_valid);
    if (!are_valid) return;
    GrazeVelocityCone cone;
    GrazeSpan spans[GRAZE_MAX_SPEEDS];
    GrazeSafeVelocity safe;
    graze_velocity_cone(&spheres[0], &spheres[1], &cone);
    double cut[4] = {0};
    if (cone.kind == GRAZE_OBSTACLE_CONE && horizon < INFINITY) {
        const double apex[] = {spheres[1].vx, spheres[1].vy, spheres[1].vz};
        for (int i = 0; i < 3; i++)
            cut[i] = apex[i] + cone.offset[i] / horizon;
        cut[3] = cone.reach / horizon;
    }
    write_bytes(cone.axis, sizeof cone.axis);
    write_bytes(&cone.sin, sizeof cone.sin);
    write_bytes(&cone.cos, sizeof cone.cos);
    write_bytes(cut, sizeof cut);
    write_int(cone.kind);
    write_int(
        graze_sphere_velocity_is_unsafe(&spheres[0], &spheres[1], vx, vy, vx / 2, horizon, NULL));
    int32_t count = graze_sphere_unsafe_speeds(&spheres[0], &spheres[1], after, spans);
    write_spans(spans, count, GRAZE_MAX_SPEEDS);
    graze_sphere_safe_velocity(&spheres[0], &spheres[1], limits, &safe);
    write_bytes(&safe, sizeof safe);
}

/* Reads two GrazeMovingDisc, double horizon, vx, vy, step; five numbers of GrazeSpeedLimits,
 * int32 can_wait, after; writes GrazeVelocityObstacle, int32 whether the velocity is unsafe,
 * int32 how many spans of unsafe speeds, the GrazeSpan's, GrazeSafeVelocity, int32 the verdict
 * of each method of conflict detection, and the same of polygons and spheres. */
void answer_steering(void)
{
    GrazeMovingDisc two[2];
    double numbers[4];
    double most[5];
    read_segment(&two[0]);
    read_segment(&two[1]);
    read_bytes(numbers, sizeof numbers);
    read_bytes(most, sizeof most);
    const GrazeSpeedLimits limits = {most[0], most[1], most[2], most[3], most[4], read_int(), 0};
    const GrazeEnding after = (GrazeEnding)read_int();
    GrazeVelocityObstacle obstacle;
    GrazeSpan spans[GRAZE_MAX_SPEEDS];
    GrazeSafeVelocity safe;
    graze_velocity_obstacle(&two[0], &two[1], numbers[0], &obstacle);
    write_bytes(&obstacle, sizeof obstacle);
    write_int(graze_velocity_is_unsafe(&two[0], &two[1], numbers[1], numbers[2], numbers[0], NULL));
    write_spans(spans, graze_unsafe_speeds(&two[0], &two[1], after, spans), GRAZE_MAX_SPEEDS);
    graze_safe_velocity(&two[0], &two[1], &limits, &safe);
    write_bytes(&safe, sizeof safe);
    for (int how = GRAZE_BASELINE_CONTAINER; how <= GRAZE_BASELINE_ALGEBRAIC; how++)
        write_int(graze_conflict_by((GrazeBaseline)how, &two[0], &two[1], numbers[3]));
    steer_polygons(two, numbers[0], numbers[1], numbers[2]);
    steer_spheres(two, numbers[0], numbers[1], numbers[2], after, &limits);
}

/* ---- batches of moving discs ---- */

/* Writes entry k of a batch: int32 verdict, double[2] interval, clearance. */
static void write_conflict(const GrazeConflictBatch* found, int32_t k)
{
    write_int(found->relations[k]);
    write_bytes(&found->intervals[2 * (size_t)k], 2 * sizeof(double));
    write_bytes(&found->clearances[2 * (size_t)k], 2 * sizeof(double));
}

/* Writes the number found and, if they fit, for each int32[2] indices and the conflict. */
static void write_moving_discs_found(const GrazeConflictBatch* found, int32_t count)
{
    write_int(count);
    for (int32_t k = 0; k < count && count <= found->capacity; k++) {
        write_bytes(&found->pairs[2 * (size_t)k], 2 * sizeof found->pairs[0]);
        write_conflict(found, k);
    }
}

static void answer_three(const GrazeMovingDiscs* segments, int32_t count, const uint32_t* agents,
                         int32_t listed, const GrazeRange* ranges, const GrazeConflictBatch* out)
{
    void* scratch = room_of(graze_moving_discs_scratch(count));
    write_int(graze_moving_discs_conflicts(segments, listed, out));
    for (int32_t k = 0; k < listed; k++)
        write_conflict(out, k);
    write_moving_discs_found(out, graze_moving_discs_among(segments, agents, count, scratch, out));
    write_moving_discs_found(
        out, graze_moving_discs_between(segments, agents, ranges[0], ranges[1], scratch, out));
    free(scratch);
}

/* Reads int32 whether they are double, count, listed pairs, room, two ranges of first and count;
 * the numbers, seven per disc; uint32 agents, the listed pairs; writes int32 how many listed
 * pairs are in contact, the conflict of each; the pairs found among all, and between the ranges. */
void answer_crowd(void)
{
    const bool is_double = read_int();
    const int32_t count = read_count(1 << 10);
    const int32_t listed = read_count(1 << 10);
    const int32_t room = read_count(1 << 20);
    GrazeRange ranges[2];
    read_bytes(ranges, sizeof ranges);
    const size_t n = (size_t)count;
    const size_t m = (size_t)room;
    const size_t whole = 7 * n * (is_double ? sizeof(double) : sizeof(float));
    void* numbers = room_of(whole);
    uint32_t* agents = room_of(n * sizeof *agents);
    const GrazeConflictBatch out = {room_of(2 * m * sizeof(uint32_t)), room_of(m),
                                    room_of(2 * m * sizeof(double)),
                                    room_of(2 * m * sizeof(double)), room};
    read_bytes(numbers, whole);
    read_bytes(agents, n * sizeof *agents);
    if (listed > room) fail("odd count");
    read_bytes(out.pairs, 2 * (size_t)listed * sizeof *out.pairs);
    const GrazeMovingDiscs segments = {numbers, is_double};
    int32_t culprit;
    if (graze_moving_discs_check(&segments, 0, count, &culprit) != GRAZE_OK) {
        fail("a segment is refused");
    }
    answer_three(&segments, count, agents, listed, ranges, &out);
    void* const rooms[] = {numbers,       agents,        out.pairs,
                           out.relations, out.intervals, out.clearances};
    for (size_t k = 0; k < sizeof rooms / sizeof rooms[0]; k++)
        free(rooms[k]);
}

/* Reads int32 whether they are double, count, room; the numbers, seven per disc; uint32 agents;
 * double reach, from, to; writes the pairs found near each other, int32 whether there is a nearest
 * one, GrazeNearestDiscs. */
void answer_plans(void)
{
    const bool is_double = read_int();
    const int32_t count = read_count(1 << 10);
    const int32_t room = read_count(1 << 20);
    const size_t n = (size_t)count;
    const size_t m = (size_t)room;
    const size_t whole = 7 * n * (is_double ? sizeof(double) : sizeof(float));
    void* numbers = room_of(whole);
    uint32_t* agents = room_of(n * sizeof *agents);
    const GrazeConflictBatch out = {room_of(2 * m * sizeof(uint32_t)), room_of(m),
                                    room_of(2 * m * sizeof(double)),
                                    room_of(2 * m * sizeof(double)), room};
    GrazeNearOptions options;
    read_bytes(numbers, whole);
    read_bytes(agents, n * sizeof *agents);
    read_bytes(&options, sizeof options);
    const GrazeMovingDiscs discs = {numbers, is_double};
    int32_t culprit;
    if (graze_moving_discs_check(&discs, 0, count, &culprit) != GRAZE_OK) fail("a disc is refused");
    void* scratch = room_of(graze_moving_discs_scratch(count));
    write_moving_discs_found(
        &out, graze_moving_discs_near(&discs, agents, count, &options, scratch, &out));
    options.reach = INFINITY;
    GrazeNearestDiscs nearest;
    bool is_there = graze_moving_discs_nearest(&discs, agents, count, &options, scratch, &nearest);
    write_int(is_there);
    if (is_there) write_bytes(&nearest, sizeof nearest);
    void* const rooms[] = {numbers,       agents,         out.pairs, out.relations,
                           out.intervals, out.clearances, scratch};
    for (size_t k = 0; k < sizeof rooms / sizeof rooms[0]; k++)
        free(rooms[k]);
}
