/*
 * Fuzzes graze_route_check, graze_route_contacts, graze_route_delays and graze_minimum_delay: a
 * time or delay inside of the reported spans is one of contact, and any other is not, by the
 * smallest gap of all parts of the two routes in long double.
 */
#include "check.h"
#include "moving_discs.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPHERES = 3, OTHERS = 2, PARTS = 2 * SPHERES + 1, SPANS = 40, MORE = 4 };

typedef struct {
    GrazeMovingSphere* spheres; /* room for exactly `count` pieces */
    GrazeRoute route;
} Made;

typedef struct {
    Made made[1 + OTHERS];
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
        const GrazeRoute* route = &s->made[k].route;
        fprintf(stderr, "  route %d: before %d, after %d\n", k, (int)route->before,
                (int)route->after);
        for (int32_t i = 0; i < route->count; i++)
            print_sphere("  sphere", &route->pieces[i]);
    }
}

/* ---- input ---- */

static GrazeEnding read_ending(Input* input)
{
    return input_below(input, 2) ? GRAZE_VANISH : GRAZE_STAY;
}

/* Makes a piece continue where and when the previous one ends, or later, or neither. */
static void join(Input* input, GrazeMovingSphere* sphere)
{
    const GrazeMovingSphere* before = sphere - 1;
    double lasts = sphere->t1 - sphere->t0;
    double late = before->t1 - before->t0;
    if (input_below(input, 16) == 15) return;
    if (input_below(input, 8) != 7) {
        sphere->x = before->x + late * (before->vx + late / 2 * before->ax);
        sphere->y = before->y + late * (before->vy + late / 2 * before->ay);
        sphere->z = before->z + late * (before->vz + late / 2 * before->az);
        sphere->radius = before->radius;
    }
    sphere->t0 = before->t1;
    if (input_below(input, 4) == 3) sphere->t0 += fabs(lasts) / 2;
    sphere->t1 = sphere->t0 + lasts;
}

static void read_route(Input* input, const SphereKind* kind, Made* made)
{
    int32_t count = 1 + input_below(input, SPHERES);
    made->spheres = malloc((size_t)count * sizeof *made->spheres);
    if (made->spheres == NULL) abort();
    for (int32_t k = 0; k < count; k++) {
        sphere_read(input, kind, &made->spheres[k]);
        if (k > 0) join(input, &made->spheres[k]);
    }
    made->route = (GrazeRoute){made->spheres, count, read_ending(input), read_ending(input)};
    if (input_below(input, 64) == 63) made->route.count = 0;
}

static bool is_route(const GrazeRoute* route)
{
    int32_t culprit = -2;
    GrazeStatus status = graze_route_check(route, &culprit);
    if (route->count < 1) {
        CHECK(status == GRAZE_E_OUT_OF_RANGE && culprit == -1, "%d at %d", (int)status, culprit);
        return false;
    }
    for (int32_t k = 0; k < route->count; k++) {
        GrazeStatus expected = graze_moving_sphere_check(&route->pieces[k]);
        bool is_early = k > 0 && route->pieces[k].t0 < route->pieces[k - 1].t1;
        if (expected == GRAZE_OK && is_early) expected = GRAZE_E_OUT_OF_ORDER;
        if (expected == GRAZE_OK) continue;
        CHECK(status == expected && culprit == k, "%d at %d, expected %d at %d", (int)status,
              culprit, (int)expected, k);
        return false;
    }
    CHECK(status == GRAZE_OK && culprit == -1, "%d at %d", (int)status, culprit);
    return true;
}

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
        read_route(input, &kind, &s->made[k]);
        are_sound = is_route(&s->made[k].route) && are_sound;
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
static int32_t exact_pieces_of(const GrazeRoute* route, long double delay, ExactPiece parts[PARTS])
{
    int32_t count = 0;
    const GrazeMovingSphere* last = &route->pieces[route->count - 1];
    if (route->before == GRAZE_STAY)
        parts[count++] = exact_stay(route->pieces, false, -INFINITY, route->pieces->t0 + delay);
    for (int32_t k = 0; k < route->count; k++) {
        const GrazeMovingSphere* sphere = &route->pieces[k];
        parts[count++] = exact_piece_of(sphere, delay);
        if (k + 1 < route->count && sphere->t1 < sphere[1].t0)
            parts[count++] = exact_stay(sphere, true, sphere->t1 + delay, sphere[1].t0 + delay);
    }
    if (route->after == GRAZE_STAY)
        parts[count++] = exact_stay(last, true, last->t1 + delay, INFINITY);
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
    ExactPiece own[PARTS];
    ExactPiece its[PARTS];
    int32_t count = exact_pieces_of(&s->made[0].route, delay, own);
    for (int32_t k = 0; k < s->count; k++) {
        int32_t other_count = exact_pieces_of(&s->others[k], 0, its);
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
    }
    for (int32_t k = 0; k <= s.count; k++)
        free(s.made[k].spheres);
    return 0;
}
