#include "hong.h"

#include <float.h>
#include <math.h>

/*
 * Hong's root finder. Four abscissae w1 .. w4, h apart, advance from left to right. On [w1, w3] and
 * on [w2, w4] each f_i is replaced by the parabola p through its three values, less alpha e_max for
 * the error of p; where none of these has a root, the next four abscissae follow. e_max is the
 * distance of p from the cubic through all four values: with x in steps of h,
 *
 *   cubic - p = D x (x - 1) (x - 2) / 6,    D = f(w4) - 3 f(w3) + 3 f(w2) - f(w1),
 *   e_max = |D| / (9 sqrt 3),
 *
 * reached at x = 1 - 1 / sqrt 3. The ratio chi_i = e_max / f_i(w1) determines h.
 *
 * The paper's text, corrected:
 * - Section VI requires f > 0 at first, but F_k and G_jk of (4.2) and (6.3) are negative while
 *   the bodies are separated: f = -G.
 * - It requires alpha <= 1 / chi_i for every chi_i up to chi_1: with alpha = 2, chi_1 is at most
 *   1/2. Otherwise p - alpha e_max may be negative at w1 already.
 * - It does not keep w2, w3 and w4 within w_e: f would be evaluated, and roots found, beyond the
 *   interval. Here the last four end at w_e.
 * - Steps 7 and 8 omit an estimate at w3, or w4, itself; at w_e, step 2 then ends the search
 *   without an evaluation of f there. Here an estimate at w3 is left to step 8, whose parabola
 *   has the same value, and one at w4 is accepted if some f_i(w4) <= 0.
 * - An estimate that rounding puts just after a root, even that of a linear f, ends in the error
 *   of step 3. Here the next w1 is a fraction of mu before the estimate. If the parabola itself
 *   is that far off, the error stands.
 * - The number of rounds is unbounded: where f(w1) is as small as its own rounding errors, chi
 *   stays large for every h. Here that is an error.
 */

/* The paper's beta, alpha, chi_1 and chi_2. */
static const double FIRST_STEP = 1.0 / 30;
static const double SAFETY_FACTOR = 2;
static const double MAX_CHI = 0.4;
static const double LOW_CHI = 0.05;

/* 1 / (9 sqrt 3) */
static const double E_MAX_FACTOR = 0.064150029909958435;

/*
 * Distance before an estimate at which the search continues, in mu; and the minimum of mu, in ulps
 * of the larger end of the interval.
 */
static const double BACKOFF = 0.25;
static const double MIN_ULPS = 4;

/* An abscissa w and its sample; `min_value` is the minimum of all f_i(w). */
typedef struct {
    double w, min_value;
    GrazeSample sample;
} Abscissa;

typedef struct {
    const GrazeFamily* family;
    double end, h;
    Abscissa at[4];
} SampleWindow;

static double min_term(const GrazeFamily* family, const GrazeSample* sample, int side)
{
    int32_t count = side == 0 ? family->count_a : family->count_b;
    double min_value = INFINITY;
    for (int32_t i = 0; i < count; i++)
        min_value = min2(min_value, family->term(family->context, sample, side, i));
    return min_value;
}

static void take_sample(SampleWindow* window, int32_t k, double w)
{
    const GrazeFamily* family = window->family;
    Abscissa* at = &window->at[k];
    GrazeSample* sample = &at->sample;
    family->sample(family->context, w, sample);
    at->w = w;
    at->min_value = sample->level + min_term(family, sample, 0) + min_term(family, sample, 1);
}

static void trisect(SampleWindow* window, double from, double to)
{
    window->h = (to - from) / 3;
    if (from != window->at[0].w) take_sample(window, 0, from);
    take_sample(window, 1, min2(from + window->h, to));
    take_sample(window, 2, min2(from + 2 * window->h, to));
    take_sample(window, 3, to);
}

/* Advances the window so that w4 becomes the first abscissa. */
static void next_window(SampleWindow* window, double h)
{
    double from = window->at[3].w;
    double to = from + 3 * h;
    window->at[0] = window->at[3];
    trisect(window, from, min2(to, window->end));
}

/*
 * Returns the first zero in (0, 2) of the parabola through f0, f1, f2 at x = 0, 1, 2, less
 * `margin`, or 2 if there is none. It is positive at 0, so that its smallest positive root is 2 c /
 * (sqrt(b^2 - 4 a c) - b).
 */
static double first_zero(double f0, double f1, double f2, double margin)
{
    double a = 0.5 * (f2 - 2 * f1 + f0);
    double b = f1 - f0 - a;
    double c = f0 - margin;
    double square = b * b - 4 * a * c;
    double decrease = square >= 0 ? sqrt(square) - b : 0;
    return decrease > 0 ? min2(2 * c / decrease, 2) : 2;
}

/*
 * Estimates over all functions: chi_max and, in steps from w1, the first estimate on [w1, w3] and
 * the first on [w2, w4].
 */
typedef struct {
    double chi, left, right;
} RootEstimates;

/* Adds the four values of one function. */
static void add_function(RootEstimates* estimates, const double* f)
{
    double e_max = E_MAX_FACTOR * fabs(f[3] - f[0] + 3 * (f[1] - f[2]));
    estimates->chi = max2(estimates->chi, e_max / f[0]);
    if (estimates->chi > MAX_CHI) return;
    estimates->left = min2(estimates->left, first_zero(f[0], f[1], f[2], SAFETY_FACTOR * e_max));
    estimates->right =
        min2(estimates->right, 1 + first_zero(f[1], f[2], f[3], SAFETY_FACTOR * e_max));
}

