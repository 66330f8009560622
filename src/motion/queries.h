/* Queries of two moving bodies that graze.h does not have. */
#ifndef GRAZE_MOTION_QUERIES_H
#define GRAZE_MOTION_QUERIES_H

#include "clearance.h"

/*
 * Computes bounds of the lesser of the clearance and `limit`, which may be infinite: lo is a lower
 * bound of it, at most the margin of graze_clearance below `limit`, and hi is infinite unless a
 * separation below `limit` was found. Bodies that stay farther apart than the limit need only as
 * many evaluations as a search for their first contact.
 */
void graze_clearance_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                             const GrazeMotionOptions* options, double limit,
                             GrazeClearanceBracket* out);

#endif
