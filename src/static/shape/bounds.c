#include "bounds.h"

#include "../../base/lanes.h"
#include "../../base/placed.h"
#include "../../base/vec.h"
#include "../../tolerance.h"

/*
 * The corners are computed in double, enlarged by GRAZE_BOUNDS_SLACK of all lengths that enter, and
 * rounded outward to float32. No difference of infinities occurs: every term that can overflow has
 * the sign of the reach.
 */
GrazeBounds graze_bounds(const GrazeShape* shape, const GrazePose* pose, double reach)
{
    const Doubles cos = {pose->cos, pose->cos};
    const Doubles sin = {-pose->sin, pose->sin};
    const Doubles place = {pose->x, pose->y};
    Doubles hi = {-INFINITY, -INFINITY};
    Doubles lo = -hi;
    for (int32_t i = 0; i < shape->count; i++) {
        Doubles p = doubles_from_floats(&shape->vertices[i].x);
        Doubles turned = p * cos + __builtin_shufflevector(p, p, 1, 0) * sin;
        lo = doubles_pick(turned < lo, turned, lo);
        hi = doubles_pick(hi < turned, turned, hi);
    }
    double margin = shape->radius + reach;
    margin += GRAZE_BOUNDS_SLACK * (shape->extent + fabs(pose->x) + fabs(pose->y) + margin);
    lo = margin - lo - place;
    hi = margin + hi + place;
    return (GrazeBounds){{-float_round_up(lo[0]), -float_round_up(lo[1]), float_round_up(hi[0]),
                          float_round_up(hi[1])}};
}

/*
 * Exact bounds. The side of a part in direction d is the largest of d . R v over its vertices v, plus
 * d . t + radius. Vertices whose product in double is within rounding of the largest one are
 * computed exactly, and rounded up.
 */

/* Direction (cos, sin) in the body's frame of a side of the box, and the position along it. */
typedef struct {
    double x, y, shift;
} Side;

/* Returns the least double that is not below the value of an expansion. */
static double expansion_round_up(Expansion* e)
{
    if (e->count == 0) return 0;
    graze_expansion_compress(e);
    e->count--; /* The largest term is taken off: the rest is below half of its last place. */
    double largest = e->term[e->count];
    return graze_expansion_sign(e) > 0 ? double_adjacent(largest, true) : largest;
}

/* Adds c x, or a bound above it if c is too small for the product to be exact. */
static void add_turned_above(Expansion* e, double c, double x)
{
    if (fabs(c) >= GRAZE_MIN_PRODUCT || c == 0) {
        graze_add_turned(e, c, x);
    } else if (c > 0 ? x > 0 : x < 0) {
        graze_add_turned(e, GRAZE_MIN_PRODUCT, fabs(x));
    }
}

static double side_of_vertex(const Side* side, GrazePoint v, float radius)
{
    Expansion e;
    e.count = 0;
    add_turned_above(&e, side->x, v.x);
    add_turned_above(&e, side->y, v.y);
    graze_add_turned(&e, 1, side->shift);
    graze_add_turned(&e, 1, radius);
    return expansion_round_up(&e);
}

/* x and y are cosines and sines, so d . v in double is off by 3 u (|v.x| + |v.y|), at most 6 u extent,
   and the difference of two by twice that. */
static double side_of_part(const Side* side, const GrazeShape* part)
{
    double largest = -INFINITY;
    double highest = -INFINITY;
    for (int32_t i = 0; i < part->count; i++)
        largest = max2(largest, side->x * part->vertices[i].x + side->y * part->vertices[i].y);
    double least = largest - 16 * GRAZE_UNIT_ROUNDOFF * part->extent;
    for (int32_t i = 0; i < part->count; i++) {
        GrazePoint v = part->vertices[i];
        if (side->x * v.x + side->y * v.y < least) continue;
        highest = max2(highest, side_of_vertex(side, v, part->radius));
    }
    return highest;
}

static double side_of_shape(const GrazeShape* shape, double x, double y, double shift)
{
    const Side side = {x, y, shift};
    if (shape->compound == NULL) return side_of_part(&side, shape);
    double highest = -INFINITY;
    for (int32_t k = 0; k < shape->compound->count; k++)
        highest = max2(highest, side_of_part(&side, &shape->compound->parts[k]));
    return highest;
}

void graze_shape_bounds(const GrazeShape* shape, const GrazePose* pose, GrazeShapeBounds* bounds)
{
    /* A 0 is added so that no side is -0. */
    bounds->min_x = 0 - side_of_shape(shape, -pose->cos, pose->sin, -pose->x);
    bounds->min_y = 0 - side_of_shape(shape, -pose->sin, -pose->cos, -pose->y);
    bounds->max_x = 0 + side_of_shape(shape, pose->cos, -pose->sin, pose->x);
    bounds->max_y = 0 + side_of_shape(shape, pose->sin, pose->cos, pose->y);
}
