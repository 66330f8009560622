/*
 * Tests the searches of src/advancement on a family of their own: two points on a line, whose
 * separation is a product of linear factors of time. Its roots are the contacts, and its signs are
 * exact, so that every bracket is checked against the roots. The family has bounds from its slope and
 * a bound of its second derivative alone, and neither far nor quadratic steps unless a case says so.
 */
#include "../../src/advancement/clearance_search.h"
#include "../../src/advancement/contact_steps.h"
#include "../../src/advancement/interval_search.h"
#include "../../src/tolerance.h"
#include "test.h"

#include <math.h>

enum { MAX_ROOTS = 6 };

/*
 * The pair: separation scale (t - root[0]) (t - root[1]) ..., t in the caller's time, in pieces of
 * length 1. `time` is the instant last located; `budget` is the default number of evaluations, and
 * the number that is added to it.
 */
typedef struct {
    double root[MAX_ROOTS];
    int32_t count;
    double scale, base, sense, time;
    double separation, error;
    int32_t rebases, budget;
} Line;

/* Number of instants located since it was last set to 0. */
static int32_t located;

/* Value and first two derivatives. */
typedef struct {
    double value, slope, second;
} Jet;

static Jet jet_at(const Line* line, double t)
{
    Jet jet = {line->scale, 0, 0};
    for (int32_t i = 0; i < line->count; i++) {
        double x = t - line->root[i];
        jet = (Jet){jet.value * x, jet.slope * x + jet.value, jet.second * x + 2 * jet.slope};
    }
    return jet;
}

/* Returns upper bounds of the magnitudes of a pair and its derivatives, at most `span` from t. */
static Jet magnitudes_around(const Line* line, double t, double span)
{
    Jet jet = {fabs(line->scale), 0, 0};
    for (int32_t i = 0; i < line->count; i++) {
        double x = (fabs(t - line->root[i]) + span) * (1 + 0x1p-40);
        jet = (Jet){jet.value * x, jet.slope * x + jet.value, jet.second * x + 2 * jet.slope};
    }
    return jet;
}

static double caller_time(const Line* line, double time)
{
    return line->base + line->sense * time;
}

/*
 * Returns the longest of several spans, at most `span`, in which the separation falls by less than
 * `room`; or rises, if `sign` is -1. The curvature of each is bounded for itself.
 */
static double longest_step(const Line* line, double span, double sign, double room)
{
    double best = 0;
    double t = caller_time(line, line->time);
    double slope = sign * line->sense * jet_at(line, t).slope;
    for (int32_t k = 0; k < 40 && room > 0; k++) {
        double part = ldexp(span, -k);
        double bend = magnitudes_around(line, t, part).second;
        /* The root of room + slope step - bend step^2 / 2. */
        double root = sqrt(slope * slope + 2 * bend * room);
        double step = slope < 0 ? 2 * room / (root - slope) : (slope + root) / bend;
        if (step > 0) best = fmax(best, fmin(part, step * (1 - 0x1p-30)));
    }
    return best;
}

static void locate(void* data, double time, GrazeInstant* out)
{
    Line* line = data;
    double t = caller_time(line, time);
    double first = line->sense > 0 ? floor(t) - 2 : -ceil(t) - 2;
    double origin = line->sense * line->base;
    while (time >= first + 1 - origin)
        first += 1;
    line->time = time;
    located++;
    /* The time may be rounded, by an ulp of itself or of the caller's time. */
    Jet size = magnitudes_around(line, t, 0);
    line->error = size.slope * 0x1p-50 * fabs(time) + size.value * 0x1p-48;
    *out = (GrazeInstant){first - origin, first + 1 - origin, line->error, 0};
}

static void measure(void* data, bool needs_depth, GrazeInstant* instant)
{
    Line* line = data;
    line->separation = jet_at(line, caller_time(line, line->time)).value;
    instant->separation = line->separation;
    /* Where the depth is not needed, one that is too large will do. */
    if (!needs_depth && line->separation < -line->error) instant->separation *= 2;
}

static double safe_step(void* data, double span, double allowance, GrazeContactMethod method,
                        double* time_to_close)
{
    const Line* line = data;
    (void)method;
    *time_to_close = 0;
    return longest_step(line, span, 1, line->separation + allowance - line->error);
}

