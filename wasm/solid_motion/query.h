/* Bodies in space that move, as arguments of a call. */
#ifndef GRAZE_WASM_SOLID_MOTION_QUERY_H
#define GRAZE_WASM_SOLID_MOTION_QUERY_H

#include "../solid/solid.h"

/* Frees a motion, unless another one has it as its parent; then parents that only it had. */
void glue_solid_motion_release(void* motion);

/* Keeps a motion, as of a live handle, until glue_solid_motion_release. */
void glue_solid_motion_keep(const GrazeSolidMotion* motion);

/* Frees the motion that a path keeps. */
void glue_solid_path_release_motion(void* path);

/* Looks up a body, or a point if `solid` is 0, and its motion. On failure, the fault's index is
   `index` for the body, and one more for the motion. */
bool glue_get_moving_solid(uint32_t solid, uint32_t motion, int32_t index, GrazeMovingSolid* body);

/* Parameters of a query: body and motion of both. A fault's index counts the four handles. */
#define SOLIDS_PARAMETERS uint32_t a, uint32_t motion_a, uint32_t b, uint32_t motion_b
#define SOLIDS_ARGUMENTS  a, motion_a, b, motion_b

/* Two moving bodies, the options, and what some queries take besides. */
typedef struct {
    GrazeMovingSolid a, b;
    GrazeMotionOptions options;
    double limit, from_delay, to_delay;
    GrazeInterval* intervals;
    int32_t capacity, count;
    double* time;
} SolidQuery;

/* Looks up the bodies and completes the options; returns false when the call fails. */
bool glue_prepare_solid_query(SolidQuery* query, SOLIDS_PARAMETERS, OPTIONS_PARAMETERS);

#endif
