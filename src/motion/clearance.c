#include "clearance.h"

#include "../tolerance.h"
#include "compound_motion.h"
#include "first_contact.h"

/*
 * The minimum signed separation over time. `best` is the minimum seen so far; wherever a smaller
 * separation is found, a descent refines it. Safe steps certify meanwhile that the separation is
 * nowhere below best - margin: they are those of a search for the first contact, with best - margin
 * in place of 0. The margin is the distance tolerance, or four times the error of positions if that
 * is more. When most of the budget is spent, the margin grows, so that the bound for the rest of
 * the time is as good as the remaining budget allows.
 */

/* State of a search: `best` is the minimum separation seen, at `time` of the caller's clock. */
typedef struct {
    GrazeAdvancement advancement;
    double best, time;
} ClearanceSearch;

/* Evaluates the proximity at time t from a base of time near t. */
static NOINLINE void query_rebased(ClearanceSearch* search, double t, GrazeProximity* proximity)
{
    GrazeRelativeMotion rebased = search->advancement.motion;
    double rest = graze_relative_motion_rebase(&rebased, t);
    graze_relative_motion_find_interval(&rebased, rest);
    graze_motion_state_evaluate(&rebased, rest, &proximity->state);
    graze_query_proximity(&rebased, &search->advancement.cache, proximity);
}

static void update_best(ClearanceSearch* search, double separation, double t)
{
    if (!(separation < search->best)) return;
    search->best = separation;
    search->time = graze_to_caller_time(&search->advancement, t, false);
}

static double separation_at(ClearanceSearch* search, double t)
{
    GrazeProximity proximity;
    GrazeAdvancement* advancement = &search->advancement;
    graze_advancement_evaluate(advancement, t, &proximity);
    bool is_coarse = proximity.state.error > 0.25 * advancement->distance_tolerance;
    if (is_coarse && graze_relative_motion_gains_from_rebase(&advancement->motion, t))
        query_rebased(search, t, &proximity);
    update_best(search, proximity.separation, t);
    return proximity.separation;
}

/* Golden ratio, (sqrt 5 - 1) / 2. */
static const double GOLDEN = 0.61803398874989485;

enum { SAMPLES = 16, MAX_SECTIONS = 64, MAX_STRIDES = 40, STRIDE_GROWTH = 4 };

/*
 * Minimizes the separation between lo and hi by golden section, until it changes by less than
 * `gap_tolerance`. At `low`, a time between them, the separation is known to be at most that at
 * both ends: where two samples are equal, the search continues on the side of `low`.
 */
static void golden_section(ClearanceSearch* search, double lo, double low, double hi,
                           double gap_tolerance)
{
    double left = hi - GOLDEN * (hi - lo);
    double right = lo + GOLDEN * (hi - lo);
    double at_left = separation_at(search, left);
    double at_right = separation_at(search, right);
    for (int32_t i = 0; i < MAX_SECTIONS && graze_advancement_ensure_budget(&search->advancement);
         i++) {
        bool is_tied = fabs(at_left - at_right) <= 0x1p-10 * gap_tolerance;
        bool is_left = is_tied ? low < 0.5 * (left + right) : at_left < at_right;
        double drop = fabs(at_left - at_right);
        if (is_left) {
            hi = right;
            right = left;
            at_right = at_left;
            left = hi - GOLDEN * (hi - lo);
            at_left = separation_at(search, left);
        } else {
            lo = left;
            left = right;
            at_left = at_right;
            right = lo + GOLDEN * (hi - lo);
            at_right = separation_at(search, right);
        }
        bool is_low = min2(at_left, at_right) <= search->best + gap_tolerance;
        bool is_flat = is_low && drop < gap_tolerance && fabs(at_left - at_right) < gap_tolerance;
        if (is_flat || !(left < right)) return;
    }
}

/*
 * Descends from t, where the separation has fallen below the best one, to the next minimum by
 * growing strides. The first stride skips no minimum that matters: the separation changes by at
 * most `gap_tolerance` during it.
 */
