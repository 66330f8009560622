/*
 * The sweep's methods in loops over pairs of paths: a call from JavaScript costs more than many a query. Pair k is of
 * paths 2 k and 2 k + 1, which move all the time. What calls this, and the tasks' names: sweep_loops.js.
 */
#include "../../src/broadphase/box_tree.h"
#include "../../src/trajectory/candidate_steps.h"
#include "../../src/trajectory/tree.h"
#include "../../wasm/core/arena.h"
#include "sweep_printed.h"

enum { MOST_SHAPES = 1024, MOST_PATHS = 1 << 15 };

/*
 *   TREES, CUT  the building alone; FIRST and ALL behind them: queries of trees that are there
 *   NEAR        candidates of GRAZE_SWEEP_RELATIVE that the bodies' own axes do not free either
 *   METHODS     and behind: of each method to the first candidate, and to the last
 */
enum {
    TASK_COVER,
    TASK_STEP_ENDS,
    TASK_TREES,
    TASK_TREES_FIRST,
    TASK_TREES_ALL,
    TASK_CUT,
    TASK_CUT_FIRST,
    TASK_CUT_ALL,
    TASK_PRINTED_SI,
    TASK_PRINTED_STA,
    TASK_NEAR,
    TASK_METHODS = 16
};

/*
 *   tree  over all steps
 *   cut   over the steps that graze_clip_to_common leaves of the pair: lo to hi - 1
 */
typedef struct {
    GrazePath path;
    PrintedPath printed;
    GrazeTreeNode *tree, *cut;
    int32_t lo, hi;
} Body;

static GrazeShape shapes[MOST_SHAPES];
static int32_t shape_count;
static Body* bodies[MOST_PATHS];
static const GrazePath* paths[MOST_PATHS];
static int32_t body_count;
/* Room for what is built while it is timed. */
static void* scratch;
static size_t scratch_size;
static int64_t tests;
static GrazeScene scene;
static void* scene_storage;

void* bench_alloc(uint32_t bytes)
{
    return arena_block_new(bytes);
}

int32_t bench_shape(GrazePoint* points, int32_t count)
{
    int32_t culprit;
    if (shape_count == MOST_SHAPES) return -1;
    GrazeStatus status = graze_shape_polygon(&shapes[shape_count], points, count, 0, &culprit);
    return status == GRAZE_OK ? shape_count++ : -1;
}

static int32_t steps_of(const Body* body)
{
    return body->path.end_step - body->path.first_step;
}

static void reserve(size_t size)
{
    if (size <= scratch_size) return;
    arena_block_free(scratch);
    scratch = arena_block_new(size);
    scratch_size = size;
}

