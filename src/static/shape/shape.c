#include "../../base/predicate.h"
#include "../../graze.h"
#include "hull.h"

static bool finite_point(GrazePoint p)
{
    return isfinite(p.x) && isfinite(p.y);
}

/* Checks the input of every kind of shape. */
static GrazeStatus check_input(const GrazePoint* points, int32_t count, float radius,
                               int32_t* culprit)
{
    *culprit = -1;
    if (count < 1) return GRAZE_E_TOO_FEW_POINTS;
    if (!isfinite(radius)) return GRAZE_E_NOT_FINITE;
    if (radius < 0) return GRAZE_E_OUT_OF_RANGE;
    for (int32_t i = 0; i < count; i++) {
        if (!finite_point(points[i])) {
            *culprit = i;
            return GRAZE_E_NOT_FINITE;
        }
    }
    return GRAZE_OK;
}

static void finish(GrazeShape* shape, const GrazePoint* vertices, int32_t count, float radius)
{
    double extent = 0;
    for (int32_t i = 0; i < count; i++) {
        extent = max2(extent, max2(fabs((double)vertices[i].x), fabs((double)vertices[i].y)));
    }
    *shape = (GrazeShape){vertices, count, radius, extent, NULL, NULL};
}

/* Keeps the segment between the lowest and the highest point, or the point if they are equal. */
static int32_t keep_extremes(GrazePoint* points, int32_t count)
{
    GrazePoint low = points[0];
    GrazePoint high = points[0];
    for (int32_t i = 1; i < count; i++) {
        if (compare_low(points[i], low) < 0) low = points[i];
        if (compare_low(points[i], high) > 0) high = points[i];
    }
    points[0] = low;
    if (same_point(low, high)) return 1;
    points[1] = high;
    return 2;
}

/*
 * Returns the nearest index from `from` on, cyclically by `step` (1 or -1), whose point differs
 * from that of `from`; `from` if there is none.
 */
static NOINLINE int32_t distinct_neighbour(const GrazePoint* points, int32_t count, int32_t from,
                                           int32_t step)
{
    int32_t i = from;
    do {
        i = (i + step + count) % count;
    } while (i != from && same_point(points[i], points[from]));
    return i;
}

static bool is_flat(const GrazePoint* points, int32_t count)
{
    int32_t other = distinct_neighbour(points, count, 0, 1);
    for (int32_t i = 0; i < count; i++) {
        if (sign_orient2d(points[0], points[other], points[i]) != 0) return false;
    }
    return true;
}

/*
 * Returns the winding of an outline that is not flat: 1 counter-clockwise, -1 clockwise. It is the
 * turn at the lowest point, which is a corner of the hull, so it is 0 only if the outline folds
 * back on itself there. *lowest receives the index of that point.
 */
static int find_winding(const GrazePoint* points, int32_t count, int32_t* lowest)
{
    int32_t low = 0;
    for (int32_t i = 1; i < count; i++) {
        if (compare_low(points[i], points[low]) < 0) low = i;
    }
    *lowest = low;
    return sign_orient2d(points[distinct_neighbour(points, count, low, -1)], points[low],
                         points[distinct_neighbour(points, count, low, 1)]);
}

/*
 * Returns the first index at which the outline turns against `winding`, folds back on a line, or
 * begins a second winding; -1 for a convex outline. An outline is convex exactly when it never
 * turns the wrong way and its edges change between rising and falling (in the order of compare_low)
 * just twice: a second winding, as in a pentagram, changes four times.
 */
static int32_t find_reflex(const GrazePoint* points, int32_t count, int winding)
{
    int32_t a = count - 1;
    int32_t b = distinct_neighbour(points, count, a, 1);
    const int32_t first = b;
    int rising = compare_low(points[b], points[a]);
    int changes = 0;
    do {
        int32_t c = distinct_neighbour(points, count, b, 1);
        int rises = compare_low(points[c], points[b]);
        int turn = sign_orient2d(points[a], points[b], points[c]) * winding;
        if (rises != rising) changes++;
        if (turn < 0 || (turn == 0 && rises != rising) || changes > 2) return b;
        rising = rises;
        a = b;
        b = c;
    } while (b != first);
    return -1;
}

static void reverse(GrazePoint* points, int32_t count)
{
    for (int32_t i = 0, j = count - 1; i < j; i++, j--) {
        GrazePoint swap = points[i];
        points[i] = points[j];
        points[j] = swap;
    }
}

/*
 * Keeps one point of each run of equal points, including a run that continues from the last point
 * to the first. Returns the number of points kept.
 */
static int32_t drop_duplicates(GrazePoint* points, int32_t count)
{
    const GrazePoint start = points[0];
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        GrazePoint after = i + 1 < count ? points[i + 1] : start;
        if (!same_point(points[i], after)) points[kept++] = points[i];
    }
    return kept;
}

/* Keeps the points at which a convex outline without duplicates turns. Returns their number. */
static int32_t keep_corners(GrazePoint* points, int32_t count)
{
    const GrazePoint start = points[0];
    GrazePoint before = points[count - 1];
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        GrazePoint here = points[i];
        GrazePoint after = i + 1 < count ? points[i + 1] : start;
        if (sign_orient2d(before, here, after) != 0) points[kept++] = here;
        before = here;
    }
    return kept;
}

GrazeStatus graze_shape_polygon(GrazeShape* shape, GrazePoint* points, int32_t count, float radius,
                                int32_t* culprit)
{
    GrazeStatus status = check_input(points, count, radius, culprit);
    if (status != GRAZE_OK) return status;
    if (is_flat(points, count)) {
        finish(shape, points, keep_extremes(points, count), radius);
        return GRAZE_OK;
    }
    int32_t lowest = 0;
    int winding = find_winding(points, count, &lowest);
    int32_t reflex = winding == 0 ? lowest : find_reflex(points, count, winding);
    if (reflex >= 0) {
        *culprit = reflex;
        return GRAZE_E_NOT_CONVEX;
    }
    if (winding < 0) reverse(points, count);
    finish(shape, points, keep_corners(points, drop_duplicates(points, count)), radius);
    return GRAZE_OK;
}

GrazeStatus graze_shape_hull(GrazeShape* shape, GrazePoint* points, GrazePoint* scratch,
                             int32_t count, float radius, int32_t* culprit)
{
    GrazeStatus status = check_input(points, count, radius, culprit);
    if (status != GRAZE_OK) return status;
    finish(shape, points, graze_hull(points, scratch, count), radius);
    return GRAZE_OK;
}
