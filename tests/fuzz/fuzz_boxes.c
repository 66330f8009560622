/*
 * Fuzzes graze_box_index_check, graze_box_index_update, graze_box_index_search, graze_box_index_near
 * and graze_box_index_between: after any updates they find what a scan of all boxes finds, in order.
 * All memory is exactly as large as promised.
 */
#include "check.h"
#include "input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20, MAX_AXES = 3, STEPS = 6 };

/* An index and the boxes that it has read, with room for its answers. */
typedef struct {
    GrazeBoxIndex index;
    int32_t count, axes, room;
    bool is_grid;
    double reach;
    float* sides; /* the boxes as they are */
    float* kept;  /* the boxes as they were at the last update */
    uint32_t *found, *pairs;
    void* storage;
} Boxes;

static void print_boxes(const void* subject)
{
    const Boxes* boxes = subject;
    fprintf(stderr, "  %d boxes of %d axes, room for %d pairs, reach %a\n", boxes->count,
            boxes->axes, boxes->room, boxes->reach);
    for (int32_t k = 0; k < boxes->count; k++) {
        fprintf(stderr, "  %d:", k);
        for (int32_t side = 0; side < 2 * boxes->axes; side++)
            fprintf(stderr, " %a (%a)", boxes->sides[2 * boxes->axes * k + side],
                    boxes->kept[2 * boxes->axes * k + side]);
        fprintf(stderr, "\n");
    }
}

static void* room_of(size_t size)
{
    void* room = aligned_alloc(16, size > 0 ? (size + 15) & ~(size_t)15 : 16);
    if (room == NULL) abort();
    return room;
}

/* Memory of exactly that size, not aligned. */
static void* exact_room_of(size_t size)
{
    void* room = malloc(size > 0 ? size : 1);
    if (room == NULL) abort();
    return room;
}

/* Reads a box; bits of the form make it unbounded on an axis. On a grid it is seldom empty. */
static void read_box(Input* input, Boxes* boxes, int32_t k)
{
    float* box = &boxes->sides[2 * boxes->axes * k];
    int32_t form = input_below(input, 32);
    for (int32_t axis = 0; axis < boxes->axes; axis++) {
        float* lo = &box[axis];
        float* hi = &box[boxes->axes + axis];
        if (boxes->is_grid) {
            *lo = (float)input_int(input, 2);
            *hi = *lo + (float)input_below(input, 4) - (form == 31 ? 2 : 0);
        } else {
            *lo = input_float(input);
            *hi = input_float(input);
        }
    }
    if (form == 1) box[0] = -INFINITY;
    if (form == 2) box[boxes->axes] = INFINITY;
    if (form == 3) box[1] = box[boxes->axes + 1] = INFINITY;
}

static void read_boxes(Input* input, Boxes* boxes)
{
    boxes->is_grid = input_below(input, 4) != 3;
    boxes->axes = 2 + input_below(input, 2);
    boxes->count = 1 + input_below(input, MOST);
    boxes->room = input_below(input, 2) ? MOST * MOST : 1 + input_below(input, 20);
    double reach = fabs(input_double(input));
    boxes->reach = isfinite(reach) && input_below(input, 4) ? reach : input_below(input, 3);
    size_t n = (size_t)boxes->count;
    size_t numbers = 2 * (size_t)boxes->axes * n;
    boxes->sides = exact_room_of(numbers * sizeof(float));
    boxes->kept = exact_room_of(numbers * sizeof(float));
    boxes->found = exact_room_of(n * sizeof(uint32_t));
    boxes->pairs = exact_room_of(2 * (size_t)boxes->room * sizeof(uint32_t));
    boxes->storage = room_of(graze_box_index_size(boxes->axes, boxes->count, boxes->room));
    for (int32_t k = 0; k < boxes->count; k++)
        read_box(input, boxes, k);
    for (size_t k = 0; k < numbers; k++)
        boxes->kept[k] = k % (2 * (size_t)boxes->axes) < (size_t)boxes->axes ? 1 : 0;
    graze_box_index_init(&boxes->index, boxes->axes, boxes->count, boxes->room, boxes->storage);
    CHECK(boxes->index.axes == boxes->axes, "%d axes", boxes->index.axes);
    CHECK(boxes->index.capacity == boxes->count, "capacity %d", boxes->index.capacity);
    CHECK(boxes->index.pairs == boxes->room, "%d pairs", boxes->index.pairs);
}

/* ---- a plain scan ---- */

/* Returns whether one end is at most `reach` above another one, without rounding: if the rounded gap
   is the reach, its error decides, which is a number (Knuth). */
static bool is_reached(float lower, float upper, double reach)
{
    if (lower <= upper) return true;
    long double gap = (long double)lower - upper;
    long double part = gap - lower;
    long double error = (lower - (gap - part)) - (upper + part);
    return gap != reach ? gap < reach : error <= 0;
}

static bool is_empty(const float* box, int32_t axes)
{
    for (int32_t axis = 0; axis < axes; axis++)
        if (box[axis] > box[axes + axis]) return true;
    return false;
}

static bool is_within(const Boxes* boxes, int32_t i, int32_t j)
{
    const int32_t axes = boxes->axes;
    const float* p = &boxes->sides[2 * axes * i];
    const float* q = &boxes->sides[2 * axes * j];
    if (is_empty(p, axes) || is_empty(q, axes)) return false;
    for (int32_t axis = 0; axis < axes; axis++) {
        if (!is_reached(p[axis], q[axes + axis], boxes->reach)) return false;
        if (!is_reached(q[axis], p[axes + axis], boxes->reach)) return false;
    }
    return true;
}

