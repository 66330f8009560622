#include "../shape/lookup.h"
#include "../tolerance.h"
#include "distance.h"
#include "lanes.h"

/* Many pairs: the lanes search, and what they leave open is decided as a single query. */

/* Without instructions for them four lanes cost more than four single queries, which give the same
   answers. */
#if defined(__wasm__) && !defined(__wasm_simd128__)
enum { HAS_LANES = 0 };
#else
enum { HAS_LANES = 1 };
#endif

static bool has_lookups(const GrazePair* pair)
{
    return HAS_LANES && pair->a->lookup != NULL && pair->b->lookup != NULL;
}

/* The four pairs from `from` on, the last repeated where there are fewer; NULL when one has no lookup. */
static const GrazePair* four_from(const GrazePair* pairs, int32_t from, int32_t count,
                                  GrazePair* filled)
{
    const GrazePair* four = pairs + from;
    if (from + GRAZE_LANES > count) {
        for (int32_t i = 0; i < GRAZE_LANES; i++)
            filled[i] = pairs[from + i < count ? from + i : count - 1];
        four = filled;
    }
    bool has_all = has_lookups(&four[0]) && has_lookups(&four[1]) && has_lookups(&four[2]) &&
                   has_lookups(&four[3]);
    return has_all ? four : NULL;
}

/* What is known of pairs that are not searched. */
static void know_nothing(GrazeLanes* lanes)
{
    lanes->relation = lanes->p = lanes->q = mask_of(-1);
}
_Static_assert(GRAZE_UNCERTAIN == -1 && GRAZE_NO_VERTEX == -1, "as know_nothing says");

/* A pair in double, and where its search stopped: the vertices there, which may be none. */
typedef struct {
    GrazePose pose_a, pose_b;
    GrazeCso cso;
    GrazeCsoPoint guess[2];
    int32_t count;
} Opened;

static void add_guess(Opened* opened, int32_t point)
{
    if (point == GRAZE_NO_VERTEX) return;
    int32_t of_a = point & 0xffff;
    int32_t of_b = (int32_t)((uint32_t)point >> 16);
    bool swapped = opened->cso.swapped;
    GrazeCsoPoint* guess = &opened->guess[opened->count++];
    guess->a = swapped ? of_b : of_a;
    guess->b = swapped ? of_a : of_b;
}

static void open_pair(Opened* opened, const GrazePair* pair, const GrazeLanes* lanes, int32_t i)
{
    opened->pose_a = graze_placement_pose(pair->place_a);
    opened->pose_b = graze_placement_pose(pair->place_b);
    graze_cso_init(&opened->cso, pair->a, &opened->pose_a, pair->b, &opened->pose_b);
    opened->count = 0;
    add_guess(opened, lanes->p[i]);
    if (lanes->q[i] != lanes->p[i]) add_guess(opened, lanes->q[i]);
}

/* What the lanes leave open. */
static COLD double decide(const GrazePair* pair, const GrazeLanes* lanes, int32_t i,
                          GrazeRelation* relation)
{
    Opened opened;
    open_pair(&opened, pair, lanes, i);
    return graze_separation_from(&opened.cso, opened.guess, opened.count, relation);
}

int32_t graze_pairs_relation(const GrazePair* pairs, int32_t count, uint8_t* relations)
{
    int32_t meeting = 0;
    for (int32_t k = 0; k < count; k += GRAZE_LANES) {
        GrazePair filled[GRAZE_LANES];
        GrazeLanes lanes;
        const GrazePair* four = four_from(pairs, k, count, filled);
        if (four != NULL) {
            graze_lanes_search(four, false, NULL, &lanes);
        } else {
            know_nothing(&lanes);
        }
        int32_t found[GRAZE_LANES];
        memcpy(found, &lanes.relation, sizeof found);
        for (int32_t i = 0; i < GRAZE_LANES && k + i < count; i++) {
            GrazeRelation relation = (GrazeRelation)found[i];
            if (found[i] == GRAZE_UNCERTAIN) decide(&pairs[k + i], &lanes, i, &relation);
            relations[k + i] = (uint8_t)relation;
            meeting += relation != GRAZE_DISJOINT;
        }
    }
    return meeting;
}

