/* Complete results of distance queries, from the state at which GJK stopped. */
#ifndef GRAZE_STATIC_DISTANCE_H
#define GRAZE_STATIC_DISTANCE_H

#include "relation.h"

/*
 * Nearest feature of the cores, or the one of least depth, in the frame of cso->a.
 *   core, relation  relations of the cores and of the bodies
 *   feature         feature of the boundary of A - B nearest the origin
 *   normal          unit normal from cso->a to cso->b
 *   on_a, on_b      points of the cores whose difference is the feature's nearest point
 *   common_point    a point of both cores; set only if `core` is GRAZE_OVERLAPPING: the middle of on_a and
 *                   on_b if that is one, else one of the chord along the x axis
 */
typedef struct {
    GrazeRelation core, relation;
    GrazeMinkowskiFeature feature;
    GrazeVec normal, on_a, on_b, common_point;
} GrazeNearest;

/* Computes these values from the state at which GJK stopped. */
void graze_find_nearest(const GrazeCso* cso, const GrazeGjkState* state, GrazeNearest* nearest);

/* The queries of graze.h for two convex bodies. */
void graze_convex_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                           const GrazePose* pose_b, GrazeDistance* out);
double graze_convex_gap(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                        const GrazePose* pose_b, GrazeRelation* relation);
void graze_convex_penetration(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                              const GrazePose* pose_b, GrazePenetration* out);
double graze_convex_signed_distance(const GrazeShape* a, const GrazePose* pose_a,
                                    const GrazeShape* b, const GrazePose* pose_b,
                                    GrazeRelation* relation);

/*
 * Same as graze_convex_gap, but begins with a simplex cache: `count` <= 2 points of A - B, whose vertex
 * indices are read and whose `w` is ignored. Every cache gives the same verdict and bits.
 */
double graze_gap_from(const GrazeCso* cso, const GrazeCsoPoint* cache, int32_t count,
                      GrazeRelation* relation);

/*
 * Find the nearest feature by the filtered walk, with the same bits as graze_find_nearest but no
 * common point; return false where rounding can matter. graze_find_nearest_filtered gives up on
 * disjoint cores that are more than `limit` >= 0 apart, graze_find_nearest_inside on all that do not
 * overlap. graze_find_common_point then finds a common point of cores that overlap, by a filtered
 * clip if the middle is none. O(n m) for at most 16 vertices each, else O(n + m).
 */
bool graze_find_nearest_filtered(const GrazeCso* cso, double limit, GrazeNearest* nearest);
bool graze_find_nearest_inside(const GrazeCso* cso, GrazeNearest* nearest);
bool graze_find_common_point(const GrazeCso* cso, GrazeNearest* nearest);

/*
 * Nearest feature of A - B that is known to be the only one: the vertex p, or the edge with the ends
 * p and q, of which only the indices are read, and inside of which the origin's foot is. Unless
 * `is_disjoint` is set, which states that the cores are, the outline of A - B runs from q to p.
 */
typedef struct {
    GrazeCsoPoint p, q;
    bool is_disjoint;
} GrazeKnownFeature;

/* Same as graze_find_nearest_filtered, with a known feature; returns false if the cores touch. */
bool graze_find_nearest_at(const GrazeCso* cso, const GrazeKnownFeature* known,
                           GrazeNearest* nearest);

/* Same as graze_convex_gap, with a known feature. */
double graze_gap_at(const GrazeCso* cso, const GrazeKnownFeature* known, GrazeRelation* relation);

/* Writes the result of graze_convex_penetration for a nearest feature; `iterations` is 0. */
void graze_write_penetration(const GrazeCso* cso, GrazeNearest* nearest, GrazePenetration* out);

/* Writes a nearest feature as the result of graze_distance, in the caller's terms and the world frame;
   `iterations` is 0. */
void graze_write_nearest(const GrazeCso* cso, GrazeNearest* nearest, GrazeDistance* out);

/* Writes the result of graze_distance. */
void graze_write_distance(const GrazeCso* cso, const GrazeGjkState* state, GrazeDistance* out);

#endif
