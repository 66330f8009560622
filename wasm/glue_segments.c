/* Moving discs, one pair at a time and in batches. */
#include "glue_batch.h"

int32_t graze_wasm_approach_discs(double x1, double y1, double vx1, double vy1, double start1,
                                  double end1, double r1, double x2, double y2, double vx2,
                                  double vy2, double start2, double end2, double r2)
{
    GrazeSegment s1 = {x1, y1, vx1, vy1, start1, end1, r1};
    GrazeSegment s2 = {x2, y2, vx2, vy2, start2, end2, r2};
    glue_fault = (GrazeFault){graze_segment_check(&s1), 0};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    glue_fault = (GrazeFault){graze_segment_check(&s2), 1};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    graze_approach_discs(&s1, &s2, &glue_result.approach);
    return GRAZE_OK;
}

int32_t graze_wasm_approach_box(double x, double y, double vx, double vy, double start, double end,
                                double radius, double box_x, double box_y, double width,
                                double height)
{
    GrazeSegment s = {x, y, vx, vy, start, end, radius};
    GrazeBox box = {box_x, box_y, width, height};
    glue_fault = (GrazeFault){graze_segment_check(&s), 0};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    glue_fault = (GrazeFault){graze_box_check(&box), 1};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    graze_approach_box(&s, &box, &glue_result.approach);
    return GRAZE_OK;
}

enum { SEGMENT_NUMBERS = sizeof(GrazeSegment) / sizeof(double) };

/*
 * A batch of `records` segments (float32 or float64 numbers) and `pairs` pairs of record indices.
 * All views start zeroed.
 */
uint32_t graze_wasm_segments_new(uint32_t records, uint32_t pairs, int32_t is_double)
{
    const uint32_t number = is_double ? sizeof(double) : sizeof(float);
    const uint64_t sizes[] = {
        (uint64_t)records * SEGMENT_NUMBERS * number,
        (uint64_t)pairs * 2 * sizeof(uint32_t),
        (uint64_t)pairs,
        (uint64_t)pairs * 2 * sizeof(double),
        (uint64_t)pairs * 2 * sizeof(double),
    };
    uint32_t handle;
    Batch* batch = batch_new(HANDLE_SEGMENTS, sizes, GRAZE_SEGMENTS_CLEARANCES + 1, &handle);
    if (batch == NULL) return 0;
    batch->capacity = (int32_t)records;
    batch->pairs = (int32_t)pairs;
    batch->has_more = is_double;
    return handle;
}

static GrazeSegment read_segment(const Batch* batch, uint32_t index)
{
    if (batch->has_more) return ((const GrazeSegment*)batch->view[GRAZE_SEGMENTS_RECORDS])[index];
    const float* r = (const float*)batch->view[GRAZE_SEGMENTS_RECORDS] + index * SEGMENT_NUMBERS;
    return (GrazeSegment){r[0], r[1], r[2], r[3], r[4], r[5], r[6]};
}

/* Checks every record that the first `count` pairs point to before any result is written. */
static GrazeStatus check_pairs(const Batch* batch, int32_t count)
{
    const uint32_t* pairs = batch->view[GRAZE_SEGMENTS_PAIRS];
    for (int32_t k = 0; k < 2 * count; k++) {
        glue_fault = (GrazeFault){GRAZE_E_BAD_INDEX, k / 2};
        if (pairs[k] >= (uint32_t)batch->capacity) return GRAZE_E_BAD_INDEX;
        GrazeSegment segment = read_segment(batch, pairs[k]);
        glue_fault = (GrazeFault){graze_segment_check(&segment), (int32_t)pairs[k]};
        if (glue_fault.status != GRAZE_OK) return (GrazeStatus)glue_fault.status;
    }
    return GRAZE_OK;
}

/* Judges pairs 0 to count - 1; returns how many are in contact, or -1 (see the glue_fault record). */
int32_t graze_wasm_segments_conflicts(uint32_t handle, int32_t count)
{
    Batch* batch = batch_get(HANDLE_SEGMENTS, handle);
    if (batch == NULL) return -1;
    if (count < 0 || count > batch->pairs) {
        glue_fail(GRAZE_E_BAD_INDEX, count);
        return -1;
    }
    if (check_pairs(batch, count) != GRAZE_OK) return -1;
    const uint32_t* pairs = batch->view[GRAZE_SEGMENTS_PAIRS];
    uint8_t* verdicts = batch->view[GRAZE_SEGMENTS_VERDICTS];
    double* intervals = batch->view[GRAZE_SEGMENTS_INTERVALS];
    double* clearances = batch->view[GRAZE_SEGMENTS_CLEARANCES];
    int32_t contacts = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazeSegment s1 = read_segment(batch, pairs[2 * k]);
        GrazeSegment s2 = read_segment(batch, pairs[2 * k + 1]);
        GrazeApproach approach;
        graze_approach_discs(&s1, &s2, &approach);
        verdicts[k] = (uint8_t)approach.relation;
        intervals[2 * k] = approach.lo;
        intervals[2 * k + 1] = approach.hi;
        clearances[2 * k] = approach.distance;
        clearances[2 * k + 1] = approach.time;
        contacts += approach.relation != GRAZE_DISJOINT;
    }
    return contacts;
}
