#include "path.h"

#include "../base/trig.h"
#include "../motion/relative_motion.h"
#include "../static/shape/bounds.h"
#include "../tolerance.h"

#include <float.h>

/*
 * The boxes of a body along its motion.
 *
 * Let V(t) be the position of any of its points, D the length of a step, and L(t) the straight line
 * from V at the step's beginning to V at its end. If |V''| <= M in between, |V - L| <= M D^2 / 8 in
 * that coordinate: V - L is 0 at both ends, and g = V - L + M (t - t0)(t1 - t) / 2, with g'' = V''
 * - M <= 0, is concave, so not below 0; likewise from above; and (t - t0)(t1 - t) <= D^2 / 4. With
 * P the pivot's position, w and alpha the first and second derivatives of the angle and R the
 * vertex' distance from the pivot, |V''| is at most |P''| + (w^2 + |alpha|) R. For the rotation
 * alone, V - L is a difference of two points of the disc of radius R, so at most 2 R however fast
 * it spins. The bound of |V - L| is the deviation of the step.
 *
 * The second derivative of a polynomial of degree n is off by under 3 n u of the magnitudes of its
 * terms, so the deviation by 3 n u n (n - 1) (D / T)^2 / 8 of those of the position, where T is the
 * duration of the piece: for n = 7 and D <= 0.7 T that is 54 u, less than the errors of both samples.
 * For longer steps, M is at least 2^-17 of the magnitudes of its terms: of all polynomials of degree
 * 5, Chebyshev's is the smallest on that much of [0, T]. So the error is less than the 2^-20 of itself
 * by which a deviation is enlarged.
 *
 * A knot at time t between two pieces offsets the body from L by V(t) - L(t), computed below for
 * all points at once, and between knots the body deviates from the line between those by its
 * deviation there: together at most the greater offset of the two knots plus the deviation. A
 * motion that begins or ends within a step has a knot there and rests beyond it.
 *
 * An inflation r(t) adds to the reach along every direction, and to the deviation what it exceeds
 * the line between its values at the ends by: at most the largest |r''| times D^2 / 8, or the
 * largest |r'| times the moving part of the step if the motion begins or ends within it.
 *
 * So the box of both ends, grown by the deviation, contains all of the step; and for two bodies and
 * a direction u the gap between their points at any time of the step is at least the lesser of the
 * gaps at its ends minus both deviations.
 */

/* ---- clock ---- */

