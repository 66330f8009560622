/* Many pairs of bodies that move and turn, over shared memory. */
#include "glue_batch.h"

#include <math.h>

/* Bits of an entry of the endings. */
enum { VANISH_BEFORE = 1, VANISH_AFTER = 2 };

/* A batch of `capacity` bodies with `pieces` in all, and of `pairs`. Zeroed. */
uint32_t graze_wasm_movers_new(uint32_t capacity, uint32_t pieces, uint32_t pairs)
{
    const uint64_t n = capacity;
    const uint64_t m = pairs;
    const uint64_t results = n > m ? n : m;
    const uint64_t sizes[GLUE_MOVERS_VIEWS] = {n * sizeof(uint32_t),
                                               n * sizeof(uint32_t),
                                               n * sizeof(uint32_t),
                                               n,
                                               pieces * (uint64_t)sizeof(GrazePiece),
                                               m * 2 * sizeof(uint32_t),
                                               results,
                                               results * 2 * sizeof(double),
                                               n,
                                               n * 2 * sizeof(double),
                                               n * sizeof(GrazeMover)};
    uint32_t handle;
    Batch* batch = batch_new(HANDLE_MOVERS, sizes, GLUE_MOVERS_VIEWS, &handle);
    if (batch == NULL) return 0;
    batch->capacity = (int32_t)capacity;
    batch->pieces = (int32_t)pieces;
    batch->pairs = (int32_t)pairs;
    return handle;
}

/* Makes body `body` that shape with a copy of that motion, whose pieces go to `first` and behind it. */
int32_t graze_wasm_movers_set(uint32_t handle, uint32_t body, uint32_t shape, uint32_t motion,
                              uint32_t first)
{
    const Batch* batch = batch_get(HANDLE_MOVERS, handle);
    GrazeMover mover;
    if (batch == NULL || !glue_look_up(shape, motion, 0, &mover)) return glue_fault.status;
    uint32_t count = (uint32_t)mover.count;
    uint32_t room = (uint32_t)batch->pieces;
    if (body >= (uint32_t)batch->capacity || count > room || first > room - count) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return GRAZE_E_BAD_INDEX;
    }
    GrazePiece* pieces = batch->view[GRAZE_MOVERS_PIECES];
    __builtin_memcpy(&pieces[first], mover.pieces, count * sizeof *pieces);
    ((uint32_t*)batch->view[GRAZE_MOVERS_SHAPES])[body] = shape;
    ((uint32_t*)batch->view[GRAZE_MOVERS_FIRSTS])[body] = first;
    ((uint32_t*)batch->view[GRAZE_MOVERS_COUNTS])[body] = count;
    ((uint8_t*)batch->view[GRAZE_MOVERS_ENDINGS])[body] =
        (uint8_t)((mover.before == GRAZE_VANISH ? VANISH_BEFORE : 0) |
                  (mover.after == GRAZE_VANISH ? VANISH_AFTER : 0));
    return GRAZE_OK;
}

/* A fault's index is 8 k + view: entry k of that view. */
static bool fail_entry(GrazeStatus status, uint32_t k, GrazeMoversView view)
{
    glue_fail(status, (int32_t)(8 * k + view));
    return false;
}

bool glue_resolve_mover(const Batch* batch, uint32_t k)
{
    const GrazePiece* pieces = batch->view[GRAZE_MOVERS_PIECES];
    uint32_t first = ((const uint32_t*)batch->view[GRAZE_MOVERS_FIRSTS])[k];
    uint32_t count = ((const uint32_t*)batch->view[GRAZE_MOVERS_COUNTS])[k];
    uint8_t ending = ((const uint8_t*)batch->view[GRAZE_MOVERS_ENDINGS])[k];
    uint32_t room = (uint32_t)batch->pieces;
    const GrazeShape* shape =
        handle_get(HANDLE_SHAPE, ((const uint32_t*)batch->view[GRAZE_MOVERS_SHAPES])[k]);
    if (shape == NULL) return fail_entry(GRAZE_E_STALE_HANDLE, k, GRAZE_MOVERS_SHAPES);
    if (count == 0) return fail_entry(GRAZE_E_OUT_OF_RANGE, k, GRAZE_MOVERS_COUNTS);
    if (count > room || first > room - count) {
        return fail_entry(GRAZE_E_BAD_INDEX, k, GRAZE_MOVERS_FIRSTS);
    }
    if (ending > (VANISH_BEFORE | VANISH_AFTER)) {
        return fail_entry(GRAZE_E_OUT_OF_RANGE, k, GRAZE_MOVERS_ENDINGS);
    }
    GrazeMover* mover = &((GrazeMover*)batch->view[GLUE_MOVERS_RESOLVED])[k];
    *mover = (GrazeMover){shape, &pieces[first], (int32_t)count,
                          ending & VANISH_BEFORE ? GRAZE_VANISH : GRAZE_HOLD,
                          ending & VANISH_AFTER ? GRAZE_VANISH : GRAZE_HOLD};
    int32_t culprit = 0;
    GrazeStatus status = graze_motion_check(mover, &culprit);
    if (status == GRAZE_OK) return true;
    return fail_entry(status, first + (uint32_t)culprit, GRAZE_MOVERS_PIECES);
}

