#include "../base/morton.h"
#include "../gjk/sweep_and_prune.h"
#include "path.h"

/* Scenes of many paths: an index over space and time finds the paths that come near each other. */

enum { BLOCK_BITS = 2 * GRAZE_FANOUT_BITS, BLOCK = 1 << BLOCK_BITS };

static bool is_static_path(const GrazePath* path, int32_t steps)
{
    int32_t end;
    float box[SIDES];
    if (path->first_step < path->end_step) return false;
    for (int32_t i = 0; i < steps; i = end) {
        if (graze_path_state(path, i, &end, box) != GRAZE_PATH_STATIC) return false;
    }
    return true;
}

static int32_t count_steps(const GrazePath* const* paths, int32_t count)
{
    return count > 0 ? graze_clock_steps(&paths[0]->clock) : 0;
}

static int32_t count_blocks(int32_t steps)
{
    return (steps + BLOCK - 1) >> BLOCK_BITS;
}

static size_t round_up(size_t size)
{
    return (size + 15) & ~(size_t)15;
}

static size_t block_size(int32_t count)
{
    return graze_boxes_size(0, count) + round_up((size_t)count * sizeof(int32_t));
}

static int32_t count_static(const GrazePath* const* paths, int32_t count)
{
    int32_t static_count = 0;
    for (int32_t k = 0; k < count; k++)
        static_count += is_static_path(paths[k], count_steps(paths, count));
    return static_count;
}

/* Returns the size of the index, including the space after it that is needed while it is built: a
   box and two items per body. */
size_t graze_scene_size(const GrazePath* const* paths, int32_t count)
{
    int32_t static_count = count_static(paths, count);
    int32_t blocks = count_blocks(count_steps(paths, count));
    size_t n = (size_t)count;
    return round_up(((size_t)blocks + 1) * sizeof(GrazeSceneBlock)) +
           (size_t)blocks * block_size(count - static_count) + block_size(static_count) +
           n * (sizeof(GrazeBounds) + 2 * sizeof(GrazeSortItem));
}

/* Fills a block with `count` bodies in Morton order; items[k].value is the index of a body in
   `bounds`, and `spare` has room for as many items. */
static void* fill_block(GrazeSceneBlock* block, const GrazeBounds* bounds, GrazeSortItem* items,
                        GrazeSortItem* spare, int32_t count, void* storage)
{
    float whole[SIDES] = GRAZE_EMPTY_BOX;
    int32_t* bodies = graze_boxes_init(&block->boxes, 0, count, storage);
    for (int32_t k = 0; k < count; k++)
        graze_box_join(whole, bounds[items[k].value].sides);
    for (int32_t k = 0; k < count; k++) {
        const float* box = bounds[items[k].value].sides;
        double x = ((double)box[LO_X] + box[HI_X]) / 2;
        double y = ((double)box[LO_Y] + box[HI_Y]) / 2;
        items[k].key = morton_key(morton_coordinate(x, whole[LO_X], whole[HI_X]),
                                  morton_coordinate(y, whole[LO_Y], whole[HI_Y]));
    }
    const GrazeSortItem* order = graze_sort(items, spare, count);
    for (int32_t k = 0; k < count; k++) {
        bodies[k] = (int32_t)order[k].value;
        graze_box_write(&block->boxes.row[0], k, bounds[order[k].value].sides);
    }
    graze_boxes_build_levels(&block->boxes);
    block->bodies = bodies;
    return (char*)bodies + round_up((size_t)count * sizeof *bodies);
}

