/*
 * Decomposes the outlines of its standard input, for tests in JavaScript. All numbers are 32 bits
 * wide, in this machine's order.
 *
 * An outline: the number of rings, the maximum number of vertices of a part, the end of each ring,
 * and x and y of each point. The answer: fault, first, second, number of parts, nanoseconds as a
 * float32, the end of each part, and the indices of the vertices.
 */
#include "../../src/graze.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Reads `count` numbers; returns false at the end of the input. */
static bool read_numbers(void* numbers, size_t count)
{
    return fread(numbers, 4, count, stdin) == count;
}

static void write_numbers(const void* numbers, size_t count)
{
    if (count > 0 && fwrite(numbers, 4, count, stdout) != count) exit(1);
}

static void* allocate(size_t size)
{
    void* memory = malloc(size);
    if (memory == NULL) exit(1);
    return memory;
}

static void answer(const GrazePoint* points, const int32_t* ring_ends, const int32_t* head)
{
    /* The storage has exactly the promised size, so that the sanitizer detects a write beyond. */
    void* storage = allocate(graze_decomposition_size(ring_ends[head[0] - 1]));
    GrazeDecomposition result;
    struct timespec begin;
    struct timespec end;
    timespec_get(&begin, TIME_UTC);
    GrazeOutlineFault fault =
        graze_decompose(points, ring_ends, head[0], head[1], storage, &result);
    timespec_get(&end, TIME_UTC);
    int32_t numbers[4] = {(int32_t)fault, result.first, result.second, result.part_count};
    float nanoseconds =
        (float)(end.tv_sec - begin.tv_sec) * 1e9F + (float)(end.tv_nsec - begin.tv_nsec);
    write_numbers(numbers, 4);
    write_numbers(&nanoseconds, 1);
    if (fault == GRAZE_OUTLINE_OK) {
        size_t count = (size_t)result.part_count;
        write_numbers(result.part_ends, count);
        write_numbers(result.vertices, (size_t)result.part_ends[count - 1]);
    }
    free(storage);
}

int main(void)
{
    for (int32_t head[2]; read_numbers(head, 2);) {
        int32_t* ring_ends = allocate((size_t)head[0] * sizeof *ring_ends);
        if (!read_numbers(ring_ends, (size_t)head[0])) return 1;
        size_t count = (size_t)ring_ends[head[0] - 1];
        GrazePoint* points = allocate(count * sizeof *points);
        if (!read_numbers(points, 2 * count)) return 1;
        answer(points, ring_ends, head);
        free(points);
        free(ring_ends);
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
