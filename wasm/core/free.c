/* The end of every object that has a handle. */
#include "../agents/traffic.h"
#include "../solid_motion/query.h"
#include "../trajectory/scene.h"
#include "batch.h"
#include "glue.h"

/* Frees the object of a handle. */
int32_t graze_wasm_free(uint32_t handle)
{
    const HandleSlot* slot = handle_find(handle);
    HandleKind kind = slot != NULL ? (HandleKind)slot->kind : HANDLE_NONE;
    void* object = handle_release(handle);
    if (object == NULL) return GRAZE_E_STALE_HANDLE;
    if (kind == HANDLE_SCENE) glue_scene_free_parts(object);
    if (kind == HANDLE_TRAFFIC) glue_traffic_free_routes(object);
    if (kind == HANDLE_SOLID_PATH) glue_solid_path_release_motion(object);
    if (kind == HANDLE_SOLID_MOTION)
        glue_solid_motion_release(object);
    else
        arena_block_free(object);
    return GRAZE_OK;
}

/*
 * Frees the object of a handle whose JavaScript object was collected. A shape is only marked as
 * forgotten, since a batch may have its handle: graze_wasm_collect_shapes frees it.
 */
int32_t graze_wasm_forget(uint32_t handle)
{
    HandleSlot* slot = handle_find(handle);
    if (slot == NULL || !handle_is_of_shape(slot)) return graze_wasm_free(handle);
    handle_table.forgotten += (slot->marks & HANDLE_FORGOTTEN) == 0;
    slot->marks |= HANDLE_FORGOTTEN;
    return GRAZE_OK;
}

/* ---- forgotten shapes ---- */

/* Marks the shapes of `count` handles, which may be any numbers. */
static void mark_shapes(const uint32_t* handles, int32_t count)
{
    uint32_t marked = 0;
    for (int32_t k = 0; k < count; k++) {
        if (handles[k] == marked) continue; /* Successive bodies often have one shape. */
        marked = handles[k];
        HandleSlot* slot = handle_find(marked);
        if (slot != NULL && handle_is_of_shape(slot)) slot->marks |= HANDLE_REFERENCED;
    }
}

/* Returns whether a slot has a forgotten shape that no batch refers to. */
static bool is_unused(const HandleSlot* slot)
{
    return slot->object != NULL && slot->marks == HANDLE_FORGOTTEN;
}

/*
 * Frees the forgotten shapes that no batch refers to, unless they take at most `kept_bytes`
 * together. Returns the number of forgotten shapes that batches refer to. O(handles + bodies and
 * pairs of all batches).
 */
int32_t graze_wasm_collect_shapes(uint32_t kept_bytes)
{
    uint64_t bytes = 0;
    int32_t referenced = 0;
    if (handle_table.forgotten == 0) return 0;
    for (int32_t k = 0; k < handle_table.count; k++) {
        const HandleSlot* slot = &handle_table.slots[k];
        if (slot->object == NULL || slot->kind < HANDLE_MOVING_DISCS) continue;
        const Batch* batch = slot->object;
        for (int32_t i = 0; i < BATCH_MAX_REFERENCES; i++)
            mark_shapes(batch->references[i], batch->reference_counts[i]);
    }
    for (int32_t k = 0; k < handle_table.count; k++) {
        const HandleSlot* slot = &handle_table.slots[k];
        if (is_unused(slot)) bytes += arena_block_size(slot->object);
    }
    for (int32_t k = 0; k < handle_table.count; k++) {
        HandleSlot* slot = &handle_table.slots[k];
        if (is_unused(slot) && bytes > kept_bytes)
            graze_wasm_free((uint32_t)slot->generation << HANDLE_INDEX_BITS | (uint32_t)k);
        if (slot->object == NULL) continue;
        referenced += slot->marks == (HANDLE_FORGOTTEN | HANDLE_REFERENCED);
        slot->marks &= ~(uint32_t)HANDLE_REFERENCED;
    }
    return referenced;
}
