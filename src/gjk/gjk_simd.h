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

/* Answers that a search of four pairs can be for. */
typedef enum {
    GRAZE_SEEK_RELATION, /* the relation */
    GRAZE_SEEK_DISTANCE, /* also the nearest feature, unless the bodies overlap */
    GRAZE_SEEK_DEPTH     /* also the nearest feature, that of least depth if they overlap */
} GrazeSought;

/*
 * State at which the search stopped, with one lane per pair.
 *   relation   relation of the bodies, GRAZE_DISJOINT or GRAZE_OVERLAPPING, when certain; else
 *              GRAZE_UNCERTAIN
 *   p, q       ends of the nearest feature found so far, as in GrazeSimplexCache
 *   is_unique  if set: no other vertex of A or B can be on the nearest feature of A - B, which is
 *              the whole edge from p to q, with the origin's foot inside, or the vertex. Unless
 *              the relation is GRAZE_DISJOINT, the inner side of an edge is its right one, from p
 *              to q, and if the relation is GRAZE_UNCERTAIN, the side on which the origin is decides
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
 * Searches four pairs whose shapes have support lookup tables, until what is sought is certain or
 * cannot become certain. `caches`, if not NULL, holds four features to begin with.
 */
void graze_gjk_simd(const GrazePair* four, GrazeSought sought, const GrazeSimplexCache* caches,
                    GrazeGjkSimdResult* out);

#endif
