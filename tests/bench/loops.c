/*
 * graze's single queries behind the interface that modules of others follow: see js/bench/README.md.
 */
#include "../../wasm/core/arena.h"
#include "tasks.h"

enum { MOST_SHAPES = 4096 };

static GrazeShape shapes[MOST_SHAPES];
static int32_t shape_count;
static TaskPairs pairs;
static int32_t pair_count;

void* bench_alloc(uint32_t bytes)
{
    return arena_block_new(bytes);
}

int32_t bench_shape(GrazePoint* points, int32_t count)
{
    int32_t culprit;
    if (shape_count == MOST_SHAPES) return -1;
    GrazeStatus status = graze_shape_polygon(&shapes[shape_count], points, count, 0, &culprit);
    return status == GRAZE_OK ? shape_count++ : -1;
}

void bench_pairs(const uint32_t* shape_a, const uint32_t* shape_b, const GrazePlacement* place_a,
                 const GrazePlacement* place_b, float* out, int32_t count)
{
    pairs = (TaskPairs){shapes, shape_a, shape_b, place_a, place_b, NULL};
    pairs.out = out;
    pair_count = count;
}

double bench_run(int32_t task, int32_t count)
{
    return task_run(task, &pairs, count < pair_count ? count : pair_count);
}

const char* bench_name(void)
{
    return "graze " GRAZE_VERSION;
}
