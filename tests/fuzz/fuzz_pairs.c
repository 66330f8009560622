/* Fuzzes graze_pairs_collide, _relation, _distance, _penetration and _manifolds: they give the bits of single queries,
   whatever other pairs are in the batch and wherever the search begins; they are exact on a
   grid. */
#include "check.h"
#include "input.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 6 };

/* Selection of a pair's bodies from those of input_pair, so that shapes from different pairs
 * meet. */
typedef struct {
    Pair made[MOST];
    GrazePlacement places[2 * MOST];
    GrazePair pairs[MOST];
    void* lookups[2 * MOST];
    int32_t count;
} Batch;

static bool place_of(const Body* body, GrazePlacement* place)
{
    const GrazePose* pose = &body->pose;
    *place = (GrazePlacement){(float)pose->x, (float)pose->y, (float)pose->cos, (float)pose->sin};
    return graze_placement_check(place) == GRAZE_OK;
}

/* Adds a lookup in memory of exactly the promised size. Some shapes have none. */
static void* add_lookup(Input* input, Body* body)
{
    size_t size = graze_support_lut_size(body->shape.count);
    if (input_below(input, 32) == 31) return NULL;
    void* lookup = aligned_alloc(16, (size + 15) & ~(size_t)15);
    if (lookup == NULL) abort();
    graze_shape_build_support_lut(&body->shape, lookup);
    return lookup;
}

/* Moves B slightly away from A's placement: contact and near contact at any heading. */
static void bring_near(Input* input, Batch* batch, int32_t k)
{
    GrazePlacement* a = &batch->places[2 * k];
    GrazePlacement* b = &batch->places[2 * k + 1];
    GrazePlacement near = *a;
    near.x += input_float(input);
    near.y += input_float(input);
    if (input_below(input, 2) == 1) {
        near.cos = b->cos;
        near.sin = b->sin;
    }
    if (graze_placement_check(&near) == GRAZE_OK) *b = near;
}

static bool read_pair(Input* input, Batch* batch)
{
    int32_t k = batch->count;
    Pair* made = &batch->made[k];
    if (!input_pair(input, made)) return false;
    batch->lookups[2 * k] = add_lookup(input, &made->a);
    batch->lookups[2 * k + 1] = add_lookup(input, &made->b);
    batch->count++;
    if (!place_of(&made->a, &batch->places[2 * k]) ||
        !place_of(&made->b, &batch->places[2 * k + 1])) {
        return false;
    }
    if (!made->grid && input_below(input, 2) == 1) bring_near(input, batch, k);
    const GrazePlacement* places = &batch->places[2 * k];
    batch->pairs[k] = (GrazePair){&made->a.shape, &made->b.shape, &places[0], &places[1]};
    return true;
}

static void print_body(const GrazeShape* shape, const GrazePlacement* place)
{
    fprintf(stderr, "    radius %a, place {%a, %a, %a, %a}, vertices", (double)shape->radius,
            (double)place->x, (double)place->y, (double)place->cos, (double)place->sin);
    for (int32_t i = 0; i < shape->count; i++) {
        fprintf(stderr, " {%a, %a},", (double)shape->vertices[i].x, (double)shape->vertices[i].y);
    }
    fputc('\n', stderr);
}

static void print_batch(const void* subject)
{
    const Batch* batch = subject;
    for (int32_t k = 0; k < batch->count; k++) {
        fprintf(stderr, "  pair %d\n", k);
        print_body(batch->pairs[k].a, batch->pairs[k].place_a);
        print_body(batch->pairs[k].b, batch->pairs[k].place_b);
    }
}

typedef struct {
    uint8_t hits[MOST], verdicts[MOST], relations[MOST];
    float distances[MOST];
    GrazePoint points_a[MOST], points_b[MOST], normals[MOST];
} Answers;

