/*
 * Triangulation of an outline with holes by a sweep line, on exact signs.
 *
 * Nodes. A node is a place at which one or more points of the outline lie. Nodes are in the order
 * of x, then y, which is the order of x after an infinitesimal shear, so that vertical edges need
 * no case of their own: orientation does not change by a shear. The sweep visits the nodes in this
 * order. Its status is the list of the edges that the sweep line crosses, from the lowest to the
 * highest, in a splay tree. A decision is either a comparison of input numbers or the orientation
 * of three input points.
 *
 * Edges that meet. At a node the edges that end there (ended) are replaced by those that begin
 * there (started). An edge on which the node lies (a through edge) counts as both: its part before
 * the node ends, and the rest begins. After that, rings have only nodes in common. Two through
 * edges at a node cross there, or have a segment in common. Two edges that have a segment in common
 * have a leftmost common point, which is a node and at which both begin in one direction: adjacent
 * started edges are compared. Two edges that cross between nodes are adjacent before they cross, as
 * no other fault lies further left: whenever two edges become adjacent, the end of the one that
 * ends first is compared with the other edge (Shamos and Hoey).
 *
 * Rings that meet. A ring passes through a node along two edge ends (a strand). The rings do not
 * cross at the node exactly when the strands, as chords of a small circle around the node, do not
 * cross: when a stack matches their ends in the order of directions. If so at all nodes, all rings
 * become simple and disjoint by an arbitrarily small displacement.
 *
 * Faces. Each edge of the status knows the face above it: outside, interior, or a hole. A ring
 * separates the interior from one other face, so an edge of a hole must have the interior or that
 * hole below it, an edge of the outer ring the interior or the outside. If this holds for all edges
 * then every hole is inside the outer ring and outside of the other holes.
 *
 * Triangles. A cell is a part of the interior between two edges that are adjacent in the status.
 * Its chain is the polyline from the last node of the lower edge to the last node of the upper edge
 * beyond which, to the right, it is not triangulated yet. The node that the sweep has visited last
 * is the rightmost of the chain. Seen from there, both parts of the chain lead to the left, and
 * the interior has no convex corner (less than a half turn) at any of their inner nodes.
 * - A node that ends the upper edge is appended, one that ends the lower edge is prepended. Then
 *   each corner beside it that is convex is cut off, as a triangle. As the last edge lies strictly
 *   beyond the chain (a node on it would have split it), the new node sees all nodes up to the
 *   rightmost one, and the remaining chain is as stated. No triangle is flat.
 * - A node inside the cell splits it: a diagonal leads to the rightmost node, which the new node
 *   sees, and the new node is appended to the lower part and prepended to the upper part.
 * - A node that ends both edges closes the cell: it sees all of the chain.
 * - A node without started edges merges the cells below and above it.
 * Each link of the chain knows the diagonal that it is, so that the two triangles at a diagonal
 * learn of each other.
 * Source: Hertel, Mehlhorn, "Fast triangulation of simple polygons", 1983.
 *
 * Flips. Triangles of a sweep are thin, and convex parts made of them many. A few passes flip
 * diagonals towards the Delaunay triangulation: where the other diagonal is inside the two
 * triangles, which is exact, and a circle test in double prefers it, which decides nothing but the
 * choice of triangles. Measured: a third fewer parts for many holes, up to 2 % fewer for most other
 * outlines; more than 16 passes gain less than 1 %.
 * Source: Lawson, "Software for C1 surface interpolation", 1977.
 *
 * Cost. A step costs O(1) orientations per edge, diagonal and triangle, besides the search for a
 * node at which no edge ends, which is O(log n) amortized (Sleator, Tarjan, "Self-adjusting binary
 * search trees", 1985), and the sorting of directions and of nodes: O(n log n).
 *
 * Room, for n points. Let v be the number of nodes. Edges between nodes number at most 2 n, since
 * only one edge can pass through a node. With all diagonals they form a planar graph of at most
 * 3 v - 6 edges. At each node at least two boundary edges end, so b >= v of them are boundary, and
 * at most 2 v - 6 are diagonals. Triangles have 2 d + b <= 2 (3 v - 6 - b) + b < 5 n sides. Around
 * a node every other face is interior, so that k ended and m started edges add at most
 * (k + m) / 2 + 1 nodes of chains, and one more if a cell is split. The sum of (k + m) / 2 is the
 * number of edges between nodes, so there are at most 2 n + 2 v <= 4 n.
 */
#include "triangulation.h"

#include "../../base/predicate.h"
#include "../../base/sort.h"

enum { NONE = -1 };

