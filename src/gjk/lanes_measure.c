#include "../tolerance.h"
#include "lanes.h"

/* The distances of what the search has found, in double, two pairs at a time. */

typedef struct {
    Doubles x, y;
} DoubleVec;

HOT Doubles double_dot(DoubleVec p, DoubleVec q)
{
    return p.x * q.x + p.y * q.y;
}

HOT DoubleVec double_sub(DoubleVec p, DoubleVec q)
{
    return (DoubleVec){p.x - q.x, p.y - q.y};
}

HOT DoubleVec both(const GrazePoint* first, const GrazePoint* second)
{
    Doubles p = doubles_of(&first->x);
    Doubles q = doubles_of(&second->x);
    return (DoubleVec){__builtin_shufflevector(p, q, 0, 2), __builtin_shufflevector(p, q, 1, 3)};
}

/* A heading brought to length 1: 1 / sqrt(1 + e) = 1 - e / 2, and the next term 3 e^2 / 8 counts as an error. */
HOT DoubleVec unit(DoubleVec heading)
{
    Doubles scale = 1.5 - 0.5 * double_dot(heading, heading);
    return (DoubleVec){heading.x * scale, heading.y * scale};
}

HOT const GrazePoint* vertex_a(const GrazePair* pair, int32_t point)
{
    return &pair->a->vertices[point & 0xffff];
}

HOT const GrazePoint* vertex_b(const GrazePair* pair, int32_t point)
{
    return &pair->b->vertices[(uint32_t)point >> 16];
}

/*
 * Of two pairs, whose nearest part goes from p to q. With R and t the pose of B in A's frame, a point of A - B
 * is a - (R b + t), and its distance from the origin is |p| at a vertex; at an edge that has the origin's foot
 * inside, |p x step| / |step|. Either is off by less than `error` from what the single query gives; where both
 * ends of that interval are rounded to the same float32, so is the single query's.
 */
HOT LaneMask measure_two(const GrazePair* pair, const GrazeLanes* lanes, int i, Doubles reach,
                         Lanes* distance)
{
    /* Vertex 0 where there is nothing to be measured. */
    LaneMask p_of = lanes->p & lanes->alone;
    LaneMask q_of = lanes->q & lanes->alone;
    const GrazePair* other = pair + 1;
    const int32_t p0 = p_of[i];
    const int32_t p1 = p_of[i + 1];
    const int32_t q0 = q_of[i];
    const int32_t q1 = q_of[i + 1];
    const LanePlaces* places = &lanes->places;
    DoubleVec on_a = both(vertex_a(pair, p0), vertex_a(other, p1));
    DoubleVec on_b = both(vertex_b(pair, p0), vertex_b(other, p1));
    DoubleVec step_a = double_sub(both(vertex_a(pair, q0), vertex_a(other, q1)), on_a);
    DoubleVec step_b = double_sub(both(vertex_b(pair, q0), vertex_b(other, q1)), on_b);
    DoubleVec ha = unit((DoubleVec){doubles_half(places->a[2], i), doubles_half(places->a[3], i)});
    DoubleVec hb = unit((DoubleVec){doubles_half(places->b[2], i), doubles_half(places->b[3], i)});
    DoubleVec way = {doubles_half(places->b[0], i) - doubles_half(places->a[0], i),
                     doubles_half(places->b[1], i) - doubles_half(places->a[1], i)};
    Doubles cos = double_dot(ha, hb);
    Doubles sin = ha.x * hb.y - ha.y * hb.x;
    DoubleVec p = {on_a.x - double_dot(ha, way) - (cos * on_b.x - sin * on_b.y),
                   on_a.y - (ha.x * way.y - ha.y * way.x) - (sin * on_b.x + cos * on_b.y)};
    DoubleVec step = {step_a.x - (cos * step_b.x - sin * step_b.y),
                      step_a.y - (sin * step_b.x + cos * step_b.y)};
    DoublesMask is_vertex = {-(p0 == q0), -(p1 == q1)};
    DoubleVec measured = {doubles_pick(is_vertex, p.x, step.x),
                          doubles_pick(is_vertex, p.y, step.y)};
    Doubles root = doubles_sqrt(double_dot(measured, measured));
    Doubles cross = doubles_abs(p.x * step.y - p.y * step.x);
    Doubles gap = doubles_pick(is_vertex, root, cross / root) - reach;
    Doubles error = GRAZE_LANE_GAP_ERROR * doubles_half(lanes->scale, i);
    Lanes low = lanes_narrow(gap - error);
    *distance = low;
    return low == lanes_narrow(gap + error);
}

uint32_t graze_lanes_measure(const GrazePair* four, const GrazeLanes* lanes, Lanes* distance)
{
    Doubles reach_low = {(double)four[0].a->radius + four[0].b->radius,
                         (double)four[1].a->radius + four[1].b->radius};
    Doubles reach_high = {(double)four[2].a->radius + four[2].b->radius,
                          (double)four[3].a->radius + four[3].b->radius};
    Lanes low;
    Lanes high;
    LaneMask sure_low = measure_two(four, lanes, 0, reach_low, &low);
    LaneMask sure_high = measure_two(four + 2, lanes, 2, reach_high, &high);
    *distance = __builtin_shufflevector(low, high, 0, 1, 4, 5);
    return mask_bits(__builtin_shufflevector(sure_low, sure_high, 0, 1, 4, 5) & lanes->alone);
}
