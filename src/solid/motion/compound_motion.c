#include "compound_motion.h"

#include "../../advancement/contact_search.h"
#include "../../advancement/group_contact.h"
#include "../../advancement/interval_search.h"
#include "../../advancement/interval_union.h"
#include "clearance.h"
#include "contact_witness.h"
#include "moving_pair.h"
#include "unsafe_delays.h"

#include <float.h>

/*
 * Queries of moving compounds and meshes, part by part: the signed separation of two bodies is the
 * least of any two parts, at rest (../compound_queries.c) as in motion. So their first contact is
 * the earliest of two parts, their intervals of contact are the unions of those of the parts, and
 * their clearance is the least of two parts: brackets and certificates of parts are those of the
 * bodies.
 *
 * The box of a node moves as its body does and contains the node's parts. While the boxes of two
 * nodes, of which one is grown by some distance, are not in contact, all parts in them are apart by
 * more than that. So pairs of nodes whose boxes stay apart are left out, and of others the time
 * before their first contact. A box that is grown also overlaps where parts only touch: that
 * decides quickly, where a touch takes long.
 *
 * All pairs of a query draw on one budget of iterations.
 */

/* The box of a node as a body, or the node's part. */
typedef struct {
    SolidPart part;
    GrazeSolid box;
    GrazeSolidPoint corners[8];
} Volume;

/*
 * A search of the pairs of parts.
 *
 *   options      those of the query, within the time of both bodies
 *   to           the end of the time, or of the delays of a query of these (`is_of_delays`)
 *   parts        the pair of parts last found: bodies with the motions of A and B
 *   is_unknown   true if the budget ended before the last pair was reduced to parts: nothing is
 *                known of what it contains from its bound on
 *   status       GRAZE_E_OUT_OF_MEMORY once a query has failed: then no answer is valid
 */
typedef struct {
    const GrazeMovingSolid* body[2];
    GrazeMotionOptions options;
    double to;
    bool is_of_delays;
    const GrazeSolidScratch* scratch;
    GrazeSharedBudget budget;
    SolidTree tree[2];
    SolidNodePair pairs[2 * GRAZE_BOX_TREE_MAX_HEIGHT];
    int32_t count;
    SolidPart part[2];
    GrazeMovingSolid parts[2];
    int32_t index[2];
    bool is_unknown;
    GrazeStatus status;
} Search;

static int32_t count_parts(const GrazeSolid* solid)
{
    return solid->compound != NULL ? solid->compound->count : 1;
}

/* Returns the budget of a query: by default that of two convex bodies, with the share of rotations
   or delays, for each part of both bodies. */
static GrazeSharedBudget budget_of(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                   const GrazeMotionOptions* options, bool is_of_delays)
{
    GrazeAdvancement advancement;
    SolidMovingPair pair;
    if (options->max_iterations >= 1) return (GrazeSharedBudget){options->max_iterations, 0};
    graze_solid_moving_pair_init(&advancement, &pair, a, b, options, NULL);
    const GrazePairFunctions* functions = advancement.functions;
    double each = (double)functions->default_budget(&pair) + functions->rotation_budget(&pair);
    if (is_of_delays) each = graze_solid_delay_budget(a, b);
    double parts = (double)count_parts(a->solid) + count_parts(b->solid) - 1;
    return (GrazeSharedBudget){(int32_t)min2(each * parts, GRAZE_MAX_ITERATIONS), 0};
}

/* Begins to search again, from `from` on. */
static void rewind_search(Search* search, double from)
{
    search->pairs[0] = (SolidNodePair){0, 0, from};
    search->count = 1;
}

/* Prepares a query of intervals from `from` to `to`, of time or of delays. */
static void begin_range(Search* search, const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                        bool is_of_delays, double from, double to)
{
    search->body[0] = a;
    search->body[1] = b;
    search->status = GRAZE_OK;
    search->is_of_delays = is_of_delays;
    search->to = to;
    search->budget = budget_of(a, b, &search->options, is_of_delays);
    for (int k = 0; k < 2; k++)
        graze_solid_tree_init(&search->tree[k], search->body[k]->solid);
    rewind_search(search, from);
}

