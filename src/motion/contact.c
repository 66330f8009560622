#include "contact.h"

#include "../tolerance.h"

/* First contact in the caller's time and the world frame. */

/* Copies witness points, normal and features to the world frame. */
#define WRITE_WITNESS(out, from, world_pivot)                                                      \
    do {                                                                                           \
        (out)->point_a_x = (world_pivot).x + (from)->point_a_x;                                    \
        (out)->point_a_y = (world_pivot).y + (from)->point_a_y;                                    \
        (out)->point_b_x = (world_pivot).x + (from)->point_b_x;                                    \
        (out)->point_b_y = (world_pivot).y + (from)->point_b_y;                                    \
        (out)->normal_x = (from)->normal_x;                                                        \
        (out)->normal_y = (from)->normal_y;                                                        \
        (out)->feature_a = (from)->feature_a;                                                      \
        (out)->index_a = (from)->index_a;                                                          \
        (out)->feature_b = (from)->feature_b;                                                      \
        (out)->index_b = (from)->index_b;                                                          \
    } while (0)

void graze_write_witness(GrazeRelativeMotion* motion, double time, GrazeContact* out)
{
    GrazeMotionState state;
    graze_relative_motion_find_interval(motion, time);
    graze_motion_state_evaluate(motion, time, &state);
    GrazeVec world_pivot = graze_motion_state_world_pivot(motion, &state);
    const GrazeShape* a = motion->a->shape;
    const GrazeShape* b = motion->b->shape;
    GrazeDistance distance;
    graze_distance(a, &state.pose_a, b, &state.pose_b, NULL, &distance);
    if (distance.relation != GRAZE_OVERLAPPING) {
        out->separation = distance.distance;
        WRITE_WITNESS(out, &distance, world_pivot);
        return;
    }
    GrazePenetration penetration;
    graze_penetration(a, &state.pose_a, b, &state.pose_b, &penetration);
    out->separation = -penetration.depth;
    WRITE_WITNESS(out, &penetration, world_pivot);
}

/* Output array of evaluation times, with room for `count`. */
typedef struct {
    double* time;
    int32_t count;
} TraceBuffer;

/*
 * Runs an advancement, and returns its bracket in the caller's time in `lo` and `hi`. Returns false
 * with a free bracket if the bodies are never present together.
 */
static bool run_advancement(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, TraceBuffer trace,
                            GrazeAdvancement* advancement, GrazeContactBracket* bracket, double* lo,
                            double* hi)
{
    GrazeMotionOptions clipped = *options;
    *bracket = (GrazeContactBracket){.status = GRAZE_CONTACT_FREE};
    *lo = *hi = options->to;
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return false;
    bool is_published =
        options->method == GRAZE_METHOD_BCDA || options->method == GRAZE_METHOD_PCDA;
    graze_advancement_init(advancement, a, b, &clipped, 1, clipped.to - clipped.from);
    advancement->trace = trace.time;
    advancement->trace_capacity = trace.count;
    if (is_published) {
        graze_advance_as_published(advancement, 0, bracket);
    } else {
        graze_advance(advancement, 0, bracket);
    }
    *lo = graze_to_caller_time(advancement, bracket->lo, false);
    /*
     * Rounding up would include the ulp after a grazing contact, in which an overlap can be deep.
     */
    *hi = graze_to_caller_time(advancement, bracket->hi, bracket->status != GRAZE_CONTACT_GRAZING);
    return true;
}

int32_t graze_contact_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                              const GrazeMotionOptions* options, GrazeContactStatus* status,
                              double* lo, double* hi)
{
    GrazeAdvancement advancement;
    GrazeContactBracket bracket;
    bool are_present =
        run_advancement(a, b, options, (TraceBuffer){NULL, 0}, &advancement, &bracket, lo, hi);
    *status = bracket.status;
    return are_present ? advancement.evaluations : 0;
}

void graze_first_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                         const GrazeMotionOptions* options, GrazeContact* out)
{
    graze_trace_contact(a, b, options, NULL, 0, out);
}

int32_t graze_trace_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, double* times, int32_t capacity,
                            GrazeContact* out)
{
    GrazeAdvancement advancement;
    GrazeContactBracket bracket;
    *out = (GrazeContact){0};
    TraceBuffer trace;
    trace.time = times;
    trace.count = capacity;
    bool are_present =
        run_advancement(a, b, options, trace, &advancement, &bracket, &out->lo, &out->hi);
    out->status = (int32_t)bracket.status;
    out->iterations = are_present ? advancement.evaluations : 0;
    if (bracket.status != GRAZE_CONTACT_FREE)
        graze_write_witness(&advancement.motion, bracket.lo, out);
    return out->iterations;
}

double graze_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t)
{
    double from = t;
    double to = t;
    GrazeRelativeMotion motion;
    GrazeProximity proximity;
    GrazeProximityCache cache;
    if (!graze_motion_window(a, b, &from, &to)) return INFINITY;
    cache = (GrazeProximityCache){.count = 0};
    graze_relative_motion_init(&motion, a, b, t, 1);
    graze_relative_motion_find_interval(&motion, 0);
    graze_motion_state_evaluate(&motion, 0, &proximity.state);
    graze_query_proximity(&motion, &cache, &proximity);
    return proximity.separation;
}
