#include "first_contact.h"

#include "../tolerance.h"
#include "quadratic_step.h"
#include "straight_contact.h"

/* Queries the proximity from the cached edge, or by a full search if that does not apply. */
static void query_proximity(GrazeAdvancement* advancement, GrazeProximity* proximity)
{
    if (graze_query_proximity_cached(&advancement->motion, &advancement->cache, proximity)) return;
    graze_query_proximity(&advancement->motion, &advancement->cache, proximity);
}

/* Returns the depth above which bodies overlap. */
static double least_overlap(const GrazeAdvancement* advancement, double error)
{
    return advancement->allows_touching ? max2(0.125 * advancement->distance_tolerance, error)
                                        : error;
}

static bool is_overlapping_at(GrazeAdvancement* advancement, double time)
{
    GrazeProximity proximity;
    graze_relative_motion_find_interval(&advancement->motion, time);
    graze_motion_state_evaluate(&advancement->motion, time, &proximity.state);
    query_proximity(advancement, &proximity);
    graze_advancement_count_evaluation(advancement, time);
    return proximity.separation < -least_overlap(advancement, proximity.state.error);
}

static double interval_end(const GrazeAdvancement* advancement)
{
    return min2(advancement->motion.interval.to, advancement->to);
}

static GrazeContactBracket make_bracket(GrazeContactStatus status, double lo, double hi)
{
    return (GrazeContactBracket){status, lo, hi, hi, hi};
}

/*
 * Bisects for an earlier overlap, given an overlap at hi and none known at `before`, until these are
 * within half the tolerance of each other. Returns the time of the overlap, and in *before the last
 * instant without one: that does not show that there was none before it.
 */
static double bisect_overlap(GrazeAdvancement* advancement, double* before, double hi)
{
    while (hi - *before > 0.5 * advancement->tolerance &&
           graze_advancement_ensure_budget(advancement)) {
        double middle = *before + 0.5 * (hi - *before);
        if (middle <= *before || middle >= hi) break;
        if (is_overlapping_at(advancement, middle)) {
            hi = middle;
        } else {
            *before = middle;
        }
    }
    return hi;
}

/*
 * Advances through a grazing contact, from lo, where rounding cannot distinguish contact from a
 * gap. During each step no overlap is deeper than the slack; and the bodies stay within twice the
 * slack of contact, unless the step is shorter than half the tolerance. Ends where the bodies
 * overlap, or are farther apart than the slack (*has_separated), or at the end of the advancement.
 * There is no graze, and the bracket is free, if they are farther apart at lo.
 */
static GrazeContactBracket advance_graze(GrazeAdvancement* advancement, double lo,
                                         bool* has_separated)
{
    double t = lo;
    double before = lo;
    while (graze_advancement_ensure_budget(advancement)) {
        GrazeProximity proximity;
        graze_advancement_evaluate(advancement, t, &proximity);
        double error = proximity.state.error;
        double slack = max2(advancement->distance_tolerance, 4 * error);
        if (proximity.separation < -error) {
            double hi = bisect_overlap(advancement, &before, t);
            return make_bracket(GRAZE_CONTACT_HIT, lo, hi);
        }
        before = t;
        *has_separated = proximity.separation > slack;
        if (*has_separated && t <= lo) return make_bracket(GRAZE_CONTACT_FREE, lo, lo);
        if (*has_separated || t >= advancement->to)
            return make_bracket(GRAZE_CONTACT_GRAZING, lo, t);
        double end = interval_end(advancement);
        double step = graze_proximity_shallow_step(&advancement->motion, &proximity, end - t, slack,
                                                   advancement->method);
        double contact_step = graze_proximity_contact_step(
            &advancement->motion, &advancement->cache, &proximity, end - t, 2 * slack);
        step = min2(step, max2(contact_step, 0.5 * advancement->tolerance));
        double next = step >= end - t ? end : graze_time_after(t, step);
        if (next <= t) break;
        t = next;
    }
    return make_bracket(GRAZE_CONTACT_UNDECIDED, lo, advancement->to);
}

/*
 * Bisects the remaining time when the budget is used up, the left half first. A part of it is free
 * if the separation in its middle is larger than the distance that the bodies can cover, at the
 * largest speed, from there to its ends.
 */
