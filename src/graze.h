/*
 * graze: exact 2D collision queries for moving convex bodies. The one public header.
 *
 * Conventions, everywhere:
 * - x to the right, y up, angles in radians counter-clockwise from +x; outlines run
 *   counter-clockwise.
 * - Lengths in the caller's unit, times in the caller's clock. No length is special: every
 * tolerance is relative to the size of the input (see tolerance.h).
 * - Coordinates of shapes are float32. All arithmetic is double.
 * - Sets are closed: touching is contact.
 * - Two bodies are disjoint when they have no point in common, overlapping when the origin is an interior point of A - B =
 *   { a - b }, else touching. So they overlap exactly when they stay in contact however one of them is moved by little
 *   enough. Where both have an interior, that is: their interiors meet. A point or a segment has none: a point inside a
 *   box, a segment through a box and two segments that cross at inner points overlap; a point on an edge or a segment, a
 *   segment that ends on another one, collinear segments and equal points touch.
 * - No function allocates, keeps state or returns NaN; every loop is bounded. Input must be finite
 *   and in range: functions that return GrazeStatus check it, the others say what they assume.
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

/* A point of a shape, in the body's frame, or one of a batch's answers, in the world's: x, y. */
typedef struct {
    float x, y;
} GrazePoint;

/*
 * A convex body: the hull of `vertices`, inflated by `radius` (a disc is one vertex, a capsule
 * two). The vertices, `count` of them, are in the body frame, counter-clockwise, strictly convex: no
 * duplicates, no three on one line. The caller owns their storage, which must outlive the shape.
 * Made by graze_shape_polygon or graze_shape_hull, which fill `extent` and leave `support_lut` NULL.
 */
typedef struct {
    const GrazePoint* vertices;
    int32_t count; /* at least 1 */
    float radius;  /* at least 0 */
    double extent; /* largest |coordinate| of a vertex: the scale of every error bound */
    const struct GrazeSupportLut*
        support_lut; /* NULL, or made by graze_shape_build_support_lut: batches want it */
} GrazeShape;

/* Where a body is: rotate by (cos, sin), then move by (x, y). cos^2 + sin^2 must be 1 up to
 * rounding. */
typedef struct {
    double x, y, cos, sin;
} GrazePose;

/*
 * A pose as it lies in shared memory, all float32. The heading is the direction of (cos, sin), whose
 * length is 1 only up to float32 rounding. Valid: finite, |x| and |y| at most GRAZE_MAX_POSITION,
 * |cos^2 + sin^2 - 1| at most GRAZE_HEADING_SLACK.
 */
typedef struct {
    float x, y, cos, sin;
} GrazePlacement;

/* A pair of a batch: shapes a and b, where place_a and place_b say. The same shape and placement may be in
   many pairs. */
typedef struct {
    const GrazeShape *a, *b;
    const GrazePlacement *place_a, *place_b;
} GrazePair;

/*
 * Where a search ended: the ends p and q of the edge of A - B that was nearest, the same for a vertex. Each is the
 * vertex of A in the low 16 bits less that of B in the high ones, or GRAZE_NO_VERTEX.
 */
typedef struct {
    int32_t p, q;
} GrazeSimplexCache;

enum { GRAZE_NO_VERTEX = -1 };

/*
 * Where the answers of a batch go: an entry a pair in each of `relations` (a GrazeRelation), `distances`, `points_a`,
 * `points_b` and `normals`, each as in GrazeDistance, rounded to float32. The last three are NULL, or none is. `caches`, if not NULL: where to begin the search, and afterwards
 * where it ended; anything will do and changes no bit of the answers, but what is near the nearest part saves
 * rounds, as when bodies have moved a little since the last call.
 */
typedef struct {
    uint8_t* relations;
    float* distances;
    GrazePoint *points_a, *points_b, *normals;
    GrazeSimplexCache* caches;
} GrazeDistanceBatch;

/*
 * Where the pairs go that are found among many bodies: room for `capacity` in each.
 *   first, second  numbers of the two bodies, first < second
 *   relations      a GrazeRelation
 *   distances      rounded to float32, 0 when not disjoint
 */
typedef struct {
    uint32_t *first, *second;
    uint8_t* relations;
    float* distances;
    int32_t capacity;
} GrazeNearBatch;

/* How GJK goes about it: how a simplex is reduced (`subdistance`), how support points are found (`support`), where
   it looks first (`start`). The same verdicts whatever is chosen, and the same bits where the place of no vertex is
   rounded. NULL stands for all zeros. */
typedef struct {
    GrazeSubdistance subdistance;
    GrazeSupport support;
    GrazeStart start;
} GrazeGjkOptions;

/*
 * The answer to a distance query, world frame.
 *   relation       how the closed bodies lie to each other, a GrazeRelation
 *   distance       gap between the bodies; 0 exactly when relation is not GRAZE_DISJOINT
 *   point_a, point_b  witness points: nearest points of A and B; one common point when not disjoint.
 *                  Where whole stretches of two parallel edges are nearest, the point that divides
 *                  both edges in the same ratio
 *   normal         unit direction from A towards B: the separating direction when disjoint, the
 *                  direction of least penetration otherwise; never zero
 *   feature, index what part of each core (the shape without its radius) is nearest: vertex
 *                  `index`, or the edge from vertex `index` to the next
 *   iterations     rounds of GJK
 */
typedef struct {
    GRAZE_DISTANCE_FIELDS(GRAZE_RECORD_FIELD)
} GrazeDistance;

/*
 * The answer to a penetration query, world frame.
 *   relation    as for GrazeDistance
 *   depth       the least length by which one body must be moved until they only touch: the distance of the origin
 *               from the boundary of A - B; 0 unless relation is GRAZE_OVERLAPPING
 *   normal      unit direction from A towards B: moving B along it by `depth` leaves them touching
 *   point_a, point_b  the points, one of each boundary, that come together then: point_a = point_b +
 *               depth * normal. Disjoint: the nearest points, and the separating direction
 *   feature, index, iterations  as for GrazeDistance
 */
typedef struct {
    GRAZE_PENETRATION_FIELDS(GRAZE_RECORD_FIELD)
} GrazePenetration;

/* From (x, y) to (x + dx, y + dy). Valid: all finite, |each| <= GRAZE_MAX_POSITION. */
typedef struct {
    double x, y, dx, dy;
} GrazeRay;

/*
 * The answer to a cast. A parameter s runs along the way, 0 at its beginning and 1 at its end.
 *   status       GRAZE_CAST_FREE     no contact on the way; all else but `relation` is 0
 *                GRAZE_CAST_HIT      contact, and the way leads through: A - B has points on both sides of the
 *                                    line of the way, which meets it not only at an end of the way. A point
 *                                    that crosses a segment is a hit
 *                GRAZE_CAST_GRAZING    contact, but no more: they never overlap
 *                GRAZE_CAST_OVERLAPPING  they overlap at s = 0 already
 *   relation     at s = 0
 *   enter, exit  the closed interval of contact within [0, 1]
 *   point        where they touch at `enter`, world frame; with an overlap a point in common
 *   normal       unit, from A (for a ray: out of the shape) at `enter`, as for GrazeDistance
 *   feature, index  what parts of the cores touch at `enter`
 */
typedef struct {
    GRAZE_CAST_FIELDS(GRAZE_RECORD_FIELD)
} GrazeCast;