/* Faces: the number of a hole is that of its ring. */
enum { FACE_OUTSIDE = -1, FACE_INTERIOR = 0, FACE_INVALID = -2 };

enum { CHILD_BELOW = 0, CHILD_ABOVE = 1 };

/* An edge of a ring; the fields after `ring` are valid while the sweep line crosses it. */
typedef struct {
    int32_t left, right;            /* points at its ends, in the order of nodes */
    int32_t ring;                   /* index of its ring */
    int32_t face;                   /* face above it */
    int32_t below, above;           /* neighbors in the status */
    int32_t parent, child[2];       /* neighbors in the tree */
    int32_t first, last, rightmost; /* chain of the cell above it, if that is interior */
} SweepEdge;

/* A node of a chain, and its link to the next. */
typedef struct {
    int32_t point;
    int32_t previous, next; /* neighbors in the chain, from the lower to the upper edge */
    int32_t diagonal;       /* diagonal to the next; NONE: an edge of the outline */
} ChainNode;

typedef struct {
    const GrazePoint* points;
    const GrazeRings* rings;
    int32_t* node_of; /* node of each point */
    int32_t* order;   /* points in the order of nodes */
    SweepEdge* edges;
    ChainNode* chain;
    int32_t* diagonals;       /* the first side of each diagonal, NONE before there is one */
    int32_t *ended, *started; /* edges at the node, from the lowest to the highest */
    int32_t* stack;
    GrazeTriangles* triangles;
    int32_t root, lowest; /* of the status */
    int32_t chain_count, diagonal_count, ended_count, started_count;
} Sweep;

/* ---------------------------------------------------------------- signs */

static int orient(const Sweep* sweep, int32_t a, int32_t b, int32_t c)
{
    return sign_orient2d(sweep->points[a], sweep->points[b], sweep->points[c]);
}

/* Returns 1 if a point is above the line of an edge, -1 if it is below, 0 if it is on the line. */
static int side_of_edge(const Sweep* sweep, int32_t edge, int32_t point)
{
    return orient(sweep, sweep->edges[edge].left, sweep->edges[edge].right, point);
}

/* ---------------------------------------------------------------- status */

static void set_child(Sweep* sweep, int32_t parent, int which, int32_t child)
{
    if (parent == NONE)
        sweep->root = child;
    else
        sweep->edges[parent].child[which] = child;
    if (child != NONE) sweep->edges[child].parent = parent;
}

/* Returns which child of its parent an edge is; CHILD_BELOW for the root. */
static int which_child(const Sweep* sweep, int32_t edge)
{
    int32_t parent = sweep->edges[edge].parent;
    return parent != NONE && sweep->edges[parent].child[CHILD_ABOVE] == edge ? CHILD_ABOVE
                                                                             : CHILD_BELOW;
}

/* Rotates an edge to the place of its parent. */
static void rotate(Sweep* sweep, int32_t edge)
{
    int32_t parent = sweep->edges[edge].parent;
    int which = which_child(sweep, edge);
    int parent_which = which_child(sweep, parent);
    set_child(sweep, sweep->edges[parent].parent, parent_which, edge);
    set_child(sweep, parent, which, sweep->edges[edge].child[1 - which]);
    set_child(sweep, edge, 1 - which, parent);
}

/* Moves an edge to the root of its tree. */
static void splay(Sweep* sweep, int32_t edge)
{
    for (int32_t parent; (parent = sweep->edges[edge].parent) != NONE;) {
        if (sweep->edges[parent].parent != NONE) {
            bool is_straight = which_child(sweep, edge) == which_child(sweep, parent);
            rotate(sweep, is_straight ? parent : edge);
        }
        rotate(sweep, edge);
    }
}

/* Links two edges, of which one may be NONE, as neighbors in the status. */
static void set_neighbors(Sweep* sweep, int32_t below, int32_t above)
{
    if (below == NONE)
        sweep->lowest = above;
    else
        sweep->edges[below].above = above;
    if (above != NONE) sweep->edges[above].below = below;
}

/* Inserts an edge directly above another one, or as the lowest. */
static void insert_above(Sweep* sweep, int32_t below, int32_t edge)
{
    int32_t above = below == NONE ? sweep->lowest : sweep->edges[below].above;
    SweepEdge* inserted = &sweep->edges[edge];
    inserted->child[CHILD_BELOW] = inserted->child[CHILD_ABOVE] = NONE;
    /* One of two neighbors has room for a child between them. */
    bool is_child_of_below = below != NONE && sweep->edges[below].child[CHILD_ABOVE] == NONE;
    if (is_child_of_below)
        set_child(sweep, below, CHILD_ABOVE, edge);
    else
        set_child(sweep, above, CHILD_BELOW, edge);
    set_neighbors(sweep, below, edge);
    set_neighbors(sweep, edge, above);
    splay(sweep, edge);
}

