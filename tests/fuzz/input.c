#include "input.h"

#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bounds of a grid: see oracle.h. */
enum { SHAPE_BITS = 12, OFFSET_BITS = 12, PLACE_BITS = 15, WAY_BITS = 17, RADIUS_BITS = 12 };

/* Smallest power of two for which the grid's numbers are float32, and the number of powers. */
enum { LEAST_EXPONENT = -149, EXPONENTS = 260 };

enum { WILD_POINTS = 80 };

/* ---------------------------------------------------------------- numbers */

uint64_t input_bits(Input* input, int size)
{
    uint64_t bits = 0;
    for (int i = 0; i < size && input->left > 0; i++) {
        bits |= (uint64_t)*input->bytes << (8 * i);
        input->bytes++;
        input->left--;
    }
    return bits;
}

int32_t input_below(Input* input, int32_t count)
{
    return (int32_t)(input_bits(input, count > 256 ? 2 : 1) % (uint64_t)count);
}

int64_t input_int(Input* input, int bits)
{
    int64_t limit = (int64_t)1 << bits;
    uint64_t any = input_bits(input, bits < 7 ? 1 : bits < 15 ? 2 : 4);
    return (int64_t)(any % (uint64_t)(2 * limit + 1)) - limit;
}

float input_float(Input* input)
{
    switch (input_below(input, 4)) {
    case 0: {
        uint32_t bits = (uint32_t)input_bits(input, 4);
        float any;
        memcpy(&any, &bits, sizeof any);
        return any;
    }
    case 1:
        return (float)input_int(input, 22) * 0x1p-16F;
    case 2:
        return (float)input_int(input, 3);
    default:
        /* The number is next to a small integer. */
        return nextafterf((float)input_int(input, 3), (float)input_int(input, 8));
    }
}

double input_double(Input* input)
{
    switch (input_below(input, 4)) {
    case 0: {
        uint64_t bits = input_bits(input, 8);
        double any;
        memcpy(&any, &bits, sizeof any);
        return any;
    }
    case 1:
        return ldexp((double)input_bits(input, 8), -60);
    default:
        return (double)input_float(input);
    }
}

/* ---------------------------------------------------------------- choices */

GrazeGjkOptions options_at(int32_t index)
{
    return (GrazeGjkOptions){(GrazeSubdistance)(index % 4), (GrazeSupport)(index / 4 % 4),
                             (GrazeStart)(index / 16)};
}

GrazeGjkOptions input_options(Input* input)
{
    return options_at(input_below(input, OPTIONS_COUNT));
}

/* ---------------------------------------------------------------- bodies */

GrazePoint* input_points(int32_t count)
{
    GrazePoint* points = malloc((size_t)count * sizeof *points);
    if (points == NULL) abort();
    return points;
}

static GrazePoint* copy_points(const GrazePoint* points, int32_t count)
{
    GrazePoint* copy = input_points(count);
    memcpy(copy, points, (size_t)count * sizeof *points);
    return copy;
}

static GrazeStatus make_hull(GrazeShape* shape, GrazePoint* points, int32_t count, float radius)
{
    GrazePoint* scratch = input_points(count + 1);
    int32_t culprit;
    GrazeStatus status = graze_shape_hull(shape, points, scratch, count, radius, &culprit);
    free(scratch);
    return status;
}

/* Makes the polygon if `outline` is true and the points are one, otherwise the hull. */
static bool make_shape(Body* body, const GrazePoint* points, int32_t count, float radius,
                       bool outline)
{
    int32_t culprit;
    GrazePoint* copy = copy_points(points, count);
    GrazeStatus status = GRAZE_E_NOT_CONVEX;
    if (outline) status = graze_shape_polygon(&body->shape, copy, count, radius, &culprit);
    if (status == GRAZE_E_NOT_CONVEX) {
        memcpy(copy, points, (size_t)count * sizeof *points);
        status = make_hull(&body->shape, copy, count, radius);
    }
    if (status == GRAZE_OK) {
        body->vertices = copy_points(copy, body->shape.count);
        body->shape.vertices = body->vertices;
    }
    free(copy);
    return status == GRAZE_OK;
}

