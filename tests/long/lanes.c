/*
 * Tests random pairs of bodies with 3 to 24 vertices, a third of them rounded: batches against
 * single queries, bit for bit. Counts the pairs of each class that the lanes leave to double.
 *
 *   lanes [PAIRS [SEED]]    defaults: a million, and 1
 */
#include "../../src/graze.h"
#include "../../src/static/batch/measure_simd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL = 64, CHUNK = 4096, MAX_POINTS = 24 };

typedef enum { DISTANT, OVERLAPPING, TOUCHING, TIED, NEIGHBORS, CLASSES } Class;

static const char* const NAMES[CLASSES] = {"distant", "overlapping", "touching, rounded",
                                           "tied on a grid", "neighbors, moving"};

static uint64_t state;

static uint32_t bits(void)
{
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(state >> 32);
}

static int32_t below(int32_t n)
{
    return (int32_t)((uint64_t)bits() * (uint32_t)n >> 32);
}

static double between(double lo, double hi)
{
    return lo + (hi - lo) * (bits() * 0x1p-32);
}

typedef struct {
    GrazeShape shape;
    GrazePoint points[MAX_POINTS];
    void* lookup;
} Body;

static Body pool[POOL];

static void make_body(Body* body, bool on_grid)
{
    GrazePoint scratch[MAX_POINTS + 1];
    int32_t n = 3 + below(MAX_POINTS - 2);
    double height = between(0.3, 1);
    for (int32_t i = 0; i < n; i++) {
        double angle = 6.283185307179586 * (i + between(0, 0.9)) / n;
        GrazePoint p = {(float)cos(angle), (float)(height * sin(angle))};
        if (on_grid) p = (GrazePoint){(float)(below(9) - 4), (float)(below(9) - 4)};
        body->points[i] = p;
    }
    float radius = below(3) > 0 ? 0 : on_grid ? (float)below(3) : (float)between(0, 1);
    int32_t culprit;
    if (graze_shape_hull(&body->shape, body->points, scratch, n, radius, &culprit) != GRAZE_OK) {
        abort();
    }
    free(body->lookup);
    size_t size = (graze_support_lut_size(body->shape.count) + 15) & ~(size_t)15;
    body->lookup = aligned_alloc(16, size);
    if (body->lookup == NULL) abort();
    graze_shape_build_support_lut(&body->shape, body->lookup);
}

static GrazePlacement random_place(double size)
{
    double angle = between(-4, 4);
    return (GrazePlacement){(float)between(-size, size), (float)between(-size, size),
                            (float)cos(angle), (float)sin(angle)};
}

/* Returns a placement at integers, turned by quarters. */
static GrazePlacement grid_place(void)
{
    static const float COS[4] = {1, 0, -1, 0};
    int32_t quarter = below(4);
    return (GrazePlacement){(float)(below(13) - 6), (float)(below(13) - 6), COS[quarter],
                            COS[(quarter + 3) % 4]};
}

/* Moves B along the separating direction until they touch, up to rounding. */
static void bring_together(const GrazePair* pair, GrazePlacement* place_b)
{
    GrazePose pose_a = graze_placement_pose(pair->place_a);
    GrazePose pose_b = graze_placement_pose(place_b);
    GrazeDistance d;
    graze_distance(pair->a, &pose_a, pair->b, &pose_b, &d);
    place_b->x = (float)(pose_b.x - d.distance * d.witness.normal_x);
    place_b->y = (float)(pose_b.y - d.distance * d.witness.normal_y);
}

static GrazePlacement places[2][CHUNK];
static GrazePair pairs[CHUNK];
static GrazeSimplexCache caches[CHUNK];

static void make_pair(Class class, int32_t k)
{
    GrazePlacement* a = &places[0][k];
    GrazePlacement* b = &places[1][k];
    pairs[k] = (GrazePair){&pool[below(POOL)].shape, &pool[below(POOL)].shape, a, b};
    *a = random_place(10);
    *b = random_place(1);
    double way = class == DISTANT ? between(5, 50) : class == TOUCHING ? between(3, 6) : 0;
    double direction = between(-4, 4);
    b->x = (float)(a->x + 0.3 * b->x + way * cos(direction));
    b->y = (float)(a->y + 0.3 * b->y + way * sin(direction));
    if (class == TIED) {
        *a = grid_place();
        *b = grid_place();
    }
    if (class == TOUCHING) bring_together(&pairs[k], b);
}

