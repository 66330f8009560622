#include "cubic_bound.h"

#include "../tolerance.h"

/* Returns a vertex from the body's pivot, along the axes of the world. */
static GrazeVec arm_of(const GrazeActivePiece* active, const GrazePose* pose, int32_t vertex)
{
    GrazeVec p = vec_from_point(active->shape->vertices[vertex]);
    p = vec_sub(p, piece_pivot(active->piece));
    return vec_rotate(p, pose->cos, pose->sin);
}

static int32_t support_vertex(const GrazeShape* shape, GrazeVec p)
{
    return shape->count == 1 ? 0 : support_inline(shape, p.x, p.y, GRAZE_SUPPORT_AUTO, 0);
}

/* Returns the first or second derivative at 0 of a polynomial; 0 beyond its degree. */
static double derivative(const double* c, int32_t degree, int32_t order)
{
    return order <= degree ? order * c[order] : 0;
}

/* f(0), f'(0) and f''(0) of a pair of vertices. */
typedef struct {
    double value, slope, second;
} Derivatives;

/* Adds the part of a vertex of a body that turns by `turn` relative to n; `sign` is -1 for A. */
static void add_vertex(GrazeVec n, GrazeVec arm, const double* turn, int32_t degree, double sign,
                       Derivatives* out)
{
    double rate = derivative(turn, degree, 1);
    double along = sign * vec_dot(n, arm);
    double across = sign * vec_cross(arm, n); /* n . J arm */
    out->value += along;
    out->slope += rate * across;
    out->second += derivative(turn, degree, 2) * across - rate * rate * along;
}

/* Computes the part that does not depend on the vertices. */
static void differentiate_pivots(GrazeCubicBound* bound)
{
    const GrazeMotionState* state = bound->state;
    int32_t degree = state->position_degree;
    GrazeVec n = bound->n;
    GrazeVec d = vec(state->x[0], state->y[0]);
    GrazeVec d1 = vec(derivative(state->x, degree, 1), derivative(state->y, degree, 1));
    GrazeVec d2 = vec(derivative(state->x, degree, 2), derivative(state->y, degree, 2));
    double w = derivative(bound->turn_n, bound->angle_degree, 1);
    double w1 = derivative(bound->turn_n, bound->angle_degree, 2);
    double across = vec_cross(d, n); /* n . J d */
    bound->pivot_value = vec_dot(n, d) - bound->interval->reach - state->inflation[0];
    bound->pivot_slope =
        vec_dot(n, d1) - w * across - derivative(state->inflation, state->inflation_degree, 1);
    bound->pivot_second = vec_dot(n, d2) - 2 * w * vec_cross(d1, n) - w * w * vec_dot(n, d) -
                          w1 * across - derivative(state->inflation, state->inflation_degree, 2);
}

static Derivatives differentiate(const GrazeCubicBound* bound, GrazeVec arm_a, GrazeVec arm_b)
{
    Derivatives out = {bound->pivot_value, bound->pivot_slope, bound->pivot_second};
    add_vertex(bound->n, arm_b, bound->turn_b, bound->angle_degree, 1, &out);
    add_vertex(bound->n, arm_a, bound->turn_a, bound->angle_degree, -1, &out);
    return out;
}

/* Computes f(0), f'(0) and f''(0) of the pair of vertices at 0. */
static void differentiate_bound(GrazeCubicBound* bound)
{
    differentiate_pivots(bound);
    Derivatives out = differentiate(bound, bound->arm_a, bound->arm_b);
    bound->value = out.value;
    bound->slope = out.slope;
    bound->second = out.second;
}

