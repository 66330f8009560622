#include "../../tolerance.h"
#include "../compound/compound_pair.h"
#include "../convex/distance.h"
#include "../convex/manifold.h"
#include "../shape/support_lut.h"
#include "gjk_simd.h"
#include "measure_simd.h"

/* Batches of pairs: the SIMD search runs first, and single queries decide the pairs that it leaves
   open. */

/* Without SIMD instructions four lanes cost more than four single queries, which give the same
   results. */
#if defined(__wasm__) && !defined(__wasm_simd128__)
enum { HAS_SIMD = 0 };
#else
enum { HAS_SIMD = 1 };
#endif

static bool has_support_luts(const GrazePair* pair)
{
    return HAS_SIMD && pair->a->support_lut != NULL && pair->b->support_lut != NULL;
}

/* Pairs that wait for a search of four, and their places in the batch. */
typedef struct {
    GrazePair pairs[GRAZE_LANES];
    int32_t index[GRAZE_LANES];
    int32_t count;
} WaitingPairs;

/* Adds pair k; returns whether there are four. */
ALWAYS_INLINE bool add_waiting(WaitingPairs* waiting, const GrazePair* pair, int32_t k)
{
    waiting->pairs[waiting->count] = *pair;
    waiting->index[waiting->count] = k;
    return ++waiting->count == GRAZE_LANES;
}

static bool is_waiting(const WaitingPairs* waiting)
{
    return HAS_SIMD && waiting->count > 0;
}

/* Repeats the last pair up to four. */
static void fill_waiting(WaitingPairs* waiting)
{
    for (int32_t i = waiting->count; i < GRAZE_LANES; i++) {
        waiting->pairs[i] = waiting->pairs[i - 1];
        waiting->index[i] = waiting->index[i - 1];
    }
}

/*
 * Returns whether the discs about the origins of two bodies are certainly apart. Squares and sums
 * have errors of 9 v of themselves, which the radii of the discs include.
 */
ALWAYS_INLINE bool are_far(const GrazePair* pair)
{
    float x = pair->place_b->x - pair->place_a->x;
    float y = pair->place_b->y - pair->place_a->y;
    float reach = pair->a->support_lut->disc_radius + pair->b->support_lut->disc_radius;
    return x * x + y * y > reach * reach + GRAZE_SIMD_MIN_ERROR;
}

/* State of a search that has not been made. */
static const GrazeGjkSimdResult NOTHING_FOUND = {
    .relation = {-1, -1, -1, -1}, .p = {-1, -1, -1, -1}, .q = {-1, -1, -1, -1}};
_Static_assert(GRAZE_UNCERTAIN == -1 && GRAZE_NO_VERTEX == -1, "NOTHING_FOUND has both");

/* A pair in double, and the vertices at which its search stopped, if any. */
typedef struct {
    GrazePose pose_a, pose_b;
    GrazeCso cso;
    GrazeWarmStart start;
} PairQuery;

static void add_vertex(PairQuery* query, int32_t point)
{
    if (point == GRAZE_NO_VERTEX) return;
    int32_t vertex_a = point & 0xffff;
    int32_t vertex_b = (int32_t)((uint32_t)point >> 16);
    bool is_swapped = query->cso.is_swapped;
    GrazeCsoPoint* found = &query->start.point[query->start.count++];
    found->a = is_swapped ? vertex_b : vertex_a;
    found->b = is_swapped ? vertex_a : vertex_b;
}

static void begin_query(PairQuery* query, const GrazePair* pair, const GrazeGjkSimdResult* result,
                        int32_t i)
{
    query->pose_a = graze_placement_pose(pair->place_a);
    query->pose_b = graze_placement_pose(pair->place_b);
    graze_cso_init(&query->cso, pair->a, &query->pose_a, pair->b, &query->pose_b);
    query->start.count = 0;
    add_vertex(query, result->p[i]);
    if (result->q[i] != result->p[i]) add_vertex(query, result->q[i]);
    query->start.is_only = result->is_unique[i] != 0;
    query->start.is_disjoint = result->relation[i] == GRAZE_DISJOINT;
}

/* Decides a pair that the SIMD search leaves open. */
static NOINLINE double decide(const GrazePair* pair, const GrazeGjkSimdResult* result, int32_t i,
                              GrazeRelation* relation)
{
    PairQuery query;
    begin_query(&query, pair, result, i);
    if (graze_is_compound(pair->a, pair->b)) {
        return graze_compound_gap(pair->a, &query.pose_a, pair->b, &query.pose_b, relation);
    }
    return graze_find_gap(&query.cso, &query.start, relation);
}

static int32_t write_relations(WaitingPairs* waiting, uint8_t* relations)
{
    GrazeGjkSimdResult result;
    int32_t contacts = 0;
    fill_waiting(waiting);
    graze_gjk_simd(waiting->pairs, GRAZE_SEEK_RELATION, NULL, &result);
    if (mask_bits((result.relation == GRAZE_UNCERTAIN) & result.is_unique) != 0)
        graze_simd_decide(waiting->pairs, &result);
    int32_t found[GRAZE_LANES];
    memcpy(found, &result.relation, sizeof found);
    for (int32_t i = 0; i < waiting->count; i++) {
        GrazeRelation relation = (GrazeRelation)found[i];
        if (found[i] == GRAZE_UNCERTAIN) decide(&waiting->pairs[i], &result, i, &relation);
        relations[waiting->index[i]] = (uint8_t)relation;
        contacts += relation != GRAZE_DISJOINT;
    }
    waiting->count = 0;
    return contacts;
}

