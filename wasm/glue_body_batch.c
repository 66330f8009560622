/*
 * Batches of bodies over shared memory: all pairs that are near, and the bodies that are near one.
 */
#include "glue_batch.h"

/* Views after those of boundary.h: the shapes, and scratch memory of the core. */
enum { BODIES_RESOLVED = GRAZE_BODIES_FOUND_DISTANCES + 1, BODIES_SCRATCH, BODIES_VIEWS };

/* Returns a batch of `capacity` bodies with room for `pairs` results. It is zeroed, except for the
   rotations: (1, 0). */
uint32_t graze_wasm_bodies_new(uint32_t capacity, uint32_t pairs)
{
    const uint64_t n = capacity;
    const uint64_t m = pairs;
    const uint64_t sizes[BODIES_VIEWS] = {n * sizeof(uint32_t),
                                          n * sizeof(GrazePlacement),
                                          m * sizeof(uint32_t),
                                          m * sizeof(uint32_t),
                                          m,
                                          m * sizeof(float),
                                          n * sizeof(uint32_t),
                                          n,
                                          n * sizeof(float),
                                          n * sizeof(GrazeShape*),
                                          graze_bodies_scratch((int32_t)n, (int32_t)m)};
    uint32_t handle;
    Batch* batch = batch_new(HANDLE_BODIES, sizes, BODIES_VIEWS, &handle);
    if (batch == NULL) return 0;
    batch->capacity = (int32_t)capacity;
    batch->pairs = (int32_t)pairs;
    GrazePlacement* poses = batch->view[GRAZE_BODIES_POSES];
    for (uint32_t k = 0; k < capacity; k++)
        poses[k].cos = 1;
    return handle;
}

/* Looks up the first `count` shapes and checks their poses. */
static bool resolve(const Batch* batch, int32_t count)
{
    const uint32_t* handles = batch->view[GRAZE_BODIES_SHAPES];
    const GrazePlacement* poses = batch->view[GRAZE_BODIES_POSES];
    const GrazeShape** shapes = batch->view[BODIES_RESOLVED];
    for (int32_t k = 0; k < count; k++) {
        shapes[k] = handle_get(HANDLE_SHAPE, handles[k]);
        if (shapes[k] == NULL) return glue_fail(GRAZE_E_STALE_HANDLE, k) != 0;
        GrazeStatus status = graze_placement_check(&poses[k]);
        if (status != GRAZE_OK) return glue_fail(status, k) != 0;
    }
    return true;
}

/*
 * Finds the pairs of the first `count` bodies that are near; or, for a shape that is not 0, the
 * bodies that are near that body, whose pose has the form of glue_read_pose. Returns their number,
 * or -1 and a fault. Its index is that of a body, -1 for the batch itself and -2 for the one body;
 * with GRAZE_E_FULL, the number of pairs.
 */
int32_t graze_wasm_bodies_near(uint32_t handle, int32_t count, double reach, uint32_t shape,
                               double x, double y, double cos, double sin)
{
    const Batch* batch = batch_get(HANDLE_BODIES, handle);
    if (batch == NULL) return -1;
    if (count < 0 || count > batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return -1;
    }
    if (!resolve(batch, count)) return -1;
    const GrazeShape* const* shapes = batch->view[BODIES_RESOLVED];
    const GrazePlacement* poses = batch->view[GRAZE_BODIES_POSES];
    if (shape == 0) {
        const GrazeNearBatch out = {
            batch->view[GRAZE_BODIES_FIRST], batch->view[GRAZE_BODIES_SECOND],
            batch->view[GRAZE_BODIES_RELATIONS], batch->view[GRAZE_BODIES_DISTANCES], batch->pairs};
        int32_t found =
            graze_bodies_near(shapes, poses, count, reach, batch->view[BODIES_SCRATCH], &out);
        if (found <= batch->pairs) return found;
        glue_fail(GRAZE_E_FULL, found);
        return -1;
    }
    const GrazeShape* one = handle_get(HANDLE_SHAPE, shape);
    GrazePose pose;
    GrazeStatus status = one == NULL ? GRAZE_E_STALE_HANDLE : glue_read_pose(x, y, cos, sin, &pose);
    if (status != GRAZE_OK) {
        glue_fail(status, -2);
        return -1;
    }
    /* These are separate views, so results among pairs are preserved. They have room for all
       bodies. */
    const GrazeNearBatch out = {NULL, batch->view[GRAZE_BODIES_FOUND_BODIES],
                                batch->view[GRAZE_BODIES_FOUND_RELATIONS],
                                batch->view[GRAZE_BODIES_FOUND_DISTANCES], batch->capacity};
    return graze_bodies_near_one(one, &pose, shapes, poses, count, reach, &out);
}
