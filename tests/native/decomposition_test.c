/* Tests convex decompositions of outlines with holes: faults, rings that touch, limits, numbers of
   every size. Parts are checked by areas and turns of integers; decomposition.test.js checks them
   against an exact oracle. */
#include "../../src/graze.h"
#include "test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NO_LIMIT = 1 << 20, MAX_RINGS = 64 };

/* Outline of a test, and its decomposition in memory of exactly the promised size. */
typedef struct {
    GrazePoint* points;
    int32_t ends[MAX_RINGS];
    int32_t ring_count, capacity;
    void* storage;
    GrazeOutlineFault fault;
    GrazeDecomposition parts;
} Outline;

static int32_t point_count(const Outline* outline)
{
    return outline->ring_count > 0 ? outline->ends[outline->ring_count - 1] : 0;
}

static void begin_ring(Outline* outline)
{
    outline->ends[outline->ring_count] = point_count(outline);
    outline->ring_count++;
}

static void add_point(Outline* outline, float x, float y)
{
    int32_t count = point_count(outline);
    if (count == outline->capacity) {
        outline->capacity = 2 * count + 16;
        size_t size = (size_t)outline->capacity * sizeof *outline->points;
        GrazePoint* points = realloc(outline->points, size);
        if (points == NULL) abort();
        outline->points = points;
    }
    outline->points[count] = (GrazePoint){x, y};
    outline->ends[outline->ring_count - 1]++;
}

static void add_ring(Outline* outline, const float* numbers, int32_t count)
{
    begin_ring(outline);
    for (int32_t i = 0; i < count; i += 2)
        add_point(outline, numbers[i], numbers[i + 1]);
}

#define RING(outline, ...)                                                                         \
    add_ring(outline, (const float[]){__VA_ARGS__},                                                \
             (int32_t)(sizeof((const float[]){__VA_ARGS__}) / sizeof(float)))

static void clear(Outline* outline)
{
    free(outline->points);
    free(outline->storage);
    memset(outline, 0, sizeof *outline);
}

static void decompose(Outline* outline, int32_t max_vertices)
{
    size_t size = graze_decomposition_size(point_count(outline));
    free(outline->storage);
    outline->storage = malloc(size > 0 ? size : 1);
    if (outline->storage == NULL) abort();
    outline->fault = graze_decompose(outline->points, outline->ends, outline->ring_count,
                                     max_vertices, outline->storage, &outline->parts);
}

/* Returns twice the area of a triangle of integers. */
static int64_t turn_of(GrazePoint a, GrazePoint b, GrazePoint c)
{
    return (int64_t)((double)b.x - a.x) * (int64_t)((double)c.y - a.y) -
           (int64_t)((double)b.y - a.y) * (int64_t)((double)c.x - a.x);
}

static int64_t ring_area(const Outline* outline, int32_t begin, int32_t end)
{
    int64_t area = 0;
    for (int32_t i = begin + 1; i + 1 < end; i++)
        area += turn_of(outline->points[begin], outline->points[i], outline->points[i + 1]);
    return llabs(area);
}

static GrazePoint vertex_of(const Outline* outline, int32_t begin, int32_t end, int32_t i)
{
    int32_t index = outline->parts.vertices[begin + i % (end - begin)];
    CHECK(index >= 0 && index < point_count(outline));
    return outline->points[index];
}

/* Checks that the parts of an outline of integers are convex, and returns the sum of areas. */
static int64_t check_convex(const Outline* outline, int32_t max_vertices)
{
    int64_t area = 0;
    int32_t begin = 0;
    for (int32_t part = 0; part < outline->parts.part_count; part++) {
        int32_t end = outline->parts.part_ends[part];
        CHECK(end - begin >= 3 && end - begin <= max_vertices);
        GrazePoint first = vertex_of(outline, begin, end, 0);
        for (int32_t i = 0; i < end - begin; i++) {
            GrazePoint a = vertex_of(outline, begin, end, i);
            GrazePoint b = vertex_of(outline, begin, end, i + 1);
            CHECK(turn_of(a, b, vertex_of(outline, begin, end, i + 2)) > 0);
            CHECK(turn_of(first, a, b) >= 0);
            area += turn_of(first, a, b);
        }
        begin = end;
    }
    return area;
}

