/* Fuzzes graze_distance: verdict and distance are exact on a grid, and all options give the same
 * answer. */
#include "check.h"
#include "witness.h"

#include <math.h>

static GrazeDistance query(const Pair* pair, const GrazeGjkOptions* options)
{
    GrazeDistance out;
    graze_distance(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, options, &out);
    return out;
}

static void check_exact(const Pair* pair, const GrazeDistance* out)
{
    OracleSet set;
    oracle_differences(&pair->a.exact, &pair->b.exact, &set);
    GrazeRelation relation = oracle_relation(&set);
    CHECK(out->relation == (int32_t)relation, "%d, exactly %d", out->relation, (int)relation);
    witness_inside(pair, out);
    if (relation != GRAZE_DISJOINT) return;
    /* With radii the error is that of the cores' gap. */
    long double slack = 1e-14L * oracle_gap(&set);
    CHECK(is_near(out->distance / pair->unit, oracle_distance(&set), slack),
          "%.17g, exactly %.20Lg", out->distance, oracle_distance(&set) * pair->unit);
}

/* Compares distances bit for bit if no vertex's place is rounded. Otherwise the search path
   decides whether a dent of the outline is seen; it is as deep as the rounding of the places. */
static bool same_distance(const Pair* pair, double p, double q)
{
    if (pair->grid) return same_bits(p, q);
    const Body* a = &pair->a;
    const Body* b = &pair->b;
    double size = fabs(a->pose.x - b->pose.x) + fabs(a->pose.y - b->pose.y) +
                  2 * (a->shape.extent + b->shape.extent) + a->shape.radius + b->shape.radius;
    return fabs(p - q) <= 0x1p-48 * size;
}

static void check_choices(const Pair* pair, const GrazeDistance* out)
{
    for (int32_t i = 0; i < OPTIONS_COUNT; i++) {
        GrazeGjkOptions options = options_at(i);
        GrazeDistance other = query(pair, &options);
        CHECK(other.relation == out->relation, "%d, with %d %d %d: %d", out->relation,
              (int)options.subdistance, (int)options.support, (int)options.start, other.relation);
        CHECK(same_distance(pair, other.distance, out->distance), "%.17g, with %d %d %d: %.17g",
              out->distance, (int)options.subdistance, (int)options.support, (int)options.start,
              other.distance);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Pair pair;
    if (!input_pair(&input, &pair)) return 0;
    GrazeDistance out = query(&pair, &pair.options);
    witness_check(&pair, &out, out.distance);
    CHECK((out.distance == 0) == (out.relation != GRAZE_DISJOINT), "%.17g but relation %d",
          out.distance, out.relation);
    Pair swapped = input_swapped(&pair);
    GrazeDistance mirror = query(&swapped, &pair.options);
    witness_mirror(&pair, &out, &mirror);
    GrazeDistance plain = query(&pair, NULL);
    CHECK(plain.relation == out.relation && same_distance(&pair, plain.distance, out.distance),
          "%d %.17g, by default %d %.17g", out.relation, out.distance, plain.relation,
          plain.distance);
    check_choices(&pair, &out);
    if (pair.grid) check_exact(&pair, &out);
    input_free(&pair);
    return 0;
}
