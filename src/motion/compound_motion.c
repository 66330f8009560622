#include "compound_motion.h"

#include "../advancement/group_contact.h"
#include "../advancement/interval_union.h"
#include "../base/vec.h"
#include "../static/compound/compound_pair.h"
#include "../static/compound/compound_seam.h"
#include "../tolerance.h"
#include "clearance.h"
#include "convex_pair.h"
#include "first_contact.h"
#include "intervals.h"
#include "proximity.h"
#include "unsafe_delays.h"

/*
 * Queries of moving compounds, part by part. The volume of a node moves as its body does, and
 * contains the node's parts exactly, so whatever is certified of two volumes holds for all pairs of
 * parts in them: they do not meet before the volumes do, and never come nearer than these.
 *
 * The first contact of the bodies is the earliest one of two parts, their intervals of contact and
 * their unsafe delays are the unions of those of the parts: brackets and certificates of parts are
 * those of the bodies, with bridges as further parts (see below). The distance tolerance is one of
 * parts: an overlap of their union with a body that is thinner than the tolerance can be deeper. Parts
 * that only touch overlap as unions where their cones cover all directions (static/convex/tangent_cone.h), which
 * no bound over time certifies: a body that fits exactly between parts touches them while it moves, and
 * segments that cross at a joint alone are recognized at the beginning of the query only.
 *
 * All pairs of a query draw on one budget of iterations.
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

static int32_t count_parts(const GrazeShape* shape)
{
    return shape->compound != NULL ? shape->compound->count : 1;
}

/* Returns the budget of a query: by default that of two convex bodies, with the share of rotations or
   delays, for each part of both bodies. */
static GrazeSharedBudget budget_of(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                   const GrazeMotionOptions* options, bool is_of_delays)
{
    if (options->max_iterations >= 1) return (GrazeSharedBudget){options->max_iterations, 0};
    double parts = (double)count_parts(a->shape) + count_parts(b->shape) - 1;
    double extra = is_of_delays ? graze_delay_budget(a, b) : graze_rotation_budget(a, b);
    double total = (graze_default_budget(a, b) + extra) * parts;
    return (GrazeSharedBudget){(int32_t)min2(total, GRAZE_MAX_ITERATIONS), 0};
}

/* Returns options for the time from `from` on, up to `to`, with a share of the budget, of which
   something must be left. */
