/* Tests the broad phase: sorting, sweep and prune, the box tree and indices of boxes, against brute
   force. */
#include "../../src/base/vec.h"
#include "../../src/broadphase/box_tree.h"
#include "../../src/broadphase/sweep_and_prune.h"
#include "../../src/graze.h"
#include "test.h"

#include <float.h>
#include <stdlib.h>

static void sorting_keeps_the_order_of_equals(void)
{
    enum { COUNT = 500 };
    for (int round = 0; round < 200; round++) {
        GrazeSortItem items[COUNT];
        GrazeSortItem spare[COUNT];
        int32_t count = (int32_t)random_below(COUNT + 1);
        int shift = (int)random_below(60);
        for (int32_t k = 0; k < count; k++)
            items[k] = (GrazeSortItem){(uint64_t)random_below(300) << shift, (uint32_t)k, 0};
        const GrazeSortItem* sorted = graze_sort(items, spare, count);
        for (int32_t k = 1; k < count; k++) {
            const GrazeSortItem* before = &sorted[k - 1];
            CHECK(before->key < sorted[k].key ||
                  (before->key == sorted[k].key && before->value < sorted[k].value));
        }
    }
}

/* Sorting reads no item of an empty array, and moves none for a byte that all keys share. */
static void sorting_what_is_sorted_moves_nothing(void)
{
    CHECK(graze_sort(NULL, NULL, 0) == NULL);
    GrazeSortItem items[3];
    for (uint32_t k = 0; k < 3; k++)
        items[k] = (GrazeSortItem){UINT64_C(0x0123456789abcdef), k, 0};
    CHECK(graze_sort(items, NULL, 3) == items);
    CHECK(items[0].value == 0 && items[1].value == 1 && items[2].value == 2);
}

/* ---- boxes ---- */

enum { MAX_BOXES = 60, MAX_AXES = 3 };

/* A box of up to three axes. */
typedef struct {
    float lo[MAX_AXES], hi[MAX_AXES];
} Box;

/* Kinds of boxes: on a grid, anywhere, some unbounded, of no extent on the first axis, few of them
   not empty: the others have infinite sides, or NaN. */
enum { ON_GRID, ANYWHERE, UNBOUNDED, FLAT, SPARSE, WITHOUT, KINDS };

static Box random_box(int kind)
{
    Box box;
    for (int axis = 0; axis < MAX_AXES; axis++) {
        float at = kind == ON_GRID ? (float)random_below(6) : (float)(8 * random_tied());
        float wide = (float)fabs(random_tied());
        if (kind == ON_GRID) wide = (float)random_below(2);
        if (kind == UNBOUNDED && random_below(8) == 0) wide = INFINITY;
        box.lo[axis] = at - wide;
        box.hi[axis] = at + wide;
    }
    if (kind == FLAT) {
        box.lo[0] = random_below(2) ? -0.0F : 0;
        box.hi[0] = 0;
    }
    if ((kind == SPARSE || kind == WITHOUT) && random_below(3) > 0) {
        for (int axis = 0; axis < MAX_AXES; axis++) {
            box.lo[axis] = kind == SPARSE ? INFINITY : NAN;
            box.hi[axis] = kind == SPARSE ? -INFINITY : NAN;
        }
    }
    return box;
}

static bool is_within_reach(const Box* p, const Box* q, int32_t axes, double reach)
{
    for (int32_t axis = 0; axis < axes; axis++) {
        if (!(q->lo[axis] <= p->hi[axis] + reach && p->lo[axis] <= q->hi[axis] + reach))
            return false;
    }
    return true;
}

/* ---- sweep and prune ---- */

/* Boxes of two or three axes. */
typedef struct {
    const Box* boxes;
    int32_t axes;
} Source;

static void read_boxes(const void* source, const uint32_t* indices, int32_t count, float* sides)
{
    const Source* from = source;
    CHECK(count <= GRAZE_SWEEP_CHUNK);
    for (int32_t k = 0; k < count; k++, sides += 2 * from->axes) {
        for (int32_t axis = 0; axis < from->axes; axis++) {
            sides[axis] = from->boxes[indices[k]].lo[axis];
            sides[from->axes + axis] = from->boxes[indices[k]].hi[axis];
        }
    }
}