static GrazeContactBracket bisect_remaining(GrazeAdvancement* advancement, double t)
{
    double hi = advancement->to;
    double width = hi - t;
    bool has_overlap = false;
    for (int32_t i = 0; i < GRAZE_BISECTIONS && t < hi; i++) {
        GrazeProximity proximity;
        GrazeRateBounds rates;
        graze_relative_motion_find_interval(&advancement->motion, t);
        double end = min2(advancement->motion.interval.to, hi);
        bool is_last = width >= end - t;
        if (is_last) width = end - t;
        if (!is_last && width <= 0.5 * advancement->tolerance) break;
        graze_advancement_evaluate(advancement, t + 0.5 * width, &proximity);
        if (proximity.separation < -proximity.state.error) {
            hi = t + 0.5 * width;
            has_overlap = true;
            continue;
        }
        graze_compute_rate_bounds(&proximity.state, 0.5 * width, &rates);
        double max_speed = graze_largest_speed(&advancement->motion.interval, &rates);
        if (proximity.separation - proximity.state.error >
            max_speed * 0.5 * width * (1 + GRAZE_STEP_ERROR)) {
            t = is_last ? end : graze_time_after(t, width);
            width *= 2;
        } else {
            width *= 0.5;
        }
    }
    if (has_overlap && hi - t <= advancement->tolerance)
        return make_bracket(GRAZE_CONTACT_HIT, t, hi);
    if (!has_overlap && t >= hi) return make_bracket(GRAZE_CONTACT_FREE, hi, hi);
    return make_bracket(GRAZE_CONTACT_UNDECIDED, t, hi);
}

static void advance_to_contact(GrazeAdvancement* advancement, double from,
                               GrazeContactBracket* bracket);

/*
 * Refines the end of a grazing contact, after which the bodies are separated: a backward
 * advancement starts there and ends where it comes near contact. Returns true if the whole bracket is
 * free.
 */
static bool refine_graze_end(GrazeAdvancement* advancement, GrazeContactBracket* bracket)
{
    GrazeAdvancement reverse = *advancement;
    GrazeContactBracket reverse_bracket;
    reverse.motion.sense = -advancement->motion.sense;
    reverse.motion.has_interval = false;
    reverse.to = -bracket->lo;
    reverse.is_refining = true;
    advance_to_contact(&reverse, -bracket->hi, &reverse_bracket);
    graze_advancement_share_budget(&reverse, advancement);
    advancement->evaluations = reverse.evaluations;
    if (reverse_bracket.status == GRAZE_CONTACT_FREE) {
        /* Points can be in contact at the first instant alone. */
        GrazeProximity proximity;
        graze_advancement_evaluate(advancement, bracket->lo, &proximity);
        if (proximity.separation > proximity.state.error) return true;
        bracket->hi = bracket->lo;
        return false;
    }
    double base_shift = reverse.motion.base - advancement->motion.base;
    double end = -reverse_bracket.lo + base_shift;
    if (base_shift != 0) end = double_adjacent(end, true);
    bracket->hi = clamp(end, bracket->lo, bracket->hi);
    return false;
}

/*
 * An advance to a contact.
 *   time, end       of the step, and of the interval that has it
 *   step            time from `time` on that is free
 *   time_to_close   estimate of the time until contact
 *   quadratic_end   end of the interval where quadratic steps were tried
 *   is_far          set if the step is that of discs, so that the proximity has not been queried
 */
typedef struct {
    GrazeAdvancement* advancement;
    GrazeProximity proximity;
    double time, end, step, time_to_close, quadratic_end;
    bool is_far, has_moved;
} ContactAdvance;

/* Begins a step by that of the discs; returns false if it moves the base of time instead. */
static bool begin_step(ContactAdvance* advance)
{
    GrazeAdvancement* advancement = advance->advancement;
    GrazeMotionState* state = &advance->proximity.state;
    const GrazePieceInterval* interval =
        graze_relative_motion_find_interval(&advancement->motion, advance->time);
    advance->end = interval_end(advancement);
    advance->time_to_close = INFINITY;
    graze_motion_state_expand(&advancement->motion, advance->time, state);
    if (graze_advancement_rebase(advancement, state->error, &advance->time)) {
        advance->quadratic_end = -INFINITY;
        return false;
    }
    graze_advancement_count_evaluation(advancement, advance->time);
    double left = advance->end - advance->time;
    bool may_use_discs = advancement->method == GRAZE_METHOD_CERTIFIED;
    advance->step = may_use_discs ? graze_discs_safe_step(interval, state, 0, left) : 0;
    advance->is_far = advance->step > 0;
    return true;
}

