/*
 * Tests batches of pairs against single queries, bit for bit: certified results of the lanes must
 * equal those of double, and uncertain ones must be left to double.
 *
 *   pairs_test [SEED [WORLDS]]    a world is a dozen shapes of one scale, in some 180 pairs
 */
#include "../../src/graze.h"
#include "../../src/static/shape/support_lut.h"
#include "../../src/tolerance.h"
#include "test.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 12, BATCHES = 40, MOST = 9, WORLDS = 480 };

static const GrazePlacement HOME = {0, 0, 1, 0};

/* ---------------------------------------------------------------- random numbers */

static uint64_t state;

static uint32_t bits(void)
{
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(state >> 32);
}

static int32_t below(int32_t n)
{
    return (int32_t)((uint64_t)bits() * (uint32_t)n >> 32);
}

static bool chance(int32_t percent)
{
    return below(100) < percent;
}

static double between(double lo, double hi)
{
    return lo + (hi - lo) * (bits() * 0x1p-32);
}

/* Returns a number with a magnitude from 2^lo to 2^hi and either sign. */
static double any_magnitude(int32_t lo, int32_t hi)
{
    return ldexp(between(chance(50) ? 1 : -2, chance(50) ? 2 : -1), lo + below(hi - lo + 1));
}

/* ---------------------------------------------------------------- shapes */

/* Vertices and lookup in memory of exactly the promised size, so that the sanitizer detects any
 * access beyond it. */
typedef struct {
    GrazeShape shape;
    GrazePoint* points;
    void* lookup;
} Body;

static void* memory(size_t size)
{
    void* bytes = aligned_alloc(16, (size + 15) & ~(size_t)15);
    if (bytes == NULL) abort();
    return bytes;
}

/* Makes the hull of the points, which may contain duplicates, or the outline of the points, from
 * the given first corner. */
static Body body_from(const GrazePoint* points, int32_t count, float radius, bool is_outline)
{
    Body body = {{NULL, 0, 0, 0, NULL, NULL}, NULL, NULL};
    if (count < 1) abort();
    GrazePoint* copy = malloc((size_t)count * sizeof *copy);
    GrazePoint* scratch = malloc(((size_t)count + 1) * sizeof *scratch);
    if (copy == NULL || scratch == NULL) abort();
    memcpy(copy, points, (size_t)count * sizeof *copy);
    int32_t culprit;
    GrazeStatus status =
        is_outline ? graze_shape_polygon(&body.shape, copy, count, radius, &culprit)
                   : graze_shape_hull(&body.shape, copy, scratch, count, radius, &culprit);
    CHECK(status == GRAZE_OK);
    CHECK(body.shape.support_lut == NULL);
    free(scratch);
    body.points = malloc((size_t)body.shape.count * sizeof *copy);
    if (body.points == NULL) abort();
    memcpy(body.points, copy, (size_t)body.shape.count * sizeof *copy);
    free(copy);
    body.shape.vertices = body.points;
    size_t size = graze_support_lut_size(body.shape.count);
    CHECK((size == 0) == (body.shape.count > GRAZE_LOOKUP_MAX_VERTICES));
    if (size > 0) body.lookup = memory(size);
    graze_shape_build_support_lut(&body.shape, body.lookup);
    return body;
}

static Body body_of(const GrazePoint* points, int32_t count, float radius)
{
    return body_from(points, count, radius, false);
}

static void free_body(Body* body)
{
    free(body->points);
    free(body->lookup);
}

enum { MAX_POINTS = 300 };

typedef struct {
    GrazePoint at[MAX_POINTS];
    int32_t count;
} Outline;

static void add(Outline* outline, double x, double y)
{
    const double most = FLT_MAX;
    x = fabs(x) > most ? copysign(most, x) : x;
    y = fabs(y) > most ? copysign(most, y) : y;
    outline->at[outline->count++] = (GrazePoint){(float)x, (float)y};
}

/* Adds points of an ellipse about (x, y), over an arc of this length. */
static void add_arc(Outline* outline, int32_t count, double x, double y, double width,
                    double height, double from, double so_far)
{
    double tilt = between(0, 7);
    for (int32_t i = 0; i < count; i++) {
        double angle = from + so_far * i / count;
        double px = width * cos(angle);
        double py = height * sin(angle);
        add(outline, x + px * cos(tilt) - py * sin(tilt), y + px * sin(tilt) + py * cos(tilt));
    }
}

/* Makes a random outline of about that size, with its origin inside or anywhere. */
static void random_outline(Outline* outline, double size)
{
    double far = chance(40) ? size * exp2(between(0, 14)) : chance(50) ? size : 0;
    double x = far * between(-1, 1);
    double y = far * between(-1, 1);
    double r = size * between(0.1, 1);
    outline->count = 0;
    switch (below(13)) {
    case 0:
        add(outline, x, y);
        break;
    case 1:
        add_arc(outline, 2, x, y, r, r, between(0, 7), 6.3);
        break;
    case 2:
        add_arc(outline, 3, x, y, r, r * exp2(between(-30, 0)), 0, 6.3);
        break;
    case 3: /* a box */
        for (int i = 0; i < 4; i++)
            add(outline, x + (i & 1 ? r : -r), y + (i & 2 ? r : -r) / 2);
        break;
    case 4: /* small beside the rest of its world */
        r *= exp2(between(-26, -2));
        add_arc(outline, 1 + below(8), x, y, r, r, between(0, 7), between(0.01, 6.3));
        break;
    case 5: /* a needle */
        add_arc(outline, 3 + below(30), x, y, r, r * exp2(between(-24, -4)), 0, 6.283);
        break;
    case 6: /* many edges in few directions, and a far corner */
        add_arc(outline, 4 + below(30), x, y, r, r, between(0, 7), exp2(between(-12, 0)));
        add(outline, x + size * between(-1, 1), y + size * between(-1, 1));
        break;
    case 7: /* on a grid */
        for (int32_t n = 1 + below(9); n > 0; n--)
            add(outline, size * (below(9) - 4) / 4, size * (below(9) - 4) / 4);
        break;
    case 8: /* a corner cut off by next to nothing */
        add_arc(outline, 3 + below(4), x, y, r, r, 0, 6.283);
        for (int32_t n = 1 + below(3); n > 0; n--) {
            GrazePoint p = outline->at[below(outline->count)];
            add(outline, p.x + r * any_magnitude(-90, -8), p.y + r * any_magnitude(-90, -8));
        }
        break;
    case 9: /* grid points, except for offsets below double's resolution */
        for (int32_t n = 3 + below(8); n > 0; n--) {
            double px = r * (below(5) - 2) + (chance(50) ? r * any_magnitude(-90, -40) : 0);
            double py = r * (below(5) - 2) + (chance(50) ? r * any_magnitude(-90, -40) : 0);
            add(outline, px, py);
        }
        break;
    case 10:
        add_arc(outline, MAX_POINTS, x, y, r, r * between(0.01, 1), 0, 6.283);
        break;
    case 11: /* every magnitude at once */
        for (int32_t n = 1 + below(8); n > 0; n--)
            add(outline, size * any_magnitude(-140, 0), size * any_magnitude(-140, 0));
        break;
    default:
        add_arc(outline, 4 + below(37), x, y, r, r * between(0.2, 1), 0, 6.283);
        break;
    }
}

