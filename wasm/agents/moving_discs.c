/* Moving discs, one pair at a time and in batches. */
#include "../core/batch.h"

int32_t graze_wasm_approach_discs(double x1, double y1, double vx1, double vy1, double t0_1,
                                  double t1_1, double r1, double x2, double y2, double vx2,
                                  double vy2, double t0_2, double t1_2, double r2)
{
    GrazeMovingDisc disc1 = {x1, y1, vx1, vy1, t0_1, t1_1, r1};
    GrazeMovingDisc disc2 = {x2, y2, vx2, vy2, t0_2, t1_2, r2};
    glue_fault = (GrazeFault){graze_moving_disc_check(&disc1), 0};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    glue_fault = (GrazeFault){graze_moving_disc_check(&disc2), 1};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    graze_approach_discs(&disc1, &disc2, &glue_result.approach);
    return GRAZE_OK;
}

int32_t graze_wasm_approach_box(double x, double y, double vx, double vy, double t0, double t1,
                                double radius, double box_x, double box_y, double width,
                                double height)
{
    GrazeMovingDisc disc = {x, y, vx, vy, t0, t1, radius};
    GrazeBox box = {box_x, box_y, width, height};
    glue_fault = (GrazeFault){graze_moving_disc_check(&disc), 0};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    glue_fault = (GrazeFault){graze_box_check(&box), 1};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    graze_approach_box(&disc, &box, &glue_result.approach);
    return GRAZE_OK;
}

/* Views after those of boundary.h: scratch memory of the core. */
enum { MOVING_DISCS_SCRATCH = GRAZE_MOVING_DISCS_AGENTS + 1, MOVING_DISCS_VIEWS };

enum { MOVING_DISC_NUMBERS = sizeof(GrazeMovingDisc) / sizeof(double) };

/* Returns a batch of `records` moving discs (float32 or float64 numbers) and `pairs` pairs of
   record indices. All views are zeroed, except for agents: each record has its own index. */
uint32_t graze_wasm_moving_discs_new(uint32_t records, uint32_t pairs, int32_t is_double)
{
    const uint32_t number = is_double ? sizeof(double) : sizeof(float);
    const uint64_t sizes[MOVING_DISCS_VIEWS] = {
        (uint64_t)records * MOVING_DISC_NUMBERS * number,
        (uint64_t)pairs * 2 * sizeof(uint32_t),
        (uint64_t)pairs,
        (uint64_t)pairs * 2 * sizeof(double),
        (uint64_t)pairs * 2 * sizeof(double),
        (uint64_t)records * sizeof(uint32_t),
        graze_moving_discs_scratch((int32_t)records),
    };
    uint32_t handle;
    Batch* batch = batch_new(HANDLE_MOVING_DISCS, sizes, MOVING_DISCS_VIEWS, &handle);
    if (batch == NULL) return 0;
    batch->capacity = (int32_t)records;
    batch->pairs = (int32_t)pairs;
    batch->has_extra = is_double;
    uint32_t* agents = batch->view[GRAZE_MOVING_DISCS_AGENTS];
    for (uint32_t k = 0; k < records; k++)
        agents[k] = k;
    return handle;
}

static GrazeMovingDiscs batch_discs(const Batch* batch)
{
    return (GrazeMovingDiscs){batch->view[GRAZE_MOVING_DISCS_RECORDS], batch->has_extra};
}

static GrazeConflictBatch batch_conflicts(const Batch* batch)
{
    return (GrazeConflictBatch){batch->view[GRAZE_MOVING_DISCS_PAIRS],
                                batch->view[GRAZE_MOVING_DISCS_RELATIONS],
                                batch->view[GRAZE_MOVING_DISCS_INTERVALS],
                                batch->view[GRAZE_MOVING_DISCS_CLEARANCES], batch->pairs};
}

/* Checks a range of records; else returns false, with the fault recorded. */
static bool check_records(const Batch* batch, int32_t first, int32_t count)
{
    if (first < 0 || count < 0 || count > batch->capacity || first > batch->capacity - count)
        return glue_fail(GRAZE_E_BAD_INDEX, first) != 0;
    GrazeMovingDiscs discs = batch_discs(batch);
    int32_t culprit = -1;
    GrazeStatus status = graze_moving_discs_check(&discs, first, count, &culprit);
    return status == GRAZE_OK || glue_fail(status, culprit) != 0;
}

/* Checks every record to which the first `count` pairs point, before any result is written. If
   there may be no more records than pairs, checking all records first is quicker. */
