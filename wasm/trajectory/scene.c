/* Scenes: many paths, an index over them, and queries of it. */
#include "scene.h"

#include <stddef.h>

void glue_scene_free_parts(void* block)
{
    arena_block_free(((SceneBlock*)block)->index);
    arena_block_free(((SceneBlock*)block)->walls);
}

/*
 * Returns a block for `count` paths and `segments` segments of walls. The caller fills in their
 * handles, bodies and segments before graze_wasm_scene_new.
 */
void* graze_wasm_scene_stage(uint32_t count, uint32_t segments)
{
    const size_t path_size = sizeof(GrazeGroupContact) + sizeof(GrazePath*) + sizeof(int32_t) + 1;
    uint64_t total = (uint64_t)count + segments;
    uint64_t total_size = sizeof(SceneBlock) + 16 + total * path_size + count * sizeof(uint32_t) +
                          segments * sizeof(WallSegment);
    SceneBlock* block = total_size <= INT32_MAX ? arena_block_new((size_t)total_size) : NULL;
    if (block == NULL) {
        glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
        return NULL;
    }
    block->count = (int32_t)count;
    block->total = (int32_t)total;
    block->out.contacts = (GrazeGroupContact*)(((uintptr_t)(block + 1) + 15) & ~(uintptr_t)15);
    block->paths = (const GrazePath**)(void*)(block->out.contacts + total);
    block->handles = (uint32_t*)(void*)(block->paths + total);
    block->bodies = (int32_t*)(block->handles + count);
    block->segments = (const WallSegment*)(void*)(block->bodies + total);
    block->out.statuses = (uint8_t*)(block->segments + segments);
    block->index = NULL;
    block->walls = NULL;
    return block;
}

/* Returns the address of the handles of a stage, followed by the body of each path and segment (0
   for the first, then the same or one more each), and by the segments. */
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

/* Returns the number of bodies; -1, with the fault recorded, if their indices are not in order. */
static int32_t count_bodies(const SceneBlock* block)
{
    int32_t last = -1;
    for (int32_t k = 0; k < block->total; k++) {
        int32_t body = block->bodies[k];
        bool is_wall = k == block->count && k > 0 && body == last;
        if (is_wall || (body != last + 1 && (body != last || last < 0))) {
            glue_fail(GRAZE_E_BAD_INDEX, k < block->count ? 2 * k : -1);
            return -1;
        }
        last = body;
    }
    return last + 1;
}

/* The path of a segment of a wall; its storage follows it. */
typedef struct {
    _Alignas(16) GrazePath path;
    GrazeShape shape;
    GrazePoint ends[2];
} WallPath;

/* Makes the paths of the segments of the walls, which stand at the clock's point; returns false,
   with the fault recorded, when that fails. */
static bool make_walls(SceneBlock* block, const GrazeClock* clock)
{
    int32_t count = block->total - block->count;
    if (count == 0) return true;
    GrazeStatus status = graze_clock_check(clock);
    /* A piece at rest: two coefficients of x, from index 2 on, and two of y. */
    const double at_point[] = {0, 0, clock->x, 0, clock->y, 0, 0, 0, 0, 0};
    GrazeMovingBody standing = {.pieces = (const GrazePiece*)(const void*)at_point,
                                .terms = GRAZE_MIN_PIECE_TERMS,
                                .count = 1,
                                .before = GRAZE_STAY,
                                .after = GRAZE_STAY};
    size_t storage = (graze_path_size(&standing, clock) + 15) & ~(size_t)15;
    uint64_t size = sizeof(WallPath) + storage;
    uint64_t total_size = count * size + sizeof at_point;
    if (status == GRAZE_OK && total_size > INT32_MAX) status = GRAZE_E_OUT_OF_MEMORY;
    if (status == GRAZE_OK) block->walls = arena_block_new((size_t)total_size);
    if (status == GRAZE_OK && block->walls == NULL) status = GRAZE_E_OUT_OF_MEMORY;
    void* place = (void*)((uintptr_t)block->walls + (size_t)(count * size));
    if (status == GRAZE_OK) __builtin_memcpy(place, at_point, sizeof at_point);
    standing.pieces = place;
    for (int32_t k = 0; k < count && status == GRAZE_OK; k++) {
        const WallSegment* segment = &block->segments[k];
        WallPath* wall = (WallPath*)((uintptr_t)block->walls + (size_t)(k * size));
        int32_t culprit;
        wall->ends[0] = (GrazePoint){segment->from_x, segment->from_y};
        wall->ends[1] = (GrazePoint){segment->to_x, segment->to_y};
        status = graze_shape_polygon(&wall->shape, wall->ends, 2, segment->radius, &culprit);
        if (status != GRAZE_OK) break;
        standing.shape = &wall->shape;
        graze_path_init(&wall->path, &standing, clock, GRAZE_BOXES_COVER, wall + 1);
        block->paths[block->count + k] = &wall->path;
    }
    if (status != GRAZE_OK) glue_fail(status, -1);
    return status == GRAZE_OK;
}

