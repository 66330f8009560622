#include "../base/vec.h"
#include "../broadphase/sweep_and_prune.h"
#include "../shape/bounds.h"

/* Queries among many bodies: sweep and prune finds candidate pairs, a chunk at a time, and pair
   batches decide which of them are near. `reach` is the largest distance of a near pair. */

enum { AXES = 2, CHUNK = 64 };

/* Returns the number of items in each of two arrays: the pairs found and a chunk. */
static size_t item_capacity(int32_t capacity)
{
    return (size_t)capacity + CHUNK;
}

size_t graze_bodies_scratch(int32_t count, int32_t capacity)
{
    return 2 * item_capacity(capacity) * sizeof(GrazeSortItem) +
           (size_t)count * sizeof(GrazeBounds) + graze_sorted_boxes_size(AXES, count);
}

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
 * Checks `count` candidate pairs, moves those that are near to the front and returns their number.
 */
static int32_t keep_near_pairs(const GrazeShape* const* shapes, const GrazePlacement* places,
                               GrazeSortItem* items, int32_t count, double reach)
{
    GrazePair pairs[CHUNK] = {{NULL, NULL, NULL, NULL}};
    uint8_t relations[CHUNK];
    float distances[CHUNK] = {0};
    for (int32_t k = 0; k < count; k++) {
        uint32_t a = (uint32_t)(items[k].key >> 32);
        uint32_t b = (uint32_t)items[k].key;
        pairs[k] = (GrazePair){shapes[a], shapes[b], &places[a], &places[b]};
    }
    if (reach > 0) {
        GrazeDistanceBatch out = {.relations = relations, .distances = distances};
        graze_pairs_distance(pairs, count, &out);
    } else {
        graze_pairs_relation(pairs, count, relations);
    }
    int32_t near = 0;
    for (int32_t k = 0; k < count; k++) {
        bool meet = relations[k] != GRAZE_DISJOINT;
        if (meet || (reach > 0 && is_near(&pairs[k], distances[k], reach)))
            items[near++] = (GrazeSortItem){items[k].key, relations[k], distances[k]};
    }
    return near;
}

static void read_bounds(const void* source, const uint32_t* indices, int32_t count, float* sides)
{
    const GrazeBounds* bounds = source;
    for (int32_t k = 0; k < count; k++, sides += 2 * AXES)
        memcpy(sides, bounds[indices[k]].sides, sizeof *bounds);
}

int32_t graze_bodies_near(const GrazeShape* const* shapes, const GrazePlacement* places,
                          int32_t count, double reach, void* scratch, const GrazeNearBatch* out)
{
    size_t capacity = item_capacity(out->capacity);
    GrazeSortItem* items = scratch;
    void* storage = items + 2 * capacity;
    GrazeBounds* bounds = (GrazeBounds*)((char*)storage + graze_sorted_boxes_size(AXES, count));
    for (int32_t k = 0; k < count; k++) {
        GrazePose pose = graze_placement_pose(&places[k]);
        bounds[k] = graze_bounds(shapes[k], &pose, reach / 2);
    }
    const GrazeSweepBoxes boxes = {read_bounds, bounds, AXES, count};
    GrazeSortedBoxes sorted;
    GrazeSweepAndPrune sweep;
    graze_sorted_boxes_init(&sorted, &boxes, graze_sweep_axis(&boxes), storage);
    graze_sweep_among(&sweep, &sorted, AXES, 0);
    int64_t found = 0;
    int32_t added;
    do {
        GrazeSortItem* chunk = items + (found < out->capacity ? found : out->capacity);
        added = graze_sweep_next(&sweep, chunk, CHUNK);
        found += keep_near_pairs(shapes, places, chunk, added, reach);
    } while (added > 0);
    if (found > out->capacity) return found < INT32_MAX ? (int32_t)found : INT32_MAX;
    items = graze_sort(items, items + capacity, (int32_t)found);
    for (int32_t k = 0; k < found; k++) {
        out->first[k] = (uint32_t)(items[k].key >> 32);
        out->second[k] = (uint32_t)items[k].key;
        out->relations[k] = (uint8_t)items[k].value;
        out->distances[k] = items[k].distance;
    }
    return (int32_t)found;
}

/*
 * Returns whether a body is out of reach of everything within `own`. A body lies within sqrt2
 * extent + radius of its position. If the larger half width 1.5 (extent + radius) does not reach
 * `own`, rounding does not either: `own` covers the rounding of its own body and of bodies that are
 * no larger, and a coordinate of the position that is larger than all else is far away on one of
 * the axes.
 */
static bool is_far(const GrazeShape* shape, const GrazePlacement* place, const GrazeBounds* own)
{
    double half_width = 1.5 * (shape->extent + shape->radius);
    return place->x - half_width > own->sides[2] || place->x + half_width < own->sides[0] ||
           place->y - half_width > own->sides[3] || place->y + half_width < own->sides[1];
}

int32_t graze_bodies_near_one(const GrazeShape* shape, const GrazePose* pose,
                              const GrazeShape* const* shapes, const GrazePlacement* places,
                              int32_t count, double reach, const GrazeNearBatch* out)
{
    int32_t found = 0;
    GrazeBounds own = graze_bounds(shape, pose, reach);
    for (int32_t k = 0; k < count; k++) {
        if (is_far(shapes[k], &places[k], &own)) continue;
        GrazePose other = graze_placement_pose(&places[k]);
        GrazeBounds bounds = graze_bounds(shapes[k], &other, 0);
        if (!graze_bounds_meet(&own, &bounds)) continue;
        GrazeRelation relation;
        double distance = graze_gap(shape, pose, shapes[k], &other, &relation);
        if (distance > reach) continue;
        if (found < out->capacity) {
            out->second[found] = (uint32_t)k;
            out->relations[found] = (uint8_t)relation;
            out->distances[found] = (float)distance;
        }
        found++;
    }
    return found;
}
