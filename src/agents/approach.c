#include "../base/predicate.h"
#include "../graze.h"
#include "../tolerance.h"
#include "numbers.h"

/*
 * Derivation. While both bodies exist, on [lo, hi], let s = (t - lo) / (hi - lo) run over [0, 1]
 * and let the relative position be p + s d: p at lo, d the relative displacement over the whole
 * interval. With R the sum of the radii, the bodies are in contact if
 *
 *   f(s) = a s^2 + 2 h s + c <= 0,   a = d.d,   h = p.d,   c = p.p - R^2 = (|p| - R)(|p| + R)
 *
 * The least distance is at s* = clamp(-h / a, 0, 1): between the ends it is |p x d| / |d|, which
 * does not cancel as h^2 - a c would (Lagrange: h^2 + (p x d)^2 = a p.p). The same identity gives
 *
 *   disc = h^2 - a c = a R^2 - (p x d)^2 = (|d| R - |p x d|)(|d| R + |p x d|)
 *
 * and the roots are q / a and c / q with q = -(h + sign(h) sqrt(disc)), without a subtraction of
 * nearly equal numbers. Contact is decided by the least distance alone, and the interval is made to
 * include s*, so verdict, separation and interval cannot disagree. Working in s, and with lengths
 * scaled by a power of two, keeps every product between 2^-1022 and 8.
 *
 * Errata of the report in this section: with a = 0 (equal velocities) its eq. 11 divides by zero,
 * and a negative discriminant does not imply parallel velocities.
 */

/* An interval of s in [0, 1], empty if begin > end. */
typedef struct {
    double begin, end;
} UnitSpan;

static const UnitSpan EMPTY_SPAN = {1, 0};

static UnitSpan span_hull(UnitSpan p, UnitSpan q)
{
    if (p.begin > p.end) return q;
    if (q.begin > q.end) return p;
    return (UnitSpan){min2(p.begin, q.begin), max2(p.end, q.end)};
}

static UnitSpan intersect_spans(UnitSpan p, UnitSpan q)
{
    return (UnitSpan){max2(p.begin, q.begin), min2(p.end, q.end)};
}

static bool moves(GrazeVec d)
{
    return vec_dot(d, d) >= GRAZE_MIN_MOTION_SQUARED;
}

/* Returns s*, at which p + s d is nearest the origin. */
static NOINLINE double nearest_approach(GrazeVec p, GrazeVec d)
{
    return moves(d) ? clamp(-vec_dot(p, d) / vec_dot(d, d), 0, 1) : 0;
}

/* Returns the distance of p + s d from the origin at s = nearest_approach(p, d). */
static double nearest_distance(GrazeVec p, GrazeVec d, double s)
{
    if (s == 0) return vec_length(p);
    if (s == 1) return vec_length(vec_add(p, d));
    return fabs(vec_cross(p, d)) / vec_length(d);
}

/*
 * Returns the s at which p + s d is within `reach` of the origin, where it is at s*, the nearest
 * approach.
 */
static NOINLINE UnitSpan span_around(GrazeVec p, GrazeVec d, double reach, double s)
{
    double a = vec_dot(d, d);
    if (a < GRAZE_MIN_MOTION_SQUARED) return (UnitSpan){0, 1};
    double h = vec_dot(p, d);
    double length = vec_length(p);
    double c = (length - reach) * (length + reach);
    double span = sqrt(a) * reach;
    double cross = fabs(vec_cross(p, d));
    double root = sqrt(max2((span - cross) * (span + cross), 0));
    if (root == 0) return (UnitSpan){s, s};
    double q = h > 0 ? -(h + root) : root - h;
    double first = h > 0 ? q / a : c / q;
    double second = h > 0 ? c / q : q / a;
    return (UnitSpan){min2(max2(first, 0), s), max2(min2(second, 1), s)};
}

/* Returns the s at which p + s d is within `reach` of the origin. */
static UnitSpan within_disc(GrazeVec p, GrazeVec d, double reach)
{
    double s = nearest_approach(p, d);
    if (nearest_distance(p, d, s) > reach) return EMPTY_SPAN;
    return span_around(p, d, reach, s);
}

