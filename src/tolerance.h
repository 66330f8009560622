/*
 * Every tolerance and limit of the core. Tolerances are relative: each is a multiple of the unit
 * roundoff u = 2^-53 and is multiplied by a scale S of the input at its use. A comment states the
 * consequence of a lower or higher value, where there is one.
 */
#ifndef GRAZE_TOLERANCE_H
#define GRAZE_TOLERANCE_H

#include <float.h>

/* u, the unit roundoff of double: |fl(x op y) - (x op y)| <= u |x op y|. */
#define GRAZE_UNIT_ROUNDOFF (DBL_EPSILON / 2)

/*
 * Error of (a - b)(c - d) - (e - f)(g - h) computed in double, in units of the sum of the
 * magnitudes of the two products: Shewchuk 1997, bound A of ORIENT2D, (3 + 16 u) u. If lower: wrong
 * signs. If higher: expansions that are not needed.
 */
#define GRAZE_FILTER_ERROR ((3 + 16 * GRAZE_UNIT_ROUNDOFF) * GRAZE_UNIT_ROUNDOFF)

/*
 * Error of that determinant in double-double arithmetic (predicate.c), in the same units: 1 u^2 for
 * the product of two tails, which is omitted; of the rest, at most 5 u, four products are rounded,
 * 2 u^2, and six sums, 11 u^2; the tail of the result is off by 12 u^2. The bound is more than
 * twice the sum. If lower: a distance may miss its last bit. If higher: expansions that are not
 * needed.
 */
#define GRAZE_DD_FILTER_ERROR (64 * GRAZE_UNIT_ROUNDOFF * GRAZE_UNIT_ROUNDOFF)

/* The same bound for p . (q - p) of graze_sign_along, whose products have five roundings each. */
#define GRAZE_PROJECTION_ERROR (8 * GRAZE_UNIT_ROUNDOFF)

/*
 * Relative error above which expansions recompute a cross product that becomes a distance: it
 * leaves the distance a relative error of 1e-14, with room for the division and root.
 */
#define GRAZE_CROSS_PRECISION 0x1p-48

/*
 * Relative error of the distance of the origin from a feature of A - B (GrazeMinkowskiFeature.gap):
 * the error of the cross product, 3 u for the edge vector, and the root and division.
 */
#define GRAZE_GAP_ERROR (GRAZE_CROSS_PRECISION + 8 * GRAZE_UNIT_ROUNDOFF)

/*
 * Coordinates transformed by a pose and smaller than this become 0. It is a millionth of a
 * billionth of the least float32, and far enough from the end of double's range that its fourth
 * power stays exact (predicate.c).
 */
#define GRAZE_MIN_COORDINATE 0x1p-200

/*
 * Cosines and sines smaller than this count as 0 where a point is compared with a body at its pose
 * (base/placed.c), so that its signs stay exact. They are far below the
 * rounding of any angle: the least cosine of an angle up to GRAZE_MAX_ANGLE is above 2^-80.
 */
#define GRAZE_MIN_TURN 0x1p-100

/*
 * Relative error bound of the cross and dot products of base/placed.c, which derives it. If lower:
 * rounding may decide which side of an edge a point is on. If higher: expansions that are not
 * needed.
 */
#define GRAZE_PLACED_ERROR (16 * GRAZE_UNIT_ROUNDOFF)

/*
 * Least cosine or sine whose product with a coordinate of a shape, a multiple of 2^-149, has an exact
 * error in double: it is a multiple of 2^-1001. If lower: bounds of a body could lose the product.
 * If higher: bounds are wider than needed.
 */
#define GRAZE_MIN_PRODUCT 0x1p-800

/*
 * Error of a coordinate of a point of A - B, in units of S = extent(A) + sqrt2 extent(B) + |t|. The
 * point is a - (R b + t): two products, one sum, the translation and the difference are 5 roundings
 * of quantities at most S, and R itself carries two more; 8 u S covers them in any order. If
 * higher: more queries take the slow, certified path. If lower than the true error: verdicts near
 * contact can be wrong.
 */
#define GRAZE_CSO_ERROR (8 * GRAZE_UNIT_ROUNDOFF)

/*
 * Largest excess of v . w, for a support point w in direction -v, over the least v . (a - b) of all
 * transformed vertices, in units of S |v|_1. For a vertex of B the support search and the
 * transformation differ by the rotated direction, 2 sqrt2 u extent(B), the dot product, as much
 * again, and the transformation, 3 sqrt2 u extent(B) + u |t|; for a vertex of A by its dot product,
 * 2 u extent(A): together at most 7 u S. That counts twice, for the vertex found and for the one
 * missed. The difference a - b and its dot product with v add 3 u: 17 u. If lower: verdicts near
 * contact can be wrong. If higher: more queries traverse A - B.
 */
#define GRAZE_FLOOR_ERROR (20 * GRAZE_UNIT_ROUNDOFF)

/*
 * Error of the difference of two dot products of a shape's vertices with a direction d, in units of
 * extent |d|_1: each has two products and a sum, at most 2 u (1 + u) of that. If lower: hill
 * climbing may stop on a slope. If higher: it scans more often.
 */
