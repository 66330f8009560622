#include "compound_motion.h"

#include "../base/vec.h"
#include "../gjk/compound_pair.h"
#include "../tolerance.h"
#include "clearance.h"
#include "first_contact.h"
#include "group_contact.h"

/*
 * Queries of moving compounds, part by part. The volume of a node moves as its body does, and
 * contains the node's parts exactly, so whatever is certified of two volumes holds for all pairs of
 * parts in them: they do not meet before the volumes do, and never come nearer than these.
 *
 * The first contact of the bodies is the earliest one of two parts, their intervals of contact and
 * their unsafe delays are the unions of those of the parts, their clearance is the least one:
 * brackets and certificates of parts are those of the bodies, with bridges as further parts (see
 * below). The distance tolerance is one of parts: an overlap of their union with a body that is
 * thinner than the tolerance can be deeper.
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
    GrazeContactStatus status;
    double lo, hi;
    GrazeNodePair pair;
} Earliest;

/* Joins the contact of two more parts. */
static void join_contact(Earliest* earliest, const Earliest* other)
{
    GrazeEarliestContact joined = {earliest->status, earliest->lo, earliest->hi};
    const GrazeEarliestContact added = {other->status, other->lo, other->hi};
    GrazeNodePair pair = graze_join_contact(&joined, &added) ? other->pair : earliest->pair;
    *earliest = (Earliest){joined.status, joined.lo, joined.hi, pair};
}

/* Finds the first contact of the volumes or parts of a pair from its bound up to `to`. */
static Earliest contact_of(const Search* search, const GrazeNodePair* pair,
                           const GrazeMotionOptions* options, double to, int32_t* iterations)
{
    Volumes volumes = volumes_of(search, pair);
    GrazeMotionOptions within = options_within(options, pair->bound, to);
    Earliest contact;
    contact.pair = *pair;
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
 * Seams. A thin part that moves in a seam only touches the parts on both sides of it, though it is
 * inside their union. The convex bodies within the union that cover seams (gjk/compound_pair.h)
 * decide: they are tested as parts are, wherever a thin part touches a part for a while.
 */

static bool has_thin_part(const GrazeShape* shape)
{
    if (shape->compound == NULL) return !graze_has_area(shape);
    return shape->compound->areas < shape->compound->count;
}

static bool has_seams(const GrazeShape* shape)
{
    return shape->compound != NULL && shape->compound->areas > 1;
}

/*
 * Returns a separation, above rounding, up to which two bodies can be in contact in seams alone: 0
 * or more, since their parts touch there. Returns -INFINITY for bodies without a part that fits.
 */
static double seam_reach(const GrazeMovingBody* a, const GrazeMovingBody* b)
{
    const GrazeShape* p = a->shape;
    const GrazeShape* q = b->shape;
    bool may_be_in_seam = (has_thin_part(p) && has_seams(q)) || (has_thin_part(q) && has_seams(p));
    return may_be_in_seam ? GRAZE_SEAM_REACH * (p->extent + q->extent) : -INFINITY;
}

/*
 * Returns whether a least separation of parts can be that of a thin part in a seam: about 0, or less
 * by the inflation.
 */
static bool may_be_seam_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                double separation, double reach)
{
    bool is_inflated = a->inflation != NULL || b->inflation != NULL;
    return is_inflated ? separation <= reach : fabs(separation) <= reach;
}

/* Receives the bodies of a pair of parts, with a bridge in place of the part with an interior. */
typedef void UseBridge(void* context, const Volumes* volumes);

typedef struct {
    Volumes volumes;
    bool is_thin_a;
    UseBridge* use;
    void* context;
} BridgeCall;

static void receive_bridge(void* context, const GrazeShape* bridge)
{
    BridgeCall* call = context;
    (call->is_thin_a ? &call->volumes.b : &call->volumes.a)->shape = bridge;
    call->use(call->context, &call->volumes);
}

