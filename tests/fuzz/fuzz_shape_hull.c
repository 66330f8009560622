/* Fuzzes graze_shape_hull: on a grid its vertices are exactly the corners of the hull; it
 * refuses only the documented inputs. */
#include "check.h"
#include "outline.h"

#include <stdlib.h>
#include <string.h>

static void check_answer(const Outline* outline, GrazePoint* points, GrazePoint* scratch)
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

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Outline outline;
    outline_read(&input, &outline);
    GrazePoint* points = input_points(outline.count);
    GrazePoint* scratch = input_points(outline.count + 1);
    memcpy(points, outline.at, (size_t)outline.count * sizeof *points);
    check_answer(&outline, points, scratch);
    free(scratch);
    free(points);
    return 0;
}
