#include "faults.h"

#include "../../src/tolerance.h"

#include <math.h>

/* Time in which both are present, by the ends of their motions alone. */
typedef struct {
    const GrazeMovingBody *a, *b;
    double from, to;
    bool is_there;
    double tick;          /* spacing of doubles there */
    long double rounding; /* twice the permitted rounding error */
    int32_t evaluations;
    FaultDetail* detail;
} Case;

static void cut(const GrazeMovingBody* moving_body, double* from, double* to)
{
    double begin = moving_body->pieces[0].t0;
    double end = moving_body->pieces[moving_body->count - 1].t1;
    if (moving_body->before == GRAZE_VANISH && begin > *from) *from = begin;
    if (moving_body->after == GRAZE_VANISH && end < *to) *to = end;
}

static Case case_of(const GrazeMovingBody* a, const GrazeMovingBody* b,
                    const GrazeMotionOptions* options, int32_t evaluations, FaultDetail* detail)
{
    Case of = {.a = a, .b = b, .from = options->from, .to = options->to};
    of.evaluations = evaluations;
    of.detail = detail;
    cut(a, &of.from, &of.to);
    cut(b, &of.from, &of.to);
    of.is_there = of.from <= of.to;
    of.tick = DBL_EPSILON * fmax(fabs(of.from), fabs(of.to));
    if (of.is_there) of.rounding = 2 * truth_rounding(a, b, of.from, of.to);
    return of;
}

static const char* fault(const Case* of, const char* what, double time, long double found,
                         long double expected)
{
    *of->detail = (FaultDetail){time, found, expected};
    return what;
}

static long double separation_at(const Case* of, double t)
{
    return truth_separation(of->a, of->b, of->from, (long double)t - of->from);
}

/* Returns whether that is the separation at t. Where pieces meet, the separation of the earlier
 * or of the later ones counts. */
static bool is_separation(const Case* of, double t, double separation, long double error)
{
    for (int is_later = 0; is_later < 2; is_later++) {
        TruthPlace a;
        TruthPlace b;
        bool are_there =
            truth_place(of->a, t, 0, is_later, &a) && truth_place(of->b, t, 0, is_later, &b);
        if (are_there && fabsl(truth_gap(&a, &b) - separation) <= error) return true;
    }
    return fabsl(separation_at(of, t) - separation) <= error;
}

static long double most_speed(const Case* of)
{
    return truth_speed(of->a, of->b, of->from, of->to);
}

/* Returns a fault if they overlap anywhere from `lo` until just before `hi`. A join may jump at
 * `hi` itself. */
static const char* contact_between(const Case* of, double lo, double hi, long double deepest,
                                   const char* what)
{
    long double where;
    long double floor;
    long double begin = (long double)lo - of->from;
    long double end = (long double)hi - of->from;
    end -= 0x1p-60L * end;
    if (!(end > begin)) return NULL;
    long double least =
        truth_least(of->a, of->b, of->from, begin, end, of->evaluations, &where, &floor);
    if (least >= -deepest) return NULL;
    return fault(of, what, (double)(of->from + where), least, -deepest);
}

/* Returns the smallest separation within a tick or two before `t`. */
static long double lowest_at(const Case* of, double t)
{
    long double where;
    long double floor;
    double before = fmax(of->from, t - 2 * of->tick);
    return truth_least(of->a, of->b, of->from, (long double)before - of->from,
                       (long double)t - of->from, 24, &where, &floor);
}

/* Returns a fault unless they stay within `most` of contact, except for stretches shorter than
 * the tolerance. */
static const char* apart_between(const Case* of, double lo, double hi, long double most,
                                 double tolerance, const char* what)
{
    enum { SAMPLES = 16, AROUND = 4 };
    most += most_speed(of) * 2 * of->tick;
    for (int k = 0; k <= SAMPLES; k++) {
        double t = k < SAMPLES ? lo + (hi - lo) * k / SAMPLES : hi;
        long double apart = separation_at(of, t);
        long double least = apart;
        for (int i = -AROUND; i <= AROUND && least > most; i++) {
            double near = fmin(fmax(t + tolerance * i / AROUND, lo), hi);
            least = fminl(least, separation_at(of, near));
        }
        if (least > most) return fault(of, what, t, apart, most);
    }
    return NULL;
}

