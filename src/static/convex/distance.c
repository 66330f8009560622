#include "distance.h"

#include "../../tolerance.h"
#include "../shape/support.h"
#include "filtered_walk.h"
#include "gjk.h"
#include "witness.h"

/*
 * Distance and penetration of two bodies, from the verdict and the nearest feature of their cores.
 */

/*
 * Returns a point of both A and B when the cores overlap. The origin divides the chord of A - B
 * along the x axis, whose ends are differences of points of A and B; the points of A, divided in
 * the same ratio, give that point. Its error is that of rounding the coordinates, however thin the
 * bodies are.
 */
static GrazeVec common_point(const GrazeCso* cso, const GrazeMinkowskiFeature* at_right,
                             const GrazeMinkowskiFeature* at_left)
{
    GrazeVec right;
    GrazeVec left;
    GrazeVec on_b;
    graze_find_witness(cso, at_right, &right, &on_b);
    graze_find_witness(cso, at_left, &left, &on_b);
    double sum = at_right->gap + at_left->gap;
    double fraction = sum > 0 ? at_right->gap / sum : 0;
    return vec_mul_add(right, fraction, vec_sub(left, right));
}

/* Returns whether a core certainly has a point of its frame inside. */
static bool certainly_contains(const GrazeShape* shape, GrazeVec p, double margin)
{
    int32_t n = shape->count;
    if (n < 3) return false;
    GrazeVec last = vec_from_point(shape->vertices[n - 1]);
    for (int32_t i = 0; i < n; i++) {
        GrazeVec here = vec_from_point(shape->vertices[i]);
        if (!(vec_cross(vec_sub(here, last), vec_sub(p, last)) > margin)) return false;
        last = here;
    }
    return true;
}

/*
 * Takes the middle of the witness points of the depth as common point, if it is certainly inside of both
 * cores, as mostly where neither is thin. The margin exceeds every rounding of a position.
 */
static bool take_middle(const GrazeCso* cso, GrazeNearest* nearest)
{
    const GrazePose* b_in_a = &cso->b_in_a;
    double margin = GRAZE_CERTIFICATE_ERROR * cso->scale * cso->scale;
    GrazeVec middle = vec_mul_add(nearest->on_a, 0.5, vec_sub(nearest->on_b, nearest->on_a));
    GrazeVec in_b =
        vec_inv_rotate(vec(middle.x - b_in_a->x, middle.y - b_in_a->y), b_in_a->cos, b_in_a->sin);
    if (!certainly_contains(cso->a, middle, margin) || !certainly_contains(cso->b, in_b, margin))
        return false;
    nearest->common_point = middle;
    return true;
}

void graze_find_nearest_exactly(const GrazeCso* cso, const GrazeGjkState* state,
                                GrazeNearest* nearest)
{
    GrazeCoreVerdict verdict;
    GrazeMinkowskiFeature* feature = &nearest->feature;
    graze_decide_cores(cso, state, &verdict);
    graze_nearest_feature(cso, state, &verdict, feature);
    nearest->core = verdict.core;
    nearest->relation = graze_inflate_relation(cso, verdict.core, feature->gap);
    graze_find_witness(cso, feature, &nearest->on_a, &nearest->on_b);
    if (verdict.core == GRAZE_DISJOINT) {
        nearest->normal = vec_div(feature->v, -feature->gap);
        return;
    }
    nearest->normal = verdict.walk.normal;
    if (verdict.core == GRAZE_OVERLAPPING && !take_middle(cso, nearest))
        nearest->common_point = common_point(cso, &verdict.walk.right, &verdict.walk.left);
}

/* ---- the nearest feature ---- */

/* Sets the feature of a certain walk, of cores that are disjoint or overlap; returns false if it may
   not be the only nearest one. */
