/*
 * Tests bodies that move and turn against brute force in long double: refusals, the bounds that
 * steps rest on, results when the iteration limit is reached, clocks that have run for long, and
 * reversed time.
 */
#include "../../src/advancement/contact_search.h"
#include "../../src/motion/first_contact.h"
#include "../../src/motion/separation_bound.h"
#include "../../src/study/hong.h"
#include "../../src/tolerance.h"
#include "faults.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/* ---- random bodies ---- */

enum { MAX_VERTICES = 6, MAX_PIECES = 3 };

typedef struct {
    GrazePoint points[MAX_VERTICES];
    GrazeShape shape;
    GrazePiece pieces[MAX_PIECES];
    GrazeMovingBody moving_body;
} Moving;

/* Size, distance and speed, common to all bodies of one encounter. */
typedef struct {
    double size, reach, turn, begin, lasts, home;
} Kind;

static Kind random_kind(void)
{
    const double begins[] = {0, 0, -0.5, 1.6e9, 1e12};
    Kind kind;
    kind.size = ldexp(1, random_below(3) == 0 ? (int)random_below(61) - 30 : 0);
    kind.reach = kind.size * ldexp(1, (int)random_below(8) - 2);
    kind.turn = random_below(4) == 0 ? 0 : ldexp(1, (int)random_below(12) - 4);
    kind.begin = begins[random_below(5)];
    kind.lasts = ldexp(1, (int)random_below(kind.begin == 1e12 ? 16 : 12) - 4);
    kind.home = random_below(3) ? 0 : 5e6 * kind.size;
    return kind;
}

static void random_shape(Moving* body, double size)
{
    GrazePoint scratch[MAX_VERTICES + 1];
    int32_t count = 1 + (int32_t)random_below(MAX_VERTICES);
    int32_t culprit;
    for (int32_t i = 0; i < count; i++)
        body->points[i] =
            (GrazePoint){(float)(size * random_tied()), (float)(size * random_tied())};
    float radius = random_below(2) ? (float)fabs(size * random_tied()) : 0;
    CHECK(graze_shape_hull(&body->shape, body->points, scratch, count, radius, &culprit) ==
          GRAZE_OK);
}

static void random_polynomial(double* c, int32_t degree, double size, double lasts)
{
    double power = 1;
    for (int32_t k = 0; k < GRAZE_PIECE_TERMS; k++) {
        c[k] = k <= degree ? size * random_tied() / power : 0;
        power *= lasts;
    }
}

/* Makes piece i continue where the previous one ends. */
static void join(Moving* body, int32_t i)
{
    GrazePiece* piece = &body->pieces[i];
    GrazeMovingBody before = {&body->shape, body->pieces, i, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    TruthPlace place;
    truth_place(&before, piece->t0, 0, false, &place);
    TruthVec origin = truth_origin(&place);
    long double cos = cosl(place.angle);
    long double sin = sinl(place.angle);
    piece->angle[0] = (double)place.angle;
    piece->x[0] = (double)(origin.x + cos * piece->pivot_x - sin * piece->pivot_y);
    piece->y[0] = (double)(origin.y + sin * piece->pivot_x + cos * piece->pivot_y);
}

static void print_moving_body(const GrazeMovingBody* moving_body)
{
    fprintf(stderr, "  radius %a, ends %d %d, vertices", (double)moving_body->shape->radius,
            (int)moving_body->before, (int)moving_body->after);
    for (int32_t i = 0; i < moving_body->shape->count; i++) {
        GrazePoint p = moving_body->shape->vertices[i];
        fprintf(stderr, " {%a, %a},", (double)p.x, (double)p.y);
    }
    for (int32_t i = 0; i < moving_body->count; i++) {
        const double* c = &moving_body->pieces[i].t0;
        fprintf(stderr, "\n    {");
        for (size_t k = 0; k < sizeof(GrazePiece) / sizeof(double); k++)
            fprintf(stderr, "%a, ", c[k]);
    }
    fputc('\n', stderr);
}

static void random_moving_body(Moving* body, const Kind* kind)
{
    int32_t count = 1 + (int32_t)random_below(MAX_PIECES);
    double begin = kind->begin + 0.25 * kind->lasts * (double)random_below(3);
    random_shape(body, kind->size);
    for (int32_t i = 0; i < count; i++) {
        GrazePiece* piece = &body->pieces[i];
        double lasts = kind->lasts * (0.25 + 0.75 * fabs(random_tied()));
        piece->t0 = begin;
        piece->t1 = begin + lasts;
        lasts = piece->t1 - begin;
        int32_t degree = (int32_t)random_below(GRAZE_PIECE_TERMS);
        random_polynomial(piece->x, degree, kind->reach, lasts);
        random_polynomial(piece->y, degree, kind->reach, lasts);
        random_polynomial(piece->angle, (int32_t)random_below(degree + 2), kind->turn, lasts);
        bool has_pivot = random_below(3) == 0;
        piece->pivot_x = has_pivot ? 2 * kind->size * random_tied() : 0;
        piece->pivot_y = has_pivot ? 2 * kind->size * random_tied() : 0;
        if (i == 0) piece->x[0] += kind->home;
        if (i > 0) join(body, i);
        begin = piece->t1;
    }
    GrazeEnding before = random_below(4) == 0 ? GRAZE_VANISH : GRAZE_STAY;
    GrazeEnding after = random_below(4) == 0 ? GRAZE_VANISH : GRAZE_STAY;
    body->moving_body =
        (GrazeMovingBody){&body->shape, body->pieces, count, before, after, NULL, 0};
    int32_t culprit;
    if (graze_motion_check(&body->moving_body, &culprit) == GRAZE_OK && culprit == -1) return;
    CHECK(!"a sound motion is refused");
    print_moving_body(&body->moving_body);
}

static void report(const char* what, const GrazeMovingBody* a, const GrazeMovingBody* b,
                   const GrazeMotionOptions* options, const FaultDetail* detail)
{
    if (what == NULL) return;
    test_failures++;
    fprintf(stderr, "%s: at %.17g, %Lg, expected %Lg\n", what, detail->time, detail->found,
            detail->expected);
    fprintf(stderr, "  from %a to %a, tolerance %a, slack %a, budget %d, method %d\n",
            options->from, options->to, options->tolerance, options->distance_tolerance,
            options->max_iterations, (int)options->method);
    print_moving_body(a);
    print_moving_body(b);
}

/* ---- motions as such ---- */

static const GrazePoint ORIGIN = {0, 0};

static GrazeShape disc_of(float radius)
{
    return (GrazeShape){&ORIGIN, 1, radius, 0, NULL, NULL};
}

static GrazeStatus check_pieces(const GrazePiece* pieces, int32_t count, int32_t* culprit)
{
    GrazeShape disc = disc_of(1);
    GrazeMovingBody moving_body = {&disc, pieces, count, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    return graze_motion_check(&moving_body, culprit);
}

/* The test varies one number after another of a valid motion of two pieces. */
static void motions_are_refused_with_the_piece_at_fault(void)
{
    const GrazePiece good[2] = {
        {.t0 = 1, .t1 = 3, .x = {0, 1}, .angle = {0, 0.5}, .pivot_x = 1},
        {.t0 = 3, .t1 = 4, .x = {2, -1}, .y = {0, 1}, .angle = {1}, .pivot_x = 1}};
    enum { NUMBERS = sizeof(GrazePiece) / sizeof(double) };
    int32_t culprit = 7;
    CHECK(check_pieces(good, 2, &culprit) == GRAZE_OK && culprit == -1);
    culprit = 7;
    CHECK(check_pieces(good, 0, &culprit) == GRAZE_E_OUT_OF_RANGE && culprit == -1);
    CHECK(check_pieces(good, -1, &culprit) == GRAZE_E_OUT_OF_RANGE && culprit == -1);
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e200, -1e200, 1e151};
    for (int32_t i = 0; i < 2; i++) {
        for (int32_t k = 0; k < NUMBERS; k++) {
            for (int32_t j = 0; j < 6; j++) {
                GrazePiece pieces[2] = {good[0], good[1]};
                (&pieces[i].t0)[k] = bad[j];
                GrazeStatus status = check_pieces(pieces, 2, &culprit);
                bool is_early = (k == 0 && bad[j] > 0) || (k == 1 && bad[j] < 0);
                GrazeStatus expected = !isfinite(bad[j]) ? GRAZE_E_NOT_FINITE
                                       : is_early        ? GRAZE_E_OUT_OF_ORDER
                                                         : GRAZE_E_OUT_OF_RANGE;
                CHECK(status == expected && culprit == i);
            }
        }
    }
}

static GrazeStatus status_of(GrazePiece piece, int32_t* culprit)
{
    return check_pieces(&piece, 1, culprit);
}

static void places_and_headings_stay_in_range(void)
{
    int32_t culprit;
    const double far = GRAZE_MAX_POSITION;
    CHECK(status_of((GrazePiece){.t1 = 1, .x = {far}, .y = {-far}}, &culprit) == GRAZE_OK);
    CHECK(status_of((GrazePiece){.t1 = 1, .pivot_x = far, .pivot_y = -far}, &culprit) == GRAZE_OK);
    CHECK(status_of((GrazePiece){.t1 = 1, .angle = {GRAZE_MAX_ANGLE}}, &culprit) == GRAZE_OK);
    CHECK(status_of((GrazePiece){.t1 = 2, .angle = {0, 1e7}}, &culprit) == GRAZE_E_OUT_OF_RANGE);
    CHECK(status_of((GrazePiece){.t1 = 1, .angle = {-1.1e7}}, &culprit) == GRAZE_E_OUT_OF_RANGE);
    CHECK(status_of((GrazePiece){.t1 = 1, .x = {1e39}}, &culprit) == GRAZE_E_OUT_OF_RANGE);
    CHECK(status_of((GrazePiece){.t1 = 1, .pivot_y = -1e39}, &culprit) == GRAZE_E_OUT_OF_RANGE);
    CHECK(status_of((GrazePiece){.t1 = 1e10, .y = {0, 0, 1e20}}, &culprit) == GRAZE_E_OUT_OF_RANGE);
    CHECK(culprit == 0);
    CHECK(status_of((GrazePiece){.t1 = 1e-100, .y = {0, 0, 1e150}}, &culprit) == GRAZE_OK);
    /* At the border of the range, a piece is shorter than 1: its terms are out of range, its
     * places are not. */
    CHECK(status_of((GrazePiece){.t1 = 0.5, .x = {0, 2 * far}, .y = {0, -2 * far}}, &culprit) ==
          GRAZE_OK);
    CHECK(status_of((GrazePiece){.t1 = 0.5, .angle = {0, 2 * GRAZE_MAX_ANGLE}}, &culprit) ==
          GRAZE_OK);
    /* The terms of a piece that lasts too long overflow. */
    CHECK(status_of((GrazePiece){.t1 = 1e150, .y = {0, 0, 0, 0, 0, 1e150}}, &culprit) ==
          GRAZE_E_OUT_OF_RANGE);
    CHECK(status_of((GrazePiece){.t0 = 1, .t1 = 0}, &culprit) == GRAZE_E_OUT_OF_ORDER);
    /* The sixth power of a long time is not finite, the fifth is. */
    const double longest = GRAZE_MAX_HIGH_DEGREE_DURATION;
    CHECK(status_of((GrazePiece){.t1 = longest, .x = {0, 0, 0, 0, 0, 0, 0, 1e-300}}, &culprit) ==
          GRAZE_OK);
    CHECK(status_of((GrazePiece){.t1 = 2 * longest, .angle = {0, 0, 0, 0, 0, 0, 1e-300}},
                    &culprit) == GRAZE_E_OUT_OF_RANGE);
    CHECK(culprit == 0);
    CHECK(status_of((GrazePiece){.t1 = 2 * longest, .y = {0, 0, 0, 0, 0, 1e-300}}, &culprit) ==
          GRAZE_OK);
}

static GrazeStatus join_status(GrazePiece first, GrazePiece second)
{
    int32_t culprit;
    const GrazePiece pieces[2] = {first, second};
    GrazeStatus status = check_pieces(pieces, 2, &culprit);
    CHECK(culprit == (status == GRAZE_OK ? -1 : 1));
    return status;
}

static void pieces_join(void)
{
    const GrazePiece first = {.t1 = 1, .x = {0, 1}, .angle = {0, 1}};
    GrazePiece second = {.t0 = 1, .t1 = 2, .x = {1}, .angle = {1}};
    CHECK(join_status(first, second) == GRAZE_OK);
    second.t0 = nextafter(1, 2);
    CHECK(join_status(first, second) == GRAZE_E_OUT_OF_ORDER);
    second.t0 = nextafter(1, 0);
    CHECK(join_status(first, second) == GRAZE_E_OUT_OF_ORDER);
    second.t0 = 1;
    /* The joins are within the slack of the moved distance, and beyond it. */
    second.x[0] = 1 + 0.9 * GRAZE_JOIN_SLACK;
    CHECK(join_status(first, second) == GRAZE_OK);
    second.x[0] = 1 + 1.1 * GRAZE_JOIN_SLACK;
    CHECK(join_status(first, second) == GRAZE_E_DISCONTINUOUS);
    second.x[0] = 1;
    second.angle[0] = 1 - 0.9 * GRAZE_JOIN_SLACK;
    CHECK(join_status(first, second) == GRAZE_OK);
    second.angle[0] = 1 - 1.1 * GRAZE_JOIN_SLACK;
    CHECK(join_status(first, second) == GRAZE_E_DISCONTINUOUS);
    /* Another pivot describes the same place. */
    second = (GrazePiece){.t0 = 1, .t1 = 2, .angle = {1}, .pivot_x = 1};
    second.x[0] = 1 + cos(1.0);
    second.y[0] = sin(1.0);
    CHECK(join_status(first, second) == GRAZE_OK);
    second.y[0] = -second.y[0];
    CHECK(join_status(first, second) == GRAZE_E_DISCONTINUOUS);
    /* Both stand still: they are apart only by the rounding of their places. */
    const GrazePiece resting = {.t1 = 1, .x = {1e6}};
    second = (GrazePiece){.t0 = 1, .t1 = 2, .x = {1e6 + 1e-7}};
    CHECK(join_status(resting, second) == GRAZE_OK);
    second.x[0] = 1e6 + 1e-4;
    CHECK(join_status(resting, second) == GRAZE_E_DISCONTINUOUS);
}

static bool is_there_at(const GrazeMovingBody* moving_body, double t)
{
    double x;
    double y;
    double angle;
    return graze_motion_pose(moving_body, t, &x, &y, &angle);
}

static void check_place(const GrazeMovingBody* moving_body, double t)
{
    double x;
    double y;
    double angle;
    TruthPlace place;
    bool is_there = graze_motion_pose(moving_body, t, &x, &y, &angle);
    CHECK(is_there == truth_place(moving_body, t, 0, true, &place));
    if (!is_there) return;
    TruthVec origin = truth_origin(&place);
    long double rounding = truth_rounding(moving_body, moving_body, t, t) +
                           0x1p-50L * (fabsl(origin.x) + fabsl(origin.y));
    long double size = moving_body->shape->extent + (long double)moving_body->shape->radius;
    CHECK(fabsl(origin.x - x) + fabsl(origin.y - y) <= 2 * rounding);
    CHECK(size == 0 || fabsl(place.angle - angle) * size <= 0x1p10L * rounding);
}

static void check_bounds(const GrazeMovingBody* moving_body, double from, double to)
{
    enum { SAMPLES = 24 };
    GrazeMotionBounds bounds;
    graze_motion_bounds(moving_body, from, to, &bounds);
    long double span = ((long double)to - from) / SAMPLES;
    TruthPlace last = {0};
    bool has_last = false;
    for (int k = 0; k <= SAMPLES; k++) {
        TruthPlace place;
        bool is_there = truth_place(moving_body, from, span * k, true, &place);
        if (is_there) {
            CHECK(place.angle >= bounds.min_angle && place.angle <= bounds.max_angle);
            TruthVec origin = truth_origin(&place);
            CHECK(origin.x >= bounds.min_x && origin.x <= bounds.max_x);
            CHECK(origin.y >= bounds.min_y && origin.y <= bounds.max_y);
        }
        /* Means over a step do not exceed the values that they average. */
        if (is_there && has_last) {
            TruthVec origin = truth_origin(&place);
            TruthVec before = truth_origin(&last);
            long double x = origin.x - before.x;
            long double y = origin.y - before.y;
            long double most = bounds.speed * span * (1 + 0x1p-30L) + 0x1p-40L * bounds.max_x -
                               0x1p-40L * bounds.min_x;
            CHECK(hypotl(x, y) <= most + 0x1p-40L * (fabs(bounds.max_y) + fabs(bounds.min_y)));
            CHECK(fabsl(place.angle - last.angle) <=
                  bounds.angular_velocity * span * (1 + 0x1p-30L) +
                      0x1p-40L * (1 + fabsl(last.angle)));
        }
        has_last = is_there;
        if (is_there) last = place;
    }
}

static void places_and_bounds_are_true(void)
{
    for (int k = 0; k < share_of(1500); k++) {
        Moving body;
        Kind kind = random_kind();
        random_moving_body(&body, &kind);
        const GrazePiece* last = &body.pieces[body.moving_body.count - 1];
        double begin = body.pieces[0].t0;
        double lasts = last->t1 - begin;
        for (int j = 0; j < 8; j++)
            check_place(&body.moving_body, begin + lasts * 1.2 * random_tied());
        check_place(&body.moving_body, begin);
        check_place(&body.moving_body, last->t1);
        double from = begin + lasts * (0.6 * random_tied() + 0.2);
        check_bounds(&body.moving_body, from, from + lasts * fabs(random_tied()));
        check_bounds(&body.moving_body, from, from);
    }
}

static void a_body_is_there_or_not(void)
{
    GrazeShape disc = disc_of(1);
    const GrazePiece piece = {.t0 = 1, .t1 = 2};
    for (int k = 0; k < 4; k++) {
        GrazeMovingBody moving_body = {
            &disc, &piece, 1, (GrazeEnding)(k & 1), (GrazeEnding)(k >> 1), NULL, 0};
        CHECK(is_there_at(&moving_body, 1) && is_there_at(&moving_body, 2));
        CHECK(is_there_at(&moving_body, nextafter(1, 0)) == !(k & 1));
        CHECK(is_there_at(&moving_body, nextafter(2, 3)) == !(k >> 1));
    }
}

/* The bodies are absent throughout: there is nothing to bound. */
static void bounds_of_nothing_are_empty(void)
{
    GrazeShape disc = disc_of(1);
    const GrazePiece piece = {.t0 = 1, .t1 = 2, .x = {3, 1}, .angle = {0, 1}};
    const GrazeMovingBody moving_body = {&disc, &piece, 1, GRAZE_VANISH, GRAZE_VANISH, NULL, 0};
    GrazeMotionBounds bounds;
    graze_motion_bounds(&moving_body, 3, 4, &bounds);
    CHECK(bounds.min_x == INFINITY && bounds.max_angle == -INFINITY && bounds.speed == 0);
    graze_motion_bounds(&moving_body, 1.5, 4, &bounds);
    CHECK(bounds.min_x <= 3.5 && bounds.max_x >= 4 && bounds.point_speed >= 1);
    CHECK(bounds.min_x > 3.4 && bounds.max_x < 4.1);
}

/* ---- the bounds that steps rest on ---- */

/* Instant of the relative motion of two random bodies, with the end of its common piece
 * interval. */
typedef struct {
    Moving a, b;
    GrazeRelativeMotion motion;
    GrazeProximity proximity;
    GrazeProximityCache cache;
    double span;
} Scene;

static double random_time(const Scene* scene)
{
    double begin = scene->a.pieces[0].t0;
    double lasts = scene->a.pieces[scene->a.moving_body.count - 1].t1 - begin;
    return begin + lasts * (0.7 * random_tied() + 0.4) - scene->motion.base;
}

static bool read_scene(Scene* scene)
{
    Kind kind = random_kind();
    random_moving_body(&scene->a, &kind);
    random_moving_body(&scene->b, &kind);
    for (int end = 0; end < 2; end++) {
        GrazeMovingBody* moving_body = end ? &scene->a.moving_body : &scene->b.moving_body;
        moving_body->before = GRAZE_STAY;
        moving_body->after = GRAZE_STAY;
    }
    double base = scene->a.pieces[0].t0 - 0.1 * kind.lasts * random_below(3);
    double sense = random_below(3) == 0 ? -1 : 1;
    graze_relative_motion_init(&scene->motion, &scene->a.moving_body, &scene->b.moving_body, base,
                               sense);
    double time = sense * random_time(scene);
    const GrazePieceInterval* interval = graze_relative_motion_find_interval(&scene->motion, time);
    CHECK(interval->from <= time && time < interval->to);
    scene->span = fmin(interval->to - time, 2 * kind.lasts) * (random_below(3) ? 1 : 0.01);
    scene->cache = (GrazeProximityCache){.count = 0};
    graze_motion_state_evaluate(&scene->motion, time, &scene->proximity.state);
    graze_query_proximity(&scene->motion, &scene->cache, &scene->proximity);
    return scene->span > 0;
}

/* Returns the time after the base, `step` later in the time of the relative motion. */
static long double tau_of(const Scene* scene, long double step)
{
    return scene->motion.sense * (scene->proximity.state.time + step);
}

static long double scene_separation(const Scene* scene, long double step)
{
    return truth_separation(&scene->a.moving_body, &scene->b.moving_body, scene->motion.base,
                            tau_of(scene, step));
}

/* Returns the bound of the rounding until `step` later. */
static long double scene_rounding(const Scene* scene, double step)
{
    double base = scene->motion.base;
    double now = base + (double)tau_of(scene, 0);
    double then = base + (double)tau_of(scene, step);
    return truth_rounding(&scene->a.moving_body, &scene->b.moving_body, fmin(base, fmin(now, then)),
                          fmax(now, then));
}

static void print_scene(const Scene* scene)
{
    fprintf(stderr, "  base %a, sense %g, time %a, span %a, normal (%a, %a)\n", scene->motion.base,
            scene->motion.sense, scene->proximity.state.time, scene->span,
            scene->proximity.normal.x, scene->proximity.normal.y);
    print_moving_body(&scene->a.moving_body);
    print_moving_body(&scene->b.moving_body);
}

#define CHECK_SCENE(scene, condition)                                                              \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            CHECK(condition);                                                                      \
            print_scene(scene);                                                                    \
        }                                                                                          \
    } while (0)

