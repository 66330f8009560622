/*
 * Sweep and prune: finds which of many boxes meet, or come within a reach of each other. Source:
 * Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992, 3.3; Cohen, Lin, Manocha and
 * Ponamgi, "I-COLLIDE", 1995. Unlike theirs it sorts anew, by radix, in linear time however the
 * boxes have moved.
 */
#ifndef GRAZE_BROADPHASE_SWEEP_AND_PRUNE_H
#define GRAZE_BROADPHASE_SWEEP_AND_PRUNE_H

#include "../base/sort.h"

#include <stdbool.h>
#include <stddef.h>

enum { GRAZE_SWEEP_MAX_AXES = 3, GRAZE_SWEEP_CHUNK = 32 };

/*
 * Boxes of two or three axes in float32: the lower ends on all axes, then the upper ends. An end
 * may be infinite. A box from infinity to -infinity is empty: it meets only boxes without end. One of
 * NaNs meets none.
 */
typedef struct {
    /* Writes the 2 axes sides of each of the boxes `indices`, at most GRAZE_SWEEP_CHUNK of them. Boxes
       need not be stored: each is read three times. */
    void (*read)(const void* source, const uint32_t* indices, int32_t count, float* sides);
    const void* source;
    int32_t axes;  /* 2 or 3 */
    int32_t count; /* number of boxes */
} GrazeSweepBoxes;

/*
 * Boxes in the order of their lower ends on the axis of the sweep. `rows` has two rows per axis,
 * `stride` numbers each: lower ends and upper ends, of the axis of the sweep first.
 */
typedef struct {
    const GrazeSortItem* order; /* item k: box at position k, as `value` */
    const float* rows;
    size_t stride;
    int32_t count;
} GrazeSortedBoxes;

/*
 * State of a sweep. `current` are positions in both sequences (among the boxes of one sequence only
 * the first is used): all pairs with a box before them have been reported, and those of the box
 * that is compared with a box of the other sequence before `next`.
 */
typedef struct {
    GrazeSortedBoxes boxes[2];
    int32_t axes;
    bool is_between;
    bool is_second; /* the box that is compared belongs to the second sequence */
    bool is_begun;  /* `next` is valid */
    int32_t current[2];
    int32_t next;
    /* Pairs whose gap on each axis is at most this, up to a rounding in double of its sum with an
       end, are reported. It may change during a sweep: pairs that are reported later follow the new
       value. At least 0. */
    double reach;
} GrazeSweepAndPrune;

/* Returns the bytes of storage that sorted boxes need; a multiple of 8. */
size_t graze_sorted_boxes_size(int32_t axes, int32_t count);

/* Returns the axis on which extents are least relative to the standard deviation of the lower
   ends, of equals that with the larger one: the one that leaves the fewest pairs. */
int32_t graze_sweep_axis(const GrazeSweepBoxes* boxes);

/*
 * Sorts boxes by their lower ends on `axis`. `storage` has graze_sorted_boxes_size bytes and is
 * 8-byte aligned; it stays in use, `boxes` do not. O(count).
 */
void graze_sorted_boxes_init(GrazeSortedBoxes* sorted, const GrazeSweepBoxes* boxes, int32_t axis,
                             void* storage);

/* Begin a sweep among the boxes of one sequence, or between those of two that are sorted on the
   same axis. */
void graze_sweep_among(GrazeSweepAndPrune* sweep, const GrazeSortedBoxes* boxes, int32_t axes,
                       double reach);
void graze_sweep_between(GrazeSweepAndPrune* sweep, const GrazeSortedBoxes* a,
                         const GrazeSortedBoxes* b, int32_t axes, double reach);

/*
 * Writes the next pairs within reach, at most `capacity` (4 or more), each once, as keys: first
 * << 32 | second. Among the boxes of one sequence first < second; between two, first is of the first
 * one. The other fields are not set. Returns their number, 0 at the end. Each call takes time for
 * the boxes compared: in all O(count + m) for m pairs that are within reach on the axis of the
 * sweep.
 */
int32_t graze_sweep_next(GrazeSweepAndPrune* sweep, GrazeSortItem* pairs, int32_t capacity);

#endif
