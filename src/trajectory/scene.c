#include "../advancement/group_contact.h"
#include "../base/storage.h"
#include "../broadphase/box_tree.h"
#include "../static/shape/bounds.h"
#include "path.h"

/* Scenes of many paths: a box tree for each block of steps finds the paths that come near each
   other. */

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
    return (steps + GRAZE_BLOCK_STEPS - 1) >> GRAZE_BLOCK_BITS;
}

static size_t block_size(int32_t count)
{
    return graze_round_up(sizeof(GrazeBoxTree)) + graze_box_tree_size(count) +
           graze_round_up((size_t)count * sizeof(int32_t));
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
    return graze_round_up(((size_t)blocks + 1) * sizeof(GrazeSceneBlock)) +
           (size_t)blocks * block_size(count - static_count) + block_size(static_count) +
           n * (sizeof(GrazeBounds) + 2 * sizeof(GrazeSortItem) + sizeof(int32_t));
}

/* Fills a block with the bodies 0 to count - 1 of `bodies`, which have these boxes; `items` has room
   for two per body. Returns the end of the used storage. */
static void* fill_block(GrazeSceneBlock* block, const int32_t* bodies, const GrazeBounds* bounds,
                        int32_t count, GrazeSortItem* items, void* storage)
{
    char* nodes = (char*)storage + graze_round_up(sizeof(GrazeBoxTree));
    char* copies = nodes + graze_box_tree_size(count);
    block->tree = storage;
    block->bodies = (int32_t*)(void*)copies;
    graze_box_tree_init(block->tree, count, nodes);
    graze_box_tree_build(block->tree, &bounds[0].sides[0], 2, count, items);
    memcpy(block->bodies, bodies, (size_t)count * sizeof *bodies);
    return copies + graze_round_up((size_t)count * sizeof *bodies);
}

void graze_scene_init(GrazeScene* scene, const GrazePath* const* paths, int32_t count,
                      void* storage)
{
    int32_t static_count = count_static(paths, count);
    int32_t steps = count_steps(paths, count);
    int32_t blocks = count_blocks(steps);
    char* next = (char*)storage + graze_round_up(((size_t)blocks + 1) * sizeof(GrazeSceneBlock));
    char* after_index =
        next + (size_t)blocks * block_size(count - static_count) + block_size(static_count);
    GrazeSortItem* items = (GrazeSortItem*)(void*)after_index;
    GrazeBounds* bounds = (GrazeBounds*)(void*)(items + 2 * (size_t)count);
    int32_t* bodies = (int32_t*)(void*)(bounds + count);
    *scene = (GrazeScene){paths, count, count, NULL, blocks, storage};
    for (int32_t b = 0; b <= blocks; b++) {
        int32_t from = b < blocks ? b << GRAZE_BLOCK_BITS : 0;
        int32_t end =
            b < blocks && from + GRAZE_BLOCK_STEPS < steps ? from + GRAZE_BLOCK_STEPS : steps;
        int32_t present = 0;
        for (int32_t k = 0; k < count; k++) {
            if (is_static_path(paths[k], steps) != (b == blocks)) continue;
            float* box = bounds[present].sides;
            if (b < blocks) {
                graze_path_span_box(paths[k], from, end, box);
            } else {
                graze_path_sample_box(paths[k], 0, box);
            }
            /* The body is absent in these steps. */
            if (box[LO_X] > box[HI_X]) continue;
            bodies[present++] = k;
        }
        next = fill_block(&scene->block[b], bodies, bounds, present, items, next);
    }
}

/* ---- queries ---- */

typedef struct {
    const GrazeScene* scene;
    const GrazePath* path;
    int32_t part, min_path;
    const GrazeMotionOptions* options;
    GrazeSceneMode mode;
    GrazeSceneContacts* out;
    int32_t block; /* block of steps that is tested */
    int32_t added; /* number of contacts found in all blocks so far */
} Query;

