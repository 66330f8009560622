/*
 * graze: exact 2D collision queries for moving convex bodies. This is the only public header.
 *
 * These conventions hold for every function:
 * - x points to the right and y up; angles are in radians, counter-clockwise from +x; outlines run
 *   counter-clockwise.
 * - Lengths are in the caller's unit and times on the caller's clock. No length is special: every
 *   tolerance is relative to the size of the input (see tolerance.h).
 * - Coordinates of shapes are float32. All arithmetic is double.
 * - Sets are closed: touching is contact.
 * - Two bodies are disjoint when they have no point in common, overlapping when the origin is an
 *   interior point of A - B = { a - b }, and touching otherwise. So they overlap exactly when they
 *   stay in contact under every sufficiently small translation of one of them. If both have an
 *   interior, this means that their interiors meet. A point or a segment has no interior: a point
 *   inside a box, a segment through a box and two segments that cross at inner points overlap; a
 *   point on an edge or on a segment, a segment that ends on another one, collinear segments and
 *   equal points touch.
 * - No function allocates memory, keeps state or returns NaN; every loop is bounded. Input must be
 *   finite and in range: functions that return GrazeStatus check it, the others state what they
 *   assume.
 */
#ifndef GRAZE_H
#define GRAZE_H

#include "layout.h"
#include "version.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRAZE_ENUM_ITEM2(name, text)       name,
#define GRAZE_ENUM_ITEM3(name, code, text) name,
#define GRAZE_RECORD_FIELD(type, name)     type name;

typedef enum { GRAZE_STATUS_LIST(GRAZE_ENUM_ITEM3) } GrazeStatus;
typedef enum { GRAZE_RELATION_LIST(GRAZE_ENUM_ITEM2) } GrazeRelation;
typedef enum { GRAZE_FEATURE_LIST(GRAZE_ENUM_ITEM2) } GrazeFeature;
typedef enum { GRAZE_SUBDISTANCE_LIST(GRAZE_ENUM_ITEM2) } GrazeSubdistance;
typedef enum { GRAZE_SUPPORT_LIST(GRAZE_ENUM_ITEM2) } GrazeSupport;
typedef enum { GRAZE_START_LIST(GRAZE_ENUM_ITEM2) } GrazeStart;
typedef enum { GRAZE_CAST_STATUS_LIST(GRAZE_ENUM_ITEM2) } GrazeCastStatus;
typedef enum { GRAZE_OUTCOME_LIST(GRAZE_ENUM_ITEM2) } GrazeOutcome;
typedef enum { GRAZE_CONTACT_STATUS_LIST(GRAZE_ENUM_ITEM2) } GrazeContactStatus;
typedef enum { GRAZE_CLEARANCE_STATUS_LIST(GRAZE_ENUM_ITEM2) } GrazeClearanceStatus;
typedef enum { GRAZE_CONTACT_METHOD_LIST(GRAZE_ENUM_ITEM2) } GrazeContactMethod;
typedef enum { GRAZE_ENDING_LIST(GRAZE_ENUM_ITEM2) } GrazeEnding;
typedef enum { GRAZE_TOUCHING_LIST(GRAZE_ENUM_ITEM2) } GrazeTouching;
typedef enum { GRAZE_SPAN_ENDS_LIST(GRAZE_ENUM_ITEM2) } GrazeSpanEnds;
typedef enum { GRAZE_SWEEP_METHOD_LIST(GRAZE_ENUM_ITEM2) } GrazeSweepMethod;
typedef enum { GRAZE_BOXES_LIST(GRAZE_ENUM_ITEM2) } GrazeBoxesKind;
typedef enum { GRAZE_SCENE_MODE_LIST(GRAZE_ENUM_ITEM2) } GrazeSceneMode;
typedef enum { GRAZE_OBSTACLE_LIST(GRAZE_ENUM_ITEM2) } GrazeObstacle;
typedef enum { GRAZE_BASELINE_LIST(GRAZE_ENUM_ITEM2) } GrazeBaseline;

/* A point (x, y) of a shape, in the body frame, or of a batch's answer, in the world frame. */
typedef struct {
    float x, y;
} GrazePoint;

/*
 * A convex body: the hull of `vertices`, inflated by `radius`. A disc has one vertex, a capsule
 * two. The `count` vertices are in the body frame, counter-clockwise and strictly convex: there are
 * no duplicates and no three on one line. The caller owns their storage, which must outlive the
 * shape. graze_shape_polygon and graze_shape_hull make a shape; they fill `extent` and leave
 * `support_lut` NULL.
 */
typedef struct {
    const GrazePoint* vertices;
    int32_t count; /* at least 1 */
    float radius;  /* at least 0 */
    double extent; /* largest |coordinate| of a vertex: the scale of every error bound */
    const struct GrazeSupportLut*
        support_lut; /* lookup table of graze_shape_build_support_lut, for batches; default NULL */
} GrazeShape;

/*
 * A rigid transform from the body frame to the world frame: a rotation by (cos, sin), then a
 * translation by (x, y). cos^2 + sin^2 must be 1 up to rounding.
 */
typedef struct {
    double x, y, cos, sin;
} GrazePose;

/*
 * A pose in shared memory, all float32. Its angle is the direction of (cos, sin), whose length is 1
 * only up to float32 rounding. Valid range: finite, |x| and |y| at most GRAZE_MAX_POSITION,
 * |cos^2 + sin^2 - 1| at most GRAZE_HEADING_SLACK.
 */
typedef struct {
    float x, y, cos, sin;
} GrazePlacement;

/*
 * A pair of a batch: shape a at place_a and shape b at place_b. Several pairs may refer to the same
 * shape and placement.
 */
typedef struct {
    const GrazeShape *a, *b;
    const GrazePlacement *place_a, *place_b;
} GrazePair;

/*
 * The feature of A - B at which GJK stopped, for a warm start: the ends p and q of the edge nearest
 * the origin; p = q for a vertex. Each is the index of A's vertex in the low 16 bits and that of
 * B's vertex in the high 16 bits, or GRAZE_NO_VERTEX.
 */
typedef struct {
    int32_t p, q;
} GrazeSimplexCache;

enum { GRAZE_NO_VERTEX = -1 };

/*
 * Output arrays of a batch of distance queries, one entry per pair. Each value is as in
 * GrazeDistance, rounded to float32.
 *
 *   relations, distances         relation (a GrazeRelation) and distance
 *   points_a, points_b, normals  witness points and normal; all three are NULL, or none is
 *   caches                       NULL, or the warm starts of the searches, overwritten with the
 *                                features at which they stopped; neither read nor written if
 *                                witness points are computed. Any content is valid and changes
 *                                no bit of the answers; a feature near the nearest one saves
 *                                rounds, for instance when bodies have moved a little since the
 *                                last call
 */
typedef struct {
    uint8_t* relations;
    float* distances;
    GrazePoint *points_a, *points_b, *normals;
    GrazeSimplexCache* caches;
} GrazeDistanceBatch;

/*
 * Output arrays for the pairs found among many bodies, each with room for `capacity` entries.
 *
 *   first, second  indices of the two bodies, first < second
 *   relations      a GrazeRelation
 *   distances      distance, rounded to float32; 0 when not disjoint
 */
typedef struct {
    uint32_t *first, *second;
    uint8_t* relations;
    float* distances;
    int32_t capacity;
} GrazeNearBatch;

/*
 * Variants of GJK: `subdistance` selects how a simplex is reduced, `support` how support points are
 * found, `start` the first direction. Every choice gives the same verdicts, and the same bits
 * unless the position of a vertex is rounded. A NULL pointer means all zeros.
 */
typedef struct {
    GrazeSubdistance subdistance;
    GrazeSupport support;
    GrazeStart start;
} GrazeGjkOptions;

/*
 * The answer to a distance query, in the world frame.
 *
 *   relation          relation of the closed bodies, a GrazeRelation
 *   distance          gap between the bodies; 0 exactly when relation is not GRAZE_DISJOINT
 *   point_a, point_b  witness points: nearest points of A and B; one common point when not
 *                     disjoint. If intervals of two parallel edges are nearest, the point that
 *                     divides both edges in the same ratio
 *   normal            unit direction from A towards B: the separating direction when disjoint, the
 *                     direction of least penetration otherwise; never zero
 *   feature, index    nearest feature of each core (the shape without its radius): vertex `index`,
 *                     or the edge from vertex `index` to the next
 *   iterations        rounds of GJK
 */
