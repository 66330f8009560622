/* Scenes: many paths, an index over them, and queries of it. */
#include "glue_scene.h"

#include "glue_batch.h"
#include "glue_path.h"

#include <math.h>
#include <stddef.h>

/* A scene, followed by the handles and addresses of its paths, and by room for the results of a
   query. The index is a separate block, because its size depends on the paths. */
typedef struct {
    GrazeScene scene;
    int32_t count;
    uint32_t* handles;
    const GrazePath** paths;
    uint8_t* statuses;
    double* times;
    void* index;
} SceneBlock;

void glue_scene_free_index(void* block)
{
    arena_block_free(((SceneBlock*)block)->index);
}

/*
 * Returns a block for `count` paths, whose handles the caller fills in before graze_wasm_scene_new.
 */
void* graze_wasm_scene_stage(uint32_t count)
{
    const size_t entry = 2 * sizeof(double) + sizeof(GrazePath*) + sizeof(uint32_t) + 1;
    uint64_t total_size = sizeof(SceneBlock) + 16 + (uint64_t)count * entry;
    SceneBlock* block = total_size <= INT32_MAX ? arena_block_new((size_t)total_size) : NULL;
    if (block == NULL) {
        glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
        return NULL;
    }
    block->count = (int32_t)count;
    block->times = (double*)(((uintptr_t)(block + 1) + 15) & ~(uintptr_t)15);
    block->paths = (const GrazePath**)(void*)(block->times + 2 * (size_t)count);
    block->handles = (uint32_t*)(void*)(block->paths + count);
    block->statuses = (uint8_t*)(block->handles + count);
    block->index = NULL;
    return block;
}

uint32_t* graze_wasm_scene_handles(void* stage)
{
    return ((SceneBlock*)stage)->handles;
}

/* Looks up all paths. A fault's index is 2 k for path k, and 2 k + 1 for its shape. */
static bool get_all_paths(SceneBlock* block)
{
    for (int32_t k = 0; k < block->count; k++) {
        block->paths[k] = glue_get_path(block->handles[k], k);
        if (block->paths[k] == NULL) return false;
    }
    return true;
}

uint32_t graze_wasm_scene_new(void* stage)
{
    SceneBlock* block = stage;
    GrazeStatus status = GRAZE_OK;
    int32_t culprit = -1;
    if (get_all_paths(block)) {
        block->index = arena_block_new(graze_scene_size(block->paths, block->count));
        if (block->index == NULL) status = GRAZE_E_OUT_OF_MEMORY;
    } else {
        status = (GrazeStatus)glue_fault.status;
        culprit = glue_fault.index;
    }
    if (status == GRAZE_OK) {
        graze_scene_init(&block->scene, block->paths, block->count, block->index);
    }
    void* index = block->index;
    uint32_t handle = glue_publish(HANDLE_SCENE, block, status, culprit);
    if (handle == 0) arena_block_free(index);
    return handle;
}

/* Returns the scene of a live handle if all its paths are live. A fault's index is -1 for the scene
   itself. */
static SceneBlock* get_scene(uint32_t handle)
{
    SceneBlock* block = handle_get(HANDLE_SCENE, handle);
    if (block == NULL) glue_fail(GRAZE_E_STALE_HANDLE, -1);
    return block != NULL && get_all_paths(block) ? block : NULL;
}

static int32_t first_contacts(SceneBlock* block, const GrazePath* path, int32_t first_body,
                              const GrazeMotionOptions* options, GrazeSceneMode mode,
                              int32_t* earliest)
{
    return graze_scene_first_contacts(&block->scene, path, first_body, options, mode,
                                      block->statuses, block->times, earliest);
}

/* Returns whether a given tolerance can be met on the scene's clock. */
static bool check_tolerance(const SceneBlock* block, double from, double to, double tolerance)
{
    if (block->count == 0) return true;
    const GrazeClock* clock = &block->paths[0]->clock;
    return glue_check_tolerance(tolerance, graze_clock_min_tolerance(clock, from, to));
}

/*
 * Adds a contact to the list; returns false, with the fault recorded, if it cannot have one more.
 */
static bool add_contact(const SceneBlock* block, int32_t first, int32_t second,
                        int32_t max_intervals)
{
    GrazeSceneContact* entry = glue_add_contact(max_intervals);
    const double* times = &block->times[2 * (size_t)second];
    if (entry == NULL) return false;
    *entry = (GrazeSceneContact){times[0], times[1], first, second, block->statuses[second], 0};
    return true;
}

/* Adds the contacts of body `first` with all bodies from `first_body` on. */
static bool add_contacts(SceneBlock* block, const GrazePath* path, int32_t first,
                         int32_t first_body, const GrazeMotionOptions* options,
                         int32_t max_intervals)
{
    int32_t earliest;
    int32_t found = first_contacts(block, path, first_body, options, GRAZE_SCENE_ALL, &earliest);
    for (int32_t k = first_body; k < block->count && found > 0; k++) {
        if (block->statuses[k] == GRAZE_CONTACT_FREE) continue;
        if (!add_contact(block, first, k, max_intervals)) return false;
        found--;
    }
    return true;
}

