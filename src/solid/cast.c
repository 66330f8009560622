#include "convex.h"
#include "witness.h"

/*
 * The status of a cast is the relation of B and the hull of A at both ends of the displacement. The
 * interval of contact is found by Newton's method: the distance of the cores at s is a convex
 * function of s, and the plane through their nearest feature is below it, so that its root is never
 * beyond the begin of contact. The steps end where the origin lands on the feature, as its plane has
 * no point of A - B beyond it at any s, or at a contact; for polytopes after a few.
 *
 * The root is computed from the vertices as placed at s = 0: for a point p of A - B on a plane with
 * normal n, n . (p + s m) = reach |n| holds for s = (n . p - reach |n|) / -(n . m).
 */

/* Contact at s: the bodies there, and their nearest feature a step before. */
typedef struct {
    double s;
    SolidPair moved;
    SolidDecision decision; /* of `moved`, unless it landed */
    SolidNearest nearest;   /* if `is_found` */
    bool is_found;
    bool has_landed; /* whether the nearest feature is in contact at s */
} Root;

static double root_of_plane(const SolidPair* pair, const SolidNearest* nearest, GrazeVec3 m)
{
    const SolidPoint* found = nearest->simplex.point;
    SolidSimplex still = {.count = nearest->simplex.count};
    const Dd along[3] = {dd_from_double(m.x), dd_from_double(m.y), dd_from_double(m.z)};
    Dd n[3] = {nearest->pairs[0], nearest->pairs[1], nearest->pairs[2]};
    for (int32_t k = 0; k < still.count; k++)
        still.point[k] = solid_point(pair, found[k].a, found[k].b);
    if (still.count == 3) graze_solid_plane_normal(&still, nearest->v, n);
    const SolidPoint* p = &still.point[0];
    const Dd at[3] = {dd_sum(p->at_a.x, -p->at_b.x), dd_sum(p->at_a.y, -p->at_b.y),
                      dd_sum(p->at_a.z, -p->at_b.z)};
    Dd reach = graze_dd_mul(dd_sum(pair->a.body->radius, pair->b.body->radius),
                            graze_dd_sqrt(graze_dd_dot(n, n, 3)));
    Dd approach = dd_neg(graze_dd_dot(n, along, 3));
    if (!(approach.hi > 0)) return INFINITY;
    return dd_round(graze_dd_div(graze_dd_sub(graze_dd_dot(n, at, 3), reach), approach));
}

/* Finds the least s in [0, 1] with contact, where there is one. Returns false without memory. */
static bool find_begin(const SolidPair* pair, GrazeVec3 m, const GrazeSolidScratch* scratch,
                       Root* out)
{
    out->s = 0;
    out->is_found = out->has_landed = false;
    for (int round = 0; round < GRAZE_SOLID_MAX_ROUNDS; round++) {
        out->moved = *pair;
        out->moved.a.begin = vec3_mul_add(pair->a.begin, out->s, m);
        if (!graze_solid_decide(&out->moved, true, false, scratch, &out->decision)) return false;
        if (out->decision.relation != GRAZE_DISJOINT) break;
        out->nearest = out->decision.nearest;
        out->is_found = true;
        /* A plane that recedes shows that rounding has passed a contact of an instant. */
        double root = root_of_plane(pair, &out->nearest, m);
        double next = min2(root, 1);
        if (!(next > out->s) || isinf(root)) break;
        out->s = next;
        if (root > 1) continue;
        out->moved.a.begin = vec3_mul_add(pair->a.begin, next, m);
        out->has_landed = graze_solid_land(&out->moved, &out->nearest);
        if (out->has_landed) break;
    }
    return true;
}

/* Writes the contact at a root, with the normal of the last step before it. */
static bool write_contact(const Root* root, const GrazeSolidScratch* scratch,
                          GrazeSolidWitness* out)
{
    const SolidPair* moved = &root->moved;
    SolidDecision decision = root->decision;
    if (root->has_landed) {
        graze_solid_write_landed(moved, &root->nearest, out);
    } else if (decision.cores == GRAZE_DISJOINT) {
        graze_solid_write_nearest(moved, &decision.nearest, out);
        if (moved->reach > 0) graze_solid_join_nearest(moved, &decision.nearest, out);
    } else if (root->is_found) {
        GrazeVec3 v = root->nearest.v;
        graze_solid_write_common_point(moved, &decision.gjk, vec3_scale(v, -1 / vec3_length(v)),
                                       true, out);
    } else {
        if (!graze_solid_decide(moved, true, true, scratch, &decision)) return false;
        graze_solid_write_common_point(moved, &decision.gjk,
                                       graze_solid_contact_normal(moved, &decision), true, out);
    }
    for (int k = 0; k < 3; k++)
        out->normal[k] = 0 - out->normal[k];
    return true;
}

GrazeStatus graze_solid_convex_shape_cast(const SolidQuery* query, const double displacement[3],
                                          GrazeSolidCast* out)
{
    const GrazeSolidScratch* scratch = query->scratch;
    SolidPair pair;
    SolidPair swept;
    SolidPair back;
    SolidDecision decision;
    Root begin;
    Root end;
    GrazeVec3 m = vec3(displacement[0], displacement[1], displacement[2]);
    graze_solid_pair_init(&pair, query->a, query->pose_a, query->b, query->pose_b);
    swept = pair;
    graze_solid_pair_sweep(&swept, m);
    if (!graze_solid_decide(&swept, false, false, scratch, &decision)) return GRAZE_E_OUT_OF_MEMORY;
    GrazeRelation along = decision.relation;
    if (along == GRAZE_DISJOINT) {
        *out = (GrazeSolidCast){.status = GRAZE_CAST_FREE, .relation = GRAZE_DISJOINT};
        return GRAZE_OK;
    }
    pair.error = swept.error;
    back = pair;
    back.a.begin = swept.a.end;
    if (!find_begin(&pair, m, scratch, &begin)) return GRAZE_E_OUT_OF_MEMORY;
    if (!find_begin(&back, vec3_neg(m), scratch, &end)) return GRAZE_E_OUT_OF_MEMORY;
    if (!write_contact(&begin, scratch, &out->witness)) return GRAZE_E_OUT_OF_MEMORY;
    out->relation = begin.is_found ? GRAZE_DISJOINT : (int32_t)begin.decision.relation;
    out->begin = begin.s;
    out->end = max2(begin.s, 1 - end.s);
    out->status = out->relation == GRAZE_OVERLAPPING ? GRAZE_CAST_OVERLAPPING
                  : along == GRAZE_OVERLAPPING       ? GRAZE_CAST_HIT
                                                     : GRAZE_CAST_GRAZING;
    return GRAZE_OK;
}
