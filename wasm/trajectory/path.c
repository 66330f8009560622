/* Paths: bodies sampled along their motions; queries of two of them, or of one and many. */
#include "path.h"

#include <stddef.h>

enum { MAX_STEPS_AT_ONCE = 256, INITIAL_CONTACTS = 64 };

const GrazePath* glue_get_path(uint32_t handle, int32_t k)
{
    const PathBlock* block = handle_get(HANDLE_PATH, handle);
    bool has_shape = block != NULL && handle_get(HANDLE_SHAPE, block->shape) != NULL;
    if (has_shape) return &block->path;
    glue_fail(GRAZE_E_STALE_HANDLE, 2 * k + (block != NULL));
    return NULL;
}

/* Returns the offset in its block of the storage of a path along this motion. */
static size_t storage_offset(const GrazeMovingBody* body)
{
    size_t end = sizeof(PathBlock) + (size_t)body->count * glue_piece_size(body->terms);
    return (end + 15) & ~(size_t)15;
}

/* Returns a new path. A fault's index is 0 for the shape, 1 for the motion, 2 for the clock. */
uint32_t graze_wasm_path_new(uint32_t shape, uint32_t motion, double t0, double t1, double step,
                             double x, double y, int32_t kind)
{
    const GrazeClock clock = {t0, t1, step, x, y};
    GrazeMovingBody body;
    if (shape == 0) return glue_fail(GRAZE_E_STALE_HANDLE, 0);
    if (!glue_get_moving_body(shape, motion, 0, &body)) return 0;
    GrazeStatus status = graze_clock_check(&clock);
    if (status != GRAZE_OK) return glue_fail(status, 2);
    uint64_t total_size = (uint64_t)storage_offset(&body) + graze_path_size(&body, &clock);
    PathBlock* block = total_size <= INT32_MAX ? arena_block_new((size_t)total_size) : NULL;
    if (block == NULL) return glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    __builtin_memcpy(block->records, body.pieces, (size_t)body.count * glue_piece_size(body.terms));
    body.pieces = (const GrazePiece*)(void*)block->records;
    if (body.inflation != NULL) {
        __builtin_memcpy(block->inflation, body.inflation, sizeof block->inflation);
        body.inflation = block->inflation;
    }
    block->shape = shape;
    graze_path_init(&block->path, &body, &clock, (GrazeBoxesKind)kind,
                    (char*)block + storage_offset(&body));
    return glue_publish(HANDLE_PATH, block, GRAZE_OK, -1);
}

/* Writes the steps in which the path moves to the result. */
int32_t graze_wasm_path_span(uint32_t path)
{
    const GrazePath* p = glue_get_path(path, 0);
    if (p == NULL) return glue_fault.status;
    glue_result.span =
        (GrazePathSpan){p->first_step, p->end_step, graze_clock_steps(&p->clock), 0, 0, 0};
    return GRAZE_OK;
}

/* Writes the boxes of steps `from` to `to` - 1 to the list, four numbers each. */
int32_t graze_wasm_path_boxes(uint32_t path, int32_t from, int32_t to)
{
    const GrazePath* p = glue_get_path(path, 0);
    if (p == NULL) return glue_fault.status;
    float* boxes = glue_allocate_scratch((uint32_t)(to - from), 4 * sizeof *boxes);
    if (boxes == NULL) return glue_fault.status;
    for (int32_t i = from; i < to; i++)
        graze_path_box(p, i, boxes + 4 * (size_t)(i - from));
    glue_list = (GrazeList){(uint32_t)(uintptr_t)boxes, to - from};
    return GRAZE_OK;
}

/* Two paths and the scratch memory of the method. */
typedef struct {
    const GrazePath *a, *b;
    void* scratch;
} PathPair;

static bool get_paths(PathPair* paths, uint32_t a, uint32_t b, int32_t method)
{
    paths->a = glue_get_path(a, 0);
    paths->b = paths->a != NULL ? glue_get_path(b, 1) : NULL;
    if (paths->b == NULL) return false;
    size_t size = graze_sweep_scratch(paths->a, paths->b, (GrazeSweepMethod)method);
    paths->scratch = glue_allocate_scratch(1, size);
    return paths->scratch != NULL;
}

/* Writes the next candidate steps from `next` on to the list; and the step at which to continue,
   and the number of boxes compared, to the result. */
