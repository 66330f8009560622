/*
 * Fuzzes the boundary (wasm/glue*.c, handles.c, arena.c) with JavaScript's calls in any order: with
 * live, stale, foreign and invented handles, with arbitrary content of batches, and with limited
 * memory. A stale handle is never taken for a live one, live objects never change, no call leaves
 * anything on the stack or writes outside of its memory (guarded.h), and all memory is returned.
 */
#include "../../src/tolerance.h"
#include "../../wasm/glue_batch.h"
#include "boundary.h"
#include "check.h"
#include "guarded.h"
#include "input.h"

#include <math.h>
#include <string.h>

enum { MAX_THINGS = 96, CALLS = 48, POINTS = 9, PIECES = 3, BODIES = 6, CLOCKS = 2, MAX_PATHS = 4 };

/* Object behind a handle. `parts`: the objects that must stay alive for it, by number. */
typedef struct {
    uint32_t handle;
    HandleKind kind;
    bool is_live;
    int32_t parts[MAX_PATHS], part_count;
    int32_t clock;                   /* clock of a path or scene */
    int32_t capacity, pairs, pieces; /* sizes of a batch */
    int32_t is_double;               /* whether moving discs are double */
    int32_t count, views;            /* count of a shape's vertices, of steps, of views */
    GrazePoint vertices[POINTS];     /* vertices of a shape */
} Thing;

typedef struct {
    Input* input;
    Thing things[MAX_THINGS];
    int32_t count, calls;
    const char* call;
} World;

static const double CLOCK[CLOCKS][5] = {{0, 8, 0.5, 0, 0}, {-1, 100, 3, 5, 5}};

static World world;

static void print_world(const void* subject)
{
    const World* w = subject;
    fprintf(stderr, "  call %d: %s, %d things\n", w->calls, w->call, w->count);
}

static int32_t below(int32_t count)
{
    return input_below(world.input, count);
}

/* ---- handles ---- */

/* Handle of a kind, mostly live; or any handle, by its number or never issued. -1: unknown. */
typedef struct {
    uint32_t handle;
    int32_t number;
} Picked;

static Picked pick(HandleKind kind)
{
    int32_t how = below(16);
    if (how == 15) return (Picked){(uint32_t)input_bits(world.input, 4), -1};
    if (how == 14) return (Picked){0, -1};
    int32_t from = below(MAX_THINGS);
    for (int32_t k = 0; k < world.count; k++) {
        int32_t number = (from + k) % world.count;
        const Thing* thing = &world.things[number];
        if (how == 13 || (thing->kind == kind && (thing->is_live || how == 12)))
            return (Picked){thing->handle, number};
    }
    return (Picked){0, -1};
}

/* Returns whether it is a live object of that kind with live parts. An invented handle may
 * happen to be one. */
static bool is_good(Picked picked, HandleKind kind)
{
    const Thing* found = NULL;
    for (int32_t k = 0; k < world.count; k++)
        if (world.things[k].is_live && world.things[k].handle == picked.handle)
            found = &world.things[k];
    if (found == NULL || found->kind != kind) return false;
    bool is_whole = true;
    for (int32_t k = 0; k < found->part_count; k++) {
        const Thing* part = &world.things[found->parts[k]];
        is_whole = is_whole && part->is_live;
        for (int32_t i = 0; i < part->part_count; i++)
            is_whole = is_whole && world.things[part->parts[i]].is_live;
    }
    return is_whole;
}

static const Thing* thing_of(Picked picked)
{
    for (int32_t k = 0; k < world.count; k++)
        if (world.things[k].is_live && world.things[k].handle == picked.handle)
            return &world.things[k];
    return NULL;
}

static Thing* add_thing(uint32_t handle, HandleKind kind)
{
    for (int32_t k = 0; k < world.count; k++)
        CHECK(world.things[k].handle != handle, "handle %u was given out before", handle);
    Thing* thing = &world.things[world.count++];
    *thing = (Thing){.handle = handle, .kind = kind, .is_live = true};
    return thing;
}

/* ---- checks after every call ---- */

static void check_fault(void)
{
    const GrazeFault* fault = graze_wasm_fault();
    CHECK(fault->status > GRAZE_OK && fault->status <= GRAZE_E_TOO_MANY, "fault %d", fault->status);
}

/* Returns the limit of intervals of an answer: so few that some have more, or the default. */
static int32_t max_intervals(void)
{
    return below(2) ? 1 + below(4) : 65536;
}

/* Checks the result of a call. `is_sound`: all handles are live; a failure then has another
 * reason. */
static void check_answer(bool has_failed, bool is_sound)
{
    if (has_failed) check_fault();
    CHECK(has_failed || is_sound, "%s answers with a stale handle", world.call);
    bool is_stale = has_failed && graze_wasm_fault()->status == GRAZE_E_STALE_HANDLE;
    CHECK(!is_stale || !is_sound, "%s says stale, but all are live", world.call);
}

