#include "delay_band.h"

#include "../base/polynomial.h"
#include "../tolerance.h"

void graze_delay_band_set_budget(GrazeDelayBand* band, int32_t budget)
{
    band->may_extend_budget = budget < 1;
    band->evaluations_left = budget < 1 ? band->functions->default_budget(band->pair) : budget;
}

bool graze_delay_band_ensure_budget(GrazeDelayBand* band)
{
    if (band->evaluations_left > 0) return true;
    if (!band->may_extend_budget) return false;
    band->may_extend_budget = false;
    band->evaluations_left = band->functions->delay_budget(band->pair);
    return band->evaluations_left > 0;
}

/* ---- separation bounds ---- */

/* The bound last initialized of a pair, with its curvatures for the region to be certified. */
typedef struct {
    const GrazeDelayFunctions* functions;
    void* pair;
    GrazeDelayCurvatures curvatures;
} Bound;

static Bound bound_of(const GrazeDelayBand* band)
{
    return (Bound){band->functions, band->pair, {0, 0, 0, 0}};
}

static void set_extent(Bound* bound, double width, double duration)
{
    bound->functions->set_extent(bound->pair, width, duration, &bound->curvatures);
}

static GrazeDelayPlane plane_at(const Bound* bound, GrazeVec point)
{
    GrazeDelayPlane plane;
    bound->functions->get_plane(bound->pair, point, &plane);
    return plane;
}

static double plane_value(const GrazeDelayPlane* plane, GrazeVec point)
{
    return plane->level + plane->slope_a * point.x + plane->slope_b * point.y;
}

/* Returns the bilinear form of the curvatures: for equal vectors, twice the subtracted part. */
static double curvature_form(const Bound* bound, GrazeVec p, GrazeVec q)
{
    const GrazeDelayCurvatures* curvatures = &bound->curvatures;
    return curvatures->curvature_a * p.x * q.x + curvatures->curvature_b * p.y * q.y +
           curvatures->curvature_ab * (p.x - p.y) * (q.x - q.y);
}

static double reduction(const Bound* bound, GrazeVec point)
{
    return 0.5 * curvature_form(bound, point, point) +
           bound->curvatures.slope_error * (fabs(point.x) + fabs(point.y));
}

/* Returns G at (s, t) = `point`. */
static double evaluate(const Bound* bound, GrazeVec point)
{
    GrazeDelayPlane plane = plane_at(bound, point);
    return plane_value(&plane, point) - reduction(bound, point);
}

void graze_delay_rate(const GrazeDelayBand* band, double* rate, double* curvature)
{
    Bound bound = bound_of(band);
    set_extent(&bound, 0, 0);
    GrazeDelayPlane plane = plane_at(&bound, vec(0, 0));
    *rate = plane.slope_a + plane.slope_b;
    *curvature = bound.curvatures.curvature_a + bound.curvatures.curvature_b;
}

enum { MAX_FRACTION_ROUNDS = 8 };

/*
 * Returns the fraction, 0 to 1, of the way from one (s, t) to another along which G stays at least
 * `min_value`, or slightly less by rounding. Along the way the subtracted part is a parabola, to
 * which rounding adds at most a linear term. The search proceeds from the far end, by the roots of
 * the parabolas of the least functions there.
 */
static double safe_fraction(const Bound* bound, GrazeVec from, GrazeVec to, double min_value)
{
    GrazeVec delta = vec_sub(to, from);
    double curvature = curvature_form(bound, delta, delta);
    double cross = curvature_form(bound, from, delta);
    double first = reduction(bound, from);
    double error = bound->curvatures.slope_error * (fabs(delta.x) + fabs(delta.y));
    double best = 1;
    double value = 0;
    double start_value = evaluate(bound, from) - min_value;
    if (!(start_value > 0)) return 0;
    for (int32_t round = 0; round < MAX_FRACTION_ROUNDS; round++) {
        GrazeVec here = vec_mul_add(from, best, delta);
        GrazeDelayPlane plane = plane_at(bound, here);
        value = plane_value(&plane, here) - reduction(bound, here) - min_value;
        if (value >= 0) return best;
        double level = plane_value(&plane, from) - first - min_value;
        double slope = plane.slope_a * delta.x + plane.slope_b * delta.y - cross - error;
        double root = graze_parabola_root(level, slope, curvature) * (1 - GRAZE_STEP_ERROR);
        if (!(root < best)) break;
        best = root;
    }
    value = evaluate(bound, vec_mul_add(from, best, delta)) - min_value;
    if (value >= 0) return best;
    /* G is concave: above its chords. */
    return best * (start_value / (start_value - value)) * (1 - GRAZE_STEP_ERROR);
}

