/* Point lists for the makers of shapes, and what holds of every shape made of one. */
#ifndef FUZZ_OUTLINE_H
#define FUZZ_OUTLINE_H

#include "input.h"

enum { OUTLINE_POINTS = 24 };

/* `at` is what the caller gives; on a grid `exact` has the same in steps of `unit`. */
typedef struct {
    bool grid;
    double unit;
    int32_t count;
    GrazePoint at[OUTLINE_POINTS];
    OraclePoint exact[OUTLINE_POINTS];
    float radius;
} Outline;

/* A failed check prints it. */
void outline_take(Input* input, Outline* outline);

/* The status for all that is wrong but the winding, and the index to blame. */
GrazeStatus outline_status(const Outline* outline, int32_t* culprit);

/* The fields of a shape made of the points, and that its vertices are some of them. */
void outline_check(const Outline* outline, const GrazeShape* shape);

/* On a grid: the vertices are exactly the corners of the points' hull. */
void outline_exact(const Outline* outline, const GrazeShape* shape);

#endif
