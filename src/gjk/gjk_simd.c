#include "gjk_simd.h"

#include "../shape/support_lut.h"
#include "../tolerance.h"

#include <math.h>

/* ---- four pairs in lanes ---- */

/*
 * The A (or B) of four pairs, as in GrazePair: the bodies are not exchanged as in GrazeCso. The
 * fields not listed are those of the lookup tables (support_lut.h).
 *   x, y               windows of vertices: vertex first + k of each pair's body is in x[k], y[k],
 *                      k < 4, or k < 8 when is_wide
 *   rival_margin       a vertex that is behind the furthest one by no more than this is its rival:
 *                      it may be the furthest. In units of the projection on a search direction,
 *                      which is not normalized
 *   has_more_vertices  set if there are more vertices than those in the window
 *   uses_sectors       whether the window of some lane depends on the direction's sector
 *   has_several        whether the best of several windows may have to be chosen in some lane
 */
typedef struct {
    const GrazeSupportLut* support_lut[4];
    Lanes x[8], y[8];
    LaneMask first, count, kind, has_more_vertices;
    LaneVec center;
    Lanes extent, outer_radius, inner_radius;
    Lanes per_turn, rival_margin;
    bool uses_sectors, is_wide, has_several;
} LaneBodies;

/* Loads windows of four vertices, from vertices `first` on. Here as below the four lanes are
   written out: an index that is not a constant would move a vector through memory. */
ALWAYS_INLINE void load_windows(const LaneBodies* bodies, Lanes x[4], Lanes y[4], LaneMask first)
{
    const GrazeSupportLut* const* support_lut = bodies->support_lut;
    x[0] = lanes_load(support_lut[0]->x + first[0]);
    x[1] = lanes_load(support_lut[1]->x + first[1]);
    x[2] = lanes_load(support_lut[2]->x + first[2]);
    x[3] = lanes_load(support_lut[3]->x + first[3]);
    y[0] = lanes_load(support_lut[0]->y + first[0]);
    y[1] = lanes_load(support_lut[1]->y + first[1]);
    y[2] = lanes_load(support_lut[2]->y + first[2]);
    y[3] = lanes_load(support_lut[3]->y + first[3]);
    transpose(x);
    transpose(y);
}

/* Loads four numbers of each support lookup table, transposed. */
ALWAYS_INLINE void load_fields(Lanes fields[4], const float* f0, const float* f1, const float* f2,
                               const float* f3)
{
    fields[0] = lanes_load(f0);
    fields[1] = lanes_load(f1);
    fields[2] = lanes_load(f2);
    fields[3] = lanes_load(f3);
    transpose(fields);
}

/* Loads the fields of the lookup tables, in groups of four that are adjacent there. */
ALWAYS_INLINE void load_bodies(LaneBodies* bodies, const GrazeShape* s0, const GrazeShape* s1,
                               const GrazeShape* s2, const GrazeShape* s3)
{
    const GrazeSupportLut* l0 = bodies->support_lut[0] = s0->support_lut;
    const GrazeSupportLut* l1 = bodies->support_lut[1] = s1->support_lut;
    const GrazeSupportLut* l2 = bodies->support_lut[2] = s2->support_lut;
    const GrazeSupportLut* l3 = bodies->support_lut[3] = s3->support_lut;
    Lanes fields[4];
    load_fields(fields, &l0->center.x, &l1->center.x, &l2->center.x, &l3->center.x);
    bodies->center = (LaneVec){fields[0], fields[1]};
    bodies->extent = fields[2];
    bodies->outer_radius = fields[3];
    load_fields(fields, &l0->inner_radius, &l1->inner_radius, &l2->inner_radius, &l3->inner_radius);
    bodies->inner_radius = fields[0];
    bodies->per_turn = fields[1];
    bodies->count = (LaneMask)fields[2];
    bodies->kind = (LaneMask)fields[3];
}

