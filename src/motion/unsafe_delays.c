#include "unsafe_delays.h"

#include "../advancement/delay_search.h"
#include "../tolerance.h"
#include "convex_pair.h"
#include "proximity.h"

/* Two convex bodies of the plane with a clock each, as a pair of ../advancement/delayed_pair.h. */

/*
 * One body with its clock. Piece intervals are numbered `first` to `last`: -1 is the stay before the
 * first piece, `count` the stay after the last.
 *
 *   selected  the interval last selected
 *   active    its piece, whose `offset` converts the time of the clock to that of the piece
 */
typedef struct {
    const GrazeMovingBody* body;
    GrazeDelayClock clock;
    int32_t first, last;
    GrazeClockedPiece selected;
    bool is_selected;
    GrazeActivePiece active;
} Clocked;

/*
 *   motion       its interval has the pieces of the last evaluation, whose instant is time 0
 *   proximity    that of the instant last located or measured
 *   clock_error  error of positions by the rounding of the clocks
 */
typedef struct {
    Clocked clocked[2];
    GrazeRelativeMotion motion;
    GrazeProximityCache cache;
    GrazeProximity proximity, kept[2];
    GrazeSeparationBound2d bound;
    double clock_error;
} DelayedPair;

static double to_clock_time(const Clocked* clocked, double time)
{
    return time - clocked->clock.base - clocked->clock.tail;
}

static double piece_begin(const Clocked* clocked, int32_t index)
{
    const GrazeMovingBody* body = clocked->body;
    if (index < 0) return -INFINITY;
    bool is_staying = index == body->count;
    double time = is_staying ? graze_piece_end(body, index - 1) : graze_piece_begin(body, index);
    return to_clock_time(clocked, time);
}

static double piece_end(const Clocked* clocked, int32_t index)
{
    const GrazeMovingBody* body = clocked->body;
    if (index == body->count) return INFINITY;
    bool is_staying = index < 0;
    double time = is_staying ? graze_motion_begin(body) : graze_piece_end(body, index);
    return to_clock_time(clocked, time);
}

/*
 * Returns the error of a body's positions that comes from the rounding of its clock: its largest
 * speed times a few roundings of all terms of a time.
 */
static double clock_error_of(const Clocked* clocked)
{
    GrazeMotionBounds bounds;
    graze_motion_bounds(clocked->body, -INFINITY, INFINITY, &bounds);
    return GRAZE_CLOCK_ERROR * bounds.point_speed * clocked->clock.terms;
}

static void begin(void* data, const GrazeDelayClock clocks[2], GrazeClockedMotion out[2])
{
    DelayedPair* pair = data;
    for (int side = 0; side < 2; side++) {
        Clocked* clocked = &pair->clocked[side];
        const GrazeMovingBody* body = side == 0 ? pair->motion.a : pair->motion.b;
        clocked->body = body;
        clocked->clock = clocks[side];
        clocked->first = body->before == GRAZE_STAY ? -1 : 0;
        clocked->last = body->after == GRAZE_STAY ? body->count : body->count - 1;
        clocked->is_selected = false;
        out[side] = (GrazeClockedMotion){clocked->first, clocked->last,
                                         piece_begin(clocked, clocked->first),
                                         piece_end(clocked, clocked->last)};
    }
    pair->clock_error = clock_error_of(&pair->clocked[0]) + clock_error_of(&pair->clocked[1]);
}