static GrazeMotionOptions options_within(const GrazeMotionOptions* options, double from, double to,
                                         const GrazeSharedBudget* budget)
{
    GrazeMotionOptions within = *options;
    within.from = from;
    within.to = to;
    within.max_iterations = graze_budget_share(budget);
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

/* Finds the first contact of two bodies in [from, to]; it is undecided if the budget is used up. */
static Earliest contact_within(const Volumes* volumes, const GrazeMotionOptions* options,
                               double from, double to, GrazeSharedBudget* budget)
{
    Earliest contact = {.status = GRAZE_CONTACT_UNDECIDED, .lo = from, .hi = to};
    if (budget->left <= 0) return contact;
    GrazeMotionOptions within = options_within(options, from, to, budget);
    graze_budget_spend(budget,
                       graze_convex_contact_bracket(&volumes->a, &volumes->b, &within,
                                                    &contact.status, &contact.lo, &contact.hi));
    return contact;
}

/* Finds the first contact of the volumes or parts of a pair from its bound up to `to`. */
static Earliest contact_of(const Search* search, const GrazeNodePair* pair,
                           const GrazeMotionOptions* options, double to, GrazeSharedBudget* budget)
{
    Volumes volumes = volumes_of(search, pair);
    Earliest contact = contact_within(&volumes, options, pair->bound, to, budget);
    contact.pair = *pair;
    return contact;
}

/*
 * Splits a pair of nodes and adds the pairs whose volumes meet before `to`. Returns false if the
 * budget is used up: then the pair is left out, and nothing is known of it from its bound on.
 */
static bool split_by_contact(Search* search, const GrazeNodePair* pair,
                             const GrazeMotionOptions* options, double to,
                             GrazeSharedBudget* budget)
{
    GrazeNodePair split[2];
    if (budget->left <= 0) return false;
    graze_node_pair_split(&search->pairs, pair, split);
    for (int i = 0; i < 2; i++) {
        if (graze_node_pair_is_leaf(&search->pairs, &split[i])) continue;
        Earliest contact = contact_of(search, &split[i], options, to, budget);
        split[i].bound = contact.status == GRAZE_CONTACT_FREE ? INFINITY : contact.lo;
    }
    graze_node_pairs_add_split(&search->pairs, split, DBL_MAX);
    return true;
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

/* Returns whether the unions overlap at time t, as bodies at rest do. */
static bool are_overlapping_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t)
{
    GrazePose pose_a = pose_at(a, t);
    GrazePose pose_b = pose_at(b, t);
    return graze_relation(a->shape, &pose_a, b->shape, &pose_b) == GRAZE_OVERLAPPING;
}

/*
 * Seams. A thin part that moves in a seam only touches the parts on both sides of it, though it is
 * inside their union. The convex bodies within the union that cover seams (static/compound/compound_pair.h)
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

static bool has_segment(const GrazeShape* shape)
{
    if (shape->compound == NULL) return shape->count == 2 && shape->radius == 0;
    for (int32_t k = 0; k < shape->compound->count; k++) {
        const GrazeShape* part = graze_part_at(shape, k);
        if (part->count == 2 && part->radius == 0) return true;
    }
    return false;
}

/* Returns the options for volumes: these touch where parts can overlap in seams. */
static GrazeMotionOptions volume_options(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                         const GrazeMotionOptions* options)
{
    GrazeMotionOptions volumes = *options;
    if (seam_reach(a, b) >= 0) volumes.touching = GRAZE_TOUCHING_CONFLICT;
    return volumes;
}

static bool is_point(const GrazeShape* shape)
{
    return shape->compound == NULL && shape->count == 1 && shape->radius == 0;
}

/*
 * Returns whether the unions overlap at an instant though no parts do: a point at a seam or a corner of
 * parts, or line segments that cross at joints. Other bodies that only touch parts all around fit
 * exactly between them, and touch these while they move. If it `is_unknown` whether parts overlap, these
 * count too.
 */
static bool are_inside_at(const GrazeMovingBody* a, const GrazeMovingBody* b,
                          const GrazeMotionOptions* options, double t, bool is_unknown)
{
    bool can_be = is_unknown || is_point(a->shape) || is_point(b->shape) ||
                  (has_segment(a->shape) && has_segment(b->shape));
    if (!can_be || !are_overlapping_at(a, b, t)) return false;
    return options->touching == GRAZE_TOUCHING_CONFLICT ||
           graze_compound_separation_at(a, b, t) < -0.5 * options->distance_tolerance;
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
    GrazeSharedBudget* budget;
} Graze;

static void begin_graze(Graze* graze, const GrazeMotionOptions* options, double lo, double to,
                        GrazeSharedBudget* budget)
{
    *graze =
        (Graze){options,  lo,    lo, to, 0.5 * options->tolerance, {.status = GRAZE_CONTACT_FREE},
                INFINITY, budget};
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
    GrazeMotionOptions options = *graze->options;
    options.tolerance *= 0.5;
    GrazeNodePair pair = contact->pair;
    *contact = contact_within(volumes, &options, contacts->t, to, graze->budget);
    contact->pair = pair;
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
        if (split_by_contact(&search, &pair, graze->options, graze->to, graze->budget)) continue;
        const Earliest unknown = {GRAZE_CONTACT_UNDECIDED, pair.bound, graze->to, pair};
        end_graze(graze, &unknown);
    }
}

/*
 * Follows a first contact that is a graze of two parts, or undecided, to the end of the graze of the
 * bodies: to where all parts are apart, or parts overlap, or a thin part is in a seam. Each round but
 * the last extends it, and searches the time since the end of the one before.
 */
static void follow_graze(const GrazeMovingBody* a, const GrazeMovingBody* b,
                         const GrazeMotionOptions* options, Earliest* earliest,
                         GrazeSharedBudget* budget)
{
    double lo = earliest->lo;
    double next = lo;
    double before = -INFINITY;
    Graze graze;
    begin_graze(&graze, options, lo, options->to, budget);
    while (graze.hi > before) {
        before = graze.hi;
        extend_graze(a, b, next, &graze);
        next = before;
    }
    const Earliest* overlap = &graze.overlap;
    bool is_found = overlap->status != GRAZE_CONTACT_FREE;
    if (is_found && overlap->hi <= options->from) {
        *earliest = (Earliest){GRAZE_CONTACT_OVERLAPPING, lo, lo, earliest->pair};
    } else if (graze.unknown < INFINITY && !(is_found && overlap->lo <= graze.unknown)) {
        *earliest = (Earliest){GRAZE_CONTACT_UNDECIDED, lo, graze.to, earliest->pair};
    } else if (is_found) {
        *earliest = (Earliest){GRAZE_CONTACT_HIT, lo, overlap->hi, earliest->pair};
    } else {
        *earliest = (Earliest){GRAZE_CONTACT_GRAZING, lo, graze.hi, earliest->pair};
    }
}

