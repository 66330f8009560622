#include "outline.h"

#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_outline(const void* subject)
{
    const Outline* outline = subject;
    fprintf(stderr, "  radius %.9g, %d points\n   ", outline->radius, outline->count);
    print_points(outline->at, outline->count);
}

static void set_grid_point(Outline* outline, int32_t i, OraclePoint p)
{
    outline->exact[i] = p;
    outline->at[i] =
        (GrazePoint){(float)((double)p.x * outline->unit), (float)((double)p.y * outline->unit)};
}

static void read_grid(Input* input, Outline* outline)
{
    int bits = 1 + input_below(input, 14);
    outline->unit = ldexp(1, input_below(input, 4) == 0 ? input_below(input, 260) - 149 : 0);
    for (int32_t i = 0; i < outline->count; i++) {
        /* A point is sometimes repeated, or in line with two before. */
        OraclePoint p = {input_int(input, bits), input_int(input, bits)};
        int32_t kind = i > 1 ? input_below(input, 8) : 0;
        if (kind == 6) p = outline->exact[input_below(input, i)];
        if (kind == 7) {
            p = outline->exact[i - 1];
            OraclePoint step = oracle_minus(p, outline->exact[i - 2]);
            if (llabs(p.x + step.x) < 1 << 14 && llabs(p.y + step.y) < 1 << 14) {
                p = (OraclePoint){p.x + step.x, p.y + step.y};
            }
        }
        set_grid_point(outline, i, p);
    }
}

/* Sorts the points around their mean, which makes most lists outlines. */
static void sort_around(Outline* outline)
{
    double x = 0;
    double y = 0;
    for (int32_t i = 0; i < outline->count; i++) {
        x += outline->at[i].x / outline->count;
        y += outline->at[i].y / outline->count;
    }
    for (int32_t i = 1; i < outline->count; i++) {
        GrazePoint point = outline->at[i];
        OraclePoint exact = outline->exact[i];
        double angle = atan2(point.y - y, point.x - x);
        int32_t k = i;
        for (; k > 0 && atan2(outline->at[k - 1].y - y, outline->at[k - 1].x - x) > angle; k--) {
            outline->at[k] = outline->at[k - 1];
            outline->exact[k] = outline->exact[k - 1];
        }
        outline->at[k] = point;
        outline->exact[k] = exact;
    }
}

void outline_read(Input* input, Outline* outline)
{
    memset(outline, 0, sizeof *outline);
    check_subject(print_outline, outline);
    outline->grid = input_below(input, 2) == 0;
    bool sorted = input_below(input, 2) == 1;
    outline->count = input_below(input, input_below(input, 4) == 0 ? OUTLINE_POINTS + 1 : 8);
    outline->radius = outline->grid ? (float)input_int(input, 4) : input_float(input);
    if (outline->grid) {
        read_grid(input, outline);
    } else {
        for (int32_t i = 0; i < outline->count; i++) {
            outline->at[i].x = input_float(input);
            outline->at[i].y = input_float(input);
        }
    }
    if (sorted) sort_around(outline);
}

GrazeStatus outline_status(const Outline* outline, int32_t* culprit)
{
    *culprit = -1;
    if (outline->count < 1) return GRAZE_E_TOO_FEW_POINTS;
    if (!isfinite(outline->radius)) return GRAZE_E_NOT_FINITE;
    if (outline->radius < 0) return GRAZE_E_OUT_OF_RANGE;
    for (int32_t i = 0; i < outline->count; i++) {
        *culprit = i;
        if (!isfinite(outline->at[i].x) || !isfinite(outline->at[i].y)) return GRAZE_E_NOT_FINITE;
    }
    *culprit = -1;
    return GRAZE_OK;
}

static int32_t find_point(const Outline* outline, GrazePoint p)
{
    for (int32_t i = 0; i < outline->count; i++) {
        if (outline->at[i].x == p.x && outline->at[i].y == p.y) return i;
    }
    return -1;
}

void outline_check(const Outline* outline, const GrazeShape* shape)
{
    double extent = 0;
    CHECK(shape->count >= 1 && shape->count <= outline->count, "%d vertices", shape->count);
    CHECK(shape->radius == outline->radius, "radius %g", shape->radius);
    for (int32_t i = 0; i < shape->count; i++) {
        GrazePoint p = shape->vertices[i];
        CHECK(find_point(outline, p) >= 0, "vertex %d, (%.9g, %.9g), is none of the points", i, p.x,
              p.y);
        extent = fmax(extent, fmax(fabs(p.x), fabs(p.y)));
    }
    CHECK(shape->extent == extent, "%.17g, found %.17g", shape->extent, extent);
}

/* Checks that all points are left of the edge between two vertices, or on it. */
static void check_edge(const Outline* outline, OraclePoint p, OraclePoint q)
{
    OraclePoint e = oracle_minus(q, p);
    CHECK(e.x != 0 || e.y != 0, "vertex (%lld, %lld) twice", (long long)p.x, (long long)p.y);
    for (int32_t i = 0; i < outline->count; i++) {
        OraclePoint from = oracle_minus(outline->exact[i], p);
        int64_t along = e.x * from.x + e.y * from.y;
        int64_t side = oracle_cross(e, from);
        CHECK(side > 0 || (side == 0 && along >= 0 && along <= e.x * e.x + e.y * e.y),
              "point %d is outside the edge from (%lld, %lld) to (%lld, %lld)", i, (long long)p.x,
              (long long)p.y, (long long)q.x, (long long)q.y);
    }
}

void outline_exact(const Outline* outline, const GrazeShape* shape)
{
    OraclePoint corner[OUTLINE_POINTS];
    int32_t count = shape->count;
    for (int32_t i = 0; i < count; i++) {
        corner[i] = outline->exact[find_point(outline, shape->vertices[i])];
    }
    for (int32_t i = 0; count > 1 && i < count; i++) {
        check_edge(outline, corner[i], corner[(i + 1) % count]);
    }
    for (int32_t i = 0; count == 1 && i < outline->count; i++) {
        OraclePoint p = oracle_minus(outline->exact[i], corner[0]);
        CHECK(p.x == 0 && p.y == 0, "one vertex, but point %d is elsewhere", i);
    }
    /* The outline is strictly convex and goes around once: no three vertices in their order turn
     * in another direction. */
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = i + 1; j < count; j++) {
            for (int32_t k = j + 1; k < count; k++) {
                CHECK(oracle_cross(oracle_minus(corner[j], corner[i]),
                                   oracle_minus(corner[k], corner[i])) > 0,
                      "vertices %d, %d, %d make no left turn", i, j, k);
            }
        }
    }
}
