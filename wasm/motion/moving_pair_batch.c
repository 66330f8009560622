/* Batches of pairs of bodies that move and rotate, over shared memory. */
#include "../../src/tolerance.h"
#include "../core/batch.h"

#include <float.h>
#include <math.h>

/* Bits of an entry of the endings. */
enum { VANISH_BEFORE = 1, VANISH_AFTER = 2 };

/*
 * Returns a batch of `capacity` bodies with `pieces` pieces of `terms` coefficients per polynomial in
 * all, and of `pairs` pairs, zeroed.
 */
uint32_t graze_wasm_moving_pairs_new(uint32_t capacity, uint32_t pieces, uint32_t pairs,
                                     uint32_t terms)
{
    const uint64_t n = capacity;
    const uint64_t m = pairs;
    const uint64_t results = n > m ? n : m;
    const uint64_t sizes[GLUE_MOVING_PAIRS_VIEWS] = {n * sizeof(uint32_t),
                                                     n * sizeof(uint32_t),
                                                     n * sizeof(uint32_t),
                                                     n,
                                                     pieces *
                                                         (uint64_t)glue_piece_size((int32_t)terms),
                                                     m * 2 * sizeof(uint32_t),
                                                     n * GRAZE_INFLATION_TERMS * sizeof(double),
                                                     results,
                                                     results * 2 * sizeof(double),
                                                     n,
                                                     n * 2 * sizeof(double),
                                                     results * 2 * sizeof(int32_t),
                                                     n * 2 * sizeof(int32_t),
                                                     results * sizeof(uint32_t),
                                                     n * sizeof(int32_t),
                                                     results * 3 * sizeof(double),
                                                     results,
                                                     n * sizeof(GrazeMovingBody)};
    uint32_t handle;
    Batch* batch = batch_new(HANDLE_MOVING_PAIRS, sizes, GLUE_MOVING_PAIRS_VIEWS, &handle);
    if (batch == NULL) return 0;
    batch->capacity = (int32_t)capacity;
    batch_refer(batch, 0, batch->view[GRAZE_MOVING_PAIRS_SHAPES], batch->capacity);
    batch->pieces = (int32_t)pieces;
    batch->pairs = (int32_t)pairs;
    batch->terms = (int32_t)terms;
    return handle;
}

static double* inflation_of(const Batch* batch, uint32_t k)
{
    return (double*)batch->view[GRAZE_MOVING_PAIRS_INFLATIONS] + (size_t)GRAZE_INFLATION_TERMS * k;
}

/* Returns the inflation of a body; NULL if all of its coefficients are 0. */
static const double* find_inflation(const Batch* batch, uint32_t k)
{
    const double* inflation = inflation_of(batch, k);
    bool is_inflated = false;
    for (int32_t i = 0; i < GRAZE_INFLATION_TERMS; i++)
        is_inflated |= inflation[i] != 0;
    return is_inflated ? inflation : NULL;
}

/* Returns piece `first` of a batch, as the first of a body. */
static GrazePiece* piece_of(const Batch* batch, uint32_t first)
{
    char* pieces = batch->view[GRAZE_MOVING_PAIRS_PIECES];
    return (GrazePiece*)(void*)(pieces + (size_t)first * glue_piece_size(batch->terms));
}

/* Sets body `body` to that shape with a copy of that motion, whose pieces are written from index
   `first` on. A motion of a higher degree than the batch's is out of range. */
