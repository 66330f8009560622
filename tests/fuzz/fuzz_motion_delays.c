/*
 * Fuzzes graze_unsafe_motion_delays with valid motions: the motion itself is delayed, and certain
 * results of brute force in long double must not contradict the answer. No deep contact is missed,
 * none is invented.
 */
#include "../../src/tolerance.h"
#include "../native/truth.h"
#include "check.h"
#include "moving.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { DELAYS = 6, MORE = 4, PARTS = 256 };

typedef struct {
    const Moving* moving;
    GrazePiece* pieces; /* pieces of the delayed A */
    double from, to;
    GrazeDelay delays[DELAYS];
    int32_t count, evaluations;
} Answer;

/* Smallest separation with a delay: a value seen, a lower bound, and the rounding error. */
typedef struct {
    long double seen, floor, error;
} Nearest;

static Nearest nearest(const Answer* answer, double x)
{
    const GrazeMotionOptions* o = &answer->moving->options;
    GrazeMovingBody late = answer->moving->a;
    const GrazeMovingBody* b = &answer->moving->b;
    for (int32_t k = 0; k < late.count; k++) {
        answer->pieces[k] = late.pieces[k];
        answer->pieces[k].t0 += x;
        answer->pieces[k].t1 += x;
    }
    late.pieces = answer->pieces;
    double from = o->from;
    double to = o->to;
    if (!graze_motion_window(&late, b, &from, &to)) return (Nearest){INFINITY, INFINITY, 0};
    long double where;
    Nearest n;
    n.seen = truth_least(&late, b, from, 0, (long double)to - from, answer->evaluations, &where,
                         &n.floor);
    long double clock = fmaxl(fabsl(x), fmaxl(fabsl(from), fabsl(to)));
    clock = fmaxl(clock, fmaxl(fabsl(late.pieces[0].t0), fabsl(b->pieces[0].t0)));
    n.error = truth_rounding(&late, b, from, to) +
              truth_speed(&late, b, from, to) * clock * 4 * DBL_EPSILON;
    return n;
}

static bool is_free(const Answer* answer, double x)
{
    Nearest n = nearest(answer, x);
    return n.floor > answer->moving->options.distance_tolerance + 8 * n.error;
}

/* Returns the number of steps from x on in that direction in which the two are not free; more
 * than PARTS if they never are. */
static int free_steps(const Answer* answer, double x, double step)
{
    int k = 1;
    while (k <= PARTS && is_free(answer, x + step * k))
        k++;
    return k;
}

/* Returns whether x in an interval may be free: only if the interval consists of two, less than
 * the tolerance apart. */
static bool is_in_gap(const Answer* answer, double x)
{
    double step = answer->moving->options.tolerance / PARTS;
    return free_steps(answer, x, -step) + free_steps(answer, x, step) <= PARTS + 2;
}

static void check_inside(const Answer* answer, const GrazeDelay* d)
{
    double slack = answer->moving->options.distance_tolerance;
    if (d->status == GRAZE_CONTACT_UNDECIDED) return;
    bool is_hit = d->status == GRAZE_CONTACT_HIT;
    double lo = is_hit ? d->begin_hi : d->begin_lo;
    double hi = is_hit ? d->end_lo : d->end_hi;
    if (!isfinite(lo) || !isfinite(hi)) return;
    for (int k = 0; k <= 4; k++) {
        double x = k < 4 ? lo + (hi - lo) * k / 4 : hi;
        Nearest n = nearest(answer, x);
        if (is_hit) {
            CHECK(n.floor <= slack + 8 * n.error || is_in_gap(answer, x),
                  "free at %a, in an interval: %La apart", x, n.floor);
        } else {
            CHECK(n.seen >= -slack - 8 * n.error, "a graze, but %La deep at %a", n.seen, x);
        }
    }
}

/* Returns whether x is in a reported interval, widened by the rounding of the delayed motion's
 * clocks. */
static bool is_reported(const Answer* answer, double x)
{
    const GrazePiece* a = answer->moving->a.pieces;
    double clock = fmax(fabs(a[0].t0), fabs(a[answer->moving->a.count - 1].t1));
    double tick = 4 * DBL_EPSILON * (clock + fabs(x));
    for (int32_t k = 0; k < answer->count; k++) {
        const GrazeDelay* d = &answer->delays[k];
        bool is_open = d->status == GRAZE_CONTACT_UNDECIDED;
        if (x >= d->begin_lo - tick && (is_open || x <= d->end_hi + tick)) return true;
    }
    return false;
}

