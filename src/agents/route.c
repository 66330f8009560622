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
static bool spans_join(const GrazeSpanUnion* united, double end, double begin)
{
    return begin <= end || begin - end <= united->join_tolerance;
}

void graze_add_span(GrazeSpanUnion* united, double lo, double hi)
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

int32_t graze_part_count(const GrazeRoute* route)
{
    return 2 * route->count - 1;
}

const GrazeMovingSphere* graze_end_piece(const GrazeRoute* route, bool at_end)
{
    return at_end ? &route->pieces[route->count - 1] : route->pieces;
}

bool graze_has_end_stay(const GrazeRoute* route, bool at_end)
{
    return (at_end ? route->after : route->before) == GRAZE_STAY;
}

bool graze_is_end_stay(const GrazeRoute* route, int32_t k)
{
    return k < 0 || k >= graze_part_count(route);
}

GrazeMovingSphere graze_make_stay(const GrazeMovingSphere* f, bool at_end, double t0, double t1)
{
    double t = at_end ? f->t1 - f->t0 : 0;
    return (GrazeMovingSphere){.x = f->x + t * (f->vx + t / 2 * f->ax),
                               .y = f->y + t * (f->vy + t / 2 * f->ay),
                               .z = f->z + t * (f->vz + t / 2 * f->az),
                               .t0 = t0,
                               .t1 = t1,
                               .radius = f->radius};
}

/* Returns the stay at an end of a route, at an instant. */
static GrazeMovingSphere end_stay(const GrazeRoute* route, bool at_end)
{
    return graze_make_stay(graze_end_piece(route, at_end), at_end, 0, 0);
}

/* Writes part k from 0 to graze_part_count - 1; returns false for a stay that would last no time. */
ALWAYS_INLINE bool get_inner_part(const GrazeRoute* route, int32_t k, GrazeMovingSphere* part)
{
    const GrazeMovingSphere* piece = &route->pieces[k / 2];
    if (k % 2 == 0) {
        *part = *piece;
        return true;
    }
    if (!(piece->t1 < piece[1].t0)) return false;
    *part = graze_make_stay(piece, true, piece->t1, piece[1].t0);
    return true;
}

bool graze_get_part(const GrazeRoute* route, int32_t k, double first, double last,
                    GrazeMovingSphere* part)
{
    bool at_end = k >= 0;
    if (!graze_is_end_stay(route, k)) return get_inner_part(route, k, part);
    const GrazeMovingSphere* piece = graze_end_piece(route, at_end);
    *part = graze_make_stay(piece, at_end, at_end ? piece->t1 : first, at_end ? last : piece->t0);
    return graze_has_end_stay(route, at_end);
}

/* ---- the pairs of parts that can meet ---- */

ALWAYS_INLINE void set_axis(GrazeBoundPart* part, int axis, double x, double v, double a, double t,
                            double margin)
{
    double end = x + t * (v + t / 2 * a);
    /*
     * An accelerated coordinate deviates from the line between its ends by at most a t^2 / 8
     * (trajectory/path.c).
     */
    double bulge = margin + fabs(a) * t * t / 8;
    part->lo[axis] = min2(x, end) - bulge;
    part->hi[axis] = max2(x, end) + bulge;
}

void graze_bound_sphere(GrazeBoundPart* part)
{
    const GrazeMovingSphere* s = &part->sphere;
    double t = s->t1 - s->t0;
    double size = fabs(s->x) + fabs(s->y) + fabs(s->z) +
                  (fabs(s->vx) + fabs(s->vy) + fabs(s->vz)) * t +
                  (fabs(s->ax) + fabs(s->ay) + fabs(s->az)) * t * (t / 2) + s->radius;
    /* Products below DBL_MIN have an absolute error, of the last bit of the smallest double. */
    double margin = s->radius + (GRAZE_MOVING_SPHERE_BOX_SLACK * size + DBL_MIN);
    set_axis(part, 0, s->x, s->vx, s->ax, t, margin);
    set_axis(part, 1, s->y, s->vy, s->ay, t, margin);
    set_axis(part, 2, s->z, s->vz, s->az, t, margin);
    part->lo[GRAZE_PART_TIME] = s->t0;
    part->hi[GRAZE_PART_TIME] = s->t1;
}