int32_t graze_wasm_moving_pairs_set(uint32_t handle, uint32_t body, uint32_t shape, uint32_t motion,
                                    uint32_t first)
{
    const Batch* batch = batch_get(HANDLE_MOVING_PAIRS, handle);
    GrazeMovingBody moving_body;
    if (batch == NULL || !glue_get_moving_body(shape, motion, 0, &moving_body))
        return glue_fault.status;
    uint32_t count = (uint32_t)moving_body.count;
    uint32_t piece_capacity = (uint32_t)batch->pieces;
    if (body >= (uint32_t)batch->capacity || count > piece_capacity ||
        first > piece_capacity - count) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return GRAZE_E_BAD_INDEX;
    }
    if (moving_body.terms > batch->terms) {
        glue_fail(GRAZE_E_OUT_OF_RANGE, 1);
        return GRAZE_E_OUT_OF_RANGE;
    }
    graze_motion_pack(&moving_body, batch->terms, (double*)(void*)piece_of(batch, first));
    ((uint32_t*)batch->view[GRAZE_MOVING_PAIRS_SHAPES])[body] = shape;
    ((uint32_t*)batch->view[GRAZE_MOVING_PAIRS_FIRST_PIECES])[body] = first;
    ((uint32_t*)batch->view[GRAZE_MOVING_PAIRS_PIECE_COUNTS])[body] = count;
    ((uint8_t*)batch->view[GRAZE_MOVING_PAIRS_ENDINGS])[body] =
        (uint8_t)((moving_body.before == GRAZE_VANISH ? VANISH_BEFORE : 0) |
                  (moving_body.after == GRAZE_VANISH ? VANISH_AFTER : 0));
    double* inflation = inflation_of(batch, body);
    for (int32_t i = 0; i < GRAZE_INFLATION_TERMS; i++)
        inflation[i] = moving_body.inflation != NULL ? moving_body.inflation[i] : 0;
    return GRAZE_OK;
}

/* Records the failure of entry k of a view; the fault's index is 8 k + view. */
static bool fail_entry(GrazeStatus status, uint32_t k, GrazeMovingPairsView view)
{
    glue_fail(status, (int32_t)(8 * k + view));
    return false;
}

bool glue_resolve_moving_body(const Batch* batch, uint32_t k)
{
    uint32_t first = ((const uint32_t*)batch->view[GRAZE_MOVING_PAIRS_FIRST_PIECES])[k];
    uint32_t count = ((const uint32_t*)batch->view[GRAZE_MOVING_PAIRS_PIECE_COUNTS])[k];
    uint8_t ending = ((const uint8_t*)batch->view[GRAZE_MOVING_PAIRS_ENDINGS])[k];
    uint32_t piece_capacity = (uint32_t)batch->pieces;
    const GrazeShape* shape =
        handle_get(HANDLE_SHAPE, ((const uint32_t*)batch->view[GRAZE_MOVING_PAIRS_SHAPES])[k]);
    if (shape == NULL) return fail_entry(GRAZE_E_STALE_HANDLE, k, GRAZE_MOVING_PAIRS_SHAPES);
    if (count == 0) return fail_entry(GRAZE_E_OUT_OF_RANGE, k, GRAZE_MOVING_PAIRS_PIECE_COUNTS);
    if (count > piece_capacity || first > piece_capacity - count) {
        return fail_entry(GRAZE_E_BAD_INDEX, k, GRAZE_MOVING_PAIRS_FIRST_PIECES);
    }
    if (ending > (VANISH_BEFORE | VANISH_AFTER)) {
        return fail_entry(GRAZE_E_OUT_OF_RANGE, k, GRAZE_MOVING_PAIRS_ENDINGS);
    }
    GrazeMovingBody* moving_body = &((GrazeMovingBody*)batch->view[GLUE_MOVING_PAIRS_RESOLVED])[k];
    *moving_body = (GrazeMovingBody){.shape = shape,
                                     .pieces = piece_of(batch, first),
                                     .terms = batch->terms,
                                     .count = (int32_t)count,
                                     .before = ending & VANISH_BEFORE ? GRAZE_VANISH : GRAZE_STAY,
                                     .after = ending & VANISH_AFTER ? GRAZE_VANISH : GRAZE_STAY,
                                     .inflation = find_inflation(batch, k)};
    int32_t culprit = 0;
    GrazeStatus status = graze_motion_check(moving_body, &culprit);
    if (status == GRAZE_OK) return true;
    if (culprit == moving_body->count) return fail_entry(status, k, GRAZE_MOVING_PAIRS_INFLATIONS);
    return fail_entry(status, first + (uint32_t)culprit, GRAZE_MOVING_PAIRS_PIECES);
}

