/* Delays that are free together: strips x0 <= v - u <= x1 of the plane of both clocks, at all times in which the two are
   there. */
#ifndef GRAZE_MOTION_STRIP_H
#define GRAZE_MOTION_STRIP_H

#include "pursuit.h"
#include "runs.h"
#include "sheet.h"

/* Up to here, in the order in which strips are laid (stint by stint of A, of these of B, by B's time), all is free for
   delays up to `delay`. */
typedef struct {
    int32_t a, b;
    double time, delay;
} GrazeStair;

enum { GRAZE_STAIRS = 48 };

/*
 * Strips from the left to the right. Where one has to become narrower, what was free before is kept for the next ones: a
 * stair, further on in their order and less far in delay than the one before it.
 *   to       the last delay
 *   end      the last time of B's clock; the first is 0
 *   latest   B's time where a strip last became too narrow
 */
typedef struct {
    GrazeRuns runs;
    double to, end;
    double latest;
    GrazeStair stairs[GRAZE_STAIRS];
    int32_t count;
    bool keeps_stairs;
} GrazeStrips;

/*
 * A delay up to which, from `from`, all is free, or no deeper than the allowance; and whether that could be found:
 * not when it would be less than `least` beyond, or the budget ends. While stairs are kept, there is no allowance, and `from` must not fall from
 * call to call.
 */
double graze_strip(GrazeStrips* strips, double from, double to, double allowance, double least,
                   bool* is_free);

#endif
