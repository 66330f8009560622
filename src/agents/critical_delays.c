#include "critical_delays.h"

#include "../tolerance.h"

/*
 * Critical delays inside the rectangle: the points with f = 0 and g = 0 for
 *
 *   f = (P . P - R^2) / 2,   g = P . W,   P = p1(u) - p2(v),   W = P' = v1(u) - v2(v)
 *
 * There are at most 12 of them (Bezout: degrees 4 and 3). The search is in the plane of delta and
 * u, v = u - delta, in which W and g are the derivatives of P and f by u: so cells become narrow in
 * delta and stay long in u if nothing varies with u, for instance if the accelerations are equal
 * and the velocities become equal.
 *
 * In a cell about a point, |x| <= X in delta and |y| <= Y in u, with p, omega, v2 for P, W, v2 at
 * the point and c = a1 - a2,
 *
 *   P = p + v2 x + omega y - a2 x^2 / 2 + a2 x y + c y^2 / 2
 *   W = omega + a2 x + c y
 *
 * exactly, so that products of these coefficients bound everything in the cell:
 *
 * - Along n = p / |p|, n . P differs from |p| by at most L, and P from p by at most B: |p| - L > R
 *   proves that the whole cell is outside (|P| >= n . P), (|p| + L)^2 + B^2 < R^2 that it is inside
 *   (B bounds the part perpendicular to n).
 * - g differs from p . omega by at most G: |p . omega| > G proves that no point is critical.
 * - W rotates by at most an angle t with sin t = (|a2| X + |c| Y) / |omega|. A critical P,
 *   perpendicular to W and of length R, is at least R cos t away from the line of omega: no point
 *   is critical if all of P is nearer to it. This serves long and narrow K, of spheres that move
 *   one behind the other.
 * - Along the curve g = 0, f can be bounded away from 0 (bound_on_curve).
 *
 * Each of these tests allows for rounding. If none of them succeeds, but g_y is within 1/4 of its
 * value in the middle all over the cell, so that the curve is a function of delta, and f is
 * monotone along it, there is at most one root, which the ends of the cell bracket (is_monotone,
 * find_root_on_curve). Every root that is not a double root has such a cell about it. Otherwise the
 * cell is halved, in the direction that contributes more to the bounds. With g = 0, the derivatives
 * are
 *
 *   f_x = P . v2(v)        f_y = g                f_xx = v2 . v2 - P . a2
 *   g_x = P . a2 + v2 . W  g_y = W . W + P . c
 *
 * If f has a double point or g_y = 0, no cell is ever certified. There cells are halved until these
 * bounds are rounding themselves; then the double point, or both ends of the cell, are noted. That
 * does no harm, whether they are critical or not; nor do roots outside the square.
 *
 * Bounded work: beside a root there are a handful of cells for each halving, beside a double point
 * some dozens, and more only if f and g are rounding along a line, for instance if three or four
 * roots come together. So after GRAZE_CRITICAL_CELLS cells those below 2^-26 are noted as they are,
 * and with every GRAZE_CRITICAL_CELLS_PER_DOUBLING further cells those of twice the size: at most
 * 26 times, then no cell is halved any more.
 */

typedef struct {
    double at[3];
} Vec3;

static double dot3(const Vec3* p, const Vec3* q)
{
    return p->at[0] * q->at[0] + p->at[1] * q->at[1] + p->at[2] * q->at[2];
}

static double length3(const Vec3* p)
{
    return sqrt(dot3(p, p));
}

/*
 * The motion of a sphere: its initial velocity, its acceleration and its duration, exact except for
 * the last bit of the duration.
 */
typedef struct {
    Vec3 velocity, acceleration;
    double time;
} ScaledMotion;

/* A point of the plane of delta and u. */
typedef struct {
    double delta, u;
} DeltaPoint;

enum { MAX_DOUBLE_POINTS = 16 };

/*
 * The search. The shorter motion has the time u, so that u - delta rounds no more than v.
 *
 *   w, reach                       w and R of the pair
 *   shorter_motion, longer_motion  motions of the two spheres. Times are multiplied by
 *                                  `time_scale`, a power of two that brings the longer duration to
 *                                  [1, 2)
 *   position_error                 error bound of the computed P
 *   max_speed                      upper bound of the sum of the largest speeds
 *   is_swapped                     whether sphere 2 has the shorter motion
 */