/* Resolves the bodies of the first `count` pairs, each once. */
static bool resolve_pairs(const Batch* batch, int32_t count)
{
    const uint32_t* pairs = batch->view[GRAZE_MOVING_PAIRS_PAIRS];
    GrazeMovingBody* bodies = batch->view[GLUE_MOVING_PAIRS_RESOLVED];
    for (uint32_t i = 0; i < 2 * (uint32_t)count; i++) {
        if (pairs[i] >= (uint32_t)batch->capacity) {
            return fail_entry(GRAZE_E_BAD_INDEX, i / 2, GRAZE_MOVING_PAIRS_PAIRS);
        }
        bodies[pairs[i]].shape = NULL;
    }
    for (uint32_t i = 0; i < 2 * (uint32_t)count; i++) {
        if (bodies[pairs[i]].shape == NULL && !glue_resolve_moving_body(batch, pairs[i]))
            return false;
    }
    return true;
}

bool glue_next_group(GlueGroup* group, int32_t count)
{
    const int32_t* ends = group->batch->view[GRAZE_MOVING_PAIRS_GROUP_ENDS];
    if (group->end >= count) return false;
    if (group->end > 0) group->index++;
    group->begin = group->end;
    group->end = group->size > 0 ? group->begin + group->size : ends[group->index];
    return true;
}

int32_t glue_count_groups(const Batch* batch, int32_t count, int32_t capacity, int32_t size)
{
    const int32_t* ends = batch->view[GRAZE_MOVING_PAIRS_GROUP_ENDS];
    bool is_good = count >= 0 && count <= capacity && size >= 0 && (size == 0 || count % size == 0);
    int32_t groups = is_good && size > 0 ? count / size : 0;
    for (int32_t end = 0; size == 0 && is_good && end < count; end = ends[groups++])
        is_good = ends[groups] > end && ends[groups] <= count;
    if (is_good) return groups;
    glue_fail(GRAZE_E_BAD_INDEX, -1);
    return -1;
}

bool glue_write_group(const GlueGroupResults* results, int32_t k, const GrazeGroupContact* contact)
{
    size_t i = 2 * (size_t)k;
    results->statuses[k] = (uint8_t)contact->status;
    results->times[i] = contact->lo;
    results->times[i + 1] = contact->hi;
    results->bodies[i] = contact->first;
    results->bodies[i + 1] = contact->second;
    return contact->status != GRAZE_CONTACT_FREE;
}

/*
 * Returns whether a given tolerance can be met for two bodies; called before anything is written.
 */
static bool check_tolerance(const Batch* batch, uint32_t a, uint32_t b, GrazeMotionOptions options)
{
    const GrazeMovingBody* bodies = batch->view[GLUE_MOVING_PAIRS_RESOLVED];
    double tolerance = options.tolerance;
    if (isnan(tolerance)) return true;
    graze_motion_defaults(&bodies[a], &bodies[b], &options);
    return glue_check_tolerance(
        tolerance, graze_motion_min_tolerance(&bodies[a], &bodies[b], options.from, options.to));
}

/*
 * Returns whether a given tolerance can certainly be met for all pairs of the resolved bodies in the
 * list: whether it can at the latest time of their motions and of the query.
 */
static bool is_wide_tolerance(const Batch* batch, const uint32_t* list, uint32_t count,
                              const GrazeMotionOptions* options)
{
    const GrazeMovingBody* bodies = batch->view[GLUE_MOVING_PAIRS_RESOLVED];
    double latest = 0x1p-900; /* ulps of smaller times are not smaller */
    if (isnan(options->tolerance)) return true;
    if (isfinite(options->from)) latest = fmax(latest, fabs(options->from));
    if (isfinite(options->to)) latest = fmax(latest, fabs(options->to));
    for (uint32_t i = 0; i < count; i++) {
        const GrazeMovingBody* body = &bodies[list[i]];
        /* The first two numbers of a piece are its beginning and its end. */
        const double* first = (const double*)(const void*)body->pieces;
        size_t stride = glue_piece_size(body->terms) / sizeof(double);
        double begin = fabs(first[0]);
        double end = fabs(first[stride * (size_t)(body->count - 1) + 1]);
        if (begin > latest) latest = begin;
        if (end > latest) latest = end;
    }
    return options->tolerance >= GRAZE_TIME_ULPS * DBL_EPSILON * latest;
}