/* Runs a sweep in chunks of `most` pairs and counts how often each pair is reported. */
static void count_pairs(GrazeSweepAndPrune* sweep, int32_t most, uint8_t met[MAX_BOXES][MAX_BOXES])
{
    GrazeSortItem* chunk = malloc((size_t)most * sizeof *chunk);
    int32_t found;
    while ((found = graze_sweep_next(sweep, chunk, most)) > 0) {
        CHECK(found <= most);
        for (int32_t k = 0; k < found; k++)
            met[chunk[k].key >> 32][(uint32_t)chunk[k].key]++;
    }
    CHECK(graze_sweep_next(sweep, chunk, most) == 0);
    free(chunk);
}

static void a_sweep_finds_what_brute_force_finds(void)
{
    for (int round = 0; round < 6000; round++) {
        int32_t axes = 2 + (int32_t)random_below(2);
        int32_t axis = (int32_t)random_below((uint32_t)axes);
        int32_t most = 4 + (int32_t)random_below(30);
        double reach = random_below(2) ? 0 : random_below(12) * 0.25;
        Box boxes[2][MAX_BOXES];
        GrazeSortedBoxes sorted[2];
        void* storage[2];
        int32_t count[2];
        for (int side = 0; side < 2; side++) {
            int kind = (int)random_below(KINDS);
            count[side] = (int32_t)random_below(random_below(4) ? MAX_BOXES + 1 : 6);
            for (int32_t k = 0; k < count[side]; k++)
                boxes[side][k] = random_box(kind);
            const Source source = {boxes[side], axes};
            const GrazeSweepBoxes given = {read_boxes, &source, axes, count[side]};
            storage[side] = malloc(graze_sorted_boxes_size(axes, count[side]));
            graze_sorted_boxes_init(&sorted[side], &given, axis, storage[side]);
        }
        GrazeSweepAndPrune sweep;
        uint8_t met[MAX_BOXES][MAX_BOXES] = {{0}};
        graze_sweep_among(&sweep, &sorted[0], axes, reach);
        count_pairs(&sweep, most, met);
        for (int32_t i = 0; i < count[0]; i++)
            for (int32_t j = 0; j < count[0]; j++)
                CHECK(met[i][j] ==
                      (i < j && is_within_reach(&boxes[0][i], &boxes[0][j], axes, reach)));
        memset(met, 0, sizeof met);
        graze_sweep_between(&sweep, &sorted[0], &sorted[1], axes, reach);
        count_pairs(&sweep, most, met);
        for (int32_t i = 0; i < count[0]; i++)
            for (int32_t j = 0; j < count[1]; j++)
                CHECK(met[i][j] == is_within_reach(&boxes[0][i], &boxes[1][j], axes, reach));
        free(storage[0]);
        free(storage[1]);
    }
}

/* A sweep whose reach falls as pairs come reports every pair within the last reach, and none beyond
   the first. */
static void a_reach_may_fall_during_a_sweep(void)
{
    for (int round = 0; round < 1000; round++) {
        Box boxes[MAX_BOXES];
        GrazeSortItem chunk[4];
        GrazeSortedBoxes sorted;
        GrazeSweepAndPrune sweep;
        uint8_t met[MAX_BOXES][MAX_BOXES] = {{0}};
        for (int32_t k = 0; k < MAX_BOXES; k++)
            boxes[k] = random_box(ANYWHERE);
        const Source source = {boxes, 2};
        const GrazeSweepBoxes given = {read_boxes, &source, 2, MAX_BOXES};
        void* storage = malloc(graze_sorted_boxes_size(2, MAX_BOXES));
        graze_sorted_boxes_init(&sorted, &given, graze_sweep_axis(&given), storage);
        double first = 4;
        double last = first;
        int32_t found;
        graze_sweep_among(&sweep, &sorted, 2, first);
        while ((found = graze_sweep_next(&sweep, chunk, 4)) > 0) {
            for (int32_t k = 0; k < found; k++)
                met[chunk[k].key >> 32][(uint32_t)chunk[k].key]++;
            last *= 0.75;
            sweep.reach = last;
        }
        for (int32_t i = 0; i < MAX_BOXES; i++) {
            for (int32_t j = i + 1; j < MAX_BOXES; j++) {
                CHECK(met[i][j] <= is_within_reach(&boxes[i], &boxes[j], 2, first));
                CHECK(met[i][j] >= is_within_reach(&boxes[i], &boxes[j], 2, last));
            }
        }
        free(storage);
    }
}

