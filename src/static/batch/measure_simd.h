/* Distances, depths and witness points of the features that a search of four pairs has found, in
   double: where they certainly are those of the single query, rounded to float32. */
#ifndef GRAZE_STATIC_MEASURE_SIMD_H
#define GRAZE_STATIC_MEASURE_SIMD_H

#include "gjk_simd.h"

/* Distances, or depths, normals and witness points of four pairs. */
typedef struct {
    float distance[GRAZE_LANES];
    GrazePoint normal[GRAZE_LANES], point_a[GRAZE_LANES], point_b[GRAZE_LANES];
} GrazeSimdWitness;

/* Decides undecided pairs whose feature is unique, where double can. So do the functions below. */
void graze_simd_decide(const GrazePair* four, GrazeGjkSimdResult* result);

/* Computes the distances of the pairs whose feature is unique; they are meaningful where the bodies
   are disjoint. Bit i of the result is set if distances[i] is certainly that of the single query. */
uint32_t graze_simd_distances(const GrazePair* four, GrazeGjkSimdResult* result, float* distances);

/*
 * Computes distances and witness points, or if GRAZE_SEEK_DEPTH is sought depths instead of
 * distances, of pairs whose feature is unique. Bit i of the result is set if those of pair i are
 * certainly as in graze_distance or graze_penetration. Distances are those of disjoint bodies.
 */
uint32_t graze_simd_witnesses(const GrazePair* four, GrazeSought sought, GrazeGjkSimdResult* result,
                              GrazeSimdWitness* out);

#endif
