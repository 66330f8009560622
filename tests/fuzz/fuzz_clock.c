/*
 * Fuzzes graze_clock_check with any bits, graze_clock_steps and graze_clock_time. It accepts
 * exactly the valid clocks, up to rounding, and their steps cover the time, the last one included.
 */
#include "../../src/tolerance.h"
#include "check.h"
#include "input.h"

#include <math.h>
#include <string.h>

static void print_clock_of(const void* subject)
{
    const GrazeClock* c = subject;
    fprintf(stderr, "  from %a to %a in steps of %a, about (%a, %a)\n", c->t0, c->t1, c->step, c->x,
            c->y);
}

static void read_clock(Input* input, GrazeClock* clock)
{
    clock->t0 = input_double(input);
    clock->step = input_double(input);
    clock->t1 = input_double(input);
    clock->x = input_double(input);
    clock->y = input_double(input);
    /* The number of steps is often about the maximum. */
    if (input_below(input, 2)) return;
    clock->step = fabs(clock->step);
    clock->t1 = clock->t0 + clock->step * (double)input_bits(input, 4) * 0x1p-8;
    clock->x = (double)input_float(input);
    clock->y = (double)input_float(input);
}

/* Checks the status of a clock that is certainly in range or certainly not. If there are several
 * faults, either may be reported. */
static void check_status(const GrazeClock* c, GrazeStatus status)
{
    const double numbers[] = {c->t0, c->t1, c->step, c->x, c->y};
    bool is_finite = true;
    bool is_small = fabs(c->x) <= GRAZE_MAX_POSITION && fabs(c->y) <= GRAZE_MAX_POSITION;
    for (int k = 0; k < 5; k++) {
        is_finite = is_finite && isfinite(numbers[k]);
        is_small = is_small && fabs(numbers[k]) <= GRAZE_MAX_MAGNITUDE;
    }
    if (!is_finite) {
        CHECK(status == GRAZE_E_NOT_FINITE, "%d", (int)status);
        return;
    }
    bool is_ordered = c->t0 < c->t1 && c->step > 0;
    long double steps = is_ordered ? ((long double)c->t1 - c->t0) / c->step : 0;
    bool is_sound = is_small && is_ordered && steps < GRAZE_MAX_STEPS * (1 - 0x1p-20L);
    bool is_unsound = !is_small || !is_ordered || steps > GRAZE_MAX_STEPS * (1 + 0x1p-20L);
    /* Steps must also exceed double's resolution there: graze_clock_check ensures it. */
    bool is_resolved = c->step > 0x1p-40 * fmax(fabs(c->t0), fabs(c->t1));
    CHECK(!is_sound || !is_resolved || status == GRAZE_OK, "%d, but it is sound", (int)status);
    CHECK(!is_unsound || status != GRAZE_OK, "taken, but it is not sound");
    CHECK(status == GRAZE_OK || status == GRAZE_E_OUT_OF_RANGE || status == GRAZE_E_OUT_OF_ORDER,
          "%d", (int)status);
}

static void check_steps(Input* input, const GrazeClock* clock)
{
    int32_t steps = graze_clock_steps(clock);
    CHECK(steps >= 1 && steps <= GRAZE_MAX_STEPS, "%d steps", steps);
    CHECK(graze_clock_time(clock, 0) == clock->t0, "begins at %a", graze_clock_time(clock, 0));
    CHECK(graze_clock_time(clock, steps) >= clock->t1, "ends at %a",
          graze_clock_time(clock, steps));
    CHECK(steps == 1 || graze_clock_time(clock, steps - 1) < clock->t1, "%d steps, one too many",
          steps);
    for (int k = 0; k < 4; k++) {
        int32_t i = (int32_t)(input_bits(input, 4) % (uint64_t)steps);
        double from = graze_clock_time(clock, i);
        double to = graze_clock_time(clock, i + 1);
        CHECK(from < to, "step %d from %a to %a", i, from, to);
        long double exact = clock->t0 + (long double)i * clock->step;
        CHECK(is_near(from, exact, ulp_of(clock->t0) + 2 * ulp_of((double)i * clock->step)),
              "step %d at %a, exactly %La", i, from, exact);
    }
}

static void check_finest(const GrazeClock* clock)
{
    double latest = fmax(fabs(clock->t0), fabs(clock->t1));
    double finest = graze_clock_min_tolerance(clock, NAN, NAN);
    CHECK(finest >= 8 * (nextafter(latest, INFINITY) - latest), "least tolerance %a", finest);
    CHECK(finest <= 16 * (nextafter(latest, INFINITY) - latest) || finest < 1e-300,
          "least tolerance %a", finest);
    CHECK(graze_clock_min_tolerance(clock, clock->t0, clock->t0) <= finest,
          "a part of the clock asks for more than %a", finest);
}

/* Checks a path on the clock: boxes by their number equal those of its rows, and those of steps
 * without the body are empty. */
static void check_path(Input* input, const GrazeClock* clock)
{
    GrazePoint origin = {0, 0};
    const GrazeShape disc = {&origin, 1, 1, 0, NULL, NULL};
    int32_t steps = graze_clock_steps(clock);
    if (steps > 64) return;
    double begin = graze_clock_time(clock, input_below(input, steps));
    GrazePiece piece = {.t0 = begin, .t1 = begin + 3 * clock->step, .x = {clock->x, 0}};
    GrazeMovingBody moving_body = {&disc, &piece, 1, GRAZE_VANISH, GRAZE_VANISH, NULL, 0};
    int32_t culprit;
    if (graze_motion_check(&moving_body, &culprit) != GRAZE_OK) return;
    _Alignas(16) static char storage[1 << 16];
    if (graze_path_size(&moving_body, clock) > sizeof storage) return;
    GrazePath path;
    graze_path_init(&path, &moving_body, clock, GRAZE_BOXES_COVER, storage);
    GrazePath other = path;
    CHECK(graze_paths_share_clock(&path, &other), "not along itself");
    other.clock.t1 = nextafter(other.clock.t1, INFINITY);
    CHECK(!graze_paths_share_clock(&path, &other), "along another clock");
    for (int32_t i = 0; i < steps; i++) {
        float box[4];
        graze_path_box(&path, i, box);
        bool is_in = i >= path.first_step && i < path.end_step;
        CHECK(is_in == (box[0] <= box[2]) && is_in == (box[1] <= box[3]),
              "step %d: (%a, %a) to (%a, %a)", i, box[0], box[1], box[2], box[3]);
        if (!is_in) continue;
        double x = clock->x - clock->x;
        CHECK(box[0] <= x - 1 && box[2] >= x + 1, "step %d: %a to %a", i, box[0], box[2]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    GrazeClock clock;
    read_clock(&input, &clock);
    check_subject(print_clock_of, &clock);
    GrazeStatus status = graze_clock_check(&clock);
    check_status(&clock, status);
    if (status != GRAZE_OK) return 0;
    check_steps(&input, &clock);
    check_finest(&clock);
    check_path(&input, &clock);
    return 0;
}