/* Returns its number. `speed`: the largest of the body's origin. */
int32_t bench_path(int32_t shape, const GrazePiece* pieces, int32_t count, const GrazeClock* clock,
                   double speed, int32_t kind)
{
    GrazeMovingBody moving_body = {&shapes[shape], pieces, count, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    Body* body = arena_block_new(sizeof *body);
    size_t size = graze_path_size(&moving_body, clock);
    if (body_count == MOST_PATHS) return -1;
    graze_path_init(&body->path, &moving_body, clock, (GrazeBoxesKind)kind, arena_block_new(size));
    size_t trees = 2 * (size_t)graze_tree_nodes(steps_of(body) + 1) * sizeof(GrazeTreeNode);
    PrintedBox* boxes = arena_block_new(((size_t)steps_of(body) + 1) * sizeof *boxes);
    for (int32_t i = body->path.first_step; i < body->path.end_step; i++) {
        float box[SIDES];
        graze_path_box(&body->path, i, box);
        memcpy(&boxes[i - body->path.first_step], box, sizeof box);
    }
    body->printed = (PrintedPath){boxes, speed};
    body->tree = body->cut = NULL;
    body->lo = body->hi = 0;
    reserve(size > trees ? size : trees);
    bodies[body_count] = body;
    paths[body_count] = &body->path;
    return body_count++;
}

/* ---- trees ---- */

/* Both over the same steps. Returns whether there are any. */
static bool cut_pair(Body* a, Body* b, GrazeTreeNode* cut_a, GrazeTreeNode* cut_b)
{
    float clip[SIDES];
    int32_t count = 0;
    int32_t lo = 0;
    int32_t hi = a->path.end_step;
    graze_clip_to_common(&a->path.boxes, &b->path.boxes, &lo, &hi, clip, &count);
    tests += count;
    a->lo = b->lo = lo;
    a->hi = b->hi = hi;
    if (lo >= hi) return false;
    graze_tree_build(&a->path.boxes, lo, hi, clip, cut_a);
    graze_tree_build(&b->path.boxes, lo, hi, clip, cut_b);
    return true;
}

/* Makes the trees for the tasks that have them already. */
void bench_plant(void)
{
    for (int32_t k = 0; k < body_count; k++) {
        Body* body = bodies[k];
        size_t size = (size_t)graze_tree_nodes(steps_of(body)) * sizeof(GrazeTreeNode);
        body->tree = arena_block_new(size);
        body->cut = arena_block_new(size);
        graze_tree_build(&body->path.boxes, 0, body->path.end_step, NULL, body->tree);
    }
    for (int32_t k = 0; k + 1 < body_count; k += 2)
        cut_pair(bodies[k], bodies[k + 1], bodies[k]->cut, bodies[k + 1]->cut);
}

/* The first candidate, or how many there are. */
static int32_t query_trees(const GrazeTreeNode* a, const GrazeTreeNode* b, int32_t lo, int32_t hi,
                           int32_t none, bool is_all)
{
    int32_t count = 0;
    int32_t found = 0;
    int32_t i = lo;
    while (i < hi) {
        i = graze_tree_next(a, b, i, hi, &count);
        if (i == hi) break;
        if (!is_all) none = i;
        if (!is_all) break;
        found++;
        i++;
    }
    tests += count;
    return is_all ? found : none;
}

/* ---- tasks ---- */

static int32_t query(Body* a, Body* b, int32_t method, bool is_all)
{
    GrazeCandidateSearch steps;
    int32_t found = 0;
    int32_t end = a->path.end_step;
    graze_candidates_begin(&steps, &a->path, &b->path, (GrazeSweepMethod)method, 0, end, scratch);
    int32_t i = graze_candidates_next(&steps);
    for (; is_all && i < end; i = graze_candidates_next(&steps))
        found++;
    tests += steps.tests;
    return is_all ? found : i;
}

static int32_t count_near(const Body* a, const Body* b)
{
    GrazeCandidateSearch steps;
    int32_t found = 0;
    graze_candidates_begin(&steps, &a->path, &b->path, GRAZE_SWEEP_RELATIVE, 0, a->path.end_step,
                           NULL);
    for (int32_t i = graze_candidates_next(&steps); i < steps.end;
         i = graze_candidates_next(&steps))
        found += !graze_step_is_free(&a->path, &b->path, i, 0);
    return found;
}

static int32_t build(const Body* body, GrazeBoxesKind kind)
{
    GrazePath path;
    graze_path_init(&path, &body->path.body, &body->path.clock, kind, scratch);
    return path.end_step;
}

static int32_t answer(int32_t task, Body* a, Body* b)
{
    int32_t steps = a->path.end_step;
    GrazeTreeNode* nodes = scratch;
    GrazeTreeNode* behind = nodes + graze_tree_nodes(steps);
    switch (task) {
    case TASK_COVER:
        return build(a, GRAZE_BOXES_COVER) + build(b, GRAZE_BOXES_COVER);
    case TASK_STEP_ENDS:
        return build(a, GRAZE_BOXES_STEP_ENDS) + build(b, GRAZE_BOXES_STEP_ENDS);
    case TASK_TREES:
        graze_tree_build(&a->path.boxes, 0, steps, NULL, nodes);
        graze_tree_build(&b->path.boxes, 0, steps, NULL, behind);
        return steps;
    case TASK_TREES_FIRST:
    case TASK_TREES_ALL:
        return query_trees(a->tree, b->tree, 0, steps, steps, task == TASK_TREES_ALL);
    case TASK_CUT:
        return cut_pair(a, b, nodes, behind);
    case TASK_CUT_FIRST:
    case TASK_CUT_ALL:
        return query_trees(a->cut, b->cut, a->lo, a->hi, steps, task == TASK_CUT_ALL);
    case TASK_PRINTED_SI:
        return printed_si(&a->printed, &b->printed, 0, steps, &tests);
    case TASK_PRINTED_STA:
        return printed_sta(&a->printed, &b->printed, steps, a->path.clock.step, &tests);
    case TASK_NEAR:
        return count_near(a, b);
    default:
        return query(a, b, (task - TASK_METHODS) >> 1, (task & 1) != 0);
    }
}

/* Returns the sum of the answers of pairs first to first + count - 1: first steps, or numbers of candidates. */
double bench_run(int32_t task, int32_t first, int32_t count)
{
    double sum = 0;
    tests = 0;
    for (int32_t k = first; k < first + count; k++)
        sum += answer(task, bodies[2 * k], bodies[2 * k + 1]);
    return sum;
}

/* The boxes compared in the last run. */
double bench_tests(void)
{
    return (double)tests;
}

/* ---- a scene ---- */

/* Sums over paths first to first + count - 1. Returns the number of static ones. */
int32_t bench_scene(int32_t first, int32_t count)
{
    if (scene_storage == NULL) {
        scene_storage = arena_block_new(graze_scene_size(&paths[first], count));
    }
    graze_scene_init(&scene, &paths[first], count, scene_storage);
    return scene.block[scene.blocks].tree->capacity;
}

/* How many of those that stand still have boxes that meet a path's, block by block of 16 steps. */
double bench_still(int32_t first, int32_t count)
{
    double found = 0;
    for (int32_t k = first; k < first + count; k++) {
        for (int32_t b = 0; b < scene.blocks; b++) {
            int32_t end = 16 * b + 16 < paths[k]->end_step ? 16 * b + 16 : paths[k]->end_step;
            float sides[SIDES];
            graze_path_span_box(paths[k], 16 * b, end, sides);
            GrazeTreeBox box = graze_tree_box(sides);
            GrazeBoxTreeSearch search;
            graze_box_tree_search_init(&search, scene.block[scene.blocks].tree, &box);
            while (graze_box_tree_next(&search) != GRAZE_NO_NODE)
                found++;
        }
    }
    return found;
}
