/* Radix sort. */
#ifndef GRAZE_BASE_SORT_H
#define GRAZE_BASE_SORT_H

#include <stdint.h>
#include <string.h>

/*
 * An item that is sorted by `key`, with its data: a pair of bodies with its relation and distance,
 * or a body.
 */
typedef struct {
    uint64_t key;
    uint32_t value;
    float distance;
} GrazeSortItem;

/*
 * Sorts by key; equal keys keep their order. Returns the array that holds the sorted items: `items`
 * or `scratch`. O(count) for each byte in which keys differ.
 * Source: radix sort from the least significant digit, Knuth, "The Art of Computer Programming",
 * 5.2.5.
 */
GrazeSortItem* graze_sort(GrazeSortItem* items, GrazeSortItem* scratch, int32_t count);

/* Returns an unsigned number; these numbers have the order of the floats. */
static inline uint32_t graze_sort_key(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 != 0 ? ~bits : bits | 0x80000000U;
}

/* Returns an unsigned number; these numbers have the order of the doubles, -0 that of 0. */
static inline uint64_t graze_double_sort_key(double value)
{
    uint64_t bits;
    value += 0; /* -0 becomes 0 */
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63;
}

#endif
