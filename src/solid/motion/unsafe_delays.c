#include "unsafe_delays.h"

#include "../../advancement/delay_search.h"
#include "delay_bound.h"
#include "moving_pair.h"

/* Two convex bodies in space with a clock each, as a pair of ../../advancement/delayed_pair.h. */

/*
 * One body with its clock. Its piece intervals are those on which each link follows one piece; the
 * number of an interval is that of the ends of pieces, of all links that move, which have passed.
 *
 *   is_static  links that stay at one place, whose pieces do not end
 *   motion     first and last interval, and the times between which the body exists
 *   selected   the interval last selected
 *   chain      its links; `offset` converts the time of the clock to that of each link's piece
 */
typedef struct {
    const GrazeSolidMotion* links[GRAZE_SOLID_MAX_LINKS];
    bool is_static[GRAZE_SOLID_MAX_LINKS];
    double offset[GRAZE_SOLID_MAX_LINKS];
    GrazeDelayClock clock;
    GrazeClockedMotion motion;
    GrazeClockedPiece selected;
    SolidChain chain;
} Clocked;

/*
 *   motion       both chains to the world; time 0 of its interval is the instant last located
 *   proximity    that of the instant last located or measured
 *   clock_error  error of positions by the rounding of the clocks
 */
typedef struct {
    Clocked clocked[2];
    SolidRelativeMotion motion;
    SolidProximity proximity, kept[2];
    SolidDelayBound bound;
    const GrazeSolidScratch* scratch;
    double clock_error;
    bool is_out_of_memory;
} DelayedPair;

/* ---- piece intervals ---- */

/* Returns the times during which the motions of a chain move, and in which it exists. */
static GrazeMotionExtent extent_of(const GrazeMovingSolid* body)
{
    GrazeMotionExtent extent = {INFINITY, -INFINITY, true, true, true};
    double from = -INFINITY;
    double to = INFINITY;
    const GrazeSolidMotion* link = body->motion;
    do {
        double first = link->pieces[0].t0;
        double last = link->pieces[link->count - 1].t1;
        if (link->before == GRAZE_VANISH) {
            extent.exists_before = false;
            from = max2(from, first);
        }
        if (link->after == GRAZE_VANISH) {
            extent.exists_after = false;
            to = min2(to, last);
        }
        if (!graze_solid_is_static(link)) {
            extent.begin = min2(extent.begin, first);
            extent.end = max2(extent.end, last);
            extent.is_static = false;
        }
        link = link->parent;
    } while (link != NULL);
    if (extent.is_static) extent.begin = extent.end = body->motion->pieces[0].t0;
    extent.begin = max2(extent.begin, from);
    extent.end = min2(extent.end, to);
    return extent;
}

static double to_clock_time(const Clocked* clocked, double time)
{
    return time - clocked->clock.base - clocked->clock.tail;
}

/* Returns the time of the clock at which piece k - 1 of a link ends; that of the beginning if k is
   0. */
static double end_of(const Clocked* clocked, const GrazeSolidMotion* link, int32_t k)
{
    return to_clock_time(clocked, k > 0 ? link->pieces[k - 1].t1 : link->pieces[0].t0);
}

/* Returns the number of ends of pieces of a link that have passed at a time of the clock, or before
   it unless `is_later`. */
