/* GJK in double, whose verdicts are certified or left open. */
#ifndef GRAZE_SOLID_GJK_H
#define GRAZE_SOLID_GJK_H

#include "subdistance.h"

/* The certainty of GJK about the cores, or about the bodies where they are disjoint. */
typedef enum {
    SOLID_UNCERTAIN, /* neither */
    SOLID_DISJOINT,  /* the bodies are disjoint */
    SOLID_INSIDE     /* the origin is inside a tetrahedron of A - B */
} SolidCertainty;

/*
 *   simplex  feature of A - B that the last round kept
 *   v        its point nearest the origin
 *   floor    the largest v . w / |v| found, less its error, if above 0: the cores are not nearer
 *   rounds   number of support points computed
 */
typedef struct {
    SolidSimplex simplex;
    GrazeVec3 v;
    double floor;
    int32_t rounds;
} SolidGjk;

/*
 * Runs GJK until the relation is certain or no round comes nearer; with `is_full` it goes on beyond
 * a certificate of disjoint bodies until v is the nearest point, up to rounding; without it, the
 * simplex and v are written only if the result is SOLID_UNCERTAIN. At most
 * GRAZE_SOLID_MAX_ROUNDS rounds of O(n + m).
 * Source: Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex
 * objects in three-dimensional space", 1988.
 */
SolidCertainty graze_solid_gjk(const SolidPair* pair, bool is_full, SolidGjk* state);

#endif
