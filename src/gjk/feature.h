/* A vertex or an edge of A - B, and how near it comes to the origin. */
#ifndef GRAZE_GJK_FEATURE_H
#define GRAZE_GJK_FEATURE_H

#include "cso.h"

/*
 *   p, q   its ends; the same for a vertex
 *   along  where its point nearest the origin is: 0 at p, 1 at q
 *   v      that point
 *   gap    |v|, relative error a few u
 */
typedef struct {
    GrazeCsoPoint p, q;
    double along;
    GrazeVec v;
    double gap;
} GrazeMinkowskiFeature;

/* The vertex as a part. */
void graze_feature_vertex(const GrazeCsoPoint* p, GrazeMinkowskiFeature* feature);

static inline bool graze_is_vertex(const GrazeMinkowskiFeature* feature)
{
    return graze_is_same_point(&feature->p, &feature->q);
}

/* Of the edge between p and q the end or the edge, whichever holds its nearest point: decided
   exactly. */
void graze_feature_between(const GrazeCsoPoint* p, const GrazePointDifference* from,
                           const GrazeCsoPoint* q, const GrazePointDifference* to,
                           GrazeMinkowskiFeature* feature);

/*
 * Is the part, whose nearest point is not the origin, the one of all of A - B that is nearest? True
 * only when proved: by convexity it is enough to look at the neighbours. Exact; O(1). When true, the
 * part becomes the whole edge of A - B where that is made of an edge of A and a parallel one of B,
 * and is oriented.
 */
bool graze_feature_certify_exact(const GrazeCso* cso, GrazeMinkowskiFeature* feature);

/*
 * The same in double, for the edge between p and q, or for the vertex when q is p: true only when beyond doubt, by a
 * margin that rounding of no place reaches. So A and B then are disjoint; and where the outline turns by as much
 * at both ends of an edge, no other part is as near, however rounding has dented it. `feature`: as above.
 */
bool graze_feature_certify_filtered(const GrazeCso* cso, const GrazeCsoPoint* p,
                                    const GrazeCsoPoint* q, GrazeMinkowskiFeature* feature);

/* graze_feature_certify_exact for the vertex p, or for what graze_feature_between says of the edge: in double where that is
   beyond doubt. */
bool graze_feature_certify(const GrazeCso* cso, const GrazeCsoPoint* p, const GrazeCsoPoint* q,
                           GrazeMinkowskiFeature* feature);

/* Turns an edge, with the origin outside, to run counter-clockwise: the origin to its right. */
void graze_feature_orient(const GrazeCso* cso, GrazeMinkowskiFeature* feature);

#endif
