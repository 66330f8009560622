/*
 * Conflict tests of moving discs, built for this machine: tests/bench/segments.mjs runs it.
 *   segments FILE ROUNDS
 * FILE: uint32 count of segments and of pairs; segments; uint32 agent of each; two uint32 a pair.
 */
#include "../../src/graze.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_FOUND = 1 << 20 };

typedef struct {
    uint32_t counts[2];
    GrazeMovingDisc* segments;
    uint32_t *agents, *pairs;
    void* scratch;
    GrazeConflictBatch out;
} Bench;

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static int by_value(const void* p, const void* q)
{
    double a = *(const double*)p;
    double b = *(const double*)q;
    return (a > b) - (a < b);
}

static int32_t one_by_one(const Bench* bench)
{
    int32_t contacts = 0;
    for (uint32_t k = 0; k < bench->counts[1]; k++) {
        GrazeApproach approach;
        graze_approach_discs(&bench->segments[bench->pairs[2 * k]],
                             &bench->segments[bench->pairs[2 * k + 1]], &approach);
        contacts += approach.relation != GRAZE_DISJOINT;
    }
    return contacts;
}

static int32_t listed(const Bench* bench)
{
    const GrazeMovingDiscs segments = {bench->segments, true};
    GrazeConflictBatch out = bench->out;
    out.pairs = bench->pairs;
    return graze_moving_discs_conflicts(&segments, (int32_t)bench->counts[1], &out);
}

static int32_t among(const Bench* bench)
{
    const GrazeMovingDiscs segments = {bench->segments, true};
    return graze_moving_discs_among(&segments, bench->agents, (int32_t)bench->counts[0],
                                    bench->scratch, &bench->out);
}

static void measure(const char* name, int32_t (*run)(const Bench*), const Bench* bench,
                    double pairs, int rounds)
{
    double* times = malloc((size_t)rounds * sizeof *times);
    int32_t found = 0;
    if (times == NULL) exit(2);
    for (int round = 0; round < rounds; round++) {
        double begin = seconds();
        found = run(bench);
        times[round] = seconds() - begin;
    }
    qsort(times, (size_t)rounds, sizeof *times, by_value);
    double each = times[rounds / 2] / pairs;
    char label[64];
    snprintf(label, sizeof label, "in C, %s: %d in contact", name, found);
    printf("  %-44s %8.1f M/s  %7.2f ns\n", label, 1e-6 / each, 1e9 * each);
    free(times);
}

static void* read_array(FILE* file, size_t count, size_t size)
{
    void* room = malloc(count * size + 1);
    if (room == NULL || fread(room, size, count, file) != count) exit(2);
    return room;
}

int main(int argc, char** argv)
{
    if (argc != 3) return 2;
    Bench bench;
    int rounds = (int)strtol(argv[2], NULL, 10);
    FILE* file = fopen(argv[1], "rb");
    if (file == NULL || rounds < 1 || fread(bench.counts, 4, 2, file) != 2) return 2;
    size_t count = bench.counts[0];
    bench.segments = read_array(file, count, sizeof(GrazeMovingDisc));
    bench.agents = read_array(file, count, sizeof(uint32_t));
    bench.pairs = read_array(file, 2 * (size_t)bench.counts[1], sizeof(uint32_t));
    (void)fclose(file);
    bench.scratch = malloc(graze_moving_discs_scratch((int32_t)count));
    bench.out = (GrazeConflictBatch){malloc(MOST_FOUND * 2 * sizeof(uint32_t)), malloc(MOST_FOUND),
                                     malloc(MOST_FOUND * 2 * sizeof(double)),
                                     malloc(MOST_FOUND * 2 * sizeof(double)), MOST_FOUND};
    measure("graze_approach_discs", one_by_one, &bench, bench.counts[1], rounds);
    measure("conflicts", listed, &bench, bench.counts[1], rounds);
    measure("among", among, &bench, (double)count * (double)(count - 1) / 2, rounds);
    return 0;
}
