#include "pursuit.h"

#include "../tolerance.h"
#include "leap.h"

int32_t graze_usual_budget(const GrazeMover* a, const GrazeMover* b)
{
    double pieces = (double)a->count + b->count;
    return (int32_t)min2(GRAZE_BUDGET + GRAZE_BUDGET_PIECE * pieces, GRAZE_BUDGET_MOST);
}

/* By how much a body turns, all pieces together: no less, in turns. */
static double turns_of(const GrazeMover* mover)
{
    double sum = 0;
    for (int32_t i = 0; i < mover->count; i++) {
        const GrazePiece* piece = &mover->pieces[i];
        double lasts = piece->end - piece->begin;
        sum += graze_poly_size(piece->theta, lasts) - fabs(piece->theta[0]);
    }
    return sum / 6.28;
}

int32_t graze_turn_budget(const GrazeMover* a, const GrazeMover* b)
{
    double usual = graze_usual_budget(a, b);
    double turns = turns_of(a) + turns_of(b);
    return (int32_t)min2(GRAZE_BUDGET_TURN * turns, GRAZE_BUDGET_MOST - usual);
}

int32_t graze_delay_budget(const GrazeMover* a, const GrazeMover* b)
{
    double usual = graze_usual_budget(a, b);
    double meetings = (1 + turns_of(a)) * (1 + turns_of(b));
    double more = GRAZE_BUDGET_DELAYS + GRAZE_BUDGET_MEETING * meetings;
    return (int32_t)min2(more, GRAZE_BUDGET_MOST - usual);
}

void graze_pursuit_init(GrazePursuit* pursuit, const GrazeMover* a, const GrazeMover* b,
                        const GrazeMotionOptions* options, double sense, double to)
{
    /* The bodies are only looked up where the ends of the window do not tell. */
    double ulp = double_ulp(max2(fabs(options->from), fabs(options->to)));
    if (!(options->tolerance >= GRAZE_TIME_ULPS * ulp))
        ulp = graze_motion_least_tolerance(a, b, options->from, options->to) / GRAZE_TIME_ULPS;
    graze_course_init(&pursuit->course, a, b, options->from, sense);
    pursuit->hint = (GrazeHint){.count = 0};
    pursuit->to = to;
    pursuit->first = options->from;
    pursuit->last = options->to;
    pursuit->tolerance = max2(options->tolerance, GRAZE_TIME_ULPS * ulp) - 2 * ulp;
    pursuit->slack = options->slack;
    pursuit->method = options->method;
    pursuit->is_second = false;
    pursuit->looks = 0;
    pursuit->looked = NULL;
    pursuit->room = 0;
    graze_pursuit_refill(pursuit, options);
}

void graze_pursuit_refill(GrazePursuit* pursuit, const GrazeMotionOptions* options)
{
    const GrazeCourse* course = &pursuit->course;
    pursuit->may_extend = options->budget < 1;
    pursuit->left =
        pursuit->may_extend ? graze_usual_budget(course->a, course->b) : options->budget;
}

bool graze_pursuit_may_look(GrazePursuit* pursuit)
{
    if (pursuit->left > 0) return true;
    if (!pursuit->may_extend) return false;
    pursuit->may_extend = false;
    pursuit->left += graze_turn_budget(pursuit->course.a, pursuit->course.b);
    return pursuit->left > 0;
}

double graze_caller_time(const GrazePursuit* pursuit, double time, bool is_up)
{
    double base = pursuit->course.base;
    if (time >= pursuit->last - base) return pursuit->last;
    double sum = base + time;
    double rounded = sum - base;
    if (is_up ? rounded < time : rounded > time) sum = double_beside(sum, is_up);
    return clamp(sum, pursuit->first, pursuit->last);
}

bool graze_pursuit_rebase(GrazePursuit* pursuit, double error, double* time)
{
    if (!(error > 0.25 * pursuit->slack) || !graze_course_gains(&pursuit->course, *time))
        return false;
    double before = *time;
    *time = graze_course_rebase(&pursuit->course, before);
    pursuit->to = pursuit->to - before + *time;
    return true;
}

void graze_pursuit_look(GrazePursuit* pursuit, double time, GrazeLook* look)
{
    graze_course_leg(&pursuit->course, time);
    graze_instant(&pursuit->course, time, &look->at);
    graze_look(&pursuit->course, &pursuit->hint, look);
    graze_pursuit_count(pursuit, time);
}