static void check_relation(const Batch* batch, int32_t k, const Answers* answers)
{
    const GrazePair* pair = &batch->pairs[k];
    GrazePose pose_a = graze_placement_pose(pair->place_a);
    GrazePose pose_b = graze_placement_pose(pair->place_b);
    GrazeRelation relation = graze_relation(pair->a, &pose_a, pair->b, &pose_b);
    bool hit = graze_collide(pair->a, &pose_a, pair->b, &pose_b);
    CHECK(answers->verdicts[k] == relation, "pair %d: %d, single %d", k, answers->verdicts[k],
          (int)relation);
    CHECK(answers->hits[k] == hit, "pair %d: %d, single %d", k, answers->hits[k], hit);
    if (!batch->made[k].grid) return;
    OracleSet set;
    oracle_differences(&batch->made[k].a.exact, &batch->made[k].b.exact, &set);
    GrazeRelation expected = oracle_relation(&set);
    CHECK(relation == expected, "pair %d: %d, exactly %d", k, (int)relation, (int)expected);
}

static bool same_point(GrazePoint found, double x, double y)
{
    GrazePoint expected = {(float)x, (float)y};
    return same_bytes(&found, &expected, sizeof found);
}

static void check_distance(const Batch* batch, int32_t k, const Answers* answers, bool has_points)
{
    const GrazePair* pair = &batch->pairs[k];
    GrazePose pose_a = graze_placement_pose(pair->place_a);
    GrazePose pose_b = graze_placement_pose(pair->place_b);
    GrazeDistance d;
    graze_distance(pair->a, &pose_a, pair->b, &pose_b, &d);
    CHECK(answers->relations[k] == d.relation, "pair %d: %d, single %d", k, answers->relations[k],
          d.relation);
    CHECK(answers->distances[k] == (float)d.distance, "pair %d: %.9g, single %.17g", k,
          (double)answers->distances[k], d.distance);
    if (!has_points) return;
    CHECK(same_point(answers->points_a[k], d.witness.point_a_x, d.witness.point_a_y),
          "pair %d: point of A", k);
    CHECK(same_point(answers->points_b[k], d.witness.point_b_x, d.witness.point_b_y),
          "pair %d: point of B", k);
    CHECK(same_point(answers->normals[k], d.witness.normal_x, d.witness.normal_y),
          "pair %d: normal", k);
}

/* Checks distances without caches, with arbitrary ones, and with those of the previous search. */
static void check_distances(Input* input, const Batch* batch, Answers* answers, int32_t meeting)
{
    GrazeSimplexCache caches[MOST];
    for (int32_t k = 0; k < batch->count; k++) {
        caches[k].p = (int32_t)(input_bits(input, 1) | input_bits(input, 1) << 16);
        caches[k].q = (int32_t)(input_bits(input, 1) | input_bits(input, 1) << 16);
    }
    for (int pass = 0; pass < 4; pass++) {
        bool has_points = pass == 3;
        GrazeDistanceBatch out = {.relations = answers->relations,
                                  .distances = answers->distances,
                                  .points_a = has_points ? answers->points_a : NULL,
                                  .points_b = has_points ? answers->points_b : NULL,
                                  .normals = has_points ? answers->normals : NULL,
                                  .caches = pass == 0 ? NULL : caches};
        int32_t found = graze_pairs_distance(batch->pairs, batch->count, &out);
        CHECK(found == meeting, "%d, by relation %d", found, meeting);
        for (int32_t k = 0; k < batch->count; k++)
            check_distance(batch, k, answers, has_points);
    }
}

