#include "../base/doubles.h"
#include "../base/trig.h"
#include "../base/vec.h"
#include "../tolerance.h"
#include "track.h"

#include <float.h>

/* Motions as such: are they valid, where they lead, how fast. */

static bool is_in_range(const double* c)
{
    bool is_small = true;
    for (int32_t k = 0; k < GRAZE_PIECE_TERMS; k++)
        is_small = is_small && fabs(c[k]) <= GRAZE_MAX_MAGNITUDE;
    return is_small;
}

static bool is_finite_piece(const GrazePiece* piece)
{
    double sum = piece->begin - piece->begin + (piece->end - piece->end);
    sum += piece->pivot_x - piece->pivot_x + (piece->pivot_y - piece->pivot_y);
    for (int32_t k = 0; k < GRAZE_PIECE_TERMS; k++) {
        sum += piece->x[k] - piece->x[k];
        sum += piece->y[k] - piece->y[k];
        sum += piece->theta[k] - piece->theta[k];
    }
    /* What is not finite, less itself, is not a number. */
    return sum == 0;
}

/* What almost every piece is, told by three sums, two at a time: what is not finite makes its sum so. */
static bool is_plain(const GrazePiece* piece)
{
    double s = piece->end - piece->begin;
    double most = max2(s, 1);
    Doubles place = {0, 0};
    double heading = 0;
    for (int32_t k = GRAZE_PIECE_TERMS - 1; k >= 0; k--) {
        place = place * most + doubles_abs((Doubles){piece->x[k], piece->y[k]});
        heading = heading * most + fabs(piece->theta[k]);
    }
    return s >= 0 && fabs(piece->begin) <= GRAZE_MAX_MAGNITUDE &&
           fabs(piece->end) <= GRAZE_MAX_MAGNITUDE && place[0] <= GRAZE_MAX_POSITION &&
           place[1] <= GRAZE_MAX_POSITION && heading <= GRAZE_MAX_ANGLE &&
           fabs(piece->pivot_x) + fabs(piece->pivot_y) <= GRAZE_MAX_POSITION;
}