#define GRAZE_SUPPORT_ERROR (5 * GRAZE_UNIT_ROUNDOFF)

/*
 * Error of |v| during GJK, in units of the same S: sqrt2 times the error of a coordinate, and as
 * much again for the cross product, division and root of the projection. Cores that are nearer than
 * the radii by more than this are in contact.
 */
#define GRAZE_NORM_ERROR (4 * GRAZE_CSO_ERROR)

/*
 * Error of the cross product of two points of A - B, in units of S^2: each factor is at most 2 S
 * with error GRAZE_CSO_ERROR S; there are four such products, and their own roundings. A cross
 * product beyond this error has the right sign.
 */
#define GRAZE_CROSS_ERROR (10 * GRAZE_CSO_ERROR)

/*
 * Margin, in units of S^2, of the signs in double that certify the nearest feature. It exceeds the
 * error of the signs and the effect of rounded positions on an outline, so that no other method can
 * find another feature. An edge is at most 2 S, off by 2 GRAZE_CSO_ERROR S: two products of two
 * edges are off by 4 * 32 u, and by 24 u for their own roundings; the margin is twice that. If
 * lower: a warm start may find another feature than a search without. If higher: more features are
 * certified by exact signs.
 */
#define GRAZE_CERTIFICATE_ERROR (4 * GRAZE_CROSS_ERROR)

/*
 * Constants of the walk round A - B in double (static/convex/filtered_walk.c).
 *
 *   WALK_ERROR       error of the separation along the normal of an edge, in units of S. The direction
 *                    of an edge is a difference of vertices, rotated: off by 4 u of itself, 6 u of a
 *                    point p of A - B, at most sqrt2 S; p is off by sqrt2 GRAZE_CSO_ERROR; the cross
 *                    product, root and quotient add 9 u: 27 u. Two edges that rounding orders wrongly
 *                    differ in direction by at most 12 u, which moves the vertex between them by as
 *                    much of its edge, at most 2 sqrt2 S: 34 u. If lower: wrong verdicts near contact.
 *                    If higher: more pairs are decided by exact signs
 *   WALK_TURN_ERROR  error of the cross product of two such directions, in units of their lengths: 4 u
 *                    each, and 3 u for its roundings. If lower: edges that are opposite to within
 *                    rounding may be taken out of order. If higher: nothing until the angle matters,
 *                    as the last edge orders opposite ones too
 *   WALK_PARALLEL    sine of the angle up to which two edges whose separations differ by no more than
 *                    the error are taken for parallel, so that either gives the normal. If higher: the
 *                    normal is less accurate. If lower: more pairs, in which faces rest on each other,
 *                    are decided by exact signs; it must exceed the error of directions, 12 u
 *   CLIP_ERROR       distance, in units of S, by which the lines of edges are moved in a clip, derived in
 *                    static/convex/filtered_walk.c. If lower: wrong verdicts of casts that graze. If higher: more
 *                    casts are decided by exact signs
 *   CROSSING_PRECISION  least part of the magnitudes of its products that a cross product keeps when a
 *                    parameter of a cast is computed with twice the digits (static/convex/cast_core.c). If lower:
 *                    parameters off by more than an ulp. If higher: more are computed exactly
 */
#define GRAZE_WALK_ERROR         (64 * GRAZE_UNIT_ROUNDOFF)
#define GRAZE_WALK_TURN_ERROR    (16 * GRAZE_UNIT_ROUNDOFF)
#define GRAZE_WALK_PARALLEL      0x1p-44
#define GRAZE_CLIP_ERROR         (2 * GRAZE_WALK_ERROR)
#define GRAZE_CROSSING_PRECISION 0x1p-45

/*
 * Least distance of the origin's foot on an edge from its ends, in units of S, at which the ends are
 * further by more than the rounding of distances, so that every method takes the edge: at a distance x
 * of the foot an end is further by x^2 / 2 d, and both distances d, at most sqrt2 S, are off by
 * GRAZE_GAP_ERROR: x > 2^-22.3 S suffices. If lower: queries may differ in the last bit. If higher:
 * more pairs need GJK.
 */
#define GRAZE_FOOT_CLEARANCE 0x1p-22

/*
 * Radius of a disc about the origin of a body's frame that contains the core, in units of the
 * extent: sqrt 2, enlarged by more than the rounding of the comparison of two discs. If lower: bodies
 * that touch at corners could count as far. If higher: more pairs are tested.
 */
#define GRAZE_DISC_OF_EXTENT 1.4143

/*
 * Error of R^2 |m|^2 - (m x w)^2 in double, in units of R^2 |m|^2 + |w|^2 |m|^2: w carries a
 * rounding in each coordinate and the cross product three more, 4 u |m| |w| together and twice that
 * relative to its square; the first term has five. If lower: a cast may miss or invent a grazing
 * contact.
 */
#define GRAZE_CAST_DISCRIMINANT_ERROR (16 * GRAZE_UNIT_ROUNDOFF)

