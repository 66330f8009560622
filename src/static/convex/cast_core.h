/* Clips the segment of a cast against A - B: finds where contact begins and ends. */
#ifndef GRAZE_STATIC_CAST_CORE_H
#define GRAZE_STATIC_CAST_CORE_H

#include "filtered_walk.h"
#include "minkowski_walk.h"
#include "tangent_cone.h"

/*
 * Segment { s m : 0 <= s <= 1 } of a cast. When A moves by s d, A - B moves with it, and the bodies
 * meet when A - B contains the origin: when the point s m, with m = -d in the frame of cso->a, is
 * in A - B at its initial position. If the body that moves is cso->b, m = d. So a cast clips this
 * segment against A - B, inflated by the radii.
 */
typedef struct {
    const GrazeCso* cso;
    GrazeVec m;                 /* not (0, 0) */
    GrazePointDifference along; /* m, for exact signs */
    double square;              /* |m|^2 */
    double reach;               /* sum of the radii */
} GrazeCastSegment;

/*
 * Intersection of the line through the segment with the cores' A - B, whose vertices may lie on
 * either side of it.
 *   on_left, on_right  whether vertices lie to the left and to the right of the line
 *   begin, end         ends of the intersection as parameters s, when has_crossing
 *   feature            feature met at `begin`; `along` is the point met, `v` and `gap` are unused
 *   normal             outward unit normal there
 */
typedef struct {
    bool has_crossing, on_left, on_right;
    GrazeFraction begin, end;
    GrazeMinkowskiFeature feature;
    GrazeVec normal;
} GrazeCoreCrossing;

/* Clips the line through the segment against the cores' A - B. All results but the normal are
   exact. O(n + m). */
void graze_clip_cores(const GrazeCastSegment* segment, GrazeCoreCrossing* crossing);

/* Returns whether the line meets the cores between 0 and 1. */
static inline bool graze_is_on_segment(const GrazeCoreCrossing* crossing)
{
    return crossing->has_crossing && crossing->begin.sign_at_one <= 0 &&
           crossing->end.sign_at_zero >= 0;
}

/* Contact along the segment: its interval of s within [0, 1], whether it is a hit and not a graze,
   and the feature (as in GrazeCoreCrossing) and unit normal at `begin`. */
typedef struct {
    double begin, end;
    bool has_contact, is_hit;
    GrazeMinkowskiFeature feature;
    GrazeVec normal;
} GrazeCastContact;

/*
 * Casts bodies by the clip in double. If that is certain, the result is that of graze_cast_cores, or
 * no contact; feature and normal are set if the segment enters. O(n + m).
 */
GrazeClipCertainty graze_cast_filtered(const GrazeCastSegment* segment, GrazeCastContact* contact);

/*
 * Casts a point and a convex body without a radius, whose edges from vertices `enter` and `leave` on
 * the line of the segment certainly crosses, and no others. Returns false if the segment begins in the
 * body or if rounding can matter; then `contact` has no meaning. O(1).
 */
bool graze_cast_through(const GrazeCastSegment* segment, int32_t enter, int32_t leave,
                        GrazeCastContact* contact);

/* Casts bodies without radii. If there is no contact, only `has_contact` is meaningful. */
void graze_cast_cores(const GrazeCastSegment* segment, GrazeCastContact* contact);

/*
 * Writes the tangent cone at the origin of A - B swept along the displacement, for a cast that grazes,
 * in terms of segment->cso, without radii; returns false if it has no interior. Where the segment is in
 * contact before its end and after its beginning, A - B is on one side of it, and the cone is the
 * half-plane on that side. Else it is the tangent cone of A - B at the end in contact, swept. Exact.
 */
bool graze_cast_cores_cone(const GrazeCastSegment* segment, GrazeCone* cone);

/* Writes the half-plane beside the displacement on which the cores' A - B is; returns false if they
   are on its line. */
bool graze_cast_half_plane(const GrazeCastSegment* segment, const GrazeCoreCrossing* crossing,
                           GrazeCone* cone);

/* Returns the displacement of A - B, which is opposite to that of the segment. */
static inline GrazePointDifference graze_cast_way(const GrazeCastSegment* segment)
{
    return (GrazePointDifference){segment->along.from, segment->along.to};
}

/* Clamps to [0, 1]; turns -0 into 0. */
static inline double graze_clamp_unit(double s)
{
    return clamp(s, 0, 1) + 0.0;
}

static inline GrazeVec graze_normalize(GrazeVec p)
{
    return vec_div(p, vec_length(p));
}

#endif
