#include "support.h"

#include "../../tolerance.h"

/*
 * The choices of GRAZE_SUPPORT_AUTO, as measured: shapes with fewer than CLIMB_MIN_VERTICES
 * vertices are scanned. In wasm without SIMD a scan costs an unpredicted branch for every vertex.
 */
#if defined __wasm_simd128__
enum { CLIMB_MIN_VERTICES = 33, AUTO_SCAN = GRAZE_SUPPORT_SIMD };
#elif defined __wasm__
enum { CLIMB_MIN_VERTICES = 4, AUTO_SCAN = GRAZE_SUPPORT_SCAN };
#else
enum { CLIMB_MIN_VERTICES = 16, AUTO_SCAN = GRAZE_SUPPORT_SCAN };
#endif

static inline double project(const GrazeShape* shape, double x, double y, int32_t i)
{
    return shape->vertices[i].x * x + shape->vertices[i].y * y;
}

static NOINLINE int32_t scan(const GrazeShape* shape, double x, double y)
{
    int32_t best = 0;
    double furthest = project(shape, x, y, 0);
    for (int32_t i = 1; i < shape->count; i++) {
        double projection = project(shape, x, y, i);
        if (projection > furthest) {
            furthest = projection;
            best = i;
        }
    }
    return best;
}

/* Scans eight vertices at a time; the last eight can include vertices already scanned. */
static int32_t scan_simd(const GrazeShape* shape, double x, double y)
{
    const GrazePoint* vertices = shape->vertices;
    int32_t count = shape->count;
    int32_t best = 0;
    Doubles furthest = {-INFINITY, -INFINITY};
    if (count == 1) return 0;
    if (count <= 8) return scan_few(vertices, count, x, y, &furthest);
    for (int32_t i = 0; i < count; i += 8) {
        int32_t from = i < count - 8 ? i : count - 8;
        Doubles projection;
        int32_t index = from + scan_few(vertices + from, 8, x, y, &projection);
        best = projection[0] > furthest[0] ? index : best;
        furthest = doubles_max(furthest, projection);
    }
    return best;
}

/*
 * Along a convex outline the exact projection rises to its maximum and falls again, and at most two
 * neighbors share the maximum. So a vertex with a projection certainly larger than those of both
 * neighbors is the support vertex; and if two neighbors both certainly exceed the vertices beside
 * them, it is one of the two. If rounding leaves more than two candidates, as at the far side of a
 * body seen along an edge, all vertices are scanned.
 */
static int32_t climb(const GrazeShape* shape, double x, double y, int32_t cache)
{
    int32_t n = shape->count;
    double margin = GRAZE_SUPPORT_ERROR * shape->extent * vec_norm1(vec(x, y));
    int32_t here = cache;
    int32_t left = previous_index(here, n);
    int32_t right = next_index(here, n);
    double projection = project(shape, x, y, here);
    double at_left = project(shape, x, y, left);
    double at_right = project(shape, x, y, right);
    /* The projection increases strictly, so no vertex is visited twice. */
    while (at_right > projection) {
        left = here;
        at_left = projection;
        here = right;
        projection = at_right;
        right = next_index(here, n);
        at_right = project(shape, x, y, right);
    }
    while (at_left > projection) {
        right = here;
        at_right = projection;
        here = left;
        projection = at_left;
        left = previous_index(here, n);
        at_left = project(shape, x, y, left);
    }
    bool over_left = projection - at_left > margin;
    bool over_right = projection - at_right > margin;
    if (over_left && over_right) return here;
    if (!over_left && !over_right) return scan(shape, x, y);
    int32_t other = over_left ? right : left;
    double at_other = over_left ? at_right : at_left;
    int32_t beyond = over_left ? next_index(other, n) : previous_index(other, n);
    if (at_other - project(shape, x, y, beyond) <= margin) return scan(shape, x, y);
    return at_other == projection && other < here ? other : here;
}

int32_t graze_support(const GrazeShape* shape, double x, double y, GrazeSupport method,
                      int32_t cache)
{
    if (method == GRAZE_SUPPORT_AUTO) {
        method = shape->count < CLIMB_MIN_VERTICES ? (GrazeSupport)AUTO_SCAN : GRAZE_SUPPORT_CLIMB;
    }
    switch (method) {
    case GRAZE_SUPPORT_CLIMB:
        return climb(shape, x, y, cache);
    case GRAZE_SUPPORT_SIMD:
        return scan_simd(shape, x, y);
    default:
        return scan(shape, x, y);
    }
}
