#include "../tolerance.h"
#include "contact.h"

/*
 * The least signed separation over time. `best` is the least one seen, polished by a search downhill from wherever
 * it is improved; then steps through time certify that it is nowhere less than best - margin: a first contact, were the
 * bodies moved apart by that much, that must not come. The margin is the slack; when most of the budget is spent, it grows, so
 * that the bound for the rest of the time is as good as what is left of the budget allows.
 */

/*
 *   best     the least separation seen; `time`: when, in the caller's time
 */
typedef struct {
    GrazePursuit pursuit;
    double best, time;
} Descent;

/* Looks at time t as from a base near it. */
static COLD void look_closely(Descent* descent, double t, GrazeLook* look)
{
    GrazeCourse near = descent->pursuit.course;
    double rest = graze_course_rebase(&near, t);
    graze_course_leg(&near, rest);
    graze_instant(&near, rest, &look->at);
    graze_look(&near, &descent->pursuit.hint, look);
}

static void keep_least(Descent* descent, double gap, double t)
{
    if (!(gap < descent->best)) return;
    descent->best = gap;
    descent->time = graze_caller_time(&descent->pursuit, t, false);
}

static double gap_at(Descent* descent, double t)
{
    GrazeLook look;
    GrazePursuit* pursuit = &descent->pursuit;
    graze_pursuit_look(pursuit, t, &look);
    bool is_coarse = look.at.error > 0.25 * pursuit->slack;
    if (is_coarse && graze_course_gains(&pursuit->course, t)) look_closely(descent, t, &look);
    keep_least(descent, look.gap, t);
    return look.gap;
}

/* (sqrt 5 - 1) / 2: where a golden section divides. */
static const double GOLDEN = 0.61803398874989485;

enum { SAMPLES = 16, SECTIONS = 64, STRIDES = 40, LENGTHENING = 4 };

/* Searches downhill by golden section between lo and hi, until what is left is below `enough` (in gaps). The separation at
   `low`, between them, is known to be less than at both: that is the side to go where two others are the same. */
static void section(Descent* descent, double lo, double low, double hi, double enough)
{
    double left = hi - GOLDEN * (hi - lo);
    double right = lo + GOLDEN * (hi - lo);
    double at_left = gap_at(descent, left);
    double at_right = gap_at(descent, right);
    for (int32_t i = 0; i < SECTIONS && graze_pursuit_may_look(&descent->pursuit); i++) {
        bool is_tied = fabs(at_left - at_right) <= 0x1p-10 * enough;
        bool is_left = is_tied ? low < 0.5 * (left + right) : at_left < at_right;
        double drop = fabs(at_left - at_right);
        if (is_left) {
            hi = right;
            right = left;
            at_right = at_left;
            left = hi - GOLDEN * (hi - lo);
            at_left = gap_at(descent, left);
        } else {
            lo = left;
            left = right;
            at_left = at_right;
            right = lo + GOLDEN * (hi - lo);
            at_right = gap_at(descent, right);
        }
        bool is_low = min2(at_left, at_right) <= descent->best + enough;
        bool is_flat = is_low && drop < enough && fabs(at_left - at_right) < enough;
        if (is_flat || !(left < right)) return;
    }
}

/* Searches on from t, where the separation has fallen below the best one, to the foot of that slope, by ever longer strides.
   The first is too short to pass a minimum by: the separation changes by `enough` in it, at most. */
static void descend(Descent* descent, const GrazeLook* look, double t, double end, double enough)
{
    GrazeRates rates;
    graze_rates(&look->at, end - t, &rates);
    double speed = graze_largest_speed(&descent->pursuit.course.leg, &rates);
    double longest = descent->pursuit.to * 0x1p-8;
    double stride = speed * longest > enough ? enough / speed : longest;
    double lo = t;
    double here = t;
    double gap = descent->best;
    for (int32_t i = 0; i < STRIDES; i++) {
        double next = min2(here + stride, descent->pursuit.to);
        double ahead = gap_at(descent, next);
        if (ahead >= gap) {
            section(descent, lo, here, next, enough);
            return;
        }
        lo = here;
        here = next;
        gap = ahead;
        stride *= LENGTHENING;
    }
}

