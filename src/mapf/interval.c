#include "../base/predicate.h"
#include "../graze.h"
#include "../tolerance.h"

/*
 * Derivation. While both bodies exist, on [lo, hi], let s = (t - lo) / (hi - lo) run over [0, 1]
 * and let the relative position be p + s d: p at lo, d the relative displacement of the whole
 * window. With R the sum of the radii, the bodies are in contact where
 *
 *   f(s) = a s^2 + 2 h s + c <= 0,   a = d.d,   h = p.d,   c = p.p - R^2 = (|p| - R)(|p| + R)
 *
 * The least distance is at s* = clamp(-h / a, 0, 1): between the ends it is |p x d| / |d|, which
 * does not cancel as h^2 - a c would (Lagrange: h^2 + (p x d)^2 = a p.p). The same identity gives
 *
 *   disc = h^2 - a c = a R^2 - (p x d)^2 = (|d| R - |p x d|)(|d| R + |p x d|)
 *
 * and the roots are q / a and c / q with q = -(h + sign(h) sqrt(disc)), no subtraction of like
 * numbers. Contact is decided by the least distance alone, and the interval is made to hold s*, so
 * verdict, clearance and interval cannot disagree. Working in s, and with lengths scaled by a power
 * of two, keeps every product between 2^-1022 and 8. Errata of the report in this section: with a =
 * 0 (equal velocities) its eq. 11 divides by zero, and a negative discriminant does not mean
 * parallel velocities.
 */

/* A stretch of s in [0, 1], empty when lo > hi. */
typedef struct {
    double lo, hi;
} Stretch;

static const Stretch NOTHING = {1, 0};

static Stretch hull(Stretch p, Stretch q)
{
    if (p.lo > p.hi) return q;
    if (q.lo > q.hi) return p;
    return (Stretch){min2(p.lo, q.lo), max2(p.hi, q.hi)};
}

static Stretch common(Stretch p, Stretch q)
{
    return (Stretch){max2(p.lo, q.lo), min2(p.hi, q.hi)};
}

static bool moves(GrazeVec d)
{
    return vec_dot(d, d) >= GRAZE_MOTION_FLOOR;
}

/* s* : when p + s d is nearest the origin. */
static COLD double nearest_approach(GrazeVec p, GrazeVec d)
{
    return moves(d) ? clamp(-vec_dot(p, d) / vec_dot(d, d), 0, 1) : 0;
}

/* The distance of p + s d from the origin at s = nearest_approach(p, d). */
static double nearest_distance(GrazeVec p, GrazeVec d, double s)
{
    if (s == 0) return vec_length(p);
    if (s == 1) return vec_length(vec_add(p, d));
    return fabs(vec_cross(p, d)) / vec_length(d);
}

/* Where p + s d is within `reach` of the origin. */
static COLD Stretch within_disc(GrazeVec p, GrazeVec d, double reach)
{
    double s = nearest_approach(p, d);
    if (nearest_distance(p, d, s) > reach) return NOTHING;
    if (!moves(d)) return (Stretch){0, 1};
    double h = vec_dot(p, d);
    double length = vec_length(p);
    double c = (length - reach) * (length + reach);
    double span = vec_length(d) * reach;
    double cross = fabs(vec_cross(p, d));
    double root = sqrt(max2((span - cross) * (span + cross), 0));
    if (root == 0) return (Stretch){s, s};
    double q = h > 0 ? -(h + root) : root - h;
    double first = h > 0 ? q / vec_dot(d, d) : c / q;
    double second = h > 0 ? c / q : q / vec_dot(d, d);
    return (Stretch){min2(max2(first, 0), s), max2(min2(second, 1), s)};
}

/* Where |x + s dx| <= half. */
static COLD Stretch within_slab(double x, double dx, double half)
{
    if (dx == 0) return fabs(x) <= half ? (Stretch){0, 1} : NOTHING;
    double enter = (-half - x) / dx;
    double leave = (half - x) / dx;
    return common((Stretch){0, 1}, (Stretch){min2(enter, leave), max2(enter, leave)});
}

static void report_apart(GrazeApproach* out, double distance, double time, bool exists)
{
    *out = (GrazeApproach){INFINITY, -INFINITY, distance, time, GRAZE_DISJOINT, exists};
}

static double at(double lo, double hi, double s)
{
    return s == 1 ? hi : lo + s * (hi - lo);
}

/* Fills in the answer from the least gap (at s, in units of 1 / scale) and the stretch of contact. A
   gap that is too small for a double keeps its sign. */
static void report(GrazeApproach* out, double lo, double hi, double scale, double gap, double s,
                   Stretch contact)
{
    if (gap > 0) {
        report_apart(out, max2(gap / scale, DBL_TRUE_MIN), at(lo, hi, s), true);
        return;
    }
    contact = hull(contact, (Stretch){s, s});
    *out = (GrazeApproach){at(lo, hi, contact.lo),
                           at(lo, hi, contact.hi),
                           gap < 0 ? min2(gap / scale, -DBL_TRUE_MIN) : 0,
                           at(lo, hi, s),
                           gap < 0 ? GRAZE_OVERLAPPING : GRAZE_TOUCHING,
                           true};
}

static double largest(GrazeVec p, GrazeVec q)
{
    return max2(max2(fabs(p.x), fabs(p.y)), max2(fabs(q.x), fabs(q.y)));
}

