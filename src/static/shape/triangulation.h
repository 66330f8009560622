/*
 * Triangles of an outline with holes, between its own points: the first step of a convex
 * decomposition.
 */
#ifndef GRAZE_STATIC_TRIANGULATION_H
#define GRAZE_STATIC_TRIANGULATION_H

#include "../../graze.h"

/* Rings of an outline: its outer ring, then its holes. Edge i leads from point i to the next. */
typedef struct {
    const GrazePoint* points;
    const int32_t* ring_ends; /* index of the point after the last one of each ring */
    int32_t ring_count;       /* at least 1 */
    int32_t count;            /* number of points; at least 3 for each ring */
} GrazeRings;

/*
 * Triangles, counter-clockwise. Side h of triangle h / 3 leads from corner[h] to the next corner of
 * that triangle.
 */
typedef struct {
    int32_t* corner; /* indices of points; of points at one place the lowest */
    int32_t* twin;   /* the same side in the adjacent triangle; -1 on the boundary */
    int32_t count;   /* number of triangles */
} GrazeTriangles;

/*
 * Upper bounds, per point of the outline, of the number of sides of its triangles and of the bytes
 * of scratch memory that the triangulation needs: triangulation.c derives them.
 */
enum { GRAZE_SIDES_PER_POINT = 5, GRAZE_TRIANGULATION_BYTES_PER_POINT = 144 };

/*
 * Triangulates an outline whose rings have no repeated points in sequence and do not lie on a line.
 * `triangles` has arrays for GRAZE_SIDES_PER_POINT sides per point; `scratch` has
 * GRAZE_TRIANGULATION_BYTES_PER_POINT bytes per point and is 8-byte aligned. Returns a fault, with
 * what it concerns in `culprits`, as graze_decompose does. O(n log n).
 */
GrazeOutlineFault graze_triangulate(const GrazeRings* rings, void* scratch,
                                    GrazeTriangles* triangles, int32_t culprits[2]);

#endif
