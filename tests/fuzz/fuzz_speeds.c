/*
 * Fuzzes graze_unsafe_speeds and graze_safe_velocity, for discs and for spheres. With a speed
 * inside of the reported spans the two meet, with any other they do not, by the smallest gap in
 * long double. A safe velocity avoids the conflict, is possible, and differs from the agent's own
 * by no more than needed.
 */
#include "../../src/tolerance.h"
#include "approach.h"
#include "check.h"
#include "moving_discs.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MORE = 4 };

/* Two discs, or spheres if `is_space`. */
typedef struct {
    GrazeMovingSphere s1, s2;
    bool is_space;
    GrazeSpeedLimits limits;
    GrazeSafeVelocity answer;
} Subject;

static void print_subject(const void* subject)
{
    const Subject* s = subject;
    print_sphere("first", &s->s1);
    print_sphere("second", &s->s2);
    fprintf(stderr, "  speeds %a to %a, %a to %a, margin %a, can wait: %d\n", s->limits.min_speed1,
            s->limits.max_speed1, s->limits.min_speed2, s->limits.max_speed2, s->limits.margin,
            s->limits.can_wait);
    fprintf(stderr, "  step %d: agent %d, (%a, %a, %a) to %a, delay %a\n", s->answer.step,
            s->answer.agent, s->answer.vx, s->answer.vy, s->answer.vz, s->answer.end,
            s->answer.delay);
}

/* ---- truth ---- */

static ExactPiece piece_of(const GrazeMovingSphere* s)
{
    return exact_piece_of(s, 0);
}

static long double speed_of(const GrazeMovingSphere* s)
{
    return hypotl(hypotl(s->vx, s->vy), s->vz);
}

/* Returns the edge `factor` times as fast; 0 means that the agent does not start at all. */
static ExactPiece at_factor(const GrazeMovingSphere* s, long double factor)
{
    ExactPiece c = piece_of(s);
    for (int axis = 0; axis < 3; axis++)
        c.velocity[axis] *= factor;
    c.lasts = factor > 0 ? c.lasts / factor : 0;
    c.to = factor > 0 ? s->t0 + c.lasts : INFINITY;
    return c;
}

/* Returns the stay at the end of a piece. */
static ExactPiece stay_after(const ExactPiece* c)
{
    ExactPiece stay = *c;
    for (int axis = 0; axis < 3; axis++) {
        stay.gone[axis] += (c->to - c->start) * c->velocity[axis];
        stay.velocity[axis] = 0;
    }
    stay.from = c->to;
    stay.lasts = 0;
    stay.to = INFINITY;
    return stay;
}

typedef struct {
    long double seen, floor, slack;
} Gap;

static void add_gap(Gap* gap, const Encounter* e)
{
    long double from;
    long double to;
    if (!encounter_window(e, -INFINITY, INFINITY, &from, &to)) return;
    SmallestGap least = encounter_least(e, from, to);
    gap->seen = fminl(gap->seen, least.seen);
    gap->floor = fminl(gap->floor, least.floor);
    gap->slack = fmaxl(gap->slack, encounter_slack(e, to));
}

static Gap gap_of(const ExactPiece* a, const ExactPiece* b)
{
    Gap gap = {INFINITY, INFINITY, 0};
    const Encounter e = {*a, *b};
    add_gap(&gap, &e);
    return gap;
}

/* Shifts times to `start`: a fast agent leaves sooner than clocks that have run for long
 * resolve. */
static ExactPiece since(ExactPiece c, double start)
{
    c.from -= start;
    c.to -= start;
    c.start -= start;
    return c;
}

