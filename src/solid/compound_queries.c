#include "compound_queries.h"

#include "../tolerance.h"
#include "compound_search.h"
#include "convex.h"
#include "gjk.h"

/*
 * Each query puts its version for convex bodies to pairs of parts, in the order of a lower bound,
 * until the bounds of all other pairs are beyond the best answer. Of pairs with equal answers the
 * one with the lowest parts is taken, so that no answer depends on the order.
 */

/* Two bodies at their poses. */
typedef struct {
    const GrazeSolid *a, *b;
    const GrazeSolidPose *pose_a, *pose_b;
    const GrazeSolidScratch* scratch;
} Bodies;

/* A pair of parts, and what is known of it. */
typedef struct {
    int32_t a, b;
    GrazeRelation relation;
    double value; /* signed distance, or 0 in a search for the distance */
    int32_t iterations;
} Found;

static const Found NOTHING = {-1, -1, GRAZE_DISJOINT, INFINITY, 0};
static const GrazeVec3 STILL = {0, 0, 0};

static void write_parts(const Bodies* bodies, int32_t a, int32_t b, int32_t* part_a,
                        int32_t* part_b)
{
    *part_a = bodies->a->compound != NULL ? a : -1;
    *part_b = bodies->b->compound != NULL ? b : -1;
}

