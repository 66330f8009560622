#include "bodies.h"

#include "../base/storage.h"
#include "../broadphase/sweep_and_prune.h"
#include "../tolerance.h"

/* The storage of many bodies in space, and their bounds. */

SolidSides graze_solid_rounded_sides(GrazeVec3 min, GrazeVec3 max)
{
    return (SolidSides){{-float_round_up(-min.x), -float_round_up(-min.y), -float_round_up(-min.z),
                         float_round_up(max.x), float_round_up(max.y), float_round_up(max.z)}};
}

/* The bounds are enlarged by the reach, and by GRAZE_BOUNDS_SLACK of all lengths that enter, for
   the rounding of this and of distances. */
SolidSides graze_solid_sides(const GrazeSolid* body, const GrazeSolidPose* pose, double reach)
{
    GrazeSolidBounds bounds;
    graze_solid_bounds(body, pose, &bounds);
    double position = fabs(pose->x) + fabs(pose->y) + fabs(pose->z);
    double margin = reach + GRAZE_BOUNDS_SLACK * (body->extent + body->radius + position + reach);
    const double* min = bounds.min;
    const double* max = bounds.max;
    return graze_solid_rounded_sides(vec3(min[0] - margin, min[1] - margin, min[2] - margin),
                                     vec3(max[0] + margin, max[1] + margin, max[2] + margin));
}

GrazeTreeBox graze_solid_enlarged(const GrazeTreeBox* box, double reach)
{
    SolidSides enlarged =
        graze_solid_rounded_sides(vec3(box->lo[0] - reach, box->lo[1] - reach, box->lo[2] - reach),
                                  vec3(box->hi[0] + reach, box->hi[1] + reach, box->hi[2] + reach));
    return solid_tree_box(&enlarged);
}

/*
 * The storage has the tree, the bounds and the scratch memory. That has the items of pairs or
 * bodies, twice, and the sorted boxes of a sweep.
 */
typedef struct {
    GrazeBoxTree tree;
    size_t item_capacity;
} Header;

static size_t item_capacity(int32_t capacity, int32_t pairs)
{
    return (size_t)max2_int(capacity, pairs) + SOLID_BODIES_CHUNK;
}

static size_t bounds_size(int32_t capacity)
{
    return graze_round_up((size_t)capacity * sizeof(SolidSides));
}

size_t graze_solid_bodies_size(int32_t capacity, int32_t still, int32_t pairs)
{
    return graze_round_up(sizeof(Header)) + graze_box_tree_size(still) + bounds_size(capacity) +
           2 * item_capacity(capacity, pairs) * sizeof(GrazeSortItem) +
           graze_sorted_boxes_size(SOLID_BODIES_AXES, capacity);
}

void graze_solid_bodies_init(GrazeSolidBodies* bodies, const GrazeSolid* const* solids,
                             const GrazeSolidPlacement* places, int32_t capacity, int32_t still,
                             int32_t pairs, void* storage)
{
    Header* header = storage;
    char* tree = (char*)storage + graze_round_up(sizeof *header);
    char* bounds = tree + graze_box_tree_size(still);
    graze_box_tree_init(&header->tree, still, tree);
    header->item_capacity = item_capacity(capacity, pairs);
    *bodies = (GrazeSolidBodies){.solids = solids,
                                 .places = places,
                                 .capacity = capacity,
                                 .still = still,
                                 .bounds = (float*)(void*)bounds,
                                 .tree = &header->tree,
                                 .scratch = bounds + bounds_size(capacity)};
    for (int32_t k = 0; k < capacity; k++)
        for (int side = 0; side < 2 * SOLID_BODIES_AXES; side++)
            bodies->bounds[2 * SOLID_BODIES_AXES * (size_t)k + (size_t)side] =
                side < SOLID_BODIES_AXES ? INFINITY : -INFINITY;
}

GrazeSortItem* graze_solid_bodies_items(const GrazeSolidBodies* bodies, size_t* capacity)
{
    /* The tree is the first field of the header. */
    *capacity = ((const Header*)(const void*)bodies->tree)->item_capacity;
    return bodies->scratch;
}

void* graze_solid_bodies_sweep_storage(const GrazeSolidBodies* bodies)
{
    size_t capacity;
    return graze_solid_bodies_items(bodies, &capacity) + 2 * capacity;
}

void graze_solid_bodies_update(GrazeSolidBodies* bodies, int32_t from, int32_t end)
{
    int32_t still_end = end < bodies->still ? end : bodies->still;
    for (int32_t k = from; k < end; k++) {
        GrazeSolidPose pose = graze_solid_placement_pose(&bodies->places[k]);
        SolidSides box = graze_solid_sides(bodies->solids[k], &pose, 0);
        memcpy(bodies->bounds + 2 * SOLID_BODIES_AXES * (size_t)k, &box, sizeof box);
    }
    /* Setting a box costs some 30 times as much as its share of a new tree. */
    if (still_end - from > bodies->still / 32) {
        size_t capacity;
        GrazeSortItem* items = graze_solid_bodies_items(bodies, &capacity);
        graze_box_tree_build(bodies->tree, bodies->bounds, SOLID_BODIES_AXES, bodies->still, items);
        return;
    }
    for (int32_t k = from; k < still_end; k++) {
        GrazeTreeBox box = solid_body_box(bodies, k);
        graze_box_tree_set(bodies->tree, k, &box);
    }
}
