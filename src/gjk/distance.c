#include "distance.h"

#include "../tolerance.h"
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

GrazeNearest graze_find_nearest(const GrazeCso* cso, const GrazeDescent* descent)
{
    GrazeVerdict verdict;
    GrazeNearest nearest;
    graze_settle(cso, descent, &verdict);
    nearest.part = graze_nearest(cso, descent, &verdict);
    nearest.core = verdict.core;
    nearest.relation = graze_inflate(cso, verdict.core, nearest.part.gap);
    nearest.normal = verdict.core == GRAZE_DISJOINT ? vec_over(nearest.part.v, -nearest.part.gap)
                                                    : verdict.walk.normal;
    graze_find_witness(cso, &nearest.part, &nearest.on_a, &nearest.on_b);
    if (verdict.core == GRAZE_OVERLAPPING) nearest.common = common_point(cso, &verdict.walk);
    return nearest;
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
typedef struct {
    GrazeVec point_a, point_b, normal;
    GrazeFeatureName of_a, of_b;
    GrazeRelation relation;
} Witness;

static Witness tell(const GrazeCso* cso, const GrazeNearest* nearest)
{
    Witness witness;
    witness.relation = nearest->relation;
    witness.point_a = graze_cso_place(cso, cso->swapped ? nearest->on_b : nearest->on_a);
    witness.point_b = graze_cso_place(cso, cso->swapped ? nearest->on_a : nearest->on_b);
    witness.normal = graze_cso_direction(cso, nearest->normal);
    graze_name_features(cso, &nearest->part, &witness.of_a, &witness.of_b);
    return witness;
}

#define GIVE_WITNESS(out, witness)                                                                 \
    do {                                                                                           \
        (out)->point_a_x = (witness).point_a.x;                                                    \
        (out)->point_a_y = (witness).point_a.y;                                                    \
        (out)->point_b_x = (witness).point_b.x;                                                    \
        (out)->point_b_y = (witness).point_b.y;                                                    \
        (out)->normal_x = (witness).normal.x;                                                      \
        (out)->normal_y = (witness).normal.y;                                                      \
        (out)->relation = (int32_t)(witness).relation;                                             \
        (out)->feature_a = (witness).of_a.kind;                                                    \
        (out)->index_a = (witness).of_a.index;                                                     \
        (out)->feature_b = (witness).of_b.kind;                                                    \
        (out)->index_b = (witness).of_b.index;                                                     \
    } while (0)

void graze_answer_distance(const GrazeCso* cso, const GrazeDescent* descent, GrazeDistance* out)
{
    GrazeNearest nearest = graze_find_nearest(cso, descent);
    bool is_apart = nearest.relation == GRAZE_DISJOINT;
    if (is_apart) {
        inflate_witness(cso, &nearest);
    } else {
        join_witness(cso, &nearest);
    }
    Witness witness = tell(cso, &nearest);
    GIVE_WITNESS(out, witness);
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

static double separation_of(const GrazeCso* cso, const GrazeDescent* descent,
                            GrazeRelation* relation)
{
    GrazeVerdict verdict;
    graze_settle(cso, descent, &verdict);
    bool is_apart = verdict.core == GRAZE_DISJOINT;
    double gap = is_apart ? graze_nearest(cso, descent, &verdict).gap : 0;
    *relation = graze_inflate(cso, verdict.core, gap);
    return *relation == GRAZE_DISJOINT ? keep_positive(cso, gap - graze_reach(cso)) : 0;
}

double graze_separation(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                        const GrazePose* pose_b, GrazeRelation* relation)
{
    GrazeCso cso;
    GrazeDescent descent;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    graze_descend(&cso, &GRAZE_DEFAULTS, &descent);
    return separation_of(&cso, &descent, relation);
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
    GrazeNearest nearest = graze_find_nearest(&cso, &descent);
    inflate_witness(&cso, &nearest);
    Witness witness = tell(&cso, &nearest);
    GIVE_WITNESS(out, witness);
    double inside = nearest.core == GRAZE_DISJOINT ? -nearest.part.gap : nearest.part.gap;
    bool is_deep = nearest.relation == GRAZE_OVERLAPPING;
    out->depth = is_deep ? keep_positive(&cso, inside + graze_reach(&cso)) : 0;
    out->iterations = descent.iterations;
}
