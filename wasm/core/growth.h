/* Growth of memory. Each growth gives the host a new buffer of the whole size, to which engines
   respond by collecting all garbage, so the number of growths must be logarithmic in the size. */
#ifndef GRAZE_WASM_CORE_GROWTH_H
#define GRAZE_WASM_CORE_GROWTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GROWTH_PAGE = 65536 };

/*
 * Makes memory below `end` usable; returns false if `grow`, which adds pages or refuses, refuses
 * the pages needed. Adds a quarter of the present size if fewer pages are needed, or the largest
 * half, quarter, ... of that which is not refused.
 */
static inline bool growth_ensure(uintptr_t end, bool (*grow)(size_t pages))
{
    size_t present = __builtin_wasm_memory_size(0);
    size_t pages = (size_t)(((uint64_t)end + GROWTH_PAGE - 1) / GROWTH_PAGE);
    if (pages <= present) return true;
    size_t needed = pages - present;
    for (size_t more = present / 4; more > needed; more /= 2) {
        if (grow(more)) return true;
    }
    return grow(needed);
}

#endif
