#include "lookup.h"

#include "../base/predicate.h"
#include "../tolerance.h"
#include "support.h"

/*
 *   SCANNED  up to so many vertices are looked through for every direction
 *   FEWEST   sectors
 */
enum { WINDOW = 4, SCANNED = 8, FEWEST = 64, MOST = 2048 };

/* A few for each vertex: with more, fewer shapes would need several windows, but fewer would fit the cache. */
static int32_t sectors_for(int32_t count)
{
    if (count <= SCANNED) return 1;
    int32_t sectors = FEWEST;
    while (sectors < MOST && sectors < 4 * count)
        sectors *= 2;
    return sectors;
}

/* Coordinates that a window can read beyond the last vertex; a whole number of windows together. */
static size_t room_for(int32_t count)
{
    return ((size_t)count + 2 * WINDOW - 1) & ~(size_t)(WINDOW - 1);
}

size_t graze_lookup_size(int32_t count)
{
    if (count < 1 || count > GRAZE_LOOKUP_MOST) return 0;
    return sizeof(GrazeLookup) + 2 * room_for(count) * sizeof(float) +
           (size_t)sectors_for(count) * sizeof(uint16_t);
}

static double diamond(GrazeVec d)
{
    double x = d.x / vec_norm1(d);
    return d.y >= 0 ? 1 - x : 3 + x;
}

/*
 * Goes round the outline, counter-clockwise. Vertex `at` is furthest up to the normal of the edge behind it, at
 * diamond angle start + until; `until` grows from 0 and on beyond a full turn, 4.
 */
typedef struct {
    const GrazeShape* shape;
    double start, until;
    int32_t at;
} Round;

static GrazeVec edge_outward(const GrazeShape* shape, int32_t i)
{
    GrazeVec p = vec_of(shape->vertices[i]);
    return vec_outward(vec_sub(vec_of(shape->vertices[next_index(i, shape->count)]), p));
}

/* By which rounding may turn the order of two normals: far below a sector. */
static const double SLACK = 0x1p-40;

static void find_until(Round* round)
{
    double t = diamond(edge_outward(round->shape, round->at)) - round->start;
    while (t > round->until + SLACK)
        t -= 4;
    while (t < round->until - SLACK)
        t += 4;
    round->until = max2(round->until, t);
}

/* From a `start` of 3 or more to the normal of an edge: 0 to 4. */
static double turn_to(const GrazeShape* shape, double start, int32_t i)
{
    double t = diamond(edge_outward(shape, i)) - start;
    return t < 0 ? t + 4 : t;
}

/*
 * At the vertex whose edge has the first normal from `start` on: where the turn to it falls, and by more than 2, as a
 * polygon's normals are. The least would not do: of normals that are one in double it can be any, and those before it
 * would be left out.
 */
static Round begin_round(const GrazeShape* shape, double start)
{
    Round first = {shape, start, turn_to(shape, start, 0), 0};
    double last = first.until;
    for (int32_t i = 1; i < shape->count; i++) {
        double until = turn_to(shape, start, i);
        if (until < last - 1) first = (Round){shape, start, until, i};
        last = until;
    }
    return first;
}

static int32_t vertex_at(Round* round, double t)
{
    while (round->until < t) {
        round->at = next_index(round->at, round->shape->count);
        find_until(round);
    }
    return round->at;
}

/*
 * How many vertices the longest sector has: from that furthest at its beginning to that at its end. A sector is
 * taken a little wider than it is, as the search's own t is rounded.
 */