typedef struct {
    GRAZE_DISTANCE_FIELDS(GRAZE_RECORD_FIELD)
} GrazeDistance;

/*
 * The answer to a penetration query, in the world frame.
 *
 *   relation                    as in GrazeDistance
 *   depth                       least length of a translation of one body after which they only
 *                               touch: the distance of the origin from the boundary of A - B; 0
 *                               unless relation is GRAZE_OVERLAPPING
 *   normal                      unit direction from A towards B: translating B along it by `depth`
 *                               leaves them touching
 *   point_a, point_b            points, one of each boundary, that coincide after that translation:
 *                               point_a = point_b + depth * normal. When disjoint: the nearest
 *                               points, and the normal is the separating direction
 *   feature, index, iterations  as in GrazeDistance
 */
typedef struct {
    GRAZE_PENETRATION_FIELDS(GRAZE_RECORD_FIELD)
} GrazePenetration;

/*
 * A line segment from (x, y) to (x + dx, y + dy). Valid range: all finite,
 * |each| <= GRAZE_MAX_POSITION.
 */
typedef struct {
    double x, y, dx, dy;
} GrazeRay;

/*
 * The answer to a cast. The parameter s runs from 0 at the beginning of the displacement to 1 at
 * its end.
 *
 *   status          GRAZE_CAST_FREE: there is no contact for s in [0, 1]; all fields but `relation`
 *                     are 0
 *                   GRAZE_CAST_HIT: there is contact, and the displacement leads through: A - B has
 *                     points on both sides of the line of the displacement, which meets it not only
 *                     at an end of the displacement. A point that crosses a segment is a hit
 *                   GRAZE_CAST_GRAZING: there is contact, but the bodies never overlap
 *                   GRAZE_CAST_OVERLAPPING: the bodies overlap at s = 0 already
 *   relation        relation at s = 0
 *   begin, end      ends of the closed interval of contact within [0, 1]
 *   point           contact point at s = begin, in the world frame; a common point when overlapping
 *   normal          unit normal at s = begin from A (for a ray: out of the shape), as in
 *                   GrazeDistance
 *   feature, index  features of the cores that touch at s = begin
 */
typedef struct {
    GRAZE_CAST_FIELDS(GRAZE_RECORD_FIELD)
} GrazeCast;

/* A vertex (x, y) of A - B = { a - b }, in world axes: vertex `a` of A minus vertex `b` of B. */
typedef struct {
    GRAZE_DIFFERENCE_FIELDS(GRAZE_RECORD_FIELD)
} GrazeDifference;

/*
 * A round of GJK, in world axes.
 *
 *   direction   direction in which the support point was sought
 *   w           support point: vertex w_a of A minus vertex w_b of B
 *   x, y, a, b  the simplex tried: `count` points of A - B, the newest last
 *   weight      barycentric weight of each of these points in v; 0 for a point that was dropped
 *   kept        bit i is set when point i was kept
 *   barycode    for a triangle, bits 2, 1 and 0 state whether the origin is on the inner side of
 *               the edge opposite the newest point, of the edge from the second point to the
 *               newest, and of the edge from the newest to the first; 0 for fewer than three points
 *   v           point of the simplex nearest the origin
 *   outcome     end of the round:
 *               GRAZE_OUTCOME_NEARER: v came nearer, GJK goes on
 *               GRAZE_OUTCOME_INSIDE: the origin is inside the triangle
 *               GRAZE_OUTCOME_ORIGIN: v is the origin
 *               GRAZE_OUTCOME_REPEATED: w was in the simplex already: v is the nearest point
 *               GRAZE_OUTCOME_STALLED: v came no nearer: a tie, or rounding
 *
 * In a repeated round, and after a stalled one, the simplex and v are those of the round before.
 */
typedef struct {
    GRAZE_GJK_ROUND_FIELDS(GRAZE_RECORD_FIELD)
} GrazeGjkRound;

/*
 * A disc of radius `radius` whose center is at (x, y) at time t0 and moves with velocity (vx, vy)
 * until t1. Valid range: all finite, t1 >= t0, radius >= 0.
 */
typedef struct {
    GRAZE_MOVING_DISC_FIELDS(GRAZE_RECORD_FIELD)
} GrazeMovingDisc;

/*
 * An array of moving discs in memory: `numbers` holds seven numbers for each, in the order of
 * GrazeMovingDisc. They are doubles if `is_double`, else float32, converted to double exactly.
 */
typedef struct {
    const void* numbers;
    bool is_double;
} GrazeMovingDiscs;

/* The moving discs `first` to `first + count - 1` of an array. */
typedef struct {
    int32_t first, count;
} GrazeRange;

/*
 * Pairs of moving discs and the answers for them, each array with room for `capacity` pairs.
 *
 *   pairs       indices of two moving discs per pair
 *   relations   a GrazeRelation; disjoint also if the two never exist at the same time
 *   intervals   begin and end of the pair's GrazeApproach
 *   clearances  separation and time of the pair's GrazeApproach
 */
typedef struct {
    uint32_t* pairs;
    uint8_t* relations;
    double *intervals, *clearances;
    int32_t capacity;
} GrazeConflictBatch;

/*
 * A closed static rectangle with center (x, y), `width` along x and `height` along y. Valid range:
 * all finite, |each| <= GRAZE_MAX_MAGNITUDE, width and height >= 0.
 */
typedef struct {
    double x, y, width, height;
} GrazeBox;

/*
 * The closest approach of two bodies while both exist.
 *
 *   is_common   1 when the two exist at a common time; when 0: relation is GRAZE_DISJOINT,
 *               separation is +infinity, time is 0, and [begin, end] is empty
 *   separation  least signed separation: negative while they overlap
 *   time        earliest time of that separation
 *   relation    relation at that time
 *   begin, end  ends of the closed interval of contact (separation <= 0); +infinity and -infinity,
 *               an empty interval, when disjoint
 */
typedef struct {
    GRAZE_APPROACH_FIELDS(GRAZE_RECORD_FIELD)
} GrazeApproach;

/*
 * A sphere of radius `radius` whose center is at (x, y, z) with velocity (vx, vy, vz) at time t0,
 * with the constant acceleration (ax, ay, az) until t1. It is a disc if z, vz and az are 0. Valid
 * range: finite, |each| <= GRAZE_MAX_MAGNITUDE, t1 >= t0, radius >= 0, and for each coordinate
 * |x| + |vx| T + |ax| T^2 / 2 <= GRAZE_MAX_MAGNITUDE with T = t1 - t0.
 */
typedef struct {
    GRAZE_MOVING_SPHERE_FIELDS(GRAZE_RECORD_FIELD)
} GrazeMovingSphere;

/*
 * A closed interval of contact [begin, end].
 *
 *   separation  least signed separation in it, at most 0; minus the depth of the overlap
 *   time        time of that separation
 *   relation    GRAZE_TOUCHING if rounding cannot distinguish it from a touch, else
 *               GRAZE_OVERLAPPING
 */
typedef struct {
    GRAZE_CONFLICT_FIELDS(GRAZE_RECORD_FIELD)
} GrazeConflict;

/* A closed interval [begin, end]; its ends may be infinite. */
typedef struct {
    GRAZE_SPAN_FIELDS(GRAZE_RECORD_FIELD)
} GrazeSpan;

/*
 * The motion of an agent: `count` >= 1 `pieces`, none of which begins before the previous one ends.
 * Between two pieces the agent stays where the first one ended. `before` the first piece and
 * `after` the last one it stays at the nearest end of the motion (GRAZE_STAY) or does not exist
 * (GRAZE_VANISH). The caller owns the pieces.
 */
typedef struct {
    const GrazeMovingSphere* pieces;
    int32_t count;
    GrazeEnding before, after;
} GrazeRoute;

/*
 * Options of route queries.
 *
 *   from, to  range of the delays or times in question, from <= to; may be infinite
 *   touching  whether touching counts as contact
 *   ends      ends of the spans that are returned:
 *             GRAZE_SPAN_ENDS_CONTACT: each span is the closed set of contact. At its ends the two
 *               touch, or they share a single instant in which they overlap because one of them
 *               appears or vanishes in it.
 *             GRAZE_SPAN_ENDS_SAFE: the same, but an end at which they overlap is the next double
 *               past that instant. For times this is the adjacent double; for delays it is the
 *               nearest x for which t + x, rounded to double, is past the instant, where t is the
 *               time at which the first route appears or vanishes. So no end is in contact, except
 *               for a touch within rounding (GRAZE_MOVING_SPHERE_ERROR), unless `from` or `to` cuts
 *               the span off
 */