typedef struct {
    Dd w[3];
    Dd reach;
    ScaledMotion shorter_motion, longer_motion;
    Vec3 relative_acceleration; /* c */
    double position_error, max_speed;
    double newton_tolerance; /* size of the last Newton step in double */
    double min_cell;         /* half size of a cell that is not halved further */
    double time_scale;
    bool is_swapped, is_plane;
    GrazeCriticalDeltas* criticals;
    DeltaPoint double_points[MAX_DOUBLE_POINTS]; /* cells noted by their middles */
    int32_t double_point_count;
} CriticalSearch;

/* A cell with middle (delta, u) and half sizes x and y. */
typedef struct {
    double delta, u, x, y;
} Cell;

/* P, W and v2 at a point. */
typedef struct {
    Vec3 p, omega, v2;
} RelativeState;

static void evaluate_state(const CriticalSearch* search, double delta, double u,
                           RelativeState* state)
{
    double v = u - delta;
    for (int i = 0; i < 3; i++) {
        double v1 = search->shorter_motion.velocity.at[i];
        double v2 = search->longer_motion.velocity.at[i];
        double a1 = search->shorter_motion.acceleration.at[i];
        double a2 = search->longer_motion.acceleration.at[i];
        state->p.at[i] = search->w[i].hi + (u * (v1 + a1 * (u / 2)) - v * (v2 + a2 * (v / 2)));
        state->v2.at[i] = v2 + a2 * v;
        state->omega.at[i] = (v1 + a1 * u) - state->v2.at[i];
    }
}

/* A bound, its part from terms that are not linear, and the parts that come from each direction. */
typedef struct {
    double sum, nonlinear, x, y;
} Bound;

static void add_term(Bound* bound, double term, int x_degree, int y_degree)
{
    double size = fabs(term);
    bound->sum += size;
    if (x_degree + y_degree > 1) bound->nonlinear += size;
    bound->x += size * x_degree;
    bound->y += size * y_degree;
}

/* Bounds the difference of P from p, from the sizes of v2, omega, a2 and c. */
static Bound bound_difference(double v2, double omega, double a2, double c, double x, double y)
{
    Bound bound = {0, 0, 0, 0};
    add_term(&bound, v2 * x, 1, 0);
    add_term(&bound, omega * y, 0, 1);
    add_term(&bound, a2 * x * x / 2, 2, 0);
    add_term(&bound, a2 * x * y, 1, 1);
    add_term(&bound, c * y * y / 2, 0, 2);
    return bound;
}

/* Bounds that difference along a vector n: L, or for an axis its part of B. */
static Bound bound_along(const CriticalSearch* search, const RelativeState* state, const Vec3* n,
                         double x, double y)
{
    return bound_difference(dot3(n, &state->v2), dot3(n, &state->omega),
                            dot3(n, &search->longer_motion.acceleration),
                            dot3(n, &search->relative_acceleration), x, y);
}

/* Returns B. */
static Bound bound_position(const CriticalSearch* search, const RelativeState* state, double x,
                            double y)
{
    return bound_difference(length3(&state->v2), length3(&state->omega),
                            length3(&search->longer_motion.acceleration),
                            length3(&search->relative_acceleration), x, y);
}

/* Returns G, from P . W multiplied out. */
static Bound bound_slope(const CriticalSearch* search, const RelativeState* state, double x,
                         double y)
{
    const Vec3* a2 = &search->longer_motion.acceleration;
    const Vec3* c = &search->relative_acceleration;
    double nonlinear = dot3(&state->omega, a2);
    double a2_a2 = dot3(a2, a2);
    double a2_c = dot3(a2, c);
    Bound bound = {0, 0, 0, 0};
    add_term(&bound, (dot3(&state->v2, &state->omega) + dot3(&state->p, a2)) * x, 1, 0);
    add_term(&bound, (dot3(&state->omega, &state->omega) + dot3(&state->p, c)) * y, 0, 1);
    add_term(&bound, (dot3(&state->v2, a2) - nonlinear / 2) * x * x, 2, 0);
    add_term(&bound, (dot3(&state->v2, c) + 2 * nonlinear) * x * y, 1, 1);
    add_term(&bound, 1.5 * dot3(&state->omega, c) * y * y, 0, 2);
    add_term(&bound, a2_a2 / 2 * x * x * x, 3, 0);
    add_term(&bound, (a2_a2 - a2_c / 2) * x * x * y, 2, 1);
    add_term(&bound, 1.5 * a2_c * x * y * y, 1, 2);
    add_term(&bound, dot3(c, c) / 2 * y * y * y, 0, 3);
    return bound;
}

