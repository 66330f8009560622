#include "path.h"

#include "../base/trig.h"
#include "../motion/track.h"
#include "../shape/bounds.h"
#include "../tolerance.h"

#include <float.h>

/*
 * The boxes of a body along its motion.
 *
 * Let V(t) be the place of any of its points, D the length of a step, and L(t) the straight line from V at the step's
 * beginning to V at its end. Where |V''| <= M in between, |V - L| <= M D^2 / 8 in that coordinate: V - L is 0 at both
 * ends, and g = V - L + M (t - t0)(t1 - t) / 2, of which g'' = V'' - M <= 0, is concave, so not below 0; likewise from
 * above; and (t - t0)(t1 - t) <= D^2 / 4. With P the pivot's place, w and alpha the rates of the heading and R the
 * vertex' distance from the pivot, V'' is at most |P''| + (w^2 + |alpha|) R; of the turn alone, V - L is a difference
 * of two points of the disc of radius R, so at most 2 R however fast it spins.
 *
 * A knot at time t between two pieces has the body off L by V(t) - L(t), computed below for all points at once, and
 * between knots the body is off the line between those by its bulge there: together at most the greater of the two
 * knots' and the bulge. A motion that begins or ends within a step has a knot there and rests beyond.
 *
 * So the box of both ends, grown by the bulge, holds all of the step; and for two bodies and a direction u the gap
 * between their points at any time of the step is at least the lesser of the gaps at its ends less both bulges.
 */

/* ---- the clock ---- */

GrazeStatus graze_clock_check(const GrazeClock* clock)
{
    double sum = clock->start - clock->start + (clock->end - clock->end);
    sum += clock->step - clock->step + (clock->x - clock->x) + (clock->y - clock->y);
    if (sum != 0) return GRAZE_E_NOT_FINITE;
    if (!(clock->end > clock->start)) return GRAZE_E_OUT_OF_ORDER;
    bool is_near = max2(fabs(clock->start), fabs(clock->end)) <= GRAZE_MAX_MAGNITUDE &&
                   max2(fabs(clock->x), fabs(clock->y)) <= GRAZE_MAX_POSITION;
    /* A step that the times at the end cannot tell apart would be no step. */
    double least = 4 * DBL_EPSILON * max2(fabs(clock->start), fabs(clock->end));
    bool is_step = clock->step > least && clock->step <= GRAZE_MAX_MAGNITUDE &&
                   (clock->end - clock->start) / clock->step <= GRAZE_MAX_STEPS;
    bool is_valid = is_near && is_step && graze_clock_steps(clock) <= GRAZE_MAX_STEPS;
    return is_valid ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE;
}

double graze_clock_time(const GrazeClock* clock, int32_t i)
{
    return clock->start + i * clock->step;
}

int32_t graze_clock_step(const GrazeClock* clock, double time)
{
    int32_t i = (int32_t)((time - clock->start) / clock->step);
    i += graze_clock_time(clock, i + 1) <= time;
    i -= graze_clock_time(clock, i) > time;
    int32_t most = graze_clock_steps(clock) - 1;
    return i < most ? i : most;
}

/* The first step that begins at the time or behind it: the quotient, which errs by less than half a step (graze_clock_check sees
   to that) and is cut down to an integer, is none behind it. */
static int32_t step_behind(const GrazeClock* clock, double time)
{
    int32_t i = (int32_t)((time - clock->start) / clock->step);
    i += graze_clock_time(clock, i) < time;
    i += graze_clock_time(clock, i) < time;
    return i;
}

int32_t graze_clock_steps(const GrazeClock* clock)
{
    return step_behind(clock, clock->end);
}

/*
 * The steps in which the body moves. What vanishes at the border of two steps is there at an instant of the further one
 * too, which counts as one in which it moves; and so does that of a motion of an instant.
 */
