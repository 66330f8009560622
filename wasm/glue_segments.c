/* Moving discs, one pair at a time and in batches. */
#include "glue.h"

/* Where each view of a batch begins, all in the same block behind this. */
typedef struct {
    int32_t record_count, pair_count;
    int32_t is_double;
    void* view[GRAZE_BATCH_CLEARANCES + 1];
} SegmentsBlock;

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
    uint64_t offset[GRAZE_BATCH_CLEARANCES + 2] = {(sizeof(SegmentsBlock) + 15) & ~(uint64_t)15};
    for (int i = 0; i <= GRAZE_BATCH_CLEARANCES; i++) {
        offset[i + 1] = (offset[i] + sizes[i] + 15) & ~(uint64_t)15;
    }
    uint64_t whole = offset[GRAZE_BATCH_CLEARANCES + 1];
    if (whole > INT32_MAX) return glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    SegmentsBlock* block = arena_block_new((size_t)whole);
    if (block == NULL) return glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    __builtin_memset(block, 0, (size_t)whole);
    block->record_count = (int32_t)records;
    block->pair_count = (int32_t)pairs;
    block->is_double = is_double;
    for (int i = 0; i <= GRAZE_BATCH_CLEARANCES; i++)
        block->view[i] = (char*)block + offset[i];
    uint32_t handle = handle_new(HANDLE_SEGMENTS, block);
    if (handle == 0) {
        arena_block_free(block);
        return glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    }
    return handle;
}

/* Where a view (GrazeBatchView) of a live batch begins. */
void* graze_wasm_segments_view(uint32_t handle, int32_t view)
{
    SegmentsBlock* block = handle_get(HANDLE_SEGMENTS, handle);
    if (block == NULL || view < 0 || view > GRAZE_BATCH_CLEARANCES) {
        glue_fail(GRAZE_E_STALE_HANDLE, -1);
        return NULL;
    }
    return block->view[view];
}

static GrazeSegment read_segment(const SegmentsBlock* block, uint32_t index)
{
    if (block->is_double) return ((const GrazeSegment*)block->view[GRAZE_BATCH_RECORDS])[index];
    const float* r = (const float*)block->view[GRAZE_BATCH_RECORDS] + index * SEGMENT_NUMBERS;
    return (GrazeSegment){r[0], r[1], r[2], r[3], r[4], r[5], r[6]};
}

/* Checks every record that the first `count` pairs point to before any result is written. */
static GrazeStatus check_pairs(const SegmentsBlock* block, int32_t count)
{
    const uint32_t* pairs = block->view[GRAZE_BATCH_PAIRS];
    for (int32_t k = 0; k < 2 * count; k++) {
        glue_fault = (GrazeFault){GRAZE_E_BAD_INDEX, k / 2};
        if (pairs[k] >= (uint32_t)block->record_count) return GRAZE_E_BAD_INDEX;
        GrazeSegment segment = read_segment(block, pairs[k]);
        glue_fault = (GrazeFault){graze_segment_check(&segment), (int32_t)pairs[k]};
        if (glue_fault.status != GRAZE_OK) return (GrazeStatus)glue_fault.status;
    }
    return GRAZE_OK;
}

/* Judges pairs 0 to count - 1; returns how many are in contact, or -1 (see the glue_fault record). */
int32_t graze_wasm_segments_conflicts(uint32_t handle, int32_t count)
{
    SegmentsBlock* block = handle_get(HANDLE_SEGMENTS, handle);
    if (block == NULL) {
        glue_fail(GRAZE_E_STALE_HANDLE, -1);
        return -1;
    }
    if (count < 0 || count > block->pair_count) {
        glue_fail(GRAZE_E_BAD_INDEX, count);
        return -1;
    }
    if (check_pairs(block, count) != GRAZE_OK) return -1;
    const uint32_t* pairs = block->view[GRAZE_BATCH_PAIRS];
    uint8_t* verdicts = block->view[GRAZE_BATCH_VERDICTS];
    double* intervals = block->view[GRAZE_BATCH_INTERVALS];
    double* clearances = block->view[GRAZE_BATCH_CLEARANCES];
    int32_t contacts = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazeSegment s1 = read_segment(block, pairs[2 * k]);
        GrazeSegment s2 = read_segment(block, pairs[2 * k + 1]);
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
