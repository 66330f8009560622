#include "predicate.h"

#include "../tolerance.h"
#include "expansion.h"

/*
 * Range. Cosines and sines are multiples of 2^-252 up to 1, and are multiplied only with products
 * of differences of float32. Coordinates of shapes are float32: multiples of 2^-149 below 2^128.
 * Those transformed by a pose are rounded to double, and to 0 below GRAZE_MIN_COORDINATE = 2^-200
 * (static/convex/cso.c): multiples of 2^-252 below 2^131. A cross product is then a multiple of 2^-504 below
 * 2^265, its square one of 2^-1008 below 2^530: products and their errors are doubles without
 * overflow or underflow, so expansions are exact.
 *
 * Capacity. A compressed expansion has terms at least 52 bits apart: a cross product has at most
 * 769 / 52 = 15 terms, its square 2 * 15^2 = 450 before compression, and 1538 / 52 = 30 after it.
 * |e|^2, the sum of the squares of two coordinates of an edge vector of 4 terms each, has 64 before
 * compression and at most 15 after it, and reach^2 has 8: with the two terms that each of their
 * products adds, these are 270.
 */
_Static_assert(EXPANSION_CAPACITY >= 450, "see above");

typedef struct {
    Difference x, y;
} ExactVec;

static ExactVec exact_vec(const GrazePointDifference* p)
{
    return (ExactVec){graze_exact_difference(p->to.x, p->from.x),
                      graze_exact_difference(p->to.y, p->from.y)};
}

static void add_product(Expansion* e, const Difference* p, const Difference* q, double sign)
{
    graze_expansion_add_product(e, p->term, p->count, q->term, q->count, sign);
}

static NOINLINE void expand_cross(Expansion* e, const GrazePointDifference* p,
                                  const GrazePointDifference* q)
{
    ExactVec a = exact_vec(p);
    ExactVec b = exact_vec(q);
    e->count = 0;
    add_product(e, &a.x, &b.y, 1);
    add_product(e, &a.y, &b.x, -1);
    graze_expansion_compress(e);
}

/*
 * Returns p x q in double and writes its error bound, beyond which its sign (and then some digits)
 * is certain.
 * Source: Shewchuk 1997, section 4.3: the bound of the first stage of ORIENT2D, whose form this is.
 */
ALWAYS_INLINE double filter_cross(const GrazePointDifference* p, const GrazePointDifference* q,
                                  double* error)
{
    double left = (p->to.x - p->from.x) * (q->to.y - q->from.y);
    double right = (p->to.y - p->from.y) * (q->to.x - q->from.x);
    *error = GRAZE_FILTER_ERROR * (fabs(left) + fabs(right));
    return left - right;
}

/*
 * Computes p x q in double-double arithmetic: every difference as a double and its tail, every
 * product of two doubles as a double and its tail, and the other products, of a double and a tail,
 * in double. Returns true if `value` is the double nearest to every possible result, and so the
 * value that an expansion gives. This also holds if the differences are doubles and the two
 * products round to the same double, which leaves the difference of two tails, often 0.
 */
static bool cross_in_pairs(const GrazePointDifference* p, const GrazePointDifference* q,
                           double* value)
{
    GrazeVec a;
    GrazeVec b;
    GrazeVec a_tail;
    GrazeVec b_tail;
    two_sum(p->to.x, -p->from.x, &a.x, &a_tail.x);
    two_sum(p->to.y, -p->from.y, &a.y, &a_tail.y);
    two_sum(q->to.x, -q->from.x, &b.x, &b_tail.x);
    two_sum(q->to.y, -q->from.y, &b.y, &b_tail.y);
    double left;
    double right;
    double left_tail;
    double right_tail;
    double cross;
    double cross_tail;
    two_product(a.x, b.y, &left, &left_tail);
    two_product(a.y, b.x, &right, &right_tail);
    two_sum(left, -right, &cross, &cross_tail);
    double rest = cross_tail + (left_tail - right_tail) +
                  ((a.x * b_tail.y + a_tail.x * b.y) - (a.y * b_tail.x + a_tail.y * b.x));
    double nearest = cross + rest;
    double off =
        fabs(rest - (nearest - cross)) + GRAZE_DD_FILTER_ERROR * (fabs(left) + fabs(right));
    bool is_of_tails =
        a_tail.x == 0 && a_tail.y == 0 && b_tail.x == 0 && b_tail.y == 0 && left == right;
    *value = nearest;
    return is_of_tails || (nearest + off == nearest && nearest - off == nearest);
}

static NOINLINE double exact_cross(const GrazePointDifference* p, const GrazePointDifference* q)
{
    double value;
    if (cross_in_pairs(p, q, &value)) return value;
    Expansion exact;
    expand_cross(&exact, p, q);
    return graze_expansion_estimate(&exact);
}