/* Gives `use` all bridges that the thin part of a pair of parts may need, beside the other part. */
static void each_bridge(const Search* search, const GrazeNodePair* pair, UseBridge* use,
                        void* context)
{
    const GrazeShape* a = search->a->shape;
    const GrazeShape* b = search->b->shape;
    const GrazeCompoundNode* part_a = &search->pairs.a.nodes[pair->a];
    const GrazeCompoundNode* part_b = &search->pairs.b.nodes[pair->b];
    BridgeCall call = {volumes_of(search, pair), true, use, context};
    if (graze_compound_may_have_bridge(&part_a->volume, b, part_b->part)) {
        graze_compound_each_bridge(&part_a->volume, b, part_b->part, receive_bridge, &call);
    } else if (graze_compound_may_have_bridge(&part_b->volume, a, part_a->part)) {
        call.is_thin_a = false;
        graze_compound_each_bridge(&part_b->volume, a, part_a->part, receive_bridge, &call);
    }
}

/*
 * A graze of the union: from `lo` to `hi` parts are in contact, one after the other without a gap of
 * `max_gap` or more. It ends at `overlap`, the first overlap found, if there is one. From `unknown`
 * on an overlap may have been missed. `to` is the end of the search.
 */
typedef struct {
    const GrazeMotionOptions* options;
    double lo, hi, to, max_gap;
    Earliest overlap;
    double unknown;
    int32_t iterations;
} Graze;

static void begin_graze(Graze* graze, const GrazeMotionOptions* options, double lo, double to)
{
    *graze = (Graze){options,  lo, lo, to, 0.5 * options->tolerance, {.status = GRAZE_CONTACT_FREE},
                     INFINITY, 0};
}

/* Ends a graze where an overlap was found or may have been missed. */
static void end_graze(Graze* graze, const Earliest* contact)
{
    const Earliest* overlap = &graze->overlap;
    graze->to = min2(graze->to, contact->hi);
    if (contact->status == GRAZE_CONTACT_UNDECIDED) {
        graze->unknown = min2(graze->unknown, contact->lo);
        return;
    }
    bool is_earlier = overlap->status == GRAZE_CONTACT_FREE || contact->lo < overlap->lo ||
                      (contact->lo == overlap->lo &&
                       graze_contact_rank(contact->status) > graze_contact_rank(overlap->status));
    if (is_earlier) graze->overlap = *contact;
}

/* Maximum number of grazes of two parts, one after the other, that a graze of the union follows. */
enum { MAX_GRAZES = 1 << 12 };

/*
 * Contacts of two convex bodies from `t` on, one after the other: a search begins where the last
 * graze ended, at `end`, or a quarter of the tolerance after it began, so that it advances.
 */
typedef struct {
    double t, end;
    int32_t count;
} Contacts;

/* Finds the next contact that begins before `to`; returns false if there is none. */
static bool next_contact(const Volumes* volumes, Graze* graze, double to, Contacts* contacts,
                         Earliest* contact)
{
    if (!(contacts->t <= to)) return false;
    GrazeMotionOptions within = options_within(graze->options, contacts->t, to);
    within.tolerance *= 0.5;
    graze->iterations += graze_contact_bracket(&volumes->a, &volumes->b, &within, &contact->status,
                                               &contact->lo, &contact->hi);
    if (contact->status == GRAZE_CONTACT_FREE) return false;
    if (contact->status == GRAZE_CONTACT_OVERLAPPING) contact->lo = contacts->end;
    if (++contacts->count > MAX_GRAZES) contact->status = GRAZE_CONTACT_UNDECIDED;
    contacts->end = contact->hi;
    contacts->t = max2(contact->hi, contacts->t + 0.25 * graze->options->tolerance);
    return true;
}

/* A graze, and the time in which a thin part touches a part of it. */
typedef struct {
    Graze* graze;
    double from, to;
} SeamGraze;

/* Ends a graze where a thin part overlaps a bridge. */
static void end_in_seam(void* context, const Volumes* volumes)
{
    const SeamGraze* seam = context;
    Graze* graze = seam->graze;
    Earliest contact = graze->overlap;
    Contacts contacts = {seam->from, seam->from, 0};
    while (next_contact(volumes, graze, min2(seam->to, graze->to), &contacts, &contact)) {
        if (!graze_ends_graze(contact.status)) continue;
        end_graze(graze, &contact);
        return;
    }
}

