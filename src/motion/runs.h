/*
 * Two motions by two clocks: A is where it is at its time u, B at its time v. A motion that happens x later is one by a
 * clock that is x behind: delays x are the lines v - u = x of the plane of both times.
 */
#ifndef GRAZE_MOTION_RUNS_H
#define GRAZE_MOTION_RUNS_H

#include "pursuit.h"

/*
 * One motion by its clock, whose 0 is at base + tail of the mover's time: two numbers, so that neither clocks that have
 * run for long nor large delays cost precision. Stints first to last: its pieces, -1 where it holds before, count
 * where it holds after.
 */
typedef struct {
    const GrazeMover* mover;
    double base, tail;
    int32_t first, last;
} GrazeRun;

/* One piece of it, or a hold: from `from` to `to` of its clock. The track's offset leads to the piece's own time. */
typedef struct {
    int32_t index;
    double from, to;
    GrazeTrack track;
} GrazeStint;

/*
 *   grain    error of places that comes of the clocks' own rounding
 *   looks    how many there were
 *   left     of the budget, which is `usual` for each interval; once that is used up, what is left of the reserve of all of
 *            them, which is counted when it is needed first
 */
typedef struct {
    GrazeRun a, b;
    GrazeCourse course; /* whose leg is that of the last look, which is at its time 0 */
    GrazeHint hint;
    double grain;
    int32_t left, usual, reserve, looks;
    bool has_reserve;
} GrazeRuns;

void graze_run_init(GrazeRun* run, const GrazeMover* mover, double base, double tail);

/* Gives the runs a budget, for less than 1 the usual one and a reserve; and all of it but the reserve anew, for another
   interval. Returns whether looks are left of it. */
void graze_runs_fill(GrazeRuns* runs, int32_t budget);
void graze_runs_refill(GrazeRuns* runs);
bool graze_runs_may_look(GrazeRuns* runs);

/* When its stint of that number begins and ends, by its clock. */
double graze_stint_begin(const GrazeRun* run, int32_t index);
double graze_stint_end(const GrazeRun* run, int32_t index);

void graze_stint(const GrazeRun* run, int32_t index, GrazeStint* out);

/* The stint that holds a time, of two that meet there the later or the earlier one. */
int32_t graze_stint_at(const GrazeRun* run, double time, bool is_later);

/* Sets the leg and the places of the instant, for A at u of its stint and B at v. */
void graze_runs_place(GrazeRuns* runs, const GrazeStint* a, double u, const GrazeStint* b, double v,
                      GrazeInstant* at);

/* As long as the clocks go so fast, seen from the instant. */
void graze_runs_pace(GrazeRuns* runs, double pace_a, double pace_b, GrazeInstant* at);

/* The rest of the look: poses, separation, nearest features. */
void graze_runs_look(GrazeRuns* runs, GrazeLook* look);

#endif
