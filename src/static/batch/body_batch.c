#include "../../base/vec.h"
#include "../../broadphase/sweep_and_prune.h"
#include "../../tolerance.h"
#include "../convex/manifold.h"
#include "../shape/bounds.h"
#include "bodies.h"
#include "body_seams.h"

/*
 * Pairs among many bodies: the broad phase finds candidates, a chunk at a time, and pair batches
 * decide which of them are near. `reach` is the largest distance of a near pair.
 */

enum { AXES = GRAZE_BODIES_AXES, CHUNK = GRAZE_BODIES_CHUNK };

/* Returns whether a pair is at most `reach` apart; `rounded` is its distance in float32. Rounding
   preserves order, so double has to decide only when both round to the same float32. */
static bool is_near(const GrazePair* pair, float rounded, double reach)
{
    if (rounded != (float)reach) return rounded < (float)reach;
    GrazePose pose_a = graze_placement_pose(pair->place_a);
    GrazePose pose_b = graze_placement_pose(pair->place_b);
    GrazeRelation relation;
    return graze_gap(pair->a, &pose_a, pair->b, &pose_b, &relation) <= reach;
}

/*
 * Near pairs that a query has found. A chunk of candidates lies behind those that fit.
 *   items     the pairs, of which `found` were near, and then `pending` candidates
 *   spare     an array as long as `items`
 */
typedef struct {
    const GrazeBodies* bodies;
    const GrazeNearBatch* out;
    double reach;
    GrazeSortItem *items, *spare;
    int64_t found;
    int32_t pending;
} NearPairs;

static NearPairs begin_pairs(const GrazeBodies* bodies, double reach, const GrazeNearBatch* out)
{
    size_t capacity;
    GrazeSortItem* items = graze_bodies_items(bodies, &capacity);
    return (NearPairs){bodies, out, reach, items, items + capacity, 0, 0};
}

static GrazeSortItem* candidates_of(const NearPairs* pairs)
{
    int64_t capacity = pairs->out->capacity;
    return pairs->items + (pairs->found < capacity ? pairs->found : capacity);
}

/* Decides the pending candidates and moves those that are near to the front. */
static NOINLINE void decide_pending(NearPairs* found)
{
    const GrazeBodies* bodies = found->bodies;
    GrazeSortItem* items = candidates_of(found);
    GrazePair pairs[CHUNK] = {{NULL, NULL, NULL, NULL}};
    uint8_t relations[CHUNK];
    float distances[CHUNK] = {0};
    int32_t count = 0;
    for (int32_t k = 0; k < found->pending; k++) {
        uint32_t a = (uint32_t)(items[k].key >> 32);
        uint32_t b = (uint32_t)items[k].key;
        if (!graze_bodies_may_meet(bodies, a, b)) continue;
        items[count].key = items[k].key;
        pairs[count++] = (GrazePair){bodies->shapes[a], bodies->shapes[b], &bodies->places[a],
                                     &bodies->places[b]};
    }
    if (found->reach > 0) {
        const GrazeDistanceBatch out = {.relations = relations, .distances = distances};
        graze_pairs_distance(pairs, count, &out);
    } else {
        graze_pairs_relation(pairs, count, relations);
    }
    int32_t near = 0;
    for (int32_t k = 0; k < count; k++) {
        bool meet = relations[k] != GRAZE_DISJOINT;
        if (meet || (found->reach > 0 && is_near(&pairs[k], distances[k], found->reach)))
            items[near++] = (GrazeSortItem){items[k].key, relations[k], distances[k]};
    }
    found->found += near;
    found->pending = 0;
}

static void add_candidate(NearPairs* found, uint64_t first, uint64_t second)
{
    if (found->pending == CHUNK) decide_pending(found);
    candidates_of(found)[found->pending++].key = first << 32 | second;
}

/* Adds all pairs of a sweep; `offset` is the key of the pair (0, 0). */
static void add_sweep(NearPairs* found, GrazeSweepAndPrune* sweep, uint64_t offset)
{
    decide_pending(found);
    while ((found->pending = graze_sweep_next(sweep, candidates_of(found), CHUNK)) > 0) {
        GrazeSortItem* items = candidates_of(found);
        for (int32_t k = 0; k < found->pending; k++)
            items[k].key += offset;
        decide_pending(found);
    }
}

