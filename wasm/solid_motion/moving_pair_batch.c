/* Batches of pairs of bodies in space that move, over shared memory. */
#include "../core/batch.h"
#include "query.h"

#include <math.h>
#include <string.h>

/* Views after those of boundary.h: motions and bodies in the form that the core takes. */
enum { MOTIONS = GRAZE_SOLID_MOVING_PAIRS_CLEARANCE_STATUSES + 1, BODIES, VIEWS };

/* Bits of an entry of the endings. */
enum { VANISH_BEFORE = 1, VANISH_AFTER = 2 };

/* Parent of a body that moves in the world. */
enum { NO_PARENT = -1 };

/* Returns a batch of `capacity` bodies with `pieces` pieces in all, and of `pairs` pairs: zeroed, but
   that all bodies move in the world. */
uint32_t graze_wasm_solid_moving_pairs_new(uint32_t capacity, uint32_t pieces, uint32_t pairs)
{
    const uint64_t n = capacity;
    const uint64_t m = pairs;
    const uint64_t sizes[VIEWS] = {n * sizeof(uint32_t),
                                   n * sizeof(uint32_t),
                                   n * sizeof(uint32_t),
                                   n,
                                   n * sizeof(int32_t),
                                   pieces * (uint64_t)sizeof(GrazeSolidPiece),
                                   m * 2 * sizeof(uint32_t),
                                   m,
                                   m * 2 * sizeof(double),
                                   n,
                                   n * 2 * sizeof(double),
                                   m * 3 * sizeof(double),
                                   m,
                                   n * sizeof(GrazeSolidMotion),
                                   n * sizeof(GrazeMovingSolid)};
    uint32_t handle;
    Batch* batch = batch_new(HANDLE_SOLID_MOVING_PAIRS, sizes, VIEWS, &handle);
    if (batch == NULL) return 0;
    batch->capacity = (int32_t)capacity;
    batch->pieces = (int32_t)pieces;
    batch->pairs = (int32_t)pairs;
    batch_refer(batch, 0, batch->view[GRAZE_SOLID_MOVING_PAIRS_SHAPES], batch->capacity);
    memset(batch->view[GRAZE_SOLID_MOVING_PAIRS_PARENTS], NO_PARENT, (size_t)n * sizeof(int32_t));
    return handle;
}

/* Returns whether pieces from `first` on are pieces of a batch. */
static bool has_pieces(const Batch* batch, uint32_t first, uint32_t count)
{
    uint32_t capacity = (uint32_t)batch->pieces;
    return count <= capacity && first <= capacity - count;
}

/* Sets body `body` to that solid, in the frame of body `parent`, with a copy of that motion's own
   pieces, which are written from index `first` on. */
int32_t graze_wasm_solid_moving_pairs_set(uint32_t handle, uint32_t body, uint32_t solid,
                                          uint32_t motion, uint32_t first, int32_t parent)
{
    const Batch* batch = batch_get(HANDLE_SOLID_MOVING_PAIRS, handle);
    GrazeMovingSolid moving;
    if (batch == NULL || !glue_get_moving_solid(solid, motion, 0, &moving))
        return glue_fault.status;
    uint32_t count = (uint32_t)moving.motion->count;
    if (body >= (uint32_t)batch->capacity || !has_pieces(batch, first, count) ||
        parent < NO_PARENT || parent >= batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return GRAZE_E_BAD_INDEX;
    }
    GrazeSolidPiece* pieces = batch->view[GRAZE_SOLID_MOVING_PAIRS_PIECES];
    memcpy(pieces + first, moving.motion->pieces, count * sizeof *pieces);
    ((uint32_t*)batch->view[GRAZE_SOLID_MOVING_PAIRS_SHAPES])[body] = solid;
    ((uint32_t*)batch->view[GRAZE_SOLID_MOVING_PAIRS_FIRST_PIECES])[body] = first;
    ((uint32_t*)batch->view[GRAZE_SOLID_MOVING_PAIRS_PIECE_COUNTS])[body] = count;
    ((int32_t*)batch->view[GRAZE_SOLID_MOVING_PAIRS_PARENTS])[body] = parent;
    ((uint8_t*)batch->view[GRAZE_SOLID_MOVING_PAIRS_ENDINGS])[body] =
        (uint8_t)((moving.motion->before == GRAZE_VANISH ? VANISH_BEFORE : 0) |
                  (moving.motion->after == GRAZE_VANISH ? VANISH_AFTER : 0));
    return GRAZE_OK;
}

/* Records the failure of entry k of a view; the fault's index is 8 k + view. */
static bool fail_entry(GrazeStatus status, uint32_t k, GrazeSolidMovingPairsView view)
{
    glue_fail(status, (int32_t)(8 * k + view));
    return false;
}