static double shallow_step(void* data, double span, double allowance, GrazeContactMethod method)
{
    double time_to_close;
    return safe_step(data, span, allowance, method, &time_to_close);
}

static double contact_step(void* data, double span, double slack)
{
    const Line* line = data;
    return longest_step(line, span, -1, slack - line->separation - line->error);
}

static double max_speed(void* data, double span)
{
    const Line* line = data;
    return magnitudes_around(line, caller_time(line, line->time), span).slope;
}

static double far_step(void* data, double min_gap, double span)
{
    const Line* line = data;
    double gap = jet_at(line, caller_time(line, line->time)).value - 2 * line->error;
    return gap > 1 ? longest_step(line, span, 1, gap - min_gap) : 0;
}

static bool gains_from_rebase(const void* data, double time)
{
    (void)data;
    return fabs(time) > 1;
}

static void set_base(void* data, double base)
{
    Line* line = data;
    line->base = base;
    line->rebases++;
}

static void* reverse(void* data, bool keeps_features)
{
    Line* line = data;
    (void)keeps_features;
    line[1] = line[0];
    line[1].sense = -line->sense;
    return line + 1;
}

static double min_tolerance(const void* data, double from, double to)
{
    (void)data;
    return GRAZE_TIME_ULPS * double_ulp(max2(fabs(from), fabs(to)));
}

static int32_t budget_of(const void* data)
{
    const Line* line = data;
    return line->budget;
}

static const GrazePairFunctions PLAIN;
static const GrazePairFunctions WITH_FAR_STEPS;

static void advance_plain(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket)
{
    graze_advance_steps(&PLAIN, advancement, from, bracket);
}

static void advance_far(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket)
{
    graze_advance_steps(&WITH_FAR_STEPS, advancement, from, bracket);
}

/* Initializers of the functions that both tables share. */
#define SHARED                                                                                     \
    .locate = locate, .measure = measure, .safe_step = safe_step, .shallow_step = shallow_step,    \
    .contact_step = contact_step, .max_speed = max_speed, .gains_from_rebase = gains_from_rebase,  \
    .set_base = set_base, .reverse = reverse, .min_tolerance = min_tolerance,                      \
    .default_budget = budget_of, .rotation_budget = budget_of

static const GrazePairFunctions PLAIN = {SHARED, .advance = advance_plain};
static const GrazePairFunctions WITH_FAR_STEPS = {SHARED, .advance = advance_far,
                                                  .far_step = far_step};

/* ---- the functions of a clearance ---- */

static void fit(Line* line, GrazeDescentPoint* point)
{
    Jet jet = jet_at(line, caller_time(line, point->time));
    point->slope = line->sense * jet.slope;
    point->second = jet.second;
    point->bound_second = jet.second;
    double falling = point->slope < 0 ? INFINITY : -INFINITY;
    point->step = point->slope == 0 ? 0 : jet.second > 0 ? -point->slope / jet.second : falling;
    *(Line*)point->detail = *line;
}

static void evaluate(void* data, const GrazeAdvancement* advancement, GrazeDescentPoint* point)
{
    Line line = *(const Line*)data;
    (void)advancement;
    locate(&line, point->time, &point->instant);
    measure(&line, true, &point->instant);
    fit(&line, point);
}

static void adopt(void* data, GrazeDescentPoint* point)
{
    Line line = *(const Line*)data;
    locate(&line, line.time, &point->instant);
    measure(&line, true, &point->instant);
    fit(&line, point);
}

static void certify_around(void* data, GrazeDescentPoint* point, double min_value, double* before,
                           double* after)
{
    Line line = *(const Line*)point->detail;
    (void)data;
    double room = line.separation - line.error - min_value;
    *after = longest_step(&line, *after, 1, room);
    line.time = -line.time;
    line.sense = -line.sense;
    *before = longest_step(&line, *before, 1, room);
}

/* The same without second derivatives. */
static void evaluate_slope(void* data, const GrazeAdvancement* advancement,
                           GrazeDescentPoint* point)
{
    evaluate(data, advancement, point);
    point->second = 0;
    point->bound_second = 0;
    if (point->slope != 0) point->step = point->slope < 0 ? INFINITY : -INFINITY;
}

static void certify_nothing(void* data, GrazeDescentPoint* point, double min_value, double* before,
                            double* after)
{
    (void)data;
    (void)point;
    (void)min_value;
    *before = 0;
    *after = 0;
}

