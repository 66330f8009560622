/* Segments for the approaches, and what holds of every answer. */
#ifndef FUZZ_APPROACH_H
#define FUZZ_APPROACH_H

#include "input.h"

/* Two moving discs, or one and a box. On a grid: small integers times powers of two. */
typedef struct {
    bool grid;
    bool boxed;
    double length_unit, time_unit;
    GrazeMovingDisc s1, s2;
    GrazeBox box;
} Meeting;

/* False when the library refuses a part; which it is checked to do when it should. A failed check
   prints the meeting. */
bool meeting_take(Input* input, bool boxed, Meeting* meeting);

/* What both exist in. */
double meeting_from(const Meeting* meeting);
double meeting_to(const Meeting* meeting);

/* The relation, where it is exact: on a grid, for discs and, clear of rounding, for boxes. The
   meeting must have an instant in common. */
GrazeRelation meeting_relation(const Meeting* meeting);

/* All that is promised, up to rounding of the lengths that enter. */
void meeting_check(const Meeting* meeting, const GrazeApproach* out);

#endif
