#include "trig.h"

#include "doubles.h"

/*
 * Reduction (after Cody and Waite, "Software Manual for the Elementary Functions", 1980):
 * angle = k pi/2 + r with |r| <= pi/4 up to rounding. pi/2 = HALF_PI_1 + HALF_PI_2 + HALF_PI_3, the
 * first two of 30 bits, so that k HALF_PI_1 and k HALF_PI_2 are exact for |k| < 2^23, and the
 * difference angle - k HALF_PI_1 is exact because the two are within a factor of two of each other.
 * Left are the roundings of two differences below 1 in magnitude: error below 2^-53.
 */
static const double TWO_OVER_PI = 0x1.45f306dc9c883p-1;
static const double HALF_PI_1 = 0x1.921fb54p+0;
static const double HALF_PI_2 = 0x1.10b46118p-30;
static const double HALF_PI_3 = 0x1.313198a2e0370p-61;

/* Everything below is two angles at a time, each in its lane as if it were alone. */
static const Doubles ONES = {1, 1};

/*
 * Taylor sums on |r| <= 0.79. The first term left out is below r^19/19! = 1e-19 for the sine and
 * r^18/18! = 3e-18 for the cosine, both far below u.
 */
HOT Doubles sine(Doubles r)
{
    Doubles s = r * r;
    Doubles sum = ONES * (1.0 / 355687428096000.0);
    sum = sum * s - 1.0 / 1307674368000.0;
    sum = sum * s + 1.0 / 6227020800.0;
    sum = sum * s - 1.0 / 39916800.0;
    sum = sum * s + 1.0 / 362880.0;
    sum = sum * s - 1.0 / 5040.0;
    sum = sum * s + 1.0 / 120.0;
    sum = sum * s - 1.0 / 6.0;
    return r + r * (s * sum);
}

HOT Doubles cosine(Doubles r)
{
    Doubles s = r * r;
    Doubles sum = ONES * (1.0 / 20922789888000.0);
    sum = sum * s - 1.0 / 87178291200.0;
    sum = sum * s + 1.0 / 479001600.0;
    sum = sum * s - 1.0 / 3628800.0;
    sum = sum * s + 1.0 / 40320.0;
    sum = sum * s - 1.0 / 720.0;
    sum = sum * s + 1.0 / 24.0;
    return 1 - (s * 0.5 - s * (s * sum));
}

/* Of angle = k pi / 2 + r. */
HOT void put_quadrant(int32_t k, double s, double c, double* sin, double* cos)
{
    double across = k & 1 ? c : s;
    double along = k & 1 ? s : c;
    *sin = k & 2 ? -across : across;
    *cos = (k + 1) & 2 ? -along : along;
}

HOT int32_t nearest_quarter(double turns)
{
    return (int32_t)(turns < 0 ? turns - 0.5 : turns + 0.5);
}

void graze_sincos_two(const double* angles, double* sin, double* cos)
{
    Doubles angle = doubles_load(angles);
    Doubles turns = angle * TWO_OVER_PI;
    int32_t k0 = nearest_quarter(turns[0]);
    int32_t k1 = nearest_quarter(turns[1]);
    Doubles k = {k0, k1};
    Doubles r = ((angle - k * HALF_PI_1) - k * HALF_PI_2) - k * HALF_PI_3;
    Doubles s = sine(r);
    Doubles c = cosine(r);
    put_quadrant(k0, s[0], c[0], &sin[0], &cos[0]);
    put_quadrant(k1, s[1], c[1], &sin[1], &cos[1]);
}

void graze_sincos(double angle, double* sin, double* cos)
{
    double angles[2] = {angle, 0};
    double sines[2];
    double cosines[2];
    graze_sincos_two(angles, sines, cosines);
    *sin = sines[0];
    *cos = cosines[0];
}
