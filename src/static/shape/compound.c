#include "compound.h"

#include "../../base/storage.h"
#include "../../broadphase/box_tree.h"
#include "hull.h"

/* The tree over the parts of a compound is laid out as a box tree (broadphase/box_tree.h) that is
   built; its nodes have volumes, which turn with the body, in place of boxes. */

enum { CORNERS = 4 };

size_t graze_compound_size(int32_t count, int32_t vertices)
{
    size_t n = (size_t)count;
    size_t v = (size_t)vertices;
    /* The hull and its scratch, and the items that are sorted, lie where the boxes of volumes do
       later, or behind them. */
    return graze_round_up(sizeof(GrazeCompound)) + graze_round_up(n * sizeof(GrazeShape)) +
           graze_round_up((2 * n - 1) * sizeof(GrazeCompoundNode)) +
           graze_round_up(v * sizeof(GrazePoint)) +
           graze_round_up(n * CORNERS * sizeof(GrazePoint)) +
           graze_round_up(v * sizeof(GrazePoint)) + graze_round_up((v + 1) * sizeof(GrazePoint)) +
           graze_round_up(2 * n * sizeof(GrazeSortItem));
}

/* Takes memory from the front of `storage`. */
static void* take(char** storage, size_t size)
{
    void* taken = *storage;
    *storage += graze_round_up(size);
    return taken;
}

/* Sides of the box of a core. */
typedef struct {
    float lo_x, lo_y, hi_x, hi_y;
} Sides;

static Sides sides_of(const GrazePoint* points, int32_t count)
{
    Sides sides = {points[0].x, points[0].y, points[0].x, points[0].y};
    for (int32_t i = 1; i < count; i++) {
        sides.lo_x = fminf(sides.lo_x, points[i].x);
        sides.lo_y = fminf(sides.lo_y, points[i].y);
        sides.hi_x = fmaxf(sides.hi_x, points[i].x);
        sides.hi_y = fmaxf(sides.hi_y, points[i].y);
    }
    return sides;
}

/* Writes the corners of a box, which may be a segment or a point, as the vertices of a shape. */
static GrazeShape box_shape(Sides sides, float radius, GrazePoint* corners)
{
    bool is_wide = sides.lo_x < sides.hi_x;
    bool is_high = sides.lo_y < sides.hi_y;
    int32_t count = 0;
    corners[count++] = (GrazePoint){sides.lo_x, sides.lo_y};
    if (is_wide) corners[count++] = (GrazePoint){sides.hi_x, sides.lo_y};
    if (is_high) corners[count++] = (GrazePoint){sides.hi_x, sides.hi_y};
    if (is_wide && is_high) corners[count++] = (GrazePoint){sides.lo_x, sides.hi_y};
    double extent =
        max2(max2(fabs(sides.lo_x), fabs(sides.hi_x)), max2(fabs(sides.lo_y), fabs(sides.hi_y)));
    return (GrazeShape){corners, count, radius, extent, NULL, NULL};
}

/* Writes the volume of an inner node around those of its children. */
static void join_volumes(GrazeCompoundNode* node, const GrazeShape* p, const GrazeShape* q,
                         GrazePoint* corners)
{
    Sides one = sides_of(p->vertices, p->count);
    Sides other = sides_of(q->vertices, q->count);
    Sides both = {fminf(one.lo_x, other.lo_x), fminf(one.lo_y, other.lo_y),
                  fmaxf(one.hi_x, other.hi_x), fmaxf(one.hi_y, other.hi_y)};
    node->volume = box_shape(both, fmaxf(p->radius, q->radius), corners);
}

/* Sorts the parts in the order of a box tree, within `whole`. */
static const GrazeSortItem* sort_parts(const GrazeShape* parts, int32_t count, Sides whole,
                                       GrazeSortItem* items)
{
    const float whole_sides[4] = {whole.lo_x, whole.lo_y, whole.hi_x, whole.hi_y};
    for (int32_t k = 0; k < count; k++) {
        Sides sides = sides_of(parts[k].vertices, parts[k].count);
        const float part_sides[4] = {sides.lo_x, sides.lo_y, sides.hi_x, sides.hi_y};
        graze_set_morton_key(&items[k], part_sides, whole_sides);
        items[k].value = (uint32_t)k;
    }
    return graze_sort(items, items + count, count);
}

/* Writes the nodes, first from the root to the parts, then the volumes of inner nodes from the last
   to the root. */
static void build_tree(GrazeCompoundNode* nodes, const GrazeShape* parts,
                       const GrazeSortItem* order, int32_t count, GrazePoint* corners)
{
    GrazeHalving halving;
    GrazeHalf half;
    graze_halving_init(&halving, count);
    while (graze_halving_next(&halving, &half)) {
        GrazeCompoundNode* node = &nodes[half.node];
        int32_t part = half.second == 0 ? (int32_t)order[half.first].value : -1;
        if (part >= 0) node->volume = parts[part];
        node->part = part;
        node->right = half.second;
    }
    for (int32_t i = 2 * count - 2; i >= 0; i--) {
        GrazeCompoundNode* node = &nodes[i];
        if (node->right == 0) continue;
        join_volumes(node, &nodes[i + 1].volume, &nodes[node->right].volume, corners);
        corners += CORNERS;
    }
}

