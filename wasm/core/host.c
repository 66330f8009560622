/* Host of the arena in WebAssembly: everything above the data and stack, and memory.grow. */
#include "arena.h"
#include "growth.h"

extern unsigned char __heap_base; // NOLINT(bugprone-reserved-identifier): named by the linker

uintptr_t arena_host_base(void)
{
    return (uintptr_t)&__heap_base;
}

static bool grow(size_t pages)
{
    return __builtin_wasm_memory_grow(0, pages) != (size_t)-1;
}

int arena_host_grow(uintptr_t end)
{
    return growth_ensure(end, grow);
}
