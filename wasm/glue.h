/*
 * The functions JavaScript calls: handles to shapes, plain numbers to records, statuses out. Nothing
 * is computed here. A call that returns a handle or a pointer returns 0 when it fails and leaves the
 * reason in the fault record; a call that returns a status leaves its answer in the result record.
 * glue_*.c hold them by what they are about; this is what they share.
 */
#ifndef GRAZE_WASM_GLUE_H
#define GRAZE_WASM_GLUE_H

#include "arena.h"
#include "boundary.h"
#include "handles.h"

/* One per instance: the answer of the last call, the list it made (in memory that the next call may
   use again), and why it failed. */
typedef union {
    GrazeDistance distance;
    GrazePenetration penetration;
    GrazeCast cast;
    GrazeApproach approach;
    GrazeContact contact;
    GrazeClearance clearance;
    GrazeMotionBounds bounds;
    GrazePlace place;
    GrazeSweepResult swept;
    GrazePathSpan span;
    GrazeConflict conflicts[2];
    GrazeSpan delays[GRAZE_MAX_DELAYS];
    GrazeVelocityObstacle obstacle;
    GrazeSafeVelocity safe;
} GlueResult;

extern GlueResult glue_result;
extern GrazeList glue_list;
extern GrazeFault glue_fault;

/* A pose as it comes in: the heading as (cos, sin), or as an angle and NaN. */
GrazeStatus glue_read_pose(double x, double y, double cos, double sin, GrazePose* pose);

/* Notes why a call fails; always 0. */
uint32_t glue_fail(GrazeStatus status, int32_t index);

/* Returns whether a tolerance is left out (NaN) or at least `min_tolerance`; else notes that, and puts both numbers
   into the result, as the x and y of a place. */
bool glue_check_tolerance(double tolerance, double min_tolerance);

/* Says why handle_new gave no handle. */
GrazeStatus glue_handle_failure(void);

/* Turns a filled block into a live thing, or gives it back: its handle, or 0. */
uint32_t glue_publish(HandleKind kind, void* block, GrazeStatus status, int32_t culprit);

/* Room above the stack's mark, which stays readable until the next call takes room; NULL, and the fault is
   noted, when memory cannot grow. */
void* glue_allocate_scratch(uint32_t count, size_t size);

/* Notes that a list is longer than `max_count`, and puts that into the result, as the x of a place; always false. */
bool glue_fail_too_many(int32_t max_count);

/* Enlarges the capacity of a list that was too short, to at most `max_count`; false, and the fault is noted, when it is that
   already. */
bool glue_grow_capacity(int32_t* capacity, int32_t max_count);

/*
 * A body: a shape, or none where `shape` is 0, and its motion. When it fails, the fault's index is `index` for the
 * shape, one more for the motion.
 */
bool glue_get_moving_body(uint32_t shape, uint32_t motion, int32_t index, GrazeMovingBody* body);

#endif
