/* Fuzzes graze_ray_check and graze_ray_cast: a ray is the cast of a point from the place of the
 * pair's first body. */
#include "cast.h"
#include "check.h"

#include <math.h>

static const GrazePoint ORIGIN = {0, 0};

/* Replaces A by the point at its place. */
static void reduce_to_point(Pair* pair)
{
    Body* a = &pair->a;
    a->shape = (GrazeShape){&ORIGIN, 1, 0, 0, NULL};
    a->pose.cos = 1;
    a->pose.sin = 0;
    if (!pair->grid) return;
    a->exact.count = 1;
    a->exact.radius = 0;
    a->exact.at[0] =
        (OraclePoint){(int64_t)(a->pose.x / pair->unit), (int64_t)(a->pose.y / pair->unit)};
}

static void check_as_point(const Pair* pair, const GrazeCast* out)
{
    GrazeCast point;
    graze_shape_cast(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, pair->dx,
                     pair->dy, &point);
    CHECK(out->status == point.status && out->relation == point.relation, "%d %d, as a point %d %d",
          out->status, out->relation, point.status, point.relation);
    CHECK(same_bits(out->begin, point.begin) && same_bits(out->end, point.end),
          "%.17g to %.17g, as a point %.17g to %.17g", out->begin, out->end, point.begin,
          point.end);
    CHECK(out->witness.normal_x == -point.witness.normal_x &&
              out->witness.normal_y == -point.witness.normal_y,
          "(%.17g, %.17g), as a point (%.17g, %.17g) from it", out->witness.normal_x,
          out->witness.normal_y, point.witness.normal_x, point.witness.normal_y);
    CHECK(out->witness.feature_b == point.witness.feature_b &&
              out->witness.index_b == point.witness.index_b,
          "%d %d, as a point %d %d", out->witness.feature_b, out->witness.index_b,
          point.witness.feature_b, point.witness.index_b);
}

static void check_pair(Pair* pair)
{
    GrazeRay ray = {pair->a.pose.x, pair->a.pose.y, pair->dx, pair->dy};
    CHECK(graze_ray_check(&ray) == GRAZE_OK, "%d", (int)graze_ray_check(&ray));
    reduce_to_point(pair);
    GrazeCast out;
    graze_ray_cast(&pair->b.shape, &pair->b.pose, &ray, &out);
    cast_check(pair, &out);
    check_as_point(pair, &out);
    if (pair->grid) cast_exact(pair, &out);
}

static void check_any_ray(Input* input)
{
    GrazeRay ray;
    ray.x = input_double(input);
    ray.y = input_double(input);
    ray.dx = input_double(input);
    ray.dy = input_double(input);
    double largest = fmax(fmax(fabs(ray.x), fabs(ray.y)), fmax(fabs(ray.dx), fabs(ray.dy)));
    bool finite = isfinite(ray.x) && isfinite(ray.y) && isfinite(ray.dx) && isfinite(ray.dy);
    GrazeStatus expected = !finite ? GRAZE_E_NOT_FINITE : GRAZE_OK;
    if (finite && largest > 0x1.fffffep127) expected = GRAZE_E_OUT_OF_RANGE;
    GrazeStatus status = graze_ray_check(&ray);
    /* If there are several faults, either may be reported. */
    CHECK((status == GRAZE_OK) == (expected == GRAZE_OK), "%d, expected %d: %g %g %g %g",
          (int)status, (int)expected, ray.x, ray.y, ray.dx, ray.dy);
    CHECK(!finite || status == expected, "%d, expected %d", (int)status, (int)expected);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Pair pair;
    if (!input_pair(&input, &pair)) return 0;
    check_any_ray(&input);
    check_pair(&pair);
    input_free(&pair);
    return 0;
}
