#include "../graze.h"
#include "../tolerance.h"
#include "gjk.h"

/* Level 3: what the verdict means for the two bodies: witness points, normal and features. */

/* The vertex, or the edge between two neighbours, that the nearest point of one core lies on. */
static void name_feature(int32_t first, int32_t second, int32_t count, int32_t* feature,
                         int32_t* index)
{
    *feature = first == second ? GRAZE_VERTEX : GRAZE_EDGE;
    int32_t after = first + 1 < count ? first + 1 : 0;
    *index = first == second || after == second ? first : second;
}

static void name_features(const GrazeCso* cso, const GrazePart* part, GrazeDistance* out)
{
    name_feature(part->p.a, part->q.a, cso->a->count, &out->feature_a, &out->index_a);
    name_feature(part->p.b, part->q.b, cso->b->count, &out->feature_b, &out->index_b);
}

/* The points of the cores, in A's frame, whose difference is the part's nearest point: as far
 * along. */
static void find_witness(const GrazeCso* cso, const GrazePart* part, GrazeVec* on_a, GrazeVec* on_b)
{
    GrazeVec a = graze_cso_vertex_a(cso, part->p.a);
    GrazeVec b = graze_cso_vertex_b(cso, part->p.b);
    *on_a = vec_along(a, part->along, vec_sub(graze_cso_vertex_a(cso, part->q.a), a));
    *on_b = vec_along(b, part->along, vec_sub(graze_cso_vertex_b(cso, part->q.b), b));
}

/* A point of A that is one of B as well, when the cores meet: the weights of the origin in the
   simplex that GJK found it in. */
static GrazeVec common_point(const GrazeCso* cso, const GrazeSimplex* simplex)
{
    GrazeVec first = graze_cso_vertex_a(cso, simplex->point[0].a);
    GrazeVec p = first;
    for (int32_t i = 1; i < simplex->count; i++) {
        GrazeVec side = vec_sub(graze_cso_vertex_a(cso, simplex->point[i].a), first);
        p = vec_along(p, simplex->lambda[i], side);
    }
    return p;
}

/*
 * From the cores to the bodies. Disjoint: out along the normal by each radius. In contact: one
 * point of both bodies; between disjoint cores it divides their gap as the radii do, and cores that
 * meet share on_a already.
 */
static void inflate_witness(const GrazeCso* cso, GrazeRelation core, GrazeRelation relation,
                            GrazeVec normal, GrazeVec* on_a, GrazeVec* on_b)
{
    if (relation == GRAZE_DISJOINT) {
        *on_a = vec_along(*on_a, cso->a->radius, normal);
        *on_b = vec_along(*on_b, -(double)cso->b->radius, normal);
        return;
    }
    double reach = graze_reach(cso);
    if (core == GRAZE_DISJOINT && reach > 0) {
        *on_a = vec_along(*on_a, cso->a->radius / reach, vec_sub(*on_b, *on_a));
    }
    *on_b = *on_a;
}

static GrazeVec to_world(const GrazePose* pose, GrazeVec p)
{
    GrazeVec turned = vec_rotate(p, pose->cos, pose->sin);
    return vec(pose->x + turned.x, pose->y + turned.y);
}

/* The bodies' distance, known to be above 0: also where gap and reach are equal as doubles. */
static double bodies_gap(const GrazeCso* cso, double gap)
{
    double reach = graze_reach(cso);
    return max2(gap - reach, GRAZE_UNIT * reach);
}

void graze_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, GrazeSubdistance subdistance, GrazeDistance* out)
{
    GrazeCso cso;
    GrazeDescent descent;
    GrazeVerdict verdict;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    graze_descend(&cso, subdistance, &descent);
    graze_settle(&cso, &descent, &verdict);
    GrazePart proved;
    const GrazePart* nearest = graze_nearest(&cso, &descent, &verdict, &proved);
    GrazeVec normal =
        verdict.walked ? verdict.walk.normal : vec_scale(nearest->v, -1 / nearest->gap);

    out->relation = graze_inflate(&cso, verdict.core, nearest->gap);
    out->distance = out->relation == GRAZE_DISJOINT ? bodies_gap(&cso, nearest->gap) : 0;
    out->iterations = descent.iterations;
    name_features(&cso, nearest, out);

    GrazeVec on_a;
    GrazeVec on_b;
    find_witness(&cso, nearest, &on_a, &on_b);
    if (verdict.core != GRAZE_DISJOINT) on_a = common_point(&cso, &descent.simplex);
    inflate_witness(&cso, verdict.core, out->relation, normal, &on_a, &on_b);
    GrazeVec point_a = to_world(pose_a, on_a);
    GrazeVec point_b = to_world(pose_a, on_b);
    GrazeVec world_normal = vec_rotate(normal, pose_a->cos, pose_a->sin);
    out->point_a_x = point_a.x;
    out->point_a_y = point_a.y;
    out->point_b_x = point_b.x;
    out->point_b_y = point_b.y;
    out->normal_x = world_normal.x;
    out->normal_y = world_normal.y;
}
