/* A shape's vertices laid out for support points in float32, and an index of them by direction. */
#ifndef GRAZE_SHAPE_SUPPORT_LUT_H
#define GRAZE_SHAPE_SUPPORT_LUT_H

#include "../graze.h"

/*
 * Directions are divided into sectors by the diamond angle t of (x, y): from 0 along +x,
 * counter-clockwise, 1 along +y and so on up to 4 (graze_diamond). Sector q holds the t within 1 / 2 of
 * q (4 / sectors). The vertex furthest in any direction of it is among the 4 `windows` vertices that
 * begin with first[q].
 *   x, y      coordinates of vertex i; behind the last they begin again, but for a shape of eight vertices
 *             or less, where NaN follows, which is never furthest
 *   centre    a point of the core, but for rounding
 *   girth     no vertex is further from the centre
 *   inner     all that is nearer to the centre is in the core; 0 for a segment or point
 *   extent    of the shape, not rounded down
 *   per_turn  sectors in a quarter turn; their number is a power of two
 *   look      GrazeSupportLutKind
 * The first four numbers are read at once, and the second four.
 */
/* How a support point is found: a rectangle about the body's origin is known without; all vertices are in one
   window, or in two; which window it is depends on the sector; and of several the best must be chosen. */
typedef enum {
    GRAZE_SUPPORT_LUT_BOX,
    GRAZE_SUPPORT_LUT_ONE_WINDOW,
    GRAZE_SUPPORT_LUT_TWO_WINDOWS,
    GRAZE_SUPPORT_LUT_SECTOR_WINDOW,
    GRAZE_SUPPORT_LUT_SEVERAL_WINDOWS
} GrazeSupportLutKind;

typedef struct GrazeSupportLut {
    GrazePoint centre;
    float extent, outer_radius;
    float inner_radius, per_turn;
    int32_t count, kind;
    int32_t windows, sectors;
    const float *x, *y;
    const uint16_t* first;
} GrazeSupportLut;

#endif