static bool is_finite_all(const double* values, int count)
{
    for (int i = 0; i < count; i++) {
        if (!isfinite(values[i])) return false;
    }
    return true;
}

static const char* fault_of_witness(const Case* of, const GrazeContact* c)
{
    long double steep = most_speed(of) * 2 * of->tick;
    if (!is_separation(of, c->lo, c->separation, of->rounding + steep))
        return fault(of, "the gap is another", c->lo, c->separation, separation_at(of, c->lo));
    long double length = hypotl(c->witness.normal_x, c->witness.normal_y);
    if (fabsl(length - 1) > 0x1p-40L)
        return fault(of, "the normal is not a unit vector", 0, length, 1);
    long double along =
        ((long double)c->witness.point_b_x - c->witness.point_a_x) * c->witness.normal_x +
        ((long double)c->witness.point_b_y - c->witness.point_a_y) * c->witness.normal_y;
    long double far = fabsl(c->witness.point_a_x) + fabsl(c->witness.point_a_y) +
                      fabsl(c->witness.point_b_x) + fabsl(c->witness.point_b_y);
    if (fabsl(along - c->separation) > of->rounding + 0x1p-40L * far)
        return fault(of, "the points are not that far apart", c->lo, along, c->separation);
    return NULL;
}

static double widest_of(const Case* of, const GrazeMotionOptions* options)
{
    return fmax(options->tolerance, GRAZE_TIME_ULPS * of->tick);
}

/* Returns the depth up to which contacts can be passed over. */
static long double passed_depth(const Case* of, const GrazeMotionOptions* options)
{
    if (options->touching == GRAZE_TOUCHING_CONFLICT) return of->rounding;
    return options->distance_tolerance + 4 * of->rounding;
}

static const char* fault_of_graze(const Case* of, const GrazeMotionOptions* options, double lo,
                                  double hi)
{
    double slack = options->distance_tolerance;
    const char* what = apart_between(of, lo, hi, 2 * slack + of->rounding, widest_of(of, options),
                                     "a graze, and apart");
    return what != NULL ? what
                        : contact_between(of, lo, hi, slack + of->rounding, "a graze, and deep");
}

/* A bracket is as narrow as requested, or they touch in all of it but the end. */
static const char* fault_of_hit(const Case* of, const GrazeMotionOptions* options,
                                const GrazeContact* c)
{
    long double lowest = lowest_at(of, c->hi);
    double widest = widest_of(of, options);
    if (lowest > of->rounding) return fault(of, "a hit, and apart", c->hi, lowest, 0);
    if (c->hi - c->lo <= widest || fault_of_graze(of, options, c->lo, c->hi - widest) == NULL)
        return NULL;
    return fault(of, "too wide", c->hi, c->hi - c->lo, options->tolerance);
}

static const char* fault_of_status(const Case* of, const GrazeMotionOptions* options,
                                   const GrazeContact* c)
{
    switch (c->status) {
    case GRAZE_CONTACT_FREE:
        if (c->lo != of->to) return fault(of, "free, but not to the end", c->lo, c->lo, of->to);
        return NULL;
    case GRAZE_CONTACT_HIT:
        return fault_of_hit(of, options, c);
    case GRAZE_CONTACT_GRAZING:
        if (options->touching == GRAZE_TOUCHING_ALLOWED)
            return fault(of, "a graze, and touching is allowed", c->lo, c->status, 0);
        return fault_of_graze(of, options, c->lo, c->hi);
    case GRAZE_CONTACT_OVERLAPPING:
        if (c->lo != of->from || c->hi != of->from)
            return fault(of, "an overlap, and late", c->lo, c->hi, of->from);
        if (separation_at(of, of->from) > of->rounding)
            return fault(of, "an overlap, and apart", of->from, separation_at(of, of->from), 0);
        return NULL;
    case GRAZE_CONTACT_UNDECIDED:
        if (c->hi != of->to && lowest_at(of, c->hi) > of->rounding)
            return fault(of, "undecided until an overlap, and apart", c->hi, c->hi, of->to);
        return NULL;
    default:
        return fault(of, "no status", c->lo, c->status, 0);
    }
}

