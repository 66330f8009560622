/*
 * Morton order interleaves the bits of the coordinates of a point in a square or cube with 2^16
 * cells on each axis: points near each other are mostly near in this order. Source: Morton, "A
 * Computer Oriented Geodetic Data Base", 1966.
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

/* Moves the bits of a coordinate three places apart. */
static inline uint64_t morton_spread_bits_3d(uint64_t n)
{
    n = (n | n << 16) & UINT64_C(0x0000ff0000ff);
    n = (n | n << 8) & UINT64_C(0x00f00f00f00f);
    n = (n | n << 4) & UINT64_C(0x0c30c30c30c3);
    return (n | n << 2) & UINT64_C(0x249249249249);
}

/* Returns the key of a point of three coordinates. */
static inline uint64_t morton_key_3d(uint64_t x, uint64_t y, uint64_t z)
{
    return morton_spread_bits_3d(x) | morton_spread_bits_3d(y) << 1 | morton_spread_bits_3d(z) << 2;
}

#endif
