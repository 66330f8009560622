#include "distance.h"

#include "../shape/support.h"
#include "../tolerance.h"
#include "search.h"
#include "witness.h"

/* Distance and penetration: what the verdict and the nearest part mean for the two bodies. */

/*
 * A point of A that is one of B as well, when the cores overlap: the origin divides the chord of
 * A - B along the x axis, whose ends are differences of points of A and B, and the points of A
 * divided alike are that point. It is off by no more than rounding of the coordinates, however thin
 * the bodies are.
 */
static GrazeVec common_point(const GrazeCso* cso, const GrazeWalk* walk)
{
    GrazeVec right;
    GrazeVec left;
    GrazeVec on_b;
    graze_find_witness(cso, &walk->right, &right, &on_b);
    graze_find_witness(cso, &walk->left, &left, &on_b);
    double whole = walk->right.gap + walk->left.gap;
    double part = whole > 0 ? walk->right.gap / whole : 0;
    return vec_along(right, part, vec_sub(left, right));
}

void graze_find_nearest(const GrazeCso* cso, const GrazeDescent* descent, GrazeNearest* nearest)
{
    GrazeVerdict verdict;
    GrazePart* part = &nearest->part;
    graze_settle(cso, descent, &verdict);
    graze_nearest(cso, descent, &verdict, part);
    nearest->core = verdict.core;
    nearest->relation = graze_inflate(cso, verdict.core, part->gap);
    graze_find_witness(cso, part, &nearest->on_a, &nearest->on_b);
    if (verdict.core == GRAZE_DISJOINT) {
        nearest->normal = vec_over(part->v, -part->gap);
        return;
    }
    nearest->normal = verdict.walk.normal;
    if (verdict.core == GRAZE_OVERLAPPING) nearest->common = common_point(cso, &verdict.walk);
}

/* From the cores to the bodies: out along the normal by each radius. */
static void inflate_witness(const GrazeCso* cso, GrazeNearest* nearest)
{
    nearest->on_a = vec_along(nearest->on_a, cso->a->radius, nearest->normal);
    nearest->on_b = vec_along(nearest->on_b, -(double)cso->b->radius, nearest->normal);
}

/* One point of both bodies: between disjoint cores it divides their gap as the radii do. */
static void join_witness(const GrazeCso* cso, GrazeNearest* nearest)
{
    if (nearest->core == GRAZE_DISJOINT) {
        double part = cso->a->radius / graze_reach(cso);
        nearest->on_a = vec_along(nearest->on_a, part, vec_sub(nearest->on_b, nearest->on_a));
    } else if (nearest->core == GRAZE_OVERLAPPING) {
        nearest->on_a = nearest->common;
    }
    nearest->on_b = nearest->on_a;
}

/* A distance or depth known to be above 0, also where gap and reach are equal as doubles. */
static double keep_positive(const GrazeCso* cso, double value)
{
    return max2(value, GRAZE_UNIT * graze_reach(cso));
}

/* What both answers have in common, in the caller's terms and the world frame. */
#define GIVE_WITNESS(out, cso, nearest)                                                            \
    do {                                                                                           \
        bool swapped = (cso)->swapped;                                                             \
        GrazeVec of_a = graze_cso_place(cso, swapped ? &(nearest)->on_b : &(nearest)->on_a);       \
        GrazeVec of_b = graze_cso_place(cso, swapped ? &(nearest)->on_a : &(nearest)->on_b);       \
        GrazeVec normal = graze_cso_direction(cso, &(nearest)->normal);                            \
        GrazeFeatureName name_a;                                                                   \
        GrazeFeatureName name_b;                                                                   \
        graze_name_features(cso, &(nearest)->part, &name_a, &name_b);                              \
        (out)->point_a_x = of_a.x;                                                                 \
        (out)->point_a_y = of_a.y;                                                                 \
        (out)->point_b_x = of_b.x;                                                                 \
        (out)->point_b_y = of_b.y;                                                                 \
        (out)->normal_x = normal.x;                                                                \
        (out)->normal_y = normal.y;                                                                \
        (out)->relation = (int32_t)(nearest)->relation;                                            \
        (out)->feature_a = name_a.kind;                                                            \
        (out)->index_a = name_a.index;                                                             \
        (out)->feature_b = name_b.kind;                                                            \
        (out)->index_b = name_b.index;                                                             \
    } while (0)

void graze_answer_distance(const GrazeCso* cso, const GrazeDescent* descent, GrazeDistance* out)
{
    GrazeNearest nearest;
    graze_find_nearest(cso, descent, &nearest);
    bool is_apart = nearest.relation == GRAZE_DISJOINT;
    if (is_apart) {
        inflate_witness(cso, &nearest);
    } else {
        join_witness(cso, &nearest);
    }
    GIVE_WITNESS(out, cso, &nearest);
    out->distance = is_apart ? keep_positive(cso, nearest.part.gap - graze_reach(cso)) : 0;
    out->iterations = descent->iterations;
}

void graze_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, const GrazeOptions* options, GrazeDistance* out)
{
    GrazeCso cso;
    GrazeDescent descent;
    if (options == NULL) options = &GRAZE_DEFAULTS;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    cso.support = options->support;
    graze_descend(&cso, options, &descent);
    graze_answer_distance(&cso, &descent, out);
}

