/* Calls of the boundary about moving spheres, discs and routes, of which some are kept. */
#include "boundary_world.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- spheres ---- */

static void draw_sphere(GrazeMovingSphere* f)
{
    *f = (GrazeMovingSphere){.x = number(), .y = number(), .vx = number(), .vy = number()};
    if (below(4) == 3) f->ax = number();
    if (below(4) == 3) f->vz = number();
    f->t0 = number();
    f->t1 = f->t0 + fabs(number());
    f->radius = fabs(number());
}

/* Checks the delays from `from` on. */
static void check_sphere_delays(const GrazeMovingSphere* two, double from, bool is_touching_allowed)
{
    GrazeSpan spans[GRAZE_MAX_DELAYS];
    GrazeRelation relations[GRAZE_MAX_DELAYS];
    int32_t count = graze_unsafe_delays_with_relations(&two[0], &two[1], spans, relations);
    int32_t kept = 0;
    for (int32_t k = 0; k < count; k++) {
        bool is_in = is_touching_allowed ? relations[k] == GRAZE_OVERLAPPING && spans[k].end > from
                                         : spans[k].end >= from;
        if (!is_in) continue;
        spans[kept].begin = fmax(spans[k].begin, from);
        spans[kept++].end = spans[k].end;
    }
    check_list(spans, kept, sizeof *spans);
}

void query_moving_spheres(void)
{
    world.call = "query of spheres";
    GrazeMovingSphere* stage = graze_wasm_moving_spheres_stage(2);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    GrazeMovingSphere two[2];
    draw_sphere(&two[0]);
    draw_sphere(&two[1]);
    memcpy(stage, two, sizeof two);
    int32_t status = graze_wasm_approach_spheres(stage);
    check_answer(status != 0, true);
    if (status == 0) {
        GrazeApproach expected;
        graze_approach_spheres(&two[0], &two[1], &expected);
        check_result(&expected, sizeof expected);
    }
    CHECK((graze_wasm_conflicts(stage) != 0) == (status != 0), "%d", status);
    if (status == 0) {
        GrazeConflict conflicts[2];
        int32_t count = graze_conflicts(&two[0], &two[1], conflicts);
        check_list(conflicts, count, sizeof *conflicts);
    }
    int32_t most = max_intervals();
    double from = choice(-1) == -1 ? -1 : -INFINITY;
    bool is_touching_allowed = below(2) == 1;
    int32_t failed = graze_wasm_unsafe_delays(stage, from, INFINITY, is_touching_allowed, most);
    CHECK((failed != 0) == (status != 0) || (failed == GRAZE_E_TOO_MANY && most < 65536), "%d, %d",
          status, failed);
    if (failed == 0) check_sphere_delays(two, from, is_touching_allowed);
}

/* ---- routes ---- */

enum { MAX_ROUTES = 3, MAX_ROUTE_PIECES = 2 };

/* Draws pieces, which mostly follow one another in time. */
static void draw_pieces(GrazeMovingSphere* pieces, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        draw_sphere(&pieces[k]);
        if (k == 0 || below(4) == 3) continue;
        double lasts = pieces[k].t1 - pieces[k].t0;
        pieces[k].t0 = pieces[k - 1].t1;
        pieces[k].t1 = pieces[k].t0 + lasts;
    }
}

static GrazeRoute make_route(const GrazeMovingSphere* pieces, int32_t count, int32_t ending)
{
    return (GrazeRoute){pieces, count, ending & 1 ? GRAZE_VANISH : GRAZE_STAY,
                        ending & 2 ? GRAZE_VANISH : GRAZE_STAY};
}

/* Routes of a call, and their pieces, behind each other. */
typedef struct {
    GrazeMovingSphere pieces[MAX_ROUTES * MAX_ROUTE_PIECES];
    GrazeRoute routes[MAX_ROUTES];
    int32_t count, piece_count;
} Routes;

