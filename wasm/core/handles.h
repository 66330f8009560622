/*
 * Handles of long-lived objects. A handle is index + generation; generation 0 is never valid, and a
 * slot whose generations are used up is retired, so a stale handle always differs from a live one.
 */
#ifndef GRAZE_WASM_CORE_HANDLES_H
#define GRAZE_WASM_CORE_HANDLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds of objects; HANDLE_MOVING_DISCS and all after it are batches. */
typedef enum {
    HANDLE_NONE,
    HANDLE_SHAPE,
    HANDLE_MOTION,
    HANDLE_PATH,
    HANDLE_SCENE,
    HANDLE_TRAFFIC,
    HANDLE_SOLID,
    HANDLE_SOLID_MOTION,
    HANDLE_SOLID_PATH,
    HANDLE_MOVING_DISCS,
    HANDLE_PAIRS,
    HANDLE_BODIES,
    HANDLE_MOVING_PAIRS,
    HANDLE_BOX_INDEX,
    HANDLE_SOLID_PAIRS,
    HANDLE_SOLID_BODIES,
    HANDLE_SOLID_MOVING_PAIRS
} HandleKind;

enum {
    HANDLE_INDEX_BITS = 23, /* more objects need more memory than there is, unless they are tiny */
    HANDLE_MAX = 1 << HANDLE_INDEX_BITS,
    HANDLE_GENERATIONS = (1 << (32 - HANDLE_INDEX_BITS)) - 1,
    HANDLE_NO_SLOT = -1
};

/* Marks of a slot in use: the JavaScript object of its shape was collected; a batch refers to the
   shape. */
enum { HANDLE_FORGOTTEN = 1, HANDLE_REFERENCED = 2 };

typedef struct {
    void* object; /* NULL when free */
    uint16_t generation;
    uint16_t kind;
    union {
        int32_t next_free; /* of a free slot */
        uint32_t marks;    /* of a slot in use */
    };
} HandleSlot;

/* Table of handles. There is one per instance, as of the memory that it points into. */
typedef struct {
    HandleSlot* slots;
    int32_t count, capacity;
    int32_t first_free;
    uint32_t shapes_freed; /* number of shapes freed so far: what refers to shapes may be stale */
    uint32_t forgotten;    /* number of shapes marked as forgotten */
} HandleTable;

extern HandleTable handle_table;

/* Returns a handle for `object`, or 0 when memory cannot grow or the table is full. */
uint32_t handle_new(HandleKind kind, void* object);

/* Returns whether each of the HANDLE_MAX slots is taken or retired. */
static inline bool handle_is_full(void)
{
    return handle_table.count == HANDLE_MAX && handle_table.first_free == HANDLE_NO_SLOT;
}

/* Returns whether the object of a slot is a shape, of the plane or in space, to which batches
   refer by its handle. */
static inline bool handle_is_of_shape(const HandleSlot* slot)
{
    return slot->kind == HANDLE_SHAPE || slot->kind == HANDLE_SOLID;
}

/* Returns the slot of a live handle, else NULL. */
static inline HandleSlot* handle_find(uint32_t handle)
{
    uint32_t index = handle & (HANDLE_MAX - 1);
    if (index >= (uint32_t)handle_table.count) return NULL;
    HandleSlot* slot = &handle_table.slots[index];
    bool is_live = slot->object != NULL && slot->generation == handle >> HANDLE_INDEX_BITS;
    return is_live ? slot : NULL;
}

/* Returns the object of a live handle of that kind, else NULL. Inline, because batches look up two
   for each pair; they pass a copy of the table, which stays in registers. Kind and generation are
   compared at once. */
static inline void* handle_get_in(const HandleTable* table, HandleKind kind, uint32_t handle)
{
    uint32_t index = handle & (HANDLE_MAX - 1);
    if (index >= (uint32_t)table->count) return NULL;
    const HandleSlot* slot = &table->slots[index];
    uint32_t found = (uint32_t)slot->kind << 16 | slot->generation;
    return found == ((uint32_t)kind << 16 | handle >> HANDLE_INDEX_BITS) ? slot->object : NULL;
}

static inline void* handle_get(HandleKind kind, uint32_t handle)
{
    return handle_get_in(&handle_table, kind, handle);
}

/* Invalidates the handle and returns its object (NULL for a handle that is not live): the caller
   frees it. */
void* handle_release(uint32_t handle);

#endif
