#include "moving.h"

#include "../native/truth.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE_NUMBERS = sizeof(GrazePiece) / sizeof(double) };

/* ---- print ---- */

static void print_moving_body(const GrazeMovingBody* moving_body)
{
    const GrazeShape* shape = moving_body->shape;
    fprintf(stderr, "  radius %a, before %d, after %d, vertices", (double)shape->radius,
            (int)moving_body->before, (int)moving_body->after);
    for (int32_t i = 0; i < shape->count; i++)
        fprintf(stderr, " {%a, %a},", (double)shape->vertices[i].x, (double)shape->vertices[i].y);
    for (int32_t i = 0; i < moving_body->count; i++) {
        double numbers[PIECE_NUMBERS];
        memcpy(numbers, &moving_body->pieces[i], sizeof numbers);
        fprintf(stderr, "\n    begin %a, end %a", numbers[0], numbers[1]);
        static const char* const NAMES[] = {"x", "y", "theta"};
        for (int axis = 0; axis < 3; axis++) {
            fprintf(stderr, ", %s {", NAMES[axis]);
            for (int k = 0; k < GRAZE_PIECE_TERMS; k++)
                fprintf(stderr, "%a, ", numbers[2 + GRAZE_PIECE_TERMS * axis + k]);
            fputc('}', stderr);
        }
        fprintf(stderr, ", pivot (%a, %a)", numbers[PIECE_NUMBERS - 2], numbers[PIECE_NUMBERS - 1]);
    }
    fputc('\n', stderr);
}

void print_moving(const void* subject)
{
    const Moving* moving = subject;
    const GrazeMotionOptions* o = &moving->options;
    fprintf(stderr, "  from %a to %a, tolerance %a, slack %a, budget %d, method %d\n", o->from,
            o->to, o->tolerance, o->distance_tolerance, o->max_iterations, (int)o->method);
    print_moving_body(&moving->a);
    print_moving_body(&moving->b);
}

/* ---- input ---- */

/* Reads a number in [-1, 1]; few different ones, so that many tie. */
static double read_share(Input* input)
{
    if (input_below(input, 2) == 0) return (double)input_int(input, 2) / 4;
    return (double)input_int(input, 14) * 0x1p-14;
}

/* Size, distance and speed of one encounter. */
typedef struct {
    double size, reach, turn, begin, lasts, home_x, home_y;
} Kind;

static double size_of(const GrazeShape* shape)
{
    return shape->extent + (double)shape->radius;
}

static Kind read_kind(Input* input, const Pair* pair)
{
    static const double BEGINS[] = {0, 0, -0.5, 1.6e9, 1e12, -1e6};
    static const double HOMES[] = {0, 0, 1e3, 5e6};
    Kind kind;
    kind.size = fmax(size_of(&pair->a.shape), size_of(&pair->b.shape));
    if (kind.size == 0) kind.size = 1;
    kind.reach = kind.size * ldexp(1, input_below(input, 10) - 3);
    kind.turn = input_below(input, 3) == 0 ? 0 : ldexp(1, input_below(input, 14) - 4);
    kind.begin = BEGINS[input_below(input, 6)];
    kind.lasts = ldexp(1, input_below(input, 16) - 4);
    kind.home_x = kind.size * HOMES[input_below(input, 4)];
    kind.home_y = kind.size * HOMES[input_below(input, 4)];
    return kind;
}

static void read_polynomial(Input* input, double* c, double size, double lasts)
{
    int32_t terms = input_below(input, GRAZE_PIECE_TERMS + 1);
    double power = 1;
    for (int32_t k = 0; k < terms; k++) {
        c[k] = size * read_share(input) / power;
        if (lasts > 0) power *= lasts;
    }
}