/*
 * Writes the contacts in a scene to the list, at most `max_intervals`: those of a path with bodies
 * of the scene (all of them, or one), whose index is `second`; or, for a path 0, those of all pairs
 * of the scene. A fault's index is -1 for the scene, 2 k for path k, and 2 k + 1 for its shape; the
 * one path has k = `count`.
 */
int32_t graze_wasm_scene_contacts(uint32_t scene, uint32_t path, OPTIONS_PARAMETERS,
                                  int32_t max_intervals)
{
    SceneBlock* block = get_scene(scene);
    if (block == NULL) return glue_fault.status;
    const GrazePath* one = path != 0 ? glue_get_path(path, block->count) : NULL;
    if (path != 0 && one == NULL) return glue_fault.status;
    GrazeMotionOptions options = {
        from, to, tolerance, distance_tolerance, max_iterations, GRAZE_METHOD_CERTIFIED};
    if (!check_tolerance(block, from, to, tolerance)) return glue_fault.status;
    GrazeSceneMode mode = (GrazeSceneMode)method;
    bool fits = true;
    glue_list = (GrazeList){0, 0};
    if (one == NULL) {
        for (int32_t k = 0; k < block->count && fits; k++)
            fits = add_contacts(block, block->paths[k], k, k + 1, &options, max_intervals);
    } else if (mode == GRAZE_SCENE_ALL) {
        fits = add_contacts(block, one, -1, 0, &options, max_intervals);
    } else {
        int32_t earliest;
        first_contacts(block, one, 0, &options, mode, &earliest);
        fits = earliest < 0 || add_contact(block, -1, earliest, max_intervals);
    }
    return fits ? GRAZE_OK : glue_fault.status;
}

/* A path of a body of a batch; its storage follows it. */
typedef struct {
    _Alignas(16) GrazePath path;
} PathRoom;

/* Returns room for the path of any one of the bodies; NULL, with the fault recorded, when memory
   cannot grow. */
static PathRoom* allocate_largest_path(const GrazeMovingBody* bodies, int32_t count,
                                       const GrazeClock* clock)
{
    size_t largest = 0;
    for (int32_t k = 0; k < count; k++) {
        size_t size = graze_path_size(&bodies[k], clock);
        if (size > largest) largest = size;
    }
    return glue_allocate_scratch(1, sizeof(PathRoom) + largest);
}

/*
 * Queries bodies 0 to count - 1 of a batch, each along its own motion against a scene, and writes
 * the first contact of each, or any contact, to its entry of the results. Returns the number of
 * bodies that have one, or -1 and a fault, whose index is that of a batch of moving bodies. If the
 * scene is at fault, the index is -3 - i, where i is that of graze_wasm_scene_contacts.
 */
int32_t graze_wasm_scene_first_contacts(uint32_t scene, uint32_t batch_handle, int32_t count,
                                        OPTIONS_PARAMETERS)
{
    const Batch* batch = batch_get(HANDLE_MOVING_PAIRS, batch_handle);
    if (batch == NULL) return -1;
    SceneBlock* block = get_scene(scene);
    if (block == NULL) {
        glue_fault.index = -3 - glue_fault.index;
        return -1;
    }
    if (count < 0 || count > batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return -1;
    }
    for (int32_t k = 0; k < count; k++) {
        if (!glue_resolve_moving_body(batch, (uint32_t)k)) return -1;
    }
    const GrazeMovingBody* bodies = batch->view[GLUE_MOVING_PAIRS_RESOLVED];
    GrazeMotionOptions options = {
        from, to, tolerance, distance_tolerance, max_iterations, GRAZE_METHOD_CERTIFIED};
    const GrazeClock* clock = block->count > 0 ? &block->paths[0]->clock : NULL;
    /* The tolerance is checked before anything is written. */
    if (!check_tolerance(block, from, to, tolerance)) return -1;
    PathRoom* path_room = clock != NULL ? allocate_largest_path(bodies, count, clock) : NULL;
    if (path_room == NULL && clock != NULL) return -1;
    int32_t found = 0;
    for (int32_t k = 0; k < count; k++) {
        int32_t earliest = -1;
        if (path_room != NULL) {
            graze_path_init(&path_room->path, &bodies[k], clock, GRAZE_BOXES_COVER, path_room + 1);
            first_contacts(block, &path_room->path, 0, &options, (GrazeSceneMode)method, &earliest);
        }
        double* times = (double*)batch->view[GRAZE_MOVING_PAIRS_TIMES] + 2 * (size_t)k;
        uint8_t* status = (uint8_t*)batch->view[GRAZE_MOVING_PAIRS_STATUSES] + k;
        *status = earliest >= 0 ? block->statuses[earliest] : (uint8_t)GRAZE_CONTACT_FREE;
        times[0] = earliest >= 0 ? block->times[2 * (size_t)earliest] : INFINITY;
        times[1] = earliest >= 0 ? block->times[2 * (size_t)earliest + 1] : INFINITY;
        found += earliest >= 0;
    }
    return found;
}
