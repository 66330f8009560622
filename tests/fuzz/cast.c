#include "cast.h"

#include "check.h"

#include <math.h>

/* Checks that both points are the one contact point. */
static void check_common_point(const GrazeCast* out)
{
    CHECK(out->witness.point_b_x == out->witness.point_a_x &&
              out->witness.point_b_y == out->witness.point_a_y,
          "(%.17g, %.17g) is not the contact point", out->witness.point_b_x,
          out->witness.point_b_y);
}

static void check_free(const GrazeCast* out)
{
    CHECK(out->relation == GRAZE_DISJOINT, "free, but relation %d", out->relation);
    CHECK(out->begin == 0 && out->end == 0 && out->witness.point_a_x == 0 &&
              out->witness.point_a_y == 0,
          "free, but %g %g (%g, %g)", out->begin, out->end, out->witness.point_a_x,
          out->witness.point_a_y);
    CHECK(out->witness.normal_x == 0 && out->witness.normal_y == 0, "free, but (%g, %g)",
          out->witness.normal_x, out->witness.normal_y);
    CHECK(out->witness.feature_a == 0 && out->witness.index_a == 0 && out->witness.feature_b == 0 &&
              out->witness.index_b == 0,
          "free, but features %d %d %d %d", out->witness.feature_a, out->witness.index_a,
          out->witness.feature_b, out->witness.index_b);
    CHECK(out->witness.part_a == 0 && out->witness.part_b == 0, "free, but parts %d, %d",
          out->witness.part_a, out->witness.part_b);
}

/* Checks that there is no contact before the path is as long as the distance. If the distance is
   tiny, rounding of the radii or of the path may hide it. */
static void check_enter(const Pair* pair, const GrazeCast* out)
{
    if (out->relation != GRAZE_DISJOINT) {
        CHECK(out->begin == 0, "enter %.17g, relation %d", out->begin, out->relation);
        return;
    }
    GrazeDistance start;
    graze_distance(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, &start);
    double way = hypot(pair->dx, pair->dy);
    double slack = 0x1p-40 * ((double)pair->a.shape.radius + pair->b.shape.radius + way);
    CHECK(out->begin == 1 || out->begin * way >= start.distance - slack,
          "enter %.17g after %.17g, but the distance is %.17g", out->begin, out->begin * way,
          start.distance);
    CHECK(out->begin > 0 || start.distance <= slack, "disjoint by %.17g, but enter 0",
          start.distance);
}

void cast_check(const Pair* pair, const GrazeCast* out)
{
    const GrazeShape* a = &pair->a.shape;
    const GrazeShape* b = &pair->b.shape;
    CHECK(out->status >= GRAZE_CAST_FREE && out->status <= GRAZE_CAST_OVERLAPPING, "%d",
          out->status);
    CHECK(out->relation >= GRAZE_DISJOINT && out->relation <= GRAZE_OVERLAPPING, "%d",
          out->relation);
    CHECK((out->status == GRAZE_CAST_OVERLAPPING) == (out->relation == GRAZE_OVERLAPPING),
          "status %d, relation %d", out->status, out->relation);
    check_common_point(out);
    if (out->status == GRAZE_CAST_FREE) {
        check_free(out);
        return;
    }
    CHECK(out->begin >= 0 && out->begin <= out->end && out->end <= 1, "%.17g to %.17g", out->begin,
          out->end);
    check_enter(pair, out);
    CHECK(isfinite(out->witness.point_a_x) && isfinite(out->witness.point_a_y), "(%g, %g)",
          out->witness.point_a_x, out->witness.point_a_y);
    CHECK(is_unit(out->witness.normal_x, out->witness.normal_y), "(%.17g, %.17g)",
          out->witness.normal_x, out->witness.normal_y);
    CHECK(out->witness.index_a >= 0 && out->witness.index_a < a->count, "%d of %d",
          out->witness.index_a, a->count);
    CHECK(out->witness.index_b >= 0 && out->witness.index_b < b->count, "%d of %d",
          out->witness.index_b, b->count);
    CHECK(out->witness.feature_a == GRAZE_VERTEX ||
              (out->witness.feature_a == GRAZE_EDGE && a->count > 1),
          "%d", out->witness.feature_a);
    CHECK(out->witness.feature_b == GRAZE_VERTEX ||
              (out->witness.feature_b == GRAZE_EDGE && b->count > 1),
          "%d", out->witness.feature_b);
    CHECK(out->witness.part_a == -1 && out->witness.part_b == -1, "parts %d, %d",
          out->witness.part_a, out->witness.part_b);
}

/* Checks a time to within 1 ulp without radii; with radii the roots add a few roundings. */
static void check_time(const char* name, double got, long double exact, bool round)
{
    long double slack = (round ? 8 : 1) * (long double)ulp_of((double)exact);
    CHECK(is_near(got, exact, slack), "%s %.17g, exactly %.20Lg, off by %.3Lg ulp", name, got,
          exact, (got - exact) / ulp_of((double)exact));
}

/* Checks that the point of contact belongs to the moved A and to B. */
static void check_point(const Pair* pair, const GrazeCast* out)
{
    long double x = (long double)out->witness.point_a_x / pair->unit;
    long double y = (long double)out->witness.point_a_y / pair->unit;
    long double slack = 0x1p-46L * input_scale(pair) / pair->unit;
    long double off_a = oracle_outside(&pair->a.exact, x - (long double)out->begin * pair->way.x,
                                       y - (long double)out->begin * pair->way.y);
    long double off_b = oracle_outside(&pair->b.exact, x, y);
    CHECK(off_a <= slack && off_b <= slack, "(%.17g, %.17g) is off A by %Lg steps, off B by %Lg",
          out->witness.point_a_x, out->witness.point_a_y, off_a, off_b);
}

void cast_exact(const Pair* pair, const GrazeCast* out)
{
    OracleSet set;
    oracle_differences(&pair->a.exact, &pair->b.exact, &set);
    GrazeRelation relation = oracle_relation(&set);
    GrazeCastStatus status = oracle_cast(&set, pair->way);
    CHECK(out->relation == (int32_t)relation, "%d, exactly %d", out->relation, (int)relation);
    CHECK(out->status == (int32_t)status, "%d, exactly %d", out->status, (int)status);
    if (status == GRAZE_CAST_FREE) return;
    OracleStretch stretch = oracle_contact(&set, pair->way);
    check_time("enter", out->begin, relation == GRAZE_DISJOINT ? stretch.enter : 0, set.reach != 0);
    check_time("exit", out->end, stretch.exit, set.reach != 0);
    check_point(pair, out);
}
