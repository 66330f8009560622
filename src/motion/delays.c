#include "../tolerance.h"
#include "strip.h"

/*
 * Unsafe delays of A: strips of delays that are free, from the left to the right, up to where they become narrower than
 * the tolerance; there an overlap just behind; from it on, along the deepest place, as long as that surely stays in
 * contact; and again strips, from just behind that.
 *
 * The delays that are asked about are cut to those on which anything depends. Here they count from the first of
 * these, and times from the first at which anything moves.
 */

typedef struct {
    GrazeStrips strips;
    double tolerance, slack, least;
} Survey;

static bool has_ended(Survey* survey)
{
    return !graze_runs_may_look(&survey->strips.runs);
}

/* ---- the deepest place at a delay ---- */

/* Of B's time, at a delay: what of it both are there. */
static void common_time(const Survey* survey, double delay, double* from, double* to)
{
    const GrazeRun* a = &survey->strips.runs.a;
    const GrazeRun* b = &survey->strips.runs.b;
    *from = max2(max2(graze_stint_begin(a, a->first) + delay, graze_stint_begin(b, b->first)), 0);
    *to = min2(graze_stint_end(a, a->last) + delay, graze_stint_end(b, b->last));
    *to = max2(*from, min2(*to, survey->strips.end));
}

/* A look at the two at (delay, time), in stints a and b: its gap, how that changes with time, and by how much that can
   bend. */
typedef struct {
    GrazeLook look;
    int32_t a, b;
    double time, rate, bend;
} Glance;

static void look_at(Survey* survey, const GrazeStint* a, double u, const GrazeStint* b, double v,
                    GrazeLook* look)
{
    GrazeRuns* runs = &survey->strips.runs;
    graze_runs_place(runs, a, u, b, v, &look->at);
    graze_runs_look(runs, look);
    runs->left--;
    runs->looks++;
}

static void glance(Survey* survey, double delay, double time, Glance* out)
{
    GrazeRuns* runs = &survey->strips.runs;
    GrazeStint a;
    GrazeStint b;
    GrazeSheet sheet;
    double u = time - delay;
    graze_stint(&runs->a, graze_stint_at(&runs->a, u, true), &a);
    graze_stint(&runs->b, graze_stint_at(&runs->b, time, true), &b);
    look_at(survey, &a, u, &b, time, &out->look);
    graze_sheet(&runs->course.leg, &out->look, 0, &sheet);
    graze_sheet_spread(&sheet, 0, 0);
    GrazeVec slope = graze_sheet_slope(&sheet);
    out->a = a.index;
    out->b = b.index;
    out->time = time;
    out->rate = slope.x + slope.y;
    out->bend = sheet.bend_a + sheet.bend_b;
}

static bool is_deep_in(const Glance* at)
{
    return at->look.gap < -at->look.at.error;
}

enum { STRIDES = 40, SECANTS = 24 };

/* Taken for rising: where it falls, and is higher than another, there is a summit between them. */
static Glance behind(const Glance* falling, const Glance* at)
{
    Glance rising = *at;
    if (!(rising.rate > 0)) rising.rate = -falling->rate;
    return rising;
}

/* Between two times, the separation falling at one and rising at the other: by the secant of its rate and other guesses, to
   where little is left to gain. */
