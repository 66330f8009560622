/* Two bodies with motions of their own, and what is asked of them. */
#ifndef FUZZ_MOVING_H
#define FUZZ_MOVING_H

#include "input.h"

enum { MOVING_PIECES = 4 };

/*
 * `pieces` have room for exactly as many as there are. `is_straight`: on a grid, A moves by the pair's way from time 0 to 1,
 * so that the integer oracle knows all about it.
 */
typedef struct {
    Pair pair;
    GrazePiece* pieces[2];
    GrazeMovingBody a, b;
    GrazeMotionOptions options;
    bool is_straight;
} Moving;

/* Sound motions, whose pieces join. False when the library refuses the shapes or places; else moving_free frees. Failed
   checks print it. */
bool moving_take(Input* input, Moving* moving);

/* Any bits as pieces, sound or not. */
bool moving_take_any(Input* input, Moving* moving);

void moving_free(Moving* moving);

/* What a failed check prints of a Moving. */
void print_moving(const void* subject);

/* The bodies exchanged, on the same memory. */
Moving moving_swapped(const Moving* moving);

#endif
