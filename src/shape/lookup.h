/* A shape's vertices laid out for support points in float32, and an index of them by direction. */
#ifndef GRAZE_SHAPE_LOOKUP_H
#define GRAZE_SHAPE_LOOKUP_H

#include "../graze.h"

/*
 * Directions are divided into sectors by the diamond angle t of (x, y): from 0 along +x,
 * counter-clockwise, 1 along +y and so on up to 4 (graze_diamond). Sector q holds the t within 1 / 2 of
 * q (4 / sectors). The vertex furthest in any direction of it is among the 4 `windows` vertices that
 * begin with first[q].
 *   x, y      coordinates of vertex i; behind the last they begin again, but for a shape of which all
 *             is looked through (sectors = 1), where NaN follows, which is never furthest
 *   centre    a point of the core, but for rounding
 *   girth     no vertex is further from the centre
 *   inner     all that is nearer to the centre is in the core; 0 for a segment or point
 *   extent    of the shape, not rounded down
 *   per_turn  sectors in a quarter turn; their number is a power of two
 *   look      1 when one window has all vertices, 2 when it depends on the sector, 3 when there are several
 * The first four numbers are read at once, and the second four.
 */
typedef struct GrazeLookup {
    GrazePoint centre;
    float extent, girth;
    float inner, per_turn;
    int32_t count, look;
    int32_t windows, sectors;
    const float *x, *y;
    const uint16_t* first;
} GrazeLookup;

#endif