static void settle(Survey* survey, double delay, Glance* falling, Glance* rising, Glance* best)
{
    for (int32_t i = 0; i < SECANTS && !has_ended(survey); i++) {
        double apart = rising->time - falling->time;
        double gain = fabs(apart) * min2(-falling->rate, rising->rate);
        double enough = max2(0.02 * fabs(best->look.gap), best->look.at.error);
        double turns = falling->rate - rising->rate;
        double share = falling->rate / turns;
        /* Where the rate jumps, by the tangents; else, by and by, halves. */
        double drop = (rising->look.gap - falling->look.gap) / fabs(apart);
        if (i % 3 == 1) share = (drop - rising->rate) / turns;
        /* Where it bends the other way in between, the tangents meet outside. */
        if (i % 3 == 2 || !(share > 0 && share < 1)) share = 0.5;
        double time = falling->time + share * apart;
        bool is_between = (time - falling->time) * (rising->time - time) > 0;
        if (gain <= enough || !is_between) return;
        Glance here;
        glance(survey, delay, time, &here);
        /* Along the way from falling to rising. */
        here.rate *= apart > 0 ? 1 : -1;
        if (here.look.gap < best->look.gap) *best = here;
        if (here.rate < 0 && here.look.gap <= falling->look.gap) {
            *falling = here;
        } else {
            *rising = behind(falling, &here);
        }
    }
}

/* From a time on downhill, to a time at which the separation is least in the neighbourhood: by strides of `reach` at
   first, or less. */
static void find_deepest(Survey* survey, double delay, double time, double reach, Glance* best)
{
    double from;
    double to;
    Glance here;
    common_time(survey, delay, &from, &to);
    glance(survey, delay, clamp(time, from, to), &here);
    *best = here;
    double sense = here.rate > 0 ? -1 : 1;
    double stride = here.bend > 0 ? fabs(here.rate) / here.bend : INFINITY;
    stride = min2(stride, min2(reach, (to - from) / 16));
    here.rate *= sense;
    for (int32_t i = 0; i < STRIDES && !has_ended(survey); i++) {
        double gain = -here.rate * (to - from);
        bool is_flat = gain <= max2(0.001 * fabs(best->look.gap), best->look.at.error);
        double next = clamp(here.time + sense * stride, from, to);
        if (is_flat || next == here.time) return;
        Glance ahead;
        glance(survey, delay, next, &ahead);
        ahead.rate *= sense;
        if (ahead.look.gap < best->look.gap) *best = ahead;
        if (ahead.rate >= 0 || ahead.look.gap > here.look.gap) {
            Glance rising = behind(&here, &ahead);
            settle(survey, delay, &here, &rising, best);
            return;
        }
        here = ahead;
        stride *= 4;
    }
}

/* ---- unsafe delays ---- */

/*
 * How much more delay they surely stay in contact, when B's time changes by `pace` of the delay, and A's by as much
 * less one.
 */
static double stays_along(Survey* survey, double delay, const Glance* from, double pace)
{
    GrazeRuns* runs = &survey->strips.runs;
    GrazeStint a;
    GrazeStint b;
    GrazeLook look = from->look;
    double u = from->time - delay;
    double v = from->time;
    graze_stint(&runs->a, graze_stint_at(&runs->a, u, pace > 1), &a);
    graze_stint(&runs->b, graze_stint_at(&runs->b, v, pace > 0), &b);
    double span = survey->strips.to - delay;
    double room_a = pace > 1 ? a.to - u : u - a.from;
    double room_b = pace > 0 ? min2(b.to, survey->strips.end) - v : v - max2(b.from, 0);
    if (pace != 1) span = min2(span, room_a / fabs(pace - 1));
    if (pace != 0) span = min2(span, room_b / fabs(pace));
    if (!(span > 0)) return 0;
    /* Where pieces meet, those of the way ahead: their pivots, from which a look's places are seen, are others. */
    if (a.index != from->a || b.index != from->b) {
        look_at(survey, &a, u, &b, v, &look);
    } else {
        graze_runs_place(runs, &a, u, &b, v, &look.at);
    }
    graze_runs_pace(runs, pace - 1, pace, &look.at);
    graze_instant_pose(&runs->course.leg, &look.at);
    return graze_look_stay(&runs->course, &runs->hint, &look, span, 0);
}

/* How near an end of a time counts as at it, as a part of that time. */
static const double NEAR_END = 0x1p-20;

/*
 * Searches for the deepest place at a later delay, up to which one lasted: near where that has gone to. Where it has come to an
 * end of the time in which both are there, first near the other end: what overlaps there lasts longest.
 */
