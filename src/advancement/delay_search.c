#include "delay_search.h"

#include "../tolerance.h"
#include "delay_band.h"

#include <float.h>

/*
 * The search for the unsafe delays of A proceeds by increasing delay. It certifies bands of free
 * delays up to where they would become too narrow (`min_band_width`). There it looks for an overlap
 * just after, and follows it, at the time where the bodies overlap most, for as long as contact is
 * certified to last. Just after that it continues with bands.
 *
 * The delays of the query are cut to those on which the answer depends. Here delays count from the
 * first of these, and times from the first at which anything moves.
 */

/*
 * State of the search: `tolerance` is the maximum width of a bracket, less the error of rounding to
 * the caller's delays; `slack` is the distance tolerance, `min_band_width` the minimum width of a
 * band.
 */
typedef struct {
    GrazeDelayBand band;
    double tolerance, slack, min_band_width;
} DelaySearch;

static bool is_out_of_budget(DelaySearch* search)
{
    return !graze_delay_band_ensure_budget(&search->band);
}

/* ---- the time of the deepest overlap at a delay ---- */

/* Computes the range of B's time, at a delay, in which both bodies are present. */
static void common_time_range(const DelaySearch* search, double delay, double* from, double* to)
{
    const GrazeClockedMotion* a = &search->band.motion[0];
    const GrazeClockedMotion* b = &search->band.motion[1];
    *from = max2(max2(a->from + delay, b->from), 0);
    *to = min2(a->to + delay, b->to);
    *to = max2(*from, min2(*to, search->band.end));
}

/*
 * The bodies at a delay and a time of B: the numbers `a` and `b` of their pieces, the separation
 * with its error, its rate with time, and a bound of its second derivative. What was measured of the
 * deepest states is kept in a slot of the pair.
 */
typedef struct {
    int32_t a, b, slot;
    double time, separation, error, rate, curvature;
} DelayState;

static void evaluate_state(DelaySearch* search, double delay, double time, DelayState* out)
{
    GrazeDelayBand* band = &search->band;
    const GrazeDelayFunctions* functions = band->functions;
    GrazeClockedPiece a;
    GrazeClockedPiece b;
    double u = time - delay;
    functions->select(band->pair, 0, functions->find(band->pair, 0, u, true), &a);
    functions->select(band->pair, 1, functions->find(band->pair, 1, time, true), &b);
    out->error = functions->locate(band->pair, u, time);
    out->separation = functions->measure(band->pair, true, &out->error);
    band->evaluations_left--;
    band->evaluations++;
    functions->init_bound(band->pair, GRAZE_DELAY_NEAREST, 0);
    graze_delay_rate(band, &out->rate, &out->curvature);
    out->a = a.index;
    out->b = b.index;
    out->time = time;
}

static bool is_overlapping(const DelayState* state)
{
    return state->separation < -state->error;
}

/* Makes the state last evaluated the deepest one, in the slot of that. */
static void set_deepest(DelaySearch* search, const DelayState* state, DelayState* deepest)
{
    int32_t slot = deepest->slot;
    *deepest = *state;
    deepest->slot = slot;
    search->band.functions->keep(search->band.pair, slot);
}

enum { MAX_STRIDES = 40, MAX_SECANTS = 24 };

/*
 * Returns a state as the rising end of a range that contains a minimum. Where the separation falls
 * but is higher than at the falling end, it has risen in between: then the state gets a positive
 * rate.
 */
static DelayState as_rising(const DelayState* falling, const DelayState* state)
{
    DelayState rising = *state;
    if (!(rising.rate > 0)) rising.rate = -falling->rate;
    return rising;
}

/*
 * Refines the minimum between two times, with the separation falling at one and rising at the
 * other, until little is left to gain. Guesses where the minimum is by the secant of the rate, by
 * the tangents and by bisection in turn.
 */
