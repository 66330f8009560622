#include "boundary_world.h"

#include "check.h"
#include "guarded.h"

#include <math.h>
#include <stdlib.h>

World world;

void world_print(const void* subject)
{
    const World* w = subject;
    fprintf(stderr, "  call %d: %s, %d things\n", w->calls, w->call, w->count);
}

int32_t below(int32_t count)
{
    return input_below(world.input, count);
}

/* ---- handles ---- */

Picked pick(HandleKind kind)
{
    int32_t how = below(16);
    if (how == 15) return (Picked){(uint32_t)input_bits(world.input, 4), -1};
    if (how == 14) return (Picked){0, -1};
    int32_t from = below(MAX_THINGS);
    for (int32_t k = 0; k < world.count; k++) {
        int32_t place = (from + k) % world.count;
        const Thing* thing = &world.things[place];
        if (how == 13 || (thing->kind == kind && (thing->is_live || how == 12)))
            return (Picked){thing->handle, place};
    }
    return (Picked){0, -1};
}

bool is_good(Picked picked, HandleKind kind)
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

const Thing* thing_of(Picked picked)
{
    for (int32_t k = 0; k < world.count; k++)
        if (world.things[k].is_live && world.things[k].handle == picked.handle)
            return &world.things[k];
    return NULL;
}

Thing* add_thing(uint32_t handle, HandleKind kind)
{
    for (int32_t k = 0; k < world.count; k++)
        CHECK(world.things[k].handle != handle, "handle %u was given out before", handle);
    Thing* thing = &world.things[world.count++];
    *thing = (Thing){.handle = handle, .kind = kind, .is_live = true};
    return thing;
}

/* ---- checks after every call ---- */

void check_fault(void)
{
    const GrazeFault* fault = graze_wasm_fault();
    CHECK(fault->status > GRAZE_OK && fault->status <= GRAZE_E_BAD_OUTLINE, "fault %d",
          fault->status);
    CHECK(same_bytes(fault, &glue_fault, sizeof *fault), "fault %d at %d", fault->status,
          fault->index);
}

void check_out_of_memory(void)
{
    check_fault();
    CHECK(guarded_has_failed(), "%s fails, but no request for memory has failed", world.call);
}

int32_t max_intervals(void)
{
    return below(2) ? 1 + below(4) : 65536;
}

void check_answer(bool has_failed, bool is_sound)
{
    if (has_failed) check_fault();
    CHECK(has_failed || is_sound, "%s answers with a stale handle", world.call);
    bool is_stale = has_failed && graze_wasm_fault()->status == GRAZE_E_STALE_HANDLE;
    CHECK(!is_stale || !is_sound, "%s says stale, but all are live", world.call);
}

bool check_status(int32_t status, GrazeStatus expected, int32_t index)
{
    const GrazeFault* fault = graze_wasm_fault();
    if (status == GRAZE_E_OUT_OF_MEMORY) {
        check_out_of_memory();
        return false;
    }
    CHECK(status == (int32_t)expected, "%s: status %d, expected %d", world.call, status,
          (int)expected);
    if (status == GRAZE_OK) return true;
    check_fault();
    CHECK(fault->status == status && fault->index == index, "%s: fault %d at %d, expected %d at %d",
          world.call, fault->status, fault->index, (int)expected, index);
    return false;
}

/* Checks that a compound has the parts of the core's, and that a convex shape has none. */
static void check_parts(const Thing* thing)
{
    const GrazeCompound* compound = thing->compound.compound;
    int32_t expected = thing->storage != NULL ? compound->count : 0;
    int32_t count = graze_wasm_compound_count(thing->handle);
    CHECK(count == expected, "shape %u has %d parts, expected %d", thing->handle, count, expected);
    for (int32_t k = 0; k < count; k++) {
        const GrazeShape* part = &compound->parts[k];
        double radius = graze_wasm_compound_part(thing->handle, k);
        CHECK(radius == part->radius, "part %d of %u has radius %a", k, thing->handle, radius);
        check_list(part->vertices, part->count, sizeof *part->vertices);
    }
}

static void check_shape(const Thing* thing)
{
    bool is_convex = thing->storage == NULL;
    const GrazePoint* expected = is_convex ? thing->vertices : thing->compound.vertices;
    CHECK(graze_wasm_shape_count(thing->handle) == thing->count, "shape %u has %d vertices",
          thing->handle, graze_wasm_shape_count(thing->handle));
    const GrazePoint* vertices = graze_wasm_shape_vertices(thing->handle);
    CHECK(same_bytes(vertices, expected, (size_t)thing->count * sizeof *vertices),
          "the vertices of %u have changed", thing->handle);
    check_parts(thing);
}

void check_world(void)
{
    CHECK(guarded_is_balanced(), "%s leaves something on the stack", world.call);
    for (int32_t k = 0; k < world.count; k++) {
        const Thing* thing = &world.things[k];
        if (!thing->is_live) {
            CHECK(handle_find(thing->handle) == NULL, "%u is free, but found", thing->handle);
        } else if (thing->kind == HANDLE_SHAPE) {
            check_shape(thing);
        } else if (thing->kind == HANDLE_SOLID) {
            check_solid(thing);
        } else {
            CHECK(handle_get(thing->kind, thing->handle) != NULL, "%u is lost", thing->handle);
        }
    }
}

void read_list(size_t size)
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

/* ---- the core's answers ---- */

CoreList core;

void check_result(const void* expected, size_t size)
{
    CHECK(same_bytes(graze_wasm_result(), expected, size), "%s: another answer than the core's",
          world.call);
}

void check_list(const void* expected, int32_t count, size_t size)
{
    read_list(size);
    const GrazeList* list = graze_wasm_list();
    const uintptr_t address = list->address;
    const void* records = (const void*)address; // NOLINT(performance-no-int-to-ptr)
    CHECK(list->count == count, "%s: %d records, the core has %d", world.call, list->count, count);
    CHECK(count == 0 || same_bytes(records, expected, (size_t)count * size),
          "%s: another list than the core's", world.call);
}

void* room_of(size_t size)
{
    void* room = malloc(size > 0 ? size : 1);
    if (room == NULL) abort();
    return room;
}

/* ---- numbers ---- */

double number(void)
{
    return below(8) == 7 ? input_double(world.input) : (double)input_int(world.input, 6) / 4;
}

double choice(double usual)
{
    return below(2) ? usual : NAN;
}

QueryOptions make_options(int32_t methods)
{
    QueryOptions a;
    a.from = choice((double)input_int(world.input, 4) / 2);
    double begin = isnan(a.from) ? 0 : a.from;
    a.to = choice(begin + (double)input_bits(world.input, 1) / 8);
    a.tolerance = choice(ldexp(1, -below(30)));
    a.distance_tolerance = choice(ldexp(1, -below(30)));
    a.max_iterations = 1 + below(64);
    a.method = below(methods);
    a.touching = below(2);
    return a;
}

GrazeMotionOptions motion_options(const QueryOptions* a)
{
    return (GrazeMotionOptions){.from = a->from,
                                .to = a->to,
                                .tolerance = a->tolerance,
                                .distance_tolerance = a->distance_tolerance,
                                .max_iterations = a->max_iterations,
                                .method = (GrazeContactMethod)a->method,
                                .touching = (GrazeTouching)a->touching};
}
