#include "delay_band.h"

#include "../tolerance.h"
#include "convex_pair.h"

void graze_clocked_motion_init(GrazeClockedMotion* clocked, const GrazeMovingBody* body,
                               double base, double tail)
{
    clocked->body = body;
    clocked->base = base;
    clocked->tail = tail;
    clocked->first = body->before == GRAZE_STAY ? -1 : 0;
    clocked->last = body->after == GRAZE_STAY ? body->count : body->count - 1;
}

void graze_delayed_motion_set_budget(GrazeDelayedMotion* delayed, int32_t budget)
{
    delayed->may_extend_budget = budget < 1;
    delayed->evaluations_left =
        budget < 1 ? graze_default_budget(delayed->a.body, delayed->b.body) : budget;
}

bool graze_delayed_motion_ensure_budget(GrazeDelayedMotion* delayed)
{
    if (delayed->evaluations_left > 0) return true;
    if (!delayed->may_extend_budget) return false;
    delayed->may_extend_budget = false;
    delayed->evaluations_left = graze_delay_budget(delayed->a.body, delayed->b.body);
    return delayed->evaluations_left > 0;
}

static double to_clock_time(const GrazeClockedMotion* clocked, double time)
{
    return time - clocked->base - clocked->tail;
}

double graze_clocked_piece_begin(const GrazeClockedMotion* clocked, int32_t index)
{
    const GrazeMovingBody* body = clocked->body;
    if (index < 0) return -INFINITY;
    bool is_staying = index == body->count;
    double time = is_staying ? graze_piece_end(body, index - 1) : graze_piece_begin(body, index);
    return to_clock_time(clocked, time);
}

double graze_clocked_piece_end(const GrazeClockedMotion* clocked, int32_t index)
{
    const GrazeMovingBody* body = clocked->body;
    if (index == body->count) return INFINITY;
    bool is_staying = index < 0;
    double time = is_staying ? graze_motion_begin(body) : graze_piece_end(body, index);
    return to_clock_time(clocked, time);
}

void graze_clocked_piece_init(const GrazeClockedMotion* clocked, int32_t index,
                              GrazeClockedPiece* out)
{
    const GrazeMovingBody* body = clocked->body;
    int32_t count = body->count;
    GrazePiecePhase phase = index < 0        ? GRAZE_PHASE_BEFORE
                            : index == count ? GRAZE_PHASE_AFTER
                                             : GRAZE_PHASE_MOVING;
    GrazePieceView piece = graze_piece_at(body, index < 0 ? 0 : index < count ? index : count - 1);
    out->index = index;
    out->from = graze_clocked_piece_begin(clocked, index);
    out->to = graze_clocked_piece_end(clocked, index);
    graze_active_piece_init(body, piece, phase, &out->active);
    out->active.offset = clocked->base - piece_t0(piece) + clocked->tail;
}

