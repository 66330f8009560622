/* Moving discs for the approaches, and checks of every answer. */
#ifndef FUZZ_APPROACH_H
#define FUZZ_APPROACH_H

#include "input.h"

/* Two moving discs, or one and a box. On a grid, their numbers are small integers times powers
 * of two. */
typedef struct {
    bool grid;
    bool boxed;
    double length_unit, time_unit;
    GrazeMovingDisc s1, s2;
    GrazeBox box;
} Meeting;

/* Reads a meeting; returns false if the library refuses a part, and checks that it does so when
   it should. A failed check prints the meeting. */
bool meeting_read(Input* input, bool boxed, Meeting* meeting);

/* Returns the beginning of the common time of both. */
double meeting_from(const Meeting* meeting);
double meeting_to(const Meeting* meeting);

/* Returns the relation if it is exact: on a grid, for discs and, clear of rounding, for boxes.
   The meeting must have an instant in common. */
GrazeRelation meeting_relation(const Meeting* meeting);

/* Checks all guarantees, up to rounding of the lengths that enter. */
void meeting_check(const Meeting* meeting, const GrazeApproach* out);

#endif