bool graze_bound_part(const GrazeRoute* route, int32_t k, GrazeBoundPart* part)
{
    bool at_end = k >= 0;
    if (!graze_get_part(route, k, 0, 0, &part->sphere)) return false;
    part->route = route;
    part->number = k;
    if (graze_is_end_stay(route, k)) part->sphere = end_stay(route, at_end);
    graze_bound_sphere(part);
    if (graze_is_end_stay(route, k)) {
        part->lo[GRAZE_PART_TIME] = at_end ? graze_end_piece(route, true)->t1 : -INFINITY;
        part->hi[GRAZE_PART_TIME] = at_end ? INFINITY : route->pieces->t0;
    }
    return true;
}

/* Returns whether the boxes of two parts meet at some time, if not at the same one. */
static bool places_meet(const GrazeBoundPart* p, const GrazeBoundPart* q)
{
    bool meet = true;
    for (int32_t k = 0; k < GRAZE_PART_TIME; k++)
        meet = meet && p->lo[k] <= q->hi[k] && q->lo[k] <= p->hi[k];
    return meet;
}

/* ---- times of contact ---- */

/*
 * Writes the first and the last time at which two parts are in contact; returns false if there is
 * none.
 */
static bool contact_times(const GrazeSpanUnion* united, const GrazeMovingSphere* f,
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
    double x = dd_round(graze_dd_add(dd_sum(t1, -t0), dd_from_double(half)));
    for (int32_t k = 0; k < MAX_ROUNDINGS && t0 + x > t1; k++)
        x = double_adjacent(x, false);
    for (int32_t k = 0; k < MAX_ROUNDINGS && !(t0 + x > t1); k++)
        x = double_adjacent(x, true);
    return x;
}

/* Adds the delays with which one part begins just as the other ends, if they overlap then. */
static NOINLINE void add_instants(GrazeSpanUnion* united, const GrazeMovingSphere* f,
                                  const GrazeMovingSphere* g)
{
    if (graze_spheres_overlap(f, g, 0, g->t1 - g->t0)) {
        graze_add_span(united, g->t1 - f->t0, min_delay_past(f->t0, g->t1));
    }
    if (graze_spheres_overlap(f, g, f->t1 - f->t0, 0)) {
        graze_add_span(united, -min_delay_past(-f->t1, -g->t0), g->t0 - f->t1);
    }
}

static void add_parts(GrazeSpanUnion* united, const GrazeMovingSphere* f,
                      const GrazeMovingSphere* g)
{
    GrazeSpan spans[GRAZE_MAX_DELAYS];
    GrazeRelation relations[GRAZE_MAX_DELAYS];
    int32_t count = graze_unsafe_delays_with_relations(f, g, spans, relations);
    for (int32_t k = 0; k < count; k++) {
        if (united->is_open && relations[k] == GRAZE_TOUCHING) continue;
        graze_add_span(united, spans[k].begin, spans[k].end);
    }
    if (united->has_safe_ends && count > 0) add_instants(united, f, g);
}

/*
 * Adds the delays for the stay at an end of a route and a part of the other one. The stay `is_own` if
 * it is of the route that is delayed.
 */
static void add_stay_delays(GrazeSpanUnion* united, const GrazeRoute* route, bool at_end,
                            bool is_own, const GrazeMovingSphere* part)
{
    const GrazeMovingSphere* piece = graze_end_piece(route, at_end);
    GrazeMovingSphere stay = graze_make_stay(piece, at_end, part->t0, part->t1);
    double lo;
    double hi;
    if (!contact_times(united, part, &stay, &lo, &hi)) return;
    double end = at_end ? piece->t1 : piece->t0;
    double contact = at_end ? hi : lo;
    double delay = is_own ? contact - end : end - contact;
    graze_add_span(united, is_own == at_end ? -INFINITY : delay,
                   is_own == at_end ? delay : INFINITY);
}

