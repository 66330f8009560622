#include "sign.h"

#include "../base/predicate.h"

/*
 * Range. Coordinates of vertices are float32, multiples of 2^-149 below 2^128; those of placed
 * vertices are doubles, rounded to multiples of GRAZE_SOLID_UNIT = 2^-160 where they are small
 * (pair.h), below 2^131. A determinant of three steps is a multiple of 2^-480 below 2^400, so all
 * products and their errors are doubles without underflow, and expansions are exact.
 *
 * Capacity. A compressed expansion has terms at least 52 bits apart. A step has at most 4 terms, a
 * minor 2 * 2 * 4^2 = 64 before compression and (2 * 133 + 320) / 52 + 1 = 12 after it, and the
 * determinant 3 * 2 * 12 * 4 = 288.
 */
_Static_assert(EXPANSION_CAPACITY >= 288, "see above");

SolidTerms graze_solid_expand_step(const SolidStep* step, int k)
{
    /* a_to and b_from are added, a_from and b_to subtracted. */
    const double value[4] = {vec3_at(step->a_to, k), -vec3_at(step->a_from, k),
                             -vec3_at(step->b_to, k), vec3_at(step->b_from, k)};
    const double one = 1;
    Expansion e;
    SolidTerms terms;
    e.count = 0;
    for (int i = 0; i < 4; i++)
        if (value[i] != 0) graze_expansion_add_product(&e, &value[i], 1, &one, 1, 1);
    graze_expansion_compress(&e);
    terms.count = e.count;
    for (int32_t i = 0; i < e.count; i++)
        terms.term[i] = e.term[i];
    return terms;
}

/* All coordinates of a step. */
typedef struct {
    SolidTerms at[3];
} ExactStep;

static ExactStep exact_step(const SolidStep* step)
{
    return (ExactStep){{graze_solid_expand_step(step, 0), graze_solid_expand_step(step, 1),
                        graze_solid_expand_step(step, 2)}};
}

static void add_product(Expansion* e, const SolidTerms* p, const SolidTerms* q, double sign)
{
    graze_expansion_add_product(e, p->term, p->count, q->term, q->count, sign);
}

/* Computes coordinate k of the cross product. */
static void expand_minor(Expansion* minor, const ExactStep* p, const ExactStep* q, int k)
{
    int i = (k + 1) % 3;
    int j = (k + 2) % 3;
    minor->count = 0;
    add_product(minor, &p->at[i], &q->at[j], 1);
    add_product(minor, &p->at[j], &q->at[i], -1);
    graze_expansion_compress(minor);
}

/* Returns the first digits of a compressed expansion. */
static Dd leading_pair(const Expansion* e)
{
    int32_t n = e->count;
    return (Dd){n > 0 ? e->term[n - 1] : 0, n > 1 ? e->term[n - 2] : 0};
}

static NOINLINE Dd value_by_expansions(const SolidStep* u, const SolidStep* v, const SolidStep* w)
{
    const ExactStep p = exact_step(u);
    const ExactStep q = exact_step(v);
    const ExactStep r = exact_step(w);
    Expansion minor;
    Expansion sum;
    sum.count = 0;
    for (int k = 0; k < 3; k++) {
        expand_minor(&minor, &p, &q, k);
        graze_expansion_add_product(&sum, minor.term, minor.count, r.at[k].term, r.at[k].count, 1);
    }
    graze_expansion_compress(&sum);
    return leading_pair(&sum);
}

/* Returns whether adding a number with the sign of each coordinate, and taking it away, changes none. */
static bool comes_back(GrazeVec3 p, double shift)
{
    GrazeVec3 away = vec3(copysign(shift, p.x), copysign(shift, p.y), copysign(shift, p.z));
    GrazeVec3 back = vec3_sub(vec3_add(p, away), away);
    return back.x == p.x && back.y == p.y && back.z == p.z;
}

/*
 * Computes the determinant where every coordinate is a whole multiple of a unit g, and no step is
 * longer than 2^26 g, as for float32 numbers of like size. Then differences and minors are doubles,
 * below 2^53 g^2, and the determinant, below 2^81 g^3, is a sum of three exact products. Returns
 * false if the coordinates are not of this kind.
 */
static bool sign_of_multiples(const SolidStep* const step[3], const SolidRow row[3], int* sign)
{
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = max2(size, vec3_extent(row[k].size));
    /* Adding 3 * 2^51 g with its own sign to a number rounds the sum to a multiple of g, as it is at
       least that large; a number that comes back is a multiple itself. */
    double shift = 0x1.8p27 / unit_scale(size);
    for (int k = 0; k < 3; k++)
        if (!comes_back(step[k]->a_to, shift) || !comes_back(step[k]->a_from, shift) ||
            !comes_back(step[k]->b_to, shift) || !comes_back(step[k]->b_from, shift))
            return false;
    GrazeVec3 minor = vec3_cross(row[0].v, row[1].v);
    Dd sum = graze_dd_add(dd_product(minor.x, row[2].v.x), dd_product(minor.y, row[2].v.y));
    sum = graze_dd_add(sum, dd_product(minor.z, row[2].v.z));
    *sign = sign_compare(sum.hi, 0);
    return true;
}

