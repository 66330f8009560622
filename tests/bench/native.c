/*
 * Measures what the queries cost when built for this machine, on the pairs that write_pairs.mjs has written:
 *   native PAIRS.bin
 * Answers are checked against the oracle's first; a wrong one ends the program with 1.
 */
#include "native_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    CHUNK = 1024,
    MOST_SETS = 64,
    MOST_ROUNDS = 1001,
    BATCH = TASKS,
    POINTS,
    COLLIDES,
    RELATIONS
};

/* How long a run lasts, in nanoseconds. */
static const double RUN = 3e6;

typedef struct {
    const char* name;
    int32_t task;
} Column;

/* The first column is the one that ratios refer to. */
typedef struct {
    const char* name;
    Column columns[8];
} Table;

enum { TABLES = 3, COLUMNS = 8 };

static const Table TABLE[TABLES] = {
    {"distance",
     {{"batch", BATCH},
      {"points", POINTS},
      {"C", TASK_DISTANCE},
      {"C scan", TASK_DISTANCE_SCAN},
      {"C climb", TASK_DISTANCE_CLIMB},
      {"C short", TASK_SEPARATION}}},
    {"collide",
     {{"batch", COLLIDES},
      {"C", TASK_COLLIDE},
      {"C scan", TASK_COLLIDE_SCAN},
      {"C climb", TASK_COLLIDE_CLIMB}}},
    {"relation", {{"batch", RELATIONS}, {"C", TASK_RELATION}}},
};

typedef struct {
    double ns, ratio;
} Cell;

static Cell cells[TABLES][MOST_SETS][COLUMNS];
static char labels[MOST_SETS][24];

/* The answers of one chunk. */
static float answers[CHUNK];
static uint8_t verdicts[CHUNK];
static GrazePoint points_a[CHUNK], points_b[CHUNK], normals[CHUNK];
static volatile double sink;

