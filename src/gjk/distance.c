#include "../graze.h"
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

static void name_features(const GrazeCso* cso, const GrazeSimplex* nearest, GrazeDistance* out)
{
    GrazeCsoPoint first = nearest->point[0];
    GrazeCsoPoint second = nearest->count > 1 ? nearest->point[1] : first;
    name_feature(first.a, second.a, cso->a->count, &out->feature_a, &out->index_a);
    name_feature(first.b, second.b, cso->b->count, &out->feature_b, &out->index_b);
}

static GrazeVec vertex_a(const GrazeCso* cso, int32_t i)
{
    return vec(cso->a->vertices[i].x, cso->a->vertices[i].y);
}

/*
 * Points of the cores, in A's frame, whose difference is the simplex's nearest point v: the weights
 * of v in A - B are those of the witness points in A and in B.
 */
static void find_witness(const GrazeCso* cso, const GrazeSimplex* s, GrazeVec* on_a, GrazeVec* on_b)
{
    const GrazeVec a = vertex_a(cso, s->point[0].a);
    const GrazeVec b = graze_cso_vertex_b(cso, s->point[0].b);
    *on_a = a;
    *on_b = b;
    for (int32_t i = 1; i < s->count; i++) {
        GrazeVec edge_a = vec_sub(vertex_a(cso, s->point[i].a), a);
        GrazeVec edge_b = vec_sub(graze_cso_vertex_b(cso, s->point[i].b), b);
        *on_a = vec_along(*on_a, s->lambda[i], edge_a);
        *on_b = vec_along(*on_b, s->lambda[i], edge_b);
    }
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

void graze_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, GrazeSubdistance subdistance, GrazeDistance* out)
{
    GrazeCso cso;
    GrazeDescent descent;
    GrazeVerdict verdict;
    graze_cso_init(&cso, a, pose_a, b, pose_b);
    graze_descend(&cso, subdistance, &descent);
    graze_settle(&cso, &descent, &verdict);
    if (verdict.core == GRAZE_OVERLAPPING && !verdict.walked) {
        /* The direction of least penetration is on the boundary of A - B; GJK has stayed inside. */
        graze_walk(&cso, &verdict.walk);
        verdict.walked = true;
    }
    const GrazeSimplex* nearest = verdict.walked ? &verdict.walk.nearest : &descent.simplex;
    double gap = vec_length(verdict.walked ? verdict.walk.v : descent.v);
    GrazeVec normal = verdict.walked ? verdict.walk.normal : vec_scale(descent.v, -1 / gap);

    out->relation = graze_inflate(verdict.core, gap, graze_reach(&cso));
    out->distance = out->relation == GRAZE_DISJOINT ? gap - graze_reach(&cso) : 0;
    out->iterations = descent.iterations;
    name_features(&cso, nearest, out);

    GrazeVec on_a;
    GrazeVec on_b;
    find_witness(&cso, verdict.core == GRAZE_DISJOINT ? nearest : &descent.simplex, &on_a, &on_b);
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
