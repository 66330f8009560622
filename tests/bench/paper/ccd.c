/* libccd on bodies in space: boolean queries by GJK and by portal refinement, in double. */
#include "contestant.h"

#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <stdlib.h>

/* A body: as libccd's examples have them, a rotation by a quaternion. */
typedef struct {
    int32_t count;
    const ccd_vec3_t* vertices; /* those of its shape */
    ccd_vec3_t position;
    ccd_quat_t rotation;
    ccd_quat_t inverse;
} Body;

static ccd_vec3_t (*corners)[PAPER_MOST_CORNERS]; /* of each shape */
static Body* bodies;                              /* A and B of each pair */
static int32_t shape_room;
static int32_t capacity;

static void make_corners(const GrazeShape* shape, ccd_vec3_t* out)
{
    for (int32_t i = 0; i < shape->count; i++) {
        GrazePoint p = shape->vertices[i];
        ccdVec3Set(&out[i], p.x, p.y, paper_height);
        ccdVec3Set(&out[i + shape->count], p.x, p.y, -paper_height);
    }
}

static void make_body(const GrazeShape* shape, const ccd_vec3_t* vertices,
                      const GrazePlacement* place, Body* body)
{
    GrazePose pose = graze_placement_pose(place);
    ccd_vec3_t axis;
    ccdVec3Set(&axis, 0, 0, 1);
    ccdQuatSetAngleAxis(&body->rotation, atan2(pose.sin, pose.cos), &axis);
    ccdQuatInvert2(&body->inverse, &body->rotation);
    ccdVec3Set(&body->position, pose.x, pose.y, 0);
    body->count = paper_height > 0 ? 2 * shape->count : shape->count;
    body->vertices = vertices;
}

static void prepare(const PairSet* set)
{
    if (set->shape_count > shape_room) {
        shape_room = set->shape_count;
        corners = realloc(corners, (size_t)shape_room * sizeof *corners);
    }
    if (set->count > capacity) {
        capacity = set->count;
        bodies = realloc(bodies, 2 * (size_t)capacity * sizeof *bodies);
    }
    if (corners == NULL || bodies == NULL) abort();
    for (int32_t k = 0; k < set->shape_count; k++)
        make_corners(&set->shapes[k], corners[k]);
    for (int32_t k = 0; k < set->count; k++) {
        const GrazePair* pair = &set->pairs[k];
        Body* body = &bodies[2 * (ptrdiff_t)k];
        make_body(pair->a, corners[set->shape_a[k]], pair->place_a, &body[0]);
        make_body(pair->b, corners[set->shape_b[k]], pair->place_b, &body[1]);
    }
}

static void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out)
{
    const Body* body = object;
    ccd_vec3_t turned = *direction;
    ccdQuatRotVec(&turned, &body->inverse);
    ccd_real_t most = -CCD_REAL_MAX;
    for (int32_t i = 0; i < body->count; i++) {
        ccd_real_t extent = ccdVec3Dot(&turned, &body->vertices[i]);
        if (extent <= most) continue;
        most = extent;
        *out = body->vertices[i];
    }
    ccdQuatRotVec(out, &body->rotation);
    ccdVec3Add(out, &body->position);
}

static void center(const void* object, ccd_vec3_t* out)
{
    *out = ((const Body*)object)->position;
}

static ccd_t settings(void)
{
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = support;
    ccd.support2 = support;
    ccd.center1 = center;
    ccd.center2 = center;
    ccd.max_iterations = 1000;
    return ccd;
}

static void hits(int32_t first, int32_t count, double* out)
{
    ccd_t ccd = settings();
    for (int32_t k = first; k < first + count; k++) {
        const Body* body = &bodies[2 * (ptrdiff_t)k];
        *out++ = ccdGJKIntersect(&body[0], &body[1], &ccd);
    }
}

static void hits_by_portal(int32_t first, int32_t count, double* out)
{
    ccd_t ccd = settings();
    for (int32_t k = first; k < first + count; k++) {
        const Body* body = &bodies[2 * (ptrdiff_t)k];
        *out++ = ccdMPRIntersect(&body[0], &body[1], &ccd);
    }
}

const Contestant PAPER_CCD = {"libccd", prepare, NULL, hits, 0};
const Contestant PAPER_CCD_MPR = {"libccd, MPR", prepare, NULL, hits_by_portal, 0};
