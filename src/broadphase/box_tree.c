#include "box_tree.h"

#include "../base/morton.h"
#include "../base/storage.h"
#include "../base/vec3.h"
#include "../tolerance.h"

static size_t node_count(int32_t capacity)
{
    return capacity > 0 ? 2 * (size_t)capacity - 1 : 0;
}

size_t graze_box_tree_size(int32_t capacity)
{
    return node_count(capacity) * sizeof(GrazeBoxTreeNode) +
           graze_round_up((size_t)capacity * sizeof(int32_t));
}

void graze_box_tree_init(GrazeBoxTree* tree, int32_t capacity, void* storage)
{
    GrazeBoxTreeNode* nodes = storage;
    int32_t* leaves = (int32_t*)(nodes + node_count(capacity));
    *tree = (GrazeBoxTree){nodes, leaves, capacity, GRAZE_NO_NODE, GRAZE_NO_NODE, 0};
    for (int32_t k = 0; k < capacity; k++)
        leaves[k] = GRAZE_NO_NODE;
}

void graze_box_tree_move(GrazeBoxTree* tree, int32_t capacity, void* storage)
{
    GrazeBoxTree old = *tree;
    graze_box_tree_init(tree, capacity, storage);
    if (old.fresh > 0) memcpy(tree->nodes, old.nodes, (size_t)old.fresh * sizeof *old.nodes);
    if (old.capacity > 0)
        memcpy(tree->leaves, old.leaves, (size_t)old.capacity * sizeof *old.leaves);
    tree->root = old.root;
    tree->free = old.free;
    tree->fresh = old.fresh;
}

/* ---- boxes ---- */

ALWAYS_INLINE GrazeTreeBox join(const GrazeTreeBox* p, const GrazeTreeBox* q)
{
    return (GrazeTreeBox){lanes_min(p->lo, q->lo), lanes_max(p->hi, q->hi)};
}

ALWAYS_INLINE bool contains(const GrazeTreeBox* p, const GrazeTreeBox* q)
{
    return mask_bits((p->lo <= q->lo) & (q->hi <= p->hi)) == 15;
}

ALWAYS_INLINE bool is_same(const GrazeTreeBox* p, const GrazeTreeBox* q)
{
    return mask_bits((p->lo == q->lo) & (p->hi == q->hi)) == 15;
}

ALWAYS_INLINE float sum_of(Lanes p)
{
    return p[0] + p[1] + (p[2] + p[3]);
}

/* Returns the sum of all extents, which measures how many boxes another one meets. */
ALWAYS_INLINE float size_of(const GrazeTreeBox* box)
{
    return sum_of(box->hi - box->lo);
}

/* Returns by how much a box grows when it is joined with another one. An axis on which it is
   infinite does not grow. */
ALWAYS_INLINE float growth_of(const GrazeTreeBox* box, const GrazeTreeBox* added)
{
    GrazeTreeBox both = join(box, added);
    Lanes growth = (both.hi - both.lo) - (box->hi - box->lo);
    return sum_of(lanes_pick(growth >= 0, growth, lanes_splat(0)));
}

/* ---- structure ---- */

static bool is_leaf(const GrazeBoxTreeNode* node)
{
    return node->child[0] == GRAZE_NO_NODE;
}

static int32_t take_node(GrazeBoxTree* tree)
{
    int32_t node = tree->free;
    if (node == GRAZE_NO_NODE) return tree->fresh++;
    tree->free = tree->nodes[node].parent;
    return node;
}

static void give_node(GrazeBoxTree* tree, int32_t node)
{
    tree->nodes[node].parent = tree->free;
    tree->free = node;
}

static void link_child(GrazeBoxTree* tree, int32_t parent, int32_t side, int32_t child)
{
    tree->nodes[parent].child[side] = child;
    tree->nodes[child].parent = parent;
}

/* Puts a node in the place of another one below `parent`, or at the root. */
static void replace_child(GrazeBoxTree* tree, int32_t parent, int32_t old, int32_t node)
{
    tree->nodes[node].parent = parent;
    if (parent == GRAZE_NO_NODE) {
        tree->root = node;
    } else {
        tree->nodes[parent].child[tree->nodes[parent].child[1] == old] = node;
    }
}

