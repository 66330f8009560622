#include "compound_pair.h"

#include "../../tolerance.h"
#include "../convex/cast.h"
#include "../convex/distance.h"
#include "../shape/bounds.h"
#include "compound_depth.h"
#include "compound_seam.h"

/*
 * Queries of compounds, part by part. Bounding boxes of the nodes of both trees, in world axes,
 * leave out pairs of parts that are certainly apart, by the contract of graze_bounds. All pairs of
 * parts have the same poses, so their verdicts refer to the same rounded coordinates
 * (graze_cso_init takes the frame by the poses): shared vertices of parts stay shared.
 */

/* A search of the pairs of parts of two bodies at their poses. */
typedef struct {
    const GrazeShape *a, *b;
    const GrazePose *pose_a, *pose_b;
    GrazeNodePairs pairs;
} Search;

static void begin(Search* search, const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                  const GrazePose* pose_b)
{
    search->a = a;
    search->b = b;
    search->pose_a = pose_a;
    search->pose_b = pose_b;
    graze_node_pairs_init(&search->pairs, a, b, 0);
}

static const GrazeCompoundNode* node_a(const Search* search, const GrazeNodePair* pair)
{
    return &search->pairs.a.nodes[pair->a];
}

static const GrazeCompoundNode* node_b(const Search* search, const GrazeNodePair* pair)
{
    return &search->pairs.b.nodes[pair->b];
}

/* Boxes of a pair of nodes. */
typedef struct {
    GrazeBounds a, b;
} Boxes;

static Boxes boxes_of(const Search* search, const GrazeNodePair* pair)
{
    return (Boxes){graze_bounds(&node_a(search, pair)->volume, search->pose_a, 0),
                   graze_bounds(&node_b(search, pair)->volume, search->pose_b, 0)};
}

/* Returns a lower bound of the gap of everything within two boxes. Bounds exceed their bodies by
   far more than a gap errs; the factor covers the rounding of this function. */
static double box_gap(const Boxes* boxes)
{
    const float* a = boxes->a.sides;
    const float* b = boxes->b.sides;
    double x = max2(0, max2((double)a[0] - b[2], (double)b[0] - a[2]));
    double y = max2(0, max2((double)a[1] - b[3], (double)b[1] - a[3]));
    return sqrt(x * x + y * y) * (1 - GRAZE_BOUNDS_SLACK);
}

/*
 * Takes the next pair of parts whose boxes are at most `reach` apart; returns false if none
 * remains. Of the two pairs that replace a pair of nodes, the nearer one comes first.
 */
static bool next_parts(Search* search, double reach, GrazeNodePair* parts)
{
    while (graze_node_pairs_next(&search->pairs, parts)) {
        if (parts->bound > reach) continue;
        if (graze_node_pair_is_leaf(&search->pairs, parts)) return true;
        GrazeNodePair split[2];
        graze_node_pair_split(&search->pairs, parts, split);
        for (int i = 0; i < 2; i++) {
            Boxes boxes = boxes_of(search, &split[i]);
            split[i].bound = box_gap(&boxes);
        }
        graze_node_pairs_add_split(&search->pairs, split, reach);
    }
    return false;
}

static double gap_of(const Search* search, const GrazeNodePair* pair, GrazeRelation* relation)
{
    return graze_convex_gap(&node_a(search, pair)->volume, search->pose_a,
                            &node_b(search, pair)->volume, search->pose_b, relation);
}

