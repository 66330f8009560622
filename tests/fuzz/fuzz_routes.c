/*
 * Fuzzes graze_route_check, graze_route_contacts, graze_route_delays, graze_minimum_delay and
 * graze_route_conflicts: a time or delay inside of the reported spans is one of contact, and any
 * other is not, by the smallest gap of all parts of the two routes in long double; and so are the
 * conflicts of each two parts.
 */
#include "check.h"
#include "routes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OTHERS = 2, SPANS = 40, MORE = 4 };

typedef struct {
    MadeRoute made[1 + OTHERS];
    GrazeRoute others[OTHERS];
    int32_t count;
    GrazeRouteOptions options;
    bool is_bent, may_miss;
    long double clock, lasting;
} Subject;

static void print_subject(const void* subject)
{
    const Subject* s = subject;
    fprintf(stderr, "  from %a to %a, reading %d, ends %d\n", s->options.from, s->options.to,
            (int)s->options.touching, (int)s->options.ends);
    for (int32_t k = 0; k <= s->count; k++) {
        char name[16];
        snprintf(name, sizeof name, "route %d", (int)k);
        route_print(name, &s->made[k].route);
    }
}

/* ---- input ---- */

static double read_limit(Input* input, double usual, double clock)
{
    return input_below(input, 4) != 3 ? usual : clock + (double)input_int(input, 6);
}

static bool read_subject(Input* input, Subject* s)
{
    SphereKind kind = sphere_kind_read(input);
    bool are_sound = true;
    s->count = 1 + input_below(input, OTHERS);
    for (int32_t k = 0; k <= s->count; k++) {
        route_read(input, &kind, &s->made[k]);
        are_sound = route_checked(&s->made[k].route) && are_sound;
        if (k > 0) s->others[k - 1] = s->made[k].route;
    }
    s->options.from = read_limit(input, -INFINITY, kind.clock);
    s->options.to = read_limit(input, INFINITY, kind.clock);
    s->options.touching = input_below(input, 2) ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT;
    s->options.ends = input_below(input, 2) ? GRAZE_SPAN_ENDS_SAFE : GRAZE_SPAN_ENDS_CONTACT;
    return are_sound;
}

/* ---- truth ---- */

/* Collects all parts, with the stays at both ends. */
static int32_t exact_parts_of(const GrazeRoute* route, long double delay,
                              ExactPiece parts[ROUTE_PARTS])
{
    int32_t count = 0;
    for (int32_t k = -1; k < route_part_end(route); k++)
        if (exact_part_of(route, k, delay, &parts[count])) count++;
    return count;
}

/* Smallest gap of the first route and any other in [from, to], with its error. */
typedef struct {
    long double seen, floor, slack;
} Gap;

static Gap gap_of(const Subject* s, long double delay, long double from, long double to,
                  long double grain)
{
    Gap gap = {INFINITY, INFINITY, 0};
    ExactPiece own[ROUTE_PARTS];
    ExactPiece its[ROUTE_PARTS];
    int32_t count = exact_parts_of(&s->made[0].route, delay, own);
    for (int32_t k = 0; k < s->count; k++) {
        int32_t other_count = exact_parts_of(&s->others[k], 0, its);
        for (int32_t i = 0; i < count; i++) {
            for (int32_t j = 0; j < other_count; j++) {
                const Encounter e = {own[i], its[j]};
                long double begin;
                long double end;
                if (!encounter_window(&e, from, to, &begin, &end)) continue;
                SmallestGap least = encounter_least(&e, begin, end);
                long double slack = encounter_slack(&e, end) + encounter_speed(&e) * grain;
                gap.seen = fminl(gap.seen, least.seen);
                gap.floor = fminl(gap.floor, least.floor);
                gap.slack = fmaxl(gap.slack, slack);
            }
        }
    }
    return gap;
}

static bool is_tiny(const Subject* s, const GrazeMovingSphere* f)
{
    long double radius = f->radius;
    long double most = 0;
    for (int32_t k = 1; k <= s->count; k++) {
        const GrazeRoute* route = &s->made[k].route;
        for (int32_t i = 0; i < route->count; i++) {
            const Encounter e = {exact_piece_of(f, 0), exact_piece_of(&route->pieces[i], 0)};
            most = fmaxl(most, encounter_size(&e));
            radius = fminl(radius, f->radius + (long double)route->pieces[i].radius);
        }
    }
    return radius < 1e-5L * most;
}

