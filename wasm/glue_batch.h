/*
 * A batch: one block of memory with several arrays in it, which JavaScript fills and reads through views.
 * Each kind of batch lists its views in boundary.h.
 */
#ifndef GRAZE_WASM_GLUE_BATCH_H
#define GRAZE_WASM_GLUE_BATCH_H

#include "glue.h"

enum { BATCH_MOST_VIEWS = 16 };

/*
 *   capacity, pairs, pieces, has_more  what the batch was made for: doubles, or witnesses
 *   is_coherent                         searches begin where the last one ended
 *   count                               how many views there are
 *   view                                where each begins, 16-byte aligned
 */
typedef struct {
    int32_t capacity, pairs, pieces, has_more, is_coherent;
    int32_t count;
    void* view[BATCH_MOST_VIEWS];
} Batch;

/* A zeroed batch whose views have these sizes in bytes, and its handle; NULL, and the fault is noted, when
   memory cannot grow. */
Batch* batch_new(HandleKind kind, const uint64_t* sizes, int32_t count, uint32_t* handle);

/* The batch behind a live handle of that kind, for the first `count` of at most `most` records; else NULL,
   and the fault is noted. */
Batch* batch_get(HandleKind kind, uint32_t handle);

/* Behind the views of a batch of moving bodies: these as the core takes them. */
enum { GLUE_MOVERS_RESOLVED = GRAZE_MOVERS_FOUND_TIMES + 1, GLUE_MOVERS_VIEWS };

/* Looks up body k of such a batch and checks its motion; else false, and the fault is noted. */
bool glue_resolve_mover(const Batch* batch, uint32_t k);

#endif
