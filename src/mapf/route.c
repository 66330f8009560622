#include "../base/dd.h"
#include "../tolerance.h"
#include "flight.h"

#include <math.h>

/*
 * Whole routes.
 *
 * A route is its flights, a stay between two that do not follow at once, and one at either end where the agent waits there. Delayed by x,
 * all of it happens x later, but that the first stay lasts longer. Two routes are in contact exactly when a part of the one and a part of the other
 * are, so the unsafe delays are the union of those of all pairs of parts:
 *  - of two parts that begin and end, graze_unsafe_delays;
 *  - of the first stay of route 1, which lasts till start + x, with what is in contact with its place from time t on at the
 *    earliest: x >= t - start. Of its last stay, from end + x on, with what is there till t at the latest: x <= t - end;
 *  - of a part of route 1 with the first stay of route 2, which lasts till `start`: it comes to that place at t undelayed, at
 *    the earliest, and so within the stay for x <= start - t. With the last stay, from `end` on: x >= end - t, t the
 *    latest time at which it is there.
 * Times of contact are the same parts' by graze_conflicts, a part against the place.
 *
 * At the end of a span two parts touch, or they overlap and are both there for that instant only: |P| < R leaves room on
 * all sides, so that only the ends of the parts' times can end the contact. For delays x that is where one begins just as
 * the other ends, x = end2 - start1 or x = start2 - end1, for times the beginning or the end of what both have in common.
 * With GRAZE_ENDS_SAFE these instants are added on their own, up to the next double past them. Where the routes go on,
 * other parts are in contact there and hide it.
 *
 * What is left of two neighbouring parts by rounding, less than GRAZE_SPAN_JOIN of the times that went into them, is no
 * gap: the agent is at their joint then.
 */

/* Spans, ascending and disjoint; `count` is more than the capacity where they did not fit. */
typedef struct {
    GrazeSpan* span;
    int32_t count, capacity;
    double from, to;
    bool is_open, has_safe_ends;
    double grain;
} Union;

/* Joins a span, in order. O(count). */
static void add(Union* all, double lo, double hi)
{
    lo = max2(lo, all->from);
    hi = min2(hi, all->to);
    if (!(lo <= hi) || all->count > all->capacity) return;
    int32_t first = 0;
    while (first < all->count && all->span[first].hi < lo - all->grain)
        first++;
    int32_t last = first;
    for (; last < all->count && all->span[last].lo <= hi + all->grain; last++) {
        lo = min2(lo, all->span[last].lo);
        hi = max2(hi, all->span[last].hi);
    }
    if (first == last && all->count == all->capacity) {
        all->count = all->capacity + 1;
        return;
    }
    int32_t behind = all->count - last;
    memmove(&all->span[first + 1], &all->span[last], (size_t)behind * sizeof *all->span);
    all->span[first] = (GrazeSpan){lo, hi};
    all->count = first + 1 + behind;
}

/* ---- the parts of a route ---- */

static int32_t parts_of(const GrazeRoute* route)
{
    return 2 * route->count - 1;
}

/* What stays where a flight begins, or ends. */
static GrazeFlight stay(const GrazeFlight* f, bool at_end, double start, double end)
{
    double t = at_end ? f->end - f->start : 0;
    return (GrazeFlight){.x = f->x + t * (f->vx + t / 2 * f->ax),
                         .y = f->y + t * (f->vy + t / 2 * f->ay),
                         .z = f->z + t * (f->vz + t / 2 * f->az),
                         .start = start,
                         .end = end,
                         .radius = f->radius};
}

/* Part k: flights, and between them stays; false where a stay would last no time. */
static bool part_of(const GrazeRoute* route, int32_t k, GrazeFlight* part)
{
    const GrazeFlight* flight = &route->flights[k / 2];
    if (k % 2 == 0) {
        *part = *flight;
        return true;
    }
    *part = stay(flight, true, flight->end, flight[1].start);
    return part->start < part->end;
}

static const GrazeFlight* last_of(const GrazeRoute* route)
{
    return &route->flights[route->count - 1];
}

/* ---- which of them can meet at all ---- */

typedef struct {
    double lo[3], hi[3];
} Room;

