/* A batch: one block of memory with several arrays, which JavaScript fills and reads through views.
   boundary.h lists the views of each kind of batch. */
#ifndef GRAZE_WASM_CORE_BATCH_H
#define GRAZE_WASM_CORE_BATCH_H

#include "glue.h"

enum { BATCH_MAX_VIEWS = 32, BATCH_MAX_REFERENCES = 2 };

/*
 * A batch.
 *   capacity, pairs, pieces  limits that the batch was made for
 *   terms                    number of coefficients per polynomial of its pieces
 *   has_extra                whether it was made for doubles, or for witnesses
 *   is_coherent              whether searches begin with the simplex cache of the last one
 *   has_manifolds             whether a batch of pairs was made for depths and manifolds
 *   references               arrays of handles of shapes to which it refers
 *   reference_counts         numbers of these handles
 *   count                    number of views
 *   view                     address of each view, 16-byte aligned
 */
typedef struct {
    int32_t capacity, pairs, pieces, terms, has_extra, is_coherent, has_manifolds;
    const uint32_t* references[BATCH_MAX_REFERENCES];
    int32_t reference_counts[BATCH_MAX_REFERENCES];
    int32_t count;
    void* view[BATCH_MAX_VIEWS];
} Batch;

/*
 * Returns a zeroed batch whose views have these sizes in bytes, and its handle; NULL without memory
 * or a handle: then the fault is recorded, and the x of the place in the result is the number of
 * bytes that the batch needs, or 0 if only the handle is missing.
 */
Batch* batch_new(HandleKind kind, const uint64_t* sizes, int32_t count, uint32_t* handle);

/* Returns the batch of a live handle of that kind; else NULL, with the fault recorded. */
Batch* batch_get(HandleKind kind, uint32_t handle);

/* Sets an array of handles of shapes to which a batch refers, which keeps them. */
static inline void batch_refer(Batch* batch, int32_t index, const uint32_t* handles, int32_t count)
{
    batch->references[index] = handles;
    batch->reference_counts[index] = count;
}

/* Views of a batch of moving bodies after those of boundary.h: the bodies in the form that the core
   takes. */
enum {
    GLUE_MOVING_PAIRS_RESOLVED = GRAZE_MOVING_PAIRS_CLEARANCE_STATUSES + 1,
    GLUE_MOVING_PAIRS_VIEWS
};

/* Looks up body k of such a batch and checks its motion; else returns false, with the fault
   recorded. */
bool glue_resolve_moving_body(const Batch* batch, uint32_t k);

/*
 * Group `index` of successive records of a batch of moving bodies, from `begin` to `end` - 1. A
 * `size` above 0 is that of all groups; otherwise a view has their ends. The first group follows one
 * that is zero but for batch and size.
 */
typedef struct {
    const Batch* batch;
    int32_t size, begin, end, index;
} GlueGroup;

/* Advances to the next group; returns false after the last one, which ends at `count`. */
bool glue_next_group(GlueGroup* group, int32_t count);

/* Returns the number of groups that divide the first `count` of at most `capacity` records; -1, with
   the failure recorded, if they do not divide them. */
int32_t glue_count_groups(const Batch* batch, int32_t count, int32_t capacity, int32_t size);

/* Destination of first contacts: one entry per group. */
typedef struct {
    uint8_t* statuses;
    double* times;
    int32_t* bodies;
} GlueGroupResults;

/* Writes entry k; returns whether there may be a contact. */
bool glue_write_group(const GlueGroupResults* results, int32_t k, const GrazeGroupContact* contact);

#endif