/* Extends a graze by the contacts of two parts that begin from `from` on, before it ends. */
static void extend_by_parts(const Search* search, const GrazeNodePair* pair, double from,
                            Graze* graze)
{
    Volumes parts = volumes_of(search, pair);
    Earliest contact = {.pair = *pair};
    Contacts contacts = {from, from, 0};
    while (next_contact(&parts, graze, graze->to, &contacts, &contact)) {
        if (contact.lo > graze->hi + graze->max_gap) return;
        bool is_end = graze_ends_graze(contact.status);
        SeamGraze seam = {graze, contact.lo, contact.hi};
        if (!is_end || contact.status == GRAZE_CONTACT_UNDECIDED)
            each_bridge(search, pair, end_in_seam, &seam);
        if (is_end) {
            end_graze(graze, &contact);
            return;
        }
        graze->hi = max2(graze->hi, contact.hi);
    }
}

/*
 * Extends a graze by all contacts that begin from `from` on, before it ends. A pair of nodes is left
 * out when it is taken, not when it is added, since the end grows.
 */
static void extend_graze(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                         Graze* graze)
{
    Search search;
    GrazeNodePair pair;
    begin(&search, a, b, from);
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        if (pair.bound > min2(graze->hi + graze->max_gap, graze->to)) continue;
        if (graze_node_pair_is_leaf(&search.pairs, &pair)) {
            extend_by_parts(&search, &pair, pair.bound, graze);
            continue;
        }
        GrazeNodePair split[2];
        graze_node_pair_split(&search.pairs, &pair, split);
        for (int i = 0; i < 2; i++) {
            if (graze_node_pair_is_leaf(&search.pairs, &split[i])) continue;
            Earliest contact =
                contact_of(&search, &split[i], graze->options, graze->to, &graze->iterations);
            split[i].bound = contact.status == GRAZE_CONTACT_FREE ? INFINITY : contact.lo;
        }
        graze_node_pairs_add_split(&search.pairs, split, DBL_MAX);
    }
}

/*
 * Follows a first contact that is a graze of two parts, or undecided, to the end of the graze of the
 * bodies: to where all parts are apart, or parts overlap, or a thin part is in a seam. Each round but
 * the last extends it, and searches the time since the end of the one before.
 */
static void follow_graze(const GrazeMovingBody* a, const GrazeMovingBody* b,
                         const GrazeMotionOptions* options, Earliest* earliest, int32_t* iterations)
{
    double lo = earliest->lo;
    double next = lo;
    double before = -INFINITY;
    Graze graze;
    begin_graze(&graze, options, lo, options->to);
    while (graze.hi > before) {
        before = graze.hi;
        extend_graze(a, b, next, &graze);
        next = before;
    }
    *iterations += graze.iterations;
    const Earliest* overlap = &graze.overlap;
    bool is_found = overlap->status != GRAZE_CONTACT_FREE;
    if (is_found && overlap->hi <= options->from) {
        *earliest = (Earliest){GRAZE_CONTACT_OVERLAPPING, lo, lo, earliest->pair};
    } else if (is_found && overlap->hi - lo <= options->tolerance) {
        *earliest = (Earliest){GRAZE_CONTACT_HIT, lo, overlap->hi, earliest->pair};
    } else if (graze.unknown < INFINITY && !(is_found && overlap->lo <= graze.unknown)) {
        *earliest = (Earliest){GRAZE_CONTACT_UNDECIDED, lo, graze.to, earliest->pair};
    } else {
        double hi = is_found ? min2(overlap->lo, graze.hi) : graze.hi;
        *earliest = (Earliest){GRAZE_CONTACT_GRAZING, lo, max2(lo, hi), earliest->pair};
    }
}

/*
 * Decides a contact at the beginning again in which no parts overlap: a thin body can be in a seam
 * there, exactly or up to the rounding of the poses.
 */
static void decide_begin(const GrazeMovingBody* a, const GrazeMovingBody* b,
                         const GrazeMotionOptions* options, Earliest* earliest)
{
    double from = options->from;
    if (earliest->status == GRAZE_CONTACT_OVERLAPPING || earliest->lo > from) return;
    bool is_inside = is_along_seam_at(a, b, from);
    if (!is_inside && seam_reach(a, b) >= 0) {
        Graze graze;
        begin_graze(&graze, options, from, from);
        extend_graze(a, b, from, &graze);
        is_inside = graze.overlap.status == GRAZE_CONTACT_OVERLAPPING;
    }
    if (!is_inside) return;
    earliest->status = GRAZE_CONTACT_OVERLAPPING;
    earliest->hi = earliest->lo;
}

