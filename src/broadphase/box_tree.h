/*
 * A tree of boxes that is kept while boxes come, go and move: for queries of one against many.
 * Source: bounding volume hierarchies, Ericson, "Real-Time Collision Detection", 2005, 6.2 and 6.3;
 * insertion, removal and the rotations as in Box2D's b2DynamicTree, balanced strictly by height
 * (Adelson-Velsky and Landis, 1962), so that a tree of n boxes is at most 1.45 log2(n + 2) high.
 *
 * No answer depends on the shape of the tree: a search returns every entry whose box it meets.
 */
#ifndef GRAZE_BROADPHASE_BOX_TREE_H
#define GRAZE_BROADPHASE_BOX_TREE_H

#include "../base/lanes.h"
#include "../base/sort.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A box of up to four axes. Ends may be infinite. An axis that is not used has the ends 0 and 0. In
 * an empty box a lower end is above the upper one; it is not kept.
 */
typedef struct {
    Lanes lo, hi;
} GrazeTreeBox;

/* A node: a leaf with one entry, an inner node with two children, or a free node. */
typedef struct {
    GrazeTreeBox box; /* union of the boxes below */
    int32_t parent;   /* GRAZE_NO_NODE for the root; the next free node of a free node */
    int32_t child[2]; /* GRAZE_NO_NODE and the entry in a leaf */
    int32_t height;   /* 0 for a leaf */
} GrazeBoxTreeNode;

/* GRAZE_BOX_TREE_MAX_HEIGHT: height of a tree of 2^31 boxes, the most. */
enum { GRAZE_NO_NODE = -1, GRAZE_BOX_TREE_MAX_HEIGHT = 46 };

/*
 * A balanced tree over ordered entries: the node of n entries is followed by the nodes of its first
 * half, then by those of the second half, so that positions follow from numbers of entries alone and
 * children come after their parents. Its nodes are visited in this order. The tree of a compound is
 * laid out like this, too.
 */
typedef struct {
    int32_t node, parent; /* positions; the parent of the root is GRAZE_NO_NODE */
    int32_t first, count; /* entries below */
    int32_t second;       /* position of the second child; 0 for a leaf. The first is at node + 1 */
} GrazeHalf;

typedef struct {
    GrazeHalf stack[GRAZE_BOX_TREE_MAX_HEIGHT];
    int32_t depth;
} GrazeHalving;

/* Begins with the root of a tree over `count` entries. */
void graze_halving_init(GrazeHalving* halving, int32_t count);

/* Takes the next node; returns false if none remains. */
bool graze_halving_next(GrazeHalving* halving, GrazeHalf* half);

/*
 * Sets the key of a box's item: entries are ordered by Morton order of the middles of their boxes,
 * within the box of all, so that the halves of a sequence lie apart. Sides: left, bottom, right, top.
 */
void graze_set_morton_key(GrazeSortItem* item, const float sides[4], const float whole[4]);

/* A tree whose entries are numbers 0 to capacity - 1. */
typedef struct GrazeBoxTree {
    GrazeBoxTreeNode* nodes; /* 2 capacity - 1 */
    int32_t* leaves;         /* leaf of each entry, or GRAZE_NO_NODE */
    int32_t capacity;
    int32_t root;  /* GRAZE_NO_NODE when the tree is empty */
    int32_t free;  /* first free node, whose `parent` is the next */
    int32_t fresh; /* nodes from here on have never been used */
} GrazeBoxTree;

/* Returns the bytes of storage for `capacity` >= 0 entries; a multiple of 16. */
size_t graze_box_tree_size(int32_t capacity);

/* Begins a tree without entries. `storage` has graze_box_tree_size bytes, is 16-byte aligned and stays
   in use. O(capacity). */
void graze_box_tree_init(GrazeBoxTree* tree, int32_t capacity, void* storage);

/* Moves a tree to storage for a larger capacity, which it uses from then on. O(capacity). */
void graze_box_tree_move(GrazeBoxTree* tree, int32_t capacity, void* storage);