static void find_next_place(Survey* survey, double delay, double time, double step, Glance* at)
{
    double from;
    double to;
    common_time(survey, delay, &from, &to);
    double near = NEAR_END * (to - from);
    bool is_late = time > to - near;
    if ((is_late || time < from + near) && to > from) {
        find_deepest(survey, delay, is_late ? from : to, INFINITY, at);
        if (is_deep_in(at)) return;
    }
    find_deepest(survey, delay, time, step, at);
}

/* On from an overlap, as long as that surely lasts: to *delay, or the last one. Where B stands still, where A does, or as
   the deepest place went before. */
static void go_through(Survey* survey, double* delay, Glance* at)
{
    double last = survey->strips.to;
    double drift = 0.5;
    while (*delay < last && !has_ended(survey)) {
        double paces[3] = {drift, 0, 1};
        double step = 0;
        double pace = 0;
        for (int32_t k = 0; k < 3 && step < last - *delay; k++) {
            double held = stays_along(survey, *delay, at, paces[k]);
            if (held > step) {
                step = held;
                pace = paces[k];
            }
        }
        if (step >= last - *delay) {
            *delay = last;
            return;
        }
        if (step < 0.25 * survey->tolerance) return;
        double before = at->time;
        *delay = graze_time_after(*delay, step);
        find_next_place(survey, *delay, before + pace * step, step, at);
        if (!is_deep_in(at)) return;
        drift = (at->time - before) / step;
    }
}

/* ---- between free and overlap ---- */

/* CLEAR: free after all, though not for long. APART: behind a touch. */
typedef enum { CLEAR, APART, MEETS, LASTS, UNKNOWN } Fate;

/* Is it free from that delay on, up to some *free? Else `at` is the deepest place near where it is not. */
static bool is_free_at(Survey* survey, double delay, double* free, Glance* at)
{
    bool is_free;
    *free = graze_strip(&survey->strips, delay, survey->strips.to, 0, survey->least, &is_free);
    if (is_free || has_ended(survey)) return is_free;
    find_deepest(survey, delay, survey->strips.latest, INFINITY, at);
    return false;
}

/* As is_free_at, up to `to` at least and without stairs: for delays that lie behind. No strip is free that the budget ends. */
static bool is_free_up_to(Survey* survey, double delay, double to)
{
    GrazeStrips* strips = &survey->strips;
    bool is_free = true;
    strips->keeps_stairs = false;
    while (is_free && delay < to)
        delay = graze_strip(strips, delay, to, 0, survey->least, &is_free);
    strips->keeps_stairs = true;
    return is_free;
}

/* Free from *delay on, and not at `before`: the same nearer to it. */
static void narrow_free(Survey* survey, double before, double* delay)
{
    while (*delay - before > 0.5 * survey->tolerance && !has_ended(survey)) {
        double middle = before + 0.5 * (*delay - before);
        if (middle <= before || middle >= *delay) return;
        if (is_free_up_to(survey, middle, *delay)) {
            *delay = middle;
        } else {
            before = middle;
        }
    }
}

/* An overlap at *delay, and none that is known at `before`: one nearer to it. */
static void narrow_overlap(Survey* survey, double before, double* delay, Glance* at)
{
    while (*delay - before > 0.5 * survey->tolerance && !has_ended(survey)) {
        double middle = before + 0.5 * (*delay - before);
        if (middle <= before || middle >= *delay) return;
        Glance here;
        find_deepest(survey, middle, at->time, *delay - before, &here);
        if (is_deep_in(&here)) {
            *delay = middle;
            *at = here;
        } else {
            before = middle;
        }
    }
}

/*
 * Neither free nor an overlap at *delay: on, as long as no overlap is deeper than the slack, by steps that grow, to where
 * there is one, or all is free up to *free. *delay becomes that.
 */
