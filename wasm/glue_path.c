/* Paths: bodies laid out along their motions, two of them or one and many. */
#include "glue_path.h"

#include <stddef.h>

enum { MOST_STEPS_AT_ONCE = 256, LEAST_CONTACTS = 64 };

const GrazePath* glue_path(uint32_t handle, int32_t k)
{
    const PathBlock* block = handle_get(HANDLE_PATH, handle);
    bool has_shape = block != NULL && handle_get(HANDLE_SHAPE, block->shape) != NULL;
    if (has_shape) return &block->path;
    glue_fail(GRAZE_E_STALE_HANDLE, 2 * k + (block != NULL));
    return NULL;
}

static size_t storage_offset(int32_t pieces)
{
    size_t end = sizeof(PathBlock) + (size_t)pieces * sizeof(GrazePiece);
    return (end + 15) & ~(size_t)15;
}

/* A fault's index is 0 for the shape, 1 for the motion, 2 for the clock. */
uint32_t graze_wasm_path_new(uint32_t shape, uint32_t motion, double start, double end, double step,
                             double x, double y, int32_t kind)
{
    const GrazeClock clock = {start, end, step, x, y};
    GrazeMover mover;
    if (shape == 0) return glue_fail(GRAZE_E_STALE_HANDLE, 0);
    if (!glue_look_up(shape, motion, 0, &mover)) return 0;
    GrazeStatus status = graze_clock_check(&clock);
    if (status != GRAZE_OK) return glue_fail(status, 2);
    uint64_t whole = (uint64_t)storage_offset(mover.count) + graze_path_size(&mover, &clock);
    PathBlock* block = whole <= INT32_MAX ? arena_block_new((size_t)whole) : NULL;
    if (block == NULL) return glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    __builtin_memcpy(block->pieces, mover.pieces, (size_t)mover.count * sizeof *mover.pieces);
    mover.pieces = block->pieces;
    block->shape = shape;
    graze_path_init(&block->path, &mover, &clock, (GrazeBoxesKind)kind,
                    (char*)block + storage_offset(mover.count));
    return glue_publish(HANDLE_PATH, block, GRAZE_OK, -1);
}

/* In which steps it moves goes to the result. */
int32_t graze_wasm_path_span(uint32_t path)
{
    const GrazePath* p = glue_path(path, 0);
    if (p == NULL) return glue_fault.status;
    glue_result.span = (GrazePathSpan){p->first, p->last, graze_clock_steps(&p->clock), 0, 0, 0};
    return GRAZE_OK;
}

/* The boxes of steps `from` to `to` - 1 go to the list, four numbers each. */
int32_t graze_wasm_path_boxes(uint32_t path, int32_t from, int32_t to)
{
    const GrazePath* p = glue_path(path, 0);
    if (p == NULL) return glue_fault.status;
    float* boxes = glue_room((uint32_t)(to - from), 4 * sizeof *boxes);
    if (boxes == NULL) return glue_fault.status;
    for (int32_t i = from; i < to; i++)
        graze_path_box(p, i, boxes + 4 * (size_t)(i - from));
    glue_list = (GrazeList){(uint32_t)(uintptr_t)boxes, to - from};
    return GRAZE_OK;
}

/* Two paths and what the method wants to work in. */
typedef struct {
    const GrazePath *a, *b;
    void* scratch;
} Two;

static bool look_up_two(Two* two, uint32_t a, uint32_t b, int32_t method)
{
    two->a = glue_path(a, 0);
    two->b = two->a != NULL ? glue_path(b, 1) : NULL;
    if (two->b == NULL) return false;
    size_t size = graze_sweep_scratch(two->a, two->b, (GrazeSweepMethod)method);
    two->scratch = glue_room(1, size);
    return two->scratch != NULL;
}

