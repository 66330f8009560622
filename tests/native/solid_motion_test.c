/*
 * Motions in space against the oracle of solid_truth.h, which shares no code with the core. Answers
 * about all of the time are checked by steps of the separation over a bound of its rate. The
 * argument is that of motion_test: 30 per cent of the random pairs by default.
 */
#include "../../src/solid/motion/moving_pair.h"
#include "../../src/solid/motion/separation_bound.h"
#include "solid_truth.h"

/* Makes a split motion one piece again. */
static void join_pieces(Body* body)
{
    body->piece[0].t1 = body->piece[body->motion.count - 1].t1;
    finish_body(body, 1);
}

/*
 * Checks that no overlap deeper than `depth` is in [from, to], by steps of (separation + depth)
 * over a bound of the rate. Returns the number of times at which one is.
 */
static int count_overlaps(const Body pair[2], double from, double to, double depth)
{
    const GrazeMovingSolid* a = &pair[0].moving;
    const GrazeMovingSolid* b = &pair[1].moving;
    double rate = pair[0].rate + pair[1].rate + 1e-9;
    for (double t = from; t < to;) {
        Real s = separation_of(a, b, t, true);
        if (s < 0) s = separation_of(a, b, t, false);
        if (s < -depth) return 1;
        t += (double)(s + depth) / rate + depth / rate;
    }
    return 0;
}

/* Checks an answer of a first contact. */
static void check_contact(const Body pair[2], const GrazeMotionOptions* options,
                          const GrazeSolidContact* out)
{
    const GrazeMovingSolid* a = &pair[0].moving;
    const GrazeMovingSolid* b = &pair[1].moving;
    double rate = pair[0].rate + pair[1].rate;
    double tolerance = options->distance_tolerance;
    bool is_free = out->status == GRAZE_CONTACT_FREE;
    double end = is_free ? options->to : out->lo;
    CHECK(out->status != GRAZE_CONTACT_UNDECIDED);
    CHECK(count_overlaps(pair, options->from, end, 1e-4) == 0);
    /* Before the contact the samples become denser. */
    double back = end - options->from;
    for (int k = 0; k < 200 && back * rate > 1e-12; k++) {
        CHECK(separation_of(a, b, end - back, false) >= -1e-12);
        back *= 0.75;
    }
    if (is_free) return;
    if (out->status == GRAZE_CONTACT_HIT) {
        CHECK(out->hi - out->lo <= options->tolerance);
        CHECK(separation_of(a, b, out->hi, false) < 0);
    }
    if (out->status == GRAZE_CONTACT_GRAZING)
        CHECK(fabsl(separation_of(a, b, out->lo, false)) <= 2 * tolerance);
    if (out->status == GRAZE_CONTACT_OVERLAPPING) {
        CHECK(out->lo == options->from && out->hi == options->from);
        CHECK(separation_of(a, b, out->lo, false) < 0);
    }
    /* The time of the separation is lo before that is rounded. */
    double rounded = rate * 0x1p-52 * fabs(out->lo);
    CHECK(fabsl(separation_of(a, b, out->lo, false) - out->separation) <= 1e-12 + rounded);
}

typedef struct {
    int pairs, hits, rounds, wrong;
} Tally;

/* Checks separations at random times, with their errors. */
static void check_separations(const Body pair[2])
{
    double times[4];
    double found[4];
    double errors[4];
    for (int k = 0; k < 4; k++)
        times[k] = uniform(-0.5, 1.5);
    CHECK(graze_solid_separations_at(&pair[0].moving, &pair[1].moving, times, 4, NULL, found,
                                     errors) == GRAZE_OK);
    for (int k = 0; k < 4; k++) {
        Real exact = separation_of(&pair[0].moving, &pair[1].moving, times[k], false);
        CHECK(fabsl(found[k] - exact) <= errors[k] + 1e-16L && errors[k] < 1e-11);
    }
}

/* Checks the other method, and answers of a small budget: no contact before lo. */
static void check_methods(const Body pair[2], const GrazeSolidContact* expected)
{
    GrazeMotionOptions options = OPTIONS;
    GrazeSolidContact out;
    options.method = GRAZE_METHOD_CONSERVATIVE;
    CHECK(graze_solid_first_contact(&pair[0].moving, &pair[1].moving, &options, NULL, &out) ==
          GRAZE_OK);
    CHECK(out.status == GRAZE_CONTACT_UNDECIDED || expected->status == out.status);
    if (out.status == GRAZE_CONTACT_HIT) CHECK(out.lo <= expected->hi && expected->lo <= out.hi);
    options = OPTIONS;
    options.max_iterations = 2;
    CHECK(graze_solid_first_contact(&pair[0].moving, &pair[1].moving, &options, NULL, &out) ==
          GRAZE_OK);
    bool is_hit = expected->status == GRAZE_CONTACT_HIT;
    CHECK(out.iterations <= 2 + 512);
    CHECK(!is_hit || out.lo <= expected->hi);
    CHECK(is_hit || out.status == expected->status || out.status == GRAZE_CONTACT_UNDECIDED);
}

/* A query without a witness has the same bracket. */
static void check_bracket(const Body pair[2], const GrazeSolidContact* expected)
{
    GrazeSolidContact out;
    CHECK(graze_solid_contact_bracket(&pair[0].moving, &pair[1].moving, &OPTIONS, NULL, &out) ==
          GRAZE_OK);
    CHECK(out.lo == expected->lo && out.hi == expected->hi && out.status == expected->status);
    CHECK(out.iterations == expected->iterations && out.separation == 0);
}

static void check_turn(double turn, int count)
{
    static Body pair[2];
    Tally tally = {0, 0, 0, 0};
    for (int i = 0; i < count; i++) {
        GrazeSolidContact out;
        make_pair(pair, i % 3, turn, 0, 1);
        int before = test_failures;
        CHECK(graze_solid_first_contact(&pair[0].moving, &pair[1].moving, &OPTIONS, NULL, &out) ==
              GRAZE_OK);
        check_contact(pair, &OPTIONS, &out);
        check_bracket(pair, &out);
        if (i % 4 == 0) check_separations(pair);
        if (i % 16 == 1 && turn < 10) check_methods(pair, &out);
        tally.pairs++;
        tally.wrong += test_failures > before;
        tally.hits += out.status == GRAZE_CONTACT_HIT;
        tally.rounds += out.iterations;
    }
    if (getenv("GRAZE_TALLY") != NULL)
        printf("turn %g: %d pairs, %d hits, %.2f rounds, %d wrong\n", turn, tally.pairs, tally.hits,
               (double)tally.rounds / tally.pairs, tally.wrong);
    CHECK(tally.hits > count / 4 || count < 20);
}

/* ---- poses, bounds and refusals ---- */

enum { MAX_CHAIN = 4 };

/* A chain of motions, each with two pieces of degree 7 that meet. */
typedef struct {
    GrazeSolidPiece piece[MAX_CHAIN][2];
    GrazeSolidMotion motion[MAX_CHAIN];
    double rate; /* bound of the speed of points at most 2 from the origin of the last frame */
} Chain;

/* Returns the sum of the magnitudes of the terms of a derivative at s. */
static double derivative_terms(const double* c, double s)
{
    double sum = 0;
    for (int k = GRAZE_PIECE_TERMS - 1; k >= 1; k--)
        sum = sum * s + k * fabs(c[k]);
    return sum;
}

