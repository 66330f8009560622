/*
 * The boundary's arena on this machine, with fences: what is in no block and not taken is poisoned, up to the byte, so that
 * the sanitizer sees a step too far and a use after a free. All of it lies below 4 GiB, as in WebAssembly.
 */
#ifndef FUZZ_GUARDED_H
#define FUZZ_GUARDED_H

#include <stdbool.h>
#include <stddef.h>

/* As if nothing had ever been asked for. */
void guarded_reset(void);

/* How many bytes there are; asking for more fails. */
void guarded_limit(size_t bytes);
size_t guarded_used(void);

/* Has a call left something on the stack? */
bool guarded_is_balanced(void);

#endif
