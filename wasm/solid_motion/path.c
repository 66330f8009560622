/* Paths of bodies in space: boxes along their motions, and queries of two of them. */
#include "../../src/tolerance.h"
#include "query.h"

#include <math.h>

/* A path of the body of the handle `solid`, which keeps the motion. */
typedef struct {
    GrazeSolidPath path;
    uint32_t solid;
    _Alignas(16) float storage[];
} PathBlock;

/* The motion is the first member of its block. */
void glue_solid_path_release_motion(void* path)
{
    glue_solid_motion_release((void*)(uintptr_t)((PathBlock*)path)->path.body.motion);
}

/* Returns a new path. A fault's index is 0 for the body, 1 for the motion, 2 for the clock. */
uint32_t graze_wasm_solid_path_new(uint32_t solid, uint32_t motion, double t0, double t1,
                                   double step, double x, double y, double z)
{
    const GrazeClock clock = {t0, t1, step, x, y};
    GrazeMovingSolid body;
    if (solid == 0) return glue_fail(GRAZE_E_STALE_HANDLE, 0);
    if (!glue_get_moving_solid(solid, motion, 0, &body)) return 0;
    GrazeStatus status = graze_clock_check(&clock);
    if (status == GRAZE_OK && !(fabs(z) <= GRAZE_MAX_POSITION)) status = GRAZE_E_OUT_OF_RANGE;
    if (status != GRAZE_OK) return glue_fail(status, 2);
    PathBlock* block = arena_block_new(sizeof *block + graze_solid_path_size(&clock));
    if (block == NULL) return glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    block->solid = solid;
    graze_solid_path_init(&block->path, &body, &clock, z, block->storage);
    uint32_t handle = glue_publish(HANDLE_SOLID_PATH, block, GRAZE_OK, -1);
    if (handle != 0) glue_solid_motion_keep(body.motion);
    return handle;
}

/* Returns the path of a live handle whose body is live too; else NULL, with the fault's index that
   of the path. */
static const GrazeSolidPath* get_path(uint32_t handle, int32_t index)
{
    const PathBlock* block = handle_get(HANDLE_SOLID_PATH, handle);
    bool is_live = block != NULL && handle_get(HANDLE_SOLID, block->solid) != NULL;
    if (is_live) return &block->path;
    glue_fail(GRAZE_E_STALE_HANDLE, index);
    return NULL;
}

int32_t graze_wasm_solid_path_span(uint32_t path)
{
    const GrazeSolidPath* p = get_path(path, 0);
    GrazeSolidMotionBounds bounds;
    if (p == NULL) return glue_fault.status;
    graze_solid_motion_bounds(&p->body, p->clock.t0, p->clock.t1, 1, &bounds);
    glue_result.solid_path =
        (GrazeSolidPathSpan){p->body.solid->extent + (double)p->body.solid->radius,
                             bounds.speed,
                             p->first_step,
                             p->end_step,
                             p->count,
                             p->block_steps};
    return GRAZE_OK;
}

/* Writes the boxes of steps `from` to `to` - 1 to the list, or those of all blocks if `from` is -1, six
   numbers each. */
int32_t graze_wasm_solid_path_boxes(uint32_t path, int32_t from, int32_t to)
{
    const GrazeSolidPath* p = get_path(path, 0);
    if (p == NULL) return glue_fault.status;
    glue_list = (GrazeList){(uint32_t)(uintptr_t)p->blocks, p->block_count};
    if (from < 0) return GRAZE_OK;
    if (from > to || to > p->count) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return glue_fault.status;
    }
    float* boxes = glue_allocate_scratch((uint32_t)(to - from), 6 * sizeof *boxes);
    if (boxes == NULL) return glue_fault.status;
    graze_solid_path_boxes(p, from, to, boxes);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)boxes, to - from};
    return GRAZE_OK;
}

typedef struct {
    const GrazeSolidPath *a, *b;
    GrazeMotionOptions options;
    double limit;
} Sweep;

static bool begin_sweep(Sweep* sweep, uint32_t a, uint32_t b)
{
    const GrazeMotionOptions* options = &sweep->options;
    sweep->a = get_path(a, 0);
    sweep->b = sweep->a != NULL ? get_path(b, 1) : NULL;
    if (sweep->b == NULL) return false;
    /* JavaScript checks that they are on one clock. */
    if (sweep->a->count != sweep->b->count) return glue_fail(GRAZE_E_BAD_INDEX, -1) != 0;
    return glue_check_tolerance(
        options->tolerance,
        graze_clock_min_tolerance(&sweep->a->clock, options->from, options->to));
}

static GrazeStatus find_contact(void* arguments, const GrazeSolidScratch* scratch)
{
    const Sweep* sweep = arguments;
    return graze_solid_sweep(sweep->a, sweep->b, &sweep->options, scratch,
                             &glue_result.solid_contact);
}

int32_t graze_wasm_solid_sweep(uint32_t a, uint32_t b, OPTIONS_PARAMETERS)
{
    Sweep sweep = {.options = MOTION_OPTIONS((GrazeContactMethod)method)};
    return begin_sweep(&sweep, a, b) ? glue_run_solid(find_contact, &sweep) : glue_fault.status;
}

static GrazeStatus find_clearance(void* arguments, const GrazeSolidScratch* scratch)
{
    const Sweep* sweep = arguments;
    return graze_solid_sweep_clearance(sweep->a, sweep->b, &sweep->options, sweep->limit, scratch,
                                       &glue_result.solid_clearance);
}

int32_t graze_wasm_solid_sweep_clearance(uint32_t a, uint32_t b, OPTIONS_PARAMETERS, double limit)
{
    Sweep sweep = {.options = MOTION_OPTIONS((GrazeContactMethod)method), .limit = limit};
    return begin_sweep(&sweep, a, b) ? glue_run_solid(find_clearance, &sweep) : glue_fault.status;
}
