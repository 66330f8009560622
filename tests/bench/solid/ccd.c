/* libccd in double: boolean queries by GJK and by portal refinement. */
#include "contestant.h"

#include <ccd/ccd.h>
#include <stdlib.h>

typedef struct {
    int32_t count;
    ccd_vec3_t* vertices;
    ccd_vec3_t center;
} Body;

static Body* bodies; /* A and B of each pair */
static ccd_t by_gjk;
static ccd_t by_portal;

static void make_body(const SolidCase* pair, int which, Body* body)
{
    const float* p = pair->points[which];
    body->count = pair->count[which];
    body->vertices = malloc((size_t)body->count * sizeof *body->vertices);
    if (body->vertices == NULL) abort();
    ccdVec3Set(&body->center, 0, 0, 0);
    for (int32_t i = 0; i < body->count; i++, p += 3) {
        ccdVec3Set(&body->vertices[i], p[0], p[1], p[2]);
        ccdVec3Add(&body->center, &body->vertices[i]);
    }
    ccdVec3Scale(&body->center, (ccd_real_t)1 / body->count);
}

static void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out)
{
    const Body* body = object;
    ccd_real_t most = -CCD_REAL_MAX;
    int32_t best = 0;
    for (int32_t i = 0; i < body->count; i++) {
        ccd_real_t extent = ccdVec3Dot(direction, &body->vertices[i]);
        if (extent <= most) continue;
        most = extent;
        best = i;
    }
    *out = body->vertices[best];
}

static void center(const void* object, ccd_vec3_t* out)
{
    *out = ((const Body*)object)->center;
}

static void prepare(const SolidCase* cases, int32_t count)
{
    if (bodies != NULL) return;
    bodies = calloc(2 * (size_t)count, sizeof *bodies);
    if (bodies == NULL) abort();
    for (int32_t k = 0; k < count; k++) {
        make_body(&cases[k], 0, &bodies[2 * (ptrdiff_t)k]);
        make_body(&cases[k], 1, &bodies[2 * (ptrdiff_t)k + 1]);
    }
    CCD_INIT(&by_gjk);
    by_gjk.support1 = support;
    by_gjk.support2 = support;
    by_gjk.max_iterations = 1000;
    by_portal = by_gjk;
    by_portal.center1 = center;
    by_portal.center2 = center;
}

static double query_gjk(int32_t k)
{
    const Body* body = &bodies[2 * (ptrdiff_t)k];
    return ccdGJKIntersect(&body[0], &body[1], &by_gjk) ? 0 : 1;
}

static double query_portal(int32_t k)
{
    const Body* body = &bodies[2 * (ptrdiff_t)k];
    return ccdMPRIntersect(&body[0], &body[1], &by_portal) ? 0 : 1;
}

const SolidContestant SOLID_CCD = {"libccd, GJK", prepare, query_gjk};
const SolidContestant SOLID_CCD_MPR = {"libccd, MPR", prepare, query_portal};
