/* Memory layout of scenes. */
#ifndef GRAZE_WASM_TRAJECTORY_SCENE_H
#define GRAZE_WASM_TRAJECTORY_SCENE_H

#include "path.h"

/* A segment of a wall: its ends, relative to the clock's point, and its radius. */
typedef struct {
    float from_x, from_y, to_x, to_y, radius;
} WallSegment;

/*
 * A scene, followed by the results of a query, the addresses of its paths, their handles, the index
 * of each path's body, the segments of its walls, and a status per body. Segments are paths too,
 * after those of the handles; `total` is the number of both. The index and the paths of the segments
 * are separate blocks, because their sizes depend on the paths and on the clock.
 */
typedef struct {
    GrazeScene scene;
    int32_t count, total;
    GrazeSceneContacts out;
    uint32_t* handles;
    int32_t* bodies;
    const WallSegment* segments;
    const GrazePath** paths;
    void *index, *walls;
} SceneBlock;

/* Frees what a scene's block owns: its index, and the paths of its walls. */
void glue_scene_free_parts(void* block);

/* Returns the clock of a scene; NULL for a scene without paths, which has none. */
static inline const GrazeClock* glue_scene_clock(const SceneBlock* block)
{
    return block->total > 0 ? &block->paths[0]->clock : NULL;
}

/* Returns the scene of a live handle if all its paths are live; else NULL, with a fault whose index
   is -1 for the scene itself, 2 k for path k, and 2 k + 1 for its shape. */
SceneBlock* glue_get_scene(uint32_t handle);

/* Returns whether a given tolerance can be met on the scene's clock; else records the failure. */
bool glue_check_scene_tolerance(const SceneBlock* block, double from, double to, double tolerance);

#endif