static void remove_edge(Sweep* sweep, int32_t edge)
{
    splay(sweep, edge);
    const SweepEdge* removed = &sweep->edges[edge];
    int32_t below = removed->child[CHILD_BELOW];
    int32_t above = removed->child[CHILD_ABOVE];
    set_child(sweep, NONE, CHILD_BELOW, below == NONE ? above : below);
    if (below != NONE) {
        /* The neighbor below is the highest edge of its tree: as its root it has no child above. */
        splay(sweep, removed->below);
        set_child(sweep, removed->below, CHILD_ABOVE, above);
    }
    set_neighbors(sweep, removed->below, removed->above);
}

/* Puts an edge in the place of another one. */
static void replace_edge(Sweep* sweep, int32_t old, int32_t edge)
{
    const SweepEdge* replaced = &sweep->edges[old];
    set_child(sweep, replaced->parent, which_child(sweep, old), edge);
    set_child(sweep, edge, CHILD_BELOW, replaced->child[CHILD_BELOW]);
    set_child(sweep, edge, CHILD_ABOVE, replaced->child[CHILD_ABOVE]);
    set_neighbors(sweep, replaced->below, edge);
    set_neighbors(sweep, edge, replaced->above);
}

/*
 * Finds the highest edge below a point, NONE if there is none. *through receives an edge on which
 * the point lies, or NONE; with such an edge the result is not used.
 */
static int32_t find_below(Sweep* sweep, int32_t point, int32_t* through)
{
    int32_t below = NONE;
    int32_t visited = NONE;
    *through = NONE;
    for (int32_t edge = sweep->root; edge != NONE && *through == NONE;) {
        int side = side_of_edge(sweep, edge, point);
        visited = edge;
        if (side == 0) *through = edge;
        if (side > 0) below = edge;
        edge = sweep->edges[edge].child[side > 0 ? CHILD_ABOVE : CHILD_BELOW];
    }
    if (visited != NONE) splay(sweep, visited);
    return below;
}

/* ---------------------------------------------------------------- triangles */

static int32_t add_chain_node(Sweep* sweep, int32_t point)
{
    int32_t added = sweep->chain_count++;
    sweep->chain[added] = (ChainNode){point, NONE, NONE, NONE};
    return added;
}

static void link_chain(Sweep* sweep, int32_t node, int32_t next, int32_t diagonal)
{
    sweep->chain[node].next = next;
    sweep->chain[node].diagonal = diagonal;
    sweep->chain[next].previous = node;
}

static int32_t add_diagonal(Sweep* sweep)
{
    sweep->diagonals[sweep->diagonal_count] = NONE;
    return sweep->diagonal_count++;
}

/* States that a side of a triangle is a diagonal, or, for NONE, an edge of the outline. */
static void set_diagonal(Sweep* sweep, int32_t side, int32_t diagonal)
{
    if (diagonal == NONE) return;
    int32_t other = sweep->diagonals[diagonal];
    sweep->diagonals[diagonal] = side;
    if (other == NONE) return;
    sweep->triangles->twin[other] = side;
    sweep->triangles->twin[side] = other;
}

/*
 * Adds the triangle of an inner node of a chain and its neighbors, and removes the node. `diagonal`
 * is the third side.
 */
static void cut_corner(Sweep* sweep, int32_t node, int32_t diagonal)
{
    const ChainNode* cut = &sweep->chain[node];
    GrazeTriangles* triangles = sweep->triangles;
    int32_t side = 3 * triangles->count++;
    triangles->corner[side] = sweep->chain[cut->previous].point;
    triangles->corner[side + 1] = sweep->chain[cut->next].point;
    triangles->corner[side + 2] = cut->point;
    for (int i = 0; i < 3; i++)
        triangles->twin[side + i] = NONE;
    set_diagonal(sweep, side, diagonal);
    set_diagonal(sweep, side + 1, cut->diagonal);
    set_diagonal(sweep, side + 2, sweep->chain[cut->previous].diagonal);
    link_chain(sweep, cut->previous, cut->next, diagonal);
}

static bool is_convex_corner(const Sweep* sweep, int32_t node)
{
    const ChainNode* middle = &sweep->chain[node];
    return orient(sweep, sweep->chain[middle->previous].point, middle->point,
                  sweep->chain[middle->next].point) < 0;
}

