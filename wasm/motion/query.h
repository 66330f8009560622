/* Arguments of a query of two moving bodies. */
#ifndef GRAZE_WASM_MOTION_QUERY_H
#define GRAZE_WASM_MOTION_QUERY_H

#include "../core/glue.h"

/* Parameters of a query: the shape and motion of each body, and the options, NaN if omitted. A
   fault's index counts the four handles. */
#define BODIES_PARAMETERS uint32_t a, uint32_t motion_a, uint32_t b, uint32_t motion_b
#define BODIES_ARGUMENTS  a, motion_a, b, motion_b

typedef struct {
    GrazeMovingBody a, b;
    GrazeMotionOptions options;
} Query;

/* Looks up the bodies and completes the options; returns false when the call fails. */
bool glue_prepare_query(Query* query, BODIES_PARAMETERS, OPTIONS_PARAMETERS);

#endif