static void widen(double* lo, double* hi, double x, double v, double a, double t, double radius)
{
    double end = x + t * (v + t / 2 * a);
    /* An accelerated coordinate is off the line between its ends by a t^2 / 8 at most (sweep/path.c). */
    double bulge = radius + fabs(a) * t * t / 8;
    double slack =
        GRAZE_ROOM_SLACK * (fabs(x) + fabs(end) + fabs(v) * t + fabs(a) * t * t + radius);
    *lo = min2(x, end) - bulge - slack;
    *hi = max2(x, end) + bulge + slack;
}

static Room room_of(const GrazeFlight* f)
{
    Room room;
    double t = f->end - f->start;
    widen(&room.lo[0], &room.hi[0], f->x, f->vx, f->ax, t, f->radius);
    widen(&room.lo[1], &room.hi[1], f->y, f->vy, f->ay, t, f->radius);
    widen(&room.lo[2], &room.hi[2], f->z, f->vz, f->az, t, f->radius);
    return room;
}

static bool rooms_meet(const Room* p, const Room* q)
{
    bool meet = true;
    for (int32_t k = 0; k < 3; k++)
        meet = meet && p->lo[k] <= q->hi[k] && q->lo[k] <= p->hi[k];
    return meet;
}

/* ---- times of contact ---- */

/* When two parts are in contact, from the first time to the last; false when never. */
static bool contact_times(const Union* all, const GrazeFlight* f, const GrazeFlight* g, double* lo,
                          double* hi)
{
    GrazeConflict met[2];
    int32_t count = graze_conflicts(f, g, met);
    int32_t found = 0;
    for (int32_t k = 0; k < count; k++) {
        if (all->is_open && met[k].relation == GRAZE_TOUCHING) continue;
        if (found++ == 0) *lo = met[k].begin;
        *hi = met[k].end;
    }
    return found > 0;
}

/* Two places at an instant. */
static bool stays_meet(const Union* all, const GrazeFlight* p, const GrazeFlight* q)
{
    double lo;
    double hi;
    return contact_times(all, p, q, &lo, &hi);
}

/* A part, over its time, and the place where a flight begins, or ends. */
static bool times_at(const Union* all, const GrazeFlight* part, const GrazeFlight* f, bool at_end,
                     double* lo, double* hi)
{
    GrazeFlight place = stay(f, at_end, part->start, part->end);
    return contact_times(all, part, &place, lo, hi);
}

/* ---- delays ---- */

enum { MOST_ROUNDINGS = 4 };

/*
 * Returns the least x with start + x, rounded, above `end`. That sum is rounded up from half way to the next double on, which
 * the first x misses by half an ulp at most: the loops take two steps or less.
 */
static COLD double least_past(double start, double end)
{
    double half = (double_beside(end, true) - end) / 2;
    double x = dd_round(dd_add(dd_sum(end, -start), dd_of(half)));
    for (int32_t k = 0; k < MOST_ROUNDINGS && start + x > end; k++)
        x = double_beside(x, false);
    for (int32_t k = 0; k < MOST_ROUNDINGS && !(start + x > end); k++)
        x = double_beside(x, true);
    return x;
}

/* Adds the delays with which one part begins just as the other ends, if they overlap then. */
static COLD void add_instants(Union* all, const GrazeFlight* f, const GrazeFlight* g)
{
    if (flights_overlap(f, g, 0, g->end - g->start)) {
        add(all, g->end - f->start, least_past(f->start, g->end));
    }
    if (flights_overlap(f, g, f->end - f->start, 0)) {
        add(all, -least_past(-f->end, -g->start), g->start - f->end);
    }
}

static void add_parts(Union* all, const GrazeFlight* f, const GrazeFlight* g)
{
    GrazeSpan spans[GRAZE_MOST_DELAYS];
    GrazeRelation relations[GRAZE_MOST_DELAYS];
    int32_t count = graze_related_delays(f, g, spans, relations);
    for (int32_t k = 0; k < count; k++) {
        if (all->is_open && relations[k] == GRAZE_TOUCHING) continue;
        add(all, spans[k].lo, spans[k].hi);
    }
    if (all->has_safe_ends && count > 0) add_instants(all, f, g);
}