/* Moves to a later time, up to which all is free; returns true at the end, where the bracket is free. */
static bool move_to(ContactAdvance* advance, double time, GrazeContactBracket* bracket)
{
    advance->has_moved = advance->has_moved || time > advance->time;
    advance->time = time;
    if (time < advance->end || advance->end < advance->advancement->to) return false;
    *bracket = make_bracket(GRAZE_CONTACT_FREE, advance->end, advance->end);
    return true;
}

/* Returns whether quadratic steps apply, which are tried once in each interval. */
static bool can_step_quadratic(const ContactAdvance* advance)
{
    const GrazeAdvancement* advancement = advance->advancement;
    return advancement->method == GRAZE_METHOD_CERTIFIED &&
           advance->step < advance->end - advance->time && advance->quadratic_end != advance->end &&
           advancement->evaluations_left >= GRAZE_QUADRATIC_STEP_EVALUATIONS &&
           graze_can_step_quadratic(&advancement->motion.interval);
}

/* Finds the step from the separation; returns true if the bodies overlap, with the bracket. */
static bool measure_step(ContactAdvance* advance, GrazeContactBracket* bracket)
{
    GrazeAdvancement* advancement = advance->advancement;
    GrazeProximity* proximity = &advance->proximity;
    graze_motion_state_compute_poses(&advancement->motion.interval, &proximity->state);
    query_proximity(advancement, proximity);
    double error = proximity->state.error;
    double t = advance->time;
    if (proximity->separation < -error) {
        GrazeContactStatus status =
            advance->has_moved ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_OVERLAPPING;
        *bracket = make_bracket(status, t, t);
        return true;
    }
    if (proximity->separation > error) {
        advance->step = graze_proximity_safe_step(&advancement->motion, proximity, advance->end - t,
                                                  0, advancement->method, &advance->time_to_close);
    }
    return false;
}

/*
 * Looks for a contact where steps become short: an overlap just after *next, which is the end of the
 * step, or a grazing contact there. Returns true if there is one, with the bracket; else *next is a
 * time up to which all is free.
 */
static bool find_contact_after(ContactAdvance* advance, double* next, GrazeContactBracket* bracket)
{
    GrazeAdvancement* advancement = advance->advancement;
    double tolerance = advancement->tolerance;
    bool is_slow = *next - advance->time < 0.25 * tolerance;
    if (!is_slow && !(advance->time_to_close < 0.25 * tolerance)) return false;
    double probe = min2(*next + 0.75 * tolerance, advancement->to);
    if (probe > *next && advancement->evaluations_left > 0 &&
        is_overlapping_at(advancement, probe)) {
        *bracket = make_bracket(GRAZE_CONTACT_HIT, *next, probe);
        return true;
    }
    /* The slack of a graze is near enough to contact where no step is certified. */
    double error = (*next > advance->time ? 1 : 4) * advance->proximity.state.error;
    double slack = max2(advancement->distance_tolerance, error);
    if (!is_slow || !(advance->proximity.separation <= slack)) return false;
    if (advancement->allows_touching) {
        *bracket = make_bracket(GRAZE_CONTACT_GRAZING, *next, *next);
        return true;
    }
    bool has_separated = false;
    *bracket = advance_graze(advancement, *next, &has_separated);
    bool is_graze = bracket->status != GRAZE_CONTACT_FREE;
    bool may_refine =
        has_separated && !advancement->is_refining && advancement->evaluations_left > 0;
    if (is_graze && (!may_refine || !refine_graze_end(advancement, bracket))) return true;
    *next = bracket->hi;
    return false;
}