/*
 * Decides a contact at the beginning again in which no parts overlap: a thin body can be in a seam or
 * at a joint there, exactly or up to the rounding of the poses.
 */
static void decide_begin(const GrazeMovingBody* a, const GrazeMovingBody* b,
                         const GrazeMotionOptions* options, Earliest* earliest,
                         GrazeSharedBudget* budget)
{
    double from = options->from;
    bool allows_touching = options->touching == GRAZE_TOUCHING_ALLOWED;
    bool is_touch = earliest->status != GRAZE_CONTACT_FREE && earliest->lo <= from;
    if (earliest->status == GRAZE_CONTACT_OVERLAPPING || !(is_touch || allows_touching)) return;
    bool is_inside =
        are_inside_at(a, b, options, from, is_touch && earliest->status != GRAZE_CONTACT_GRAZING);
    if (!is_inside && is_touch && seam_reach(a, b) >= 0) {
        Graze graze;
        begin_graze(&graze, options, from, from, budget);
        extend_graze(a, b, from, &graze);
        is_inside = graze.overlap.status == GRAZE_CONTACT_OVERLAPPING;
    }
    if (!is_inside) return;
    earliest->status = GRAZE_CONTACT_OVERLAPPING;
    earliest->lo = earliest->hi = from;
}

/* The first contact of two bodies, which further pairs of parts are joined to. */
typedef struct {
    const GrazeMotionOptions* options;
    Earliest earliest;
    double to; /* later contacts change nothing */
    GrazeSharedBudget* budget;
} FirstContact;

static void join_first(FirstContact* first, const Earliest* contact)
{
    Earliest joined = *contact;
    /* Before its bound the volumes have no contact, so it does not begin with an overlap. */
    if (joined.status == GRAZE_CONTACT_OVERLAPPING && joined.lo > first->options->from)
        joined.status = GRAZE_CONTACT_HIT;
    join_contact(&first->earliest, &joined);
    if (first->earliest.status != GRAZE_CONTACT_FREE)
        first->to = min2(first->to, first->earliest.hi);
}

/* A thin part that touches another one for the first time at `from`. */
typedef struct {
    FirstContact* first;
    double from;
    GrazeNodePair pair;
} SeamContact;

static void join_first_in_seam(void* context, const Volumes* volumes)
{
    SeamContact* seam = context;
    FirstContact* first = seam->first;
    Earliest contact =
        contact_within(volumes, first->options, seam->from, first->to, first->budget);
    contact.pair = seam->pair;
    join_first(first, &contact);
}

/*
 * Joins the first overlap of a pair of parts where touching is allowed: also one of a thin part in a
 * seam, from its first touch on.
 */
static void join_first_overlap(const Search* search, const GrazeNodePair* pair, FirstContact* first)
{
    GrazeMotionOptions touches = *first->options;
    touches.touching = GRAZE_TOUCHING_CONFLICT;
    Earliest contact = contact_of(search, pair, first->options, first->to, first->budget);
    join_first(first, &contact);
    if (!(seam_reach(search->a, search->b) >= 0)) return;
    contact = contact_of(search, pair, &touches, first->to, first->budget);
    if (contact.status == GRAZE_CONTACT_FREE) return;
    SeamContact seam = {first, contact.lo, *pair};
    each_bridge(search, pair, join_first_in_seam, &seam);
}

/* Writes the separation at the beginning of a contact, with its witness. */
static void write_contact_witness(const Search* search, const Earliest* earliest, GrazeContact* out)
{
    GrazeRelativeMotion motion;
    if (earliest->status == GRAZE_CONTACT_OVERLAPPING) {
        graze_relative_motion_init(&motion, search->a, search->b, earliest->lo, 1);
        graze_write_witness(&motion, 0, true, out);
        if (motion.interval.is_inflated)
            out->separation = graze_compound_separation_at(search->a, search->b, earliest->lo);
        return;
    }
    Volumes parts = volumes_of(search, &earliest->pair);
    graze_relative_motion_init(&motion, &parts.a, &parts.b, earliest->lo, 1);
    graze_write_witness(&motion, 0, false, out);
    graze_node_pair_write_parts(&search->pairs, &earliest->pair, &out->witness);
}

