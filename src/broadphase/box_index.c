#include "../base/expansion.h"
#include "../base/storage.h"
#include "../base/vec.h"
#include "../graze.h"
#include "box_tree.h"
#include "sweep_and_prune.h"

/* Boxes for their own sake: the tree over those that are kept, and a sweep over those at hand. */

enum { CHUNK = 64 };

static size_t item_capacity(int32_t capacity, int32_t pairs)
{
    return (size_t)(capacity > pairs ? capacity : pairs);
}

size_t graze_box_index_size(int32_t axes, int32_t capacity, int32_t pairs)
{
    return graze_round_up(sizeof(GrazeBoxTree)) + graze_box_tree_size(capacity) +
           2 * item_capacity(capacity, pairs) * sizeof(GrazeSortItem) +
           graze_sorted_boxes_size(axes, capacity) + graze_sorted_boxes_size(axes, 0);
}

void graze_box_index_init(GrazeBoxIndex* index, int32_t axes, int32_t capacity, int32_t pairs,
                          void* storage)
{
    GrazeBoxTree* tree = storage;
    char* nodes = (char*)storage + graze_round_up(sizeof *tree);
    graze_box_tree_init(tree, capacity, nodes);
    *index = (GrazeBoxIndex){axes, capacity, pairs, tree, nodes + graze_box_tree_size(capacity)};
}

static const float* sides_of(const GrazeBoxIndex* index, const float* sides, int32_t k)
{
    return sides + 2 * (size_t)index->axes * (size_t)k;
}

GrazeStatus graze_box_index_check(const GrazeBoxIndex* index, const float* sides, int32_t from,
                                  int32_t end, int32_t* culprit)
{
    for (int32_t k = from; k < end; k++) {
        const float* box = sides_of(index, sides, k);
        for (int32_t side = 0; side < 2 * index->axes; side++) {
            if (!isnan(box[side])) continue;
            *culprit = k;
            return GRAZE_E_NOT_FINITE;
        }
    }
    return GRAZE_OK;
}

void graze_box_index_update(GrazeBoxIndex* index, const float* sides, int32_t from, int32_t end)
{
    if (from == 0 && end == index->capacity) {
        graze_box_tree_build(index->tree, sides, index->axes, end, index->scratch);
        return;
    }
    for (int32_t k = from; k < end; k++) {
        GrazeTreeBox box = graze_tree_box_of(sides_of(index, sides, k), index->axes);
        graze_box_tree_set(index->tree, k, &box);
    }
}

int32_t graze_box_index_search(const GrazeBoxIndex* index, const double* box, uint32_t* found)
{
    const int32_t axes = index->axes;
    const GrazeBoxTree* tree = index->tree;
    GrazeSortItem* items = index->scratch;
    GrazeTreeBox rounded = {lanes_splat(0), lanes_splat(0)};
    GrazeBoxTreeSearch search;
    int32_t count = 0;
    int32_t entry;
    for (int32_t axis = 0; axis < axes; axis++) {
        rounded.lo[axis] = -float_round_up(-box[axis]);
        rounded.hi[axis] = float_round_up(box[axes + axis]);
    }
    graze_box_tree_search_init(&search, tree, &rounded);
    while ((entry = graze_box_tree_next(&search)) != GRAZE_NO_NODE) {
        /* A box may meet the rounded one alone. */
        const GrazeTreeBox* own = &tree->nodes[tree->leaves[entry]].box;
        bool meets = true;
        for (int32_t axis = 0; axis < axes; axis++)
            meets = meets && own->lo[axis] <= box[axes + axis] && own->hi[axis] >= box[axis];
        if (meets) items[count++].key = (uint32_t)entry;
    }
    items = graze_sort(items, items + item_capacity(index->capacity, index->pairs), count);
    for (int32_t k = 0; k < count; k++)
        found[k] = (uint32_t)items[k].key;
    return count;
}

/* ---- pairs ---- */

/* Boxes of a sweep, from `first` on. */
typedef struct {
    const GrazeBoxIndex* index;
    const float* sides;
    int32_t first;
} Source;

/* Empty boxes have NaN for all sides: the sweep reports no pair with them. */
static void read_boxes(const void* source, const uint32_t* indices, int32_t count, float* sides)
{
    const Source* from = source;
    const int32_t axes = from->index->axes;
    for (int32_t k = 0; k < count; k++, sides += 2 * axes) {
        const float* own = sides_of(from->index, from->sides, from->first + (int32_t)indices[k]);
        GrazeTreeBox box = graze_tree_box_of(own, axes);
        bool is_empty = graze_tree_box_is_empty(&box);
        for (int32_t side = 0; side < 2 * axes; side++)
            sides[side] = is_empty ? NAN : own[side];
    }
}

