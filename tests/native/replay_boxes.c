/* Replays indices of boxes: searches, pairs and updates. */
#include "replay.h"

#include <stdlib.h>

enum { MAX_NUMBERS = 6 };

/* Writes how many, and those that fit. */
static void write_list(const uint32_t* numbers, int32_t count, int32_t size, int32_t room)
{
    write_int(count);
    if (count <= room) write_bytes(numbers, (size_t)size * (size_t)count * sizeof *numbers);
}

/*
 * Reads int32 axes, count, room; double reach, box to search; the sides of each box, as floats; int32
 * cut, number of moves; for each of these int32 index, sides. Writes the first box with a NaN, and no
 * more if there is one; the boxes that meet the box, the pairs, those between the boxes from the cut
 * on and the others; the boxes that meet the box after each move; the pairs after all.
 */
void answer_boxes(void)
{
    GrazeBoxIndex index;
    double numbers[1 + MAX_NUMBERS];
    const int32_t axes = read_count(3);
    const int32_t count = read_count(1 << 10);
    const int32_t room = read_count(1 << 20);
    const size_t size = 2 * (size_t)axes;
    const size_t bytes = size * sizeof(float);
    if (axes < 2) fail("odd number of axes");
    read_bytes(numbers, (1 + size) * sizeof *numbers);
    const double reach = numbers[0];
    float* sides = room_of((size_t)count * bytes);
    uint32_t* found = room_of((size_t)count * sizeof *found);
    uint32_t* pairs = room_of(2 * (size_t)room * sizeof *pairs);
    void* storage = room_of(graze_box_index_size(axes, count, room));
    read_bytes(sides, (size_t)count * bytes);
    const int32_t cut = read_count(count);
    const int32_t moves = read_count(1 << 10);
    int32_t culprit = -1;
    graze_box_index_init(&index, axes, count, room, storage);
    GrazeStatus status = graze_box_index_check(&index, sides, 0, count, &culprit);
    if ((status == GRAZE_OK) != (culprit < 0)) fail("a culprit without a fault");
    write_int(culprit);
    if (status == GRAZE_OK) {
        graze_box_index_update(&index, sides, 0, count);
        int32_t near = graze_box_index_search(&index, &numbers[1], found);
        write_list(found, near, 1, count);
        near = graze_box_index_near(&index, sides, count, reach, pairs);
        write_list(pairs, near, 2, room);
        near = graze_box_index_between(&index, sides, (GrazeRange){cut, count - cut},
                                       (GrazeRange){0, cut}, reach, pairs);
        write_list(pairs, near, 2, room);
    }
    for (int32_t k = 0; k < moves; k++) {
        int32_t moved = read_count(count - 1);
        read_bytes(&sides[size * (size_t)moved], bytes);
        if (status != GRAZE_OK) continue;
        graze_box_index_update(&index, sides, moved, moved + 1);
        write_list(found, graze_box_index_search(&index, &numbers[1], found), 1, count);
    }
    if (status == GRAZE_OK) {
        int32_t near = graze_box_index_near(&index, sides, count, reach, pairs);
        write_list(pairs, near, 2, room);
    }
    free(sides);
    free(found);
    free(pairs);
    free(storage);
}
