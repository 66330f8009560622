#include "../tolerance.h"
#include "delay_band.h"

/*
 * Unsafe delays of A: strips of delays that are free, from the left to the right, up to where they
 * become narrower than the tolerance; there an overlap just behind; from it on, along the deepest
 * place, as long as that surely stays in contact; and again strips, from just behind that.
 *
 * The delays that are asked about are cut to those on which anything depends. Here they count from
 * the first of these, and times from the first at which anything moves.
 */

typedef struct {
    GrazeDelayBand band;
    double tolerance, slack, min_delay;
} DelaySearch;

static bool is_out_of_budget(DelaySearch* search)
{
    return !graze_delayed_motion_ensure_budget(&search->band.delayed);
}

/* ---- the deepest place at a delay ---- */

/* Of B's time, at a delay: what of it both are there. */
static void common_time_range(const DelaySearch* search, double delay, double* from, double* to)
{
    const GrazeClockedMotion* a = &search->band.delayed.a;
    const GrazeClockedMotion* b = &search->band.delayed.b;
    *from = max2(max2(graze_clocked_piece_begin(a, a->first) + delay,
                      graze_clocked_piece_begin(b, b->first)),
                 0);
    *to = min2(graze_clocked_piece_end(a, a->last) + delay, graze_clocked_piece_end(b, b->last));
    *to = max2(*from, min2(*to, search->band.end));
}

/*
 * A look at the two at (delay, time), in stints a and b: its gap, how that changes with time, and
 * by how much that can bend.
 */
typedef struct {
    GrazeProximity proximity;
    int32_t a, b;
    double time, rate, curvature;
} DelayState;

static void query_pair(DelaySearch* search, const GrazeClockedPiece* a, double u,
                       const GrazeClockedPiece* b, double v, GrazeProximity* proximity)
{
    GrazeDelayedMotion* delayed = &search->band.delayed;
    graze_delayed_motion_expand(delayed, a, u, b, v, &proximity->state);
    graze_delayed_motion_query(delayed, proximity);
    delayed->evaluations_left--;
    delayed->evaluations++;
}

static void evaluate_state(DelaySearch* search, double delay, double time, DelayState* out)
{
    GrazeDelayedMotion* delayed = &search->band.delayed;
    GrazeClockedPiece a;
    GrazeClockedPiece b;
    GrazeSeparationBound2d bound;
    double u = time - delay;
    graze_clocked_piece_init(&delayed->a, graze_find_clocked_piece(&delayed->a, u, true), &a);
    graze_clocked_piece_init(&delayed->b, graze_find_clocked_piece(&delayed->b, time, true), &b);
    query_pair(search, &a, u, &b, time, &out->proximity);
    graze_separation_bound_2d_init(&delayed->motion.interval, &out->proximity, 0, &bound);
    graze_separation_bound_2d_set_extent(&bound, 0, 0);
    GrazeVec slope = graze_separation_bound_2d_gradient(&bound);
    out->a = a.index;
    out->b = b.index;
    out->time = time;
    out->rate = slope.x + slope.y;
    out->curvature = bound.curvature_a + bound.curvature_b;
}

static bool is_overlapping(const DelayState* state)
{
    return state->proximity.separation < -state->proximity.state.error;
}

enum { MAX_STRIDES = 40, MAX_SECANTS = 24 };

/* Taken for rising: where it falls, and is higher than another, there is a summit between them. */
static DelayState as_rising(const DelayState* falling, const DelayState* state)
{
    DelayState rising = *state;
    if (!(rising.rate > 0)) rising.rate = -falling->rate;
    return rising;
}

/*
 * Between two times, the separation falling at one and rising at the other: by the secant of its
 * rate and other guesses, to where little is left to gain.
 */
