/* Tests support points of every method against brute force, and the precomputed data of batches:
   the vertices of a support sector, and discs. */
#include "../../src/graze.h"
#include "../../src/static/shape/support.h"
#include "../../src/static/shape/support_lut.h"
#include "../../src/tolerance.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_VERTICES = 130, WINDOW = 4, SCANNED = 8 };

/* Half the width with which sectors are built, in sectors. */
static const long double WIDE = 0.5L + 0x1p-8L;

typedef struct {
    GrazeShape shape;
    GrazePoint points[MAX_VERTICES];
    GrazePoint scratch[MAX_VERTICES + 1];
    void* storage;
} Body;

/* Makes a round body with this many corners, a thin one, or an arc that one direction sees
 * completely except for a corner behind it. */
static void make_body(Body* body, int32_t count)
{
    double size = ldexp(1, (int)random_below(40) - 20);
    double flat = random_below(3) ? 1 : ldexp(1, -(int)random_below(12));
    double turn = random_below(3) ? 0 : random_unit();
    bool is_arc = random_below(3) == 0;
    GrazePoint at = {0, 0};
    if (random_below(2)) at = (GrazePoint){(float)(3 * random_unit()), (float)random_unit()};
    for (int32_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * (i + 0.4 * random_unit()) / count;
        double along = 2.0 * i / count - 1;
        double x = is_arc ? i > 0 ? along : 0 : cos(angle);
        double y = is_arc ? i > 0 ? -0x1p-8 * along * along : -1 : flat * sin(angle);
        body->points[i] = (GrazePoint){(float)(size * (at.x + cos(turn) * x - sin(turn) * y)),
                                       (float)(size * (at.y + sin(turn) * x + cos(turn) * y))};
    }
    int32_t culprit;
    CHECK(graze_shape_hull(&body->shape, body->points, body->scratch, count, 0, &culprit) ==
          GRAZE_OK);
}

/* Makes the same outline begin at another corner. */
static void begin_elsewhere(Body* body)
{
    int32_t n = body->shape.count;
    int32_t first = (int32_t)random_below((uint32_t)n);
    for (int32_t i = 0; i < n; i++)
        body->scratch[i] = body->points[(i + first) % n];
    for (int32_t i = 0; i < n; i++)
        body->points[i] = body->scratch[i];
    int32_t culprit;
    CHECK(graze_shape_polygon(&body->shape, body->points, n, 0, &culprit) == GRAZE_OK);
    CHECK(body->shape.count == n);
}

/* Makes a body with a side along an axis on which this many corners are almost collinear. */
static void make_straight_body(Body* body, int32_t count)
{
    int32_t others = 3 + (int32_t)random_below(8);
    uint32_t quarters = random_below(4);
    for (int32_t i = 0; i < count + others; i++) {
        double angle = 1.8 + 2.6 * (i - count + 0.5) / others;
        double x = i < count ? 0x1p-90 * i * (count - 1 - i) : count * cos(angle);
        double y = i < count ? i - 0.5 * (count - 1) : count * sin(angle);
        for (uint32_t k = 0; k < quarters; k++) {
            double swap = x;
            x = -y;
            y = swap;
        }
        body->points[i] = (GrazePoint){(float)x, (float)y};
    }
    int32_t culprit;
    CHECK(graze_shape_hull(&body->shape, body->points, body->scratch, count + others, 0,
                           &culprit) == GRAZE_OK);
    begin_elsewhere(body);
}

static const GrazeSupportLut* look_up(Body* body)
{
    size_t bytes = graze_support_lut_size(body->shape.count);
    body->storage = aligned_alloc(16, (bytes + 15) & ~(size_t)15);
    graze_shape_build_support_lut(&body->shape, body->storage);
    CHECK(body->shape.support_lut == body->storage);
    return body->storage;
}

/* Computes the direction of a diamond angle from 0 to 4. */
static void direction_at(long double t, long double* x, long double* y)
{
    t -= 4 * floorl(t / 4);
    *x = t < 2 ? 1 - t : t - 3;
    *y = t < 1 ? t : t < 3 ? 2 - t : t - 4;
}

