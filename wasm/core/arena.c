#include "arena.h"

#include <stdalign.h>
#include <stdbool.h>

/*
 * Two-level segregated fit: free blocks are listed by size, and every operation takes constant
 * time. Source: Masmano, Ripoll, Crespo and Real, "TLSF: a new dynamic memory allocator for
 * real-time systems", ECRTS 2004. There are SIZE_CLASSES_PER_DOUBLING classes between a power of
 * two and the next. A size is rounded up to the least of its class, so every block in the list of a
 * class is large enough for any request of it; a block is at most 1/SIZE_CLASSES_PER_DOUBLING
 * larger than the request.
 */
enum {
    ALIGNMENT = 16,
    HEADER = ALIGNMENT,
    SIZE_CLASSES_LOG2 = 5,
    SIZE_CLASSES_PER_DOUBLING = 1 << SIZE_CLASSES_LOG2,
    MAX_SIZE_LOG2 = 31 - 4, /* 2^31 bytes, in units of the alignment */
    CLASSES = (MAX_SIZE_LOG2 - SIZE_CLASSES_LOG2 + 1) * SIZE_CLASSES_PER_DOUBLING,
    WORDS = CLASSES / 32
};

/* A block, from its header to the header of the next one. */
typedef struct Block {
    size_t size;                  /* in bytes, header included, and the flag FREE */
    struct Block* lower_neighbor; /* NULL for the lowest */
    alignas(ALIGNMENT) struct
        Block* next; /* the content begins here; while free: in its class's list */
    struct Block* previous;
} Block;

enum { FREE = 1 };

_Static_assert(offsetof(Block, next) == HEADER && sizeof(Block) == 2 * HEADER,
               "content is aligned");

/* State of the arena. There is one per instance, because memory belongs to the module. */
static struct {
    uintptr_t blocks_end; /* start of the stack */
    uintptr_t stack_end;
    uintptr_t used_end;        /* memory from here on was never used and is zero */
    Block* top;                /* highest block, NULL if there is none */
    Block* list[CLASSES];      /* free blocks by class */
    uint32_t non_empty[WORDS]; /* one bit for each list that is not empty */
} arena;