const char* fault_of_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                             const GrazeMotionOptions* options, const GrazeContact* contact,
                             int32_t evaluations, FaultDetail* detail)
{
    const GrazeContact* c = contact;
    Case of = case_of(a, b, options, evaluations, detail);
    const double numbers[] = {c->lo,
                              c->hi,
                              c->separation,
                              c->witness.point_a_x,
                              c->witness.point_a_y,
                              c->witness.point_b_x,
                              c->witness.point_b_y,
                              c->witness.normal_x,
                              c->witness.normal_y};
    if (!of.is_there) {
        bool is_free = c->status == GRAZE_CONTACT_FREE && c->iterations == 0;
        return is_free ? NULL : fault(&of, "never there together", c->lo, c->status, 0);
    }
    if (!is_finite_all(numbers, 9)) return fault(&of, "not finite", c->lo, c->separation, 0);
    if (!(of.from <= c->lo && c->lo <= c->hi && c->hi <= of.to))
        return fault(&of, "a time outside the queried range", of.from, c->lo, c->hi);
    int32_t most = options->max_iterations + GRAZE_BISECTIONS;
    if (c->iterations < 1 || c->iterations > most)
        return fault(&of, "so many looks", c->lo, c->iterations, most);
    const char* what = contact_between(&of, of.from, c->lo, passed_depth(&of, options), "late");
    if (what == NULL) what = fault_of_status(&of, options, c);
    if (what == NULL && c->status != GRAZE_CONTACT_FREE) what = fault_of_witness(&of, c);
    return what;
}

/* ---- intervals ---- */

/* The bracket is as narrow as requested, or all of it but its end inside the interval, the first
 * or the last one, is within the distance of a graze. */
static const char* fault_of_end(const Case* of, const GrazeMotionOptions* options, double lo,
                                double hi, bool is_first_inside)
{
    double widest = widest_of(of, options);
    if (hi - lo <= widest) return NULL;
    double begin = is_first_inside ? lo + widest : lo;
    double end = is_first_inside ? hi : hi - widest;
    if (fault_of_graze(of, options, begin, end) == NULL) return NULL;
    return fault(of, "an end too wide", lo, hi - lo, widest);
}

static const char* fault_of_interval(const Case* of, const GrazeMotionOptions* options,
                                     const GrazeInterval* i)
{
    double widest = widest_of(of, options);
    bool is_ordered = i->begin_lo <= i->begin_hi && i->end_lo <= i->end_hi &&
                      i->begin_lo <= i->end_lo && i->begin_hi <= i->end_hi;
    if (!is_ordered) return fault(of, "out of order", i->begin_lo, i->end_lo, i->end_hi);
    bool is_cut = i->iterations > options->max_iterations;
    const char* what = NULL;
    switch (i->status) {
    case GRAZE_CONTACT_HIT:
        if (!is_cut) what = fault_of_end(of, options, i->begin_lo, i->begin_hi, false);
        if (!is_cut && what == NULL) what = fault_of_end(of, options, i->end_lo, i->end_hi, true);
        if (what != NULL) return what;
        if (i->begin_hi <= i->end_lo)
            return apart_between(of, i->begin_hi, i->end_lo,
                                 2 * options->distance_tolerance + of->rounding, widest,
                                 "apart in an interval");
        return NULL;
    case GRAZE_CONTACT_GRAZING:
        if (options->touching == GRAZE_TOUCHING_ALLOWED)
            return fault(of, "a graze, and touching is allowed", i->begin_lo, i->status, 0);
        return fault_of_graze(of, options, i->begin_lo, i->end_hi);
    case GRAZE_CONTACT_UNDECIDED:
        return NULL;
    default:
        return fault(of, "no status of an interval", i->begin_lo, i->status, 0);
    }
}

