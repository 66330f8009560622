/* Bodies in space that move, as arguments of a call. */
#ifndef GRAZE_WASM_SOLID_MOTION_QUERY_H
#define GRAZE_WASM_SOLID_MOTION_QUERY_H

#include "../solid/solid.h"

/* Frees a motion, unless another one has it as its parent; then parents that only it had. */
void glue_solid_motion_release(void* motion);

/* Looks up a body, or a point if `solid` is 0, and its motion. On failure, the fault's index is
   `index` for the body, and one more for the motion. */
bool glue_get_moving_solid(uint32_t solid, uint32_t motion, int32_t index, GrazeMovingSolid* body);

#endif
