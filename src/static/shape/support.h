/* Support mapping: the vertex of a shape that lies furthest in a direction. */
#ifndef GRAZE_STATIC_SUPPORT_H
#define GRAZE_STATIC_SUPPORT_H

#include "../../base/doubles.h"
#include "../../base/vec.h"
#include "../../graze.h"

/* Return the indices of the neighbors of vertex i along an outline of `count` vertices. */
ALWAYS_INLINE int32_t next_index(int32_t i, int32_t count)
{
    return i + 1 < count ? i + 1 : 0;
}

ALWAYS_INLINE int32_t previous_index(int32_t i, int32_t count)
{
    return i > 0 ? i - 1 : count - 1;
}

/*
 * Returns the index of the core's vertex (the radius does not count) with the largest dot product
 * with (x, y), in the body frame, as double computes it; the first of several such vertices. Every
 * method gives the same index. O(count) at worst; climbing from a `cache` (any vertex) near the
 * answer takes a few steps.
 */
int32_t graze_support(const GrazeShape* shape, double x, double y, GrazeSupport method,
                      int32_t cache);

/* Returns the projections of the first two vertices, with the rounding of every method. */
ALWAYS_INLINE Doubles project_two(const GrazePoint* vertices, double x, double y)
{
    return doubles_even(vertices) * x + doubles_odd(vertices) * y;
}

/*
 * Returns the first furthest of 2 to 8 vertices and writes its projection to both lanes of
 * `furthest`. Two vertices are projected at a time, some of them twice if their number is not 2, 4
 * or 8: then the only branch is the one on their number.
 */
ALWAYS_INLINE int32_t scan_few(const GrazePoint* vertices, int32_t count, double x, double y,
                               Doubles* furthest)
{
    int32_t last = count - 2;
    int32_t third = last < 4 ? last : 4;
    Doubles projection0 = project_two(vertices, x, y);
    Doubles projection3 = project_two(vertices + last, x, y);
    Doubles largest = doubles_max(projection0, projection3);
    if (count <= 4) {
        largest = doubles_max(largest, doubles_swapped(largest));
        *furthest = largest;
        return __builtin_ctz(doubles_mask_bits(projection0 == largest) |
                             doubles_mask_bits(projection3 == largest) << last);
    }
    Doubles projection1 = project_two(vertices + 2, x, y);
    Doubles projection2 = project_two(vertices + third, x, y);
    largest = doubles_max(largest, doubles_max(projection1, projection2));
    largest = doubles_max(largest, doubles_swapped(largest));
    *furthest = largest;
    return __builtin_ctz(doubles_mask_bits(projection0 == largest) |
                         doubles_mask_bits(projection1 == largest) << 2 |
                         doubles_mask_bits(projection2 == largest) << third |
                         doubles_mask_bits(projection3 == largest) << last);
}

/*
 * Returns graze_support's answer; the search of GRAZE_SUPPORT_AUTO among a few vertices is inline.
 */
ALWAYS_INLINE int32_t support_inline(const GrazeShape* shape, double x, double y,
                                     GrazeSupport method, int32_t cache)
{
#ifdef __wasm_simd128__
    if (method == GRAZE_SUPPORT_AUTO && shape->count >= 2 && shape->count <= 8) {
        Doubles furthest;
        return scan_few(shape->vertices, shape->count, x, y, &furthest);
    }
#endif
    return graze_support(shape, x, y, method, cache);
}

#endif
