/*
 * graze: exact 2D collision queries for moving convex bodies. The one public header.
 *
 * Conventions, everywhere:
 * - x to the right, y up, angles in radians counter-clockwise from +x; outlines run
 * counter-clockwise.
 * - Lengths in the caller's unit, times in the caller's clock. No length is special: every
 * tolerance is relative to the size of the input (see tolerance.h).
 * - Coordinates of shapes are float32. All arithmetic is double.
 * - Sets are closed: touching is contact.
 * - No function allocates, keeps state or returns NaN; every loop is bounded. Input must be finite
 *   and in range: functions that return GrazeStatus check it, the others say what they assume.
 */
#ifndef GRAZE_H
#define GRAZE_H

#include "layout.h"

#include <stdbool.h>
#include <stdint.h>

#define GRAZE_VERSION "0.1.0"

#define GRAZE_ENUM_ITEM2(name, text)       name,
#define GRAZE_ENUM_ITEM3(name, code, text) name,
#define GRAZE_RECORD_FIELD(type, name)     type name;

typedef enum { GRAZE_STATUS_LIST(GRAZE_ENUM_ITEM3) } GrazeStatus;
typedef enum { GRAZE_RELATION_LIST(GRAZE_ENUM_ITEM2) } GrazeRelation;
typedef enum { GRAZE_FEATURE_LIST(GRAZE_ENUM_ITEM2) } GrazeFeature;
typedef enum { GRAZE_SUBDISTANCE_LIST(GRAZE_ENUM_ITEM2) } GrazeSubdistance;

typedef struct {
    float x, y;
} GrazePoint;

/*
 * A convex body: the hull of `vertices`, inflated by `radius` (a disc is one vertex, a capsule
 * two). The vertices are in the body frame, counter-clockwise, strictly convex: no duplicates, no
 * three on one line. The caller owns their storage, which must outlive the shape.
 */
typedef struct {
    const GrazePoint* vertices;
    int32_t count; /* at least 1 */
    float radius;  /* at least 0 */
    double extent; /* largest |coordinate| of a vertex: the scale of every error bound */
} GrazeShape;

/* Where a body is: rotate by (cos, sin), then move by (x, y). cos^2 + sin^2 must be 1 up to
 * rounding. */
typedef struct {
    double x, y, cos, sin;
} GrazePose;

/*
 * The answer to a distance query, world frame.
 *   distance     gap between the bodies; 0 exactly when relation is not GRAZE_DISJOINT
 *   point_a/_b   witness points: nearest points of A and B; one common point when not disjoint
 *   normal       unit direction from A towards B: the separating direction when disjoint, the
 *                direction of least penetration otherwise; never zero
 *   feature/index  what part of each core (the shape without its radius) is nearest: vertex
 * `index`, or the edge from vertex `index` to the next iterations   rounds of GJK
 */
typedef struct {
    GRAZE_DISTANCE_FIELDS(GRAZE_RECORD_FIELD)
} GrazeDistance;

/* A disc of radius `radius` whose centre is at (x, y) at time `start` and moves with (vx, vy) until
   `end`. Valid: all finite, end >= start, radius >= 0. */
typedef struct {
    GRAZE_SEGMENT_FIELDS(GRAZE_RECORD_FIELD)
} GrazeSegment;

/* A closed rectangle that stands still, centred at (x, y), sides along the axes, >= 0. */
typedef struct {
    double x, y, width, height;
} GrazeBox;

/*
 * How near two bodies come while both exist.
 *   common      1 when the two have an instant in common; when 0: relation is GRAZE_DISJOINT,
 * distance +infinity, time 0, and [lo, hi] empty distance    least signed gap: negative while they
 * overlap time        when that gap is reached, the earliest such time relation    at that time
 *   [lo, hi]    the closed interval of contact (gap <= 0); empty (+infinity, -infinity) when
 * disjoint
 */
typedef struct {
    GRAZE_APPROACH_FIELDS(GRAZE_RECORD_FIELD)
} GrazeApproach;

/*
 * Makes a shape of a convex outline, in place: `points` (count of them, either winding) become the
 * shape's vertices, counter-clockwise, without duplicates and without points inside an edge. A flat
 * outline becomes the segment of its extremes, one point repeated becomes a point.
 * Returns GRAZE_E_NOT_FINITE, GRAZE_E_NOT_CONVEX (both with *culprit = the index of the point, in
 * the caller's order), GRAZE_E_TOO_FEW_POINTS, GRAZE_E_OUT_OF_RANGE (radius negative or not finite;
 * culprit -1); then `shape` is untouched and `points` may have been reordered. O(count).
 */
GrazeStatus graze_shape_polygon(GrazeShape* shape, GrazePoint* points, int32_t count, float radius,
                                int32_t* culprit);

/*
 * Makes a shape of the convex hull of any points, in place. `scratch` holds count + 1 points.
 * Status as above, but for GRAZE_E_NOT_CONVEX. O(count log count).
 * Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
 */
GrazeStatus graze_shape_hull(GrazeShape* shape, GrazePoint* points, GrazePoint* scratch,
                             int32_t count, float radius, int32_t* culprit);

/* The pose with position (x, y) and heading `angle`. All finite, |angle| <= GRAZE_MAX_ANGLE. Uses
   its own sine and cosine (base/trig.h), so that every build gives the same bits. */
GrazeStatus graze_pose(double x, double y, double angle, GrazePose* pose);

/*
 * Level 3: relation, distance, witness points, separating direction. Poses must be finite.
 * Worst case O((n + m) (n + m)) support evaluations, typically 2 to 5 rounds of O(n + m).
 * Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 1.
 */
void graze_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, GrazeSubdistance subdistance, GrazeDistance* out);

/* How the closed bodies lie to each other. Same verdict and cost as graze_distance. */
GrazeRelation graze_relation(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b);

/* Level 1: do the closed bodies meet? Same verdict as graze_relation, sooner: typically 1 to 3
   rounds. Source: Zhang, Wu, Wang, Zhou, Alg. 6. */
bool graze_collide(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                   const GrazePose* pose_b);

/* Two moving discs. O(1). Source: Walker and Sturtevant, "Collision Detection for Agents in
   Multi-Agent Pathfinding", section 4, in the corrected form derived in mapf/interval.c. */
void graze_approach_discs(const GrazeSegment* s1, const GrazeSegment* s2, GrazeApproach* out);

/* A moving disc and a rectangle that stands still: the disc against the exact rectangle. O(1). */
void graze_approach_box(const GrazeSegment* s, const GrazeBox* box, GrazeApproach* out);

/* Are the fields of a segment (a box) finite and in range? */
GrazeStatus graze_segment_check(const GrazeSegment* s);
GrazeStatus graze_box_check(const GrazeBox* box);

#endif
