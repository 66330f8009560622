/*
 * Segments as they lie in memory, and the closest approach of two pairs of them at a time: the steps of
 * graze_approach_discs (interval.c, which derives them) in lanes, each rounded as there, so the same bits. What only some
 * pairs take is computed for both and chosen afterwards: whether discs meet, and whether at an end of their common
 * time, is what a processor cannot guess.
 */
#ifndef GRAZE_MAPF_APPROACH_LANES_H
#define GRAZE_MAPF_APPROACH_LANES_H

#include "../base/lanes.h"
#include "../graze.h"
#include "../tolerance.h"

enum { GRAZE_SEGMENT_NUMBERS = sizeof(GrazeSegment) / sizeof(double) };

/* A segment as it is read. */
typedef struct {
    Doubles place, velocity, times;
    double radius;
} GrazeSegmentLanes;

/*
 * Two pairs, in the names of interval.c. `size`: the power of two that lengths were divided by; `meet`: the two are there
 * together and their gap is not above 0.
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

/* The pairs one[0], one[1] and two[0], two[1]. */
void graze_two_approaches(const GrazeSegments* segments, const uint32_t one[2],
                          const uint32_t two[2], GrazeTwoApproaches* out);

#endif