/* ---- bands ---- */

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

static bool is_nonnegative_at(const BandCell* cell, const Bound* bound, double delay, double v)
{
    return evaluate(bound, to_local(cell, delay, v)) >= 0;
}

/*
 * Returns whether the bound is nowhere negative in the region between the cell's time and v, by its
 * corners. The times at which A's piece begins and ends add a corner each.
 */
static bool is_positive_until(const BandCell* cell, const Bound* bound, double to, double v)
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
static double safe_duration_along(const BandCell* cell, const Bound* bound, double to, double then,
                                  bool is_right)
{
    double now = cell->time;
    double corner_time = is_right ? to + cell->a.from : cell->from + cell->a.to;
    double delay_now = is_right ? right_edge(cell, now, to) : left_edge(cell, now);
    double delay_then = is_right ? right_edge(cell, then, to) : left_edge(cell, then);
    GrazeVec start = to_local(cell, delay_now, now);
    GrazeVec end = to_local(cell, delay_then, then);
    bool has_corner = corner_time > now && corner_time < then;
    if (!has_corner) return safe_fraction(bound, start, end, 0) * (then - now);
    GrazeVec corner = to_local(cell, is_right ? to : cell->from, corner_time);
    double first = safe_fraction(bound, start, corner, 0);
    if (first < 1) return first * (corner_time - now);
    return corner_time - now + safe_fraction(bound, corner, end, 0) * (then - corner_time);
}

/*
 * Shrinks a trial to where the bound is positive. Returns false if less than a quarter of its width
 * or of its duration is left: then the trial is a little larger than that, and is to be tried again
 * with the curvatures of its new size, which are smaller.
 */