static Fate linger(Survey* survey, double* delay, double* free, Glance* at)
{
    GrazeStrips* strips = &survey->strips;
    double stride = 0.5 * survey->tolerance;
    while (!has_ended(survey)) {
        bool is_shallow;
        double here = *delay;
        double slack = max2(survey->slack, 4 * at->look.at.error);
        double next = min2(max2(here + stride, double_beside(here, true)), strips->to);
        strips->keeps_stairs = false;
        next = graze_strip(strips, here, next, slack, 0, &is_shallow);
        strips->keeps_stairs = true;
        if (has_ended(survey)) break;
        if (!is_shallow) {
            find_deepest(survey, here, strips->latest, INFINITY, at);
            return is_deep_in(at) ? MEETS : UNKNOWN;
        }
        *delay = next;
        if (is_free_at(survey, next, free, at)) {
            narrow_free(survey, here, delay);
            return APART;
        }
        if (has_ended(survey)) break;
        if (is_deep_in(at)) {
            narrow_overlap(survey, here, delay, at);
            return MEETS;
        }
        if (next >= strips->to) return LASTS;
        stride *= 4;
    }
    return UNKNOWN;
}

/* What a strip that ended at *delay has come to. */
static Fate enter(Survey* survey, double* delay, double* free, Glance* at)
{
    GrazeStrips* strips = &survey->strips;
    double behind = min2(*delay + 0.5 * survey->tolerance, strips->to);
    bool is_free;
    find_deepest(survey, *delay, strips->latest, INFINITY, at);
    if (is_deep_in(at)) return MEETS;
    Glance ahead;
    find_deepest(survey, behind, at->time, survey->tolerance, &ahead);
    if (is_deep_in(&ahead)) {
        /* Nothing is known of the very first delay. */
        if (*delay <= 0) find_deepest(survey, 0, ahead.time, survey->tolerance, at);
        if (is_deep_in(at)) return MEETS;
        *delay = behind;
        *at = ahead;
        return MEETS;
    }
    if (at->look.gap > max2(survey->slack, 4 * at->look.at.error)) {
        *free = graze_strip(strips, *delay, strips->to, 0, 0, &is_free);
        if (is_free) return CLEAR;
    }
    return linger(survey, delay, free, at);
}

/* ---- intervals ---- */

/* In the survey's own delays. `next`: free up to there, behind it. */
typedef struct {
    double begin_lo, begin_hi, end_lo, end_hi, next;
    GrazeContactStatus status;
} Unsafe;

/* On from an overlap at `delay` to where the unsafe delays end; false when they do not, or nobody knows. */
static bool leave(Survey* survey, double delay, Glance* at, Unsafe* out)
{
    double to = survey->strips.to;
    while (!has_ended(survey)) {
        go_through(survey, &delay, at);
        out->end_lo = delay;
        out->end_hi = to;
        if (delay >= to) return false;
        if (has_ended(survey)) break;
        delay = min2(max2(delay + 0.5 * survey->tolerance, double_beside(delay, true)), to);
        out->end_hi = delay;
        if (is_free_at(survey, delay, &out->next, at)) return out->next < to;
        if (has_ended(survey)) break;
        if (is_deep_in(at)) continue;
        Fate fate = linger(survey, &delay, &out->next, at);
        out->end_hi = delay;
        if (fate == APART) return out->next < to;
        if (fate == LASTS) return false;
        if (fate == UNKNOWN) break;
    }
    out->status = GRAZE_CONTACT_UNDECIDED;
    out->end_hi = to;
    return false;
}

/* On by strips that are free; true when all the rest is. */
static bool pass_free(Survey* survey, double* from)
{
    bool is_free = true;
    double to = survey->strips.to;
    while (is_free) {
        *from = graze_strip(&survey->strips, *from, to, 0, survey->least, &is_free);
        if (is_free && *from >= to) return true;
    }
    return false;
}

