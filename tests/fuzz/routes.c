#include "routes.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>

void route_print(const char* name, const GrazeRoute* route)
{
    fprintf(stderr, "  %s: before %d, after %d\n", name, (int)route->before, (int)route->after);
    for (int32_t i = 0; i < route->count; i++)
        print_sphere("  sphere", &route->pieces[i]);
}

/* ---- input ---- */

static GrazeEnding read_ending(Input* input)
{
    return input_below(input, 2) ? GRAZE_VANISH : GRAZE_STAY;
}

/* Makes a piece continue where and when the previous one ends, or later, or neither. */
static void join(Input* input, GrazeMovingSphere* sphere)
{
    const GrazeMovingSphere* before = sphere - 1;
    double lasts = sphere->t1 - sphere->t0;
    double late = before->t1 - before->t0;
    if (input_below(input, 16) == 15) return;
    if (input_below(input, 8) != 7) {
        sphere->x = before->x + late * (before->vx + late / 2 * before->ax);
        sphere->y = before->y + late * (before->vy + late / 2 * before->ay);
        sphere->z = before->z + late * (before->vz + late / 2 * before->az);
        sphere->radius = before->radius;
    }
    sphere->t0 = before->t1;
    if (input_below(input, 4) == 3) sphere->t0 += fabs(lasts) / 2;
    sphere->t1 = sphere->t0 + lasts;
}

void route_read(Input* input, const SphereKind* kind, MadeRoute* made)
{
    int32_t count = 1 + input_below(input, ROUTE_SPHERES);
    made->spheres = malloc((size_t)count * sizeof *made->spheres);
    if (made->spheres == NULL) abort();
    for (int32_t k = 0; k < count; k++) {
        sphere_read(input, kind, &made->spheres[k]);
        if (k > 0) join(input, &made->spheres[k]);
    }
    made->route = (GrazeRoute){made->spheres, count, read_ending(input), read_ending(input)};
    if (input_below(input, 64) == 63) made->route.count = 0;
}

bool route_checked(const GrazeRoute* route)
{
    int32_t culprit = -2;
    GrazeStatus status = graze_route_check(route, &culprit);
    if (route->count < 1) {
        CHECK(status == GRAZE_E_OUT_OF_RANGE && culprit == -1, "%d at %d", (int)status, culprit);
        return false;
    }
    for (int32_t k = 0; k < route->count; k++) {
        GrazeStatus expected = graze_moving_sphere_check(&route->pieces[k]);
        bool is_early = k > 0 && route->pieces[k].t0 < route->pieces[k - 1].t1;
        if (expected == GRAZE_OK && is_early) expected = GRAZE_E_OUT_OF_ORDER;
        if (expected == GRAZE_OK) continue;
        CHECK(status == expected && culprit == k, "%d at %d, expected %d at %d", (int)status,
              culprit, (int)expected, k);
        return false;
    }
    CHECK(status == GRAZE_OK && culprit == -1, "%d at %d", (int)status, culprit);
    return true;
}

/* ---- truth ---- */

int32_t route_part_end(const GrazeRoute* route)
{
    return 2 * route->count;
}

bool exact_part_of(const GrazeRoute* route, int32_t k, long double delay, ExactPiece* out)
{
    int32_t last = route->count - 1;
    const GrazeMovingSphere* sphere = &route->pieces[k < 0 ? 0 : k / 2];
    if (k < 0) {
        *out = exact_stay(sphere, false, -INFINITY, sphere->t0 + delay);
        return route->before == GRAZE_STAY;
    }
    if (k % 2 == 0) {
        *out = exact_piece_of(sphere, delay);
        return true;
    }
    double until = k / 2 < last ? sphere[1].t0 : INFINITY;
    *out = exact_stay(sphere, true, sphere->t1 + delay, until + delay);
    return k / 2 < last ? sphere->t1 < until : route->after == GRAZE_STAY;
}

/* ---- order ---- */

bool route_conflict_is_before(const GrazeRouteConflict* p, const GrazeRouteConflict* q)
{
    if (p->begin != q->begin) return p->begin < q->begin;
    if (p->route != q->route) return p->route < q->route;
    if (p->first != q->first) return p->first < q->first;
    if (p->second != q->second) return p->second < q->second;
    if (p->end != q->end) return p->end < q->end;
    return p->separation <= q->separation;
}