static void refine_minimum(DelaySearch* search, double delay, DelayState* falling,
                           DelayState* rising, DelayState* best)
{
    for (int32_t i = 0; i < MAX_SECANTS && !is_out_of_budget(search); i++) {
        double time_span = rising->time - falling->time;
        double gain = fabs(time_span) * min2(-falling->rate, rising->rate);
        double min_gain = max2(0.02 * fabs(best->separation), best->error);
        double rate_change = falling->rate - rising->rate;
        double fraction = falling->rate / rate_change;
        /*
         * The second guess of each three is the intersection of the tangents, for a rate that
         * jumps.
         */
        double mean_slope = (rising->separation - falling->separation) / fabs(time_span);
        if (i % 3 == 1) fraction = (mean_slope - rising->rate) / rate_change;
        /* The third guess is the middle, as is any guess outside: the separation can be concave. */
        if (i % 3 == 2 || !(fraction > 0 && fraction < 1)) fraction = 0.5;
        double time = falling->time + fraction * time_span;
        bool is_between = (time - falling->time) * (rising->time - time) > 0;
        if (gain <= min_gain || !is_between) return;
        DelayState here;
        evaluate_state(search, delay, time, &here);
        /* The rate is that along the way from falling to rising. */
        here.rate *= time_span > 0 ? 1 : -1;
        if (here.separation < best->separation) set_deepest(search, &here, best);
        if (here.rate < 0 && here.separation <= falling->separation) {
            *falling = here;
        } else {
            *rising = as_rising(falling, &here);
        }
    }
}

/*
 * Descends from a time to a local minimum of the separation over time, by growing strides. The
 * first is at most `reach`. `best`, which is written, names its slot.
 */
static void find_deepest(DelaySearch* search, double delay, double time, double reach,
                         DelayState* best)
{
    double from;
    double to;
    DelayState here;
    common_time_range(search, delay, &from, &to);
    evaluate_state(search, delay, clamp(time, from, to), &here);
    set_deepest(search, &here, best);
    double sense = here.rate > 0 ? -1 : 1;
    double stride = here.curvature > 0 ? fabs(here.rate) / here.curvature : INFINITY;
    stride = min2(stride, min2(reach, (to - from) / 16));
    here.rate *= sense;
    for (int32_t i = 0; i < MAX_STRIDES && !is_out_of_budget(search); i++) {
        double gain = -here.rate * (to - from);
        bool is_flat = gain <= max2(0.001 * fabs(best->separation), best->error);
        double next = clamp(here.time + sense * stride, from, to);
        if (is_flat || next == here.time) return;
        DelayState ahead;
        evaluate_state(search, delay, next, &ahead);
        ahead.rate *= sense;
        if (ahead.separation < best->separation) set_deepest(search, &ahead, best);
        if (ahead.rate >= 0 || ahead.separation > here.separation) {
            DelayState rising = as_rising(&here, &ahead);
            refine_minimum(search, delay, &here, &rising, best);
            return;
        }
        here = ahead;
        stride *= 4;
    }
}

/* ---- unsafe delays ---- */

/*
 * Returns by how much the delay can grow while contact is certified to last, when B's time changes
 * at `clock_rate` per delay, and A's time therefore at clock_rate - 1.
 */
static double contact_step_along(DelaySearch* search, double delay, const DelayState* from,
                                 double clock_rate)
{
    GrazeDelayBand* band = &search->band;
    const GrazeDelayFunctions* functions = band->functions;
    GrazeClockedPiece a;
    GrazeClockedPiece b;
    double u = from->time - delay;
    double v = from->time;
    functions->select(band->pair, 0, functions->find(band->pair, 0, u, clock_rate > 1), &a);
    functions->select(band->pair, 1, functions->find(band->pair, 1, v, clock_rate > 0), &b);
    double span = band->to - delay;
    double available_a = clock_rate > 1 ? a.to - u : u - a.from;
    double available_b = clock_rate > 0 ? min2(b.to, band->end) - v : v - max2(b.from, 0);
    if (clock_rate != 1) span = min2(span, available_a / fabs(clock_rate - 1));
    if (clock_rate != 0) span = min2(span, available_b / fabs(clock_rate));
    if (!(span > 0)) return 0;
    /*
     * Uses the pieces ahead where pieces meet. Their pivots, from which positions are measured, can
     * differ from those of the last evaluation, so that the bodies are evaluated again.
     */
    bool is_kept = a.index == from->a && b.index == from->b;
    if (!is_kept) {
        band->evaluations_left--;
        band->evaluations++;
    }
    return functions->contact_step(band->pair, is_kept ? from->slot : -1, u, v, clock_rate, span);
}

/* Margin within which a time counts as an end of its range, as a fraction of the range. */
static const double NEAR_END = 0x1p-20;

/*
 * Finds the deepest time at a delay up to which contact has lasted, starting at `time`, to which
 * the contact has moved. If that is an end of the range in which both bodies are present, searches
 * from the other end first: the overlap there lasts longest.
 */
