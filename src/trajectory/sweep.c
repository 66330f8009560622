#include "../base/vec.h"
#include "../tolerance.h"
#include "candidate_steps.h"

/* Sweeps of two paths: from candidate steps to a certified first contact. */

/* Maximum number of steps per call of the narrow phase: steps after a contact would be tested in
   vain. */
enum { MAX_RUN_STEPS = 64 };

/* A search for candidates, and the first of those that were found but not yet used. */
typedef struct {
    GrazeCandidateSearch steps;
    int32_t next, candidates;
} CandidateSource;

/* Returns the next candidate that is not certainly free, or steps.end. */
static int32_t next_candidate(CandidateSource* source)
{
    for (;;) {
        int32_t i = graze_candidates_next(&source->steps);
        if (i == source->steps.end) return i;
        source->candidates++;
        if (!graze_step_is_free(source->steps.a, source->steps.b, i, 0)) return i;
    }
}

static void begin_source(CandidateSource* source, const GrazePath* a, const GrazePath* b,
                         GrazeSweepMethod method, int32_t from, int32_t end, void* scratch)
{
    source->candidates = 0;
    graze_candidates_begin(&source->steps, a, b, method, from, end, scratch);
    source->next = next_candidate(source);
}

/* Finds the next run of consecutive candidate steps; returns false when there is none. */
static bool next_run(CandidateSource* source, int32_t* first, int32_t* last)
{
    if (source->next == source->steps.end) return false;
    *first = source->next;
    *last = *first + 1;
    source->next = next_candidate(source);
    while (source->next == *last && *last - *first < MAX_RUN_STEPS && *last < source->steps.end) {
        ++*last;
        source->next = next_candidate(source);
    }
    return true;
}

double graze_clock_min_tolerance(const GrazeClock* clock, double from, double to)
{
    double first = from > clock->t0 ? from : clock->t0;
    double last = to < clock->t1 ? to : clock->t1;
    return GRAZE_TIME_ULPS * double_ulp(max2(fabs(first), fabs(last)));
}

bool graze_sweep_defaults(const GrazePath* a, const GrazePath* b, GrazeMotionOptions* options)
{
    const GrazeClock* clock = &a->clock;
    bool is_from = options->from > clock->t0;
    bool is_to = options->to < clock->t1;
    options->from = is_from ? options->from : clock->t0;
    options->to = is_to ? options->to : clock->t1;
    graze_motion_defaults(&a->body, &b->body, options);
    return options->from <= options->to;
}

/* Finds the steps of a range of times of the clock. */
static void find_step_range(const GrazeClock* clock, double from, double to, int32_t* first,
                            int32_t* last)
{
    *first = graze_clock_step_at(clock, from);
    *last = graze_clock_step_at(clock, to) + 1;
}

/* Returns the options with their time range limited to the run. */
static GrazeMotionOptions clip_options(const GrazeClock* clock, const GrazeMotionOptions* options,
                                       int32_t first, int32_t last)
{
    GrazeMotionOptions part = *options;
    part.from = max2(part.from, graze_clock_time(clock, first));
    part.to = min2(part.to, graze_clock_time(clock, last));
    return part;
}

/* Returns the status in the whole range of a contact in a run: an overlap at the beginning of a later
   run, which the run before has passed over as a touch, is a hit. */
static GrazeContactStatus status_in_range(GrazeContactStatus status, double lo,
                                          const GrazeMotionOptions* whole)
{
    bool is_later = status == GRAZE_CONTACT_OVERLAPPING && lo > whole->from;
    return is_later ? GRAZE_CONTACT_HIT : status;
}

/* Returns the end of the bracket. A contact that is undecided up to the run's end is undecided up
   to the end of the whole range. */
static double end_after_run(GrazeContactStatus status, double hi, const GrazeMotionOptions* part,
                            const GrazeMotionOptions* whole)
{
    return status == GRAZE_CONTACT_UNDECIDED && hi == part->to ? whole->to : hi;
}

int32_t graze_sweep_steps(const GrazePath* a, const GrazePath* b, double from, double to,
                          GrazeSweepMethod method, void* scratch, int32_t* next, int32_t* steps,
                          int32_t capacity, int32_t* tests)
{
    GrazeMotionOptions options = {.from = from, .to = to, .tolerance = 0, .distance_tolerance = 0};
    int32_t first = 0;
    int32_t last = 0;
    int32_t count = 0;
    if (graze_sweep_defaults(a, b, &options)) {
        find_step_range(&a->clock, options.from, options.to, &first, &last);
    }
    if (first < *next) first = *next;
    *next = last;
    GrazeCandidateSearch search;
    graze_candidates_begin(&search, a, b, method, first, last, scratch);
    while (count < capacity) {
        int32_t i = graze_candidates_next(&search);
        if (i == last) break;
        steps[count++] = i;
    }
    if (count == capacity) *next = search.next_step;
    *tests += search.tests;
    return count;
}

void graze_sweep(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* options,
                 GrazeSweepMethod method, void* scratch, GrazeSweepResult* out)
{
    CandidateSource source;
    int32_t first;
    int32_t last;
    *out = (GrazeSweepResult){.step = -1, .contact.status = GRAZE_CONTACT_FREE};
    out->contact.lo = out->contact.hi = options->to;
    if (options->from > options->to) return;
    find_step_range(&a->clock, options->from, options->to, &first, &last);
    begin_source(&source, a, b, method, first, last, scratch);
    while (out->contact.status == GRAZE_CONTACT_FREE && next_run(&source, &first, &last)) {
        GrazeMotionOptions part = clip_options(&a->clock, options, first, last);
        GrazeContact contact;
        graze_first_contact(&a->body, &b->body, &part, &contact);
        out->runs++;
        int32_t iterations = out->contact.iterations + contact.iterations;
        if (contact.status != GRAZE_CONTACT_FREE) {
            contact.hi =
                end_after_run((GrazeContactStatus)contact.status, contact.hi, &part, options);
            contact.status =
                (int32_t)status_in_range((GrazeContactStatus)contact.status, contact.lo, options);
            out->contact = contact;
            out->step = graze_clock_step_at(&a->clock, contact.lo);
        }
        out->contact.iterations = iterations;
    }
    out->tests = source.steps.tests;
    out->candidates = source.candidates;
}

GrazeContactStatus graze_sweep_bracket(const GrazePath* a, const GrazePath* b,
                                       const GrazeMotionOptions* options, int32_t first,
                                       int32_t last, double* lo, double* hi)
{
    GrazeContactStatus status = GRAZE_CONTACT_FREE;
    CandidateSource source;
    int32_t from;
    int32_t end;
    *lo = *hi = options->to;
    if (options->from > options->to) return status;
    find_step_range(&a->clock, options->from, options->to, &from, &end);
    from = from > first ? from : first;
    end = end < last ? end : last;
    begin_source(&source, a, b, GRAZE_SWEEP_AUTO, from, end, NULL);
    while (status == GRAZE_CONTACT_FREE && next_run(&source, &from, &end)) {
        GrazeMotionOptions part = clip_options(&a->clock, options, from, end);
        graze_contact_bracket(&a->body, &b->body, &part, &status, lo, hi);
        *hi = end_after_run(status, *hi, &part, options);
        status = status_in_range(status, *lo, options);
    }
    if (status == GRAZE_CONTACT_FREE) *lo = *hi = options->to;
    return status;
}
