#include "../tolerance.h"
#include "pursuit.h"

/*
 * All contact intervals: forwards to a contact, through it to where they are surely apart, and from there backwards to
 * its end, which is the first contact of the time-reversed course.
 */

typedef struct {
    GrazePursuit ahead;
    const GrazeMover *a, *b;
    const GrazeMotionOptions* options;
} Survey;

/* What became of a contact. `last`: when they surely overlapped last; `free`: when they were apart. */
typedef enum { PARTED, LASTS, UNKNOWN } Ending;

typedef struct {
    Ending ending;
    double last, free;
} Leave;

static void leave(GrazePursuit* ahead, double from, Leave* out)
{
    double t = from;
    out->last = from;
    while (graze_pursuit_may_look(ahead)) {
        GrazeLook look;
        graze_pursuit_look(ahead, t, &look);
        if (look.gap < -look.at.error) out->last = t;
        double slack = max2(ahead->slack, 4 * look.at.error);
        if (look.gap > slack) {
            out->ending = PARTED;
            out->free = t;
            return;
        }
        if (t >= ahead->to) {
            out->ending = LASTS;
            return;
        }
        double end = min2(ahead->course.leg.to, ahead->to);
        double step = graze_look_stay(&ahead->course, &ahead->hint, &look, end - t, 2 * slack);
        step = max2(step, 0.5 * ahead->tolerance);
        t = step >= end - t ? end : max2(graze_time_after(t, step), t + DBL_EPSILON * fabs(t));
    }
    out->ending = UNKNOWN;
}

/*
 * Sets an end of the interval in the caller's time: rounded outwards, so that all else is free, and a bracket's inner end
 * is an overlap. But where they touch for a while in the bracket, no deeper than the slack, its inner end is rounded inwards,
 * as what they do beyond it, in an ulp of a clock that has run for long, can be deep.
 */
static void set_begin(const GrazePursuit* pursuit, double lo, double hi, bool is_touching,
                      GrazeInterval* out)
{
    out->begin_lo = graze_caller_time(pursuit, lo, false);
    out->begin_hi = graze_caller_time(pursuit, hi, !is_touching);
}

static void set_end(const GrazePursuit* pursuit, double lo, double hi, bool is_touching,
                    GrazeInterval* out)
{
    out->end_lo = graze_caller_time(pursuit, lo, is_touching);
    out->end_hi = graze_caller_time(pursuit, hi, true);
}

/* The end of the contact, between an overlap and an instant apart. */
static void find_end(const Survey* survey, const Leave* leave, GrazeInterval* interval)
{
    GrazePursuit back;
    GrazeMet met;
    graze_pursuit_init(&back, survey->a, survey->b, survey->options, -1, -leave->last);
    back.course.base = survey->ahead.course.base;
    graze_pursue(&back, -leave->free, &met);
    interval->iterations += back.looks;
    bool is_found = met.status == GRAZE_CONTACT_HIT || met.status == GRAZE_CONTACT_GRAZE;
    /* The pursuit ends where they overlapped last. */
    double last = -back.to;
    double lo = is_found ? -met.hi : last;
    double hi = met.status == GRAZE_CONTACT_FREE ? last : -met.lo;
    set_end(&back, lo, hi, met.status == GRAZE_CONTACT_GRAZE, interval);
}

/* Through the contact that begins as `met` says; true when there can be another one behind it, at *next. */
static bool go_through(Survey* survey, const GrazeMet* met, GrazeInterval* interval, double* next)
{
    GrazePursuit* ahead = &survey->ahead;
    GrazeLook look;
    graze_pursuit_look(ahead, met->hi, &look);
    bool is_graze = met->status == GRAZE_CONTACT_GRAZE;
    set_begin(ahead, met->lo, met->hi, is_graze && look.gap < -look.at.error, interval);
    if (is_graze && !(look.gap < -look.at.error)) {
        interval->status = GRAZE_CONTACT_GRAZE;
        set_end(ahead, met->lo, met->hi, false, interval);
        *next = met->apart;
        return met->apart < ahead->to;
    }
    Leave out;
    leave(ahead, met->hi, &out);
    interval->status = out.ending == UNKNOWN ? GRAZE_CONTACT_UNDECIDED : GRAZE_CONTACT_HIT;
    set_end(ahead, out.ending == UNKNOWN ? out.last : ahead->to, ahead->to, false, interval);
    if (out.ending != PARTED) return false;
    find_end(survey, &out, interval);
    *next = out.free;
    return true;
}

int32_t graze_contact_intervals(const GrazeMover* a, const GrazeMover* b,
                                const GrazeMotionOptions* options, GrazeInterval* out,
                                int32_t capacity)
{
    GrazeMotionOptions within = *options;
    within.method = GRAZE_METHOD_CERTIFIED;
    if (!graze_motion_window(a, b, &within.from, &within.to)) return 0;
    Survey survey = {.a = a, .b = b, .options = &within};
    graze_pursuit_init(&survey.ahead, a, b, &within, 1, within.to - within.from);
    double t = 0;
    int32_t count = 0;
    for (bool goes_on = true; goes_on; count++) {
        GrazeMet met;
        GrazeInterval interval = {.status = GRAZE_CONTACT_UNDECIDED};
        graze_pursuit_refill(&survey.ahead, &within);
        survey.ahead.looks = 0;
        graze_pursue(&survey.ahead, t, &met);
        if (met.status == GRAZE_CONTACT_FREE) return count;
        if (count == capacity) return capacity + 1;
        if (met.status == GRAZE_CONTACT_UNDECIDED) {
            set_begin(&survey.ahead, met.lo, met.hi, false, &interval);
            set_end(&survey.ahead, met.lo, survey.ahead.to, false, &interval);
            goes_on = false;
        } else {
            goes_on = go_through(&survey, &met, &interval, &t);
        }
        interval.iterations += survey.ahead.looks;
        out[count] = interval;
    }
    return count;
}
