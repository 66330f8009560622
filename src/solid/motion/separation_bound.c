#include "separation_bound.h"

/* Square of the sine of the angle between two edges below which they count as parallel. If higher
   or lower: some steps are shorter. */
static const double PARALLEL = 1e-6;

/*
 * n' = sum of k_i t_i has the products (w x n) . t_i with the edges t_i: with two edges, by
 * Cramer's rule.
 */
GrazeVec3 graze_solid_normal_turn(const SolidMotionState* state, GrazeVec3 n,
                                  const SolidEdges* edges)
{
    GrazeVec3 t[2] = {{0, 0, 0}, {0, 0, 0}};
    double product[2] = {0, 0};
    GrazeVec3 rate = {0, 0, 0};
    for (int32_t k = 0; k < edges->count; k++) {
        GrazeVec3 spin = state->body[edges->body[k]].spin;
        /* Edges are perpendicular to n, up to rounding and ends of a search. */
        t[k] = vec3_mul_add(edges->edge[k], -vec3_dot(edges->edge[k], n), n);
        product[k] = vec3_dot(vec3_cross(spin, n), t[k]);
    }
    if (edges->count == 0) return rate;
    double square = vec3_dot(t[0], t[0]);
    if (!(square > 0)) return rate;
    if (edges->count == 2) {
        double other = vec3_dot(t[1], t[1]);
        double mixed = vec3_dot(t[0], t[1]);
        double determinant = square * other - mixed * mixed;
        if (determinant > PARALLEL * square * other) {
            double k0 = (product[0] * other - product[1] * mixed) / determinant;
            double k1 = (product[1] * square - product[0] * mixed) / determinant;
            rate = vec3_add(vec3_scale(t[0], k0), vec3_scale(t[1], k1));
            return vec3_cross(n, rate);
        }
    }
    return vec3_cross(n, vec3_scale(t[0], product[0] / square));
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

double graze_solid_pivot_curvature(const SolidMotionState* state, const SolidRates* rates,
                                   GrazeVec3 n, double span)
{
    double c[GRAZE_PIECE_TERMS];
    double first;
    double second;
    for (int32_t k = 0; k <= state->degree; k++)
        c[k] = n.x * state->root[0][k] + n.y * state->root[1][k] + n.z * state->root[2][k];
    graze_poly_derivative_bounds(c, state->degree, span, &first, &second);
    return second + GRAZE_SLOPE_ERROR * rates->root_acceleration + rates->body[0].acceleration +
           rates->body[1].acceleration;
}

/*
 * Returns the part of the curvature that comes from d. The coefficients of its polynomial are sums
 * of at most 4 products, of 3 roundings, of each of the terms that GRAZE_SLOPE_ERROR is a fraction
 * of.
 */
static double translation_curvature(const SolidMotionState* state, const SolidRates* rates,
                                    GrazeVec3 n, GrazeVec3 turn, double span)
{
    double spin = vec3_length(turn);
    double sum = 0;
    double c[3][GRAZE_PIECE_TERMS] = {{0}};
    if (spin == 0) return graze_solid_pivot_curvature(state, rates, n, span);
    for (int32_t k = 0; k <= state->degree; k++) {
        GrazeVec3 place = vec3(state->root[0][k], state->root[1][k], state->root[2][k]);
        GrazeVec3 value = vec3_cross(turn, vec3_cross(turn, place));
        if (k + 1 <= state->degree) {
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
        c[0][k] = value.x;
        c[1][k] = value.y;
        c[2][k] = value.z;
    }
    for (int k = 0; k < 3; k++) {
        double bound = graze_poly_bound(c[k], state->degree, span);
        sum += bound * bound;
    }
    double speed = rates->root_speed;
    double terms = rates->root_acceleration + 2 * spin * speed +
                   spin * spin * (vec3_norm1(state->d) + speed * span);
    double curvature = sqrt(sum) + GRAZE_SLOPE_ERROR * terms;
    for (int i = 0; i < 2; i++)
        curvature += rates->body[i].acceleration + spin * rates->body[i].speed * (2 + spin * span);
    return curvature;
}

double graze_solid_curvature(const SolidInterval* interval, const SolidMotionState* state,
                             const SolidRates* rates, GrazeVec3 n, GrazeVec3 turn, double span)
{
    double curvature = translation_curvature(state, rates, n, turn, span);
    for (int i = 0; i < 2; i++)
        curvature += graze_solid_turning_curvature(&state->body[i], rates->body[i].spin_rate, turn,
                                                   n, vec3_length(turn) * span,
                                                   rates->body[i].spin_rate * span) *
                     interval->chain[i].radius;
    curvature *= 1 + GRAZE_STEP_ERROR;
    /* The rates of a rotation by 1e7 in a tiny time can overflow, and their products can be NaN. */
    return curvature <= DBL_MAX ? curvature : INFINITY;
}

void graze_solid_bound_init(const SolidInterval* interval, const SolidMotionState* state,
                            GrazeVec3 n, GrazeVec3 turn, const SolidRates* rates, double curvature,
                            double margin, SolidBound* out)
{
    double extent = vec3_norm1(state->d) + interval->chain[0].radius + interval->chain[1].radius;
    double spin = rates->body[0].spin + rates->body[1].spin + vec3_length(turn);
    out->interval = interval;
    out->level = vec3_dot(n, state->d) - interval->reach - margin;
    out->slope = vec3_dot(n, vec3_sub(state->velocity, vec3_cross(turn, state->d)));
    /* The slope is lowered by the rounding errors that add up over a long step. */
    out->slope -= GRAZE_SLOPE_ERROR *
                  (rates->root_speed + rates->body[0].speed + rates->body[1].speed + spin * extent);
    out->curvature = curvature;
    for (int i = 0; i < 2; i++) {
        const double* r = state->body[i].rotation;
        GrazeVec3 along = i == 0 ? n : vec3_neg(n);
        GrazeVec3 relative = vec3_sub(state->body[i].spin, turn);
        out->dir[i] = solid_rotate_back(r, along);
        out->dir_rate[i] = solid_rotate_back(r, vec3_cross(along, relative));
    }
}

GrazeVec3 graze_solid_support_arm(const SolidChain* chain, GrazeVec3 dir)
{
    const GrazeSolid* solid = chain->solid;
    int32_t k = solid->count < SOLID_CLIMB_MIN_VERTICES
                    ? solid_scan(solid->vertices, solid->count, dir)
                    : graze_solid_climb(solid, dir);
    const GrazeSolidPoint* v = &solid->vertices[k];
    return vec3_sub(vec3(v->x, v->y, v->z), chain->pivot);
}

void graze_solid_bound_evaluate(const SolidBound* bound, double tau, SolidBoundValue* out)
{
    out->level = bound->level;
    out->slope = bound->slope;
    for (int i = 0; i < 2; i++) {
        GrazeVec3 arm = graze_solid_support_arm(
            &bound->interval->chain[i], vec3_mul_add(bound->dir[i], tau, bound->dir_rate[i]));
        out->level -= vec3_dot(bound->dir[i], arm);
        out->slope -= vec3_dot(bound->dir_rate[i], arm);
    }
    out->value = out->level + tau * (out->slope - 0.5 * bound->curvature * tau);
}

enum { MAX_STEP_ROUNDS = 8 };

/* The search is that of graze_separation_bound_safe_step: by the roots of the parabolas of the
   support vertices, from above. */
double graze_solid_bound_safe_step(const SolidBound* bound, double span, double* speed)
{
    SolidBoundValue now;
    graze_solid_bound_evaluate(bound, 0, &now);
    *speed = -now.slope;
    if (!(now.value > 0)) return 0;
    double tau = min2(span, graze_parabola_root(now.level, now.slope, bound->curvature) *
                                (1 - GRAZE_STEP_ERROR));
    SolidBoundValue then;
    for (int32_t round = 0;; round++) {
        graze_solid_bound_evaluate(bound, tau, &then);
        if (then.value >= 0) return tau;
        /* Not below tau if the square of the slope overflows. */
        double root =
            graze_parabola_root(then.level, then.slope, bound->curvature) * (1 - GRAZE_STEP_ERROR);
        if (!(root < tau) || round >= MAX_STEP_ROUNDS) break;
        tau = root;
    }
    /* G is concave: above its chords. */
    return tau * (now.value / (now.value - then.value)) * (1 - GRAZE_STEP_ERROR);
}
