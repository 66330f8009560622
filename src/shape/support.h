/* Support mapping: the vertex of a shape that lies furthest in a direction. */
#ifndef GRAZE_SHAPE_SUPPORT_H
#define GRAZE_SHAPE_SUPPORT_H

#include "../base/doubles.h"
#include "../base/vec.h"
#include "../graze.h"

/* The neighbours of vertex i along an outline of `count` vertices. */
HOT int32_t next_index(int32_t i, int32_t count)
{
    return i + 1 < count ? i + 1 : 0;
}

HOT int32_t previous_index(int32_t i, int32_t count)
{
    return i > 0 ? i - 1 : count - 1;
}

/*
 * Index of the vertex of the core (radius left out) with the largest dot product with (x, y),
 * in the body frame, as double computes it; of several such, the first. Every method gives the same
 * index. O(count) at worst; climbing from a `hint` (any vertex) that is near takes a few steps.
 */
int32_t graze_support(const GrazeShape* shape, double x, double y, GrazeSupport method,
                      int32_t hint);

/* The reach of the first two vertices, rounded as every method rounds it. */
HOT Doubles reach_of_two(const GrazePoint* vertices, double x, double y)
{
    return doubles_even(vertices) * x + doubles_odd(vertices) * y;
}

/*
 * Of 2 to 8 vertices the first that reaches furthest, and how far, in both lanes. Two are looked at at a
 * time, some twice where they are not 2, 4 or 8: then there is no branch but the one on their number.
 */
HOT int32_t scan_few(const GrazePoint* vertices, int32_t count, double x, double y,
                     Doubles* furthest)
{
    int32_t last = count - 2;
    int32_t third = last < 4 ? last : 4;
    Doubles reach0 = reach_of_two(vertices, x, y);
    Doubles reach3 = reach_of_two(vertices + last, x, y);
    Doubles most = doubles_max(reach0, reach3);
    if (count <= 4) {
        most = doubles_max(most, doubles_swapped(most));
        *furthest = most;
        return __builtin_ctz(doubles_where(reach0 == most) | doubles_where(reach3 == most) << last);
    }
    Doubles reach1 = reach_of_two(vertices + 2, x, y);
    Doubles reach2 = reach_of_two(vertices + third, x, y);
    most = doubles_max(most, doubles_max(reach1, reach2));
    most = doubles_max(most, doubles_swapped(most));
    *furthest = most;
    return __builtin_ctz(doubles_where(reach0 == most) | doubles_where(reach1 == most) << 2 |
                         doubles_where(reach2 == most) << third |
                         doubles_where(reach3 == most) << last);
}

/* graze_support, inline for what GRAZE_SUPPORT_AUTO does with a few vertices. */
HOT int32_t support_of(const GrazeShape* shape, double x, double y, GrazeSupport method,
                       int32_t hint)
{
#ifdef __wasm_simd128__
    if (method == GRAZE_SUPPORT_AUTO && shape->count >= 2 && shape->count <= 8) {
        Doubles furthest;
        return scan_few(shape->vertices, shape->count, x, y, &furthest);
    }
#endif
    return graze_support(shape, x, y, method, hint);
}

#endif