/* Stages routes; returns NULL if there is no memory. */
static GrazeMovingSphere* stage_routes(int32_t count, Routes* all)
{
    int32_t counts[MAX_ROUTES];
    *all = (Routes){.count = count};
    for (int32_t k = 0; k < count; k++)
        all->piece_count += counts[k] = 1 + below(MAX_ROUTE_PIECES);
    GrazeMovingSphere* stage = graze_wasm_routes_stage((uint32_t)all->piece_count, (uint32_t)count);
    if (stage == NULL) {
        check_out_of_memory();
        return NULL;
    }
    GrazeMovingSphere* next = all->pieces;
    for (int32_t k = 0; k < count; next += counts[k++])
        draw_pieces(next, counts[k]);
    memcpy(stage, all->pieces, (size_t)all->piece_count * sizeof *stage);
    uint32_t* heads = (uint32_t*)(void*)(stage + all->piece_count);
    next = all->pieces;
    for (int32_t k = 0; k < count; next += counts[k++]) {
        int32_t ending = below(4);
        heads[2 * k] = (uint32_t)counts[k];
        heads[2 * k + 1] = (uint32_t)ending;
        all->routes[k] = make_route(next, counts[k], ending);
    }
    return stage;
}

/* Returns the status that the library gives to routes; `index` is that of the piece among all. */
static GrazeStatus check_routes(const Routes* all, int32_t* index)
{
    int32_t first = 0;
    *index = -1;
    for (int32_t k = 0; k < all->count; first += all->routes[k++].count) {
        int32_t culprit;
        GrazeStatus status = graze_route_check(&all->routes[k], &culprit);
        *index = first + culprit;
        if (status != GRAZE_OK) return status;
    }
    return GRAZE_OK;
}

/* Checks a call with a limit of records: that it fails if the core has more, else its status and
 * index. Returns whether it has an answer. */
static bool check_limited(int32_t status, GrazeStatus expected, int32_t index, int32_t count,
                          int32_t most)
{
    bool are_too_many = expected == GRAZE_OK && count > most;
    if (!check_status(status, are_too_many ? GRAZE_E_TOO_MANY : expected,
                      are_too_many ? -1 : index)) {
        GrazePlace limit = {.x = most};
        if (status == GRAZE_E_TOO_MANY) check_result(&limit, sizeof limit);
        return false;
    }
    return true;
}

void query_routes(void)
{
    Routes all;
    int32_t index;
    world.call = "query of routes";
    GrazeMovingSphere* stage = stage_routes(1 + below(MAX_ROUTES), &all);
    if (stage == NULL) return;
    GrazeStatus expected = check_routes(&all, &index);
    uint32_t pieces = (uint32_t)all.piece_count;
    int32_t how = below(3);
    GrazeRouteOptions options = {-4, 12, (GrazeTouching)below(2), (GrazeSpanEnd)below(2)};
    int32_t most = max_intervals();
    if (how == 2 && all.count == 2) {
        int32_t found = expected != GRAZE_OK ? 0
                                             : graze_route_conflicts(&all.routes[0], &all.routes[1],
                                                                     core.conflicts, MAX_RECORDS);
        int32_t status = graze_wasm_route_conflicts(stage, pieces, most);
        if (check_limited(status, expected, index, found, most))
            check_list(core.conflicts, found, sizeof *core.conflicts);
        return;
    }
    if (how == 1) options.from = -INFINITY;
    if (how == 1) options.to = INFINITY;
    int32_t found = expected != GRAZE_OK ? 0
                                         : (how == 1 ? graze_route_delays : graze_route_contacts)(
                                               all.routes, all.routes + 1, all.count - 1, &options,
                                               core.spans, MAX_RECORDS);
    int32_t status = (how == 1 ? graze_wasm_route_delays : graze_wasm_route_contacts)(
        stage, pieces, (uint32_t)all.count, options.from, options.to, (int32_t)options.touching,
        (int32_t)options.ends, most);
    if (check_limited(status, expected, index, found, most))
        check_list(core.spans, found, sizeof *core.spans);
}

/* ---- kept routes ---- */

