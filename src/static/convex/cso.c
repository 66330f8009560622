#include "cso.h"

#include "../../base/doubles.h"
#include "../../tolerance.h"
#include "../shape/support.h"

/* sqrt 2, the largest factor by which a rotation can enlarge the largest |coordinate|. */
static const double ROOT_TWO = 1.4142135623730951;

static bool has_heading(const GrazePose* pose)
{
    return pose->cos != 1 || pose->sin != 0;
}

/* Orders bodies: a body without rotation comes first, then the one nearer to the world's origin, in
   |x| + |y|. So the frame is the world's, or close to it, where possible. */
static inline int compare_poses(const GrazePose* p, const GrazePose* q)
{
    int by_heading = has_heading(p) - has_heading(q);
    int by_place = sign_compare(fabs(p->x) + fabs(p->y), fabs(q->x) + fabs(q->y));
    return 2 * by_heading + by_place;
}

/* Orders poses that compare_poses finds equal. */
static NOINLINE int break_pose_tie(const GrazePose* p, const GrazePose* q)
{
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

/* Orders cores and radii, whatever vertex their lists begin with. */
static int compare_convex(const GrazeShape* a, const GrazeShape* b)
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

/* Orders shapes. Compounds with the same hull differ in their parts. */
static NOINLINE int compare_shapes(const GrazeShape* a, const GrazeShape* b)
{
    int order = compare_convex(a, b);
    if (order != 0) return order;
    int32_t count = a->compound != NULL ? a->compound->count : 0;
    int32_t other_count = b->compound != NULL ? b->compound->count : 0;
    if (count != other_count) return count < other_count ? -1 : 1;
    for (int32_t k = 0; order == 0 && k < count; k++)
        order = compare_convex(&a->compound->parts[k], &b->compound->parts[k]);
    return order;
}

/* Returns whether the bodies must be exchanged. Bodies that compare equal are identical. */
static bool must_swap(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b)
{
    int order = compare_poses(pose_a, pose_b);
    if (order == 0) order = break_pose_tie(pose_a, pose_b);
    return order != 0 ? order > 0 : compare_shapes(a, b) > 0;
}

/*
 * Returns max2(a, b) without a branch, for operands of which either is equally likely to be larger.
 */
static inline double larger(double a, double b)
{
    Doubles both = {a, b};
    return doubles_max(both, doubles_swapped(both))[0];
}

ALWAYS_INLINE void init(GrazeCso* cso, const GrazeShape* a, const GrazePose* pose_a,
                        const GrazeShape* b, const GrazePose* pose_b, bool is_swapped)
{
    const GrazePose* frame = is_swapped ? pose_b : pose_a;
    const GrazePose* other = is_swapped ? pose_a : pose_b;
    GrazeVec shift =
        vec_inv_rotate(vec(other->x - frame->x, other->y - frame->y), frame->cos, frame->sin);
    GrazeVec turn = vec(1, 0);
    /* Equal rotations leave exactly (1, 0), although cos^2 + sin^2 in double need not be 1. */
    if (frame->cos != other->cos || frame->sin != other->sin) {
        turn =
            graze_flush_tiny(vec_inv_rotate(vec(other->cos, other->sin), frame->cos, frame->sin));
    }
    /* They are stored in pairs, as they are loaded: then a load need not wait (doubles.h). */
    doubles_store(&cso->b_in_a.x, (Doubles){shift.x, shift.y});
    doubles_store(&cso->b_in_a.cos, (Doubles){turn.x, turn.y});
    cso->a = is_swapped ? b : a;
    cso->b = is_swapped ? a : b;
    cso->frame = frame;
    cso->scale = cso->a->extent + ROOT_TWO * cso->b->extent + larger(fabs(shift.x), fabs(shift.y));
    cso->support = GRAZE_SUPPORT_AUTO;
    cso->is_swapped = is_swapped;
}

void graze_cso_init(GrazeCso* cso, const GrazeShape* a, const GrazePose* pose_a,
                    const GrazeShape* b, const GrazePose* pose_b)
{
    init(cso, a, pose_a, b, pose_b, must_swap(a, pose_a, b, pose_b));
}

NOINLINE void graze_cso_init_in(GrazeCso* cso, const GrazeShape* a, const GrazePose* pose_a,
                                const GrazeShape* b, const GrazePose* pose_b)
{
    init(cso, a, pose_a, b, pose_b, false);
}

GrazeVec graze_cso_vertex_b(const GrazeCso* cso, int32_t j)
{
    return cso_vertex_b_inline(cso, j);
}

GrazeCsoPoint graze_cso_point(const GrazeCso* cso, int32_t i, int32_t j)
{
    return (GrazeCsoPoint){vec_sub(graze_cso_vertex_a(cso, i), cso_vertex_b_inline(cso, j)), i, j};
}

GrazeCsoPoint graze_cso_support(const GrazeCso* cso, GrazeVec direction, GrazeCsoPoint cache)
{
    GrazeVec direction_b = vec_inv_rotate(direction, -cso->b_in_a.cos, -cso->b_in_a.sin);
    int32_t a = graze_support(cso->a, direction.x, direction.y, cso->support, cache.a);
    int32_t b = graze_support(cso->b, direction_b.x, direction_b.y, cso->support, cache.b);
    return graze_cso_point(cso, a, b);
}
