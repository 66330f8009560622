/*
 * Fuzzes graze_first_contact, graze_trace_contact, graze_trace_contact_by, graze_contact_bracket, graze_group_add_pair,
 * graze_contact_intervals, graze_clearance, graze_group_clearance_add_pair and graze_separation_at
 * with valid motions, against brute force in long double: they are never late, miss no deep contact
 * and invent none. Straight motions on a grid are compared with the integer oracle. The answers must
 * also agree with each other.
 */
#include "../../src/motion/queries.h"
#include "../../src/tolerance.h"
#include "../native/faults.h"
#include "../native/truth.h"
#include "check.h"
#include "moving.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INTERVALS = 6 };

typedef struct {
    GrazeContact contact;
    GrazeInterval intervals[INTERVALS];
    int32_t count;
    GrazeClearance clearance;
} Answers;

/* Returns the number of instants that brute force can evaluate in a run. */
static int32_t evaluations_of(const Moving* moving)
{
    int32_t n = moving->a.shape->count + moving->b.shape->count;
    int32_t evaluations = 12000 / (n * n);
    return evaluations > 120 ? 120 : evaluations < 12 ? 12 : evaluations;
}

static void query(const Moving* moving, Answers* out)
{
    const GrazeMotionOptions* options = &moving->options;
    memset(out, 0, sizeof *out);
    graze_first_contact(&moving->a, &moving->b, options, &out->contact);
    out->count =
        graze_contact_intervals(&moving->a, &moving->b, options, out->intervals, INTERVALS);
    graze_clearance(&moving->a, &moving->b, options, &out->clearance);
}

static void check_contacts(const Moving* moving, const GrazeMotionOptions* options,
                           const GrazeContact* contact, const GrazeInterval* intervals,
                           int32_t count)
{
    const GrazeMovingBody* a = &moving->a;
    const GrazeMovingBody* b = &moving->b;
    int32_t evaluations = evaluations_of(moving);
    FaultDetail detail = {0};
    const char* what = fault_of_contact(a, b, options, contact, evaluations, &detail);
    CHECK(what == NULL, "%s: status %d [%a, %a], at %a: %Lg, expected %Lg", what, contact->status,
          contact->lo, contact->hi, detail.time, detail.found, detail.expected);
    what = fault_of_intervals(a, b, options, intervals, count, INTERVALS, evaluations, &detail);
    CHECK(what == NULL, "%s: %d intervals, at %a: %Lg, expected %Lg", what, count, detail.time,
          detail.found, detail.expected);
}

/* Checks the first overlap and the intervals of overlap, where touching is allowed. */
static void check_overlaps(const Moving* moving)
{
    GrazeMotionOptions options = moving->options;
    GrazeContact contact;
    GrazeInterval intervals[INTERVALS];
    options.touching = GRAZE_TOUCHING_ALLOWED;
    graze_first_contact(&moving->a, &moving->b, &options, &contact);
    int32_t count = graze_contact_intervals(&moving->a, &moving->b, &options, intervals, INTERVALS);
    check_contacts(moving, &options, &contact, intervals, count);
}

static void check_faults(const Moving* moving, const Answers* answers)
{
    const GrazeMovingBody* a = &moving->a;
    const GrazeMovingBody* b = &moving->b;
    const GrazeMotionOptions* options = &moving->options;
    int32_t evaluations = evaluations_of(moving);
    FaultDetail detail = {0};
    check_contacts(moving, options, &answers->contact, answers->intervals, answers->count);
    const char* what;
    what = fault_of_clearance(a, b, options, &answers->clearance, evaluations, &detail);
    CHECK(what == NULL, "%s: [%a, %a], at %a: %Lg, expected %Lg", what, answers->clearance.lo,
          answers->clearance.hi, detail.time, detail.found, detail.expected);
}

/* Checks that a group of one pair has its contact during the time at which both exist, and a group of
 * that pair and the two bodies in the other order the least of both. */