/* The first unsafe delays after `from`: false when there are none. *goes_on: there can be others. */
static bool find_next(Survey* survey, double from, Unsafe* out, bool* goes_on)
{
    double to = survey->strips.to;
    double delay;
    double free = to;
    Fate fate;
    Glance at;
    *goes_on = false;
    for (;;) {
        if (pass_free(survey, &from)) return false;
        *out = (Unsafe){from, to, from, to, to, GRAZE_CONTACT_UNDECIDED};
        if (has_ended(survey)) return true;
        delay = from;
        fate = enter(survey, &delay, &free, &at);
        if (fate != CLEAR) break;
        from = free;
    }
    if (fate == UNKNOWN) return true;
    survey->strips.count = 0;
    out->begin_hi = delay;
    out->end_hi = delay;
    out->next = free;
    out->status = fate == MEETS ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_GRAZE;
    *goes_on = fate == MEETS ? leave(survey, delay, &at, out) : fate == APART && free < to;
    return true;
}

/* ---- in the caller's terms ---- */

/*
 * Delays from `least` to `most` are those that matter: beyond, A has come to its end, or has not yet begun, whenever
 * anything is asked. There the two are never there together (`is_none`), or all is as at that end.
 */
typedef struct {
    double least, most;
    bool is_none_below, is_none_above;
    double first, last; /* of B's time: when anything can change */
    double begin_a, end_a, begin_b, end_b;
} Range;

/* When the two move, each by its clock. One that stands still for ever does so at any time: then, where the delays that matter
   are fewest. */
static void find_extents(const GrazeMover* a, const GrazeMover* b,
                         const GrazeMotionOptions* options, Range* out)
{
    out->begin_a = a->pieces[0].begin;
    out->end_a = a->pieces[a->count - 1].end;
    out->begin_b = b->pieces[0].begin;
    out->end_b = b->pieces[b->count - 1].end;
    bool is_still_a = graze_stands_still(a);
    bool is_still_b = graze_stands_still(b);
    if (is_still_b && !is_still_a) {
        double time = out->begin_a;
        if (!isinf(options->to)) time = options->to;
        if (!isinf(options->from)) time = options->from;
        out->begin_b = out->end_b = time;
    } else if (is_still_a) {
        out->begin_a = out->end_a = out->begin_b;
    }
}

static bool find_range(const GrazeMover* a, const GrazeMover* b, const GrazeMotionOptions* options,
                       Range* out)
{
    find_extents(a, b, options, out);
    double from = options->from;
    double to = options->to;
    if (b->before == GRAZE_VANISH) from = max2(from, out->begin_b);
    if (b->after == GRAZE_VANISH) to = min2(to, out->end_b);
    if (from > to) return false;
    out->is_none_below = a->after == GRAZE_VANISH && !isinf(from);
    out->is_none_above = a->before == GRAZE_VANISH && !isinf(to);
    out->first = isinf(from) ? min2(out->begin_b, to) : from;
    out->last = isinf(to) ? max2(out->end_b, from) : to;
    out->least = out->first - out->end_a;
    out->most = out->last - out->begin_a;
    if (isinf(from)) out->first = -INFINITY;
    if (isinf(to)) out->last = INFINITY;
    return true;
}

/* The range cut to [from, to]; where all is as at its end, a little beyond that. False where they are never there together. */
static bool cut_range(Range* range, double from, double to)
{
    double beyond = 0.125 * (range->most - range->least);
    if (range->is_none_below && to < range->least) return false;
    if (range->is_none_above && from > range->most) return false;
    double least = range->is_none_below ? range->least : range->least - beyond;
    double most = range->is_none_above ? range->most : range->most + beyond;
    range->least = clamp(from, least, most);
    range->most = clamp(to, least, most);
    return true;
}

/* base - delay as the sum of two doubles, exactly (Knuth, "The Art of Computer Programming", vol. 2, 4.2.2). */
static void split(double base, double delay, double* sum, double* tail)
{
    *sum = base - delay;
    double back = *sum - base;
    *tail = (base - (*sum - back)) + (-delay - back);
}