int32_t graze_find_clocked_piece(const GrazeClockedMotion* clocked, double time, bool is_later)
{
    int32_t lo = clocked->first;
    int32_t hi = clocked->last;
    while (lo < hi) {
        int32_t middle = lo + (hi - lo) / 2;
        double end = graze_clocked_piece_end(clocked, middle);
        bool is_behind = is_later ? time >= end : time > end;
        if (is_behind) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

/* Returns the active piece with its offset set so that the instant `time` becomes time 0. */
static GrazeActivePiece active_piece_at(const GrazeClockedPiece* clocked_piece, double time)
{
    GrazeActivePiece active = clocked_piece->active;
    GrazePieceView piece = clocked_piece->active.piece;
    if (!active.is_staying)
        active.offset = clamp(time + active.offset, 0, piece_t1(piece) - piece_t0(piece));
    return active;
}

void graze_delayed_motion_expand(GrazeDelayedMotion* delayed, const GrazeClockedPiece* a, double u,
                                 const GrazeClockedPiece* b, double v, GrazeMotionState* state)
{
    GrazeRelativeMotion* motion = &delayed->motion;
    motion->interval.a = active_piece_at(a, u);
    motion->interval.b = active_piece_at(b, v);
    graze_motion_state_expand(motion, 0, state);
    state->error += delayed->clock_error;
}

/*
 * Computes the Taylor coefficients of a polynomial about s, in the time of a clock that runs at the
 * given rate.
 */
static void scale_time(const double* c, int32_t degree, double s, double clock_rate, double* out)
{
    double power = clock_rate;
    graze_poly_taylor(c, degree, s, out);
    for (int32_t k = 1; k <= degree; k++) {
        out[k] *= power;
        power *= clock_rate;
    }
    for (int32_t k = degree + 1; k < GRAZE_PIECE_TERMS; k++)
        out[k] = 0;
}

void graze_delayed_motion_set_clock_rates(GrazeDelayedMotion* delayed, double clock_rate_a,
                                          double clock_rate_b, GrazeMotionState* state)
{
    const GrazeActivePiece* a = &delayed->motion.interval.a;
    const GrazeActivePiece* b = &delayed->motion.interval.b;
    double terms_a[GRAZE_PIECE_TERMS];
    double terms_b[GRAZE_PIECE_TERMS];
    state->position_degree =
        a->position_degree > b->position_degree ? a->position_degree : b->position_degree;
    state->angle_degree = a->angle_degree > b->angle_degree ? a->angle_degree : b->angle_degree;
    scale_time(piece_x(a->piece), a->position_degree, a->offset, clock_rate_a, terms_a);
    scale_time(piece_x(b->piece), b->position_degree, b->offset, clock_rate_b, terms_b);
    for (int32_t k = 1; k <= state->position_degree; k++)
        state->x[k] = terms_b[k] - terms_a[k];
    scale_time(piece_y(a->piece), a->position_degree, a->offset, clock_rate_a, terms_a);
    scale_time(piece_y(b->piece), b->position_degree, b->offset, clock_rate_b, terms_b);
    for (int32_t k = 1; k <= state->position_degree; k++)
        state->y[k] = terms_b[k] - terms_a[k];
    scale_time(piece_angle(a->piece), a->angle_degree, a->offset, clock_rate_a, terms_a);
    scale_time(piece_angle(b->piece), b->angle_degree, b->offset, clock_rate_b, terms_b);
    for (int32_t k = 1; k <= state->angle_degree; k++) {
        state->angle_a[k] = terms_a[k];
        state->angle_b[k] = terms_b[k];
    }
}

void graze_delayed_motion_query(GrazeDelayedMotion* delayed, GrazeProximity* proximity)
{
    graze_motion_state_compute_poses(&delayed->motion.interval, &proximity->state);
    graze_query_proximity(&delayed->motion, &delayed->cache, proximity);
}

/*
 * The part of a band within one piece of A and one of B. At B's time v it consists of the delays
 * from max(x0, v - u1) to min(x1, v - u0), for A's piece [u0, u1]. Each step evaluates the
 * proximity at the left end, computes a separation bound there as a function of both times, and
 * determines how far the band can reach in delay, and then for how long: the bound, which is
 * concave, must not be negative at any corner of the region.
 */
typedef struct {
    GrazeClockedPiece a, b;
    double from, to;    /* delays */
    double time, until; /* B's time, and the time up to which it can advance */
    double allowance;
    double frontier_width; /* width of the band at the last frontier point */
} BandCell;

static double left_edge(const BandCell* cell, double v)
{
    return max2(cell->from, v - cell->a.to);
}

static double right_edge(const BandCell* cell, double v, double to)
{
    return max2(left_edge(cell, v), min2(to, v - cell->a.from));
}

/* Returns the point (delay, v) relative to the instant of the cell. */
static GrazeVec to_local(const BandCell* cell, double delay, double v)
{
    double duration = v - cell->time;
    return vec(duration - (delay - left_edge(cell, cell->time)), duration);
}

static bool is_nonnegative_at(const BandCell* cell, const GrazeSeparationBound2d* bound,
                              double delay, double v)
{
    return graze_separation_bound_2d_evaluate(bound, to_local(cell, delay, v)) >= 0;
}

/*
 * Returns whether the bound is nowhere negative in the region between the cell's time and v, by its
 * corners. The times at which A's piece begins and ends add a corner each.
 */
static bool is_positive_until(const BandCell* cell, const GrazeSeparationBound2d* bound, double to,
                              double v)
{
    double ends = cell->from + cell->a.to;
    double begins = to + cell->a.from;
    if (!is_nonnegative_at(cell, bound, left_edge(cell, v), v)) return false;
    if (!is_nonnegative_at(cell, bound, right_edge(cell, v, to), v)) return false;
    if (!is_nonnegative_at(cell, bound, right_edge(cell, cell->time, to), cell->time)) return false;
    bool has_end = ends > cell->time && ends < v;
    if (has_end && !is_nonnegative_at(cell, bound, cell->from, ends)) return false;
    return !(begins > cell->time && begins < v) || is_nonnegative_at(cell, bound, to, begins);
}

/*
 * Fraction of the separation at the left end that must remain at the right end, so that time can
 * advance.
 */
static const double KEPT_FRACTION = 0.25;

/* A step whose duration is less than this fraction of its width may reduce the width. */
static const double SLENDER_RATIO = 0.25;

/*
 * Smallest factor by which a trial shrinks: bounds of high degree improve much for a little less.
 */
static const double MIN_SHRINK = 0.0625;

enum { MAX_ROUNDS = 48 };

/* A trial step from the instant of the cell: `width` in delay, `duration` in time. */
typedef struct {
    double left, width, duration;
} Trial;

static double max_duration(const BandCell* cell, const Trial* trial)
{
    return min2(cell->until, cell->a.to + trial->left + trial->width) - cell->time;
}

/*
 * Returns the duration, from the cell's time and at most until `then`, for which the bound is
 * positive along the left or the right side of the region. Each side can have a corner.
 */
static double safe_duration_along(const BandCell* cell, const GrazeSeparationBound2d* bound,
                                  double to, double then, bool is_right)
{
    double now = cell->time;
    double corner_time = is_right ? to + cell->a.from : cell->from + cell->a.to;
    double delay_now = is_right ? right_edge(cell, now, to) : left_edge(cell, now);
    double delay_then = is_right ? right_edge(cell, then, to) : left_edge(cell, then);
    GrazeVec start = to_local(cell, delay_now, now);
    GrazeVec end = to_local(cell, delay_then, then);
    bool has_corner = corner_time > now && corner_time < then;
    if (!has_corner)
        return graze_separation_bound_2d_safe_fraction(bound, start, end, 0) * (then - now);
    GrazeVec corner = to_local(cell, is_right ? to : cell->from, corner_time);
    double first = graze_separation_bound_2d_safe_fraction(bound, start, corner, 0);
    if (first < 1) return first * (corner_time - now);
    return corner_time - now +
           graze_separation_bound_2d_safe_fraction(bound, corner, end, 0) * (then - corner_time);
}

/*
 * Shrinks a trial to where the bound is positive. Returns false if less than a quarter of its width
 * or of its duration is left: then the trial is a little larger than that, and is to be tried again
 * with the curvatures of its new size, which are smaller.
 */
static bool fit_trial(const BandCell* cell, const GrazeSeparationBound2d* bound, double level,
                      Trial* trial)
{
    double now = cell->time;
    double then = now + trial->duration;
    double duration = safe_duration_along(cell, bound, trial->left + trial->width, then, false);
    if (duration < 0.25 * trial->duration) {
        trial->duration = max2(2 * duration, MIN_SHRINK * trial->duration);
        return false;
    }
    double right = right_edge(cell, now, trial->left + trial->width);
    double across = graze_separation_bound_2d_safe_fraction(
        bound, vec(0, 0), to_local(cell, right, now), KEPT_FRACTION * level);
    if (across < 1) {
        /* The right end is less than the trial's where A's piece has only just begun. */
        double width = (right - trial->left) * across;
        bool can_improve = across < 0.25;
        trial->width = can_improve ? max2(2 * width, MIN_SHRINK * trial->width) : width;
        if (can_improve) trial->duration = INFINITY;
        if (can_improve) return false;
    }
    duration =
        min2(duration, safe_duration_along(cell, bound, trial->left + trial->width, then, true));
    bool can_improve = duration < 0.25 * trial->duration;
    trial->duration = can_improve ? max2(2 * duration, MIN_SHRINK * trial->duration) : duration;
    return !can_improve;
}

/* Reduces the width of a slender trial if its duration then at least doubles. */
static bool narrow_trial(const BandCell* cell, GrazeSeparationBound2d* bound, Trial* trial)
{
    Trial narrow = *trial;
    narrow.width = max2(trial->duration, trial->width / 16);
    narrow.duration = min2(4 * trial->duration, max_duration(cell, &narrow));
    double to = narrow.left + narrow.width;
    double then = cell->time + narrow.duration;
    graze_separation_bound_2d_set_extent(bound, narrow.width, narrow.duration);
    double duration = min2(safe_duration_along(cell, bound, to, then, false),
                           safe_duration_along(cell, bound, to, then, true));
    if (duration < 2 * trial->duration) {
        graze_separation_bound_2d_set_extent(bound, trial->width, trial->duration);
        return false;
    }
    *trial = narrow;
    trial->duration *= 4;
    return true;
}

/*
 * Computes how far the band extends from the instant of a cell: up to delay *to, at most its value
 * on entry, and until time *v. Returns false if no step is certified. A result that is less than a
 * quarter of the trial is tried again, so that the curvatures used are those of at most four times
 * its size.
 */
static bool extend_cell(const BandCell* cell, GrazeSeparationBound2d* bound, double* to, double* v)
{
    Trial trial = {.left = left_edge(cell, cell->time)};
    trial.width = *to - trial.left;
    trial.duration = INFINITY;
    graze_separation_bound_2d_set_extent(bound, 0, 0);
    double level = graze_separation_bound_2d_evaluate(bound, vec(0, 0));
    if (!(level > 0)) return false;
    for (int32_t round = 0; round < MAX_ROUNDS; round++) {
        double longest = max_duration(cell, &trial);
        trial.duration = min2(trial.duration, longest);
        graze_separation_bound_2d_set_extent(bound, trial.width, trial.duration);
        if (!fit_trial(cell, bound, level, &trial)) continue;
        longest = max_duration(cell, &trial);
        if (trial.duration < min2(SLENDER_RATIO * trial.width, longest) &&
            narrow_trial(cell, bound, &trial))
            continue;
        bool is_whole = trial.duration >= longest;
        double cell_to = min2(*to, trial.left + trial.width);
        double then = is_whole ? min2(cell->until, cell->a.to + cell_to)
                               : graze_time_after(cell->time, trial.duration);
        then = max2(then, cell->time);
        if (is_positive_until(cell, bound, cell_to, then)) {
            *to = cell_to;
            *v = then;
            return is_whole || then > cell->time;
        }
        trial.duration *= 0.75;
    }
    return false;
}

/*
 * Records a frontier point where a band becomes at most half as wide as at the last one, so that
 * later bands can start there and need not become narrow too.
 */
static void record_frontier_point(GrazeDelayBand* band, BandCell* cell, double to)
{
    double width = to - cell->from;
    bool is_much_narrower = width <= 0.5 * cell->frontier_width;
    if (!band->keeps_frontier || !is_much_narrower || band->count == GRAZE_FRONTIER_CAPACITY)
        return;
    band->frontier[band->count++] =
        (GrazeFrontierPoint){cell->a.index, cell->b.index, cell->time, cell->to};
    cell->frontier_width = width;
}

/* Advances a cell by one step. Returns false if no delay beyond its left end is free there. */
static bool advance_cell(GrazeDelayBand* band, BandCell* cell)
{
    GrazeDelayedMotion* delayed = &band->delayed;
    GrazeProximity proximity;
    GrazeSeparationBound2d bound;
    double left = left_edge(cell, cell->time);
    double u = clamp(cell->time - left, cell->a.from, cell->a.to);
    graze_delayed_motion_expand(delayed, &cell->a, u, &cell->b, cell->time, &proximity.state);
    delayed->evaluations_left--;
    delayed->evaluations++;
    const GrazePieceInterval* interval = &delayed->motion.interval;
    bool are_discs_apart = graze_separation_bound_2d_init_discs(interval, &proximity.state,
                                                                proximity.state.error, &bound);
    if (!are_discs_apart) {
        graze_delayed_motion_query(delayed, &proximity);
        graze_separation_bound_2d_init(interval, &proximity.state, proximity.normal,
                                       proximity.frame, proximity.state.error - cell->allowance,
                                       &bound);
    }
    double to = cell->to;
    double then = cell->time;
    bool has_advanced = extend_cell(cell, &bound, &to, &then);
    if (!has_advanced) to = left;
    bool may_slide = !are_discs_apart && cell->allowance > 0 && to < cell->to;
    if (may_slide &&
        graze_separation_bound_2d_init_across(interval, &proximity.state,
                                              proximity.state.error - cell->allowance, &bound)) {
        double wider_to = cell->to;
        double wider_until = cell->time;
        bool is_wider = extend_cell(cell, &bound, &wider_to, &wider_until) && wider_to > to;
        if (is_wider) {
            has_advanced = true;
            to = wider_to;
            then = wider_until;
        }
    }
    record_frontier_point(band, cell, to);
    cell->to = to;
    cell->time = then;
    return has_advanced;
}

static bool is_stationary(const GrazeClockedPiece* clocked_piece)
{
    return clocked_piece->active.position_degree == 0 && clocked_piece->active.angle_degree == 0;
}

/*
 * Returns whether the bodies are clear at A's time u, with B static; `safe_time` is the time before
 * u, at most `span`, for which they are.
 */
static bool is_clear_backwards(GrazeDelayBand* band, const BandCell* cell, double u, double span,
                               double* safe_time)
{
    GrazeDelayedMotion* delayed = &band->delayed;
    const GrazePieceInterval* interval = &delayed->motion.interval;
    GrazeProximity proximity;
    GrazeMotionState* state = &proximity.state;
    double time_to_close;
    graze_delayed_motion_expand(delayed, &cell->a, u, &cell->b, cell->time, state);
    graze_delayed_motion_set_clock_rates(delayed, -1, 0, state);
    delayed->evaluations_left--;
    delayed->evaluations++;
    *safe_time = graze_discs_safe_step(interval, state, 0, span);
    if (*safe_time > 0) return true;
    graze_delayed_motion_query(delayed, &proximity);
    *safe_time = graze_proximity_safe_step(&delayed->motion, &proximity, span, cell->allowance,
                                           GRAZE_METHOD_CERTIFIED, &time_to_close);
    return proximity.separation > state->error - cell->allowance;
}

/*
 * Crosses a cell in which B is static. There the separation depends on A's time alone: backward
 * steps from its last time hold for every delay of the band, whatever its width. Where they end, at
 * u, delays from cell->time - u on are not certified.
 */
static bool cross_static_cell(GrazeDelayBand* band, BandCell* cell, double min_width)
{
    double last = min2(min2(cell->b.to, band->end), cell->a.to + cell->to);
    if (cell->time > last) return true;
    double until = max2(cell->a.from, cell->time - cell->to);
    double u = max2(min2(cell->a.to, last - cell->from), until);
    for (;;) {
        double safe_time;
        bool is_clear = is_clear_backwards(band, cell, u, u - until, &safe_time);
        if (is_clear && safe_time >= u - until) return true;
        double next = is_clear ? max2(u - safe_time * (1 - GRAZE_STEP_ERROR), until) : u;
        bool is_stuck = !(next < u) || safe_time < 0.5 * min_width;
        if (is_stuck) break;
        if (!graze_delayed_motion_ensure_budget(&band->delayed)) return false;
        u = next;
    }
    double to = min2(cell->to, double_adjacent(cell->time - u, false));
    record_frontier_point(band, cell, to);
    cell->to = to;
    if (to > cell->from && to - cell->from >= min_width) return true;
    cell->time = clamp(cell->from + u, cell->time, last);
    return false;
}

/*
 * Crosses a cell. Returns false if the band becomes narrower than `min_width`, or the budget ends.
 */
static bool cross_cell(GrazeDelayBand* band, BandCell* cell, double min_width)
{
    if (is_stationary(&cell->b) && !is_stationary(&cell->a))
        return cross_static_cell(band, cell, min_width);
    double before = cell->to;
    for (;;) {
        cell->until = min2(min2(cell->b.to, band->end), cell->a.to + cell->to);
        if (cell->time > cell->until) return true;
        bool has_advanced = advance_cell(band, cell);
        bool is_narrower = !has_advanced || cell->to < before;
        if (is_narrower && !(cell->to - cell->from >= min_width && cell->to > cell->from))
            return false;
        if (!graze_delayed_motion_ensure_budget(&band->delayed)) return false;
        /* At later times the band has no delay left within A's piece. */
        cell->until = min2(cell->until, cell->a.to + cell->to);
        if (!has_advanced || cell->time >= cell->until) return true;
    }
}

/*
 * Returns the point at which a band starts: the last frontier point whose delay is beyond `from`.
 */
static GrazeFrontierPoint find_frontier_point(GrazeDelayBand* band, double from)
{
    while (band->count > 0 && band->frontier[band->count - 1].delay <= from)
        band->count--;
    if (band->count > 0) return band->frontier[band->count - 1];
    const GrazeDelayedMotion* delayed = &band->delayed;
    return (GrazeFrontierPoint){delayed->a.first, delayed->b.first, -INFINITY, INFINITY};
}

/* Crosses all cells of a piece of A, from B's piece `j` on. */
static bool cross_piece(GrazeDelayBand* band, int32_t j, double time, double min_width,
                        BandCell* cell)
{
    const GrazeClockedMotion* clocked = &band->delayed.b;
    const GrazeClockedPiece* a = &cell->a;
    double begin = max2(time, max2(a->from + cell->from, 0));
    int32_t first = graze_find_clocked_piece(clocked, begin, true);
    for (int32_t k = j > first ? j : first; k <= clocked->last; k++) {
        graze_clocked_piece_init(clocked, k, &cell->b);
        if (cell->b.from > min2(band->end, a->to + cell->to)) break;
        cell->time = max2(begin, cell->b.from);
        if (!cross_cell(band, cell, min_width)) return false;
    }
    return true;
}

double graze_advance_delay_band(GrazeDelayBand* band, double from, double to, double allowance,
                                double min_width, bool* is_free)
{
    const GrazeClockedMotion* clocked = &band->delayed.a;
    BandCell cell = {.from = from, .to = to, .allowance = allowance};
    GrazeFrontierPoint frontier_point = {clocked->first, band->delayed.b.first, -INFINITY, to};
    if (band->keeps_frontier) frontier_point = find_frontier_point(band, from);
    cell.to = min2(to, frontier_point.delay);
    cell.frontier_width = cell.to - from;
    *is_free = false;
    int32_t first = graze_find_clocked_piece(clocked, -cell.to, true);
    for (int32_t i = frontier_point.a > first ? frontier_point.a : first; i <= clocked->last; i++) {
        graze_clocked_piece_init(clocked, i, &cell.a);
        if (cell.a.from + from > band->end) break;
        bool is_resumed = i == frontier_point.a;
        bool is_crossed =
            cross_piece(band, is_resumed ? frontier_point.b : band->delayed.b.first,
                        is_resumed ? frontier_point.time : -INFINITY, min_width, &cell);
        if (is_crossed) continue;
        band->blocking_time = cell.time;
        return from;
    }
    *is_free = true;
    return cell.to;
}
