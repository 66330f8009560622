/* GJK for four pairs at a time in float32, with certified errors. The errors are bounded
   (GRAZE_SIMD_... in tolerance.h), and a verdict that is reported is exact. */
#ifndef GRAZE_GJK_GJK_SIMD_H
#define GRAZE_GJK_GJK_SIMD_H

#include "../base/lanes.h"
#include "../graze.h"

enum { GRAZE_LANES = 4, GRAZE_UNCERTAIN = -1 };

/* Placements of four pairs: a[0] to a[3] are x, y, cos and sin of the four A's, b those of B. */
typedef struct {
    Lanes a[4], b[4];
} LanePlacements;

/*
 * State at which the search stopped, with one lane per pair.
 *   relation   relation of the bodies, GRAZE_DISJOINT or GRAZE_OVERLAPPING, when certain; else
 *              GRAZE_UNCERTAIN
 *   p, q       ends of the nearest feature found so far, as in GrazeSimplexCache
 *   is_unique  if set: no other vertex of A or B can be on the nearest feature of A - B, which is
 *              the whole edge from p to q, with the origin's foot inside, or the vertex
 *   scale      S of tolerance.h, with 1.5 for sqrt2, plus the radii
 *   places     placements of the pairs
 */
typedef struct {
    LaneMask relation;
    LaneMask p, q;
    LaneMask is_unique;
    Lanes scale;
    LanePlacements places;
} GrazeGjkSimdResult;

/*
 * Searches four pairs whose shapes have support lookup tables, until the verdict is certain or
 * cannot become certain; or, when `nearest` is set, until the nearest feature is found or the
 * bodies certainly overlap. `caches`, if not NULL, holds four features to begin with.
 */
void graze_gjk_simd(const GrazePair* four, bool nearest, const GrazeSimplexCache* caches,
                    GrazeGjkSimdResult* out);

/* Computes the distances of the pairs whose feature is unique; they are meaningful where the bodies
   are disjoint. Bit i of the result is set if distance[i] is certainly that of the single query,
   rounded to float32. */
uint32_t graze_gjk_simd_refine(const GrazePair* four, const GrazeGjkSimdResult* result,
                               Lanes* distance);

#endif
