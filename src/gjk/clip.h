/* The clip of a cast's way by A - B: where contact begins and ends. */
#ifndef GRAZE_GJK_CLIP_H
#define GRAZE_GJK_CLIP_H

#include "walk.h"

/*
 * While A moves by s d, A - B moves along, and the two meet when it comes over the origin: when the
 * point s m, m = -d in the frame of cso->a, is in A - B as it was at the beginning. So a cast is the
 * clip of the way { s m : 0 <= s <= 1 } by A - B, inflated by the radii.
 */
typedef struct {
    const GrazeCso* cso;
    GrazeVec m;     /* not (0, 0) */
    GrazeGap along; /* m, for exact signs */
    double square;  /* |m|^2 */
    double reach;
} GrazeWay;

/*
 * Where the line of the way meets the cores' A - B, whose vertices may lie on either side of it.
 *   enter, exit  where it does, when has_entered
 *   part         met at enter, with the point on it
 *   normal       unit, outward there
 */
typedef struct {
    bool has_entered, on_left, on_right;
    GrazeFraction enter, exit;
    GrazePart part;
    GrazeVec normal;
} GrazeWayThrough;

/* Exact in all but the normal. O(n + m). */
void graze_clip_cores(const GrazeWay* way, GrazeWayThrough* span);

/* Does the line meet them between 0 and 1? */
static inline bool graze_is_on_way(const GrazeWayThrough* span)
{
    return span->has_entered && span->enter.to_one <= 0 && span->exit.to_zero >= 0;
}

/* Contact on the way: the interval within [0, 1], whether it is a hit and not a graze, and what is
   met at `enter`. */
typedef struct {
    double enter, exit;
    bool is_met, is_hit;
    GrazePart part;
    GrazeVec normal;
} GrazeMeeting;

/* Of the cores, and of bodies with radii, whose relation at the start is known. */
void graze_meet_cores(const GrazeWay* way, GrazeMeeting* meeting);
void graze_meet_bodies(const GrazeWay* way, GrazeRelation at_start, GrazeMeeting* meeting);

/* Into [0, 1], and no zero negative. */
static inline double graze_clamp_way(double s)
{
    return clamp(s, 0, 1) + 0.0;
}

static inline GrazeVec graze_unit(GrazeVec p)
{
    return vec_over(p, vec_length(p));
}

#endif
