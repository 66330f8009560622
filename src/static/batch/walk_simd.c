#include "walk_simd.h"

#include <math.h>

/*
 * The separation of the origin from A - B along the outward normal of one of its edges is that of
 * the other body's vertex which is furthest against the normal. If the largest separation is
 * negative, its edge is the nearest feature; if it is positive, that edge or one of its ends is:
 * all lines other than those of the two edges at the nearest vertex are seen from the origin at
 * larger angles.
 *
 * Errors, with v = 2^-24 and S of tolerance.h. A placed vertex is off by 30 v S in each coordinate,
 * an edge of B that is turned by 13 v of itself, one of A by v. In the projection on a normal n a
 * position is off by 30 v S |n|_1, by 13 v sqrt2 S |n| for the direction, and by 3 v S |n|_1 for
 * its products and sum: together less than 66 v S |n|. The difference of two is off by twice that
 * at most, but only one of them has been placed: 110 v S |n|. Length and quotient add 4 v of at most
 * 2 S. That is less than GRAZE_SIMD_FLOOR_ERROR, 128 v S.
 */

enum { SIZE = GRAZE_WALK_LANES_VERTICES };

/*
 * Outlines of both bodies of four pairs, in the frame of A: first A's vertices, from SIZE on B's.
 * After its last vertex each body's vertex 0 is repeated, so that its last edge ends there, and
 * further edges have no length.
 *   edge_x, edge_y    edge from each vertex to the next one
 *   length_a, length_b  numbers of vertices in the arrays, multiples of 4
 */
typedef struct {
    Lanes x[2 * SIZE], y[2 * SIZE], edge_x[2 * SIZE], edge_y[2 * SIZE];
    int32_t length_a, length_b;
} LaneOutlines;

static int32_t largest_of(LaneMask m)
{
    int32_t low = m[0] > m[1] ? m[0] : m[1];
    int32_t high = m[2] > m[3] ? m[2] : m[3];
    return low > high ? low : high;
}

int32_t graze_walk_simd_size(const LaneBodies* a, const LaneBodies* b)
{
    if (mask_bits((a->count == 1) & (b->count == 1)) != 0) return INT32_MAX;
    int32_t size_a = largest_of(a->count);
    int32_t size_b = largest_of(b->count);
    return size_a > size_b ? size_a : size_b;
}

/* Loads a body's vertices and edges in its own frame; returns their number, rounded up. */
ALWAYS_INLINE int32_t load_outline(const LaneBodies* bodies, Lanes* x, Lanes* y, Lanes* edge_x,
                                   Lanes* edge_y)
{
    int32_t length = (largest_of(bodies->count) + 3) & ~3;
    load_windows(bodies, x, y, mask_splat(0));
    /* A table may end before the window of another body's vertices; any vertices stand in there. */
    for (int32_t k = 4; k < length; k += 4)
        load_windows(bodies, x + k, y + k, (bodies->count > k) & k);
    for (int32_t k = 1; k < length; k++) {
        LaneMask is_vertex = bodies->count > k;
        x[k] = lanes_pick(is_vertex, x[k], x[0]);
        y[k] = lanes_pick(is_vertex, y[k], y[0]);
        edge_x[k - 1] = x[k] - x[k - 1];
        edge_y[k - 1] = y[k] - y[k - 1];
    }
    edge_x[length - 1] = x[0] - x[length - 1];
    edge_y[length - 1] = y[0] - y[length - 1];
    return length;
}

ALWAYS_INLINE void load_outlines(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b,
                                 LaneOutlines* out)
{
    Lanes* x = out->x + SIZE;
    Lanes* y = out->y + SIZE;
    Lanes* edge_x = out->edge_x + SIZE;
    Lanes* edge_y = out->edge_y + SIZE;
    out->length_a = load_outline(a, out->x, out->y, out->edge_x, out->edge_y);
    out->length_b = load_outline(b, x, y, edge_x, edge_y);
    for (int32_t k = 0; k < out->length_b; k++) {
        LaneVec placed = transform_b_to_a(pairs, (LaneVec){x[k], y[k]});
        x[k] = placed.x;
        y[k] = placed.y;
        Lanes turned_x = pairs->cos * edge_x[k] - pairs->sin * edge_y[k];
        edge_y[k] = pairs->sin * edge_x[k] + pairs->cos * edge_y[k];
        edge_x[k] = turned_x;
    }
}

