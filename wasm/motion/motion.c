/* Bodies that move and rotate: motions, and queries of two of them. */
#include "query.h"

#include <math.h>
#include <stddef.h>

/* A motion, without a shape, its inflation, and its pieces after it in the same block, in the form
   that its number of terms states (GrazeMovingBody). */
typedef struct {
    GrazeMovingBody body;
    double inflation[GRAZE_INFLATION_TERMS];
    double records[];
} MotionBlock;

/* Returns room for `count` pieces of `terms` coefficients per polynomial, which the caller fills
   before graze_wasm_motion_new. */
double* graze_wasm_motion_stage(uint32_t count, uint32_t terms)
{
    const uint32_t size = glue_piece_size((int32_t)terms);
    const uint32_t max_count = (INT32_MAX - sizeof(MotionBlock)) / size;
    MotionBlock* block = count <= max_count ? arena_block_new(sizeof *block + count * size) : NULL;
    if (block != NULL) {
        block->body.terms = (int32_t)terms;
        return block->records;
    }
    glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    return NULL;
}

/*
 * Makes a motion of a stage. `r0` to `r5` are the coefficients of its inflation, all 0 for none. A
 * fault's index is that of a piece, or `count` for the inflation.
 */
uint32_t graze_wasm_motion_new(double* stage, int32_t count, int32_t before, int32_t after,
                               double r0, double r1, double r2, double r3, double r4, double r5)
{
    MotionBlock* block = (MotionBlock*)((char*)stage - offsetof(MotionBlock, records));
    const double inflation[GRAZE_INFLATION_TERMS] = {r0, r1, r2, r3, r4, r5};
    bool is_inflated = false;
    for (int32_t k = 0; k < GRAZE_INFLATION_TERMS; k++) {
        block->inflation[k] = inflation[k];
        is_inflated = is_inflated || inflation[k] != 0;
    }
    block->body = (GrazeMovingBody){.pieces = (const GrazePiece*)(void*)stage,
                                    .terms = block->body.terms,
                                    .count = count,
                                    .before = (GrazeEnding)before,
                                    .after = (GrazeEnding)after,
                                    .inflation = is_inflated ? block->inflation : NULL};
    int32_t culprit = -1;
    GrazeStatus status = graze_motion_check(&block->body, &culprit);
    return glue_publish(HANDLE_MOTION, block, status, culprit);
}

/* Writes the pose of the body to the result. Returns 1, or 0 when the body is absent, or -1 when
   the call fails. */
int32_t graze_wasm_motion_pose(uint32_t motion, double t)
{
    const MotionBlock* block = handle_get(HANDLE_MOTION, motion);
    GrazePlace* place = &glue_result.place;
    if (block != NULL) {
        return graze_motion_pose(&block->body, t, &place->x, &place->y, &place->angle);
    }
    glue_fail(GRAZE_E_STALE_HANDLE, -1);
    return -1;
}

bool glue_get_moving_body(uint32_t shape, uint32_t motion, int32_t index,
                          GrazeMovingBody* moving_body)
{
    const MotionBlock* block = handle_get(HANDLE_MOTION, motion);
    const GrazeShape* live_shape = handle_get(HANDLE_SHAPE, shape);
    bool is_shape = live_shape != NULL || shape == 0;
    if (block == NULL || !is_shape) {
        glue_fail(GRAZE_E_STALE_HANDLE, index + is_shape);
        return false;
    }
    *moving_body = block->body;
    moving_body->shape = live_shape;
    return true;
}

int32_t graze_wasm_motion_bounds(uint32_t motion, double from, double to, uint32_t shape)
{
    GrazeMovingBody moving_body;
    if (!glue_get_moving_body(shape, motion, 0, &moving_body)) return glue_fault.status;
    graze_motion_bounds(&moving_body, from, to, &glue_result.bounds);
    return GRAZE_OK;
}

/* Writes the unit vector of this angle, which is at most GRAZE_MAX_ANGLE, to the result. */
void graze_wasm_direction(double angle)
{
    GrazePose pose;
    graze_pose(0, 0, angle, &pose);
    glue_result.place = (GrazePlace){pose.cos, pose.sin, angle};
}

static bool get_bodies(Query* query, BODIES_PARAMETERS)
{
    if (a == 0 || b == 0) {
        glue_fail(GRAZE_E_STALE_HANDLE, a == 0 ? 0 : 2);
        return false;
    }
    return glue_get_moving_body(a, motion_a, 0, &query->a) &&
           glue_get_moving_body(b, motion_b, 2, &query->b);
}

bool glue_prepare_query(Query* query, BODIES_PARAMETERS, OPTIONS_PARAMETERS)
{
    if (!get_bodies(query, BODIES_ARGUMENTS)) return false;
    query->options = MOTION_OPTIONS((GrazeContactMethod)method);
    graze_motion_defaults(&query->a, &query->b, &query->options);
    return glue_check_tolerance(
        tolerance,
        graze_motion_min_tolerance(&query->a, &query->b, query->options.from, query->options.to));
}