/* Measures the lengths that enter the tolerances, as in fuzz_delays. */
static void measure(Subject* s)
{
    bool is_plane = true;
    for (int32_t k = 0; k <= s->count; k++) {
        const GrazeRoute* route = &s->made[k].route;
        for (int32_t i = 0; i < route->count; i++) {
            const GrazeMovingSphere* f = &route->pieces[i];
            s->is_bent = s->is_bent || f->ax != 0 || f->ay != 0 || f->az != 0;
            is_plane = is_plane && f->z == 0 && f->vz == 0 && f->az == 0;
            s->clock = fmaxl(s->clock, fmaxl(fabsl(f->t0), fabsl(f->t1)));
            s->lasting = fmaxl(s->lasting, (long double)f->t1 - f->t0);
            if (k == 0) s->may_miss = s->may_miss || is_tiny(s, f);
        }
    }
    s->may_miss = s->may_miss && s->is_bent && !is_plane;
}

/* ---- checks ---- */

typedef struct {
    const Subject* s;
    const GrazeSpan* spans;
    int32_t count;
    bool are_delays;
    long double grain;
} Answer;

static bool is_in(const Answer* answer, long double x, long double aside)
{
    for (int32_t k = 0; k < answer->count; k++) {
        const GrazeSpan* span = &answer->spans[k];
        if (span->begin + aside <= x && x <= span->end - aside) return true;
    }
    return false;
}

static Gap gap_at(const Answer* answer, long double x)
{
    if (answer->are_delays) return gap_of(answer->s, x, -INFINITY, INFINITY, 0);
    return gap_of(answer->s, 0, x - answer->grain, x + answer->grain, answer->grain);
}

static void check_at(const Answer* answer, double x)
{
    const char* what = answer->are_delays ? "delay" : "time";
    if (!isfinite(x)) return;
    Gap gap = gap_at(answer, x);
    bool is_in_range = x >= answer->s->options.from && x <= answer->s->options.to;
    if (is_in(answer, x, answer->grain)) {
        CHECK(gap.floor <= 4 * gap.slack, "%s %a is unsafe, but they stay %La apart", what, x,
              gap.floor);
    } else if (is_in_range && !is_in(answer, x, -2 * answer->grain) && !answer->s->may_miss) {
        CHECK(gap.seen >= -4 * gap.slack, "%s %a is safe, but has a gap of %La", what, x, gap.seen);
    }
}

static void check_order(const Answer* answer)
{
    const GrazeRouteOptions* options = &answer->s->options;
    for (int32_t k = 0; k < answer->count; k++) {
        const GrazeSpan* span = &answer->spans[k];
        CHECK(options->from <= span->begin && span->begin <= span->end && span->end <= options->to,
              "[%a, %a]", span->begin, span->end);
        CHECK(k == 0 || answer->spans[k - 1].end < span->begin, "%a, then %a",
              answer->spans[k - 1].end, span->begin);
    }
}

static void check_samples(Input* input, const Answer* answer)
{
    const GrazeRoute* route = &answer->s->made[0].route;
    double width = route->pieces[route->count - 1].t1 - route->pieces->t0;
    double first = answer->are_delays ? -width : route->pieces->t0 - width / 4;
    double grain = (double)answer->grain;
    double behind = -INFINITY;
    for (int32_t k = 0; k < answer->count; k++) {
        const GrazeSpan* span = &answer->spans[k];
        check_at(answer, span->begin - 3 * grain);
        check_at(answer, span->begin + 2 * grain);
        check_at(answer, span->begin + (span->end - span->begin) / 2);
        check_at(answer, span->end - 2 * grain);
        check_at(answer, span->end + 3 * grain);
        check_at(answer, behind + (span->begin - behind) / 2);
        behind = span->end;
    }
    for (int k = 0; k < MORE; k++)
        check_at(answer, first + width * (double)input_bits(input, 1) / 100);
}

