/* The minimum signed separation of two convex bodies. */
#ifndef GRAZE_MOTION_CLEARANCE_H
#define GRAZE_MOTION_CLEARANCE_H

#include "../advancement/clearance_search.h"

/* Do the same as graze_clearance_bracket (queries.h) and graze_clearance (graze.h). */
void graze_convex_clearance_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                    const GrazeMotionOptions* options, double limit,
                                    GrazeClearanceBracket* out);
void graze_convex_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, GrazeClearance* out);

#endif
