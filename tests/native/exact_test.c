/* Tests exact sums and signs of integers against 128-bit arithmetic: sums at every size at which
   a lost term can be detected, and signs that double cannot decide. */
#include "../../src/base/expansion.h"
#include "../../src/base/predicate.h"
#include "test.h"

#include <stdint.h>

typedef __int128 Integer;

/* Returns an integer below 2^bits, of either sign; it is often next to a power of two, so that
 * the remainder is 1. */
static int64_t random_integer(uint32_t bits)
{
    uint32_t shift = random_below(bits);
    int64_t value = (int64_t)1 << shift;
    uint32_t which = random_below(3);
    if (which == 0) value += (int64_t)random_below(3) - 1;
    if (which == 1) {
        int64_t more = (int64_t)random_below(1U << 31) << 21 | random_below(1U << 21);
        value = more & (((int64_t)2 << shift) - 1);
    }
    return random_below(2) ? value : -value;
}

static Integer sum_of(const double* terms, int32_t count)
{
    Integer sum = 0;
    for (int32_t i = 0; i < count; i++)
        sum += (Integer)terms[i];
    return sum;
}

static int sign_of(Integer value)
{
    return (value > 0) - (value < 0);
}

/* Returns whether the terms are sorted from the smallest, are not 0, and share no bits. */
static bool is_in_order(const Expansion* e)
{
    for (int32_t i = 0; i < e->count; i++) {
        if (e->term[i] == 0) return false;
        if (i > 0 && fabs(e->term[i]) <= fabs(e->term[i - 1])) return false;
    }
    return true;
}

/* Returns whether each term is the double nearest to the sum of itself and the terms below it. */
static bool is_compressed(const Expansion* e)
{
    for (int32_t i = 1; i < e->count; i++) {
        if (e->term[i] + e->term[i - 1] != e->term[i]) return false;
    }
    return true;
}

static void check_value(const Expansion* e, Integer value)
{
    CHECK(sum_of(e->term, e->count) == value);
    CHECK(is_in_order(e));
    CHECK(graze_expansion_sign(e) == sign_of(value));
    double size = fabs((double)value);
    CHECK(fabs(graze_expansion_estimate(e) - (double)value) <= size * 0x1p-52);
}

/* The sums cancel, or nearly do. */
static void sums_of_products_lose_nothing(void)
{
    for (int k = 0; k < 20000; k++) {
        Expansion e = {0};
        Integer value = 0;
        uint32_t bits = 1 + random_below(52);
        int32_t count = 1 + (int32_t)random_below(5);
        for (int32_t i = 0; i < count; i++) {
            double p[2] = {(double)random_integer(bits), (double)random_integer(bits)};
            double q[2] = {(double)random_integer(bits), (double)random_integer(bits)};
            int32_t p_count = 1 + (int32_t)random_below(2);
            int32_t q_count = 1 + (int32_t)random_below(2);
            double sign = random_below(2) ? 1 : -1;
            graze_expansion_add_product(&e, p, p_count, q, q_count, sign);
            value += (Integer)sign * sum_of(p, p_count) * sum_of(q, q_count);
        }
        if (random_below(3) == 0) {
            /* The double part is subtracted: the last terms alone decide. */
            double all = -(double)value;
            const double one = 1;
            graze_expansion_add_product(&e, &all, 1, &one, 1, 1);
            value += (Integer)all;
        }
        if (random_below(4) == 0) {
            const double unit[2] = {(double)value, (double)(value - (Integer)(double)value)};
            const double one = 1;
            graze_expansion_add_product(&e, unit, 2, &one, 1, -1);
            value -= sum_of(unit, 2);
        }
        check_value(&e, value);
        graze_expansion_compress(&e);
        check_value(&e, value);
        CHECK(is_compressed(&e));
    }
}