static float random_radius(double size)
{
    switch (below(8)) {
    case 0:
        return (float)(size * between(0, 1));
    case 1:
        return (float)(size * exp2(between(-40, 0)));
    case 2:
        return chance(50) ? 0x1p-149F : (float)(size * 0x1p-20);
    case 3:
        return (float)fmin(size * exp2(between(0, 20)), FLT_MAX);
    default:
        return 0;
    }
}

/* Makes a rectangle about its origin: square, long, as thin as possible, or on a grid. */
static void random_box(Outline* outline, double size)
{
    double width = size * (chance(50) ? between(0.1, 1) : (1 + below(4)) / 4.0);
    double height = width * (chance(30) ? exp2(-below(30)) : (1 + below(4)) / 4.0);
    bool is_tall = chance(50);
    outline->count = 0;
    for (int i = 0; i < 4; i++) {
        double x = i & 1 ? width : -width;
        double y = i & 2 ? height : -height;
        add(outline, is_tall ? y : x, is_tall ? x : y);
    }
}

static Body random_body(double size, bool is_box)
{
    Outline outline = {.count = 0};
    if (is_box) {
        random_box(&outline, size);
    } else {
        random_outline(&outline, size);
    }
    return body_of(outline.at, outline.count, random_radius(size));
}

/* ---------------------------------------------------------------- placements */

static void random_heading(GrazePlacement* place)
{
    double angle = between(-4, 4);
    double length = 1;
    switch (below(7)) {
    case 0:
    case 1:
        return;
    case 2: {
        static const float COS[4] = {1, 0, -1, 0};
        int32_t quarter = below(4);
        place->cos = COS[quarter];
        place->sin = COS[(quarter + 3) % 4];
        return;
    }
    case 3: /* as far away as is valid; within the range of the lanes; about its limit */
        length = chance(30) ? between(1 - 0x1p-12, 1 + 0x1p-12) : 1 + between(-12, 12) * 0x1p-25;
        break;
    case 4:
        angle = any_magnitude(-40, -1) + below(4) * 1.5707963267948966;
        break;
    default:
        break;
    }
    place->cos = (float)(length * cos(angle));
    place->sin = (float)(length * sin(angle));
    if (graze_placement_check(place) != GRAZE_OK) *place = HOME;
}

static GrazePose pose_of(const GrazePlacement* place)
{
    return graze_placement_pose(place);
}

/* Returns a vertex in world coordinates. */
static GrazePoint placed(const Body* body, const GrazePlacement* place, int32_t i)
{
    GrazePose pose = pose_of(place);
    GrazePoint p = body->points[i];
    return (GrazePoint){(float)(pose.x + pose.cos * p.x - pose.sin * p.y),
                        (float)(pose.y + pose.sin * p.x + pose.cos * p.y)};
}

static float to_float(double value)
{
    return (float)fmax(fmin(value, 0x1p126), -0x1p126);
}

/* Moves B along the separating direction, to that gap or overlap up to rounding. */
static void bring_near(const Body* a, const GrazePlacement* place_a, const Body* b,
                       GrazePlacement* place_b, double gap)
{
    GrazePose pose_a = pose_of(place_a);
    GrazePose pose_b = pose_of(place_b);
    GrazeDistance d;
    graze_distance(&a->shape, &pose_a, &b->shape, &pose_b, &d);
    double way = gap - d.distance;
    if (d.relation == GRAZE_OVERLAPPING) {
        GrazePenetration p;
        graze_penetration(&a->shape, &pose_a, &b->shape, &pose_b, &p);
        d.witness.normal_x = p.witness.normal_x;
        d.witness.normal_y = p.witness.normal_y;
        way = gap + p.depth;
    }
    place_b->x = to_float(pose_b.x + way * d.witness.normal_x);
    place_b->y = to_float(pose_b.y + way * d.witness.normal_y);
}

/* Places B's furthest corner next to the end of an edge of A, where either the corner or the
 * edge may be nearest. */
static void bring_to_end(const Body* a, const GrazePlacement* place_a, const Body* b,
                         GrazePlacement* place_b, double gap)
{
    int32_t i = below(a->shape.count);
    GrazePose pose_b = pose_of(place_b);
    GrazePoint end = placed(a, place_a, i);
    GrazePoint other =
        placed(a, place_a, (i + (chance(50) ? 1 : a->shape.count - 1)) % a->shape.count);
    double x = (double)end.x - other.x;
    double y = (double)end.y - other.y;
    double length = hypot(x, y);
    if (length == 0) return;
    x /= length;
    y /= length;
    /* The direction points out of a counter-clockwise shape on one side or the other. */
    if (a->shape.count > 2) {
        GrazePoint third = placed(a, place_a, (i + a->shape.count / 2) % a->shape.count);
        if (x * ((double)third.y - end.y) - y * ((double)third.x - end.x) < 0) gap = -gap;
    }
    double furthest = INFINITY;
    GrazePoint corner = {0, 0};
    for (int32_t j = 0; j < b->shape.count; j++) {
        GrazePoint p = placed(b, place_b, j);
        double reach = (p.x * y - p.y * x) * (gap < 0 ? -1 : 1);
        if (!(reach < furthest)) continue;
        furthest = reach;
        corner = p;
    }
    double along = gap * any_magnitude(-22, -3);
    place_b->x = to_float(pose_b.x + end.x - corner.x + gap * y + along * x);
    place_b->y = to_float(pose_b.y + end.y - corner.y - gap * x + along * y);
}

static void nudge(float* number)
{
    if (chance(60)) return;
    float moved = nextafterf(*number, chance(50) ? FLT_MAX : -FLT_MAX);
    if (fabsf(moved) < FLT_MAX) *number = moved;
}