GrazeRelation graze_compound_relation(const GrazeShape* a, const GrazePose* pose_a,
                                      const GrazeShape* b, const GrazePose* pose_b)
{
    Search search;
    GrazeNodePair pair;
    GrazeCone cone;
    bool has_cone = false;
    GrazeRelation strongest = GRAZE_DISJOINT;
    GrazeCover cover = {.is_incomplete = true, .has_grown = true};
    while (graze_cover_begin_pass(&cover)) {
        begin(&search, a, pose_a, b, pose_b);
        while (next_parts(&search, 0, &pair)) {
            GrazeRelation relation =
                graze_relation_with_cone(&node_a(&search, &pair)->volume, pose_a,
                                         &node_b(&search, &pair)->volume, pose_b, &cone, &has_cone);
            if (relation == GRAZE_OVERLAPPING) return GRAZE_OVERLAPPING;
            if (relation != GRAZE_TOUCHING) continue;
            strongest = GRAZE_TOUCHING;
            if (has_cone && graze_cover_add(&cover, &cone)) return GRAZE_OVERLAPPING;
        }
    }
    return strongest;
}

/* Returns the relation of two bodies whose nearest parts have the relation `parts`. */
static GrazeRelation relation_of_union(GrazeRelation parts, const GrazeShape* a,
                                       const GrazePose* pose_a, const GrazeShape* b,
                                       const GrazePose* pose_b)
{
    return parts == GRAZE_TOUCHING ? graze_compound_relation(a, pose_a, b, pose_b) : parts;
}

double graze_compound_gap(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                          const GrazePose* pose_b, GrazeRelation* relation)
{
    Search search;
    GrazeNodePair pair;
    double least = INFINITY;
    begin(&search, a, pose_a, b, pose_b);
    while (next_parts(&search, least, &pair)) {
        double gap = gap_of(&search, &pair, relation);
        if (*relation != GRAZE_DISJOINT) {
            *relation = graze_compound_relation(a, pose_a, b, pose_b);
            return 0;
        }
        least = min2(least, gap);
    }
    *relation = GRAZE_DISJOINT;
    return least;
}

/*
 * Order of pairs of parts that are equally near, which does not depend on the order of the bodies:
 * first by the part of the body whose frame is used.
 */
typedef struct {
    int32_t first, second;
} PartsKey;

static bool is_before(PartsKey p, PartsKey q)
{
    return p.first != q.first ? p.first < q.first : p.second < q.second;
}

/* Pair of parts that answers for two bodies: the one whose separation is least. */
typedef struct {
    GrazeNodePair pair;
    GrazeRelation relation;
    double separation;
    PartsKey key;
} Nearest;

static bool is_nearer(const Nearest* p, const Nearest* q)
{
    if (p->relation != q->relation) return p->relation > q->relation;
    if (p->separation != q->separation) return p->separation < q->separation;
    return is_before(p->key, q->key);
}

/*
 * Finds the nearest pair of parts of those whose boxes are at most `limit` apart: of those that
 * overlap the deepest, else one that touches, else one with the least gap. Returns false if there is
 * none.
 */
static bool find_nearest(Search* search, bool is_swapped, double limit, Nearest* nearest)
{
    Nearest next;
    bool is_first = true;
    *nearest = (Nearest){{0, 0, 0}, GRAZE_DISJOINT, limit, {0, 0}};
    while (next_parts(search, max2(min2(nearest->separation, limit), 0), &next.pair)) {
        next.separation = gap_of(search, &next.pair, &next.relation);
        if (next.relation == GRAZE_OVERLAPPING) {
            GrazePenetration penetration;
            graze_convex_penetration(&node_a(search, &next.pair)->volume, search->pose_a,
                                     &node_b(search, &next.pair)->volume, search->pose_b,
                                     &penetration);
            next.separation = -penetration.depth;
        }
        int32_t part_a = node_a(search, &next.pair)->part;
        int32_t part_b = node_b(search, &next.pair)->part;
        next.key = is_swapped ? (PartsKey){part_b, part_a} : (PartsKey){part_a, part_b};
        if (is_first || is_nearer(&next, nearest)) *nearest = next;
        is_first = false;
    }
    return !is_first;
}

/* Finds that pair for two bodies, with `search` as it was when it began. */
static bool find_nearest_within(Search* search, const GrazeShape* a, const GrazePose* pose_a,
                                const GrazeShape* b, const GrazePose* pose_b, double limit,
                                Nearest* nearest)
{
    GrazeCso cso;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    begin(search, a, pose_a, b, pose_b);
    return find_nearest(search, cso.is_swapped, limit, nearest);
}