/* A term of 1 must not be dropped as if it were 0. */
static void terms_of_one_are_terms(void)
{
    Difference apart = graze_exact_difference(0x1p53, -1);
    CHECK(apart.count == 2 && apart.term[0] == 1 && apart.term[1] == 0x1p53);
    Difference near = graze_exact_difference(0x1p52, -1);
    CHECK(near.count == 1 && near.term[0] == 0x1p52 + 1);
    const double large[3] = {1, 0x1p53, 0x1p107};
    const double one = 1;
    Expansion e = {0};
    graze_expansion_add_product(&e, large, 3, &one, 1, 1);
    CHECK(e.count == 3 && e.term[0] == 1);
    graze_expansion_compress(&e);
    CHECK(e.count == 3 && e.term[0] == 1 && e.term[1] == 0x1p53 && e.term[2] == 0x1p107);
    /* The remainder on the way down is 0x1p53 + 1, which fits no double either. */
    Expansion tight = {.count = 3, .term = {1, 0x1p53, 0x1p106}};
    graze_expansion_compress(&tight);
    CHECK(sum_of(tight.term, tight.count) == ((Integer)1 << 106) + ((Integer)1 << 53) + 1);
    /* Neighboring terms that fit one double become one. */
    Expansion loose = {.count = 4, .term = {1, 2, 4, 0x1p80}};
    graze_expansion_compress(&loose);
    CHECK(loose.count == 2 && loose.term[0] == 7 && loose.term[1] == 0x1p80);
}

static void nothing_is_nothing(void)
{
    Expansion e = {0};
    graze_expansion_compress(&e);
    CHECK(e.count == 0 && graze_expansion_sign(&e) == 0 && graze_expansion_estimate(&e) == 0);
    const double p[2] = {3, 0};
    const double q[1] = {7};
    graze_expansion_add_product(&e, p, 2, q, 1, 1);
    graze_expansion_add_product(&e, p, 1, q, 1, -1);
    CHECK(e.count == 0);
}

/* ---- signs ---- */

typedef struct {
    Integer x, y;
} Vector;

static Integer cross_of(Vector p, Vector q)
{
    return p.x * q.y - p.y * q.x;
}

static Integer dot_of(Vector p, Vector q)
{
    return p.x * q.x + p.y * q.y;
}

static Vector plus(Vector p, Vector q)
{
    return (Vector){p.x + q.x, p.y + q.y};
}

static Vector times(Integer k, Vector p)
{
    return (Vector){k * p.x, k * p.y};
}

static Vector turned(Vector p)
{
    return (Vector){-p.y, p.x};
}

static Vector random_vector(uint32_t bits)
{
    return (Vector){random_integer(bits), random_integer(bits)};
}

/* Returns a small deviation from 0. */
static Vector little(void)
{
    return (Vector){(Integer)random_below(3) - 1, (Integer)random_below(3) - 1};
}

/* Splits a coordinate into `to` and `from`: if no double is the difference, the remainder is in
 * `from`. */
static void split(Integer value, double* to, double* from)
{
    Integer rest = (Integer)random_below(5) - 2;
    *to = (double)(value + rest);
    *from = (double)((Integer)*to - value);
    CHECK((Integer)*to - (Integer)*from == value);
}

static GrazePointDifference gap_of(Vector v)
{
    GrazePointDifference gap;
    split(v.x, &gap.to.x, &gap.from.x);
    split(v.y, &gap.to.y, &gap.from.y);
    return gap;
}

/* Bound of a value rounded to the nearest double, with room for ties. */
static const long double ROUNDED = 0x1.01p-53L;

static bool is_nearly(double value, Integer exact, long double error)
{
    return fabsl((long double)value - (long double)exact) <= error * fabsl((long double)exact);
}

static Integer factor(void)
{
    return (Integer)random_below(7) - 3;
}

