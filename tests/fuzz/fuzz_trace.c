/* Fuzzes graze_trace: it gives the answer of graze_distance, and consistent rounds that stay in
 * their memory. */
#include "check.h"
#include "input.h"

#include <math.h>
#include <stdlib.h>

/* Coordinates much smaller than any float32 may become 0. */
#define LEAST_PLACE 0x1p-199L

static int32_t query(const Pair* pair, GrazeGjkRound* steps, int32_t capacity, GrazeDistance* out)
{
    return graze_trace(&pair->a.shape, &pair->a.pose, &pair->b.shape, &pair->b.pose, &pair->options,
                       steps, capacity, out);
}

/* Returns memory for exactly `capacity` rounds. */
static GrazeGjkRound* allocate_steps(int32_t capacity)
{
    GrazeGjkRound* steps = malloc((size_t)capacity * sizeof *steps);
    if (steps == NULL && capacity > 0) abort();
    return steps;
}

static void check_weights(const GrazeGjkRound* step)
{
    const double weight[3] = {step->weight0, step->weight1, step->weight2};
    double sum = 0;
    for (int32_t i = 0; i < step->count; i++) {
        bool kept = (step->kept >> i & 1) != 0;
        CHECK(weight[i] >= 0 && weight[i] <= 1, "weight %d is %.17g", i, weight[i]);
        CHECK(kept || weight[i] == 0, "point %d was dropped but has weight %.17g", i, weight[i]);
        sum += weight[i];
    }
    CHECK(fabs(sum - 1) <= 1e-9, "the weights' sum is %.17g", sum);
    CHECK(step->kept > 0 && step->kept < 1 << step->count, "kept %d of %d", step->kept,
          step->count);
}

static void check_points(const Pair* pair, const GrazeGjkRound* step)
{
    const int32_t a[4] = {step->w_a, step->a0, step->a1, step->a2};
    const int32_t b[4] = {step->w_b, step->b0, step->b1, step->b2};
    for (int32_t i = 0; i <= step->count; i++) {
        CHECK(a[i] >= 0 && a[i] < pair->a.shape.count && b[i] >= 0 && b[i] < pair->b.shape.count,
              "point %d is vertex %d of A, %d of B", i, a[i], b[i]);
    }
    const double numbers[] = {step->direction_x, step->direction_y, step->w_x, step->w_y,
                              step->v_x,         step->v_y,         step->x0,  step->y0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        CHECK(isfinite(numbers[i]), "number %zu is %g", i, numbers[i]);
    }
}

typedef struct {
    long double x, y;
} Difference;

/* Returns vertex i of A minus vertex j of B. */
static Difference difference_of(const Pair* pair, int32_t i, int32_t j)
{
    const GrazePose* pose_a = &pair->a.pose;
    const GrazePose* pose_b = &pair->b.pose;
    GrazePoint a = pair->a.vertices[i];
    GrazePoint b = pair->b.vertices[j];
    return (Difference){(pose_a->cos * a.x - pose_a->sin * a.y + pose_a->x) -
                            (pose_b->cos * b.x - pose_b->sin * b.y + pose_b->x),
                        (pose_a->sin * a.x + pose_a->cos * a.y + pose_a->y) -
                            (pose_b->sin * b.x + pose_b->cos * b.y + pose_b->y)};
}

/* Checks that the support point and those of the simplex are the differences of their vertices. */
static void check_differences(const Pair* pair, const GrazeGjkRound* step)
{
    const int32_t a[4] = {step->w_a, step->a0, step->a1, step->a2};
    const int32_t b[4] = {step->w_b, step->b0, step->b1, step->b2};
    const double x[4] = {step->w_x, step->x0, step->x1, step->x2};
    const double y[4] = {step->w_y, step->y0, step->y1, step->y2};
    long double slack = 0x1p-48L * input_scale(pair) + LEAST_PLACE;
    for (int32_t k = 0; k <= step->count; k++) {
        Difference d = difference_of(pair, a[k], b[k]);
        CHECK(is_near(x[k], d.x, slack) && is_near(y[k], d.y, slack),
              "(%.17g, %.17g), but a - b is (%.17Lg, %.17Lg)", x[k], y[k], d.x, d.y);
    }
}

