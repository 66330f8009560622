/* Paths as they lie in memory. */
#ifndef GRAZE_WASM_GLUE_PATH_H
#define GRAZE_WASM_GLUE_PATH_H

#include "glue.h"

/* What is asked of two moving bodies, as it comes in: NaN for what was left out. */
#define OPTIONS_PARAMETERS                                                                         \
    double from, double to, double tolerance, double distance_tolerance, int32_t max_iterations,   \
        int32_t method
#define OPTIONS_ARGUMENTS from, to, tolerance, distance_tolerance, max_iterations, method

/* A path, in whose mover the shape is that of the handle `shape`, a copy of its motion's pieces behind it, and behind
   those what graze_path_size wants. */
typedef struct {
    GrazePath path;
    uint32_t shape;
    GrazePiece pieces[];
} PathBlock;

/* The live path behind a handle, its shape alive too; else NULL, and the fault's index is 2 k, or 2 k + 1 for the
   shape. */
const GrazePath* glue_get_path(uint32_t handle, int32_t k);

/* Adds an entry to the list of contacts; NULL, and the fault is noted, when there are `max_intervals` already or memory
   cannot grow. */
GrazeSceneContact* glue_add_contact(int32_t max_intervals);

#endif