/* The vectors are parallel, or at right angles, to within 1. */
static void products_have_their_signs(void)
{
    for (int k = 0; k < 20000; k++) {
        Vector p = random_vector(2 + random_below(56));
        Vector q = plus(times(factor(), p), little());
        if (k % 8 == 0) q = random_vector(58);
        GrazePointDifference gap_p = gap_of(p);
        GrazePointDifference gap_q = gap_of(q);
        GrazePointDifference gap_r = gap_of(turned(q));
        Integer cross = cross_of(p, q);
        CHECK(graze_sign_cross(&gap_p, &gap_q) == sign_of(cross));
        CHECK(graze_sign_cross(&gap_q, &gap_p) == -sign_of(cross));
        CHECK(graze_sign_dot(&gap_p, &gap_r) == -sign_of(cross));
        CHECK(is_nearly(graze_cross(&gap_p, &gap_q), cross, GRAZE_CROSS_PRECISION));
        CHECK(is_nearly(graze_dot(&gap_p, &gap_r), -cross, GRAZE_CROSS_PRECISION));
        CHECK(graze_sign_dot(&gap_p, &gap_q) == sign_of(dot_of(p, q)));
    }
}

/* Tests cos (p x q) + sin (p . q), where q makes the sum 0 or nearly 0. */
static void products_of_what_is_turned_have_their_signs(void)
{
    for (int k = 0; k < 20000; k++) {
        Integer c = factor();
        Integer s = factor();
        Vector p = random_vector(2 + random_below(54));
        Vector at_zero = plus(times(c, p), times(-s, turned(p)));
        Vector q = plus(times(1 - 2 * (Integer)random_below(2), at_zero), little());
        GrazePointDifference gap_p = gap_of(p);
        GrazePointDifference gap_q = gap_of(q);
        int sign = sign_of(c * cross_of(p, q) + s * dot_of(p, q));
        int guess = graze_filter_turned_cross(&gap_p, &gap_q, (double)c, (double)s);
        CHECK(guess == 0 || guess == sign);
        CHECK(graze_sign_turned_cross(&gap_p, &gap_q, (double)c, (double)s) == sign);
    }
}

static Integer size_of(Integer value)
{
    return value < 0 ? -value : value;
}

/* Runs Euclid's algorithm up to the last u and w that do not exceed `most`, and returns u x + w
 * y, the smallest value that such numbers reach. */
static Integer least_sum(Integer x, Integer y, Integer most, Vector* out)
{
    Vector at = {1, 0};
    Vector next = {0, 1};
    while (y != 0) {
        Integer part = x / y;
        Vector after = plus(at, times(-part, next));
        Integer rest = x - part * y;
        if (size_of(next.x) > most || size_of(next.y) > most) break;
        x = y;
        y = rest;
        at = next;
        next = after;
    }
    *out = at;
    return x;
}

/* Finds u and w with u x + w y = 1; returns false if x and y have a common divisor. */
static bool find_bezout(Integer x, Integer y, Vector* out)
{
    Integer divisor = least_sum(x, y, (Integer)1 << 120, out);
    *out = times(divisor, *out);
    return size_of(divisor) == 1;
}

/* Returns a random odd number. */
static Integer random_odd(uint32_t bits)
{
    Integer value = (Integer)random_below(1U << 31) << 29 | random_below(1U << 29);
    value = (value & (((Integer)1 << bits) - 1)) | 1;
    return random_below(2) ? value : -value;
}

/* The products almost cancel, and the vectors have no common factor. */
static void products_next_to_0_have_their_signs(void)
{
    for (int k = 0; k < 20000; k++) {
        uint32_t bits = 20 + random_below(39);
        Vector p = {random_odd(bits), random_odd(bits)};
        Vector bezout;
        Integer value = factor();
        if (!find_bezout(p.x, p.y, &bezout)) continue;
        Vector q = plus(times(value, (Vector){-bezout.y, bezout.x}), times(factor(), p));
        Vector r = plus(times(value, bezout), times(factor(), turned(p)));
        GrazePointDifference gap_p = gap_of(p);
        GrazePointDifference gap_q = gap_of(q);
        GrazePointDifference gap_r = gap_of(r);
        CHECK(graze_sign_cross(&gap_p, &gap_q) == sign_of(value));
        CHECK(graze_sign_dot(&gap_p, &gap_r) == sign_of(value));
        CHECK(graze_cross(&gap_p, &gap_q) == (double)value);
        CHECK(graze_dot(&gap_p, &gap_r) == (double)value);
    }
}