static bool fit_trial(const BandCell* cell, const Bound* bound, double level, Trial* trial)
{
    double now = cell->time;
    double then = now + trial->duration;
    double duration = safe_duration_along(cell, bound, trial->left + trial->width, then, false);
    if (duration < 0.25 * trial->duration) {
        trial->duration = max2(2 * duration, MIN_SHRINK * trial->duration);
        return false;
    }
    double right = right_edge(cell, now, trial->left + trial->width);
    double across =
        safe_fraction(bound, vec(0, 0), to_local(cell, right, now), KEPT_FRACTION * level);
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
static bool narrow_trial(const BandCell* cell, Bound* bound, Trial* trial)
{
    Trial narrow = *trial;
    narrow.width = max2(trial->duration, trial->width / 16);
    narrow.duration = min2(4 * trial->duration, max_duration(cell, &narrow));
    double to = narrow.left + narrow.width;
    double then = cell->time + narrow.duration;
    set_extent(bound, narrow.width, narrow.duration);
    double duration = min2(safe_duration_along(cell, bound, to, then, false),
                           safe_duration_along(cell, bound, to, then, true));
    if (duration < 2 * trial->duration) {
        set_extent(bound, trial->width, trial->duration);
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
static bool extend_cell(const BandCell* cell, Bound* bound, double* to, double* v)
{
    Trial trial = {.left = left_edge(cell, cell->time)};
    trial.width = *to - trial.left;
    trial.duration = INFINITY;
    set_extent(bound, 0, 0);
    double level = evaluate(bound, vec(0, 0));
    if (!(level > 0)) return false;
    for (int32_t round = 0; round < MAX_ROUNDS; round++) {
        double longest = max_duration(cell, &trial);
        trial.duration = min2(trial.duration, longest);
        set_extent(bound, trial.width, trial.duration);
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
    const GrazeDelayFunctions* functions = band->functions;
    Bound bound = bound_of(band);
    double left = left_edge(cell, cell->time);
    double u = clamp(cell->time - left, cell->a.from, cell->a.to);
    double error = functions->locate(band->pair, u, cell->time);
    band->evaluations_left--;
    band->evaluations++;
    bool are_balls_apart = functions->init_bound(band->pair, GRAZE_DELAY_BALLS, error);
    if (!are_balls_apart) {
        functions->measure(band->pair, cell->allowance > 0, &error);
        functions->init_bound(band->pair, GRAZE_DELAY_NEAREST, error - cell->allowance);
    }
    double to = cell->to;
    double then = cell->time;
    bool has_advanced = extend_cell(cell, &bound, &to, &then);
    if (!has_advanced) to = left;
    bool may_slide = !are_balls_apart && cell->allowance > 0 && to < cell->to;
    if (may_slide &&
        functions->init_bound(band->pair, GRAZE_DELAY_ACROSS, error - cell->allowance)) {
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
        bool is_clear;
        band->evaluations_left--;
        band->evaluations++;
        double safe_time = band->functions->backward_step(band->pair, u, cell->time, u - until,
                                                          cell->allowance, &is_clear);
        if (is_clear && safe_time >= u - until) return true;
        double next = is_clear ? max2(u - safe_time * (1 - GRAZE_STEP_ERROR), until) : u;
        bool is_stuck = !(next < u) || safe_time < 0.5 * min_width;
        if (is_stuck) break;
        if (!graze_delay_band_ensure_budget(band)) return false;
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
    if (cell->b.is_stationary && !cell->a.is_stationary)
        return cross_static_cell(band, cell, min_width);
    double before = cell->to;
    for (;;) {
        cell->until = min2(min2(cell->b.to, band->end), cell->a.to + cell->to);
        if (cell->time > cell->until) return true;
        bool has_advanced = advance_cell(band, cell);
        bool is_narrower = !has_advanced || cell->to < before;
        if (is_narrower && !(cell->to - cell->from >= min_width && cell->to > cell->from))
            return false;
        if (!graze_delay_band_ensure_budget(band)) return false;
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
    return (GrazeFrontierPoint){band->motion[0].first, band->motion[1].first, -INFINITY, INFINITY};
}

/* Crosses all cells of a piece of A, from B's piece `j` on. */
static bool cross_piece(GrazeDelayBand* band, int32_t j, double time, double min_width,
                        BandCell* cell)
{
    const GrazeDelayFunctions* functions = band->functions;
    const GrazeClockedPiece* a = &cell->a;
    double begin = max2(time, max2(a->from + cell->from, 0));
    int32_t first = functions->find(band->pair, 1, begin, true);
    for (int32_t k = j > first ? j : first; k <= band->motion[1].last;
         k = functions->next(band->pair, 1)) {
        functions->select(band->pair, 1, k, &cell->b);
        if (cell->b.from > min2(band->end, a->to + cell->to)) break;
        cell->time = max2(begin, cell->b.from);
        if (!cross_cell(band, cell, min_width)) return false;
    }
    return true;
}

double graze_advance_delay_band(GrazeDelayBand* band, double from, double to, double allowance,
                                double min_width, bool* is_free)
{
    const GrazeDelayFunctions* functions = band->functions;
    BandCell cell = {.from = from, .to = to, .allowance = allowance};
    GrazeFrontierPoint frontier_point = {band->motion[0].first, band->motion[1].first, -INFINITY,
                                         to};
    if (band->keeps_frontier) frontier_point = find_frontier_point(band, from);
    cell.to = min2(to, frontier_point.delay);
    cell.frontier_width = cell.to - from;
    *is_free = false;
    int32_t first = functions->find(band->pair, 0, -cell.to, true);
    for (int32_t i = frontier_point.a > first ? frontier_point.a : first; i <= band->motion[0].last;
         i = functions->next(band->pair, 0)) {
        functions->select(band->pair, 0, i, &cell.a);
        if (cell.a.from + from > band->end) break;
        bool is_resumed = i == frontier_point.a;
        bool is_crossed =
            cross_piece(band, is_resumed ? frontier_point.b : band->motion[1].first,
                        is_resumed ? frontier_point.time : -INFINITY, min_width, &cell);
        if (is_crossed) continue;
        band->blocking_time = cell.time;
        return from;
    }
    *is_free = true;
    return cell.to;
}
