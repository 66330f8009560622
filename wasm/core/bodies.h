/* Batches of bodies, those of the plane and those in space: body_copies.h has what depends on their
   records. */
#ifndef GRAZE_WASM_CORE_BODIES_H
#define GRAZE_WASM_CORE_BODIES_H

#include "batch.h"

/* Views after those of boundary.h: the state, the copies of shapes, handles and placements, and the
   storage of the core. */
enum {
    GLUE_BODIES_STATE = GRAZE_BODIES_RAY_NORMALS + 1,
    GLUE_BODIES_SHAPES,
    GLUE_BODIES_HANDLES,
    GLUE_BODIES_PLACES,
    GLUE_BODIES_STORAGE,
    GLUE_BODIES_VIEWS
};

_Static_assert((int)GLUE_BODIES_VIEWS <= (int)BATCH_MAX_VIEWS,
               "a batch of bodies has too many views");

/*
 * The state of a batch begins with this.
 *   still         number of bodies that stand still
 *   rays          maximum number of rays
 *   is_indexed    whether the bodies that stand still have been copied
 *   shapes_freed  handle_table.shapes_freed when the handles of all copies were last looked up
 */
typedef struct {
    int32_t still, rays;
    bool is_indexed;
    uint32_t shapes_freed;
} GlueCopies;

/* Bytes of the records of a kind of batch. */
typedef struct {
    size_t place, point, ray, state;
} GlueBodiesSizes;

/*
 * Returns a batch of bodies, whose core has `storage_size` bytes; `limits` are the numbers of bodies,
 * of pairs, of bodies that stand still and of rays. It is zeroed, but for the bits of filters. Returns
 * NULL, with the fault recorded, without memory.
 */
Batch* glue_bodies_new(HandleKind kind, const GlueBodiesSizes* sizes, const uint32_t limits[4],
                       bool has_manifolds, bool has_filters, size_t storage_size, uint32_t* handle);

/* Returns the number of pairs found, or -1 with the fault GRAZE_E_FULL, whose index is that number.
 */
int32_t glue_check_full(const Batch* batch, int32_t found);

/* Checks a number of rays. Returns false, with the fault recorded, if there is no room for it. */
bool glue_check_ray_count(const Batch* batch, int32_t count);

/* Records the fault of the body of a query, whose index is -2, or of ray k, whose index is -3 - k;
   always return -1. */
int32_t glue_fail_body(GrazeStatus status);
int32_t glue_fail_ray(GrazeStatus status, int32_t k);

#endif
