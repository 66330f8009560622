/* Fuzzes closest approaches and the published methods of detection: each input is read as two
 * moving discs, and as a moving disc and a box. */
#include "approach.h"
#include "check.h"
#include "moving_discs.h"

#include <float.h>
#include <math.h>

/* ---- approach discs ---- */

/* Fuzzes graze_moving_disc_check and graze_approach_discs. */
static void fuzz_approach_discs(Input input)
{
    Meeting meeting;
    if (!meeting_read(&input, false, &meeting)) return;
    GrazeApproach out;
    GrazeApproach other;
    graze_approach_discs(&meeting.s1, &meeting.s2, &out);
    meeting_check(&meeting, &out);
    graze_approach_discs(&meeting.s2, &meeting.s1, &other);
    CHECK(out.relation == other.relation && out.separation == other.separation &&
              out.time == other.time && out.begin == other.begin && out.end == other.end,
          "%d %.17g at %.17g, swapped %d %.17g at %.17g", out.relation, out.separation, out.time,
          other.relation, other.separation, other.time);
}

/* ---- approach box ---- */

/* Fuzzes graze_moving_disc_check, graze_box_check and graze_approach_box. */
static void fuzz_approach_box(Input input)
{
    Meeting meeting;
    if (!meeting_read(&input, true, &meeting)) return;
    GrazeApproach out;
    graze_approach_box(&meeting.s1, &meeting.box, &out);
    meeting_check(&meeting, &out);
}

/* ---- conflict by ---- */

/* More samples than this take too long. */
#define MAX_EVALUATIONS 4096

/* Returns 0, or a step that makes neither too many samples nor too many cells. */
static double read_step(Input* input, const Meeting* m)
{
    const Encounter e = {exact_piece_of_disc(&m->s1), exact_piece_of_disc(&m->s2)};
    double most =
        (double)(input_below(input, 2) ? encounter_size(&e) : (long double)m->s1.t1 - m->s1.t0);
    if (input_below(input, 4) == 0) return 0;
    return most * ldexp(1 + (double)input_bits(input, 1) / 256, -input_below(input, 10));
}

static bool is_quick(const Meeting* m, GrazeBaseline how, double step)
{
    bool is_sampling = how == GRAZE_BASELINE_SAMPLING || how == GRAZE_BASELINE_ADAPTIVE;
    const Encounter e = {exact_piece_of_disc(&m->s1), exact_piece_of_disc(&m->s2)};
    long double lasting = (long double)meeting_to(m) - meeting_from(m);
    long double reach = (long double)m->s1.radius + m->s2.radius;
    long double usual = encounter_speed(&e) > 0 ? reach / (4 * encounter_speed(&e)) : lasting;
    long double length = encounter_size(&e);
    if (is_sampling) return lasting <= MAX_EVALUATIONS * (step > 0 ? step : usual);
    return length <= MAX_EVALUATIONS * (step > 0 ? (long double)step : reach);
}

/* Fuzzes graze_conflict_by: no method errs on the side that graze.h excludes. The checks use the
 * smallest gap in long double, and compare the cells of one method with another's. */
static void fuzz_conflict_by(Input input)
{
    Meeting m;
    if (!meeting_read(&input, false, &m)) return;
    double step = read_step(&input, &m);
    if (!isfinite(step)) return;
    const Encounter e = {exact_piece_of_disc(&m.s1), exact_piece_of_disc(&m.s2)};
    long double from;
    long double to;
    bool is_common = encounter_window(&e, -INFINITY, INFINITY, &from, &to);
    SmallestGap least = {INFINITY, INFINITY, 0};
    long double slack = 0;
    if (is_common) {
        least = encounter_least(&e, from, to);
        slack = 4 * encounter_slack(&e, to);
    }
    for (int how = GRAZE_BASELINE_CONTAINER; how <= GRAZE_BASELINE_ALGEBRAIC; how++) {
        if (!is_quick(&m, (GrazeBaseline)how, step)) continue;
        bool found = graze_conflict_by((GrazeBaseline)how, &m.s1, &m.s2, step);
        bool may_miss = how == GRAZE_BASELINE_SAMPLING || how == GRAZE_BASELINE_ADAPTIVE ||
                        how == GRAZE_BASELINE_CELLS_BRESENHAM;
        bool may_alarm = how != GRAZE_BASELINE_SAMPLING && how != GRAZE_BASELINE_ADAPTIVE &&
                         how != GRAZE_BASELINE_ALGEBRAIC;
        CHECK(is_common || !found, "%d: a conflict of two that are never there together", how);
        CHECK(found || may_miss || least.seen >= -slack, "%d with step %a misses a gap of %La", how,
              step, least.seen);
        CHECK(!found || may_alarm || least.floor <= slack, "%d with step %a: a false alarm at %La",
              how, step, least.floor);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    fuzz_approach_discs(input);
    fuzz_approach_box(input);
    fuzz_conflict_by(input);
    return 0;
}