int32_t graze_compound_first_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     const GrazeMotionOptions* options, bool has_witness,
                                     GrazeContact* out)
{
    Search search;
    GrazeNodePair pair;
    GrazeMotionOptions clipped = *options;
    *out = (GrazeContact){.lo = options->to, .hi = options->to, .status = GRAZE_CONTACT_FREE};
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return 0;
    clipped.tolerance =
        max2(clipped.tolerance, graze_motion_min_tolerance(a, b, clipped.from, clipped.to));
    bool allows_touching = clipped.touching == GRAZE_TOUCHING_ALLOWED;
    GrazeSharedBudget budget = budget_of(a, b, options, false);
    FirstContact first = {&clipped, {.status = GRAZE_CONTACT_FREE}, clipped.to, &budget};
    const GrazeMotionOptions of_volumes = volume_options(a, b, &clipped);
    begin(&search, a, b, clipped.from);
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        if (pair.bound > first.to) continue;
        if (!graze_node_pair_is_leaf(&search.pairs, &pair)) {
            if (split_by_contact(&search, &pair, &of_volumes, first.to, &budget)) continue;
            const Earliest unknown = {GRAZE_CONTACT_UNDECIDED, pair.bound, first.to, pair};
            join_first(&first, &unknown);
        } else if (allows_touching) {
            join_first_overlap(&search, &pair, &first);
        } else {
            Earliest contact = contact_of(&search, &pair, &clipped, first.to, &budget);
            join_first(&first, &contact);
        }
    }
    Earliest* earliest = &first.earliest;
    bool may_be_in_seam = earliest->status == GRAZE_CONTACT_UNDECIDED && seam_reach(a, b) >= 0;
    if (!allows_touching && (earliest->status == GRAZE_CONTACT_GRAZING || may_be_in_seam))
        follow_graze(a, b, &clipped, earliest, &budget);
    decide_begin(a, b, &clipped, earliest, &budget);
    out->iterations = budget.made;
    if (earliest->status == GRAZE_CONTACT_FREE) return budget.made;
    out->status = (int32_t)earliest->status;
    out->lo = earliest->lo;
    out->hi = earliest->hi;
    if (has_witness) write_contact_witness(&search, earliest, out);
    return budget.made;
}

/* GrazeUnions of intervals, in order of time or delay. */

/* Finds intervals of a pair of convex bodies within [from, to], in order; returns their number, or
   capacity + 1, and in *iterations those that were made. */
typedef int32_t FindIntervals(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                              double to, const GrazeMotionOptions* options, GrazeInterval* out,
                              int32_t capacity, int32_t* iterations);

static int32_t find_contacts(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                             double to, const GrazeMotionOptions* options, GrazeInterval* out,
                             int32_t capacity, int32_t* iterations)
{
    GrazeMotionOptions within = *options;
    within.from = from;
    within.to = to;
    return graze_convex_contact_intervals(a, b, &within, out, capacity, iterations);
}

/* The bodies and the query of a union: all intervals end by `to`. */
typedef struct {
    const GrazeMovingBody *a, *b;
    const GrazeMotionOptions* options;
    FindIntervals* find;
    double to;
    GrazeSharedBudget* budget;
} UnionQuery;