double graze_time_after(double time, double step)
{
    double next = time + step;
    if (next - time > step) next = double_beside(next, false);
    return next > time ? next : time;
}

/* By a search where the last one is of no use. */
static void look_anew(GrazePursuit* pursuit, GrazeLook* look)
{
    if (graze_look_again(&pursuit->course, &pursuit->hint, look)) return;
    graze_look(&pursuit->course, &pursuit->hint, look);
}

static bool overlaps_at(GrazePursuit* pursuit, double time)
{
    GrazeLook look;
    graze_course_leg(&pursuit->course, time);
    graze_instant(&pursuit->course, time, &look.at);
    look_anew(pursuit, &look);
    graze_pursuit_count(pursuit, time);
    return look.gap < -look.at.error;
}

static double end_of_leg(const GrazePursuit* pursuit)
{
    return min2(pursuit->course.leg.to, pursuit->to);
}

static GrazeMet met_at(GrazeContactStatus status, double lo, double hi)
{
    return (GrazeMet){status, lo, hi, hi};
}

/* Overlap at hi, none known at lo: an earlier hi, as near to lo as the tolerance asks. */
static GrazeMet narrow(GrazePursuit* pursuit, double lo, double hi)
{
    double before = lo;
    while (hi - lo > 0.5 * pursuit->tolerance && graze_pursuit_may_look(pursuit)) {
        double middle = before + 0.5 * (hi - before);
        if (middle <= before || middle >= hi) break;
        if (overlaps_at(pursuit, middle)) {
            hi = middle;
        } else {
            before = middle;
        }
    }
    return met_at(hi - lo <= pursuit->tolerance ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_GRAZE, lo, hi);
}

/*
 * Contact at lo cannot be told from a gap: on, as long as no overlap is deeper than the slack and they are surely within
 * twice as much of contact, until they overlap or are further apart than it.
 */
static GrazeMet linger(GrazePursuit* pursuit, double lo, bool* has_parted)
{
    double t = lo;
    while (graze_pursuit_may_look(pursuit)) {
        GrazeLook look;
        double landing;
        graze_pursuit_look(pursuit, t, &look);
        double error = look.at.error;
        double slack = max2(pursuit->slack, 4 * error);
        if (look.gap < -error) return narrow(pursuit, lo, t);
        *has_parted = look.gap > slack && t > lo;
        if (*has_parted || t >= pursuit->to) return met_at(GRAZE_CONTACT_GRAZE, lo, t);
        double end = end_of_leg(pursuit);
        double step =
            graze_look_hold(&pursuit->course, &look, end - t, slack, pursuit->method, &landing);
        double near = graze_look_stay(&pursuit->course, &pursuit->hint, &look, end - t, 2 * slack);
        step = min2(step, max2(near, 0.5 * pursuit->tolerance));
        double next = step >= end - t ? end : graze_time_after(t, step);
        if (next <= t) break;
        t = next;
    }
    return met_at(GRAZE_CONTACT_UNDECIDED, lo, pursuit->to);
}

/*
 * What is left when the budget is used up: halves, the left one first, each free where the separation in its
 * middle is more than the largest speed can use up on the way to its ends.
 */
static GrazeMet bisect(GrazePursuit* pursuit, double t)
{
    double hi = pursuit->to;
    double width = hi - t;
    bool is_met = false;
    for (int32_t i = 0; i < GRAZE_BISECTIONS && t < hi; i++) {
        GrazeLook look;
        GrazeRates rates;
        graze_course_leg(&pursuit->course, t);
        double end = min2(pursuit->course.leg.to, hi);
        bool is_last = width >= end - t;
        if (is_last) width = end - t;
        if (!is_last && width <= 0.5 * pursuit->tolerance) break;
        graze_pursuit_look(pursuit, t + 0.5 * width, &look);
        if (look.gap < -look.at.error) {
            hi = t + 0.5 * width;
            is_met = true;
            continue;
        }
        graze_rates(&look.at, 0.5 * width, &rates);
        double most = graze_largest_speed(&pursuit->course.leg, &rates);
        if (look.gap - look.at.error > most * 0.5 * width * (1 + GRAZE_STEP_ERROR)) {
            t = is_last ? end : graze_time_after(t, width);
            width *= 2;
        } else {
            width *= 0.5;
        }
    }
    if (is_met && hi - t <= pursuit->tolerance) return met_at(GRAZE_CONTACT_HIT, t, hi);
    if (!is_met && t >= hi) return met_at(GRAZE_CONTACT_FREE, hi, hi);
    return met_at(GRAZE_CONTACT_UNDECIDED, t, hi);
}

