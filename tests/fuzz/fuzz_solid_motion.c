/*
 * Fuzzes two convex bodies in space that move, in chains of links: which motions are refused, and
 * every query of valid ones, against places in long double and the queries of bodies that stand
 * still there. Motions that are accepted with any bits have only the general guarantees.
 */
#include "../../src/tolerance.h"
#include "moving_solid.h"
#include "solid_witness.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- refusals */

/* Expected result: certainly valid, certainly not (and why), or within rounding of the limit. */
typedef enum { SOUND, UNSOUND, UNSURE } Soundness;

typedef struct {
    Soundness soundness;
    GrazeStatus status;
} Verdict;

static Verdict within(long double value, long double limit, GrazeStatus status)
{
    const long double NEAR = 0x1p-40L;
    if (value <= limit * (1 - NEAR)) return (Verdict){SOUND, GRAZE_OK};
    return (Verdict){value <= limit * (1 + NEAR) ? UNSURE : UNSOUND, status};
}

static long double off_unit(const double* p, int count)
{
    long double square = 0;
    for (int k = 0; k < count; k++)
        square += (long double)p[k] * p[k];
    return fabsl(sqrtl(square) - 1);
}

static Verdict judge_piece(const GrazeSolidPiece* piece)
{
    const double* c[4] = {piece->x, piece->y, piece->z, piece->angle};
    const double* numbers = (const double*)piece;
    for (size_t k = 0; k < sizeof *piece / sizeof *numbers; k++)
        if (!isfinite(numbers[k])) return (Verdict){UNSOUND, GRAZE_E_NOT_FINITE};
    if (piece->t1 < piece->t0) return (Verdict){UNSOUND, GRAZE_E_OUT_OF_ORDER};
    long double s = (long double)piece->t1 - piece->t0;
    long double most = fmaxl(fabsl(piece->t0), fabsl(piece->t1));
    bool is_high = false;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < GRAZE_PIECE_TERMS; k++) {
            most = fmaxl(most, fabsl(c[i][k]));
            is_high = is_high || (k > 5 && c[i][k] != 0);
        }
    if (most > GRAZE_MAX_MAGNITUDE || (is_high && s > GRAZE_MAX_HIGH_DEGREE_DURATION))
        return (Verdict){UNSOUND, GRAZE_E_OUT_OF_RANGE};
    long double far = 0;
    for (int k = 0; k < 3; k++)
        far = fmaxl(far, fmaxl(fabsl(piece->pivot[k]), solid_terms(c[k], s)));
    Verdict all[4] = {
        within(far, GRAZE_MAX_POSITION, GRAZE_E_OUT_OF_RANGE),
        within(solid_terms(piece->angle, s), GRAZE_MAX_ANGLE, GRAZE_E_OUT_OF_RANGE),
        within(off_unit(piece->axis, 3), GRAZE_ROTATION_SLACK, GRAZE_E_NOT_A_HEADING),
        within(off_unit(piece->quaternion, 4), GRAZE_ROTATION_SLACK, GRAZE_E_NOT_A_HEADING),
    };
    /* The first status that is certain, unless one before it is not. */
    Verdict verdict = {SOUND, GRAZE_OK};
    for (int k = 0; k < 4 && verdict.soundness == SOUND; k++)
        verdict = all[k];
    for (int k = 1; k < 4 && verdict.soundness == UNSURE; k++)
        if (all[k].soundness == UNSOUND && all[k].status == verdict.status) verdict = all[k];
    return verdict;
}

/* Compares the jump and the turn where pieces meet with the slack. */
static Verdict judge_join(const GrazeSolidPiece* before, const GrazeSolidPiece* after)
{
    if (after->t0 != before->t1) return (Verdict){UNSOUND, GRAZE_E_OUT_OF_ORDER};
    SolidFrame frames[2];
    long double travel = 0;
    long double terms = 0;
    for (int i = 0; i < 2; i++) {
        const GrazeSolidPiece* piece = i == 0 ? before : after;
        const GrazeSolidMotion single = {piece, 1, GRAZE_STAY, GRAZE_STAY, NULL};
        solid_frame(&single, NULL, after->t0, &frames[i]);
        const double* c[3] = {piece->x, piece->y, piece->z};
        long double s = (long double)piece->t1 - piece->t0;
        long double arm = 0;
        long double turn = solid_terms(piece->angle, s) - fabsl(piece->angle[0]);
        for (int k = 0; k < 3; k++) {
            travel += solid_terms(c[k], s) - fabsl(c[k][0]);
            terms += solid_terms(c[k], s);
            arm += fabsl(piece->pivot[k]);
        }
        travel += fminl(turn, 2) * arm;
        terms += arm * (1 + solid_terms(piece->angle, s));
    }
    long double jump = 0;
    long double turn = 0;
    for (int k = 0; k < 3; k++)
        jump += fabsl(frames[1].at[k] - frames[0].at[k]);
    for (int k = 0; k < 9; k++)
        turn += (frames[1].r[k] - frames[0].r[k]) * (frames[1].r[k] - frames[0].r[k]);
    turn = sqrtl(turn / 2);
    Verdict verdict = {UNSURE, GRAZE_E_DISCONTINUOUS};
    if (turn > 1.01L * GRAZE_JOIN_SLACK ||
        jump > 2 * GRAZE_JOIN_SLACK * travel + 0x1p-30L * terms + 0x1p-1000L)
        verdict.soundness = UNSOUND;
    if (turn < 0.9L * GRAZE_JOIN_SLACK && jump < 0.9L * GRAZE_JOIN_SLACK * travel)
        verdict = (Verdict){SOUND, GRAZE_OK};
    return verdict;
}

/* Checks the status of a link; returns whether it is accepted. */
static bool check_link(const MovingSolids* s, const GrazeSolidMotion* motion)
{
    int32_t culprit = -2;
    GrazeStatus status = graze_solid_motion_check(motion, &culprit);
    CHECK((status == GRAZE_OK) == (culprit == -1), "%d at %d", (int)status, culprit);
    CHECK(!s->is_sound || status == GRAZE_OK, "%d at %d of a valid motion", (int)status, culprit);
    for (int32_t i = 0; i < motion->count; i++) {
        Verdict verdict = judge_piece(&motion->pieces[i]);
        if (verdict.soundness == SOUND && i > 0)
            verdict = judge_join(&motion->pieces[i - 1], &motion->pieces[i]);
        if (verdict.soundness == UNSURE && culprit != i) continue;
        if (verdict.soundness == UNSURE) return false;
        if (verdict.soundness == SOUND) {
            CHECK(culprit != i, "%d at piece %d, which is sound", (int)status, i);
            continue;
        }
        CHECK(culprit == i && status == verdict.status, "%d at %d, expected %d at %d", (int)status,
              culprit, (int)verdict.status, i);
        return false;
    }
    return status == GRAZE_OK;
}

/* Checks that chains of too many links are refused, and motions without pieces. */
static void check_chains(Input* input, const MovingSolids* s)
{
    enum { MOST = GRAZE_SOLID_MAX_LINKS + 2 };
    static const GrazeSolidPiece rest = {.axis = {0, 0, 1}, .quaternion = {0, 0, 0, 1}};
    GrazeSolidMotion links[MOST];
    int32_t count = input_below(input, MOST);
    int32_t culprit = -2;
    for (int32_t i = 0; i <= count; i++)
        links[i] =
            (GrazeSolidMotion){&rest, 1, GRAZE_STAY, GRAZE_STAY, i > 0 ? &links[i - 1] : NULL};
    GrazeStatus status = graze_solid_motion_check(&links[count], &culprit);
    bool is_long = count >= GRAZE_SOLID_MAX_LINKS;
    CHECK(status == (is_long ? GRAZE_E_OUT_OF_RANGE : GRAZE_OK) && culprit == (is_long ? 1 : -1),
          "%d at %d, %d links", (int)status, culprit, count + 1);
    /* A point that stays at the origin is there. */
    GrazeSolidPose pose;
    double error = -1;
    bool is_there =
        graze_solid_motion_pose(&links[count % GRAZE_SOLID_MAX_LINKS], 0, 0, &pose, &error);
    CHECK(is_there && error >= 0 && error <= 8 * GRAZE_SOLID_UNIT && pose.x == 0, "at %a, error %a",
          pose.x, error);
    GrazeSolidMotion none = s->links[0];
    none.count = -input_below(input, 2);
    status = graze_solid_motion_check(&none, &culprit);
    CHECK(status == GRAZE_E_OUT_OF_RANGE && culprit == -1, "%d at %d", (int)status, culprit);
}

/* ---------------------------------------------------------------- places */

/* Returns the motion that both chains have in common, or NULL. */
static const GrazeSolidMotion* common_of(const MovingSolids* s)
{
    for (const GrazeSolidMotion* p = s->a.motion; p != NULL; p = p->parent)
        for (const GrazeSolidMotion* q = s->b.motion; q != NULL; q = q->parent)
            if (p == q) return p;
    return NULL;
}

static double core_reach(const GrazeSolid* solid)
{
    return 2 * solid->extent;
}

/* Returns bounds of both bodies together, of rounding in places of late times, too. */
static SolidReach reach_of(const MovingSolids* s, const GrazeSolidMotion* base)
{
    SolidReach a = solid_reach(s->a.motion, base, core_reach(s->a.solid));
    SolidReach b = solid_reach(s->b.motion, base, core_reach(s->b.solid));
    long double radii = (long double)s->a.solid->radius + s->b.solid->radius;
    return (SolidReach){a.size + b.size + radii, a.speed + b.speed, a.turn + b.turn};
}

/* Returns an upper bound of the error of a place near a time. */
static long double rounding_of(SolidReach reach, double t)
{
    return 0x1p-43L * reach.size * (1 + reach.turn) + 4 * reach.speed * ulp_of(t) + 0x1p-199L;
}

/* Returns a frame as a pose, relative to `origin`. */
static GrazeSolidPose pose_of(const SolidFrame* frame, const long double origin[3])
{
    GrazeSolidPose pose = {(double)(frame->at[0] - origin[0]),
                           (double)(frame->at[1] - origin[1]),
                           (double)(frame->at[2] - origin[2]),
                           {0}};
    for (int k = 0; k < 9; k++)
        pose.rotation[k] = (double)frame->r[k];
    return pose;
}