/* Describes the motion of body k by its records; its parent's may be unknown yet. */
static bool describe_motion(const Batch* batch, uint32_t k)
{
    uint32_t first = ((const uint32_t*)batch->view[GRAZE_SOLID_MOVING_PAIRS_FIRST_PIECES])[k];
    uint32_t count = ((const uint32_t*)batch->view[GRAZE_SOLID_MOVING_PAIRS_PIECE_COUNTS])[k];
    uint8_t ending = ((const uint8_t*)batch->view[GRAZE_SOLID_MOVING_PAIRS_ENDINGS])[k];
    int32_t parent = ((const int32_t*)batch->view[GRAZE_SOLID_MOVING_PAIRS_PARENTS])[k];
    GrazeSolidMotion* motions = batch->view[MOTIONS];
    if (count == 0)
        return fail_entry(GRAZE_E_OUT_OF_RANGE, k, GRAZE_SOLID_MOVING_PAIRS_PIECE_COUNTS);
    if (!has_pieces(batch, first, count))
        return fail_entry(GRAZE_E_BAD_INDEX, k, GRAZE_SOLID_MOVING_PAIRS_FIRST_PIECES);
    if (ending > (VANISH_BEFORE | VANISH_AFTER))
        return fail_entry(GRAZE_E_OUT_OF_RANGE, k, GRAZE_SOLID_MOVING_PAIRS_ENDINGS);
    if (parent < NO_PARENT || parent >= batch->capacity)
        return fail_entry(GRAZE_E_BAD_INDEX, k, GRAZE_SOLID_MOVING_PAIRS_PARENTS);
    motions[k] = (GrazeSolidMotion){
        .pieces = (GrazeSolidPiece*)batch->view[GRAZE_SOLID_MOVING_PAIRS_PIECES] + first,
        .count = (int32_t)count,
        .before = ending & VANISH_BEFORE ? GRAZE_VANISH : GRAZE_STAY,
        .after = ending & VANISH_AFTER ? GRAZE_VANISH : GRAZE_STAY,
        .parent = parent == NO_PARENT ? NULL : &motions[parent]};
    return true;
}

/* Resolves the motion of body k and its chain, unless it is known. Of a chain that comes back to one
   of its motions the check finds too many links. */
static bool resolve_motion(const Batch* batch, uint32_t k)
{
    const int32_t* parents = batch->view[GRAZE_SOLID_MOVING_PAIRS_PARENTS];
    const GrazeSolidMotion* motions = batch->view[MOTIONS];
    int32_t added[GRAZE_SOLID_MAX_LINKS + 1];
    int32_t count = 0;
    for (int32_t i = (int32_t)k; i != NO_PARENT && motions[i].pieces == NULL; i = parents[i]) {
        if (!describe_motion(batch, (uint32_t)i)) return false;
        added[count++] = i;
        if (count > GRAZE_SOLID_MAX_LINKS)
            return fail_entry(GRAZE_E_OUT_OF_RANGE, k, GRAZE_SOLID_MOVING_PAIRS_PARENTS);
    }
    while (count-- > 0) {
        const GrazeSolidMotion* motion = &motions[added[count]];
        const GrazeSolidPiece* all = batch->view[GRAZE_SOLID_MOVING_PAIRS_PIECES];
        int32_t culprit = 0;
        GrazeStatus status = graze_solid_motion_check(motion, &culprit);
        if (status == GRAZE_OK) continue;
        if (culprit == motion->count)
            return fail_entry(status, (uint32_t)added[count], GRAZE_SOLID_MOVING_PAIRS_PARENTS);
        return fail_entry(status, (uint32_t)(motion->pieces - all + culprit),
                          GRAZE_SOLID_MOVING_PAIRS_PIECES);
    }
    return true;
}

/* Resolves body k and its motion, unless it is known. */
static bool resolve_body(const Batch* batch, uint32_t k)
{
    const uint32_t* solids = batch->view[GRAZE_SOLID_MOVING_PAIRS_SHAPES];
    GrazeMovingSolid* body = (GrazeMovingSolid*)batch->view[BODIES] + k;
    if (body->solid != NULL) return true;
    const GrazeSolid* solid = handle_get(HANDLE_SOLID, solids[k]);
    if (solid == NULL) return fail_entry(GRAZE_E_STALE_HANDLE, k, GRAZE_SOLID_MOVING_PAIRS_SHAPES);
    if (!resolve_motion(batch, k)) return false;
    *body = (GrazeMovingSolid){solid, (GrazeSolidMotion*)batch->view[MOTIONS] + k};
    return true;
}

