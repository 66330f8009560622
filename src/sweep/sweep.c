#include "../base/vec.h"
#include "../tolerance.h"
#include "steps.h"

/* From candidate steps to a certified first contact. */

/* Most steps that go to the narrow phase at once: what lies behind a contact is looked at in vain. */
enum { MOST_IN_RUN = 64 };

/* The search for candidates, and the first of those that were found but not yet used. */
typedef struct {
    GrazeSteps steps;
    int32_t next, candidates;
} Source;

/* The next candidate that is not surely free, or steps.end. */
static int32_t next_near(Source* source)
{
    for (;;) {
        int32_t i = graze_steps_next(&source->steps);
        if (i == source->steps.end) return i;
        source->candidates++;
        if (!graze_step_is_free(source->steps.a, source->steps.b, i)) return i;
    }
}

static void begin_source(Source* source, const GrazePath* a, const GrazePath* b,
                         GrazeSweepMethod method, int32_t from, int32_t end, void* scratch)
{
    source->candidates = 0;
    graze_steps_begin(&source->steps, a, b, method, from, end, scratch);
    source->next = next_near(source);
}

/* The next run of steps one behind the other; false when there is none. */
static bool next_run(Source* source, int32_t* first, int32_t* last)
{
    if (source->next == source->steps.end) return false;
    *first = source->next;
    *last = *first + 1;
    source->next = next_near(source);
    while (source->next == *last && *last - *first < MOST_IN_RUN && *last < source->steps.end) {
        ++*last;
        source->next = next_near(source);
    }
    return true;
}

double graze_clock_least_tolerance(const GrazeClock* clock, double from, double to)
{
    double first = from > clock->start ? from : clock->start;
    double last = to < clock->end ? to : clock->end;
    return GRAZE_TIME_ULPS * double_ulp(max2(fabs(first), fabs(last)));
}

bool graze_sweep_usual(const GrazePath* a, const GrazePath* b, GrazeMotionOptions* options)
{
    const GrazeClock* clock = &a->clock;
    bool is_from = options->from > clock->start;
    bool is_to = options->to < clock->end;
    options->from = is_from ? options->from : clock->start;
    options->to = is_to ? options->to : clock->end;
    graze_motion_usual(&a->mover, &b->mover, options);
    return options->from <= options->to;
}

/* The steps of a time of the clock. */
static void steps_of(const GrazeClock* clock, double from, double to, int32_t* first, int32_t* last)
{
    *first = graze_clock_step(clock, from);
    *last = graze_clock_step(clock, to) + 1;
}

/* The part of the options' time that is in the run. */
static GrazeMotionOptions options_in(const GrazeClock* clock, const GrazeMotionOptions* options,
                                     int32_t first, int32_t last)
{
    GrazeMotionOptions part = *options;
    part.from = max2(part.from, graze_clock_time(clock, first));
    part.to = min2(part.to, graze_clock_time(clock, last));
    return part;
}

/* What is undecided at the run's end is so till the end of all. */
static double behind_run(GrazeContactStatus status, double hi, const GrazeMotionOptions* part,
                         const GrazeMotionOptions* whole)
{
    return status == GRAZE_CONTACT_UNDECIDED && hi == part->to ? whole->to : hi;
}

int32_t graze_sweep_steps(const GrazePath* a, const GrazePath* b, double from, double to,
                          GrazeSweepMethod method, void* scratch, int32_t* next, int32_t* steps,
                          int32_t capacity, int32_t* tests)
{
    GrazeMotionOptions options = {.from = from, .to = to, .tolerance = 0, .slack = 0};
    int32_t first = 0;
    int32_t last = 0;
    int32_t count = 0;
    if (graze_sweep_usual(a, b, &options)) {
        steps_of(&a->clock, options.from, options.to, &first, &last);
    }
    if (first < *next) first = *next;
    *next = last;
    GrazeSteps search;
    graze_steps_begin(&search, a, b, method, first, last, scratch);
    while (count < capacity) {
        int32_t i = graze_steps_next(&search);
        if (i == last) break;
        steps[count++] = i;
    }
    if (count == capacity) *next = search.at;
    *tests += search.tests;
    return count;
}

void graze_sweep(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* options,
                 GrazeSweepMethod method, void* scratch, GrazeSwept* out)
{
    Source source;
    int32_t first;
    int32_t last;
    *out = (GrazeSwept){.step = -1, .status = GRAZE_CONTACT_FREE};
    out->lo = out->hi = options->to;
    if (options->from > options->to) return;
    steps_of(&a->clock, options->from, options->to, &first, &last);
    begin_source(&source, a, b, method, first, last, scratch);
    while (out->status == GRAZE_CONTACT_FREE && next_run(&source, &first, &last)) {
        GrazeMotionOptions part = options_in(&a->clock, options, first, last);
        GrazeContact met;
        graze_first_contact(&a->mover, &b->mover, &part, &met);
        out->runs++;
        int32_t iterations = out->iterations + met.iterations;
        if (met.status != GRAZE_CONTACT_FREE) {
            met.hi = behind_run((GrazeContactStatus)met.status, met.hi, &part, options);
            memcpy(out, &met, offsetof(GrazeContact, iterations));
            out->step = graze_clock_step(&a->clock, met.lo);
        }
        out->iterations = iterations;
    }
    out->tests = source.steps.tests;
    out->candidates = source.candidates;
}

GrazeContactStatus graze_sweep_bracket(const GrazePath* a, const GrazePath* b,
                                       const GrazeMotionOptions* options, int32_t first,
                                       int32_t last, double* lo, double* hi)
{
    GrazeContactStatus status = GRAZE_CONTACT_FREE;
    Source source;
    int32_t from;
    int32_t end;
    *lo = *hi = options->to;
    if (options->from > options->to) return status;
    steps_of(&a->clock, options->from, options->to, &from, &end);
    from = from > first ? from : first;
    end = end < last ? end : last;
    begin_source(&source, a, b, GRAZE_SWEEP_AUTO, from, end, NULL);
    while (status == GRAZE_CONTACT_FREE && next_run(&source, &from, &end)) {
        GrazeMotionOptions part = options_in(&a->clock, options, from, end);
        graze_contact_bracket(&a->mover, &b->mover, &part, &status, lo, hi);
        *hi = behind_run(status, *hi, &part, options);
    }
    if (status == GRAZE_CONTACT_FREE) *lo = *hi = options->to;
    return status;
}
