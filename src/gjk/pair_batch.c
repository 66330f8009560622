#include "../shape/support_lut.h"
#include "../tolerance.h"
#include "compound_pair.h"
#include "distance.h"
#include "gjk_simd.h"
#include "manifold.h"

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

/* Returns the four pairs from `from` on, with the last repeated if there are fewer; NULL if a shape
   has no support lookup table. */
static const GrazePair* next_four(const GrazePair* pairs, int32_t from, int32_t count,
                                  GrazePair* filled)
{
    const GrazePair* four = pairs + from;
    if (from + GRAZE_LANES > count) {
        for (int32_t i = 0; i < GRAZE_LANES; i++)
            filled[i] = pairs[from + i < count ? from + i : count - 1];
        four = filled;
    }
    bool has_all = has_support_luts(&four[0]) && has_support_luts(&four[1]) &&
                   has_support_luts(&four[2]) && has_support_luts(&four[3]);
    return has_all ? four : NULL;
}

/* Sets the result of pairs that are not searched. */
static void set_unknown(GrazeGjkSimdResult* result)
{
    result->relation = result->p = result->q = mask_splat(-1);
}
_Static_assert(GRAZE_UNCERTAIN == -1 && GRAZE_NO_VERTEX == -1, "set_unknown sets both");

/* A pair in double, and the vertices at which its search stopped, if any. */
typedef struct {
    GrazePose pose_a, pose_b;
    GrazeCso cso;
    GrazeCsoPoint cache[2];
    int32_t count;
} PairQuery;

static void add_cached_point(PairQuery* query, int32_t point)
{
    if (point == GRAZE_NO_VERTEX) return;
    int32_t vertex_a = point & 0xffff;
    int32_t vertex_b = (int32_t)((uint32_t)point >> 16);
    bool is_swapped = query->cso.is_swapped;
    GrazeCsoPoint* cache = &query->cache[query->count++];
    cache->a = is_swapped ? vertex_b : vertex_a;
    cache->b = is_swapped ? vertex_a : vertex_b;
}

static void begin_query(PairQuery* query, const GrazePair* pair, const GrazeGjkSimdResult* result,
                        int32_t i)
{
    query->pose_a = graze_placement_pose(pair->place_a);
    query->pose_b = graze_placement_pose(pair->place_b);
    graze_cso_init(&query->cso, pair->a, &query->pose_a, pair->b, &query->pose_b);
    query->count = 0;
    add_cached_point(query, result->p[i]);
    if (result->q[i] != result->p[i]) add_cached_point(query, result->q[i]);
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
    return graze_gap_from(&query.cso, query.cache, query.count, relation);
}

int32_t graze_pairs_relation(const GrazePair* pairs, int32_t count, uint8_t* relations)
{
    int32_t contacts = 0;
    for (int32_t k = 0; k < count; k += GRAZE_LANES) {
        GrazePair filled[GRAZE_LANES];
        GrazeGjkSimdResult result;
        const GrazePair* four = next_four(pairs, k, count, filled);
        if (four != NULL) {
            graze_gjk_simd(four, false, NULL, &result);
        } else {
            set_unknown(&result);
        }
        int32_t found[GRAZE_LANES];
        memcpy(found, &result.relation, sizeof found);
        for (int32_t i = 0; i < GRAZE_LANES && k + i < count; i++) {
            GrazeRelation relation = (GrazeRelation)found[i];
            if (found[i] == GRAZE_UNCERTAIN) decide(&pairs[k + i], &result, i, &relation);
            relations[k + i] = (uint8_t)relation;
            contacts += relation != GRAZE_DISJOINT;
        }
    }
    return contacts;
}

int32_t graze_pairs_collide(const GrazePair* pairs, int32_t count, uint8_t* hits)
{
    int32_t contacts = graze_pairs_relation(pairs, count, hits);
    for (int32_t k = 0; k < count; k++)
        hits[k] = hits[k] != GRAZE_DISJOINT;
    return contacts;
}

