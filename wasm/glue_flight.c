/* Flights: spheres with constant acceleration, one pair at a time. They come in by a stage that the caller fills. */
#include "glue.h"

/* Room for `count` flights, readable until the next call takes room. */
GrazeFlight* graze_wasm_flights_stage(uint32_t count)
{
    return glue_room(count, sizeof(GrazeFlight));
}

static bool are_valid(const GrazeFlight* two)
{
    for (int32_t k = 0; k < 2; k++) {
        glue_fault = (GrazeFault){graze_flight_check(&two[k]), k};
        if (glue_fault.status != GRAZE_OK) return false;
    }
    return true;
}

int32_t graze_wasm_approach_flights(const GrazeFlight* two)
{
    if (!are_valid(two)) return glue_fault.status;
    graze_approach_flights(&two[0], &two[1], &glue_result.approach);
    return GRAZE_OK;
}

/* The conflicts go to the list. */
int32_t graze_wasm_conflicts(const GrazeFlight* two)
{
    if (!are_valid(two)) return glue_fault.status;
    int32_t count = graze_conflicts(&two[0], &two[1], glue_result.conflicts);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)glue_result.conflicts, count};
    return GRAZE_OK;
}

/* Spans of delays, as far as they are in [from, to], go to the list, at most `max_intervals`; `is_open`: not those that
   only touch. */
int32_t graze_wasm_unsafe_delays(const GrazeFlight* two, double from, double to, int32_t is_open,
                                 int32_t max_intervals)
{
    if (!are_valid(two)) return glue_fault.status;
    GrazeSpan* out = glue_result.delays;
    GrazeRelation relations[GRAZE_MOST_DELAYS];
    int32_t count = is_open ? graze_related_delays(&two[0], &two[1], out, relations)
                            : graze_unsafe_delays(&two[0], &two[1], out);
    int32_t kept = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazeSpan span = out[k];
        bool meets = is_open ? relations[k] == GRAZE_OVERLAPPING && span.lo < to && span.hi > from
                             : span.lo <= to && span.hi >= from;
        if (!meets) continue;
        out[kept].lo = span.lo > from ? span.lo : from;
        out[kept].hi = span.hi < to ? span.hi : to;
        kept++;
    }
    if (kept > max_intervals) {
        glue_fail_many(max_intervals);
        return glue_fault.status;
    }
    glue_list = (GrazeList){(uint32_t)(uintptr_t)out, kept};
    return GRAZE_OK;
}
