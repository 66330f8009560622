#include "solid_witness.h"

#include <math.h>

/* Returns the distance of a point from the segment between two vertices. */
static long double off_segment(const GrazeSolid* solid, const GrazeSolidPose* pose, LongPoint at,
                               int32_t first, int32_t second)
{
    LongPoint p = solid_placed(solid, pose, first);
    LongPoint q = solid_placed(solid, pose, second);
    long double along = 0;
    long double square = 0;
    for (int k = 0; k < 3; k++) {
        along += (at.at[k] - p.at[k]) * (q.at[k] - p.at[k]);
        square += (q.at[k] - p.at[k]) * (q.at[k] - p.at[k]);
    }
    along = square > 0 ? fminl(1, fmaxl(0, along / square)) : 0;
    long double off = 0;
    for (int k = 0; k < 3; k++)
        off = fmaxl(off, fabsl(at.at[k] - p.at[k] - along * (q.at[k] - p.at[k])));
    return off;
}

static long double far_from(LongPoint at, LongPoint p)
{
    long double far = 0;
    for (int k = 0; k < 3; k++)
        far = fmaxl(far, fabsl(at.at[k] - p.at[k]));
    return far;
}

/*
 * Returns how far a point is beyond the outline of a face, or off its plane. The corner that is nearest
 * to it is the base: from one that is 2^80 times as far, the others have nearly one direction, whose
 * cross product has no digits.
 */
static long double off_face(const GrazeSolid* solid, const GrazeSolidPose* pose, LongPoint at,
                            int32_t face)
{
    const int32_t* c = solid->faces.corners + solid->faces.face_starts[face];
    int32_t count = solid->faces.face_starts[face + 1] - solid->faces.face_starts[face];
    int32_t base = 0;
    for (int32_t i = 1; i < count; i++)
        if (far_from(at, solid_placed(solid, pose, c[i])) <
            far_from(at, solid_placed(solid, pose, c[base])))
            base = i;
    LongPoint p = solid_placed(solid, pose, c[base]);
    long double n[3] = {0, 0, 0};
    for (int32_t i = base + 1; i + 1 < base + count; i++) {
        LongPoint q = solid_placed(solid, pose, c[i % count]);
        LongPoint r = solid_placed(solid, pose, c[(i + 1) % count]);
        for (int k = 0; k < 3; k++) {
            int j = (k + 1) % 3;
            int l = (k + 2) % 3;
            n[k] += (q.at[j] - p.at[j]) * (r.at[l] - p.at[l]) -
                    (q.at[l] - p.at[l]) * (r.at[j] - p.at[j]);
        }
    }
    long double length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0)) return 0;
    long double off = 0;
    for (int k = 0; k < 3; k++)
        off += n[k] / length * (at.at[k] - p.at[k]);
    off = fabsl(off);
    for (int32_t i = 0; i < count; i++) {
        LongPoint q = solid_placed(solid, pose, c[i]);
        LongPoint r = solid_placed(solid, pose, c[(i + 1) % count]);
        long double out[3];
        long double square = 0;
        long double beyond = 0;
        for (int k = 0; k < 3; k++) {
            int j = (k + 1) % 3;
            int l = (k + 2) % 3;
            out[k] = (r.at[j] - q.at[j]) * n[l] - (r.at[l] - q.at[l]) * n[j];
            square += out[k] * out[k];
        }
        if (!(square > 0)) continue;
        LongPoint near = far_from(at, q) <= far_from(at, r) ? q : r;
        for (int k = 0; k < 3; k++)
            beyond += out[k] / sqrtl(square) * (at.at[k] - near.at[k]);
        off = fmaxl(off, beyond);
    }
    return off;
}

void check_solid_named(const GrazeSolid* solid, SolidNamed f)
{
    CHECK(f.part == -1, "part %d of a convex body", f.part);
    if (f.kind == GRAZE_SOLID_FACE) {
        CHECK(f.first >= 0 && f.first < solid->faces.face_count && f.second == -1,
              "face %d, second %d", f.first, f.second);
        return;
    }
    CHECK(f.kind == GRAZE_SOLID_VERTEX || f.kind == GRAZE_SOLID_EDGE, "feature %d", f.kind);
    CHECK(f.first >= 0 && f.first < solid->count, "vertex %d", f.first);
    if (f.kind == GRAZE_SOLID_VERTEX) {
        CHECK(f.second == -1, "a vertex, and %d", f.second);
        return;
    }
    bool is_edge = false;
    const GrazeSolidFaces* faces = &solid->faces;
    for (int32_t k = faces->neighbor_starts[f.first]; k < faces->neighbor_starts[f.first + 1]; k++)
        is_edge = is_edge || faces->neighbors[k] == f.second;
    CHECK(is_edge, "no edge from %d to %d", f.first, f.second);
}

void check_on_solid_feature(const GrazeSolid* solid, const GrazeSolidPose* pose, SolidNamed f,
                            const double point[3], const double normal[3], int turn,
                            long double slack)
{
    LongPoint core;
    for (int k = 0; k < 3; k++)
        core.at[k] = point[k] - (long double)turn * solid->radius * normal[k];
    long double off = f.kind == GRAZE_SOLID_FACE ? off_face(solid, pose, core, f.first)
                      : f.kind == GRAZE_SOLID_EDGE
                          ? off_segment(solid, pose, core, f.first, f.second)
                          : off_segment(solid, pose, core, f.first, f.first);
    CHECK(off <= slack, "a point is %Lg off feature %d (%d, %d), slack %Lg", off, f.kind, f.first,
          f.second, slack);
}

SolidNamed solid_named_a(const GrazeSolidWitness* w)
{
    return (SolidNamed){w->feature_a, w->first_a, w->second_a, w->part_a};
}

SolidNamed solid_named_b(const GrazeSolidWitness* w)
{
    return (SolidNamed){w->feature_b, w->first_b, w->second_b, w->part_b};
}