int32_t graze_pairs_relation(const GrazePair* pairs, int32_t count, uint8_t* relations)
{
    int32_t contacts = 0;
    WaitingPairs waiting = {.count = 0};
    for (int32_t k = 0; k < count; k++) {
        GrazeRelation relation = GRAZE_DISJOINT;
        if (!has_support_luts(&pairs[k])) {
            decide(&pairs[k], &NOTHING_FOUND, 0, &relation);
            relations[k] = (uint8_t)relation;
            contacts += relation != GRAZE_DISJOINT;
        } else if (are_far(&pairs[k])) {
            relations[k] = GRAZE_DISJOINT;
        } else if (add_waiting(&waiting, &pairs[k], k)) {
            contacts += write_relations(&waiting, relations);
        }
    }
    return is_waiting(&waiting) ? contacts + write_relations(&waiting, relations) : contacts;
}

int32_t graze_pairs_collide(const GrazePair* pairs, int32_t count, uint8_t* hits)
{
    int32_t contacts = graze_pairs_relation(pairs, count, hits);
    for (int32_t k = 0; k < count; k++)
        hits[k] = hits[k] != GRAZE_DISJOINT;
    return contacts;
}

/* Writes the distance of pair k. */
static void set_distance(const GrazeDistanceBatch* out, int32_t k, GrazeRelation relation,
                         float distance)
{
    out->relations[k] = (uint8_t)relation;
    out->distances[k] = distance;
}

/* Writes the witness points of pair k. */
static void set_points(GrazePoint* const arrays[3], int32_t k, const GrazeWitness* witness)
{
    arrays[0][k] = (GrazePoint){(float)witness->normal_x, (float)witness->normal_y};
    if (arrays[1] == NULL) return;
    arrays[1][k] = (GrazePoint){(float)witness->point_a_x, (float)witness->point_a_y};
    arrays[2][k] = (GrazePoint){(float)witness->point_b_x, (float)witness->point_b_y};
}

static void copy_points(GrazePoint* const arrays[3], int32_t k, const GrazeSimdWitness* found,
                        int32_t i)
{
    arrays[0][k] = found->normal[i];
    if (arrays[1] == NULL) return;
    arrays[1][k] = found->point_a[i];
    arrays[2][k] = found->point_b[i];
}

/* Computes the distance of pair k, or its depth, with witness points in double, from the feature found
   in lane i; returns whether the bodies are in contact. */
static NOINLINE bool write_single(const GrazePair* pair, const GrazeGjkSimdResult* result,
                                  int32_t i, GrazeSought sought, const GrazePenetrationBatch* out,
                                  int32_t k)
{
    GrazePoint* const arrays[3] = {out->normals, out->points_a, out->points_b};
    bool has_depth = sought == GRAZE_SEEK_DEPTH;
    bool is_compound = graze_is_compound(pair->a, pair->b);
    PairQuery query;
    GrazeNearest nearest;
    GrazeDistance d;
    GrazePenetration p;
    begin_query(&query, pair, result, i);
    if (!is_compound) graze_find_nearest(&query.cso, &query.start, !has_depth, &nearest);
    if (has_depth) {
        if (is_compound)
            graze_compound_penetration(pair->a, &query.pose_a, pair->b, &query.pose_b, &p);
        else
            graze_write_penetration(&query.cso, &nearest, &p);
    } else {
        if (is_compound)
            graze_compound_distance(pair->a, &query.pose_a, pair->b, &query.pose_b, &d);
        else
            graze_write_nearest(&query.cso, &nearest, &d);
    }
    int32_t relation = has_depth ? p.relation : d.relation;
    out->relations[k] = (uint8_t)relation;
    out->depths[k] = (float)(has_depth ? p.depth : d.distance);
    set_points(arrays, k, has_depth ? &p.witness : &d.witness);
    return relation != GRAZE_DISJOINT;
}

static int32_t write_four(WaitingPairs* waiting, GrazeSought sought,
                          const GrazePenetrationBatch* out)
{
    GrazePoint* const arrays[3] = {out->normals, out->points_a, out->points_b};
    GrazeGjkSimdResult result;
    GrazeSimdWitness witness;
    int32_t contacts = 0;
    fill_waiting(waiting);
    graze_gjk_simd(waiting->pairs, GRAZE_SEEK_DEPTH, NULL, &result);
    uint32_t certain = mask_bits(result.is_unique);
    if (sought == GRAZE_SEEK_DISTANCE) certain &= mask_bits(result.relation != GRAZE_OVERLAPPING);
    if (certain != 0) certain = graze_simd_witnesses(waiting->pairs, sought, &result, &witness);
    if (sought == GRAZE_SEEK_DISTANCE) certain &= mask_bits(result.relation == GRAZE_DISJOINT);
    int32_t found[GRAZE_LANES];
    memcpy(found, &result.relation, sizeof found);
    for (int32_t i = 0; i < waiting->count; i++) {
        int32_t k = waiting->index[i];
        if ((certain >> i & 1) != 0) {
            out->relations[k] = (uint8_t)found[i];
            out->depths[k] = witness.distance[i];
            copy_points(arrays, k, &witness, i);
            contacts += found[i] != GRAZE_DISJOINT;
        } else {
            contacts += write_single(&waiting->pairs[i], &result, i, sought, out, k);
        }
    }
    waiting->count = 0;
    return contacts;
}

