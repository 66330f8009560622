/* Through time by slabs that are measured at both ends of a stretch: fewer and longer steps for uniform motions. */
#ifndef GRAZE_MOTION_LEAP_H
#define GRAZE_MOTION_LEAP_H

#include "pursuit.h"

/* What has to be left of the budget. */
enum { GRAZE_LEAP_LOOKS = 16 };

/* Returns whether the leg is one for graze_leap: both bodies move uniformly, one turns, and they do not turn as one. */
bool graze_may_leap(const GrazeLeg* leg);

/*
 * From `*time`, in the leg that ends at `end`; of the look the places are known, of an instant before it. True, and `met`
 * filled in, when they met; else `*time` is how far it came, all of it free.
 */
bool graze_leap(GrazePursuit* pursuit, GrazeLook* look, double end, GrazeMet* met, double* time);

#endif
