/* Routes that a call reads from a stage. */
#ifndef GRAZE_WASM_AGENTS_ROUTE_H
#define GRAZE_WASM_AGENTS_ROUTE_H

#include "../core/glue.h"

/* At least GLUE_MAX_UNJOINED_SPANS spans fit while they are gathered, because more can be found than
   remain once they are joined. */
enum { GLUE_INITIAL_SPANS = 64, GLUE_MAX_UNJOINED_SPANS = 65536 };

/* Returns a route of `count` pieces. Bit 0 of `ending`: the agent vanishes before it; bit 1: after
   it. */
GrazeRoute glue_route(const GrazeMovingSphere* pieces, uint32_t count, uint32_t ending);

/* Assembles the routes after a stage of graze_wasm_routes_stage, above the stage; the caller releases
   the stack. Returns NULL, with the fault recorded, if one is not valid; its index is that of a piece
   among all. */
const GrazeRoute* glue_read_routes(const GrazeMovingSphere* stage, uint32_t pieces, uint32_t count);

/* Returns the maximum number of spans that are gathered for an answer of at most `max_intervals`. */
int32_t glue_max_spans(int32_t max_intervals);

#endif
