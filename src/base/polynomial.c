#include "polynomial.h"

#include "../graze.h"
#include "../tolerance.h"

/* Shifts the origin of a polynomial from 0 to tau. */
static void shift_poly(double* c, int32_t degree, double tau)
{
    for (int32_t k = 0; k < degree; k++) {
        for (int32_t j = degree - 1; j >= k; j--)
            c[j] += tau * c[j + 1];
    }
}

/*
 * Returns the span, at most `span`, for which a polynomial with c[0] > 0 is certified positive. In
 * Bernstein's form on [0, span] it lies in the hull of its control points (i / degree, b_i), which
 * meets the axis first where a chord does that joins a point above and one below (Sederberg,
 * Nishita, "Curve intersection using Bezier clipping", 1990).
 */
static double clip_bezier(const double* c, int32_t degree, double span)
{
    if (degree == 0) return span;
    /* The control points are b_i = sum over k of C(i, k) / C(degree, k) c_k span^k */
    double b[GRAZE_PIECE_TERMS];
    double error = 0;
    double power = 1;
    for (int32_t i = 0; i <= degree; i++)
        b[i] = 0;
    double ratio = 1; /* 1 / C(degree, k) */
    for (int32_t k = 0; k <= degree; k++) {
        if (k > 0) ratio = ratio * k / (degree - k + 1);
        double term = c[k] * power * ratio;
        double binomial = 1; /* C(i, k) */
        for (int32_t i = k; i <= degree; i++) {
            b[i] += binomial * term;
            binomial = binomial * (i + 1) / (i + 1 - k);
        }
        if (k > 0) error += GRAZE_CONTROL_POINT_ERROR(degree) * fabs(c[k]) * power;
        power *= span;
    }
    for (int32_t i = 1; i <= degree; i++)
        b[i] -= error;
    double first = degree;
    for (int32_t i = 0; i <= degree; i++) {
        for (int32_t j = 0; j <= degree; j++) {
            bool crosses = b[i] >= 0 && b[j] < 0;
            if (crosses) first = min2(first, i + (j - i) * (b[i] / (b[i] - b[j])));
        }
    }
    first /= degree;
    return first < 1 ? first * span * (1 - GRAZE_STEP_ERROR) : span;
}

enum { MAX_CLIP_ROUNDS = 40 };

/*
 * Over a long span the hull of the control points can be far below the polynomial. Then a quarter
 * of the span is tried: near a simple or a double root a few such reductions suffice.
 */
double graze_poly_safe_step(const double* c, int32_t degree, double span)
{
    double shifted[GRAZE_PIECE_TERMS] = {0};
    double tau = 0;
    double step = 0;
    double trial = span;
    for (int32_t k = 0; k <= degree; k++)
        shifted[k] = c[k];
    for (int32_t round = 0; round < MAX_CLIP_ROUNDS && shifted[0] > 0; round++) {
        bool is_last = trial >= span - tau;
        if (is_last) trial = span - tau;
        step = clip_bezier(shifted, degree, trial);
        bool is_whole = step >= trial;
        if (is_whole && is_last) return span;
        bool is_enough = step <= 0x1p-20 * tau;
        if (is_enough) break;
        if (step < 0.25 * trial) {
            trial *= 0.25;
            continue;
        }
        tau += step;
        shift_poly(shifted, degree, step);
        step = 0;
        trial = is_whole ? 4 * trial : trial;
    }
    return (tau + step) * (1 - GRAZE_STEP_ERROR);
}

enum { LOW_DEGREE = 5 };

/*
 * Returns the range of a polynomial over [s, s + span], as the hull of its Bernstein coefficients
 * there, in Bernstein's form of degree 5, or 7 if the polynomial's degree is above 5. The Taylor
 * coefficient k contributes C(i, k) / C(n, k) of itself to the Bernstein coefficient i. A term of
 * degree n has 2 n - k roundings in Taylor coefficient k and n - k from s; k from its powers of the
 * span, at most 8 from its quotient of binomials and 1 from their product; and n from the sums: for
 * n = 7 at most 30 u, less than GRAZE_SLOPE_ERROR.
 */
GrazePolyRange graze_poly_range(const double* c, int32_t terms, double s, double span)
{
    double b[GRAZE_PIECE_TERMS] = {0};
    double weight = 1; /* 1 / C(n, k) */
    double size = graze_poly_magnitude(c, terms, fabs(s) + span);
    int32_t degree = LOW_DEGREE;
    for (int32_t k = LOW_DEGREE + 1; k < terms; k++)
        if (c[k] != 0) degree = GRAZE_PIECE_TERMS - 1;
    for (int32_t k = 0; k < terms; k++)
        b[k] = c[k];
    for (int32_t k = 0; k < degree; k++) {
        for (int32_t j = degree - 1; j >= k; j--)
            b[j] += s * b[j + 1];
    }
    for (int32_t k = 1; k <= degree; k++) {
        weight = weight * k / (degree - k + 1);
        /* The factors are applied one at a time: span^k alone can overflow. */
        for (int32_t j = 0; j < k; j++)
            b[k] *= span;
        b[k] *= weight;
    }
    /* b_i = sum of C(i, k) b_k, by sums of neighbors as in Pascal's triangle. */
    for (int32_t k = 1; k <= degree; k++) {
        for (int32_t i = degree; i >= k; i--)
            b[i] += b[i - 1];
    }
    GrazePolyRange range = {b[0], b[0]};
    for (int32_t i = 1; i <= degree; i++)
        range = graze_range_join(range, (GrazePolyRange){b[i], b[i]});
    double error = GRAZE_SLOPE_ERROR * size;
    return (GrazePolyRange){range.min - error, range.max + error};
}
