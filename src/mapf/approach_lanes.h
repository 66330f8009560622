/*
 * The closest approach of two pairs of moving discs at a time: the steps of graze_approach_discs (interval.c, which
 * derives them) in lanes, each rounded as there, so the same bits. What only some pairs take is computed for both and
 * chosen afterwards: whether discs meet, and whether at an end of their common time, is what a processor cannot guess.
 */
#ifndef GRAZE_MAPF_APPROACH_LANES_H
#define GRAZE_MAPF_APPROACH_LANES_H

#include "../base/lanes.h"
#include "../graze.h"
#include "../tolerance.h"

enum { GRAZE_SEGMENT_NUMBERS = sizeof(GrazeSegment) / sizeof(double) };

/* One segment as it is read, and two with a lane each. */
typedef struct {
    Doubles place, velocity, times;
    double radius;
} GrazeSegmentLanes;

typedef struct {
    Doubles x, y, vx, vy, start, end, radius;
} GrazeTwoSegments;

/*
 * Two pairs, in the names of interval.c. `size`: the power of two that lengths were divided by; `e`: the relative position
 * at the end, p + d; `meet`: the two are there together and their gap is not above 0.
 */
typedef struct {
    Doubles lo, hi, reach, size, s, gap;
    Doubles pp, pd, dd, cross;
    DoublesMask exists, meet, moves;
} GrazeTwoApproaches;

HOT Doubles doubles_both(double value)
{
    return (Doubles){value, value};
}

/* p < q ? p : q */
HOT Doubles doubles_min(Doubles p, Doubles q)
{
    return doubles_pick(p < q, p, q);
}

HOT GrazeSegmentLanes graze_segment_lanes(const GrazeSegments* segments, uint32_t index)
{
    size_t first = (size_t)index * GRAZE_SEGMENT_NUMBERS;
    if (segments->is_double) {
        const double* r = (const double*)segments->numbers + first;
        return (GrazeSegmentLanes){doubles_load(r), doubles_load(r + 2), doubles_load(r + 4), r[6]};
    }
    const float* r = (const float*)segments->numbers + first;
    return (GrazeSegmentLanes){doubles_of(r), doubles_of(r + 2), doubles_of(r + 4), r[6]};
}

HOT Doubles doubles_lower(Doubles p, Doubles q)
{
    return __builtin_shufflevector(p, q, 0, 2);
}

HOT Doubles doubles_upper(Doubles p, Doubles q)
{
    return __builtin_shufflevector(p, q, 1, 3);
}

HOT GrazeTwoSegments graze_two_segments(const GrazeSegments* segments, uint32_t i, uint32_t j)
{
    GrazeSegmentLanes p = graze_segment_lanes(segments, i);
    GrazeSegmentLanes q = graze_segment_lanes(segments, j);
    return (GrazeTwoSegments){
        doubles_lower(p.place, q.place),       doubles_upper(p.place, q.place),
        doubles_lower(p.velocity, q.velocity), doubles_upper(p.velocity, q.velocity),
        doubles_lower(p.times, q.times),       doubles_upper(p.times, q.times),
        (Doubles){p.radius, q.radius}};
}

/* |p x d| / |d| between the ends, |p| or |e| there. */
HOT Doubles two_distances(const GrazeTwoApproaches* two, Doubles ee)
{
    DoublesMask is_first = two->s == 0;
    DoublesMask is_last = two->s == 1;
    Doubles square = doubles_pick(is_first, two->pp, doubles_pick(is_last, ee, two->dd));
    Doubles length = doubles_sqrt(square);
    return doubles_pick(is_first | is_last, length, two->cross / length);
}

