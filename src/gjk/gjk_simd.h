/*
 * GJK of four pairs at a time in float32: a search that knows what it does not know. Its errors are
 * bounded (GRAZE_LANE_... in tolerance.h), and a verdict that it gives is the exact one.
 */
#ifndef GRAZE_GJK_GJK_SIMD_H
#define GRAZE_GJK_GJK_SIMD_H

#include "../base/lanes.h"
#include "../graze.h"

enum { GRAZE_LANES = 4, GRAZE_UNCERTAIN = -1 };

/* Placements of four pairs: x, y, cos, sin. */
typedef struct {
    Lanes a[4], b[4];
} LanePlacements;

/*
 * Where the search stopped, a lane a pair.
 *   relation  GRAZE_DISJOINT or GRAZE_OVERLAPPING when certain, of the bodies; else GRAZE_UNCERTAIN
 *   p, q      the nearest part as far as was seen, as in GrazeSimplexCache
 *   alone     not 0: no other vertex of A or B can be on the nearest part of A - B, which is all of the edge
 *             from p to q, with the origin's foot inside, or the vertex
 *   scale     S of tolerance.h, and the radii
 */
typedef struct {
    LaneMask relation;
    LaneMask p, q;
    LaneMask is_unique;
    Lanes scale;
    LanePlacements places;
} GrazeGjkSimdResult;

/*
 * Searches four pairs whose shapes have lookups: until the verdict is certain or cannot be; or, when
 * `nearest`, until the nearest part is found or the bodies certainly overlap. `caches`, if not NULL: four
 * parts to begin with.
 */
void graze_gjk_simd(const GrazePair* four, bool nearest, const GrazeSimplexCache* caches,
                    GrazeGjkSimdResult* out);

/*
 * The distances of the pairs that the search found disjoint and alone, as the single query's double is rounded
 * to float32. Bit i of the result: distance[i] is certain.
 */
uint32_t graze_gjk_simd_refine(const GrazePair* four, const GrazeGjkSimdResult* result,
                               Lanes* distance);

#endif
