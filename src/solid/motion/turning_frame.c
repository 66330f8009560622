#include "turning_frame.h"

static const GrazeVec3 ZERO = {0, 0, 0};

/* Rounding error of a vector product, in units of the sums of coordinates of both. */
static const double ROUNDED = 4 * GRAZE_UNIT_ROUNDOFF;

/* Returns an upper bound of |p x q|. */
static double cross_size(GrazeVec3 p, GrazeVec3 q)
{
    return vec3_length(vec3_cross(p, q)) + ROUNDED * vec3_norm1(p) * vec3_norm1(q);
}

static bool has_axis(const SolidBodyState* body)
{
    return vec3_dot(body->axis, body->axis) > 0;
}

/* Computes all of a body but its offset. */
static void spin_init(const SolidFrame* frame, const SolidBodyState* body,
                      const SolidBodyRates* rates, double relative_rate, SolidSpin* out)
{
    bool has_axes = has_axis(body) && vec3_dot(frame->axis, frame->axis) > 0;
    double most = frame->speed + frame->change;
    out->axis = body->axis;
    out->rate = rates->spin_rate;
    out->change = rates->spin_rate * frame->span;
    out->e_rate = frame->turn.body >= 0 ? relative_rate : rates->spin_rate;
    out->e = vec3_sub(body->spin, frame->turn.velocity);
    out->error = GRAZE_SLOPE_ERROR * (rates->spin + frame->speed);
    out->e_size = vec3_length(out->e);
    out->size = out->e_size + out->e_rate * frame->span + out->error;
    out->across_axes = 1;
    if (has_axes) {
        out->mixed = vec3_scale(vec3_cross(frame->axis, body->axis), most * rates->spin);
        out->mixed_rest = 4 * ROUNDED * most * rates->spin;
        if (frame->rate > 0) out->across_axes = cross_size(frame->axis, body->axis);
    } else {
        out->mixed = vec3_cross(frame->turn.velocity, body->spin);
        out->mixed_rest = most * out->change + frame->change * rates->spin +
                          4 * ROUNDED * frame->speed * rates->spin;
    }
    out->mixed_size = vec3_length(out->mixed);
}

/* Returns the way from a body's pivot to the point of its axis that is nearest a point. */
static GrazeVec3 offset_of(const SolidBodyState* body, const SolidBodyRates* rates,
                           GrazeVec3 to_point)
{
    if (rates->spin == 0) return to_point;
    return vec3_scale(body->axis, vec3_dot(body->axis, to_point));
}

/*
 * The coefficients of the polynomials are sums of at most 4 products, of 3 roundings, of each of
 * the terms that GRAZE_SLOPE_ERROR is a fraction of.
 */
static void pivot_init(const SolidMotionState* state, const SolidRates* rates, GrazeVec3 offset,
                       SolidFrame* out)
{
    GrazeVec3 turn = out->turn.velocity;
    double most = out->speed + out->change;
    double span = out->span;
    double sum = 0;
    double across[2] = {0, 0}; /* of d and d' to the frame's axis */
    bool is_const = vec3_dot(out->axis, out->axis) > 0;
    out->degree = state->degree;
    for (int32_t k = 0; k <= state->degree; k++) {
        GrazeVec3 place = vec3(state->root[0][k], state->root[1][k], state->root[2][k]);
        GrazeVec3 value = ZERO;
        if (k == 0) place = vec3_add(place, offset);
        if (out->speed > 0) value = vec3_cross(turn, vec3_cross(turn, place));
        if (k + 1 <= state->degree && out->speed > 0) {
            double factor = k + 1;
            GrazeVec3 rate = vec3(state->root[0][k + 1] * factor, state->root[1][k + 1] * factor,
                                  state->root[2][k + 1] * factor);
            value = vec3_mul_add(value, -2, vec3_cross(turn, rate));
        }
        if (k + 2 <= state->degree) {
            double factor = (k + 1) * (k + 2);
            value =
                vec3_add(value, vec3(state->root[0][k + 2] * factor, state->root[1][k + 2] * factor,
                                     state->root[2][k + 2] * factor));
        }
        out->pivot[0][k] = value.x;
        out->pivot[1][k] = value.y;
        out->pivot[2][k] = value.z;
        if (out->change > 0) {
            double size = is_const ? cross_size(out->axis, place) : vec3_length(place);
            double power = 1;
            for (int32_t j = 1; j < k; j++)
                power *= span;
            across[0] += k > 0 ? size * power * span : size;
            across[1] += k * size * power;
        }
    }
    for (int k = 0; k < 3; k++) {
        double bound = graze_poly_bound(out->pivot[k], state->degree, span);
        sum += bound * bound;
    }
    double speed = rates->root_speed;
    double extent = vec3_norm1(state->d) + vec3_norm1(offset);
    out->pivot_size = sqrt(sum);
    out->pivot_rest = GRAZE_SLOPE_ERROR * (rates->root_acceleration + 2 * most * speed +
                                           most * most * (extent + speed * span));
    out->pivot_change =
        2 * out->change * across[1] + (out->rate + (out->speed + most) * out->change) * across[0];
    for (int i = 0; i < 2; i++)
        out->pivot_rest += rates->body[i].acceleration +
                           rates->body[i].speed * (2 * most + (most * most + out->rate) * span);
}

