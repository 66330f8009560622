#include "compound_queries.h"

#include "../tolerance.h"
#include "compound_search.h"
#include "gjk.h"

/*
 * Each query puts its version for convex bodies to pairs of parts, in the order of a lower bound,
 * until the bounds of all other pairs are beyond the best answer. Of pairs with equal answers the
 * one with the lowest parts is taken, so that no answer depends on the order.
 */

/* A pair of parts, and what is known of it. */
typedef struct {
    int32_t a, b;
    GrazeRelation relation;
    double value; /* signed distance, or 0 in a search for the distance */
    int32_t iterations;
} Found;

static const Found NOTHING = {-1, -1, GRAZE_DISJOINT, INFINITY, 0};
static const GrazeVec3 STILL = {0, 0, 0};

static void write_parts(const SolidQuery* query, int32_t a, int32_t b, int32_t* part_a,
                        int32_t* part_b)
{
    *part_a = query->a->compound != NULL ? a : -1;
    *part_b = query->b->compound != NULL ? b : -1;
}

/* A part of each body, and the query of the two. */
typedef struct {
    SolidPart a, b;
    int32_t index_a, index_b;
    SolidQuery query;
} Parts;

static bool has_lower_parts(const Parts* parts, int32_t a, int32_t b)
{
    return parts->index_a != a ? parts->index_a < a : parts->index_b < b;
}

/* Takes a pair if it is better than the best one so far; returns whether it is. */
static bool improves(const Parts* parts, int32_t relation, double value, Found* best,
                     SolidSearch* search)
{
    bool is_better = relation != (int32_t)best->relation ? relation > (int32_t)best->relation
                     : value != best->value              ? value < best->value
                                                         : has_lower_parts(parts, best->a, best->b);
    if (!is_better) return false;
    *best =
        (Found){parts->index_a, parts->index_b, (GrazeRelation)relation, value, best->iterations};
    search->last = value;
    return true;
}

static void take_parts(const SolidQuery* query, int32_t a, int32_t b, Parts* out)
{
    out->index_a = a;
    out->index_b = b;
    graze_solid_part(query->a, a, &out->a);
    graze_solid_part(query->b, b, &out->b);
    out->query =
        (SolidQuery){out->a.body, query->pose_a, out->b.body, query->pose_b, query->scratch};
}

static bool next_parts(const SolidQuery* query, SolidSearch* search, Parts* out)
{
    int32_t a;
    int32_t b;
    if (!graze_solid_search_next(search, &a, &b)) return false;
    take_parts(query, a, b, out);
    return true;
}

/*
 * Returns whether two convex bodies are certainly further apart than `distance` while A is displaced
 * from 0 to m, with the slack of all bounds. It spares most pairs a full answer: GJK stops as soon
 * as the bodies, inflated by the distance, are certainly disjoint.
 */
static bool are_apart(const SolidQuery* query, GrazeVec3 m, double distance)
{
    SolidPair pair;
    SolidGjk gjk;
    graze_solid_pair_init(&pair, query->a, query->pose_a, query->b, query->pose_b);
    graze_solid_pair_sweep(&pair, m);
    pair.reach += distance * (1 + GRAZE_SOLID_BOUND_SLACK);
    return graze_solid_gjk(&pair, false, &gjk) == SOLID_DISJOINT;
}

/* Names the parts of a witness and, of meshes, the corners of their triangles. */
static void name_parts(const SolidQuery* query, const Parts* parts, GrazeSolidWitness* witness)
{
    GrazeSolidWitness* w = witness;
    write_parts(query, parts->index_a, parts->index_b, &w->part_a, &w->part_b);
    graze_solid_name_corners(&parts->a, w->feature_a, &w->first_a, &w->second_a);
    graze_solid_name_corners(&parts->b, w->feature_b, &w->first_b, &w->second_b);
}

