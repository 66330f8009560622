/* Sweep and prune: finds which of many rectangles meet, as the broad phase of many bodies. */
#ifndef GRAZE_GJK_SWEEP_AND_PRUNE_H
#define GRAZE_GJK_SWEEP_AND_PRUNE_H

#include "../base/sort.h"
#include "../shape/bounds.h"

/*
 * State of a sweep. `order` holds the bodies, sorted by the lower ends of their rectangles on the
 * sweep's axis. `lo` points to four arrays in that order, `stride` entries apart: these lower ends,
 * the lower ends on the other axis, the upper ends, the upper ends on the other axis. `current` and
 * `next` are positions in it: all pairs with a body before `current`, and those of `current`
 * with a body before `next`, have been reported.
 */
typedef struct {
    const GrazeSortItem* order;
    const float* lo;
    size_t stride;
    int32_t count, current, next;
} GrazeSweepAndPrune;

/* Returns the bytes of storage that `count` rectangles need. */
size_t graze_sweep_and_prune_size(int32_t count);

/*
 * Begins with bodies 0 to count - 1. `storage` has graze_sweep_and_prune_size(count) bytes; `items`
 * and `scratch` have `count` entries each; sweep->order is one of the two and stays in use. Source:
 * sweep and prune, Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992, 3.3; it
 * sweeps the axis on which the rectangles are spread further.
 */
void graze_sweep_and_prune_begin(GrazeSweepAndPrune* sweep, const GrazeBounds* bounds,
                                 int32_t count, GrazeSortItem* items, GrazeSortItem* scratch,
                                 void* storage);

/* Writes the next pairs that meet, at most `capacity` (4 or more), each once, as keys:
   first << 32 | second, first < second; the other fields are not set. Returns their number, 0 at
   the end. */
int32_t graze_sweep_and_prune_next(GrazeSweepAndPrune* sweep, GrazeSortItem* pairs,
                                   int32_t capacity);

#endif