static void a_proximity_is_off_by_at_most_its_error(void)
{
    for (int k = 0; k < share_of(6000); k++) {
        Scene scene;
        read_scene(&scene);
        long double truth = scene_separation(&scene, 0);
        CHECK_SCENE(&scene,
                    fabsl(truth - scene.proximity.separation) <= scene.proximity.state.error);
        CHECK_SCENE(&scene,
                    scene.proximity.state.error <= 16 * scene_rounding(&scene, 0) + 0x1p-1000L);
    }
}

/* Computes the derivatives of order 1 and 2 of a piece's polynomial at the time of the scene. */
static void derive(const Scene* scene, const GrazeActivePiece* track, const double* c,
                   long double step, long double* out)
{
    long double s =
        (scene->motion.base - (long double)piece_t0(track->piece)) + tau_of(scene, step);
    out[0] = 0;
    out[1] = 0;
    for (int32_t k = track->piece.terms - 1; k > 0 && !track->is_staying; k--) {
        out[0] = out[0] * s + k * (long double)c[k];
        if (k > 1) out[1] = out[1] * s + k * (k - 1) * (long double)c[k];
    }
}

static void rates_are_not_exceeded(void)
{
    enum { SAMPLES = 16 };
    for (int k = 0; k < share_of(1500); k++) {
        Scene scene;
        GrazeRateBounds rates;
        read_scene(&scene);
        graze_compute_rate_bounds(&scene.proximity.state, scene.span, &rates);
        const GrazeActivePiece* a = &scene.motion.interval.a;
        const GrazeActivePiece* b = &scene.motion.interval.b;
        for (int i = 0; i <= SAMPLES; i++) {
            long double step = (long double)scene.span * i / SAMPLES;
            long double d[6][2];
            const double* c[6] = {piece_x(a->piece), piece_y(a->piece), piece_angle(a->piece),
                                  piece_x(b->piece), piece_y(b->piece), piece_angle(b->piece)};
            for (int j = 0; j < 6; j++)
                derive(&scene, j < 3 ? a : b, c[j], step, d[j]);
            const long double found[8] = {hypotl(d[3][0] - d[0][0], d[4][0] - d[1][0]),
                                          hypotl(d[3][1] - d[0][1], d[4][1] - d[1][1]),
                                          fabsl(d[2][0]),
                                          fabsl(d[2][1]),
                                          fabsl(d[5][0]),
                                          fabsl(d[5][1]),
                                          fabsl(d[5][0] - d[2][0]),
                                          fabsl(d[5][1] - d[2][1])};
            const double most[8] = {rates.speed,
                                    rates.acceleration,
                                    rates.angular_velocity_a,
                                    rates.angular_acceleration_a,
                                    rates.angular_velocity_b,
                                    rates.angular_acceleration_b,
                                    rates.angular_velocity_ab,
                                    rates.angular_acceleration_ab};
            /* If terms cancel, the remainder is only as accurate as the sum of their sizes. */
            long double size = 0;
            for (int j = 0; j < 8; j++)
                size = fmaxl(size, most[j]);
            for (int j = 0; j < 8; j++)
                CHECK_SCENE(&scene, found[j] <= most[j] * (1 + 0x1p-40L) + 0x1p-38L * size);
        }
    }
}