/* Adds the delays for the stays at ends of both routes, which do not end. */
static void add_both_stays(GrazeSpanUnion* united, const GrazeRoute* route, bool at_end,
                           const GrazeRoute* other, bool other_at_end)
{
    GrazeMovingSphere stay = end_stay(route, at_end);
    GrazeMovingSphere other_stay = end_stay(other, other_at_end);
    double lo;
    double hi;
    if (!contact_times(united, &stay, &other_stay, &lo, &hi)) return;
    /* One agent still stays at its start after the other has arrived. */
    lo = !at_end && other_at_end ? graze_end_piece(other, true)->t1 - route->pieces->t0 : -INFINITY;
    hi = at_end && !other_at_end ? other->pieces->t0 - graze_end_piece(route, true)->t1 : INFINITY;
    graze_add_span(united, lo, hi);
}

void graze_add_part_delays(GrazeSpanUnion* united, const GrazeBoundPart* part,
                           const GrazeRoute* other, int32_t k)
{
    const GrazeRoute* route = part->route;
    bool is_stay = graze_is_end_stay(route, part->number);
    GrazeBoundPart theirs;
    if (graze_is_end_stay(other, k)) {
        if (!graze_has_end_stay(other, k >= 0)) return;
        if (is_stay)
            add_both_stays(united, route, part->number >= 0, other, k >= 0);
        else
            add_stay_delays(united, other, k >= 0, false, &part->sphere);
        return;
    }
    if (!get_inner_part(other, k, &theirs.sphere)) return;
    if (is_stay) {
        add_stay_delays(united, route, part->number >= 0, true, &theirs.sphere);
        return;
    }
    graze_bound_sphere(&theirs);
    if (places_meet(part, &theirs)) add_parts(united, &part->sphere, &theirs.sphere);
}

double graze_route_time_size(const GrazeRoute* route)
{
    return max2(fabs(route->pieces->t0), fabs(graze_end_piece(route, true)->t1));
}

GrazeSpanUnion graze_begin_span_union(double size, const GrazeRouteOptions* options, GrazeSpan* out,
                                      int32_t capacity)
{
    return (GrazeSpanUnion){out,
                            0,
                            capacity,
                            options->from,
                            options->to,
                            options->touching == GRAZE_TOUCHING_ALLOWED,
                            options->ends == GRAZE_SPAN_ENDS_SAFE,
                            GRAZE_SPAN_MERGE_GAP * size};
}

static GrazeSpanUnion begin_union(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                                  const GrazeRouteOptions* options, GrazeSpan* out,
                                  int32_t capacity)
{
    double size = graze_route_time_size(route);
    for (int32_t k = 0; k < count; k++)
        size = max2(size, graze_route_time_size(&others[k]));
    return graze_begin_span_union(size, options, out, capacity);
}

int32_t graze_route_delays(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                           const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity)
{
    GrazeSpanUnion united = begin_union(route, others, count, options, out, capacity);
    for (int32_t k = 0; k < count; k++) {
        for (int32_t i = -1; i <= graze_part_count(route); i++) {
            GrazeBoundPart part;
            if (!graze_bound_part(route, i, &part)) continue;
            for (int32_t j = -1; j <= graze_part_count(&others[k]); j++)
                graze_add_part_delays(&united, &part, &others[k], j);
        }
    }
    return united.count;
}

/* ---- contacts ---- */