static GrazeStatus check_piece(const GrazePiece* piece)
{
    if (is_plain(piece)) return GRAZE_OK;
    if (!is_finite_piece(piece)) return GRAZE_E_NOT_FINITE;
    if (piece->end < piece->begin) return GRAZE_E_OUT_OF_ORDER;
    bool are_small = fabs(piece->begin) <= GRAZE_MAX_MAGNITUDE &&
                     fabs(piece->end) <= GRAZE_MAX_MAGNITUDE && is_in_range(piece->x) &&
                     is_in_range(piece->y) && is_in_range(piece->theta);
    if (!are_small) return GRAZE_E_OUT_OF_RANGE;
    double s = piece->end - piece->begin;
    bool stays = graze_poly_size(piece->x, s) <= GRAZE_MAX_POSITION &&
                 graze_poly_size(piece->y, s) <= GRAZE_MAX_POSITION &&
                 fabs(piece->pivot_x) <= GRAZE_MAX_POSITION &&
                 fabs(piece->pivot_y) <= GRAZE_MAX_POSITION &&
                 graze_poly_size(piece->theta, s) <= GRAZE_MAX_ANGLE;
    return stays ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

/* The body's origin and heading, s after the piece's beginning. */
static void place_of(const GrazePiece* piece, double s, GrazeVec* place, double* theta)
{
    double cos = 1;
    double sin = 0;
    bool has_arm = piece->pivot_x != 0 || piece->pivot_y != 0;
    *theta = graze_poly(piece->theta, s);
    if (has_arm && *theta != 0) graze_sincos(*theta, &sin, &cos);
    GrazeVec arm = vec_rotate(vec(piece->pivot_x, piece->pivot_y), cos, sin);
    *place = vec(graze_poly(piece->x, s) - arm.x, graze_poly(piece->y, s) - arm.y);
}

/* How far the body's origin can go during a piece; and what its place is the difference of. */
static double way_of(const GrazePiece* piece, double* terms)
{
    double s = piece->end - piece->begin;
    double still = fabs(piece->x[0]) + fabs(piece->y[0]);
    double moved = graze_poly_size(piece->x, s) + graze_poly_size(piece->y, s) - still;
    double turned = min2(graze_poly_size(piece->theta, s) - fabs(piece->theta[0]), 2);
    double arm = fabs(piece->pivot_x) + fabs(piece->pivot_y);
    *terms += still + moved + arm;
    return moved + turned * arm;
}

static GrazeStatus check_join(const GrazePiece* before, const GrazePiece* after)
{
    GrazeVec end;
    GrazeVec begin;
    double end_theta;
    double begin_theta;
    if (after->begin != before->end) return GRAZE_E_OUT_OF_ORDER;
    place_of(before, before->end - before->begin, &end, &end_theta);
    place_of(after, 0, &begin, &begin_theta);
    double jump = vec_norm1(vec_sub(begin, end));
    double terms = 0;
    double most = GRAZE_JOIN_SLACK * (way_of(before, &terms) + way_of(after, &terms));
    most += GRAZE_STEP_ERROR * terms;
    bool joins = jump <= most && fabs(begin_theta - end_theta) <= GRAZE_JOIN_SLACK;
    return joins ? GRAZE_OK : GRAZE_E_DISCONTINUOUS;
}

GrazeStatus graze_motion_check(const GrazeMover* mover, int32_t* culprit)
{
    *culprit = -1;
    if (mover->count < 1) return GRAZE_E_OUT_OF_RANGE;
    for (int32_t i = 0; i < mover->count; i++) {
        *culprit = i;
        GrazeStatus status = check_piece(&mover->pieces[i]);
        if (status == GRAZE_OK && i > 0)
            status = check_join(&mover->pieces[i - 1], &mover->pieces[i]);
        if (status != GRAZE_OK) return status;
    }
    *culprit = -1;
    return GRAZE_OK;
}

static double begin_of(const GrazeMover* mover)
{
    return mover->pieces[0].begin;
}

static double end_of(const GrazeMover* mover)
{
    return mover->pieces[mover->count - 1].end;
}

bool graze_motion_place(const GrazeMover* mover, double t, double* x, double* y, double* theta)
{
    bool is_before = t < begin_of(mover);
    bool is_after = t > end_of(mover);
    if ((is_before && mover->before == GRAZE_VANISH) || (is_after && mover->after == GRAZE_VANISH))
        return false;
    bool is_held;
    GrazeVec place;
    const GrazePiece* piece = graze_piece_at(mover, 0, t, true, &is_held);
    double inside = clamp(t, piece->begin, piece->end);
    place_of(piece, inside - piece->begin, &place, theta);
    *x = place.x;
    *y = place.y;
    return true;
}

/* The time in which the bodies' motions are, of the one that moves where the other stands still; and how much of it is
   between the two motions. */
static void find_clock(const GrazeMover* a, const GrazeMover* b, double* begin, double* end,
                       double* between)
{
    bool is_still_a = graze_stands_still(a);
    bool is_still_b = graze_stands_still(b);
    *between = 0;
    if (is_still_a != is_still_b) {
        const GrazeMover* moving = is_still_a ? b : a;
        *begin = begin_of(moving);
        *end = end_of(moving);
        return;
    }
    *begin = min2(begin_of(a), begin_of(b));
    *end = max2(end_of(a), end_of(b));
    *between = max2(max2(begin_of(a), begin_of(b)) - min2(end_of(a), end_of(b)), 0);
}

bool graze_motion_window(const GrazeMover* a, const GrazeMover* b, double* from, double* to)
{
    const GrazeMover* both[2] = {a, b};
    for (int32_t i = 0; i < 2; i++) {
        if (both[i]->before == GRAZE_VANISH) *from = max2(*from, begin_of(both[i]));
        if (both[i]->after == GRAZE_VANISH) *to = min2(*to, end_of(both[i]));
    }
    if (isinf(*from) || isinf(*to)) {
        double begin;
        double end;
        double between;
        find_clock(a, b, &begin, &end, &between);
        if (isinf(*from)) *from = min2(begin, *to);
        if (isinf(*to)) *to = max2(end, *from);
    }
    return *from <= *to;
}

double graze_motion_least_tolerance(const GrazeMover* a, const GrazeMover* b, double from,
                                    double to)
{
    double begin;
    double end;
    double between;
    find_clock(a, b, &begin, &end, &between);
    double latest = max2(fabs(clamp(from, begin, end)), fabs(clamp(to, begin, end)));
    return GRAZE_TIME_ULPS * double_ulp(latest);
}

void graze_motion_usual(const GrazeMover* a, const GrazeMover* b, GrazeMotionOptions* options)
{
    if (isnan(options->from)) options->from = -INFINITY;
    if (isnan(options->to)) options->to = INFINITY;
    graze_motion_window(a, b, &options->from, &options->to);
    if (isnan(options->tolerance)) {
        double begin;
        double end;
        double between;
        find_clock(a, b, &begin, &end, &between);
        double lasts = min2(options->to, end) - max2(options->from, begin);
        options->tolerance = max2(1e-9 * max2(lasts - between, 0),
                                  graze_motion_least_tolerance(a, b, options->from, options->to));
    }
    if (isnan(options->slack)) {
        options->slack = 1e-9 * max2(a->shape->extent + (double)a->shape->radius,
                                     b->shape->extent + (double)b->shape->radius);
    }
}

/* ---- bounds ---- */

typedef struct {
    double least, most;
} Range;

static Range range_join(Range r, Range s)
{
    return (Range){min2(r.least, s.least), max2(r.most, s.most)};
}

static double range_size(Range r)
{
    return max2(fabs(r.least), fabs(r.most));
}

/*
 * The range of a polynomial over [s, s + span]: its Bernstein coefficients there hold it between them. C(i, k) / C(n, k)
 * of the Taylor coefficient k goes into the one of number i; all sums err by less than GRAZE_SLOPE_ERROR of their terms.
 */
static Range range_of(const double* c, double s, double span)
{
    enum { DEGREE = GRAZE_PIECE_TERMS - 1 };
    double b[GRAZE_PIECE_TERMS];
    double share = 1; /* 1 / C(n, k) */
    double size = graze_poly_size(c, fabs(s) + span);
    for (int32_t k = 0; k <= DEGREE; k++)
        b[k] = c[k];
    for (int32_t k = 0; k < DEGREE; k++) {
        for (int32_t j = DEGREE - 1; j >= k; j--)
            b[j] += s * b[j + 1];
    }
    for (int32_t k = 1; k <= DEGREE; k++) {
        share = share * k / (DEGREE - k + 1);
        /* One factor at a time: span^k alone can be out of range. */
        for (int32_t j = 0; j < k; j++)
            b[k] *= span;
        b[k] *= share;
    }
    /* b_i = sum of C(i, k) b_k: by sums of neighbours, as in Pascal's triangle. */
    for (int32_t k = 1; k <= DEGREE; k++) {
        for (int32_t i = DEGREE; i >= k; i--)
            b[i] += b[i - 1];
    }
    Range range = {b[0], b[0]};
    for (int32_t i = 1; i <= DEGREE; i++)
        range = range_join(range, (Range){b[i], b[i]});
    double error = GRAZE_SLOPE_ERROR * size;
    return (Range){range.least - error, range.most + error};
}

static void derive(const double* c, double* out)
{
    for (int32_t k = 1; k < GRAZE_PIECE_TERMS; k++)
        out[k - 1] = k * c[k];
    out[GRAZE_PIECE_TERMS - 1] = 0;
}

/* How large a derivative of two polynomials can be, together; of one and nothing. */
static double size_of(const double* x, const double* y, double s, double span)
{
    double across = range_size(range_of(x, s, span));
    double up = y != NULL ? range_size(range_of(y, s, span)) : 0;
    return sqrt(across * across + up * up) * (1 + GRAZE_STEP_ERROR);
}

static double arm_of(const GrazeShape* shape, const GrazePiece* piece)
{
    GrazeVec pivot = vec(piece->pivot_x, piece->pivot_y);
    double most = 0;
    if (shape == NULL) return vec_length(pivot) * (1 + GRAZE_STEP_ERROR);
    for (int32_t i = 0; i < shape->count; i++) {
        GrazeVec vertex = vec(shape->vertices[i].x, shape->vertices[i].y);
        most = max2(most, vec_length(vec_sub(vertex, pivot)));
    }
    return most * (1 + GRAZE_STEP_ERROR);
}

static void join_place(GrazeMotionBounds* out, Range x, Range y, Range theta)
{
    out->least_x = min2(out->least_x, x.least);
    out->most_x = max2(out->most_x, x.most);
    out->least_y = min2(out->least_y, y.least);
    out->most_y = max2(out->most_y, y.most);
    out->least_theta = min2(out->least_theta, theta.least);
    out->most_theta = max2(out->most_theta, theta.most);
}

static void join_piece(GrazeMotionBounds* out, const GrazeShape* shape, const GrazePiece* piece,
                       double s, double span, bool is_moving)
{
    join_place(out, range_of(piece->x, s, span), range_of(piece->y, s, span),
               range_of(piece->theta, s, span));
    if (!is_moving) return;
    double x[2][GRAZE_PIECE_TERMS];
    double y[2][GRAZE_PIECE_TERMS];
    double theta[2][GRAZE_PIECE_TERMS];
    derive(piece->x, x[0]);
    derive(x[0], x[1]);
    derive(piece->y, y[0]);
    derive(y[0], y[1]);
    derive(piece->theta, theta[0]);
    derive(theta[0], theta[1]);
    double arm = arm_of(shape, piece);
    double speed = size_of(x[0], y[0], s, span);
    double acceleration = size_of(x[1], y[1], s, span);
    double turn = size_of(theta[0], NULL, s, span);
    double twist = size_of(theta[1], NULL, s, span);
    out->speed = max2(out->speed, speed);
    out->acceleration = max2(out->acceleration, acceleration);
    out->turn_rate = max2(out->turn_rate, turn);
    out->turn_acceleration = max2(out->turn_acceleration, twist);
    out->point_speed = max2(out->point_speed, speed + turn * arm);
    out->point_acceleration =
        max2(out->point_acceleration, acceleration + (turn * turn + twist) * arm);
}

void graze_motion_bounds(const GrazeMover* mover, double from, double to, GrazeMotionBounds* out)
{
    *out = (GrazeMotionBounds){INFINITY, INFINITY, -INFINITY, -INFINITY, INFINITY, -INFINITY,
                               0,        0,        0,         0,         0,        0};
    for (int32_t i = 0; i < mover->count; i++) {
        const GrazePiece* piece = &mover->pieces[i];
        double begin = max2(piece->begin, from);
        double end = min2(piece->end, to);
        if (begin > end) continue;
        join_piece(out, mover->shape, piece, begin - piece->begin, end - begin, true);
    }
    if (from < begin_of(mover) && mover->before == GRAZE_HOLD) {
        join_piece(out, mover->shape, &mover->pieces[0], 0, 0, false);
    }
    if (to > end_of(mover) && mover->after == GRAZE_HOLD) {
        const GrazePiece* last = &mover->pieces[mover->count - 1];
        join_piece(out, mover->shape, last, last->end - last->begin, 0, false);
    }
}