/* Loads the windows that support queries need. */
ALWAYS_INLINE void prepare_windows(LaneBodies* bodies)
{
    /* If another lane's window must be chosen, a shape of two windows is searched like one of
       several. */
    bodies->uses_sectors = mask_bits(bodies->kind >= GRAZE_SUPPORT_LUT_SECTOR_WINDOW) != 0;
    bodies->has_more_vertices =
        (bodies->kind >= GRAZE_SUPPORT_LUT_TWO_WINDOWS) & mask_splat(bodies->uses_sectors ? -1 : 0);
    bodies->has_several = mask_bits((bodies->kind == GRAZE_SUPPORT_LUT_SEVERAL_WINDOWS) |
                                    (bodies->kind == GRAZE_SUPPORT_LUT_TWO_WINDOWS)) != 0;
    bodies->is_wide =
        !bodies->uses_sectors && mask_bits(bodies->kind == GRAZE_SUPPORT_LUT_TWO_WINDOWS) != 0;
    bodies->first = mask_splat(0);
    if (!bodies->uses_sectors) load_windows(bodies, bodies->x, bodies->y, bodies->first);
    if (bodies->is_wide) load_windows(bodies, bodies->x + 4, bodies->y + 4, mask_splat(4));
}

/*
 * B's pose in A's frame, and the scales of the error bounds.
 *   cos, sin, shift  rotation and translation of B
 *   scale            S of tolerance.h, with 1.5 for sqrt2
 *   reach            sum of the radii; `has_reach` if it is not 0 in some lane
 *   is_in_range      set if the error bounds hold: headings are rounded unit vectors, S is in range
 */
typedef struct {
    Lanes cos, sin;
    LaneVec shift;
    Lanes scale, reach;
    LaneMask is_in_range;
    bool has_reach;
} LanePairs;

/* Transforms a vertex of B into the frame of A. */
ALWAYS_INLINE LaneVec transform_b_to_a(const LanePairs* pairs, LaneVec on_b)
{
    return (LaneVec){pairs->cos * on_b.x - pairs->sin * on_b.y + pairs->shift.x,
                     pairs->sin * on_b.x + pairs->cos * on_b.y + pairs->shift.y};
}

ALWAYS_INLINE Lanes radius_sums(const GrazePair* four)
{
    return (Lanes){four[0].a->radius + four[0].b->radius, four[1].a->radius + four[1].b->radius,
                   four[2].a->radius + four[2].b->radius, four[3].a->radius + four[3].b->radius};
}

/* Sets the relative poses, the placements, and the rival margins of the bodies. */
ALWAYS_INLINE void set_relative_poses(LanePairs* pairs, LanePlacements* places,
                                      const GrazePair* four, LaneBodies* bodies_a,
                                      LaneBodies* bodies_b)
{
    Lanes a[4] = {lanes_load(&four[0].place_a->x), lanes_load(&four[1].place_a->x),
                  lanes_load(&four[2].place_a->x), lanes_load(&four[3].place_a->x)};
    Lanes b[4] = {lanes_load(&four[0].place_b->x), lanes_load(&four[1].place_b->x),
                  lanes_load(&four[2].place_b->x), lanes_load(&four[3].place_b->x)};
    transpose(a);
    transpose(b);
    *places = (LanePlacements){{a[0], a[1], a[2], a[3]}, {b[0], b[1], b[2], b[3]}};
    Lanes dx = b[0] - a[0];
    Lanes dy = b[1] - a[1];
    pairs->cos = a[2] * b[2] + a[3] * b[3];
    pairs->sin = a[2] * b[3] - a[3] * b[2];
    pairs->shift = (LaneVec){a[2] * dx + a[3] * dy, a[2] * dy - a[3] * dx};
    pairs->reach = radius_sums(four);
    pairs->has_reach = mask_bits(pairs->reach != 0.0F) != 0;
    pairs->scale = bodies_a->extent + 1.5F * bodies_b->extent +
                   lanes_max(lanes_abs(pairs->shift.x), lanes_abs(pairs->shift.y));
    Lanes off_a = lanes_abs(a[2] * a[2] + a[3] * a[3] - 1.0F);
    Lanes off_b = lanes_abs(b[2] * b[2] + b[3] * b[3] - 1.0F);
    bodies_a->rival_margin = GRAZE_SIMD_SUPPORT_ERROR * pairs->scale * bodies_a->extent;
    bodies_b->rival_margin = GRAZE_SIMD_SUPPORT_ERROR * pairs->scale * bodies_b->extent;
    pairs->is_in_range = (lanes_max(off_a, off_b) <= GRAZE_SIMD_HEADING_SLACK) &
                         (pairs->scale >= GRAZE_SIMD_MIN_SCALE) &
                         (pairs->scale + pairs->reach <= GRAZE_SIMD_MAX_SCALE);
}