/*
 * Largest distance, in double, of a feature of an inflated outline behind the first one (before the
 * last one) found so far at which the feature is still computed exactly, in units of its parameters
 * and of the ratio of the size of A - B to the length of the displacement. Double is least accurate
 * if the displacement grazes a disc: there an error of GRAZE_CAST_DISCRIMINANT_ERROR becomes its
 * root, 2^-24. For an inflated edge the same number applies when the angle to the displacement and
 * the distance of the projection from an end are far from 0: then errors grow by at most 2^20, to
 * 2^-29. If higher: more features are computed exactly. If lower: an end may lose its last digits,
 * or be that of another feature.
 */
#define GRAZE_CAST_SLACK 0x1p-20

/*
 * Slack for the test whether a point of a disc lies between the normals of two edges, in units of
 * the lengths compared. It is larger than the errors of the point's direction,
 * GRAZE_CROSS_PRECISION and a few u. Within it a disc and an inflated edge differ by a part in
 * 10^26.
 */
#define GRAZE_CONE_SLACK 0x1p-44

/*
 * Number of rounds of GJK beyond the number of vertices after which the traversal of A - B answers
 * instead. In exact arithmetic each round finds a vertex nearer the origin. Measured: 2 to 5
 * rounds, at most 9 for polygons of up to 64 vertices.
 */
#define GRAZE_GJK_SPARE_ROUNDS 16

/*
 * Error bounds of the float32 search of four pairs at a time (static/batch/gjk_simd.c); a value within its
 * bound is decided in double. v = 2^-24 is the unit roundoff of float32; the derivations are in
 * src/NUMERICS.md. If lower: wrong verdicts. If higher: more pairs are decided in double.
 *
 *   HEADING_SLACK     |cos^2 + sin^2 - 1| that the search accepts: 2 v for a rounded unit vector,
 *                     3 v for its computation
 *   FLOOR_ERROR       error of v . w for the support point w: 99 v, in units of S |v|_1
 *   CROSS_ERROR       error of the cross product of two points of A - B: 134 v, in units of S^2
 *   PROJECTION_ERROR  error of p . (q - p) for two points of A - B: 240 v, in units of S^2
 *   NORM_ERROR        error of |v|, in units of S, as GRAZE_NORM_ERROR
 *   SUPPORT_ERROR     error of the lead of a support vertex over another one in a direction that is
 *                     itself computed: 364 v, in units of S and the shape's extent
 */
#define GRAZE_SIMD_UNIT_ROUNDOFF    0x1p-24F
#define GRAZE_SIMD_HEADING_SLACK    (6 * GRAZE_SIMD_UNIT_ROUNDOFF)
#define GRAZE_SIMD_FLOOR_ERROR      (128 * GRAZE_SIMD_UNIT_ROUNDOFF)
#define GRAZE_SIMD_CROSS_ERROR      (160 * GRAZE_SIMD_UNIT_ROUNDOFF)
#define GRAZE_SIMD_PROJECTION_ERROR (256 * GRAZE_SIMD_UNIT_ROUNDOFF)
#define GRAZE_SIMD_NORM_ERROR       (128 * GRAZE_SIMD_UNIT_ROUNDOFF)
#define GRAZE_SIMD_SUPPORT_ERROR    (512 * GRAZE_SIMD_UNIT_ROUNDOFF)

/*
 * Progress at which the search stops: |v| falls by less than 16 v S. If lower: rounds are wasted on
 * noise. If higher: the search stops beside the nearest feature more often, and double continues
 * from there.
 */
#define GRAZE_SIMD_MIN_PROGRESS (16 * GRAZE_SIMD_UNIT_ROUNDOFF)

/*
 * Least extent of a body, in units of S, whose features GJK in float32 can report as unique. The
 * margin of rivals is GRAZE_SIMD_SUPPORT_ERROR of the extent, and positions in double, whose
 * difference may be off by twice sqrt2 GRAZE_CSO_ERROR S, place two vertices in another order if it
 * is below 2^-48 S: 2^-33. If lower: witness points may be those of another vertex than the single
 * query's. If higher: more are computed in double.
 */
#define GRAZE_SIMD_LEAST_EXTENT 0x1p-32F

/*
 * Errors of what is computed in double after the search (static/batch/measure_simd.c), together with those of
 * the single query; src/NUMERICS.md has the derivation. If lower: numbers that differ from those of the
 * single query. If higher: more are recomputed.
 *
 *   GAP_ERROR    error of a gap, depth or point, in units of S and the radii; that of a normal, in
 *                units of this over the length of its edge
 *   PLACE_ERROR  error of a point in the world frame, in units of |x| + |y| of a body's position
 */
#define GRAZE_SIMD_GAP_ERROR   0x1p-45
#define GRAZE_SIMD_PLACE_ERROR 0x1p-50

/*
 * Range of the scale S that the search accepts: products of four lengths are far from the ends of
 * float32's range. Pairs outside of it are decided in double.
 */
#define GRAZE_SIMD_MIN_SCALE 0x1p-20F
#define GRAZE_SIMD_MAX_SCALE 0x1p+20F

/*
 * Absolute terms for errors that are not relative to S: below 2^-126, the least normal float32,
 * products lose digits. GRAZE_SIMD_MIN_ERROR is added to the error of v . w, for a tiny v, and is
 * the least square that is used as a divisor. GRAZE_SIMD_MIN_LENGTH is the error of |v| that
 * results from rounding its square to a multiple of 2^-149.
 */
