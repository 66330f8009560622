/* The nearest points of two disjoint cores, to the last digits. */
#ifndef GRAZE_SOLID_DISTANCE_H
#define GRAZE_SOLID_DISTANCE_H

#include "../base/dd.h"
#include "gjk.h"

/*
 *   simplex  vertices of the feature of A - B nearest the origin, 1 to 3
 *   weight   their weights in its nearest point, which sum to 1
 *   v        that point
 *   pairs    its coordinates with all digits
 *   length   |v|
 *   excess   bound of how much nearer the cores can be: 0, up to rounding, unless it misled all rounds
 */
typedef struct {
    SolidSimplex simplex;
    double weight[3];
    GrazeVec3 v;
    Dd pairs[3];
    Dd length;
    double excess;
} SolidNearest;

/*
 * Finds the nearest points of disjoint cores, from the feature at which GJK has stopped: in
 * double-double arithmetic, so that gaps far below the rounding of coordinates have all their
 * digits. Each round takes O(n + m); there is one, unless rounding has misled GJK.
 */
void graze_solid_nearest(const SolidPair* pair, const SolidGjk* gjk, SolidNearest* out);

/* Reduces a simplex to the feature that contains its point nearest the origin, with all digits, and
   writes the weights of its vertices. */
void graze_solid_weights_of_foot(SolidSimplex* simplex, double weights[4]);

/* Replaces a simplex by one that contains the origin, as far as digits suffice, for cores that are
   not disjoint, and writes the weights of its vertices. */
void graze_solid_find_origin(const SolidPair* pair, SolidSimplex* simplex, double weights[4]);

/*
 * Returns the sign of the distance of the cores less the sum of the radii, for their nearest
 * points. Exact.
 */
int graze_solid_reach_sign(const SolidPair* pair, const SolidNearest* nearest);

/*
 * Returns the distance of the plane through three points of A - B from the origin, accurate to a
 * few roundings, and its unit normal on the side of `outward`.
 */
double graze_solid_plane_distance(const SolidSimplex* triangle, GrazeVec3 outward,
                                  GrazeVec3* normal);

/* Writes a normal of that plane, on the same side, with all digits. */
void graze_solid_plane_normal(const SolidSimplex* triangle, GrazeVec3 outward, Dd out[3]);

#endif