/* Returns the s with |x + s dx| <= half. */
static NOINLINE UnitSpan within_slab(double x, double dx, double half)
{
    if (dx == 0) return fabs(x) <= half ? (UnitSpan){0, 1} : EMPTY_SPAN;
    double begin = (-half - x) / dx;
    double end = (half - x) / dx;
    return intersect_spans((UnitSpan){0, 1}, (UnitSpan){min2(begin, end), max2(begin, end)});
}

static void write_disjoint(GrazeApproach* out, double separation, double time, bool has_common_time)
{
    *out = (GrazeApproach){INFINITY, -INFINITY, separation, time, GRAZE_DISJOINT, has_common_time};
}

/*
 * Writes the answer from the least separation (at s, in units of 1 / scale) and the interval of
 * contact. A separation that is too small for a double keeps its sign.
 */
static void write_approach(GrazeApproach* out, double lo, double hi, double scale,
                           double separation, double s, UnitSpan contact)
{
    if (separation > 0) {
        write_disjoint(out, max2(separation / scale, DBL_TRUE_MIN), interpolate_time(lo, hi, s),
                       true);
        return;
    }
    contact = span_hull(contact, (UnitSpan){s, s});
    *out = (GrazeApproach){interpolate_time(lo, hi, contact.begin),
                           interpolate_time(lo, hi, contact.end),
                           separation < 0 ? min2(separation / scale, -DBL_TRUE_MIN) : 0,
                           interpolate_time(lo, hi, s),
                           separation < 0 ? GRAZE_OVERLAPPING : GRAZE_TOUCHING,
                           true};
}

static double largest_coordinate(GrazeVec p, GrazeVec q)
{
    return max2(max2(fabs(p.x), fabs(p.y)), max2(fabs(q.x), fabs(q.y)));
}

void graze_approach_discs(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                          GrazeApproach* out)
{
    double lo = max2(disc1->t0, disc2->t0);
    double hi = min2(disc1->t1, disc2->t1);
    if (lo > hi) {
        write_disjoint(out, INFINITY, 0, false);
        return;
    }
    double elapsed1 = lo - disc1->t0;
    double elapsed2 = lo - disc2->t0;
    GrazeVec p = vec((disc1->x - disc2->x) + (disc1->vx * elapsed1 - disc2->vx * elapsed2),
                     (disc1->y - disc2->y) + (disc1->vy * elapsed1 - disc2->vy * elapsed2));
    GrazeVec d = vec((disc1->vx - disc2->vx) * (hi - lo), (disc1->vy - disc2->vy) * (hi - lo));
    double reach = disc1->radius + disc2->radius;
    double scale = unit_scale(max2(largest_coordinate(p, d), reach));
    p = vec_scale(p, scale);
    d = vec_scale(d, scale);
    reach *= scale;
    double s = nearest_approach(p, d);
    double distance = nearest_distance(p, d, s);
    UnitSpan contact = distance > reach ? EMPTY_SPAN : span_around(p, d, reach, s);
    write_approach(out, lo, hi, scale, distance - reach, s, contact);
}

/*
 * Returns the signed distance of a point from the rectangle |x| <= half.x, |y| <= half.y: negative
 * inside.
 */
static double box_distance(GrazeVec p, GrazeVec half)
{
    GrazeVec out = vec(fabs(p.x) - half.x, fabs(p.y) - half.y);
    return out.x <= 0 || out.y <= 0 ? max2(out.x, out.y) : vec_length(out);
}

/* A search for the least signed distance: the least one found so far, and its s. */
typedef struct {
    GrazeVec p, d, half;
    double separation, s;
} BoxSearch;

static NOINLINE void try_at(BoxSearch* search, double s)
{
    s = clamp(s, 0, 1);
    double distance = box_distance(vec_mul_add(search->p, s, search->d), search->half);
    if (distance < search->separation || (distance == search->separation && s < search->s)) {
        search->separation = distance;
        search->s = s;
    }
}

/* Tries the s at which the linear function `value` + s `slope` is zero. */
static void try_zero(BoxSearch* search, double value, double slope)
{
    if (slope != 0) try_at(search, -value / slope);
}

