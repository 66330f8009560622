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

/*
 * Vertices of A - B, of which only the indices are read, at or near the nearest feature.
 *   count        number of vertices, at most 2; a search begins with them
 *   is_only      set if they are the only nearest feature: the vertex, or the whole edge between them, with
 *                the origin's foot inside
 *   is_disjoint  with is_only, whether the cores are disjoint; unless they are, the outline of A - B runs
 *                from the last vertex to the first
 */
typedef struct {
    GrazeCsoPoint point[2];
    int32_t count;
    bool is_only, is_disjoint;
} GrazeWarmStart;

/*
 * Finds the nearest feature by the quickest way. `start` may be NULL, and every warm start gives the same bits.
 * The common point is set only if `needs_point` is. Returns the rounds of GJK.
 */
int32_t graze_find_nearest(const GrazeCso* cso, const GrazeWarmStart* start, bool needs_point,
                           GrazeNearest* nearest);

/* Finds it by exact signs from the state at which GJK stopped. */
void graze_find_nearest_exactly(const GrazeCso* cso, const GrazeGjkState* state,
                                GrazeNearest* nearest);

/*
 * Finds it, with a common point if `needs_point` is set, by filters alone; returns false unless the cores
 * certainly overlap. O(n m) for at most 16 vertices each, else O(n + m).
 */
bool graze_find_nearest_inside(const GrazeCso* cso, bool needs_point, GrazeNearest* nearest);

/* Returns the distance of the bodies, 0 in contact, and writes their relation; as graze_find_nearest does,
   without witnesses. */
double graze_find_gap(const GrazeCso* cso, const GrazeWarmStart* start, GrazeRelation* relation);

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

/* Writes the result of graze_convex_penetration for a nearest feature; `iterations` is 0. */
void graze_write_penetration(const GrazeCso* cso, GrazeNearest* nearest, GrazePenetration* out);

/* Writes a nearest feature as the result of graze_distance, in the caller's terms and the world frame;
   `iterations` is 0. */
void graze_write_nearest(const GrazeCso* cso, GrazeNearest* nearest, GrazeDistance* out);

/* Writes the result of graze_distance. */
void graze_write_distance(const GrazeCso* cso, const GrazeGjkState* state, GrazeDistance* out);

#endif