/* Returns the first vertex in order that no other certainly exceeds; `is_sure` if the next best
 * is certainly less far. */
static int32_t furthest(const GrazeShape* shape, long double t, bool* is_sure)
{
    long double x;
    long double y;
    int32_t best = 0;
    long double most = -INFINITY;
    long double second = -INFINITY;
    direction_at(t, &x, &y);
    for (int32_t i = 0; i < shape->count; i++) {
        long double reach = x * shape->vertices[i].x + y * shape->vertices[i].y;
        if (reach > most) {
            second = most;
            most = reach;
            best = i;
        } else if (reach > second) {
            second = reach;
        }
    }
    *is_sure = most - second > 0x1p-40L * (long double)shape->extent;
    return best;
}

/* Returns whether vertex i is in the windows of a sector. */
static bool is_seen(const GrazeSupportLut* lookup, int32_t first, int32_t i)
{
    int32_t behind = i - first;
    if (behind < 0) behind += lookup->count;
    return behind < WINDOW * lookup->windows;
}

/* Vertices that are furthest somewhere in the q-th sector, with the width used by the table: the
 * first, and their number. */
typedef struct {
    int32_t begin, count;
    bool is_sure;
} Run;

static Run run_of(const GrazeShape* shape, int32_t q, int32_t sectors)
{
    long double step = 4.0L / sectors;
    bool is_begin_sure;
    bool is_end_sure;
    int32_t n = shape->count;
    int32_t begin = furthest(shape, (q - WIDE) * step, &is_begin_sure);
    int32_t end = furthest(shape, (q + WIDE) * step, &is_end_sure);
    return (Run){begin, (end - begin + n) % n + 1, is_begin_sure && is_end_sure};
}

/* Returns the number of windows that the longest run needs; 0 if it is uncertain. */
static int32_t windows_for(const GrazeShape* shape, int32_t sectors)
{
    int32_t longest = 0;
    for (int32_t q = 0; q < sectors; q++) {
        Run run = run_of(shape, q, sectors);
        if (!run.is_sure) return 0;
        longest = run.count > longest ? run.count : longest;
    }
    return (longest + WINDOW - 1) / WINDOW;
}

static int32_t sectors_for(int32_t count)
{
    int32_t sectors = 64;
    while (sectors < 4 * count && sectors < 2048)
        sectors *= 2;
    return sectors;
}

/* Checks that every sector covers the furthest vertices of all its directions, with no more
 * windows than one of the sectors needs. */
static void check_sectors(const GrazeShape* shape, const GrazeSupportLut* lookup)
{
    int32_t n = shape->count;
    CHECK(n > SCANNED && lookup->sectors == sectors_for(n));
    CHECK(lookup->windows * WINDOW <= n);
    for (int32_t q = 0; q < lookup->sectors; q++) {
        int32_t first = lookup->first[q];
        CHECK(first < n);
        for (int k = -4; k <= 4; k++) {
            bool is_sure;
            int32_t best = furthest(shape, (q + 0.125L * k) * 4.0L / lookup->sectors, &is_sure);
            CHECK(!is_sure || is_seen(lookup, first, best));
        }
        /* The run is in the middle of its window. */
        Run run = run_of(shape, q, lookup->sectors);
        int32_t before = run.count < WINDOW ? (WINDOW - run.count) / 2 : 0;
        if (run.is_sure) CHECK(first == (run.begin - before + n) % n);
    }
    int32_t windows = windows_for(shape, lookup->sectors);
    CHECK(windows == 0 || lookup->windows == windows);
}

/* Checks that all vertices are searched if they are few, or if a window would reach around to
 * its own beginning. */
static void check_scan(const GrazeShape* shape, const GrazeSupportLut* lookup)
{
    int32_t n = shape->count;
    CHECK(lookup->first[0] == 0);
    CHECK(lookup->windows == (n + WINDOW - 1) / WINDOW);
    int32_t windows = n > SCANNED ? windows_for(shape, sectors_for(n)) : 0;
    CHECK(windows == 0 || windows * WINDOW > n);
}

