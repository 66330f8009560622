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
} SpanUnion;

/* Returns an empty union; `size` is the largest time of all routes that enter. */
SpanUnion begin_span_union(double size, const GrazeRouteOptions* options, GrazeSpan* out,
                           int32_t capacity);

/* Adds a span and merges it with those that it meets, in order. O(count). */
void add_span(SpanUnion* united, double lo, double hi);

/* Returns the largest time of a route's pieces, in magnitude. */
double route_time_size(const GrazeRoute* route);

int32_t part_count(const GrazeRoute* route);
const GrazeMovingSphere* last_piece(const GrazeRoute* route);

/* Returns whether an agent stays before its route, or after it. */
bool has_end_stay(const GrazeRoute* route, bool at_end);

/* Returns a stay at the position at which a piece begins, or ends. */
GrazeMovingSphere make_stay(const GrazeMovingSphere* f, bool at_end, double t0, double t1);

/* Writes part k from 0 to part_count - 1; returns false for a stay that would last no time. */
bool get_part(const GrazeRoute* route, int32_t k, GrazeMovingSphere* part);

/*
 * Writes part k like get_part; parts -1 and part_count are the stays at both ends, from `first` and
 * until `last`.
 */
bool get_part_or_stay(const GrazeRoute* route, int32_t k, double first, double last,
                      GrazeMovingSphere* part);

/* Returns whether two stays at an instant are in contact. */
bool stays_meet(const SpanUnion* united, const GrazeMovingSphere* p, const GrazeMovingSphere* q);

/*
 * Add the delays of route 1 for two parts that begin and end; for a part of it and a stay at an end
 * of route 2; for a stay at an end of it and a part of route 2; and for stays at ends of both,
 * which do not end.
 */
void add_part_delays(SpanUnion* united, const GrazeMovingSphere* f, const GrazeMovingSphere* g);
void add_other_stay(SpanUnion* united, const GrazeMovingSphere* part, const GrazeRoute* other,
                    bool at_end);
void add_own_stay(SpanUnion* united, const GrazeRoute* route, bool at_end,
                  const GrazeMovingSphere* part);
void add_both_stays(SpanUnion* united, const GrazeRoute* route, bool at_end,
                    const GrazeRoute* other, bool other_at_end);

/* Adds the times of contact of two parts. */
void add_conflicts(SpanUnion* united, const GrazeMovingSphere* f, const GrazeMovingSphere* g);

/* Adds the times before, or after, both routes if their stays are in contact. */
void add_end_contacts(SpanUnion* united, const GrazeRoute* route, const GrazeRoute* other,
                      bool at_end);

#endif
