#include "sweep_and_prune.h"

#include "../base/lanes.h"
#include "../base/vec.h"

enum { LANES = 4 };

/* Returns the length of a row, with padding so that four numbers can be read from any box on. */
static size_t padded_count(int32_t count)
{
    return (size_t)count + LANES;
}

size_t graze_sorted_boxes_size(int32_t axes, int32_t count)
{
    size_t rows = 2 * (size_t)axes * padded_count(count) * sizeof(float);
    return 2 * (size_t)count * sizeof(GrazeSortItem) + rows;
}

/* A chunk of boxes, read in the order of `items` or, if that is NULL, of their indices. */
typedef struct {
    float sides[2 * GRAZE_SWEEP_MAX_AXES * GRAZE_SWEEP_CHUNK];
    int32_t count;
} Chunk;

static void read_chunk(const GrazeSweepBoxes* boxes, const GrazeSortItem* items, int32_t from,
                       Chunk* chunk)
{
    uint32_t indices[GRAZE_SWEEP_CHUNK];
    int32_t rest = boxes->count - from;
    chunk->count = rest < GRAZE_SWEEP_CHUNK ? rest : GRAZE_SWEEP_CHUNK;
    for (int32_t k = 0; k < chunk->count; k++)
        indices[k] = items != NULL ? items[from + k].value : (uint32_t)(from + k);
    boxes->read(boxes->source, indices, chunk->count, chunk->sides);
}

/*
 * Sums over the bounded boxes: lower ends, relative to those of the first one, their squares,
 * extents; numbers of bounded and of unbounded boxes. Empty boxes do not count.
 */
typedef struct {
    double first, ends, squares, extents;
    int32_t bounded, unbounded;
} Spread;

static void add_to_spread(Spread* spread, const float* box, int32_t axes, int32_t count)
{
    Spread sum = *spread;
    for (int32_t k = 0; k < count; k++, box += 2 * axes) {
        const double lo = box[0];
        const double hi = box[axes];
        if (!(lo <= hi)) continue;
        if (!(lo > -INFINITY && hi < INFINITY)) {
            sum.unbounded++;
            continue;
        }
        if (sum.bounded++ == 0) sum.first = lo;
        double offset = lo - sum.first;
        sum.ends += offset;
        sum.squares += offset * offset;
        sum.extents += hi - lo;
    }
    *spread = sum;
}

/* Returns the variance of the lower ends times the square of their number. */
static double variance_of(const Spread* spread)
{
    return spread->squares * spread->bounded - spread->ends * spread->ends;
}

/* Returns a measure of how many others a box meets on an axis: an unbounded box meets all of them, and
   counts as one that is as long as the deviation of the lower ends. */
static double crowding_of(const Spread* spread)
{
    double variance = variance_of(spread);
    if (!(variance > 0)) return INFINITY;
    return spread->extents * spread->bounded / sqrt(variance) + spread->unbounded;
}

int32_t graze_sweep_axis(const GrazeSweepBoxes* boxes)
{
    const int32_t axes = boxes->axes;
    Spread spread[GRAZE_SWEEP_MAX_AXES] = {{0, 0, 0, 0, 0, 0}};
    Chunk chunk;
    for (int32_t from = 0; from < boxes->count; from += GRAZE_SWEEP_CHUNK) {
        read_chunk(boxes, NULL, from, &chunk);
        for (int32_t i = 0; i < axes; i++)
            add_to_spread(&spread[i], chunk.sides + i, axes, chunk.count);
    }
    int32_t axis = 0;
    for (int32_t i = 1; i < axes; i++) {
        double p = crowding_of(&spread[axis]);
        double q = crowding_of(&spread[i]);
        bool is_wider = q == p && variance_of(&spread[i]) > variance_of(&spread[axis]);
        if (q < p || is_wider) axis = i;
    }
    return axis;
}

void graze_sorted_boxes_init(GrazeSortedBoxes* sorted, const GrazeSweepBoxes* boxes, int32_t axis,
                             void* storage)
{
    const int32_t axes = boxes->axes;
    const int32_t count = boxes->count;
    Chunk chunk;
    GrazeSortItem* items = storage;
    for (int32_t from = 0; from < count; from += GRAZE_SWEEP_CHUNK) {
        read_chunk(boxes, NULL, from, &chunk);
        const float* lo = chunk.sides + axis;
        for (int32_t k = 0; k < chunk.count; k++, lo += 2 * axes)
            items[from + k] = (GrazeSortItem){graze_sort_key(*lo), (uint32_t)(from + k), 0};
    }
    const GrazeSortItem* order = graze_sort(items, items + count, count);
    float* rows = (float*)(items + 2 * (size_t)count);
    const size_t stride = padded_count(count);
    for (int32_t from = 0; from < count; from += GRAZE_SWEEP_CHUNK) {
        read_chunk(boxes, order, from, &chunk);
        for (int32_t i = 0; i < axes; i++) {
            const float* box = chunk.sides + (axis + i) % axes;
            float* lo = rows + 2 * (size_t)i * stride + from;
            float* hi = lo + stride;
            for (int32_t k = 0; k < chunk.count; k++, box += 2 * axes) {
                lo[k] = box[0];
                hi[k] = box[axes];
            }
        }
    }
    /* Comparisons with NaN are false. */
    for (int32_t row = 0; row < 2 * axes; row++)
        for (int32_t k = 0; k < LANES; k++)
            rows[(size_t)row * stride + (size_t)(count + k)] = NAN;
    *sorted = (GrazeSortedBoxes){order, rows, stride, count};
}

