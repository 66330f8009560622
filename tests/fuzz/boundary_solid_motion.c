/* Calls about bodies in space that move: motions in chains, and every query of two bodies. */
#include "boundary_world.h"
#include "check.h"
#include "solid.h"

#include <math.h>
#include <string.h>

enum { PIECES = 3, TIMES = 6, SCRATCH_VERTICES = 4096 };

/* The core's motions, by the number of their objects. Those of parents stay when these are freed,
   as in the boundary. */
static GrazeSolidMotion motions[MAX_THINGS];
static GrazeSolidPiece pieces[MAX_THINGS][PIECES];

/* Returns the core's motion of a live object, or NULL. */
static const GrazeSolidMotion* motion_of(Picked picked)
{
    const Thing* thing = is_good(picked, HANDLE_SOLID_MOTION) ? thing_of(picked) : NULL;
    return thing != NULL ? &motions[thing - world.things] : NULL;
}

/* Draws a piece of degree 1, which continues where the previous one ends. */
static void draw_piece(GrazeSolidPiece* piece, const GrazeSolidPiece* previous)
{
    static const double AXES[3][3] = {{0, 0, 1}, {0.6, 0.8, 0}, {1, 0, 0}};
    const double* axis = AXES[below(3)];
    double* c[4] = {piece->x, piece->y, piece->z, piece->angle};
    memset(piece, 0, sizeof *piece);
    piece->t0 = previous != NULL ? previous->t1 : (double)below(4);
    piece->t1 = piece->t0 + (double)below(16) / 4;
    for (int k = 0; k < 4; k++) {
        c[k][0] = number();
        c[k][1] = number();
    }
    memcpy(piece->axis, axis, sizeof piece->axis);
    piece->quaternion[3] = 1;
    piece->pivot[0] = (double)below(4) / 4;
    if (previous == NULL || below(8) == 7) return;
    const double* p[4] = {previous->x, previous->y, previous->z, previous->angle};
    for (int k = 0; k < 4; k++)
        c[k][0] = p[k][0] + (previous->t1 - previous->t0) * p[k][1];
    memcpy(piece->axis, previous->axis, sizeof piece->axis);
    memcpy(piece->pivot, previous->pivot, sizeof piece->pivot);
}

void make_solid_motion(void)
{
    int32_t count = below(PIECES + 1);
    Picked parent = below(2) ? pick(HANDLE_SOLID_MOTION) : (Picked){0, -1};
    int32_t before = below(2);
    int32_t after = below(2);
    int32_t place = world.count;
    world.call = "motion in space";
    GrazeSolidPiece* stage = graze_wasm_solid_motion_stage((uint32_t)count);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    GrazeSolidPiece* own = pieces[place];
    for (int32_t k = 0; k < count; k++)
        draw_piece(&own[k], k > 0 ? &own[k - 1] : NULL);
    if (count > 0 && below(16) == 15) own[0].axis[2] = number();
    memcpy(stage, own, (size_t)count * sizeof *own);
    motions[place] = (GrazeSolidMotion){.pieces = own,
                                        .count = count,
                                        .before = (GrazeEnding)before,
                                        .after = (GrazeEnding)after,
                                        .parent = motion_of(parent)};
    int32_t index = -1;
    bool is_stale = parent.handle != 0 && motions[place].parent == NULL;
    GrazeStatus status =
        is_stale ? GRAZE_E_STALE_HANDLE : graze_solid_motion_check(&motions[place], &index);
    uint32_t handle = graze_wasm_solid_motion_new(stage, count, before, after, parent.handle);
    if (!check_status(handle == 0 ? graze_wasm_fault()->status : GRAZE_OK, status, index)) return;
    CHECK(handle != 0, "no handle and no fault");
    Thing* thing = add_thing(handle, HANDLE_SOLID_MOTION);
    CHECK(thing == &world.things[place], "%d", place);
}

