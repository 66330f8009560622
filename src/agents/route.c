#include "route.h"

#include "../base/dd.h"
#include "../tolerance.h"
#include "moving_sphere.h"

#include <math.h>

/*
 * Whole routes.
 *
 * The parts of a route are its pieces, a stay between two pieces that do not follow at once, and a
 * stay at either end if the agent waits there. With delay x, all of it happens x later, except that
 * the first stay lasts longer. Two routes are in contact exactly if a part of the one and a part of
 * the other are, so the unsafe delays are the union of those of all pairs of parts:
 *
 * - For two parts that begin and end: graze_unsafe_delays.
 * - For the first stay of route 1, which lasts until start + x, and a part that is in contact with
 *   its position from time t on at the earliest: x >= t - start. For its last stay, from end + x
 *   on, and a part that is in contact there until t at the latest: x <= t - end.
 * - For a part of route 1 and the first stay of route 2, which lasts until `start`: without delay
 *   it comes to that position at t at the earliest, and so within the stay for x <= start - t. For
 *   the last stay, from `end` on: x >= end - t, where t is the latest time at which it is there.
 *
 * Times of contact are those of the same parts by graze_conflicts, with a part against the position
 * of a stay.
 *
 * At the end of a span two parts touch, or they overlap and both exist for that instant only:
 * |P| < R leaves room on all sides, so that only the ends of the parts' times can end the contact.
 * For delays x these are the x with which one begins just as the other ends, x = end2 - start1 or
 * x = start2 - end1; for times they are the beginning or the end of the common time of both. With
 * GRAZE_SPAN_ENDS_SAFE these instants are added separately, up to the next double past them. If the
 * routes go on, other parts are in contact there and cover them.
 *
 * A gap between two adjacent parts of less than GRAZE_SPAN_MERGE_GAP of the times that enter is due
 * to rounding and is closed: the agent is at the joint of the parts then. Rounding preserves order,
 * so that a span joins a union of others exactly if it joins one of them: the union does not depend
 * on the order in which spans are added.
 */

/* Returns whether a span that begins at `begin` joins one that ends at `end`, if not before it. */
static bool spans_join(const SpanUnion* united, double end, double begin)
{
    return begin <= end || begin - end <= united->join_tolerance;
}

void add_span(SpanUnion* united, double lo, double hi)
{
    lo = max2(lo, united->from);
    hi = min2(hi, united->to);
    if (!(lo <= hi) || united->count > united->capacity) return;
    int32_t first = 0;
    while (first < united->count && !spans_join(united, united->span[first].end, lo))
        first++;
    int32_t last = first;
    for (; last < united->count && spans_join(united, hi, united->span[last].begin); last++) {
        lo = min2(lo, united->span[last].begin);
        hi = max2(hi, united->span[last].end);
    }
    if (first == last && united->count == united->capacity) {
        united->count = united->capacity + 1;
        return;
    }
    int32_t behind = united->count - last;
    memmove(&united->span[first + 1], &united->span[last], (size_t)behind * sizeof *united->span);
    united->span[first] = (GrazeSpan){lo, hi};
    united->count = first + 1 + behind;
}

/* ---- the parts of a route ---- */

int32_t part_count(const GrazeRoute* route)
{
    return 2 * route->count - 1;
}

GrazeMovingSphere make_stay(const GrazeMovingSphere* f, bool at_end, double t0, double t1)
{
    double t = at_end ? f->t1 - f->t0 : 0;
    return (GrazeMovingSphere){.x = f->x + t * (f->vx + t / 2 * f->ax),
                               .y = f->y + t * (f->vy + t / 2 * f->ay),
                               .z = f->z + t * (f->vz + t / 2 * f->az),
                               .t0 = t0,
                               .t1 = t1,
                               .radius = f->radius};
}

bool get_part(const GrazeRoute* route, int32_t k, GrazeMovingSphere* part)
{
    const GrazeMovingSphere* piece = &route->pieces[k / 2];
    if (k % 2 == 0) {
        *part = *piece;
        return true;
    }
    *part = make_stay(piece, true, piece->t1, piece[1].t0);
    return part->t0 < part->t1;
}

const GrazeMovingSphere* last_piece(const GrazeRoute* route)
{
    return &route->pieces[route->count - 1];
}

/* ---- the pairs of parts that can meet ---- */

typedef struct {
    double lo[3], hi[3];
} PieceBox;