/* Resolves the bodies of the first `count` pairs, each once. */
static bool resolve_pairs(const Batch* batch, int32_t count)
{
    const uint32_t* ends = batch->view[GRAZE_MOVERS_PAIRS];
    GrazeMover* movers = batch->view[GLUE_MOVERS_RESOLVED];
    for (uint32_t i = 0; i < 2 * (uint32_t)count; i++) {
        if (ends[i] >= (uint32_t)batch->capacity) {
            return fail_entry(GRAZE_E_BAD_INDEX, i / 2, GRAZE_MOVERS_PAIRS);
        }
        movers[ends[i]].shape = NULL;
    }
    for (uint32_t i = 0; i < 2 * (uint32_t)count; i++) {
        if (movers[ends[i]].shape == NULL && !glue_resolve_mover(batch, ends[i])) return false;
    }
    return true;
}

/* Where results go: an entry per pair, or per body. */
typedef struct {
    uint8_t* statuses;
    double* times;
} Results;

static void put(Results to, int32_t k, int32_t status, double lo, double hi)
{
    to.statuses[k] = (uint8_t)status;
    to.times[2 * (size_t)k] = lo;
    to.times[2 * (size_t)k + 1] = hi;
}

/* Returns whether a tolerance that was given can be kept for two bodies: before anything is written. */
static bool check_tolerance(const Batch* batch, uint32_t a, uint32_t b, GrazeMotionOptions options)
{
    const GrazeMover* movers = batch->view[GLUE_MOVERS_RESOLVED];
    double given = options.tolerance;
    if (isnan(given)) return true;
    graze_motion_usual(&movers[a], &movers[b], &options);
    return glue_check_tolerance(
        given, graze_motion_least_tolerance(&movers[a], &movers[b], options.from, options.to));
}

/* The first contact of two bodies goes to entry k. Returns whether there may be one. */
static bool judge(const Batch* batch, Results to, int32_t k, uint32_t a, uint32_t b,
                  GrazeMotionOptions options)
{
    const GrazeMover* movers = batch->view[GLUE_MOVERS_RESOLVED];
    GrazeContactStatus status;
    double lo;
    double hi;
    graze_motion_usual(&movers[a], &movers[b], &options);
    graze_contact_bracket(&movers[a], &movers[b], &options, &status, &lo, &hi);
    put(to, k, (int32_t)status, lo, hi);
    return status != GRAZE_CONTACT_FREE;
}

static int32_t judge_pairs(const Batch* batch, int32_t count, GrazeMotionOptions options)
{
    const uint32_t* ends = batch->view[GRAZE_MOVERS_PAIRS];
    const Results to = {batch->view[GRAZE_MOVERS_STATUSES], batch->view[GRAZE_MOVERS_TIMES]};
    if (!resolve_pairs(batch, count)) return -1;
    int32_t found = 0;
    for (int32_t k = 0; k < count; k++) {
        if (!check_tolerance(batch, ends[2 * (size_t)k], ends[2 * (size_t)k + 1], options))
            return -1;
    }
    for (int32_t k = 0; k < count; k++)
        found += judge(batch, to, k, ends[2 * (size_t)k], ends[2 * (size_t)k + 1], options);
    return found;
}

static int32_t judge_one(const Batch* batch, int32_t count, int32_t body,
                         GrazeMotionOptions options)
{
    const Results to = {batch->view[GRAZE_MOVERS_FOUND_STATUSES],
                        batch->view[GRAZE_MOVERS_FOUND_TIMES]};
    if (!glue_resolve_mover(batch, (uint32_t)body)) return -1;
    for (int32_t k = 0; k < count; k++) {
        if (k != body && !glue_resolve_mover(batch, (uint32_t)k)) return -1;
    }
    for (int32_t k = 0; k < count; k++) {
        if (k != body && !check_tolerance(batch, (uint32_t)body, (uint32_t)k, options)) return -1;
    }
    int32_t found = 0;
    for (int32_t k = 0; k < count; k++) {
        if (k != body) {
            found += judge(batch, to, k, (uint32_t)body, (uint32_t)k, options);
        } else {
            put(to, k, GRAZE_CONTACT_FREE, 0, 0);
        }
    }
    return found;
}

/*
 * The first contacts of pairs 0 to count - 1; or, for a `body` that is not -1, of that body with bodies 0 to
 * count - 1, itself left out. Returns how many are not free, or -1 and a fault. Options as of a single query.
 */
int32_t graze_wasm_movers_contacts(uint32_t handle, int32_t count, int32_t body, double from,
                                   double to, double tolerance, double slack, int32_t budget)
{
    const Batch* batch = batch_get(HANDLE_MOVERS, handle);
    if (batch == NULL) return -1;
    int32_t most = body < 0 ? batch->pairs : batch->capacity;
    if (count < 0 || count > most || body >= batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return -1;
    }
    GrazeMotionOptions options = {from, to, tolerance, slack, budget, GRAZE_METHOD_CERTIFIED};
    return body < 0 ? judge_pairs(batch, count, options) : judge_one(batch, count, body, options);
}