/* Checks a call that answers whether a body exists, or -1. */
static bool check_presence(int32_t found, bool is_live, bool is_present)
{
    GrazeStatus status = is_live ? GRAZE_OK : GRAZE_E_STALE_HANDLE;
    if (!check_status(found < 0 ? graze_wasm_fault()->status : GRAZE_OK, status, -1)) return false;
    CHECK(found == is_present, "present %d, the core's %d", found, is_present);
    return is_present;
}

/* A body that moves; `status` and `index` of the fault that a query of it has. */
typedef struct {
    uint32_t solid, motion;
    GrazeMovingSolid body;
    GrazeStatus status;
    int32_t index;
} Mover;

/* Draws a body, which is a point if `or_point` and its handle is 0. */
static Mover draw_mover(bool or_point)
{
    static const GrazeSolidPoint zero = {0, 0, 0};
    static const GrazeSolid point = {.vertices = &zero, .count = 1};
    Picked solid = pick(HANDLE_SOLID);
    Picked motion = pick(HANDLE_SOLID_MOTION);
    const Thing* thing = is_good(solid, HANDLE_SOLID) ? thing_of(solid) : NULL;
    bool is_point = or_point && solid.handle == 0;
    Mover mover = {
        solid.handle, motion.handle, {thing != NULL ? &thing->solid : NULL, NULL}, GRAZE_OK, 0};
    if (is_point) mover.body.solid = &point;
    mover.body.motion = motion_of(motion);
    if (mover.body.motion == NULL) {
        mover.status = GRAZE_E_STALE_HANDLE;
        mover.index = 1;
    }
    if (mover.body.solid == NULL) {
        mover.status = GRAZE_E_STALE_HANDLE;
        mover.index = 0;
    }
    return mover;
}

void query_solid_motion(void)
{
    Mover mover = draw_mover(true);
    const GrazeSolidMotion* motion = mover.body.motion;
    double t = (double)below(32) / 4;
    double to = t + (double)below(16) / 4;
    int32_t parts = 1 + below(3);
    GrazeSolidPose pose;
    GrazeSolidVelocity velocity;
    GrazeSolidMotionBounds bounds;
    double error;
    world.call = "query of a motion in space";
    bool is_present = motion != NULL && graze_solid_motion_pose(motion, t, 0, &pose, &error);
    if (check_presence(graze_wasm_solid_motion_pose(mover.motion, t), motion != NULL, is_present))
        check_result(&pose, sizeof pose);
    if (is_present)
        graze_solid_motion_velocity(motion, t, velocity.velocity, velocity.angular_velocity);
    if (check_presence(graze_wasm_solid_motion_velocity(mover.motion, t), motion != NULL,
                       is_present))
        check_result(&velocity, sizeof velocity);
    int32_t found = graze_wasm_solid_motion_bounds(mover.motion, t, to, parts, mover.solid);
    if (!check_status(found, mover.status, mover.index)) return;
    graze_solid_motion_bounds(&mover.body, t, to, parts, &bounds);
    check_result(&bounds, sizeof bounds);
}

/* ---- two bodies ---- */

typedef struct {
    Mover a, b;
    QueryOptions given;
    GrazeMotionOptions options; /* with defaults */
    GrazeStatus pair_status;    /* of the bodies alone */
    GrazeStatus status;
    int32_t index;
    GrazeSolidScratch scratch;
} Meeting;

#define HANDLES(m) (m)->a.solid, (m)->a.motion, (m)->b.solid, (m)->b.motion
#define BODIES(m)  &(m)->a.body, &(m)->b.body

static Meeting draw_meeting(void)
{
    Meeting m;
    m.a = draw_mover(false);
    m.b = draw_mover(false);
    m.given = make_options(1);
    bool is_of_a = m.a.status != GRAZE_OK;
    m.pair_status = is_of_a ? m.a.status : m.b.status;
    m.index = is_of_a ? m.a.index : 2 + m.b.index;
    if (m.a.solid == 0 || m.b.solid == 0) {
        m.pair_status = GRAZE_E_STALE_HANDLE;
        m.index = m.a.solid == 0 ? 0 : 2;
    }
    m.status = m.pair_status;
    m.options = motion_options(&m.given);
    if (m.status != GRAZE_OK) return m;
    graze_solid_motion_defaults(BODIES(&m), &m.options);
    double min_tolerance =
        graze_solid_motion_min_tolerance(BODIES(&m), m.options.from, m.options.to);
    if (m.given.tolerance < min_tolerance) {
        m.status = GRAZE_E_TOO_FINE;
        m.index = -1;
    }
    return m;
}

