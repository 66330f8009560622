/* Two bodies that move and turn. */
#include "replay.h"

#include <math.h>
#include <stdlib.h>

static void write_place(const GrazeMovingBody* moving_body, double t)
{
    double place[3] = {0, 0, 0};
    int32_t is_there = graze_motion_pose(moving_body, t, &place[0], &place[1], &place[2]);
    write_bytes(&is_there, sizeof is_there);
    write_bytes(place, sizeof place);
}

static void answer_contacts(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            GrazeMotionOptions options)
{
    GrazeContact contacts[4];
    static GrazeInterval intervals[MAX_INTERVALS];
    GrazeClearance clearance;
    double from = options.from;
    /* The window is completed as in the wasm glue. */
    graze_motion_window(a, b, &options.from, &options.to);
    for (int32_t method = 0; method < 4; method++) {
        options.method = (GrazeContactMethod)method;
        graze_trace_contact_by(a, b, &options, NULL, 0, &contacts[method]);
    }
    for (int32_t method = 0; method < 2; method++) {
        GrazeContact contact;
        options.method = (GrazeContactMethod)method;
        graze_first_contact(a, b, &options, &contact);
        check_same(&contact, &contacts[method], sizeof contact, "the way changes the contact");
        if (method == 0) graze_trace_contact(a, b, &options, NULL, 0, &contact);
        check_same(&contact, &contacts[method], sizeof contact, "a trace changes the contact");
    }
    options.method = GRAZE_METHOD_CERTIFIED;
    int32_t count = graze_contact_intervals(a, b, &options, intervals, MAX_INTERVALS);
    if (count > MAX_INTERVALS) fail("too many intervals");
    graze_clearance(a, b, &options, &clearance);
    bool is_free = contacts[0].status == GRAZE_CONTACT_FREE;
    double collision = is_free ? INFINITY : contacts[0].lo - from;
    write_bytes(contacts, sizeof contacts);
    write_bytes(&count, sizeof count);
    write_bytes(intervals, (size_t)count * sizeof intervals[0]);
    write_bytes(&clearance, sizeof clearance);
    write_bytes(&collision, sizeof collision);
}

/* Delays are limited to the queried time, and cover all times. */
static void answer_delays(const GrazeMovingBody* a, const GrazeMovingBody* b,
                          GrazeMotionOptions options)
{
    static GrazeDelay delays[MAX_INTERVALS];
    double least = options.from - options.to;
    double most = options.to - options.from;
    options.from = -INFINITY;
    options.to = INFINITY;
    int32_t count = graze_unsafe_motion_delays(a, b, least, most, &options, delays, MAX_INTERVALS);
    if (count > MAX_INTERVALS) fail("too many delays");
    write_bytes(&count, sizeof count);
    write_bytes(delays, (size_t)count * sizeof delays[0]);
}

/* Reads options, two moving bodies, int32 count, double[count] times; writes the GrazeContact of
 * each method, int32 how many intervals, the GrazeInterval's, GrazeClearance, double time to
 * collision, int32 how many delays, the GrazeDelay's, GrazeMotionBounds of A with its shape and
 * of B without, and for each time: int32 there, double[3] place of A, the same of B, double
 * separation. */
static void answer_motion_of(int32_t terms)
{
    GrazeMotionOptions options = read_motion_options();
    Moving a;
    Moving b;
    read_moving_body_of(&a, terms);
    read_moving_body_of(&b, terms);
    answer_contacts(&a.moving_body, &b.moving_body, options);
    answer_delays(&a.moving_body, &b.moving_body, options);
    GrazeMovingBody origin = b.moving_body;
    GrazeMotionBounds bounds[2];
    origin.shape = NULL;
    graze_motion_bounds(&a.moving_body, options.from, options.to, &bounds[0]);
    graze_motion_bounds(&origin, options.from, options.to, &bounds[1]);
    write_bytes(bounds, sizeof bounds);
    int32_t count = read_int();
    for (int32_t k = 0; k < count; k++) {
        double t;
        read_bytes(&t, sizeof t);
        double gap = graze_separation_at(&a.moving_body, &b.moving_body, t);
        write_place(&a.moving_body, t);
        write_place(&b.moving_body, t);
        write_bytes(&gap, sizeof gap);
    }
    free_moving_body(&a);
    free_moving_body(&b);
}

void answer_motion(void)
{
    answer_motion_of(QUESTION_TERMS);
}