static bool set_feature(const GrazeCso* cso, const GrazeContactFeature* found,
                        GrazeNearest* nearest)
{
    GrazeMinkowskiFeature* feature = &nearest->feature;
    bool is_disjoint = found->separation > 0;
    GrazeCsoPoint p = graze_cso_point(cso, found->a, found->b);
    nearest->core = is_disjoint ? GRAZE_DISJOINT : GRAZE_OVERLAPPING;
    if (found->a == found->a_next && found->b == found->b_next) {
        graze_feature_vertex(&p, feature);
    } else {
        /* The origin is further from all other edges by more than rounding, so that its foot is
           inside of this one, and the walk in exact order takes the edge from the same vertices. */
        GrazeCsoPoint q = graze_cso_point(cso, found->a_next, found->b_next);
        GrazePointDifference from = graze_cso_point_difference(cso, &p);
        GrazePointDifference to = graze_cso_point_difference(cso, &q);
        if (!found->is_alone) return false;
        graze_feature_between(&p, &from, &q, &to, feature);
        if (graze_is_vertex(feature)) return false;
        GrazeVec outward = vec_outward(graze_edge_vector(&from, &to));
        double length = vec_length(outward);
        /* Beside an end its distance rounds to that of the foot, and the walk in exact order may take
           the end. */
        double beside = min2(feature->along, 1 - feature->along) * length;
        if (is_disjoint && beside < GRAZE_FOOT_CLEARANCE * cso->scale) return false;
        nearest->normal = vec_div(outward, length);
    }
    nearest->relation = graze_inflate_relation(cso, nearest->core, feature->gap);
    if (is_disjoint) nearest->normal = vec_div(feature->v, -feature->gap);
    graze_find_witness(cso, feature, &nearest->on_a, &nearest->on_b);
    return true;
}

/* Finds the nearest feature by the filtered walk; returns false where rounding can matter, and for
   disjoint cores that are more than `limit` apart. */
static bool find_by_walk(const GrazeCso* cso, double limit, GrazeNearest* nearest)
{
    GrazeContactFeature found;
    return graze_filtered_walk(cso, limit, &found) == GRAZE_WALK_CERTAIN &&
           fabs(found.separation) > graze_walk_error(cso) && set_feature(cso, &found, nearest);
}

/* Writes the feature and, for an edge, its outward direction; returns the relation of the cores. */
static GrazeRelation write_only_feature(const GrazeCso* cso, const GrazeWarmStart* only,
                                        GrazeMinkowskiFeature* feature, GrazeVec* outward)
{
    const GrazeCsoPoint* p = &only->point[0];
    const GrazeCsoPoint* q = &only->point[only->count - 1];
    GrazeCsoPoint first = graze_cso_point(cso, q->a, q->b);
    if (only->count == 1) {
        graze_feature_vertex(&first, feature);
        return GRAZE_DISJOINT;
    }
    GrazeCsoPoint last = graze_cso_point(cso, p->a, p->b);
    GrazePointDifference from = graze_cso_point_difference(cso, &first);
    GrazePointDifference to = graze_cso_point_difference(cso, &last);
    GrazeVec step = graze_edge_vector(&from, &to);
    double cross = graze_cross(&from, &to);
    bool is_reversed = only->is_disjoint && cross > 0;
    double sign = is_reversed ? -1 : 1;
    graze_feature_edge(is_reversed ? &last : &first, is_reversed ? &first : &last,
                       vec_scale(step, sign), sign * cross, feature);
    *outward = vec_outward(step);
    if (only->is_disjoint || cross < 0) return GRAZE_DISJOINT;
    return cross > 0 ? GRAZE_OVERLAPPING : GRAZE_TOUCHING;
}

/* Finds the nearest feature that is the only one; returns false if the cores touch. */
static bool find_only(const GrazeCso* cso, const GrazeWarmStart* only, GrazeNearest* nearest)
{
    GrazeMinkowskiFeature* feature = &nearest->feature;
    GrazeVec outward = vec(0, 0);
    nearest->core = write_only_feature(cso, only, feature, &outward);
    if (nearest->core == GRAZE_TOUCHING) return false;
    nearest->relation = graze_inflate_relation(cso, nearest->core, feature->gap);
    nearest->normal = nearest->core == GRAZE_DISJOINT ? vec_div(feature->v, -feature->gap)
                                                      : vec_div(outward, vec_length(outward));
    graze_find_witness(cso, feature, &nearest->on_a, &nearest->on_b);
    return true;
}

/* Finds a common point of cores that overlap, by a filtered clip if the middle is none; returns false
   where rounding can matter. */