static void descend(ClearanceSearch* search, const GrazeProximity* proximity, double t, double end,
                    double gap_tolerance)
{
    GrazeRateBounds rates;
    graze_compute_rate_bounds(&proximity->state, end - t, &rates);
    double speed = graze_largest_speed(&search->advancement.motion.interval, &rates);
    double max_stride = search->advancement.to * 0x1p-8;
    double stride = speed * max_stride > gap_tolerance ? gap_tolerance / speed : max_stride;
    double lo = t;
    double here = t;
    double separation = search->best;
    for (int32_t i = 0; i < MAX_STRIDES; i++) {
        double next = min2(here + stride, search->advancement.to);
        double ahead = separation_at(search, next);
        if (ahead >= separation) {
            golden_section(search, lo, here, next, gap_tolerance);
            return;
        }
        lo = here;
        here = next;
        separation = ahead;
        stride *= STRIDE_GROWTH;
    }
}

static void sample_uniformly(ClearanceSearch* search, double gap_tolerance)
{
    GrazeAdvancement* advancement = &search->advancement;
    double to = advancement->to;
    double step = to / SAMPLES;
    double min_time = 0;
    double min_separation = separation_at(search, 0);
    for (int32_t i = 1; i <= SAMPLES && graze_advancement_ensure_budget(advancement); i++) {
        double t = i < SAMPLES ? i * step : to;
        double separation = separation_at(search, t);
        if (separation < min_separation) min_time = t;
        min_separation = min2(min_separation, separation);
    }
    double lo = max2(min_time - step, 0);
    double hi = min2(min_time + step, to);
    if (hi > lo && graze_advancement_ensure_budget(advancement))
        golden_section(search, lo, min_time, hi, gap_tolerance);
}

/* ---- bounds without a search ---- */

enum { MAX_WIDTHS = 64 };

/*
 * Computes the minimum width of a shape among those across some of its edges and along the axes,
 * and an upper bound of its maximum width.
 */
static void find_widths(const GrazeShape* shape, double* min_width, double* max_width)
{
    const GrazePoint* vertices = shape->vertices;
    double lo[2] = {vertices[0].x, vertices[0].y};
    double hi[2] = {vertices[0].x, vertices[0].y};
    for (int32_t i = 1; i < shape->count; i++) {
        lo[0] = min2(lo[0], vertices[i].x);
        hi[0] = max2(hi[0], vertices[i].x);
        lo[1] = min2(lo[1], vertices[i].y);
        hi[1] = max2(hi[1], vertices[i].y);
    }
    *min_width = min2(hi[0] - lo[0], hi[1] - lo[1]);
    *max_width = vec_length(vec(hi[0] - lo[0], hi[1] - lo[1]));
    int32_t stride = 1 + shape->count / MAX_WIDTHS;
    for (int32_t i = 0; i < shape->count && shape->count > 1; i += stride) {
        GrazeVec from = vec_from_point(vertices[i]);
        GrazeVec edge = vec_sub(vec_from_point(vertices[next_index(i, shape->count)]), from);
        GrazeVec out = vec_div(vec_outward(edge), vec_length(edge));
        int32_t k = graze_support(shape, -out.x, -out.y, GRAZE_SUPPORT_AUTO, 0);
        *min_width = min2(*min_width, vec_dot(out, vec_sub(from, vec_from_point(vertices[k]))));
    }
    *min_width += 2 * (double)shape->radius;
    *max_width += 2 * (double)shape->radius;
}

/*
 * Returns an upper bound of the penetration depth of two bodies in any poses, at any time. Along every direction
 * A - B is as wide as both bodies together, and the origin inside it is at most half of that width
 * from one of its sides. The direction is one in which one of the bodies has its minimum width.
 */
static double max_depth(const GrazeMovingBody* body_a, const GrazeMovingBody* body_b)
{
    const GrazeShape* a = body_a->shape;
    const GrazeShape* b = body_b->shape;
    double min_width_a;
    double max_width_a;
    double min_width_b;
    double max_width_b;
    find_widths(a, &min_width_a, &max_width_a);
    find_widths(b, &min_width_b, &max_width_b);
    double half_width = 0.5 * min2(min_width_a + max_width_b, max_width_a + min_width_b);
    return (half_width + graze_inflation_bound(body_a) + graze_inflation_bound(body_b)) *
           (1 + GRAZE_STEP_ERROR);
}

/*
 * Returns a lower bound of the separation during the next `span`: that of the discs around the
 * pivots, from the minimum distance of the pivots and the largest inflation.
 */