static GrazeStatus cast_of(const SolidQuery* query, const Parts* parts, GrazeVec3 m,
                           GrazeSolidCast* out)
{
    const double displacement[3] = {m.x, m.y, m.z};
    GrazeStatus status = graze_solid_convex_shape_cast(&parts->query, displacement, out);
    if (status == GRAZE_OK && out->status != GRAZE_CAST_FREE)
        name_parts(query, parts, &out->witness);
    return status;
}

static void begin_search(const SolidQuery* query, SolidSearch* search)
{
    graze_solid_search_init(search, query->a, query->pose_a, query->b, query->pose_b);
}

/* ---- relation and distance ---- */

GrazeStatus graze_solid_compound_relation(const SolidQuery* query, GrazeRelation* out)
{
    SolidSearch search;
    Parts parts;
    GrazeRelation strongest = GRAZE_DISJOINT;
    begin_search(query, &search);
    search.last = 0;
    while (strongest != GRAZE_OVERLAPPING && next_parts(query, &search, &parts)) {
        GrazeRelation relation;
        GrazeStatus status = graze_solid_convex_relation(&parts.query, &relation);
        if (status != GRAZE_OK) return status;
        if (relation > strongest) strongest = relation;
    }
    *out = strongest;
    return GRAZE_OK;
}

/* Finds the nearest parts that are at most `reach` apart, or two that overlap, or touch. */
static GrazeStatus find_nearest(const SolidQuery* query, double reach, GrazeSolidDistance* out,
                                Found* best)
{
    SolidSearch search;
    Parts parts;
    *best = NOTHING;
    begin_search(query, &search);
    search.last = reach;
    while (best->relation != GRAZE_OVERLAPPING && next_parts(query, &search, &parts)) {
        GrazeSolidDistance found;
        if (are_apart(&parts.query, STILL, search.last)) continue;
        GrazeStatus status = graze_solid_convex_distance(&parts.query, &found);
        if (status != GRAZE_OK) return status;
        best->iterations += found.iterations;
        if (!(found.distance <= search.last) ||
            !improves(&parts, found.relation, found.distance, best, &search))
            continue;
        *out = found;
        name_parts(query, &parts, &out->witness);
    }
    return GRAZE_OK;
}

GrazeStatus graze_solid_compound_distance(const SolidQuery* query, GrazeSolidDistance* out)
{
    GrazeSolidDistance nearest;
    Found best;
    GrazeStatus status = find_nearest(query, INFINITY, &nearest, &best);
    if (status != GRAZE_OK) return status;
    nearest.iterations = best.iterations;
    *out = nearest;
    return GRAZE_OK;
}

/* ---- penetration and manifold ---- */

/* Finds the pair of parts that overlaps most or, where none overlaps, one that touches. */
static GrazeStatus find_deepest(const SolidQuery* query, GrazeSolidPenetration* out, Found* best)
{
    SolidSearch search;
    Parts parts;
    *best = NOTHING;
    begin_search(query, &search);
    search.last = 0;
    while (next_parts(query, &search, &parts)) {
        GrazeSolidPenetration found;
        if (are_apart(&parts.query, STILL, 0)) continue;
        GrazeStatus status = graze_solid_convex_penetration(&parts.query, &found);
        if (status != GRAZE_OK) return status;
        best->iterations += found.iterations;
        if (found.relation == GRAZE_DISJOINT ||
            !improves(&parts, found.relation, -found.depth, best, &search))
            continue;
        *out = found;
        name_parts(query, &parts, &out->witness);
    }
    return GRAZE_OK;
}

/* The last contact when A leaves B along a direction. */
typedef struct {
    double length; /* of the translation of A after which they do not overlap */
    int32_t a, b;  /* parts in contact then */
} Exit;

static GrazeSolidPose moved_pose(const GrazeSolidPose* pose, double length, GrazeVec3 n)
{
    GrazeSolidPose moved = *pose;
    moved.x += length * n.x;
    moved.y += length * n.y;
    moved.z += length * n.z;
    return moved;
}