static void check_shape(const Thing* thing)
{
    CHECK(graze_wasm_shape_count(thing->handle) == thing->count, "shape %u has %d vertices",
          thing->handle, graze_wasm_shape_count(thing->handle));
    const GrazePoint* vertices = graze_wasm_shape_vertices(thing->handle);
    CHECK(same_bytes(vertices, thing->vertices, (size_t)thing->count * sizeof *vertices),
          "the vertices of %u have changed", thing->handle);
}

static void check_world(void)
{
    CHECK(guarded_is_balanced(), "%s leaves something on the stack", world.call);
    for (int32_t k = 0; k < world.count; k++) {
        const Thing* thing = &world.things[k];
        if (!thing->is_live) {
            CHECK(handle_find(thing->handle) == NULL, "%u is free, but found", thing->handle);
        } else if (thing->kind == HANDLE_SHAPE) {
            check_shape(thing);
        } else {
            CHECK(handle_get(thing->kind, thing->handle) != NULL, "%u is lost", thing->handle);
        }
    }
}

/* Reads the whole list that the call has made, each byte of which must be accessible. */
static void read_list(size_t size)
{
    const GrazeList* list = graze_wasm_list();
    CHECK(list->count >= 0, "%d", list->count);
    const uintptr_t address = list->address;
    const unsigned char* bytes = (const unsigned char*)address; // NOLINT(performance-no-int-to-ptr)
    unsigned sum = 0;
    for (size_t k = 0; k < (size_t)list->count * size; k++)
        sum += bytes[k];
    CHECK(sum <= 255 * size * (size_t)list->count, "%u", sum);
}

/* ---- numbers ---- */

/* Returns a small number, mostly, or any bits. */
static double number(void)
{
    return below(8) == 7 ? input_double(world.input) : (double)input_int(world.input, 6) / 4;
}

static double choice(double usual)
{
    return below(2) ? usual : NAN;
}

typedef struct {
    double from, to, tolerance, distance_tolerance;
    int32_t max_iterations, method;
} QueryOptions;

/* Returns options as checked by the JavaScript binding: NaN for omitted ones. */
static QueryOptions make_options(int32_t methods)
{
    QueryOptions a;
    a.from = choice((double)input_int(world.input, 4) / 2);
    double begin = isnan(a.from) ? 0 : a.from;
    a.to = choice(begin + (double)input_bits(world.input, 1) / 8);
    a.tolerance = choice(ldexp(1, -below(30)));
    a.distance_tolerance = choice(ldexp(1, -below(30)));
    a.max_iterations = 1 + below(64);
    a.method = below(methods);
    return a;
}

#define QUERY(a)                                                                                   \
    (a).from, (a).to, (a).tolerance, (a).distance_tolerance, (a).max_iterations, (a).method

/* ---- making things ---- */

static void make_shape(void)
{
    int32_t count = below(POINTS + 1);
    bool is_hull = below(2) == 1;
    world.call = "shape";
    GrazePoint* stage = graze_wasm_shape_stage((uint32_t)count);
    if (stage == NULL) {
        check_fault();
        return;
    }
    for (int32_t k = 0; k < count; k++)
        stage[k] = (GrazePoint){(float)number(), (float)number()};
    float radius = below(2) ? fabsf((float)number()) : 0;
    uint32_t handle = is_hull ? graze_wasm_shape_hull(stage, count, radius)
                              : graze_wasm_shape_polygon(stage, count, radius);
    if (handle == 0) {
        check_answer(true, true);
        return;
    }
    Thing* thing = add_thing(handle, HANDLE_SHAPE);
    thing->count = graze_wasm_shape_count(handle);
    CHECK(thing->count >= 1 && thing->count <= count, "%d vertices of %d points", thing->count,
          count);
    memcpy(thing->vertices, graze_wasm_shape_vertices(handle),
           (size_t)thing->count * sizeof *thing->vertices);
}

static void draw_piece(GrazePiece* piece, double begin)
{
    *piece = (GrazePiece){.t0 = begin, .t1 = begin + fabs(number())};
    for (int32_t k = 0; k < 2; k++) {
        piece->x[k] = number();
        piece->y[k] = number();
        piece->angle[k] = (double)input_int(world.input, 4) / 4;
    }
}

