/* Two moving bodies at an instant: how far apart they are, and how long they surely stay so. */
#ifndef GRAZE_MOTION_PROXIMITY_H
#define GRAZE_MOTION_PROXIMITY_H

#include "../gjk/gjk.h"
#include "separation_bound.h"

/*
 *   at       the instant
 *   gap      signed separation, off by at most at.error; while the cores are apart, a slab of that
 *            thickness has the normal `normal`
 *   carrier  whose edge is nearest; GRAZE_FRAME_WORLD where two vertices are, or the cores meet
 *   is_penetrating  the cores meet; then witness_a and witness_b are the points that would come together last, as of
 *            GrazePenetration
 */
typedef struct {
    GrazeMotionState state;
    double separation;
    GrazeVec normal;
    GrazeNormalFrame frame;
    bool is_penetrating;
    GrazeVec witness_a, witness_b;
} GrazeProximity;

/*
 * Where the last search ended: vertices of A and B as the search numbered them. And, where that was
 * a vertex before an edge (`frame` says whose): the edge in its body's frame, from the pivot of
 * `piece`.
 */
typedef struct {
    GrazeCsoPoint point[2];
    int32_t count;
    bool swapped;
    GrazeNormalFrame frame;
    const GrazePiece* piece;
    GrazeVec from, edge, normal; /* unit, outward */
} GrazeProximityCache;

/* Keeps the owner's edge that begins at vertex `first`. */
void graze_cache_edge(const GrazeRelativeMotion* motion, GrazeNormalFrame frame, int32_t first,
                      GrazeProximityCache* cache);

/* Fills in all but `state`, which is an instant of the course's leg. */
void graze_query_proximity(const GrazeRelativeMotion* motion, GrazeProximityCache* cache,
                           GrazeProximity* out);

/*
 * The same without a search, for an instant soon after: true, and `out` filled in, when a vertex is
 * still before the hint's edge, or is surely within the edge's body. Then the gap is below
 * -at.error, but not the depth.
 */
bool graze_query_proximity_cached(const GrazeRelativeMotion* motion,
                                  const GrazeProximityCache* cache, GrazeProximity* out);

/*
 * Chooses the carrier of the slab: the body whose edge is nearest, whose slab closes when the
 * bodies meet there. Between two vertices there is no such body, and the slab stands still: on the
 * whole the others hold no longer there. But where both turn nearly as one, and less happens as one
 * of them sees it, that one carries it.
 */
GrazeNormalFrame graze_choose_normal_frame(const GrazeProximity* proximity,
                                           const GrazeRateBounds* rates,
                                           const GrazeCurvatureBounds* curvatures);

/* How fast the separation can change. */
double graze_largest_speed(const GrazePieceInterval* interval, const GrazeRateBounds* rates);

/*
 * How long from there on, at most `span`, the signed separation surely stays above -allowance; 0
 * where it may not even be so now. `method`: all slabs (GRAZE_METHOD_CERTIFIED), or the largest
 * speed only. `time_to_close`: how much later than that it can be before the slab that held longest
 * has closed, for a straight guess at contact.
 */
double graze_proximity_safe_step(const GrazeRelativeMotion* motion, const GrazeProximity* proximity,
                                 double span, double allowance, GrazeContactMethod method,
                                 double* time_to_close);

/*
 * Returns how long the discs about both pivots stay more than `min_gap` apart, at most `span`; 0
 * when they are not, or nearly not. Of the instant only the places are read.
 */
double graze_discs_safe_step(const GrazePieceInterval* interval, const GrazeMotionState* state,
                             double min_gap, double span);

/*
 * How long from there on, at most `span`, the bodies surely stay within `slack` of contact; 0 where
 * they are not. The hint is that of the look.
 */
double graze_proximity_contact_step(const GrazeRelativeMotion* motion,
                                    const GrazeProximityCache* cache,
                                    const GrazeProximity* proximity, double span, double slack);

#endif