static int32_t count_ends(const Clocked* clocked, const GrazeSolidMotion* link, double time,
                          bool is_later)
{
    int32_t lo = 0;
    int32_t hi = link->count + 1;
    while (lo < hi) {
        int32_t middle = lo + (hi - lo) / 2;
        double end = end_of(clocked, link, middle);
        if (is_later ? end <= time : end < time) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

/* Returns the number of the interval at a time, of links that may not exist then. */
static int32_t number_at(const Clocked* clocked, double time, bool is_later)
{
    int32_t number = 0;
    for (int32_t k = 0; k < clocked->chain.count; k++)
        if (!clocked->is_static[k])
            number += count_ends(clocked, clocked->links[k], time, is_later);
    return number;
}

/* Returns the time at which an interval begins: the first one with as many ends of pieces. */
static double begin_of(const Clocked* clocked, int32_t number)
{
    double time = INFINITY;
    if (number == 0) return -INFINITY;
    for (int32_t k = 0; k < clocked->chain.count; k++) {
        const GrazeSolidMotion* link = clocked->links[k];
        int32_t lo = 0;
        int32_t hi = link->count + 1;
        while (lo < hi && !clocked->is_static[k]) {
            int32_t middle = lo + (hi - lo) / 2;
            double end = end_of(clocked, link, middle);
            if (number_at(clocked, end, true) >= number) {
                time = min2(time, end);
                hi = middle;
            } else {
                lo = middle + 1;
            }
        }
    }
    return time;
}

static int32_t find(const void* data, int side, double time, bool is_later)
{
    const Clocked* clocked = &((const DelayedPair*)data)->clocked[side];
    const GrazeClockedMotion* motion = &clocked->motion;
    int32_t number = number_at(clocked, clamp(time, motion->from, motion->to), is_later);
    return (int32_t)clamp(number, motion->first, motion->last);
}

/* Sets a link to the piece after `passed` ends of pieces, or to the stay before or after them. */
static void set_link(Clocked* clocked, int32_t k, int32_t passed)
{
    const GrazeSolidMotion* motion = clocked->links[k];
    SolidLink* link = &clocked->chain.link[k];
    bool is_moving = passed > 0 && passed <= motion->count && !clocked->is_static[k];
    int32_t index = passed > motion->count ? motion->count - 1 : max2_int(passed - 1, 0);
    const GrazeSolidPiece* piece = &motion->pieces[index];
    link->piece = piece;
    link->is_staying = !is_moving;
    link->stay_time = passed > motion->count ? piece->t1 - piece->t0 : 0;
    link->position_degree = is_moving ? graze_solid_position_degree(piece) : 0;
    link->angle_degree = is_moving ? graze_solid_degree(piece->angle) : 0;
    link->offset = link->offset_rest = 0;
    clocked->offset[k] = clocked->clock.base - piece->t0 + clocked->clock.tail;
}

static void select_piece(void* data, int side, int32_t index, GrazeClockedPiece* out)
{
    DelayedPair* pair = data;
    Clocked* clocked = &pair->clocked[side];
    GrazeClockedPiece* selected = &clocked->selected;
    if (selected->index != index) {
        double begin = max2(begin_of(clocked, index), clocked->motion.from);
        *selected = (GrazeClockedPiece){index, begin, clocked->motion.to, true};
        for (int32_t k = 0; k < clocked->chain.count; k++) {
            const GrazeSolidMotion* motion = clocked->links[k];
            int32_t passed = clocked->is_static[k] ? 0 : count_ends(clocked, motion, begin, true);
            const SolidLink* link = &clocked->chain.link[k];
            set_link(clocked, k, passed);
            if (!clocked->is_static[k] && passed <= motion->count)
                selected->to = min2(selected->to, end_of(clocked, motion, passed));
            if (link->position_degree > 0 || link->angle_degree > 0)
                selected->is_stationary = false;
        }
        graze_solid_chain_set_body(&clocked->chain, pair->motion.body[side]->solid);
    }
    *out = *selected;
}

static int32_t next(const void* data, int side)
{
    const Clocked* clocked = &((const DelayedPair*)data)->clocked[side];
    const GrazeClockedPiece* selected = &clocked->selected;
    if (selected->to >= clocked->motion.to) return clocked->motion.last + 1;
    return number_at(clocked, selected->to, true);
}

/*
 * Returns the error of a body's positions that comes from the rounding of its clock: its largest
 * speed times a few roundings of all terms of a time.
 */
static double clock_error_of(const GrazeMovingSolid* body, const GrazeDelayClock* clock)
{
    GrazeSolidMotionBounds bounds;
    GrazeMotionExtent extent = extent_of(body);
    if (extent.is_static) return 0;
    graze_solid_motion_bounds(body, extent.begin, extent.end, 1, &bounds);
    return GRAZE_CLOCK_ERROR * bounds.point_speed * clock->terms;
}

static void begin(void* data, const GrazeDelayClock clocks[2], GrazeClockedMotion out[2])
{
    DelayedPair* pair = data;
    pair->clock_error = 0;
    for (int side = 0; side < 2; side++) {
        Clocked* clocked = &pair->clocked[side];
        GrazeClockedMotion* motion = &clocked->motion;
        clocked->clock = clocks[side];
        clocked->selected.index = -1;
        motion->from = -INFINITY;
        motion->to = INFINITY;
        for (int32_t k = 0; k < clocked->chain.count; k++) {
            const GrazeSolidMotion* link = clocked->links[k];
            if (link->before == GRAZE_VANISH)
                motion->from = max2(motion->from, end_of(clocked, link, 0));
            if (link->after == GRAZE_VANISH)
                motion->to = min2(motion->to, end_of(clocked, link, link->count));
        }
        motion->first = number_at(clocked, motion->from, true);
        motion->last = max2_int(number_at(clocked, motion->to, false), motion->first);
        pair->clock_error += clock_error_of(pair->motion.body[side], &clocks[side]);
        out[side] = *motion;
    }
}

/* ---- the bodies at an instant ---- */

/* Computes the state with clocks that run at these rates. */
static double evaluate(DelayedPair* pair, double u, double v, double rate_a, double rate_b)
{
    SolidMotionState* state = &pair->proximity.state;
    for (int side = 0; side < 2; side++) {
        const Clocked* clocked = &pair->clocked[side];
        SolidChain* chain = &pair->motion.interval.chain[side];
        *chain = clocked->chain;
        chain->clock_rate = side == 0 ? rate_a : rate_b;
        for (int32_t k = 0; k < chain->count; k++) {
            SolidLink* link = &chain->link[k];
            const GrazeSolidPiece* piece = link->piece;
            if (!link->is_staying)
                link->offset =
                    clamp((side == 0 ? u : v) + clocked->offset[k], 0, piece->t1 - piece->t0);
        }
    }
    graze_solid_state_evaluate(&pair->motion, 0, state);
    state->error += pair->clock_error;
    return state->error;
}

static double locate(void* data, double u, double v)
{
    return evaluate(data, u, v, 1, 1);
}

static double measure(void* data, bool needs_depth, double* error)
{
    DelayedPair* pair = data;
    if (!graze_solid_query_proximity(&pair->motion.interval, pair->scratch, needs_depth,
                                     &pair->proximity))
        pair->is_out_of_memory = true;
    *error = pair->proximity.state.error;
    return pair->proximity.separation;
}

static void keep(void* data, int slot)
{
    DelayedPair* pair = data;
    pair->kept[slot] = pair->proximity;
}

static bool init_bound(void* data, GrazeDelayBoundKind kind, double margin)
{
    DelayedPair* pair = data;
    return graze_solid_delay_bound_init(&pair->motion.interval, &pair->proximity, kind, margin,
                                        &pair->bound);
}

static void set_extent(void* data, double width, double duration, GrazeDelayCurvatures* out)
{
    graze_solid_delay_bound_set_extent(&((DelayedPair*)data)->bound, width, duration, out);
}

static void get_plane(const void* data, GrazeVec point, GrazeDelayPlane* out)
{
    graze_solid_delay_bound_get_plane(&((const DelayedPair*)data)->bound, point, out);
}

static double backward_step(void* data, double u, double v, double span, double allowance,
                            bool* is_clear)
{
    DelayedPair* pair = data;
    const SolidMotionState* state = &pair->proximity.state;
    double time_to_close;
    double error = evaluate(pair, u, v, -1, 0);
    double step = graze_solid_far_step(&pair->motion, state, 0, span);
    *is_clear = true;
    if (step > 0) return step;
    double separation = measure(pair, allowance > 0, &error);
    *is_clear = separation > error - allowance;
    return graze_solid_safe_step(&pair->motion, &pair->proximity, span, allowance,
                                 GRAZE_METHOD_CERTIFIED, &time_to_close);
}

static double contact_step(void* data, int slot, double u, double v, double clock_rate, double span)
{
    DelayedPair* pair = data;
    double error;
    if (slot >= 0) pair->proximity = pair->kept[slot];
    evaluate(pair, u, v, clock_rate - 1, clock_rate);
    if (slot < 0) measure(pair, true, &error);
    return graze_solid_contact_step(&pair->motion, &pair->proximity, span, 0);
}

static int32_t default_budget(const void* data)
{
    return graze_solid_default_budget(&((const DelayedPair*)data)->motion);
}

static int32_t budget_of_delays(const SolidRelativeMotion* motion)
{
    double meetings =
        (1 + graze_solid_count_turns(motion, 0)) * (1 + graze_solid_count_turns(motion, 1));
    double extra = GRAZE_DELAY_ITERATIONS + GRAZE_ITERATIONS_PER_MEETING * meetings;
    return (int32_t)min2(extra, GRAZE_MAX_ITERATIONS - (double)graze_solid_default_budget(motion));
}

static int32_t delay_budget(const void* data)
{
    return budget_of_delays(&((const DelayedPair*)data)->motion);
}

static const GrazeDelayFunctions FUNCTIONS = {
    .begin = begin,
    .find = find,
    .select = select_piece,
    .next = next,
    .locate = locate,
    .measure = measure,
    .keep = keep,
    .init_bound = init_bound,
    .set_extent = set_extent,
    .get_plane = get_plane,
    .backward_step = backward_step,
    .contact_step = contact_step,
    .default_budget = default_budget,
    .delay_budget = delay_budget,
};

/* ---- queries ---- */

/* Prepares both chains to the world. */
static void init_motion(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                        SolidRelativeMotion* out)
{
    SolidRelativeMotion second;
    graze_solid_relative_motion_init(&second, b, NULL, 0, 1);
    graze_solid_relative_motion_init(out, a, NULL, 0, 1);
    out->body[1] = b;
    out->motion_counts[1] = second.motion_counts[0];
    memcpy(out->motions[1], second.motions[0], sizeof second.motions[0]);
}

int32_t graze_solid_delay_budget(const GrazeMovingSolid* a, const GrazeMovingSolid* b)
{
    SolidRelativeMotion motion;
    init_motion(a, b, &motion);
    return graze_solid_default_budget(&motion) + budget_of_delays(&motion);
}

GrazeStatus graze_solid_convex_unsafe_delays(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                             double from, double to,
                                             const GrazeMotionOptions* options,
                                             const GrazeSolidScratch* scratch, GrazeDelay* out,
                                             int32_t capacity, int32_t* count, int32_t* iterations)
{
    DelayedPair pair;
    const GrazeMotionExtent extents[2] = {extent_of(a), extent_of(b)};
    SolidInterval* interval = &pair.motion.interval;
    init_motion(a, b, &pair.motion);
    pair.motion.has_interval = true;
    pair.scratch = scratch;
    pair.is_out_of_memory = false;
    interval->from = -INFINITY;
    interval->to = INFINITY;
    interval->reach = (double)a->solid->radius + b->solid->radius;
    for (int side = 0; side < 2; side++) {
        Clocked* clocked = &pair.clocked[side];
        clocked->chain.count = pair.motion.motion_counts[side];
        for (int32_t k = 0; k < clocked->chain.count; k++) {
            clocked->links[k] = pair.motion.motions[side][k];
            clocked->is_static[k] = graze_solid_is_static(clocked->links[k]);
        }
    }
    *count = graze_search_delays(&FUNCTIONS, &pair, extents, from, to, options, out, capacity,
                                 iterations);
    return pair.is_out_of_memory ? GRAZE_E_OUT_OF_MEMORY : GRAZE_OK;
}

double graze_solid_unsafe_motion_delays_min_tolerance(const GrazeMovingSolid* a,
                                                      const GrazeMovingSolid* b, double from,
                                                      double to, const GrazeMotionOptions* options)
{
    const GrazeMotionExtent extents[2] = {extent_of(a), extent_of(b)};
    return graze_delays_min_tolerance(extents, from, to, options);
}

void graze_solid_unsafe_motion_delays_defaults(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                               double* from, double* to,
                                               GrazeMotionOptions* options)
{
    const GrazeMotionExtent extents[2] = {extent_of(a), extent_of(b)};
    GrazeMotionOptions defaults = *options;
    graze_solid_motion_defaults(a, b, &defaults);
    options->distance_tolerance = defaults.distance_tolerance;
    graze_delays_defaults(extents, from, to, options);
}