/* Checks the first delay that is not strictly inside a span: the given one or an end, with no
 * free delay before it. */
static void check_minimum(Input* input, const Answer* answer)
{
    double from = input_below(input, 2) ? input_double(input) : (double)input_int(input, 6);
    if (isnan(from)) return;
    double found = graze_minimum_delay(answer->spans, answer->count, from);
    double x = from;
    for (bool is_inside = true; is_inside;) {
        is_inside = false;
        for (int32_t k = 0; k < answer->count && !is_inside; k++) {
            is_inside = answer->spans[k].begin < x && x < answer->spans[k].end;
            if (is_inside) x = answer->spans[k].end;
        }
    }
    CHECK(found == x, "%a, expected %a from %a", found, x, from);
}

typedef int32_t (*Query)(const GrazeRoute*, const GrazeRoute*, int32_t, const GrazeRouteOptions*,
                         GrazeSpan*, int32_t);

/* Checks that less room gives the same spans, or reports that there are more. */
static void check_room(const Answer* answer, Query query, int32_t room)
{
    const Subject* s = answer->s;
    GrazeSpan* spans = malloc((size_t)room * sizeof *spans);
    if (spans == NULL && room > 0) abort();
    int32_t count = query(&s->made[0].route, s->others, s->count, &s->options, spans, room);
    CHECK(count == room + 1 || count == answer->count, "%d with room for %d, else %d", count, room,
          answer->count);
    CHECK(count <= room || count == room + 1, "%d with room for %d", count, room);
    if (count <= room)
        CHECK(same_bytes(spans, answer->spans, (size_t)count * sizeof *spans), "room for %d", room);
    free(spans);
}

static void check_query(Input* input, const Subject* s, bool are_delays)
{
    Query query = are_delays ? graze_route_delays : graze_route_contacts;
    GrazeSpan spans[SPANS];
    int32_t count = query(&s->made[0].route, s->others, s->count, &s->options, spans, SPANS);
    /* Two routes of three pieces each have no more spans. */
    CHECK(count >= 0 && count <= SPANS + 1, "%d", count);
    if (count > SPANS) return;
    long double grain = 0x1p-42L * s->clock + 0x1p-39L * s->lasting + 0x1p-1000L;
    if (are_delays && s->is_bent) grain += 0x1p-24L * s->lasting;
    const Answer answer = {s, spans, count, are_delays, grain};
    check_order(&answer);
    check_samples(input, &answer);
    check_minimum(input, &answer);
    check_room(&answer, query, input_below(input, 4));
}

/* ---- conflicts ---- */

/* Most conflicts of two routes: two of each pair of parts. */
enum { MAX_CONFLICTS = 2 * ROUTE_PARTS * ROUTE_PARTS };

/* Part i of a route and part j of another one, with the time that both have in common. */
typedef struct {
    const GrazeRoute* routes[2];
    int32_t parts[2];
    Encounter e;
    long double lo, hi;
} PartPair;

/* Makes a pair; returns false if the two have no time in common. */
static bool make_part_pair(const GrazeRoute* route, int32_t i, const GrazeRoute* other, int32_t j,
                           PartPair* pair)
{
    *pair = (PartPair){.routes = {route, other}, .parts = {i, j}};
    if (!exact_part_of(route, i, 0, &pair->e.a) || !exact_part_of(other, j, 0, &pair->e.b))
        return false;
    pair->lo = fmaxl(pair->e.a.from, pair->e.b.from);
    pair->hi = fminl(pair->e.a.to, pair->e.b.to);
    return pair->lo <= pair->hi;
}

/* Returns whether two parts have more than an instant in common, which contains this time. */
static bool has_longer_pair(const PartPair* pair, long double t)
{
    for (int32_t i = -1; i < route_part_end(pair->routes[0]); i++) {
        for (int32_t j = -1; j < route_part_end(pair->routes[1]); j++) {
            PartPair other;
            if (make_part_pair(pair->routes[0], i, pair->routes[1], j, &other) &&
                other.lo < other.hi && other.lo <= t && t <= other.hi)
                return true;
        }
    }
    return false;
}