static void check_vertices(const GrazeShape* shape, const GrazeSupportLut* lookup)
{
    int32_t n = shape->count;
    int32_t room = (n + 2 * WINDOW - 1) / WINDOW * WINDOW;
    CHECK(lookup->count == n);
    for (int32_t i = 0; i < room; i++) {
        GrazePoint p = shape->vertices[i % n];
        if (i >= n && n <= SCANNED) {
            CHECK(isnan(lookup->x[i]) && isnan(lookup->y[i]));
        } else {
            CHECK(lookup->x[i] == p.x && lookup->y[i] == p.y);
        }
    }
    CHECK(lookup->extent >= shape->extent && lookup->extent <= shape->extent * (1 + 0x1p-23));
    CHECK(lookup->per_turn == 0.25F * (float)lookup->sectors);
}

static void check_discs(const GrazeShape* shape, const GrazeSupportLut* lookup)
{
    int32_t n = shape->count;
    long double girth = 0;
    long double inner = n > 2 ? INFINITY : 0;
    for (int32_t i = 0; i < n; i++) {
        GrazePoint p = shape->vertices[i];
        GrazePoint q = shape->vertices[(i + 1) % n];
        long double px = (long double)p.x - lookup->center.x;
        long double py = (long double)p.y - lookup->center.y;
        long double dx = (long double)q.x - p.x;
        long double dy = (long double)q.y - p.y;
        girth = fmaxl(girth, hypotl(px, py));
        if (n > 2) inner = fminl(inner, (px * dy - py * dx) / hypotl(dx, dy));
    }
    CHECK(lookup->outer_radius >= girth && lookup->outer_radius <= girth * (1 + 0x1p-22L));
    CHECK(lookup->inner_radius >= 0 && lookup->inner_radius <= fmaxl(inner, 0));
    CHECK(lookup->inner_radius >= inner - 0x1p-22L * ((long double)shape->extent + inner));
}

static GrazeSupportLutKind look_of(const GrazeSupportLut* lookup)
{
    if (lookup->windows > 1)
        return lookup->count > SCANNED ? GRAZE_SUPPORT_LUT_SEVERAL_WINDOWS
                                       : GRAZE_SUPPORT_LUT_TWO_WINDOWS;
    return lookup->sectors > 1 ? GRAZE_SUPPORT_LUT_SECTOR_WINDOW : GRAZE_SUPPORT_LUT_ONE_WINDOW;
}

static void check_lookup(const GrazeShape* shape, const GrazeSupportLut* lookup)
{
    check_vertices(shape, lookup);
    check_discs(shape, lookup);
    CHECK(lookup->kind == (int32_t)look_of(lookup));
    if (lookup->sectors > 1) {
        check_sectors(shape, lookup);
    } else {
        check_scan(shape, lookup);
    }
}

static void sectors_see_what_is_furthest_and_little_else(void)
{
    static Body body;
    int32_t with_sectors = 0;
    int32_t without = 0;
    for (int32_t count = 1; count < MAX_VERTICES; count += count < 34 ? 1 : 19) {
        for (int k = 0; k < 12; k++) {
            make_body(&body, count);
            const GrazeSupportLut* lookup = look_up(&body);
            check_lookup(&body.shape, lookup);
            if (lookup->sectors > 1) {
                with_sectors++;
            } else {
                without += body.shape.count > SCANNED;
            }
            free(body.storage);
        }
    }
    CHECK(with_sectors > 200 && without > 5);
}

/* The result holds wherever the outline begins. */
static void sectors_see_all_of_a_straight_side(void)
{
    static Body body;
    for (int k = 0; k < 300; k++) {
        make_straight_body(&body, 2 + (int32_t)random_below(12));
        check_lookup(&body.shape, look_up(&body));
        free(body.storage);
    }
}

