/*
 * Common part of the saboteurs, which saboteur.mjs writes: wrong values that are as close to right
 * ones as a check can be expected to notice.
 */
#ifndef FUZZ_SABOTAGE_H
#define FUZZ_SABOTAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Names of the functions, and whether the target has called them; both end with the functions. */
extern const char* const sabotage_calls[];
extern bool sabotage_entered[];

/* Names of the parts of answers that can be wrong. */
extern const char* const sabotage_parts[];

/* Number of the part that is wrong, from 1; 0: none. */
extern int32_t sabotaged;

/* Whether wrong numbers are too small instead of too large: a bound may notice only one of them. */
extern bool sabotage_is_down;

bool sabotage_bool(bool value);
double sabotage_double(double value);
size_t sabotage_size(size_t value);
int64_t sabotage_integer(int64_t value);

/* Replaces a value by a wrong one. */
#define SPOIL(value)                                                                               \
    ((value) = _Generic((value), bool                                                              \
                        : sabotage_bool, double                                                    \
                        : sabotage_double, float                                                   \
                        : sabotage_double, size_t                                                  \
                        : sabotage_size, default                                                   \
                        : sabotage_integer)(value))

#endif
