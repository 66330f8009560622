/* The search for the minimum signed separation of two moving bodies. */
#ifndef GRAZE_ADVANCEMENT_CLEARANCE_SEARCH_H
#define GRAZE_ADVANCEMENT_CLEARANCE_SEARCH_H

#include "advancement.h"

/* The fields are those of GrazeClearance; `time` has no meaning while `hi` is infinite. */
typedef struct {
    double lo, hi, time;
    GrazeClearanceStatus status;
    int32_t evaluations;
    bool is_common;
} GrazeClearanceBracket;

/*
 * A time at which the separation has been evaluated, with a model of it there: the distance of the
 * nearest features, as a function of time.
 *
 *   time           in the time of the pair
 *   instant        the pair at `time`; its `from` and `to` are the times for which `detail` holds
 *   slope, second  first and second derivative of the model
 *   step           time from `time` to the minimum of the model, which may be negative: a Newton step
 *                  for the separation or for its square; infinite, and in the direction in which the
 *                  model falls, if there is no minimum
 *   bound_second   second derivative of the bound by which `certify_around` certifies
 *   detail         the pair's own knowledge of the point
 */
typedef struct {
    double time;
    GrazeInstant instant;
    double slope, second, step, bound_second;
    void* detail;
} GrazeDescentPoint;

/* Number of points that are kept at a time. */
enum { GRAZE_DESCENT_POINTS = 3 };

/*
 * Functions that a search for a clearance needs, beside those of GrazePairFunctions.
 *
 *   evaluate        Evaluates the separation at point->time, and sets all other fields of the point
 *                   but `detail`, where it writes. At the end of the advancement the interval is the
 *                   one that ends there. The instant last measured stays valid.
 *   adopt           Does the same from the instant last measured.
 *   certify_around  Reduces *before and *after, spans of time, to those for which the separation is
 *                   certified to stay above min_value before and after the point. It may change
 *                   the bound.
 *   guess_time      Returns a time from t to `to` at which the bodies may be near their minimum. No
 *                   instant is located then.
 *
 *   measure         Computes the separation at the instant last located, and the depth if it is
 *                   negative.
 *   safe_step       Returns the time step from the instant last measured, at most `span`, during
 *                   which the signed separation is certified to stay above min_value.
 *   far_bound       Returns a lower bound of the separation during the next `span`, from the instant
 *                   last measured, by balls around the bodies, without the instant's error.
 *   max_depth       Returns an upper bound of the depth at any time.
 */
typedef struct {
    void (*evaluate)(void* pair, const GrazeAdvancement* advancement, GrazeDescentPoint* point);
    void (*adopt)(void* pair, GrazeDescentPoint* point);
    void (*certify_around)(void* pair, GrazeDescentPoint* point, double min_value, double* before,
                           double* after);
    double (*guess_time)(void* pair, double t, double to);

    void (*measure)(void* pair, GrazeInstant* instant);
    double (*safe_step)(void* pair, double min_value, double span);
    double (*far_bound)(void* pair, double span);
    double (*max_depth)(const void* pair);
} GrazeClearanceFunctions;

/*
 * Finds the minimum separation during a forward advancement, as far as it is below `limit`: see
 * graze_clearance_bracket (../motion/queries.h). `details` are places for the details of
 * GRAZE_DESCENT_POINTS points.
 */
void graze_search_clearance(GrazeAdvancement* advancement, const GrazeClearanceFunctions* functions,
                            void* const* details, double limit, GrazeClearanceBracket* out);

#endif
