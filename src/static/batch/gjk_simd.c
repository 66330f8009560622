#include "gjk_simd.h"

#include "lane_pairs.h"
#include "walk_simd.h"

#include <math.h>

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
 * Verdicts of the discs around the bodies and inside of them.
 *   is_open  set if they leave a pair open that float32 may decide
 *   center   difference of the centers, of B - A
 */
typedef struct {
    LaneMask is_disjoint, is_overlapping, is_open;
    LaneVec center;
} DiscVerdict;

ALWAYS_INLINE DiscVerdict compare_discs(const LanePairs* pairs, const LaneBodies* a,
                                        const LaneBodies* b, bool may_end_disjoint)
{
    DiscVerdict out;
    out.center = lane_sub(transform_b_to_a(pairs, b->center), a->center);
    out.is_overlapping = are_certainly_overlapping(pairs, a, b, out.center) & pairs->is_in_range;
    out.is_disjoint = mask_splat(0);
    if (may_end_disjoint)
        out.is_disjoint = are_certainly_disjoint(pairs, a, b, out.center) & pairs->is_in_range;
    out.is_open = pairs->is_in_range & ~(out.is_overlapping | out.is_disjoint);
    return out;
}

/* Largest number of vertices up to which the walk is quicker, also for pairs that GJK leaves undecided;
   GJK finds no depths. Measured. A search from caches is quicker than both. */
enum { MAX_WALKED = 8 };

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
static NOINLINE void search(const LanePairs* pairs, LaneBodies* bodies_a, LaneBodies* bodies_b,
                            const DiscVerdict* discs, bool nearest, const GrazeSimplexCache* caches,
                            GrazeGjkSimdResult* out)
{
    const Lanes zero = lanes_splat(0);
    LaneMask is_active = discs->is_open;
    LaneMask is_edge = mask_splat(0);
    LaneMask is_disjoint = discs->is_disjoint;
    LaneMask is_overlapping = discs->is_overlapping;
    LaneMask is_unique = mask_splat(0);
    LaneMask is_cached = mask_splat(0);
    LanePoint b = {discs->center, mask_splat(-1)};
    LanePoint c = b;
    prepare_windows(bodies_a);
    prepare_windows(bodies_b);
    if (caches != NULL)
        is_cached = begin_from_cache(pairs, bodies_a, bodies_b, caches, &b, &c, &is_edge);
    const Lanes floor_error = GRAZE_SIMD_FLOOR_ERROR * pairs->scale;
    const Lanes cross_error = GRAZE_SIMD_CROSS_ERROR * pairs->scale * pairs->scale;
    const Lanes progress = GRAZE_SIMD_MIN_PROGRESS * pairs->scale;
    const Lanes minus_cos = -pairs->cos;
    for (int32_t round = 0; round < MAX_ROUNDS; round++) {
        if (mask_bits(is_active) == 0) break;
        LaneVec d = {lanes_pick(is_edge, c.w.y - b.w.y, b.w.x),
                     lanes_pick(is_edge, b.w.x - c.w.x, b.w.y)};
        LaneVec direction_b = {minus_cos * d.x - pairs->sin * d.y,
                               pairs->sin * d.x + minus_cos * d.y};
        LaneVec on_a;
        LaneVec on_b;
        LaneMask rivals_a;
        LaneMask rivals_b;
        LanePoint a;
        LaneMask index_a = find_support(bodies_a, d, nearest, &on_a, &rivals_a);
        LaneMask index_b = find_support(bodies_b, direction_b, nearest, &on_b, &rivals_b);
        a.w = lane_sub(transform_b_to_a(pairs, on_b), on_a);
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
        if (pairs->has_reach) {
            beyond -=
                pairs->reach * (lanes_sqrt(lane_dot(d, d)) * (1 + 8 * GRAZE_SIMD_UNIT_ROUNDOFF) +
                                GRAZE_SIMD_MIN_LENGTH);
            LaneMask is_near = is_in_reach(pairs, b.w, c.w);
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
            Lanes margin = GRAZE_SIMD_PROJECTION_ERROR * pairs->scale * pairs->scale;
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
    out->is_unique = is_unique & is_disjoint;
    out->scale = pairs->scale + pairs->reach;
}

static void write_disc_verdict(const LanePairs* pairs, const DiscVerdict* discs,
                               GrazeGjkSimdResult* out)
{
    LaneMask relation =
        mask_pick(discs->is_disjoint, mask_splat(GRAZE_DISJOINT), mask_splat(GRAZE_UNCERTAIN));
    out->relation = mask_pick(discs->is_overlapping, mask_splat(GRAZE_OVERLAPPING), relation);
    out->p = out->q = mask_splat(GRAZE_NO_VERTEX);
    out->is_unique = mask_splat(0);
    out->scale = pairs->scale + pairs->reach;
}

/* Takes the verdicts and features that another search has found for undecided pairs. */
static void fill_in(const GrazeGjkSimdResult* found, GrazeGjkSimdResult* out)
{
    LaneMask is_open = out->relation == GRAZE_UNCERTAIN;
    out->relation = mask_pick(is_open, found->relation, out->relation);
    out->p = mask_pick(is_open, found->p, out->p);
    out->q = mask_pick(is_open, found->q, out->q);
    out->is_unique = mask_pick(is_open, found->is_unique, out->is_unique);
}

/* Returns whether bodies are so large that the margin of rivals, in proportion to their extent, exceeds
   the rounding of positions in double, by which verdicts go; a point has no rivals. */
ALWAYS_INLINE LaneMask are_large(const LanePairs* pairs, const LaneBodies* bodies)
{
    return (bodies->extent >= GRAZE_SIMD_LEAST_EXTENT * pairs->scale) | (bodies->count == 1);
}

void graze_gjk_simd(const GrazePair* four, GrazeSought sought, const GrazeSimplexCache* caches,
                    GrazeGjkSimdResult* out)
{
    LanePairs pairs;
    LaneBodies a;
    LaneBodies b;
    load_bodies(&a, four[0].a, four[1].a, four[2].a, four[3].a);
    load_bodies(&b, four[0].b, four[1].b, four[2].b, four[3].b);
    set_relative_poses(&pairs, &out->places, four, &a, &b);
    const int32_t max_walked =
        sought == GRAZE_SEEK_DEPTH ? (int32_t)GRAZE_WALK_LANES_VERTICES : (int32_t)MAX_WALKED;
    const DiscVerdict discs = compare_discs(&pairs, &a, &b, sought == GRAZE_SEEK_RELATION);
    if (mask_bits(discs.is_open) == 0 && sought != GRAZE_SEEK_DEPTH) {
        write_disc_verdict(&pairs, &discs, out);
        return;
    }
    if (sought != GRAZE_SEEK_DEPTH && are_boxes(&a, &b)) {
        obb_simd(&pairs, &a, &b, sought != GRAZE_SEEK_RELATION, out);
    } else if (caches == NULL && graze_walk_simd_size(&a, &b) <= max_walked) {
        graze_walk_simd(&pairs, &a, &b, sought != GRAZE_SEEK_RELATION, out);
        return;
    } else {
        search(&pairs, &a, &b, &discs, sought != GRAZE_SEEK_RELATION, caches, out);
    }
    out->is_unique &= are_large(&pairs, &a) & are_large(&pairs, &b);
    if (mask_bits(out->relation == GRAZE_UNCERTAIN) != 0 &&
        graze_walk_simd_size(&a, &b) <= MAX_WALKED) {
        GrazeGjkSimdResult found;
        graze_walk_simd(&pairs, &a, &b, true, &found);
        fill_in(&found, out);
    }
}
