/* The end of every object that has a handle. */
#include "glue.h"
#include "glue_scene.h"

/* Frees the object of a handle. */
int32_t graze_wasm_free(uint32_t handle)
{
    const HandleSlot* slot = handle_find(handle);
    bool is_scene = slot != NULL && slot->kind == HANDLE_SCENE;
    void* object = handle_release(handle);
    if (object == NULL) return GRAZE_E_STALE_HANDLE;
    if (is_scene) glue_scene_free_parts(object);
    arena_block_free(object);
    return GRAZE_OK;
}
