#include "measure_simd.h"

#include "../../tolerance.h"

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

/* Returns p + t * step. */
ALWAYS_INLINE DoubleVec double_mul_add(DoubleVec p, Doubles t, DoubleVec step)
{
    return (DoubleVec){p.x + t * step.x, p.y + t * step.y};
}

/* Returns p, rotated by a heading. */
ALWAYS_INLINE DoubleVec double_turn(DoubleVec heading, DoubleVec p)
{
    return (DoubleVec){heading.x * p.x - heading.y * p.y, heading.y * p.x + heading.x * p.y};
}

ALWAYS_INLINE DoubleVec load_two_points(const GrazePoint* first, const GrazePoint* second)
{
    Doubles p = doubles_from_floats(&first->x);
    Doubles q = doubles_from_floats(&second->x);
    return (DoubleVec){__builtin_shufflevector(p, q, 0, 2), __builtin_shufflevector(p, q, 1, 3)};
}

/* Returns lanes i and i + 1 of stored numbers. */
ALWAYS_INLINE Doubles half_of(const Lanes* lanes, int i)
{
    return doubles_from_floats((const float*)lanes + i);
}

/* Normalizes a heading (cos, sin), as graze_placement_pose does. */
ALWAYS_INLINE DoubleVec normalize_heading(DoubleVec heading)
{
    Doubles e = double_dot(heading, heading) - 1.0;
    Doubles scale = 1.0 - e * (0.5 - 0.375 * e);
    return (DoubleVec){heading.x * scale, heading.y * scale};
}