/* Prepares a query; returns false if the bodies are never present together. */
static bool begin_search(Search* search, const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                         const GrazeMotionOptions* options, const GrazeSolidScratch* scratch)
{
    GrazeMotionOptions* clipped = &search->options;
    search->options = *options;
    search->scratch = scratch;
    if (!graze_solid_motion_window(a, b, &clipped->from, &clipped->to)) return false;
    begin_range(search, a, b, false, clipped->from, clipped->to);
    return true;
}

/* Returns options for the time from `from` to `to`, or for delays, with a share of the budget, of which something
   must be left: all of it if no other pair waits. */
static GrazeMotionOptions options_within(const Search* search, double from, double to)
{
    GrazeMotionOptions within = search->options;
    within.from = search->is_of_delays ? within.from : from;
    within.to = search->is_of_delays ? within.to : to;
    within.max_iterations =
        search->count == 0 ? search->budget.left : graze_budget_share(&search->budget);
    return within;
}

/* Finds the first contact of two bodies, convex ones. */
static void find_contact(Search* search, const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                         const GrazeMotionOptions* options, GrazeEarliestContact* out)
{
    GrazeAdvancement advancement;
    GrazeContactBracket bracket;
    SolidMovingPair pairs[2];
    graze_solid_moving_pair_init(&advancement, pairs, a, b, options, search->scratch);
    graze_advance(&advancement, 0, &bracket);
    graze_bracket_to_caller_time(&advancement, &bracket, &out->lo, &out->hi);
    out->status = bracket.status;
    graze_budget_spend(&search->budget, advancement.evaluations);
    if (pairs[0].is_out_of_memory) search->status = GRAZE_E_OUT_OF_MEMORY;
}

/* Finds the first unsafe delay in [from, to] of two bodies, convex ones. */
static void find_delay(Search* search, const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                       double from, double to, const GrazeMotionOptions* options,
                       GrazeEarliestContact* out)
{
    GrazeDelay delay;
    int32_t count;
    int32_t iterations = 0;
    GrazeStatus status = graze_solid_convex_unsafe_delays(a, b, from, to, options, search->scratch,
                                                          &delay, 1, &count, &iterations);
    *out = (GrazeEarliestContact){GRAZE_CONTACT_FREE, to, to};
    if (count > 0)
        *out = (GrazeEarliestContact){(GrazeContactStatus)delay.status, delay.begin_lo,
                                      delay.begin_hi};
    graze_budget_spend(&search->budget, iterations);
    if (status != GRAZE_OK) search->status = status;
}

static const GrazeBoxTreeNode* node_of(const Search* search, int side, int32_t node)
{
    return &search->tree[side].nodes[node];
}