/* Decomposes an outline of integers, checks the parts, and returns their number. */
static int32_t count_parts(Outline* outline, int32_t max_vertices)
{
    decompose(outline, max_vertices);
    CHECK(outline->fault == GRAZE_OUTLINE_OK);
    CHECK(outline->parts.first == -1 && outline->parts.second == -1);
    int64_t area = ring_area(outline, 0, outline->ends[0]);
    for (int32_t ring = 1; ring < outline->ring_count; ring++)
        area -= ring_area(outline, outline->ends[ring - 1], outline->ends[ring]);
    CHECK(check_convex(outline, max_vertices) == area);
    return outline->parts.part_count;
}

static void check_count(Outline* outline, int32_t expected)
{
    int32_t count = count_parts(outline, NO_LIMIT);
    if (count != expected) fprintf(stderr, "%d parts, expected %d\n", count, expected);
    CHECK(count == expected);
    clear(outline);
}

static void check_fault(Outline* outline, GrazeOutlineFault fault, int32_t first, int32_t second)
{
    decompose(outline, NO_LIMIT);
    if (outline->fault != fault || outline->parts.first != first || outline->parts.second != second)
        fprintf(stderr, "fault %d, %d and %d\n", (int)outline->fault, outline->parts.first,
                outline->parts.second);
    CHECK(outline->fault == fault);
    CHECK(outline->parts.first == first && outline->parts.second == second);
    CHECK(outline->parts.part_count == 0);
    clear(outline);
}

static void test_single_rings(void)
{
    Outline o = {0};
    RING(&o, 0, 0, 4, 0, 4, 4, 0, 4);
    check_count(&o, 1);
    /* A clockwise square with points inside its edges, and points at -0. */
    RING(&o, 0, 0, 0, 2, 0, 4, 4, 4, 4, 2, 4, 0, 3, -0.0F, 2, 0, 1, -0.0F);
    count_parts(&o, 4);
    CHECK(o.parts.part_count == 1 && o.parts.part_ends[0] == 4);
    clear(&o);
    RING(&o, 0, 0, 4, 0, 4, 2, 2, 2, 2, 4, 0, 4);
    check_count(&o, 2);
    /* A plus, whose best diagonals serve two reflex corners each. */
    RING(&o, 1, 0, 2, 0, 2, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 2, 0, 2, 0, 1, 1, 1);
    check_count(&o, 3);
    RING(&o, 0, 0, 3, 9, 6, 0, 3, 2);
    check_count(&o, 2);
    /* The last point sees a chain of straight corners, and one of reflex corners. */
    RING(&o, 0, 0, 20, -10, 40, -20, 60, -30, 100, 0);
    check_count(&o, 1);
    RING(&o, 0, 0, 20, -2, 40, -8, 60, -20, 100, 0);
    check_count(&o, 3);
}

static void test_holes(void)
{
    Outline o = {0};
    RING(&o, 0, 0, 9, 0, 9, 9, 0, 9);
    RING(&o, 3, 3, 6, 3, 6, 6, 3, 6);
    check_count(&o, 4);
    /* The hole touches an edge with a point, and a corner. */
    RING(&o, 0, 0, 9, 0, 9, 9, 0, 9);
    RING(&o, 5, 0, 6, 3, 4, 3);
    check_count(&o, 3);
    RING(&o, 0, 0, 9, 0, 9, 9, 0, 9);
    RING(&o, 0, 0, 3, 1, 1, 3);
    check_count(&o, 3);
    /* The hole divides the interior into four. */
    RING(&o, 0, 0, 8, 0, 8, 8, 0, 8);
    RING(&o, 4, 0, 8, 4, 4, 8, 0, 4);
    check_count(&o, 4);
    /* The last point of a hole is on an edge, and a hole follows. */
    RING(&o, 0, 0, 20, 0, 20, 20, 0, 10);
    RING(&o, 10, 15, 4, 8, 6, 4);
    RING(&o, 14, 5, 16, 5, 15, 9);
    count_parts(&o, NO_LIMIT);
    clear(&o);
    /* Two holes touch at a point, and at a point on an edge. */
    RING(&o, 0, 0, 20, 0, 20, 20, 0, 20);
    RING(&o, 2, 2, 8, 2, 8, 8);
    RING(&o, 8, 8, 8, 14, 14, 14, 14, 8);
    RING(&o, 10, 8, 12, 4, 14, 6);
    count_parts(&o, NO_LIMIT);
    clear(&o);
}

