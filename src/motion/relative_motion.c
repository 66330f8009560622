#include "relative_motion.h"

#include "../base/doubles.h"
#include "../base/expansion.h"
#include "../base/trig.h"

/* Two motions piece by piece: the interval of an instant, and the Taylor coefficients there. */

/*
 * Maximum number of pieces that are checked for motion; a body with more of them counts as moving.
 */
enum { MAX_STATIC_PIECES = 16 };

static bool is_constant(const double* c, int32_t terms)
{
    return c[1] == 0 && graze_is_linear(c, terms);
}

bool graze_is_static(const GrazeMovingBody* body)
{
    if (body->before != GRAZE_STAY || body->after != GRAZE_STAY) return false;
    if (body->count > MAX_STATIC_PIECES) return false;
    if (body->inflation != NULL && !is_constant(body->inflation, GRAZE_INFLATION_TERMS))
        return false;
    for (int32_t i = 0; i < body->count; i++) {
        GrazePieceView piece = graze_piece_at(body, i);
        bool is_static = is_constant(piece_x(piece), piece.terms) &&
                         is_constant(piece_y(piece), piece.terms) &&
                         is_constant(piece_angle(piece), piece.terms);
        if (!is_static) return false;
    }
    return true;
}

int32_t graze_find_piece(const GrazeMovingBody* body, double base, double t, bool is_later,
                         bool* is_staying)
{
    int32_t lo = 0;
    int32_t hi = body->count - 1;
    double first = graze_motion_begin(body) - base;
    double last = graze_motion_end(body) - base;
    *is_staying = is_later ? t < first || t >= last : t <= first || t > last;
    while (lo < hi) {
        int32_t middle = lo + (hi - lo) / 2;
        double end = graze_piece_end(body, middle) - base;
        bool is_behind = is_later ? t >= end : t > end;
        if (is_behind) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

/* The loop takes two vertices at a time; the last pair may repeat a vertex. */
double graze_radius_about(const GrazeShape* shape, double x, double y)
{
    const GrazePoint* vertices = shape->vertices;
    Doubles max_squared = {0, 0};
    if (shape->count == 1) {
        return vec_length(vec(vertices[0].x - x, vertices[0].y - y)) *
               (1 + 4 * GRAZE_UNIT_ROUNDOFF);
    }
    for (int32_t i = 0; i < shape->count; i += 2) {
        const GrazePoint* pair = &vertices[i < shape->count - 2 ? i : shape->count - 2];
        Doubles dx = doubles_even(pair) - x;
        Doubles dy = doubles_odd(pair) - y;
        max_squared = doubles_max(max_squared, dx * dx + dy * dy);
    }
    return sqrt(max2(max_squared[0], max_squared[1])) * (1 + 4 * GRAZE_UNIT_ROUNDOFF);
}

void graze_active_piece_init(const GrazeMovingBody* body, GrazePieceView piece,
                             GrazePiecePhase phase, GrazeActivePiece* active)
{
    bool is_staying = phase != GRAZE_PHASE_MOVING;
    active->shape = body->shape;
    active->piece = piece;
    active->is_staying = is_staying;
    active->offset_rest = 0;
    active->stay_time = phase == GRAZE_PHASE_AFTER ? piece_t1(piece) - piece_t0(piece) : 0;
    active->position_degree = is_staying ? 0
                                         : max2_int(graze_poly_degree(piece_x(piece), piece.terms),
                                                    graze_poly_degree(piece_y(piece), piece.terms));
    active->angle_degree = is_staying ? 0 : graze_poly_degree(piece_angle(piece), piece.terms);
    active->radius = graze_radius_about(body->shape, piece_pivot_x(piece), piece_pivot_y(piece));
}

/*
 * Finds the active piece at time t since the base, and cuts [*from, *to] to the time for which it
 * holds.
 */
static void find_active_piece(const GrazeMovingBody* body, double base, double t, bool is_later,
                              GrazeActivePiece* active, double* from, double* to)
{
    bool is_staying;
    int32_t index = graze_find_piece(body, base, t, is_later, &is_staying);
    GrazePieceView piece = graze_piece_at(body, index);
    double first = graze_motion_begin(body) - base;
    bool is_before = is_later ? t < first : t <= first;
    GrazePiecePhase phase = is_before ? GRAZE_PHASE_BEFORE : GRAZE_PHASE_AFTER;
    graze_active_piece_init(body, piece, is_staying ? phase : GRAZE_PHASE_MOVING, active);
    two_sum(base, -piece_t0(piece), &active->offset, &active->offset_rest);
    if (!is_staying) {
        *from = max2(*from, piece_t0(piece) - base);
        *to = min2(*to, piece_t1(piece) - base);
    } else if (is_before) {
        *to = min2(*to, first);
    } else {
        *from = max2(*from, graze_motion_end(body) - base);
    }
}

static double duration_of(const GrazeMovingBody* body)
{
    return graze_motion_end(body) - graze_motion_begin(body);
}

double graze_inflation_at(const GrazeMovingBody* body, double t)
{
    if (body->inflation == NULL) return 0;
    return graze_poly(body->inflation, GRAZE_INFLATION_TERMS,
                      clamp(t - graze_motion_begin(body), 0, duration_of(body)));
}

double graze_inflation_bound(const GrazeMovingBody* body)
{
    if (body->inflation == NULL) return 0;
    return graze_poly_magnitude(body->inflation, GRAZE_INFLATION_TERMS, duration_of(body));
}

double graze_max_inflation(const GrazeMotionState* state, double span)
{
    return graze_poly_bound(state->inflation, state->inflation_degree, span);
}

/*
 * Sets the inflation of a body that follows this piece. A body that stays before its motion is at
 * the begin of its first piece.
 */
static void find_active_inflation(const GrazeMovingBody* body, double base,
                                  const GrazeActivePiece* active, GrazeActiveInflation* out)
{
    bool is_before = active->piece.record == graze_piece_record(body, 0) && active->stay_time == 0;
    out->terms = body->inflation;
    if (out->terms == NULL) return;
    out->is_staying = active->is_staying;
    out->degree =
        active->is_staying ? 0 : graze_poly_degree(body->inflation, GRAZE_INFLATION_TERMS);
    out->offset = base - graze_motion_begin(body);
    out->time = is_before ? 0 : duration_of(body);
}

void graze_relative_motion_init(GrazeRelativeMotion* motion, const GrazeMovingBody* a,
                                const GrazeMovingBody* b, double base, double sense)
{
    motion->a = a;
    motion->b = b;
    motion->base = base;
    motion->sense = sense;
    motion->has_interval = false;
}

/*
 * The rounding error of base + t is computed exactly (Knuth, "The Art of Computer Programming",
 * vol. 2, 4.2.2).
 */
double graze_relative_motion_rebase(GrazeRelativeMotion* motion, double time)
{
    double t = motion->sense * time;
    double sum = motion->base + t;
    double part = sum - motion->base;
    double rest = (motion->base - (sum - part)) + (t - part);
    motion->base = sum;
    motion->has_interval = false;
    return motion->sense * rest;
}

bool graze_relative_motion_gains_from_rebase(const GrazeRelativeMotion* motion, double time)
{
    const GrazeActivePiece* both[2] = {&motion->interval.a, &motion->interval.b};
    double at_base = 0;
    double at_time = 0;
    for (int32_t i = 0; i < 2; i++) {
        if (both[i]->position_degree == 0 && both[i]->angle_degree == 0) continue;
        at_base = max2(at_base, fabs(both[i]->offset));
        at_time = max2(at_time, fabs(both[i]->offset + motion->sense * time));
    }
    /* Only the inflation has a time that can be rounded where bodies stand still. */
    for (int32_t i = 0; i < 2 && at_base == 0 && motion->interval.is_inflated; i++) {
        const GrazeActiveInflation* inflation = &motion->interval.inflation[i];
        if (inflation->terms == NULL || inflation->degree == 0) continue;
        at_base = fabs(inflation->offset);
        at_time = max2(at_time, fabs(inflation->offset + motion->sense * time));
    }
    return at_base > 8 * at_time;
}

const GrazePieceInterval* graze_relative_motion_find_interval(GrazeRelativeMotion* motion,
                                                              double time)
{
    GrazePieceInterval* interval = &motion->interval;
    if (motion->has_interval && time >= interval->from && time < interval->to) return interval;
    double from = -INFINITY;
    double to = INFINITY;
    bool is_later = motion->sense > 0;
    double t = motion->sense * time;
    find_active_piece(motion->a, motion->base, t, is_later, &interval->a, &from, &to);
    find_active_piece(motion->b, motion->base, t, is_later, &interval->b, &from, &to);
    interval->from = is_later ? from : -to;
    interval->to = is_later ? to : -from;
    interval->reach = (double)motion->a->shape->radius + (double)motion->b->shape->radius;
    interval->is_inflated = motion->a->inflation != NULL || motion->b->inflation != NULL;
    if (interval->is_inflated) {
        find_active_inflation(motion->a, motion->base, &interval->a, &interval->inflation[0]);
        find_active_inflation(motion->b, motion->base, &interval->b, &interval->inflation[1]);
    }
    motion->has_interval = true;
    return interval;
}

/*
 * Taylor polynomials of one body about an instant; the constant terms of x and y omit the piece's
 * own.
 */
typedef struct {
    double x[GRAZE_PIECE_TERMS], y[GRAZE_PIECE_TERMS], angle[GRAZE_PIECE_TERMS];
    double size; /* sum of the terms of a vertex's position, without the piece's constants */
} BodyExpansion;

/*
 * Returns the displacement of a polynomial at s from its constant term, which can be large and must
 * not round it.
 */
static double displacement(const double* c, int32_t terms, double s)
{
    double sum = c[terms - 1];
    for (int32_t k = terms - 2; k >= 1; k--)
        sum = sum * s + c[k];
    return sum * s;
}

static double displacement_magnitude(const double* c, int32_t terms, double s)
{
    double sum = fabs(c[terms - 1]);
    for (int32_t k = terms - 2; k >= 1; k--)
        sum = sum * fabs(s) + fabs(c[k]);
    return sum * fabs(s);
}

double graze_angle_at(GrazePieceView piece, double s, double terms)
{
    if (terms > GRAZE_PLAIN_ANGLE)
        return graze_angle_within_turn(piece_angle(piece), piece.terms, s, 0);
    return graze_poly(piece_angle(piece), piece.terms, s);
}

double graze_turned_angle(const GrazeActivePiece* active, double t)
{
    double s;
    double rest;
    GrazePieceView piece = active->piece;
    two_sum(t, active->offset, &s, &rest);
    return graze_angle_within_turn(piece_angle(piece), piece.terms, s, rest + active->offset_rest);
}

/*
 * Expands the polynomials of a body at t, a time since the base. A position errs by the roundings
 * of Horner's rule, 14 u of its terms for degree 7 (twice the degree), and by those of s = t +
 * offset, 7 u of them (degree times u) and u |offset| times the speed; an angle errs by as much, and
 * by 2 u for its sine and cosine, all times the radius. An angle of many turns has none of these
 * roundings, since it is reduced in pairs of doubles from the exact time.
 */
static void expand(const GrazeActivePiece* active, double t, BodyExpansion* out)
{
    GrazePieceView piece = active->piece;
    double s = active->is_staying ? active->stay_time : t + active->offset;
    double displaced = 0;
    double turned_angle;
    if (active->is_staying) {
        int32_t terms = piece.terms;
        out->x[0] = displacement(piece_x(piece), terms, s);
        out->y[0] = displacement(piece_y(piece), terms, s);
        out->angle[0] = graze_poly(piece_angle(piece), terms, s);
        displaced = displacement_magnitude(piece_x(piece), terms, s) +
                    displacement_magnitude(piece_y(piece), terms, s);
        turned_angle = graze_poly_magnitude(piece_angle(piece), terms, s);
        if (turned_angle > GRAZE_PLAIN_ANGLE)
            turned_angle = fabs(out->angle[0] = graze_angle_at(piece, s, turned_angle));
    } else {
        graze_poly_taylor(piece_x(piece), active->position_degree, s, out->x);
        graze_poly_taylor(piece_y(piece), active->position_degree, s, out->y);
        graze_poly_taylor(piece_angle(piece), active->angle_degree, s, out->angle);
        out->angle[0] += piece_angle(piece)[0];
        double angle_terms = graze_poly_magnitude(piece_angle(piece), active->angle_degree + 1,
                                                  fabs(s) + fabs(active->offset));
        bool is_reduced = angle_terms > GRAZE_PLAIN_ANGLE;
        if (is_reduced) out->angle[0] = graze_turned_angle(active, t);
        double angle_radius = is_reduced ? 0 : active->radius;
        turned_angle = fabs(out->angle[0]);
        double power = 1;
        double terms = fabs(s);
        for (int32_t k = 1; k <= max2_int(active->position_degree, active->angle_degree); k++) {
            double rate = fabs(piece_x(piece)[k]) + fabs(piece_y(piece)[k]) +
                          angle_radius * fabs(piece_angle(piece)[k]);
            displaced += rate * power * (terms + k * fabs(active->offset));
            power *= terms;
        }
    }
    out->size = displaced + fabs(piece_pivot_x(piece)) + fabs(piece_pivot_y(piece)) +
                active->radius * (1 + turned_angle);
}

/* Clears the terms beyond a body's own degree. */
static void clear_terms(BodyExpansion* expansion, int32_t own_degree, int32_t degree)
{
    for (int32_t k = own_degree + 1; k <= degree; k++) {
        expansion->x[k] = 0;
        expansion->y[k] = 0;
    }
}

/*
 * Displacement in x and y, and angle, of a body that moves uniformly; `size` is that of BodyExpansion.
 */
typedef struct {
    double x, y, angle, size;
} UniformAdvance;

ALWAYS_INLINE UniformAdvance advance_uniformly(const GrazeActivePiece* active, double t)
{
    GrazePieceView piece = active->piece;
    double s = t + active->offset;
    bool is_reduced = graze_uniform_angle_terms(active, t) > GRAZE_PLAIN_ANGLE;
    double angle = graze_uniform_angle(active, t);
    double turning = is_reduced ? 0 : fabs(piece_angle(piece)[1]);
    double rate = fabs(piece_x(piece)[1]) + fabs(piece_y(piece)[1]) + active->radius * turning;
    double size = rate * (fabs(s) + fabs(active->offset)) + fabs(piece_pivot_x(piece)) +
                  fabs(piece_pivot_y(piece)) + active->radius * (1 + fabs(angle));
    return (UniformAdvance){piece_x(piece)[1] * s, piece_y(piece)[1] * s, angle, size};
}

/*
 * Expands the inflation of a body at t, a time since the base, and adds it to that of the state.
 * Returns the magnitude of its terms, to which its error is proportional as that of a position.
 */
static double add_inflation(const GrazeActiveInflation* active, double t, double sense,
                            GrazeMotionState* out)
{
    double taylor[GRAZE_INFLATION_TERMS];
    if (active->terms == NULL) return 0;
    if (active->is_staying) {
        out->inflation[0] += graze_poly(active->terms, GRAZE_INFLATION_TERMS, active->time);
        return graze_poly_magnitude(active->terms, GRAZE_INFLATION_TERMS, active->time);
    }
    double s = t + active->offset;
    double size = fabs(active->terms[0]);
    double power = 1;
    double sign = 1;
    graze_poly_taylor(active->terms, active->degree, s, taylor);
    taylor[0] += active->terms[0];
    for (int32_t k = 0; k <= active->degree; k++) {
        out->inflation[k] += sign * taylor[k];
        sign *= sense;
        if (k == 0) continue;
        size += fabs(active->terms[k]) * power * (fabs(s) + k * fabs(active->offset));
        power *= fabs(s);
    }
    out->inflation_degree = max2_int(out->inflation_degree, active->degree);
    return size;
}

static void expand_inflation(const GrazeRelativeMotion* motion, GrazeMotionState* out)
{
    const GrazeActiveInflation* inflation = motion->interval.inflation;
    double t = motion->sense * out->time;
    for (int32_t k = 1; k < GRAZE_INFLATION_TERMS; k++)
        out->inflation[k] = 0;
    double size = add_inflation(&inflation[0], t, motion->sense, out);
    size += add_inflation(&inflation[1], t, motion->sense, out);
    out->error += GRAZE_MOTION_ERROR * size;
}

/* Does the same as expand_positions for uniform motions, the most frequent case. */
ALWAYS_INLINE void expand_uniform(const GrazeRelativeMotion* motion, double time,
                                  GrazeMotionState* out)
{
    const GrazeActivePiece* a = &motion->interval.a;
    const GrazeActivePiece* b = &motion->interval.b;
    GrazePieceView p = a->piece;
    GrazePieceView q = b->piece;
    UniformAdvance advance_a = advance_uniformly(a, motion->sense * time);
    UniformAdvance advance_b = advance_uniformly(b, motion->sense * time);
    out->time = time;
    out->position_degree = 1;
    out->angle_degree = 1;
    out->x[0] = advance_b.x - advance_a.x + (piece_x(q)[0] - piece_x(p)[0]);
    out->y[0] = advance_b.y - advance_a.y + (piece_y(q)[0] - piece_y(p)[0]);
    out->x[1] = motion->sense * (piece_x(q)[1] - piece_x(p)[1]);
    out->y[1] = motion->sense * (piece_y(q)[1] - piece_y(p)[1]);
    out->angle_a[0] = advance_a.angle;
    out->angle_b[0] = advance_b.angle;
    out->angle_a[1] = motion->sense * piece_angle(p)[1];
    out->angle_b[1] = motion->sense * piece_angle(q)[1];
    out->error = GRAZE_MOTION_ERROR * (advance_a.size + advance_b.size + fabs(out->x[0]) +
                                       fabs(out->y[0]) + motion->interval.reach);
}

/* Return the degrees of a body's expansion, which are 0 while it stays. */
ALWAYS_INLINE int32_t position_degree_of(const GrazeActivePiece* active)
{
    return active->is_staying ? 0 : active->position_degree;
}

ALWAYS_INLINE int32_t angle_degree_of(const GrazeActivePiece* active)
{
    return active->is_staying ? 0 : active->angle_degree;
}

ALWAYS_INLINE void expand_positions(const GrazeRelativeMotion* motion, double time,
                                    GrazeMotionState* out)
{
    if (graze_is_uniform(&motion->interval.a) && graze_is_uniform(&motion->interval.b)) {
        expand_uniform(motion, time, out);
        return;
    }
    const GrazePieceInterval* interval = &motion->interval;
    double t = motion->sense * time;
    BodyExpansion a;
    BodyExpansion b;
    expand(&interval->a, t, &a);
    expand(&interval->b, t, &b);
    out->time = time;
    int32_t angle_degree_a = angle_degree_of(&interval->a);
    int32_t angle_degree_b = angle_degree_of(&interval->b);
    out->position_degree =
        max2_int(position_degree_of(&interval->a), position_degree_of(&interval->b));
    out->angle_degree = max2_int(angle_degree_a, angle_degree_b);
    clear_terms(&a, position_degree_of(&interval->a), out->position_degree);
    clear_terms(&b, position_degree_of(&interval->b), out->position_degree);
    double sign = 1;
    for (int32_t k = 0; k <= out->position_degree; k++) {
        out->x[k] = sign * (b.x[k] - a.x[k]);
        out->y[k] = sign * (b.y[k] - a.y[k]);
        sign *= motion->sense;
    }
    out->x[0] += piece_x(interval->b.piece)[0] - piece_x(interval->a.piece)[0];
    out->y[0] += piece_y(interval->b.piece)[0] - piece_y(interval->a.piece)[0];
    sign = 1;
    for (int32_t k = 0; k <= out->angle_degree; k++) {
        out->angle_a[k] = k <= angle_degree_a ? sign * a.angle[k] : 0;
        out->angle_b[k] = k <= angle_degree_b ? sign * b.angle[k] : 0;
        sign *= motion->sense;
    }
    out->error = GRAZE_MOTION_ERROR *
                 (a.size + b.size + fabs(out->x[0]) + fabs(out->y[0]) + interval->reach);
}

void graze_motion_state_expand(const GrazeRelativeMotion* motion, double time,
                               GrazeMotionState* out)
{
    expand_positions(motion, time, out);
    out->inflation[0] = 0;
    out->inflation_degree = 0;
    if (motion->interval.is_inflated) expand_inflation(motion, out);
}

/* Returns the pose of a body's origin whose pivot is at (x, y). */
ALWAYS_INLINE GrazePose pose_about_pivot(const GrazeActivePiece* active, double x, double y,
                                         double sin, double cos)
{
    GrazeVec arm = vec_rotate(piece_pivot(active->piece), cos, sin);
    return (GrazePose){x - arm.x, y - arm.y, cos, sin};
}

void graze_motion_state_compute_poses(const GrazePieceInterval* interval, GrazeMotionState* state)
{
    double angles[2] = {state->angle_a[0], state->angle_b[0]};
    double sin[2];
    double cos[2];
    graze_sincos_two(angles, sin, cos);
    graze_motion_state_set_poses(interval, state, sin, cos);
}

void graze_motion_state_set_poses(const GrazePieceInterval* interval, GrazeMotionState* state,
                                  const double* sin, const double* cos)
{
    state->pose_a = pose_about_pivot(&interval->a, 0, 0, sin[0], cos[0]);
    state->pose_b = pose_about_pivot(&interval->b, state->x[0], state->y[0], sin[1], cos[1]);
}

void graze_motion_state_evaluate(const GrazeRelativeMotion* motion, double time,
                                 GrazeMotionState* out)
{
    graze_motion_state_expand(motion, time, out);
    graze_motion_state_compute_poses(&motion->interval, out);
}

GrazeVec graze_motion_state_world_pivot(const GrazeRelativeMotion* motion,
                                        const GrazeMotionState* state)
{
    const GrazeActivePiece* a = &motion->interval.a;
    double s = a->is_staying ? a->stay_time : motion->sense * state->time + a->offset;
    return vec(graze_poly(piece_x(a->piece), a->piece.terms, s),
               graze_poly(piece_y(a->piece), a->piece.terms, s));
}

void graze_compute_rate_bounds(const GrazeMotionState* state, double span, GrazeRateBounds* out)
{
    double x1;
    double x2;
    double y1;
    double y2;
    graze_poly_derivative_bounds(state->x, state->position_degree, span, &x1, &x2);
    graze_poly_derivative_bounds(state->y, state->position_degree, span, &y1, &y2);
    out->speed = sqrt(x1 * x1 + y1 * y1);
    out->acceleration = state->position_degree > 1 ? sqrt(x2 * x2 + y2 * y2) : 0;
    double relative_angle[GRAZE_PIECE_TERMS];
    for (int32_t k = 0; k <= state->angle_degree; k++)
        relative_angle[k] = state->angle_b[k] - state->angle_a[k];
    graze_poly_derivative_bounds(state->angle_a, state->angle_degree, span,
                                 &out->angular_velocity_a, &out->angular_acceleration_a);
    graze_poly_derivative_bounds(state->angle_b, state->angle_degree, span,
                                 &out->angular_velocity_b, &out->angular_acceleration_b);
    graze_poly_derivative_bounds(relative_angle, state->angle_degree, span,
                                 &out->angular_velocity_ab, &out->angular_acceleration_ab);
    graze_poly_derivative_bounds(state->inflation, state->inflation_degree, span,
                                 &out->inflation_speed, &out->inflation_acceleration);
}

/* Adds a product of polynomials by their coefficients: out += sign * p q, of degrees m and n. */
static void add_product(const double* p, int32_t m, const double* q, int32_t n, double sign,
                        double* out)
{
    for (int32_t i = 0; i <= m; i++) {
        for (int32_t j = 0; j <= n; j++)
            out[i + j] += sign * p[i] * q[j];
    }
}

/* Computes the derivative of a polynomial, times `factor`; that of degree 0 is 0. */
static void differentiate(const double* c, int32_t degree, double factor, double* out)
{
    out[0] = 0;
    for (int32_t k = 1; k <= degree; k++)
        out[k - 1] = factor * k * c[k];
}

/*
 * Computes the frame acceleration for bodies that move uniformly or stay, for which w and d' are
 * constant.
 */
static void uniform_frame_acceleration(const GrazeMotionState* state, double angular_velocity,
                                       GrazeFrameAcceleration* out)
{
    double vx = state->position_degree > 0 ? state->x[1] : 0;
    double vy = state->position_degree > 0 ? state->y[1] : 0;
    double square = angular_velocity * angular_velocity;
    out->degree = state->position_degree;
    out->x[0] = 2 * angular_velocity * vy - square * state->x[0];
    out->y[0] = -2 * angular_velocity * vx - square * state->y[0];
    out->x[1] = -square * vx;
    out->y[1] = -square * vy;
}

/*
 * A product w 2 d' of the rounded Taylor coefficients has 3 roundings and w^2 d has, for angles of
 * degree 7, 4 and the 6 sums of w^2. A coefficient of the result is a sum of at most 1 + 7 + 6 + 8
 * products: 24 u of the magnitudes of all, less than the GRAZE_SLOPE_ERROR by which
 * graze_frame_acceleration_bound enlarges it. The errors of the Taylor coefficients themselves are
 * those of positions, which the slope of a separation bound counts.
 */
void graze_compute_frame_acceleration(const GrazeMotionState* state, const double* angle_terms,
                                      GrazeFrameAcceleration* out)
{
    int32_t position_degree = state->position_degree;
    int32_t angle_degree = state->angle_degree;
    if (position_degree <= 1 && angle_degree <= 1) {
        uniform_frame_acceleration(state, angle_degree > 0 ? angle_terms[1] : 0, out);
        return;
    }
    double w[GRAZE_PIECE_TERMS] = {0};
    double angular_acceleration[GRAZE_PIECE_TERMS] = {0};
    double twice_y[GRAZE_PIECE_TERMS] = {0};
    double square[2 * GRAZE_PIECE_TERMS] = {0};
    double twice_x[GRAZE_PIECE_TERMS] = {0};
    int32_t m = max2_int(angle_degree - 1, 0);
    differentiate(angle_terms, angle_degree, 1, w);
    differentiate(w, m, 1, angular_acceleration);
    add_product(w, m, w, m, 1, square);
    out->degree = 2 * m + position_degree;
    for (int32_t k = 0; k <= out->degree; k++)
        out->x[k] = out->y[k] = 0;
    for (int32_t k = 2; k <= position_degree; k++) {
        out->x[k - 2] = k * (k - 1) * state->x[k];
        out->y[k - 2] = k * (k - 1) * state->y[k];
    }
    /* J (x, y) = (-y, x). */
    differentiate(state->y, position_degree, 2, twice_y);
    add_product(w, m, twice_y, max2_int(position_degree - 1, 0), 1, out->x);
    differentiate(state->x, position_degree, 2, twice_x);
    add_product(w, m, twice_x, max2_int(position_degree - 1, 0), -1, out->y);
    add_product(angular_acceleration, max2_int(m - 1, 0), state->y, position_degree, 1, out->x);
    add_product(angular_acceleration, max2_int(m - 1, 0), state->x, position_degree, -1, out->y);
    add_product(square, 2 * m, state->x, position_degree, -1, out->x);
    add_product(square, 2 * m, state->y, position_degree, -1, out->y);
}

double graze_frame_acceleration_bound(const GrazeFrameAcceleration* frame_acceleration,
                                      const GrazeMotionState* state, const GrazeRateBounds* rates,
                                      double angular_velocity, double angular_acceleration,
                                      double span)
{
    double x = graze_poly_bound(frame_acceleration->x, frame_acceleration->degree, span);
    double y = graze_poly_bound(frame_acceleration->y, frame_acceleration->degree, span);
    double distance =
        sqrt(state->x[0] * state->x[0] + state->y[0] * state->y[0]) + rates->speed * span;
    double terms = rates->acceleration + 2 * angular_velocity * rates->speed +
                   (angular_velocity * angular_velocity + angular_acceleration) * distance;
    double bound = sqrt(x * x + y * y) + GRAZE_SLOPE_ERROR * terms;
    /* The rates of a rotation by 1e7 in a tiny time can overflow, and their products can be NaN. */
    return bound <= DBL_MAX ? bound : INFINITY;
}
