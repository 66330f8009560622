#include "separation_bound.h"

/* Square of the sine of the angle between two edges below which they count as parallel. If higher
   or lower: some steps are shorter. */
static const double PARALLEL = 1e-6;

/* Relative difference of two angular velocities that count as one: any frame gives a bound. */
static const double SAME = 0x1p-30;

void graze_solid_point_rates(const SolidMotionState* state, const GrazeVec3 point[2],
                             GrazeVec3 velocity[2], GrazeVec3 acceleration[2])
{
    for (int i = 0; i < 2; i++) {
        const SolidBodyState* body = &state->body[i];
        GrazeVec3 arm = i == 0 ? point[0] : vec3_sub(point[1], state->d);
        GrazeVec3 turning = vec3_cross(body->spin, arm);
        velocity[i] = vec3_add(body->velocity, turning);
        acceleration[i] = vec3_add(body->acceleration, vec3_cross(body->spin, turning));
        acceleration[i] = vec3_add(acceleration[i], vec3_cross(body->spin_rate, arm));
    }
}

/*
 * Returns n' = sum of k_i t_i along the edges t_i, for which n' . t_i = (w x n) . t_i: with two
 * edges that cross, by Cramer's rule; else along the first. Sets *edge to the one that it follows,
 * or to 0 if it follows none or both.
 */
static GrazeVec3 follow_edges(const SolidMotionState* state, GrazeVec3 n, const SolidEdges* edges,
                              GrazeVec3* edge)
{
    GrazeVec3 t[2] = {{0, 0, 0}, {0, 0, 0}};
    double product[2] = {0, 0};
    *edge = t[0];
    for (int32_t k = 0; k < edges->count; k++) {
        GrazeVec3 spin = state->body[edges->body[k]].spin;
        /* Edges are perpendicular to n, up to rounding and ends of a search. */
        t[k] = vec3_mul_add(edges->edge[k], -vec3_dot(edges->edge[k], n), n);
        product[k] = vec3_dot(vec3_cross(spin, n), t[k]);
    }
    double square = vec3_dot(t[0], t[0]);
    double other = vec3_dot(t[1], t[1]);
    double mixed = vec3_dot(t[0], t[1]);
    double determinant = square * other - mixed * mixed;
    if (!(square > 0)) return *edge;
    if (determinant > PARALLEL * square * other) {
        double k0 = (product[0] * other - product[1] * mixed) / determinant;
        double k1 = (product[1] * square - product[0] * mixed) / determinant;
        return vec3_add(vec3_scale(t[0], k0), vec3_scale(t[1], k1));
    }
    *edge = t[0];
    return vec3_scale(t[0], product[0] / square);
}

SolidTurn graze_solid_normal_turn(const SolidMotionState* state, GrazeVec3 n,
                                  const SolidEdges* edges, const GrazeVec3* core)
{
    GrazeVec3 edge;
    GrazeVec3 rate = follow_edges(state, n, edges, &edge);
    double square = vec3_dot(edge, edge);
    bool is_crossing = edges->count == 2 && square == 0;
    int32_t body = square > 0 ? edges->body[0] : -1;
    if (is_crossing && edges->body[0] == edges->body[1])
        return (SolidTurn){state->body[edges->body[0]].spin, edges->body[0]};
    if (core != NULL) {
        GrazeVec3 velocity[2];
        GrazeVec3 acceleration[2];
        graze_solid_point_rates(state, core, velocity, acceleration);
        GrazeVec3 v = vec3_sub(velocity[1], velocity[0]);
        GrazeVec3 across = vec3_mul_add(v, -vec3_dot(v, n), n);
        if (square > 0) across = vec3_mul_add(across, -vec3_dot(v, edge) / square, edge);
        double distance = vec3_dot(n, vec3_sub(core[1], core[0]));
        double second = vec3_dot(n, vec3_sub(acceleration[1], acceleration[0])) +
                        2 * vec3_dot(rate, v) - distance * vec3_dot(rate, rate);
        bool is_free = !is_crossing && distance > 0;
        if (is_free && second * distance < -0.5 * vec3_dot(across, across))
            rate = vec3_mul_add(rate, 1 / distance, across);
        if (body < 0)
            body = vec3_dot(velocity[1], velocity[1]) > vec3_dot(velocity[0], velocity[0]) ? 1 : 0;
    }
    GrazeVec3 turn = vec3_cross(n, rate);
    if (body >= 0) turn = vec3_mul_add(turn, vec3_dot(state->body[body].spin, n), n);
    for (int i = 0; i < 2; i++) {
        GrazeVec3 spin = state->body[i].spin;
        GrazeVec3 e = vec3_sub(spin, turn);
        if (vec3_dot(e, e) <= SAME * SAME * vec3_dot(spin, spin)) return (SolidTurn){spin, i};
    }
    return (SolidTurn){turn, -1};
}