static bool check_pairs(const Batch* batch, int32_t count)
{
    const uint32_t* pairs = batch->view[GRAZE_MOVING_DISCS_PAIRS];
    const bool all_checked = batch->capacity <= count && check_records(batch, 0, batch->capacity);
    for (int32_t k = 0; k < 2 * count; k++) {
        if (pairs[k] >= (uint32_t)batch->capacity) return glue_fail(GRAZE_E_BAD_INDEX, k / 2) != 0;
        if (!all_checked && !check_records(batch, (int32_t)pairs[k], 1)) return false;
    }
    return true;
}

/* Computes the conflicts of pairs 0 to count - 1. Returns the number of pairs in contact, or -1
   (see the glue_fault record). */
int32_t graze_wasm_moving_discs_conflicts(uint32_t handle, int32_t count)
{
    const Batch* batch = batch_get(HANDLE_MOVING_DISCS, handle);
    if (batch == NULL) return -1;
    if (count < 0 || count > batch->pairs) {
        glue_fail(GRAZE_E_BAD_INDEX, count);
        return -1;
    }
    if (!check_pairs(batch, count)) return -1;
    GrazeMovingDiscs discs = batch_discs(batch);
    GrazeConflictBatch out = batch_conflicts(batch);
    return graze_moving_discs_conflicts(&discs, count, &out);
}

/*
 * Finds the pairs in contact between the `first_count` records from `first` on and the
 * `second_count` records from `second` on, two ranges without a common record; or for second = -1
 * among the former, which then begin at 0. Returns their number, or -1 and a fault: its index is
 * that of a record, -1 for the batch itself; with GRAZE_E_FULL, the number of pairs.
 */
int32_t graze_wasm_moving_discs_find_conflicts(uint32_t handle, int32_t first, int32_t first_count,
                                               int32_t second, int32_t second_count)
{
    const Batch* batch = batch_get(HANDLE_MOVING_DISCS, handle);
    if (batch == NULL || !check_records(batch, first, first_count)) return -1;
    if (second >= 0 && !check_records(batch, second, second_count)) return -1;
    GrazeMovingDiscs discs = batch_discs(batch);
    GrazeConflictBatch out = batch_conflicts(batch);
    const uint32_t* agents = batch->view[GRAZE_MOVING_DISCS_AGENTS];
    void* scratch = batch->view[MOVING_DISCS_SCRATCH];
    int32_t found =
        second < 0 ? graze_moving_discs_among(&discs, agents, first_count, scratch, &out)
                   : graze_moving_discs_between(&discs, agents, (GrazeRange){first, first_count},
                                                (GrazeRange){second, second_count}, scratch, &out);
    if (found <= batch->pairs) return found;
    glue_fail(GRAZE_E_FULL, found);
    return -1;
}

/*
 * Finds the pairs among records 0 to count - 1 that come within `reach` of each other at a time in
 * [from, to]. Returns their number, or -1 and a fault as graze_wasm_moving_discs_find_conflicts.
 */
int32_t graze_wasm_moving_discs_near(uint32_t handle, int32_t count, double reach, double from,
                                     double to)
{
    const Batch* batch = batch_get(HANDLE_MOVING_DISCS, handle);
    if (batch == NULL || !check_records(batch, 0, count)) return -1;
    GrazeMovingDiscs discs = batch_discs(batch);
    GrazeConflictBatch out = batch_conflicts(batch);
    GrazeNearOptions options = {reach, from, to};
    int32_t found = graze_moving_discs_near(&discs, batch->view[GRAZE_MOVING_DISCS_AGENTS], count,
                                            &options, batch->view[MOVING_DISCS_SCRATCH], &out);
    if (found <= batch->pairs) return found;
    glue_fail(GRAZE_E_FULL, found);
    return -1;
}

/* Finds the nearest of these pairs. Returns 1, with the pair in the result; 0 if there is none; or
   -1 and a fault. */
int32_t graze_wasm_moving_discs_nearest(uint32_t handle, int32_t count, double reach, double from,
                                        double to)
{
    const Batch* batch = batch_get(HANDLE_MOVING_DISCS, handle);
    if (batch == NULL || !check_records(batch, 0, count)) return -1;
    GrazeMovingDiscs discs = batch_discs(batch);
    GrazeNearOptions options = {reach, from, to};
    return graze_moving_discs_nearest(&discs, batch->view[GRAZE_MOVING_DISCS_AGENTS], count,
                                      &options, batch->view[MOVING_DISCS_SCRATCH],
                                      &glue_result.nearest_discs);
}
