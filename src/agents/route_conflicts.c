#include "route_conflicts.h"

#include <math.h>

/*
 * Conflicts of two routes, part by part.
 *
 * Two parts are in conflict as two moving spheres are (graze_conflicts), within the time in which
 * both exist. A part that begins where another one ends has its last instant in common with it.
 * There the pairs with the earlier or the later parts of both have the conflict already, if both
 * agents exist earlier or later: pairs that have nothing but such an instant in common are left
 * out. A piece of no duration, which can be anywhere, is not, except for one at an end at which the
 * agent stays: the stay is at the same position.
 */

void graze_part_times(const GrazeRoute* route, int32_t k, double* t0, double* t1)
{
    int32_t count = graze_part_count(route);
    *t0 = -INFINITY;
    *t1 = INFINITY;
    if (k >= 0) *t0 = k % 2 == 0 ? route->pieces[k / 2].t0 : route->pieces[k / 2].t1;
    if (k < 0) *t1 = route->pieces->t0;
    if (k >= 0 && k < count)
        *t1 = k % 2 == 0 ? route->pieces[k / 2].t1 : route->pieces[k / 2 + 1].t0;
}

static bool exists_after(const GrazeRoute* route, double t)
{
    return graze_has_end_stay(route, true) || graze_end_piece(route, true)->t1 > t;
}

static bool exists_before(const GrazeRoute* route, double t)
{
    return graze_has_end_stay(route, false) || route->pieces->t0 < t;
}

static bool is_covered(const GrazeRoute* route, const GrazeRoute* other, double t)
{
    return (exists_after(route, t) && exists_after(other, t)) ||
           (exists_before(route, t) && exists_before(other, t));
}

/*
 * Returns whether part k is a piece of no duration that a stay at an end of the route covers.
 * Writes whether it is a piece of no duration at all.
 */
static bool is_redundant(const GrazeRoute* route, int32_t k, bool* is_instant)
{
    int32_t count = graze_part_count(route);
    *is_instant = false;
    if (k < 0 || k >= count || k % 2 != 0) return false;
    const GrazeMovingSphere* piece = &route->pieces[k / 2];
    *is_instant = piece->t0 == piece->t1;
    bool is_covered_here = (k == 0 && graze_has_end_stay(route, false)) ||
                           (k == count - 1 && graze_has_end_stay(route, true));
    return *is_instant && is_covered_here;
}

/* Writes the conflicts of two parts of which one at least ends at both sides. */
static int32_t inner_conflicts(const GrazeRoute* route, int32_t i, const GrazeRoute* other,
                               int32_t j, GrazeRouteConflict out[2])
{
    double first = min2(route->pieces->t0, other->pieces->t0);
    double last = max2(graze_end_piece(route, true)->t1, graze_end_piece(other, true)->t1);
    bool is_instant;
    bool other_is_instant;
    if (is_redundant(route, i, &is_instant) || is_redundant(other, j, &other_is_instant)) return 0;
    GrazeMovingSphere f;
    GrazeMovingSphere g;
    if (!graze_get_part(route, i, first, last, &f)) return 0;
    if (!graze_get_part(other, j, first, last, &g)) return 0;
    double lo = max2(f.t0, g.t0);
    double hi = min2(f.t1, g.t1);
    if (lo > hi) return 0;
    if (lo == hi && !is_instant && !other_is_instant && is_covered(route, other, lo)) return 0;
    GrazeConflict conflicts[2];
    int32_t count = graze_conflicts(&f, &g, conflicts);
    for (int32_t k = 0; k < count; k++) {
        const GrazeConflict* c = &conflicts[k];
        out[k] =
            (GrazeRouteConflict){c->begin, c->end, c->separation, c->time, c->relation, 0, 0, 0};
    }
    return count;
}

int32_t graze_part_conflicts(const GrazeRoute* route, int32_t i, const GrazeRoute* other, int32_t j,
                             int32_t key, GrazeRouteConflict out[2])
{
    bool are_before = i < 0 && j < 0;
    bool are_after = i >= graze_part_count(route) && j >= graze_part_count(other);
    int32_t count = are_before || are_after ? graze_end_conflict(route, other, are_after, &out[0])
                                            : inner_conflicts(route, i, other, j, out);
    for (int32_t k = 0; k < count; k++) {
        out[k].route = key;
        out[k].first = i;
        out[k].second = j;
    }
    return count;
}

bool graze_conflict_is_before(const GrazeRouteConflict* p, const GrazeRouteConflict* q)
{
    if (p->begin != q->begin) return p->begin < q->begin;
    if (p->route != q->route) return p->route < q->route;
    if (p->first != q->first) return p->first < q->first;
    if (p->second != q->second) return p->second < q->second;
    /* Two of one pair of parts, which rounding of times lets begin together. */
    if (p->end != q->end) return p->end < q->end;
    return p->separation < q->separation;
}

/* Moves the conflict at `root` of a heap down to its level; the latest one is at the top. */
static void sift_down(GrazeRouteConflict* heap, int32_t root, int32_t count)
{
    GrazeRouteConflict moved = heap[root];
    for (int32_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && graze_conflict_is_before(&heap[child], &heap[child + 1])) child++;
        if (!graze_conflict_is_before(&moved, &heap[child])) break;
        heap[root] = heap[child];
        root = child;
    }
    heap[root] = moved;
}

/* Source: Williams, "Algorithm 232: Heapsort", 1964. */
void graze_sort_conflicts(GrazeRouteConflict* conflicts, int32_t count)
{
    for (int32_t root = count / 2 - 1; root >= 0; root--)
        sift_down(conflicts, root, count);
    for (int32_t end = count - 1; end > 0; end--) {
        GrazeRouteConflict latest = conflicts[0];
        conflicts[0] = conflicts[end];
        conflicts[end] = latest;
        sift_down(conflicts, 0, end);
    }
}

/*
 * Parts are in order of time: those of the other route that end before a part begins end before all
 * later parts begin too.
 */
int32_t graze_route_conflicts(const GrazeRoute* route, const GrazeRoute* other,
                              GrazeRouteConflict* out, int32_t capacity)
{
    int32_t found = 0;
    int32_t behind = graze_has_end_stay(other, false) ? -1 : 0;
    int32_t end = graze_part_count(route) + graze_has_end_stay(route, true);
    int32_t other_end = graze_part_count(other) + graze_has_end_stay(other, true);
    for (int32_t i = graze_has_end_stay(route, false) ? -1 : 0; i < end; i++) {
        double t0;
        double t1;
        graze_part_times(route, i, &t0, &t1);
        for (int32_t j = behind; j < other_end; j++) {
            double other_t0;
            double other_t1;
            graze_part_times(other, j, &other_t0, &other_t1);
            if (other_t0 > t1) break;
            if (other_t1 < t0) {
                if (j == behind) behind++;
                continue;
            }
            GrazeRouteConflict conflicts[2];
            int32_t count = graze_part_conflicts(route, i, other, j, 0, conflicts);
            for (int32_t k = 0; k < count; k++) {
                if (found < capacity) out[found] = conflicts[k];
                found++;
            }
        }
    }
    if (found <= capacity) graze_sort_conflicts(out, found);
    return found <= capacity ? found : capacity + 1;
}
