/*
 * Support lookup table: a shape's vertices in a layout for support points in float32, and an index
 * of them by direction.
 */
#ifndef GRAZE_STATIC_SUPPORT_LUT_H
#define GRAZE_STATIC_SUPPORT_LUT_H

#include "../../graze.h"

/*
 * Method that finds a support point. For a rectangle about the body's origin (BOX) the signs of the
 * direction suffice. Otherwise all vertices are in one window or in two, or the sector determines
 * the window, or the best vertex of several windows must be chosen.
 */
typedef enum {
    GRAZE_SUPPORT_LUT_BOX,
    GRAZE_SUPPORT_LUT_ONE_WINDOW,
    GRAZE_SUPPORT_LUT_TWO_WINDOWS,
    GRAZE_SUPPORT_LUT_SECTOR_WINDOW,
    GRAZE_SUPPORT_LUT_SEVERAL_WINDOWS
} GrazeSupportLutKind;

/*
 * Directions are divided into sectors by the diamond angle t of (x, y): from 0 along +x,
 * counter-clockwise, 1 along +y and so on up to 4 (diamond_angle). Sector q holds the t within half
 * a sector of q (4 / sectors). The vertex furthest in any direction of a sector is among the 4
 * `windows` vertices that begin with first[q].
 *
 *   x, y          coordinates of vertex i; after the last vertex they repeat from the first, but
 *                 for a shape of at most eight vertices NaN follows, which is never furthest
 *   `center`      a point of the core, up to rounding
 *   outer_radius  no vertex is further from the center
 *   inner_radius  all points nearer to the center are in the core; 0 for a segment or point
 *   extent        extent of the shape, not rounded down
 *   per_turn      sectors in a quarter turn; their number is a power of two
 *   kind          a GrazeSupportLutKind
 *   disc_radius   radius of a disc about the body's origin that contains the inflated body, enlarged
 *                 by more than the rounding of a comparison of two discs in float32
 *
 * The first four numbers are loaded at once, and the next four.
 */
typedef struct GrazeSupportLut {
    GrazePoint center;
    float extent, outer_radius;
    float inner_radius, per_turn;
    int32_t count, kind;
    int32_t windows, sectors;
    float disc_radius;
    const float *x, *y;
    const uint16_t* first;
} GrazeSupportLut;

#endif
