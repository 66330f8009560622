/*
 * GJK with every subdistance method, round by round: finds the point of A - B nearest the origin.
 */
#ifndef GRAZE_STUDY_GJK_VARIANTS_H
#define GRAZE_STUDY_GJK_VARIANTS_H

#include "../static/convex/gjk.h"

/*
 * Reduces a simplex as graze_reduce_barycode does, by any method. GRAZE_BARYCODE needs order tracking,
 * the others assume nothing.
 */
GrazeVec graze_subdistance(GrazeSimplex* simplex, GrazeSubdistance method);

/* Runs the first round: finds the support point towards the origin, as seen from a point of A - B
   (GRAZE_START_POINT) or from far to the right (GRAZE_START_FIXED). Returns the search
   direction. */
GrazeVec graze_gjk_begin(const GrazeCso* cso, GrazeStart start, GrazeGjkState* state);

/* Returns whether another round follows after a round that came nearer: v is not the origin, and
   there have been fewer than n + m + GRAZE_GJK_SPARE_ROUNDS rounds. */
bool graze_gjk_continues(const GrazeCso* cso, const GrazeGjkState* state);

/* Counts a round and returns its support point, in direction -v. */
GrazeCsoPoint graze_gjk_next_support(const GrazeCso* cso, GrazeGjkState* state);

/*
 * Adds the support point w to the simplex, reduces it and returns the outcome of the round
 * (GrazeGjkRound in graze.h). Once GJK has converged it returns GRAZE_OUTCOME_REPEATED
 * (w is in the simplex) or GRAZE_OUTCOME_STALLED (|v| does not decrease), and changes only `floor`.
 * In exact arithmetic the first always comes before the second; requiring |v| to decrease strictly
 * rules out cycling due to rounding.
 */
GrazeOutcome graze_gjk_simplex_add(GrazeGjkState* state, GrazeCsoPoint w, GrazeSubdistance method);

/* Options of a query whose `options` are NULL. */
extern const GrazeGjkOptions GRAZE_GJK_DEFAULTS;

#endif
