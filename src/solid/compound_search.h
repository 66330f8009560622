/* A search for pairs of parts of two bodies in space, in the order of a lower bound. */
#ifndef GRAZE_SOLID_COMPOUND_SEARCH_H
#define GRAZE_SOLID_COMPOUND_SEARCH_H

#include "compound.h"

/* A pair of nodes, and a lower bound for the pairs of parts below. */
typedef struct {
    int32_t a, b;
    double bound;
} SolidNodePair;

/* A body in a search. A convex body has a tree of one node. */
typedef struct {
    const GrazeBoxTreeNode* nodes;
    GrazeBoxTreeNode single;
} SolidTree;

/* The pose of one body in the frame of the other one, and the displacement of A there, less that of
   B. */
typedef struct {
    double rotation[9];
    GrazeVec3 at, displacement, inverse;
} SolidRelative;

/*
 *   last  pairs with a higher bound are left out; it may fall during a search. It compares signed
 *         distances or, in a search along a displacement, fractions of it
 */
typedef struct {
    SolidTree a, b;
    SolidRelative b_in_a, a_in_b;
    double margin;
    double last;
    bool is_cast;
    int32_t count;
    SolidNodePair pairs[2 * GRAZE_BOX_TREE_MAX_HEIGHT];
} SolidSearch;

/* Sets the tree of a body. */
void graze_solid_tree_init(SolidTree* tree, const GrazeSolid* body);

/* Returns which of two nodes is split: the one with the larger box, and no leaf. */
bool graze_solid_splits_first(const GrazeBoxTreeNode* a, const GrazeBoxTreeNode* b);

/*
 * Begins a search for pairs by their signed distance: the bound is the distance of the boxes or,
 * where they meet, minus the length of a translation that separates them. `last` is infinite.
 */
void graze_solid_search_init(SolidSearch* search, const GrazeSolid* a, const GrazeSolidPose* pose_a,
                             const GrazeSolid* b, const GrazeSolidPose* pose_b);

/* Makes it a search by the first s in [0, 1] at which A meets B, displaced by s m. `last` is 1. */
void graze_solid_search_cast(SolidSearch* search, const GrazeSolidPose* pose_a,
                             const GrazeSolidPose* pose_b, GrazeVec3 m);

/* Finds the next pair of parts; 0 stands for a convex body. Returns false if none is left. */
bool graze_solid_search_next(SolidSearch* search, int32_t* part_a, int32_t* part_b);

#endif