static void find_steps(const GrazeMover* mover, const GrazeClock* clock, int32_t* first,
                       int32_t* last)
{
    double begin = mover->pieces[0].begin;
    double end = mover->pieces[mover->count - 1].end;
    int32_t count = graze_clock_steps(clock);
    double closing = graze_clock_time(clock, count);
    *first = begin <= clock->start ? 0 : begin >= closing ? count : graze_clock_step(clock, begin);
    *last = end <= clock->start ? 0 : end >= closing ? count : step_behind(clock, end);
    if (begin == end) *last = *first;
    bool comes = mover->before == GRAZE_VANISH && graze_clock_time(clock, *first) == begin;
    bool goes = mover->after == GRAZE_VANISH && end >= clock->start &&
                (begin == end || graze_clock_time(clock, *last) == end);
    *first -= comes && *first > 0;
    *last += goes && *last < count;
}

/* ---- where it is ---- */

/*
 * How far off a sample of a piece can be: GRAZE_MOTION_ERROR of all that goes into one. The cosine of a heading is off by a
 * share of 1, however near 0 the heading: so the extent goes in as it is, but where there is no heading at all.
 */
static double error_of(const GrazePath* path, const GrazePiece* piece)
{
    double s = piece->end - piece->begin;
    double extent = path->mover.shape->extent;
    double turned = graze_poly_size(piece->theta, s);
    double arms = fabs(piece->pivot_x) + fabs(piece->pivot_y);
    double terms = graze_poly_size(piece->x, s) + fabs(path->clock.x) +
                   graze_poly_size(piece->y, s) + fabs(path->clock.y) + arms;
    terms += turned * (arms + extent) + (turned > 0 ? extent : 0);
    return GRAZE_MOTION_ERROR * terms;
}

/* The body's origin from the clock's point, s after the piece's beginning, with this heading. */
static void place(const GrazePath* path, const GrazePiece* piece, double s, double cos, double sin,
                  GrazePose* pose)
{
    GrazeVec arm = vec_rotate(vec(piece->pivot_x, piece->pivot_y), cos, sin);
    pose->cos = cos;
    pose->sin = sin;
    pose->x = (graze_poly(piece->x, s) - path->clock.x) - arm.x;
    pose->y = (graze_poly(piece->y, s) - path->clock.y) - arm.y;
}

static void head(const GrazePiece* piece, double s, double* cos, double* sin)
{
    double theta = graze_poly(piece->theta, s);
    *cos = 1;
    *sin = 0;
    if (theta != 0) graze_sincos(theta, sin, cos);
}

static void sample_piece(const GrazePath* path, const GrazePiece* piece, double s, GrazePose* pose)
{
    double cos;
    double sin;
    head(piece, s, &cos, &sin);
    place(path, piece, s, cos, sin, pose);
}

static double in_piece(const GrazePiece* piece, double time)
{
    return clamp(time, piece->begin, piece->end) - piece->begin;
}

static void write_sample(const GrazePath* path, int32_t i, const GrazePose* pose, double error)
{
    GrazeBounds bounds = graze_bounds(path->mover.shape, pose, error);
    graze_box_write(&path->samples, i, bounds.end);
}

/* ---- how far it bends ---- */

/* A polynomial's derivatives, each with its own coefficients. */
typedef struct {
    int32_t degree;
    double derivative[GRAZE_PIECE_TERMS][GRAZE_PIECE_TERMS];
} Derivatives;

/* A piece, and what its samples and bulges take besides. */
typedef struct {
    const GrazePiece* piece;
    Derivatives x, y, theta;
    double radius, error;
    double cos, sin; /* while it does not turn */
} Bend;

static void derive(const double* c, Derivatives* out)
{
    out->degree = GRAZE_PIECE_TERMS - 1;
    while (out->degree > 0 && c[out->degree] == 0)
        out->degree--;
    /* All that is asked of the polynomial itself is what its derivatives are made of. */
    for (int32_t i = 1; i <= out->degree; i++)
        out->derivative[0][i] = c[i];
    for (int32_t k = 1; k <= out->degree; k++) {
        for (int32_t i = 0; i + k <= out->degree; i++)
            out->derivative[k][i] = out->derivative[k - 1][i + 1] * (i + 1);
    }
}