/* Checks that no difference is further in the direction than the support point. */
static void check_support(const Pair* pair, const GrazeGjkRound* step)
{
    long double length = hypotl(step->direction_x, step->direction_y);
    long double slack = 0x1p-44L * input_scale(pair) + LEAST_PLACE;
    for (int32_t i = 0; i < pair->a.shape.count; i++) {
        for (int32_t j = 0; j < pair->b.shape.count; j++) {
            Difference d = difference_of(pair, i, j);
            long double further =
                step->direction_x * (d.x - step->w_x) + step->direction_y * (d.y - step->w_y);
            CHECK(further <= slack * length, "vertices %d and %d are further by %Lg", i, j,
                  further / length);
        }
    }
}

static void check_step(const Pair* pair, const GrazeGjkRound* step)
{
    CHECK(step->count >= 1 && step->count <= 3, "%d points", step->count);
    CHECK(step->outcome >= GRAZE_OUTCOME_NEARER && step->outcome <= GRAZE_OUTCOME_STALLED, "%d",
          step->outcome);
    CHECK(step->barycode >= 0 && step->barycode < 8 && (step->count == 3 || step->barycode == 0),
          "barycode %d of %d points", step->barycode, step->count);
    check_points(pair, step);
    check_weights(step);
    check_differences(pair, step);
    check_support(pair, step);
}

static double length_of(const GrazeGjkRound* step)
{
    return hypot(step->v_x, step->v_y);
}

static void check_order(const GrazeGjkRound* before, const GrazeGjkRound* step)
{
    CHECK(before->outcome == GRAZE_OUTCOME_NEARER, "a round after outcome %d", before->outcome);
    CHECK(length_of(step) <= length_of(before) * (1 + 0x1p-50), "v goes from %.17g to %.17g",
          length_of(before), length_of(step));
    if (step->outcome < GRAZE_OUTCOME_REPEATED) return;
    CHECK(step->v_x == before->v_x && step->v_y == before->v_y,
          "nothing new, but v goes from (%.17g, %.17g) to (%.17g, %.17g)", before->v_x, before->v_y,
          step->v_x, step->v_y);
}

static void check_rounds(const Pair* pair, const GrazeGjkRound* steps, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        check_step(pair, &steps[i]);
        if (i > 0) check_order(&steps[i - 1], &steps[i]);
    }
}

/* Checks that with too little room the rounds that fit are the same. */
static void check_cut(const Pair* pair, const GrazeGjkRound* steps, int32_t rounds,
                      int32_t capacity)
{
    GrazeGjkRound* cut = allocate_steps(capacity);
    GrazeDistance out;
    int32_t count = query(pair, cut, capacity, &out);
    CHECK(count == rounds, "%d rounds with room for %d, else %d", count, capacity, rounds);
    for (int32_t i = 0; i < capacity; i++) {
        CHECK(same_bytes(&cut[i], &steps[i], sizeof *cut), "round %d with room for %d", i,
              capacity);
    }
    free(cut);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Pair pair;
    if (!input_pair(&input, &pair)) return 0;
    int32_t limit = pair.a.shape.count + pair.b.shape.count + 16;
    GrazeGjkRound* steps = allocate_steps(limit);
    GrazeDistance traced;
    GrazeDistance plain;
    int32_t rounds = query(&pair, steps, limit, &traced);
    graze_distance(&pair.a.shape, &pair.a.pose, &pair.b.shape, &pair.b.pose, &pair.options, &plain);
    CHECK(rounds >= 1 && rounds <= limit, "%d rounds, at most %d", rounds, limit);
    CHECK(rounds == traced.iterations, "%d rounds, iterations %d", rounds, traced.iterations);
    CHECK(same_bytes(&plain, &traced, sizeof plain), "distance %.17g, traced %.17g", plain.distance,
          traced.distance);
    check_rounds(&pair, steps, rounds);
    check_cut(&pair, steps, rounds, input_below(&input, rounds));
    free(steps);
    input_free(&pair);
    return 0;
}