static void make_motion(void)
{
    int32_t count = below(PIECES + 1);
    world.call = "motion";
    GrazePiece* stage = graze_wasm_motion_stage((uint32_t)count);
    if (stage == NULL) {
        check_fault();
        return;
    }
    for (int32_t k = 0; k < count; k++) {
        draw_piece(&stage[k], k == 0 ? (double)below(4) : stage[k - 1].t1);
        /* The piece continues where the previous one ends. */
        double lasts = k == 0 ? 0 : stage[k - 1].t1 - stage[k - 1].t0;
        if (k == 0 || below(8) == 7) continue;
        stage[k].x[0] = stage[k - 1].x[0] + lasts * stage[k - 1].x[1];
        stage[k].y[0] = stage[k - 1].y[0] + lasts * stage[k - 1].y[1];
        stage[k].angle[0] = stage[k - 1].angle[0] + lasts * stage[k - 1].angle[1];
    }
    uint32_t handle = graze_wasm_motion_new(stage, count, below(2), below(2));
    check_answer(handle == 0, true);
    if (handle != 0) add_thing(handle, HANDLE_MOTION)->count = count;
}

static void make_path(void)
{
    Picked shape = pick(HANDLE_SHAPE);
    Picked motion = pick(HANDLE_MOTION);
    int32_t clock = below(CLOCKS);
    const double* c = CLOCK[clock];
    world.call = "path";
    uint32_t handle =
        graze_wasm_path_new(shape.handle, motion.handle, c[0], c[1], c[2], c[3], c[4], below(2));
    check_answer(handle == 0, is_good(shape, HANDLE_SHAPE) && is_good(motion, HANDLE_MOTION));
    if (handle == 0) return;
    Thing* thing = add_thing(handle, HANDLE_PATH);
    thing->clock = clock;
    thing->part_count = 1;
    thing->parts[0] = (int32_t)(thing_of(shape) - world.things);
    CHECK(graze_wasm_path_span(handle) == GRAZE_OK, "no span");
    thing->count = ((const GrazePathSpan*)graze_wasm_result())->count;
}

/* JavaScript ensures that all paths have one clock. */
static bool is_along(Picked path, int32_t clock)
{
    const Thing* thing = thing_of(path);
    return thing == NULL || thing->kind != HANDLE_PATH || thing->clock == clock;
}

static Picked pick_path(int32_t clock)
{
    Picked path = pick(HANDLE_PATH);
    return is_along(path, clock) ? path : (Picked){0, -1};
}

static void make_scene(void)
{
    int32_t count = below(MAX_PATHS + 1);
    int32_t clock = below(CLOCKS);
    Picked paths[MAX_PATHS];
    bool is_sound = true;
    world.call = "scene";
    void* stage = graze_wasm_scene_stage((uint32_t)count);
    if (stage == NULL) {
        check_fault();
        return;
    }
    uint32_t* handles = graze_wasm_scene_handles(stage);
    for (int32_t k = 0; k < count; k++) {
        paths[k] = pick_path(clock);
        handles[k] = paths[k].handle;
        is_sound = is_sound && is_good(paths[k], HANDLE_PATH);
    }
    uint32_t handle = graze_wasm_scene_new(stage);
    check_answer(handle == 0, is_sound);
    if (handle == 0) return;
    Thing* thing = add_thing(handle, HANDLE_SCENE);
    thing->clock = clock;
    thing->count = count;
    thing->part_count = count;
    for (int32_t k = 0; k < count; k++)
        thing->parts[k] = (int32_t)(thing_of(paths[k]) - world.things);
}

/* Returns a capacity of a few records, or of more than there is memory for. */
static uint32_t capacity(void)
{
    return below(16) == 15 ? (uint32_t)input_bits(world.input, 4) : (uint32_t)below(BODIES + 1);
}

static void make_batch(void)
{
    static const int32_t VIEWS[] = {GRAZE_MOVING_DISCS_AGENTS, GRAZE_PAIRS_NORMAL,
                                    GRAZE_BODIES_DISTANCES, GRAZE_MOVING_PAIRS_TIMES};
    HandleKind kind = (HandleKind)(HANDLE_MOVING_DISCS + below(4));
    uint32_t records = capacity();
    uint32_t pairs = capacity();
    uint32_t pieces = capacity();
    int32_t flag = below(2);
    uint32_t handle = 0;
    world.call = "batch";
    /* JavaScript refuses these sizes: it counts in int32. */
    if (records > INT32_MAX / 64 || pairs > INT32_MAX / 64 || pieces > INT32_MAX / 256) return;
    if (kind == HANDLE_MOVING_DISCS) handle = graze_wasm_moving_discs_new(records, pairs, flag);
    if (kind == HANDLE_PAIRS) handle = graze_wasm_pairs_new(records, flag, (int32_t)(pairs & 1));
    if (kind == HANDLE_BODIES) handle = graze_wasm_bodies_new(records, pairs);
    if (kind == HANDLE_MOVING_PAIRS) handle = graze_wasm_moving_pairs_new(records, pieces, pairs);
    check_answer(handle == 0, true);
    if (handle == 0) return;
    CHECK(records < 1 << 24, "%u records", records);
    Thing* thing = add_thing(handle, kind);
    thing->capacity = (int32_t)records;
    thing->pairs = (int32_t)pairs;
    thing->pieces = (int32_t)pieces;
    thing->is_double = flag;
    thing->views = VIEWS[kind - HANDLE_MOVING_DISCS] + 1;
}

