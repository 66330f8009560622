/*
 * The instance's memory and handles, under the sanitizers: blocks never overlap, freed blocks are
 * used again, running out is an answer, and a stale handle is always told from a live one.
 */
#include "../../wasm/arena.h"
#include "../../wasm/handles.h"
#include "test.h"

#include <stdalign.h>
#include <stdbool.h>
#include <string.h>

enum { HOST_BYTES = 1 << 22 };

static alignas(16) unsigned char host[HOST_BYTES];
static bool host_is_full;

uintptr_t arena_host_base(void)
{
    /* Off the alignment on purpose: the arena must not rely on the linker. */
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

/* A block's bytes and its header, rounded up to a power of two: what the arena takes for it. */
static int class_of(size_t size)
{
    int size_class = 5;
    while (((size_t)1 << size_class) < size + 16)
        size_class++;
    return size_class;
}

/*
 * Random sizes cannot fragment it without end: blocks of a class are used again for that class alone, so it never takes more
 * than of each class as many as ever lived at a time; and once there were as many as there can be of each class, nothing more.
 */
static void random_sizes_take_what_lived_at_a_time(void)
{
    enum { LIVING = 64, LARGEST = 12, TURNS = 200000, HALF = TURNS / 2 };
    static unsigned char* block[LIVING];
    static size_t size[LIVING];
    size_t living[LARGEST + 1] = {0};
    size_t most[LARGEST + 1] = {0};
    uint32_t state = 1;
    uintptr_t before = arena_mark();
    uintptr_t at_half = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        state = state * 1664525 + 1013904223;
        int k = (int)(state >> 26);
        if (block[k] != NULL) {
            CHECK(is_filled(block[k], size[k], (unsigned char)k));
            living[class_of(size[k])]--;
            arena_block_free(block[k]);
        }
        state = state * 1664525 + 1013904223;
        /* All magnitudes alike. */
        size[k] = (size_t)(state >> 20 & 0xfff) >> (state >> 16 & 7);
        int size_class = class_of(size[k]);
        if (size_class > LARGEST) size_class = class_of(size[k] /= 2);
        block[k] = arena_block_new(size[k]);
        CHECK(block[k] != NULL);
        memset(block[k], k, size[k]);
        if (++living[size_class] > most[size_class]) most[size_class]++;
        if (turn == HALF) at_half = arena_mark();
    }
    size_t bound = 0;
    for (int i = 0; i <= LARGEST; i++)
        bound += most[i] << i;
    CHECK(arena_mark() - before <= bound);
    /* As many turns again find hardly a new peak: a class or two take a block more. */
    CHECK(arena_mark() - at_half <= bound / 10);
    for (int k = 0; k < LIVING; k++)
        arena_block_free(block[k]);
}

static void stack_returns_to_its_mark(void)
{
    uintptr_t mark = arena_mark();
    unsigned char* first = arena_take(100);
    unsigned char* second = arena_take(1);
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
    CHECK(arena_take(SIZE_MAX) == NULL);
    CHECK(arena_take(HOST_BYTES) == NULL);
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
    CHECK(handle_get(HANDLE_SEGMENTS, handle) == NULL);
    CHECK(handle_get(HANDLE_SHAPE, handle + 1) == NULL);
    CHECK(handle_get(HANDLE_SHAPE, 0) == NULL);
    CHECK(handle_get(HANDLE_SHAPE, UINT32_MAX) == NULL);
    CHECK(handle_end(handle) == &thing);
    CHECK(handle_end(handle) == NULL);
    CHECK(handle_get(HANDLE_SHAPE, handle) == NULL);
}

/* A slot's generations are finite: when they are used up the slot is retired, never reused. */
static void no_handle_is_ever_given_twice(void)
{
    enum { ROUNDS = 3 * 4095 };
    static uint32_t seen[ROUNDS];
    int thing = 0;
    for (int i = 0; i < ROUNDS; i++) {
        seen[i] = handle_new(HANDLE_SHAPE, &thing);
        CHECK(handle_end(seen[i]) == &thing);
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
        CHECK(handle_end(handle[i]) == &thing);
}

int main(void)
{
    blocks_are_aligned_and_apart();
    freed_blocks_are_used_again();
    random_sizes_take_what_lived_at_a_time();
    stack_returns_to_its_mark();
    running_out_is_an_answer();
    handles_know_kind_and_life();
    no_handle_is_ever_given_twice();
    handle_table_grows_and_reports_its_end();
    if (test_failures == 0) puts("arena and handles: all checks hold");
    return test_failures != 0;
}
