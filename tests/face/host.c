/*
 * The arena's host for tests: as wasm/core/host.c, but it counts how often more memory is asked for than ever before, down to
 * the byte, and at one of these times refuses, or grows by a page although there is room. And it can hold memory to a size.
 */
#include "../../wasm/core/arena.h"
#include "../../wasm/core/growth.h"
#include "../../wasm/core/handles.h"

extern unsigned char __heap_base; // NOLINT(bugprone-reserved-identifier): named by the linker

/* Behavior at the chosen time: refused then; refused then and ever after; a page more than needed. */
enum { REFUSE_ONCE = 1, REFUSE_FROM = 2, GROW = 3 };

static struct {
    uintptr_t reached;
    int32_t requested, at, what;
    size_t most_pages; /* 0: as many as the module may have */
} host;

void graze_test_arm(int32_t at, int32_t what)
{
    host.reached = arena_mark();
    host.requested = 0;
    host.at = at;
    host.what = what;
}

/* Refuses growth beyond so many pages, as a host does that has no more. */
void graze_test_limit(uint32_t most_pages)
{
    host.most_pages = most_pages;
}

/* Takes handles for nothing until only so many are left; returns whether there was memory for that. */
int32_t graze_test_take_handles(int32_t left)
{
    while (handle_table.count < HANDLE_MAX - left) {
        if (handle_new(HANDLE_NONE, &host) == 0) return 0;
    }
    return 1;
}

/* Leaves the arena's stack as a call does that ends in the middle. */
void graze_test_leave(uint32_t size)
{
    arena_push(size);
}

int32_t graze_test_requested(void)
{
    return host.requested;
}

uintptr_t arena_host_base(void)
{
    return (uintptr_t)&__heap_base;
}

static bool grow(size_t pages)
{
    if (host.most_pages != 0 && __builtin_wasm_memory_size(0) + pages > host.most_pages)
        return false;
    return __builtin_wasm_memory_grow(0, pages) != (size_t)-1;
}

int arena_host_grow(uintptr_t end)
{
    if (end > host.reached) {
        host.requested++;
        bool is_now = host.requested == host.at;
        bool is_refused = is_now && host.what == REFUSE_ONCE;
        if (is_refused || (host.what == REFUSE_FROM && host.requested >= host.at)) return 0;
        if (is_now && host.what == GROW && !grow(1)) return 0;
    }
    if (!growth_ensure(end, grow)) return 0;
    if (end > host.reached) host.reached = end;
    return 1;
}
