/*
 * The expected answers, by brute force: all differences of two vertices, and all pairs of those, in
 * integers throughout. This shares neither code nor method with src: no hull, descent, walk or
 * order of edges. Lengths are in units of the grid.
 */
#ifndef FUZZ_ORACLE_H
#define FUZZ_ORACLE_H

#include "../../src/graze.h"

/*
 * Bounds that keep all products within 128 bits: coordinates of bodies are below 2^17,
 * displacements and differences below 2^19, radii at most 2^12.
 */
enum { ORACLE_POINTS = 16, ORACLE_DIFFERENCES = 2 * ORACLE_POINTS * ORACLE_POINTS };

typedef struct {
    int64_t x, y;
} OraclePoint;

/* Hull of any points, in world coordinates, inflated by `radius`. */
typedef struct {
    int32_t count;
    OraclePoint at[ORACLE_POINTS];
    int64_t radius;
} OracleBody;

/* Set whose hull, inflated by `reach`, is A - B, or the sweep of A - B. */
typedef struct {
    int32_t count;
    OraclePoint at[ORACLE_DIFFERENCES];
    int64_t reach;
} OracleSet;

OraclePoint oracle_minus(OraclePoint p, OraclePoint q);
int64_t oracle_cross(OraclePoint p, OraclePoint q);

void oracle_differences(const OracleBody* a, const OracleBody* b, OracleSet* set);

/* Adds every point moved by d: the hull becomes its own sweep along the path. */
void oracle_sweep(OracleSet* set, OraclePoint d);

GrazeRelation oracle_relation(const OracleSet* set);

/* Return the distance of the cores, which must not overlap, and of the bodies, which must be
 * disjoint. */
long double oracle_gap(const OracleSet* set);
long double oracle_distance(const OracleSet* set);

/* Returns the smallest length by which overlapping bodies must be moved apart. */
long double oracle_depth(const OracleSet* set);

/* Returns the status of the cast by d. */
GrazeCastStatus oracle_cast(const OracleSet* set, OraclePoint d);

/* Stretch of [0, 1] on which the set, moved by s d, contains the origin. There must be one. */
typedef struct {
    long double enter, exit;
} OracleStretch;

OracleStretch oracle_contact(const OracleSet* set, OraclePoint d);

/* Returns the distance of a world point from the body; 0 inside. */
long double oracle_outside(const OracleBody* body, long double x, long double y);

/* Convex function on [0, 1]; `oracle_least` returns its smallest value there. */
typedef long double (*OracleCurve)(const void* context, long double s);

long double oracle_least(OracleCurve curve, const void* context);

#endif