/* Cuts off the convex corners at the end of the cell's chain, whose last node is new. */
static void cut_last(Sweep* sweep, SweepEdge* cell)
{
    for (;;) {
        int32_t corner = sweep->chain[cell->last].previous;
        if (corner == cell->first || !is_convex_corner(sweep, corner)) break;
        cut_corner(sweep, corner, add_diagonal(sweep));
    }
    cell->rightmost = cell->last;
}

/* Cuts off the convex corners at the beginning of the cell's chain, whose first node is new. */
static void cut_first(Sweep* sweep, SweepEdge* cell)
{
    for (;;) {
        int32_t corner = sweep->chain[cell->first].next;
        if (corner == cell->last || !is_convex_corner(sweep, corner)) break;
        cut_corner(sweep, corner, add_diagonal(sweep));
    }
    cell->rightmost = cell->first;
}

static void begin_cell(Sweep* sweep, SweepEdge* cell, int32_t point)
{
    cell->first = cell->last = cell->rightmost = add_chain_node(sweep, point);
}

/* Adds a point that ends the upper edge of a cell. */
static void append_point(Sweep* sweep, SweepEdge* cell, int32_t point)
{
    int32_t added = add_chain_node(sweep, point);
    link_chain(sweep, cell->last, added, NONE);
    cell->last = added;
    cut_last(sweep, cell);
}

/* Adds a point that ends the lower edge of a cell. */
static void prepend_point(Sweep* sweep, SweepEdge* cell, int32_t point)
{
    int32_t added = add_chain_node(sweep, point);
    link_chain(sweep, added, cell->first, NONE);
    cell->first = added;
    cut_first(sweep, cell);
}

/* Triangulates the rest of a cell, both edges of which end at a point. */
static void close_cell(Sweep* sweep, SweepEdge* cell, int32_t point)
{
    int32_t added = add_chain_node(sweep, point);
    link_chain(sweep, cell->last, added, NONE);
    for (int32_t corner; (corner = sweep->chain[added].previous) != cell->first;) {
        /* The last triangle ends at the lower edge. */
        bool is_last = sweep->chain[corner].previous == cell->first;
        cut_corner(sweep, corner, is_last ? NONE : add_diagonal(sweep));
    }
}

/* Splits a cell at a point inside it; `upper` receives the part above the point. */
static void split_cell(Sweep* sweep, SweepEdge* cell, SweepEdge* upper, int32_t point)
{
    int32_t diagonal = add_diagonal(sweep);
    int32_t rightmost = cell->rightmost;
    int32_t copy = add_chain_node(sweep, sweep->chain[rightmost].point);
    upper->first = add_chain_node(sweep, point);
    upper->last = copy;
    if (rightmost != cell->last) {
        link_chain(sweep, copy, sweep->chain[rightmost].next, sweep->chain[rightmost].diagonal);
        upper->last = cell->last;
    }
    link_chain(sweep, upper->first, copy, diagonal);
    cell->last = add_chain_node(sweep, point);
    link_chain(sweep, rightmost, cell->last, diagonal);
    cut_last(sweep, cell);
    cut_first(sweep, upper);
}

/* Joins a cell and the one above it, whose chains end and begin at the same point. */
static void merge_cells(Sweep* sweep, SweepEdge* cell, const SweepEdge* upper)
{
    const ChainNode* begin = &sweep->chain[upper->first];
    link_chain(sweep, cell->last, begin->next, begin->diagonal);
    cell->last = upper->last;
}

/* ---------------------------------------------------------------- nodes */

static int32_t next_point(const GrazeRings* rings, int32_t ring, int32_t point)
{
    int32_t begin = ring == 0 ? 0 : rings->ring_ends[ring - 1];
    return point + 1 < rings->ring_ends[ring] ? point + 1 : begin;
}

static int32_t previous_point(const GrazeRings* rings, int32_t ring, int32_t point)
{
    int32_t begin = ring == 0 ? 0 : rings->ring_ends[ring - 1];
    return (point > begin ? point : rings->ring_ends[ring]) - 1;
}

/* Returns the order-preserving key of a point. Adding 0 turns -0 into 0. */
static uint64_t point_key(GrazePoint p)
{
    return (uint64_t)graze_sort_key(p.x + 0.0F) << 32 | graze_sort_key(p.y + 0.0F);
}

/* Sorts the points, and numbers the nodes. `items` has room for two items per point. */
static void sort_points(Sweep* sweep, GrazeSortItem* items)
{
    int32_t count = sweep->rings->count;
    for (int32_t i = 0; i < count; i++)
        items[i] = (GrazeSortItem){point_key(sweep->points[i]), (uint32_t)i, 0};
    const GrazeSortItem* sorted = graze_sort(items, items + count, count);
    int32_t node = 0;
    for (int32_t i = 0; i < count; i++) {
        if (i > 0 && sorted[i].key != sorted[i - 1].key) node++;
        sweep->order[i] = (int32_t)sorted[i].value;
        sweep->node_of[sweep->order[i]] = node;
    }
}

