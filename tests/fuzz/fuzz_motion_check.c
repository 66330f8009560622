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

/* Returns whether the degree of a piece is 6 or 7. */
static bool has_high_degree(const GrazePiece* piece)
{
    for (int32_t k = 6; k < GRAZE_PIECE_TERMS; k++) {
        if (piece->x[k] != 0 || piece->y[k] != 0 || piece->angle[k] != 0) return true;
    }
    return false;
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
    if (s > GRAZE_MAX_HIGH_DEGREE_DURATION && has_high_degree(piece))
        return (Verdict){UNSOUND, GRAZE_E_OUT_OF_RANGE};
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
    GrazeMovingBody first = {moving_body->shape, before, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    GrazeMovingBody second = {moving_body->shape, after, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
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

/* Returns an upper bound of the coordinates of a motion, and of its angles. */
static long double reach_of(const GrazeMovingBody* moving_body, bool is_angle)
{
    long double reach = 0;
    for (int32_t i = 0; i < moving_body->count; i++) {
        const GrazePiece* piece = &moving_body->pieces[i];
        long double s = (long double)piece->t1 - piece->t0;
        long double most = is_angle ? size_of(piece->angle, s)
                                    : size_of(piece->x, s) + size_of(piece->y, s) +
                                          fabsl(piece->pivot_x) + fabsl(piece->pivot_y);
        reach = fmaxl(reach, most);
    }
    return reach;
}

/* Where pieces meet, either counts. */
static void check_pose(const GrazeMovingBody* moving_body, double t, double x, double y,
                       double angle)
{
    long double turn = reach_of(moving_body, true);
    long double slack = (0x1p-40L + 2 * GRAZE_JOIN_SLACK * (moving_body->count > 1)) *
                        reach_of(moving_body, false) * (1 + turn);
    TruthPlace place;
    truth_place(moving_body, t, 0, true, &place);
    TruthVec origin = truth_origin(&place);
    CHECK(is_near(x, origin.x, slack + 0x1p-1000L) && is_near(y, origin.y, slack + 0x1p-1000L),
          "(%a, %a) at %a, expected (%La, %La)", x, y, t, origin.x, origin.y);
    CHECK(is_near(angle, place.angle, 0x1p-40L * turn + 2 * GRAZE_JOIN_SLACK), "angle %a", angle);
}

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
    if (is_there) check_pose(moving_body, t, x, y, angle);
}

/* Below the range of double all values are 0. */
static void check_within(long double value, double least, double most)
{
    const long double NOTHING = 0x1p-1000L;
    CHECK(value >= least - NOTHING && value <= most + NOTHING, "%Lg is not in [%a, %a]", value,
          least, most);
}

enum { SAMPLES = 17 };

/* Checks rates along a coordinate: neither the first nor the second difference of its samples
 * exceeds them. */
static void check_rates(const long double value[SAMPLES], long double apart, long double slack,
                        double speed, double acceleration)
{
    for (int k = 1; k < SAMPLES; k++) {
        long double first = fabsl(value[k] - value[k - 1]);
        CHECK(first <= speed * apart + slack, "moves by %Lg in %Lg, speed %a", first, apart, speed);
        if (k == 1) continue;
        long double second = fabsl(value[k] - 2 * value[k - 1] + value[k - 2]);
        CHECK(second <= acceleration * apart * apart + slack,
              "moves by %Lg in %Lg, acceleration %a", second, apart, acceleration);
    }
}

/* Checks the rates of a motion of one piece. */
static void check_all_rates(const GrazeMovingBody* body, double from, double to,
                            const GrazeMotionBounds* bounds)
{
    if (body->count != 1) return;
    from = fmax(from, body->pieces[0].t0);
    to = fmin(to, body->pieces[0].t1);
    if (!(from < to)) return;
    long double apart = ((long double)to - from) / (SAMPLES - 1);
    long double turn = reach_of(body, true);
    long double slack = 0x1p-50L * reach_of(body, false) + 0x1p-199L;
    GrazePoint origin = {0, 0};
    GrazePoint v = body->shape != NULL ? body->shape->vertices[0] : origin;
    long double x[SAMPLES];
    long double y[SAMPLES];
    long double angle[SAMPLES];
    long double point_x[SAMPLES];
    long double point_y[SAMPLES];
    long double arm = 0;
    long double origin_arm = 0;
    for (int k = 0; k < SAMPLES; k++) {
        TruthPlace place;
        if (!truth_place(body, from, k * apart, true, &place)) return;
        long double right = v.x - place.pivot.x;
        long double up = v.y - place.pivot.y;
        long double c = cosl(place.angle);
        long double s = sinl(place.angle);
        arm = hypotl(right, up);
        origin_arm = hypotl(place.pivot.x, place.pivot.y);
        x[k] = truth_origin(&place).x;
        y[k] = truth_origin(&place).y;
        angle[k] = place.angle;
        point_x[k] = place.x0 + place.x + c * right - s * up;
        point_y[k] = place.y0 + place.y + s * right + c * up;
    }
    long double origin_slack = slack + 0x1p-50L * origin_arm * (1 + turn);
    check_rates(x, apart, origin_slack, bounds->speed, bounds->acceleration);
    check_rates(y, apart, origin_slack, bounds->speed, bounds->acceleration);
    check_rates(angle, apart, 0x1p-50L * turn + 0x1p-199L, bounds->angular_velocity,
                bounds->angular_acceleration);
    slack += 0x1p-50L * arm * (1 + turn);
    check_rates(point_x, apart, slack, bounds->point_speed, bounds->point_acceleration);
    check_rates(point_y, apart, slack, bounds->point_speed, bounds->point_acceleration);
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
    check_all_rates(&body, from, to, &bounds);
    for (int k = 0; k <= 4; k++) {
        TruthPlace place;
        double t = from + (to - from) * k / 4;
        if (!truth_place(moving_body, t, 0, true, &place)) continue;
        check_within(place.angle, bounds.min_angle, bounds.max_angle);
        TruthVec origin = truth_origin(&place);
        check_within(origin.x, bounds.min_x, bounds.max_x);
        check_within(origin.y, bounds.min_y, bounds.max_y);
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
    graze_trace_contact_by(&moving->a, &moving->b, &options, NULL, 0, &c);
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
    int32_t part = c.status == GRAZE_CONTACT_FREE ? 0 : -1;
    CHECK(c.witness.part_a == part && c.witness.part_b == part, "parts %d, %d of status %d",
          c.witness.part_a, c.witness.part_b, c.status);
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
