/*
 * Double-double arithmetic: a value is hi + lo, where hi is the double nearest to it. It serves
 * differences that cancel and values that are divided by something small, if 106 bits are enough
 * and an expansion is too slow. It uses no fused operation, so every build rounds alike.
 *
 * Relative errors, u = 2^-53: sum 3 u^2, product 7 u^2, quotient 16 u^2, root 8 u^2; sums and
 * products of two doubles are exact, as long as all values stay in the range 2^-900 to 2^900, or
 * are 0.
 * Source: Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic building blocks of
 * double-word arithmetic", 2017.
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

/* Return p + q and p q, exactly. */
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

/* Returns p k for a power of two k. */
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

/* Returns the largest of the numbers of p, in magnitude. */
static inline double dd_largest(const Dd* p, int32_t count)
{
    double largest = 0;
    for (int32_t i = 0; i < count; i++)
        largest = max2(largest, fabs(p[i].hi));
    return largest;
}

/* Multiplies the numbers of p by a power of two. */
static inline void dd_scale_all(Dd* p, int32_t count, double k)
{
    for (int32_t i = 0; i < count; i++)
        p[i] = dd_scale(p[i], k);
}

Dd graze_dd_add(Dd p, Dd q);
Dd graze_dd_sub(Dd p, Dd q);
Dd graze_dd_mul(Dd p, Dd q);
Dd graze_dd_div(Dd p, Dd q);

/* Returns the square root of p, or 0 if p is not above 0. */
Dd graze_dd_sqrt(Dd p);

/* Returns the sum of p[i] q[i] for i below `count`. */
Dd graze_dd_dot(const Dd* p, const Dd* q, int32_t count);

/* Returns p[i] q[j] - p[j] q[i]. */
Dd graze_dd_minor(const Dd* p, const Dd* q, int32_t i, int32_t j);

#endif