/* Looks up a batch of which no body is resolved yet, and checks a count of its records. */
static Batch* begin_query(uint32_t handle, int32_t count, bool is_of_pairs)
{
    Batch* batch = batch_get(HANDLE_SOLID_MOVING_PAIRS, handle);
    if (batch == NULL) return NULL;
    if (count < 0 || count > (is_of_pairs ? batch->pairs : batch->capacity)) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return NULL;
    }
    memset(batch->view[MOTIONS], 0, (size_t)batch->capacity * sizeof(GrazeSolidMotion));
    memset(batch->view[BODIES], 0, (size_t)batch->capacity * sizeof(GrazeMovingSolid));
    return batch;
}

/* Resolves the bodies of the first `count` pairs. */
static bool resolve_pairs(const Batch* batch, int32_t count)
{
    const uint32_t* pairs = batch->view[GRAZE_SOLID_MOVING_PAIRS_PAIRS];
    for (uint32_t i = 0; i < 2 * (uint32_t)count; i++) {
        if (pairs[i] >= (uint32_t)batch->capacity)
            return fail_entry(GRAZE_E_BAD_INDEX, i / 2, GRAZE_SOLID_MOVING_PAIRS_PAIRS);
        if (!resolve_body(batch, pairs[i])) return false;
    }
    return true;
}

/* A query of two bodies of a batch. */
typedef struct {
    const GrazeMovingSolid *a, *b;
    GrazeMotionOptions options;
    double limit;
    GrazeSolidContact contact;
    GrazeSolidClearance clearance;
} Query;

/* Sets the bodies and completes the options; returns false if a given tolerance cannot be met. */
static bool begin_pair(const Batch* batch, uint32_t a, uint32_t b,
                       const GrazeMotionOptions* options, Query* out)
{
    const GrazeMovingSolid* bodies = batch->view[BODIES];
    out->a = &bodies[a];
    out->b = &bodies[b];
    out->options = *options;
    graze_solid_motion_defaults(out->a, out->b, &out->options);
    return glue_check_tolerance(
        options->tolerance,
        graze_solid_motion_min_tolerance(out->a, out->b, out->options.from, out->options.to));
}

static GrazeStatus find_contact(void* arguments, const GrazeSolidScratch* scratch)
{
    Query* query = arguments;
    return graze_solid_contact_bracket(query->a, query->b, &query->options, scratch,
                                       &query->contact);
}

static GrazeStatus find_clearance(void* arguments, const GrazeSolidScratch* scratch)
{
    Query* query = arguments;
    return graze_solid_clearance(query->a, query->b, &query->options, query->limit, scratch,
                                 &query->clearance);
}

/* Returns a body of pair k of a query: of the list of pairs, or the one body and body k. */
static uint32_t body_of(const Batch* batch, int32_t one, int32_t k, int side)
{
    const uint32_t* pairs = batch->view[GRAZE_SOLID_MOVING_PAIRS_PAIRS];
    if (one < 0) return pairs[2 * (size_t)k + (size_t)side];
    return (uint32_t)(side == 0 ? one : k);
}

/*
 * Writes the first contacts of pairs 0 to count - 1; or, for a `body` that is not -1, those of it with
 * bodies 0 to count - 1, of which it is free of itself. Returns the number of those that are not
 * free, or -1 and a fault. All records are checked before anything is written.
 */
int32_t graze_wasm_solid_moving_pairs_contacts(uint32_t handle, int32_t count, int32_t body,
                                               double from, double to, double tolerance,
                                               double distance_tolerance, int32_t max_iterations,
                                               int32_t touching)
{
    const GrazeMotionOptions options = MOTION_OPTIONS(GRAZE_METHOD_CERTIFIED);
    const Batch* batch = begin_query(handle, count, body < 0);
    if (batch == NULL) return -1;
    if (body >= batch->capacity) {
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return -1;
    }
    bool is_one = body >= 0;
    if (is_one && !resolve_body(batch, (uint32_t)body)) return -1;
    for (int32_t k = 0; k < count && is_one; k++)
        if (!resolve_body(batch, (uint32_t)k)) return -1;
    if (!is_one && !resolve_pairs(batch, count)) return -1;
    Query query;
    for (int32_t k = 0; k < count && !isnan(tolerance); k++)
        if (k != body && !begin_pair(batch, body_of(batch, body, k, 0), body_of(batch, body, k, 1),
                                     &options, &query))
            return -1;
    uint8_t* statuses = batch->view[is_one ? GRAZE_SOLID_MOVING_PAIRS_FOUND_STATUSES
                                           : GRAZE_SOLID_MOVING_PAIRS_STATUSES];
    double* times =
        batch->view[is_one ? GRAZE_SOLID_MOVING_PAIRS_FOUND_TIMES : GRAZE_SOLID_MOVING_PAIRS_TIMES];
    int32_t found = 0;
    for (int32_t k = 0; k < count; k++) {
        query.contact = (GrazeSolidContact){.status = GRAZE_CONTACT_FREE};
        if (k != body) {
            begin_pair(batch, body_of(batch, body, k, 0), body_of(batch, body, k, 1), &options,
                       &query);
            if (glue_run_solid(find_contact, &query) != GRAZE_OK) return -1;
        }
        statuses[k] = (uint8_t)query.contact.status;
        times[2 * (size_t)k] = query.contact.lo;
        times[2 * (size_t)k + 1] = query.contact.hi;
        found += query.contact.status != GRAZE_CONTACT_FREE;
    }
    return found;
}