/* Faces and edges of a box, whose corner k has the upper ends of the axes of the bits of k. */
static const int32_t FACE_STARTS[7] = {0, 4, 8, 12, 16, 20, 24};
static const int32_t CORNERS[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                    2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
static const int32_t NEIGHBOR_STARTS[9] = {0, 3, 6, 9, 12, 15, 18, 21, 24};
static const int32_t NEIGHBORS[24] = {1, 2, 4, 0, 3, 5, 3, 0, 6, 2, 1, 7,
                                      5, 6, 0, 4, 7, 1, 7, 4, 2, 6, 5, 3};

/*
 * Returns the part of a leaf, or the box of another node, grown by `growth`; NULL for a box with an
 * end beyond float32.
 */
static const GrazeSolid* volume_of(const Search* search, int side, int32_t index, double growth,
                                   Volume* out)
{
    const GrazeBoxTreeNode* node = node_of(search, side, index);
    if (solid_is_leaf(node)) {
        graze_solid_part(search->body[side]->solid, node->child[1], &out->part);
        return out->part.body;
    }
    out->box = (GrazeSolid){.vertices = out->corners,
                            .count = 8,
                            .radius = float_round_up(growth),
                            .faces = {6, FACE_STARTS, CORNERS, NEIGHBOR_STARTS, NEIGHBORS}};
    for (int axis = 0; axis < 3; axis++) {
        double lo = node->box.lo[axis];
        double hi = node->box.hi[axis];
        if (!(max2(-lo, hi) <= FLT_MAX)) return NULL;
        out->box.extent = max2(out->box.extent, max2(fabs(lo), fabs(hi)));
    }
    for (int k = 0; k < 8; k++)
        out->corners[k] = (GrazeSolidPoint){
            (k & 1) != 0 ? node->box.hi[0] : node->box.lo[0],
            (k & 2) != 0 ? node->box.hi[1] : node->box.lo[1],
            (k & 4) != 0 ? node->box.hi[2] : node->box.lo[2],
        };
    SolidBox box = solid_box_of(node);
    out->box.center =
        (GrazeSolidPoint){(float)box.center.x, (float)box.center.y, (float)box.center.z};
    return &out->box;
}

/* Part of the time by which a bound of the first contact of boxes may be early; or of delays, in
   units of the tolerance. */
static const double VOLUME_TOLERANCE = 0x1p-12;
static const double VOLUME_TOLERANCES = 0x1p+16;

/*
 * Raises the bound of a pair of nodes to the time until which its boxes, grown by `growth`, stay
 * apart; returns false if they do until `to`.
 */
static bool raise_bound(Search* search, SolidNodePair* pair, double growth, double to)
{
    bool is_leaf_a = solid_is_leaf(node_of(search, 0, pair->a));
    if (is_leaf_a && solid_is_leaf(node_of(search, 1, pair->b))) return true;
    if (search->budget.left <= 0 || !(growth < FLT_MAX)) return true;
    Volume volume[2];
    GrazeEarliestContact contact;
    GrazeMotionOptions options = options_within(search, pair->bound, to);
    options.method = GRAZE_METHOD_CERTIFIED;
    options.touching = GRAZE_TOUCHING_CONFLICT;
    double coarse = VOLUME_TOLERANCE * (search->options.to - search->options.from);
    if (search->is_of_delays) coarse = VOLUME_TOLERANCES * options.tolerance;
    options.tolerance = max2(options.tolerance, coarse);
    const GrazeMovingSolid a = {volume_of(search, 0, pair->a, growth, &volume[0]),
                                search->body[0]->motion};
    const GrazeMovingSolid b = {volume_of(search, 1, pair->b, is_leaf_a ? growth : 0, &volume[1]),
                                search->body[1]->motion};
    if (a.solid == NULL || b.solid == NULL) return true;
    if (search->is_of_delays) {
        find_delay(search, &a, &b, pair->bound, to, &options, &contact);
    } else {
        find_contact(search, &a, &b, &options, &contact);
    }
    if (contact.status == GRAZE_CONTACT_FREE) return false;
    pair->bound = max2(pair->bound, contact.lo);
    return true;
}

/* Replaces a pair by those with the children of its larger node; the earlier one comes next. */
static void split(Search* search, const SolidNodePair* pair, double growth, double to)
{
    const GrazeBoxTreeNode* a = node_of(search, 0, pair->a);
    const GrazeBoxTreeNode* b = node_of(search, 1, pair->b);
    bool is_a = graze_solid_splits_first(a, b);
    SolidNodePair half[2] = {*pair, *pair};
    bool is_kept[2];
    for (int k = 0; k < 2; k++) {
        if (is_a) half[k].a = a->child[k];
        if (!is_a) half[k].b = b->child[k];
        is_kept[k] = raise_bound(search, &half[k], growth, to);
    }
    int next = half[1].bound < half[0].bound;
    if (is_kept[1 - next]) search->pairs[search->count++] = half[1 - next];
    if (is_kept[next]) search->pairs[search->count++] = half[next];
}

/*
 * Finds the next pair of parts that may come within `growth` of each other from pair->bound on, up
 * to `to`; returns false if none is left, or a query has failed.
 */
static bool next_parts(Search* search, double growth, double to, SolidNodePair* pair)
{
    double margin = growth + 4 * search->options.distance_tolerance;
    while (search->count > 0 && search->status == GRAZE_OK) {
        *pair = search->pairs[--search->count];
        if (pair->bound > to) continue;
        const GrazeBoxTreeNode* a = node_of(search, 0, pair->a);
        const GrazeBoxTreeNode* b = node_of(search, 1, pair->b);
        search->is_unknown = search->budget.left <= 0;
        if (search->is_unknown) return true;
        if (!solid_is_leaf(a) || !solid_is_leaf(b)) {
            split(search, pair, margin, to);
            continue;
        }
        for (int k = 0; k < 2; k++) {
            search->index[k] = k == 0 ? a->child[1] : b->child[1];
            graze_solid_part(search->body[k]->solid, search->index[k], &search->part[k]);
            search->parts[k] = (GrazeMovingSolid){search->part[k].body, search->body[k]->motion};
        }
        return true;
    }
    return false;
}

/* ---- contact intervals ---- */

/* Intervals that are found at a time. */
enum { CHUNK = 8 };

/* Finds the first intervals of two parts from `from` on; returns their number, or CHUNK + 1. */
static int32_t find_chunk(Search* search, double from, GrazeInterval chunk[CHUNK])
{
    const GrazeMovingSolid* a = &search->parts[0];
    const GrazeMovingSolid* b = &search->parts[1];
    GrazeMotionOptions options = options_within(search, from, search->to);
    GrazeStatus status = GRAZE_OK;
    int32_t iterations = 0;
    int32_t count;
    if (search->is_of_delays) {
        status = graze_solid_convex_unsafe_delays(a, b, from, search->to, &options, search->scratch,
                                                  chunk, CHUNK, &count, &iterations);
    } else {
        GrazeAdvancement advancement;
        SolidMovingPair pairs[GRAZE_PAIR_STATES];
        options.method = GRAZE_METHOD_CERTIFIED;
        graze_solid_moving_pair_init(&advancement, pairs, a, b, &options, search->scratch);
        count = graze_search_intervals(&advancement, 0, NULL, chunk, CHUNK, &iterations);
        if (pairs[0].is_out_of_memory) status = GRAZE_E_OUT_OF_MEMORY;
    }
    graze_budget_spend(&search->budget, iterations);
    if (status != GRAZE_OK) search->status = status;
    return count;
}

/* Joins the intervals of two parts, except those of a union before. */
static void join_parts(Search* search, double from, GrazeUnions* found)
{
    int32_t count = CHUNK + 1;
    while (count > CHUNK && search->status == GRAZE_OK) {
        GrazeInterval chunk[CHUNK];
        if (search->budget.left <= 0) {
            double to = search->to;
            chunk[0] = (GrazeInterval){from, to, from, to, GRAZE_CONTACT_UNDECIDED, 0};
            graze_unions_add(found, &chunk[0]);
            return;
        }
        count = find_chunk(search, from, chunk);
        for (int32_t i = 0; i < count && i < CHUNK; i++) {
            if (chunk[i].begin_lo <= found->from && !found->is_first) continue;
            if (graze_unions_end_before(found, chunk[i].begin_lo)) return;
            graze_unions_add(found, &chunk[i]);
        }
        if (count > CHUNK && !(chunk[CHUNK - 1].end_hi > from)) return;
        from = chunk[CHUNK - 1].end_hi;
    }
}

/* Joins the intervals of all pairs of parts. */
static void join_all(const void* query, GrazeUnions* found)
{
    Search* search = *(Search* const*)query;
    double to = search->to;
    SolidNodePair pair;
    rewind_search(search, found->from);
    while (next_parts(search, 0, to, &pair)) {
        if (graze_unions_end_before(found, pair.bound)) continue;
        join_parts(search, pair.bound, found);
    }
}

static int32_t unite(Search* search, double from, GrazeInterval* out, int32_t capacity)
{
    return graze_unite_intervals(join_all, &search, from, out, capacity);
}

GrazeStatus graze_solid_compound_intervals(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                           const GrazeMotionOptions* options,
                                           const GrazeSolidScratch* scratch, GrazeInterval* out,
                                           int32_t capacity, int32_t* count)
{
    Search search;
    *count = 0;
    if (!begin_search(&search, a, b, options, scratch)) return GRAZE_OK;
    *count = unite(&search, search.options.from, out, capacity);
    return search.status;
}

GrazeStatus graze_solid_compound_unsafe_delays(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                               double from, double to,
                                               const GrazeMotionOptions* options,
                                               const GrazeSolidScratch* scratch, GrazeDelay* out,
                                               int32_t capacity, int32_t* count)
{
    Search search = {.options = *options, .scratch = scratch};
    begin_range(&search, a, b, true, from, to);
    *count = unite(&search, from, out, capacity);
    return search.status;
}

/* ---- first contact ---- */

/*
 * Follows a first contact that is a graze of two parts to the end of the graze of the bodies, where
 * all parts are apart or two overlap: it is the first union of intervals from its beginning on.
 */
static void follow_graze(Search* search, GrazeEarliestContact* earliest)
{
    GrazeInterval interval;
    if (unite(search, earliest->lo, &interval, 1) == 0) return;
    earliest->status = (GrazeContactStatus)interval.status;
    earliest->hi = interval.status == GRAZE_CONTACT_HIT ? interval.begin_hi : interval.end_hi;
}

GrazeStatus graze_solid_compound_first_contact(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                               const GrazeMotionOptions* options,
                                               const GrazeSolidScratch* scratch, bool has_witness,
                                               GrazeSolidContact* out)
{
    Search search;
    SolidNodePair pair;
    GrazeEarliestContact earliest = {.status = GRAZE_CONTACT_FREE};
    *out = (GrazeSolidContact){.lo = options->to, .hi = options->to, .status = GRAZE_CONTACT_FREE};
    if (!begin_search(&search, a, b, options, scratch)) return GRAZE_OK;
    double to = search.options.to;
    while (earliest.status != GRAZE_CONTACT_OVERLAPPING && next_parts(&search, 0, to, &pair)) {
        GrazeEarliestContact contact = {GRAZE_CONTACT_UNDECIDED, pair.bound, to};
        GrazeMotionOptions within = options_within(&search, pair.bound, to);
        if (!search.is_unknown)
            find_contact(&search, &search.parts[0], &search.parts[1], &within, &contact);
        /* Before its bound the parts have no contact, so it does not begin with an overlap. */
        if (contact.status == GRAZE_CONTACT_OVERLAPPING && contact.lo > search.options.from)
            contact.status = GRAZE_CONTACT_HIT;
        graze_join_contact(&earliest, &contact);
        if (earliest.status != GRAZE_CONTACT_FREE) to = min2(to, earliest.hi);
    }
    if (search.status == GRAZE_OK && earliest.status == GRAZE_CONTACT_GRAZING)
        follow_graze(&search, &earliest);
    out->iterations = search.budget.made;
    if (search.status != GRAZE_OK || earliest.status == GRAZE_CONTACT_FREE) return search.status;
    out->status = (int32_t)earliest.status;
    out->lo = earliest.lo;
    out->hi = earliest.hi;
    if (!has_witness) return GRAZE_OK;
    SolidRelativeMotion motion;
    graze_solid_relative_motion_init(&motion, a, b, earliest.lo, 1);
    return graze_solid_write_witness(&motion, 0, scratch, &out->witness, &out->separation);
}

/* ---- clearance ---- */

/* Number of parts into which the time is divided, to guess which parts come nearest. */
enum { SAMPLES = 8 };

/* Guesses the parts that come nearest, and when; returns their separation then. */
static SolidNearestParts guess_parts(Search* search, double* best_time)
{
    SolidRelativeMotion motion;
    SolidProximity proximity;
    SolidNearestParts best = {{0, 0}, INFINITY};
    *best_time = search->options.from;
    double from = search->options.from;
    double to = search->options.to;
    for (int32_t i = 0; i <= SAMPLES; i++) {
        SolidNearestParts nearest;
        double time = i < SAMPLES ? from + i * ((to - from) / SAMPLES) : to;
        graze_solid_relative_motion_init(&motion, search->body[0], search->body[1], time, 1);
        graze_solid_find_interval(&motion, 0);
        graze_solid_state_evaluate(&motion, 0, &proximity.state);
        if (!graze_solid_query_parts(&motion, search->scratch, &proximity, &nearest))
            search->status = GRAZE_E_OUT_OF_MEMORY;
        graze_budget_spend(&search->budget, 1);
        if (!(nearest.separation < best.separation)) continue;
        best = nearest;
        *best_time = time;
    }
    return best;
}

/* Joins the clearance of two parts from `from` on, as far as it is below the limit. */
static void join_clearance(Search* search, double from, double limit, GrazeClearanceBracket* all)
{
    GrazeClearanceBracket found = {.lo = -graze_solid_max_depth(search->body[0], search->body[1]),
                                   .hi = INFINITY,
                                   .status = GRAZE_CLEARANCE_UNDECIDED};
    if (!search->is_unknown) {
        GrazeMotionOptions within = options_within(search, from, search->options.to);
        if (!graze_solid_clearance_bracket(&search->parts[0], &search->parts[1], &within, limit,
                                           search->scratch, &found))
            search->status = GRAZE_E_OUT_OF_MEMORY;
        graze_budget_spend(&search->budget, found.evaluations);
    }
    if (found.lo < all->lo) all->status = found.status;
    all->lo = min2(all->lo, found.lo);
    if (!(found.hi < all->hi)) return;
    all->hi = found.hi;
    all->time = found.time;
}

GrazeStatus graze_solid_compound_clearance(const GrazeMovingSolid* a, const GrazeMovingSolid* b,
                                           const GrazeMotionOptions* options, double limit,
                                           const GrazeSolidScratch* scratch,
                                           GrazeSolidClearance* out)
{
    Search search;
    SolidNodePair pair;
    GrazeClearanceBracket all = {
        .lo = INFINITY, .hi = INFINITY, .status = GRAZE_CLEARANCE_CERTIFIED};
    *out = (GrazeSolidClearance){.lo = INFINITY, .hi = INFINITY};
    if (!begin_search(&search, a, b, options, scratch)) return GRAZE_OK;
    double time;
    SolidNearestParts first = guess_parts(&search, &time);
    if (first.separation < limit) all.hi = first.separation;
    all.time = time;
    for (int k = 0; k < 2; k++) {
        graze_solid_part(search.body[k]->solid, first.part[k], &search.part[k]);
        search.parts[k] = (GrazeMovingSolid){search.part[k].body, search.body[k]->motion};
    }
    search.is_unknown = search.budget.left <= 0;
    bool is_single = count_parts(a->solid) == 1 && count_parts(b->solid) == 1;
    if (is_single) search.count = 0;
    if (search.status == GRAZE_OK) join_clearance(&search, search.options.from, limit, &all);
    double growth = max2(min2(all.hi, limit), 0);
    while (next_parts(&search, growth, search.options.to, &pair)) {
        bool is_first = search.index[0] == first.part[0] && search.index[1] == first.part[1];
        if (is_first && !search.is_unknown) continue;
        join_clearance(&search, pair.bound, min2(all.hi, limit), &all);
        growth = max2(min2(all.hi, limit), 0);
    }
    if (search.status != GRAZE_OK) return search.status;
    out->hi = all.hi;
    out->lo = min2(all.lo, min2(all.hi, limit));
    out->time = all.time;
    out->status = (int32_t)all.status;
    out->iterations = search.budget.made;
    out->is_common = 1;
    if (!(out->hi < INFINITY)) return GRAZE_OK;
    SolidRelativeMotion motion;
    double separation;
    graze_solid_relative_motion_init(&motion, a, b, out->time, 1);
    return graze_solid_write_witness(&motion, 0, scratch, &out->witness, &separation);
}
