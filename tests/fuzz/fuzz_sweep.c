/*
 * Fuzzes the paths of two valid motions on any clock, and a small scene made of them. Covers
 * contain the bodies and bulges bound the bends, by long double; all methods find the steps of a
 * plain scan, and the steps that GRAZE_SWEEP_RELATIVE omits are free. The sweep agrees with the
 * first contact over the whole time, the scene with its pairs. All storage is exactly as large as
 * promised.
 */
#include "../../src/tolerance.h"
#include "../../src/trajectory/candidate_steps.h"
#include "../native/faults.h"
#include "../native/paths.h"
#include "../native/truth.h"
#include "check.h"
#include "moving.h"

#include <float.h>
#include <stdlib.h>

enum { MAX_STEPS = 400, LOOKED_AT = 12, BODIES = 6, LOOKS = 16 };

typedef struct {
    GrazeMovingBody moving_body;
    GrazePath path;
    void *storage, *tree;
} Laid;

/* Bodies of the scene: the first two are the given ones; the others begin or end differently. */
typedef struct {
    Moving moving;
    GrazeClock clock;
    Laid laid[BODIES];
} Subject;

static void print_subject(const void* subject)
{
    const Subject* s = subject;
    print_clock(&s->clock);
    print_moving(&s->moving);
}

static void* room_of(size_t size)
{
    void* room = malloc(size > 0 ? size : 1);
    if (room == NULL) abort();
    return room;
}

static double read_share(Input* input)
{
    if (input_below(input, 2) == 0) return (double)input_int(input, 2) / 4;
    return (double)input_int(input, 14) * 0x1p-14;
}

/* Reads a clock over about the time in which the bodies move, often with a border of steps at
 * the end of a piece. */
static bool read_clock(Input* input, Subject* s)
{
    const GrazeMovingBody* both[2] = {&s->moving.a, &s->moving.b};
    const GrazeMovingBody* moving_body = both[input_below(input, 2)];
    double begin = moving_body->pieces[0].t0;
    double lasts = moving_body->pieces[moving_body->count - 1].t1 - begin;
    double knot = moving_body->pieces[input_below(input, moving_body->count)].t1;
    double count = 1 + input_below(input, input_below(input, 8) == 7 ? MAX_STEPS - 2 : 40);
    if (lasts == 0) lasts = 1;
    s->clock.step = lasts * (0.25 + fabs(read_share(input))) / count;
    s->clock.t0 = begin + lasts * read_share(input);
    if (input_below(input, 2)) s->clock.t0 = knot - s->clock.step * input_below(input, 20);
    s->clock.t1 = s->clock.t0 + s->clock.step * (count - 0.5 * input_below(input, 2));
    if (input_below(input, 2)) {
        s->clock.x = moving_body->pieces[0].x[0];
        s->clock.y = moving_body->pieces[0].y[0];
    }
    return graze_clock_check(&s->clock) == GRAZE_OK && graze_clock_steps(&s->clock) <= MAX_STEPS;
}

static void lay_out(Subject* s, int32_t k, const GrazeMovingBody* moving_body, GrazeBoxesKind kind)
{
    Laid* laid = &s->laid[k];
    laid->moving_body = *moving_body;
    laid->storage = room_of(graze_path_size(moving_body, &s->clock));
    graze_path_init(&laid->path, &laid->moving_body, &s->clock, kind, laid->storage);
    laid->tree = NULL;
}

static void plant(Laid* laid)
{
    laid->tree = room_of(graze_path_tree_size(&laid->path));
    graze_path_tree(&laid->path, laid->tree);
}

static GrazeMovingBody read_variant(Input* input, const Moving* moving)
{
    GrazeMovingBody moving_body = input_below(input, 2) ? moving->a : moving->b;
    moving_body.count = 1 + input_below(input, moving_body.count);
    moving_body.before = input_below(input, 2) ? GRAZE_VANISH : GRAZE_STAY;
    moving_body.after = input_below(input, 2) ? GRAZE_VANISH : GRAZE_STAY;
    return moving_body;
}

