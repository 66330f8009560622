/* Storage that holds several arrays behind each other. */
#ifndef GRAZE_BASE_STORAGE_H
#define GRAZE_BASE_STORAGE_H

#include <stddef.h>

/* Returns a size rounded up to a multiple of 16, the alignment of storage. */
static inline size_t graze_round_up(size_t size)
{
    return (size + 15) & ~(size_t)15;
}

#endif