/* Returns whether the conflicts of a pair are left out, because of longer parts. */
static bool is_left_out(const PartPair* pair)
{
    bool has_instant = false;
    if (pair->lo < pair->hi) return false;
    for (int k = 0; k < 2; k++) {
        const GrazeRoute* route = pair->routes[k];
        int32_t part = pair->parts[k];
        bool is_piece = part >= 0 && part % 2 == 0;
        if (!is_piece || route->pieces[part / 2].t0 < route->pieces[part / 2].t1) continue;
        has_instant = true;
        if (part == 0 && route->before == GRAZE_STAY) return true;
        if (part == route_part_end(route) - 2 && route->after == GRAZE_STAY) return true;
    }
    return !has_instant && has_longer_pair(pair, pair->lo);
}

/* Checks the conflicts of a pair of parts; returns their number. */
static int32_t check_part_conflicts(const PartPair* pair, const GrazeRouteConflict* all,
                                    int32_t count)
{
    GrazeConflict own[2];
    int32_t found = 0;
    long double from;
    long double to;
    encounter_window(&pair->e, -INFINITY, INFINITY, &from, &to);
    for (int32_t k = 0; k < count; k++) {
        const GrazeRouteConflict* c = &all[k];
        if (c->first != pair->parts[0] || c->second != pair->parts[1]) continue;
        CHECK(found < 2, "parts %d and %d have three", c->first, c->second);
        GrazeConflict* one = &own[found++];
        *one = (GrazeConflict){c->begin, c->end, c->separation, c->time, c->relation, 0};
        if (isfinite(pair->lo) && isfinite(pair->hi)) continue;
        /* Two stays without an end are in contact at all times. */
        CHECK(c->begin == (double)pair->lo && c->end == (double)pair->hi && c->time == c->begin,
              "[%a, %a] at %a, of [%La, %La]", c->begin, c->end, c->time, pair->lo, pair->hi);
        one->begin = one->end = one->time = (double)from;
    }
    CHECK(found == 0 || !is_left_out(pair), "parts %d and %d have no more than %La", pair->parts[0],
          pair->parts[1], pair->lo);
    if (!is_left_out(pair)) encounter_check_conflicts(&pair->e, own, found, from, to);
    return found;
}

static void check_conflicts(const GrazeRoute* route, const GrazeRoute* other, int32_t room)
{
    GrazeRouteConflict all[MAX_CONFLICTS];
    int32_t count = graze_route_conflicts(route, other, all, MAX_CONFLICTS);
    int32_t found = 0;
    CHECK(count >= 0 && count <= MAX_CONFLICTS, "%d", count);
    for (int32_t k = 0; k < count; k++) {
        CHECK(all[k].route == 0, "route %d", all[k].route);
        CHECK(k == 0 || route_conflict_is_before(&all[k - 1], &all[k]), "%d is before %d", k,
              k - 1);
    }
    for (int32_t i = -1; i < route_part_end(route); i++) {
        for (int32_t j = -1; j < route_part_end(other); j++) {
            PartPair pair;
            if (make_part_pair(route, i, other, j, &pair))
                found += check_part_conflicts(&pair, all, count);
        }
    }
    CHECK(found == count, "%d of %d conflicts are of parts with a time in common", found, count);
    GrazeRouteConflict* some = malloc((size_t)room * sizeof *some);
    if (some == NULL && room > 0) abort();
    int32_t kept = graze_route_conflicts(route, other, some, room);
    CHECK(kept == (count <= room ? count : room + 1), "%d with room for %d, else %d", kept, room,
          count);
    if (kept <= room)
        CHECK(same_bytes(some, all, (size_t)kept * sizeof *some), "room for %d", room);
    free(some);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Subject s;
    memset(&s, 0, sizeof s);
    check_subject(print_subject, &s);
    bool are_sound = read_subject(&input, &s);
    if (are_sound) {
        measure(&s);
        check_query(&input, &s, false);
        check_query(&input, &s, true);
        for (int32_t k = 0; k < s.count; k++)
            check_conflicts(&s.made[0].route, &s.others[k], input_below(&input, 4));
    }
    for (int32_t k = 0; k <= s.count; k++)
        free(s.made[k].spheres);
    return 0;
}