static void random_placements(const Body* a, const Body* b, double size, GrazePlacement* place_a,
                              GrazePlacement* place_b)
{
    *place_a = *place_b = HOME;
    double far = chance(20) ? size * exp2(between(0, 24)) : chance(50) ? size : 0;
    place_a->x = to_float(far * between(-1, 1));
    place_a->y = to_float(far * between(-1, 1));
    random_heading(place_a);
    *place_b = *place_a;
    if (chance(5)) return;
    if (chance(80)) random_heading(place_b);
    double apart = chance(50) ? 2.5 : 100;
    place_b->x = to_float(place_a->x + size * between(-apart, apart));
    place_b->y = to_float(place_a->y + size * between(-apart, apart));
    switch (below(11)) {
    case 8:
    case 9:
    case 10:
        bring_to_end(a, place_a, b, place_b, size * exp2(between(-16, 0)));
        break;
    case 0:
    case 1:
    case 2:
        bring_near(a, place_a, b, place_b, 0);
        break;
    case 3:
    case 4:
        bring_near(a, place_a, b, place_b, size * any_magnitude(-40, 0));
        break;
    case 5: { /* a corner on a corner */
        GrazePoint p = placed(a, place_a, below(a->shape.count));
        GrazePoint q = placed(b, place_b, below(b->shape.count));
        place_b->x = to_float((double)place_b->x + p.x - q.x);
        place_b->y = to_float((double)place_b->y + p.y - q.y);
        break;
    }
    case 6: /* a point of the grid of case 7 of random_outline, or a tiny distance away */
        *place_a = HOME;
        place_b->x = to_float(chance(70) ? size * (below(17) - 8) / 4 : any_magnitude(-149, -100));
        place_b->y = to_float(chance(70) ? size * (below(17) - 8) / 4 : any_magnitude(-149, -100));
        place_b->cos = 1;
        place_b->sin = 0;
        break;
    default:
        break;
    }
    if (chance(20)) nudge(&place_b->x);
    if (chance(20)) nudge(&place_b->y);
}

/* ---------------------------------------------------------------- batch against single */

static void print_body(const char* name, const GrazeShape* shape, const GrazePlacement* place)
{
    fprintf(stderr, "  %s: radius %a, place {%a, %a, %a, %a}, %d vertices\n   ", name,
            (double)shape->radius, (double)place->x, (double)place->y, (double)place->cos,
            (double)place->sin, shape->count);
    for (int32_t i = 0; i < shape->count && i < 64; i++) {
        fprintf(stderr, " {%a, %a},", (double)shape->vertices[i].x, (double)shape->vertices[i].y);
    }
    fputc('\n', stderr);
}

/* Compares the result with the expected one. */
static void check_same(const GrazePair* pair, const char* what, double found, double expected)
{
    if (found == expected && signbit(found) == signbit(expected)) return;
    test_failures++;
    if (test_failures > 5) return;
    fprintf(stderr, "%s: batch %.9g, single %.9g\n", what, found, expected);
    print_body("A", pair->a, pair->place_a);
    print_body("B", pair->b, pair->place_b);
}

typedef struct {
    uint8_t hits[MOST + 1], relations[MOST + 1], gap_relations[MOST + 1];
    float distances[MOST + 1];
    GrazePoint points_a[MOST + 1], points_b[MOST + 1], normals[MOST + 1];
} Answers;

enum { UNTOUCHED = 0x5a };

static bool is_untouched(const void* bytes, size_t size)
{
    const uint8_t* byte = bytes;
    for (size_t i = 0; i < size; i++) {
        if (byte[i] != UNTOUCHED) return false;
    }
    return true;
}

#define CHECK_UNTOUCHED(field) CHECK(is_untouched(&(field), sizeof(field)))

static void check_witness(const GrazePair* pair, const char* what, GrazePoint found, double x,
                          double y)
{
    check_same(pair, what, found.x, (float)x);
    check_same(pair, what, found.y, (float)y);
}

/* Checks both ways of computing distances, so that the quick one is covered. Returns the
 * verdict. */
static GrazeRelation check_pair(const GrazePair* pair, const Answers* plain, const Answers* full,
                                int32_t k)
{
    GrazePose pose_a = pose_of(pair->place_a);
    GrazePose pose_b = pose_of(pair->place_b);
    GrazeDistance d;
    graze_distance(pair->a, &pose_a, pair->b, &pose_b, &d);
    GrazeRelation relation = graze_relation(pair->a, &pose_a, pair->b, &pose_b);
    bool hit = graze_collide(pair->a, &pose_a, pair->b, &pose_b);
    check_same(pair, "hit", plain->hits[k], hit);
    check_same(pair, "relation", plain->relations[k], relation);
    check_same(pair, "relation of distance", plain->gap_relations[k], d.relation);
    check_same(pair, "distance", plain->distances[k], (float)d.distance);
    check_same(pair, "relation with witnesses", full->gap_relations[k], d.relation);
    check_same(pair, "distance with witnesses", full->distances[k], (float)d.distance);
    check_witness(pair, "point of A", full->points_a[k], d.witness.point_a_x, d.witness.point_a_y);
    check_witness(pair, "point of B", full->points_b[k], d.witness.point_b_x, d.witness.point_b_y);
    check_witness(pair, "normal", full->normals[k], d.witness.normal_x, d.witness.normal_y);
    return relation;
}

/* Caches hold anything: the result of the previous call, for these pairs or for others. */
static void fill_caches(GrazeSimplexCache* caches, const GrazePair* pairs, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        switch (below(4)) {
        case 0:
            caches[k] = (GrazeSimplexCache){GRAZE_NO_VERTEX, GRAZE_NO_VERTEX};
            break;
        case 1:
            caches[k] = (GrazeSimplexCache){(int32_t)bits(), (int32_t)bits()};
            break;
        default: {
            int32_t n = pairs[k].a->count;
            int32_t m = pairs[k].b->count;
            uint32_t p = (uint32_t)below(n) | (uint32_t)below(m) << 16;
            uint32_t q = chance(50) ? p : (uint32_t)below(n) | (uint32_t)below(m) << 16;
            caches[k] = (GrazeSimplexCache){(int32_t)p, (int32_t)q};
            break;
        }
        }
    }
}

