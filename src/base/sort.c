#include "sort.h"

enum { DIGIT = 8, DIGITS = 1 << DIGIT };

static int32_t digit_of(const GrazeItem* item, int shift)
{
    return (int32_t)(item->key >> shift) & (DIGITS - 1);
}

GrazeItem* graze_sort(GrazeItem* items, GrazeItem* spare, int32_t count)
{
    for (int shift = 0; shift < 64; shift += DIGIT) {
        /* How many have a digit, then where the next one of them goes. */
        int32_t place[DIGITS] = {0};
        for (int32_t k = 0; k < count; k++)
            place[digit_of(&items[k], shift)]++;
        if (count == 0 || place[digit_of(items, shift)] == count) continue;
        for (int32_t digit = 0, before = 0; digit < DIGITS; digit++) {
            int32_t number = place[digit];
            place[digit] = before;
            before += number;
        }
        for (int32_t k = 0; k < count; k++)
            spare[place[digit_of(&items[k], shift)]++] = items[k];
        GrazeItem* sorted = spare;
        spare = items;
        items = sorted;
    }
    return items;
}
