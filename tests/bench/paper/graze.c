/*
 * The queries of this library in the experiment: with a scan of all vertices and with hill climbing, as
 * the paper has them; as a program calls them, which chooses by the number of vertices; in batches;
 * and by separating axes.
 */
#include "../../../src/static/convex/distance.h"
#include "../../../src/static/convex/relation.h"
#include "contestant.h"

#include <stdlib.h>

enum { CHUNK = 1024 };

static const PairSet* pairs;
static GrazePose* pose_a;
static GrazePose* pose_b;
static int32_t capacity;

static void prepare(const PairSet* set)
{
    pairs = set;
    if (set->count > capacity) {
        capacity = set->count;
        pose_a = realloc(pose_a, (size_t)capacity * sizeof *pose_a);
        pose_b = realloc(pose_b, (size_t)capacity * sizeof *pose_b);
        if (pose_a == NULL || pose_b == NULL) abort();
    }
    for (int32_t k = 0; k < set->count; k++) {
        pose_a[k] = graze_placement_pose(&set->place_a[k]);
        pose_b[k] = graze_placement_pose(&set->place_b[k]);
    }
}

static void begin(int32_t k, GrazeSupport support, GrazeCso* cso)
{
    graze_cso_init(cso, pairs->pairs[k].a, &pose_a[k], pairs->pairs[k].b, &pose_b[k]);
    cso->support = support;
}

/* Computes graze_gap and graze_collide with a support mapping of the caller's choice. */
static void distances_by(GrazeSupport support, int32_t first, int32_t count, double* out)
{
    for (int32_t k = first; k < first + count; k++) {
        GrazeCso cso;
        GrazeRelation relation;
        begin(k, support, &cso);
        *out++ = graze_find_gap(&cso, NULL, &relation);
    }
}

static void hits_by(GrazeSupport support, int32_t first, int32_t count, double* out)
{
    for (int32_t k = first; k < first + count; k++) {
        GrazeCso cso;
        GrazeGjkState state;
        begin(k, support, &cso);
        GrazeEarlyExit exit = graze_gjk(&cso, GRAZE_START_POINT, NULL, 0, true, &state);
        *out++ = exit == GRAZE_EARLY_EXIT_NONE ? graze_decide_bodies(&cso, &state) != GRAZE_DISJOINT
                                               : exit == GRAZE_EARLY_EXIT_CONTACT;
    }
}

static void distances_by_scan(int32_t first, int32_t count, double* out)
{
    distances_by(GRAZE_SUPPORT_SCAN, first, count, out);
}

static void hits_by_scan(int32_t first, int32_t count, double* out)
{
    hits_by(GRAZE_SUPPORT_SCAN, first, count, out);
}

static void distances_by_climbing(int32_t first, int32_t count, double* out)
{
    distances_by(GRAZE_SUPPORT_CLIMB, first, count, out);
}

static void hits_by_climbing(int32_t first, int32_t count, double* out)
{
    hits_by(GRAZE_SUPPORT_CLIMB, first, count, out);
}

static void distances(int32_t first, int32_t count, double* out)
{
    for (int32_t k = first; k < first + count; k++) {
        GrazeRelation relation;
        const GrazePair* pair = &pairs->pairs[k];
        *out++ = graze_gap(pair->a, &pose_a[k], pair->b, &pose_b[k], &relation);
    }
}

static void hits(int32_t first, int32_t count, double* out)
{
    for (int32_t k = first; k < first + count; k++) {
        const GrazePair* pair = &pairs->pairs[k];
        *out++ = graze_collide(pair->a, &pose_a[k], pair->b, &pose_b[k]);
    }
}

static void hits_by_axes(int32_t first, int32_t count, double* out)
{
    for (int32_t k = first; k < first + count; k++) {
        const GrazePair* pair = &pairs->pairs[k];
        *out++ = graze_collide_sat(pair->a, &pose_a[k], pair->b, &pose_b[k]);
    }
}

/* The answers of a batch are copied, so that all contestants write the same numbers. */
static void distances_of_batch(int32_t first, int32_t count, double* out)
{
    static float gaps[CHUNK];
    static uint8_t relations[CHUNK];
    GrazeDistanceBatch batch = {.relations = relations, .distances = gaps};
    graze_pairs_distance(pairs->pairs + first, count, &batch);
    for (int32_t k = 0; k < count; k++)
        out[k] = gaps[k];
}

static void hits_of_batch(int32_t first, int32_t count, double* out)
{
    static uint8_t met[CHUNK];
    graze_pairs_collide(pairs->pairs + first, count, met);
    for (int32_t k = 0; k < count; k++)
        out[k] = met[k];
}

const Contestant PAPER_GRAZE_SCAN = {"graze, scan", prepare, distances_by_scan, hits_by_scan, 0};
const Contestant PAPER_GRAZE_CLIMB = {"graze, hill climbing", prepare, distances_by_climbing,
                                      hits_by_climbing, 0};
const Contestant PAPER_GRAZE = {"graze", prepare, distances, hits, 0};
const Contestant PAPER_GRAZE_BATCH = {"graze, batch", prepare, distances_of_batch, hits_of_batch,
                                      0};
const Contestant PAPER_SAT = {"separating axes", prepare, NULL, hits_by_axes, 0};
