/*
 * What the answers must be, by brute force: all differences of two vertices, all pairs of those,
 * integers throughout. Nothing here is shared with src, and no idea of it either: no hull, no
 * descent, no walk, no order of edges. Lengths are in units of the grid.
 */
#ifndef FUZZ_ORACLE_H
#define FUZZ_ORACLE_H

#include "../../src/graze.h"

/*
 * Bounds that keep all products within 128 bits: coordinates of bodies below 2^17, displacements
 * and differences below 2^19, radii at most 2^12.
 */
enum { ORACLE_POINTS = 16, ORACLE_DIFFERENCES = 2 * ORACLE_POINTS * ORACLE_POINTS };

typedef struct {
    int64_t x, y;
} OraclePoint;

/* The hull of any points, in the world, inflated by `radius`. */
typedef struct {
    int32_t count;
    OraclePoint at[ORACLE_POINTS];
    int64_t radius;
} OracleBody;

/* A set whose hull, inflated by `reach`, is A - B, or all that A - B sweeps over. */
typedef struct {
    int32_t count;
    OraclePoint at[ORACLE_DIFFERENCES];
    int64_t reach;
} OracleSet;

OraclePoint oracle_minus(OraclePoint p, OraclePoint q);
int64_t oracle_cross(OraclePoint p, OraclePoint q);

void oracle_differences(const OracleBody* a, const OracleBody* b, OracleSet* set);

/* Adds every point moved by d: the hull becomes what it sweeps over on the way. */
void oracle_sweep(OracleSet* set, OraclePoint d);

GrazeRelation oracle_relation(const OracleSet* set);

/* Distance of the cores, which must not overlap, and of the bodies, which must be disjoint. */
long double oracle_gap(const OracleSet* set);
long double oracle_distance(const OracleSet* set);

/* Least length by which overlapping bodies must be moved apart. */
long double oracle_depth(const OracleSet* set);

/* Status of the cast by d. */
GrazeCastStatus oracle_cast(const OracleSet* set, OraclePoint d);

/* The stretch of [0, 1] on which the set, moved by s d, holds the origin. There must be one. */
typedef struct {
    long double enter, exit;
} OracleStretch;

OracleStretch oracle_contact(const OracleSet* set, OraclePoint d);

/* How far outside the body a point of the world is; 0 inside. */
long double oracle_outside(const OracleBody* body, long double x, long double y);

/* The least value of a convex function on [0, 1]. */
typedef long double (*OracleCurve)(const void* context, long double s);

long double oracle_least(OracleCurve curve, const void* context);

#endif
