/* Bodies in space that move: motions, and queries of two of them. */
#include "query.h"

#include <math.h>
#include <stddef.h>

/*
 * A motion and its pieces after it in the same block. `uses` counts its handle, the motions whose
 * parent it is, and the paths along it: a block lives until none is left, so that its handle may be
 * freed before theirs.
 */
typedef struct MotionBlock {
    GrazeSolidMotion motion;
    struct MotionBlock* parent;
    int32_t uses;
    _Alignas(8) GrazeSolidPiece pieces[];
} MotionBlock;

/* The motion is the first member of its block. */
void glue_solid_motion_keep(const GrazeSolidMotion* motion)
{
    ((MotionBlock*)(uintptr_t)motion)->uses++;
}

void glue_solid_motion_release(void* motion)
{
    MotionBlock* block = motion;
    while (block != NULL && --block->uses == 0) {
        MotionBlock* parent = block->parent;
        arena_block_free(block);
        block = parent;
    }
}

/* Returns room for `count` pieces, which the caller fills before graze_wasm_solid_motion_new. */
GrazeSolidPiece* graze_wasm_solid_motion_stage(uint32_t count)
{
    const uint32_t max_count = (INT32_MAX - sizeof(MotionBlock)) / sizeof(GrazeSolidPiece);
    MotionBlock* block = NULL;
    if (count <= max_count)
        block = arena_block_new(sizeof *block + count * sizeof(GrazeSolidPiece));
    if (block != NULL) return block->pieces;
    glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    return NULL;
}

/* Makes a motion of a stage, in the frame of `parent` unless that is 0. A fault's index is that of
   a piece, or `count` for a chain with too many links. */
uint32_t graze_wasm_solid_motion_new(GrazeSolidPiece* stage, int32_t count, int32_t before,
                                     int32_t after, uint32_t parent)
{
    MotionBlock* block = (MotionBlock*)((char*)stage - offsetof(MotionBlock, pieces));
    MotionBlock* frame = parent != 0 ? handle_get(HANDLE_SOLID_MOTION, parent) : NULL;
    bool is_stale = parent != 0 && frame == NULL;
    int32_t culprit = -1;
    block->parent = frame;
    block->uses = 1;
    block->motion = (GrazeSolidMotion){.pieces = stage,
                                       .count = count,
                                       .before = (GrazeEnding)before,
                                       .after = (GrazeEnding)after,
                                       .parent = frame != NULL ? &frame->motion : NULL};
    GrazeStatus status = GRAZE_E_STALE_HANDLE;
    if (!is_stale) status = graze_solid_motion_check(&block->motion, &culprit);
    uint32_t handle = glue_publish(HANDLE_SOLID_MOTION, block, status, culprit);
    if (handle != 0 && frame != NULL) frame->uses++;
    return handle;
}

static const GrazeSolidMotion* get_motion(uint32_t handle, int32_t index)
{
    const MotionBlock* block = handle_get(HANDLE_SOLID_MOTION, handle);
    if (block == NULL) glue_fail(GRAZE_E_STALE_HANDLE, index);
    return block != NULL ? &block->motion : NULL;
}

/* Writes the pose of the body to the result. Returns 1, or 0 when the body is absent, or -1 when
   the call fails. */
int32_t graze_wasm_solid_motion_pose(uint32_t handle, double t)
{
    const GrazeSolidMotion* motion = get_motion(handle, -1);
    double error;
    if (motion == NULL) return -1;
    return graze_solid_motion_pose(motion, t, 0, &glue_result.solid_pose, &error);
}

/* Writes the velocities of the body to the result. Returns as graze_wasm_solid_motion_pose. */
int32_t graze_wasm_solid_motion_velocity(uint32_t handle, double t)
{
    const GrazeSolidMotion* motion = get_motion(handle, -1);
    GrazeSolidVelocity* out = &glue_result.solid_velocity;
    if (motion == NULL) return -1;
    return graze_solid_motion_velocity(motion, t, out->velocity, out->angular_velocity);
}

