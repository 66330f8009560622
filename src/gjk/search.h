/* The descent that queries run: GJK by GRAZE_BARYCODE, the same rounds as those of descent.h. */
#ifndef GRAZE_GJK_SEARCH_H
#define GRAZE_GJK_SEARCH_H

#include "../tolerance.h"
#include "descent.h"

/* What a search that may stop early has found: nothing before its end, or that the bodies are surely apart,
   or surely in contact. */
typedef enum { GRAZE_SEEN_NOTHING, GRAZE_SEEN_APART, GRAZE_SEEN_CONTACT } GrazeSeen;

/*
 * Begins as `start` says or, when `count` is 1 or 2, with that many points of A - B (of which only the
 * vertices are read). Early, it stops as soon as it is sure, and leaves `descent` as it was.
 * Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 1; early, Alg. 6.
 */
GrazeSeen graze_search(const GrazeCso* cso, GrazeStart start, const GrazeCsoPoint* guess,
                       int32_t count, bool is_early, GrazeDescent* descent);

/* How far v . w may be off for a support point w in direction -v. */
static inline double graze_support_error(const GrazeCso* cso, GrazeVec v)
{
    return GRAZE_FLOOR_ERROR * cso->scale * vec_norm1(v);
}

#endif