/*
 * Edges offered so far.
 *   best, second  largest and second largest separation
 *   index         index of the former in LaneOutlines
 *   edges         number of edges long enough to be squared
 */
typedef struct {
    Lanes best, second;
    LaneMask index, edges;
} LargestSeparation;

/* Returns the largest projection of `length` vertices on (dx, dy). */
ALWAYS_INLINE Lanes project_furthest(const Lanes* x, const Lanes* y, int32_t length, Lanes dx,
                                     Lanes dy)
{
    Lanes furthest = lanes_splat(-INFINITY);
    for (int32_t j = 0; j < length; j += 4) {
        Lanes low = lanes_max(dx * x[j] + dy * y[j], dx * x[j + 1] + dy * y[j + 1]);
        Lanes high = lanes_max(dx * x[j + 2] + dy * y[j + 2], dx * x[j + 3] + dy * y[j + 3]);
        furthest = lanes_max(furthest, lanes_max(low, high));
    }
    return furthest;
}

/* Offers the edges of one body, which begin at `own`; the other's vertices begin at `other`. */
static NOINLINE void offer_edges(const LaneOutlines* outlines, int32_t own, int32_t length,
                                 int32_t other, int32_t other_length, LargestSeparation* largest)
{
    for (int32_t k = own; k < own + length; k++) {
        Lanes x = outlines->edge_x[k];
        Lanes y = outlines->edge_y[k];
        Lanes square = x * x + y * y;
        Lanes inside =
            project_furthest(outlines->x + other, outlines->y + other, other_length, -y, x);
        Lanes separation = (x * outlines->y[k] - y * outlines->x[k] - inside) / lanes_sqrt(square);
        /* That of an edge without length is NaN, which is never larger. */
        LaneMask is_larger = separation > largest->best;
        Lanes smaller = lanes_pick(is_larger, largest->best, separation);
        largest->second = lanes_max(largest->second, smaller);
        largest->best = lanes_max(largest->best, separation);
        largest->index = mask_pick(is_larger, mask_splat(k), largest->index);
        largest->edges -= square >= GRAZE_SIMD_MIN_ERROR;
    }
}

/* Returns the number of edges, which a point does not have. */
ALWAYS_INLINE LaneMask count_edges(const LaneBodies* bodies)
{
    return bodies->count & (bodies->count > 1);
}

ALWAYS_INLINE float lane_at(const Lanes* from, int32_t k, int lane)
{
    return ((const float*)from)[4 * k + lane];
}

/* Returns number index[i] of lane i. */
ALWAYS_INLINE Lanes gather(const Lanes* from, LaneMask index)
{
    return (Lanes){lane_at(from, index[0], 0), lane_at(from, index[1], 1),
                   lane_at(from, index[2], 2), lane_at(from, index[3], 3)};
}

/*
 * The nearest feature, as far as it is certain.
 *   p, q       as in GrazeGjkSimdResult, from the end of the edge to its beginning
 *   is_inside  set if it is the whole edge, which contains the origin's foot
 *   is_vertex  set if it is an end of the edge
 *   is_alone   set if the other body has one vertex that may be furthest
 *   square     square of the distance of the vertex
 */
typedef struct {
    LaneMask p, q, is_inside, is_vertex, is_alone;
    Lanes square;
} WalkFeature;

