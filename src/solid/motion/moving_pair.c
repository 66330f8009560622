#include "moving_pair.h"

#include "../../advancement/contact_steps.h"

static void locate(void* data, double time, GrazeInstant* out)
{
    SolidMovingPair* pair = data;
    SolidMotionState* state = &pair->proximity.state;
    const SolidInterval* interval = graze_solid_find_interval(&pair->motion, time);
    graze_solid_state_evaluate(&pair->motion, time, state);
    out->from = interval->from;
    out->to = interval->to;
    out->error = state->error;
}

static void measure(void* data, bool needs_depth, GrazeInstant* instant)
{
    SolidMovingPair* pair = data;
    if (!graze_solid_query_proximity(&pair->motion.interval, pair->scratch, needs_depth,
                                     &pair->proximity))
        *pair->out_of_memory = true;
    instant->separation = pair->proximity.separation;
}

static double safe_step(void* data, double span, double allowance, GrazeContactMethod method,
                        double* time_to_close)
{
    const SolidMovingPair* pair = data;
    return graze_solid_safe_step(&pair->motion, &pair->proximity, span, allowance, method,
                                 time_to_close);
}

static double shallow_step(void* data, double span, double allowance, GrazeContactMethod method)
{
    const SolidMovingPair* pair = data;
    return graze_solid_shallow_step(&pair->motion, &pair->proximity, span, allowance, method);
}

static double contact_step(void* data, double span, double slack)
{
    const SolidMovingPair* pair = data;
    return graze_solid_contact_step(&pair->motion, &pair->proximity, span, slack);
}

static double max_speed(void* data, double span)
{
    const SolidMovingPair* pair = data;
    SolidRates rates;
    graze_solid_compute_rates(&pair->motion, &pair->proximity.state, span, &rates);
    return graze_solid_largest_speed(&pair->motion.interval, &rates);
}

static double far_step(void* data, double min_gap, double span)
{
    const SolidMovingPair* pair = data;
    return graze_solid_far_step(&pair->motion, &pair->proximity.state, min_gap, span);
}

static bool gains_from_rebase(const void* data, double time)
{
    const SolidMovingPair* pair = data;
    return graze_solid_gains_from_rebase(&pair->motion, time);
}

static void set_base(void* data, double base)
{
    SolidMovingPair* pair = data;
    pair->motion.base = base;
    pair->motion.has_interval = false;
}

static void* reverse(void* data, bool keeps_features)
{
    const SolidMovingPair* pair = data;
    SolidMovingPair* reversed = (SolidMovingPair*)data + 1;
    const SolidRelativeMotion* motion = &pair->motion;
    (void)keeps_features;
    graze_solid_relative_motion_init(&reversed->motion, motion->body[0], motion->body[1],
                                     motion->base, -motion->sense);
    reversed->scratch = pair->scratch;
    reversed->out_of_memory = pair->out_of_memory;
    return reversed;
}

static double min_tolerance(const void* data, double from, double to)
{
    const SolidMovingPair* pair = data;
    return graze_solid_motion_min_tolerance(pair->motion.body[0], pair->motion.body[1], from, to);
}

int32_t graze_solid_default_budget(const SolidRelativeMotion* motion)
{
    double pieces = 0;
    for (int i = 0; i < 2; i++)
        for (int32_t k = 0; k < motion->motion_counts[i]; k++)
            pieces += motion->motions[i][k]->count;
    return (int32_t)min2(GRAZE_BASE_ITERATIONS + GRAZE_ITERATIONS_PER_PIECE * pieces,
                         GRAZE_MAX_ITERATIONS);
}

double graze_solid_count_turns(const SolidRelativeMotion* motion, int side)
{
    double sum = 0;
    for (int32_t k = 0; k < motion->motion_counts[side]; k++) {
        const GrazeSolidMotion* link = motion->motions[side][k];
        for (int32_t i = 0; i < link->count; i++) {
            const GrazeSolidPiece* piece = &link->pieces[i];
            sum += graze_poly_magnitude(piece->angle, GRAZE_PIECE_TERMS, piece->t1 - piece->t0) -
                   fabs(piece->angle[0]);
        }
    }
    return sum / 6.28;
}

static int32_t default_budget(const void* data)
{
    return graze_solid_default_budget(&((const SolidMovingPair*)data)->motion);
}

static int32_t rotation_budget(const void* data)
{
    const SolidRelativeMotion* motion = &((const SolidMovingPair*)data)->motion;
    double turns = graze_solid_count_turns(motion, 0) + graze_solid_count_turns(motion, 1);
    return (int32_t)min2(GRAZE_ITERATIONS_PER_TURN * turns,
                         GRAZE_MAX_ITERATIONS - (double)default_budget(data));
}

static void advance(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket);

static const GrazePairFunctions FUNCTIONS = {
    .locate = locate,
    .measure = measure,
    .safe_step = safe_step,
    .shallow_step = shallow_step,
    .contact_step = contact_step,
    .max_speed = max_speed,
    .far_step = far_step,
    .gains_from_rebase = gains_from_rebase,
    .set_base = set_base,
    .reverse = reverse,
    .advance = advance,
    .min_tolerance = min_tolerance,
    .default_budget = default_budget,
    .rotation_budget = rotation_budget,
};

static void advance(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket)
{
    graze_advance_steps(&FUNCTIONS, advancement, from, bracket);
}

void graze_solid_moving_pair_init(GrazeAdvancement* advancement, SolidMovingPair* pairs,
                                  const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                  const GrazeMotionOptions* options,
                                  const GrazeSolidScratch* scratch)
{
    graze_solid_relative_motion_init(&pairs->motion, a, b, options->from, 1);
    pairs->scratch = scratch;
    pairs->is_out_of_memory = false;
    pairs->out_of_memory = &pairs->is_out_of_memory;
    graze_advancement_init(advancement, &FUNCTIONS, pairs, options);
}
