#include "../base/placed.h"
#include "../tolerance.h"
#include "convex/distance.h"
#include "shape/bounds.h"
#include "shape/compound.h"

/*
 * A point in a body. The relation of the point and the body rounds the body's vertices to double in
 * the point's frame; here every sign is exact for the body at its pose. For a triangle they are the
 * three bits of graze_barycode: the point is on the inner side of each edge.
 */

/* Returns whether the core of a segment contains the point. */
static bool is_on_segment(const GrazePlacedPoint* placed, const GrazePoint* v)
{
    return graze_placed_side(placed, v[0], v[1]) == 0 &&
           graze_placed_along(placed, v[0], v[1]) >= 0 &&
           graze_placed_along(placed, v[1], v[0]) >= 0;
}

/*
 * Returns whether the core contains the point. Of the triangles from vertex 0 to each edge, those
 * that can contain the point are halved until one remains. Points of the line from vertex 0 to
 * another vertex, behind either, are outside of one of the edges that are tested. O(log n).
 */
static bool core_contains(const GrazeShape* shape, const GrazePlacedPoint* placed)
{
    const GrazePoint* v = shape->vertices;
    int32_t last = shape->count - 1;
    if (last == 0) return graze_placed_is_vertex(placed, v[0]);
    if (last == 1) return is_on_segment(placed, v);
    if (graze_placed_side(placed, v[0], v[1]) < 0 || graze_placed_side(placed, v[0], v[last]) > 0)
        return false;
    int32_t lo = 1;
    int32_t hi = last;
    while (hi - lo > 1) {
        int32_t middle = lo + (hi - lo) / 2;
        if (graze_placed_side(placed, v[0], v[middle]) >= 0) {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    return graze_placed_side(placed, v[lo], v[hi]) >= 0;
}

/* Returns the distance of the point from the segment of an edge, in double. */
static double distance_of_edge(const GrazePlacedPoint* placed, GrazePoint v, GrazePoint w)
{
    const GrazePose* pose = &placed->pose;
    GrazeVec edge = vec_rotate(vec((double)w.x - v.x, (double)w.y - v.y), pose->cos, pose->sin);
    GrazeVec at = vec_rotate(vec(v.x, v.y), pose->cos, pose->sin);
    GrazeVec offset = vec_sub(vec_sub(placed->point, vec(pose->x, pose->y)), at);
    double square = vec_dot(edge, edge);
    double along = square > 0 ? vec_dot(edge, offset) / square : 0;
    GrazeVec rest = vec_mul_add(offset, -max2(0, min2(along, 1)), edge);
    return sqrt(vec_dot(rest, rest));
}

/* Returns whether the point is within the radius of the edge from v to w. */
static bool reaches_edge(const GrazePlacedPoint* placed, GrazePoint v, GrazePoint w, float radius)
{
    if (graze_placed_vertex_reach(placed, v, radius) <= 0) return true;
    return graze_placed_along(placed, v, w) > 0 && graze_placed_along(placed, w, v) > 0 &&
           graze_placed_line_reach(placed, v, w, radius) <= 0;
}

/*
 * Returns whether a point outside of the core is within the radius of it. The gap in double decides
 * unless it is within rounding of the radius (GRAZE_BOUNDS_SLACK bounds the error of both); then
 * each edge decides whose distance is within rounding of it, too. O(n) then.
 */
static bool boundary_reaches(const GrazeShape* shape, const GrazePlacedPoint* placed)
{
    static const GrazePoint ORIGIN = {0, 0};
    const GrazePose* pose = &placed->pose;
    const GrazeShape point = {&ORIGIN, 1, 0, 0, NULL, NULL};
    const GrazePose at = {placed->point.x, placed->point.y, 1, 0};
    GrazeShape core = *shape;
    GrazeRelation relation;
    core.radius = 0;
    double gap = graze_convex_gap(&point, &at, &core, pose, &relation);
    double radius = shape->radius;
    double slack = GRAZE_BOUNDS_SLACK * (shape->extent + radius + fabs(pose->x) + fabs(pose->y) +
                                         fabs(at.x) + fabs(at.y));
    if (fabs(gap - radius) > slack) return gap < radius;
    const GrazePoint* v = shape->vertices;
    for (int32_t i = 0; i < shape->count; i++) {
        GrazePoint w = v[i + 1 < shape->count ? i + 1 : 0];
        if (fabs(distance_of_edge(placed, v[i], w) - radius) <= slack &&
            reaches_edge(placed, v[i], w, shape->radius)) {
            return true;
        }
    }
    return false;
}

static bool convex_contains(const GrazeShape* shape, const GrazePlacedPoint* placed)
{
    return core_contains(shape, placed) || (shape->radius > 0 && boundary_reaches(shape, placed));
}

static bool volume_contains(const GrazeShape* volume, const GrazePlacedPoint* placed)
{
    GrazeBounds bounds = graze_bounds(volume, &placed->pose, 0);
    return bounds.sides[0] <= placed->point.x && placed->point.x <= bounds.sides[2] &&
           bounds.sides[1] <= placed->point.y && placed->point.y <= bounds.sides[3];
}

bool graze_contains_point(const GrazeShape* shape, const GrazePose* pose, double x, double y)
{
    GrazePlacedPoint placed = graze_placed_point(vec(x, y), pose);
    if (shape->compound == NULL) return convex_contains(shape, &placed);
    /* A node is followed by its first child; the second children wait. */
    const GrazeCompoundNode* nodes = shape->compound->nodes;
    int32_t waiting[GRAZE_NODE_PAIRS];
    int32_t count = 0;
    waiting[count++] = 0;
    while (count > 0) {
        int32_t i = waiting[--count];
        if (!volume_contains(&nodes[i].volume, &placed)) continue;
        if (graze_node_is_part(&nodes[i])) {
            if (convex_contains(&nodes[i].volume, &placed)) return true;
            continue;
        }
        waiting[count++] = nodes[i].right;
        waiting[count++] = i + 1;
    }
    return false;
}