/* Boxes in a row, wherever it begins, are swept along the row: across it, every two would have to be
   compared. */
static void a_sweep_goes_along_a_row(void)
{
    enum { COUNT = 20 };
    for (int32_t axes = 2; axes <= MAX_AXES; axes++) {
        for (int32_t along = 0; along < axes; along++) {
            for (int round = 0; round < 100; round++) {
                Box boxes[COUNT];
                float far = (float)(256 * random_tied());
                for (int32_t k = 0; k < COUNT; k++) {
                    for (int32_t axis = 0; axis < axes; axis++) {
                        float at = axis == along ? far + (float)(3 * ((k * 7 + round) % COUNT))
                                                 : far + (float)random_below(3);
                        boxes[k].lo[axis] = at;
                        boxes[k].hi[axis] = at + 1;
                    }
                }
                const Source source = {boxes, axes};
                const GrazeSweepBoxes given = {read_boxes, &source, axes, COUNT};
                CHECK(graze_sweep_axis(&given) == along);
                /* Empty boxes, unbounded ones and points do not change that. */
                Box* odd = &boxes[random_below(2) ? 0 : random_below(COUNT)];
                for (int32_t axis = 0; axis < axes; axis++) {
                    odd->lo[axis] = round % 4 == 0 ? NAN : round % 4 == 1 ? INFINITY : -INFINITY;
                    odd->hi[axis] = round % 4 == 3 ? 0 : -odd->lo[axis];
                }
                CHECK(graze_sweep_axis(&given) == along);
                for (int32_t k = 0; k < COUNT; k++)
                    for (int32_t axis = 0; axis < axes; axis++)
                        if (boxes[k].hi[axis] < INFINITY) boxes[k].hi[axis] = boxes[k].lo[axis];
                CHECK(graze_sweep_axis(&given) == along);
            }
        }
    }
}

/* Of two rows, a sweep goes along the denser one if most boxes are unbounded along the other one. */
static void a_sweep_goes_across_unbounded_boxes(void)
{
    enum { COUNT = 20 };
    for (int along = 0; along < 2; along++) {
        Box boxes[COUNT];
        const Source source = {boxes, 2};
        const GrazeSweepBoxes given = {read_boxes, &source, 2, COUNT};
        for (int32_t k = 0; k < COUNT; k++) {
            boxes[k].lo[along] = 0.5F * (float)k;
            boxes[k].hi[along] = boxes[k].lo[along] + 1;
            boxes[k].lo[1 - along] = k < 6 ? 3 * (float)k : -INFINITY;
            boxes[k].hi[1 - along] = k < 6 ? boxes[k].lo[1 - along] + 1 : INFINITY;
        }
        CHECK(graze_sweep_axis(&given) == along);
    }
}

/* ---- box tree ---- */

static GrazeTreeBox tree_box(const Box* box, int32_t axes)
{
    GrazeTreeBox made = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    for (int32_t axis = 0; axis < axes; axis++) {
        made.lo[axis] = box->lo[axis];
        made.hi[axis] = box->hi[axis];
    }
    return made;
}

static void write_sides(const Box* box, int32_t axes, float* sides)
{
    for (int32_t axis = 0; axis < axes; axis++) {
        sides[axis] = box->lo[axis];
        sides[axes + axis] = box->hi[axis];
    }
}

