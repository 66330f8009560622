/* Goes once round the outline of A - B, counter-clockwise, vertex by vertex. */
#ifndef GRAZE_GJK_MINKOWSKI_ITERATOR_H
#define GRAZE_GJK_MINKOWSKI_ITERATOR_H

#include "cso.h"

/*
 *   p, q            the edge it has come along; at the start both are the vertex it begins on
 *   from, to        their gaps
 *   remaining_a, remaining_b  edges of A and of -B not yet taken
 *   edge_a, edge_b  the next of each, as directions: those of the body's own edge, in its own frame
 */
typedef struct {
    const GrazeCso* cso;
    GrazeCsoPoint p, q;
    GrazePointDifference from, to;
    GrazePointDifference edge_a, edge_b;
    int32_t remaining_a, remaining_b;
} GrazeMinkowskiIterator;

void graze_minkowski_iterator_start(GrazeMinkowskiIterator* iterator, const GrazeCso* cso);

/*
 * Goes on to the next vertex that is at another place; the last one is where it began. False, and
 * nothing moved, when it has been round. At most n + m times true. O(1) on average.
 */
bool graze_minkowski_iterator_advance(GrazeMinkowskiIterator* iterator);

#endif
