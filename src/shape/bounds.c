#include "bounds.h"

#include "../base/lanes.h"
#include "../base/vec.h"
#include "../tolerance.h"

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