/* MAX_KEPT is more than the boundary has room for at first. */
enum { MAX_KEPT = 36, REPEATED = 17, NOT_STAGED = -1 };

/* The core's kept routes beside those of the boundary, and the route that is staged there. */
struct KeptRoutes {
    GrazeTraffic traffic;
    void* storage;
    GrazeMovingSphere pieces[MAX_KEPT][MAX_ROUTE_PIECES];
    GrazeTrafficBox boxes[MAX_KEPT][2 * MAX_ROUTE_PIECES + 1];
    GrazeMovingSphere staged[MAX_ROUTE_PIECES];
    int32_t staged_count;
};

void kept_routes_free(struct KeptRoutes* kept)
{
    if (kept != NULL) free(kept->storage);
    free(kept);
}

void make_traffic(void)
{
    world.call = "traffic";
    uint32_t handle = graze_wasm_traffic_new();
    if (handle == 0) {
        check_out_of_memory();
        return;
    }
    struct KeptRoutes* kept = room_of(sizeof *kept);
    graze_traffic_init(&kept->traffic);
    kept->storage = room_of(graze_traffic_size(MAX_KEPT));
    graze_traffic_move(&kept->traffic, MAX_KEPT, kept->storage);
    kept->staged_count = NOT_STAGED;
    add_thing(handle, HANDLE_TRAFFIC)->kept = kept;
}

/* Picks kept routes, and their model; NULL if the handle is stale. */
static Picked pick_traffic(struct KeptRoutes** kept)
{
    Picked traffic = pick(HANDLE_TRAFFIC);
    *kept = is_good(traffic, HANDLE_TRAFFIC) ? thing_of(traffic)->kept : NULL;
    return traffic;
}

/* Stages a route, or fails to. */
static void stage_kept(uint32_t handle, struct KeptRoutes* kept, const GrazeMovingSphere* pieces,
                       uint32_t count)
{
    GrazeMovingSphere* stage = graze_wasm_traffic_stage(handle, count);
    if (stage == NULL) {
        bool is_large = count > MAX_ROUTE_PIECES;
        check_answer(true, kept != NULL);
        if (kept != NULL) kept->staged_count = NOT_STAGED;
        if (kept != NULL && !is_large) check_out_of_memory();
        return;
    }
    CHECK(kept != NULL && count <= MAX_ROUTE_PIECES, "a stage for %u pieces", count);
    memcpy(stage, pieces, count * sizeof *stage);
    memcpy(kept->staged, pieces, count * sizeof *stage);
    kept->staged_count = (int32_t)count;
}

/* Adds the staged route, or fails to. */
static void add_staged(uint32_t handle, struct KeptRoutes* kept, int32_t count, int32_t ending)
{
    int32_t index = -1;
    GrazeStatus expected = GRAZE_E_STALE_HANDLE;
    GrazeRoute route = {.count = 0};
    if (kept != NULL) {
        route = make_route(kept->staged, count, ending);
        expected = count > 0 && count == kept->staged_count ? graze_route_check(&route, &index)
                                                            : GRAZE_E_OUT_OF_RANGE;
    }
    int32_t key = graze_wasm_traffic_add(handle, (uint32_t)count, (uint32_t)ending);
    int32_t status = key < 0 ? graze_wasm_fault()->status : GRAZE_OK;
    if (!check_status(status, expected, index)) return;
    int32_t next = graze_traffic_key(&kept->traffic);
    CHECK(key == next, "key %d, expected %d", key, next);
    memcpy(kept->pieces[key], kept->staged, sizeof kept->staged);
    route.pieces = kept->pieces[key];
    graze_traffic_add(&kept->traffic, &route, kept->boxes[key]);
    kept->staged_count = NOT_STAGED;
}

