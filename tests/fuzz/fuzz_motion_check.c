/*
 * Fuzzes graze_motion_check with any bits: it accepts exactly the valid motions, up to rounding,
 * and every query returns numbers for an accepted motion, within its iteration limit.
 */
#include "../../src/tolerance.h"
#include "../native/truth.h"
#include "check.h"
#include "moving.h"

#include <math.h>

/* ---- expected refusals, in long double ---- */

static long double size_of(const double* c, long double s)
{
    long double sum = 0;
    for (int32_t k = GRAZE_PIECE_TERMS - 1; k >= 0; k--)
        sum = sum * s + fabsl(c[k]);
    return sum;
}

/* Expected result: certainly valid, certainly not (and why), or within rounding of the limit. */
typedef enum { SOUND, UNSOUND, UNSURE } Soundness;

typedef struct {
    Soundness soundness;
    GrazeStatus status;
} Verdict;

static bool is_all_finite(const GrazePiece* piece)
{
    bool is_finite = isfinite(piece->t0) && isfinite(piece->t1) && isfinite(piece->pivot_x) &&
                     isfinite(piece->pivot_y);
    for (int32_t k = 0; k < GRAZE_PIECE_TERMS; k++)
        is_finite = is_finite && isfinite(piece->x[k]) && isfinite(piece->y[k]) &&
                    isfinite(piece->angle[k]);
    return is_finite;
}

static Verdict within(long double value, long double limit)
{
    const long double NEAR = 0x1p-40L;
    if (value <= limit * (1 - NEAR)) return (Verdict){SOUND, GRAZE_OK};
    return (Verdict){value <= limit * (1 + NEAR) ? UNSURE : UNSOUND, GRAZE_E_OUT_OF_RANGE};
}

static Verdict check_piece(const GrazePiece* piece)
{
    if (!is_all_finite(piece)) return (Verdict){UNSOUND, GRAZE_E_NOT_FINITE};
    if (piece->t1 < piece->t0) return (Verdict){UNSOUND, GRAZE_E_OUT_OF_ORDER};
    long double largest = fmaxl(fabsl(piece->t0), fabsl(piece->t1));
    for (int32_t k = 0; k < GRAZE_PIECE_TERMS; k++)
        largest = fmaxl(
            largest, fmaxl(fabsl(piece->x[k]), fmaxl(fabsl(piece->y[k]), fabsl(piece->angle[k]))));
    if (largest > GRAZE_MAX_MAGNITUDE) return (Verdict){UNSOUND, GRAZE_E_OUT_OF_RANGE};
    long double s = (long double)piece->t1 - piece->t0;
    long double far = fmaxl(size_of(piece->x, s), size_of(piece->y, s));
    far = fmaxl(far, fmaxl(fabsl(piece->pivot_x), fabsl(piece->pivot_y)));
    Verdict place = within(far, GRAZE_MAX_POSITION);
    Verdict turn = within(size_of(piece->angle, s), GRAZE_MAX_ANGLE);
    return place.soundness == UNSOUND || turn.soundness == SOUND ? place : turn;
}

/* Compares the jump of the origin with the movement of the pieces: it must be much larger or
 * much smaller than the slack. */