/* A side has so slight a bend that rounding swaps the normals of its halves. */
static void sectors_see_all_of_a_bent_side(void)
{
    static Body body;
    const GrazePoint bends[3][3] = {
        {{-0x1.90bcp+17F, -0x1.19d3cp+21F}, {0, -0x1.85e3cp-36F}, {0x1.4ecp+12F, 0x1.d6d8p+15F}},
        {{-0x1.9cc5p+18F, -0x1.f84b6p+20F}, {0, -0x1.bd908p-30F}, {0x1.6722p+19F, 0x1.b6c3cp+21F}},
        {{-0x1.54p+9F, -0x1.c3p+11F}, {0, -0x1.a978p-40F}, {0x1.4212p+17F, 0x1.ab378p+19F}}};
    for (int k = 0; k < 90; k++) {
        const GrazePoint* bend = bends[k % 3];
        for (int32_t i = 0; i < 3; i++)
            body.points[i] = bend[i];
        /* The test point is to the left of the bend. */
        double length = hypot((double)bend[2].x, (double)bend[2].y);
        for (int32_t i = 3; i < 12; i++) {
            double along = 0x1p23 / length * cos(0.3 * (i - 2));
            double beside = 0x1p23 / length * sin(0.3 * (i - 2));
            body.points[i].x = (float)(along * bend[2].x - beside * bend[2].y);
            body.points[i].y = (float)(along * bend[2].y + beside * bend[2].x);
        }
        int32_t culprit;
        CHECK(graze_shape_hull(&body.shape, body.points, body.scratch, 12, 0, &culprit) ==
              GRAZE_OK);
        CHECK(body.shape.count == 12);
        begin_elsewhere(&body);
        check_lookup(&body.shape, look_up(&body));
        free(body.storage);
    }
}

/* Makes a body from corners of a grid, far from the origin or near. */
static void make_grid_body(Body* body)
{
    int32_t count = 1 + (int32_t)random_below(random_below(2) ? 60 : 6);
    uint32_t wide = 2 + random_below(random_below(2) ? 4 : 40);
    int32_t far = random_below(2) ? 1 << random_below(22) : 0;
    int exponent = (int)random_below(60) - 30;
    for (int32_t i = 0; i < count; i++) {
        int32_t x = (int32_t)random_below(wide) + far;
        int32_t y = (int32_t)random_below(wide) - far / 3;
        body->points[i] = (GrazePoint){ldexpf((float)x, exponent), ldexpf((float)y, exponent)};
    }
    int32_t culprit;
    CHECK(graze_shape_hull(&body->shape, body->points, body->scratch, count, 0, &culprit) ==
          GRAZE_OK);
    if (body->shape.count > 2) begin_elsewhere(body);
}

/* Returns a direction almost normal to an edge: only rounding decides which of its ends is
 * furthest. */
static GrazeVec direction_across(const GrazeShape* shape)
{
    int32_t i = (int32_t)random_below((uint32_t)shape->count);
    GrazePoint p = shape->vertices[i];
    GrazePoint q = shape->vertices[(i + 1) % shape->count];
    double size = ldexp(1 + random_below(1U << 30) * 0x1p-30, (int)random_below(120) - 60);
    GrazeVec d = vec(((double)q.y - p.y) * size, ((double)p.x - q.x) * size);
    for (uint32_t n = random_below(4); n > 0; n--)
        d.x = nextafter(d.x, random_below(2) ? INFINITY : -INFINITY);
    return random_below(16) ? d : vec(0, 0);
}

/* Makes a corner cut by an edge so short that only rounding decides which of its ends is
 * further, while the long edge behind it goes on. */
static void make_cut_body(Body* body)
{
    float rise = ldexpf(1, -30 - (int)random_below(10));
    const float ulp = 0x1p-24F;
    float x = (float)(1 + random_below(1U << 23)) * ulp;
    float y = (float)random_below(1U << 23) * ulp;
    const GrazePoint points[6] = {{x, y},  {x - ulp, y + ulp}, {-rise, x + y},
                                  {-2, 0}, {-2, -2},           {x, -2}};
    int exponent = (int)random_below(80) - 40;
    for (int32_t i = 0; i < 6; i++)
        body->points[i] =
            (GrazePoint){ldexpf(points[i].x, exponent), ldexpf(points[i].y, exponent)};
    int32_t culprit;
    CHECK(graze_shape_polygon(&body->shape, body->points, 6, 0, &culprit) == GRAZE_OK);
    CHECK(body->shape.count == 6);
    begin_elsewhere(body);
}