/* What places are off where the clocks are off by some roundings of all that goes into a time. */
static double grain_of(const GrazeMover* mover, double base, double lasts)
{
    GrazeMotionBounds bounds;
    graze_motion_bounds(mover, -INFINITY, INFINITY, &bounds);
    double far =
        max2(fabs(mover->pieces[0].begin - base), fabs(mover->pieces[mover->count - 1].end - base));
    return GRAZE_CLOCK_ERROR * bounds.point_speed * (far + lasts);
}

/* The finest brackets of delays: each end is rounded outwards to a delay, and times have ulps of their own. */
static double least_tolerance(const Range* range, double lasts)
{
    double ulp = double_ulp(max2(fabs(range->least), fabs(range->most)));
    return max2(GRAZE_TIME_ULPS * ulp, 16 * DBL_EPSILON * lasts);
}

/* The first and last time of B's clock that matter. */
static void find_times(const Range* range, double* first, double* last)
{
    *first = min2(range->begin_b, range->begin_a + range->least);
    *last = max2(range->end_b, range->end_a + range->most);
    *first = clamp(*first, range->first, range->last);
    *last = clamp(*last, *first, range->last);
}

double graze_motion_delays_least_tolerance(const GrazeMover* a, const GrazeMover* b, double from,
                                           double to, const GrazeMotionOptions* options)
{
    Range range;
    double first;
    double last;
    if (!find_range(a, b, options, &range) || !cut_range(&range, from, to)) return DBL_MIN;
    find_times(&range, &first, &last);
    return least_tolerance(&range, last - first + (range.most - range.least));
}

static void prepare(const GrazeMover* a, const GrazeMover* b, const GrazeMotionOptions* options,
                    const Range* range, Survey* survey)
{
    GrazeStrips* strips = &survey->strips;
    GrazeRuns* runs = &strips->runs;
    double first;
    double last;
    find_times(range, &first, &last);
    double base_a;
    double tail;
    split(first, range->least, &base_a, &tail);
    strips->to = range->most - range->least;
    strips->end = last - first;
    strips->latest = 0;
    strips->count = 0;
    strips->keeps_stairs = true;
    graze_run_init(&runs->a, a, base_a, tail);
    graze_run_init(&runs->b, b, first, 0);
    graze_runs_fill(runs, options->budget);
    graze_course_init(&runs->course, a, b, first, 1);
    runs->course.leg.from = -INFINITY;
    runs->course.leg.to = INFINITY;
    runs->course.leg.reach = (double)a->shape->radius + (double)b->shape->radius;
    runs->course.has_leg = true;
    runs->hint = (GrazeHint){.count = 0};
    double lasts = strips->end + strips->to;
    runs->grain = grain_of(a, base_a, lasts) + grain_of(b, first, lasts);
    double ulp = double_ulp(max2(fabs(range->least), fabs(range->most)));
    survey->tolerance = max2(options->tolerance, least_tolerance(range, lasts)) - 2 * ulp;
    survey->slack = options->slack;
    survey->least = 0.125 * survey->tolerance;
}

/* A delay of the survey, rounded down or up, but not beyond where there is any. */
static double caller_delay(const Range* range, double from, double to, double delay, bool is_up)
{
    double sum = range->least + delay;
    double rounded = sum - range->least;
    if (is_up ? rounded < delay : rounded > delay) sum = double_beside(sum, is_up);
    return clamp(sum, from, to);
}