/* Returns whether one end is at most `reach` above another one. Between equal infinities there is no
   gap. */
static bool is_reached(float lower, float upper, double reach)
{
    double gap;
    double tail;
    if (lower <= upper) return true;
    two_sum(lower, -(double)upper, &gap, &tail);
    return gap < reach || (gap == reach && tail <= 0);
}

/* Returns whether the gap of two boxes of a sweep is at most `reach` on each axis. The sweep rounds sums
   of ends and reach, which loses no such pair: rounding preserves order, and ends need none. */
static bool is_within(const GrazeBoxIndex* index, const float* sides, uint64_t key, double reach)
{
    const int32_t axes = index->axes;
    const float* p = sides_of(index, sides, (int32_t)(key >> 32));
    const float* q = sides_of(index, sides, (int32_t)(uint32_t)key);
    for (int32_t axis = 0; axis < axes; axis++) {
        if (!is_reached(p[axis], q[axes + axis], reach)) return false;
        if (!is_reached(q[axis], p[axes + axis], reach)) return false;
    }
    return true;
}

/* Writes all pairs of a sweep; `offset` is the key of the pair (0, 0). */
static int32_t find_pairs(const GrazeBoxIndex* index, const float* sides, GrazeSweepAndPrune* sweep,
                          uint64_t offset, uint32_t* pairs)
{
    GrazeSortItem* items = index->scratch;
    GrazeSortItem chunk[CHUNK];
    int64_t found = 0;
    int32_t number;
    while ((number = graze_sweep_next(sweep, chunk, CHUNK)) > 0) {
        for (int32_t k = 0; k < number; k++) {
            uint64_t key = chunk[k].key + offset;
            if (!is_within(index, sides, key, sweep->reach)) continue;
            if (found < index->pairs) items[found].key = key;
            found++;
        }
    }
    if (found > index->pairs) return found < INT32_MAX ? (int32_t)found : INT32_MAX;
    items = graze_sort(items, items + item_capacity(index->capacity, index->pairs), (int32_t)found);
    for (int64_t k = 0; k < found; k++) {
        pairs[2 * k] = (uint32_t)(items[k].key >> 32);
        pairs[2 * k + 1] = (uint32_t)items[k].key;
    }
    return (int32_t)found;
}

/* Returns the scratch memory behind the items. */
static char* sweep_storage(const GrazeBoxIndex* index)
{
    GrazeSortItem* items = index->scratch;
    return (char*)(items + 2 * item_capacity(index->capacity, index->pairs));
}

int32_t graze_box_index_near(const GrazeBoxIndex* index, const float* sides, int32_t count,
                             double reach, uint32_t* pairs)
{
    const Source source = {index, sides, 0};
    const GrazeSweepBoxes boxes = {read_boxes, &source, index->axes, count};
    GrazeSortedBoxes sorted;
    GrazeSweepAndPrune sweep;
    graze_sorted_boxes_init(&sorted, &boxes, graze_sweep_axis(&boxes), sweep_storage(index));
    graze_sweep_among(&sweep, &sorted, index->axes, reach);
    return find_pairs(index, sides, &sweep, 0, pairs);
}

int32_t graze_box_index_between(const GrazeBoxIndex* index, const float* sides, GrazeRange firsts,
                                GrazeRange seconds, double reach, uint32_t* pairs)
{
    /* In each pair the lower box is the first one. */
    GrazeRange low = firsts.first <= seconds.first ? firsts : seconds;
    GrazeRange high = firsts.first <= seconds.first ? seconds : firsts;
    const Source sources[2] = {{index, sides, low.first}, {index, sides, high.first}};
    const GrazeSweepBoxes boxes[2] = {{read_boxes, &sources[0], index->axes, low.count},
                                      {read_boxes, &sources[1], index->axes, high.count}};
    GrazeSortedBoxes sorted[2];
    GrazeSweepAndPrune sweep;
    int32_t axis = graze_sweep_axis(&boxes[low.count < high.count]);
    char* storage = sweep_storage(index);
    graze_sorted_boxes_init(&sorted[0], &boxes[0], axis, storage);
    graze_sorted_boxes_init(&sorted[1], &boxes[1], axis,
                            storage + graze_sorted_boxes_size(index->axes, low.count));
    graze_sweep_between(&sweep, &sorted[0], &sorted[1], index->axes, reach);
    return find_pairs(index, sides, &sweep, (uint64_t)low.first << 32 | (uint64_t)high.first,
                      pairs);
}