static Verdict check_join(const GrazeMovingBody* moving_body, int32_t i)
{
    const GrazePiece* before = &moving_body->pieces[i - 1];
    const GrazePiece* after = &moving_body->pieces[i];
    if (after->t0 != before->t1) return (Verdict){UNSOUND, GRAZE_E_OUT_OF_ORDER};
    GrazeMovingBody first = {moving_body->shape, before, 1, GRAZE_STAY, GRAZE_STAY};
    GrazeMovingBody second = {moving_body->shape, after, 1, GRAZE_STAY, GRAZE_STAY};
    TruthPlace end;
    TruthPlace begin;
    truth_place(&first, after->t0, 0, true, &end);
    truth_place(&second, after->t0, 0, true, &begin);
    TruthVec p = truth_origin(&end);
    TruthVec q = truth_origin(&begin);
    long double jump = fabsl(p.x - q.x) + fabsl(p.y - q.y);
    long double turn = fabsl(end.angle - begin.angle);
    long double s = (long double)before->t1 - before->t0;
    long double t = (long double)after->t1 - after->t0;
    long double all = size_of(before->x, s) + size_of(before->y, s) + size_of(after->x, t) +
                      size_of(after->y, t) + fabsl(before->pivot_x) + fabsl(before->pivot_y) +
                      fabsl(after->pivot_x) + fabsl(after->pivot_y);
    Verdict verdict = {UNSURE, GRAZE_E_DISCONTINUOUS};
    bool is_jump = jump > 4 * GRAZE_JOIN_SLACK * all + 0x1p-1000L;
    if (turn > 1.01L * GRAZE_JOIN_SLACK || is_jump) verdict.soundness = UNSOUND;
    if (turn < 0.9L * GRAZE_JOIN_SLACK && jump < 0x1p-46L * all)
        verdict = (Verdict){SOUND, GRAZE_OK};
    return verdict;
}

/* Checks the status; returns true if the motion is accepted. */
static bool check_status(const GrazeMovingBody* moving_body)
{
    int32_t culprit = -2;
    GrazeStatus status = graze_motion_check(moving_body, &culprit);
    if (moving_body->count < 1) {
        CHECK(status == GRAZE_E_OUT_OF_RANGE && culprit == -1, "%d at %d", (int)status, culprit);
        return false;
    }
    for (int32_t i = 0; i < moving_body->count; i++) {
        Verdict verdict = check_piece(&moving_body->pieces[i]);
        if (verdict.soundness == SOUND && i > 0) verdict = check_join(moving_body, i);
        if (verdict.soundness == UNSURE && culprit != i) continue;
        if (verdict.soundness == SOUND) {
            CHECK(culprit != i, "%d at piece %d, which is sound", (int)status, i);
            continue;
        }
        CHECK(culprit == i && status == verdict.status, "%d at %d, expected %d at %d", (int)status,
              culprit, (int)verdict.status, i);
        return false;
    }
    CHECK(status == GRAZE_OK && culprit == -1, "%d at %d", (int)status, culprit);
    return true;
}

/* ---- queries of accepted motions ---- */

static void check_place(const GrazeMovingBody* moving_body, double t)
{
    double x = 0;
    double y = 0;
    double angle = 0;
    TruthPlace place;
    bool is_there = graze_motion_pose(moving_body, t, &x, &y, &angle);
    CHECK(is_there == truth_place(moving_body, t, 0, true, &place), "there at %a: %d", t, is_there);
    CHECK(isfinite(x) && isfinite(y) && fabs(angle) <= GRAZE_MAX_ANGLE, "(%a, %a), %a", x, y,
          angle);
}

/* Below the range of double all values are 0. */
static void check_within(long double value, double least, double most)
{
    const long double NOTHING = 0x1p-1000L;
    CHECK(value >= least - NOTHING && value <= most + NOTHING, "%Lg is not in [%a, %a]", value,
          least, most);
}

static void check_bounds(const GrazeMovingBody* moving_body, const GrazeShape* shape, double from,
                         double to)
{
    GrazeMovingBody body = *moving_body;
    GrazeMotionBounds bounds;
    body.shape = shape;
    graze_motion_bounds(&body, from, to, &bounds);
    const double rates[] = {bounds.speed,
                            bounds.acceleration,
                            bounds.angular_velocity,
                            bounds.angular_acceleration,
                            bounds.point_speed,
                            bounds.point_acceleration};
    for (int k = 0; k < 6; k++)
        CHECK(rates[k] >= 0, "rate %d: %a", k, rates[k]);
    for (int k = 0; k <= 4; k++) {
        TruthPlace place;
        double t = from + (to - from) * k / 4;
        if (!truth_place(moving_body, t, 0, true, &place)) continue;
        check_within(place.angle, bounds.min_angle, bounds.max_angle);
        check_within(place.x0 + place.x, bounds.min_x, bounds.max_x);
        check_within(place.y0 + place.y, bounds.min_y, bounds.max_y);
    }
}

