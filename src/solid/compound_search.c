#include "compound_search.h"

#include "../tolerance.h"

/*
 * Either of two boxes, each in the frame of its body, is turned into the frame of the other one and
 * enclosed by a box along the axes there. The boxes are apart by at least the distance in either
 * frame, and overlap by at most that along any axis of either. The margin covers the rounding of
 * placed vertices and of these boxes (GRAZE_SOLID_BOX_ERROR), and that of small coordinates to
 * multiples of GRAZE_SOLID_UNIT: half of it for each body, less than twice of it along other axes.
 */

void graze_solid_tree_init(SolidTree* tree, const GrazeSolid* body)
{
    if (body->compound != NULL) {
        tree->nodes = body->compound->nodes;
        return;
    }
    tree->single = (GrazeBoxTreeNode){graze_solid_box(body), GRAZE_NO_NODE, {GRAZE_NO_NODE, 0}, 0};
    tree->nodes = &tree->single;
}

/* Returns R^T v for a rotation R. */
static GrazeVec3 turned_back(const double r[9], GrazeVec3 v)
{
    return vec3((r[0] * v.x + r[1] * v.y) + r[2] * v.z, (r[3] * v.x + r[4] * v.y) + r[5] * v.z,
                (r[6] * v.x + r[7] * v.y) + r[8] * v.z);
}

/* Returns the pose of `other` in the frame of `own`. */
static SolidRelative relative_pose(const GrazeSolidPose* own, const GrazeSolidPose* other)
{
    const double* r = own->rotation;
    SolidRelative relative;
    for (int k = 0; k < 3; k++) {
        const double* column = other->rotation + 3 * k;
        GrazeVec3 turned = turned_back(r, vec3(column[0], column[1], column[2]));
        relative.rotation[3 * k] = turned.x;
        relative.rotation[3 * k + 1] = turned.y;
        relative.rotation[3 * k + 2] = turned.z;
    }
    relative.at = turned_back(r, vec3(other->x - own->x, other->y - own->y, other->z - own->z));
    relative.displacement = relative.inverse = vec3(0, 0, 0);
    return relative;
}

/* The displacement of A seen from a body: B moves the other way in the frame of A. */
static void set_displacement(SolidRelative* relative, const GrazeSolidPose* own, GrazeVec3 m)
{
    GrazeVec3 d = turned_back(own->rotation, m);
    relative->displacement = d;
    relative->inverse = vec3(1 / d.x, 1 / d.y, 1 / d.z);
}

static double extent_of_pose(const GrazeSolidPose* pose)
{
    return vec3_extent(vec3(pose->x, pose->y, pose->z));
}

/*
 * Returns a lower bound of the signed distance of boxes with centers apart by d and half extents
 * that sum to h. If they are apart, their distance; else the least overlap along an axis, by which
 * a translation along the axis separates what they contain.
 */
static double distance_bound(GrazeVec3 d, GrazeVec3 h)
{
    double x = fabs(d.x) - h.x;
    double y = fabs(d.y) - h.y;
    double z = fabs(d.z) - h.z;
    double most = max2(max2(x, y), z);
    if (most <= 0) return most;
    x = max2(x, 0);
    y = max2(y, 0);
    z = max2(z, 0);
    return sqrt(x * x + y * y + z * z) * (1 - GRAZE_SOLID_BOUND_SLACK);
}

/* Limits the fractions [*begin, *end] to those at which |d - s m| <= h on an axis. */
ALWAYS_INLINE void limit_on_axis(double d, double h, double m, double inverse, double* begin,
                                 double* end)
{
    double lo = -INFINITY;
    double hi = INFINITY;
    if (fabs(m) < DBL_MIN) {
        /* Moves by less than the margin, and has no inverse. */
        if (fabs(d) > h) lo = INFINITY;
    } else {
        double p = (d - h) * inverse;
        double q = (d + h) * inverse;
        lo = min2(p, q);
        hi = max2(p, q);
        lo *= lo > 0 ? 1 - GRAZE_SOLID_BOUND_SLACK : 1 + GRAZE_SOLID_BOUND_SLACK;
        hi *= hi > 0 ? 1 + GRAZE_SOLID_BOUND_SLACK : 1 - GRAZE_SOLID_BOUND_SLACK;
    }
    *begin = max2(*begin, lo);
    *end = min2(*end, hi);
}

/* Returns the first fraction of the displacement at which boxes meet, or infinity. Source: Kay and
   Kajiya, "Ray Tracing Complex Scenes", 1986. */
static double cast_bound(GrazeVec3 d, GrazeVec3 h, const SolidRelative* relative)
{
    GrazeVec3 m = relative->displacement;
    double begin = 0;
    double end = 1;
    limit_on_axis(d.x, h.x, m.x, relative->inverse.x, &begin, &end);
    limit_on_axis(d.y, h.y, m.y, relative->inverse.y, &begin, &end);
    limit_on_axis(d.z, h.z, m.z, relative->inverse.z, &begin, &end);
    return begin <= end ? begin : INFINITY;
}