/* Returns the signed separation, +infinity if one does not exist, NaN for lack of memory. */
static double exact_separation(const MovingSolids* s, double t)
{
    const GrazeSolidMotion* common = common_of(s);
    SolidFrame a;
    SolidFrame b;
    GrazeSolidDistance distance;
    GrazeSolidPenetration penetration;
    bool is_there = solid_frame(s->a.motion, common, t, &a);
    if (!solid_frame(s->b.motion, common, t, &b) || !is_there) return INFINITY;
    GrazeSolidPose pose_a = pose_of(&a, a.at);
    GrazeSolidPose pose_b = pose_of(&b, a.at);
    GrazeStatus status =
        graze_solid_distance(s->a.solid, &pose_a, s->b.solid, &pose_b, NULL, &distance);
    if (status != GRAZE_OK) return NAN;
    if (distance.relation != GRAZE_OVERLAPPING) return distance.distance;
    status = graze_solid_penetration(s->a.solid, &pose_a, s->b.solid, &pose_b, NULL, &penetration);
    return status == GRAZE_OK ? -penetration.depth : NAN;
}

/* Returns whether a piece of the chain begins or ends at a time: there both rates count. */
static bool is_joint(const GrazeSolidMotion* motion, double t)
{
    for (; motion != NULL; motion = motion->parent)
        for (int32_t i = 0; i < motion->count; i++)
            if (t == motion->pieces[i].t0 || t == motion->pieces[i].t1) return true;
    return false;
}

/* Checks the pose and the velocity of a body at a time. */
static void check_pose(const MovingSolids* s, const GrazeMovingSolid* body, double t)
{
    SolidFrame frame;
    GrazeSolidPose pose;
    double error = -1;
    double velocity[3];
    double spin[3];
    double reach = core_reach(body->solid);
    SolidReach most = solid_reach(body->motion, NULL, reach);
    bool is_there = solid_frame(body->motion, NULL, t, &frame);
    bool is_found = graze_solid_motion_pose(body->motion, t, reach, &pose, &error);
    CHECK(is_found == is_there, "there at %a: %d", t, is_found);
    bool is_moving = graze_solid_motion_velocity(body->motion, t, velocity, spin);
    CHECK(is_moving == is_there, "there at %a: %d", t, is_moving);
    if (!is_there) return;
    CHECK(error >= 0 && error <= 0x1p-40L * most.size * (1 + most.turn) +
                                     8 * most.speed * ulp_of(t) + 0x1p-1000L,
          "error %a at %a", error, t);
    const double* numbers = &pose.x;
    for (int k = 0; k < 12; k++)
        CHECK(isfinite(numbers[k]), "number %d of a pose: %a", k, numbers[k]);
    for (int k = 0; k < 3; k++)
        CHECK(isfinite(velocity[k]) && isfinite(spin[k]), "rates %a and %a", velocity[k], spin[k]);
    if (!s->is_sound) return;
    for (int32_t i = 0; i < body->solid->count; i++) {
        LongPoint p = solid_frame_point(&frame, &body->solid->vertices[i]);
        LongPoint q = solid_placed(body->solid, &pose, i);
        for (int k = 0; k < 3; k++)
            CHECK(fabsl(p.at[k] - q.at[k]) <= error + 0x1p-55L * most.size + 0x1p-1000L,
                  "vertex %d is at %La, not %La, error %a", i, q.at[k], p.at[k], error);
    }
    for (int k = 0; k < 9; k++)
        CHECK(fabsl(frame.r[k] - pose.rotation[k]) <= 0x1p-44L * (1 + most.turn), "entry %d: %a", k,
              pose.rotation[k]);
    if (is_joint(body->motion, t)) return;
    long double fast = 0x1p-40L * (1 + most.turn) * most.speed + 0x1p-199L;
    long double span = 0;
    for (const GrazeSolidMotion* m = body->motion; m != NULL; m = m->parent)
        span = fmaxl(span, (long double)m->pieces[m->count - 1].t1 - m->pieces[0].t0);
    /* A time that is rounded has other rates: polynomials of degree 7 change by 64 per duration. */
    long double late = span > 0 ? 64 * ulp_of(t) / span : 0;
    for (int k = 0; k < 3; k++) {
        CHECK(fabsl(frame.velocity[k] - velocity[k]) <= fast + late * most.speed,
              "velocity %a, not %La", velocity[k], frame.velocity[k]);
        CHECK(fabsl(frame.spin[k] - spin[k]) <= 0x1p-40L * (1 + most.turn) * (1 / s->pace) * 64 +
                                                    late * (1 + most.turn) / s->pace,
              "spin %a, not %La", spin[k], frame.spin[k]);
    }
}

/* ---------------------------------------------------------------- bounds */

enum { SAMPLES = 9 };

