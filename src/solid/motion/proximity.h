/* Two moving bodies in space at an instant: their separation, and certified time steps. */
#ifndef GRAZE_SOLID_MOTION_PROXIMITY_H
#define GRAZE_SOLID_MOTION_PROXIMITY_H

#include "../gjk.h"
#include "separation_bound.h"

/*
 * Proximity of two bodies at an instant.
 *
 *   separation         signed separation, with an error of at most state.error; while the cores are
 *                      separated, the separation bound with normal `normal` has this value
 *   normal             unit normal from A to B
 *   edges              edges of the nearest features, or of the facet of least depth
 *   is_penetrating     true if the cores meet
 *   core               nearest points of the cores, or the deepest ones, relative to A's pivot, if
 *                      `has_points`
 */
typedef struct {
    SolidMotionState state;
    double separation;
    GrazeVec3 normal;
    SolidEdges edges;
    bool is_penetrating, has_points;
    GrazeVec3 core[2];
} SolidProximity;

/*
 * Returns whether GJK's floor, a certified lower bound of the distance of the cores, and the length
 * of its nearest point, an upper bound, agree to within half the error of a state.
 */
bool graze_solid_is_tight(const SolidGjk* gjk, double error);

/*
 * Returns a normal of the nearest feature toward the origin, for its nearest point v in double, of
 * any length: near contact v has few digits, but the plane of a triangle has a normal of its own,
 * and that of an edge is perpendicular to the edge. A direction across these that is off by an
 * angle a costs a^2 |v|.
 */
GrazeVec3 graze_solid_feature_normal(const SolidSimplex* simplex, GrazeVec3 v);

/*
 * Computes all fields but `state`, which is an instant of the interval. Without `needs_depth` the
 * separation of bodies that certainly overlap by more than the error may be any lower value.
 * Returns false if the scratch memory is too small: then the separation is 0, and has no meaning.
 */
bool graze_solid_query_proximity(const SolidInterval* interval, const GrazeSolidScratch* scratch,
                                 bool needs_depth, SolidProximity* out);

/*
 * Return certified time steps, of at most `span`, as GrazePairFunctions defines them
 * (advancement/moving_pair.h).
 */
double graze_solid_safe_step(const SolidRelativeMotion* motion, const SolidProximity* proximity,
                             double span, double allowance, GrazeContactMethod method,
                             double* time_to_close);
double graze_solid_shallow_step(const SolidRelativeMotion* motion, const SolidProximity* proximity,
                                double span, double allowance, GrazeContactMethod method);
double graze_solid_contact_step(const SolidRelativeMotion* motion, const SolidProximity* proximity,
                                double span, double slack);

/*
 * Returns the time step, at most `span`, during which the balls around both pivots stay more than
 * `min_gap` apart; 0 if they are not that far apart, or hardly.
 */
double graze_solid_far_step(const SolidRelativeMotion* motion, const SolidMotionState* state,
                            double min_gap, double span);

#endif