static void make_chain(Chain* chain, int links, double t0, double span, double turn)
{
    double reach = 2;
    chain->rate = 0;
    for (int i = links - 1; i >= 0; i--) {
        GrazeSolidPiece* piece = chain->piece[i];
        double* c[4] = {piece->x, piece->y, piece->z, piece->angle};
        memset(piece, 0, 2 * sizeof *piece);
        piece->t0 = t0;
        piece->t1 = t0 + span;
        for (int axis = 0; axis < 4; axis++) {
            double power = 1;
            for (int k = 0; k < GRAZE_PIECE_TERMS; k++) {
                double size = axis == 3 ? turn : i == 0 ? 2 : 0.5;
                c[axis][k] = size * random_unit() / power / (k + 1);
                power *= span;
            }
        }
        random_direction(piece->axis);
        random_quaternion(piece->quaternion);
        for (int k = 0; k < 3; k++)
            piece->pivot[k] = 0.3 * random_unit();
        reach += 6;
        for (int axis = 0; axis < 3; axis++)
            chain->rate += derivative_terms(c[axis], span);
        chain->rate += derivative_terms(piece->angle, span) * reach;
        split_piece(piece, t0 + 0.4375 * span);
        chain->motion[i] = (GrazeSolidMotion){piece, 2, GRAZE_STAY, GRAZE_STAY,
                                              i > 0 ? &chain->motion[i - 1] : NULL};
    }
}

static Vec posed(const GrazeSolidPose* pose, Vec p)
{
    const double* r = pose->rotation;
    return vec_of(r[0] * p.x + r[3] * p.y + r[6] * p.z + pose->x,
                  r[1] * p.x + r[4] * p.y + r[7] * p.z + pose->y,
                  r[2] * p.x + r[5] * p.y + r[8] * p.z + pose->z);
}

static void check_poses(int count)
{
    static Chain chain;
    static Body body;
    for (int i = 0; i < count; i++) {
        int links = 1 + i % MAX_CHAIN;
        double t0 = i % 3 == 0 ? 0 : 1.7e9;
        double turn = i % 5 == 0 ? 1e4 : 3;
        make_chain(&chain, links, t0, 2, turn);
        const GrazeSolidMotion* motion = &chain.motion[links - 1];
        int32_t culprit;
        for (int k = 0; k < links; k++)
            CHECK(graze_solid_motion_check(&chain.motion[k], &culprit) == GRAZE_OK);
        double t = t0 + uniform(-0.2, 2.2);
        GrazeSolidPose pose;
        double error;
        double velocity[3];
        double spin[3];
        CHECK(graze_solid_motion_pose(motion, t, 2, &pose, &error));
        CHECK(graze_solid_motion_velocity(motion, t, velocity, spin));
        CHECK(error < 1e-8);
        Vec p = vec_of(random_unit(), random_unit(), random_unit());
        Vec exact = point_at(motion, p, t);
        CHECK(length(sub(posed(&pose, p), exact)) <= error + 1e-17L);
        if (turn > 10 || t < t0 || t > t0 + 2) continue;
        /* The velocity of a point, against a difference. */
        Real h = 1e-6L;
        Vec origin = point_at(motion, vec_of(0, 0, 0), t);
        Vec arm = sub(exact, origin);
        Vec v = add(vec_of(velocity[0], velocity[1], velocity[2]),
                    cross(vec_of(spin[0], spin[1], spin[2]), arm));
        Vec moved = sub(point_at(motion, p, t + h), point_at(motion, p, t - h));
        CHECK(length(sub(v, times(moved, 1 / (2 * h)))) <= 1e-6L * chain.rate);
        /* Bounds contain points at times of the range, and their speeds. */
        GrazeSolidMotionBounds bounds;
        make_solid(&body, 1);
        const GrazeMovingSolid moving = {&body.solid, motion};
        double from = t0 + uniform(-0.2, 1);
        double to = from + uniform(0, 1.2);
        graze_solid_motion_bounds(&moving, from, to, 1 + (int)random_below(8), &bounds);
        for (int k = 0; k < 20; k++) {
            double at = from + (to - from) * k / 19;
            const GrazeSolidPoint* w = &body.solid.vertices[k % body.solid.count];
            Vec q = point_at(motion, vec_of(w->x, w->y, w->z), at);
            Real place[3] = {q.x, q.y, q.z};
            for (int axis = 0; axis < 3; axis++) {
                CHECK(place[axis] - body.solid.radius >= bounds.box.min[axis]);
                CHECK(place[axis] + body.solid.radius <= bounds.box.max[axis]);
            }
            Vec next = point_at(motion, vec_of(w->x, w->y, w->z), at + h);
            CHECK(length(sub(next, q)) <= bounds.point_speed * h * 1.0001L || at + 2 * h > to);
        }
    }
}

/* Rotations by multiples of a right angle, at which a sine or a cosine of half the angle is 0 or 1. */
static void check_right_angles(void)
{
    for (int k = -8; k <= 8; k++) {
        GrazeSolidPiece piece = {.t1 = 1, .x = {1}};
        const GrazeSolidMotion motion = {&piece, 1, GRAZE_STAY, GRAZE_STAY, NULL};
        GrazeSolidPose pose;
        double error;
        random_direction(piece.axis);
        random_quaternion(piece.quaternion);
        piece.angle[0] = k * 1.5707963267948966;
        CHECK(graze_solid_motion_pose(&motion, 0.5, 2, &pose, &error));
        Vec p = vec_of(random_unit(), random_unit(), random_unit());
        CHECK(length(sub(posed(&pose, p), point_at(&motion, p, 0.5))) <= error);
        CHECK(error < 1e-12);
    }
}

/* The budget of bodies that turn has a limit, and that of others follows from their pieces. */
static void check_budgets(void)
{
    static Body pair[2];
    const int32_t limit = GRAZE_MAX_ITERATIONS;
    for (int k = 0; k < 3; k++) {
        GrazeAdvancement advancement;
        SolidMovingPair pairs[GRAZE_PAIR_STATES];
        for (int i = 0; i < 2; i++) {
            make_box(&pair[i], 1, 1, 1, 0);
            set_plain(&pair[i], 0, 0, 0, 0, k == 0 ? 0 : k == 1 ? 62.8 : 1e7);
        }
        graze_solid_moving_pair_init(&advancement, pairs, &pair[0].moving, &pair[1].moving,
                                     &OPTIONS, NULL);
        int32_t plain = advancement.functions->default_budget(pairs);
        int32_t more = advancement.functions->rotation_budget(pairs);
        CHECK(plain == GRAZE_BASE_ITERATIONS + 2 * GRAZE_ITERATIONS_PER_PIECE);
        CHECK(more == (k == 0 ? 0 : k == 1 ? 20 * GRAZE_ITERATIONS_PER_TURN : limit - plain));
    }
}

/* Bounds of a chain in which all terms of the accelerations add up: a point that moves across on a
   turntable, and a link that turns about an axis which turns. */
static void check_rates(void)
{
    GrazeSolidPiece piece[2] = {{.t1 = 1, .axis = {0, 0, 1}, .quaternion = {0, 0, 0, 1}},
                                {.t1 = 1, .axis = {1, 0, 0}, .quaternion = {0, 0, 0, 1}}};
    GrazeSolidMotion motion[2];
    static Body body;
    GrazeSolidMotionBounds bounds;
    for (int k = 0; k < 2; k++)
        motion[k] = (GrazeSolidMotion){&piece[k], 1, GRAZE_STAY, GRAZE_STAY, k > 0 ? motion : NULL};
    make_solid(&body, 0);
    const GrazeMovingSolid moving = {&body.solid, &motion[1]};
    const double w = 3;
    piece[0].angle[1] = w;
    piece[1].x[0] = 2;
    piece[1].y[1] = 5;
    piece[1].angle[1] = 7;
    graze_solid_motion_bounds(&moving, 0, 0, 1, &bounds);
    CHECK(bounds.acceleration >= w * w * 2 + 2 * w * 5 && bounds.acceleration < 49);
    CHECK(bounds.angular_acceleration >= 7 * w && bounds.angular_acceleration < 21.1);
    CHECK(bounds.angular_velocity >= 7.6 && bounds.angular_velocity < 10.1);
}

