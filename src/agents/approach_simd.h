/*
 * Moving discs in memory, and the closest approach of two pairs of them at a time. The computation
 * has the steps of graze_approach_discs (approach.c has the derivation) in lanes, each rounded as
 * there, so it gives the same bits. Branches that only some pairs take are computed for both pairs
 * and selected afterwards: whether discs meet, and whether at an end of their common time, is
 * unpredictable for a processor.
 */
#ifndef GRAZE_AGENTS_APPROACH_SIMD_H
#define GRAZE_AGENTS_APPROACH_SIMD_H

#include "../base/lanes.h"
#include "../graze.h"
#include "../tolerance.h"

enum { GRAZE_MOVING_DISC_NUMBERS = sizeof(GrazeMovingDisc) / sizeof(double) };

/* A moving disc as it is loaded. */
typedef struct {
    Doubles place, velocity, times;
    double radius;
} GrazeMovingDiscLanes;

/*
 * Two pairs, with the names of approach.c.
 *
 *   size        power of two by which lengths were divided
 *   exists      the two discs exist at a common time
 *   in_contact  they do, and their separation is at most 0
 */
typedef struct {
    Doubles begin, end, reach, size, s, separation;
    Doubles pp, pd, dd, cross;
    DoublesMask exists, in_contact, moves;
} GrazeTwoApproaches;

ALWAYS_INLINE GrazeMovingDiscLanes graze_load_moving_disc(const GrazeMovingDiscs* discs,
                                                          uint32_t index)
{
    size_t first = (size_t)index * GRAZE_MOVING_DISC_NUMBERS;
    if (discs->is_double) {
        const double* r = (const double*)discs->numbers + first;
        return (GrazeMovingDiscLanes){doubles_load(r), doubles_load(r + 2), doubles_load(r + 4),
                                      r[6]};
    }
    const float* r = (const float*)discs->numbers + first;
    return (GrazeMovingDiscLanes){doubles_from_floats(r), doubles_from_floats(r + 2),
                                  doubles_from_floats(r + 4), r[6]};
}

ALWAYS_INLINE Doubles doubles_lower(Doubles p, Doubles q)
{
    return __builtin_shufflevector(p, q, 0, 2);
}

ALWAYS_INLINE Doubles doubles_upper(Doubles p, Doubles q)
{
    return __builtin_shufflevector(p, q, 1, 3);
}

/* Returns the times at s. */
ALWAYS_INLINE Doubles graze_two_times(const GrazeTwoApproaches* two, Doubles s)
{
    return doubles_pick(s == 1, two->end, two->begin + s * (two->end - two->begin));
}

/*
 * Returns the separations in the caller's unit; one that is too small for a double keeps its sign.
 */
ALWAYS_INLINE Doubles graze_two_separations(const GrazeTwoApproaches* two)
{
    Doubles separation = two->separation * two->size;
    Doubles smallest = doubles_splat(DBL_TRUE_MIN);
    Doubles above = doubles_max(smallest, separation);
    Doubles below = doubles_min(separation, -smallest);
    separation = doubles_pick(two->separation > 0, above, doubles_keep(below, two->separation < 0));
    return doubles_pick(two->exists, separation, doubles_splat(INFINITY));
}

/* Returns whether a disc and the next one belong to one track: they are of one agent, and follow
   each other in time. */
ALWAYS_INLINE bool graze_continues_track(const GrazeMovingDiscs* discs, const uint32_t* agents,
                                         uint32_t disc)
{
    return agents[disc + 1] == agents[disc] && graze_load_moving_disc(discs, disc + 1).times[0] >=
                                                   graze_load_moving_disc(discs, disc).times[1];
}

#endif