/* Adds a route, now and then many times, with another number of pieces or without a new stage. */
void add_route(void)
{
    struct KeptRoutes* kept;
    GrazeMovingSphere pieces[MAX_ROUTE_PIECES];
    world.call = "addition of a route";
    Picked traffic = pick_traffic(&kept);
    int32_t how = below(16);
    uint32_t count =
        how == 15 ? UINT32_MAX - (uint32_t)below(4) : (uint32_t)below(MAX_ROUTE_PIECES + 1);
    bool is_odd = how == 14;
    bool is_staged = how != 13;
    if (count <= MAX_ROUTE_PIECES) draw_pieces(pieces, (int32_t)count);
    int32_t ending = below(4);
    for (int32_t k = 0; k < (how == 12 ? REPEATED : 1); k++) {
        if (kept != NULL && graze_traffic_key(&kept->traffic) == MAX_KEPT) return;
        if (is_staged) stage_kept(traffic.handle, kept, pieces, count);
        if (count <= MAX_ROUTE_PIECES)
            add_staged(traffic.handle, kept, (int32_t)count + is_odd, ending);
    }
}

void remove_route(void)
{
    struct KeptRoutes* kept;
    world.call = "removal of a route";
    Picked traffic = pick_traffic(&kept);
    int32_t key = below(8) == 7 ? (int32_t)(uint32_t)input_bits(world.input, 4) : below(MAX_KEPT);
    GrazeStatus expected = GRAZE_E_STALE_HANDLE;
    if (kept != NULL)
        expected = graze_traffic_has(&kept->traffic, key) ? GRAZE_OK : GRAZE_E_BAD_INDEX;
    int32_t status = graze_wasm_traffic_remove(traffic.handle, key);
    if (check_status(status, expected, kept != NULL ? key : -1))
        graze_traffic_remove(&kept->traffic, key);
}

/* Options as JavaScript checks them: an ascending range. */
typedef struct {
    double from, to;
    GrazeTouching touching;
    int32_t most;
} TrafficOptions;

static TrafficOptions draw_options(void)
{
    TrafficOptions o = {-INFINITY, INFINITY, GRAZE_TOUCHING_CONFLICT, 0};
    if (below(2)) o.from = (double)input_int(world.input, 6) / 4;
    if (below(2)) o.to = (isfinite(o.from) ? o.from : 0) + (double)below(64) / 4;
    o.touching = (GrazeTouching)below(2);
    o.most = max_intervals();
    return o;
}

static GrazeRouteOptions route_options(const TrafficOptions* o)
{
    return (GrazeRouteOptions){o->from, o->to, o->touching, GRAZE_SPAN_ENDS_SAFE};
}

static void query_intervals(uint32_t handle, const struct KeptRoutes* kept)
{
    GrazeMovingSphere place = {.x = number(), .y = number(), .z = number(), .radius = number()};
    TrafficOptions o = draw_options();
    GrazeRouteOptions options = route_options(&o);
    GrazeStatus expected = kept != NULL ? graze_moving_sphere_check(&place) : GRAZE_E_STALE_HANDLE;
    int32_t found = 0;
    if (expected == GRAZE_OK)
        found = graze_traffic_contacts(&kept->traffic, &place, &options, core.spans, MAX_RECORDS);
    int32_t status = graze_wasm_traffic_intervals(handle, place.x, place.y, place.z, place.radius,
                                                  o.from, o.to, (int32_t)o.touching, o.most);
    if (check_limited(status, expected, kept != NULL ? 0 : -1, found, o.most))
        check_list(core.spans, found, sizeof *core.spans);
}

/* Finds the start times of an edge, which lasts forever if it has no end; returns its status. */
static GrazeStatus find_departures(const struct KeptRoutes* kept, GrazeMovingSphere edge,
                                   const GrazeRouteOptions* options, GrazeSpan* out, int32_t* count)
{
    bool is_endless = isinf(edge.t1);
    if (is_endless) edge.t1 = edge.t0;
    GrazeStatus status = graze_moving_sphere_check(&edge);
    if (status != GRAZE_OK) return status;
    edge.t1 -= edge.t0;
    edge.t0 = 0;
    const GrazeRoute route = {&edge, 1, GRAZE_VANISH, is_endless ? GRAZE_STAY : GRAZE_VANISH};
    *count = graze_traffic_delays(&kept->traffic, &route, options, out, MAX_RECORDS / 4);
    return GRAZE_OK;
}

