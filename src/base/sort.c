#include "sort.h"

enum { DIGIT_BITS = 8, DIGIT_VALUES = 1 << DIGIT_BITS };

static int32_t get_digit(const GrazeSortItem* item, int shift)
{
    return (int32_t)(item->key >> shift) & (DIGIT_VALUES - 1);
}

GrazeSortItem* graze_sort(GrazeSortItem* items, GrazeSortItem* scratch, int32_t count)
{
    for (int shift = 0; shift < 64; shift += DIGIT_BITS) {
        /* First the number of items with each digit, then the position of the next such item. */
        int32_t positions[DIGIT_VALUES] = {0};
        for (int32_t k = 0; k < count; k++)
            positions[get_digit(&items[k], shift)]++;
        if (count == 0 || positions[get_digit(items, shift)] == count) continue;
        for (int32_t digit = 0, before = 0; digit < DIGIT_VALUES; digit++) {
            int32_t digit_count = positions[digit];
            positions[digit] = before;
            before += digit_count;
        }
        for (int32_t k = 0; k < count; k++)
            scratch[positions[get_digit(&items[k], shift)]++] = items[k];
        GrazeSortItem* sorted = scratch;
        scratch = items;
        items = sorted;
    }
    return items;
}