static int32_t fill_sectors(const GrazeShape* shape, int32_t sectors, uint16_t* first)
{
    const double wide = 0.5 + 0x1p-8;
    double step = 4.0 / sectors;
    double start = -wide * step;
    int32_t n = shape->count;
    Round from = begin_round(shape, start + 4);
    Round to = from;
    int32_t longest = 0;
    for (int32_t q = 0; q < sectors; q++) {
        int32_t begin = vertex_at(&from, q * step);
        int32_t end = vertex_at(&to, (q + 2 * wide) * step);
        int32_t run = (end >= begin ? end - begin : end - begin + n) + 1;
        /* In the middle of its window, so that what is beside it is seen too. */
        int32_t before = run < WINDOW ? (WINDOW - run) / 2 : 0;
        first[q] = (uint16_t)(begin >= before ? begin - before : begin - before + n);
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* The discs about the mean of the vertices that hold the core and that it holds. */
static void find_discs(const GrazeShape* shape, GrazeLookup* lookup)
{
    int32_t n = shape->count;
    GrazeVec sum = {0, 0};
    for (int32_t i = 0; i < n; i++)
        sum = vec_add(sum, vec_of(shape->vertices[i]));
    lookup->centre = (GrazePoint){(float)(sum.x / n), (float)(sum.y / n)};
    GrazeVec centre = vec_of(lookup->centre);
    double girth = 0;
    double inner = n > 2 ? INFINITY : 0;
    for (int32_t i = 0; i < n; i++) {
        GrazeVec p = vec_sub(vec_of(shape->vertices[i]), centre);
        girth = max2(girth, vec_length(p));
        /* Of the vertices as they are: seen from the centre a short edge can vanish. */
        GrazeVec outward = edge_outward(shape, i);
        if (n > 2) inner = min2(inner, vec_dot(p, outward) / vec_length(outward));
    }
    lookup->girth = float_above(girth * (1 + 8 * GRAZE_UNIT));
    /* Off by parts of v of the extent at most; the centre can lie outside a sliver by as much. */
    inner -= GRAZE_LANE_UNIT * shape->extent;
    lookup->inner = inner > 0 ? (float)(inner * (1 - GRAZE_LANE_UNIT)) : 0;
}

static bool same(GrazePoint p, float x, float y)
{
    return p.x == x && p.y == y;
}

/* The corners in the order in which lanes_box.c counts them. */
static bool is_box(const GrazeShape* shape)
{
    if (shape->count != 4) return false;
    const GrazePoint* v = shape->vertices;
    GrazePoint p = v[2];
    return p.x > 0 && p.y > 0 && same(v[0], -p.x, -p.y) && same(v[1], p.x, -p.y) &&
           same(v[3], -p.x, p.y);
}

static GrazeLook look_of(const GrazeShape* shape, int32_t windows, int32_t sectors)
{
    if (shape->count > SCANNED && windows > 1) return GRAZE_LOOK_SEVERAL;
    if (windows > 1) return GRAZE_LOOK_WIDE;
    if (sectors > 1) return GRAZE_LOOK_SECTOR;
    return is_box(shape) ? GRAZE_LOOK_BOX : GRAZE_LOOK_ALL;
}

void graze_shape_lookup(GrazeShape* shape, void* storage)
{
    GrazeLookup* lookup = storage;
    int32_t n = shape->count;
    if (graze_lookup_size(n) == 0) return;
    size_t room = room_for(n);
    float* x = (float*)(lookup + 1);
    float* y = x + room;
    uint16_t* first = (uint16_t*)(y + room);
    int32_t sectors = sectors_for(n);
    int32_t run = n;
    first[0] = 0;
    if (sectors > 1) run = fill_sectors(shape, sectors, first);
    int32_t windows = (run + WINDOW - 1) / WINDOW;
    /* A window must not come round to its own beginning. */
    if (windows * WINDOW > n) {
        sectors = 1;
        first[0] = 0;
        windows = (n + WINDOW - 1) / WINDOW;
    }
    for (size_t i = 0; i < room; i++) {
        /* A vertex must not be twice in a window. */
        bool is_given = i < (size_t)n || n > SCANNED;
        GrazePoint p = shape->vertices[i % (size_t)n];
        x[i] = is_given ? p.x : NAN;
        y[i] = is_given ? p.y : NAN;
    }
    *lookup = (GrazeLookup){.extent = float_above(shape->extent),
                            .per_turn = 0.25F * (float)sectors,
                            .count = n,
                            .look = look_of(shape, windows, sectors),
                            .windows = windows,
                            .sectors = sectors,
                            .x = x,
                            .y = y,
                            .first = first};
    find_discs(shape, lookup);
    shape->lookup = lookup;
}
