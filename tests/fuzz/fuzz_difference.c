/* Fuzzes graze_minkowski_difference: on a grid its result is exactly the outline of all
 * differences of two vertices. */
#include "check.h"
#include "input.h"

#include <math.h>
#include <stdlib.h>

/* Coordinates much smaller than any float32 may become 0. */
#define LEAST_PLACE 0x1p-199L

static void check_vertex(const Pair* pair, const GrazeDifference* vertex)
{
    const GrazePose* pose_a = &pair->a.pose;
    const GrazePose* pose_b = &pair->b.pose;
    CHECK(vertex->a >= 0 && vertex->a < pair->a.shape.count, "vertex %d of A", vertex->a);
    CHECK(vertex->b >= 0 && vertex->b < pair->b.shape.count, "vertex %d of B", vertex->b);
    GrazePoint a = pair->a.vertices[vertex->a];
    GrazePoint b = pair->b.vertices[vertex->b];
    long double x = (pose_a->cos * a.x - pose_a->sin * a.y + pose_a->x) -
                    (pose_b->cos * b.x - pose_b->sin * b.y + pose_b->x);
    long double y = (pose_a->sin * a.x + pose_a->cos * a.y + pose_a->y) -
                    (pose_b->sin * b.x + pose_b->cos * b.y + pose_b->y);
    long double slack = 0x1p-48L * input_scale(pair) + LEAST_PLACE;
    CHECK(is_near(vertex->x, x, slack) && is_near(vertex->y, y, slack),
          "(%.17g, %.17g), but a - b is (%.17Lg, %.17Lg)", vertex->x, vertex->y, x, y);
}

/* Returns the vertex in steps of the grid, on which it must lie. */
static OraclePoint to_grid(const Pair* pair, const GrazeDifference* vertex)
{
    double x = vertex->x / pair->unit;
    double y = vertex->y / pair->unit;
    CHECK(x == rint(x) && y == rint(y), "(%.17g, %.17g) is off the grid", x, y);
    return (OraclePoint){(int64_t)x, (int64_t)y};
}

static bool is_difference(const OracleSet* set, OraclePoint p)
{
    for (int32_t i = 0; i < set->count; i++) {
        if (set->at[i].x == p.x && set->at[i].y == p.y) return true;
    }
    return false;
}

/* Checks that every difference is left of the edge, and that those on its line are between its
 * ends. */
static void check_edge(const OracleSet* set, OraclePoint p, OraclePoint q)
{
    OraclePoint e = oracle_minus(q, p);
    for (int32_t i = 0; i < set->count; i++) {
        OraclePoint from = oracle_minus(set->at[i], p);
        int64_t side = oracle_cross(e, from);
        int64_t along = e.x * from.x + e.y * from.y;
        CHECK(side > 0 || (side == 0 && along >= 0 && along <= e.x * e.x + e.y * e.y),
              "(%lld, %lld) is outside the edge from (%lld, %lld) to (%lld, %lld)",
              (long long)set->at[i].x, (long long)set->at[i].y, (long long)p.x, (long long)p.y,
              (long long)q.x, (long long)q.y);
    }
}

/* Checks the outline: its edges bound all differences, and each turns left by less than half a
   turn from the previous one. Such edges are the outline if they go around once; then the
   vertices are all different. */
static void check_exact(const Pair* pair, const GrazeDifference* vertices, int32_t count)
{
    OracleSet set;
    oracle_differences(&pair->a.exact, &pair->b.exact, &set);
    CHECK(count > 1 || set.count == 1, "one vertex of %d points", set.count);
    for (int32_t i = 0; i < count; i++) {
        OraclePoint p = to_grid(pair, &vertices[i]);
        OraclePoint q = to_grid(pair, &vertices[(i + 1) % count]);
        CHECK(is_difference(&set, p), "(%lld, %lld) is not a difference", (long long)p.x,
              (long long)p.y);
        check_edge(&set, p, q);
        for (int32_t j = 0; j < i; j++) {
            OraclePoint r = to_grid(pair, &vertices[j]);
            CHECK(r.x != p.x || r.y != p.y, "vertices %d and %d are the same", i, j);
        }
    }
    for (int32_t i = 0; count > 2 && i < count; i++) {
        OraclePoint p = to_grid(pair, &vertices[i]);
        OraclePoint q = to_grid(pair, &vertices[(i + 1) % count]);
        OraclePoint r = to_grid(pair, &vertices[(i + 2) % count]);
        CHECK(oracle_cross(oracle_minus(q, p), oracle_minus(r, q)) > 0, "no left turn after %d", i);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Pair pair;
    if (!input_pair(&input, &pair)) return 0;
    int32_t limit = pair.a.shape.count + pair.b.shape.count;
    GrazeDifference* vertices = malloc((size_t)limit * sizeof *vertices);
    if (vertices == NULL) abort();
    int32_t count = graze_minkowski_difference(&pair.a.shape, &pair.a.pose, &pair.b.shape,
                                               &pair.b.pose, vertices);
    CHECK(count >= 1 && count <= limit, "%d vertices, at most %d", count, limit);
    for (int32_t i = 0; i < count; i++) {
        check_vertex(&pair, &vertices[i]);
    }
    if (pair.grid) check_exact(&pair, vertices, count);
    free(vertices);
    input_free(&pair);
    return 0;
}