/* A part of route 1 and what route 2 does before and after. */
static void add_ends_of_other(Union* all, const GrazeFlight* part, const GrazeRoute* other)
{
    const GrazeFlight* first = other->flights;
    const GrazeFlight* last = last_of(other);
    double lo;
    double hi;
    if (other->before == GRAZE_HOLD && times_at(all, part, first, false, &lo, &hi)) {
        add(all, -INFINITY, first->start - lo);
    }
    if (other->after == GRAZE_HOLD && times_at(all, part, last, true, &lo, &hi)) {
        add(all, last->end - hi, INFINITY);
    }
}

/* What route 1 does before and after, and a part of route 2. */
static void add_own_ends(Union* all, const GrazeRoute* route, const GrazeFlight* part)
{
    const GrazeFlight* first = route->flights;
    const GrazeFlight* last = last_of(route);
    double lo;
    double hi;
    if (route->before == GRAZE_HOLD && times_at(all, part, first, false, &lo, &hi)) {
        add(all, lo - first->start, INFINITY);
    }
    if (route->after == GRAZE_HOLD && times_at(all, part, last, true, &lo, &hi)) {
        add(all, -INFINITY, hi - last->end);
    }
}

/* What both do before and after: stays without end. */
static void add_both_ends(Union* all, const GrazeRoute* route, const GrazeRoute* other)
{
    GrazeFlight first = stay(route->flights, false, 0, 0);
    GrazeFlight last = stay(last_of(route), true, 0, 0);
    GrazeFlight other_first = stay(other->flights, false, 0, 0);
    GrazeFlight other_last = stay(last_of(other), true, 0, 0);
    double start = route->flights->start;
    double end = last_of(route)->end;
    if (route->before == GRAZE_HOLD && other->before == GRAZE_HOLD &&
        stays_meet(all, &first, &other_first)) {
        add(all, -INFINITY, INFINITY);
    }
    if (route->after == GRAZE_HOLD && other->after == GRAZE_HOLD &&
        stays_meet(all, &last, &other_last)) {
        add(all, -INFINITY, INFINITY);
    }
    /* One is still there when the other has arrived. */
    if (route->before == GRAZE_HOLD && other->after == GRAZE_HOLD &&
        stays_meet(all, &first, &other_last)) {
        add(all, last_of(other)->end - start, INFINITY);
    }
    if (route->after == GRAZE_HOLD && other->before == GRAZE_HOLD &&
        stays_meet(all, &last, &other_first)) {
        add(all, -INFINITY, other->flights->start - end);
    }
}

static void add_route_delays(Union* all, const GrazeRoute* route, const GrazeRoute* other)
{
    GrazeFlight f;
    GrazeFlight g;
    add_both_ends(all, route, other);
    for (int32_t j = 0; j < parts_of(other); j++) {
        if (part_of(other, j, &g)) add_own_ends(all, route, &g);
    }
    for (int32_t i = 0; i < parts_of(route); i++) {
        if (!part_of(route, i, &f)) continue;
        Room room = room_of(&f);
        add_ends_of_other(all, &f, other);
        for (int32_t j = 0; j < parts_of(other); j++) {
            if (!part_of(other, j, &g)) continue;
            Room other_room = room_of(&g);
            if (rooms_meet(&room, &other_room)) add_parts(all, &f, &g);
        }
    }
}

static double time_size(const GrazeRoute* route)
{
    return max2(fabs(route->flights->start), fabs(last_of(route)->end));
}

static Union begin(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                   const GrazeRouteQuestion* asked, GrazeSpan* out, int32_t capacity)
{
    double size = time_size(route);
    for (int32_t k = 0; k < count; k++)
        size = max2(size, time_size(&others[k]));
    return (Union){out,
                   0,
                   capacity,
                   asked->from,
                   asked->to,
                   asked->reading == GRAZE_READING_OPEN,
                   asked->ends == GRAZE_ENDS_SAFE,
                   GRAZE_SPAN_JOIN * size};
}

int32_t graze_route_delays(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                           const GrazeRouteQuestion* asked, GrazeSpan* out, int32_t capacity)
{
    Union all = begin(route, others, count, asked, out, capacity);
    for (int32_t k = 0; k < count; k++)
        add_route_delays(&all, route, &others[k]);
    return all.count;
}

