#include "compound_motion.h"

#include "../base/vec.h"
#include "../gjk/compound_pair.h"
#include "first_contact.h"
#include "group_contact.h"

/*
 * Queries of moving compounds, part by part. The volume of a node moves as its body does, and
 * contains the node's parts exactly, so whatever is certified of two volumes holds for all pairs of
 * parts in them: they do not meet before the volumes do, and never come nearer than these.
 *
 * The first contact of the bodies is the earliest one of two parts, their intervals of contact and
 * their unsafe delays are the unions of those of the parts, their clearance is the least one:
 * brackets and certificates of parts are those of the bodies. The distance tolerance is one of
 * parts: an overlap of their union with a body that is thinner than the tolerance can be deeper.
 */

/* A search of the pairs of parts of two moving bodies. */
typedef struct {
    const GrazeMovingBody *a, *b;
    GrazeNodePairs pairs;
} Search;

static void begin(Search* search, const GrazeMovingBody* a, const GrazeMovingBody* b, double bound)
{
    search->a = a;
    search->b = b;
    graze_node_pairs_init(&search->pairs, a->shape, b->shape, bound);
}

/* Two bodies that move as A and B do, with the volumes of a pair of nodes. */
typedef struct {
    GrazeMovingBody a, b;
} Volumes;

static Volumes volumes_of(const Search* search, const GrazeNodePair* pair)
{
    Volumes volumes = {*search->a, *search->b};
    volumes.a.shape = &search->pairs.a.nodes[pair->a].volume;
    volumes.b.shape = &search->pairs.b.nodes[pair->b].volume;
    return volumes;
}

/* Returns options for the time from `from` on, up to `to`. */
static GrazeMotionOptions options_within(const GrazeMotionOptions* options, double from, double to)
{
    GrazeMotionOptions within = *options;
    within.from = from;
    within.to = to;
    return within;
}

/* The earliest contact found of two parts. */
typedef struct {
    GrazeEarliestContact contact;
    GrazeNodePair pair;
} Earliest;

/* Finds the first contact of the volumes or parts of a pair from its bound up to `to`. */
static GrazeEarliestContact contact_of(const Search* search, const GrazeNodePair* pair,
                                       const GrazeMotionOptions* options, double to,
                                       int32_t* iterations)
{
    Volumes volumes = volumes_of(search, pair);
    GrazeMotionOptions within = options_within(options, pair->bound, to);
    GrazeEarliestContact contact;
    *iterations += graze_contact_bracket(&volumes.a, &volumes.b, &within, &contact.status,
                                         &contact.lo, &contact.hi);
    return contact;
}

/* Returns the pose of a body at time t. */
static GrazePose pose_at(const GrazeMovingBody* body, double t)
{
    GrazePose pose = {0, 0, 1, 0};
    double x;
    double y;
    double angle;
    if (graze_motion_pose(body, t, &x, &y, &angle)) graze_pose(x, y, angle, &pose);
    return pose;
}

static bool is_along_seam_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t)
{
    GrazePose pose_a = pose_at(a, t);
    GrazePose pose_b = pose_at(b, t);
    return graze_compound_is_along_seam(a->shape, &pose_a, b->shape, &pose_b);
}

/*
 * Decides a contact again in which no parts overlap at its beginning: a thin body can be inside the
 * union there, along a seam.
 */
static void decide_seam(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                        double tolerance, GrazeEarliestContact* earliest)
{
    double end = min2(earliest->hi, earliest->lo + tolerance);
    if (earliest->status == GRAZE_CONTACT_OVERLAPPING) return;
    if (earliest->lo <= from && is_along_seam_at(a, b, from)) {
        earliest->status = GRAZE_CONTACT_OVERLAPPING;
        earliest->hi = earliest->lo;
    } else if (earliest->status == GRAZE_CONTACT_GRAZING && is_along_seam_at(a, b, end)) {
        earliest->status = GRAZE_CONTACT_HIT;
        earliest->hi = end;
    }
}