bool glue_get_moving_solid(uint32_t solid, uint32_t motion, int32_t index, GrazeMovingSolid* body)
{
    static const GrazeSolidPoint origin = {0, 0, 0};
    static const GrazeSolid point = {.vertices = &origin, .count = 1};
    body->solid = solid == 0 ? &point : handle_get(HANDLE_SOLID, solid);
    body->motion = get_motion(motion, index + 1);
    if (body->solid == NULL) glue_fail(GRAZE_E_STALE_HANDLE, index);
    return body->solid != NULL && body->motion != NULL;
}

int32_t graze_wasm_solid_motion_bounds(uint32_t motion, double from, double to, int32_t parts,
                                       uint32_t solid)
{
    GrazeMovingSolid body;
    if (!glue_get_moving_solid(solid, motion, 0, &body)) return glue_fault.status;
    graze_solid_motion_bounds(&body, from, to, parts, &glue_result.solid_motion_bounds);
    return GRAZE_OK;
}

static bool get_bodies(SolidQuery* query, SOLIDS_PARAMETERS)
{
    if (a == 0 || b == 0) {
        glue_fail(GRAZE_E_STALE_HANDLE, a == 0 ? 0 : 2);
        return false;
    }
    return glue_get_moving_solid(a, motion_a, 0, &query->a) &&
           glue_get_moving_solid(b, motion_b, 2, &query->b);
}

bool glue_prepare_solid_query(SolidQuery* query, SOLIDS_PARAMETERS, OPTIONS_PARAMETERS)
{
    if (!get_bodies(query, SOLIDS_ARGUMENTS)) return false;
    query->options = MOTION_OPTIONS((GrazeContactMethod)method);
    graze_solid_motion_defaults(&query->a, &query->b, &query->options);
    return glue_check_tolerance(tolerance, graze_solid_motion_min_tolerance(&query->a, &query->b,
                                                                            query->options.from,
                                                                            query->options.to));
}

static GrazeStatus first_contact(void* arguments, const GrazeSolidScratch* scratch)
{
    const SolidQuery* query = arguments;
    return graze_solid_first_contact(&query->a, &query->b, &query->options, scratch,
                                     &glue_result.solid_contact);
}

int32_t graze_wasm_solid_first_contact(SOLIDS_PARAMETERS, OPTIONS_PARAMETERS)
{
    SolidQuery query;
    if (!glue_prepare_solid_query(&query, SOLIDS_ARGUMENTS, OPTIONS_ARGUMENTS))
        return glue_fault.status;
    return glue_run_solid(first_contact, &query);
}

/* Returns the lower bound of the time from `from` to the first contact, infinity if there is none;
   NaN when the call fails. */
double graze_wasm_solid_time_to_collision(SOLIDS_PARAMETERS, OPTIONS_PARAMETERS)
{
    SolidQuery query;
    if (!glue_prepare_solid_query(&query, SOLIDS_ARGUMENTS, OPTIONS_ARGUMENTS)) return NAN;
    if (glue_run_solid(first_contact, &query) != GRAZE_OK) return NAN;
    const GrazeSolidContact* contact = &glue_result.solid_contact;
    if (contact->status == GRAZE_CONTACT_FREE) return INFINITY;
    return contact->lo - (isnan(from) ? query.options.from : from);
}

static GrazeStatus clearance(void* arguments, const GrazeSolidScratch* scratch)
{
    const SolidQuery* query = arguments;
    return graze_solid_clearance(&query->a, &query->b, &query->options, query->limit, scratch,
                                 &glue_result.solid_clearance);
}

/* Bodies that stay farther apart than the limit have no witness. */
int32_t graze_wasm_solid_clearance(SOLIDS_PARAMETERS, OPTIONS_PARAMETERS, double limit)
{
    SolidQuery query = {.limit = limit};
    if (!glue_prepare_solid_query(&query, SOLIDS_ARGUMENTS, OPTIONS_ARGUMENTS))
        return glue_fault.status;
    return glue_run_solid(clearance, &query);
}

static GrazeStatus contact_intervals(void* arguments, const GrazeSolidScratch* scratch)
{
    SolidQuery* query = arguments;
    return graze_solid_contact_intervals(&query->a, &query->b, &query->options, scratch,
                                         query->intervals, query->capacity, &query->count);
}

