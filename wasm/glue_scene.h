/* Memory layout of scenes. */
#ifndef GRAZE_WASM_GLUE_SCENE_H
#define GRAZE_WASM_GLUE_SCENE_H

#include "glue_path.h"

/* A scene, followed by the results of a query, the addresses of its paths, their handles, the index
   of each path's body, and a status per body. The index is a separate block, because its size
   depends on the paths. */
typedef struct {
    GrazeScene scene;
    int32_t count;
    GrazeSceneContacts out;
    uint32_t* handles;
    int32_t* bodies;
    const GrazePath** paths;
    void* index;
} SceneBlock;

/* Frees the index of a scene, which its block owns. */
void glue_scene_free_index(void* block);

/* Returns the scene of a live handle if all its paths are live; else NULL, with a fault whose index
   is -1 for the scene itself, 2 k for path k, and 2 k + 1 for its shape. */
SceneBlock* glue_get_scene(uint32_t handle);

/* Returns whether a given tolerance can be met on the scene's clock; else records the failure. */
bool glue_check_scene_tolerance(const SceneBlock* block, double from, double to, double tolerance);

#endif
