#include "glue.h"

#include <math.h>

GlueResult glue_result;
GrazeList glue_list;
GrazeFault glue_fault;

GrazeStatus glue_read_pose(double x, double y, double cos, double sin, GrazePose* pose)
{
    return isnan(sin) ? graze_pose(x, y, cos, pose) : graze_heading_pose(x, y, cos, sin, pose);
}

uint32_t glue_fail(GrazeStatus status, int32_t index)
{
    glue_fault = (GrazeFault){status, index};
    return 0;
}

bool glue_check_tolerance(double tolerance, double min_tolerance)
{
    if (isnan(tolerance) || tolerance >= min_tolerance) return true;
    glue_fail(GRAZE_E_TOO_FINE, -1);
    glue_result.place = (GrazePlace){.x = min_tolerance, .y = tolerance};
    return false;
}

_Static_assert(HANDLE_MAX == 8388608, "the text of GRAZE_E_NO_HANDLE says how many there are");

GrazeStatus glue_handle_failure(void)
{
    return handle_is_full() ? GRAZE_E_NO_HANDLE : GRAZE_E_OUT_OF_MEMORY;
}

uint32_t glue_publish(HandleKind kind, void* block, GrazeStatus status, int32_t culprit)
{
    uint32_t handle = status == GRAZE_OK ? handle_new(kind, block) : 0;
    if (handle != 0) return handle;
    arena_block_free(block);
    return glue_fail(status == GRAZE_OK ? glue_handle_failure() : status, culprit);
}

void* glue_allocate_scratch(uint32_t count, size_t size)
{
    uint64_t bytes = (uint64_t)count * size;
    uintptr_t mark = arena_mark();
    void* scratch = bytes <= INT32_MAX ? arena_push((size_t)bytes) : NULL;
    arena_release(mark);
    if (scratch == NULL) glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    return scratch;
}

bool glue_fail_too_many(int32_t max_count)
{
    glue_fail(GRAZE_E_TOO_MANY, -1);
    glue_result.place = (GrazePlace){.x = max_count};
    return false;
}

/* The capacity grows by a factor of four: the answer is computed anew each time, which in all costs
   at most a third more than the last time. */
bool glue_grow_capacity(int32_t* capacity, int32_t max_count)
{
    if (*capacity >= max_count) return glue_fail_too_many(max_count);
    *capacity = *capacity <= max_count / 4 ? 4 * *capacity : max_count;
    return true;
}

const char* graze_wasm_version(void)
{
    return GRAZE_VERSION;
}

const void* graze_wasm_result(void)
{
    return &glue_result;
}

const GrazeList* graze_wasm_list(void)
{
    return &glue_list;
}

const GrazeFault* graze_wasm_fault(void)
{
    return &glue_fault;
}

/* Returns the number of bytes in use up to the top of the blocks, for tests of growth. */
uintptr_t graze_wasm_memory_used(void)
{
    return arena_mark();
}

/* Frees the memory that a call which did not return took from the stack of the arena. */
void graze_wasm_recover(void)
{
    arena_reset();
}
