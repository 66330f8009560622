/* Quadratic steps: time steps by separation bounds that are evaluated at both ends of a time span. For
   uniform motions they are longer than safe steps from one end, so that fewer are needed. */
#ifndef GRAZE_MOTION_QUADRATIC_STEP_H
#define GRAZE_MOTION_QUADRATIC_STEP_H

#include "../advancement/advancement.h"
#include "proximity.h"

/*
 * Does the same as `advance_quadratic` of GrazePairFunctions; `pair` is a GrazeConvexPair. Quadratic
 * steps apply to an interval if both bodies move uniformly, at least one rotates, they do not rotate
 * alike, and neither is inflated.
 */
GrazeQuadraticOutcome graze_advance_quadratic(void* pair, GrazeAdvancement* advancement, double end,
                                              GrazeContactBracket* bracket, double* time);

#endif