static void test_rings_that_touch_themselves(void)
{
    Outline o = {0};
    /* Two triangles that share a point; a triangle whose point lies on an edge of another. */
    RING(&o, 0, 0, 4, 4, 8, 0, 8, 8, 4, 4, 0, 8);
    check_count(&o, 2);
    RING(&o, 0, 0, 4, 0, 4, 2, 7, 0, 7, 4, 4, 2, 4, 6, 0, 6);
    check_count(&o, 2);
    /* A ring that encloses its own hole, from a point and from an edge. */
    RING(&o, 0, 0, 9, 0, 9, 9, 0, 9, 0, 0, 2, 5, 6, 6, 5, 2);
    count_parts(&o, NO_LIMIT);
    clear(&o);
    RING(&o, 0, 0, 9, 0, 9, 4, 6, 2, 3, 4, 6, 6, 9, 4, 9, 9, 0, 9);
    count_parts(&o, NO_LIMIT);
    clear(&o);
    /* A hole that encloses a part of the interior. */
    RING(&o, 0, 0, 12, 0, 12, 12, 0, 12);
    RING(&o, 2, 2, 10, 2, 10, 10, 2, 10, 2, 2, 4, 8, 8, 8, 8, 4);
    count_parts(&o, NO_LIMIT);
    clear(&o);
}

/* Makes a ring that passes through the origin once for each of its triangles, in this order. */
static void add_fan(Outline* outline, const int32_t* order, int32_t count)
{
    begin_ring(outline);
    for (int32_t i = 0; i < count; i++) {
        int32_t k = order[i];
        add_point(outline, 0, 0);
        add_point(outline, (float)(1000 - 2 * k), (float)(2 * k + 1));
        add_point(outline, (float)(1000 - 2 * k - 1), (float)(2 * k + 2));
    }
}

static void test_many_strands(void)
{
    enum { COUNT = 400 };
    int32_t order[COUNT];
    Outline o = {0};
    for (int32_t i = 0; i < COUNT; i++)
        order[i] = i;
    add_fan(&o, order, COUNT);
    check_count(&o, COUNT);
    /* In another order the strands cross: between triangles 0 and 2 the ring goes on to 1. */
    order[1] = 2;
    order[2] = 1;
    add_fan(&o, order, COUNT);
    decompose(&o, NO_LIMIT);
    CHECK(o.fault == GRAZE_OUTLINE_CROSSING_AT_POINT);
    CHECK(o.parts.first % 3 == 0 && o.parts.second % 3 == 0 && o.parts.first != o.parts.second);
    clear(&o);
}

static void test_faults_of_points(void)
{
    Outline o = {0};
    check_fault(&o, GRAZE_OUTLINE_TOO_FEW_POINTS, -1, -1);
    RING(&o, 0, 0, 1, 0);
    check_fault(&o, GRAZE_OUTLINE_TOO_FEW_POINTS, 0, -1);
    RING(&o, 0, 0, 9, 0, 0, 9);
    begin_ring(&o);
    check_fault(&o, GRAZE_OUTLINE_TOO_FEW_POINTS, 1, -1);
    const int32_t ends[] = {GRAZE_MAX_OUTLINE_POINTS, GRAZE_MAX_OUTLINE_POINTS + 1};
    GrazeDecomposition parts;
    CHECK(graze_decompose(NULL, ends, 2, NO_LIMIT, NULL, &parts) == GRAZE_OUTLINE_TOO_MANY_POINTS);
    CHECK(parts.first == 1 && parts.second == -1 && parts.part_count == 0);
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        RING(&o, 0, 0, 1, bad[i], 1, 1);
        check_fault(&o, GRAZE_OUTLINE_NOT_FINITE, 1, -1);
        RING(&o, 0, 0, 1, 0, bad[i], 1);
        check_fault(&o, GRAZE_OUTLINE_NOT_FINITE, 2, -1);
    }
    RING(&o, 0, 0, 4, 0, 4, 0, 0, 4);
    check_fault(&o, GRAZE_OUTLINE_REPEATED_POINT, 1, 2);
    RING(&o, 0, 0, 4, 0, 0, 4, 0, 4);
    check_fault(&o, GRAZE_OUTLINE_REPEATED_POINT, 2, 3);
    RING(&o, 0, 0, 9, 0, 0, 9);
    RING(&o, 0, 1, 2, 1, 1, 2, -0.0F, 1);
    check_fault(&o, GRAZE_OUTLINE_REPEATED_POINT, 6, 3);
    RING(&o, 0, 0, 4, 0, 2, 0);
    check_fault(&o, GRAZE_OUTLINE_FLAT, 0, -1);
    RING(&o, 0, 0, 9, 0, 0, 9);
    RING(&o, 1, 1, 3, 2, 5, 3, 3, 2);
    check_fault(&o, GRAZE_OUTLINE_FLAT, 1, -1);
}