/* Returns the length of the part of q that is perpendicular to the unit vector n. */
static double perpendicular_length(const Vec3* q, const Vec3* n)
{
    double along = dot3(q, n);
    Vec3 rest = *q;
    for (int i = 0; i < 3; i++)
        rest.at[i] -= along * n->at[i];
    return length3(&rest);
}

/* Returns whether P, all over the cell, is nearer to the line of W than a critical P. */
static bool is_near_velocity_line(const CriticalSearch* search, const RelativeState* state,
                                  double x, double y)
{
    double speed = length3(&state->omega);
    double turn = length3(&search->longer_motion.acceleration) * x +
                  length3(&search->relative_acceleration) * y;
    if (!(turn < speed)) return false;
    Vec3 n = state->omega;
    for (int i = 0; i < 3; i++)
        n.at[i] /= speed;
    double max_offset =
        perpendicular_length(&state->p, &n) + perpendicular_length(&state->v2, &n) * x +
        perpendicular_length(&search->longer_motion.acceleration, &n) * x * (x / 2 + y) +
        perpendicular_length(&search->relative_acceleration, &n) * y * y / 2 +
        search->position_error;
    double cosine = sqrt((speed - turn) * (speed + turn)) / speed;
    return max_offset < search->reach.hi * cosine;
}

/* f, g and their derivatives: the entries of J. */
typedef struct {
    double f, g, fx, fy, gx, gy;
} System;

static System evaluate_system(const CriticalSearch* search, const RelativeState* state)
{
    const Vec3* p = &state->p;
    double slope = dot3(p, &state->omega);
    double square = dot3(p, p) - search->reach.hi * search->reach.hi;
    return (System){square / 2,
                    slope,
                    dot3(p, &state->v2),
                    slope,
                    dot3(p, &search->longer_motion.acceleration) + dot3(&state->v2, &state->omega),
                    dot3(&state->omega, &state->omega) + dot3(p, &search->relative_acceleration)};
}

/* Returns f_xx. */
static double second_derivative(const CriticalSearch* search, const RelativeState* state)
{
    return dot3(&state->v2, &state->v2) - dot3(&state->p, &search->longer_motion.acceleration);
}

/* Magnitudes of f's cubic coefficients. */
typedef struct {
    double xxx, xxy, xyy, yyy;
} Cubic;

static Cubic cubic_coefficients(const CriticalSearch* search, const RelativeState* state)
{
    double v2_a2 = dot3(&state->v2, &search->longer_motion.acceleration);
    double omega_a2 = dot3(&state->omega, &search->longer_motion.acceleration);
    return (Cubic){fabs(v2_a2) / 2, fabs(v2_a2 - omega_a2 / 2),
                   fabs(dot3(&state->v2, &search->relative_acceleration) / 2 + omega_a2),
                   fabs(dot3(&state->omega, &search->relative_acceleration)) / 2};
}

/*
 * Bounds of f along the curve g = 0 in a cell: `value` is |f| on it in the middle, `spread` bounds
 * the deviation from it. With l the linear part of g, g = l + q, and f = f0 + f_x x + g0 y + (f_xx
 * x^2 + 2 g_x x y + g_y y^2) / 2 + higher terms,
 *
 *   f = f0 - g0^2 / 2 g_y + (f_x - g0 g_x / g_y) x + (f_xx - g_x^2 / g_y) x^2 / 2
 *       + l^2 / 2 g_y + higher terms
 *
 * where l^2 = q^2 if g = 0. So f is bounded away from 0 however long and flat the curve is: for
 * large R, where P slides along the circle, and beside cusps. `nonlinear` bounds q. `error` is that
 * of f on the curve.
 */
typedef struct {
    double value, spread, error;
} CurveBound;