static long double length_of(const long double d[3])
{
    return sqrtl(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static void check_rate(const long double d[3], long double limit, long double slack,
                       const char* what)
{
    CHECK(length_of(d) <= limit + slack, "%s changes by %Lg, bound %Lg", what, length_of(d), limit);
}

/* Checks the rates of samples `apart` from each other; accelerations only without joints. */
static void check_rates(const GrazeSolid* solid, const SolidFrame* f, int32_t count,
                        long double apart, bool is_smooth, const GrazeSolidMotionBounds* bounds,
                        SolidReach reach)
{
    long double slack = 0x1p-52L * reach.size * (1 + reach.turn) + 0x1p-199L;
    for (int32_t k = 1; k < count; k++) {
        for (int32_t v = -1; v < solid->count; v++) {
            long double first[3];
            long double second[3] = {0, 0, 0};
            static const GrazeSolidPoint zero = {0, 0, 0};
            const GrazeSolidPoint* p = v < 0 ? &zero : &solid->vertices[v];
            LongPoint now = solid_frame_point(&f[k], p);
            LongPoint old = solid_frame_point(&f[k - 1], p);
            for (int i = 0; i < 3; i++)
                first[i] = now.at[i] - old.at[i];
            check_rate(first, (v < 0 ? bounds->speed : bounds->point_speed) * apart, slack,
                       "a place");
            if (k == 1 || !is_smooth) continue;
            LongPoint before = solid_frame_point(&f[k - 2], p);
            for (int i = 0; i < 3; i++)
                second[i] = now.at[i] - 2 * old.at[i] + before.at[i];
            check_rate(second,
                       (v < 0 ? bounds->acceleration : bounds->point_acceleration) * apart * apart,
                       slack, "a step");
        }
    }
}

/* Checks the rates of a frame, where no piece begins or ends, and the change of its spin since the
   one before, `apart` from it; NULL: none. */
static void check_frame_rates(const SolidFrame* f, const SolidFrame* before, long double apart,
                              const GrazeSolidMotionBounds* bounds, SolidReach reach)
{
    long double fast = 0x1p-50L * reach.speed * (1 + reach.turn) + 0x1p-199L;
    long double fine = 0x1p-40L * bounds->angular_velocity + 0x1p-199L;
    long double turn[3];
    check_rate(f->spin, bounds->angular_velocity, fine, "a turn");
    check_rate(f->velocity, bounds->speed, fast + 0x1p-40L * bounds->speed, "a velocity");
    if (before == NULL) return;
    for (int i = 0; i < 3; i++)
        turn[i] = f->spin[i] - before->spin[i];
    check_rate(turn, bounds->angular_acceleration * apart, fine, "a spin");
}

static void check_bounds(Input* input, const MovingSolids* s, const GrazeMovingSolid* body,
                         double from, double to)
{
    GrazeSolidMotionBounds bounds;
    SolidFrame frames[SAMPLES];
    int32_t parts = 1 + input_below(input, 6);
    int32_t count = 0;
    graze_solid_motion_bounds(body, from, to, parts, &bounds);
    const double rates[6] = {bounds.speed,
                             bounds.acceleration,
                             bounds.angular_velocity,
                             bounds.angular_acceleration,
                             bounds.point_speed,
                             bounds.point_acceleration};
    for (int k = 0; k < 6; k++)
        CHECK(rates[k] >= 0, "rate %d: %a", k, rates[k]);
    SolidReach reach = solid_reach(body->motion, NULL, core_reach(body->solid));
    long double slack = 0x1p-52L * reach.size * (1 + reach.turn) + reach.speed * ulp_of(to);
    bool is_smooth = true;
    for (const GrazeSolidMotion* m = body->motion; m != NULL; m = m->parent)
        is_smooth = is_smooth && m->count == 1 && from >= m->pieces[0].t0 && to <= m->pieces[0].t1;
    for (int k = 0; k < SAMPLES; k++) {
        double t = k < SAMPLES - 1 ? from + (to - from) * k / (SAMPLES - 1) : to;
        if (!solid_frame(body->motion, NULL, t, &frames[count])) continue;
        for (int32_t i = 0; i < body->solid->count && s->is_sound; i++) {
            LongPoint p = solid_frame_point(&frames[count], &body->solid->vertices[i]);
            for (int axis = 0; axis < 3; axis++)
                CHECK(p.at[axis] - body->solid->radius >= bounds.box.min[axis] - slack &&
                          p.at[axis] + body->solid->radius <= bounds.box.max[axis] + slack,
                      "vertex %d at %a is at %La, of [%a, %a]", i, t, p.at[axis],
                      bounds.box.min[axis], bounds.box.max[axis]);
        }
        count++;
    }
    /* A body that exists at a sampled time has a box; else it may exist between. */
    CHECK(count == 0 || bounds.box.min[0] <= bounds.box.max[0], "no box of %d places", count);
    bool is_late = s->epoch != 0 && s->pace < 1;
    if (!s->is_sound || count < SAMPLES || is_late) return;
    long double apart = ((long double)to - from) / (SAMPLES - 1);
    for (int k = 0; k < SAMPLES; k++) {
        double t = k < SAMPLES - 1 ? from + (to - from) * k / (SAMPLES - 1) : to;
        if (!is_joint(body->motion, t))
            check_frame_rates(&frames[k], is_smooth && k > 1 ? &frames[k - 1] : NULL, apart,
                              &bounds, reach);
    }
    check_rates(body->solid, frames, count, apart, is_smooth, &bounds, reach);
}

/* ---------------------------------------------------------------- options */

/* Checks the options that are omitted, and the time at which both exist; completes the options.
   Returns whether there is such a time. */
static bool complete_options(MovingSolids* s)
{
    const GrazeMovingSolid* a = &s->a;
    const GrazeMovingSolid* b = &s->b;
    const GrazeMotionOptions given = s->options;
    double from = isnan(given.from) ? -INFINITY : given.from;
    double to = isnan(given.to) ? INFINITY : given.to;
    double lo = from;
    double hi = to;
    bool is_common = graze_solid_motion_window(a, b, &lo, &hi);
    GrazeMotionOptions* out = &s->options;
    graze_solid_motion_defaults(a, b, out);
    CHECK(same_bits(out->from, lo) && same_bits(out->to, hi), "[%a, %a], the window [%a, %a]",
          out->from, out->to, lo, hi);
    CHECK(is_common == (lo <= hi), "[%a, %a]: %d", lo, hi, is_common);
    CHECK(isnan(given.tolerance) ? out->tolerance > 0 && isfinite(out->tolerance)
                                 : same_bits(given.tolerance, out->tolerance),
          "tolerance %a became %a", given.tolerance, out->tolerance);
    CHECK(isnan(given.distance_tolerance)
              ? out->distance_tolerance >= 0 && isfinite(out->distance_tolerance)
              : same_bits(given.distance_tolerance, out->distance_tolerance),
          "distance tolerance %a became %a", given.distance_tolerance, out->distance_tolerance);
    CHECK(out->max_iterations == given.max_iterations && out->method == given.method &&
              out->touching == given.touching,
          "%d iterations, method %d, touching %d", out->max_iterations, (int)out->method,
          (int)out->touching);
    /* 8 ulps are a power of 2, at 0 those of the least normal number. */
    double finest = graze_solid_motion_min_tolerance(a, b, out->from, out->to);
    int exponent;
    CHECK(finest > 0 && (frexp(finest, &exponent) == 0.5), "least tolerance %a", finest);
    if (is_common) {
        CHECK(finest <= fmax(8 * ulp_of(fmax(fabs(lo), fabs(hi))), 8 * DBL_MIN),
              "least tolerance %a at %a", finest, hi);
        CHECK(!isnan(given.tolerance) || out->tolerance >= finest, "tolerance %a below %a",
              out->tolerance, finest);
        CHECK(isfinite(lo) && isfinite(hi) && lo >= from && hi <= to, "[%a, %a] of [%a, %a]", lo,
              hi, from, to);
    }
    /* Both are there at the ends; outside not both are. */
    SolidFrame frame;
    for (int k = 0; k < 4 && is_common; k++) {
        const GrazeMovingSolid* body = k < 2 ? a : b;
        CHECK(solid_frame(body->motion, NULL, k % 2 == 0 ? lo : hi, &frame),
              "not there at an end of [%a, %a]", lo, hi);
    }
    if (!isnan(given.from) && !isnan(given.to))
        for (int k = 0; k <= 4; k++) {
            double t = given.from + (given.to - given.from) * k / 4;
            bool is_there = solid_frame(a->motion, NULL, t, &frame);
            is_there = solid_frame(b->motion, NULL, t, &frame) && is_there;
            CHECK(is_there == (is_common && t >= lo && t <= hi), "both at %a: %d, but [%a, %a]", t,
                  is_there, lo, hi);
        }
    else
        for (int k = 0; k < 4 && is_common; k++) {
            /* Omitted ends are those of pieces. */
            double end = k % 2 == 0 ? lo : hi;
            if (k < 2 && !isnan(k % 2 == 0 ? given.from : given.to)) continue;
            bool is_end = end == given.from || end == given.to;
            for (int i = 0; i < 2; i++)
                for (const GrazeSolidMotion* m = (i == 0 ? a : b)->motion; m != NULL; m = m->parent)
                    is_end = is_end || end == m->pieces[0].t0 || end == m->pieces[m->count - 1].t1;
            CHECK(is_end, "%a does not end a motion", end);
        }
    return is_common;
}

/* ---------------------------------------------------------------- answers */

enum { INTERVALS = 6 };

typedef struct {
    GrazeSolidContact contact;
    GrazeSolidClearance clearance;
    GrazeInterval intervals[INTERVALS];
    int32_t count;
} Answers;

static int32_t smaller(int32_t p, int32_t q)
{
    return p < q ? p : q;
}

/* Asks for at most `capacity` intervals in memory of exactly that size. */
static GrazeStatus ask_intervals(const MovingSolids* s, const GrazeSolidScratch* scratch,
                                 int32_t capacity, GrazeInterval* out, int32_t* count)
{
    size_t size = (size_t)capacity * sizeof *out;
    GrazeInterval* room = solid_room(size);
    *count = -1;
    GrazeStatus status =
        graze_solid_contact_intervals(&s->a, &s->b, &s->options, scratch, room, capacity, count);
    if (status == GRAZE_OK) {
        CHECK(*count >= 0 && *count <= capacity + 1, "%d intervals of %d", *count, capacity);
        memcpy(out, room, (size_t)smaller(*count, capacity) * sizeof *out);
    }
    free(room);
    return status;
}

/* Asks all queries; returns false for lack of memory. */
static bool ask_all(const MovingSolids* s, const GrazeSolidScratch* scratch, Answers* out)
{
    memset(out, 0, sizeof *out);
    GrazeStatus status[3] = {
        graze_solid_first_contact(&s->a, &s->b, &s->options, scratch, &out->contact),
        graze_solid_clearance(&s->a, &s->b, &s->options, INFINITY, scratch, &out->clearance),
        ask_intervals(s, scratch, INTERVALS, out->intervals, &out->count),
    };
    bool is_answered = true;
    for (int k = 0; k < 3; k++) {
        CHECK(status[k] == GRAZE_OK || status[k] == GRAZE_E_OUT_OF_MEMORY, "query %d: status %d", k,
              (int)status[k]);
        is_answered = is_answered && status[k] == GRAZE_OK;
    }
    return is_answered;
}

static void check_named_witness(const MovingSolids* s, const GrazeSolidWitness* w)
{
    CHECK(is_unit_in_space(w->normal), "normal {%a, %a, %a}", w->normal[0], w->normal[1],
          w->normal[2]);
    check_solid_named(s->a.solid, solid_named_a(w));
    check_solid_named(s->b.solid, solid_named_b(w));
}

/* Checks points at a time that are `apart` along the normal, on features of the bodies in the
   world. */
static void check_witness(const MovingSolids* s, const GrazeSolidWitness* w, double t, double apart)
{
    check_named_witness(s, w);
    SolidReach reach = reach_of(s, NULL);
    long double slack = rounding_of(reach, t);
    for (int k = 0; k < 3; k++)
        CHECK(fabsl((long double)w->point_b[k] - w->point_a[k] -
                    (long double)apart * w->normal[k]) <= slack,
              "points %a and %a are not %a along the normal", w->point_a[k], w->point_b[k], apart);
    SolidFrame frame;
    const long double world[3] = {0, 0, 0};
    bool is_apart = apart > 64 * slack;
    for (int i = 0; i < 2; i++) {
        const GrazeMovingSolid* body = i == 0 ? &s->a : &s->b;
        const double* point = i == 0 ? w->point_a : w->point_b;
        int turn = i == 0 ? 1 : -1;
        solid_frame(body->motion, NULL, t, &frame);
        GrazeSolidPose pose = pose_of(&frame, world);
        const long double d[3] = {turn * w->normal[0], turn * w->normal[1], turn * w->normal[2]};
        long double height = d[0] * point[0] + d[1] * point[1] + d[2] * point[2];
        long double extent = solid_extent(body->solid, &pose, d) + body->solid->radius;
        /* A common point is inside; others are at the end of the body along the normal. */
        CHECK(height <= extent + 16 * slack, "a point is %Lg beyond body %d", height - extent, i);
        if (!is_apart) continue;
        CHECK(height >= extent - 16 * slack, "a point is %Lg inside body %d", extent - height, i);
        check_on_solid_feature(body->solid, &pose, i == 0 ? solid_named_a(w) : solid_named_b(w),
                               point, w->normal, turn, 1024 * slack);
    }
}

/* ---------------------------------------------------------------- times without contact */

/* The slack of depths before a contact, and that of separations. */
typedef struct {
    long double depth, near;
} Slack;

static Slack slack_of(const MovingSolids* s, double t)
{
    const GrazeMotionOptions* options = &s->options;
    long double rounding = rounding_of(reach_of(s, common_of(s)), t);
    long double coarse = fmaxl(options->distance_tolerance, rounding);
    bool is_allowed = options->touching == GRAZE_TOUCHING_ALLOWED;
    return (Slack){is_allowed ? coarse + rounding : rounding, 2 * coarse + rounding};
}

/* Checks that there is no contact in [from, to], at some times and at ever denser ones before its
   end. */
static void check_free(const MovingSolids* s, double from, double to, const char* what)
{
    enum { EVEN = 10, DENSE = 6 };
    if (!(from <= to)) return;
    long double depth = slack_of(s, fmax(fabs(from), fabs(to))).depth;
    for (int k = 0; k < EVEN + DENSE; k++) {
        double t = k < EVEN ? from + (to - from) * k / (EVEN - 1)
                            : to - (to - from) / (1 << 3 * (k - EVEN + 2));
        t = fmin(t, to);
        double separation = exact_separation(s, t);
        CHECK(isnan(separation) || separation >= -depth, "%s [%a, %a]: %a at %a", what, from, to,
              separation, t);
    }
}

/* Checks that there is no contact before the first one. Few iterations can leave open whether an
   overlap at the beginning is one: then nothing is before the bracket. */
static void check_before(const MovingSolids* s, const GrazeSolidContact* c, const char* what)
{
    bool is_open = c->status == GRAZE_CONTACT_UNDECIDED && c->lo == s->options.from;
    if (c->status != GRAZE_CONTACT_OVERLAPPING && !is_open)
        check_free(s, s->options.from, c->lo, what);
}

static bool is_used_up(const MovingSolids* s, int32_t iterations)
{
    return iterations >= s->options.max_iterations;
}

/* Returns whether bodies can move by the distance tolerance between two times that follow each
   other. */
static bool is_too_fast(const MovingSolids* s, double t)
{
    const GrazeMotionOptions* options = &s->options;
    GrazeSolidMotionBounds bounds[2];
    graze_solid_motion_bounds(&s->a, options->from, options->to, 1, &bounds[0]);
    graze_solid_motion_bounds(&s->b, options->from, options->to, 1, &bounds[1]);
    double ulp = nextafter(fabs(t), INFINITY) - fabs(t);
    return (bounds[0].point_speed + bounds[1].point_speed) * ulp >= options->distance_tolerance;
}

static bool is_zero(const void* p, size_t size)
{
    const unsigned char* bytes = p;
    for (size_t k = 0; k < size; k++)
        if (bytes[k] != 0) return false;
    return true;
}

static void check_contact(const MovingSolids* s, const GrazeSolidContact* c, bool is_common)
{
    const GrazeMotionOptions* options = &s->options;
    bool is_free = c->status == GRAZE_CONTACT_FREE;
    CHECK(c->status >= 0 && c->status <= GRAZE_CONTACT_UNDECIDED, "status %d", c->status);
    CHECK(is_common ? c->iterations > 0 : c->iterations == 0 && is_free, "%d iterations, %d",
          c->iterations, c->status);
    CHECK(c->iterations <= options->max_iterations + GRAZE_BISECTIONS, "%d iterations of %d",
          c->iterations, options->max_iterations);
    if (!is_common) {
        CHECK(same_bits(c->lo, options->to) && same_bits(c->hi, options->to) &&
                  is_zero(&c->witness, sizeof c->witness) && c->separation == 0,
              "[%a, %a] of bodies that never meet", c->lo, c->hi);
        return;
    }
    CHECK(options->from <= c->lo && c->lo <= c->hi && c->hi <= options->to, "[%a, %a] of [%a, %a]",
          c->lo, c->hi, options->from, options->to);
    if (is_free)
        CHECK(c->lo == options->to && c->hi == options->to &&
                  is_zero(&c->witness, sizeof c->witness) && c->separation == 0,
              "[%a, %a] of bodies that never meet", c->lo, c->hi);
    CHECK(c->status != GRAZE_CONTACT_UNDECIDED || is_used_up(s, c->iterations) ||
              is_too_fast(s, c->lo),
          "undecided after %d iterations of %d", c->iterations, options->max_iterations);
    CHECK(c->status != GRAZE_CONTACT_OVERLAPPING || (c->lo == options->from && c->hi == c->lo),
          "overlapping in [%a, %a]", c->lo, c->hi);
    CHECK(c->status != GRAZE_CONTACT_GRAZING || options->touching != GRAZE_TOUCHING_ALLOWED, "%s",
          "a graze, where touching is allowed");
    if (!is_free) {
        CHECK(isfinite(c->separation), "separation %a", c->separation);
        check_named_witness(s, &c->witness);
    }
    if (!s->is_sound) return;
    Slack slack = slack_of(s, fmax(fabs(c->lo), fabs(c->hi)));
    long double rounding = rounding_of(reach_of(s, common_of(s)), c->lo);
    check_before(s, c, "before the contact");
    if (is_free) return;
    check_witness(s, &c->witness, c->lo, c->separation);
    double at_lo = exact_separation(s, c->lo);
    double at_hi = exact_separation(s, c->hi);
    CHECK(isnan(at_lo) || is_near(c->separation, at_lo, rounding), "separation %a at %a, not %a",
          c->separation, c->lo, at_lo);
    bool is_hit = c->status == GRAZE_CONTACT_HIT || c->status == GRAZE_CONTACT_OVERLAPPING;
    CHECK(!is_hit || isnan(at_hi) || at_hi <= rounding, "%a apart at %a", at_hi, c->hi);
    CHECK(c->status != GRAZE_CONTACT_GRAZING || fabsl(at_lo) <= slack.near, "%a apart in a graze",
          at_lo);
    double finest = graze_solid_motion_min_tolerance(&s->a, &s->b, options->from, options->to);
    double tolerance = fmax(options->tolerance, finest);
    if (c->status != GRAZE_CONTACT_HIT || c->hi - c->lo <= tolerance) return;
    /* They touch for a while before they overlap. */
    double before = fmax(c->lo, c->hi - tolerance);
    for (int k = 0; k < 4; k++) {
        double separation = exact_separation(s, c->lo + (before - c->lo) * k / 4);
        CHECK(isnan(separation) || separation >= -slack.near, "%a apart in the bracket [%a, %a]",
              separation, c->lo, c->hi);
    }
}

/* ---------------------------------------------------------------- intervals, clearance */

static void check_intervals(const MovingSolids* s, const Answers* all, bool is_common)
{
    const GrazeMotionOptions* options = &s->options;
    const GrazeSolidContact* c = &all->contact;
    double tick = 2 * ulp_of(fmax(fabs(options->from), fabs(options->to)));
    double behind = options->from;
    CHECK(is_common || all->count == 0, "%d intervals", all->count);
    for (int32_t k = 0; k < smaller(all->count, INTERVALS); k++) {
        const GrazeInterval* i = &all->intervals[k];
        CHECK(i->begin_lo >= behind - tick && i->begin_lo <= i->begin_hi &&
                  i->begin_lo <= i->end_lo && i->begin_hi <= i->end_hi && i->end_lo <= i->end_hi &&
                  i->end_hi <= options->to,
              "%a <= [%a, %a] to [%a, %a]", behind, i->begin_lo, i->begin_hi, i->end_lo, i->end_hi);
        bool is_hit = i->status == GRAZE_CONTACT_HIT;
        bool is_undecided = i->status == GRAZE_CONTACT_UNDECIDED;
        CHECK(is_hit || is_undecided || i->status == GRAZE_CONTACT_GRAZING, "status %d", i->status);
        CHECK(!is_undecided || k == all->count - 1, "undecided interval %d of %d", k, all->count);
        if (s->is_sound) {
            long double rounding = rounding_of(reach_of(s, common_of(s)), options->to);
            Slack slack = slack_of(s, fmax(fabs(options->from), fabs(options->to)));
            if (behind < i->begin_lo) check_free(s, behind, i->begin_lo, "before an interval");
            double begin = exact_separation(s, i->begin_hi);
            double end = exact_separation(s, i->end_lo);
            if (is_hit)
                CHECK(!(begin > rounding) && !(end > rounding), "%a and %a apart at %a and %a",
                      begin, end, i->begin_hi, i->end_lo);
            if (i->status == GRAZE_CONTACT_GRAZING)
                for (int n = 0; n <= 4; n++) {
                    double t = i->begin_lo + (i->end_hi - i->begin_lo) * n / 4;
                    double separation = exact_separation(s, fmin(t, i->end_hi));
                    CHECK(isnan(separation) || separation >= -slack.near, "%a at %a of a graze",
                          separation, t);
                }
        }
        behind = i->end_hi;
    }
    if (s->is_sound && is_common && all->count <= INTERVALS && behind < options->to)
        check_free(s, behind, options->to, "after all intervals");
    if (options->method != GRAZE_METHOD_CERTIFIED || !is_common) return;
    CHECK((c->status == GRAZE_CONTACT_FREE) == (all->count == 0), "contact %d, %d intervals",
          c->status, all->count);
    CHECK(all->count == 0 || same_bits(all->intervals[0].begin_lo, c->lo),
          "first contact at %a, the first interval begins at %a", c->lo,
          all->intervals[0].begin_lo);
    if (all->count > 0 && c->status == GRAZE_CONTACT_HIT)
        CHECK(all->intervals[0].status != GRAZE_CONTACT_GRAZING, "a hit, the first interval is %d",
              all->intervals[0].status);
}

/* Checks that less room changes nothing but the number that is written. */
static void check_room(Input* input, const MovingSolids* s, const Answers* all)
{
    GrazeInterval fewer[INTERVALS];
    int32_t capacity = input_below(input, INTERVALS);
    int32_t count;
    if (ask_intervals(s, NULL, capacity, fewer, &count) != GRAZE_OK) return;
    CHECK(count == smaller(all->count, capacity + 1), "%d intervals, %d with room for %d",
          all->count, count, capacity);
    for (int32_t k = 0; k < smaller(count, capacity); k++)
        CHECK(same_bits(fewer[k].begin_lo, all->intervals[k].begin_lo) &&
                  same_bits(fewer[k].begin_hi, all->intervals[k].begin_hi) &&
                  same_bits(fewer[k].end_lo, all->intervals[k].end_lo) &&
                  same_bits(fewer[k].end_hi, all->intervals[k].end_hi) &&
                  fewer[k].status == all->intervals[k].status,
              "interval %d differs with room for %d", k, capacity);
}

static void check_clearance(const MovingSolids* s, const GrazeSolidClearance* c, double limit,
                            bool is_common)
{
    const GrazeMotionOptions* options = &s->options;
    CHECK(c->is_common == (int32_t)is_common && c->spare == 0, "common %d, spare %d", c->is_common,
          c->spare);
    CHECK(c->lo <= c->hi, "[%a, %a]", c->lo, c->hi);
    bool is_certified = c->status == GRAZE_CLEARANCE_CERTIFIED;
    CHECK(is_certified || c->status == GRAZE_CLEARANCE_UNDECIDED, "status %d", c->status);
    /* The bracket is made wider before the iterations are used up. */
    CHECK(is_certified || is_used_up(s, 2 * c->iterations), "undecided after %d", c->iterations);
    if (!is_common) {
        CHECK(c->lo == INFINITY && c->hi == INFINITY && c->iterations == 0 && c->time == 0 &&
                  is_zero(&c->witness, sizeof c->witness),
              "[%a, %a] of bodies that are never together", c->lo, c->hi);
        return;
    }
    CHECK(c->iterations > 0 && c->iterations <= options->max_iterations + GRAZE_BISECTIONS,
          "%d evaluations of %d", c->iterations, options->max_iterations);
    long double rounding =
        rounding_of(reach_of(s, common_of(s)), fmax(fabs(options->from), fabs(options->to)));
    long double margin = fmaxl(options->distance_tolerance, 8 * rounding) + rounding;
    if (!(c->hi < INFINITY)) {
        CHECK(limit < INFINITY, "hi is %a", c->hi);
        CHECK(is_zero(&c->witness, sizeof c->witness), "%s", "a witness beyond the limit");
        if (is_certified && s->is_sound)
            CHECK(c->lo <= limit && c->lo >= limit - margin, "at least %a, limit %a", c->lo, limit);
    } else {
        CHECK(c->time >= options->from && c->time <= options->to, "at %a", c->time);
        check_named_witness(s, &c->witness);
    }
    if (!s->is_sound) return;
    if (c->hi < INFINITY) {
        double then = exact_separation(s, c->time);
        CHECK(isnan(then) || is_near(c->hi, then, rounding), "%a at %a, not %a", c->hi, c->time,
              then);
        CHECK(!is_certified || c->hi - c->lo <= margin, "[%a, %a] is certified", c->lo, c->hi);
        check_witness(s, &c->witness, c->time, c->hi);
    }
    for (int k = 0; k <= 12; k++) {
        double t = options->from + (options->to - options->from) * k / 12;
        double separation = exact_separation(s, fmin(t, options->to));
        CHECK(isnan(separation) || separation >= c->lo - rounding, "%a at %a, at least %a",
              separation, t, c->lo);
    }
}

static void check_limits(const MovingSolids* s, const GrazeSolidClearance* all, bool is_common)
{
    if (!is_common) return;
    double size = fabs(all->hi) + s->unit / 64;
    const double limits[3] = {all->hi - size, all->hi + size, 0};
    long double rounding =
        rounding_of(reach_of(s, common_of(s)), fmax(fabs(s->options.from), fabs(s->options.to)));
    for (int k = 0; k < 3; k++) {
        GrazeSolidClearance c;
        GrazeStatus status = graze_solid_clearance(&s->a, &s->b, &s->options, limits[k], NULL, &c);
        if (status == GRAZE_E_OUT_OF_MEMORY) continue;
        CHECK(status == GRAZE_OK, "status %d", (int)status);
        check_clearance(s, &c, limits[k], is_common);
        bool is_certified = c.status == GRAZE_CLEARANCE_CERTIFIED &&
                            all->status == GRAZE_CLEARANCE_CERTIFIED && s->is_sound;
        if (is_certified && all->hi < limits[k] - 8 * rounding)
            CHECK(c.hi < INFINITY && c.lo <= all->hi + rounding && all->lo <= c.hi + rounding,
                  "[%a, %a], below %a [%a, %a]", all->lo, all->hi, limits[k], c.lo, c.hi);
    }
}

/* ---------------------------------------------------------------- unsafe delays */

/* A chain of motions that begin later by a delay; the caller frees the pieces. */
typedef struct {
    GrazeSolidMotion links[MOVING_LINKS];
    GrazeSolidPiece* pieces[MOVING_LINKS];
    int count;
} LateChain;

static const GrazeSolidMotion* make_late(const GrazeSolidMotion* motion, double delay,
                                         LateChain* out)
{
    if (motion == NULL) {
        out->count = 0;
        return NULL;
    }
    const GrazeSolidMotion* parent = make_late(motion->parent, delay, out);
    int k = out->count++;
    out->pieces[k] = solid_room((size_t)motion->count * sizeof *motion->pieces);
    for (int32_t i = 0; i < motion->count; i++) {
        out->pieces[k][i] = motion->pieces[i];
        out->pieces[k][i].t0 += delay;
        out->pieces[k][i].t1 += delay;
    }
    out->links[k] = *motion;
    out->links[k].pieces = out->pieces[k];
    out->links[k].parent = parent;
    return &out->links[k];
}

/* Checks the least separation with a delay: of one that is free, or with which they meet. */
static void check_delay(const MovingSolids* s, const GrazeMotionOptions* options, double delay,
                        bool is_free)
{
    LateChain chain;
    GrazeSolidClearance c = {.status = GRAZE_CLEARANCE_UNDECIDED};
    GrazeMotionOptions complete = *options;
    MovingSolids late = *s;
    late.a.motion = make_late(s->a.motion, delay, &chain);
    complete.tolerance = NAN;
    graze_solid_motion_defaults(&late.a, &s->b, &complete);
    GrazeStatus status = graze_solid_clearance(&late.a, &s->b, &complete, INFINITY, NULL, &c);
    long double extent = fmaxl(fabsl((long double)delay), fabsl((long double)s->epoch) + s->pace);
    extent = fmaxl(extent, fmaxl(fabs(complete.from), fabs(complete.to)));
    long double slack =
        8 * rounding_of(reach_of(s, NULL), (double)extent) + 4 * complete.distance_tolerance;
    bool is_known = status == GRAZE_OK && c.status == GRAZE_CLEARANCE_CERTIFIED;
    if (is_known && is_free)
        CHECK(!(c.hi < -slack), "delay %a is free, but the separation is %a", delay, c.hi);
    if (is_known && !is_free)
        CHECK(c.lo <= slack, "delay %a is unsafe, but the separation is %a", delay, c.lo);
    for (int k = 0; k < chain.count; k++)
        free(chain.pieces[k]);
}

/* Returns a delay of [from, to], either of which may be infinite. */
static double delay_between(const MovingSolids* s, double from, double to)
{
    double span = 16 * s->pace;
    if (isinf(from) && isinf(to)) return 0;
    if (isinf(from)) return to - span;
    if (isinf(to)) return from + span;
    return from + 0.5 * (to - from);
}

static void check_delay_options(const MovingSolids* s, const GrazeMotionOptions* given, double from,
                                double to, const GrazeMotionOptions* options, double least,
                                double most)
{
    GrazeMotionOptions complete = *given;
    graze_solid_motion_defaults(&s->a, &s->b, &complete);
    double finest = graze_solid_unsafe_motion_delays_min_tolerance(&s->a, &s->b, from, to, options);
    CHECK(same_bits(from, isnan(least) ? -INFINITY : least) &&
              same_bits(to, isnan(most) ? INFINITY : most),
          "delays [%a, %a]", from, to);
    CHECK(same_bits(options->from, isnan(given->from) ? -INFINITY : given->from) &&
              same_bits(options->to, isnan(given->to) ? INFINITY : given->to),
          "time [%a, %a]", options->from, options->to);
    CHECK(same_bits(options->distance_tolerance, complete.distance_tolerance),
          "distance tolerance %a", options->distance_tolerance);
    CHECK(finest > 0 && options->tolerance >= (isnan(given->tolerance) ? finest : 0),
          "tolerance %a, the least is %a", options->tolerance, finest);
    CHECK(isnan(given->tolerance) || same_bits(options->tolerance, given->tolerance),
          "tolerance %a", options->tolerance);
    CHECK(options->method == given->method && options->max_iterations == given->max_iterations,
          "method %d, %d iterations", options->method, options->max_iterations);
}

static void check_delays(Input* input, const MovingSolids* s)
{
    enum { DELAYS = 3, MOST_ITERATIONS = 300 };
    GrazeMotionOptions given = s->options;
    given.max_iterations = 1 + input_below(input, MOST_ITERATIONS);
    given.tolerance = input_below(input, 2) == 0 ? NAN : s->pace / 1024;
    if (input_below(input, 2) == 0) given.from = given.to = NAN;
    double least = input_below(input, 2) == 0 ? NAN : (double)input_int(input, 4) * s->pace / 8;
    double most = input_below(input, 2) == 0 ? NAN : least + s->pace * input_below(input, 9) / 4;
    if (isnan(least)) most = NAN;
    GrazeMotionOptions options = given;
    double from = least;
    double to = most;
    graze_solid_unsafe_motion_delays_defaults(&s->a, &s->b, &from, &to, &options);
    check_delay_options(s, &given, from, to, &options, least, most);
    GrazeDelay* room = solid_room(DELAYS * sizeof *room);
    int32_t count = -1;
    GrazeStatus status = graze_solid_unsafe_motion_delays(&s->a, &s->b, from, to, &options, NULL,
                                                          room, DELAYS, &count);
    CHECK(status == GRAZE_OK || status == GRAZE_E_OUT_OF_MEMORY, "status %d", (int)status);
    CHECK(status != GRAZE_OK || (count >= 0 && count <= DELAYS + 1), "%d delays", count);
    bool is_sound = s->is_sound && options.touching == GRAZE_TOUCHING_CONFLICT;
    double behind = from;
    for (int32_t k = 0; status == GRAZE_OK && k < smaller(count, DELAYS); k++) {
        const GrazeDelay* i = &room[k];
        CHECK(i->begin_lo >= behind && i->begin_lo <= i->begin_hi && i->begin_lo <= i->end_lo &&
                  i->begin_hi <= i->end_hi && i->end_lo <= i->end_hi && i->end_hi <= to,
              "%a <= [%a, %a] to [%a, %a]", behind, i->begin_lo, i->begin_hi, i->end_lo, i->end_hi);
        bool is_undecided = i->status == GRAZE_CONTACT_UNDECIDED;
        bool is_hit = i->status == GRAZE_CONTACT_HIT;
        CHECK(is_hit || is_undecided || i->status == GRAZE_CONTACT_GRAZING, "status %d", i->status);
        CHECK(!is_undecided || k == count - 1, "undecided %d of %d", k, count);
        CHECK(i->iterations <= options.max_iterations + GRAZE_BISECTIONS, "%d iterations of %d",
              i->iterations, options.max_iterations);
        if (is_sound && behind < i->begin_lo) {
            check_delay(s, &options, delay_between(s, behind, i->begin_lo), true);
            /* Where a body appears or vanishes, the interval begins with the exact delay. */
            bool is_bracket = i->begin_lo < i->begin_hi;
            if (isfinite(i->begin_lo) && is_bracket) check_delay(s, &options, i->begin_lo, true);
        }
        if (is_sound && is_hit) {
            double finest =
                graze_solid_unsafe_motion_delays_min_tolerance(&s->a, &s->b, from, to, &options);
            double width = fmax(options.tolerance, finest) * (1 + 0x1p-20);
            CHECK(!(i->begin_hi - i->begin_lo > width) && !(i->end_hi - i->end_lo > width),
                  "brackets [%a, %a] and [%a, %a]", i->begin_lo, i->begin_hi, i->end_lo, i->end_hi);
            if (isfinite(i->begin_hi)) check_delay(s, &options, i->begin_hi, false);
            if (isfinite(i->end_lo)) check_delay(s, &options, i->end_lo, false);
        }
        behind = i->end_hi;
    }
    bool is_whole = status == GRAZE_OK && count <= DELAYS;
    if (is_whole && is_sound && behind < to)
        check_delay(s, &options, delay_between(s, behind, to), true);
    free(room);
}

/* ---------------------------------------------------------------- separations */

static void check_separations(Input* input, const MovingSolids* s, const Answers* all)
{
    enum { TIMES = 5 };
    const GrazeMotionOptions* options = &s->options;
    int32_t count = 1 + input_below(input, TIMES);
    size_t size = (size_t)count * sizeof(double);
    double* times = solid_room(size);
    double* found = solid_room(size);
    double* errors = solid_room(size);
    for (int32_t k = 0; k < count; k++)
        times[k] = k == 0 && isfinite(options->from) ? options->from
                   : k == 1 && isfinite(options->to)
                       ? options->to
                       : s->epoch + (double)input_int(input, 4) * s->pace / 8;
    GrazeStatus status =
        graze_solid_separations_at(&s->a, &s->b, times, count, NULL, found, errors);
    CHECK(status == GRAZE_OK || status == GRAZE_E_OUT_OF_MEMORY, "status %d", (int)status);
    for (int32_t k = 0; k < count && status == GRAZE_OK; k++) {
        double exact = exact_separation(s, times[k]);
        SolidReach reach = reach_of(s, common_of(s));
        CHECK(isinf(exact) ? isinf(found[k]) && errors[k] == 0
                           : isfinite(found[k]) && errors[k] >= 0 &&
                                 errors[k] <= 0x1p-40L * reach.size * (1 + reach.turn) +
                                                  8 * reach.speed * ulp_of(times[k]) + 0x1p-1000L,
              "%a at %a, error %a", found[k], times[k], errors[k]);
        if (!s->is_sound || isnan(exact) || isinf(exact)) continue;
        CHECK(is_near(found[k], exact, errors[k] + 0x1p-48L * reach.size + 0x1p-199L),
              "%a at %a, not %a, error %a", found[k], times[k], exact, errors[k]);
        bool is_asked = times[k] >= options->from && times[k] <= options->to;
        CHECK(!is_asked || all->clearance.lo <= found[k] + errors[k] + rounding_of(reach, times[k]),
              "%a at %a, at least %a", found[k], times[k], all->clearance.lo);
    }
    /* The errors may be left out. */
    double only = 0;
    if (status == GRAZE_OK) {
        status = graze_solid_separations_at(&s->a, &s->b, times, 1, NULL, &only, NULL);
        CHECK(status == GRAZE_OK && same_bits(only, found[0]), "%a with errors, %a without",
              found[0], only);
    }
    free(times);
    free(found);
    free(errors);
}

/* ---------------------------------------------------------------- published methods */

enum { ROUNDS = 3 };

/* Checks that the search by the instance's own method is traced, and has the same answer. */
static void check_trace(const MovingSolids* s, const GrazeSolidContact* expected)
{
    GrazeSolidContact c;
    double* times = solid_room(ROUNDS * sizeof *times);
    GrazeSolidContactRound* rounds = solid_room(ROUNDS * sizeof *rounds);
    memset(times, 0, ROUNDS * sizeof *times);
    memset(rounds, 0, ROUNDS * sizeof *rounds);
    GrazeStatus status =
        graze_solid_trace_contact_by(&s->a, &s->b, &s->options, NULL, times, rounds, ROUNDS, &c);
    CHECK(status == GRAZE_OK, "status %d", (int)status);
    CHECK(same_bytes(&c, expected, sizeof c), "%s", "a trace changes the contact");
    CHECK(is_zero(rounds, ROUNDS * sizeof *rounds), "%s", "rounds of another method");
    for (int32_t k = 0; k < smaller(c.iterations, ROUNDS); k++)
        CHECK(times[k] >= s->options.from && times[k] <= s->options.to &&
                  (k > 0 || times[k] == s->options.from),
              "query %d at %a", k, times[k]);
    free(times);
    free(rounds);
}

/* Checks that the bound of a round has the separation, with its normal in the world. */
static void check_round_normal(const MovingSolids* s, const GrazeSolidContactRound* round)
{
    long double slack = 64 * rounding_of(reach_of(s, NULL), round->time);
    const long double world[3] = {0, 0, 0};
    long double bound = -(long double)s->a.solid->radius - s->b.solid->radius;
    for (int i = 0; i < 2; i++) {
        const GrazeMovingSolid* body = i == 0 ? &s->a : &s->b;
        int turn = i == 0 ? 1 : -1;
        SolidFrame frame;
        solid_frame(body->motion, NULL, round->time, &frame);
        GrazeSolidPose pose = pose_of(&frame, world);
        const long double d[3] = {turn * round->normal[0], turn * round->normal[1],
                                  turn * round->normal[2]};
        bound -= solid_extent(body->solid, &pose, d);
    }
    if (round->separation > slack)
        CHECK(fabsl(bound - round->separation) <= slack, "bound %Lg of separation %a", bound,
              round->separation);
}

static void check_rounds(const MovingSolids* s, const GrazeMotionOptions* options,
                         const GrazeSolidContactRound* rounds, const double* times,
                         const GrazeSolidContact* c)
{
    static const char table[4][4][4] = {{"...", "...", "...", "..."},
                                        {"...", "BA.", "B..", "B.."},
                                        {"...", "A..", "BAC", "B.."},
                                        {"...", "A..", "A..", "B.."}};
    for (int32_t k = 0; k < c->iterations; k++) {
        const GrazeSolidContactRound* r = &rounds[k];
        bool is_last = k + 1 == c->iterations;
        CHECK(r->time == times[k] && r->time <= options->to &&
                  (k == 0 ? r->time == options->from : r->time >= times[k - 1]),
              "round %d at %a, %a", k, r->time, times[k]);
        CHECK(isfinite(r->separation) && is_unit_in_space(r->normal), "separation %a",
              r->separation);
        CHECK(r->count_a >= 1 && r->count_a <= 3 && r->count_b >= 1 && r->count_b <= 3,
              "features %d, %d", r->count_a, r->count_b);
        CHECK(r->flag >= 0 && r->flag <= smaller(k, 2), "flag %d of round %d", r->flag, k);
        char row = table[r->count_a][r->count_b][r->flag];
        bool is_bcda = options->method == GRAZE_METHOD_BCDA;
        char name = "-WABC"[r->procedure];
        bool is_contact = c->status == GRAZE_CONTACT_HIT || c->status == GRAZE_CONTACT_OVERLAPPING;
        if (is_last && is_contact)
            CHECK(row != '.' && name == '-', "procedure %d at the contact", r->procedure);
        else
            CHECK(row != '.' && (name == (is_bcda ? 'W' : row) || (row == 'C' && name == 'B')),
                  "procedure %d", r->procedure);
        if (!s->is_sound) continue;
        double exact = exact_separation(s, r->time);
        long double rounding = rounding_of(reach_of(s, common_of(s)), r->time);
        CHECK(isnan(exact) || is_near(r->separation, exact, rounding), "%a at %a, not %a",
              r->separation, r->time, exact);
        if (common_of(s) == NULL) check_round_normal(s, r);
    }
}

/* Checks that the published methods, which certify nothing, still end, and say what they did. */
static void check_published(const MovingSolids* s, bool is_common)
{
    GrazeMotionOptions options = s->options;
    if (s->a.solid->count * s->b.solid->count > 64) return;
    options.max_iterations = smaller(options.max_iterations, ROUNDS);
    for (int method = GRAZE_METHOD_BCDA; method <= GRAZE_METHOD_PCDA; method++) {
        GrazeSolidContact c;
        double* times = solid_room(ROUNDS * sizeof *times);
        GrazeSolidContactRound* rounds = solid_room(ROUNDS * sizeof *rounds);
        options.method = (GrazeContactMethod)method;
        GrazeStatus status =
            graze_solid_trace_contact_by(&s->a, &s->b, &options, NULL, times, rounds, ROUNDS, &c);
        bool is_answered = status == GRAZE_OK;
        CHECK(is_answered || status == GRAZE_E_OUT_OF_MEMORY, "status %d", (int)status);
        if (is_answered) {
            bool is_free = c.status == GRAZE_CONTACT_FREE;
            CHECK(is_common ? c.iterations > 0 && c.iterations <= ROUNDS : c.iterations == 0,
                  "%d iterations", c.iterations);
            CHECK(c.status != GRAZE_CONTACT_GRAZING && c.status >= 0 &&
                      c.status <= GRAZE_CONTACT_UNDECIDED,
                  "status %d", c.status);
            double last = is_common ? times[c.iterations - 1] : options.to;
            double lo = is_free ? options.to : c.lo;
            bool is_open = is_free || c.status == GRAZE_CONTACT_UNDECIDED;
            CHECK(c.lo == lo && lo >= last && lo <= options.to, "%a after %a", c.lo, last);
            /* An instant between two numbers of a late clock. */
            CHECK(is_open ? c.hi == options.to : c.hi == lo || c.hi == nextafter(lo, INFINITY),
                  "[%a, %a]", c.lo, c.hi);
            if (is_free)
                CHECK(is_zero(&c.witness, sizeof c.witness) && c.separation == 0, "%a apart",
                      c.separation);
            if (c.status == GRAZE_CONTACT_HIT || c.status == GRAZE_CONTACT_OVERLAPPING)
                CHECK(c.lo == last, "contact at %a, last query at %a", c.lo, last);
            check_rounds(s, &options, rounds, times, &c);
            if (!is_free) {
                check_named_witness(s, &c.witness);
                CHECK(isfinite(c.separation), "separation %a", c.separation);
                if (s->is_sound) check_witness(s, &c.witness, c.lo, c.separation);
            }
        }
        free(times);
        free(rounds);
    }
}

/* ---------------------------------------------------------------- the target */

/* Checks that both brackets contain the first contact. */
static void check_swapped(const MovingSolids* s, const Answers* all)
{
    GrazeSolidContact other;
    const GrazeSolidContact* c = &all->contact;
    GrazeStatus status = graze_solid_first_contact(&s->b, &s->a, &s->options, NULL, &other);
    if (status != GRAZE_OK || !s->is_sound) return;
    double tick = 2 * ulp_of(fmax(fabs(c->lo), fabs(c->hi)));
    bool is_hit = other.status == GRAZE_CONTACT_HIT && c->status == GRAZE_CONTACT_HIT;
    bool is_strict = s->options.touching == GRAZE_TOUCHING_CONFLICT;
    CHECK(!is_hit || !is_strict || (other.lo <= c->hi + tick && c->lo <= other.hi + tick),
          "[%a, %a], swapped [%a, %a]", c->lo, c->hi, other.lo, other.hi);
}

/* Checks answers with memory of exactly a promised size: those without it, or too little memory. */
static void check_memory(Input* input, const MovingSolids* s, const Answers* all)
{
    Answers other;
    size_t size = graze_solid_scratch_size(1 + input_below(input, 160));
    const GrazeSolidScratch scratch = {solid_room(size), size};
    bool is_answered = ask_all(s, &scratch, &other);
    free(scratch.memory);
    if (!is_answered) return;
    CHECK(same_bytes(&other.contact, &all->contact, sizeof other.contact) &&
              same_bytes(&other.clearance, &all->clearance, sizeof other.clearance) &&
              other.count == all->count,
          "%s", "other memory has other answers");
}

/* Checks that the bracket of a contact is that of the contact, without a witness. */
static void check_bracket(const MovingSolids* s, const Answers* all)
{
    GrazeSolidContact out;
    const GrazeSolidContact* c = &all->contact;
    memset(&out, 0x55, sizeof out);
    GrazeStatus status = graze_solid_contact_bracket(&s->a, &s->b, &s->options, NULL, &out);
    CHECK(status == GRAZE_OK, "status %d", (int)status);
    CHECK(same_bits(out.lo, c->lo) && same_bits(out.hi, c->hi) && out.status == c->status &&
              out.iterations == c->iterations,
          "[%a, %a], the contact is in [%a, %a]", out.lo, out.hi, c->lo, c->hi);
    CHECK(out.separation == 0 && is_zero(&out.witness, sizeof out.witness), "separation %a",
          out.separation);
}

/* Checks that bodies whose boxes over all of the time are far apart are left out. */
static void check_far(const MovingSolids* s, int32_t count, double reach, int32_t steps,
                      const uint32_t* first, const uint32_t* second)
{
    GrazeSolidMotionBounds box[2];
    double largest = 0;
    double gap = 0;
    graze_solid_motion_bounds(&s->a, s->options.from, s->options.to, 1, &box[0]);
    graze_solid_motion_bounds(&s->b, s->options.from, s->options.to, 1, &box[1]);
    for (int k = 0; k < 3; k++) {
        gap = fmax(gap, box[1].box.min[k] - box[0].box.max[k]);
        gap = fmax(gap, box[0].box.min[k] - box[1].box.max[k]);
        for (int i = 0; i < 2; i++)
            largest = fmax(largest, fmax(fabs(box[i].box.min[k]), fabs(box[i].box.max[k])));
    }
    if (!(gap > 2 * reach + 0x1p-20 * largest) || steps > 1) return;
    for (int32_t k = 0; k < count; k++)
        CHECK(first[k] == 0 && second[k] == 2, "boxes %a apart are a pair", gap);
}

/* Checks that bodies which come near each other are among the pairs that may. */
static void check_near(Input* input, const MovingSolids* s, const Answers* all)
{
    const GrazeMotionOptions* options = &s->options;
    const GrazeMovingSolid bodies[3] = {s->a, s->b, s->a};
    const GrazeSolidClearance* c = &all->clearance;
    int32_t steps = 1 + input_below(input, 20);
    int32_t room = input_below(input, 4);
    uint32_t* first = solid_room(3 * sizeof *first);
    uint32_t* second = solid_room(3 * sizeof *second);
    SolidReach size = reach_of(s, common_of(s));
    double reach = s->unit / 64 * input_below(input, 4) + 4 * options->distance_tolerance;
    double slack = (double)(0x1p-40L * size.size * (1 + size.turn)) + 0x1p-1000;
    void* storage = solid_room(graze_solid_moving_near_size(3, room));
    int32_t count = graze_solid_moving_near(bodies, 3, reach + slack, options->from, options->to,
                                            steps, storage, room, first, second);
    CHECK(count >= 0 && count <= room + 1 && count <= 3, "%d pairs with room for %d", count, room);
    bool is_near = c->hi <= reach && c->is_common == 1;
    for (int32_t k = 0; k < count && count <= room; k++) {
        CHECK(first[k] < second[k] && second[k] < 3, "pair %u, %u", first[k], second[k]);
        CHECK(k == 0 || first[k - 1] < first[k] ||
                  (first[k - 1] == first[k] && second[k - 1] < second[k]),
              "pair %d is not in order", k);
    }
    if (s->is_sound && is_near && count <= room)
        CHECK(count >= 2 && first[0] == 0 && second[0] == 1, "%d pairs, the bodies are %a apart",
              count, c->hi);
    if (count <= room && count > 0 && c->status == GRAZE_CLEARANCE_CERTIFIED)
        check_far(s, count, reach, steps, first, second);
    free(storage);
    free(first);
    free(second);
}

/* ---------------------------------------------------------------- paths */

enum { MAX_STEPS = 40 };

/* A path, and the boxes of its steps. */
typedef struct {
    GrazeSolidPath path;
    float boxes[6 * MAX_STEPS];
} BoxedPath;

/* Checks the sides of a box of steps: each vertex is inside at the times between, and each side is
   that of the bounds, to within rounding, unless the box is of several parts. */
static void check_box(const MovingSolids* s, const GrazeSolidPath* path, int32_t from, int32_t end,
                      const float* box, bool is_exact)
{
    const double point[3] = {path->clock.x, path->clock.y, path->z};
    double first = graze_clock_time(&path->clock, from);
    double last = graze_clock_time(&path->clock, end);
    GrazeSolidMotionBounds bounds;
    graze_solid_motion_bounds(&path->body, first, last, 1, &bounds);
    bool is_empty = bounds.box.min[0] > bounds.box.max[0];
    for (int k = 0; k < 3 && is_empty; k++)
        CHECK(box[k] == INFINITY && box[k + 3] == -INFINITY, "[%a, %a]", box[k], box[k + 3]);
    if (is_empty) return;
    SolidReach reach = solid_reach(path->body.motion, NULL, core_reach(path->body.solid));
    long double slack = 0x1p-52L * reach.size * (1 + reach.turn) + reach.speed * ulp_of(last);
    for (int n = 0; n <= 4 && s->is_sound; n++) {
        SolidFrame frame;
        double t = n < 4 ? first + (last - first) * n / 4 : last;
        if (!solid_frame(path->body.motion, NULL, t, &frame)) continue;
        for (int32_t i = 0; i < path->body.solid->count; i++) {
            LongPoint p = solid_frame_point(&frame, &path->body.solid->vertices[i]);
            for (int k = 0; k < 3; k++)
                CHECK(p.at[k] - path->body.solid->radius >= point[k] + box[k] - slack &&
                          p.at[k] + path->body.solid->radius <= point[k] + box[k + 3] + slack,
                      "vertex %d at %a is at %La, of %a + [%a, %a]", i, t, p.at[k], point[k],
                      box[k], box[k + 3]);
        }
    }
    for (int k = 0; k < 3 && is_exact; k++) {
        double lo = bounds.box.min[k] - point[k];
        double hi = bounds.box.max[k] - point[k];
        double wide = 0x1p-20 * (fabs(lo) + fabs(hi)) + 0x1p-120 +
                      0x1p-38 * bounds.point_speed * (path->clock.t1 - path->clock.t0);
        bool is_wide = fabs(lo) + fabs(hi) + wide > FLT_MAX / 2;
        CHECK(is_wide || (box[k] > lo - wide && box[k + 3] < hi + wide),
              "[%a, %a] of bounds [%a, %a]", box[k], box[k + 3], lo, hi);
    }
}

/* Returns whether a step is one in which the body moves: which has a part of the time, or at an end
   of it an instant at which a body appears or vanishes. */
static bool moves_in(const GrazeSolidPath* path, int32_t i, double begin, double end)
{
    double first = graze_clock_time(&path->clock, i);
    double last = graze_clock_time(&path->clock, i + 1);
    bool vanishes[2] = {false, false};
    for (const GrazeSolidMotion* m = path->body.motion; m != NULL; m = m->parent) {
        vanishes[0] = vanishes[0] || m->before == GRAZE_VANISH;
        vanishes[1] = vanishes[1] || m->after == GRAZE_VANISH;
    }
    return (last > begin || (vanishes[0] && last == begin)) &&
           (first < end || (vanishes[1] && first == end));
}

static void check_boxes(const MovingSolids* s, const GrazeMovingSolid* body,
                        const GrazeClock* clock, double z, BoxedPath* out)
{
    GrazeSolidPath* path = &out->path;
    graze_solid_path_init(path, body, clock, z, solid_room(graze_solid_path_size(clock)));
    CHECK(path->body.solid == body->solid && path->body.motion == body->motion &&
              same_bytes(&path->clock, clock, sizeof *clock) && same_bits(path->z, z),
          "%s", "other arguments");
    CHECK(path->count == graze_clock_steps(clock) && path->block_steps == 16 &&
              path->block_count == (path->count + 15) / 16,
          "%d steps, %d blocks of %d", path->count, path->block_count, path->block_steps);
    graze_solid_path_boxes(path, 0, path->count, out->boxes);
    for (int32_t i = 0; i < path->count; i++)
        check_box(s, path, i, i + 1, out->boxes + 6 * (size_t)i, true);
    for (int32_t b = 0; b < path->block_count; b++) {
        int32_t end = smaller(16 * b + 16, path->count);
        check_box(s, path, 16 * b, end, path->blocks + 6 * (size_t)b, false);
    }
    double begin = -INFINITY;
    double end = INFINITY;
    if (!graze_solid_motion_window(body, body, &begin, &end) || !(begin < end)) return;
    int32_t first = path->count;
    int32_t last = 0;
    for (int32_t i = 0; i < path->count; i++)
        if (moves_in(path, i, begin, end)) {
            first = smaller(first, i);
            last = i + 1;
        }
    if (first < last)
        CHECK(path->first_step == first && path->end_step == last, "steps %d to %d, not %d to %d",
              path->first_step, path->end_step, first, last);
    else
        CHECK(path->first_step == path->end_step, "steps %d to %d", path->first_step,
              path->end_step);
}

/* Returns whether boxes of a block are within reach. */
static bool are_blocks_near(const BoxedPath path[2], int32_t b, double reach)
{
    const float* p = path[0].path.blocks + 6 * (size_t)b;
    const float* q = path[1].path.blocks + 6 * (size_t)b;
    for (int k = 0; k < 3; k++)
        if ((double)q[k] - p[k + 3] > reach || (double)p[k] - q[k + 3] > reach) return false;
    return true;
}

/*
 * Checks the answers of two paths: those of the narrow phase where all boxes are near each other, none
 * where none are, and consistent ones else.
 */
static void check_sweep(const MovingSolids* s, const BoxedPath path[2], double limit)
{
    const GrazeMotionOptions* options = &s->options;
    GrazeSolidContact found;
    GrazeSolidContact whole;
    GrazeSolidClearance least;
    GrazeSolidClearance expected;
    memset(&found, 0x55, sizeof found);
    memset(&least, 0x55, sizeof least);
    GrazeStatus status[4] = {
        graze_solid_sweep(&path[0].path, &path[1].path, options, NULL, &found),
        graze_solid_contact_bracket(&s->a, &s->b, options, NULL, &whole),
        graze_solid_sweep_clearance(&path[0].path, &path[1].path, options, limit, NULL, &least),
        graze_solid_clearance(&s->a, &s->b, options, limit, NULL, &expected)};
    for (int k = 0; k < 4; k++) {
        CHECK(status[k] == GRAZE_OK || status[k] == GRAZE_E_OUT_OF_MEMORY, "status %d",
              (int)status[k]);
        if (status[k] != GRAZE_OK) return;
    }
    int32_t near = 0;
    int32_t within = 0;
    for (int32_t b = 0; b < path[0].path.block_count; b++) {
        near += are_blocks_near(path, b, 2 * options->distance_tolerance);
        within += are_blocks_near(path, b, limit);
    }
    bool is_hit = whole.status == GRAZE_CONTACT_HIT || whole.status == GRAZE_CONTACT_OVERLAPPING;
    if (near == path[0].path.block_count)
        CHECK(same_bytes(&found, &whole, sizeof found), "[%a, %a], not [%a, %a]", found.lo,
              found.hi, whole.lo, whole.hi);
    if (near == 0)
        CHECK(found.status == GRAZE_CONTACT_FREE && found.lo == options->to &&
                  found.hi == options->to && found.iterations == 0,
              "status %d in [%a, %a]", found.status, found.lo, found.hi);
    CHECK(!is_hit || found.status != GRAZE_CONTACT_FREE, "free of a contact in [%a, %a]", whole.lo,
          whole.hi);
    CHECK(found.lo >= options->from && found.lo <= found.hi && found.hi <= options->to,
          "[%a, %a] of [%a, %a]", found.lo, found.hi, options->from, options->to);
    if (s->is_sound) check_before(s, &found, "before a contact of paths");
    CHECK(found.separation == 0 && is_zero(&found.witness, sizeof found.witness), "separation %a",
          found.separation);
    bool is_near = expected.hi < INFINITY;
    bool is_same = same_bits(least.lo, fmin(fmin(limit, expected.lo), expected.hi)) &&
                   same_bits(least.hi, expected.hi) && least.is_common == is_near &&
                   least.iterations == expected.iterations &&
                   same_bits(least.time, is_near ? expected.time : 0);
    if (within == path[0].path.block_count)
        CHECK(is_same && (least.status == expected.status || !(expected.lo < limit)),
              "[%a, %a], not [%a, %a] below %a", least.lo, least.hi, expected.lo, expected.hi,
              limit);
    if (within == 0)
        CHECK(least.lo == limit && least.hi == INFINITY && least.iterations == 0 &&
                  least.is_common == 0 && least.status == GRAZE_CLEARANCE_CERTIFIED,
              "[%a, %a] apart", least.lo, least.hi);
    CHECK(least.lo <= fmax(expected.hi, least.hi), "[%a, %a], not [%a, %a]", least.lo, least.hi,
          expected.lo, expected.hi);
    CHECK(least.spare == 0 && is_zero(&least.witness, sizeof least.witness), "%s", "a witness");
}

static void check_paths(Input* input, const MovingSolids* s)
{
    static BoxedPath path[2];
    const GrazeMotionOptions* options = &s->options;
    double span = options->to - options->from;
    const GrazeClock clock = {options->from, options->to, span / (1 + input_below(input, 36)),
                              (double)input_int(input, 3), (double)input_int(input, 3)};
    double z = (double)input_int(input, 3);
    if (graze_clock_check(&clock) != GRAZE_OK || graze_clock_steps(&clock) > MAX_STEPS) return;
    check_boxes(s, &s->a, &clock, z, &path[0]);
    check_boxes(s, &s->b, &clock, z, &path[1]);
    double limit = input_below(input, 3) == 0 ? INFINITY : s->unit / 4 * input_below(input, 8);
    if (options->method < GRAZE_METHOD_BCDA) check_sweep(s, path, limit);
    free(path[0].path.blocks);
    free(path[1].path.blocks);
}

/* Checks that a witness names a part of a union, and makes it that of a convex body. */
static void take_part(GrazeSolidWitness* witness, int32_t count)
{
    CHECK(witness->part_a >= 0 && witness->part_a < count && witness->part_b == -1,
          "parts %d and %d of %d", witness->part_a, witness->part_b, count);
    witness->part_a = -1;
}

/* Checks the answers for a union of one or two copies of A, which are right for A too. */
static void check_union(const MovingSolids* s, int32_t count, bool is_common)
{
    static Answers all;
    GrazeSolid compound;
    double separation[2];
    double error[2];
    double t = s->epoch;
    GrazeMotionOptions published = s->options;
    GrazeSolidContact refused;
    published.method = GRAZE_METHOD_PCDA;
    const GrazeSolid parts[2] = {*s->a.solid, *s->a.solid};
    void* memory = solid_room(graze_solid_compound_size(parts, count));
    MovingSolids whole = *s;
    whole.a.solid = &compound;
    if (graze_solid_compound(parts, count, memory, &compound) == GRAZE_OK &&
        ask_all(&whole, NULL, &all)) {
        GrazeStatus published_status = graze_solid_trace_contact_by(&whole.a, &s->b, &published,
                                                                    NULL, NULL, NULL, 0, &refused);
        CHECK(published_status == GRAZE_E_NOT_CONVEX, "PCDA of a union: %d", (int)published_status);
        bool is_hit = all.contact.status != GRAZE_CONTACT_FREE;
        if (is_hit) take_part(&all.contact.witness, count);
        if (all.clearance.hi < INFINITY) take_part(&all.clearance.witness, count);
        if (count == 1) {
            check_contact(s, &all.contact, is_common);
            check_intervals(s, &all, is_common);
            check_clearance(s, &all.clearance, INFINITY, is_common);
        } else if (s->is_sound && is_common) {
            check_before(s, &all.contact, "before the contact of a union");
            check_witness(s, &all.clearance.witness, all.clearance.time, all.clearance.hi);
        }
        const GrazeStatus status[2] = {
            graze_solid_separations_at(&whole.a, &s->b, &t, 1, NULL, &separation[0], &error[0]),
            graze_solid_separations_at(&s->a, &s->b, &t, 1, NULL, &separation[1], &error[1]),
        };
        bool is_answered = status[0] == GRAZE_OK && status[1] == GRAZE_OK;
        CHECK(!is_answered || separation[0] == separation[1] ||
                  fabs(separation[0] - separation[1]) <= error[0] + error[1],
              "separation %a, of the part %a", separation[0], separation[1]);
    }
    free(memory);
}

static void check_moving(Input* input, MovingSolids* s)
{
    static Answers all;
    bool is_common = complete_options(s);
    for (int k = 0; k < 2; k++) {
        double t = s->epoch + (double)input_int(input, 4) * s->pace / 8;
        check_pose(s, &s->a, t);
        check_pose(s, &s->b, t);
    }
    double from = is_common ? s->options.from : s->epoch;
    double to = is_common ? s->options.to : s->epoch + s->pace;
    check_bounds(input, s, &s->a, from, to);
    check_bounds(input, s, &s->b, from, to);
    check_union(s, 1 + input_below(input, 2), is_common);
    if (!ask_all(s, NULL, &all)) return;
    check_contact(s, &all.contact, is_common);
    check_intervals(s, &all, is_common);
    check_clearance(s, &all.clearance, INFINITY, is_common);
    check_room(input, s, &all);
    check_limits(s, &all.clearance, is_common);
    check_separations(input, s, &all);
    check_delays(input, s);
    check_swapped(s, &all);
    if (is_common && s->options.method < GRAZE_METHOD_BCDA) check_trace(s, &all.contact);
    check_published(s, is_common);
    check_memory(input, s, &all);
    check_bracket(s, &all);
    if (is_common) check_near(input, s, &all);
    if (is_common) check_paths(input, s);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static MovingSolids s;
    Input input = {data, size};
    check_subject(print_moving_solids, &s);
    bool is_taken = moving_solids_read(&input, &s);
    check_chains(&input, &s);
    for (int i = 0; i < MOVING_LINKS; i++)
        is_taken = check_link(&s, &s.links[i]) && is_taken;
    if (is_taken) check_moving(&input, &s);
    moving_solids_free(&s);
    return 0;
}
