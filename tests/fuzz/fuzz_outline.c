/* Fuzzes making shapes: each input is a list of points, of which both constructors make a shape. */
#include "check.h"
#include "outline.h"

#include <stdlib.h>
#include <string.h>

/* ---- shape hull ---- */

static void check_answer_shape_hull(const Outline* outline, GrazePoint* points, GrazePoint* scratch)
{
    GrazeShape shape;
    int32_t culprit;
    int32_t expected_culprit;
    GrazeStatus expected = outline_status(outline, &expected_culprit);
    GrazeStatus status =
        graze_shape_hull(&shape, points, scratch, outline->count, outline->radius, &culprit);
    CHECK(status == expected, "%d, expected %d", (int)status, (int)expected);
    CHECK(culprit == expected_culprit, "%d, expected %d", culprit, expected_culprit);
    if (status != GRAZE_OK) return;
    CHECK(shape.vertices == points, "the vertices are not in the caller's memory");
    outline_check(outline, &shape);
    if (outline->grid) outline_exact(outline, &shape);
}

/* Fuzzes graze_shape_hull: on a grid its vertices are exactly the corners of the hull; it refuses
 * only the documented inputs. */
static void fuzz_shape_hull(const Outline* outline)
{
    GrazePoint* points = input_points(outline->count);
    GrazePoint* scratch = input_points(outline->count + 1);
    memcpy(points, outline->at, (size_t)outline->count * sizeof *points);
    check_answer_shape_hull(outline, points, scratch);
    free(scratch);
    free(points);
}

/* ---- shape polygon ---- */

/* Returns whether the outline is convex, by brute force: no three points, in their order, turn
 * in another direction than others. */
static bool is_convex(const Outline* outline)
{
    bool left = false;
    bool right = false;
    const OraclePoint* p = outline->exact;
    for (int32_t i = 0; i < outline->count; i++) {
        for (int32_t j = i + 1; j < outline->count; j++) {
            for (int32_t k = j + 1; k < outline->count; k++) {
                int64_t turn = oracle_cross(oracle_minus(p[j], p[i]), oracle_minus(p[k], p[i]));
                left = left || turn > 0;
                right = right || turn < 0;
            }
        }
    }
    return !left || !right;
}

static int compare_points(const void* left, const void* right)
{
    const GrazePoint* p = left;
    const GrazePoint* q = right;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->y < q->y ? -1 : p->y > q->y;
}

/* Checks that a refused list is only reordered. */
static void check_kept(const Outline* outline, const GrazePoint* points)
{
    GrazePoint before[OUTLINE_POINTS];
    GrazePoint after[OUTLINE_POINTS];
    size_t count = (size_t)outline->count;
    memcpy(before, outline->at, count * sizeof *before);
    memcpy(after, points, count * sizeof *after);
    qsort(before, count, sizeof *before, compare_points);
    qsort(after, count, sizeof *after, compare_points);
    for (size_t i = 0; i < count; i++) {
        CHECK(compare_points(&before[i], &after[i]) == 0, "a refused list has lost (%.9g, %.9g)",
              before[i].x, before[i].y);
    }
}

/* Checks that both constructors agree if both accept: their signs are exact. */
static void check_with_hull(const Outline* outline, const GrazeShape* shape)
{
    GrazePoint points[OUTLINE_POINTS];
    GrazePoint scratch[OUTLINE_POINTS + 1];
    GrazePoint corners[OUTLINE_POINTS];
    GrazeShape hull;
    int32_t culprit;
    memcpy(points, outline->at, sizeof points);
    GrazeStatus status =
        graze_shape_hull(&hull, points, scratch, outline->count, outline->radius, &culprit);
    CHECK(status == GRAZE_OK && hull.count == shape->count, "%d vertices, the hull has %d",
          shape->count, hull.count);
    size_t count = (size_t)shape->count;
    memcpy(corners, shape->vertices, count * sizeof *corners);
    qsort(corners, count, sizeof *corners, compare_points);
    qsort(points, count, sizeof *points, compare_points);
    for (size_t i = 0; i < count; i++) {
        CHECK(compare_points(&corners[i], &points[i]) == 0,
              "(%.9g, %.9g) is not a corner of the hull", corners[i].x, corners[i].y);
    }
}

static void check_refusal(const Outline* outline, GrazeStatus status, int32_t culprit)
{
    int32_t expected_culprit;
    GrazeStatus expected = outline_status(outline, &expected_culprit);
    if (expected != GRAZE_OK) {
        CHECK(status == expected, "%d, expected %d", (int)status, (int)expected);
        CHECK(culprit == expected_culprit, "%d, expected %d", culprit, expected_culprit);
        return;
    }
    CHECK(status == GRAZE_OK || status == GRAZE_E_NOT_CONVEX, "%d", (int)status);
    if (status == GRAZE_OK) return;
    CHECK(culprit >= 0 && culprit < outline->count, "culprit %d", culprit);
}

static void check_answer_shape_polygon(const Outline* outline, GrazePoint* points)
{
    GrazeShape shape;
    int32_t culprit;
    GrazeStatus status =
        graze_shape_polygon(&shape, points, outline->count, outline->radius, &culprit);
    check_refusal(outline, status, culprit);
    if (status == GRAZE_OK) {
        CHECK(shape.vertices == points, "the vertices are not in the caller's memory");
        outline_check(outline, &shape);
        check_with_hull(outline, &shape);
    } else if (status == GRAZE_E_NOT_CONVEX) {
        check_kept(outline, points);
    } else {
        return;
    }
    if (!outline->grid) return;
    CHECK((status == GRAZE_OK) == is_convex(outline), "status %d, but convex %d", (int)status,
          is_convex(outline));
    if (status == GRAZE_OK) outline_exact(outline, &shape);
}

/* Fuzzes graze_shape_polygon: it accepts exactly the convex outlines, and gives the same shape as
 * the hull. */
static void fuzz_shape_polygon(const Outline* outline)
{
    GrazePoint* points = input_points(outline->count);
    memcpy(points, outline->at, (size_t)outline->count * sizeof *points);
    check_answer_shape_polygon(outline, points);
    free(points);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Outline outline;
    outline_read(&input, &outline);
    fuzz_shape_hull(&outline);
    fuzz_shape_polygon(&outline);
    return 0;
}
