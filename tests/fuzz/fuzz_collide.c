/* Fuzzes graze_collide and graze_collide_sat: they give the verdict of graze_relation with any
 * options. */
#include "check.h"
#include "input.h"

static bool query(const Pair* pair, const GrazeGjkOptions* options)
{
    return graze_collide(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, options);
}

static bool query_sat(const Pair* pair)
{
    return graze_collide_sat(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose);
}

static bool expect(const Pair* pair)
{
    if (!pair->grid) {
        return graze_relation(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose) !=
               GRAZE_DISJOINT;
    }
    OracleSet set;
    oracle_differences(&pair->a.exact, &pair->b.exact, &set);
    return oracle_relation(&set) != GRAZE_DISJOINT;
}

static void check_all(const Pair* pair, bool expected)
{
    CHECK(query(pair, NULL) == expected, "by default, expected %d", expected);
    CHECK(query_sat(pair) == expected, "expected %d", expected);
    for (int32_t i = 0; i < OPTIONS_COUNT; i++) {
        GrazeGjkOptions options = options_at(i);
        CHECK(query(pair, &options) == expected, "with %d %d %d, expected %d",
              (int)options.subdistance, (int)options.support, (int)options.start, expected);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Pair pair;
    if (!input_pair(&input, &pair)) return 0;
    bool expected = expect(&pair);
    check_all(&pair, expected);
    Pair swapped = input_swapped(&pair);
    check_all(&swapped, expected);
    input_free(&pair);
    return 0;
}
