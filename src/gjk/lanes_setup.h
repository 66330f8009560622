/* Four pairs side by side: what the searches of lanes.c and lanes_box.c begin with. */
#ifndef GRAZE_GJK_LANES_SETUP_H
#define GRAZE_GJK_LANES_SETUP_H

#include "../shape/lookup.h"
#include "../tolerance.h"
#include "lanes.h"

/*
 * The A (or B) of four pairs.
 *   x, y       windows of vertices: vertex first + k of each pair's body is in x[k], y[k], k < 4, or < 8 when
 *              is_wide
 *   rival      how far behind the furthest vertex another may be and still count as its rival
 *   is_part    there are more vertices than those in the window
 */
typedef struct {
    const GrazeLookup* lookup[4];
    Lanes x[8], y[8];
    LaneMask first, count, look, is_part;
    LaneVec centre;
    Lanes extent, girth, inner;
    Lanes per_turn, rival;
    bool turns, is_wide, has_several;
} LaneBodies;

/* Windows of four vertices from those on. Here as below the four lanes are written out: an index that is not a
   constant would send a vector through memory. */
HOT void open_windows(const LaneBodies* bodies, Lanes x[4], Lanes y[4], LaneMask first)
{
    const GrazeLookup* const* lookup = bodies->lookup;
    x[0] = lanes_load(lookup[0]->x + first[0]);
    x[1] = lanes_load(lookup[1]->x + first[1]);
    x[2] = lanes_load(lookup[2]->x + first[2]);
    x[3] = lanes_load(lookup[3]->x + first[3]);
    y[0] = lanes_load(lookup[0]->y + first[0]);
    y[1] = lanes_load(lookup[1]->y + first[1]);
    y[2] = lanes_load(lookup[2]->y + first[2]);
    y[3] = lanes_load(lookup[3]->y + first[3]);
    transpose(x);
    transpose(y);
}

/* Four numbers of each lookup, transposed. */
HOT void read_facts(Lanes facts[4], const float* f0, const float* f1, const float* f2,
                    const float* f3)
{
    facts[0] = lanes_load(f0);
    facts[1] = lanes_load(f1);
    facts[2] = lanes_load(f2);
    facts[3] = lanes_load(f3);
    transpose(facts);
}

HOT void take_bodies(LaneBodies* bodies, const GrazeShape* s0, const GrazeShape* s1,
                     const GrazeShape* s2, const GrazeShape* s3)
{
    const GrazeLookup* l0 = bodies->lookup[0] = s0->lookup;
    const GrazeLookup* l1 = bodies->lookup[1] = s1->lookup;
    const GrazeLookup* l2 = bodies->lookup[2] = s2->lookup;
    const GrazeLookup* l3 = bodies->lookup[3] = s3->lookup;
    Lanes facts[4];
    read_facts(facts, &l0->centre.x, &l1->centre.x, &l2->centre.x, &l3->centre.x);
    bodies->centre = (LaneVec){facts[0], facts[1]};
    bodies->extent = facts[2];
    bodies->girth = facts[3];
    read_facts(facts, &l0->inner, &l1->inner, &l2->inner, &l3->inner);
    bodies->inner = facts[0];
    bodies->per_turn = facts[1];
    bodies->count = (LaneMask)facts[2];
    bodies->look = (LaneMask)facts[3];
}

/* What support points need. */
HOT void open_bodies(LaneBodies* bodies)
{
    /* Beside one whose window must be chosen, a shape of two windows is looked through like one of several. */
    bodies->turns = mask_bits(bodies->look >= GRAZE_LOOK_SECTOR) != 0;
    bodies->is_part = (bodies->look >= GRAZE_LOOK_WIDE) & mask_of(bodies->turns ? -1 : 0);
    bodies->has_several =
        mask_bits((bodies->look == GRAZE_LOOK_SEVERAL) | (bodies->look == GRAZE_LOOK_WIDE)) != 0;
    bodies->is_wide = !bodies->turns && mask_bits(bodies->look == GRAZE_LOOK_WIDE) != 0;
    bodies->first = mask_of(0);
    if (!bodies->turns) open_windows(bodies, bodies->x, bodies->y, bodies->first);
    if (bodies->is_wide) open_windows(bodies, bodies->x + 4, bodies->y + 4, mask_of(4));
}