int32_t graze_wasm_sweep_steps(uint32_t a, uint32_t b, int32_t method, double from, double to,
                               int32_t next)
{
    /* The list is static because the core may write to the end of the scratch memory. */
    static int32_t steps[MAX_STEPS_AT_ONCE];
    PathPair paths;
    if (!get_paths(&paths, a, b, method)) return glue_fault.status;
    GrazePathSpan* span = &glue_result.span;
    *span = (GrazePathSpan){.next = next};
    int32_t count =
        graze_sweep_steps(paths.a, paths.b, from, to, (GrazeSweepMethod)method, paths.scratch,
                          &span->next, steps, MAX_STEPS_AT_ONCE, &span->tests);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)steps, count};
    return GRAZE_OK;
}

int32_t graze_wasm_sweep(uint32_t a, uint32_t b, OPTIONS_PARAMETERS)
{
    PathPair paths;
    if (!get_paths(&paths, a, b, method)) return glue_fault.status;
    GrazeMotionOptions options = MOTION_OPTIONS(GRAZE_METHOD_CERTIFIED);
    if (!glue_check_tolerance(tolerance, graze_clock_min_tolerance(&paths.a->clock, from, to)))
        return glue_fault.status;
    graze_sweep_defaults(paths.a, paths.b, &options);
    graze_sweep(paths.a, paths.b, &options, (GrazeSweepMethod)method, paths.scratch,
                &glue_result.swept);
    return GRAZE_OK;
}

/* ---- one path and many ---- */

/* The list doubles its capacity in place: nothing else is taken from the stack meanwhile. */
GrazeGroupContact* glue_add_contact(int32_t max_intervals)
{
    uint32_t count = (uint32_t)glue_list.count;
    if (glue_list.count >= max_intervals) {
        glue_fail_too_many(max_intervals);
        return NULL;
    }
    bool is_full = count == 0 || (count >= INITIAL_CONTACTS && (count & (count - 1)) == 0);
    if (is_full) {
        uint32_t capacity = count == 0 ? INITIAL_CONTACTS : 2 * count;
        void* scratch = glue_allocate_scratch(capacity, sizeof(GrazeGroupContact));
        if (scratch == NULL) return NULL;
        glue_list.address = (uint32_t)(uintptr_t)scratch;
    }
    return (GrazeGroupContact*)(uintptr_t)glue_list.address + glue_list.count++;
}

/*
 * Returns room for `count` handles of paths, which the caller fills before graze_wasm_sweep_many.
 */
uint32_t* graze_wasm_paths_stage(uint32_t count)
{
    return glue_allocate_scratch(count, sizeof(uint32_t));
}

/*
 * Writes the first contacts of a path with others to the list, at most `max_intervals`; `second` is
 * the index of the other path. A fault's index is 2 k for path k of the others, and 2 k + 1 for its
 * shape; the one path has k = `count`.
 */
int32_t graze_wasm_sweep_many(uint32_t ego, const uint32_t* others, int32_t count,
                              OPTIONS_PARAMETERS, int32_t max_intervals)
{
    const GrazePath* path = glue_get_path(ego, count);
    uintptr_t mark = arena_mark();
    if (path == NULL) return glue_fault.status;
    if (!glue_check_tolerance(tolerance, graze_clock_min_tolerance(&path->clock, from, to)))
        return glue_fault.status;
    for (int32_t k = 0; k < count; k++) {
        if (glue_get_path(others[k], k) == NULL) return glue_fault.status;
    }
    /* The staged handles stay where they are; the list grows after them. */
    arena_push((size_t)count * sizeof *others);
    glue_list = (GrazeList){0, 0};
    GrazeStatus failure = GRAZE_OK;
    for (int32_t k = 0; k < count && failure == GRAZE_OK; k++) {
        const GrazePath* other = glue_get_path(others[k], k);
        GrazeMotionOptions options = MOTION_OPTIONS((GrazeContactMethod)method);
        GrazeGroupContact contact = {.second = k};
        graze_sweep_defaults(path, other, &options);
        contact.status = (int32_t)graze_sweep_bracket(path, other, &options, 0, GRAZE_MAX_STEPS,
                                                      &contact.lo, &contact.hi);
        if (contact.status == GRAZE_CONTACT_FREE) continue;
        GrazeGroupContact* entry = glue_add_contact(max_intervals);
        if (entry != NULL) *entry = contact;
        if (entry == NULL) failure = (GrazeStatus)glue_fault.status;
    }
    arena_release(mark);
    return failure;
}