static void check_contact(const Meeting* m)
{
    GrazeSolidContact own;
    if (check_status(graze_wasm_solid_first_contact(HANDLES(m), QUERY(m->given)), m->status,
                     m->index)) {
        graze_solid_first_contact(BODIES(m), &m->options, &m->scratch, &own);
        check_result(&own, sizeof own);
    }
    double time = graze_wasm_solid_time_to_collision(HANDLES(m), QUERY(m->given));
    int32_t status = isnan(time) ? graze_wasm_fault()->status : GRAZE_OK;
    if (!check_status(status, m->status, m->index)) return;
    graze_solid_first_contact(BODIES(m), &m->options, &m->scratch, &own);
    double from = isnan(m->given.from) ? m->options.from : m->given.from;
    double expected = own.status == GRAZE_CONTACT_FREE ? INFINITY : own.lo - from;
    CHECK(same_bits(time, expected), "%a, expected %a", time, expected);
}

/* Checks the first contact by a method, and its trace. Few iterations suffice for what the boundary
   adds. */
static void check_methods(const Meeting* m)
{
    enum { MOST = 8 };
    GrazeSolidContact own;
    GrazeSolidContactRound rounds[MOST];
    double times[MOST];
    QueryOptions given = m->given;
    GrazeMotionOptions options = m->options;
    given.method = below(4);
    given.max_iterations = options.max_iterations = 1 + below(MOST);
    options.method = (GrazeContactMethod)given.method;
    bool is_published = given.method >= GRAZE_METHOD_BCDA;
    GrazeStatus due = m->status;
    int32_t index = m->index;
    if (due == GRAZE_OK) {
        bool is_convex_a = m->a.body.solid->compound == NULL;
        if (!is_convex_a || m->b.body.solid->compound != NULL) due = GRAZE_E_NOT_CONVEX;
        index = is_convex_a ? 2 : 0;
    }
    int32_t status = graze_wasm_solid_first_contact_by(HANDLES(m), QUERY(given));
    if (!check_status(status, due, index)) {
        status = graze_wasm_solid_trace_contact(HANDLES(m), QUERY(given));
        check_status(status, due, index);
        double time = graze_wasm_solid_time_to_collision_by(HANDLES(m), QUERY(given));
        check_status(isnan(time) ? graze_wasm_fault()->status : GRAZE_OK, due, index);
        return;
    }
    graze_solid_trace_contact_by(BODIES(m), &options, &m->scratch, times, rounds, MOST, &own);
    check_result(&own, sizeof own);
    double time = graze_wasm_solid_time_to_collision_by(HANDLES(m), QUERY(given));
    double from = isnan(given.from) ? options.from : given.from;
    double expected = own.status == GRAZE_CONTACT_FREE ? INFINITY : own.lo - from;
    CHECK(same_bits(time, expected), "%a, expected %a", time, expected);
    status = graze_wasm_solid_trace_contact(HANDLES(m), QUERY(given));
    if (!check_status(status, GRAZE_OK, -1)) return;
    check_result(&own, sizeof own);
    if (own.iterations > MOST) return;
    for (int32_t k = 0; k < own.iterations && !is_published; k++)
        rounds[k] = (GrazeSolidContactRound){.time = times[k]};
    check_list(rounds, own.iterations, sizeof *rounds);
}