/*
 * A graze that ends apart: its end is where a pursuit backwards comes near contact. True when it comes near
 * nothing, so that all of it is free.
 */
static bool tighten(GrazePursuit* pursuit, GrazeMet* met)
{
    GrazePursuit back = *pursuit;
    GrazeMet again;
    back.course.sense = -pursuit->course.sense;
    back.course.has_leg = false;
    back.to = -met->lo;
    back.is_second = true;
    graze_pursue(&back, -met->hi, &again);
    pursuit->left = back.left;
    pursuit->looks = back.looks;
    pursuit->may_extend = back.may_extend;
    if (again.status == GRAZE_CONTACT_FREE) return true;
    double ahead = back.course.base - pursuit->course.base;
    double end = -again.lo + ahead;
    if (ahead != 0) end = double_beside(end, true);
    met->hi = clamp(end, met->lo, met->hi);
    return false;
}

void graze_pursue(GrazePursuit* pursuit, double from, GrazeMet* met)
{
    GrazeLook look;
    double t = from;
    double tolerance = pursuit->tolerance;
    double leapt_to = -INFINITY; /* where the leg ends that leaps have gone through */
    bool has_moved = false;
    while (graze_pursuit_may_look(pursuit)) {
        const GrazeLeg* leg = graze_course_leg(&pursuit->course, t);
        double end = end_of_leg(pursuit);
        double landing = INFINITY;
        graze_instant_place(&pursuit->course, t, &look.at);
        if (graze_pursuit_rebase(pursuit, look.at.error, &t)) {
            leapt_to = -INFINITY;
            continue;
        }
        graze_pursuit_count(pursuit, t);
        bool may_use_discs = pursuit->method == GRAZE_METHOD_CERTIFIED;
        double step = may_use_discs ? graze_discs_hold(leg, &look.at, 0, end - t) : 0;
        bool is_far = step > 0;
        bool may_leap = may_use_discs && step < end - t && leapt_to != end;
        if (may_leap && pursuit->left >= GRAZE_LEAP_LOOKS && graze_may_leap(leg)) {
            double next = graze_time_after(t, step);
            leapt_to = end;
            if (graze_leap(pursuit, &look, end, met, &next)) return;
            if (next > t) {
                t = next;
                has_moved = true;
                if (end < pursuit->to || t < end) continue;
                *met = met_at(GRAZE_CONTACT_FREE, end, end);
                return;
            }
            graze_instant_place(&pursuit->course, t, &look.at);
        }
        if (!is_far) {
            graze_instant_pose(leg, &look.at);
            look_anew(pursuit, &look);
            double error = look.at.error;
            if (look.gap < -error) {
                *met = met_at(has_moved ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_OVERLAP, t, t);
                return;
            }
            if (look.gap > error) {
                step =
                    graze_look_hold(&pursuit->course, &look, end - t, 0, pursuit->method, &landing);
            }
        }
        if (step > 0 && step >= end - t) {
            has_moved = has_moved || end > t;
            t = end;
            if (end >= pursuit->to) {
                *met = met_at(GRAZE_CONTACT_FREE, end, end);
                return;
            }
            continue;
        }
        double next = graze_time_after(t, step);
        bool is_slow = next - t < 0.25 * tolerance;
        if (!is_far && (is_slow || landing < 0.25 * tolerance)) {
            double probe = min2(next + 0.75 * tolerance, pursuit->to);
            if (probe > next && pursuit->left > 0 && overlaps_at(pursuit, probe)) {
                *met = met_at(GRAZE_CONTACT_HIT, next, probe);
                return;
            }
            if (is_slow && look.gap <= max2(pursuit->slack, look.at.error)) {
                bool has_parted = false;
                *met = linger(pursuit, next, &has_parted);
                bool may_tighten = has_parted && !pursuit->is_second && pursuit->left > 0;
                if (!may_tighten || !tighten(pursuit, met)) return;
                next = met->hi;
            }
        }
        if (next <= t) break;
        t = next;
        has_moved = true;
    }
    *met =
        pursuit->is_second ? met_at(GRAZE_CONTACT_UNDECIDED, t, pursuit->to) : bisect(pursuit, t);
}
