/*
 * The distance of two polygons as Apollo defines it (Polygon2d::DistanceTo): 0 if a vertex of either is
 * inside of the other; else the least distance of an edge of one from the other polygon, which is 0
 * if the middle of the edge is inside or it crosses an edge, else the least distance of its ends
 * from the polygon and of the polygon's vertices from it. Written from that definition. Polygons
 * are placed in advance, with their edges' directions and lengths, as there.
 */
#include "contestant.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    double x, y;
} Point;

/* An edge: its ends, unit direction and length. */
typedef struct {
    Point start, end, direction;
    double length;
} Segment;

typedef struct {
    int32_t count;
    Segment edges[PAPER_MOST_VERTICES]; /* edge k begins at vertex k */
} Polygon;

static const double EPSILON = 1e-10;

static Polygon* bodies; /* A and B of each pair */
static int32_t capacity;

static void make_polygon(const GrazeShape* shape, const GrazePlacement* place, Polygon* polygon)
{
    double placed[PAPER_MOST_VERTICES][2];
    paper_place(shape, place, placed);
    polygon->count = shape->count;
    for (int32_t k = 0; k < shape->count; k++) {
        const double* p = placed[k];
        const double* q = placed[(k + 1) % shape->count];
        double length = hypot(q[0] - p[0], q[1] - p[1]);
        polygon->edges[k] = (Segment){
            {p[0], p[1]}, {q[0], q[1]}, {(q[0] - p[0]) / length, (q[1] - p[1]) / length}, length};
    }
}

static void prepare(const PairSet* set)
{
    if (set->count > capacity) {
        capacity = set->count;
        bodies = realloc(bodies, 2 * (size_t)capacity * sizeof *bodies);
        if (bodies == NULL) abort();
    }
    for (int32_t k = 0; k < set->count; k++) {
        make_polygon(set->pairs[k].a, set->pairs[k].place_a, &bodies[2 * (ptrdiff_t)k]);
        make_polygon(set->pairs[k].b, set->pairs[k].place_b, &bodies[2 * (ptrdiff_t)k + 1]);
    }
}

static double cross(Point o, Point p, Point q)
{
    return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
}

static double point_segment(Point p, const Segment* s)
{
    double x = p.x - s->start.x;
    double y = p.y - s->start.y;
    double along = x * s->direction.x + y * s->direction.y;
    if (along <= 0) return hypot(x, y);
    if (along >= s->length) return hypot(p.x - s->end.x, p.y - s->end.y);
    return fabs(x * s->direction.y - y * s->direction.x);
}

/* Returns whether a point is on the boundary or inside, by the crossings of a ray. */
static bool contains(const Polygon* polygon, Point p)
{
    for (int32_t k = 0; k < polygon->count; k++) {
        if (point_segment(p, &polygon->edges[k]) <= EPSILON) return true;
    }
    bool inside = false;
    for (int32_t k = 0; k < polygon->count; k++) {
        const Segment* s = &polygon->edges[k];
        if ((s->start.y > p.y) == (s->end.y > p.y)) continue;
        double side = cross(p, s->start, s->end);
        if (s->start.y < s->end.y ? side > 0 : side < 0) inside = !inside;
    }
    return inside;
}

static double point_polygon(Point p, const Polygon* polygon)
{
    if (contains(polygon, p)) return 0;
    double least = INFINITY;
    for (int32_t k = 0; k < polygon->count; k++)
        least = fmin(least, point_segment(p, &polygon->edges[k]));
    return least;
}

static bool crosses(const Segment* s, const Segment* t)
{
    double a = cross(s->start, s->end, t->start);
    double b = cross(s->start, s->end, t->end);
    double c = cross(t->start, t->end, s->start);
    double d = cross(t->start, t->end, s->end);
    return a * b < 0 && c * d < 0;
}

static double segment_polygon(const Segment* s, const Polygon* polygon)
{
    Point middle = {(s->start.x + s->end.x) / 2, (s->start.y + s->end.y) / 2};
    if (contains(polygon, middle)) return 0;
    for (int32_t k = 0; k < polygon->count; k++) {
        if (crosses(s, &polygon->edges[k])) return 0;
    }
    double least = fmin(point_polygon(s->start, polygon), point_polygon(s->end, polygon));
    for (int32_t k = 0; k < polygon->count; k++)
        least = fmin(least, point_segment(polygon->edges[k].start, s));
    return least;
}

static double polygon_polygon(const Polygon* a, const Polygon* b)
{
    if (contains(a, b->edges[0].start) || contains(b, a->edges[0].start)) return 0;
    double least = INFINITY;
    for (int32_t k = 0; k < a->count; k++)
        least = fmin(least, segment_polygon(&a->edges[k], b));
    return least;
}

static void distances(int32_t first, int32_t count, double* out)
{
    for (int32_t k = first; k < first + count; k++) {
        const Polygon* a = &bodies[2 * (ptrdiff_t)k];
        *out++ = polygon_polygon(a, a + 1);
    }
}

const Contestant PAPER_APOLLO = {"Apollo's definition", prepare, distances, NULL, 0};
