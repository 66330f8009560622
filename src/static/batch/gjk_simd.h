/* GJK for four pairs at a time in float32, with certified errors. The errors are bounded
   (GRAZE_SIMD_... in tolerance.h), and a verdict that is reported is exact. */
#ifndef GRAZE_STATIC_GJK_SIMD_H
#define GRAZE_STATIC_GJK_SIMD_H

#include "lane_pairs.h"

/* Answers that a search of four pairs can be for. */
typedef enum {
    GRAZE_SEEK_RELATION, /* the relation */
    GRAZE_SEEK_DISTANCE, /* also the nearest feature, unless the bodies overlap */
    GRAZE_SEEK_DEPTH     /* also the nearest feature, that of least depth if they overlap */
} GrazeSought;

/*
 * Searches four pairs whose shapes have support lookup tables, until what is sought is certain or
 * cannot become certain. `caches`, if not NULL, holds four features to begin with.
 */
void graze_gjk_simd(const GrazePair* four, GrazeSought sought, const GrazeSimplexCache* caches,
                    GrazeGjkSimdResult* out);

#endif
