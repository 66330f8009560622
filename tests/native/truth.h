/*
 * Moving bodies by brute force, in long double: where they are at an instant, and how far apart. Shares nothing
 * with src. Instants are `tau` after a double `base`, so that clocks which have run for long lose nothing.
 */
#ifndef GRAZE_TESTS_TRUTH_H
#define GRAZE_TESTS_TRUTH_H

#include "../../src/graze.h"

typedef struct {
    long double x, y;
} TruthVec;

/* The pivot is at (x0 + x, y0 + y): apart, because x0 may be far away. */
typedef struct {
    const GrazeShape* shape;
    TruthVec pivot;
    double x0, y0;
    long double x, y, angle;
} TruthPlace;

/* False when the body is not there. Where two pieces meet, the later one counts, or the earlier. */
bool truth_place(const GrazeMovingBody* mover, double base, long double tau, bool is_later,
                 TruthPlace* out);

/* The body's origin. */
TruthVec truth_origin(const TruthPlace* place);

/* min n . b - max n . a over the vertices, less the radii. */
long double truth_thickness(const TruthPlace* a, const TruthPlace* b, TruthVec n);

/* Signed separation: minus the depth in an overlap. O(n m (n + m)). */
long double truth_gap(const TruthPlace* a, const TruthPlace* b);

/* The same at an instant, infinite when one is not there; where pieces meet, the lesser of the two. */
long double truth_separation(const GrazeMovingBody* a, const GrazeMovingBody* b, double base,
                             long double tau);

/* Bounds over [from, to]: how fast the separation changes, and by how much a place of a vertex may be off: by rounding, as
   tolerance.h has it, and by what pieces jump where they meet. */
long double truth_speed(const GrazeMovingBody* a, const GrazeMovingBody* b, double from, double to);
long double truth_rounding(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                           double to);

/*
 * The least separation at instants `lo` to `hi` after `base`, by branch and bound over at most `looks` looks: the least
 * that was seen, at *where, and in *floor a number that it is nowhere below.
 */
long double truth_least(const GrazeMovingBody* a, const GrazeMovingBody* b, double base,
                        long double lo, long double hi, int32_t looks, long double* where,
                        long double* floor);

#endif
