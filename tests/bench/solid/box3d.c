/* Box3D in float32, without radii: the distance of two proxies, and whether two hulls overlap. */
#include "contestant.h"

#include <box3d/collision.h>
#include <math.h>
#include <stdlib.h>

typedef struct {
    b3Vec3* points;
    b3ShapeProxy proxy;
    b3HullData* hull; /* NULL where none could be made */
} Body;

static Body* bodies; /* A and B of each pair */

static void make_body(const SolidCase* pair, int which, Body* body)
{
    int32_t count = pair->count[which];
    const float* p = pair->points[which];
    body->points = malloc((size_t)count * sizeof *body->points);
    if (body->points == NULL) abort();
    for (int32_t i = 0; i < count; i++, p += 3)
        body->points[i] = (b3Vec3){p[0], p[1], p[2]};
    body->proxy = (b3ShapeProxy){body->points, count, 0};
    body->hull = b3CreateHull(body->points, count, count);
}

/* Both contestants have the same bodies. */
static void prepare(const SolidCase* cases, int32_t count)
{
    if (bodies != NULL) return;
    bodies = calloc(2 * (size_t)count, sizeof *bodies);
    if (bodies == NULL) abort();
    for (int32_t k = 0; k < count; k++) {
        make_body(&cases[k], 0, &bodies[2 * (ptrdiff_t)k]);
        make_body(&cases[k], 1, &bodies[2 * (ptrdiff_t)k + 1]);
    }
}

static const b3Transform HERE = {{0, 0, 0}, {{0, 0, 0}, 1}};

static double distance(int32_t k)
{
    const Body* body = &bodies[2 * (ptrdiff_t)k];
    b3DistanceInput input = {body[0].proxy, body[1].proxy, HERE, false};
    b3SimplexCache cache = {0};
    return b3ShapeDistance(&input, &cache, NULL, 0).distance;
}

/* It takes bodies up to a tenth of the slop apart for overlapping ones. */
static double overlap(int32_t k)
{
    const Body* body = &bodies[2 * (ptrdiff_t)k];
    if (body[0].hull == NULL) return NAN;
    return b3OverlapHull(body[0].hull, HERE, &body[1].proxy) ? 0 : 1;
}

const SolidContestant SOLID_BOX3D = {"Box3D, `b3ShapeDistance`", prepare, distance};
const SolidContestant SOLID_BOX3D_OVERLAP = {"Box3D, `b3OverlapHull`", prepare, overlap};
