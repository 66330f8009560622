#include "trig.h"

#include <stdint.h>

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

/*
 * Taylor sums on |r| <= 0.79. The first term left out is below r^19/19! = 1e-19 for the sine and
 * r^18/18! = 3e-18 for the cosine, both far below u.
 */
static double sine(double r)
{
    double s = r * r;
    double sum = 1.0 / 355687428096000.0;
    sum = sum * s - 1.0 / 1307674368000.0;
    sum = sum * s + 1.0 / 6227020800.0;
    sum = sum * s - 1.0 / 39916800.0;
    sum = sum * s + 1.0 / 362880.0;
    sum = sum * s - 1.0 / 5040.0;
    sum = sum * s + 1.0 / 120.0;
    sum = sum * s - 1.0 / 6.0;
    return r + r * (s * sum);
}

static double cosine(double r)
{
    double s = r * r;
    double sum = 1.0 / 20922789888000.0;
    sum = sum * s - 1.0 / 87178291200.0;
    sum = sum * s + 1.0 / 479001600.0;
    sum = sum * s - 1.0 / 3628800.0;
    sum = sum * s + 1.0 / 40320.0;
    sum = sum * s - 1.0 / 720.0;
    sum = sum * s + 1.0 / 24.0;
    return 1 - (s * 0.5 - s * (s * sum));
}

void graze_sincos(double angle, double* sin, double* cos)
{
    double turns = angle * TWO_OVER_PI;
    int32_t k = (int32_t)(turns < 0 ? turns - 0.5 : turns + 0.5);
    double r = ((angle - k * HALF_PI_1) - k * HALF_PI_2) - k * HALF_PI_3;
    double s = sine(r);
    double c = cosine(r);
    switch (k & 3) {
    case 0:
        *sin = s;
        *cos = c;
        break;
    case 1:
        *sin = c;
        *cos = -s;
        break;
    case 2:
        *sin = -s;
        *cos = -c;
        break;
    default:
        *sin = -c;
        *cos = s;
        break;
    }
}