static void free_thing(void)
{
    Picked any = pick((HandleKind)(HANDLE_SHAPE + below(HANDLE_MOVING_PAIRS)));
    const Thing* thing = thing_of(any);
    world.call = "free";
    int32_t status = graze_wasm_free(any.handle);
    CHECK((status == GRAZE_OK) == (thing != NULL), "%d", status);
    CHECK(status == GRAZE_OK || status == GRAZE_E_STALE_HANDLE, "%d", status);
    if (thing != NULL) world.things[thing - world.things].is_live = false;
}

/* ---- batches ---- */

static Picked pick_batch(HandleKind kind, const Thing** thing)
{
    Picked picked = pick(kind);
    *thing = is_good(picked, kind) ? thing_of(picked) : NULL;
    return picked;
}

static void fill_handles(void* view, int32_t count)
{
    for (int32_t k = 0; k < count; k++)
        ((uint32_t*)view)[k] = pick(HANDLE_SHAPE).handle;
}

static void fill_numbers(void* view, int32_t count, int32_t most)
{
    for (int32_t k = 0; k < count; k++)
        ((uint32_t*)view)[k] =
            below(16) == 15 ? (uint32_t)input_bits(world.input, 4) : (uint32_t)below(most + 1);
}

static void fill_places(void* view, int32_t count)
{
    GrazePlacement* places = view;
    for (int32_t k = 0; k < count; k++) {
        places[k] = (GrazePlacement){(float)number(), (float)number(), 1, 0};
        if (below(4) == 3) places[k] = (GrazePlacement){0, 0, (float)number(), (float)number()};
    }
}

static void fill_records(const Thing* thing, void* view)
{
    enum { NUMBERS = sizeof(GrazeMovingDisc) / sizeof(double) };
    for (int32_t k = 0; k < thing->capacity * NUMBERS; k++) {
        /* Numbers 4 and 5 are t0 and t1, number 6 is the radius. */
        double value = k % NUMBERS == 5 ? 8 + fabs(number()) : number();
        if (k % NUMBERS == 6) value = fabs(value);
        if (k % NUMBERS == 4) value = -8;
        if (thing->is_double)
            ((double*)view)[k] = value;
        else
            ((float*)view)[k] = (float)value;
    }
}

static void fill_moving_pairs(const Thing* thing, int32_t view, void* memory)
{
    switch (view) {
    case GRAZE_MOVING_PAIRS_SHAPES:
        fill_handles(memory, thing->capacity);
        break;
    case GRAZE_MOVING_PAIRS_FIRST_PIECES:
    case GRAZE_MOVING_PAIRS_PIECE_COUNTS:
        fill_numbers(memory, thing->capacity, PIECES);
        break;
    case GRAZE_MOVING_PAIRS_ENDINGS:
        for (int32_t k = 0; k < thing->capacity; k++)
            ((uint8_t*)memory)[k] = (uint8_t)below(5);
        break;
    case GRAZE_MOVING_PAIRS_PIECES:
        for (int32_t k = 0; k < thing->pieces; k++)
            draw_piece((GrazePiece*)memory + k, (double)below(4));
        break;
    default:
        fill_numbers(memory, view == GRAZE_MOVING_PAIRS_PAIRS ? 2 * thing->pairs : 0,
                     thing->capacity);
    }
}

/* Writes to a view of a batch any values that JavaScript might write. */
static void fill_view(void)
{
    const Thing* thing;
    HandleKind kind = (HandleKind)(HANDLE_MOVING_DISCS + below(4));
    Picked batch = pick_batch(kind, &thing);
    int32_t view = below(12);
    world.call = "view";
    void* memory = graze_wasm_batch_view(batch.handle, view);
    if (thing == NULL || view >= thing->views) {
        CHECK(memory != NULL || graze_wasm_fault()->status == GRAZE_E_STALE_HANDLE, "no view %d",
              view);
        return;
    }
    CHECK(memory != NULL && (uintptr_t)memory % 16 == 0, "view %d", view);
    if (kind == HANDLE_MOVING_PAIRS) fill_moving_pairs(thing, view, memory);
    if (kind == HANDLE_MOVING_DISCS && view == GRAZE_MOVING_DISCS_RECORDS)
        fill_records(thing, memory);
    if (kind == HANDLE_MOVING_DISCS && view == GRAZE_MOVING_DISCS_PAIRS)
        fill_numbers(memory, 2 * thing->pairs, thing->capacity);
    if (kind == HANDLE_MOVING_DISCS && view == GRAZE_MOVING_DISCS_AGENTS)
        fill_numbers(memory, thing->capacity, 3);
    bool are_shapes =
        kind == HANDLE_PAIRS ? view <= GRAZE_PAIRS_SHAPE_B : view == GRAZE_BODIES_SHAPES;
    bool are_poses = kind == HANDLE_PAIRS ? view == GRAZE_PAIRS_POSE_A || view == GRAZE_PAIRS_POSE_B
                                          : view == GRAZE_BODIES_POSES;
    if (kind != HANDLE_PAIRS && kind != HANDLE_BODIES) return;
    if (are_shapes) fill_handles(memory, thing->capacity);
    if (are_poses) fill_places(memory, thing->capacity);
}

