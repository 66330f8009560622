/* Which of many rectangles meet: the broad phase of many bodies. */
#ifndef GRAZE_GJK_PRUNE_H
#define GRAZE_GJK_PRUNE_H

#include "../base/sort.h"
#include "../shape/bounds.h"

/*
 * A sweep on its way. `order`: bodies by the lower ends of their rectangles on the sweep's axis. Behind
 * `lo`, every `room` entries, in that order: these ends; the upper ends; the lower and the upper ends on the
 * other axis. Pairs of `at` with those before `next` have been given.
 */
typedef struct {
    const GrazeItem* order;
    const float* lo;
    size_t room;
    int32_t count, at, next;
} GrazePrune;

/* Room for `count` rectangles, in bytes. */
size_t graze_prune_size(int32_t count);

/*
 * Begins with bodies 0 to count - 1. `storage`: of graze_prune_size(count) bytes; `items` and `spare`:
 * room for `count` each, of which prune->order stays in use. Source: sweep and prune, Baraff, "Dynamic Simulation of
 * Non-Penetrating Rigid Bodies", 1992, 3.3; on the axis on which the rectangles are spread further.
 */
void graze_prune_begin(GrazePrune* prune, const GrazeBounds* bounds, int32_t count,
                       GrazeItem* items, GrazeItem* spare, void* storage);

/* The next pairs that meet, at most `most` (4 or more), each once, as keys: first << 32 | second, first <
   second. Returns how many, 0 at the end. */
int32_t graze_prune_next(GrazePrune* prune, GrazeItem* pairs, int32_t most);

#endif
