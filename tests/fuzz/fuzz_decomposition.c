/* Fuzzes graze_decompose: parts of outlines on a grid by brute force over integers, and faults of
 * edges; for wild outlines, convexity by the constructor of shapes, and that no answer depends on
 * what the storage holds. */
#include "check.h"
#include "input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RINGS = 4, MAX_POINTS = 48, NO_LIMIT = 1 << 20 };

typedef struct {
    bool grid;
    int32_t ring_count, max_vertices;
    int32_t ends[MAX_RINGS];
    GrazePoint at[MAX_POINTS];
    OraclePoint exact[MAX_POINTS];
} Rings;

static int32_t ring_begin(const Rings* rings, int32_t ring)
{
    return ring == 0 ? 0 : rings->ends[ring - 1];
}

static int32_t point_count(const Rings* rings)
{
    return rings->ends[rings->ring_count - 1];
}

static int32_t next_point(const Rings* rings, int32_t i)
{
    for (int32_t ring = 0;; ring++) {
        if (i < rings->ends[ring])
            return i + 1 < rings->ends[ring] ? i + 1 : ring_begin(rings, ring);
    }
}

static void print_rings(const void* subject)
{
    const Rings* rings = subject;
    for (int32_t ring = 0; ring < rings->ring_count; ring++) {
        int32_t begin = ring_begin(rings, ring);
        fprintf(stderr, "  ring %d, %d points\n   ", ring, rings->ends[ring] - begin);
        print_points(rings->at + begin, rings->ends[ring] - begin);
    }
}

/* ---------------------------------------------------------------- input */

/* Sorts the points of a ring around a point, which makes most rings simple. */
static void sort_around(Rings* rings, int32_t begin, int32_t end, GrazePoint middle)
{
    for (int32_t i = begin + 1; i < end; i++) {
        GrazePoint point = rings->at[i];
        OraclePoint exact = rings->exact[i];
        double angle = atan2((double)point.y - middle.y, (double)point.x - middle.x);
        int32_t k = i;
        for (; k > begin; k--) {
            GrazePoint before = rings->at[k - 1];
            if (atan2((double)before.y - middle.y, (double)before.x - middle.x) <= angle) break;
            rings->at[k] = before;
            rings->exact[k] = rings->exact[k - 1];
        }
        rings->at[k] = point;
        rings->exact[k] = exact;
    }
}

static void read_ring(Input* input, Rings* rings, int bits, double unit)
{
    int32_t ring = rings->ring_count++;
    int32_t begin = ring_begin(rings, ring);
    int32_t end = begin + input_below(input, input_below(input, 3) == 0 ? 13 : 6);
    rings->ends[ring] = end;
    OraclePoint shift = {input_int(input, bits), input_int(input, bits)};
    for (int32_t i = begin; i < end; i++) {
        if (!rings->grid) {
            rings->at[i] = (GrazePoint){input_float(input), input_float(input)};
            continue;
        }
        OraclePoint p = {input_int(input, bits), input_int(input, bits)};
        /* Later rings are often small; points are sometimes those of other rings. */
        if (ring > 0) p = (OraclePoint){shift.x + p.x / 4, shift.y + p.y / 4};
        if (i > 0 && input_below(input, 8) == 0) p = rings->exact[input_below(input, i)];
        rings->exact[i] = p;
        rings->at[i] = (GrazePoint){(float)((double)p.x * unit), (float)((double)p.y * unit)};
    }
    if (end > begin && input_below(input, 3) > 0)
        sort_around(rings, begin, end, rings->at[begin + input_below(input, end - begin)]);
}

static void read_rings(Input* input, Rings* rings)
{
    memset(rings, 0, sizeof *rings);
    check_subject(print_rings, rings);
    rings->grid = input_below(input, 4) > 0;
    int bits = 1 + input_below(input, 13);
    double unit = ldexp(1, input_below(input, 4) == 0 ? input_below(input, 260) - 149 : 0);
    rings->max_vertices = input_below(input, 2) == 0 ? NO_LIMIT : 3 + input_below(input, 6);
    int32_t count = 1 + input_below(input, MAX_RINGS);
    while (rings->ring_count < count)
        read_ring(input, rings, bits, unit);
}

/* ---------------------------------------------------------------- oracle */

static int64_t turn(OraclePoint a, OraclePoint b, OraclePoint c)
{
    int64_t value = oracle_cross(oracle_minus(b, a), oracle_minus(c, a));
    return (value > 0) - (value < 0);
}

static bool is_same(OraclePoint p, OraclePoint q)
{
    return p.x == q.x && p.y == q.y;
}

/* Returns whether p, on the line of a and b, lies between them. */
static bool is_between(OraclePoint a, OraclePoint b, OraclePoint p)
{
    OraclePoint to_a = oracle_minus(a, p);
    OraclePoint to_b = oracle_minus(b, p);
    return to_a.x * to_b.x + to_a.y * to_b.y < 0;
}

