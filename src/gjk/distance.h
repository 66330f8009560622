/* The whole answer to a query, from where the descent stopped. */
#ifndef GRAZE_GJK_DISTANCE_H
#define GRAZE_GJK_DISTANCE_H

#include "gjk_certificate.h"

/*
 * Where the cores are nearest, or least deep in each other, in the frame of cso->a.
 *   core, relation  of the cores, of the bodies
 *   part, normal    the part of A - B's boundary, unit normal from cso->a to cso->b
 *   on_a, on_b      the points of the cores whose difference is the part's nearest point
 *   common          a point of both, when the cores overlap
 */
typedef struct {
    GrazeRelation core, relation;
    GrazeMinkowskiFeature feature;
    GrazeVec normal, on_a, on_b, common_point;
} GrazeNearest;

void graze_find_nearest(const GrazeCso* cso, const GrazeGjkState* state, GrazeNearest* nearest);

/*
 * As graze_gap, for a descent that begins with a guess: one or two points of A - B, of which the
 * vertices are read and not w. Whatever the guess, the same verdict and bits.
 */
double graze_gap_from(const GrazeCso* cso, const GrazeCsoPoint* cache, int32_t count,
                      GrazeRelation* relation);

void graze_write_distance(const GrazeCso* cso, const GrazeGjkState* state, GrazeDistance* out);

#endif
