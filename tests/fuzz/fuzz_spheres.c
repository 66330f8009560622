/* Fuzzes moving spheres: each input is a pair of them, of which approaches, contacts and unsafe
 * delays are checked. */
#include "check.h"
#include "moving_discs.h"

#include <float.h>
#include <math.h>

/* ---- moving discs ---- */

static void check_together(const GrazeApproach* a, const GrazeConflict* conflicts, int32_t count)
{
    CHECK((a->relation == GRAZE_DISJOINT) == (count == 0), "relation %d, %d conflicts", a->relation,
          count);
    if (count == 0) {
        CHECK(a->begin == INFINITY && a->end == -INFINITY && a->separation > 0, "[%a, %a] at %a",
              a->begin, a->end, a->separation);
        return;
    }
    double least = INFINITY;
    for (int32_t k = 0; k < count; k++)
        least = fmin(least, conflicts[k].separation);
    CHECK(a->begin == conflicts[0].begin && a->end == conflicts[count - 1].end,
          "[%a, %a], conflicts [%a, %a]", a->begin, a->end, conflicts[0].begin,
          conflicts[count - 1].end);
    CHECK(a->separation <= 0 && a->separation <= least, "%a, conflicts %a", a->separation, least);
}

/* Checks that discs without acceleration give graze_approach_discs, bit for bit. */
static void check_discs(const Spheres* spheres, const GrazeApproach* a)
{
    const GrazeMovingSphere* f = &spheres->first;
    const GrazeMovingSphere* g = &spheres->second;
    const GrazeMovingDisc s = {f->x, f->y, f->vx, f->vy, f->t0, f->t1, f->radius};
    const GrazeMovingDisc r = {g->x, g->y, g->vx, g->vy, g->t0, g->t1, g->radius};
    GrazeApproach discs;
    graze_approach_discs(&s, &r, &discs);
    CHECK(same_bytes(a, &discs, sizeof discs), "%d %a at %a [%a, %a], discs %d %a at %a [%a, %a]",
          a->relation, a->separation, a->time, a->begin, a->end, discs.relation, discs.separation,
          discs.time, discs.begin, discs.end);
}

/* Fuzzes graze_moving_sphere_check, graze_approach_spheres and graze_conflicts against the
 * smallest gap in long double: outside of the reported times the two are apart, inside they are in
 * contact, and the reported gap is the smallest. */
static void fuzz_moving_discs(const Spheres* spheres)
{
    const Encounter e = {exact_piece_of(&spheres->first, 0), exact_piece_of(&spheres->second, 0)};
    GrazeApproach a;
    GrazeConflict conflicts[2];
    graze_approach_spheres(&spheres->first, &spheres->second, &a);
    int32_t count = graze_conflicts(&spheres->first, &spheres->second, conflicts);
    CHECK(count >= 0 && count <= 2, "%d", count);
    check_together(&a, conflicts, count);
    if (spheres->is_straight && spheres->is_plane) check_discs(spheres, &a);
    long double from;
    long double to;
    bool is_common = encounter_window(&e, -INFINITY, INFINITY, &from, &to);
    CHECK(a.is_common == is_common, "in common: %d", a.is_common);
    if (!is_common) {
        CHECK(a.separation == INFINITY && a.time == 0, "%a at %a", a.separation, a.time);
        return;
    }
    CHECK(a.time >= (double)from && a.time <= (double)to, "%a", a.time);
    encounter_check_least(&e, a.separation, a.time, encounter_least(&e, from, to));
    encounter_check_conflicts(&e, conflicts, count, from, to);
}

/* ---- delays ---- */

enum { MORE = 6 };

typedef struct {
    const Spheres* spheres;
    GrazeSpan spans[GRAZE_MAX_DELAYS];
    GrazeRelation relations[GRAZE_MAX_DELAYS];
    int32_t count;
    long double grain; /* error of an end */
    bool may_miss;
} Answer;

static long double lasting(const GrazeMovingSphere* f)
{
    return (long double)f->t1 - f->t0;
}

/* Sets the accuracy that graze.h guarantees: with acceleration, a border is computed in double
   where spans begin or vanish; in space a span can be lost if radii are tiny. */
static void set_grain(Answer* answer)
{
    const GrazeMovingSphere* f = &answer->spheres->first;
    const GrazeMovingSphere* g = &answer->spheres->second;
    const Encounter e = {exact_piece_of(f, 0), exact_piece_of(g, 0)};
    long double most = fmaxl(lasting(f), lasting(g));
    long double clock = fmaxl(fabsl(f->t0), fabsl(g->t0));
    bool is_straight =
        f->ax == 0 && f->ay == 0 && f->az == 0 && g->ax == 0 && g->ay == 0 && g->az == 0;
    bool is_plane = f->z == 0 && f->vz == 0 && f->az == 0 && g->z == 0 && g->vz == 0 && g->az == 0;
    answer->grain = (is_straight ? 0x1p-39L : 0x1p-24L) * most + 0x1p-51L * clock + 0x1p-1000L;
    answer->may_miss = !is_straight && !is_plane &&
                       (long double)f->radius + g->radius < 1e-5L * encounter_size(&e);
}

