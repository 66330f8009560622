/* Indices of boxes over shared memory. */
#include "../core/batch.h"

#include <math.h>

/* Views after those of boundary.h: the state, and storage of the core. */
enum { BOX_INDEX_STATE = GRAZE_BOX_INDEX_PAIRS + 1, BOX_INDEX_STORAGE, BOX_INDEX_VIEWS };

/* Returns an index of `capacity` boxes, all of them empty, with room for `pairs` pairs. */
uint32_t graze_wasm_box_index_new(uint32_t axes, uint32_t capacity, uint32_t pairs)
{
    const uint64_t n = capacity;
    const uint64_t m = pairs;
    const uint64_t sizes[BOX_INDEX_VIEWS] = {
        2 * (uint64_t)axes * n * sizeof(float),
        n * sizeof(uint32_t),
        2 * m * sizeof(uint32_t),
        sizeof(GrazeBoxIndex),
        graze_box_index_size((int32_t)axes, (int32_t)capacity, (int32_t)pairs),
    };
    uint32_t handle;
    Batch* batch = batch_new(HANDLE_BOX_INDEX, sizes, BOX_INDEX_VIEWS, &handle);
    if (batch == NULL) return 0;
    batch->capacity = (int32_t)capacity;
    batch->pairs = (int32_t)pairs;
    graze_box_index_init(batch->view[BOX_INDEX_STATE], (int32_t)axes, (int32_t)capacity,
                         (int32_t)pairs, batch->view[BOX_INDEX_STORAGE]);
    float* sides = batch->view[GRAZE_BOX_INDEX_SIDES];
    for (uint64_t k = 0; k < 2 * axes * n; k++)
        sides[k] = k % (2 * axes) < axes ? INFINITY : -INFINITY;
    return handle;
}

/* Checks boxes from to end - 1; else returns false, with the fault recorded. */
static bool check_boxes(const Batch* batch, int32_t from, int32_t end)
{
    int32_t culprit = -1;
    if (from < 0 || end < from || end > batch->capacity)
        return glue_fail(GRAZE_E_BAD_INDEX, -1) != 0;
    GrazeStatus status = graze_box_index_check(
        batch->view[BOX_INDEX_STATE], batch->view[GRAZE_BOX_INDEX_SIDES], from, end, &culprit);
    return status == GRAZE_OK || glue_fail(status, culprit) != 0;
}

/* Reads boxes from `from` to end - 1 into the index. A fault's index is that of a box, or -1. */
int32_t graze_wasm_box_index_update(uint32_t index, int32_t from, int32_t end)
{
    const Batch* batch = batch_get(HANDLE_BOX_INDEX, index);
    if (batch == NULL || !check_boxes(batch, from, end)) return glue_fault.status;
    graze_box_index_update(batch->view[BOX_INDEX_STATE], batch->view[GRAZE_BOX_INDEX_SIDES], from,
                           end);
    return GRAZE_OK;
}

/* Finds the boxes that meet a box, whose numbers are not NaN; those of a third axis do not matter
   for an index of two. Returns their number, or -1. */
int32_t graze_wasm_box_index_search(uint32_t index, double min_x, double min_y, double min_z,
                                    double max_x, double max_y, double max_z)
{
    const Batch* batch = batch_get(HANDLE_BOX_INDEX, index);
    if (batch == NULL) return -1;
    const GrazeBoxIndex* state = batch->view[BOX_INDEX_STATE];
    const double two[4] = {min_x, min_y, max_x, max_y};
    const double three[6] = {min_x, min_y, min_z, max_x, max_y, max_z};
    return graze_box_index_search(state, state->axes == 2 ? two : three,
                                  batch->view[GRAZE_BOX_INDEX_FOUND]);
}

/* Returns the number of pairs found, or -1 and a fault for more than fit. */
static int32_t check_found(const Batch* batch, int32_t found)
{
    if (found <= batch->pairs) return found;
    glue_fail(GRAZE_E_FULL, found);
    return -1;
}

/* Finds the pairs among boxes 0 to count - 1 within `reach` on each axis. Returns their number, or -1
   and a fault: its index is that of a box, or with GRAZE_E_FULL the number of pairs. */
int32_t graze_wasm_box_index_near(uint32_t index, int32_t count, double reach)
{
    const Batch* batch = batch_get(HANDLE_BOX_INDEX, index);
    if (batch == NULL || !check_boxes(batch, 0, count)) return -1;
    return check_found(batch, graze_box_index_near(batch->view[BOX_INDEX_STATE],
                                                   batch->view[GRAZE_BOX_INDEX_SIDES], count, reach,
                                                   batch->view[GRAZE_BOX_INDEX_PAIRS]));
}

/* Finds the pairs of one box of each of two ranges without a common box. Returns as
   graze_wasm_box_index_near. */
int32_t graze_wasm_box_index_between(uint32_t index, int32_t first, int32_t first_count,
                                     int32_t second, int32_t second_count, double reach)
{
    const Batch* batch = batch_get(HANDLE_BOX_INDEX, index);
    if (batch == NULL) return -1;
    const int32_t capacity = batch->capacity;
    if (first < 0 || second < 0 || first_count < 0 || second_count < 0 ||
        first > capacity - first_count || second > capacity - second_count) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return -1;
    }
    if (!check_boxes(batch, first, first + first_count) ||
        !check_boxes(batch, second, second + second_count))
        return -1;
    return check_found(batch, graze_box_index_between(batch->view[BOX_INDEX_STATE],
                                                      batch->view[GRAZE_BOX_INDEX_SIDES],
                                                      (GrazeRange){first, first_count},
                                                      (GrazeRange){second, second_count}, reach,
                                                      batch->view[GRAZE_BOX_INDEX_PAIRS]));
}
