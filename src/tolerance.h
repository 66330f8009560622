/*
 * Every tolerance and limit of the core. Tolerances are relative: each is a multiple of the unit
 * roundoff u = 2^-53 and is multiplied by a scale S of the input where it is used.
 */
#ifndef GRAZE_TOLERANCE_H
#define GRAZE_TOLERANCE_H

#include <float.h>

/* u, the unit roundoff of double: |fl(x op y) - (x op y)| <= u |x op y|. */
#define GRAZE_UNIT_ROUNDOFF (DBL_EPSILON / 2)

/*
 * Error of (a - b)(c - d) - (e - f)(g - h) computed in double, in units of the sum of the two
 * products' magnitudes: Shewchuk 1997, bound A of ORIENT2D, (3 + 16 u) u. Lowered: wrong signs.
 * Raised: expansions where none are needed.
 */
#define GRAZE_FILTER_ERROR ((3 + 16 * GRAZE_UNIT_ROUNDOFF) * GRAZE_UNIT_ROUNDOFF)

/*
 * Error of that determinant in pairs of doubles (predicate.c), in the same units: the product of two tails
 * is left out, 1 u^2; of the rest, at most 5 u, are rounded four products, 2 u^2, and six sums, 11 u^2; its own tail
 * is off by 12 u^2. And twice that and more. Lowered: a distance may miss its last bit. Raised: expansions where
 * none are needed.
 */
#define GRAZE_DD_FILTER_ERROR (64 * GRAZE_UNIT_ROUNDOFF * GRAZE_UNIT_ROUNDOFF)

/* The same for p . (q - p) of graze_sign_along, whose products have five roundings each. */
#define GRAZE_PROJECTION_ERROR (8 * GRAZE_UNIT_ROUNDOFF)

/* Relative error at which a cross product that becomes a distance is computed anew by expansions:
   leaves a distance 1e-14 of itself with room for the division and root. */
#define GRAZE_CROSS_PRECISION 0x1p-48

/*
 * Relative error of the distance of the origin from a part of A - B (GrazeMinkowskiFeature.gap): that of the
 * cross product, 3 u for the step, and the root and division.
 */
#define GRAZE_GAP_ERROR (GRAZE_CROSS_PRECISION + 8 * GRAZE_UNIT_ROUNDOFF)

/*
 * Coordinates moved by a pose and smaller than this become 0: a millionth of a billionth of the
 * least float32, and far enough from the end of double's range that its fourth power stays exact
 * (predicate.c).
 */
#define GRAZE_MIN_COORDINATE 0x1p-200

/*
 * Error of one coordinate of a point of A - B, in units of S = extent(A) + sqrt2 extent(B) + |t|.
 * The point is a - (R b + t): two products, one sum, the shift and the difference, 5 roundings of
 * quantities at most S, and R itself carries two more; 8 u S covers them, whatever the order.
 * Raised: more queries take the slow, sure path. Lowered below the true error: verdicts near
 * contact can be wrong.
 */
#define GRAZE_CSO_ERROR (8 * GRAZE_UNIT_ROUNDOFF)

/*
 * How far v . w, for a support point w in direction -v, may lie above the least v . (a - b) over all
 * vertices as placed, in units of S |v|_1. For a vertex of B the search and the place differ by: the
 * turned direction 2 sqrt2 u extent(B), the dot product as much again, the place 3 sqrt2 u extent(B)
 * + u |t|; for one of A by its dot product, 2 u extent(A): together at most 7 u S. That counts twice,
 * for the vertex found and for the one missed. The difference a - b and its dot product with v add
 * 3 u: 17 u. Lowered: verdicts near contact can be wrong. Raised: more queries walk.
 */
#define GRAZE_FLOOR_ERROR (20 * GRAZE_UNIT_ROUNDOFF)

/*
 * Error of the difference of two dot products of a shape's vertices with a direction d, in units of
 * extent |d|_1: each has two products and a sum, at most 2 u (1 + u) of that. Lowered: hill climbing
 * may stop on a slope. Raised: it scans more often.
 */
#define GRAZE_SUPPORT_ERROR (5 * GRAZE_UNIT_ROUNDOFF)

/*
 * Error of |v| during the descent, same S: sqrt2 times the error of a coordinate, and as much again
 * for the foot's cross product, division and root. Cores nearer than the radii by more than it are
 * in contact.
 */