static void check_batch(const GrazePair* pairs, int32_t count)
{
    Answers plain;
    Answers full;
    memset(&plain, UNTOUCHED, sizeof plain);
    memset(&full, UNTOUCHED, sizeof full);
    GrazeDistanceBatch gaps = {.relations = plain.gap_relations, .distances = plain.distances};
    GrazeDistanceBatch witnesses = {.relations = full.gap_relations,
                                    .distances = full.distances,
                                    .points_a = full.points_a,
                                    .points_b = full.points_b,
                                    .normals = full.normals};
    const int32_t found[4] = {graze_pairs_collide(pairs, count, plain.hits),
                              graze_pairs_relation(pairs, count, plain.relations),
                              graze_pairs_distance(pairs, count, &gaps),
                              graze_pairs_distance(pairs, count, &witnesses)};
    int32_t meeting = 0;
    for (int32_t k = 0; k < count; k++)
        meeting += check_pair(&pairs[k], &plain, &full, k) != GRAZE_DISJOINT;
    for (int i = 0; i < 4; i++)
        CHECK(found[i] == meeting || test_failures > 0);
    GrazeSimplexCache caches[MOST + 1];
    memset(caches, UNTOUCHED, sizeof caches);
    fill_caches(caches, pairs, count);
    gaps.caches = witnesses.caches = caches;
    for (int again = 0; again < 3; again++) {
        CHECK(graze_pairs_distance(pairs, count, again == 2 ? &witnesses : &gaps) == meeting ||
              test_failures > 0);
        for (int32_t k = 0; k < count; k++)
            check_pair(&pairs[k], &plain, &full, k);
    }
    CHECK_UNTOUCHED(caches[count]);
    CHECK_UNTOUCHED(plain.hits[count]);
    CHECK_UNTOUCHED(plain.relations[count]);
    CHECK_UNTOUCHED(plain.gap_relations[count]);
    CHECK_UNTOUCHED(plain.distances[count]);
    CHECK_UNTOUCHED(full.gap_relations[count]);
    CHECK_UNTOUCHED(full.distances[count]);
    CHECK_UNTOUCHED(full.points_a[count]);
    CHECK_UNTOUCHED(full.points_b[count]);
    CHECK_UNTOUCHED(full.normals[count]);
    CHECK_UNTOUCHED(plain.points_a);
}

/* ---------------------------------------------------------------- worlds */

/* Pairs of boxes have a query of their own. */
static void batches_at_any_places(bool is_boxes)
{
    double size = chance(60) ? 1 : chance(50) ? exp2(below(61) - 30) : exp2(below(245) - 140);
    Body bodies[SHAPES];
    for (int32_t i = 0; i < SHAPES; i++)
        bodies[i] = random_body(size, is_boxes);
    for (int32_t batch = 0; batch < BATCHES; batch++) {
        GrazePair pairs[MOST];
        GrazePlacement places[2 * MOST];
        int32_t count = below(MOST + 1);
        bool is_same = chance(10);
        for (int32_t k = 0; k < count; k++) {
            const Body* a = &bodies[is_same ? 0 : below(SHAPES)];
            const Body* b = &bodies[is_same ? 0 : below(SHAPES)];
            random_placements(a, b, size, &places[2 * k], &places[2 * k + 1]);
            pairs[k] = (GrazePair){&a->shape, &b->shape, &places[2 * k], &places[2 * k + 1]};
        }
        check_batch(pairs, count);
    }
    for (int32_t i = 0; i < SHAPES; i++)
        free_body(&bodies[i]);
}

/* ---------------------------------------------------------------- lookups */

/* Returns the sector of the diamond angle as the search computes it. */
static int32_t sector_of(const GrazeSupportLut* lookup, GrazePoint d)
{
    float x = d.x / (fabsf(d.x) + fabsf(d.y));
    float t = d.y >= 0 ? 1.0F - x : 3.0F + x;
    float lifted = t * lookup->per_turn + 0x1p23F;
    int32_t number;
    memcpy(&number, &lifted, sizeof number);
    return number & (lookup->sectors - 1);
}

/* Returns whether the vertex furthest in that direction, up to double's resolution, is in the
 * windows of its sector. */
static bool is_seen(const GrazeShape* shape, GrazePoint d)
{
    const GrazeSupportLut* lookup = shape->support_lut;
    double furthest = -INFINITY;
    double seen = -INFINITY;
    for (int32_t i = 0; i < shape->count; i++) {
        GrazePoint p = shape->vertices[i];
        furthest = fmax(furthest, (double)p.x * d.x + (double)p.y * d.y);
    }
    int32_t first = lookup->first[sector_of(lookup, d)];
    for (int32_t i = 0; i < lookup->windows; i++) {
        int32_t at = (first + 4 * i) % shape->count;
        for (int32_t k = at; k < at + 4; k++)
            seen = fmax(seen, (double)lookup->x[k] * d.x + (double)lookup->y[k] * d.y);
    }
    return furthest - seen <= 0x1p-50 * shape->extent * (fabs((double)d.x) + fabs((double)d.y));
}

/* Returns a direction near the ends of sectors, along the axes, or anywhere. */
static GrazePoint random_direction(const GrazeSupportLut* lookup)
{
    double t = 4.0 * (below(lookup->sectors) + 0.5) / lookup->sectors;
    if (chance(20)) t = chance(50) ? below(4) : between(0, 4);
    double x = t < 2 ? 1 - t : t - 3;
    double y = t < 2 ? 1 - fabs(x) : fabs(x) - 1;
    double length = chance(50) ? 1 : exp2(between(-40, 40));
    GrazePoint d = {(float)(x * length), (float)(y * length)};
    for (int32_t n = below(4); n > 0; n--) {
        d.x = nextafterf(d.x, chance(50) ? FLT_MAX : -FLT_MAX);
        d.y = nextafterf(d.y, chance(50) ? FLT_MAX : -FLT_MAX);
    }
    if (chance(10)) d.x = chance(50) ? 0.0F : -0.0F;
    if (chance(10)) d.y = chance(50) ? 0.0F : -0.0F;
    return d.x == 0 && d.y == 0 ? (GrazePoint){-1, 0} : d;
}

static void windows_hold_the_furthest_vertex(int32_t directions)
{
    Body body = random_body(1, false);
    for (int32_t i = 0; i < directions; i++) {
        GrazePoint d = random_direction(body.shape.support_lut);
        if (is_seen(&body.shape, d)) continue;
        test_failures++;
        if (test_failures > 5) break;
        fprintf(stderr, "not seen in direction {%a, %a}\n", (double)d.x, (double)d.y);
        print_body("body", &body.shape, &HOME);
    }
    free_body(&body);
}

/* ---------------------------------------------------------------- fixtures */

/* Cases that the lanes once certified wrongly, alone and with other pairs. Each is a body of at
   most FIXTURE_POINTS vertices and another body. */
enum { FIXTURE_POINTS = 12, BESIDE = 5 };

typedef struct {
    GrazePoint points[FIXTURE_POINTS];
    int32_t count;
    float radius;
    GrazePlacement place;
} Fixture;

