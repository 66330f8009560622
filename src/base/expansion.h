/*
 * Exact sums of products of doubles, as expansions: lists of doubles whose exact sum is the value,
 * smallest first, no two of which overlap. Slow, and needed only where a filter cannot tell a sign.
 * Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
 * Predicates", 1997, sections 2.2 to 2.8.
 *
 * Exact while no product leaves the range of double: for every quantity here see predicate.c.
 */
#ifndef GRAZE_BASE_EXPANSION_H
#define GRAZE_BASE_EXPANSION_H

#include <stdint.h>

/* Room for the square of a compressed cross product and its like: see predicate.c. */
enum { EXPANSION_CAPACITY = 640 };

typedef struct {
    int32_t count;
    double term[EXPANSION_CAPACITY];
} Expansion;

/* The value a - b, in one or two terms. */
typedef struct {
    int32_t count;
    double term[2];
} Difference;

Difference exact_difference(double a, double b);

/* e += sign * (the sum of p's terms) * (the sum of q's terms). */
void expansion_add_product(Expansion* e, const double* p, int32_t p_count, const double* q,
                           int32_t q_count, double sign);

/* The same value in as few terms as it needs. */
void expansion_compress(Expansion* e);

/* -1, 0 or 1. */
int expansion_sign(const Expansion* e);

/* The value rounded, with an error below one unit in the last place. */
double expansion_estimate(const Expansion* e);

#endif