/* A vertex (x, y) of A - B = { a - b }, axes as in the world: vertex `a` of A less vertex `b` of B. */
typedef struct {
    GRAZE_DIFFERENCE_FIELDS(GRAZE_RECORD_FIELD)
} GrazeDifference;

/*
 * A round of GJK, axes as in the world.
 *   direction   where the support point was looked for
 *   w           the support point: vertex w_a of A less vertex w_b of B
 *   x, y, a, b  the simplex tried (`count` points, the newest last): each a point of A - B
 *   weight      the barycentric weight of each of them in v; 0 for one that was dropped
 *   kept        bit i is set when point i was kept
 *   barycode    of a triangle: bit 2, 1, 0 says whether the origin is on the inner side of the edge
 *               opposite the newest point, of the edge from the second point to the newest, and of
 *               the edge from the newest to the first; 0 for less than three points
 *   v           the point of the simplex nearest the origin
 *   outcome     GRAZE_OUTCOME_NEARER    v came nearer, GJK goes on
 *               GRAZE_OUTCOME_INSIDE    the origin is inside the triangle
 *               GRAZE_OUTCOME_ORIGIN    v is the origin
 *               GRAZE_OUTCOME_REPEATED  w was in the simplex already: v is the nearest point
 *               GRAZE_OUTCOME_STALLED   v came no nearer: a tie, or rounding
 * In a repeated round the simplex and v are those of the round before, and after a stalled one too.
 */
typedef struct {
    GRAZE_GJK_ROUND_FIELDS(GRAZE_RECORD_FIELD)
} GrazeGjkRound;

/* A disc of radius `radius` whose centre is at (x, y) at time `start` and moves with (vx, vy) until
   `end`. Valid: all finite, end >= start, radius >= 0. */
typedef struct {
    GRAZE_MOVING_DISC_FIELDS(GRAZE_RECORD_FIELD)
} GrazeMovingDisc;

/* Segments as they lie in memory: `numbers` has seven for each, in the order of GrazeMovingDisc: doubles when `is_double`,
   else float32, taken as the doubles they are. */
typedef struct {
    const void* numbers;
    bool is_double;
} GrazeMovingDiscs;

/* Segments `first` to `first + count - 1` of them. */
typedef struct {
    int32_t first, count;
} GrazeRange;

/*
 * Pairs of segments, and what becomes of them: room for `capacity` in each.
 *   pairs       two numbers of segments a pair
 *   verdicts    a GrazeRelation; disjoint too when the two are never there together
 *   intervals   lo and hi of its GrazeApproach
 *   clearances  distance and time of its GrazeApproach
 */
typedef struct {
    uint32_t* pairs;
    uint8_t* relations;
    double *intervals, *clearances;
    int32_t capacity;
} GrazeConflictBatch;

/* A closed rectangle that stands still, centred at (x, y), its width along x and its height along y, both >= 0. All
   finite, |each| <= GRAZE_MAX_MAGNITUDE. */
typedef struct {
    double x, y, width, height;
} GrazeBox;

/*
 * How near two bodies come while both exist.
 *   common    1 when the two have an instant in common; when 0: relation is GRAZE_DISJOINT,
 *             distance +infinity, time 0, and [lo, hi] empty
 *   distance  least signed gap: negative while they overlap
 *   time      when that gap is reached, the earliest such time
 *   relation  at that time
 *   [lo, hi]  the closed interval of contact (gap <= 0); empty (+infinity, -infinity) when disjoint
 */
typedef struct {
    GRAZE_APPROACH_FIELDS(GRAZE_RECORD_FIELD)
} GrazeApproach;

/*
 * A sphere of radius `radius` (a disc where z, vz and az are 0) whose centre is at (x, y, z) with velocity (vx, vy, vz) at
 * time `start`, and has the constant acceleration (ax, ay, az) until `end`. Valid: finite, |each| <=
 * GRAZE_MAX_MAGNITUDE, end >= start, radius >= 0, and of each coordinate |x| + |vx| T + |ax| T^2 / 2 <=
 * GRAZE_MAX_MAGNITUDE for T = end - start.
 */
typedef struct {
    GRAZE_MOVING_SPHERE_FIELDS(GRAZE_RECORD_FIELD)
} GrazeMovingSphere;

/*
 * A closed interval of contact [begin, end].
 *   distance  least signed gap in it, 0 or less; negative: how deep they overlap
 *   time      when that gap is reached
 *   relation  GRAZE_TOUCHING where rounding cannot tell it from a touch, else GRAZE_OVERLAPPING
 */
typedef struct {
    GRAZE_CONFLICT_FIELDS(GRAZE_RECORD_FIELD)
} GrazeConflict;

/* A closed interval [lo, hi]; its ends may be infinite. */
typedef struct {
    GRAZE_SPAN_FIELDS(GRAZE_RECORD_FIELD)
} GrazeSpan;

/*
 * An agent's way: `count` >= 1 `pieces`, none of which begins before the one before ends. Between two of them it stays where
 * the first ended; `before` all and `after` all it stays there, too (GRAZE_STAY), or is not there (GRAZE_VANISH). The caller
 * owns the flights.
 */
typedef struct {
    const GrazeMovingSphere* pieces;
    int32_t count;
    GrazeEnding before, after;
} GrazeRoute;

/*
 * Options of route queries.
 *   from, to  delays or times in question, from <= to; may be infinite
 *   reading   whether touching counts as contact
 *   ends      ends of the spans that are returned:
 *             GRAZE_SPAN_ENDS_CONTACT  each span is the closed set of contact. At its ends the two touch, or share one
 *                                 instant in which they overlap: one appears or vanishes in it
 *             GRAZE_SPAN_ENDS_SAFE     the same, but an end at which they overlap is the next double past that instant:
 *                                 of times the double beside it; of delays the nearest x for which t + x, rounded
 *                                 to double, is past it, t the time at which the first route appears or vanishes. So
 *                                 no end is in contact, but for a touch as far as rounding can tell
 *                                 (GRAZE_MOVING_SPHERE_ERROR), unless `from` or `to` cuts the span off
 */
typedef struct {
    double from, to;
    GrazeTouching touching;
    GrazeSpanEnds ends;
} GrazeRouteOptions;

/* Room for the unsafe delays of two flights: mapf/delays.c has the bound. */
enum { GRAZE_MAX_DELAYS = 16 };

/*
 * The velocities of agent 1 that lead to contact with agent 2, which keeps its own, within `horizon` after the first time
 * at which both are there.
 *   kind        GRAZE_OBSTACLE_CONE        the cone described here
 *               GRAZE_OBSTACLE_EVERYTHING  all: they are in contact at that time already
 *               GRAZE_OBSTACLE_NOTHING     none: they are never there together
 *   apex        agent 2's velocity
 *   left, right unit vectors along the cone's legs, as seen from the apex; it reaches from right counter-clockwise to left, by
 *               less than half a turn. They are the same where the radii are 0
 *   cut         for a finite horizon T the disc about p / T from the apex with radius R / T, p agent 2's place as agent 1 sees
 *               it, R the sum of the radii: v is in the obstacle when it is in the disc, or in the cone with a first contact
 *               by then. Both legs touch the disc. Infinite horizon: the apex and 0. cut_radius is that of the disc
 *   horizon     as asked
 * Where `kind` is not the cone, left and right are 0, and so is cut_radius.
 */
