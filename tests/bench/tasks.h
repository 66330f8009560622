/*
 * The single queries, one pair after the other in C: what a caller's own loop costs, with each way to
 * find support points. Compiled to wasm (loops.c) and for this machine (native.c).
 */
#ifndef BENCH_TASKS_H
#define BENCH_TASKS_H

#include "../../src/graze.h"

/* The first two are those of the interface that modules of others follow (js/bench/README.md). */
enum {
    TASK_SEPARATION,
    TASK_COLLIDE,
    TASK_RELATION,
    TASK_DISTANCE,
    TASK_DISTANCE_SCAN,
    TASK_DISTANCE_CLIMB,
    TASK_COLLIDE_SCAN,
    TASK_COLLIDE_CLIMB,
    TASKS
};

typedef struct {
    const GrazeShape* shapes;
    const uint32_t *shape_a, *shape_b;
    const GrazePlacement *place_a, *place_b;
    float* out;
} TaskPairs;

/* Answers pairs 0 to count - 1 into `out`: the distance, 0 or 1, or the relation. Returns the answers'
   sum, so that nothing is left out as unused; NaN for a task that does not exist. */
double task_run(int32_t task, const TaskPairs* pairs, int32_t count);

#endif