/* ---- one path ---- */

static void check_path(Input* input, const GrazePath* path)
{
    int32_t i;
    int32_t steps = graze_clock_steps(&path->clock);
    const char* what = fault_of_numbers(path, false, &i);
    CHECK(what == NULL, "%s: step %d", what, i);
    for (int32_t k = 0; k < LOOKED_AT; k++) {
        i = k < 4 ? path->first_step + k / 2 * (path->end_step - path->first_step) - k % 2
                  : input_below(input, steps);
        if (i < 0 || i >= steps) continue;
        what = fault_of_step(path, i);
        CHECK(what == NULL, "%s: step %d of [%d, %d)", what, i, path->first_step, path->end_step);
    }
}

/* ---- two ---- */

static int32_t steps_by(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* requested,
                        GrazeSweepMethod method, int32_t at_once, int32_t* steps)
{
    int32_t next = 0;
    int32_t count = 0;
    int32_t tests = 0;
    int32_t found;
    void* scratch = room_of(graze_sweep_scratch(a, b, method));
    int32_t* some = room_of((size_t)at_once * sizeof *some);
    do {
        found = graze_sweep_steps(a, b, requested->from, requested->to, method, scratch, &next,
                                  some, at_once, &tests);
        CHECK(count + found <= MAX_STEPS, "%d steps and %d more", count, found);
        memcpy(steps + count, some, (size_t)found * sizeof *some);
        count += found;
    } while (found == at_once);
    free(some);
    free(scratch);
    return count;
}

static void check_left_out(const GrazePath* a, const GrazePath* b, const int32_t* all,
                           int32_t count, const int32_t* some, int32_t left)
{
    int32_t k = 0;
    int32_t looked_at = 0;
    for (int32_t j = 0; j < count; j++) {
        bool is_there = k < left && some[k] == all[j];
        k += is_there;
        bool is_free = graze_step_is_free(a, b, all[j], 0);
        if ((is_there && !is_free) || looked_at++ > LOOKED_AT) continue;
        long double least = least_in_step(a, b, all[j], LOOKS);
        CHECK(least > 0, "step %d is left out or free, but they are %Lg apart", all[j], least);
    }
    CHECK(k == left, "%d of %d steps are not candidates", left - k, left);
}

static void check_methods(Input* input, const GrazePath* a, const GrazePath* b,
                          const GrazeMotionOptions* requested, bool is_cover)
{
    int32_t all[MAX_STEPS];
    int32_t found[MAX_STEPS];
    int32_t count = plain_steps(a, b, requested->from, requested->to, all);
    for (int method = GRAZE_SWEEP_SI; method <= GRAZE_SWEEP_PYRAMID; method++) {
        int32_t at_once = 1 + input_below(input, 8);
        int32_t n = steps_by(a, b, requested, (GrazeSweepMethod)method, at_once, found);
        CHECK(n == count && same_bytes(found, all, (size_t)n * sizeof *all),
              "method %d finds %d steps of %d", method, n, count);
    }
    int32_t left =
        steps_by(a, b, requested, GRAZE_SWEEP_RELATIVE, 1 + input_below(input, 8), found);
    if (is_cover) check_left_out(a, b, all, count, found, left);
}

/* Checks that given tolerances stay. */
static void check_kept(const GrazeMotionOptions* given, const GrazeMotionOptions* got)
{
    CHECK(isnan(given->tolerance) || same_bits(given->tolerance, got->tolerance),
          "tolerance %a became %a", given->tolerance, got->tolerance);
    CHECK(isnan(given->distance_tolerance) ||
              same_bits(given->distance_tolerance, got->distance_tolerance),
          "slack %a became %a", given->distance_tolerance, got->distance_tolerance);
}

/* Checks the points of a contact, which are as far apart along the normal as the separation, its
 * features, and its step. */
