#include "approach.h"

#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_segment(const char* name, const GrazeMovingDisc* s)
{
    fprintf(stderr, "  %s: x %.17g, y %.17g, vx %.17g, vy %.17g, start %.17g, end %.17g, r %.17g\n",
            name, s->x, s->y, s->vx, s->vy, s->t0, s->t1, s->radius);
}

static void print_meeting(const void* subject)
{
    const Meeting* meeting = subject;
    const GrazeBox* box = &meeting->box;
    print_segment("segment", &meeting->s1);
    if (meeting->boxed) {
        fprintf(stderr, "  box: x %.17g, y %.17g, width %.17g, height %.17g\n", box->x, box->y,
                box->width, box->height);
    } else {
        print_segment("segment", &meeting->s2);
    }
}

/* ---------------------------------------------------------------- input */

/* Bits of the input's numbers: few different numbers make many ties. */
typedef struct {
    int place_bits, speed_bits, time_bits;
} Coarse;

static void read_grid_segment(Input* input, const Meeting* m, const Coarse* c, GrazeMovingDisc* s)
{
    double speed_unit = m->length_unit / m->time_unit;
    s->x = (double)input_int(input, c->place_bits) * m->length_unit;
    s->y = (double)input_int(input, c->place_bits) * m->length_unit;
    s->vx = (double)input_int(input, c->speed_bits) * speed_unit;
    s->vy = (double)input_int(input, c->speed_bits) * speed_unit;
    s->t0 = (double)input_int(input, c->time_bits) * m->time_unit;
    s->t1 = s->t0 + (double)llabs(input_int(input, c->time_bits)) * m->time_unit;
    s->radius = (double)llabs(input_int(input, c->place_bits)) * m->length_unit;
}

static void read_grid(Input* input, Meeting* m)
{
    Coarse c = {input_below(input, 10), input_below(input, 6), input_below(input, 6)};
    if (input_below(input, 4) == 3) {
        m->length_unit = ldexp(1, (int)input_int(input, 8));
        m->time_unit = ldexp(1, (int)input_int(input, 7));
    }
    read_grid_segment(input, m, &c, &m->s1);
    read_grid_segment(input, m, &c, &m->s2);
    /* The sides are even, so that the corners are on the grid. */
    m->box.x = (double)input_int(input, c.place_bits) * m->length_unit;
    m->box.y = (double)input_int(input, c.place_bits) * m->length_unit;
    m->box.width = 2 * (double)llabs(input_int(input, c.place_bits)) * m->length_unit;
    m->box.height = 2 * (double)llabs(input_int(input, c.place_bits)) * m->length_unit;
}

static void read_wild_segment(Input* input, GrazeMovingDisc* s)
{
    s->x = input_double(input);
    s->y = input_double(input);
    s->vx = input_double(input);
    s->vy = input_double(input);
    s->t0 = input_double(input);
    s->t1 = input_double(input);
    if (input_below(input, 2) == 0) s->t1 = s->t0 + fabs(s->t1);
    s->radius = input_double(input);
    if (input_below(input, 2) == 0) s->radius = fabs(s->radius);
}

static void read_wild(Input* input, Meeting* m)
{
    read_wild_segment(input, &m->s1);
    read_wild_segment(input, &m->s2);
    m->box.x = input_double(input);
    m->box.y = input_double(input);
    m->box.width = input_double(input);
    m->box.height = input_double(input);
    if (input_below(input, 2) == 1) return;
    m->box.width = fabs(m->box.width);
    m->box.height = fabs(m->box.height);
}