/* Computes the places of both bodies in the pieces of the interval, `step` later. */
static void scene_places(const Scene* scene, long double step, TruthPlace* a, TruthPlace* b)
{
    bool is_later = (step == 0) == (scene->motion.sense > 0);
    truth_place(&scene->a.moving_body, scene->motion.base, tau_of(scene, step), is_later, a);
    truth_place(&scene->b.moving_body, scene->motion.base, tau_of(scene, step), is_later, b);
}

/* Returns the separation along the normal that moves with the bodies, `step` later. */
static long double thickness_at(const Scene* scene, GrazeVec n, GrazeNormalFrame frame,
                                long double step)
{
    TruthPlace places[2][2];
    scene_places(scene, 0, &places[0][0], &places[0][1]);
    scene_places(scene, step, &places[1][0], &places[1][1]);
    long double turn = 0;
    if (frame == GRAZE_FRAME_A) turn = places[1][0].angle - places[0][0].angle;
    if (frame == GRAZE_FRAME_B) turn = places[1][1].angle - places[0][1].angle;
    TruthVec turned = {cosl(turn) * n.x - sinl(turn) * n.y, sinl(turn) * n.x + cosl(turn) * n.y};
    return truth_thickness(&places[1][0], &places[1][1], turned);
}

/* Returns the time at which level - fall t - bend t^2 / 2 is 0: no separation with these bounds
 * of its first and second derivative closes sooner. */
static double closing_time(double level, double fall, double curvature)
{
    return 2 * level / (sqrt(fall * fall + 2 * curvature * level) + fall);
}

static void separation_bound_steps_are_safe_and_not_too_short(void)
{
    enum { SAMPLES = 40 };
    for (int k = 0; k < share_of(4000); k++) {
        Scene scene;
        GrazeRateBounds rates;
        GrazeSeparationBound separation_bound;
        double speed;
        if (!read_scene(&scene)) continue;
        const GrazeMotionState* state = &scene.proximity.state;
        const GrazePieceInterval* interval = &scene.motion.interval;
        GrazeNormalFrame frame = (GrazeNormalFrame)random_below(3);
        double angle = 4 * random_tied();
        GrazeVec n = random_below(4) ? scene.proximity.normal : vec(cos(angle), sin(angle));
        long double now = thickness_at(&scene, n, frame, 0);
        if (random_below(2)) scene.span *= 0x1p-6;
        graze_compute_rate_bounds(state, scene.span, &rates);
        GrazeCurvatureBounds curvatures = {.has_frame_acceleration = false};
        graze_compute_curvature_bounds(interval, state, &rates, scene.span, &curvatures);
        graze_separation_bound_init(interval, state, n, frame, &rates, curvatures.curvature[frame],
                                    state->error, &separation_bound);
        double certified_step =
            graze_separation_bound_safe_step(&separation_bound, scene.span, &speed);
        CHECK_SCENE(&scene, certified_step >= 0 && certified_step <= scene.span);
        CHECK_SCENE(&scene, certified_step == 0 || now > 0);
        long double rounding = scene_rounding(&scene, certified_step);
        for (int i = 0; i < SAMPLES && certified_step > 0; i++) {
            long double then =
                thickness_at(&scene, n, frame, (long double)certified_step * i / SAMPLES);
            CHECK_SCENE(&scene, then >= -0.25L * rounding);
        }
        double far = hypot(state->x[0], state->y[0]) + interval->a.radius + interval->b.radius;
        double fall = rates.speed + (rates.angular_velocity_a + rates.angular_velocity_b) * far;
        double level = (double)now - 4 * state->error;
        if (level > 0) {
            double least = fmin(closing_time(level, fall, separation_bound.curvature), scene.span);
            CHECK_SCENE(&scene, certified_step >= 0.5 * least);
        }
    }
}

/* Makes B like A except for part of its motion: then both turn nearly or exactly as one. */
static void make_alike(const Moving* a, Moving* b, const Kind* kind)
{
    double share = random_below(3) ? ldexp(1, -(int)random_below(40)) : 0;
    double most = random_below(2) ? 0 : share;
    const GrazePiece* from = &a->pieces[0];
    GrazePiece* to = &b->pieces[0];
    double power = 1;
    *to = *from;
    for (int32_t k = 0; k < GRAZE_PIECE_TERMS; k++) {
        to->x[k] += most * kind->reach * random_tied() / power;
        to->y[k] += most * kind->reach * random_tied() / power;
        to->angle[k] *= 1 + share * random_tied();
        power *= from->t1 - from->t0;
    }
    to->angle[0] += random_tied();
    to->pivot_x += 2 * kind->size * random_tied();
    to->pivot_y += 2 * kind->size * random_tied();
    b->moving_body.count = 1;
}

/* Returns the separation with A at its time s since the instant, and B at t. */
static long double thickness_apart(const Scene* scene, GrazeVec n, GrazeNormalFrame frame, double s,
                                   double t)
{
    TruthPlace now[2];
    TruthPlace then[2];
    double base = scene->motion.base;
    truth_place(&scene->a.moving_body, base, 0, true, &now[0]);
    truth_place(&scene->b.moving_body, base, 0, true, &now[1]);
    truth_place(&scene->a.moving_body, base, s, true, &then[0]);
    truth_place(&scene->b.moving_body, base, t, true, &then[1]);
    long double turn = 0;
    if (frame == GRAZE_FRAME_A) turn = then[0].angle - now[0].angle;
    if (frame == GRAZE_FRAME_B) turn = then[1].angle - now[1].angle;
    TruthVec turned = {cosl(turn) * n.x - sinl(turn) * n.y, sinl(turn) * n.x + cosl(turn) * n.y};
    return truth_thickness(&then[0], &then[1], turned);
}

static void two_dimensional_bounds_lie_below_separation_bounds(void)
{
    enum { SAMPLES = 24 };
    int32_t alike = 0;
    for (int k = 0; k < share_of(6000); k++) {
        Scene scene;
        GrazeSeparationBound2d sheet;
        Kind kind = random_kind();
        random_moving_body(&scene.a, &kind);
        random_moving_body(&scene.b, &kind);
        scene.a.moving_body.count = 1;
        if (random_below(8)) make_alike(&scene.a, &scene.b, &kind);
        scene.b.moving_body.count = 1;
        const GrazePiece* a = &scene.a.pieces[0];
        const GrazePiece* b = &scene.b.pieces[0];
        double begin = fmax(a->t0, b->t0);
        double end = begin + 0.99 * (fmin(a->t1, b->t1) - begin);
        if (!(begin < end)) continue;
        double time = begin + (end - begin) * (0.1 + 0.8 * fabs(random_unit()));
        graze_relative_motion_init(&scene.motion, &scene.a.moving_body, &scene.b.moving_body, time,
                                   1);
        const GrazePieceInterval* interval = graze_relative_motion_find_interval(&scene.motion, 0);
        GrazeMotionState* state = &scene.proximity.state;
        scene.cache = (GrazeProximityCache){.count = 0};
        graze_motion_state_evaluate(&scene.motion, 0, state);
        graze_query_proximity(&scene.motion, &scene.cache, &scene.proximity);
        if (scene.proximity.is_penetrating) continue;
        double lasts = (end - time) * ldexp(1, -(int)random_below(16));
        double width = (time - begin) * ldexp(1, -(int)random_below(24));
        graze_separation_bound_2d_init(interval, &scene.proximity.state, scene.proximity.normal,
                                       scene.proximity.frame, state->error, &sheet);
        GrazeDelayCurvatures c;
        graze_separation_bound_2d_set_extent(&sheet, width, lasts, &c);
        alike += c.curvature_ab > 0;
        long double rounding =
            truth_rounding(&scene.a.moving_body, &scene.b.moving_body, time - width, time + lasts);
        for (int i = 0; i < SAMPLES; i++) {
            double t = lasts * (i % 2 ? fabs(random_unit()) : 1);
            double s = t - width * (i % 3 ? fabs(random_unit()) : 1);
            GrazeDelayPlane plane;
            graze_separation_bound_2d_get_plane(&sheet, vec(s, t), &plane);
            double found = plane.level + plane.slope_a * s + plane.slope_b * t -
                           0.5 * (c.curvature_a * s * s + c.curvature_b * t * t +
                                  c.curvature_ab * (s - t) * (s - t)) -
                           c.slope_error * (fabs(s) + fabs(t));
            long double truth = thickness_apart(&scene, scene.proximity.normal, sheet.frame, s, t);
            CHECK_SCENE(&scene, found <= truth + 0.25L * rounding);
        }
    }
    CHECK(alike >= share_of(100));
}

/* Two bodies drive behind each other on a circle: their distance depends on the delay alone, for
 * all time. */
static void delays_on_one_circle_take_few_evaluations(void)
{
    enum { LOOKS = 512 };
    for (int k = 0; k < share_of(40); k++) {
        double radius = 5 + 50 * fabs(random_unit());
        double speed = 0.5 + 20 * fabs(random_unit());
        double lasts = ldexp(8, (int)random_below(8));
        double phase = (0.02 + fabs(random_unit())) * 2 / radius;
        GrazePoint corners[4] = {{-0.5f, -0.25f}, {0.5f, -0.25f}, {0.5f, 0.25f}, {-0.5f, 0.25f}};
        GrazePoint scratch[5];
        GrazeShape box;
        int32_t culprit;
        CHECK(graze_shape_hull(&box, corners, scratch, 4, 0, &culprit) == GRAZE_OK);
        GrazePiece pieces[2];
        for (int i = 0; i < 2; i++) {
            GrazePiece* piece = &pieces[i];
            *piece = (GrazePiece){.t1 = lasts, .pivot_y = radius};
            piece->angle[0] = i * phase;
            piece->angle[1] = speed / radius;
        }
        const GrazeMovingBody a = {&box, &pieces[0], 1, GRAZE_VANISH, GRAZE_VANISH, NULL, 0};
        const GrazeMovingBody b = {&box, &pieces[1], 1, GRAZE_VANISH, GRAZE_VANISH, NULL, 0};
        GrazeMotionOptions options = {-INFINITY,
                                      INFINITY,
                                      1e-9 * lasts,
                                      1e-9,
                                      LOOKS,
                                      GRAZE_METHOD_CERTIFIED,
                                      GRAZE_TOUCHING_CONFLICT};
        GrazeDelay delays[8];
        int32_t count = graze_unsafe_motion_delays(&a, &b, -6, 6, &options, delays, 8);
        CHECK(count > 0);
        for (int32_t i = 0; i < count; i++)
            CHECK(delays[i].status != GRAZE_CONTACT_UNDECIDED);
    }
}

static long double poly_at(const double* c, int32_t degree, long double s)
{
    long double sum = 0;
    for (int32_t k = degree; k >= 0; k--)
        sum = sum * s + c[k];
    return sum;
}

/* Whatever part of the polynomial remains, a few rounds suffice. */
static void polynomial_steps_are_safe_and_not_too_short(void)
{
    enum { SAMPLES = 200, ROUNDS = 40 };
    for (int k = 0; k < share_of(6000); k++) {
        double c[GRAZE_PIECE_TERMS] = {0};
        double moved[GRAZE_PIECE_TERMS];
        int32_t degree = (int32_t)random_below(GRAZE_PIECE_TERMS);
        double span = ldexp(1 + fabs(random_tied()), (int)random_below(40) - 20);
        random_polynomial(c, degree, ldexp(1, (int)random_below(80) - 40), span);
        c[0] = ldexp(fabs(c[0]), -(int)random_below(30));
        double size = 0;
        double power = 1;
        for (int32_t i = 0; i <= degree; i++) {
            size += fabs(c[i]) * power;
            power *= span;
        }
        double certified_step = graze_poly_safe_step(c, degree, span);
        CHECK(certified_step >= 0 && certified_step <= span && (certified_step > 0) == (c[0] > 0));
        for (int i = 0; i <= SAMPLES; i++) {
            long double s = (long double)certified_step * i / SAMPLES;
            CHECK(c[0] == 0 || poly_at(c, degree, s) >= -0x1p-46L * size);
        }
        /* Steps go forward as in conservative advancement: to the end, or until they are as good
         * as 0. */
        double tau = 0;
        int round = 0;
        for (; round < ROUNDS && tau < span; round++) {
            for (int32_t i = 0; i <= degree; i++)
                moved[i] = c[i];
            for (int32_t i = 0; i < degree; i++) {
                for (int32_t j = degree - 1; j >= i; j--)
                    moved[j] += tau * moved[j + 1];
            }
            if (!(moved[0] > 0x1p-34 * size)) break;
            tau += graze_poly_safe_step(moved, degree, span - tau);
        }
        CHECK(round < ROUNDS);
    }
}