/* Adds the pair of bodies a and b to the first contact of a group. */
static void add_pair(const Batch* batch, GrazeGroupContact* contact, int32_t a, int32_t b,
                     const GrazeMotionOptions* options)
{
    const GrazeMovingBody* bodies = batch->view[GLUE_MOVING_PAIRS_RESOLVED];
    graze_group_add_pair(contact, a, b, &bodies[a], &bodies[b], options);
}

static int32_t write_pair_contacts(const Batch* batch, int32_t count, int32_t group_size,
                                   GrazeMotionOptions options)
{
    const int32_t* pairs = batch->view[GRAZE_MOVING_PAIRS_PAIRS];
    const GlueGroupResults results = {batch->view[GRAZE_MOVING_PAIRS_STATUSES],
                                      batch->view[GRAZE_MOVING_PAIRS_TIMES],
                                      batch->view[GRAZE_MOVING_PAIRS_CONTACT_BODIES]};
    if (glue_count_groups(batch, count, batch->pairs, group_size) < 0) return -1;
    if (!resolve_pairs(batch, count)) return -1;
    bool is_wide = is_wide_tolerance(batch, (const uint32_t*)pairs, 2 * (uint32_t)count, &options);
    for (int32_t k = 0; k < count && !is_wide; k++) {
        if (!check_tolerance(batch, (uint32_t)pairs[2 * (size_t)k],
                             (uint32_t)pairs[2 * (size_t)k + 1], options))
            return -1;
    }
    GlueGroup group = {.batch = batch, .size = group_size};
    int32_t found = 0;
    while (glue_next_group(&group, count)) {
        GrazeGroupContact contact;
        graze_group_clear(&contact);
        for (int32_t k = group.begin; k < group.end; k++)
            add_pair(batch, &contact, pairs[2 * (size_t)k], pairs[2 * (size_t)k + 1], &options);
        found += glue_write_group(&results, group.index, &contact);
    }
    return found;
}

/* Returns the group that has the body; a body beyond `count` is one of its own. */
static GlueGroup find_group(const Batch* batch, int32_t count, int32_t group_size, int32_t body)
{
    GlueGroup group = {.batch = batch, .size = group_size};
    while (glue_next_group(&group, count)) {
        if (body < group.end) return group;
    }
    return (GlueGroup){.index = -1, .begin = body, .end = body + 1};
}

static int32_t write_body_contacts(const Batch* batch, int32_t count, int32_t body,
                                   int32_t group_size, GrazeMotionOptions options)
{
    const GlueGroupResults results = {batch->view[GRAZE_MOVING_PAIRS_FOUND_STATUSES],
                                      batch->view[GRAZE_MOVING_PAIRS_FOUND_TIMES],
                                      batch->view[GRAZE_MOVING_PAIRS_FOUND_BODIES]};
    if (glue_count_groups(batch, count, batch->capacity, group_size) < 0) return -1;
    const GlueGroup own = find_group(batch, count, group_size, body);
    for (int32_t k = own.begin; k < own.end; k++) {
        if (!glue_resolve_moving_body(batch, (uint32_t)k)) return -1;
    }
    for (int32_t k = 0; k < count; k++) {
        bool is_own = k >= own.begin && k < own.end;
        if (!is_own && !glue_resolve_moving_body(batch, (uint32_t)k)) return -1;
    }
    for (int32_t k = 0; k < count; k++) {
        bool is_own = k >= own.begin && k < own.end;
        for (int32_t part = own.begin; part < own.end && !is_own; part++) {
            if (!check_tolerance(batch, (uint32_t)part, (uint32_t)k, options)) return -1;
        }
    }
    GlueGroup group = {.batch = batch, .size = group_size};
    int32_t found = 0;
    while (glue_next_group(&group, count)) {
        GrazeGroupContact contact;
        graze_group_clear(&contact);
        if (group.index == own.index) contact.lo = contact.hi = 0;
        for (int32_t part = own.begin; part < own.end && group.index != own.index; part++) {
            for (int32_t k = group.begin; k < group.end; k++)
                add_pair(batch, &contact, part, k, &options);
        }
        found += glue_write_group(&results, group.index, &contact);
    }
    return found;
}