#define GRAZE_NORM_ERROR (4 * GRAZE_CSO_ERROR)

/*
 * Error of the cross product of two points of A - B, in units of S^2: each factor at most 2 S with
 * error GRAZE_CSO_ERROR S, four such products, and the products' own roundings. A cross product
 * beyond it has the right sign.
 */
#define GRAZE_CROSS_ERROR (10 * GRAZE_CSO_ERROR)

/*
 * Margin, in units of S^2, by which the signs that prove a part nearest are taken in double: beyond their own
 * error and beyond what rounding of places does to an outline, so that no other way of finding the part can come
 * to another one. An edge is at most 2 S, off by 2 GRAZE_CSO_ERROR S: two products of two edges are off by 4 * 32 u,
 * and by 24 u for their own roundings; and that twice. Lowered: a guess may find another part than a search
 * without. Raised: more parts are proved by exact signs.
 */
#define GRAZE_CERTIFICATE_ERROR (4 * GRAZE_CROSS_ERROR)

/*
 * Error of R^2 |m|^2 - (m x w)^2 in double, in units of R^2 |m|^2 + |w|^2 |m|^2: w carries a
 * rounding in each coordinate, the cross product three more, 4 u |m| |w| together and twice that
 * relative to its square; the first term has five. Lowered: a cast may miss or invent a graze.
 */
#define GRAZE_CAST_DISCRIMINANT_ERROR (16 * GRAZE_UNIT_ROUNDOFF)

/*
 * How far behind the first (before the last) found so far a part of an inflated outline may be in
 * double and still be computed exactly: in units of its times and of the size of A - B to the length
 * of the way. Double is worst where the way grazes a disc: an error of GRAZE_CAST_DISCRIMINANT_ERROR is one of its
 * root there, 2^-24. For a strip the same number says when the angle to the way and the distance of
 * the foot from an end are far from 0: then errors grow by no more than 2^20, to 2^-29. Raised: more
 * parts are computed exactly. Lowered: an end may lose its last digits, or be that of another part.
 */
#define GRAZE_CAST_SLACK 0x1p-20

/*
 * Slack for the question whether a point of a disc lies between the normals of two edges, in units
 * of the lengths compared: beyond the errors of the point's direction, GRAZE_CROSS_PRECISION and a
 * few u. Within it a disc and a strip differ by a part in 10^26.
 */
#define GRAZE_CONE_SLACK 0x1p-44

/*
 * Rounds of GJK beyond the number of vertices before the walk round A - B answers instead. In exact
 * arithmetic each round finds a vertex nearer the origin; measured: 2 to 5 rounds, 9 at the most
 * for polygons of up to 64 vertices.
 */
#define GRAZE_GJK_SPARE_ROUNDS 16

/*
 * The same four in float32, for a search four pairs at a time (gjk/gjk_simd.c): each bounds an error of
 * the search, and what lies within it is decided in double. v = 2^-24 is the unit roundoff of float32; the
 * derivations are in src/README.md. Lowered: wrong verdicts. Raised: more pairs are decided in double.
 *   heading    |cos^2 + sin^2 - 1| that the search takes: 2 v for a rounded unit vector, 3 v for computing
 *              it
 *   floor      of v . w for the support point w: 95 v, in units of S |v|_1
 *   cross      of the cross product of two points of A - B: 126 v, in units of S^2
 *   foot       of p . (q - p) for two points of A - B: 240 v, in units of S^2
 *   near       of |v|, in units of S: as GRAZE_NORM_ERROR
 *   rival      of the lead of a support vertex over another in a direction that is itself computed:
 *              364 v, in units of S and the shape's extent
 */
#define GRAZE_SIMD_UNIT_ROUNDOFF    0x1p-24F
#define GRAZE_SIMD_HEADING_SLACK    (6 * GRAZE_SIMD_UNIT_ROUNDOFF)
#define GRAZE_SIMD_FLOOR_ERROR      (128 * GRAZE_SIMD_UNIT_ROUNDOFF)
#define GRAZE_SIMD_CROSS_ERROR      (160 * GRAZE_SIMD_UNIT_ROUNDOFF)
#define GRAZE_SIMD_PROJECTION_ERROR (256 * GRAZE_SIMD_UNIT_ROUNDOFF)
#define GRAZE_SIMD_NORM_ERROR       (128 * GRAZE_SIMD_UNIT_ROUNDOFF)
#define GRAZE_SIMD_SUPPORT_ERROR    (512 * GRAZE_SIMD_UNIT_ROUNDOFF)