int graze_sign_cross(const GrazePointDifference* p, const GrazePointDifference* q)
{
    double error;
    double cross = filter_cross(p, q, &error);
    return sign_compare(fabs(cross) > error ? cross : exact_cross(p, q), 0);
}

double graze_cross(const GrazePointDifference* p, const GrazePointDifference* q)
{
    double error;
    double cross = filter_cross(p, q, &error);
    return fabs(cross) * GRAZE_CROSS_PRECISION > error ? cross : exact_cross(p, q);
}

static GrazePointDifference quarter_turned(const GrazePointDifference* p)
{
    return (GrazePointDifference){vec(-p->to.y, p->to.x), vec(-p->from.y, p->from.x)};
}

/* p . q = p x (q rotated a quarter turn counter-clockwise). */
int graze_sign_dot(const GrazePointDifference* p, const GrazePointDifference* q)
{
    GrazePointDifference turned = quarter_turned(q);
    return graze_sign_cross(p, &turned);
}

double graze_dot(const GrazePointDifference* p, const GrazePointDifference* q)
{
    GrazePointDifference turned = quarter_turned(q);
    return graze_cross(p, &turned);
}

/* Computes e += factor (p x q) or, if is_dot, e += factor (p . q). */
static void add_scaled(Expansion* e, const GrazePointDifference* p, const GrazePointDifference* q,
                       double factor, bool is_dot)
{
    ExactVec a = exact_vec(p);
    ExactVec b = exact_vec(q);
    Expansion part;
    part.count = 0;
    add_product(&part, &a.x, is_dot ? &b.x : &b.y, 1);
    add_product(&part, &a.y, is_dot ? &b.y : &b.x, is_dot ? 1 : -1);
    graze_expansion_add_product(e, part.term, part.count, &factor, 1, 1);
}

static NOINLINE int expand_turned_cross(const GrazePointDifference* p,
                                        const GrazePointDifference* q, double cos, double sin)
{
    Expansion e;
    e.count = 0;
    add_scaled(&e, p, q, cos, false);
    add_scaled(&e, p, q, sin, true);
    return graze_expansion_sign(&e);
}

int graze_sign_turned_cross(const GrazePointDifference* p, const GrazePointDifference* q,
                            double cos, double sin)
{
    int filtered = graze_filter_turned_cross(p, q, cos, sin);
    return filtered != 0 ? filtered : expand_turned_cross(p, q, cos, sin);
}

/* Writes one coordinate of (q->to - q->from) - (p->to - p->from). */
static void expand_step(Expansion* e, const Difference* p, const Difference* q)
{
    const double one = 1;
    e->count = 0;
    graze_expansion_add_product(e, q->term, q->count, &one, 1, 1);
    graze_expansion_add_product(e, p->term, p->count, &one, 1, -1);
}

static NOINLINE int expand_along(const GrazePointDifference* p, const GrazePointDifference* q)
{
    ExactVec a = exact_vec(p);
    ExactVec b = exact_vec(q);
    Expansion step;
    Expansion e;
    e.count = 0;
    expand_step(&step, &a.x, &b.x);
    graze_expansion_add_product(&e, a.x.term, a.x.count, step.term, step.count, 1);
    expand_step(&step, &a.y, &b.y);
    graze_expansion_add_product(&e, a.y.term, a.y.count, step.term, step.count, 1);
    return graze_expansion_sign(&e);
}

/*
 * Each product has five roundings and the sum one: 6 u and their products, below
 * GRAZE_PROJECTION_ERROR.
 */
int graze_sign_along(const GrazePointDifference* p, const GrazePointDifference* q)
{
    GrazeVec step = graze_edge_vector(p, q);
    double x = (p->to.x - p->from.x) * step.x;
    double y = (p->to.y - p->from.y) * step.y;
    double along = x + y;
    double error = GRAZE_PROJECTION_ERROR * (fabs(x) + fabs(y));
    if (along > error) return 1;
    if (along < -error) return -1;
    /* The error is 0 only if both products are 0; none of their factors is rounded to 0. */
    return error > 0 ? expand_along(p, q) : 0;
}

static void add_square(Expansion* e, const Expansion* p)
{
    graze_expansion_add_product(e, p->term, p->count, p->term, p->count, 1);
}

static void add_reach(Expansion* e, double radius_a, double radius_b, double sign)
{
    Difference reach = graze_exact_difference(radius_a, -radius_b);
    add_product(e, &reach, &reach, sign);
}

NOINLINE double graze_point_reach(const GrazePointDifference* p, double radius_a, double radius_b)
{
    ExactVec a = exact_vec(p);
    Expansion e;
    e.count = 0;
    add_reach(&e, radius_a, radius_b, -1);
    add_product(&e, &a.x, &a.x, 1);
    add_product(&e, &a.y, &a.y, 1);
    graze_expansion_compress(&e);
    return graze_expansion_estimate(&e);
}

