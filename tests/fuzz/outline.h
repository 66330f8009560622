/* Point lists for the constructors of shapes, and checks of every shape made of them. */
#ifndef FUZZ_OUTLINE_H
#define FUZZ_OUTLINE_H

#include "input.h"

enum { OUTLINE_POINTS = 24 };

/* Point list. `at` is the caller's input; on a grid `exact` has the same in steps of `unit`. */
typedef struct {
    bool grid;
    double unit;
    int32_t count;
    GrazePoint at[OUTLINE_POINTS];
    OraclePoint exact[OUTLINE_POINTS];
    float radius;
} Outline;

/* Reads a list. A failed check prints it. */
void outline_read(Input* input, Outline* outline);

/* Returns the status for all faults except the winding, and the index of the faulty point. */
GrazeStatus outline_status(const Outline* outline, int32_t* culprit);

/* Checks the fields of a shape made of the points, and that its vertices are some of them. */
void outline_check(const Outline* outline, const GrazeShape* shape);

/* Checks that the vertices are exactly the corners of the points' hull, on a grid. */
void outline_exact(const Outline* outline, const GrazeShape* shape);

#endif