static double discs_lower_bound(const GrazePieceInterval* interval, const GrazeMotionState* state,
                                const GrazeRateBounds* rates, double span)
{
    GrazeVec d = vec(state->x[0], state->y[0]);
    double distance = vec_length(d) - rates->speed * span;
    if (state->position_degree == 1) {
        GrazeVec velocity = vec(state->x[1], state->y[1]);
        double square = vec_dot(velocity, velocity);
        double middle = square > 0 ? clamp(-vec_dot(d, velocity) / square, 0, span) : 0;
        distance = vec_length(vec_mul_add(d, middle, velocity)) * (1 - GRAZE_STEP_ERROR) -
                   GRAZE_STEP_ERROR * rates->speed * span;
    }
    return distance - interval->a.radius - interval->b.radius - interval->reach - state->error -
           graze_max_inflation(state, span);
}

/*
 * Returns a lower bound of the separation from t on, when the budget has ended: for each piece
 * interval the better of the bounds by the largest speed and by the discs. Returns -INFINITY if
 * there are more than GRAZE_BISECTIONS intervals.
 */
static double remaining_lower_bound(ClearanceSearch* search, double t)
{
    GrazeAdvancement* advancement = &search->advancement;
    const GrazeRelativeMotion* motion = &advancement->motion;
    double min_separation = search->best;
    for (int32_t i = 0; i < GRAZE_BISECTIONS && t < advancement->to; i++) {
        GrazeProximity proximity;
        GrazeRateBounds rates;
        graze_advancement_evaluate(advancement, t, &proximity);
        double end = min2(motion->interval.to, advancement->to);
        graze_compute_rate_bounds(&proximity.state, end - t, &rates);
        double max_decrease = graze_largest_speed(&motion->interval, &rates) * (end - t);
        double lower_bound =
            discs_lower_bound(&motion->interval, &proximity.state, &rates, end - t);
        lower_bound = max2(lower_bound, proximity.separation - max_decrease);
        min_separation = min2(min_separation, lower_bound - proximity.state.error);
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
    if (advancement->may_extend_budget) {
        advancement->may_extend_budget = false;
        advancement->evaluations_left +=
            graze_rotation_budget(advancement->motion.a, advancement->motion.b);
        return margin->factor;
    }
    margin->factor *= MARGIN_GROWTH;
    margin->next -= margin->part;
    return margin->factor;
}

/*
 * Returns a certified lower bound of the separation. Sets *is_certified if it was found without a
 * larger margin than the initial one.
 */
static double certify(ClearanceSearch* search, double gap_tolerance, bool* is_certified)
{
    GrazeAdvancement* advancement = &search->advancement;
    double t = 0;
    double max_margin = 0;
    int32_t falls = 0;
    int32_t reserve = (int32_t)(RESERVE_FRACTION * advancement->evaluations_left);
    MarginGrowth growing = {1, reserve, reserve / RESERVE_PARTS > 1 ? reserve / RESERVE_PARTS : 1};
    *is_certified = false;
    while (advancement->evaluations_left > 0) {
        GrazeProximity proximity;
        double time_to_close;
        const GrazePieceInterval* interval =
            graze_relative_motion_find_interval(&advancement->motion, t);
        double end = min2(interval->to, advancement->to);
        graze_motion_state_expand(&advancement->motion, t, &proximity.state);
        if (graze_advancement_rebase(advancement, proximity.state.error, &t)) continue;
        graze_advancement_count_evaluation(advancement, t);
        double factor = margin_factor(&growing, advancement);
        double margin = factor * max2(advancement->distance_tolerance, 4 * proximity.state.error);
        double step =
            graze_discs_safe_step(interval, &proximity.state, search->best - margin, end - t);
        if (step <= 0) {
            graze_motion_state_compute_poses(interval, &proximity.state);
            graze_query_proximity(&advancement->motion, &advancement->cache, &proximity);
            falls = proximity.separation < search->best ? falls + 1 : 0;
            bool is_lower =
                proximity.separation < search->best - 0.25 * margin || falls >= MAX_FALLS;
            update_best(search, proximity.separation, t);
            if (is_lower) falls = 0;
            if (is_lower) descend(search, &proximity, t, end, gap_tolerance);
            /* The descent may have left the piece interval. */
            graze_relative_motion_find_interval(&advancement->motion, t);
            step = graze_proximity_safe_step(&advancement->motion, &proximity, end - t,
                                             margin - search->best, GRAZE_METHOD_CERTIFIED,
                                             &time_to_close);
        }
        double next = step >= end - t ? end : graze_time_after(t, step);
        bool is_over = t >= advancement->to || next >= advancement->to;
        if (is_over || next > t) max_margin = max2(max_margin, margin);
        if (is_over) {
            *is_certified = growing.factor <= 1;
            return search->best - max_margin;
        }
        if (next <= t) break;
        t = next;
    }
    return min2(search->best - max_margin, remaining_lower_bound(search, t));
}

void graze_clearance_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                             const GrazeMotionOptions* options, double limit,
                             GrazeClearanceBracket* out)
{
    GrazeMotionOptions clipped = *options;
    ClearanceSearch search;
    *out = (GrazeClearanceBracket){INFINITY, INFINITY, 0, GRAZE_CLEARANCE_CERTIFIED, 0, false};
    if (graze_is_compound(a->shape, b->shape)) {
        GrazeClearance clearance;
        graze_compound_clearance(a, b, options, limit, &clearance);
        *out = (GrazeClearanceBracket){clearance.lo,         clearance.hi,
                                       clearance.time,       (GrazeClearanceStatus)clearance.status,
                                       clearance.iterations, clearance.is_common == 1};
        return;
    }
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return;
    GrazeAdvancement* advancement = &search.advancement;
    graze_advancement_init(advancement, a, b, &clipped, 1, clipped.to - clipped.from);
    search.best = limit;
    search.time = clipped.from;
    if (!(limit < INFINITY)) sample_uniformly(&search, 0.25 * clipped.distance_tolerance);
    bool is_certified;
    double lower_bound = certify(&search, 0.25 * clipped.distance_tolerance, &is_certified);
    out->lo = lower_bound < 0 ? max2(lower_bound, -max_depth(a, b)) : lower_bound;
    /* Rounding of large poses can make an overlap deeper than bodies of that size can have. */
    if (search.best < limit) out->hi = max2(search.best, out->lo);
    out->time = search.time;
    out->status = is_certified ? GRAZE_CLEARANCE_CERTIFIED : GRAZE_CLEARANCE_UNDECIDED;
    out->evaluations = advancement->evaluations;
    out->is_common = true;
}

