#include "moving_discs.h"

#include "check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- print ---- */

void print_sphere(const char* name, const GrazeMovingSphere* f)
{
    fprintf(stderr, "  %s: at (%a, %a, %a), velocity (%a, %a, %a), acceleration (%a, %a, %a),\n",
            name, f->x, f->y, f->z, f->vx, f->vy, f->vz, f->ax, f->ay, f->az);
    fprintf(stderr, "    from %a to %a, radius %a\n", f->t0, f->t1, f->radius);
}

static void print_spheres(const void* subject)
{
    const Spheres* spheres = subject;
    print_sphere("sphere 1", &spheres->first);
    print_sphere("sphere 2", &spheres->second);
}

/* ---- input ---- */

SphereKind sphere_kind_read(Input* input)
{
    static const double CLOCKS[] = {0, 0, 0, 1e3, 1.6e9, -1e6};
    SphereKind kind = {.length_unit = 1, .time_unit = 1};
    kind.is_wild = input_below(input, 4) == 3;
    kind.is_straight = input_below(input, 2) == 0;
    kind.is_plane = input_below(input, 2) == 0;
    kind.place_bits = input_below(input, 10);
    kind.speed_bits = input_below(input, 6);
    kind.time_bits = input_below(input, 6);
    kind.clock = CLOCKS[input_below(input, 6)];
    if (input_below(input, 4) != 3) return kind;
    kind.length_unit = ldexp(1, (int)input_int(input, 8));
    kind.time_unit = ldexp(1, (int)input_int(input, 6));
    return kind;
}

/* Reads a number on the grid, or any of about that size. */
static double read_about(Input* input, int bits, double unit)
{
    int64_t on_grid = input_int(input, bits);
    if (input_below(input, 4) != 3) return (double)on_grid * unit;
    return (double)input_int(input, 22) * 0x1p-22 * ldexp(unit, bits);
}

static void read_axis(Input* input, const SphereKind* kind, double* place, double* velocity,
                      double* acceleration)
{
    if (kind->is_wild) {
        *place = input_double(input);
        *velocity = input_double(input);
        *acceleration = kind->is_straight ? 0 : input_double(input);
        return;
    }
    double speed_unit = kind->length_unit / kind->time_unit;
    *place = read_about(input, kind->place_bits, kind->length_unit);
    *velocity = read_about(input, kind->speed_bits, speed_unit);
    if (kind->is_straight) return;
    *acceleration = read_about(input, kind->speed_bits, speed_unit / kind->time_unit);
}

void sphere_read(Input* input, const SphereKind* kind, GrazeMovingSphere* out)
{
    memset(out, 0, sizeof *out);
    read_axis(input, kind, &out->x, &out->vx, &out->ax);
    read_axis(input, kind, &out->y, &out->vy, &out->ay);
    if (!kind->is_plane) read_axis(input, kind, &out->z, &out->vz, &out->az);
    if (kind->is_wild) {
        out->t0 = input_double(input);
        out->t1 = input_double(input);
        if (input_below(input, 8) != 7) out->t1 = out->t0 + fabs(out->t1);
        out->radius = input_double(input);
        if (input_below(input, 8) != 7) out->radius = fabs(out->radius);
        return;
    }
    out->t0 = kind->clock + read_about(input, kind->time_bits, kind->time_unit);
    out->t1 = out->t0 + fabs(read_about(input, kind->time_bits, kind->time_unit));
    out->radius = fabs(read_about(input, kind->place_bits, kind->length_unit));
}

/* ---- expected refusals ---- */

/* Returns whether either answer is valid, because the value is within rounding of the limit. */
static bool is_near_limit(long double value)
{
    return fabsl(value / 1e150L - 1) < 0x1p-40L;
}

