#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): for MAP_FIXED_NOREPLACE
#include "guarded.h"

#include <sanitizer/asan_interface.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The arena's own code runs inside the fences. */
#define arena_block_new    plain_block_new
#define arena_block_free   plain_block_free
#define arena_block_zeroed plain_block_zeroed
#define arena_push         plain_push
#pragma clang attribute push(__attribute__((no_sanitize("address"))), apply_to = function)
#include "../../wasm/core/arena.c" // NOLINT(bugprone-suspicious-include): its state starts anew
#pragma clang attribute pop
#undef arena_block_new
#undef arena_block_free
#undef arena_block_zeroed
#undef arena_push

enum { HOST_BYTES = 1 << 23 };

static unsigned char* host;
static size_t limit = HOST_BYTES;
static bool has_failed;
static uintptr_t highest; /* upper end of the used memory */

static void make_host(void)
{
    if (host != NULL) return;
    const uintptr_t place = 0x50000000; /* address below 4 GiB in an unused range */
    void* low = (void*)place;           // NOLINT(performance-no-int-to-ptr)
    void* memory = mmap(low, HOST_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (memory != low) abort();
    host = memory;
    highest = (uintptr_t)host;
    __asan_poison_memory_region(host, HOST_BYTES);
}

uintptr_t arena_host_base(void)
{
    make_host();
    return (uintptr_t)host;
}

int arena_host_grow(uintptr_t end)
{
    if (end - (uintptr_t)host > limit) {
        has_failed = true;
        return 0;
    }
    if (end > highest) highest = end;
    return 1;
}

void guarded_reset(void)
{
    make_host();
    memset(&arena, 0, sizeof arena);
    __asan_poison_memory_region(host, highest - (uintptr_t)host);
    highest = (uintptr_t)host;
    limit = HOST_BYTES;
    has_failed = false;
}

void guarded_limit(size_t bytes)
{
    limit = bytes < HOST_BYTES ? bytes : HOST_BYTES;
}

size_t guarded_used(void)
{
    return highest - (uintptr_t)host;
}

bool guarded_has_failed(void)
{
    return has_failed;
}

bool guarded_is_balanced(void)
{
    return arena.stack_end == arena.blocks_end;
}

/* ---- functions for the boundary ---- */

static __attribute__((no_sanitize("address"))) size_t room_of(const void* content)
{
    return block_size((const Block*)((const char*)content - HEADER)) - HEADER;
}

void* arena_block_new(size_t size)
{
    void* block = plain_block_new(size);
    if (block == NULL) return NULL;
    __asan_poison_memory_region((char*)block - HEADER, room_of(block) + HEADER);
    __asan_unpoison_memory_region(block, size);
    /* The content of a new block is undefined. */
    memset(block, 0xa5, size);
    return block;
}

/* The block is always written: the host memory is not zeroed when the arena starts anew. */
void* arena_block_zeroed(size_t size)
{
    void* block = arena_block_new(size);
    if (block != NULL) memset(block, 0, size);
    return block;
}

void arena_block_free(void* block)
{
    if (block != NULL) __asan_poison_memory_region(block, room_of(block));
    plain_block_free(block);
}

void* arena_push(size_t size)
{
    void* bytes = plain_push(size);
    if (bytes == NULL) return NULL;
    __asan_poison_memory_region(bytes, highest - (uintptr_t)bytes);
    __asan_unpoison_memory_region(bytes, size);
    return bytes;
}