static Gap gap_at(const GrazeMovingSphere* s, const GrazeMovingSphere* r, long double factor,
                  GrazeEnding after)
{
    ExactPiece own = since(piece_of(s), s->t0);
    ExactPiece other = since(piece_of(r), s->t0);
    for (int axis = 0; axis < 3; axis++)
        own.velocity[axis] *= factor;
    own.lasts = factor > 0 ? own.lasts / factor : 0;
    own.to = factor > 0 ? own.lasts : INFINITY;
    Gap gap = gap_of(&own, &other);
    if (after == GRAZE_STAY && factor > 0) {
        const Encounter e = {stay_after(&own), other};
        add_gap(&gap, &e);
    }
    /* All lengths enter the rounding, also those of static discs. */
    const Encounter planned = {since(piece_of(s), s->t0), other};
    gap.slack = fmaxl(gap.slack, encounter_slack(&planned, factor > 0 ? own.to : s->t1));
    return gap;
}

static GrazeMovingDisc disc_of(const GrazeMovingSphere* s)
{
    return (GrazeMovingDisc){s->x, s->y, s->vx, s->vy, s->t0, s->t1, s->radius};
}

/* ---- unsafe speeds ---- */

static void check_speed(const Subject* m, GrazeEnding after, const GrazeSpan* span, bool is_found,
                        double speed)
{
    const long double NEAR = 0x1p-29L;
    long double own = speed_of(&m->s1);
    if (!(speed >= 0 && isfinite(speed)) || own == 0) return;
    long double factor = speed / own;
    if (factor > 0 && !isfinite((double)(1 / factor))) return;
    Gap gap = gap_at(&m->s1, &m->s2, factor, after);
    bool is_inside =
        is_found && speed >= span->begin * (1 + NEAR) && speed <= span->end * (1 - NEAR);
    bool is_about =
        is_found && speed >= span->begin * (1 - NEAR) && speed <= span->end * (1 + NEAR);
    CHECK(!is_inside || gap.floor <= 4 * gap.slack, "speed %a is unsafe, but they stay %La apart",
          speed, gap.floor);
    CHECK(is_about || gap.seen >= -4 * gap.slack, "speed %a is safe, but a gap of %La", speed,
          gap.seen);
}

/* Checks an edge of zero length: all speeds are unsafe, or none; its time passes there. */
static void check_standing(const Subject* m, GrazeEnding after, int32_t count,
                           const GrazeSpan* span)
{
    ExactPiece own = piece_of(&m->s1);
    ExactPiece other = piece_of(&m->s2);
    if (after == GRAZE_STAY) own.to = fmaxl(own.to, other.to);
    for (int axis = 0; axis < 3; axis++)
        own.velocity[axis] = 0;
    Gap gap = gap_of(&own, &other);
    CHECK(count == 0 || (span->begin == 0 && span->end == INFINITY), "[%a, %a]", span->begin,
          span->end);
    CHECK(count == 0 || gap.floor <= 4 * gap.slack, "%La apart", gap.floor);
    CHECK(count == 1 || gap.seen >= -4 * gap.slack, "a gap of %La", gap.seen);
}

static void check_speeds(Input* input, const Subject* m, GrazeEnding after)
{
    GrazeSpan span = {0, 0};
    const GrazeMovingDisc disc1 = disc_of(&m->s1);
    const GrazeMovingDisc disc2 = disc_of(&m->s2);
    int32_t count = m->is_space ? graze_sphere_unsafe_speeds(&m->s1, &m->s2, after, &span)
                                : graze_unsafe_speeds(&disc1, &disc2, after, &span);
    CHECK(count >= 0 && count <= GRAZE_MAX_SPEEDS, "%d", count);
    CHECK(count == 0 || (0 <= span.begin && span.begin <= span.end), "[%a, %a]", span.begin,
          span.end);
    long double length = speed_of(&m->s1) * ((long double)m->s1.t1 - m->s1.t0);
    if (length == 0) {
        check_standing(m, after, count, &span);
        return;
    }
    /* So short an edge counts as one of zero length. */
    if (length < 0x1p-150L * encounter_size(&(Encounter){piece_of(&m->s1), piece_of(&m->s2)}))
        return;
    double own = (double)speed_of(&m->s1);
    check_speed(m, after, &span, count > 0, own);
    if (count > 0) {
        check_speed(m, after, &span, true, span.begin * (1 - 0x1p-28));
        check_speed(m, after, &span, true, span.begin * (1 + 0x1p-28));
        check_speed(m, after, &span, true, span.end * (1 - 0x1p-28));
        check_speed(m, after, &span, true, span.end * (1 + 0x1p-28));
        check_speed(m, after, &span, true, span.begin / 2 + span.end / 2);
    }
    for (int k = 0; k < MORE; k++)
        check_speed(m, after, &span, count > 0, own * ldexp((double)input_bits(input, 2), -12));
}

