#include "../broadphase/sweep_and_prune.h"
#include "../tolerance.h"
#include "bodies.h"
#include "pair_batch.h"

/* Pairs among many bodies in space: the broad phase finds candidates, a chunk at a time, and
   queries of pairs decide which of them are near. */

/*
 * Near pairs that a query has found. A chunk of candidates lies behind those that fit.
 *   items  the pairs, of which `found` were near, and then candidates
 *   spare  an array as long as `items`
 */
typedef struct {
    const GrazeSolidBodies* bodies;
    const GrazeSolidScratch* scratch;
    double reach;
    int64_t capacity;
    GrazeSortItem *items, *spare;
    int64_t found;
} NearPairs;

static bool may_meet(const GrazeSolidBodies* bodies, uint32_t a, uint32_t b)
{
    return bodies->categories == NULL || ((bodies->masks[a] & bodies->categories[b]) != 0 &&
                                          (bodies->masks[b] & bodies->categories[a]) != 0);
}

static GrazeSortItem* candidates_of(const NearPairs* near)
{
    return near->items + (near->found < near->capacity ? near->found : near->capacity);
}

/* Finds whether a pair is near, and writes its relation and its distance in float32. Rounding
   preserves order, so double has to decide only when both round to the same float32. */
static GrazeStatus decide(const NearPairs* near, const GrazeSolidPair* pair, GrazeSortItem* item,
                          bool* is_near)
{
    GrazeRelation relation;
    GrazeStatus status;
    double gap = 0;
    item->distance = 0;
    if (near->reach > 0) {
        float reach = (float)near->reach;
        status = graze_solid_pair_distance(pair, near->scratch, &relation, &item->distance);
        *is_near = item->distance < reach;
        if (status == GRAZE_OK && item->distance == reach) {
            GrazeSolidPose pose_a = graze_solid_placement_pose(pair->place_a);
            GrazeSolidPose pose_b = graze_solid_placement_pose(pair->place_b);
            status =
                graze_solid_gap(pair->a, &pose_a, pair->b, &pose_b, near->scratch, &gap, &relation);
            *is_near = gap <= near->reach;
        }
    } else {
        status = graze_solid_pair_relation(pair, near->scratch, &relation);
        *is_near = relation != GRAZE_DISJOINT;
    }
    item->value = (uint32_t)relation;
    return status;
}

/* Decides candidates, which lie behind the pairs found, and moves those that are near forward. */
static GrazeStatus decide_candidates(NearPairs* near, int32_t count)
{
    const GrazeSolidBodies* bodies = near->bodies;
    GrazeSortItem* items = candidates_of(near);
    int32_t kept = 0;
    for (int32_t k = 0; k < count; k++) {
        uint32_t a = (uint32_t)(items[k].key >> 32);
        uint32_t b = (uint32_t)items[k].key;
        const GrazeSolidPair pair = {bodies->solids[a], bodies->solids[b], &bodies->places[a],
                                     &bodies->places[b]};
        bool is_near;
        if (!may_meet(bodies, a, b)) continue;
        GrazeStatus status = decide(near, &pair, &items[k], &is_near);
        if (status != GRAZE_OK) return status;
        if (is_near) items[kept++] = items[k];
    }
    near->found += kept;
    return GRAZE_OK;
}

/* Bodies from `first` on, as boxes of a sweep. */
typedef struct {
    const GrazeSolidBodies* bodies;
    int32_t first;
} Source;

static void read_bounds(const void* source, const uint32_t* indices, int32_t count, float* sides)
{
    const Source* from = source;
    for (int32_t k = 0; k < count; k++, sides += 2 * SOLID_BODIES_AXES)
        memcpy(sides, solid_body_sides(from->bodies, from->first + (int32_t)indices[k]),
               sizeof(SolidSides));
}

/* Finds the near pairs of bodies that do not stand still. */
static GrazeStatus add_moving(NearPairs* near, int32_t count, double far)
{
    const GrazeSolidBodies* bodies = near->bodies;
    const uint64_t still = (uint64_t)bodies->still;
    const Source source = {bodies, bodies->still};
    const GrazeSweepBoxes boxes = {read_bounds, &source, SOLID_BODIES_AXES, count - bodies->still};
    GrazeSortedBoxes sorted;
    GrazeSweepAndPrune sweep;
    int32_t pending;
    graze_sorted_boxes_init(&sorted, &boxes, graze_sweep_axis(&boxes),
                            graze_solid_bodies_sweep_storage(bodies));
    graze_sweep_among(&sweep, &sorted, SOLID_BODIES_AXES, far);
    while ((pending = graze_sweep_next(&sweep, candidates_of(near), SOLID_BODIES_CHUNK)) > 0) {
        GrazeSortItem* items = candidates_of(near);
        for (int32_t k = 0; k < pending; k++)
            items[k].key += still << 32 | still;
        GrazeStatus status = decide_candidates(near, pending);
        if (status != GRAZE_OK) return status;
    }
    return GRAZE_OK;
}

/* Finds the near pairs of body k and bodies that stand still. */
static GrazeStatus add_still(NearPairs* near, int32_t k, double far)
{
    GrazeTreeBox own = solid_body_box(near->bodies, k);
    GrazeTreeBox box = graze_solid_enlarged(&own, far);
    GrazeBoxTreeSearch search;
    int32_t other;
    graze_box_tree_search_init(&search, near->bodies->tree, &box);
    while ((other = graze_box_tree_next(&search)) != GRAZE_NO_NODE) {
        candidates_of(near)->key = (uint64_t)other << 32 | (uint64_t)k;
        GrazeStatus status = decide_candidates(near, 1);
        if (status != GRAZE_OK) return status;
    }
    return GRAZE_OK;
}

GrazeStatus graze_solid_bodies_near(const GrazeSolidBodies* bodies, int32_t count, double reach,
                                    const GrazeSolidScratch* scratch,
                                    const GrazeSolidNearBatch* out, int32_t* found)
{
    size_t capacity;
    GrazeSortItem* items = graze_solid_bodies_items(bodies, &capacity);
    NearPairs near = {bodies, scratch, reach, out->capacity, items, items + capacity, 0};
    /* Bounds that are just apart by the reach belong to bodies whose distance is computed too small
       by at most GRAZE_BOUNDS_SLACK of it. */
    double far = reach * (1 + 4 * GRAZE_BOUNDS_SLACK);
    *found = 0;
    if (count <= bodies->still) return GRAZE_OK;
    GrazeStatus status = add_moving(&near, count, far);
    for (int32_t k = bodies->still; k < count && bodies->still > 0 && status == GRAZE_OK; k++)
        status = add_still(&near, k, far);
    if (status != GRAZE_OK) return status;
    *found = near.found < INT32_MAX ? (int32_t)near.found : INT32_MAX;
    if (near.found > out->capacity) return GRAZE_OK;
    const GrazeSortItem* sorted = graze_sort(near.items, near.spare, *found);
    for (int32_t k = 0; k < *found; k++) {
        out->first[k] = (uint32_t)(sorted[k].key >> 32);
        out->second[k] = (uint32_t)sorted[k].key;
        out->relations[k] = (uint8_t)sorted[k].value;
        out->distances[k] = sorted[k].distance;
    }
    return GRAZE_OK;
}
