#include "first_contact.h"

#include "../advancement/contact_search.h"
#include "../tolerance.h"
#include "straight_contact.h"

/* First contact in the caller's time and the world frame. */

/*
 * Moves the witness points outward by the inflations of the bodies at time t, and reduces the
 * separation by their sum: inflated bodies have the same normal.
 */
static void inflate_witness(const GrazeRelativeMotion* motion, double t, GrazeContact* out)
{
    GrazeWitness* witness = &out->witness;
    double inflation_a = graze_inflation_at(motion->a, t);
    double inflation_b = graze_inflation_at(motion->b, t);
    out->separation -= inflation_a + inflation_b;
    witness->point_a_x += inflation_a * witness->normal_x;
    witness->point_a_y += inflation_a * witness->normal_y;
    witness->point_b_x -= inflation_b * witness->normal_x;
    witness->point_b_y -= inflation_b * witness->normal_y;
}

/* Moves witness points by `v`. */
static void translate_witness(GrazeWitness* witness, GrazeVec v)
{
    witness->point_a_x = v.x + witness->point_a_x;
    witness->point_a_y = v.y + witness->point_a_y;
    witness->point_b_x = v.x + witness->point_b_x;
    witness->point_b_y = v.y + witness->point_b_y;
}

/* Writes depth and witness of bodies that overlap; returns false if they do not. */
static bool write_penetration(const GrazeRelativeMotion* motion, const GrazeMotionState* state,
                              GrazeContact* out)
{
    GrazePenetration penetration;
    graze_penetration(motion->a->shape, &state->pose_a, motion->b->shape, &state->pose_b,
                      &penetration);
    out->separation = -penetration.depth;
    out->witness = penetration.witness;
    return penetration.relation == GRAZE_OVERLAPPING;
}

void graze_write_witness(GrazeRelativeMotion* motion, double time, bool is_overlapping,
                         GrazeContact* out)
{
    GrazeMotionState state;
    graze_relative_motion_find_interval(motion, time);
    graze_motion_state_evaluate(motion, time, &state);
    GrazeVec world_pivot = graze_motion_state_world_pivot(motion, &state);
    const GrazeShape* a = motion->a->shape;
    const GrazeShape* b = motion->b->shape;
    if (!is_overlapping || !write_penetration(motion, &state, out)) {
        GrazeDistance distance;
        graze_distance(a, &state.pose_a, b, &state.pose_b, &distance);
        out->separation = distance.distance;
        out->witness = distance.witness;
        if (distance.relation == GRAZE_OVERLAPPING) write_penetration(motion, &state, out);
    }
    if (motion->interval.is_inflated)
        inflate_witness(motion, motion->base + motion->sense * time, out);
    translate_witness(&out->witness, world_pivot);
}

/* Writes the witness of a contact that graze_straight_contact has found. */
static void write_straight_witness(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                   const GrazeMotionOptions* options, GrazeContact* out)
{
    GrazeRelativeMotion motion;
    graze_relative_motion_init(&motion, a, b, options->from, 1);
    graze_write_witness(&motion, out->lo - options->from, false, out);
}

/* Number of states that a search for a first contact needs. */
enum { CONTACT_STATES = 2 };

/* Output array of evaluation times, with room for `count`. */
typedef struct {
    double* time;
    int32_t count;
} TraceBuffer;

/*
 * Runs an advancement, and returns its bracket in the caller's time in `lo` and `hi`. Returns false
 * with a free bracket if the bodies are never present together. `interval` is that of all of the time
 * of the query, with the base at its beginning, or NULL.
 */
static bool run_advancement(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, TraceBuffer trace,
                            const GrazePieceInterval* interval, GrazeConvexPair* pairs,
                            GrazeAdvancement* advancement, GrazeContactBracket* bracket, double* lo,
                            double* hi)
{
    GrazeMotionOptions clipped = *options;
    *bracket = (GrazeContactBracket){.status = GRAZE_CONTACT_FREE};
    *lo = *hi = options->to;
    if (interval == NULL && !graze_motion_window(a, b, &clipped.from, &clipped.to)) return false;
    graze_convex_pair_init(advancement, pairs, a, b, &clipped);
    advancement->trace = trace.time;
    advancement->trace_capacity = trace.count;
    double start = 0;
    if (interval != NULL) {
        graze_relative_motion_set_interval(&pairs->motion, interval);
        start = interval->free_until;
        if (start > 0) graze_advancement_count_evaluation(advancement, 0);
    }
    graze_advance(advancement, start, bracket);
    graze_bracket_to_caller_time(advancement, bracket, lo, hi);
    return true;
}

int32_t graze_convex_search_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                    const GrazeMotionOptions* options,
                                    const GrazePieceInterval* interval, GrazeContactStatus* status,
                                    double* lo, double* hi)
{
    GrazeConvexPair pairs[CONTACT_STATES];
    GrazeAdvancement advancement;
    GrazeContactBracket bracket;
    bool are_present = run_advancement(a, b, options, (TraceBuffer){NULL, 0}, interval, pairs,
                                       &advancement, &bracket, lo, hi);
    *status = bracket.status;
    return are_present ? advancement.evaluations : 0;
}

int32_t graze_convex_contact_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     const GrazeMotionOptions* options, GrazeContactStatus* status,
                                     double* lo, double* hi)
{
    GrazePieceInterval room;
    const GrazePieceInterval* interval;
    if (graze_straight_contact(a, b, options, &room, &interval, status, lo, hi)) return 1;
    return graze_convex_search_contact(a, b, options, interval, status, lo, hi);
}

int32_t graze_convex_trace_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                   const GrazeMotionOptions* options, double* times,
                                   int32_t capacity, GrazeContact* out)
{
    GrazeConvexPair pairs[CONTACT_STATES];
    GrazeAdvancement advancement;
    GrazeContactBracket bracket;
    GrazeContactStatus status;
    *out = (GrazeContact){0};
    GrazePieceInterval room;
    const GrazePieceInterval* interval;
    if (graze_straight_contact(a, b, options, &room, &interval, &status, &out->lo, &out->hi)) {
        out->status = (int32_t)status;
        out->iterations = 1;
        if (capacity > 0) times[0] = options->from;
        if (status != GRAZE_CONTACT_FREE) write_straight_witness(a, b, options, out);
        return 1;
    }
    TraceBuffer trace;
    trace.time = times;
    trace.count = capacity;
    bool are_present = run_advancement(a, b, options, trace, interval, pairs, &advancement,
                                       &bracket, &out->lo, &out->hi);
    out->status = (int32_t)bracket.status;
    out->iterations = are_present ? advancement.evaluations : 0;
    if (bracket.status != GRAZE_CONTACT_FREE)
        graze_write_witness(&pairs->motion, bracket.lo, false, out);
    return out->iterations;
}

double graze_convex_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t)
{
    GrazeRelativeMotion motion;
    GrazeProximity proximity;
    GrazeProximityCache cache = {.count = 0};
    graze_relative_motion_init(&motion, a, b, t, 1);
    graze_relative_motion_find_interval(&motion, 0);
    graze_motion_state_evaluate(&motion, 0, &proximity.state);
    graze_query_proximity(&motion, &cache, &proximity);
    return proximity.separation;
}
