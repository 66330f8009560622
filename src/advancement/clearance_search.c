#include "clearance_search.h"

#include "../tolerance.h"

/*
 * The minimum signed separation over time. `best` is the minimum seen so far; safe steps certify
 * that the separation is nowhere below best - margin: they are those of a search for the first
 * contact, with best - margin in place of 0. The margin is the distance tolerance, or four times the
 * error of positions if that is more. When most of the budget is spent, the margin grows, so that the
 * bound for the rest of the time is as good as the remaining budget allows.
 *
 * Steps are long where the separation is well above the minimum, so the minimum is found first: from
 * the time at which the pivots are nearest, a descent goes by Newton's steps to a local minimum.
 * Wherever a smaller separation is found later, another descent starts. Near a minimum safe steps
 * would be as short as the root of the margin. There a bound of third order (`certify_around`) certifies
 * the time before and after the minimum at once, and the steps from the beginning pass over it.
 */

/*
 * State of a search.
 *
 *   best, time          the minimum separation seen, at `time` of the caller's clock
 *   free_from, free_to  times around the minimum during which the separation is certified
 *   max_margin          largest margin of all certified times
 *   has_descended       false until the first descent
 */
typedef struct {
    GrazeAdvancement* advancement;
    const GrazeClearanceFunctions* functions;
    void* const* details;
    double best, time, free_from, free_to, max_margin;
    bool has_descended;
} ClearanceSearch;

static void update_best(ClearanceSearch* search, double separation, double t)
{
    if (!(separation < search->best)) return;
    search->best = separation;
    search->time = graze_to_caller_time(search->advancement, t, false);
}

/* Evaluates the separation at the time of a point. */
static void evaluate(ClearanceSearch* search, GrazeDescentPoint* point)
{
    GrazeAdvancement* advancement = search->advancement;
    search->functions->evaluate(advancement->pair, advancement, point);
    graze_advancement_count_evaluation(advancement, point->time);
    update_best(search, point->instant.separation, point->time);
}

/* ---- the descent to a minimum ---- */

enum { MAX_DESCENT = 40, BISECTING = 8, CROSSING_ROUNDS = 3 };

/*
 * A descent: a bracket of a local minimum from the lowest point so far to its end, to which the
 * separation falls from that point, and which is higher, or else an end of the time; `has_end` is true if
 * the separation is known there. `trial` is the next point.
 */
typedef struct {
    GrazeDescentPoint room[GRAZE_DESCENT_POINTS];
    GrazeDescentPoint *low, *end, *trial;
    bool has_end;
} Descent;

static void swap_points(GrazeDescentPoint** p, GrazeDescentPoint** q)
{
    GrazeDescentPoint* kept = *p;
    *p = *q;
    *q = kept;
}

/* Returns the value at `time` of the parabola of a point. */
static double extrapolate(const GrazeDescentPoint* point, double time)
{
    double tau = time - point->time;
    return point->instant.separation + tau * (point->slope + 0.5 * point->second * tau);
}

/*
 * Returns a time between the lowest point and the end of the bracket: where the parabolas of both cross,
 * if both fall inward, as at a change of the nearest features; else that of the minimum of the parabola
 * through both with the slope of the lowest; or the middle.
 */
static double interpolate(const GrazeDescentPoint* low, const GrazeDescentPoint* end,
                          double gap_tolerance)
{
    double width = end->time - low->time;
    double slope = low->slope;
    double rise = end->instant.separation - low->instant.separation - slope * width;
    double x = -0.5 * slope * width * width / rise;
    if (end->slope * slope < 0) {
        double turn = slope - end->slope;
        x = rise / turn + width;
        for (int32_t i = 0; i < CROSSING_ROUNDS; i++) {
            double time = low->time + x;
            double rate = turn + low->second * x - end->second * (x - width);
            double step = (extrapolate(end, time) - extrapolate(low, time)) / rate;
            if (!(fabs(step) < fabs(width))) break;
            x += step;
        }
        /* The lowest point is at the change itself, but for the tolerance, or seems to be. */
        if (fabs(x * slope) < gap_tolerance) return low->time;
        /* At the change rounding could not distinguish the features. */
        x -= 0.25 * gap_tolerance / fabs(slope) * (width > 0 ? 1 : -1);
    }
    double fraction = x / width;
    return low->time + (fraction > 0 && fraction < 1 ? x : 0.5 * width);
}