/* A part of each body. */
typedef struct {
    SolidPart a, b;
    int32_t index_a, index_b;
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

static bool next_parts(const Bodies* bodies, SolidSearch* search, Parts* out)
{
    if (!graze_solid_search_next(search, &out->index_a, &out->index_b)) return false;
    graze_solid_part(bodies->a, out->index_a, &out->a);
    graze_solid_part(bodies->b, out->index_b, &out->b);
    return true;
}

/*
 * Returns whether two parts are certainly further apart than `distance` while A is displaced from 0
 * to m, with the slack of all bounds. It spares most pairs a full answer: GJK stops as soon as the
 * parts, inflated by the distance, are certainly disjoint.
 */
static bool are_apart(const Bodies* bodies, const Parts* parts, GrazeVec3 m, double distance)
{
    SolidPair pair;
    SolidGjk gjk;
    graze_solid_pair_init(&pair, parts->a.body, bodies->pose_a, parts->b.body, bodies->pose_b);
    graze_solid_pair_sweep(&pair, m);
    pair.reach += distance * (1 + GRAZE_SOLID_BOUND_SLACK);
    return graze_solid_gjk(&pair, false, &gjk) == SOLID_DISJOINT;
}

/* Names the parts of a witness and, of meshes, the corners of their triangles. */
static void name_parts(const Bodies* bodies, const Parts* parts, GrazeSolidWitness* witness)
{
    GrazeSolidWitness* w = witness;
    write_parts(bodies, parts->index_a, parts->index_b, &w->part_a, &w->part_b);
    graze_solid_name_corners(&parts->a, w->feature_a, &w->first_a, &w->second_a);
    graze_solid_name_corners(&parts->b, w->feature_b, &w->first_b, &w->second_b);
}

static GrazeStatus distance_of(const Bodies* bodies, const Parts* parts, GrazeSolidDistance* out)
{
    GrazeStatus status = graze_solid_convex_distance(parts->a.body, bodies->pose_a, parts->b.body,
                                                     bodies->pose_b, bodies->scratch, out);
    if (status == GRAZE_OK) name_parts(bodies, parts, &out->witness);
    return status;
}

static GrazeStatus penetration_of(const Bodies* bodies, const Parts* parts,
                                  GrazeSolidPenetration* out)
{
    GrazeStatus status = graze_solid_convex_penetration(
        parts->a.body, bodies->pose_a, parts->b.body, bodies->pose_b, bodies->scratch, out);
    if (status == GRAZE_OK) name_parts(bodies, parts, &out->witness);
    return status;
}

static GrazeStatus cast_of(const Bodies* bodies, const Parts* parts, GrazeVec3 m,
                           GrazeSolidCast* out)
{
    const double displacement[3] = {m.x, m.y, m.z};
    GrazeStatus status =
        graze_solid_convex_shape_cast(parts->a.body, bodies->pose_a, parts->b.body, bodies->pose_b,
                                      displacement, bodies->scratch, out);
    if (status == GRAZE_OK && out->status != GRAZE_CAST_FREE)
        name_parts(bodies, parts, &out->witness);
    return status;
}

static void begin_search(const Bodies* bodies, SolidSearch* search)
{
    graze_solid_search_init(search, bodies->a, bodies->pose_a, bodies->b, bodies->pose_b);
}

/* ---- relation and distance ---- */

GrazeStatus graze_solid_compound_relation(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                          const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                          const GrazeSolidScratch* scratch, GrazeRelation* out)
{
    const Bodies bodies = {a, b, pose_a, pose_b, scratch};
    SolidSearch search;
    Parts parts;
    GrazeRelation strongest = GRAZE_DISJOINT;
    begin_search(&bodies, &search);
    search.last = 0;
    while (strongest != GRAZE_OVERLAPPING && next_parts(&bodies, &search, &parts)) {
        GrazeRelation relation;
        GrazeStatus status = graze_solid_convex_relation(parts.a.body, pose_a, parts.b.body, pose_b,
                                                         scratch, &relation);
        if (status != GRAZE_OK) return status;
        if (relation > strongest) strongest = relation;
    }
    *out = strongest;
    return GRAZE_OK;
}

/* Finds the nearest parts that are at most `reach` apart, or two that overlap, or touch. */
static GrazeStatus find_nearest(const Bodies* bodies, double reach, GrazeSolidDistance* out,
                                Found* best)
{
    SolidSearch search;
    Parts parts;
    *best = NOTHING;
    begin_search(bodies, &search);
    search.last = reach;
    while (best->relation != GRAZE_OVERLAPPING && next_parts(bodies, &search, &parts)) {
        GrazeSolidDistance found;
        if (are_apart(bodies, &parts, STILL, search.last)) continue;
        GrazeStatus status = distance_of(bodies, &parts, &found);
        if (status != GRAZE_OK) return status;
        best->iterations += found.iterations;
        if (found.distance <= search.last &&
            improves(&parts, found.relation, found.distance, best, &search))
            *out = found;
    }
    return GRAZE_OK;
}

GrazeStatus graze_solid_compound_distance(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                          const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                          const GrazeSolidScratch* scratch, GrazeSolidDistance* out)
{
    const Bodies bodies = {a, b, pose_a, pose_b, scratch};
    GrazeSolidDistance nearest;
    Found best;
    GrazeStatus status = find_nearest(&bodies, INFINITY, &nearest, &best);
    if (status != GRAZE_OK) return status;
    nearest.iterations = best.iterations;
    *out = nearest;
    return GRAZE_OK;
}

/* ---- penetration and manifold ---- */

/* Finds the pair of parts that overlaps most or, where none overlaps, one that touches. */
static GrazeStatus find_deepest(const Bodies* bodies, GrazeSolidPenetration* out, Found* best)
{
    SolidSearch search;
    Parts parts;
    *best = NOTHING;
    begin_search(bodies, &search);
    search.last = 0;
    while (next_parts(bodies, &search, &parts)) {
        GrazeSolidPenetration found;
        if (are_apart(bodies, &parts, STILL, 0)) continue;
        GrazeStatus status = penetration_of(bodies, &parts, &found);
        if (status != GRAZE_OK) return status;
        best->iterations += found.iterations;
        if (found.relation != GRAZE_DISJOINT &&
            improves(&parts, found.relation, -found.depth, best, &search))
            *out = found;
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
static GrazeStatus extend_exit(const Bodies* bodies, GrazeVec3 n, Exit* out)
{
    const GrazeVec3 back = vec3_neg(n);
    double span = 2 * out->length;
    for (;;) {
        SolidSearch search;
        Parts parts;
        double before = out->length;
        bool is_longer = false;
        begin_search(bodies, &search);
        /* A shorter displacement would be lost by rounding. */
        span = max2(span, search.margin);
        GrazeVec3 m = vec3_scale(back, span);
        GrazeSolidPose moved = moved_pose(bodies->pose_a, out->length, back);
        Bodies after = *bodies;
        after.pose_a = &moved;
        graze_solid_search_cast(&search, bodies->pose_a, bodies->pose_b, m);
        search.last = out->length / span;
        while (!is_longer && next_parts(bodies, &search, &parts)) {
            GrazeSolidCast found;
            if (are_apart(&after, &parts, STILL, 0)) continue;
            GrazeStatus status = cast_of(bodies, &parts, m, &found);
            if (status != GRAZE_OK) return status;
            if (found.status == GRAZE_CAST_FREE || found.status == GRAZE_CAST_GRAZING) continue;
            if (found.begin * span >= out->length * (1 - GRAZE_SOLID_BOUND_SLACK)) continue;
            is_longer = found.end >= 1;
            if (found.end * span <= out->length) continue;
            *out = (Exit){found.end * span, parts.index_a, parts.index_b};
            moved = moved_pose(bodies->pose_a, out->length, back);
            search.last = found.end;
        }
        if (is_longer)
            span *= 2;
        else if (out->length <= before)
            return GRAZE_OK;
    }
}

/* Writes the boundary points that touch after the translation of A by `exit` along -n. */
static GrazeStatus write_exit(const Bodies* bodies, GrazeVec3 n, const Exit* exit,
                              GrazeSolidPenetration* out)
{
    GrazeSolidPose moved = moved_pose(bodies->pose_a, -exit->length, n);
    Bodies after = *bodies;
    GrazeSolidDistance touch;
    Parts parts = {.index_a = exit->a, .index_b = exit->b};
    after.pose_a = &moved;
    graze_solid_part(bodies->a, exit->a, &parts.a);
    graze_solid_part(bodies->b, exit->b, &parts.b);
    GrazeStatus status = distance_of(&after, &parts, &touch);
    if (status != GRAZE_OK) return status;
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

GrazeStatus graze_solid_compound_penetration(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                             const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                             const GrazeSolidScratch* scratch,
                                             GrazeSolidPenetration* out)
{
    const Bodies bodies = {a, b, pose_a, pose_b, scratch};
    GrazeSolidPenetration deepest;
    Found best;
    GrazeStatus status = find_deepest(&bodies, &deepest, &best);
    if (status != GRAZE_OK) return status;
    if (best.relation == GRAZE_DISJOINT) {
        GrazeSolidDistance nearest;
        int32_t iterations = best.iterations;
        status = find_nearest(&bodies, INFINITY, &nearest, &best);
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
        status = extend_exit(&bodies, n, &exit);
        if (status == GRAZE_OK && exit.length > deepest.depth * (1 + GRAZE_SOLID_BOUND_SLACK))
            status = write_exit(&bodies, n, &exit, &deepest);
        if (status != GRAZE_OK) return status;
    }
    *out = deepest;
    return GRAZE_OK;
}

GrazeStatus graze_solid_compound_manifold(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                          const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                          double reach, const GrazeSolidScratch* scratch,
                                          GrazeSolidManifold* out)
{
    const Bodies bodies = {a, b, pose_a, pose_b, scratch};
    GrazeSolidPenetration deepest;
    GrazeSolidDistance nearest;
    Found best;
    SolidPart of_a;
    SolidPart of_b;
    GrazeStatus status = find_deepest(&bodies, &deepest, &best);
    if (status == GRAZE_OK && best.relation == GRAZE_DISJOINT)
        status = find_nearest(&bodies, reach, &nearest, &best);
    if (status != GRAZE_OK) return status;
    *out = (GrazeSolidManifold){.relation = GRAZE_DISJOINT, .part_a = -1, .part_b = -1};
    if (best.a < 0) return GRAZE_OK;
    graze_solid_part(a, best.a, &of_a);
    graze_solid_part(b, best.b, &of_b);
    status = graze_solid_convex_manifold(of_a.body, pose_a, of_b.body, pose_b, reach, scratch, out);
    if (status == GRAZE_OK && out->count > 0)
        write_parts(&bodies, best.a, best.b, &out->part_a, &out->part_b);
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

GrazeStatus graze_solid_compound_shape_cast(const GrazeSolid* a, const GrazeSolidPose* pose_a,
                                            const GrazeSolid* b, const GrazeSolidPose* pose_b,
                                            const double displacement[3], GrazeTouching touching,
                                            const GrazeSolidScratch* scratch, GrazeSolidCast* out)
{
    const Bodies bodies = {a, b, pose_a, pose_b, scratch};
    const GrazeVec3 m = vec3(displacement[0], displacement[1], displacement[2]);
    SolidSearch search;
    Parts parts;
    int32_t strongest = GRAZE_CAST_FREE;
    int32_t best_a = -1;
    int32_t best_b = -1;
    GrazeRelation relation = GRAZE_DISJOINT;
    GrazeSolidCast first = {.begin = INFINITY, .status = GRAZE_CAST_FREE};
    begin_search(&bodies, &search);
    graze_solid_search_cast(&search, pose_a, pose_b, m);
    while (relation != GRAZE_OVERLAPPING && next_parts(&bodies, &search, &parts)) {
        GrazeSolidCast found;
        double last = search.last * (1 + GRAZE_SOLID_BOUND_SLACK);
        if (are_apart(&bodies, &parts, vec3_scale(m, last), 0)) continue;
        GrazeStatus status = cast_of(&bodies, &parts, m, &found);
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