/* B's pose in A's frame, and what errors are measured by. */
typedef struct {
    Lanes cos, sin;
    LaneVec shift;
    Lanes scale, reach;
    LaneMask is_taken;
    bool has_reach;
} LanePairs;

/* In the frame of A, where the vertex of B is. */
HOT LaneVec placed(const LanePairs* pairs, LaneVec on_b)
{
    return (LaneVec){pairs->cos * on_b.x - pairs->sin * on_b.y + pairs->shift.x,
                     pairs->sin * on_b.x + pairs->cos * on_b.y + pairs->shift.y};
}

HOT Lanes reaches_of(const GrazePair* four)
{
    return (Lanes){four[0].a->radius + four[0].b->radius, four[1].a->radius + four[1].b->radius,
                   four[2].a->radius + four[2].b->radius, four[3].a->radius + four[3].b->radius};
}

HOT void place(LanePairs* pairs, LanePlaces* places, const GrazePair* four, LaneBodies* of_a,
               LaneBodies* of_b)
{
    Lanes a[4] = {lanes_load(&four[0].place_a->x), lanes_load(&four[1].place_a->x),
                  lanes_load(&four[2].place_a->x), lanes_load(&four[3].place_a->x)};
    Lanes b[4] = {lanes_load(&four[0].place_b->x), lanes_load(&four[1].place_b->x),
                  lanes_load(&four[2].place_b->x), lanes_load(&four[3].place_b->x)};
    transpose(a);
    transpose(b);
    *places = (LanePlaces){{a[0], a[1], a[2], a[3]}, {b[0], b[1], b[2], b[3]}};
    Lanes dx = b[0] - a[0];
    Lanes dy = b[1] - a[1];
    pairs->cos = a[2] * b[2] + a[3] * b[3];
    pairs->sin = a[2] * b[3] - a[3] * b[2];
    pairs->shift = (LaneVec){a[2] * dx + a[3] * dy, a[2] * dy - a[3] * dx};
    pairs->reach = reaches_of(four);
    pairs->has_reach = mask_bits(pairs->reach != 0.0F) != 0;
    pairs->scale = of_a->extent + 1.5F * of_b->extent +
                   lanes_max(lanes_abs(pairs->shift.x), lanes_abs(pairs->shift.y));
    Lanes off_a = lanes_abs(a[2] * a[2] + a[3] * a[3] - 1.0F);
    Lanes off_b = lanes_abs(b[2] * b[2] + b[3] * b[3] - 1.0F);
    of_a->rival = GRAZE_LANE_RIVAL_ERROR * pairs->scale * of_a->extent;
    of_b->rival = GRAZE_LANE_RIVAL_ERROR * pairs->scale * of_b->extent;
    pairs->is_taken = (lanes_max(off_a, off_b) <= GRAZE_LANE_HEADING_SLACK) &
                      (pairs->scale >= GRAZE_LANE_LEAST_SCALE) &
                      (pairs->scale + pairs->reach <= GRAZE_LANE_MOST_SCALE);
}

/*
 * Certainly apart, as the discs about their centres are that hold the bodies; p is between the centres, off by
 * 33 sqrt2 v S. The squares and sums are off by 8 v (S + reach) of the lengths compared.
 */
HOT LaneMask are_far(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b, LaneVec p)
{
    Lanes near = a->girth + b->girth + pairs->reach + GRAZE_LANE_FLOOR_ERROR * pairs->scale;
    return lane_dot(p, p) > near * near;
}

/* Certainly overlapping, as the discs are that the bodies hold. */
HOT LaneMask are_close(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b, LaneVec p)
{
    Lanes near =
        a->inner + b->inner + pairs->reach - GRAZE_LANE_NEAR_ERROR * (pairs->scale + pairs->reach);
    return (near > 0.0F) & (lane_dot(p, p) < near * near);
}

#endif
