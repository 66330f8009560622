#include "delayed_motion.h"

#include "../tolerance.h"

void graze_clocked_motion_init(GrazeClockedMotion* clocked, const GrazeMovingBody* body,
                               double base, double tail)
{
    clocked->body = body;
    clocked->base = base;
    clocked->tail = tail;
    clocked->first = body->before == GRAZE_STAY ? -1 : 0;
    clocked->last = body->after == GRAZE_STAY ? body->count : body->count - 1;
}

void graze_delayed_motion_set_budget(GrazeDelayedMotion* delayed, int32_t budget)
{
    delayed->base_budget =
        budget < 1 ? graze_default_budget(delayed->a.body, delayed->b.body) : budget;
    delayed->has_reserve = budget < 1;
    delayed->reserve = 0;
    delayed->evaluations_left = delayed->base_budget;
}

void graze_delayed_motion_refill(GrazeDelayedMotion* delayed)
{
    if (delayed->evaluations_left > delayed->base_budget)
        delayed->reserve = delayed->evaluations_left - delayed->base_budget;
    delayed->evaluations_left = delayed->base_budget;
}

bool graze_delayed_motion_ensure_budget(GrazeDelayedMotion* delayed)
{
    if (delayed->evaluations_left > 0) return true;
    if (delayed->has_reserve)
        delayed->reserve = graze_delay_budget(delayed->a.body, delayed->b.body);
    delayed->has_reserve = false;
    delayed->evaluations_left = delayed->reserve;
    delayed->reserve = 0;
    return delayed->evaluations_left > 0;
}

static double to_clock_time(const GrazeClockedMotion* clocked, double time)
{
    return time - clocked->base - clocked->tail;
}

double graze_clocked_piece_begin(const GrazeClockedMotion* clocked, int32_t index)
{
    const GrazeMovingBody* body = clocked->body;
    if (index < 0) return -INFINITY;
    bool is_staying = index == body->count;
    return to_clock_time(clocked, is_staying ? body->pieces[index - 1].t1 : body->pieces[index].t0);
}

double graze_clocked_piece_end(const GrazeClockedMotion* clocked, int32_t index)
{
    const GrazeMovingBody* body = clocked->body;
    if (index == body->count) return INFINITY;
    bool is_staying = index < 0;
    return to_clock_time(clocked, is_staying ? body->pieces[0].t0 : body->pieces[index].t1);
}

void graze_clocked_piece_init(const GrazeClockedMotion* clocked, int32_t index,
                              GrazeClockedPiece* out)
{
    const GrazeMovingBody* body = clocked->body;
    int32_t count = body->count;
    GrazePiecePhase phase = index < 0        ? GRAZE_PHASE_BEFORE
                            : index == count ? GRAZE_PHASE_AFTER
                                             : GRAZE_PHASE_MOVING;
    const GrazePiece* piece = &body->pieces[index < 0 ? 0 : index < count ? index : count - 1];
    out->index = index;
    out->from = graze_clocked_piece_begin(clocked, index);
    out->to = graze_clocked_piece_end(clocked, index);
    graze_active_piece_init(body, piece, phase, &out->active);
    out->active.offset = clocked->base - piece->t0 + clocked->tail;
}

int32_t graze_find_clocked_piece(const GrazeClockedMotion* clocked, double time, bool is_later)
{
    int32_t lo = clocked->first;
    int32_t hi = clocked->last;
    while (lo < hi) {
        int32_t middle = lo + (hi - lo) / 2;
        double end = graze_clocked_piece_end(clocked, middle);
        bool is_behind = is_later ? time >= end : time > end;
        if (is_behind) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

/* Returns the active piece with its offset set so that the instant `time` becomes time 0. */
static GrazeActivePiece active_piece_at(const GrazeClockedPiece* clocked_piece, double time)
{
    GrazeActivePiece active = clocked_piece->active;
    const GrazePiece* piece = active.piece;
    if (!active.is_staying) active.offset = clamp(time + active.offset, 0, piece->t1 - piece->t0);
    return active;
}

void graze_delayed_motion_expand(GrazeDelayedMotion* delayed, const GrazeClockedPiece* a, double u,
                                 const GrazeClockedPiece* b, double v, GrazeMotionState* state)
{
    GrazeRelativeMotion* motion = &delayed->motion;
    motion->interval.a = active_piece_at(a, u);
    motion->interval.b = active_piece_at(b, v);
    graze_motion_state_expand(motion, 0, state);
    state->error += delayed->clock_error;
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

void graze_delayed_motion_set_clock_rates(GrazeDelayedMotion* delayed, double clock_rate_a,
                                          double clock_rate_b, GrazeMotionState* state)
{
    const GrazeActivePiece* a = &delayed->motion.interval.a;
    const GrazeActivePiece* b = &delayed->motion.interval.b;
    double terms_a[GRAZE_PIECE_TERMS];
    double terms_b[GRAZE_PIECE_TERMS];
    state->position_degree =
        a->position_degree > b->position_degree ? a->position_degree : b->position_degree;
    state->angle_degree = a->angle_degree > b->angle_degree ? a->angle_degree : b->angle_degree;
    scale_time(a->piece->x, a->position_degree, a->offset, clock_rate_a, terms_a);
    scale_time(b->piece->x, b->position_degree, b->offset, clock_rate_b, terms_b);
    for (int32_t k = 1; k <= state->position_degree; k++)
        state->x[k] = terms_b[k] - terms_a[k];
    scale_time(a->piece->y, a->position_degree, a->offset, clock_rate_a, terms_a);
    scale_time(b->piece->y, b->position_degree, b->offset, clock_rate_b, terms_b);
    for (int32_t k = 1; k <= state->position_degree; k++)
        state->y[k] = terms_b[k] - terms_a[k];
    scale_time(a->piece->angle, a->angle_degree, a->offset, clock_rate_a, terms_a);
    scale_time(b->piece->angle, b->angle_degree, b->offset, clock_rate_b, terms_b);
    for (int32_t k = 1; k <= state->angle_degree; k++) {
        state->angle_a[k] = terms_a[k];
        state->angle_b[k] = terms_b[k];
    }
}

void graze_delayed_motion_query(GrazeDelayedMotion* delayed, GrazeProximity* proximity)
{
    graze_motion_state_compute_poses(&delayed->motion.interval, &proximity->state);
    graze_query_proximity(&delayed->motion, &delayed->cache, proximity);
}