/* Makes piece i continue where the previous one ends. */
static void join(const GrazeShape* shape, GrazePiece* pieces, int32_t i)
{
    GrazePiece* piece = &pieces[i];
    GrazeMovingBody before = {shape, pieces, i, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    TruthPlace place;
    truth_place(&before, piece->t0, 0, false, &place);
    TruthVec origin = truth_origin(&place);
    piece->angle[0] = (double)place.angle;
    long double cos = cosl(piece->angle[0]);
    long double sin = sinl(piece->angle[0]);
    piece->x[0] = (double)(origin.x + cos * piece->pivot_x - sin * piece->pivot_y);
    piece->y[0] = (double)(origin.y + sin * piece->pivot_x + cos * piece->pivot_y);
}

static GrazePiece* room_for(int32_t count)
{
    GrazePiece* pieces = calloc((size_t)count, sizeof *pieces);
    if (pieces == NULL) abort();
    return pieces;
}

static GrazeEnding read_ending(Input* input)
{
    return input_below(input, 4) == 3 ? GRAZE_VANISH : GRAZE_STAY;
}

static void read_moving_body(Input* input, const Kind* kind, const GrazeShape* shape,
                             GrazePiece** pieces, GrazeMovingBody* moving_body)
{
    int32_t count = 1 + input_below(input, MOVING_PIECES);
    double begin = kind->begin + 0.25 * kind->lasts * input_below(input, 4);
    *pieces = room_for(count);
    for (int32_t i = 0; i < count; i++) {
        GrazePiece* piece = &(*pieces)[i];
        *piece = (GrazePiece){.t0 = begin};
        piece->t1 = begin + kind->lasts * input_below(input, 9) * 0.125;
        double lasts = piece->t1 - begin;
        read_polynomial(input, piece->x, kind->reach, lasts);
        read_polynomial(input, piece->y, kind->reach, lasts);
        read_polynomial(input, piece->angle, kind->turn, lasts);
        if (input_below(input, 3) == 2) {
            double far = input_below(input, 4) == 3 ? kind->reach : 2 * kind->size;
            piece->pivot_x = far * read_share(input);
            piece->pivot_y = far * read_share(input);
        }
        if (i == 0) {
            piece->x[0] += kind->home_x;
            piece->y[0] += kind->home_y;
        } else {
            join(shape, *pieces, i);
        }
        begin = piece->t1;
    }
    *moving_body =
        (GrazeMovingBody){shape, *pieces, count, read_ending(input), read_ending(input), NULL, 0};
}

/* Reads any number that is not too large for a valid motion. */
static double read_moderate(Input* input)
{
    double any = input_double(input);
    return fabs(any) <= 1e6 ? any : 0;
}

/* Reads a time; sums of these are exact. */
static double read_time(Input* input)
{
    return rint(read_moderate(input) * 0x1p20) * 0x1p-20;
}

/* Reads all numbers unchanged, except where pieces join. */
static void read_given_body(Input* input, const GrazeShape* shape, GrazePiece** pieces,
                            GrazeMovingBody* moving_body)
{
    int32_t count = 1 + input_below(input, MOVING_PIECES);
    double begin = read_time(input);
    *pieces = room_for(count);
    for (int32_t i = 0; i < count; i++) {
        GrazePiece* piece = &(*pieces)[i];
        *piece = (GrazePiece){.t0 = begin};
        begin += fabs(read_time(input));
        piece->t1 = begin;
        double* const axes[] = {piece->x, piece->y, piece->angle};
        for (int axis = 0; axis < 3; axis++) {
            int32_t terms = input_below(input, GRAZE_PIECE_TERMS + 1);
            for (int32_t k = 0; k < terms; k++)
                axes[axis][k] = read_moderate(input);
        }
        if (input_below(input, 2) == 1) {
            piece->pivot_x = read_moderate(input);
            piece->pivot_y = read_moderate(input);
        }
        if (i > 0) join(shape, *pieces, i);
    }
    *moving_body =
        (GrazeMovingBody){shape, *pieces, count, read_ending(input), read_ending(input), NULL, 0};
}

static GrazeMotionOptions read_options(Input* input, double begin, double lasts, double size)
{
    static const int32_t BUDGETS[] = {1, 2, 5, 40, 400};
    GrazeMotionOptions options;
    options.from = begin + lasts * read_share(input);
    options.to = options.from + 4 * lasts * fabs(read_share(input));
    options.tolerance = lasts * ldexp(1, -1 - input_below(input, 40));
    options.distance_tolerance =
        input_below(input, 4) ? size * ldexp(1, -4 - input_below(input, 44)) : 0;
    options.max_iterations = BUDGETS[input_below(input, 5)];
    options.method =
        input_below(input, 4) == 3 ? GRAZE_METHOD_CONSERVATIVE : GRAZE_METHOD_CERTIFIED;
    options.touching = GRAZE_TOUCHING_CONFLICT;
    return options;
}

/* Returns a static piece at a pose of the grid, up to rounding: a quarter turn has no exact
 * number of radians. */
static GrazePiece piece_of(const GrazePose* pose)
{
    return (GrazePiece){
        .t1 = 1, .x = {pose->x}, .y = {pose->y}, .angle = {atan2(pose->sin, pose->cos)}};
}

static void read_straight(Input* input, Moving* moving)
{
    const Pair* pair = &moving->pair;
    moving->pieces[0] = room_for(1);
    moving->pieces[1] = room_for(1);
    moving->pieces[0][0] = piece_of(&pair->a.pose);
    moving->pieces[0][0].x[1] = pair->dx;
    moving->pieces[0][0].y[1] = pair->dy;
    moving->pieces[1][0] = piece_of(&pair->b.pose);
    moving->a =
        (GrazeMovingBody){&pair->a.shape, moving->pieces[0], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    moving->b =
        (GrazeMovingBody){&pair->b.shape, moving->pieces[1], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    moving->options = read_options(input, 0, 1, pair->unit);
    moving->options.from = 0;
    moving->options.to = 1;
}

static void read_given(Input* input, Moving* moving)
{
    const Pair* pair = &moving->pair;
    read_given_body(input, &pair->a.shape, &moving->pieces[0], &moving->a);
    read_given_body(input, &pair->b.shape, &moving->pieces[1], &moving->b);
    const GrazePiece* first = moving->a.pieces;
    double lasts = first[moving->a.count - 1].t1 - first->t0;
    double size = fmax(size_of(&pair->a.shape), size_of(&pair->b.shape));
    moving->options = read_options(input, first->t0, lasts > 0 ? lasts : 1, size > 0 ? size : 1);
}

bool moving_read(Input* input, Moving* moving)
{
    memset(moving, 0, sizeof *moving);
    Pair* pair = &moving->pair;
    if (!input_pair(input, pair)) return false;
    check_subject(print_moving, moving);
    moving->is_straight = pair->grid && input_below(input, 2) == 0;
    if (moving->is_straight) {
        read_straight(input, moving);
    } else if (input_below(input, 8) == 7) {
        read_given(input, moving);
    } else {
        Kind kind = read_kind(input, pair);
        read_moving_body(input, &kind, &pair->a.shape, &moving->pieces[0], &moving->a);
        read_moving_body(input, &kind, &pair->b.shape, &moving->pieces[1], &moving->b);
        moving->options = read_options(input, kind.begin, kind.lasts, kind.size);
    }
    return true;
}

/* Reads a number that is often 0, or makes a valid piece. */
static double read_number(Input* input)
{
    switch (input_below(input, 8)) {
    case 0:
        return input_double(input);
    case 1:
        return read_share(input);
    case 2:
        return ldexp(read_share(input), (int)input_int(input, 9));
    case 3:
        return (double)input_int(input, 3);
    default:
        return 0;
    }
}

static void read_any_body(Input* input, const GrazeShape* shape, GrazePiece** pieces,
                          GrazeMovingBody* moving_body)
{
    int32_t count = 1 + input_below(input, MOVING_PIECES);
    *pieces = room_for(count);
    for (int32_t i = 0; i < count; i++) {
        GrazePiece* piece = &(*pieces)[i];
        double numbers[PIECE_NUMBERS] = {0};
        for (int k = 0; k < PIECE_NUMBERS; k++)
            numbers[k] = read_number(input);
        memcpy(piece, numbers, sizeof *piece);
        bool is_next = i > 0 && input_below(input, 16) != 15;
        if (is_next) piece->t0 = piece[-1].t1;
        if (input_below(input, 16) != 15) piece->t1 = piece->t0 + fabs(piece->t1);
        if (is_next && input_below(input, 4) != 3 && isfinite(piece->t0)) {
            join(shape, *pieces, i);
        }
    }
    *moving_body =
        (GrazeMovingBody){shape, *pieces, count, read_ending(input), read_ending(input), NULL, 0};
    if (input_below(input, 64) == 63) moving_body->count = 0;
}

bool moving_read_any(Input* input, Moving* moving)
{
    memset(moving, 0, sizeof *moving);
    Pair* pair = &moving->pair;
    if (!input_pair(input, pair)) return false;
    check_subject(print_moving, moving);
    read_any_body(input, &pair->a.shape, &moving->pieces[0], &moving->a);
    read_any_body(input, &pair->b.shape, &moving->pieces[1], &moving->b);
    double size = fmax(size_of(&pair->a.shape), size_of(&pair->b.shape));
    double begin = moving->a.count > 0 ? moving->a.pieces[0].t0 : 0;
    moving->options =
        read_options(input, begin, ldexp(1, (int)input_int(input, 7)), fmax(size, 0x1p-149));
    return true;
}

void moving_free(Moving* moving)
{
    input_free(&moving->pair);
    free(moving->pieces[0]);
    free(moving->pieces[1]);
}

Moving moving_swapped(const Moving* moving)
{
    Moving swapped = *moving;
    swapped.a = moving->b;
    swapped.b = moving->a;
    return swapped;
}
