/*
 * Fuzzes graze_support_lut_size and graze_shape_build_support_lut with shapes of many vertices, too
 * many for the other targets: batches give the same results as single queries, with a lookup in
 * memory of exactly the promised size.
 */
#include "check.h"
#include "input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 3000, PAIRS = 4 };

typedef struct {
    GrazePoint* points;
    GrazeShape shape;
    void* lookup;
} Round;

typedef struct {
    Round a, b;
    GrazePlacement places[PAIRS + 1];
} Subject;

static void print_subject(const void* subject)
{
    const Subject* s = subject;
    fprintf(stderr, "  %d and %d vertices, radii %a and %a\n", s->a.shape.count, s->b.shape.count,
            s->a.shape.radius, s->b.shape.radius);
    for (int k = 0; k <= PAIRS; k++)
        fprintf(stderr, "  at (%a, %a), heading (%a, %a)\n", s->places[k].x, s->places[k].y,
                s->places[k].cos, s->places[k].sin);
}

/* The points are on an ellipse; rounding to float32 leaves fewer vertices. */
static bool read_round(Input* input, Round* round)
{
    int32_t count = 1 + input_below(input, MOST);
    double width = 1 + (double)input_bits(input, 2) / 256;
    double height = 1 + (double)input_bits(input, 2) / 256;
    float radius = input_below(input, 2) ? fabsf(input_float(input)) : 0;
    double x = input_float(input);
    double y = input_float(input);
    double unit = ldexp(1, (int)input_int(input, 6));
    round->points = input_points(count);
    for (int32_t k = 0; k < count; k++) {
        double angle = 6.283185307179586 * k / count;
        round->points[k] = (GrazePoint){(float)(unit * (x + width * cos(angle))),
                                        (float)(unit * (y + height * sin(angle)))};
    }
    GrazePoint* scratch = input_points(count + 1);
    int32_t culprit;
    GrazeStatus status =
        graze_shape_hull(&round->shape, round->points, scratch, count, radius, &culprit);
    free(scratch);
    return status == GRAZE_OK;
}

static void give_lookup(Round* round)
{
    size_t size = graze_support_lut_size(round->shape.count);
    CHECK(size > 0, "no lookup for %d vertices", round->shape.count);
    round->lookup = aligned_alloc(16, (size + 15) & ~(size_t)15);
    if (round->lookup == NULL) abort();
    graze_shape_build_support_lut(&round->shape, round->lookup);
}

/* The placement is often near the other one. */
static void read_placement(Input* input, double size, GrazePlacement* place)
{
    double angle = (double)input_int(input, 13) * 0x1p-10;
    place->x = (float)(size * (double)input_int(input, 14) * 0x1p-13);
    place->y = (float)(size * (double)input_int(input, 14) * 0x1p-13);
    place->cos = (float)cos(angle);
    place->sin = (float)sin(angle);
    if (graze_placement_check(place) != GRAZE_OK) *place = (GrazePlacement){0, 0, 1, 0};
}

static void check_pairs(const Subject* s)
{
    GrazePair pairs[PAIRS];
    uint8_t hits[PAIRS];
    uint8_t relations[PAIRS];
    float distances[PAIRS];
    GrazeDistanceBatch out = {.relations = relations, .distances = distances};
    for (int k = 0; k < PAIRS; k++)
        pairs[k] = (GrazePair){&s->a.shape, &s->b.shape, &s->places[k], &s->places[k + 1]};
    graze_pairs_collide(pairs, PAIRS, hits);
    graze_pairs_distance(pairs, PAIRS, &out);
    for (int k = 0; k < PAIRS; k++) {
        GrazePose pose_a = graze_placement_pose(&s->places[k]);
        GrazePose pose_b = graze_placement_pose(&s->places[k + 1]);
        GrazeRelation relation;
        double distance = graze_gap(&s->a.shape, &pose_a, &s->b.shape, &pose_b, &relation);
        bool hit = graze_collide(&s->a.shape, &pose_a, &s->b.shape, &pose_b);
        CHECK(relations[k] == relation, "pair %d: %d, single %d", k, relations[k], (int)relation);
        CHECK(hits[k] == hit, "pair %d: %d, single %d", k, hits[k], hit);
        CHECK(distances[k] == (float)distance, "pair %d: %a, single %a", k, distances[k], distance);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Subject s;
    memset(&s, 0, sizeof s);
    bool are_made = read_round(&input, &s.a) && read_round(&input, &s.b);
    if (are_made) {
        check_subject(print_subject, &s);
        give_lookup(&s.a);
        give_lookup(&s.b);
        double reach = s.a.shape.extent + s.b.shape.extent;
        for (int k = 0; k <= PAIRS; k++)
            read_placement(&input, reach, &s.places[k]);
        check_pairs(&s);
    }
    free(s.a.points);
    free(s.b.points);
    free(s.a.lookup);
    free(s.b.lookup);
    return 0;
}