typedef struct {
    double from, to;
    GrazeTouching touching;
    GrazeSpanEnds ends;
} GrazeRouteOptions;

/* Capacity for the unsafe delays of two moving spheres: mapf/delays.c derives the bound. */
enum { GRAZE_MAX_DELAYS = 16 };

/*
 * The velocities of agent 1 that lead to contact with agent 2, which keeps its own velocity, within
 * `horizon` after the first time at which both exist.
 *
 *   kind         GRAZE_OBSTACLE_CONE: the cone described here
 *                GRAZE_OBSTACLE_EVERYTHING: all velocities: they are in contact at that time
 *                  already
 *                GRAZE_OBSTACLE_NOTHING: none: they never exist at the same time
 *   apex         velocity of agent 2
 *   left, right  unit vectors along the legs of the cone, as seen from the apex; the cone extends
 *                from right counter-clockwise to left, by less than half a turn. They are equal if
 *                the radii are 0
 *   cut          for a finite horizon T, center of the disc about apex + p / T with radius R / T,
 *                where p is the position of agent 2 relative to agent 1 and R the sum of the radii:
 *                v is in the obstacle when it is in the disc, or in the cone with a first contact
 *                within T. Both legs touch the disc. For an infinite horizon: the apex
 *   cut_radius   radius R / T of that disc; 0 for an infinite horizon
 *   horizon      horizon of the query, in time units
 *
 * If `kind` is not the cone, left, right and cut_radius are 0.
 */
typedef struct {
    GRAZE_VELOCITY_OBSTACLE_FIELDS(GRAZE_RECORD_FIELD)
} GrazeVelocityObstacle;

/*
 * Capacity for the unsafe speeds of an edge; there is never more than one span (mapf/velocity.c has
 * the proof).
 */
enum { GRAZE_MAX_SPEEDS = 1 };

/*
 * Limits of the agents for graze_safe_velocity.
 *
 *   min_speed1, max_speed1, min_speed2, max_speed2
 *             ranges of speed of each agent, 0 <= min <= max; max may be infinite
 *   margin    least gap to keep, a length, >= 0. With 0 an answer may touch
 *   can_wait  1 if agent 1 may wait at the beginning of its edge, else 0
 */
typedef struct {
    double min_speed1, max_speed1, min_speed2, max_speed2, margin;
    int32_t can_wait, spare;
} GrazeSpeedLimits;

/*
 * A change that avoids a conflict of two moving discs.
 *
 *   step    step of the report's algorithm that answered: 1: there is no conflict; 2: another speed
 *           of agent 1; 3: another speed of agent 2; 4: agent 1 waits; 5: there is no solution
 *   agent   the agent that changes, 1 or 2, or 0 for none
 *   vx, vy  velocity of that agent; that of agent 1 if agent is 0
 *   end     time at which it reaches the end of its edge
 *   delay   delay of its start, in time units; 0 except in step 4
 */
typedef struct {
    GRAZE_SAFE_VELOCITY_FIELDS(GRAZE_RECORD_FIELD)
} GrazeSafeVelocity;

enum { GRAZE_PIECE_TERMS = 6 };

/*
 * A piece of a motion, for times t in [t0, t1]. With s = t - t0, the body's point (pivot_x,
 * pivot_y), in the body frame, is at (x(s), y(s)), and the body is rotated by angle(s) radians
 * about it; x(s) = x[0] + x[1] s + ... + x[5] s^5, and y and angle likewise. The pivot is normally
 * the origin. A pivot away from the origin makes circular arcs exact: it is the center of the arc
 * in the body frame.
 */
typedef struct {
    double t0, t1;
    double x[GRAZE_PIECE_TERMS], y[GRAZE_PIECE_TERMS], angle[GRAZE_PIECE_TERMS];
    double pivot_x, pivot_y;
} GrazePiece;

/*
 * A body and its motion: a `shape` and `count` >= 1 `pieces`, each beginning where the previous one
 * ends. `before` the first piece and `after` the last one the body stays at the nearest end of the
 * motion (GRAZE_STAY) or does not exist (GRAZE_VANISH). The caller owns the pieces.
 */
typedef struct {
    const GrazeShape* shape;
    const GrazePiece* pieces;
    int32_t count;
    GrazeEnding before, after;
} GrazeMovingBody;

/*
 * Options of queries of two moving bodies.
 *
 *   from, to            range of time of the query, from <= to; clipped to the times at which both
 *                       exist
 *   tolerance           maximum bracket width, in time units, > 0
 *   distance_tolerance  separation that still counts as grazing, a length, >= 0: no deeper overlap
 *                       is ever missed. If the rounding error of the poses is larger, it is used
 *                       instead
 *   max_iterations      maximum number of iterations. If less than 1: 4096, and 512 for each piece
 *                       of both motions; once these are used up, 256 more for each turn of both, or
 *                       for all delays together 2^16 and 1024 (1 + turns of A) (1 + turns of B)
 *                       more; at most 2^20 (GRAZE_BASE_ITERATIONS in tolerance.h)
 *   method              method that finds a first contact; see graze_first_contact
 */
typedef struct {
    double from, to, tolerance, distance_tolerance;
    int32_t max_iterations;
    GrazeContactMethod method;
} GrazeMotionOptions;

/*
 * The first contact of two moving bodies in [from, to].
 *
 *   status      GRAZE_CONTACT_FREE: they never meet; [lo, hi] is [to, to]
 *               GRAZE_CONTACT_HIT: there is no contact before lo and an overlap at hi,
 *                 hi - lo <= tolerance
 *               GRAZE_CONTACT_GRAZING: there is no contact before lo; from lo to hi no overlap is
 *                 deeper than the distance tolerance, and the separation exceeds twice that
 *                 tolerance only for less than half the time tolerance at a time; rounding cannot
 *                 decide whether they touch. After hi they separate, or overlap. Both ends are
 *                 rounded down: an overlap within an ulp after hi can be deep
 *               GRAZE_CONTACT_OVERLAPPING: they overlap at `from` already; lo = hi = from
 *               GRAZE_CONTACT_UNDECIDED: the iterations are used up: there is no contact before lo,
 *                 and the rest is unknown; hi is the time of an overlap that was found, or `to`
 *   lo, hi      bracket of the first contact, in time units
 *   separation  signed separation at lo: negative for an overlap
 *   point_a, point_b, normal, feature, index
 *               values at lo, as in GrazeDistance or, for an overlap, in GrazePenetration; 0 when
 *               free
 *   iterations  number of proximity queries
 */
typedef struct {
    GRAZE_CONTACT_FIELDS(GRAZE_RECORD_FIELD)
} GrazeContact;

/*
 * An interval of contact: it begins within [begin_lo, begin_hi] and ends within [end_lo, end_hi].
 * An end at which the time range of the query cuts it off is exact. Outside of all intervals, from
 * end_hi of one to begin_lo of the next, there is no contact.
 *
 *   status      GRAZE_CONTACT_HIT: they overlap by more than rounding
 *               GRAZE_CONTACT_GRAZING: they only come within the distance tolerance of touching
 *               GRAZE_CONTACT_UNDECIDED: the iterations are used up: contact is unknown between
 *                 begin_lo and begin_hi, unless it is established there already, and from end_lo on
 *   iterations  number of proximity queries
 *
 * For a HIT they overlap at begin_hi and end_lo. But in a bracket wider than the tolerance they
 * touch for a while, nowhere deeper than the distance tolerance, and they need not overlap at that
 * end either.
 *
 * An interval can hold several contacts and gaps between them. In such a gap the separation is
 * nowhere more than twice the distance tolerance (or the rounding error of the poses, if that is
 * larger), or is so only for less than half the time tolerance at a time. A gap in which it is
 * larger for half the time tolerance or longer separates two intervals. So within half the time
 * tolerance of every time from begin_hi to end_lo there is a time at which the separation is at
 * most twice the distance tolerance.
 */
typedef struct {
    GRAZE_INTERVAL_FIELDS(GRAZE_RECORD_FIELD)
} GrazeInterval;

