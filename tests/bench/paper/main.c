/*
 * Runs the experiment of Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", section IV, on the pairs
 * that ../write_pairs.mjs has written, and prints a line of JSON per contestant, task and set:
 *   paper PAIRS.bin [HEIGHT]
 * HEIGHT is half of the height of bodies in space, which are flat without it.
 * Times are those of the processor, all contestants in turn in one process, medians of the rounds;
 * `ratio` is the median of each round's ratio to the first contestant. Verdicts are compared with the
 * signed separations of an oracle, but for pairs that are within its rounding of contact. A wrong
 * verdict of this library ends the program with 1.
 */
#include "contestant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHUNK = 256, MOST_ROUNDS = 1001, DISTANCE = 0, COLLIDE = 1 };

/* Duration of a run, in seconds. */
static const double RUN = 2e-3;

/* Separation within which the oracle, which is in double, may err. */
static const double CLEAR = 1e-12;

// clang-format off
static const Contestant* const CONTESTANTS[] = {
    &PAPER_GRAZE_SCAN, &PAPER_GRAZE_CLIMB, &PAPER_GRAZE, &PAPER_GRAZE_BATCH, &PAPER_SAT,
#ifdef PAPER_HAS_BOX2D
    &PAPER_BOX2D_8, &PAPER_BOX2D_24,
#endif
    &PAPER_FCL, &PAPER_FCL_GJK, &PAPER_FCL_INDEPENDENT, &PAPER_CCD, &PAPER_CCD_MPR,
    &PAPER_BULLET, &PAPER_BULLET_DETECTOR,
#ifdef PAPER_HAS_OPENGJK
    &PAPER_OPENGJK,
#endif
    &PAPER_APOLLO};
// clang-format on

enum { COUNT = sizeof CONTESTANTS / sizeof CONTESTANTS[0], OWN = 5 };

static const char* const TASKS_BY_NAME[] = {"distance", "collide"};

/* Counts of wrong answers, with the widest gap that was taken for contact, the deepest overlap that
   was taken for a gap, and the largest error of a distance. */
typedef struct {
    int32_t gaps, contacts, failed;
    double widest, deepest, error;
} Faults;

float paper_height;

void paper_place(const GrazeShape* shape, const GrazePlacement* place, double (*out)[2])
{
    GrazePose pose = graze_placement_pose(place);
    for (int32_t i = 0; i < shape->count; i++) {
        double x = shape->vertices[i].x;
        double y = shape->vertices[i].y;
        out[i][0] = pose.x + pose.cos * x - pose.sin * y;
        out[i][1] = pose.y + pose.sin * x + pose.cos * y;
    }
}

static void run(const Contestant* contestant, int task, int32_t first, int32_t count, double* out)
{
    (task == DISTANCE ? contestant->distance : contestant->collide)(first, count, out);
}

static bool accepts(const Contestant* contestant, const PairSet* set)
{
    return contestant->most == 0 || set->shapes[0].count <= contestant->most;
}

static bool has(const Contestant* contestant, int task)
{
    return (task == DISTANCE ? contestant->distance : contestant->collide) != NULL;
}

static void compare_answer(int task, double answer, double separation, Faults* faults)
{
    if (isnan(answer)) {
        faults->failed++;
        return;
    }
    if (task == DISTANCE) faults->error = fmax(faults->error, fabs(answer - fmax(0, separation)));
    if (fabs(separation) <= CLEAR) return;
    bool met = task == DISTANCE ? answer <= 0 : answer != 0;
    if (met && separation > 0) {
        faults->gaps++;
        faults->widest = fmax(faults->widest, separation);
    }
    if (!met && separation < 0) {
        faults->contacts++;
        faults->deepest = fmax(faults->deepest, -separation);
    }
}

static double out[CHUNK];

