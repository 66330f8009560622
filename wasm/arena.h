/*
 * The instance's memory. Blocks live until they are freed, in any order; the stack above them is
 * for one call: mark, take, release. Freed neighbors become one block, and a block is cut to the
 * size that is needed (and at most 1/32 more), so freed memory serves whatever is made next.
 */
#ifndef GRAZE_WASM_ARENA_H
#define GRAZE_WASM_ARENA_H

#include <stddef.h>
#include <stdint.h>

/* A block of at least `size` bytes, 16-byte aligned, or NULL when memory cannot grow, or when
   something is still taken from the stack. Its content is undefined. O(1). */
void* arena_block_new(size_t size);

/* The same, zeroed. Memory that was never used is not touched, so that a large block costs what is used of it. */
void* arena_block_zeroed(size_t size);

/* Gives a block back. NULL is allowed. O(1). */
void arena_block_free(void* block);

/* The height of the stack, `size` bytes on top of it (16-byte aligned; NULL when memory cannot
   grow), and back to an earlier height. */
uintptr_t arena_mark(void);
void* arena_push(size_t size);
void arena_release(uintptr_t mark);

/* Empties the stack. */
void arena_reset(void);

/*
 * What the host provides: the first free byte, and `grow`, which makes memory below `end` usable,
 * zeroed, and returns 0 when it cannot.
 */
uintptr_t arena_host_base(void);
int arena_host_grow(uintptr_t end);

#endif