static void check_intervals(const Meeting* m)
{
    int32_t most = max_intervals();
    int32_t count = 0;
    if (m->status == GRAZE_OK)
        graze_solid_contact_intervals(BODIES(m), &m->options, &m->scratch, core.intervals,
                                      MAX_RECORDS, &count);
    bool is_long = m->status == GRAZE_OK && count > most;
    GrazeStatus status = is_long ? GRAZE_E_TOO_MANY : m->status;
    int32_t found = graze_wasm_solid_contact_intervals(HANDLES(m), QUERY(m->given), most);
    if (check_status(found, status, is_long ? -1 : m->index))
        check_list(core.intervals, count, sizeof *core.intervals);
}

static void check_delays(const Meeting* m)
{
    int32_t most = max_intervals();
    int32_t count = 0;
    int32_t index = m->index;
    GrazeStatus status = m->pair_status;
    double ends[2];
    for (int k = 0; k < 2; k++)
        ends[k] = below(4) == 0 ? NAN : (double)below(16) - 8 + 8 * k;
    double from = fmin(ends[0], ends[1]);
    double to = ends[1];
    if (isnan(ends[0])) from = NAN;
    double asked[2] = {from, to};
    GrazeMotionOptions options = motion_options(&m->given);
    if (status == GRAZE_OK) {
        graze_solid_unsafe_motion_delays_defaults(BODIES(m), &from, &to, &options);
        double finest =
            graze_solid_unsafe_motion_delays_min_tolerance(BODIES(m), from, to, &options);
        if (m->given.tolerance < finest) {
            status = GRAZE_E_TOO_FINE;
            index = -1;
        }
    }
    if (status == GRAZE_OK)
        graze_solid_unsafe_motion_delays(BODIES(m), from, to, &options, &m->scratch, core.intervals,
                                         MAX_RECORDS, &count);
    bool is_long = status == GRAZE_OK && count > most;
    if (is_long) status = GRAZE_E_TOO_MANY;
    int32_t found = graze_wasm_solid_unsafe_motion_delays(HANDLES(m), QUERY(m->given), asked[0],
                                                          asked[1], most);
    if (check_status(found, status, is_long ? -1 : index))
        check_list(core.intervals, count, sizeof *core.intervals);
}

static void check_clearance(const Meeting* m)
{
    double limit = below(2) ? INFINITY : (double)below(4);
    GrazeSolidClearance own;
    int32_t found = graze_wasm_solid_clearance(HANDLES(m), QUERY(m->given), limit);
    if (!check_status(found, m->status, m->index)) return;
    graze_solid_clearance(BODIES(m), &m->options, limit, &m->scratch, &own);
    check_result(&own, sizeof own);
}

static void check_separations(const Meeting* m)
{
    int32_t count = below(TIMES);
    double given[TIMES];
    double own[TIMES];
    double* times = graze_wasm_solid_times_stage((uint32_t)count);
    if (times == NULL) {
        check_out_of_memory();
        return;
    }
    for (int32_t k = 0; k < count; k++)
        times[k] = given[k] = (double)below(32) / 4;
    int32_t found = graze_wasm_solid_separations_at(HANDLES(m), times, count);
    if (!check_status(found, m->pair_status, m->index)) return;
    graze_solid_separations_at(BODIES(m), given, count, &m->scratch, own, NULL);
    for (int32_t k = 0; k < count; k++)
        CHECK(same_bits(times[k], own[k]), "%a at %a, expected %a", times[k], given[k], own[k]);
}

void query_moving_solids(void)
{
    static void (*const CHECKS[])(const Meeting*) = {check_contact,     check_intervals,
                                                     check_delays,      check_clearance,
                                                     check_separations, check_methods};
    static char* memory;
    size_t size = graze_solid_scratch_size(SCRATCH_VERTICES);
    if (memory == NULL) memory = solid_room(size);
    Meeting m = draw_meeting();
    m.scratch = (GrazeSolidScratch){memory, size};
    world.call = "query of moving bodies in space";
    CHECKS[below((int32_t)(sizeof CHECKS / sizeof *CHECKS))](&m);
}

/* ---- batches ---- */

enum { MOVERS = 3, MOVER_PAIRS = 2 };