static void query_departures(uint32_t handle, const struct KeptRoutes* kept)
{
    enum { EDGES = 3 };
    GrazeMovingSphere edges[EDGES];
    uint32_t ends[EDGES];
    int32_t count = below(EDGES + 1);
    GrazeMovingSphere* stage = graze_wasm_departures_stage((uint32_t)count);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    for (int32_t k = 0; k < count; k++) {
        draw_sphere(&edges[k]);
        if (below(4) == 3) edges[k].t1 = INFINITY;
    }
    memcpy(stage, edges, (size_t)count * sizeof *stage);
    TrafficOptions o = draw_options();
    GrazeRouteOptions options = route_options(&o);
    GrazeStatus expected = kept != NULL ? GRAZE_OK : GRAZE_E_STALE_HANDLE;
    int32_t index = -1;
    int32_t total = 0;
    for (int32_t k = 0; k < count && expected == GRAZE_OK; k++) {
        int32_t found = 0;
        expected = find_departures(kept, edges[k], &options, core.spans + total, &found);
        if (expected != GRAZE_OK) index = k;
        if (expected == GRAZE_OK && found > o.most) expected = GRAZE_E_TOO_MANY;
        total += found;
        ends[k] = (uint32_t)total;
    }
    int32_t status = graze_wasm_traffic_departures(handle, stage, (uint32_t)count, o.from, o.to,
                                                   (int32_t)o.touching, o.most);
    if (!check_status(status, expected, index)) return;
    check_list(core.spans, total, sizeof *core.spans);
    CHECK(same_bytes(stage + count, ends, (size_t)count * sizeof *ends), "%d edges: other ends",
          count);
}

static void query_minimum_delay(uint32_t handle, const struct KeptRoutes* kept)
{
    Routes own;
    int32_t index;
    GrazeMovingSphere* stage = stage_routes(1, &own);
    if (stage == NULL) return;
    TrafficOptions o = draw_options();
    double from = isfinite(o.from) ? o.from : 0;
    GrazeRouteOptions options = {-INFINITY, INFINITY, o.touching, GRAZE_SPAN_ENDS_SAFE};
    GrazeStatus expected = check_routes(&own, &index);
    if (kept == NULL) index = -1;
    if (kept == NULL) expected = GRAZE_E_STALE_HANDLE;
    int32_t found = 0;
    if (expected == GRAZE_OK)
        found = graze_traffic_delays(&kept->traffic, own.routes, &options, core.spans, MAX_RECORDS);
    int32_t status = graze_wasm_traffic_minimum_delay(handle, stage, (uint32_t)own.piece_count,
                                                      from, (int32_t)o.touching, o.most);
    if (!check_limited(status, expected, index, found, o.most)) return;
    GrazePlace delay = {.x = graze_minimum_delay(core.spans, found, from)};
    check_result(&delay, sizeof delay);
}

static void query_conflicts(uint32_t handle, const struct KeptRoutes* kept)
{
    Routes own;
    int32_t index;
    GrazeMovingSphere* stage = stage_routes(1, &own);
    if (stage == NULL) return;
    TrafficOptions o = draw_options();
    bool only_first = below(2) == 1;
    GrazeStatus expected = check_routes(&own, &index);
    if (kept == NULL) index = -1;
    if (kept == NULL) expected = GRAZE_E_STALE_HANDLE;
    int32_t found = 0;
    if (expected == GRAZE_OK && only_first)
        found =
            graze_traffic_first_conflict(&kept->traffic, own.routes, o.touching, core.conflicts);
    if (expected == GRAZE_OK && !only_first)
        found = graze_traffic_conflicts(&kept->traffic, own.routes, o.touching, core.conflicts,
                                        MAX_RECORDS);
    int32_t status = graze_wasm_traffic_conflicts(handle, stage, (uint32_t)own.piece_count,
                                                  (int32_t)o.touching, only_first, o.most);
    if (check_limited(status, expected, index, found, o.most))
        check_list(core.conflicts, found, sizeof *core.conflicts);
}