static void check_witness(const GrazePath* a, const GrazePath* b, const GrazeSweepResult* swept)
{
    bool is_free = swept->contact.status == GRAZE_CONTACT_FREE;
    CHECK(is_free == (swept->step == -1), "status %d, step %d", swept->contact.status, swept->step);
    int32_t part = is_free ? 0 : -1;
    CHECK(swept->contact.witness.part_a == part && swept->contact.witness.part_b == part,
          "parts %d, %d of status %d", swept->contact.witness.part_a, swept->contact.witness.part_b,
          swept->contact.status);
    if (is_free) return;
    long double x =
        (long double)swept->contact.witness.point_b_x - swept->contact.witness.point_a_x;
    long double y =
        (long double)swept->contact.witness.point_b_y - swept->contact.witness.point_a_y;
    /* The points are in the world, which may be far from its origin. */
    double far =
        fmax(fmax(fabs(swept->contact.witness.point_a_x), fabs(swept->contact.witness.point_a_y)),
             fmax(fabs(swept->contact.witness.point_b_x), fabs(swept->contact.witness.point_b_y)));
    long double slack = truth_rounding(&a->body, &b->body, swept->contact.lo, swept->contact.hi) +
                        0x1p-46L * hypotl(x, y) + ulp_of(far);
    CHECK(is_unit(swept->contact.witness.normal_x, swept->contact.witness.normal_y), "(%a, %a)",
          swept->contact.witness.normal_x, swept->contact.witness.normal_y);
    CHECK(is_near((double)x,
                  (long double)swept->contact.separation * swept->contact.witness.normal_x,
                  8 * slack) &&
              is_near((double)y,
                      (long double)swept->contact.separation * swept->contact.witness.normal_y,
                      8 * slack),
          "points (%La, %La) apart, separation %a along (%a, %a)", x, y, swept->contact.separation,
          swept->contact.witness.normal_x, swept->contact.witness.normal_y);
    const int32_t feature[2] = {swept->contact.witness.feature_a, swept->contact.witness.feature_b};
    const int32_t index[2] = {swept->contact.witness.index_a, swept->contact.witness.index_b};
    const int32_t count[2] = {a->body.shape->count, b->body.shape->count};
    for (int k = 0; k < 2; k++) {
        CHECK(index[k] >= 0 && index[k] < count[k], "index %d of %d", index[k], count[k]);
        CHECK(feature[k] == GRAZE_VERTEX || (feature[k] == GRAZE_EDGE && count[k] > 1), "%d",
              feature[k]);
    }
    CHECK(graze_clock_time(&a->clock, swept->step) <= swept->contact.hi &&
              swept->contact.lo <= graze_clock_time(&a->clock, swept->step + 1),
          "[%a, %a] in step %d", swept->contact.lo, swept->contact.hi, swept->step);
    CHECK(swept->candidates >= swept->runs && swept->tests >= 0, "%d candidates, %d runs",
          swept->candidates, swept->runs);
}

static void check_sweep(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* options,
                        GrazeSweepMethod method)
{
    GrazeSweepResult swept;
    void* scratch = room_of(graze_sweep_scratch(a, b, method));
    graze_sweep(a, b, options, method, scratch, &swept);
    free(scratch);
    CHECK(swept.contact.lo <= swept.contact.hi && isfinite(swept.contact.separation),
          "[%a, %a], gap %a", swept.contact.lo, swept.contact.hi, swept.contact.separation);
    CHECK(swept.contact.iterations <= swept.runs * (options->max_iterations + GRAZE_BISECTIONS),
          "%d looks, %d runs", swept.contact.iterations, swept.runs);
    check_witness(a, b, &swept);
    const char* what = fault_of_sweep(a, b, options, &swept);
    CHECK(what == NULL, "%s: method %d, status %d [%a, %a]", what, (int)method,
          swept.contact.status, swept.contact.lo, swept.contact.hi);
}

/* ---- a scene ---- */

typedef struct {
    GrazeContactStatus status;
    double lo, hi;
} Met;

