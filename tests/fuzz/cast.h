/* What holds of every cast, of a shape or of a ray. */
#ifndef FUZZ_CAST_H
#define FUZZ_CAST_H

#include "input.h"

/* Every field is in range and no number is NaN, and the fields agree with each other. */
void cast_check(const GrazeCast* out, const GrazeShape* a, const GrazeShape* b);

/* On a grid: the exact answer for A, moved by the pair's way. */
void cast_exact(const Pair* pair, const GrazeCast* out);

#endif
