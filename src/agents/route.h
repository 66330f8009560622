/*
 * Parts of routes, and unions of the spans in which two of them are in contact. agents/route.c
 * defines the parts: a route's pieces are its parts 0, 2, 4, ..., the stays between them parts 1,
 * 3, 5, ...; the stays before and after the route are parts -1 and part_count.
 */
#ifndef GRAZE_AGENTS_ROUTE_H
#define GRAZE_AGENTS_ROUTE_H

#include "../base/vec.h"
#include "../graze.h"

/*
 * A union of spans, ascending and disjoint; `count` is more than the capacity if they do not fit.
 */
typedef struct {
    GrazeSpan* span;
    int32_t count, capacity;
    double from, to;
    bool is_open, has_safe_ends;
    double join_tolerance;
} GrazeSpanUnion;

/* Returns an empty union; `size` is the largest time of all routes that enter. */
GrazeSpanUnion graze_begin_span_union(double size, const GrazeRouteOptions* options, GrazeSpan* out,
                                      int32_t capacity);

/* Adds a span and merges it with those that it meets, in order. O(count). */
void graze_add_span(GrazeSpanUnion* united, double lo, double hi);

/* Returns the largest time of a route's pieces, in magnitude. */
double graze_route_time_size(const GrazeRoute* route);

int32_t graze_part_count(const GrazeRoute* route);

/* Returns the first piece of a route, or the last one. */
const GrazeMovingSphere* graze_end_piece(const GrazeRoute* route, bool at_end);

/* Returns whether an agent stays before its route, or after it. */
bool graze_has_end_stay(const GrazeRoute* route, bool at_end);

/* Returns whether part k is a stay at an end of its route. */
bool graze_is_end_stay(const GrazeRoute* route, int32_t k);

/* Returns a stay at the position at which a piece begins, or ends. */
GrazeMovingSphere graze_make_stay(const GrazeMovingSphere* f, bool at_end, double t0, double t1);

/*
 * Writes part k, of which the stays at both ends are from `first` and until `last`; returns false if
 * there is none. An instant can remain of such a stay; other stays last some time.
 */
bool graze_get_part(const GrazeRoute* route, int32_t k, double first, double last,
                    GrazeMovingSphere* part);

/* Writes part k like graze_get_part; returns false for stays that would last no time. */
bool graze_get_lasting_part(const GrazeRoute* route, int32_t k, double first, double last,
                            GrazeMovingSphere* part);

/*
 * A part of a route, and a box over x, y, z and time that holds all that graze_conflicts can take for
 * contact: the sphere along its path, enlarged by GRAZE_MOVING_SPHERE_BOX_SLACK. A stay at an end has
 * an infinite time in the box alone.
 */
enum { GRAZE_PART_AXES = 4, GRAZE_PART_TIME = 3 };

typedef struct {
    const GrazeRoute* route;
    int32_t number;
    GrazeMovingSphere sphere;
    double lo[GRAZE_PART_AXES], hi[GRAZE_PART_AXES];
} GrazeBoundPart;

/* Computes the box of a part from its sphere. */
void graze_bound_sphere(GrazeBoundPart* part);

/* Computes part k with its box; returns false if there is none. */
bool graze_bound_part(const GrazeRoute* route, int32_t k, GrazeBoundPart* part);

/* Adds the delays of the route of `part` for that part and part k of another route. */
void graze_add_part_delays(GrazeSpanUnion* united, const GrazeBoundPart* part,
                           const GrazeRoute* other, int32_t k);

/* Adds the times of contact of two parts. */
void graze_add_conflicts(GrazeSpanUnion* united, const GrazeMovingSphere* f,
                         const GrazeMovingSphere* g);

/* Writes the conflict of two agents that stay, before both routes or after both. Returns the number of
   conflicts: 1 or 0. */
int32_t graze_end_conflict(const GrazeRoute* route, const GrazeRoute* other, bool at_end,
                           GrazeRouteConflict* out);

/* Adds the times before, or after, both routes if their stays are in contact. */
void graze_add_end_contacts(GrazeSpanUnion* united, const GrazeRoute* route,
                            const GrazeRoute* other, bool at_end);

#endif