/*
 * Extends a translation of A along -n until no parts overlap there. In the search along twice that
 * length, only pairs in contact before its end and at its end matter; if one of them is in contact
 * up to the end of the search, a longer one follows, and the searches are repeated until none
 * extends it. Pairs whose contact begins within rounding of the end, as those of the next one of
 * two adjacent parts, only touch there.
 */
static GrazeStatus extend_exit(const SolidQuery* query, GrazeVec3 n, Exit* out)
{
    const GrazeVec3 back = vec3_neg(n);
    double span = 2 * out->length;
    for (;;) {
        SolidSearch search;
        Parts parts;
        double before = out->length;
        bool is_longer = false;
        begin_search(query, &search);
        /* A shorter displacement would be lost by rounding. */
        span = max2(span, search.margin);
        GrazeVec3 m = vec3_scale(back, span);
        GrazeSolidPose moved = moved_pose(query->pose_a, out->length, back);
        graze_solid_search_cast(&search, query->pose_a, query->pose_b, m);
        search.last = out->length / span;
        while (!is_longer && next_parts(query, &search, &parts)) {
            GrazeSolidCast found;
            SolidQuery after = parts.query;
            after.pose_a = &moved;
            if (are_apart(&after, STILL, 0)) continue;
            GrazeStatus status = cast_of(query, &parts, m, &found);
            if (status != GRAZE_OK) return status;
            if (found.status == GRAZE_CAST_FREE || found.status == GRAZE_CAST_GRAZING) continue;
            if (found.begin * span >= out->length * (1 - GRAZE_SOLID_BOUND_SLACK)) continue;
            is_longer = found.end >= 1;
            if (found.end * span <= out->length) continue;
            *out = (Exit){found.end * span, parts.index_a, parts.index_b};
            moved = moved_pose(query->pose_a, out->length, back);
            search.last = found.end;
        }
        if (is_longer)
            span *= 2;
        else if (out->length <= before)
            return GRAZE_OK;
    }
}

/* Writes the boundary points that touch after the translation of A by `exit` along -n. */
static GrazeStatus write_exit(const SolidQuery* query, GrazeVec3 n, const Exit* exit,
                              GrazeSolidPenetration* out)
{
    GrazeSolidPose moved = moved_pose(query->pose_a, -exit->length, n);
    SolidQuery after = *query;
    GrazeSolidDistance touch;
    Parts parts;
    after.pose_a = &moved;
    take_parts(&after, exit->a, exit->b, &parts);
    GrazeStatus status = graze_solid_convex_distance(&parts.query, &touch);
    if (status != GRAZE_OK) return status;
    name_parts(query, &parts, &touch.witness);
    GrazeSolidWitness* w = &touch.witness;
    const double normal[3] = {n.x, n.y, n.z};
    for (int k = 0; k < 3; k++) {
        w->normal[k] = normal[k];
        w->point_a[k] = w->point_b[k] + exit->length * normal[k];
    }
    out->witness = *w;
    out->depth = exit->length;
    out->status = GRAZE_PENETRATION_BOUNDED;
    return GRAZE_OK;
}

GrazeStatus graze_solid_compound_penetration(const SolidQuery* query, GrazeSolidPenetration* out)
{
    GrazeSolidPenetration deepest;
    Found best;
    GrazeStatus status = find_deepest(query, &deepest, &best);
    if (status != GRAZE_OK) return status;
    if (best.relation == GRAZE_DISJOINT) {
        GrazeSolidDistance nearest;
        int32_t iterations = best.iterations;
        status = find_nearest(query, INFINITY, &nearest, &best);
        if (status != GRAZE_OK) return status;
        deepest = (GrazeSolidPenetration){.witness = nearest.witness,
                                          .relation = GRAZE_DISJOINT,
                                          .status = GRAZE_PENETRATION_EXACT};
        best.iterations += iterations;
    }
    deepest.iterations = best.iterations;
    if (best.relation == GRAZE_OVERLAPPING) {
        const double* normal = deepest.witness.normal;
        GrazeVec3 n = vec3(normal[0], normal[1], normal[2]);
        Exit exit = {deepest.depth, best.a, best.b};
        status = extend_exit(query, n, &exit);
        if (status == GRAZE_OK && exit.length > deepest.depth * (1 + GRAZE_SOLID_BOUND_SLACK))
            status = write_exit(query, n, &exit, &deepest);
        if (status != GRAZE_OK) return status;
    }
    *out = deepest;
    return GRAZE_OK;
}