static void check_group(const Moving* moving)
{
    GrazeGroupContact group;
    GrazeMotionOptions cut = moving->options;
    GrazeContactStatus first;
    GrazeContactStatus second;
    double of_first[2];
    double of_second[2];
    graze_group_clear(&group);
    CHECK(group.status == GRAZE_CONTACT_FREE && group.lo == -INFINITY && group.hi == -INFINITY &&
              group.first == -1 && group.second == -1 && group.block == 0,
          "a group without pairs: %d", group.status);
    graze_group_add_pair(&group, 3, 4, &moving->a, &moving->b, &moving->options);
    graze_motion_window(&moving->a, &moving->b, &cut.from, &cut.to);
    graze_contact_bracket(&moving->a, &moving->b, &cut, &first, &of_first[0], &of_first[1]);
    bool is_free = first == GRAZE_CONTACT_FREE;
    CHECK(group.status == (int32_t)first && same_bits(group.lo, of_first[0]) &&
              same_bits(group.hi, of_first[1]) && group.first == (is_free ? -1 : 3) &&
              group.second == (is_free ? -1 : 4) && group.block == 0,
          "group %d [%a, %a], contact %d [%a, %a]", group.status, group.lo, group.hi, (int)first,
          of_first[0], of_first[1]);
    graze_contact_bracket(&moving->b, &moving->a, &cut, &second, &of_second[0], &of_second[1]);
    graze_group_add_pair(&group, 5, 6, &moving->b, &moving->a, &moving->options);
    bool is_first = group.first == (is_free ? -1 : 3);
    CHECK(is_first ? is_free || same_bits(group.lo, of_first[0])
                   : same_bits(group.lo, of_second[0]),
          "group [%a, %a], pairs [%a, %a], [%a, %a]", group.lo, group.hi, of_first[0], of_first[1],
          of_second[0], of_second[1]);
    CHECK(group.status == (int32_t)(is_first ? first : second), "group %d, pairs %d, %d",
          group.status, (int)first, (int)second);
}

/* Checks that a group of one pair has its clearance, and that another pair only lowers it. */
static void check_group_clearance(const Moving* moving, const GrazeClearance* clearance)
{
    const GrazeMotionOptions* options = &moving->options;
    GrazeGroupClearance group;
    GrazeClearanceBracket bracket;
    graze_clearance_bracket(&moving->a, &moving->b, options, INFINITY, &bracket);
    CHECK(same_bits(bracket.lo, clearance->lo) && same_bits(bracket.hi, clearance->hi) &&
              (int32_t)bracket.status == clearance->status &&
              bracket.evaluations == clearance->iterations,
          "bracket [%a, %a], %d evaluations, clearance [%a, %a], %d", bracket.lo, bracket.hi,
          bracket.evaluations, clearance->lo, clearance->hi, clearance->iterations);
    graze_group_clearance_clear(&group, 7);
    CHECK(group.lo == 7 && group.hi == INFINITY && group.time == INFINITY && group.first == -1 &&
              group.second == -1 && group.status == GRAZE_CLEARANCE_CERTIFIED && group.spare == 0,
          "a group without pairs: [%a, %a]", group.lo, group.hi);
    graze_group_clearance_clear(&group, INFINITY);
    graze_group_clearance_add_pair(&group, 3, 4, &moving->a, &moving->b, options, INFINITY);
    bool is_there = clearance->hi < INFINITY;
    CHECK(same_bits(group.lo, clearance->lo) && same_bits(group.hi, clearance->hi) &&
              same_bits(group.time, is_there ? clearance->time : INFINITY),
          "group [%a, %a] at %a, clearance [%a, %a] at %a", group.lo, group.hi, group.time,
          clearance->lo, clearance->hi, clearance->time);
    CHECK(group.first == (is_there ? 3 : -1) && group.second == (is_there ? 4 : -1) &&
              group.status == clearance->status && group.spare == 0,
          "group of %d and %d, status %d, not %d", group.first, group.second, group.status,
          clearance->status);
    graze_group_clearance_add_pair(&group, 5, 6, &moving->b, &moving->a, options, INFINITY);
    CHECK(group.lo <= clearance->lo && group.hi <= clearance->hi,
          "group [%a, %a], its first pair [%a, %a]", group.lo, group.hi, clearance->lo,
          clearance->hi);
}

/* Checks that the bracket alone is the same, and that the intervals begin with the first
 * contact. */