/* Some coordinates are doubles and others are not. */
static void products_of_some_doubles_have_their_signs(void)
{
    for (int k = 0; k < 20000; k++) {
        Vector p = {random_odd(58), random_odd(58)};
        if (random_below(2)) p.x -= p.x % 64;
        if (random_below(2)) p.y -= p.y % 64;
        Vector sum;
        Integer value = least_sum(p.x, p.y, (Integer)1 << 53, &sum);
        Vector q = {-sum.y, sum.x};
        GrazePointDifference gap_p = {{(double)p.x, (double)p.y}, {0, 0}};
        gap_p.from.x = (double)((Integer)gap_p.to.x - p.x);
        gap_p.from.y = (double)((Integer)gap_p.to.y - p.y);
        GrazePointDifference gap_q = {{(double)q.x, (double)q.y}, {0, 0}};
        CHECK(graze_sign_cross(&gap_p, &gap_q) == sign_of(value));
        CHECK(is_nearly(graze_cross(&gap_p, &gap_q), value, GRAZE_CROSS_PRECISION));
        CHECK(is_nearly(graze_cross(&gap_q, &gap_p), -value, GRAZE_CROSS_PRECISION));
    }
}

/* The doubles nearest to the coordinates are parallel, so that only the remainders decide. */
static void products_of_what_is_beside_doubles_have_their_signs(void)
{
    for (int k = 0; k < 20000; k++) {
        Integer size = (Integer)1 << (54 + random_below(4));
        Vector along = {size * factor(), size * factor()};
        Vector p = plus(times(factor(), along), (Vector){factor(), factor()});
        Vector q = plus(times(factor(), along), (Vector){factor(), factor()});
        GrazePointDifference gap_p = gap_of(p);
        GrazePointDifference gap_q = gap_of(q);
        Integer cross = cross_of(p, q);
        CHECK(graze_sign_cross(&gap_p, &gap_q) == sign_of(cross));
        CHECK(is_nearly(graze_cross(&gap_p, &gap_q), cross, GRAZE_CROSS_PRECISION));
    }
}

/* Returns a b mod m, for m below 2^60. */
static Integer product_within(Integer a, Integer b, Integer m)
{
    return (a % m) * (b % m) % m;
}

/* Products are halfway between doubles but for 2^-52 or more of the spacing. The nearest double
   is returned, also at powers of two, next to which doubles are twice as dense on one side. */
static void products_are_the_nearest_doubles(void)
{
    for (int k = 0; k < 40000; k++) {
        Vector p = {random_odd(58), random_odd(58)};
        Vector bezout;
        if (!find_bezout(p.x, p.y, &bezout)) continue;
        int32_t top = 104 + (int32_t)random_below(4);
        Integer between = (Integer)1 << (top - 52);
        Integer value = (Integer)1 << top;
        if (random_below(2)) value += between * random_below(1U << 30);
        value += between / (2 << random_below(2)) * (random_below(2) ? 1 : -1);
        value += ((Integer)1 << (top - 104 + (int32_t)random_below(10))) * factor();
        if (random_below(2)) value = -value;
        /* q.x is below p.x, and q.y follows from it. */
        Integer x = product_within(-bezout.y, value, p.x);
        Vector q = {x, (value + p.y * x) / p.x};
        CHECK(cross_of(p, q) == value);
        /* With less cancellation, double is accurate enough. */
        if (size_of(p.y * x) < 64 * size_of(value)) continue;
        GrazePointDifference gap_p = gap_of(p);
        GrazePointDifference gap_q = gap_of(q);
        Integer found = (Integer)graze_cross(&gap_p, &gap_q);
        Integer nearest = (Integer)(double)value;
        CHECK(size_of(found - value) <= size_of(nearest - value) + (between >> 52));
    }
}