static void sample(Descent* descent, double enough)
{
    GrazePursuit* pursuit = &descent->pursuit;
    double to = pursuit->to;
    double step = to / SAMPLES;
    double least_at = 0;
    double least = gap_at(descent, 0);
    for (int32_t i = 1; i <= SAMPLES && graze_pursuit_may_look(pursuit); i++) {
        double t = i < SAMPLES ? i * step : to;
        double gap = gap_at(descent, t);
        if (gap < least) least_at = t;
        least = min2(least, gap);
    }
    double lo = max2(least_at - step, 0);
    double hi = min2(least_at + step, to);
    if (hi > lo && graze_pursuit_may_look(pursuit)) section(descent, lo, least_at, hi, enough);
}

/* ---- what is known without a search ---- */

enum { WIDTHS = 64 };

/* The least width of a body among those across some of its edges and along the axes, and its largest: at least that. */
static void find_widths(const GrazeShape* shape, double* least, double* most)
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
    *least = min2(hi[0] - lo[0], hi[1] - lo[1]);
    *most = vec_length(vec(hi[0] - lo[0], hi[1] - lo[1]));
    int32_t stride = 1 + shape->count / WIDTHS;
    for (int32_t i = 0; i < shape->count && shape->count > 1; i += stride) {
        GrazeVec from = vec_of(vertices[i]);
        GrazeVec edge = vec_sub(vec_of(vertices[next_index(i, shape->count)]), from);
        GrazeVec out = vec_over(vec_outward(edge), vec_length(edge));
        int32_t k = graze_support(shape, -out.x, -out.y, GRAZE_SUPPORT_AUTO, 0);
        *least = min2(*least, vec_dot(out, vec_sub(from, vec_of(vertices[k]))));
    }
    *least += 2 * (double)shape->radius;
    *most += 2 * (double)shape->radius;
}

/*
 * How deep two bodies can be in each other, wherever they are: A - B is as wide along any direction as both bodies together,
 * and the origin in it is no further from one of its sides than half of that. One of them is taken across its least width.
 */
static double largest_depth(const GrazeShape* a, const GrazeShape* b)
{
    double least_a;
    double most_a;
    double least_b;
    double most_b;
    find_widths(a, &least_a, &most_a);
    find_widths(b, &least_b, &most_b);
    return 0.5 * min2(least_a + most_b, most_a + least_b) * (1 + GRAZE_STEP_ERROR);
}

/* The least distance of the pivots, of the discs about them, for the next `span`: a lower bound. */
static double floor_of_discs(const GrazeLeg* leg, const GrazeInstant* at, const GrazeRates* rates,
                             double span)
{
    GrazeVec d = vec(at->x[0], at->y[0]);
    double near = vec_length(d) - rates->speed * span;
    if (at->move == 1) {
        GrazeVec velocity = vec(at->x[1], at->y[1]);
        double square = vec_dot(velocity, velocity);
        double middle = square > 0 ? clamp(-vec_dot(d, velocity) / square, 0, span) : 0;
        near = vec_length(vec_along(d, middle, velocity)) * (1 - GRAZE_STEP_ERROR) -
               GRAZE_STEP_ERROR * rates->speed * span;
    }
    return near - leg->a.radius - leg->b.radius - leg->reach - at->error;
}

/* When the budget has ended: no further down than at the largest speed or by the discs, leg by leg. */
static double floor_from(Descent* descent, double t)
{
    GrazePursuit* pursuit = &descent->pursuit;
    const GrazeCourse* course = &pursuit->course;
    double least = descent->best;
    for (int32_t i = 0; i < GRAZE_BISECTIONS && t < pursuit->to; i++) {
        GrazeLook look;
        GrazeRates rates;
        graze_pursuit_look(pursuit, t, &look);
        double end = min2(course->leg.to, pursuit->to);
        graze_rates(&look.at, end - t, &rates);
        double fall = graze_largest_speed(&course->leg, &rates) * (end - t);
        double floor = floor_of_discs(&course->leg, &look.at, &rates, end - t);
        floor = max2(floor, look.gap - fall);
        least = min2(least, floor - look.at.error);
        t = end;
    }
    return t < pursuit->to ? -INFINITY : least;
}

/* ---- certifying ---- */

/* Of the budget that is left at first, what the growing margin is for; in so many parts, with so much larger a margin each. */
static const double RESERVE = 0.25;
enum { PARTS = 8, GROWTH = 8 };

/* Steps that each find a little less than the step before: then they lead down a slope, each by less than the margin. */
enum { MOST_FALLS = 4 };

