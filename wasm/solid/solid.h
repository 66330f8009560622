/* Poses of bodies in space, as JavaScript passes them. */
#ifndef GRAZE_WASM_SOLID_SOLID_H
#define GRAZE_WASM_SOLID_SOLID_H

#include "../boundary.h"

/* Reads a pose whose rotation is a matrix or, where its fifth number is NaN, the quaternion of the
   first four. */
GrazeStatus glue_read_solid_pose(const GrazeSolidPose* from, GrazeSolidPose* pose);

/* Two convex bodies and their poses. */
typedef struct {
    const GrazeSolid *a, *b;
    GrazeSolidPose pose_a, pose_b;
} ConvexSolids;

/* Looks up two convex bodies and reads the staged poses; else returns false, with the fault
   recorded: some queries have no answers for compounds. */
bool glue_get_convex_solids(ConvexSolids* pair, uint32_t a, uint32_t b);

#endif