static void make_edges(Sweep* sweep)
{
    const GrazeRings* rings = sweep->rings;
    for (int32_t ring = 0, i = 0; ring < rings->ring_count; ring++) {
        for (; i < rings->ring_ends[ring]; i++) {
            int32_t next = next_point(rings, ring, i);
            bool is_forward = sweep->node_of[i] < sweep->node_of[next];
            sweep->edges[i] = (SweepEdge){
                .left = is_forward ? i : next, .right = is_forward ? next : i, .ring = ring};
        }
    }
}

static void add_edge(Sweep* sweep, int32_t edge, int32_t point)
{
    int32_t node = sweep->node_of[point];
    if (sweep->node_of[sweep->edges[edge].left] == node) {
        sweep->started[sweep->started_count++] = edge;
    } else {
        sweep->ended[sweep->ended_count++] = edge;
    }
}

/* Returns whether a point, which the sweep line is at, is on an edge of the status. */
static bool is_on_edge(const Sweep* sweep, int32_t edge, int32_t point)
{
    return sweep->node_of[sweep->edges[edge].right] == sweep->node_of[point] ||
           side_of_edge(sweep, edge, point) == 0;
}

static GrazeOutlineFault report(int32_t culprits[2], GrazeOutlineFault fault, int32_t first,
                                int32_t second)
{
    culprits[0] = first;
    culprits[1] = second;
    return fault;
}

static GrazeOutlineFault report_edges(int32_t culprits[2], GrazeOutlineFault fault, int32_t first,
                                      int32_t second)
{
    if (first > second) return report(culprits, fault, second, first);
    return report(culprits, fault, first, second);
}

/*
 * Lists the edges that end at a point, or pass through it, from the lowest; a through edge is also
 * added to `started`. They are adjacent in the status. *below receives the edge below them.
 */
static GrazeOutlineFault list_ended(Sweep* sweep, int32_t point, int32_t* below,
                                    int32_t culprits[2])
{
    int32_t on;
    if (sweep->ended_count > 0) {
        on = sweep->ended[0];
    } else {
        *below = find_below(sweep, point, &on);
        if (on == NONE) return GRAZE_OUTLINE_OK;
    }
    for (int32_t next; (next = sweep->edges[on].below) != NONE && is_on_edge(sweep, next, point);)
        on = next;
    *below = sweep->edges[on].below;
    int32_t through = NONE;
    sweep->ended_count = 0;
    for (; on != NONE && is_on_edge(sweep, on, point); on = sweep->edges[on].above) {
        sweep->ended[sweep->ended_count++] = on;
        if (sweep->node_of[sweep->edges[on].right] == sweep->node_of[point]) continue;
        if (through != NONE) return report_edges(culprits, GRAZE_OUTLINE_CROSSING, through, on);
        through = on;
        sweep->started[sweep->started_count++] = on;
    }
    return GRAZE_OUTLINE_OK;
}

/* Returns whether edge p begins below edge q at a point at which both begin, or pass through. */
static bool is_lower(const Sweep* sweep, int32_t point, int32_t p, int32_t q)
{
    return orient(sweep, point, sweep->edges[p].right, sweep->edges[q].right) > 0;
}

/* Moves started[root] down a heap whose highest edge is on top. */
static void sift_down(Sweep* sweep, int32_t point, int32_t root, int32_t count)
{
    int32_t* heap = sweep->started;
    int32_t moved = heap[root];
    while (root < count / 2) {
        int32_t child = 2 * root + 1;
        if (child + 1 < count && is_lower(sweep, point, heap[child], heap[child + 1])) child++;
        if (!is_lower(sweep, point, moved, heap[child])) break;
        heap[root] = heap[child];
        root = child;
    }
    heap[root] = moved;
}

/* Sorts the started edges by direction, from the lowest, and compares adjacent ones. */
static GrazeOutlineFault sort_started(Sweep* sweep, int32_t point, int32_t culprits[2])
{
    int32_t* started = sweep->started;
    for (int32_t root = sweep->started_count / 2 - 1; root >= 0; root--)
        sift_down(sweep, point, root, sweep->started_count);
    for (int32_t last = sweep->started_count - 1; last > 0; last--) {
        int32_t top = started[0];
        started[0] = started[last];
        started[last] = top;
        sift_down(sweep, point, 0, last);
    }
    for (int32_t i = 1; i < sweep->started_count; i++) {
        if (!is_lower(sweep, point, started[i - 1], started[i]))
            return report_edges(culprits, GRAZE_OUTLINE_OVERLAPPING, started[i - 1], started[i]);
    }
    return GRAZE_OUTLINE_OK;
}