int32_t graze_compound_first_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     const GrazeMotionOptions* options, bool has_witness,
                                     GrazeContact* out)
{
    Search search;
    GrazeNodePair pair;
    Earliest earliest = {.status = GRAZE_CONTACT_FREE};
    GrazeMotionOptions clipped = *options;
    int32_t iterations = 0;
    *out = (GrazeContact){.lo = options->to, .hi = options->to, .status = GRAZE_CONTACT_FREE};
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return 0;
    clipped.tolerance =
        max2(clipped.tolerance, graze_motion_min_tolerance(a, b, clipped.from, clipped.to));
    begin(&search, a, b, clipped.from);
    double to = clipped.to;
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        if (pair.bound > to) continue;
        if (graze_node_pair_is_leaf(&search.pairs, &pair)) {
            Earliest contact = contact_of(&search, &pair, &clipped, to, &iterations);
            /* Before its bound the volumes have no contact, so it does not begin with an overlap. */
            if (contact.status == GRAZE_CONTACT_OVERLAPPING && contact.lo > clipped.from)
                contact.status = GRAZE_CONTACT_HIT;
            join_contact(&earliest, &contact);
            if (earliest.status != GRAZE_CONTACT_FREE) to = min2(to, earliest.hi);
            continue;
        }
        GrazeNodePair split[2];
        graze_node_pair_split(&search.pairs, &pair, split);
        for (int i = 0; i < 2; i++) {
            if (graze_node_pair_is_leaf(&search.pairs, &split[i])) continue;
            Earliest contact = contact_of(&search, &split[i], &clipped, to, &iterations);
            split[i].bound = contact.status == GRAZE_CONTACT_FREE ? INFINITY : contact.lo;
        }
        graze_node_pairs_add_split(&search.pairs, split, DBL_MAX);
    }
    bool may_be_in_seam = earliest.status == GRAZE_CONTACT_UNDECIDED && seam_reach(a, b) >= 0;
    if (earliest.status == GRAZE_CONTACT_GRAZING || may_be_in_seam)
        follow_graze(a, b, &clipped, &earliest, &iterations);
    out->iterations = iterations;
    if (earliest.status == GRAZE_CONTACT_FREE) return iterations;
    decide_begin(a, b, &clipped, &earliest);
    out->status = (int32_t)earliest.status;
    out->lo = earliest.lo;
    out->hi = earliest.hi;
    if (!has_witness) return iterations;
    Volumes parts = volumes_of(&search, &earliest.pair);
    GrazeRelativeMotion motion;
    graze_relative_motion_init(&motion, &parts.a, &parts.b, earliest.lo, 1);
    graze_write_witness(&motion, 0, false, out);
    graze_node_pair_write_parts(&search.pairs, &earliest.pair, &out->witness);
    if (earliest.status == GRAZE_CONTACT_OVERLAPPING && out->separation >= 0)
        out->separation = min2(out->separation, graze_compound_separation_at(a, b, earliest.lo));
    return iterations;
}

/* Unions of intervals, in order of time or delay. */

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

/* The bodies and the query of a union: all intervals are within [from, to]. Those that begin by
   `from` belong to the interval before, if there is one. */
typedef struct {
    const GrazeMovingBody *a, *b;
    const GrazeMotionOptions* options;
    FindIntervals* find;
    double from, to;
    bool is_first;
} UnionQuery;

/*
 * A union of intervals that meet, one after the other. An overlap is known to begin at the earliest
 * begin_hi of those that have one (`hit_begin`), and to last to the latest end_lo (`hit_end`);
 * `begin_hi` and `end_lo` are those of the others.
 */
typedef struct {
    double begin_lo, begin_hi, hit_begin, hit_end, end_lo, end_hi;
    bool has_hit, is_undecided;
    int32_t iterations;
} Union;

/* Returns a union that no interval contributes to yet. */
static Union empty_union(double begin_lo, double end_hi)
{
    return (Union){begin_lo, INFINITY, INFINITY, -INFINITY, -INFINITY, end_hi, false, false, 0};
}