static void set_axis_bounds(double* lo, double* hi, double x, double v, double a, double t,
                            double radius)
{
    double end = x + t * (v + t / 2 * a);
    /*
     * An accelerated coordinate deviates from the line between its ends by at most a t^2 / 8
     * (trajectory/path.c).
     */
    double bulge = radius + fabs(a) * t * t / 8;
    double slack = GRAZE_MOVING_SPHERE_BOX_SLACK *
                   (fabs(x) + fabs(end) + fabs(v) * t + fabs(a) * t * t + radius);
    *lo = min2(x, end) - bulge - slack;
    *hi = max2(x, end) + bulge + slack;
}

static PieceBox piece_box(const GrazeMovingSphere* part)
{
    PieceBox box;
    double t = part->t1 - part->t0;
    set_axis_bounds(&box.lo[0], &box.hi[0], part->x, part->vx, part->ax, t, part->radius);
    set_axis_bounds(&box.lo[1], &box.hi[1], part->y, part->vy, part->ay, t, part->radius);
    set_axis_bounds(&box.lo[2], &box.hi[2], part->z, part->vz, part->az, t, part->radius);
    return box;
}

static bool boxes_overlap(const PieceBox* p, const PieceBox* q)
{
    bool meet = true;
    for (int32_t k = 0; k < 3; k++)
        meet = meet && p->lo[k] <= q->hi[k] && q->lo[k] <= p->hi[k];
    return meet;
}

/* ---- times of contact ---- */

/*
 * Writes the first and the last time at which two parts are in contact; returns false if there is
 * none.
 */
static bool contact_times(const SpanUnion* united, const GrazeMovingSphere* f,
                          const GrazeMovingSphere* g, double* lo, double* hi)
{
    GrazeConflict conflicts[2];
    int32_t count = graze_conflicts(f, g, conflicts);
    int32_t found = 0;
    for (int32_t k = 0; k < count; k++) {
        if (united->is_open && conflicts[k].relation == GRAZE_TOUCHING) continue;
        if (found++ == 0) *lo = conflicts[k].begin;
        *hi = conflicts[k].end;
    }
    return found > 0;
}

bool stays_meet(const SpanUnion* united, const GrazeMovingSphere* p, const GrazeMovingSphere* q)
{
    double lo;
    double hi;
    return contact_times(united, p, q, &lo, &hi);
}

/*
 * Writes the times of contact of a part, over its time, with the position at which a piece begins,
 * or ends.
 */
static bool contact_times_at(const SpanUnion* united, const GrazeMovingSphere* part,
                             const GrazeMovingSphere* f, bool at_end, double* lo, double* hi)
{
    GrazeMovingSphere place = make_stay(f, at_end, part->t0, part->t1);
    return contact_times(united, part, &place, lo, hi);
}

/* ---- delays ---- */

enum { MAX_ROUNDINGS = 4 };

/*
 * Returns the least x with t0 + x, rounded, above t1. Rounding raises that sum from half way to the
 * next double on; the first x misses this by at most half an ulp, so the loops take at most two
 * steps.
 */
static NOINLINE double min_delay_past(double t0, double t1)
{
    double half = (double_adjacent(t1, true) - t1) / 2;
    double x = dd_round(dd_add(dd_sum(t1, -t0), dd_from_double(half)));
    for (int32_t k = 0; k < MAX_ROUNDINGS && t0 + x > t1; k++)
        x = double_adjacent(x, false);
    for (int32_t k = 0; k < MAX_ROUNDINGS && !(t0 + x > t1); k++)
        x = double_adjacent(x, true);
    return x;
}

/* Adds the delays with which one part begins just as the other ends, if they overlap then. */
static NOINLINE void add_instants(SpanUnion* united, const GrazeMovingSphere* f,
                                  const GrazeMovingSphere* g)
{
    if (spheres_overlap(f, g, 0, g->t1 - g->t0)) {
        add_span(united, g->t1 - f->t0, min_delay_past(f->t0, g->t1));
    }
    if (spheres_overlap(f, g, f->t1 - f->t0, 0)) {
        add_span(united, -min_delay_past(-f->t1, -g->t0), g->t0 - f->t1);
    }
}

static void add_parts(SpanUnion* united, const GrazeMovingSphere* f, const GrazeMovingSphere* g)
{
    GrazeSpan spans[GRAZE_MAX_DELAYS];
    GrazeRelation relations[GRAZE_MAX_DELAYS];
    int32_t count = graze_unsafe_delays_with_relations(f, g, spans, relations);
    for (int32_t k = 0; k < count; k++) {
        if (united->is_open && relations[k] == GRAZE_TOUCHING) continue;
        add_span(united, spans[k].begin, spans[k].end);
    }
    if (united->has_safe_ends && count > 0) add_instants(united, f, g);
}

