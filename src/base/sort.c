#include "sort.h"

enum { DIGIT_BITS = 8, DIGIT_VALUES = 1 << DIGIT_BITS, FEW = 16 };

static int32_t get_digit(const GrazeSortItem* item, int shift)
{
    return (int32_t)(item->key >> shift) & (DIGIT_VALUES - 1);
}

/* Sorts by insertion, which is quicker than counting the digits of a few items. */
static void sort_few(GrazeSortItem* items, int32_t count)
{
    for (int32_t k = 1; k < count; k++) {
        GrazeSortItem item = items[k];
        int32_t at = k;
        for (; at > 0 && items[at - 1].key > item.key; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

GrazeSortItem* graze_sort(GrazeSortItem* items, GrazeSortItem* scratch, int32_t count)
{
    if (count <= FEW) {
        sort_few(items, count);
        return items;
    }
    for (int shift = 0; shift < 64; shift += DIGIT_BITS) {
        /* First the number of items with each digit, then the position of the next such item. */
        int32_t positions[DIGIT_VALUES] = {0};
        for (int32_t k = 0; k < count; k++)
            positions[get_digit(&items[k], shift)]++;
        if (positions[get_digit(items, shift)] == count) continue;
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