/* ---- safe velocities ---- */

static double read_limit(Input* input, double own, double usual)
{
    return input_below(input, 2) ? usual : own * (double)input_bits(input, 1) / 64;
}

static void read_limits(Input* input, Subject* s)
{
    double own1 = (double)speed_of(&s->s1);
    double own2 = (double)speed_of(&s->s2);
    GrazeSpeedLimits* l = &s->limits;
    l->min_speed1 = read_limit(input, own1, 0);
    l->max_speed1 = fmax(read_limit(input, own1, INFINITY), l->min_speed1);
    l->min_speed2 = read_limit(input, own2, 0);
    l->max_speed2 = fmax(read_limit(input, own2, INFINITY), l->min_speed2);
    const Encounter e = {piece_of(&s->s1), piece_of(&s->s2)};
    l->margin = input_below(input, 3) == 0
                    ? 0
                    : (double)encounter_size(&e) * ldexp(1, -1 - input_below(input, 40));
    l->can_wait = input_below(input, 2);
}

static ExactPiece wider(const GrazeMovingSphere* s, long double margin)
{
    ExactPiece c = piece_of(s);
    c.radius += margin;
    return c;
}

/* Returns the largest excess of a time over its minimum: see graze.h. */
static long double onward_of(const Subject* s)
{
    const GrazeMovingSphere* a = &s->s1;
    const GrazeMovingSphere* b = &s->s2;
    return 0x1p-30L *
           fmaxl(fmaxl(fabsl(a->t0), fabsl(a->t1)), fmaxl(fabsl(b->t1), s->answer.delay));
}

/* Returns the length and width of a disc's path. */
static long double size_of(const GrazeMovingSphere* s)
{
    long double lasts = (long double)s->t1 - s->t0;
    return s->radius + (fabsl(s->vx) + fabsl(s->vy) + fabsl(s->vz)) * lasts;
}

/* Checks that the answer leaves the margin, up to rounding: see graze.h. */
static void check_clear(const Subject* subject, const ExactPiece* a, const GrazeMovingSphere* b,
                        const char* what)
{
    const GrazeMovingSphere* s1 = &subject->s1;
    const GrazeMovingSphere* s2 = &subject->s2;
    long double margin = subject->limits.margin;
    ExactPiece other = wider(b, margin);
    Gap gap = gap_of(a, &other);
    long double lengths = size_of(s1) + size_of(s2) + fabsl((long double)s1->x - s2->x) +
                          fabsl((long double)s1->y - s2->y) + fabsl((long double)s1->z - s2->z) +
                          margin;
    CHECK(gap.seen >= -8 * gap.slack - 2 * GRAZE_SAFE_VELOCITY_ERROR * lengths, "%s: a gap of %La",
          what, gap.seen);
}

