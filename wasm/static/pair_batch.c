/* Batches of pairs of bodies at rest, over shared memory. */
#include "../../src/tolerance.h"
#include "../core/batch.h"

#include <math.h>
#include <string.h>

/* Views after those of boundary.h: the pairs in the form that the core takes, and the simplex
   caches. */
enum { PAIRS_RESOLVED = GRAZE_PAIRS_IDS + 1, PAIRS_CACHES, PAIRS_VIEWS };

/*
 * Returns a batch of `capacity` pairs, with room for witness points if `has_witnesses`, for depths
 * and manifolds if `has_manifolds`, for normals in both cases, and for simplex caches if
 * `is_coherent`. It is zeroed, except for the rotations, which are (1, 0): angle 0.
 */
uint32_t graze_wasm_pairs_new(uint32_t capacity, int32_t has_witnesses, int32_t is_coherent,
                              int32_t has_manifolds)
{
    const uint64_t n = capacity;
    const uint64_t points = has_witnesses ? n * sizeof(GrazePoint) : 0;
    const uint64_t manifolds = has_manifolds ? n : 0;
    const uint64_t normals = has_witnesses ? n : manifolds;
    const uint64_t sizes[PAIRS_VIEWS] = {n * sizeof(uint32_t),
                                         n * sizeof(uint32_t),
                                         n * sizeof(GrazePlacement),
                                         n * sizeof(GrazePlacement),
                                         n,
                                         n,
                                         n * sizeof(float),
                                         points,
                                         points,
                                         normals * sizeof(GrazePoint),
                                         manifolds * sizeof(float),
                                         manifolds,
                                         2 * manifolds * sizeof(GrazePoint),
                                         2 * manifolds * sizeof(float),
                                         2 * manifolds * sizeof(uint32_t),
                                         n * sizeof(GrazePair),
                                         is_coherent ? n * sizeof(GrazeSimplexCache) : 0};
    uint32_t handle;
    Batch* batch = batch_new(HANDLE_PAIRS, sizes, PAIRS_VIEWS, &handle);
    if (batch == NULL) return 0;
    batch->capacity = (int32_t)capacity;
    batch_refer(batch, 0, batch->view[GRAZE_PAIRS_SHAPE_A], batch->capacity);
    batch_refer(batch, 1, batch->view[GRAZE_PAIRS_SHAPE_B], batch->capacity);
    batch->has_extra = has_witnesses;
    batch->is_coherent = is_coherent;
    batch->has_manifolds = has_manifolds;
    GrazePlacement* poses[2] = {batch->view[GRAZE_PAIRS_POSE_A], batch->view[GRAZE_PAIRS_POSE_B]};
    for (uint32_t k = 0; k < capacity; k++)
        poses[0][k].cos = poses[1][k].cos = 1;
    GrazeSimplexCache* caches = batch->view[PAIRS_CACHES];
    for (uint32_t k = 0; is_coherent && k < capacity; k++)
        caches[k] = (GrazeSimplexCache){GRAZE_NO_VERTEX, GRAZE_NO_VERTEX};
    return handle;
}

/* Returns how far the square of a heading's length is from 1. */
static inline float heading_excess(const GrazePlacement* place)
{
    return fabsf(place->cos * place->cos + place->sin * place->sin - 1);
}

/* Returns a number with bit 31 or 63 set if x or y is not finite: if its exponent is all ones, adding
   1 to the exponent sets the bit of the sign. */
static inline uint64_t find_not_finite(const GrazePlacement* place)
{
    const uint64_t exponent_one = 0x0080000000800000U;
    uint64_t bits;
    memcpy(&bits, &place->x, sizeof bits);
    return (bits & 0x7fffffff7fffffffU) + exponent_one;
}

/* Returns whether two placements are certainly valid, as nearly all are, in float32, with few
   comparisons; graze_placement_check decides the others. */
static inline bool are_surely_valid(const GrazePlacement* a, const GrazePlacement* b)
{
    const uint64_t signs = 0x8000000080000000U;
    float excess = heading_excess(a) + heading_excess(b);
    return ((find_not_finite(a) | find_not_finite(b)) & signs) == 0 &&
           excess <= (float)GRAZE_HEADING_SLACK / 2;
}

/* Records a failure: the fault's index is 2 k + side for a shape of pair k, and 2
   (k + capacity) + side for a pose. */
static const Batch* fail_pair(const Batch* batch, GrazeStatus status, int32_t k, int side)
{
    glue_fail(status, 2 * (status == GRAZE_E_STALE_HANDLE ? k : k + batch->capacity) + side);
    return NULL;
}

/* Looks up all shapes and checks all poses before anything is written; returns NULL, with the fault
   recorded, if something is invalid. */