#define GRAZE_SIMD_MIN_ERROR  0x1p-120F
#define GRAZE_SIMD_MIN_LENGTH 0x1p-74F

/*
 * Amount by which a body's bounds are enlarged beyond the computed ones, in units of
 * M = extent + |x| + |y| of its position + radius + reach. Their computation errs by at most 8 u M.
 * Verdicts are those of outlines that are off by sqrt2 GRAZE_CSO_ERROR S in any direction, and S is
 * at most sqrt2 (M of A + M of B): 16 u M of each. If the bounds are only just disjoint, the cores
 * are about as far apart as radii and reaches together, and the distance is off by GRAZE_GAP_ERROR
 * of that, under 2^-47 M of each. If lower than 2^-46: a pair within rounding of contact, or of the
 * reach, can be missed. If higher: more disjoint pairs are tested.
 */
#define GRAZE_BOUNDS_SLACK 0x1p-44

/*
 * Gap between two parts of a compound that a cast passes over, along the displacement, in units of S
 * of the parts plus the larger |coordinate| of the displacement. The outlines of two parts with a
 * seam in common are off by sqrt2 GRAZE_CSO_ERROR S each, below 2^-48 S together; this is that gap
 * for displacements that meet the seam at an angle of at least 2^-10. If lower: the interval of
 * contact can end at a seam. If higher: intervals that are apart by more are joined.
 */
#define GRAZE_SEAM_SLACK 0x1p-38

/*
 * Distance up to which vertices are on one line, in units of the largest |coordinate| of a shape: the
 * edges of parts on it are one edge of the union (static/compound/compound_manifold.c). Vertices are float32, so
 * a point placed on a line is off by at most sqrt2 2^-24, and the line by as much. If lower: contact
 * points can be at a seam of a sloping floor. If higher: separations there err by more, as such a
 * seam counts as straight.
 */
#define GRAZE_STRAIGHT_SLACK 0x1p-22

/*
 * Distance up to which bodies that stand still adjoin (static/batch/body_seams.c), in units of the extent of a
 * body plus the |coordinates| of its place and of its box. All of these are float32, so two edges that
 * a caller places in the same line are off by up to 2^-24 of each, and by as much where a rotation
 * is rounded: under 2^-21 for both. If lower: tiles of which coordinates are rounded do not adjoin. If
 * higher: gaps and steps of that size between them count as none.
 */
#define GRAZE_ADJOIN_SLACK 0x1p-21

/*
 * Separation of two moving bodies, in units of the sum of their extents, up to which thin parts are
 * tested in seams. In a seam parts touch, so the separation is 0 up to the rounding of positions: at
 * most 2^-48 of these, which is lower at up to 2^28 extents from the origin. If lower: an overlap in
 * a seam counts as a touch nearer to the origin. If higher: more parts are tested.
 */
#define GRAZE_SEAM_REACH 0x1p-20

/*
 * Maximum number of spans of time that bound the clearance of overlapping unions. If lower: the bounds
 * are farther apart. If higher: a clearance takes longer, by one depth of the unions for each.
 */
#define GRAZE_UNION_SAMPLES 64

/*
 * Tolerance of the separation of the volumes of two nodes, in units of their sizes. It only orders
 * pairs of nodes and leaves some out, and every lower bound counts it. If lower: each bound takes
 * longer. If higher: fewer pairs are left out.
 */
#define GRAZE_VOLUME_TOLERANCE 0x1p-6

/*
 * Constants of the depth of a union (static/compound/compound_depth.c).
 *
 *   SHIFT       distance from a curve of the boundary of a difference, in units of S of the bodies plus
 *               their radii, at which other differences are tested for covering it. A vertex is off by
 *               GRAZE_CSO_ERROR, the side of a line by 8 u more, for both differences: 32 u. If lower:
 *               seams may count as boundary. If higher: narrower gaps and holes are left out
 *   CONE_SLACK  sine of the angle by which a point of a circle may be beyond the normals of both
 *               edges to count as one of the arc between them: it is inside by the square of that
 *   MIN_SINE    sine of an angle between two curves below which a step beyond their crossing does not
 *               grow further
 *   FLAT        sine of the angle by which the boundary may rise beside a point of contact and count as
 *               flat. If lower: points farther away are tested. If higher: the normal of bodies that
 *               touch can be that much off the boundary's
 */
#define GRAZE_DEPTH_SHIFT      0x1p-45
#define GRAZE_DEPTH_CONE_SLACK 0x1p-24
#define GRAZE_DEPTH_MIN_SINE   0x1p-20
#define GRAZE_DEPTH_FLAT       0x1p-8

/*
 * Amount by which the box of a moving disc's path is enlarged beyond the computed one, in units of
 * M = |x| + |y| + (|vx| + |vy|) (t1 - t0) + radius. graze_approach_discs errs in units of the M of
 * both: by 5 u in each coordinate of p and 4 u in those of d; in the projection, which may be
 * beyond an end by 8 u if it is computed to lie between them; and by 8 u in the cross product,
 * root, quotient and reach. Together this is less than 32 u along an axis. The computed corners of
 * the box err by 8 u M. If lower: a pair within rounding of contact can be missed. If higher: more
 * disjoint pairs are solved.
 */