bool sphere_checked(const GrazeMovingSphere* f)
{
    const double numbers[] = {f->x,  f->y,  f->z,  f->vx, f->vy, f->vz,
                              f->ax, f->ay, f->az, f->t0, f->t1, f->radius};
    GrazeStatus expected = GRAZE_OK;
    GrazeStatus status = graze_moving_sphere_check(f);
    for (int k = 0; k < 12; k++) {
        if (!isfinite(numbers[k])) expected = GRAZE_E_NOT_FINITE;
        if (isfinite(numbers[k]) && fabs(numbers[k]) > 1e150 && expected == GRAZE_OK)
            expected = GRAZE_E_OUT_OF_RANGE;
    }
    if (expected == GRAZE_OK && (f->t1 < f->t0 || f->radius < 0)) expected = GRAZE_E_OUT_OF_RANGE;
    bool is_sure = true;
    for (int k = 0; k < 3 && expected == GRAZE_OK; k++) {
        long double time = (long double)f->t1 - f->t0;
        long double far = fabsl(numbers[k]) + fabsl(numbers[3 + k]) * time +
                          fabsl(numbers[6 + k]) * time * time / 2;
        is_sure = is_sure && !is_near_limit(far);
        if (!(far <= 1e150L)) expected = GRAZE_E_OUT_OF_RANGE;
    }
    /* If there are several faults, either may be reported. */
    CHECK(!is_sure || (status == GRAZE_OK) == (expected == GRAZE_OK), "%d, expected %d",
          (int)status, (int)expected);
    CHECK(status == GRAZE_OK || status == GRAZE_E_NOT_FINITE || status == GRAZE_E_OUT_OF_RANGE,
          "%d", (int)status);
    return status == GRAZE_OK;
}

bool spheres_read(Input* input, Spheres* spheres)
{
    SphereKind kind = sphere_kind_read(input);
    memset(spheres, 0, sizeof *spheres);
    check_subject(print_spheres, spheres);
    spheres->is_straight = kind.is_straight;
    spheres->is_plane = kind.is_plane;
    sphere_read(input, &kind, &spheres->first);
    sphere_read(input, &kind, &spheres->second);
    return sphere_checked(&spheres->first) && sphere_checked(&spheres->second);
}

/* ---- truth ---- */

ExactPiece exact_piece_of(const GrazeMovingSphere* f, long double delay)
{
    return (ExactPiece){.from = f->t0 + delay,
                        .to = f->t1 + delay,
                        .start = f->t0 + delay,
                        .lasts = (long double)f->t1 - f->t0,
                        .radius = f->radius,
                        .place = {f->x, f->y, f->z},
                        .velocity = {f->vx, f->vy, f->vz},
                        .acceleration = {f->ax, f->ay, f->az}};
}

/* Places are relative to the disc's first place. */
ExactPiece exact_piece_of_disc(const GrazeMovingDisc* s)
{
    return (ExactPiece){.from = s->t0,
                        .to = s->t1,
                        .start = s->t0,
                        .lasts = (long double)s->t1 - s->t0,
                        .radius = s->radius,
                        .place = {s->x, s->y, 0},
                        .velocity = {s->vx, s->vy, 0}};
}

static long double way(const ExactPiece* c, int axis, long double late)
{
    return c->gone[axis] + late * (c->velocity[axis] + late * c->acceleration[axis] / 2);
}

ExactPiece exact_stay(const GrazeMovingSphere* f, bool at_end, long double from, long double to)
{
    ExactPiece sphere = exact_piece_of(f, 0);
    ExactPiece stay = {.from = from, .to = to, .radius = f->radius, .place = {f->x, f->y, f->z}};
    for (int axis = 0; axis < 3; axis++) {
        stay.gone[axis] = way(&sphere, axis, at_end ? (long double)f->t1 - f->t0 : 0);
        if (at_end) stay.blur += 0x1p-51L * (fabsl(stay.place[axis]) + fabsl(stay.gone[axis]));
    }
    return stay;
}

bool encounter_window(const Encounter* e, long double first, long double last, long double* from,
                      long double* to)
{
    *from = fmaxl(fmaxl(e->a.from, e->b.from), first);
    *to = fminl(fminl(e->a.to, e->b.to), last);
    if (!(*from <= *to)) return false;
    if (isinf(*from)) *from = isinf(*to) ? 0 : *to;
    if (isinf(*to)) *to = *from;
    return true;
}

typedef struct {
    long double x, y, z;
} Place;

