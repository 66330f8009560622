#include "pair.h"

static SolidPlaced placed(const GrazeSolid* body, const GrazeSolidPose* pose)
{
    const double* r = pose->rotation;
    bool is_identity = r[0] == 1 && r[4] == 1 && r[8] == 1 && r[1] == 0 && r[2] == 0 && r[3] == 0 &&
                       r[5] == 0 && r[6] == 0 && r[7] == 0;
    GrazeVec3 at = vec3(pose->x, pose->y, pose->z);
    return (SolidPlaced){body, pose, at, at, !is_identity, false};
}

void graze_solid_pair_init(SolidPair* pair, const GrazeSolid* a, const GrazeSolidPose* pose_a,
                           const GrazeSolid* b, const GrazeSolidPose* pose_b)
{
    pair->a = placed(a, pose_a);
    pair->b = placed(b, pose_b);
    double offset = vec3_extent(pair->a.begin) + vec3_extent(pair->b.begin);
    /* Small coordinates are rounded by half a unit: of both bodies, for either of two vertices. */
    pair->error = GRAZE_SOLID_SUPPORT_ERROR * (a->extent + b->extent) +
                  8 * GRAZE_UNIT_ROUNDOFF * offset + 2 * GRAZE_SOLID_UNIT;
    pair->reach = (double)a->radius + b->radius;
}

void graze_solid_pair_sweep(SolidPair* pair, GrazeVec3 displacement)
{
    pair->a.end = vec3_add(pair->a.begin, displacement);
    pair->a.is_swept = vec3_norm1(displacement) > 0;
    pair->error += 8 * GRAZE_UNIT_ROUNDOFF * (vec3_extent(pair->a.end) + vec3_extent(displacement));
}

static double along(const GrazeSolid* body, GrazeVec3 d, int32_t i)
{
    const GrazeSolidPoint* v = &body->vertices[i];
    return (v->x * d.x + v->y * d.y) + v->z * d.z;
}

/* Returns the furthest of some vertices spread over the list, to begin with. */
static int32_t first_of_climb(const GrazeSolid* body, GrazeVec3 d)
{
    int32_t step = body->count / 8;
    int32_t best = 0;
    for (int32_t i = step; i < body->count; i += step)
        if (along(body, d, i) > along(body, d, best)) best = i;
    return best;
}

/*
 * A vertex p that is further than all its neighbors by more than rounding is the furthest of all,
 * by as much: any other vertex q is p and a sum of the steps to neighbors with factors of at least
 * 0, whose sum is at least 1, because q is not in the hull of p and its neighbors. So a scan finds
 * p, too. If a neighbor is about as far, all vertices are scanned.
 */
int32_t graze_solid_climb(const GrazeSolid* body, GrazeVec3 d)
{
    const GrazeSolidFaces* faces = &body->faces;
    double margin = GRAZE_SOLID_SUPPORT_ERROR * body->extent * vec3_norm1(d);
    int32_t here = first_of_climb(body, d);
    double most = along(body, d, here);
    for (;;) {
        int32_t next = here;
        double furthest = -INFINITY;
        int32_t end = faces->neighbor_starts[here + 1];
        for (int32_t k = faces->neighbor_starts[here]; k < end; k++) {
            double value = along(body, d, faces->neighbors[k]);
            if (!(value > furthest)) continue;
            furthest = value;
            next = faces->neighbors[k];
        }
        if (most - furthest > margin) return here;
        if (!(furthest > most)) return solid_scan(body->vertices, body->count, d);
        here = next;
        most = furthest;
    }
}