/* Checks that a speed nearer to the agent's own is unsafe with the margin, or impossible. */
static void check_nearer(const Subject* s, const GrazeMovingSphere* own,
                         const GrazeMovingSphere* other, long double least, long double most,
                         long double speed)
{
    long double lasts = (long double)own->t1 - own->t0;
    long double changed = (long double)s->answer.end - own->t0;
    long double ulp = 0x1p-51L * fmaxl(fabsl(own->t0), fabsl(s->answer.end));
    /* The edge ends at a double, whose rounding can be a large part of a short time. */
    long double rounding = 0x1p-20L + onward_of(s) / lasts + ulp / changed;
    long double planned = speed_of(own);
    long double change = fabsl(speed - planned) * (1 - rounding) - planned * rounding;
    GrazeMovingSphere wide = *other;
    for (int side = -1; side <= 1 && change > 0; side += 2) {
        long double nearer = planned + side * change;
        if (nearer <= 0x1p-20L * planned || nearer < least || nearer > most) continue;
        ExactPiece a = at_factor(own, nearer / planned);
        ExactPiece b = wider(&wide, s->limits.margin);
        Gap gap = gap_of(&a, &b);
        CHECK(gap.floor <= 8 * gap.slack, "speed %La is nearer, and a gap of %La", nearer,
              gap.floor);
    }
}

static void check_changed(const Subject* s)
{
    const GrazeSafeVelocity* out = &s->answer;
    bool is_first = out->agent == 1;
    const GrazeMovingSphere* own = is_first ? &s->s1 : &s->s2;
    const GrazeMovingSphere* other = is_first ? &s->s2 : &s->s1;
    long double least = is_first ? s->limits.min_speed1 : s->limits.min_speed2;
    long double most = is_first ? s->limits.max_speed1 : s->limits.max_speed2;
    GrazeMovingSphere changed = *own;
    changed.vx = out->vx;
    changed.vy = out->vy;
    changed.vz = out->vz;
    changed.t1 = out->end;
    CHECK(out->agent == out->step - 1 && out->delay == 0, "agent %d, delay %a", out->agent,
          out->delay);
    CHECK(graze_velocity_sphere_check(&changed) == GRAZE_OK, "to %a", changed.t1);
    long double speed = speed_of(&changed);
    const long double NEAR = 0x1p-48L;
    CHECK(speed >= least * (1 - NEAR) && speed <= most * (1 + NEAR), "speed %La", speed);
    long double ahead = (long double)out->vx * own->vx + (long double)out->vy * own->vy +
                        (long double)out->vz * own->vz;
    const long double across[] = {(long double)out->vx * own->vy - (long double)out->vy * own->vx,
                                  (long double)out->vy * own->vz - (long double)out->vz * own->vy,
                                  (long double)out->vz * own->vx - (long double)out->vx * own->vz};
    for (int k = 0; k < 3; k++)
        CHECK(ahead >= 0 && fabsl(across[k]) <= NEAR * speed * speed_of(own) + 0x1p-1000L,
              "another direction: %La", across[k]);
    ExactPiece c = piece_of(&changed);
    check_clear(s, &c, other, "not safe");
    check_nearer(s, own, other, least, most, speed);
}

static void check_wait(const Subject* s)
{
    const GrazeSafeVelocity* out = &s->answer;
    const GrazeMovingSphere* own = &s->s1;
    CHECK(s->limits.can_wait && out->agent == 1, "agent %d", out->agent);
    CHECK(out->vx == own->vx && out->vy == own->vy && out->vz == own->vz && out->delay >= 0,
          "delay %a", out->delay);
    ExactPiece later = piece_of(own);
    later.from += out->delay;
    later.to += out->delay;
    later.start += out->delay;
    check_clear(s, &later, &s->s2, "not safe later");
    ExactPiece waiting = piece_of(own);
    for (int axis = 0; axis < 3; axis++)
        waiting.velocity[axis] = 0;
    waiting.to = own->t0 + (long double)out->delay;
    check_clear(s, &waiting, &s->s2, "not safe while it waits");
    long double shorter = out->delay * (1 - 0x1p-20L) - onward_of(s);
    if (shorter <= 0) return;
    ExactPiece sooner = wider(own, s->limits.margin);
    sooner.from += shorter;
    sooner.to += shorter;
    sooner.start += shorter;
    ExactPiece other = piece_of(&s->s2);
    Gap gap = gap_of(&sooner, &other);
    CHECK(gap.floor <= 8 * gap.slack, "a delay of %La would do: a gap of %La", shorter, gap.floor);
}