/* Advances to the first contact, a touch included. */
static void advance_to_contact(GrazeAdvancement* advancement, double from,
                               GrazeContactBracket* bracket)
{
    ContactAdvance advance;
    advance.advancement = advancement;
    advance.time = from;
    advance.quadratic_end = -INFINITY;
    advance.has_moved = false;
    while (graze_advancement_ensure_budget(advancement)) {
        if (!begin_step(&advance)) continue;
        double next = graze_time_after(advance.time, advance.step);
        if (can_step_quadratic(&advance)) {
            GrazeProximity* proximity = &advance.proximity;
            double free = next;
            advance.quadratic_end = advance.end;
            if (graze_advance_quadratic(advancement, proximity, advance.end, bracket, &free))
                return;
            if (free > advance.time) {
                if (move_to(&advance, free, bracket)) return;
                continue;
            }
            graze_motion_state_expand(&advancement->motion, advance.time, &proximity->state);
        }
        if (!advance.is_far && measure_step(&advance, bracket)) return;
        if (advance.step > 0 && advance.step >= advance.end - advance.time) {
            if (move_to(&advance, advance.end, bracket)) return;
            continue;
        }
        next = graze_time_after(advance.time, advance.step);
        if (!advance.is_far && find_contact_after(&advance, &next, bracket)) return;
        if (next <= advance.time) break;
        advance.time = next;
        advance.has_moved = true;
    }
    *bracket = advancement->is_refining
                   ? make_bracket(GRAZE_CONTACT_UNDECIDED, advance.time, advancement->to)
                   : bisect_remaining(advancement, advance.time);
}

/*
 * Motions whose touches are allowed are followed from contact to contact, and through each of them by
 * steps during which no overlap is deeper than the slack. An overlap deeper than half the slack ends
 * it, so that every step is certified for half the slack at least. The answer's bracket is that in
 * which this overlap began: of the contact itself, or from the last instant without an overlap on. An
 * overlap counts as begun from an eighth of the slack on, well above rounding.
 */

/* Beginning of an overlap: the bodies overlap at hi, and are not known to at lo. */
typedef struct {
    double lo, hi;
    bool is_known, is_first; /* is_first: at the beginning of the advancement */
} Onset;

static void shift_time(double* time, double shift, bool is_up)
{
    *time = double_adjacent(*time + shift, is_up);
}

/* Moves the base of the time as graze_advancement_rebase does, and the onset with it. */
static void rebase_onset(GrazeAdvancement* advancement, double* t, Onset* onset)
{
    double before = *t;
    graze_relative_motion_find_interval(&advancement->motion, *t);
    GrazeMotionState state;
    graze_motion_state_expand(&advancement->motion, *t, &state);
    if (!graze_advancement_rebase(advancement, state.error, t)) return;
    shift_time(&onset->lo, *t - before, false);
    shift_time(&onset->hi, *t - before, true);
}

/*
 * Passes through a contact from the beginning of `onset`. Returns true at the end of the way: the
 * bracket is that of an overlap, free or undecided; or false where the bodies are apart again, at *t.
 */
static bool pass_contact(GrazeAdvancement* advancement, Onset onset, double* t,
                         GrazeContactBracket* bracket)
{
    *t = onset.lo;
    while (graze_advancement_ensure_budget(advancement)) {
        GrazeProximity proximity;
        rebase_onset(advancement, t, &onset);
        graze_advancement_evaluate(advancement, *t, &proximity);
        double error = proximity.state.error;
        double slack = max2(advancement->distance_tolerance, 4 * error);
        bool is_overlapping = proximity.separation < -least_overlap(advancement, error);
        if (is_overlapping && !onset.is_known) {
            onset.hi = *t;
            onset.is_known = true;
        }
        if (proximity.separation < -0.5 * slack) {
            double lo = onset.lo;
            double hi = bisect_overlap(advancement, &lo, min2(onset.hi, *t));
            *bracket = onset.is_first ? make_bracket(GRAZE_CONTACT_OVERLAPPING, onset.lo, onset.lo)
                                      : make_bracket(GRAZE_CONTACT_HIT, lo, hi);
            bracket->deep_at = *t;
            return true;
        }
        if (proximity.separation > slack) return false;
        if (*t >= advancement->to) {
            *bracket = make_bracket(GRAZE_CONTACT_FREE, advancement->to, advancement->to);
            return true;
        }
        if (!is_overlapping && *t > onset.lo) onset = (Onset){*t, *t, false, false};
        double end = interval_end(advancement);
        double step = graze_proximity_shallow_step(&advancement->motion, &proximity, end - *t,
                                                   slack, GRAZE_METHOD_CERTIFIED);
        double next = step >= end - *t ? end : graze_time_after(*t, step);
        if (next <= *t) break;
        *t = next;
    }
    *bracket = make_bracket(GRAZE_CONTACT_UNDECIDED, *t, advancement->to);
    return true;
}