void graze_sweep_among(GrazeSweepAndPrune* sweep, const GrazeSortedBoxes* boxes, int32_t axes,
                       double reach)
{
    *sweep = (GrazeSweepAndPrune){.boxes = {*boxes, *boxes}, .axes = axes, .reach = reach};
}

void graze_sweep_between(GrazeSweepAndPrune* sweep, const GrazeSortedBoxes* a,
                         const GrazeSortedBoxes* b, int32_t axes, double reach)
{
    *sweep =
        (GrazeSweepAndPrune){.boxes = {*a, *b}, .axes = axes, .is_between = true, .reach = reach};
}

/*
 * Chooses the box that is compared next; returns false at the end. Between two sequences it is the
 * one that begins first, of equals that of the first sequence: it meets only boxes of the other
 * that begin from there on.
 */
static bool choose_box(GrazeSweepAndPrune* sweep)
{
    int32_t i = sweep->current[0];
    int32_t j = sweep->current[1];
    if (i >= sweep->boxes[0].count || j >= sweep->boxes[1].count) return false;
    sweep->is_second = sweep->is_between && !(sweep->boxes[0].rows[i] <= sweep->boxes[1].rows[j]);
    if (!sweep->is_begun) sweep->next = !sweep->is_between ? i + 1 : sweep->is_second ? i : j;
    sweep->is_begun = true;
    return true;
}

/* Returns the key of a pair: of a box at a position of its sequence and another box. */
ALWAYS_INLINE uint64_t pair_key(const GrazeSweepAndPrune* sweep, uint64_t one, uint64_t other)
{
    bool swaps = sweep->is_between ? sweep->is_second : other < one;
    return swaps ? other << 32 | one : one << 32 | other;
}

/* Ends of an interval, four times. */
typedef struct {
    Lanes lo, hi;
} LaneRange;

/* Returns the range of a box on axis i of the sweep, enlarged by the reach. */
ALWAYS_INLINE LaneRange range_of(const float* box, size_t stride, size_t i, double reach)
{
    double lo = box[2 * i * stride];
    double hi = box[(2 * i + 1) * stride];
    return (LaneRange){lanes_splat(-float_round_up(reach - lo)),
                       lanes_splat(float_round_up(reach + hi))};
}

ALWAYS_INLINE LaneMask meets(const float* four, size_t stride, size_t i, LaneRange range)
{
    const float* lo = four + 2 * i * stride;
    return (lanes_load(lo) <= range.hi) & (lanes_load(lo + stride) >= range.lo);
}

ALWAYS_INLINE int32_t next_pairs(GrazeSweepAndPrune* sweep, const bool is_3d, GrazeSortItem* pairs,
                                 int32_t capacity)
{
    int32_t found = 0;
    while (choose_box(sweep)) {
        const GrazeSortedBoxes* own = &sweep->boxes[sweep->is_second];
        const GrazeSortedBoxes* others = &sweep->boxes[!sweep->is_second];
        const int32_t at = sweep->current[sweep->is_second];
        const float* box = own->rows + at;
        const size_t stride = others->stride;
        const uint64_t one = own->order[at].value;
        const LaneRange on_axis = range_of(box, own->stride, 0, sweep->reach);
        const LaneRange second = range_of(box, own->stride, 1, sweep->reach);
        const LaneRange third = range_of(box, own->stride, is_3d ? 2 : 1, sweep->reach);
        LaneMask is_near_on_axis = mask_splat(-1);
        for (int32_t j = sweep->next; is_near_on_axis[LANES - 1] != 0; j += LANES) {
            if (found > capacity - LANES) {
                sweep->next = j;
                return found;
            }
            const float* four = others->rows + j;
            /* Along the axis of the sweep they are within reach until one begins beyond `hi`. */
            is_near_on_axis = lanes_load(four) <= on_axis.hi;
            LaneMask is_near = is_near_on_axis & meets(four, stride, 1, second);
            if (is_3d) is_near &= meets(four, stride, 2, third);
            for (uint32_t bits = mask_bits(is_near); bits != 0; bits &= bits - 1) {
                uint64_t other = others->order[j + __builtin_ctz(bits)].value;
                pairs[found++].key = pair_key(sweep, one, other);
            }
        }
        sweep->current[sweep->is_second]++;
        if (!sweep->is_between) sweep->current[1] = sweep->current[0];
        sweep->is_begun = false;
    }
    return found;
}

int32_t graze_sweep_next(GrazeSweepAndPrune* sweep, GrazeSortItem* pairs, int32_t capacity)
{
    return sweep->axes == 3 ? next_pairs(sweep, true, pairs, capacity)
                            : next_pairs(sweep, false, pairs, capacity);
}