static void follow_deepest(DelaySearch* search, double delay, double time, double step,
                           DelayState* state)
{
    double from;
    double to;
    common_time_range(search, delay, &from, &to);
    double end_margin = NEAR_END * (to - from);
    bool is_late = time > to - end_margin;
    if ((is_late || time < from + end_margin) && to > from) {
        find_deepest(search, delay, is_late ? from : to, INFINITY, state);
        if (is_overlapping(state)) return;
    }
    find_deepest(search, delay, time, step, state);
}

/*
 * Advances *delay from an overlap for as long as contact is certified to last, at most to the last
 * delay, and `state` to the deepest time there. Each step takes the longest of three directions:
 * B's time fixed, A's time fixed, or both changing as the deepest time did in the step before.
 */
static void advance_contact(DelaySearch* search, double* delay, DelayState* state)
{
    double last = search->band.to;
    double drift = 0.5;
    while (*delay < last && !is_out_of_budget(search)) {
        double clock_rates[3] = {drift, 0, 1};
        double step = 0;
        double clock_rate = 0;
        for (int32_t k = 0; k < 3 && step < last - *delay; k++) {
            double candidate = contact_step_along(search, *delay, state, clock_rates[k]);
            if (candidate > step) {
                step = candidate;
                clock_rate = clock_rates[k];
            }
        }
        if (step >= last - *delay) {
            *delay = last;
            return;
        }
        if (step < 0.25 * search->tolerance) return;
        double before = state->time;
        *delay = graze_time_after(*delay, step);
        follow_deepest(search, *delay, before + clock_rate * step, step, state);
        if (!is_overlapping(state)) return;
        drift = (state->time - before) / step;
    }
}

/* ---- between free and overlap ---- */

/*
 * Classification of what follows a band that became too narrow.
 *
 *   OUTCOME_FREE       free delays, in a range narrower than the minimum width of a band
 *   OUTCOME_SEPARATED  a touch, after which the bodies are separated
 *   OUTCOME_OVERLAP    an overlap
 *   OUTCOME_PERSISTS   a touch that lasts up to the last delay
 *   OUTCOME_UNKNOWN    undecided
 */
typedef enum {
    OUTCOME_FREE,
    OUTCOME_SEPARATED,
    OUTCOME_OVERLAP,
    OUTCOME_PERSISTS,
    OUTCOME_UNKNOWN
} Outcome;

/*
 * Returns whether delays from this one up to some *free_until are certified free. If not, and the
 * budget has not ended, `state` is set to the deepest time near where the band became too narrow.
 */
static bool is_free_at(DelaySearch* search, double delay, double* free_until, DelayState* state)
{
    bool is_free;
    *free_until = graze_advance_delay_band(&search->band, delay, search->band.to, 0,
                                           search->min_band_width, &is_free);
    if (is_free || is_out_of_budget(search)) return is_free;
    find_deepest(search, delay, search->band.blocking_time, INFINITY, state);
    return false;
}

/*
 * Returns whether all delays from `delay` to `to` are certified free; false if the budget ends.
 * They lie behind the search, so that the frontier is not used.
 */
static bool is_free_up_to(DelaySearch* search, double delay, double to)
{
    GrazeDelayBand* band = &search->band;
    bool is_free = true;
    band->keeps_frontier = false;
    while (is_free && delay < to)
        delay = graze_advance_delay_band(band, delay, to, 0, search->min_band_width, &is_free);
    band->keeps_frontier = true;
    return is_free;
}

/* Bisects for the first free delay, given that *delay is free and `before` is not known to be. */
static void bisect_free(DelaySearch* search, double before, double* delay)
{
    while (*delay - before > 0.5 * search->tolerance && !is_out_of_budget(search)) {
        double middle = before + 0.5 * (*delay - before);
        if (middle <= before || middle >= *delay) return;
        if (is_free_up_to(search, middle, *delay)) {
            *delay = middle;
        } else {
            before = middle;
        }
    }
}

/* Bisects for the first overlap, given one at *delay and none known at `before`. */
static void bisect_overlap(DelaySearch* search, double before, double* delay, DelayState* state)
{
    while (*delay - before > 0.5 * search->tolerance && !is_out_of_budget(search)) {
        double middle = before + 0.5 * (*delay - before);
        if (middle <= before || middle >= *delay) return;
        DelayState here = {.slot = 1 - state->slot};
        find_deepest(search, middle, state->time, *delay - before, &here);
        if (is_overlapping(&here)) {
            *delay = middle;
            *state = here;
        } else {
            before = middle;
        }
    }
}