void graze_scene_init(GrazeScene* scene, const GrazePath* const* paths, int32_t count,
                      void* storage)
{
    int32_t static_count = count_static(paths, count);
    int32_t steps = count_steps(paths, count);
    int32_t blocks = count_blocks(steps);
    char* next = (char*)storage + round_up(((size_t)blocks + 1) * sizeof(GrazeSceneBlock));
    char* after_index =
        next + (size_t)blocks * block_size(count - static_count) + block_size(static_count);
    GrazeSortItem* items = (GrazeSortItem*)(void*)after_index;
    GrazeSortItem* spare = items + count;
    GrazeBounds* bounds = (GrazeBounds*)(void*)(spare + count);
    *scene = (GrazeScene){paths, count, blocks, storage};
    for (int32_t b = 0; b <= blocks; b++) {
        int32_t from = b < blocks ? b << BLOCK_BITS : 0;
        int32_t end = b < blocks && from + BLOCK < steps ? from + BLOCK : steps;
        int32_t present = 0;
        for (int32_t k = 0; k < count; k++) {
            if (is_static_path(paths[k], steps) != (b == blocks)) continue;
            if (b < blocks) {
                graze_path_span_box(paths[k], from, end, bounds[k].sides);
            } else {
                graze_path_sample_box(paths[k], 0, bounds[k].sides);
            }
            /* The body is absent in these steps. */
            if (bounds[k].sides[LO_X] > bounds[k].sides[HI_X]) continue;
            items[present++].value = (uint32_t)k;
        }
        next = fill_block(&scene->block[b], bounds, items, spare, present, next);
    }
}

/* ---- queries ---- */

typedef struct {
    const GrazeScene* scene;
    const GrazePath* path;
    int32_t min_body;
    const GrazeMotionOptions* options;
    GrazeSceneMode mode;
    uint8_t* statuses;
    double* times;
    int32_t found, which;
    double earliest; /* `lo` of the contact with `which` */
    int32_t tests;
} Query;

/* Tests body k in steps from `first` to `last` - 1. */
static void test_body(Query* query, int32_t k, int32_t first, int32_t last)
{
    const GrazePath* other = query->scene->paths[k];
    GrazeMotionOptions options = *query->options;
    double* times = query->times + 2 * (size_t)k;
    double lo;
    double hi;
    if (k < query->min_body || query->statuses[k] != GRAZE_CONTACT_FREE) return;
    if (!graze_sweep_defaults(query->path, other, &options)) return;
    GrazeContactStatus status =
        graze_sweep_bracket(query->path, other, &options, first, last, &lo, &hi);
    if (status == GRAZE_CONTACT_FREE) return;
    query->statuses[k] = (uint8_t)status;
    times[0] = lo;
    times[1] = hi;
    query->found++;
    if (lo < query->earliest || (lo == query->earliest && k < query->which)) {
        query->earliest = lo;
        query->which = k;
    }
}

static bool is_done(const Query* query)
{
    return query->mode == GRAZE_SCENE_ANY && query->found > 0;
}

static void test_block(Query* query, const GrazeSceneBlock* block, const float box[SIDES],
                       int32_t first, int32_t last)
{
    int32_t count = block->boxes.last;
    for (int32_t at = 0; at < count && !is_done(query); at++) {
        at = graze_boxes_next_in(&block->boxes, box, at, count, &query->tests);
        if (at < count) test_body(query, block->bodies[at], first, last);
    }
}

int32_t graze_scene_first_contacts(const GrazeScene* scene, const GrazePath* path, int32_t min_body,
                                   const GrazeMotionOptions* options, GrazeSceneMode mode,
                                   uint8_t* statuses, double* times, int32_t* which)
{
    Query query = {.scene = scene,
                   .path = path,
                   .min_body = min_body,
                   .options = options,
                   .mode = mode,
                   .which = -1,
                   .earliest = INFINITY};
    query.statuses = statuses;
    query.times = times;
    int32_t steps = count_steps(scene->paths, scene->count);
    for (int32_t k = 0; k < scene->count; k++)
        statuses[k] = GRAZE_CONTACT_FREE;
    for (int32_t b = 0; b < scene->blocks; b++) {
        int32_t first = b << BLOCK_BITS;
        int32_t last = first + BLOCK < steps ? first + BLOCK : steps;
        float box[SIDES];
        graze_path_span_box(path, first, last, box);
        test_block(&query, &scene->block[b], box, first, last);
        test_block(&query, &scene->block[scene->blocks], box, first, last);
        if (mode != GRAZE_SCENE_ALL && query.found > 0) break;
    }
    *which = query.which;
    return query.found;
}