/* Bits of a grid input. Few different numbers make many ties. */
typedef struct {
    int shape_bits, offset_bits, place_bits;
    int exponent;
} Grid;

static Grid read_grid(Input* input)
{
    Grid grid = {1 + input_below(input, SHAPE_BITS), input_below(input, OFFSET_BITS + 1),
                 input_below(input, PLACE_BITS + 1), 0};
    if (input_below(input, 4) == 3) grid.exponent = LEAST_EXPONENT + input_below(input, EXPONENTS);
    return grid;
}

static void scatter(Input* input, const Grid* grid, int32_t count, OracleBody* exact)
{
    exact->count = count;
    for (int32_t i = 0; i < count; i++) {
        int64_t x = input_int(input, grid->shape_bits);
        int64_t y = input_int(input, grid->shape_bits);
        exact->at[i] = (OraclePoint){x, y};
    }
}

/* Returns whether p precedes q in direction, counted from +x. Both are in the upper half plane. */
static bool goes_first(OraclePoint p, OraclePoint q)
{
    return oracle_cross(p, q) > 0;
}

/* Makes a polygon with parallel opposite sides from half its sides: it is convex for any bytes,
   with points inside edges if two sides are parallel. */
static void lay_out(Input* input, const Grid* grid, OracleBody* exact)
{
    OraclePoint sides[ORACLE_POINTS / 2];
    int32_t count = 2 + input_below(input, ORACLE_POINTS / 2 - 1);
    int bits = grid->shape_bits < SHAPE_BITS - 3 ? grid->shape_bits : SHAPE_BITS - 3;
    for (int32_t i = 0; i < count; i++) {
        OraclePoint side = {input_int(input, bits), llabs(input_int(input, bits))};
        if (side.y == 0) side.x = llabs(side.x);
        int32_t k = i;
        for (; k > 0 && goes_first(side, sides[k - 1]); k--) {
            sides[k] = sides[k - 1];
        }
        sides[k] = side;
    }
    OraclePoint here = {0, 0};
    exact->count = 2 * count;
    for (int32_t i = 0; i < count; i++) {
        exact->at[i] = here;
        here = (OraclePoint){here.x + sides[i].x, here.y + sides[i].y};
    }
    for (int32_t i = 0; i < count; i++) {
        exact->at[count + i] = here;
        here = oracle_minus(here, sides[i]);
    }
}

/* Reads points, discs, segments, capsules, hulls of a few points, outlines. Returns true for an
 * outline. */
static bool read_grid_points(Input* input, const Grid* grid, OracleBody* exact)
{
    switch (input_below(input, 5)) {
    case 0:
        scatter(input, grid, 1, exact);
        return true;
    case 1:
        scatter(input, grid, 2, exact);
        return true;
    case 2:
        lay_out(input, grid, exact);
        return true;
    case 3:
        scatter(input, grid, 3 + input_below(input, 3), exact);
        return true;
    default:
        scatter(input, grid, 3 + input_below(input, 6), exact);
        return false;
    }
}

static void move_points(OracleBody* exact, OraclePoint by)
{
    for (int32_t i = 0; i < exact->count; i++) {
        exact->at[i] = (OraclePoint){exact->at[i].x + by.x, exact->at[i].y + by.y};
    }
}

static void turn_points(OracleBody* exact, int32_t quarters)
{
    for (int32_t i = 0; i < exact->count * quarters; i++) {
        OraclePoint* p = &exact->at[i % exact->count];
        *p = (OraclePoint){-p->y, p->x};
    }
}

static OraclePoint read_place(Input* input, int bits)
{
    OraclePoint place = {input_int(input, bits), input_int(input, bits)};
    return place;
}

/* Returns a pose on the grid: quarter turns are exact, so all four headings stay on it. */
static GrazePose grid_pose(OraclePoint place, int32_t quarters, double unit)
{
    static const double COS[4] = {1, 0, -1, 0};
    return (GrazePose){(double)place.x * unit, (double)place.y * unit, COS[quarters],
                       COS[(quarters + 3) % 4]};
}

