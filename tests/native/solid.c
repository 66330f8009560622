/*
 * Answers questions about pairs of bodies in space from its standard input, for tests in
 * JavaScript: solid_answers.js documents the numbers. All of them are doubles of this machine, and
 * every question and answer begins with the number of those that follow.
 */
#include "../../src/graze.h"

#include <stdio.h>
#include <stdlib.h>

static const double* input;

static double next_number(void)
{
    return *input++;
}

/* Answer at hand. */
static double* output;
static size_t output_count, output_room;

static void write_number(double value)
{
    if (output_count == output_room) {
        output_room = 2 * output_room + 1024;
        output = realloc(output, output_room * sizeof *output);
        if (output == NULL) exit(1);
    }
    output[output_count++] = value;
}

static void write_numbers(const double* numbers, int count)
{
    for (int k = 0; k < count; k++)
        write_number(numbers[k]);
}

static void write_integers(const int32_t* numbers, int32_t count)
{
    write_number(count);
    for (int32_t k = 0; k < count; k++)
        write_number(numbers[k]);
}

/* Returns memory of exactly this size, so that the sanitizer detects an access beyond it. */
static void* allocate(size_t size)
{
    void* memory = malloc(size == 0 ? 1 : size);
    if (memory == NULL) exit(1);
    return memory;
}

typedef struct {
    GrazeSolid solid;
    GrazeSolidPose pose;
    void* storage;
} Body;

/* Reads a body and writes its status, its hull and its pose; returns whether both are valid. */
static bool read_body(Body* body)
{
    int32_t count = (int32_t)next_number();
    float radius = (float)next_number();
    bool is_matrix = next_number() != 0;
    const double* at = input;
    input += 12;
    GrazeSolidPoint* points = allocate((size_t)count * sizeof *points);
    for (int32_t k = 0; k < count; k++)
        for (int i = 0; i < 3; i++)
            (&points[k].x)[i] = (float)next_number();
    size_t used = 0;
    body->storage = allocate(graze_solid_hull_size(count));
    GrazeStatus status =
        graze_solid_hull(points, count, radius, body->storage, &used, &body->solid);
    free(points);
    GrazeStatus pose_status =
        is_matrix ? graze_solid_matrix_pose(at[0], at[1], at[2], at + 3, &body->pose)
                  : graze_solid_pose(at[0], at[1], at[2], at + 3, &body->pose);
    write_number(status);
    write_number(pose_status);
    if (status != GRAZE_OK || pose_status != GRAZE_OK) return false;
    /* What is beyond `used` is not needed. */
    body->storage = realloc(body->storage, used);
    const GrazeSolidFaces* faces = &body->solid.faces;
    ptrdiff_t moved = (char*)body->storage - (const char*)body->solid.vertices;
    body->solid.vertices = (const GrazeSolidPoint*)((const char*)body->solid.vertices + moved);
    body->solid.faces = (GrazeSolidFaces){
        faces->face_count,
        (const int32_t*)((const char*)faces->face_starts + moved),
        (const int32_t*)((const char*)faces->corners + moved),
        (const int32_t*)((const char*)faces->neighbor_starts + moved),
        (const int32_t*)((const char*)faces->neighbors + moved),
    };
    write_numbers(body->pose.rotation, 9);
    write_number(body->solid.count);
    for (int32_t k = 0; k < body->solid.count; k++)
        for (int i = 0; i < 3; i++)
            write_number((&body->solid.vertices[k].x)[i]);
    write_integers(faces->face_starts, faces->face_count + 1);
    write_integers(faces->corners, faces->face_starts[faces->face_count]);
    write_integers(faces->neighbor_starts, body->solid.count + 1);
    write_integers(faces->neighbors, faces->neighbor_starts[body->solid.count]);
    return true;
}