void graze_group_clearance_clear(GrazeGroupClearance* group, double limit)
{
    *group = (GrazeGroupClearance){limit, INFINITY, INFINITY, -1, -1, GRAZE_CLEARANCE_CERTIFIED, 0};
}

void graze_group_clearance_add_pair(GrazeGroupClearance* group, int32_t first, int32_t second,
                                    const GrazeMovingBody* a, const GrazeMovingBody* b,
                                    const GrazeMotionOptions* options, double limit)
{
    GrazeMotionOptions complete = *options;
    GrazeClearanceBracket bracket;
    graze_motion_defaults(a, b, &complete);
    graze_clearance_bracket(a, b, &complete, min2(group->hi, limit), &bracket);
    if (bracket.lo < group->lo) group->status = (int32_t)bracket.status;
    group->lo = min2(group->lo, bracket.lo);
    if (!(bracket.hi < group->hi)) return;
    group->hi = bracket.hi;
    group->time = bracket.time;
    group->first = first;
    group->second = second;
}

void graze_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                     const GrazeMotionOptions* options, GrazeClearance* out)
{
    GrazeClearanceBracket bracket;
    if (graze_is_compound(a->shape, b->shape)) {
        graze_compound_clearance(a, b, options, INFINITY, out);
        return;
    }
    *out = (GrazeClearance){0};
    graze_clearance_bracket(a, b, options, INFINITY, &bracket);
    out->lo = bracket.lo;
    out->hi = bracket.hi;
    out->status = (int32_t)bracket.status;
    if (!bracket.is_common) return;
    GrazeContact contact;
    GrazeRelativeMotion motion;
    graze_relative_motion_init(&motion, a, b, bracket.time, 1);
    graze_write_witness(&motion, 0, bracket.hi < 0, &contact);
    out->time = bracket.time;
    out->witness = contact.witness;
    out->is_common = 1;
    out->iterations = bracket.evaluations;
}
