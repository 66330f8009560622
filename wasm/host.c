/* The arena's host in WebAssembly: everything above the data and stack, and memory.grow. */
#include "arena.h"

extern unsigned char __heap_base; // NOLINT(bugprone-reserved-identifier): named by the linker

enum { PAGE = 65536 };

uintptr_t arena_host_base(void)
{
    return (uintptr_t)&__heap_base;
}

int arena_host_grow(uintptr_t end)
{
    size_t pages = __builtin_wasm_memory_size(0);
    uint64_t needed = ((uint64_t)end + PAGE - 1) / PAGE;
    if (needed <= pages) return 1;
    return __builtin_wasm_memory_grow(0, (size_t)needed - pages) != (size_t)-1;
}