/*
 * An interval of delays of A's motion with which the two meet: it begins within [begin_lo,
 * begin_hi] and ends within [end_lo, end_hi].
 *
 *   status  GRAZE_CONTACT_HIT: they overlap by more than rounding with every delay from begin_hi to
 *             end_lo
 *           GRAZE_CONTACT_GRAZING: no delay is known to lead to an overlap, and none leads to one
 *             deeper than the distance tolerance; then both brackets are the whole interval
 *           GRAZE_CONTACT_UNDECIDED: the iterations are used up: contact is unknown between
 *             begin_lo and begin_hi, unless it is established there already, and from end_lo on
 *
 * Brackets are no wider than the tolerance, unless touching for a while precedes or follows an
 * overlap: there no overlap is deeper than the distance tolerance.
 */
typedef GrazeInterval GrazeDelay;

/*
 * The least signed separation (negative: minus the depth of penetration) over the time range of the
 * query. It lies in [lo, hi], and hi is attained within an ulp of `time`.
 *
 *   status                    GRAZE_CLEARANCE_CERTIFIED: hi - lo is at most the distance tolerance,
 *                               or 4 times the rounding error of the poses if that is larger
 *                             GRAZE_CLEARANCE_UNDECIDED: the iterations are used up: lo is the best
 *                               lower bound found, and never below minus the largest depth that
 *                               bodies of that size can have
 *   is_common                 0 when the two never exist at the same time; then lo and hi are
 *                             infinite
 *   point_a, point_b, normal  as in GrazeContact, at `time`
 *   iterations                evaluations of the separation
 */
typedef struct {
    GRAZE_CLEARANCE_FIELDS(GRAZE_RECORD_FIELD)
} GrazeClearance;

/*
 * Conservative bounds of a motion over a range of time.
 *
 *   min_x, min_y, max_x, max_y  bounding box of the pivot (of the body's origin if that is the
 *                               pivot of every piece)
 *   min_angle, max_angle        range of the angle, in radians
 *   speed, acceleration         largest speed and acceleration of the pivot
 *   angular_velocity, angular_acceleration
 *                               largest magnitudes, in radians per unit of time and of its square
 *   point_speed, point_acceleration
 *                               largest speed and acceleration of any point of the body's core
 */
typedef struct {
    GRAZE_MOTION_BOUNDS_FIELDS(GRAZE_RECORD_FIELD)
} GrazeMotionBounds;

/*
 * The time steps that paths are sampled on, and the point (x, y) that their boxes are relative to,
 * which lies near the scene so that float32 loses no precision that matters. Step i lasts from
 * t0 + i step to t0 + (i + 1) step, rounded to double; the last step is the first one that ends at
 * t1 or later. Valid range: finite, t0 < t1, step more than 2^-50 of |t0| and |t1|,
 * |each| <= GRAZE_MAX_MAGNITUDE, |x| and |y| <= GRAZE_MAX_POSITION, at most GRAZE_MAX_STEPS steps.
 */
typedef struct {
    double t0, t1, step, x, y;
} GrazeClock;

enum { GRAZE_BOX_LEVELS = 13, GRAZE_MAX_STEPS = 1 << (2 * (GRAZE_BOX_LEVELS - 1)) };

/*
 * Boxes of entries base to base + width - 1, as four arrays of that width from `lo_x` on: lowest x,
 * lowest y, highest x, highest y.
 */
typedef struct {
    float* lo_x;
    int32_t base, width;
} GrazeBoxRow;

/*
 * Boxes of entries first to last - 1 of a sequence, with a pyramid over them: entry k of level l
 * bounds entries 4 k to 4 k + 3 of the level below. `row` holds the `levels` levels. A box without
 * entries is empty: its lowest coordinates exceed its highest ones.
 */
typedef struct {
    int32_t first, last, levels;
    GrazeBoxRow row[GRAZE_BOX_LEVELS];
} GrazeBoxes;

/*
 * A node of a tree over steps lo to hi - 1; `sides` are those of its box, in the order of
 * GrazeBoxRow.
 */
typedef struct {
    float sides[4];
    int32_t lo, hi;
} GrazeTreeNode;

/*
 * The motion of a body (`body`) as boxes over the steps of a `clock`. The body moves in steps
 * first_step to end_step - 1, at least in part; in steps before and after these it stays or does
 * not exist, as `before` and `after` of `body` state.
 *
 *   boxes         for each step, the box of the region that the body sweeps (GRAZE_BOXES_COVER)
 *   sample_boxes  boxes of the body at the beginnings of steps base to base + width - 1
 *   deviation     for each step, largest distance along x and along y of any point of the body from
 *                 the straight line between its positions at the two ends of the step
 *   box_speed     for each step, largest distance along x and along y that a side of a box moves
 *                 from this step or a later one to the next
 *   poses         poses of the body's origin relative to the clock's point, at the beginnings of
 *                 steps first_step to end_step
 *   error         error bound of the position of a vertex in these poses
 *   local_box     the body's box in its own frame
 *   tree          NULL, or the tree made by graze_path_tree
 */
typedef struct {
    GrazeMovingBody body;
    GrazeClock clock;
    int32_t first_step, end_step;
    GrazeBoxes boxes;
    GrazeBoxRow sample_boxes, deviation, box_speed;
    GrazePose* poses;
    double error;
    double local_box[4];
    const GrazeTreeNode* tree;
} GrazePath;

/*
 * The first contact of two paths: the fields of GrazeContact, with the iterations of all runs, and
 * the following.
 *
 *   step        step of the first contact; -1 when free
 *   tests       number of pairs of boxes compared, of steps or nodes
 *   candidates  number of steps that the boxes could not exclude
 *   runs        number of runs of steps that only the narrow phase could decide
 */
typedef struct {
    GRAZE_SWEEP_RESULT_FIELDS(GRAZE_RECORD_FIELD)
} GrazeSweepResult;

/*
 * The bodies of a scene that may move in a block of steps: their `boxes`, in an order that places
 * neighbors near each other, and in `bodies` the index of the body of each box.
 */
typedef struct {
    GrazeBoxes boxes;
    int32_t* bodies;
} GrazeSceneBlock;

/*
 * An index over `count` `paths` on one clock: block[b] holds the bodies that move in steps 16 b to
 * 16 b + 15, and block[blocks] those that are static all the time.
 */
typedef struct {
    const GrazePath* const* paths;
    int32_t count, blocks;
    GrazeSceneBlock* block;
} GrazeScene;

/* Two bodies of a scene in contact, first < second; status, lo and hi as in GrazeContact. */
typedef struct {
    GRAZE_SCENE_CONTACT_FIELDS(GRAZE_RECORD_FIELD)
} GrazeSceneContact;

/*
 * Makes a shape of a convex outline, in place: the `count` points, of either winding, become the
 * shape's vertices, counter-clockwise, without duplicates and without points inside an edge. A flat
 * outline becomes the segment between its extremes; one repeated point becomes a point. Coordinates
 * are in the body frame, `radius` >= 0 is a length.
 * Returns GRAZE_E_NOT_FINITE or GRAZE_E_NOT_CONVEX (both with *culprit = the index of the point, in
 * the caller's order), GRAZE_E_TOO_FEW_POINTS or GRAZE_E_OUT_OF_RANGE (radius negative or not
 * finite; culprit -1) if the input is invalid; then `shape` is unchanged and `points` may have been
 * reordered. O(count).
 */
GrazeStatus graze_shape_polygon(GrazeShape* shape, GrazePoint* points, int32_t count, float radius,
                                int32_t* culprit);

/*
 * Makes a shape of the convex hull of any points, in place. `scratch` has room for count + 1
 * points. Returns a status as graze_shape_polygon does, except GRAZE_E_NOT_CONVEX. O(count log
 * count).
 * Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
 */
GrazeStatus graze_shape_hull(GrazeShape* shape, GrazePoint* points, GrazePoint* scratch,
                             int32_t count, float radius, int32_t* culprit);

/*
 * Writes the pose with position (x, y) and `angle` in radians. Valid range: all finite
 * (GRAZE_E_NOT_FINITE), |x| and |y| <= GRAZE_MAX_POSITION, |angle| <= GRAZE_MAX_ANGLE
 * (GRAZE_E_OUT_OF_RANGE); otherwise `pose` is unchanged. It uses its own sine and cosine
 * (base/trig.h), so that every build gives the same bits. O(1).
 */
GrazeStatus graze_pose(double x, double y, double angle, GrazePose* pose);

/*
 * Writes the pose with position (x, y) whose angle is the direction of (cos, sin), normalized to
 * length 1. The valid range and the errors are those of graze_placement_check;
 * GRAZE_E_NOT_A_HEADING concerns (cos, sin). O(1).
 */
GrazeStatus graze_heading_pose(double x, double y, double cos, double sin, GrazePose* pose);