/* When the search stops: |v| falls by less than 16 v S. Lowered: rounds are lost on noise. Raised: it stops
   beside the nearest part more often, and double goes on from there. */
#define GRAZE_SIMD_MIN_PROGRESS (16 * GRAZE_SIMD_UNIT_ROUNDOFF)

/*
 * Error of a gap that is measured in double after the search, in units of S and the radii: headings
 * e = GRAZE_SIMD_HEADING_SLACK off are brought to length 1 but for 3 e^2 / 8 = 2^-43 each, next to which double's own
 * roundings are nothing. Lowered: distances that are not the single query's. Raised: more are measured anew.
 */
#define GRAZE_SIMD_GAP_ERROR 0x1p-40

/* Scales S that the search takes: products of four lengths are far from the ends of float32's range.
   Others are decided in double. */
#define GRAZE_SIMD_MIN_SCALE 0x1p-20F
#define GRAZE_SIMD_MAX_SCALE 0x1p+20F

/*
 * For what is not measured by S alone: below 2^-126, the least normal float32, products lose digits. Added to the
 * error of v . w, for a tiny v; a square below the first is not divided by; the second is the error of |v| that
 * comes of rounding its square to a multiple of 2^-149.
 */
#define GRAZE_SIMD_MIN_ERROR  0x1p-120F
#define GRAZE_SIMD_MIN_LENGTH 0x1p-74F

/*
 * How much wider than computed a body's bounds are, in units of M = extent + |x| + |y| of its place +
 * radius + reach. Computing them errs by at most 8 u M. Verdicts are those of outlines that are off by
 * sqrt2 GRAZE_CSO_ERROR S in any direction, and S is at most sqrt2 (M of A + M of B): 16 u M of each.
 * Where the bounds only just part, the cores are about as far apart as radii and reaches together, and the
 * distance is off by GRAZE_GAP_ERROR of that, under 2^-47 M of each. Lowered below 2^-46: a pair
 * within rounding of contact, or of the reach, can be missed. Raised: more pairs are judged that are apart.
 */
#define GRAZE_BOUNDS_SLACK 0x1p-44

/*
 * How much wider than computed the box of a moving disc's way is, in units of M = |x| + |y| + (|vx| + |vy|) (end - start) +
 * radius. graze_approach_discs errs in units of the M of both: by 5 u in each coordinate of p and 4 u in those of d; the
 * foot, beyond an end by 8 u where it is taken to lie between them; the cross product, root, quotient and reach by
 * 8 u: together, along an axis, less than 32 u. The box's own corners err by 8 u M. Lowered: a pair within
 * rounding of contact can be missed. Raised: more pairs are solved that are apart.
 */
#define GRAZE_MOVING_DISC_BOX_SLACK 0x1p-46

/* |cos^2 + sin^2 - 1| of a placement: what a careless sine is off by. Its direction is taken, so
   nothing is lost. */
#define GRAZE_HEADING_SLACK 0x1p-10

/*
 * Error of the gap of two flights, in units of the sum of all terms that go into their places: mapf/moving_sphere.c counts the
 * roundings. Lowered: a touch may be taken for an overlap or missed. Raised: more overlaps count as touches.
 */
#define GRAZE_MOVING_SPHERE_ERROR (32 * GRAZE_UNIT_ROUNDOFF)

/* How near two spans of unsafe delays or of contact may be to be one, of the largest time: what rounding leaves between
   parts of a route that follow each other. */
#define GRAZE_SPAN_MERGE_GAP 0x1p-44

/* By how much the room of a flight is widened, of all that goes into it: some 16 roundings. */
#define GRAZE_MOVING_SPHERE_BOX_SLACK 0x1p-48

/* Most steps to the root of a monotone function: two for each halving of what a double can tell apart in [0, 1]. */
#define GRAZE_ROOT_STEPS 128

