/*
 * Measures what exact verdicts cost: the same descent with and without its certificate, on many different
 * pairs in world coordinates. Compiled to wasm and run by exactness.mjs.
 */
#include "../../src/base/trig.h"
#include "../../src/graze.h"
#include "../../src/static/convex/relation.h"
#include "../../src/study/gjk_variants.h"

enum { PAIRS = 4096, MOST = 24 };
enum { DISTANT, OVERLAPPING, TOUCHING, TIED };
enum { RELATION_PLAIN, RELATION, COLLIDE_PLAIN, COLLIDE, DISTANCE_PLAIN, DISTANCE };

static GrazePoint points[PAIRS][2][MOST];
static GrazeShape shapes[PAIRS][2];
static const GrazePose STILL = {0, 0, 1, 0};
static uint32_t state;

static double next_random(void)
{
    state = state * 1664525U + 1013904223U;
    return (state >> 8) / 16777216.0;
}

/* Rounds to the grid of 2^-12, so that B can be moved without rounding. */
static float on_grid(double value)
{
    return (float)(floor(value * 4096 + 0.5) / 4096);
}

static void make_shape(int32_t pair, int32_t which, int32_t count, double x, double y)
{
    GrazePoint scratch[MOST + 1];
    int32_t culprit;
    double turn = 6.283 * next_random();
    double squash = 0.5 + 0.5 * next_random();
    double tilt = 6.283 * next_random();
    double st;
    double ct;
    graze_sincos(tilt, &st, &ct);
    for (int32_t i = 0; i < count; i++) {
        double s;
        double c;
        graze_sincos(turn + 6.283185307179586 * i / count, &s, &c);
        double px = 4 * c;
        double py = 4 * s * squash;
        points[pair][which][i] =
            (GrazePoint){on_grid(x + ct * px - st * py), on_grid(y + st * px + ct * py)};
    }
    graze_shape_hull(&shapes[pair][which], points[pair][which], scratch, count, 0, &culprit);
}

/* Moves B by whole steps of the grid. */
static void move(int32_t pair, double x, double y)
{
    GrazeShape* shape = &shapes[pair][1];
    for (int32_t i = 0; i < shape->count; i++) {
        points[pair][1][i].x += on_grid(x);
        points[pair][1][i].y += on_grid(y);
    }
    shape->extent = 0;
    for (int32_t i = 0; i < shape->count; i++) {
        shape->extent = max2(shape->extent, fabs((double)points[pair][1][i].x));
        shape->extent = max2(shape->extent, fabs((double)points[pair][1][i].y));
    }
}

/*
 * DISTANT: apart by a few sizes; OVERLAPPING: deep; TOUCHING: a distant pair moved together along its
 * separating direction, to the grid; TIED: moved so that a vertex of B lies on a vertex of A.
 */
void bench_prepare(int32_t count, int32_t scene)
{
    state = 20260000U + (uint32_t)(count * 4 + scene);
    for (int32_t k = 0; k < PAIRS; k++) {
        double far = scene == OVERLAPPING ? 2 : 14;
        double s;
        double c;
        graze_sincos(6.283 * next_random(), &s, &c);
        make_shape(k, 0, count, 0, 0);
        make_shape(k, 1, count, far * c, far * s);
        if (scene != TOUCHING && scene != TIED) continue;
        GrazeDistance gap;
        graze_distance(&shapes[k][0], &STILL, &shapes[k][1], &STILL, &gap);
        if (scene == TOUCHING) {
            move(k, gap.witness.point_a_x - gap.witness.point_b_x,
                 gap.witness.point_a_y - gap.witness.point_b_y);
        } else {
            GrazePoint p = points[k][0][gap.witness.index_a];
            GrazePoint q = points[k][1][gap.witness.index_b];
            move(k, (double)p.x - q.x, (double)p.y - q.y);
        }
    }
}

/* GJK's own word, in double, whatever rounding does to it. */
static GrazeRelation plain_relation(const GrazeCso* cso, GrazeGjkState* descent)
{
    graze_gjk_run(cso, descent);
    if (descent->simplex.count == 3) return GRAZE_OVERLAPPING;
    return vec_dot(descent->v, descent->v) > 0 ? GRAZE_DISJOINT : GRAZE_TOUCHING;
}

static bool plain_collide(const GrazeCso* cso)
{
    GrazeGjkState descent;
    graze_gjk_begin(cso, GRAZE_START_POINT, &descent);
    while (graze_gjk_continues(cso, &descent)) {
        GrazeCsoPoint w = graze_gjk_next_support(cso, &descent);
        if (vec_dot(descent.v, w.w) > 0) return false;
        GrazeOutcome outcome = graze_gjk_simplex_add(&descent, w, GRAZE_BARYCODE);
        if (outcome != GRAZE_OUTCOME_NEARER) return outcome != GRAZE_OUTCOME_REPEATED;
    }
    return true;
}

/* Runs over all pairs; returns a sum, so that nothing is left out as unused. */
double bench_run(int32_t task)
{
    double sum = 0;
    for (int32_t k = 0; k < PAIRS; k++) {
        const GrazeShape* a = &shapes[k][0];
        const GrazeShape* b = &shapes[k][1];
        GrazeCso cso;
        GrazeGjkState descent;
        GrazeDistance distance;
        switch (task) {
        case RELATION:
            sum += graze_relation(a, &STILL, b, &STILL);
            break;
        case COLLIDE:
            sum += graze_collide(a, &STILL, b, &STILL);
            break;
        case DISTANCE:
            graze_distance(a, &STILL, b, &STILL, &distance);
            sum += distance.distance;
            break;
        default:
            graze_cso_init(&cso, a, &STILL, b, &STILL);
            if (task == COLLIDE_PLAIN) {
                sum += plain_collide(&cso);
            } else {
                GrazeRelation relation = plain_relation(&cso, &descent);
                sum += task == RELATION_PLAIN ? (double)relation : vec_length(descent.v);
            }
        }
    }
    return sum;
}

int32_t bench_pairs(void)
{
    return PAIRS;
}
