/*
 * The benchmark's pairs in a file, written by write_pairs.mjs. Little-endian:
 *
 *   int32 sets, int32 rounds of timing, and of each set
 *   char[24] label, int32 shapes, int32 pairs
 *   int32[shapes] vertices of each, float[2] for each vertex of each
 *   uint32[pairs] shape A, the same of B; GrazePlacement[pairs] of A, of B
 *   double[pairs] the oracle's distance, negative where they overlap
 */
#ifndef BENCH_NATIVE_PAIRS_H
#define BENCH_NATIVE_PAIRS_H

#include "tasks.h"

#include <stdio.h>

typedef struct {
    char label[24];
    int32_t shape_count, count;
    GrazeShape* shapes; /* with lookups */
    uint32_t *shape_a, *shape_b;
    GrazePlacement *place_a, *place_b;
    double* separation;
    GrazePair* pairs;
    void* memory[16]; /* all of the above */
    int32_t blocks;
} PairSet;

/* How many sets follow, and how many rounds are asked for. */
int32_t pair_sets_begin(FILE* file, int32_t* rounds);

/* The next one. A file that ends early, or is none of these, ends the program. */
void pair_set_read(PairSet* set, FILE* file);
void pair_set_free(PairSet* set);

#endif
