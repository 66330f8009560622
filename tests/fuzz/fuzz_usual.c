/*
 * Fuzzes graze_motion_window, graze_motion_defaults and graze_unsafe_motion_delays_defaults: the
 * window is the time in which both are present, by the places of the bodies; given options are
 * kept, and omitted ones become valid numbers.
 */
#include "../native/truth.h"
#include "check.h"
#include "moving.h"

#include <float.h>
#include <math.h>

static bool is_there(const GrazeMovingBody* moving_body, double t)
{
    TruthPlace place;
    return truth_place(moving_body, t, 0, true, &place);
}

/* Returns whether a body is present for ever and each of its few pieces stays in one place: its
 * times then define no window. */
static bool stands_still(const GrazeMovingBody* moving_body)
{
    if (moving_body->before != GRAZE_STAY || moving_body->after != GRAZE_STAY ||
        moving_body->count > 16)
        return false;
    for (int32_t i = 0; i < moving_body->count; i++) {
        const GrazePiece* piece = &moving_body->pieces[i];
        for (int32_t k = 1; k < GRAZE_PIECE_TERMS; k++) {
            bool stays = piece->x[k] == 0 && piece->y[k] == 0 && piece->angle[k] == 0;
            if (!stays) return false;
        }
    }
    return true;
}

static void check_window(const Moving* moving, double from, double to)
{
    double lo = from;
    double hi = to;
    const GrazeMovingBody* a = &moving->a;
    const GrazeMovingBody* b = &moving->b;
    bool is_common = graze_motion_window(a, b, &lo, &hi);
    double ends[] = {from,
                     to,
                     a->pieces[0].t0,
                     a->pieces[a->count - 1].t1,
                     b->pieces[0].t0,
                     b->pieces[b->count - 1].t1};
    if (is_common) {
        CHECK(isfinite(lo) && isfinite(hi) && lo <= hi, "[%a, %a]", lo, hi);
        CHECK(lo >= from && hi <= to, "[%a, %a] of [%a, %a]", lo, hi, from, to);
        CHECK(is_there(a, lo) && is_there(b, lo) && is_there(a, hi) && is_there(b, hi),
              "not both are there at %a and %a", lo, hi);
    }
    /* Outside of the window both are present only if nothing moves any more and the ends were
     * omitted. */
    bool is_still[2] = {stands_still(a), stands_still(b)};
    for (int i = 0; i < 6; i++) {
        double t = ends[i];
        int body = (i - 2) / 2;
        if (i >= 2 && is_still[body] && !is_still[1 - body]) continue;
        bool is_in_range = isfinite(t) && t >= from && t <= to;
        if (!is_in_range || !is_there(a, t) || !is_there(b, t)) continue;
        CHECK(is_common && t >= lo && t <= hi, "both are there at %a, but [%a, %a]: %d", t, lo, hi,
              is_common);
    }
}

static double given(Input* input, double value)
{
    return input_below(input, 2) ? value : NAN;
}

static void check_kept(double requested, double got, const char* what)
{
    CHECK(isnan(requested) || same_bits(requested, got), "%s: %a became %a", what, requested, got);
    CHECK(!isnan(got), "%s is not a number", what);
}

/* Checks that given times are cut to the time in which both are present, as omitted ones are. */
static void check_times(const Moving* moving, const GrazeMotionOptions* requested,
                        const GrazeMotionOptions* out)
{
    double from = isnan(requested->from) ? -INFINITY : requested->from;
    double to = isnan(requested->to) ? INFINITY : requested->to;
    graze_motion_window(&moving->a, &moving->b, &from, &to);
    CHECK(same_bits(out->from, from) && same_bits(out->to, to), "[%a, %a], the window [%a, %a]",
          out->from, out->to, from, to);
}

static void check_usual(Input* input, const Moving* moving)
{
    GrazeMotionOptions requested = moving->options;
    requested.from = given(input, requested.from);
    requested.to = given(input, requested.to);
    requested.tolerance = given(input, requested.tolerance);
    requested.distance_tolerance = given(input, requested.distance_tolerance);
    GrazeMotionOptions out = requested;
    graze_motion_defaults(&moving->a, &moving->b, &out);
    check_times(moving, &requested, &out);
    check_kept(requested.tolerance, out.tolerance, "tolerance");
    check_kept(requested.distance_tolerance, out.distance_tolerance, "slack");
    CHECK(out.tolerance > 0 && isfinite(out.tolerance), "tolerance %a", out.tolerance);
    double finest = graze_motion_min_tolerance(&moving->a, &moving->b, out.from, out.to);
    CHECK(finest > 0 && isfinite(finest), "least tolerance %a", finest);
    CHECK(!isnan(requested.tolerance) || out.tolerance >= finest, "tolerance %a below %a",
          out.tolerance, finest);
    CHECK(out.distance_tolerance >= 0 && isfinite(out.distance_tolerance), "slack %a",
          out.distance_tolerance);
    CHECK(out.max_iterations == requested.max_iterations && out.method == requested.method,
          "budget %d", out.max_iterations);
    double least = given(input, -1);
    double most = given(input, 1);
    double lo = least;
    double hi = most;
    out = requested;
    graze_unsafe_motion_delays_defaults(&moving->a, &moving->b, &lo, &hi, &out);
    check_kept(least, lo, "least delay");
    check_kept(most, hi, "most delay");
    check_kept(requested.from, out.from, "from");
    check_kept(requested.to, out.to, "to");
    check_kept(requested.tolerance, out.tolerance, "tolerance of delays");
    check_kept(requested.distance_tolerance, out.distance_tolerance, "slack of delays");
    CHECK(out.max_iterations == requested.max_iterations && out.method == requested.method,
          "budget %d of delays", out.max_iterations);
    CHECK(out.tolerance > 0 && isfinite(out.tolerance), "tolerance %a of delays", out.tolerance);
    finest = graze_unsafe_motion_delays_min_tolerance(&moving->a, &moving->b, lo, hi, &out);
    CHECK(finest > 0 && isfinite(finest), "least tolerance %a of delays", finest);
    CHECK(!isnan(requested.tolerance) || out.tolerance >= finest, "tolerance %a of delays below %a",
          out.tolerance, finest);
    CHECK(out.distance_tolerance >= 0 && isfinite(out.distance_tolerance), "slack %a of delays",
          out.distance_tolerance);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Moving moving;
    int32_t culprit;
    bool is_any = input_below(&input, 2) == 1;
    if (is_any ? !moving_read_any(&input, &moving) : !moving_read(&input, &moving)) return 0;
    bool is_sound = graze_motion_check(&moving.a, &culprit) == GRAZE_OK &&
                    graze_motion_check(&moving.b, &culprit) == GRAZE_OK;
    if (is_sound) {
        check_window(&moving, moving.options.from, moving.options.to);
        check_window(&moving, -INFINITY, INFINITY);
        check_window(&moving, -INFINITY, moving.options.to);
        check_usual(&input, &moving);
    }
    moving_free(&moving);
    return 0;
}