/* Checks a subtree: links, boxes, heights and balance. Returns its number of leaves. */
static int32_t check_subtree(const GrazeBoxTree* tree, int32_t index, int32_t parent)
{
    const GrazeBoxTreeNode* node = &tree->nodes[index];
    CHECK(node->parent == parent);
    if (node->child[0] == GRAZE_NO_NODE) {
        CHECK(node->height == 0 && tree->leaves[node->child[1]] == index);
        return 1;
    }
    const GrazeBoxTreeNode* p = &tree->nodes[node->child[0]];
    const GrazeBoxTreeNode* q = &tree->nodes[node->child[1]];
    CHECK(abs(p->height - q->height) <= 1);
    CHECK(node->height == 1 + (p->height > q->height ? p->height : q->height));
    for (int axis = 0; axis < 4; axis++) {
        CHECK(node->box.lo[axis] == fminf(p->box.lo[axis], q->box.lo[axis]));
        CHECK(node->box.hi[axis] == fmaxf(p->box.hi[axis], q->box.hi[axis]));
    }
    return check_subtree(tree, node->child[0], index) + check_subtree(tree, node->child[1], index);
}

static void check_tree(const GrazeBoxTree* tree, const bool* is_kept)
{
    int32_t kept = 0;
    for (int32_t k = 0; k < tree->capacity; k++) {
        CHECK((tree->leaves[k] != GRAZE_NO_NODE) == is_kept[k]);
        kept += is_kept[k];
    }
    int32_t leaves = tree->root == GRAZE_NO_NODE ? 0 : check_subtree(tree, tree->root, -1);
    CHECK(leaves == kept);
}

/* Returns the distance of two boxes on the first two axes. */
static double distance_of(const Box* p, const Box* q)
{
    double gap[2];
    for (int axis = 0; axis < 2; axis++)
        gap[axis] =
            fmax(0, fmax((double)q->lo[axis] - p->hi[axis], (double)p->lo[axis] - q->hi[axis]));
    return hypot(gap[0], gap[1]);
}

/* Returns the first s in [0, last] at which a box, displaced by s (dx, dy), meets another one;
   infinity if there is none. */
static double first_meeting(const Box* own, const Box* other, double dx, double dy, double last)
{
    const double d[2] = {dx, dy};
    double begin = 0;
    double end = last;
    for (int axis = 0; axis < 2; axis++) {
        double lo = (double)other->lo[axis] - own->hi[axis];
        double hi = (double)other->hi[axis] - own->lo[axis];
        if (d[axis] == 0) {
            if (lo > 0 || hi < 0) return INFINITY;
            continue;
        }
        begin = fmax(begin, fmin(lo / d[axis], hi / d[axis]));
        end = fmin(end, fmax(lo / d[axis], hi / d[axis]));
    }
    return begin <= end ? begin : INFINITY;
}

static void check_searches(const GrazeBoxTree* tree, const Box* boxes, const bool* is_kept,
                           int32_t axes)
{
    int kind = (int)random_below(FLAT + 1);
    Box one = random_box(kind);
    GrazeTreeBox box = tree_box(&one, axes);
    GrazeBoxTreeSearch search;
    uint8_t met[MAX_BOXES] = {0};
    int32_t entry;
    graze_box_tree_search_init(&search, tree, &box);
    while ((entry = graze_box_tree_next(&search)) != GRAZE_NO_NODE)
        met[entry]++;
    CHECK(graze_box_tree_next(&search) == GRAZE_NO_NODE);
    for (int32_t k = 0; k < tree->capacity; k++)
        CHECK(met[k] == (is_kept[k] && is_within_reach(&one, &boxes[k], axes, 0)));

    /* In the plane: what is within a distance, the nearest one with a bound that falls, and casts. */
    double reach = random_below(8) * 0.5;
    memset(met, 0, sizeof met);
    graze_box_tree_search_init(&search, tree, &box);
    search.last = reach;
    while ((entry = graze_box_tree_next_near(&search)) != GRAZE_NO_NODE)
        met[entry]++;
    for (int32_t k = 0; k < tree->capacity; k++) {
        double distance = distance_of(&one, &boxes[k]);
        if (fabs(distance - reach) < 1e-9 && distance != reach) continue;
        CHECK(met[k] == (is_kept[k] && distance <= reach));
    }
    double nearest = INFINITY;
    double expected = INFINITY;
    graze_box_tree_search_init(&search, tree, &box);
    while ((entry = graze_box_tree_next_near(&search)) != GRAZE_NO_NODE) {
        nearest = fmin(nearest, distance_of(&one, &boxes[entry]));
        search.last = nearest;
    }
    for (int32_t k = 0; k < tree->capacity; k++)
        if (is_kept[k]) expected = fmin(expected, distance_of(&one, &boxes[k]));
    CHECK(nearest == expected);

    double first = INFINITY;
    memset(met, 0, sizeof met);
    graze_box_tree_search_init(&search, tree, &box);
    double dx = random_below(4) ? 8 * random_tied() : 0;
    double dy = random_below(4) ? 8 * random_tied() : 0;
    graze_box_tree_search_move(&search, dx, dy);
    search.last = random_below(2) ? 1 : 0.5;
    double last = search.last;
    while ((entry = graze_box_tree_next_cast(&search)) != GRAZE_NO_NODE)
        met[entry]++;
    for (int32_t k = 0; k < tree->capacity; k++) {
        double at = first_meeting(&one, &boxes[k], dx, dy, last);
        if (is_kept[k] && at <= last) {
            CHECK(met[k] == 1);
            first = fmin(first, at);
        }
        CHECK(met[k] <= is_kept[k]);
        /* Boxes that are clearly missed are left out. */
        Box wide = one;
        for (int axis = 0; axis < 2; axis++) {
            wide.lo[axis] -= 1e-5F;
            wide.hi[axis] += 1e-5F;
        }
        if (first_meeting(&wide, &boxes[k], dx, dy, last) > last) CHECK(met[k] == 0);
    }
    double found = INFINITY;
    graze_box_tree_search_init(&search, tree, &box);
    graze_box_tree_search_move(&search, dx, dy);
    search.last = last;
    while ((entry = graze_box_tree_next_cast(&search)) != GRAZE_NO_NODE) {
        found = fmin(found, first_meeting(&one, &boxes[entry], dx, dy, last));
        search.last = fmin(search.last, found);
    }
    CHECK(found == first);
}

