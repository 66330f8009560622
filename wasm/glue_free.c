/* The end of every object that has a handle. */
#include "glue.h"
#include "glue_scene.h"
#include "glue_traffic.h"

/* Frees the object of a handle. */
int32_t graze_wasm_free(uint32_t handle)
{
    const HandleSlot* slot = handle_find(handle);
    HandleKind kind = slot != NULL ? (HandleKind)slot->kind : HANDLE_NONE;
    void* object = handle_release(handle);
    if (object == NULL) return GRAZE_E_STALE_HANDLE;
    if (kind == HANDLE_SCENE) glue_scene_free_parts(object);
    if (kind == HANDLE_TRAFFIC) glue_traffic_free_routes(object);
    arena_block_free(object);
    return GRAZE_OK;
}