static void check_refusals(void)
{
    static Body pair[2];
    int32_t culprit;
    make_pair(pair, 0, 1, 0, 1);
    join_pieces(&pair[0]);
    GrazeSolidPiece* piece = pair[0].piece;
    const GrazeSolidPiece good = piece[0];
    GrazeSolidMotion* motion = &pair[0].motion;
#define REFUSED(change, expected, index)                                                           \
    do {                                                                                           \
        change;                                                                                    \
        CHECK(graze_solid_motion_check(motion, &culprit) == (expected));                           \
        CHECK(culprit == (index));                                                                 \
        piece[0] = good;                                                                           \
    } while (0)
    REFUSED(piece[0].z[3] = NAN, GRAZE_E_NOT_FINITE, 0);
    REFUSED(piece[0].quaternion[1] = INFINITY, GRAZE_E_NOT_FINITE, 0);
    REFUSED(piece[0].pivot[2] = 1e39, GRAZE_E_OUT_OF_RANGE, 0);
    REFUSED(piece[0].x[1] = 1e39, GRAZE_E_OUT_OF_RANGE, 0);
    REFUSED(piece[0].angle[2] = 2e7, GRAZE_E_OUT_OF_RANGE, 0);
    REFUSED(piece[0].t1 = -1, GRAZE_E_OUT_OF_ORDER, 0);
    REFUSED(piece[0].axis[0] += 2, GRAZE_E_NOT_A_HEADING, 0);
    REFUSED(memset(piece[0].quaternion, 0, sizeof good.quaternion), GRAZE_E_NOT_A_HEADING, 0);
    REFUSED(piece[0].z[7] = 1e-290; piece[0].t1 = 1e41, GRAZE_E_OUT_OF_RANGE, 0);
    split_piece(piece, 0.5);
    const GrazeSolidPiece first = piece[0];
    const GrazeSolidPiece second = piece[1];
    motion->count = 2;
    CHECK(graze_solid_motion_check(motion, &culprit) == GRAZE_OK && culprit == -1);
    piece[1].t0 = 0.51;
    CHECK(graze_solid_motion_check(motion, &culprit) == GRAZE_E_OUT_OF_ORDER && culprit == 1);
    piece[1] = second;
    piece[1].y[0] += 0.01;
    CHECK(graze_solid_motion_check(motion, &culprit) == GRAZE_E_DISCONTINUOUS && culprit == 1);
    piece[1] = second;
    piece[1].angle[0] += 1e-4;
    CHECK(graze_solid_motion_check(motion, &culprit) == GRAZE_E_DISCONTINUOUS && culprit == 1);
    piece[1] = second;
    /* The same rotation may be written by other numbers. */
    for (int k = 0; k < 4; k++)
        piece[1].quaternion[k] *= -1;
    piece[1].angle[0] += 8 * atan(1);
    CHECK(graze_solid_motion_check(motion, &culprit) == GRAZE_OK);
    piece[0] = first;
    motion->count = 1;
    GrazeSolidMotion links[GRAZE_SOLID_MAX_LINKS + 1];
    for (int k = 0; k <= GRAZE_SOLID_MAX_LINKS; k++) {
        links[k] = *motion;
        links[k].parent = k > 0 ? &links[k - 1] : NULL;
    }
    CHECK(graze_solid_motion_check(&links[GRAZE_SOLID_MAX_LINKS - 1], &culprit) == GRAZE_OK);
    CHECK(graze_solid_motion_check(&links[GRAZE_SOLID_MAX_LINKS], &culprit) ==
          GRAZE_E_OUT_OF_RANGE);
    CHECK(culprit == 1);
    motion->count = 0;
    CHECK(graze_solid_motion_check(motion, &culprit) == GRAZE_E_OUT_OF_RANGE && culprit == -1);
}

/* Default options: the time in which something moves, and 8 ulps of it at least. */
static void check_options(void)
{
    static Body pair[2];
    make_pair(pair, 0, 1, 1.7e9, 64);
    join_pieces(&pair[0]);
    join_pieces(&pair[1]);
    const GrazeMovingSolid* a = &pair[0].moving;
    const GrazeMovingSolid* b = &pair[1].moving;
    GrazeMotionOptions options = {
        NAN, NAN, NAN, NAN, 0, GRAZE_METHOD_CERTIFIED, GRAZE_TOUCHING_CONFLICT};
    /* A body that stands still for all time has no part in it. */
    pair[1].piece[0] = (GrazeSolidPiece){.axis = {1, 0, 0}, .quaternion = {0, 0, 0, 1}};
    graze_solid_motion_defaults(a, b, &options);
    CHECK(options.from == 1.7e9 && options.to == 1.7e9 + 64);
    double least = 8 * 0x1p-22;
    CHECK(options.tolerance == least);
    CHECK(graze_solid_motion_min_tolerance(a, b, -INFINITY, INFINITY) == least);
    CHECK(graze_solid_motion_min_tolerance(a, b, 1, 2) == 8 * 0x1p-51);
    double size = fmax(pair[0].solid.extent + (double)pair[0].solid.radius,
                       pair[1].solid.extent + (double)pair[1].solid.radius);
    CHECK(options.distance_tolerance == 1e-9 * size);
    /* The parent's motion ends that of the body. */
    GrazeSolidMotion parent = pair[0].motion;
    GrazeSolidPiece half = pair[0].piece[0];
    half.t1 -= 32;
    parent.pieces = &half;
    parent.after = GRAZE_VANISH;
    pair[1].motion.parent = &parent;
    double from = -INFINITY;
    double to = INFINITY;
    CHECK(graze_solid_motion_window(a, b, &from, &to));
    CHECK(from == 1.7e9 && to == 1.7e9 + 32);
    from = 1.7e9 + 33;
    CHECK(!graze_solid_motion_window(a, b, &from, &to));
    GrazeSolidContact out;
    options.from = from;
    options.to = from + 1;
    CHECK(graze_solid_first_contact(a, b, &options, NULL, &out) == GRAZE_OK);
    CHECK(out.status == GRAZE_CONTACT_FREE && out.lo == from + 1 && out.iterations == 0);
    CHECK(graze_solid_contact_bracket(a, b, &options, NULL, &out) == GRAZE_OK);
    CHECK(out.status == GRAZE_CONTACT_FREE && out.lo == from + 1 && out.iterations == 0);
    GrazeInterval interval;
    GrazeSolidClearance clearance;
    int32_t number = -1;
    CHECK(graze_solid_contact_intervals(a, b, &options, NULL, &interval, 1, &number) == GRAZE_OK);
    CHECK(number == 0);
    CHECK(graze_solid_clearance(a, b, &options, INFINITY, NULL, &clearance) == GRAZE_OK);
    CHECK(clearance.hi == INFINITY && clearance.is_common == 0);
    /* Options that are given stay. */
    options.from = 1.7e9 + 1;
    options.to = 1.7e9 + 2;
    options.tolerance = NAN;
    options.distance_tolerance = 0.125;
    graze_solid_motion_defaults(a, b, &options);
    CHECK(options.from == 1.7e9 + 1 && options.to == 1.7e9 + 2);
    CHECK(options.distance_tolerance == 0.125);
    CHECK(options.tolerance > 0 && options.tolerance < 1e-5);
}