/* Reads and writes as answer_motion, with 8 terms. */
void answer_septic(void)
{
    answer_motion_of(GRAZE_PIECE_TERMS);
}

/* Reads options and two moving bodies; writes, where touching is allowed, the GrazeContact of the
 * certified methods, int32 how many intervals, the GrazeInterval's, int32 how many delays, the
 * GrazeDelay's. */
void answer_overlaps(void)
{
    static GrazeInterval intervals[MAX_INTERVALS];
    GrazeMotionOptions options = read_motion_options();
    GrazeContact contacts[2];
    Moving a;
    Moving b;
    read_moving_body(&a);
    read_moving_body(&b);
    options.touching = GRAZE_TOUCHING_ALLOWED;
    GrazeMotionOptions cut = options;
    graze_motion_window(&a.moving_body, &b.moving_body, &cut.from, &cut.to);
    for (int32_t method = 0; method < 2; method++) {
        cut.method = (GrazeContactMethod)method;
        graze_first_contact(&a.moving_body, &b.moving_body, &cut, &contacts[method]);
    }
    cut.method = GRAZE_METHOD_CERTIFIED;
    int32_t count =
        graze_contact_intervals(&a.moving_body, &b.moving_body, &cut, intervals, MAX_INTERVALS);
    if (count > MAX_INTERVALS) fail("too many intervals");
    write_bytes(contacts, sizeof contacts);
    write_bytes(&count, sizeof count);
    write_bytes(intervals, (size_t)count * sizeof intervals[0]);
    answer_delays(&a.moving_body, &b.moving_body, options);
    free_moving_body(&a);
    free_moving_body(&b);
}

static void inflate(Moving* body, const double* inflation)
{
    int32_t culprit;
    body->moving_body.inflation = inflation;
    if (graze_motion_check(&body->moving_body, &culprit) != GRAZE_OK)
        fail("an inflation is refused");
}

/* Reads options, two moving bodies, double[6] inflation of each, int32 count, double[count] times;
 * writes the GrazeContact of the certified methods, int32 how many intervals, the GrazeInterval's,
 * GrazeClearance, and for each time double separation. */
void answer_inflated(void)
{
    static GrazeInterval intervals[MAX_INTERVALS];
    GrazeMotionOptions options = read_motion_options();
    GrazeContact contacts[2];
    GrazeClearance clearance;
    double inflations[2][GRAZE_INFLATION_TERMS];
    Moving a;
    Moving b;
    read_moving_body(&a);
    read_moving_body(&b);
    read_bytes(inflations, sizeof inflations);
    inflate(&a, inflations[0]);
    inflate(&b, inflations[1]);
    graze_motion_window(&a.moving_body, &b.moving_body, &options.from, &options.to);
    for (int32_t k = 0; k < 2; k++) {
        options.method = k == 0 ? GRAZE_METHOD_CERTIFIED : GRAZE_METHOD_CONSERVATIVE;
        graze_first_contact(&a.moving_body, &b.moving_body, &options, &contacts[k]);
    }
    options.method = GRAZE_METHOD_CERTIFIED;
    int32_t count =
        graze_contact_intervals(&a.moving_body, &b.moving_body, &options, intervals, MAX_INTERVALS);
    if (count > MAX_INTERVALS) fail("too many intervals");
    graze_clearance(&a.moving_body, &b.moving_body, &options, &clearance);
    write_bytes(contacts, sizeof contacts);
    write_bytes(&count, sizeof count);
    write_bytes(intervals, (size_t)count * sizeof intervals[0]);
    write_bytes(&clearance, sizeof clearance);
    int32_t times = read_int();
    for (int32_t k = 0; k < times; k++) {
        double t;
        read_bytes(&t, sizeof t);
        double gap = graze_separation_at(&a.moving_body, &b.moving_body, t);
        write_bytes(&gap, sizeof gap);
    }
    free_moving_body(&a);
    free_moving_body(&b);
}

/* Writes double[3] clearance and time, and int32 status. */
static void write_clearance(const GrazeGroupClearance* clearance)
{
    const double numbers[3] = {clearance->lo, clearance->hi, clearance->time};
    write_bytes(numbers, sizeof numbers);
    write_bytes(&clearance->status, sizeof clearance->status);
}

/* Reads options, int32 count, and for each two moving bodies; writes int32 how many are not
 * free, and for each int32 status, double[2] bracket; the same for all as one group; then the clearance
 * of each, and of all as one group. */
