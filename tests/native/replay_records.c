/* Reads and writes the parts of the records of replay. */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fail(const char* what)
{
    fprintf(stderr, "replay: %s\n", what);
    exit(2);
}

void read_bytes(void* out, size_t size)
{
    if (fread(out, 1, size, stdin) != size) fail("the input ends in a record");
}

void write_bytes(const void* bytes, size_t size)
{
    if (fwrite(bytes, 1, size, stdout) != size) fail("cannot write");
}

int32_t read_int(void)
{
    int32_t value;
    read_bytes(&value, sizeof value);
    return value;
}

void write_int(int32_t value)
{
    write_bytes(&value, sizeof value);
}

void check_same(const void* one, const void* other, size_t size, const char* otherwise)
{
    if (memcmp(one, other, size) != 0) fail(otherwise);
}

int32_t read_count(int32_t most)
{
    int32_t count = read_int();
    if (count < 0 || count > most) fail("odd count");
    return count;
}

void* room_of(size_t size)
{
    void* room = malloc(size > 0 ? size : 1);
    if (room == NULL) fail("out of memory");
    return room;
}

GrazePoint* read_outline(GrazeShape* shape, GrazeStatus* status, int32_t* culprit)
{
    int32_t is_hull = read_int();
    int32_t count = read_count(1 << 20);
    float radius;
    read_bytes(&radius, sizeof radius);
    GrazePoint* points = room_of((size_t)count * sizeof *points);
    GrazePoint* scratch = room_of(((size_t)count + 1) * sizeof *scratch);
    read_bytes(points, (size_t)count * sizeof *points);
    *culprit = -1;
    *status = is_hull ? graze_shape_hull(shape, points, scratch, count, radius, culprit)
                      : graze_shape_polygon(shape, points, count, radius, culprit);
    free(scratch);
    return points;
}

static GrazePoint* read_convex(GrazeShape* shape)
{
    GrazeStatus status;
    int32_t culprit;
    GrazePoint* points = read_outline(shape, &status, &culprit);
    if (status != GRAZE_OK) fail("a shape is refused");
    return points;
}

void* make_compound(GrazeShape* shape, const GrazeShape* parts, int32_t count)
{
    int32_t vertices = 0;
    for (int32_t k = 0; k < count; k++)
        vertices += parts[k].count;
    void* storage = room_of(graze_compound_size(count, vertices));
    if (graze_compound(shape, parts, count, storage) != GRAZE_OK) fail("a compound is refused");
    return storage;
}

void* read_shape(GrazeShape* shape)
{
    enum { MAX_PARTS = 64 };
    GrazeShape parts[MAX_PARTS];
    GrazePoint* points[MAX_PARTS];
    int32_t count = read_count(MAX_PARTS);
    if (count == 0) return read_convex(shape);
    for (int32_t k = 0; k < count; k++)
        points[k] = read_convex(&parts[k]);
    void* storage = make_compound(shape, parts, count);
    for (int32_t k = 0; k < count; k++)
        free(points[k]);
    return storage;
}

void read_indexed(Indexed* body)
{
    body->points = read_shape(&body->shape);
    body->lookup = NULL;
    if (body->shape.compound != NULL) return;
    size_t size = graze_support_lut_size(body->shape.count);
    body->lookup = aligned_alloc(16, (size + 15) & ~(size_t)15);
    if (body->lookup == NULL) fail("out of memory");
    graze_shape_build_support_lut(&body->shape, body->lookup);
}

void free_indexed(Indexed* body)
{
    free(body->points);
    free(body->lookup);
}

void read_placement(GrazePlacement* place)
{
    read_bytes(place, sizeof *place);
    if (graze_placement_check(place) != GRAZE_OK) fail("a placement is refused");
}

void read_moving_body_of(Moving* body, int32_t terms)
{
    body->points = read_shape(&body->shape);
    int32_t count = read_count(1 << 10);
    GrazeEnding before = (GrazeEnding)read_int();
    GrazeEnding after = (GrazeEnding)read_int();
    size_t size = (size_t)count * (size_t)(3 * terms + 4) * sizeof(double);
    double* read = room_of(size);
    read_bytes(read, size);
    GrazeMovingBody given = {
        &body->shape, (const GrazePiece*)(void*)read, count, before, after, NULL, terms};
    /* The questions have the terms of the highest degree; the answers are those of the terms that
       the motion needs. */
    int32_t needed = graze_motion_terms(&given);
    body->records = room_of((size_t)count * (size_t)(3 * needed + 4) * sizeof(double));
    graze_motion_pack(&given, needed, body->records);
    free(read);
    body->moving_body = given;
    body->moving_body.pieces = (const GrazePiece*)(void*)body->records;
    body->moving_body.terms = needed;
    int32_t culprit;
    if (graze_motion_check(&body->moving_body, &culprit) != GRAZE_OK) fail("a motion is refused");
}

void read_moving_body(Moving* body)
{
    read_moving_body_of(body, QUESTION_TERMS);
}

void free_moving_body(Moving* body)
{
    free(body->points);
    free(body->records);
}

GrazeMotionOptions read_motion_options(void)
{
    double numbers[4];
    read_bytes(numbers, sizeof numbers);
    return (GrazeMotionOptions){numbers[0],
                                numbers[1],
                                numbers[2],
                                numbers[3],
                                read_int(),
                                GRAZE_METHOD_CERTIFIED,
                                GRAZE_TOUCHING_CONFLICT};
}