HOT GrazeTwoApproaches graze_two_approaches(const GrazeTwoSegments* a, const GrazeTwoSegments* b)
{
    GrazeTwoApproaches two;
    two.lo = doubles_max(b->start, a->start);
    two.hi = doubles_min(a->end, b->end);
    two.exists = two.lo <= two.hi;
    Doubles span = two.hi - two.lo;
    Doubles late1 = two.lo - a->start;
    Doubles late2 = two.lo - b->start;
    Doubles px = (a->x - b->x) + (a->vx * late1 - b->vx * late2);
    Doubles py = (a->y - b->y) + (a->vy * late1 - b->vy * late2);
    Doubles dx = (a->vx - b->vx) * span;
    Doubles dy = (a->vy - b->vy) * span;
    two.reach = a->radius + b->radius;
    /* unit_scale: its inverse is what is left of the size without its mantissa. Where all is 0 any scale will do. */
    Doubles size = doubles_max(doubles_max(doubles_abs(px), doubles_abs(py)),
                               doubles_max(doubles_abs(dx), doubles_abs(dy)));
    size = doubles_max(doubles_max(size, two.reach), doubles_both(DBL_MIN));
    two.size = (Doubles)((DoublesMask)size & INT64_C(0x7ff0000000000000));
    Doubles scale = (Doubles)(INT64_C(2046) * (INT64_C(1) << 52) - (DoublesMask)two.size);
    px *= scale;
    py *= scale;
    dx *= scale;
    dy *= scale;
    two.reach *= scale;
    two.pp = px * px + py * py;
    two.pd = px * dx + py * dy;
    two.dd = dx * dx + dy * dy;
    two.cross = doubles_abs(px * dy - py * dx);
    two.moves = two.dd >= GRAZE_MOTION_FLOOR;
    /* Clamped to [0, 1]; what does not move may divide 0 by 0, but is not kept. */
    Doubles s = -two.pd / two.dd;
    s = doubles_pick(s < 0, doubles_both(0), doubles_min(s, doubles_both(1)));
    two.s = doubles_keep(s, two.moves);
    Doubles ex = px + dx;
    Doubles ey = py + dy;
    two.gap = two_distances(&two, ex * ex + ey * ey) - two.reach;
    two.meet = two.exists & (two.gap <= 0);
    return two;
}

/* s as a time. */
HOT Doubles two_times(const GrazeTwoApproaches* two, Doubles s)
{
    return doubles_pick(s == 1, two->hi, two->lo + s * (two->hi - two->lo));
}

/* The stretch of contact, of those that meet. */
HOT void graze_two_stretches(const GrazeTwoApproaches* two, Doubles* lo, Doubles* hi)
{
    Doubles h = two->pd;
    Doubles length = doubles_sqrt(two->pp);
    Doubles c = (length - two->reach) * (length + two->reach);
    Doubles span = doubles_sqrt(two->dd) * two->reach;
    Doubles root = doubles_sqrt(
        doubles_max(doubles_both(0), (span - two->cross) * (span + two->cross)));
    DoublesMask comes_after = h > 0;
    Doubles q = doubles_pick(comes_after, -(h + root), root - h);
    Doubles far = q / two->dd;
    Doubles near = c / q;
    Doubles first = doubles_max(doubles_both(0), doubles_pick(comes_after, far, near));
    Doubles second = doubles_min(doubles_pick(comes_after, near, far), doubles_both(1));
    /* Where the root is 0 it is one instant. */
    first = doubles_pick((root != 0) & (first < two->s), first, two->s);
    second = doubles_pick((root != 0) & (second > two->s), second, two->s);
    first = doubles_keep(first, two->moves);
    second = doubles_pick(two->moves, second, doubles_both(1));
    *lo = two_times(two, first);
    *hi = two_times(two, second);
}

/* The gap in the caller's unit; one that is too small for a double keeps its sign. */
HOT Doubles graze_two_clearances(const GrazeTwoApproaches* two)
{
    Doubles gap = two->gap * two->size;
    Doubles least = doubles_both(DBL_TRUE_MIN);
    Doubles above = doubles_max(least, gap);
    Doubles below = doubles_min(gap, -least);
    gap = doubles_pick(two->gap > 0, above, doubles_keep(below, two->gap < 0));
    return doubles_pick(two->exists, gap, doubles_both(INFINITY));
}

#endif
