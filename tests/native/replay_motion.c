/* Two bodies that move and turn. */
#include "replay.h"

#include <math.h>
#include <stdlib.h>

static void give_place(const GrazeMovingBody* mover, double t)
{
    double place[3] = {0, 0, 0};
    int32_t is_there = graze_motion_pose(mover, t, &place[0], &place[1], &place[2]);
    give(&is_there, sizeof is_there);
    give(place, sizeof place);
}

static void answer_contacts(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            GrazeMotionOptions options)
{
    GrazeContact contacts[4];
    static GrazeInterval intervals[MOST_INTERVALS];
    GrazeClearance clearance;
    double from = options.from;
    /* The window is completed as in the wasm glue. */
    graze_motion_window(a, b, &options.from, &options.to);
    for (int32_t method = 0; method < 4; method++) {
        options.method = (GrazeContactMethod)method;
        graze_first_contact(a, b, &options, &contacts[method]);
    }
    options.method = GRAZE_METHOD_CERTIFIED;
    int32_t count = graze_contact_intervals(a, b, &options, intervals, MOST_INTERVALS);
    if (count > MOST_INTERVALS) fail("too many intervals");
    graze_clearance(a, b, &options, &clearance);
    bool is_free = contacts[0].status == GRAZE_CONTACT_FREE;
    double collision = is_free ? INFINITY : contacts[0].lo - from;
    give(contacts, sizeof contacts);
    give(&count, sizeof count);
    give(intervals, (size_t)count * sizeof intervals[0]);
    give(&clearance, sizeof clearance);
    give(&collision, sizeof collision);
}

/* Delays are limited to the queried time, and cover all times. */
static void answer_delays(const GrazeMovingBody* a, const GrazeMovingBody* b,
                          GrazeMotionOptions options)
{
    static GrazeDelay delays[MOST_INTERVALS];
    double least = options.from - options.to;
    double most = options.to - options.from;
    options.from = -INFINITY;
    options.to = INFINITY;
    int32_t count = graze_unsafe_motion_delays(a, b, least, most, &options, delays, MOST_INTERVALS);
    if (count > MOST_INTERVALS) fail("too many delays");
    give(&count, sizeof count);
    give(delays, (size_t)count * sizeof delays[0]);
}

/* options, two moving bodies, int32 count, double[count] times -> the GrazeContact of each method, int32 how many intervals, the
   GrazeInterval's, GrazeClearance, double time to collision, int32 how many delays, the GrazeDelay's, GrazeMotionBounds of
   A with its shape and of B without, and for each time: int32 there, double[3] place of A, the same of B, double
   separation */
void answer_motion(void)
{
    GrazeMotionOptions options = take_asked();
    Moving a;
    Moving b;
    take_mover(&a);
    take_mover(&b);
    answer_contacts(&a.mover, &b.mover, options);
    answer_delays(&a.mover, &b.mover, options);
    GrazeMovingBody origin = b.mover;
    GrazeMotionBounds bounds[2];
    origin.shape = NULL;
    graze_motion_bounds(&a.mover, options.from, options.to, &bounds[0]);
    graze_motion_bounds(&origin, options.from, options.to, &bounds[1]);
    give(bounds, sizeof bounds);
    int32_t count = take_int();
    for (int32_t k = 0; k < count; k++) {
        double t;
        take(&t, sizeof t);
        double gap = graze_separation_at(&a.mover, &b.mover, t);
        give_place(&a.mover, t);
        give_place(&b.mover, t);
        give(&gap, sizeof gap);
    }
    free_mover(&a);
    free_mover(&b);
}

/* options, int32 count, and for each two moving bodies -> int32 how many are not free, and for each int32 status, double[2] bracket */
void answer_movers(void)
{
    GrazeMotionOptions asked = take_asked();
    int32_t count = take_count(MOST_PAIRS);
    int32_t found = 0;
    GrazeContactStatus statuses[MOST_PAIRS];
    double times[MOST_PAIRS][2];
    for (int32_t k = 0; k < count; k++) {
        GrazeMotionOptions options = asked;
        Moving a;
        Moving b;
        take_mover(&a);
        take_mover(&b);
        graze_motion_window(&a.mover, &b.mover, &options.from, &options.to);
        graze_contact_bracket(&a.mover, &b.mover, &options, &statuses[k], &times[k][0],
                              &times[k][1]);
        found += statuses[k] != GRAZE_CONTACT_FREE;
        free_mover(&a);
        free_mover(&b);
    }
    give(&found, sizeof found);
    for (int32_t k = 0; k < count; k++) {
        const int32_t status = (int32_t)statuses[k];
        give(&status, sizeof status);
        give(times[k], sizeof times[k]);
    }
}

enum { USUAL_BUDGET = 0, MOST_LOOKS = 65536 };

/* two moving bodies, int32 method -> with defaults: GrazeContact, int32 how many evaluations, double[] times; int32 how many delays, the
   GrazeDelay's */
void answer_usual(void)
{
    static double looks[MOST_LOOKS];
    static GrazeDelay delays[MOST_INTERVALS];
    GrazeContact contact;
    GrazeContact traced;
    Moving a;
    Moving b;
    take_mover(&a);
    take_mover(&b);
    const GrazeMotionOptions left_out = {NAN, NAN,          NAN,
                                         NAN, USUAL_BUDGET, (GrazeContactMethod)take_int()};
    GrazeMotionOptions options = left_out;
    graze_motion_defaults(&a.mover, &b.mover, &options);
    double finest = graze_motion_min_tolerance(&a.mover, &b.mover, options.from, options.to);
    if (options.tolerance < finest) fail("the usual tolerance is too fine");
    graze_first_contact(&a.mover, &b.mover, &options, &contact);
    int32_t count = graze_trace_contact(&a.mover, &b.mover, &options, looks, MOST_LOOKS, &traced);
    if (count > MOST_LOOKS) fail("too many looks");
    check_same(&contact, &traced, sizeof contact, "a trace changes the contact");
    give(&contact, sizeof contact);
    give_int(count);
    give(looks, (size_t)count * sizeof looks[0]);
    double least = NAN;
    double most = NAN;
    options = left_out;
    options.method = GRAZE_METHOD_CERTIFIED;
    graze_unsafe_motion_delays_defaults(&a.mover, &b.mover, &least, &most, &options);
    finest = graze_unsafe_motion_delays_min_tolerance(&a.mover, &b.mover, least, most, &options);
    if (options.tolerance < finest) fail("the usual tolerance of delays is too fine");
    count = graze_unsafe_motion_delays(&a.mover, &b.mover, least, most, &options, delays,
                                       MOST_INTERVALS);
    if (count > MOST_INTERVALS) fail("too many delays");
    give_int(count);
    give(delays, (size_t)count * sizeof delays[0]);
    free_mover(&a);
    free_mover(&b);
}