static void bend_along(const GrazePath* path, const GrazePiece* piece, Bend* out)
{
    if (out->piece == piece) return;
    bool is_near = out->piece != NULL && out->piece->pivot_x == piece->pivot_x &&
                   out->piece->pivot_y == piece->pivot_y;
    if (!is_near) {
        out->radius = graze_radius_about(path->mover.shape, piece->pivot_x, piece->pivot_y);
    }
    derive(piece->x, &out->x);
    derive(piece->y, &out->y);
    derive(piece->theta, &out->theta);
    out->error = error_of(path, piece);
    out->piece = piece;
    if (out->theta.degree == 0) head(piece, 0, &out->cos, &out->sin);
}

/* The size of derivative k at s. */
static double size_at(const Derivatives* of, int32_t k, double s)
{
    const double* c = of->derivative[k];
    double sum = c[of->degree - k];
    for (int32_t i = of->degree - k - 1; i >= 0; i--)
        sum = sum * s + c[i];
    return fabs(sum);
}

/*
 * The most of |f| over [s, e], f the derivative k: that of its line between the ends, and of its bulge, which is as above
 * for the second derivative of f. The last of them, of degree 0 or 1, is no larger than at its ends.
 */
static double most_of(const Derivatives* of, int32_t k, double s, double e)
{
    double bulge = (e - s) * (e - s) / 8;
    double most = 0;
    if (of->degree < k) return 0;
    for (int32_t m = k + (of->degree - k) / 2 * 2; m >= k; m -= 2)
        most = max2(size_at(of, m, s), size_at(of, m, e)) + most * bulge;
    return most;
}

/* The bulge over [s, e] of a piece. */
static GrazeVec bulge_of(const Bend* of, double s, double e)
{
    double share = (e - s) * (e - s) / 8;
    /* Times the step before it is squared: the square of the rate alone can be out of range. */
    double turn = most_of(&of->theta, 1, s, e) * (e - s);
    double twist = most_of(&of->theta, 2, s, e);
    double swing = (turn * turn / 8 + twist * share) * of->radius;
    if (!(swing < 2 * of->radius)) swing = 2 * of->radius;
    return vec(most_of(&of->x, 2, s, e) * share + swing, most_of(&of->y, 2, s, e) * share + swing);
}

/* How far points of the body at `knot` are from the line between the two ends of the step, at the fraction `share` of
   it: the origin's offset, and the turn's, which takes v to M v with M = knot's - line's (cos, -sin; sin, cos). */
static GrazeVec offset_of(const GrazePath* path, const GrazePose ends[2], double share,
                          const GrazePose* knot)
{
    const GrazePose* p = &ends[0];
    const GrazePose* q = &ends[1];
    double cos = knot->cos - (p->cos + share * (q->cos - p->cos));
    double sin = knot->sin - (p->sin + share * (q->sin - p->sin));
    double turned = (fabs(cos) + fabs(sin)) * path->mover.shape->extent;
    return vec(fabs(knot->x - (p->x + share * (q->x - p->x))) + turned,
               fabs(knot->y - (p->y + share * (q->y - p->y))) + turned);
}

static GrazeVec larger_of(GrazeVec p, GrazeVec q)
{
    return vec(max2(p.x, q.x), max2(p.y, q.y));
}

/* By how much the body jumps where a piece ends and the next begins, about its origin: without a sine. */
static double jump_of(const GrazePath* path, const GrazePiece* piece)
{
    const GrazePiece* next = piece + 1;
    double s = piece->end - piece->begin;
    double turned = fabs(next->theta[0] - graze_poly(piece->theta, s));
    return fabs(next->x[0] - graze_poly(piece->x, s)) + fabs(next->y[0] - graze_poly(piece->y, s)) +
           2 * turned * path->mover.shape->extent;
}

static bool turns_about_origin(const GrazePiece* piece)
{
    return piece->pivot_x == 0 && piece->pivot_y == 0;
}