static CurveBound bound_on_curve(const CriticalSearch* search, const RelativeState* state,
                                 const System* s, double x, double y, double nonlinear,
                                 double slope_error)
{
    if (s->gy == 0) return (CurveBound){0, INFINITY, 0};
    Cubic c = cubic_coefficients(search, state);
    double cubic = c.xxx * x * x * x + c.xxy * x * x * y + c.xyy * x * y * y + c.yyy * y * y * y;
    double quad = length3(&search->longer_motion.acceleration) * x * (x / 2 + y) +
                  length3(&search->relative_acceleration) * y * y / 2;
    double ratio = s->g / s->gy;
    double linear = fabs(s->fx - ratio * s->gx) * x;
    double square = fabs(second_derivative(search, state) - s->gx * s->gx / s->gy) * x * x / 2;
    double higher = cubic + quad * quad / 2 + nonlinear * nonlinear / fabs(2 * s->gy);
    double distance = length3(&state->p) + search->reach.hi + search->max_speed * (x + y);
    return (CurveBound){fabs(s->f - ratio * s->g / 2), linear + square + higher,
                        search->position_error * distance + fabs(ratio) * slope_error};
}

typedef struct {
    double x, y;
} Step;

/* Returns -J^-1 (f, g). */
static Step newton(const System* s)
{
    double det = s->fx * s->gy - s->fy * s->gx;
    return (Step){(s->fy * s->g - s->gy * s->f) / det, (s->gx * s->f - s->fx * s->g) / det};
}

/*
 * Returns whether the curve g = 0 in the cell (and beyond, up to `half_height` above and below its
 * middle) is a function of delta. `half_height` is at least Y, and so large that g has opposite
 * signs at both ends of every line of one delta.
 */
static bool is_graph(const CriticalSearch* search, const RelativeState* state, const System* s,
                     double x, double y, double* half_height)
{
    double gy = fabs(s->gy);
    double g_range = fabs(s->g) + fabs(s->gx) * x;
    *half_height = gy > 0 ? max2(y, 1.5 * g_range / gy) : INFINITY;
    double nonlinear = bound_slope(search, state, x, *half_height).nonlinear;
    double relative_acceleration = length3(&search->relative_acceleration);
    double velocity_change =
        length3(&search->longer_motion.acceleration) * x + relative_acceleration * *half_height;
    double d_gy = (2 * length3(&state->omega) + velocity_change) * velocity_change +
                  relative_acceleration * bound_position(search, state, x, *half_height).sum;
    return d_gy <= gy * GRAZE_CRITICAL_MAX_SLOPE_CHANGE && gy * *half_height > g_range + nonlinear;
}

/* Returns whether f is monotone along that curve. */
static bool is_monotone(const CriticalSearch* search, const RelativeState* state, const System* s,
                        double x, double half_height)
{
    double nonlinear = bound_slope(search, state, x, half_height).nonlinear;
    double bend = length3(&search->longer_motion.acceleration);
    Cubic cubic = cubic_coefficients(search, state);
    double quad = bend * x * (x / 2 + half_height) +
                  length3(&search->relative_acceleration) * half_height * half_height / 2;
    double slope = fabs(s->fx - s->g / s->gy * s->gx);
    double higher = 3 * cubic.xxx * x * x + 2 * cubic.xxy * x * half_height +
                    cubic.xyy * half_height * half_height + quad * bend * (x + half_height);
    return slope > fabs(second_derivative(search, state) - s->gx * s->gx / s->gy) * x +
                       fabs(s->gx * nonlinear / s->gy) + higher +
                       search->position_error * search->max_speed;
}

static double cross2(const Vec3* p, const Vec3* q)
{
    return p->at[0] * q->at[1] - p->at[1] * q->at[0];
}

/*
 * Returns whether, in the plane, the signed distance h = P x W / |W| is monotone along the curve. P
 * is perpendicular to W, so h is R or -R at a critical point, and h' = v2 x W / |W|, because the
 * derivative of W / |W| is a multiple of its own quarter turn. That is not 0 if W is not 0 and
 *
 *   v2 x W = v2 x omega + (v2 x a2 - a2 x omega) x + (v2 x c + a2 x omega) y + (a2 x c) (y - x) y
 *
 * is not 0, at any distance. This serves small discs, and paths that almost coincide.
 */