/*
 * Returns the strand of an edge at a point: the index of the edge's own point there, or, for a
 * through edge, the edge's index beyond those of all points.
 */
static int32_t strand_of(const Sweep* sweep, int32_t edge, int32_t point)
{
    const SweepEdge* e = &sweep->edges[edge];
    int32_t node = sweep->node_of[point];
    if (sweep->node_of[e->left] == node) return e->left;
    return sweep->node_of[e->right] == node ? e->right : sweep->rings->count + edge;
}

static int32_t edge_of_strand(const Sweep* sweep, int32_t strand)
{
    return strand < sweep->rings->count ? strand : strand - sweep->rings->count;
}

/*
 * Returns the number of strand ends that no other one matches, in sweep->stack: 0 if no two strands
 * cross.
 */
static int32_t match_strands(Sweep* sweep, int32_t point)
{
    int32_t count = 0;
    for (int32_t i = 0; i < sweep->started_count + sweep->ended_count; i++) {
        /* The order of directions, counter-clockwise: started edges upward, ended edges downward. */
        int32_t k = i - sweep->started_count;
        int32_t edge = k < 0 ? sweep->started[i] : sweep->ended[sweep->ended_count - 1 - k];
        int32_t strand = strand_of(sweep, edge, point);
        if (count > 0 && sweep->stack[count - 1] == strand)
            count--;
        else
            sweep->stack[count++] = strand;
    }
    return count;
}

/*
 * Checks that the strands at a point do not cross. If some do, then both ends of each of these are
 * on the stack. The first end that is the second one of its strand encloses no strand with both
 * ends, so any strand with an end in between crosses. There is one, since equal neighbors on the
 * stack have been matched.
 */
static GrazeOutlineFault check_strands(Sweep* sweep, int32_t point, int32_t culprits[2])
{
    if (sweep->ended_count + sweep->started_count <= 2) return GRAZE_OUTLINE_OK;
    int32_t count = match_strands(sweep, point);
    if (count == 0) return GRAZE_OUTLINE_OK;
    const int32_t* stack = sweep->stack;
    /* The triangulation ends here, so its diagonals are not needed. */
    int32_t* position = sweep->diagonals;
    for (int32_t i = 0; i < count; i++)
        position[stack[i]] = NONE;
    int32_t end = 0;
    for (; position[stack[end]] == NONE; end++)
        position[stack[end]] = end;
    int32_t begin = position[stack[end]];
    return report_edges(culprits, GRAZE_OUTLINE_CROSSING_AT_POINT,
                        edge_of_strand(sweep, stack[begin]),
                        edge_of_strand(sweep, stack[begin + 1]));
}

/* Returns the face on the other side of a ring; FACE_INVALID if the ring does not bound `face`. */
static int32_t face_across(int32_t face, int32_t ring)
{
    int32_t other = ring == 0 ? FACE_OUTSIDE : ring;
    if (face == FACE_INTERIOR) return other;
    return face == other ? FACE_INTERIOR : FACE_INVALID;
}

static int32_t face_above(const Sweep* sweep, int32_t edge)
{
    return edge == NONE ? FACE_OUTSIDE : sweep->edges[edge].face;
}

/*
 * Checks the faces between the started edges, which begin above `face`. They are written later, as
 * a through edge still has the face of its ended part.
 */
static GrazeOutlineFault check_faces(const Sweep* sweep, int32_t face, int32_t culprits[2])
{
    for (int32_t i = 0; i < sweep->started_count; i++) {
        int32_t edge = sweep->started[i];
        int32_t above = face_across(face, sweep->edges[edge].ring);
        if (above == FACE_INVALID) {
            if (face == FACE_OUTSIDE)
                return report(culprits, GRAZE_OUTLINE_HOLE_OUTSIDE, edge, NONE);
            return report(culprits, GRAZE_OUTLINE_INSIDE_HOLE, edge, face);
        }
        face = above;
    }
    return GRAZE_OUTLINE_OK;
}

/* Closes, extends and merges the cells to the left of a point, whose edges end there. */
static void end_cells(Sweep* sweep, int32_t below, int32_t point)
{
    SweepEdge* edges = sweep->edges;
    int32_t count = sweep->ended_count;
    SweepEdge* top = &edges[sweep->ended[count - 1]];
    bool is_below = face_above(sweep, below) == FACE_INTERIOR;
    if (is_below) append_point(sweep, &edges[below], point);
    for (int32_t i = 0; i < count - 1; i++) {
        SweepEdge* cell = &edges[sweep->ended[i]];
        if (cell->face == FACE_INTERIOR) close_cell(sweep, cell, point);
    }
    if (top->face != FACE_INTERIOR) return;
    prepend_point(sweep, top, point);
    if (sweep->started_count == 0) merge_cells(sweep, &edges[below], top);
}

