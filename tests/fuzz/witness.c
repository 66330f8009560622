#include "witness.h"

#include "check.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

_Static_assert(offsetof(GrazeDistance, distance) == offsetof(GrazePenetration, depth) &&
                   offsetof(GrazeDistance, relation) == offsetof(GrazePenetration, relation) &&
                   offsetof(GrazeDistance, iterations) == offsetof(GrazePenetration, iterations),
               "the records must begin alike");

GrazeDistance witness_of(const GrazePenetration* penetration)
{
    GrazeDistance out;
    memcpy(&out, penetration, sizeof out);
    return out;
}

static void check_feature(const GrazeShape* shape, int32_t feature, int32_t index)
{
    CHECK(feature == GRAZE_VERTEX || feature == GRAZE_EDGE, "feature %d", feature);
    CHECK(index >= 0 && index < shape->count, "index %d of %d", index, shape->count);
    CHECK(feature == GRAZE_VERTEX || shape->count > 1, "an edge of a point");
}

/* Returns whether the point is no further from the body's place than the body reaches; rounding
 * is relative to the pair. */
static bool is_about(const Pair* pair, const Body* body, double x, double y)
{
    double reach = 1.5 * body->shape.extent + body->shape.radius;
    double slack = 0x1p-47 * input_scale(pair) + 0x1p-199;
    return hypot(x - body->pose.x, y - body->pose.y) <= reach + slack;
}

static void check_points(const Pair* pair, const GrazeDistance* out, double length)
{
    CHECK(is_about(pair, &pair->a, out->witness.point_a_x, out->witness.point_a_y),
          "point a is far off: (%.17g, %.17g)", out->witness.point_a_x, out->witness.point_a_y);
    CHECK(is_about(pair, &pair->b, out->witness.point_b_x, out->witness.point_b_y),
          "point b is far off: (%.17g, %.17g)", out->witness.point_b_x, out->witness.point_b_y);
    long double slack = 0x1p-47L * input_scale(pair);
    long double x = (long double)out->witness.point_b_x - out->witness.point_a_x;
    long double y = (long double)out->witness.point_b_y - out->witness.point_a_y;
    CHECK(fabsl(x - (long double)length * out->witness.normal_x) <= slack,
          "b - a is %.17g in x, not %.17g", (double)x, length * out->witness.normal_x);
    CHECK(fabsl(y - (long double)length * out->witness.normal_y) <= slack,
          "b - a is %.17g in y, not %.17g", (double)y, length * out->witness.normal_y);
}

void witness_check(const Pair* pair, const GrazeDistance* out, double length)
{
    int32_t limit = pair->a.shape.count + pair->b.shape.count + 16;
    CHECK(isfinite(out->distance) && out->distance >= 0, "%.17g", out->distance);
    CHECK(out->relation >= GRAZE_DISJOINT && out->relation <= GRAZE_OVERLAPPING, "%d",
          out->relation);
    CHECK(out->iterations >= 0 && out->iterations <= limit, "%d of %d", out->iterations, limit);
    CHECK(isfinite(out->witness.point_a_x) && isfinite(out->witness.point_a_y), "(%g, %g)",
          out->witness.point_a_x, out->witness.point_a_y);
    CHECK(isfinite(out->witness.point_b_x) && isfinite(out->witness.point_b_y), "(%g, %g)",
          out->witness.point_b_x, out->witness.point_b_y);
    CHECK(is_unit(out->witness.normal_x, out->witness.normal_y), "(%.17g, %.17g)",
          out->witness.normal_x, out->witness.normal_y);
    check_feature(&pair->a.shape, out->witness.feature_a, out->witness.index_a);
    check_feature(&pair->b.shape, out->witness.feature_b, out->witness.index_b);
    CHECK(out->witness.part_a == -1 && out->witness.part_b == -1, "parts %d, %d",
          out->witness.part_a, out->witness.part_b);
    check_points(pair, out, length);
}

void witness_mirror(const Pair* pair, const GrazeDistance* out, const GrazeDistance* swapped)
{
    if (input_is_twin(pair)) return;
    CHECK(out->relation == swapped->relation, "%d, swapped %d", out->relation, swapped->relation);
    CHECK(same_bits(out->distance, swapped->distance), "%.17g, swapped %.17g", out->distance,
          swapped->distance);
    /* 0 may become -0 here, but nowhere else. */
    CHECK(out->witness.normal_x == -swapped->witness.normal_x &&
              out->witness.normal_y == -swapped->witness.normal_y,
          "(%.17g, %.17g), swapped (%.17g, %.17g)", out->witness.normal_x, out->witness.normal_y,
          swapped->witness.normal_x, swapped->witness.normal_y);
    CHECK(same_bits(out->witness.point_a_x, swapped->witness.point_b_x) &&
              same_bits(out->witness.point_a_y, swapped->witness.point_b_y),
          "(%.17g, %.17g), swapped (%.17g, %.17g)", out->witness.point_a_x, out->witness.point_a_y,
          swapped->witness.point_b_x, swapped->witness.point_b_y);
    CHECK(same_bits(out->witness.point_b_x, swapped->witness.point_a_x) &&
              same_bits(out->witness.point_b_y, swapped->witness.point_a_y),
          "(%.17g, %.17g), swapped (%.17g, %.17g)", out->witness.point_b_x, out->witness.point_b_y,
          swapped->witness.point_a_x, swapped->witness.point_a_y);
    CHECK(out->witness.feature_a == swapped->witness.feature_b &&
              out->witness.index_a == swapped->witness.index_b,
          "%d %d, swapped %d %d", out->witness.feature_a, out->witness.index_a,
          swapped->witness.feature_b, swapped->witness.index_b);
    CHECK(out->witness.feature_b == swapped->witness.feature_a &&
              out->witness.index_b == swapped->witness.index_a,
          "%d %d, swapped %d %d", out->witness.feature_b, out->witness.index_b,
          swapped->witness.feature_a, swapped->witness.index_a);
    CHECK(out->iterations == swapped->iterations, "%d, swapped %d", out->iterations,
          swapped->iterations);
}

void witness_inside(const Pair* pair, const GrazeDistance* out)
{
    long double slack = 0x1p-48L * input_scale(pair) / pair->unit;
    long double off_a =
        oracle_outside(&pair->a.exact, (long double)out->witness.point_a_x / pair->unit,
                       (long double)out->witness.point_a_y / pair->unit);
    long double off_b =
        oracle_outside(&pair->b.exact, (long double)out->witness.point_b_x / pair->unit,
                       (long double)out->witness.point_b_y / pair->unit);
    CHECK(off_a <= slack, "point a (%.17g, %.17g) is off by %Lg steps", out->witness.point_a_x,
          out->witness.point_a_y, off_a);
    CHECK(off_b <= slack, "point b (%.17g, %.17g) is off by %Lg steps", out->witness.point_b_x,
          out->witness.point_b_y, off_b);
}
