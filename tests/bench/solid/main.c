/*
 * Answers and times of pairs of hulls in space, which solid.mjs has written: int32 count, and of each
 * pair int32 points of A, of B, and float32 x, y, z of each point. Prints a line of JSON per
 * contestant: its answers, null where a query failed, and the least nanoseconds of each in ROUNDS
 * rounds. Contestants take turns, and a query is repeated in each turn.
 */
#include "contestant.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 15, REPEATS = 64 };

// clang-format off
static const SolidContestant* const CONTESTANTS[] = {
    &SOLID_GRAZE_RELATION, &SOLID_GRAZE_DISTANCE, &SOLID_GRAZE_PENETRATION,
#ifdef SOLID_HAS_OPENGJK
    &SOLID_OPENGJK, &SOLID_OPENGJK_FLOAT,
#endif
#ifdef SOLID_HAS_BOX3D
    &SOLID_BOX3D, &SOLID_BOX3D_OVERLAP,
#endif
    &SOLID_BULLET, &SOLID_BULLET_DETECTOR, &SOLID_CCD, &SOLID_CCD_MPR};
// clang-format on

enum { COUNT = sizeof CONTESTANTS / sizeof CONTESTANTS[0] };

static void read_values(void* out, size_t count, size_t size, FILE* file)
{
    if (fread(out, size, count, file) == count) return;
    fprintf(stderr, "solid: the file of pairs ends too soon\n");
    exit(2);
}

static SolidCase* read_cases(FILE* file, int32_t* count)
{
    read_values(count, 1, sizeof *count, file);
    if (*count < 1 || *count > 1 << 20) abort();
    SolidCase* cases = calloc((size_t)*count, sizeof *cases);
    if (cases == NULL) abort();
    for (int32_t k = 0; k < *count; k++) {
        read_values(cases[k].count, 2, sizeof(int32_t), file);
        for (int which = 0; which < 2; which++) {
            if (cases[k].count[which] < 1 || cases[k].count[which] > 1 << 16) abort();
            size_t numbers = 3 * (size_t)cases[k].count[which];
            float* points = malloc(numbers * sizeof *points);
            if (points == NULL) abort();
            read_values(points, numbers, sizeof *points, file);
            cases[k].points[which] = points;
        }
    }
    return cases;
}

static double now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static void print_numbers(const char* name, const double* numbers, int32_t count, int digits)
{
    printf("\"%s\":[", name);
    for (int32_t k = 0; k < count; k++) {
        if (isnan(numbers[k]))
            printf("%snull", k > 0 ? "," : "");
        else
            printf("%s%.*g", k > 0 ? "," : "", digits, numbers[k]);
    }
    printf("]");
}

int main(int argc, char** argv)
{
    FILE* file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: solid PAIRS.bin\n");
        return 2;
    }
    int32_t count;
    SolidCase* cases = read_cases(file, &count);
    fclose(file);
    double* answers = malloc(COUNT * (size_t)count * sizeof *answers);
    double* times = malloc(COUNT * (size_t)count * sizeof *times);
    if (answers == NULL || times == NULL) abort();
    for (int32_t i = 0; i < COUNT; i++)
        CONTESTANTS[i]->prepare(cases, count);
    for (int32_t round = 0; round < ROUNDS; round++) {
        for (int32_t k = 0; k < count; k++) {
            for (int32_t turn = 0; turn < COUNT; turn++) {
                int32_t i = (turn + round) % COUNT;
                size_t at = (size_t)i * (size_t)count + (size_t)k;
                double start = now();
                for (int32_t repeat = 0; repeat < REPEATS; repeat++)
                    answers[at] = CONTESTANTS[i]->query(k);
                double ns = (now() - start) / REPEATS;
                times[at] = round == 0 ? ns : fmin(times[at], ns);
            }
        }
    }
    for (int32_t i = 0; i < COUNT; i++) {
        size_t at = (size_t)i * (size_t)count;
        printf("{\"name\":\"%s\",", CONTESTANTS[i]->name);
        print_numbers("answers", answers + at, count, 17);
        printf(",");
        print_numbers("times", times + at, count, 6);
        printf("}\n");
    }
    return 0;
}
