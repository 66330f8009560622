/*
 * Pairs of doubles: a value is hi + lo, hi the double nearest to it. For differences that cancel and for what is divided by
 * something small, where 106 bits are enough and an expansion too slow. No fused operation is used, so every build rounds
 * alike.
 *
 * Relative errors, u = 2^-53: sum 3 u^2, product 7 u^2, quotient 16 u^2, root 8 u^2; sums and products of two doubles are
 * exact. Source: Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
 * arithmetic", 2017. Exact means: while nothing leaves the range 2^-900 to 2^900; zeros are fine.
 */
#ifndef GRAZE_BASE_DD_H
#define GRAZE_BASE_DD_H

#include "expansion.h"

typedef struct {
    double hi, lo;
} Dd;

ALWAYS_INLINE Dd dd_from_double(double value)
{
    return (Dd){value, 0};
}

/* p + q and p q, exactly. */
ALWAYS_INLINE Dd dd_sum(double p, double q)
{
    Dd r;
    two_sum(p, q, &r.hi, &r.lo);
    return r;
}

ALWAYS_INLINE Dd dd_product(double p, double q)
{
    Dd r;
    two_product(p, q, &r.hi, &r.lo);
    return r;
}

ALWAYS_INLINE Dd dd_neg(Dd p)
{
    return (Dd){-p.hi, -p.lo};
}

/* p k for a power of two k. */
ALWAYS_INLINE Dd dd_scale(Dd p, double k)
{
    return (Dd){p.hi * k, p.lo * k};
}

ALWAYS_INLINE bool dd_is_less(Dd p, Dd q)
{
    return p.hi < q.hi || (p.hi == q.hi && p.lo < q.lo);
}

ALWAYS_INLINE double dd_round(Dd p)
{
    return p.hi + p.lo;
}

Dd dd_add(Dd p, Dd q);
Dd dd_sub(Dd p, Dd q);
Dd dd_mul(Dd p, Dd q);
Dd dd_div(Dd p, Dd q);

/* 0 for what is not above 0. */
Dd dd_sqrt(Dd p);

/* The sum of p[i] q[i] for i below `count`. */
Dd dd_dot(const Dd* p, const Dd* q, int32_t count);

/* p[i] q[j] - p[j] q[i] */
Dd dd_minor(const Dd* p, const Dd* q, int32_t i, int32_t j);

#endif