void query_traffic(void)
{
    static void (*const QUERIES[])(uint32_t, const struct KeptRoutes*) = {
        query_intervals, query_departures, query_minimum_delay, query_conflicts};
    struct KeptRoutes* kept;
    world.call = "query of traffic";
    Picked traffic = pick_traffic(&kept);
    int32_t count = graze_wasm_traffic_count(traffic.handle);
    check_answer(count < 0, kept != NULL);
    CHECK(kept == NULL || count == kept->traffic.live_count, "%d routes, expected %d", count,
          kept->traffic.live_count);
    QUERIES[below(4)](traffic.handle, kept);
}

/* ---- discs ---- */

#define TWO n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13]

/* Checks the answers about polygons, which follow the spheres of the stage. */
static void query_polygons(GrazeMovingSphere* stage, const GrazeMovingDisc* disc1,
                           const GrazeMovingDisc* disc2)
{
    const GrazePoint points[] = {{0, 0}, {1, 0}, {0, 1}, {2, 3}, {-1, 1}};
    memcpy(stage + 2, points, sizeof points);
    const GrazeMovingPolygon polygon1 = {*disc1, points, 3};
    const GrazeMovingPolygon polygon2 = {*disc2, points + 3, 2};
    GrazeVelocityObstacle obstacle;
    GrazeVelocity cut[5];
    GrazeStatus valid = graze_moving_polygon_check(&polygon1);
    if (valid == GRAZE_OK) valid = graze_moving_polygon_check(&polygon2);
    int32_t status = graze_wasm_velocity_obstacle(stage, 3, 2, 1);
    CHECK(status == (int32_t)valid, "%d, expected %d", status, (int)valid);
    int32_t is_unsafe = graze_wasm_velocity_is_unsafe(stage, 3, 2, 1, 2, 0, INFINITY);
    if (valid != GRAZE_OK) {
        CHECK(is_unsafe == -1, "%d", is_unsafe);
        check_fault();
        return;
    }
    CHECK(is_unsafe == graze_polygon_velocity_is_unsafe(&polygon1, &polygon2, 1, 2, INFINITY), "%d",
          is_unsafe);
    CHECK(graze_wasm_velocity_obstacle(stage, 3, 2, 1) == GRAZE_OK, "no obstacle");
    int32_t count = graze_polygon_velocity_obstacle(&polygon1, &polygon2, 1, &obstacle, cut);
    check_result(&obstacle, sizeof obstacle);
    check_list(cut, count, sizeof *cut);
    stage[2].x = NAN;
    CHECK(graze_wasm_velocity_obstacle(stage, 3, 2, 1) != GRAZE_OK, "a point is not finite");
}

