/*
 * Conflicts of the parts of two routes, which listings of routes and of traffic share; parts are
 * numbered as in agents/route.h.
 */
#ifndef GRAZE_AGENTS_ROUTE_CONFLICTS_H
#define GRAZE_AGENTS_ROUTE_CONFLICTS_H

#include "route.h"

/*
 * Writes the conflicts of part i of a route and part j of another one, whose number is `key`, in
 * order of time. Returns their number: at most two.
 */
int32_t graze_part_conflicts(const GrazeRoute* route, int32_t i, const GrazeRoute* other, int32_t j,
                             int32_t key, GrazeRouteConflict out[2]);

/* Writes the times of part k, which are infinite for the stays at both ends. */
void graze_part_times(const GrazeRoute* route, int32_t k, double* t0, double* t1);

/* Returns whether a conflict is listed before another one: by begin, route, first, second, end and
 * separation. */
bool graze_conflict_is_before(const GrazeRouteConflict* p, const GrazeRouteConflict* q);

/* Sorts conflicts in that order. O(n log n). */
void graze_sort_conflicts(GrazeRouteConflict* conflicts, int32_t count);

#endif