static void check_fixture(const Fixture* one, const Fixture* other)
{
    Body a = body_of(one->points, one->count, one->radius);
    Body b = body_of(other->points, other->count, other->radius);
    GrazePair pairs[BESIDE];
    for (int i = 0; i < BESIDE; i++) {
        pairs[i] = i % 2 == 0 ? (GrazePair){&a.shape, &b.shape, &one->place, &other->place}
                              : (GrazePair){&b.shape, &a.shape, &other->place, &one->place};
    }
    check_batch(pairs, BESIDE);
    check_batch(pairs + 1, 1);
    free_body(&a);
    free_body(&b);
}

/* The centers are 2^-127 apart: the deciding products are below the least float32, and the
 * segments must not be reported as disjoint. */
static void segments_that_cross_next_to_their_middles(void)
{
    const Fixture rising = {{{-0x1p-23F, -0x1p-20F}, {0x1p-23F, 0x1p-20F}}, 2, 0, {0, 0, 1, 0}};
    const Fixture falling = {
        {{0x1p-23F, -0x1p-20F}, {-0x1p-23F, 0x1p-20F}}, 2, 0, {0x1p-127F, 0, 1, 0}};
    check_fixture(&rising, &falling);
}

/* The edge's normal is so short that its square is rounded, and with it the reach of the radius. */
static void an_edge_as_short_as_nothing_within_a_radius(void)
{
    const Fixture edge = {{{0, 0}, {0, 0x3p-75F}}, 2, 0, {0, 0, 1, 0}};
    const Fixture disc = {{{0, 0x1.8p-75F}}, 1, 1 + 0x1p-18F, {1, 0, 1, 0}};
    check_fixture(&edge, &disc);
}

/* Squaring the distance of the edge's line from the origin underflows to 0. */
static void an_edge_as_short_as_nothing_beyond_a_radius(void)
{
    const Fixture edge = {{{0, 0}, {0, 0x1.6p-59F}}, 2, 0, {0, 0, 1, 0}};
    const Fixture disc = {{{0, 0x1.6p-61F}}, 1, 0x1p-16F, {0x1.3p-16F, 0, 1, 0}};
    check_fixture(&edge, &disc);
}

/* The distance of the line through a short edge is the difference of two large products. */
static void a_short_edge_just_beyond_a_great_radius(void)
{
    const Fixture edge = {
        {{0.75F, 0}, {0.25F, 1}}, 2, 0x1.ed6968p+10F, {0, 0, -1, -0x1.ee3778p-32F}};
    const Fixture point = {
        {{0, 0}}, 1, 0, {0x1.b92502p+10F, 0x1.b946b2p+9F, -0x1.3dac14p-2F, 0x1.e6bd4p-1F}};
    check_fixture(&edge, &point);
}

/* An edge that is tiny beside the body's center has no normal; the search must not forget the
 * edges before it for a disc inside. */
static void a_body_with_an_edge_below_rounding(void)
{
    const Fixture thin = {{{0x1.aee6a8p-116F, -0x1.a2a994p-12F},
                           {0x1.562812p+0F, -0x1.357d88p-112F},
                           {-0x1.c139f4p-95F, 0x1.1bb994p-94F},
                           {-0x1.7d9508p-70F, -0x1.1d0578p-74F}},
                          4,
                          0x1p-20F,
                          {-0x1.69a43p-1F, 0x1.d10168p-1F, 1, 0}};
    const Fixture disc = {{{0x1.f6p-142F, -0x1.27436ep-13F}},
                          1,
                          0x1.4325f4p+12F,
                          {-0x1.331bd4p+11F, -0x1.1c4d18p+12F, 1, 0}};
    check_fixture(&thin, &disc);
}

/* The foot is beyond the end of the edge by more than float32 resolves for so small a body so
 * far away. */
static void a_foot_beside_an_edge_of_a_small_body(void)
{
    const Fixture point = {
        {{0, 0}}, 1, 0, {-0x1.c6102ep-3F, 0x1.7e1062p-3F, -0x1.7047c8p-1F, 0x1.63affap-1F}};
    const Fixture small = {{{-0x1.0468fep-12F, -0x1.a6adfap-12F},
                            {0x1.abe804p-11F, -0x1.d20136p-14F},
                            {0x1.8aadfap-11F, 0x1.5eac94p-12F},
                            {-0x1.6fefaap-12F, 0x1.4d3db8p-12F},
                            {-0x1.fc61b6p-11F, -0x1.217c5cp-13F}},
                           5,
                           0,
                           {-0x1.51ca8p-1F, -0x1.994f36p-3F, -0x1.c2631p-1F, 0x1.e70382p-2F}};
    check_fixture(&point, &small);
}

enum { SIDES = 50 };

/* A segment whose ends are nearer to each other than the rounding of positions, and a round body of
 * radius 70. Rounding decides which end is furthest along any direction, so that only the directions
 * of edges show with which one a walk round both outlines begins. */
typedef struct {
    Body segment, many;
} ShortAndMany;

static ShortAndMany make_short_and_many(void)
{
    GrazePoint round_points[SIDES];
    for (int i = 0; i < SIDES; i++) {
        double angle = 6.283185307179586 * (i + 0.5) / SIDES;
        round_points[i] = (GrazePoint){(float)(70 * cos(angle)), (float)(70 * sin(angle))};
    }
    const GrazePoint ends[2] = {{0x1.7ffffep+2F, 0x1.290ap-134F},
                                {0x1.7ffffep+2F, 0x1.03241ap-126F}};
    return (ShortAndMany){body_of(ends, 2, 0), body_of(round_points, SIDES, 0)};
}

static void a_segment_as_short_as_nothing_inside_many_sides(void)
{
    ShortAndMany pair = make_short_and_many();
    for (int k = 0; k < 12; k++) {
        GrazePose at = {0, 0, 1, 0};
        GrazePose place = {-34.5, 0, cos(k), sin(k)};
        GrazeManifold manifold;
        graze_manifold(&pair.segment.shape, &place, &pair.many.shape, &at, 0, &manifold);
        CHECK(manifold.relation == GRAZE_OVERLAPPING);
        graze_manifold(&pair.many.shape, &at, &pair.segment.shape, &place, 0, &manifold);
        CHECK(manifold.relation == GRAZE_OVERLAPPING);
    }
    free_body(&pair.segment);
    free_body(&pair.many);
}

