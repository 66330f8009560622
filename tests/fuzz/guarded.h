/*
 * The boundary's arena on this machine, with fences: memory outside of blocks is poisoned, up to
 * the byte, so that the sanitizer detects any access beyond a block or after it is freed. All of it
 * lies below 4 GiB, as in WebAssembly.
 */
#ifndef FUZZ_GUARDED_H
#define FUZZ_GUARDED_H

#include <stdbool.h>
#include <stddef.h>

/* Resets the arena to its initial state. */
void guarded_reset(void);

/* Sets the number of available bytes; requests for more fail. */
void guarded_limit(size_t bytes);
size_t guarded_used(void);

/* Returns whether any request for memory has failed since the reset. */
bool guarded_has_failed(void);

/* Returns whether calls have left nothing on the stack. */
bool guarded_is_balanced(void);

#endif