static void discs_stay_apart(void)
{
    enum { SAMPLES = 60 };
    for (int k = 0; k < share_of(4000); k++) {
        Scene scene;
        if (!read_scene(&scene)) continue;
        const GrazePieceInterval* interval = &scene.motion.interval;
        double reach = interval->a.radius + interval->b.radius + interval->reach;
        double least = random_below(2) ? 0 : random_tied() * reach;
        double certified_step =
            graze_discs_safe_step(interval, &scene.proximity.state, least, scene.span);
        CHECK_SCENE(&scene, certified_step >= 0 && certified_step <= scene.span);
        double most = reach + least;
        for (int i = 0; i < SAMPLES && certified_step > 0; i++) {
            long double step = (long double)certified_step * i / SAMPLES;
            TruthPlace a;
            TruthPlace b;
            scene_places(&scene, step, &a, &b);
            long double x = ((long double)b.x0 - a.x0) + (b.x - a.x);
            long double y = ((long double)b.y0 - a.y0) + (b.y - a.y);
            CHECK_SCENE(&scene, hypotl(x, y) >= most);
        }
    }
}

/* Finds the smallest and largest separation over the step that was certified as free or as in
 * contact. */
static void extremes(const Scene* scene, double certified_step, long double* least,
                     long double* most)
{
    enum { SAMPLES = 60 };
    *least = INFINITY;
    *most = -INFINITY;
    for (int i = 0; i < SAMPLES; i++) {
        long double separation = scene_separation(scene, (long double)certified_step * i / SAMPLES);
        *least = fminl(*least, separation);
        *most = fmaxl(*most, separation);
    }
}

/* Returns the sine of half the sharpest angle, or `least`: a point near the lines of two edges
   is at most that factor further from their corner. */
static double sharpest_corner(const GrazeShape* shape, double least)
{
    for (int32_t i = 0; i < shape->count && shape->count > 2; i++) {
        const GrazePoint* v = shape->vertices;
        GrazePoint p = v[i];
        GrazePoint q = v[(i + 1) % shape->count];
        GrazePoint o = v[(i + shape->count - 1) % shape->count];
        double to_q = atan2((double)q.y - p.y, (double)q.x - p.x);
        double to_o = atan2((double)o.y - p.y, (double)o.x - p.x);
        least = fmin(least, fabs(sin(0.5 * (to_o - to_q))));
    }
    return least;
}

static void proximity_steps_are_certified(void)
{
    for (int k = 0; k < share_of(4000); k++) {
        Scene scene;
        long double least;
        long double most;
        if (!read_scene(&scene)) continue;
        double error = scene.proximity.state.error;
        double size = scene.a.shape.extent + scene.b.shape.extent;
        double allowance = random_below(2) ? 0 : size * ldexp(1, -(int)random_below(40));
        GrazeContactMethod method = (GrazeContactMethod)random_below(2);
        double landing;
        double certified_step = graze_proximity_safe_step(&scene.motion, &scene.proximity,
                                                          scene.span, allowance, method, &landing);
        CHECK_SCENE(&scene, certified_step >= 0 && certified_step <= scene.span && landing >= 0);
        CHECK_SCENE(&scene,
                    (certified_step > 0) == (scene.proximity.separation > error - allowance));
        extremes(&scene, certified_step, &least, &most);
        CHECK_SCENE(&scene,
                    certified_step == 0 ||
                        least >= -allowance - 0.25L * scene_rounding(&scene, certified_step));
        double slack = fabs(scene.proximity.separation) * (1 + fabs(random_tied())) + allowance;
        if (random_below(2)) slack = allowance;
        double stayed = graze_proximity_contact_step(&scene.motion, &scene.cache, &scene.proximity,
                                                     scene.span, slack);
        CHECK_SCENE(&scene, stayed >= 0 && stayed <= scene.span);
        CHECK_SCENE(&scene, stayed > 0 || scene.proximity.separation >= slack - error);
        extremes(&scene, stayed, &least, &most);
        long double corner = sharpest_corner(&scene.a.shape, sharpest_corner(&scene.b.shape, 1));
        CHECK_SCENE(&scene, stayed == 0 || most <= fmaxl(slack, slack / corner) +
                                                       0.25L * scene_rounding(&scene, stayed));
    }
}

/* ---- options of queries ---- */

static GrazeMotionOptions random_options(const Moving* a, const Moving* b, const Kind* kind)
{
    const int32_t budgets[] = {1, 2, 5, 40, 4096, 4096};
    GrazeMotionOptions options;
    double lasts =
        fmax(a->pieces[a->moving_body.count - 1].t1, b->pieces[b->moving_body.count - 1].t1) -
        kind->begin;
    options.from = kind->begin + lasts * 0.5 * random_tied();
    options.to = options.from + 1.5 * lasts * fabs(random_tied());
    options.tolerance = lasts * ldexp(1, -2 - (int)random_below(34));
    options.distance_tolerance =
        random_below(4) ? kind->size * ldexp(1, -4 - (int)random_below(36)) : 0;
    options.max_iterations = budgets[random_below(6)];
    options.method = (GrazeContactMethod)(random_below(4) == 0);
    options.touching = GRAZE_TOUCHING_CONFLICT;
    return options;
}

/* ---- stored terms ---- */

static void the_number_of_stored_terms_is_checked(void)
{
    GrazeShape disc = disc_of(1);
    const GrazePiece piece = {.t1 = 1};
    for (int32_t terms = -1; terms <= GRAZE_PIECE_TERMS + 1; terms++) {
        int32_t culprit = 7;
        bool is_valid =
            terms == 0 || (terms >= GRAZE_MIN_PIECE_TERMS && terms <= GRAZE_PIECE_TERMS);
        GrazeMovingBody body = {&disc, &piece, 1, GRAZE_STAY, GRAZE_STAY, NULL, terms};
        CHECK(graze_motion_check(&body, &culprit) == (is_valid ? GRAZE_OK : GRAZE_E_OUT_OF_RANGE));
        CHECK(culprit == -1);
    }
}

static void as_many_terms_are_needed_as_the_highest_degree_has(void)
{
    GrazeShape disc = disc_of(1);
    for (int32_t k = 0; k < 3 * GRAZE_PIECE_TERMS; k++) {
        GrazePiece pieces[2] = {{.t1 = 1}, {.t0 = 1, .t1 = 2}};
        double* axes[3] = {pieces[1].x, pieces[1].y, pieces[1].angle};
        int32_t degree = k / 3;
        axes[k % 3][degree] = 1;
        const GrazeMovingBody body = {&disc, pieces, 2, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        CHECK(graze_motion_terms(&body) == (degree > 1 ? degree + 1 : 2));
    }
}

enum { MAX_RECORDS = MAX_PIECES * sizeof(GrazePiece) / sizeof(double), ANSWERED = 4 };

/* The answers about two motions, of which the padding and what is not written are 0. */
typedef struct {
    double places[2][3];
    GrazeMotionBounds bounds;
    GrazeContact contacts[2];
    GrazeInterval intervals[ANSWERED], delays[ANSWERED];
    GrazeClearance clearance;
    double separation;
    int32_t counts[2];
    GrazeStatus status;
    int32_t spare;
} AllAnswers;

static void answer_all(const GrazeMovingBody* a, const GrazeMovingBody* b,
                       const GrazeMotionOptions* options, AllAnswers* out)
{
    GrazeMotionOptions certified = *options;
    int32_t culprit;
    certified.max_iterations = 400;
    memset(out, 0, sizeof *out);
    out->status = graze_motion_check(a, &culprit);
    double* place = out->places[0];
    graze_motion_pose(a, options->from, &place[0], &place[1], &place[2]);
    place = out->places[1];
    graze_motion_pose(b, options->to, &place[0], &place[1], &place[2]);
    graze_motion_bounds(a, options->from, options->to, &out->bounds);
    for (int method = 0; method < 2; method++) {
        certified.method = (GrazeContactMethod)method;
        graze_first_contact(a, b, &certified, &out->contacts[method]);
    }
    certified.method = GRAZE_METHOD_CERTIFIED;
    out->counts[0] = graze_contact_intervals(a, b, &certified, out->intervals, ANSWERED);
    graze_clearance(a, b, &certified, &out->clearance);
    out->separation = graze_separation_at(a, b, options->from);
    double range = certified.to - certified.from;
    out->counts[1] =
        graze_unsafe_motion_delays(a, b, -range, range, &certified, out->delays, ANSWERED);
}

/* Packs a motion with the terms it needs, and some more; the numbers after its records are kept. */
static GrazeMovingBody pack(const GrazeMovingBody* body, double records[MAX_RECORDS + 1])
{
    GrazeMovingBody packed = *body;
    int32_t needed = graze_motion_terms(body);
    packed.terms = needed + (int32_t)random_below((uint32_t)(GRAZE_PIECE_TERMS + 1 - needed));
    int32_t end = body->count * (3 * packed.terms + 4);
    records[end] = -1;
    graze_motion_pack(body, packed.terms, records);
    CHECK(records[end] == -1);
    packed.pieces = (const GrazePiece*)(void*)records;
    return packed;
}

static bool has_same_bytes(const void* p, const void* q, size_t size)
{
    return memcmp(p, q, size) == 0;
}

static void stored_terms_do_not_change_answers(void)
{
    for (int k = 0; k < share_of(600); k++) {
        Moving a;
        Moving b;
        double records[3][MAX_RECORDS + 1];
        AllAnswers full;
        AllAnswers stored;
        Kind kind = random_kind();
        random_moving_body(&a, &kind);
        random_moving_body(&b, &kind);
        GrazeMovingBody packed_a = pack(&a.moving_body, records[0]);
        GrazeMovingBody packed_b = pack(&b.moving_body, records[1]);
        GrazeMovingBody again = pack(&packed_a, records[2]);
        GrazeMotionOptions options = random_options(&a, &b, &kind);
        answer_all(&a.moving_body, &b.moving_body, &options, &full);
        answer_all(&packed_a, &packed_b, &options, &stored);
        CHECK(has_same_bytes(&full, &stored, sizeof full));
        answer_all(&again, &b.moving_body, &options, &stored);
        CHECK(has_same_bytes(&full, &stored, sizeof full));
    }
}

/* ---- queries ---- */

enum { MAX_INTERVALS = 12, LOOKS = 200 };

/* Checks that the results have the same bits, that the times are in the queried range from its
 * beginning on, and that no more are written than there is room for. */
static void check_trace(const GrazeMovingBody* a, const GrazeMovingBody* b,
                        const GrazeMotionOptions* options, const GrazeContact* contact)
{
    double times[8];
    const int32_t room = 7;
    GrazeContact traced;
    times[room] = -1;
    int32_t count = graze_trace_contact(a, b, options, times, room, &traced);
    CHECK(count == contact->iterations && traced.iterations == count);
    CHECK(traced.status == contact->status && traced.separation == contact->separation);
    CHECK(traced.lo == contact->lo && traced.hi == contact->hi);
    CHECK(times[room] == -1);
    double from = options->from;
    double to = options->to;
    if (!graze_motion_window(a, b, &from, &to)) {
        CHECK(count == 0);
        return;
    }
    CHECK(count > 0 && times[0] == from);
    for (int32_t i = 0; i < room && i < count; i++)
        CHECK(times[i] >= from && times[i] <= to);
}

static void check_queries(const GrazeMovingBody* a, const GrazeMovingBody* b,
                          const GrazeMotionOptions* options)
{
    FaultDetail detail;
    GrazeContact contact;
    GrazeInterval intervals[MAX_INTERVALS];
    GrazeClearance clearance;
    GrazeContactStatus status;
    double lo;
    double hi;
    graze_first_contact(a, b, options, &contact);
    report(fault_of_contact(a, b, options, &contact, LOOKS, &detail), a, b, options, &detail);
    int32_t evaluations = graze_contact_bracket(a, b, options, &status, &lo, &hi);
    CHECK(evaluations == contact.iterations && (int32_t)status == contact.status &&
          lo == contact.lo && hi == contact.hi);
    check_trace(a, b, options, &contact);
    int32_t count = graze_contact_intervals(a, b, options, intervals, MAX_INTERVALS);
    report(fault_of_intervals(a, b, options, intervals, count, MAX_INTERVALS, LOOKS, &detail), a, b,
           options, &detail);
    if (options->method == GRAZE_METHOD_CERTIFIED) {
        CHECK((count == 0) == (contact.status == GRAZE_CONTACT_FREE));
        CHECK(count == 0 || intervals[0].begin_lo == contact.lo);
    }
    graze_clearance(a, b, options, &clearance);
    report(fault_of_clearance(a, b, options, &clearance, LOOKS, &detail), a, b, options, &detail);
}

static void answers_are_those_of_brute_force(void)
{
    for (int k = 0; k < share_of(400); k++) {
        Moving a;
        Moving b;
        Kind kind = random_kind();
        random_moving_body(&a, &kind);
        random_moving_body(&b, &kind);
        GrazeMotionOptions options = random_options(&a, &b, &kind);
        check_queries(&a.moving_body, &b.moving_body, &options);
        options.touching = GRAZE_TOUCHING_ALLOWED;
        check_queries(&a.moving_body, &b.moving_body, &options);
    }
}

/* Intervals begin with the first contact also where closed forms find it. */
static void intervals_of_straight_motions_begin_with_the_first_contact(void)
{
    for (int k = 0; k < share_of(400); k++) {
        Moving pair[2];
        Kind kind = random_kind();
        bool turns = random_below(3) == 0;
        for (int i = 0; i < 2; i++) {
            GrazePiece piece = {.t0 = kind.begin, .t1 = kind.begin + kind.lasts};
            random_shape(&pair[i], kind.size);
            random_polynomial(piece.x, 1, kind.reach, kind.lasts);
            random_polynomial(piece.y, 1, kind.reach, kind.lasts);
            random_polynomial(piece.angle, turns, kind.turn, kind.lasts);
            pair[i].pieces[0] = piece;
            pair[i].moving_body = (GrazeMovingBody){&pair[i].shape, pair[i].pieces, 1, GRAZE_STAY,
                                                    GRAZE_STAY,     NULL,           0};
        }
        GrazeMotionOptions options = random_options(&pair[0], &pair[1], &kind);
        options.from = kind.begin;
        options.to = kind.begin + kind.lasts;
        check_queries(&pair[0].moving_body, &pair[1].moving_body, &options);
    }
}

/* Two squares rest beside each other for a long time, and then slide along each other until one
   moves into the other: the search moves the base of time while they touch. */
static void an_overlap_after_a_long_touch_begins_where_it_does(void)
{
    const double t0 = 0x1p30;
    GrazePoint corners[4] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}};
    const GrazeShape square = {corners, 4, 0, 8, NULL, NULL};
    const GrazePiece pieces[2] = {{.t0 = t0, .t1 = t0 + 1, .x = {0, 1}, .y = {8}},
                                  {.t0 = t0 + 1, .t1 = t0 + 4, .x = {1}, .y = {8, 0, -1}}};
    const GrazePiece still = {.t0 = t0, .t1 = t0 + 1};
    const GrazeMovingBody a = {&square, pieces, 2, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&square, &still, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    GrazeMotionOptions options = {
        0, t0 + 4, 1e-4, 1e-9, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_ALLOWED};
    GrazeContact contact;
    graze_first_contact(&a, &b, &options, &contact);
    CHECK(contact.status == GRAZE_CONTACT_HIT && contact.lo <= contact.hi);
    CHECK(contact.lo > t0 + 1 - 1e-4 && contact.hi < t0 + 1 + 2e-4);
    check_queries(&a, &b, &options);
}