static double tell_separation(const GrazeCso* cso, GrazeRelation core, double gap,
                              GrazeRelation* relation)
{
    *relation = graze_inflate(cso, core, gap);
    return *relation == GRAZE_DISJOINT ? keep_positive(cso, gap - graze_reach(cso)) : 0;
}

static double separation_of(const GrazeCso* cso, const GrazeDescent* descent,
                            GrazeRelation* relation)
{
    GrazeVerdict verdict;
    GrazePart part;
    part.gap = 0;
    graze_settle(cso, descent, &verdict);
    if (verdict.core == GRAZE_DISJOINT) graze_nearest(cso, descent, &verdict, &part);
    return tell_separation(cso, verdict.core, part.gap, relation);
}

static double separate(const GrazeCso* cso, GrazeRelation* relation)
{
    GrazeDescent descent;
    graze_search(cso, GRAZE_START_POINT, NULL, 0, false, &descent);
    return separation_of(cso, &descent, relation);
}

double graze_separation(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                        const GrazePose* pose_b, GrazeRelation* relation)
{
    GrazeCso cso;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    return separate(&cso, relation);
}

/* The vertex opposite vertex i along an outline. */
static int32_t opposite_index(int32_t i, int32_t count)
{
    int32_t opposite = i + count / 2;
    return opposite < count ? opposite : opposite - count;
}

/* Does the outline surely turn at both ends of its edge between vertices p and q? */
static bool turns_beside(const GrazeCso* cso, const GrazeShape* shape, int32_t p, int32_t q)
{
    int32_t n = shape->count;
    if (n == 2) return true;
    int32_t first = next_index(p, n) == q ? p : q;
    int32_t last = first == p ? q : p;
    const GrazePoint* v = shape->vertices;
    GrazeVec edge = vec_sub(vec_of(v[last]), vec_of(v[first]));
    GrazeVec before = vec_sub(vec_of(v[first]), vec_of(v[previous_index(first, n)]));
    GrazeVec behind = vec_sub(vec_of(v[next_index(last, n)]), vec_of(v[last]));
    double margin = GRAZE_SURE_ERROR * cso->scale * cso->scale;
    return vec_cross(before, edge) > margin && vec_cross(edge, behind) > margin;
}

/* Where it does not, rounding can make the edge beside it the nearest. */
static bool has_corners(const GrazeCso* cso, const GrazePart* part)
{
    const GrazeCsoPoint* p = &part->p;
    const GrazeCsoPoint* q = &part->q;
    return (p->a == q->a || turns_beside(cso, cso->a, p->a, q->a)) &&
           (p->b == q->b || turns_beside(cso, cso->b, p->b, q->b));
}

/* A simplex that leaves no doubt; what is left is decided as if there were no guess, so that not even a
   dent by rounding can make a difference. */
static bool is_sure(const GrazeCso* cso, const GrazeSimplex* simplex, double* distance,
                    GrazeRelation* relation)
{
    GrazePart part;
    part.gap = 0;
    bool is_inside = simplex->count == 3;
    if (is_inside ? !graze_surely_inside(cso, simplex)
                  : !graze_part_surely(cso, &simplex->point[0], &simplex->point[simplex->count - 1],
                                       &part)) {
        return false;
    }
    if (!is_inside && !has_corners(cso, &part)) return false;
    *distance =
        tell_separation(cso, is_inside ? GRAZE_OVERLAPPING : GRAZE_DISJOINT, part.gap, relation);
    return true;
}

double graze_separation_from(const GrazeCso* cso, const GrazeCsoPoint* guess, int32_t count,
                             GrazeRelation* relation)
{
    GrazeDescent descent;
    GrazeSimplex* simplex = &descent.simplex;
    double distance;
    if (count == 0) return separate(cso, relation);
    for (int32_t i = 0; i < count; i++)
        simplex->point[i] = graze_cso_point(cso, guess[i].a, guess[i].b);
    simplex->count = count;
    if (is_sure(cso, simplex, &distance, relation)) return distance;
    if (count == 2) {
        const GrazeCsoPoint* q = &simplex->point[1];
        simplex->point[2] = graze_cso_point(cso, opposite_index(q->a, cso->a->count),
                                            opposite_index(q->b, cso->b->count));
        simplex->count = 3;
        if (is_sure(cso, simplex, &distance, relation)) return distance;
    }
    graze_search(cso, GRAZE_START_POINT, guess, count, false, &descent);
    return is_sure(cso, simplex, &distance, relation) ? distance : separate(cso, relation);
}

/*
 * The bodies part when the origin leaves A - B, inflated by the radii: through the part of its
 * boundary that is nearest. That is as deep as the cores are in each other and the radii on top, or
 * what the radii reach beyond the cores' gap.
 */
void graze_penetration(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b, GrazePenetration* out)
{
    GrazeCso cso;
    GrazeDescent descent;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    graze_descend(&cso, &GRAZE_DEFAULTS, &descent);
    GrazeNearest nearest;
    graze_find_nearest(&cso, &descent, &nearest);
    inflate_witness(&cso, &nearest);
    GIVE_WITNESS(out, &cso, &nearest);
    double inside = nearest.core == GRAZE_DISJOINT ? -nearest.part.gap : nearest.part.gap;
    bool is_deep = nearest.relation == GRAZE_OVERLAPPING;
    out->depth = is_deep ? keep_positive(&cso, inside + graze_reach(&cso)) : 0;
    out->iterations = descent.iterations;
}
