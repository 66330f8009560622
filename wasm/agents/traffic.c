/* Routes that are kept for many queries. */
#include "traffic.h"

/* Kept routes, their storage, and the block of the route that is to be added next. Each route has a
   block of its own: its pieces, and after them the boxes of its parts. */
typedef struct {
    GrazeTraffic traffic;
    void* storage;
    GrazeMovingSphere* staged;
    uint32_t staged_pieces;
} TrafficBlock;

/* MAX_CAPACITY: a larger storage is beyond the memory of an instance. */
enum { INITIAL_CAPACITY = 16, MAX_CAPACITY = 1 << 23, INITIAL_CONFLICTS = 64 };

uint32_t graze_wasm_traffic_new(void)
{
    TrafficBlock* block = arena_block_zeroed(sizeof *block);
    if (block == NULL) return glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    graze_traffic_init(&block->traffic);
    return glue_publish(HANDLE_TRAFFIC, block, GRAZE_OK, -1);
}

void glue_traffic_free_routes(void* object)
{
    TrafficBlock* block = object;
    for (int32_t k = 0; k < block->traffic.route_count; k++) {
        if (graze_traffic_has(&block->traffic, k))
            arena_block_free((void*)(uintptr_t)block->traffic.routes[k].route.pieces);
    }
    arena_block_free(block->storage);
    arena_block_free(block->staged);
}

static TrafficBlock* get_traffic(uint32_t handle)
{
    TrafficBlock* block = handle_get(HANDLE_TRAFFIC, handle);
    if (block == NULL) glue_fail(GRAZE_E_STALE_HANDLE, -1);
    return block;
}

static uint64_t part_count(uint32_t pieces)
{
    return 2 * (uint64_t)pieces + 1;
}

/* Returns room for a route of `pieces` pieces, which the caller fills before graze_wasm_traffic_add. */
GrazeMovingSphere* graze_wasm_traffic_stage(uint32_t traffic, uint32_t pieces)
{
    TrafficBlock* block = get_traffic(traffic);
    if (block == NULL) return NULL;
    arena_block_free(block->staged);
    block->staged = NULL;
    uint64_t bytes =
        pieces * (uint64_t)sizeof(GrazeMovingSphere) + part_count(pieces) * sizeof(GrazeTrafficBox);
    block->staged = bytes <= INT32_MAX ? arena_block_new((size_t)bytes) : NULL;
    block->staged_pieces = pieces;
    if (block->staged == NULL) glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    return block->staged;
}

/* Makes room for one more key; the room doubles. */
static bool make_room(TrafficBlock* block)
{
    GrazeTraffic* traffic = &block->traffic;
    int32_t capacity = traffic->capacity;
    if (graze_traffic_key(traffic) < capacity) return true;
    capacity = capacity < INITIAL_CAPACITY / 2 ? INITIAL_CAPACITY : 2 * capacity;
    void* storage = capacity <= MAX_CAPACITY ? arena_block_new(graze_traffic_size(capacity)) : NULL;
    if (storage == NULL) return glue_fail(GRAZE_E_OUT_OF_MEMORY, -1) != 0;
    graze_traffic_move(traffic, capacity, storage);
    arena_block_free(block->storage);
    block->storage = storage;
    return true;
}

/* Keeps the route of the stage; returns its key. A fault's index is that of a piece. */
int32_t graze_wasm_traffic_add(uint32_t traffic, uint32_t pieces, uint32_t ending)
{
    TrafficBlock* block = get_traffic(traffic);
    if (block == NULL) return -1;
    if (block->staged == NULL || pieces == 0 || pieces != block->staged_pieces) {
        glue_fail(GRAZE_E_OUT_OF_RANGE, -1);
        return -1;
    }
    GrazeRoute route = glue_route(block->staged, pieces, ending);
    int32_t culprit;
    GrazeStatus status = graze_route_check(&route, &culprit);
    if (status != GRAZE_OK) glue_fail(status, culprit);
    if (status != GRAZE_OK || !make_room(block)) return -1;
    GrazeTrafficBox* boxes = (GrazeTrafficBox*)(void*)(block->staged + pieces);
    block->staged = NULL;
    return graze_traffic_add(&block->traffic, &route, boxes);
}