static bool is_distance_monotone(const CriticalSearch* search, const RelativeState* state, double x,
                                 double half_height)
{
    const Vec3* a2 = &search->longer_motion.acceleration;
    const Vec3* c = &search->relative_acceleration;
    double velocity_change = length3(a2) * x + length3(c) * half_height;
    if (!search->is_plane || !(velocity_change < length3(&state->omega) / 2)) return false;
    double turned = cross2(a2, &state->omega);
    double other = fabs(cross2(&state->v2, a2) - turned) * x +
                   fabs(cross2(&state->v2, c) + turned) * half_height +
                   fabs(cross2(a2, c)) * (x + half_height) * half_height;
    return fabs(cross2(&state->v2, &state->omega)) >
           other + GRAZE_CRITICAL_CROSS_ERROR * search->max_speed * search->max_speed;
}

/*
 * Returns the displacement p(t) - p(0) of a motion and writes its velocity at t, in double-double
 * arithmetic.
 */
static Dd displacement_at(const ScaledMotion* motion, int i, Dd t, Dd* velocity)
{
    Dd velocity_change = graze_dd_mul(dd_from_double(motion->acceleration.at[i]), t);
    *velocity = graze_dd_add(dd_from_double(motion->velocity.at[i]), velocity_change);
    return graze_dd_mul(
        t, graze_dd_add(dd_from_double(motion->velocity.at[i]), dd_scale(velocity_change, 0.5)));
}

/*
 * Takes a Newton step with f and g in double-double arithmetic, so that only the rounding of their
 * arguments remains. For a double point, at which both derivatives of f are 0 and f need not be,
 * f_x takes the place of f. Returns whether the iteration has converged.
 */
static NOINLINE bool refine(const CriticalSearch* search, bool is_double, Dd* delta, Dd* u)
{
    Dd p[3];
    Dd relative_velocity[3];
    Dd speed2[3];
    RelativeState state;
    Dd v = graze_dd_sub(*u, *delta);
    for (int i = 0; i < 3; i++) {
        Dd v1;
        Dd moved1 = displacement_at(&search->shorter_motion, i, *u, &v1);
        Dd moved2 = displacement_at(&search->longer_motion, i, v, &speed2[i]);
        p[i] = graze_dd_add(search->w[i], graze_dd_sub(moved1, moved2));
        relative_velocity[i] = graze_dd_sub(v1, speed2[i]);
        state.p.at[i] = p[i].hi;
        state.omega.at[i] = relative_velocity[i].hi;
        state.v2.at[i] = speed2[i].hi;
    }
    System s = evaluate_system(search, &state);
    s.g = graze_dd_dot(p, relative_velocity, 3).hi;
    if (is_double) {
        s.f = graze_dd_dot(p, speed2, 3).hi;
        s.fx = second_derivative(search, &state);
        s.fy = s.gx;
    } else {
        s.f =
            graze_dd_sub(graze_dd_dot(p, p, 3), graze_dd_mul(search->reach, search->reach)).hi / 2;
    }
    Step step = newton(&s);
    if (!(fabs(step.x) + fabs(step.y) <= GRAZE_POLISH_STEP)) return false;
    *delta = graze_dd_add(*delta, dd_from_double(step.x));
    *u = graze_dd_add(*u, dd_from_double(step.y));
    return fabs(step.x) + fabs(step.y) <= GRAZE_CRITICAL_NEWTON_TOLERANCE;
}

static void note_delta(const CriticalSearch* search, Dd delta, double slack, bool is_certain)
{
    double last = search->shorter_motion.time;
    if (!(delta.hi >= -search->longer_motion.time && delta.hi <= last)) return;
    Dd caller_delta = search->is_swapped ? dd_neg(delta) : delta;
    graze_add_critical(search->criticals, dd_scale(caller_delta, 1 / search->time_scale),
                       slack / search->time_scale, is_certain);
}

/* Returns whether a small cell is beside a double point that is noted already. */
static bool is_near_double_point(const CriticalSearch* search, const Cell* cell)
{
    double merge_distance = max2(search->min_cell, GRAZE_CRITICAL_RESOLUTION);
    if (cell->x > merge_distance || cell->y > merge_distance) return false;
    for (int32_t i = 0; i < search->double_point_count; i++) {
        const DeltaPoint* point = &search->double_points[i];
        bool is_near = fabs(point->delta - cell->delta) <= merge_distance &&
                       fabs(point->u - cell->u) <= merge_distance;
        if (is_near) return true;
    }
    return false;
}

