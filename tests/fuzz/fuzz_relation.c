/* Fuzzes graze_relation: it is exact on a grid, and equals the verdict of graze_distance
 * everywhere. */
#include "check.h"
#include "input.h"

static GrazeRelation query(const Pair* pair)
{
    return graze_relation(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose);
}

/* Checks that the first corner of an outline makes no difference on a grid: the verdict is
 * exact. */
static void check_turned_list(const Pair* pair, GrazeRelation expected)
{
    int32_t count = pair->a.shape.count;
    GrazePoint* turned = input_points(count);
    for (int32_t i = 0; i < count; i++) {
        turned[i] = pair->a.vertices[(i + 1) % count];
    }
    Pair other = *pair;
    other.a.shape.vertices = turned;
    GrazeRelation relation = query(&other);
    CHECK(relation == expected, "%d with A's list turned by one, else %d", (int)relation,
          (int)expected);
    input_free(&(Pair){.a.vertices = turned});
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Pair pair;
    if (!input_pair(&input, &pair)) return 0;
    GrazeRelation relation = query(&pair);
    Pair swapped = input_swapped(&pair);
    CHECK(query(&swapped) == relation, "%d, swapped %d", (int)relation, (int)query(&swapped));
    GrazeDistance distance;
    graze_distance(&pair.a.shape, &pair.a.pose, &pair.b.shape, &pair.b.pose, &pair.options,
                   &distance);
    CHECK(distance.relation == (int32_t)relation, "%d, graze_distance says %d", (int)relation,
          distance.relation);
    if (pair.grid) {
        OracleSet set;
        oracle_differences(&pair.a.exact, &pair.b.exact, &set);
        GrazeRelation expected = oracle_relation(&set);
        CHECK(relation == expected, "%d, exactly %d", (int)relation, (int)expected);
        check_turned_list(&pair, expected);
    }
    input_free(&pair);
    return 0;
}