static bool find_common_point(const GrazeCso* cso, GrazeNearest* nearest)
{
    GrazeClipCrossing crossing[2];
    GrazeCrossedEdge edges[2];
    GrazeMinkowskiFeature ends[2];
    const GrazeVec axis = vec(cso->scale, 0);
    if (take_middle(cso, nearest)) return true;
    /* The point is one of both cores, so the radii do not count. */
    GrazeCso cores = *cso;
    GrazeShape core_a = *cso->a;
    GrazeShape core_b = *cso->b;
    core_a.radius = core_b.radius = 0;
    cores.a = &core_a;
    cores.b = &core_b;
    if (graze_filtered_clip(&cores, axis, crossing) != GRAZE_CLIP_LEAVES ||
        !graze_find_crossed_edges(&cores, axis, crossing, edges))
        return false;
    for (int k = 0; k < 2; k++)
        ends[k] = graze_axis_crossing(&edges[k].p, &edges[k].q);
    nearest->common_point = common_point(cso, &ends[1], &ends[0]);
    return true;
}

/* Finds a common point if one is needed and the cores overlap; returns false where rounding can matter. */
static bool has_point(const GrazeCso* cso, bool needs_point, GrazeNearest* nearest)
{
    return !needs_point || nearest->core == GRAZE_DISJOINT || find_common_point(cso, nearest);
}

bool graze_find_nearest_inside(const GrazeCso* cso, bool needs_point, GrazeNearest* nearest)
{
    return find_by_walk(cso, 0, nearest) && nearest->core == GRAZE_OVERLAPPING &&
           has_point(cso, needs_point, nearest);
}

/* Finds the nearest feature from the state at which GJK stopped. */
static void find_from_state(const GrazeCso* cso, const GrazeGjkState* state, bool needs_point,
                            GrazeNearest* nearest)
{
    bool may_be_inside = state->simplex.count == 3;
    if (may_be_inside && graze_find_nearest_inside(cso, needs_point, nearest)) return;
    graze_find_nearest_exactly(cso, state, nearest);
}

/* Returns whether a walk round A - B is quicker than GJK and a certificate of its result: for few
   vertices, unless the bodies are so far apart that GJK ends at once. */
static bool is_walk_quicker(const GrazeCso* cso)
{
    double near = (double)cso->a->extent + cso->b->extent;
    return (int64_t)cso->a->count * cso->b->count <= 64 && fabs(cso->b_in_a.x) <= near &&
           fabs(cso->b_in_a.y) <= near;
}

/* Does the same as graze_find_nearest. It is inlined where `start` and `needs_point` are constant. */
ALWAYS_INLINE int32_t find_nearest(const GrazeCso* cso, const GrazeWarmStart* start,
                                   bool needs_point, GrazeNearest* nearest)
{
    GrazeGjkState state;
    bool is_found = (start != NULL && start->is_only && find_only(cso, start, nearest)) ||
                    (is_walk_quicker(cso) && find_by_walk(cso, INFINITY, nearest));
    if (is_found && has_point(cso, needs_point, nearest)) return 0;
    graze_gjk_run(cso, &state);
    find_from_state(cso, &state, needs_point, nearest);
    return state.iterations;
}

int32_t graze_find_nearest(const GrazeCso* cso, const GrazeWarmStart* start, bool needs_point,
                           GrazeNearest* nearest)
{
    return find_nearest(cso, start, needs_point, nearest);
}

/* ---- the gap alone ---- */

/* Returns a distance or depth that is known to be positive, also if gap and reach are equal as
   doubles. */
static double keep_positive(const GrazeCso* cso, double value)
{
    return max2(value, GRAZE_UNIT_ROUNDOFF * graze_reach(cso));
}

/* Returns the distance of the bodies, 0 in contact, and writes their relation; `core` and `gap` are
   the relation and the distance of the cores. */
static double gap_with_radii(const GrazeCso* cso, GrazeRelation core, double gap,
                             GrazeRelation* relation)
{
    *relation = graze_inflate_relation(cso, core, gap);
    return *relation == GRAZE_DISJOINT ? keep_positive(cso, gap - graze_reach(cso)) : 0;
}

/* Returns whether the outline certainly turns at both ends of its edge between vertices p and q. */
static bool has_corners_at_edge(const GrazeCso* cso, const GrazeShape* shape, int32_t p, int32_t q)
{
    int32_t n = shape->count;
    if (n == 2) return true;
    int32_t first = next_index(p, n) == q ? p : q;
    int32_t last = first == p ? q : p;
    const GrazePoint* v = shape->vertices;
    GrazeVec edge = vec_sub(vec_from_point(v[last]), vec_from_point(v[first]));
    GrazeVec before =
        vec_sub(vec_from_point(v[first]), vec_from_point(v[previous_index(first, n)]));
    GrazeVec behind = vec_sub(vec_from_point(v[next_index(last, n)]), vec_from_point(v[last]));
    double margin = GRAZE_CERTIFICATE_ERROR * cso->scale * cso->scale;
    return vec_cross(before, edge) > margin && vec_cross(edge, behind) > margin;
}