/* Makes a scene of a stage. The clock is that of the walls, and of all paths. */
uint32_t graze_wasm_scene_new(void* stage, double t0, double t1, double step, double x, double y)
{
    SceneBlock* block = stage;
    const GrazeClock clock = {t0, t1, step, x, y};
    GrazeStatus status = GRAZE_OK;
    int32_t culprit = -1;
    int32_t body_count = count_bodies(block);
    if (body_count >= 0 && get_all_paths(block) && make_walls(block, &clock)) {
        block->index = arena_block_new(graze_scene_size(block->paths, block->total));
        if (block->index == NULL) status = GRAZE_E_OUT_OF_MEMORY;
    } else {
        status = (GrazeStatus)glue_fault.status;
        culprit = glue_fault.index;
    }
    if (status == GRAZE_OK) {
        graze_scene_init(&block->scene, block->paths, block->total, block->index);
        block->scene.bodies = body_count < block->total ? block->bodies : NULL;
        block->scene.body_count = body_count;
    }
    void* index = block->index;
    void* walls = block->walls;
    uint32_t handle = glue_publish(HANDLE_SCENE, block, status, culprit);
    if (handle == 0) {
        arena_block_free(index);
        arena_block_free(walls);
    }
    return handle;
}

SceneBlock* glue_get_scene(uint32_t handle)
{
    SceneBlock* block = handle_get(HANDLE_SCENE, handle);
    if (block == NULL) glue_fail(GRAZE_E_STALE_HANDLE, -1);
    return block != NULL && get_all_paths(block) ? block : NULL;
}

bool glue_check_scene_tolerance(const SceneBlock* block, double from, double to, double tolerance)
{
    const GrazeClock* clock = glue_scene_clock(block);
    if (clock == NULL) return true;
    return glue_check_tolerance(tolerance, graze_clock_min_tolerance(clock, from, to));
}

/*
 * Adds the contact with a body to the list; returns false, with the fault recorded, if it cannot
 * have one more.
 */
static bool add_contact(const SceneBlock* block, int32_t body, int32_t max_intervals)
{
    GrazeGroupContact* entry = glue_add_contact(max_intervals);
    if (entry != NULL) *entry = block->out.contacts[body];
    return entry != NULL;
}

/* Adds the contacts with all bodies from `first_body` on. */
static bool add_contacts(const SceneBlock* block, int32_t first_body, int32_t max_intervals)
{
    int32_t left = block->out.found;
    for (int32_t k = first_body; left > 0; k++) {
        if (block->out.statuses[k] == GRAZE_CONTACT_FREE) continue;
        if (!add_contact(block, k, max_intervals)) return false;
        left--;
    }
    return true;
}

/* Returns the end of the paths of path k's body. */
static int32_t body_end(const SceneBlock* block, int32_t k)
{
    int32_t end = k + 1;
    while (end < block->count && block->bodies[end] == block->bodies[k])
        end++;
    return end;
}