static void run(int32_t task, const PairSet* set, int32_t first, int32_t count)
{
    const GrazePair* pairs = set->pairs + first;
    GrazeDistanceBatch out = {.relations = verdicts, .distances = answers};
    TaskPairs single = {set->shapes,          set->shape_a + first, set->shape_b + first,
                        set->place_a + first, set->place_b + first, answers};
    switch (task) {
    case BATCH:
        sink = graze_pairs_distance(pairs, count, &out);
        break;
    case POINTS:
        out.points_a = points_a;
        out.points_b = points_b;
        out.normals = normals;
        sink = graze_pairs_distance(pairs, count, &out);
        break;
    case COLLIDES:
        sink = graze_pairs_collide(pairs, count, verdicts);
        break;
    case RELATIONS:
        sink = graze_pairs_relation(pairs, count, verdicts);
        break;
    default:
        sink = task_run(task, &single, count);
    }
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* As js/bench/check.js: a distance to its last rounding, a verdict where the oracle is sure of it. */
static bool is_right(int32_t table, double answer, double separation)
{
    double clear = 1e-12;
    if (table == 0)
        return fabs(answer - fmax(0, separation)) <= clear + fmax(0, separation) * 0x1p-24;
    double met = table == 1 ? 1 : 2;
    return fabs(separation) <= clear || answer == (separation > 0 ? 0 : met);
}

static void check(const PairSet* set, int32_t table, Column column)
{
    bool in_bytes = column.task == COLLIDES || column.task == RELATIONS;
    for (int32_t first = 0; first < set->count; first += CHUNK) {
        int32_t count = smaller(CHUNK, set->count - first);
        run(column.task, set, first, count);
        for (int32_t k = 0; k < count; k++) {
            double answer = in_bytes ? (double)verdicts[k] : (double)answers[k];
            double expected = set->separation[first + k];
            if (is_right(table, answer, expected)) continue;
            fprintf(stderr, "bench: %s, %s: pair %d (%s) is %.17g, but the oracle has %.17g\n",
                    TABLE[table].name, column.name, first + k, set->label, answer, expected);
            exit(1);
        }
    }
}

static double now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

/* Nanoseconds per pair of `chunks` chunks, from another one on each round. */
static double time_of(const PairSet* set, int32_t task, int32_t round, int32_t chunks)
{
    int32_t whole = (set->count + CHUNK - 1) / CHUNK;
    double pairs = 0;
    double start = now();
    for (int32_t k = 0; k < chunks; k++) {
        int32_t first = (round + k) % whole * CHUNK;
        int32_t count = smaller(CHUNK, set->count - first);
        run(task, set, first, count);
        pairs += count;
    }
    return (now() - start) / pairs;
}

static int compare(const void* p, const void* q)
{
    double a = *(const double*)p;
    double b = *(const double*)q;
    return (a > b) - (a < b);
}

static double median(double* values, int32_t count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static int32_t columns_of(const Table* table)
{
    int32_t count = 0;
    while (count < COLUMNS && table->columns[count].name != NULL)
        count++;
    return count;
}

/* All columns in turn, round by round, so that what disturbs the machine disturbs all. */
static void measure(const PairSet* set, int32_t table, int32_t rounds, Cell* out)
{
    static double times[COLUMNS][MOST_ROUNDS];
    static double ratios[MOST_ROUNDS];
    const Column* columns = TABLE[table].columns;
    int32_t count = columns_of(&TABLE[table]);
    int32_t chunks[COLUMNS];
    for (int32_t k = 0; k < count; k++) {
        check(set, table, columns[k]);
        double chunk = time_of(set, columns[k].task, 0, 4) * smaller(CHUNK, set->count);
        chunks[k] = (int32_t)fmin(1024, fmax(1, RUN / chunk));
    }
    for (int32_t round = 0; round < rounds; round++) {
        for (int32_t turn = 0; turn < count; turn++) {
            int32_t k = (turn + round) % count;
            times[k][round] = time_of(set, columns[k].task, round, chunks[k]);
        }
    }
    for (int32_t k = count - 1; k >= 0; k--) {
        for (int32_t round = 0; round < rounds; round++)
            ratios[round] = times[k][round] / times[0][round];
        out[k].ratio = median(ratios, rounds);
    }
    for (int32_t k = 0; k < count; k++)
        out[k].ns = median(times[k], rounds);
}

/* As js/bench/tables.js. */
static void print_cell(const Cell* cell, bool is_base)
{
    char text[32];
    int length = snprintf(text, sizeof text, "%.*f", cell->ns < 100 ? 1 : 0, cell->ns);
    int digits = cell->ratio < 1 ? 2 : cell->ratio < 100 ? 1 : 0;
    if (!is_base) {
        snprintf(text + length, sizeof text - (size_t)length, " x%.*f", digits, cell->ratio);
    }
    printf("%12s", text);
}

static void print_table(int32_t table, int32_t sets)
{
    const Table* shown = &TABLE[table];
    int32_t count = columns_of(shown);
    printf("\n%s: ns per pair, and how many times batch's time\n%-16s", shown->name, "");
    for (int32_t k = 0; k < count; k++)
        printf("%12s", shown->columns[k].name);
    for (int32_t set = 0; set < sets; set++) {
        printf("\n%-16s", labels[set]);
        for (int32_t k = 0; k < count; k++)
            print_cell(&cells[table][set][k], k == 0);
    }
    printf("\n");
}

int main(int argc, char** argv)
{
    FILE* file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: native PAIRS.bin\n");
        return 2;
    }
    int32_t rounds;
    int32_t sets = smaller(pair_sets_begin(file, &rounds), MOST_SETS);
    rounds = smaller(rounds, MOST_ROUNDS);
    for (int32_t k = 0; k < sets; k++) {
        PairSet set;
        pair_set_read(&set, file);
        memcpy(labels[k], set.label, sizeof labels[k]);
        for (int32_t table = 0; table < TABLES; table++)
            measure(&set, table, rounds, cells[table][k]);
        pair_set_free(&set);
    }
    fclose(file);
    printf("graze " GRAZE_VERSION ", native; %d rounds, medians\n", rounds);
    for (int32_t table = 0; table < TABLES; table++)
        print_table(table, sets);
    return 0;
}
