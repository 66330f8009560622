/*
 * The copies of the bodies of a batch. The core reads these, which are checked: of bodies that stand
 * still they are those of the last update, of the others those of the call, as far as they changed.
 *
 * The file of each kind of batch includes this once, after it has defined
 *   Place                    placement of a body
 *   State                    state of the batch, whose first field is `copies`, GlueCopies
 *   BATCH_KIND, SHAPE_KIND   kinds of handles of the batch and of its shapes
 *   is_same_place, check_place, update_core  returns whether two placements have the same numbers;
 *                            checks one; has the core read the copies from `from` to end - 1
 */
#ifndef GRAZE_WASM_CORE_BODY_COPIES_H
#define GRAZE_WASM_CORE_BODY_COPIES_H

#include "bodies.h"

/* Returns whether body k differs from its copy, or has none: its copied handle is 0 then. */
static bool is_changed(const Batch* batch, int32_t k)
{
    const uint32_t* handles = batch->view[GRAZE_BODIES_SHAPES];
    const uint32_t* copied = batch->view[GLUE_BODIES_HANDLES];
    const Place* places = batch->view[GRAZE_BODIES_POSES];
    const Place* copies = batch->view[GLUE_BODIES_PLACES];
    return copied[k] == 0 || handles[k] != copied[k] || !is_same_place(&places[k], &copies[k]);
}

/* Returns whether body k is valid; else records its fault. */
static bool check_body(const Batch* batch, int32_t k)
{
    const uint32_t* handles = batch->view[GRAZE_BODIES_SHAPES];
    const Place* places = batch->view[GRAZE_BODIES_POSES];
    if (handle_get(SHAPE_KIND, handles[k]) == NULL) return glue_fail(GRAZE_E_STALE_HANDLE, k) != 0;
    GrazeStatus status = check_place(&places[k]);
    return status == GRAZE_OK || glue_fail(status, k) != 0;
}

/* Copies bodies from `from` to end - 1, which are valid. */
static void copy_bodies(Batch* batch, int32_t from, int32_t end)
{
    State* state = batch->view[GLUE_BODIES_STATE];
    const uint32_t* handles = batch->view[GRAZE_BODIES_SHAPES];
    const Place* places = batch->view[GRAZE_BODIES_POSES];
    uint32_t* copied = batch->view[GLUE_BODIES_HANDLES];
    Place* copies = batch->view[GLUE_BODIES_PLACES];
    const void** shapes = batch->view[GLUE_BODIES_SHAPES];
    for (int32_t k = from; k < end; k++) {
        shapes[k] = handle_get(SHAPE_KIND, handles[k]);
        copied[k] = handles[k];
        copies[k] = places[k];
    }
    update_core(state, from, end);
    if (from == 0 && end >= state->copies.still) state->copies.is_indexed = true;
}

/* Checks that the shapes of all copies live; else records the fault. */
static bool check_copies(Batch* batch)
{
    GlueCopies* state = batch->view[GLUE_BODIES_STATE];
    uint32_t* copied = batch->view[GLUE_BODIES_HANDLES];
    if (state->shapes_freed == handle_table.shapes_freed) return true;
    for (int32_t k = 0; k < batch->capacity; k++) {
        if (copied[k] == 0 || handle_get(SHAPE_KIND, copied[k]) != NULL) continue;
        if (k < state->still) return glue_fail(GRAZE_E_STALE_HANDLE, k) != 0;
        copied[k] = 0; /* The body counts as changed. */
    }
    state->shapes_freed = handle_table.shapes_freed;
    return true;
}

/*
 * Looks up a batch and brings the copies of its first `count` bodies up to date: those that stand
 * still if they were never copied, the others if they have changed. Returns NULL, with the fault
 * recorded, where a body is not valid; its index is that of the body, -1 for the batch.
 */
static Batch* refresh(uint32_t handle, int32_t count)
{
    Batch* batch = batch_get(BATCH_KIND, handle);
    if (batch == NULL) return NULL;
    const GlueCopies* state = batch->view[GLUE_BODIES_STATE];
    int32_t still = state->still;
    if (count < still || count > batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return NULL;
    }
    if (!check_copies(batch)) return NULL;
    int32_t from = state->is_indexed ? still : 0;
    for (int32_t k = from; k < count; k++)
        if (is_changed(batch, k) && !check_body(batch, k)) return NULL;
    if (!state->is_indexed) copy_bodies(batch, 0, still);
    for (int32_t k = still; k < count; k++)
        if (is_changed(batch, k)) copy_bodies(batch, k, k + 1);
    return batch;
}

/* Copies bodies from `from` to end - 1 again; the first time, all that stand still. */
static int32_t update(uint32_t handle, int32_t from, int32_t end)
{
    Batch* batch = batch_get(BATCH_KIND, handle);
    if (batch == NULL) return glue_fault.status;
    const GlueCopies* state = batch->view[GLUE_BODIES_STATE];
    if (from < 0 || end < from || end > batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return glue_fault.status;
    }
    if (!state->is_indexed) {
        from = 0;
        if (end < state->still) end = state->still;
    }
    for (int32_t k = from; k < end; k++)
        if (!check_body(batch, k)) return glue_fault.status;
    copy_bodies(batch, from, end);
    return GRAZE_OK;
}

/* Returns 1 more than the first body that stands still and has changed since its update, or 0. */
static int32_t find_changed(uint32_t handle)
{
    const Batch* batch = batch_get(BATCH_KIND, handle);
    if (batch == NULL) return -1;
    const GlueCopies* state = batch->view[GLUE_BODIES_STATE];
    for (int32_t k = 0; k < state->still && state->is_indexed; k++)
        if (is_changed(batch, k)) return k + 1;
    return 0;
}

#endif