static Union union_of(const GrazeInterval* interval)
{
    Union one = empty_union(interval->begin_lo, interval->end_hi);
    one.has_hit = interval->status == GRAZE_CONTACT_HIT;
    one.is_undecided = interval->status == GRAZE_CONTACT_UNDECIDED;
    one.iterations = interval->iterations;
    *(one.has_hit ? &one.hit_begin : &one.begin_hi) = interval->begin_hi;
    *(one.has_hit ? &one.hit_end : &one.end_lo) = interval->end_lo;
    return one;
}

static void join_union(Union* all, const Union* added)
{
    all->begin_lo = min2(all->begin_lo, added->begin_lo);
    all->begin_hi = min2(all->begin_hi, added->begin_hi);
    all->hit_begin = min2(all->hit_begin, added->hit_begin);
    all->hit_end = max2(all->hit_end, added->hit_end);
    all->end_lo = max2(all->end_lo, added->end_lo);
    all->end_hi = max2(all->end_hi, added->end_hi);
    all->has_hit |= added->has_hit;
    all->is_undecided |= added->is_undecided;
    all->iterations += added->iterations;
}

/* Returns a union as an interval: undecided if one of it is, else an overlap if there is one. Both
   brackets of a graze are all of it. */
static GrazeInterval interval_of(const Union* all)
{
    GrazeInterval interval = {all->begin_lo,  all->begin_hi, all->end_lo, all->end_hi, 0,
                              all->iterations};
    if (all->has_hit) {
        interval.begin_hi = all->hit_begin;
        interval.end_lo = all->hit_end;
    }
    interval.status = all->has_hit ? GRAZE_CONTACT_HIT : GRAZE_CONTACT_GRAZING;
    if (all->is_undecided) interval.status = GRAZE_CONTACT_UNDECIDED;
    if (interval.status == GRAZE_CONTACT_GRAZING) {
        interval.begin_hi = interval.end_hi;
        interval.end_lo = interval.begin_lo;
    }
    return interval;
}

/*
 * The first unions that a search of all pairs has found, in order and apart. If there are more than
 * ROOM at a time, the last one is left out, and everything from its beginning on, `horizon`, is
 * known in part only.
 */
enum { ROOM = 32 };

typedef struct {
    Union unions[ROOM + 1];
    int32_t count;
    double horizon;
    bool has_horizon;
} Unions;

static void add_union(Unions* found, Union added)
{
    Union* unions = found->unions;
    int32_t first = 0;
    while (first < found->count && unions[first].end_hi < added.begin_lo)
        first++;
    int32_t last = first;
    while (last < found->count && unions[last].begin_lo <= added.end_hi)
        join_union(&added, &unions[last++]);
    if (last == first && found->has_horizon && added.begin_lo >= found->horizon) return;
    memmove(&unions[first + 1], &unions[last], (size_t)(found->count - last) * sizeof *unions);
    unions[first] = added;
    found->count += first + 1 - last;
    if (found->count <= ROOM) return;
    found->count = ROOM;
    found->horizon = unions[ROOM].begin_lo;
    found->has_horizon = true;
}

/* Returns whether what begins at a bound is beyond all that is known. */
static bool is_beyond(const Unions* found, double bound)
{
    if (!found->has_horizon || bound < found->horizon) return false;
    return bound > found->unions[found->count - 1].end_hi;
}

enum { CHUNK = 8 };

/* Intervals of two convex bodies, in order, a chunk at a time, from `next` on. */
typedef struct {
    GrazeInterval chunk[CHUNK];
    double next;
    int32_t count, index;
    bool has_more;
} Intervals;

static void begin_intervals(Intervals* intervals, double from)
{
    intervals->next = from;
    intervals->count = intervals->index = 0;
    intervals->has_more = true;
}

static const GrazeInterval* next_interval(const UnionQuery* query, const Volumes* volumes,
                                          double to, Intervals* intervals)
{
    if (intervals->index == intervals->count) {
        if (!intervals->has_more) return NULL;
        double from = intervals->next;
        int32_t found = query->find(&volumes->a, &volumes->b, from, to, query->options,
                                    intervals->chunk, CHUNK);
        intervals->index = 0;
        intervals->count = found < CHUNK ? found : CHUNK;
        intervals->has_more = found > CHUNK && intervals->chunk[CHUNK - 1].end_hi > from;
        if (intervals->count == 0) return NULL;
        intervals->next = intervals->chunk[intervals->count - 1].end_hi;
    }
    return &intervals->chunk[intervals->index++];
}