/* Returns the number of records that a call requests: any number. */
static int32_t some(const Thing* thing)
{
    int32_t most = thing != NULL ? thing->capacity : BODIES;
    return below(16) == 15 ? (int32_t)(uint32_t)input_bits(world.input, 4) : below(most + 2);
}

static void set_moving_pair(void)
{
    const Thing* thing;
    Picked batch = pick_batch(HANDLE_MOVING_PAIRS, &thing);
    Picked shape = pick(HANDLE_SHAPE);
    Picked motion = pick(HANDLE_MOTION);
    world.call = "moving_pairs_set";
    int32_t status = graze_wasm_moving_pairs_set(batch.handle, (uint32_t)some(thing), shape.handle,
                                                 motion.handle, (uint32_t)below(PIECES));
    /* The shape may be omitted. */
    bool is_sound = thing != NULL && is_good(motion, HANDLE_MOTION) &&
                    (shape.handle == 0 || is_good(shape, HANDLE_SHAPE));
    check_answer(status != GRAZE_OK, is_sound);
}

/* Checks a batch. Handles within it may be stale: then the reason is not checked. */
static void check_batch(int32_t found, const Thing* thing)
{
    if (found < 0) check_fault();
    CHECK(found < 0 || thing != NULL, "%s answers with a stale handle", world.call);
}

static void query_batch(void)
{
    const Thing* thing;
    QueryOptions a = make_options(1);
    int32_t first = below(BODIES);
    int32_t cut = below(BODIES);
    int32_t number_of = below(6);
    HandleKind kind = number_of < 2   ? HANDLE_MOVING_DISCS
                      : number_of < 4 ? HANDLE_PAIRS
                      : number_of < 5 ? HANDLE_BODIES
                                      : HANDLE_MOVING_PAIRS;
    Picked batch = pick_batch(kind, &thing);
    int32_t count = some(thing);
    int32_t found = -1;
    world.call = "batch query";
    switch (number_of) {
    case 0:
        found = graze_wasm_moving_discs_conflicts(batch.handle, count);
        break;
    case 1:
        /* The two ranges have no common record, or the first one begins at 0. */
        found = below(2) ? graze_wasm_moving_discs_find_conflicts(batch.handle, 0, count, -1, 0)
                         : graze_wasm_moving_discs_find_conflicts(batch.handle, 0, cut, cut + first,
                                                                  count);
        break;
    case 2:
        found = below(2) ? graze_wasm_pairs_collide(batch.handle, count)
                         : graze_wasm_pairs_relation(batch.handle, count);
        break;
    case 3:
        found = graze_wasm_pairs_distance(batch.handle, count);
        break;
    case 4: {
        Picked shape = below(2) ? pick(HANDLE_SHAPE) : (Picked){0, -1};
        /* JavaScript checks this count. */
        if (thing != NULL && (count < 0 || count > thing->capacity)) count = thing->capacity;
        found = graze_wasm_bodies_near(batch.handle, count, fabs((double)below(8)), shape.handle,
                                       number(), number(), number(), below(2) ? NAN : number());
        break;
    }
    default:
        found = graze_wasm_moving_pairs_contacts(batch.handle, count, below(2) ? -1 : some(thing),
                                                 a.from, a.to, a.tolerance, a.distance_tolerance,
                                                 a.max_iterations);
    }
    check_batch(found, thing);
}

/* ---- pairs ---- */

typedef struct {
    double x, y, c, s;
} Place;

static Place place(void)
{
    /* The heading is an angle, or (cos, sin). */
    return below(2) ? (Place){number(), number(), number(), NAN}
                    : (Place){number(), number(), below(8) == 7 ? number() : 1, 0};
}

#define PLACE(p) (p).x, (p).y, (p).c, (p).s