double graze_solid_turning_curvature(const SolidBodyState* body, double spin_rate, GrazeVec3 turn,
                                     GrazeVec3 n, double turned, double change)
{
    GrazeVec3 e = vec3_sub(body->spin, turn);
    GrazeVec3 mixed = vec3_cross(turn, body->spin);
    double size = vec3_length(e);
    double across = min2(size, vec3_length(vec3_cross(e, n)) + size * turned) + change;
    double factor = 1;
    if (vec3_dot(body->axis, body->axis) > 0)
        factor = min2(1, vec3_length(vec3_cross(body->axis, n)) + turned);
    double g = vec3_length(vec3_cross(mixed, n)) + vec3_length(mixed) * min2(turned, 1) +
               vec3_length(turn) * change + spin_rate * factor;
    return (size + change) * across + g;
}

/* Returns the vertex of body i that is furthest along a direction of its frame. */
static const GrazeSolidPoint* support_vertex(const GrazeSolid* solid, GrazeVec3 dir)
{
    int32_t k = solid->count < SOLID_CLIMB_MIN_VERTICES
                    ? solid_scan(solid->vertices, solid->count, dir)
                    : graze_solid_climb(solid, dir);
    return &solid->vertices[k];
}

static GrazeVec3 arm_of(const SolidChain* chain, const GrazeSolidPoint* v)
{
    return vec3_sub(vec3(v->x, v->y, v->z), chain->pivot);
}

GrazeVec3 graze_solid_support_arm(const SolidChain* chain, GrazeVec3 dir)
{
    return arm_of(chain, support_vertex(chain->solid, dir));
}

double graze_solid_projected_separation(const SolidInterval* interval,
                                        const SolidMotionState* state, GrazeVec3 n, double margin)
{
    double level = vec3_dot(n, state->d) - interval->reach - margin;
    for (int i = 0; i < 2; i++) {
        const SolidChain* chain = &interval->chain[i];
        GrazeVec3 dir = solid_rotate_back(state->body[i].rotation, i == 0 ? n : vec3_neg(n));
        level -= vec3_dot(dir, graze_solid_support_arm(chain, dir));
    }
    return level;
}

/* The rates of a rotation by 1e7 in a tiny time can overflow, and their products can be NaN. */
static double enlarged(double curvature)
{
    curvature *= 1 + GRAZE_STEP_ERROR;
    return curvature <= DBL_MAX ? curvature : INFINITY;
}

void graze_solid_bound_init(const SolidInterval* interval, const SolidMotionState* state,
                            const SolidRates* rates, const SolidFrame* frame, GrazeVec3 n,
                            double margin, bool is_fine, SolidBound* out)
{
    double extent = vec3_norm1(state->d) + interval->chain[0].radius + interval->chain[1].radius;
    double spin = rates->body[0].spin + rates->body[1].spin + frame->speed;
    GrazeVec3 turn = frame->turn.velocity;
    graze_solid_frame_along(frame, n, &out->along);
    out->interval = interval;
    out->state = state;
    out->frame = frame;
    out->level = vec3_dot(n, state->d) - interval->reach - margin;
    out->slope = vec3_dot(n, vec3_sub(state->velocity, vec3_cross(turn, state->d)));
    /* The slope is lowered by the rounding errors that add up over a long step. */
    out->slope -= GRAZE_SLOPE_ERROR *
                  (rates->root_speed + rates->body[0].speed + rates->body[1].speed + spin * extent);
    out->curvature = enlarged(out->along.pivot);
    for (int i = 0; i < 2; i++) {
        const SolidChain* chain = &interval->chain[i];
        const double* r = state->body[i].rotation;
        GrazeVec3 dir = i == 0 ? n : vec3_neg(n);
        GrazeVec3 relative = vec3_sub(state->body[i].spin, turn);
        double radius = chain->radius + vec3_length(frame->spin[i].offset);
        out->dir[i] = solid_rotate_back(r, dir);
        out->dir_rate[i] = solid_rotate_back(r, vec3_cross(dir, relative));
        out->ball[i] = enlarged(graze_solid_ball_curvature(frame, &out->along, i, radius));
        for (int32_t k = 0; k < SOLID_BOUND_VERTICES && is_fine; k++)
            out->vertex[i][k] = -1;
    }
    out->is_fine = is_fine;
}

