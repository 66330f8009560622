/* What holds of every distance and of every penetration: the two records differ in the name of
   their first field only. */
#ifndef FUZZ_WITNESS_H
#define FUZZ_WITNESS_H

#include "input.h"

GrazeDistance witness_of(const GrazePenetration* penetration);

/* Every field is in range and no number is NaN; the points are `length` apart along the normal. */
void witness_check(const Pair* pair, const GrazeDistance* out, double length);

/* `swapped` is the answer with A and B exchanged: the same but for that, bit for bit. */
void witness_mirror(const Pair* pair, const GrazeDistance* out, const GrazeDistance* swapped);

/* On a grid: each point is in its body. */
void witness_inside(const Pair* pair, const GrazeDistance* out);

#endif
