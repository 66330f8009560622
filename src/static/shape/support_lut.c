#include "support_lut.h"

#include "../../base/predicate.h"
#include "../../tolerance.h"
#include "support.h"

/*
 * Constants of the table.
 *
 *   WINDOW                    number of vertices that are read at once
 *   MAX_SCANNED               largest number of vertices that are all scanned for every direction
 *   MIN_SECTORS, MAX_SECTORS  range of the number of sectors
 */
enum { WINDOW = 4, MAX_SCANNED = 8, MIN_SECTORS = 64, MAX_SECTORS = 2048 };

/*
 * Returns the number of sectors, a few for each vertex: with more, fewer shapes would need several
 * windows, but fewer shapes would fit in the processor's cache.
 */
static int32_t sector_count(int32_t count)
{
    if (count <= MAX_SCANNED) return 1;
    int32_t sectors = MIN_SECTORS;
    while (sectors < MAX_SECTORS && sectors < 4 * count)
        sectors *= 2;
    return sectors;
}

/*
 * Returns the number of coordinates, rounded up to whole windows, including those that a window can
 * read beyond the last vertex.
 */
static size_t padded_count(int32_t count)
{
    return ((size_t)count + 2 * WINDOW - 1) & ~(size_t)(WINDOW - 1);
}

size_t graze_support_lut_size(int32_t count)
{
    if (count < 1 || count > GRAZE_LOOKUP_MAX_VERTICES) return 0;
    return sizeof(GrazeSupportLut) + 2 * padded_count(count) * sizeof(float) +
           (size_t)sector_count(count) * sizeof(uint16_t);
}

static double diamond_angle(GrazeVec d)
{
    double x = d.x / vec_norm1(d);
    return d.y >= 0 ? 1 - x : 3 + x;
}

/*
 * A traversal of the outline, counter-clockwise. Vertex `vertex` is furthest in directions up to
 * the normal of the edge that follows it, at diamond angle start + end_angle; `end_angle` grows
 * from 0 and continues beyond a full turn, 4.
 */
typedef struct {
    const GrazeShape* shape;
    double start, end_angle;
    int32_t vertex;
} OutlineSweep;

static GrazeVec edge_outward(const GrazeShape* shape, int32_t i)
{
    GrazeVec p = vec_from_point(shape->vertices[i]);
    return vec_outward(vec_sub(vec_from_point(shape->vertices[next_index(i, shape->count)]), p));
}

/*
 * Angular slack, in units of the diamond angle: rounding can swap two normals that are closer than
 * this; far smaller than a sector.
 */
static const double ANGULAR_SLACK = 0x1p-40;

static void update_end_angle(OutlineSweep* sweep)
{
    double t = diamond_angle(edge_outward(sweep->shape, sweep->vertex)) - sweep->start;
    while (t > sweep->end_angle + ANGULAR_SLACK)
        t -= 4;
    while (t < sweep->end_angle - ANGULAR_SLACK)
        t += 4;
    sweep->end_angle = max2(sweep->end_angle, t);
}

/* Returns the diamond angle from a `start` of 3 or more to the normal of edge i: 0 to 4. */
static double angle_to_normal(const GrazeShape* shape, double start, int32_t i)
{
    double t = diamond_angle(edge_outward(shape, i)) - start;
    return t < 0 ? t + 4 : t;
}

/*
 * Begins at the vertex whose edge has the first normal from `start` on: there the angle to the
 * normal falls, by more than 2 for a polygon. The least angle would not serve: among normals that
 * are equal in double it can be that of any, and those before it would be left out.
 */
static OutlineSweep begin_outline(const GrazeShape* shape, double start)
{
    OutlineSweep first = {shape, start, angle_to_normal(shape, start, 0), 0};
    double last = first.end_angle;
    for (int32_t i = 1; i < shape->count; i++) {
        double end_angle = angle_to_normal(shape, start, i);
        if (end_angle < last - 1) first = (OutlineSweep){shape, start, end_angle, i};
        last = end_angle;
    }
    return first;
}

static int32_t vertex_at_angle(OutlineSweep* sweep, double t)
{
    while (sweep->end_angle < t) {
        sweep->vertex = next_index(sweep->vertex, sweep->shape->count);
        update_end_angle(sweep);
    }
    return sweep->vertex;
}

/*
 * Writes the first vertex of the window of each sector. Returns the number of vertices of the
 * longest sector, from the vertex furthest at its beginning to the one furthest at its end. A
 * sector is treated as slightly wider than it is, because the search rounds its own t.
 */
static int32_t fill_sectors(const GrazeShape* shape, int32_t sectors, uint16_t* first)
{
    const double half_width = 0.5 + 0x1p-8;
    double step = 4.0 / sectors;
    double start = -half_width * step;
    int32_t n = shape->count;
    OutlineSweep from = begin_outline(shape, start + 4);
    OutlineSweep to = from;
    int32_t longest = 0;
    for (int32_t q = 0; q < sectors; q++) {
        int32_t begin = vertex_at_angle(&from, q * step);
        int32_t end = vertex_at_angle(&to, (q + 2 * half_width) * step);
        int32_t run = (end >= begin ? end - begin : end - begin + n) + 1;
        /*
         * A short run is placed in the middle of its window, so that the window also covers its
         * neighbors.
         */
        int32_t before = run < WINDOW ? (WINDOW - run) / 2 : 0;
        first[q] = (uint16_t)(begin >= before ? begin - before : begin - before + n);
        longest = run > longest ? run : longest;
    }
    return longest;
}