/* Largest part of the bracket that a Newton step may take: a step to its end finds nothing new. */
static const double INSIDE = 0.9990234375;

/*
 * Returns the next time of a descent, or that of the lowest point if the separation cannot be much lower
 * than there.
 */
static double next_time(const Descent* descent, double to, double gap_tolerance)
{
    const GrazeDescentPoint* low = descent->low;
    const GrazeDescentPoint* end = descent->end;
    double slope = low->slope;
    double step = low->step;
    bool is_newton = fabs(step) < INSIDE * fabs(end->time - low->time);
    double next = low->time + step;
    if (is_newton) {
        /* Near a minimum the bound of the certificate falls as well, by this much. */
        double second = low->bound_second;
        double fall = second > 0 ? 0.5 * slope * slope / second : fabs(slope) * to;
        bool is_done = 0.5 * fabs(slope * step) < gap_tolerance && fall < gap_tolerance;
        return is_done ? low->time : next;
    }
    if (!descent->has_end) return end->time;
    next = interpolate(low, end, gap_tolerance);
    bool is_done = low->instant.separation - extrapolate(low, next) < gap_tolerance;
    return is_done ? low->time : next;
}

/* Prepares a descent, whose room[0] is then to be set. */
static void init_descent(const ClearanceSearch* search, Descent* descent)
{
    descent->low = &descent->room[0];
    descent->end = &descent->room[1];
    descent->trial = &descent->room[2];
    descent->has_end = false;
    for (int32_t i = 0; i < GRAZE_DESCENT_POINTS; i++)
        descent->room[i].detail = search->details[i];
}

/* Evaluates the next point of a descent, and makes the bracket smaller. */
static void evaluate_trial(ClearanceSearch* search, Descent* descent, double time)
{
    GrazeDescentPoint* low = descent->low;
    GrazeDescentPoint* trial = descent->trial;
    trial->time = time;
    evaluate(search, trial);
    if (!(trial->instant.separation < low->instant.separation)) {
        swap_points(&descent->trial, &descent->end);
        descent->has_end = true;
        return;
    }
    swap_points(&descent->trial, &descent->low);
    if (trial->slope * low->slope < 0) {
        /* The point that was the lowest is on the other side of the minimum. */
        swap_points(&descent->trial, &descent->end);
        descent->has_end = true;
    }
}

/* Descends to a local minimum of the separation. */
static void descend(ClearanceSearch* search, Descent* descent)
{
    GrazeAdvancement* advancement = search->advancement;
    double gap_tolerance = 0.25 * advancement->distance_tolerance;
    for (int32_t i = 0; i < MAX_DESCENT; i++) {
        const GrazeDescentPoint* low = descent->low;
        const GrazeDescentPoint* end = descent->end;
        if (low->slope == 0 || low->time == end->time) return;
        double time = next_time(descent, advancement->to, gap_tolerance);
        if (time == low->time) return;
        bool is_slow = i > BISECTING && i % 2 != 0 && descent->has_end;
        if (is_slow) time = 0.5 * (low->time + end->time);
        bool is_new = time != low->time && !(descent->has_end && time == end->time);
        if (!is_new || !graze_advancement_ensure_budget(advancement)) return;
        evaluate_trial(search, descent, time);
    }
}

/* A time range. */
typedef struct {
    double from, to;
} Span;

/*
 * Returns the time around a point during which the separation is certified to stay above `min_value`,
 * as far as its interval lasts.
 */
static Span certify_around(const ClearanceSearch* search, GrazeDescentPoint* point,
                           double min_value)
{
    const GrazeAdvancement* advancement = search->advancement;
    double t = point->time;
    double begin = min2(max2(point->instant.from, 0), t);
    double end = max2(min2(point->instant.to, advancement->to), t);
    double before = t - begin;
    double after = end - t;
    search->functions->certify_around(advancement->pair, point, min_value, &before, &after);
    return (Span){before < t - begin ? -graze_time_after(-t, before) : begin,
                  after < end - t ? graze_time_after(t, after) : end};
}

/*
 * Returns whether the lowest point of a descent seems to be where the nearest features change: the
 * separation falls toward it from both ends, and its parabola has no minimum in between.
 */
static bool is_at_change(const Descent* descent)
{
    const GrazeDescentPoint* low = descent->low;
    const GrazeDescentPoint* end = descent->end;
    return low->slope * end->slope < 0 && fabs(low->step) >= INSIDE * fabs(end->time - low->time);
}

