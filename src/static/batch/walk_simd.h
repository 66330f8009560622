/* The walk round A - B for four pairs at a time in float32, for bodies of few vertices. */
#ifndef GRAZE_STATIC_WALK_SIMD_H
#define GRAZE_STATIC_WALK_SIMD_H

#include "lane_pairs.h"

/* Largest number of vertices with which a body takes part. */
enum { GRAZE_WALK_LANES_VERTICES = 16 };

/* Returns the largest number of vertices of the eight bodies, or INT32_MAX if two of them are points,
   which have no edges: then graze_walk_simd does not decide all pairs. */
int32_t graze_walk_simd_size(const LaneBodies* a, const LaneBodies* b);

/*
 * Computes the result of graze_gjk_simd, except `places`, for bodies of at most
 * GRAZE_WALK_LANES_VERTICES vertices. If `needs_feature` is not set, it ends as soon as the
 * verdicts are certain, without a feature. O(n m).
 */
void graze_walk_simd(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b,
                     bool needs_feature, GrazeGjkSimdResult* out);

#endif