/*
 * Replaces all entries by 0 to count - 1, with boxes of two or three axes: the lower ends on all
 * axes, then the upper ends. Those with empty boxes are left out. The tree is a GrazeHalving of the
 * entries in Morton order. `scratch` has room for 2 count items. O(count).
 */
void graze_box_tree_build(GrazeBoxTree* tree, const float* sides, int32_t axes, int32_t count,
                          GrazeSortItem* scratch);

/*
 * Sets the box of an entry, which may be new; an empty box removes it. O(log n).
 */
void graze_box_tree_set(GrazeBoxTree* tree, int32_t entry, const GrazeTreeBox* box);

/* Removes an entry, if it is there. O(log n). */
void graze_box_tree_remove(GrazeBoxTree* tree, int32_t entry);

/*
 * A search for entries in the order of a lower bound, as far as it goes: of two children the one
 * with the lower bound is searched first.
 */
typedef struct {
    const GrazeBoxTree* tree;
    GrazeTreeBox box; /* box that is compared */
    /* For graze_box_tree_next_cast: the displacement, its inverse, and whether an axis has none. */
    Doubles displacement, inverse;
    bool is_along_axis;
    bool is_in_space; /* whether bounds regard the third axis, too */
    double third_displacement, third_inverse;
    /* Entries with a higher bound are left out. It may fall during a search: graze_box_tree_next_cast
       compares fractions of the displacement, graze_box_tree_next_near distances. */
    double last;
    int32_t count;
    int32_t nodes[GRAZE_BOX_TREE_MAX_HEIGHT];
    double
        bounds[GRAZE_BOX_TREE_MAX_HEIGHT]; /* of `nodes`; -INFINITY for the root, not yet known */
} GrazeBoxTreeSearch;

/* Begins a search with a box. */
void graze_box_tree_search_init(GrazeBoxTreeSearch* search, const GrazeBoxTree* tree,
                                const GrazeTreeBox* box);

/* Sets the displacement of the search's box, for graze_box_tree_next_cast. */
void graze_box_tree_search_move(GrazeBoxTreeSearch* search, double dx, double dy);

/* Makes distances and displacements those of boxes in space, with a displacement along the third
   axis; call it after graze_box_tree_search_move. */
void graze_box_tree_search_in_space(GrazeBoxTreeSearch* search, double dz);

/* Returns the next entry whose box meets the search's box, or GRAZE_NO_NODE. Sharing a point
   counts. */
int32_t graze_box_tree_next(GrazeBoxTreeSearch* search);

/*
 * Returns the next entry whose box the search's box meets while it is displaced along the first two
 * axes by s (dx, dy) for s in [0, last], or GRAZE_NO_NODE. Source: Kay and Kajiya, "Ray
 * Tracing Complex Scenes", 1986.
 */
int32_t graze_box_tree_next_cast(GrazeBoxTreeSearch* search);

/* Returns the next entry whose box is at most `last` away from the search's box, by the Euclidean
   distance on the first two axes, or all three in space, or GRAZE_NO_NODE. */
int32_t graze_box_tree_next_near(GrazeBoxTreeSearch* search);

/* Returns whether two boxes meet; sharing a point counts. */
ALWAYS_INLINE bool graze_tree_boxes_meet(const GrazeTreeBox* p, const GrazeTreeBox* q)
{
    return mask_bits((p->lo <= q->hi) & (q->lo <= p->hi)) == 15;
}

/* Returns the box of four sides: left, bottom, right, top. */
static inline GrazeTreeBox graze_tree_box(const float sides[4])
{
    return (GrazeTreeBox){{sides[0], sides[1], 0, 0}, {sides[2], sides[3], 0, 0}};
}

/* Returns the box of two or three axes: the lower ends on all axes, then the upper ends. */
static inline GrazeTreeBox graze_tree_box_of(const float* sides, int32_t axes)
{
    if (axes == 2) return graze_tree_box(sides);
    return (GrazeTreeBox){{sides[0], sides[1], sides[2], 0}, {sides[3], sides[4], sides[5], 0}};
}

/* Returns whether a box has no points. */
ALWAYS_INLINE bool graze_tree_box_is_empty(const GrazeTreeBox* box)
{
    return mask_bits(box->lo <= box->hi) != 15;
}

#endif