/* Returns lane i of stored numbers. */
ALWAYS_INLINE int32_t stored_at(const LaneMask* lanes, int i)
{
    return ((const int32_t*)lanes)[i];
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
 * Nearest features of two pairs, in the frame of A unless stated.
 *   heading_a      rotation of A
 *   on_a, on_b     ends of the features of the bodies at p; the latter relative to A's origin
 *   step_a, step_b from there to the ends at q
 *   p, step        the end and the step of A - B
 *   is_vertex      set if p and q are the same
 *   length         length of the step or, of a vertex, of p
 *   separation     signed separation of the cores; an edge's inner side is the right one, from p
 *                  to q
 *   error          its error bound
 */
typedef struct {
    DoubleVec heading_a, on_a, on_b, step_a, step_b, p, step;
    DoublesMask is_vertex;
    Doubles length, separation, error, reach;
} TwoFeatures;

/*
 * Measures the features in lanes i and i + 1, of which `pair` has the first. With R and t the pose
 * of B in A's frame, a point of A - B is a - (R b + t). The distance of an edge that contains the
 * origin's foot is |p x step| / |step|.
 */
ALWAYS_INLINE void measure_two(const GrazePair* pair, const GrazeGjkSimdResult* result, int i,
                               TwoFeatures* out)
{
    /* Vertex 0 stands in for lanes that have nothing to measure. */
    const GrazePair* other = pair + 1;
    const int32_t p0 = stored_at(&result->p, i) & stored_at(&result->is_unique, i);
    const int32_t p1 = stored_at(&result->p, i + 1) & stored_at(&result->is_unique, i + 1);
    const int32_t q0 = stored_at(&result->q, i) & stored_at(&result->is_unique, i);
    const int32_t q1 = stored_at(&result->q, i + 1) & stored_at(&result->is_unique, i + 1);
    const LanePlacements* places = &result->places;
    DoubleVec on_b = load_two_points(vertex_b(pair, p0), vertex_b(other, p1));
    DoubleVec ends_a = load_two_points(vertex_a(pair, q0), vertex_a(other, q1));
    DoubleVec ends_b = load_two_points(vertex_b(pair, q0), vertex_b(other, q1));
    out->on_a = load_two_points(vertex_a(pair, p0), vertex_a(other, p1));
    out->step_a = double_sub(ends_a, out->on_a);
    DoubleVec ha =
        normalize_heading((DoubleVec){half_of(&places->a[2], i), half_of(&places->a[3], i)});
    DoubleVec hb =
        normalize_heading((DoubleVec){half_of(&places->b[2], i), half_of(&places->b[3], i)});
    DoubleVec translation = {half_of(&places->b[0], i) - half_of(&places->a[0], i),
                             half_of(&places->b[1], i) - half_of(&places->a[1], i)};
    DoubleVec turn = {double_dot(ha, hb), ha.x * hb.y - ha.y * hb.x};
    DoubleVec shift = double_turn((DoubleVec){ha.x, -ha.y}, translation);
    out->heading_a = ha;
    out->step_b = double_turn(turn, double_sub(ends_b, on_b));
    out->on_b = double_turn(turn, on_b);
    out->on_b = (DoubleVec){out->on_b.x + shift.x, out->on_b.y + shift.y};
    out->p = double_sub(out->on_a, out->on_b);
    out->step = double_sub(out->step_a, out->step_b);
    out->is_vertex = (DoublesMask){-(p0 == q0), -(p1 == q1)};
    DoubleVec measured = {doubles_pick(out->is_vertex, out->p.x, out->step.x),
                          doubles_pick(out->is_vertex, out->p.y, out->step.y)};
    out->length = doubles_sqrt(double_dot(measured, measured));
    Doubles cross = (out->p.x * out->step.y - out->p.y * out->step.x) / out->length;
    out->separation = doubles_pick(out->is_vertex, out->length, cross);
    out->error = GRAZE_SIMD_GAP_ERROR * half_of(&result->scale, i);
    out->reach = (Doubles){(double)pair->a->radius + pair->b->radius,
                           (double)other->a->radius + other->b->radius};
}

/* Returns the relation of undecided pairs from their gap: GRAZE_UNCERTAIN within the error. */
ALWAYS_INLINE DoublesMask find_relation(Doubles gap, Doubles error)
{
    _Static_assert(GRAZE_UNCERTAIN == -1 && GRAZE_DISJOINT == 0, "values of the masks");
    DoublesMask is_overlapping = gap < -error;
    return (~(gap > error) & ~is_overlapping) | (is_overlapping & GRAZE_OVERLAPPING);
}

/* Decides the pairs in lanes i and i + 1 if they are not and their feature is unique. */
ALWAYS_INLINE void decide_two(GrazeGjkSimdResult* result, int i, const TwoFeatures* found)
{
    DoublesMask relation = find_relation(found->separation - found->reach, found->error);
    int32_t* relations = (int32_t*)&result->relation + i;
    for (int lane = 0; lane < 2; lane++) {
        if (relations[lane] == GRAZE_UNCERTAIN && stored_at(&result->is_unique, i + lane) != 0)
            relations[lane] = (int32_t)relation[lane];
    }
}

/* Returns where both ends of an interval round to the same float32, in lanes 0 and 1, and writes
   that number. */
ALWAYS_INLINE LaneMask narrow_two(Doubles value, Doubles error, Lanes* narrow)
{
    Lanes low = lanes_narrow(value - error);
    *narrow = low;
    return low == lanes_narrow(value + error);
}

/* Returns the bits of lanes 0 and 1 of a mask. */
ALWAYS_INLINE uint32_t two_bits(LaneMask mask)
{
    return mask_bits(mask) & 3;
}

uint32_t graze_simd_distances(const GrazePair* four, GrazeGjkSimdResult* result, float* distances)
{
    uint32_t certain = 0;
    for (int i = 0; i < GRAZE_LANES; i += 2) {
        TwoFeatures found;
        measure_two(four + i, result, i, &found);
        decide_two(result, i, &found);
        Doubles distance = doubles_abs(found.separation) - found.reach;
        Lanes narrow;
        certain |= two_bits(narrow_two(distance, found.error, &narrow)) << i;
        memcpy(distances + i, &narrow, 2 * sizeof *distances);
    }
    return certain & mask_bits(result->is_unique);
}

void graze_simd_decide(const GrazePair* four, GrazeGjkSimdResult* result)
{
    float unused[GRAZE_LANES];
    graze_simd_distances(four, result, unused);
}

/* Narrows two points, and writes them as x0, y0, x1, y1. */
ALWAYS_INLINE LaneMask narrow_points(DoubleVec points, Doubles error, GrazePoint* out)
{
    Lanes x;
    Lanes y;
    LaneMask is_certain = narrow_two(points.x, error, &x) & narrow_two(points.y, error, &y);
    Lanes both = __builtin_shufflevector(x, y, 0, 4, 1, 5);
    memcpy(out, &both, sizeof both);
    return is_certain;
}

/*
 * Computes the witnesses in lanes i and i + 1. The single query's normal is off by the error of the
 * positions over the length of the step, or over that of the vertex. The foot of the origin divides
 * the step, and so do the points of the two bodies, whose error is that of the positions; the world
 * frame adds its own rounding.
 */
ALWAYS_INLINE LaneMask witness_two(const GrazePair* pair, GrazeSought sought,
                                   GrazeGjkSimdResult* result, int i, GrazeSimdWitness* out)
{
    const GrazePair* other = pair + 1;
    TwoFeatures found;
    measure_two(pair, result, i, &found);
    decide_two(result, i, &found);
    DoublesMask is_disjoint = {-(stored_at(&result->relation, i) == GRAZE_DISJOINT),
                               -(stored_at(&result->relation, i + 1) == GRAZE_DISJOINT)};
    /* The separation of disjoint bodies is positive, whatever the direction of the step is. */
    Doubles sign =
        doubles_pick(is_disjoint & (found.separation < 0), doubles_splat(-1), doubles_splat(1));
    Doubles scale = sign / found.length;
    DoubleVec normal = {doubles_pick(found.is_vertex, -found.p.x, -found.step.y) * scale,
                        doubles_pick(found.is_vertex, -found.p.y, found.step.x) * scale};
    Doubles along = doubles_pick(found.is_vertex, doubles_splat(0),
                                 -double_dot(found.p, found.step) / (found.length * found.length));
    Doubles radius_a = {(double)pair->a->radius, (double)other->a->radius};
    Doubles radius_b = {(double)pair->b->radius, (double)other->b->radius};
    DoubleVec on_a =
        double_mul_add(double_mul_add(found.on_a, along, found.step_a), radius_a, normal);
    DoubleVec on_b =
        double_mul_add(double_mul_add(found.on_b, along, found.step_b), -radius_b, normal);
    DoubleVec at = {half_of(&result->places.a[0], i), half_of(&result->places.a[1], i)};
    DoubleVec world_a = double_turn(found.heading_a, on_a);
    DoubleVec world_b = double_turn(found.heading_a, on_b);
    world_a = (DoubleVec){at.x + world_a.x, at.y + world_a.y};
    world_b = (DoubleVec){at.x + world_b.x, at.y + world_b.y};

    Doubles normal_error = found.error / found.length;
    Doubles place_error = GRAZE_SIMD_PLACE_ERROR * (doubles_abs(at.x) + doubles_abs(at.y));
    Doubles point_error = found.error + found.reach * normal_error + place_error;
    Doubles gap = found.separation * sign - found.reach;
    Doubles gap_error = found.error;
    if (sought == GRAZE_SEEK_DEPTH) {
        /* The depth of disjoint bodies is 0. */
        gap = doubles_keep(gap, ~is_disjoint);
        gap_error = doubles_keep(gap_error, ~is_disjoint);
    }
    Lanes distance;
    LaneMask is_certain =
        narrow_two(doubles_abs(gap), gap_error, &distance) &
        narrow_points(double_turn(found.heading_a, normal), normal_error, &out->normal[i]) &
        narrow_points(world_a, point_error, &out->point_a[i]) &
        narrow_points(world_b, point_error, &out->point_b[i]);
    memcpy(&out->distance[i], &distance, 2 * sizeof out->distance[0]);
    return is_certain;
}

uint32_t graze_simd_witnesses(const GrazePair* four, GrazeSought sought, GrazeGjkSimdResult* result,
                              GrazeSimdWitness* out)
{
    uint32_t certain = 0;
    for (int i = 0; i < GRAZE_LANES; i += 2)
        certain |= two_bits(witness_two(four + i, sought, result, i, out)) << i;
    return certain & mask_bits(result->is_unique & (result->relation != GRAZE_UNCERTAIN));
}