/* Returns that pair of all parts. */
static Nearest nearest_parts(Search* search, const GrazeShape* a, const GrazePose* pose_a,
                             const GrazeShape* b, const GrazePose* pose_b)
{
    Nearest nearest;
    find_nearest_within(search, a, pose_a, b, pose_b, INFINITY, &nearest);
    return nearest;
}

bool graze_compound_nearest_parts(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                                  const GrazePose* pose_b, double reach, GrazeNearestParts* out)
{
    Search search;
    Nearest nearest;
    if (!find_nearest_within(&search, a, pose_a, b, pose_b, reach, &nearest)) return false;
    int32_t part_a = node_a(&search, &nearest.pair)->part;
    int32_t part_b = node_b(&search, &nearest.pair)->part;
    *out = (GrazeNearestParts){graze_part_at(a, part_a), graze_part_at(b, part_b), part_a, part_b,
                               relation_of_union(nearest.relation, a, pose_a, b, pose_b)};
    return true;
}

void graze_compound_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b, GrazeDistance* out)
{
    Search search;
    Nearest nearest = nearest_parts(&search, a, pose_a, b, pose_b);
    graze_convex_distance(&node_a(&search, &nearest.pair)->volume, pose_a,
                          &node_b(&search, &nearest.pair)->volume, pose_b, out);
    graze_node_pair_write_parts(&search.pairs, &nearest.pair, &out->witness);
    out->relation = (int32_t)relation_of_union(nearest.relation, a, pose_a, b, pose_b);
}

/* Depth. */

/*
 * Collects the pairs of parts whose boxes are at most `reach` apart, in the order of their numbers in
 * the frame of the bodies; returns false if there are too many. Differences that are farther from
 * the origin do not matter for a depth up to `reach`.
 */
static bool collect_pairs(Search* search, bool is_swapped, double reach, GrazePartPairs* pairs)
{
    GrazeNodePair next;
    pairs->count = 0;
    while (next_parts(search, reach * (1 + GRAZE_BOUNDS_SLACK), &next)) {
        if (pairs->count == GRAZE_DEPTH_PAIRS) return false;
        int32_t part_a = max2_int(node_a(search, &next)->part, 0);
        int32_t part_b = max2_int(node_b(search, &next)->part, 0);
        GrazePartPair added = {is_swapped ? part_b : part_a, is_swapped ? part_a : part_b};
        int32_t k = pairs->count++;
        for (; k > 0; k--) {
            GrazePartPair before = pairs->pair[k - 1];
            if (before.a != added.a ? before.a < added.a : before.b < added.b) break;
            pairs->pair[k] = before;
        }
        pairs->pair[k] = added;
    }
    return true;
}

/* A translation of B that separates the bodies: `length` along the unit vector `normal`. */
typedef struct {
    GrazeVec normal;
    double length;
} Escape;

/* Replaces an escape by one along a direction, if that is shorter. */
static void try_escape(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b, GrazeVec normal, Escape* escape)
{
    GrazeCast cast;
    graze_compound_shape_cast(a, pose_a, b, pose_b, -escape->length * normal.x,
                              -escape->length * normal.y, GRAZE_TOUCHING_CONFLICT, &cast);
    if (cast.status != GRAZE_CAST_OVERLAPPING || !(cast.end < 1)) return;
    escape->normal = normal;
    escape->length *= cast.end;
}

/* Returns the escape that separates the hulls of both bodies, grown by the inflation. */
static Escape escape_of_hulls(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                              const GrazePose* pose_b, double inflation)
{
    GrazeShape hull_a = *a;
    GrazeShape hull_b = *b;
    GrazePenetration penetration;
    hull_a.compound = hull_b.compound = NULL;
    graze_convex_penetration(&hull_a, pose_a, &hull_b, pose_b, &penetration);
    GrazeRelation relation;
    double gap = inflation > 0 ? graze_convex_gap(&hull_a, pose_a, &hull_b, pose_b, &relation) : 0;
    return (Escape){vec(penetration.witness.normal_x, penetration.witness.normal_y),
                    penetration.depth + inflation - gap};
}

