/* Batches of pairs of bodies in space, over shared memory. */
#include "../core/batch.h"
#include "solid.h"

/* The view after the depths of boundary.h, which are the last one in space: the pairs in the form
   that the core takes. */
enum { PAIRS_RESOLVED = GRAZE_PAIRS_DEPTHS + 1, PAIRS_VIEWS };

/* Returns a batch of `capacity` pairs, with room for witness points if `has_witnesses`. It is
   zeroed, except for the rotations, which are (0, 0, 0, 1): none. */
uint32_t graze_wasm_solid_pairs_new(uint32_t capacity, int32_t has_witnesses)
{
    const uint64_t n = capacity;
    const uint64_t points = has_witnesses ? n * sizeof(GrazeSolidPoint) : 0;
    const uint64_t sizes[PAIRS_VIEWS] = {n * sizeof(uint32_t),
                                         n * sizeof(uint32_t),
                                         n * sizeof(GrazeSolidPlacement),
                                         n * sizeof(GrazeSolidPlacement),
                                         n,
                                         n,
                                         n * sizeof(float),
                                         points,
                                         points,
                                         n * sizeof(GrazeSolidPoint),
                                         n * sizeof(float),
                                         n * sizeof(GrazeSolidPair)};
    uint32_t handle;
    Batch* batch = batch_new(HANDLE_SOLID_PAIRS, sizes, PAIRS_VIEWS, &handle);
    if (batch == NULL) return 0;
    batch->capacity = (int32_t)capacity;
    batch->has_extra = has_witnesses;
    batch_refer(batch, 0, batch->view[GRAZE_PAIRS_SHAPE_A], batch->capacity);
    batch_refer(batch, 1, batch->view[GRAZE_PAIRS_SHAPE_B], batch->capacity);
    GrazeSolidPlacement* poses[2] = {batch->view[GRAZE_PAIRS_POSE_A],
                                     batch->view[GRAZE_PAIRS_POSE_B]};
    for (uint32_t k = 0; k < capacity; k++)
        poses[0][k].qw = poses[1][k].qw = 1;
    return handle;
}

/* Records a failure: the fault's index is 2 k + side for a body of pair k, and 2 (k + capacity) +
   side for a pose. */
static const Batch* fail_pair(const Batch* batch, GrazeStatus status, int32_t k, int side)
{
    glue_fail(status, 2 * (status == GRAZE_E_STALE_HANDLE ? k : k + batch->capacity) + side);
    return NULL;
}

/* Looks up all bodies and checks all poses before anything is written; returns NULL, with the fault
   recorded, if something is invalid. */
static const Batch* resolve(uint32_t handle, int32_t count)
{
    const Batch* batch = batch_get(HANDLE_SOLID_PAIRS, handle);
    if (batch == NULL) return NULL;
    if (count < 0 || count > batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return NULL;
    }
    GrazeSolidPair* pairs = batch->view[PAIRS_RESOLVED];
    for (int32_t k = 0; k < count; k++) {
        const GrazeSolid* bodies[2];
        const GrazeSolidPlacement* places[2];
        for (int side = 0; side < 2; side++) {
            const uint32_t* handles = batch->view[GRAZE_PAIRS_SHAPE_A + side];
            places[side] = (const GrazeSolidPlacement*)batch->view[GRAZE_PAIRS_POSE_A + side] + k;
            bodies[side] = handle_get(HANDLE_SOLID, handles[k]);
            if (bodies[side] == NULL) return fail_pair(batch, GRAZE_E_STALE_HANDLE, k, side);
            GrazeStatus status = graze_solid_placement_check(places[side]);
            if (status != GRAZE_OK) return fail_pair(batch, status, k, side);
        }
        pairs[k] = (GrazeSolidPair){bodies[0], bodies[1], places[0], places[1]};
    }
    return batch;
}

/* A query of the first `count` pairs of a batch, and the number of those that are not disjoint. */
typedef struct {
    const Batch* batch;
    int32_t count, contacts;
} Pairs;

static GrazeStatus collide(void* arguments, const GrazeSolidScratch* scratch)
{
    Pairs* pairs = arguments;
    void* const* view = pairs->batch->view;
    return graze_solid_pairs_collide(view[PAIRS_RESOLVED], pairs->count, scratch,
                                     view[GRAZE_PAIRS_HIT], &pairs->contacts);
}

static GrazeStatus relation(void* arguments, const GrazeSolidScratch* scratch)
{
    Pairs* pairs = arguments;
    void* const* view = pairs->batch->view;
    return graze_solid_pairs_relation(view[PAIRS_RESOLVED], pairs->count, scratch,
                                      view[GRAZE_PAIRS_RELATIONS], &pairs->contacts);
}

static GrazeStatus distance(void* arguments, const GrazeSolidScratch* scratch)
{
    Pairs* pairs = arguments;
    void* const* view = pairs->batch->view;
    bool has_witnesses = pairs->batch->has_extra != 0;
    const GrazeSolidDistanceBatch out = {view[GRAZE_PAIRS_RELATIONS], view[GRAZE_PAIRS_DISTANCES],
                                         has_witnesses ? view[GRAZE_PAIRS_POINT_A] : NULL,
                                         has_witnesses ? view[GRAZE_PAIRS_POINT_B] : NULL,
                                         has_witnesses ? view[GRAZE_PAIRS_NORMAL] : NULL};
    return graze_solid_pairs_distance(view[PAIRS_RESOLVED], pairs->count, scratch, &out,
                                      &pairs->contacts);
}

static GrazeStatus penetration(void* arguments, const GrazeSolidScratch* scratch)
{
    Pairs* pairs = arguments;
    void* const* view = pairs->batch->view;
    bool has_witnesses = pairs->batch->has_extra != 0;
    const GrazeSolidPenetrationBatch out = {view[GRAZE_PAIRS_RELATIONS], view[GRAZE_PAIRS_DEPTHS],
                                            has_witnesses ? view[GRAZE_PAIRS_POINT_A] : NULL,
                                            has_witnesses ? view[GRAZE_PAIRS_POINT_B] : NULL,
                                            view[GRAZE_PAIRS_NORMAL]};
    return graze_solid_pairs_penetration(view[PAIRS_RESOLVED], pairs->count, scratch, &out,
                                         &pairs->contacts);
}

/* Runs a query. Returns the number of the first `count` pairs that are not disjoint, or -1 (see the
   fault record). */
static int32_t run(GlueSolidQuery* query, uint32_t handle, int32_t count)
{
    Pairs pairs = {resolve(handle, count), count, 0};
    if (pairs.batch == NULL) return -1;
    GrazeStatus status = glue_run_solid(query, &pairs);
    return status == GRAZE_OK ? pairs.contacts : -1;
}

int32_t graze_wasm_solid_pairs_collide(uint32_t handle, int32_t count)
{
    return run(collide, handle, count);
}

int32_t graze_wasm_solid_pairs_relation(uint32_t handle, int32_t count)
{
    return run(relation, handle, count);
}

int32_t graze_wasm_solid_pairs_distance(uint32_t handle, int32_t count)
{
    return run(distance, handle, count);
}

int32_t graze_wasm_solid_pairs_penetration(uint32_t handle, int32_t count)
{
    return run(penetration, handle, count);
}