static const Batch* resolve(uint32_t handle, int32_t count)
{
    const Batch* batch = batch_get(HANDLE_PAIRS, handle);
    if (batch == NULL) return NULL;
    if (count < 0 || count > batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return NULL;
    }
    const uint32_t* shape_a = batch->view[GRAZE_PAIRS_SHAPE_A];
    const uint32_t* shape_b = batch->view[GRAZE_PAIRS_SHAPE_B];
    const GrazePlacement* place_a = batch->view[GRAZE_PAIRS_POSE_A];
    const GrazePlacement* place_b = batch->view[GRAZE_PAIRS_POSE_B];
    GrazePair* pairs = batch->view[PAIRS_RESOLVED];
    const HandleTable table = handle_table;
    for (int32_t k = 0; k < count; k++) {
        const GrazeShape* a = handle_get_in(&table, HANDLE_SHAPE, shape_a[k]);
        const GrazeShape* b = handle_get_in(&table, HANDLE_SHAPE, shape_b[k]);
        if (a == NULL || b == NULL) return fail_pair(batch, GRAZE_E_STALE_HANDLE, k, a != NULL);
        pairs[k] = (GrazePair){a, b, &place_a[k], &place_b[k]};
        if (are_surely_valid(&place_a[k], &place_b[k])) continue;
        GrazeStatus status_a = graze_placement_check(&place_a[k]);
        if (status_a != GRAZE_OK) return fail_pair(batch, status_a, k, 0);
        GrazeStatus status_b = graze_placement_check(&place_b[k]);
        if (status_b != GRAZE_OK) return fail_pair(batch, status_b, k, 1);
    }
    return batch;
}

/* These functions return the number of the first `count` pairs that are not disjoint, or -1
   (see the fault record). */
int32_t graze_wasm_pairs_collide(uint32_t handle, int32_t count)
{
    const Batch* batch = resolve(handle, count);
    if (batch == NULL) return -1;
    return graze_pairs_collide(batch->view[PAIRS_RESOLVED], count, batch->view[GRAZE_PAIRS_HIT]);
}

int32_t graze_wasm_pairs_relation(uint32_t handle, int32_t count)
{
    const Batch* batch = resolve(handle, count);
    if (batch == NULL) return -1;
    return graze_pairs_relation(batch->view[PAIRS_RESOLVED], count,
                                batch->view[GRAZE_PAIRS_RELATIONS]);
}

int32_t graze_wasm_pairs_distance(uint32_t handle, int32_t count)
{
    const Batch* batch = resolve(handle, count);
    if (batch == NULL) return -1;
    GrazeDistanceBatch out = {batch->view[GRAZE_PAIRS_RELATIONS],
                              batch->view[GRAZE_PAIRS_DISTANCES],
                              NULL,
                              NULL,
                              NULL,
                              NULL};
    if (batch->is_coherent) out.caches = batch->view[PAIRS_CACHES];
    if (batch->has_extra) {
        out.points_a = batch->view[GRAZE_PAIRS_POINT_A];
        out.points_b = batch->view[GRAZE_PAIRS_POINT_B];
        out.normals = batch->view[GRAZE_PAIRS_NORMAL];
    }
    return graze_pairs_distance(batch->view[PAIRS_RESOLVED], count, &out);
}

/* Returns the same, and fails if the batch has no room for depths and manifolds. */
static const Batch* resolve_contacts(uint32_t handle, int32_t count)
{
    const Batch* batch = resolve(handle, count);
    if (batch == NULL || batch->has_manifolds) return batch;
    glue_fail(GRAZE_E_OUT_OF_RANGE, -1);
    return NULL;
}

int32_t graze_wasm_pairs_penetration(uint32_t handle, int32_t count)
{
    const Batch* batch = resolve_contacts(handle, count);
    if (batch == NULL) return -1;
    GrazePenetrationBatch out = {batch->view[GRAZE_PAIRS_RELATIONS],
                                 batch->view[GRAZE_PAIRS_DEPTHS], batch->view[GRAZE_PAIRS_NORMAL],
                                 NULL, NULL};
    if (batch->has_extra) {
        out.points_a = batch->view[GRAZE_PAIRS_POINT_A];
        out.points_b = batch->view[GRAZE_PAIRS_POINT_B];
    }
    return graze_pairs_penetration(batch->view[PAIRS_RESOLVED], count, &out);
}

int32_t graze_wasm_pairs_manifolds(uint32_t handle, int32_t count, double reach)
{
    const Batch* batch = resolve_contacts(handle, count);
    if (batch == NULL) return -1;
    const GrazeManifoldBatch out = {
        batch->view[GRAZE_PAIRS_RELATIONS], batch->view[GRAZE_PAIRS_POINT_COUNTS],
        batch->view[GRAZE_PAIRS_DEPTHS],    batch->view[GRAZE_PAIRS_NORMAL],
        batch->view[GRAZE_PAIRS_POINTS],    batch->view[GRAZE_PAIRS_SEPARATIONS],
        batch->view[GRAZE_PAIRS_IDS]};
    return graze_pairs_manifolds(batch->view[PAIRS_RESOLVED], count, reach, &out);
}