/* Returns the first box from `from` to end - 1 that has a NaN, or -1. */
static int32_t first_fault(const Boxes* boxes, int32_t from, int32_t end)
{
    for (int32_t k = 2 * boxes->axes * from; k < 2 * boxes->axes * end; k++)
        if (isnan(boxes->sides[k])) return k / (2 * boxes->axes);
    return -1;
}

/* ---- checks ---- */

/* Checks the pairs that were found among those of both ranges; of all below first.count if `second` is
   NULL. */
static void check_pairs(const Boxes* boxes, int32_t found, GrazeRange first,
                        const GrazeRange* second)
{
    int32_t expected = 0;
    bool fits = found <= boxes->room;
    for (int32_t i = 0; i < boxes->count; i++) {
        for (int32_t j = i + 1; j < boxes->count; j++) {
            bool i_first = i >= first.first && i < first.first + first.count;
            bool j_first = j >= first.first && j < first.first + first.count;
            bool is_asked = i_first && j_first;
            if (second != NULL) {
                bool i_second = i >= second->first && i < second->first + second->count;
                bool j_second = j >= second->first && j < second->first + second->count;
                is_asked = (i_first && j_second) || (i_second && j_first);
            }
            if (!is_asked || !is_within(boxes, i, j)) continue;
            if (fits && expected < found)
                CHECK(boxes->pairs[2 * expected] == (uint32_t)i &&
                          boxes->pairs[2 * expected + 1] == (uint32_t)j,
                      "pair (%u, %u), expected (%d, %d)", boxes->pairs[2 * expected],
                      boxes->pairs[2 * expected + 1], i, j);
            expected++;
        }
    }
    CHECK(found == expected, "%d pairs, expected %d", found, expected);
}

static void check_search(const Boxes* boxes, const double* box)
{
    const int32_t axes = boxes->axes;
    int32_t found = graze_box_index_search(&boxes->index, box, boxes->found);
    int32_t expected = 0;
    for (int32_t k = 0; k < boxes->count; k++) {
        const float* own = &boxes->kept[2 * axes * k];
        bool meets = !is_empty(own, axes);
        for (int32_t axis = 0; axis < axes; axis++)
            meets = meets && own[axis] <= box[axes + axis] && own[axes + axis] >= box[axis];
        if (!meets) continue;
        CHECK(expected >= found || boxes->found[expected] == (uint32_t)k, "box %u, expected %d",
              boxes->found[expected], k);
        expected++;
    }
    CHECK(found == expected, "%d boxes, expected %d", found, expected);
}

/* Reads a box that is searched: near a side of a box, or any. */
static bool read_search(Input* input, const Boxes* boxes, double* box)
{
    const int32_t axes = boxes->axes;
    int32_t own = input_below(input, boxes->count);
    for (int32_t axis = 0; axis < axes; axis++) {
        double at = boxes->kept[2 * axes * own + (input_below(input, 2) ? axes : 0) + axis];
        int32_t form = input_below(input, 8);
        if (form == 0) at = input_double(input);
        if (form == 1) at = nextafter(at, INFINITY);
        if (form == 2) at = nextafter(at, -INFINITY);
        box[axis] = at;
        box[axes + axis] = form == 3 ? INFINITY : at + input_below(input, 3);
        if (!(box[axis] <= box[axes + axis])) return false;
    }
    return true;
}

static void check_steps(Input* input, Boxes* boxes)
{
    const int32_t axes = boxes->axes;
    for (int32_t step = 0; step < STEPS; step++) {
        int32_t from = input_below(input, boxes->count + 1);
        int32_t end = from + input_below(input, boxes->count - from + 1);
        if (step == 0 && input_below(input, 2)) {
            from = 0;
            end = boxes->count;
        }
        if (step > 0)
            for (int32_t k = from; k < end && k < from + 3; k++)
                read_box(input, boxes, k);
        int32_t culprit = -1;
        int32_t fault = first_fault(boxes, from, end);
        GrazeStatus status =
            graze_box_index_check(&boxes->index, boxes->sides, from, end, &culprit);
        CHECK(status == (fault < 0 ? GRAZE_OK : GRAZE_E_NOT_FINITE), "status %d", status);
        CHECK(culprit == fault, "culprit %d, expected %d", culprit, fault);
        if (fault < 0) {
            size_t first = 2 * (size_t)(axes * from);
            graze_box_index_update(&boxes->index, boxes->sides, from, end);
            memcpy(&boxes->kept[first], &boxes->sides[first],
                   2 * (size_t)(axes * (end - from)) * sizeof(float));
        }
        double box[2 * MAX_AXES];
        if (read_search(input, boxes, box)) check_search(boxes, box);
        GrazeRange all = {0, input_below(input, boxes->count + 1)};
        if (first_fault(boxes, 0, all.count) < 0)
            check_pairs(boxes,
                        graze_box_index_near(&boxes->index, boxes->sides, all.count, boxes->reach,
                                             boxes->pairs),
                        all, NULL);
        GrazeRange low = {from / 2, from - from / 2};
        GrazeRange high = {from, end - from};
        bool swaps = input_below(input, 2);
        if (first_fault(boxes, low.first, end) < 0)
            check_pairs(boxes,
                        graze_box_index_between(&boxes->index, boxes->sides, swaps ? high : low,
                                                swaps ? low : high, boxes->reach, boxes->pairs),
                        low, &high);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    Input input = {bytes, size};
    Boxes boxes = {0};
    check_subject(print_boxes, &boxes);
    read_boxes(&input, &boxes);
    check_steps(&input, &boxes);
    free(boxes.sides);
    free(boxes.kept);
    free(boxes.found);
    free(boxes.pairs);
    free(boxes.storage);
    return 0;
}