/* Joins a contact of two paths to that of the body of the other path. */
static void add_contact(Query* query, int32_t k, const GrazeEarliestContact* found)
{
    GrazeSceneContacts* out = query->out;
    int32_t body = query->scene->bodies != NULL ? query->scene->bodies[k] : k;
    GrazeGroupContact* contact = &out->contacts[body];
    GrazeEarliestContact earliest = {(GrazeContactStatus)out->statuses[body], 0, 0};
    if (earliest.status == GRAZE_CONTACT_FREE) {
        out->found++;
    } else {
        earliest.lo = contact->lo;
        earliest.hi = contact->hi;
    }
    bool is_first = graze_join_contact(&earliest, found);
    int32_t first = is_first ? query->part : contact->first;
    int32_t second = is_first ? k : contact->second;
    int32_t block = is_first ? query->block : contact->block;
    *contact = (GrazeGroupContact){
        earliest.lo, earliest.hi, first, second, (int32_t)earliest.status, block};
    out->statuses[body] = (uint8_t)earliest.status;
    query->added++;
    double least = out->earliest >= 0 ? out->contacts[out->earliest].lo : INFINITY;
    if (earliest.lo < least || (earliest.lo == least && body < out->earliest)) out->earliest = body;
}

/*
 * Tests path k in steps from `first` to `last` - 1, unless its body has a contact in an earlier
 * block: contacts of this one begin later.
 */
static void test_path(Query* query, int32_t k, int32_t first, int32_t last)
{
    const GrazeScene* scene = query->scene;
    const GrazePath* other = scene->paths[k];
    int32_t body = scene->bodies != NULL ? scene->bodies[k] : k;
    GrazeMotionOptions options = *query->options;
    GrazeEarliestContact found;
    if (k < query->min_path) return;
    if (query->out->statuses[body] != GRAZE_CONTACT_FREE &&
        query->out->contacts[body].block < query->block)
        return;
    if (!graze_sweep_defaults(query->path, other, &options)) return;
    found.status =
        graze_sweep_bracket(query->path, other, &options, first, last, &found.lo, &found.hi);
    if (found.status != GRAZE_CONTACT_FREE) add_contact(query, k, &found);
}

static bool is_done(const Query* query)
{
    return query->mode == GRAZE_SCENE_ANY && query->out->found > 0;
}

static void test_block(Query* query, const GrazeSceneBlock* block, const float box[SIDES],
                       int32_t first, int32_t last)
{
    GrazeTreeBox swept = graze_tree_box(box);
    GrazeBoxTreeSearch search;
    int32_t at;
    graze_box_tree_search_init(&search, block->tree, &swept);
    while (!is_done(query) && (at = graze_box_tree_next(&search)) != GRAZE_NO_NODE)
        test_path(query, block->bodies[at], first, last);
}

void graze_scene_clear(const GrazeScene* scene, GrazeSceneContacts* out)
{
    for (int32_t k = 0; k < scene->body_count; k++)
        out->statuses[k] = GRAZE_CONTACT_FREE;
    out->found = 0;
    out->earliest = -1;
}

/*
 * Blocks after that of the first contact of another part, if any, have no earlier contact. A search
 * that is cut at a block, rather than at a time, finds what it finds without that part, bit for bit.
 */
void graze_scene_first_contacts(const GrazeScene* scene, const GrazePath* path, int32_t part,
                                int32_t first_path, const GrazeMotionOptions* options,
                                GrazeSceneMode mode, GrazeSceneContacts* out)
{
    Query query = {.scene = scene,
                   .path = path,
                   .part = part,
                   .min_path = first_path,
                   .options = options,
                   .mode = mode,
                   .out = out};
    int32_t steps = count_steps(scene->paths, scene->count);
    int32_t blocks = scene->blocks;
    if (mode != GRAZE_SCENE_ALL && out->earliest >= 0)
        blocks = out->contacts[out->earliest].block + 1;
    for (int32_t b = 0; b < blocks; b++) {
        int32_t first = b << GRAZE_BLOCK_BITS;
        int32_t last = first + GRAZE_BLOCK_STEPS < steps ? first + GRAZE_BLOCK_STEPS : steps;
        float box[SIDES];
        query.block = b;
        graze_path_span_box(path, first, last, box);
        test_block(&query, &scene->block[b], box, first, last);
        test_block(&query, &scene->block[scene->blocks], box, first, last);
        if (mode != GRAZE_SCENE_ALL && query.added > 0) break;
    }
}