static void query_pair(void)
{
    Picked a = pick(HANDLE_SHAPE);
    Picked b = pick(HANDLE_SHAPE);
    Place p = place();
    Place q = place();
    bool is_sound = is_good(a, HANDLE_SHAPE) && is_good(b, HANDLE_SHAPE);
    int32_t query = below(9);
    int32_t status = 0;
    world.call = "pair query";
    switch (query) {
    case 0:
        status = graze_wasm_distance(a.handle, PLACE(p), b.handle, PLACE(q), below(4), below(4),
                                     below(2));
        break;
    case 1:
        status = graze_wasm_penetration(a.handle, PLACE(p), b.handle, PLACE(q));
        break;
    case 2:
        status = isnan(graze_wasm_gap(a.handle, PLACE(p), b.handle, PLACE(q)));
        break;
    case 3: {
        int32_t relation = graze_wasm_relation(a.handle, PLACE(p), b.handle, PLACE(q));
        int32_t hit = graze_wasm_collide(a.handle, PLACE(p), b.handle, PLACE(q), below(2), below(4),
                                         below(4), below(2));
        status = relation < 0;
        CHECK((hit < 0) == (relation < 0) && (relation < 0 || hit == (relation != GRAZE_DISJOINT)),
              "relation %d, collide %d", relation, hit);
        break;
    }
    case 4:
        status = graze_wasm_shape_cast(a.handle, PLACE(p), b.handle, PLACE(q), number(), number());
        break;
    case 5:
        status = graze_wasm_ray_cast(a.handle, PLACE(p), number(), number(), number(), number());
        is_sound = is_good(a, HANDLE_SHAPE);
        break;
    case 6:
        status =
            graze_wasm_trace(a.handle, PLACE(p), b.handle, PLACE(q), below(4), below(4), below(2));
        if (status == 0) read_list(sizeof(GrazeGjkRound));
        break;
    case 7:
        status = graze_wasm_minkowski_difference(a.handle, PLACE(p), b.handle, PLACE(q));
        if (status == 0) read_list(sizeof(GrazeDifference));
        break;
    default:
        status = graze_wasm_shape_count(a.handle) == 0;
        is_sound = is_good(a, HANDLE_SHAPE);
        CHECK((graze_wasm_shape_vertices(a.handle) == NULL) == (status != 0), "%d", status);
    }
    check_answer(status != 0, is_sound);
}

/* ---- motions ---- */

static void query_motion(void)
{
    Picked motion = pick(HANDLE_MOTION);
    Picked shape = below(2) ? pick(HANDLE_SHAPE) : (Picked){0, -1};
    bool has_motion = is_good(motion, HANDLE_MOTION);
    world.call = "motion query";
    check_answer(graze_wasm_motion_pose(motion.handle, number()) < 0, has_motion);
    double from = (double)below(16);
    int32_t status = graze_wasm_motion_bounds(motion.handle, from, from + below(16), shape.handle);
    check_answer(status != 0, has_motion && (shape.handle == 0 || is_good(shape, HANDLE_SHAPE)));
    graze_wasm_direction((double)input_int(world.input, 22));
    const GrazePlace* direction = graze_wasm_result();
    CHECK(is_unit(direction->x, direction->y), "(%a, %a)", direction->x, direction->y);
}

#define MOVING_PAIR a.handle, motion_a.handle, b.handle, motion_b.handle

static void query_moving_pairs(void)
{
    Picked a = pick(HANDLE_SHAPE);
    Picked b = pick(HANDLE_SHAPE);
    Picked motion_a = pick(HANDLE_MOTION);
    Picked motion_b = pick(HANDLE_MOTION);
    QueryOptions q = make_options(4);
    bool is_sound = is_good(a, HANDLE_SHAPE) && is_good(b, HANDLE_SHAPE) &&
                    is_good(motion_a, HANDLE_MOTION) && is_good(motion_b, HANDLE_MOTION);
    int32_t status = 0;
    world.call = "query of moving pairs";
    switch (below(7)) {
    case 0:
        status = graze_wasm_first_contact(MOVING_PAIR, QUERY(q));
        break;
    case 1:
        status = graze_wasm_trace_contact(MOVING_PAIR, QUERY(q));
        if (status == 0) read_list(sizeof(double));
        break;
    case 2:
        status = isnan(graze_wasm_time_to_collision(MOVING_PAIR, QUERY(q)));
        break;
    case 3:
        status = graze_wasm_clearance(MOVING_PAIR, QUERY(q));
        break;
    case 4:
        status = graze_wasm_contact_intervals(MOVING_PAIR, QUERY(q), max_intervals());
        if (status == 0) read_list(sizeof(GrazeInterval));
        break;
    case 5:
        status = graze_wasm_unsafe_motion_delays(MOVING_PAIR, QUERY(q), choice(-4), choice(4),
                                                 max_intervals());
        if (status == 0) read_list(sizeof(GrazeDelay));
        break;
    default: {
        int32_t count = below(20);
        double* times = graze_wasm_times_stage((uint32_t)count);
        for (int32_t k = 0; k < count && times != NULL; k++)
            times[k] = (double)below(16);
        status = times == NULL || graze_wasm_separations_at(MOVING_PAIR, times, count) != 0;
        if (times == NULL) return;
    }
    }
    check_answer(status != 0, is_sound);
}

/* ---- paths and scenes ---- */

