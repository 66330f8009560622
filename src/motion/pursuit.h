/* Through time, by steps that are certified free, to the first contact. */
#ifndef GRAZE_MOTION_PURSUIT_H
#define GRAZE_MOTION_PURSUIT_H

#include "look.h"

/*
 *   to          where it ends, in the course's time
 *   first, last the same of all that is asked about, in the caller's time
 *   tolerance   of brackets; what rounding them to the caller's time takes is left out
 *   is_second   runs backwards over a graze, and so takes what it comes to as it is
 *   left        looks left of the budget; `looks`: how many there were
 *   may_extend  the budget is the usual one, to which the share of turns is still to be added
 *   looked      optional buffer of `room` evaluation times, in the caller's time
 */
typedef struct {
    GrazeCourse course;
    GrazeHint hint;
    double to, first, last, tolerance, slack;
    GrazeContactMethod method;
    bool is_second, may_extend;
    int32_t left, looks;
    double* looked;
    int32_t room;
} GrazePursuit;

/* What it came to, in the course's time: as in GrazeContact. `apart`: behind a graze, when they were apart again, and
   free from hi till then. */
typedef struct {
    GrazeContactStatus status;
    double lo, hi, apart;
} GrazeMet;

void graze_pursuit_init(GrazePursuit* pursuit, const GrazeMover* a, const GrazeMover* b,
                        const GrazeMotionOptions* options, double sense, double to);

/*
 * The usual budget, for one that is less than 1: GRAZE_BUDGET and GRAZE_BUDGET_PIECE a piece. And what is added once that is
 * used up: GRAZE_BUDGET_TURN a turn; for delays GRAZE_BUDGET_DELAYS, and GRAZE_BUDGET_MEETING for each turn of one body that
 * meets one of the other. Together at most GRAZE_BUDGET_MOST. The first is O(1), the others O(pieces).
 */
int32_t graze_usual_budget(const GrazeMover* a, const GrazeMover* b);
int32_t graze_turn_budget(const GrazeMover* a, const GrazeMover* b);
int32_t graze_delay_budget(const GrazeMover* a, const GrazeMover* b);

/* Gives the pursuit the whole of its budget, as at its beginning. */
void graze_pursuit_refill(GrazePursuit* pursuit, const GrazeMotionOptions* options);

/* Returns whether looks are left; once they are used up, the share of turns is added to a usual budget. */
bool graze_pursuit_may_look(GrazePursuit* pursuit);

/*
 * Moves the course's base to *time where places there are known much better from it and their error matters. Then *time,
 * the end and the base are others, and so are all times of the course that are kept elsewhere.
 */
bool graze_pursuit_rebase(GrazePursuit* pursuit, double error, double* time);

/* Returns a time of the course, forwards, in the caller's time: rounded down or up, but not beyond what is asked about. */
double graze_caller_time(const GrazePursuit* pursuit, double time, bool is_up);

/* Counts a look at `time`. */
static inline void graze_pursuit_count(GrazePursuit* pursuit, double time)
{
    if (pursuit->looks < pursuit->room) {
        pursuit->looked[pursuit->looks] =
            graze_caller_time(pursuit, pursuit->course.sense * time, false);
    }
    pursuit->left--;
    pursuit->looks++;
}

/* A look at `time`, which counts. */
void graze_pursuit_look(GrazePursuit* pursuit, double time, GrazeLook* look);

/* time + step, never more; time itself when no double lies in between. */
double graze_time_after(double time, double step);

/* The first contact at or after `from`. */
void graze_pursue(GrazePursuit* pursuit, double from, GrazeMet* met);

/* The same by the paper's algorithms (pursuit->method), which certify nothing. */
void graze_pursue_as_printed(GrazePursuit* pursuit, double from, GrazeMet* met);

#endif