static GrazeVec direction_beyond(void)
{
    double size = ldexp(1 + random_below(1U << 30) * 0x1p-30, (int)random_below(120) - 60);
    double rise = ldexp(1 + random_below(1U << 30) * 0x1p-30, -26 - (int)random_below(10));
    return vec(size * (1 - rise), size * (1 + rise));
}

static int32_t first_furthest(const GrazeShape* shape, GrazeVec d)
{
    int32_t best = 0;
    double most = -INFINITY;
    for (int32_t i = 0; i < shape->count; i++) {
        double reach = shape->vertices[i].x * d.x + shape->vertices[i].y * d.y;
        if (reach > most) best = i;
        if (reach > most) most = reach;
    }
    return best;
}

static void every_method_finds_the_first_that_is_furthest(void)
{
    static Body body;
    for (int k = 0; k < 20000; k++) {
        bool is_cut = k % 4 == 0;
        if (is_cut) make_cut_body(&body);
        if (!is_cut) make_grid_body(&body);
        const GrazeShape* shape = &body.shape;
        GrazeVec d = is_cut ? direction_beyond() : direction_across(shape);
        int32_t best = first_furthest(shape, d);
        for (int32_t hint = 0; hint < shape->count; hint++)
            CHECK(graze_support(shape, d.x, d.y, GRAZE_SUPPORT_CLIMB, hint) == best);
        CHECK(graze_support(shape, d.x, d.y, GRAZE_SUPPORT_SCAN, 0) == best);
        CHECK(graze_support(shape, d.x, d.y, GRAZE_SUPPORT_SIMD, 0) == best);
        CHECK(graze_support(shape, d.x, d.y, GRAZE_SUPPORT_AUTO, 0) == best);
        CHECK(support_inline(shape, d.x, d.y, GRAZE_SUPPORT_AUTO, 0) == best);
        if (shape->count < 2 || shape->count > 8) continue;
        Doubles most;
        double reach = shape->vertices[best].x * d.x + shape->vertices[best].y * d.y;
        CHECK(scan_few(shape->vertices, shape->count, d.x, d.y, &most) == best);
        CHECK(most[0] == reach && most[1] == reach);
    }
}

/* A rectangle is recognized counter-clockwise from its lower left corner; with another first
 * corner, off center or dented, it is not. */
static void rectangles_about_their_middle_are_known(void)
{
    static const GrazePoint box[4] = {{-2, -1}, {2, -1}, {2, 1}, {-2, 1}};
    static Body body;
    for (int turn = 0; turn < 4; turn++) {
        for (int wrong = 0; wrong <= 8; wrong++) {
            for (int i = 0; i < 4; i++)
                body.points[i] = box[(i + turn) % 4];
            if (wrong > 0 && wrong % 2 == 1) body.points[(wrong - 1) / 2].x *= 1.125F;
            if (wrong > 0 && wrong % 2 == 0) body.points[(wrong - 1) / 2].y *= 1.125F;
            int32_t culprit;
            body.shape = (GrazeShape){body.points, 0, 0, 0, NULL, NULL};
            CHECK(graze_shape_polygon(&body.shape, body.points, 4, 0, &culprit) == GRAZE_OK);
            const GrazeSupportLut* lookup = look_up(&body);
            bool is_box = turn == 0 && wrong == 0;
            CHECK(lookup->kind ==
                  (int32_t)(is_box ? GRAZE_SUPPORT_LUT_BOX : GRAZE_SUPPORT_LUT_ONE_WINDOW));
            free(body.storage);
        }
    }
}

static void what_is_too_large_has_none(void)
{
    CHECK(graze_support_lut_size(0) == 0);
    CHECK(graze_support_lut_size(1) > 0);
    CHECK(graze_support_lut_size(GRAZE_LOOKUP_MAX_VERTICES) > 0);
    CHECK(graze_support_lut_size(GRAZE_LOOKUP_MAX_VERTICES + 1) == 0);
}

int main(void)
{
    every_method_finds_the_first_that_is_furthest();
    sectors_see_what_is_furthest_and_little_else();
    sectors_see_all_of_a_straight_side();
    sectors_see_all_of_a_bent_side();
    rectangles_about_their_middle_are_known();
    what_is_too_large_has_none();
    return test_failures != 0;
}