/*
 * Checks a placement. Returns GRAZE_E_NOT_FINITE, GRAZE_E_OUT_OF_RANGE or GRAZE_E_NOT_A_HEADING if
 * it is invalid. O(1).
 */
GrazeStatus graze_placement_check(const GrazePlacement* place);

/* Returns the pose of a valid placement, with the same bits as graze_heading_pose. O(1). */
GrazePose graze_placement_pose(const GrazePlacement* place);

/*
 * Builds the support lookup table of a shape, which batches use to find support points: the
 * vertices in order and, for shapes of more than four vertices, the vertices that can be furthest
 * in each of up to 1024 sectors of directions. `storage` is 16-byte aligned, has
 * graze_support_lut_size(shape->count) bytes, and must live as long as the shape. Batches accept a
 * shape without a table, or with more than GRAZE_LOOKUP_MAX_VERTICES vertices (size 0), too, and
 * query its pairs one by one. O(count + sectors log count).
 */
size_t graze_support_lut_size(int32_t count);
void graze_shape_build_support_lut(GrazeShape* shape, void* storage);

/*
 * Queries of two static bodies.
 *
 * Every verdict is exact for the bodies as given if both angles are 0 and the vertices of one,
 * translated by the difference of the positions, are doubles; otherwise it is exact for the
 * outlines as rounded to double in the frame of one of the two. If two adjacent edges of a body are
 * within 2^-53 of straight, rounding can dent the outline; the verdict then is that of the outline
 * or of the dented one. The frame depends on the pair alone and not on its order, so that
 * exchanging A and B (unless they are the same body at the same position) exchanges the answer and
 * changes no bit of it. Poses must be valid (graze_pose).
 */

/*
 * Computes the relation, the distance, the witness points and the separating direction (level 3),
 * in the world frame. NULL `options` are the defaults. Worst case O((n + m) (n + m)) support
 * evaluations, typically 2 to 5 rounds of O(n + m).
 * Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 1.
 */
void graze_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, const GrazeGjkOptions* options, GrazeDistance* out);

/*
 * Returns the gap between two bodies (0 in contact) and writes their relation, both with the same
 * bits as in graze_distance's answer. It computes no witness points, normal and features, so that
 * overlapping bodies seldom need the traversal of A - B. Cost as graze_distance.
 */
double graze_gap(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                 const GrazePose* pose_b, GrazeRelation* relation);

/*
 * Returns the relation of the closed bodies, the same as graze_distance's. Cost as graze_distance.
 */
GrazeRelation graze_relation(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b);

/*
 * Returns whether the closed bodies have a point in common (level 1). The verdict agrees with
 * graze_relation and is quicker: typically 1 to 3 rounds of O(n + m), at worst as graze_distance.
 * Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 6.
 */
bool graze_collide(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                   const GrazePose* pose_b, const GrazeGjkOptions* options);

/*
 * Returns the verdict of graze_collide by separating axes, as a baseline: it tests the normal of
 * every edge. O((n + m) (n + m)).
 * Source: Gottschalk, Lin, Manocha, "OBBTree", 1996, section 5, for polygons.
 */
bool graze_collide_sat(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b);

/*
 * Query many pairs of static bodies. The answers are those of graze_collide, graze_relation and
 * graze_distance at the poses of the placements, bit for bit, with the numbers rounded to float32.
 * GJK runs on four pairs at a time in float32; a pair that its error bounds (gjk/gjk_simd.h) leave
 * uncertain is decided in double as by a single query, from the feature at which the search
 * stopped. `hits` (1 in contact, else 0) and `relations` (a GrazeRelation) have one entry per pair.
 * The functions return the number of pairs that are not disjoint. Placements must be valid.
 * O(count); each pair costs at worst as much as its single query.
 */
int32_t graze_pairs_collide(const GrazePair* pairs, int32_t count, uint8_t* hits);
int32_t graze_pairs_relation(const GrazePair* pairs, int32_t count, uint8_t* relations);
int32_t graze_pairs_distance(const GrazePair* pairs, int32_t count, const GrazeDistanceBatch* out);

/*
 * Finds all pairs of bodies 0 to count - 1, with shapes[k] at places[k], whose distance is at most
 * `reach` (in the caller's unit, finite, >= 0; 0: the pairs in contact), in ascending order of
 * `first`, then `second`. The answers are those of graze_gap at the poses of the placements;
 * `reach` is compared with its double. Placements must be valid. `scratch` has
 * graze_bodies_scratch(count, out->capacity) bytes, is 8-byte aligned and keeps no state between
 * calls.
 * Returns the number of such pairs (INT32_MAX for more); entries of `out` beyond the capacity are
 * not written.
 *
 * The cost is O(v + n + m + p) for v vertices of n bodies: m pairs whose bounds overlap on one axis
 * are compared four at a time, about n sqrt n for bodies of one size spread over a square, n^2 / 2
 * at worst; p pairs whose bounds meet are decided as a batch of pairs. A radix sort orders the
 * pairs found, O(1) each.
 * Source: sweep and prune: Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992, 3.3;
 * Cohen, Lin, Manocha, Ponamgi, "I-COLLIDE", 1995. Unlike theirs it sorts anew in each call, by
 * radix: in linear time however the bodies have moved, and without a state on which an answer could
 * depend.
 */
int32_t graze_bodies_near(const GrazeShape* const* shapes, const GrazePlacement* places,
                          int32_t count, double reach, void* scratch, const GrazeNearBatch* out);
size_t graze_bodies_scratch(int32_t count, int32_t capacity);

/*
 * Finds the bodies 0 to count - 1 that are at most `reach` away from `shape` at `pose`, in
 * ascending order, and writes their indices to out->second. Returns their number; those beyond the
 * capacity are only counted. O(n), plus the vertices of nearby bodies, plus a single query for each
 * body whose bounds meet those of `shape`.
 */
int32_t graze_bodies_near_one(const GrazeShape* shape, const GrazePose* pose,
                              const GrazeShape* const* shapes, const GrazePlacement* places,
                              int32_t count, double reach, const GrazeNearBatch* out);

/*
 * Computes the penetration depth and its direction, in the world frame, by the traversal of A - B,
 * O(n + m).
 */
void graze_penetration(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b, GrazePenetration* out);

/*
 * Casts A along (dx, dy), without rotation, against the static body B. Without radii, begin and end
 * are correct to 1 ulp. With radii, the verdict is exact for the end of the displacement as rounded
 * to double, and the parameters are accurate to a few ulp, or to 2^-39 if the displacement is
 * almost along an edge and meets its end. Valid range: |dx| and |dy| at most GRAZE_MAX_POSITION;
 * below GRAZE_MIN_COORDINATE they count as 0. O(n + m). gjk/cast_core.h has the derivation.
 */
void graze_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b, double dx, double dy, GrazeCast* out);

/*
 * Casts a ray against a shape: the cast of a point. Feature b is the shape's. The ray must be
 * valid: graze_ray_check returns GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE if it is not. O(n); the
 * check is O(1).
 */
void graze_ray_cast(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                    GrazeCast* out);
GrazeStatus graze_ray_check(const GrazeRay* ray);

/*
 * Computes graze_distance's answer and writes the rounds of GJK to `rounds`, at most `capacity` of
 * them. Returns the number of rounds, which is out->iterations; at most n + m + 16. Cost as
 * graze_distance.
 */
int32_t graze_trace(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, const GrazeGjkOptions* options, GrazeGjkRound* rounds,
                    int32_t capacity, GrazeDistance* out);

/*
 * Writes the outline of A - B, counter-clockwise and in world axes, to `vertices`, which must have
 * room for n + m vertices. Returns the number of vertices. O(n + m).
 */
int32_t graze_minkowski_difference(const GrazeShape* a, const GrazePose* pose_a,
                                   const GrazeShape* b, const GrazePose* pose_b,
                                   GrazeDifference* vertices);

/*
 * Queries of bodies that move and rotate.
 *
 * No answer relies on sampled instants alone: every step is backed by a bound on the motion of the
 * bodies in between, so that no contact is skipped, however fast they spin
 * (motion/separation_bound.h derives the bounds). Computations are relative to body A: coordinates
 * far from the origin lose no accuracy.
 */

