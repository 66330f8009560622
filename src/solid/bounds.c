#include "../base/dd.h"
#include "../tolerance.h"
#include "compound.h"
#include "pair.h"

/* Returns p - q, rounded down to double. */
static double difference_below(double p, double q)
{
    Dd difference = dd_sum(p, -q);
    return difference.lo < 0 ? double_adjacent(difference.hi, false) : difference.hi;
}

/* Extends bounds by a convex body at its pose. */
static void add_body(const SolidPlaced* placed, GrazeSolidBounds* out)
{
    const GrazeSolid* body = placed->body;
    for (int32_t i = 0; i < body->count; i++) {
        GrazeVec3 p = solid_vertex(placed, i);
        const double at[3] = {p.x, p.y, p.z};
        for (int k = 0; k < 3; k++) {
            /* Adding 0 leaves no -0. */
            out->min[k] = min2(out->min[k], difference_below(at[k], body->radius) + 0);
            out->max[k] = max2(out->max[k], 0 - difference_below(-at[k], body->radius));
        }
    }
}

/* Returns the sum of the lengths by which the box of a node exceeds bounds; 0 if it cannot extend
   them. */
static double excess_of(const GrazeSolidBounds* bounds, const GrazeBoxTreeNode* node,
                        const GrazeSolidPose* pose, double margin)
{
    SolidBox box = solid_box_of(node);
    SolidBox moved = solid_box_moved(&box, pose->rotation, vec3(pose->x, pose->y, pose->z));
    const double center[3] = {moved.center.x, moved.center.y, moved.center.z};
    const double half[3] = {moved.half.x, moved.half.y, moved.half.z};
    double excess = 0;
    for (int k = 0; k < 3; k++) {
        double h = half[k] + margin;
        excess += max2(0, bounds->min[k] - (center[k] - h));
        excess += max2(0, (center[k] + h) - bounds->max[k]);
    }
    return excess;
}

/* Searches the parts of a compound; of two children the one that exceeds the bounds most comes
   first. */
void graze_solid_bounds(const GrazeSolid* body, const GrazeSolidPose* pose, GrazeSolidBounds* out)
{
    SolidPair pair;
    *out = (GrazeSolidBounds){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    graze_solid_pair_init(&pair, body, pose, body, pose);
    if (body->compound == NULL) {
        add_body(&pair.a, out);
        return;
    }
    const GrazeBoxTreeNode* nodes = body->compound->nodes;
    const GrazeBoxTreeNode* waiting[GRAZE_BOX_TREE_MAX_HEIGHT];
    int32_t count = 0;
    double lengths = body->extent + body->radius + vec3_extent(vec3(pose->x, pose->y, pose->z));
    double margin = GRAZE_SOLID_BOX_ERROR * lengths + 4 * GRAZE_SOLID_UNIT;
    waiting[count++] = nodes;
    while (count > 0) {
        const GrazeBoxTreeNode* node = waiting[--count];
        if (!(excess_of(out, node, pose, margin) > 0)) continue;
        if (solid_is_leaf(node)) {
            SolidPart part;
            graze_solid_part(body, node->child[1], &part);
            pair.a.body = part.body;
            add_body(&pair.a, out);
            continue;
        }
        const GrazeBoxTreeNode* first = &nodes[node->child[0]];
        const GrazeBoxTreeNode* second = &nodes[node->child[1]];
        bool is_second = excess_of(out, second, pose, margin) > excess_of(out, first, pose, margin);
        waiting[count++] = is_second ? first : second;
        waiting[count++] = is_second ? second : first;
    }
}