void graze_cubic_bound_init(const GrazePieceInterval* interval, const GrazeMotionState* state,
                            GrazeVec n, GrazeNormalFrame frame, GrazeCubicBound* out)
{
    out->interval = interval;
    out->state = state;
    out->n = n;
    out->angle_degree = state->angle_degree;
    const double* normal_angle = frame == GRAZE_FRAME_B ? state->angle_b : state->angle_a;
    for (int32_t k = 1; k <= state->angle_degree; k++) {
        double turn = frame == GRAZE_FRAME_WORLD ? 0 : normal_angle[k];
        out->turn_n[k] = turn;
        out->turn_a[k] = state->angle_a[k] - turn;
        out->turn_b[k] = state->angle_b[k] - turn;
    }
    out->dir_a = vec_inv_rotate(n, state->pose_a.cos, state->pose_a.sin);
    out->dir_b = vec_inv_rotate(n, -state->pose_b.cos, -state->pose_b.sin);
    out->vertex_a = support_vertex(interval->a.shape, out->dir_a);
    out->vertex_b = support_vertex(interval->b.shape, out->dir_b);
    out->arm_a = arm_of(&interval->a, &state->pose_a, out->vertex_a);
    out->arm_b = arm_of(&interval->b, &state->pose_b, out->vertex_b);
    differentiate_bound(out);
}

void graze_cubic_bound_spin(GrazeCubicBound* bound, double rate)
{
    const GrazeMotionState* state = bound->state;
    bound->angle_degree = max2_int(state->angle_degree, 1);
    bound->turn_n[1] = rate;
    bound->turn_a[1] = derivative(state->angle_a, state->angle_degree, 1) - rate;
    bound->turn_b[1] = derivative(state->angle_b, state->angle_degree, 1) - rate;
    differentiate_bound(bound);
}

/* Largest magnitudes of the first three derivatives of a polynomial or of a vector of two. */
typedef struct {
    double first, second, third;
} DerivativeBounds;

/* Largest angle that cone_angle returns, and one from which on it has reached that. */
static const double MAX_CONE_ANGLE = 1.5;
static const double LAST_CONE_ANGLE = 1.4999;

static NOINLINE DerivativeBounds bound_higher_derivatives(const double* c, int32_t degree,
                                                          double span)
{
    DerivativeBounds bounds = {0, 0, 0};
    graze_poly_derivative_bounds(c, degree, span, &bounds.first, &bounds.second);
    for (int32_t k = degree; k >= 3; k--)
        bounds.third = bounds.third * span + k * (k - 1) * (k - 2) * fabs(c[k]);
    return bounds;
}

ALWAYS_INLINE DerivativeBounds bound_derivatives(const double* c, int32_t degree, double span)
{
    if (degree > 1) return bound_higher_derivatives(c, degree, span);
    return (DerivativeBounds){degree == 1 ? fabs(c[1]) : 0, 0, 0};
}

static DerivativeBounds bound_positions(const GrazeMotionState* state, double span)
{
    DerivativeBounds x = bound_derivatives(state->x, state->position_degree, span);
    DerivativeBounds y = bound_derivatives(state->y, state->position_degree, span);
    DerivativeBounds bounds = {vec_length(vec(x.first, y.first)), 0, 0};
    if (state->position_degree <= 1) return bounds;
    bounds.second = vec_length(vec(x.second, y.second));
    bounds.third = vec_length(vec(x.third, y.third));
    return bounds;
}

/* Returns the magnitude of the second derivative of a unit vector that turns with these bounds. */
static double turning_second(const DerivativeBounds* turn)
{
    return turn->first * turn->first + turn->second;
}

static double turning_third(const DerivativeBounds* turn)
{
    return turn->first * (turn->first * turn->first + 3 * turn->second) + turn->third;
}

/*
 * Returns an angle, at most 1.5, by which a direction of the body's frame turns before it leaves the
 * normal cone of vertex i at the edge to vertex `neighbor`, from the direction at 0, which may not be in
 * the cone yet. `turned` is its derivative by the angle.
 */
static double cone_angle(const GrazeShape* shape, int32_t i, int32_t neighbor, GrazeVec direction,
                         GrazeVec turned)
{
    GrazeVec edge =
        vec_sub(vec_from_point(shape->vertices[neighbor]), vec_from_point(shape->vertices[i]));
    double below = -vec_dot(direction, edge);
    double rate = vec_dot(turned, edge);
    if (!(rate > 0)) return MAX_CONE_ANGLE;
    if (!(below > 0)) return 0;
    double x = below / rate;
    return min2(MAX_CONE_ANGLE, 3 * x / (1 + 2 * sqrt(1 + x * x)));
}

