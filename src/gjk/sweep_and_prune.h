/* Which of many rectangles meet: the broad phase of many bodies. */
#ifndef GRAZE_GJK_SWEEP_AND_PRUNE_H
#define GRAZE_GJK_SWEEP_AND_PRUNE_H

#include "../base/sort.h"
#include "../shape/bounds.h"

/*
 * A sweep on its way. `order`: bodies by the lower ends of their rectangles on the sweep's axis. Behind
 * `lo`, every `stride` entries, in that order: these ends; the upper ends; the lower and the upper ends on the
 * other axis. Pairs of `current` with those before `next` have been given.
 */
typedef struct {
    const GrazeSortItem* order;
    const float* lo;
    size_t stride;
    int32_t count, current, next;
} GrazeSweepAndPrune;

/* Room for `count` rectangles, in bytes. */
size_t graze_sweep_and_prune_size(int32_t count);

/*
 * Begins with bodies 0 to count - 1. `storage`: of graze_sweep_and_prune_size(count) bytes; `items` and `scratch`:
 * room for `count` each, of which prune->order stays in use. Source: sweep and prune, Baraff, "Dynamic Simulation of
 * Non-Penetrating Rigid Bodies", 1992, 3.3; on the axis on which the rectangles are spread further.
 */
void graze_sweep_and_prune_begin(GrazeSweepAndPrune* sweep, const GrazeBounds* bounds,
                                 int32_t count, GrazeSortItem* items, GrazeSortItem* scratch,
                                 void* storage);

/* The next pairs that meet, at most `capacity` (4 or more), each once, as keys: first << 32 | second, first <
   second. Returns how many, 0 at the end. */
int32_t graze_sweep_and_prune_next(GrazeSweepAndPrune* sweep, GrazeSortItem* pairs,
                                   int32_t capacity);

#endif