/* How far off the line the end of piece k can be, in a step that ends with or in a later piece. */
static GrazeVec offset_at_end(const GrazePath* path, int32_t k, const double t[2],
                              const GrazePose ends[2])
{
    const GrazePiece* piece = &path->mover.pieces[k];
    /* Of one that ends there it is asked only as there is a next one. */
    bool is_at_end = piece->end == t[1] && piece[1].end > t[1];
    if (is_at_end && turns_about_origin(piece) && turns_about_origin(piece + 1)) {
        double jump = jump_of(path, piece);
        return vec(jump, jump);
    }
    GrazePose knot;
    double time = clamp(piece->end, t[0], t[1]);
    sample_piece(path, piece, piece->end - piece->begin, &knot);
    return offset_of(path, ends, (time - t[0]) / (t[1] - t[0]), &knot);
}

/* The bulge of the step from t[0] to t[1], in which the body follows pieces k to `end`. */
static GrazeVec bulge_of_step(const GrazePath* path, int32_t k, int32_t end, const double t[2],
                              const GrazePose ends[2], Bend* bend)
{
    GrazeVec most = vec(0, 0);
    for (; k <= end; k++) {
        const GrazePiece* piece = &path->mover.pieces[k];
        double from = clamp(t[0], piece->begin, piece->end);
        double to = clamp(t[1], piece->begin, piece->end);
        /* What begins with the step's end bulges in the next one. */
        if (k == end && from == t[1]) break;
        bend_along(path, piece, bend);
        GrazeVec bulge = bulge_of(bend, from - piece->begin, to - piece->begin);
        GrazeVec off = vec(0, 0);
        if (from > t[0]) {
            GrazePose knot;
            sample_piece(path, piece, from - piece->begin, &knot);
            off = offset_of(path, ends, (from - t[0]) / (t[1] - t[0]), &knot);
        }
        if (to < t[1] || k < end) off = larger_of(off, offset_at_end(path, k, t, ends));
        bulge = vec_add(bulge, off);
        /* As far as a sample of this piece can be off. */
        most = larger_of(most, vec(bulge.x + bend->error, bulge.y + bend->error));
    }
    return most;
}

/* ---- making it ---- */

/* Widened for its own roundings and those of the samples at both ends; never 0, so that a gap of 0 is not beyond it. */
static float rounded_bulge(double bulge, double error)
{
    return float_above((bulge + 2 * error + FLT_MIN) * (1 + 0x1p-20));
}

static void sample_step(GrazePath* path, const GrazePiece* piece, double time, int32_t i,
                        Bend* bend, GrazePose* out)
{
    double s = in_piece(piece, time);
    bend_along(path, piece, bend);
    if (bend->theta.degree == 0) {
        place(path, piece, s, bend->cos, bend->sin, out);
    } else {
        sample_piece(path, piece, s, out);
    }
    path->error = max2(path->error, bend->error);
    write_sample(path, i, out, bend->error);
}

/* Joins what a body is while it is held to the sample there: at pieces of no length a motion may jump a little. */
static void join_held(GrazePath* path, const GrazePiece* piece, double s, int32_t i, Bend* bend)
{
    float box[SIDES];
    float held[SIDES];
    GrazePose pose;
    graze_box_read(&path->samples, i, box);
    sample_step(path, piece, piece->begin + s, i, bend, &pose);
    graze_box_read(&path->samples, i, held);
    graze_box_join(box, held);
    graze_box_write(&path->samples, i, box);
}