/*
 * Notes a cell that rounding leaves undecided: the double point that most such cells are beside, or
 * otherwise both ends of the cell, as contact may begin or end anywhere in it.
 */
static NOINLINE void note_cell(CriticalSearch* search, const Cell* cell)
{
    Dd delta = dd_from_double(cell->delta);
    Dd u = dd_from_double(cell->u);
    bool is_point = false;
    for (int i = 0; i < 3; i++)
        is_point = refine(search, true, &delta, &u);
    double merge_distance = max2(search->min_cell, GRAZE_CRITICAL_RESOLUTION);
    bool is_near = is_point && fabs(delta.hi - cell->delta) <= max2(merge_distance, 2 * cell->x) &&
                   fabs(u.hi - cell->u) <= max2(merge_distance, 2 * cell->y);
    if (search->double_point_count < MAX_DOUBLE_POINTS) {
        DeltaPoint place = {cell->delta, cell->u};
        if (is_near) place = (DeltaPoint){delta.hi, u.hi};
        search->double_points[search->double_point_count++] = place;
    }
    if (is_near) {
        note_delta(search, delta, GRAZE_CRITICAL_RESOLUTION, true);
    } else if (search->criticals->count < GRAZE_MAX_CRITICAL / 2) {
        note_delta(search, dd_from_double(cell->delta - cell->x), merge_distance, false);
        note_delta(search, dd_from_double(cell->delta + cell->x), merge_distance, false);
    }
}

/* Returns the u of the curve g = 0 at a delta, from a nearby one, and writes the state there. */
static double solve_on_curve(const CriticalSearch* search, double delta, double u,
                             RelativeState* state)
{
    for (int i = 0; i < GRAZE_CRITICAL_NEWTON_STEPS; i++) {
        evaluate_state(search, delta, u, state);
        System s = evaluate_system(search, state);
        double step = s.g / s.gy;
        u -= step;
        if (!(fabs(step) > search->newton_tolerance)) break;
    }
    evaluate_state(search, delta, u, state);
    return u;
}

/*
 * A function that is monotone along the curve and 0 at critical points: f, or on one side of W, 1
 * or -1, h or -h minus R.
 */
typedef struct {
    double value, slope, error;
} CurveValue;

static CurveValue value_on_curve(const CriticalSearch* search, const RelativeState* state, int side)
{
    if (side == 0) {
        System s = evaluate_system(search, state);
        return (CurveValue){s.f, s.fx,
                            search->position_error * (length3(&state->p) + search->reach.hi)};
    }
    double speed = length3(&state->omega);
    return (CurveValue){side * cross2(&state->p, &state->omega) / speed - search->reach.hi,
                        side * cross2(&state->v2, &state->omega) / speed, search->position_error};
}

/*
 * Notes the root in a cell along which that function is monotone, if there is one: by Newton's
 * method along the curve, within a bracket, then in double-double arithmetic.
 */
static NOINLINE void find_root_on_curve(const CriticalSearch* search, const Cell* cell,
                                        const System* middle, int side)
{
    double lo = -cell->x;
    double hi = cell->x;
    RelativeState state;
    double tilt = -middle->gx / middle->gy;
    double foot = cell->u - middle->g / middle->gy;
    solve_on_curve(search, cell->delta + lo, foot + tilt * lo, &state);
    CurveValue value_lo = value_on_curve(search, &state, side);
    solve_on_curve(search, cell->delta + hi, foot + tilt * hi, &state);
    CurveValue value_hi = value_on_curve(search, &state, side);
    if (value_lo.value > value_lo.error && value_hi.value > value_hi.error) return;
    if (value_lo.value < -value_lo.error && value_hi.value < -value_hi.error) return;
    double rise = value_hi.value - value_lo.value;
    double x = rise == 0 ? 0 : clamp(lo - (hi - lo) * (value_lo.value / rise), lo, hi);
    double u = cell->u;
    for (int i = 0; i < GRAZE_CRITICAL_NEWTON_STEPS; i++) {
        u = solve_on_curve(search, cell->delta + x, foot + tilt * x, &state);
        CurveValue f = value_on_curve(search, &state, side);
        if ((f.value < 0) == (rise > 0))
            lo = x;
        else
            hi = x;
        double next = x - f.value / f.slope;
        if (!(next >= lo && next <= hi)) next = lo + (hi - lo) / 2;
        double step = fabs(next - x);
        x = next;
        if (step <= search->newton_tolerance) break;
    }
    Dd exact_delta = dd_from_double(cell->delta + x);
    Dd exact_u = dd_from_double(u);
    for (int i = 0; i < 3; i++)
        refine(search, false, &exact_delta, &exact_u);
    note_delta(search, exact_delta, 4 * GRAZE_UNIT_ROUNDOFF,
               search->reach.hi > GRAZE_CRITICAL_MIN_REACH);
}

