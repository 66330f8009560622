/*
 * GJK of four pairs at a time in float32: a search that knows what it does not know. Its errors are
 * bounded (GRAZE_LANE_... in tolerance.h), and a verdict that it gives is the exact one.
 */
#ifndef GRAZE_GJK_LANES_H
#define GRAZE_GJK_LANES_H

#include "../base/lanes.h"
#include "../graze.h"

enum { GRAZE_LANES = 4, GRAZE_UNCERTAIN = -1 };

/* Placements of four pairs: x, y, cos, sin. */
typedef struct {
    Lanes a[4], b[4];
} LanePlaces;

/*
 * Where the search stopped, a lane a pair.
 *   relation  GRAZE_DISJOINT or GRAZE_OVERLAPPING when certain, of the bodies; else GRAZE_UNCERTAIN
 *   p, q      the nearest part as far as was seen, as in GrazeSeed
 *   alone     not 0: no other vertex of A or B can be on the nearest part of A - B, which is all of the edge
 *             from p to q, with the origin's foot inside, or the vertex
 *   scale     S of tolerance.h, and the radii
 */
typedef struct {
    LaneMask relation;
    LaneMask p, q;
    LaneMask alone;
    Lanes scale;
    LanePlaces places;
} GrazeLanes;

/*
 * Searches four pairs whose shapes have lookups: until the verdict is certain or cannot be; or, when
 * `nearest`, until the nearest part is found or the bodies certainly overlap. `seeds`, if not NULL: four
 * parts to begin with.
 */
void graze_lanes_search(const GrazePair* four, bool nearest, const GrazeSeed* seeds,
                        GrazeLanes* out);

/*
 * The distances of the pairs that the search found disjoint and alone, as the single query's double is rounded
 * to float32. Bit i of the result: distance[i] is certain.
 */
uint32_t graze_lanes_measure(const GrazePair* four, const GrazeLanes* lanes, Lanes* distance);

#endif