static double guess_time(void* data, double t, double to)
{
    (void)data;
    return t + 0.5 * (to - t);
}

static void measure_depth(void* data, GrazeInstant* instant)
{
    measure(data, true, instant);
}

static double step_above(void* data, double min_value, double span)
{
    double time_to_close;
    return safe_step(data, span, -min_value, GRAZE_METHOD_CERTIFIED, &time_to_close);
}

static double far_bound(void* data, double span)
{
    (void)data;
    (void)span;
    return -INFINITY;
}

static double max_depth(const void* data)
{
    (void)data;
    return INFINITY;
}

/* Initializers of the functions that both tables share. */
#define SHARED_CLEARANCE                                                                           \
    .adopt = adopt, .guess_time = guess_time, .measure = measure_depth, .safe_step = step_above,   \
    .far_bound = far_bound, .max_depth = max_depth

static const GrazeClearanceFunctions CLEARANCE = {SHARED_CLEARANCE, .evaluate = evaluate,
                                                  .certify_around = certify_around};
static const GrazeClearanceFunctions SLOW_CLEARANCE = {SHARED_CLEARANCE, .evaluate = evaluate_slope,
                                                       .certify_around = certify_nothing};

/* ---- cases ---- */

static const double TOLERANCE = 1e-9;
static const double SLACK = 1e-8;

/*
 * Makes a pair with `count` roots in order, in [from, from + 9], at least a tenth apart unless the
 * bits of `doubled` join one to the root before it; apart before the first root.
 */
static void make_line(Line* line, int32_t count, uint32_t doubled, double from)
{
    *line = (Line){.count = count, .base = from, .sense = 1, .budget = 4096};
    double at = 0.3;
    for (int32_t i = 0; i < count; i++) {
        bool is_double = i > 0 && (doubled >> i & 1) != 0;
        if (!is_double) at += 0.1 + random_below(1 << 20) * 0x1p-20;
        line->root[i] = from + at;
    }
    line->scale = ldexp(1, -(int32_t)random_below(6)) * (count % 2 == 0 ? 1 : -1);
}