/*
 * Computes the two discs about the mean of the vertices: one that contains the core, and one that
 * the core contains; and the one about the body's origin.
 */
static void find_discs(const GrazeShape* shape, GrazeSupportLut* support_lut)
{
    int32_t n = shape->count;
    GrazeVec sum = {0, 0};
    for (int32_t i = 0; i < n; i++)
        sum = vec_add(sum, vec_from_point(shape->vertices[i]));
    support_lut->center = (GrazePoint){(float)(sum.x / n), (float)(sum.y / n)};
    GrazeVec center = vec_from_point(support_lut->center);
    double outer_radius = 0;
    double inner_radius = n > 2 ? INFINITY : 0;
    double furthest = 0;
    for (int32_t i = 0; i < n; i++) {
        GrazeVec p = vec_sub(vec_from_point(shape->vertices[i]), center);
        outer_radius = max2(outer_radius, vec_length(p));
        furthest = max2(furthest, vec_length(vec_from_point(shape->vertices[i])));
        /*
         * The edge is computed from the vertices themselves: relative to the center a short edge
         * can vanish.
         */
        GrazeVec outward = edge_outward(shape, i);
        if (n > 2) inner_radius = min2(inner_radius, vec_dot(p, outward) / vec_length(outward));
    }
    support_lut->outer_radius = float_round_up(outer_radius * (1 + 8 * GRAZE_UNIT_ROUNDOFF));
    support_lut->disc_radius =
        float_round_up((furthest + shape->radius) * (1 + 16 * GRAZE_SIMD_UNIT_ROUNDOFF));
    /*
     * The radius is off by a small multiple of v, relative to the extent; the center of a sliver
     * can lie outside of it by as much.
     */
    inner_radius -= GRAZE_SIMD_UNIT_ROUNDOFF * shape->extent;
    support_lut->inner_radius =
        inner_radius > 0 ? (float)(inner_radius * (1 - GRAZE_SIMD_UNIT_ROUNDOFF)) : 0;
}

static bool is_point_at(GrazePoint p, float x, float y)
{
    return p.x == x && p.y == y;
}

/*
 * Returns whether the shape is a rectangle about the origin with its corners in the order that
 * gjk_simd.c expects.
 */
static bool is_box(const GrazeShape* shape)
{
    if (shape->count != 4) return false;
    const GrazePoint* v = shape->vertices;
    GrazePoint p = v[2];
    return p.x > 0 && p.y > 0 && is_point_at(v[0], -p.x, -p.y) && is_point_at(v[1], p.x, -p.y) &&
           is_point_at(v[3], -p.x, p.y);
}

static GrazeSupportLutKind lut_kind(const GrazeShape* shape, int32_t windows, int32_t sectors)
{
    if (shape->count > MAX_SCANNED && windows > 1) return GRAZE_SUPPORT_LUT_SEVERAL_WINDOWS;
    if (windows > 1) return GRAZE_SUPPORT_LUT_TWO_WINDOWS;
    if (sectors > 1) return GRAZE_SUPPORT_LUT_SECTOR_WINDOW;
    return is_box(shape) ? GRAZE_SUPPORT_LUT_BOX : GRAZE_SUPPORT_LUT_ONE_WINDOW;
}

void graze_shape_build_support_lut(GrazeShape* shape, void* storage)
{
    GrazeSupportLut* support_lut = storage;
    int32_t n = shape->count;
    if (graze_support_lut_size(n) == 0) return;
    size_t padded = padded_count(n);
    float* x = (float*)(support_lut + 1);
    float* y = x + padded;
    uint16_t* first = (uint16_t*)(y + padded);
    int32_t sectors = sector_count(n);
    int32_t run = n;
    first[0] = 0;
    if (sectors > 1) run = fill_sectors(shape, sectors, first);
    int32_t windows = (run + WINDOW - 1) / WINDOW;
    /* A window must not overlap its own beginning. */
    if (windows * WINDOW > n) {
        sectors = 1;
        first[0] = 0;
        windows = (n + WINDOW - 1) / WINDOW;
    }
    for (size_t i = 0; i < padded; i++) {
        /* A vertex must not occur twice in a window. */
        bool has_coordinates = i < (size_t)n || n > MAX_SCANNED;
        GrazePoint p = shape->vertices[i % (size_t)n];
        x[i] = has_coordinates ? p.x : NAN;
        y[i] = has_coordinates ? p.y : NAN;
    }
    *support_lut = (GrazeSupportLut){.extent = float_round_up(shape->extent),
                                     .per_turn = 0.25F * (float)sectors,
                                     .count = n,
                                     .kind = lut_kind(shape, windows, sectors),
                                     .windows = windows,
                                     .sectors = sectors,
                                     .x = x,
                                     .y = y,
                                     .first = first};
    find_discs(shape, support_lut);
    shape->support_lut = support_lut;
}
