#include "oracle.h"

#include <math.h>
#include <stdbool.h>

typedef __int128 Wide;

/* Squared length as a fraction. */
typedef struct {
    Wide num, den;
} Ratio;

OraclePoint oracle_minus(OraclePoint p, OraclePoint q)
{
    return (OraclePoint){p.x - q.x, p.y - q.y};
}

static OraclePoint plus(OraclePoint p, OraclePoint q)
{
    return (OraclePoint){p.x + q.x, p.y + q.y};
}

int64_t oracle_cross(OraclePoint p, OraclePoint q)
{
    return p.x * q.y - p.y * q.x;
}

static int64_t dot(OraclePoint p, OraclePoint q)
{
    return p.x * q.x + p.y * q.y;
}

static bool is_zero(OraclePoint p)
{
    return p.x == 0 && p.y == 0;
}

static bool holds(const OracleSet* set, OraclePoint p)
{
    for (int32_t i = 0; i < set->count; i++) {
        if (is_zero(oracle_minus(set->at[i], p))) return true;
    }
    return false;
}

void oracle_differences(const OracleBody* a, const OracleBody* b, OracleSet* set)
{
    set->count = 0;
    set->reach = a->radius + b->radius;
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t j = 0; j < b->count; j++) {
            OraclePoint p = oracle_minus(a->at[i], b->at[j]);
            if (!holds(set, p)) set->at[set->count++] = p;
        }
    }
}

void oracle_sweep(OracleSet* set, OraclePoint d)
{
    if (is_zero(d)) return;
    for (int32_t i = 0; i < set->count; i++) {
        set->at[set->count + i] = plus(set->at[i], d);
    }
    set->count *= 2;
}

static bool all_beyond(const OracleSet* set, OraclePoint direction)
{
    for (int32_t i = 0; i < set->count; i++) {
        if (dot(set->at[i], direction) < 0) return false;
    }
    return true;
}

/*
 * Returns whether the origin is inside the hull: that is so unless a half plane bounded by a line
 * through it contains all points. Such a half plane can be turned until its line meets one of the
 * points.
 */
static bool is_inside(const OracleSet* set)
{
    bool any = false;
    for (int32_t i = 0; i < set->count; i++) {
        OraclePoint p = set->at[i];
        if (is_zero(p)) continue;
        any = true;
        if (all_beyond(set, (OraclePoint){-p.y, p.x})) return false;
        if (all_beyond(set, (OraclePoint){p.y, -p.x})) return false;
    }
    return any;
}

static bool is_less(Ratio p, Ratio q)
{
    return p.num * q.den < q.num * p.den;
}

/* Returns the squared distance of the origin from the segment. */
static Ratio segment_square(OraclePoint p, OraclePoint q)
{
    OraclePoint e = oracle_minus(q, p);
    if (dot(p, e) >= 0) return (Ratio){dot(p, p), 1};
    if (dot(q, e) <= 0) return (Ratio){dot(q, q), 1};
    Wide cross = oracle_cross(p, q);
    return (Ratio){cross * cross, dot(e, e)};
}

/*
 * Returns the squared distance of the origin from the hull, for an origin that is not inside: every
 * segment between two of the points is in the hull, and the hull's boundary consists of such
 * segments.
 */
static Ratio gap_square(const OracleSet* set)
{
    Ratio least = {dot(set->at[0], set->at[0]), 1};
    for (int32_t i = 0; i < set->count; i++) {
        for (int32_t j = i + 1; j < set->count; j++) {
            Ratio square = segment_square(set->at[i], set->at[j]);
            if (is_less(square, least)) least = square;
        }
    }
    return least;
}

GrazeRelation oracle_relation(const OracleSet* set)
{
    if (is_inside(set)) return GRAZE_OVERLAPPING;
    Ratio gap = gap_square(set);
    if (set->reach > 0 && gap.num == 0) return GRAZE_OVERLAPPING;
    Wide excess = gap.num - (Wide)set->reach * set->reach * gap.den;
    return excess > 0 ? GRAZE_DISJOINT : excess == 0 ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
}