/* Returns the value rounded to double, or a neighboring double that is an integer too. */
static double beside(double value)
{
    if (fabs(value) < 0x1p53 || random_below(2)) return value;
    return nextafter(value, random_below(2) ? INFINITY : -INFINITY);
}

/* Tests p . (q - p) along an edge of one body, or of both in the same direction, whose foot is
 * at p or next to it. */
static void feet_are_decided_exactly(void)
{
    for (int k = 0; k < 20000; k++) {
        Vector p = random_vector(2 + random_below(54));
        Integer sizes[2] = {(Integer)random_below(3), (Integer)random_below(3)};
        Vector along = turned(p);
        /* The coordinates of the step are doubles: their rounding to 53 bits is the deviation
         * from the right angle. */
        double x = beside((double)along.x);
        double y = beside((double)along.y);
        GrazePointDifference from = gap_of(p);
        GrazePointDifference to = from;
        to.to.x += (double)sizes[0] * x;
        to.to.y += (double)sizes[0] * y;
        to.from.x -= (double)sizes[1] * x;
        to.from.y -= (double)sizes[1] * y;
        Vector step = {
            ((Integer)to.to.x - (Integer)from.to.x) - ((Integer)to.from.x - (Integer)from.from.x),
            ((Integer)to.to.y - (Integer)from.to.y) - ((Integer)to.from.y - (Integer)from.from.y)};
        CHECK(graze_sign_along(&from, &to) == sign_of(dot_of(p, step)));
        GrazePointDifference origin = {from.to, from.to};
        CHECK(graze_sign_along(&origin, &to) == 0);
    }
}

static GrazePointDifference scaled(GrazePointDifference gap, double size)
{
    return (GrazePointDifference){vec_scale(gap.to, size), vec_scale(gap.from, size)};
}

/* The same holds nearly at right angles, whether p is a double or not. */
static void feet_next_to_the_ends_are_decided_exactly(void)
{
    for (int k = 0; k < 20000; k++) {
        bool is_double = random_below(2);
        uint32_t bits = is_double ? 48 : 58;
        Vector p = {random_odd(bits), random_odd(bits)};
        Vector step;
        Integer value = least_sum(p.x, p.y, (Integer)1 << 48, &step);
        if (random_below(2)) step = times(-1, step), value = -value;
        GrazePointDifference from = gap_of(p);
        GrazePointDifference to = from;
        to.from.x -= (double)step.x;
        to.from.y -= (double)step.y;
        if (is_double) {
            to.to.x += (double)step.x;
            to.to.y += (double)step.y;
        }
        double size = ldexp(1, -(int)random_below(150));
        CHECK(graze_sign_along(&from, &to) == sign_of(value));
        from = scaled(from, size);
        to = scaled(to, size);
        CHECK(graze_sign_along(&from, &to) == sign_of(value));
    }
}