/*
 * Error of a cross product in pairs of doubles, in units of the product of the two lengths: places carry 3 u^2 for each of
 * at most 4 sums, ways 7 u^2; products and differences 13 u^2 more: under 60 u^2, in space sqrt3 times that. Lowered: a
 * touch may be missed. Raised: what misses by a part in 10^29 counts as a touch.
 */
#define GRAZE_DD_ERROR 0x1p-98

/* Least |d|^2 of a way, of lengths that are in [1, 2) at the largest, that counts as motion: below 2^-200 of them nothing
   moves by what a pair of doubles could tell. */
#define GRAZE_DD_MIN_MOTION_SQUARED 0x1p-400

/*
 * For places of flights whose terms are at most 2 (mapf/moving_sphere_pair.h): how far the gap of an edge, of terms in double, can be off:
 * 2 u for each of five terms, three axes and the sums, below 2^6 u. Raised: more touches on an edge make a critical delay.
 */
#define GRAZE_DISC_PAIR_ERROR 0x1p-46

/* Longest step that polishes a root on an edge, beyond what double can be off there: 2^-26 beside a touch. */
#define GRAZE_POLISH_STEP 0x1p-20

/* Halvings of a stretch that find the border of contact in it where no critical delay is sure. */
#define GRAZE_BOUNDARY_BISECTIONS 48

/*
 * Critical delays (mapf/critical_delays.c), in units that make lengths and times at most 2.
 *   least reach   discs smaller than this are taken for as large, to have a boundary, which is not sure then
 *   least time    a flight shorter than this, the other lasting 1, moves a delay by no more than rounding
 *   least cell    half a cell's size that is not halved again
 *   error         of a place: of ten terms of at most 2, each with 5 u
 *   blur          how far apart double points, at most, are taken for one: a gap of the square of it is below rounding
 *   touch blur    how far, of the larger duration, a border where discs only touch may be off before it is looked for anew:
 *                 a gap of the square of it is not rounding
 *   close         last step of Newton's in double
 *   certain       by how much of itself g_y may change in a cell where the curve g = 0 is followed: Newton's steps
 *                 along u shrink by 2/3 then
 *   steps         most of Newton's steps
 *   turn          error of a cross product of velocities, in units of the square of the largest
 *   patience      cells looked at before those of the blur's size are noted as they are
 *   run           cells after which that size doubles
 */
#define GRAZE_CRITICAL_MIN_REACH          0x1p-36
#define GRAZE_CRITICAL_MIN_TIME           0x1p-60
#define GRAZE_CRITICAL_MIN_CELL           0x1p-54
#define GRAZE_CRITICAL_ERROR              0x1p-45
#define GRAZE_CRITICAL_RESOLUTION         0x1p-26
#define GRAZE_CRITICAL_TOUCH_RESOLUTION   0x1p-18
#define GRAZE_CRITICAL_NEWTON_TOLERANCE   0x1p-36
#define GRAZE_CRITICAL_NEWTON_STEPS       16
#define GRAZE_CRITICAL_CROSS_ERROR        0x1p-48
#define GRAZE_CRITICAL_MAX_SLOPE_CHANGE   0.25
#define GRAZE_CRITICAL_CELLS              2048
#define GRAZE_CRITICAL_CELLS_PER_DOUBLING 128

/* How far apart two boxes about flights are, of lengths in [1, 2) at the largest, where neither rounding nor a touch
   matters: the eight sums are off by 2^-48. */
#define GRAZE_SEPARATION_SLACK 0x1p-40

/* Largest number of vertices of a lookup: an index takes 16 bits. */
#define GRAZE_LOOKUP_MAX_VERTICES 65535

/*
 * Smallest |d|^2 of a displacement (brought to a scale where the largest length is in [1, 2)) that
 * counts as motion. Below it the square is subnormal and has lost its precision; the displacement
 * itself is then below 1e-153 of the scale, far under u.
 */
#define GRAZE_MIN_MOTION_SQUARED DBL_MIN

/*
 * Error of the place of a vertex of a moving body along a unit vector, in units of the sum of all terms that go into
 * it (GrazeMotionState.error): Horner's rule rounds twice a term, 10 u; t - begin once, 5 u of a term of degree 5; the
 * heading as much, times the vertex' distance from the pivot, and 2 u for its sine and cosine; placing it and the dot
 * product 8 u. Lowered: a contact may be missed by rounding. Raised: more contacts count as grazes.
 */
