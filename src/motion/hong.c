#include "hong.h"

#include "../base/predicate.h"

#include <float.h>

/*
 * Hong's root finder. Four abscissae w1 .. w4, h apart, go from left to right. On [w1, w3] and on [w2, w4] each f_i is
 * taken for the parabola p through its three values, less alpha e_max for what p may be off; where none of these has a
 * root, the next four follow. e_max is how far the cubic through all four values is from p: with x in steps of h,
 *
 *   cubic - p = D x (x - 1) (x - 2) / 6, D = f(w4) - 3 f(w3) + 3 f(w2) - f(w1), so e_max = |D| / (9 sqrt 3),
 *
 * reached at x = 1 - 1 / sqrt 3. chi_i = e_max / f_i(w1) is what h is chosen by.
 *
 * The paper's text, corrected:
 * - Section VI wants f > 0 at first, but F_k and G_jk of (4.2) and (6.3) are negative while the bodies are apart:
 *   f = -G.
 * - alpha at most 1 / chi_i is wanted of every chi_i up to chi_1: with alpha = 2, chi_1 at most 1/2. Otherwise
 *   p - alpha e_max may be negative at w1 already.
 * - w2, w3 and w4 are not kept within w_e: f would be evaluated, and roots found, beyond the interval. Here the last
 *   four end at w_e.
 * - Steps 7 and 8 leave out an estimate at w3, or w4, itself; at w_e, step 2 then ends the search without a look at f
 *   there. Here one at w3 is left to step 8, whose parabola has the same value, and one at w4 is taken where some
 *   f_i(w4) <= 0.
 * - An estimate that rounding puts just behind a root, even that of a straight f, ends in the error of step 3. Here
 *   the next w1 is a part of mu before the estimate. Where the parabola itself is that far off, the error stands.
 * - Nothing bounds the number of rounds: where f(w1) is as small as its own rounding errors, chi stays large whatever
 *   h is. Here that is an error.
 */

/* beta, alpha, chi_1 and chi_2. */
static const double FIRST_STEP = 1.0 / 30;
static const double CAUTION = 2;
static const double MOST_DOUBT = 0.4;
static const double LITTLE_DOUBT = 0.05;

/* 1 / (9 sqrt 3) */
static const double E_MAX = 0.064150029909958435;

/* How far before an estimate to go on, in mu; and the least mu, in ulps of w. */
static const double BACK = 0.25;
static const double LEAST_ULPS = 4;

/* `least`: the least f_i(w) */
typedef struct {
    double w, least;
    GrazeSample sample;
} Abscissa;

typedef struct {
    const GrazeFamily* family;
    double end, h;
    Abscissa at[4];
} Four;

static double least_along(const GrazePoint* points, int32_t count, GrazeVec along)
{
    double least = INFINITY;
    for (int32_t i = 0; i < count; i++)
        least = min2(least, vec_dot(along, vec_of(points[i])));
    return least;
}

static void take(Four* four, int32_t k, double w)
{
    const GrazeFamily* family = four->family;
    Abscissa* at = &four->at[k];
    GrazeSample* sample = &at->sample;
    family->sample(family->of, w, sample);
    at->w = w;
    at->least = sample->level + least_along(family->a, family->count_a, sample->along_a) +
                least_along(family->b, family->count_b, sample->along_b);
}

static void trisect(Four* four, double from, double to)
{
    four->h = (to - from) / 3;
    if (from != four->at[0].w) take(four, 0, from);
    take(four, 1, min2(from + four->h, to));
    take(four, 2, min2(from + 2 * four->h, to));
    take(four, 3, to);
}

/* The next four, w4 to be the first. */
static void go_on(Four* four, double h)
{
    double from = four->at[3].w;
    double to = from + 3 * h;
    four->at[0] = four->at[3];
    trisect(four, from, min2(to, four->end));
}

/*
 * Where the parabola through f0, f1, f2 at x = 0, 1, 2, less `margin`, first is 0, in (0, 2); 2 when it is not. It is
 * positive at 0, so its least positive root is 2 c / (sqrt(b^2 - 4 a c) - b).
 */
