/*
 * A batch: one block of memory with several arrays in it, which JavaScript fills and reads through views.
 * Each kind of batch lists its views in boundary.h.
 */
#ifndef GRAZE_WASM_GLUE_BATCH_H
#define GRAZE_WASM_GLUE_BATCH_H

#include "glue.h"

enum { BATCH_MAX_VIEWS = 16 };

/*
 *   capacity, pairs, pieces, has_extra  what the batch was made for: doubles, or witnesses
 *   is_coherent                         searches begin where the last one ended
 *   count                               how many views there are
 *   view                                where each begins, 16-byte aligned
 */
typedef struct {
    int32_t capacity, pairs, pieces, has_extra, is_coherent;
    int32_t count;
    void* view[BATCH_MAX_VIEWS];
} Batch;

/* A zeroed batch whose views have these sizes in bytes, and its handle; NULL when there is no memory or no handle:
   then the fault is noted, and the x of the place in the result is how many bytes it takes, or 0 where it has no handle. */
Batch* batch_new(HandleKind kind, const uint64_t* sizes, int32_t count, uint32_t* handle);

/* The batch behind a live handle of that kind, for the first `count` of at most `most` records; else NULL,
   and the fault is noted. */
Batch* batch_get(HandleKind kind, uint32_t handle);

/* Behind the views of a batch of moving bodies: these as the core takes them. */
enum { GLUE_MOVING_PAIRS_RESOLVED = GRAZE_MOVING_PAIRS_FOUND_TIMES + 1, GLUE_MOVING_PAIRS_VIEWS };

/* Looks up body k of such a batch and checks its motion; else false, and the fault is noted. */
bool glue_resolve_moving_body(const Batch* batch, uint32_t k);

#endif