static RootEstimates estimate_roots(const SampleWindow* window)
{
    const GrazeFamily* family = window->family;
    RootEstimates estimates = {0, 2, 3};
    for (int32_t i = 0; i < family->count_a && estimates.chi <= MAX_CHI; i++) {
        double of_a[4];
        for (int32_t k = 0; k < 4; k++) {
            const GrazeSample* at = &window->at[k].sample;
            of_a[k] = at->level + family->term(family->context, at, 0, i);
        }
        for (int32_t j = 0; j < family->count_b; j++) {
            double f[4];
            for (int32_t k = 0; k < 4; k++)
                f[k] = of_a[k] + family->term(family->context, &window->at[k].sample, 1, j);
            add_function(&estimates, f);
        }
    }
    return estimates;
}

/*
 * Moves the window to the next estimate or onward (steps 7 to 9), once the parabolas can be
 * trusted.
 */
static void move_window(SampleWindow* window, const RootEstimates* estimates, double mu)
{
    double estimate = estimates->left < 2 ? estimates->left : estimates->right;
    if (estimate >= 3 && window->at[3].min_value > 0) {
        next_window(window, estimates->chi < LOW_CHI ? 3 * window->h : window->h);
        return;
    }
    int32_t k = estimate < 1 ? 1 : estimate < 2 ? 2 : 3;
    double w1 = window->at[0].w;
    double to = window->at[k].w;
    trisect(window, max2(min2(w1 + estimate * window->h, to) - BACKOFF * mu, w1), to);
}

/* Returns whether there is a root within mu of w1 (steps 4 to 6). */
static bool is_near_root(const SampleWindow* window, double mu)
{
    for (int32_t k = 1; k < 4; k++) {
        if (window->at[k].min_value <= 0) return window->at[k].w - window->at[0].w <= mu;
    }
    return false;
}

GrazeRootStatus graze_smallest_root(const GrazeFamily* family, double begin, double end, double mu,
                                    double* root)
{
    SampleWindow window = {.family = family, .end = end};
    mu = max2(mu, MIN_ULPS * DBL_EPSILON * max2(fabs(begin), fabs(end)));
    take_sample(&window, 3, begin);
    next_window(&window, FIRST_STEP * (end - begin));
    for (int32_t round = 0; round < GRAZE_HONG_ROUNDS; round++) {
        double w1 = window.at[0].w;
        double w2 = window.at[1].w;
        *root = w1;
        if (window.at[0].min_value < 0) return GRAZE_ROOT_ERROR;
        if (window.at[0].min_value == 0 || is_near_root(&window, mu)) return GRAZE_ROOT_FOUND;
        if (w1 >= end) return GRAZE_ROOT_NONE;
        bool is_trusted = false;
        RootEstimates estimates;
        if (window.at[1].min_value > 0) {
            estimates = estimate_roots(&window);
            is_trusted = estimates.chi <= MAX_CHI;
        }
        if (is_trusted) {
            move_window(&window, &estimates, mu);
        } else if (w2 > w1) {
            trisect(&window, w1, w2);
        } else {
            break;
        }
    }
    return GRAZE_ROOT_ERROR;
}

/*
 * The loop of BCDA and PCDA. The paper's text, corrected: mu and epsilon are not independent. A
 * root is known to within mu, in which the bodies close by up to their speed times mu, so that a
 * smaller epsilon may never be reached, and theta_k+1 = theta_k. Step 3 takes a near miss within
 * epsilon for a contact.
 */

/* Returns mu: the tolerance, or less if the bodies can close by epsilon within it. */
static double root_tolerance(const GrazeAdvancement* advancement, double span, double epsilon)
{
    double max_speed = advancement->functions->max_speed(advancement->pair, span);
    return advancement->tolerance * max_speed > 0.5 * epsilon ? 0.5 * epsilon / max_speed
                                                              : advancement->tolerance;
}

static GrazeContactBracket make_bracket(GrazeContactStatus status, double lo, double hi)
{
    return (GrazeContactBracket){.status = status, .lo = lo, .hi = hi};
}

void graze_advance_as_published(GrazeAdvancement* advancement, double from, GrazeHongStep step,
                                void* data, GrazeContactBracket* bracket)
{
    double t = from;
    while (advancement->evaluations_left > 0) {
        GrazeInstant instant;
        graze_advancement_evaluate(advancement, t, true, &instant);
        double epsilon = max2(advancement->distance_tolerance, instant.error);
        if (instant.separation <= epsilon) {
            bool is_overlap = t <= from && instant.separation < -instant.error;
            *bracket =
                make_bracket(is_overlap ? GRAZE_CONTACT_OVERLAPPING : GRAZE_CONTACT_HIT, t, t);
            return;
        }
        double end = min2(instant.to, advancement->to);
        double mu = root_tolerance(advancement, end - t, epsilon);
        double next;
        GrazeRootStatus status = step(data, end, mu, &next);
        if (status == GRAZE_ROOT_NONE && end >= advancement->to) {
            *bracket = make_bracket(GRAZE_CONTACT_FREE, end, end);
            return;
        }
        /*
         * The motion continues with other pieces: the bound has held so far, and this is a step
         * like any other.
         */
        if (status == GRAZE_ROOT_NONE) next = end;
        if (status == GRAZE_ROOT_ERROR || !(next > t)) break;
        t = next;
    }
    *bracket = make_bracket(GRAZE_CONTACT_UNDECIDED, t, advancement->to);
}