typedef struct {
    GRAZE_VELOCITY_OBSTACLE_FIELDS(GRAZE_RECORD_FIELD)
} GrazeVelocityObstacle;

/* Room for the unsafe speeds of an edge: there never are more (mapf/velocity.c has the proof). */
enum { GRAZE_MAX_SPEEDS = 1 };

/*
 * What agents can do.
 *   least1, most1, least2, most2   between which speeds each can move, 0 <= least <= most; most may be infinite
 *   margin                         least gap to keep, a length, >= 0. With 0 an answer may touch
 *   can_wait                       1 when agent 1 may wait at the beginning of its edge, else 0
 */
typedef struct {
    double min_speed1, max_speed1, min_speed2, max_speed2, margin;
    int32_t can_wait, spare;
} GrazeSpeedLimits;

/*
 * What avoids a conflict of two segments.
 *   step    which of the report's steps answered: 1 there is no conflict; 2 another speed of agent 1; 3 another speed of
 *           agent 2; 4 agent 1 waits; 5 nothing does
 *   agent   the one that changes, 1 or 2, or 0
 *   vx, vy  that agent's velocity; that of agent 1 for agent 0
 *   end     when it reaches the end of its edge
 *   delay   how much later than planned it starts: 0 but in step 4
 */
typedef struct {
    GRAZE_SAFE_VELOCITY_FIELDS(GRAZE_RECORD_FIELD)
} GrazeSafeVelocity;

enum { GRAZE_PIECE_TERMS = 6 };

/*
 * A piece of a motion, for times t in [begin, end]. With s = t - begin, the body's point `pivot` (in the body
 * frame; the origin unless there is a reason) is at (x(s), y(s)), and the body is turned by theta(s) radians
 * about it; x(s) = x[0] + x[1] s + ... + x[5] s^5. A pivot away from the origin makes circular arcs exact: it
 * is the arc's centre as the body sees it.
 */
typedef struct {
    double t0, t1;
    double x[GRAZE_PIECE_TERMS], y[GRAZE_PIECE_TERMS], angle[GRAZE_PIECE_TERMS];
    double pivot_x, pivot_y;
} GrazePiece;

/*
 * A body and its motion: a `shape`, and `count` >= 1 `pieces`, each beginning where the one before ends. `before` the first
 * and `after` the last the body stands still where it was (GRAZE_STAY) or is not there (GRAZE_VANISH). The caller
 * owns the pieces.
 */
typedef struct {
    const GrazeShape* shape;
    const GrazePiece* pieces;
    int32_t count;
    GrazeEnding before, after;
} GrazeMovingBody;

/*
 * What is asked of two moving bodies.
 *   from, to   the time asked about, from <= to; cut to when both are there
 *   tolerance  how wide a bracket may be, in time, > 0
 *   slack      how far from contact still counts as a graze, a length, >= 0: no overlap deeper is ever missed.
 *              Rounding of the poses takes its place where it is larger
 *   budget     most iterations. Less than 1: 4096, and 512 for each piece of both motions; where those are used up, 256
 *              more for each turn of both, or for all delays together 2^16 and 1024 (1 + turns of A) (1 + turns of B) more;
 *              at most 2^20 (GRAZE_BASE_ITERATIONS in tolerance.h)
 *   method     how a first contact is found; graze_first_contact says more
 */
typedef struct {
    double from, to, tolerance, distance_tolerance;
    int32_t max_iterations;
    GrazeContactMethod method;
} GrazeMotionOptions;

/*
 * The first contact of two moving bodies in [from, to].
 *   status     GRAZE_CONTACT_FREE       they never meet; [lo, hi] is [to, to]
 *              GRAZE_CONTACT_HIT        no contact before lo, overlap at hi, hi - lo <= tolerance
 *              GRAZE_CONTACT_GRAZING      no contact before lo; from lo to hi no overlap is deeper than the slack, and
 *                                       they are no further apart than twice that, but for less than half the
 *                                       tolerance at a time; whether they touch, rounding cannot tell. Behind hi
 *                                       they part, or overlap. Both ends are rounded down: what they do within an ulp
 *                                       behind hi can be deep
 *              GRAZE_CONTACT_OVERLAPPING    they overlap at `from` already; lo = hi = from
 *              GRAZE_CONTACT_UNDECIDED  the budget is used up: no contact before lo, unknown from there; hi is an
 *                                       overlap that was found, or `to`
 *   gap        signed separation at lo: negative for an overlap
 *   point_a, point_b, normal, feature, index  at lo, as of GrazeDistance or, for an overlap, GrazePenetration; 0 when free
 *   iterations  places of the two bodies that were looked at
 */
typedef struct {
    GRAZE_CONTACT_FIELDS(GRAZE_RECORD_FIELD)
} GrazeContact;

/*
 * An interval of contact: it begins within [begin_lo, begin_hi] and ends within [end_lo, end_hi]. Where it is cut off by the
 * time asked about, that end is exact. Outside of all intervals, from one's end_hi to the next one's begin_lo, there is no
 * contact. `status`: HIT where they overlap by more than rounding; GRAZE where they only come within the slack of
 * touching; UNDECIDED where the budget ended: unknown between begin_lo and begin_hi, where not both are there in contact
 * already, and from end_lo on. Of a HIT begin_hi and end_lo are overlaps; but in a bracket wider than the tolerance they touch for
 * a while, nowhere deeper than the slack, and not there either. `iterations`: what it took.
 *
 * Gaps within an interval: it can hold several contacts and gaps between them. In such a gap the bodies are nowhere further
 * apart than twice the slack (rounding of the poses taking its place where that is larger), or are so only for less than
 * half the tolerance at a time. Where they are further apart than that for half the tolerance or longer, it parts two
 * intervals. So near every time from begin_hi to end_lo, less than half the tolerance away, there is one at which they
 * are no further apart than twice the slack.
 */
typedef struct {
    GRAZE_INTERVAL_FIELDS(GRAZE_RECORD_FIELD)
} GrazeInterval;

/*
 * An interval of delays of A's motion with which the two meet: it begins within [begin_lo, begin_hi] and ends within
 * [end_lo, end_hi]. `status`: HIT where they overlap by more than rounding with every delay from begin_hi to end_lo;
 * GRAZE where with none they are known to, and with none they are deeper than the slack (then both brackets are the whole
 * of it); UNDECIDED where the budget ended: unknown between begin_lo and begin_hi, where not both are there in contact, and
 * from end_lo on.
 * Brackets are no wider than the tolerance, but where touching for a while comes before or after an overlap: there
 * they are no deeper than the slack.
 */
typedef GrazeInterval GrazeDelay;

/*
 * The least signed separation (negative: minus the depth of penetration) over the time asked about: it lies in
 * [lo, hi], and hi is reached within an ulp of `time`.
 *   status     GRAZE_CLEARANCE_CERTIFIED  hi - lo is at most the slack, or 4 times the rounding of the poses where that is more
 *              GRAZE_CLEARANCE_UNDECIDED  the budget is used up: lo is the best bound that was found, and never below minus
 *                                         the largest depth that bodies of that size can have
 *   is_common  0 when the two are never there together; then lo and hi are infinite
 *   point_a, point_b, normal  as for GrazeContact, at `time`
 *   iterations  evaluations of the separation
 */
