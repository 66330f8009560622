/*
 * The functions that JavaScript calls: they turn handles into shapes and plain numbers into
 * records, and return statuses. They compute nothing. A call that returns a handle or a pointer
 * returns 0 when it fails and writes the reason to the fault record; a call that returns a status
 * writes its answer to the result record. The files glue_*.c group them by subject; this header
 * declares their common part.
 */
#ifndef GRAZE_WASM_CORE_GLUE_H
#define GRAZE_WASM_CORE_GLUE_H

#include "../boundary.h"
#include "arena.h"
#include "handles.h"

/* Answer of the last call. There is one per instance of this, of the list that the call made (in
   memory that the next call may use again), and of the reason why it failed. */
typedef union {
    GrazeDistance distance;
    GrazePenetration penetration;
    GrazeManifold manifold;
    GrazeContactCone contact_cone;
    GrazeCast cast;
    GrazeApproach approach;
    GrazeNearestDiscs nearest_discs;
    GrazeContact contact;
    GrazeClearance clearance;
    GrazeSceneClearance scene_clearance;
    GrazeMotionBounds bounds;
    GrazeShapeBounds shape_bounds;
    GrazePlace place;
    GrazeOutlineReport outline;
    GrazeSweepResult swept;
    GrazePathSpan span;
    GrazeConflict conflicts[2];
    GrazeSpan delays[GRAZE_MAX_DELAYS];
    GrazeVelocityObstacle obstacle;
    GrazeVelocityCone cone;
    GrazeSafeVelocity safe;
    GrazeSolidBounds solid_bounds;
    GrazeSolidDistance solid_distance;
    GrazeSolidPenetration solid_penetration;
    GrazeSolidManifold solid_manifold;
    GrazeSolidCast solid_cast;
    GrazeSolidCone solid_cone;
    GrazeSolidEstimate solid_estimate;
    GrazeSolidDifferenceFaces solid_difference;
    GrazeSolidPose solid_pose;
    GrazeSolidVelocity solid_velocity;
    GrazeSolidMotionBounds solid_motion_bounds;
    GrazeSolidContact solid_contact;
    GrazeSolidClearance solid_clearance;
    GrazeSolidPathSpan solid_path;
} GlueResult;

extern GlueResult glue_result;
extern GrazeList glue_list;
extern GrazeFault glue_fault;

/* Reads a pose from the arguments of a call: the rotation is (cos, sin), or an angle and NaN. */
GrazeStatus glue_read_pose(double x, double y, double cos, double sin, GrazePose* pose);

/* Records why a call fails; always returns 0. */
uint32_t glue_fail(GrazeStatus status, int32_t index);

/* Returns whether a tolerance is omitted (NaN) or at least `min_tolerance`; else records the
   failure, and writes both numbers to the result, as the x and y of a place. */
bool glue_check_tolerance(double tolerance, double min_tolerance);

/* Returns the reason why handle_new failed. */
GrazeStatus glue_handle_failure(void);

/* Publishes a filled block under a new handle and returns it, or frees the block and returns 0. */
uint32_t glue_publish(HandleKind kind, void* block, GrazeStatus status, int32_t culprit);

/* Returns scratch memory above the stack's mark, valid until the next call that allocates scratch;
   NULL, with the fault recorded, when memory cannot grow. */
void* glue_allocate_scratch(uint32_t count, size_t size);

/* Records that a list is longer than `max_count`, and writes that limit to the result, as the x of
   a place; always returns false. */
bool glue_fail_too_many(int32_t max_count);

/* Enlarges the capacity of a list that was too short, to at most `max_count`; returns false, with
   the fault recorded, if it has that capacity already. */
bool glue_grow_capacity(int32_t* capacity, int32_t max_count);

/* Returns the number of bytes of a piece with `terms` coefficients per polynomial. */
static inline uint32_t glue_piece_size(int32_t terms)
{
    return (3 * (uint32_t)terms + 4) * (uint32_t)sizeof(double);
}

/* Looks up a body: a shape, or none if `shape` is 0, and its motion. On failure, the fault's index
   is `index` for the shape, and one more for the motion. */
bool glue_get_moving_body(uint32_t shape, uint32_t motion, int32_t index, GrazeMovingBody* body);

/* Options of a query of two moving bodies: NaN if omitted. */
#define OPTIONS_PARAMETERS                                                                         \
    double from, double to, double tolerance, double distance_tolerance, int32_t max_iterations,   \
        int32_t method, int32_t touching
#define OPTIONS_ARGUMENTS from, to, tolerance, distance_tolerance, max_iterations, method, touching
#define MOTION_OPTIONS(how)                                                                        \
    (GrazeMotionOptions)                                                                           \
    {                                                                                              \
        from, to, tolerance, distance_tolerance, max_iterations, (how), (GrazeTouching)touching    \
    }

#endif