/* Returns the curvature of vertex k of body i. */
static double vertex_curvature(SolidBound* bound, int i, int32_t k)
{
    if (bound->vertex[i][k] < 0) {
        const SolidChain* chain = &bound->interval->chain[i];
        GrazeVec3 arm =
            solid_rotate(bound->state->body[i].rotation, arm_of(chain, &chain->solid->vertices[k]));
        arm = vec3_sub(arm, bound->frame->spin[i].offset);
        double curvature = graze_solid_point_curvature(bound->frame, &bound->along, i, arm);
        bound->vertex[i][k] = min2(bound->ball[i], enlarged(curvature));
    }
    return bound->vertex[i][k];
}

/* Returns the vertex of body i that is furthest at tau, and its curvature. */
static const GrazeSolidPoint* support_at(SolidBound* bound, int i, double tau, double* curvature)
{
    const GrazeSolid* solid = bound->interval->chain[i].solid;
    GrazeVec3 dir = vec3_mul_add(bound->dir[i], tau, bound->dir_rate[i]);
    const GrazeSolidPoint* support = support_vertex(solid, dir);
    *curvature = bound->ball[i];
    if (!bound->is_fine || solid->count > SOLID_BOUND_VERTICES) return support;
    double square = 0.5 * tau * tau;
    *curvature = vertex_curvature(bound, i, (int32_t)(support - solid->vertices));
    double most = vec3_dot(dir, vec3(support->x, support->y, support->z)) + square * *curvature;
    for (int32_t k = 0; k < solid->count && tau > 0; k++) {
        const GrazeSolidPoint* v = &solid->vertices[k];
        double value = vec3_dot(dir, vec3(v->x, v->y, v->z));
        if (!(value + square * bound->ball[i] > most)) continue;
        value += square * vertex_curvature(bound, i, k);
        if (!(value > most)) continue;
        most = value;
        support = v;
        *curvature = vertex_curvature(bound, i, k);
    }
    return support;
}

void graze_solid_bound_evaluate(SolidBound* bound, double tau, SolidBoundValue* out)
{
    out->level = bound->level;
    out->slope = bound->slope;
    out->curvature = bound->curvature;
    for (int i = 0; i < 2; i++) {
        double curvature;
        const GrazeSolidPoint* support = support_at(bound, i, tau, &curvature);
        GrazeVec3 arm = arm_of(&bound->interval->chain[i], support);
        out->level -= vec3_dot(bound->dir[i], arm);
        out->slope -= vec3_dot(bound->dir_rate[i], arm);
        out->curvature += curvature;
    }
    out->value = out->level + tau * (out->slope - 0.5 * out->curvature * tau);
}

enum { MAX_STEP_ROUNDS = 8 };

/* Ratio of a step to its span below which it is worthwhile to bound each vertex by itself. */
static const double SHORT = 0.125;

/* The search is that of graze_separation_bound_safe_step: by the roots of the parabolas of the
   support vertices, from above. */
static double find_root(SolidBound* bound, const SolidBoundValue* now, double span,
                        SolidBoundValue* then)
{
    double tau = min2(span, graze_parabola_root(now->level, now->slope, now->curvature) *
                                (1 - GRAZE_STEP_ERROR));
    for (int32_t round = 0;; round++) {
        graze_solid_bound_evaluate(bound, tau, then);
        if (then->value >= 0) return tau;
        /* Not below tau if the square of the slope overflows. */
        double root =
            graze_parabola_root(then->level, then->slope, then->curvature) * (1 - GRAZE_STEP_ERROR);
        if (!(root < tau) || round >= MAX_STEP_ROUNDS) break;
        tau = root;
    }
    /* G is concave: above its chords. */
    return tau * (now->value / (now->value - then->value)) * (1 - GRAZE_STEP_ERROR);
}

double graze_solid_bound_safe_step(SolidBound* bound, double span, double* time_to_close,
                                   bool* is_curved)
{
    SolidBoundValue now;
    SolidBoundValue then;
    graze_solid_bound_evaluate(bound, 0, &now);
    *time_to_close = 0;
    *is_curved = false;
    if (!(now.value > 0)) return 0;
    double tau = find_root(bound, &now, span, &then);
    *time_to_close = then.curvature * tau * tau / max2(-now.slope, DBL_MIN);
    *is_curved = tau < SHORT * span && then.curvature * tau * tau > now.value;
    return tau;
}