/* The next candidate steps from `next` on go to the list; where to go on, and the boxes compared, to the result. */
int32_t graze_wasm_sweep_steps(uint32_t a, uint32_t b, int32_t method, double from, double to,
                               int32_t next)
{
    /* Before the scratch, which the core may write to the end of. */
    static int32_t steps[MOST_STEPS_AT_ONCE];
    Two two;
    if (!look_up_two(&two, a, b, method)) return glue_fault.status;
    GrazePathSpan* span = &glue_result.span;
    *span = (GrazePathSpan){.next = next};
    int32_t count = graze_sweep_steps(two.a, two.b, from, to, (GrazeSweepMethod)method, two.scratch,
                                      &span->next, steps, MOST_STEPS_AT_ONCE, &span->tests);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)steps, count};
    return GRAZE_OK;
}

int32_t graze_wasm_sweep(uint32_t a, uint32_t b, ASKED_IN)
{
    Two two;
    if (!look_up_two(&two, a, b, method)) return glue_fault.status;
    GrazeMotionOptions options = {from, to, tolerance, slack, budget, GRAZE_METHOD_CERTIFIED};
    if (!glue_check_tolerance(tolerance, graze_clock_least_tolerance(&two.a->clock, from, to)))
        return glue_fault.status;
    graze_sweep_usual(two.a, two.b, &options);
    graze_sweep(two.a, two.b, &options, (GrazeSweepMethod)method, two.scratch, &glue_result.swept);
    return GRAZE_OK;
}

/* ---- one and many ---- */

/* The list's room doubles in place: nothing else is taken from the stack meanwhile. */
GrazeSceneContact* glue_add_contact(int32_t max_intervals)
{
    uint32_t count = (uint32_t)glue_list.count;
    if (glue_list.count >= max_intervals) {
        glue_fail_many(max_intervals);
        return NULL;
    }
    bool is_full = count == 0 || (count >= LEAST_CONTACTS && (count & (count - 1)) == 0);
    if (is_full) {
        uint32_t capacity = count == 0 ? LEAST_CONTACTS : 2 * count;
        void* room = glue_room(capacity, sizeof(GrazeSceneContact));
        if (room == NULL) return NULL;
        glue_list.address = (uint32_t)(uintptr_t)room;
    }
    return (GrazeSceneContact*)(uintptr_t)glue_list.address + glue_list.count++;
}

/* Room for `count` handles of paths, which the caller fills before graze_wasm_sweep_many or graze_wasm_scene_new. */
uint32_t* graze_wasm_paths_stage(uint32_t count)
{
    return glue_room(count, sizeof(uint32_t));
}

/*
 * The first contacts of a path with others go to the list, at most `max_intervals`, `second` telling which. A fault's index is 2 k for path k of
 * the others, 2 k + 1 for its shape; counted from `count` for the one path.
 */
int32_t graze_wasm_sweep_many(uint32_t ego, const uint32_t* others, int32_t count, ASKED_IN,
                              int32_t max_intervals)
{
    const GrazePath* path = glue_path(ego, count);
    uintptr_t mark = arena_mark();
    if (path == NULL) return glue_fault.status;
    if (!glue_check_tolerance(tolerance, graze_clock_least_tolerance(&path->clock, from, to)))
        return glue_fault.status;
    for (int32_t k = 0; k < count; k++) {
        if (glue_path(others[k], k) == NULL) return glue_fault.status;
    }
    /* What was staged stays where it is, the list grows behind it. */
    arena_take((size_t)count * sizeof *others);
    glue_list = (GrazeList){0, 0};
    GrazeStatus failure = GRAZE_OK;
    for (int32_t k = 0; k < count && failure == GRAZE_OK; k++) {
        const GrazePath* other = glue_path(others[k], k);
        GrazeMotionOptions options = {from,  to,     tolerance,
                                      slack, budget, (GrazeContactMethod)method};
        GrazeSceneContact met = {.second = k};
        graze_sweep_usual(path, other, &options);
        met.status = (int32_t)graze_sweep_bracket(path, other, &options, 0, GRAZE_MAX_STEPS,
                                                  &met.lo, &met.hi);
        if (met.status == GRAZE_CONTACT_FREE) continue;
        GrazeSceneContact* entry = glue_add_contact(max_intervals);
        if (entry != NULL) *entry = met;
        if (entry == NULL) failure = (GrazeStatus)glue_fault.status;
    }
    arena_release(mark);
    return failure;
}
