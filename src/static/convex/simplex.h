/* Simplices of points of A - B. */
#ifndef GRAZE_STATIC_SIMPLEX_H
#define GRAZE_STATIC_SIMPLEX_H

#include "cso.h"

/* Simplex of `count` points, the newest last. */
typedef struct {
    GrazeCsoPoint point[3];
    int32_t count;
} GrazeSimplex;

/* Returns the index of the point that has the same vertices as p, or -1. */
static inline int32_t graze_simplex_index(const GrazeSimplex* simplex, const GrazeCsoPoint* p)
{
    for (int32_t i = 0; i < simplex->count; i++) {
        if (graze_is_same_point(&simplex->point[i], p)) return i;
    }
    return -1;
}

#endif