/* Returns a vector at time t + tau that is fixed to a body. */
static Vec carried(const GrazeMovingSolid* body, Real t, Real tau, Vec n)
{
    Vec sum = vec_of(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        Vec axis = vec_of(k == 0, k == 1, k == 2);
        Vec zero = vec_of(0, 0, 0);
        Vec now = sub(point_at(body->motion, axis, t), point_at(body->motion, zero, t));
        Vec then =
            sub(point_at(body->motion, axis, t + tau), point_at(body->motion, zero, t + tau));
        sum = add(sum, times(then, dot(n, now)));
    }
    return sum;
}

/*
 * Bounds of the separation along a normal that turns, on which all steps depend, against that
 * itself: for any normal and turn, or one that is fixed to a body, and for points, whose curvature is
 * not much below its bound.
 */
static void check_bounds(int count)
{
    static Chain chains[2];
    static Body pair[2];
    const double identity[3] = {0, 0, 1};
    for (int i = 0; i < count; i++) {
        GrazeMovingSolid moving[2];
        for (int k = 0; k < 2; k++) {
            int links = 1 + (int)random_below(i % 2 == 0 ? 1 : 3);
            make_solid(&pair[k], 1);
            if (random_below(2) == 0) pair[k].solid.count = 1;
            make_chain(&chains[k], links, 0, 1, random_below(4) == 0 ? 0 : 8);
            moving[k] = (GrazeMovingSolid){&pair[k].solid, &chains[k].motion[links - 1]};
            /* The bounds are nearest to a point that turns uniformly about another one at rest. */
            bool is_plain = i % 3 == 1;
            if (is_plain && k == 1) make_box(&pair[k], 0, 0, 0, 0);
            for (int l = 0; l < links && is_plain; l++) {
                GrazeSolidPiece* piece = chains[k].piece[l];
                double* c[4] = {piece->x, piece->y, piece->z, piece->angle};
                for (int m = 0; m < 4; m++) {
                    int kept = m == 3 ? 2 - k : k == 0 && l > 0 ? 2 : 0;
                    memset(c[m] + kept, 0, (size_t)(GRAZE_PIECE_TERMS - kept) * sizeof(double));
                }
                if (k == 1) memset(piece->pivot, 0, sizeof piece->pivot);
            }
        }
        SolidRelativeMotion motion;
        SolidMotionState state;
        SolidRates rates;
        SolidBound bound;
        double n[3];
        double turn[3];
        double t = uniform(0, 0.25);
        double span = uniform(0, 0.1875);
        double rate = random_below(4) == 0 ? 0 : uniform(0, 8);
        random_direction(n);
        random_direction(turn);
        /* Some follow a body, as steps do. */
        graze_solid_relative_motion_init(&motion, &moving[0], &moving[1], 0, 1);
        const SolidInterval* interval = graze_solid_find_interval(&motion, t);
        graze_solid_state_evaluate(&motion, t, &state);
        GrazeVec3 w = vec3_scale(vec3(turn[0], turn[1], turn[2]), rate);
        SolidTurn turning = {w, -1};
        if (i % 3 == 0) turning = (SolidTurn){state.body[i % 2].spin, i % 4 < 2 ? i % 2 : -1};
        w = turning.velocity;
        double speed = vec3_length(w);
        const double axis[3] = {w.x, w.y, w.z};
        graze_solid_compute_rates(&motion, &state, span, &rates);
        GrazeVec3 normal = vec3(n[0], n[1], n[2]);
        SolidFrame frame;
        const GrazeVec3 near[2] = {{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)},
                                   {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}};
        graze_solid_frame_init(interval, &state, &rates, turning, span, i % 5 < 3 ? near : NULL,
                               &frame);
        graze_solid_bound_init(interval, &state, &rates, &frame, normal, 0, i % 4 > 0, &bound);
        for (int k = 0; k <= 8; k++) {
            SolidBoundValue value;
            Points p;
            Points q;
            double tau = span * k / 8;
            graze_solid_bound_evaluate(&bound, tau, &value);
            place(&moving[0], (Real)t + tau, &p);
            place(&moving[1], (Real)t + tau, &q);
            Vec along = vec_of(n[0], n[1], n[2]);
            along = turning.body >= 0
                        ? carried(&moving[turning.body], t, tau, along)
                        : turned_about(speed > 0 ? axis : identity, (Real)speed * tau, along);
            Real exact = projected(&p, &q, along) - interval->reach;
            CHECK(value.value <= exact + 1e-11);
            if (k == 0) CHECK(fabsl(value.value - exact) <= state.error);
            /* The spins and speeds of the bounds hold, too. */
            SolidMotionState later;
            graze_solid_state_evaluate(&motion, t + tau, &later);
            for (int l = 0; l < 2; l++)
                CHECK(vec3_length(later.body[l].spin) <= rates.body[l].spin * (1 + 1e-12));
        }
    }
}

/* Returns G of a bound at tau, in long double. */
static Real bound_value(const SolidBound* bound, Real tau)
{
    Real value = bound->level + tau * (bound->slope - 0.5L * bound->curvature * tau);
    for (int i = 0; i < 2; i++) {
        const GrazeSolid* solid = bound->interval->chain[i].solid;
        const GrazeVec3 *d = &bound->dir[i], *rate = &bound->dir_rate[i];
        Vec dir = add(vec_of(d->x, d->y, d->z), times(vec_of(rate->x, rate->y, rate->z), tau));
        Real most = -INFINITY;
        for (int k = 0; k < solid->count; k++) {
            const GrazeSolidPoint* v = &solid->vertices[k];
            most = fmaxl(most, dot(dir, vec_of(v->x, v->y, v->z)));
        }
        value -= most;
    }
    return value;
}

/*
 * Steps by a bound end where it does. Of some bodies the support falls with a high power of the
 * time, so that the rounds do not come near the end; of others the square of the slope overflows:
 * then the step is shorter, but never without certificate or none.
 */
static void check_bound_steps(int count)
{
    enum { POINTS = 20 };
    GrazeSolidPoint points[POINTS];
    const GrazeSolidPoint origin = {0, 0, 0};
    const GrazeSolid body = {.vertices = points, .count = POINTS};
    const GrazeSolid point = {.vertices = &origin, .count = 1};
    const SolidInterval interval = {.chain = {{.solid = &body}, {.solid = &point}}};
    int early = 0;
    int whole = 0;
    for (int i = 0; i < count; i++) {
        int power = i % 3 == 0 ? 8 + (int)random_below(12) : 2;
        bool is_steep = i % 3 == 1;
        double unit = is_steep ? 1e18 : 1;
        double level = uniform(0.01, 2) * unit;
        if (i % 3 == 0) level = pow(10, uniform(-8, -4));
        /* Tangents of tau^power, or any lines. */
        for (int k = 0; k < POINTS; k++) {
            double tau = (k + 0.5) / POINTS;
            double height =
                i % 3 == 0 ? -(power - 1) * pow(tau, power) : -unit * fabs(random_unit());
            double slope = i % 3 == 0 ? power * pow(tau, power - 1) : unit * random_unit();
            points[k] = (GrazeSolidPoint){(float)slope, 0, (float)height};
        }
        SolidBound bound = {.interval = &interval,
                            .level = level,
                            .slope = is_steep ? uniform(1, 9) * 1e163 : 0.1 * random_unit(),
                            .curvature = is_steep ? uniform(1, 1.7) * 1e308 : uniform(0, 0.01),
                            .dir = {{0, 0, 1}, {0, 0, -1}},
                            .dir_rate = {{is_steep ? 1e144 : 1, 0, 0}, {0, 0, 0}}};
        if (i % 3 == 0) bound.slope = bound.curvature = 0;
        double span = is_steep ? 1e-143 : uniform(0.5, 4);
        double time_to_close;
        bool is_curved;
        SolidBoundValue now;
        double step = graze_solid_bound_safe_step(&bound, span, &time_to_close, &is_curved);
        graze_solid_bound_evaluate(&bound, 0, &now);
        CHECK(time_to_close >= 0 && fabsl(now.value - bound_value(&bound, 0)) <= 1e-12 * level);
        CHECK(step > 0 && step <= span);
        CHECK(bound_value(&bound, step) >= 0);
        bool is_early = step < span && bound_value(&bound, step * (1 + 0x1p-30L)) >= 0;
        early += is_early;
        whole += step == span;
        CHECK(!is_early || i % 3 < 2);
        bound.level = -unit;
        CHECK(graze_solid_bound_safe_step(&bound, span, &time_to_close, &is_curved) == 0);
    }
    CHECK(early > count / 4 && whole > 0);
}