/*
 * A union, and a range in which a thin part touches a part of it. `is_covered` if the part is known
 * to overlap a bridge in all of the range; `is_unknown` if whether it does is undecided for a bridge.
 */
typedef struct {
    const UnionQuery* query;
    Unions* found;
    double from, to;
    bool is_covered, is_unknown;
} SeamUnion;

/* Joins the intervals of the overlaps of a thin part and a bridge. */
static void join_in_seam(void* context, const Volumes* volumes)
{
    SeamUnion* seam = context;
    Intervals intervals;
    const GrazeInterval* interval;
    begin_intervals(&intervals, seam->from);
    while ((interval = next_interval(seam->query, volumes, seam->to, &intervals)) != NULL) {
        if (interval->status == GRAZE_CONTACT_UNDECIDED) seam->is_unknown = true;
        if (interval->status != GRAZE_CONTACT_HIT) continue;
        add_union(seam->found, union_of(interval));
        if (interval->begin_hi <= seam->from && interval->end_lo >= seam->to)
            seam->is_covered = true;
    }
}

/* Joins the seams of a pair of parts in a range in which they touch: all of an interval without an
   overlap, or a bracket of one that is wider than the tolerance. Returns the status of the range. */
static int32_t join_seams(const UnionQuery* query, const Search* search, const GrazeNodePair* pair,
                          double from, double to, int32_t status, Unions* found)
{
    SeamUnion seam = {query, found, from, to, false, false};
    bool is_narrow = !(to - from > query->options->tolerance);
    if (status == GRAZE_CONTACT_HIT && is_narrow) return status;
    each_bridge(search, pair, join_in_seam, &seam);
    if (seam.is_covered) return GRAZE_CONTACT_HIT;
    return seam.is_unknown ? GRAZE_CONTACT_UNDECIDED : status;
}

/* Joins an interval of two parts, and those of seams. Seams can decide an undecided interval. */
static void join_parts(const UnionQuery* query, const Search* search, const GrazeNodePair* pair,
                       const GrazeInterval* added, Unions* found)
{
    GrazeInterval interval = *added;
    bool is_hit = added->status == GRAZE_CONTACT_HIT;
    interval.status = join_seams(query, search, pair, added->begin_lo,
                                 is_hit ? added->begin_hi : added->end_hi, added->status, found);
    if (is_hit && interval.status == GRAZE_CONTACT_HIT) {
        interval.status =
            join_seams(query, search, pair, added->end_lo, added->end_hi, interval.status, found);
    }
    add_union(found, union_of(&interval));
}

/* Splits a pair of nodes, at whose beginning of contact its children begin. */
static void split_pair(const UnionQuery* query, Search* search, GrazeNodePair* pair)
{
    GrazeInterval first;
    Volumes volumes = volumes_of(search, pair);
    if (query->find(&volumes.a, &volumes.b, pair->bound, query->to, query->options, &first, 1) == 0)
        return;
    GrazeNodePair split[2];
    pair->bound = max2(pair->bound, first.begin_lo);
    graze_node_pair_split(&search->pairs, pair, split);
    graze_node_pairs_add_split(&search->pairs, split, DBL_MAX);
}

/* Joins the intervals of all pairs of parts, except those of an interval before. */
static void join_all(const UnionQuery* query, Unions* found)
{
    Search search;
    GrazeNodePair pair;
    begin(&search, query->a, query->b, query->from);
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        if (is_beyond(found, pair.bound)) continue;
        if (!graze_node_pair_is_leaf(&search.pairs, &pair)) {
            split_pair(query, &search, &pair);
            continue;
        }
        Volumes parts = volumes_of(&search, &pair);
        Intervals intervals;
        const GrazeInterval* next;
        begin_intervals(&intervals, pair.bound);
        while ((next = next_interval(query, &parts, query->to, &intervals)) != NULL) {
            if (next->begin_lo <= query->from && !query->is_first) continue;
            if (is_beyond(found, next->begin_lo)) break;
            join_parts(query, &search, &pair, next, found);
        }
    }
}

