/*
 * Memory of the instance. Blocks live until they are freed, in any order; the stack above them
 * serves a single call: mark, push, release. Freed neighbors become one block, and a block is cut
 * to the size that is needed (and at most 1/32 more), so freed memory serves every later request.
 */
#ifndef GRAZE_WASM_CORE_ARENA_H
#define GRAZE_WASM_CORE_ARENA_H

#include <stddef.h>
#include <stdint.h>

/* Returns a block of at least `size` bytes, 16-byte aligned, or NULL when memory cannot grow or the
   stack is in use. Its content is undefined. O(1). */
void* arena_block_new(size_t size);

/* Same as arena_block_new, zeroed. Memory that was never used is not touched, so a large block
   costs only the memory that is used of it. */
void* arena_block_zeroed(size_t size);

/* Frees a block. NULL is allowed. O(1). */
void arena_block_free(void* block);

/* Returns the number of bytes that a block takes, with what the arena keeps about it. O(1). */
size_t arena_block_size(const void* block);

/* Return the height of the stack; return `size` bytes on top of it (16-byte aligned; NULL when
   memory cannot grow); and reset it to an earlier height. */
uintptr_t arena_mark(void);
void* arena_push(size_t size);
void arena_release(uintptr_t mark);

/* Empties the stack. */
void arena_reset(void);

/* Functions that the host provides: arena_host_base returns the first free byte, and
   arena_host_grow makes memory below `end` usable, zeroed, and returns 0 when it cannot. */
uintptr_t arena_host_base(void);
int arena_host_grow(uintptr_t end);

#endif