static bool read_grid_body(Input* input, const Grid* grid, Body* body)
{
    OracleBody* exact = &body->exact;
    double unit = ldexp(1, grid->exponent);
    bool outline = read_grid_points(input, grid, exact);
    move_points(exact, read_place(input, grid->offset_bits));
    exact->radius = 0;
    if (input_below(input, 2) == 1) {
        int bits = grid->shape_bits < RADIUS_BITS ? grid->shape_bits : RADIUS_BITS;
        exact->radius = llabs(input_int(input, bits));
    }
    GrazePoint points[ORACLE_POINTS];
    for (int32_t i = 0; i < exact->count; i++) {
        points[i] = (GrazePoint){(float)((double)exact->at[i].x * unit),
                                 (float)((double)exact->at[i].y * unit)};
    }
    int32_t quarters = input_below(input, 16);
    quarters = quarters < 4 ? quarters : 0;
    OraclePoint place = read_place(input, grid->place_bits);
    turn_points(exact, quarters);
    move_points(exact, place);
    body->pose = grid_pose(place, quarters, unit);
    return make_shape(body, points, exact->count, (float)((double)exact->radius * unit), outline);
}

/* Reads a regular polygon, rounded to float32: many vertices from few bytes. */
static int32_t read_round(Input* input, GrazePoint* points)
{
    int32_t count = 3 + input_below(input, WILD_POINTS - 2);
    double x = input_float(input);
    double y = input_float(input);
    double size = input_float(input);
    for (int32_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * i / count;
        points[i] = (GrazePoint){(float)(x + size * cos(angle)), (float)(y + size * sin(angle))};
    }
    return count;
}

static int32_t read_wild_points(Input* input, GrazePoint* points)
{
    int32_t kind = input_below(input, 4);
    if (kind == 3) return read_round(input, points);
    int32_t count = 1 + input_below(input, kind == 0 ? 4 : 16);
    for (int32_t i = 0; i < count; i++) {
        points[i].x = input_float(input);
        points[i].y = input_float(input);
    }
    return count;
}

static double read_angle(Input* input)
{
    switch (input_below(input, 4)) {
    case 0:
        return 0;
    case 1:
        return 0.7853981633974483 * (double)input_int(input, 3);
    default:
        return input_double(input);
    }
}

static bool read_wild_body(Input* input, Body* body)
{
    GrazePoint points[WILD_POINTS];
    int32_t count = read_wild_points(input, points);
    float radius = input_below(input, 2) == 1 ? fabsf(input_float(input)) : 0;
    bool outline = input_below(input, 2) == 1;
    double x = input_double(input);
    double y = input_double(input);
    if (graze_pose(x, y, read_angle(input), &body->pose) != GRAZE_OK) return false;
    return make_shape(body, points, count, radius, outline);
}

/* ---------------------------------------------------------------- pairs */

/* Reads a path; it often makes a vertex meet a vertex, at its end or halfway. */
static void read_grid_way(Input* input, const Grid* grid, Pair* pair)
{
    int32_t kind = input_below(input, 4);
    int bits = kind == 0 ? WAY_BITS : grid->shape_bits;
    pair->way = read_place(input, bits);
    if (kind == 1 || kind == 2) {
        OraclePoint gap = oracle_minus(pair->b.exact.at[0], pair->a.exact.at[0]);
        pair->way = (OraclePoint){gap.x * kind, gap.y * kind};
    }
    pair->dx = (double)pair->way.x * pair->unit;
    pair->dy = (double)pair->way.y * pair->unit;
}

static void print_pair(const void* subject);

static bool is_way(double d)
{
    return fabs(d) <= 0x1.fffffep127;
}

static bool read_wild_pair(Input* input, Pair* pair)
{
    if (!read_wild_body(input, &pair->a) || !read_wild_body(input, &pair->b)) return false;
    if (input_below(input, 2) == 1) {
        pair->b.pose.cos = pair->a.pose.cos;
        pair->b.pose.sin = pair->a.pose.sin;
    }
    pair->dx = input_double(input);
    pair->dy = input_double(input);
    return is_way(pair->dx) && is_way(pair->dy);
}