static void a_segment_as_short_as_nothing_cast_at_many_sides(void)
{
    ShortAndMany pair = make_short_and_many();
    const GrazePose at = {0, 0, 1, 0};
    for (int k = 0; k < 12; k++) {
        GrazePose inside = {-34.5, 0, cos(k), sin(k)};
        GrazePose before = {-134.5, 0, cos(k), sin(k)};
        GrazeCast cast;
        graze_shape_cast(&pair.segment.shape, &inside, &pair.many.shape, &at, 200, 0,
                         GRAZE_TOUCHING_CONFLICT, &cast);
        CHECK(cast.status == GRAZE_CAST_OVERLAPPING && cast.end > 0.45 && cast.end < 0.6);
        graze_shape_cast(&pair.segment.shape, &before, &pair.many.shape, &at, 200, 0,
                         GRAZE_TOUCHING_CONFLICT, &cast);
        CHECK(cast.status == GRAZE_CAST_HIT && cast.begin > 0.25 && cast.begin < 0.4);
        double begin = cast.begin;
        graze_shape_cast(&pair.many.shape, &at, &pair.segment.shape, &before, -200, 0,
                         GRAZE_TOUCHING_CONFLICT, &cast);
        CHECK(cast.status == GRAZE_CAST_HIT && fabs(cast.begin - begin) < 1e-12);
    }
    free_body(&pair.segment);
    free_body(&pair.many);
}