enum { INITIAL_INTERVALS = 64, INITIAL_DELAYS = 16 };

/* Writes the intervals of a query to the list, at most `max_intervals`. More than `capacity` are
   computed again, with room for all. */
static int32_t list_intervals(SolidQuery* query, GlueSolidQuery* run, int32_t capacity,
                              int32_t max_intervals)
{
    query->capacity = max_intervals < capacity ? max_intervals : capacity;
    do {
        size_t size = (size_t)query->capacity * sizeof *query->intervals;
        query->intervals =
            glue_allocate_scratch((uint32_t)query->capacity, sizeof *query->intervals);
        if (query->intervals == NULL) return glue_fault.status;
        int32_t status = glue_run_solid_above(size, run, query);
        if (status != GRAZE_OK) return status;
        glue_list = (GrazeList){(uint32_t)(uintptr_t)query->intervals, query->count};
        if (query->count <= query->capacity) return GRAZE_OK;
    } while (glue_grow_capacity(&query->capacity, max_intervals));
    return glue_fault.status;
}

/* Writes the intervals to the list, at most `max_intervals`. */
int32_t graze_wasm_solid_contact_intervals(SOLIDS_PARAMETERS, OPTIONS_PARAMETERS,
                                           int32_t max_intervals)
{
    SolidQuery query;
    if (!glue_prepare_solid_query(&query, SOLIDS_ARGUMENTS, OPTIONS_ARGUMENTS))
        return glue_fault.status;
    return list_intervals(&query, contact_intervals, INITIAL_INTERVALS, max_intervals);
}

static GrazeStatus unsafe_delays(void* arguments, const GrazeSolidScratch* scratch)
{
    SolidQuery* query = arguments;
    return graze_solid_unsafe_motion_delays(&query->a, &query->b, query->from_delay,
                                            query->to_delay, &query->options, scratch,
                                            query->intervals, query->capacity, &query->count);
}

/* Writes the unsafe delays within [from_delay, to_delay] to the list, at most `max_intervals`.
   Arguments are NaN if omitted. */
int32_t graze_wasm_solid_unsafe_motion_delays(SOLIDS_PARAMETERS, OPTIONS_PARAMETERS,
                                              double from_delay, double to_delay,
                                              int32_t max_intervals)
{
    SolidQuery query = {.from_delay = from_delay, .to_delay = to_delay};
    if (!get_bodies(&query, SOLIDS_ARGUMENTS)) return glue_fault.status;
    query.options = MOTION_OPTIONS((GrazeContactMethod)method);
    graze_solid_unsafe_motion_delays_defaults(&query.a, &query.b, &query.from_delay,
                                              &query.to_delay, &query.options);
    double min_tolerance = graze_solid_unsafe_motion_delays_min_tolerance(
        &query.a, &query.b, query.from_delay, query.to_delay, &query.options);
    if (!glue_check_tolerance(tolerance, min_tolerance)) return glue_fault.status;
    return list_intervals(&query, unsafe_delays, INITIAL_DELAYS, max_intervals);
}

/* Returns room for `count` times, which the caller fills before graze_wasm_solid_separations_at. */
double* graze_wasm_solid_times_stage(uint32_t count)
{
    return glue_allocate_scratch(count, sizeof(double));
}

static GrazeStatus separation_at(void* arguments, const GrazeSolidScratch* scratch)
{
    const SolidQuery* query = arguments;
    double time = *query->time;
    return graze_solid_separations_at(&query->a, &query->b, &time, 1, scratch, query->time, NULL);
}

/* Replaces each time by the separation at that time. */
int32_t graze_wasm_solid_separations_at(SOLIDS_PARAMETERS, double* times, int32_t count)
{
    SolidQuery query;
    if (!get_bodies(&query, SOLIDS_ARGUMENTS)) return glue_fault.status;
    for (int32_t k = 0; k < count; k++) {
        query.time = &times[k];
        int32_t status = glue_run_solid_above((size_t)count * sizeof *times, separation_at, &query);
        if (status != GRAZE_OK) return status;
    }
    return GRAZE_OK;
}