static GrazeStatus expect(const double* values, int count, bool in_order)
{
    bool small = true;
    for (int i = 0; i < count; i++) {
        if (!isfinite(values[i])) return GRAZE_E_NOT_FINITE;
        small = small && fabs(values[i]) <= 1e150;
    }
    return small && in_order ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

/* If there are several faults, either may be reported. */
static bool check_status(GrazeStatus status, GrazeStatus expected)
{
    CHECK((status == GRAZE_OK) == (expected == GRAZE_OK), "%d, expected %d", (int)status,
          (int)expected);
    CHECK(expected == GRAZE_E_NOT_FINITE || status == expected, "%d, expected %d", (int)status,
          (int)expected);
    return status == GRAZE_OK;
}

static bool check_segment(const GrazeMovingDisc* s)
{
    const double values[] = {s->x, s->y, s->vx, s->vy, s->t0, s->t1, s->radius};
    GrazeStatus expected = expect(values, 7, s->t1 >= s->t0 && s->radius >= 0);
    return check_status(graze_moving_disc_check(s), expected);
}

static bool check_box(const GrazeBox* box)
{
    const double values[] = {box->x, box->y, box->width, box->height};
    GrazeStatus expected = expect(values, 4, box->width >= 0 && box->height >= 0);
    return check_status(graze_box_check(box), expected);
}

bool meeting_read(Input* input, bool boxed, Meeting* m)
{
    memset(m, 0, sizeof *m);
    check_subject(print_meeting, m);
    m->boxed = boxed;
    m->length_unit = 1;
    m->time_unit = 1;
    m->grid = input_below(input, 2) == 0;
    if (m->grid) {
        read_grid(input, m);
    } else {
        read_wild(input, m);
    }
    return check_segment(&m->s1) && (boxed ? check_box(&m->box) : check_segment(&m->s2));
}

/* ---------------------------------------------------------------- truth */

double meeting_from(const Meeting* m)
{
    return m->boxed ? m->s1.t0 : fmax(m->s1.t0, m->s2.t0);
}

double meeting_to(const Meeting* m)
{
    return m->boxed ? m->s1.t1 : fmin(m->s1.t1, m->s2.t1);
}

typedef struct {
    long double x, y;
} Place;

/* Returns the first disc's center relative to the other's or to the box's. */
static Place place_at(const Meeting* m, long double time)
{
    const GrazeMovingDisc* s = &m->s1;
    const GrazeMovingDisc* r = &m->s2;
    long double late = time - s->t0;
    if (m->boxed) {
        return (Place){(long double)s->x - m->box.x + s->vx * late,
                       (long double)s->y - m->box.y + s->vy * late};
    }
    long double other = time - r->t0;
    return (Place){(long double)s->x - r->x + (s->vx * late - r->vx * other),
                   (long double)s->y - r->y + (s->vy * late - r->vy * other)};
}

/* Returns the signed distance from the box around the origin. */
static long double box_distance(const GrazeBox* box, Place p)
{
    long double x = fabsl(p.x) - (long double)box->width / 2;
    long double y = fabsl(p.y) - (long double)box->height / 2;
    return fminl(fmaxl(x, y), 0) + hypotl(fmaxl(x, 0), fmaxl(y, 0));
}

static long double gap_at(const Meeting* m, long double time)
{
    Place p = place_at(m, time);
    if (m->boxed) return box_distance(&m->box, p) - m->s1.radius;
    return hypotl(p.x, p.y) - ((long double)m->s1.radius + m->s2.radius);
}

static long double gap_along(const void* context, long double s)
{
    const Meeting* m = context;
    long double from = meeting_from(m);
    return gap_at(m, from + s * (meeting_to(m) - from));
}

static OraclePoint to_grid(const Meeting* m, Place p)
{
    return (OraclePoint){llrintl(p.x / m->length_unit), llrintl(p.y / m->length_unit)};
}

/* Adds the path of the center relative to the point, or to the box's corners. */
static void read_passage(const Meeting* m, OracleSet* set)
{
    OracleBody center = {2, {{0, 0}}, llrint((m->s1.radius + m->s2.radius) / m->length_unit)};
    OracleBody other = {1, {{0, 0}}, 0};
    center.at[0] = to_grid(m, place_at(m, meeting_from(m)));
    center.at[1] = to_grid(m, place_at(m, meeting_to(m)));
    if (m->boxed) {
        int64_t w = llrint(m->box.width / 2 / m->length_unit);
        int64_t h = llrint(m->box.height / 2 / m->length_unit);
        other = (OracleBody){4, {{w, h}, {-w, h}, {-w, -h}, {w, -h}}, 0};
        center.radius = llrint(m->s1.radius / m->length_unit);
    }
    oracle_differences(&center, &other, set);
}

GrazeRelation meeting_relation(const Meeting* m)
{
    OracleSet set;
    read_passage(m, &set);
    GrazeRelation relation = oracle_relation(&set);
    /* A point that crosses a flat box is never inside it. */
    bool flat = m->boxed && (m->box.width == 0 || m->box.height == 0);
    if (flat && set.reach == 0 && relation == GRAZE_OVERLAPPING) return GRAZE_TOUCHING;
    return relation;
}

/* ---------------------------------------------------------------- checks */

/* Returns the largest length that enters the gap. */
static long double length_scale(const Meeting* m)
{
    const GrazeMovingDisc* s = &m->s1;
    long double to = meeting_to(m);
    long double scale = hypotl(s->vx, s->vy) * (to - s->t0) + s->radius;
    if (m->boxed) {
        return scale + fabsl((long double)s->x - m->box.x) + fabsl((long double)s->y - m->box.y) +
               m->box.width + m->box.height;
    }
    const GrazeMovingDisc* r = &m->s2;
    return scale + hypotl(r->vx, r->vy) * (to - r->t0) + r->radius +
           fabsl((long double)s->x - r->x) + fabsl((long double)s->y - r->y);
}

static long double speed_of(const Meeting* m)
{
    const GrazeMovingDisc* s = &m->s1;
    if (m->boxed) return hypotl(s->vx, s->vy);
    return hypotl((long double)s->vx - m->s2.vx, (long double)s->vy - m->s2.vy);
}

/* Returns the error of the gap at a time that is rounded to double; the lower limit is the end
   of double's range. */
static long double slack_at(const Meeting* m, double time)
{
    long double tick = 0x1p-50L * fabsl(time) + 0x1p-1074L;
    return 0x1p-49L * length_scale(m) + speed_of(m) * tick + 0x1p-1070L;
}

static void check_apart(const GrazeApproach* out)
{
    CHECK(out->begin == INFINITY && out->end == -INFINITY, "disjoint, but contact %g to %g",
          out->begin, out->end);
}

static void check_end(const Meeting* m, double time, double bound)
{
    long double gap = gap_at(m, time);
    long double slack = slack_at(m, time);
    CHECK(gap <= slack, "no contact at %.17g: gap %Lg", time, gap);
    CHECK(time == bound || gap >= -slack, "deep in contact at %.17g already: gap %Lg", time, gap);
}

static void check_contact(const Meeting* m, const GrazeApproach* out)
{
    double from = meeting_from(m);
    double to = meeting_to(m);
    CHECK(from <= out->begin && out->begin <= out->time && out->time <= out->end && out->end <= to,
          "%.17g <= %.17g <= %.17g <= %.17g <= %.17g", from, out->begin, out->time, out->end, to);
    check_end(m, out->begin, from);
    check_end(m, out->end, to);
}

static void check_verdict(const Meeting* m, const GrazeApproach* out, long double least)
{
    /* A gap that is too small for a double becomes 0. */
    int32_t sign = out->separation > 0   ? GRAZE_DISJOINT
                   : out->separation < 0 ? GRAZE_OVERLAPPING
                                         : GRAZE_TOUCHING;
    CHECK(out->relation == sign || (out->separation == 0 && fabsl(least) < 0x1p-1022L),
          "relation %d at distance %.17g", out->relation, out->separation);
    /* Rounding may hide a touch of a corner, but never a touch of two discs. */
    bool clear = fabsl(least) > slack_at(m, out->time);
    if (!m->grid || (m->boxed && !clear)) return;
    GrazeRelation relation = meeting_relation(m);
    CHECK(out->relation == (int32_t)relation, "%d, exactly %d", out->relation, (int)relation);
}

void meeting_check(const Meeting* m, const GrazeApproach* out)
{
    if (meeting_from(m) > meeting_to(m)) {
        CHECK(out->is_common == 0 && out->relation == GRAZE_DISJOINT &&
                  out->separation == INFINITY && out->time == 0,
              "nothing in common, but %d %d %g %g", out->is_common, out->relation, out->separation,
              out->time);
        check_apart(out);
        return;
    }
    long double least = oracle_least(gap_along, m);
    long double slack = slack_at(m, out->time);
    CHECK(out->is_common == 1, "%d", out->is_common);
    CHECK(isfinite(out->separation), "%g", out->separation);
    CHECK(is_near(out->separation, least, slack), "%.17g, exactly %.20Lg", out->separation, least);
    CHECK(out->time >= meeting_from(m) && out->time <= meeting_to(m), "%.17g", out->time);
    CHECK(is_near(out->separation, gap_at(m, out->time), slack), "%.17g, but at %.17g it is %.20Lg",
          out->separation, out->time, gap_at(m, out->time));
    check_verdict(m, out, least);
    if (out->relation == GRAZE_DISJOINT) {
        check_apart(out);
    } else {
        check_contact(m, out);
    }
}
