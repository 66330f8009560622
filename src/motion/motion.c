#include "../base/doubles.h"
#include "../base/trig.h"
#include "../base/vec.h"
#include "../tolerance.h"
#include "relative_motion.h"
#include "separation_bound.h"

#include <float.h>

/* Single motions: validation, poses, time ranges and bounds. */

static bool is_in_range(const double* c, int32_t terms)
{
    bool is_small = true;
    for (int32_t k = 0; k < terms; k++)
        is_small = is_small && fabs(c[k]) <= GRAZE_MAX_MAGNITUDE;
    return is_small;
}

static bool is_finite_piece(GrazePieceView piece)
{
    double sum = piece_t0(piece) - piece_t0(piece) + (piece_t1(piece) - piece_t1(piece));
    sum +=
        piece_pivot_x(piece) - piece_pivot_x(piece) + (piece_pivot_y(piece) - piece_pivot_y(piece));
    for (int32_t k = 0; k < piece.terms; k++) {
        sum += piece_x(piece)[k] - piece_x(piece)[k];
        sum += piece_y(piece)[k] - piece_y(piece)[k];
        sum += piece_angle(piece)[k] - piece_angle(piece)[k];
    }
    /* A value that is not finite, less itself, is NaN. */
    return sum == 0;
}

/* Returns the highest degree of the polynomials of a piece. */
static int32_t degree_of(GrazePieceView piece)
{
    int32_t position_degree = max2_int(graze_poly_degree(piece_x(piece), piece.terms),
                                       graze_poly_degree(piece_y(piece), piece.terms));
    return max2_int(position_degree, graze_poly_degree(piece_angle(piece), piece.terms));
}

/*
 * Highest degree for which the duration of a piece is not limited on its own: at higher degrees the
 * powers of a long time are not finite, even where each term is.
 */
enum { LOW_DEGREE = 5 };

/*
 * Returns true if bounds of three sums, which almost every piece meets, show that it is valid. With
 * a NaN or an infinite number a sum fails the comparison with its bound.
 */
static bool passes_fast_check(GrazePieceView piece)
{
    double s = piece_t1(piece) - piece_t0(piece);
    double scale = max2(s, 1);
    Doubles position = {0, 0};
    double angle_terms = 0;
    for (int32_t k = piece.terms - 1; k >= 0; k--) {
        position = position * scale + doubles_abs((Doubles){piece_x(piece)[k], piece_y(piece)[k]});
        angle_terms = angle_terms * scale + fabs(piece_angle(piece)[k]);
    }
    return s >= 0 && fabs(piece_t0(piece)) <= GRAZE_MAX_MAGNITUDE &&
           fabs(piece_t1(piece)) <= GRAZE_MAX_MAGNITUDE && position[0] <= GRAZE_MAX_POSITION &&
           position[1] <= GRAZE_MAX_POSITION && angle_terms <= GRAZE_MAX_ANGLE &&
           fabs(piece_pivot_x(piece)) + fabs(piece_pivot_y(piece)) <= GRAZE_MAX_POSITION;
}

/*
 * Returns true if a piece is certainly valid and its polynomials are at most of degree 1. Inlined with
 * the most frequent numbers of terms as constants, whose offsets need no arithmetic.
 */
ALWAYS_INLINE bool is_valid_linear_piece(GrazePieceView piece)
{
    double s = piece_t1(piece) - piece_t0(piece);
    double scale = max2(s, 1);
    Doubles terms = doubles_abs(doubles_load(piece_x(piece))) +
                    doubles_abs(doubles_load(piece_y(piece))) +
                    doubles_abs(doubles_load(piece_angle(piece) + piece.terms));
    Doubles angle = doubles_abs(doubles_load(piece_angle(piece)));
    Doubles time = doubles_abs(doubles_load(piece.record));
    return graze_are_linear(piece_x(piece), piece.terms, 3) && s >= 0 &&
           time[0] + time[1] <= GRAZE_MAX_MAGNITUDE &&
           terms[0] + terms[1] * scale <= GRAZE_MAX_POSITION &&
           angle[0] + angle[1] * scale <= GRAZE_MAX_ANGLE;
}