/*
 * Returns whether the bodies are certainly disjoint because the discs about their centers that
 * contain them are. p is the difference of the centers, with an error of 33 sqrt2 v S, where v =
 * 2^-24 is the unit roundoff of float32. The squares and sums have errors of 8 v (S + reach) of the
 * lengths compared. |p| is at most sqrt2 S, and a larger reach fails the test anyway, so that both
 * errors are less than 70 v S, which the margin FLOOR_ERROR S covers.
 */
ALWAYS_INLINE LaneMask are_certainly_disjoint(const LanePairs* pairs, const LaneBodies* a,
                                              const LaneBodies* b, LaneVec p)
{
    Lanes reach =
        a->outer_radius + b->outer_radius + pairs->reach + GRAZE_SIMD_FLOOR_ERROR * pairs->scale;
    return lane_dot(p, p) > reach * reach;
}

/* Returns whether the bodies certainly overlap because the discs inside them do. */
ALWAYS_INLINE LaneMask are_certainly_overlapping(const LanePairs* pairs, const LaneBodies* a,
                                                 const LaneBodies* b, LaneVec p)
{
    Lanes reach = a->inner_radius + b->inner_radius + pairs->reach -
                  GRAZE_SIMD_NORM_ERROR * (pairs->scale + pairs->reach);
    return (reach > 0.0F) & (lane_dot(p, p) < reach * reach);
}

/* ---- rectangles centered at their origins, without an iterative search ---- */

/* Returns whether all eight bodies are rectangles centered at their origins with sides along their
   axes. */
ALWAYS_INLINE bool are_boxes(const LaneBodies* a, const LaneBodies* b)
{
    return mask_bits((a->kind == GRAZE_SUPPORT_LUT_BOX) & (b->kind == GRAZE_SUPPORT_LUT_BOX)) == 15;
}

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
/* Computes the result of graze_gjk_simd for such bodies, except `places`. */
static NOINLINE void obb_simd(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b,
                              bool nearest, GrazeGjkSimdResult* out)
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

/* ---- GJK ---- */

/* Rounds after which double takes over. Measured: at most 8 for pairs that float32 can decide. */
enum { MAX_ROUNDS = 24 };

/* Returns the diamond angle of a direction in sectors (support_lut.h), in the low bits of the
   result. */
ALWAYS_INLINE LaneMask direction_sector(LaneVec d, Lanes per_turn)
{
    Lanes x = d.x / (lanes_abs(d.x) + lanes_abs(d.y));
    Lanes t = lanes_pick(d.y >= 0, 1.0F - x, 3.0F + x);
    /* Adding 2^23 leaves the nearest integer in the low bits. */
    return (LaneMask)(t * per_turn + 0x1p23F);
}

/* Returns an index reduced to one turn; it is less than one turn too large. */
ALWAYS_INLINE int32_t wrap_index(const GrazeSupportLut* support_lut, int32_t i)
{
    return i < support_lut->count ? i : i - support_lut->count;
}

/*
 * Chooses for each lane the window about the furthest vertex among those in the windows from vertex
 * `first` on, and writes its first vertex to `first`. The furthest vertex comes second in the
 * window, so that the window holds both its neighbors too. If the shape's coordinates are not
 * repeated after the last vertex, the window may have to begin earlier or at that vertex.
 */
static __attribute__((noinline)) void choose_windows(const LaneBodies* bodies, LaneVec d,
                                                     int32_t first[4])
{
    for (int lane = 0; lane < 4; lane++) {
        const GrazeSupportLut* support_lut = bodies->support_lut[lane];
        if (support_lut->windows == 1) continue;
        float max_projection = -INFINITY;
        int32_t best = 0;
        for (int32_t i = 0; i < 4 * support_lut->windows; i++) {
            int32_t at = wrap_index(support_lut, first[lane] + i);
            float projection = support_lut->x[at] * d.x[lane] + support_lut->y[at] * d.y[lane];
            if (!(projection > max_projection)) continue;
            max_projection = projection;
            best = at;
        }
        int32_t before = best > 0 ? best - 1 : support_lut->count - 1;
        int32_t last = support_lut->count - 4;
        bool is_repeated = support_lut->kind != GRAZE_SUPPORT_LUT_TWO_WINDOWS;
        first[lane] = is_repeated ? before : best == 0 ? 0 : before < last ? before : last;
    }
}