static Dd step_in_pairs(const SolidStep* step, int k)
{
    return graze_dd_sub(dd_sum(vec3_at(step->a_to, k), -vec3_at(step->a_from, k)),
                        dd_sum(vec3_at(step->b_to, k), -vec3_at(step->b_from, k)));
}

/*
 * Returns the determinant in double-double arithmetic. Each coordinate has a relative error of
 * 3 u^2; the products and sums of a term add 23 u^2, together below GRAZE_SOLID_PAIRS_ERROR times
 * the products before they cancel.
 */
static Dd value_in_pairs(const SolidStep* const step[3])
{
    Dd at[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            at[i][k] = step_in_pairs(step[i], k);
    const Dd minor[3] = {graze_dd_minor(at[0], at[1], 1, 2), graze_dd_minor(at[0], at[1], 2, 0),
                         graze_dd_minor(at[0], at[1], 0, 1)};
    return graze_dd_dot(minor, at[2], 3);
}

/* Returns the value, with a relative error of at most `bound`. */
static Dd accurate_value(const SolidStep* const step[3], double size, double bound)
{
    Dd value = value_in_pairs(step);
    if (fabs(value.hi) * bound > GRAZE_SOLID_PAIRS_ERROR * size) return value;
    return value_by_expansions(step[0], step[1], step[2]);
}

/* Returns the sum of the products of the determinant before they cancel. */
static double size_of(const SolidRow row[3])
{
    const SolidRow n = solid_cross_row(&row[0], &row[1]);
    return vec3_dot(n.size, row[2].size);
}

Dd graze_solid_determinant(const SolidStep* u, const SolidStep* v, const SolidStep* w)
{
    const SolidStep* const step[3] = {u, v, w};
    const SolidRow row[3] = {solid_row(u), solid_row(v), solid_row(w)};
    return accurate_value(step, size_of(row), GRAZE_SOLID_NORMAL_ERROR);
}

int graze_solid_sign_beyond_filter(const SolidStep* u, const SolidStep* v, const SolidStep* w)
{
    const SolidStep* const step[3] = {u, v, w};
    const SolidRow row[3] = {solid_row(u), solid_row(v), solid_row(w)};
    double size = size_of(row);
    int sign;
    if (size == 0) return 0;
    if (sign_of_multiples(step, row, &sign)) return sign;
    return sign_compare(accurate_value(step, size, 1).hi, 0);
}

const SolidStep GRAZE_SOLID_AXES[3] = {
    {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
    {{0, 1, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
    {{0, 0, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
};

bool graze_solid_are_parallel(const SolidStep* u, const SolidStep* v)
{
    for (int k = 0; k < 3; k++)
        if (graze_solid_sign_beyond_filter(u, v, &GRAZE_SOLID_AXES[k]) != 0) return false;
    return true;
}

static NOINLINE void normal_by_expansions(const SolidStep* u, const SolidStep* v, Dd out[3])
{
    const ExactStep p = exact_step(u);
    const ExactStep q = exact_step(v);
    for (int k = 0; k < 3; k++) {
        Expansion minor;
        expand_minor(&minor, &p, &q, k);
        out[k] = leading_pair(&minor);
    }
}

/*
 * The minors have an error of 16 u^2 of the products before they cancel; expansions serve where
 * that is too much of the result.
 */
void graze_solid_normal(const SolidStep* u, const SolidStep* v, Dd out[3])
{
    const SolidRow row_u = solid_row(u);
    const SolidRow row_v = solid_row(v);
    const SolidRow n = solid_cross_row(&row_u, &row_v);
    Dd p[3];
    Dd q[3];
    for (int k = 0; k < 3; k++) {
        p[k] = step_in_pairs(u, k);
        q[k] = step_in_pairs(v, k);
    }
    for (int k = 0; k < 3; k++)
        out[k] = graze_dd_minor(p, q, (k + 1) % 3, (k + 2) % 3);
    double bound = 16 * GRAZE_UNIT_ROUNDOFF * GRAZE_UNIT_ROUNDOFF * vec3_norm1(n.size);
    if (!(dd_largest(out, 3) * GRAZE_SOLID_NORMAL_ERROR > bound)) normal_by_expansions(u, v, out);
}
