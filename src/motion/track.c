#include "track.h"

#include "../base/doubles.h"
#include "../base/trig.h"
#include "../tolerance.h"

/* Two motions, piece by piece: which leg an instant is in, and the Taylor coefficients there. */

double graze_poly(const double* c, double s)
{
    double sum = c[GRAZE_PIECE_TERMS - 1];
    for (int32_t k = GRAZE_PIECE_TERMS - 2; k >= 0; k--)
        sum = sum * s + c[k];
    return sum;
}

double graze_poly_size(const double* c, double s)
{
    double sum = fabs(c[GRAZE_PIECE_TERMS - 1]);
    for (int32_t k = GRAZE_PIECE_TERMS - 2; k >= 0; k--)
        sum = sum * fabs(s) + fabs(c[k]);
    return sum;
}

static int32_t degree_of(const double* c)
{
    /* Most are of degree 1 at most. */
    DoublesMask beyond = (doubles_load(c + 2) != 0) | (doubles_load(c + 4) != 0);
    int32_t degree = doubles_where(beyond) != 0 ? GRAZE_PIECE_TERMS - 1 : 1;
    while (degree > 0 && c[degree] == 0)
        degree--;
    return degree;
}

/* Pieces that are looked at to find out whether a body ever moves; one with more of them counts as moving. */
enum { STILL_PIECES = 16 };

static bool is_constant(const double* c)
{
    Doubles sum = doubles_abs(doubles_load(c + 2)) + doubles_abs(doubles_load(c + 4));
    return c[1] == 0 && sum[0] == 0 && sum[1] == 0;
}

bool graze_stands_still(const GrazeMover* mover)
{
    if (mover->before != GRAZE_HOLD || mover->after != GRAZE_HOLD) return false;
    if (mover->count > STILL_PIECES) return false;
    for (int32_t i = 0; i < mover->count; i++) {
        const GrazePiece* piece = &mover->pieces[i];
        bool is_still = is_constant(piece->x) && is_constant(piece->y) && is_constant(piece->theta);
        if (!is_still) return false;
    }
    return true;
}

