/* Quadratic steps: time steps by separation bounds that are evaluated at both ends of a time span. For
   uniform motions they are longer than safe steps from one end, so that fewer are needed. */
#ifndef GRAZE_MOTION_QUADRATIC_STEP_H
#define GRAZE_MOTION_QUADRATIC_STEP_H

#include "advancement.h"

/* Number of evaluations that must be left of the budget. */
enum { GRAZE_QUADRATIC_STEP_EVALUATIONS = 16 };

/*
 * Returns whether quadratic steps apply to an interval: both bodies move uniformly, at least one
 * rotates, they do not rotate alike, and neither is inflated.
 */
bool graze_can_step_quadratic(const GrazePieceInterval* interval);

/*
 * Advances by quadratic steps from `*time` within the interval that ends at `end`; `proximity` has
 * the positions of an instant at or before `*time`. Returns true and fills in `bracket` if the
 * bodies meet; otherwise sets `*time` to the time up to which all is free, which may be unchanged.
 */
bool graze_advance_quadratic(GrazeAdvancement* advancement, GrazeProximity* proximity, double end,
                             GrazeContactBracket* bracket, double* time);

#endif