/* Finds the intervals of two bodies; one of which nothing is known if the budget is used up. */
static int32_t find_intervals(const UnionQuery* query, const Volumes* volumes,
                              const GrazeMotionOptions* options, double from, GrazeInterval* out,
                              int32_t capacity)
{
    double to = query->to;
    if (query->budget->left <= 0) {
        out[0] = (GrazeInterval){from, to, from, to, GRAZE_CONTACT_UNDECIDED, 0};
        return 1;
    }
    int32_t iterations = 0;
    GrazeMotionOptions within = *options;
    within.max_iterations = graze_budget_share(query->budget);
    int32_t count =
        query->find(&volumes->a, &volumes->b, from, to, &within, out, capacity, &iterations);
    graze_budget_spend(query->budget, iterations);
    return count;
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
                                          const GrazeMotionOptions* options, Intervals* intervals)
{
    if (intervals->index == intervals->count) {
        if (!intervals->has_more) return NULL;
        double from = intervals->next;
        int32_t found = find_intervals(query, volumes, options, from, intervals->chunk, CHUNK);
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
    GrazeUnions* found;
    double from, to;
    bool is_covered, is_unknown;
} SeamUnion;

/* Joins the intervals of the overlaps of a thin part and a bridge. */
static void join_in_seam(void* context, const Volumes* volumes)
{
    SeamUnion* seam = context;
    UnionQuery query = *seam->query;
    Intervals intervals;
    const GrazeInterval* interval;
    query.to = seam->to;
    begin_intervals(&intervals, seam->from);
    while ((interval = next_interval(&query, volumes, query.options, &intervals)) != NULL) {
        if (interval->status == GRAZE_CONTACT_UNDECIDED) seam->is_unknown = true;
        if (interval->status != GRAZE_CONTACT_HIT) continue;
        graze_unions_add(seam->found, interval);
        if (interval->begin_hi <= seam->from && interval->end_lo >= seam->to)
            seam->is_covered = true;
    }
}

/* Joins the seams of a pair of parts in a range in which they touch: all of an interval without an
   overlap, or a bracket of one that is wider than the tolerance. Returns the status of the range. */
static int32_t join_seams(const UnionQuery* query, const Search* search, const GrazeNodePair* pair,
                          double from, double to, int32_t status, GrazeUnions* found)
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
                       const GrazeInterval* added, GrazeUnions* found)
{
    GrazeInterval interval = *added;
    bool is_hit = added->status == GRAZE_CONTACT_HIT;
    interval.status = join_seams(query, search, pair, added->begin_lo,
                                 is_hit ? added->begin_hi : added->end_hi, added->status, found);
    if (is_hit && interval.status == GRAZE_CONTACT_HIT) {
        interval.status =
            join_seams(query, search, pair, added->end_lo, added->end_hi, interval.status, found);
    }
    graze_unions_add(found, &interval);
}

/* Joins the overlaps of thin parts in seams where touching is allowed: in all of the time in which
   two parts are in contact. */
static void join_overlaps_in_seams(const UnionQuery* query, const Search* search,
                                   const GrazeNodePair* pair, GrazeUnions* found)
{
    GrazeMotionOptions touches = *query->options;
    Volumes parts = volumes_of(search, pair);
    Intervals intervals;
    const GrazeInterval* next;
    touches.touching = GRAZE_TOUCHING_CONFLICT;
    begin_intervals(&intervals, pair->bound);
    while ((next = next_interval(query, &parts, &touches, &intervals)) != NULL) {
        if (graze_unions_end_before(found, next->begin_lo)) return;
        SeamUnion seam = {query, found, next->begin_lo, next->end_hi, false, false};
        each_bridge(search, pair, join_in_seam, &seam);
    }
}

/* Splits a pair of nodes, at whose beginning of contact its children begin. */
static void split_pair(const UnionQuery* query, Search* search, GrazeNodePair* pair,
                       GrazeUnions* found)
{
    GrazeInterval first;
    Volumes volumes = volumes_of(search, pair);
    bool is_known = query->budget->left > 0;
    GrazeMotionOptions options = volume_options(query->a, query->b, query->options);
    if (find_intervals(query, &volumes, &options, pair->bound, &first, 1) == 0) return;
    if (!is_known) {
        graze_unions_add(found, &first);
        return;
    }
    GrazeNodePair split[2];
    pair->bound = max2(pair->bound, first.begin_lo);
    graze_node_pair_split(&search->pairs, pair, split);
    graze_node_pairs_add_split(&search->pairs, split, DBL_MAX);
}

/* Joins the intervals of all pairs of parts, except those of an interval before. */
static void join_all(const void* data, GrazeUnions* found)
{
    const UnionQuery* query = data;
    Search search;
    GrazeNodePair pair;
    bool allows_touching = query->options->touching == GRAZE_TOUCHING_ALLOWED;
    bool has_seams = seam_reach(query->a, query->b) >= 0;
    double from = found->from;
    if (query->find == find_contacts && found->is_first &&
        are_inside_at(query->a, query->b, query->options, from, false)) {
        const GrazeInterval inside = {from, from, from, from, GRAZE_CONTACT_HIT, 0};
        graze_unions_add(found, &inside);
    }
    begin(&search, query->a, query->b, from);
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        if (graze_unions_end_before(found, pair.bound)) continue;
        if (!graze_node_pair_is_leaf(&search.pairs, &pair)) {
            split_pair(query, &search, &pair, found);
            continue;
        }
        Volumes parts = volumes_of(&search, &pair);
        Intervals intervals;
        const GrazeInterval* next;
        begin_intervals(&intervals, pair.bound);
        while ((next = next_interval(query, &parts, query->options, &intervals)) != NULL) {
            if (next->begin_lo <= found->from && !found->is_first) continue;
            if (graze_unions_end_before(found, next->begin_lo)) break;
            if (allows_touching) {
                graze_unions_add(found, next);
            } else {
                join_parts(query, &search, &pair, next, found);
            }
        }
        if (allows_touching && has_seams) join_overlaps_in_seams(query, &search, &pair, found);
    }
}

