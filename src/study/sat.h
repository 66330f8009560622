/* Separating axes of two convex bodies. */
#ifndef GRAZE_STUDY_SAT_H
#define GRAZE_STUDY_SAT_H

#include "../graze.h"

/* graze_collide_sat of two convex bodies. */
bool graze_convex_collide_sat(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                              const GrazePose* pose_b);

#endif