static void refine_minimum(DelaySearch* search, double delay, DelayState* falling,
                           DelayState* rising, DelayState* best)
{
    for (int32_t i = 0; i < MAX_SECANTS && !is_out_of_budget(search); i++) {
        double time_span = rising->time - falling->time;
        double gain = fabs(time_span) * min2(-falling->rate, rising->rate);
        double min_gain =
            max2(0.02 * fabs(best->proximity.separation), best->proximity.state.error);
        double turns = falling->rate - rising->rate;
        double fraction = falling->rate / turns;
        /* Where the rate jumps, by the tangents; else, by and by, halves. */
        double mean_slope =
            (rising->proximity.separation - falling->proximity.separation) / fabs(time_span);
        if (i % 3 == 1) fraction = (mean_slope - rising->rate) / turns;
        /* Where it bends the other way in between, the tangents meet outside. */
        if (i % 3 == 2 || !(fraction > 0 && fraction < 1)) fraction = 0.5;
        double time = falling->time + fraction * time_span;
        bool is_between = (time - falling->time) * (rising->time - time) > 0;
        if (gain <= min_gain || !is_between) return;
        DelayState here;
        evaluate_state(search, delay, time, &here);
        /* Along the way from falling to rising. */
        here.rate *= time_span > 0 ? 1 : -1;
        if (here.proximity.separation < best->proximity.separation) *best = here;
        if (here.rate < 0 && here.proximity.separation <= falling->proximity.separation) {
            *falling = here;
        } else {
            *rising = as_rising(falling, &here);
        }
    }
}

/*
 * From a time on downhill, to a time at which the separation is least in the neighbourhood: by
 * strides of `reach` at first, or less.
 */