int32_t graze_compound_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                         const GrazeMotionOptions* options, GrazeInterval* out,
                                         int32_t capacity)
{
    GrazeMotionOptions clipped = *options;
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return 0;
    GrazeSharedBudget budget = budget_of(a, b, options, false);
    const UnionQuery query = {a, b, options, find_contacts, clipped.to, &budget};
    return graze_unite_intervals(join_all, &query, clipped.from, out, capacity);
}

int32_t graze_compound_unsafe_delays(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                     double from, double to, const GrazeMotionOptions* options,
                                     GrazeDelay* out, int32_t capacity)
{
    GrazeSharedBudget budget = budget_of(a, b, options, true);
    const UnionQuery query = {a, b, options, graze_convex_unsafe_delays, to, &budget};
    return graze_unite_intervals(join_all, &query, from, out, capacity);
}

/*
 * The separation of two unions: the least gap of two parts while they are disjoint, and minus the depth
 * of the union of all differences of parts (static/compound/compound_depth.c) while they overlap. The depth is more
 * than that of the deepest pair of parts.
 */

static double volume_tolerance(const Volumes* volumes)
{
    return GRAZE_VOLUME_TOLERANCE * (volumes->a.shape->extent + volumes->b.shape->extent +
                                     (double)volumes->a.shape->radius + volumes->b.shape->radius);
}

/* Bounds of the separation at an instant: equal, except where the depth is not exact. */
typedef struct {
    double lo, hi;
} Separation;

/* Computes the separation at an instant of bodies that are grown by `growth` in sum. */
static Separation separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t,
                                double growth)
{
    GrazeRelativeMotion motion;
    GrazeMotionState state;
    GrazeRelation relation;
    GrazePenetration penetration;
    graze_relative_motion_init(&motion, a, b, t, 1);
    graze_relative_motion_find_interval(&motion, 0);
    graze_motion_state_evaluate(&motion, 0, &state);
    double inflation = state.inflation[0] + growth;
    double gap = graze_gap(a->shape, &state.pose_a, b->shape, &state.pose_b, &relation);
    if (relation == GRAZE_TOUCHING && inflation == 0) return (Separation){0, 0};
    if (relation == GRAZE_DISJOINT && gap >= inflation)
        return (Separation){gap - inflation, gap - inflation};
    graze_compound_depth(a->shape, &state.pose_a, b->shape, &state.pose_b, inflation, &penetration);
    return (Separation){-penetration.depth, -penetration.lower_bound};
}

double graze_compound_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t)
{
    return separation_at(a, b, t, 0).lo;
}

/* Returns the clearance of two convex bodies, as far as it is below the limit; nothing is known of it
   if the budget is used up. */
static GrazeClearance clearance_within(const Volumes* volumes, const GrazeMotionOptions* options,
                                       double distance_tolerance, double limit,
                                       GrazeSharedBudget* budget)
{
    GrazeMotionOptions within = *options;
    GrazeClearance clearance = {.lo = -INFINITY, .hi = INFINITY, .is_common = 1};
    GrazeClearanceBracket bracket;
    if (budget->left <= 0) return clearance;
    within.distance_tolerance = distance_tolerance;
    within.max_iterations = graze_budget_share(budget);
    if (limit < INFINITY) {
        graze_convex_clearance_bracket(&volumes->a, &volumes->b, &within, limit, &bracket);
        clearance = (GrazeClearance){.lo = bracket.lo,
                                     .hi = bracket.hi,
                                     .time = bracket.time,
                                     .is_common = bracket.is_common,
                                     .status = (int32_t)bracket.status,
                                     .iterations = bracket.evaluations};
    } else {
        graze_convex_clearance(&volumes->a, &volumes->b, &within, &clearance);
    }
    graze_budget_spend(budget, clearance.iterations);
    return clearance;
}

