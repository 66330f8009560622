#include "../../base/storage.h"
#include "../../broadphase/sweep_and_prune.h"
#include "../../tolerance.h"
#include "../bodies.h"

/*
 * Pairs of many moving bodies that may come near each other. The time is cut into steps; in each of
 * them a body is in the box of graze_solid_motion_bounds, and sweep and prune finds the boxes
 * within reach.
 */

/* The boxes of a step, and room for its sweep; items of pairs, twice. */
typedef struct {
    SolidSides* boxes;
    void* sorted;
    GrazeSortItem *items, *spare;
} Room;

/* Most items: those that are kept, as many that were found again, and those of a call of the
   sweep. */
static size_t item_capacity(int32_t pairs)
{
    return 2 * (size_t)pairs + SOLID_BODIES_CHUNK;
}

static void place_room(GrazeStorage* storage, int32_t count, int32_t pairs, Room* out)
{
    size_t items = item_capacity(pairs) * sizeof *out->items;
    out->boxes = graze_take(storage, (size_t)count * sizeof *out->boxes);
    out->sorted = graze_take(storage, graze_sorted_boxes_size(SOLID_BODIES_AXES, count));
    out->items = graze_take(storage, items);
    out->spare = graze_take(storage, items);
}

size_t graze_solid_moving_near_size(int32_t count, int32_t pairs)
{
    GrazeStorage storage = {NULL, 0};
    Room room;
    place_room(&storage, count, pairs, &room);
    return storage.size;
}

static void read_boxes(const void* source, const uint32_t* indices, int32_t count, float* sides)
{
    const SolidSides* boxes = source;
    for (int32_t k = 0; k < count; k++, sides += 2 * SOLID_BODIES_AXES)
        memcpy(sides, &boxes[indices[k]], sizeof *boxes);
}

/* Sorts the items, and leaves out all but one of equal ones. Returns the number that is left. */
static int32_t merge(Room* room, int32_t count)
{
    const GrazeSortItem* sorted = graze_sort(room->items, room->spare, count);
    int32_t kept = 0;
    for (int32_t k = 0; k < count; k++)
        if (k == 0 || sorted[k].key != sorted[k - 1].key) room->spare[kept++] = sorted[k];
    GrazeSortItem* items = room->items;
    room->items = room->spare;
    room->spare = items;
    return kept;
}

int32_t graze_solid_moving_near(const GrazeMovingSolid* bodies, int32_t count, double reach,
                                double from, double to, int32_t steps, void* storage, int32_t pairs,
                                uint32_t* first, uint32_t* second)
{
    GrazeStorage rest = {storage, 0};
    Room room;
    int32_t found = 0;
    place_room(&rest, count, pairs, &room);
    int32_t limit = (int32_t)(item_capacity(pairs) - SOLID_BODIES_CHUNK);
    for (int32_t step = 0; step < steps && count > 1; step++) {
        double begin = from + (to - from) * ((double)step / steps);
        double end = step + 1 < steps ? from + (to - from) * ((double)(step + 1) / steps) : to;
        for (int32_t k = 0; k < count; k++) {
            GrazeSolidMotionBounds bounds;
            graze_solid_motion_bounds(&bodies[k], begin, end, 1, &bounds);
            const double* min = bounds.box.min;
            const double* max = bounds.box.max;
            room.boxes[k] = graze_solid_rounded_sides(vec3(min[0], min[1], min[2]),
                                                      vec3(max[0], max[1], max[2]));
        }
        const GrazeSweepBoxes boxes = {read_boxes, room.boxes, SOLID_BODIES_AXES, count};
        GrazeSortedBoxes sorted;
        GrazeSweepAndPrune sweep;
        int32_t added;
        graze_sorted_boxes_init(&sorted, &boxes, graze_sweep_axis(&boxes), room.sorted);
        graze_sweep_among(&sweep, &sorted, SOLID_BODIES_AXES, reach);
        while ((added = graze_sweep_next(&sweep, room.items + found, SOLID_BODIES_CHUNK)) > 0) {
            found += added;
            if (found <= limit) continue;
            found = merge(&room, found);
            if (found > pairs) return pairs + 1;
        }
    }
    found = merge(&room, found);
    if (found > pairs) return pairs + 1;
    for (int32_t k = 0; k < found; k++) {
        first[k] = (uint32_t)(room.items[k].key >> 32);
        second[k] = (uint32_t)room.items[k].key;
    }
    return found;
}