/*
 * The signed distance from a convex set is a convex function of s along a line. It is piecewise:
 * linear beside a side and inside, a square root beyond a corner. So its least value is at an end,
 * at a boundary between two pieces (x or y is 0 or on a side; inside, two sides are equally near),
 * or at the point nearest a corner. Every s that is tried is clamped to [0, 1], so the end is among
 * them if the value falls until then.
 */
static void search_box(BoxSearch* search)
{
    GrazeVec p = search->p;
    GrazeVec d = search->d;
    GrazeVec half = search->half;
    search->s = 0;
    search->separation = box_distance(p, half);
    try_zero(search, p.x, d.x);
    try_zero(search, p.y, d.y);
    for (int sx = -1; sx <= 1; sx += 2) {
        try_zero(search, p.x - sx * half.x, d.x);
        try_zero(search, p.y - sx * half.y, d.y);
        for (int sy = -1; sy <= 1; sy += 2) {
            try_zero(search, (sx * p.x - half.x) - (sy * p.y - half.y), sx * d.x - sy * d.y);
            GrazeVec from_corner = vec_sub(p, vec(sx * half.x, sy * half.y));
            try_at(search, nearest_approach(from_corner, d));
        }
    }
}

/*
 * Returns the interval in which the point is in the rectangle inflated by the disc's radius: the
 * union of two rectangles and four discs.
 */
static UnitSpan within_grown_box(GrazeVec p, GrazeVec d, GrazeVec half, double radius)
{
    UnitSpan wide =
        intersect_spans(within_slab(p.x, d.x, half.x + radius), within_slab(p.y, d.y, half.y));
    UnitSpan tall =
        intersect_spans(within_slab(p.x, d.x, half.x), within_slab(p.y, d.y, half.y + radius));
    UnitSpan all = span_hull(wide, tall);
    for (int sx = -1; sx <= 1; sx += 2) {
        for (int sy = -1; sy <= 1; sy += 2) {
            GrazeVec from_corner = vec_sub(p, vec(sx * half.x, sy * half.y));
            all = span_hull(all, within_disc(from_corner, d, radius));
        }
    }
    return all;
}

void graze_approach_box(const GrazeMovingDisc* disc, const GrazeBox* box, GrazeApproach* out)
{
    double duration = disc->t1 - disc->t0;
    GrazeVec p = vec(disc->x - box->x, disc->y - box->y);
    GrazeVec d = vec(disc->vx * duration, disc->vy * duration);
    GrazeVec half = vec(box->width / 2, box->height / 2);
    double radius = disc->radius;
    double scale = unit_scale(max2(max2(largest_coordinate(p, d), radius), max2(half.x, half.y)));
    radius *= scale;
    BoxSearch search = {vec_scale(p, scale), vec_scale(d, scale), vec_scale(half, scale), 0, 0};
    search_box(&search);
    write_approach(out, disc->t0, disc->t1, scale, search.separation - radius, search.s,
                   within_grown_box(search.p, search.d, search.half, radius));
}

/* Compares the numbers one by one first, which is quicker than a list of them. */
GrazeStatus graze_moving_disc_check(const GrazeMovingDisc* disc)
{
    bool is_valid = is_valid_number(disc->x) && is_valid_number(disc->y) &&
                    is_valid_number(disc->vx) && is_valid_number(disc->vy) &&
                    is_valid_number(disc->t0) && is_valid_number(disc->t1) &&
                    is_valid_number(disc->radius);
    if (!is_valid) {
        const double values[] = {disc->x,  disc->y,  disc->vx,    disc->vy,
                                 disc->t0, disc->t1, disc->radius};
        return check_numbers(values, 7);
    }
    return disc->t1 >= disc->t0 && disc->radius >= 0 ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

GrazeStatus graze_box_check(const GrazeBox* box)
{
    const double values[] = {box->x, box->y, box->width, box->height};
    GrazeStatus status = check_numbers(values, 4);
    if (status != GRAZE_OK) return status;
    return box->width >= 0 && box->height >= 0 ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}