/*
 * Bounds of the clearance of unions that may overlap, by branch and bound over time. Let no point of one
 * body move farther than D relative to the other between the middle of a span of time and any other
 * instant of it. Then the union of A - B at that instant is within that of the middle grown by D, so the
 * separation of the bodies grown by D is a lower bound: a gap that is wider than 2 D stays one. The
 * depth itself can jump, where a gap closes. It cannot if the bodies do not turn: then A - B only moves,
 * and the separation changes by D at most.
 */
typedef struct {
    double t0, t1, lower;
} TimeSpan;

typedef struct {
    const GrazeMovingBody *a, *b;
    TimeSpan spans[GRAZE_UNION_SAMPLES + 1];
    int32_t count;
    double hi, time;
    GrazeSharedBudget* budget;
} UnionClearance;

/* Returns an upper bound of D over [t0, t1]; sets *is_turning if a body turns there. */
static double max_displacement(const GrazeMovingBody* a, const GrazeMovingBody* b, double t0,
                               double t1, bool* is_turning)
{
    GrazeRelativeMotion motion;
    double sum = 0;
    double t = 0;
    double end = t1 - t0;
    graze_relative_motion_init(&motion, a, b, t0, 1);
    while (t < end) {
        GrazeMotionState state;
        GrazeRateBounds rates;
        const GrazePieceInterval* interval = graze_relative_motion_find_interval(&motion, t);
        double span = min2(interval->to, end) - t;
        graze_motion_state_expand(&motion, t, &state);
        graze_compute_rate_bounds(&state, span, &rates);
        sum += graze_largest_speed(interval, &rates) * span + 2 * state.error;
        *is_turning |= rates.angular_velocity_a > 0 || rates.angular_velocity_b > 0;
        if (!(t + span > t)) break;
        t += span;
    }
    return sum * (1 + GRAZE_STEP_ERROR);
}

/* Evaluates the separation at an instant, which can be the least one; returns its lower bound. */
static double sample_union(UnionClearance* search, double t)
{
    Separation separation = separation_at(search->a, search->b, t, 0);
    graze_budget_spend(search->budget, 1);
    if (separation.hi < search->hi) {
        search->hi = separation.hi;
        search->time = t;
    }
    return separation.lo;
}

static void add_span(UnionClearance* search, double t0, double t1)
{
    double middle = t0 + 0.5 * (t1 - t0);
    bool is_turning = false;
    double before = max_displacement(search->a, search->b, t0, middle, &is_turning);
    double after = max_displacement(search->a, search->b, middle, t1, &is_turning);
    double displacement = max2(before, after);
    double lower = sample_union(search, middle) - displacement;
    if (is_turning) lower = separation_at(search->a, search->b, middle, displacement).lo;
    search->spans[search->count++] = (TimeSpan){t0, t1, lower};
}

static TimeSpan* lowest_span(UnionClearance* search)
{
    TimeSpan* lowest = &search->spans[0];
    for (int32_t i = 1; i < search->count; i++)
        if (search->spans[i].lower < lowest->lower) lowest = &search->spans[i];
    return lowest;
}

/*
 * Replaces the clearance of the parts by bounds of that of the unions, beginning at the time at which
 * parts are nearest, as far as it is below `limit`. `floor` is a lower bound known before.
 */
static void bound_union(const GrazeMovingBody* a, const GrazeMovingBody* b,
                        const GrazeMotionOptions* options, double limit, double floor,
                        GrazeSharedBudget* budget, GrazeClearance* out)
{
    UnionClearance search = {
        .a = a, .b = b, .count = 0, .hi = INFINITY, .time = out->time, .budget = budget};
    double from = options->from;
    double to = options->to;
    double middle = out->hi < INFINITY ? clamp(out->time, from, to) : from;
    sample_union(&search, from);
    sample_union(&search, middle);
    sample_union(&search, to);
    add_span(&search, from, middle);
    add_span(&search, middle, to);
    TimeSpan* lowest = lowest_span(&search);
    while (search.count < GRAZE_UNION_SAMPLES && budget->left > 0 &&
           max2(lowest->lower, floor) < min2(search.hi, limit) - options->distance_tolerance) {
        TimeSpan span = *lowest;
        double t = span.t0 + 0.5 * (span.t1 - span.t0);
        if (!(t > span.t0 && t < span.t1)) break;
        *lowest = search.spans[--search.count];
        add_span(&search, span.t0, t);
        add_span(&search, t, span.t1);
        lowest = lowest_span(&search);
    }
    out->lo = min2(max2(lowest->lower, floor), search.hi);
    out->hi = search.hi;
    out->time = search.time;
    out->status = GRAZE_CLEARANCE_BOUNDED;
}

