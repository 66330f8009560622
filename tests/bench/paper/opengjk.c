/*
 * openGJK in double, on bodies in space. It has no poses: its bodies are placed in advance, which
 * the others do within the query.
 */
#include "openGJK/openGJK.h"

#include "contestant.h"

#include <stdlib.h>

static gkPolytope* bodies; /* A and B of each pair */
static gkFloat** rows;     /* pointers to points, `corners` for each body */
static gkFloat* numbers;
static int32_t corners;
static int32_t capacity;

static void make_body(const GrazeShape* shape, const GrazePlacement* place, ptrdiff_t k)
{
    double placed[PAPER_MOST_VERTICES][2];
    paper_place(shape, place, placed);
    int32_t count = paper_height > 0 ? 2 * shape->count : shape->count;
    bodies[k] = (gkPolytope){.numpoints = count, .coord = &rows[k * corners]};
    for (int32_t i = 0; i < count; i++) {
        gkFloat* point = &numbers[3 * (k * corners + i)];
        point[0] = placed[i % shape->count][0];
        point[1] = placed[i % shape->count][1];
        point[2] = i < shape->count ? paper_height : -paper_height;
        bodies[k].coord[i] = point;
    }
}

static void prepare(const PairSet* set)
{
    if (set->count > capacity) {
        capacity = set->count;
        size_t count = 2 * (size_t)capacity;
        bodies = realloc(bodies, count * sizeof *bodies);
        rows = realloc(rows, count * PAPER_MOST_CORNERS * sizeof *rows);
        numbers = realloc(numbers, count * PAPER_MOST_CORNERS * 3 * sizeof *numbers);
        if (bodies == NULL || rows == NULL || numbers == NULL) abort();
    }
    /* Bodies lie side by side in memory: all of a set have as many corners. */
    corners = (paper_height > 0 ? 2 : 1) * set->shapes[0].count;
    for (int32_t k = 0; k < set->count; k++) {
        make_body(set->pairs[k].a, set->pairs[k].place_a, 2 * (ptrdiff_t)k);
        make_body(set->pairs[k].b, set->pairs[k].place_b, 2 * (ptrdiff_t)k + 1);
    }
}

static void distances(int32_t first, int32_t count, double* out)
{
    for (int32_t k = first; k < first + count; k++) {
        gkSimplex simplex = {0};
        const gkPolytope* body = &bodies[2 * (ptrdiff_t)k];
        *out++ = compute_minimum_distance(body[0], body[1], &simplex);
    }
}

const Contestant PAPER_OPENGJK = {"openGJK", prepare, distances, NULL, 0};
