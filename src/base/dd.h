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

HOT Dd dd_of(double value)
{
    return (Dd){value, 0};
}

/* p + q and p q, exactly. */
HOT Dd dd_sum(double p, double q)
{
    Dd r;
    two_sum(p, q, &r.hi, &r.lo);
    return r;
}

HOT Dd dd_product(double p, double q)
{
    Dd r;
    two_product(p, q, &r.hi, &r.lo);
    return r;
}

HOT Dd dd_negated(Dd p)
{
    return (Dd){-p.hi, -p.lo};
}

/* p k for a power of two k. */
HOT Dd dd_scaled(Dd p, double k)
{
    return (Dd){p.hi * k, p.lo * k};
}

HOT bool dd_is_less(Dd p, Dd q)
{
    return p.hi < q.hi || (p.hi == q.hi && p.lo < q.lo);
}

HOT double dd_round(Dd p)
{
    return p.hi + p.lo;
}

Dd dd_add(Dd p, Dd q);
Dd dd_sub(Dd p, Dd q);
Dd dd_mul(Dd p, Dd q);
Dd dd_over(Dd p, Dd q);

/* 0 for what is not above 0. */
Dd dd_root(Dd p);

/* The sum of p[i] q[i] for i below `count`. */
Dd dd_dot(const Dd* p, const Dd* q, int32_t count);

/* p[i] q[j] - p[j] q[i] */
Dd dd_minor(const Dd* p, const Dd* q, int32_t i, int32_t j);

#endif