static void write_bulges(GrazePath* path)
{
    const GrazeMover* mover = &path->mover;
    const GrazePiece* pieces = mover->pieces;
    Bend bend = {.piece = NULL};
    double t[2] = {graze_clock_time(&path->clock, path->first), 0};
    int32_t k = 0;
    path->error = 0;
    while (k < mover->count - 1 && pieces[k].end <= t[0])
        k++;
    sample_step(path, &pieces[k], t[0], path->first, &bend, &path->poses[0]);
    for (int32_t i = path->first; i < path->last; i++) {
        const GrazePose* ends = &path->poses[i - path->first];
        double error = bend.error;
        t[1] = graze_clock_time(&path->clock, i + 1);
        int32_t end = k;
        while (end < mover->count - 1 && pieces[end].end <= t[1])
            end++;
        GrazeVec bulge;
        GrazePose* next = &path->poses[i + 1 - path->first];
        if (end == k) {
            sample_step(path, &pieces[end], t[1], i + 1, &bend, next);
            bulge = bulge_of_step(path, k, end, t, ends, &bend);
        } else {
            /* The derivatives of the piece it begins with are at hand. */
            sample_piece(path, &pieces[end], in_piece(&pieces[end], t[1]), next);
            bulge = bulge_of_step(path, k, end, t, ends, &bend);
            sample_step(path, &pieces[end], t[1], i + 1, &bend, next);
        }
        error = max2(error, bend.error);
        *graze_row_at(&path->bulge, 0, i) = rounded_bulge(bulge.x, error);
        *graze_row_at(&path->bulge, 1, i) = rounded_bulge(bulge.y, error);
        t[0] = t[1];
        k = end;
    }
    const GrazePiece* last = &pieces[mover->count - 1];
    double first = graze_clock_time(&path->clock, path->first);
    bool is_instant = path->first == path->last && pieces[0].begin == last->end;
    if (first <= pieces[0].begin) join_held(path, &pieces[0], 0, path->first, &bend);
    if (t[0] >= last->end || is_instant) {
        join_held(path, last, last->end - last->begin, path->last, &bend);
    }
}

static float below(double value)
{
    return -float_above(-value);
}

static void write_boxes(GrazePath* path, bool is_cover)
{
    for (int32_t i = path->first; i < path->last; i++) {
        float box[SIDES];
        float behind[SIDES];
        double across = is_cover ? *graze_row_at(&path->bulge, 0, i) : 0;
        double up = is_cover ? *graze_row_at(&path->bulge, 1, i) : 0;
        graze_box_read(&path->samples, i, box);
        graze_box_read(&path->samples, i + 1, behind);
        graze_box_join(box, behind);
        float grown[SIDES] = {below(box[LO_X] - across), below(box[LO_Y] - up),
                              float_above(box[HI_X] + across), float_above(box[HI_Y] + up)};
        graze_box_write(&path->boxes.row[0], i, grown);
    }
    graze_boxes_raise(&path->boxes);
}

/* From the last step back. Differences of float32 are exact in double; those of what is beyond it are no numbers. */
static void write_rush(GrazePath* path)
{
    double most[2] = {0, 0};
    for (int32_t i = path->last - 1; i >= path->first; i--) {
        float box[SIDES];
        float behind[SIDES];
        graze_box_read(&path->boxes.row[0], i, box);
        if (i < path->last - 1) {
            graze_box_read(&path->boxes.row[0], i + 1, behind);
            for (int32_t side = 0; side < SIDES; side++) {
                double* rush = &most[side & 1];
                double moved = fabs((double)behind[side] - box[side]);
                if (!(moved <= *rush)) *rush = moved < INFINITY ? moved : INFINITY;
            }
        }
        *graze_row_at(&path->rush, 0, i) = float_above(most[0]);
        *graze_row_at(&path->rush, 1, i) = float_above(most[1]);
    }
}

/* Samples are read four at a time, and from one further on. */
static int32_t sample_width(int32_t width)
{
    return width + GRAZE_FANOUT;
}

size_t graze_path_size(const GrazeMover* mover, const GrazeClock* clock)
{
    int32_t first;
    int32_t last;
    find_steps(mover, clock, &first, &last);
    int32_t width = graze_boxes_width(first, last);
    size_t entries = SIDES * (size_t)sample_width(width) + 4 * (size_t)width;
    size_t poses = ((size_t)(last - first) + 1) * sizeof(GrazePose);
    return graze_boxes_size(first, last) + entries * sizeof(float) + poses;
}

