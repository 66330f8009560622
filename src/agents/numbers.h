/* Checks of the numbers of moving discs and spheres, and times of theirs. */
#ifndef GRAZE_AGENTS_NUMBERS_H
#define GRAZE_AGENTS_NUMBERS_H

#include "../base/vec.h"
#include "../graze.h"
#include "../tolerance.h"

/* Returns whether a number is finite, and small enough that no product overflows. */
static inline bool is_valid_number(double value)
{
    return fabs(value) <= GRAZE_MAX_MAGNITUDE;
}

/* Returns the status of the first number that is not valid. */
static inline GrazeStatus check_numbers(const double* values, int count)
{
    for (int i = 0; i < count; i++) {
        if (!is_valid_number(values[i]))
            return isfinite(values[i]) ? GRAZE_E_OUT_OF_RANGE : GRAZE_E_NOT_FINITE;
    }
    return GRAZE_OK;
}

/* Returns the time at s in [0, 1] between two times. */
static inline double interpolate_time(double lo, double hi, double s)
{
    return s == 1 ? hi : lo + s * (hi - lo);
}

#endif