/* A batch of pairs (0, 1) and (1, 2), and the core's bodies. */
typedef struct {
    uint32_t handle;
    GrazeSolidMotion motions[MOVERS];
    GrazeMovingSolid bodies[MOVERS];
    GrazeSolidScratch scratch;
} MoverBatch;

/* Sets the bodies of a batch, each in the frame of an earlier one or in the world; returns false if one
   is refused. */
static bool set_movers(MoverBatch* batch)
{
    uint32_t first = 0;
    for (int32_t k = 0; k < MOVERS; k++) {
        Mover mover = draw_mover(false);
        int32_t parent = below(k + 1) - 1;
        if (mover.solid == 0) return false;
        int32_t found = graze_wasm_solid_moving_pairs_set(batch->handle, (uint32_t)k, mover.solid,
                                                          mover.motion, first, parent);
        if (!check_status(found, mover.status, mover.index)) return false;
        const GrazeSolidMotion* motion = mover.body.motion;
        batch->motions[k] = *motion;
        batch->motions[k].parent = parent < 0 ? NULL : &batch->motions[parent];
        batch->bodies[k] = (GrazeMovingSolid){mover.body.solid, &batch->motions[k]};
        first += (uint32_t)motion->count;
    }
    return true;
}

/* Checks a number of answers, or -1. */
static bool check_answers(int32_t found, GrazeStatus status, int32_t index)
{
    return check_status(found == -1 ? graze_wasm_fault()->status : GRAZE_OK, status, index);
}

static void check_first_contacts(const MoverBatch* batch, int32_t body)
{
    QueryOptions given = make_options(1);
    GrazeMotionOptions options = motion_options(&given);
    int32_t count = body < 0 ? MOVER_PAIRS : MOVERS;
    int32_t expected = 0;
    uint8_t statuses[MOVERS];
    double times[2 * MOVERS];
    GrazeStatus status = GRAZE_OK;
    options.method = GRAZE_METHOD_CERTIFIED;
    for (int32_t k = 0; k < count; k++) {
        GrazeSolidContact own = {.status = GRAZE_CONTACT_FREE};
        const GrazeMovingSolid* a = &batch->bodies[body < 0 ? k : body];
        const GrazeMovingSolid* b = &batch->bodies[body < 0 ? k + 1 : k];
        GrazeMotionOptions complete = options;
        if (a != b) {
            graze_solid_motion_defaults(a, b, &complete);
            if (given.tolerance <
                graze_solid_motion_min_tolerance(a, b, complete.from, complete.to))
                status = GRAZE_E_TOO_FINE;
            graze_solid_contact_bracket(a, b, &complete, &batch->scratch, &own);
        }
        statuses[k] = (uint8_t)own.status;
        times[2 * k] = own.lo;
        times[2 * k + 1] = own.hi;
        expected += own.status != GRAZE_CONTACT_FREE;
    }
    int32_t found = graze_wasm_solid_moving_pairs_contacts(
        batch->handle, count, body, given.from, given.to, given.tolerance, given.distance_tolerance,
        given.max_iterations, given.touching);
    if (!check_answers(found, status, -1)) return;
    CHECK(found == expected, "%d contacts, the core has %d", found, expected);
    bool is_one = body >= 0;
    int32_t of_statuses =
        is_one ? GRAZE_SOLID_MOVING_PAIRS_FOUND_STATUSES : GRAZE_SOLID_MOVING_PAIRS_STATUSES;
    int32_t of_times =
        is_one ? GRAZE_SOLID_MOVING_PAIRS_FOUND_TIMES : GRAZE_SOLID_MOVING_PAIRS_TIMES;
    CHECK(same_bytes(graze_wasm_batch_view(batch->handle, of_statuses), statuses, (size_t)count),
          "%s", "other statuses than the core's");
    CHECK(same_bytes(graze_wasm_batch_view(batch->handle, of_times), times,
                     2 * (size_t)count * sizeof *times),
          "%s", "other times than the core's");
}

