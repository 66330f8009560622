/* Two moving convex bodies as a pair of src/advancement, and the budgets of their queries. */
#ifndef GRAZE_MOTION_CONVEX_PAIR_H
#define GRAZE_MOTION_CONVEX_PAIR_H

#include "../advancement/advancement.h"
#include "proximity.h"

/*
 * Prepares a forward advancement of two bodies. `pairs` has room for the states that it needs, the
 * first of which is its pair: two for first contacts, else GRAZE_PAIR_STATES. `options` must have a
 * finite time range, as from graze_motion_window.
 */
void graze_convex_pair_init(GrazeAdvancement* advancement, GrazeConvexPair* pairs,
                            const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options);

/*
 * Return the default numbers of evaluations, which replace a budget below 1. `graze_default_budget`
 * is GRAZE_BASE_ITERATIONS plus GRAZE_ITERATIONS_PER_PIECE for each piece. The other two are added
 * to it once it is used up: GRAZE_ITERATIONS_PER_TURN for each full turn of either body; or, for
 * delays, GRAZE_DELAY_ITERATIONS plus (1 + turns of A) (1 + turns of B) times
 * GRAZE_ITERATIONS_PER_MEETING. The sum is at most GRAZE_MAX_ITERATIONS. The first is O(1), the
 * others are O(pieces).
 */
int32_t graze_default_budget(const GrazeMovingBody* a, const GrazeMovingBody* b);
int32_t graze_rotation_budget(const GrazeMovingBody* a, const GrazeMovingBody* b);
int32_t graze_delay_budget(const GrazeMovingBody* a, const GrazeMovingBody* b);

#endif