/* Returns a bound for two boxes in the frame in which the other body is placed by `relative`. */
static double bound_in(const SolidSearch* search, const SolidBox* own, const SolidBox* other,
                       const SolidRelative* relative)
{
    double margin = search->margin;
    GrazeVec3 d = vec3_sub(other->center, own->center);
    GrazeVec3 h = vec3(own->half.x + other->half.x + margin, own->half.y + other->half.y + margin,
                       own->half.z + other->half.z + margin);
    return search->is_cast ? cast_bound(d, h, relative) : distance_bound(d, h);
}

static SolidBox moved_by(const SolidBox* box, const SolidRelative* relative)
{
    return solid_box_moved(box, relative->rotation, relative->at);
}

static void begin(SolidSearch* search)
{
    /* The root has a bound that is below all others: its children get theirs in two frames. */
    search->pairs[0] = (SolidNodePair){0, 0, -DBL_MAX};
    search->count = 1;
}

void graze_solid_search_init(SolidSearch* search, const GrazeSolid* a, const GrazeSolidPose* pose_a,
                             const GrazeSolid* b, const GrazeSolidPose* pose_b)
{
    graze_solid_tree_init(&search->a, a);
    graze_solid_tree_init(&search->b, b);
    search->b_in_a = relative_pose(pose_a, pose_b);
    search->a_in_b = relative_pose(pose_b, pose_a);
    double lengths = a->extent + a->radius + b->extent + b->radius + extent_of_pose(pose_a) +
                     extent_of_pose(pose_b);
    search->margin = GRAZE_SOLID_BOX_ERROR * lengths + 4 * GRAZE_SOLID_UNIT;
    search->last = INFINITY;
    search->is_cast = false;
    begin(search);
}

void graze_solid_search_cast(SolidSearch* search, const GrazeSolidPose* pose_a,
                             const GrazeSolidPose* pose_b, GrazeVec3 m)
{
    set_displacement(&search->b_in_a, pose_a, m);
    set_displacement(&search->a_in_b, pose_b, vec3_neg(m));
    search->margin += GRAZE_SOLID_BOX_ERROR * vec3_extent(m);
    search->last = 1;
    search->is_cast = true;
    begin(search);
}

static double size_of(const GrazeBoxTreeNode* node)
{
    return vec3_norm1(solid_box_of(node).half);
}

bool graze_solid_splits_first(const GrazeBoxTreeNode* a, const GrazeBoxTreeNode* b)
{
    return solid_is_leaf(b) || (!solid_is_leaf(a) && size_of(a) >= size_of(b));
}

/*
 * Returns the bound of a pair of which the boxes are known, the second one in the frame of the first
 * as well. The frame in which a child is along the axes comes first, as it is turned only if that
 * leaves it in.
 */
static double bound_of(const SolidSearch* search, const SolidBox* own, const SolidBox* other,
                       const SolidBox* other_in_own, const SolidRelative* other_to_own,
                       const SolidRelative* own_to_other)
{
    double bound = bound_in(search, own, other_in_own, other_to_own);
    if (bound > search->last) return bound;
    SolidBox moved = moved_by(own, own_to_other);
    return max2(bound, bound_in(search, other, &moved, own_to_other));
}

/* Replaces a pair by those with the children of its larger node; that with the lower bound comes
   next. */
static void split(SolidSearch* search, const SolidNodePair* pair)
{
    const GrazeBoxTreeNode* a = &search->a.nodes[pair->a];
    const GrazeBoxTreeNode* b = &search->b.nodes[pair->b];
    SolidBox box_a = solid_box_of(a);
    SolidBox box_b = solid_box_of(b);
    bool is_a = graze_solid_splits_first(a, b);
    const SolidRelative* to_own = is_a ? &search->b_in_a : &search->a_in_b;
    const SolidRelative* to_other = is_a ? &search->a_in_b : &search->b_in_a;
    const GrazeBoxTreeNode* nodes = is_a ? search->a.nodes : search->b.nodes;
    const SolidBox* other = is_a ? &box_b : &box_a;
    SolidBox moved = moved_by(other, to_own);
    SolidNodePair half[2] = {*pair, *pair};
    for (int k = 0; k < 2; k++) {
        int32_t child = is_a ? a->child[k] : b->child[k];
        SolidBox box = solid_box_of(&nodes[child]);
        *(is_a ? &half[k].a : &half[k].b) = child;
        half[k].bound = bound_of(search, &box, other, &moved, to_own, to_other);
    }
    int lower = half[1].bound < half[0].bound;
    for (int k = 0; k < 2; k++) {
        const SolidNodePair* next = &half[k == 0 ? 1 - lower : lower];
        if (next->bound <= search->last) search->pairs[search->count++] = *next;
    }
}

bool graze_solid_search_next(SolidSearch* search, int32_t* part_a, int32_t* part_b)
{
    while (search->count > 0) {
        SolidNodePair pair = search->pairs[--search->count];
        if (!(pair.bound <= search->last)) continue;
        const GrazeBoxTreeNode* a = &search->a.nodes[pair.a];
        const GrazeBoxTreeNode* b = &search->b.nodes[pair.b];
        if (solid_is_leaf(a) && solid_is_leaf(b)) {
            *part_a = a->child[1];
            *part_b = b->child[1];
            return true;
        }
        split(search, &pair);
    }
    return false;
}