static void check_together(const Moving* moving, const Answers* answers)
{
    const GrazeContact* contact = &answers->contact;
    GrazeContactStatus status;
    double lo;
    double hi;
    int32_t evaluations =
        graze_contact_bracket(&moving->a, &moving->b, &moving->options, &status, &lo, &hi);
    CHECK(evaluations == contact->iterations && (int32_t)status == contact->status &&
              same_bits(lo, contact->lo) && same_bits(hi, contact->hi),
          "bracket %d [%a, %a], contact %d [%a, %a]", (int)status, lo, hi, contact->status,
          contact->lo, contact->hi);
    check_group(moving);
    check_group_clearance(moving, &answers->clearance);
    GrazeContact traced;
    double times[6];
    const int32_t room = 6;
    int32_t count =
        graze_trace_contact(&moving->a, &moving->b, &moving->options, times, room, &traced);
    CHECK(count == evaluations && same_bytes(&traced, contact, sizeof traced),
          "%d looks, traced %d", evaluations, count);
    GrazeContact traced_by;
    double times_by[6];
    int32_t count_by = graze_trace_contact_by(&moving->a, &moving->b, &moving->options, times_by,
                                              room, &traced_by);
    size_t written = (size_t)(count < room ? count : room) * sizeof times[0];
    CHECK(count_by == count && same_bytes(&traced_by, &traced, sizeof traced) &&
              same_bytes(times_by, times, written),
          "%d looks, by the method %d", count, count_by);
    for (int32_t i = 0; i < room && i < count; i++)
        CHECK(times[i] >= moving->options.from && times[i] <= moving->options.to, "look at %a",
              times[i]);
    if (moving->options.method != GRAZE_METHOD_CERTIFIED) return;
    bool is_free = contact->status == GRAZE_CONTACT_FREE;
    CHECK(is_free == (answers->count == 0), "status %d, %d intervals", contact->status,
          answers->count);
    const GrazeInterval* first = &answers->intervals[0];
    CHECK(is_free || same_bits(first->begin_lo, contact->lo),
          "first contact at %a, the first interval begins at %a", contact->lo, first->begin_lo);
}

/* Checks the separation at three instants. */
static void check_separation(const Moving* moving)
{
    const GrazeMovingBody* a = &moving->a;
    const GrazeMovingBody* b = &moving->b;
    double from = moving->options.from;
    double to = moving->options.to;
    if (!graze_motion_window(a, b, &from, &to)) return;
    long double tick = ulp_of(fmax(fabs(from), fabs(to)));
    long double slack = 8 * (truth_rounding(a, b, from, to) + truth_speed(a, b, from, to) * tick);
    for (int k = 0; k < 3; k++) {
        double t = k < 2 ? from + (to - from) * k / 2 : to;
        long double expected = truth_separation(a, b, t, 0);
        double separation = graze_separation_at(a, b, t);
        bool is_same = isinf(expected) ? isinf(separation) : is_near(separation, expected, slack);
        CHECK(is_same, "%a at %a, expected %La", separation, t, expected);
    }
}

/* Checks that the witness of convex bodies names no part, or is all zeros. */
static void check_parts(const GrazeWitness* witness, bool is_zero)
{
    int32_t expected = is_zero ? 0 : -1;
    CHECK(witness->part_a == expected && witness->part_b == expected, "parts %d, %d, expected %d",
          witness->part_a, witness->part_b, expected);
}