/* Finds the other body's vertex that is furthest against the edge, and where the origin's foot is. */
ALWAYS_INLINE void find_feature(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b,
                                const LaneOutlines* outlines, LaneMask index, WalkFeature* out)
{
    const LaneMask is_of_b = index >= SIZE;
    const LaneMask count = mask_pick(is_of_b, a->count, b->count);
    const int32_t length =
        outlines->length_a > outlines->length_b ? outlines->length_a : outlines->length_b;
    LaneVec edge = {gather(outlines->edge_x, index), gather(outlines->edge_y, index)};
    Lanes best = lanes_splat(-INFINITY);
    Lanes second = best;
    LaneMask furthest = mask_splat(0);
    for (int32_t j = 0; j < length; j++) {
        LaneVec at = {lanes_pick(is_of_b, outlines->x[j], outlines->x[SIZE + j]),
                      lanes_pick(is_of_b, outlines->y[j], outlines->y[SIZE + j])};
        Lanes projection =
            lanes_pick(count > j, edge.x * at.y - edge.y * at.x, lanes_splat(-INFINITY));
        LaneMask is_further = projection > best;
        second = lanes_max(second, lanes_pick(is_further, best, projection));
        best = lanes_max(best, projection);
        furthest = mask_pick(is_further, mask_splat(j), furthest);
    }
    Lanes size = lanes_abs(edge.x) + lanes_abs(edge.y);
    out->is_alone = best - second > 2 * GRAZE_SIMD_FLOOR_ERROR * pairs->scale * size;

    LaneMask other = furthest + (~is_of_b & SIZE);
    LaneVec from = {gather(outlines->x, index) - gather(outlines->x, other),
                    gather(outlines->y, index) - gather(outlines->y, other)};
    Lanes along = -lane_dot(from, edge);
    Lanes beyond = along - lane_dot(edge, edge);
    Lanes margin = GRAZE_SIMD_PROJECTION_ERROR * pairs->scale * pairs->scale;
    LaneMask is_begin = along < -margin;
    LaneMask is_end = beyond > margin;
    out->is_inside = (along > margin) & (beyond < -margin);
    out->is_vertex = is_begin | is_end;
    LaneVec vertex = {from.x + lanes_pick(is_end, edge.x, lanes_splat(0)),
                      from.y + lanes_pick(is_end, edge.y, lanes_splat(0))};
    out->square = lane_dot(vertex, vertex);

    LaneMask own = index & (SIZE - 1);
    LaneMask next = own + 1;
    next &= next < mask_pick(is_of_b, b->count, a->count);
    LaneMask begin = mask_pick(is_of_b, furthest | own << 16, own | furthest << 16);
    LaneMask end = mask_pick(is_of_b, furthest | next << 16, next | furthest << 16);
    out->p = mask_pick(is_begin, begin, end);
    out->q = mask_pick(is_end, end, begin);
}

NOINLINE void graze_walk_simd(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b,
                              bool needs_feature, GrazeGjkSimdResult* out)
{
    LaneOutlines outlines;
    load_outlines(pairs, a, b, &outlines);
    LargestSeparation largest = {lanes_splat(-INFINITY), lanes_splat(-INFINITY), mask_splat(0),
                                 mask_splat(0)};
    offer_edges(&outlines, 0, outlines.length_a, SIZE, outlines.length_b, &largest);
    offer_edges(&outlines, SIZE, outlines.length_b, 0, outlines.length_a, &largest);
    const Lanes error = GRAZE_SIMD_FLOOR_ERROR * pairs->scale;
    const Lanes far = pairs->reach + GRAZE_SIMD_NORM_ERROR * (pairs->scale + pairs->reach);
    LaneMask is_valid = pairs->is_in_range & (largest.edges == count_edges(a) + count_edges(b));
    LaneMask is_overlapping = (largest.best < -error) & is_valid;
    LaneMask is_disjoint = (largest.best > far) & is_valid;
    out->p = out->q = mask_splat(GRAZE_NO_VERTEX);
    out->is_unique = mask_splat(0);
    if (needs_feature || mask_bits(is_overlapping | is_disjoint) != 15) {
        WalkFeature feature;
        find_feature(pairs, a, b, &outlines, largest.index, &feature);
        LaneMask is_apart = largest.best > error;
        LaneMask is_sole =
            (largest.best - largest.second > 2.0F * error) & feature.is_alone & is_valid;
        LaneMask is_vertex = feature.is_vertex & is_apart;
        out->p = feature.p;
        out->q = feature.q;
        out->is_unique =
            is_sole & (feature.is_inside | is_vertex | (is_overlapping & ~feature.is_vertex));
        if (pairs->has_reach) {
            Lanes near = pairs->reach + pairs->reach - far;
            LaneMask is_near =
                mask_pick(feature.is_inside, largest.best < near,
                          is_vertex & (near > 0.0F) & (feature.square < near * near));
            is_overlapping |= is_near & out->is_unique;
            is_disjoint |= is_vertex & out->is_unique & (feature.square > far * far);
        }
    }
    LaneMask relation =
        mask_pick(is_disjoint, mask_splat(GRAZE_DISJOINT), mask_splat(GRAZE_UNCERTAIN));
    out->relation = mask_pick(is_overlapping, mask_splat(GRAZE_OVERLAPPING), relation);
    out->scale = pairs->scale + pairs->reach;
}