static void check_contact(const Moving* moving, GrazeContactMethod method)
{
    GrazeMotionOptions options = moving->options;
    GrazeContact c;
    bool is_printed = method >= GRAZE_METHOD_BCDA;
    options.method = method;
    if (options.max_iterations > 40) options.max_iterations = 40;
    if (is_printed) options.max_iterations = 2;
    graze_first_contact(&moving->a, &moving->b, &options, &c);
    const double numbers[] = {c.lo,
                              c.hi,
                              c.separation,
                              c.witness.point_a_x,
                              c.witness.point_a_y,
                              c.witness.point_b_x,
                              c.witness.point_b_y,
                              c.witness.normal_x,
                              c.witness.normal_y};
    for (int k = 0; k < 9; k++)
        CHECK(isfinite(numbers[k]), "number %d of method %d: %a", k, (int)method, numbers[k]);
    CHECK(c.iterations == 0 || (options.from <= c.lo && c.lo <= c.hi && c.hi <= options.to),
          "[%a, %a]", c.lo, c.hi);
    CHECK(c.iterations <= options.max_iterations + GRAZE_BISECTIONS, "%d looks", c.iterations);
    CHECK(c.status >= 0 && c.status <= GRAZE_CONTACT_UNDECIDED, "%d", c.status);
}

static void check_rest(const Moving* moving)
{
    enum { INTERVALS = 3 };
    GrazeMotionOptions options = moving->options;
    GrazeInterval intervals[INTERVALS];
    GrazeClearance clearance;
    if (options.max_iterations > 40) options.max_iterations = 40;
    int32_t count = graze_contact_intervals(&moving->a, &moving->b, &options, intervals, INTERVALS);
    CHECK(count >= 0 && count <= INTERVALS + 1, "%d", count);
    double behind = options.from;
    double tick = 2 * DBL_EPSILON * fmax(fabs(options.from), fabs(options.to));
    for (int32_t k = 0; k < (count < INTERVALS ? count : INTERVALS); k++) {
        const GrazeInterval* i = &intervals[k];
        CHECK(behind - tick <= i->begin_lo && i->begin_lo <= i->begin_hi &&
                  i->begin_lo <= i->end_lo && i->begin_hi <= i->end_hi && i->end_lo <= i->end_hi &&
                  i->end_hi <= options.to,
              "%a <= [%a, %a] to [%a, %a]", behind, i->begin_lo, i->begin_hi, i->end_lo, i->end_hi);
        behind = i->end_hi;
    }
    graze_clearance(&moving->a, &moving->b, &options, &clearance);
    CHECK(clearance.lo <= clearance.hi, "[%a, %a]", clearance.lo, clearance.hi);
    CHECK(!clearance.is_common || (isfinite(clearance.hi) && isfinite(clearance.time)), "%a at %a",
          clearance.hi, clearance.time);
    for (int k = 0; k <= 2; k++) {
        double t = options.from + (options.to - options.from) * k / 2;
        double separation = graze_separation_at(&moving->a, &moving->b, t);
        CHECK(!isnan(separation) && separation > -INFINITY, "%a at %a", separation, t);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Moving moving;
    if (!moving_read_any(&input, &moving)) return 0;
    bool is_taken = check_status(&moving.a);
    is_taken = check_status(&moving.b) && is_taken;
    if (is_taken) {
        const GrazeMotionOptions* options = &moving.options;
        check_place(&moving.a, options->from);
        check_place(&moving.b, options->to);
        check_bounds(&moving.a, moving.a.shape, options->from, options->to);
        check_bounds(&moving.b, NULL, options->from, options->to);
        check_contact(&moving, GRAZE_METHOD_CERTIFIED);
        check_contact(&moving, GRAZE_METHOD_CONSERVATIVE);
        if (moving.a.shape->count * moving.b.shape->count <= 16) {
            check_contact(&moving, GRAZE_METHOD_BCDA);
            check_contact(&moving, GRAZE_METHOD_PCDA);
        }
        check_rest(&moving);
    }
    moving_free(&moving);
    return 0;
}
