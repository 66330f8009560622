/* The clip of a cast's way by A - B: where contact begins and ends. */
#ifndef GRAZE_GJK_CAST_CORE_H
#define GRAZE_GJK_CAST_CORE_H

#include "minkowski_walk.h"

/*
 * While A moves by s d, A - B moves along, and the two meet when it comes over the origin: when the
 * point s m, m = -d in the frame of cso->a, is in A - B as it was at the beginning. So a cast is the
 * clip of the way { s m : 0 <= s <= 1 } by A - B, inflated by the radii.
 */
typedef struct {
    const GrazeCso* cso;
    GrazeVec m;                 /* not (0, 0) */
    GrazePointDifference along; /* m, for exact signs */
    double square;              /* |m|^2 */
    double reach;
} GrazeCastSegment;

/*
 * Where the line of the way meets the cores' A - B, whose vertices may lie on either side of it.
 *   enter, exit  where it does, when has_crossing
 *   part         met at enter, with the point on it
 *   normal       unit, outward there
 */
typedef struct {
    bool has_crossing, on_left, on_right;
    GrazeFraction begin, end;
    GrazeMinkowskiFeature feature;
    GrazeVec normal;
} GrazeCoreCrossing;

/* Exact in all but the normal. O(n + m). */
void graze_clip_cores(const GrazeCastSegment* segment, GrazeCoreCrossing* crossing);

/* Does the line meet them between 0 and 1? */
static inline bool graze_is_on_segment(const GrazeCoreCrossing* crossing)
{
    return crossing->has_crossing && crossing->begin.sign_at_one <= 0 &&
           crossing->end.sign_at_zero >= 0;
}

/* Contact on the way: the interval within [0, 1], whether it is a hit and not a graze, and what is
   met at `begin`. */
typedef struct {
    double begin, end;
    bool has_contact, is_hit;
    GrazeMinkowskiFeature feature;
    GrazeVec normal;
} GrazeCastContact;

/* Of the cores, and of bodies with radii, whose relation at the start is known. */
void graze_cast_cores(const GrazeCastSegment* segment, GrazeCastContact* contact);
void graze_cast_rounded(const GrazeCastSegment* segment, GrazeRelation at_start,
                        GrazeCastContact* contact);

/* Into [0, 1], and no zero negative. */
static inline double graze_clamp_unit(double s)
{
    return clamp(s, 0, 1) + 0.0;
}

static inline GrazeVec graze_normalize(GrazeVec p)
{
    return vec_div(p, vec_length(p));
}

#endif