GrazeStatus graze_solid_compound_manifold(const SolidQuery* query, double reach,
                                          GrazeSolidManifold* out)
{
    GrazeSolidPenetration deepest;
    GrazeSolidDistance nearest;
    Found best;
    Parts parts;
    GrazeStatus status = find_deepest(query, &deepest, &best);
    if (status == GRAZE_OK && best.relation == GRAZE_DISJOINT)
        status = find_nearest(query, reach, &nearest, &best);
    if (status != GRAZE_OK) return status;
    *out = (GrazeSolidManifold){.relation = GRAZE_DISJOINT, .part_a = -1, .part_b = -1};
    if (best.a < 0) return GRAZE_OK;
    take_parts(query, best.a, best.b, &parts);
    status = graze_solid_convex_manifold(&parts.query, reach, out);
    if (status == GRAZE_OK && out->count > 0)
        write_parts(query, best.a, best.b, &out->part_a, &out->part_b);
    return status;
}

/* ---- casts ---- */

/* Orders statuses by strength. */
static int rank_of(int32_t status)
{
    static const int8_t rank[] = {[GRAZE_CAST_FREE] = 0,
                                  [GRAZE_CAST_GRAZING] = 1,
                                  [GRAZE_CAST_HIT] = 2,
                                  [GRAZE_CAST_OVERLAPPING] = 3};
    return rank[status];
}

GrazeStatus graze_solid_compound_shape_cast(const SolidQuery* query, const double displacement[3],
                                            GrazeTouching touching, GrazeSolidCast* out)
{
    const GrazeVec3 m = vec3(displacement[0], displacement[1], displacement[2]);
    SolidSearch search;
    Parts parts;
    int32_t strongest = GRAZE_CAST_FREE;
    int32_t best_a = -1;
    int32_t best_b = -1;
    GrazeRelation relation = GRAZE_DISJOINT;
    GrazeSolidCast first = {.begin = INFINITY, .status = GRAZE_CAST_FREE};
    begin_search(query, &search);
    graze_solid_search_cast(&search, query->pose_a, query->pose_b, m);
    while (relation != GRAZE_OVERLAPPING && next_parts(query, &search, &parts)) {
        GrazeSolidCast found;
        double last = search.last * (1 + GRAZE_SOLID_BOUND_SLACK);
        if (are_apart(&parts.query, vec3_scale(m, last), 0)) continue;
        GrazeStatus status = cast_of(query, &parts, m, &found);
        if (status != GRAZE_OK) return status;
        if ((GrazeRelation)found.relation > relation) relation = (GrazeRelation)found.relation;
        if (found.status == GRAZE_CAST_FREE) continue;
        if (found.status == GRAZE_CAST_GRAZING && touching == GRAZE_TOUCHING_ALLOWED) continue;
        int rank = rank_of(found.status);
        int own = rank_of(first.status);
        if (rank > rank_of(strongest)) strongest = found.status;
        bool is_first = found.begin != first.begin ? found.begin < first.begin
                        : rank != own              ? rank > own
                                                   : has_lower_parts(&parts, best_a, best_b);
        if (is_first) {
            first = found;
            best_a = parts.index_a;
            best_b = parts.index_b;
        }
        /* A stronger status may begin later. */
        if (rank_of(strongest) >= rank_of(GRAZE_CAST_HIT)) search.last = first.begin;
    }
    first.status = strongest;
    first.relation = (int32_t)relation;
    if (strongest == GRAZE_CAST_FREE) first.begin = 0;
    *out = first;
    return GRAZE_OK;
}
