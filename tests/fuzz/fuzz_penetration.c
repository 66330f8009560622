/* Fuzzes graze_penetration: verdict and depth are exact on a grid, and moving by the depth
 * separates the bodies. */
#include "check.h"
#include "witness.h"

static GrazePenetration query(const Pair* pair)
{
    GrazePenetration out;
    graze_penetration(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, &out);
    return out;
}

/* Returns the relation after B is moved along the normal by `way`. B is put at the origin first,
   which is exact on a grid, so that its new place is rounded as little as possible. */
static GrazeRelation move_apart(const Pair* pair, const GrazePenetration* out, double way)
{
    GrazePose a = pair->a.pose;
    GrazePose b = pair->b.pose;
    a.x -= b.x;
    a.y -= b.y;
    b.x = out->witness.normal_x * way;
    b.y = out->witness.normal_y * way;
    return graze_relation(&pair->a.shape, &a, &pair->b.shape, &b);
}

static void check_apart(const Pair* pair, const GrazePenetration* out)
{
    /* The check needs a depth that exceeds the rounding of B's place. */
    if (out->depth * 0x1p-20 < 0x1p-49 * input_scale(pair)) return;
    GrazeRelation further = move_apart(pair, out, out->depth * (1 + 0x1p-20));
    GrazeRelation nearer = move_apart(pair, out, out->depth * (1 - 0x1p-20));
    CHECK(further == GRAZE_DISJOINT, "%d after a little more than depth %.17g", (int)further,
          out->depth);
    CHECK(nearer == GRAZE_OVERLAPPING, "%d after a little less than depth %.17g", (int)nearer,
          out->depth);
}

static void check_exact(const Pair* pair, const GrazePenetration* out)
{
    OracleSet set;
    oracle_differences(&pair->a.exact, &pair->b.exact, &set);
    GrazeRelation relation = oracle_relation(&set);
    CHECK(out->relation == (int32_t)relation, "%d, exactly %d", out->relation, (int)relation);
    GrazeDistance witness = witness_of(out);
    witness_inside(pair, &witness);
    if (relation != GRAZE_OVERLAPPING) return;
    long double depth = oracle_depth(&set);
    /* With radii the error is that of the radii less the cores' gap. */
    long double slack = 1e-14L * (depth > set.reach ? depth : (long double)set.reach);
    CHECK(is_near(out->depth / pair->unit, depth, slack), "%.17g, exactly %.20Lg", out->depth,
          depth * pair->unit);
    check_apart(pair, out);
}

/* Returns the distance of the points along the normal: -depth, or the distance. */
static double signed_length(const Pair* pair, const GrazePenetration* out)
{
    GrazeDistance distance;
    graze_distance(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, &pair->options,
                   &distance);
    CHECK(out->relation == distance.relation, "%d, graze_distance says %d", out->relation,
          distance.relation);
    return out->relation == GRAZE_DISJOINT ? distance.distance : -out->depth;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Pair pair;
    if (!input_pair(&input, &pair)) return 0;
    GrazePenetration out = query(&pair);
    GrazeDistance witness = witness_of(&out);
    witness_check(&pair, &witness, signed_length(&pair, &out));
    CHECK((out.depth > 0) == (out.relation == GRAZE_OVERLAPPING), "%.17g but relation %d",
          out.depth, out.relation);
    Pair swapped = input_swapped(&pair);
    GrazePenetration other = query(&swapped);
    GrazeDistance mirror = witness_of(&other);
    witness_mirror(&pair, &witness, &mirror);
    if (pair.grid) check_exact(&pair, &out);
    input_free(&pair);
    return 0;
}