void graze_approach_discs(const GrazeSegment* s1, const GrazeSegment* s2, GrazeApproach* out)
{
    double lo = max2(s1->start, s2->start);
    double hi = min2(s1->end, s2->end);
    if (lo > hi) {
        report_apart(out, INFINITY, 0, false);
        return;
    }
    double late1 = lo - s1->start;
    double late2 = lo - s2->start;
    GrazeVec p = vec((s1->x - s2->x) + (s1->vx * late1 - s2->vx * late2),
                     (s1->y - s2->y) + (s1->vy * late1 - s2->vy * late2));
    GrazeVec d = vec((s1->vx - s2->vx) * (hi - lo), (s1->vy - s2->vy) * (hi - lo));
    double reach = s1->radius + s2->radius;
    double scale = unit_scale(max2(largest(p, d), reach));
    p = vec_scale(p, scale);
    d = vec_scale(d, scale);
    reach *= scale;
    double s = nearest_approach(p, d);
    report(out, lo, hi, scale, nearest_distance(p, d, s) - reach, s, within_disc(p, d, reach));
}

/* Signed distance of a point from the rectangle |x| <= half.x, |y| <= half.y: negative inside. */
static double box_distance(GrazeVec p, GrazeVec half)
{
    GrazeVec out = vec(fabs(p.x) - half.x, fabs(p.y) - half.y);
    return out.x <= 0 || out.y <= 0 ? max2(out.x, out.y) : vec_length(out);
}

/* Least signed distance found so far, and when. */
typedef struct {
    GrazeVec p, d, half;
    double distance, s;
} Search;

static COLD void try_at(Search* search, double s)
{
    s = clamp(s, 0, 1);
    double distance = box_distance(vec_along(search->p, s, search->d), search->half);
    if (distance < search->distance || (distance == search->distance && s < search->s)) {
        search->distance = distance;
        search->s = s;
    }
}

/* Tries the s where the linear function `value` + s `slope` is zero. */
static void try_zero(Search* search, double value, double slope)
{
    if (slope != 0) try_at(search, -value / slope);
}

/*
 * The signed distance from a convex set is a convex function of s along a line. It is piecewise:
 * linear beside a side and inside, a square root beyond a corner. So its least value is at an end,
 * where two pieces meet (x or y is 0 or on a side; inside, two sides are equally near), or where
 * the point passes nearest a corner. As what is tried is cut to [0, 1], the end is tried where the value falls till then.
 */
static void search_box(Search* search)
{
    GrazeVec p = search->p;
    GrazeVec d = search->d;
    GrazeVec half = search->half;
    search->s = 0;
    search->distance = box_distance(p, half);
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

/* The rectangle grown by the disc's radius is the union of two rectangles and four discs. */
static Stretch within_grown_box(GrazeVec p, GrazeVec d, GrazeVec half, double radius)
{
    Stretch wide = common(within_slab(p.x, d.x, half.x + radius), within_slab(p.y, d.y, half.y));
    Stretch tall = common(within_slab(p.x, d.x, half.x), within_slab(p.y, d.y, half.y + radius));
    Stretch all = hull(wide, tall);
    for (int sx = -1; sx <= 1; sx += 2) {
        for (int sy = -1; sy <= 1; sy += 2) {
            GrazeVec from_corner = vec_sub(p, vec(sx * half.x, sy * half.y));
            all = hull(all, within_disc(from_corner, d, radius));
        }
    }
    return all;
}

void graze_approach_box(const GrazeSegment* s, const GrazeBox* box, GrazeApproach* out)
{
    double span = s->end - s->start;
    GrazeVec p = vec(s->x - box->x, s->y - box->y);
    GrazeVec d = vec(s->vx * span, s->vy * span);
    GrazeVec half = vec(box->width / 2, box->height / 2);
    double radius = s->radius;
    double scale = unit_scale(max2(max2(largest(p, d), radius), max2(half.x, half.y)));
    radius *= scale;
    Search search = {vec_scale(p, scale), vec_scale(d, scale), vec_scale(half, scale), 0, 0};
    search_box(&search);
    report(out, s->start, s->end, scale, search.distance - radius, search.s,
           within_grown_box(search.p, search.d, search.half, radius));
}

/* A number graze can compute with: finite, and small enough that no product overflows. */
static GrazeStatus check_number(double value)
{
    if (!isfinite(value)) return GRAZE_E_NOT_FINITE;
    return fabs(value) <= GRAZE_MAX_MAGNITUDE ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

static COLD GrazeStatus check_numbers(const double* values, int count)
{
    for (int i = 0; i < count; i++) {
        GrazeStatus status = check_number(values[i]);
        if (status != GRAZE_OK) return status;
    }
    return GRAZE_OK;
}

GrazeStatus graze_segment_check(const GrazeSegment* s)
{
    const double values[] = {s->x, s->y, s->vx, s->vy, s->start, s->end, s->radius};
    GrazeStatus status = check_numbers(values, 7);
    if (status != GRAZE_OK) return status;
    return s->end >= s->start && s->radius >= 0 ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

GrazeStatus graze_box_check(const GrazeBox* box)
{
    const double values[] = {box->x, box->y, box->width, box->height};
    GrazeStatus status = check_numbers(values, 4);
    if (status != GRAZE_OK) return status;
    return box->width >= 0 && box->height >= 0 ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}
