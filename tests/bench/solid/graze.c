/* The queries of this library: relation, distance, and penetration, which is the signed distance. */
#include "../../../src/graze.h"

#include "contestant.h"

#include <math.h>
#include <stdlib.h>

static const GrazeSolidPose HERE = {0, 0, 0, {1, 0, 0, 0, 1, 0, 0, 0, 1}};

static GrazeSolid* bodies; /* A and B of each pair */
static GrazeSolidScratch scratch;

enum { POLYTOPE = 4096 };

static void make_body(const SolidCase* pair, int which, GrazeSolid* body)
{
    int32_t count = pair->count[which];
    size_t size = (graze_solid_hull_size(count) + 15) / 16 * 16;
    void* storage = aligned_alloc(16, size);
    size_t used;
    if (storage == NULL || graze_solid_hull((const GrazeSolidPoint*)pair->points[which], count, 0,
                                            storage, &used, body) != GRAZE_OK)
        abort();
}

/* All three contestants have the same bodies. */
static void prepare(const SolidCase* cases, int32_t count)
{
    if (bodies != NULL) return;
    bodies = calloc(2 * (size_t)count, sizeof *bodies);
    scratch.size = (graze_solid_scratch_size(POLYTOPE) + 15) / 16 * 16;
    scratch.memory = aligned_alloc(16, scratch.size);
    if (bodies == NULL || scratch.memory == NULL) abort();
    for (int32_t k = 0; k < count; k++) {
        make_body(&cases[k], 0, &bodies[2 * (ptrdiff_t)k]);
        make_body(&cases[k], 1, &bodies[2 * (ptrdiff_t)k + 1]);
    }
}

static double relation(int32_t k)
{
    GrazeRelation out;
    const GrazeSolid* body = &bodies[2 * (ptrdiff_t)k];
    if (graze_solid_relation(&body[0], &HERE, &body[1], &HERE, &scratch, &out) != GRAZE_OK)
        return NAN;
    return out == GRAZE_DISJOINT ? 1 : out == GRAZE_TOUCHING ? 0 : -1;
}

static double distance(int32_t k)
{
    GrazeSolidDistance out;
    const GrazeSolid* body = &bodies[2 * (ptrdiff_t)k];
    if (graze_solid_distance(&body[0], &HERE, &body[1], &HERE, &scratch, &out) != GRAZE_OK)
        return NAN;
    return out.relation == GRAZE_OVERLAPPING ? -1 : out.distance;
}

static double penetration(int32_t k)
{
    GrazeSolidPenetration out;
    const GrazeSolid* body = &bodies[2 * (ptrdiff_t)k];
    if (graze_solid_penetration(&body[0], &HERE, &body[1], &HERE, &scratch, &out) != GRAZE_OK)
        return NAN;
    return out.relation == GRAZE_DISJOINT ? 1 : -out.depth;
}

const SolidContestant SOLID_GRAZE_RELATION = {"graze, relation", prepare, relation};
const SolidContestant SOLID_GRAZE_DISTANCE = {"graze, distance", prepare, distance};
const SolidContestant SOLID_GRAZE_PENETRATION = {"graze, penetration", prepare, penetration};