void graze_solid_frame_init(const SolidInterval* interval, const SolidMotionState* state,
                            const SolidRates* rates, SolidTurn turn, double span,
                            const GrazeVec3* near, SolidFrame* out)
{
    GrazeVec3 offset = ZERO;
    out->turn = turn;
    out->span = span;
    out->speed = vec3_length(turn.velocity) * (1 + GRAZE_STEP_ERROR);
    out->rate = turn.body >= 0 ? rates->body[turn.body].spin_rate : 0;
    out->change = out->rate * span;
    out->axis = turn.body >= 0 ? state->body[turn.body].axis : ZERO;
    if (turn.body < 0 && out->speed > 0)
        out->axis = vec3_scale(turn.velocity, 1 / vec3_length(turn.velocity));
    for (int i = 0; i < 2; i++) {
        SolidSpin* spin = &out->spin[i];
        *spin = (SolidSpin){0};
        spin->is_turning = rates->body[i].spin > 0;
        if (near != NULL && interval->chain[i].solid->count <= SOLID_BOUND_VERTICES)
            spin->offset = offset_of(&state->body[i], &rates->body[i],
                                     vec3_sub(near[i], i == 0 ? ZERO : state->d));
        if (i != turn.body)
            spin_init(out, &state->body[i], &rates->body[i], rates->relative_spin_rate, spin);
    }
    offset = vec3_sub(out->spin[1].offset, out->spin[0].offset);
    pivot_init(state, rates, offset, out);
}

void graze_solid_frame_along(const SolidFrame* frame, GrazeVec3 n, SolidAlong* out)
{
    bool is_const = vec3_dot(frame->axis, frame->axis) > 0;
    double factor =
        is_const && frame->speed + frame->change > 0 ? min2(1, cross_size(frame->axis, n)) : 1;
    double turned = (frame->speed + frame->change) * factor * frame->span;
    double c[GRAZE_PIECE_TERMS] = {0};
    for (int32_t k = 0; k <= frame->degree; k++)
        c[k] = n.x * frame->pivot[0][k] + n.y * frame->pivot[1][k] + n.z * frame->pivot[2][k];
    double pivot = graze_poly_bound(c, frame->degree, frame->span) + turned * frame->pivot_size;
    out->pivot = min2(pivot, frame->pivot_size) + factor * frame->pivot_change + frame->pivot_rest;
    for (int i = 0; i < 2; i++) {
        const SolidSpin* spin = &frame->spin[i];
        double own = 1;
        out->across[i] = out->gyration[i] = 0;
        if (i == frame->turn.body) continue;
        if (spin->rate > 0 && vec3_dot(spin->axis, spin->axis) > 0)
            own = min2(1, cross_size(spin->axis, n) + turned);
        double rate = min2(spin->e_rate, spin->rate * own + frame->rate * factor);
        double across = cross_size(spin->e, n) + spin->e_size * min2(turned, 2) +
                        rate * frame->span + spin->error;
        out->across[i] = min2(spin->size, across);
        out->gyration[i] = spin->mixed_rest + rate;
        if (spin->mixed_size > 0)
            out->gyration[i] += cross_size(spin->mixed, n) + spin->mixed_size * min2(turned, 2);
    }
}

/*
 * Returns an upper bound of |e x r| for a vector r that is fixed to body i, and in *gyration one of
 * |g x r|. Across the frame's axis k, of r = (r . a) a + (a x r) x a the second part turns.
 */
static double whirl(const SolidFrame* frame, int i, GrazeVec3 r, double* gyration)
{
    const SolidSpin* spin = &frame->spin[i];
    double length = vec3_length(r);
    double own = length;
    if (vec3_dot(spin->axis, spin->axis) > 0) own = cross_size(spin->axis, r);
    double rate = spin->rate * own;
    if (frame->rate > 0) {
        double across = min2(length, spin->across_axes * length + own);
        if (!spin->is_turning && vec3_dot(frame->axis, frame->axis) > 0)
            across = cross_size(frame->axis, r);
        rate += frame->rate * across;
    }
    *gyration = (spin->mixed_size + spin->mixed_rest) * length + min2(rate, spin->e_rate * length);
    return min2(spin->size * length,
                cross_size(spin->e, r) + spin->error * length + frame->span * *gyration);
}

double graze_solid_point_curvature(const SolidFrame* frame, const SolidAlong* along, int i,
                                   GrazeVec3 r)
{
    double gyration;
    if (i == frame->turn.body) return 0;
    double across = whirl(frame, i, r, &gyration);
    if (along == NULL) return frame->spin[i].size * across + gyration;
    return along->across[i] * across + min2(along->gyration[i] * vec3_length(r), gyration);
}

/* r + slide tau has the acceleration of both parts, and 2 e x slide. */
double graze_solid_slide_curvature(const SolidFrame* frame, const SolidAlong* along, int i,
                                   GrazeVec3 slide)
{
    double gyration;
    if (i == frame->turn.body) return 0;
    double across = whirl(frame, i, slide, &gyration);
    if (along != NULL) across = min2(across, along->across[i] * vec3_length(slide));
    return 2 * across + frame->span * graze_solid_point_curvature(frame, along, i, slide);
}

double graze_solid_ball_curvature(const SolidFrame* frame, const SolidAlong* along, int i,
                                  double radius)
{
    if (i == frame->turn.body) return 0;
    return (along->across[i] * frame->spin[i].size + along->gyration[i]) * radius;
}