ALWAYS_INLINE int32_t first_of_sector(const GrazeSupportLut* support_lut, int32_t sector)
{
    return support_lut->first[sector & (support_lut->sectors - 1)];
}

/* Loads the vertices that can be furthest in direction d into the windows. */
static __attribute__((noinline)) void load_sector_windows(LaneBodies* bodies, LaneVec d)
{
    const GrazeSupportLut* const* support_lut = bodies->support_lut;
    LaneMask sector = direction_sector(d, bodies->per_turn);
    int32_t first[4] = {
        first_of_sector(support_lut[0], sector[0]), first_of_sector(support_lut[1], sector[1]),
        first_of_sector(support_lut[2], sector[2]), first_of_sector(support_lut[3], sector[3])};
    if (bodies->has_several) choose_windows(bodies, d, first);
    bodies->first = (LaneMask){first[0], first[1], first[2], first[3]};
    load_windows(bodies, bodies->x, bodies->y, bodies->first);
}

/* Projections of the four vertices of a window on the lane's direction, and the furthest of them:
   its projection, position and index in the window. */
typedef struct {
    Lanes projection[4], best;
    LaneVec vertex;
    LaneMask index;
} WindowSupport;

ALWAYS_INLINE void project_window(const Lanes* x, const Lanes* y, LaneVec d, WindowSupport* out)
{
    out->projection[0] = x[0] * d.x + y[0] * d.y;
    out->projection[1] = x[1] * d.x + y[1] * d.y;
    out->projection[2] = x[2] * d.x + y[2] * d.y;
    out->projection[3] = x[3] * d.x + y[3] * d.y;
    LaneMask is_1 = out->projection[1] > out->projection[0];
    LaneMask is_3 = out->projection[3] > out->projection[2];
    Lanes best_01 = lanes_max(out->projection[0], out->projection[1]);
    Lanes best_23 = lanes_max(out->projection[2], out->projection[3]);
    LaneMask is_23 = best_23 > best_01;
    out->best = lanes_max(best_01, best_23);
    out->vertex.x = lanes_pick(is_23, lanes_pick(is_3, x[3], x[2]), lanes_pick(is_1, x[1], x[0]));
    out->vertex.y = lanes_pick(is_23, lanes_pick(is_3, y[3], y[2]), lanes_pick(is_1, y[1], y[0]));
    out->index = mask_pick(is_23, 2 - is_3, -is_1);
}

/* Returns the negated number of vertices in the window that reach `limit`. */
ALWAYS_INLINE LaneMask count_at_least(const WindowSupport* window, Lanes limit)
{
    return (window->projection[0] >= limit) + (window->projection[1] >= limit) +
           (window->projection[2] >= limit) + (window->projection[3] >= limit);
}

/*
 * Finds the vertices furthest in four directions: writes their positions, returns their indices
 * and, if `counts` is set, writes to `rivals` the number of vertices that may be furthest,
 * including the one found. Along an outline the projection rises to its maximum and falls again, so
 * if both ends of a window are certainly behind, all vertices outside of it are. If one end is not,
 * the count is increased by 2. NaN, after the last vertex, never compares as further.
 */
ALWAYS_INLINE LaneMask find_support(LaneBodies* bodies, LaneVec d, bool counts, LaneVec* vertex,
                                    LaneMask* rivals)
{
    WindowSupport window;
    if (bodies->uses_sectors) load_sector_windows(bodies, d);
    project_window(bodies->x, bodies->y, d, &window);
    *vertex = window.vertex;
    LaneMask index = bodies->first + window.index;
    if (bodies->is_wide) {
        WindowSupport second;
        project_window(bodies->x + 4, bodies->y + 4, d, &second);
        LaneMask is_second = second.best > window.best;
        *vertex = lane_pick(is_second, second.vertex, *vertex);
        index = mask_pick(is_second, 4 + second.index, index);
        Lanes limit = lanes_max(window.best, second.best) - bodies->rival_margin;
        *rivals = -(count_at_least(&window, limit) + count_at_least(&second, limit));
        return index;
    }
    if (counts) {
        Lanes limit = window.best - bodies->rival_margin;
        LaneMask are_ends_behind = (window.projection[0] < limit) & (window.projection[3] < limit);
        *rivals =
            (bodies->has_more_vertices & ~are_ends_behind & 2) - count_at_least(&window, limit);
    }
    return index - ((index >= bodies->count) & bodies->count);
}