static void query_paths(void)
{
    int32_t clock = below(CLOCKS);
    Picked a = pick_path(clock);
    Picked b = pick_path(clock);
    QueryOptions q = make_options(7);
    bool has_a = is_good(a, HANDLE_PATH);
    bool is_sound = has_a && is_good(b, HANDLE_PATH);
    int32_t steps = has_a ? thing_of(a)->count : 0;
    int32_t from = below(steps + 1);
    int32_t status = 0;
    world.call = "query of paths";
    switch (below(5)) {
    case 0:
        status = graze_wasm_path_span(a.handle);
        is_sound = has_a;
        break;
    case 1:
        status = graze_wasm_path_boxes(a.handle, from, from + below(steps - from + 1));
        is_sound = has_a;
        if (status == 0) read_list(4 * sizeof(float));
        break;
    case 2:
        status = graze_wasm_sweep_steps(a.handle, b.handle, q.method, below(2) ? -INFINITY : 1,
                                        below(2) ? INFINITY : 5, from);
        if (status == 0) read_list(sizeof(int32_t));
        break;
    case 3:
        status = graze_wasm_sweep(a.handle, b.handle, QUERY(q));
        break;
    default: {
        uint32_t count = (uint32_t)below(MAX_PATHS + 1);
        uint32_t* others = graze_wasm_paths_stage(count);
        is_sound = has_a;
        for (uint32_t k = 0; k < count && others != NULL; k++) {
            Picked other = pick_path(clock);
            others[k] = other.handle;
            is_sound = is_sound && is_good(other, HANDLE_PATH);
        }
        if (others == NULL) return;
        status = graze_wasm_sweep_many(a.handle, others, (int32_t)count, QUERY(q), max_intervals());
        if (status == 0) read_list(sizeof(GrazeSceneContact));
    }
    }
    check_answer(status != 0, is_sound);
}

static void query_scene(void)
{
    Picked scene = pick(HANDLE_SCENE);
    bool is_scene = is_good(scene, HANDLE_SCENE);
    const Thing* thing = is_scene ? thing_of(scene) : NULL;
    QueryOptions q = make_options(3);
    world.call = "query of a scene";
    if (below(2)) {
        const Thing* batch;
        Picked moving_pairs = pick_batch(HANDLE_MOVING_PAIRS, &batch);
        int32_t found = graze_wasm_scene_first_contacts(scene.handle, moving_pairs.handle,
                                                        some(batch), QUERY(q));
        check_batch(found, is_scene ? batch : NULL);
        return;
    }
    bool is_alone = below(2) == 1;
    Picked path = is_alone ? (Picked){0, -1} : pick_path(thing != NULL ? thing->clock : 0);
    if (path.handle == 0) is_alone = true;
    if (is_alone) q.method = GRAZE_SCENE_ALL;
    int32_t status =
        graze_wasm_scene_contacts(scene.handle, path.handle, QUERY(q), max_intervals());
    check_answer(status != 0, is_scene && (is_alone || is_good(path, HANDLE_PATH)));
    if (status == 0) read_list(sizeof(GrazeSceneContact));
}

/* ---- calls without handles ---- */

static void draw_sphere(GrazeMovingSphere* f)
{
    *f = (GrazeMovingSphere){.x = number(), .y = number(), .vx = number(), .vy = number()};
    if (below(4) == 3) f->ax = number();
    if (below(4) == 3) f->vz = number();
    f->t0 = number();
    f->t1 = f->t0 + fabs(number());
    f->radius = fabs(number());
}

static void query_moving_spheres(void)
{
    world.call = "query of spheres";
    GrazeMovingSphere* two = graze_wasm_moving_spheres_stage(2);
    if (two == NULL) {
        check_fault();
        return;
    }
    draw_sphere(&two[0]);
    draw_sphere(&two[1]);
    int32_t status = graze_wasm_approach_spheres(two);
    check_answer(status != 0, true);
    CHECK((graze_wasm_conflicts(two) != 0) == (status != 0), "%d", status);
    if (status == 0) read_list(sizeof(GrazeConflict));
    int32_t most = max_intervals();
    int32_t failed =
        graze_wasm_unsafe_delays(two, choice(-1) == -1 ? -1 : -INFINITY, INFINITY, below(2), most);
    CHECK((failed != 0) == (status != 0) || (failed == GRAZE_E_TOO_MANY && most < 65536), "%d, %d",
          status, failed);
    if (failed == 0) read_list(sizeof(GrazeSpan));
}

