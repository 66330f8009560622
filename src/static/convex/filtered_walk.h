/* The walk round A - B in double, with an error bound: the nearest feature, or the edges where a line
   enters and leaves, where rounding cannot matter, which is almost always. */
#ifndef GRAZE_STATIC_FILTERED_WALK_H
#define GRAZE_STATIC_FILTERED_WALK_H

#include "cso.h"

/* Certainty of a filtered walk. */
typedef enum {
    GRAZE_WALK_UNCERTAIN, /* rounding can matter: exact signs must decide */
    GRAZE_WALK_FAR,       /* the cores are certainly further apart than the limit */
    GRAZE_WALK_CERTAIN    /* the feature is the nearest one */
} GrazeWalkCertainty;

/*
 * Nearest feature of the boundary of A - B, as the ends of the features of the two cores whose
 * difference it is; both ends are equal for a vertex.
 *   a, a_next   vertex of A and the one at the other end of its edge, counter-clockwise
 *   b, b_next   the same of B; at least one of both bodies has a vertex
 *   normal      unit normal from A to B, in the frame of A
 *   separation  signed separation of the cores along it: the gap, or minus the depth
 *   is_alone    set if no other edge is as near, to within the error; not even a parallel one
 */
typedef struct {
    int32_t a, a_next, b, b_next;
    GrazeVec normal;
    double separation;
    bool is_alone;
} GrazeContactFeature;

/* Returns the error bound of a separation that the walk computes. Verdicts refer to placed vertices,
   whose coordinates below GRAZE_MIN_COORDINATE are 0. */
ALWAYS_INLINE double graze_walk_error(const GrazeCso* cso)
{
    return GRAZE_WALK_ERROR * cso->scale + 4 * GRAZE_MIN_COORDINATE;
}

/*
 * Walks round A - B and finds its nearest feature. GRAZE_WALK_CERTAIN: `feature` is the nearest
 * feature, up to edges that are parallel to within GRAZE_WALK_PARALLEL, and its separation is off by
 * at most graze_walk_error. If the separation is below minus that error, the cores overlap; if it is
 * above the error, they are disjoint; else the nearest point is inside an edge. GRAZE_WALK_FAR: the
 * cores are disjoint, and more than `limit` >= 0 apart. O(n + m).
 */
GrazeWalkCertainty graze_filtered_walk(const GrazeCso* cso, double limit,
                                       GrazeContactFeature* feature);

/* Certainty of a filtered clip of the segment { s m : 0 <= s <= 1 } against A - B. */
typedef enum {
    GRAZE_CLIP_UNCERTAIN, /* rounding can matter: exact signs must decide */
    GRAZE_CLIP_MISSES,    /* it has no point in common with A - B, inflated by the radii */
    GRAZE_CLIP_ENTERS,    /* it begins outside and enters the interior of A - B */
    GRAZE_CLIP_LEAVES     /* it begins in the interior of A - B */
} GrazeClipCertainty;

/* Edge of A - B: that of A from vertex a on, minus vertex b of B, or vertex a minus B's edge. */
typedef struct {
    int32_t a, b;
    bool is_of_a;
} GrazeClipEdge;

/*
 * Edges through which the line of a segment crosses A - B, which is entered through `enter` and left
 * through `leave`. If `has_other` is set, `other` is parallel to the edge and on its line to within
 * rounding: one of the two is an edge of A, the other of B.
 */
typedef struct {
    GrazeClipEdge edge, other;
    bool has_other;
} GrazeClipCrossing;

/*
 * Clips the segment from the origin to m, which is not (0, 0), against A - B. If the bodies have
 * radii it finds misses only. If the line of the segment certainly crosses A - B, crossing[0] and
 * crossing[1] are the edges where it enters and leaves. O(n + m); O(n m) for at most 16 vertices each.
 * Source: Cyrus and Beck, "Generalized Two- and Three-Dimensional Clipping", 1978.
 */
GrazeClipCertainty graze_filtered_clip(const GrazeCso* cso, GrazeVec m,
                                       GrazeClipCrossing crossing[2]);

/* Parameters of a segment: it is outside of A - B up to `outer`, and inside from `inner` to `last`. */
typedef struct {
    double outer, inner, last;
} GrazeClipSpan;

/*
 * Same as graze_filtered_clip for bodies whose outlines are off by up to `margin` more in any direction:
 * of GRAZE_CLIP_ENTERS, writes where the segment enters; else `span` has no meaning.
 */
GrazeClipCertainty graze_clip_span(const GrazeCso* cso, GrazeVec m, double margin,
                                   GrazeClipSpan* span);

/* An edge of A - B: its ends, also as pairs of points. */
typedef struct {
    GrazeCsoPoint p, q;
    GrazePointDifference from, to;
} GrazeCrossedEdge;

/*
 * Writes the edges of A - B, in exact order, that the line along m crosses where it enters and where
 * it leaves. Returns false if it passes through a vertex between two parallel edges.
 */
bool graze_find_crossed_edges(const GrazeCso* cso, GrazeVec m, const GrazeClipCrossing crossing[2],
                              GrazeCrossedEdge edges[2]);

#endif
