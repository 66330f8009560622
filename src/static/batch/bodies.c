#include "bodies.h"

#include "../../base/storage.h"
#include "../../base/vec.h"
#include "../../broadphase/sweep_and_prune.h"
#include "../shape/bounds.h"

/* The storage of many bodies, and their bounds. */

/*
 * The storage has the tree, the bounds and the scratch memory. That has the items of pairs or bodies,
 * twice, and the sorted boxes of a sweep.
 */
typedef struct {
    GrazeBoxTree tree;
    size_t item_capacity;
} Header;

static size_t item_capacity(int32_t capacity, int32_t pairs)
{
    return (size_t)(capacity > pairs ? capacity : pairs) + GRAZE_BODIES_CHUNK;
}

static size_t bounds_size(int32_t capacity)
{
    return (size_t)capacity * sizeof(GrazeBounds);
}

size_t graze_bodies_size(int32_t capacity, int32_t still, int32_t pairs)
{
    return graze_round_up(sizeof(Header)) + graze_box_tree_size(still) + bounds_size(capacity) +
           2 * item_capacity(capacity, pairs) * sizeof(GrazeSortItem) +
           graze_sorted_boxes_size(GRAZE_BODIES_AXES, capacity) +
           graze_sorted_boxes_size(GRAZE_BODIES_AXES, 0);
}

void graze_bodies_init(GrazeBodies* bodies, const GrazeShape* const* shapes,
                       const GrazePlacement* places, int32_t capacity, int32_t still, int32_t pairs,
                       void* storage)
{
    Header* header = storage;
    char* tree = (char*)storage + graze_round_up(sizeof *header);
    char* bounds = tree + graze_box_tree_size(still);
    graze_box_tree_init(&header->tree, still, tree);
    header->item_capacity = item_capacity(capacity, pairs);
    *bodies = (GrazeBodies){.shapes = shapes,
                            .places = places,
                            .capacity = capacity,
                            .still = still,
                            .bounds = (float*)(void*)bounds,
                            .tree = &header->tree,
                            .scratch = bounds + bounds_size(capacity)};
    for (int32_t k = 0; k < 4 * capacity; k++)
        bodies->bounds[k] = k % 4 < 2 ? INFINITY : -INFINITY;
}

GrazeSortItem* graze_bodies_items(const GrazeBodies* bodies, size_t* capacity)
{
    /* The tree is the first field of the header. */
    *capacity = ((const Header*)(const void*)bodies->tree)->item_capacity;
    return bodies->scratch;
}

void* graze_bodies_sweep_storage(const GrazeBodies* bodies)
{
    size_t capacity;
    return graze_bodies_items(bodies, &capacity) + 2 * capacity;
}

void graze_bodies_update(GrazeBodies* bodies, int32_t from, int32_t end)
{
    int32_t still_end = end < bodies->still ? end : bodies->still;
    for (int32_t k = from; k < end; k++) {
        GrazePose pose = graze_placement_pose(&bodies->places[k]);
        GrazeBounds bounds = graze_bounds(bodies->shapes[k], &pose, 0);
        memcpy(bodies->bounds + 4 * (size_t)k, bounds.sides, sizeof bounds);
    }
    /* Setting a box costs some 30 times as much as its share of a new tree. */
    if (still_end - from > bodies->still / 32) {
        size_t capacity;
        GrazeSortItem* items = graze_bodies_items(bodies, &capacity);
        graze_box_tree_build(bodies->tree, bodies->bounds, GRAZE_BODIES_AXES, bodies->still, items);
        return;
    }
    for (int32_t k = from; k < still_end; k++) {
        GrazeTreeBox box = graze_tree_box(graze_body_bounds(bodies, k));
        graze_box_tree_set(bodies->tree, k, &box);
    }
}

GrazeTreeBox graze_enlarged_box(const float sides[4], double reach)
{
    const float enlarged[4] = {-float_round_up(reach - sides[0]), -float_round_up(reach - sides[1]),
                               float_round_up(reach + sides[2]), float_round_up(reach + sides[3])};
    return graze_tree_box(enlarged);
}
