#include "../tolerance.h"
#include "contact.h"

/*
 * The least signed separation over time. `best` is the least one seen, polished by a search downhill from wherever
 * it is improved; then steps through time certify that it is nowhere less than best - slack: a first contact, were the
 * bodies moved apart by that much, that must not come.
 */

typedef struct {
    GrazePursuit pursuit;
    double to, best, time;
} Descent;

static double gap_at(Descent* descent, double t)
{
    GrazeLook look;
    graze_pursuit_look(&descent->pursuit, t, &look);
    if (look.gap < descent->best) {
        descent->best = look.gap;
        descent->time = t;
    }
    return look.gap;
}

/* (sqrt 5 - 1) / 2: where a golden section divides. */
static const double GOLDEN = 0.61803398874989485;

enum { SAMPLES = 16, SECTIONS = 64, STRIDES = 24 };

/* Downhill by golden section between lo and hi, until what is left is below `enough` (in gaps). */
static void section(Descent* descent, double lo, double hi, double enough)
{
    double left = hi - GOLDEN * (hi - lo);
    double right = lo + GOLDEN * (hi - lo);
    double at_left = gap_at(descent, left);
    double at_right = gap_at(descent, right);
    for (int32_t i = 0; i < SECTIONS && descent->pursuit.left > 0; i++) {
        bool is_left = at_left < at_right;
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
        bool is_flat = drop < enough && fabs(at_left - at_right) < enough;
        if (is_flat || !(left < right)) return;
    }
}

/* On from t, where the separation has fallen below the best one, to the foot of that slope: it rises again up to the end,
   which is one of the samples. */
static void descend(Descent* descent, double t, double stride, double enough)
{
    double lo = t;
    double here = t;
    double gap = descent->best;
    for (int32_t i = 0; i < STRIDES; i++) {
        double next = min2(here + stride, descent->to);
        double ahead = gap_at(descent, next);
        if (ahead >= gap) {
            section(descent, lo, next, enough);
            return;
        }
        lo = here;
        here = next;
        gap = ahead;
        stride *= 2;
    }
}

static void sample(Descent* descent, double enough)
{
    double step = descent->to / SAMPLES;
    gap_at(descent, 0);
    gap_at(descent, descent->to);
    for (int32_t i = 1; i < SAMPLES && descent->pursuit.left > 0; i++)
        gap_at(descent, i * step);
    double lo = max2(descent->time - step, 0);
    double hi = min2(descent->time + step, descent->to);
    if (hi > lo && descent->pursuit.left > 0) section(descent, lo, hi, enough);
}

/* When the budget has ended: no further down than at the largest speed, leg by leg. */
static double floor_from(Descent* descent, double t)
{
    double least = descent->best;
    GrazePursuit* pursuit = &descent->pursuit;
    for (int32_t i = 0; i < GRAZE_BISECTIONS && t < descent->to; i++) {
        GrazeLook look;
        GrazeRates rates;
        graze_pursuit_look(pursuit, t, &look);
        double end = min2(pursuit->course.leg.to, descent->to);
        graze_rates(&look.at, end - t, &rates);
        double fall = graze_largest_speed(&pursuit->course.leg, &rates) * (end - t);
        least = min2(least, look.gap - look.at.error - fall);
        t = end;
    }
    return t < descent->to ? -INFINITY : least;
}

static double certify(Descent* descent, double slack, double enough)
{
    GrazePursuit* pursuit = &descent->pursuit;
    double t = 0;
    double error = 0;
    while (pursuit->left > 0) {
        GrazeLook look;
        double landing;
        graze_pursuit_look(pursuit, t, &look);
        double end = min2(pursuit->course.leg.to, descent->to);
        double margin = max2(slack, 4 * look.at.error);
        error = max2(error, margin + look.at.error);
        bool is_lower = look.gap < descent->best - 0.25 * margin;
        if (look.gap < descent->best) {
            descent->best = look.gap;
            descent->time = t;
        }
        if (is_lower) descend(descent, t, descent->to * 0x1p-8, enough);
        if (t >= descent->to) return descent->best - error;
        /* The search downhill may have left the leg. */
        graze_course_leg(&pursuit->course, t);
        double step = graze_look_hold(&pursuit->course, &look, end - t, margin - descent->best,
                                      GRAZE_METHOD_CERTIFIED, &landing);
        double next = step >= end - t ? end : graze_time_after(t, step);
        if (next <= t) break;
        t = next;
        if (t >= descent->to) return descent->best - error;
    }
    return min2(descent->best - error, floor_from(descent, t));
}

void graze_clearance(const GrazeMover* a, const GrazeMover* b, const GrazeMotionOptions* options,
                     GrazeClearance* out)
{
    GrazeMotionOptions within = *options;
    Descent descent;
    *out = (GrazeClearance){0};
    out->lo = INFINITY;
    out->hi = INFINITY;
    if (!graze_motion_window(a, b, &within.from, &within.to)) return;
    graze_pursuit_init(&descent.pursuit, a, b, &within, 1, within.to - within.from);
    descent.to = within.to - within.from;
    descent.best = INFINITY;
    descent.time = 0;
    sample(&descent, 0.25 * within.slack);
    out->lo = certify(&descent, within.slack, 0.25 * within.slack);
    GrazeContact witness;
    graze_tell_witness(&descent.pursuit.course, descent.time, &witness);
    out->hi = descent.best;
    out->time = graze_caller_time(&within, descent.time, false);
    out->point_a_x = witness.point_a_x;
    out->point_a_y = witness.point_a_y;
    out->point_b_x = witness.point_b_x;
    out->point_b_y = witness.point_b_y;
    out->normal_x = witness.normal_x;
    out->normal_y = witness.normal_y;
    out->is_common = 1;
    out->iterations = descent.pursuit.looks;
}