/* Sets the box and height of an inner node from those of its children; returns whether either
   changed. */
static bool refresh(GrazeBoxTree* tree, int32_t index)
{
    GrazeBoxTreeNode* node = &tree->nodes[index];
    const GrazeBoxTreeNode* one = &tree->nodes[node->child[0]];
    const GrazeBoxTreeNode* other = &tree->nodes[node->child[1]];
    GrazeTreeBox box = join(&one->box, &other->box);
    int32_t height = 1 + (one->height > other->height ? one->height : other->height);
    bool is_changed = height != node->height || !is_same(&box, &node->box);
    node->box = box;
    node->height = height;
    return is_changed;
}

/*
 * Balances a node whose subtrees, balanced themselves, differ in height by at most 2; returns the
 * node that is in its place then. If they differ by 2, the higher child c goes up, and the node takes
 * the lower child of c in its stead: of h + 2 and h, c has the height h + 2 and its children h + 1,
 * and h + 1 or h, so that both nodes are balanced. If both children of c are equally high, the one
 * that makes the smaller box goes down.
 */
static int32_t balance(GrazeBoxTree* tree, int32_t index)
{
    GrazeBoxTreeNode* nodes = tree->nodes;
    const GrazeBoxTreeNode* node = &nodes[index];
    int32_t difference = nodes[node->child[1]].height - nodes[node->child[0]].height;
    if (difference >= -1 && difference <= 1) return index;
    int32_t side = difference > 0;
    int32_t up = node->child[side];
    const GrazeBoxTreeNode* stays = &nodes[node->child[!side]];
    const GrazeBoxTreeNode* p = &nodes[nodes[up].child[0]];
    const GrazeBoxTreeNode* q = &nodes[nodes[up].child[1]];
    int32_t down = p->height > q->height;
    if (p->height == q->height) {
        GrazeTreeBox with_p = join(&stays->box, &p->box);
        GrazeTreeBox with_q = join(&stays->box, &q->box);
        down = size_of(&with_q) < size_of(&with_p);
    }
    int32_t moved = nodes[up].child[down];
    replace_child(tree, node->parent, index, up);
    link_child(tree, index, side, moved);
    link_child(tree, up, down, index);
    refresh(tree, index);
    refresh(tree, up);
    return up;
}

/* Refreshes and balances a node and those above it, as far as anything changes. */
static void refresh_upward(GrazeBoxTree* tree, int32_t index)
{
    while (index != GRAZE_NO_NODE) {
        int32_t top = balance(tree, index);
        /* A node that is balanced anew is refreshed. */
        if (top == index && !refresh(tree, top)) break;
        index = tree->nodes[top].parent;
    }
}

/* Returns the leaf beside which a box belongs: at each node it descends to the child whose box grows
   less. */
static int32_t find_sibling(const GrazeBoxTree* tree, const GrazeTreeBox* box)
{
    int32_t index = tree->root;
    while (!is_leaf(&tree->nodes[index])) {
        const GrazeBoxTreeNode* node = &tree->nodes[index];
        float first = growth_of(&tree->nodes[node->child[0]].box, box);
        float second = growth_of(&tree->nodes[node->child[1]].box, box);
        index = node->child[second < first];
    }
    return index;
}

static void insert(GrazeBoxTree* tree, int32_t entry, const GrazeTreeBox* box)
{
    int32_t leaf = take_node(tree);
    tree->nodes[leaf] = (GrazeBoxTreeNode){*box, GRAZE_NO_NODE, {GRAZE_NO_NODE, entry}, 0};
    tree->leaves[entry] = leaf;
    if (tree->root == GRAZE_NO_NODE) {
        tree->root = leaf;
        return;
    }
    int32_t sibling = find_sibling(tree, box);
    int32_t parent = take_node(tree);
    replace_child(tree, tree->nodes[sibling].parent, sibling, parent);
    tree->nodes[parent].height = 0;
    link_child(tree, parent, 0, sibling);
    link_child(tree, parent, 1, leaf);
    refresh_upward(tree, parent);
}