/* Writes the witness of the bodies at the time of a clearance. */
static void write_clearance_witness(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                    GrazeClearance* out)
{
    GrazeContact contact;
    GrazeRelativeMotion motion;
    graze_relative_motion_init(&motion, a, b, out->time, 1);
    graze_write_witness(&motion, 0, out->hi < 0, &contact);
    out->witness = contact.witness;
}

/* Finds the least clearance of two parts, as far as it is below the limit. */
static void find_parts_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                 const GrazeMotionOptions* options, double limit,
                                 GrazeSharedBudget* budget, GrazeClearance* out)
{
    Search search;
    GrazeNodePair pair;
    double lo = limit;
    int32_t status = GRAZE_CLEARANCE_CERTIFIED;
    begin(&search, a, b, -INFINITY);
    while (graze_node_pairs_next(&search.pairs, &pair)) {
        if (pair.bound >= min2(out->hi, limit)) continue;
        if (budget->left <= 0) {
            lo = min2(lo, pair.bound);
            status = GRAZE_CLEARANCE_UNDECIDED;
            continue;
        }
        if (graze_node_pair_is_leaf(&search.pairs, &pair)) {
            Volumes parts = volumes_of(&search, &pair);
            double below = limit < INFINITY ? min2(limit, out->hi) : limit;
            GrazeClearance clearance =
                clearance_within(&parts, options, options->distance_tolerance, below, budget);
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
            double coarse = max2(options->distance_tolerance, volume_tolerance(&volumes));
            split[i].bound =
                max2(pair.bound, clearance_within(&volumes, options, coarse, INFINITY, budget).lo);
        }
        graze_node_pairs_add_split(&search.pairs, split, DBL_MAX);
    }
    out->lo = min2(lo, out->hi);
    out->status = status;
}

/*
 * A limit leaves out pairs of nodes whose bound is not below it. Parts that only touch can overlap as
 * unions, so a limit below rounding must not leave these out.
 */
void graze_compound_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                              const GrazeMotionOptions* options, double limit, GrazeClearance* out)
{
    GrazeMotionOptions clipped = *options;
    double slack = options->distance_tolerance;
    *out = (GrazeClearance){.lo = INFINITY, .hi = INFINITY, .status = GRAZE_CLEARANCE_CERTIFIED};
    if (!graze_motion_window(a, b, &clipped.from, &clipped.to)) return;
    GrazeSharedBudget budget = budget_of(a, b, options, false);
    double reach = GRAZE_SEAM_REACH * (a->shape->extent + b->shape->extent);
    find_parts_clearance(a, b, &clipped, max2(limit, reach), &budget, out);
    bool is_single = count_parts(a->shape) == 1 && count_parts(b->shape) == 1;
    if (!is_single && out->lo <= 0) {
        Search search;
        const GrazeNodePair roots = {0, 0, -INFINITY};
        begin(&search, a, b, -INFINITY);
        Volumes hulls = volumes_of(&search, &roots);
        /* A lower bound of the clearance of the hulls of both bodies is one of the unions too. */
        double floor = clearance_within(&hulls, &clipped, slack, INFINITY, &budget).lo;
        bool is_shallow = out->lo >= -slack && floor >= min2(out->hi, limit) - 2 * slack;
        if (is_shallow) {
            out->lo = max2(out->lo, min2(floor, out->hi));
        } else {
            bound_union(a, b, &clipped, limit, floor, &budget, out);
            write_clearance_witness(a, b, out);
            if (out->lo >= min2(out->hi, limit) - slack) out->status = GRAZE_CLEARANCE_CERTIFIED;
        }
    }
    if (budget.left <= 0 && out->status == GRAZE_CLEARANCE_BOUNDED)
        out->status = GRAZE_CLEARANCE_UNDECIDED;
    out->lo = min2(out->lo, limit);
    if (!(out->hi < limit)) out->hi = INFINITY;
    out->is_common = 1;
    out->iterations = budget.made;
}