/* Finds the depth of the bodies if it is at most `limit`, or GRAZE_DEPTH_OF_TOUCH, and few parts are so
   near. */
static bool find_depth(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b, double inflation, double limit,
                       GrazePenetration* out, GrazeVec* surface)
{
    Search search;
    GrazeCso cso;
    GrazePartPairs pairs;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    begin(&search, a, pose_a, b, pose_b);
    bool is_touch = limit == GRAZE_DEPTH_OF_TOUCH;
    double reach = is_touch ? graze_union_touch_limit(&cso) : limit + inflation;
    double farthest = is_touch ? limit : limit * (1 + GRAZE_GAP_ERROR);
    return collect_pairs(&search, cso.is_swapped, reach, &pairs) &&
           graze_union_depth(&cso, &pairs, inflation, farthest, out, surface);
}

/* Writes a depth along the normal, and the point of B that meets that of A after the translation. */
static void set_depth(GrazePenetration* out, double depth)
{
    GrazeWitness* witness = &out->witness;
    out->depth = depth;
    witness->point_b_x = witness->point_a_x - depth * witness->normal_x;
    witness->point_b_y = witness->point_a_y - depth * witness->normal_y;
}

/* Writes an escape, with the points at which the bodies then touch. If it is as short as the depth of
   the deepest pair of parts, it is the shortest. */
static void write_escape(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                         const GrazePose* pose_b, const Escape* escape, GrazePenetration* out)
{
    GrazePose moved = *pose_b;
    GrazeDistance touch;
    GrazeVec n = escape->normal;
    moved.x += escape->length * n.x;
    moved.y += escape->length * n.y;
    graze_compound_distance(a, pose_a, b, &moved, &touch);
    out->witness = touch.witness;
    out->witness.normal_x = n.x;
    out->witness.normal_y = n.y;
    set_depth(out, max2(escape->length, out->lower_bound));
    out->status = out->depth > out->lower_bound * (1 + 4 * GRAZE_GAP_ERROR)
                      ? GRAZE_PENETRATION_BOUNDED
                      : GRAZE_PENETRATION_EXACT;
}

/*
 * Replaces the depth of the deepest pair of parts by that of the bodies, or by bounds. An escape
 * limits the parts that matter. That of the hulls can be long, so if too many parts are that near,
 * shorter ones are tried: along the normals of the deepest pair and of the hulls, across and back.
 */
static void find_union_depth(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b, GrazePenetration* out, GrazeVec* surface)
{
    enum { DIRECTIONS = 5 };
    Escape escape = escape_of_hulls(a, pose_a, b, pose_b, 0);
    GrazeVec normal = vec(out->witness.normal_x, out->witness.normal_y);
    const GrazeVec directions[DIRECTIONS] = {normal, escape.normal, vec_left_perp(normal),
                                             vec(normal.y, -normal.x), vec(-normal.x, -normal.y)};
    int tried = 0;
    while (!find_depth(a, pose_a, b, pose_b, 0, escape.length, out, surface)) {
        if (tried == DIRECTIONS) {
            write_escape(a, pose_a, b, pose_b, &escape, out);
            *surface = escape.normal;
            break;
        }
        try_escape(a, pose_a, b, pose_b, directions[tried++], &escape);
    }
    if (out->status == GRAZE_PENETRATION_BOUNDED) return;
    /* Rounding can leave the depth below that of a pair of parts. */
    if (out->depth < out->lower_bound) set_depth(out, out->lower_bound);
    out->lower_bound = out->depth;
}