/* In the caller's terms. What begins or ends with the range does so with what was asked, or with what there is. */
static void tell(const Survey* survey, const Range* range, double from, double to,
                 const Unsafe* unsafe, GrazeDelay* out)
{
    double most = survey->strips.to;
    double first = range->is_none_below ? max2(from, range->least) : from;
    double last = range->is_none_above ? min2(to, range->most) : to;
    out->begin_lo = caller_delay(range, first, last, unsafe->begin_lo, false);
    out->begin_hi = caller_delay(range, first, last, unsafe->begin_hi, true);
    out->end_lo = caller_delay(range, first, last, unsafe->end_lo, false);
    out->end_hi = caller_delay(range, first, last, unsafe->end_hi, true);
    bool is_graze = unsafe->status == GRAZE_CONTACT_GRAZE;
    if (unsafe->begin_lo <= 0) out->begin_lo = first;
    if (unsafe->begin_hi <= 0) out->begin_hi = first;
    if (unsafe->end_hi >= most) out->end_hi = last;
    if (unsafe->end_lo >= most) out->end_lo = last;
    if (is_graze) {
        out->begin_hi = out->end_hi;
        out->end_lo = out->begin_lo;
    }
    out->status = (int32_t)unsafe->status;
    out->iterations = survey->strips.runs.looks;
}

/*
 * Makes one of two intervals of which one is a mere touch less than the tolerance away: an end's bracket that holds both is no
 * wider than others. False where that is not so.
 */
static bool joins(const Unsafe* next, double tolerance, Unsafe* last)
{
    bool is_touch = next->status == GRAZE_CONTACT_GRAZE;
    bool was_touch = last->status == GRAZE_CONTACT_GRAZE;
    if (next->status == GRAZE_CONTACT_UNDECIDED || !(is_touch || was_touch)) return false;
    if (!(next->begin_lo - last->end_hi < tolerance)) return false;
    if (is_touch && !was_touch && next->end_hi - last->end_lo > tolerance) return false;
    if (was_touch && !is_touch && next->begin_hi - last->begin_lo > tolerance) return false;
    if (was_touch) last->begin_hi = next->begin_hi;
    if (!is_touch) last->end_lo = next->end_lo;
    if (!is_touch) last->status = next->status;
    last->end_hi = next->end_hi;
    return true;
}

int32_t graze_motion_delays(const GrazeMover* a, const GrazeMover* b, double from, double to,
                            const GrazeMotionOptions* options, GrazeDelay* out, int32_t capacity)
{
    Range range;
    Survey survey;
    if (!find_range(a, b, options, &range) || !cut_range(&range, from, to)) return 0;
    prepare(a, b, options, &range, &survey);
    Unsafe last = {0};
    Unsafe unsafe;
    double next = 0;
    bool goes_on = true;
    int32_t count = 0;
    while (goes_on) {
        graze_runs_refill(&survey.strips.runs);
        survey.strips.runs.looks = 0;
        if (!find_next(&survey, next, &unsafe, &goes_on)) return count;
        next = unsafe.next;
        if (count > 0 && joins(&unsafe, survey.tolerance, &last)) {
            survey.strips.runs.looks += out[count - 1].iterations;
            count--;
        } else {
            last = unsafe;
        }
        if (count == capacity) return capacity + 1;
        tell(&survey, &range, from, to, &last, &out[count]);
        count++;
    }
    return count;
}

void graze_motion_delays_usual(const GrazeMover* a, const GrazeMover* b, double* from, double* to,
                               GrazeMotionOptions* options)
{
    Range range;
    GrazeMotionOptions usual = *options;
    if (isnan(*from)) *from = -INFINITY;
    if (isnan(*to)) *to = INFINITY;
    if (isnan(options->from)) options->from = -INFINITY;
    if (isnan(options->to)) options->to = INFINITY;
    graze_motion_usual(a, b, &usual);
    options->slack = usual.slack;
    bool is_given = !isnan(options->tolerance);
    if (is_given) return;
    options->tolerance = DBL_MIN;
    if (!find_range(a, b, options, &range) || !cut_range(&range, *from, *to)) return;
    options->tolerance = max2(1e-9 * (range.most - range.least),
                              graze_motion_delays_least_tolerance(a, b, *from, *to, options));
}
