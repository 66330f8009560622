/*
 * Handles of long-lived things. A handle is index + generation; generation 0 is never valid, and a
 * slot whose generations are used up is retired, so a stale handle is always told from a live one.
 */
#ifndef GRAZE_WASM_HANDLES_H
#define GRAZE_WASM_HANDLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From HANDLE_SEGMENTS on they are batches. */
typedef enum {
    HANDLE_NONE,
    HANDLE_SHAPE,
    HANDLE_MOTION,
    HANDLE_PATH,
    HANDLE_SCENE,
    HANDLE_SEGMENTS,
    HANDLE_PAIRS,
    HANDLE_BODIES,
    HANDLE_MOVERS
} HandleKind;

enum {
    HANDLE_INDEX_BITS =
        23, /* so many things take more memory than there is, if they are not tiny */
    HANDLE_MOST = 1 << HANDLE_INDEX_BITS,
    HANDLE_GENERATIONS = (1 << (32 - HANDLE_INDEX_BITS)) - 1,
    HANDLE_NO_SLOT = -1
};

typedef struct {
    void* thing; /* NULL when free */
    uint16_t generation;
    uint16_t kind;
    int32_t next_free;
} HandleSlot;

/* One per instance, like the memory it points into. */
typedef struct {
    HandleSlot* slot;
    int32_t count, capacity;
    int32_t first_free;
} HandleTable;

extern HandleTable handle_table;

/* A handle for `thing`, or 0 when memory cannot grow or the table is full. */
uint32_t handle_new(HandleKind kind, void* thing);

/* Returns whether each of the HANDLE_MOST slots is taken or retired. */
static inline bool handle_is_full(void)
{
    return handle_table.count == HANDLE_MOST && handle_table.first_free == HANDLE_NO_SLOT;
}

/* The slot of a live handle, else NULL. */
static inline HandleSlot* handle_find(uint32_t handle)
{
    uint32_t index = handle & (HANDLE_MOST - 1);
    if (index >= (uint32_t)handle_table.count) return NULL;
    HandleSlot* slot = &handle_table.slot[index];
    bool is_live = slot->thing != NULL && slot->generation == handle >> HANDLE_INDEX_BITS;
    return is_live ? slot : NULL;
}

/* The thing behind a live handle of that kind, else NULL. Inline, as batches look up two for each pair. */
static inline void* handle_get(HandleKind kind, uint32_t handle)
{
    HandleSlot* slot = handle_find(handle);
    return slot != NULL && slot->kind == kind ? slot->thing : NULL;
}

/* Ends the handle and returns its thing (NULL for a handle that is not live): the caller frees it.
 */
void* handle_end(uint32_t handle);

#endif