static void a_segment_as_short_as_nothing_moving_at_many_sides(void)
{
    ShortAndMany pair = make_short_and_many();
    const GrazePiece still = {.t1 = 1};
    const GrazeMovingBody round = {&pair.many.shape, &still, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMotionOptions options = {
        0, 1, 1e-9, 1e-9, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    for (int k = 0; k < 12; k++) {
        const GrazePiece piece = {.t1 = 1, .x = {-134.5, 200}, .angle = {k}};
        const GrazeMovingBody moving = {&pair.segment.shape, &piece, 1, GRAZE_STAY,
                                        GRAZE_STAY,          NULL,   0};
        const GrazePose before = {-134.5, 0, cos(k), sin(k)};
        const GrazePose at = {0, 0, 1, 0};
        GrazeContact contact;
        GrazeCast cast;
        graze_shape_cast(&pair.segment.shape, &before, &pair.many.shape, &at, 200, 0,
                         GRAZE_TOUCHING_CONFLICT, &cast);
        graze_first_contact(&moving, &round, &options, &contact);
        CHECK(contact.status == GRAZE_CONTACT_HIT);
        CHECK(contact.lo < cast.begin + 1e-9 && contact.hi > cast.begin - 1e-9);
        graze_first_contact(&round, &moving, &options, &contact);
        CHECK(contact.status == GRAZE_CONTACT_HIT);
        CHECK(contact.lo < cast.begin + 1e-9 && contact.hi > cast.begin - 1e-9);
    }
    free_body(&pair.segment);
    free_body(&pair.many);
}

/* The vertices of the tiny body differ by less than the least normal float32, or than the rounding
 * of positions in double, and margins are in proportion to its extent. Two points in another lane
 * make GJK search them all. */
static void a_body_as_small_as_nothing_beside_two_points(void)
{
    enum { FEW_SIDES = 16 };
    GrazePoint round_points[FEW_SIDES];
    for (int i = 0; i < FEW_SIDES; i++) {
        double angle = 6.283185307179586 * i / FEW_SIDES;
        round_points[i] =
            (GrazePoint){(float)ldexp(cos(angle), -78), (float)ldexp(sin(angle), -78)};
    }
    const GrazePlacement turned = {0, 0, 1, 0x1.1a6264p-52F};
    const GrazePlacement above = {0, 0x1.f5f8c4p-7F, 1, 0};
    const Fixture triangle = {{{-0x1.f5c594p+0F, -0x1.3ebd98p+1F},
                               {0x1.05784p+2F, 0x1.0002p-125F},
                               {-0x1.ee43f6p+1F, 0x1.03cffep-95F}},
                              3,
                              0,
                              {0x1.56p-4F, 0, 1, 0x1.00000cp-91F}};
    const Fixture tiny = {{{0x1.7c74p-127F, 0x1.908b5p-129F},
                           {0x1.7c8fp-125F, 0x1.7bacp-126F},
                           {0x1.7c74p-127F, 0x1.62a34cp-125F}},
                          3,
                          0,
                          {-0x1.faa804p+2F, 0x1.78p-142F, 1, 0x1.00000cp-91F}};
    const Fixture point = {{{0, 0}}, 1, 0, {0, 3, 1, 0}};
    Body a = body_of(triangle.points, triangle.count, triangle.radius);
    Body b = body_of(tiny.points, tiny.count, tiny.radius);
    Body c = body_of(point.points, point.count, point.radius);
    Body disc = body_of(round_points, FEW_SIDES, 0);
    const GrazePair pairs[4] = {{&a.shape, &b.shape, &triangle.place, &tiny.place},
                                {&b.shape, &a.shape, &tiny.place, &triangle.place},
                                {&c.shape, &c.shape, &point.place, &tiny.place},
                                {&disc.shape, &c.shape, &turned, &above}};
    check_batch(pairs, 4);
    free_body(&disc);
    free_body(&a);
    free_body(&b);
    free_body(&c);
}

/* The vertex found is the first of its sector, and the edge before it, outside the window, is
 * nearest. */
static void a_vertex_at_the_end_of_what_is_seen(void)
{
    const Fixture point = {
        {{0, 0}}, 1, 0, {-0x1.8e212p-1F, 0x1.2ee4fap+0F, -0x1.c5da4p-1F, 0x1.d9f84ep-2F}};
    const Fixture body = {{{0x1.73636p-4F, -0x1.c29c86p-1F},
                           {0x1.b4f0bcp-1F, -0x1.de00fep-3F},
                           {0x1.8680fap-1F, 0x1.4b22b6p-1F},
                           {-0x1.738d1cp-4F, 0x1.c29b3p-1F},
                           {-0x1.b4f2e8p-1F, 0x1.dded48p-3F},
                           {-0x1.868406p-1F, -0x1.4b1f1ep-1F}},
                          6,
                          0,
                          {-0x1.c87052p-3F, 0x1.677b2cp-2F, -0x1.d6fe3ep-4F, -0x1.fc9a94p-1F}};
    check_fixture(&point, &body);
}

/* The same holds where the list ends within a window. */
static void a_vertex_at_the_end_of_the_list(void)
{
    const Fixture point = {
        {{0, 0}}, 1, 0, {0x1.8e0cc2p+0F, 0x1.1089ep-1F, -0x1.c3c5fap-1F, -0x1.e1d994p-2F}};
    const Fixture sliver = {{{-0x1.dc396cp-1F, -0x1.666614p-2F},
                             {-0x1.c4b2b2p-1F, -0x1.54dbb6p-2F},
                             {-0x1.96da42p-1F, -0x1.328338p-2F},
                             {-0x1.54f2c4p-1F, -0x1.010e1ap-2F},
                             {-0x1.023c02p-1F, -0x1.85d926p-3F},
                             {-0x1.4593ecp-2F, -0x1.ecbb4cp-4F},
                             {-0x1.da8a4p-4F, -0x1.6af2a2p-5F},
                             {0x1.78a08cp-4F, 0x1.15763ep-5F},
                             {0x1.2e4e72p-2F, 0x1.c41894p-4F},
                             {0x1.ef8d34p-2F, 0x1.7395f8p-3F},
                             {-0x1.dc4584p-1F, -0x1.6644fp-2F}},
                            11,
                            0,
                            {0x1.4392eap-1F, 0x1.459228p-3F, -0x1.ffd9bap-1F, -0x1.8beb8p-6F}};
    check_fixture(&point, &sliver);
}

/* A corner is cut off by a tiny edge: two of its three vertices are in the window and must not
 * be taken for the edge's ends. */
static void an_edge_between_vertices_that_are_not_neighbors(void)
{
    const Fixture segment = {
        {{0, -0x1.b1b7eap-4F}, {0x1.fp-145F, 0}, {0, 0x1.37e04p-17F}, {-0x1.5a3d8p-131F, 0}},
        4,
        0,
        {0, 0, 1, 0}};
    const Fixture body = {{{-0x1.d4555ap-4F, -0x1.52776p-3F},
                           {0x1.ed45ccp-2F, 0x1.4568bcp-2F},
                           {0x1.a6f474p-3F, 0x1.08b05ap+0F},
                           {0x1.a6f41ap-3F, 0x1.08b05ap+0F},
                           {-0x1.1e875ap-1F, 0x1.fcb2eep-1F},
                           {-0x1.8417e8p-1F, 0x1.027cfap-2F}},
                          6,
                          0x1p-149F,
                          {0x1.b54ap-133F, -0x1.fffffep+0F, 1, 0}};
    check_fixture(&segment, &body);
}

/* Two corners are one in double where the sectors begin. The walk around the outline must not
   stop there and leave the far side out of every window. */
static void two_corners_that_are_one_in_double(void)
{
    const Fixture body = {
        {{0, 1}, {0x1p-60F, 1}, {-1, 3}, {-3, 3}, {-3, 1.5F}}, 5, 0, {0, 0, 1, 0}};
    const Fixture point = {{{0, 0}}, 1, 0, {-2.75F, 2.75F, 1, 0}};
    check_fixture(&body, &point);
}

/* A side is straight within rounding where the sectors begin, in an outline that begins in the
   middle of it. The corners before must be in a window, so that a body that overlaps there is
   not reported as disjoint. */
static void an_outline_that_begins_amid_a_straight_side(void)
{
    static const GrazePoint outline[10] = {
        {0, -1}, {0x3p-90F, -0.5F}, {0x4p-90F, -0.25F}, {0x4p-90F, 0.25F}, {0x3p-90F, 0.5F},
        {0, 1},  {-1, 1.5F},        {-2, 0.5F},         {-2, -0.5F},       {-1, -1.5F}};
    const GrazePoint beside[4] = {{-0.04F, -2}, {0.06F, 3}, {5, 0}, {5, 1}};
    Body b = body_of(beside, 4, 0);
    for (int32_t first = 0; first < 10; first++) {
        GrazePoint points[10];
        for (int32_t i = 0; i < 10; i++)
            points[i] = outline[(i + first) % 10];
        Body a = body_from(points, 10, 0, true);
        for (int32_t k = 0; k < 8; k++) {
            GrazePlacement place = {-0x1p-10F * (float)k, -1, 1, 0};
            const GrazePair pair = {&a.shape, &b.shape, &HOME, &place};
            check_batch(&pair, 1);
        }
        free_body(&a);
    }
    free_body(&b);
}

/* Bounds of 1 or 2 v, or of 2^-60 for the gap, would be too small: each of these cases has a
 * larger error. */
static void rounding_that_the_bounds_are_for(void)
{
    const GrazePlacement at = {0x1.ef16d2p-1F, -0x1.2cabaep-3F, -0x1.c41f1p-1F, -0x1.e08b12p-2F};
    const Fixture crossed = {{{0, -0.5F}, {-0.75F, 0.75F}}, 2, 0, at};
    const Fixture sliver = {{{0x1.f2bb66p-81F, -0x1.009bcp-128F},
                             {0x1.8c38e4p-13F, 0x1.786312p-77F},
                             {0x1.f23e92p-108F, 0x1.7ff972p-9F}},
                            3,
                            0,
                            {0x1.17bb84p+0F, 0x1.3e82bcp-4F, at.cos, at.sin}};
    check_fixture(&crossed, &sliver);

    const GrazePlacement turned = {0, 0, 0x1.533ca8p-1F, 0x1.7f7caep-1F};
    const Fixture triangle = {{{-0x1.2d86d8p-3F, -0x1.da6302p-3F},
                               {0x1.57744cp-1F, 0x1.a43dep-1F},
                               {0x1.536514p-1F, 0x1.9f04e8p-1F}},
                              3,
                              0,
                              turned};
    const Fixture square = {{{0x1.12a87cp-20F, -0x1.c82766p-17F},
                             {0x1.c914a4p-17F, -0x1.23b406p-21F},
                             {-0x1.12d278p-18F, 0x1.b4516p-17F},
                             {-0x1.c133dp-17F, -0x1.59c526p-19F}},
                            4,
                            0,
                            turned};
    check_fixture(&triangle, &square);

    const Fixture segment = {{{-0x1.79bb34p-1F, -0x1.cc9aecp-3F}, {0x1.78bff4p-1F, 0x1.d94aa6p-3F}},
                             2,
                             0,
                             {-0x1.9365cap-2F, 0x1.cfb876p-1F, -0x1.deb9eap-1F, 0x1.6b2044p-2F}};
    const Fixture capsule = {{{-0x1.9d22e2p-3F, -0x1.337cfp-3F}, {0x1.9a895cp-3F, 0x1.36f356p-3F}},
                             2,
                             0x1.ec6dp-38F,
                             {-0x1.d863dcp-1F, 0x1.05823ap+0F, -0x1.deb9eap-1F, 0x1.6b2044p-2F}};
    check_fixture(&segment, &capsule);

    const GrazePlacement off = {-0x1.0dda92p-2F, -0x1.c99b1cp-1F, -0x1.67154p-2F, 0x1.df7cfap-1F};
    const Fixture box = {{{-0x1.076c1ep+0F, -0x1.83e412p-6F},
                          {-0x1.fa903ap-2F, -0x1.83e412p-6F},
                          {-0x1.fa903ap-2F, 0x1.f2a3bap-3F},
                          {-0x1.076c1ep+0F, 0x1.f2a3bap-3F}},
                         4,
                         0,
                         off};
    const Fixture other = {{{0x1.00d052p-1F, 0x1.c21218p-6F},
                            {0x1.09c3p+0F, 0x1.d697fcp-2F},
                            {0x1.55339ap-1F, 0x1.fbb77cp-3F}},
                           3,
                           0,
                           off};
    check_fixture(&box, &other);
}

/* Two edges are within 2^-53 of straight: either can be certified as nearest, and the result
   must not depend on where the search begins. */
static void one_of_two_nearest_parts_wherever_the_search_begins(void)
{
    const GrazePoint corner = {0x1.7e6edcp-1F, -0x1.d1a5d2p-1F};
    const GrazePoint flat[3] = {{-0x1.2a3cbcp-4F, 0x1.e1b3d6p-92F},
                                {0x1.c418p-134F, 0x1.587daep-78F},
                                {0x1.13ac3ep-2F, 0x1.39aeb6p-57F}};
    const GrazePlacement place_a = {0, 0, -0x1.6715e4p-1F, 0x1.6cf7d8p-1F};
    const GrazePlacement place_b = {0x1.fdb1a8p-4F, 0x1.18f3fep+0F, 0x1.674bb2p-32F, -1};
    Body a = body_of(&corner, 1, 0);
    Body b = body_of(flat, 3, 0);
    const GrazePair pair = {&a.shape, &b.shape, &place_a, &place_b};
    GrazePose pose_a = pose_of(&place_a);
    GrazePose pose_b = pose_of(&place_b);
    GrazeDistance d;
    graze_distance(pair.a, &pose_a, pair.b, &pose_b, &d);
    for (int32_t k = 0; k < 9; k++) {
        GrazeSimplexCache seed = {k / 3 << 16, k % 3 << 16};
        uint8_t relation;
        float distance;
        GrazePoint points[3];
        const GrazeDistanceBatch out = {&relation,  &distance,  &points[0],
                                        &points[1], &points[2], &seed};
        graze_pairs_distance(&pair, 1, &out);
        check_same(&pair, "distance", distance, (float)d.distance);
        check_witness(&pair, "point of B", points[1], d.witness.point_b_x, d.witness.point_b_y);
        check_witness(&pair, "normal", points[2], d.witness.normal_x, d.witness.normal_y);
    }
    free_body(&a);
    free_body(&b);
}

static int32_t factor_of(int32_t x, int32_t y)
{
    return y == 0 ? abs(x) : factor_of(y, x % y);
}

static int by_direction(const void* p, const void* q)
{
    const GrazePoint* e = p;
    const GrazePoint* f = q;
    double first = atan2(e->y, e->x);
    double second = atan2(f->y, f->x);
    return (first > second) - (first < second);
}

/* Makes a polygon of all edges whose coordinates have no common factor and are not longer than
 * `most`, in order of direction. */
static Body wheel_of(int32_t most)
{
    GrazePoint* edges = malloc((size_t)(4 * most * most) * sizeof *edges);
    if (edges == NULL) abort();
    int32_t count = 0;
    for (int32_t x = -most; x <= most; x++) {
        for (int32_t y = -most; y <= most; y++) {
            if (x * x + y * y > most * most || factor_of(x, y) != 1) continue;
            edges[count++] = (GrazePoint){(float)x, (float)y};
        }
    }
    qsort(edges, (size_t)count, sizeof *edges, by_direction);
    GrazePoint here = {0, 0};
    for (int32_t k = 0; k < count; k++) {
        GrazePoint edge = edges[k];
        edges[k] = here;
        here.x += edge.x * 0x1p-12F;
        here.y += edge.y * 0x1p-12F;
    }
    Body body = body_of(edges, count, 0);
    CHECK(body.shape.count == count);
    free(edges);
    return body;
}

static void bodies_of_more_vertices_than_a_lookup_holds(void)
{
    const GrazePoint origin = {0, 0};
    Body bodies[4] = {wheel_of(24), wheel_of(180), wheel_of(192), body_of(&origin, 1, 0.25F)};
    CHECK(bodies[1].lookup != NULL && bodies[2].lookup == NULL);
    GrazePlacement places[2 * MOST];
    GrazePair pairs[MOST];
    for (int32_t k = 0; k < MOST; k++) {
        const Body* a = &bodies[k % 4];
        const Body* b = &bodies[below(4)];
        random_placements(a, b, a->shape.extent, &places[2 * k], &places[2 * k + 1]);
        pairs[k] = (GrazePair){&a->shape, &b->shape, &places[2 * k], &places[2 * k + 1]};
    }
    check_batch(pairs, MOST);
    /* The lanes process the pairs except the one without a lookup table. */
    for (int32_t k = 0; k < MOST; k++) {
        pairs[k].a = pairs[k].a->support_lut != NULL ? pairs[k].a : &bodies[1].shape;
        pairs[k].b = pairs[k].b->support_lut != NULL ? pairs[k].b : &bodies[0].shape;
    }
    check_batch(pairs, MOST);
    for (int i = 0; i < 4; i++)
        free_body(&bodies[i]);
}

int main(int argc, char** argv)
{
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 2026;
    int32_t worlds = argc > 2 ? (int32_t)strtol(argv[2], NULL, 10) : WORLDS;
    segments_that_cross_next_to_their_middles();
    an_edge_as_short_as_nothing_within_a_radius();
    an_edge_as_short_as_nothing_beyond_a_radius();
    a_short_edge_just_beyond_a_great_radius();
    a_body_with_an_edge_below_rounding();
    a_foot_beside_an_edge_of_a_small_body();
    a_vertex_at_the_end_of_what_is_seen();
    a_body_as_small_as_nothing_beside_two_points();
    a_segment_as_short_as_nothing_inside_many_sides();
    a_segment_as_short_as_nothing_cast_at_many_sides();
    a_segment_as_short_as_nothing_moving_at_many_sides();
    a_vertex_at_the_end_of_the_list();
    an_edge_between_vertices_that_are_not_neighbors();
    two_corners_that_are_one_in_double();
    an_outline_that_begins_amid_a_straight_side();
    rounding_that_the_bounds_are_for();
    one_of_two_nearest_parts_wherever_the_search_begins();
    bodies_of_more_vertices_than_a_lookup_holds();
    for (int32_t i = 0; i < worlds; i++) {
        batches_at_any_places(i % 4 == 3);
        windows_hold_the_furthest_vertex(400);
    }
    return test_failures != 0;
}