/* Writes the answer for bodies in the order of their frame. */
static void find_penetration(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b, GrazePenetration* out)
{
    Search search;
    Nearest nearest = nearest_parts(&search, a, pose_a, b, pose_b);
    graze_convex_penetration(&node_a(&search, &nearest.pair)->volume, pose_a,
                             &node_b(&search, &nearest.pair)->volume, pose_b, out);
    graze_node_pair_write_parts(&search.pairs, &nearest.pair, &out->witness);
    out->relation = (int32_t)relation_of_union(nearest.relation, a, pose_a, b, pose_b);
    GrazeVec surface;
    if (out->relation == GRAZE_OVERLAPPING) find_union_depth(a, pose_a, b, pose_b, out, &surface);
}

void graze_compound_contact(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                            const GrazePose* pose_b, const GrazeNearestParts* parts,
                            GrazePenetration* out, GrazeVec* surface)
{
    graze_convex_penetration(parts->a, pose_a, parts->b, pose_b, out);
    out->witness.part_a = parts->part_a;
    out->witness.part_b = parts->part_b;
    out->relation = (int32_t)parts->relation;
    *surface = vec(out->witness.normal_x, out->witness.normal_y);
    if (parts->relation == GRAZE_DISJOINT) return;
    if (parts->relation == GRAZE_OVERLAPPING) find_union_depth(a, pose_a, b, pose_b, out, surface);
    GrazeCso cso;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    if (out->depth > graze_union_touch_limit(&cso)) return;
    GrazePenetration touch = *out;
    if (find_depth(a, pose_a, b, pose_b, 0, GRAZE_DEPTH_OF_TOUCH, &touch, surface))
        out->witness = touch.witness;
}

/* Exchanges A and B in an answer. */
static void exchange_bodies(GrazeWitness* witness)
{
    const GrazeWitness w = *witness;
    *witness = (GrazeWitness){w.point_b_x,    w.point_b_y,    w.point_a_x, w.point_a_y,
                              0 - w.normal_x, 0 - w.normal_y, w.feature_b, w.index_b,
                              w.feature_a,    w.index_a,      w.part_b,    w.part_a};
}

/* Escapes move one of the bodies, whose order so is that of their frame. */
void graze_compound_penetration(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                                const GrazePose* pose_b, GrazePenetration* out)
{
    GrazeCso cso;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    if (!cso.is_swapped) {
        find_penetration(a, pose_a, b, pose_b, out);
        return;
    }
    find_penetration(b, pose_b, a, pose_a, out);
    exchange_bodies(&out->witness);
}

void graze_compound_depth(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                          const GrazePose* pose_b, double inflation, GrazePenetration* out)
{
    GrazePenetration grown;
    GrazeVec surface;
    GrazeRelation relation;
    graze_compound_penetration(a, pose_a, b, pose_b, out);
    if (inflation == 0) return;
    /* A ball within the union grows by the inflation. */
    out->lower_bound += inflation - graze_compound_gap(a, pose_a, b, pose_b, &relation);
    Escape escape = escape_of_hulls(a, pose_a, b, pose_b, inflation);
    bool is_exact = find_depth(a, pose_a, b, pose_b, inflation, escape.length, &grown, &surface);
    out->depth = max2(is_exact ? grown.depth : escape.length, out->lower_bound);
    out->status = is_exact ? GRAZE_PENETRATION_EXACT : GRAZE_PENETRATION_BOUNDED;
    if (is_exact) out->lower_bound = out->depth;
}

/*
 * Casts. A moves by s d for s in [0, 1], so its box meets that of B while the origin, moving by s d,
 * is within the box of B - A: an interval on each axis (Kay and Kajiya, 1986). The factors
 * cover the rounding of the quotients.
 */

/* An interval of s in which boxes meet. */
typedef struct {
    double begin, end;
} Overlap;

static Overlap clip_overlap(Overlap overlap, double lo, double hi, double d)
{
    if (d == 0) return lo <= 0 && hi >= 0 ? overlap : (Overlap){INFINITY, -INFINITY};
    double enter = (d > 0 ? lo : hi) / d;
    double leave = (d > 0 ? hi : lo) / d;
    enter -= GRAZE_BOUNDS_SLACK * fabs(enter);
    leave += GRAZE_BOUNDS_SLACK * fabs(leave);
    return (Overlap){max2(overlap.begin, enter), min2(overlap.end, leave)};
}

