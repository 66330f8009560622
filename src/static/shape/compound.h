/* Compounds: bodies that are unions of convex parts, and pairs of their parts. */
#ifndef GRAZE_STATIC_COMPOUND_H
#define GRAZE_STATIC_COMPOUND_H

#include "../../base/vec.h"
#include "../../graze.h"

/* Returns whether a pair of bodies must be decided part by part. */
ALWAYS_INLINE bool graze_is_compound(const GrazeShape* a, const GrazeShape* b)
{
    return a->compound != NULL || b->compound != NULL;
}

/* Returns part k of a body; a convex body is its own part 0. */
ALWAYS_INLINE const GrazeShape* graze_part_at(const GrazeShape* shape, int32_t k)
{
    return shape->compound != NULL ? &shape->compound->parts[k] : shape;
}

/* Nodes of a body: those of its tree, or `single`, which stands for a convex body. */
typedef struct {
    const GrazeCompoundNode* nodes;
    GrazeCompoundNode single;
} GrazeParts;

/* Writes the nodes of a body. It refers to `parts` itself, which must not move. */
void graze_parts_init(GrazeParts* parts, const GrazeShape* shape);

/* Returns whether a node is a part. */
ALWAYS_INLINE bool graze_node_is_part(const GrazeCompoundNode* node)
{
    return node->right == 0;
}

/* Parts of a body whose boxes, grown by their radii and by `slack`, contain a point of its frame. */
typedef struct {
    const GrazeShape* shape;
    GrazeParts parts;
    GrazeVec at;
    double slack;
    int32_t nodes[2 * 32];
    int32_t count;
} GrazePartsAt;

/* Begins a search. It refers to itself, and must not move; parts that it returns outlive it. */
void graze_parts_at_init(GrazePartsAt* search, const GrazeShape* shape, GrazeVec at, double slack);

/* Returns the next part and writes its number, -1 for a convex body; NULL if none remains. O(log n)
   in practice for each. */
const GrazeShape* graze_parts_at_next(GrazePartsAt* search, int32_t* number);

/* Returns whether a convex body has interior points. */
ALWAYS_INLINE bool graze_has_area(const GrazeShape* shape)
{
    return shape->count > 2 || shape->radius > 0;
}

/* A pair of nodes, of A and of B, with a lower bound of its answer. */
typedef struct {
    int32_t a, b;
    double bound;
} GrazeNodePair;

/*
 * Depth of a search of pairs of nodes: a pair is replaced by two, one of whose nodes is a level
 * deeper. A tree over n parts has at most 1 + log2 n levels, rounded up, and n < 2^31.
 */
enum { GRAZE_NODE_PAIRS = 2 * 32 + 2 };

/*
 * Pairs of nodes that remain, the next one last. A search takes a pair with graze_node_pairs_next
 * and puts the pairs that replace it with graze_node_pairs_add_split; `bound` of these is that of the
 * pair that they replace.
 */
typedef struct {
    GrazeParts a, b;
    GrazeNodePair pairs[GRAZE_NODE_PAIRS];
    int32_t count;
} GrazeNodePairs;

/* Begins with the pair of the roots. */
void graze_node_pairs_init(GrazeNodePairs* pairs, const GrazeShape* a, const GrazeShape* b,
                           double bound);

/* Takes the next pair; returns false if none remains. */
bool graze_node_pairs_next(GrazeNodePairs* pairs, GrazeNodePair* next);

/* Returns whether both nodes of a pair are parts. */
bool graze_node_pair_is_leaf(const GrazeNodePairs* pairs, const GrazeNodePair* pair);

/*
 * Writes the two pairs that replace a pair: of the larger node that is not a part, its children.
 */
void graze_node_pair_split(const GrazeNodePairs* pairs, const GrazeNodePair* pair,
                           GrazeNodePair split[2]);

/* Adds those of two pairs whose bounds are at most `last`; the one with the lower bound is taken
   next. */
void graze_node_pairs_add_split(GrazeNodePairs* pairs, const GrazeNodePair split[2], double last);

/* Writes which parts the features of a pair of parts belong to. */
void graze_node_pair_write_parts(const GrazeNodePairs* pairs, const GrazeNodePair* pair,
                                 GrazeWitness* witness);

#endif
