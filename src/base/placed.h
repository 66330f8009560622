/*
 * Exact signs of a point relative to the vertices and edges of a body at a pose. A vertex v of the
 * body is at R v + t, with R = (cos, -sin; sin, cos): nothing is rounded, and cos^2 + sin^2 need not
 * be 1. With e = w - v for the edge from v to w, and u = p - t - R v, the point p is to the left of
 * the edge if (R e) x u > 0.
 */
#ifndef GRAZE_BASE_PLACED_H
#define GRAZE_BASE_PLACED_H

#include "../graze.h"
#include "expansion.h"
#include "vec.h"

/* A point p, and the pose of a body. */
typedef struct {
    GrazeVec point;
    GrazePose pose;
} GrazePlacedPoint;

/* Returns a point and a pose for exact signs: cosines and sines below GRAZE_MIN_TURN become 0. */
GrazePlacedPoint graze_placed_point(GrazeVec point, const GrazePose* pose);

/* Return the signs of (R e) x u and of (R e) . u: -1, 0 or 1. */
int graze_placed_side(const GrazePlacedPoint* placed, GrazePoint v, GrazePoint w);
int graze_placed_along(const GrazePlacedPoint* placed, GrazePoint v, GrazePoint w);

/* Returns whether the point is at the vertex v. */
bool graze_placed_is_vertex(const GrazePlacedPoint* placed, GrazePoint v);

/*
 * Return the signs of the distances of the point from the vertex v, and from the line of the edge
 * from v to w, minus `radius`. Coordinates of the point and of the pose below GRAZE_MIN_COORDINATE
 * count as 0.
 */
int graze_placed_vertex_reach(const GrazePlacedPoint* placed, GrazePoint v, float radius);
int graze_placed_line_reach(const GrazePlacedPoint* placed, GrazePoint v, GrazePoint w,
                            float radius);

/* Adds c x to an expansion, for a float x and |c| >= GRAZE_MIN_PRODUCT or c = 0. Exact. */
void graze_add_turned(Expansion* e, double c, double x);

#endif