static long double apart(const Encounter* e, int axis, long double t)
{
    return (e->a.place[axis] - e->b.place[axis]) +
           (way(&e->a, axis, t - e->a.start) - way(&e->b, axis, t - e->b.start));
}

static Place place_at(const Encounter* e, long double t)
{
    return (Place){apart(e, 0, t), apart(e, 1, t), apart(e, 2, t)};
}

static long double length_of(Place p)
{
    return hypotl(hypotl(p.x, p.y), p.z);
}

static long double reach_of(const Encounter* e)
{
    return e->a.radius + e->b.radius;
}

long double encounter_gap(const Encounter* e, long double t)
{
    return length_of(place_at(e, t)) - reach_of(e);
}

/* Returns the distance of the origin from the straight line from p to q, and the position of the
 * nearest point on it. */
static long double chord_distance(Place p, Place q, long double* s)
{
    Place d = {q.x - p.x, q.y - p.y, q.z - p.z};
    long double unit = fmaxl(fabsl(d.x), fmaxl(fabsl(d.y), fabsl(d.z)));
    *s = 0;
    if (unit == 0) return length_of(p);
    Place n = {d.x / unit, d.y / unit, d.z / unit};
    long double square = n.x * n.x + n.y * n.y + n.z * n.z;
    *s = -(p.x * n.x + p.y * n.y + p.z * n.z) / square / unit;
    *s = fminl(fmaxl(*s, 0), 1);
    return length_of((Place){p.x + *s * d.x, p.y + *s * d.y, p.z + *s * d.z});
}

typedef struct {
    long double from, to, floor;
    Place begin, end;
} Piece;

enum { MAX_PIECES = 64, MAX_CUTS = 300 };

typedef struct {
    const Encounter* e;
    long double bend; /* an eighth of the relative acceleration */
    SmallestGap least;
    Piece pieces[MAX_PIECES];
    int count;
} Cutting;

static void look(Cutting* c, long double t, long double gap)
{
    if (gap < c->least.seen) c->least = (SmallestGap){gap, 0, t};
}

static void add_piece(Cutting* c, long double from, Place begin, long double to, Place end)
{
    long double h = to - from;
    long double s;
    long double chord = chord_distance(begin, end, &s) - reach_of(c->e);
    long double nearest = from + s * h;
    look(c, nearest, c->bend == 0 ? chord : encounter_gap(c->e, nearest));
    c->pieces[c->count++] = (Piece){from, to, chord - c->bend * h * h, begin, end};
}

SmallestGap encounter_least(const Encounter* e, long double from, long double to)
{
    Place bend = {e->a.acceleration[0] - e->b.acceleration[0],
                  e->a.acceleration[1] - e->b.acceleration[1],
                  e->a.acceleration[2] - e->b.acceleration[2]};
    Cutting c;
    c.e = e;
    c.bend = length_of(bend) / 8;
    c.least = (SmallestGap){INFINITY, 0, from};
    c.count = 0;
    long double enough = 0x1p-56L * encounter_size(e);
    add_piece(&c, from, place_at(e, from), to, place_at(e, to));
    for (int cuts = 0;; cuts++) {
        int lowest = 0;
        for (int k = 1; k < c.count; k++)
            if (c.pieces[k].floor < c.pieces[lowest].floor) lowest = k;
        Piece piece = c.pieces[lowest];
        long double middle = piece.from + (piece.to - piece.from) / 2;
        bool is_done = piece.floor >= c.least.seen - enough || cuts == MAX_CUTS ||
                       c.count == MAX_PIECES || !(piece.from < middle && middle < piece.to);
        if (is_done) {
            c.least.floor = fminl(piece.floor, c.least.seen);
            return c.least;
        }
        Place there = place_at(e, middle);
        c.pieces[lowest] = c.pieces[--c.count];
        add_piece(&c, piece.from, piece.begin, middle, there);
        add_piece(&c, middle, there, piece.to, piece.end);
        /* Cells that cannot contain the minimum are dropped. */
        for (int k = c.count - 1; k >= 0; k--)
            if (c.pieces[k].floor > c.least.seen && c.count > 1) c.pieces[k] = c.pieces[--c.count];
    }
}