static void test_faults_of_rings(void)
{
    Outline o = {0};
    RING(&o, 0, 0, 4, 4, 4, 0, 0, 4);
    check_fault(&o, GRAZE_OUTLINE_CROSSING, 0, 2);
    /* Two edges that cross at a point of the ring, which is on both. */
    RING(&o, 0, 0, 4, 4, 4, 3, 2, 2, 3, 0, 4, 0, 0, 4);
    check_fault(&o, GRAZE_OUTLINE_CROSSING, 0, 5);
    /* The same with two edges that end there, between the two that cross. */
    RING(&o, 0, 0, 4, 4, 4, 0, 0, 4, 0, 3, 2, 2, 0, 1);
    check_fault(&o, GRAZE_OUTLINE_CROSSING, 0, 2);
    /* A spike; edges in common with a hole, in part. */
    RING(&o, 0, 0, 4, 0, 8, 0, 6, 0, 4, 4);
    check_fault(&o, GRAZE_OUTLINE_OVERLAPPING, 1, 2);
    RING(&o, 0, 0, 9, 0, 9, 9, 0, 9);
    RING(&o, 0, 2, 2, 4, 0, 6);
    check_fault(&o, GRAZE_OUTLINE_OVERLAPPING, 3, 6);
    /* Strands that cross at two points of the ring, and at a point on an edge. */
    RING(&o, 0, 0, 2, 2, 4, 4, 4, 0, 2, 2, 0, 4);
    check_fault(&o, GRAZE_OUTLINE_CROSSING_AT_POINT, 1, 4);
    RING(&o, 0, 0, 4, 4, 4, 0, 2, 2, 0, 4);
    check_fault(&o, GRAZE_OUTLINE_CROSSING_AT_POINT, 0, 3);
    RING(&o, 0, 0, 2, 2, 4, 0, 4, 4, 2, 2, 0, 4);
    check_count(&o, 2);
}

static void test_faults_of_holes(void)
{
    Outline o = {0};
    RING(&o, 0, 0, 4, 0, 4, 4, 0, 4);
    RING(&o, 5, 5, 6, 5, 6, 6);
    check_fault(&o, GRAZE_OUTLINE_HOLE_OUTSIDE, 4, -1);
    /* Outside, but touching; around the outline. */
    RING(&o, 0, 0, 4, 0, 4, 4, 0, 4);
    RING(&o, 4, 2, 6, 3, 6, 1);
    check_fault(&o, GRAZE_OUTLINE_HOLE_OUTSIDE, 6, -1);
    RING(&o, 0, 0, 4, 0, 4, 4, 0, 4);
    RING(&o, -1, -1, 5, -1, 5, 5, -1, 5);
    check_fault(&o, GRAZE_OUTLINE_HOLE_OUTSIDE, 4, -1);
    RING(&o, 0, 0, 9, 0, 9, 9, 0, 9);
    RING(&o, 1, 1, 8, 1, 8, 8, 1, 8);
    RING(&o, 2, 2, 3, 2, 3, 3, 2, 3);
    check_fault(&o, GRAZE_OUTLINE_INSIDE_HOLE, 8, 1);
    /* A hole within another one, from a common point on. */
    RING(&o, 0, 0, 9, 0, 9, 9, 0, 9);
    RING(&o, 1, 1, 5, 2, 2, 5);
    RING(&o, 1, 1, 8, 1, 8, 8, 1, 8);
    check_fault(&o, GRAZE_OUTLINE_INSIDE_HOLE, 4, 2);
    RING(&o, 0, 0, 9, 0, 9, 9, 0, 9);
    RING(&o, 5, 5, 12, 5, 12, 6, 5, 6);
    check_fault(&o, GRAZE_OUTLINE_CROSSING, 1, 4);
}