void graze_box_tree_remove(GrazeBoxTree* tree, int32_t entry)
{
    int32_t leaf = tree->leaves[entry];
    if (leaf == GRAZE_NO_NODE) return;
    int32_t parent = tree->nodes[leaf].parent;
    tree->leaves[entry] = GRAZE_NO_NODE;
    give_node(tree, leaf);
    if (parent == GRAZE_NO_NODE) {
        tree->root = GRAZE_NO_NODE;
        return;
    }
    const GrazeBoxTreeNode* node = &tree->nodes[parent];
    int32_t sibling = node->child[node->child[0] == leaf];
    int32_t above = node->parent;
    replace_child(tree, above, parent, sibling);
    give_node(tree, parent);
    refresh_upward(tree, above);
}

void graze_box_tree_set(GrazeBoxTree* tree, int32_t entry, const GrazeTreeBox* box)
{
    int32_t leaf = tree->leaves[entry];
    if (leaf != GRAZE_NO_NODE && !graze_tree_box_is_empty(box)) {
        GrazeBoxTreeNode* node = &tree->nodes[leaf];
        /* A box that stays within that of its parent is still in a good place. */
        if (node->parent == GRAZE_NO_NODE || contains(&tree->nodes[node->parent].box, box)) {
            node->box = *box;
            refresh_upward(tree, node->parent);
            return;
        }
    }
    graze_box_tree_remove(tree, entry);
    if (!graze_tree_box_is_empty(box)) insert(tree, entry, box);
}

/* ---- building ---- */

static void push_half(GrazeHalving* halving, int32_t node, int32_t parent, int32_t first,
                      int32_t count)
{
    int32_t second = count > 1 ? node + 2 * (count / 2) : 0;
    halving->stack[halving->depth++] = (GrazeHalf){node, parent, first, count, second};
}

void graze_halving_init(GrazeHalving* halving, int32_t count)
{
    halving->depth = 0;
    if (count > 0) push_half(halving, 0, GRAZE_NO_NODE, 0, count);
}

bool graze_halving_next(GrazeHalving* halving, GrazeHalf* half)
{
    if (halving->depth == 0) return false;
    *half = halving->stack[--halving->depth];
    int32_t n = half->count / 2;
    if (n == 0) return true;
    push_half(halving, half->second, half->node, half->first + n, half->count - n);
    push_half(halving, half->node + 1, half->node, half->first, n);
    return true;
}

void graze_set_morton_key(GrazeSortItem* item, const float sides[4], const float whole[4])
{
    double x = ((double)sides[0] + sides[2]) / 2;
    double y = ((double)sides[1] + sides[3]) / 2;
    item->key = morton_key(morton_coordinate(x, whole[0], whole[2]),
                           morton_coordinate(y, whole[1], whole[3]));
}

/* Returns the key of the middle of a box of three axes within another one. */
static uint64_t morton_key_of_three(const GrazeTreeBox* box, const GrazeTreeBox* whole)
{
    uint64_t cells[3];
    for (int axis = 0; axis < 3; axis++) {
        double middle = ((double)box->lo[axis] + box->hi[axis]) / 2;
        cells[axis] = morton_coordinate(middle, whole->lo[axis], whole->hi[axis]);
    }
    return morton_key_3d(cells[0], cells[1], cells[2]);
}

/* Writes the items of the entries in their order, and returns their number. */
static int32_t order_entries(const float* sides, int32_t axes, int32_t count, GrazeSortItem** items)
{
    const size_t stride = 2 * (size_t)axes;
    GrazeTreeBox all = {lanes_splat(INFINITY), lanes_splat(-INFINITY)};
    int32_t present = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazeTreeBox box = graze_tree_box_of(sides + stride * (size_t)k, axes);
        if (graze_tree_box_is_empty(&box)) continue;
        all = join(&all, &box);
        (*items)[present++].value = (uint32_t)k;
    }
    const float whole[4] = {all.lo[0], all.lo[1], all.hi[0], all.hi[1]};
    for (int32_t k = 0; k < present; k++) {
        GrazeSortItem* item = &(*items)[k];
        const float* own = sides + stride * (size_t)item->value;
        if (axes == 2) {
            graze_set_morton_key(item, own, whole);
        } else {
            GrazeTreeBox box = graze_tree_box_of(own, axes);
            item->key = morton_key_of_three(&box, &all);
        }
    }
    *items = graze_sort(*items, *items + count, present);
    return present;
}