/*
 * The vertex of one body that is the farthest along n, from time to time.
 *
 *   direction, turned  n or -n in the body's frame at 0, and its derivative by the angle
 *   sense              1 if it turns counter-clockwise, -1 clockwise; 0 if it may turn both ways
 *   rate               largest rate at which it turns
 *   until              time for which the vertex is certain to be the farthest
 */
typedef struct {
    const GrazeActivePiece* active;
    const GrazePose* pose;
    GrazeVec direction, turned, arm;
    int32_t vertex;
    double sense, rate, until;
} FarVertex;

static int32_t next_vertex(const FarVertex* far)
{
    int32_t count = far->active->shape->count;
    return far->sense > 0 ? next_index(far->vertex, count) : previous_index(far->vertex, count);
}

static void find_until(FarVertex* far)
{
    const GrazeShape* shape = far->active->shape;
    if (shape->count == 1 || far->rate == 0) {
        far->until = INFINITY;
        return;
    }
    double angle;
    if (far->sense != 0) {
        angle = cone_angle(shape, far->vertex, next_vertex(far), far->direction, far->turned);
    } else {
        GrazeVec back = vec(-far->turned.x, -far->turned.y);
        angle = min2(cone_angle(shape, far->vertex, next_index(far->vertex, shape->count),
                                far->direction, far->turned),
                     cone_angle(shape, far->vertex, previous_index(far->vertex, shape->count),
                                far->direction, back));
    }
    far->until = angle / far->rate * (1 - GRAZE_STEP_ERROR);
}

static FarVertex far_vertex(const GrazeActivePiece* active, const GrazePose* pose, int32_t vertex,
                            GrazeVec arm, GrazeVec direction, const double* turn, int32_t degree,
                            double rate, double sense)
{
    FarVertex far = {.active = active,
                     .pose = pose,
                     .direction = direction,
                     .turned = vec_left_perp(direction),
                     .arm = arm,
                     .vertex = vertex,
                     .rate = rate};
    /* The body turns relative to n, and n in its frame the other way. */
    if (degree <= 1 && rate > 0) far.sense = turn[1] * sense > 0 ? -1 : 1;
    if (far.sense < 0) far.turned = vec(-far.turned.x, -far.turned.y);
    find_until(&far);
    return far;
}

/* A cubic polynomial level + slope tau + second tau^2 / 2 - third tau^3 / 6. */
typedef struct {
    double level, slope, second, third;
} Cubic;

static double evaluate_cubic(const Cubic* cubic, double tau)
{
    return cubic->level +
           tau * (cubic->slope + tau * (0.5 * cubic->second - tau * (1.0 / 6) * cubic->third));
}

enum { MAX_ROOT_ROUNDS = 32 };

/*
 * Relative distance to a root within which a step ends before it. If larger: steps end farther from a
 * change of the nearest features than the margin reaches.
 */
static const double ROOT_FRACTION = 0x1p-36;

/*
 * Returns a time before the only root between 0, where the cubic is positive, and `hi`, where it is
 * negative: by Newton's steps from the end that is nearer in height, or halves of the bracket.
 */
static double step_before_root(const Cubic* cubic, double hi)
{
    double lo = 0;
    double tau = hi;
    for (int32_t i = 0; i < MAX_ROOT_ROUNDS && hi - lo > ROOT_FRACTION * hi; i++) {
        double value = evaluate_cubic(cubic, tau);
        double slope = cubic->slope + tau * (cubic->second - 0.5 * tau * cubic->third);
        if (value >= 0) {
            lo = tau;
        } else {
            hi = tau;
        }
        double next = tau - value / slope;
        /* Beyond the root by a little, so that both ends of the bracket come near it. */
        next += (value >= 0 ? 0.25 : -0.25) * ROOT_FRACTION * next;
        tau = next > lo && next < hi ? next : 0.5 * (lo + hi);
    }
    return lo;
}