static void a_tree_finds_what_brute_force_finds(void)
{
    for (int round = 0; round < 600; round++) {
        int32_t capacity = (int32_t)random_below(random_below(4) ? MAX_BOXES + 1 : 5);
        int32_t axes = 2 + (int32_t)random_below(2);
        int kind = (int)random_below(KINDS);
        Box boxes[MAX_BOXES];
        float sides[2 * MAX_AXES * MAX_BOXES];
        bool is_kept[MAX_BOXES] = {false};
        GrazeSortItem scratch[2 * MAX_BOXES];
        GrazeBoxTree tree;
        void* storage = aligned_alloc(16, graze_box_tree_size(capacity) + 16);
        graze_box_tree_init(&tree, capacity, storage);
        check_tree(&tree, is_kept);
        for (int step = 0; step < 60 && capacity > 0; step++) {
            if (random_below(20) == 0) {
                int32_t count = (int32_t)random_below((uint32_t)capacity + 1);
                for (int32_t k = 0; k < capacity; k++) {
                    boxes[k] = random_box(kind);
                    write_sides(&boxes[k], axes, &sides[2 * axes * k]);
                    is_kept[k] = k < count && boxes[k].lo[0] <= boxes[k].hi[0];
                }
                graze_box_tree_build(&tree, sides, axes, count, scratch);
            } else {
                int32_t k = (int32_t)random_below((uint32_t)capacity);
                Box moved = random_box(kind);
                if (random_below(4) == 0) {
                    graze_box_tree_remove(&tree, k);
                    is_kept[k] = false;
                } else {
                    if (is_kept[k] && random_below(2)) {
                        moved = boxes[k];
                        moved.hi[0] += (float)random_unit() / 8;
                        if (moved.hi[0] < moved.lo[0]) moved.hi[0] = moved.lo[0];
                    }
                    GrazeTreeBox box = tree_box(&moved, axes);
                    graze_box_tree_set(&tree, k, &box);
                    is_kept[k] = moved.lo[0] <= moved.hi[0];
                    boxes[k] = moved;
                }
            }
            if (random_below(30) == 0) {
                void* moved = aligned_alloc(16, graze_box_tree_size(capacity) + 16);
                graze_box_tree_move(&tree, capacity, moved);
                free(storage);
                storage = moved;
            }
            check_tree(&tree, is_kept);
            check_searches(&tree, boxes, is_kept, axes);
        }
        free(storage);
    }
}

