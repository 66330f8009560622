/*
 * Fuzzes the boundary (wasm/glue*.c, handles.c, arena.c) with JavaScript's calls in any order: with
 * live, stale, foreign and invented handles, with arbitrary content of batches, and with limited
 * memory. A stale handle is never taken for a live one, live objects never change, no call leaves
 * anything on the stack or writes outside of its memory (guarded.h), and all memory is returned.
 * The answers are those of the core to the same question, bit for bit.
 */
#include "../../src/tolerance.h"
#include "../../wasm/core/batch.h"
#include "../../wasm/trajectory/path.h"
#include "boundary_world.h"
#include "check.h"
#include "guarded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 48, PIECES = 3, BODIES = 6, CLOCKS = 2 };

/* Sizes of compounds: most parts, most rings, and points of one of these. */
enum { MAX_PARTS = 8, RINGS = 2, PART_POINTS = 5 };

static const double CLOCK[CLOCKS][5] = {{0, 8, 0.5, 0, 0}, {-1, 100, 3, 5, 5}};

/* ---- making things ---- */

static void make_shape(void)
{
    int32_t count = below(POINTS + 1);
    bool is_hull = below(2) == 1;
    world.call = "shape";
    GrazePoint* stage = graze_wasm_shape_stage((uint32_t)count);
    if (stage == NULL) {
        check_out_of_memory();
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

/* ---- compounds ---- */

/* Convex parts and the points that they refer to, as the core makes them. */
typedef struct {
    GrazeShape parts[MAX_PARTS * PART_POINTS];
    GrazePoint points[MAX_PARTS * PART_POINTS * PART_POINTS];
    int32_t ends[MAX_PARTS];
    int32_t count, point_count;
} Parts;

/* Reads rings or parts of a few points each. */
static void draw_parts(Parts* parts, int32_t count)
{
    parts->count = count;
    parts->point_count = 0;
    for (int32_t k = 0; k < count; k++) {
        for (int32_t left = below(PART_POINTS + 1); left > 0; left--)
            parts->points[parts->point_count++] = (GrazePoint){(float)number(), (float)number()};
        parts->ends[k] = parts->point_count;
    }
}

static GrazePoint* stage_parts(const Parts* parts)
{
    GrazePoint* stage =
        graze_wasm_compound_stage((uint32_t)parts->point_count, (uint32_t)parts->count);
    if (stage == NULL) return NULL;
    memcpy(stage, parts->points, (size_t)parts->point_count * sizeof *stage);
    memcpy(stage + parts->point_count, parts->ends, (size_t)parts->count * sizeof *parts->ends);
    return stage;
}

/* Checks a new compound against the core's, or that there is none for the given reason or for want
 * of memory. */
static void check_compound(uint32_t handle, GrazeStatus status, int32_t index, const Parts* parts)
{
    if (handle == 0) {
        const GrazeFault* fault = graze_wasm_fault();
        if (fault->status == GRAZE_E_OUT_OF_MEMORY) {
            check_out_of_memory();
            return;
        }
        check_fault();
        CHECK(fault->status == (int32_t)status && fault->index == index,
              "%s: fault %d at %d, expected %d at %d", world.call, fault->status, fault->index,
              (int)status, index);
        return;
    }
    CHECK(status == GRAZE_OK, "%s: no fault, expected %d", world.call, (int)status);
    Thing* thing = add_thing(handle, HANDLE_SHAPE);
    int32_t vertices = 0;
    for (int32_t k = 0; k < parts->count; k++)
        vertices += parts->parts[k].count;
    thing->storage = room_of(graze_compound_size(parts->count, vertices));
    status = graze_compound(&thing->compound, parts->parts, parts->count, thing->storage);
    CHECK(status == GRAZE_OK, "%d", (int)status);
    thing->count = thing->compound.count;
}

static void make_of_parts(void)
{
    Parts parts;
    draw_parts(&parts, below(MAX_PARTS + 1));
    float radius = below(2) ? (float)number() : 0;
    world.call = "compound of parts";
    GrazePoint* stage = stage_parts(&parts);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    uint32_t handle =
        graze_wasm_compound_of_parts(stage, (uint32_t)parts.point_count, parts.count, radius);
    GrazeStatus status = parts.count > 0 ? GRAZE_OK : GRAZE_E_TOO_FEW_POINTS;
    int32_t index = -1;
    int32_t first = 0;
    for (int32_t k = 0; k < parts.count && status == GRAZE_OK; first = parts.ends[k++]) {
        int32_t culprit;
        status = graze_shape_polygon(&parts.parts[k], parts.points + first, parts.ends[k] - first,
                                     radius, &culprit);
        if (status != GRAZE_OK && culprit >= 0) index = first + culprit;
    }
    check_compound(handle, status, index, &parts);
}

static void make_of_shapes(void)
{
    Parts parts = {.count = 0};
    int32_t count = below(4);
    int32_t first_stale = -1;
    world.call = "compound of shapes";
    GrazePoint* stage = graze_wasm_compound_stage(0, (uint32_t)count);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    for (int32_t k = 0; k < count; k++) {
        Picked picked = pick(HANDLE_SHAPE);
        const GrazeShape* shape =
            is_good(picked, HANDLE_SHAPE) ? handle_get(HANDLE_SHAPE, picked.handle) : NULL;
        const GrazeShape* from = shape;
        int32_t added = 1;
        if (shape != NULL && shape->compound != NULL) {
            from = shape->compound->parts;
            added = shape->compound->count;
        }
        if (shape != NULL && parts.count + added > MAX_PARTS) {
            picked.handle = 0;
            shape = NULL;
        }
        ((uint32_t*)(void*)stage)[k] = picked.handle;
        if (shape == NULL && first_stale < 0) first_stale = k;
        for (int32_t i = 0; i < added && shape != NULL; i++)
            parts.parts[parts.count++] = from[i];
    }
    uint32_t handle = graze_wasm_compound_of_shapes(stage, count);
    GrazeStatus status = first_stale >= 0 ? GRAZE_E_STALE_HANDLE
                         : count == 0     ? GRAZE_E_TOO_FEW_POINTS
                                          : GRAZE_OK;
    check_compound(handle, status, first_stale, &parts);
}

/* Makes the parts of a decomposition, whose points are behind one another. */
static void make_decomposed(const GrazePoint* points, const GrazeDecomposition* decomposition,
                            float radius, Parts* parts)
{
    int32_t first = 0;
    parts->count = decomposition->part_count;
    for (int32_t k = 0; k < parts->count; k++) {
        int32_t end = decomposition->part_ends[k];
        int32_t culprit;
        for (int32_t i = first; i < end; i++)
            parts->points[i] = points[decomposition->vertices[i]];
        GrazeStatus status = graze_shape_polygon(&parts->parts[k], parts->points + first,
                                                 end - first, radius, &culprit);
        CHECK(status == GRAZE_OK, "%d", (int)status);
        first = end;
    }
}

static void make_of_outline(void)
{
    Parts rings;
    Parts parts = {.count = 0};
    GrazeDecomposition decomposition;
    draw_parts(&rings, 1 + below(RINGS));
    /* JavaScript checks the radius. */
    float radius = (float)below(4) / 4;
    world.call = "compound of an outline";
    GrazePoint* stage = stage_parts(&rings);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    uint32_t handle =
        graze_wasm_compound_of_outline(stage, (uint32_t)rings.point_count, rings.count, radius);
    void* storage = room_of(graze_decomposition_size(rings.point_count));
    GrazeOutlineFault fault =
        graze_decompose(rings.points, rings.ends, rings.count, 256, storage, &decomposition);
    if (fault == GRAZE_OUTLINE_OK) make_decomposed(rings.points, &decomposition, radius, &parts);
    check_compound(handle, fault == GRAZE_OUTLINE_OK ? GRAZE_OK : GRAZE_E_BAD_OUTLINE, -1, &parts);
    if (handle == 0 && graze_wasm_fault()->status == GRAZE_E_BAD_OUTLINE) {
        GrazeOutlineReport expected = {(int32_t)fault, decomposition.first, decomposition.second,
                                       0};
        check_result(&expected, sizeof expected);
    }
    free(storage);
}

static void make_compound(void)
{
    static void (*const MAKE[])(void) = {make_of_parts, make_of_shapes, make_of_outline};
    MAKE[below(3)]();
}

/* Requests a part by any number of any handle. */
static void query_compound(void)
{
    Picked shape = pick(HANDLE_SHAPE);
    int32_t part = below(4) == 3 ? (int32_t)(uint32_t)input_bits(world.input, 4) : below(MAX_PARTS);
    world.call = "query of a compound";
    bool is_sound = is_good(shape, HANDLE_SHAPE);
    int32_t count = graze_wasm_compound_count(shape.handle);
    check_answer(count < 0, is_sound);
    bool has_part = is_sound && part >= 0 && part < count;
    double radius = graze_wasm_compound_part(shape.handle, part);
    CHECK(isnan(radius) == !has_part, "part %d of %d has radius %a", part, count, radius);
    if (!has_part) check_answer(true, false);
}

/* Returns the number of doubles of a piece with `terms` coefficients per polynomial. */
static size_t stride_of(int32_t terms)
{
    return 3 * (size_t)terms + 4;
}

/* Draws a piece of degree 1, stored with `terms` coefficients per polynomial. */
static void draw_piece(double* piece, int32_t terms, double begin)
{
    memset(piece, 0, stride_of(terms) * sizeof *piece);
    piece[0] = begin;
    piece[1] = begin + fabs(number());
    for (int32_t k = 0; k < 2; k++) {
        piece[2 + k] = number();
        piece[2 + terms + k] = number();
        piece[2 + 2 * terms + k] = (double)input_int(world.input, 4) / 4;
    }
}

/* Draws a number of coefficients per polynomial, as JavaScript may state it. */
static int32_t draw_terms(void)
{
    return GRAZE_MIN_PIECE_TERMS + below(GRAZE_PIECE_TERMS - GRAZE_MIN_PIECE_TERMS + 1);
}

static void make_motion(void)
{
    int32_t count = below(PIECES + 1);
    int32_t terms = draw_terms();
    size_t stride = stride_of(terms);
    world.call = "motion";
    double* stage = graze_wasm_motion_stage((uint32_t)count, (uint32_t)terms);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    for (int32_t k = 0; k < count; k++) {
        double* piece = stage + stride * (size_t)k;
        const double* before_it = piece - (k == 0 ? 0 : stride);
        draw_piece(piece, terms, k == 0 ? (double)below(4) : before_it[1]);
        /* The piece continues where the previous one ends. */
        if (k == 0 || below(8) == 7) continue;
        double lasts = before_it[1] - before_it[0];
        for (int32_t axis = 0; axis < 3; axis++) {
            const double* c = before_it + 2 + axis * terms;
            piece[2 + axis * terms] = c[0] + lasts * c[1];
        }
    }
    /* Some motions end with a piece of their highest degree. */
    bool has_last_term = below(4) == 3 && count > 0;
    if (has_last_term) stage[stride * (size_t)(count - 1) + 1 + (size_t)terms] = number();
    /* Half of the motions have an inflation, some of which become negative. */
    bool is_inflated = below(2) == 1;
    double r0 = is_inflated ? (double)below(4) / 4 : 0;
    double r1 = is_inflated ? (double)below(4) / 4 - 0.25 : 0;
    int32_t before = below(2);
    int32_t after = below(2);
    uint32_t handle = graze_wasm_motion_new(stage, count, before, after, r0, r1, 0, 0, 0, 0);
    check_answer(handle == 0, true);
    if (handle == 0) return;
    Thing* thing = add_thing(handle, HANDLE_MOTION);
    thing->count = count;
    thing->terms = terms;
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
    int32_t segment_count = below(4) == 3 ? 1 + below(MAX_SEGMENTS) : 0;
    void* stage = graze_wasm_scene_stage((uint32_t)count, (uint32_t)segment_count);
    if (stage == NULL) {
        check_out_of_memory();
        return;
    }
    uint32_t* handles = graze_wasm_scene_handles(stage);
    int32_t bodies[MAX_ALL];
    float segments[MAX_SEGMENTS][5];
    bool has_groups = below(4) == 3;
    for (int32_t k = 0; k < count + segment_count; k++) {
        if (k < count) {
            paths[k] = pick_path(clock);
            handles[k] = paths[k].handle;
            is_sound = is_sound && is_good(paths[k], HANDLE_PATH);
        }
        bool is_joined = has_groups && k > 0 && k != count && below(2) == 0;
        bodies[k] = k == 0 ? 0 : bodies[k - 1] + (is_joined ? 0 : 1);
        ((int32_t*)handles)[count + k] = bodies[k];
    }
    for (int32_t k = 0; k < segment_count; k++) {
        for (int32_t i = 0; i < 4; i++)
            segments[k][i] = (float)(below(64) - 32) / 4;
        segments[k][4] = (float)below(3) / 2;
        memcpy((float*)handles + 2 * count + segment_count + 5 * k, segments[k],
               sizeof segments[k]);
    }
    const double* c = CLOCK[clock];
    uint32_t handle = graze_wasm_scene_new(stage, c[0], c[1], c[2], c[3], c[4]);
    check_answer(handle == 0, is_sound);
    if (handle == 0) return;
    Thing* thing = add_thing(handle, HANDLE_SCENE);
    thing->clock = clock;
    thing->count = count;
    thing->part_count = count;
    for (int32_t k = 0; k < count; k++) {
        thing->parts[k] = (int32_t)(thing_of(paths[k]) - world.things);
    }
    memcpy(thing->bodies, bodies, sizeof bodies);
    memcpy(thing->segments, segments, sizeof segments);
    thing->segment_count = segment_count;
}

/* Returns a capacity of a few records, or of more than there is memory for. */
static uint32_t capacity(void)
{
    return below(16) == 15 ? (uint32_t)input_bits(world.input, 4) : (uint32_t)below(BODIES + 1);
}

static void make_batch(void)
{
    static const int32_t VIEWS[] = {GRAZE_MOVING_DISCS_AGENTS, GRAZE_PAIRS_IDS,
                                    GRAZE_BODIES_RAY_NORMALS,
                                    GRAZE_MOVING_PAIRS_CLEARANCE_STATUSES};
    HandleKind kind = (HandleKind)(HANDLE_MOVING_DISCS + below(4));
    uint32_t records = capacity();
    uint32_t pairs = capacity();
    uint32_t pieces = capacity();
    int32_t flag = below(2);
    int32_t terms = draw_terms();
    uint32_t handle = 0;
    world.call = "batch";
    /* JavaScript refuses these sizes: it counts in int32. */
    if (records > INT32_MAX / 64 || pairs > INT32_MAX / 64 || pieces > INT32_MAX / 256) return;
    if (kind == HANDLE_MOVING_DISCS) handle = graze_wasm_moving_discs_new(records, pairs, flag);
    if (kind == HANDLE_PAIRS)
        handle = graze_wasm_pairs_new(records, flag, (int32_t)(pairs & 1), (int32_t)(pairs & 2));
    uint32_t still = records / 2 + (records & (uint32_t)flag);
    if (kind == HANDLE_BODIES) {
        handle =
            graze_wasm_bodies_new(records, pairs, still, pieces, pairs & 1, pieces & 1, pairs & 2);
    }
    if (kind == HANDLE_MOVING_PAIRS)
        handle = graze_wasm_moving_pairs_new(records, pieces, pairs, (uint32_t)terms);
    check_answer(handle == 0, true);
    if (handle == 0) return;
    CHECK(records < 1 << 24, "%u records", records);
    Thing* thing = add_thing(handle, kind);
    thing->capacity = (int32_t)records;
    thing->pairs = (int32_t)pairs;
    thing->pieces = (int32_t)pieces;
    thing->is_double = flag;
    thing->terms = terms;
    thing->still = (int32_t)still;
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

/* ---- collected objects ---- */

/* Returns whether batches refer to an object by its handle. */
static bool is_shape_of_batches(const Thing* thing)
{
    return thing->kind == HANDLE_SHAPE || thing->kind == HANDLE_SOLID;
}

static void forget_thing(void)
{
    Picked any = pick((HandleKind)(HANDLE_SHAPE + below(HANDLE_MOVING_PAIRS)));
    const Thing* found = thing_of(any);
    world.call = "forget";
    int32_t status = graze_wasm_forget(any.handle);
    CHECK(status == (found != NULL ? GRAZE_OK : GRAZE_E_STALE_HANDLE), "%d", status);
    if (found == NULL) return;
    Thing* thing = &world.things[found - world.things];
    thing->is_live = is_shape_of_batches(thing);
    thing->is_forgotten = true;
}

/* Returns whether one of `count` handles of a view is that of a thing. */
static bool has_handle(const Thing* batch, int32_t view, int32_t count, const Thing* thing)
{
    const uint32_t* handles = graze_wasm_batch_view(batch->handle, view);
    bool is_found = false;
    for (int32_t k = 0; k < count; k++)
        is_found |= handles[k] == thing->handle;
    return is_found;
}

/* Returns whether a live batch refers to a shape. */
static bool is_referenced(const Thing* shape)
{
    /* View of the handles of the bodies that stand still as they were copied: see wasm/core/bodies.h. */
    enum { COPIED = GRAZE_BODIES_RAY_NORMALS + 3 };
    bool is_found = false;
    for (int32_t k = 0; k < world.count; k++) {
        const Thing* batch = &world.things[k];
        if (!batch->is_live) continue;
        if (batch->kind == HANDLE_PAIRS)
            is_found |= has_handle(batch, GRAZE_PAIRS_SHAPE_A, batch->capacity, shape) ||
                        has_handle(batch, GRAZE_PAIRS_SHAPE_B, batch->capacity, shape);
        if (batch->kind == HANDLE_MOVING_PAIRS)
            is_found |= has_handle(batch, GRAZE_MOVING_PAIRS_SHAPES, batch->capacity, shape);
        if (batch->kind == HANDLE_BODIES)
            is_found |= has_handle(batch, GRAZE_BODIES_SHAPES, batch->capacity, shape) ||
                        has_handle(batch, COPIED, batch->still, shape);
    }
    return is_found;
}

/* Checks that the forgotten shapes that no batch has are freed, all or none, and no others. */
static void collect_shapes(void)
{
    uint32_t kept_bytes = (uint32_t)below(4) << 10;
    int32_t referenced = 0;
    int32_t left[2] = {0, 0}; /* forgotten shapes that no batch has: freed, kept */
    world.call = "collect shapes";
    bool is_used[MAX_THINGS];
    for (int32_t k = 0; k < world.count; k++) {
        const Thing* thing = &world.things[k];
        bool is_shape = thing->is_live && is_shape_of_batches(thing) && thing->is_forgotten;
        is_used[k] = is_shape && is_referenced(thing);
        referenced += is_used[k];
    }
    int32_t answer = graze_wasm_collect_shapes(kept_bytes);
    CHECK(answer == referenced, "%d are referred to, expected %d", answer, referenced);
    for (int32_t k = 0; k < world.count; k++) {
        Thing* thing = &world.things[k];
        if (!thing->is_live || !thing->is_forgotten || is_used[k]) continue;
        thing->is_live = handle_find(thing->handle) != NULL;
        left[thing->is_live]++;
    }
    CHECK(left[0] == 0 || left[1] == 0, "%d freed, %d kept", left[0], left[1]);
    CHECK(left[1] == 0 || kept_bytes > 0, "%d kept", left[1]);
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
            draw_piece((double*)memory + stride_of(thing->terms) * (size_t)k, thing->terms,
                       (double)below(4));
        break;
    case GRAZE_MOVING_PAIRS_GROUP_ENDS: {
        /* Ends in order, and sometimes any numbers: JavaScript writes only ends that are checked. */
        int32_t count = thing->capacity > thing->pairs ? thing->capacity : thing->pairs;
        int32_t end = 0;
        for (int32_t k = 0; k < count; k++) {
            end += below(16) == 15 ? below(3) : 1 + below(2);
            ((int32_t*)memory)[k] = end;
        }
        break;
    }
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
    int32_t view = below(32);
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
    if (kind == HANDLE_BODIES && view == GRAZE_BODIES_RAYS)
        for (int32_t k = 0; k < 4 * thing->pieces; k++)
            ((double*)memory)[k] = number();
    bool are_shapes =
        kind == HANDLE_PAIRS ? view <= GRAZE_PAIRS_SHAPE_B : view == GRAZE_BODIES_SHAPES;
    bool are_poses = kind == HANDLE_PAIRS ? view == GRAZE_PAIRS_POSE_A || view == GRAZE_PAIRS_POSE_B
                                          : view == GRAZE_BODIES_POSES;
    if (kind != HANDLE_PAIRS && kind != HANDLE_BODIES) return;
    if (are_shapes) fill_handles(memory, thing->capacity);
    if (are_poses) fill_places(memory, thing->capacity);
    bool are_bits = view == GRAZE_BODIES_CATEGORIES || view == GRAZE_BODIES_MASKS;
    if (kind == HANDLE_BODIES && are_bits && (thing->pieces & 1) != 0)
        fill_numbers(memory, thing->capacity, 3);
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
    /* A motion of a higher degree is refused. */
    bool is_high = is_sound && thing_of(motion)->terms > thing->terms;
    CHECK(!is_high || status != GRAZE_OK, "a motion of %d terms in a batch of %d",
          thing_of(motion)->terms, thing->terms);
}

/* Checks a batch. Handles within it may be stale: then the reason is not checked. */
static void check_batch(int32_t found, const Thing* thing)
{
    if (found < 0) check_fault();
    CHECK(found < 0 || thing != NULL, "%s answers with a stale handle", world.call);
}

/* Checks penetrations and manifolds of a batch whose distances were `found`. */
static void check_contacts(uint32_t handle, const Thing* thing, int32_t count, int32_t found)
{
    int32_t deep = graze_wasm_pairs_penetration(handle, count);
    check_batch(deep, thing);
    int32_t manifolds = graze_wasm_pairs_manifolds(handle, count, (double)below(4));
    check_batch(manifolds, thing);
    bool has_manifolds = thing != NULL && (thing->pairs & 2) != 0;
    int32_t expected = has_manifolds ? found : -1;
    CHECK(deep == expected && manifolds == expected, "%d, %d, not %d", deep, manifolds, expected);
}

/* Queries the pairs that are near, whose number is that of the core. */
static int32_t query_near_discs(uint32_t handle, const Thing* thing, int32_t count)
{
    const GrazeNearOptions options = {fabs(number()), number(), INFINITY};
    int32_t found =
        graze_wasm_moving_discs_near(handle, count, options.reach, options.from, options.to);
    if (found < 0 || thing == NULL) return found;
    const GrazeMovingDiscs discs = {graze_wasm_batch_view(handle, GRAZE_MOVING_DISCS_RECORDS),
                                    thing->is_double};
    const uint32_t* agents = graze_wasm_batch_view(handle, GRAZE_MOVING_DISCS_AGENTS);
    const size_t room = (size_t)found + 1;
    const GrazeConflictBatch out = {room_of(2 * room * sizeof(uint32_t)), room_of(room),
                                    room_of(2 * room * sizeof(double)),
                                    room_of(2 * room * sizeof(double)), (int32_t)room};
    void* scratch = room_of(graze_moving_discs_scratch(count));
    int32_t expected = graze_moving_discs_near(&discs, agents, count, &options, scratch, &out);
    CHECK(found == expected, "%d pairs, expected %d", found, expected);
    void* const rooms[] = {out.pairs, out.relations, out.intervals, out.clearances, scratch};
    for (size_t k = 0; k < sizeof rooms / sizeof rooms[0]; k++)
        free(rooms[k]);
    return found;
}

/* Queries the nearest pair, whose answer is that of the core. */
static int32_t query_nearest_discs(uint32_t handle, const Thing* thing, int32_t count)
{
    const GrazeNearOptions options = {fabs(number()), number(), INFINITY};
    int32_t found =
        graze_wasm_moving_discs_nearest(handle, count, options.reach, options.from, options.to);
    if (found < 0 || thing == NULL) return found;
    const GrazeMovingDiscs discs = {graze_wasm_batch_view(handle, GRAZE_MOVING_DISCS_RECORDS),
                                    thing->is_double};
    const uint32_t* agents = graze_wasm_batch_view(handle, GRAZE_MOVING_DISCS_AGENTS);
    void* scratch = malloc(graze_moving_discs_scratch(count));
    if (scratch == NULL) abort();
    GrazeNearestDiscs expected;
    bool is_there = graze_moving_discs_nearest(&discs, agents, count, &options, scratch, &expected);
    free(scratch);
    CHECK(found == is_there, "%d nearest, expected %d", found, is_there);
    CHECK(!is_there || same_bytes(graze_wasm_result(), &expected, sizeof expected),
          "another nearest pair");
    return found;
}

/* The bodies of a batch as the core takes them, in memory of their own. */
typedef struct {
    GrazeBodies bodies;
    const GrazeShape* shapes[BODIES];
    GrazePlacement places[BODIES];
    void* storage;
} CoreBodies;

/* Reads a batch whose bodies have all been updated. */
static void read_bodies(CoreBodies* core_bodies, Picked batch, const Thing* thing)
{
    const uint32_t* handles = graze_wasm_batch_view(batch.handle, GRAZE_BODIES_SHAPES);
    const GrazePlacement* places = graze_wasm_batch_view(batch.handle, GRAZE_BODIES_POSES);
    const uint32_t* categories = graze_wasm_batch_view(batch.handle, GRAZE_BODIES_CATEGORIES);
    const uint32_t* masks = graze_wasm_batch_view(batch.handle, GRAZE_BODIES_MASKS);
    for (int32_t k = 0; k < thing->capacity; k++) {
        core_bodies->shapes[k] = handle_get(HANDLE_SHAPE, handles[k]);
        core_bodies->places[k] = places[k];
    }
    core_bodies->storage = room_of(graze_bodies_size(thing->capacity, thing->still, thing->pairs));
    graze_bodies_init(&core_bodies->bodies, core_bodies->shapes, core_bodies->places,
                      thing->capacity, thing->still, thing->pairs, core_bodies->storage);
    graze_bodies_update(&core_bodies->bodies, 0, thing->capacity);
    if ((thing->pieces & 1) == 0) return;
    core_bodies->bodies.categories = categories;
    core_bodies->bodies.masks = masks;
}

/* Compares casts of a batch's rays with those of the core, for one ray and its reverse. */
static void compare_rays(Picked batch, const Thing* thing, const GrazeBodies* bodies,
                         const GrazeRay* ray, const GrazeBodyFilter* filter)
{
    enum { RAYS = 2 };
    int32_t count = thing->pieces < RAYS ? thing->pieces : RAYS;
    GrazeRay* rays = graze_wasm_batch_view(batch.handle, GRAZE_BODIES_RAYS);
    const GrazeRay both[RAYS] = {*ray, {ray->x, ray->y, -ray->dx, -ray->dy}};
    GrazeTouching touching = ray->dx > 0 ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT;
    int32_t met[RAYS];
    double intervals[2 * RAYS];
    GrazePoint points[RAYS];
    GrazePoint normals[RAYS];
    const GrazeRayBatch out = {met, intervals, points, normals};
    for (int32_t k = 0; k < count; k++)
        rays[k] = both[k];
    int32_t expected =
        graze_bodies_cast_rays(bodies, thing->capacity, both, count, filter, touching, &out);
    int32_t got = graze_wasm_bodies_cast_rays(batch.handle, thing->capacity, filter->category,
                                              filter->mask, count, touching);
    const struct {
        GrazeBodiesView view;
        const void* expected;
        size_t size;
    } VIEWS[] = {{GRAZE_BODIES_RAY_BODIES, met, sizeof met[0]},
                 {GRAZE_BODIES_RAY_INTERVALS, intervals, 2 * sizeof intervals[0]},
                 {GRAZE_BODIES_RAY_POINTS, points, sizeof points[0]},
                 {GRAZE_BODIES_RAY_NORMALS, normals, sizeof normals[0]}};
    CHECK(got == expected, "%d rays meet a body, expected %d", got, expected);
    for (size_t k = 0; k < sizeof VIEWS / sizeof VIEWS[0]; k++)
        CHECK(same_bytes(graze_wasm_batch_view(batch.handle, (int32_t)VIEWS[k].view),
                         VIEWS[k].expected, (size_t)count * VIEWS[k].size),
              "other contacts of rays than the core's, view %d", (int)VIEWS[k].view);
}

/* Compares answers of a batch whose bodies have all been updated with those of the core. */
static void compare_bodies(Picked batch, const Thing* thing, const GrazeBodyFilter* filter)
{
    CoreBodies own;
    uint32_t found[BODIES];
    double intervals[2 * BODIES];
    double x = below(8);
    double y = below(8);
    double dx = below(8) - 4;
    double dy = below(8) - 4;
    GrazeTouching touching = dx > 0 ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT;
    const GrazeBodyCast ray = {NULL, {x, y, 1, 0}, dx, dy, touching};
    const GrazeBodyCastBatch out = {found, intervals, BODIES};
    int32_t count = thing->capacity;
    double reach = below(4);
    int32_t middle = below(count + 1);
    read_bodies(&own, batch, thing);
    const GrazeNearBatch none = {NULL, NULL, NULL, NULL, 0, NULL};
    CHECK(graze_wasm_bodies_changed(batch.handle) == 0, "a body has changed");
    int32_t expected = graze_bodies_near(&own.bodies, count, reach, &none);
    int32_t got = graze_wasm_bodies_near(batch.handle, count, reach);
    CHECK(got == (expected <= thing->pairs ? expected : -1), "%d near, expected %d", got, expected);
    expected = graze_bodies_between(&own.bodies, (GrazeRange){0, middle},
                                    (GrazeRange){middle, count - middle}, reach, &none);
    got = graze_wasm_bodies_between(batch.handle, 0, middle, middle, count - middle, reach);
    CHECK(got == (expected <= thing->pairs ? expected : -1), "%d between, expected %d", got,
          expected);
    GrazeCast cast;
    expected = graze_bodies_cast(&own.bodies, count, &ray, filter, &cast) + 1;
    got = graze_wasm_bodies_cast(batch.handle, count, filter->category, filter->mask, 0, x, y, 1, 0,
                                 ray.dx, ray.dy, touching);
    CHECK(got == expected, "body %d is met, expected %d", got, expected);
    if (got > 0) check_result(&cast, sizeof cast);
    expected = graze_bodies_cast_all(&own.bodies, count, &ray, filter, &out);
    got = graze_wasm_bodies_cast_all(batch.handle, count, filter->category, filter->mask, 0, x, y,
                                     1, 0, ray.dx, ray.dy, touching);
    CHECK(got == expected, "%d are met, expected %d", got, expected);
    CHECK(same_bytes(graze_wasm_batch_view(batch.handle, GRAZE_BODIES_HIT_INTERVALS), intervals,
                     2 * (size_t)got * sizeof(double)),
          "other intervals than the core's");
    compare_rays(batch, thing, &own.bodies, &(GrazeRay){x, y, dx, dy}, filter);
    expected = graze_bodies_at_point(&own.bodies, count, x, y, filter, found);
    got = graze_wasm_bodies_at_point(batch.handle, count, filter->category, filter->mask, x, y);
    CHECK(got == expected, "%d at a point, expected %d", got, expected);
    const GrazeShapeBounds box = {x, y, x + reach, y + reach};
    expected = graze_bodies_in_box(&own.bodies, count, &box, filter, found);
    got = graze_wasm_bodies_in_box(batch.handle, count, filter->category, filter->mask, x, y,
                                   x + reach, y + reach);
    CHECK(got == expected, "%d in a box, expected %d", got, expected);
    uint32_t one = *(const uint32_t*)graze_wasm_batch_view(batch.handle, GRAZE_BODIES_SHAPES);
    const GrazePose pose = {x, y, 1, 0};
    double distance;
    expected =
        graze_bodies_near_one(&own.bodies, count, own.shapes[0], &pose, reach, filter, &none);
    got = graze_wasm_bodies_near_one(batch.handle, count, filter->category, filter->mask, reach,
                                     one, x, y, 1, 0);
    CHECK(got == expected, "%d near one, expected %d", got, expected);
    expected =
        graze_bodies_nearest(&own.bodies, count, own.shapes[0], &pose, reach, filter, &distance) +
        1;
    got = graze_wasm_bodies_nearest(batch.handle, count, filter->category, filter->mask, reach, one,
                                    x, y, 1, 0);
    CHECK(got == expected, "body %d is nearest, expected %d", got, expected);
    if (got > 0) {
        const GrazePose other = graze_placement_pose(&own.places[got - 1]);
        GrazeDistance answer;
        graze_distance(own.shapes[0], &pose, own.shapes[got - 1], &other, &answer);
        check_result(&answer, sizeof answer);
    }
    free(own.storage);
}

/* Asks a batch of bodies anything; returns the answer of the last call. */
static int32_t query_bodies(Picked batch, const Thing* thing, int32_t count)
{
    const GrazeBodyFilter filter = {(uint32_t)below(4), (uint32_t)below(4)};
    Picked shape = below(4) ? pick(HANDLE_SHAPE) : (Picked){0, -1};
    double x = number();
    double y = number();
    double c = number();
    double s = below(2) ? NAN : number();
    int32_t first = below(BODIES);
    uint32_t category = filter.category;
    uint32_t mask = filter.mask;
    switch (below(11)) {
    case 0:
        return graze_wasm_bodies_near(batch.handle, count, below(8));
    case 1:
        return graze_wasm_bodies_between(batch.handle, 0, first, below(BODIES), count, below(8));
    case 2:
        return graze_wasm_bodies_near_one(batch.handle, count, category, mask, below(8),
                                          shape.handle, x, y, c, s);
    case 3:
        return graze_wasm_bodies_nearest(batch.handle, count, category, mask, INFINITY,
                                         shape.handle, x, y, c, s);
    case 4:
        return graze_wasm_bodies_cast(batch.handle, count, category, mask, shape.handle, x, y, c, s,
                                      number(), number(), 0);
    case 5:
        return graze_wasm_bodies_cast_all(batch.handle, count, category, mask, shape.handle, x, y,
                                          c, s, number(), number(), 1);
    case 6:
        return graze_wasm_bodies_at_point(batch.handle, count, category, mask, x, y);
    case 7:
        /* JavaScript checks the box. */
        return graze_wasm_bodies_in_box(batch.handle, count, category, mask, first, first,
                                        first + 1, first + 2);
    case 8:
        return graze_wasm_bodies_changed(batch.handle);
    case 10:
        return graze_wasm_bodies_cast_rays(batch.handle, count, category, mask, first, 0);
    default:
        break;
    }
    int32_t status = graze_wasm_bodies_update(batch.handle, 0, thing != NULL ? thing->capacity : 1);
    if (status != GRAZE_OK) {
        CHECK(status == (int32_t)graze_wasm_fault()->status,
              "an update fails with %d, its fault is %d", status, (int)graze_wasm_fault()->status);
        return -1;
    }
    CHECK(thing != NULL, "an update answers with a stale handle");
    if (thing->capacity <= BODIES && thing->capacity > 0) compare_bodies(batch, thing, &filter);
    return 0;
}

static double draw_limit(void)
{
    return below(2) ? (double)below(4) : INFINITY;
}

/* Checks the clearances of pairs in groups of one size: their order, and that they name a pair below the limit. */
static void query_clearances(uint32_t handle, const Thing* thing, int32_t count,
                             const QueryOptions* options)
{
    int32_t size = 1 + below(3);
    double limit = draw_limit();
    int32_t found = graze_wasm_moving_pairs_clearances(
        handle, count, size, limit, options->from, options->to, options->tolerance,
        options->distance_tolerance, options->max_iterations);
    check_batch(found, thing);
    if (found < 0) return;
    const double* clearances = graze_wasm_batch_view(handle, GRAZE_MOVING_PAIRS_CLEARANCES);
    const uint8_t* statuses = graze_wasm_batch_view(handle, GRAZE_MOVING_PAIRS_CLEARANCE_STATUSES);
    const int32_t* bodies = graze_wasm_batch_view(handle, GRAZE_MOVING_PAIRS_CONTACT_BODIES);
    const uint32_t* pairs = graze_wasm_batch_view(handle, GRAZE_MOVING_PAIRS_PAIRS);
    int32_t near = 0;
    for (int32_t k = 0; k < count / size; k++) {
        const double* c = &clearances[3 * k];
        bool is_near = bodies[2 * k] >= 0;
        bool is_pair = !is_near;
        for (int32_t i = size * k; i < size * (k + 1); i++)
            is_pair = is_pair || (pairs[2 * i] == (uint32_t)bodies[2 * k] &&
                                  pairs[2 * i + 1] == (uint32_t)bodies[2 * k + 1]);
        near += is_near;
        CHECK(is_pair && statuses[k] <= GRAZE_CLEARANCE_UNDECIDED, "not a pair, or no status");
        CHECK(c[0] <= c[1] && c[0] <= limit, "[%a, %a], limit %a", c[0], c[1], limit);
        CHECK(is_near ? c[1] < limit && isfinite(c[2]) : c[1] == INFINITY && c[2] == INFINITY,
              "[%a, %a] at %a, limit %a", c[0], c[1], c[2], limit);
    }
    CHECK(near == found, "%d near, %d found", near, found);
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
        switch (below(4)) {
        case 0:
            found =
                graze_wasm_moving_discs_find_conflicts(batch.handle, 0, cut, cut + first, count);
            break;
        case 1:
            found = graze_wasm_moving_discs_find_conflicts(batch.handle, 0, count, -1, 0);
            break;
        case 2:
            found = query_near_discs(batch.handle, thing, count);
            break;
        default:
            found = query_nearest_discs(batch.handle, thing, count);
        }
        break;
    case 2: {
        found = below(2) ? graze_wasm_pairs_collide(batch.handle, count)
                         : graze_wasm_pairs_relation(batch.handle, count);
        check_batch(found, thing);
        int32_t related = graze_wasm_pairs_relation(batch.handle, count);
        int32_t hits = graze_wasm_pairs_collide(batch.handle, count);
        CHECK(found == related && found == hits, "%d in contact, %d hits, %d found", related, hits,
              found);
        break;
    }
    case 3:
        found = graze_wasm_pairs_distance(batch.handle, count);
        check_batch(found, thing);
        check_contacts(batch.handle, thing, count, found);
        found = graze_wasm_pairs_distance(batch.handle, count);
        break;
    case 4:
        found = query_bodies(batch, thing, count);
        break;
    default:
        if (below(2)) {
            query_clearances(batch.handle, thing, count, &a);
            return;
        }
        found = graze_wasm_moving_pairs_contacts(
            batch.handle, count, below(2) ? -1 : some(thing), below(2) ? 1 : below(4), a.from, a.to,
            a.tolerance, a.distance_tolerance, a.max_iterations, a.touching);
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

static GrazeGjkOptions make_gjk_options(void)
{
    GrazeGjkOptions options;
    options.subdistance = (GrazeSubdistance)below(4);
    options.support = (GrazeSupport)below(4);
    options.start = (GrazeStart)below(2);
    return options;
}

#define GJK(o) (int32_t)(o).subdistance, (int32_t)(o).support, (int32_t)(o).start

static GrazePose pose_at(Place p)
{
    GrazePose pose;
    GrazeStatus status = isnan(p.s) ? graze_pose(p.x, p.y, p.c, &pose)
                                    : graze_heading_pose(p.x, p.y, p.c, p.s, &pose);
    CHECK(status == GRAZE_OK, "%s takes the pose (%g, %g), (%g, %g)", world.call, p.x, p.y, p.c,
          p.s);
    return pose;
}

/* Two shapes and their poses, as the core takes them, and the options of GJK. */
typedef struct {
    const GrazeShape *a, *b;
    GrazePose pose_a, pose_b;
    GrazeGjkOptions options;
} Still;

#define STILL(s) (s)->a, &(s)->pose_a, (s)->b, &(s)->pose_b

static Still still_pair(Picked a, Place p, Picked b, Place q)
{
    return (Still){handle_get(HANDLE_SHAPE, a.handle),
                   handle_get(HANDLE_SHAPE, b.handle),
                   pose_at(p),
                   pose_at(q),
                   {GRAZE_BARYCODE, GRAZE_SUPPORT_AUTO, GRAZE_START_POINT}};
}

static void check_distance(const Still* s, const GrazeGjkOptions* options)
{
    GrazeDistance expected;
    if (options == NULL) {
        graze_distance(STILL(s), &expected);
    } else {
        graze_distance_by(STILL(s), options, &expected);
    }
    check_result(&expected, sizeof expected);
}

static void check_trace(const Still* s)
{
    int32_t capacity = s->a->count + s->b->count + GRAZE_GJK_SPARE_ROUNDS;
    GrazeGjkRound* rounds = room_of((size_t)capacity * sizeof *rounds);
    GrazeDistance expected;
    int32_t count = graze_trace(STILL(s), &s->options, rounds, capacity, &expected);
    check_result(&expected, sizeof expected);
    check_list(rounds, count, sizeof *rounds);
    free(rounds);
}

static void check_difference(const Still* s)
{
    GrazeDifference vertices[2 * POINTS];
    int32_t count = graze_minkowski_difference(STILL(s), vertices);
    check_list(vertices, count, sizeof *vertices);
}

/* Checks the box of a shape, and whether it contains a point. */
static void query_place(Picked shape, Place p, double x, double y)
{
    bool is_sound = is_good(shape, HANDLE_SHAPE);
    int32_t status = graze_wasm_shape_bounds(shape.handle, PLACE(p));
    check_answer(status != 0, is_sound);
    if (status == 0) {
        Still s = still_pair(shape, p, shape, p);
        GrazeShapeBounds expected;
        graze_shape_bounds(s.a, &s.pose_a, &expected);
        check_result(&expected, sizeof expected);
    }
    int32_t found = graze_wasm_contains_point(shape.handle, PLACE(p), x, y);
    check_answer(found < 0, is_sound);
    if (found >= 0) {
        Still s = still_pair(shape, p, shape, p);
        bool expected = graze_contains_point(s.a, &s.pose_a, x, y);
        CHECK(found == expected, "%d, the core's is %d", found, expected);
    }
}

static void query_pair(void)
{
    Picked a = pick(HANDLE_SHAPE);
    Picked b = pick(HANDLE_SHAPE);
    Place p = place();
    Place q = place();
    bool is_sound = is_good(a, HANDLE_SHAPE) && is_good(b, HANDLE_SHAPE);
    int32_t query = below(10);
    int32_t status = 0;
    world.call = "pair query";
    switch (query) {
    case 0: {
        GrazeGjkOptions options = make_gjk_options();
        status = graze_wasm_distance_by(a.handle, PLACE(p), b.handle, PLACE(q), GJK(options));
        if (status != 0) break;
        Still s = still_pair(a, p, b, q);
        check_distance(&s, &options);
        break;
    }
    case 1:
        status = graze_wasm_penetration(a.handle, PLACE(p), b.handle, PLACE(q));
        if (status == 0) {
            Still s = still_pair(a, p, b, q);
            GrazePenetration expected;
            graze_penetration(STILL(&s), &expected);
            check_result(&expected, sizeof expected);
        }
        break;
    case 2: {
        double gap = graze_wasm_gap(a.handle, PLACE(p), b.handle, PLACE(q));
        status = isnan(gap);
        if (status != 0) break;
        Still s = still_pair(a, p, b, q);
        GrazeRelation relation;
        double expected = graze_gap(STILL(&s), &relation);
        CHECK(same_bits(gap, expected), "gap %a, the core's is %a", gap, expected);
        double distance = graze_wasm_signed_distance(a.handle, PLACE(p), b.handle, PLACE(q));
        expected = graze_signed_distance(STILL(&s), &relation);
        CHECK(same_bits(distance, expected), "signed distance %a, the core's is %a", distance,
              expected);
        status = graze_wasm_distance(a.handle, PLACE(p), b.handle, PLACE(q));
        if (status == 0) check_distance(&s, NULL);
        break;
    }
    case 3: {
        int32_t relation = graze_wasm_relation(a.handle, PLACE(p), b.handle, PLACE(q));
        int32_t hit = graze_wasm_collide(a.handle, PLACE(p), b.handle, PLACE(q));
        int32_t hit_by = graze_wasm_collide_by(a.handle, PLACE(p), b.handle, PLACE(q), below(2),
                                               below(4), below(4), below(2));
        status = relation < 0;
        CHECK((hit < 0) == (relation < 0) && (relation < 0 || hit == (relation != GRAZE_DISJOINT)),
              "relation %d, collide %d", relation, hit);
        CHECK(hit_by == hit, "collide %d, by a method %d", hit, hit_by);
        break;
    }
    case 4: {
        double dx = number();
        double dy = number();
        status = graze_wasm_shape_cast(a.handle, PLACE(p), b.handle, PLACE(q), dx, dy, dx > 0);
        if (status != 0) break;
        Still s = still_pair(a, p, b, q);
        GrazeCast expected;
        graze_shape_cast(STILL(&s), dx, dy,
                         dx > 0 ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT, &expected);
        check_result(&expected, sizeof expected);
        break;
    }
    case 5: {
        GrazeRay ray;
        ray.x = number();
        ray.y = number();
        ray.dx = number();
        ray.dy = number();
        status = graze_wasm_ray_cast(a.handle, PLACE(p), ray.x, ray.y, ray.dx, ray.dy, ray.dx > 0);
        is_sound = is_good(a, HANDLE_SHAPE);
        if (status != 0) break;
        Still s = still_pair(a, p, a, p);
        GrazeCast expected;
        graze_ray_cast(s.a, &s.pose_a, &ray,
                       ray.dx > 0 ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT, &expected);
        check_result(&expected, sizeof expected);
        break;
    }
    case 6: {
        GrazeGjkOptions options = make_gjk_options();
        status = graze_wasm_trace(a.handle, PLACE(p), b.handle, PLACE(q), GJK(options));
        if (status != 0) break;
        Still s = still_pair(a, p, b, q);
        s.options = options;
        check_trace(&s);
        break;
    }
    case 7:
        status = graze_wasm_minkowski_difference(a.handle, PLACE(p), b.handle, PLACE(q));
        if (status == 0) {
            Still s = still_pair(a, p, b, q);
            check_difference(&s);
        }
        break;
    case 8: {
        double reach = fabs((double)below(8));
        status = graze_wasm_manifold(a.handle, PLACE(p), b.handle, PLACE(q), reach);
        if (status != 0) break;
        Still s = still_pair(a, p, b, q);
        GrazeManifold expected;
        graze_manifold(STILL(&s), reach, &expected);
        check_result(&expected, sizeof expected);
        int32_t refused = graze_wasm_contact_cone(a.handle, PLACE(p), b.handle, PLACE(q));
        bool is_convex = s.a->compound == NULL && s.b->compound == NULL;
        CHECK(refused == (is_convex ? GRAZE_OK : GRAZE_E_NOT_CONVEX), "%d", refused);
        if (refused != 0) break;
        GrazeContactCone cone;
        graze_contact_cone(STILL(&s), &cone);
        check_result(&cone, sizeof cone);
        break;
    }
    default:
        status = graze_wasm_shape_count(a.handle) == 0;
        is_sound = is_good(a, HANDLE_SHAPE);
        CHECK((graze_wasm_shape_vertices(a.handle) == NULL) == (status != 0), "%d", status);
        query_place(a, p, q.x, q.y);
        status = graze_wasm_shape_count(a.handle) == 0;
    }
    check_answer(status != 0, is_sound);
}

/* ---- motions ---- */

static GrazeMovingBody moving_body_of(Picked shape, Picked motion)
{
    GrazeMovingBody body;
    CHECK(glue_get_moving_body(shape.handle, motion.handle, 0, &body), "%s: no body", world.call);
    return body;
}

static void check_pose(Picked motion, double t, int32_t found)
{
    GrazeMovingBody body = moving_body_of((Picked){0, -1}, motion);
    GrazePlace place;
    int32_t is_there = graze_motion_pose(&body, t, &place.x, &place.y, &place.angle);
    CHECK(found == is_there, "%d, the core says %d", found, is_there);
    if (is_there) check_result(&place, sizeof place);
}

static void query_motion(void)
{
    Picked motion = pick(HANDLE_MOTION);
    Picked shape = below(2) ? pick(HANDLE_SHAPE) : (Picked){0, -1};
    bool has_motion = is_good(motion, HANDLE_MOTION);
    world.call = "motion query";
    double t = number();
    int32_t found = graze_wasm_motion_pose(motion.handle, t);
    check_answer(found < 0, has_motion);
    if (found >= 0) check_pose(motion, t, found);
    double from = (double)below(16);
    double to = from + below(16);
    int32_t status = graze_wasm_motion_bounds(motion.handle, from, to, shape.handle);
    check_answer(status != 0, has_motion && (shape.handle == 0 || is_good(shape, HANDLE_SHAPE)));
    if (status == 0) {
        GrazeMovingBody body = moving_body_of(shape, motion);
        GrazeMotionBounds expected;
        graze_motion_bounds(&body, from, to, &expected);
        check_result(&expected, sizeof expected);
    }
    double angle = (double)input_int(world.input, 22);
    graze_wasm_direction(angle);
    const GrazePlace* direction = graze_wasm_result();
    CHECK(is_unit(direction->x, direction->y), "(%a, %a)", direction->x, direction->y);
    CHECK(direction->angle == angle, "%a of %a", direction->angle, angle);
}

#define MOVING_PAIR a.handle, motion_a.handle, b.handle, motion_b.handle

typedef struct {
    GrazeMovingBody a, b;
    QueryOptions given;
    GrazeMotionOptions options; /* with defaults */
} MovingQuery;

#define MOVING(m) &(m)->a, &(m)->b

/* Returns the contact by the method of the options, or by that of graze_first_contact. */
static GrazeContact contact_of(const MovingQuery* m, bool is_by_method)
{
    GrazeContact contact;
    if (is_by_method) {
        graze_trace_contact_by(MOVING(m), &m->options, NULL, 0, &contact);
    } else {
        graze_first_contact(MOVING(m), &m->options, &contact);
    }
    return contact;
}

static void check_contact(const MovingQuery* m, bool is_by_method)
{
    GrazeContact expected = contact_of(m, is_by_method);
    check_result(&expected, sizeof expected);
}

static void check_traced(const MovingQuery* m)
{
    GrazeContact expected;
    int32_t count =
        graze_trace_contact_by(MOVING(m), &m->options, core.times, MAX_RECORDS, &expected);
    check_result(&expected, sizeof expected);
    check_list(core.times, count < MAX_RECORDS ? count : MAX_RECORDS, sizeof(double));
}

static void check_time(const MovingQuery* m, double time, bool is_by_method)
{
    double from = isnan(m->given.from) ? m->options.from : m->given.from;
    GrazeContact contact = contact_of(m, is_by_method);
    double expected = contact.status == GRAZE_CONTACT_FREE ? INFINITY : contact.lo - from;
    CHECK(same_bits(time, expected), "%a, expected %a", time, expected);
}

static void check_clearance(const MovingQuery* m, double limit)
{
    GrazeClearance expected;
    GrazeGroupClearance near;
    graze_group_clearance_clear(&near, limit);
    graze_group_clearance_add_pair(&near, 0, 1, MOVING(m), &m->options, limit);
    bool is_far = limit < INFINITY && !(near.hi < limit);
    if (is_far) {
        expected = (GrazeClearance){.lo = near.lo, .hi = near.hi, .status = near.status};
    } else {
        graze_clearance(MOVING(m), &m->options, &expected);
    }
    check_result(&expected, sizeof expected);
}

static void check_intervals(const MovingQuery* m)
{
    int32_t count = graze_contact_intervals(MOVING(m), &m->options, core.intervals, MAX_RECORDS);
    check_list(core.intervals, count, sizeof *core.intervals);
}

static void check_delays(const MovingQuery* m, double from, double to)
{
    GrazeMotionOptions options = motion_options(&m->given);
    graze_unsafe_motion_delays_defaults(MOVING(m), &from, &to, &options);
    int32_t count =
        graze_unsafe_motion_delays(MOVING(m), from, to, &options, core.intervals, MAX_RECORDS);
    check_list(core.intervals, count, sizeof *core.intervals);
}

static void query_moving_pairs(void)
{
    Picked a = pick(HANDLE_SHAPE);
    Picked b = pick(HANDLE_SHAPE);
    Picked motion_a = pick(HANDLE_MOTION);
    Picked motion_b = pick(HANDLE_MOTION);
    QueryOptions q = make_options(4);
    bool is_sound = is_good(a, HANDLE_SHAPE) && is_good(b, HANDLE_SHAPE) &&
                    is_good(motion_a, HANDLE_MOTION) && is_good(motion_b, HANDLE_MOTION);
    MovingQuery m = {.given = q, .options = motion_options(&q)};
    if (is_sound) {
        m.a = moving_body_of(a, motion_a);
        m.b = moving_body_of(b, motion_b);
        graze_motion_defaults(MOVING(&m), &m.options);
    }
    int32_t status = 0;
    double limit = below(2) ? INFINITY : (double)below(4);
    world.call = "query of moving pairs";
    switch (below(7)) {
    case 0:
        status = graze_wasm_first_contact(MOVING_PAIR, QUERY(q));
        if (status != 0) break;
        check_contact(&m, false);
        status = graze_wasm_first_contact_by(MOVING_PAIR, QUERY(q));
        if (status == 0) check_contact(&m, true);
        break;
    case 1:
        status = graze_wasm_trace_contact(MOVING_PAIR, QUERY(q));
        if (status == 0) check_traced(&m);
        break;
    case 2: {
        double time = graze_wasm_time_to_collision(MOVING_PAIR, QUERY(q));
        status = isnan(time);
        if (status != 0) break;
        check_time(&m, time, false);
        check_time(&m, graze_wasm_time_to_collision_by(MOVING_PAIR, QUERY(q)), true);
        break;
    }
    case 3:
        status = graze_wasm_clearance(MOVING_PAIR, QUERY(q), limit);
        if (status == 0) check_clearance(&m, limit);
        break;
    case 4:
        status = graze_wasm_contact_intervals(MOVING_PAIR, QUERY(q), max_intervals());
        if (status == 0) check_intervals(&m);
        break;
    case 5: {
        double from = choice(-4);
        double to = choice(4);
        status = graze_wasm_unsafe_motion_delays(MOVING_PAIR, QUERY(q), from, to, max_intervals());
        if (status == 0) check_delays(&m, from, to);
        break;
    }
    default: {
        int32_t count = below(20);
        double* times = graze_wasm_times_stage((uint32_t)count);
        double given[20];
        for (int32_t k = 0; k < count && times != NULL; k++)
            times[k] = given[k] = (double)below(16);
        status = times == NULL || graze_wasm_separations_at(MOVING_PAIR, times, count) != 0;
        if (times == NULL) {
            check_out_of_memory();
            return;
        }
        for (int32_t k = 0; k < count && status == 0; k++) {
            double expected = graze_separation_at(MOVING(&m), given[k]);
            CHECK(same_bits(times[k], expected), "%a at %a, expected %a", times[k], given[k],
                  expected);
        }
    }
    }
    check_answer(status != 0, is_sound);
}

/* ---- paths and scenes ---- */

static const GrazePath* path_of(Picked picked)
{
    const GrazePath* path = glue_get_path(picked.handle, 0);
    CHECK(path != NULL, "%s: no path", world.call);
    return path;
}

static void check_span(const GrazePath* path)
{
    GrazePathSpan expected = {.first_step = path->first_step,
                              .end_step = path->end_step,
                              .count = graze_clock_steps(&path->clock)};
    check_result(&expected, sizeof expected);
}

static void check_boxes(const GrazePath* path, int32_t from, int32_t to)
{
    float(*boxes)[4] = room_of((size_t)(to - from) * sizeof *boxes);
    for (int32_t i = from; i < to; i++)
        graze_path_box(path, i, boxes[i - from]);
    check_list(boxes, to - from, sizeof *boxes);
    free(boxes);
}

static void check_steps(const GrazePath* a, const GrazePath* b, GrazeSweepMethod method,
                        double from, double to, int32_t next)
{
    enum { MAX_STEPS_AT_ONCE = 256 };
    int32_t steps[MAX_STEPS_AT_ONCE];
    GrazePathSpan expected = {.next = next};
    void* scratch = room_of(graze_sweep_scratch(a, b, method));
    int32_t count = graze_sweep_steps(a, b, from, to, method, scratch, &expected.next, steps,
                                      MAX_STEPS_AT_ONCE, &expected.tests);
    check_result(&expected, sizeof expected);
    check_list(steps, count, sizeof *steps);
    free(scratch);
}

static void check_sweep(const GrazePath* a, const GrazePath* b, const QueryOptions* q)
{
    GrazeMotionOptions options = motion_options(q);
    GrazeSweepMethod method = (GrazeSweepMethod)q->method;
    GrazeSweepResult expected;
    void* scratch = room_of(graze_sweep_scratch(a, b, method));
    options.method = GRAZE_METHOD_CERTIFIED;
    graze_sweep_defaults(a, b, &options);
    graze_sweep(a, b, &options, method, scratch, &expected);
    check_result(&expected, sizeof expected);
    free(scratch);
}

static void check_sweeps(const GrazePath* path, const Picked* others, int32_t count,
                         const QueryOptions* q)
{
    GrazeGroupContact contacts[MAX_PATHS];
    int32_t found = 0;
    for (int32_t k = 0; k < count; k++) {
        const GrazePath* other = path_of(others[k]);
        GrazeMotionOptions options = motion_options(q);
        GrazeGroupContact* contact = &contacts[found];
        *contact = (GrazeGroupContact){.second = k};
        graze_sweep_defaults(path, other, &options);
        contact->status = (int32_t)graze_sweep_bracket(path, other, &options, 0, GRAZE_MAX_STEPS,
                                                       &contact->lo, &contact->hi);
        found += contact->status != GRAZE_CONTACT_FREE;
    }
    check_list(contacts, found, sizeof *contacts);
}

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
        if (status == 0) check_span(path_of(a));
        break;
    case 1: {
        int32_t to = from + below(steps - from + 1);
        status = graze_wasm_path_boxes(a.handle, from, to);
        is_sound = has_a;
        if (status == 0) check_boxes(path_of(a), from, to);
        break;
    }
    case 2: {
        double begin = below(2) ? -INFINITY : 1;
        double end = below(2) ? INFINITY : 5;
        status = graze_wasm_sweep_steps(a.handle, b.handle, q.method, begin, end, from);
        if (status == 0)
            check_steps(path_of(a), path_of(b), (GrazeSweepMethod)q.method, begin, end, from);
        break;
    }
    case 3:
        status = graze_wasm_sweep(a.handle, b.handle, QUERY(q));
        if (status == 0) check_sweep(path_of(a), path_of(b), &q);
        break;
    default: {
        uint32_t count = (uint32_t)below(MAX_PATHS + 1);
        uint32_t* others = graze_wasm_paths_stage(count);
        Picked picked[MAX_PATHS];
        is_sound = has_a;
        for (uint32_t k = 0; k < count && others != NULL; k++) {
            picked[k] = pick_path(clock);
            others[k] = picked[k].handle;
            is_sound = is_sound && is_good(picked[k], HANDLE_PATH);
        }
        if (others == NULL) {
            check_out_of_memory();
            return;
        }
        status = graze_wasm_sweep_many(a.handle, others, (int32_t)count, QUERY(q), max_intervals());
        if (status == 0) check_sweeps(path_of(a), picked, (int32_t)count, &q);
    }
    }
    check_answer(status != 0, is_sound);
}

/* Paths of a scene, an index over them, and the contacts that the core finds. */
typedef struct {
    GrazeScene scene;
    const GrazePath* paths[MAX_ALL];
    int32_t count, total, found;
    void* storage;
    GrazeGroupContact contacts[MAX_ALL * MAX_ALL];
    /* The paths of the segments of walls. */
    GrazePath walls[MAX_SEGMENTS];
    GrazeShape shapes[MAX_SEGMENTS];
    GrazePoint ends[MAX_SEGMENTS][2];
    GrazePiece place;
    void* wall_storage[MAX_SEGMENTS];
} Indexed;

/* Adds the contacts of the body of some paths with bodies `from` and later. */
static void add_contacts(Indexed* in, const GrazePath* const* paths, int32_t count, int32_t first,
                         int32_t first_path, int32_t from, const QueryOptions* q)
{
    GrazeMotionOptions options = motion_options(q);
    GrazeSceneMode mode = (GrazeSceneMode)q->method;
    uint8_t statuses[MAX_ALL];
    GrazeGroupContact contacts[MAX_ALL];
    GrazeSceneContacts out = {statuses, contacts, 0, 0};
    options.method = GRAZE_METHOD_CERTIFIED;
    graze_scene_clear(&in->scene, &out);
    for (int32_t k = 0; k < count; k++)
        graze_scene_first_contacts(&in->scene, paths[k], first + k, first_path, &options, mode,
                                   &out);
    for (int32_t k = from; k < in->scene.body_count; k++) {
        bool is_listed =
            mode == GRAZE_SCENE_ALL ? statuses[k] != GRAZE_CONTACT_FREE : k == out.earliest;
        if (is_listed) in->contacts[in->found++] = contacts[k];
    }
}

/* Makes an index over the paths of a scene. */
static void make_index(const Thing* thing, Indexed* in)
{
    *in = (Indexed){.count = thing->part_count};
    for (int32_t k = 0; k < in->count; k++)
        in->paths[k] = path_of((Picked){world.things[thing->parts[k]].handle, thing->parts[k]});
    const double* c = CLOCK[thing->clock];
    const GrazeClock clock = {c[0], c[1], c[2], c[3], c[4]};
    in->place = (GrazePiece){.x = {clock.x}, .y = {clock.y}};
    for (int32_t k = 0; k < thing->segment_count; k++) {
        const float* segment = thing->segments[k];
        int32_t culprit;
        in->ends[k][0] = (GrazePoint){segment[0], segment[1]};
        in->ends[k][1] = (GrazePoint){segment[2], segment[3]};
        graze_shape_polygon(&in->shapes[k], in->ends[k], 2, segment[4], &culprit);
        GrazeMovingBody body = {&in->shapes[k], &in->place, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        in->wall_storage[k] = room_of(graze_path_size(&body, &clock));
        graze_path_init(&in->walls[k], &body, &clock, GRAZE_BOXES_COVER, in->wall_storage[k]);
        in->paths[in->count + k] = &in->walls[k];
    }
    in->total = in->count + thing->segment_count;
    in->storage = room_of(graze_scene_size(in->paths, in->total));
    graze_scene_init(&in->scene, in->paths, in->total, in->storage);
    in->scene.bodies = thing->bodies;
    in->scene.body_count = in->total > 0 ? thing->bodies[in->total - 1] + 1 : 0;
}

static void free_index(const Thing* thing, Indexed* in)
{
    for (int32_t k = 0; k < thing->segment_count; k++)
        free(in->wall_storage[k]);
    free(in->storage);
}

/* Checks the contacts of a body with a scene, or of all pairs of bodies of the scene (count 0). */
static void check_scene(const Thing* thing, const GrazePath* const* paths, int32_t count,
                        const QueryOptions* q)
{
    Indexed in;
    make_index(thing, &in);
    if (count > 0) add_contacts(&in, paths, count, 0, 0, 0, q);
    for (int32_t k = 0; k < in.count && count == 0;) {
        int32_t end = k + 1;
        while (end < in.count && thing->bodies[end] == thing->bodies[k])
            end++;
        add_contacts(&in, in.paths + k, end - k, k, end, thing->bodies[k] + 1, q);
        k = end;
    }
    check_list(in.contacts, in.found, sizeof *in.contacts);
    free_index(thing, &in);
}

/* Checks the clearance of a body in a scene. */
static void check_scene_clearance(const Thing* thing, const GrazePath* const* paths, int32_t count,
                                  const QueryOptions* q, double limit)
{
    Indexed in;
    GrazeSceneClearance expected;
    GrazeMotionOptions options = motion_options(q);
    make_index(thing, &in);
    graze_scene_clearance(&in.scene, paths, count, &options, limit, &expected);
    check_result(&expected, sizeof expected);
    free_index(thing, &in);
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
        int32_t count = some(batch);
        int32_t size = 1 + below(3);
        enum { MAX_SELECTED = 4 };
        int32_t selected_count = below(MAX_SELECTED + 2) - 1;
        uint32_t* selected = graze_wasm_paths_stage(MAX_SELECTED);
        if (selected == NULL) {
            check_out_of_memory();
            return;
        }
        for (int32_t k = 0; k < selected_count; k++)
            selected[k] = (uint32_t)below(count / size + 2);
        int32_t found =
            below(2)
                ? graze_wasm_scene_first_contacts(scene.handle, moving_pairs.handle, count, size,
                                                  selected, selected_count, QUERY(q))
                : graze_wasm_scene_clearances(scene.handle, moving_pairs.handle, count, size,
                                              selected, selected_count, draw_limit(), QUERY(q));
        check_batch(found, is_scene ? batch : NULL);
        return;
    }
    enum { MAX_EGOS = 3 };
    int32_t count = below(MAX_EGOS + 1);
    Picked egos[MAX_EGOS];
    const GrazePath* paths[MAX_EGOS];
    bool is_sound = is_scene;
    uint32_t* further = graze_wasm_paths_stage(MAX_EGOS);
    if (further == NULL) {
        check_out_of_memory();
        return;
    }
    for (int32_t k = 0; k < count; k++) {
        egos[k] = pick_path(thing != NULL ? thing->clock : 0);
        if (k == 0 && egos[0].handle == 0) count = 0;
        if (k > 0) further[k - 1] = egos[k].handle;
        is_sound = is_sound && (k >= count || is_good(egos[k], HANDLE_PATH));
    }
    if (count > 0 && below(2)) {
        double limit = draw_limit();
        int32_t answer = graze_wasm_scene_clearance(scene.handle, egos[0].handle, further,
                                                    count - 1, limit, QUERY(q));
        check_answer(answer != 0, is_sound);
        for (int32_t k = 0; k < count && answer == 0; k++)
            paths[k] = path_of(egos[k]);
        if (answer == 0) check_scene_clearance(thing, paths, count, &q, limit);
        return;
    }
    if (count == 0) q.method = GRAZE_SCENE_ALL;
    int32_t status =
        graze_wasm_scene_contacts(scene.handle, count > 0 ? egos[0].handle : 0, further,
                                  count > 0 ? count - 1 : 0, QUERY(q), max_intervals());
    check_answer(status != 0, is_sound);
    if (status != 0) return;
    for (int32_t k = 0; k < count; k++)
        paths[k] = path_of(egos[k]);
    check_scene(thing, paths, count, &q);
}

/* ---- boxes ---- */

/* An index of boxes of the boundary, and one of the core with the same boxes. */
typedef struct {
    uint32_t handle;
    GrazeBoxIndex own;
    float* sides;
    uint32_t* room; /* for answers of the core */
} BoxPair;

/* Checks a number of pairs that the boundary has found. `expected` is that of the core, after a check
   of the boxes with this status and culprit. */
static void check_box_pairs(const BoxPair* boxes, int32_t found, GrazeStatus status,
                            int32_t culprit, int32_t expected)
{
    if (status == GRAZE_OK && expected > boxes->own.pairs) {
        status = GRAZE_E_FULL;
        culprit = expected;
    }
    if (status != GRAZE_OK) {
        const GrazeFault* fault = graze_wasm_fault();
        CHECK(found == -1 && fault->status == (int32_t)status && fault->index == culprit,
              "%d pairs, fault %d at %d", found, fault->status, fault->index);
        return;
    }
    CHECK(found == expected, "%d pairs, the core has %d", found, expected);
    CHECK(same_bytes(graze_wasm_batch_view(boxes->handle, GRAZE_BOX_INDEX_PAIRS), boxes->room,
                     2 * (size_t)found * sizeof(uint32_t)),
          "other pairs than the core's");
}

static GrazeStatus check_range(const BoxPair* boxes, int32_t from, int32_t end, int32_t* culprit)
{
    if (from > end || end > boxes->own.capacity) return GRAZE_E_BAD_INDEX;
    return graze_box_index_check(&boxes->own, boxes->sides, from, end, culprit);
}

static void compare_box_pairs(const BoxPair* boxes)
{
    const GrazeBoxIndex* own = &boxes->own;
    double reach = (double)below(8);
    int32_t culprit = -1;
    int32_t expected = -1;
    int32_t count = below(BODIES + 2);
    GrazeStatus status = check_range(boxes, 0, count, &culprit);
    if (status == GRAZE_OK)
        expected = graze_box_index_near(own, boxes->sides, count, reach, boxes->room);
    check_box_pairs(boxes, graze_wasm_box_index_near(boxes->handle, count, reach), status, culprit,
                    expected);
    const GrazeRange low = {below(2), below(BODIES)};
    const GrazeRange high = {low.first + low.count, below(BODIES)};
    culprit = -1;
    status = GRAZE_E_BAD_INDEX;
    if (high.first + high.count <= own->capacity) {
        status = check_range(boxes, high.first, high.first + high.count, &culprit);
        if (status == GRAZE_OK) status = check_range(boxes, low.first, high.first, &culprit);
    }
    if (status == GRAZE_OK)
        expected = graze_box_index_between(own, boxes->sides, high, low, reach, boxes->room);
    check_box_pairs(boxes,
                    graze_wasm_box_index_between(boxes->handle, high.first, high.count, low.first,
                                                 low.count, reach),
                    status, culprit, expected);
}

static void compare_boxes(BoxPair* boxes)
{
    GrazeBoxIndex* own = &boxes->own;
    const int32_t axes = own->axes;
    for (int32_t k = 0; k < 2 * axes * own->capacity; k++)
        boxes->sides[k] = (float)number() + (k / axes % 2 == 1 ? 8.0F : 0.0F);
    int32_t from = below(2);
    int32_t end = below(2) ? own->capacity : below(BODIES);
    int32_t culprit = -1;
    GrazeStatus expected = check_range(boxes, from, end, &culprit);
    int32_t status = graze_wasm_box_index_update(boxes->handle, from, end);
    CHECK(status == (int32_t)expected, "%d, expected %d", status, (int)expected);
    if (status == 0)
        graze_box_index_update(own, boxes->sides, from, end);
    else
        CHECK(graze_wasm_fault()->index == culprit, "culprit %d", graze_wasm_fault()->index);
    /* The lower ends, then the upper ends; of two axes those of the third do not matter. */
    double box[6];
    for (int32_t k = 0; k < 3; k++) {
        box[k] = number();
        box[3 + k] = box[k] + fabs(number());
        if (!(box[k] <= box[3 + k])) box[k] = box[3 + k] = 0;
    }
    const double flat[4] = {box[0], box[1], box[3], box[4]};
    int32_t met = graze_box_index_search(own, axes == 2 ? flat : box, boxes->room);
    int32_t found =
        graze_wasm_box_index_search(boxes->handle, box[0], box[1], box[2], box[3], box[4], box[5]);
    CHECK(found == met, "%d boxes, the core has %d", found, met);
    CHECK(same_bytes(graze_wasm_batch_view(boxes->handle, GRAZE_BOX_INDEX_FOUND), boxes->room,
                     (size_t)met * sizeof(uint32_t)),
          "other boxes than the core's");
    compare_box_pairs(boxes);
}

/* Makes an index of boxes, compares its answers with the core's, and frees it. */
static void query_boxes(void)
{
    int32_t axes = 2 + below(2);
    uint32_t count = capacity();
    uint32_t pairs = capacity();
    BoxPair boxes = {.handle = 0};
    world.call = "boxes";
    /* JavaScript refuses these sizes. */
    if (count < 1 || count > INT32_MAX / 64 || pairs < 1 || pairs > INT32_MAX / 64) return;
    boxes.handle = graze_wasm_box_index_new((uint32_t)axes, count, pairs);
    check_answer(boxes.handle == 0, true);
    if (boxes.handle == 0) return;
    CHECK(count < 1 << 24 && pairs < 1 << 28, "%u boxes, %u pairs", count, pairs);
    if (count <= BODIES && pairs <= BODIES) {
        size_t size = graze_box_index_size(axes, (int32_t)count, (int32_t)pairs);
        void* storage = room_of(size);
        boxes.sides = graze_wasm_batch_view(boxes.handle, GRAZE_BOX_INDEX_SIDES);
        boxes.room = room_of(2 * (count > pairs ? count : pairs) * sizeof(uint32_t));
        graze_box_index_init(&boxes.own, axes, (int32_t)count, (int32_t)pairs, storage);
        compare_boxes(&boxes);
        free(storage);
        free(boxes.room);
    }
    CHECK(graze_wasm_free(boxes.handle) == GRAZE_OK, "%u", boxes.handle);
    CHECK(graze_wasm_box_index_update(boxes.handle, 0, 0) == GRAZE_E_STALE_HANDLE, "freed");
    CHECK(graze_wasm_box_index_search(boxes.handle, 0, 0, 0, 0, 0, 0) == -1, "freed");
    CHECK(graze_wasm_box_index_near(boxes.handle, 0, 0) == -1, "freed");
    CHECK(graze_wasm_box_index_between(boxes.handle, 0, 0, 0, 0, 0) == -1, "freed");
    check_fault();
}

/* ---- calls without handles ---- */

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
    static void (*const CALL[])(void) = {make_shape,          make_shape,
                                         make_motion,         make_path,
                                         make_scene,          make_batch,
                                         fill_view,           fill_view,
                                         set_moving_pair,     query_batch,
                                         query_pair,          query_motion,
                                         query_moving_pairs,  query_paths,
                                         query_scene,         query_moving_spheres,
                                         query_routes,        query_moving_discs,
                                         free_thing,          recover,
                                         set_limit,           make_compound,
                                         query_compound,      make_traffic,
                                         add_route,           remove_route,
                                         query_traffic,       query_boxes,
                                         forget_thing,        collect_shapes,
                                         make_solid,          make_solid_compound,
                                         make_solid_mesh,     query_solids,
                                         make_solid_motion,   query_solid_motion,
                                         query_moving_solids, query_solid_moving_pairs,
                                         query_solid_paths};
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
    CHECK(used == arena_mark(), "%zu used, %zu taken", (size_t)used, (size_t)arena_mark());
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
    check_subject(world_print, &world);
    guarded_reset();
    handle_table = (HandleTable){NULL, 0, 0, -1, 0, 0};
    CHECK(strcmp(graze_wasm_version(), GRAZE_VERSION) == 0, "%s", graze_wasm_version());
    while (input.left > 0 && world.calls < CALLS && world.count < MAX_THINGS) {
        world.calls++;
        call_one();
        check_world();
    }
    check_memory();
    for (int32_t k = 0; k < world.count; k++) {
        free(world.things[k].storage);
        kept_routes_free(world.things[k].kept);
    }
    return 0;
}