static GrazeMotionOptions options_of(double from, double to)
{
    return (GrazeMotionOptions){
        from, to, TOLERANCE, SLACK, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
}

typedef struct {
    GrazeContactStatus status;
    double lo, hi;
    int32_t evaluations;
} Found;

static Found find_contact(const GrazePairFunctions* functions, Line* lines,
                          const GrazeMotionOptions* options)
{
    Found found;
    GrazeAdvancement advancement;
    GrazeContactBracket bracket;
    graze_advancement_init(&advancement, functions, lines, options);
    graze_advance(&advancement, 0, &bracket);
    graze_bracket_to_caller_time(&advancement, &bracket, &found.lo, &found.hi);
    found.status = bracket.status;
    found.evaluations = advancement.evaluations;
    return found;
}

static double separation(const Line* line, double t)
{
    return jet_at(line, t).value;
}

/* First contacts of simple roots, in long and in short times, at early and at late clocks. */
static void first_contacts_contain_the_root(void)
{
    static const double FROM[] = {0, -1000, 0x1p20, 1e9};
    for (int32_t k = 0; k < 4000; k++) {
        Line lines[GRAZE_PAIR_STATES];
        double from = FROM[k % 4];
        make_line(&lines[0], (int32_t)random_below(5), 0, from);
        Line line = lines[0];
        double to = from + 0.25 + 7 * (random_below(1 << 20) * 0x1p-20);
        GrazeMotionOptions options = options_of(from, to);
        Found found = find_contact(k % 3 == 0 ? &WITH_FAR_STEPS : &PLAIN, lines, &options);
        bool has_contact = line.count > 0 && line.root[0] <= to;
        if (has_contact && to - line.root[0] < 2 * TOLERANCE) continue;
        CHECK(found.status == (has_contact ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_FREE));
        if (!has_contact) {
            CHECK(found.lo == to && found.hi == to);
            continue;
        }
        CHECK(found.lo <= line.root[0] && line.root[0] <= found.hi);
        CHECK(separation(&line, found.hi) < 0);
        CHECK(found.hi - found.lo <= fmax(TOLERANCE, GRAZE_TIME_ULPS * double_ulp(to)));
    }
}

static void overlaps_at_the_beginning_are_overlapping(void)
{
    Line lines[GRAZE_PAIR_STATES];
    make_line(&lines[0], 2, 0, 0);
    GrazeMotionOptions options =
        options_of(0.5 * (lines[0].root[0] + lines[0].root[1]), lines[0].root[1] + 1);
    lines[0].base = options.from;
    Found found = find_contact(&PLAIN, lines, &options);
    CHECK(found.status == GRAZE_CONTACT_OVERLAPPING);
    CHECK(found.lo == options.from && found.hi == options.from);
}

/*
 * At a double root the points touch. Where that is a contact, the bracket of the graze contains it and
 * ends near it; where touching is allowed, the search goes on to the overlap behind it.
 */
static void touches_are_grazes_or_passed(void)
{
    for (int32_t k = 0; k < 1000; k++) {
        Line lines[GRAZE_PAIR_STATES];
        double from = k % 4 == 0 ? 4096 : 0;
        make_line(&lines[0], 4, 2, from);
        Line line = lines[0];
        GrazeMotionOptions options = options_of(from, from + 8);
        Found found = find_contact(k % 2 == 0 ? &WITH_FAR_STEPS : &PLAIN, lines, &options);
        CHECK(found.status == GRAZE_CONTACT_GRAZING);
        CHECK(found.lo <= line.root[0] && line.root[0] <= found.hi);
        CHECK(separation(&line, found.lo) <= SLACK);
        CHECK(separation(&line, found.hi) <= SLACK);
        lines[0] = line;
        options.touching = GRAZE_TOUCHING_ALLOWED;
        found = find_contact(&PLAIN, lines, &options);
        CHECK(found.status == GRAZE_CONTACT_HIT);
        CHECK(separation(&line, found.lo) >= -0.125 * SLACK && separation(&line, found.hi) < 0);
        CHECK(found.lo > line.root[1] && found.hi < line.root[3]);
        CHECK(found.hi - found.lo <= TOLERANCE);
        lines[0] = line;
        options.to = 0.5 * (line.root[1] + line.root[2]);
        CHECK(find_contact(&PLAIN, lines, &options).status == GRAZE_CONTACT_FREE);
    }
}

/* A small budget leaves the answer open; it does not make it wrong. */
static void budgets_end_without_wrong_answers(void)
{
    int32_t undecided = 0;
    for (int32_t k = 0; k < 2000; k++) {
        Line lines[GRAZE_PAIR_STATES];
        make_line(&lines[0], 4, random_below(3), 0);
        Line line = lines[0];
        GrazeMotionOptions options = options_of(0, 5);
        /* A budget of the caller's, or the default one, which is extended once. */
        int32_t budget = 1 + (int32_t)random_below(20);
        bool is_default = k % 2 == 0;
        if (!is_default) options.max_iterations = budget;
        if (is_default) lines[0].budget = budget;
        located = 0;
        Found found = find_contact(&PLAIN, lines, &options);
        double root = line.root[0];
        undecided += found.status == GRAZE_CONTACT_UNDECIDED;
        CHECK(found.evaluations <= (is_default ? 2 : 1) * budget + GRAZE_BISECTIONS);
        CHECK(found.evaluations <= located);
        CHECK(found.lo <= root);
        CHECK(found.status != GRAZE_CONTACT_FREE && root <= found.hi);
    }
    CHECK(undecided > 100);
}

static void intervals_contain_all_roots(void)
{
    int32_t rebases = 0;
    for (int32_t k = 0; k < 1000; k++) {
        Line lines[GRAZE_PAIR_STATES];
        GrazeInterval intervals[MAX_ROOTS];
        GrazeAdvancement advancement;
        int32_t iterations = 0;
        located = 0;
        double from = k % 4 == 3 ? 1e6 : 0;
        /* Roots may be simple, or the middle two may be one. */
        bool is_touching = k % 5 == 0;
        make_line(&lines[0], 4, is_touching ? 4 : 0, from);
        Line line = lines[0];
        GrazeMotionOptions options = options_of(from, from + 8);
        /* A slack below the rounding of a time makes the base move. */
        if (k % 3 == 0) options.distance_tolerance = 1e-15;
        graze_advancement_init(&advancement, k % 2 == 0 ? &WITH_FAR_STEPS : &PLAIN, lines,
                               &options);
        int32_t count =
            graze_search_intervals(&advancement, 0, NULL, intervals, MAX_ROOTS, &iterations);
        rebases += lines[0].rebases + lines[1].rebases + lines[2].rebases;
        CHECK(iterations > 0 && iterations <= located);
        CHECK(is_touching ? count == 1 || count == 2 : count == 2);
        double width = fmax(TOLERANCE, GRAZE_TIME_ULPS * double_ulp(from + 8));
        for (int32_t i = 0; i < count; i++) {
            const GrazeInterval* interval = &intervals[i];
            double begin = line.root[2 * i];
            double end = count == 1 ? line.root[3] : line.root[2 * i + 1];
            CHECK(interval->status == GRAZE_CONTACT_HIT);
            CHECK(interval->begin_lo <= begin && begin <= interval->begin_hi);
            CHECK(interval->end_lo <= end && end <= interval->end_hi);
            CHECK(interval->begin_hi - interval->begin_lo <= width);
            CHECK(interval->end_hi - interval->end_lo <= width);
        }
        lines[0] = line;
        graze_advancement_init(&advancement, &PLAIN, lines, &options);
        if (!is_touching)
            CHECK(graze_search_intervals(&advancement, 0, NULL, intervals, 1, &iterations) == 2);
    }
    CHECK(rebases > 0);
}

/* Returns the least separation in [from, to], by the signs of the slope between samples. */
static double least_separation(const Line* line, double from, double to)
{
    enum { SAMPLES = 4000 };
    double least = fmin(separation(line, from), separation(line, to));
    for (int32_t i = 0; i < SAMPLES; i++) {
        double lo = from + (to - from) * i / SAMPLES;
        double hi = from + (to - from) * (i + 1) / SAMPLES;
        if (!(jet_at(line, lo).slope <= 0 && jet_at(line, hi).slope >= 0)) continue;
        for (int32_t k = 0; k < 60; k++) {
            double middle = 0.5 * (lo + hi);
            if (jet_at(line, middle).slope < 0) {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        least = fmin(least, separation(line, lo));
    }
    return least;
}

static void clearances_bound_the_least_separation(void)
{
    for (int32_t k = 0; k < 400; k++) {
        Line lines[GRAZE_PAIR_STATES];
        Line details[GRAZE_DESCENT_POINTS];
        void* const rooms[GRAZE_DESCENT_POINTS] = {&details[0], &details[1], &details[2]};
        GrazeAdvancement advancement;
        GrazeClearanceBracket bracket;
        make_line(&lines[0], 2 + 2 * (int32_t)random_below(2), random_below(4) == 0 ? 10 : 0, 0);
        Line line = lines[0];
        GrazeMotionOptions options = options_of(0, 4);
        options.distance_tolerance = 1e-6;
        bool is_slow = k % 4 == 0;
        graze_advancement_init(&advancement, k % 2 == 0 ? &WITH_FAR_STEPS : &PLAIN, lines,
                               &options);
        graze_search_clearance(&advancement, is_slow ? &SLOW_CLEARANCE : &CLEARANCE, rooms,
                               INFINITY, &bracket);
        double least = least_separation(&line, 0, 4);
        CHECK(bracket.lo <= least && bracket.hi >= least - 1e-12);
        CHECK(fabs(separation(&line, bracket.time) - bracket.hi) <= 1e-12);
        if (!is_slow) CHECK(bracket.status == GRAZE_CLEARANCE_CERTIFIED);
        if (bracket.status == GRAZE_CLEARANCE_CERTIFIED) CHECK(bracket.hi - bracket.lo <= 1.01e-6);
        /* A limit below the minimum needs no more than a lower bound. */
        lines[0] = line;
        graze_advancement_init(&advancement, &PLAIN, lines, &options);
        graze_search_clearance(&advancement, &CLEARANCE, rooms, least - 0.5, &bracket);
        CHECK(bracket.hi == INFINITY && bracket.lo <= least - 0.5 && bracket.lo >= least - 0.51);
    }
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    first_contacts_contain_the_root();
    overlaps_at_the_beginning_are_overlapping();
    touches_are_grazes_or_passed();
    budgets_end_without_wrong_answers();
    intervals_contain_all_roots();
    clearances_bound_the_least_separation();
    return test_failures;
}