int32_t graze_wasm_traffic_remove(uint32_t traffic, int32_t key)
{
    TrafficBlock* block = get_traffic(traffic);
    if (block == NULL) return glue_fault.status;
    if (!graze_traffic_has(&block->traffic, key)) {
        glue_fail(GRAZE_E_BAD_INDEX, key);
        return glue_fault.status;
    }
    void* pieces = (void*)(uintptr_t)block->traffic.routes[key].route.pieces;
    graze_traffic_remove(&block->traffic, key);
    arena_block_free(pieces);
    return GRAZE_OK;
}

/* Returns the number of kept routes. */
int32_t graze_wasm_traffic_count(uint32_t traffic)
{
    const TrafficBlock* block = get_traffic(traffic);
    return block != NULL ? block->traffic.live_count : -1;
}

/* ---- queries ---- */

/* A query of spans, of a place if `route` is NULL. */
typedef struct {
    const GrazeTraffic* traffic;
    const GrazeRoute* route;
    const GrazeMovingSphere* place;
    GrazeRouteOptions options;
    int32_t max_intervals;
} SpanQuery;

/* Finds the spans of a query, and writes them after `before` other ones of the list. Returns their
   number; -1, with the fault recorded, if there are more than `max_intervals` or memory cannot grow. */
static int32_t find_spans(const SpanQuery* query, uint32_t before)
{
    int32_t capacity = GLUE_INITIAL_SPANS;
    int32_t found;
    do {
        GrazeSpan* spans = glue_allocate_scratch(before + (uint32_t)capacity, sizeof *spans);
        if (spans == NULL) return -1;
        GrazeSpan* out = spans + before;
        found = query->route == NULL ? graze_traffic_contacts(query->traffic, query->place,
                                                              &query->options, out, capacity)
                                     : graze_traffic_delays(query->traffic, query->route,
                                                            &query->options, out, capacity);
        glue_list = (GrazeList){(uint32_t)(uintptr_t)spans, (int32_t)before + found};
    } while (found > capacity &&
             glue_grow_capacity(&capacity, glue_max_spans(query->max_intervals)));
    if (found <= query->max_intervals) return found;
    glue_fail_too_many(query->max_intervals);
    return -1;
}

/* Writes the spans of time in which a place is in contact to the list, at most `max_intervals`. */
int32_t graze_wasm_traffic_intervals(uint32_t traffic, double x, double y, double z, double radius,
                                     double from, double to, int32_t touching,
                                     int32_t max_intervals)
{
    TrafficBlock* block = get_traffic(traffic);
    if (block == NULL) return glue_fault.status;
    const GrazeMovingSphere place = {.x = x, .y = y, .z = z, .radius = radius};
    GrazeStatus status = graze_moving_sphere_check(&place);
    if (status != GRAZE_OK) {
        glue_fail(status, 0);
        return (int32_t)status;
    }
    const SpanQuery query = {&block->traffic,
                             NULL,
                             &place,
                             {from, to, (GrazeTouching)touching, GRAZE_SPAN_ENDS_SAFE},
                             max_intervals};
    return find_spans(&query, 0) < 0 ? glue_fault.status : GRAZE_OK;
}

/* Returns room for `count` moving spheres, and after them the end of the spans of each in the list of
   graze_wasm_traffic_departures. */
GrazeMovingSphere* graze_wasm_departures_stage(uint32_t count)
{
    return glue_allocate_scratch(count, sizeof(GrazeMovingSphere) + sizeof(uint32_t));
}

/* Writes the spans of start times with which each sphere of a stage, of which only the duration
   counts, is in contact to the list, at most `max_intervals` each. A fault's index is that of a
   sphere. */
