/*
 * Handles of long-lived things. A handle is index + generation; generation 0 is never valid, and a
 * slot whose generations are used up is retired, so a stale handle is always told from a live one.
 */
#ifndef GRAZE_WASM_HANDLES_H
#define GRAZE_WASM_HANDLES_H

#include <stdint.h>

typedef enum { HANDLE_NONE, HANDLE_SHAPE, HANDLE_SEGMENTS } HandleKind;

/* A handle for `thing`, or 0 when memory cannot grow. */
uint32_t handle_new(HandleKind kind, void* thing);

/* The thing behind a live handle of that kind, else NULL. */
void* handle_get(HandleKind kind, uint32_t handle);

/* Ends the handle and returns its thing (NULL for a handle that is not live): the caller frees it.
 */
void* handle_end(uint32_t handle);

#endif