/* ---- first contacts of chains, and properties ---- */

/* Returns whether two answers about the same contact can both be true. */
static bool agree(const GrazeSolidContact* p, const GrazeSolidContact* q, double shift)
{
    bool is_free = p->status == GRAZE_CONTACT_FREE;
    if (is_free || q->status == GRAZE_CONTACT_FREE) return p->status == q->status;
    return p->lo <= q->hi + shift + 1e-15 && q->lo + shift <= p->hi + 1e-15;
}

static void check_chains(int count)
{
    static Chain chains[2];
    static Body pair[2];
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 2; k++) {
            int links = 1 + (int)random_below(3);
            make_solid(&pair[k], k + i % 2);
            make_chain(&chains[k], links, 0, 1, i % 4 == 0 ? 0 : 3);
            pair[k].moving = (GrazeMovingSolid){&pair[k].solid, &chains[k].motion[links - 1]};
            pair[k].rate = chains[k].rate;
        }
        GrazeSolidContact out = contact_of(&pair[0].moving, &pair[1].moving, &OPTIONS);
        GrazeSolidContact swapped = contact_of(&pair[1].moving, &pair[0].moving, &OPTIONS);
        CHECK(agree(&out, &swapped, 0));
        check_contact(pair, &OPTIONS, &out);
        /* Both move in one frame: if it is the same for both, that changes the witness alone. */
        GrazeSolidMotion outer[2][MAX_CHAIN];
        GrazeMovingSolid moved[2];
        static Chain frame;
        make_chain(&frame, 1, 0, 1, 2);
        for (int is_shared = 0; is_shared < 2; is_shared++) {
            GrazeSolidMotion copy = frame.motion[0];
            for (int k = 0; k < 2; k++) {
                int links = (int)(pair[k].moving.motion - chains[k].motion) + 1;
                for (int l = 0; l < links; l++) {
                    outer[k][l] = chains[k].motion[l];
                    outer[k][l].parent = l > 0 ? &outer[k][l - 1] : &frame.motion[0];
                }
                if (!is_shared && k == 1) outer[k][0].parent = &copy;
                moved[k] = (GrazeMovingSolid){&pair[k].solid, &outer[k][links - 1]};
            }
            GrazeSolidContact again = contact_of(&moved[0], &moved[1], &OPTIONS);
            if (is_shared) {
                CHECK(again.lo == out.lo && again.hi == out.hi && again.status == out.status);
                if (out.status == GRAZE_CONTACT_FREE) continue;
                const double* p = again.witness.point_a;
                const double* q = out.witness.point_a;
                Vec expected = point_at(&frame.motion[0], vec_of(q[0], q[1], q[2]), out.lo);
                CHECK(length(sub(expected, vec_of(p[0], p[1], p[2]))) <= 1e-10L);
            } else if (again.status != GRAZE_CONTACT_UNDECIDED) {
                CHECK(agree(&out, &again, 0));
            }
        }
    }
}

/* Reverses a motion of one piece in time: t to -t. */
static void reverse_body(const Body* from, Body* out)
{
    *out = *from;
    GrazeSolidPiece* piece = out->piece;
    split_piece(piece, piece->t1);
    piece[0] = piece[1];
    piece[0].t0 = -from->piece[0].t1;
    piece[0].t1 = -from->piece[0].t0;
    double* c[4] = {piece->x, piece->y, piece->z, piece->angle};
    for (int axis = 0; axis < 4; axis++)
        for (int k = 1; k < GRAZE_PIECE_TERMS; k += 2)
            c[axis][k] *= -1;
    out->solid = from->solid;
    finish_body(out, 1);
    out->moving.solid = &from->solid;
}

/* Checks intervals against samples, and those of the motion reversed in time. */
static void check_intervals(double turn, int count)
{
    static Body pair[2];
    static Body reversed[2];
    enum { ROOM = 64 };
    static GrazeInterval found[ROOM];
    static GrazeInterval backward[ROOM];
    for (int i = 0; i < count; i++) {
        make_pair(pair, i % 3, turn, 0, 1);
        const GrazeMovingSolid* a = &pair[0].moving;
        const GrazeMovingSolid* b = &pair[1].moving;
        GrazeSolidContact first = contact_of(a, b, &OPTIONS);
        int32_t number = 0;
        int32_t again = 0;
        CHECK(graze_solid_contact_intervals(a, b, &OPTIONS, NULL, found, ROOM, &number) ==
              GRAZE_OK);
        CHECK(number <= ROOM && (number > 0) == (first.status != GRAZE_CONTACT_FREE));
        if (number > ROOM) continue;
        if (number > 0) CHECK(found[0].begin_lo == first.lo && found[0].begin_hi == first.hi);
        double from = 0;
        for (int k = 0; k <= number; k++) {
            double to = k < number ? found[k].begin_lo : 1;
            CHECK(from <= to);
            CHECK(count_overlaps(pair, from, to, 1e-4) == 0);
            if (k == number) break;
            CHECK(found[k].status != GRAZE_CONTACT_UNDECIDED);
            if (found[k].status == GRAZE_CONTACT_HIT) {
                CHECK(separation_of(a, b, found[k].begin_hi, false) < 0);
                CHECK(separation_of(a, b, found[k].end_lo, false) < 0);
                for (int l = 0; l <= 20; l++) {
                    double t = found[k].begin_hi + (found[k].end_lo - found[k].begin_hi) * l / 20;
                    double near = (pair[0].rate + pair[1].rate) * 0.5e-9 + 2e-9;
                    CHECK(separation_of(a, b, t, false) <= near);
                }
            }
            from = found[k].end_hi;
        }
        if (pair[0].motion.count + pair[1].motion.count > 2) continue;
        for (int k = 0; k < 2; k++)
            reverse_body(&pair[k], &reversed[k]);
        GrazeMotionOptions options = OPTIONS;
        options.from = -1;
        options.to = 0;
        CHECK(graze_solid_contact_intervals(&reversed[0].moving, &reversed[1].moving, &options,
                                            NULL, backward, ROOM, &again) == GRAZE_OK);
        CHECK(again == number);
        for (int k = 0; k < number && again == number; k++) {
            const GrazeInterval* p = &found[k];
            const GrazeInterval* q = &backward[number - 1 - k];
            CHECK(p->begin_lo <= -q->end_lo + 1e-12 && -q->end_hi <= p->begin_hi + 1e-12);
            CHECK(p->end_lo <= -q->begin_lo + 1e-12 && -q->begin_hi <= p->end_hi + 1e-12);
        }
    }
}