/* Computes distances with witness points, for which float32 would save nothing. */
static int32_t write_witnesses(const GrazePair* pairs, int32_t count, const GrazeDistanceBatch* out)
{
    int32_t contacts = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazePose pose_a = graze_placement_pose(pairs[k].place_a);
        GrazePose pose_b = graze_placement_pose(pairs[k].place_b);
        GrazeDistance d;
        graze_distance(pairs[k].a, &pose_a, pairs[k].b, &pose_b, NULL, &d);
        out->relations[k] = (uint8_t)d.relation;
        out->distances[k] = (float)d.distance;
        out->points_a[k] = (GrazePoint){(float)d.witness.point_a_x, (float)d.witness.point_a_y};
        out->points_b[k] = (GrazePoint){(float)d.witness.point_b_x, (float)d.witness.point_b_y};
        out->normals[k] = (GrazePoint){(float)d.witness.normal_x, (float)d.witness.normal_y};
        contacts += d.relation != GRAZE_DISJOINT;
    }
    return contacts;
}

/* Returns the simplex caches of the four pairs from k on, or NULL. */
static const GrazeSimplexCache* read_caches(const GrazeDistanceBatch* out, int32_t k, int32_t count,
                                            GrazeSimplexCache* filled)
{
    if (out->caches == NULL || k + GRAZE_LANES <= count) {
        return out->caches == NULL ? NULL : &out->caches[k];
    }
    for (int32_t i = 0; i < GRAZE_LANES; i++)
        filled[i] = out->caches[k + i < count ? k + i : count - 1];
    return filled;
}

int32_t graze_pairs_distance(const GrazePair* pairs, int32_t count, const GrazeDistanceBatch* out)
{
    if (out->points_a != NULL) return write_witnesses(pairs, count, out);
    int32_t contacts = 0;
    for (int32_t k = 0; k < count; k += GRAZE_LANES) {
        GrazePair filled[GRAZE_LANES];
        GrazeSimplexCache filled_caches[GRAZE_LANES];
        GrazeGjkSimdResult result;
        const GrazePair* four = next_four(pairs, k, count, filled);
        Lanes distance;
        uint32_t certain = 0;
        if (four != NULL) {
            graze_gjk_simd(four, true, read_caches(out, k, count, filled_caches), &result);
            if (mask_bits(result.is_unique) != 0)
                certain = graze_gjk_simd_refine(four, &result, &distance);
        } else {
            set_unknown(&result);
        }
        int32_t found[GRAZE_LANES];
        memcpy(found, &result.relation, sizeof found);
        for (int32_t i = 0; i < GRAZE_LANES && k + i < count; i++) {
            const GrazePair* pair = &pairs[k + i];
            if (out->caches != NULL)
                out->caches[k + i] = (GrazeSimplexCache){result.p[i], result.q[i]};
            GrazeRelation relation = (GrazeRelation)found[i];
            float gap = 0;
            if (found[i] == GRAZE_DISJOINT && (certain >> i & 1) != 0) {
                gap = distance[i];
            } else if (found[i] != GRAZE_OVERLAPPING) {
                gap = (float)decide(pair, &result, i, &relation);
            }
            out->relations[k + i] = (uint8_t)relation;
            out->distances[k + i] = gap;
            contacts += relation != GRAZE_DISJOINT;
        }
    }
    return contacts;
}

/* Same as graze_penetration, without its iterations. */
static void find_penetration(const GrazePair* pair, GrazePenetration* out)
{
    GrazePose pose_a = graze_placement_pose(pair->place_a);
    GrazePose pose_b = graze_placement_pose(pair->place_b);
    if (!graze_is_compound(pair->a, pair->b)) {
        GrazeCso cso;
        GrazeNearest nearest;
        graze_cso_init(&cso, pair->a, &pose_a, pair->b, &pose_b);
        if (graze_find_nearest_inside(&cso, &nearest)) {
            graze_write_penetration(&cso, &nearest, out);
            return;
        }
    }
    graze_penetration(pair->a, &pose_a, pair->b, &pose_b, out);
}

int32_t graze_pairs_penetration(const GrazePair* pairs, int32_t count,
                                const GrazePenetrationBatch* out)
{
    int32_t contacts = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazePenetration p;
        find_penetration(&pairs[k], &p);
        out->relations[k] = (uint8_t)p.relation;
        out->depths[k] = (float)p.depth;
        out->normals[k] = (GrazePoint){(float)p.witness.normal_x, (float)p.witness.normal_y};
        contacts += p.relation != GRAZE_DISJOINT;
        if (out->points_a == NULL) continue;
        out->points_a[k] = (GrazePoint){(float)p.witness.point_a_x, (float)p.witness.point_a_y};
        out->points_b[k] = (GrazePoint){(float)p.witness.point_b_x, (float)p.witness.point_b_y};
    }
    return contacts;
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
