/*
 * The functions JavaScript calls: handles to shapes, plain numbers to records, statuses out.
 * Nothing is computed here. A call that returns a handle or a pointer returns 0 when it fails and
 * leaves the reason in the fault record; a call that returns a status leaves its answer in the
 * result record.
 */
#include "arena.h"
#include "boundary.h"
#include "handles.h"

#include <stddef.h>

/* A shape and, behind it in the same block, its vertices. */
typedef struct {
    GrazeShape shape;
    GrazePoint vertices[];
} ShapeBlock;

/* Where each view of a batch begins, all in the same block behind this. */
typedef struct {
    int32_t record_count, pair_count;
    int32_t is_double;
    void* view[GRAZE_BATCH_CLEARANCES + 1];
} SegmentsBlock;

/* One per instance: the answer of the last call, and why it failed. */
static union {
    GrazeDistance distance;
    GrazeApproach approach;
} result;
static GrazeFault fault;

static uint32_t fail(GrazeStatus status, int32_t index)
{
    fault = (GrazeFault){status, index};
    return 0;
}

const char* graze_wasm_version(void)
{
    return GRAZE_VERSION;
}

const void* graze_wasm_result(void)
{
    return &result;
}

const GrazeFault* graze_wasm_fault(void)
{
    return &fault;
}

/* Bytes in use up to the top of the blocks: for tests of growth. */
uintptr_t graze_wasm_memory_used(void)
{
    return arena_mark();
}

/* Room for `count` points, which the caller fills before graze_wasm_shape_polygon or _hull. */
GrazePoint* graze_wasm_shape_stage(uint32_t count)
{
    if (count > INT32_MAX / sizeof(GrazePoint) - sizeof(ShapeBlock)) {
        fail(GRAZE_E_OUT_OF_MEMORY, -1);
        return NULL;
    }
    ShapeBlock* block = arena_block_new(sizeof *block + count * sizeof block->vertices[0]);
    if (block == NULL) {
        fail(GRAZE_E_OUT_OF_MEMORY, -1);
        return NULL;
    }
    return block->vertices;
}

/* Turns a filled stage into a live shape, or gives it back. */
static uint32_t publish(ShapeBlock* block, GrazeStatus status, int32_t culprit)
{
    uint32_t handle = status == GRAZE_OK ? handle_new(HANDLE_SHAPE, block) : 0;
    if (handle == 0) {
        arena_block_free(block);
        return fail(status == GRAZE_OK ? GRAZE_E_OUT_OF_MEMORY : status, culprit);
    }
    return handle;
}

static ShapeBlock* staged(GrazePoint* stage)
{
    return (ShapeBlock*)((char*)stage - offsetof(ShapeBlock, vertices));
}

uint32_t graze_wasm_shape_polygon(GrazePoint* stage, int32_t count, float radius)
{
    ShapeBlock* block = staged(stage);
    int32_t culprit = -1;
    GrazeStatus status = graze_shape_polygon(&block->shape, stage, count, radius, &culprit);
    return publish(block, status, culprit);
}

uint32_t graze_wasm_shape_hull(GrazePoint* stage, int32_t count, float radius)
{
    ShapeBlock* block = staged(stage);
    int32_t culprit = -1;
    uintptr_t mark = arena_mark();
    GrazePoint* scratch = arena_take(((size_t)count + 1) * sizeof *scratch);
    GrazeStatus status = GRAZE_E_OUT_OF_MEMORY;
    if (scratch != NULL) {
        status = graze_shape_hull(&block->shape, stage, scratch, count, radius, &culprit);
    }
    arena_release(mark);
    return publish(block, status, culprit);
}

/* How many vertices a live shape has, and where they are; 0 for a handle that is not live. */
int32_t graze_wasm_shape_count(uint32_t handle)
{
    const ShapeBlock* block = handle_get(HANDLE_SHAPE, handle);
    return block != NULL ? block->shape.count : (int32_t)fail(GRAZE_E_STALE_HANDLE, -1);
}

const GrazePoint* graze_wasm_shape_vertices(uint32_t handle)
{
    const ShapeBlock* block = handle_get(HANDLE_SHAPE, handle);
    if (block == NULL) fail(GRAZE_E_STALE_HANDLE, -1);
    return block != NULL ? block->vertices : NULL;
}

/* Frees whatever the handle stands for. */
int32_t graze_wasm_free(uint32_t handle)
{
    void* thing = handle_end(handle);
    if (thing == NULL) return GRAZE_E_STALE_HANDLE;
    arena_block_free(thing);
    return GRAZE_OK;
}

/* Two shapes and their poses, looked up and checked. `fault.index` tells which one failed. */
typedef struct {
    const GrazeShape *a, *b;
    GrazePose pose_a, pose_b;
} Pair;

static int32_t look_up(Pair* pair, uint32_t a, double ax, double ay, double aa, uint32_t b,
                       double bx, double by, double ba)
{
    pair->a = handle_get(HANDLE_SHAPE, a);
    pair->b = handle_get(HANDLE_SHAPE, b);
    fault = (GrazeFault){GRAZE_E_STALE_HANDLE, 0};
    if (pair->a == NULL) return fault.status;
    fault.index = 1;
    if (pair->b == NULL) return fault.status;
    fault = (GrazeFault){graze_pose(ax, ay, aa, &pair->pose_a), 0};
    if (fault.status != GRAZE_OK) return fault.status;
    fault = (GrazeFault){graze_pose(bx, by, ba, &pair->pose_b), 1};
    return fault.status;
}