/*
 * Returns cross^2 - reach^2 square, rounded, for a compressed cross product, and a square that is
 * compressed or that of a displacement.
 */
static double beyond_reach(const Expansion* cross, const Expansion* square, double radius_a,
                           double radius_b)
{
    Expansion reach;
    Expansion e;
    reach.count = 0;
    add_reach(&reach, radius_a, radius_b, 1);
    e.count = 0;
    add_square(&e, cross);
    graze_expansion_compress(&e);
    graze_expansion_add_product(&e, reach.term, reach.count, square->term, square->count, -1);
    graze_expansion_compress(&e);
    return graze_expansion_estimate(&e);
}

NOINLINE double graze_line_reach(const GrazePointDifference* p, const GrazePointDifference* q,
                                 double radius_a, double radius_b)
{
    ExactVec a = exact_vec(p);
    ExactVec b = exact_vec(q);
    Expansion part;
    Expansion square;
    square.count = 0;
    expand_step(&part, &a.x, &b.x);
    add_square(&square, &part);
    expand_step(&part, &a.y, &b.y);
    add_square(&square, &part);
    graze_expansion_compress(&square);
    expand_cross(&part, p, q);
    return beyond_reach(&part, &square, radius_a, radius_b);
}

NOINLINE double graze_origin_line_reach(GrazeVec m, const GrazePointDifference* p, double radius_a,
                                        double radius_b)
{
    Difference x = {1, {m.x}};
    Difference y = {1, {m.y}};
    Expansion cross;
    Expansion square;
    expand_cross(&cross, &(GrazePointDifference){m, {0, 0}}, p);
    square.count = 0;
    add_product(&square, &x, &x, 1);
    add_product(&square, &y, &y, 1);
    return beyond_reach(&cross, &square, radius_a, radius_b);
}

/*
 * Returns numerator / denominator, both compressed. The quotient of the estimates has a relative
 * error of 3 u; its remainder is computed exactly, and adding the correction reduces the error to
 * that of the last sum.
 */
static GrazeFraction fraction(const Expansion* numerator, const Expansion* denominator)
{
    const double one = 1;
    int sign = graze_expansion_sign(denominator);
    double divisor = graze_expansion_estimate(denominator);
    double quotient = graze_expansion_estimate(numerator) / divisor;
    Expansion rest = *numerator;
    graze_expansion_add_product(&rest, denominator->term, denominator->count, &one, 1, -1);
    int to_one = graze_expansion_sign(&rest) * sign;
    rest = *numerator;
    graze_expansion_add_product(&rest, denominator->term, denominator->count, &quotient, 1, -1);
    double value = quotient + graze_expansion_estimate(&rest) / divisor;
    return (GrazeFraction){value, graze_expansion_sign(numerator) * sign, to_one};
}

/* Writes m x q - m x p. */
static void expand_cross_step(Expansion* e, GrazeVec m, const GrazePointDifference* p,
                              const GrazePointDifference* q)
{
    ExactVec a = exact_vec(p);
    ExactVec b = exact_vec(q);
    Difference x = {1, {m.x}};
    Difference y = {1, {m.y}};
    e->count = 0;
    add_product(e, &x, &b.y, 1);
    add_product(e, &y, &b.x, -1);
    add_product(e, &x, &a.y, -1);
    add_product(e, &y, &a.x, 1);
    graze_expansion_compress(e);
}

NOINLINE double graze_cross_step(GrazeVec m, const GrazePointDifference* p,
                                 const GrazePointDifference* q)
{
    Expansion e;
    expand_cross_step(&e, m, p, q);
    return graze_expansion_estimate(&e);
}

NOINLINE GrazeFraction graze_crossing(GrazeVec m, const GrazePointDifference* p,
                                      const GrazePointDifference* q)
{
    /* (q - p) x (s m - p) = 0 holds for s = (p x q) / (m x q - m x p). */
    Expansion numerator;
    Expansion denominator;
    expand_cross(&numerator, p, q);
    expand_cross_step(&denominator, m, p, q);
    return fraction(&numerator, &denominator);
}

NOINLINE GrazeFraction graze_ratio(GrazeVec m, const GrazePointDifference* p)
{
    const double one = 1;
    bool on_x = fabs(m.x) >= fabs(m.y);
    Difference d = on_x ? graze_exact_difference(p->to.x, p->from.x)
                        : graze_exact_difference(p->to.y, p->from.y);
    Expansion numerator;
    Expansion denominator = {1, {on_x ? m.x : m.y}};
    numerator.count = 0;
    graze_expansion_add_product(&numerator, d.term, d.count, &one, 1, 1);
    return fraction(&numerator, &denominator);
}