#define GRAZE_MOVING_DISC_BOX_SLACK 0x1p-46

/*
 * Amount by which an end of a box, relative to an origin, is moved outward before it is rounded to
 * float32, in units of itself: u for the difference from the origin, and u of their sum for adding
 * the reach, which is at most the far end. If lower: a pair exactly within reach can be missed. If
 * higher: more pairs are compared.
 */
#define GRAZE_MOVING_DISC_END_SLACK 0x1p-50

/*
 * Largest |cos^2 + sin^2 - 1| of a placement, which allows for an imprecise sine. Only the
 * direction is used, so nothing is lost.
 */
#define GRAZE_HEADING_SLACK 0x1p-10

/*
 * Error of the separation of two moving spheres, in units of the sum of all terms of their
 * positions: agents/moving_sphere.c counts the roundings. If lower: a touch may be taken for an
 * overlap or missed. If higher: more overlaps count as touches.
 */
#define GRAZE_MOVING_SPHERE_ERROR (32 * GRAZE_UNIT_ROUNDOFF)

/*
 * Largest gap at which two spans of unsafe delays or of contact are merged, in units of the largest
 * time: the rounding between consecutive pieces of a route.
 */
#define GRAZE_SPAN_MERGE_GAP 0x1p-44

/*
 * Amount by which the box of a moving sphere, of a part of a route, is enlarged, in units of
 * M = |x| + |y| + |z| + (|vx| + |vy| + |vz|) t + (|ax| + |ay| + |az|) t^2 / 2 + radius, with
 * t = t1 - t0. Contact of two spheres errs by GRAZE_MOVING_SPHERE_ERROR, 32 u, of at most the M of
 * both, and as much again for its rounding; that of discs by GRAZE_MOVING_DISC_BOX_SLACK. If lower: a
 * pair within rounding of contact can be missed. If higher: more disjoint pairs are solved.
 */
#define GRAZE_MOVING_SPHERE_BOX_SLACK 0x1p-45

/*
 * Maximum number of steps to the root of a monotone function: two for each halving down to the
 * resolution of double in [0, 1].
 */
#define GRAZE_ROOT_STEPS 128

/*
 * Error of a cross product in double-double arithmetic, in units of the product of the two lengths:
 * positions carry 3 u^2 for each of at most 4 sums, displacements 7 u^2; products and differences
 * add 13 u^2: under 60 u^2, and sqrt3 times that in space. If lower: a touch may be missed. If
 * higher: a miss by a part in 10^29 counts as a touch.
 */
#define GRAZE_DD_ERROR 0x1p-98

/*
 * Least |d|^2 of a displacement that counts as motion, if the largest length is in [1, 2): a motion
 * below 2^-200 of that is not representable in double-double arithmetic.
 */
#define GRAZE_DD_MIN_MOTION_SQUARED 0x1p-400

/*
 * Filters of the candidates of delays in the plane, which spare double-double arithmetic where
 * double sees that there is none: the error of products of terms in double, at most 16 u of their
 * squares, with room for three more; the least |N| for which the tangencies are tested, in units of
 * the largest length squared; and the margin of U and V, whose errors are below 2^-26 then. If the
 * first or last is lower: a candidate can be lost. If higher: more are computed in vain.
 */
#define GRAZE_DELAY_FILTER_ERROR      (64 * GRAZE_UNIT_ROUNDOFF)
#define GRAZE_DELAY_FILTER_MIN_NORMAL 0x1p-10
#define GRAZE_DELAY_FILTER_MARGIN     0x1p-20

/*
 * Error of the separation on an edge of the domain, computed from terms in double, for positions of
 * moving spheres whose terms are at most 2 (agents/moving_sphere_pair.h): 2 u for each of five terms,
 * three axes and the sums, below 2^6 u. If higher: more touches on an edge become critical delays.
 */
#define GRAZE_DISC_PAIR_ERROR 0x1p-46

/*
 * Longest step that polishes a root on an edge, larger than the error of double there, which is
 * 2^-26 beside a touch.
 */
#define GRAZE_POLISH_STEP 0x1p-20

/*
 * Number of bisections that locate the boundary of contact in an interval without a certain
 * critical delay.
 */
#define GRAZE_BOUNDARY_BISECTIONS 48

