/*
 * Answers queries on the core built for this machine, so that a test can compare the bits with
 * those of the wasm and the sanitizers can watch. Reads records from stdin until it ends, writes
 * one answer each to stdout; all numbers little-endian.
 *
 *   int32 1 (pair)   twice { int32 hull, int32 count, float radius, count x float[2] },
 *                    double[6] poses x y angle, int32 subdistance
 *                    -> GrazeDistance, int32 relation, int32 collide
 *   int32 2 (discs)  two GrazeSegment -> GrazeApproach
 *   int32 3 (box)    GrazeSegment, GrazeBox -> GrazeApproach
 */
#include "../../src/graze.h"

#include <stdio.h>
#include <stdlib.h>

enum { PAIR = 1, DISCS = 2, BOX = 3 };

static void fail(const char* what)
{
    fprintf(stderr, "replay: %s\n", what);
    exit(2);
}

static void take(void* out, size_t size)
{
    if (fread(out, 1, size, stdin) != size) fail("the input ends in a record");
}

static void give(const void* bytes, size_t size)
{
    if (fwrite(bytes, 1, size, stdout) != size) fail("cannot write");
}

static int32_t take_int(void)
{
    int32_t value;
    take(&value, sizeof value);
    return value;
}

/* A shape whose vertices the caller frees. */
static GrazePoint* take_shape(GrazeShape* shape)
{
    int32_t is_hull = take_int();
    int32_t count = take_int();
    float radius;
    take(&radius, sizeof radius);
    if (count < 0 || count > 1 << 20) fail("odd count");
    /* Exactly as large as promised, so that the sanitizer sees a step too far. */
    GrazePoint* points = malloc(((size_t)count + 1) * sizeof *points);
    GrazePoint* scratch = malloc(((size_t)count + 1) * sizeof *scratch);
    if (points == NULL || scratch == NULL) fail("out of memory");
    take(points, (size_t)count * sizeof *points);
    int32_t culprit;
    GrazeStatus status = is_hull ? graze_shape_hull(shape, points, scratch, count, radius, &culprit)
                                 : graze_shape_polygon(shape, points, count, radius, &culprit);
    free(scratch);
    if (status != GRAZE_OK) fail("a shape is refused");
    return points;
}

static void answer_pair(void)
{
    GrazeShape a;
    GrazeShape b;
    GrazePoint* points_a = take_shape(&a);
    GrazePoint* points_b = take_shape(&b);
    double numbers[6];
    take(numbers, sizeof numbers);
    GrazePose pose_a;
    GrazePose pose_b;
    if (graze_pose(numbers[0], numbers[1], numbers[2], &pose_a) != GRAZE_OK ||
        graze_pose(numbers[3], numbers[4], numbers[5], &pose_b) != GRAZE_OK) {
        fail("a pose is refused");
    }
    GrazeDistance distance;
    graze_distance(&a, &pose_a, &b, &pose_b, (GrazeSubdistance)take_int(), &distance);
    int32_t relation = graze_relation(&a, &pose_a, &b, &pose_b);
    int32_t collide = graze_collide(&a, &pose_a, &b, &pose_b);
    give(&distance, sizeof distance);
    give(&relation, sizeof relation);
    give(&collide, sizeof collide);
    free(points_a);
    free(points_b);
}

static void answer_discs(void)
{
    GrazeSegment segments[2];
    GrazeApproach approach;
    take(segments, sizeof segments);
    for (int i = 0; i < 2; i++) {
        if (graze_segment_check(&segments[i]) != GRAZE_OK) fail("a segment is refused");
    }
    graze_approach_discs(&segments[0], &segments[1], &approach);
    give(&approach, sizeof approach);
}

static void answer_box(void)
{
    GrazeSegment segment;
    GrazeBox box;
    GrazeApproach approach;
    take(&segment, sizeof segment);
    take(&box, sizeof box);
    if (graze_segment_check(&segment) != GRAZE_OK) fail("a segment is refused");
    if (graze_box_check(&box) != GRAZE_OK) fail("a box is refused");
    graze_approach_box(&segment, &box, &approach);
    give(&approach, sizeof approach);
}

int main(void)
{
    int32_t kind;
    while (fread(&kind, 1, sizeof kind, stdin) == sizeof kind) {
        switch (kind) {
        case PAIR:
            answer_pair();
            break;
        case DISCS:
            answer_discs();
            break;
        case BOX:
            answer_box();
            break;
        default:
            fail("unknown record");
        }
    }
    return 0;
}