GrazeStatus graze_compound(GrazeShape* shape, const GrazeShape* parts, int32_t count, void* storage)
{
    if (count < 1) return GRAZE_E_TOO_FEW_POINTS;
    size_t vertices = 0;
    float radius = 0;
    for (int32_t k = 0; k < count; k++) {
        vertices += (size_t)parts[k].count;
        radius = fmaxf(radius, parts[k].radius);
    }
    char* rest = storage;
    size_t n = (size_t)count;
    GrazeCompound* compound = take(&rest, sizeof *compound);
    GrazeShape* copies = take(&rest, n * sizeof *copies);
    GrazeCompoundNode* nodes = take(&rest, (2 * n - 1) * sizeof *nodes);
    GrazePoint* points = take(&rest, vertices * sizeof *points);
    GrazePoint* corners = take(&rest, n * CORNERS * sizeof *corners);
    GrazePoint* hull = take(&rest, vertices * sizeof *hull);
    GrazePoint* scratch = take(&rest, (vertices + 1) * sizeof *scratch);
    GrazeSortItem* items = take(&rest, 2 * n * sizeof *items);
    GrazePoint* end = points;
    *compound = (GrazeCompound){copies, nodes, count, 0};
    for (int32_t k = 0; k < count; k++) {
        memcpy(end, parts[k].vertices, (size_t)parts[k].count * sizeof *end);
        copies[k] = (GrazeShape){end, parts[k].count, parts[k].radius, parts[k].extent, NULL, NULL};
        end += parts[k].count;
        compound->areas += graze_has_area(&copies[k]);
    }
    memcpy(hull, points, vertices * sizeof *hull);
    int32_t corner_count = graze_hull(hull, scratch, (int32_t)vertices);
    Sides whole = sides_of(hull, corner_count);
    build_tree(nodes, copies, sort_parts(copies, count, whole, items), count, corners);
    double extent =
        max2(max2(fabs(whole.lo_x), fabs(whole.hi_x)), max2(fabs(whole.lo_y), fabs(whole.hi_y)));
    *shape = (GrazeShape){hull, corner_count, radius, extent, NULL, compound};
    return GRAZE_OK;
}

void graze_parts_init(GrazeParts* parts, const GrazeShape* shape)
{
    parts->single = (GrazeCompoundNode){*shape, -1, 0};
    parts->nodes = shape->compound != NULL ? shape->compound->nodes : &parts->single;
}

void graze_parts_at_init(GrazePartsAt* search, const GrazeShape* shape, GrazeVec at, double slack)
{
    search->shape = shape;
    graze_parts_init(&search->parts, shape);
    search->at = at;
    search->slack = slack;
    search->nodes[0] = 0;
    search->count = 1;
}

const GrazeShape* graze_parts_at_next(GrazePartsAt* search, int32_t* number)
{
    while (search->count > 0) {
        int32_t k = search->nodes[--search->count];
        const GrazeCompoundNode* node = &search->parts.nodes[k];
        Sides sides = sides_of(node->volume.vertices, node->volume.count);
        double slack = search->slack + node->volume.radius;
        GrazeVec at = search->at;
        if (!(sides.lo_x - slack <= at.x && at.x <= sides.hi_x + slack &&
              sides.lo_y - slack <= at.y && at.y <= sides.hi_y + slack))
            continue;
        *number = node->part;
        if (graze_node_is_part(node)) return graze_part_at(search->shape, node->part);
        search->nodes[search->count++] = node->right;
        search->nodes[search->count++] = k + 1;
    }
    return NULL;
}

void graze_node_pairs_init(GrazeNodePairs* pairs, const GrazeShape* a, const GrazeShape* b,
                           double bound)
{
    graze_parts_init(&pairs->a, a);
    graze_parts_init(&pairs->b, b);
    pairs->pairs[0] = (GrazeNodePair){0, 0, bound};
    pairs->count = 1;
}

bool graze_node_pairs_next(GrazeNodePairs* pairs, GrazeNodePair* next)
{
    if (pairs->count == 0) return false;
    *next = pairs->pairs[--pairs->count];
    return true;
}

bool graze_node_pair_is_leaf(const GrazeNodePairs* pairs, const GrazeNodePair* pair)
{
    return graze_node_is_part(&pairs->a.nodes[pair->a]) &&
           graze_node_is_part(&pairs->b.nodes[pair->b]);
}

/* Returns the half perimeter of the box of a volume, to compare sizes by. */
static double size_of(const GrazeShape* volume)
{
    Sides sides = sides_of(volume->vertices, volume->count);
    return ((double)sides.hi_x - sides.lo_x) + ((double)sides.hi_y - sides.lo_y);
}

void graze_node_pair_split(const GrazeNodePairs* pairs, const GrazeNodePair* pair,
                           GrazeNodePair split[2])
{
    const GrazeCompoundNode* a = &pairs->a.nodes[pair->a];
    const GrazeCompoundNode* b = &pairs->b.nodes[pair->b];
    bool is_a = graze_node_is_part(b) ||
                (!graze_node_is_part(a) && size_of(&a->volume) >= size_of(&b->volume));
    split[0] = split[1] = *pair;
    if (is_a) {
        split[0].a = pair->a + 1;
        split[1].a = a->right;
    } else {
        split[0].b = pair->b + 1;
        split[1].b = b->right;
    }
}

void graze_node_pairs_add_split(GrazeNodePairs* pairs, const GrazeNodePair split[2], double last)
{
    int lower = split[1].bound < split[0].bound;
    if (split[1 - lower].bound <= last) pairs->pairs[pairs->count++] = split[1 - lower];
    if (split[lower].bound <= last) pairs->pairs[pairs->count++] = split[lower];
}

void graze_node_pair_write_parts(const GrazeNodePairs* pairs, const GrazeNodePair* pair,
                                 GrazeWitness* witness)
{
    witness->part_a = pairs->a.nodes[pair->a].part;
    witness->part_b = pairs->b.nodes[pair->b].part;
}