/* ---- contacts ---- */

/* The same with the stays at both ends, from `first` and till `last`: parts -1 to parts_of. */
static bool part_within(const GrazeRoute* route, int32_t k, double first, double last,
                        GrazeFlight* part)
{
    if (k < 0) {
        *part = stay(route->flights, false, first, route->flights->start);
        return route->before == GRAZE_HOLD && part->start < part->end;
    }
    if (k < parts_of(route)) return part_of(route, k, part);
    *part = stay(last_of(route), true, last_of(route)->end, last);
    return route->after == GRAZE_HOLD && part->start < part->end;
}

static void add_conflicts(Union* all, const GrazeFlight* f, const GrazeFlight* g)
{
    GrazeConflict met[2];
    int32_t count = graze_conflicts(f, g, met);
    for (int32_t k = 0; k < count; k++) {
        if (all->is_open && met[k].relation == GRAZE_TOUCHING) continue;
        add(all, met[k].begin, met[k].end);
    }
    if (!all->has_safe_ends || count == 0) return;
    double lo = max2(f->start, g->start);
    double hi = min2(f->end, g->end);
    if (flights_overlap(f, g, lo - f->start, lo - g->start)) add(all, double_beside(lo, false), lo);
    if (flights_overlap(f, g, hi - f->start, hi - g->start)) add(all, hi, double_beside(hi, true));
}

/* Parts are in time order: those of the other that end before this one begins are behind for good. */
static void add_route_contacts(Union* all, const GrazeRoute* route, const GrazeRoute* other,
                               double first, double last)
{
    int32_t behind = -1;
    for (int32_t i = -1; i <= parts_of(route); i++) {
        GrazeFlight f;
        if (!part_within(route, i, first, last, &f)) continue;
        for (int32_t j = behind; j <= parts_of(other); j++) {
            GrazeFlight g;
            bool is_part = part_within(other, j, first, last, &g);
            if (is_part && g.start > f.end) break;
            if (is_part && g.end >= f.start) {
                add_conflicts(all, &f, &g);
            } else if (j == behind) {
                behind++;
            }
        }
    }
}

int32_t graze_route_contacts(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                             const GrazeRouteQuestion* asked, GrazeSpan* out, int32_t capacity)
{
    Union all = begin(route, others, count, asked, out, capacity);
    for (int32_t k = 0; k < count; k++) {
        const GrazeRoute* other = &others[k];
        /* Outside of all flights nothing changes. */
        double first = min2(route->flights->start, other->flights->start);
        double last = max2(last_of(route)->end, last_of(other)->end);
        GrazeFlight own = stay(route->flights, false, 0, 0);
        GrazeFlight its = stay(other->flights, false, 0, 0);
        bool are_held = route->before == GRAZE_HOLD && other->before == GRAZE_HOLD;
        if (are_held && stays_meet(&all, &own, &its)) add(&all, -INFINITY, first);
        own = stay(last_of(route), true, 0, 0);
        its = stay(last_of(other), true, 0, 0);
        are_held = route->after == GRAZE_HOLD && other->after == GRAZE_HOLD;
        if (are_held && stays_meet(&all, &own, &its)) add(&all, last, INFINITY);
        add_route_contacts(&all, route, other, first, last);
    }
    return all.count;
}

/* ---- what follows ---- */

double graze_minimum_delay(const GrazeSpan* spans, int32_t count, double from)
{
    double x = from;
    for (int32_t k = 0; k < count; k++) {
        if (spans[k].lo < x && x < spans[k].hi) x = spans[k].hi;
    }
    return x;
}

GrazeStatus graze_route_check(const GrazeRoute* route, int32_t* culprit)
{
    *culprit = -1;
    if (route->count < 1) return GRAZE_E_OUT_OF_RANGE;
    for (int32_t k = 0; k < route->count; k++) {
        const GrazeFlight* flight = &route->flights[k];
        *culprit = k;
        GrazeStatus status = graze_flight_check(flight);
        if (status == GRAZE_OK && k > 0 && flight->start < flight[-1].end) {
            status = GRAZE_E_OUT_OF_ORDER;
        }
        if (status != GRAZE_OK) return status;
    }
    *culprit = -1;
    return GRAZE_OK;
}