/*
 * Constants of the critical delays (agents/critical_delays.c), in units in which lengths and times
 * are at most 2.
 *
 *   MIN_REACH           smaller discs are enlarged to this sum of radii so that they have a
 *                       boundary, which is then not certain
 *   MIN_TIME            a sphere with a shorter duration, if the duration of the other one is 1,
 *                       moves a delay by no more than rounding
 *   MIN_CELL            half size of a cell that is not subdivided further
 *   ERROR               error of a position: ten terms of at most 2, each with 5 u
 *   RESOLUTION          largest distance at which two double points are taken for one: a separation
 *                       of its square is below rounding
 *   TOUCH_RESOLUTION    largest error, in units of the larger duration, of a boundary at which
 *                       discs only touch; beyond it the boundary is located anew: a separation of
 *                       its square is more than rounding
 *   NEWTON_TOLERANCE    size of the last Newton step in double
 *   NEWTON_STEPS        maximum number of Newton steps
 *   CROSS_ERROR         error of a cross product of velocities, in units of the square of the
 *                       largest velocity
 *   MAX_SLOPE_CHANGE    largest relative change of g_y in a cell in which the curve g = 0 is
 *                       followed: then Newton steps along u shrink by 2/3
 *   CELLS               number of cells tested before cells of the size of RESOLUTION are recorded
 *                       without further subdivision
 *   CELLS_PER_DOUBLING  number of cells after which that size doubles
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

/*
 * Gap between the boxes of two moving spheres, for lengths whose largest is in [1, 2), above which
 * neither rounding nor a touch matters: the eight sums are off by 2^-48.
 */
#define GRAZE_SEPARATION_SLACK 0x1p-40

/* Largest number of vertices in a support lookup table: an index has 16 bits. */
#define GRAZE_LOOKUP_MAX_VERTICES 65535

/*
 * Smallest |d|^2 of a displacement (brought to a scale where the largest length is in [1, 2)) that
 * counts as motion. Below it the square is subnormal and has lost its precision; the displacement
 * itself is then below 1e-153 of the scale, far under u.
 */
#define GRAZE_MIN_MOTION_SQUARED DBL_MIN

/*
 * Error of the position of a vertex of a moving body along a unit vector, in units of the sum of
 * all its terms (GrazeMotionState.error). Horner's rule rounds a term of degree k at most 2 k times,
 * 14 u for degree 7; t - t0 rounds once, 7 u of a term of degree 7; the angle has the same error,
 * times the distance of the vertex from the pivot, and 2 u for its sine and cosine; the
 * transformation and the dot product add 8 u: 31 u. If lower: rounding may hide a contact. If
 * higher: more contacts count as grazing.
 */
#define GRAZE_MOTION_ERROR (32 * GRAZE_UNIT_ROUNDOFF)

/*
 * The same error for the terms that grow with a step, in units of their speed. The synthetic divisions
 * that make Taylor coefficient k round a term of degree n at most 2 n - k times, and t - t0 adds n - k:
 * for the slope that is 3 n - 2, 19 u for degree 7. The difference of two bodies and the product with a
 * direction, itself rotated, add under 9 u: 28 u. If lower: steps may pass a contact. If higher: steps
 * are shorter where slopes cancel.
 */
#define GRAZE_SLOPE_ERROR 0x1p-48

/*
 * The same error for the control points of a polynomial in Bernstein's form (clip_bezier in
 * base/polynomial.c), whose coefficients have the errors above. Coefficient k has 3 n - 2 k
 * from its Taylor form and 3 from its projection; its power of the span has k - 1, its quotient of
 * binomials at most 4 for degree 5 and 8 for degree 7, the products have 3 and the sums n - k + 1. For
 * degree 5 that is at most 26 u, for degree 7 at most 34 u.
 */
#define GRAZE_CONTROL_POINT_ERROR(degree)                                                          \
    ((degree) <= 5 ? GRAZE_SLOPE_ERROR : 2 * GRAZE_SLOPE_ERROR)

/* Relative amount by which steps are shortened and curvatures enlarged, for their few roundings. */
#define GRAZE_STEP_ERROR 0x1p-40

/*
 * Relative amount by which the discs about two moving bodies are enlarged: if they graze, the time
 * of their contact is off by the square root of a rounding, 2^-26.
 */
#define GRAZE_DISC_ERROR 0x1p-24

/*
 * Error of a time that is computed from two clocks (advancement/delay_band.h), in units of the sum
 * of its terms: the beginning of a piece relative to that of the clock, that plus a delay, and the
 * sum are under 8 roundings.
 */
#define GRAZE_CLOCK_ERROR (8 * GRAZE_UNIT_ROUNDOFF)

/*
 * Sum of the terms of an angle, in radians, above which whole turns are taken off it before it is
 * rounded, so that its error does not grow with them. If lower: more poses take longer. If higher:
 * positions of bodies that have turned often are less precise.
 */
#define GRAZE_PLAIN_ANGLE 16.0

/*
 * Narrowest bracket of a contact, in ulps of the latest time of the query: each end is rounded
 * outward by one.
 */
#define GRAZE_TIME_ULPS 8

/*
 * Largest jump between two consecutive pieces of a motion, in units of their travel, or in radians:
 * the error of coefficients written with six digits. If higher: a jump is accepted as motion.
 */
#define GRAZE_JOIN_SLACK 0x1p-17

/*
 * Default budget of iterations of a query of moving bodies. BASE_ITERATIONS, and
 * ITERATIONS_PER_PIECE for each piece of both motions, are the initial budget. Once it is used up,
 * ITERATIONS_PER_TURN is added for each turn of both bodies; or, for queries of delays,
 * DELAY_ITERATIONS and (1 + turns of A) (1 + turns of B) times ITERATIONS_PER_MEETING.
 * MAX_ITERATIONS is the maximum of the sum. Measured on recorded traffic and random splines: 30 to
 * 300 iterations per piece for delays, up to 30 each time a rotating body passes another one at its
 * closest, up to 1000 if it does so at any two times. If lower: more queries are undecided. If
 * higher: those that cannot be decided take longer.
 */