static void query_routes(void)
{
    int32_t routes = 1 + below(3);
    int32_t counts[3];
    int32_t sphere_count = 0;
    for (int32_t k = 0; k < routes; k++)
        sphere_count += counts[k] = 1 + below(2);
    world.call = "query of routes";
    GrazeMovingSphere* stage = graze_wasm_routes_stage((uint32_t)sphere_count, (uint32_t)routes);
    if (stage == NULL) {
        check_fault();
        return;
    }
    for (int32_t k = 0; k < sphere_count; k++)
        draw_sphere(&stage[k]);
    uint32_t* heads = (uint32_t*)(void*)(stage + sphere_count);
    for (int32_t k = 0; k < routes; k++) {
        heads[2 * k] = (uint32_t)counts[k];
        heads[2 * k + 1] = (uint32_t)below(4);
    }
    int32_t status =
        below(2) ? graze_wasm_route_delays(stage, (uint32_t)sphere_count, (uint32_t)routes,
                                           -INFINITY, INFINITY, below(2), below(2), max_intervals())
                 : graze_wasm_route_contacts(stage, (uint32_t)sphere_count, (uint32_t)routes, -4,
                                             12, below(2), below(2), max_intervals());
    check_answer(status != 0, true);
    if (status == 0) read_list(sizeof(GrazeSpan));
}

static void query_moving_discs(void)
{
    double n[14];
    for (int32_t k = 0; k < 14; k++)
        n[k] = number();
    n[5] = n[4] + fabs(n[5]);
    n[12] = n[11] + fabs(n[12]);
    n[6] = fabs(n[6]);
    n[13] = fabs(n[13]);
    world.call = "query of segments";
#define TWO n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13]
    int32_t status = graze_wasm_approach_discs(TWO);
    check_answer(status != 0, true);
    CHECK((graze_wasm_velocity_obstacle(TWO, 1) != 0) == (status != 0), "%d", status);
    CHECK((graze_wasm_velocity_is_unsafe(TWO, 1, 2, INFINITY) < 0) == (status != 0), "%d", status);
    CHECK((graze_wasm_safe_velocity(TWO, 0, INFINITY, 0, 4, 0.125, below(2)) != 0) == (status != 0),
          "%d", status);
    CHECK((graze_wasm_conflict_by(below(2) ? GRAZE_BASELINE_CONTAINER : GRAZE_BASELINE_ALGEBRAIC,
                                  TWO, 0) < 0) == (status != 0),
          "%d", status);
    graze_wasm_approach_box(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10]);
    if (graze_wasm_unsafe_speeds(TWO, below(2)) == GRAZE_OK) read_list(sizeof(GrazeSpan));
#undef TWO
}

/* Recovers as after a call that a host stack overflow has cut short; between calls there is
 * nothing to return. */
static void recover(void)
{
    world.call = "recover";
    uintptr_t mark = arena_mark();
    graze_wasm_recover();
    CHECK(arena_mark() <= mark, "the stack has grown");
}

static void set_limit(void)
{
    world.call = "limit";
    guarded_limit(below(2) ? SIZE_MAX : guarded_used() + input_bits(world.input, 2));
}

/* ---- the sequence ---- */

static void call_one(void)
{
    static void (*const CALL[])(void) = {
        make_shape,         make_shape,         make_motion, make_path,
        make_scene,         make_batch,         fill_view,   fill_view,
        set_moving_pair,    query_batch,        query_pair,  query_motion,
        query_moving_pairs, query_paths,        query_scene, query_moving_spheres,
        query_routes,       query_moving_discs, free_thing,  recover,
        set_limit};
    CALL[below((int32_t)(sizeof CALL / sizeof *CALL))]();
}

/* Checks that, after everything is freed, the same objects fit in the memory again. */
static void check_memory(void)
{
    world.call = "the end";
    for (int32_t k = 0; k < world.count; k++) {
        if (!world.things[k].is_live) continue;
        CHECK(graze_wasm_free(world.things[k].handle) == GRAZE_OK, "%u", world.things[k].handle);
        world.things[k].is_live = false;
    }
    check_world();
    uintptr_t used = graze_wasm_memory_used();
    guarded_limit(SIZE_MAX);
    for (int32_t k = 0; k < 3; k++) {
        GrazePoint* stage = graze_wasm_shape_stage(1);
        /* Blocks that have been large stay large. */
        CHECK(stage != NULL || guarded_used() > 1 << 20, "no memory, %zu used", guarded_used());
        if (stage == NULL) return;
        stage[0] = (GrazePoint){0, 0};
        uint32_t handle = graze_wasm_shape_polygon(stage, 1, 1);
        CHECK(handle != 0 && graze_wasm_free(handle) == GRAZE_OK, "%u", handle);
        if (k == 0) used = graze_wasm_memory_used();
        CHECK(graze_wasm_memory_used() == used, "grows");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    memset(&world, 0, sizeof world);
    world.input = &input;
    check_subject(print_world, &world);
    guarded_reset();
    handle_table = (HandleTable){NULL, 0, 0, -1};
    CHECK(strcmp(graze_wasm_version(), GRAZE_VERSION) == 0, "%s", graze_wasm_version());
    while (input.left > 0 && world.calls < CALLS && world.count < MAX_THINGS) {
        world.calls++;
        call_one();
        check_world();
    }
    check_memory();
    return 0;
}
