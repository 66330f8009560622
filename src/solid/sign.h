/*
 * The signs on which every decision about bodies in space is based: determinants of three steps
 * between points of A - B. They are exact for all coordinates that graze accepts: computed first in
 * double with an error bound, then in exact products where the coordinates are whole multiples of
 * one unit, then in double-double arithmetic, and last by expansions.
 */
#ifndef GRAZE_SOLID_SIGN_H
#define GRAZE_SOLID_SIGN_H

#include "../base/dd.h"
#include "../base/vec3.h"
#include "../tolerance.h"

/*
 * The vector (a_to - a_from) - (b_to - b_from): a step between two points of A - B. A step along a
 * body, or a direction of doubles, has zeros in the other places.
 */
typedef struct {
    GrazeVec3 a_to, a_from, b_to, b_from;
} SolidStep;

/*
 * A step in double, and bounds of its coordinates before they cancel: each coordinate of `v` has an
 * error of at most 2 u times that of `size`.
 */
typedef struct {
    GrazeVec3 v, size;
} SolidRow;

/* Returns coordinate k of a step, with an error of 2 u^2 of that of its `size`. */
ALWAYS_INLINE Dd solid_digits(const SolidStep* step, int k)
{
    Dd a = dd_sum(vec3_at(step->a_to, k), -vec3_at(step->a_from, k));
    Dd b = dd_sum(vec3_at(step->b_to, k), -vec3_at(step->b_from, k));
    Dd difference = dd_sum(a.hi, -b.hi);
    return (Dd){difference.hi, difference.lo + (a.lo - b.lo)};
}

ALWAYS_INLINE SolidRow solid_row(const SolidStep* step)
{
    GrazeVec3 a = vec3_sub(step->a_to, step->a_from);
    GrazeVec3 b = vec3_sub(step->b_to, step->b_from);
    return (SolidRow){vec3_sub(a, b), vec3_add(vec3_abs(a), vec3_abs(b))};
}

/*
 * The cross product of two rows, and a bound of each coordinate before terms cancel: each
 * coordinate of `v` has an error of at most GRAZE_SOLID_CROSS_ERROR times that of `size`.
 */
ALWAYS_INLINE SolidRow solid_cross_row(const SolidRow* p, const SolidRow* q)
{
    GrazeVec3 m = p->size;
    GrazeVec3 n = q->size;
    return (SolidRow){vec3_cross(p->v, q->v),
                      {m.y * n.z + m.z * n.y, m.z * n.x + m.x * n.z, m.x * n.y + m.y * n.x}};
}

/*
 * Returns the sign of n . w for a cross product and a row, or 0 if double cannot determine it.
 * Every product of three coordinates has an error of 2 u from each of them, and at most five
 * roundings: GRAZE_SOLID_SIGN_ERROR has the sum.
 */
ALWAYS_INLINE int solid_filter_side(const SolidRow* n, const SolidRow* w)
{
    double value = vec3_dot(n->v, w->v);
    double bound = GRAZE_SOLID_SIGN_ERROR * vec3_dot(n->size, w->size);
    return value > bound ? 1 : value < -bound ? -1 : 0;
}

/* A coordinate of a step as terms, of which the sum is exact; smallest first. */
typedef struct {
    double term[4];
    int32_t count;
} SolidTerms;

/* Returns coordinate k of a step. */
SolidTerms graze_solid_expand_step(const SolidStep* step, int k);

/* Returns the sign of (u x v) . w. Exact; for signs that solid_filter_side leaves open. */
int graze_solid_sign_beyond_filter(const SolidStep* u, const SolidStep* v, const SolidStep* w);

/* Returns whether u x v is 0. Exact. */
bool graze_solid_are_parallel(const SolidStep* u, const SolidStep* v);

/* Steps along the axes. */
extern const SolidStep GRAZE_SOLID_AXES[3];

/* Returns (u x v) . w with a relative error of at most GRAZE_SOLID_NORMAL_ERROR. */
Dd graze_solid_determinant(const SolidStep* u, const SolidStep* v, const SolidStep* w);

/*
 * Writes u x v with an error of at most GRAZE_SOLID_NORMAL_ERROR times its length, however nearly
 * parallel the steps are.
 */
void graze_solid_normal(const SolidStep* u, const SolidStep* v, Dd out[3]);

#endif