static int32_t find(const void* data, int side, double time, bool is_later)
{
    const Clocked* clocked = &((const DelayedPair*)data)->clocked[side];
    int32_t lo = clocked->first;
    int32_t hi = clocked->last;
    while (lo < hi) {
        int32_t middle = lo + (hi - lo) / 2;
        double end = piece_end(clocked, middle);
        bool is_behind = is_later ? time >= end : time > end;
        if (is_behind) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

static void select_piece(void* data, int side, int32_t index, GrazeClockedPiece* out)
{
    Clocked* clocked = &((DelayedPair*)data)->clocked[side];
    GrazeActivePiece* active = &clocked->active;
    int32_t count = clocked->body->count;
    if (!clocked->is_selected || clocked->selected.index != index) {
        GrazePiecePhase phase = index < 0        ? GRAZE_PHASE_BEFORE
                                : index == count ? GRAZE_PHASE_AFTER
                                                 : GRAZE_PHASE_MOVING;
        GrazePieceView piece = graze_piece_at(clocked->body, index < 0       ? 0
                                                             : index < count ? index
                                                                             : count - 1);
        graze_active_piece_init(clocked->body, piece, phase, active);
        active->offset = clocked->clock.base - piece_t0(piece) + clocked->clock.tail;
        bool is_stationary = active->position_degree == 0 && active->angle_degree == 0;
        clocked->selected = (GrazeClockedPiece){index, piece_begin(clocked, index),
                                                piece_end(clocked, index), is_stationary};
        clocked->is_selected = true;
    }
    *out = clocked->selected;
}

static int32_t next(const void* data, int side)
{
    return ((const DelayedPair*)data)->clocked[side].selected.index + 1;
}

/* Returns the active piece with its offset set so that the instant `time` becomes time 0. */
static GrazeActivePiece active_piece_at(const Clocked* clocked, double time)
{
    GrazeActivePiece active = clocked->active;
    if (!active.is_staying)
        active.offset =
            clamp(time + active.offset, 0, piece_t1(active.piece) - piece_t0(active.piece));
    return active;
}

static double locate(void* data, double u, double v)
{
    DelayedPair* pair = data;
    GrazeMotionState* state = &pair->proximity.state;
    pair->motion.interval.a = active_piece_at(&pair->clocked[0], u);
    pair->motion.interval.b = active_piece_at(&pair->clocked[1], v);
    graze_motion_state_expand(&pair->motion, 0, state);
    state->error += pair->clock_error;
    return state->error;
}

static double measure(void* data, bool needs_depth, double* error)
{
    DelayedPair* pair = data;
    GrazeProximity* proximity = &pair->proximity;
    (void)needs_depth;
    graze_motion_state_compute_poses(&pair->motion.interval, &proximity->state);
    graze_query_proximity(&pair->motion, &pair->cache, proximity);
    *error = proximity->state.error;
    return proximity->separation;
}

static void keep(void* data, int slot)
{
    DelayedPair* pair = data;
    pair->kept[slot] = pair->proximity;
}

static bool init_bound(void* data, GrazeDelayBoundKind kind, double margin)
{
    DelayedPair* pair = data;
    const GrazePieceInterval* interval = &pair->motion.interval;
    const GrazeProximity* proximity = &pair->proximity;
    if (kind == GRAZE_DELAY_BALLS)
        return graze_separation_bound_2d_init_discs(interval, &proximity->state, margin,
                                                    &pair->bound);
    if (kind == GRAZE_DELAY_ACROSS)
        return graze_separation_bound_2d_init_across(interval, &proximity->state, margin,
                                                     &pair->bound);
    graze_separation_bound_2d_init(interval, &proximity->state, proximity->normal, proximity->frame,
                                   margin, &pair->bound);
    return true;
}

static void set_extent(void* data, double width, double duration, GrazeDelayCurvatures* out)
{
    GrazeSeparationBound2d* bound = &((DelayedPair*)data)->bound;
    graze_separation_bound_2d_set_extent(bound, width, duration, out);
}

static void get_plane(const void* data, GrazeVec point, GrazeDelayPlane* out)
{
    graze_separation_bound_2d_get_plane(&((const DelayedPair*)data)->bound, point, out);
}

/*
 * Computes the Taylor coefficients of a polynomial about s, in the time of a clock that runs at the
 * given rate.
 */
static void scale_time(const double* c, int32_t degree, double s, double clock_rate, double* out)
{
    double power = clock_rate;
    graze_poly_taylor(c, degree, s, out);
    for (int32_t k = 1; k <= degree; k++) {
        out[k] *= power;
        power *= clock_rate;
    }
    for (int32_t k = degree + 1; k < GRAZE_PIECE_TERMS; k++)
        out[k] = 0;
}

/* Scales the derivatives of the state to clocks that run at these rates from the instant on. */
static void set_clock_rates(DelayedPair* pair, double clock_rate_a, double clock_rate_b,
                            GrazeMotionState* state)
{
    const GrazeActivePiece* a = &pair->motion.interval.a;
    const GrazeActivePiece* b = &pair->motion.interval.b;
    double terms_a[GRAZE_PIECE_TERMS];
    double terms_b[GRAZE_PIECE_TERMS];
    state->position_degree =
        a->position_degree > b->position_degree ? a->position_degree : b->position_degree;
    state->angle_degree = a->angle_degree > b->angle_degree ? a->angle_degree : b->angle_degree;
    scale_time(piece_x(a->piece), a->position_degree, a->offset, clock_rate_a, terms_a);
    scale_time(piece_x(b->piece), b->position_degree, b->offset, clock_rate_b, terms_b);
    for (int32_t k = 1; k <= state->position_degree; k++)
        state->x[k] = terms_b[k] - terms_a[k];
    scale_time(piece_y(a->piece), a->position_degree, a->offset, clock_rate_a, terms_a);
    scale_time(piece_y(b->piece), b->position_degree, b->offset, clock_rate_b, terms_b);
    for (int32_t k = 1; k <= state->position_degree; k++)
        state->y[k] = terms_b[k] - terms_a[k];
    scale_time(piece_angle(a->piece), a->angle_degree, a->offset, clock_rate_a, terms_a);
    scale_time(piece_angle(b->piece), b->angle_degree, b->offset, clock_rate_b, terms_b);
    for (int32_t k = 1; k <= state->angle_degree; k++) {
        state->angle_a[k] = terms_a[k];
        state->angle_b[k] = terms_b[k];
    }
}

static double backward_step(void* data, double u, double v, double span, double allowance,
                            bool* is_clear)
{
    DelayedPair* pair = data;
    GrazeProximity* proximity = &pair->proximity;
    double time_to_close;
    locate(pair, u, v);
    set_clock_rates(pair, -1, 0, &proximity->state);
    double step = graze_discs_safe_step(&pair->motion.interval, &proximity->state, 0, span);
    *is_clear = true;
    if (step > 0) return step;
    double error;
    double separation = measure(pair, true, &error);
    step = graze_proximity_safe_step(&pair->motion, proximity, span, allowance,
                                     GRAZE_METHOD_CERTIFIED, &time_to_close);
    *is_clear = separation > error - allowance;
    return step;
}

static double contact_step(void* data, int slot, double u, double v, double clock_rate, double span)
{
    DelayedPair* pair = data;
    GrazeProximity* proximity = &pair->proximity;
    double error;
    if (slot >= 0) *proximity = pair->kept[slot];
    locate(pair, u, v);
    if (slot < 0) measure(pair, true, &error);
    set_clock_rates(pair, clock_rate - 1, clock_rate, &proximity->state);
    graze_motion_state_compute_poses(&pair->motion.interval, &proximity->state);
    return graze_proximity_contact_step(&pair->motion, &pair->cache, proximity, span, 0);
}

static int32_t default_budget(const void* data)
{
    const DelayedPair* pair = data;
    return graze_default_budget(pair->motion.a, pair->motion.b);
}

static int32_t delay_budget(const void* data)
{
    const DelayedPair* pair = data;
    return graze_delay_budget(pair->motion.a, pair->motion.b);
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

static void find_extents(const GrazeMovingBody* a, const GrazeMovingBody* b,
                         GrazeMotionExtent out[2])
{
    for (int side = 0; side < 2; side++) {
        const GrazeMovingBody* body = side == 0 ? a : b;
        out[side] = (GrazeMotionExtent){graze_motion_begin(body), graze_motion_end(body),
                                        body->before == GRAZE_STAY, body->after == GRAZE_STAY,
                                        graze_is_static(body)};
    }
}

int32_t graze_convex_unsafe_delays(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                   double to, const GrazeMotionOptions* options, GrazeDelay* out,
                                   int32_t capacity, int32_t* iterations)
{
    GrazeMotionExtent extents[2];
    DelayedPair pair;
    find_extents(a, b, extents);
    graze_relative_motion_init(&pair.motion, a, b, 0, 1);
    pair.motion.interval.from = -INFINITY;
    pair.motion.interval.to = INFINITY;
    pair.motion.interval.reach = (double)a->shape->radius + (double)b->shape->radius;
    pair.motion.interval.is_inflated = false;
    pair.motion.has_interval = true;
    pair.cache = (GrazeProximityCache){.count = 0};
    return graze_search_delays(&FUNCTIONS, &pair, extents, from, to, options, out, capacity,
                               iterations);
}

double graze_unsafe_motion_delays_min_tolerance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                                double from, double to,
                                                const GrazeMotionOptions* options)
{
    GrazeMotionExtent extents[2];
    find_extents(a, b, extents);
    return graze_delays_min_tolerance(extents, from, to, options);
}

void graze_unsafe_motion_delays_defaults(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                         double* from, double* to, GrazeMotionOptions* options)
{
    GrazeMotionExtent extents[2];
    GrazeMotionOptions defaults = *options;
    graze_motion_defaults(a, b, &defaults);
    options->distance_tolerance = defaults.distance_tolerance;
    find_extents(a, b, extents);
    graze_delays_defaults(extents, from, to, options);
}
