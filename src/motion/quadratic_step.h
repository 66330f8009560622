/*
 * Through time by slabs that are measured at both ends of a stretch: fewer and longer steps for
 * uniform motions.
 */
#ifndef GRAZE_MOTION_QUADRATIC_STEP_H
#define GRAZE_MOTION_QUADRATIC_STEP_H

#include "advancement.h"

/* What has to be left of the budget. */
enum { GRAZE_QUADRATIC_STEP_EVALUATIONS = 16 };

/*
 * Returns whether the leg is one for graze_advance_quadratic: both bodies move uniformly, one
 * turns, and they do not turn as one.
 */
bool graze_can_step_quadratic(const GrazePieceInterval* interval);

/*
 * From `*time`, in the leg that ends at `end`; of the look the places are known, of an instant
 * before it. True, and `bracket` filled in, when they met; else `*time` is how far it came, all of
 * it free.
 */
bool graze_advance_quadratic(GrazeAdvancement* advancement, GrazeProximity* proximity, double end,
                             GrazeContactBracket* bracket, double* time);

#endif
