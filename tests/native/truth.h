/*
 * Moving bodies by brute force, in long double: their places at an instant, and their separation.
 * It shares nothing with src. Instants are `tau` after a double `base`, so that clocks which have
 * run for long lose nothing.
 */
#ifndef GRAZE_TESTS_TRUTH_H
#define GRAZE_TESTS_TRUTH_H

#include "../../src/graze.h"

typedef struct {
    long double x, y;
} TruthVec;

/* Place of a body. The pivot is at (x0 + x, y0 + y), in two parts because x0 may be far away. */
typedef struct {
    const GrazeShape* shape;
    TruthVec pivot;
    double x0, y0;
    long double x, y, angle;
} TruthPlace;

/* Computes the place; returns false if the body is absent. Where two pieces meet, the later or
 * the earlier one counts. */
bool truth_place(const GrazeMovingBody* moving_body, double base, long double tau, bool is_later,
                 TruthPlace* out);

/* Returns the body's origin. */
TruthVec truth_origin(const TruthPlace* place);

/* Returns min n . b - max n . a over the vertices, less the radii. */
long double truth_thickness(const TruthPlace* a, const TruthPlace* b, TruthVec n);

/* Returns the signed separation, which is minus the depth in an overlap. O(n m (n + m)). */
long double truth_gap(const TruthPlace* a, const TruthPlace* b);

/* Returns the separation at an instant, infinite if one body is absent; where pieces meet, the
 * smaller of the two. */
long double truth_separation(const GrazeMovingBody* a, const GrazeMovingBody* b, double base,
                             long double tau);

/* Returns bounds over [from, to]: the rate of change of the separation, and the error of a
   vertex's place, by rounding as in tolerance.h and by the jumps where pieces meet. */
long double truth_speed(const GrazeMovingBody* a, const GrazeMovingBody* b, double from, double to);
long double truth_rounding(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                           double to);

/*
 * Returns the smallest separation seen at instants `lo` to `hi` after `base`, by branch and bound
 * over at most `evaluations` instants; its instant is in *where, and *floor is a lower bound of the
 * separation.
 */
long double truth_least(const GrazeMovingBody* a, const GrazeMovingBody* b, double base,
                        long double lo, long double hi, int32_t evaluations, long double* where,
                        long double* floor);

#endif