/*
 * Checks a motion. Returns GRAZE_E_NOT_FINITE, GRAZE_E_OUT_OF_RANGE (no piece; a coefficient beyond
 * GRAZE_MAX_MAGNITUDE; a position beyond GRAZE_MAX_POSITION; an angle beyond GRAZE_MAX_ANGLE),
 * GRAZE_E_OUT_OF_ORDER (a piece that ends before it begins, or does not begin when the previous one
 * ends) or GRAZE_E_DISCONTINUOUS (a position that jumps by more than GRAZE_JOIN_SLACK of the travel
 * of the two pieces, or an angle that jumps by more than GRAZE_JOIN_SLACK radians) if it is
 * invalid; *culprit is the index of the piece. O(count).
 */
GrazeStatus graze_motion_check(const GrazeMovingBody* body, int32_t* culprit);

/*
 * Writes the position of the body's origin, in the world frame, and its angle, in radians, at time
 * t. Returns false if the body does not exist then. O(log count).
 */
bool graze_motion_pose(const GrazeMovingBody* body, double t, double* x, double* y, double* angle);

/*
 * Computes bounds of the motion over [from, to], for the body's shape (NULL: for its origin).
 * O(count).
 */
void graze_motion_bounds(const GrazeMovingBody* body, double from, double to,
                         GrazeMotionBounds* out);

/*
 * Clips [*from, *to] to the times at which both bodies exist; returns false if there is none.
 * Infinite ends become those of the motions; if one of the bodies is static for all time, they
 * become those of the other one's motion. O(1).
 */
bool graze_motion_window(const GrazeMovingBody* a, const GrazeMovingBody* b, double* from,
                         double* to);

/*
 * Returns the smallest bracket width that can be guaranteed within [from, to], which may be
 * infinite: 8 ulps of the latest time in it at which one of the bodies moves (2e-6 s for Unix
 * time). Queries raise a smaller tolerance to it. O(1).
 */
double graze_motion_min_tolerance(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                  double to);

/*
 * Finds the first contact. GRAZE_METHOD_CERTIFIED takes the largest step that a bound on the motion
 * allows. GRAZE_METHOD_CONSERVATIVE takes steps of the distance over the largest speed; it is
 * certified too, but slow. BCDA and PCDA are the algorithms of the paper with its root finder, for
 * study: they can miss a contact or find a later one, so their answers are not certified. O(n + m)
 * per iteration; typically 3 to 10 iterations, at most max_iterations + GRAZE_BISECTIONS.
 * Source: Hong, "A New Algorithm for Detecting the Collision of Moving Objects"; Mirtich,
 * "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, 2.3 (conservative advancement).
 * The second order and the certificates are original.
 */
void graze_first_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                         const GrazeMotionOptions* options, GrazeContact* out);

/*
 * Computes graze_first_contact's answer and writes the times of its proximity queries, in order,
 * the first `capacity` of them, to `times`, for study and for visualization. Returns the number of
 * queries. Between consecutive times a method has shown that there is no contact; the certified
 * methods also query later times, and the time at which they expect the contact. Cost as
 * graze_first_contact.
 */
int32_t graze_trace_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, double* times, int32_t capacity,
                            GrazeContact* out);

/*
 * Writes the status, lo and hi of graze_first_contact's answer, with the same bits, without the
 * witness of the contact, which is quicker. Returns the number of proximity queries. Cost as
 * graze_first_contact.
 */
int32_t graze_contact_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                              const GrazeMotionOptions* options, GrazeContactStatus* status,
                              double* lo, double* hi);

/*
 * Finds all intervals of contact in order of time and writes at most `capacity` of them to `out`.
 * Returns their number, or capacity + 1 if there are more. Contacts with a gap between them that
 * lasts less than half the time tolerance, or is nowhere wider than twice the distance tolerance,
 * may be one interval: see GrazeInterval for the guarantees inside an interval. A tangency from
 * inside does not split an interval. O(n + m) per iteration, at most 2
 * (max_iterations + GRAZE_BISECTIONS) iterations for each interval.
 */
int32_t graze_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                const GrazeMotionOptions* options, GrazeInterval* out,
                                int32_t capacity);

/*
 * Computes the clearance to within the distance tolerance, unless the iterations are used up first
 * (see `status`). Branch and bound, O(n + m) per iteration, at most
 * max_iterations + GRAZE_BISECTIONS iterations.
 */
void graze_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                     const GrazeMotionOptions* options, GrazeClearance* out);

/*
 * Returns the signed separation at time t, in double: minus the depth of penetration if the bodies
 * overlap, +infinity if one of them does not exist then. O(n + m + log count) for the counts of
 * pieces.
 */
double graze_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t);

/*
 * Finds all unsafe delays: intervals of the delays x in [from, to] for which A, with its whole
 * motion x later, overlaps B at some time of [options->from, options->to]. Either range may be
 * infinite; delays beyond those that change anything have the verdict of the last of these. Writes
 * at most `capacity` intervals to `out`, in ascending order. Returns their number, or capacity + 1
 * if there are more. Two intervals may be one if the gap between them is less than the tolerance,
 * or if the separation in it is nowhere more than the distance tolerance. The tolerance is one of
 * delays. O(n + m) per iteration; at most 2 max_iterations iterations for each interval and each
 * gap between two, typically 50 to 300.
 * Source: branch and bound over delay and time, by separation bounds of second order
 * (motion/separation_bound.h, motion/delay_band.h), is original. The query is that of Walker,
 * Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", 5.1, for discs.
 */
int32_t graze_unsafe_motion_delays(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                   double to, const GrazeMotionOptions* options, GrazeDelay* out,
                                   int32_t capacity);

/*
 * Returns the smallest bracket width that can be guaranteed for delays: 8 ulps of the largest delay
 * that changes anything, or 16 * 2^-52 of the largest time that does, whichever is larger. Queries
 * raise a smaller tolerance to it. O(1).
 */
double graze_unsafe_motion_delays_min_tolerance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                                double from, double to,
                                                const GrazeMotionOptions* options);

/*
 * Sets the options, and *from and *to, that are NaN to their defaults: all delays, all time; the
 * tolerance to a billionth of the delays that change anything, but at least
 * graze_unsafe_motion_delays_min_tolerance. O(1).
 */
void graze_unsafe_motion_delays_defaults(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                         double* from, double* to, GrazeMotionOptions* options);

/*
 * Sets options that are NaN to their defaults: `from` and `to` to those of graze_motion_window; the
 * tolerance to a billionth of the part of that time in which one of the bodies moves, but at least
 * graze_motion_min_tolerance; the distance tolerance to a billionth of the larger body. O(1).
 */
void graze_motion_defaults(const GrazeMovingBody* a, const GrazeMovingBody* b,
                           GrazeMotionOptions* options);

/*
 * Queries of trajectories: many steps, or many bodies, of which few are ever near each other.
 *
 * graze_clock_check returns GRAZE_E_NOT_FINITE, GRAZE_E_OUT_OF_RANGE (also for too many steps) or
 * GRAZE_E_OUT_OF_ORDER if the clock is invalid. graze_clock_steps returns the number of steps of a
 * valid clock, graze_clock_time the time at which step i begins. O(1).
 */
GrazeStatus graze_clock_check(const GrazeClock* clock);
int32_t graze_clock_steps(const GrazeClock* clock);
double graze_clock_time(const GrazeClock* clock, int32_t i);

/*
 * Samples a valid motion on a valid clock. `storage` has graze_path_size(body, clock) bytes and is
 * 16-byte aligned; it must live as long as the path, and so must the shape and the pieces of the
 * body. O(steps (n + 1) + pieces) for n vertices.
 *
 * With GRAZE_BOXES_COVER a box holds every point of the body at every time of the step, rounded
 * outward (sweep/path.c derives it). With GRAZE_BOXES_STEP_ENDS it is the box of the body at the
 * two ends of the step, which does not cover the motion; it is kept for comparison.
 * Source: Germar and Fernandez, "Time Advancement and Bounds Intersection Checking", 2018, III A.
 */
size_t graze_path_size(const GrazeMovingBody* body, const GrazeClock* clock);
void graze_path_init(GrazePath* path, const GrazeMovingBody* body, const GrazeClock* clock,
                     GrazeBoxesKind kind, void* storage);

/*
 * Writes the box of step i, in the order of GrazeBoxRow, relative to the clock's point; it is empty
 * if the body does not exist then. O(1).
 */
void graze_path_box(const GrazePath* path, int32_t i, float sides[4]);

/*
 * Builds the binary tree over the path's steps that GRAZE_SWEEP_BVH uses, in graze_path_tree_size
 * bytes. O(steps).
 */
size_t graze_path_tree_size(const GrazePath* path);
void graze_path_tree(GrazePath* path, void* storage);

