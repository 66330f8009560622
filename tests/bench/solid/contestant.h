/* What the libraries of main.c provide: a query of a pair of hulls in space, in world coordinates. */
#ifndef BENCH_SOLID_CONTESTANT_H
#define BENCH_SOLID_CONTESTANT_H

#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* A pair: the points of two bodies, x, y and z of each. */
typedef struct {
    int32_t count[2];
    const float* points[2];
} SolidCase;

/*
 * A library. `prepare` makes its bodies once, which is not timed. `query` answers pair k: a distance, at
 * most 0 for contact, NaN if it failed. Of a library without distances it is 1 or 0; one that
 * distinguishes overlapping from touching returns -1 for it.
 */
typedef struct {
    const char* name;
    void (*prepare)(const SolidCase* cases, int32_t count);
    double (*query)(int32_t k);
} SolidContestant;

extern const SolidContestant SOLID_GRAZE_RELATION, SOLID_GRAZE_DISTANCE, SOLID_GRAZE_PENETRATION,
    SOLID_OPENGJK, SOLID_OPENGJK_FLOAT, SOLID_BULLET, SOLID_BULLET_DETECTOR, SOLID_CCD,
    SOLID_CCD_MPR, SOLID_BOX3D, SOLID_BOX3D_OVERLAP;

#ifdef __cplusplus
}
#endif

#endif