/* Points that part from a common place on are in contact at that instant alone. */
static void points_that_part_touch_for_an_instant(void)
{
    const GrazePoint center = {0, 0};
    const GrazeShape point = {&center, 1, 0, 0, NULL, NULL};
    const GrazePiece pieces[2] = {{.t1 = 2, .x = {0, 1, 1}}, {.t1 = 2, .y = {0, 1, -0.25}}};
    const GrazeMovingBody a = {&point, &pieces[0], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&point, &pieces[1], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    GrazeMotionOptions options = {
        0, 2, 0x1p-20, 0x1p-20, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    for (int k = 1; k < 4; k++) {
        GrazeContact contact;
        options.distance_tolerance = ldexp(1, -10 * k);
        graze_first_contact(&a, &b, &options, &contact);
        CHECK(contact.status == GRAZE_CONTACT_GRAZING && contact.lo == 0);
        CHECK(contact.hi < 2 * (options.tolerance + options.distance_tolerance));
        check_queries(&a, &b, &options);
    }
}

/* Points have no size, so the default slack is the way that they come nearer in the tolerance. */
static void the_slack_of_points_is_that_of_their_speeds(void)
{
    const GrazePoint center = {0, 0};
    const GrazeShape point = {&center, 1, 0, 0, NULL, NULL};
    const GrazePiece pieces[2] = {{.t1 = 2, .x = {0, 3}}, {.t1 = 2, .y = {0, 4}}};
    const GrazeMovingBody a = {&point, &pieces[0], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&point, &pieces[1], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    GrazeMotionOptions options = {
        NAN, NAN, 0x1p-10, NAN, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    graze_motion_defaults(&a, &b, &options);
    CHECK(options.distance_tolerance >= 7 * 0x1p-10);
    CHECK(options.distance_tolerance < 7.001 * 0x1p-10);
}

/*
 * A point passes through a disc that moves at speed 1, and then above it, ahead or behind, so that
 * for a delay less than the tolerance beyond the unsafe ones it touches the disc: these are one
 * interval.
 */
static void touches_beside_unsafe_delays_are_one_with_them(void)
{
    const double tolerance = 0x1p-10;
    const GrazePoint center = {0, 0};
    const GrazeShape point = {&center, 1, 0, 0, NULL, NULL};
    const GrazeShape disc = disc_of(0.5F);
    const GrazePiece way = {.t0 = -8, .t1 = 8, .x = {-8, 1}};
    const GrazeMovingBody b = {&disc, &way, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const double gaps[3] = {0.25, 0.5, 4};
    for (int k = 0; k < 6; k++) {
        /* At a delay d the disc's center is at s + d, where s is the point's own time. */
        double gap = gaps[k / 2] * tolerance;
        double touch = k % 2 == 0 ? 0.5 + gap : -0.5 - gap;
        const GrazePiece pieces[2] = {{.t0 = 0, .t1 = 1, .x = {0, 1}},
                                      {.t0 = 1, .t1 = 2, .x = {1 + touch, 1}, .y = {0.5}}};
        const GrazeMovingBody a = {&point, pieces, 2, GRAZE_VANISH, GRAZE_VANISH, NULL, 0};
        const GrazeMotionOptions options = {-INFINITY,
                                            INFINITY,
                                            tolerance,
                                            1e-9,
                                            0,
                                            GRAZE_METHOD_CERTIFIED,
                                            GRAZE_TOUCHING_CONFLICT};
        GrazeDelay delays[3];
        int32_t count = graze_unsafe_motion_delays(&a, &b, -4, 4, &options, delays, 3);
        bool is_apart = gap > tolerance;
        CHECK(count == (is_apart ? 2 : 1));
        const GrazeDelay* hit = &delays[is_apart && k % 2 == 1 ? 1 : 0];
        CHECK(hit->status == GRAZE_CONTACT_HIT);
        CHECK(hit->begin_lo <= -0.5 && hit->begin_hi >= -0.5 && hit->end_lo <= 0.5 &&
              hit->end_hi >= 0.5);
        CHECK(hit->begin_hi - hit->begin_lo <= tolerance && hit->end_hi - hit->end_lo <= tolerance);
        if (!is_apart) CHECK(hit->begin_lo <= touch && hit->end_hi >= touch);
        if (is_apart) {
            const GrazeDelay* graze = &delays[1 - k % 2];
            CHECK(graze->status == GRAZE_CONTACT_GRAZING);
            CHECK(graze->begin_lo <= touch && graze->end_hi >= touch);
        }
    }
}

/* A point passes above a disc twice and touches it, at delays that are less than the tolerance
   apart or more. */
static void touches_at_delays_within_the_tolerance_are_one(void)
{
    const double tolerance = 0x1p-10;
    const GrazePoint center = {0, 0};
    const GrazeShape point = {&center, 1, 0, 0, NULL, NULL};
    const GrazeShape disc = disc_of(0.5F);
    const GrazePiece way = {.t0 = -8, .t1 = 8, .x = {-8, 1}};
    const GrazeMovingBody b = {&disc, &way, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    for (int k = 0; k < 2; k++) {
        double next = (k == 0 ? 0.875 : 4) * tolerance;
        const GrazePiece pieces[2] = {{.t0 = 0, .t1 = 1, .x = {0, 1}, .y = {0.5}},
                                      {.t0 = 1, .t1 = 2, .x = {1 + next, 1}, .y = {0.5}}};
        const GrazeMovingBody a = {&point, pieces, 2, GRAZE_VANISH, GRAZE_VANISH, NULL, 0};
        const GrazeMotionOptions options = {-INFINITY,
                                            INFINITY,
                                            tolerance,
                                            1e-9,
                                            0,
                                            GRAZE_METHOD_CERTIFIED,
                                            GRAZE_TOUCHING_CONFLICT};
        GrazeDelay delays[3];
        int32_t count = graze_unsafe_motion_delays(&a, &b, -4, 4, &options, delays, 3);
        CHECK(count == k + 1);
        for (int i = 0; i < count; i++) {
            const GrazeDelay* graze = &delays[i];
            CHECK(graze->status == GRAZE_CONTACT_GRAZING);
            CHECK(graze->begin_lo <= (i == 0 ? 0 : next) && graze->begin_lo >= -tolerance);
            CHECK(graze->end_hi >= (i == count - 1 ? next : 0));
            CHECK(graze->end_hi <= (i == count - 1 ? next : 0) + tolerance);
            CHECK(graze->begin_lo == graze->end_lo && graze->begin_hi == graze->end_hi);
        }
    }
}

/* The bodies are in contact, to within the slack, where a step of free time begins, and 9 apart where
 * it ends. */
static void a_long_step_from_near_contact_ends_in_no_graze(void)
{
    const GrazePoint rod[2] = {{0, 0}, {12, 0}};
    const GrazeShape turning = {rod, 2, 0, 12, NULL, NULL};
    const GrazeShape disc = disc_of(1);
    const GrazePiece spin = {.t1 = 0.5, .angle = {0, 6}, .x = {0, 0, 0.01}};
    const GrazePiece resting = {.t1 = 0.5, .x = {12}, .y = {-1.0625}};
    const GrazeMovingBody a = {&turning, &spin, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&disc, &resting, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    for (int32_t budget = 1; budget <= 40; budget *= 2) {
        GrazeMotionOptions options = {
            0, 0.5, 2.5, 0.1875, budget, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
        check_queries(&a, &b, &options);
    }
}

/* ---- budgets, clocks, time backwards ---- */

/* A quarter turns into a bar. With a limit of one iteration, bisection still finds the certified
 * part. */
static void the_iteration_limit_keeps_certified_results(void)
{
    const GrazePoint bar[2] = {{-1, 0}, {1, 0}};
    const GrazeShape rod = {bar, 2, 0, 1, NULL, NULL};
    const GrazeShape disc = disc_of(0.25F);
    const GrazePiece spin = {.t1 = 4, .angle = {0, 1}};
    const GrazePiece resting = {.t1 = 4, .y = {1}};
    const GrazePiece far = {.t1 = 4, .y = {8}};
    const GrazeMovingBody a = {&rod, &spin, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody near = {&disc, &resting, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody away = {&disc, &far, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    for (int32_t budget = 1; budget <= 5; budget++) {
        for (int method = 0; method < 2; method++) {
            GrazeMotionOptions options = {
                0, 4, 1e-6, 1e-9, budget, (GrazeContactMethod)method, GRAZE_TOUCHING_CONFLICT};
            GrazeContact contact;
            check_queries(&a, &near, &options);
            graze_first_contact(&a, &near, &options, &contact);
            CHECK(contact.status == GRAZE_CONTACT_HIT || contact.status == GRAZE_CONTACT_UNDECIDED);
            /* sin t = 3 / 4 at the instant at which the rod's end comes no nearer than the
             * disc's rim. */
            CHECK(contact.lo > 1 && contact.lo < 1.5708);
            check_queries(&a, &away, &options);
            graze_first_contact(&a, &away, &options, &contact);
            CHECK(contact.status == GRAZE_CONTACT_FREE);
        }
    }
}

static void move_clock(Moving* body, const Moving* from, double by)
{
    *body = *from;
    body->shape.vertices = body->points;
    body->moving_body.shape = &body->shape;
    body->moving_body.pieces = body->pieces;
    for (int32_t i = 0; i < body->moving_body.count; i++) {
        body->pieces[i].t0 += by;
        body->pieces[i].t1 += by;
    }
}

/* Rounds the ends to times that a clock of 1e12 resolves, so that only the time differs. */
static void round_times(Moving* body)
{
    for (int32_t i = 0; i < body->moving_body.count; i++) {
        GrazePiece* piece = &body->pieces[i];
        piece->t0 = i > 0 ? piece[-1].t1 : ldexp(rint(ldexp(piece->t0, 10)), -10);
        piece->t1 = ldexp(rint(ldexp(piece->t1, 10)), -10);
        if (i > 0) join(body, i);
    }
}

static void clocks_that_have_run_for_long_cost_nothing(void)
{
    const double clocks[] = {1.6e9, 1e12, -1e12};
    int met = 0;
    for (int k = 0; k < share_of(150); k++) {
        Moving a;
        Moving b;
        Moving late_a;
        Moving late_b;
        Kind kind = {1, 4, 2, 0, 4, 0};
        int32_t culprit;
        random_moving_body(&a, &kind);
        random_moving_body(&b, &kind);
        round_times(&a);
        round_times(&b);
        if (graze_motion_check(&a.moving_body, &culprit) != GRAZE_OK ||
            graze_motion_check(&b.moving_body, &culprit) != GRAZE_OK)
            continue;
        double clock = clocks[random_below(3)];
        GrazeMotionOptions options = {
            -1, 12, 1e-2, 1e-9, 4096, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
        GrazeContact contact;
        GrazeContact late;
        graze_first_contact(&a.moving_body, &b.moving_body, &options, &contact);
        move_clock(&late_a, &a, clock);
        move_clock(&late_b, &b, clock);
        options.from += clock;
        options.to += clock;
        graze_first_contact(&late_a.moving_body, &late_b.moving_body, &options, &late);
        check_queries(&late_a.moving_body, &late_b.moving_body, &options);
        /* A bracket is narrower by the rounding of its ends, so another step may be the last. */
        double most = options.tolerance + 4 * DBL_EPSILON * fabs(clock);
        CHECK(contact.status == late.status);
        CHECK(fabs(late.lo - clock - contact.lo) <= most);
        CHECK(fabs(late.hi - clock - contact.hi) <= most);
        met += contact.status == GRAZE_CONTACT_HIT;
    }
    CHECK(met >= share_of(10));
}

/* Reverses the path: x(T - s), exact for whole numbers. */
static void turn_back(const GrazePiece* from, GrazePiece* to)
{
    double s = from->t1 - from->t0;
    const double* c[3] = {from->x, from->y, from->angle};
    *to = *from;
    to->t0 = -from->t1;
    to->t1 = -from->t0;
    double* d[3] = {to->x, to->y, to->angle};
    for (int j = 0; j < 3; j++) {
        d[j][0] = c[j][0] + s * (c[j][1] + s * c[j][2]);
        d[j][1] = -(c[j][1] + 2 * s * c[j][2]);
        d[j][2] = c[j][2];
    }
}

/* A relative motion that runs backwards equals that of the reversed motions. */
static void backwards_is_forwards_mirrored(void)
{
    int met = 0;
    for (int k = 0; k < share_of(600); k++) {
        Moving a;
        Moving b;
        GrazePiece back[2];
        Kind kind = {1, 1, 1, 0, 2, 0};
        random_moving_body(&a, &kind);
        random_moving_body(&b, &kind);
        Moving* both[2] = {&a, &b};
        for (int i = 0; i < 2; i++) {
            GrazePiece piece = {.t0 = (double)random_below(3), .pivot_x = random_below(2)};
            piece.t1 = piece.t0 + 1 + random_below(2);
            for (int j = 0; j < 3; j++) {
                piece.x[j] = ((int)random_below(65) - 32) * 0x1p-4;
                piece.y[j] = ((int)random_below(65) - 32) * 0x1p-4;
                piece.angle[j] = k % 3 ? ((int)random_below(65) - 32) * 0x1p-4 : 0;
            }
            both[i]->pieces[0] = piece;
            both[i]->moving_body =
                (GrazeMovingBody){&both[i]->shape, both[i]->pieces, 1, 0, 0, NULL, 0};
            turn_back(&piece, &back[i]);
        }
        const GrazeMovingBody back_a = {&a.shape, &back[0], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        const GrazeMovingBody back_b = {&b.shape, &back[1], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        GrazeMotionOptions options = {
            0, 5, 1e-9, 1e-9, 4096, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
        GrazeConvexPair pairs[GRAZE_PAIR_STATES];
        GrazeAdvancement forward;
        GrazeAdvancement backward;
        GrazeContactBracket met_back;
        GrazeContactBracket met_forth;
        graze_convex_pair_init(&forward, pairs, &a.moving_body, &b.moving_body, &options);
        graze_advancement_reverse(&forward, 0, false, &backward);
        graze_advance(&backward, -5, &met_back);
        options.from = -5;
        options.to = 0;
        graze_convex_pair_init(&forward, pairs, &back_a, &back_b, &options);
        graze_advance(&forward, 0, &met_forth);
        /* If they only just touch, both answers are valid. */
        bool is_clear =
            met_back.status != GRAZE_CONTACT_GRAZING && met_forth.status != GRAZE_CONTACT_GRAZING;
        CHECK(!is_clear || met_back.status == met_forth.status);
        CHECK(!is_clear || fabs(met_back.lo + 5 - met_forth.lo) <= 2e-9);
        CHECK(!is_clear || fabs(met_back.hi + 5 - met_forth.hi) <= 2e-9);
        met += met_back.status == GRAZE_CONTACT_HIT;
    }
    CHECK(met >= share_of(60));
}

/* ---- the ends of the range ---- */

static bool are_finite(const double* values, int count)
{
    for (int i = 0; i < count; i++) {
        if (!isfinite(values[i])) return false;
    }
    return true;
}

/* Makes a motion as large as is allowed for that duration. */
static void extreme_moving_body(Moving* body, double size, double lasts)
{
    random_shape(body, size);
    GrazePiece* piece = &body->pieces[0];
    *piece = (GrazePiece){.t1 = lasts};
    int32_t degree = (int32_t)random_below(GRAZE_PIECE_TERMS);
    random_polynomial(piece->x, degree, 0.1 * fmin(8 * size, GRAZE_MAX_POSITION), lasts);
    random_polynomial(piece->y, degree, 0.1 * fmin(8 * size, GRAZE_MAX_POSITION), lasts);
    random_polynomial(piece->angle, degree, ldexp(1, (int)random_below(40) - 20), lasts);
    double* c[3] = {piece->x, piece->y, piece->angle};
    for (int32_t k = 0; k < 3 * GRAZE_PIECE_TERMS; k++) {
        double* term = &c[k / GRAZE_PIECE_TERMS][k % GRAZE_PIECE_TERMS];
        *term = fmax(fmin(*term, GRAZE_MAX_MAGNITUDE), -GRAZE_MAX_MAGNITUDE);
    }
    if (random_below(3) == 0) piece->pivot_x = fmin(8 * size, GRAZE_MAX_POSITION) * random_tied();
    body->moving_body =
        (GrazeMovingBody){&body->shape, body->pieces, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
}

static void no_answer_is_not_a_number(void)
{
    int taken = 0;
    for (int k = 0; k < share_of(1500); k++) {
        Moving a;
        Moving b;
        int32_t culprit;
        double size = ldexp(1, (int)random_below(276) - 149);
        double lasts = ldexp(1, (int)random_below(random_below(2) ? 990 : 200) - 494);
        extreme_moving_body(&a, size, lasts);
        extreme_moving_body(&b, random_below(2) ? size : ldexp(1, (int)random_below(276) - 149),
                            lasts);
        if (graze_motion_check(&a.moving_body, &culprit) != GRAZE_OK) continue;
        if (graze_motion_check(&b.moving_body, &culprit) != GRAZE_OK) continue;
        taken++;
        GrazeMotionOptions options = {0,
                                      lasts,
                                      lasts * 0x1p-20,
                                      size * 0x1p-30,
                                      20,
                                      GRAZE_METHOD_CERTIFIED,
                                      GRAZE_TOUCHING_CONFLICT};
        for (int method = 0; method < 4; method++) {
            GrazeContact c;
            options.method = (GrazeContactMethod)method;
            graze_trace_contact_by(&a.moving_body, &b.moving_body, &options, NULL, 0, &c);
            const double numbers[] = {c.lo,
                                      c.hi,
                                      c.separation,
                                      c.witness.point_a_x,
                                      c.witness.point_a_y,
                                      c.witness.point_b_x,
                                      c.witness.point_b_y,
                                      c.witness.normal_x,
                                      c.witness.normal_y};
            CHECK(are_finite(numbers, 9) && c.lo >= 0 && c.lo <= c.hi && c.hi <= lasts);
        }
        GrazeInterval intervals[2];
        GrazeClearance clearance;
        GrazeMotionBounds bounds;
        options.method = GRAZE_METHOD_CERTIFIED;
        graze_contact_intervals(&a.moving_body, &b.moving_body, &options, intervals, 2);
        graze_clearance(&a.moving_body, &b.moving_body, &options, &clearance);
        CHECK(clearance.lo <= clearance.hi && isfinite(clearance.hi) && isfinite(clearance.time));
        graze_motion_bounds(&a.moving_body, 0, lasts, &bounds);
        CHECK(bounds.point_speed >= 0 && bounds.point_acceleration >= 0);
        CHECK(bounds.min_x <= bounds.max_x && bounds.min_angle <= bounds.max_angle);
    }
    CHECK(taken >= share_of(500));
}

/* ---- regressions ---- */

/* b^2 - a c of two discs that are many radii apart cancels: they must not pass through each
 * other. */
static void discs_far_away_that_only_just_meet(void)
{
    const GrazeShape disc = disc_of(0.3F);
    for (int k = 0; k < share_of(600); k++) {
        double angle = 4 * random_tied();
        double away = ldexp(1, (int)random_below(28));
        double aside = 2 * (double)disc.radius - ldexp(1, -(int)random_below(30) - 2);
        GrazePiece resting = {.t1 = 2};
        GrazePiece passing = {.t1 = 2};
        passing.x[0] = -away * cos(angle) - aside * sin(angle);
        passing.y[0] = -away * sin(angle) + aside * cos(angle);
        passing.x[1] = away * cos(angle);
        passing.y[1] = away * sin(angle);
        const GrazeMovingBody a = {&disc, &resting, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        const GrazeMovingBody b = {&disc, &passing, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        GrazeMotionOptions options = {
            0, 2, 1e-12, 1e-12, 4096, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
        GrazeContact contact;
        graze_first_contact(&a, &b, &options, &contact);
        long double depth = -truth_separation(&a, &b, 0, 1);
        bool is_penetrating = depth > 2 * truth_rounding(&a, &b, 0, 2);
        CHECK(!is_penetrating || contact.status != GRAZE_CONTACT_FREE);
    }
}

/* The terms of an angle cancel at the end, where it stays; large ones lose nothing by that. */
static void a_staying_angle_has_the_rounding_of_a_small_one(void)
{
    GrazePoint corners[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const GrazeShape square = {corners, 4, 0, 1, NULL, NULL};
    const GrazeShape disc = disc_of(0.25F);
    for (int k = 0; k < 500; k++) {
        double end = 0.1 + fabs(random_tied());
        double turn = ldexp(1, (int)random_below(22)) / end;
        const GrazePiece spin = {.t1 = end, .angle = {0, turn, -turn / end}};
        const GrazePiece resting = {.t1 = end, .x = {1.3}, .y = {0.4}};
        const GrazeMovingBody a = {&square, &spin, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        const GrazeMovingBody b = {&disc, &resting, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        GrazeRelativeMotion motion;
        GrazeProximity proximity;
        GrazeProximityCache cache = {.count = 0};
        graze_relative_motion_init(&motion, &a, &b, 0, 1);
        graze_relative_motion_find_interval(&motion, end + 1);
        graze_motion_state_evaluate(&motion, end + 1, &proximity.state);
        graze_query_proximity(&motion, &cache, &proximity);
        long double rounding_of_truth = 8 * LDBL_EPSILON * turn * end;
        CHECK(fabsl(truth_separation(&a, &b, 0, end + 1) - proximity.separation) <=
              proximity.state.error + rounding_of_truth);
    }
}

/* A body stays far from the origin: its displacement is the difference of two numbers of that
 * size. */
static void a_stay_far_away_is_not_rounded_there(void)
{
    const GrazeShape disc = disc_of(0.5F);
    for (int k = 0; k < 100; k++) {
        const GrazePiece moving = {.t1 = 1.1, .x = {5e6 + random_tied(), 0.7 * random_tied()}};
        const GrazePiece resting = {.t1 = 1.1, .x = {5e6 + 4}};
        const GrazeMovingBody a = {&disc, &moving, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        const GrazeMovingBody b = {&disc, &resting, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        double separation = graze_separation_at(&a, &b, 2);
        CHECK(fabsl(truth_separation(&a, &b, 0, 2) - separation) < 1e-14L);
    }
}

/* Returns the first contact of two discs of diameter 1, the second at 1 + gap(t). */
static GrazeContact contact_of_gap(const double* separation, int32_t terms, double slack,
                                   int32_t* count, GrazeInterval* intervals)
{
    const GrazeShape disc = disc_of(0.5F);
    const GrazePiece resting = {.t1 = 4};
    GrazePiece moving = {.t1 = 4};
    for (int32_t k = 0; k < terms; k++)
        moving.x[k] = separation[k] + (k == 0);
    const GrazeMovingBody a = {&disc, &resting, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&disc, &moving, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    GrazeMotionOptions options = {
        0, 4, 1e-8, slack, 4096, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeContact contact;
    check_queries(&a, &b, &options);
    graze_first_contact(&a, &b, &options, &contact);
    *count = graze_contact_intervals(&a, &b, &options, intervals, MAX_INTERVALS);
    return contact;
}

/* The control points of a double root dip far below the polynomial: steps must not become as
 * short as the tolerance. */
static void touching_twice_is_two_grazes(void)
{
    GrazeInterval intervals[MAX_INTERVALS];
    int32_t count;
    const double twice[] = {9, -24, 22, -8, 1};
    GrazeContact contact = contact_of_gap(twice, 5, 1e-9, &count, intervals);
    CHECK(contact.status == GRAZE_CONTACT_GRAZING && contact.iterations < 200);
    CHECK(fabs(contact.lo - 1) < 1e-3 && fabs(contact.hi - 1) < 1e-3);
    CHECK(count == 2 && fabs(intervals[1].begin_lo - 3) < 1e-3);
    const double then_in[] = {3, -7, 5, -1};
    contact = contact_of_gap(then_in, 4, 1e-9, &count, intervals);
    CHECK(contact.status == GRAZE_CONTACT_GRAZING && contact.iterations < 200);
    CHECK(count == 2 && intervals[1].status == GRAZE_CONTACT_HIT);
    CHECK(fabs(intervals[1].begin_lo - 3) < 1e-6 && intervals[1].end_hi > 3.35);
}

/* The bodies start in contact, part and return: one step over all of that must not hide that
 * they were apart. */
static void thrown_up_they_part(void)
{
    GrazeInterval intervals[MAX_INTERVALS];
    int32_t count;
    const double thrown[] = {0, 2, -1};
    for (int k = 1; k < 10; k++) {
        double slack = pow(10, -k);
        GrazeContact contact = contact_of_gap(thrown, 3, slack, &count, intervals);
        CHECK(contact.status == GRAZE_CONTACT_GRAZING && contact.lo == 0 && contact.hi < 0.5);
        CHECK(count == 2 && fabs(intervals[1].begin_lo - 2) < 0.2);
    }
}

/* A control point is above the axis and below the chord behind it: the hull meets the axis
 * before the chord. */
static void a_hull_of_control_points_that_sags(void)
{
    const double c[] = {0x1.3540a0c40a2p-3, -0x1.daea55eeefbp-3, 0x1.33a93d5e96p-6};
    double certified_step = graze_poly_safe_step(c, 2, 1);
    CHECK(certified_step > 0.6 && poly_at(c, 2, certified_step) >= 0);
}

/* Pieces stand still at a place where the terms of its formula cancel. */
static void a_place_that_is_nothing_but_rounding(void)
{
    const GrazePiece pieces[2] = {
        {.t0 = 16, .t1 = 50, .angle = {-0x1.eb0527dp+0}},
        {.t0 = 50,
         .t1 = 80,
         .x = {-0x1.9403e82dafc3cp+0},
         .y = {0x1.61358e12c31c5p+0},
         .angle = {-0x1.eb0527dp+0},
         .pivot_x = -0x1.8544eb2p-1,
         .pivot_y = -0x1.f41a38dp+0},
    };
    int32_t culprit;
    CHECK(check_pieces(pieces, 2, &culprit) == GRAZE_OK);
}

/* A difference of two parallel segments is flat: three of its points form no triangle that could
 * contain the origin. */
static void parallel_segments_do_not_overlap(void)
{
    const GrazePoint one[2] = {{-4, -4}, {-12, 4}};
    const GrazePoint other[2] = {{-2, -1}, {-10, 7}};
    const GrazeShape rod = {one, 2, 0, 12, NULL, NULL};
    const GrazeShape bar = {other, 2, 0, 10, NULL, NULL};
    const GrazePiece away = {.t1 = 1, .x = {-1, -0x1.4243p+16}, .y = {-1, -0x1.0f43p+16}};
    const GrazePiece resting = {.t1 = 1, .x = {-1}, .y = {-1}};
    const GrazeMovingBody a = {&rod, &away, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&bar, &resting, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    for (int k = 0; k < 200; k++) {
        double t = k * 1e-6;
        double separation = graze_separation_at(&a, &b, t);
        CHECK(fabsl(truth_separation(&a, &b, 0, t) - separation) < 1e-9L);
    }
}

/* As the search computes it, such a triangle has its corner elsewhere. */
static void a_search_that_stalls_is_not_believed(void)
{
    const GrazePoint thin[3] = {{0x1.e80624p-27F, -0x1.de2442p+30F}, {0, 0}, {-2, 0x1.ff94p-134F}};
    const GrazeShape triangle = {thin, 3, 0, 0x1.de2442p+30, NULL, NULL};
    const GrazeShape point = disc_of(0);
    const GrazePiece resting = {.t1 = 1};
    const GrazeMovingBody a = {&triangle, &resting, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&point, &resting, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    CHECK(fabs(graze_separation_at(&a, &b, 0)) < 1e-4);
}

/* Powers of a span exceed 1e61 or fall below 1e-300: the product 0 times infinity must not
 * occur. */
static void bounds_over_any_span(void)
{
    const double ends[] = {1e100, 1e-100, 0x1p-512};
    for (int k = 0; k < 3; k++) {
        const GrazeShape disc = disc_of(1);
        const GrazePiece piece = {.t1 = ends[k], .x = {1, 1e-120}, .angle = {2}};
        const GrazeMovingBody moving_body = {&disc, &piece, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        GrazeMotionBounds bounds;
        graze_motion_bounds(&moving_body, 0, ends[k], &bounds);
        CHECK(bounds.min_x <= 1 && bounds.max_x >= 1 && bounds.max_x < 1 + 1e-10);
        CHECK(bounds.min_angle <= 2 && bounds.max_angle >= 2 && bounds.angular_velocity < 1e-10);
        CHECK(bounds.point_speed >= 1e-120 && bounds.point_speed < 1e-100);
    }
}

/* The disc's center stays near the line of the plate's upper edge, on the far side of the plate. */
static void a_disc_through_a_plate_and_back(void)
{
    const GrazePoint corners[4] = {{-20, -0.01F}, {20, -0.01F}, {20, 0.01F}, {-20, 0.01F}};
    const GrazeShape plate = {corners, 4, 0, 20, NULL, NULL};
    const GrazeShape disc = disc_of(0.5F);
    const GrazePiece resting = {.t1 = 2};
    const GrazePiece moving = {.t1 = 2, .y = {0.6, -4, 2}};
    const GrazeMovingBody a = {&plate, &resting, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&disc, &moving, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    GrazeMotionOptions options = {
        0, 2, 1e-9, 1e-3, 4096, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeInterval intervals[MAX_INTERVALS];
    CHECK(graze_contact_intervals(&a, &b, &options, intervals, MAX_INTERVALS) == 2);
    CHECK(fabs(intervals[0].end_hi - 0.332917) < 1e-5);
    check_queries(&a, &b, &options);
}

/* Computes the delay results of two discs that are one second apart, for delays from -10 to 11. */
static void omitted_delays_have_defaults(void)
{
    const GrazeShape disc = disc_of(2);
    const GrazePiece moving = {.t1 = 10, .x = {0, 1}};
    const GrazePiece later = {.t0 = 0, .t1 = 11, .x = {0, 1}};
    const GrazeMovingBody a = {&disc, &moving, 1, GRAZE_VANISH, GRAZE_VANISH, NULL, 0};
    const GrazeMovingBody b = {&disc, &later, 1, GRAZE_VANISH, GRAZE_VANISH, NULL, 0};
    const GrazeMotionOptions none = {
        NAN, NAN, NAN, NAN, 4096, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeMotionOptions options = none;
    double from = NAN;
    double to = NAN;
    graze_unsafe_motion_delays_defaults(&a, &b, &from, &to, &options);
    CHECK(isinf(from) && from < 0 && isinf(to) && to > 0);
    CHECK(isinf(options.from) && options.from < 0 && isinf(options.to) && options.to > 0);
    CHECK(options.tolerance == 1e-9 * 21 && options.distance_tolerance == 1e-9 * 2);
    options = none;
    options.tolerance = 1e-3;
    options.distance_tolerance = 1e-4;
    from = -1;
    to = 1;
    graze_unsafe_motion_delays_defaults(&a, &b, &from, &to, &options);
    CHECK(from == -1 && to == 1 && options.tolerance == 1e-3 && options.distance_tolerance == 1e-4);
    /* The two are never present together. */
    options = none;
    from = 20;
    to = 30;
    graze_unsafe_motion_delays_defaults(&a, &b, &from, &to, &options);
    CHECK(options.tolerance == DBL_MIN);
}

/* The last delay of the survey is rounded up. It must not go beyond the possible delays, where
 * the interval ends. */
/* Two discs: B dips down to A's path, touches it there at one delay, and then passes through it. */
static const GrazePiece DIPPED_AT = {.t1 = 20, .x = {-10, 1}};
static const GrazePiece DIPS[2] = {{.t0 = 3, .t1 = 8, .y = {8.25, -5, 1}},
                                   {.t0 = 8, .t1 = 16, .y = {8.25, -3.625, 0.453125}}};

static void delays_behind_one_that_only_grazes_are_found(void)
{
    const GrazeShape disc = disc_of(1);
    const GrazeMovingBody a = {&disc, &DIPPED_AT, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&disc, DIPS, 2, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMotionOptions options = {
        -INFINITY, INFINITY, 4e-9, 1e-9, 20000, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeDelay delays[2];
    CHECK(graze_unsafe_motion_delays(&a, &b, -20, 20, &options, delays, 2) == 2);
    CHECK(delays[0].status == GRAZE_CONTACT_GRAZING && delays[1].status == GRAZE_CONTACT_HIT);
    CHECK(delays[0].begin_lo <= -4.5 && -4.5 <= delays[0].end_hi);
    CHECK(delays[0].end_hi < delays[1].begin_lo && delays[1].end_hi - delays[1].begin_lo > 4);
    /* There is one result more than there is room for. */
    CHECK(graze_unsafe_motion_delays(&a, &b, -20, 20, &options, delays, 1) == 2);
    CHECK(graze_unsafe_motion_delays(&a, &b, -20, 20, &options, delays, 0) == 1);
}

/* Checks that these delays are within the reported ones, and that delays in [first, last]
 * certainly overlap. */
static void check_reported(const GrazeMovingBody* a, const GrazeMovingBody* b,
                           const GrazeMotionOptions* options, const double* unsafe, int count,
                           double first, double last)
{
    GrazeDelay delays[8];
    int32_t found = graze_unsafe_motion_delays(a, b, -20, 20, options, delays, 8);
    CHECK(found >= 1 && found <= 8);
    for (int k = 0; k < count; k++) {
        bool is_reported = false;
        for (int32_t i = 0; i < found; i++)
            is_reported =
                is_reported || (delays[i].begin_lo <= unsafe[k] && unsafe[k] <= delays[i].end_hi);
        CHECK(is_reported);
    }
    for (int32_t i = 0; i < found; i++) {
        if (delays[i].status != GRAZE_CONTACT_HIT) continue;
        CHECK(first <= delays[i].begin_hi && delays[i].end_lo <= last);
    }
}

/* The iteration limit may fall anywhere: one pair overlaps only just, and more with the delay;
 * another touches once. */
static void the_iteration_limit_may_end_at_any_evaluation(void)
{
    const double through[] = {-4.5, -0.3745, 0, 2, 4.3745};
    const double along[] = {0.001, 1, 10, 20};
    const GrazeShape disc = disc_of(1);
    const GrazePiece sinks = {.t1 = 20, .y = {2 + 1e-8, -1e-9}};
    const GrazePiece beside = {.t1 = 20, .y = {2}};
    const GrazeMovingBody a = {&disc, &DIPPED_AT, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&disc, DIPS, 2, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody slow = {&disc, &sinks, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody touched = {&disc, &beside, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    for (int32_t budget = 1; budget < 600; budget++) {
        GrazeMotionOptions options = {-INFINITY,
                                      INFINITY,
                                      4e-9,
                                      1e-9,
                                      budget,
                                      GRAZE_METHOD_CERTIFIED,
                                      GRAZE_TOUCHING_CONFLICT};
        check_reported(&a, &b, &options, through, 5, -0.37458473788, 4.37458473751);
        check_reported(&a, &slow, &options, along, 4, -0.001, 20);
        options.distance_tolerance = 1e-3;
        check_reported(&a, &slow, &options, along, 4, -0.001, 20);
        if (budget > 120) continue;
        options.from = 0;
        options.to = 20;
        check_queries(&a, &touched, &options);
        check_queries(&a, &b, &options);
    }
}

/* Two discs touch for two seconds, at the end of an overlap or before one, on a clock that
   resolves 2^-13 s: the end of the bracket inside the interval is an overlap. */
static void where_they_touch_a_bracket_ends_in_an_overlap(void)
{
    const double t = 1e12;
    const GrazeShape disc = disc_of(1);
    const GrazePiece rest = {.t0 = t, .t1 = t + 8};
    const GrazePiece out[3] = {
        {t, t + 1, .x = {1.5, 0.5}}, {t + 1, t + 3, .x = {2}}, {t + 3, t + 4, .x = {2, 1}}};
    const GrazePiece in[3] = {
        {t, t + 1, .x = {3, -1}}, {t + 1, t + 3, .x = {2}}, {t + 3, t + 4, .x = {2, -0.5}}};
    const GrazeMovingBody a = {&disc, &rest, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody leaves = {&disc, out, 3, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody comes = {&disc, in, 3, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMotionOptions options = {
        t, t + 8, 1e-3, 1e-9, 400, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeInterval found[2];
    CHECK(graze_contact_intervals(&a, &leaves, &options, found, 2) == 1);
    CHECK(found[0].end_lo == t + 1 - 0x1p-13 && found[0].end_hi == t + 3 + 0x1p-13);
    CHECK(graze_contact_intervals(&a, &comes, &options, found, 2) == 1);
    CHECK(found[0].begin_lo == t + 1 - 0x1p-13 && found[0].begin_hi == t + 3 + 0x1p-13);
}

/* Whatever the delay, B leaves before the queried time begins, or A leaves or has not yet
 * appeared. */
static void those_never_there_together_have_no_unsafe_delays(void)
{
    const GrazeShape disc = disc_of(1);
    const GrazePiece rest = {.t0 = 0, .t1 = 4};
    const GrazeMovingBody gone = {&disc, &rest, 1, GRAZE_VANISH, GRAZE_VANISH, NULL, 0};
    const GrazeMovingBody certified_step = {&disc, &rest, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    GrazeMotionOptions late = {
        5, 9, 1e-6, 1e-6, 200, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeDelay delays[2];
    CHECK(graze_unsafe_motion_delays(&certified_step, &gone, -9, 9, &late, delays, 2) == 0);
    CHECK(graze_unsafe_motion_delays(&gone, &certified_step, -9, 0, &late, delays, 2) == 0);
    CHECK(graze_unsafe_motion_delays(&gone, &certified_step, 10, 12, &late, delays, 2) == 0);
    CHECK(graze_unsafe_motion_delays(&gone, &certified_step, 0, 10, &late, delays, 2) == 1);
    double from = -9;
    double to = 9;
    late.tolerance = NAN;
    graze_unsafe_motion_delays_defaults(&certified_step, &gone, &from, &to, &late);
    CHECK(late.tolerance == DBL_MIN);
}

/* After the iteration limit each piece takes one evaluation, and there is a maximum of these:
 * nothing is certain from the next one on. */
static void clearance_of_too_many_pieces_is_bounded_by_the_bodies(void)
{
    enum { MANY = GRAZE_BISECTIONS + 8 };
    const GrazeShape disc = disc_of(1);
    const GrazePiece rest = {.t1 = MANY};
    GrazePiece pieces[MANY];
    for (int k = 0; k < MANY; k++)
        pieces[k] = (GrazePiece){.t0 = k, .t1 = k + 1, .x = {5 + 0.5 * k, 0.5}};
    const GrazeMovingBody a = {&disc, &rest, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMovingBody b = {&disc, pieces, MANY, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    GrazeMotionOptions options = {
        0, MANY, 1e-6, 1e-6, 1, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeClearance clearance;
    graze_clearance(&a, &b, &options, &clearance);
    CHECK(clearance.lo >= -2 * (1 + 0x1p-38) && clearance.lo <= 3 && clearance.hi == 3);
    CHECK(clearance.status == GRAZE_CLEARANCE_UNDECIDED);
    options.to = GRAZE_BISECTIONS - 8;
    graze_clearance(&a, &b, &options, &clearance);
    CHECK(clearance.lo <= 3 && clearance.lo > 1 && clearance.hi == 3);
}

/*
 * B ends where the time of the query does, and A moves on. There the piece that ends and B's stay begin
 * at the same time; polynomials of the stay, in which B stands still, once certified the time before it,
 * with a clearance of -0.1921. The least separation, -0.2122, is an overlap in between.
 */
static void a_clearance_looks_back_along_the_piece_that_ends(void)
{
    const GrazePoint points_a[2] = {{-0.9245853F, -0.34765625F}, {-0.020858765F, 0.7312088F}};
    const GrazePoint points_b[3] = {
        {-0.48597145F, 0.39743805F}, {-0.8751087F, 0.48996544F}, {0.021966934F, 0.8189869F}};
    Moving a;
    Moving b;
    GrazePoint scratch[4];
    int32_t culprit;
    memcpy(a.points, points_a, sizeof(points_a));
    memcpy(b.points, points_b, sizeof(points_b));
    CHECK(graze_shape_hull(&a.shape, a.points, scratch, 2, 0, &culprit) == GRAZE_OK);
    CHECK(graze_shape_hull(&b.shape, b.points, scratch, 3, 0, &culprit) == GRAZE_OK);
    a.pieces[0] = (GrazePiece){.t0 = 0.08883628845214842,
                               .t1 = 0.6409425735473633,
                               .x = {1.0355157852172852, -1.49017333984375, 19.20330047607422},
                               .y = {-0.8451547622680664, 14.704055786132812, -5.255126953125},
                               .angle = {-1.41998291015625, 0.4998970031738281}};
    b.pieces[0] = (GrazePiece){
        .t0 = 0.05816040039062498,
        .t1 = 0.17140235900878903,
        .x = {-0.2509574890136719, 1.1270217895507812, -1.6588401794433594, 1.2808341979980469},
        .y = {1.2020759582519531, -0.33123779296875, -0.004711151123046875, -0.5019035339355469,
              1.4409255981445312, 1.882232666015625, -1.9519462585449219, 0.9647598266601562},
        .angle = {3.1351776123046875, -2.9548702239990234},
        .pivot_x = 0.5591411590576172,
        .pivot_y = 0.5765056610107422};
    a.moving_body = (GrazeMovingBody){&a.shape, a.pieces, 1, GRAZE_STAY, GRAZE_VANISH, NULL, 0};
    b.moving_body = (GrazeMovingBody){&b.shape, b.pieces, 1, GRAZE_STAY, GRAZE_VANISH, NULL, 0};
    const GrazeMotionOptions options = {
        0, 1, 1e-9, 1e-4, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeClearance clearance;
    graze_clearance(&a.moving_body, &b.moving_body, &options, &clearance);
    double least = INFINITY;
    for (int32_t i = 0; i <= 1000; i++) {
        double t = 0.158 + 1e-6 * i;
        least = fmin(least, graze_separation_at(&a.moving_body, &b.moving_body, t));
    }
    CHECK(least < -0.2122);
    CHECK(clearance.status == GRAZE_CLEARANCE_CERTIFIED && clearance.lo <= least);
    CHECK(clearance.hi <= clearance.lo + 1.0001e-4);
}

/* Neither body ever has a velocity that a separation bound could follow: its normal component is
 * not a number. */
static void static_pairs_have_no_two_dimensional_bound(void)
{
    const GrazeShape disc = disc_of(1);
    const GrazePiece pieces[3] = {{.t1 = 4}, {.t1 = 4, .x = {3}}, {.t1 = 4, .x = {3, 0, 1}}};
    for (int k = 1; k < 3; k++) {
        const GrazeMovingBody a = {&disc, &pieces[0], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        const GrazeMovingBody b = {&disc, &pieces[k], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        GrazeRelativeMotion motion;
        GrazeMotionState state;
        GrazeSeparationBound2d sheet;
        graze_relative_motion_init(&motion, &a, &b, 0, 1);
        const GrazePieceInterval* interval = graze_relative_motion_find_interval(&motion, 0);
        graze_motion_state_evaluate(&motion, 0, &state);
        CHECK(!graze_separation_bound_2d_init_across(interval, &state, 0, &sheet));
    }
}

static void brackets_of_delays_are_ordered_where_rounding_ends_them(void)
{
    const GrazeShape disc = disc_of(1);
    const GrazePiece resting = {.t0 = 0x1.3ffffep+2, .t1 = 0x1.16dede1ededeep+5};
    const GrazePiece instant = {.t0 = -0x1.991efp+4, .t1 = -0x1.991efp+4};
    const GrazeMovingBody a = {&disc, &resting, 1, GRAZE_VANISH, GRAZE_VANISH, NULL, 0};
    const GrazeMovingBody b = {&disc, &instant, 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
    const GrazeMotionOptions options = {-0x1.8dbdbd3dbdbdcp+4,  0x1.7a4e4d6e4e4e5p+6,   1, 0, 1,
                                        GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    GrazeDelay delay;
    CHECK(graze_unsafe_motion_delays(&a, &b, -INFINITY, INFINITY, &options, &delay, 1) == 1);
    CHECK(delay.status == GRAZE_CONTACT_UNDECIDED && delay.begin_lo <= delay.begin_hi);
    CHECK(delay.begin_hi <= delay.end_hi && delay.end_hi == options.to - resting.t0);
}

static void jump(const void* begin, double w, GrazeSample* out)
{
    *out = (GrazeSample){w > *(const double*)begin ? 1000 : 1, {0}};
}

static double no_term(const void* begin, const GrazeSample* sample, int side, int32_t i)
{
    (void)begin;
    return sample->terms[2 * side + i];
}

/* Samples can never be trusted next to a jump. */
static void a_jump_is_no_root(void)
{
    const double begin = 1;
    const GrazeFamily family = {1, 1, &begin, jump, no_term};
    double root;
    CHECK(graze_smallest_root(&family, begin, 2, 0, &root) == GRAZE_ROOT_ERROR && root == begin);
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    motions_are_refused_with_the_piece_at_fault();
    places_and_headings_stay_in_range();
    the_number_of_stored_terms_is_checked();
    as_many_terms_are_needed_as_the_highest_degree_has();
    stored_terms_do_not_change_answers();
    pieces_join();
    places_and_bounds_are_true();
    a_body_is_there_or_not();
    bounds_of_nothing_are_empty();
    a_proximity_is_off_by_at_most_its_error();
    rates_are_not_exceeded();
    separation_bound_steps_are_safe_and_not_too_short();
    two_dimensional_bounds_lie_below_separation_bounds();
    delays_on_one_circle_take_few_evaluations();
    polynomial_steps_are_safe_and_not_too_short();
    discs_stay_apart();
    proximity_steps_are_certified();
    answers_are_those_of_brute_force();
    intervals_of_straight_motions_begin_with_the_first_contact();
    a_long_step_from_near_contact_ends_in_no_graze();
    an_overlap_after_a_long_touch_begins_where_it_does();
    points_that_part_touch_for_an_instant();
    the_slack_of_points_is_that_of_their_speeds();
    touches_beside_unsafe_delays_are_one_with_them();
    touches_at_delays_within_the_tolerance_are_one();
    the_iteration_limit_keeps_certified_results();
    clocks_that_have_run_for_long_cost_nothing();
    backwards_is_forwards_mirrored();
    no_answer_is_not_a_number();
    discs_far_away_that_only_just_meet();
    a_staying_angle_has_the_rounding_of_a_small_one();
    a_stay_far_away_is_not_rounded_there();
    touching_twice_is_two_grazes();
    thrown_up_they_part();
    a_hull_of_control_points_that_sags();
    a_place_that_is_nothing_but_rounding();
    parallel_segments_do_not_overlap();
    a_search_that_stalls_is_not_believed();
    bounds_over_any_span();
    a_disc_through_a_plate_and_back();
    omitted_delays_have_defaults();
    delays_behind_one_that_only_grazes_are_found();
    the_iteration_limit_may_end_at_any_evaluation();
    where_they_touch_a_bracket_ends_in_an_overlap();
    those_never_there_together_have_no_unsafe_delays();
    clearance_of_too_many_pieces_is_bounded_by_the_bodies();
    a_clearance_looks_back_along_the_piece_that_ends();
    static_pairs_have_no_two_dimensional_bound();
    brackets_of_delays_are_ordered_where_rounding_ends_them();
    a_jump_is_no_root();
    return test_failures != 0;
}
