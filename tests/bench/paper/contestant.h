/* What the libraries of main.c provide, each behind the same loops. */
#ifndef BENCH_PAPER_CONTESTANT_H
#define BENCH_PAPER_CONTESTANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#ifdef __cplusplus
extern "C" {
#endif
#include "../native_pairs.h"

/* Largest number of vertices of a polygon, and of the prism over it. */
enum { PAPER_MOST_VERTICES = 24, PAPER_MOST_CORNERS = 48 };

/*
 * A library. `prepare` makes bodies and poses, which is not timed, and replaces those of the last
 * set. The queries answer pairs first to first + count - 1: distances, 0 in contact, NaN for a query
 * that failed; and 1 in contact, else 0. NULL: the library has no such query.
 */
typedef struct {
    const char* name;
    void (*prepare)(const PairSet* set);
    void (*distance)(int32_t first, int32_t count, double* out);
    void (*collide)(int32_t first, int32_t count, double* out);
    int32_t most; /* largest number of vertices of a body; 0: any */
} Contestant;

extern const Contestant PAPER_GRAZE_SCAN, PAPER_GRAZE_CLIMB, PAPER_GRAZE, PAPER_GRAZE_BATCH,
    PAPER_SAT, PAPER_BOX2D_8, PAPER_BOX2D_24, PAPER_FCL, PAPER_FCL_GJK, PAPER_FCL_INDEPENDENT,
    PAPER_CCD, PAPER_CCD_MPR, PAPER_BULLET, PAPER_BULLET_DETECTOR, PAPER_OPENGJK, PAPER_APOLLO;

/* Half of the height of bodies in space; 0: flat ones. */
extern float paper_height;

/* Writes the vertices of a body in the world: x and y, in double. */
void paper_place(const GrazeShape* shape, const GrazePlacement* place, double (*out)[2]);

#ifdef __cplusplus
}
#endif

#endif