int32_t graze_compound_first_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     const GrazeMotionOptions* options, bool has_witness,
                                     GrazeContact* out)
{
    Search search;
    GrazeNodePair pair;
    Earliest earliest = {.contact.status = GRAZE_CONTACT_FREE};
    GrazeMotionOptions clipped = *options;
    int32_t iterations = 0;
    *out = (GrazeContact){.lo = options->to, .hi = options->to, .status = GRAZE_CONTACT_FREE};
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return 0;
    begin(&search, a, b, clipped.from);
    double to = clipped.to;
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        if (pair.bound > to) continue;
        if (graze_node_pair_is_leaf(&search.pairs, &pair)) {
            GrazeEarliestContact contact = contact_of(&search, &pair, options, to, &iterations);
            /* Before its bound the volumes have no contact, so it does not begin with an overlap. */
            if (contact.status == GRAZE_CONTACT_OVERLAPPING && contact.lo > clipped.from)
                contact.status = GRAZE_CONTACT_HIT;
            if (graze_join_contact(&earliest.contact, &contact)) earliest.pair = pair;
            if (earliest.contact.status != GRAZE_CONTACT_FREE) to = min2(to, earliest.contact.hi);
            continue;
        }
        GrazeNodePair split[2];
        graze_node_pair_split(&search.pairs, &pair, split);
        for (int i = 0; i < 2; i++) {
            if (graze_node_pair_is_leaf(&search.pairs, &split[i])) continue;
            GrazeEarliestContact contact = contact_of(&search, &split[i], options, to, &iterations);
            split[i].bound = contact.status == GRAZE_CONTACT_FREE ? INFINITY : contact.lo;
        }
        graze_node_pairs_add_split(&search.pairs, split, DBL_MAX);
    }
    out->iterations = iterations;
    if (earliest.contact.status == GRAZE_CONTACT_FREE) return iterations;
    decide_seam(a, b, clipped.from, options->tolerance, &earliest.contact);
    out->status = (int32_t)earliest.contact.status;
    out->lo = earliest.contact.lo;
    out->hi = earliest.contact.hi;
    if (!has_witness) return iterations;
    Volumes parts = volumes_of(&search, &earliest.pair);
    GrazeRelativeMotion motion;
    graze_relative_motion_init(&motion, &parts.a, &parts.b, earliest.contact.lo, 1);
    graze_write_witness(&motion, 0, out);
    graze_node_pair_write_parts(&search.pairs, &earliest.pair, &out->witness);
    return iterations;
}

/* Union of intervals, in order. */

/* Certainty of a union: what is undecided stays so, and an overlap outweighs a graze. */
static int rank_of(int32_t status)
{
    if (status == GRAZE_CONTACT_UNDECIDED) return 2;
    return status == GRAZE_CONTACT_HIT ? 1 : 0;
}

/*
 * Returns the union of two intervals that meet. An overlap is known to begin at the earlier
 * begin_hi of those that have one, and to last to the later end_lo.
 */
static GrazeInterval union_of(const GrazeInterval* p, const GrazeInterval* q)
{
    bool has_one = (p->status == GRAZE_CONTACT_HIT) != (q->status == GRAZE_CONTACT_HIT);
    const GrazeInterval* hit = p->status == GRAZE_CONTACT_HIT ? p : q;
    GrazeInterval both = {min2(p->begin_lo, q->begin_lo),
                          has_one ? hit->begin_hi : min2(p->begin_hi, q->begin_hi),
                          has_one ? hit->end_lo : max2(p->end_lo, q->end_lo),
                          max2(p->end_hi, q->end_hi),
                          rank_of(p->status) >= rank_of(q->status) ? p->status : q->status,
                          p->iterations + q->iterations};
    return both;
}

/* Adds an interval to `count` others that are apart and in order. Returns their new number, or
   capacity + 1 if they do not fit. */
static int32_t add_interval(GrazeInterval* out, int32_t count, int32_t capacity,
                            GrazeInterval added)
{
    int32_t first = 0;
    while (first < count && out[first].end_hi < added.begin_lo)
        first++;
    int32_t last = first;
    while (last < count && out[last].begin_lo <= added.end_hi)
        added = union_of(&added, &out[last++]);
    int32_t after = count - last;
    if (first + 1 + after > capacity) return capacity + 1;
    memmove(&out[first + 1], &out[last], (size_t)after * sizeof *out);
    out[first] = added;
    return first + 1 + after;
}

enum { CHUNK = 16 };

/* Finds intervals of a pair of convex bodies within [from, to], in order; returns their number, or
   capacity + 1. */
typedef int32_t FindIntervals(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                              double to, const GrazeMotionOptions* options, GrazeInterval* out,
                              int32_t capacity);

static int32_t find_contacts(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                             double to, const GrazeMotionOptions* options, GrazeInterval* out,
                             int32_t capacity)
{
    GrazeMotionOptions within = options_within(options, from, to);
    return graze_contact_intervals(a, b, &within, out, capacity);
}

/* Adds all intervals of two parts, a chunk at a time. */
static int32_t add_intervals(const Volumes* parts, double from, double to,
                             const GrazeMotionOptions* options, FindIntervals* find,
                             GrazeInterval* out, int32_t count, int32_t capacity)
{
    for (;;) {
        GrazeInterval chunk[CHUNK];
        int32_t found = find(&parts->a, &parts->b, from, to, options, chunk, CHUNK);
        for (int32_t k = 0; k < found && k < CHUNK; k++) {
            count = add_interval(out, count, capacity, chunk[k]);
            if (count > capacity) return count;
        }
        if (found <= CHUNK || !(chunk[CHUNK - 1].end_hi > from)) return count;
        from = chunk[CHUNK - 1].end_hi;
    }
}