const char* fault_of_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                               const GrazeMotionOptions* options, const GrazeInterval* intervals,
                               int32_t count, int32_t capacity, int32_t evaluations,
                               FaultDetail* detail)
{
    Case of = case_of(a, b, options, evaluations, detail);
    if (!of.is_there) return count == 0 ? NULL : fault(&of, "never there together", 0, count, 0);
    if (count < 0 || count > capacity + 1) return fault(&of, "so many intervals", 0, count, 0);
    double behind = of.from;
    bool is_all = count <= capacity;
    for (int32_t k = 0; k < (is_all ? count : capacity); k++) {
        const GrazeInterval* i = &intervals[k];
        const double numbers[] = {i->begin_lo, i->begin_hi, i->end_lo, i->end_hi};
        if (!is_finite_all(numbers, 4)) return fault(&of, "not finite", behind, i->begin_lo, 0);
        /* Brackets are rounded outwards. */
        if (i->begin_lo < behind - 2 * of.tick || i->end_hi > of.to)
            return fault(&of, "overlapping intervals", behind, i->begin_lo, i->end_hi);
        const char* what =
            contact_between(&of, behind, i->begin_lo, passed_depth(&of, options), "missed");
        if (what == NULL) what = fault_of_interval(&of, options, i);
        if (what != NULL) return what;
        behind = i->end_hi;
        if (i->status == GRAZE_CONTACT_UNDECIDED && k + 1 < count)
            return fault(&of, "something behind what is unknown", behind, k, count);
    }
    return is_all ? contact_between(&of, behind, of.to, passed_depth(&of, options),
                                    "missed at the end")
                  : NULL;
}

/* ---- clearance ---- */

const char* fault_of_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                               const GrazeMotionOptions* options, const GrazeClearance* clearance,
                               int32_t evaluations, FaultDetail* detail)
{
    const GrazeClearance* c = clearance;
    Case of = case_of(a, b, options, evaluations, detail);
    if (c->is_common != of.is_there) return fault(&of, "together?", 0, c->is_common, of.is_there);
    if (!of.is_there) {
        bool is_empty = c->lo == INFINITY && c->hi == INFINITY;
        return is_empty ? NULL : fault(&of, "never there together", 0, c->lo, c->hi);
    }
    const double numbers[] = {c->hi,
                              c->time,
                              c->witness.point_a_x,
                              c->witness.point_a_y,
                              c->witness.point_b_x,
                              c->witness.point_b_y,
                              c->witness.normal_x,
                              c->witness.normal_y};
    if (!is_finite_all(numbers, 8) || isnan(c->lo)) return fault(&of, "not finite", 0, c->hi, 0);
    if (!(c->lo <= c->hi)) return fault(&of, "out of order", c->time, c->lo, c->hi);
    if (!(of.from <= c->time && c->time <= of.to))
        return fault(&of, "a time outside the queried range", c->time, of.from, of.to);
    long double steep = most_speed(&of) * 2 * of.tick;
    if (!is_separation(&of, c->time, c->hi, of.rounding + steep))
        return fault(&of, "hi is not reached then", c->time, c->hi, separation_at(&of, c->time));
    long double where;
    long double floor;
    long double least =
        truth_least(a, b, of.from, 0, (long double)of.to - of.from, of.evaluations, &where, &floor);
    if (least < c->lo - of.rounding)
        return fault(&of, "nearer", (double)(of.from + where), least, c->lo);
    if (c->hi < floor - of.rounding - steep)
        return fault(&of, "never that near", c->time, c->hi, floor);
    if (options->max_iterations > 0 && c->iterations > options->max_iterations + GRAZE_BISECTIONS)
        return fault(&of, "iterations", 0, c->iterations, options->max_iterations);
    bool is_wide = c->hi - c->lo > options->distance_tolerance + 4 * of.rounding;
    if (c->status == GRAZE_CLEARANCE_CERTIFIED && is_wide)
        return fault(&of, "too wide", c->time, c->hi - c->lo, options->distance_tolerance);
    /* With a tolerance of 0, nothing is certain. */
    bool may_end = options->distance_tolerance == 0 || 2 * c->iterations > options->max_iterations;
    if (c->status != GRAZE_CLEARANCE_CERTIFIED && !may_end)
        return fault(&of, "undecided too soon", c->time, c->iterations, options->max_iterations);
    return NULL;
}
