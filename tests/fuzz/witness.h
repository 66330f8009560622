/* Checks of every distance and of every penetration: a penetration begins like a distance, but for
   the name of a field. */
#ifndef FUZZ_WITNESS_H
#define FUZZ_WITNESS_H

#include "input.h"

GrazeDistance witness_of(const GrazePenetration* penetration);

/* Checks that every field is in range, that no number is NaN, and that the points are `length`
 * apart along the normal. */
void witness_check(const Pair* pair, const GrazeDistance* out, double length);

/* Checks that `swapped`, the answer with A and B exchanged, is the same but for that, bit for
 * bit. */
void witness_mirror(const Pair* pair, const GrazeDistance* out, const GrazeDistance* swapped);

/* Checks that each point is in its body, on a grid. */
void witness_inside(const Pair* pair, const GrazeDistance* out);

#endif