/* Returns whether the outlines certainly turn at both ends of the feature. If one does not,
   rounding can make the adjacent edge the nearest. */
static bool has_corners(const GrazeCso* cso, const GrazeMinkowskiFeature* feature)
{
    const GrazeCsoPoint* p = &feature->p;
    const GrazeCsoPoint* q = &feature->q;
    return (p->a == q->a || has_corners_at_edge(cso, cso->a, p->a, q->a)) &&
           (p->b == q->b || has_corners_at_edge(cso, cso->b, p->b, q->b));
}

/*
 * Returns whether the simplex is certified, and the distance and relation if it is. A simplex that
 * is not certified is decided without a cache, so that not even a dent due to rounding can make a
 * difference.
 */
static bool is_certified(const GrazeCso* cso, const GrazeSimplex* simplex, double* distance,
                         GrazeRelation* relation)
{
    GrazeMinkowskiFeature feature;
    feature.gap = 0;
    bool is_inside = simplex->count == 3;
    if (is_inside ? !graze_certify_inside_filtered(cso, simplex)
                  : !graze_feature_certify_filtered(
                        cso, &simplex->point[0], &simplex->point[simplex->count - 1], &feature)) {
        return false;
    }
    if (!is_inside && !has_corners(cso, &feature)) return false;
    *distance =
        gap_with_radii(cso, is_inside ? GRAZE_OVERLAPPING : GRAZE_DISJOINT, feature.gap, relation);
    return true;
}

/* Returns the index of the vertex opposite vertex i along an outline. */
static int32_t opposite_index(int32_t i, int32_t count)
{
    int32_t opposite = i + count / 2;
    return opposite < count ? opposite : opposite - count;
}

double graze_find_gap(const GrazeCso* cso, const GrazeWarmStart* start, GrazeRelation* relation)
{
    GrazeGjkState state;
    GrazeCoreVerdict verdict;
    GrazeMinkowskiFeature feature;
    GrazeVec outward;
    double distance;
    if (start != NULL && start->is_only) {
        verdict.core = write_only_feature(cso, start, &feature, &outward);
        if (verdict.core != GRAZE_TOUCHING)
            return gap_with_radii(cso, verdict.core, feature.gap, relation);
    } else if (start != NULL && start->count > 0) {
        for (int32_t i = 0; i < start->count; i++)
            state.simplex.point[i] = graze_cso_point(cso, start->point[i].a, start->point[i].b);
        state.simplex.count = start->count;
        if (is_certified(cso, &state.simplex, &distance, relation)) return distance;
        if (start->count == 2) {
            /* If the cores overlap, the triangle with an opposite vertex often proves it. */
            const GrazeCsoPoint* q = &start->point[1];
            state.simplex.point[2] = graze_cso_point(cso, opposite_index(q->a, cso->a->count),
                                                     opposite_index(q->b, cso->b->count));
            state.simplex.count = 3;
            if (is_certified(cso, &state.simplex, &distance, relation)) return distance;
        }
        graze_gjk(cso, GRAZE_START_POINT, start->point, start->count, false, &state);
        if (is_certified(cso, &state.simplex, &distance, relation)) return distance;
    }
    graze_gjk(cso, GRAZE_START_POINT, NULL, 0, false, &state);
    feature.gap = 0;
    graze_decide_cores(cso, &state, &verdict);
    if (verdict.core == GRAZE_DISJOINT) graze_nearest_feature(cso, &state, &verdict, &feature);
    return gap_with_radii(cso, verdict.core, feature.gap, relation);
}

/* ---- results ---- */

/*
 * Moves the witness points from the cores to the bodies: outward along the normal by each radius.
 */
static void inflate_witness(const GrazeCso* cso, GrazeNearest* nearest)
{
    nearest->on_a = vec_mul_add(nearest->on_a, cso->a->radius, nearest->normal);
    nearest->on_b = vec_mul_add(nearest->on_b, -(double)cso->b->radius, nearest->normal);
}

/* Replaces both witness points by one point of both bodies: for disjoint cores it divides their gap
   in the ratio of the radii. */
