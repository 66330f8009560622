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

void take(void* out, size_t size)
{
    if (fread(out, 1, size, stdin) != size) fail("the input ends in a record");
}

void give(const void* bytes, size_t size)
{
    if (fwrite(bytes, 1, size, stdout) != size) fail("cannot write");
}

int32_t take_int(void)
{
    int32_t value;
    take(&value, sizeof value);
    return value;
}

void give_int(int32_t value)
{
    give(&value, sizeof value);
}

void check_same(const void* one, const void* other, size_t size, const char* otherwise)
{
    if (memcmp(one, other, size) != 0) fail(otherwise);
}

int32_t take_count(int32_t most)
{
    int32_t count = take_int();
    if (count < 0 || count > most) fail("odd count");
    return count;
}

void* room_of(size_t size)
{
    void* room = malloc(size > 0 ? size : 1);
    if (room == NULL) fail("out of memory");
    return room;
}

GrazePoint* take_outline(GrazeShape* shape, GrazeStatus* status, int32_t* culprit)
{
    int32_t is_hull = take_int();
    int32_t count = take_count(1 << 20);
    float radius;
    take(&radius, sizeof radius);
    GrazePoint* points = room_of((size_t)count * sizeof *points);
    GrazePoint* scratch = room_of(((size_t)count + 1) * sizeof *scratch);
    take(points, (size_t)count * sizeof *points);
    *culprit = -1;
    *status = is_hull ? graze_shape_hull(shape, points, scratch, count, radius, culprit)
                      : graze_shape_polygon(shape, points, count, radius, culprit);
    free(scratch);
    return points;
}

GrazePoint* take_shape(GrazeShape* shape)
{
    GrazeStatus status;
    int32_t culprit;
    GrazePoint* points = take_outline(shape, &status, &culprit);
    if (status != GRAZE_OK) fail("a shape is refused");
    return points;
}

void take_indexed(Indexed* body)
{
    body->points = take_shape(&body->shape);
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

void take_placement(GrazePlacement* place)
{
    take(place, sizeof *place);
    if (graze_placement_check(place) != GRAZE_OK) fail("a placement is refused");
}

void take_moving_body(Moving* body)
{
    body->points = take_shape(&body->shape);
    int32_t count = take_count(1 << 10);
    int32_t before = take_int();
    int32_t after = take_int();
    body->pieces = room_of((size_t)count * sizeof *body->pieces);
    take(body->pieces, (size_t)count * sizeof *body->pieces);
    body->moving_body = (GrazeMovingBody){&body->shape, body->pieces, count, (GrazeEnding)before,
                                          (GrazeEnding)after};
    int32_t culprit;
    if (graze_motion_check(&body->moving_body, &culprit) != GRAZE_OK) fail("a motion is refused");
}

void free_moving_body(Moving* body)
{
    free(body->points);
    free(body->pieces);
}

GrazeMotionOptions take_motion_options(void)
{
    double numbers[4];
    take(numbers, sizeof numbers);
    return (GrazeMotionOptions){numbers[0], numbers[1], numbers[2],
                                numbers[3], take_int(), GRAZE_METHOD_CERTIFIED};
}
