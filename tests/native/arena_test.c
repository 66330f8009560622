/*
 * Tests the instance's memory and handles under the sanitizers: blocks never overlap, freed blocks
 * are used again, running out of memory is reported, and a stale handle is never taken for a live
 * one.
 */
#include "../../wasm/core/arena.h"
#include "../../wasm/core/handles.h"
#include "test.h"

#include <stdalign.h>
#include <stdbool.h>
#include <string.h>

enum { HOST_BYTES = 1 << 22 };

static alignas(16) unsigned char host[HOST_BYTES];
static bool host_is_full;

uintptr_t arena_host_base(void)
{
    /* The pointer is unaligned on purpose: the arena must not rely on the linker. */
    return (uintptr_t)host + 1;
}

int arena_host_grow(uintptr_t end)
{
    return !host_is_full && end <= (uintptr_t)host + HOST_BYTES;
}

static bool is_filled(const unsigned char* block, size_t size, unsigned char value)
{
    for (size_t i = 0; i < size; i++) {
        if (block[i] != value) return false;
    }
    return true;
}

static void blocks_are_aligned_and_apart(void)
{
    enum { COUNT = 40 };
    unsigned char* block[COUNT];
    for (int i = 0; i < COUNT; i++) {
        size_t size = (size_t)i * 37;
        block[i] = arena_block_new(size);
        CHECK(block[i] != NULL);
        CHECK((uintptr_t)block[i] % 16 == 0);
        /* A header of 16 bytes, and at most 1/32 more. */
        CHECK(arena_block_size(block[i]) >= size + 16);
        CHECK(arena_block_size(block[i]) <= size + 32 + (size + 16) / 32);
        memset(block[i], i, size);
    }
    for (int i = 0; i < COUNT; i++)
        CHECK(is_filled(block[i], (size_t)i * 37, (unsigned char)i));
    for (int i = 0; i < COUNT; i++)
        arena_block_free(block[i]);
}

static void freed_blocks_are_used_again(void)
{
    arena_block_free(arena_block_new(1000));
    uintptr_t before = arena_mark();
    for (int i = 0; i < 10000; i++)
        arena_block_free(arena_block_new(1000));
    CHECK(arena_mark() == before);
    arena_block_free(NULL);
}

/* Returns the bytes that a block takes: its size and a header of 16, in steps of 1/32. */
static size_t taken_for(size_t size)
{
    size_t whole = (size + 16 + 15) / 16 * 16;
    return whole + whole / 32;
}

/*
 * Random sizes of all magnitudes cannot fragment the arena without limit: it never takes much more
 * than the peak of live bytes, and hardly more after many rounds than after half of them. When all
 * blocks are freed, nothing is taken.
 */
static void random_sizes_take_what_lived_at_a_time(void)
{
    enum { LIVING = 256, TURNS = 400000, HALF = TURNS / 2 };
    static unsigned char* block[LIVING];
    static size_t size[LIVING];
    size_t living = 0;
    size_t most = 0;
    uint32_t state = 1;
    uintptr_t before = arena_mark();
    uintptr_t highest = before;
    uintptr_t highest_at_half = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        state = state * 1664525 + 1013904223;
        int k = (int)(state >> 24);
        if (block[k] != NULL) {
            CHECK(is_filled(block[k], size[k], (unsigned char)k));
            living -= taken_for(size[k]);
            arena_block_free(block[k]);
        }
        state = state * 1664525 + 1013904223;
        size[k] = (size_t)(state >> 20 & 0xfff) >> (state >> 16 & 7);
        block[k] = arena_block_new(size[k]);
        CHECK(block[k] != NULL);
        memset(block[k], k, size[k]);
        living += taken_for(size[k]);
        if (living > most) most = living;
        if (arena_mark() > highest) highest = arena_mark();
        if (turn == HALF) highest_at_half = highest;
    }
    CHECK(highest - before <= most + most / 4);
    CHECK(highest - highest_at_half <= most / 10);
    for (int k = 0; k < LIVING; k++) {
        arena_block_free(block[k]);
        block[k] = NULL;
    }
    CHECK(arena_mark() == before);
}

/* The test fills the same memory with blocks of one size after another; a few of them outlive
 * the next round. */
