/* Through time, by steps that are certified free, to the first contact. */
#ifndef GRAZE_MOTION_PURSUIT_H
#define GRAZE_MOTION_PURSUIT_H

#include "look.h"

/*
 *   to          where it ends, in the course's time
 *   tolerance   of brackets; what rounding them to the caller's time takes is left out
 *   is_second   runs backwards over a graze, and so takes what it comes to as it is
 *   left        looks left of the budget; `looks`: how many there were
 *   looked      who wants to know has room here for the times of that many; of time backwards, forwards
 */
typedef struct {
    GrazeCourse course;
    GrazeHint hint;
    double to, tolerance, slack;
    GrazeContactMethod method;
    bool is_second;
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

/* A time of a course in the caller's time, rounded down or up but not beyond the options' ends. */
double graze_caller_time(const GrazeMotionOptions* options, double time, bool is_up);

/* Counts a look at `time`. */
static inline void graze_pursuit_count(GrazePursuit* pursuit, double time)
{
    if (pursuit->looks < pursuit->room) {
        pursuit->looked[pursuit->looks] = pursuit->course.sense * time;
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
