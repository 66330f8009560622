#include "cso.h"

#include "../shape/support.h"
#include "../tolerance.h"

/* sqrt 2, by which a rotation can enlarge a coordinate. */
static const double ROOT_TWO = 1.4142135623730951;

GrazeVec graze_settle_tiny(GrazeVec p)
{
    return vec(fabs(p.x) < GRAZE_LEAST_PLACE ? 0 : p.x, fabs(p.y) < GRAZE_LEAST_PLACE ? 0 : p.y);
}

static bool has_heading(const GrazePose* pose)
{
    return pose->cos != 1 || pose->sin != 0;
}

/* A body without a heading comes first, and then the one nearer to the world's origin: the frame is
   the world's, or near it, where that can be. */
static int compare_poses(const GrazePose* p, const GrazePose* q)
{
    int by_heading = has_heading(p) - has_heading(q);
    if (by_heading != 0) return by_heading;
    int by_place = sign_compare(fabs(p->x) + fabs(p->y), fabs(q->x) + fabs(q->y));
    if (by_place != 0) return by_place;
    int by_x = sign_compare(p->x, q->x);
    if (by_x != 0) return by_x;
    int by_y = sign_compare(p->y, q->y);
    if (by_y != 0) return by_y;
    int by_cos = sign_compare(p->cos, q->cos);
    return by_cos != 0 ? by_cos : sign_compare(p->sin, q->sin);
}

static int32_t lowest_vertex(const GrazeShape* shape)
{
    int32_t low = 0;
    for (int32_t i = 1; i < shape->count; i++) {
        if (compare_low(shape->vertices[i], shape->vertices[low]) < 0) low = i;
    }
    return low;
}

/* Whatever vertex their lists begin with. */
static COLD int compare_shapes(const GrazeShape* a, const GrazeShape* b)
{
    if (a->extent != b->extent) return sign_compare(a->extent, b->extent);
    if (a->count != b->count) return sign_compare(a->count, b->count);
    int32_t i = lowest_vertex(a);
    int32_t j = lowest_vertex(b);
    for (int32_t k = 0; k < a->count; k++) {
        int by_vertex = compare_low(a->vertices[i], b->vertices[j]);
        if (by_vertex != 0) return by_vertex;
        i = next_index(i, a->count);
        j = next_index(j, b->count);
    }
    return sign_compare(a->radius, b->radius);
}

/* Are the bodies to be exchanged? Those that compare equal are the same. */
static bool in_disorder(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                        const GrazePose* pose_b)
{
    int order = compare_poses(pose_a, pose_b);
    return order != 0 ? order > 0 : compare_shapes(a, b) > 0;
}

static void init_ordered(GrazeCso* cso, const GrazeShape* a, const GrazePose* pose_a,
                         const GrazeShape* b, const GrazePose* pose_b)
{
    GrazeVec shift =
        vec_unrotate(vec(pose_b->x - pose_a->x, pose_b->y - pose_a->y), pose_a->cos, pose_a->sin);
    GrazePose* rel = &cso->b_in_a;
    *rel = (GrazePose){shift.x, shift.y, 1, 0};
    /* Equal headings cancel exactly, which cos^2 + sin^2 in double does not. */
    if (pose_a->cos != pose_b->cos || pose_a->sin != pose_b->sin) {
        GrazeVec turn = graze_settle_tiny(
            vec_unrotate(vec(pose_b->cos, pose_b->sin), pose_a->cos, pose_a->sin));
        rel->cos = turn.x;
        rel->sin = turn.y;
    }
    cso->a = a;
    cso->b = b;
    cso->frame = pose_a;
    cso->scale = a->extent + ROOT_TWO * b->extent + max2(fabs(shift.x), fabs(shift.y));
}

void graze_cso_init(GrazeCso* cso, const GrazeShape* a, const GrazePose* pose_a,
                    const GrazeShape* b, const GrazePose* pose_b)
{
    cso->support = GRAZE_SUPPORT_AUTO;
    cso->swapped = in_disorder(a, pose_a, b, pose_b);
    if (cso->swapped) {
        init_ordered(cso, b, pose_b, a, pose_a);
    } else {
        init_ordered(cso, a, pose_a, b, pose_b);
    }
}

GrazeVec graze_cso_vertex_b(const GrazeCso* cso, int32_t j)
{
    const GrazePose* rel = &cso->b_in_a;
    GrazeVec p = vec_rotate(vec_of(cso->b->vertices[j]), rel->cos, rel->sin);
    return graze_settle_tiny(vec(p.x + rel->x, p.y + rel->y));
}

GrazeCsoPoint graze_cso_point(const GrazeCso* cso, int32_t i, int32_t j)
{
    return (GrazeCsoPoint){vec_sub(graze_cso_vertex_a(cso, i), graze_cso_vertex_b(cso, j)), i, j};
}

GrazeCsoPoint graze_cso_support(const GrazeCso* cso, GrazeVec direction, GrazeCsoPoint hint)
{
    GrazeVec back = vec_unrotate(direction, -cso->b_in_a.cos, -cso->b_in_a.sin);
    return graze_cso_point(cso, graze_support(cso->a, direction, cso->support, hint.a),
                           graze_support(cso->b, back, cso->support, hint.b));
}

GrazeVec graze_cso_place(const GrazeCso* cso, GrazeVec place)
{
    GrazeVec turned = vec_rotate(place, cso->frame->cos, cso->frame->sin);
    return vec(cso->frame->x + turned.x, cso->frame->y + turned.y);
}

GrazeVec graze_cso_direction(const GrazeCso* cso, GrazeVec direction)
{
    GrazeVec turned = vec_rotate(direction, cso->frame->cos, cso->frame->sin);
    return cso->swapped ? vec_sub(vec(0, 0), turned) : turned;
}