/* A point of B - A in A's frame, with the vertices whose difference it is: a | b << 16. */
typedef struct {
    LaneVec w;
    LaneMask ab;
} LanePoint;

ALWAYS_INLINE LanePoint point_pick(LaneMask mask, LanePoint yes, LanePoint no)
{
    return (LanePoint){lane_pick(mask, yes.w, no.w), mask_pick(mask, yes.ab, no.ab)};
}

/* Returns the point of B - A of two vertices given by their indices; of vertices 0 where `is_known`
   is not set. */
ALWAYS_INLINE LaneVec cache_point(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b,
                                  LaneMask is_known, LaneMask ab)
{
    LaneMask i = ab & 0xffff & is_known;
    LaneMask j = ab >> 16 & 0xffff & is_known;
    LaneVec on_a = {{a->support_lut[0]->x[i[0]], a->support_lut[1]->x[i[1]],
                     a->support_lut[2]->x[i[2]], a->support_lut[3]->x[i[3]]},
                    {a->support_lut[0]->y[i[0]], a->support_lut[1]->y[i[1]],
                     a->support_lut[2]->y[i[2]], a->support_lut[3]->y[i[3]]}};
    LaneVec on_b = {{b->support_lut[0]->x[j[0]], b->support_lut[1]->x[j[1]],
                     b->support_lut[2]->x[j[2]], b->support_lut[3]->x[j[3]]},
                    {b->support_lut[0]->y[j[0]], b->support_lut[1]->y[j[1]],
                     b->support_lut[2]->y[j[2]], b->support_lut[3]->y[j[3]]}};
    return lane_sub(transform_b_to_a(pairs, on_b), on_a);
}

/* Returns whether `ab` holds indices of vertices of both bodies. */
ALWAYS_INLINE LaneMask has_vertices(const LaneBodies* a, const LaneBodies* b, LaneMask ab)
{
    return (ab != mask_splat(GRAZE_NO_VERTEX)) & ((ab & 0xffff) < a->count) &
           ((ab >> 16 & 0xffff) < b->count);
}

/* Begins with the feature of the cached edge that is nearest as far as float32 can decide, in lanes
   whose cache holds vertices; sets is_edge, and returns those lanes. */
ALWAYS_INLINE LaneMask begin_from_cache(const LanePairs* pairs, const LaneBodies* bodies_a,
                                        const LaneBodies* bodies_b, const GrazeSimplexCache* caches,
                                        LanePoint* b, LanePoint* c, LaneMask* is_edge)
{
    LanePoint p = {b->w, {caches[0].p, caches[1].p, caches[2].p, caches[3].p}};
    LanePoint q = {b->w, {caches[0].q, caches[1].q, caches[2].q, caches[3].q}};
    LaneMask is_known =
        has_vertices(bodies_a, bodies_b, p.ab) & has_vertices(bodies_a, bodies_b, q.ab);
    p.w = cache_point(pairs, bodies_a, bodies_b, is_known, p.ab);
    q.w = cache_point(pairs, bodies_a, bodies_b, is_known, q.ab);
    LaneVec step = lane_sub(q.w, p.w);
    LaneMask is_p = lane_dot(p.w, step) >= 0.0F;
    LaneMask is_q = (lane_dot(q.w, step) <= 0.0F) & ~is_p;
    LaneMask is_left = lane_cross(p.w, q.w) >= 0.0F;
    LanePoint first = point_pick((is_left | is_p) & ~is_q, p, q);
    LanePoint last = point_pick((is_left | is_q) & ~is_p, q, p);
    *b = point_pick(is_known, first, *b);
    *c = point_pick(is_known, last, *c);
    *is_edge = is_known & ~is_p & ~is_q;
    return is_known;
}

/*
 * Returns whether the edge from b to c (the point, if they are equal) is certainly nearer to the
 * origin than the sum of the radii. The distance of its line, |b x e| / |e|, is used only if the
 * foot is inside and e is long enough to be squared; else that of b.
 */
ALWAYS_INLINE LaneMask is_in_reach(const LanePairs* pairs, LaneVec b, LaneVec c)
{
    LaneVec e = lane_sub(c, b);
    Lanes square = lane_dot(e, e);
    Lanes cross = lane_cross(b, e);
    LaneMask has_foot =
        (lane_dot(b, e) < 0.0F) & (lane_dot(c, e) > 0.0F) & (square > GRAZE_SIMD_MIN_ERROR);
    Lanes min_reach = pairs->reach - GRAZE_SIMD_NORM_ERROR * (pairs->scale + pairs->reach);
    LaneMask is_near = mask_pick(has_foot, lanes_abs(cross) < min_reach * lanes_sqrt(square),
                                 lane_dot(b, b) < min_reach * min_reach);
    return (min_reach > 0.0F) & is_near;
}