static void check_clearances(const MoverBatch* batch)
{
    QueryOptions given = make_options(1);
    GrazeMotionOptions options = motion_options(&given);
    double limit = below(2) ? INFINITY : (double)below(4);
    int32_t found = graze_wasm_solid_moving_pairs_clearances(
        batch->handle, MOVER_PAIRS, limit, given.from, given.to, given.distance_tolerance,
        given.max_iterations);
    if (!check_answers(found, GRAZE_OK, -1)) return;
    const double* clearances =
        graze_wasm_batch_view(batch->handle, GRAZE_SOLID_MOVING_PAIRS_CLEARANCES);
    const uint8_t* statuses =
        graze_wasm_batch_view(batch->handle, GRAZE_SOLID_MOVING_PAIRS_CLEARANCE_STATUSES);
    options.method = GRAZE_METHOD_CERTIFIED;
    options.touching = GRAZE_TOUCHING_CONFLICT;
    options.tolerance = NAN;
    for (int32_t k = 0; k < MOVER_PAIRS; k++) {
        const GrazeMovingSolid* a = &batch->bodies[k];
        GrazeMotionOptions complete = options;
        GrazeSolidClearance own;
        graze_solid_motion_defaults(a, a + 1, &complete);
        graze_solid_clearance(a, a + 1, &complete, limit, &batch->scratch, &own);
        bool is_near = own.hi < INFINITY;
        found -= is_near;
        CHECK(same_bits(clearances[3 * k], own.lo) && same_bits(clearances[3 * k + 1], own.hi) &&
                  same_bits(clearances[3 * k + 2], is_near ? own.time : INFINITY) &&
                  statuses[k] == own.status,
              "pair %d: [%a, %a], the core has [%a, %a]", k, clearances[3 * k],
              clearances[3 * k + 1], own.lo, own.hi);
    }
    CHECK(found == 0, "%d more pairs than the core has", found);
}

/* Every pair that meets is found; no other ones where the boxes over all of the time are apart.
   Pairs that few iterations leave undecided may be found or not: those that use up the default
   budget, which grows with the turns, take seconds. */
static void check_near(const MoverBatch* batch)
{
    enum { MOST_ITERATIONS = 256 };
    double from = (double)below(8);
    double to = from + (double)below(8);
    int32_t found =
        graze_wasm_solid_moving_pairs_near(batch->handle, MOVERS, 0, from, to, 1 + below(4));
    if (!check_answers(found, GRAZE_OK, -1)) return;
    CHECK(found <= MOVER_PAIRS + 1, "%d pairs", found);
    const uint32_t* pairs = graze_wasm_batch_view(batch->handle, GRAZE_SOLID_MOVING_PAIRS_PAIRS);
    int32_t meeting = 0;
    for (int32_t a = 0; a < MOVERS; a++)
        for (int32_t b = a + 1; b < MOVERS; b++) {
            GrazeMotionOptions options = {.from = from,
                                          .to = to,
                                          .tolerance = NAN,
                                          .distance_tolerance = NAN,
                                          .max_iterations = MOST_ITERATIONS,
                                          .touching = GRAZE_TOUCHING_ALLOWED};
            GrazeSolidContact own;
            graze_solid_motion_defaults(&batch->bodies[a], &batch->bodies[b], &options);
            graze_solid_contact_bracket(&batch->bodies[a], &batch->bodies[b], &options,
                                        &batch->scratch, &own);
            bool is_meeting =
                own.status == GRAZE_CONTACT_HIT || own.status == GRAZE_CONTACT_OVERLAPPING;
            bool is_found = found > MOVER_PAIRS;
            for (int32_t k = 0; k < found && found <= MOVER_PAIRS; k++)
                is_found |= (int32_t)pairs[2 * k] == a && (int32_t)pairs[2 * k + 1] == b;
            meeting += is_meeting;
            CHECK(is_found || !is_meeting, "%d and %d meet and were not found", a, b);
        }
    CHECK(found >= meeting, "%d pairs, %d meet", found, meeting);
}