/* Checks the features of the clearance, and that its points are as far apart along the normal. */
static void check_nearest(const Moving* moving, const GrazeClearance* c)
{
    if (!c->is_common) return;
    const int32_t feature[2] = {c->witness.feature_a, c->witness.feature_b};
    const int32_t index[2] = {c->witness.index_a, c->witness.index_b};
    const int32_t count[2] = {moving->a.shape->count, moving->b.shape->count};
    for (int k = 0; k < 2; k++) {
        CHECK(index[k] >= 0 && index[k] < count[k], "index %d of %d", index[k], count[k]);
        CHECK(feature[k] == GRAZE_VERTEX || (feature[k] == GRAZE_EDGE && count[k] > 1), "%d",
              feature[k]);
    }
    long double x = (long double)c->witness.point_b_x - c->witness.point_a_x;
    long double y = (long double)c->witness.point_b_y - c->witness.point_a_y;
    /* The points are in the world, which may be far from its origin. */
    double far = fmax(fmax(fabs(c->witness.point_a_x), fabs(c->witness.point_a_y)),
                      fmax(fabs(c->witness.point_b_x), fabs(c->witness.point_b_y)));
    long double slack = 8 * truth_rounding(&moving->a, &moving->b, c->time, c->time) +
                        0x1p-44L * fabsl(c->hi) + 8 * ulp_of(far);
    CHECK(is_unit(c->witness.normal_x, c->witness.normal_y), "(%a, %a)", c->witness.normal_x,
          c->witness.normal_y);
    double separation = graze_separation_at(&moving->a, &moving->b, c->time);
    CHECK(is_near((double)x, (long double)separation * c->witness.normal_x, slack) &&
              is_near((double)y, (long double)separation * c->witness.normal_y, slack),
          "points (%Lg, %Lg) apart, separation %a along (%a, %a)", x, y, separation,
          c->witness.normal_x, c->witness.normal_y);
    /* The time is rounded to the clock. */
    double tick = ulp_of(c->time);
    long double change = truth_speed(&moving->a, &moving->b, c->time - tick, c->time + tick) * tick;
    CHECK(is_near(separation, c->hi, slack + change), "separation %a at %a, clearance %a",
          separation, c->time, c->hi);
}

/* Checks that both brackets contain the first contact. */
static void check_swapped(const Moving* moving, const Answers* answers)
{
    Moving swapped = moving_swapped(moving);
    GrazeContact other;
    graze_first_contact(&swapped.a, &swapped.b, &swapped.options, &other);
    const GrazeContact* contact = &answers->contact;
    bool both = other.status == GRAZE_CONTACT_HIT && contact->status == GRAZE_CONTACT_HIT;
    CHECK(!both || (other.lo <= contact->hi && contact->lo <= other.hi),
          "[%a, %a], swapped [%a, %a]", contact->lo, contact->hi, other.lo, other.hi);
}

/* Returns the motion in as few terms as it needs; the caller frees its pieces. */
static GrazeMovingBody packed(const GrazeMovingBody* body)
{
    GrazeMovingBody out = *body;
    out.terms = graze_motion_terms(body);
    double* records = malloc((size_t)body->count * (size_t)(3 * out.terms + 4) * sizeof *records);
    CHECK(records != NULL, "%s", "no memory");
    graze_motion_pack(body, out.terms, records);
    out.pieces = (const GrazePiece*)(void*)records;
    return out;
}

static bool has_same_bytes(const void* p, const void* q, size_t size)
{
    return memcmp(p, q, size) == 0;
}

/* Checks that the number of stored terms changes no answer. */
static void check_packed(const Moving* moving, const Answers* answers)
{
    GrazeMovingBody a = packed(&moving->a);
    GrazeMovingBody b = packed(&moving->b);
    GrazeMotionBounds bounds[2];
    GrazeContact contact;
    GrazeClearance clearance;
    const GrazeMotionOptions* options = &moving->options;
    memset(&contact, 0, sizeof contact);
    memset(&clearance, 0, sizeof clearance);
    graze_first_contact(&a, &b, options, &contact);
    CHECK(has_same_bytes(&contact, &answers->contact, sizeof contact),
          "contact %d [%a, %a], of full pieces %d [%a, %a]", contact.status, contact.lo, contact.hi,
          answers->contact.status, answers->contact.lo, answers->contact.hi);
    graze_clearance(&a, &b, options, &clearance);
    CHECK(has_same_bytes(&clearance, &answers->clearance, sizeof clearance),
          "clearance [%a, %a], of full pieces [%a, %a]", clearance.lo, clearance.hi,
          answers->clearance.lo, answers->clearance.hi);
    graze_motion_bounds(&moving->a, options->from, options->to, &bounds[0]);
    graze_motion_bounds(&a, options->from, options->to, &bounds[1]);
    const double* full = (const double*)&bounds[0];
    const double* stored = (const double*)&bounds[1];
    for (size_t k = 0; k < sizeof bounds[0] / sizeof(double); k++)
        CHECK(full[k] == stored[k], "number %d of the bounds: %a, of full pieces %a", (int)k,
              stored[k], full[k]);
    free((void*)(uintptr_t)a.pieces);
    free((void*)(uintptr_t)b.pieces);
}