static void check_penetrations(const Batch* batch, int32_t meeting)
{
    Answers answers;
    float depths[MOST];
    for (int pass = 0; pass < 2; pass++) {
        const GrazePenetrationBatch out = {answers.relations, depths, answers.normals,
                                           pass == 0 ? NULL : answers.points_a,
                                           pass == 0 ? NULL : answers.points_b};
        int32_t found = graze_pairs_penetration(batch->pairs, batch->count, &out);
        CHECK(found == meeting, "%d, by relation %d", found, meeting);
        for (int32_t k = 0; k < batch->count; k++) {
            const GrazePair* pair = &batch->pairs[k];
            GrazePose pose_a = graze_placement_pose(pair->place_a);
            GrazePose pose_b = graze_placement_pose(pair->place_b);
            GrazePenetration p;
            graze_penetration(pair->a, &pose_a, pair->b, &pose_b, &p);
            CHECK(answers.relations[k] == p.relation, "pair %d: %d, single %d", k,
                  answers.relations[k], p.relation);
            CHECK(depths[k] == (float)p.depth, "pair %d: %.9g, single %.17g", k, (double)depths[k],
                  p.depth);
            CHECK(same_point(answers.normals[k], p.witness.normal_x, p.witness.normal_y),
                  "pair %d: normal", k);
            if (pass == 0) continue;
            CHECK(same_point(answers.points_a[k], p.witness.point_a_x, p.witness.point_a_y),
                  "pair %d: point of A", k);
            CHECK(same_point(answers.points_b[k], p.witness.point_b_x, p.witness.point_b_y),
                  "pair %d: point of B", k);
        }
    }
}

static void check_manifolds(const Batch* batch, int32_t meeting, double reach)
{
    uint8_t relations[MOST];
    uint8_t counts[MOST];
    float depths[MOST];
    GrazePoint normals[MOST];
    GrazePoint points[2 * MOST];
    float separations[2 * MOST];
    uint32_t ids[2 * MOST];
    const GrazeManifoldBatch out = {relations, counts, depths, normals, points, separations, ids};
    int32_t found = graze_pairs_manifolds(batch->pairs, batch->count, reach, &out);
    CHECK(found == meeting, "%d, by relation %d", found, meeting);
    for (int32_t k = 0; k < batch->count; k++) {
        const GrazePair* pair = &batch->pairs[k];
        GrazePose pose_a = graze_placement_pose(pair->place_a);
        GrazePose pose_b = graze_placement_pose(pair->place_b);
        GrazeManifold m;
        graze_manifold(pair->a, &pose_a, pair->b, &pose_b, reach, &m);
        CHECK(relations[k] == m.relation && counts[k] == m.count, "pair %d: %d, %d points", k,
              relations[k], counts[k]);
        CHECK(depths[k] == (float)m.depth, "pair %d: %.9g, single %.17g", k, (double)depths[k],
              m.depth);
        CHECK(same_point(normals[k], m.normal_x, m.normal_y), "pair %d: normal", k);
        for (int32_t i = 0; i < 2; i++) {
            const GrazeManifoldPoint* p = &m.points[i];
            CHECK(same_point(points[2 * k + i], p->x, p->y), "pair %d: point %d", k, i);
            CHECK(separations[2 * k + i] == (float)p->separation, "pair %d: separation %d", k, i);
            CHECK(ids[2 * k + i] == p->id, "pair %d: name %d", k, i);
        }
    }
}

static void check_batch(Input* input, const Batch* batch)
{
    Answers answers;
    int32_t hits = graze_pairs_collide(batch->pairs, batch->count, answers.hits);
    int32_t meeting = graze_pairs_relation(batch->pairs, batch->count, answers.verdicts);
    CHECK(hits == meeting, "%d, by relation %d", hits, meeting);
    for (int32_t k = 0; k < batch->count; k++)
        check_relation(batch, k, &answers);
    check_distances(input, batch, &answers, meeting);
    check_penetrations(batch, meeting);
    check_manifolds(batch, meeting, input_below(input, 3));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static Batch batch;
    Input input = {data, size};
    memset(&batch, 0, sizeof batch);
    int32_t count = 1 + input_below(&input, MOST);
    bool is_read = true;
    while (is_read && batch.count < count)
        is_read = read_pair(&input, &batch);
    check_subject(print_batch, &batch);
    if (is_read) check_batch(&input, &batch);
    for (int32_t k = 0; k < batch.count; k++) {
        input_free(&batch.made[k]);
        free(batch.lookups[2 * k]);
        free(batch.lookups[2 * k + 1]);
    }
    return 0;
}