/* Makes pairs of each body and the one next to it, step by step; the searches begin where the
 * previous ones ended. */
static void make_neighbors(int32_t step)
{
    for (int32_t k = 0; k < CHUNK; k++) {
        const int32_t body[2] = {k % POOL, (k * 7 + 1) % POOL};
        for (int i = 0; i < 2; i++) {
            double angle = 0.02 * step * (body[i] % 5 - 2) + body[i];
            places[i][k] =
                (GrazePlacement){(float)(k % 64 + i * 2.2 + 0.05 * sin(0.1 * step + body[i])),
                                 (float)(k % 37 + i * 0.3 + 0.05 * cos(0.1 * step + body[i])),
                                 (float)cos(angle), (float)sin(angle)};
        }
        pairs[k] =
            (GrazePair){&pool[body[0]].shape, &pool[body[1]].shape, &places[0][k], &places[1][k]};
        if (step == 0) caches[k] = (GrazeSimplexCache){GRAZE_NO_VERTEX, GRAZE_NO_VERTEX};
    }
}

typedef struct {
    int64_t pairs, meeting, relations, distances;
} Tally;

/* Counts the pairs that the searches themselves leave open. */
static void count_open(Tally* tally, const GrazeSimplexCache* from)
{
    for (int32_t k = 0; k < CHUNK; k += GRAZE_LANES) {
        GrazeGjkSimdResult lanes;
        float gaps[GRAZE_LANES];
        graze_gjk_simd(&pairs[k], GRAZE_SEEK_RELATION, NULL, &lanes);
        graze_simd_decide(&pairs[k], &lanes);
        for (int i = 0; i < GRAZE_LANES; i++)
            tally->relations += lanes.relation[i] == GRAZE_UNCERTAIN;
        graze_gjk_simd(&pairs[k], GRAZE_SEEK_DISTANCE, from == NULL ? NULL : &from[k], &lanes);
        uint32_t sure = graze_simd_distances(&pairs[k], &lanes, gaps);
        for (int i = 0; i < GRAZE_LANES; i++) {
            bool is_measured = lanes.relation[i] == GRAZE_DISJOINT && (sure >> i & 1) != 0;
            tally->distances += lanes.relation[i] != GRAZE_OVERLAPPING && !is_measured;
        }
    }
}

static void fail(const char* what, int32_t k, double found, double expected)
{
    printf("%s: batch %.9g, single %.17g\n", what, found, expected);
    const GrazePair* pair = &pairs[k];
    const GrazeShape* shapes[2] = {pair->a, pair->b};
    const GrazePlacement* at[2] = {pair->place_a, pair->place_b};
    for (int i = 0; i < 2; i++) {
        printf("  radius %a, place {%a, %a, %a, %a}\n   ", (double)shapes[i]->radius,
               (double)at[i]->x, (double)at[i]->y, (double)at[i]->cos, (double)at[i]->sin);
        for (int32_t j = 0; j < shapes[i]->count; j++) {
            printf(" {%a, %a},", (double)shapes[i]->vertices[j].x,
                   (double)shapes[i]->vertices[j].y);
        }
        printf("\n");
    }
    exit(1);
}

static void check_point(const char* what, int32_t k, GrazePoint found, double x, double y)
{
    if (found.x != (float)x) fail(what, k, found.x, x);
    if (found.y != (float)y) fail(what, k, found.y, y);
}