ALWAYS_INLINE bool is_surely_valid(GrazePieceView piece)
{
    if (piece.terms == 2) return is_valid_linear_piece((GrazePieceView){piece.record, 2});
    if (piece.terms == 6) return is_valid_linear_piece((GrazePieceView){piece.record, 6});
    return is_valid_linear_piece(piece);
}

static GrazeStatus check_piece(GrazePieceView piece)
{
    if (is_surely_valid(piece)) return GRAZE_OK;
    double s = piece_t1(piece) - piece_t0(piece);
    bool is_too_long = s > GRAZE_MAX_HIGH_DEGREE_DURATION && degree_of(piece) > LOW_DEGREE;
    if (!is_too_long && passes_fast_check(piece)) return GRAZE_OK;
    if (!is_finite_piece(piece)) return GRAZE_E_NOT_FINITE;
    if (piece_t1(piece) < piece_t0(piece)) return GRAZE_E_OUT_OF_ORDER;
    int32_t terms = piece.terms;
    bool are_small = fabs(piece_t0(piece)) <= GRAZE_MAX_MAGNITUDE &&
                     fabs(piece_t1(piece)) <= GRAZE_MAX_MAGNITUDE &&
                     is_in_range(piece_x(piece), terms) && is_in_range(piece_y(piece), terms) &&
                     is_in_range(piece_angle(piece), terms);
    if (!are_small || is_too_long) return GRAZE_E_OUT_OF_RANGE;
    bool is_valid = graze_poly_magnitude(piece_x(piece), terms, s) <= GRAZE_MAX_POSITION &&
                    graze_poly_magnitude(piece_y(piece), terms, s) <= GRAZE_MAX_POSITION &&
                    fabs(piece_pivot_x(piece)) <= GRAZE_MAX_POSITION &&
                    fabs(piece_pivot_y(piece)) <= GRAZE_MAX_POSITION &&
                    graze_poly_magnitude(piece_angle(piece), terms, s) <= GRAZE_MAX_ANGLE;
    return is_valid ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

/* Computes the pose of the body's origin at s after the begin of the piece. */
static void evaluate_pose(GrazePieceView piece, double s, GrazeVec* position, double* angle)
{
    double cos = 1;
    double sin = 0;
    bool has_arm = piece_pivot_x(piece) != 0 || piece_pivot_y(piece) != 0;
    *angle = graze_poly(piece_angle(piece), piece.terms, s);
    if (has_arm && *angle != 0) graze_sincos(*angle, &sin, &cos);
    GrazeVec arm = vec_rotate(piece_pivot(piece), cos, sin);
    *position = vec(graze_poly(piece_x(piece), piece.terms, s) - arm.x,
                    graze_poly(piece_y(piece), piece.terms, s) - arm.y);
}

/*
 * Returns an upper bound of the travel of the body's origin during a piece, and adds the magnitudes
 * of the terms of its position to *terms.
 */
static double max_travel(GrazePieceView piece, double* terms)
{
    int32_t count = piece.terms;
    double s = piece_t1(piece) - piece_t0(piece);
    double start_magnitude = fabs(piece_x(piece)[0]) + fabs(piece_y(piece)[0]);
    double translation = graze_poly_magnitude(piece_x(piece), count, s) +
                         graze_poly_magnitude(piece_y(piece), count, s) - start_magnitude;
    double rotation =
        min2(graze_poly_magnitude(piece_angle(piece), count, s) - fabs(piece_angle(piece)[0]), 2);
    double arm = fabs(piece_pivot_x(piece)) + fabs(piece_pivot_y(piece));
    *terms += start_magnitude + translation + arm;
    return translation + rotation * arm;
}

static GrazeStatus check_join(GrazePieceView before, GrazePieceView after)
{
    GrazeVec end;
    GrazeVec begin;
    double end_angle;
    double begin_angle;
    if (piece_t0(after) != piece_t1(before)) return GRAZE_E_OUT_OF_ORDER;
    evaluate_pose(before, piece_t1(before) - piece_t0(before), &end, &end_angle);
    evaluate_pose(after, 0, &begin, &begin_angle);
    double jump = vec_norm1(vec_sub(begin, end));
    double terms = 0;
    double max_jump = GRAZE_JOIN_SLACK * (max_travel(before, &terms) + max_travel(after, &terms));
    max_jump += GRAZE_STEP_ERROR * terms;
    bool is_continuous = jump <= max_jump && fabs(begin_angle - end_angle) <= GRAZE_JOIN_SLACK;
    return is_continuous ? GRAZE_OK : GRAZE_E_DISCONTINUOUS;
}

/*
 * Checks that the inflation is at least 0, up to rounding, for all of the motion: that the
 * polynomial is positive once it is raised by GRAZE_STEP_ERROR of its terms. That is more than the
 * errors of its evaluation, and keeps steps past a double root, where it is 0, from being tiny.
 */
static GrazeStatus check_inflation(const GrazeMovingBody* body)
{
    double c[GRAZE_INFLATION_TERMS];
    double sum = 0;
    double duration = graze_motion_end(body) - graze_motion_begin(body);
    for (int32_t k = 0; k < GRAZE_INFLATION_TERMS; k++) {
        c[k] = body->inflation[k];
        sum += c[k] - c[k];
    }
    if (sum != 0) return GRAZE_E_NOT_FINITE;
    double size = graze_poly_magnitude(c, GRAZE_INFLATION_TERMS, duration);
    if (!(size <= GRAZE_MAX_POSITION)) return GRAZE_E_OUT_OF_RANGE;
    if (size == 0) return GRAZE_OK;
    c[0] += GRAZE_STEP_ERROR * size;
    bool is_positive =
        c[0] > 0 && graze_poly_safe_step(c, GRAZE_INFLATION_TERMS - 1, duration) >= duration;
    return is_positive ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

GrazeStatus graze_motion_check(const GrazeMovingBody* body, int32_t* culprit)
{
    *culprit = -1;
    int32_t terms = graze_stored_terms(body);
    bool is_stored = terms >= GRAZE_MIN_PIECE_TERMS && terms <= GRAZE_PIECE_TERMS;
    if (body->count < 1 || !is_stored) return GRAZE_E_OUT_OF_RANGE;
    for (int32_t i = 0; i < body->count; i++) {
        *culprit = i;
        GrazePieceView piece = graze_piece_at(body, i);
        GrazeStatus status = check_piece(piece);
        if (status == GRAZE_OK && i > 0) {
            GrazePieceView previous = graze_piece_at(body, i - 1);
            status = check_join(previous, piece);
        }
        if (status != GRAZE_OK) return status;
    }
    *culprit = body->count;
    GrazeStatus status = body->inflation != NULL ? check_inflation(body) : GRAZE_OK;
    if (status == GRAZE_OK) *culprit = -1;
    return status;
}

int32_t graze_motion_terms(const GrazeMovingBody* body)
{
    int32_t degree = GRAZE_MIN_PIECE_TERMS - 1;
    for (int32_t i = 0; i < body->count && degree < GRAZE_PIECE_TERMS - 1; i++) {
        GrazePieceView piece = graze_piece_at(body, i);
        degree = max2_int(degree, degree_of(piece));
    }
    return degree + 1;
}

void graze_motion_pack(const GrazeMovingBody* body, int32_t terms, double* records)
{
    double* next = records;
    for (int32_t i = 0; i < body->count; i++) {
        GrazePieceView piece = graze_piece_at(body, i);
        const double* polynomials[3] = {piece_x(piece), piece_y(piece), piece_angle(piece)};
        *next++ = piece_t0(piece);
        *next++ = piece_t1(piece);
        for (int32_t axis = 0; axis < 3; axis++) {
            for (int32_t k = 0; k < terms; k++)
                *next++ = k < piece.terms ? polynomials[axis][k] : 0;
        }
        *next++ = piece_pivot_x(piece);
        *next++ = piece_pivot_y(piece);
    }
}

bool graze_motion_pose(const GrazeMovingBody* body, double t, double* x, double* y, double* angle)
{
    bool is_before = t < graze_motion_begin(body);
    bool is_after = t > graze_motion_end(body);
    if ((is_before && body->before == GRAZE_VANISH) || (is_after && body->after == GRAZE_VANISH))
        return false;
    bool is_staying;
    GrazeVec position;
    GrazePieceView piece = graze_piece_at(body, graze_find_piece(body, 0, t, true, &is_staying));
    double clamped = clamp(t, piece_t0(piece), piece_t1(piece));
    evaluate_pose(piece, clamped - piece_t0(piece), &position, angle);
    *x = position.x;
    *y = position.y;
    return true;
}

/* A range of time. */
typedef struct {
    double begin, end;
} Span;

/* Returns the time of a body's motion, from the begin of the first piece to the end of the last. */
static Span motion_span(const GrazeMovingBody* body)
{
    return (Span){graze_motion_begin(body), graze_motion_end(body)};
}

static Span span_cut(Span span, double from, double to)
{
    return (Span){max2(span.begin, from), min2(span.end, to)};
}

/*
 * Computes the time range of the bodies' motions, or that of the moving body if the other is
 * static.
 */
static Span active_span(const GrazeMovingBody* a, const GrazeMovingBody* b)
{
    bool is_static_a = graze_is_static(a);
    if (is_static_a != graze_is_static(b)) return motion_span(is_static_a ? b : a);
    Span p = motion_span(a);
    Span q = motion_span(b);
    return (Span){min2(p.begin, q.begin), max2(p.end, q.end)};
}

bool graze_motion_window(const GrazeMovingBody* a, const GrazeMovingBody* b, double* from,
                         double* to)
{
    const GrazeMovingBody* both[2] = {a, b};
    for (int32_t i = 0; i < 2; i++) {
        if (both[i]->before == GRAZE_VANISH) *from = max2(*from, graze_motion_begin(both[i]));
        if (both[i]->after == GRAZE_VANISH) *to = min2(*to, graze_motion_end(both[i]));
    }
    if (isinf(*from) || isinf(*to)) {
        Span active = active_span(a, b);
        if (isinf(*from)) *from = min2(active.begin, *to);
        if (isinf(*to)) *to = max2(active.end, *from);
    }
    return *from <= *to;
}

/*
 * Computes the part of [from, to] that decides how precise times must be: from when the first body
 * moves in it to when the last one does, or all of it if neither does. Returns how long at least one
 * of them moves: the time between the end of one motion and the begin of the other does not count.
 */
static double find_decisive_span(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                 double to, Span* out)
{
    bool is_static_a = graze_is_static(a);
    bool is_static_b = graze_is_static(b);
    Span p = span_cut(motion_span(is_static_a ? b : a), from, to);
    Span q = span_cut(motion_span(is_static_b ? a : b), from, to);
    bool is_at_rest_a = !(p.begin <= p.end) || (is_static_a && is_static_b);
    bool is_at_rest_b = !(q.begin <= q.end) || (is_static_a && is_static_b);
    if (is_at_rest_a) p = is_at_rest_b ? (Span){from, to} : q;
    if (is_at_rest_b) q = p;
    *out = (Span){min2(p.begin, q.begin), max2(p.end, q.end)};
    return out->end - out->begin - max2(max2(p.begin, q.begin) - min2(p.end, q.end), 0);
}

double graze_motion_min_tolerance(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                  double to)
{
    Span span;
    if (isinf(from) || isinf(to)) graze_motion_window(a, b, &from, &to);
    find_decisive_span(a, b, from, to, &span);
    return GRAZE_TIME_ULPS * double_ulp(max2(fabs(span.begin), fabs(span.end)));
}

/* Returns the size of a body, of which the default distance tolerance is a fraction. */
static double size_of(const GrazeMovingBody* body)
{
    return body->shape->extent + (double)body->shape->radius + graze_inflation_bound(body);
}

/* Returns the largest speed at which the origins of two bodies can approach each other. */
static double closing_speed(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options)
{
    GrazeMotionBounds bounds_a;
    GrazeMotionBounds bounds_b;
    graze_motion_bounds(a, options->from, options->to, &bounds_a);
    graze_motion_bounds(b, options->from, options->to, &bounds_b);
    return bounds_a.speed + bounds_b.speed;
}

void graze_motion_defaults(const GrazeMovingBody* a, const GrazeMovingBody* b,
                           GrazeMotionOptions* options)
{
    if (isnan(options->from)) options->from = -INFINITY;
    if (isnan(options->to)) options->to = INFINITY;
    graze_motion_window(a, b, &options->from, &options->to);
    if (isnan(options->tolerance)) {
        Span span;
        options->tolerance =
            max2(1e-9 * find_decisive_span(a, b, options->from, options->to, &span),
                 graze_motion_min_tolerance(a, b, options->from, options->to));
    }
    if (isnan(options->distance_tolerance)) {
        double size = max2(size_of(a), size_of(b));
        options->distance_tolerance =
            size > 0 ? 1e-9 * size : options->tolerance * closing_speed(a, b, options);
    }
}

/* ---- bounds ---- */

/* Computes the derivative of a polynomial, of as many terms, the last of which is 0. */
static void differentiate(const double* c, int32_t terms, double* out)
{
    for (int32_t k = 1; k < terms; k++)
        out[k - 1] = k * c[k];
    out[terms - 1] = 0;
}

/*
 * Returns an upper bound of the magnitude of a vector of two polynomials over [s, s + span], or of
 * one polynomial if `y` is NULL.
 */
static double derivative_bound(const double* x, const double* y, int32_t terms, double s,
                               double span)
{
    double bound_x = graze_range_magnitude(graze_poly_range(x, terms, s, span));
    double bound_y = y != NULL ? graze_range_magnitude(graze_poly_range(y, terms, s, span)) : 0;
    return sqrt(bound_x * bound_x + bound_y * bound_y) * (1 + GRAZE_STEP_ERROR);
}

static double longest_arm(const GrazeShape* shape, GrazePieceView piece)
{
    GrazeVec pivot = piece_pivot(piece);
    double max_arm = 0;
    if (shape == NULL) return vec_length(pivot) * (1 + GRAZE_STEP_ERROR);
    for (int32_t i = 0; i < shape->count; i++) {
        GrazeVec vertex = vec(shape->vertices[i].x, shape->vertices[i].y);
        max_arm = max2(max_arm, vec_length(vec_sub(vertex, pivot)));
    }
    return max_arm * (1 + GRAZE_STEP_ERROR);
}

/*
 * Returns the range of u cos d + v sin d for |d| at most a half of at most a quarter turn, given by
 * its cosine and sine: u cos d lies between u and u c, and v sin d is at most |v| s.
 */
static GrazePolyRange turned_range(double u, double v, double c, double s)
{
    return (GrazePolyRange){min2(u, u * c) - fabs(v) * s, max2(u, u * c) + fabs(v) * s};
}

/*
 * Subtracts the turned pivot from the range of its place, which leaves that of the body's origin. The
 * rotation by the angle in the middle and the angles off it have a few roundings each, and the
 * difference has one. Squares of lengths below GRAZE_MIN_COORDINATE may be 0.
 */
static void subtract_arm(GrazeVec pivot, GrazePolyRange angle, GrazePolyRange* x, GrazePolyRange* y)
{
    if (pivot.x == 0 && pivot.y == 0) return;
    double length = vec_length(pivot) * (1 + GRAZE_STEP_ERROR) + GRAZE_MIN_COORDINATE;
    GrazePolyRange arm_x = {-length, length};
    GrazePolyRange arm_y = arm_x;
    double middle = angle.min / 2 + angle.max / 2;
    double half = max2(angle.max - middle, middle - angle.min) * (1 + GRAZE_STEP_ERROR);
    if (fabs(middle) <= GRAZE_MAX_ANGLE && half <= 1) {
        const double angles[2] = {middle, half};
        double sin[2];
        double cos[2];
        graze_sincos_two(angles, sin, cos);
        GrazeVec arm = vec_rotate(pivot, cos[0], sin[0]);
        arm_x = turned_range(arm.x, arm.y, cos[1], sin[1]);
        arm_y = turned_range(arm.y, arm.x, cos[1], sin[1]);
    }
    double error =
        GRAZE_SLOPE_ERROR * (length + graze_range_magnitude(*x) + graze_range_magnitude(*y));
    *x = (GrazePolyRange){x->min - arm_x.max - error, x->max - arm_x.min + error};
    *y = (GrazePolyRange){y->min - arm_y.max - error, y->max - arm_y.min + error};
}

static void extend_pose_bounds(GrazeMotionBounds* out, GrazePolyRange x, GrazePolyRange y,
                               GrazePolyRange angle)
{
    out->min_x = min2(out->min_x, x.min);
    out->max_x = max2(out->max_x, x.max);
    out->min_y = min2(out->min_y, y.min);
    out->max_y = max2(out->max_y, y.max);
    out->min_angle = min2(out->min_angle, angle.min);
    out->max_angle = max2(out->max_angle, angle.max);
}

static void extend_bounds(GrazeMotionBounds* out, const GrazeShape* shape, GrazePieceView piece,
                          double s, double span, bool is_moving)
{
    int32_t terms = piece.terms;
    GrazePolyRange place_x = graze_poly_range(piece_x(piece), terms, s, span);
    GrazePolyRange place_y = graze_poly_range(piece_y(piece), terms, s, span);
    GrazePolyRange turn = graze_poly_range(piece_angle(piece), terms, s, span);
    subtract_arm(piece_pivot(piece), turn, &place_x, &place_y);
    extend_pose_bounds(out, place_x, place_y, turn);
    if (!is_moving) return;
    double x[2][GRAZE_PIECE_TERMS];
    double y[2][GRAZE_PIECE_TERMS];
    double angle[2][GRAZE_PIECE_TERMS];
    differentiate(piece_x(piece), terms, x[0]);
    differentiate(x[0], terms, x[1]);
    differentiate(piece_y(piece), terms, y[0]);
    differentiate(y[0], terms, y[1]);
    differentiate(piece_angle(piece), terms, angle[0]);
    differentiate(angle[0], terms, angle[1]);
    double arm = longest_arm(shape, piece);
    double origin_arm = longest_arm(NULL, piece);
    double speed = derivative_bound(x[0], y[0], terms, s, span);
    double acceleration = derivative_bound(x[1], y[1], terms, s, span);
    double angular_velocity = derivative_bound(angle[0], NULL, terms, s, span);
    double angular_acceleration = derivative_bound(angle[1], NULL, terms, s, span);
    double turning = angular_velocity * angular_velocity + angular_acceleration;
    out->speed = max2(out->speed, speed + angular_velocity * origin_arm);
    out->acceleration = max2(out->acceleration, acceleration + turning * origin_arm);
    out->angular_velocity = max2(out->angular_velocity, angular_velocity);
    out->angular_acceleration = max2(out->angular_acceleration, angular_acceleration);
    out->point_speed = max2(out->point_speed, speed + angular_velocity * arm);
    out->point_acceleration = max2(out->point_acceleration, acceleration + turning * arm);
}

void graze_motion_bounds(const GrazeMovingBody* body, double from, double to,
                         GrazeMotionBounds* out)
{
    *out = (GrazeMotionBounds){INFINITY, INFINITY, -INFINITY, -INFINITY, INFINITY, -INFINITY,
                               0,        0,        0,         0,         0,        0};
    for (int32_t i = 0; i < body->count; i++) {
        GrazePieceView piece = graze_piece_at(body, i);
        double begin = max2(piece_t0(piece), from);
        double end = min2(piece_t1(piece), to);
        if (begin > end) continue;
        extend_bounds(out, body->shape, piece, begin - piece_t0(piece), end - begin, true);
    }
    if (from < graze_motion_begin(body) && body->before == GRAZE_STAY) {
        GrazePieceView first = graze_piece_at(body, 0);
        extend_bounds(out, body->shape, first, 0, 0, false);
    }
    if (to > graze_motion_end(body) && body->after == GRAZE_STAY) {
        GrazePieceView last = graze_piece_at(body, body->count - 1);
        extend_bounds(out, body->shape, last, piece_t1(last) - piece_t0(last), 0, false);
    }
}
