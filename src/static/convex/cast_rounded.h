/* Casts of bodies with radii. */
#ifndef GRAZE_STATIC_CAST_ROUNDED_H
#define GRAZE_STATIC_CAST_ROUNDED_H

#include "cast_core.h"

/* Same as graze_cast_cores, with radii; `at_start` is the relation of the bodies at s = 0. */
void graze_cast_rounded(const GrazeCastSegment* segment, GrazeRelation at_start,
                        GrazeCastContact* contact);

/* Same as graze_cast_cores_cone, with radii. Exact, except that the end is rounded as for the cast. */
bool graze_cast_rounded_cone(const GrazeCastSegment* segment, GrazeCone* cone);

#endif