typedef struct {
    GRAZE_CLEARANCE_FIELDS(GRAZE_RECORD_FIELD)
} GrazeClearance;

/*
 * Bounds of a motion over a stretch of time, never too narrow: the box of its pivot (of the body's origin where
 * all pivots are that), from (min_x, min_y) to (max_x, max_y); its heading, from min_angle to max_angle; the
 * largest speed and acceleration of the pivot; angular_velocity and angular_acceleration, in radians; and point_speed and
 * point_acceleration, of any point of the body's core.
 */
typedef struct {
    GRAZE_MOTION_BOUNDS_FIELDS(GRAZE_RECORD_FIELD)
} GrazeMotionBounds;

/*
 * The time that paths are laid out on, and the point (x, y) that their boxes are measured from: near the scene, so that
 * float32 loses nothing. Step i lasts from start + i step to start + (i + 1) step, as double rounds it; the last
 * is the first that ends at `end` or behind it. Valid: finite, start < end, step more than 2^-50 of both,
 * |each| <= GRAZE_MAX_MAGNITUDE, |x| and |y| <= GRAZE_MAX_POSITION, at most GRAZE_MAX_STEPS steps.
 */
typedef struct {
    double t0, t1, step, x, y;
} GrazeClock;

enum { GRAZE_BOX_LEVELS = 13, GRAZE_MAX_STEPS = 1 << (2 * (GRAZE_BOX_LEVELS - 1)) };

/* Of each entry base to base + width - 1, in rows of that width from `lo_x` on: lowest x, lowest y, highest x, highest y. */
typedef struct {
    float* lo_x;
    int32_t base, width;
} GrazeBoxRow;

/*
 * Boxes of entries first to last - 1 of a sequence, and a pyramid over them: entry k of level l holds those of entries
 * 4 k to 4 k + 3 of the level below: `row` l of `levels`. What is in no entry is empty: lowest above highest.
 */
typedef struct {
    int32_t first, last, levels;
    GrazeBoxRow row[GRAZE_BOX_LEVELS];
} GrazeBoxes;

/* A node of a tree over steps lo to hi - 1: the `end`s of its box in the order of GrazeBoxRow. */
typedef struct {
    float sides[4];
    int32_t lo, hi;
} GrazeTreeNode;

/*
 * A body along its motion (`body`), as boxes over the steps of a `clock`. It moves in steps first to last - 1, at least in part,
 * and is held or absent in those before and after, as the mover says.
 *   boxes    of the steps: all that the body sweeps (GRAZE_BOXES_COVER)
 *   samples  boxes of the body at the beginnings of steps base to base + width - 1, in rows as boxes
 *   bulge    by how much in x, in y, any of its points can be off the straight line between the two ends of the step
 *   rush     by how much in x, in y, a side of a box moves at most from this step or a later one to the next
 *   poses    of the body's origin from the clock's point, at the beginnings of steps `first` to `last`
 *   error    how far off a vertex can be in them
 *   frame    the body's box in its own frame
 *   tree     NULL, or made by graze_path_tree
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
 * The first contact of two paths. The fields of GrazeContact, whose iterations are those of all runs; and
 *   step        in which it is; -1 when free
 *   tests       boxes compared: a pair of steps or nodes each
 *   candidates  steps that boxes left
 *   runs        stretches of steps that nothing but the narrow phase could decide
 */
typedef struct {
    GRAZE_SWEEP_RESULT_FIELDS(GRAZE_RECORD_FIELD)
} GrazeSweepResult;

/*
 * Some bodies of a scene in a stretch of time: their `boxes` in an order in which what is near is near, and which body
 * each is, in `bodies`.
 */
typedef struct {
    GrazeBoxes boxes;
    int32_t* bodies;
} GrazeSceneBlock;

/*
 * `count` `paths` on one clock and an index over them: `block` b holds the moving ones in steps 16 b to 16 b + 15; that
 * number `blocks` those that stand still all the time.
 */
typedef struct {
    const GrazePath* const* paths;
    int32_t count, blocks;
    GrazeSceneBlock* block;
} GrazeScene;

/* Two bodies of a scene in contact, first < second: status, lo and hi as of GrazeContact. */
typedef struct {
    GRAZE_SCENE_CONTACT_FIELDS(GRAZE_RECORD_FIELD)
} GrazeSceneContact;

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

/* The pose with position (x, y) and heading `angle`. All finite (GRAZE_E_NOT_FINITE), |x| and |y| <= GRAZE_MAX_POSITION,
   |angle| <= GRAZE_MAX_ANGLE (GRAZE_E_OUT_OF_RANGE); else `pose` is untouched. Uses its own sine and cosine (base/trig.h), so
   that every build gives the same bits. O(1). */
GrazeStatus graze_pose(double x, double y, double angle, GrazePose* pose);

/* The pose with position (x, y) whose heading is the direction of (cos, sin), brought to length 1. Valid, and refused
   with the statuses of graze_placement_check, as a GrazePlacement: GRAZE_E_NOT_A_HEADING is of (cos, sin). O(1). */
GrazeStatus graze_heading_pose(double x, double y, double cos, double sin, GrazePose* pose);

/* Is the placement valid? GRAZE_E_NOT_FINITE, GRAZE_E_OUT_OF_RANGE or GRAZE_E_NOT_A_HEADING if not. O(1). */
GrazeStatus graze_placement_check(const GrazePlacement* place);

/* The pose of a valid placement, as graze_heading_pose gives it. O(1). */
GrazePose graze_placement_pose(const GrazePlacement* place);

/*
 * What batches find support points by: the vertices in order and, for shapes of more than four,
 * which of them can be furthest in each of up to 1024 sectors of directions. `storage` is 16-byte
 * aligned, of graze_support_lut_size(shape->count) bytes, and must live as long as the shape. A shape
 * without it, or with more than GRAZE_LOOKUP_MAX_VERTICES vertices (size 0), is taken all the same, pair by
 * pair. O(count + sectors log count).
 */
size_t graze_support_lut_size(int32_t count);
void graze_shape_build_support_lut(GrazeShape* shape, void* storage);

/*
 * Two bodies standing still.
 *
 * Every verdict is exact for the bodies as given when both headings are 0 and the vertices of one,
 * moved by the difference of the places, are doubles; else for the outlines as rounded to double in
 * the frame of one of the two. Where two neighbouring edges of a body are within 2^-53 of straight,
 * rounding can dent the outline; the verdict then is that of the outline or of the dent. Which frame
 * depends on the pair alone, not on its order, so that exchanging A and B (unless they are the same
 * body at the same place) exchanges the answer and changes no bit of it. Poses must be valid
 * (graze_pose).
 */

/*
 * Level 3: relation, distance, witness points, separating direction. Worst case O((n + m) (n + m))
 * support evaluations, typically 2 to 5 rounds of O(n + m).
 * Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", Alg. 1.
 */
void graze_distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, const GrazeGjkOptions* options, GrazeDistance* out);

/* The relation and the distance alone, the same bits as those two fields of graze_distance's answer:
   without witness points, normal and features, so that an overlap seldom needs the walk round A - B.
   Cost as graze_distance. */
double graze_gap(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                 const GrazePose* pose_b, GrazeRelation* relation);

