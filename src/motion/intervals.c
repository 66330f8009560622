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
    while (ahead->left > 0) {
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

/* An interval in the course's time, and in which of its brackets they touch for a while: no deeper than the slack. */
typedef struct {
    GrazeInterval in;
    bool begins_touching, ends_touching;
} Contact;

/* The end of the contact, between an overlap and an instant apart. */
static void find_end(const Survey* survey, const Leave* leave, Contact* contact)
{
    GrazeInterval* interval = &contact->in;
    GrazePursuit back;
    GrazeMet met;
    graze_pursuit_init(&back, survey->a, survey->b, survey->options, -1, -leave->last);
    graze_pursue(&back, -leave->free, &met);
    interval->iterations += back.looks;
    bool is_found = met.status == GRAZE_CONTACT_HIT || met.status == GRAZE_CONTACT_GRAZE;
    interval->end_lo = is_found ? -met.hi : leave->last;
    interval->end_hi = met.status == GRAZE_CONTACT_FREE ? leave->last : -met.lo;
    contact->ends_touching = met.status == GRAZE_CONTACT_GRAZE;
}

/* Through the contact that begins as `met` says; true when there can be another one behind it, at *next. */
static bool go_through(Survey* survey, const GrazeMet* met, Contact* contact, double* next)
{
    GrazePursuit* ahead = &survey->ahead;
    GrazeInterval* interval = &contact->in;
    GrazeLook look;
    interval->begin_lo = met->lo;
    interval->begin_hi = met->hi;
    interval->status = GRAZE_CONTACT_HIT;
    graze_pursuit_look(ahead, met->hi, &look);
    if (met->status == GRAZE_CONTACT_GRAZE && !(look.gap < -look.at.error)) {
        interval->status = GRAZE_CONTACT_GRAZE;
        interval->end_lo = met->lo;
        interval->end_hi = met->hi;
        *next = met->apart;
        return met->apart < ahead->to;
    }
    contact->begins_touching = met->status == GRAZE_CONTACT_GRAZE;
    Leave out;
    leave(ahead, met->hi, &out);
    interval->end_lo = out.ending == UNKNOWN ? out.last : ahead->to;
    interval->end_hi = ahead->to;
    if (out.ending == UNKNOWN) interval->status = GRAZE_CONTACT_UNDECIDED;
    if (out.ending != PARTED) return false;
    find_end(survey, &out, contact);
    *next = out.free;
    return true;
}

/*
 * In the caller's time: outwards, so that all else is free, and a bracket's inner end is an overlap. But where they touch
 * in it, inwards, as what they do beyond that end, in an ulp of a clock that has run for long, can be deep.
 */
static void tell(const GrazeMotionOptions* within, const Contact* contact, GrazeInterval* out)
{
    const GrazeInterval* in = &contact->in;
    *out = *in;
    out->begin_lo = graze_caller_time(within, in->begin_lo, false);
    out->begin_hi = graze_caller_time(within, in->begin_hi, !contact->begins_touching);
    out->end_lo = graze_caller_time(within, in->end_lo, contact->ends_touching);
    out->end_hi = graze_caller_time(within, in->end_hi, true);
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
        Contact contact = {.begins_touching = false};
        survey.ahead.left = within.budget;
        survey.ahead.looks = 0;
        graze_pursue(&survey.ahead, t, &met);
        if (met.status == GRAZE_CONTACT_FREE) return count;
        if (count == capacity) return capacity + 1;
        if (met.status == GRAZE_CONTACT_UNDECIDED) {
            contact.in = (GrazeInterval){
                met.lo, met.hi, met.lo, survey.ahead.to, GRAZE_CONTACT_UNDECIDED, 0};
            goes_on = false;
        } else {
            goes_on = go_through(&survey, &met, &contact, &t);
        }
        contact.in.iterations += survey.ahead.looks;
        tell(&within, &contact, &out[count]);
    }
    return count;
}