/* Returns a time behind a change of the features, where the separation is higher by about `rise`. */
static double time_beside(const Descent* descent, double rise)
{
    const GrazeDescentPoint* low = descent->low;
    const GrazeDescentPoint* end = descent->end;
    double step = rise / fabs(low->slope) + rise / fabs(end->slope);
    double middle = 0.5 * (low->time + end->time);
    double time = low->time + (end->time > low->time ? step : -step);
    return fabs(time - low->time) < fabs(middle - low->time) ? time : middle;
}

enum { MAX_DESCENTS = 6 };

/*
 * Descends from descent->room[0], and certifies the time around the minimum. Where the nearest features
 * change at the minimum, the bound of the lowest point ends there; that of the end of the bracket, which
 * has the other features, goes on from it. If it does not, there is something between them, and the descent
 * goes on in the middle.
 */
static void descend_and_certify(ClearanceSearch* search, Descent* descent, double margin)
{
    Span span = {0, 0};
    bool is_joined = false;
    search->has_descended = true;
    descent->end->time = descent->low->slope < 0 ? search->advancement->to : 0;
    for (int32_t i = 0; i < MAX_DESCENTS && !is_joined; i++) {
        descend(search, descent);
        double min_value = search->best - margin;
        double end = descent->end->time;
        span = certify_around(search, descent->low, min_value);
        is_joined = !descent->has_end || (span.from <= end && end <= span.to);
        if (is_joined) break;
        Span other = certify_around(search, descent->end, min_value);
        is_joined = other.from <= span.to && other.to >= span.from;
        if (is_joined) {
            span = (Span){min2(span.from, other.from), max2(span.to, other.to)};
            break;
        }
        double next =
            i == 0 ? time_beside(descent, 0.25 * margin) : 0.5 * (descent->low->time + end);
        bool is_new = next != descent->low->time && next != end;
        if (!is_at_change(descent) || !is_new ||
            !graze_advancement_ensure_budget(search->advancement))
            break;
        evaluate_trial(search, descent, next);
    }
    search->free_from = span.from;
    search->free_to = span.to;
    search->max_margin = max2(search->max_margin, margin);
}

/*
 * Returns a lower bound of the separation from t on, when the budget has ended: for each piece
 * interval the better of the bounds by the largest speed and by the balls. Returns -INFINITY if
 * there are more than GRAZE_BISECTIONS intervals.
 */
static double remaining_lower_bound(const ClearanceSearch* search, double t)
{
    GrazeAdvancement* advancement = search->advancement;
    double min_separation = search->best;
    for (int32_t i = 0; i < GRAZE_BISECTIONS && t < advancement->to; i++) {
        GrazeInstant instant;
        graze_advancement_evaluate(advancement, t, true, &instant);
        double end = min2(instant.to, advancement->to);
        double max_speed = advancement->functions->max_speed(advancement->pair, end - t);
        double lower_bound = search->functions->far_bound(advancement->pair, end - t);
        lower_bound = max2(lower_bound, instant.separation - max_speed * (end - t));
        min_separation = min2(min_separation, lower_bound - instant.error);
        t = end;
    }
    return t < advancement->to ? -INFINITY : min_separation;
}

/* ---- certification ---- */

/*
 * Fraction of the initial budget that is reserved for growing margins, the number of parts into
 * which that reserve is divided, and the factor by which the margin grows at the beginning of each
 * part.
 */
static const double RESERVE_FRACTION = 0.25;
enum { RESERVE_PARTS = 8, MARGIN_GROWTH = 8 };

/*
 * Number of consecutive evaluations below the best separation that start a descent, even if each
 * improves it by little: such a sequence follows a slope downward.
 */
enum { MAX_FALLS = 4 };

/*
 * Growth of the margin: `factor` is its ratio to the initial one. It grows again when at most
 * `next` evaluations are left; `part` is the number of evaluations between two growths.
 */
typedef struct {
    double factor;
    int32_t next, part;
} MarginGrowth;

/*
 * Returns the ratio of the margin to its initial value, and lets it grow where the budget requires.
 * The share of rotations is added to the budget, and used up, before the margin grows.
 */
static double margin_factor(MarginGrowth* margin, GrazeAdvancement* advancement)
{
    if (advancement->evaluations_left > margin->next) return margin->factor;
    if (graze_advancement_extend_budget(advancement)) return margin->factor;
    margin->factor *= MARGIN_GROWTH;
    margin->next -= margin->part;
    return margin->factor;
}