#define GRAZE_BASE_ITERATIONS        4096
#define GRAZE_ITERATIONS_PER_PIECE   512
#define GRAZE_ITERATIONS_PER_TURN    256
#define GRAZE_DELAY_ITERATIONS       (1 << 16)
#define GRAZE_ITERATIONS_PER_MEETING 1024
#define GRAZE_MAX_ITERATIONS         (1 << 20)

/*
 * Largest rate of relative rotation of two bodies, as a fraction of their own angular velocities,
 * at which they count as rotating together: then steps are computed in the frame of one of them. No
 * answer depends on it. If higher or lower: some pairs take longer.
 */
#define GRAZE_COMMON_ROTATION 0.25

/*
 * Number of proximity queries at the end of a budget, by bisection to the left first, before a
 * query is undecided.
 */
#define GRAZE_BISECTIONS 512

/*
 * Largest number that double-double arithmetic multiplies exactly: beyond 2^996 the split
 * overflows. If higher: infinities.
 */
#define GRAZE_DD_MAX 0x1p+900

/*
 * Largest overlap of two discs that have been moved to just touch, in units of their radii,
 * displacements and distance: the new speed or time is rounded three times, the resulting position
 * five times. If lower: safe speeds are rejected. If higher: an overlap may be taken for a touch.
 */
#define GRAZE_SAFE_VELOCITY_ERROR 0x1p-44

/*
 * Error of the distances in double by which a velocity is checked, in units of all lengths that
 * enter, at most 40 u: three roundings of each of six terms, the product and the root. If lower:
 * wrong verdicts near a touch. If higher: more velocities are checked in double-double arithmetic.
 */
#define GRAZE_VELOCITY_FILTER_ERROR 0x1p-46

/*
 * Relative amount by which a baseline enlarges its boxes and times: their computation rounds fewer
 * than eight times. If lower: rounding may hide contacts. If higher: more false alarms.
 */
#define GRAZE_BASELINE_ERROR (16 * GRAZE_UNIT_ROUNDOFF)

/* Maximum number of samples, cells or columns of cells of a baseline. */
#define GRAZE_BASELINE_MAX_SAMPLES 0x1p+20

/*
 * Least distance tolerance of an advancement: points that rest at the origin have no rounding error, and
 * no step is longer than 0 without a slack. It is less than every float32, and products with speeds do not
 * underflow.
 */
#define GRAZE_LEAST_SLACK 0x1p-600

/*
 * Error of a determinant of three steps in space, in units of the sum of the magnitudes of its
 * products, with those of each step before they cancel (solid/sign.h): 2 u from each of three
 * coordinates, five roundings of each product, and those of the bound. If lower: wrong signs. If
 * higher: exact signs that are not needed.
 */
#define GRAZE_SOLID_SIGN_ERROR (16 * GRAZE_UNIT_ROUNDOFF)

/* The same for a coordinate of the cross product of two steps: 2 u from each, and two roundings. */
#define GRAZE_SOLID_CROSS_ERROR (8 * GRAZE_UNIT_ROUNDOFF)

/* Error of that determinant in double-double arithmetic, in the same units (solid/sign.c). */
#define GRAZE_SOLID_PAIRS_ERROR (64 * GRAZE_UNIT_ROUNDOFF * GRAZE_UNIT_ROUNDOFF)

/*
 * Error of the normal of a plane in space, of its length (solid/sign.c): the distance of a plane
 * from a point is off by as much of the distance of its vertices. If lower: expansions that are not
 * needed.
 */
#define GRAZE_SOLID_NORMAL_ERROR 0x1p-94

/*
 * Relative error of a normal in double with which facets are ordered in the expanding polytope: the
 * distances of those that may be nearest are then computed with all digits (solid/polytope.c). If
 * lower: normals with all digits that are not needed. If higher: more such distances.
 */
#define GRAZE_SOLID_KEY_ERROR 0x1p-32

/*
 * Error of normals and witness points in space that are computed in double, of the size: else all
 * digits are used. If lower: more of the latter.
 */
#define GRAZE_SOLID_WITNESS_ERROR 0x1p-44

/*
 * Largest v . e, in units of |v|^2, for the nearest point v of a feature and a step e between two of
 * its points, if v comes from weights in double: else all digits are used. By as much another vertex
 * may seem nearer than v, and that is the error of a squared distance: 2^-65 of the distance, far below
 * half an ulp. If lower: features that are large beside their distance take more time. If higher:
 * distances off by an ulp, and wrong features.
 */
#define GRAZE_SOLID_FOOT_ERROR 0x1p-64

/*
 * Error of the greatest extent of a body in space along a direction, in units of its extent and the
 * |d|_1 of the direction: a direction in the body's frame has an error of 3 u in each coordinate,
 * which makes 9 u, the dot product 6 u, and that of another vertex as much; the placed vertex is
 * off by 8 u in each coordinate, the dot product with it 4 u. If lower: wrong verdicts near
 * contact. If higher: exact signs that are not needed.
 */
