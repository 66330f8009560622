#include "cso.h"

#include "../shape/support.h"
#include "../tolerance.h"

/* sqrt 2, by which a rotation can enlarge a coordinate. */
static const double ROOT_TWO = 1.4142135623730951;

void graze_cso_init(GrazeCso* cso, const GrazeShape* a, const GrazePose* pose_a,
                    const GrazeShape* b, const GrazePose* pose_b)
{
    GrazeVec shift =
        vec_unrotate(vec(pose_b->x - pose_a->x, pose_b->y - pose_a->y), pose_a->cos, pose_a->sin);
    GrazePose* rel = &cso->b_in_a;
    *rel = (GrazePose){shift.x, shift.y, 1, 0};
    /* Equal headings cancel exactly, which cos^2 + sin^2 in double does not. */
    if (pose_a->cos != pose_b->cos || pose_a->sin != pose_b->sin) {
        rel->cos = pose_a->cos * pose_b->cos + pose_a->sin * pose_b->sin;
        rel->sin = pose_a->cos * pose_b->sin - pose_a->sin * pose_b->cos;
    }
    cso->a = a;
    cso->b = b;
    cso->scale = a->extent + ROOT_TWO * b->extent + max2(fabs(shift.x), fabs(shift.y));
}

static double settle_tiny(double coordinate)
{
    return fabs(coordinate) < GRAZE_LEAST_PLACE ? 0 : coordinate;
}

GrazeVec graze_cso_vertex_b(const GrazeCso* cso, int32_t j)
{
    const GrazePose* rel = &cso->b_in_a;
    GrazeVec p = vec_rotate(vec_of(cso->b->vertices[j]), rel->cos, rel->sin);
    return vec(settle_tiny(p.x + rel->x), settle_tiny(p.y + rel->y));
}

GrazeCsoPoint graze_cso_point(const GrazeCso* cso, int32_t i, int32_t j)
{
    return (GrazeCsoPoint){vec_sub(graze_cso_vertex_a(cso, i), graze_cso_vertex_b(cso, j)), i, j};
}

GrazeCsoPoint graze_cso_support(const GrazeCso* cso, GrazeVec direction)
{
    GrazeVec back = vec_unrotate(direction, -cso->b_in_a.cos, -cso->b_in_a.sin);
    return graze_cso_point(cso, graze_support(cso->a, direction), graze_support(cso->b, back));
}