static void check_chunk(Tally* tally, GrazeSimplexCache* coherent)
{
    static uint8_t hits[CHUNK];
    static uint8_t relations[CHUNK];
    static uint8_t verdicts[CHUNK];
    static float distances[CHUNK];
    static float depths[CHUNK];
    static GrazePoint points[6][CHUNK];
    count_open(tally, coherent);
    GrazeDistanceBatch out = {.relations = verdicts, .distances = distances, .caches = coherent};
    graze_pairs_collide(pairs, CHUNK, hits);
    graze_pairs_relation(pairs, CHUNK, relations);
    graze_pairs_distance(pairs, CHUNK, &out);
    GrazeDistanceBatch witnesses = {verdicts, distances, points[0], points[1], points[2], NULL};
    GrazePenetrationBatch deep = {verdicts, depths, points[3], points[4], points[5]};
    for (int32_t k = 0; k < CHUNK; k++) {
        const GrazePair* pair = &pairs[k];
        GrazePose pose_a = graze_placement_pose(pair->place_a);
        GrazePose pose_b = graze_placement_pose(pair->place_b);
        GrazeDistance d;
        graze_distance(pair->a, &pose_a, pair->b, &pose_b, &d);
        GrazeRelation relation = graze_relation(pair->a, &pose_a, pair->b, &pose_b);
        bool hit = graze_collide(pair->a, &pose_a, pair->b, &pose_b);
        if (hits[k] != hit) fail("collide", k, hits[k], hit);
        if (relations[k] != relation) fail("relation", k, relations[k], relation);
        if (verdicts[k] != d.relation) fail("relation of distance", k, verdicts[k], d.relation);
        if (distances[k] != (float)d.distance) fail("distance", k, distances[k], d.distance);
        tally->meeting += hit;
    }
    graze_pairs_distance(pairs, CHUNK, &witnesses);
    graze_pairs_penetration(pairs, CHUNK, &deep);
    for (int32_t k = 0; k < CHUNK; k++) {
        const GrazePair* pair = &pairs[k];
        GrazePose pose_a = graze_placement_pose(pair->place_a);
        GrazePose pose_b = graze_placement_pose(pair->place_b);
        GrazeDistance d;
        GrazePenetration p;
        graze_distance(pair->a, &pose_a, pair->b, &pose_b, &d);
        graze_penetration(pair->a, &pose_a, pair->b, &pose_b, &p);
        if (distances[k] != (float)d.distance) fail("distance", k, distances[k], d.distance);
        if (depths[k] != (float)p.depth) fail("depth", k, depths[k], p.depth);
        check_point("point of A", k, points[0][k], d.witness.point_a_x, d.witness.point_a_y);
        check_point("point of B", k, points[1][k], d.witness.point_b_x, d.witness.point_b_y);
        check_point("normal", k, points[2][k], d.witness.normal_x, d.witness.normal_y);
        check_point("normal of depth", k, points[3][k], p.witness.normal_x, p.witness.normal_y);
        check_point("A's of depth", k, points[4][k], p.witness.point_a_x, p.witness.point_a_y);
        check_point("B's of depth", k, points[5][k], p.witness.point_b_x, p.witness.point_b_y);
    }
    tally->pairs += CHUNK;
}

int main(int argc, char** argv)
{
    int64_t most = argc > 1 ? strtoll(argv[1], NULL, 10) : 1000000;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    Tally tallies[CLASSES];
    memset(tallies, 0, sizeof tallies);
    int64_t done = 0;
    for (int32_t round = 0; done < most; round++) {
        for (int32_t class = 0; class < CLASSES; class ++) {
            /* The bodies stay the same for eight steps: the same seed makes the same pool. */
            uint64_t kept = state;
            if (class == NEIGHBORS) state = (uint64_t)(round / 8) + 1;
            for (int32_t i = 0; i < POOL; i++)
                make_body(&pool[i], class == TIED);
            if (class == NEIGHBORS) {
                make_neighbors(round % 8);
                state = kept;
            } else {
                for (int32_t k = 0; k < CHUNK; k++)
                    make_pair((Class) class, k);
            }
            check_chunk(&tallies[class], class == NEIGHBORS ? caches : NULL);
            done += CHUNK;
        }
    }
    printf("%lld pairs, no answer that is not the single query's\n", (long long)done);
    printf("%-20s %9s %9s %s\n", "", "pairs", "meeting", "decided in double: relation, distance");
    for (int32_t class = 0; class < CLASSES; class ++) {
        const Tally* t = &tallies[class];
        double all = (double)t->pairs / 100;
        printf("%-20s %9lld %7.1f %% %18.3f %% %8.3f %%\n", NAMES[class], (long long)t->pairs,
               (double)t->meeting / all, (double)t->relations / all, (double)t->distances / all);
    }
    for (int32_t i = 0; i < POOL; i++)
        free(pool[i].lookup);
    return 0;
}
