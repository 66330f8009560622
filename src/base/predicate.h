/*
 * Every geometric decision of the core is the sign of one of these quantities, so this is the one
 * place where a decision can be made more exact.
 *
 * The products are compared, never subtracted. For float32 coordinates that are multiples of some
 * 2^k and below 2^(k + 25) the differences have at most 26 bits and the products at most 52: both
 * are exact in double, and so is the sign. Otherwise the products round, and a near tie can come
 * out wrong.
 */
#ifndef GRAZE_BASE_PREDICATE_H
#define GRAZE_BASE_PREDICATE_H

#include "../graze.h"
#include "vec.h"

/* -1, 0 or 1 as p < q, p = q, p > q. */
static inline int sign_compare(double p, double q)
{
    return (p > q) - (p < q);
}

/* Sign of p x q: 1 when q lies counter-clockwise of p. */
static inline int sign_cross(GrazeVec p, GrazeVec q)
{
    return sign_compare(p.x * q.y, p.y * q.x);
}

/* Sign of p . q. */
static inline int sign_dot(GrazeVec p, GrazeVec q)
{
    return sign_compare(p.x * q.x, -(p.y * q.y));
}

/* 1 when a, b, c turn counter-clockwise, -1 clockwise, 0 when they lie on one line. */
static inline int sign_turn(GrazePoint a, GrazePoint b, GrazePoint c)
{
    return sign_cross(vec((double)b.x - a.x, (double)b.y - a.y),
                      vec((double)c.x - a.x, (double)c.y - a.y));
}

/* Order of points by y, then x: -1, 0 or 1. */
static inline int compare_low(GrazePoint a, GrazePoint b)
{
    int by_y = sign_compare(a.y, b.y);
    return by_y != 0 ? by_y : sign_compare(a.x, b.x);
}

#endif