/* Radii touch, or nearly do. The distances are Pythagorean, so that an exact touch exists. */
static void reach_is_decided_exactly(void)
{
    for (int k = 0; k < 20000; k++) {
        Integer size = 1 + random_below(1U << (1 + random_below(25)));
        Vector p = plus((Vector){3 * size, 4 * size}, little());
        Integer reach = 5 * size;
        double own = (double)random_below((uint32_t)reach);
        double other = (double)reach - own;
        GrazePointDifference gap_p = gap_of(p);
        Integer beyond = dot_of(p, p) - reach * reach;
        double point = graze_point_reach(&gap_p, own, other);
        CHECK(is_nearly(point, beyond, 0x1p-52L) && sign_compare(point, 0) == sign_of(beyond));
        /* The line has p as its foot; the path goes along it. */
        Vector along = (Vector){-4 * (1 + (Integer)random_below(40)), 0};
        along.y = -3 * along.x / 4;
        Vector q = plus(plus(p, along), times(random_below(4) == 0, little()));
        Vector step = plus(q, times(-1, p));
        GrazePointDifference gap_q = gap_of(q);
        Integer cross = cross_of(p, q);
        beyond = cross * cross - reach * reach * dot_of(step, step);
        double line = graze_line_reach(&gap_p, &gap_q, own, other);
        CHECK(is_nearly(line, beyond, 0x1p-52L) && sign_compare(line, 0) == sign_of(beyond));
        cross = cross_of(along, p);
        beyond = cross * cross - reach * reach * dot_of(along, along);
        GrazeVec way = vec((double)along.x, (double)along.y);
        double passes = graze_origin_line_reach(way, &gap_p, own, other);
        CHECK(is_nearly(passes, beyond, 0x1p-52L) && sign_compare(passes, 0) == sign_of(beyond));
    }
}

static Integer root_of(Integer square)
{
    Integer root = (Integer)sqrtl((long double)square);
    while (root * root > square)
        root--;
    while ((root + 1) * (root + 1) <= square)
        root++;
    return root;
}

/* Splits the reach into two radii whose sum needs more digits than a double has; changes the
 * reach if that is impossible. */
static void split_reach(Integer* reach, double* own, double* other)
{
    *own = (double)(*reach - (Integer)random_below(64));
    *other = (double)(*reach - (Integer)*own);
    *reach = (Integer)*own + (Integer)*other;
}

/* The same holds for numbers whose squares fill 128 bits and cancel to any number of digits. */
static void reach_is_rounded_once(void)
{
    for (int k = 0; k < 20000; k++) {
        double own;
        double other;
        Vector p = {random_odd(58), random_odd(58)};
        Integer reach = root_of(dot_of(p, p)) + random_integer(1 + random_below(56));
        split_reach(&reach, &own, &other);
        GrazePointDifference gap_p = gap_of(p);
        Integer beyond = dot_of(p, p) - reach * reach;
        CHECK(is_nearly(graze_point_reach(&gap_p, own, other), beyond, ROUNDED));
        p = (Vector){random_odd(28), random_odd(28)};
        Vector q = {random_odd(28), random_odd(28)};
        Vector step = plus(q, times(-1, p));
        Integer cross = cross_of(p, q);
        gap_p = gap_of(p);
        GrazePointDifference gap_q = gap_of(q);
        reach = size_of(cross) / root_of(dot_of(step, step)) + random_integer(1 + random_below(24));
        split_reach(&reach, &own, &other);
        beyond = cross * cross - reach * reach * dot_of(step, step);
        CHECK(is_nearly(graze_line_reach(&gap_p, &gap_q, own, other), beyond, ROUNDED));
        reach = size_of(cross) / root_of(dot_of(q, q)) + random_integer(1 + random_below(24));
        split_reach(&reach, &own, &other);
        beyond = cross * cross - reach * reach * dot_of(q, q);
        GrazeVec way = vec((double)q.x, (double)q.y);
        CHECK(is_nearly(graze_origin_line_reach(way, &gap_p, own, other), beyond, ROUNDED));
    }
}

/* Returns a double of any size that a place can have, or a float32 of any size that a radius can
 * have. */
static double random_place(void)
{
    return ldexp((double)random_odd(53), (int)random_below(328) - 250);
}

static double random_radius(void)
{
    return ldexp((double)size_of(random_odd(24)), (int)random_below(253) - 149);
}

static GrazePointDifference random_gap(void)
{
    return (GrazePointDifference){vec(random_place(), random_place()),
                                  vec(random_place(), random_place())};
}

