/* Routes: one against many. */
#include "glue.h"

/* At least MOST_LOOSE_SPANS fit while spans are gathered: more can be found than are left once they are joined. */
enum { VANISH_BEFORE = 1, VANISH_AFTER = 2, LEAST_SPANS = 64, MOST_LOOSE_SPANS = 65536 };

/* A route as it is staged: how many flights it has, and how it begins and ends. */
typedef struct {
    uint32_t count, ending;
} RouteHead;

typedef int32_t (*RouteQuery)(const GrazeRoute*, const GrazeRoute*, int32_t,
                              const GrazeRouteQuestion*, GrazeSpan*, int32_t);

/* Room for that many flights and behind them the heads of that many routes, which the caller fills. */
GrazeFlight* graze_wasm_routes_stage(uint32_t flights, uint32_t routes)
{
    uint64_t bytes = flights * (uint64_t)sizeof(GrazeFlight) + routes * (uint64_t)sizeof(RouteHead);
    return bytes <= INT32_MAX ? glue_room(1, (size_t)bytes) : glue_room(UINT32_MAX, UINT32_MAX);
}

/* Puts the routes together behind the stage; a fault's index is that of a flight of all. */
static const GrazeRoute* read_routes(const GrazeFlight* stage, uint32_t flights, uint32_t count)
{
    const RouteHead* heads = (const RouteHead*)(const void*)(stage + flights);
    arena_take(flights * sizeof *stage + count * sizeof *heads);
    GrazeRoute* routes = arena_take(count * sizeof *routes);
    const GrazeFlight* next = stage;
    if (routes == NULL) glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    for (uint32_t k = 0; k < count && routes != NULL; k++) {
        int32_t culprit;
        routes[k] = (GrazeRoute){next, (int32_t)heads[k].count,
                                 heads[k].ending & VANISH_BEFORE ? GRAZE_VANISH : GRAZE_HOLD,
                                 heads[k].ending & VANISH_AFTER ? GRAZE_VANISH : GRAZE_HOLD};
        GrazeStatus status = graze_route_check(&routes[k], &culprit);
        if (status != GRAZE_OK) {
            glue_fail(status, (int32_t)(next - stage) + culprit);
            return NULL;
        }
        next += heads[k].count;
    }
    return routes;
}

/* Finds the spans of the first of the routes with all others, for the list; false, and the fault is noted, where they
   are more than `max_intervals` or memory cannot grow. */
static bool find_spans(RouteQuery query, const GrazeRoute* routes, int32_t count,
                       const GrazeRouteQuestion* asked, int32_t max_intervals)
{
    int32_t most = max_intervals > MOST_LOOSE_SPANS ? max_intervals : MOST_LOOSE_SPANS;
    int32_t capacity = LEAST_SPANS;
    int32_t found;
    do {
        GrazeSpan* spans = glue_room((uint32_t)capacity, sizeof *spans);
        if (spans == NULL) return false;
        found = query(routes, routes + 1, count - 1, asked, spans, capacity);
        glue_list = (GrazeList){(uint32_t)(uintptr_t)spans, found};
    } while (found > capacity && glue_enlarge(&capacity, most));
    return found <= max_intervals || glue_fail_many(max_intervals);
}

/* The spans of the first route with all others go to the list, at most `max_intervals`. */
static GrazeStatus ask(RouteQuery query, const GrazeFlight* stage, uint32_t flights, uint32_t count,
                       double from, double to, int32_t reading, int32_t max_intervals)
{
    uintptr_t mark = arena_mark();
    const GrazeRoute* routes = read_routes(stage, flights, count);
    const GrazeRouteQuestion asked = {from, to, (GrazeReading)reading};
    bool is_found =
        routes != NULL && find_spans(query, routes, (int32_t)count, &asked, max_intervals);
    arena_release(mark);
    return is_found ? GRAZE_OK : (GrazeStatus)glue_fault.status;
}

int32_t graze_wasm_route_delays(const GrazeFlight* stage, uint32_t flights, uint32_t routes,
                                double from, double to, int32_t reading, int32_t max_intervals)
{
    return (int32_t)ask(graze_route_delays, stage, flights, routes, from, to, reading,
                        max_intervals);
}

int32_t graze_wasm_route_contacts(const GrazeFlight* stage, uint32_t flights, uint32_t routes,
                                  double from, double to, int32_t reading, int32_t max_intervals)
{
    return (int32_t)ask(graze_route_contacts, stage, flights, routes, from, to, reading,
                        max_intervals);
}