static SmallestGap least_of(const Spheres* spheres, long double delay, bool* is_common,
                            long double* slack)
{
    const Encounter e = {exact_piece_of(&spheres->first, delay),
                         exact_piece_of(&spheres->second, 0)};
    long double from;
    long double to;
    *is_common = encounter_window(&e, -INFINITY, INFINITY, &from, &to);
    if (!*is_common) return (SmallestGap){INFINITY, INFINITY, 0};
    *slack = encounter_slack(&e, to);
    return encounter_least(&e, from, to);
}

/* Returns the span that contains the delay at least `aside` from its ends; -1 for none. */
static int32_t span_of(const Answer* answer, long double x, long double aside)
{
    for (int32_t k = 0; k < answer->count; k++)
        if (answer->spans[k].begin + aside <= x && x <= answer->spans[k].end - aside) return k;
    return -1;
}

/* Checks graze_conflicts of the delayed sphere, if its times are doubles. */
static void check_conflicts(const Answer* answer, double delay, SmallestGap least,
                            long double slack)
{
    GrazeMovingSphere late = answer->spheres->first;
    GrazeConflict conflicts[2];
    late.t0 += delay;
    late.t1 += delay;
    bool is_exact = (long double)late.t0 - answer->spheres->first.t0 == delay &&
                    (long double)late.t1 - answer->spheres->first.t1 == delay;
    if (!is_exact || graze_moving_sphere_check(&late) != GRAZE_OK) return;
    int32_t count = graze_conflicts(&late, &answer->spheres->second, conflicts);
    CHECK(count > 0 || least.seen >= -slack, "no conflict with delay %a, but a gap of %La", delay,
          least.seen);
    CHECK(count == 0 || least.floor <= slack, "a conflict with delay %a, but a gap of %La", delay,
          least.floor);
}

static void check_delay(const Answer* answer, double x)
{
    bool is_common;
    long double slack = 0;
    if (!isfinite(x)) return;
    SmallestGap least = least_of(answer->spheres, x, &is_common, &slack);
    int32_t inside = span_of(answer, x, answer->grain);
    int32_t about = span_of(answer, x, -answer->grain);
    CHECK(inside < 0 || is_common, "%a is unsafe, but they are never there together", x);
    CHECK(inside < 0 || least.floor <= 4 * slack, "%a is unsafe, but they stay %La apart", x,
          least.floor);
    bool is_deep = is_common && least.seen < -4 * slack;
    CHECK(about >= 0 || answer->may_miss || !is_deep, "%a is safe, but a gap of %La at %La", x,
          least.seen, least.at);
    CHECK(inside < 0 || !is_deep || answer->relations[inside] == GRAZE_OVERLAPPING,
          "only touching at %a, but a gap of %La", x, least.seen);
    if (is_common) check_conflicts(answer, x, least, 4 * slack);
}

static void check_order(const Answer* answer)
{
    CHECK(answer->count >= 0 && answer->count <= GRAZE_MAX_DELAYS, "%d", answer->count);
    for (int32_t k = 0; k < answer->count; k++) {
        const GrazeSpan* span = &answer->spans[k];
        CHECK(span->begin <= span->end, "[%a, %a]", span->begin, span->end);
        CHECK(k == 0 || answer->spans[k - 1].end < span->begin, "%a, then %a",
              answer->spans[k - 1].end, span->begin);
        CHECK(answer->relations[k] == GRAZE_OVERLAPPING || answer->relations[k] == GRAZE_TOUCHING,
              "%d", (int)answer->relations[k]);
    }
}

static void check_samples(Input* input, const Answer* answer)
{
    const GrazeMovingSphere* f = &answer->spheres->first;
    const GrazeMovingSphere* g = &answer->spheres->second;
    double first = g->t0 - f->t1;
    double last = g->t1 - f->t0;
    double grain = (double)answer->grain;
    double behind = first;
    for (int32_t k = 0; k < answer->count; k++) {
        const GrazeSpan* span = &answer->spans[k];
        check_delay(answer, span->begin - 2 * grain);
        check_delay(answer, span->begin + 2 * grain);
        check_delay(answer, span->begin + (span->end - span->begin) / 2);
        check_delay(answer, span->end - 2 * grain);
        check_delay(answer, span->end + 2 * grain);
        check_delay(answer, behind + (span->begin - behind) / 2);
        behind = span->end;
    }
    check_delay(answer, behind + (last - behind) / 2);
    for (int k = 0; k < MORE; k++)
        check_delay(answer, first + (last - first) * (double)input_bits(input, 1) / 255);
}

/* Fuzzes graze_unsafe_delays and graze_unsafe_delays_with_relations: with delays inside of the
 * reported spans the two meet, with others they do not, by the smallest gap in long double and by
 * graze_conflicts of the delayed sphere. */
static void fuzz_delays(Input input, const Spheres* spheres)
{
    GrazeSpan alone[GRAZE_MAX_DELAYS];
    Answer answer = {.spheres = spheres};
    set_grain(&answer);
    answer.count = graze_unsafe_delays_with_relations(&spheres->first, &spheres->second,
                                                      answer.spans, answer.relations);
    int32_t count = graze_unsafe_delays(&spheres->first, &spheres->second, alone);
    CHECK(count == answer.count && same_bytes(alone, answer.spans, (size_t)count * sizeof *alone),
          "%d spans, with relations %d", count, answer.count);
    check_order(&answer);
    check_samples(&input, &answer);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Spheres spheres;
    if (!spheres_read(&input, &spheres)) return 0;
    fuzz_moving_discs(&spheres);
    fuzz_delays(input, &spheres);
    return 0;
}