static void freed_blocks_of_one_size_serve_others(void)
{
    enum { ROOM = 1 << 16, SIZES = 12, ROUNDS = 50 * SIZES, MOST = ROOM / 16, SURVIVORS = 4 };
    static unsigned char* block[MOST];
    unsigned char* survivor[SURVIVORS] = {NULL};
    uintptr_t before = arena_mark();
    uintptr_t highest = before;
    for (int round = 0; round < ROUNDS; round++) {
        size_t size = (size_t)16 << round * 5 % SIZES;
        int count = (int)(ROOM / (size + 16));
        for (int i = 0; i < count; i++) {
            block[i] = arena_block_new(size);
            CHECK(block[i] != NULL);
        }
        if (arena_mark() > highest) highest = arena_mark();
        for (int i = 0; i < SURVIVORS; i++) {
            arena_block_free(survivor[i]);
            survivor[i] = NULL;
        }
        int stride = count / SURVIVORS;
        for (int i = 0; i < count; i++) {
            bool survives = size <= 4096 && i % stride == stride / 2 && i / stride < SURVIVORS;
            if (survives) {
                survivor[i / stride] = block[i];
            } else {
                arena_block_free(block[i]);
            }
        }
    }
    CHECK(highest - before <= 2 * ROOM);
    for (int i = 0; i < SURVIVORS; i++)
        arena_block_free(survivor[i]);
    CHECK(arena_mark() == before);
}

/* Blocks merge again after every second one is freed, in whichever order the others are freed. */
static void freed_neighbors_become_one(void)
{
    enum { COUNT = 32 };
    for (int order = 0; order < 3; order++) {
        uintptr_t before = arena_mark();
        void* block[COUNT];
        for (int i = 0; i < COUNT; i++)
            block[i] = arena_block_new(100 + (size_t)i * 50);
        void* fence = arena_block_new(16);
        for (int i = 0; i < COUNT; i += 2)
            arena_block_free(block[i]);
        for (int i = 1; i < COUNT; i += 2)
            arena_block_free(block[order == 0 ? i : order == 1 ? COUNT - i : i ^ 2]);
        uintptr_t full = arena_mark();
        void* whole = arena_block_new((full - before) * 9 / 10);
        CHECK(arena_mark() == full);
        arena_block_free(whole);
        arena_block_free(fence);
        CHECK(arena_mark() == before);
    }
}

/* Blocks freed below a filled stack stay below it, and are used again once the stack is empty. */
static void blocks_freed_below_the_stack_leave_it_alone(void)
{
    uintptr_t before = arena_mark();
    void* block = arena_block_new(5000);
    uintptr_t mark = arena_mark();
    unsigned char* taken = arena_push(100);
    CHECK(taken != NULL);
    memset(taken, 7, 100);
    arena_block_free(block);
    CHECK(is_filled(taken, 100, 7));
    CHECK(arena_push(16) >= (void*)(taken + 100));
    arena_release(mark);
    CHECK(arena_mark() == mark);
    block = arena_block_new(9000);
    arena_block_free(block);
    CHECK(arena_mark() == before);
}

/* A zeroed block is zero in every byte, whether it comes from unused memory, from the stack's
 * former memory or from freed blocks. */
static void zeroed_blocks_are_zero(void)
{
    uintptr_t before = arena_mark();
    enum { SIZE = 30001 };
    for (int round = 0; round < 40; round++) {
        uintptr_t mark = arena_mark();
        unsigned char* taken = arena_push((size_t)round * 1000);
        CHECK(taken != NULL);
        memset(taken, 0xff, (size_t)round * 1000);
        arena_release(mark);
        unsigned char* block = arena_block_zeroed(SIZE);
        CHECK(block != NULL && is_filled(block, SIZE, 0));
        memset(block, 0xff, SIZE);
        unsigned char* small = arena_block_zeroed((size_t)round * 10);
        CHECK(small != NULL && is_filled(small, (size_t)round * 10, 0));
        memset(small, 0xff, (size_t)round * 10);
        arena_block_free(block);
        block = arena_block_zeroed(SIZE / 3);
        CHECK(block != NULL && is_filled(block, SIZE / 3, 0));
        arena_block_free(small);
        arena_block_free(block);
    }
    CHECK(arena_block_zeroed(SIZE_MAX) == NULL);
    CHECK(arena_mark() == before);
}