void answer_movers(void)
{
    GrazeMotionOptions requested = read_motion_options();
    int32_t count = read_count(MAX_PAIRS);
    int32_t found = 0;
    GrazeContactStatus statuses[MAX_PAIRS];
    double times[MAX_PAIRS][2];
    GrazeGroupContact group;
    graze_group_clear(&group);
    GrazeGroupClearance clearances[MAX_PAIRS];
    GrazeGroupClearance least;
    graze_group_clearance_clear(&least, INFINITY);
    for (int32_t k = 0; k < count; k++) {
        GrazeMotionOptions options = requested;
        Moving a;
        Moving b;
        read_moving_body(&a);
        read_moving_body(&b);
        graze_motion_window(&a.moving_body, &b.moving_body, &options.from, &options.to);
        graze_contact_bracket(&a.moving_body, &b.moving_body, &options, &statuses[k], &times[k][0],
                              &times[k][1]);
        found += statuses[k] != GRAZE_CONTACT_FREE;
        graze_group_add_pair(&group, k, k, &a.moving_body, &b.moving_body, &options);
        graze_group_clearance_clear(&clearances[k], INFINITY);
        graze_group_clearance_add_pair(&clearances[k], k, k, &a.moving_body, &b.moving_body,
                                       &requested, INFINITY);
        graze_group_clearance_add_pair(&least, k, k, &a.moving_body, &b.moving_body, &requested,
                                       INFINITY);
        free_moving_body(&a);
        free_moving_body(&b);
    }
    write_bytes(&found, sizeof found);
    for (int32_t k = 0; k < count; k++) {
        const int32_t status = (int32_t)statuses[k];
        write_bytes(&status, sizeof status);
        write_bytes(times[k], sizeof times[k]);
    }
    if (count == 0) return;
    const double bracket[2] = {group.lo, group.hi};
    write_bytes(&group.status, sizeof group.status);
    write_bytes(bracket, sizeof bracket);
    for (int32_t k = 0; k < count; k++)
        write_clearance(&clearances[k]);
    write_clearance(&least);
}

enum { USUAL_BUDGET = 0, MAX_EVALUATIONS = 65536 };

/* Reads two moving bodies, int32 method; writes with defaults: GrazeContact, int32 how many
 * evaluations, double[] times; int32 how many delays, the GrazeDelay's. */
void answer_usual(void)
{
    static double evaluations[MAX_EVALUATIONS];
    static GrazeDelay delays[MAX_INTERVALS];
    GrazeContact contact;
    GrazeContact traced;
    Moving a;
    Moving b;
    read_moving_body(&a);
    read_moving_body(&b);
    const GrazeMotionOptions left_out = {
        NAN, NAN, NAN, NAN, USUAL_BUDGET, (GrazeContactMethod)read_int(), GRAZE_TOUCHING_CONFLICT};
    GrazeMotionOptions options = left_out;
    graze_motion_defaults(&a.moving_body, &b.moving_body, &options);
    double finest =
        graze_motion_min_tolerance(&a.moving_body, &b.moving_body, options.from, options.to);
    if (options.tolerance < finest) fail("the usual tolerance is too fine");
    graze_trace_contact_by(&a.moving_body, &b.moving_body, &options, NULL, 0, &contact);
    int32_t count = graze_trace_contact_by(&a.moving_body, &b.moving_body, &options, evaluations,
                                           MAX_EVALUATIONS, &traced);
    if (count > MAX_EVALUATIONS) fail("too many looks");
    check_same(&contact, &traced, sizeof contact, "a trace changes the contact");
    write_bytes(&contact, sizeof contact);
    write_int(count);
    write_bytes(evaluations, (size_t)count * sizeof evaluations[0]);
    double least = NAN;
    double most = NAN;
    options = left_out;
    options.method = GRAZE_METHOD_CERTIFIED;
    graze_unsafe_motion_delays_defaults(&a.moving_body, &b.moving_body, &least, &most, &options);
    finest = graze_unsafe_motion_delays_min_tolerance(&a.moving_body, &b.moving_body, least, most,
                                                      &options);
    if (options.tolerance < finest) fail("the usual tolerance of delays is too fine");
    count = graze_unsafe_motion_delays(&a.moving_body, &b.moving_body, least, most, &options,
                                       delays, MAX_INTERVALS);
    if (count > MAX_INTERVALS) fail("too many delays");
    write_int(count);
    write_bytes(delays, (size_t)count * sizeof delays[0]);
    free_moving_body(&a);
    free_moving_body(&b);
}