/*
 * Writes the union of the intervals of all pairs of parts. A search finds the first of them, those
 * that end before the horizon for good; another one follows from there on. A union that goes on
 * beyond the horizon is in the next search from its beginning, so that what it contains takes no
 * room, and the horizon moves on. So the answer depends on the final union alone, whatever its parts
 * are and how many.
 */
static int32_t unite_intervals(UnionQuery query, GrazeInterval* out, int32_t capacity)
{
    Unions found;
    int32_t count = 0;
    found.count = 0;
    do {
        int32_t k = 0;
        found.has_horizon = false;
        join_all(&query, &found);
        while (k < found.count && (!found.has_horizon || found.unions[k].end_hi < found.horizon)) {
            if (count == capacity) return capacity + 1;
            query.from = found.unions[k].end_hi;
            query.is_first = false;
            out[count++] = interval_of(&found.unions[k++]);
        }
        bool has_next = k < found.count;
        if (has_next)
            found.unions[0] = empty_union(found.unions[k].begin_lo, found.unions[k].end_hi);
        found.count = has_next ? 1 : 0;
    } while (found.has_horizon);
    return count;
}

int32_t graze_compound_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                         const GrazeMotionOptions* options, GrazeInterval* out,
                                         int32_t capacity)
{
    GrazeMotionOptions clipped = *options;
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return 0;
    UnionQuery query = {a, b, options, find_contacts, clipped.from, clipped.to, true};
    return unite_intervals(query, out, capacity);
}

int32_t graze_compound_unsafe_delays(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     double from, double to, const GrazeMotionOptions* options,
                                     GrazeDelay* out, int32_t capacity)
{
    UnionQuery query = {a, b, options, graze_unsafe_motion_delays, from, to, true};
    return unite_intervals(query, out, capacity);
}

