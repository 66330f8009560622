/* Declares the parts that batches of moving discs share. */
#ifndef GRAZE_AGENTS_MOVING_DISC_BATCH_H
#define GRAZE_AGENTS_MOVING_DISC_BATCH_H

#include "approach_simd.h"

/* Axes of the boxes among which pairs in contact are found: x, y and time. */
enum { GRAZE_DISC_BOX_AXES = 3 };

/* Computes the approaches of the pairs one[0], one[1] and two[0], two[1]. */
void graze_two_approaches(const GrazeMovingDiscs* discs, const uint32_t one[2],
                          const uint32_t two[2], GrazeTwoApproaches* out);

/*
 * Sorts the keys of found pairs, first << 32 | second, and writes the pairs. If they fit, they are
 * in the room of the intervals, as items of graze_sort; the room of the clearances is scratch
 * memory. Returns their number, INT32_MAX for more.
 */
int32_t graze_sort_found_pairs(int64_t found, const GrazeConflictBatch* out);

#endif