/*
 * Advances *delay through a grazing contact, from a delay at which neither free nor overlap is
 * certain, by growing steps in which no overlap is deeper than the slack. Ends at an overlap, or at
 * the first delay from which all is free up to *free_until.
 */
static Outcome advance_graze(DelaySearch* search, double* delay, double* free_until,
                             DelayState* state)
{
    GrazeDelayBand* band = &search->band;
    double stride = 0.5 * search->tolerance;
    while (!is_out_of_budget(search)) {
        bool is_shallow;
        double here = *delay;
        double slack = max2(search->slack, 4 * state->error);
        double next = min2(max2(here + stride, double_adjacent(here, true)), band->to);
        band->keeps_frontier = false;
        next = graze_advance_delay_band(band, here, next, slack, 0, &is_shallow);
        band->keeps_frontier = true;
        if (is_out_of_budget(search)) break;
        if (!is_shallow) {
            find_deepest(search, here, band->blocking_time, INFINITY, state);
            return is_overlapping(state) ? OUTCOME_OVERLAP : OUTCOME_UNKNOWN;
        }
        *delay = next;
        if (is_free_at(search, next, free_until, state)) {
            bisect_free(search, here, delay);
            return OUTCOME_SEPARATED;
        }
        if (is_out_of_budget(search)) break;
        if (is_overlapping(state)) {
            bisect_overlap(search, here, delay, state);
            return OUTCOME_OVERLAP;
        }
        if (next >= band->to) return OUTCOME_PERSISTS;
        stride *= 4;
    }
    return OUTCOME_UNKNOWN;
}

/*
 * Classifies what follows a band that ends at *delay. Sets *delay to the first overlap if there is
 * one, and *free_until if what follows is free.
 */
static Outcome classify_band_end(DelaySearch* search, double* delay, double* free_until,
                                 DelayState* state)
{
    GrazeDelayBand* band = &search->band;
    double probe_delay = min2(*delay + 0.5 * search->tolerance, band->to);
    bool is_free;
    find_deepest(search, *delay, band->blocking_time, INFINITY, state);
    if (is_overlapping(state)) return OUTCOME_OVERLAP;
    DelayState ahead = {.slot = 1 - state->slot};
    find_deepest(search, probe_delay, state->time, search->tolerance, &ahead);
    if (is_overlapping(&ahead)) {
        /* No band ends at the first delay of all: the bodies may overlap there already. */
        if (*delay <= 0) find_deepest(search, 0, ahead.time, search->tolerance, state);
        if (is_overlapping(state)) return OUTCOME_OVERLAP;
        *delay = probe_delay;
        *state = ahead;
        return OUTCOME_OVERLAP;
    }
    if (state->separation > max2(search->slack, 4 * state->error)) {
        *free_until = graze_advance_delay_band(band, *delay, band->to, 0, 0, &is_free);
        if (is_free) return OUTCOME_FREE;
    }
    return advance_graze(search, delay, free_until, state);
}

/* ---- intervals ---- */

/* An unsafe interval in the search's delays. After it, all is free up to the delay `next`. */
typedef struct {
    double begin_lo, begin_hi, end_lo, end_hi, next;
    GrazeContactStatus status;
} UnsafeInterval;

/*
 * Finds the end of unsafe delays from an overlap at `delay` on. Returns true if there can be
 * further ones; false if these do not end, their end is undecided, or all delays after them are
 * free.
 */
static bool find_contact_end(DelaySearch* search, double delay, DelayState* state,
                             UnsafeInterval* out)
{
    double to = search->band.to;
    while (!is_out_of_budget(search)) {
        advance_contact(search, &delay, state);
        out->end_lo = delay;
        out->end_hi = to;
        if (delay >= to) return false;
        if (is_out_of_budget(search)) break;
        delay = min2(max2(delay + 0.5 * search->tolerance, double_adjacent(delay, true)), to);
        out->end_hi = delay;
        if (is_free_at(search, delay, &out->next, state)) return out->next < to;
        if (is_out_of_budget(search)) break;
        if (is_overlapping(state)) continue;
        Outcome outcome = advance_graze(search, &delay, &out->next, state);
        out->end_hi = delay;
        if (outcome == OUTCOME_SEPARATED) return out->next < to;
        if (outcome == OUTCOME_PERSISTS) return false;
        if (outcome == OUTCOME_UNKNOWN) break;
    }
    out->status = GRAZE_CONTACT_UNDECIDED;
    out->end_hi = to;
    return false;
}

