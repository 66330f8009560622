/* A vertex or an edge of A - B, and its distance from the origin. */
#ifndef GRAZE_STATIC_FEATURE_H
#define GRAZE_STATIC_FEATURE_H

#include "cso.h"

/*
 * Feature of A - B: a vertex or an edge.
 *   p, q   its ends; equal for a vertex
 *   along  position of its point nearest the origin: 0 at p, 1 at q
 *   v      that point
 *   gap    |v|, with a relative error of at most GRAZE_GAP_ERROR
 */
typedef struct {
    GrazeCsoPoint p, q;
    double along;
    GrazeVec v;
    double gap;
} GrazeMinkowskiFeature;

/* Writes the vertex p as a feature. */
void graze_feature_vertex(const GrazeCsoPoint* p, GrazeMinkowskiFeature* feature);

/* Writes an edge whose nearest point is neither end; `step` is q - p and `cross` is p x q. */
void graze_feature_edge(const GrazeCsoPoint* p, const GrazeCsoPoint* q, GrazeVec step, double cross,
                        GrazeMinkowskiFeature* feature);

static inline bool graze_is_vertex(const GrazeMinkowskiFeature* feature)
{
    return graze_is_same_point(&feature->p, &feature->q);
}

/* Writes the feature of the segment from p to q that contains its point nearest the origin: an end
   or the edge. `from` and `to` are p and q as pairs of points. The choice is exact. */
void graze_feature_between(const GrazeCsoPoint* p, const GrazePointDifference* from,
                           const GrazeCsoPoint* q, const GrazePointDifference* to,
                           GrazeMinkowskiFeature* feature);

/*
 * Returns whether the feature, whose nearest point is not the origin, is proved to be the nearest
 * feature of A - B: by convexity it suffices to check the neighbors. Exact; O(1). When true, the
 * feature is oriented (graze_feature_orient); if it lies on an edge of A - B that is made of an
 * edge of A and a parallel one of B, it becomes that whole edge. When false, it is unchanged.
 */
bool graze_feature_certify_exact(const GrazeCso* cso, GrazeMinkowskiFeature* feature);

/*
 * Same in double, for the edge between p and q, or for the vertex when q equals p: returns true
 * only if every sign holds by the margin GRAZE_CERTIFICATE_ERROR S^2, which exceeds every rounding
 * of a position. Then A and B are disjoint, and `feature` is written, oriented. If the outline also
 * turns by more than that margin at both ends of an edge (has_corners in distance.c), no other
 * feature is as near, however rounding has dented the outline.
 */
bool graze_feature_certify_filtered(const GrazeCso* cso, const GrazeCsoPoint* p,
                                    const GrazeCsoPoint* q, GrazeMinkowskiFeature* feature);

/* Same as graze_feature_certify_exact, for the vertex p or for the feature that
   graze_feature_between finds on the edge; in double where that is certain. */
bool graze_feature_certify(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                           GrazeMinkowskiFeature* feature);

/* Orients an edge counter-clockwise, with the origin outside: the origin is to its right. */
void graze_feature_orient(const GrazeCso* cso, GrazeMinkowskiFeature* feature);

#endif