/* Computes the first contact as a scene does, 16 steps at a time. */
static Met meet_two(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* requested)
{
    Met met = {GRAZE_CONTACT_FREE, INFINITY, INFINITY};
    GrazeMotionOptions options = *requested;
    if (!graze_sweep_defaults(a, b, &options)) return met;
    for (int32_t i = 0; i < graze_clock_steps(&a->clock); i += 16) {
        met.status = graze_sweep_bracket(a, b, &options, i, i + 16, &met.lo, &met.hi);
        if (met.status != GRAZE_CONTACT_FREE) break;
    }
    return met;
}

/* Checks that the paths of a scene as one body, met by two paths as one body, have the least of the
   contacts of all pairs. `alone` has those of the first path. */
static void check_groups(GrazeScene* scene, const GrazePath* ego, const GrazePath* more,
                         const GrazeMotionOptions* requested, const GrazeSceneContacts* alone)
{
    int32_t bodies[BODIES] = {0};
    uint8_t status;
    GrazeGroupContact contact;
    GrazeSceneContacts out = {&status, &contact, 0, 0};
    double earliest = INFINITY;
    bool is_met = false;
    for (int32_t k = 0; k < scene->count; k++) {
        Met met = meet_two(more, scene->paths[k], requested);
        if (met.status != GRAZE_CONTACT_FREE) earliest = fmin(earliest, met.lo);
        is_met = is_met || met.status != GRAZE_CONTACT_FREE;
        if (alone->statuses[k] == GRAZE_CONTACT_FREE) continue;
        earliest = fmin(earliest, alone->contacts[k].lo);
        is_met = true;
    }
    scene->bodies = bodies;
    scene->body_count = 1;
    for (int mode = GRAZE_SCENE_ALL; mode <= GRAZE_SCENE_FIRST; mode++) {
        graze_scene_clear(scene, &out);
        graze_scene_first_contacts(scene, ego, 0, 0, requested, (GrazeSceneMode)mode, &out);
        graze_scene_first_contacts(scene, more, 1, 0, requested, (GrazeSceneMode)mode, &out);
        CHECK((out.found == 1) == is_met && (out.earliest == 0) == is_met, "%d found, body %d",
              out.found, out.earliest);
        if (!is_met) continue;
        Met met =
            meet_two(contact.first == 0 ? ego : more, scene->paths[contact.second], requested);
        CHECK(same_bits(contact.lo, earliest) && same_bits(met.lo, earliest),
              "%a, alone %a, least %a", contact.lo, met.lo, earliest);
        CHECK(contact.status == (int)met.status && contact.hi >= contact.lo && contact.hi <= met.hi,
              "status %d, alone %d", contact.status, (int)met.status);
    }
}

