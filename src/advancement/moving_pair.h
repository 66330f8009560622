/* Two moving bodies, of the plane or of space, as the searches over time see them: the functions by
   which a search queries them. No function here or in the searches depends on the dimension. */
#ifndef GRAZE_ADVANCEMENT_MOVING_PAIR_H
#define GRAZE_ADVANCEMENT_MOVING_PAIR_H

#include "../base/vec.h"
#include "../graze.h"

typedef struct GrazeAdvancement GrazeAdvancement;

/*
 * Result of an advancement, in the time of the pair; the fields are those of GrazeContact. If the
 * bodies separate after a grazing contact, `separated_at` is a time at which they are separated, and
 * from hi until then they are free of contact; otherwise it has no meaning. `deep_at` of an overlap
 * is hi, or, where touching is allowed, a later time at which the overlap is deep enough to count.
 */
typedef struct {
    GrazeContactStatus status;
    double lo, hi, separated_at, deep_at;
} GrazeContactBracket;

/*
 * A pair at an instant.
 *
 *   from, to    the time interval that contains the instant, on which each body follows one piece of
 *               its motion; may be infinite
 *   error       maximum error of the separation, and of the dot product of a position with a unit
 *               vector; it includes the rounding of the time
 *   separation  signed separation of the bodies; `measure` sets it
 */
typedef struct {
    double from, to, error, separation;
} GrazeInstant;

/*
 * Outcome of quadratic steps.
 *
 *   GRAZE_QUADRATIC_NONE  they do not apply to the interval, or gain nothing: *time is unchanged, and
 *                         the instant is again the one last located
 *   GRAZE_QUADRATIC_FREE  all is free up to *time, which is after that instant
 *   GRAZE_QUADRATIC_HIT   the bodies meet in *bracket
 */
typedef enum {
    GRAZE_QUADRATIC_NONE,
    GRAZE_QUADRATIC_FREE,
    GRAZE_QUADRATIC_HIT
} GrazeQuadraticOutcome;

/* Number of evaluations that must be left of the budget before `advance_quadratic` is called. */
enum { GRAZE_QUADRATIC_STEP_EVALUATIONS = 16 };

/*
 * Number of elements of the array that `pair` is the first element of: the pair itself, one for
 * `reverse`, and one for the `reverse` of that. A first contact needs only two.
 */
enum { GRAZE_PAIR_STATES = 3 };

/*
 * Functions that query a pair. `pair` is the pair's state, which only these functions read.
 *
 * A pair has a time of its own, so that late clocks lose no precision: the time since its base, or
 * its negative if time runs backward. All times here are of this kind; spans are positive. `locate`
 * chooses an instant and `measure` its separation; the functions of the second group refer to the
 * last instant that was measured, those of the third to the last one that was located.
 *
 *   locate            Computes the positions at `time`, and all of `out` but the separation. The
 *                     interval continues after `time`, unless the motion ends there.
 *   measure           Computes the separation at the instant last located. It may raise the error.
 *                     Without `needs_depth`, any value below -error that is not above the signed
 *                     separation will do for bodies that overlap by more than the error.
 *
 *   safe_step         Returns the time step, at most `span`, during which the signed separation is
 *                     certified to stay above -allowance; 0 if it is not certified to be above it at
 *                     the instant. With GRAZE_METHOD_CERTIFIED as `method` every bound may be used,
 *                     with others the largest speed only. *time_to_close is an estimate of how long
 *                     after the step the bodies may meet; 0 if there is none.
 *   shallow_step      Returns a step as above for bodies that may overlap by up to `allowance`,
 *                     which is above 0: one that is certified while they do.
 *   contact_step      Returns the time step, at most `span`, for which the bodies are certified to
 *                     stay within `slack` of contact (0: in contact); 0 if they are not.
 *   max_speed         Returns an upper bound of the rate at which the separation changes, at most
 *                     `span` before or after the instant.
 *
 *   far_step          Returns the time step, at most `span`, during which balls around the bodies
 *                     stay more than `min_gap` apart; 0 if they are not that far apart, or hardly.
 *                     It costs little. Optional.
 *   advance_quadratic Advances from *time, at or after the instant last located, within the interval,
 *                     which ends at `end`, by steps from bounds at both of their ends, and counts
 *                     its evaluations. Optional.
 *
 *   gains_from_rebase Returns whether positions at `time` would have much smaller errors if the base
 *                     were there.
 *   set_base          Changes the base of the pair's time. No instant is located then.
 *   reverse           Writes the pair with time running the other way, about the same base, to
 *                     the next element of the array; returns it. Nearest features that the pair
 *                     remembers are copied only if `keeps_features`. No instant is located then.
 *
 *   advance           Advances to the first contact at or after `from`, a touch included:
 *                     graze_advance_steps (contact_steps.h) with these functions.
 *
 *   min_tolerance     Returns the smallest width of a bracket that can be guaranteed within
 *                     [from, to], of the caller's clock, at least GRAZE_TIME_ULPS of its ulps.
 *   default_budget    Returns the number of evaluations that replaces a budget below 1.
 *   rotation_budget   Returns the number that is added to it once it is used up.
 */
typedef struct {
    void (*locate)(void* pair, double time, GrazeInstant* out);
    void (*measure)(void* pair, bool needs_depth, GrazeInstant* instant);

    double (*safe_step)(void* pair, double span, double allowance, GrazeContactMethod method,
                        double* time_to_close);
    double (*shallow_step)(void* pair, double span, double allowance, GrazeContactMethod method);
    double (*contact_step)(void* pair, double span, double slack);
    double (*max_speed)(void* pair, double span);

    double (*far_step)(void* pair, double min_gap, double span);
    GrazeQuadraticOutcome (*advance_quadratic)(void* pair, GrazeAdvancement* advancement,
                                               double end, GrazeContactBracket* bracket,
                                               double* time);

    bool (*gains_from_rebase)(const void* pair, double time);
    void (*set_base)(void* pair, double base);
    void* (*reverse)(void* pair, bool keeps_features);

    void (*advance)(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket);

    double (*min_tolerance)(const void* pair, double from, double to);
    int32_t (*default_budget)(const void* pair);
    int32_t (*rotation_budget)(const void* pair);
} GrazePairFunctions;

#endif