/* Computes distances, or depths, with witness points. */
static int32_t write_measures(const GrazePair* pairs, int32_t count, GrazeSought sought,
                              const GrazePenetrationBatch* out)
{
    int32_t contacts = 0;
    WaitingPairs waiting = {.count = 0};
    for (int32_t k = 0; k < count; k++) {
        if (!has_support_luts(&pairs[k])) {
            contacts += write_single(&pairs[k], &NOTHING_FOUND, 0, sought, out, k);
        } else if (add_waiting(&waiting, &pairs[k], k)) {
            contacts += write_four(&waiting, sought, out);
        }
    }
    return is_waiting(&waiting) ? contacts + write_four(&waiting, sought, out) : contacts;
}

int32_t graze_pairs_penetration(const GrazePair* pairs, int32_t count,
                                const GrazePenetrationBatch* out)
{
    return write_measures(pairs, count, GRAZE_SEEK_DEPTH, out);
}

/* Computes distances without witness points. */
static int32_t write_distances(WaitingPairs* waiting, const GrazeDistanceBatch* out)
{
    GrazeSimplexCache caches[GRAZE_LANES];
    GrazeGjkSimdResult result;
    float distances[GRAZE_LANES];
    uint32_t certain = 0;
    int32_t contacts = 0;
    fill_waiting(waiting);
    for (int32_t i = 0; i < GRAZE_LANES && out->caches != NULL; i++)
        caches[i] = out->caches[waiting->index[i]];
    graze_gjk_simd(waiting->pairs, GRAZE_SEEK_DISTANCE, out->caches != NULL ? caches : NULL,
                   &result);
    if (mask_bits(result.is_unique & (result.relation != GRAZE_OVERLAPPING)) != 0)
        certain = graze_simd_distances(waiting->pairs, &result, distances);
    int32_t found[GRAZE_LANES];
    memcpy(found, &result.relation, sizeof found);
    for (int32_t i = 0; i < waiting->count; i++) {
        int32_t k = waiting->index[i];
        if (out->caches != NULL) out->caches[k] = (GrazeSimplexCache){result.p[i], result.q[i]};
        GrazeRelation relation = (GrazeRelation)found[i];
        float gap = 0;
        if (found[i] == GRAZE_DISJOINT && (certain >> i & 1) != 0) {
            gap = distances[i];
        } else if (found[i] != GRAZE_OVERLAPPING) {
            gap = (float)decide(&waiting->pairs[i], &result, i, &relation);
        }
        set_distance(out, k, relation, gap);
        contacts += relation != GRAZE_DISJOINT;
    }
    waiting->count = 0;
    return contacts;
}

int32_t graze_pairs_distance(const GrazePair* pairs, int32_t count, const GrazeDistanceBatch* out)
{
    const GrazePenetrationBatch measures = {out->relations, out->distances, out->normals,
                                            out->points_a, out->points_b};
    int32_t contacts = 0;
    WaitingPairs waiting = {.count = 0};
    if (out->points_a != NULL) return write_measures(pairs, count, GRAZE_SEEK_DISTANCE, &measures);
    for (int32_t k = 0; k < count; k++) {
        GrazeRelation relation;
        if (has_support_luts(&pairs[k])) {
            if (add_waiting(&waiting, &pairs[k], k)) contacts += write_distances(&waiting, out);
            continue;
        }
        float gap = (float)decide(&pairs[k], &NOTHING_FOUND, 0, &relation);
        set_distance(out, k, relation, gap);
        contacts += relation != GRAZE_DISJOINT;
        if (out->caches != NULL)
            out->caches[k] = (GrazeSimplexCache){GRAZE_NO_VERTEX, GRAZE_NO_VERTEX};
    }
    return is_waiting(&waiting) ? contacts + write_distances(&waiting, out) : contacts;
}

int32_t graze_pairs_manifolds(const GrazePair* pairs, int32_t count, double reach,
                              const GrazeManifoldBatch* out)
{
    int32_t contacts = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazePose pose_a = graze_placement_pose(pairs[k].place_a);
        GrazePose pose_b = graze_placement_pose(pairs[k].place_b);
        GrazeManifold manifold;
        graze_manifold(pairs[k].a, &pose_a, pairs[k].b, &pose_b, reach, &manifold);
        graze_manifold_batch_set(out, k, &manifold);
        contacts += manifold.relation != GRAZE_DISJOINT;
    }
    return contacts;
}