/* Returns the union of the intervals of all pairs of parts within [from, to]. */
static int32_t unite_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                               double to, const GrazeMotionOptions* options, FindIntervals* find,
                               GrazeInterval* out, int32_t capacity)
{
    Search search;
    GrazeNodePair pair;
    int32_t count = 0;
    begin(&search, a, b, from);
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        Volumes volumes = volumes_of(&search, &pair);
        if (graze_node_pair_is_leaf(&search.pairs, &pair)) {
            count = add_intervals(&volumes, pair.bound, to, options, find, out, count, capacity);
            if (count > capacity) return count;
            continue;
        }
        GrazeInterval first;
        if (find(&volumes.a, &volumes.b, pair.bound, to, options, &first, 1) == 0) continue;
        GrazeNodePair split[2];
        pair.bound = max2(pair.bound, first.begin_lo);
        graze_node_pair_split(&search.pairs, &pair, split);
        graze_node_pairs_add_split(&search.pairs, split, DBL_MAX);
    }
    return count;
}

int32_t graze_compound_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                         const GrazeMotionOptions* options, GrazeInterval* out,
                                         int32_t capacity)
{
    GrazeMotionOptions clipped = *options;
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return 0;
    return unite_intervals(a, b, clipped.from, clipped.to, options, find_contacts, out, capacity);
}

int32_t graze_compound_unsafe_delays(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     double from, double to, const GrazeMotionOptions* options,
                                     GrazeDelay* out, int32_t capacity)
{
    return unite_intervals(a, b, from, to, options, graze_unsafe_motion_delays, out, capacity);
}

/* Returns a tolerance for the separation of volumes, a part of their sizes. It is coarse, since that
   separation only orders pairs and leaves some out, and far above rounding. */
static double volume_tolerance(const Volumes* volumes)
{
    return 0x1p-6 * (volumes->a.shape->extent + volumes->b.shape->extent +
                     (double)volumes->a.shape->radius + volumes->b.shape->radius);
}

static GrazeClearance volume_clearance(const Volumes* volumes, const GrazeMotionOptions* options)
{
    GrazeMotionOptions coarse = *options;
    GrazeClearance clearance;
    coarse.distance_tolerance = max2(options->distance_tolerance, volume_tolerance(volumes));
    graze_clearance(&volumes->a, &volumes->b, &coarse, &clearance);
    return clearance;
}

void graze_compound_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                              const GrazeMotionOptions* options, GrazeClearance* out)
{
    Search search;
    GrazeNodePair pair;
    double lo = INFINITY;
    int32_t status = GRAZE_CLEARANCE_CERTIFIED;
    int32_t iterations = 0;
    *out = (GrazeClearance){.lo = INFINITY, .hi = INFINITY, .status = GRAZE_CLEARANCE_CERTIFIED};
    begin(&search, a, b, -INFINITY);
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        if (pair.bound >= out->hi && out->is_common) continue;
        if (graze_node_pair_is_leaf(&search.pairs, &pair)) {
            Volumes parts = volumes_of(&search, &pair);
            GrazeClearance clearance;
            graze_clearance(&parts.a, &parts.b, options, &clearance);
            iterations += clearance.iterations;
            if (clearance.lo < lo) status = clearance.status;
            lo = min2(lo, clearance.lo);
            if (clearance.hi < out->hi) {
                *out = clearance;
                graze_node_pair_write_parts(&search.pairs, &pair, &out->witness);
            }
            continue;
        }
        GrazeNodePair split[2];
        graze_node_pair_split(&search.pairs, &pair, split);
        for (int i = 0; i < 2; i++) {
            if (graze_node_pair_is_leaf(&search.pairs, &split[i])) continue;
            Volumes volumes = volumes_of(&search, &split[i]);
            GrazeClearance clearance = volume_clearance(&volumes, options);
            iterations += clearance.iterations;
            split[i].bound = max2(pair.bound, clearance.lo);
        }
        graze_node_pairs_add_split(&search.pairs, split, DBL_MAX);
    }
    out->lo = lo;
    out->status = status;
    out->iterations = iterations;
}

double graze_compound_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t)
{
    Search search;
    GrazeNodePair pair;
    double least = INFINITY;
    begin(&search, a, b, -INFINITY);
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        if (pair.bound >= least) continue;
        Volumes volumes = volumes_of(&search, &pair);
        double separation = graze_separation_at(&volumes.a, &volumes.b, t);
        if (graze_node_pair_is_leaf(&search.pairs, &pair)) {
            least = min2(least, separation);
            continue;
        }
        GrazeNodePair split[2];
        pair.bound = separation - volume_tolerance(&volumes);
        graze_node_pair_split(&search.pairs, &pair, split);
        graze_node_pairs_add_split(&search.pairs, split, DBL_MAX);
    }
    return least;
}