/* Advances to the first overlap. */
static void advance_to_overlap(GrazeAdvancement* advancement, double from,
                               GrazeContactBracket* bracket)
{
    double t = from;
    bool has_moved = false;
    for (;;) {
        advance_to_contact(advancement, t, bracket);
        bool is_decided = bracket->status == GRAZE_CONTACT_FREE;
        if (is_decided || bracket->status == GRAZE_CONTACT_UNDECIDED) return;
        bool is_known =
            bracket->status != GRAZE_CONTACT_GRAZING && is_overlapping_at(advancement, bracket->hi);
        bool is_first = bracket->status == GRAZE_CONTACT_OVERLAPPING && !has_moved;
        Onset onset = {bracket->lo, bracket->hi, is_known, is_first};
        if (pass_contact(advancement, onset, &t, bracket)) return;
        has_moved = true;
    }
}

void graze_advance(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket)
{
    if (advancement->allows_touching) {
        advance_to_overlap(advancement, from, bracket);
    } else {
        advance_to_contact(advancement, from, bracket);
    }
}

/* First contact in the caller's time and the world frame. */

/*
 * Moves the witness points outward by the inflations of the bodies at time t, and reduces the
 * separation by their sum: inflated bodies have the same normal.
 */
static void inflate_witness(const GrazeRelativeMotion* motion, double t, GrazeContact* out)
{
    GrazeWitness* witness = &out->witness;
    double inflation_a = graze_inflation_at(motion->a, t);
    double inflation_b = graze_inflation_at(motion->b, t);
    out->separation -= inflation_a + inflation_b;
    witness->point_a_x += inflation_a * witness->normal_x;
    witness->point_a_y += inflation_a * witness->normal_y;
    witness->point_b_x -= inflation_b * witness->normal_x;
    witness->point_b_y -= inflation_b * witness->normal_y;
}

/* Moves witness points by `v`. */
static void translate_witness(GrazeWitness* witness, GrazeVec v)
{
    witness->point_a_x = v.x + witness->point_a_x;
    witness->point_a_y = v.y + witness->point_a_y;
    witness->point_b_x = v.x + witness->point_b_x;
    witness->point_b_y = v.y + witness->point_b_y;
}

/* Writes depth and witness of bodies that overlap; returns false if they do not. */
static bool write_penetration(const GrazeRelativeMotion* motion, const GrazeMotionState* state,
                              GrazeContact* out)
{
    GrazePenetration penetration;
    graze_penetration(motion->a->shape, &state->pose_a, motion->b->shape, &state->pose_b,
                      &penetration);
    out->separation = -penetration.depth;
    out->witness = penetration.witness;
    return penetration.relation == GRAZE_OVERLAPPING;
}

void graze_write_witness(GrazeRelativeMotion* motion, double time, bool is_overlapping,
                         GrazeContact* out)
{
    GrazeMotionState state;
    graze_relative_motion_find_interval(motion, time);
    graze_motion_state_evaluate(motion, time, &state);
    GrazeVec world_pivot = graze_motion_state_world_pivot(motion, &state);
    const GrazeShape* a = motion->a->shape;
    const GrazeShape* b = motion->b->shape;
    if (!is_overlapping || !write_penetration(motion, &state, out)) {
        GrazeDistance distance;
        graze_distance(a, &state.pose_a, b, &state.pose_b, &distance);
        out->separation = distance.distance;
        out->witness = distance.witness;
        if (distance.relation == GRAZE_OVERLAPPING) write_penetration(motion, &state, out);
    }
    if (motion->interval.is_inflated)
        inflate_witness(motion, motion->base + motion->sense * time, out);
    translate_witness(&out->witness, world_pivot);
}

/* Writes the witness of a contact that graze_straight_contact has found. */
static void write_straight_witness(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                   const GrazeMotionOptions* options, GrazeContact* out)
{
    GrazeRelativeMotion motion;
    graze_relative_motion_init(&motion, a, b, options->from, 1);
    graze_write_witness(&motion, out->lo - options->from, false, out);
}