int32_t graze_wasm_first_contact(BODIES_PARAMETERS, OPTIONS_PARAMETERS)
{
    Query query;
    if (!glue_prepare_query(&query, BODIES_ARGUMENTS, OPTIONS_ARGUMENTS)) return glue_fault.status;
    graze_first_contact(&query.a, &query.b, &query.options, &glue_result.contact);
    return GRAZE_OK;
}

/* Returns the lower bound of the time from `from` to the first contact, infinity if there is none;
   NaN when the call fails. */
double graze_wasm_time_to_collision(BODIES_PARAMETERS, OPTIONS_PARAMETERS)
{
    Query query;
    GrazeContactStatus status;
    double lo;
    double hi;
    if (!glue_prepare_query(&query, BODIES_ARGUMENTS, OPTIONS_ARGUMENTS)) return NAN;
    graze_contact_bracket(&query.a, &query.b, &query.options, &status, &lo, &hi);
    if (status == GRAZE_CONTACT_FREE) return INFINITY;
    return lo - (isnan(from) ? query.options.from : from);
}

/* Bodies that stay farther apart than the limit have no witness. */
int32_t graze_wasm_clearance(BODIES_PARAMETERS, OPTIONS_PARAMETERS, double limit)
{
    Query query;
    GrazeGroupClearance near;
    if (!glue_prepare_query(&query, BODIES_ARGUMENTS, OPTIONS_ARGUMENTS)) return glue_fault.status;
    graze_group_clearance_clear(&near, limit);
    if (limit < __builtin_inf())
        graze_group_clearance_add_pair(&near, 0, 1, &query.a, &query.b, &query.options, limit);
    if (limit < __builtin_inf() && !(near.hi < limit)) {
        glue_result.clearance =
            (GrazeClearance){.lo = near.lo, .hi = near.hi, .status = near.status};
        return GRAZE_OK;
    }
    graze_clearance(&query.a, &query.b, &query.options, &glue_result.clearance);
    return GRAZE_OK;
}

enum { INITIAL_INTERVALS = 64, INITIAL_DELAYS = 16 };

static int32_t min_int32(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Writes the intervals to the list, at most `max_intervals`. More than INITIAL_INTERVALS are
   computed again, with room for all. */
int32_t graze_wasm_contact_intervals(BODIES_PARAMETERS, OPTIONS_PARAMETERS, int32_t max_intervals)
{
    Query query;
    if (!glue_prepare_query(&query, BODIES_ARGUMENTS, OPTIONS_ARGUMENTS)) return glue_fault.status;
    int32_t capacity = min_int32(INITIAL_INTERVALS, max_intervals);
    do {
        GrazeInterval* intervals = glue_allocate_scratch((uint32_t)capacity, sizeof *intervals);
        if (intervals == NULL) return glue_fault.status;
        int32_t count =
            graze_contact_intervals(&query.a, &query.b, &query.options, intervals, capacity);
        glue_list = (GrazeList){(uint32_t)(uintptr_t)intervals, count};
        if (count <= capacity) return GRAZE_OK;
    } while (glue_grow_capacity(&capacity, max_intervals));
    return glue_fault.status;
}

/* Writes the unsafe delays within [from_delay, to_delay] to the list, at most `max_intervals`.
   Arguments are NaN if omitted. */
int32_t graze_wasm_unsafe_motion_delays(BODIES_PARAMETERS, OPTIONS_PARAMETERS, double from_delay,
                                        double to_delay, int32_t max_intervals)
{
    Query query;
    if (!get_bodies(&query, BODIES_ARGUMENTS)) return glue_fault.status;
    query.options = MOTION_OPTIONS((GrazeContactMethod)method);
    graze_unsafe_motion_delays_defaults(&query.a, &query.b, &from_delay, &to_delay, &query.options);
    double min_tolerance = graze_unsafe_motion_delays_min_tolerance(&query.a, &query.b, from_delay,
                                                                    to_delay, &query.options);
    if (!glue_check_tolerance(tolerance, min_tolerance)) return glue_fault.status;
    int32_t capacity = min_int32(INITIAL_DELAYS, max_intervals);
    do {
        GrazeDelay* delays = glue_allocate_scratch((uint32_t)capacity, sizeof *delays);
        if (delays == NULL) return glue_fault.status;
        int32_t count = graze_unsafe_motion_delays(&query.a, &query.b, from_delay, to_delay,
                                                   &query.options, delays, capacity);
        glue_list = (GrazeList){(uint32_t)(uintptr_t)delays, count};
        if (count <= capacity) return GRAZE_OK;
    } while (glue_grow_capacity(&capacity, max_intervals));
    return glue_fault.status;
}

/* Returns room for `count` times, which the caller fills before graze_wasm_separations_at. */
double* graze_wasm_times_stage(uint32_t count)
{
    return glue_allocate_scratch(count, sizeof(double));
}

/* Replaces each time by the separation at that time. */
int32_t graze_wasm_separations_at(BODIES_PARAMETERS, double* times, int32_t count)
{
    Query query;
    if (!get_bodies(&query, BODIES_ARGUMENTS)) return glue_fault.status;
    for (int32_t k = 0; k < count; k++)
        times[k] = graze_separation_at(&query.a, &query.b, times[k]);
    return GRAZE_OK;
}
