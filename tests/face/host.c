/*
 * The arena's host for tests: as wasm/host.c, but it counts how often more memory is asked for than ever before, down to
 * the byte, and at one of these times refuses, or grows by a page although there is room.
 */
#include "../../wasm/arena.h"

#include <stdbool.h>

extern unsigned char __heap_base; // NOLINT(bugprone-reserved-identifier): named by the linker

enum { PAGE = 65536 };

/* What happens at the time that was chosen: refused then; refused then and ever after; a page more than needed. */
enum { REFUSE_ONCE = 1, REFUSE_FROM = 2, GROW = 3 };

static struct {
    uintptr_t reached;
    int32_t asked, at, what;
} host;

void graze_test_arm(int32_t at, int32_t what)
{
    host.reached = arena_mark();
    host.asked = 0;
    host.at = at;
    host.what = what;
}

/* Leaves the arena's stack as a call does that ends in the middle. */
void graze_test_leave(uint32_t size)
{
    arena_take(size);
}

int32_t graze_test_asked(void)
{
    return host.asked;
}

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
    if (end > host.reached) {
        host.asked++;
        bool is_now = host.asked == host.at;
        bool is_refused = is_now && host.what == REFUSE_ONCE;
        if (is_refused || (host.what == REFUSE_FROM && host.asked >= host.at)) return 0;
        if (is_now && host.what == GROW && !grow(1)) return 0;
    }
    size_t pages = __builtin_wasm_memory_size(0);
    uint64_t needed = ((uint64_t)end + PAGE - 1) / PAGE;
    if (needed > pages && !grow((size_t)needed - pages)) return 0;
    if (end > host.reached) host.reached = end;
    return 1;
}