void add_part_delays(SpanUnion* united, const GrazeMovingSphere* f, const GrazeMovingSphere* g)
{
    PieceBox box = piece_box(f);
    PieceBox other_box = piece_box(g);
    if (boxes_overlap(&box, &other_box)) add_parts(united, f, g);
}

void add_other_stay(SpanUnion* united, const GrazeMovingSphere* part, const GrazeRoute* other,
                    bool at_end)
{
    const GrazeMovingSphere* piece = at_end ? last_piece(other) : other->pieces;
    double lo;
    double hi;
    if (!contact_times_at(united, part, piece, at_end, &lo, &hi)) return;
    if (at_end)
        add_span(united, piece->t1 - hi, INFINITY);
    else
        add_span(united, -INFINITY, piece->t0 - lo);
}

void add_own_stay(SpanUnion* united, const GrazeRoute* route, bool at_end,
                  const GrazeMovingSphere* part)
{
    const GrazeMovingSphere* piece = at_end ? last_piece(route) : route->pieces;
    double lo;
    double hi;
    if (!contact_times_at(united, part, piece, at_end, &lo, &hi)) return;
    if (at_end)
        add_span(united, -INFINITY, hi - piece->t1);
    else
        add_span(united, lo - piece->t0, INFINITY);
}

void add_both_stays(SpanUnion* united, const GrazeRoute* route, bool at_end,
                    const GrazeRoute* other, bool other_at_end)
{
    const GrazeMovingSphere* piece = at_end ? last_piece(route) : route->pieces;
    const GrazeMovingSphere* other_piece = other_at_end ? last_piece(other) : other->pieces;
    GrazeMovingSphere stay = make_stay(piece, at_end, 0, 0);
    GrazeMovingSphere other_stay = make_stay(other_piece, other_at_end, 0, 0);
    if (!stays_meet(united, &stay, &other_stay)) return;
    /* One agent still stays at its start after the other has arrived. */
    double lo = !at_end && other_at_end ? other_piece->t1 - piece->t0 : -INFINITY;
    double hi = at_end && !other_at_end ? other_piece->t0 - piece->t1 : INFINITY;
    add_span(united, lo, hi);
}

bool has_end_stay(const GrazeRoute* route, bool at_end)
{
    return (at_end ? route->after : route->before) == GRAZE_STAY;
}

static void add_route_delays(SpanUnion* united, const GrazeRoute* route, const GrazeRoute* other)
{
    GrazeMovingSphere f;
    GrazeMovingSphere g;
    for (int end = 0; end < 2; end++) {
        if (!has_end_stay(route, end)) continue;
        for (int other_end = 0; other_end < 2; other_end++) {
            if (has_end_stay(other, other_end))
                add_both_stays(united, route, end, other, other_end);
        }
        for (int32_t j = 0; j < part_count(other); j++) {
            if (get_part(other, j, &g)) add_own_stay(united, route, end, &g);
        }
    }
    for (int32_t i = 0; i < part_count(route); i++) {
        if (!get_part(route, i, &f)) continue;
        PieceBox box = piece_box(&f);
        for (int end = 0; end < 2; end++) {
            if (has_end_stay(other, end)) add_other_stay(united, &f, other, end);
        }
        for (int32_t j = 0; j < part_count(other); j++) {
            if (!get_part(other, j, &g)) continue;
            PieceBox other_box = piece_box(&g);
            if (boxes_overlap(&box, &other_box)) add_parts(united, &f, &g);
        }
    }
}

double route_time_size(const GrazeRoute* route)
{
    return max2(fabs(route->pieces->t0), fabs(last_piece(route)->t1));
}

SpanUnion begin_span_union(double size, const GrazeRouteOptions* options, GrazeSpan* out,
                           int32_t capacity)
{
    return (SpanUnion){out,
                       0,
                       capacity,
                       options->from,
                       options->to,
                       options->touching == GRAZE_TOUCHING_ALLOWED,
                       options->ends == GRAZE_SPAN_ENDS_SAFE,
                       GRAZE_SPAN_MERGE_GAP * size};
}

static SpanUnion begin_union(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                             const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity)
{
    double size = route_time_size(route);
    for (int32_t k = 0; k < count; k++)
        size = max2(size, route_time_size(&others[k]));
    return begin_span_union(size, options, out, capacity);
}

int32_t graze_route_delays(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                           const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity)
{
    SpanUnion united = begin_union(route, others, count, options, out, capacity);
    for (int32_t k = 0; k < count; k++)
        add_route_delays(&united, route, &others[k]);
    return united.count;
}

/* ---- contacts ---- */

