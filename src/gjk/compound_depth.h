/* Depth of the union of some differences of parts. */
#ifndef GRAZE_GJK_COMPOUND_DEPTH_H
#define GRAZE_GJK_COMPOUND_DEPTH_H

#include "cso.h"

/*
 * Limits of a union: two bodies of at most 4 parts and 64 vertices each have at most 16 pairs of
 * parts, and the differences of these have at most 4 * 64 + 4 * 64 vertices. As many vertices are
 * enough for 64 pairs of boxes.
 */
enum { GRAZE_DEPTH_PAIRS = 64, GRAZE_DEPTH_VERTICES = 512 };

/* A pair of parts, by their indices in cso->a and cso->b; 0 stands for a convex body. */
typedef struct {
    int32_t a, b;
} GrazePartPair;

typedef struct {
    int32_t count;
    GrazePartPair pair[GRAZE_DEPTH_PAIRS];
} GrazePartPairs;

/*
 * Computes the distance of the origin from the boundary of the union of the differences of `pairs`
 * and writes it as the depth, with its witness, for an origin inside of the union. Returns false, and
 * writes nothing, if the differences have more than GRAZE_DEPTH_VERTICES vertices, or no
 * boundary is found within `limit`. `surface` becomes the unit normal, from A to B in the world, of
 * the surfaces that touch after the translation; it is that of the witness except where differences
 * cross at a tip. compound_depth.c states the accuracy. For e vertices in k differences O(e^2) in
 * practice, O(k e^2) at worst.
 */
bool graze_union_depth(const GrazeCso* cso, const GrazePartPairs* pairs, double limit,
                       GrazePenetration* out, GrazeVec* surface);

/*
 * Returns a limit within which graze_union_depth finds the boundary for an origin that is on it, to
 * within rounding: the bodies touch.
 */
double graze_union_touch_limit(const GrazeCso* cso);

/* A convex part of a body at a pose, of which others are subtracted. */
typedef struct {
    const GrazeShape* shape;
    const GrazePose* pose;
} GrazePlacedPart;

/*
 * Computes the same for the differences of `body` and of each of `count` others, which are at most
 * GRAZE_DEPTH_PAIRS: the least translation of `body` that separates it from all of them. `out` has
 * the vector from the body to the others as its normal, `part_b` of its witness is the index of the
 * other one that `body` touches after it.
 */
bool graze_depth_among(const GrazePlacedPart* body, const GrazePlacedPart* others, int32_t count,
                       double limit, GrazePenetration* out, GrazeVec* surface);

#endif