/* How the closed bodies lie to each other. Same verdict as graze_distance. Cost as of graze_distance. */
GrazeRelation graze_relation(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                             const GrazePose* pose_b);

/* Level 1: do the closed bodies meet? Same verdict as graze_relation, sooner: typically 1 to 3
   rounds of O(n + m), at worst as graze_distance. Source: Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm",
   Alg. 6. */
bool graze_collide(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                   const GrazePose* pose_b, const GrazeGjkOptions* options);

/* The same by separating axes, as a baseline: every edge's normal is tried. O((n + m) (n + m)).
   Source: Gottschalk, Lin, Manocha, "OBBTree", 1996, section 5, for polygons. */
bool graze_collide_sat(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b);

/*
 * Many pairs standing still. The answers are those of graze_collide, graze_relation and
 * graze_distance at the poses of the placements, bit for bit, the numbers rounded to float32. Four
 * pairs are searched at a time in float32; whatever that cannot be certain of, by its error bounds
 * (gjk/gjk_simd.h), is decided in double as a single query, from where the search stopped. An entry a pair in
 * `hits` (1 in contact, else 0) and `relations` (a GrazeRelation). Return how many pairs are not disjoint.
 * Placements must be valid. O(count), each pair at worst as its single query.
 */
int32_t graze_pairs_collide(const GrazePair* pairs, int32_t count, uint8_t* hits);
int32_t graze_pairs_relation(const GrazePair* pairs, int32_t count, uint8_t* relations);
int32_t graze_pairs_distance(const GrazePair* pairs, int32_t count, const GrazeDistanceBatch* out);

/*
 * Of bodies 0 to count - 1, shapes[k] at places[k], all pairs whose distance is at most `reach` (in the
 * caller's unit, finite, >= 0; 0: the pairs in contact), in ascending order of `first`, then `second`. The
 * answers are those of graze_gap at the poses of the placements, and its double is what the reach is
 * compared with. Placements must be valid. `scratch`: graze_bodies_scratch(count, out->capacity) bytes,
 * 8-byte aligned; nothing is kept in it.
 * Returns how many there are (INT32_MAX for more); beyond the capacity `out` is left as it was.
 *
 * O(v + n + m + p): v vertices of n bodies; m pairs whose bounds overlap on one axis, compared four at a time:
 * about n sqrt n for bodies of one size spread over a square, n^2 / 2 at worst; p pairs whose bounds meet,
 * judged as a batch of pairs. The found ones are sorted by digits, O(1) each.
 * Source: sweep and prune: Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992, 3.3;
 * Cohen, Lin, Manocha, Ponamgi, "I-COLLIDE", 1995. Unlike theirs it sorts anew, by digits: in linear time
 * whatever has moved, and without a state that an answer could depend on.
 */
int32_t graze_bodies_near(const GrazeShape* const* shapes, const GrazePlacement* places,
                          int32_t count, double reach, void* scratch, const GrazeNearBatch* out);
size_t graze_bodies_scratch(int32_t count, int32_t capacity);

/*
 * One body against many: which of bodies 0 to count - 1 are at most `reach` away from `shape` at `pose`, in ascending
 * order; their numbers go to out->second. Returns how many there are; those beyond the capacity are only
 * counted. O(n), the vertices of those nearby, and a single query each where the bounds meet.
 */
int32_t graze_bodies_near_one(const GrazeShape* shape, const GrazePose* pose,
                              const GrazeShape* const* shapes, const GrazePlacement* places,
                              int32_t count, double reach, const GrazeNearBatch* out);

/* How deep they are in each other, and which way out is shortest: by the walk round A - B, O(n + m). */
void graze_penetration(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b, GrazePenetration* out);

/*
 * A moves by (dx, dy), without turning; B stands. Without radii enter and exit are right to 1 ulp;
 * with radii the verdict is exact for the end of the way as rounded to double, and the times are
 * good to a few ulp, to 2^-39 where the way is almost along an edge and meets its end. O(n + m). |dx|, |dy| at most GRAZE_MAX_POSITION; below GRAZE_MIN_COORDINATE they
 * count as 0. gjk/cast_core.h derives it.
 */
void graze_shape_cast(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b, double dx, double dy, GrazeCast* out);

/* A ray against a shape: the cast of a point. Feature b is the shape's. The ray must be valid: graze_ray_check says
   GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE if it is not. O(n); the check O(1). */
void graze_ray_cast(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                    GrazeCast* out);
GrazeStatus graze_ray_check(const GrazeRay* ray);

/*
 * graze_distance, showing its work: the rounds of GJK go to `steps`, at most `capacity` of them.
 * Returns how many rounds there were, which is out->iterations; at most n + m + 16. Cost as graze_distance.
 */
int32_t graze_trace(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                    const GrazePose* pose_b, const GrazeGjkOptions* options, GrazeGjkRound* rounds,
                    int32_t capacity, GrazeDistance* out);

/*
 * The outline of A - B, counter-clockwise: at most n + m vertices, which `vertices` must have room
 * for. Returns how many. O(n + m).
 */
int32_t graze_minkowski_difference(const GrazeShape* a, const GrazePose* pose_a,
                                   const GrazeShape* b, const GrazePose* pose_b,
                                   GrazeDifference* vertices);

/*
 * Bodies that move and turn.
 *
 * Nothing here is asked of single instants only: every step is backed by a bound on what the bodies can do in
 * between, so that no contact is skipped, however fast they spin (motion/separation_bound.h derives the bounds). Work is done
 * relative to body A: coordinates far from the origin cost nothing.
 */

/*
 * Is the motion valid? GRAZE_E_NOT_FINITE, GRAZE_E_OUT_OF_RANGE (no piece; a coefficient beyond
 * GRAZE_MAX_MAGNITUDE; a place beyond GRAZE_MAX_POSITION; a heading beyond GRAZE_MAX_ANGLE), GRAZE_E_OUT_OF_ORDER (a
 * piece that ends before it begins, or does not begin where the one before ends), GRAZE_E_DISCONTINUOUS (a place or
 * heading that jumps by more than GRAZE_JOIN_SLACK of what the two pieces move); *culprit is the piece. O(count).
 */
GrazeStatus graze_motion_check(const GrazeMovingBody* body, int32_t* culprit);

/* The place of the body's origin and its heading at time t; false when it is not there. O(log count). */
bool graze_motion_pose(const GrazeMovingBody* body, double t, double* x, double* y, double* angle);

/* Bounds over [from, to], for a body with this shape (NULL: for its origin). O(count). */
void graze_motion_bounds(const GrazeMovingBody* body, double from, double to,
                         GrazeMotionBounds* out);

/* The time both are there, cut to [*from, *to]; false when there is none. Infinite ends become those of the
   motions; of one that moves, where the other body stands still for ever, whatever its clock. O(1). */
bool graze_motion_window(const GrazeMovingBody* a, const GrazeMovingBody* b, double* from,
                         double* to);

/*
 * Returns the least tolerance of times that can be kept within [from, to], which may be infinite: 8 ulps of the latest time in
 * it at which one of the bodies moves (of Unix time 2e-6 s). Queries raise a smaller one to it. O(1).
 */
double graze_motion_min_tolerance(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                  double to);

