/*
 * Exact sums of products of doubles, as expansions: lists of doubles whose exact sum is the value,
 * smallest first, no two of which overlap. They are slow, and needed only if a filter cannot
 * determine a sign.
 * Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
 * Predicates", 1997, sections 2.2 to 2.8.
 *
 * They are exact as long as no product leaves the range of double; predicate.c shows this for every
 * quantity used here.
 */
#ifndef GRAZE_BASE_EXPANSION_H
#define GRAZE_BASE_EXPANSION_H

#include "vec.h"

#include <stdint.h>

/* Capacity for the square of a compressed cross product and similar values: see predicate.c. */
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

/* Computes a + b = *sum + *error exactly. */
ALWAYS_INLINE void two_sum(double a, double b, double* sum, double* error)
{
    double s = a + b;
    double from_b = s - a;
    *error = (a - (s - from_b)) + (b - from_b);
    *sum = s;
}

/*
 * Computes a b = *product + *error exactly: both factors are split into halves of 26 bits (Dekker,
 * Veltkamp).
 */
ALWAYS_INLINE void two_product(double a, double b, double* product, double* error)
{
    const double splitter = 134217729.0; /* 2^27 + 1 */
    double p = a * b;
    double ca = splitter * a;
    double cb = splitter * b;
    double a_high = ca - (ca - a);
    double b_high = cb - (cb - b);
    double a_low = a - a_high;
    double b_low = b - b_high;
    *error = a_low * b_low - (((p - a_high * b_high) - a_low * b_high) - a_high * b_low);
    *product = p;
}

Difference graze_exact_difference(double a, double b);

/* Computes e += sign * (the sum of p's terms) * (the sum of q's terms). */
void graze_expansion_add_product(Expansion* e, const double* p, int32_t p_count, const double* q,
                                 int32_t q_count, double sign);

/* Compresses an expansion to as few terms as its value needs. */
void graze_expansion_compress(Expansion* e);

/* Returns the sign of the value: -1, 0 or 1. */
int graze_expansion_sign(const Expansion* e);

/*
 * Returns the value rounded, with an error below one unit in the last place; for a compressed
 * expansion this is the nearest double, except for ties.
 */
double graze_expansion_estimate(const Expansion* e);

#endif
