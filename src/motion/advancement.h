/* Through time, by steps that are certified free, to the first contact. */
#ifndef GRAZE_MOTION_ADVANCEMENT_H
#define GRAZE_MOTION_ADVANCEMENT_H

#include "proximity.h"

/*
 *   to          where it ends, in the course's time
 *   first, last the same of all that is asked about, in the caller's time
 *   tolerance   of brackets; what rounding them to the caller's time takes is left out
 *   is_refining   runs backwards over a graze, and so takes what it comes to as it is
 *   left        looks left of the budget; `evaluations`: how many there were
 *   may_extend_budget  the budget is the usual one, to which the share of turns is still to be added
 *   looked      optional buffer of `trace_capacity` evaluation times, in the caller's time
 */
typedef struct {
    GrazeRelativeMotion motion;
    GrazeProximityCache cache;
    double to, query_from, query_to, tolerance, distance_tolerance;
    GrazeContactMethod method;
    bool is_refining, may_extend_budget;
    int32_t evaluations_left, evaluations;
    double* trace;
    int32_t trace_capacity;
} GrazeAdvancement;

/* What it came to, in the course's time: as in GrazeContact. `separated_at`: behind a graze, when they were apart again, and
   free from hi till then. */
typedef struct {
    GrazeContactStatus status;
    double lo, hi, separated_at;
} GrazeContactBracket;

void graze_advancement_init(GrazeAdvancement* advancement, const GrazeMovingBody* a,
                            const GrazeMovingBody* b, const GrazeMotionOptions* options,
                            double sense, double to);

/*
 * The usual budget, for one that is less than 1: GRAZE_BASE_ITERATIONS and GRAZE_ITERATIONS_PER_PIECE a piece. And what is added once that is
 * used up: GRAZE_ITERATIONS_PER_TURN a turn; for delays GRAZE_DELAY_ITERATIONS, and GRAZE_ITERATIONS_PER_MEETING for each turn of one body that
 * meets one of the other. Together at most GRAZE_MAX_ITERATIONS. The first is O(1), the others O(pieces).
 */
int32_t graze_default_budget(const GrazeMovingBody* a, const GrazeMovingBody* b);
int32_t graze_rotation_budget(const GrazeMovingBody* a, const GrazeMovingBody* b);
int32_t graze_delay_budget(const GrazeMovingBody* a, const GrazeMovingBody* b);

/* Gives the pursuit the whole of its budget, as at its beginning. */
void graze_advancement_refill(GrazeAdvancement* advancement, const GrazeMotionOptions* options);

/* Returns whether looks are left; once they are used up, the share of turns is added to a usual budget. */
bool graze_advancement_ensure_budget(GrazeAdvancement* advancement);

/*
 * Moves the course's base to *time where places there are known much better from it and their error matters. Then *time,
 * the end and the base are others, and so are all times of the course that are kept elsewhere.
 */
bool graze_advancement_rebase(GrazeAdvancement* advancement, double error, double* time);

/* Returns a time of the course, forwards, in the caller's time: rounded down or up, but not beyond what is asked about. */
double graze_to_caller_time(const GrazeAdvancement* advancement, double time, bool is_up);

/* Counts a look at `time`. */
static inline void graze_advancement_count_evaluation(GrazeAdvancement* advancement, double time)
{
    if (advancement->evaluations < advancement->trace_capacity) {
        advancement->trace[advancement->evaluations] =
            graze_to_caller_time(advancement, advancement->motion.sense * time, false);
    }
    advancement->evaluations_left--;
    advancement->evaluations++;
}

/* A look at `time`, which counts. */
void graze_advancement_evaluate(GrazeAdvancement* advancement, double time,
                                GrazeProximity* proximity);

/* time + step, never more; time itself when no double lies in between. */
double graze_time_after(double time, double step);

/* The first contact at or after `from`. */
void graze_advance(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket);

/* The same by the paper's algorithms (pursuit->method), which certify nothing. */
void graze_advance_as_published(GrazeAdvancement* advancement, double from,
                                GrazeContactBracket* bracket);

#endif