static void initialize(void)
{
    if (arena.blocks_end != 0) return;
    arena.blocks_end = (arena_host_base() + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    arena.stack_end = arena.blocks_end;
}

static bool ensure_memory(uintptr_t from, size_t size)
{
    return size <= UINTPTR_MAX - from && arena_host_grow(from + size) != 0;
}

static void update_used_end(uintptr_t end)
{
    if (end > arena.used_end) arena.used_end = end;
}

static size_t block_size(const Block* block)
{
    return block->size & ~(size_t)FREE;
}

static bool is_free(const Block* block)
{
    return (block->size & FREE) != 0;
}

static int floor_log2(uint32_t units)
{
    return 31 - __builtin_clz(units);
}

/* Returns the class whose sizes include `size`; below SIZE_CLASSES_PER_DOUBLING units each size has
   its own class. */
static int size_class(size_t size)
{
    uint32_t units = (uint32_t)(size / ALIGNMENT);
    if (units < SIZE_CLASSES_PER_DOUBLING) return (int)units;
    int shift = floor_log2(units) - SIZE_CLASSES_LOG2;
    return shift * SIZE_CLASSES_PER_DOUBLING + (int)(units >> shift);
}

/* Rounds a size up to the least of a class. */
static size_t round_up_to_class(size_t size)
{
    size_t units = (size + ALIGNMENT - 1) / ALIGNMENT;
    if (units < SIZE_CLASSES_PER_DOUBLING) return units * ALIGNMENT;
    size_t step = (size_t)1 << (floor_log2((uint32_t)units) - SIZE_CLASSES_LOG2);
    return ((units + step - 1) & ~(step - 1)) * ALIGNMENT;
}

static void list_add(Block* block)
{
    int k = size_class(block_size(block));
    block->size |= FREE;
    block->previous = NULL;
    block->next = arena.list[k];
    if (block->next != NULL) block->next->previous = block;
    arena.list[k] = block;
    arena.non_empty[k / 32] |= (uint32_t)1 << k % 32;
}

static void list_remove(Block* block)
{
    int k = size_class(block_size(block));
    block->size &= ~(size_t)FREE;
    if (block->next != NULL) block->next->previous = block->previous;
    if (block->previous != NULL) {
        block->previous->next = block->next;
        return;
    }
    arena.list[k] = block->next;
    if (block->next == NULL) arena.non_empty[k / 32] &= ~((uint32_t)1 << k % 32);
}

/* Removes a free block of at least `size` bytes from its list and returns it; NULL when there is
   none. `size` is the least size of a class. */
static Block* list_pop(size_t size)
{
    int k = size_class(size);
    uint32_t bits = arena.non_empty[k / 32] & UINT32_MAX << k % 32;
    int word_index = k / 32;
    while (bits == 0) {
        if (++word_index == WORDS) return NULL;
        bits = arena.non_empty[word_index];
    }
    Block* block = arena.list[word_index * 32 + __builtin_ctz(bits)];
    list_remove(block);
    return block;
}

static Block* upper_neighbor(const Block* block)
{
    return block == arena.top ? NULL : (Block*)((char*)block + block_size(block));
}

/* Sets the size of a block, and makes it the lower neighbor of the next one. */
static void set_size(Block* block, size_t size)
{
    bool is_top = block == arena.top;
    block->size = size;
    if (!is_top) upper_neighbor(block)->lower_neighbor = block;
}

/* Cuts a block that is in use to `size` bytes and frees the rest. */
static void split(Block* block, size_t size)
{
    size_t remainder_size = block_size(block) - size;
    if (remainder_size < sizeof(Block)) return;
    Block* rest_block = (Block*)((char*)block + size);
    rest_block->lower_neighbor = block;
    if (block == arena.top) arena.top = rest_block;
    block->size = size;
    set_size(rest_block, remainder_size);
    list_add(rest_block);
}

/* Returns the highest block to the stack if it is free; does nothing while the stack is in use. */
static void return_top_to_stack(void)
{
    Block* top = arena.top;
    if (top == NULL || !is_free(top) || arena.stack_end != arena.blocks_end) return;
    list_remove(top);
    arena.top = top->lower_neighbor;
    arena.blocks_end = (uintptr_t)top;
    arena.stack_end = arena.blocks_end;
}

static Block* append_block(size_t size)
{
    if (!ensure_memory(arena.blocks_end, size)) return NULL;
    Block* block = (Block*)arena.blocks_end; // NOLINT(performance-no-int-to-ptr)
    block->size = size;
    block->lower_neighbor = arena.top;
    arena.top = block;
    arena.blocks_end += size;
    arena.stack_end = arena.blocks_end;
    update_used_end(arena.blocks_end);
    return block;
}

void* arena_block_new(size_t size)
{
    initialize();
    if (arena.stack_end != arena.blocks_end) return NULL;
    if (size > ((size_t)ALIGNMENT << MAX_SIZE_LOG2) - HEADER) return NULL;
    size_t total_size =
        round_up_to_class(size + HEADER < sizeof(Block) ? sizeof(Block) : size + HEADER);
    if (total_size >> MAX_SIZE_LOG2 >= ALIGNMENT) return NULL;
    return_top_to_stack();
    Block* block = list_pop(total_size);
    if (block != NULL) {
        split(block, total_size);
    } else {
        block = append_block(total_size);
    }
    return block == NULL ? NULL : (char*)block + HEADER;
}

void* arena_block_zeroed(size_t size)
{
    uintptr_t used_end = arena.used_end;
    char* content = arena_block_new(size);
    if (content == NULL || (uintptr_t)content >= used_end) return content;
    size_t used = used_end - (uintptr_t)content;
    __builtin_memset(content, 0, used < size ? used : size);
    return content;
}

void arena_block_free(void* content)
{
    if (content == NULL) return;
    Block* block = (Block*)((char*)content - HEADER);
    Block* next = upper_neighbor(block);
    if (next != NULL && is_free(next)) {
        list_remove(next);
        if (next == arena.top) arena.top = block;
        set_size(block, block_size(block) + block_size(next));
    }
    Block* lower_neighbor = block->lower_neighbor;
    if (lower_neighbor != NULL && is_free(lower_neighbor)) {
        list_remove(lower_neighbor);
        if (block == arena.top) arena.top = lower_neighbor;
        set_size(lower_neighbor, block_size(lower_neighbor) + block_size(block));
        block = lower_neighbor;
    }
    list_add(block);
    return_top_to_stack();
}

size_t arena_block_size(const void* content)
{
    return block_size((const Block*)((const char*)content - HEADER));
}

uintptr_t arena_mark(void)
{
    initialize();
    return arena.stack_end;
}

void* arena_push(size_t size)
{
    initialize();
    if (size > SIZE_MAX - ALIGNMENT) return NULL;
    size_t total_size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (!ensure_memory(arena.stack_end, total_size)) return NULL;
    void* bytes = (void*)arena.stack_end; // NOLINT(performance-no-int-to-ptr)
    arena.stack_end += total_size;
    update_used_end(arena.stack_end);
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
