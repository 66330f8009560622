#include "../tolerance.h"
#include "gjk_simd.h"

/* Distances of the features that the search has found, in double, two pairs at a time. */

typedef struct {
    Doubles x, y;
} DoubleVec;

ALWAYS_INLINE Doubles double_dot(DoubleVec p, DoubleVec q)
{
    return p.x * q.x + p.y * q.y;
}

ALWAYS_INLINE DoubleVec double_sub(DoubleVec p, DoubleVec q)
{
    return (DoubleVec){p.x - q.x, p.y - q.y};
}

ALWAYS_INLINE DoubleVec load_two_points(const GrazePoint* first, const GrazePoint* second)
{
    Doubles p = doubles_from_floats(&first->x);
    Doubles q = doubles_from_floats(&second->x);
    return (DoubleVec){__builtin_shufflevector(p, q, 0, 2), __builtin_shufflevector(p, q, 1, 3)};
}

/* Normalizes a heading (cos, sin), whose square is 1 + e: 1 / sqrt(1 + e) = 1 - e / 2, and the next
   term 3 e^2 / 8 counts as an error. */
ALWAYS_INLINE DoubleVec normalize_heading(DoubleVec heading)
{
    Doubles scale = 1.5 - 0.5 * double_dot(heading, heading);
    return (DoubleVec){heading.x * scale, heading.y * scale};
}

ALWAYS_INLINE const GrazePoint* vertex_a(const GrazePair* pair, int32_t point)
{
    return &pair->a->vertices[point & 0xffff];
}

ALWAYS_INLINE const GrazePoint* vertex_b(const GrazePair* pair, int32_t point)
{
    return &pair->b->vertices[(uint32_t)point >> 16];
}

/*
 * Computes the distances of the pairs in lanes i and i + 1, the first of which is `pair`; their
 * nearest feature is that from p to q. With R and t the pose of B in A's frame, a point of A - B is
 * a - (R b + t). Its distance from the origin is |p| at a vertex, and |p x step| / |step| at an
 * edge that contains the origin's foot. Both differ by less than `error` from the result of the
 * single query; if both ends of that interval round to the same float32, so does the single
 * query's. Returns where they do, in lanes 0 and 1.
 */
ALWAYS_INLINE LaneMask refine_two(const GrazePair* pair, const GrazeGjkSimdResult* result, int i,
                                  Doubles reach, Lanes* distance)
{
    /* Vertex 0 stands in for lanes that have nothing to measure. */
    LaneMask p_index = result->p & result->is_unique;
    LaneMask q_index = result->q & result->is_unique;
    const GrazePair* other = pair + 1;
    const int32_t p0 = p_index[i];
    const int32_t p1 = p_index[i + 1];
    const int32_t q0 = q_index[i];
    const int32_t q1 = q_index[i + 1];
    const LanePlacements* placements = &result->places;
    DoubleVec on_a = load_two_points(vertex_a(pair, p0), vertex_a(other, p1));
    DoubleVec on_b = load_two_points(vertex_b(pair, p0), vertex_b(other, p1));
    DoubleVec step_a = double_sub(load_two_points(vertex_a(pair, q0), vertex_a(other, q1)), on_a);
    DoubleVec step_b = double_sub(load_two_points(vertex_b(pair, q0), vertex_b(other, q1)), on_b);
    DoubleVec ha = normalize_heading(
        (DoubleVec){doubles_half(placements->a[2], i), doubles_half(placements->a[3], i)});
    DoubleVec hb = normalize_heading(
        (DoubleVec){doubles_half(placements->b[2], i), doubles_half(placements->b[3], i)});
    DoubleVec translation = {doubles_half(placements->b[0], i) - doubles_half(placements->a[0], i),
                             doubles_half(placements->b[1], i) - doubles_half(placements->a[1], i)};
    Doubles cos = double_dot(ha, hb);
    Doubles sin = ha.x * hb.y - ha.y * hb.x;
    DoubleVec p = {on_a.x - double_dot(ha, translation) - (cos * on_b.x - sin * on_b.y),
                   on_a.y - (ha.x * translation.y - ha.y * translation.x) -
                       (sin * on_b.x + cos * on_b.y)};
    DoubleVec step = {step_a.x - (cos * step_b.x - sin * step_b.y),
                      step_a.y - (sin * step_b.x + cos * step_b.y)};
    DoublesMask is_vertex = {-(p0 == q0), -(p1 == q1)};
    DoubleVec measured = {doubles_pick(is_vertex, p.x, step.x),
                          doubles_pick(is_vertex, p.y, step.y)};
    Doubles root = doubles_sqrt(double_dot(measured, measured));
    Doubles cross = doubles_abs(p.x * step.y - p.y * step.x);
    Doubles gap = doubles_pick(is_vertex, root, cross / root) - reach;
    Doubles error = GRAZE_SIMD_GAP_ERROR * doubles_half(result->scale, i);
    Lanes low = lanes_narrow(gap - error);
    *distance = low;
    return low == lanes_narrow(gap + error);
}

uint32_t graze_gjk_simd_refine(const GrazePair* four, const GrazeGjkSimdResult* result,
                               Lanes* distance)
{
    Doubles reach_low = {(double)four[0].a->radius + four[0].b->radius,
                         (double)four[1].a->radius + four[1].b->radius};
    Doubles reach_high = {(double)four[2].a->radius + four[2].b->radius,
                          (double)four[3].a->radius + four[3].b->radius};
    Lanes low;
    Lanes high;
    LaneMask certain_low = refine_two(four, result, 0, reach_low, &low);
    LaneMask certain_high = refine_two(four + 2, result, 2, reach_high, &high);
    *distance = __builtin_shufflevector(low, high, 0, 1, 4, 5);
    return mask_bits(__builtin_shufflevector(certain_low, certain_high, 0, 1, 4, 5) &
                     result->is_unique);
}