static void check_clearances(double turn, int count)
{
    static Body pair[2];
    int64_t rounds = 0;
    for (int i = 0; i < count; i++) {
        make_pair(pair, i % 3, turn, 0, 1);
        const GrazeMovingSolid* a = &pair[0].moving;
        const GrazeMovingSolid* b = &pair[1].moving;
        GrazeSolidClearance out;
        CHECK(graze_solid_clearance(a, b, &OPTIONS, INFINITY, NULL, &out) == GRAZE_OK);
        rounds += out.iterations;
        CHECK(out.status == GRAZE_CLEARANCE_CERTIFIED);
        CHECK(out.hi - out.lo <= OPTIONS.distance_tolerance * 1.001 && out.hi >= out.lo);
        CHECK(fabsl(separation_of(a, b, out.time, false) - out.hi) <= 1e-12);
        CHECK(count_overlaps(pair, 0, 1, 1e-4 - fmin(out.lo, 0)) == 0);
        for (int k = 0; k <= 200; k++)
            CHECK(separation_of(a, b, k / 200.0, false) >= out.lo - 1e-12);
        for (int k = 0; k < 52; k++) {
            double t = out.time + (k % 2 == 0 ? 1 : -1) * ldexp(1, -k / 2);
            CHECK(t < 0 || t > 1 || separation_of(a, b, t, false) >= out.lo - 1e-12);
        }
        GrazeSolidClearance limited;
        double limit = out.lo + uniform(-0.1, 0.1);
        CHECK(graze_solid_clearance(a, b, &OPTIONS, limit, NULL, &limited) == GRAZE_OK);
        bool is_below = out.lo < limit;
        CHECK(is_below ? limited.lo <= out.hi && limited.hi >= out.lo
                       : limited.hi == INFINITY && limited.lo >= limit - 1.001e-9);
    }
    if (getenv("GRAZE_TALLY") != NULL)
        printf("clearance, turn %g: %.1f evaluations\n", turn, (double)rounds / count);
}

/* Late clocks: the same motions, as near as they can be written, from 1.7e9 on. */
static void check_late_clocks(int count)
{
    static Body pair[2];
    static Body late[2];
    for (int i = 0; i < count; i++) {
        const double epoch = 1.7e9;
        make_pair(pair, i % 3, i % 2 == 0 ? 3 : 30, 0, 64);
        GrazeMotionOptions options = OPTIONS;
        options.to = 64;
        options.tolerance = 2e-6;
        for (int k = 0; k < 2; k++) {
            late[k] = pair[k];
            for (int l = 0; l < pair[k].motion.count; l++) {
                late[k].piece[l].t0 += epoch;
                late[k].piece[l].t1 += epoch;
            }
            finish_body(&late[k], pair[k].motion.count);
            late[k].moving.solid = &pair[k].solid;
        }
        GrazeSolidContact early = contact_of(&pair[0].moving, &pair[1].moving, &options);
        options.from = epoch;
        options.to = epoch + 64;
        GrazeSolidContact out = contact_of(&late[0].moving, &late[1].moving, &options);
        CHECK(agree(&out, &early, epoch));
        GrazeSolidClearance least;
        CHECK(graze_solid_clearance(&late[0].moving, &late[1].moving, &options, INFINITY, NULL,
                                    &least) == GRAZE_OK);
        CHECK(least.status == GRAZE_CLEARANCE_CERTIFIED && least.hi - least.lo <= 1.1e-9);
        CHECK((least.hi < 0) ==
                  (out.status == GRAZE_CONTACT_HIT || out.status == GRAZE_CONTACT_OVERLAPPING) ||
              fabs(least.hi) < 1e-8);
        check_contact(late, &options, &out);
    }
}

/* Returns a body that stands still for a time before its motion. */
static void delay_body(const Body* from, double delay, Body* out)
{
    int count = from->motion.count;
    *out = *from;
    memmove(out->piece + 1, out->piece, (size_t)count * sizeof *out->piece);
    GrazeSolidPiece* rest = out->piece;
    double* c[4] = {rest->x, rest->y, rest->z, rest->angle};
    for (int axis = 0; axis < 4; axis++)
        memset(c[axis] + 1, 0, (GRAZE_PIECE_TERMS - 1) * sizeof(double));
    rest->t1 = rest->t0;
    rest->t0 -= delay;
    finish_body(out, count + 1);
    out->moving.solid = &from->solid;
}

/* Positions long after the beginning of a query are computed from a base near them. */
static void check_late_motions(int count)
{
    static Body pair[2];
    static Body late[2];
    for (int i = 0; i < count; i++) {
        make_pair(pair, i % 3, 3, 0, 1);
        for (int k = 0; k < 2; k++)
            delay_body(&pair[k], 1 << 20, &late[k]);
        GrazeMotionOptions options = OPTIONS;
        options.from = -(1 << 20);
        options.tolerance = 2e-9;
        GrazeSolidContact early = contact_of(&pair[0].moving, &pair[1].moving, &OPTIONS);
        GrazeSolidContact out = contact_of(&late[0].moving, &late[1].moving, &options);
        if (early.status == GRAZE_CONTACT_OVERLAPPING) {
            CHECK(out.status == GRAZE_CONTACT_OVERLAPPING && out.lo == options.from);
            continue;
        }
        CHECK(agree(&out, &early, 0));
        CHECK(out.status != GRAZE_CONTACT_HIT || out.hi - out.lo <= 2e-9);
        GrazeSolidClearance least;
        CHECK(graze_solid_clearance(&late[0].moving, &late[1].moving, &options, INFINITY, NULL,
                                    &least) == GRAZE_OK);
        CHECK(least.status == GRAZE_CLEARANCE_CERTIFIED && least.hi - least.lo <= 1.1e-9);
        Real at_time = separation_of(&late[0].moving, &late[1].moving, least.time, false);
        CHECK(fabsl(at_time - least.hi) <= 1e-9);
    }
}

/* Lengths and times of every size: powers of 2 change no verdict. */
static void check_sizes(int count)
{
    static Body pair[2];
    static Body scaled[2];
    for (int i = 0; i < count; i++) {
        make_pair(pair, i % 3, i % 2 == 0 ? 3 : 30, 0, 1);
        double scale = ldexp(1, (int)random_below(121) - 60);
        double pace = ldexp(1, (int)random_below(121) - 60);
        for (int k = 0; k < 2; k++) {
            GrazeSolidPoint p[MAX_VERTICES];
            size_t used;
            const GrazeSolid* solid = &pair[k].solid;
            for (int l = 0; l < solid->count; l++) {
                const GrazeSolidPoint* v = &solid->vertices[l];
                p[l] = (GrazeSolidPoint){(float)(v->x * scale), (float)(v->y * scale),
                                         (float)(v->z * scale)};
            }
            memcpy(scaled[k].piece, pair[k].piece, sizeof pair[k].piece);
            CHECK(graze_solid_hull(p, solid->count, (float)(solid->radius * scale),
                                   scaled[k].memory, &used, &scaled[k].solid) == GRAZE_OK);
            for (int l = 0; l < pair[k].motion.count; l++) {
                GrazeSolidPiece* piece = &scaled[k].piece[l];
                double power = 1;
                piece->t0 *= pace;
                piece->t1 *= pace;
                for (int m = 0; m < GRAZE_PIECE_TERMS; m++) {
                    piece->x[m] *= scale * power;
                    piece->y[m] *= scale * power;
                    piece->z[m] *= scale * power;
                    piece->angle[m] *= power;
                    power /= pace;
                }
                for (int m = 0; m < 3; m++)
                    piece->pivot[m] *= scale;
            }
            finish_body(&scaled[k], pair[k].motion.count);
        }
        GrazeMotionOptions options = OPTIONS;
        options.to *= pace;
        options.tolerance *= pace;
        options.distance_tolerance *= scale;
        GrazeSolidContact out = contact_of(&pair[0].moving, &pair[1].moving, &OPTIONS);
        GrazeSolidContact other = contact_of(&scaled[0].moving, &scaled[1].moving, &options);
        other.lo /= pace;
        other.hi /= pace;
        CHECK(agree(&out, &other, 0));
        CHECK(fabs(other.separation / scale - out.separation) <= 1e-11);
    }
}