static void write_witness(const GrazeSolidWitness* w)
{
    write_numbers(w->point_a, 3);
    write_numbers(w->point_b, 3);
    write_numbers(w->normal, 3);
    const int32_t numbers[6] = {w->feature_a, w->first_a, w->second_a,
                                w->feature_b, w->first_b, w->second_b};
    for (int k = 0; k < 6; k++)
        write_number(numbers[k]);
}

static void answer_pair(const Body* a, const Body* b, const GrazeSolidScratch* scratch)
{
    const double* displacement = input;
    input += 3;
    double reach = next_number();
    GrazeRelation relation = GRAZE_DISJOINT;
    GrazeSolidDistance distance = {.relation = -1};
    GrazeSolidPenetration penetration = {.relation = -1};
    GrazeSolidCast cast = {.relation = -1};
    GrazeSolidManifold manifold = {.relation = -1};
    write_number(
        graze_solid_relation(&a->solid, &a->pose, &b->solid, &b->pose, scratch, &relation));
    write_number(relation);
    write_number(
        graze_solid_distance(&a->solid, &a->pose, &b->solid, &b->pose, scratch, &distance));
    write_number(distance.relation);
    write_number(distance.distance);
    write_witness(&distance.witness);
    write_number(
        graze_solid_penetration(&a->solid, &a->pose, &b->solid, &b->pose, scratch, &penetration));
    write_number(penetration.relation);
    write_number(penetration.depth);
    write_witness(&penetration.witness);
    write_number(graze_solid_shape_cast(&a->solid, &a->pose, &b->solid, &b->pose, displacement,
                                        GRAZE_TOUCHING_CONFLICT, scratch, &cast));
    write_number(cast.status);
    write_number(cast.relation);
    write_number(cast.begin);
    write_number(cast.end);
    write_witness(&cast.witness);
    write_number(
        graze_solid_manifold(&a->solid, &a->pose, &b->solid, &b->pose, reach, scratch, &manifold));
    write_number(manifold.relation);
    write_number(manifold.depth);
    write_numbers(manifold.normal, 3);
    write_number(manifold.count);
    for (int32_t k = 0; k < manifold.count; k++) {
        write_numbers(manifold.points[k].point, 3);
        write_number(manifold.points[k].separation);
        write_number(manifold.points[k].id);
    }
    double cone[3 * GRAZE_SOLID_CONE_ROOM];
    int32_t count = 0;
    write_number(graze_solid_contact_cone(&a->solid, &a->pose, &b->solid, &b->pose, scratch,
                                          &relation, cone, GRAZE_SOLID_CONE_ROOM, &count));
    write_number(relation);
    write_number(count);
    int32_t held = count < GRAZE_SOLID_CONE_ROOM ? count : GRAZE_SOLID_CONE_ROOM;
    write_number(3 * held);
    write_numbers(cone, 3 * held);
}

static void answer(void)
{
    Body a = {.storage = NULL};
    Body b = {.storage = NULL};
    int32_t room = (int32_t)next_number();
    bool is_valid = read_body(&a);
    is_valid = read_body(&b) && is_valid;
    size_t size = room > 0 ? graze_solid_scratch_size(room) : 0;
    const GrazeSolidScratch scratch = {allocate(size), size};
    if (is_valid) {
        const double* rest = input;
        answer_pair(&a, &b, room > 0 ? &scratch : NULL);
        input = rest;
        answer_pair(&b, &a, room > 0 ? &scratch : NULL);
    }
    free(scratch.memory);
    free(a.storage);
    free(b.storage);
}

int main(void)
{
    for (double count; fread(&count, sizeof count, 1, stdin) == 1;) {
        double* numbers = allocate((size_t)count * sizeof *numbers);
        if (fread(numbers, sizeof *numbers, (size_t)count, stdin) != (size_t)count) return 1;
        input = numbers;
        output_count = 0;
        answer();
        free(numbers);
        double length = (double)output_count;
        if (fwrite(&length, sizeof length, 1, stdout) != 1) return 1;
        if (output_count > 0 &&
            fwrite(output, sizeof *output, output_count, stdout) != output_count)
            return 1;
    }
    free(output);
    return 0;
}