/*
 * The first contact. GRAZE_METHOD_CERTIFIED takes the largest step that a bound on the motion allows;
 * GRAZE_METHOD_CONSERVATIVE that of the distance over the largest speed: certified too, and slow. BCDA and PCDA are the
 * algorithms of the paper with its root finder, for study: they can miss a contact or find a later one, so what
 * they say is not certified.
 * O(n + m) an iteration; typically 3 to 10 of them, at most budget + GRAZE_BISECTIONS.
 * Source: Hong, "A New Algorithm for Detecting the Collision of Moving Objects"; Mirtich, "Impulse-based Dynamic
 * Simulation of Rigid Body Systems", 1996, 2.3 (conservative advancement); second order and certificates: here.
 */
void graze_first_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                         const GrazeMotionOptions* options, GrazeContact* out);

/*
 * The same, and the times at which the bodies were looked at, in that order, the first `capacity` of them: how a method
 * goes about it, for study and for looking at. Returns how many there were. From one to the next a method has shown
 * that there is no contact; the certified ones also look ahead, and at where they expect it. Cost as
 * graze_first_contact.
 */
int32_t graze_trace_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, double* times, int32_t capacity,
                            GrazeContact* out);

/* Status, lo and hi of that alone, without what the contact looks like: the same bits, sooner. Returns how many times the
   bodies were looked at. Cost as graze_first_contact. */
int32_t graze_contact_bracket(const GrazeMovingBody* a, const GrazeMovingBody* b,
                              const GrazeMotionOptions* options, GrazeContactStatus* status,
                              double* lo, double* hi);

/*
 * All intervals of contact in time order, at most `capacity` of them into `out`; returns how many there are,
 * capacity + 1 where there are more. Contacts with a gap between them of less than half the tolerance, or nowhere wider than
 * twice the slack, may be one interval: GrazeInterval says what holds inside of it. A tangency from inside does not split
 * one. O(n + m) an iteration, at most 2 (budget + GRAZE_BISECTIONS) for each interval.
 */
int32_t graze_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                const GrazeMotionOptions* options, GrazeInterval* out,
                                int32_t capacity);

/* Computes the clearance, to within the slack unless the budget ends first: `status` says so. By branch and bound, O(n + m) per
   iteration, at most budget + GRAZE_BISECTIONS of them. */
void graze_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                     const GrazeMotionOptions* options, GrazeClearance* out);

/* The signed separation at time t, in double: negative, minus the depth of penetration; +infinity when one of them is not
   there. O(n + m + log count) for the counts of pieces. */
double graze_separation_at(const GrazeMovingBody* a, const GrazeMovingBody* b, double t);

/*
 * All unsafe delays: intervals of the x in [from, to] with which A, its whole motion happening x later, overlaps
 * B at some time of [options->from, options->to]. Either may be infinite; delays beyond those that change anything are as
 * the last of these. At most `capacity` of them into `out`, ascending; returns how many there are, capacity + 1 where there are
 * more. Two that are less than the tolerance, or nowhere more than the slack, apart may be one. The tolerance is
 * that of delays. O(n + m) an iteration; at most 2 budget for each interval and each gap between two, typically 50 to 300.
 * Source: branch and bound over delay and time, by slabs of second order (motion/separation_bound_2d.h, motion/delay_band.h), here. What is asked:
 * Walker, Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", 5.1, for discs.
 */
int32_t graze_unsafe_motion_delays(const GrazeMovingBody* a, const GrazeMovingBody* b, double from,
                                   double to, const GrazeMotionOptions* options, GrazeDelay* out,
                                   int32_t capacity);

/* Returns the least tolerance of delays that can be kept: 8 ulps of the largest one that changes anything, or 16 * 2^-52 of all
   time that does. Queries raise a smaller one to it. O(1). */
double graze_unsafe_motion_delays_min_tolerance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                                double from, double to,
                                                const GrazeMotionOptions* options);

/* Sets options, and from and to, that are NaN to their defaults: all delays, all time; the tolerance a billionth of the
   delays that change anything, but at least graze_unsafe_motion_delays_min_tolerance. O(1). */
void graze_unsafe_motion_delays_defaults(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                         double* from, double* to, GrazeMotionOptions* options);

/* Sets options that are NaN to their defaults: `from` and `to` to those of graze_motion_window; the tolerance to a billionth
   of that time, as far as one of the bodies moves in it, but at least graze_motion_min_tolerance; the slack to a billionth
   of the larger body. O(1). */
void graze_motion_defaults(const GrazeMovingBody* a, const GrazeMovingBody* b,
                           GrazeMotionOptions* options);

/*
 * Trajectories: many steps, or many bodies, of which few are ever near.
 *
 * Is the clock valid? GRAZE_E_NOT_FINITE, GRAZE_E_OUT_OF_RANGE (too many steps, too), GRAZE_E_OUT_OF_ORDER if not. How many
 * steps a valid one has; when step i begins. O(1).
 */
GrazeStatus graze_clock_check(const GrazeClock* clock);
int32_t graze_clock_steps(const GrazeClock* clock);
double graze_clock_time(const GrazeClock* clock, int32_t i);

/*
 * Lays a valid motion out on a valid clock. `storage`: graze_path_size(mover, clock) bytes, 16-byte aligned; it must live as
 * long as the path, and so must the mover's shape and pieces. O(steps (n + 1) + pieces) for n vertices.
 *
 * A cover holds every point of the body at every time of the step, rounded outward (sweep/path.c derives it).
 * GRAZE_BOXES_STEP_ENDS is the box of the body at the two ends of the step, which does not, kept for comparison.
 * Source: Germar and Fernandez, "Time Advancement and Bounds Intersection Checking", 2018, III A.
 */
size_t graze_path_size(const GrazeMovingBody* body, const GrazeClock* clock);
void graze_path_init(GrazePath* path, const GrazeMovingBody* body, const GrazeClock* clock,
                     GrazeBoxesKind kind, void* storage);

/* The box of step i in the order of GrazeBoxRow, from the clock's point; empty when the body is not there. O(1). */
void graze_path_box(const GrazePath* path, int32_t i, float end[4]);

/* The binary tree over the path's steps that GRAZE_SWEEP_BVH wants: graze_path_tree_size bytes. O(steps). */
size_t graze_path_tree_size(const GrazePath* path);
void graze_path_tree(GrazePath* path, void* storage);

/* Are these paths on the same clock, origin and all? O(1). */
bool graze_paths_share_clock(const GrazePath* a, const GrazePath* b);

/*
 * The candidate steps of two paths on one clock within [from, to], in order: those in which their boxes meet (closed);
 * GRAZE_SWEEP_RELATIVE gives fewer, those in which the bodies' boxes at the two ends of the step do not show them apart. Into
 * `steps`, at most `capacity`; returns how many. Begins with step *next, and leaves there where to go on. `tests` grows by
 * how many boxes were compared. `scratch`: graze_sweep_scratch bytes, 16-byte aligned.
 *   GRAZE_SWEEP_SI        one step after the other, four at a time. O(n)
 *   GRAZE_SWEEP_STA       jumps over as many steps as the gap takes at the largest speed. O(n)
 *   GRAZE_SWEEP_BVH       binary trees over the steps of both. O(log n) to O(n), and O(n) to build a tree that is missing
 *   GRAZE_SWEEP_BVI_BVH   trees over the steps that meet the boxes of the other, which are built each time. O(n)
 *   GRAZE_SWEEP_PYRAMID   four nodes at a time of the pyramids. O(log n) to O(n)
 *   GRAZE_SWEEP_RELATIVE  boxes at the steps' ends less both bulges, four steps at a time, where pyramids meet. O(log n) to O(n)
 *   GRAZE_SWEEP_AUTO      what is quickest (sweep/candidate_steps.c): GRAZE_SWEEP_RELATIVE
 * Source: Germar and Fernandez, 2018, III B to D, for the first four, corrected (src/README.md lists how).
 */
