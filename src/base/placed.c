#include "placed.h"

#include "../tolerance.h"

/*
 * Range. Coordinates of vertices are multiples of 2^-149 below 2^128; those of the point and of the
 * pose are doubles below 2^128, multiples of 2^-1074; cosines and sines multiples of 2^-152 up to
 * 1 + 2^-10. So R e is a multiple of 2^-301 below 2^131, and u one of 2^-1074 below 2^131. Edges are
 * multiplied by 2^64 and u by 2^320 where only their product is needed: it is a multiple of 2^-991
 * below 2^646. Squares are needed where a radius enters. There coordinates of the point and of the
 * pose are flushed, so that they are multiples of 2^-252 and u one of 2^-301. The square of
 * (R e) x u would be a multiple of 2^-1204, which double does not hold: all lengths are multiplied
 * by 2^64, so that it is one of 2^-948 below 2^782.
 *
 * Capacity. R e has two products of at most two terms per coordinate, and two terms for each: 8. u
 * has the same for a single term, and p - t: 6. A cross product has 2 * 2 * 8 * 6 = 192 terms before
 * compression, and 865 / 52 = 17 after it; its square 2 * 17^2 = 578. |R e|^2 has 2 * 2 * 8^2 = 256.
 */
_Static_assert(EXPANSION_CAPACITY >= 578, "see above");

static const double UNIT = 0x1p64;
static const double OFFSET_UNIT = 0x1p320;

static double flush(double value, double least)
{
    return fabs(value) < least ? 0 : value;
}

GrazePlacedPoint graze_placed_point(GrazeVec point, const GrazePose* pose)
{
    return (GrazePlacedPoint){
        point,
        {pose->x, pose->y, flush(pose->cos, GRAZE_MIN_TURN), flush(pose->sin, GRAZE_MIN_TURN)}};
}

/* Returns the point and the pose with coordinates below GRAZE_MIN_COORDINATE replaced by 0. */
static GrazePlacedPoint flush_coordinates(const GrazePlacedPoint* placed)
{
    const double least = GRAZE_MIN_COORDINATE;
    const GrazePose* pose = &placed->pose;
    return (GrazePlacedPoint){vec(flush(placed->point.x, least), flush(placed->point.y, least)),
                              {flush(pose->x, least), flush(pose->y, least), pose->cos, pose->sin}};
}

void graze_add_turned(Expansion* e, double c, double x)
{
    if (c != 0 && x != 0) graze_expansion_add_product(e, &c, 1, &x, 1, 1);
}

static void add_product(Expansion* e, const Expansion* p, const Expansion* q, double sign)
{
    graze_expansion_add_product(e, p->term, p->count, q->term, q->count, sign);
}

static void add_difference(Expansion* e, Difference d, double factor)
{
    graze_expansion_add_product(e, d.term, d.count, &factor, 1, 1);
}

/* The coordinates of R e or of u. */
typedef struct {
    Expansion x, y;
} ExactVec;

/* Writes R e, for e = w - v. */
static void expand_edge(ExactVec* edge, const GrazePlacedPoint* placed, GrazePoint v, GrazePoint w)
{
    const GrazePose* pose = &placed->pose;
    Difference x = graze_exact_difference(w.x * UNIT, v.x * UNIT);
    Difference y = graze_exact_difference(w.y * UNIT, v.y * UNIT);
    edge->x.count = 0;
    edge->y.count = 0;
    add_difference(&edge->x, x, pose->cos);
    add_difference(&edge->x, y, -pose->sin);
    add_difference(&edge->y, x, pose->sin);
    add_difference(&edge->y, y, pose->cos);
}

/* Writes u, in multiples of 1 / unit. */
static void expand_offset(ExactVec* offset, const GrazePlacedPoint* placed, GrazePoint v,
                          double unit)
{
    const GrazePose* pose = &placed->pose;
    offset->x.count = 0;
    offset->y.count = 0;
    add_difference(&offset->x, graze_exact_difference(placed->point.x, pose->x), unit);
    add_difference(&offset->y, graze_exact_difference(placed->point.y, pose->y), unit);
    graze_add_turned(&offset->x, -pose->cos, v.x * unit);
    graze_add_turned(&offset->x, pose->sin, v.y * unit);
    graze_add_turned(&offset->y, -pose->sin, v.x * unit);
    graze_add_turned(&offset->y, -pose->cos, v.y * unit);
}

static void expand_cross(Expansion* e, const ExactVec* p, const ExactVec* q)
{
    e->count = 0;
    add_product(e, &p->x, &q->y, 1);
    add_product(e, &p->y, &q->x, -1);
    graze_expansion_compress(e);
}