/* Writes the clearances of pairs 0 to count - 1, as far as they are below `limit`. Returns the number
   of those that come nearer than that, or -1 and a fault. */
int32_t graze_wasm_solid_moving_pairs_clearances(uint32_t handle, int32_t count, double limit,
                                                 double from, double to, double distance_tolerance,
                                                 int32_t max_iterations)
{
    const GrazeMotionOptions options = {from,
                                        to,
                                        NAN,
                                        distance_tolerance,
                                        max_iterations,
                                        GRAZE_METHOD_CERTIFIED,
                                        GRAZE_TOUCHING_CONFLICT};
    const Batch* batch = begin_query(handle, count, true);
    if (batch == NULL || !resolve_pairs(batch, count)) return -1;
    double* clearances = batch->view[GRAZE_SOLID_MOVING_PAIRS_CLEARANCES];
    uint8_t* statuses = batch->view[GRAZE_SOLID_MOVING_PAIRS_CLEARANCE_STATUSES];
    int32_t found = 0;
    for (int32_t k = 0; k < count; k++) {
        Query query = {.limit = limit};
        begin_pair(batch, body_of(batch, -1, k, 0), body_of(batch, -1, k, 1), &options, &query);
        if (glue_run_solid(find_clearance, &query) != GRAZE_OK) return -1;
        const GrazeSolidClearance* c = &query.clearance;
        bool is_near = c->hi < INFINITY;
        clearances[3 * (size_t)k] = c->lo;
        clearances[3 * (size_t)k + 1] = c->hi;
        clearances[3 * (size_t)k + 2] = is_near ? c->time : INFINITY;
        statuses[k] = (uint8_t)c->status;
        found += is_near;
    }
    return found;
}

/* Joins the time of a motion's pieces to [*from, *to]. */
static void join_span(const GrazeSolidMotion* motion, double* from, double* to)
{
    for (; motion != NULL; motion = motion->parent) {
        double begin = motion->pieces[0].t0;
        double end = motion->pieces[motion->count - 1].t1;
        if (!(end > begin)) continue;
        *from = fmin(*from, begin);
        *to = fmax(*to, end);
    }
}

/* Part of the size of the largest body that is added to a reach: twice the distance tolerance of two
   bodies, and room for rounding. */
static const double REACH_SLACK = 4e-9;

/*
 * Finds the pairs of bodies 0 to count - 1 that may come within `reach` in [from, to], of which NaNs are
 * the first and last time of their pieces, and writes them to the pairs. Returns their number, or one
 * more than the room if there are more: then nothing is written; or -1 and a fault.
 */
int32_t graze_wasm_solid_moving_pairs_near(uint32_t handle, int32_t count, double reach,
                                           double from, double to, int32_t steps)
{
    const Batch* batch = begin_query(handle, count, false);
    if (batch == NULL) return -1;
    double size = 0;
    double begin = INFINITY;
    double end = -INFINITY;
    for (int32_t k = 0; k < count; k++) {
        if (!resolve_body(batch, (uint32_t)k)) return -1;
        const GrazeMovingSolid* body = (const GrazeMovingSolid*)batch->view[BODIES] + k;
        size = fmax(size, body->solid->extent + (double)body->solid->radius);
        join_span(body->motion, &begin, &end);
    }
    if (!(begin <= end)) begin = end = 0;
    if (isnan(from)) from = isnan(to) ? begin : fmin(begin, to);
    if (isnan(to)) to = fmax(end, from);
    size_t room = graze_solid_moving_near_size(count, batch->pairs);
    size_t lists = (size_t)batch->pairs * sizeof(uint32_t);
    uint32_t* first = glue_allocate_scratch((uint32_t)(room + 2 * lists + 32), 1);
    if (first == NULL) return -1;
    uint32_t* second = first + batch->pairs;
    char* storage = (char*)first + ((2 * lists + 15) & ~(size_t)15);
    int32_t found = graze_solid_moving_near(batch->view[BODIES], count, reach + REACH_SLACK * size,
                                            from, to, steps, storage, batch->pairs, first, second);
    uint32_t* pairs = batch->view[GRAZE_SOLID_MOVING_PAIRS_PAIRS];
    for (int32_t k = 0; k < found && found <= batch->pairs; k++) {
        pairs[2 * (size_t)k] = first[k];
        pairs[2 * (size_t)k + 1] = second[k];
    }
    return found;
}
