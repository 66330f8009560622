#include "minkowski_walk.h"

#include "../../base/predicate.h"
#include "../../tolerance.h"

/*
 * Records where the edge crosses the x axis, and returns its contribution to the winding number of
 * the outline about the origin: whether it crosses the ray to the right, upward (1) or downward
 * (-1). For a convex outline it would suffice to check that the origin is on the inner side of
 * every edge; but rounding can dent a thin one, and the line through a dent can exclude any point,
 * while the winding number is wrong only within the dent.
 */
static int note_axis_crossing(const GrazeMinkowskiIterator* iterator, GrazeMinkowskiWalk* out)
{
    GrazeVec p = iterator->p.w;
    GrazeVec q = iterator->q.w;
    bool rises = p.y <= 0 && q.y > 0;
    if (!rises && !(p.y > 0 && q.y <= 0)) return 0;
    *(rises ? &out->right : &out->left) = graze_axis_crossing(&iterator->p, &iterator->q);
    int side = graze_sign_cross(&iterator->from, &iterator->to);
    return rises ? side > 0 : -(side < 0);
}

/* Returns whether the line of the edge is certainly further from the origin than `gap`. The cross
   product of p and the step has the errors of their dot product (graze_sign_along). */
static bool is_beyond(const GrazeMinkowskiIterator* iterator, double gap)
{
    GrazeVec p = iterator->p.w;
    GrazeVec step = graze_edge_vector(&iterator->from, &iterator->to);
    double left = p.x * step.y;
    double right = p.y * step.x;
    double cross = fabs(left - right) - GRAZE_PROJECTION_ERROR * (fabs(left) + fabs(right));
    return cross > 0 &&
           cross * cross > gap * gap * vec_dot(step, step) * (1 + GRAZE_PROJECTION_ERROR);
}

/* Nearest feature found so far, and the outward direction of its edge. */
typedef struct {
    GrazeMinkowskiFeature feature;
    GrazeVec outward;
    bool is_found;
} NearestSoFar;

static void keep_nearest(NearestSoFar* nearest, const GrazeMinkowskiFeature* feature,
                         const GrazeMinkowskiIterator* iterator)
{
    if (nearest->is_found && feature->gap >= nearest->feature.gap) return;
    *nearest = (NearestSoFar){*feature,
                              vec_outward(graze_edge_vector(&iterator->from, &iterator->to)), true};
}

/* Returns the least coordinate of A - B along a unit direction, up to rounding. */
static double least_along(const GrazeCso* cso, GrazeVec n)
{
    double least_a = INFINITY;
    double most_b = -INFINITY;
    for (int32_t i = 0; i < cso->a->count; i++)
        least_a = min2(least_a, vec_dot(n, graze_cso_vertex_a(cso, i)));
    for (int32_t j = 0; j < cso->b->count; j++)
        most_b = max2(most_b, vec_dot(n, graze_cso_vertex_b(cso, j)));
    return least_a - most_b;
}

/*
 * Replaces the nearest edge of A - B around the origin by that of all edges up to `limit` away beyond
 * whose line A - B reaches least. Rounding turns short edges, and far vertices can be beyond the line
 * of such a one.
 */
static NOINLINE void keep_least_reach(const GrazeCso* cso, double limit, NearestSoFar* nearest)
{
    GrazeMinkowskiIterator iterator;
    double least = INFINITY;
    graze_minkowski_iterator_start(&iterator, cso);
    while (graze_minkowski_iterator_advance(&iterator)) {
        GrazeMinkowskiFeature feature;
        graze_feature_between(&iterator.p, &iterator.from, &iterator.q, &iterator.to, &feature);
        if (feature.gap > limit) continue;
        GrazeVec outward = vec_outward(graze_edge_vector(&iterator.from, &iterator.to));
        double reach = -least_along(cso, vec_div(outward, -vec_length(outward)));
        if (!(reach < least)) continue;
        *nearest = (NearestSoFar){feature, outward, true};
        least = reach;
    }
}

