/* Compounds and meshes in space: their parts, and a tree of the boxes of these. */
#ifndef GRAZE_SOLID_COMPOUND_H
#define GRAZE_SOLID_COMPOUND_H

#include "../base/vec3.h"
#include "../broadphase/box_tree.h"
#include "../graze.h"

/*
 *   nodes      the tree: the root comes first; the entry of a leaf is its part
 *   parts      parts of a compound; NULL for a mesh
 *   positions  corners of the triangles of a mesh
 *   indices    three positions of each triangle. A triangle without an area has negative ones, ~i
 *              for i, of corners that are in the hull of the others
 */
typedef struct GrazeSolidCompound {
    const GrazeBoxTreeNode* nodes;
    int32_t count; /* number of parts */
    const GrazeSolid* parts;
    const GrazeSolidPoint* positions;
    const int32_t* indices;
} GrazeSolidCompound;

/* A part: a reference to one, or a triangle that is made of its corners. */
typedef struct {
    const GrazeSolid* body;
    GrazeSolid triangle;
    GrazeSolidPoint vertices[3];
    int32_t corners[3]; /* corner of the triangle that each vertex is */
} SolidPart;

/* Finds a part of a body; a convex body is its only part. O(1). */
void graze_solid_part(const GrazeSolid* body, int32_t index, SolidPart* out);

/* Names the corners of the triangle in the feature of a part. */
void graze_solid_name_corners(const SolidPart* part, int32_t kind, int32_t* first, int32_t* second);

/* Returns the box of a convex body, which contains its radius, rounded outward. O(n). */
GrazeTreeBox graze_solid_box(const GrazeSolid* body);

static inline bool solid_is_leaf(const GrazeBoxTreeNode* node)
{
    return node->child[0] == GRAZE_NO_NODE;
}

/* A box by its center and half its extents. */
typedef struct {
    GrazeVec3 center, half;
} SolidBox;

/* Returns the box of a node. Its ends are finite: no coordinate with its radius exceeds 2^129. */
static inline SolidBox solid_box_of(const GrazeBoxTreeNode* node)
{
    double center[3];
    double half[3];
    for (int k = 0; k < 3; k++) {
        double lo = max2(node->box.lo[k], -0x1p129);
        double hi = min2(node->box.hi[k], 0x1p129);
        center[k] = (lo + hi) / 2;
        half[k] = (hi - lo) / 2;
    }
    return (SolidBox){vec3(center[0], center[1], center[2]), vec3(half[0], half[1], half[2])};
}

/* Returns the box, along the axes of another frame, of a box that is rotated and translated. */
static inline SolidBox solid_box_moved(const SolidBox* box, const double r[9], GrazeVec3 at)
{
    GrazeVec3 c = box->center;
    GrazeVec3 h = box->half;
    return (SolidBox){vec3(((r[0] * c.x + r[3] * c.y) + r[6] * c.z) + at.x,
                           ((r[1] * c.x + r[4] * c.y) + r[7] * c.z) + at.y,
                           ((r[2] * c.x + r[5] * c.y) + r[8] * c.z) + at.z),
                      vec3((fabs(r[0]) * h.x + fabs(r[3]) * h.y) + fabs(r[6]) * h.z,
                           (fabs(r[1]) * h.x + fabs(r[4]) * h.y) + fabs(r[7]) * h.z,
                           (fabs(r[2]) * h.x + fabs(r[5]) * h.y) + fabs(r[8]) * h.z)};
}

#endif