static long double root(Ratio square)
{
    return sqrtl((long double)square.num / (long double)square.den);
}

long double oracle_gap(const OracleSet* set)
{
    return root(gap_square(set));
}

/* Returns gap - reach, without cancellation. */
long double oracle_distance(const OracleSet* set)
{
    Ratio gap = gap_square(set);
    long double sum = root(gap) + set->reach;
    if (sum == 0) return 0;
    Wide excess = gap.num - (Wide)set->reach * set->reach * gap.den;
    return (long double)excess / (long double)gap.den / sum;
}

static bool all_left(const OracleSet* set, OraclePoint p, OraclePoint step)
{
    for (int32_t i = 0; i < set->count; i++) {
        if (oracle_cross(step, oracle_minus(set->at[i], p)) < 0) return false;
    }
    return true;
}

/* Returns the squared distance of the origin, which is inside, from the nearest line that bounds
 * the hull. */
static Ratio way_out_square(const OracleSet* set)
{
    Ratio least = {-1, 1};
    for (int32_t i = 0; i < set->count; i++) {
        for (int32_t j = 0; j < set->count; j++) {
            OraclePoint e = oracle_minus(set->at[j], set->at[i]);
            Wide cross = oracle_cross(set->at[i], set->at[j]);
            if (cross <= 0) continue;
            Ratio square = {cross * cross, dot(e, e)};
            if (least.num >= 0 && !is_less(square, least)) continue;
            if (all_left(set, set->at[i], e)) least = square;
        }
    }
    return least;
}

long double oracle_depth(const OracleSet* set)
{
    if (is_inside(set)) return set->reach + root(way_out_square(set));
    return -oracle_distance(set);
}

/*
 * Interiors meet on the path exactly if the interior of the swept set contains the origin. For a
 * set with an interior the two are the same. A flat set sweeps over an interior point exactly where
 * it is crossed, away from its ends and those of the path.
 */
GrazeCastStatus oracle_cast(const OracleSet* set, OraclePoint d)
{
    if (oracle_relation(set) == GRAZE_OVERLAPPING) return GRAZE_CAST_OVERLAPPING;
    OracleSet swept = *set;
    oracle_sweep(&swept, d);
    switch (oracle_relation(&swept)) {
    case GRAZE_DISJOINT:
        return GRAZE_CAST_FREE;
    case GRAZE_TOUCHING:
        return GRAZE_CAST_GRAZING;
    default:
        return GRAZE_CAST_HIT;
    }
}

static void include(OracleStretch* stretch, long double s)
{
    stretch->enter = fminl(stretch->enter, s);
    stretch->exit = fmaxl(stretch->exit, s);
}

/* Finds s for which the segment, moved along d, contains the origin. */
static void meet_segment(OraclePoint p, OraclePoint q, OraclePoint d, OracleStretch* stretch)
{
    int64_t side_p = oracle_cross(d, p);
    int64_t side_q = oracle_cross(d, q);
    if (side_p == 0) include(stretch, -(long double)dot(p, d) / dot(d, d));
    if (side_q == 0) include(stretch, -(long double)dot(q, d) / dot(d, d));
    if ((side_p > 0 && side_q < 0) || (side_p < 0 && side_q > 0)) {
        OraclePoint e = oracle_minus(q, p);
        include(stretch, -(long double)oracle_cross(p, e) / oracle_cross(d, e));
    }
}

/* Finds s for which the disc around p, moved along d, contains the origin: |p + s d|^2 =
 * reach^2. */
static void meet_disc(OraclePoint p, OraclePoint d, int64_t reach, OracleStretch* stretch)
{
    Wide cross = oracle_cross(p, d);
    Wide rest = (Wide)dot(d, d) * reach * reach - cross * cross;
    if (rest < 0) return;
    long double span = sqrtl((long double)rest);
    long double h = dot(p, d);
    long double c = dot(p, p) - reach * reach;
    long double q = h > 0 ? -(h + span) : span - h;
    include(stretch, q / dot(d, d));
    include(stretch, q == 0 ? 0 : c / q);
}