size_t graze_sweep_scratch(const GrazePath* a, const GrazePath* b, GrazeSweepMethod method);
int32_t graze_sweep_steps(const GrazePath* a, const GrazePath* b, double from, double to,
                          GrazeSweepMethod method, void* scratch, int32_t* next, int32_t* steps,
                          int32_t capacity, int32_t* tests);

/* Returns the least tolerance of times that can be kept within [from, to] of a clock, NaN for its own ends: 8 ulps of the
   latest. O(1). */
double graze_clock_min_tolerance(const GrazeClock* clock, double from, double to);

/* Puts what is usual for options that are NaN: the clock's time, and in it what graze_motion_defaults puts. What is given is
   cut to the clock and to when both are there; false when nothing is left. O(1). */
bool graze_sweep_defaults(const GrazePath* a, const GrazePath* b, GrazeMotionOptions* options);

/*
 * The first contact of two paths within the options' time, which graze_sweep_defaults has gone over: what candidate steps leave is decided
 * by graze_first_contact, at most `max_iterations` iterations a run of steps. Not certified with GRAZE_BOXES_STEP_ENDS.
 * O(log steps) where they are far apart, O(steps) where they stay near each other, and the narrow phase.
 */
void graze_sweep(const GrazePath* a, const GrazePath* b, const GrazeMotionOptions* options,
                 GrazeSweepMethod method, void* scratch, GrazeSweepResult* out);

/* Status, lo and hi of that alone, by GRAZE_SWEEP_AUTO, of steps `first` to `last` - 1 of that time. Cost as
   graze_sweep. */
GrazeContactStatus graze_sweep_bracket(const GrazePath* a, const GrazePath* b,
                                       const GrazeMotionOptions* options, int32_t first,
                                       int32_t last, double* lo, double* hi);

/*
 * An index over paths on one clock, which it refers to. `storage`: graze_scene_size bytes, 16-byte aligned.
 * O(moving bodies x blocks of 16 steps + still ones), each sorted by digits.
 */
size_t graze_scene_size(const GrazePath* const* paths, int32_t count);
void graze_scene_init(GrazeScene* scene, const GrazePath* const* paths, int32_t count,
                      void* storage);

/*
 * A path on the same clock against bodies `first_body` to count - 1 of a scene. Options that are NaN are the usual ones, pair by
 * pair. Of body k, statuses[k] is its GrazeContactStatus and times[2 k], times[2 k + 1] its lo and hi; times of those
 * that are free are left as they were. Returns how many are not free; *which: the one with the least lo, or -1.
 *   GRAZE_SCENE_ALL    of all bodies the first contact
 *   GRAZE_SCENE_FIRST  ends with the block of steps in which the first contact of all is: *which tells it
 *   GRAZE_SCENE_ANY    ends with any contact
 * O(blocks + boxes that meet) for those of the path, and graze_sweep_bracket for the pairs that boxes leave, count of them
 * at worst.
 */
int32_t graze_scene_first_contacts(const GrazeScene* scene, const GrazePath* path,
                                   int32_t first_body, const GrazeMotionOptions* options,
                                   GrazeSceneMode mode, uint8_t* statuses, double* times,
                                   int32_t* earliest);

/* Two moving discs. O(1). Source: Walker and Sturtevant, "Collision Detection for Agents in
   Multi-Agent Pathfinding", section 4, in the corrected form derived in mapf/approach.c. */
void graze_approach_discs(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                          GrazeApproach* out);

/* A moving disc and a rectangle that stands still: the disc against the exact rectangle. O(1). */
void graze_approach_box(const GrazeMovingDisc* disc, const GrazeBox* box, GrazeApproach* out);

/*
 * Two flights: how near they come, as graze_approach_discs; where they are in contact twice, [lo, hi] is from the beginning
 * of the first to the end of the second time. And when they are in contact: at most two intervals in time order; returns
 * how many. Of flights in the plane without accelerations they say what graze_approach_discs says. O(1).
 * Source: Walker and Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", section 4; mapf/moving_sphere.c
 * derives how it is solved here.
 */
void graze_approach_spheres(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                            GrazeApproach* out);
int32_t graze_conflicts(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                        GrazeConflict out[2]);

/*
 * For which delays x of flight 1 (it starts at start + x instead, and is the same otherwise) are the two in contact at some
 * time? A closed set, as ascending and disjoint spans in `out`, which has room for GRAZE_MAX_DELAYS; returns how many
 * there are. The flights appear at their starts and vanish at their ends.
 *
 * Without accelerations there is one span at the most, its ends good to 1e-12 of the larger of the two durations even
 * where the ways are almost parallel or barely touch. With them, ends are as good but where spans meet, begin or vanish as
 * a point, and of discs less than 2^-36 of the largest length: there contact is told in double, GRAZE_MOVING_SPHERE_ERROR wide,
 * which is up to 2^-26 of the durations; 2^-18 where discs roll past each other at the very distance of their radii, 2^-10 where the
 * least gap goes with the fourth power of the delay. In space, of ways that are straight to a part in 10^4 and radii below 1e-5 of the
 * lengths, a span may be lost. O(1): some ten times as long with accelerations, and some thousand times at worst.
 * Source: Walker and Sturtevant, "Collision Detection for Agents in Multi-Agent Pathfinding", section 5.1, whose
 * equations and algorithm do not hold as printed: mapf/delays.c derives other ones; accelerations: here.
 */
int32_t graze_unsafe_delays(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                            GrazeSpan* out);

/* The same, and of each span whether they overlap for some delay in it (GRAZE_OVERLAPPING) or, as far as rounding can tell,
   only touch. `relations` has as much room, or is NULL. Cost as graze_unsafe_delays. */
int32_t graze_unsafe_delays_with_relations(const GrazeMovingSphere* sphere1,
                                           const GrazeMovingSphere* sphere2, GrazeSpan* out,
                                           GrazeRelation* relations);

/* Is the route valid? As graze_moving_sphere_check of each, and GRAZE_E_OUT_OF_ORDER; *culprit is the flight. O(count). */
GrazeStatus graze_route_check(const GrazeRoute* route, int32_t* culprit);

/*
 * For which delays is a route in contact with any of `count` others, at any time? Delayed by x, all flights happen x later, and
 * the agent stays at its first place till then. Ascending and disjoint spans within what is asked, into `out`; returns how many
 * there are, or capacity + 1 where there was no room for them: then `out` holds no answer. Spans are joined as they are found, so
 * that may be with a capacity that would do in the end; ask again with more. Spans nearer to each other than GRAZE_SPAN_MERGE_GAP of the times are one.
 * Between two flights, and after the last, an agent is at a place that is rounded to double. Open reading: what only ever touches is left out. O(n m) for n and m flights, of which those whose boxes meet are solved.
 */