/*
 * Begins the cells to the right of a point. `top` is the cell that lay above the ended edges, now
 * above the started ones.
 */
static void begin_cells(Sweep* sweep, int32_t below, SweepEdge top, int32_t point)
{
    SweepEdge* edges = sweep->edges;
    int32_t count = sweep->started_count;
    int32_t face = face_above(sweep, below);
    for (int32_t i = 0; i < count; i++) {
        SweepEdge* edge = &edges[sweep->started[i]];
        face = face_across(face, edge->ring);
        edge->face = face;
        if (face == FACE_INTERIOR && i < count - 1) begin_cell(sweep, edge, point);
    }
    if (count == 0 || face != FACE_INTERIOR) return;
    SweepEdge* highest = &edges[sweep->started[count - 1]];
    if (sweep->ended_count == 0) {
        split_cell(sweep, &edges[below], highest, point);
    } else {
        highest->first = top.first;
        highest->last = top.last;
        highest->rightmost = top.rightmost;
    }
}

/* Replaces the ended edges in the status by the started ones. */
static void update_status(Sweep* sweep, int32_t below)
{
    if (sweep->ended_count == 1 && sweep->started_count == 1) {
        replace_edge(sweep, sweep->ended[0], sweep->started[0]);
        return;
    }
    for (int32_t i = 0; i < sweep->ended_count; i++)
        remove_edge(sweep, sweep->ended[i]);
    for (int32_t i = 0; i < sweep->started_count; i++) {
        insert_above(sweep, below, sweep->started[i]);
        below = sweep->started[i];
    }
}

/*
 * Checks whether two edges that are adjacent in the status cross. Until the first of their ends
 * they are in order; if they cross, that end is on the wrong side. An end on the other edge is
 * treated as a node.
 */
static GrazeOutlineFault check_crossing(const Sweep* sweep, int32_t below, int32_t above,
                                        int32_t culprits[2])
{
    if (below == NONE || above == NONE) return GRAZE_OUTLINE_OK;
    int32_t lower_end = sweep->edges[below].right;
    int32_t upper_end = sweep->edges[above].right;
    bool is_lower_first = sweep->node_of[lower_end] < sweep->node_of[upper_end];
    bool is_crossing = is_lower_first ? side_of_edge(sweep, above, lower_end) > 0
                                      : side_of_edge(sweep, below, upper_end) < 0;
    if (!is_crossing) return GRAZE_OUTLINE_OK;
    return report_edges(culprits, GRAZE_OUTLINE_CROSSING, below, above);
}

/* Advances the sweep line over the node of a point, for which edges are listed. */
static GrazeOutlineFault visit_node(Sweep* sweep, int32_t point, int32_t culprits[2])
{
    int32_t below = NONE;
    GrazeOutlineFault fault = list_ended(sweep, point, &below, culprits);
    if (fault == GRAZE_OUTLINE_OK) fault = sort_started(sweep, point, culprits);
    if (fault == GRAZE_OUTLINE_OK) fault = check_strands(sweep, point, culprits);
    if (fault == GRAZE_OUTLINE_OK) fault = check_faces(sweep, face_above(sweep, below), culprits);
    if (fault != GRAZE_OUTLINE_OK) return fault;
    SweepEdge top = {0};
    if (sweep->ended_count > 0) {
        end_cells(sweep, below, point);
        top = sweep->edges[sweep->ended[sweep->ended_count - 1]];
    }
    begin_cells(sweep, below, top, point);
    int32_t above = below == NONE ? sweep->lowest : sweep->edges[below].above;
    if (sweep->ended_count > 0) above = top.above;
    update_status(sweep, below);
    int32_t count = sweep->started_count;
    if (count == 0) return check_crossing(sweep, below, above, culprits);
    fault = check_crossing(sweep, below, sweep->started[0], culprits);
    if (fault != GRAZE_OUTLINE_OK) return fault;
    return check_crossing(sweep, sweep->started[count - 1], above, culprits);
}

/* ---------------------------------------------------------------- flips */

static int32_t next_side(int32_t side)
{
    return side % 3 == 2 ? side - 2 : side + 1;
}

static int32_t previous_side(int32_t side)
{
    return side % 3 == 0 ? side + 2 : side - 1;
}