/* Adds the contacts of all pairs of bodies of the scene. */
static bool add_all_contacts(SceneBlock* block, const GrazeMotionOptions* options,
                             int32_t max_intervals)
{
    for (int32_t k = 0; k < block->count;) {
        int32_t end = body_end(block, k);
        int32_t body = block->bodies[k];
        graze_scene_clear(&block->scene, &block->out);
        for (; k < end; k++)
            graze_scene_first_contacts(&block->scene, block->paths[k], k, end, options,
                                       GRAZE_SCENE_ALL, &block->out);
        if (!add_contacts(block, body + 1, max_intervals)) return false;
    }
    return true;
}

/*
 * Writes the contacts in a scene to the list, at most `max_intervals`: those of one body, of a path
 * and `count` further ones, with bodies of the scene (all of them, or one); or, for a path 0, those
 * of all pairs of bodies of the scene. The entries have paths: `second` is one of the scene, `first`
 * too, or it counts those of the one body from 0. A fault's index is -1 for the scene, 2 k for path
 * k, and 2 k + 1 for its shape; those of the one body follow those of the scene.
 */
int32_t graze_wasm_scene_contacts(uint32_t scene, uint32_t path, const uint32_t* further,
                                  int32_t count, OPTIONS_PARAMETERS, int32_t max_intervals)
{
    SceneBlock* block = glue_get_scene(scene);
    if (block == NULL) return glue_fault.status;
    int32_t parts = path != 0 ? 1 + count : 0;
    for (int32_t k = 0; k < parts; k++) {
        if (glue_get_path(k == 0 ? path : further[k - 1], block->count + k) == NULL)
            return glue_fault.status;
    }
    GrazeMotionOptions options = MOTION_OPTIONS(GRAZE_METHOD_CERTIFIED);
    if (!glue_check_scene_tolerance(block, from, to, tolerance)) return glue_fault.status;
    GrazeSceneMode mode = (GrazeSceneMode)method;
    GrazeSceneContacts* out = &block->out;
    bool fits;
    uintptr_t mark = arena_mark();
    /* The staged handles stay where they are; the list grows after them. */
    arena_push((size_t)count * sizeof *further);
    glue_list = (GrazeList){0, 0};
    if (path == 0) {
        fits = add_all_contacts(block, &options, max_intervals);
    } else {
        graze_scene_clear(&block->scene, out);
        for (int32_t k = 0; k < parts; k++) {
            const GrazePath* part = glue_get_path(k == 0 ? path : further[k - 1], 0);
            graze_scene_first_contacts(&block->scene, part, k, 0, &options, mode, out);
        }
        fits = mode == GRAZE_SCENE_ALL
                   ? add_contacts(block, 0, max_intervals)
                   : out->earliest < 0 || add_contact(block, out->earliest, max_intervals);
    }
    arena_release(mark);
    return fits ? GRAZE_OK : glue_fault.status;
}

/*
 * Writes the clearance in a scene of one body, of a path and `count` further ones, as far as it is
 * below `limit`, to the result. The tolerance is not used. A fault's index is that of
 * graze_wasm_scene_contacts.
 */
int32_t graze_wasm_scene_clearance(uint32_t scene, uint32_t path, const uint32_t* further,
                                   int32_t count, double limit, OPTIONS_PARAMETERS)
{
    SceneBlock* block = glue_get_scene(scene);
    if (block == NULL) return glue_fault.status;
    GrazeMotionOptions options = MOTION_OPTIONS((GrazeContactMethod)method);
    uintptr_t mark = arena_mark();
    /* The staged handles stay where they are. */
    arena_push((size_t)count * sizeof *further);
    const GrazePath** paths = glue_allocate_scratch((uint32_t)count + 1, sizeof(GrazePath*));
    arena_release(mark);
    if (paths == NULL) return glue_fault.status;
    for (int32_t k = 0; k <= count; k++) {
        paths[k] = glue_get_path(k == 0 ? path : further[k - 1], block->count + k);
        if (paths[k] == NULL) return glue_fault.status;
    }
    graze_scene_clearance(&block->scene, paths, count + 1, &options, limit,
                          &glue_result.scene_clearance);
    return GRAZE_OK;
}
