/* Memory layout of paths. */
#ifndef GRAZE_WASM_TRAJECTORY_PATH_H
#define GRAZE_WASM_TRAJECTORY_PATH_H

#include "../core/glue.h"

/* A path, whose body has the shape of the handle `shape`; a copy of its motion's pieces follows it,
   in the same form, and after those the storage of graze_path_size bytes. */
typedef struct {
    GrazePath path;
    uint32_t shape;
    double inflation[GRAZE_INFLATION_TERMS];
    double records[];
} PathBlock;

/* Returns the path of a live handle whose shape is live too; else NULL, with a fault whose index is
   2 k, or 2 k + 1 for the shape. */
const GrazePath* glue_get_path(uint32_t handle, int32_t k);

/* Adds an entry to the list of contacts and returns it; NULL, with the fault recorded, if there are
   `max_intervals` already or memory cannot grow. */
GrazeGroupContact* glue_add_contact(int32_t max_intervals);

#endif