/* Returns whether two paths are on the same clock, including its point (x, y). O(1). */
bool graze_paths_share_clock(const GrazePath* a, const GrazePath* b);

/*
 * Finds the candidate steps of two paths on one clock within [from, to], in order: the steps in
 * which their boxes meet (closed). GRAZE_SWEEP_RELATIVE finds fewer: the steps that the bodies'
 * boxes at the two ends of the step do not prove free. Writes at most `capacity` of them to `steps`
 * and returns their number. The search begins with step *next and sets *next to the step at which
 * the next call continues. `tests` grows by the number of boxes compared. `scratch` has
 * graze_sweep_scratch bytes and is 16-byte aligned.
 *
 *   GRAZE_SWEEP_SI        one step after the other, four at a time. O(n)
 *   GRAZE_SWEEP_STA       skips the steps that closing the gap takes at the largest speed. O(n)
 *   GRAZE_SWEEP_BVH       binary trees over the steps of both. O(log n) to O(n), and O(n) to build
 *                         a missing tree
 *   GRAZE_SWEEP_BVI_BVH   trees over the steps that meet the boxes of the other path, built in each
 *                         call. O(n)
 *   GRAZE_SWEEP_PYRAMID   four nodes of the pyramids at a time. O(log n) to O(n)
 *   GRAZE_SWEEP_RELATIVE  boxes at the ends of the steps, with both deviations, four steps at a
 *                         time, where the pyramids meet. O(log n) to O(n)
 *   GRAZE_SWEEP_AUTO      the quickest method (sweep/candidate_steps.c): GRAZE_SWEEP_RELATIVE
 *
 * Source: Germar and Fernandez, 2018, III B to D, for the first four, corrected (src/README.md
 * lists the corrections).
 */
size_t graze_sweep_scratch(const GrazePath* a, const GrazePath* b, GrazeSweepMethod method);
int32_t graze_sweep_steps(const GrazePath* a, const GrazePath* b, double from, double to,
                          GrazeSweepMethod method, void* scratch, int32_t* next, int32_t* steps,
                          int32_t capacity, int32_t* tests);

/*
 * Returns the smallest bracket width that can be guaranteed within [from, to] of a clock (NaN: the
 * clock's own ends): 8 ulps of the latest time. O(1).
 */
double graze_clock_min_tolerance(const GrazeClock* clock, double from, double to);

/*
 * Sets options that are NaN to their defaults: the time of the clock, and within it those of
 * graze_motion_defaults. Clips given times to the clock and to the times at which both bodies
 * exist; returns false if no time remains. O(1).
 */
bool graze_sweep_defaults(const GrazePath* a, const GrazePath* b, GrazeMotionOptions* options);

/*
 * Finds the first contact of two paths within the options' time; graze_sweep_defaults must have
 * processed the options. graze_first_contact decides the runs of candidate steps, with at most
 * `max_iterations` iterations for each run. The answer is not certified for paths with
 * GRAZE_BOXES_STEP_ENDS. O(log steps) if the paths are far apart, O(steps) if they stay near each
 * other, plus the narrow phase.
 */
void graze_sweep(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* options,
                 GrazeSweepMethod method, void* scratch, GrazeSweepResult* out);

/*
 * Returns the status and writes lo and hi of graze_sweep's answer by GRAZE_SWEEP_AUTO, limited to
 * steps `first` to `last` - 1 of the options' time. Cost as graze_sweep.
 */
GrazeContactStatus graze_sweep_bracket(const GrazePath* a, const GrazePath* b,
                                       const GrazeMotionOptions* options, int32_t first,
                                       int32_t last, double* lo, double* hi);

/*
 * Builds an index over paths on one clock, which must outlive it. `storage` has graze_scene_size
 * bytes and is 16-byte aligned. O(moving bodies x blocks of 16 steps + static bodies), each sorted
 * by radix.
 */
size_t graze_scene_size(const GrazePath* const* paths, int32_t count);
void graze_scene_init(GrazeScene* scene, const GrazePath* const* paths, int32_t count,
                      void* storage);

/*
 * Finds the first contacts of a path with bodies `first_body` to count - 1 of a scene on the same
 * clock. Options that are NaN have their defaults, pair by pair. For body k, statuses[k] is its
 * GrazeContactStatus, and times[2 k] and times[2 k + 1] are its lo and hi; the times of bodies that
 * are free are not written. Returns the number of bodies that are not free; *earliest is the one
 * with the least lo, or -1.
 *
 *   GRAZE_SCENE_ALL    finds the first contact with each body
 *   GRAZE_SCENE_FIRST  ends with the block of steps that holds the first contact of all, which is
 *                      that of body *earliest
 *   GRAZE_SCENE_ANY    ends with any contact
 *
 * O(blocks + boxes that meet) for the boxes of the path, and graze_sweep_bracket for the pairs that
 * the boxes do not exclude, at worst count of them.
 */
int32_t graze_scene_first_contacts(const GrazeScene* scene, const GrazePath* path,
                                   int32_t first_body, const GrazeMotionOptions* options,
                                   GrazeSceneMode mode, uint8_t* statuses, double* times,
                                   int32_t* earliest);

/*
 * Computes the closest approach of two moving discs. O(1).
 * Source: Walker and Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding",
 * section 4, in the corrected form derived in mapf/approach.c.
 */
void graze_approach_discs(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                          GrazeApproach* out);

/*
 * Computes the closest approach of a moving disc and a static rectangle, whose corners are exact.
 * O(1).
 */
void graze_approach_box(const GrazeMovingDisc* disc, const GrazeBox* box, GrazeApproach* out);

/*
 * Compute the closest approach and the contacts of two moving spheres. graze_approach_spheres
 * answers as graze_approach_discs does; if the two are in contact twice, [begin, end] is from the
 * beginning of the first contact to the end of the second one. graze_conflicts writes at most two
 * intervals of contact in order of time and returns their number. For spheres in the plane without
 * accelerations the answers are those of graze_approach_discs. O(1).
 * Source: Walker and Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding",
 * section 4; mapf/moving_sphere.c derives the solution.
 */
void graze_approach_spheres(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                            GrazeApproach* out);
int32_t graze_conflicts(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                        GrazeConflict out[2]);

/*
 * Finds the delays x of sphere 1 (it starts at t0 + x instead, and is otherwise unchanged) for
 * which the two are in contact at some time. The delays are a closed set, written as ascending and
 * disjoint spans to `out`, which has room for GRAZE_MAX_DELAYS. Returns the number of spans. The
 * spheres appear at t0 and vanish at t1.
 *
 * Without accelerations there is at most one span; its ends are accurate to 1e-12 of the larger of
 * the two durations even if the paths are almost parallel or barely touch. With accelerations, ends
 * are as accurate, with two exceptions: ends at which spans meet, begin or vanish as a point, and
 * ends for discs smaller than 2^-36 of the largest length. These are decided in double, with an
 * error of GRAZE_MOVING_SPHERE_ERROR in the separation, which is up to 2^-26 of the durations in
 * the delay; 2^-18 if discs roll past each other at exactly the sum of their radii, 2^-10 if the
 * least separation varies with the fourth power of the delay. In space, if the paths are straight
 * to a part in 10^4 and the radii below 1e-5 of the lengths, a span may be lost. O(1): about ten
 * times as long with accelerations, and about a thousand times at worst.
 * Source: Walker and Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding",
 * section 5.1, whose equations and algorithm are incorrect as printed: mapf/delays.c derives other
 * ones. The case of accelerations is original.
 */
int32_t graze_unsafe_delays(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                            GrazeSpan* out);

/*
 * Finds the spans of graze_unsafe_delays and for each span whether the spheres overlap for some
 * delay in it (GRAZE_OVERLAPPING) or, within rounding, only touch. `relations` has room for
 * GRAZE_MAX_DELAYS, or is NULL. Cost as graze_unsafe_delays.
 */
int32_t graze_unsafe_delays_with_relations(const GrazeMovingSphere* sphere1,
                                           const GrazeMovingSphere* sphere2, GrazeSpan* out,
                                           GrazeRelation* relations);

/*
 * Checks a route. Returns the first error of graze_moving_sphere_check for a piece, or
 * GRAZE_E_OUT_OF_ORDER; *culprit is the index of the piece. O(count).
 */
GrazeStatus graze_route_check(const GrazeRoute* route, int32_t* culprit);

