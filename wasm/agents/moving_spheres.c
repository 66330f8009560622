/* Moving spheres with constant acceleration, one pair at a time. The caller fills a stage with
   them. */
#include "../core/glue.h"

/* Returns room for `count` moving spheres, valid until the next call that allocates scratch. */
GrazeMovingSphere* graze_wasm_moving_spheres_stage(uint32_t count)
{
    return glue_allocate_scratch(count, sizeof(GrazeMovingSphere));
}

static bool are_valid(const GrazeMovingSphere* spheres)
{
    for (int32_t k = 0; k < 2; k++) {
        glue_fault = (GrazeFault){graze_moving_sphere_check(&spheres[k]), k};
        if (glue_fault.status != GRAZE_OK) return false;
    }
    return true;
}

int32_t graze_wasm_approach_spheres(const GrazeMovingSphere* spheres)
{
    if (!are_valid(spheres)) return glue_fault.status;
    graze_approach_spheres(&spheres[0], &spheres[1], &glue_result.approach);
    return GRAZE_OK;
}

/* Writes the conflicts to the list. */
int32_t graze_wasm_conflicts(const GrazeMovingSphere* spheres)
{
    if (!are_valid(spheres)) return glue_fault.status;
    int32_t count = graze_conflicts(&spheres[0], &spheres[1], glue_result.conflicts);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)glue_result.conflicts, count};
    return GRAZE_OK;
}

/* Writes the spans of delays, limited to [from, to], to the list, at most `max_intervals`.
   `allows_touching` omits spans that only touch. */
int32_t graze_wasm_unsafe_delays(const GrazeMovingSphere* spheres, double from, double to,
                                 int32_t allows_touching, int32_t max_intervals)
{
    if (!are_valid(spheres)) return glue_fault.status;
    GrazeSpan* out = glue_result.delays;
    GrazeRelation relations[GRAZE_MAX_DELAYS];
    int32_t count = allows_touching ? graze_unsafe_delays_with_relations(&spheres[0], &spheres[1],
                                                                         out, relations)
                                    : graze_unsafe_delays(&spheres[0], &spheres[1], out);
    int32_t kept = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazeSpan span = out[k];
        bool meets = allows_touching
                         ? relations[k] == GRAZE_OVERLAPPING && span.begin < to && span.end > from
                         : span.begin <= to && span.end >= from;
        if (!meets) continue;
        out[kept].begin = span.begin > from ? span.begin : from;
        out[kept].end = span.end < to ? span.end : to;
        kept++;
    }
    if (kept > max_intervals) {
        glue_fail_too_many(max_intervals);
        return glue_fault.status;
    }
    glue_list = (GrazeList){(uint32_t)(uintptr_t)out, kept};
    return GRAZE_OK;
}
