/* The search for all contact intervals of two moving bodies. */
#ifndef GRAZE_ADVANCEMENT_INTERVAL_SEARCH_H
#define GRAZE_ADVANCEMENT_INTERVAL_SEARCH_H

#include "advancement.h"

/*
 * Finds all contact intervals at or after `from`, with a forward advancement; adds its evaluations,
 * and those of the ends, to *iterations. `known` is the first contact, if that is known, with lo and
 * hi in the caller's time, else NULL. Returns the number of intervals, or capacity + 1 if there are
 * more. The method must be GRAZE_METHOD_CERTIFIED.
 */
int32_t graze_search_intervals(GrazeAdvancement* forward, double from,
                               const GrazeContactBracket* known, GrazeInterval* out,
                               int32_t capacity, int32_t* iterations);

#endif