static long double speed_of(const ExactPiece* c)
{
    long double speed = 0;
    for (int axis = 0; axis < 3; axis++)
        speed += fabsl(c->velocity[axis]) + c->lasts * fabsl(c->acceleration[axis]);
    return speed;
}

long double encounter_size(const Encounter* e)
{
    long double size =
        e->a.radius + e->a.lasts * speed_of(&e->a) + e->b.radius + e->b.lasts * speed_of(&e->b);
    for (int axis = 0; axis < 3; axis++)
        size += fabsl(e->a.place[axis] - e->b.place[axis]) + fabsl(e->a.gone[axis]) +
                fabsl(e->b.gone[axis]);
    return size;
}

long double encounter_speed(const Encounter* e)
{
    return speed_of(&e->a) + speed_of(&e->b);
}

long double encounter_slack(const Encounter* e, long double t)
{
    long double clock = fmaxl(fabsl(t), fmaxl(fabsl(e->a.start), fabsl(e->b.start)));
    return e->a.blur + e->b.blur + 0x1p-46L * encounter_size(e) +
           encounter_speed(e) * 0x1p-50L * clock + 0x1p-1000L;
}

/* ---- checks ---- */

enum { INSIDE = 5 };

void encounter_check_least(const Encounter* e, double distance, double time, SmallestGap least)
{
    long double slack = encounter_slack(e, time);
    CHECK(distance >= least.floor - slack && distance <= least.seen + slack,
          "%a, but it is from %La to %La", distance, least.floor, least.seen);
    /* A gap that rounding does not distinguish from a touch has distance 0. */
    CHECK(is_near(distance, encounter_gap(e, time), 2 * slack), "%a, but at %a it is %La", distance,
          time, encounter_gap(e, time));
}

/* Checks that there is no contact from `from` to `to`, up to rounding. A conflict that begins at
 * the start of the time leaves no such range. */
static void check_apart(const Encounter* e, long double from, long double to)
{
    SmallestGap least = encounter_least(e, from, to);
    CHECK(least.seen >= -encounter_slack(e, to), "contact at %La is missed: %La", least.at,
          least.seen);
}

static void check_conflict(const Encounter* e, const GrazeConflict* c)
{
    CHECK(c->begin <= c->time && c->time <= c->end, "%a <= %a <= %a", c->begin, c->time, c->end);
    for (int k = 0; k < INSIDE; k++) {
        long double t = c->begin + ((long double)c->end - c->begin) * k / (INSIDE - 1);
        long double gap = encounter_gap(e, t);
        CHECK(gap <= encounter_slack(e, t), "no contact at %La: %La", t, gap);
    }
    CHECK(c->separation <= 0 && !isnan(c->separation), "%a", c->separation);
    CHECK(c->relation == GRAZE_OVERLAPPING || c->relation == GRAZE_TOUCHING, "%d", c->relation);
    CHECK(c->relation == GRAZE_OVERLAPPING || c->separation >= -encounter_slack(e, c->time),
          "a touch at depth %a", c->separation);
    encounter_check_least(e, c->separation, c->time, encounter_least(e, c->begin, c->end));
}

void encounter_check_conflicts(const Encounter* e, const GrazeConflict* conflicts, int32_t count,
                               long double from, long double to)
{
    for (int32_t k = 0; k < count; k++) {
        const GrazeConflict* c = &conflicts[k];
        CHECK(c->begin >= (double)from && c->end <= (double)to, "[%a, %a] is not in [%La, %La]",
              c->begin, c->end, from, to);
        CHECK(k == 0 || conflicts[k - 1].end <= c->begin, "%a, then %a", conflicts[k - 1].end,
              c->begin);
        long double before = k == 0 ? from : conflicts[k - 1].end;
        if (before < c->begin) check_apart(e, before, c->begin);
        check_conflict(e, c);
    }
    if (count == 0) check_apart(e, from, to);
    if (count > 0 && conflicts[count - 1].end < to) check_apart(e, conflicts[count - 1].end, to);
}