/* Skips free bands. Returns true if all remaining delays are free. */
static bool skip_free(DelaySearch* search, double* from)
{
    bool is_free = true;
    double to = search->band.to;
    while (is_free) {
        *from =
            graze_advance_delay_band(&search->band, *from, to, 0, search->min_band_width, &is_free);
        if (is_free && *from >= to) return true;
    }
    return false;
}

/*
 * Finds the next unsafe interval after `from`. Returns false if there is none. Sets *goes_on to
 * whether there can be further ones.
 */
static bool find_next_interval(DelaySearch* search, double from, UnsafeInterval* out, bool* goes_on)
{
    double to = search->band.to;
    double delay;
    double free_until = to;
    Outcome outcome;
    DelayState state = {.slot = 0};
    *goes_on = false;
    for (;;) {
        if (skip_free(search, &from)) return false;
        *out = (UnsafeInterval){from, to, from, to, to, GRAZE_CONTACT_UNDECIDED};
        if (is_out_of_budget(search)) return true;
        delay = from;
        outcome = classify_band_end(search, &delay, &free_until, &state);
        if (outcome != OUTCOME_FREE) break;
        from = free_until;
    }
    if (outcome == OUTCOME_UNKNOWN) return true;
    search->band.count = 0;
    out->begin_hi = delay;
    out->end_hi = delay;
    out->next = free_until;
    out->status = outcome == OUTCOME_OVERLAP ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_GRAZING;
    *goes_on = outcome == OUTCOME_OVERLAP ? find_contact_end(search, delay, &state, out)
                                          : outcome == OUTCOME_SEPARATED && free_until < to;
    return true;
}

/* ---- conversion to the caller's delays ---- */

/*
 * The delays on which the answer depends are those from `min_delay` to `max_delay`. At smaller ones
 * A has ended at all times of the query, at larger ones it has not begun. There the bodies are
 * never present together (`is_none_below`, `is_none_above`), or everything is as at `min_delay` or
 * `max_delay`.
 */
typedef struct {
    double min_delay, max_delay;
    bool is_none_below, is_none_above;
    double first, last; /* B's times between which anything can change */
    double begin_a, end_a, begin_b, end_b;
} DelayRange;

/*
 * Computes the times during which each body moves, on its own clock. For a body that always stays
 * at one place any time will do: it gets one for which the range of delays is short.
 */
static void find_extents(const GrazeMotionExtent extents[2], const GrazeMotionOptions* options,
                         DelayRange* out)
{
    out->begin_a = extents[0].begin;
    out->end_a = extents[0].end;
    out->begin_b = extents[1].begin;
    out->end_b = extents[1].end;
    bool is_static_a = extents[0].is_static;
    bool is_static_b = extents[1].is_static;
    if (is_static_b && !is_static_a) {
        double time = out->begin_a;
        if (!isinf(options->to)) time = options->to;
        if (!isinf(options->from)) time = options->from;
        out->begin_b = out->end_b = time;
    } else if (is_static_a) {
        out->begin_a = out->end_a = out->begin_b;
    }
}

/*
 * Computes the range of delays for the times of the query. Returns false if B is never present
 * then, or A at no time.
 */
static bool find_range(const GrazeMotionExtent extents[2], const GrazeMotionOptions* options,
                       DelayRange* out)
{
    const GrazeMotionExtent* a = &extents[0];
    const GrazeMotionExtent* b = &extents[1];
    find_extents(extents, options, out);
    double from = options->from;
    double to = options->to;
    if (!b->exists_before) from = max2(from, out->begin_b);
    if (!b->exists_after) to = min2(to, out->end_b);
    if (from > to || a->begin > a->end) return false;
    out->is_none_below = !a->exists_after && !isinf(from);
    out->is_none_above = !a->exists_before && !isinf(to);
    out->first = isinf(from) ? min2(out->begin_b, to) : from;
    out->last = isinf(to) ? max2(out->end_b, from) : to;
    out->min_delay = out->first - out->end_a;
    out->max_delay = out->last - out->begin_a;
    if (isinf(from)) out->first = -INFINITY;
    if (isinf(to)) out->last = INFINITY;
    return true;
}