/*
 * Returns the largest tau <= span up to which a cubic with third >= 0 is positive, or somewhat less.
 * By Descartes' rule of signs it has one positive root, but for slope < 0 < second up to three: then it
 * has a minimum at the smaller root of its derivative. If the cubic is positive there, it has one root
 * again, beyond its maximum; if not, it falls up to there and is convex, so that Newton's steps from 0
 * end before the root.
 */
static double cubic_safe_step(const Cubic* cubic, double span)
{
    if (!(cubic->level > 0)) return 0;
    double discriminant = cubic->second * cubic->second + 2 * cubic->slope * cubic->third;
    if (cubic->slope < 0 && cubic->second > 0 && discriminant > 0) {
        double lowest = -2 * cubic->slope / (cubic->second + sqrt(discriminant));
        bool is_below =
            lowest < span && !(evaluate_cubic(cubic, lowest) > GRAZE_STEP_ERROR * cubic->level);
        double tau = 0;
        for (int32_t i = 0; i < MAX_ROOT_ROUNDS && is_below; i++) {
            double value = evaluate_cubic(cubic, tau);
            double slope = cubic->slope + tau * (cubic->second - 0.5 * tau * cubic->third);
            double step = slope < 0 && value > 0 ? -value / slope : 0;
            tau += step;
            if (step <= ROOT_FRACTION * tau) break;
        }
        if (is_below) return tau * (1 - GRAZE_STEP_ERROR);
    }
    double at_end = evaluate_cubic(cubic, span);
    if (at_end >= GRAZE_STEP_ERROR * cubic->level) return span;
    return step_before_root(cubic, span) * (1 - GRAZE_STEP_ERROR);
}

enum { MAX_TRIALS = 4, MAX_CHANGES = 8 };

/* The parts of f(0), f'(0) and f''(0) of the vertices of one body that have been the farthest so far. */
typedef struct {
    Derivatives part[MAX_CHANGES + 1];
    int32_t count;
} VisitedVertices;

/* Adds the farthest vertex of a body to those that have been; `sign` is -1 for A. */
static void visit(const GrazeCubicBound* bound, const FarVertex* far, double sign,
                  VisitedVertices* visited)
{
    Derivatives* part = &visited->part[visited->count++];
    *part = (Derivatives){0, 0, 0};
    add_vertex(bound->n, far->arm, sign > 0 ? bound->turn_b : bound->turn_a, bound->angle_degree,
               sign, part);
}

/*
 * Returns the time, at most `span`, for which f of the newest vertex of one body is positive with every
 * vertex of the other one that has been the farthest.
 */
static double newest_safe_step(const GrazeCubicBound* bound, const VisitedVertices* newest,
                               const VisitedVertices* others, double sense, const Cubic* errors,
                               double span)
{
    const Derivatives* part = &newest->part[newest->count - 1];
    double step = span;
    for (int32_t i = 0; i < others->count; i++) {
        const Derivatives* other = &others->part[i];
        double value = bound->pivot_value + part->value + other->value;
        double slope = bound->pivot_slope + part->slope + other->slope;
        double second = bound->pivot_second + part->second + other->second;
        Cubic cubic = {value - errors->level, sense * slope - errors->slope,
                       second - errors->second, errors->third};
        step = cubic_safe_step(&cubic, step);
    }
    return step;
}

/*
 * Returns the time, at most `span`, for which F_n is positive: as long as f of all pairs of vertices is
 * that have been the farthest until then. `errors` are those of the level and the derivatives, with the
 * third derivative.
 */