/*
 * Names and order follow subdistance.c with order tracking: the simplex is {B} or {B, C}, with the
 * origin to the left of the line from B to C; A is the newest point. Points are negated, of B - A,
 * so that the direction d in which A - B is searched needs no negation: it is B, or the normal of
 * BC. Reducing the simplex needs no division. The search begins with the difference of the bodies'
 * centers, which need not be a vertex; that saves a round.
 *
 * In a round ab = B - A and ac = C - A, and u = B x C, v = C x A and w = A x B are twice the areas
 * of OBC, OCA and OAB, negative where O is beyond that edge. Of {B} alone C is B, so v = -w. d . A
 * is `floor` of GrazeGjkState, for d instead of v; `beyond` is how far it certainly exceeds the sum
 * of the radii times |d|. The search has converged (is_final) if d . B exceeds d . A by no more
 * than the least progress.
 */
void graze_gjk_simd(const GrazePair* four, bool nearest, const GrazeSimplexCache* caches,
                    GrazeGjkSimdResult* out)
{
    LanePairs pairs;
    LaneBodies bodies_a;
    LaneBodies bodies_b;
    load_bodies(&bodies_a, four[0].a, four[1].a, four[2].a, four[3].a);
    load_bodies(&bodies_b, four[0].b, four[1].b, four[2].b, four[3].b);
    set_relative_poses(&pairs, &out->places, four, &bodies_a, &bodies_b);
    const Lanes zero = lanes_splat(0);
    LaneMask is_active = pairs.is_in_range;
    LaneMask is_edge = mask_splat(0);
    LaneMask is_disjoint = mask_splat(0);
    LaneMask is_overlapping;
    LaneMask is_unique = mask_splat(0);
    LaneMask is_cached = mask_splat(0);
    LanePoint b = {lane_sub(transform_b_to_a(&pairs, bodies_b.center), bodies_a.center),
                   mask_splat(-1)};
    LanePoint c = b;
    is_overlapping = are_certainly_overlapping(&pairs, &bodies_a, &bodies_b, b.w) & is_active;
    if (!nearest)
        is_disjoint = are_certainly_disjoint(&pairs, &bodies_a, &bodies_b, b.w) & is_active;
    is_active &= ~(is_overlapping | is_disjoint);
    if (are_boxes(&bodies_a, &bodies_b)) {
        obb_simd(&pairs, &bodies_a, &bodies_b, nearest, out);
        return;
    }
    const bool has_active = mask_bits(is_active) != 0;
    if (has_active) {
        prepare_windows(&bodies_a);
        prepare_windows(&bodies_b);
        if (caches != NULL)
            is_cached = begin_from_cache(&pairs, &bodies_a, &bodies_b, caches, &b, &c, &is_edge);
    }
    const Lanes floor_error = GRAZE_SIMD_FLOOR_ERROR * pairs.scale;
    const Lanes cross_error = GRAZE_SIMD_CROSS_ERROR * pairs.scale * pairs.scale;
    const Lanes progress = GRAZE_SIMD_MIN_PROGRESS * pairs.scale;
    const Lanes minus_cos = -pairs.cos;
    for (int32_t round = 0; has_active && round < MAX_ROUNDS; round++) {
        if (mask_bits(is_active) == 0) break;
        LaneVec d = {lanes_pick(is_edge, c.w.y - b.w.y, b.w.x),
                     lanes_pick(is_edge, b.w.x - c.w.x, b.w.y)};
        LaneVec direction_b = {minus_cos * d.x - pairs.sin * d.y,
                               pairs.sin * d.x + minus_cos * d.y};
        LaneVec on_a;
        LaneVec on_b;
        LaneMask rivals_a;
        LaneMask rivals_b;
        LanePoint a;
        LaneMask index_a = find_support(&bodies_a, d, nearest, &on_a, &rivals_a);
        LaneMask index_b = find_support(&bodies_b, direction_b, nearest, &on_b, &rivals_b);
        a.w = lane_sub(transform_b_to_a(&pairs, on_b), on_a);
        a.ab = index_a | index_b << 16;

        LaneVec ab = lane_sub(b.w, a.w);
        LaneVec ac = lane_sub(c.w, a.w);
        Lanes size = lanes_abs(d.x) + lanes_abs(d.y);
        Lanes beyond = lane_dot(d, a.w) - (floor_error * size + GRAZE_SIMD_MIN_ERROR);
        Lanes u = lane_cross(b.w, c.w);
        Lanes v = lane_cross(ac, a.w);
        Lanes w = lane_cross(a.w, ab);
        Lanes along_b = lane_dot(a.w, ab);
        Lanes along_c = lane_dot(a.w, ac);
        LaneMask is_final = lane_dot(d, ab) <= progress * size;
        /* A point that is not a vertex is never nearest. */
        if (round == 0) is_final &= is_cached;
        LaneMask is_inside = (w >= zero) & (v >= zero) & (is_edge | (along_b < zero));
        LaneMask ends = is_final | is_inside;
        LaneMask is_certain = is_edge & (w > cross_error) & (v > cross_error) & (u > cross_error);
        LaneMask is_in = is_inside & is_certain & ~is_final;
        if (pairs.has_reach) {
            beyond -=
                pairs.reach * (lanes_sqrt(lane_dot(d, d)) * (1 + 8 * GRAZE_SIMD_UNIT_ROUNDOFF) +
                               GRAZE_SIMD_MIN_LENGTH);
            LaneMask is_near = is_in_reach(&pairs, b.w, c.w);
            is_in |= is_near;
            ends |= is_near;
        }
        is_disjoint |= (beyond > zero) & is_active;
        if (!nearest) ends |= is_disjoint;
        ends &= is_active;
        is_overlapping |= ends & is_in;
        if (nearest && mask_bits(ends & is_final) != 0) {
            LaneMask differ_bc = b.ab ^ c.ab;
            LaneMask on_edge_a = ((differ_bc & 0xffff) != 0) & is_edge;
            LaneMask on_edge_b = ((differ_bc >> 16) != 0) & is_edge;
            LaneMask differ_ab = a.ab ^ b.ab;
            LaneMask differ_ac = a.ab ^ c.ab;
            LaneMask adds_no_vertex = (((differ_ab & 0xffff) == 0) | ((differ_ac & 0xffff) == 0)) &
                                      (((differ_ab >> 16) == 0) | ((differ_ac >> 16) == 0));
            /* Only vertices of B and C may be furthest: one of a body, or both ends of its edge. */
            LaneMask has_no_rivals = (rivals_a == 1 - on_edge_a) & (rivals_b == 1 - on_edge_b);
            /* The foot is certainly inside BC. */
            LaneVec e = lane_sub(c.w, b.w);
            Lanes margin = GRAZE_SIMD_PROJECTION_ERROR * pairs.scale * pairs.scale;
            LaneMask is_inside_edge = (lane_dot(b.w, e) < -margin) & (lane_dot(c.w, e) > margin);
            is_unique |= ends & is_final & adds_no_vertex & has_no_rivals &
                         ~(on_edge_a & on_edge_b) & (is_inside_edge | ~is_edge);
        }
        is_active &= ~ends;
        LaneMask to_ac = (v < zero) & (along_c < zero);
        LaneMask to_ab = (w < zero) & (along_b < zero) & ~to_ac;
        /* If the triangle may contain the origin, the edge with the smallest area is kept. */
        LaneMask is_enclosed = ends & is_inside & is_edge;
        LaneMask by_ac = is_enclosed & (v < w) & (v < u);
        LaneMask by_ab = is_enclosed & (w <= v) & (w < u);
        b = point_pick(to_ab | (~is_active & ~by_ac), b, a);
        c = point_pick(to_ac | (~is_active & ~by_ab), c, a);
        is_edge = mask_pick(is_active, to_ac | to_ab, is_edge);
    }
    LaneMask relation =
        mask_pick(is_disjoint, mask_splat(GRAZE_DISJOINT), mask_splat(GRAZE_UNCERTAIN));
    out->relation = mask_pick(is_overlapping, mask_splat(GRAZE_OVERLAPPING), relation);
    out->p = b.ab;
    out->q = mask_pick(is_edge, c.ab, b.ab);
    out->is_unique = is_unique;
    out->scale = pairs.scale + pairs.reach;
}

/* ---- distances of the features found, in double ---- */

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
