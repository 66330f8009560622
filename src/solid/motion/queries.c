#include "../../advancement/contact_search.h"
#include "../../advancement/interval_search.h"
#include "clearance.h"
#include "compound_motion.h"
#include "contact_witness.h"
#include "moving_pair.h"
#include "unsafe_delays.h"

/* Queries of two moving bodies in space. */

static bool are_convex(const GrazeMovingSolid* a, const GrazeMovingSolid* b)
{
    return a->solid->compound == NULL && b->solid->compound == NULL;
}

GrazeStatus graze_solid_write_contact(SolidRelativeMotion* motion, double time,
                                      const GrazeSolidScratch* scratch, GrazeSolidContact* out)
{
    return graze_solid_write_witness(motion, time, scratch, &out->witness, &out->separation);
}

/* Finds the first contact of convex bodies; the witness only if `has_witness`. */
static GrazeStatus find_contact(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                const GrazeMotionOptions* options, const GrazeSolidScratch* scratch,
                                bool has_witness, double* times, int32_t capacity,
                                GrazeSolidContact* out)
{
    GrazeMotionOptions clipped = *options;
    GrazeAdvancement advancement;
    GrazeContactBracket bracket;
    SolidMovingPair pairs[2];
    *out = (GrazeSolidContact){.lo = options->to, .hi = options->to, .status = GRAZE_CONTACT_FREE};
    if (!graze_solid_motion_window(a, b, &clipped.from, &clipped.to)) return GRAZE_OK;
    graze_solid_moving_pair_init(&advancement, pairs, a, b, &clipped, scratch);
    advancement.trace = times;
    advancement.trace_capacity = capacity;
    graze_advance(&advancement, 0, &bracket);
    if (pairs[0].is_out_of_memory) return GRAZE_E_OUT_OF_MEMORY;
    graze_bracket_to_caller_time(&advancement, &bracket, &out->lo, &out->hi);
    out->status = (int32_t)bracket.status;
    out->iterations = advancement.evaluations;
    if (bracket.status == GRAZE_CONTACT_FREE || !has_witness) return GRAZE_OK;
    return graze_solid_write_contact(&pairs[0].motion, bracket.lo, scratch, out);
}

GrazeStatus graze_solid_trace_contact(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                      const GrazeMotionOptions* options,
                                      const GrazeSolidScratch* scratch, double* times,
                                      int32_t capacity, GrazeSolidContact* out)
{
    if (!are_convex(a, b)) return GRAZE_E_NOT_CONVEX;
    return find_contact(a, b, options, scratch, true, times, capacity, out);
}

GrazeStatus graze_solid_first_contact(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                      const GrazeMotionOptions* options,
                                      const GrazeSolidScratch* scratch, GrazeSolidContact* out)
{
    if (are_convex(a, b)) return find_contact(a, b, options, scratch, true, NULL, 0, out);
    return graze_solid_compound_first_contact(a, b, options, scratch, true, out);
}

GrazeStatus graze_solid_contact_bracket(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                        const GrazeMotionOptions* options,
                                        const GrazeSolidScratch* scratch, GrazeSolidContact* out)
{
    if (are_convex(a, b)) return find_contact(a, b, options, scratch, false, NULL, 0, out);
    return graze_solid_compound_first_contact(a, b, options, scratch, false, out);
}

GrazeStatus graze_solid_contact_intervals(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                          const GrazeMotionOptions* options,
                                          const GrazeSolidScratch* scratch, GrazeInterval* out,
                                          int32_t capacity, int32_t* count)
{
    GrazeMotionOptions clipped = *options;
    GrazeAdvancement advancement;
    SolidMovingPair pairs[GRAZE_PAIR_STATES];
    int32_t iterations = 0;
    *count = 0;
    if (!are_convex(a, b))
        return graze_solid_compound_intervals(a, b, options, scratch, out, capacity, count);
    clipped.method = GRAZE_METHOD_CERTIFIED;
    if (!graze_solid_motion_window(a, b, &clipped.from, &clipped.to)) return GRAZE_OK;
    graze_solid_moving_pair_init(&advancement, pairs, a, b, &clipped, scratch);
    *count = graze_search_intervals(&advancement, 0, NULL, out, capacity, &iterations);
    return pairs[0].is_out_of_memory ? GRAZE_E_OUT_OF_MEMORY : GRAZE_OK;
}

GrazeStatus graze_solid_unsafe_motion_delays(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                             double from, double to,
                                             const GrazeMotionOptions* options,
                                             const GrazeSolidScratch* scratch, GrazeDelay* out,
                                             int32_t capacity, int32_t* count)
{
    int32_t iterations = 0;
    if (!are_convex(a, b))
        return graze_solid_compound_unsafe_delays(a, b, from, to, options, scratch, out, capacity,
                                                  count);
    return graze_solid_convex_unsafe_delays(a, b, from, to, options, scratch, out, capacity, count,
                                            &iterations);
}

GrazeStatus graze_solid_clearance(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                  const GrazeMotionOptions* options, double limit,
                                  const GrazeSolidScratch* scratch, GrazeSolidClearance* out)
{
    GrazeMotionOptions clipped = *options;
    GrazeClearanceBracket bracket;
    if (!are_convex(a, b))
        return graze_solid_compound_clearance(a, b, options, limit, scratch, out);
    *out = (GrazeSolidClearance){.lo = INFINITY, .hi = INFINITY};
    if (!graze_solid_motion_window(a, b, &clipped.from, &clipped.to)) return GRAZE_OK;
    if (!graze_solid_clearance_bracket(a, b, &clipped, limit, scratch, &bracket))
        return GRAZE_E_OUT_OF_MEMORY;
    out->lo = bracket.lo;
    out->hi = bracket.hi;
    out->time = bracket.time;
    out->status = (int32_t)bracket.status;
    out->iterations = bracket.evaluations;
    out->is_common = 1;
    if (!(out->hi < INFINITY)) return GRAZE_OK;
    SolidRelativeMotion motion;
    double separation;
    graze_solid_relative_motion_init(&motion, a, b, bracket.time, 1);
    return graze_solid_write_witness(&motion, 0, scratch, &out->witness, &separation);
}

GrazeStatus graze_solid_separations_at(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                       const double* times, int32_t count,
                                       const GrazeSolidScratch* scratch, double* separations,
                                       double* errors)
{
    SolidRelativeMotion motion;
    SolidProximity proximity;
    SolidNearestParts nearest;
    for (int32_t i = 0; i < count; i++) {
        double from = times[i];
        double to = times[i];
        bool is_common = graze_solid_motion_window(a, b, &from, &to);
        separations[i] = INFINITY;
        if (errors != NULL) errors[i] = 0;
        if (!is_common) continue;
        graze_solid_relative_motion_init(&motion, a, b, times[i], 1);
        graze_solid_find_interval(&motion, 0);
        graze_solid_state_evaluate(&motion, 0, &proximity.state);
        if (!graze_solid_query_parts(&motion, scratch, &proximity, &nearest))
            return GRAZE_E_OUT_OF_MEMORY;
        separations[i] = nearest.separation;
        if (errors != NULL) errors[i] = proximity.state.error;
    }
    return GRAZE_OK;
}