static float* lay_row(GrazeBoxRow* row, const GrazeBoxes* boxes, int32_t width, int32_t rows,
                      float* storage)
{
    *row = (GrazeBoxRow){storage, boxes->row[0].base, width};
    int32_t entries = rows * width;
    for (int32_t k = 0; k < entries; k++)
        storage[k] = 0;
    return storage + entries;
}

void graze_path_init(GrazePath* path, const GrazeMover* mover, const GrazeClock* clock,
                     GrazeBoxesKind kind, void* storage)
{
    const GrazeShape* shape = mover->shape;
    path->mover = *mover;
    path->clock = *clock;
    path->tree = NULL;
    find_steps(mover, clock, &path->first, &path->last);
    float* next = graze_boxes_init(&path->boxes, path->first, path->last, storage);
    int32_t width = path->boxes.row[0].width;
    next = lay_row(&path->samples, &path->boxes, sample_width(width), SIDES, next);
    next = lay_row(&path->bulge, &path->boxes, width, 2, next);
    next = lay_row(&path->rush, &path->boxes, width, 2, next);
    path->poses = (GrazePose*)(void*)next;
    for (int32_t side = 0; side < SIDES; side++)
        path->frame[side] = side < HI_X ? INFINITY : -INFINITY;
    for (int32_t i = 0; i < shape->count; i++) {
        GrazePoint p = shape->vertices[i];
        path->frame[LO_X] = min2(path->frame[LO_X], p.x);
        path->frame[LO_Y] = min2(path->frame[LO_Y], p.y);
        path->frame[HI_X] = max2(path->frame[HI_X], p.x);
        path->frame[HI_Y] = max2(path->frame[HI_Y], p.y);
    }
    write_bulges(path);
    write_boxes(path, kind == GRAZE_BOXES_COVER);
    write_rush(path);
}

bool graze_path_is_along(const GrazePath* a, const GrazePath* b)
{
    return a->clock.start == b->clock.start && a->clock.end == b->clock.end &&
           a->clock.step == b->clock.step && a->clock.x == b->clock.x && a->clock.y == b->clock.y;
}

/* ---- reading it ---- */

GrazePathState graze_path_state(const GrazePath* path, int32_t i, int32_t* end, float box[SIDES])
{
    bool is_before = i < path->first;
    *end = is_before ? path->first : i < path->last ? path->last : INT32_MAX;
    if (!is_before && i < path->last) return GRAZE_PATH_MOVING;
    GrazeEnding ending = is_before ? path->mover.before : path->mover.after;
    if (ending == GRAZE_VANISH) return GRAZE_PATH_ABSENT;
    graze_box_read(&path->samples, is_before ? path->first : path->last, box);
    return GRAZE_PATH_STILL;
}

static int32_t within(const GrazePath* path, int32_t i)
{
    return i < path->first ? path->first : i < path->last ? i : path->last;
}

const GrazePose* graze_path_pose(const GrazePath* path, int32_t i)
{
    return &path->poses[within(path, i) - path->first];
}

void graze_path_sample_box(const GrazePath* path, int32_t i, float box[SIDES])
{
    graze_box_read(&path->samples, within(path, i), box);
}

GrazeVec graze_path_bulge(const GrazePath* path, int32_t i)
{
    if (i < path->first || i >= path->last) return vec(FLT_MIN, FLT_MIN);
    return vec(*graze_row_at(&path->bulge, 0, i), *graze_row_at(&path->bulge, 1, i));
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

void graze_path_span(const GrazePath* path, int32_t from, int32_t end, float box[SIDES])
{
    static const float empty[SIDES] = GRAZE_EMPTY_BOX;
    for (int32_t side = 0; side < SIDES; side++)
        box[side] = empty[side];
    for (int32_t i = from; i < end;) {
        int32_t until;
        float held[SIDES];
        GrazePathState state = graze_path_state(path, i, &until, held);
        if (state == GRAZE_PATH_MOVING) graze_boxes_span(&path->boxes, from, end, box);
        if (state == GRAZE_PATH_STILL) graze_box_join(box, held);
        i = until < end ? until : end;
    }
}