/* Boxes that come in order along a line, or at the same place, or go in order, leave the tree
   balanced; so do boxes without end beside bounded ones. */
static void a_tree_stays_balanced(void)
{
    enum { COUNT = 3000 };
    static bool is_kept[COUNT];
    GrazeBoxTree tree;
    for (int kind = 0; kind < 3; kind++) {
        void* storage = aligned_alloc(16, graze_box_tree_size(1000));
        graze_box_tree_init(&tree, 1000, storage);
        for (int32_t k = 0; k < COUNT; k++) {
            /* The tree grows twice. */
            if (k > 0 && k % 1000 == 0) {
                void* larger = aligned_alloc(16, graze_box_tree_size(k + 1000));
                graze_box_tree_move(&tree, k + 1000, larger);
                free(storage);
                storage = larger;
            }
            float at = kind == 1 ? 0 : (float)k;
            GrazeTreeBox box = {{at, 0, at, 0}, {at + 1, 1, at + 1, 0}};
            if (kind == 2 && k % 3 == 0) box.hi[2] = INFINITY;
            graze_box_tree_set(&tree, k, &box);
            is_kept[k] = true;
        }
        check_tree(&tree, is_kept);
        CHECK(tree.nodes[tree.root].height <= 17);
        for (int32_t k = 0; k < COUNT - 10; k++) {
            graze_box_tree_remove(&tree, k);
            is_kept[k] = false;
        }
        check_tree(&tree, is_kept);
        CHECK(tree.nodes[tree.root].height <= 5);
        free(storage);
    }
}

/* A tree that is built has entries near each other in the plane, or in space, below one node: a search
   for one box among many in a grid visits few nodes. */
static void a_tree_is_built_of_neighbors(void)
{
    enum { COUNT = 4096, MOST_VISITED = 200 };
    static float sides[2 * MAX_AXES * COUNT];
    static GrazeSortItem scratch[2 * COUNT];
    for (int32_t axes = 2; axes <= MAX_AXES; axes++) {
        const int32_t side = axes == 2 ? 64 : 16;
        GrazeBoxTree tree;
        void* storage = aligned_alloc(16, graze_box_tree_size(COUNT));
        graze_box_tree_init(&tree, COUNT, storage);
        for (int32_t k = 0; k < COUNT; k++) {
            /* Numbers of boxes are in no order of places: 1227 is odd. */
            int32_t place = k * 1227 % COUNT;
            for (int32_t axis = 0; axis < axes; axis++, place /= side) {
                sides[2 * axes * k + axis] = (float)(place % side);
                sides[2 * axes * k + axes + axis] = (float)(place % side) + 0.5F;
            }
        }
        graze_box_tree_build(&tree, sides, axes, COUNT, scratch);
        for (int round = 0; round < 100; round++) {
            const float* own = &sides[2 * axes * (int32_t)random_below(COUNT)];
            GrazeTreeBox box = graze_tree_box_of(own, axes);
            int32_t visited = 0;
            for (int32_t k = 0; k < tree.fresh; k++)
                visited += graze_tree_boxes_meet(&tree.nodes[k].box, &box);
            CHECK(visited <= MOST_VISITED);
        }
        free(storage);
    }
}

/* ---- indices of boxes ---- */

/* Returns memory of exactly that size. */
static void* room_of(size_t size)
{
    void* room = aligned_alloc(16, (size + 15) & ~(size_t)15);
    CHECK(room != NULL);
    return room;
}

static bool is_empty(const Box* box, int32_t axes)
{
    for (int32_t axis = 0; axis < axes; axis++)
        if (!(box->lo[axis] <= box->hi[axis])) return true;
    return false;
}