/* Checks that the published method, which certifies nothing, still ends, within the queried
 * time. */
static void check_printed(const Moving* moving)
{
    if (moving->a.shape->count * moving->b.shape->count > 16) return;
    GrazeMotionOptions options = moving->options;
    for (int method = GRAZE_METHOD_BCDA; method <= GRAZE_METHOD_PCDA; method++) {
        GrazeContact contact;
        options.method = (GrazeContactMethod)method;
        if (options.max_iterations > 5) options.max_iterations = 5;
        graze_trace_contact_by(&moving->a, &moving->b, &options, NULL, 0, &contact);
        CHECK(contact.lo <= contact.hi && isfinite(contact.separation), "%a %a %a", contact.lo,
              contact.hi, contact.separation);
        CHECK(contact.iterations <= options.max_iterations, "%d iterations of %d",
              contact.iterations, options.max_iterations);
    }
}

/* Checks the exact smallest gap of motions without turns on the grid. */
static void check_exact(const Moving* moving, const Answers* answers)
{
    const Pair* pair = &moving->pair;
    const GrazeMotionOptions* options = &moving->options;
    OracleSet set;
    oracle_differences(&pair->a.exact, &pair->b.exact, &set);
    GrazeCastStatus status = oracle_cast(&set, pair->way);
    long double rounding = 2 * truth_rounding(&moving->a, &moving->b, 0, 1);
    int32_t found = answers->contact.status;
    if (status == GRAZE_CAST_FREE) {
        oracle_sweep(&set, pair->way);
        long double apart = oracle_distance(&set) * pair->unit;
        bool is_certain = found == GRAZE_CONTACT_HIT || found == GRAZE_CONTACT_OVERLAPPING;
        CHECK(!is_certain || apart <= rounding, "status %d, but they stay %Lg apart", found, apart);
        CHECK(found != GRAZE_CONTACT_GRAZING || apart <= 2 * options->distance_tolerance + rounding,
              "a graze, but they stay %Lg apart", apart);
        CHECK(answers->clearance.lo <= apart + rounding, "at least %a, exactly %.20Lg",
              answers->clearance.lo, apart);
        CHECK(answers->clearance.hi >= apart - rounding, "at most %a, exactly %.20Lg",
              answers->clearance.hi, apart);
        return;
    }
    /* There is contact between the ends; so only a gap that rounding does not distinguish from
     * contact may be free. */
    OracleStretch stretch = oracle_contact(&set, pair->way);
    double middle = (double)((stretch.enter + stretch.exit) / 2);
    long double then = truth_separation(&moving->a, &moving->b, 0, middle);
    CHECK(then <= rounding, "contact at %a, but %Lg apart", middle, then);
    CHECK(answers->clearance.lo <= rounding, "contact, but %a apart", answers->clearance.lo);
    bool is_late = answers->contact.lo > stretch.enter;
    long double before = is_late ? truth_separation(&moving->a, &moving->b, 0,
                                                    (stretch.enter + answers->contact.lo) / 2)
                                 : 0;
    CHECK(before >= -rounding || answers->contact.lo > stretch.exit,
          "late: contact from %.20Lg on, found at %a", stretch.enter, answers->contact.lo);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Moving moving;
    Answers answers;
    if (!moving_read(&input, &moving)) return 0;
    int32_t culprit;
    GrazeStatus status = graze_motion_check(&moving.a, &culprit);
    if (status == GRAZE_OK) status = graze_motion_check(&moving.b, &culprit);
    CHECK(status == GRAZE_OK || status == GRAZE_E_OUT_OF_RANGE, "%d at %d", (int)status, culprit);
    if (status == GRAZE_OK) {
        query(&moving, &answers);
        check_faults(&moving, &answers);
        check_overlaps(&moving);
        check_together(&moving, &answers);
        check_separation(&moving);
        check_nearest(&moving, &answers.clearance);
        check_parts(&answers.contact.witness, answers.contact.status == GRAZE_CONTACT_FREE);
        check_parts(&answers.clearance.witness, !answers.clearance.is_common);
        check_swapped(&moving, &answers);
        check_packed(&moving, &answers);
        check_printed(&moving);
        if (moving.is_straight) check_exact(&moving, &answers);
    }
    moving_free(&moving);
    return 0;
}