static double first_zero(double f0, double f1, double f2, double margin)
{
    double a = 0.5 * (f2 - 2 * f1 + f0);
    double b = f1 - f0 - a;
    double c = f0 - margin;
    double square = b * b - 4 * a * c;
    double fall = square >= 0 ? sqrt(square) - b : 0;
    return fall > 0 ? min2(2 * c / fall, 2) : 2;
}

/* Of all functions: chi_max and, in steps from w1, the first estimate on [w1, w3] and the first on [w2, w4]. */
typedef struct {
    double chi, left, right;
} Outlook;

/* f: the four values of one function. */
static void consider(Outlook* all, const double* f)
{
    double e_max = E_MAX * fabs(f[3] - f[0] + 3 * (f[1] - f[2]));
    all->chi = max2(all->chi, e_max / f[0]);
    if (all->chi > MOST_DOUBT) return;
    all->left = min2(all->left, first_zero(f[0], f[1], f[2], CAUTION * e_max));
    all->right = min2(all->right, 1 + first_zero(f[1], f[2], f[3], CAUTION * e_max));
}

static Outlook look_ahead(const Four* four)
{
    const GrazeFamily* family = four->family;
    Outlook all = {0, 2, 3};
    for (int32_t i = 0; i < family->count_a && all.chi <= MOST_DOUBT; i++) {
        GrazeVec a = vec_of(family->a[i]);
        for (int32_t j = 0; j < family->count_b; j++) {
            GrazeVec b = vec_of(family->b[j]);
            double f[4];
            for (int32_t k = 0; k < 4; k++) {
                const GrazeSample* at = &four->at[k].sample;
                f[k] = at->level + vec_dot(at->along_a, a) + vec_dot(at->along_b, b);
            }
            consider(&all, f);
        }
    }
    return all;
}

/* Steps 7 to 9, once the parabolas can be trusted: where to look next. */
static void advance(Four* four, const Outlook* ahead, double mu)
{
    double estimate = ahead->left < 2 ? ahead->left : ahead->right;
    if (estimate >= 3 && four->at[3].least > 0) {
        go_on(four, ahead->chi < LITTLE_DOUBT ? 3 * four->h : four->h);
        return;
    }
    int32_t k = estimate < 1 ? 1 : estimate < 2 ? 2 : 3;
    double w1 = four->at[0].w;
    double to = four->at[k].w;
    trisect(four, max2(min2(w1 + estimate * four->h, to) - BACK * mu, w1), to);
}

/* Steps 4 to 6: is there a root within mu of w1? */
static bool is_near_root(const Four* four, double mu)
{
    for (int32_t k = 1; k < 4; k++) {
        if (four->at[k].least <= 0) return four->at[k].w - four->at[0].w <= mu;
    }
    return false;
}

GrazeRootStatus graze_smallest_root(const GrazeFamily* family, double begin, double end, double mu,
                                    double* root)
{
    Four four = {.family = family, .end = end};
    mu = max2(mu, LEAST_ULPS * DBL_EPSILON * max2(fabs(begin), fabs(end)));
    take(&four, 3, begin);
    go_on(&four, FIRST_STEP * (end - begin));
    for (int32_t round = 0; round < GRAZE_HONG_ROUNDS; round++) {
        double w1 = four.at[0].w;
        double w2 = four.at[1].w;
        *root = w1;
        if (four.at[0].least < 0) return GRAZE_ROOT_ERROR;
        if (four.at[0].least == 0 || is_near_root(&four, mu)) return GRAZE_ROOT_FOUND;
        if (w1 >= end) return GRAZE_ROOT_NONE;
        bool is_trusted = false;
        Outlook ahead;
        if (four.at[1].least > 0) {
            ahead = look_ahead(&four);
            is_trusted = ahead.chi <= MOST_DOUBT;
        }
        if (is_trusted) {
            advance(&four, &ahead, mu);
        } else if (w2 > w1) {
            trisect(&four, w1, w2);
        } else {
            break;
        }
    }
    return GRAZE_ROOT_ERROR;
}