static bool read_grid_pair(Input* input, Pair* pair)
{
    Grid grid = read_grid(input);
    pair->unit = ldexp(1, grid.exponent);
    if (!read_grid_body(input, &grid, &pair->a)) return false;
    if (!read_grid_body(input, &grid, &pair->b)) return false;
    read_grid_way(input, &grid, pair);
    return true;
}

bool input_pair(Input* input, Pair* pair)
{
    memset(pair, 0, sizeof *pair);
    pair->grid = input_below(input, 2) == 0;
    pair->options = input_options(input);
    bool is_read = pair->grid ? read_grid_pair(input, pair) : read_wild_pair(input, pair);
    if (!is_read) input_free(pair);
    check_subject(print_pair, pair);
    return is_read;
}

Pair input_swapped(const Pair* pair)
{
    Pair swapped = *pair;
    swapped.a = pair->b;
    swapped.b = pair->a;
    return swapped;
}

static bool holds_vertex(const GrazeShape* shape, GrazePoint p)
{
    for (int32_t i = 0; i < shape->count; i++) {
        if (shape->vertices[i].x == p.x && shape->vertices[i].y == p.y) return true;
    }
    return false;
}

bool input_is_twin(const Pair* pair)
{
    const GrazeShape* a = &pair->a.shape;
    const GrazeShape* b = &pair->b.shape;
    const GrazePose* p = &pair->a.pose;
    const GrazePose* q = &pair->b.pose;
    if (a->count != b->count || a->radius != b->radius) return false;
    for (int32_t i = 0; i < a->count; i++) {
        if (!holds_vertex(b, a->vertices[i])) return false;
    }
    return p->x == q->x && p->y == q->y && p->cos == q->cos && p->sin == q->sin;
}

void input_free(Pair* pair)
{
    free(pair->a.vertices);
    free(pair->b.vertices);
}

static double body_scale(const Body* body)
{
    return body->shape.extent + body->shape.radius + fabs(body->pose.x) + fabs(body->pose.y);
}

double input_scale(const Pair* pair)
{
    return body_scale(&pair->a) + body_scale(&pair->b) + fabs(pair->dx) + fabs(pair->dy);
}

/* ---------------------------------------------------------------- print */

void print_points(const GrazePoint* points, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        fprintf(stderr, " (%.9g, %.9g)", points[i].x, points[i].y);
    }
    fputc('\n', stderr);
}

static void print_body(const char* name, const Body* body)
{
    fprintf(stderr, "  %s: radius %.9g, place (%.17g, %.17g), cos %.17g, sin %.17g, vertices\n   ",
            name, body->shape.radius, body->pose.x, body->pose.y, body->pose.cos, body->pose.sin);
    print_points(body->shape.vertices, body->shape.count);
}

static void print_exact(const char* name, const OracleBody* exact)
{
    fprintf(stderr, "  %s on the grid: radius %lld, points\n   ", name, (long long)exact->radius);
    for (int32_t i = 0; i < exact->count; i++) {
        fprintf(stderr, " (%lld, %lld)", (long long)exact->at[i].x, (long long)exact->at[i].y);
    }
    fputc('\n', stderr);
}

static void print_pair(const void* subject)
{
    const Pair* pair = subject;
    print_body("A", &pair->a);
    print_body("B", &pair->b);
    fprintf(stderr, "  way (%.17g, %.17g), subdistance %d, support %d, start %d\n", pair->dx,
            pair->dy, (int)pair->options.subdistance, (int)pair->options.support,
            (int)pair->options.start);
    if (!pair->grid) return;
    fprintf(stderr, "  grid of %a, way (%lld, %lld)\n", pair->unit, (long long)pair->way.x,
            (long long)pair->way.y);
    print_exact("A", &pair->a.exact);
    print_exact("B", &pair->b.exact);
}