typedef struct {
    double factor;
    int32_t next, part;
} Margin;

/* How much larger than the slack the margin is. The share of turns is used up before it grows. */
static double factor_of(Margin* margin, GrazePursuit* pursuit)
{
    if (pursuit->left > margin->next) return margin->factor;
    if (pursuit->may_extend) {
        pursuit->may_extend = false;
        pursuit->left += graze_turn_budget(pursuit->course.a, pursuit->course.b);
        return margin->factor;
    }
    margin->factor *= GROWTH;
    margin->next -= margin->part;
    return margin->factor;
}

static double certify(Descent* descent, double enough, bool* is_certified)
{
    GrazePursuit* pursuit = &descent->pursuit;
    double t = 0;
    double widest = 0;
    int32_t falls = 0;
    int32_t reserve = (int32_t)(RESERVE * pursuit->left);
    Margin growing = {1, reserve, reserve / PARTS > 1 ? reserve / PARTS : 1};
    *is_certified = false;
    while (pursuit->left > 0) {
        GrazeLook look;
        double landing;
        const GrazeLeg* leg = graze_course_leg(&pursuit->course, t);
        double end = min2(leg->to, pursuit->to);
        graze_instant_place(&pursuit->course, t, &look.at);
        if (graze_pursuit_rebase(pursuit, look.at.error, &t)) continue;
        graze_pursuit_count(pursuit, t);
        double factor = factor_of(&growing, pursuit);
        double margin = factor * max2(pursuit->slack, 4 * look.at.error);
        double step = graze_discs_hold(leg, &look.at, descent->best - margin, end - t);
        if (step <= 0) {
            graze_instant_pose(leg, &look.at);
            graze_look(&pursuit->course, &pursuit->hint, &look);
            falls = look.gap < descent->best ? falls + 1 : 0;
            bool is_lower = look.gap < descent->best - 0.25 * margin || falls >= MOST_FALLS;
            keep_least(descent, look.gap, t);
            if (is_lower) falls = 0;
            if (is_lower) descend(descent, &look, t, end, enough);
            /* The search downhill may have left the leg. */
            graze_course_leg(&pursuit->course, t);
            step = graze_look_hold(&pursuit->course, &look, end - t, margin - descent->best,
                                   GRAZE_METHOD_CERTIFIED, &landing);
        }
        double next = step >= end - t ? end : graze_time_after(t, step);
        bool is_over = t >= pursuit->to || next >= pursuit->to;
        if (is_over || next > t) widest = max2(widest, margin);
        if (is_over) {
            *is_certified = growing.factor <= 1;
            return descent->best - widest;
        }
        if (next <= t) break;
        t = next;
    }
    return min2(descent->best - widest, floor_from(descent, t));
}

void graze_clearance(const GrazeMover* a, const GrazeMover* b, const GrazeMotionOptions* options,
                     GrazeClearance* out)
{
    GrazeMotionOptions within = *options;
    Descent descent;
    *out = (GrazeClearance){0};
    out->lo = INFINITY;
    out->hi = INFINITY;
    out->status = GRAZE_CLEARANCE_CERTIFIED;
    if (!graze_motion_window(a, b, &within.from, &within.to)) return;
    GrazePursuit* pursuit = &descent.pursuit;
    graze_pursuit_init(pursuit, a, b, &within, 1, within.to - within.from);
    descent.best = INFINITY;
    descent.time = within.from;
    sample(&descent, 0.25 * within.slack);
    bool is_certified;
    double least = certify(&descent, 0.25 * within.slack, &is_certified);
    out->lo = least < 0 ? max2(least, -largest_depth(a->shape, b->shape)) : least;
    GrazeContact witness;
    GrazeCourse course;
    graze_course_init(&course, a, b, descent.time, 1);
    graze_tell_witness(&course, 0, &witness);
    out->hi = descent.best;
    out->time = descent.time;
    out->point_a_x = witness.point_a_x;
    out->point_a_y = witness.point_a_y;
    out->point_b_x = witness.point_b_x;
    out->point_b_y = witness.point_b_y;
    out->normal_x = witness.normal_x;
    out->normal_y = witness.normal_y;
    out->status = is_certified ? GRAZE_CLEARANCE_CERTIFIED : GRAZE_CLEARANCE_UNDECIDED;
    out->is_common = 1;
    out->iterations = pursuit->looks;
}