bool get_part_or_stay(const GrazeRoute* route, int32_t k, double first, double last,
                      GrazeMovingSphere* part)
{
    if (k < 0) {
        *part = make_stay(route->pieces, false, first, route->pieces->t0);
        return route->before == GRAZE_STAY && part->t0 < part->t1;
    }
    if (k < part_count(route)) return get_part(route, k, part);
    *part = make_stay(last_piece(route), true, last_piece(route)->t1, last);
    return route->after == GRAZE_STAY && part->t0 < part->t1;
}

void add_conflicts(SpanUnion* united, const GrazeMovingSphere* f, const GrazeMovingSphere* g)
{
    GrazeConflict conflicts[2];
    int32_t count = graze_conflicts(f, g, conflicts);
    for (int32_t k = 0; k < count; k++) {
        if (united->is_open && conflicts[k].relation == GRAZE_TOUCHING) continue;
        add_span(united, conflicts[k].begin, conflicts[k].end);
    }
    if (!united->has_safe_ends || count == 0) return;
    double lo = max2(f->t0, g->t0);
    double hi = min2(f->t1, g->t1);
    /* Spheres that overlap at an end of their common time are in contact from there on. */
    if (conflicts[0].begin <= lo && spheres_overlap(f, g, lo - f->t0, lo - g->t0))
        add_span(united, double_adjacent(lo, false), lo);
    if (conflicts[count - 1].end >= hi && spheres_overlap(f, g, hi - f->t0, hi - g->t0))
        add_span(united, hi, double_adjacent(hi, true));
}

void add_end_contacts(SpanUnion* united, const GrazeRoute* route, const GrazeRoute* other,
                      bool at_end)
{
    const GrazeMovingSphere* piece = at_end ? last_piece(route) : route->pieces;
    const GrazeMovingSphere* other_piece = at_end ? last_piece(other) : other->pieces;
    GrazeMovingSphere stay = make_stay(piece, at_end, 0, 0);
    GrazeMovingSphere other_stay = make_stay(other_piece, at_end, 0, 0);
    if (!stays_meet(united, &stay, &other_stay)) return;
    if (at_end)
        add_span(united, max2(piece->t1, other_piece->t1), INFINITY);
    else
        add_span(united, -INFINITY, min2(piece->t0, other_piece->t0));
}

/*
 * Adds the contacts of two routes. Parts are in order of time: those of the other route that end
 * before this part begins need not be tested again.
 */
static void add_route_contacts(SpanUnion* united, const GrazeRoute* route, const GrazeRoute* other,
                               double first, double last)
{
    int32_t behind = -1;
    for (int32_t i = -1; i <= part_count(route); i++) {
        GrazeMovingSphere f;
        if (!get_part_or_stay(route, i, first, last, &f)) continue;
        for (int32_t j = behind; j <= part_count(other); j++) {
            GrazeMovingSphere g;
            bool is_present = get_part_or_stay(other, j, first, last, &g);
            if (is_present && g.t0 > f.t1) break;
            if (is_present && g.t1 >= f.t0) {
                add_conflicts(united, &f, &g);
            } else if (j == behind) {
                behind++;
            }
        }
    }
}

int32_t graze_route_contacts(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                             const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity)
{
    SpanUnion united = begin_union(route, others, count, options, out, capacity);
    for (int32_t k = 0; k < count; k++) {
        const GrazeRoute* other = &others[k];
        /* Before the first piece and after the last one of both routes nothing changes. */
        double first = min2(route->pieces->t0, other->pieces->t0);
        double last = max2(last_piece(route)->t1, last_piece(other)->t1);
        for (int end = 0; end < 2; end++) {
            if (has_end_stay(route, end) && has_end_stay(other, end))
                add_end_contacts(&united, route, other, end);
        }
        add_route_contacts(&united, route, other, first, last);
    }
    return united.count;
}

/* ---- functions of spans and routes ---- */

double graze_minimum_delay(const GrazeSpan* spans, int32_t count, double from)
{
    double x = from;
    for (int32_t k = 0; k < count; k++) {
        if (spans[k].begin < x && x < spans[k].end) x = spans[k].end;
    }
    return x;
}

GrazeStatus graze_route_check(const GrazeRoute* route, int32_t* culprit)
{
    *culprit = -1;
    if (route->count < 1) return GRAZE_E_OUT_OF_RANGE;
    for (int32_t k = 0; k < route->count; k++) {
        const GrazeMovingSphere* piece = &route->pieces[k];
        *culprit = k;
        GrazeStatus status = graze_moving_sphere_check(piece);
        if (status == GRAZE_OK && k > 0 && piece->t0 < piece[-1].t1) {
            status = GRAZE_E_OUT_OF_ORDER;
        }
        if (status != GRAZE_OK) return status;
    }
    *culprit = -1;
    return GRAZE_OK;
}
