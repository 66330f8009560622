/* Iterator over the vertices of A - B: once round the outline, counter-clockwise. */
#ifndef GRAZE_STATIC_MINKOWSKI_ITERATOR_H
#define GRAZE_STATIC_MINKOWSKI_ITERATOR_H

#include "cso.h"

/*
 * Iterator over the outline of A - B.
 *   p, q                      last edge; at the start both are the first vertex
 *   from, to                  the same points as pairs of points, for exact signs
 *   remaining_a, remaining_b  number of edges of A and of -B not yet taken
 *   edge_a, edge_b            next edge of A and of -B, as a direction in the body's own frame
 */
typedef struct {
    const GrazeCso* cso;
    GrazeCsoPoint p, q;
    GrazePointDifference from, to;
    GrazePointDifference edge_a, edge_b;
    int32_t remaining_a, remaining_b;
} GrazeMinkowskiIterator;

/* Begins at the first vertex, which minkowski_iterator.c defines. O(n + m). */
void graze_minkowski_iterator_start(GrazeMinkowskiIterator* iterator, const GrazeCso* cso);

/*
 * Advances to the next vertex at a different position; the last one is the first vertex again.
 * Returns false, and changes nothing, after a full turn. Returns true at most n + m times. O(1) on
 * average.
 */
bool graze_minkowski_iterator_advance(GrazeMinkowskiIterator* iterator);

/*
 * Returns which comes first on the outline, the edge of A from vertex i on (1) or that of -B from
 * vertex j on (-1), or 0 if they are taken together, for two edges that are parallel to within
 * rounding. The outline is at the vertex (i, j).
 */
int graze_order_parallel_edges(const GrazeCso* cso, int32_t i, int32_t j);

#endif
