/*
 * Fuzzes graze_moving_sphere_check, graze_approach_spheres and graze_conflicts against the smallest
 * gap in long double: outside of the reported times the two are apart, inside they are in contact,
 * and the reported gap is the smallest.
 */
#include "check.h"
#include "moving_discs.h"

#include <float.h>
#include <math.h>

enum { INSIDE = 5 };

static void check_least(const Encounter* e, double distance, double time, SmallestGap least)
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
    check_least(e, c->separation, c->time, encounter_least(e, c->begin, c->end));
}

static void check_none_missed(const Encounter* e, const GrazeConflict* conflicts, int32_t count,
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

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Spheres spheres;
    if (!spheres_read(&input, &spheres)) return 0;
    const Encounter e = {exact_piece_of(&spheres.first, 0), exact_piece_of(&spheres.second, 0)};
    GrazeApproach a;
    GrazeConflict conflicts[2];
    graze_approach_spheres(&spheres.first, &spheres.second, &a);
    int32_t count = graze_conflicts(&spheres.first, &spheres.second, conflicts);
    CHECK(count >= 0 && count <= 2, "%d", count);
    check_together(&a, conflicts, count);
    if (spheres.is_straight && spheres.is_plane) check_discs(&spheres, &a);
    long double from;
    long double to;
    bool is_common = encounter_window(&e, -INFINITY, INFINITY, &from, &to);
    CHECK(a.is_common == is_common, "in common: %d", a.is_common);
    if (!is_common) {
        CHECK(a.separation == INFINITY && a.time == 0, "%a at %a", a.separation, a.time);
        return 0;
    }
    CHECK(a.time >= (double)from && a.time <= (double)to, "%a", a.time);
    check_least(&e, a.separation, a.time, encounter_least(&e, from, to));
    check_none_missed(&e, conflicts, count, from, to);
    return 0;
}
