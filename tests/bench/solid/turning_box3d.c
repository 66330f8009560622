/* Box3D in float32: `b3TimeOfImpact`, which ends within its slop of a contact. */
#include "turning.h"

#include <box3d/collision.h>
#include <stdlib.h>

static b3TOIInput* inputs;

static b3Vec3 vector(const float p[3])
{
    return (b3Vec3){p[0], p[1], p[2]};
}

static b3Quat rotation(const float q[4])
{
    return (b3Quat){{q[0], q[1], q[2]}, q[3]};
}

static b3ShapeProxy proxy_of(const TurningBody* body)
{
    b3Vec3* points = malloc(TURNING_POINTS * sizeof *points);
    if (points == NULL) abort();
    for (int i = 0; i < TURNING_POINTS; i++)
        points[i] = vector(body->points[i]);
    return (b3ShapeProxy){points, TURNING_POINTS, 0};
}

static b3Sweep sweep_of(const TurningBody* body)
{
    return (b3Sweep){{0, 0, 0},
                     vector(body->position[0]),
                     vector(body->position[1]),
                     rotation(body->quaternion[0]),
                     rotation(body->quaternion[1])};
}

static void prepare(const TurningPair* pairs, int32_t count)
{
    inputs = realloc(inputs, (size_t)count * sizeof *inputs);
    if (inputs == NULL) abort();
    for (int32_t k = 0; k < count; k++) {
        const TurningBody* body = pairs[k].body;
        inputs[k] = (b3TOIInput){proxy_of(&body[0]), proxy_of(&body[1]), sweep_of(&body[0]),
                                 sweep_of(&body[1]), 1};
    }
}

static double query(int32_t k)
{
    b3TOIOutput output = b3TimeOfImpact(&inputs[k]);
    return output.state == b3_toiStateSeparated ? 2 : output.fraction;
}

const TurningContestant TURNING_BOX3D = {"Box3D, `b3TimeOfImpact`", true, prepare, query};