/* Checks the answers about velocities for two discs, and for spheres above them. */
static void query_velocities(const double n[14], const GrazeMovingDisc* disc1,
                             const GrazeMovingDisc* disc2, int32_t can_wait, GrazeEnding after)
{
    double z = number();
    double vz = number();
    const GrazeMovingSphere two[2] = {
        {n[0], n[1], z, n[2], n[3], vz, 0, 0, 0, n[4], n[5], n[6]},
        {n[7], n[8], 0, n[9], n[10], 0, 0, 0, 0, n[11], n[12], n[13]}};
    GrazeStatus valid = graze_velocity_sphere_check(&two[0]);
    if (valid == GRAZE_OK) valid = graze_velocity_sphere_check(&two[1]);
    GrazeMovingSphere* stage = graze_wasm_velocity_stage(3, 2);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    memcpy(stage, two, sizeof two);
    int32_t status = graze_wasm_velocity_cone(stage);
    CHECK(status == (int32_t)valid, "%d, expected %d", status, (int)valid);
    int32_t is_unsafe = graze_wasm_velocity_is_unsafe(stage, 0, 0, 1, 2, 3, INFINITY);
    if (valid == GRAZE_OK) {
        GrazeVelocityCone cone;
        GrazeSafeVelocity safe;
        GrazeSpan spans[GRAZE_MAX_SPEEDS];
        CHECK(is_unsafe ==
                  graze_sphere_velocity_is_unsafe(&two[0], &two[1], 1, 2, 3, INFINITY, NULL),
              "%d", is_unsafe);
        CHECK(graze_wasm_velocity_cone(stage) == GRAZE_OK, "no cone");
        graze_velocity_cone(&two[0], &two[1], &cone);
        check_result(&cone, sizeof cone);
        const GrazeSpeedLimits limits = {
            .max_speed1 = INFINITY, .max_speed2 = 4, .margin = 0.125, .can_wait = can_wait};
        CHECK(graze_wasm_safe_velocity(stage, 0, INFINITY, 0, 4, 0.125, can_wait) == GRAZE_OK,
              "none");
        graze_sphere_safe_velocity(&two[0], &two[1], &limits, &safe);
        check_result(&safe, sizeof safe);
        CHECK(graze_wasm_unsafe_speeds(stage, (int32_t)after) == GRAZE_OK, "no speeds");
        int32_t count = graze_sphere_unsafe_speeds(&two[0], &two[1], after, spans);
        check_list(spans, count, sizeof *spans);
    } else {
        CHECK(is_unsafe == -1, "%d", is_unsafe);
        CHECK(graze_wasm_safe_velocity(stage, 0, INFINITY, 0, 4, 0.125, can_wait) == (int32_t)valid,
              "%d", (int)valid);
        CHECK(graze_wasm_unsafe_speeds(stage, (int32_t)after) == (int32_t)valid, "%d", (int)valid);
        check_fault();
    }
    query_polygons(stage, disc1, disc2);
}

void query_moving_discs(void)
{
    double n[14];
    for (int32_t k = 0; k < 14; k++)
        n[k] = number();
    n[5] = n[4] + fabs(n[5]);
    n[12] = n[11] + fabs(n[12]);
    n[6] = fabs(n[6]);
    n[13] = fabs(n[13]);
    world.call = "query of segments";
    const GrazeMovingDisc disc1 = {n[0], n[1], n[2], n[3], n[4], n[5], n[6]};
    const GrazeMovingDisc disc2 = {n[7], n[8], n[9], n[10], n[11], n[12], n[13]};
    const GrazeBox box = {n[7], n[8], n[9], n[10]};
    GrazeApproach expected;
    GrazeStatus valid = graze_moving_disc_check(&disc1);
    int32_t status =
        graze_wasm_approach_box(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10]);
    GrazeStatus of_box = valid == GRAZE_OK ? graze_box_check(&box) : valid;
    CHECK(status == (int32_t)of_box, "%d, expected %d", status, (int)of_box);
    if (status == 0) {
        graze_approach_box(&disc1, &box, &expected);
        check_result(&expected, sizeof expected);
    }
    if (valid == GRAZE_OK) valid = graze_moving_disc_check(&disc2);
    int32_t can_wait = below(2);
    GrazeBaseline how = below(2) ? GRAZE_BASELINE_CONTAINER : GRAZE_BASELINE_ALGEBRAIC;
    GrazeEnding after = (GrazeEnding)below(2);
    status = graze_wasm_approach_discs(TWO);
    CHECK(status == (int32_t)valid, "%d, expected %d", status, (int)valid);
    check_answer(status != 0, true);
    if (status == 0) {
        graze_approach_discs(&disc1, &disc2, &expected);
        check_result(&expected, sizeof expected);
    }
    int32_t is_found = graze_wasm_conflict_by((int32_t)how, TWO, 0);
    CHECK(is_found == (status == 0 ? graze_conflict_by(how, &disc1, &disc2, 0) : -1), "%d",
          is_found);
    query_velocities(n, &disc1, &disc2, can_wait, after);
}
#undef TWO