static double volume_tolerance(const Volumes* volumes)
{
    return GRAZE_VOLUME_TOLERANCE * (volumes->a.shape->extent + volumes->b.shape->extent +
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

/* A clearance, and the pair of parts at whose seam a lower one may be. */
typedef struct {
    const GrazeMotionOptions* options;
    GrazeClearance* out;
    double lo;
    GrazeNodePair pair;
    bool has_changed;
} SeamClearance;

static void lower_clearance(void* context, const Volumes* volumes)
{
    SeamClearance* seam = context;
    GrazeClearance clearance;
    graze_clearance(&volumes->a, &volumes->b, seam->options, &clearance);
    seam->out->iterations += clearance.iterations;
    if (clearance.lo < seam->lo) seam->out->status = clearance.status;
    seam->lo = min2(seam->lo, clearance.lo);
    if (clearance.hi >= seam->out->hi) return;
    seam->out->hi = clearance.hi;
    seam->out->time = clearance.time;
    seam->has_changed = true;
}

/*
 * Lowers the clearance of bodies whose parts only touch by that of thin parts in seams. The witness
 * is that of the parts, a common point.
 */
static void lower_in_seams(const GrazeMovingBody* a, const GrazeMovingBody* b, double reach,
                           SeamClearance* seam)
{
    Search search;
    begin(&search, a, b, -INFINITY);
    while (graze_node_pairs_next(&search.pairs, &seam->pair)) {
        Volumes volumes = volumes_of(&search, &seam->pair);
        GrazeClearance clearance = volume_clearance(&volumes, seam->options);
        seam->out->iterations += clearance.iterations;
        if (clearance.lo > reach) continue;
        if (!graze_node_pair_is_leaf(&search.pairs, &seam->pair)) {
            GrazeNodePair split[2];
            graze_node_pair_split(&search.pairs, &seam->pair, split);
            graze_node_pairs_add_split(&search.pairs, split, DBL_MAX);
            continue;
        }
        seam->has_changed = false;
        each_bridge(&search, &seam->pair, lower_clearance, seam);
        if (!seam->has_changed) continue;
        GrazeContact contact;
        GrazeRelativeMotion motion;
        graze_relative_motion_init(&motion, &volumes.a, &volumes.b, seam->out->time, 1);
        graze_write_witness(&motion, 0, false, &contact);
        seam->out->witness = contact.witness;
        graze_node_pair_write_parts(&search.pairs, &seam->pair, &seam->out->witness);
    }
}

/* Returns the clearance of a pair of parts, as far as it is below the limit. */
static GrazeClearance part_clearance(const Volumes* parts, const GrazeMotionOptions* options,
                                     double limit)
{
    GrazeClearance clearance;
    GrazeClearanceBracket bracket;
    if (!(limit < INFINITY)) {
        graze_clearance(&parts->a, &parts->b, options, &clearance);
        return clearance;
    }
    graze_clearance_bracket(&parts->a, &parts->b, options, limit, &bracket);
    clearance = (GrazeClearance){.lo = bracket.lo,
                                 .hi = bracket.hi,
                                 .time = bracket.time,
                                 .is_common = bracket.is_common,
                                 .status = (int32_t)bracket.status,
                                 .iterations = bracket.evaluations};
    return clearance;
}

/*
 * A limit leaves out pairs of nodes whose bound is not below it. Thin parts in seams are deeper than
 * their parts, whose clearance is about 0 then: a limit below that must not leave out these parts.
 */
void graze_compound_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                              const GrazeMotionOptions* options, double limit, GrazeClearance* out)
{
    Search search;
    GrazeNodePair pair;
    double lo = INFINITY;
    int32_t status = GRAZE_CLEARANCE_CERTIFIED;
    int32_t iterations = 0;
    *out = (GrazeClearance){.lo = INFINITY, .hi = INFINITY, .status = GRAZE_CLEARANCE_CERTIFIED};
    double reach = seam_reach(a, b);
    if (limit <= reach) limit = INFINITY;
    begin(&search, a, b, -INFINITY);
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        if (pair.bound >= out->hi && out->is_common) continue;
        if (pair.bound >= limit) continue;
        if (graze_node_pair_is_leaf(&search.pairs, &pair)) {
            Volumes parts = volumes_of(&search, &pair);
            GrazeClearance clearance =
                part_clearance(&parts, options, limit < INFINITY ? min2(limit, out->hi) : limit);
            out->is_common |= clearance.is_common;
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
    out->status = status;
    out->iterations = iterations;
    /* Pairs that were left out have a clearance of at least the limit. */
    SeamClearance seam = {options, out, min2(lo, limit), {0, 0, 0}, false};
    if (out->is_common && may_be_seam_contact(a, b, out->hi, reach))
        lower_in_seams(a, b, reach, &seam);
    out->lo = seam.lo;
}

/* A separation at a time. */
typedef struct {
    double time, least;
} SeamSeparation;

static void lower_separation(void* context, const Volumes* volumes)
{
    SeamSeparation* seam = context;
    seam->least = min2(seam->least, graze_separation_at(&volumes->a, &volumes->b, seam->time));
}

/* Returns the least separation of two parts, or, if `reach` is not negative, that of a thin part
   and a bridge beside a part that is at most that far from it. */
static double least_separation(const GrazeMovingBody* a, const GrazeMovingBody* b, double t,
                               double reach)
{
    Search search;
    GrazeNodePair pair;
    SeamSeparation seam = {t, INFINITY};
    begin(&search, a, b, -INFINITY);
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        if (pair.bound >= (reach >= 0 ? reach : seam.least)) continue;
        Volumes volumes = volumes_of(&search, &pair);
        double separation = graze_separation_at(&volumes.a, &volumes.b, t);
        if (graze_node_pair_is_leaf(&search.pairs, &pair)) {
            if (reach < 0) seam.least = min2(seam.least, separation);
            if (separation <= reach) each_bridge(&search, &pair, lower_separation, &seam);
            continue;
        }
        GrazeNodePair split[2];
        pair.bound = separation - volume_tolerance(&volumes);
        graze_node_pair_split(&search.pairs, &pair, split);
        graze_node_pairs_add_split(&search.pairs, split, DBL_MAX);
    }
    return seam.least;
}

double graze_compound_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t)
{
    double least = least_separation(a, b, t, -INFINITY);
    double reach = seam_reach(a, b);
    if (!may_be_seam_contact(a, b, least, reach)) return least;
    return min2(least, least_separation(a, b, t, reach));
}