static void check_safe(const Subject* s)
{
    const GrazeSafeVelocity* out = &s->answer;
    const GrazeMovingSphere* own = &s->s1;
    ExactPiece a = wider(own, s->limits.margin);
    ExactPiece b = piece_of(&s->s2);
    Gap gap = gap_of(&a, &b);
    CHECK(out->step >= 1 && out->step <= 5, "step %d", out->step);
    CHECK(out->step == 1 || gap.floor <= gap.slack, "step %d, but a gap of %La", out->step,
          gap.floor);
    CHECK(out->step > 1 || gap.seen >= -gap.slack, "step 1, but a gap of %La", gap.seen);
    if (out->step == 2 || out->step == 3) check_changed(s);
    if (out->step == 4) check_wait(s);
    if (out->step > 1 && out->step < 5) return;
    CHECK(out->agent == 0 && out->delay == 0 && out->vx == own->vx && out->vy == own->vy &&
              out->vz == own->vz && out->end == own->t1,
          "agent %d, delay %a", out->agent, out->delay);
}

/* Returns whether numbers are so near 0 that their products lose bits of double. */
static bool is_tiny(const GrazeMovingSphere* s)
{
    const double numbers[] = {s->x,  s->y,  s->z,  s->vx,         s->vy,
                              s->vz, s->t0, s->t1, s->t1 - s->t0, s->radius};
    for (int k = 0; k < 10; k++)
        if (numbers[k] != 0 && fabs(numbers[k]) < 0x1p-300) return true;
    return false;
}

static void check_all(Input* input, Subject* s)
{
    if (is_tiny(&s->s1) || is_tiny(&s->s2)) return;
    check_speeds(input, s, GRAZE_VANISH);
    check_speeds(input, s, GRAZE_STAY);
    read_limits(input, s);
    if (!(s->limits.margin <= GRAZE_MAX_MAGNITUDE / 4)) return;
    const GrazeMovingDisc disc1 = disc_of(&s->s1);
    const GrazeMovingDisc disc2 = disc_of(&s->s2);
    if (s->is_space) {
        graze_sphere_safe_velocity(&s->s1, &s->s2, &s->limits, &s->answer);
    } else {
        graze_safe_velocity(&disc1, &disc2, &s->limits, &s->answer);
    }
    check_safe(s);
}

static GrazeMovingSphere sphere_of(const GrazeMovingDisc* d)
{
    return (GrazeMovingSphere){.x = d->x,
                               .y = d->y,
                               .vx = d->vx,
                               .vy = d->vy,
                               .t0 = d->t0,
                               .t1 = d->t1,
                               .radius = d->radius};
}

/* Lifts a sphere out of the plane by parts of its other numbers; returns whether it is valid. */
static bool lift(Input* input, GrazeMovingSphere* s)
{
    s->z = (double)input_int(input, 5) / 8 * s->radius;
    s->vz = (double)input_int(input, 5) / 8 * s->vx;
    GrazeStatus status = graze_velocity_sphere_check(s);
    GrazeStatus expected = s->z == 0 && s->vz == 0 ? GRAZE_OK : graze_moving_sphere_check(s);
    CHECK(status == expected, "%d, expected %d", (int)status, (int)expected);
    return status == GRAZE_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Meeting meeting;
    if (!meeting_read(&input, false, &meeting)) return 0;
    Subject s;
    memset(&s, 0, sizeof s);
    s.s1 = sphere_of(&meeting.s1);
    s.s2 = sphere_of(&meeting.s2);
    check_subject(print_subject, &s);
    CHECK(graze_velocity_sphere_check(&s.s1) == GRAZE_OK, "a disc is refused");
    check_all(&input, &s);
    s.is_space = true;
    if (lift(&input, &s.s1) && lift(&input, &s.s2)) check_all(&input, &s);
    s.s1.radius = -1;
    CHECK(graze_velocity_sphere_check(&s.s1) == GRAZE_E_OUT_OF_RANGE, "radius -1");
    return 0;
}
