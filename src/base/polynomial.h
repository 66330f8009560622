/*
 * Polynomials by their coefficients, in ascending order of powers: values, Taylor coefficients,
 * bounds, and the time for which one stays positive.
 */
#ifndef GRAZE_BASE_POLYNOMIAL_H
#define GRAZE_BASE_POLYNOMIAL_H

#include "vec.h"

/*
 * Return the value at s of a polynomial of `terms` coefficients, and the sum of the magnitudes of
 * its terms. Coefficients of 0 above the others do not change the results.
 */
static inline double graze_poly(const double* c, int32_t terms, double s)
{
    /* Beginning at 0, as if a term of 0 were above, a sum of zeros has the same sign for any number
       of stored terms. */
    double sum = 0;
    for (int32_t k = terms - 1; k >= 0; k--)
        sum = sum * s + c[k];
    return sum;
}

static inline double graze_poly_magnitude(const double* c, int32_t terms, double s)
{
    double sum = fabs(c[terms - 1]);
    for (int32_t k = terms - 2; k >= 0; k--)
        sum = sum * fabs(s) + fabs(c[k]);
    return sum;
}

/* Returns an upper bound of the magnitude of a polynomial at most `span` away from 0. */
static inline double graze_poly_bound(const double* c, int32_t degree, double span)
{
    double sum = fabs(c[degree]);
    for (int32_t k = degree - 1; k >= 0; k--)
        sum = sum * span + fabs(c[k]);
    return sum;
}

/*
 * Computes the Taylor coefficients of a polynomial about s. The first one is not the value at s but
 * its difference from the polynomial's constant term.
 */
static inline void graze_poly_taylor(const double* c, int32_t degree, double s, double* out)
{
    out[0] = degree == 1 ? c[1] * s : 0;
    out[1] = c[1];
    if (degree <= 1) return;
    for (int32_t k = 1; k <= degree; k++)
        out[k] = c[k];
    for (int32_t k = 0; k < degree; k++) {
        for (int32_t j = degree - 1; j >= k; j--)
            out[j] += s * out[j + 1];
    }
}

/* Computes the largest magnitudes of the first and second derivative at most `span` away from 0. */
static inline void graze_poly_derivative_bounds(const double* c, int32_t degree, double span,
                                                double* first, double* second)
{
    double first_bound = 0;
    double second_bound = 0;
    for (int32_t k = degree; k >= 1; k--) {
        first_bound = first_bound * span + k * fabs(c[k]);
        if (k >= 2) second_bound = second_bound * span + k * (k - 1) * fabs(c[k]);
    }
    *first = first_bound;
    *second = second_bound;
}

/*
 * Returns the positive root of level + slope tau - curvature tau^2 / 2 for level > 0, without
 * cancellation, or infinity if there is none.
 */
static inline double graze_parabola_root(double level, double slope, double curvature)
{
    double root = sqrt(slope * slope + 2 * curvature * level);
    double decrease = root - slope;
    if (slope > 0) return curvature > 0 ? (root + slope) / curvature : INFINITY;
    return decrease > 0 ? 2 * level / decrease : INFINITY;
}

/*
 * Returns the time, at most `span`, for which a polynomial is certified positive; 0 if c[0] is not
 * positive. For bodies that do not rotate, level + n . d(tau) is such a polynomial.
 */
double graze_poly_safe_step(const double* c, int32_t degree, double span);

/* A range of numbers. */
typedef struct {
    double min, max;
} GrazePolyRange;

ALWAYS_INLINE GrazePolyRange graze_range_join(GrazePolyRange r, GrazePolyRange s)
{
    return (GrazePolyRange){min2(r.min, s.min), max2(r.max, s.max)};
}

ALWAYS_INLINE double graze_range_magnitude(GrazePolyRange r)
{
    return max2(fabs(r.min), fabs(r.max));
}

/* Returns bounds of a polynomial of `terms` coefficients over [s, s + span]. */
GrazePolyRange graze_poly_range(const double* c, int32_t terms, double s, double span);

#endif