static double pairs_safe_step(const GrazeCubicBound* bound, FarVertex far[2], double sense,
                              const Cubic* errors, double span)
{
    VisitedVertices visited[2];
    visited[0].count = visited[1].count = 0;
    visit(bound, &far[0], -1, &visited[0]);
    visit(bound, &far[1], 1, &visited[1]);
    double step = newest_safe_step(bound, &visited[0], &visited[1], sense, errors, span);
    for (int32_t i = 0; i < MAX_CHANGES; i++) {
        int32_t k = far[0].until < far[1].until ? 0 : 1;
        FarVertex* changing = &far[k];
        if (step <= changing->until) return step;
        if (changing->sense == 0 || changing->until * changing->rate >= LAST_CONE_ANGLE) break;
        double before = changing->until;
        changing->vertex = next_vertex(changing);
        changing->arm = arm_of(changing->active, changing->pose, changing->vertex);
        find_until(changing);
        changing->until = max2(changing->until, before);
        visit(bound, changing, k == 0 ? -1 : 1, &visited[k]);
        step = newest_safe_step(bound, &visited[k], &visited[1 - k], sense, errors, step);
    }
    return min2(step, min2(far[0].until, far[1].until));
}

/* Returns the largest magnitude of the derivative of a polynomial at most `span` away from 0. */
static double largest_rate(const double* c, int32_t degree, double span)
{
    double first = 0;
    for (int32_t k = degree; k >= 1; k--)
        first = first * span + k * fabs(c[k]);
    return first;
}

double graze_cubic_bound_safe_step(const GrazeCubicBound* bound, double sense, double min_value,
                                   double span)
{
    const GrazeMotionState* state = bound->state;
    const GrazePieceInterval* interval = bound->interval;
    double distance = vec_norm1(vec(state->x[0], state->y[0]));
    double radius_a = interval->a.radius;
    double radius_b = interval->b.radius;
    bool is_uniform = state->position_degree <= 1 && bound->angle_degree <= 1;
    double trial = span;
    double step = 0;
    if (!(bound->value - min_value > state->error)) return 0;
    for (int32_t round = 0; round < MAX_TRIALS; round++) {
        DerivativeBounds turn = bound_derivatives(bound->turn_n, bound->angle_degree, trial);
        DerivativeBounds turn_a = bound_derivatives(bound->turn_a, bound->angle_degree, trial);
        DerivativeBounds turn_b = bound_derivatives(bound->turn_b, bound->angle_degree, trial);
        DerivativeBounds d = bound_positions(state, trial);
        DerivativeBounds inflation =
            bound_derivatives(state->inflation, state->inflation_degree, trial);
        double farthest = distance + d.first * trial;
        /* Rates that are the difference of two err by the rounding of both. */
        double rates = turn.first + largest_rate(state->angle_a, state->angle_degree, trial) +
                       largest_rate(state->angle_b, state->angle_degree, trial);
        double first = d.first + rates * (distance + radius_a + radius_b) + inflation.first;
        double second = d.second + 2 * turn.first * d.first + turning_second(&turn) * distance +
                        turning_second(&turn_a) * radius_a + turning_second(&turn_b) * radius_b +
                        inflation.second;
        double third = d.third + 3 * turn.first * d.second + 3 * turning_second(&turn) * d.first +
                       turning_third(&turn) * farthest + turning_third(&turn_a) * radius_a +
                       turning_third(&turn_b) * radius_b + inflation.third;
        Cubic errors = {min_value + state->error, GRAZE_SLOPE_ERROR * first,
                        GRAZE_STEP_ERROR * second, third * (1 + GRAZE_STEP_ERROR)};
        FarVertex far[2] = {
            far_vertex(&interval->a, &state->pose_a, bound->vertex_a, bound->arm_a, bound->dir_a,
                       bound->turn_a, bound->angle_degree, turn_a.first, sense),
            far_vertex(&interval->b, &state->pose_b, bound->vertex_b, bound->arm_b, bound->dir_b,
                       bound->turn_b, bound->angle_degree, turn_b.first, sense)};
        step = pairs_safe_step(bound, far, sense, &errors, trial);
        bool may_improve = !is_uniform || d.first * trial > 2 * distance;
        if (step >= 0.25 * trial || step <= 0 || !may_improve) break;
        trial = 2 * step;
    }
    return step;
}