int32_t graze_wasm_traffic_departures(uint32_t traffic, GrazeMovingSphere* stage, uint32_t count,
                                      double from, double to, int32_t touching,
                                      int32_t max_intervals)
{
    TrafficBlock* block = get_traffic(traffic);
    uint32_t* ends = (uint32_t*)(void*)(stage + count);
    uint32_t total = 0;
    if (block == NULL) return glue_fault.status;
    uintptr_t mark = arena_mark();
    arena_push(count * (sizeof *stage + sizeof *ends));
    glue_list = (GrazeList){0, 0};
    GrazeStatus failure = GRAZE_OK;
    for (uint32_t k = 0; k < count && failure == GRAZE_OK; k++) {
        GrazeMovingSphere* disc = &stage[k];
        /* One that has no end, which stands still, is a piece of no duration and a stay after it. */
        bool is_endless = __builtin_isinf(disc->t1);
        if (is_endless) disc->t1 = disc->t0;
        failure = graze_moving_sphere_check(disc);
        if (failure != GRAZE_OK) {
            glue_fail(failure, (int32_t)k);
            break;
        }
        /* With a start of 0 the delays are the start times; adding another start would round again. */
        disc->t1 -= disc->t0;
        disc->t0 = 0;
        const GrazeRoute edge = {disc, 1, GRAZE_VANISH, is_endless ? GRAZE_STAY : GRAZE_VANISH};
        const SpanQuery query = {&block->traffic,
                                 &edge,
                                 NULL,
                                 {from, to, (GrazeTouching)touching, GRAZE_SPAN_ENDS_SAFE},
                                 max_intervals};
        int32_t found = find_spans(&query, total);
        if (found < 0) failure = (GrazeStatus)glue_fault.status;
        total += found < 0 ? 0 : (uint32_t)found;
        ends[k] = total;
    }
    arena_release(mark);
    return (int32_t)failure;
}

/* Writes the least delay from `from` on with which the route of a stage is in contact with no other
   one, as the x of the place in the result. */
int32_t graze_wasm_traffic_minimum_delay(uint32_t traffic, const GrazeMovingSphere* stage,
                                         uint32_t pieces, double from, int32_t touching,
                                         int32_t max_intervals)
{
    TrafficBlock* block = get_traffic(traffic);
    if (block == NULL) return glue_fault.status;
    uintptr_t mark = arena_mark();
    const GrazeRoute* route = glue_read_routes(stage, pieces, 1);
    int32_t found = -1;
    if (route != NULL) {
        const SpanQuery query = {
            &block->traffic,
            route,
            NULL,
            {-__builtin_inf(), __builtin_inf(), (GrazeTouching)touching, GRAZE_SPAN_ENDS_SAFE},
            max_intervals};
        found = find_spans(&query, 0);
    }
    if (found >= 0) {
        const GrazeSpan* spans = (const GrazeSpan*)(uintptr_t)glue_list.address;
        glue_result.place = (GrazePlace){.x = graze_minimum_delay(spans, found, from)};
    }
    arena_release(mark);
    return found >= 0 ? GRAZE_OK : glue_fault.status;
}

/* Writes the conflicts of the route of a stage to the list: the first one, or at most
   `max_intervals`. */
int32_t graze_wasm_traffic_conflicts(uint32_t traffic, const GrazeMovingSphere* stage,
                                     uint32_t pieces, int32_t touching, int32_t only_first,
                                     int32_t max_intervals)
{
    TrafficBlock* block = get_traffic(traffic);
    if (block == NULL) return glue_fault.status;
    uintptr_t mark = arena_mark();
    const GrazeRoute* route = glue_read_routes(stage, pieces, 1);
    bool is_found = route != NULL;
    int32_t capacity = only_first                          ? 1
                       : max_intervals < INITIAL_CONFLICTS ? max_intervals
                                                           : INITIAL_CONFLICTS;
    while (is_found) {
        GrazeRouteConflict* conflicts =
            glue_allocate_scratch((uint32_t)capacity, sizeof *conflicts);
        is_found = conflicts != NULL;
        if (!is_found) break;
        int32_t found = only_first
                            ? graze_traffic_first_conflict(&block->traffic, route,
                                                           (GrazeTouching)touching, conflicts)
                            : graze_traffic_conflicts(&block->traffic, route,
                                                      (GrazeTouching)touching, conflicts, capacity);
        glue_list = (GrazeList){(uint32_t)(uintptr_t)conflicts, found};
        if (found <= capacity) break;
        is_found = glue_grow_capacity(&capacity, max_intervals);
    }
    arena_release(mark);
    return is_found ? GRAZE_OK : glue_fault.status;
}