void graze_minkowski_walk(const GrazeCso* cso, GrazeMinkowskiWalk* out)
{
    GrazeMinkowskiIterator iterator;
    graze_minkowski_iterator_start(&iterator, cso);
    NearestSoFar nearest_any = {.outward = {0, 0}, .is_found = false};
    graze_feature_vertex(&iterator.q, &nearest_any.feature);
    NearestSoFar nearest_edge = nearest_any;
    int winding = 0;
    out->right = out->left = nearest_any.feature;
    while (graze_minkowski_iterator_advance(&iterator)) {
        winding += note_axis_crossing(&iterator, out);
        if (nearest_any.is_found && is_beyond(&iterator, nearest_any.feature.gap)) continue;
        GrazeMinkowskiFeature feature;
        graze_feature_between(&iterator.p, &iterator.from, &iterator.q, &iterator.to, &feature);
        keep_nearest(&nearest_any, &feature, &iterator);
        if (!graze_is_vertex(&feature)) keep_nearest(&nearest_edge, &feature, &iterator);
    }
    bool on_boundary = nearest_any.feature.gap == 0;
    out->relation = on_boundary ? GRAZE_TOUCHING : winding ? GRAZE_OVERLAPPING : GRAZE_DISJOINT;
    /* If the origin is inside, a vertex can tie with an edge whose foot is beside it; then the edge
       gives the direction. */
    bool ties = nearest_edge.is_found &&
                nearest_edge.feature.gap <= nearest_any.feature.gap * (1 + 2 * GRAZE_GAP_ERROR);
    NearestSoFar* nearest =
        out->relation == GRAZE_OVERLAPPING && ties ? &nearest_edge : &nearest_any;
    double size = vec_length(nearest->outward);
    if (out->relation == GRAZE_OVERLAPPING && size > 0) {
        double reach = -least_along(cso, vec_div(nearest->outward, -size));
        double limit = nearest_any.feature.gap * (1 + 2 * GRAZE_GAP_ERROR);
        if (reach > nearest->feature.gap + GRAZE_WALK_ERROR * cso->scale) {
            keep_least_reach(cso, limit, nearest);
            size = vec_length(nearest->outward);
        }
    }
    out->nearest = nearest->feature;
    /* Two points at the same position do not define a direction; any is valid. */
    out->normal = size > 0 ? vec_div(nearest->outward, size) : vec(1, 0);
}

/* Returns how far A - B is beyond the origin in the direction of a feature's nearest point. */
static double floor_along(const GrazeCso* cso, const GrazeMinkowskiFeature* feature)
{
    return least_along(cso, vec_div(feature->v, feature->gap));
}

/* Replaces `feature` by that of all features up to `limit` away beyond which A - B is furthest from
   the origin. */
static NOINLINE void keep_highest_floor(const GrazeCso* cso, double limit,
                                        GrazeMinkowskiFeature* feature)
{
    GrazeMinkowskiIterator iterator;
    double highest = floor_along(cso, feature);
    graze_minkowski_iterator_start(&iterator, cso);
    while (graze_minkowski_iterator_advance(&iterator)) {
        GrazeMinkowskiFeature other;
        graze_feature_between(&iterator.p, &iterator.from, &iterator.q, &iterator.to, &other);
        if (other.gap > limit) continue;
        double floor = floor_along(cso, &other);
        if (floor > highest) {
            *feature = other;
            highest = floor;
        }
    }
}

void graze_minkowski_walk_certified(const GrazeCso* cso, GrazeMinkowskiFeature* feature)
{
    GrazeMinkowskiIterator iterator;
    graze_minkowski_iterator_start(&iterator, cso);
    /* Near a dent the neighbors prove nothing, so only features that tie with `feature` in double
       are considered, and the nearest of those that are certified is taken. */
    double limit = feature->gap * (1 + 2 * GRAZE_GAP_ERROR);
    bool is_certified = false;
    while (graze_minkowski_iterator_advance(&iterator)) {
        GrazeMinkowskiFeature other;
        graze_feature_between(&iterator.p, &iterator.from, &iterator.q, &iterator.to, &other);
        bool is_nearer = is_certified ? other.gap < feature->gap : other.gap <= limit;
        if (is_nearer && graze_feature_certify_exact(cso, &other)) {
            *feature = other;
            is_certified = true;
        }
    }
    if (is_certified) return;
    keep_highest_floor(cso, limit, feature);
    graze_feature_orient(cso, feature);
}

/* Returns the sign of the distance of the origin from a feature minus the sum of the radii. */
static int sign_feature_reach(const GrazeCso* cso, const GrazeMinkowskiFeature* feature)
{
    double ra = cso->a->radius;
    double rb = cso->b->radius;
    GrazePointDifference p = graze_cso_point_difference(cso, &feature->p);
    GrazePointDifference q = graze_cso_point_difference(cso, &feature->q);
    double beyond =
        graze_is_vertex(feature) ? graze_point_reach(&p, ra, rb) : graze_line_reach(&p, &q, ra, rb);
    return sign_compare(beyond, 0);
}

GrazeRelation graze_minkowski_walk_relation(const GrazeCso* cso)
{
    GrazeMinkowskiIterator iterator;
    graze_minkowski_iterator_start(&iterator, cso);
    /* Features beyond this distance are out of reach; the others need their exact sign. */
    double far = graze_reach(cso) * (1 + GRAZE_GAP_ERROR);
    GrazeMinkowskiFeature feature;
    graze_feature_vertex(&iterator.q, &feature);
    int least_sign = sign_feature_reach(cso, &feature);
    while (least_sign >= 0 && graze_minkowski_iterator_advance(&iterator)) {
        graze_feature_between(&iterator.p, &iterator.from, &iterator.q, &iterator.to, &feature);
        int sign = feature.gap > far ? 1 : sign_feature_reach(cso, &feature);
        if (sign < least_sign) least_sign = sign;
    }
    return least_sign > 0 ? GRAZE_DISJOINT : least_sign == 0 ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
}
