/*
 * The signs on which every geometric decision of the core is based. They are exact for all
 * coordinates that graze accepts: computed first in double with an error bound, then, if the bound
 * leaves the sign open, by expansions.
 *
 * A point of A - B is given as the pair of points it is the difference of, since the difference
 * itself may not be a double.
 */
#ifndef GRAZE_BASE_PREDICATE_H
#define GRAZE_BASE_PREDICATE_H

#include "../graze.h"
#include "../tolerance.h"
#include "vec.h"

/* The vector to - from. */
typedef struct {
    GrazeVec to, from;
} GrazePointDifference;

/* Returns -1, 0 or 1 if p < q, p = q or p > q. */
ALWAYS_INLINE int sign_compare(double p, double q)
{
    return (p > q) - (p < q);
}

/*
 * Returns the sign of p x q for vectors of doubles, to the precision of double. It may guide a
 * search but must not decide a result.
 */
ALWAYS_INLINE int sign_cross(GrazeVec p, GrazeVec q)
{
    return sign_compare(p.x * q.y, p.y * q.x);
}

/* Returns the sign of p x q: 1 if q lies counter-clockwise of p. Exact. */
int graze_sign_cross(const GrazePointDifference* p, const GrazePointDifference* q);

/* Returns the sign of p . q. Exact. */
int graze_sign_dot(const GrazePointDifference* p, const GrazePointDifference* q);

/*
 * Returns the sign of p x (q rotated by (cos, sin)). Exact, for p and q differences of float32
 * points, and cos and sin at least 2^-200 in magnitude or 0.
 */
int graze_sign_turned_cross(const GrazePointDifference* p, const GrazePointDifference* q,
                            double cos, double sin);

/*
 * Returns the same sign if double can determine it, else 0. The value is cos (p x q) + sin (p . q):
 * each of the four products has two differences, two products and at most two sums, 6 u and their
 * products, below GRAZE_PROJECTION_ERROR.
 */
ALWAYS_INLINE int graze_filter_turned_cross(const GrazePointDifference* p,
                                            const GrazePointDifference* q, double cos, double sin)
{
    GrazeVec a = vec_sub(p->to, p->from);
    GrazeVec b = vec_sub(q->to, q->from);
    double value = cos * vec_cross(a, b) + sin * vec_dot(a, b);
    double size = fabs(cos) * (fabs(a.x * b.y) + fabs(a.y * b.x)) +
                  fabs(sin) * (fabs(a.x * b.x) + fabs(a.y * b.y));
    if (value > GRAZE_PROJECTION_ERROR * size) return 1;
    return value < -GRAZE_PROJECTION_ERROR * size ? -1 : 0;
}

/* Return p x q and p . q with a relative error below GRAZE_CROSS_PRECISION. */
double graze_cross(const GrazePointDifference* p, const GrazePointDifference* q);
double graze_dot(const GrazePointDifference* p, const GrazePointDifference* q);

/*
 * Computations for the ends p and q of an edge of A - B, which is parallel to an edge of A, of B,
 * or of both in the same direction. graze_edge_vector returns q - p, with a relative error of 3 u
 * in each coordinate, as nothing cancels. graze_sign_along returns the sign of p . (q - p), exact:
 * 0 or more if p is the end nearest the origin.
 */
ALWAYS_INLINE GrazeVec graze_edge_vector(const GrazePointDifference* p,
                                         const GrazePointDifference* q)
{
    return vec_sub(vec_sub(q->to, p->to), vec_sub(q->from, p->from));
}

int graze_sign_along(const GrazePointDifference* p, const GrazePointDifference* q);

/*
 * Return the squared excess over `reach`, the sum of two float32 radii, of the point p, of the line
 * through p and q, and of the distance of the point p from the line through the origin along m:
 *   |p|^2 - reach^2,   (p x q)^2 - reach^2 |q - p|^2,   (m x p)^2 - reach^2 |m|^2
 * Signs are exact, values accurate to 1 ulp.
 */
double graze_point_reach(const GrazePointDifference* p, double radius_a, double radius_b);
double graze_line_reach(const GrazePointDifference* p, const GrazePointDifference* q,
                        double radius_a, double radius_b);
double graze_origin_line_reach(GrazeVec m, const GrazePointDifference* p, double radius_a,
                               double radius_b);

/*
 * A quotient: its value, to 1 ulp, and its exact comparisons with 0 and with 1: below (-1), equal
 * (0) or above (1).
 */
typedef struct {
    double value;
    int sign_at_zero, sign_at_one;
} GrazeFraction;

/* Returns the s at which s m lies on the line through p and q, which m is not parallel to. */
GrazeFraction graze_crossing(GrazeVec m, const GrazePointDifference* p,
                             const GrazePointDifference* q);

/* Returns m x (q - p), accurate to GRAZE_CROSS_PRECISION. */
double graze_cross_step(GrazeVec m, const GrazePointDifference* p, const GrazePointDifference* q);

/* Returns the s at which s m = p, for a point p on the line of m. m is not 0. */
GrazeFraction graze_ratio(GrazeVec m, const GrazePointDifference* p);

ALWAYS_INLINE GrazeVec vec_from_point(GrazePoint p)
{
    return vec(p.x, p.y);
}

/*
 * Returns the orientation of a, b, c: 1 for a counter-clockwise turn, -1 for a clockwise one, 0 if
 * they lie on one line. Exact.
 */
static inline int sign_orient2d(GrazePoint a, GrazePoint b, GrazePoint c)
{
    GrazePointDifference to_b = {vec_from_point(b), vec_from_point(a)};
    GrazePointDifference to_c = {vec_from_point(c), vec_from_point(a)};
    return graze_sign_cross(&to_b, &to_c);
}

static inline bool same_point(GrazePoint p, GrazePoint q)
{
    return p.x == q.x && p.y == q.y;
}

/* Compares points by y, then x: returns -1, 0 or 1. */
static inline int compare_low(GrazePoint a, GrazePoint b)
{
    int by_y = sign_compare(a.y, b.y);
    return by_y != 0 ? by_y : sign_compare(a.x, b.x);
}

#endif