static void check_at(const Answer* answer, double x)
{
    if (!isfinite(x) || x < answer->from || x > answer->to || is_reported(answer, x)) return;
    Nearest n = nearest(answer, x);
    CHECK(n.seen >= -16 * n.error - 0x1p-1000L, "missed at %a: %La deep", x, n.seen);
}

static void check_order(const Answer* answer)
{
    double behind = answer->from;
    for (int32_t k = 0; k < answer->count; k++) {
        const GrazeDelay* d = &answer->delays[k];
        CHECK(behind <= d->begin_lo && d->begin_lo <= d->begin_hi && d->begin_lo <= d->end_lo &&
                  d->begin_hi <= d->end_hi && d->end_lo <= d->end_hi && d->end_hi <= answer->to,
              "%a <= [%a, %a] to [%a, %a] <= %a", behind, d->begin_lo, d->begin_hi, d->end_lo,
              d->end_hi, answer->to);
        CHECK(d->status == GRAZE_CONTACT_HIT || d->status == GRAZE_CONTACT_GRAZING ||
                  d->status == GRAZE_CONTACT_UNDECIDED,
              "status %d", d->status);
        behind = d->end_hi;
    }
}

static void check_answer(Input* input, Answer* answer)
{
    const Moving* moving = answer->moving;
    const GrazePiece* a = moving->a.pieces;
    const GrazePiece* b = moving->b.pieces;
    double first = b[0].t0 - a[moving->a.count - 1].t1;
    double last = b[moving->b.count - 1].t1 - a[0].t0;
    double behind = first;
    int32_t found = answer->count;
    CHECK(found >= 0 && found <= DELAYS + 1, "%d", found);
    bool is_full = found > DELAYS;
    if (is_full) answer->count = DELAYS;
    check_order(answer);
    for (int32_t k = 0; k < answer->count; k++) {
        const GrazeDelay* d = &answer->delays[k];
        check_inside(answer, d);
        check_at(answer,
                 nextafter(d->begin_lo, -INFINITY) - answer->moving->options.tolerance / 64);
        if (isfinite(d->begin_lo) && isfinite(behind)) check_at(answer, (behind + d->begin_lo) / 2);
        behind = d->end_hi;
    }
    if (is_full) return;
    check_at(answer, nextafter(behind, INFINITY));
    for (int k = 0; k < MORE; k++)
        check_at(answer, first + (last - first) * (double)input_bits(input, 1) / 255);
}

/* Returns the number of instants that brute force can evaluate. */
static int32_t evaluations_of(const Moving* moving)
{
    int32_t n = moving->a.shape->count + moving->b.shape->count;
    int32_t evaluations = 4000 / (n * n);
    return evaluations > 60 ? 60 : evaluations < 8 ? 8 : evaluations;
}

static void read_delays(Input* input, const Moving* moving, Answer* answer)
{
    double lasts = moving->a.pieces[moving->a.count - 1].t1 - moving->a.pieces[0].t0;
    answer->from = -INFINITY;
    answer->to = INFINITY;
    if (input_below(input, 2)) answer->from = -lasts * (double)input_bits(input, 1) / 64;
    if (input_below(input, 2)) answer->to = lasts * (double)input_bits(input, 1) / 64;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Moving moving;
    int32_t culprit;
    if (!moving_read(&input, &moving)) return 0;
    bool is_sound = graze_motion_check(&moving.a, &culprit) == GRAZE_OK &&
                    graze_motion_check(&moving.b, &culprit) == GRAZE_OK;
    if (is_sound) {
        Answer answer = {.moving = &moving, .evaluations = evaluations_of(&moving)};
        answer.pieces = malloc((size_t)moving.a.count * sizeof *answer.pieces);
        if (answer.pieces == NULL) abort();
        read_delays(&input, &moving, &answer);
        moving.options.method = GRAZE_METHOD_CERTIFIED;
        answer.count = graze_unsafe_motion_delays(&moving.a, &moving.b, answer.from, answer.to,
                                                  &moving.options, answer.delays, DELAYS);
        check_answer(&input, &answer);
        free(answer.pieces);
    }
    moving_free(&moving);
    return 0;
}