int32_t graze_route_delays(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                           const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity);

/* The same of times: when is it in contact with any of them? The room is as above. O(n + m) for each. */
int32_t graze_route_contacts(const GrazeRoute* route, const GrazeRoute* others, int32_t count,
                             const GrazeRouteOptions* options, GrazeSpan* out, int32_t capacity);

/*
 * Returns the least x >= from that lies inside none of these ascending and disjoint spans, their ends being outside. Of
 * spans with GRAZE_SPAN_ENDS_SAFE over all delays (from -infinity to infinity: a span cut off at `from` would not hold it) that
 * is the least delay that avoids contact but to touch. O(count).
 */
double graze_minimum_delay(const GrazeSpan* spans, int32_t count, double from);

/*
 * The velocity obstacle of agent 2 for agent 1, with both where they are at the first time at which both are there; where the
 * segments end does not matter, unless that is before this time. `horizon`: > 0, may be infinite. O(1). Source: Fiorini and
 * Shiller, "Motion planning in dynamic environments using velocity obstacles", 1998; Walker and Sturtevant (as above), 2.4;
 * the cut by a horizon: van den Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance", 2011, section 3.
 */
void graze_velocity_obstacle(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                             double horizon, GrazeVelocityObstacle* out);

/*
 * Is (vx, vy), each at most GRAZE_MAX_MAGNITUDE, in that obstacle? `contact_time`, unless NULL: the time of the first contact, or
 * infinity. Right unless the least distance misses the sum of the radii by less than a part in 10^28, which counts as contact. O(1).
 */
bool graze_velocity_is_unsafe(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2, double vx,
                              double vy, double horizon, double* contact_time);

/*
 * With which constant speeds along the same edge, begun at the same time, does agent 1 come into contact with agent 2,
 * which stays as it is? GRAZE_VANISH: agent 1 is gone when it reaches the end of the edge; GRAZE_STAY: it waits there. A closed
 * set: at most one span goes to `out`, within [0, infinity], where 0 is not to set out at all. Returns how many. At its ends
 * the two touch, or share one instant in which they overlap. The ends are good to
 * 1e-9 of themselves even where the ways are almost parallel or barely touch, elsewhere to a few roundings; for that, neither the edge nor what
 * lies between the two nor the way of agent 2 since the start of agent 1 may be more than 2^60 times the sum of the radii. An edge
 * without length is not changed by a speed: all of them or none. O(1). Source: derived in mapf/velocity.c, instead of the tangents of the infinite obstacle
 * in Walker and Sturtevant, section 5.3, which reject safe speeds.
 */
int32_t graze_unsafe_speeds(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                            GrazeEnding after, GrazeSpan* out);

/*
 * The least change that avoids a conflict, in five steps, the first that has an answer: none is needed; another speed of agent 1, the
 * nearest to its own; of agent 2; agent 1 waits at the beginning of its edge, as short as it can, if nobody meets it there; nothing.
 * Agents appear at their starts and vanish at their ends, and are there in both instants. An answer is looked for with the margin
 * added to the radii and then checked: the gap is at least the margin but for rounding, GRAZE_SAFE_VELOCITY_ERROR of the lengths, and
 * the two are disjoint with any margin above 0. Where unsafe speeds end because an agent vanishes in the instant in which the
 * other appears, its edge ends with the double before that. Where rounding leaves an answer short of the margin, it is
 * moved on by up to 2^-32 of the largest time, or there is none. O(1). Source: Walker and
 * Sturtevant, section 5.3, with exact intervals of speeds and delays.
 */
void graze_safe_velocity(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                         const GrazeSpeedLimits* limits, GrazeSafeVelocity* out);

/*
 * Does one of the ways to detect conflicts that the report lists (Walker and Sturtevant, section 2) say that two discs
 * are in contact? For comparison: all but the last err. mapf/baseline.c says how each works, and where it comes from. False for two that are
 * never there together. `step`: for sampling the time between samples; for adaptive sampling the least such; for cells the
 * length of a side; 0: the usual one. O(1), O(samples) or O(cells), at most GRAZE_BASELINE_MAX_SAMPLES of them or of columns of cells.
 *                                     false alarms   misses
 *   GRAZE_BASELINE_CONTAINER          yes            no
 *   GRAZE_BASELINE_SAMPLING           no             contacts between two samples
 *   GRAZE_BASELINE_ADAPTIVE           no             contacts shorter than the step
 *   GRAZE_BASELINE_CELLS_BRESENHAM    yes            yes: agents in cells side by side
 *   GRAZE_BASELINE_CELLS_WU           yes            no
 *   GRAZE_BASELINE_VELOCITY_OBSTACLE  yes            no
 *   GRAZE_BASELINE_ALGEBRAIC          no             no
 */
bool graze_conflict_by(GrazeBaseline method, const GrazeMovingDisc* disc1,
                       const GrazeMovingDisc* disc2, double step);

/* Are the fields of a flight finite and in range? GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE if not. O(1). */
GrazeStatus graze_moving_sphere_check(const GrazeMovingSphere* sphere);

/* Are the fields of a segment (a box) finite and in range? GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE if not. O(1). */
GrazeStatus graze_moving_disc_check(const GrazeMovingDisc* disc);
GrazeStatus graze_box_check(const GrazeBox* box);

/* Of segments `first` to `first + count - 1`: the first one that graze_moving_disc_check refuses is *culprit, and its status,
   GRAZE_E_NOT_FINITE or GRAZE_E_OUT_OF_RANGE, is returned. O(count). */
GrazeStatus graze_moving_discs_check(const GrazeMovingDiscs* discs, int32_t first, int32_t count,
                                     int32_t* culprit);

/*
 * Judges the first `count` pairs of `out`, two at a time: graze_approach_discs, bit for bit. Segments must be valid.
 * Returns how many pairs are in contact. O(count).
 */
int32_t graze_moving_discs_conflicts(const GrazeMovingDiscs* discs, int32_t count,
                                     const GrazeConflictBatch* out);

/*
 * All pairs in contact among segments 0 to count - 1, in ascending order of the lower number, then the higher; or of
 * one of `firsts` and one of `seconds`, two ranges without a common segment, in ascending order of the first, then the
 * second. `agents`: whose a segment is; two of the same agent are no pair. The answers are those of
 * graze_moving_discs_conflicts. Segments must be valid. `scratch`: graze_moving_discs_scratch of all segments in question, in
 * bytes, 8-byte aligned; nothing is kept in it. Returns how many there are (INT32_MAX for more); beyond the
 * capacity, `out` holds no answer.
 *
 * O(n + m + p + f): m pairs of the n segments whose extents overlap on the axis, time, x or y, on which they overlap least,
 * compared four at a time, n^2 / 2 at worst; p pairs whose boxes in time and space meet, solved two at a time; f found.
 * Source: sweep and prune: Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992, 3.3, along the clock.
 */
int32_t graze_moving_discs_among(const GrazeMovingDiscs* discs, const uint32_t* agents,
                                 int32_t count, void* scratch, const GrazeConflictBatch* out);
int32_t graze_moving_discs_between(const GrazeMovingDiscs* discs, const uint32_t* agents,
                                   GrazeRange firsts, GrazeRange seconds, void* scratch,
                                   const GrazeConflictBatch* out);
size_t graze_moving_discs_scratch(int32_t count);

#endif
