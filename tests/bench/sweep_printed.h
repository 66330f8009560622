/*
 * Two algorithms as Germar and Fernandez print them, "Time Advancement and Bounds Intersection Checking for Faster
 * Broad-Phase Collision Detection of Paired Object Trajectories", 2018, III C and D: boxes one behind the other, as
 * records, and the largest speed of each object. What is wrong with the second, src/NUMERICS.md states.
 */
#ifndef GRAZE_BENCH_SWEEP_PRINTED_H
#define GRAZE_BENCH_SWEEP_PRINTED_H

#include <stdint.h>

typedef struct {
    float lo_x, lo_y, hi_x, hi_y;
} PrintedBox;

typedef struct {
    const PrintedBox* boxes;
    double speed;
} PrintedPath;

/* The first step, from `from` to `steps` - 1, in which boxes intersect; `steps` when there is none. */
int32_t printed_si(const PrintedPath* a, const PrintedPath* b, int32_t from, int32_t steps,
                   int64_t* tests);
int32_t printed_sta(const PrintedPath* a, const PrintedPath* b, int32_t steps, double span,
                    int64_t* tests);

#endif
