/*
 * Morton order interleaves the bits of both coordinates of a point in a square of 2^16 by 2^16
 * cells: points near in the plane are mostly near in this order. Source: Morton, "A Computer
 * Oriented Geodetic Data Base", 1966.
 */
#ifndef GRAZE_BASE_MORTON_H
#define GRAZE_BASE_MORTON_H

#include <stdint.h>

enum { MORTON_CELLS = 1 << 16 };

static inline uint64_t morton_spread_bits(uint64_t n)
{
    n = (n | n << 8) & 0x00ff00ff;
    n = (n | n << 4) & 0x0f0f0f0f;
    n = (n | n << 2) & 0x33333333;
    return (n | n << 1) & 0x55555555;
}

/* Returns the position of a coordinate between two others, in MORTON_CELLS. Values beyond float32
   are at an end. */
static inline uint64_t morton_coordinate(double middle, double lo, double hi)
{
    double position = (middle - lo) / (hi - lo) * MORTON_CELLS;
    return position > 0 ? position < MORTON_CELLS - 1 ? (uint64_t)position : MORTON_CELLS - 1 : 0;
}

/* Returns the key of a point whose coordinates have these positions. */
static inline uint64_t morton_key(uint64_t x, uint64_t y)
{
    return morton_spread_bits(x) | morton_spread_bits(y) << 1;
}

#endif