/*
 * Writes the first contacts of groups of pairs 0 to count - 1; or, for a `body` that is not -1,
 * those of its group with the other groups of bodies 0 to count - 1. A `group_size` above 0 is the
 * number of successive records of each group; 0: the view of group ends has the end of each, of
 * which the last is `count`. Returns the number of results that are not free, or -1 and a fault. The
 * options are those of a single query.
 */
int32_t graze_wasm_moving_pairs_contacts(uint32_t handle, int32_t count, int32_t body,
                                         int32_t group_size, double from, double to,
                                         double tolerance, double distance_tolerance,
                                         int32_t max_iterations, int32_t touching)
{
    const Batch* batch = batch_get(HANDLE_MOVING_PAIRS, handle);
    if (batch == NULL) return -1;
    if (body >= batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return -1;
    }
    GrazeMotionOptions options = MOTION_OPTIONS(GRAZE_METHOD_CERTIFIED);
    return body < 0 ? write_pair_contacts(batch, count, group_size, options)
                    : write_body_contacts(batch, count, body, group_size, options);
}

/*
 * Writes the least clearances of groups of pairs 0 to count - 1, as far as they are below `limit`, to the
 * first entries of their views; the groups are those of graze_wasm_moving_pairs_contacts. The tolerance is
 * not used. Returns the number of groups that come nearer than the limit, or -1 and a fault.
 */
int32_t graze_wasm_moving_pairs_clearances(uint32_t handle, int32_t count, int32_t group_size,
                                           double limit, double from, double to, double tolerance,
                                           double distance_tolerance, int32_t max_iterations)
{
    const Batch* batch = batch_get(HANDLE_MOVING_PAIRS, handle);
    if (batch == NULL) return -1;
    if (glue_count_groups(batch, count, batch->pairs, group_size) < 0) return -1;
    if (!resolve_pairs(batch, count)) return -1;
    const GrazeMotionOptions options = {from,
                                        to,
                                        tolerance,
                                        distance_tolerance,
                                        max_iterations,
                                        GRAZE_METHOD_CERTIFIED,
                                        GRAZE_TOUCHING_CONFLICT};
    const GrazeMovingBody* bodies = batch->view[GLUE_MOVING_PAIRS_RESOLVED];
    const int32_t* pairs = batch->view[GRAZE_MOVING_PAIRS_PAIRS];
    double* clearances = batch->view[GRAZE_MOVING_PAIRS_CLEARANCES];
    uint8_t* statuses = batch->view[GRAZE_MOVING_PAIRS_CLEARANCE_STATUSES];
    int32_t* nearest = batch->view[GRAZE_MOVING_PAIRS_CONTACT_BODIES];
    GlueGroup group = {.batch = batch, .size = group_size};
    int32_t found = 0;
    while (glue_next_group(&group, count)) {
        GrazeGroupClearance clearance;
        graze_group_clearance_clear(&clearance, limit);
        for (int32_t k = group.begin; k < group.end; k++) {
            int32_t a = pairs[2 * (size_t)k];
            int32_t b = pairs[2 * (size_t)k + 1];
            graze_group_clearance_add_pair(&clearance, a, b, &bodies[a], &bodies[b], &options,
                                           limit);
        }
        size_t k = (size_t)group.index;
        clearances[3 * k] = clearance.lo;
        clearances[3 * k + 1] = clearance.hi;
        clearances[3 * k + 2] = clearance.time;
        statuses[k] = (uint8_t)clearance.status;
        nearest[2 * k] = clearance.first;
        nearest[2 * k + 1] = clearance.second;
        found += clearance.first >= 0;
    }
    return found;
}
