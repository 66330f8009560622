#include "obb_simd.h"

#include <math.h>

/* Returns half the width and height. */
ALWAYS_INLINE LaneVec half_sizes(const LaneBodies* bodies)
{
    const GrazeSupportLut* const* l = bodies->support_lut;
    return (LaneVec){{l[0]->x[2], l[1]->x[2], l[2]->x[2], l[3]->x[2]},
                     {l[0]->y[2], l[1]->y[2], l[2]->y[2], l[3]->y[2]}};
}

/* Returns the index of the corner on the sides with the given signs (set: positive): 0 is the lower
   left, and the others follow counter-clockwise. */
ALWAYS_INLINE LaneMask corner_index(LaneMask right, LaneMask upper)
{
    return ((right ^ upper) & 1) | (upper & 2);
}

/*
 * Corner, of either body, nearest the other box so far.
 *   at            its position in the frame of the box
 *   square        square of its distance from the box
 *   is_of_b       set if it is a corner of B, and the box is A
 *   right, upper  signs of its sides
 */
typedef struct {
    LaneVec at;
    Lanes square;
    LaneMask is_of_b, right, upper;
} NearestCorner;

ALWAYS_INLINE void keep_nearer(NearestCorner* nearest, LaneVec at, LaneVec half, int is_of_b,
                               int right, int upper)
{
    const Lanes zero = lanes_splat(0);
    Lanes x = lanes_max(lanes_abs(at.x) - half.x, zero);
    Lanes y = lanes_max(lanes_abs(at.y) - half.y, zero);
    Lanes square = x * x + y * y;
    LaneMask is_nearer = square < nearest->square;
    nearest->square = lanes_pick(is_nearer, square, nearest->square);
    nearest->at = lane_pick(is_nearer, at, nearest->at);
    nearest->is_of_b = mask_pick(is_nearer, mask_splat(is_of_b), nearest->is_of_b);
    nearest->right = mask_pick(is_nearer, mask_splat(right), nearest->right);
    nearest->upper = mask_pick(is_nearer, mask_splat(upper), nearest->upper);
}

/* Tries all four corners of a body in the frame of the box; `center` is the body's center,
   `to_right` and `to_upper` are the vectors from it to its right and upper sides. */
ALWAYS_INLINE void try_corners(NearestCorner* nearest, LaneVec center, LaneVec to_right,
                               LaneVec to_upper, LaneVec half, int is_of_b)
{
    LaneVec right = {center.x + to_right.x, center.y + to_right.y};
    LaneVec left = lane_sub(center, to_right);
    keep_nearer(nearest, (LaneVec){right.x + to_upper.x, right.y + to_upper.y}, half, is_of_b, -1,
                -1);
    keep_nearer(nearest, lane_sub(right, to_upper), half, is_of_b, -1, 0);
    keep_nearer(nearest, (LaneVec){left.x + to_upper.x, left.y + to_upper.y}, half, is_of_b, 0, -1);
    keep_nearer(nearest, lane_sub(left, to_upper), half, is_of_b, 0, 0);
}

/* Returns the gap of the boxes along the axes of one of them, whose half sizes are `half`: `center`
   is the center of the other, whose half sizes `other` are rotated by (cos, sin), both made
   positive. */
ALWAYS_INLINE Lanes gap_on_axes(LaneVec center, LaneVec half, LaneVec other, Lanes cos, Lanes sin)
{
    Lanes x = lanes_abs(center.x) - half.x - (cos * other.x + sin * other.y);
    Lanes y = lanes_abs(center.y) - half.y - (sin * other.x + cos * other.y);
    return lanes_max(x, y);
}

/*
 * Two rectangles overlap when no side of either separates them. Otherwise their nearest points
 * include a corner of one of them: the one of the eight that is nearest the other rectangle. If it
 * is beyond one side of that rectangle, the side and the corner are the nearest features; if it is
 * beyond two, two corners are. The feature is unique when this is certain, and when the
 * corners of both rectangles that are not on it are behind, along the vector from one to the other,
 * by more than their rival margins. Below, the box is that rectangle, and the body is the one with
 * the corner.
 */
