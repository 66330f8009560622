#include "native_pairs.h"

#include <stdlib.h>
#include <string.h>

static void fail(const char* what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(2);
}

static void* reserve(PairSet* set, size_t count, size_t size)
{
    if (count == 0 || count > ((size_t)1 << 30) / size) fail("odd count in the file of pairs");
    size_t bytes = (count * size + 63) / 64 * 64;
    void* block = aligned_alloc(64, bytes);
    if (block == NULL) fail("out of memory");
    memset(block, 0, bytes);
    set->memory[set->blocks++] = block;
    return block;
}

static void read_values(void* out, size_t count, size_t size, FILE* file)
{
    if (fread(out, size, count, file) != count) fail("the file of pairs ends too soon");
}

static void* reserve_and_read(PairSet* set, size_t count, size_t size, FILE* file)
{
    void* block = reserve(set, count, size);
    read_values(block, count, size, file);
    return block;
}

int32_t pair_sets_begin(FILE* file, int32_t* rounds)
{
    int32_t sets;
    read_values(&sets, 1, sizeof sets, file);
    read_values(rounds, 1, sizeof *rounds, file);
    return sets;
}

static void read_shapes(PairSet* set, FILE* file)
{
    size_t shapes = (size_t)set->shape_count;
    int32_t* counts = reserve_and_read(set, shapes, sizeof *counts, file);
    size_t vertices = 0;
    size_t lookups = 0;
    for (size_t k = 0; k < shapes; k++) {
        if (counts[k] < 1 || counts[k] > 4096) fail("odd shape in the file of pairs");
        vertices += (size_t)counts[k];
        lookups += (graze_support_lut_size(counts[k]) + 15) / 16 * 16;
    }
    GrazePoint* points = reserve_and_read(set, vertices, sizeof *points, file);
    char* lookup = reserve(set, lookups + 16, 1);
    set->shapes = reserve(set, shapes, sizeof *set->shapes);
    for (size_t k = 0; k < shapes; k++) {
        int32_t culprit;
        if (graze_shape_polygon(&set->shapes[k], points, counts[k], 0, &culprit) != GRAZE_OK ||
            set->shapes[k].count != counts[k]) {
            fail("a shape in the file of pairs is not strictly convex");
        }
        points += counts[k];
        size_t size = (graze_support_lut_size(counts[k]) + 15) / 16 * 16;
        if (size > 0) graze_shape_build_support_lut(&set->shapes[k], lookup);
        lookup += size;
    }
}

void pair_set_read(PairSet* set, FILE* file)
{
    memset(set, 0, sizeof *set);
    read_values(set->label, 1, sizeof set->label, file);
    set->label[sizeof set->label - 1] = 0;
    read_values(&set->shape_count, 1, sizeof set->shape_count, file);
    read_values(&set->count, 1, sizeof set->count, file);
    if (set->shape_count < 1 || set->count < 1) fail("odd count in the file of pairs");
    read_shapes(set, file);
    size_t count = (size_t)set->count;
    set->shape_a = reserve_and_read(set, count, sizeof *set->shape_a, file);
    set->shape_b = reserve_and_read(set, count, sizeof *set->shape_b, file);
    set->place_a = reserve_and_read(set, count, sizeof *set->place_a, file);
    set->place_b = reserve_and_read(set, count, sizeof *set->place_b, file);
    set->separation = reserve_and_read(set, count, sizeof *set->separation, file);
    set->pairs = reserve(set, count, sizeof *set->pairs);
    for (size_t k = 0; k < count; k++) {
        const GrazeShape* a = &set->shapes[set->shape_a[k]];
        const GrazeShape* b = &set->shapes[set->shape_b[k]];
        set->pairs[k] = (GrazePair){a, b, &set->place_a[k], &set->place_b[k]};
    }
}

void pair_set_free(PairSet* set)
{
    for (int32_t k = 0; k < set->blocks; k++)
        free(set->memory[k]);
}