/* Returns the interval within [0, 1] in which the boxes of a pair of nodes meet; empty if its end
   is below its beginning. */
static Overlap box_overlap(const Search* search, const GrazeNodePair* pair, GrazeVec d)
{
    Boxes boxes = boxes_of(search, pair);
    const float* a = boxes.a.sides;
    const float* b = boxes.b.sides;
    Overlap overlap = {0, 1};
    overlap = clip_overlap(overlap, (double)b[0] - a[2], (double)b[2] - a[0], d.x);
    return clip_overlap(overlap, (double)b[1] - a[3], (double)b[3] - a[1], d.y);
}

/* Takes the next pair of parts whose boxes meet in [0, last]; as next_parts otherwise. `last` may
   grow from call to call, so a pair is left out when it is taken, not when it is added. */
static bool next_cast(Search* search, GrazeVec d, double last, GrazeNodePair* parts)
{
    while (graze_node_pairs_next(&search->pairs, parts)) {
        if (parts->bound > last) continue;
        if (graze_node_pair_is_leaf(&search->pairs, parts)) return true;
        GrazeNodePair split[2];
        graze_node_pair_split(&search->pairs, parts, split);
        for (int i = 0; i < 2; i++) {
            Overlap overlap = box_overlap(search, &split[i], d);
            split[i].bound = overlap.begin <= overlap.end ? overlap.begin : INFINITY;
        }
        graze_node_pairs_add_split(&search->pairs, split, 1);
    }
    return false;
}

static void cast_parts(const Search* search, const GrazeNodePair* pair, GrazeVec d, GrazeCast* out)
{
    graze_convex_shape_cast(&node_a(search, pair)->volume, search->pose_a,
                            &node_b(search, pair)->volume, search->pose_b, d.x, d.y, out);
    graze_node_pair_write_parts(&search->pairs, pair, &out->witness);
}

/* Writes the cone of a pair of parts that the displacement only touches; returns false if it has
   none. */
static bool cone_of(const Search* search, const GrazeNodePair* pair, GrazeVec d, GrazeCone* cone,
                    int* side)
{
    return graze_cast_cone(&node_a(search, pair)->volume, search->pose_a,
                           &node_b(search, pair)->volume, search->pose_b, d, cone, side);
}

/* Returns S of two parts (tolerance.h). */
static double scale_of(const Search* search, const GrazeNodePair* pair)
{
    GrazeCso cso;
    graze_cso_init(&cso, &node_a(search, pair)->volume, search->pose_a,
                   &node_b(search, pair)->volume, search->pose_b);
    return cso.scale;
}

/*
 * Returns the part of a displacement that parts can be apart by rounding only: the vertices of a
 * part on the edge of another one are rounded, so that a cast passes a gap there although the parts
 * have an edge in common. `scale` is S of either of two pairs of parts with such an edge: as the
 * edge is in both, the lesser S bounds its rounding.
 */
static double seam_slack(double scale, GrazeVec d)
{
    double length = max2(fabs(d.x), fabs(d.y));
    return length > 0 ? GRAZE_SEAM_SLACK * (scale + length) / length : 0;
}

/* A contact of parts on the way. */
typedef struct {
    GrazeCast cast;
    const GrazeShape *a, *b; /* the parts */
    double scale;            /* S of the parts */
} Met;

static Met met_by(const Search* search, const GrazeNodePair* pair, const GrazeCast* cast)
{
    return (Met){*cast, graze_part_at(search->a, node_a(search, pair)->part),
                 graze_part_at(search->b, node_b(search, pair)->part), scale_of(search, pair)};
}

/*
 * Lets a displacement that leads through parts that it only touches face an edge of the first one: if
 * that is met at a vertex on the way, its normal becomes that of the edge there that the displacement
 * faces most.
 */
