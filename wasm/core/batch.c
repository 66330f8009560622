#include "batch.h"

Batch* batch_new(HandleKind kind, const uint64_t* sizes, int32_t count, uint32_t* handle)
{
    uint64_t offset[BATCH_MAX_VIEWS + 1] = {(sizeof(Batch) + 15) & ~(uint64_t)15};
    for (int32_t i = 0; i < count; i++)
        offset[i + 1] = (offset[i] + sizes[i] + 15) & ~(uint64_t)15;
    uint64_t total_size = offset[count];
    Batch* batch = total_size <= INT32_MAX ? arena_block_zeroed((size_t)total_size) : NULL;
    GrazeStatus status = GRAZE_E_OUT_OF_MEMORY;
    *handle = 0;
    if (batch != NULL) {
        batch->count = count;
        for (int32_t i = 0; i < count; i++)
            batch->view[i] = (char*)batch + offset[i];
        *handle = handle_new(kind, batch);
        status = glue_handle_failure();
    }
    if (*handle != 0) return batch;
    arena_block_free(batch);
    glue_fail(status, -1);
    glue_result.place.x = status == GRAZE_E_OUT_OF_MEMORY ? (double)total_size : 0;
    return NULL;
}

Batch* batch_get(HandleKind kind, uint32_t handle)
{
    Batch* batch = handle_get(kind, handle);
    if (batch == NULL) glue_fail(GRAZE_E_STALE_HANDLE, -1);
    return batch;
}

/* Returns the address of a view of a live batch of any kind. */
void* graze_wasm_batch_view(uint32_t handle, int32_t view)
{
    const HandleSlot* slot = handle_find(handle);
    const Batch* batch = slot != NULL && slot->kind >= HANDLE_MOVING_DISCS ? slot->object : NULL;
    if (batch == NULL || view < 0 || view >= batch->count) {
        glue_fail(GRAZE_E_STALE_HANDLE, -1);
        return NULL;
    }
    return batch->view[view];
}