/*
 * Returns whether d is inside the circle through a, b, c, which are counter-clockwise, to the
 * precision of double.
 */
static bool is_in_circle(GrazePoint a, GrazePoint b, GrazePoint c, GrazePoint d)
{
    GrazeVec origin = vec_from_point(d);
    GrazeVec p = vec_sub(vec_from_point(a), origin);
    GrazeVec q = vec_sub(vec_from_point(b), origin);
    GrazeVec r = vec_sub(vec_from_point(c), origin);
    return vec_dot(p, p) * vec_cross(q, r) + vec_dot(q, q) * vec_cross(r, p) +
               vec_dot(r, r) * vec_cross(p, q) >
           0;
}

static void set_side(GrazeTriangles* triangles, int32_t side, int32_t corner, int32_t twin)
{
    triangles->corner[side] = corner;
    triangles->twin[side] = twin;
    if (twin != NONE) triangles->twin[twin] = side;
}

/*
 * Flips a diagonal if the circle test prefers the other one. It leads from u to v, with the
 * triangles (u, v, a) and (v, u, b); they become (b, a, u) and (a, b, v).
 */
static bool flip(GrazeTriangles* triangles, const GrazePoint* points, int32_t side)
{
    int32_t* corner = triangles->corner;
    int32_t other = triangles->twin[side];
    int32_t u = corner[side];
    int32_t v = corner[other];
    int32_t a = corner[previous_side(side)];
    int32_t b = corner[previous_side(other)];
    if (!is_in_circle(points[u], points[v], points[a], points[b])) return false;
    bool is_inside = sign_orient2d(points[b], points[a], points[u]) > 0 &&
                     sign_orient2d(points[a], points[b], points[v]) > 0;
    if (!is_inside) return false;
    int32_t twin_va = triangles->twin[next_side(side)];
    int32_t twin_au = triangles->twin[previous_side(side)];
    int32_t twin_ub = triangles->twin[next_side(other)];
    int32_t twin_bv = triangles->twin[previous_side(other)];
    set_side(triangles, side, b, other);
    set_side(triangles, next_side(side), a, twin_au);
    set_side(triangles, previous_side(side), u, twin_ub);
    set_side(triangles, other, a, side);
    set_side(triangles, next_side(other), b, twin_bv);
    set_side(triangles, previous_side(other), v, twin_va);
    return true;
}

static void flip_diagonals(GrazeTriangles* triangles, const GrazePoint* points)
{
    enum { PASSES = 16 };
    bool is_changed = true;
    for (int pass = 0; pass < PASSES && is_changed; pass++) {
        is_changed = false;
        for (int32_t side = 0; side < 3 * triangles->count; side++) {
            if (triangles->twin[side] > side && flip(triangles, points, side)) is_changed = true;
        }
    }
}

GrazeOutlineFault graze_triangulate(const GrazeRings* rings, void* scratch,
                                    GrazeTriangles* triangles, int32_t culprits[2])
{
    size_t count = (size_t)rings->count;
    ChainNode* chain = scratch;
    SweepEdge* edges = (SweepEdge*)(chain + 4 * count);
    int32_t* numbers = (int32_t*)(edges + count);
    Sweep sweep = {.points = rings->points,
                   .rings = rings,
                   .node_of = numbers,
                   .order = numbers + count,
                   .edges = edges,
                   .chain = chain,
                   .diagonals = numbers + 2 * count,
                   .ended = numbers + 4 * count,
                   .started = numbers + 5 * count,
                   .stack = numbers + 6 * count,
                   .triangles = triangles,
                   .root = NONE,
                   .lowest = NONE};
    _Static_assert(4 * sizeof(ChainNode) + sizeof(SweepEdge) + 8 * sizeof(int32_t) ==
                       GRAZE_TRIANGULATION_BYTES_PER_POINT,
                   "the arrays above");
    triangles->count = 0;
    /* The chains are empty while the points are sorted. */
    sort_points(&sweep, scratch);
    make_edges(&sweep);
    for (int32_t i = 0; i < rings->count;) {
        int32_t point = sweep.order[i];
        sweep.ended_count = sweep.started_count = 0;
        for (; i < rings->count && sweep.node_of[sweep.order[i]] == sweep.node_of[point]; i++) {
            int32_t edge = sweep.order[i];
            add_edge(&sweep, edge, point);
            add_edge(&sweep, previous_point(rings, edges[edge].ring, edge), point);
        }
        GrazeOutlineFault fault = visit_node(&sweep, point, culprits);
        if (fault != GRAZE_OUTLINE_OK) return fault;
    }
    flip_diagonals(triangles, rings->points);
    return GRAZE_OUTLINE_OK;
}