/* A wheel with teeth: a hub of many vertices, and a triangle at each other one. */
static void add_wheel(Outline* outline, int32_t teeth)
{
    begin_ring(outline);
    for (int32_t i = 0; i < 2 * teeth; i++) {
        double angle = 3.14159265358979 * i / teeth;
        double radius = i % 2 == 0 ? 1 << 20 : 1.2 * (1 << 20);
        add_point(outline, (float)round(radius * cos(angle)), (float)round(radius * sin(angle)));
    }
}

static void test_limits(void)
{
    Outline o = {0};
    const int32_t limits[] = {3, 4, 5, 7, 16, 300, 399};
    for (int i = 0; i < 7; i++) {
        add_wheel(&o, 400);
        CHECK(count_parts(&o, limits[i]) <= 3 * (800 - 2) / limits[i] + 800);
        clear(&o);
    }
    add_wheel(&o, 400);
    CHECK(count_parts(&o, 400) == 401);
    CHECK(count_parts(&o, NO_LIMIT) == 401);
    CHECK(count_parts(&o, 3) == 798);
    clear(&o);
    CHECK(graze_decomposition_size(0) == 0 && graze_decomposition_size(-1) == 0);
    CHECK(graze_decomposition_size(GRAZE_MAX_OUTLINE_POINTS + 1) == 0);
    CHECK(graze_decomposition_size(GRAZE_MAX_OUTLINE_POINTS) < (size_t)1 << 31);
    CHECK(graze_decomposition_size(GRAZE_MAX_OUTLINE_POINTS) > 0);
    CHECK(graze_decomposition_size(1) > 0);
}

/* An L whose corners are at the ends of the range of float32. */
static void test_sizes(void)
{
    const float sizes[] = {FLT_TRUE_MIN, FLT_MIN, 1, FLT_MAX};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) {
            float x = sizes[i];
            float y = sizes[k];
            Outline o = {0};
            RING(&o, -x, -y, x, -y, x, 0, 0, 0, 0, y, -x, y);
            decompose(&o, NO_LIMIT);
            CHECK(o.fault == GRAZE_OUTLINE_OK && o.parts.part_count == 2);
            clear(&o);
        }
    }
    /* The point in the middle is above the diagonal by the least number, far from the ends. */
    Outline o = {0};
    RING(&o, -FLT_MAX, -FLT_MAX, 0, FLT_TRUE_MIN, FLT_MAX, FLT_MAX, -FLT_MAX, FLT_MAX);
    decompose(&o, NO_LIMIT);
    CHECK(o.fault == GRAZE_OUTLINE_OK && o.parts.part_count == 2);
    clear(&o);
    RING(&o, -FLT_MAX, -FLT_MAX, FLT_TRUE_MIN, 0, FLT_MAX, FLT_MAX, -FLT_MAX, FLT_MAX);
    decompose(&o, NO_LIMIT);
    CHECK(o.fault == GRAZE_OUTLINE_OK && o.parts.part_count == 1);
    clear(&o);
    /* Crosses by the least number. */
    RING(&o, -FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX, -1, 0, FLT_TRUE_MIN);
    check_fault(&o, GRAZE_OUTLINE_CROSSING, 0, 2);
}

/* Grids of square holes, with 0 to 2 points left out, some of which touch. */
static void test_grids(void)
{
    for (int32_t size = 1; size <= 7; size++) {
        Outline o = {0};
        float end = (float)(4 * size);
        RING(&o, 0, 0, end, 0, end, end, 0, end);
        for (int32_t i = 0; i < size * size; i++) {
            int32_t row = i / size;
            float x = (float)(i % size * 4);
            float y = (float)(row * 4);
            switch (random_below(3)) {
            case 0:
                RING(&o, x + 1, y + 1, x + 3, y + 1, x + 3, y + 3, x + 1, y + 3);
                break;
            case 1:
                RING(&o, x, y + 2, x + 2, y, x + 4, y + 2, x + 2, y + 4);
                break;
            default:
                RING(&o, x + 1, y + 2, x + 3, y + 1, x + 2, y + 3);
                break;
            }
        }
        count_parts(&o, NO_LIMIT);
        CHECK(count_parts(&o, 4) >= o.parts.part_count);
        clear(&o);
    }
}

int main(void)
{
    test_single_rings();
    test_holes();
    test_rings_that_touch_themselves();
    test_many_strands();
    test_faults_of_points();
    test_faults_of_rings();
    test_faults_of_holes();
    test_limits();
    test_sizes();
    test_grids();
    return test_failures;
}