/* Finds s for which one of the two lines parallel to the segment at `reach`, moved along d,
   passes the origin between the segment's ends. */
static void meet_side(OraclePoint p, OraclePoint q, OraclePoint d, int64_t reach, int side,
                      OracleStretch* stretch)
{
    OraclePoint e = oracle_minus(q, p);
    int64_t turn = oracle_cross(d, e);
    if (turn == 0) return;
    Wide x = oracle_cross(p, e);
    Wide square = (Wide)reach * reach * dot(e, e);
    long double height = side * sqrtl((long double)square);
    long double sum = height + (long double)x;
    /* Returns height - x, without cancellation. */
    bool alike = (x > 0) == (side > 0);
    long double rise = alike ? (long double)(square - x * x) / sum : height - (long double)x;
    long double s = rise / turn;
    long double along = -((long double)dot(p, e) + s * dot(d, e)) / dot(e, e);
    if (along >= 0 && along <= 1) include(stretch, s);
}

static void meet_pair(const OracleSet* set, int32_t i, int32_t j, OraclePoint d,
                      OracleStretch* stretch)
{
    OraclePoint p = set->at[i];
    OraclePoint q = set->at[j];
    if (set->reach == 0) {
        meet_segment(p, q, d, stretch);
    } else if (i == j) {
        meet_disc(p, d, set->reach, stretch);
    } else {
        meet_side(p, q, d, set->reach, 1, stretch);
        meet_side(p, q, d, set->reach, -1, stretch);
    }
}

/* Finds the stretch of contact. The set's boundary consists of arcs around its points and lines
 * parallel to its pairs of points. */
OracleStretch oracle_contact(const OracleSet* set, OraclePoint d)
{
    if (is_zero(d)) return (OracleStretch){0, 1};
    OracleStretch stretch = {INFINITY, -INFINITY};
    for (int32_t i = 0; i < set->count; i++) {
        for (int32_t j = i; j < set->count; j++) {
            meet_pair(set, i, j, d, &stretch);
        }
    }
    return (OracleStretch){fminl(fmaxl(stretch.enter, 0), 1), fmaxl(fminl(stretch.exit, 1), 0)};
}

static long double segment_distance(OraclePoint p, OraclePoint q, long double x, long double y)
{
    OraclePoint e = oracle_minus(q, p);
    long double length = dot(e, e);
    long double along = length > 0 ? ((x - p.x) * e.x + (y - p.y) * e.y) / length : 0;
    along = fminl(fmaxl(along, 0), 1);
    return hypotl(p.x + along * e.x - x, p.y + along * e.y - y);
}

/* Does the same as is_inside for a point that is on no grid: where rounding matters, it is at a
 * boundary anyway. */
static bool is_within(const OracleBody* body, long double x, long double y)
{
    for (int32_t i = 0; i < body->count; i++) {
        long double nx = body->at[i].y - y;
        long double ny = x - body->at[i].x;
        bool left = false;
        bool right = false;
        for (int32_t j = 0; j < body->count; j++) {
            long double side = nx * (body->at[j].x - x) + ny * (body->at[j].y - y);
            if (j == i) continue;
            left = left || side > 0;
            right = right || side < 0;
        }
        if (!left || !right) return false;
    }
    return true;
}

long double oracle_outside(const OracleBody* body, long double x, long double y)
{
    if (is_within(body, x, y)) return 0;
    long double least = INFINITY;
    for (int32_t i = 0; i < body->count; i++) {
        for (int32_t j = i; j < body->count; j++) {
            least = fminl(least, segment_distance(body->at[i], body->at[j], x, y));
        }
    }
    return fmaxl(least - body->radius, 0);
}

long double oracle_least(OracleCurve curve, const void* context)
{
    long double lo = 0;
    long double hi = 1;
    for (int round = 0; round < 160; round++) {
        long double third = (hi - lo) / 3;
        if (curve(context, lo + third) <= curve(context, hi - third)) {
            hi -= third;
        } else {
            lo += third;
        }
    }
    long double inside = curve(context, lo + (hi - lo) / 2);
    return fminl(inside, fminl(curve(context, 0), curve(context, 1)));
}