typedef enum { DISCARD_CELL, HALVE_DELTA, HALVE_U } CellDecision;

/*
 * Examines a cell: returns that it needs no further search, or the direction in which to halve it.
 */
static CellDecision examine_cell(CriticalSearch* search, const Cell* cell)
{
    double x = cell->x;
    double y = cell->y;
    double v = cell->u - cell->delta;
    if (v + x + y < 0 || v - x - y > search->longer_motion.time) return DISCARD_CELL;
    RelativeState state;
    evaluate_state(search, cell->delta, cell->u, &state);
    double distance = length3(&state.p);
    double reach = search->reach.hi;
    double error = search->position_error;
    Vec3 n = state.p;
    for (int i = 0; i < 3; i++)
        n.at[i] /= max2(distance, DBL_MIN); /* 0 if P is */
    Bound along = bound_along(search, &state, &n, x, y);
    if (distance - along.sum > reach + error) return DISCARD_CELL;
    Bound place = bound_position(search, &state, x, y);
    double max_distance = distance + (distance > 0 ? along.sum : place.sum) + error;
    if (max_distance < reach &&
        max_distance * max_distance + place.sum * place.sum < (reach - error) * (reach - error))
        return DISCARD_CELL;
    Bound slope = bound_slope(search, &state, x, y);
    double slope_error = error * (length3(&state.omega) +
                                  search->max_speed * (distance + search->max_speed * (x + y)));
    if (fabs(dot3(&state.p, &state.omega)) > slope.sum + slope_error) return DISCARD_CELL;
    if (is_near_velocity_line(search, &state, x, y) || is_near_double_point(search, cell))
        return DISCARD_CELL;
    System s = evaluate_system(search, &state);
    CurveBound curve = bound_on_curve(search, &state, &s, x, y, slope.nonlinear, slope_error);
    if (curve.value > curve.spread + curve.error) return DISCARD_CELL;
    double half_height;
    bool can_follow = is_graph(search, &state, &s, x, y, &half_height);
    if (can_follow && is_distance_monotone(search, &state, x, half_height)) {
        find_root_on_curve(search, cell, &s, 1);
        find_root_on_curve(search, cell, &s, -1);
        return DISCARD_CELL;
    }
    if (can_follow && is_monotone(search, &state, &s, x, half_height)) {
        find_root_on_curve(search, cell, &s, 0);
        return DISCARD_CELL;
    }
    /* The part perpendicular to n adds at most its square over 2 |P| to |P|. */
    double perpendicular = place.sum / (2 * max2(distance, reach));
    along.sum += perpendicular * place.sum;
    along.x += perpendicular * place.x * 2;
    along.y += perpendicular * place.y * 2;
    bool is_rounding = (along.sum <= 4 * error && slope.sum <= 4 * slope_error) ||
                       curve.value + curve.spread <= 4 * error * reach;
    if (is_rounding || (x < search->min_cell && y < search->min_cell)) {
        note_cell(search, cell);
        return DISCARD_CELL;
    }
    if (x < search->min_cell) return HALVE_U;
    if (y < search->min_cell) return HALVE_DELTA;
    double by_x = along.x / (along.sum + error) + slope.x / (slope.sum + slope_error);
    double by_y = along.y / (along.sum + error) + slope.y / (slope.sum + slope_error);
    if (by_x > 2 * by_y) return HALVE_DELTA;
    if (by_y > 2 * by_x) return HALVE_U;
    return x / search->longer_motion.time > y / search->shorter_motion.time ? HALVE_DELTA : HALVE_U;
}