int32_t graze_pairs_collide(const GrazePair* pairs, int32_t count, uint8_t* hits)
{
    int32_t meeting = graze_pairs_relation(pairs, count, hits);
    for (int32_t k = 0; k < count; k++)
        hits[k] = hits[k] != GRAZE_DISJOINT;
    return meeting;
}

/* With witness points: there is nothing that float32 could save. */
static int32_t tell_witnesses(const GrazePair* pairs, int32_t count, const GrazeDistanceBatch* out)
{
    int32_t meeting = 0;
    for (int32_t k = 0; k < count; k++) {
        GrazePose pose_a = graze_placement_pose(pairs[k].place_a);
        GrazePose pose_b = graze_placement_pose(pairs[k].place_b);
        GrazeDistance d;
        graze_distance(pairs[k].a, &pose_a, pairs[k].b, &pose_b, NULL, &d);
        out->relations[k] = (uint8_t)d.relation;
        out->distances[k] = (float)d.distance;
        out->points_a[k] = (GrazePoint){(float)d.point_a_x, (float)d.point_a_y};
        out->points_b[k] = (GrazePoint){(float)d.point_b_x, (float)d.point_b_y};
        out->normals[k] = (GrazePoint){(float)d.normal_x, (float)d.normal_y};
        meeting += d.relation != GRAZE_DISJOINT;
    }
    return meeting;
}

/* The seeds of the four pairs from k on, if there are any. */
static const GrazeSeed* read_seeds(const GrazeDistanceBatch* out, int32_t k, int32_t count,
                                   GrazeSeed* filled)
{
    if (out->seeds == NULL || k + GRAZE_LANES <= count) {
        return out->seeds == NULL ? NULL : &out->seeds[k];
    }
    for (int32_t i = 0; i < GRAZE_LANES; i++)
        filled[i] = out->seeds[k + i < count ? k + i : count - 1];
    return filled;
}

int32_t graze_pairs_distance(const GrazePair* pairs, int32_t count, const GrazeDistanceBatch* out)
{
    if (out->points_a != NULL) return tell_witnesses(pairs, count, out);
    int32_t meeting = 0;
    for (int32_t k = 0; k < count; k += GRAZE_LANES) {
        GrazePair filled[GRAZE_LANES];
        GrazeSeed sown[GRAZE_LANES];
        GrazeLanes lanes;
        const GrazePair* four = four_from(pairs, k, count, filled);
        Lanes distance;
        uint32_t sure = 0;
        if (four != NULL) {
            graze_lanes_search(four, true, read_seeds(out, k, count, sown), &lanes);
            if (mask_bits(lanes.alone) != 0) sure = graze_lanes_measure(four, &lanes, &distance);
        } else {
            know_nothing(&lanes);
        }
        int32_t found[GRAZE_LANES];
        memcpy(found, &lanes.relation, sizeof found);
        for (int32_t i = 0; i < GRAZE_LANES && k + i < count; i++) {
            const GrazePair* pair = &pairs[k + i];
            if (out->seeds != NULL) out->seeds[k + i] = (GrazeSeed){lanes.p[i], lanes.q[i]};
            GrazeRelation relation = (GrazeRelation)found[i];
            float gap = 0;
            if (found[i] == GRAZE_DISJOINT && (sure >> i & 1) != 0) {
                gap = distance[i];
            } else if (found[i] != GRAZE_OVERLAPPING) {
                gap = (float)decide(pair, &lanes, i, &relation);
            }
            out->relations[k + i] = (uint8_t)relation;
            out->distances[k + i] = gap;
            meeting += relation != GRAZE_DISJOINT;
        }
    }
    return meeting;
}