static void face_edge(const GrazePose* pose_a, const GrazePose* pose_b, GrazeVec d, Met* met)
{
    GrazeCso cso;
    GrazeWitness* witness = &met->cast.witness;
    if (met->cast.begin == 0 || witness->feature_a != GRAZE_VERTEX ||
        witness->feature_b != GRAZE_VERTEX)
        return;
    graze_cso_init(&cso, met->a, pose_a, met->b, pose_b);
    GrazeVec way = vec_inv_rotate(d, cso.frame->cos, cso.frame->sin);
    int32_t a = cso.is_swapped ? witness->index_b : witness->index_a;
    int32_t b = cso.is_swapped ? witness->index_a : witness->index_b;
    const GrazeCsoPoint vertex = graze_cso_point(&cso, a, b);
    GrazeVec normal;
    if (cso.is_swapped) way = vec_scale(way, -1);
    if (graze_reach(&cso) > 0 || !graze_facing_normal(&cso, &vertex, way, &normal)) return;
    normal = graze_cso_direction(&cso, &normal);
    witness->normal_x = -normal.x;
    witness->normal_y = -normal.y;
}

/* Returns the contact of parts that begins first, of those that touching counts for; free if there is
   none. A hit comes before a graze that begins at the same time. */
static Met first_contact(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                         const GrazePose* pose_b, GrazeVec d, GrazeTouching touching)
{
    Search search;
    GrazeNodePair pair;
    Met first = {.cast = {.status = GRAZE_CAST_FREE}};
    double last = 1;
    begin(&search, a, pose_a, b, pose_b);
    while (next_cast(&search, d, last, &pair)) {
        GrazeCast cast;
        cast_parts(&search, &pair, d, &cast);
        if (cast.status == GRAZE_CAST_FREE) continue;
        if (cast.status == GRAZE_CAST_GRAZING && touching == GRAZE_TOUCHING_ALLOWED) continue;
        bool is_earlier = first.cast.status == GRAZE_CAST_FREE || cast.begin < first.cast.begin ||
                          (cast.begin == first.cast.begin && cast.status == GRAZE_CAST_HIT &&
                           first.cast.status == GRAZE_CAST_GRAZING);
        if (is_earlier) first = met_by(&search, &pair, &cast);
        last = min2(last, first.cast.begin);
    }
    return first;
}

/*
 * Returns whether the displacement, with the contacts of parts that begin at `last` or before, leads
 * through the union: through a pair of parts, or because the cones of those that it only touches
 * cover all directions. Then `met` is the contact found that begins last.
 */
static bool leads_through(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                          const GrazePose* pose_b, GrazeVec d, double last, Met* met)
{
    Search search;
    GrazeNodePair pair;
    GrazeCover cover = {.is_incomplete = true, .has_grown = true};
    *met = (Met){.cast = {.begin = -1}};
    while (graze_cover_begin_pass(&cover)) {
        begin(&search, a, pose_a, b, pose_b);
        while (next_cast(&search, d, last, &pair)) {
            GrazeCast cast;
            GrazeCone cone;
            int side;
            cast_parts(&search, &pair, d, &cast);
            if (cast.status == GRAZE_CAST_FREE || cast.begin > last) continue;
            bool is_through = cast.status != GRAZE_CAST_GRAZING;
            if (!is_through && !cone_of(&search, &pair, d, &cone, &side)) continue;
            if (is_through || cast.begin > met->cast.begin) *met = met_by(&search, &pair, &cast);
            if (is_through || graze_cover_add(&cover, &cone)) return true;
        }
    }
    return false;
}

/*
 * Extends the interval of contact, at whose end parts with S = met->scale are, by all parts that are
 * in contact when it ends. With `touching` allowed it is extended by those that the displacement leads
 * through, and while there are parts that it only touches on both sides of it. Each round extends it
 * by at least one pair of parts.
 */
