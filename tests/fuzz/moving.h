/* Two bodies with motions of their own, and the query options. */
#ifndef FUZZ_MOVING_H
#define FUZZ_MOVING_H

#include "input.h"

enum { MOVING_PIECES = 4 };

/*
 * Two moving bodies. `pieces` have room for exactly as many as there are. `is_straight`: on a grid,
 * A moves along the pair's path from time 0 to 1, so that the integer oracle knows the exact
 * answers.
 */
typedef struct {
    Pair pair;
    GrazePiece* pieces[2];
    GrazeMovingBody a, b;
    GrazeMotionOptions options;
    bool is_straight;
} Moving;

/* Reads valid motions whose pieces join. Returns false if the library refuses the shapes or
   places; otherwise moving_free frees them. Failed checks print them. */
bool moving_read(Input* input, Moving* moving);

/* Reads any bits as pieces, valid or not. */
bool moving_read_any(Input* input, Moving* moving);

void moving_free(Moving* moving);

/* Prints a Moving for a failed check. */
void print_moving(const void* subject);

/* Returns the bodies exchanged, in the same memory. */
Moving moving_swapped(const Moving* moving);

#endif