static Faults check(const PairSet* set, const Contestant* contestant, int task)
{
    Faults faults = {0};
    for (int32_t first = 0; first < set->count; first += CHUNK) {
        int32_t count = set->count - first < CHUNK ? set->count - first : CHUNK;
        run(contestant, task, first, count, out);
        for (int32_t k = 0; k < count; k++)
            compare_answer(task, out[k], set->separation[first + k], &faults);
    }
    return faults;
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Returns the nanoseconds per pair of `chunks` chunks, beginning with another one in each round. */
static double time_of(const PairSet* set, const Contestant* contestant, int task, int32_t round,
                      int32_t chunks)
{
    int32_t whole = set->count / CHUNK;
    double start = seconds();
    for (int32_t k = 0; k < chunks; k++)
        run(contestant, task, (round + k) % whole * CHUNK, CHUNK, out);
    return (seconds() - start) * 1e9 / ((double)chunks * CHUNK);
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

static void measure(const PairSet* set, int task, int32_t rounds)
{
    static double times[COUNT][MOST_ROUNDS];
    static double ratios[COUNT][MOST_ROUNDS];
    int32_t chunks[COUNT] = {0};
    Faults faults[COUNT];
    for (int32_t k = 0; k < COUNT; k++) {
        if (!has(CONTESTANTS[k], task) || !accepts(CONTESTANTS[k], set)) continue;
        faults[k] = check(set, CONTESTANTS[k], task);
        if (k < OWN && faults[k].gaps + faults[k].contacts + faults[k].failed > 0) {
            fprintf(stderr, "paper: %s, %s, %s: a verdict is wrong\n", set->label,
                    TASKS_BY_NAME[task], CONTESTANTS[k]->name);
            exit(1);
        }
        double chunk = time_of(set, CONTESTANTS[k], task, 0, 4) * CHUNK * 1e-9;
        chunks[k] = (int32_t)fmin(4096, fmax(1, RUN / fmax(chunk, 1e-7)));
    }
    for (int32_t round = 0; round < rounds; round++) {
        for (int32_t turn = 0; turn < COUNT; turn++) {
            int32_t k = (turn + round) % COUNT;
            if (chunks[k] == 0) continue;
            times[k][round] = time_of(set, CONTESTANTS[k], task, round, chunks[k]);
        }
        for (int32_t k = 0; k < COUNT; k++)
            ratios[k][round] = times[k][round] / times[0][round];
    }
    for (int32_t k = 0; k < COUNT; k++) {
        if (chunks[k] == 0) continue;
        printf("{\"set\":\"%s\",\"task\":\"%s\",\"name\":\"%s\",\"pairs\":%d,\"ns\":%.3f,"
               "\"ratio\":%.4f,\"gaps\":%d,\"contacts\":%d,\"failed\":%d,\"widest\":%.3g,"
               "\"deepest\":%.3g,\"error\":%.3g}\n",
               set->label, TASKS_BY_NAME[task], CONTESTANTS[k]->name, set->count,
               median(times[k], rounds), median(ratios[k], rounds), faults[k].gaps,
               faults[k].contacts, faults[k].failed, faults[k].widest, faults[k].deepest,
               faults[k].error);
    }
    fflush(stdout);
}

int main(int argc, char** argv)
{
    FILE* file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: paper PAIRS.bin [HEIGHT]\n");
        return 2;
    }
    if (argc > 2) paper_height = strtof(argv[2], NULL);
    int32_t rounds;
    int32_t sets = pair_sets_begin(file, &rounds);
    if (rounds > MOST_ROUNDS) rounds = MOST_ROUNDS;
    for (int32_t k = 0; k < sets; k++) {
        PairSet set;
        pair_set_read(&set, file);
        if (set.count < CHUNK) {
            fprintf(stderr, "paper: at least %d pairs\n", CHUNK);
            return 2;
        }
        for (int32_t i = 0; i < COUNT; i++) {
            if (accepts(CONTESTANTS[i], &set)) CONTESTANTS[i]->prepare(&set);
        }
        for (int task = DISTANCE; task <= COLLIDE; task++)
            measure(&set, task, rounds);
        pair_set_free(&set);
    }
    fclose(file);
    return 0;
}
