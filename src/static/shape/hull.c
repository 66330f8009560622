#include "hull.h"

#include "../../base/predicate.h"

/* Moves points[root] down a heap whose largest point (by compare_low) is on top. */
static NOINLINE void sift_down(GrazePoint* points, int32_t root, int32_t count)
{
    GrazePoint moved = points[root];
    while (root < count / 2) {
        int32_t child = 2 * root + 1;
        if (child + 1 < count && compare_low(points[child], points[child + 1]) < 0) child++;
        if (compare_low(moved, points[child]) >= 0) break;
        points[root] = points[child];
        root = child;
    }
    points[root] = moved;
}

/* Sorts by heapsort: in place, without recursion, O(count log count) for any order of the input. */
static void sort_low(GrazePoint* points, int32_t count)
{
    for (int32_t root = count / 2 - 1; root >= 0; root--)
        sift_down(points, root, count);
    for (int32_t last = count - 1; last > 0; last--) {
        GrazePoint top = points[0];
        points[0] = points[last];
        points[last] = top;
        sift_down(points, 0, last);
    }
}

/*
 * Adds p to the chain, after dropping the points at its end at which the chain would not turn left.
 */
static NOINLINE int32_t extend_chain(GrazePoint* chain, int32_t length, int32_t floor, GrazePoint p)
{
    while (length >= floor + 2 && sign_orient2d(chain[length - 2], chain[length - 1], p) <= 0)
        length--;
    chain[length] = p;
    return length + 1;
}

int32_t graze_hull(GrazePoint* points, GrazePoint* scratch, int32_t count)
{
    sort_low(points, count);
    if (compare_low(points[0], points[count - 1]) == 0) return 1;
    int32_t length = 0;
    for (int32_t i = 0; i < count; i++)
        length = extend_chain(scratch, length, 0, points[i]);
    int32_t right = length - 1;
    for (int32_t i = count - 2; i >= 0; i--)
        length = extend_chain(scratch, length, right, points[i]);
    /* The chain ends at its first point. */
    length--;
    for (int32_t i = 0; i < length; i++)
        points[i] = scratch[i];
    return length;
}