#define GRAZE_MOTION_ERROR (32 * GRAZE_UNIT_ROUNDOFF)

/* The same of what grows with a step, in units of its speed: under 16 roundings. */
#define GRAZE_SLOPE_ERROR 0x1p-48

/* By how much steps are shortened and bends widened, of themselves, for the few roundings in them. */
#define GRAZE_STEP_ERROR 0x1p-40

/* By how much the discs about two moving bodies are widened: the time they meet is off by the square root of a rounding
   where they graze, 2^-26. */
#define GRAZE_DISC_ERROR 0x1p-24

/* How far off a time is by two clocks (motion/delayed_motion.h), in units of the times that go into it: its piece's beginning seen
   from the clock's, that and a delay, and the sum: under 8 roundings. */
#define GRAZE_CLOCK_ERROR (8 * GRAZE_UNIT_ROUNDOFF)

/* Narrowest bracket of a contact, in ulps of the latest time asked about: each end is rounded outwards by one. */
#define GRAZE_TIME_ULPS 8

/* How far two pieces of a motion may be apart where they meet, of what they move, or in radians: as much as
   coefficients written with six digits are off. Raised: what jumps is taken for a motion. */
#define GRAZE_JOIN_SLACK 0x1p-17

/*
 * The usual budget of a query of moving bodies: iterations, and more for each piece of both motions; once they are used up,
 * for each turn of both bodies, or for delays a reserve and more for each turn of one that can meet one of the other; and the
 * most there are. Measured on recorded traffic and random splines: 30 to 300 iterations a piece for delays, up to 30 each time a
 * spinning body passes another one as near as it comes, up to 1000 where it does so at any two times. Lowered: more
 * questions are undecided. Raised: those that cannot be decided take longer.
 */
#define GRAZE_BASE_ITERATIONS        4096
#define GRAZE_ITERATIONS_PER_PIECE   512
#define GRAZE_ITERATIONS_PER_TURN    256
#define GRAZE_DELAY_ITERATIONS       (1 << 16)
#define GRAZE_ITERATIONS_PER_MEETING 1024
#define GRAZE_MAX_ITERATIONS         (1 << 20)

/* Two bodies turn as one where they turn, each seen from the other, at less than this part of what either turns at: then steps
   are taken as one of them sees it. No answer depends on it. Raised or lowered: longer ways for some pairs. */
#define GRAZE_COMMON_ROTATION 0.25

/* Looks at the end of a budget, to the left first, before a query is undecided. */
#define GRAZE_BISECTIONS 512

/* Largest number that pairs of doubles multiply exactly: beyond 2^996 splitting overflows. Raised: infinities. */
#define GRAZE_DD_MAX 0x1p+900

/*
 * How much two that have been moved to just touch may overlap, in units of their radii, ways and distance: the new
 * speed or time is rounded three times, the place that comes of it five times. Lowered: safe speeds are refused. Raised:
 * an overlap may be taken for a touch.
 */
#define GRAZE_SAFE_VELOCITY_ERROR 0x1p-44

/*
 * Error of distances in double from which a velocity is judged, in units of all lengths that go into them, at most 40 u: three
 * roundings of each of six terms, the product and the root. Lowered: wrong verdicts near a touch. Raised: more
 * velocities are judged in pairs of doubles.
 */
#define GRAZE_VELOCITY_FILTER_ERROR 0x1p-46

/* How much wider than computed a baseline takes its boxes and times, in units of what went into them: rounded under eight times.
   Lowered: contacts may be missed by rounding. Raised: more false alarms. */
#define GRAZE_BASELINE_ERROR (16 * GRAZE_UNIT_ROUNDOFF)

/* Most samples, cells or columns of cells that a baseline looks at. */
#define GRAZE_BASELINE_MAX_SAMPLES 0x1p+20

/* Largest |coordinate| of a pose, in the caller's unit: that of a float32. Keeps every product of
   four lengths finite. */
#define GRAZE_MAX_POSITION FLT_MAX

/* Largest |angle|, radians: the reduction in base/trig.c is exact up to 2^23 quarter turns. */
#define GRAZE_MAX_ANGLE 1e7

/* Largest magnitude of any field of a segment or box: velocity times duration stays finite. */
#define GRAZE_MAX_MAGNITUDE 1e150

#endif