/* Checks the pairs of the two ranges, or of all boxes of the first one for `is_among`. */
static void check_pairs(const GrazeBoxIndex* index, const Box* boxes, const float* sides,
                        GrazeRange firsts, GrazeRange seconds, bool is_among)
{
    double reach = random_below(2) ? 0 : random_below(12) * 0.25;
    uint32_t* pairs = room_of(2 * (size_t)index->pairs * sizeof *pairs);
    int32_t found = is_among ? graze_box_index_near(index, sides, firsts.count, reach, pairs)
                             : graze_box_index_between(index, sides, firsts, seconds, reach, pairs);
    int32_t expected = 0;
    for (int32_t i = 0; i < index->capacity; i++) {
        for (int32_t j = i + 1; j < index->capacity; j++) {
            bool is_first[2] = {i >= firsts.first && i < firsts.first + firsts.count,
                                j >= firsts.first && j < firsts.first + firsts.count};
            bool is_second[2] = {i >= seconds.first && i < seconds.first + seconds.count,
                                 j >= seconds.first && j < seconds.first + seconds.count};
            bool is_asked = is_among
                                ? is_first[0] && is_first[1]
                                : (is_first[0] && is_second[1]) || (is_first[1] && is_second[0]);
            if (!is_asked || is_empty(&boxes[i], index->axes) || is_empty(&boxes[j], index->axes))
                continue;
            if (!is_within_reach(&boxes[i], &boxes[j], index->axes, reach)) continue;
            if (found <= index->pairs && expected < found)
                CHECK(pairs[2 * expected] == (uint32_t)i && pairs[2 * expected + 1] == (uint32_t)j);
            expected++;
        }
    }
    CHECK(found == expected);
    free(pairs);
}

static void an_index_of_boxes_finds_what_brute_force_finds(void)
{
    for (int round = 0; round < 1500; round++) {
        int32_t axes = 2 + (int32_t)random_below(2);
        int32_t capacity = 1 + (int32_t)random_below(MAX_BOXES);
        int32_t most = 1 + (int32_t)random_below(random_below(2) ? 20 : MAX_BOXES * MAX_BOXES);
        int kind = (int)random_below(SPARSE + 1);
        Box boxes[MAX_BOXES];
        Box kept[MAX_BOXES];
        GrazeBoxIndex index;
        size_t numbers = 2 * (size_t)axes * (size_t)capacity;
        float* sides = room_of(numbers * sizeof *sides);
        void* storage = room_of(graze_box_index_size(axes, capacity, most));
        uint32_t* met = room_of((size_t)capacity * sizeof *met);
        graze_box_index_init(&index, axes, capacity, most, storage);
        for (int32_t k = 0; k < capacity; k++) {
            boxes[k] = random_box(kind);
            write_sides(&boxes[k], axes, &sides[2 * axes * k]);
            for (int32_t axis = 0; axis < axes; axis++)
                kept[k].lo[axis] = NAN;
        }
        for (int step = 0; step < 8; step++) {
            int32_t from = (int32_t)random_below((uint32_t)capacity + 1);
            int32_t end = from + (int32_t)random_below((uint32_t)(capacity - from) + 1);
            if (random_below(3) == 0) {
                from = 0;
                end = capacity;
            }
            for (int32_t k = from; k < end; k++) {
                kept[k] = boxes[k] = random_box(kind);
                write_sides(&boxes[k], axes, &sides[2 * axes * k]);
            }
            int32_t culprit = -1;
            CHECK(graze_box_index_check(&index, sides, from, end, &culprit) == GRAZE_OK);
            graze_box_index_update(&index, sides, from, end);
            Box one = random_box((int)random_below(FLAT + 1));
            double box[2 * MAX_AXES];
            for (int32_t axis = 0; axis < axes; axis++) {
                box[axis] = one.lo[axis];
                box[axes + axis] = one.hi[axis];
            }
            int32_t found = graze_box_index_search(&index, box, met);
            int32_t expected = 0;
            for (int32_t k = 0; k < capacity; k++) {
                if (is_empty(&kept[k], axes) || !is_within_reach(&one, &kept[k], axes, 0)) continue;
                CHECK(expected < found && met[expected] == (uint32_t)k);
                expected++;
            }
            CHECK(found == expected);
            GrazeRange low = {0, from};
            GrazeRange high = {from, end - from};
            check_pairs(&index, boxes, sides, (GrazeRange){0, end}, low, true);
            check_pairs(&index, boxes, sides, low, high, false);
            check_pairs(&index, boxes, sides, high, low, false);
        }
        free(sides);
        free(storage);
        free(met);
    }
}

/* Ends of a box that float32 would round onto another box, and a gap that double would round onto the
   reach, are compared exactly. */
