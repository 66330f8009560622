/* Depth of the union of some differences of parts. */
#ifndef GRAZE_STATIC_COMPOUND_DEPTH_H
#define GRAZE_STATIC_COMPOUND_DEPTH_H

#include "../convex/cso.h"

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
 * Computes the distance of the origin from the boundary of the union of the differences of `pairs`,
 * each grown by `inflation`,
 * and writes it as the depth, with its witness, for an origin inside of the union. Returns false, and
 * writes nothing, if the differences have more than GRAZE_DEPTH_VERTICES vertices, or no
 * boundary is found within `limit`. `surface` becomes the unit normal, from A to B in the world, of
 * the surfaces that touch after the translation; it is that of the witness except where differences
 * cross at a tip. compound_depth.c states the accuracy. For e vertices in k differences O(e^2) in
 * practice, O(k e^2) at worst.
 */
bool graze_union_depth(const GrazeCso* cso, const GrazePartPairs* pairs, double inflation,
                       double limit, GrazePenetration* out, GrazeVec* surface);

/* Limit for bodies that touch: the depth is 0, and the normal that of the surfaces, which leads out of
   the union where that has one. */
#define GRAZE_DEPTH_OF_TOUCH (-1.0)

/* Returns the depth up to which bodies count as touching, and the distance of pairs that then matter. */
double graze_union_touch_limit(const GrazeCso* cso);

/* A convex part of a body, and one of another body at its pose. */
typedef struct {
    const GrazeShape *part, *other;
    const GrazePose* pose;
} GrazePlacedPair;

/*
 * Computes the same for the parts of a body at `pose` and those of any number of others: the least
 * translation of the body that separates it from all of them. `count` is at most GRAZE_DEPTH_PAIRS.
 * A is the body in `out`, except that `part_b` of its witness is the index of the pair. A depth within
 * rounding of 0 is 0, with the normal of the surfaces.
 */
bool graze_depth_among(const GrazePose* pose, const GrazePlacedPair* pairs, int32_t count,
                       double limit, GrazePenetration* out, GrazeVec* surface);

#endif