static void check_touching(int count)
{
    static Body pair[2];
    GrazeMotionOptions options = OPTIONS;
    options.touching = GRAZE_TOUCHING_ALLOWED;
    options.distance_tolerance = 1e-6;
    for (int i = 0; i < count; i++) {
        make_pair(pair, i % 3, 3, 0, 1);
        const GrazeMovingSolid* a = &pair[0].moving;
        const GrazeMovingSolid* b = &pair[1].moving;
        GrazeSolidContact out = contact_of(a, b, &options);
        CHECK(out.status != GRAZE_CONTACT_GRAZING && out.status != GRAZE_CONTACT_UNDECIDED);
        double end = out.status == GRAZE_CONTACT_FREE ? 1 : out.lo;
        CHECK(count_overlaps(pair, 0, end, 1e-4) == 0);
        double back = end;
        for (int k = 0; k < 100 && back > 1e-12; k++) {
            CHECK(separation_of(a, b, end - back, false) >= -1.000001e-6);
            back *= 0.75;
        }
        if (out.status == GRAZE_CONTACT_HIT) CHECK(separation_of(a, b, out.hi, false) < 0);
    }
}

/*
 * A ball falls on the inside of a triangle that is a sliver, of which GJK's nearest point is along a
 * normal that has few digits: taken as a distance, it was less than the true one by more than its
 * error, and the ball in contact before it came near.
 */
static void check_slivers(int count)
{
    static Body pair[2];
    for (int i = 0; i < count; i++) {
        float width = (float)ldexp(uniform(1, 2), -(int)(22 + random_below(4)));
        const GrazeSolidPoint corners[3] = {{-1, 0, 0}, {1, 0, 0}, {0.25F, width, 0}};
        size_t used;
        CHECK(graze_solid_hull(corners, 3, 0, pair[0].memory, &used, &pair[0].solid) == GRAZE_OK);
        make_box(&pair[1], 0, 0, 0, 0x1p-14F);
        set_plain(&pair[0], 0, 0, 0, 0, 0);
        random_quaternion(pair[0].piece[0].quaternion);
        set_plain(&pair[1], 0, 0, 0, 0, 0);
        Vec way = sub(point_at(&pair[0].motion, vec_of(0, 0, 1), 0), vec_of(0, 0, 0));
        Vec start = point_at(&pair[0].motion, vec_of(uniform(-0.25, 0.5), 0.3 * width, 0x1p-13), 0);
        double from[3] = {(double)start.x, (double)start.y, (double)start.z};
        double fall[3] = {(double)way.x, (double)way.y, (double)way.z};
        GrazeSolidPiece* piece = pair[1].piece;
        double* c[3] = {piece->x, piece->y, piece->z};
        for (int k = 0; k < 3; k++) {
            c[k][0] = from[k];
            c[k][1] = -0x1p-12 * fall[k];
        }
        finish_body(&pair[1], 1);
        GrazeMotionOptions options = OPTIONS;
        options.distance_tolerance = 0x1p-40;
        GrazeSolidContact out = contact_of(&pair[0].moving, &pair[1].moving, &options);
        CHECK(out.status == GRAZE_CONTACT_HIT && out.hi - out.lo <= options.tolerance);
        CHECK(out.lo <= 0.25 && out.hi >= 0.25 && out.iterations < 60);
        CHECK(fabs(out.separation - 0x1p-12 * (0.25 - out.lo)) <= 1e-15);
        for (int k = 0; k < 20; k++) {
            double t = 0.25 - ldexp(1, -2 - 2 * k);
            double separation;
            double error;
            CHECK(graze_solid_separations_at(&pair[0].moving, &pair[1].moving, &t, 1, NULL,
                                             &separation, &error) == GRAZE_OK);
            CHECK(fabs(separation - 0x1p-12 * (0.25 - t)) <= error && error < 1e-13);
        }
        const double* n = out.witness.normal;
        CHECK(fabsl(dot(way, vec_of(n[0], n[1], n[2])) - 1) <= 1e-14L);
        Vec across = cross(way, vec_of(n[0], n[1], n[2]));
        CHECK(length(across) <= 1e-15L / width);
    }
}

/* The narrowest brackets are as wide as rounding makes them, and no wider. */
static void check_finest(void)
{
    static Body pair[2];
    const double widths[] = {1.5e-13, 6.5e-14};
    for (int k = 0; k < 2; k++) {
        GrazeMotionOptions options = OPTIONS;
        double errors[1];
        double separations[1];
        for (int i = 0; i < 2; i++) {
            float half = k == 0 ? 0.5F : 0;
            make_box(&pair[i], half, half, half, 0.5F - half);
            set_plain(&pair[i], 1.5 * i, -i, 0, 0, 0);
        }
        const GrazeMovingSolid* a = &pair[0].moving;
        const GrazeMovingSolid* b = &pair[1].moving;
        options.tolerance = graze_solid_motion_min_tolerance(a, b, 0, 1);
        CHECK(options.tolerance == 8 * 0x1p-52);
        GrazeSolidContact out = contact_of(a, b, &options);
        CHECK(graze_solid_separations_at(a, b, &out.lo, 1, NULL, separations, errors) == GRAZE_OK);
        CHECK(out.status == GRAZE_CONTACT_HIT && out.lo <= 0.5 && out.hi > 0.5);
        CHECK(out.hi - out.lo <= 2 * errors[0] + options.tolerance && out.hi - out.lo < widths[k]);
    }
}

/* ---- prisms, against the plane ---- */

