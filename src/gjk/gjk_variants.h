/* The descent of GJK: round by round to the point of A - B nearest the origin. */
#ifndef GRAZE_GJK_GJK_VARIANTS_H
#define GRAZE_GJK_GJK_VARIANTS_H

#include "subdistance.h"

/*
 *   simplex     what the last round kept
 *   v           its point nearest the origin; with three points the origin is inside, and v is nothing to go by
 *   floor       v . w for the last support point w, once GJK has converged: no point of A - B has
 *               less, up to rounding; else -infinity
 *   iterations  support points looked for
 */
typedef struct {
    GrazeSimplex simplex;
    GrazeVec v;
    double floor;
    int32_t iterations;
} GrazeGjkState;

/* The first round: the support point towards the origin, seen from a point of A - B or from far to
   the right. Returns the direction it was looked for in. */
GrazeVec graze_gjk_begin(const GrazeCso* cso, GrazeStart start, GrazeGjkState* state);

/* Is there anything left to do, after a round that came nearer? At most n + m + GRAZE_GJK_SPARE_ROUNDS rounds. */
bool graze_gjk_continues(const GrazeCso* cso, const GrazeGjkState* state);

/* The support point in direction -v. */
GrazeCsoPoint graze_gjk_next_support(const GrazeCso* cso, GrazeGjkState* state);

/*
 * Takes the support point w into the simplex. When GJK has converged, GRAZE_OUTCOME_REPEATED (w is
 * in the simplex) or GRAZE_OUTCOME_STALLED (|v| does not fall), and only `floor` is changed. In
 * exact arithmetic the first always comes before the second; asking |v| to fall strictly rules out
 * cycling by rounding.
 */
GrazeOutcome graze_gjk_simplex_add(GrazeGjkState* state, GrazeCsoPoint w, GrazeSubdistance method);

/* All rounds. Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 1. */
void graze_gjk_run(const GrazeCso* cso, const GrazeGjkOptions* options, GrazeGjkState* state);

/* What a descent that may stop early has found: nothing before its end, or that the bodies are surely
   apart, or surely in contact; then `state` says nothing. */
typedef enum {
    GRAZE_EARLY_EXIT_NONE,
    GRAZE_EARLY_EXIT_DISJOINT,
    GRAZE_EARLY_EXIT_CONTACT
} GrazeEarlyExit;

/* All rounds that the verdict needs. Source: the same, Alg. 6. */
GrazeEarlyExit graze_gjk_run_early(const GrazeCso* cso, const GrazeGjkOptions* options,
                                   GrazeGjkState* state);

#endif
