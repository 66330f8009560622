#include "dd.h"

/* Returns hi + lo, with the nearest double in .hi, for |hi| >= |lo|. */
ALWAYS_INLINE Dd fast_two_sum(double hi, double lo)
{
    double sum = hi + lo;
    return (Dd){sum, lo - (sum - hi)};
}

Dd graze_dd_add(Dd p, Dd q)
{
    Dd high = dd_sum(p.hi, q.hi);
    Dd low = dd_sum(p.lo, q.lo);
    Dd sum = fast_two_sum(high.hi, high.lo + low.hi);
    return fast_two_sum(sum.hi, sum.lo + low.lo);
}

Dd graze_dd_sub(Dd p, Dd q)
{
    return graze_dd_add(p, dd_neg(q));
}

Dd graze_dd_mul(Dd p, Dd q)
{
    Dd high = dd_product(p.hi, q.hi);
    return fast_two_sum(high.hi, high.lo + (p.hi * q.lo + p.lo * q.hi));
}

/* Divides the high parts, then divides the remainder again. */
Dd graze_dd_div(Dd p, Dd q)
{
    double first = p.hi / q.hi;
    Dd rest = graze_dd_sub(p, graze_dd_mul(q, dd_from_double(first)));
    return fast_two_sum(first, rest.hi / q.hi);
}

/* Takes one Newton step from the root of the high part. */
Dd graze_dd_sqrt(Dd p)
{
    if (!(p.hi > 0)) return dd_from_double(0);
    double first = sqrt(p.hi);
    Dd rest = graze_dd_sub(p, dd_product(first, first));
    return fast_two_sum(first, rest.hi / (2 * first));
}

Dd graze_dd_dot(const Dd* p, const Dd* q, int32_t count)
{
    Dd sum = graze_dd_mul(p[0], q[0]);
    for (int32_t i = 1; i < count; i++)
        sum = graze_dd_add(sum, graze_dd_mul(p[i], q[i]));
    return sum;
}

Dd graze_dd_minor(const Dd* p, const Dd* q, int32_t i, int32_t j)
{
    return graze_dd_sub(graze_dd_mul(p[i], q[j]), graze_dd_mul(p[j], q[i]));
}
