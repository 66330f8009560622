/* Fuzzes graze_shape_cast: verdict and times are exact on a grid; the reverse cast of B gives
 * the same. */
#include "cast.h"
#include "check.h"

static GrazeCast query(const Pair* pair)
{
    GrazeCast out;
    graze_shape_cast(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, pair->dx,
                     pair->dy, &out);
    return out;
}

static void check_still(const Pair* pair)
{
    Pair resting = *pair;
    resting.dx = 0;
    resting.dy = 0;
    GrazeCast out = query(&resting);
    CHECK((out.status == GRAZE_CAST_FREE) == (out.relation == GRAZE_DISJOINT),
          "standing still: status %d, relation %d", out.status, out.relation);
    CHECK(out.status != GRAZE_CAST_HIT, "standing still");
    CHECK(out.status == GRAZE_CAST_FREE || (out.begin == 0 && out.end == 1),
          "standing still: %.17g to %.17g", out.begin, out.end);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Pair pair;
    if (!input_pair(&input, &pair)) return 0;
    GrazeCast out = query(&pair);
    cast_check(&pair, &out);
    GrazeRelation relation =
        graze_relation(&pair.a.shape, &pair.a.pose, &pair.b.shape, &pair.b.pose);
    CHECK(out.relation == (int32_t)relation, "%d, graze_relation says %d", out.relation,
          (int)relation);
    check_still(&pair);
    if (pair.grid) {
        cast_exact(&pair, &out);
        Pair swapped = input_swapped(&pair);
        swapped.dx = -pair.dx;
        swapped.dy = -pair.dy;
        GrazeCast other = query(&swapped);
        CHECK(other.status == out.status, "%d, the other way %d", out.status, other.status);
    }
    input_free(&pair);
    return 0;
}