GrazeStatus graze_clock_check(const GrazeClock* clock)
{
    double sum = clock->t0 - clock->t0 + (clock->t1 - clock->t1);
    sum += clock->step - clock->step + (clock->x - clock->x) + (clock->y - clock->y);
    if (sum != 0) return GRAZE_E_NOT_FINITE;
    if (!(clock->t1 > clock->t0)) return GRAZE_E_OUT_OF_ORDER;
    bool is_near = max2(fabs(clock->t0), fabs(clock->t1)) <= GRAZE_MAX_MAGNITUDE &&
                   max2(fabs(clock->x), fabs(clock->y)) <= GRAZE_MAX_POSITION;
    /* The step must be large enough to change the times at the end of the clock. */
    double min_step = 4 * DBL_EPSILON * max2(fabs(clock->t0), fabs(clock->t1));
    bool is_step = clock->step > min_step && clock->step <= GRAZE_MAX_MAGNITUDE &&
                   (clock->t1 - clock->t0) / clock->step <= GRAZE_MAX_STEPS;
    bool is_valid = is_near && is_step && graze_clock_steps(clock) <= GRAZE_MAX_STEPS;
    return is_valid ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

double graze_clock_time(const GrazeClock* clock, int32_t i)
{
    return clock->t0 + i * clock->step;
}

int32_t graze_clock_step_at(const GrazeClock* clock, double time)
{
    int32_t i = (int32_t)((time - clock->t0) / clock->step);
    i += graze_clock_time(clock, i + 1) <= time;
    i -= graze_clock_time(clock, i) > time;
    int32_t last_step = graze_clock_steps(clock) - 1;
    return i < last_step ? i : last_step;
}

/*
 * Returns the first step that begins at or after `time`. The quotient has an error of less than
 * half a step (graze_clock_check ensures this) and is truncated to an integer, so it is not past
 * that step.
 */
static int32_t first_step_from(const GrazeClock* clock, double time)
{
    int32_t i = (int32_t)((time - clock->t0) / clock->step);
    i += graze_clock_time(clock, i) < time;
    i += graze_clock_time(clock, i) < time;
    return i;
}

int32_t graze_clock_steps(const GrazeClock* clock)
{
    return first_step_from(clock, clock->t1);
}

void graze_clock_moving_steps(const GrazeClock* clock, double begin, double end, GrazeEnding before,
                              GrazeEnding after, int32_t* first, int32_t* last)
{
    int32_t count = graze_clock_steps(clock);
    double clock_end = graze_clock_time(clock, count);
    *first = begin <= clock->t0   ? 0
             : begin >= clock_end ? count
                                  : graze_clock_step_at(clock, begin);
    *last = end <= clock->t0 ? 0 : end >= clock_end ? count : first_step_from(clock, end);
    if (begin == end) *last = *first;
    bool is_appearing = before == GRAZE_VANISH && graze_clock_time(clock, *first) == begin;
    bool is_vanishing = after == GRAZE_VANISH && end >= clock->t0 &&
                        (begin == end || graze_clock_time(clock, *last) == end);
    *first -= is_appearing && *first > 0;
    *last += is_vanishing && *last < count;
}

/* ---- samples ---- */

/*
 * Returns the error bound of a sample of a piece: GRAZE_MOTION_ERROR times the magnitudes of all
 * terms of a sample. The error of the cosine of an angle is relative to 1, however near 0 the angle
 * is: so the extent counts in full, unless the angle is always 0.
 */
static double sample_error(const GrazePath* path, GrazePieceView piece)
{
    double s = piece_t1(piece) - piece_t0(piece);
    double extent = path->body.shape->extent;
    double turned = graze_poly_magnitude(piece_angle(piece), piece.terms, s);
    double arms = fabs(piece_pivot_x(piece)) + fabs(piece_pivot_y(piece));
    double terms = graze_poly_magnitude(piece_x(piece), piece.terms, s) + fabs(path->clock.x) +
                   graze_poly_magnitude(piece_y(piece), piece.terms, s) + fabs(path->clock.y) +
                   arms;
    terms += turned * (arms + extent) + (turned > 0 ? extent : 0);
    terms += graze_inflation_bound(&path->body);
    return GRAZE_MOTION_ERROR * terms;
}

/* Computes the pose of the body relative to the clock's point, s after the piece's beginning, with
   this cosine and sine. */
static void pose_in_piece(const GrazePath* path, GrazePieceView piece, double s, double cos,
                          double sin, GrazePose* pose)
{
    GrazeVec arm = vec_rotate(piece_pivot(piece), cos, sin);
    pose->cos = cos;
    pose->sin = sin;
    pose->x = (graze_poly(piece_x(piece), piece.terms, s) - path->clock.x) - arm.x;
    pose->y = (graze_poly(piece_y(piece), piece.terms, s) - path->clock.y) - arm.y;
}

static void angle_in_piece(GrazePieceView piece, double s, double* cos, double* sin)
{
    double angle = graze_poly(piece_angle(piece), piece.terms, s);
    *cos = 1;
    *sin = 0;
    if (angle != 0) graze_sincos(angle, sin, cos);
}

static void sample_piece(const GrazePath* path, GrazePieceView piece, double s, GrazePose* pose)
{
    double cos;
    double sin;
    angle_in_piece(piece, s, &cos, &sin);
    pose_in_piece(path, piece, s, cos, sin, pose);
}

static double piece_time(GrazePieceView piece, double time)
{
    return clamp(time, piece_t0(piece), piece_t1(piece)) - piece_t0(piece);
}

static void write_sample(const GrazePath* path, int32_t i, const GrazePose* pose, double time,
                         double error)
{
    double inflation = graze_inflation_at(&path->body, time);
    GrazeBounds bounds = graze_bounds(path->body.shape, pose, inflation + error);
    graze_box_write(&path->sample_boxes, i, bounds.sides);
}

/* ---- deviations ---- */

/* Derivatives of a polynomial, each with its own coefficients. */
typedef struct {
    int32_t degree;
    double derivative[GRAZE_PIECE_TERMS][GRAZE_PIECE_TERMS];
} Derivatives;

/* A piece, with the values that its samples and deviations need. */
typedef struct {
    GrazePieceView piece; /* with `terms` 0 while the cache is empty */
    Derivatives x, y, angle;
    double radius, error;
    double cos, sin; /* for a constant angle */
} PieceCache;

static void differentiate(const double* c, int32_t terms, Derivatives* out)
{
    out->degree = graze_poly_degree(c, terms);
    /* The derivatives do not use the constant term. */
    for (int32_t i = 1; i <= out->degree; i++)
        out->derivative[0][i] = c[i];
    for (int32_t k = 1; k <= out->degree; k++) {
        for (int32_t i = 0; i + k <= out->degree; i++)
            out->derivative[k][i] = out->derivative[k - 1][i + 1] * (i + 1);
    }
}

static void load_piece(const GrazePath* path, GrazePieceView piece, PieceCache* out)
{
    bool is_loaded = out->piece.terms != 0;
    if (is_loaded && out->piece.record == piece.record) return;
    bool is_near = is_loaded && piece_pivot_x(out->piece) == piece_pivot_x(piece) &&
                   piece_pivot_y(out->piece) == piece_pivot_y(piece);
    if (!is_near) {
        out->radius =
            graze_radius_about(path->body.shape, piece_pivot_x(piece), piece_pivot_y(piece));
    }
    differentiate(piece_x(piece), piece.terms, &out->x);
    differentiate(piece_y(piece), piece.terms, &out->y);
    differentiate(piece_angle(piece), piece.terms, &out->angle);
    out->error = sample_error(path, piece);
    out->piece = piece;
    if (out->angle.degree == 0) angle_in_piece(piece, 0, &out->cos, &out->sin);
}

/* Returns the absolute value of derivative k at s. */
static double derivative_magnitude(const Derivatives* derivatives, int32_t k, double s)
{
    const double* c = derivatives->derivative[k];
    double sum = c[derivatives->degree - k];
    for (int32_t i = derivatives->degree - k - 1; i >= 0; i--)
        sum = sum * s + c[i];
    return fabs(sum);
}

/*
 * Returns an upper bound of |f| over [s, e], where f is derivative k: the maximum of the line
 * between its values at the ends, plus its deviation from that line, which the second derivative of
 * f bounds as above. The last of these derivatives, of degree 0 or 1, has its maximum at an end.
 */
static double derivative_bound(const Derivatives* derivatives, int32_t k, double s, double e)
{
    double deviation = (e - s) * (e - s) / 8;
    double bound = 0;
    if (derivatives->degree < k) return 0;
    for (int32_t m = k + (derivatives->degree - k) / 2 * 2; m >= k; m -= 2)
        bound =
            max2(derivative_magnitude(derivatives, m, s), derivative_magnitude(derivatives, m, e)) +
            bound * deviation;
    return bound;
}

/* Returns the deviation of a piece over [s, e]. */
static GrazeVec piece_deviation(const PieceCache* derivatives, double s, double e)
{
    double eighth = (e - s) * (e - s) / 8;
    /* The rate is multiplied by the step before it is squared, because the square of the rate alone
       can be out of range. */
    double turn = derivative_bound(&derivatives->angle, 1, s, e) * (e - s);
    double angular_acceleration = derivative_bound(&derivatives->angle, 2, s, e);
    double rotation_deviation =
        (turn * turn / 8 + angular_acceleration * eighth) * derivatives->radius;
    if (!(rotation_deviation < 2 * derivatives->radius))
        rotation_deviation = 2 * derivatives->radius;
    return vec(derivative_bound(&derivatives->x, 2, s, e) * eighth + rotation_deviation,
               derivative_bound(&derivatives->y, 2, s, e) * eighth + rotation_deviation);
}

/*
 * Returns a bound of the distance of points of the body at `knot` from the line between the two
 * ends of the step, at `fraction` of the step: the origin's offset, plus that of the rotation,
 * which takes v to M v with M = knot's - line's (cos, -sin; sin, cos).
 */
static GrazeVec knot_offset(const GrazePath* path, const GrazePose ends[2], double fraction,
                            const GrazePose* knot)
{
    const GrazePose* p = &ends[0];
    const GrazePose* q = &ends[1];
    double cos = knot->cos - (p->cos + fraction * (q->cos - p->cos));
    double sin = knot->sin - (p->sin + fraction * (q->sin - p->sin));
    double turned = (fabs(cos) + fabs(sin)) * path->body.shape->extent;
    return vec(fabs(knot->x - (p->x + fraction * (q->x - p->x))) + turned,
               fabs(knot->y - (p->y + fraction * (q->y - p->y))) + turned);
}

static GrazeVec max_components(GrazeVec p, GrazeVec q)
{
    return vec(max2(p.x, q.x), max2(p.y, q.y));
}

/* Returns a bound of the jump of the body where a piece ends and the next begins, for pivots at its
   origin; it needs no sine. */
static double piece_jump(const GrazePath* path, GrazePieceView piece, GrazePieceView next)
{
    double s = piece_t1(piece) - piece_t0(piece);
    double turned = fabs(piece_angle(next)[0] - graze_poly(piece_angle(piece), piece.terms, s));
    return fabs(piece_x(next)[0] - graze_poly(piece_x(piece), piece.terms, s)) +
           fabs(piece_y(next)[0] - graze_poly(piece_y(piece), piece.terms, s)) +
           2 * turned * path->body.shape->extent;
}

static bool has_origin_pivot(GrazePieceView piece)
{
    return piece_pivot_x(piece) == 0 && piece_pivot_y(piece) == 0;
}

/* Returns a bound of the offset of the end of piece k from the line, in a step that ends with or in
   a later piece. */
static GrazeVec offset_at_end(const GrazePath* path, int32_t k, const double t[2],
                              const GrazePose ends[2])
{
    GrazePieceView piece = graze_piece_at(&path->body, k);
    /* A piece that ends there is considered only if another piece follows it. */
    if (piece_t1(piece) == t[1] && graze_piece_end(&path->body, k + 1) > t[1]) {
        GrazePieceView next = graze_piece_at(&path->body, k + 1);
        if (has_origin_pivot(piece) && has_origin_pivot(next)) {
            double jump = piece_jump(path, piece, next);
            return vec(jump, jump);
        }
    }
    GrazePose knot;
    double time = clamp(piece_t1(piece), t[0], t[1]);
    sample_piece(path, piece, piece_t1(piece) - piece_t0(piece), &knot);
    return knot_offset(path, ends, (time - t[0]) / (t[1] - t[0]), &knot);
}

/*
 * Returns the deviation in the step from t[0] to t[1], in which the body follows pieces k to `end`.
 */
static GrazeVec step_deviation(const GrazePath* path, int32_t k, int32_t end, const double t[2],
                               const GrazePose ends[2], PieceCache* cache)
{
    GrazeVec max_deviation = vec(0, 0);
    for (; k <= end; k++) {
        GrazePieceView piece = graze_piece_at(&path->body, k);
        double from = clamp(t[0], piece_t0(piece), piece_t1(piece));
        double to = clamp(t[1], piece_t0(piece), piece_t1(piece));
        /* A piece that begins at the step's end counts in the next step. */
        if (k == end && from == t[1]) break;
        load_piece(path, piece, cache);
        GrazeVec deviation = piece_deviation(cache, from - piece_t0(piece), to - piece_t0(piece));
        GrazeVec offset = vec(0, 0);
        if (from > t[0]) {
            GrazePose knot;
            sample_piece(path, piece, from - piece_t0(piece), &knot);
            offset = knot_offset(path, ends, (from - t[0]) / (t[1] - t[0]), &knot);
        }
        if (to < t[1] || k < end) offset = max_components(offset, offset_at_end(path, k, t, ends));
        deviation = vec_add(deviation, offset);
        /* The error of a sample of this piece is added. */
        max_deviation = max_components(max_deviation,
                                       vec(deviation.x + cache->error, deviation.y + cache->error));
    }
    return max_deviation;
}

/* Returns the deviation of the inflation in the step from t[0] to t[1]. */
static double inflation_deviation(const GrazePath* path, const Derivatives* inflation,
                                  const double t[2])
{
    const GrazeMovingBody* body = &path->body;
    double begin = graze_motion_begin(body);
    double end = graze_motion_end(body);
    double from = clamp(t[0], begin, end);
    double to = clamp(t[1], begin, end);
    double s = from - begin;
    double e = to - begin;
    if (from > t[0] || to < t[1]) return derivative_bound(inflation, 1, s, e) * (e - s);
    return derivative_bound(inflation, 2, s, e) * ((e - s) * (e - s) / 8);
}

/* ---- construction ---- */

/* Returns a deviation enlarged by its own rounding errors and by the errors of the samples at both
   ends. It is never 0, so a gap of 0 never exceeds it. */
static float round_deviation(double deviation, double error)
{
    return float_round_up((deviation + 2 * error + FLT_MIN) * (1 + 0x1p-20));
}

static void sample_step(GrazePath* path, GrazePieceView piece, double time, int32_t i,
                        PieceCache* cache, GrazePose* out)
{
    double s = piece_time(piece, time);
    load_piece(path, piece, cache);
    if (cache->angle.degree == 0) {
        pose_in_piece(path, piece, s, cache->cos, cache->sin, out);
    } else {
        sample_piece(path, piece, s, out);
    }
    path->error = max2(path->error, cache->error);
    write_sample(path, i, out, time, cache->error);
}

/* Joins the box of the body while it stays to the sample there: at pieces of zero length a motion
   may jump a little. */
static void include_stay(GrazePath* path, GrazePieceView piece, double s, int32_t i,
                         PieceCache* cache)
{
    float box[SIDES];
    float stay_box[SIDES];
    GrazePose pose;
    graze_box_read(&path->sample_boxes, i, box);
    sample_step(path, piece, piece_t0(piece) + s, i, cache, &pose);
    graze_box_read(&path->sample_boxes, i, stay_box);
    graze_box_join(box, stay_box);
    graze_box_write(&path->sample_boxes, i, box);
}

static void write_deviations(GrazePath* path)
{
    const GrazeMovingBody* mover = &path->body;
    PieceCache cache = {.piece = {.terms = 0}};
    Derivatives inflation;
    if (mover->inflation != NULL)
        differentiate(mover->inflation, GRAZE_INFLATION_TERMS, &inflation);
    double t[2] = {graze_clock_time(&path->clock, path->first_step), 0};
    int32_t k = 0;
    path->error = 0;
    while (k < mover->count - 1 && graze_piece_end(mover, k) <= t[0])
        k++;
    GrazePieceView first_piece = graze_piece_at(mover, k);
    sample_step(path, first_piece, t[0], path->first_step, &cache, &path->poses[0]);
    for (int32_t i = path->first_step; i < path->end_step; i++) {
        const GrazePose* ends = &path->poses[i - path->first_step];
        double error = cache.error;
        t[1] = graze_clock_time(&path->clock, i + 1);
        int32_t end = k;
        while (end < mover->count - 1 && graze_piece_end(mover, end) <= t[1])
            end++;
        GrazePieceView piece = graze_piece_at(mover, end);
        GrazeVec deviation;
        GrazePose* next = &path->poses[i + 1 - path->first_step];
        if (end == k) {
            sample_step(path, piece, t[1], i + 1, &cache, next);
            deviation = step_deviation(path, k, end, t, ends, &cache);
        } else {
            /* The cache still holds the derivatives of the piece with which the step begins. */
            sample_piece(path, piece, piece_time(piece, t[1]), next);
            deviation = step_deviation(path, k, end, t, ends, &cache);
            sample_step(path, piece, t[1], i + 1, &cache, next);
        }
        error = max2(error, cache.error);
        if (mover->inflation != NULL) {
            double more = inflation_deviation(path, &inflation, t);
            deviation = vec(deviation.x + more, deviation.y + more);
        }
        *graze_row_at(&path->deviation, 0, i) = round_deviation(deviation.x, error);
        *graze_row_at(&path->deviation, 1, i) = round_deviation(deviation.y, error);
        t[0] = t[1];
        k = end;
    }
    GrazePieceView origin = graze_piece_at(mover, 0);
    GrazePieceView last = graze_piece_at(mover, mover->count - 1);
    double first = graze_clock_time(&path->clock, path->first_step);
    bool is_instant = path->first_step == path->end_step && piece_t0(origin) == piece_t1(last);
    if (first <= piece_t0(origin)) include_stay(path, origin, 0, path->first_step, &cache);
    if (t[0] >= piece_t1(last) || is_instant) {
        include_stay(path, last, piece_t1(last) - piece_t0(last), path->end_step, &cache);
    }
}

static float float_below(double value)
{
    return -float_round_up(-value);
}

static void write_boxes(GrazePath* path, bool is_cover)
{
    for (int32_t i = path->first_step; i < path->end_step; i++) {
        float box[SIDES];
        float next_box[SIDES];
        double deviation_x = is_cover ? *graze_row_at(&path->deviation, 0, i) : 0;
        double deviation_y = is_cover ? *graze_row_at(&path->deviation, 1, i) : 0;
        graze_box_read(&path->sample_boxes, i, box);
        graze_box_read(&path->sample_boxes, i + 1, next_box);
        graze_box_join(box, next_box);
        float grown[SIDES] = {
            float_below(box[LO_X] - deviation_x), float_below(box[LO_Y] - deviation_y),
            float_round_up(box[HI_X] + deviation_x), float_round_up(box[HI_Y] + deviation_y)};
        graze_box_write(&path->boxes.row[0], i, grown);
    }
    graze_boxes_build_levels(&path->boxes);
}

/* Writes for each step the greatest shift of the boxes from that step on, starting at the last
   step. Differences of float32 are exact in double; differences of infinite values are NaN. */
static void write_box_speeds(GrazePath* path)
{
    double max_shift[2] = {0, 0};
    for (int32_t i = path->end_step - 1; i >= path->first_step; i--) {
        float box[SIDES];
        float next_box[SIDES];
        graze_box_read(&path->boxes.row[0], i, box);
        if (i < path->end_step - 1) {
            graze_box_read(&path->boxes.row[0], i + 1, next_box);
            for (int32_t side = 0; side < SIDES; side++) {
                double* box_speed = &max_shift[side & 1];
                double moved = fabs((double)next_box[side] - box[side]);
                if (!(moved <= *box_speed)) *box_speed = moved < INFINITY ? moved : INFINITY;
            }
        }
        *graze_row_at(&path->box_speed, 0, i) = float_round_up(max_shift[0]);
        *graze_row_at(&path->box_speed, 1, i) = float_round_up(max_shift[1]);
    }
}

/* Returns the width of the row of samples, which are read four at a time, and also one entry
   further on. */
static int32_t sample_width(int32_t width)
{
    return width + GRAZE_FANOUT;
}

size_t graze_path_size(const GrazeMovingBody* mover, const GrazeClock* clock)
{
    int32_t first;
    int32_t last;
    graze_clock_moving_steps(clock, graze_motion_begin(mover), graze_motion_end(mover),
                             mover->before, mover->after, &first, &last);
    int32_t width = graze_boxes_width(first, last);
    size_t entries = SIDES * (size_t)sample_width(width) + 4 * (size_t)width;
    size_t poses = ((size_t)(last - first) + 1) * sizeof(GrazePose);
    return graze_boxes_size(first, last) + entries * sizeof(float) + poses;
}

static float* init_row(GrazeBoxRow* row, const GrazeBoxes* boxes, int32_t width, int32_t rows,
                       float* storage)
{
    *row = (GrazeBoxRow){storage, boxes->row[0].base, width};
    int32_t entries = rows * width;
    for (int32_t k = 0; k < entries; k++)
        storage[k] = 0;
    return storage + entries;
}

void graze_path_init(GrazePath* path, const GrazeMovingBody* mover, const GrazeClock* clock,
                     GrazeBoxesKind kind, void* storage)
{
    const GrazeShape* shape = mover->shape;
    path->body = *mover;
    path->clock = *clock;
    path->tree = NULL;
    graze_clock_moving_steps(clock, graze_motion_begin(mover), graze_motion_end(mover),
                             mover->before, mover->after, &path->first_step, &path->end_step);
    float* next = graze_boxes_init(&path->boxes, path->first_step, path->end_step, storage);
    int32_t width = path->boxes.row[0].width;
    next = init_row(&path->sample_boxes, &path->boxes, sample_width(width), SIDES, next);
    next = init_row(&path->deviation, &path->boxes, width, 2, next);
    next = init_row(&path->box_speed, &path->boxes, width, 2, next);
    path->poses = (GrazePose*)(void*)next;
    for (int32_t side = 0; side < SIDES; side++)
        path->local_box[side] = side < HI_X ? INFINITY : -INFINITY;
    for (int32_t i = 0; i < shape->count; i++) {
        GrazePoint p = shape->vertices[i];
        path->local_box[LO_X] = min2(path->local_box[LO_X], p.x);
        path->local_box[LO_Y] = min2(path->local_box[LO_Y], p.y);
        path->local_box[HI_X] = max2(path->local_box[HI_X], p.x);
        path->local_box[HI_Y] = max2(path->local_box[HI_Y], p.y);
    }
    write_deviations(path);
    write_boxes(path, kind == GRAZE_BOXES_COVER);
    write_box_speeds(path);
}

bool graze_paths_share_clock(const GrazePath* a, const GrazePath* b)
{
    return a->clock.t0 == b->clock.t0 && a->clock.t1 == b->clock.t1 &&
           a->clock.step == b->clock.step && a->clock.x == b->clock.x && a->clock.y == b->clock.y;
}

/* ---- access ---- */

GrazePathState graze_path_state(const GrazePath* path, int32_t i, int32_t* end, float box[SIDES])
{
    bool is_before = i < path->first_step;
    *end = is_before ? path->first_step : i < path->end_step ? path->end_step : INT32_MAX;
    if (!is_before && i < path->end_step) return GRAZE_PATH_MOVING;
    GrazeEnding ending = is_before ? path->body.before : path->body.after;
    if (ending == GRAZE_VANISH) return GRAZE_PATH_ABSENT;
    graze_box_read(&path->sample_boxes, is_before ? path->first_step : path->end_step, box);
    return GRAZE_PATH_STATIC;
}

static int32_t clamp_step(const GrazePath* path, int32_t i)
{
    return i < path->first_step ? path->first_step : i < path->end_step ? i : path->end_step;
}

const GrazePose* graze_path_pose(const GrazePath* path, int32_t i)
{
    return &path->poses[clamp_step(path, i) - path->first_step];
}

void graze_path_sample_box(const GrazePath* path, int32_t i, float box[SIDES])
{
    graze_box_read(&path->sample_boxes, clamp_step(path, i), box);
}

GrazeVec graze_path_deviation(const GrazePath* path, int32_t i)
{
    if (i < path->first_step || i >= path->end_step) return vec(FLT_MIN, FLT_MIN);
    return vec(*graze_row_at(&path->deviation, 0, i), *graze_row_at(&path->deviation, 1, i));
}

void graze_path_box(const GrazePath* path, int32_t i, float box[SIDES])
{
    static const float empty[SIDES] = GRAZE_EMPTY_BOX;
    int32_t end;
    GrazePathState state = graze_path_state(path, i, &end, box);
    if (state == GRAZE_PATH_MOVING) graze_box_read(&path->boxes.row[0], i, box);
    for (int32_t side = 0; side < SIDES && state == GRAZE_PATH_ABSENT; side++)
        box[side] = empty[side];
}

void graze_path_span_box(const GrazePath* path, int32_t from, int32_t end, float box[SIDES])
{
    static const float empty[SIDES] = GRAZE_EMPTY_BOX;
    for (int32_t side = 0; side < SIDES; side++)
        box[side] = empty[side];
    for (int32_t i = from; i < end;) {
        int32_t until;
        float stay_box[SIDES];
        GrazePathState state = graze_path_state(path, i, &until, stay_box);
        if (state == GRAZE_PATH_MOVING) graze_boxes_span(&path->boxes, from, end, box);
        if (state == GRAZE_PATH_STATIC) graze_box_join(box, stay_box);
        i = until < end ? until : end;
    }
}