void graze_box_tree_build(GrazeBoxTree* tree, const float* sides, int32_t axes, int32_t count,
                          GrazeSortItem* scratch)
{
    GrazeSortItem* items = scratch;
    GrazeHalving halving;
    GrazeHalf half;
    int32_t present = order_entries(sides, axes, count, &items);
    graze_box_tree_init(tree, tree->capacity, tree->nodes);
    graze_halving_init(&halving, present);
    while (graze_halving_next(&halving, &half)) {
        GrazeBoxTreeNode* node = &tree->nodes[half.node];
        if (half.second == 0) {
            int32_t entry = (int32_t)items[half.first].value;
            GrazeTreeBox box = graze_tree_box_of(sides + 2 * (size_t)axes * (size_t)entry, axes);
            *node = (GrazeBoxTreeNode){box, half.parent, {GRAZE_NO_NODE, entry}, 0};
            tree->leaves[entry] = half.node;
        } else {
            node->parent = half.parent;
            node->child[0] = half.node + 1;
            node->child[1] = half.second;
            node->height = 0;
        }
    }
    if (present == 0) return;
    tree->root = 0;
    tree->fresh = 2 * present - 1;
    for (int32_t k = tree->fresh - 1; k >= 0; k--)
        if (!is_leaf(&tree->nodes[k])) refresh(tree, k);
}

/* ---- searches ---- */

void graze_box_tree_search_init(GrazeBoxTreeSearch* search, const GrazeBoxTree* tree,
                                const GrazeTreeBox* box)
{
    search->tree = tree;
    search->box = *box;
    search->last = INFINITY;
    search->is_in_space = false;
    search->count = 0;
    if (tree->root == GRAZE_NO_NODE) return;
    search->nodes[0] = tree->root;
    search->bounds[0] = -INFINITY;
    search->count = 1;
}

int32_t graze_box_tree_next(GrazeBoxTreeSearch* search)
{
    const GrazeBoxTreeNode* nodes = search->tree->nodes;
    const GrazeTreeBox box = search->box;
    int32_t count = search->count;
    while (count > 0) {
        const GrazeBoxTreeNode* node = &nodes[search->nodes[--count]];
        /* It descends to the first child and keeps the second one. */
        while (graze_tree_boxes_meet(&node->box, &box)) {
            if (is_leaf(node)) {
                search->count = count;
                return node->child[1];
            }
            search->nodes[count++] = node->child[1];
            node = &nodes[node->child[0]];
        }
    }
    search->count = 0;
    return GRAZE_NO_NODE;
}

void graze_box_tree_search_move(GrazeBoxTreeSearch* search, double dx, double dy)
{
    /* A displacement of which no inverse exists is less than the rounding of boxes. */
    if (fabs(dx) < GRAZE_MIN_COORDINATE) dx = 0;
    if (fabs(dy) < GRAZE_MIN_COORDINATE) dy = 0;
    search->displacement = (Doubles){dx, dy};
    search->inverse = 1 / search->displacement;
    search->is_along_axis = dx == 0 || dy == 0;
}

void graze_box_tree_search_in_space(GrazeBoxTreeSearch* search, double dz)
{
    search->is_in_space = true;
    search->third_displacement = fabs(dz) < GRAZE_MIN_COORDINATE ? 0 : dz;
    search->third_inverse = 1 / search->third_displacement;
}

/* Narrows fractions at which a box may be met to those at which it is on the third axis. */
static void narrow_on_third_axis(const GrazeBoxTreeSearch* search, const GrazeTreeBox* box,
                                 double* begin, double* end)
{
    double lo = (double)box->lo[2] - search->box.hi[2];
    double hi = (double)box->hi[2] - search->box.lo[2];
    double p = lo * search->third_inverse;
    double q = hi * search->third_inverse;
    double enter = min2(p, q);
    double leave = max2(p, q);
    if (search->third_displacement == 0) {
        if (lo > 0 || hi < 0) *begin = INFINITY;
        return;
    }
    *begin = max2(*begin, enter - GRAZE_BOUNDS_SLACK * fabs(enter));
    *end = min2(*end, leave + GRAZE_BOUNDS_SLACK * fabs(leave));
}