void graze_obb_simd(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b, bool nearest,
                    GrazeGjkSimdResult* out)
{
    const Lanes cos = pairs->cos;
    const Lanes sin = pairs->sin;
    const Lanes error = GRAZE_SIMD_FLOOR_ERROR * (pairs->scale + pairs->reach);
    LaneVec half_a = half_sizes(a);
    LaneVec half_b = half_sizes(b);
    LaneVec from_a = pairs->shift;
    LaneVec from_b = {cos * from_a.x + sin * from_a.y, cos * from_a.y - sin * from_a.x};
    Lanes gap = lanes_max(gap_on_axes(from_a, half_a, half_b, lanes_abs(cos), lanes_abs(sin)),
                          gap_on_axes(from_b, half_b, half_a, lanes_abs(cos), lanes_abs(sin)));
    LaneMask is_overlapping = (gap < -error) & pairs->is_in_range;
    LaneMask is_disjoint = (gap > pairs->reach + error) & pairs->is_in_range;
    out->is_unique = mask_splat(0);
    out->p = out->q = mask_splat(GRAZE_NO_VERTEX);
    if (nearest || mask_bits(is_overlapping | is_disjoint) != 15) {
        NearestCorner corner = {from_a, lanes_splat(INFINITY), mask_splat(0), mask_splat(0),
                                mask_splat(0)};
        try_corners(&corner, from_a, (LaneVec){cos * half_b.x, sin * half_b.x},
                    (LaneVec){-sin * half_b.y, cos * half_b.y}, half_a, -1);
        /* In B's frame, A's center is -from_b and the rotation is reversed. */
        LaneVec center = {-from_b.x, -from_b.y};
        try_corners(&corner, center, (LaneVec){cos * half_a.x, -sin * half_a.x},
                    (LaneVec){sin * half_a.y, cos * half_a.y}, half_b, 0);
        LaneVec box = lane_pick(corner.is_of_b, half_a, half_b);
        LaneVec body = lane_pick(corner.is_of_b, half_b, half_a);
        Lanes beyond_x = lanes_abs(corner.at.x) - box.x;
        Lanes beyond_y = lanes_abs(corner.at.y) - box.y;
        LaneMask is_out_x = beyond_x > error;
        LaneMask is_out_y = beyond_y > error;
        LaneMask is_certain = (is_out_x | (beyond_x < -error)) & (is_out_y | (beyond_y < -error));
        LaneMask is_right = corner.at.x > 0.0F;
        LaneMask is_upper = corner.at.y > 0.0F;

        /* This is the vector from the box to the corner, in the box's frame and in the body's. */
        const Lanes zero = lanes_splat(0);
        LaneVec offset = {lanes_pick(is_out_x, beyond_x, zero),
                          lanes_pick(is_out_y, beyond_y, zero)};
        offset.x = lanes_pick(is_right, offset.x, -offset.x);
        offset.y = lanes_pick(is_upper, offset.y, -offset.y);
        Lanes body_sin = lanes_pick(corner.is_of_b, sin, -sin);
        LaneVec body_offset = {cos * offset.x + body_sin * offset.y,
                               cos * offset.y - body_sin * offset.x};
        /* The body lies behind its corner: these are the distances of the adjacent corners, times
           the length of the offset. */
        Lanes behind_x = 2.0F * body.x * lanes_pick(corner.right, -body_offset.x, body_offset.x);
        Lanes behind_y = 2.0F * body.y * lanes_pick(corner.upper, -body_offset.y, body_offset.y);
        Lanes rival_box = lanes_pick(corner.is_of_b, a->rival_margin, b->rival_margin);
        Lanes rival_body = lanes_pick(corner.is_of_b, b->rival_margin, a->rival_margin);
        LaneMask is_clear_x = ~is_out_x | (2.0F * box.x * beyond_x > rival_box);
        LaneMask is_clear_y = ~is_out_y | (2.0F * box.y * beyond_y > rival_box);
        out->is_unique = is_certain & (is_out_x | is_out_y) & is_clear_x & is_clear_y &
                         (behind_x > rival_body) & (behind_y > rival_body) & pairs->is_in_range;

        LaneMask tip = corner_index(corner.right, corner.upper);
        /*
         * If the corner is certainly beyond neither side, the side with the larger excess is taken.
         */
        LaneMask is_open = ~(is_out_x | is_out_y);
        LaneMask by_x = is_out_x | (is_open & (beyond_x >= beyond_y));
        LaneMask by_y = is_out_y | (is_open & ~by_x);
        /* These are the ends of the box's nearest side, or its nearest corner twice. */
        LaneMask first = corner_index(is_right & by_x, is_upper & by_y);
        LaneMask last = corner_index(is_right | ~by_x, is_upper | ~by_y);
        out->p = mask_pick(corner.is_of_b, first | tip << 16, tip | first << 16);
        out->q = mask_pick(corner.is_of_b, last | tip << 16, tip | last << 16);
        Lanes far = pairs->reach + error;
        Lanes near = pairs->reach - error;
        is_disjoint |= (corner.square > far * far) & ~is_overlapping & pairs->is_in_range;
        is_overlapping |= (near > zero) & (corner.square < near * near) & pairs->is_in_range;
    }
    LaneMask relation =
        mask_pick(is_disjoint, mask_splat(GRAZE_DISJOINT), mask_splat(GRAZE_UNCERTAIN));
    out->relation = mask_pick(is_overlapping, mask_splat(GRAZE_OVERLAPPING), relation);
    out->scale = pairs->scale + pairs->reach;
}
