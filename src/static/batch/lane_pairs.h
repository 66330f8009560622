/* Four pairs of bodies in lanes of float32: outlines, windows of vertices and relative poses. */
#ifndef GRAZE_STATIC_LANE_PAIRS_H
#define GRAZE_STATIC_LANE_PAIRS_H

#include "../../base/lanes.h"
#include "../../graze.h"
#include "../../tolerance.h"
#include "../shape/support_lut.h"

enum { GRAZE_LANES = 4, GRAZE_UNCERTAIN = -1 };

/* Placements of four pairs: a[0] to a[3] are x, y, cos and sin of the four A's, b those of B. */
typedef struct {
    Lanes a[4], b[4];
} LanePlacements;

/*
 * State at which the search stopped, with one lane per pair.
 *   relation   relation of the bodies, GRAZE_DISJOINT or GRAZE_OVERLAPPING, when certain; else
 *              GRAZE_UNCERTAIN
 *   p, q       ends of the nearest feature found so far, as in GrazeSimplexCache
 *   is_unique  if set: no other vertex of A or B can be on the nearest feature of A - B, which is
 *              the whole edge from p to q, with the origin's foot inside, or the vertex. Unless
 *              the relation is GRAZE_DISJOINT, the inner side of an edge is its right one, from p
 *              to q, and if the relation is GRAZE_UNCERTAIN, the side on which the origin is decides
 *   scale      S of tolerance.h, with 1.5 for sqrt2, plus the radii
 *   places     placements of the pairs
 */
typedef struct {
    LaneMask relation;
    LaneMask p, q;
    LaneMask is_unique;
    Lanes scale;
    LanePlacements places;
} GrazeGjkSimdResult;

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

#endif