static void join_witness(const GrazeCso* cso, GrazeNearest* nearest)
{
    if (nearest->core == GRAZE_DISJOINT) {
        double fraction = cso->a->radius / graze_reach(cso);
        nearest->on_a = vec_mul_add(nearest->on_a, fraction, vec_sub(nearest->on_b, nearest->on_a));
    } else if (nearest->core == GRAZE_OVERLAPPING) {
        nearest->on_a = nearest->common_point;
    }
    nearest->on_b = nearest->on_a;
}

/* Returns the distance of disjoint bodies. */
static double find_distance(const GrazeCso* cso, const GrazeNearest* nearest)
{
    return keep_positive(cso, nearest->feature.gap - graze_reach(cso));
}

static void write_witness(const GrazeCso* cso, const GrazeNearest* nearest, GrazeWitness* out)
{
    graze_write_witness_in_frame(cso, &nearest->feature, nearest->on_a, nearest->on_b,
                                 nearest->normal, out);
}

void graze_write_nearest(const GrazeCso* cso, GrazeNearest* nearest, GrazeDistance* out)
{
    bool is_apart = nearest->relation == GRAZE_DISJOINT;
    if (is_apart) {
        inflate_witness(cso, nearest);
    } else {
        join_witness(cso, nearest);
    }
    write_witness(cso, nearest, &out->witness);
    out->relation = (int32_t)nearest->relation;
    out->distance = is_apart ? find_distance(cso, nearest) : 0;
    out->iterations = 0;
}

/* Returns the depth of the bodies, 0 unless they overlap. */
static double find_depth(const GrazeCso* cso, const GrazeNearest* nearest)
{
    double inside = nearest->core == GRAZE_DISJOINT ? -nearest->feature.gap : nearest->feature.gap;
    bool is_deep = nearest->relation == GRAZE_OVERLAPPING;
    return is_deep ? keep_positive(cso, inside + graze_reach(cso)) : 0;
}

/*
 * The bodies separate when the origin leaves A - B, inflated by the radii, through the feature of
 * its boundary that is nearest. The depth is that of the cores plus the radii, or for disjoint
 * cores the radii minus the cores' gap.
 */
void graze_write_penetration(const GrazeCso* cso, GrazeNearest* nearest, GrazePenetration* out)
{
    inflate_witness(cso, nearest);
    write_witness(cso, nearest, &out->witness);
    out->relation = (int32_t)nearest->relation;
    out->depth = find_depth(cso, nearest);
    out->lower_bound = out->depth;
    out->status = GRAZE_PENETRATION_EXACT;
    out->spare = 0;
    out->iterations = 0;
}

void graze_write_distance(const GrazeCso* cso, const GrazeGjkState* state, GrazeDistance* out)
{
    GrazeNearest nearest;
    find_from_state(cso, state, true, &nearest);
    graze_write_nearest(cso, &nearest, out);
    out->iterations = state->iterations;
}

/* ---- queries ---- */

void graze_convex_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                           const GrazePose* pose_b, GrazeDistance* out)
{
    GrazeCso cso;
    GrazeNearest nearest;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    int32_t iterations = find_nearest(&cso, NULL, true, &nearest);
    graze_write_nearest(&cso, &nearest, out);
    out->iterations = iterations;
}

double graze_convex_gap(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                        const GrazePose* pose_b, GrazeRelation* relation)
{
    GrazeCso cso;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    return graze_find_gap(&cso, NULL, relation);
}

void graze_convex_penetration(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                              const GrazePose* pose_b, GrazePenetration* out)
{
    GrazeCso cso;
    GrazeNearest nearest;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    int32_t iterations = find_nearest(&cso, NULL, false, &nearest);
    graze_write_penetration(&cso, &nearest, out);
    out->iterations = iterations;
}

double graze_convex_signed_distance(const GrazeShape* a, const GrazePose* pose_a,
                                    const GrazeShape* b, const GrazePose* pose_b,
                                    GrazeRelation* relation)
{
    GrazeCso cso;
    GrazeNearest nearest;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    graze_find_nearest(&cso, NULL, false, &nearest);
    *relation = nearest.relation;
    if (*relation == GRAZE_TOUCHING) return 0;
    return *relation == GRAZE_OVERLAPPING ? -find_depth(&cso, &nearest)
                                          : find_distance(&cso, &nearest);
}
