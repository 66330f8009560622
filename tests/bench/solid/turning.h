/* What the libraries of turning.c provide: the first contact of two hulls in space that move and turn. */
#ifndef BENCH_SOLID_TURNING_H
#define BENCH_SOLID_TURNING_H

#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

enum { TURNING_POINTS = 8 };

/* A body that moves from one pose to another one during the time from 0 to 1. */
typedef struct {
    float points[TURNING_POINTS][3];
    float position[2][3]; /* at the beginning and at the end */
    float quaternion
        [2]
        [4]; /* of length 1, as (x, y, z, w), the two at most 90 degrees apart in space of four */
} TurningBody;

typedef struct {
    TurningBody body[2];
} TurningPair;

/*
 * A library. `prepare` makes its bodies, which is not timed. `query` returns the time of the first contact of
 * pair k, or 2 if it finds none. Between the two poses the positions move straight; rotations have a constant
 * angular velocity, or are interpolated linearly and normalized if `is_lerp`.
 */
typedef struct {
    const char* name;
    bool is_lerp;
    void (*prepare)(const TurningPair* pairs, int32_t count);
    double (*query)(int32_t k);
} TurningContestant;

extern const TurningContestant TURNING_BULLET, TURNING_BOX3D;

#ifdef __cplusplus
}
#endif

#endif