static void stack_returns_to_its_mark(void)
{
    uintptr_t mark = arena_mark();
    unsigned char* first = arena_push(100);
    unsigned char* second = arena_push(1);
    CHECK(first != NULL && second != NULL && second >= first + 100);
    CHECK((uintptr_t)second % 16 == 0);
    CHECK(arena_block_new(16) == NULL);
    arena_release(mark);
    CHECK(arena_mark() == mark);
    arena_release(mark + 64);
    CHECK(arena_mark() == mark);
    void* block = arena_block_new(16);
    CHECK(block != NULL);
    arena_block_free(block);
}

static void running_out_is_an_answer(void)
{
    CHECK(arena_block_new((size_t)1 << 31) == NULL);
    CHECK(arena_block_new(SIZE_MAX) == NULL);
    CHECK(arena_block_new(HOST_BYTES) == NULL);
    CHECK(arena_push(SIZE_MAX) == NULL);
    CHECK(arena_push(HOST_BYTES) == NULL);
    uintptr_t mark = arena_mark();
    void* block = arena_block_new(64);
    CHECK(block != NULL);
    arena_block_free(block);
    CHECK(arena_mark() - mark <= 128);
}

static void handles_know_kind_and_life(void)
{
    int thing = 0;
    uint32_t handle = handle_new(HANDLE_SHAPE, &thing);
    CHECK(handle != 0);
    CHECK(handle_get(HANDLE_SHAPE, handle) == &thing);
    CHECK(handle_get(HANDLE_MOVING_DISCS, handle) == NULL);
    CHECK(handle_get(HANDLE_SHAPE, handle + 1) == NULL);
    CHECK(handle_get(HANDLE_SHAPE, 0) == NULL);
    CHECK(handle_get(HANDLE_SHAPE, UINT32_MAX) == NULL);
    handle_find(handle)->marks = HANDLE_FORGOTTEN;
    handle_table.forgotten++;
    CHECK(handle_release(handle) == &thing);
    CHECK(handle_table.forgotten == 0);
    CHECK(handle_release(handle) == NULL);
    CHECK(handle_get(HANDLE_SHAPE, handle) == NULL);
}

/* A slot's generations are finite: when they are used up, the slot is retired and never reused. */
static void no_handle_is_ever_given_twice(void)
{
    enum { ROUNDS = 3 * 4095 };
    static uint32_t seen[ROUNDS];
    int thing = 0;
    for (int i = 0; i < ROUNDS; i++) {
        seen[i] = handle_new(HANDLE_SHAPE, &thing);
        CHECK(handle_find(seen[i])->marks == 0);
        CHECK(handle_release(seen[i]) == &thing);
    }
    for (int i = 0; i < ROUNDS; i++) {
        CHECK(handle_get(HANDLE_SHAPE, seen[i]) == NULL);
        for (int j = i + 1; j < ROUNDS && j < i + 5000; j++)
            CHECK(seen[i] != seen[j]);
    }
}

static void handle_table_grows_and_reports_its_end(void)
{
    int thing = 0;
    uint32_t handle[1000];
    for (int i = 0; i < 1000; i++)
        handle[i] = handle_new(HANDLE_SHAPE, &thing);
    for (int i = 0; i < 1000; i++)
        CHECK(handle_get(HANDLE_SHAPE, handle[i]) == &thing);
    host_is_full = true;
    int more = 0;
    uint32_t last = 1;
    while (more < 100000 && (last = handle_new(HANDLE_SHAPE, &thing)) != 0)
        more++;
    CHECK(last == 0 && more < 100000);
    host_is_full = false;
    CHECK(handle_new(HANDLE_SHAPE, &thing) != 0);
    for (int i = 0; i < 1000; i++)
        CHECK(handle_release(handle[i]) == &thing);
}

int main(void)
{
    zeroed_blocks_are_zero(); /* This test comes first, while some memory has never been used. */
    blocks_are_aligned_and_apart();
    freed_blocks_are_used_again();
    random_sizes_take_what_lived_at_a_time();
    freed_blocks_of_one_size_serve_others();
    freed_neighbors_become_one();
    blocks_freed_below_the_stack_leave_it_alone();
    stack_returns_to_its_mark();
    running_out_is_an_answer();
    handles_know_kind_and_life();
    no_handle_is_ever_given_twice();
    handle_table_grows_and_reports_its_end();
    if (test_failures == 0) puts("arena and handles: all checks hold");
    return test_failures != 0;
}