int32_t graze_wasm_distance(uint32_t a, double ax, double ay, double aa, uint32_t b, double bx,
                            double by, double ba, int32_t subdistance)
{
    Pair pair;
    int32_t status = look_up(&pair, a, ax, ay, aa, b, bx, by, ba);
    if (status != GRAZE_OK) return status;
    graze_distance(pair.a, &pair.pose_a, pair.b, &pair.pose_b, (GrazeSubdistance)subdistance,
                   &result.distance);
    return GRAZE_OK;
}

/* These two return their small answer as -1 (failed, see the fault record) or the answer. */
int32_t graze_wasm_relation(uint32_t a, double ax, double ay, double aa, uint32_t b, double bx,
                            double by, double ba)
{
    Pair pair;
    if (look_up(&pair, a, ax, ay, aa, b, bx, by, ba) != GRAZE_OK) return -1;
    return graze_relation(pair.a, &pair.pose_a, pair.b, &pair.pose_b);
}

int32_t graze_wasm_collide(uint32_t a, double ax, double ay, double aa, uint32_t b, double bx,
                           double by, double ba)
{
    Pair pair;
    if (look_up(&pair, a, ax, ay, aa, b, bx, by, ba) != GRAZE_OK) return -1;
    return graze_collide(pair.a, &pair.pose_a, pair.b, &pair.pose_b);
}

int32_t graze_wasm_approach_discs(double x1, double y1, double vx1, double vy1, double start1,
                                  double end1, double r1, double x2, double y2, double vx2,
                                  double vy2, double start2, double end2, double r2)
{
    GrazeSegment s1 = {x1, y1, vx1, vy1, start1, end1, r1};
    GrazeSegment s2 = {x2, y2, vx2, vy2, start2, end2, r2};
    fault = (GrazeFault){graze_segment_check(&s1), 0};
    if (fault.status != GRAZE_OK) return fault.status;
    fault = (GrazeFault){graze_segment_check(&s2), 1};
    if (fault.status != GRAZE_OK) return fault.status;
    graze_approach_discs(&s1, &s2, &result.approach);
    return GRAZE_OK;
}

int32_t graze_wasm_approach_box(double x, double y, double vx, double vy, double start, double end,
                                double radius, double box_x, double box_y, double width,
                                double height)
{
    GrazeSegment s = {x, y, vx, vy, start, end, radius};
    GrazeBox box = {box_x, box_y, width, height};
    fault = (GrazeFault){graze_segment_check(&s), 0};
    if (fault.status != GRAZE_OK) return fault.status;
    fault = (GrazeFault){graze_box_check(&box), 1};
    if (fault.status != GRAZE_OK) return fault.status;
    graze_approach_box(&s, &box, &result.approach);
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
    if (whole > INT32_MAX) return fail(GRAZE_E_OUT_OF_MEMORY, -1);
    SegmentsBlock* block = arena_block_new((size_t)whole);
    if (block == NULL) return fail(GRAZE_E_OUT_OF_MEMORY, -1);
    __builtin_memset(block, 0, (size_t)whole);
    block->record_count = (int32_t)records;
    block->pair_count = (int32_t)pairs;
    block->is_double = is_double;
    for (int i = 0; i <= GRAZE_BATCH_CLEARANCES; i++)
        block->view[i] = (char*)block + offset[i];
    uint32_t handle = handle_new(HANDLE_SEGMENTS, block);
    if (handle == 0) {
        arena_block_free(block);
        return fail(GRAZE_E_OUT_OF_MEMORY, -1);
    }
    return handle;
}

/* Where a view (GrazeBatchView) of a live batch begins. */
void* graze_wasm_segments_view(uint32_t handle, int32_t view)
{
    SegmentsBlock* block = handle_get(HANDLE_SEGMENTS, handle);
    if (block == NULL || view < 0 || view > GRAZE_BATCH_CLEARANCES) {
        fail(GRAZE_E_STALE_HANDLE, -1);
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
        fault = (GrazeFault){GRAZE_E_BAD_INDEX, k / 2};
        if (pairs[k] >= (uint32_t)block->record_count) return GRAZE_E_BAD_INDEX;
        GrazeSegment segment = read_segment(block, pairs[k]);
        fault = (GrazeFault){graze_segment_check(&segment), (int32_t)pairs[k]};
        if (fault.status != GRAZE_OK) return (GrazeStatus)fault.status;
    }
    return GRAZE_OK;
}

/* Judges pairs 0 to count - 1; returns how many are in contact, or -1 (see the fault record). */
int32_t graze_wasm_segments_conflicts(uint32_t handle, int32_t count)
{
    SegmentsBlock* block = handle_get(HANDLE_SEGMENTS, handle);
    if (block == NULL) {
        fail(GRAZE_E_STALE_HANDLE, -1);
        return -1;
    }
    if (count < 0 || count > block->pair_count) {
        fail(GRAZE_E_BAD_INDEX, count);
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