#define GRAZE_SOLID_SUPPORT_ERROR (64 * GRAZE_UNIT_ROUNDOFF)

/*
 * Relative amount by which the squared distance of two cores in space may exceed the least one
 * (solid/distance.c): the distance is off by half of it. If lower: rounds without progress.
 */
#define GRAZE_SOLID_NEAREST_ERROR 0x1p-80

/*
 * Largest |length - 1| of a quaternion, and half the largest error of a product of two columns of a
 * rotation matrix: numbers written with four digits are rotations.
 */
#define GRAZE_ROTATION_SLACK 1e-3

/*
 * Sine, or 1 - cosine, below which faces count as perpendicular to a normal and edges as parallel
 * in manifolds in space: the normal of a facet is that of a face up to rounding.
 */
#define GRAZE_SOLID_FACE_SLACK 0x1p-30

/*
 * Error of the length of a weighted sum of points of A - B, in units of their coordinates: the
 * weights are off by 8 u, products and sums by 6 u, the points by u, the length by 3 u. If lower:
 * distances of batches may be off by a unit of float32. If higher: more of them are computed with
 * all digits.
 */
#define GRAZE_SOLID_ROUNDED_ERROR (32 * GRAZE_UNIT_ROUNDOFF)

/*
 * Amount by which spheres about bodies in space are enlarged, in units of their radii and of the
 * |coordinates| of their centers: placed vertices are off by 8 u of those, and distances by as
 * much. If lower than 2^-48: a pair within rounding of contact can be missed. If higher: more
 * disjoint pairs are searched.
 */
#define GRAZE_SOLID_SPHERE_SLACK 0x1p-40

/*
 * Error of the box of a part of a body in space in the frame of another body, in each coordinate
 * (solid/compound_search.c), in units of the extents, radii, coordinates of both positions and
 * displacement. Of an extent: 12 u from the rounding of placed vertices, 48 u from the products of
 * columns of a rotation, which are those of the identity to within 16 u, 9 u from the product of
 * two rotations, 21 u from turning the box, from its center and from the gap: under 96 u. Of a
 * coordinate or displacement: 2 u from placed vertices, 7 u from turning the offset, 6 u from the
 * gap. If lower: a pair of parts within rounding of contact can be missed. If higher: more pairs of
 * parts are tested.
 */
#define GRAZE_SOLID_BOX_ERROR (128 * GRAZE_UNIT_ROUNDOFF)

/*
 * Relative amount by which lower bounds of distances and times of pairs of parts in space are
 * lowered, for the rounding of the bounds and of the answers for parts with which they are
 * compared. If lower: of two pairs that are equally near up to rounding, either may answer.
 */
#define GRAZE_SOLID_BOUND_SLACK 0x1p-40

/* Largest number of rounds of GJK in space: it takes fewer than 20, and exact signs decide the
   rest. */
#define GRAZE_SOLID_MAX_ROUNDS 64

/*
 * Placed coordinates in space are rounded to multiples of this, which changes those below 2^-107
 * only: products of six of them stay exact (solid/pair.h).
 */
#define GRAZE_SOLID_UNIT 0x1p-160

/*
 * Error of the position of a point of A - B of moving bodies in space along a unit vector, in units
 * of the sum of all its terms (SolidMotionState.error). Positions err as in GRAZE_MOTION_ERROR,
 * 31 u. A quaternion has 11 u of the terms of the angle in each number, 2 u from sine and cosine,
 * 3 u from the axis and 5 u from the product: a rotation is off by four times as much, by 18 u from
 * its matrix and 10 u from a product of two, which makes 44 u of the terms of the angle and 68 u.
 * A placed vertex has 14 u of its extents and 2 u of its position, and a support point 111 u and
 * 14 u, GRAZE_SOLID_SUPPORT_ERROR for a direction with |d|_1 = sqrt3. So arms and extents have 193 u,
 * positions 47 u and the terms of angles 44 u. If lower: rounding may hide a contact. If higher: more
 * contacts count as grazing.
 */
#define GRAZE_SOLID_ARM_ERROR   (256 * GRAZE_UNIT_ROUNDOFF)
#define GRAZE_SOLID_PLACE_ERROR (64 * GRAZE_UNIT_ROUNDOFF)

/*
 * Largest |coordinate| of a pose, in the caller's unit: the largest float32. It keeps every product
 * of four lengths finite.
 */
#define GRAZE_MAX_POSITION FLT_MAX

/* Largest |angle|, in radians: the reduction in base/trig.c is exact up to 2^23 quarter turns. */
#define GRAZE_MAX_ANGLE 1e7

/* Largest magnitude of any field of a moving disc or box: velocity times duration stays finite. */
#define GRAZE_MAX_MAGNITUDE 1e150

/*
 * Longest duration of a piece of degree 6 or 7: its powers up to the seventh stay finite, also in
 * intermediate results that do not include a coefficient. Those of lower degrees can be longer.
 */
#define GRAZE_MAX_HIGH_DEGREE_DURATION 1e40

#endif
