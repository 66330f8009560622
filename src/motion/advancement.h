/* Conservative advancement: time steps that are certified free, up to the first contact. */
#ifndef GRAZE_MOTION_ADVANCEMENT_H
#define GRAZE_MOTION_ADVANCEMENT_H

#include "proximity.h"

/*
 * State of an advancement.
 *
 *   to                    end of the advancement, in the time of the relative motion
 *   query_from, query_to  ends of the query's time range, in the caller's time
 *   tolerance             maximum width of a bracket, less what rounding to the caller's time adds
 *   allows_touching       true if only an overlap ends the advancement
 *   is_refining           true while it runs backward over a grazing contact: then it does not
 *                         refine that contact again, and does not bisect the remaining time when
 *                         the budget ends
 *   evaluations_left      evaluations left of the budget; `evaluations` counts those made
 *   may_extend_budget     true while the budget is the default one, to which the share of rotations
 *                         has not been added yet
 *   trace                 optional buffer of `trace_capacity` evaluation times, in the caller's
 *                         time
 */
typedef struct {
    GrazeRelativeMotion motion;
    GrazeProximityCache cache;
    double to, query_from, query_to, tolerance, distance_tolerance;
    GrazeContactMethod method;
    bool allows_touching, is_refining, may_extend_budget;
    int32_t evaluations_left, evaluations;
    double* trace;
    int32_t trace_capacity;
} GrazeAdvancement;

/*
 * Result of an advancement, in the time of the relative motion; the fields are those of
 * GrazeContact. If the bodies separate after a grazing contact, `separated_at` is a time at which
 * they are separated, and from hi until then they are free of contact; otherwise it has no meaning.
 * `deep_at` of an overlap is hi, or, where touching is allowed, a later time at which the overlap is
 * deep enough to count.
 */
typedef struct {
    GrazeContactStatus status;
    double lo, hi, separated_at, deep_at;
} GrazeContactBracket;

/*
 * Prepares an advancement to time `to` of the relative motion, whose base is options->from. `sense`
 * is 1, or -1 to advance backward in the caller's time. `options` must have a finite time range, as
 * from graze_motion_window. The tolerance is raised to the minimum that rounding allows.
 */
void graze_advancement_init(GrazeAdvancement* advancement, const GrazeMovingBody* a,
                            const GrazeMovingBody* b, const GrazeMotionOptions* options,
                            double sense, double to);

/*
 * Return the default numbers of evaluations, which replace a budget below 1. `graze_default_budget`
 * is GRAZE_BASE_ITERATIONS plus GRAZE_ITERATIONS_PER_PIECE for each piece. The other two are added
 * to it once it is used up: GRAZE_ITERATIONS_PER_TURN for each full turn of either body; or, for
 * delays, GRAZE_DELAY_ITERATIONS plus (1 + turns of A) (1 + turns of B) times
 * GRAZE_ITERATIONS_PER_MEETING. The sum is at most GRAZE_MAX_ITERATIONS. The first is O(1), the
 * others are O(pieces).
 */
int32_t graze_default_budget(const GrazeMovingBody* a, const GrazeMovingBody* b);
int32_t graze_rotation_budget(const GrazeMovingBody* a, const GrazeMovingBody* b);
int32_t graze_delay_budget(const GrazeMovingBody* a, const GrazeMovingBody* b);

/* Gives another advancement of the same query what is left of the budget. */
static inline void graze_advancement_share_budget(const GrazeAdvancement* from,
                                                  GrazeAdvancement* to)
{
    to->evaluations_left = from->evaluations_left;
    to->may_extend_budget = from->may_extend_budget;
}

/*
 * Returns whether evaluations are left. When the default budget is used up, adds the share of
 * rotations to it first.
 */
bool graze_advancement_ensure_budget(GrazeAdvancement* advancement);

/*
 * Moves the base of the relative motion's time to *time, if `error`, the error of positions there,
 * exceeds a quarter of the distance tolerance and the new base makes it much smaller. Returns true
 * if it moved the base: then *time and the end have changed too, and the caller must shift every
 * other time of the relative motion that it keeps.
 */
bool graze_advancement_rebase(GrazeAdvancement* advancement, double error, double* time);

/* Returns the double just below or above base + time, or that sum if it is one. */
ALWAYS_INLINE double graze_add_time(double base, double time, bool is_up)
{
    double sum = base + time;
    double rounded = sum - base;
    return (is_up ? rounded < time : rounded > time) ? double_adjacent(sum, is_up) : sum;
}

/* Returns from + time, for a time since `from`, rounded down or up and clamped to [from, to]. */
ALWAYS_INLINE double graze_round_time(double from, double to, double time, bool is_up)
{
    return clamp(graze_add_time(from, time, is_up), from, to);
}

/*
 * Converts a forward time of the relative motion to the caller's time, rounded down or up and
 * clamped to the query's time range.
 */
double graze_to_caller_time(const GrazeAdvancement* advancement, double time, bool is_up);

/* Counts an evaluation at `time`, and records it in the trace. */
static inline void graze_advancement_count_evaluation(GrazeAdvancement* advancement, double time)
{
    if (advancement->trace != NULL && advancement->evaluations < advancement->trace_capacity) {
        advancement->trace[advancement->evaluations] =
            graze_to_caller_time(advancement, advancement->motion.sense * time, false);
    }
    advancement->evaluations_left--;
    advancement->evaluations++;
}

/* Evaluates the proximity of the bodies at `time`, and counts the evaluation. */
void graze_advancement_evaluate(GrazeAdvancement* advancement, double time,
                                GrazeProximity* proximity);

/* Returns time + step rounded down, or `time` itself if no double lies between. */
static inline double graze_time_after(double time, double step)
{
    double next = time + step;
    if (next - time > step) next = double_adjacent(next, false);
    return next > time ? next : time;
}

#endif
