/* Routes of moving spheres, and their parts in long double: numbered as those of src/graze.h, but
 * made by a plain scan, without code of src. */
#ifndef FUZZ_ROUTES_H
#define FUZZ_ROUTES_H

#include "moving_discs.h"

/* Most pieces of a route, and most parts, with the stays at both ends. */
enum { ROUTE_SPHERES = 3, ROUTE_PARTS = 2 * ROUTE_SPHERES + 1 };

typedef struct {
    GrazeMovingSphere* spheres; /* room for exactly `count` pieces, which the caller frees */
    GrazeRoute route;
} MadeRoute;

void route_read(Input* input, const SphereKind* kind, MadeRoute* made);

/* Returns whether the library accepts a route, and checks that it does so when it should. */
bool route_checked(const GrazeRoute* route);
void route_print(const char* name, const GrazeRoute* route);

/* Returns the number after the last part; the first one is -1. */
int32_t route_part_end(const GrazeRoute* route);

/* Makes part k of a route that is delayed; returns false if there is none. */
bool exact_part_of(const GrazeRoute* route, int32_t k, long double delay, ExactPiece* out);

/* Returns whether conflicts are in order: by begin, route, first, second, end and separation. */
bool route_conflict_is_before(const GrazeRouteConflict* p, const GrazeRouteConflict* q);

#endif