/*
 * Returns the first fraction s in [0, last] of the displacement d at which a box is met, or infinity:
 * on each axis those with lo <= s d <= hi are an interval, whose ends are lo / d and hi / d. On an
 * axis without displacement it has all fractions or none. The slack covers the rounding of inverse
 * and product.
 */
ALWAYS_INLINE double cast_bound(const GrazeBoxTreeSearch* search, const GrazeTreeBox* box)
{
    const Doubles slack = doubles_splat(GRAZE_BOUNDS_SLACK);
    Doubles lo = doubles_from_floats(&box->lo) - doubles_from_floats(&search->box.hi);
    Doubles hi = doubles_from_floats(&box->hi) - doubles_from_floats(&search->box.lo);
    Doubles p = lo * search->inverse;
    Doubles q = hi * search->inverse;
    Doubles enter = doubles_min(p, q);
    Doubles leave = doubles_max(p, q);
    enter -= slack * doubles_abs(enter);
    leave += slack * doubles_abs(leave);
    if (search->is_along_axis) {
        DoublesMask is_still = search->displacement == 0;
        Doubles all =
            doubles_pick((lo <= 0) & (hi >= 0), doubles_splat(-INFINITY), doubles_splat(INFINITY));
        enter = doubles_pick(is_still, all, enter);
        leave = doubles_pick(is_still, doubles_splat(INFINITY), leave);
    }
    double begin = max2(0, max2(enter[0], enter[1]));
    double end = min2(search->last, min2(leave[0], leave[1]));
    if (search->is_in_space) narrow_on_third_axis(search, box, &begin, &end);
    return begin <= end ? begin : INFINITY;
}

/* Returns a lower bound of the distance of a box. */
static double near_bound(const GrazeBoxTreeSearch* search, const GrazeTreeBox* box)
{
    const GrazeTreeBox* own = &search->box;
    double x = max2(0, max2((double)box->lo[0] - own->hi[0], (double)own->lo[0] - box->hi[0]));
    double y = max2(0, max2((double)box->lo[1] - own->hi[1], (double)own->lo[1] - box->hi[1]));
    if (search->is_in_space) {
        double z = max2(0, max2((double)box->lo[2] - own->hi[2], (double)own->lo[2] - box->hi[2]));
        return vec3_length(vec3(x, y, z)) * (1 - GRAZE_BOUNDS_SLACK);
    }
    return sqrt(x * x + y * y) * (1 - GRAZE_BOUNDS_SLACK);
}

/* Returns the next entry whose bound is finite and at most `last`. */
ALWAYS_INLINE int32_t next_by_bound(GrazeBoxTreeSearch* search,
                                    double (*bound_of)(const GrazeBoxTreeSearch*,
                                                       const GrazeTreeBox*))
{
    const GrazeBoxTreeNode* nodes = search->tree->nodes;
    while (search->count > 0) {
        int32_t index = search->nodes[--search->count];
        double bound = search->bounds[search->count];
        if (bound == -INFINITY) bound = bound_of(search, &nodes[index].box);
        while (bound <= search->last && bound < INFINITY) {
            const GrazeBoxTreeNode* node = &nodes[index];
            if (is_leaf(node)) return node->child[1];
            double first = bound_of(search, &nodes[node->child[0]].box);
            double second = bound_of(search, &nodes[node->child[1]].box);
            int32_t nearer = second < first;
            search->nodes[search->count] = node->child[!nearer];
            search->bounds[search->count++] = nearer ? first : second;
            index = node->child[nearer];
            bound = nearer ? second : first;
        }
    }
    return GRAZE_NO_NODE;
}

int32_t graze_box_tree_next_cast(GrazeBoxTreeSearch* search)
{
    return next_by_bound(search, cast_bound);
}

int32_t graze_box_tree_next_near(GrazeBoxTreeSearch* search)
{
    return next_by_bound(search, near_bound);
}
