/* Checks of every cast, of a shape or of a ray. */
#ifndef FUZZ_CAST_H
#define FUZZ_CAST_H

#include "input.h"

/* Checks that every field is in range, that no number is NaN, and that the fields agree with
   each other and with the distance at the beginning. */
void cast_check(const Pair* pair, const GrazeCast* out);

/* Checks the exact answer on a grid, for A moved along the pair's path. */
void cast_exact(const Pair* pair, const GrazeCast* out);

#endif