static void check_prisms(int count)
{
    static Body pair[2];
    static GrazeShape shapes[2];
    static GrazePoint outline[2][8];
    int32_t culprit;
    static GrazePiece pieces[2];
    for (int i = 0; i < count; i++) {
        GrazeMovingBody plane[2];
        make_pair(pair, 0, i % 2 == 0 ? 3 : 0.5, 0, 1);
        for (int k = 0; k < 2; k++) {
            Body* body = &pair[k];
            GrazeSolidPoint p[16];
            int n = 3 + (int)random_below(4);
            for (int j = 0; j < n; j++) {
                double angle = 6.283185307179586 * (j + 0.4 * random_unit()) / n;
                outline[k][j] = (GrazePoint){(float)cos(angle), (float)sin(angle)};
                p[j] = (GrazeSolidPoint){outline[k][j].x, outline[k][j].y, -1};
                p[n + j] = (GrazeSolidPoint){outline[k][j].x, outline[k][j].y, 1};
            }
            float radius = i % 3 == 0 ? 0.25F : 0;
            size_t used;
            CHECK(graze_solid_hull(p, 2 * n, radius, body->memory, &used, &body->solid) ==
                  GRAZE_OK);
            CHECK(graze_shape_polygon(&shapes[k], outline[k], n, radius, &culprit) == GRAZE_OK);
            join_pieces(body);
            GrazeSolidPiece* piece = body->piece;
            memset(piece->z, 0, sizeof piece->z);
            memset(piece->quaternion, 0, sizeof piece->quaternion);
            memset(piece->axis, 0, sizeof piece->axis);
            piece->quaternion[3] = 1;
            piece->axis[2] = 1;
            piece->pivot[2] = 0;
            finish_body(body, 1);
            pieces[k] =
                (GrazePiece){.t1 = 1, .pivot_x = piece->pivot[0], .pivot_y = piece->pivot[1]};
            memcpy(pieces[k].x, piece->x, sizeof piece->x);
            memcpy(pieces[k].y, piece->y, sizeof piece->y);
            memcpy(pieces[k].angle, piece->angle, sizeof piece->angle);
            plane[k] =
                (GrazeMovingBody){&shapes[k], &pieces[k], 1, GRAZE_STAY, GRAZE_STAY, NULL, 0};
        }
        GrazeSolidContact out = contact_of(&pair[0].moving, &pair[1].moving, &OPTIONS);
        GrazeContact expected;
        graze_first_contact(&plane[0], &plane[1], &OPTIONS, &expected);
        GrazeSolidContact in_plane = {
            .lo = expected.lo, .hi = expected.hi, .status = expected.status};
        CHECK(agree(&out, &in_plane, 0));
    }
}

/* ---- paths ---- */

enum { PATH_STEPS = 200, PATH_BLOCKS = (PATH_STEPS + 15) / 16 };

typedef struct {
    GrazeSolidPath path;
    _Alignas(16) float blocks[6 * PATH_BLOCKS];
    float boxes[6 * PATH_STEPS];
} BoxedPath;

/* Makes a path, and checks that its boxes contain the vertices in each step, and are no larger than
   the body moves. */
static void make_path(const Body* body, const GrazeClock* clock, double z, BoxedPath* out)
{
    const Real point[3] = {clock->x, clock->y, z};
    const GrazeSolid* solid = body->moving.solid;
    CHECK(graze_solid_path_size(clock) == sizeof out->blocks);
    graze_solid_path_init(&out->path, &body->moving, clock, z, out->blocks);
    graze_solid_path_boxes(&out->path, 0, PATH_STEPS, out->boxes);
    CHECK(out->path.count == PATH_STEPS && out->path.block_steps == 16 &&
          out->path.block_count == PATH_BLOCKS);
    for (int i = 0; i < PATH_STEPS; i++) {
        const float* box = out->boxes + 6 * i;
        const float* block = out->blocks + 6 * (i / 16);
        double t = clock->step * i;
        Real least[3] = {1e9L, 1e9L, 1e9L};
        Real most[3] = {-1e9L, -1e9L, -1e9L};
        for (int n = 0; n <= 2; n++)
            for (int v = 0; v < solid->count; v++) {
                Vec p = point_at(
                    &body->motion,
                    vec_of(solid->vertices[v].x, solid->vertices[v].y, solid->vertices[v].z),
                    t + n * clock->step / 2);
                const Real at[3] = {p.x, p.y, p.z};
                for (int k = 0; k < 3; k++) {
                    least[k] = fminl(least[k], at[k] - solid->radius - point[k]);
                    most[k] = fmaxl(most[k], at[k] + solid->radius - point[k]);
                }
            }
        Real slack = 1e-5L + (Real)(body->rate * clock->step);
        for (int k = 0; k < 3; k++) {
            CHECK(box[k] <= least[k] && block[k] <= least[k]);
            CHECK(box[k + 3] >= most[k] && block[k + 3] >= most[k]);
            CHECK(box[k] >= least[k] - slack && box[k + 3] <= most[k] + slack);
            CHECK(block[k] >= least[k] - 16 * slack && block[k + 3] <= most[k] + 16 * slack);
        }
    }
}

/* Checks that two paths have the answers of their bodies, which are apart for a part of the time, in
   all of it and in a part. */
static void check_paths(int count)
{
    static Body pair[2];
    static BoxedPath path[2];
    int hits = 0;
    for (int i = 0; i < count; i++) {
        double from = i % 2 == 0 ? 0 : 0.3;
        const GrazeClock clock = {0, 1, 1.0 / PATH_STEPS, uniform(-3, 3), uniform(-3, 3)};
        make_pair(pair, i % 3, i % 5 == 0 ? 0 : 3, 0, 1);
        for (int l = 0; l < pair[1].motion.count; l++)
            pair[1].piece[l].x[0] += i % 4;
        const GrazeMovingSolid* a = &pair[0].moving;
        const GrazeMovingSolid* b = &pair[1].moving;
        double z = uniform(-3, 3);
        make_path(&pair[0], &clock, z, &path[0]);
        make_path(&pair[1], &clock, z, &path[1]);
        GrazeMotionOptions options = OPTIONS;
        options.from = from;
        GrazeSolidContact out;
        GrazeSolidContact expected = contact_of(a, b, &options);
        options.to = 2;
        CHECK(graze_solid_sweep(&path[0].path, &path[1].path, &options, NULL, &out) == GRAZE_OK);
        options.to = 1;
        CHECK(out.status == expected.status && agree(&out, &expected, 0));
        CHECK(out.status != GRAZE_CONTACT_HIT || out.hi - out.lo <= options.tolerance);
        CHECK(count_overlaps(pair, from, out.lo, 1e-4) == 0);
        hits += out.status == GRAZE_CONTACT_HIT;
        GrazeSolidClearance least;
        GrazeSolidClearance found;
        CHECK(graze_solid_clearance(a, b, &options, INFINITY, NULL, &least) == GRAZE_OK);
        const double limits[3] = {INFINITY, least.hi + 0.1, least.lo - 0.1};
        for (int k = 0; k < 3; k++) {
            CHECK(graze_solid_sweep_clearance(&path[0].path, &path[1].path, &options, limits[k],
                                              NULL, &found) == GRAZE_OK);
            CHECK(found.status == GRAZE_CLEARANCE_CERTIFIED && found.lo <= found.hi);
            CHECK(found.lo >= fmin(least.lo, limits[k]) - 1.001e-9 && found.lo <= limits[k]);
            CHECK(k == 2 ? found.hi == INFINITY && found.is_common == 0
                         : fabs(found.hi - least.hi) <= 2.1e-9 && found.is_common == 1);
            CHECK(k == 2 || fabsl(separation_of(a, b, found.time, false) - found.hi) <= 1e-12);
        }
    }
    CHECK(hits > count / 8 || count < 20);
}

int main(int argc, char** argv)
{
    set_test_share(argc, argv);
    check_refusals();
    check_rates();
    check_options();
    check_poses(share_of(1000));
    check_bounds(share_of(20000));
    check_finest();
    check_prisms(share_of(1000));
    check_chains(share_of(200));
    check_late_clocks(share_of(200));
    check_late_motions(share_of(200));
    check_sizes(share_of(200));
    check_touching(share_of(200));
    check_paths(share_of(200));
    const double turns[] = {0, 0.1, 0.78, 3.1, 400};
    for (int k = 0; k < 5; k++) {
        bool is_fast = turns[k] > 100;
        check_turn(turns[k], share_of(is_fast ? 50 : 500));
        check_intervals(is_fast ? 30 : turns[k], share_of(100));
        check_clearances(is_fast ? 30 : turns[k], share_of(50));
    }
    check_bound_steps(share_of(2000));
    check_slivers(share_of(200));
    check_right_angles();
    check_budgets();
    return test_failures > 0;
}