/* Returns the margin at an error of positions. */
static double margin_of(const ClearanceSearch* search, double factor, double error)
{
    return factor * max2(search->advancement->distance_tolerance, 4 * error);
}

/*
 * Returns a certified lower bound of the separation. Sets *is_certified if it was found without a
 * larger margin than the initial one.
 */
static double certify(ClearanceSearch* search, bool* is_certified)
{
    GrazeAdvancement* advancement = search->advancement;
    const GrazePairFunctions* steps = advancement->functions;
    const GrazeClearanceFunctions* functions = search->functions;
    double t = 0;
    int32_t falls = 0;
    int32_t reserve = (int32_t)(RESERVE_FRACTION * advancement->evaluations_left);
    MarginGrowth growing = {1, reserve, reserve / RESERVE_PARTS > 1 ? reserve / RESERVE_PARTS : 1};
    *is_certified = false;
    while (advancement->evaluations_left > 0) {
        GrazeInstant instant;
        Descent descent;
        steps->locate(advancement->pair, t, &instant);
        double end = min2(instant.to, advancement->to);
        if (graze_advancement_rebase(advancement, &instant, &t)) {
            search->free_from = search->free_to = INFINITY;
            continue;
        }
        double factor = margin_factor(&growing, advancement);
        double margin = margin_of(search, factor, instant.error);
        double step = 0;
        if (steps->far_step != NULL)
            step = steps->far_step(advancement->pair, search->best - margin, end - t);
        if (step <= 0 && !search->has_descended) {
            init_descent(search, &descent);
            descent.low->time = functions->guess_time(advancement->pair, t, advancement->to);
            evaluate(search, descent.low);
            margin = margin_of(search, factor, descent.low->instant.error);
            descend_and_certify(search, &descent, margin);
            if (search->free_from <= t && search->free_to > t) t = search->free_to;
            if (t < advancement->to) continue;
            *is_certified = growing.factor <= 1;
            return search->best - search->max_margin;
        }
        graze_advancement_count_evaluation(advancement, t);
        if (step <= 0) {
            functions->measure(advancement->pair, &instant);
            falls = instant.separation < search->best ? falls + 1 : 0;
            bool is_lower = instant.separation < search->best - 0.25 * margin || falls >= MAX_FALLS;
            update_best(search, instant.separation, t);
            if (is_lower) {
                falls = 0;
                init_descent(search, &descent);
                descent.low->time = t;
                functions->adopt(advancement->pair, descent.low);
                descend_and_certify(search, &descent, margin);
            }
            if (t < search->free_from) end = min2(end, search->free_from);
            step = functions->safe_step(advancement->pair, search->best - margin, end - t);
        }
        double next = step >= end - t ? end : graze_time_after(t, step);
        if (next >= search->free_from && next < search->free_to) next = search->free_to;
        bool is_over = t >= advancement->to || next >= advancement->to;
        if (is_over || next > t) search->max_margin = max2(search->max_margin, margin);
        if (is_over) {
            *is_certified = growing.factor <= 1;
            return search->best - search->max_margin;
        }
        if (next <= t) break;
        t = next;
    }
    return min2(search->best - search->max_margin, remaining_lower_bound(search, t));
}

void graze_search_clearance(GrazeAdvancement* advancement, const GrazeClearanceFunctions* functions,
                            void* const* details, double limit, GrazeClearanceBracket* out)
{
    ClearanceSearch search = {
        .advancement = advancement,
        .functions = functions,
        .details = details,
        .best = limit,
        .time = advancement->query_from,
        .free_from = INFINITY,
        .free_to = INFINITY,
    };
    bool is_certified;
    double lower_bound = certify(&search, &is_certified);
    out->lo = lower_bound;
    if (lower_bound < 0 && !is_certified)
        out->lo = max2(lower_bound, -functions->max_depth(advancement->pair));
    /* Rounding of large poses can make an overlap deeper than bodies of that size can have. */
    out->hi = search.best < limit ? max2(search.best, out->lo) : INFINITY;
    out->time = search.time;
    out->status = is_certified ? GRAZE_CLEARANCE_CERTIFIED : GRAZE_CLEARANCE_UNDECIDED;
    out->evaluations = advancement->evaluations;
    out->is_common = true;
}
