#include "trig.h"

#include "dd.h"
#include "doubles.h"

/*
 * The reduction follows Cody and Waite, "Software Manual for the Elementary Functions", 1980:
 * angle = k pi/2 + r with |r| <= pi/4 up to rounding. pi/2 = HALF_PI_1 + HALF_PI_2 + HALF_PI_3, of
 * which the first two have 30 bits, so that k HALF_PI_1 and k HALF_PI_2 are exact for |k| < 2^23,
 * and the difference angle - k HALF_PI_1 is exact because the two are within a factor of two of
 * each other. Two differences below 1 in magnitude are rounded: the error is below 2^-53.
 */
static const double TWO_OVER_PI = 0x1.45f306dc9c883p-1;
static const double HALF_PI_1 = 0x1.921fb54p+0;
static const double HALF_PI_2 = 0x1.10b46118p-30;
static const double HALF_PI_3 = 0x1.313198a2e0370p-61;

/*
 * All of the following handles two angles at a time, each in its lane as if it were alone, and
 * without a branch.
 */
static const Doubles ONES = {1, 1};

/*
 * Adding this to a number below 2^51 in magnitude rounds the number to the nearest integer, whose
 * low bits are then those of the sum.
 */
static const double ROUNDER = 0x1.8p+52;

/*
 * Taylor sums on |r| <= 0.79. The first omitted term is below r^19/19! = 1e-19 for the sine and
 * r^18/18! = 3e-18 for the cosine, both far below u. Terms are summed in pairs, and pairs of pairs
 * (Estrin, "Organization of computer systems", 1960): the latency of one term after another would
 * be most of the time.
 */
ALWAYS_INLINE Doubles sine(Doubles r)
{
    Doubles s = r * r;
    Doubles s2 = s * s;
    Doubles low = s * (1.0 / 120.0) - 1.0 / 6.0;
    Doubles second = s * (1.0 / 362880.0) - 1.0 / 5040.0;
    Doubles third = s * (1.0 / 6227020800.0) - 1.0 / 39916800.0;
    Doubles high = s * (1.0 / 355687428096000.0) - 1.0 / 1307674368000.0;
    Doubles sum = (low + s2 * second) + (s2 * s2) * (third + s2 * high);
    return r + r * (s * sum);
}

ALWAYS_INLINE Doubles cosine(Doubles r)
{
    Doubles s = r * r;
    Doubles s2 = s * s;
    Doubles low = ONES * (1.0 / 24.0) - s * (1.0 / 720.0);
    Doubles second = ONES * (1.0 / 40320.0) - s * (1.0 / 3628800.0);
    Doubles third = ONES * (1.0 / 479001600.0) - s * (1.0 / 87178291200.0);
    Doubles sum = (low + s2 * second) + (s2 * s2) * (third + s2 * (1.0 / 20922789888000.0));
    return 1 - (s * 0.5 - s * (s * sum));
}

ALWAYS_INLINE DoublesMask sign_if(DoublesMask mask)
{
    return mask & INT64_MIN;
}

void graze_sincos_two(const double* angles, double* sin, double* cos)
{
    Doubles angle = doubles_load(angles);
    Doubles rounded = angle * TWO_OVER_PI + ROUNDER;
    Doubles k = rounded - ROUNDER;
    DoublesMask quarter = (DoublesMask)rounded; /* its last two bits are the quadrant */
    Doubles r = ((angle - k * HALF_PI_1) - k * HALF_PI_2) - k * HALF_PI_3;
    DoublesMask s = (DoublesMask)sine(r);
    DoublesMask c = (DoublesMask)cosine(r);
    DoublesMask swaps = (s ^ c) & -(quarter & 1);
    doubles_store(sin, (Doubles)(s ^ swaps ^ sign_if((quarter & 2) != 0)));
    doubles_store(cos, (Doubles)(c ^ swaps ^ sign_if(((quarter + 1) & 2) != 0)));
}

void graze_sincos(double angle, double* sin, double* cos)
{
    double angles[2] = {angle};
    double sines[2];
    double cosines[2];
    graze_sincos_two(angles, sines, cosines);
    *sin = sines[0];
    *cos = cosines[0];
}

/*
 * Horner's rule in pairs of doubles errs by some u^2 of the terms, 2^-80 for 1e7. As in the reduction
 * above, k times four of the first two parts of pi / 2 is exact, and so is the first difference; the
 * two others are rounded, and so is the sum with the low part: 3 u pi.
 */
double graze_angle_within_turn(const double* c, int32_t terms, double s, double rest)
{
    Dd angle = dd_from_double(c[terms - 1]);
    for (int32_t k = terms - 2; k >= 0; k--)
        angle = graze_dd_add(graze_dd_mul(angle, (Dd){s, rest}), dd_from_double(c[k]));
    double rounded = angle.hi * (0.25 * TWO_OVER_PI) + ROUNDER;
    double quarters = 4 * (rounded - ROUNDER);
    double reduced = (angle.hi - quarters * HALF_PI_1) - quarters * HALF_PI_2;
    return (reduced - quarters * HALF_PI_3) + angle.lo;
}