void graze_add_conflicts(GrazeSpanUnion* united, const GrazeMovingSphere* f,
                         const GrazeMovingSphere* g)
{
    GrazeConflict conflicts[2];
    int32_t count = graze_conflicts(f, g, conflicts);
    for (int32_t k = 0; k < count; k++) {
        if (united->is_open && conflicts[k].relation == GRAZE_TOUCHING) continue;
        graze_add_span(united, conflicts[k].begin, conflicts[k].end);
    }
    if (!united->has_safe_ends || count == 0) return;
    double lo = max2(f->t0, g->t0);
    double hi = min2(f->t1, g->t1);
    /* Spheres that overlap at an end of their common time are in contact from there on. */
    if (conflicts[0].begin <= lo && graze_spheres_overlap(f, g, lo - f->t0, lo - g->t0))
        graze_add_span(united, double_adjacent(lo, false), lo);
    if (conflicts[count - 1].end >= hi && graze_spheres_overlap(f, g, hi - f->t0, hi - g->t0))
        graze_add_span(united, hi, double_adjacent(hi, true));
}

int32_t graze_end_conflict(const GrazeRoute* route, const GrazeRoute* other, bool at_end,
                           GrazeRouteConflict* out)
{
    GrazeMovingSphere stay = end_stay(route, at_end);
    GrazeMovingSphere other_stay = end_stay(other, at_end);
    const GrazeMovingSphere* piece = graze_end_piece(route, at_end);
    const GrazeMovingSphere* other_piece = graze_end_piece(other, at_end);
    GrazeConflict conflicts[2];
    if (graze_conflicts(&stay, &other_stay, conflicts) == 0) return 0;
    out->begin = at_end ? max2(piece->t1, other_piece->t1) : -INFINITY;
    out->end = at_end ? INFINITY : min2(piece->t0, other_piece->t0);
    out->separation = conflicts[0].separation;
    out->time = out->begin;
    out->relation = conflicts[0].relation;
    return 1;
}

void graze_add_end_contacts(GrazeSpanUnion* united, const GrazeRoute* route,
                            const GrazeRoute* other, bool at_end)
{
    GrazeRouteConflict conflict;
    if (graze_end_conflict(route, other, at_end, &conflict) == 0) return;
    if (united->is_open && conflict.relation == GRAZE_TOUCHING) return;
    graze_add_span(united, conflict.begin, conflict.end);
}

bool graze_get_lasting_part(const GrazeRoute* route, int32_t k, double first, double last,
                            GrazeMovingSphere* part)
{
    return graze_get_part(route, k, first, last, part) &&
           (!graze_is_end_stay(route, k) || part->t0 < part->t1);
}

/*
 * Adds the contacts of two routes. Parts are in order of time: those of the other route that end
 * before this part begins need not be tested again.
 */
static void add_route_contacts(GrazeSpanUnion* united, const GrazeRoute* route,
                               const GrazeRoute* other, double first, double last)
{
    int32_t behind = -1;
    for (int32_t i = -1; i <= graze_part_count(route); i++) {
        GrazeMovingSphere f;
        if (!graze_get_lasting_part(route, i, first, last, &f)) continue;
        for (int32_t j = behind; j <= graze_part_count(other); j++) {
            GrazeMovingSphere g;
            bool is_present = graze_get_lasting_part(other, j, first, last, &g);
            if (is_present && g.t0 > f.t1) break;
            if (is_present && g.t1 >= f.t0) {
                graze_add_conflicts(united, &f, &g);
            } else if (j == behind) {
                behind++;
            }
        }
    }
}

int32_t graze_route_contacts(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                             const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity)
{
    GrazeSpanUnion united = begin_union(route, others, count, options, out, capacity);
    for (int32_t k = 0; k < count; k++) {
        const GrazeRoute* other = &others[k];
        /* Before the first piece and after the last one of both routes nothing changes. */
        double first = min2(route->pieces->t0, other->pieces->t0);
        double last = max2(graze_end_piece(route, true)->t1, graze_end_piece(other, true)->t1);
        for (int end = 0; end < 2; end++) {
            if (graze_has_end_stay(route, end) && graze_has_end_stay(other, end))
                graze_add_end_contacts(&united, route, other, end);
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