void query_solid_moving_pairs(void)
{
    static char* memory;
    static MoverBatch batch;
    size_t size = graze_solid_scratch_size(SCRATCH_VERTICES);
    if (memory == NULL) memory = solid_room(size);
    world.call = "moving pairs in space";
    batch.scratch = (GrazeSolidScratch){memory, size};
    batch.handle = graze_wasm_solid_moving_pairs_new(MOVERS, MOVERS * PIECES, MOVER_PAIRS);
    if (batch.handle == 0) {
        check_out_of_memory();
        return;
    }
    if (set_movers(&batch)) {
        uint32_t* pairs = graze_wasm_batch_view(batch.handle, GRAZE_SOLID_MOVING_PAIRS_PAIRS);
        for (uint32_t k = 0; k < 2 * MOVER_PAIRS; k++)
            pairs[k] = k / 2 + k % 2;
        if (below(2)) check_first_contacts(&batch, below(MOVERS + 1) - 1);
        if (below(2)) check_clearances(&batch);
        check_near(&batch);
    }
    CHECK(graze_wasm_free(batch.handle) == GRAZE_OK, "not freed");
    check_answers(graze_wasm_solid_moving_pairs_near(batch.handle, MOVERS, 0, 0, 1, 1) == -1 ? -1
                                                                                             : 0,
                  GRAZE_E_STALE_HANDLE, -1);
}

/* ---- paths ---- */

enum { PATH_STEPS = 72 };

/* A path, and that of the core. */
typedef struct {
    uint32_t handle;
    GrazeSolidPath path;
    _Alignas(16) float blocks[6 * PATH_STEPS];
} DrawnPath;

/* Makes a path of a drawn body; returns false if it is refused. */
static bool draw_path(const GrazeClock* clock, double z, DrawnPath* out)
{
    Mover mover = draw_mover(false);
    out->handle = graze_wasm_solid_path_new(mover.solid, mover.motion, clock->t0, clock->t1,
                                            clock->step, clock->x, clock->y, z);
    GrazeStatus status = mover.solid == 0 ? GRAZE_E_STALE_HANDLE : mover.status;
    int32_t index = mover.solid == 0 ? 0 : mover.index;
    GrazeStatus found = out->handle == 0 ? (GrazeStatus)graze_wasm_fault()->status : GRAZE_OK;
    if (!check_status((int32_t)found, status, index)) return false;
    graze_solid_path_init(&out->path, &mover.body, clock, z, out->blocks);
    return true;
}

/* A path keeps the motion, whose handle may be freed. */
static void check_kept_motion(const DrawnPath* drawn, double z)
{
    const GrazeClock* c = &drawn->path.clock;
    GrazeSolidPiece* stage = graze_wasm_solid_motion_stage(1);
    Picked solid = pick(HANDLE_SOLID);
    if (stage == NULL || !is_good(solid, HANDLE_SOLID)) return;
    draw_piece(stage, NULL);
    int32_t before = below(2);
    int32_t after = below(2);
    uint32_t motion = graze_wasm_solid_motion_new(stage, 1, before, after, 0);
    if (motion == 0) return;
    uint32_t path =
        graze_wasm_solid_path_new(solid.handle, motion, c->t0, c->t1, c->step, c->x, c->y, z);
    CHECK(graze_wasm_free(motion) == GRAZE_OK, "motion %u", motion);
    if (path == 0) return;
    CHECK(graze_wasm_solid_path_span(path) == GRAZE_OK, "path %u", path);
    check_status(graze_wasm_solid_path_boxes(path, 0, 1), GRAZE_OK, -1);
    CHECK(graze_wasm_free(path) == GRAZE_OK, "path %u", path);
    CHECK(graze_wasm_free(path) == GRAZE_E_STALE_HANDLE, "path %u", path);
    CHECK(graze_wasm_solid_path_span(path) == GRAZE_E_STALE_HANDLE, "path %u", path);
}

