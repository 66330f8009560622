/* Checks of the features that a witness in space names. */
#ifndef FUZZ_SOLID_WITNESS_H
#define FUZZ_SOLID_WITNESS_H

#include "solid.h"

/* A feature as a witness names it. */
typedef struct {
    int32_t kind, first, second, part;
} SolidNamed;

SolidNamed solid_named_a(const GrazeSolidWitness* w);
SolidNamed solid_named_b(const GrazeSolidWitness* w);

/* Checks that a convex body has such a feature. */
void check_solid_named(const GrazeSolid* solid, SolidNamed f);

/* Checks that a point is on the named feature, inflated along the normal; `turn` is 1 for A. */
void check_on_solid_feature(const GrazeSolid* solid, const GrazeSolidPose* pose, SolidNamed f,
                            const double point[3], const double normal[3], int turn,
                            long double slack);

#endif