const GrazePiece* graze_piece_at(const GrazeMover* mover, double base, double t, bool is_later,
                                 bool* is_held)
{
    const GrazePiece* pieces = mover->pieces;
    int32_t lo = 0;
    int32_t hi = mover->count - 1;
    double first = pieces[0].begin - base;
    double last = pieces[hi].end - base;
    *is_held = is_later ? t < first || t >= last : t <= first || t > last;
    while (lo < hi) {
        int32_t middle = lo + (hi - lo) / 2;
        double end = pieces[middle].end - base;
        bool is_behind = is_later ? t >= end : t > end;
        if (is_behind) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return &pieces[lo];
}

/* Two vertices at a time, the last two some of them again. */
double graze_radius_about(const GrazeShape* shape, double x, double y)
{
    const GrazePoint* vertices = shape->vertices;
    Doubles most = {0, 0};
    if (shape->count == 1) {
        return vec_length(vec(vertices[0].x - x, vertices[0].y - y)) * (1 + 4 * GRAZE_UNIT);
    }
    for (int32_t i = 0; i < shape->count; i += 2) {
        const GrazePoint* two = &vertices[i < shape->count - 2 ? i : shape->count - 2];
        Doubles across = doubles_even(two) - x;
        Doubles up = doubles_odd(two) - y;
        most = doubles_max(most, across * across + up * up);
    }
    return sqrt(max2(most[0], most[1])) * (1 + 4 * GRAZE_UNIT);
}

void graze_track(const GrazeMover* mover, const GrazePiece* piece, GrazeKept kept,
                 GrazeTrack* track)
{
    bool is_held = kept != GRAZE_MOVING;
    track->shape = mover->shape;
    track->piece = piece;
    track->is_held = is_held;
    track->held = kept == GRAZE_KEPT_LAST ? piece->end - piece->begin : 0;
    track->move = is_held ? 0 : max2_int(degree_of(piece->x), degree_of(piece->y));
    track->turn = is_held ? 0 : degree_of(piece->theta);
    track->radius = graze_radius_about(mover->shape, piece->pivot_x, piece->pivot_y);
}

/* The track at time t since the base; cuts [*from, *to] to where it holds. */
static void find_track(const GrazeMover* mover, double base, double t, bool is_later,
                       GrazeTrack* track, double* from, double* to)
{
    bool is_held;
    const GrazePiece* piece = graze_piece_at(mover, base, t, is_later, &is_held);
    const GrazePiece* last = &mover->pieces[mover->count - 1];
    double first = mover->pieces[0].begin - base;
    bool is_before = is_later ? t < first : t <= first;
    GrazeKept kept = is_before ? GRAZE_KEPT_FIRST : GRAZE_KEPT_LAST;
    graze_track(mover, piece, is_held ? kept : GRAZE_MOVING, track);
    track->offset = base - piece->begin;
    if (!is_held) {
        *from = max2(*from, piece->begin - base);
        *to = min2(*to, piece->end - base);
    } else if (is_before) {
        *to = min2(*to, first);
    } else {
        *from = max2(*from, last->end - base);
    }
}

void graze_course_init(GrazeCourse* course, const GrazeMover* a, const GrazeMover* b, double base,
                       double sense)
{
    course->a = a;
    course->b = b;
    course->base = base;
    course->sense = sense;
    course->has_leg = false;
}

/* The rounding error of base + t by Knuth ("The Art of Computer Programming", vol. 2, 4.2.2), which is exact. */
double graze_course_rebase(GrazeCourse* course, double time)
{
    double t = course->sense * time;
    double sum = course->base + t;
    double part = sum - course->base;
    double rest = (course->base - (sum - part)) + (t - part);
    course->base = sum;
    course->has_leg = false;
    return course->sense * rest;
}

bool graze_course_gains(const GrazeCourse* course, double time)
{
    const GrazeTrack* both[2] = {&course->leg.a, &course->leg.b};
    double now = 0;
    double then = 0;
    for (int32_t i = 0; i < 2; i++) {
        if (both[i]->move == 0 && both[i]->turn == 0) continue;
        now = max2(now, fabs(both[i]->offset));
        then = max2(then, fabs(both[i]->offset + course->sense * time));
    }
    return now > 8 * then;
}

const GrazeLeg* graze_course_leg(GrazeCourse* course, double time)
{
    GrazeLeg* leg = &course->leg;
    if (course->has_leg && time >= leg->from && time < leg->to) return leg;
    double from = -INFINITY;
    double to = INFINITY;
    bool is_later = course->sense > 0;
    double t = course->sense * time;
    find_track(course->a, course->base, t, is_later, &leg->a, &from, &to);
    find_track(course->b, course->base, t, is_later, &leg->b, &from, &to);
    leg->from = is_later ? from : -to;
    leg->to = is_later ? to : -from;
    leg->reach = (double)course->a->shape->radius + (double)course->b->shape->radius;
    course->has_leg = true;
    return leg;
}

void graze_poly_about(const double* c, int32_t degree, double s, double* out)
{
    out[0] = degree == 1 ? c[1] * s : 0;
    out[1] = c[1];
    if (degree <= 1) return;
    for (int32_t k = 1; k <= degree; k++)
        out[k] = c[k];
    for (int32_t k = 0; k < degree; k++) {
        for (int32_t j = degree - 1; j >= k; j--)
            out[j] += s * out[j + 1];
    }
}

/* Polynomials of one body about an instant; the constant terms of x and y are without the piece's own. */
typedef struct {
    double x[GRAZE_PIECE_TERMS], y[GRAZE_PIECE_TERMS], theta[GRAZE_PIECE_TERMS];
    double size; /* of all terms of a vertex' place, the piece's constant ones left out */
} Expansion;

/* How far a polynomial has gone at s: its constant term, which can be far away, must not round it. */
static double way_of(const double* c, double s)
{
    double sum = c[GRAZE_PIECE_TERMS - 1];
    for (int32_t k = GRAZE_PIECE_TERMS - 2; k >= 1; k--)
        sum = sum * s + c[k];
    return sum * s;
}

static double size_of_way(const double* c, double s)
{
    double sum = fabs(c[GRAZE_PIECE_TERMS - 1]);
    for (int32_t k = GRAZE_PIECE_TERMS - 2; k >= 1; k--)
        sum = sum * fabs(s) + fabs(c[k]);
    return sum * fabs(s);
}

/*
 * A place errs by the roundings of Horner's rule, 10 u of its terms, and by those of s = t + offset, 5 u of them
 * (degree times u) and u |offset| times the speed; a heading alike, and by 2 u for its sine and cosine, times the
 * radius.
 */
static void expand(const GrazeTrack* track, double t, Expansion* out)
{
    const GrazePiece* piece = track->piece;
    double s = track->is_held ? track->held : t + track->offset;
    double moved = 0;
    double turned;
    if (track->is_held) {
        out->x[0] = way_of(piece->x, s);
        out->y[0] = way_of(piece->y, s);
        out->theta[0] = graze_poly(piece->theta, s);
        moved = size_of_way(piece->x, s) + size_of_way(piece->y, s);
        turned = graze_poly_size(piece->theta, s);
    } else {
        graze_poly_about(piece->x, track->move, s, out->x);
        graze_poly_about(piece->y, track->move, s, out->y);
        graze_poly_about(piece->theta, track->turn, s, out->theta);
        out->theta[0] += piece->theta[0];
        turned = fabs(out->theta[0]);
        double power = 1;
        double terms = fabs(s);
        for (int32_t k = 1; k <= max2_int(track->move, track->turn); k++) {
            double rate =
                fabs(piece->x[k]) + fabs(piece->y[k]) + track->radius * fabs(piece->theta[k]);
            moved += rate * power * (terms + k * fabs(track->offset));
            power *= terms;
        }
    }
    out->size = moved + fabs(piece->pivot_x) + fabs(piece->pivot_y) + track->radius * (1 + turned);
}

/* No terms beyond a body's own degree. */
static void clear(Expansion* of, int32_t own, int32_t degree)
{
    for (int32_t k = own + 1; k <= degree; k++) {
        of->x[k] = 0;
        of->y[k] = 0;
    }
}

/* How far a body that moves uniformly has gone, in x, y and heading; and what expand calls the size. */
typedef struct {
    double x, y, theta, size;
} Advance;

HOT Advance advance(const GrazeTrack* track, double t)
{
    const GrazePiece* piece = track->piece;
    double s = t + track->offset;
    double theta = piece->theta[1] * s + piece->theta[0];
    double rate = fabs(piece->x[1]) + fabs(piece->y[1]) + track->radius * fabs(piece->theta[1]);
    double size = rate * (fabs(s) + fabs(track->offset)) + fabs(piece->pivot_x) +
                  fabs(piece->pivot_y) + track->radius * (1 + fabs(theta));
    return (Advance){piece->x[1] * s, piece->y[1] * s, theta, size};
}

/* What graze_instant_place does, for what is asked for most. */
HOT void place_uniform(const GrazeCourse* course, double time, GrazeInstant* out)
{
    const GrazeTrack* a = &course->leg.a;
    const GrazeTrack* b = &course->leg.b;
    const GrazePiece* p = a->piece;
    const GrazePiece* q = b->piece;
    Advance of_a = advance(a, course->sense * time);
    Advance of_b = advance(b, course->sense * time);
    out->time = time;
    out->move = 1;
    out->turn = 1;
    out->x[0] = of_b.x - of_a.x + (q->x[0] - p->x[0]);
    out->y[0] = of_b.y - of_a.y + (q->y[0] - p->y[0]);
    out->x[1] = course->sense * (q->x[1] - p->x[1]);
    out->y[1] = course->sense * (q->y[1] - p->y[1]);
    out->turn_a[0] = of_a.theta;
    out->turn_b[0] = of_b.theta;
    out->turn_a[1] = course->sense * p->theta[1];
    out->turn_b[1] = course->sense * q->theta[1];
    out->error = GRAZE_MOTION_ERROR *
                 (of_a.size + of_b.size + fabs(out->x[0]) + fabs(out->y[0]) + course->leg.reach);
}

void graze_instant_place(const GrazeCourse* course, double time, GrazeInstant* out)
{
    if (graze_is_uniform(&course->leg.a) && graze_is_uniform(&course->leg.b)) {
        place_uniform(course, time, out);
        return;
    }
    const GrazeLeg* leg = &course->leg;
    double t = course->sense * time;
    Expansion a;
    Expansion b;
    expand(&leg->a, t, &a);
    expand(&leg->b, t, &b);
    out->time = time;
    out->move = max2_int(leg->a.move, leg->b.move);
    out->turn = max2_int(leg->a.turn, leg->b.turn);
    clear(&a, leg->a.move, out->move);
    clear(&b, leg->b.move, out->move);
    double sign = 1;
    for (int32_t k = 0; k <= out->move; k++) {
        out->x[k] = sign * (b.x[k] - a.x[k]);
        out->y[k] = sign * (b.y[k] - a.y[k]);
        sign *= course->sense;
    }
    out->x[0] += leg->b.piece->x[0] - leg->a.piece->x[0];
    out->y[0] += leg->b.piece->y[0] - leg->a.piece->y[0];
    sign = 1;
    for (int32_t k = 0; k <= out->turn; k++) {
        out->turn_a[k] = k <= leg->a.turn ? sign * a.theta[k] : 0;
        out->turn_b[k] = k <= leg->b.turn ? sign * b.theta[k] : 0;
        sign *= course->sense;
    }
    out->error =
        GRAZE_MOTION_ERROR * (a.size + b.size + fabs(out->x[0]) + fabs(out->y[0]) + leg->reach);
}

/* The pose of the body's origin, its pivot being at (x, y). */
HOT GrazePose pose_of(const GrazeTrack* track, double x, double y, double sin, double cos)
{
    GrazeVec arm = vec_rotate(vec(track->piece->pivot_x, track->piece->pivot_y), cos, sin);
    return (GrazePose){x - arm.x, y - arm.y, cos, sin};
}

void graze_instant_pose(const GrazeLeg* leg, GrazeInstant* at)
{
    double headings[2] = {at->turn_a[0], at->turn_b[0]};
    double sin[2];
    double cos[2];
    graze_sincos_two(headings, sin, cos);
    graze_instant_turn(leg, at, sin, cos);
}

void graze_instant_turn(const GrazeLeg* leg, GrazeInstant* at, const double* sin, const double* cos)
{
    at->pose_a = pose_of(&leg->a, 0, 0, sin[0], cos[0]);
    at->pose_b = pose_of(&leg->b, at->x[0], at->y[0], sin[1], cos[1]);
}

void graze_instant(const GrazeCourse* course, double time, GrazeInstant* out)
{
    graze_instant_place(course, time, out);
    graze_instant_pose(&course->leg, out);
}

GrazeVec graze_instant_home(const GrazeCourse* course, const GrazeInstant* at)
{
    const GrazeTrack* a = &course->leg.a;
    double s = a->is_held ? a->held : course->sense * at->time + a->offset;
    return vec(graze_poly(a->piece->x, s), graze_poly(a->piece->y, s));
}

void graze_poly_rates(const double* c, int32_t degree, double span, double* first, double* second)
{
    double one = 0;
    double two = 0;
    for (int32_t k = degree; k >= 1; k--) {
        one = one * span + k * fabs(c[k]);
        if (k >= 2) two = two * span + k * (k - 1) * fabs(c[k]);
    }
    *first = one;
    *second = two;
}

void graze_rates(const GrazeInstant* at, double span, GrazeRates* out)
{
    double x1;
    double x2;
    double y1;
    double y2;
    graze_poly_rates(at->x, at->move, span, &x1, &x2);
    graze_poly_rates(at->y, at->move, span, &y1, &y2);
    out->speed = sqrt(x1 * x1 + y1 * y1);
    out->acceleration = at->move > 1 ? sqrt(x2 * x2 + y2 * y2) : 0;
    double seen[GRAZE_PIECE_TERMS];
    for (int32_t k = 0; k <= at->turn; k++)
        seen[k] = at->turn_b[k] - at->turn_a[k];
    graze_poly_rates(at->turn_a, at->turn, span, &out->turn_a, &out->twist_a);
    graze_poly_rates(at->turn_b, at->turn, span, &out->turn_b, &out->twist_b);
    graze_poly_rates(seen, at->turn, span, &out->turn_ab, &out->twist_ab);
}

/* Of two factors by coefficients: out += sign * p q, degrees m and n. */
static void add_product(const double* p, int32_t m, const double* q, int32_t n, double sign,
                        double* out)
{
    for (int32_t i = 0; i <= m; i++) {
        for (int32_t j = 0; j <= n; j++)
            out[i + j] += sign * p[i] * q[j];
    }
}

/* The derivative of a polynomial of that degree, times `factor`; one of degree 0 has 0. */
static void derive(const double* c, int32_t degree, double factor, double* out)
{
    out[0] = 0;
    for (int32_t k = 1; k <= degree; k++)
        out[k - 1] = factor * k * c[k];
}

/* Both bodies move uniformly, or stand: w and d' do not change. */
static void see_uniform(const GrazeInstant* at, double turn, GrazeSeenAcceleration* out)
{
    double vx = at->move > 0 ? at->x[1] : 0;
    double vy = at->move > 0 ? at->y[1] : 0;
    double square = turn * turn;
    out->degree = at->move;
    out->x[0] = 2 * turn * vy - square * at->x[0];
    out->y[0] = -2 * turn * vx - square * at->y[0];
    out->x[1] = -square * vx;
    out->y[1] = -square * vy;
}

void graze_seen_acceleration(const GrazeInstant* at, const double* heading,
                             GrazeSeenAcceleration* out)
{
    int32_t move = at->move;
    int32_t turn = at->turn;
    if (move <= 1 && turn <= 1) {
        see_uniform(at, turn > 0 ? heading[1] : 0, out);
        return;
    }
    double w[GRAZE_PIECE_TERMS] = {0};
    double twist[GRAZE_PIECE_TERMS] = {0};
    double twice[GRAZE_PIECE_TERMS] = {0};
    double square[2 * GRAZE_PIECE_TERMS] = {0};
    double along[GRAZE_PIECE_TERMS] = {0};
    int32_t m = max2_int(turn - 1, 0);
    derive(heading, turn, 1, w);
    derive(w, m, 1, twist);
    add_product(w, m, w, m, 1, square);
    out->degree = 2 * m + move;
    for (int32_t k = 0; k <= out->degree; k++)
        out->x[k] = out->y[k] = 0;
    for (int32_t k = 2; k <= move; k++) {
        out->x[k - 2] = k * (k - 1) * at->x[k];
        out->y[k - 2] = k * (k - 1) * at->y[k];
    }
    /* J (x, y) = (-y, x). */
    derive(at->y, move, 2, twice);
    add_product(w, m, twice, max2_int(move - 1, 0), 1, out->x);
    derive(at->x, move, 2, along);
    add_product(w, m, along, max2_int(move - 1, 0), -1, out->y);
    add_product(twist, max2_int(m - 1, 0), at->y, move, 1, out->x);
    add_product(twist, max2_int(m - 1, 0), at->x, move, -1, out->y);
    add_product(square, 2 * m, at->x, move, -1, out->x);
    add_product(square, 2 * m, at->y, move, -1, out->y);
}

double graze_poly_most(const double* c, int32_t degree, double span)
{
    double sum = fabs(c[degree]);
    for (int32_t k = degree - 1; k >= 0; k--)
        sum = sum * span + fabs(c[k]);
    return sum;
}

double graze_seen_most(const GrazeSeenAcceleration* seen, const GrazeInstant* at,
                       const GrazeRates* rates, double turn, double twist, double span)
{
    double x = graze_poly_most(seen->x, seen->degree, span);
    double y = graze_poly_most(seen->y, seen->degree, span);
    double far = sqrt(at->x[0] * at->x[0] + at->y[0] * at->y[0]) + rates->speed * span;
    double terms = rates->acceleration + 2 * turn * rates->speed + (turn * turn + twist) * far;
    double most = sqrt(x * x + y * y) + GRAZE_SLOPE_ERROR * terms;
    /* Turns of 1e7 in next to no time have products that are no numbers. */
    return most <= DBL_MAX ? most : INFINITY;
}
