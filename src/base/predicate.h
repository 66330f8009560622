/*
 * Every geometric decision of the core is the sign of one of these quantities, so this is the one
 * place where a decision can be made more exact.
 *
 * The products are compared, never subtracted: p - q rounds to zero only when p and q are equal
 * doubles, but comparing says so without a second rounding, and the two differences that make up a
 * factor are exact for float32 coordinates whose exponents are within 2^29 of each other.
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