/*
 * Clamps the range to the query's delays [from, to]. An end beyond which everything is as at that
 * end is first moved outward by an eighth of the range. Returns false if the bodies are never
 * present together.
 */
static bool cut_range(DelayRange* range, double from, double to)
{
    double beyond = 0.125 * (range->max_delay - range->min_delay);
    if (range->is_none_below && to < range->min_delay) return false;
    if (range->is_none_above && from > range->max_delay) return false;
    double min_delay = range->is_none_below ? range->min_delay : range->min_delay - beyond;
    double max_delay = range->is_none_above ? range->max_delay : range->max_delay + beyond;
    range->min_delay = clamp(from, min_delay, max_delay);
    range->max_delay = clamp(to, min_delay, max_delay);
    return true;
}

/*
 * Computes base - delay as the sum of two doubles, exactly (Knuth, "The Art of Computer
 * Programming", vol. 2, 4.2.2).
 */
static void two_diff(double base, double delay, double* sum, double* tail)
{
    *sum = base - delay;
    double back = *sum - base;
    *tail = (base - (*sum - back)) + (-delay - back);
}

/* Returns a clock whose time 0 is base + tail, for times of up to `duration`. */
static GrazeDelayClock make_clock(const GrazeMotionExtent* extent, double base, double tail,
                                  double duration)
{
    double max_offset = max2(fabs(extent->begin - base), fabs(extent->end - base));
    return (GrazeDelayClock){base, tail, max_offset + duration};
}

/*
 * Returns the minimum width of a bracket of delays: each of its ends is rounded outward, and times
 * are rounded too.
 */
static double min_tolerance(const DelayRange* range, double duration)
{
    double ulp = double_ulp(max2(fabs(range->min_delay), fabs(range->max_delay)));
    return max2(GRAZE_TIME_ULPS * ulp, 16 * DBL_EPSILON * duration);
}

/* Computes the first and the last time of B on which the answer depends. */
static void find_times(const DelayRange* range, double* first, double* last)
{
    *first = min2(range->begin_b, range->begin_a + range->min_delay);
    *last = max2(range->end_b, range->end_a + range->max_delay);
    *first = clamp(*first, range->first, range->last);
    *last = clamp(*last, *first, range->last);
}

double graze_delays_min_tolerance(const GrazeMotionExtent extents[2], double from, double to,
                                  const GrazeMotionOptions* options)
{
    DelayRange range;
    double first;
    double last;
    if (!find_range(extents, options, &range) || !cut_range(&range, from, to)) return DBL_MIN;
    find_times(&range, &first, &last);
    return min_tolerance(&range, last - first + (range.max_delay - range.min_delay));
}

static void prepare(const GrazeDelayFunctions* functions, void* pair,
                    const GrazeMotionExtent extents[2], const GrazeMotionOptions* options,
                    const DelayRange* range, DelaySearch* search)
{
    GrazeDelayBand* band = &search->band;
    double first;
    double last;
    find_times(range, &first, &last);
    double base_a;
    double tail;
    two_diff(first, range->min_delay, &base_a, &tail);
    band->functions = functions;
    band->pair = pair;
    band->to = range->max_delay - range->min_delay;
    band->end = last - first;
    band->blocking_time = 0;
    band->count = 0;
    band->keeps_frontier = true;
    double duration = band->end + band->to;
    const GrazeDelayClock clocks[2] = {make_clock(&extents[0], base_a, tail, duration),
                                       make_clock(&extents[1], first, 0, duration)};
    functions->begin(pair, clocks, band->motion);
    graze_delay_band_set_budget(band, options->max_iterations);
    double ulp = double_ulp(max2(fabs(range->min_delay), fabs(range->max_delay)));
    search->tolerance = max2(options->tolerance, min_tolerance(range, duration)) - 2 * ulp;
    search->slack = options->distance_tolerance;
    search->min_band_width = 0.125 * search->tolerance;
}

/* Converts a delay of the search to the caller's, rounded down or up and clamped to [from, to]. */
static double to_caller_delay(const DelayRange* range, double from, double to, double delay,
                              bool is_up)
{
    double sum = range->min_delay + delay;
    double rounded = sum - range->min_delay;
    if (is_up ? rounded < delay : rounded > delay) sum = double_adjacent(sum, is_up);
    return clamp(sum, from, to);
}