/*
 * Finds the delays with which a route is in contact with any of `count` others, at any time. With
 * delay x, all pieces of the route happen x later, and the agent stays at its first position until
 * then. Writes ascending and disjoint spans within the range of the options to `out`. Returns their
 * number, or capacity + 1 if there was not enough room: then `out` holds no answer. Spans are
 * merged as they are found, so this can happen with a capacity that the final spans would fit in;
 * call again with more. Spans that are closer to each other than GRAZE_SPAN_MERGE_GAP of the times
 * are one. Between two pieces, and after the last one, an agent is at a position that is rounded to
 * double. With GRAZE_TOUCHING_ALLOWED, spans that only ever touch are left out. O(n m) for n and m
 * pieces; only pairs of pieces whose boxes meet are solved.
 */
int32_t graze_route_delays(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                           const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity);

/*
 * Finds the times at which a route is in contact with any of `count` others. The capacity is as for
 * graze_route_delays. O(n + m) for each of the others.
 */
int32_t graze_route_contacts(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                             const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity);

/*
 * Returns the least x >= from that is inside none of these ascending and disjoint spans, whose ends
 * count as outside. For spans with GRAZE_SPAN_ENDS_SAFE over all delays (from -infinity to
 * infinity; a span cut off at `from` would not hold it) this is the least delay that avoids contact
 * other than touching. O(count).
 */
double graze_minimum_delay(const GrazeSpan* spans, int32_t count, double from);

/*
 * Computes the velocity obstacle of agent 2 for agent 1, with both at their positions at the first
 * time at which both exist; the ends t1 matter only if they are before this time. `horizon`, in
 * time units: > 0, may be infinite. O(1).
 * Source: Fiorini and Shiller, "Motion planning in dynamic environments using velocity obstacles",
 * 1998; Walker and Sturtevant (as above), 2.4. The cut by a horizon: van den Berg, Guy, Lin,
 * Manocha, "Reciprocal n-body collision avoidance", 2011, section 3.
 */
void graze_velocity_obstacle(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                             double horizon, GrazeVelocityObstacle* out);

/*
 * Returns whether the velocity (vx, vy), each at most GRAZE_MAX_MAGNITUDE, is in that obstacle.
 * `contact_time`, unless NULL, receives the time of the first contact, or infinity. The answer is
 * correct unless the least distance misses the sum of the radii by less than a part in 10^28, which
 * counts as contact. O(1).
 */
bool graze_velocity_is_unsafe(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2, double vx,
                              double vy, double horizon, double* contact_time);

/*
 * Finds the constant speeds along the same edge, begun at the same time, with which agent 1 comes
 * into contact with agent 2, which is unchanged. With GRAZE_VANISH agent 1 vanishes when it reaches
 * the end of the edge; with GRAZE_STAY it waits there. The speeds are a closed set: at most one
 * span is written to `out`, within [0, infinity], where 0 means that agent 1 does not set out at
 * all. Returns the number of spans. At the ends of the span the two touch, or share one instant in
 * which they overlap. The ends are accurate to 1e-9 of themselves even if the paths are almost
 * parallel or barely touch, and otherwise to a few roundings; this requires that the edge, the
 * distance between the two and the path of agent 2 since the start of agent 1 are each at most 2^60
 * times the sum of the radii. A speed does not change an edge without length: all speeds are unsafe
 * or none. O(1).
 * Source: derived in mapf/velocity.c, instead of the tangents of the infinite obstacle in Walker
 * and Sturtevant, section 5.3, which reject safe speeds.
 */
int32_t graze_unsafe_speeds(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                            GrazeEnding after, GrazeSpan* out);

/*
 * Finds the least change that avoids a conflict, in five steps, of which the first one with an
 * answer counts: no change is needed; another speed of agent 1, the nearest to its own; another
 * speed of agent 2; agent 1 waits at the beginning of its edge, as briefly as it can, if nobody
 * meets it there; there is no solution. Agents appear at t0 and vanish at t1, and exist at both
 * instants. An answer is computed with the margin added to the radii and then checked: the gap is
 * at least the margin up to rounding, GRAZE_SAFE_VELOCITY_ERROR of the lengths, and the two are
 * disjoint with any margin above 0. If unsafe speeds end because one agent vanishes at the instant
 * at which the other appears, its edge ends at the double before that instant. If rounding leaves
 * an answer short of the margin, it is moved on by up to 2^-32 of the largest time, or rejected.
 * O(1).
 * Source: Walker and Sturtevant, section 5.3, with exact intervals of speeds and delays.
 */
void graze_safe_velocity(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                         const GrazeSpeedLimits* limits, GrazeSafeVelocity* out);

/*
 * Returns whether a published method of conflict detection (Walker and Sturtevant, section 2)
 * reports contact of two discs. It is meant for comparison: all methods but the last one err.
 * mapf/baseline.c explains each method and states its source. Returns false if the two never exist
 * at the same time. `step` is the time between samples for sampling, the least such time for
 * adaptive sampling, and the side of a cell for cells; 0: its default. O(1), O(samples) or
 * O(cells), at most GRAZE_BASELINE_MAX_SAMPLES samples, cells or columns of cells.
 *
 *                                     false alarms   misses
 *   GRAZE_BASELINE_CONTAINER          yes            no
 *   GRAZE_BASELINE_SAMPLING           no             contacts between two samples
 *   GRAZE_BASELINE_ADAPTIVE           no             contacts shorter than the step
 *   GRAZE_BASELINE_CELLS_BRESENHAM    yes            yes: agents in adjacent cells
 *   GRAZE_BASELINE_CELLS_WU           yes            no
 *   GRAZE_BASELINE_VELOCITY_OBSTACLE  yes            no
 *   GRAZE_BASELINE_ALGEBRAIC          no             no
 */
bool graze_conflict_by(GrazeBaseline method, const GrazeMovingDisc* disc1,
                       const GrazeMovingDisc* disc2, double step);

/*
 * Checks a moving sphere. Returns GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE if a field is not
 * finite or out of range. O(1).
 */
GrazeStatus graze_moving_sphere_check(const GrazeMovingSphere* sphere);

/*
 * Check a moving disc (a box). They return GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE if a field is
 * not finite or out of range. O(1).
 */
GrazeStatus graze_moving_disc_check(const GrazeMovingDisc* disc);
GrazeStatus graze_box_check(const GrazeBox* box);

/*
 * Checks moving discs `first` to `first + count - 1`. Returns the error of graze_moving_disc_check,
 * GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE, for the first invalid disc, whose index is *culprit.
 * O(count).
 */
GrazeStatus graze_moving_discs_check(const GrazeMovingDiscs* discs, int32_t first, int32_t count,
                                     int32_t* culprit);

/*
 * Computes the closest approach of the first `count` pairs of `out`, two at a time, with the same
 * bits as graze_approach_discs. Moving discs must be valid. Returns the number of pairs in contact.
 * O(count).
 */
int32_t graze_moving_discs_conflicts(const GrazeMovingDiscs* discs, int32_t count,
                                     const GrazeConflictBatch* out);

/*
 * Find all pairs of moving discs in contact: graze_moving_discs_among those among discs 0 to
 * count - 1, in ascending order of the lower index, then the higher; graze_moving_discs_between
 * those of one disc of `firsts` and one of `seconds`, two ranges without a common disc, in
 * ascending order of the first, then the second. `agents` holds the agent of each disc; two discs
 * of the same agent are not a pair. The answers are those of graze_moving_discs_conflicts. Moving
 * discs must be valid. `scratch` has graze_moving_discs_scratch bytes for the number of all discs
 * in question, is 8-byte aligned and keeps no state between calls. Both functions return the number
 * of pairs (INT32_MAX for more); if it exceeds the capacity, `out` holds no answer.
 *
 * The cost is O(n + m + p + f): m pairs of the n discs, whose extents overlap on the axis (time, x
 * or y) with the least overlap, are compared four at a time, n^2 / 2 at worst; p pairs whose boxes
 * in time and space meet are solved two at a time; f pairs are found.
 * Source: sweep and prune: Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992, 3.3,
 * along the time axis.
 */
int32_t graze_moving_discs_among(const GrazeMovingDiscs* discs, const uint32_t* agents,
                                 int32_t count, void* scratch, const GrazeConflictBatch* out);
int32_t graze_moving_discs_between(const GrazeMovingDiscs* discs, const uint32_t* agents,
                                   GrazeRange firsts, GrazeRange seconds, void* scratch,
                                   const GrazeConflictBatch* out);
size_t graze_moving_discs_scratch(int32_t count);

#endif
