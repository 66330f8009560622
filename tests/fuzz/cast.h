/* What holds of every cast, of a shape or of a ray. */
#ifndef FUZZ_CAST_H
#define FUZZ_CAST_H

#include "input.h"

/* Every field is in range and no number is NaN, and the fields agree with each other and with the
   distance at the beginning. */
void cast_check(const Pair* pair, const GrazeCast* out);

/* On a grid: the exact answer for A, moved by the pair's way. */
void cast_exact(const Pair* pair, const GrazeCast* out);

#endif