/*
 * Writes an interval in the caller's delays. Where it begins or ends with the search's range, it
 * begins or ends with the query's range, or with the delays at which both bodies can be present.
 */
static void write_interval(const DelaySearch* search, const DelayRange* range, double from,
                           double to, const UnsafeInterval* unsafe_interval, GrazeDelay* out)
{
    double max_delay = search->band.to;
    double first = range->is_none_below ? max2(from, range->min_delay) : from;
    double last = range->is_none_above ? min2(to, range->max_delay) : to;
    out->begin_lo = to_caller_delay(range, first, last, unsafe_interval->begin_lo, false);
    out->begin_hi = to_caller_delay(range, first, last, unsafe_interval->begin_hi, true);
    out->end_lo = to_caller_delay(range, first, last, unsafe_interval->end_lo, false);
    out->end_hi = to_caller_delay(range, first, last, unsafe_interval->end_hi, true);
    bool is_graze = unsafe_interval->status == GRAZE_CONTACT_GRAZING;
    if (unsafe_interval->begin_lo <= 0) out->begin_lo = first;
    if (unsafe_interval->begin_hi <= 0) out->begin_hi = first;
    if (unsafe_interval->end_hi >= max_delay) out->end_hi = last;
    if (unsafe_interval->end_lo >= max_delay) out->end_lo = last;
    if (is_graze) {
        out->begin_hi = out->end_hi;
        out->end_lo = out->begin_lo;
    }
    out->status = (int32_t)unsafe_interval->status;
    out->iterations = search->band.evaluations;
}

/*
 * Merges the interval `next` into `last` and returns true if one of them is a touch that is less
 * than the tolerance away from the other. If the other is a contact, its bracket at that end then
 * contains the touch, and must not become wider than the tolerance.
 */
static bool try_merge_touch(const UnsafeInterval* next, double tolerance, UnsafeInterval* last)
{
    bool is_touch = next->status == GRAZE_CONTACT_GRAZING;
    bool was_touch = last->status == GRAZE_CONTACT_GRAZING;
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

int32_t graze_search_delays(const GrazeDelayFunctions* functions, void* pair,
                            const GrazeMotionExtent extents[2], double from, double to,
                            const GrazeMotionOptions* options, GrazeDelay* out, int32_t capacity,
                            int32_t* iterations)
{
    DelayRange range;
    DelaySearch search;
    *iterations += 1;
    if (!find_range(extents, options, &range) || !cut_range(&range, from, to)) return 0;
    prepare(functions, pair, extents, options, &range, &search);
    UnsafeInterval last = {0};
    UnsafeInterval unsafe_interval;
    bool allows_touching = options->touching == GRAZE_TOUCHING_ALLOWED;
    double next = 0;
    bool goes_on = true;
    int32_t count = 0;
    while (goes_on) {
        search.band.evaluations = 0;
        bool is_found = find_next_interval(&search, next, &unsafe_interval, &goes_on);
        *iterations += search.band.evaluations;
        if (!is_found) return count;
        next = unsafe_interval.next;
        if (allows_touching && unsafe_interval.status == GRAZE_CONTACT_GRAZING) continue;
        if (count > 0 && try_merge_touch(&unsafe_interval, search.tolerance, &last)) {
            search.band.evaluations += out[count - 1].iterations;
            count--;
        } else {
            last = unsafe_interval;
        }
        if (count == capacity) return capacity + 1;
        write_interval(&search, &range, from, to, &last, &out[count]);
        count++;
    }
    return count;
}

void graze_delays_defaults(const GrazeMotionExtent extents[2], double* from, double* to,
                           GrazeMotionOptions* options)
{
    DelayRange range;
    if (isnan(*from)) *from = -INFINITY;
    if (isnan(*to)) *to = INFINITY;
    if (isnan(options->from)) options->from = -INFINITY;
    if (isnan(options->to)) options->to = INFINITY;
    bool is_given = !isnan(options->tolerance);
    if (is_given) return;
    options->tolerance = DBL_MIN;
    if (!find_range(extents, options, &range) || !cut_range(&range, *from, *to)) return;
    options->tolerance = max2(1e-9 * (range.max_delay - range.min_delay),
                              graze_delays_min_tolerance(extents, *from, *to, options));
}
