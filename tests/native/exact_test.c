/* Exact sums: expansions of integers against 128 bits, at every size at which a term that is lost can be seen. */
#include "../../src/base/expansion.h"
#include "test.h"

#include <stdint.h>

typedef __int128 Integer;

static uint64_t state = 88172645463325252U;

static uint32_t random_below(uint32_t count)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % count;
}

/* Below 2^bits, of either sign; often next to a power of two, so that what does not fit is 1. */
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

/* Smallest first, none 0, and no bit of one where another has one. */
static bool is_in_order(const Expansion* e)
{
    for (int32_t i = 0; i < e->count; i++) {
        if (e->term[i] == 0) return false;
        if (i > 0 && fabs(e->term[i]) <= fabs(e->term[i - 1])) return false;
    }
    return true;
}

/* Is each the double nearest to itself and what is below it? */
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
    CHECK(expansion_sign(e) == sign_of(value));
    double size = fabs((double)value);
    CHECK(fabs(expansion_estimate(e) - (double)value) <= size * 0x1p-52);
}

/* Sums that nearly cancel, or do. */
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
            expansion_add_product(&e, p, p_count, q, q_count, sign);
            value += (Integer)sign * sum_of(p, p_count) * sum_of(q, q_count);
        }
        if (random_below(3) == 0) {
            /* Less what double keeps of it: all of what decides is in the last terms. */
            double all = -(double)value;
            const double one = 1;
            expansion_add_product(&e, &all, 1, &one, 1, 1);
            value += (Integer)all;
        }
        if (random_below(4) == 0) {
            const double unit[2] = {(double)value, (double)(value - (Integer)(double)value)};
            const double one = 1;
            expansion_add_product(&e, unit, 2, &one, 1, -1);
            value -= sum_of(unit, 2);
        }
        check_value(&e, value);
        expansion_compress(&e);
        check_value(&e, value);
        CHECK(is_compressed(&e));
    }
}

/* What is lost where a term is taken for none because it is 1, and not 0. */
static void terms_of_one_are_terms(void)
{
    Difference apart = exact_difference(0x1p53, -1);
    CHECK(apart.count == 2 && apart.term[0] == 1 && apart.term[1] == 0x1p53);
    Difference near = exact_difference(0x1p52, -1);
    CHECK(near.count == 1 && near.term[0] == 0x1p52 + 1);
    const double large[3] = {1, 0x1p53, 0x1p107};
    const double one = 1;
    Expansion e = {0};
    expansion_add_product(&e, large, 3, &one, 1, 1);
    CHECK(e.count == 3 && e.term[0] == 1);
    expansion_compress(&e);
    CHECK(e.count == 3 && e.term[0] == 1 && e.term[1] == 0x1p53 && e.term[2] == 0x1p107);
    /* On the way down what does not fit is 0x1p53 + 1, and that fits no double either. */
    Expansion tight = {.count = 3, .term = {1, 0x1p53, 0x1p106}};
    expansion_compress(&tight);
    CHECK(sum_of(tight.term, tight.count) == ((Integer)1 << 106) + ((Integer)1 << 53) + 1);
    /* Neighbours that fit one double become one. */
    Expansion loose = {.count = 4, .term = {1, 2, 4, 0x1p80}};
    expansion_compress(&loose);
    CHECK(loose.count == 2 && loose.term[0] == 7 && loose.term[1] == 0x1p80);
}

static void nothing_is_nothing(void)
{
    Expansion e = {0};
    expansion_compress(&e);
    CHECK(e.count == 0 && expansion_sign(&e) == 0 && expansion_estimate(&e) == 0);
    const double p[2] = {3, 0};
    const double q[1] = {7};
    expansion_add_product(&e, p, 2, q, 1, 1);
    expansion_add_product(&e, p, 1, q, 1, -1);
    CHECK(e.count == 0);
}

int main(void)
{
    sums_of_products_lose_nothing();
    terms_of_one_are_terms();
    nothing_is_nothing();
    return test_failures != 0;
}