static void check_scene(const Subject* s, const GrazeMotionOptions* requested, GrazeSceneMode mode)
{
    enum { COUNT = BODIES - 1 };
    const GrazePath* ego = &s->laid[0].path;
    const GrazePath* paths[COUNT];
    uint8_t statuses[COUNT];
    GrazeGroupContact contacts[COUNT];
    GrazeSceneContacts out = {statuses, contacts, 0, 0};
    int32_t first = -1;
    double earliest = INFINITY;
    for (int32_t k = 0; k < COUNT; k++)
        paths[k] = &s->laid[k + 1].path;
    void* storage = room_of(graze_scene_size(paths, COUNT));
    GrazeScene scene;
    graze_scene_init(&scene, paths, COUNT, storage);
    graze_scene_clear(&scene, &out);
    graze_scene_first_contacts(&scene, ego, 0, 0, requested, mode, &out);
    for (int32_t k = 0; k < COUNT; k++) {
        Met met = meet_two(ego, paths[k], requested);
        bool is_reported = statuses[k] != GRAZE_CONTACT_FREE;
        if (met.status != GRAZE_CONTACT_FREE && met.lo < earliest) {
            earliest = met.lo;
            first = k;
        }
        if (!is_reported && mode != GRAZE_SCENE_ALL) continue;
        CHECK(statuses[k] == (int)met.status, "body %d: %d, alone %d", k, statuses[k],
              (int)met.status);
        if (!is_reported) continue;
        CHECK(same_bits(contacts[k].lo, met.lo) && same_bits(contacts[k].hi, met.hi),
              "body %d: [%a, %a], alone [%a, %a]", k, contacts[k].lo, contacts[k].hi, met.lo,
              met.hi);
        double begin = graze_clock_time(&ego->clock, 16 * contacts[k].block);
        double end = graze_clock_time(&ego->clock, 16 * contacts[k].block + 16);
        CHECK(contacts[k].lo >= begin && contacts[k].lo <= end && contacts[k].block < scene.blocks,
              "%a in block %d", contacts[k].lo, contacts[k].block);
        CHECK(contacts[k].status == statuses[k], "status %d", contacts[k].status);
        CHECK(contacts[k].first == 0 && contacts[k].second == k, "paths %d, %d", contacts[k].first,
              contacts[k].second);
    }
    int32_t which = out.earliest;
    bool is_right = mode == GRAZE_SCENE_ANY ? (which < 0) == (first < 0) : which == first;
    CHECK(is_right && (out.found > 0) == (first >= 0), "mode %d: %d found, body %d, expected %d",
          (int)mode, out.found, which, first);
    if (mode == GRAZE_SCENE_ALL) check_groups(&scene, ego, &s->laid[1].path, requested, &out);
    free(storage);
}

/* ---- a clearance in a scene ---- */

/* Checks the clearance of one or two paths as one body in a scene against those of all pairs. */
static void check_scene_clearance(const Subject* s, const GrazeMotionOptions* requested,
                                  int32_t count, double limit)
{
    enum { COUNT = BODIES - 2 };
    const GrazePath* egos[2] = {&s->laid[0].path, &s->laid[1].path};
    const GrazePath* paths[COUNT];
    GrazeScene scene;
    GrazeSceneClearance out;
    for (int32_t k = 0; k < COUNT; k++)
        paths[k] = &s->laid[k + 2].path;
    void* storage = room_of(graze_scene_size(paths, COUNT));
    graze_scene_init(&scene, paths, COUNT, storage);
    graze_scene_clearance(&scene, egos, count, requested, limit, &out);
    GrazeClearance least = {.lo = INFINITY, .hi = INFINITY};
    double tolerance = 0;
    double error = 0; /* rounding of the positions */
    bool is_certified = true;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < COUNT; k++) {
            GrazeMotionOptions options = *requested;
            GrazeClearance pair;
            if (!graze_sweep_defaults(egos[i], paths[k], &options)) continue;
            graze_clearance(&egos[i]->body, &paths[k]->body, &options, &pair);
            least.lo = fmin(least.lo, pair.lo);
            least.hi = fmin(least.hi, pair.hi);
            tolerance = fmax(tolerance, options.distance_tolerance);
            const GrazeShape* p = egos[i]->body.shape;
            const GrazeShape* q = paths[k]->body.shape;
            double extents = p->extent + q->extent + (double)p->radius + q->radius;
            double rounding =
                64 * (egos[i]->error + paths[k]->error) + 8 * GRAZE_MOTION_ERROR * extents;
            error = fmax(error, rounding);
            if (pair.is_common) tolerance = fmax(tolerance, 2 * (pair.hi - pair.lo));
            int32_t budget = options.max_iterations > 0 ? options.max_iterations : 4096;
            is_certified = is_certified && pair.status == GRAZE_CLEARANCE_CERTIFIED &&
                           options.distance_tolerance > rounding && pair.iterations < budget / 4;
            if (out.part != i || out.path != k) continue;
            FaultDetail detail;
            GrazeClearance named = pair;
            named.lo = out.lo;
            named.hi = out.hi;
            named.time = out.time;
            named.status = GRAZE_CLEARANCE_UNDECIDED;
            named.iterations = options.max_iterations;
            options.distance_tolerance = 0;
            const char* what = fault_of_clearance(&egos[i]->body, &paths[k]->body, &options, &named,
                                                  LOOKS, &detail);
            CHECK(what == NULL, "%s: [%a, %a] at %a", what, out.lo, out.hi, out.time);
        }
    }
    bool is_near = out.path >= 0;
    CHECK(out.lo <= fmin(least.hi + error, limit) && out.lo <= out.hi && out.hi >= least.lo - error,
          "[%a, %a], pairs [%a, %a], limit %a", out.lo, out.hi, least.lo, least.hi, limit);
    CHECK(is_near == (out.hi < limit) && is_near == (out.part >= 0) &&
              is_near == (out.time < INFINITY) && (is_near || out.hi == INFINITY) && out.spare == 0,
          "path %d, part %d, hi %a at %a", out.path, out.part, out.hi, out.time);
    CHECK(out.part < count && out.path < COUNT, "path %d, part %d", out.path, out.part);
    bool is_said_certified = out.status == GRAZE_CLEARANCE_CERTIFIED;
    CHECK(is_said_certified || (out.status == GRAZE_CLEARANCE_UNDECIDED && !is_certified),
          "status %d", out.status);
    double wide = fmin(out.hi, limit) - out.lo;
    double rounding = 4 * DBL_EPSILON * fabs(out.lo);
    CHECK(!is_said_certified || out.lo == INFINITY || wide <= fmax(tolerance, error) + rounding,
          "%a wide, %a allowed", wide, tolerance);
    free(storage);
}