static bool is_crossing(OraclePoint a, OraclePoint b, OraclePoint c, OraclePoint d)
{
    return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

static bool is_overlapping(OraclePoint a, OraclePoint b, OraclePoint c, OraclePoint d)
{
    if (turn(a, b, c) != 0 || turn(a, b, d) != 0) return false;
    return is_between(a, b, c) || is_between(a, b, d) || is_between(c, d, a) ||
           is_between(c, d, b) || (is_same(a, c) && is_same(b, d)) ||
           (is_same(a, d) && is_same(b, c));
}

static bool is_fault_of_edges(const Rings* rings, int32_t i, int32_t k, GrazeOutlineFault fault)
{
    const OraclePoint* p = rings->exact;
    OraclePoint i_end = p[next_point(rings, i)];
    OraclePoint k_end = p[next_point(rings, k)];
    if (fault == GRAZE_OUTLINE_CROSSING) return is_crossing(p[i], i_end, p[k], k_end);
    return is_overlapping(p[i], i_end, p[k], k_end);
}

static bool is_flat_ring(const Rings* rings, int32_t ring)
{
    const OraclePoint* p = rings->exact;
    int32_t begin = ring_begin(rings, ring);
    for (int32_t i = begin + 2; i < rings->ends[ring]; i++) {
        if (turn(p[begin], p[begin + 1], p[i]) != 0) return false;
    }
    return true;
}

static int64_t area_of(const OraclePoint* corners, int32_t count)
{
    int64_t area = 0;
    for (int32_t i = 0; i < count; i++)
        area += oracle_cross(corners[i], corners[(i + 1) % count]);
    return area;
}

/* Returns whether the line of an edge of the first of two convex polygons separates them. */
static bool has_line(const OraclePoint* p, int32_t p_count, const OraclePoint* q, int32_t q_count)
{
    for (int32_t i = 0; i < p_count; i++) {
        bool is_separating = true;
        for (int32_t k = 0; k < q_count; k++)
            is_separating = is_separating && turn(p[i], p[(i + 1) % p_count], q[k]) <= 0;
        if (is_separating) return true;
    }
    return false;
}

static void check_separated(const OraclePoint* p, int32_t p_count, const OraclePoint* q,
                            int32_t q_count)
{
    CHECK(has_line(p, p_count, q, q_count) || has_line(q, q_count, p, p_count),
          "interiors meet: %d and %d vertices", p_count, q_count);
}

/* ---------------------------------------------------------------- checks */

/* Checks that each part is a valid outline of a shape as it is. */
static void check_shapes(const Rings* rings, const GrazeDecomposition* parts)
{
    GrazePoint points[MAX_POINTS];
    for (int32_t part = 0, begin = 0; part < parts->part_count; part++) {
        int32_t count = parts->part_ends[part] - begin;
        CHECK(count >= 3 && count <= rings->max_vertices && count <= MAX_POINTS, "%d vertices",
              count);
        for (int32_t i = 0; i < count; i++) {
            int32_t index = parts->vertices[begin + i];
            CHECK(index >= 0 && index < point_count(rings), "vertex %d", index);
            points[i] = rings->at[index];
        }
        GrazeShape shape;
        int32_t culprit;
        GrazePoint first = points[0];
        GrazeStatus status = graze_shape_polygon(&shape, points, count, 0, &culprit);
        CHECK(status == GRAZE_OK && shape.count == count, "part %d: status %d, %d of %d vertices",
              part, (int)status, shape.count, count);
        CHECK(points[0].x == first.x && points[0].y == first.y, "part %d is clockwise", part);
        begin += count;
    }
}

/* Checks that the interiors of parts meet neither one another nor edges, and that they cover the
 * area. */
static void check_parts(const Rings* rings, const GrazeDecomposition* parts)
{
    static OraclePoint corners[5 * MAX_POINTS];
    int64_t area = 0;
    for (int32_t part = 0, begin = 0; part < parts->part_count; part++) {
        int32_t end = parts->part_ends[part];
        for (int32_t i = begin; i < end; i++)
            corners[i] = rings->exact[parts->vertices[i]];
        for (int32_t other = 0, from = 0; other < part; from = parts->part_ends[other++])
            check_separated(corners + from, parts->part_ends[other] - from, corners + begin,
                            end - begin);
        for (int32_t i = 0; i < point_count(rings); i++) {
            OraclePoint edge[2] = {rings->exact[i], rings->exact[next_point(rings, i)]};
            check_separated(edge, 2, corners + begin, end - begin);
        }
        area += area_of(corners + begin, end - begin);
        begin = end;
    }
    int64_t expected = 0;
    for (int32_t ring = 0; ring < rings->ring_count; ring++) {
        int32_t begin = ring_begin(rings, ring);
        int64_t of_ring = llabs(area_of(rings->exact + begin, rings->ends[ring] - begin));
        expected += ring == 0 ? of_ring : -of_ring;
    }
    CHECK(area == expected, "area %lld, expected %lld", (long long)area, (long long)expected);
}

static void check_edges(const Rings* rings)
{
    for (int32_t i = 0; i < point_count(rings); i++) {
        for (int32_t k = 0; k < i; k++) {
            CHECK(!is_fault_of_edges(rings, i, k, GRAZE_OUTLINE_CROSSING), "%d, %d cross", k, i);
            CHECK(!is_fault_of_edges(rings, i, k, GRAZE_OUTLINE_OVERLAPPING), "%d, %d", k, i);
        }
    }
}

/* Checks a fault of points, rings or edges on a grid. */
static void check_fault(const Rings* rings, GrazeOutlineFault fault, int32_t first, int32_t second)
{
    switch (fault) {
    case GRAZE_OUTLINE_REPEATED_POINT:
        CHECK(second == next_point(rings, first) &&
                  is_same(rings->exact[first], rings->exact[second]),
              "%d, %d differ", first, second);
        break;
    case GRAZE_OUTLINE_FLAT:
        CHECK(is_flat_ring(rings, first), "ring %d", first);
        break;
    case GRAZE_OUTLINE_CROSSING:
    case GRAZE_OUTLINE_OVERLAPPING:
        CHECK(first < second && is_fault_of_edges(rings, first, second, fault), "fault %d: %d, %d",
              (int)fault, first, second);
        break;
    default:
        CHECK(fault != GRAZE_OUTLINE_NOT_FINITE, "point %d of a grid", first);
        break;
    }
}

static void check_culprits(const Rings* rings, GrazeOutlineFault fault,
                           const GrazeDecomposition* parts)
{
    int32_t first = parts->first;
    int32_t second = parts->second;
    int32_t count = point_count(rings);
    bool has_second = fault == GRAZE_OUTLINE_REPEATED_POINT || fault == GRAZE_OUTLINE_CROSSING ||
                      fault == GRAZE_OUTLINE_OVERLAPPING ||
                      fault == GRAZE_OUTLINE_CROSSING_AT_POINT ||
                      fault == GRAZE_OUTLINE_INSIDE_HOLE;
    CHECK(parts->part_count == 0, "%d parts of a fault", parts->part_count);
    CHECK(first >= 0 && first < (count > 0 ? count : 1), "first %d", first);
    CHECK(has_second ? second >= 0 && second < count : second == -1, "second %d", second);
    if (fault == GRAZE_OUTLINE_TOO_FEW_POINTS)
        CHECK(rings->ends[first] - ring_begin(rings, first) < 3, "ring %d", first);
}

/* Decomposes with storage of exactly the promised size, which holds `content` before. */
static void* decompose(const Rings* rings, int content, GrazeOutlineFault* fault,
                       GrazeDecomposition* parts)
{
    int32_t count = point_count(rings);
    size_t size = graze_decomposition_size(count);
    CHECK((size == 0) == (count == 0), "%zu bytes", size);
    void* storage = malloc(size > 0 ? size : 1);
    GrazePoint* points = input_points(count);
    if (storage == NULL) abort();
    memset(storage, content, size);
    memcpy(points, rings->at, (size_t)count * sizeof *points);
    *fault = graze_decompose(points, rings->ends, rings->ring_count, rings->max_vertices, storage,
                             parts);
    CHECK(memcmp(points, rings->at, (size_t)count * sizeof *points) == 0, "points are changed");
    free(points);
    return storage;
}

static void check_same(const GrazeDecomposition* p, const GrazeDecomposition* q)
{
    CHECK(p->part_count == q->part_count && p->first == q->first && p->second == q->second,
          "%d and %d parts", p->part_count, q->part_count);
    if (p->part_count == 0) return;
    size_t count = (size_t)p->part_count;
    CHECK(memcmp(p->part_ends, q->part_ends, count * sizeof(int32_t)) == 0, "ends differ");
    count = (size_t)p->part_ends[count - 1];
    CHECK(memcmp(p->vertices, q->vertices, count * sizeof(int32_t)) == 0, "vertices differ");
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Rings rings;
    read_rings(&input, &rings);
    GrazeOutlineFault fault;
    GrazeOutlineFault again;
    GrazeDecomposition parts;
    GrazeDecomposition parts_again;
    void* storage = decompose(&rings, 0x5a, &fault, &parts);
    void* storage_again = decompose(&rings, 0xff, &again, &parts_again);
    CHECK(fault == again, "faults %d and %d", (int)fault, (int)again);
    check_same(&parts, &parts_again);
    if (fault == GRAZE_OUTLINE_OK) {
        CHECK(parts.first == -1 && parts.second == -1, "%d, %d", parts.first, parts.second);
        check_shapes(&rings, &parts);
        if (rings.grid) check_edges(&rings);
        if (rings.grid) check_parts(&rings, &parts);
    } else {
        check_culprits(&rings, fault, &parts);
        if (rings.grid) check_fault(&rings, fault, parts.first, parts.second);
    }
    free(storage);
    free(storage_again);
    return 0;
}
