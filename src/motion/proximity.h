/* Two moving bodies at an instant: their separation, and certified time steps without contact. */
#ifndef GRAZE_MOTION_PROXIMITY_H
#define GRAZE_MOTION_PROXIMITY_H

#include "../static/convex/gjk.h"
#include "separation_bound.h"

/*
 * Proximity of two bodies at an instant.
 *
 *   state           the instant
 *   separation      signed separation of the inflated bodies, with an error of at most state.error; while the cores are
 *                   separated, the separation bound with normal `normal` has this value
 *   frame           the body whose edge is nearest; GRAZE_FRAME_WORLD between two vertices, or if
 *                   the cores meet
 *   is_penetrating  true if the cores meet; then witness_a and witness_b are the deepest points, as
 *                   in GrazePenetration
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
 * Nearest features at the last query: the vertices of A and B, in the numbering of GJK. If they
 * were a vertex and an edge (`frame` is the edge's body), also that edge in its body's frame: its
 * first vertex `from`, relative to the pivot, and its outward unit normal, for the piece whose record
 * is at `piece`. A line segment has an edge on either side (`is_segment`).
 */
typedef struct {
    GrazeCsoPoint point[2];
    int32_t count;
    bool swapped, is_segment;
    GrazeNormalFrame frame;
    const double* piece;
    GrazeVec from, edge, normal;
} GrazeProximityCache;

/* Two bodies, with the proximity last queried and its nearest features. */
typedef struct {
    GrazeRelativeMotion motion;
    GrazeProximityCache cache;
    GrazeProximity proximity;
} GrazeConvexPair;

/* Caches the edge of the body of `frame` that begins at vertex `first`. */
void graze_cache_edge(const GrazeRelativeMotion* motion, GrazeNormalFrame frame, int32_t first,
                      GrazeProximityCache* cache);

/* Computes all fields but `state`, which is an instant of the motion's current interval. */
void graze_query_proximity(const GrazeRelativeMotion* motion, GrazeProximityCache* cache,
                           GrazeProximity* out);

/*
 * Does the same while the cores are disjoint. Returns false if they meet, with is_penetrating as the
 * only field that has a meaning.
 */
bool graze_query_disjoint(const GrazeRelativeMotion* motion, GrazeProximityCache* cache,
                          GrazeProximity* out);

/*
 * Computes the proximity from the cached edge without a search, for an instant soon after. Returns
 * true if the nearest vertex is still in front of the edge, or is certified to be inside the edge's
 * body. In the latter case the separation is below -state.error, but is not the penetration depth.
 */
bool graze_query_proximity_cached(const GrazeRelativeMotion* motion,
                                  const GrazeProximityCache* cache, GrazeProximity* out);

/* Returns an upper bound of the rate at which the separation can change, also by the inflation. */
double graze_largest_speed(const GrazePieceInterval* interval, const GrazeRateBounds* rates);

/*
 * Returns the time step, at most `span`, during which the signed separation is certified to stay
 * above -allowance; 0 if it is not certified to be above it at the instant. With
 * GRAZE_METHOD_CERTIFIED as `method` all separation bounds are used, with others the largest speed
 * only. *time_to_close is an estimate of how long after the step the bodies may meet, for a bound
 * with curvature; otherwise 0.
 */
double graze_proximity_safe_step(const GrazeRelativeMotion* motion, const GrazeProximity* proximity,
                                 double span, double allowance, GrazeContactMethod method,
                                 double* time_to_close);

/*
 * Returns a step as above for bodies that may overlap by up to `allowance`. With
 * GRAZE_METHOD_CERTIFIED it also follows each vertex, so that a body that turns about a point of the
 * other one takes few steps; O(n) for n vertices.
 */
double graze_proximity_shallow_step(const GrazeRelativeMotion* motion,
                                    const GrazeProximity* proximity, double span, double allowance,
                                    GrazeContactMethod method);

/*
 * Returns the time step, at most `span`, during which the discs around both pivots, with the
 * inflation, stay more than `min_gap` apart; 0 if they are not that far apart, or hardly. Reads only
 * the positions of the state.
 */
double graze_discs_safe_step(const GrazePieceInterval* interval, const GrazeMotionState* state,
                             double min_gap, double span);

/*
 * Returns the time step, at most `span`, for which the bodies are certified to stay within `slack`
 * of contact; 0 if they are not. The cache is that of the proximity's query.
 */
double graze_proximity_contact_step(const GrazeRelativeMotion* motion,
                                    const GrazeProximityCache* cache,
                                    const GrazeProximity* proximity, double span, double slack);

#endif