static void check_all(Input* input, Subject* s)
{
    const Moving* moving = &s->moving;
    GrazeBoxesKind kind = input_below(input, 8) == 7 ? GRAZE_BOXES_STEP_ENDS : GRAZE_BOXES_COVER;
    lay_out(s, 0, &moving->a, kind);
    lay_out(s, 1, &moving->b, kind);
    for (int32_t k = 2; k < BODIES; k++) {
        GrazeMovingBody moving_body = read_variant(input, moving);
        lay_out(s, k, &moving_body, kind);
    }
    const GrazePath* a = &s->laid[0].path;
    const GrazePath* b = &s->laid[1 + input_below(input, BODIES - 1)].path;
    GrazeMotionOptions options = moving->options;
    options.method = GRAZE_METHOD_CERTIFIED;
    if (input_below(input, 4) == 3) options.from = options.to = NAN;
    GrazeMotionOptions requested = options;
    if (input_below(input, 4) == 3) plant(&s->laid[0]);
    if (input_below(input, 4) == 3) plant(&s->laid[1]);
    if (kind == GRAZE_BOXES_COVER) check_path(input, b);
    check_methods(input, a, b, &options, kind == GRAZE_BOXES_COVER);
    if (kind == GRAZE_BOXES_COVER && graze_sweep_defaults(a, b, &options)) {
        check_kept(&requested, &options);
        check_sweep(a, b, &options, GRAZE_SWEEP_AUTO);
        check_sweep(a, b, &options, (GrazeSweepMethod)(1 + input_below(input, 6)));
    }
    check_scene(s, &requested, (GrazeSceneMode)input_below(input, 3));
    if (kind == GRAZE_BOXES_COVER) {
        static const double LIMITS[] = {INFINITY, 0, 1, 16};
        check_scene_clearance(s, &requested, 1 + input_below(input, 2),
                              LIMITS[input_below(input, 4)]);
    }
    for (int32_t k = 0; k < BODIES; k++) {
        free(s->laid[k].storage);
        free(s->laid[k].tree);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Subject s = {.clock = {0}};
    int32_t culprit;
    if (!moving_read(&input, &s.moving)) return 0;
    check_subject(print_subject, &s);
    bool is_sound = graze_motion_check(&s.moving.a, &culprit) == GRAZE_OK &&
                    graze_motion_check(&s.moving.b, &culprit) == GRAZE_OK;
    if (is_sound && read_clock(&input, &s)) check_all(&input, &s);
    moving_free(&s.moving);
    return 0;
}