/*
 * Each halving leaves one cell on the stack, and there are fewer than 64 halvings in each
 * direction.
 */
enum { MAX_CELLS = 128 };

static void search_cells(CriticalSearch* search)
{
    Cell stack[MAX_CELLS];
    double length = search->shorter_motion.time + search->longer_motion.time;
    stack[0] = (Cell){search->shorter_motion.time - length / 2, search->shorter_motion.time / 2,
                      length / 2, search->shorter_motion.time / 2};
    int32_t count = 1;
    int32_t cell_count = 0;
    while (count > 0) {
        Cell cell = stack[--count];
        cell_count++;
        if (cell_count > GRAZE_CRITICAL_CELLS &&
            cell_count % GRAZE_CRITICAL_CELLS_PER_DOUBLING == 0)
            search->min_cell = max2(2 * search->min_cell, GRAZE_CRITICAL_RESOLUTION);
        CellDecision decision = examine_cell(search, &cell);
        if (decision == DISCARD_CELL) continue;
        double dx = decision == HALVE_DELTA ? cell.x / 2 : 0;
        double dy = decision == HALVE_U ? cell.y / 2 : 0;
        stack[count++] = (Cell){cell.delta + dx, cell.u + dy, cell.x - dx, cell.y - dy};
        stack[count++] = (Cell){cell.delta - dx, cell.u - dy, cell.x - dx, cell.y - dy};
    }
}

static void set_scaled_motion(ScaledMotion* motion, const GrazeScaledSphere* sphere,
                              double time_scale)
{
    double k = sphere->time_scale / time_scale;
    motion->time = sphere->time.hi * time_scale;
    for (int i = 0; i < 3; i++) {
        motion->velocity.at[i] = sphere->velocity[i] * k;
        motion->acceleration.at[i] = sphere->acceleration[i] * k * k;
    }
}

/* Returns an upper bound of the speed. */
static double max_speed(const ScaledMotion* motion)
{
    return length3(&motion->velocity) + length3(&motion->acceleration) * motion->time;
}

void graze_add_critical(GrazeCriticalDeltas* criticals, Dd delta, double slack, bool is_certain)
{
    for (int32_t i = 0; i < criticals->count; i++)
        if (fabs(criticals->value[i].delta.hi - delta.hi) <= slack) return;
    if (criticals->count < GRAZE_MAX_CRITICAL)
        criticals->value[criticals->count++] = (GrazeCriticalValue){delta, is_certain};
}

void graze_find_critical_deltas(const GrazeSpherePair* pair, GrazeCriticalDeltas* criticals)
{
    bool is_swapped = pair->sphere2.time.hi < pair->sphere1.time.hi;
    const GrazeScaledSphere* shorter = is_swapped ? &pair->sphere2 : &pair->sphere1;
    const GrazeScaledSphere* longer = is_swapped ? &pair->sphere1 : &pair->sphere2;
    if (shorter->time.hi <= longer->time.hi * GRAZE_CRITICAL_MIN_TIME) return;
    CriticalSearch search = {.reach = pair->reach,
                             .position_error = GRAZE_CRITICAL_ERROR,
                             .min_cell = GRAZE_CRITICAL_MIN_CELL,
                             .time_scale = longer->time_scale,
                             .is_swapped = is_swapped,
                             .is_plane = pair->axes == 2,
                             .criticals = criticals};
    if (search.reach.hi < GRAZE_CRITICAL_MIN_REACH)
        search.reach = dd_from_double(GRAZE_CRITICAL_MIN_REACH);
    search.newton_tolerance = min2(GRAZE_CRITICAL_NEWTON_TOLERANCE, search.reach.hi * 0x1p-16);
    set_scaled_motion(&search.shorter_motion, shorter, search.time_scale);
    set_scaled_motion(&search.longer_motion, longer, search.time_scale);
    for (int i = 0; i < 3; i++) {
        search.w[i] = is_swapped ? dd_neg(pair->w[i]) : pair->w[i];
        search.relative_acceleration.at[i] =
            search.shorter_motion.acceleration.at[i] - search.longer_motion.acceleration.at[i];
    }
    search.max_speed = max_speed(&search.shorter_motion) + max_speed(&search.longer_motion);
    search_cells(&search);
}
