/* Memory of kept routes. */
#ifndef GRAZE_WASM_AGENTS_TRAFFIC_H
#define GRAZE_WASM_AGENTS_TRAFFIC_H

#include "route.h"

/* Frees the memory of the kept routes, but not the block itself. */
void glue_traffic_free_routes(void* block);

#endif