static void find_deepest(DelaySearch* search, double delay, double time, double reach,
                         DelayState* best)
{
    double from;
    double to;
    DelayState here;
    common_time_range(search, delay, &from, &to);
    evaluate_state(search, delay, clamp(time, from, to), &here);
    *best = here;
    double sense = here.rate > 0 ? -1 : 1;
    double stride = here.curvature > 0 ? fabs(here.rate) / here.curvature : INFINITY;
    stride = min2(stride, min2(reach, (to - from) / 16));
    here.rate *= sense;
    for (int32_t i = 0; i < MAX_STRIDES && !is_out_of_budget(search); i++) {
        double gain = -here.rate * (to - from);
        bool is_flat =
            gain <= max2(0.001 * fabs(best->proximity.separation), best->proximity.state.error);
        double next = clamp(here.time + sense * stride, from, to);
        if (is_flat || next == here.time) return;
        DelayState ahead;
        evaluate_state(search, delay, next, &ahead);
        ahead.rate *= sense;
        if (ahead.proximity.separation < best->proximity.separation) *best = ahead;
        if (ahead.rate >= 0 || ahead.proximity.separation > here.proximity.separation) {
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
 * How much more delay they surely stay in contact, when B's time changes by `clock_rate` of the
 * delay, and A's by as much less one.
 */
static double contact_step_along(DelaySearch* search, double delay, const DelayState* from,
                                 double clock_rate)
{
    GrazeDelayedMotion* delayed = &search->band.delayed;
    GrazeClockedPiece a;
    GrazeClockedPiece b;
    GrazeProximity proximity = from->proximity;
    double u = from->time - delay;
    double v = from->time;
    graze_clocked_piece_init(&delayed->a, graze_find_clocked_piece(&delayed->a, u, clock_rate > 1),
                             &a);
    graze_clocked_piece_init(&delayed->b, graze_find_clocked_piece(&delayed->b, v, clock_rate > 0),
                             &b);
    double span = search->band.to - delay;
    double available_a = clock_rate > 1 ? a.to - u : u - a.from;
    double available_b = clock_rate > 0 ? min2(b.to, search->band.end) - v : v - max2(b.from, 0);
    if (clock_rate != 1) span = min2(span, available_a / fabs(clock_rate - 1));
    if (clock_rate != 0) span = min2(span, available_b / fabs(clock_rate));
    if (!(span > 0)) return 0;
    /*
     * Where pieces meet, those of the way ahead: their pivots, from which a look's places are seen,
     * are others.
     */
    if (a.index != from->a || b.index != from->b) {
        query_pair(search, &a, u, &b, v, &proximity);
    } else {
        graze_delayed_motion_expand(delayed, &a, u, &b, v, &proximity.state);
    }
    graze_delayed_motion_set_clock_rates(delayed, clock_rate - 1, clock_rate, &proximity.state);
    graze_motion_state_compute_poses(&delayed->motion.interval, &proximity.state);
    return graze_proximity_contact_step(&delayed->motion, &delayed->cache, &proximity, span, 0);
}

/* How near an end of a time counts as at it, as a part of that time. */
static const double NEAR_END = 0x1p-20;

/*
 * Searches for the deepest place at a later delay, up to which one lasted: near where that has gone
 * to. Where it has come to an end of the time in which both are there, first near the other end:
 * what overlaps there lasts longest.
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
 * On from an overlap, as long as that surely lasts: to *delay, or the last one. Where B stands
 * still, where A does, or as the deepest place went before.
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

/* CLEAR: free after all, though not for long. APART: behind a touch. */
typedef enum {
    OUTCOME_FREE,
    OUTCOME_SEPARATED,
    OUTCOME_OVERLAP,
    OUTCOME_PERSISTS,
    OUTCOME_UNKNOWN
} Outcome;

/*
 * Is it free from that delay on, up to some *free? Else `state` is the deepest place near where it
 * is not.
 */
static bool is_free_at(DelaySearch* search, double delay, double* free_until, DelayState* state)
{
    bool is_free;
    *free_until = graze_advance_delay_band(&search->band, delay, search->band.to, 0,
                                           search->min_delay, &is_free);
    if (is_free || is_out_of_budget(search)) return is_free;
    find_deepest(search, delay, search->band.blocking_time, INFINITY, state);
    return false;
}

/*
 * As is_free_at, up to `to` at least and without stairs: for delays that lie behind. No strip is
 * free that the budget ends.
 */
static bool is_free_up_to(DelaySearch* search, double delay, double to)
{
    GrazeDelayBand* band = &search->band;
    bool is_free = true;
    band->keeps_frontier = false;
    while (is_free && delay < to)
        delay = graze_advance_delay_band(band, delay, to, 0, search->min_delay, &is_free);
    band->keeps_frontier = true;
    return is_free;
}

/* Free from *delay on, and not at `before`: the same nearer to it. */
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

/* An overlap at *delay, and none that is known at `before`: one nearer to it. */
static void bisect_overlap(DelaySearch* search, double before, double* delay, DelayState* state)
{
    while (*delay - before > 0.5 * search->tolerance && !is_out_of_budget(search)) {
        double middle = before + 0.5 * (*delay - before);
        if (middle <= before || middle >= *delay) return;
        DelayState here;
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
 * Neither free nor an overlap at *delay: on, as long as no overlap is deeper than the slack, by
 * steps that grow, to where there is one, or all is free up to *free. *delay becomes that.
 */
static Outcome advance_graze(DelaySearch* search, double* delay, double* free_until,
                             DelayState* state)
{
    GrazeDelayBand* band = &search->band;
    double stride = 0.5 * search->tolerance;
    while (!is_out_of_budget(search)) {
        bool is_shallow;
        double here = *delay;
        double slack = max2(search->slack, 4 * state->proximity.state.error);
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

/* What a strip that ended at *delay has come to. */
static Outcome classify_band_end(DelaySearch* search, double* delay, double* free_until,
                                 DelayState* state)
{
    GrazeDelayBand* band = &search->band;
    double probe_delay = min2(*delay + 0.5 * search->tolerance, band->to);
    bool is_free;
    find_deepest(search, *delay, band->blocking_time, INFINITY, state);
    if (is_overlapping(state)) return OUTCOME_OVERLAP;
    DelayState ahead;
    find_deepest(search, probe_delay, state->time, search->tolerance, &ahead);
    if (is_overlapping(&ahead)) {
        /* Nothing is known of the very first delay. */
        if (*delay <= 0) find_deepest(search, 0, ahead.time, search->tolerance, state);
        if (is_overlapping(state)) return OUTCOME_OVERLAP;
        *delay = probe_delay;
        *state = ahead;
        return OUTCOME_OVERLAP;
    }
    if (state->proximity.separation > max2(search->slack, 4 * state->proximity.state.error)) {
        *free_until = graze_advance_delay_band(band, *delay, band->to, 0, 0, &is_free);
        if (is_free) return OUTCOME_FREE;
    }
    return advance_graze(search, delay, free_until, state);
}

/* ---- intervals ---- */

/* In the survey's own delays. `next`: free up to there, behind it. */
typedef struct {
    double begin_lo, begin_hi, end_lo, end_hi, next;
    GrazeContactStatus status;
} UnsafeInterval;

/*
 * On from an overlap at `delay` to where the unsafe delays end; false when they do not, or nobody
 * knows.
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

/* On by strips that are free; true when all the rest is. */
static bool skip_free(DelaySearch* search, double* from)
{
    bool is_free = true;
    double to = search->band.to;
    while (is_free) {
        *from = graze_advance_delay_band(&search->band, *from, to, 0, search->min_delay, &is_free);
        if (is_free && *from >= to) return true;
    }
    return false;
}

/*
 * The first unsafe delays after `from`: false when there are none. *goes_on: there can be others.
 */
static bool find_next_interval(DelaySearch* search, double from, UnsafeInterval* out, bool* goes_on)
{
    double to = search->band.to;
    double delay;
    double free_until = to;
    Outcome outcome;
    DelayState state;
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

/* ---- in the caller's terms ---- */

/*
 * Delays from `min_delay` to `max_delay` are those that matter: beyond, A has come to its end, or
 * has not yet begun, whenever anything is asked. There the two are never there together
 * (`is_none`), or all is as at that end.
 */
typedef struct {
    double min_delay, max_delay;
    bool is_none_below, is_none_above;
    double first, last; /* of B's time: when anything can change */
    double begin_a, end_a, begin_b, end_b;
} DelayRange;

/*
 * When the two move, each by its clock. One that stands still for ever does so at any time: then,
 * where the delays that matter are fewest.
 */
static void find_extents(const GrazeMovingBody* a, const GrazeMovingBody* b,
                         const GrazeMotionOptions* options, DelayRange* out)
{
    out->begin_a = a->pieces[0].t0;
    out->end_a = a->pieces[a->count - 1].t1;
    out->begin_b = b->pieces[0].t0;
    out->end_b = b->pieces[b->count - 1].t1;
    bool is_static_a = graze_is_static(a);
    bool is_static_b = graze_is_static(b);
    if (is_static_b && !is_static_a) {
        double time = out->begin_a;
        if (!isinf(options->to)) time = options->to;
        if (!isinf(options->from)) time = options->from;
        out->begin_b = out->end_b = time;
    } else if (is_static_a) {
        out->begin_a = out->end_a = out->begin_b;
    }
}

static bool find_range(const GrazeMovingBody* a, const GrazeMovingBody* b,
                       const GrazeMotionOptions* options, DelayRange* out)
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
    out->min_delay = out->first - out->end_a;
    out->max_delay = out->last - out->begin_a;
    if (isinf(from)) out->first = -INFINITY;
    if (isinf(to)) out->last = INFINITY;
    return true;
}

/*
 * The range cut to [from, to]; where all is as at its end, a little beyond that. False where they
 * are never there together.
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
 * base - delay as the sum of two doubles, exactly (Knuth, "The Art of Computer Programming", vol.
 * 2, 4.2.2).
 */
static void two_diff(double base, double delay, double* sum, double* tail)
{
    *sum = base - delay;
    double back = *sum - base;
    *tail = (base - (*sum - back)) + (-delay - back);
}

/* What places are off where the clocks are off by some roundings of all that goes into a time. */
static double clock_error_of(const GrazeMovingBody* body, double base, double duration)
{
    GrazeMotionBounds bounds;
    graze_motion_bounds(body, -INFINITY, INFINITY, &bounds);
    double max_offset =
        max2(fabs(body->pieces[0].t0 - base), fabs(body->pieces[body->count - 1].t1 - base));
    return GRAZE_CLOCK_ERROR * bounds.point_speed * (max_offset + duration);
}

/*
 * The finest brackets of delays: each end is rounded outwards to a delay, and times have ulps of
 * their own.
 */
static double min_tolerance(const DelayRange* range, double duration)
{
    double ulp = double_ulp(max2(fabs(range->min_delay), fabs(range->max_delay)));
    return max2(GRAZE_TIME_ULPS * ulp, 16 * DBL_EPSILON * duration);
}

/* The first and last time of B's clock that matter. */
static void find_times(const DelayRange* range, double* first, double* last)
{
    *first = min2(range->begin_b, range->begin_a + range->min_delay);
    *last = max2(range->end_b, range->end_a + range->max_delay);
    *first = clamp(*first, range->first, range->last);
    *last = clamp(*last, *first, range->last);
}

double graze_unsafe_motion_delays_min_tolerance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                                double from, double to,
                                                const GrazeMotionOptions* options)
{
    DelayRange range;
    double first;
    double last;
    if (!find_range(a, b, options, &range) || !cut_range(&range, from, to)) return DBL_MIN;
    find_times(&range, &first, &last);
    return min_tolerance(&range, last - first + (range.max_delay - range.min_delay));
}

static void prepare(const GrazeMovingBody* a, const GrazeMovingBody* b,
                    const GrazeMotionOptions* options, const DelayRange* range, DelaySearch* search)
{
    GrazeDelayBand* band = &search->band;
    GrazeDelayedMotion* delayed = &band->delayed;
    double first;
    double last;
    find_times(range, &first, &last);
    double base_a;
    double tail;
    two_diff(first, range->min_delay, &base_a, &tail);
    band->to = range->max_delay - range->min_delay;
    band->end = last - first;
    band->blocking_time = 0;
    band->count = 0;
    band->keeps_frontier = true;
    graze_clocked_motion_init(&delayed->a, a, base_a, tail);
    graze_clocked_motion_init(&delayed->b, b, first, 0);
    graze_delayed_motion_set_budget(delayed, options->max_iterations);
    graze_relative_motion_init(&delayed->motion, a, b, first, 1);
    delayed->motion.interval.from = -INFINITY;
    delayed->motion.interval.to = INFINITY;
    delayed->motion.interval.reach = (double)a->shape->radius + (double)b->shape->radius;
    delayed->motion.has_interval = true;
    delayed->cache = (GrazeProximityCache){.count = 0};
    double duration = band->end + band->to;
    delayed->clock_error = clock_error_of(a, base_a, duration) + clock_error_of(b, first, duration);
    double ulp = double_ulp(max2(fabs(range->min_delay), fabs(range->max_delay)));
    search->tolerance = max2(options->tolerance, min_tolerance(range, duration)) - 2 * ulp;
    search->slack = options->distance_tolerance;
    search->min_delay = 0.125 * search->tolerance;
}

/* A delay of the survey, rounded down or up, but not beyond where there is any. */
static double to_caller_delay(const DelayRange* range, double from, double to, double delay,
                              bool is_up)
{
    double sum = range->min_delay + delay;
    double rounded = sum - range->min_delay;
    if (is_up ? rounded < delay : rounded > delay) sum = double_adjacent(sum, is_up);
    return clamp(sum, from, to);
}

/*
 * In the caller's terms. What begins or ends with the range does so with what was asked, or with
 * what there is.
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
    out->iterations = search->band.delayed.evaluations;
}

/*
 * Makes one of two intervals of which one is a mere touch less than the tolerance away: an end's
 * bracket that holds both is no wider than others. False where that is not so.
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

int32_t graze_unsafe_motion_delays(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                   double to, const GrazeMotionOptions* options, GrazeDelay* out,
                                   int32_t capacity)
{
    DelayRange range;
    DelaySearch search;
    if (!find_range(a, b, options, &range) || !cut_range(&range, from, to)) return 0;
    prepare(a, b, options, &range, &search);
    UnsafeInterval last = {0};
    UnsafeInterval unsafe_interval;
    double next = 0;
    bool goes_on = true;
    int32_t count = 0;
    while (goes_on) {
        graze_delayed_motion_refill(&search.band.delayed);
        search.band.delayed.evaluations = 0;
        if (!find_next_interval(&search, next, &unsafe_interval, &goes_on)) return count;
        next = unsafe_interval.next;
        if (count > 0 && try_merge_touch(&unsafe_interval, search.tolerance, &last)) {
            search.band.delayed.evaluations += out[count - 1].iterations;
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

void graze_unsafe_motion_delays_defaults(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                         double* from, double* to, GrazeMotionOptions* options)
{
    DelayRange range;
    GrazeMotionOptions defaults = *options;
    if (isnan(*from)) *from = -INFINITY;
    if (isnan(*to)) *to = INFINITY;
    if (isnan(options->from)) options->from = -INFINITY;
    if (isnan(options->to)) options->to = INFINITY;
    graze_motion_defaults(a, b, &defaults);
    options->distance_tolerance = defaults.distance_tolerance;
    bool is_given = !isnan(options->tolerance);
    if (is_given) return;
    options->tolerance = DBL_MIN;
    if (!find_range(a, b, options, &range) || !cut_range(&range, *from, *to)) return;
    options->tolerance = max2(1e-9 * (range.max_delay - range.min_delay),
                              graze_unsafe_motion_delays_min_tolerance(a, b, *from, *to, options));
}