static void expand_dot(Expansion* e, const ExactVec* p, const ExactVec* q)
{
    e->count = 0;
    add_product(e, &p->x, &q->x, 1);
    add_product(e, &p->y, &q->y, 1);
    graze_expansion_compress(e);
}

/*
 * R e and u in double, and the error bound of their cross and dot products. With E = |e|_1 and
 * U = |p|_1 + |t|_1 + 2 |v|_1, which bounds |u|_1: R e is off by 3 u E in each coordinate, u by
 * 3 u U in total, and the products by 8 u E U, which is half of the bound; the other half covers
 * cosines and sines above 1. DBL_MIN exceeds the error of products that underflow.
 */
typedef struct {
    GrazeVec edge, offset;
    double error;
} Rounded;

static Rounded round_placed(const GrazePlacedPoint* placed, GrazePoint v, GrazePoint w)
{
    const GrazePose* pose = &placed->pose;
    GrazeVec e = vec((double)w.x - v.x, (double)w.y - v.y);
    GrazeVec turned = vec_rotate(vec(v.x, v.y), pose->cos, pose->sin);
    double size = fabs(placed->point.x) + fabs(placed->point.y) + fabs(pose->x) + fabs(pose->y) +
                  2 * (fabs((double)v.x) + fabs((double)v.y));
    return (Rounded){
        vec_rotate(e, pose->cos, pose->sin),
        vec(placed->point.x - pose->x - turned.x, placed->point.y - pose->y - turned.y),
        GRAZE_PLACED_ERROR * (fabs(e.x) + fabs(e.y)) * size + DBL_MIN};
}

static NOINLINE int exact_sign(const GrazePlacedPoint* placed, GrazePoint v, GrazePoint w,
                               bool is_dot)
{
    ExactVec edge;
    ExactVec offset;
    Expansion product;
    expand_edge(&edge, placed, v, w);
    expand_offset(&offset, placed, v, OFFSET_UNIT);
    if (is_dot) {
        expand_dot(&product, &edge, &offset);
    } else {
        expand_cross(&product, &edge, &offset);
    }
    return graze_expansion_sign(&product);
}

static int sign_beyond(double value, double error)
{
    return (value > error) - (value < -error);
}

int graze_placed_side(const GrazePlacedPoint* placed, GrazePoint v, GrazePoint w)
{
    Rounded rounded = round_placed(placed, v, w);
    int sign = sign_beyond(vec_cross(rounded.edge, rounded.offset), rounded.error);
    return sign != 0 ? sign : exact_sign(placed, v, w, false);
}

int graze_placed_along(const GrazePlacedPoint* placed, GrazePoint v, GrazePoint w)
{
    Rounded rounded = round_placed(placed, v, w);
    int sign = sign_beyond(vec_dot(rounded.edge, rounded.offset), rounded.error);
    return sign != 0 ? sign : exact_sign(placed, v, w, true);
}

bool graze_placed_is_vertex(const GrazePlacedPoint* placed, GrazePoint v)
{
    ExactVec offset;
    expand_offset(&offset, placed, v, OFFSET_UNIT);
    return offset.x.count == 0 && offset.y.count == 0;
}

/* The square of a scaled radius is a double: it has at most 48 bits. */
static double scaled_square(float radius)
{
    double scaled = radius * UNIT;
    return scaled * scaled;
}

NOINLINE int graze_placed_vertex_reach(const GrazePlacedPoint* placed, GrazePoint v, float radius)
{
    const double one = 1;
    double square = scaled_square(radius);
    GrazePlacedPoint flushed = flush_coordinates(placed);
    ExactVec offset;
    Expansion e;
    expand_offset(&offset, &flushed, v, UNIT);
    expand_dot(&e, &offset, &offset);
    graze_expansion_add_product(&e, &square, 1, &one, 1, -1);
    return graze_expansion_sign(&e);
}

/* The sign of ((R e) x u)^2 - radius^2 |R e|^2. */
NOINLINE int graze_placed_line_reach(const GrazePlacedPoint* placed, GrazePoint v, GrazePoint w,
                                     float radius)
{
    double square = scaled_square(radius);
    GrazePlacedPoint flushed = flush_coordinates(placed);
    ExactVec edge;
    ExactVec offset;
    Expansion cross;
    Expansion e;
    expand_edge(&edge, placed, v, w);
    expand_offset(&offset, &flushed, v, UNIT);
    expand_cross(&cross, &edge, &offset);
    e.count = 0;
    add_product(&e, &cross, &cross, 1);
    graze_expansion_compress(&e);
    /* |R e|^2 takes the place of the cross product, which is not needed any more. */
    expand_dot(&cross, &edge, &edge);
    graze_expansion_add_product(&e, cross.term, cross.count, &square, 1, -1);
    return graze_expansion_sign(&e);
}
