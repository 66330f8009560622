/* Poses of bodies in space, as JavaScript passes them. */
#ifndef GRAZE_WASM_SOLID_SOLID_H
#define GRAZE_WASM_SOLID_SOLID_H

#include "../boundary.h"

/* Reads a pose whose rotation is a matrix or, where its fifth number is NaN, the quaternion of the
   first four. */
GrazeStatus glue_read_solid_pose(const GrazeSolidPose* from, GrazeSolidPose* pose);

#endif