static void an_index_of_boxes_rounds_no_gap_away(void)
{
    const float sides[8] = {-1, 0, -0x1p-60F, 1, 1, 0, 2, 1};
    GrazeBoxIndex index;
    void* storage = room_of(graze_box_index_size(2, 2, 1));
    uint32_t met[2];
    graze_box_index_init(&index, 2, 2, 1, storage);
    graze_box_index_update(&index, sides, 0, 2);
    for (int k = 0; k < 2; k++) {
        double before[4] = {0.5, 0, k == 0 ? 1 : nextafter(1, 0), 1};
        double behind[4] = {k == 0 ? 2 : nextafter(2, 3), 0, 3, 1};
        CHECK(graze_box_index_search(&index, before, met) == (k == 0));
        CHECK(graze_box_index_search(&index, behind, met) == (k == 0));
    }
    CHECK(graze_box_index_near(&index, sides, 2, 1, met) == 0);
    CHECK(graze_box_index_near(&index, sides, 2, nextafter(1, 2), met) == 1);
    free(storage);
}

/* The first box with a NaN is the culprit, among those that are checked. */
static void a_side_that_is_not_a_number_is_found(void)
{
    enum { COUNT = 5 };
    for (int32_t axes = 2; axes <= MAX_AXES; axes++) {
        const GrazeBoxIndex index = {axes, COUNT, 1, NULL, NULL};
        for (int32_t at = 0; at < 2 * axes * COUNT; at++) {
            float sides[2 * MAX_AXES * COUNT] = {0};
            int32_t culprit = -1;
            sides[at] = NAN;
            sides[2 * axes * COUNT - 1] = NAN;
            int32_t box = at / (2 * axes);
            CHECK(graze_box_index_check(&index, sides, 0, COUNT, &culprit) == GRAZE_E_NOT_FINITE);
            CHECK(culprit == box);
            CHECK(graze_box_index_check(&index, sides, 0, box, &culprit) == GRAZE_OK);
            if (box == COUNT - 1) continue;
            CHECK(graze_box_index_check(&index, sides, box + 1, COUNT - 1, &culprit) == GRAZE_OK);
        }
    }
}

/* Boxes at infinity meet each other, and those without end, as in a search. */
static void boxes_at_infinity_meet_as_in_a_search(void)
{
    enum { COUNT = 5 };
    const float inf = INFINITY;
    const float sides[COUNT][4] = {
        {inf, 0, inf, 0},  {-inf, 0, inf, 0},  {inf, 0, inf, 0},
        {inf, 0, -inf, 0}, {-inf, 0, -inf, 0},
    };
    const uint32_t expected[8] = {0, 1, 0, 2, 1, 2, 1, 4};
    const double box[4] = {inf, 0, inf, 0};
    GrazeBoxIndex index;
    uint32_t pairs[2 * COUNT];
    uint32_t met[COUNT];
    void* storage = room_of(graze_box_index_size(2, COUNT, COUNT));
    graze_box_index_init(&index, 2, COUNT, COUNT, storage);
    graze_box_index_update(&index, &sides[0][0], 0, COUNT);
    CHECK(graze_box_index_near(&index, &sides[0][0], COUNT, 7, pairs) == 4);
    CHECK(memcmp(pairs, expected, sizeof expected) == 0);
    CHECK(graze_box_index_search(&index, box, met) == 3);
    CHECK(met[0] == 0 && met[1] == 1 && met[2] == 2);
    free(storage);
}

int main(void)
{
    sorting_keeps_the_order_of_equals();
    sorting_what_is_sorted_moves_nothing();
    a_sweep_finds_what_brute_force_finds();
    a_reach_may_fall_during_a_sweep();
    a_sweep_goes_along_a_row();
    a_sweep_goes_across_unbounded_boxes();
    a_tree_finds_what_brute_force_finds();
    a_tree_stays_balanced();
    a_tree_is_built_of_neighbors();
    an_index_of_boxes_finds_what_brute_force_finds();
    an_index_of_boxes_rounds_no_gap_away();
    a_side_that_is_not_a_number_is_found();
    boxes_at_infinity_meet_as_in_a_search();
    return test_failures != 0;
}