/* Sorts the pairs and writes them; returns their number. */
static int32_t write_pairs(NearPairs* found)
{
    const GrazeNearBatch* out = found->out;
    const GrazeBodies* bodies = found->bodies;
    decide_pending(found);
    if (found->found > out->capacity)
        return found->found < INT32_MAX ? (int32_t)found->found : INT32_MAX;
    int32_t count = (int32_t)found->found;
    const GrazeSortItem* items = graze_sort(found->items, found->spare, count);
    for (int32_t k = 0; k < count; k++) {
        out->first[k] = (uint32_t)(items[k].key >> 32);
        out->second[k] = (uint32_t)items[k].key;
        out->relations[k] = (uint8_t)items[k].value;
        out->distances[k] = items[k].distance;
    }
    for (int32_t k = 0; k < count && out->manifolds != NULL; k++) {
        uint32_t a = out->first[k];
        uint32_t b = out->second[k];
        GrazePose pose_a = graze_body_pose(bodies, a);
        GrazePose pose_b = graze_body_pose(bodies, b);
        GrazeManifold manifold;
        graze_manifold(bodies->shapes[a], &pose_a, bodies->shapes[b], &pose_b, found->reach,
                       &manifold);
        uint32_t still = (uint32_t)bodies->still;
        if (bodies->seams != 0 && a < still && b >= still)
            graze_bodies_remove_seam(bodies, a, b, found->reach, &manifold);
        graze_manifold_batch_set(out->manifolds, k, &manifold);
    }
    return count;
}

/* ---- queries ---- */

/* Bodies from `first` on, as boxes of a sweep. */
typedef struct {
    const GrazeBodies* bodies;
    int32_t first;
} Source;

static void read_bounds(const void* source, const uint32_t* indices, int32_t count, float* sides)
{
    const Source* from = source;
    for (int32_t k = 0; k < count; k++, sides += 2 * AXES)
        memcpy(sides, graze_body_bounds(from->bodies, from->first + (int32_t)indices[k]),
               sizeof(GrazeBounds));
}

/*
 * Returns a reach on each axis that no near pair exceeds. Bounds that are just apart by the reach
 * belong to bodies whose distance is computed too small by at most GRAZE_BOUNDS_SLACK of it.
 */
static double reach_of_bounds(double reach)
{
    return reach * (1 + 4 * GRAZE_BOUNDS_SLACK);
}

int32_t graze_bodies_near(const GrazeBodies* bodies, int32_t count, double reach,
                          const GrazeNearBatch* out)
{
    NearPairs found = begin_pairs(bodies, reach, out);
    const Source source = {bodies, bodies->still};
    int32_t others = count - bodies->still;
    if (others <= 0) return 0;
    const GrazeSweepBoxes boxes = {read_bounds, &source, AXES, others};
    GrazeSortedBoxes sorted;
    GrazeSweepAndPrune sweep;
    double far = reach_of_bounds(reach);
    graze_sorted_boxes_init(&sorted, &boxes, graze_sweep_axis(&boxes),
                            graze_bodies_sweep_storage(bodies));
    graze_sweep_among(&sweep, &sorted, AXES, far);
    uint64_t still = (uint64_t)bodies->still;
    add_sweep(&found, &sweep, still << 32 | still);
    for (int32_t k = bodies->still; k < count && bodies->still > 0; k++) {
        GrazeTreeBox box = graze_enlarged_box(graze_body_bounds(bodies, k), far);
        GrazeBoxTreeSearch search;
        int32_t other;
        graze_box_tree_search_init(&search, bodies->tree, &box);
        while ((other = graze_box_tree_next(&search)) != GRAZE_NO_NODE)
            add_candidate(&found, (uint64_t)other, (uint64_t)k);
    }
    return write_pairs(&found);
}

int32_t graze_bodies_between(const GrazeBodies* bodies, GrazeRange firsts, GrazeRange seconds,
                             double reach, const GrazeNearBatch* out)
{
    NearPairs found = begin_pairs(bodies, reach, out);
    /* In each pair the lower body is the first one. */
    GrazeRange low = firsts.first <= seconds.first ? firsts : seconds;
    GrazeRange high = firsts.first <= seconds.first ? seconds : firsts;
    const Source sources[2] = {{bodies, low.first}, {bodies, high.first}};
    const GrazeSweepBoxes boxes[2] = {{read_bounds, &sources[0], AXES, low.count},
                                      {read_bounds, &sources[1], AXES, high.count}};
    GrazeSortedBoxes sorted[2];
    GrazeSweepAndPrune sweep;
    char* storage = graze_bodies_sweep_storage(bodies);
    int32_t axis = graze_sweep_axis(&boxes[low.count < high.count]);
    graze_sorted_boxes_init(&sorted[0], &boxes[0], axis, storage);
    graze_sorted_boxes_init(&sorted[1], &boxes[1], axis,
                            storage + graze_sorted_boxes_size(AXES, low.count));
    graze_sweep_between(&sweep, &sorted[0], &sorted[1], AXES, reach_of_bounds(reach));
    add_sweep(&found, &sweep, (uint64_t)low.first << 32 | (uint64_t)high.first);
    return write_pairs(&found);
}
