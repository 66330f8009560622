#include "arena.h"

#include <stdbool.h>

enum {
    ALIGNMENT = 16,
    SMALLEST_CLASS = 5, /* 2^5 bytes, header included */
    LARGEST_CLASS = 31
};

/* Before each block's bytes; one alignment unit long. */
typedef struct Header {
    struct Header* next_free;
    uint32_t size_class;
} Header;

_Static_assert(sizeof(Header) <= ALIGNMENT, "the header must not shift a block's alignment");

/* One per instance: memory belongs to the module, so this does too. */
static struct {
    uintptr_t blocks_end; /* where the stack begins */
    uintptr_t stack_end;
    Header* free[LARGEST_CLASS + 1];
} arena;

static void wake(void)
{
    if (arena.blocks_end != 0) return;
    arena.blocks_end = (arena_host_base() + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    arena.stack_end = arena.blocks_end;
}

static bool make_room(uintptr_t from, size_t size)
{
    return size <= UINTPTR_MAX - from && arena_host_grow(from + size) != 0;
}

static uint32_t class_of(size_t size)
{
    uint32_t size_class = SMALLEST_CLASS;
    while (size_class < LARGEST_CLASS && ((size_t)1 << size_class) < size)
        size_class++;
    return size_class;
}

void* arena_block_new(size_t size)
{
    wake();
    if (arena.stack_end != arena.blocks_end) return NULL;
    if (size > ((size_t)1 << LARGEST_CLASS) - ALIGNMENT) return NULL;
    uint32_t size_class = class_of(size + ALIGNMENT);
    Header* header = arena.free[size_class];
    if (header != NULL) {
        arena.free[size_class] = header->next_free;
    } else {
        size_t whole = (size_t)1 << size_class;
        if (!make_room(arena.blocks_end, whole)) return NULL;
        header = (Header*)arena.blocks_end; // NOLINT(performance-no-int-to-ptr)
        arena.blocks_end += whole;
        arena.stack_end = arena.blocks_end;
    }
    header->next_free = NULL;
    header->size_class = size_class;
    return (char*)header + ALIGNMENT;
}

void arena_block_free(void* block)
{
    if (block == NULL) return;
    Header* header = (Header*)((char*)block - ALIGNMENT);
    header->next_free = arena.free[header->size_class];
    arena.free[header->size_class] = header;
}

uintptr_t arena_mark(void)
{
    wake();
    return arena.stack_end;
}

void* arena_take(size_t size)
{
    wake();
    if (size > SIZE_MAX - ALIGNMENT) return NULL;
    size_t whole = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (!make_room(arena.stack_end, whole)) return NULL;
    void* bytes = (void*)arena.stack_end; // NOLINT(performance-no-int-to-ptr)
    arena.stack_end += whole;
    return bytes;
}

void arena_release(uintptr_t mark)
{
    if (mark >= arena.blocks_end && mark <= arena.stack_end) arena.stack_end = mark;
}

void arena_reset(void)
{
    arena.stack_end = arena.blocks_end;
}
