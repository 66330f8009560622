/* Routes: one against many, or against another one. */
#include "route.h"

enum { VANISH_BEFORE = 1, VANISH_AFTER = 2, INITIAL_CONFLICTS = 64 };

/* Header of a staged route: the number of its pieces, and its state before and after them. */
typedef struct {
    uint32_t count, ending;
} RouteHeader;

typedef int32_t (*RouteQuery)(const GrazeRoute*, const GrazeRoute*, int32_t,
                              const GrazeRouteOptions*, GrazeSpan*, int32_t);

/* Returns room for `pieces` pieces and after them the headers of `routes` routes, which the caller
   fills. */
GrazeMovingSphere* graze_wasm_routes_stage(uint32_t pieces, uint32_t routes)
{
    uint64_t bytes =
        pieces * (uint64_t)sizeof(GrazeMovingSphere) + routes * (uint64_t)sizeof(RouteHeader);
    return bytes <= INT32_MAX ? glue_allocate_scratch(1, (size_t)bytes)
                              : glue_allocate_scratch(UINT32_MAX, UINT32_MAX);
}

GrazeRoute glue_route(const GrazeMovingSphere* pieces, uint32_t count, uint32_t ending)
{
    return (GrazeRoute){pieces, (int32_t)count, ending & VANISH_BEFORE ? GRAZE_VANISH : GRAZE_STAY,
                        ending & VANISH_AFTER ? GRAZE_VANISH : GRAZE_STAY};
}

const GrazeRoute* glue_read_routes(const GrazeMovingSphere* stage, uint32_t pieces, uint32_t count)
{
    const RouteHeader* headers = (const RouteHeader*)(const void*)(stage + pieces);
    arena_push(pieces * sizeof *stage + count * sizeof *headers);
    GrazeRoute* routes = arena_push(count * sizeof *routes);
    const GrazeMovingSphere* next = stage;
    if (routes == NULL) glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    for (uint32_t k = 0; k < count && routes != NULL; k++) {
        int32_t culprit;
        routes[k] = glue_route(next, headers[k].count, headers[k].ending);
        GrazeStatus status = graze_route_check(&routes[k], &culprit);
        if (status != GRAZE_OK) {
            glue_fail(status, (int32_t)(next - stage) + culprit);
            return NULL;
        }
        next += headers[k].count;
    }
    return routes;
}

int32_t glue_max_spans(int32_t max_intervals)
{
    return max_intervals > GLUE_MAX_UNJOINED_SPANS ? max_intervals : GLUE_MAX_UNJOINED_SPANS;
}

/* Finds the spans of the first route with all others, for the list; returns false, with the fault
   recorded, if there are more than `max_intervals` or memory cannot grow. */
static bool find_spans(RouteQuery query, const GrazeRoute* routes, int32_t count,
                       const GrazeRouteOptions* options, int32_t max_intervals)
{
    int32_t capacity = GLUE_INITIAL_SPANS;
    int32_t found;
    do {
        GrazeSpan* spans = glue_allocate_scratch((uint32_t)capacity, sizeof *spans);
        if (spans == NULL) return false;
        found = query(routes, routes + 1, count - 1, options, spans, capacity);
        glue_list = (GrazeList){(uint32_t)(uintptr_t)spans, found};
    } while (found > capacity && glue_grow_capacity(&capacity, glue_max_spans(max_intervals)));
    return found <= max_intervals || glue_fail_too_many(max_intervals);
}

/* Writes the spans of the first route with all others to the list, at most `max_intervals`. */
static GrazeStatus query_routes(RouteQuery query, const GrazeMovingSphere* stage, uint32_t pieces,
                                uint32_t count, double from, double to, int32_t touching,
                                int32_t ends, int32_t max_intervals)
{
    uintptr_t mark = arena_mark();
    const GrazeRoute* routes = glue_read_routes(stage, pieces, count);
    const GrazeRouteOptions options = {from, to, (GrazeTouching)touching, (GrazeSpanEnd)ends};
    bool is_found =
        routes != NULL && find_spans(query, routes, (int32_t)count, &options, max_intervals);
    arena_release(mark);
    return is_found ? GRAZE_OK : (GrazeStatus)glue_fault.status;
}

int32_t graze_wasm_route_delays(const GrazeMovingSphere* stage, uint32_t pieces, uint32_t routes,
                                double from, double to, int32_t touching, int32_t ends,
                                int32_t max_intervals)
{
    return (int32_t)query_routes(graze_route_delays, stage, pieces, routes, from, to, touching,
                                 ends, max_intervals);
}

int32_t graze_wasm_route_contacts(const GrazeMovingSphere* stage, uint32_t pieces, uint32_t routes,
                                  double from, double to, int32_t touching, int32_t ends,
                                  int32_t max_intervals)
{
    return (int32_t)query_routes(graze_route_contacts, stage, pieces, routes, from, to, touching,
                                 ends, max_intervals);
}

/* Writes the conflicts of the two routes of a stage to the list, at most `max_intervals`. */
int32_t graze_wasm_route_conflicts(const GrazeMovingSphere* stage, uint32_t pieces,
                                   int32_t max_intervals)
{
    uintptr_t mark = arena_mark();
    const GrazeRoute* routes = glue_read_routes(stage, pieces, 2);
    bool is_found = routes != NULL;
    int32_t capacity = INITIAL_CONFLICTS < max_intervals ? INITIAL_CONFLICTS : max_intervals;
    int32_t found = 0;
    while (is_found) {
        GrazeRouteConflict* conflicts =
            glue_allocate_scratch((uint32_t)capacity, sizeof *conflicts);
        is_found = conflicts != NULL;
        if (!is_found) break;
        found = graze_route_conflicts(&routes[0], &routes[1], conflicts, capacity);
        glue_list = (GrazeList){(uint32_t)(uintptr_t)conflicts, found};
        if (found <= capacity) break;
        is_found = glue_grow_capacity(&capacity, max_intervals);
    }
    arena_release(mark);
    return is_found ? GRAZE_OK : glue_fault.status;
}
