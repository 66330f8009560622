#include "prune.h"

#include "../base/lanes.h"
#include "../base/vec.h"

enum { LANES = 4 };

/* The axis on which the lower ends have the greater variance. */
static int widest_axis(const GrazeBounds* bounds, int32_t count)
{
    Doubles sum = {0, 0};
    Doubles squares = {0, 0};
    for (int32_t k = 0; k < count; k++) {
        Doubles from = doubles_of(bounds[k].end) - doubles_of(bounds[0].end);
        sum += from;
        squares += from * from;
    }
    Doubles variance = squares * count - sum * sum;
    return variance[1] > variance[0];
}

/* Entries of each array: four can be read from any rectangle on. */
static size_t room_for(int32_t count)
{
    return (size_t)count + LANES;
}

size_t graze_prune_size(int32_t count)
{
    return 4 * room_for(count) * sizeof(float);
}

void graze_prune_begin(GrazePrune* prune, const GrazeBounds* bounds, int32_t count,
                       GrazeItem* items, GrazeItem* spare, void* storage)
{
    int axis = widest_axis(bounds, count);
    for (int32_t k = 0; k < count; k++)
        items[k] = (GrazeItem){graze_sort_key(bounds[k].end[axis]), (uint32_t)k, 0};
    const GrazeItem* order = graze_sort(items, spare, count);
    size_t room = room_for(count);
    float* lo = storage;
    for (int32_t end = 0; end < 4; end++) {
        float* ends = lo + (size_t)end * room;
        for (int32_t k = 0; k < count; k++)
            ends[k] = bounds[order[k].value].end[end ^ axis];
        /* No comparison with these holds. */
        for (int32_t k = 0; k < LANES; k++)
            ends[count + k] = NAN;
    }
    *prune = (GrazePrune){order, lo, room, count, 0, 1};
}

int32_t graze_prune_next(GrazePrune* prune, GrazeItem* pairs, int32_t most)
{
    size_t room = prune->room;
    int32_t found = 0;
    for (; prune->at < prune->count; prune->next = ++prune->at + 1) {
        const float* one = prune->lo + prune->at;
        uint64_t first = prune->order[prune->at].value;
        Lanes hi = lanes_of(one[2 * room]);
        Lanes side_lo = lanes_of(one[room]);
        Lanes side_hi = lanes_of(one[3 * room]);
        LaneMask is_near = mask_of(-1);
        for (int32_t j = prune->next; is_near[LANES - 1] != 0; j += LANES) {
            const float* four = prune->lo + j;
            if (found > most - LANES) {
                prune->next = j;
                return found;
            }
            is_near = lanes_load(four) <= hi;
            LaneMask meet = is_near & (lanes_load(four + room) <= side_hi) &
                            (lanes_load(four + 3 * room) >= side_lo);
            for (uint32_t bits = mask_bits(meet); bits != 0; bits &= bits - 1) {
                uint64_t second = prune->order[j + __builtin_ctz(bits)].value;
                pairs[found++].key = first < second ? first << 32 | second : second << 32 | first;
            }
        }
    }
    return found;
}