static void check_same(double p, double q)
{
    CHECK(sign_compare(p, 0) == sign_compare(q, 0) && fabs(p - q) <= 0x1p-52 * fabs(p));
}

/* Every sum has all the terms that it can have: there is room for them, and the result does not
 * depend on the order. */
static void numbers_of_all_sizes_have_room(void)
{
    for (int k = 0; k < 2000; k++) {
        GrazePointDifference p = random_gap();
        GrazePointDifference q = random_gap();
        double own = random_radius();
        double other = random_radius();
        check_same(graze_line_reach(&p, &q, own, other), graze_line_reach(&q, &p, other, own));
        GrazeVec way = vec(random_place(), random_place());
        GrazePointDifference back = {p.from, p.to};
        check_same(graze_origin_line_reach(way, &p, own, other),
                   graze_origin_line_reach(way, &back, own, other));
        check_same(graze_point_reach(&p, own, other), graze_point_reach(&back, other, own));
        CHECK(graze_sign_along(&p, &q) ==
              graze_sign_along(&back, &(GrazePointDifference){q.from, q.to}));
        CHECK(graze_cross(&p, &q) == -graze_cross(&q, &p));
    }
}

static void check_fraction(GrazeFraction got, Integer numerator, Integer denominator)
{
    int sign = sign_of(denominator);
    long double value = (long double)numerator / (long double)denominator;
    CHECK(fabsl((long double)got.value - value) <= 0x1p-52L * fabsl(value));
    CHECK(got.sign_at_zero == sign_of(numerator) * sign);
    CHECK(got.sign_at_one == sign_of(numerator - denominator) * sign);
}

/* A path meets a line at its beginning, at its end, or next to them, by the least possible
 * margin. */
static void crossings_are_decided_exactly(void)
{
    for (int k = 0; k < 20000; k++) {
        uint32_t bits = 2 + random_below(50);
        Vector m = random_vector(bits);
        Vector at = plus(times((Integer)random_below(3), m), little());
        Vector along = random_vector(bits);
        Vector p = at;
        Vector q = plus(at, along);
        if (cross_of(m, along) == 0) continue;
        GrazePointDifference gap_p = gap_of(p);
        GrazePointDifference gap_q = gap_of(q);
        GrazeVec way = vec((double)m.x, (double)m.y);
        if ((Integer)way.x != m.x || (Integer)way.y != m.y) continue;
        Integer denominator = cross_of(m, q) - cross_of(m, p);
        CHECK(is_nearly(graze_cross_step(way, &gap_p, &gap_q), denominator, ROUNDED));
        check_fraction(graze_crossing(way, &gap_p, &gap_q), cross_of(p, q), denominator);
        Integer part = factor();
        Integer whole = 1 + (Integer)random_below(3);
        Vector on = times(part, m);
        GrazeVec long_way = vec((double)(whole * m.x), (double)(whole * m.y));
        if ((Integer)long_way.x != whole * m.x || (Integer)long_way.y != whole * m.y) continue;
        GrazePointDifference gap_on = gap_of(on);
        check_fraction(graze_ratio(long_way, &gap_on), part, whole);
    }
}

int main(void)
{
    sums_of_products_lose_nothing();
    terms_of_one_are_terms();
    nothing_is_nothing();
    products_have_their_signs();
    products_next_to_0_have_their_signs();
    products_of_some_doubles_have_their_signs();
    products_of_what_is_beside_doubles_have_their_signs();
    products_are_the_nearest_doubles();
    products_of_what_is_turned_have_their_signs();
    feet_are_decided_exactly();
    feet_next_to_the_ends_are_decided_exactly();
    reach_is_decided_exactly();
    reach_is_rounded_once();
    numbers_of_all_sizes_have_room();
    crossings_are_decided_exactly();
    return test_failures != 0;
}
