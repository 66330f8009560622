#include "sweep_and_prune.h"

#include "../base/lanes.h"
#include "../base/vec.h"

enum { LANES = 4 };

/* Returns the axis on which the lower ends have the greater variance. */
static int widest_axis(const GrazeBounds* bounds, int32_t count)
{
    Doubles sum = {0, 0};
    Doubles squares = {0, 0};
    for (int32_t k = 0; k < count; k++) {
        Doubles offset =
            doubles_from_floats(bounds[k].sides) - doubles_from_floats(bounds[0].sides);
        sum += offset;
        squares += offset * offset;
    }
    Doubles variance = squares * count - sum * sum;
    return variance[1] > variance[0];
}

/* Returns the number of entries of each array, padded so that four can be read from any rectangle
   on. */
static size_t padded_count(int32_t count)
{
    return (size_t)count + LANES;
}

size_t graze_sweep_and_prune_size(int32_t count)
{
    return 4 * padded_count(count) * sizeof(float);
}

void graze_sweep_and_prune_begin(GrazeSweepAndPrune* sweep, const GrazeBounds* bounds,
                                 int32_t count, GrazeSortItem* items, GrazeSortItem* scratch,
                                 void* storage)
{
    int axis = widest_axis(bounds, count);
    for (int32_t k = 0; k < count; k++)
        items[k] = (GrazeSortItem){graze_sort_key(bounds[k].sides[axis]), (uint32_t)k, 0};
    const GrazeSortItem* order = graze_sort(items, scratch, count);
    size_t stride = padded_count(count);
    float* lo = storage;
    for (int32_t end = 0; end < 4; end++) {
        float* ends = lo + (size_t)end * stride;
        for (int32_t k = 0; k < count; k++)
            ends[k] = bounds[order[k].value].sides[end ^ axis];
        /* Comparisons with NaN are false. */
        for (int32_t k = 0; k < LANES; k++)
            ends[count + k] = NAN;
    }
    *sweep = (GrazeSweepAndPrune){order, lo, stride, count, 0, 1};
}

int32_t graze_sweep_and_prune_next(GrazeSweepAndPrune* sweep, GrazeSortItem* pairs,
                                   int32_t capacity)
{
    size_t stride = sweep->stride;
    int32_t found = 0;
    for (; sweep->current < sweep->count; sweep->next = ++sweep->current + 1) {
        const float* one = sweep->lo + sweep->current;
        uint64_t first = sweep->order[sweep->current].value;
        Lanes hi = lanes_splat(one[2 * stride]);
        Lanes side_lo = lanes_splat(one[stride]);
        Lanes side_hi = lanes_splat(one[3 * stride]);
        LaneMask meets_on_axis = mask_splat(-1);
        for (int32_t j = sweep->next; meets_on_axis[LANES - 1] != 0; j += LANES) {
            const float* four = sweep->lo + j;
            if (found > capacity - LANES) {
                sweep->next = j;
                return found;
            }
            /* Along the sweep's axis they meet until one begins beyond `hi`. */
            meets_on_axis = lanes_load(four) <= hi;
            LaneMask meet = meets_on_axis & (lanes_load(four + stride) <= side_hi) &
                            (lanes_load(four + 3 * stride) >= side_lo);
            for (uint32_t bits = mask_bits(meet); bits != 0; bits &= bits - 1) {
                uint64_t second = sweep->order[j + __builtin_ctz(bits)].value;
                pairs[found++].key = first < second ? first << 32 | second : second << 32 | first;
            }
        }
    }
    return found;
}