/* Output array of evaluation times, with room for `count`. */
typedef struct {
    double* time;
    int32_t count;
} TraceBuffer;

/*
 * Runs an advancement, and returns its bracket in the caller's time in `lo` and `hi`. Returns false
 * with a free bracket if the bodies are never present together. `interval` is that of all of the time
 * of the query, with the base at its beginning, or NULL.
 */
static bool run_advancement(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, TraceBuffer trace,
                            const GrazePieceInterval* interval, GrazeAdvancement* advancement,
                            GrazeContactBracket* bracket, double* lo, double* hi)
{
    GrazeMotionOptions clipped = *options;
    *bracket = (GrazeContactBracket){.status = GRAZE_CONTACT_FREE};
    *lo = *hi = options->to;
    if (interval == NULL && !graze_motion_window(a, b, &clipped.from, &clipped.to)) return false;
    graze_advancement_init(advancement, a, b, &clipped, 1, clipped.to - clipped.from);
    advancement->trace = trace.time;
    advancement->trace_capacity = trace.count;
    double start = 0;
    if (interval != NULL) {
        graze_relative_motion_set_interval(&advancement->motion, interval);
        start = interval->free_until;
        if (start > 0) graze_advancement_count_evaluation(advancement, 0);
    }
    graze_advance(advancement, start, bracket);
    *lo = graze_to_caller_time(advancement, bracket->lo, false);
    /*
     * Rounding up would include the ulp after a grazing contact, in which an overlap can be deep.
     */
    *hi = graze_to_caller_time(advancement, bracket->hi, bracket->status != GRAZE_CONTACT_GRAZING);
    return true;
}

int32_t graze_convex_search_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                    const GrazeMotionOptions* options,
                                    const GrazePieceInterval* interval, GrazeContactStatus* status,
                                    double* lo, double* hi)
{
    GrazeAdvancement advancement;
    GrazeContactBracket bracket;
    bool are_present = run_advancement(a, b, options, (TraceBuffer){NULL, 0}, interval,
                                       &advancement, &bracket, lo, hi);
    *status = bracket.status;
    return are_present ? advancement.evaluations : 0;
}

int32_t graze_convex_contact_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     const GrazeMotionOptions* options, GrazeContactStatus* status,
                                     double* lo, double* hi)
{
    GrazePieceInterval room;
    const GrazePieceInterval* interval;
    if (graze_straight_contact(a, b, options, &room, &interval, status, lo, hi)) return 1;
    return graze_convex_search_contact(a, b, options, interval, status, lo, hi);
}

int32_t graze_convex_trace_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                   const GrazeMotionOptions* options, double* times,
                                   int32_t capacity, GrazeContact* out)
{
    GrazeAdvancement advancement;
    GrazeContactBracket bracket;
    GrazeContactStatus status;
    *out = (GrazeContact){0};
    GrazePieceInterval room;
    const GrazePieceInterval* interval;
    if (graze_straight_contact(a, b, options, &room, &interval, &status, &out->lo, &out->hi)) {
        out->status = (int32_t)status;
        out->iterations = 1;
        if (capacity > 0) times[0] = options->from;
        if (status != GRAZE_CONTACT_FREE) write_straight_witness(a, b, options, out);
        return 1;
    }
    TraceBuffer trace;
    trace.time = times;
    trace.count = capacity;
    bool are_present =
        run_advancement(a, b, options, trace, interval, &advancement, &bracket, &out->lo, &out->hi);
    out->status = (int32_t)bracket.status;
    out->iterations = are_present ? advancement.evaluations : 0;
    if (bracket.status != GRAZE_CONTACT_FREE)
        graze_write_witness(&advancement.motion, bracket.lo, false, out);
    return out->iterations;
}

double graze_convex_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t)
{
    GrazeRelativeMotion motion;
    GrazeProximity proximity;
    GrazeProximityCache cache = {.count = 0};
    graze_relative_motion_init(&motion, a, b, t, 1);
    graze_relative_motion_find_interval(&motion, 0);
    graze_motion_state_evaluate(&motion, 0, &proximity.state);
    graze_query_proximity(&motion, &cache, &proximity);
    return proximity.separation;
}