static void check_path(const DrawnPath* drawn)
{
    float own[6 * PATH_STEPS];
    const GrazeSolidPath* path = &drawn->path;
    GrazeSolidMotionBounds bounds;
    int32_t from = below(path->count + 1);
    int32_t to = from + below(path->count - from + 1);
    if (graze_wasm_solid_path_span(drawn->handle) == GRAZE_OK) {
        graze_solid_motion_bounds(&path->body, path->clock.t0, path->clock.t1, 1, &bounds);
        const GrazeSolidPathSpan span = {path->body.solid->extent +
                                             (double)path->body.solid->radius,
                                         bounds.speed,
                                         path->first_step,
                                         path->end_step,
                                         path->count,
                                         path->block_steps};
        check_result(&span, sizeof span);
    }
    if (check_status(graze_wasm_solid_path_boxes(drawn->handle, -1, 0), GRAZE_OK, -1))
        check_list(path->blocks, path->block_count, 6 * sizeof(float));
    int32_t most = path->count + 1;
    check_status(graze_wasm_solid_path_boxes(drawn->handle, from, most), GRAZE_E_BAD_INDEX, -1);
    if (!check_status(graze_wasm_solid_path_boxes(drawn->handle, from, to), GRAZE_OK, -1)) return;
    graze_solid_path_boxes(path, from, to, own);
    check_list(own, to - from, 6 * sizeof(float));
}

static void check_sweeps(const DrawnPath* a, const DrawnPath* b, const GrazeSolidScratch* scratch)
{
    QueryOptions given = make_options(1);
    GrazeMotionOptions options = motion_options(&given);
    double limit = below(2) ? INFINITY : (double)below(4);
    double finest = graze_clock_min_tolerance(&a->path.clock, given.from, given.to);
    GrazeStatus status = given.tolerance < finest ? GRAZE_E_TOO_FINE : GRAZE_OK;
    GrazeSolidContact contact;
    GrazeSolidClearance clearance;
    if (check_status(graze_wasm_solid_sweep(a->handle, b->handle, QUERY(given)), status, -1)) {
        graze_solid_sweep(&a->path, &b->path, &options, scratch, &contact);
        check_result(&contact, sizeof contact);
    }
    int32_t found = graze_wasm_solid_sweep_clearance(a->handle, b->handle, QUERY(given), limit);
    if (check_status(found, status, -1)) {
        graze_solid_sweep_clearance(&a->path, &b->path, &options, limit, scratch, &clearance);
        check_result(&clearance, sizeof clearance);
    }
    check_status(graze_wasm_solid_sweep(a->handle, 0, QUERY(given)), GRAZE_E_STALE_HANDLE, 1);
}

/* Makes two paths, compares their answers with the core's, and frees them. */
void query_solid_paths(void)
{
    static char* memory;
    static DrawnPath paths[2];
    size_t size = graze_solid_scratch_size(SCRATCH_VERTICES);
    int32_t numbers[6];
    for (int k = 0; k < 6; k++)
        numbers[k] = below(8);
    const GrazeClock clock = {numbers[0], numbers[0] + 1 + numbers[1], (1 + numbers[2]) / 8.0,
                              numbers[3], numbers[4]};
    double z = numbers[5];
    if (memory == NULL) memory = solid_room(size);
    const GrazeSolidScratch scratch = {memory, size};
    world.call = "paths in space";
    uint32_t refused = graze_wasm_solid_path_new(1, 1, 1, 1, 1, 0, 0, 0);
    CHECK(refused == 0, "%s", "a path on a clock without time");
    if (!draw_path(&clock, z, &paths[0])) return;
    check_path(&paths[0]);
    check_kept_motion(&paths[0], z);
    if (draw_path(&clock, z, &paths[1])) {
        check_sweeps(&paths[0], &paths[1], &scratch);
        CHECK(graze_wasm_free(paths[1].handle) == GRAZE_OK, "path %u", paths[1].handle);
    }
    CHECK(graze_wasm_free(paths[0].handle) == GRAZE_OK, "path %u", paths[0].handle);
}
