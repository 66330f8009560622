#include "moving_solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- places */

static void cross(const long double p[3], const long double q[3], long double out[3])
{
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3;
        int j = (k + 2) % 3;
        out[k] = p[i] * q[j] - p[j] * q[i];
    }
}

static long double dot(const long double p[3], const long double q[3])
{
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

static long double value_of(const double* c, long double s)
{
    long double sum = 0;
    for (int k = GRAZE_PIECE_TERMS - 1; k >= 0; k--)
        sum = sum * s + c[k];
    return sum;
}

static long double rate_of(const double* c, long double s)
{
    long double sum = 0;
    for (int k = GRAZE_PIECE_TERMS - 1; k >= 1; k--)
        sum = sum * s + k * (long double)c[k];
    return sum;
}

/* Turns a vector by the quaternion of a piece, and about its axis. */
static void turn_vector(const GrazeSolidPiece* piece, long double angle, long double p[3])
{
    long double axis[3];
    long double u[3];
    long double once[3];
    long double twice[3];
    for (int k = 0; k < 3; k++) {
        axis[k] = piece->axis[k];
        u[k] = piece->quaternion[k];
    }
    long double length = sqrtl(dot(axis, axis));
    long double w = piece->quaternion[3];
    long double square = dot(u, u) + w * w;
    cross(u, p, once);
    cross(u, once, twice);
    for (int k = 0; k < 3; k++) {
        p[k] += 2 * (w * once[k] + twice[k]) / square;
        axis[k] /= length;
    }
    long double along = dot(axis, p);
    cross(axis, p, once);
    for (int k = 0; k < 3; k++)
        p[k] = p[k] * cosl(angle) + once[k] * sinl(angle) + axis[k] * along * (1 - cosl(angle));
}

/* Moves a frame by one link. */
static void move_frame(const GrazeSolidMotion* motion, double t, SolidFrame* frame)
{
    int i = 0;
    while (i + 1 < motion->count && t >= motion->pieces[i].t1)
        i++;
    const GrazeSolidPiece* piece = &motion->pieces[i];
    const double* c[3] = {piece->x, piece->y, piece->z};
    bool is_moving = t >= piece->t0 && t <= piece->t1;
    long double s = (long double)fmax(piece->t0, fmin(piece->t1, t)) - piece->t0;
    long double angle = value_of(piece->angle, s);
    long double rate = is_moving ? rate_of(piece->angle, s) : 0;
    long double axis[3];
    for (int k = 0; k < 3; k++) {
        axis[k] = piece->axis[k];
        frame->at[k] -= piece->pivot[k];
    }
    long double length = sqrtl(dot(axis, axis));
    for (int column = 0; column < 3; column++)
        turn_vector(piece, angle, frame->r + (size_t)3 * (size_t)column);
    turn_vector(piece, angle, frame->at);
    turn_vector(piece, angle, frame->velocity);
    turn_vector(piece, angle, frame->spin);
    for (int k = 0; k < 3; k++)
        axis[k] *= rate / length;
    long double around[3];
    cross(axis, frame->at, around);
    for (int k = 0; k < 3; k++) {
        frame->at[k] += value_of(c[k], s);
        frame->velocity[k] += around[k] + (is_moving ? rate_of(c[k], s) : 0);
        frame->spin[k] += axis[k];
    }
}

static bool exists(const GrazeSolidMotion* motion, double t)
{
    if (motion->before == GRAZE_VANISH && t < motion->pieces[0].t0) return false;
    if (motion->after == GRAZE_VANISH && t > motion->pieces[motion->count - 1].t1) return false;
    return motion->parent == NULL || exists(motion->parent, t);
}

bool solid_frame(const GrazeSolidMotion* motion, const GrazeSolidMotion* base, double t,
                 SolidFrame* out)
{
    memset(out, 0, sizeof *out);
    out->r[0] = out->r[4] = out->r[8] = 1;
    for (const GrazeSolidMotion* m = motion; m != base; m = m->parent)
        move_frame(m, t, out);
    return exists(motion, t);
}

LongPoint solid_frame_point(const SolidFrame* frame, const GrazeSolidPoint* p)
{
    LongPoint out;
    for (int k = 0; k < 3; k++)
        out.at[k] =
            frame->at[k] + frame->r[k] * p->x + frame->r[3 + k] * p->y + frame->r[6 + k] * p->z;
    return out;
}

long double solid_terms(const double* c, long double s)
{
    long double sum = 0;
    for (int k = GRAZE_PIECE_TERMS - 1; k >= 0; k--)
        sum = sum * s + fabsl(c[k]);
    return sum;
}

static long double rate_terms(const double* c, long double s)
{
    long double sum = 0;
    for (int k = GRAZE_PIECE_TERMS - 1; k >= 1; k--)
        sum = sum * s + k * fabsl(c[k]);
    return sum;
}

SolidReach solid_reach(const GrazeSolidMotion* motion, const GrazeSolidMotion* base, double reach)
{
    SolidReach all = {reach, 0, 0};
    for (const GrazeSolidMotion* m = motion; m != base; m = m->parent) {
        SolidReach most = {0, 0, 0};
        for (int32_t i = 0; i < m->count; i++) {
            const GrazeSolidPiece* piece = &m->pieces[i];
            const double* c[3] = {piece->x, piece->y, piece->z};
            long double s = (long double)piece->t1 - piece->t0;
            long double arm = all.size;
            for (int k = 0; k < 3; k++)
                arm += fabsl(piece->pivot[k]);
            long double size = arm;
            long double speed = rate_terms(piece->angle, s) * arm;
            for (int k = 0; k < 3; k++) {
                size += solid_terms(c[k], s);
                speed += rate_terms(c[k], s);
            }
            most.size = fmaxl(most.size, size);
            most.speed = fmaxl(most.speed, speed);
            most.turn = fmaxl(most.turn, solid_terms(piece->angle, s));
        }
        all = (SolidReach){most.size, all.speed + most.speed, all.turn + most.turn};
    }
    return all;
}

/* ---------------------------------------------------------------- input */

/* Writes whole numbers divided by their length, or 1 for the last one if all are 0. */
static void read_unit(Input* input, double* out, int count)
{
    double square = 0;
    int32_t kind = input_below(input, 4);
    for (int k = 0; k < count; k++) {
        out[k] = kind < 2 ? k == (kind == 0 ? count - 1 : 0) : (double)input_int(input, 3);
        square += out[k] * out[k];
    }
    if (square == 0) out[count - 1] = square = 1;
    double length = sqrt(square);
    /* Lengths within the slack. */
    if (input_below(input, 8) == 7) length *= 1 + 0x1p-11;
    for (int k = 0; k < count; k++)
        out[k] /= length;
}

static void read_polynomial(Input* input, const MovingSolids* moving, bool is_angle, double* out)
{
    static const int DEGREES[] = {1, 1, 0, 2, 1, 3, 5, 7};
    int degree = DEGREES[input_below(input, 8)];
    double scale = is_angle ? 0.125 : moving->unit / 4;
    if (is_angle && input_below(input, 8) == 7) scale = 32;
    memset(out, 0, GRAZE_PIECE_TERMS * sizeof *out);
    for (int k = 0; k <= degree; k++) {
        out[k] = (double)input_int(input, 5) * scale;
        scale /= moving->pace;
    }
}

/* Writes p times q, as quaternions. */
static void multiply(const long double p[4], const double q[4], double out[4])
{
    const long double v[4] = {
        p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
        p[3] * q[1] + p[1] * q[3] + p[2] * q[0] - p[0] * q[2],
        p[3] * q[2] + p[2] * q[3] + p[0] * q[1] - p[1] * q[0],
        p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
    };
    long double length = sqrtl(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    for (int k = 0; k < 4; k++)
        out[k] = (double)(v[k] / length);
}

/* Makes a piece go on where the one before it ends, perhaps about another axis. */
static void join(Input* input, const GrazeSolidPiece* before, GrazeSolidPiece* after)
{
    long double s = (long double)before->t1 - before->t0;
    long double angle = value_of(before->angle, s);
    after->x[0] = (double)value_of(before->x, s);
    after->y[0] = (double)value_of(before->y, s);
    after->z[0] = (double)value_of(before->z, s);
    memcpy(after->pivot, before->pivot, sizeof after->pivot);
    if (input_below(input, 2) == 0) {
        after->angle[0] = (double)angle;
        memcpy(after->axis, before->axis, sizeof after->axis);
        memcpy(after->quaternion, before->quaternion, sizeof after->quaternion);
        return;
    }
    long double turn[4] = {0, 0, 0, cosl(angle / 2)};
    long double square = 0;
    for (int k = 0; k < 3; k++)
        square += (long double)before->axis[k] * before->axis[k];
    for (int k = 0; k < 3; k++)
        turn[k] = before->axis[k] * sinl(angle / 2) / sqrtl(square);
    after->angle[0] = 0;
    multiply(turn, before->quaternion, after->quaternion);
}

static GrazeEnding read_ending(Input* input)
{
    return input_below(input, 6) == 5 ? GRAZE_VANISH : GRAZE_STAY;
}

static void read_link(Input* input, MovingSolids* moving, int link)
{
    int32_t count = 1 + (input_below(input, 3) == 2 ? input_below(input, LINK_PIECES) : 0);
    GrazeSolidPiece* pieces = solid_room((size_t)count * sizeof *pieces);
    double t = moving->epoch + (double)input_int(input, 2) * moving->pace / 4;
    for (int32_t i = 0; i < count; i++) {
        GrazeSolidPiece* piece = &pieces[i];
        piece->t0 = t;
        piece->t1 = t += input_below(input, 8) * moving->pace / 4;
        read_polynomial(input, moving, false, piece->x);
        read_polynomial(input, moving, false, piece->y);
        read_polynomial(input, moving, false, piece->z);
        read_polynomial(input, moving, true, piece->angle);
        read_unit(input, piece->axis, 3);
        read_unit(input, piece->quaternion, 4);
        bool is_central = input_below(input, 2) == 0;
        for (int k = 0; k < 3; k++)
            piece->pivot[k] = is_central ? 0 : (double)input_int(input, 2) * moving->unit / 2;
        if (i > 0) join(input, piece - 1, piece);
    }
    GrazeEnding before = read_ending(input);
    GrazeEnding after = read_ending(input);
    moving->pieces[link] = pieces;
    moving->links[link] = (GrazeSolidMotion){pieces, count, before, after, NULL};
}

/* Changes some numbers of a link, to any bits or by a little. */
static void tamper(Input* input, MovingSolids* moving)
{
    const GrazeSolidMotion* link = &moving->links[input_below(input, MOVING_LINKS)];
    double* numbers =
        (double*)&moving->pieces[link - moving->links][input_below(input, link->count)];
    int32_t count = (int32_t)(sizeof(GrazeSolidPiece) / sizeof(double));
    for (int32_t left = 1 + input_below(input, 3); left > 0; left--) {
        double* number = &numbers[input_below(input, count)];
        if (input_below(input, 2) == 0)
            *number = input_double(input);
        else
            *number *= 1 + ldexp((double)input_int(input, 6), -input_below(input, 48));
    }
}

static double read_option(Input* input, double value)
{
    return input_below(input, 2) == 0 ? NAN : value;
}

static void read_options(Input* input, MovingSolids* moving)
{
    GrazeMotionOptions* options = &moving->options;
    double from = moving->epoch + (double)input_int(input, 3) * moving->pace / 4;
    double span = input_below(input, 16) * moving->pace / 4;
    options->from = read_option(input, from);
    options->to = read_option(input, from + span);
    options->tolerance = read_option(input, ldexp(moving->pace, -input_below(input, 40)));
    double apart = ldexp(moving->unit, -input_below(input, 48));
    options->distance_tolerance = read_option(input, input_below(input, 4) == 0 ? 0 : apart);
    options->max_iterations = input_below(input, 2) == 0 ? 200 : 1 + input_below(input, 20);
    options->method = (GrazeContactMethod)input_below(input, 4);
    options->touching =
        input_below(input, 3) == 2 ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT;
}

bool moving_solids_read(Input* input, MovingSolids* moving)
{
    static const int BITS[] = {1, 2, 3, 3};
    memset(moving, 0, sizeof *moving);
    moving->is_sound = input_below(input, 4) < 3;
    SolidGrid grid = {BITS[input_below(input, 4)], 0, 0};
    if (input_below(input, 4) == 3) grid.exponent = input_below(input, 121) - 60;
    moving->unit = ldexp(1, grid.exponent);
    moving->pace = input_below(input, 4) == 3 ? ldexp(1, input_below(input, 41) - 20) : 1;
    moving->epoch = input_below(input, 4) == 3 ? 1.7e9 : 0;
    bool is_wild = !moving->is_sound && input_below(input, 2) == 0;
    bool is_taken = input_solid(input, is_wild ? NULL : &grid, &moving->shape[0]);
    is_taken = input_solid(input, is_wild ? NULL : &grid, &moving->shape[1]) && is_taken;
    for (int i = 0; i < MOVING_LINKS; i++)
        read_link(input, moving, i);
    GrazeSolidMotion* links = moving->links;
    if (!moving->is_sound) tamper(input, moving);
    int32_t kind = input_below(input, 8);
    const GrazeSolidMotion* common = kind == 7 ? links : NULL;
    links[1].parent = links[3].parent = common;
    if (kind == 6) links[1].parent = links;
    links[2].parent = &links[1];
    links[4].parent = &links[3];
    moving->a = (GrazeMovingSolid){&moving->shape[0].solid, &links[kind % 2 == 0 ? 1 : 2]};
    moving->b = (GrazeMovingSolid){&moving->shape[1].solid, &links[kind < 4 ? 3 : 4]};
    read_options(input, moving);
    return is_taken;
}

void moving_solids_free(MovingSolids* moving)
{
    for (int i = 0; i < MOVING_LINKS; i++)
        free(moving->pieces[i]);
    solid_free(&moving->shape[0]);
    solid_free(&moving->shape[1]);
}

static void print_link(const GrazeSolidMotion* link)
{
    fprintf(stderr, "    before %d, after %d, pieces:\n", (int)link->before, (int)link->after);
    for (int32_t i = 0; i < link->count; i++) {
        const double* numbers = (const double*)&link->pieces[i];
        for (size_t k = 0; k < sizeof(GrazeSolidPiece) / sizeof(double); k++)
            fprintf(stderr, "%a, ", numbers[k]);
        fputc('\n', stderr);
    }
}

void print_moving_solids(const void* subject)
{
    const MovingSolids* moving = subject;
    const GrazeMotionOptions* options = &moving->options;
    for (int i = 0; i < 2; i++) {
        const GrazeMovingSolid* body = i == 0 ? &moving->a : &moving->b;
        print_solid(&moving->shape[i].solid, &moving->shape[i].pose);
        for (const GrazeSolidMotion* m = body->motion; m != NULL; m = m->parent)
            print_link(m);
    }
    fprintf(stderr, "    [%a, %a], tolerances %a, %a, %d iterations, method %d, touching %d\n",
            options->from, options->to, options->tolerance, options->distance_tolerance,
            options->max_iterations, (int)options->method, (int)options->touching);
}