static void extend_contact(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                           const GrazePose* pose_b, GrazeVec d, GrazeTouching touching, Met* met)
{
    GrazeCast* contact = &met->cast;
    bool has_grown = true;
    while (has_grown && contact->end < 1) {
        Search search;
        GrazeNodePair pair;
        double left = contact->end;
        double right = contact->end;
        begin(&search, a, pose_a, b, pose_b);
        has_grown = false;
        while (next_cast(&search, d, contact->end + seam_slack(met->scale, d), &pair)) {
            GrazeCast cast;
            GrazeCone cone;
            int side = 0;
            cast_parts(&search, &pair, d, &cast);
            if (cast.status == GRAZE_CAST_FREE || cast.end <= contact->end) continue;
            double next = scale_of(&search, &pair);
            if (cast.begin > contact->end + seam_slack(min2(met->scale, next), d)) continue;
            if (touching == GRAZE_TOUCHING_ALLOWED && cast.status == GRAZE_CAST_GRAZING) {
                cone_of(&search, &pair, d, &cone, &side);
                if (side > 0) left = max2(left, cast.end);
                if (side < 0) right = max2(right, cast.end);
                continue;
            }
            contact->end = cast.end;
            met->scale = next;
            has_grown = true;
        }
        if (min2(left, right) <= contact->end) continue;
        contact->end = min2(left, right);
        has_grown = true;
    }
}

/*
 * Finds the first overlap: that of the first pair of parts that the displacement leads through, or,
 * before it, the first place up to which the cones of the parts that it touches cover all directions.
 * That is where the last one of some of them begins, so each round goes on before the one found.
 */
static Met first_overlap(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                         const GrazePose* pose_b, GrazeVec d)
{
    Met first = first_contact(a, pose_a, b, pose_b, d, GRAZE_TOUCHING_ALLOWED);
    bool is_found = first.cast.status != GRAZE_CAST_FREE;
    Met met;
    double last = is_found ? double_adjacent(first.cast.begin, false) : 1;
    while (last >= 0 && leads_through(a, pose_a, b, pose_b, d, last, &met)) {
        face_edge(pose_a, pose_b, d, &met);
        first = met;
        first.cast.status = GRAZE_CAST_HIT;
        first.cast.end = first.cast.begin;
        last = double_adjacent(met.cast.begin, false);
    }
    return first;
}

void graze_compound_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                               const GrazePose* pose_b, double dx, double dy,
                               GrazeTouching touching, GrazeCast* out)
{
    GrazeVec d = graze_flush_tiny(vec(dx, dy));
    GrazeRelation relation = graze_compound_relation(a, pose_a, b, pose_b);
    bool is_overlapping = relation == GRAZE_OVERLAPPING;
    bool is_allowed = touching == GRAZE_TOUCHING_ALLOWED;
    Met met = is_allowed && !is_overlapping
                  ? first_overlap(a, pose_a, b, pose_b, d)
                  : first_contact(a, pose_a, b, pose_b, d, GRAZE_TOUCHING_CONFLICT);
    if (is_allowed && met.cast.status == GRAZE_CAST_GRAZING) met.cast.end = met.cast.begin;
    if (met.cast.status != GRAZE_CAST_FREE) {
        extend_contact(a, pose_a, b, pose_b, d, touching, &met);
        if (is_overlapping) met.cast.status = GRAZE_CAST_OVERLAPPING;
    }
    met.cast.relation = (int32_t)relation;
    Met last;
    if (met.cast.status == GRAZE_CAST_GRAZING && leads_through(a, pose_a, b, pose_b, d, 1, &last)) {
        met.cast.status = GRAZE_CAST_HIT;
        if (last.cast.status == GRAZE_CAST_GRAZING)
            last = first_contact(a, pose_a, b, pose_b, d, GRAZE_TOUCHING_ALLOWED);
        if (last.cast.status == GRAZE_CAST_FREE) face_edge(pose_a, pose_b, d, &met);
    }
    *out = met.cast;
}
