/* Storage that holds several arrays behind each other. */
#ifndef GRAZE_BASE_STORAGE_H
#define GRAZE_BASE_STORAGE_H

#include <stddef.h>

/* Returns a size rounded up to a multiple of 16, the alignment of storage. */
static inline size_t graze_round_up(size_t size)
{
    return (size + 15) & ~(size_t)15;
}

/* Storage of which the first `size` bytes are taken; without `begin` they are only counted. */
typedef struct {
    char* begin;
    size_t size;
} GrazeStorage;

/* Takes the next bytes; returns NULL where they are only counted. */
static inline void* graze_take(GrazeStorage* storage, size_t size)
{
    void* block = storage->begin == NULL ? NULL : storage->begin + storage->size;
    storage->size += graze_round_up(size);
    return block;
}

#endif
