/*
 * Every tolerance and limit of the core. Tolerances are relative: each is a multiple of the unit
 * roundoff u = 2^-53 and is multiplied by a scale S of the input where it is used.
 */
#ifndef GRAZE_TOLERANCE_H
#define GRAZE_TOLERANCE_H

#include <float.h>

/* u, the unit roundoff of double: |fl(x op y) - (x op y)| <= u |x op y|. */
#define GRAZE_UNIT (DBL_EPSILON / 2)

/*
 * Error of one coordinate of a point of A - B, in units of S = extent(A) + sqrt2 extent(B) + |t|.
 * The point is a - (R b + t): two products, one sum, the shift and the difference, 5 roundings of
 * quantities at most S, and R itself carries two more; 8 u S covers them, whatever the order.
 * Raised: more queries take the slow, sure path. Lowered below the true error: verdicts near
 * contact can be wrong.
 */
#define GRAZE_CSO_ERROR (8 * GRAZE_UNIT)

/*
 * Error of the distance from the origin to a feature of A - B, same S: sqrt2 times the error of a
 * coordinate for the points, and as much again for the cross product, root and division (Lagrange:
 * |w x e| / |e| with |w| <= 2 S has 4 roundings of quantities at most 2 S |e|). A distance beyond
 * it proves the bodies disjoint.
 */
#define GRAZE_DISTANCE_ERROR (4 * GRAZE_CSO_ERROR)

/*
 * Error of the cross product of two points of A - B, in units of S^2: each factor at most 2 S with
 * error GRAZE_CSO_ERROR S, four such products, and the products' own roundings. A cross product
 * beyond it has the right sign.
 */
#define GRAZE_CROSS_ERROR (10 * GRAZE_CSO_ERROR)

/*
 * Rounds of GJK beyond the number of vertices before the walk round A - B answers instead. In exact
 * arithmetic each round finds a vertex nearer the origin; measured: 2 to 5 rounds, 9 at the most
 * for polygons of up to 64 vertices.
 */
#define GRAZE_GJK_SPARE_ROUNDS 16

/*
 * Smallest |d|^2 of a displacement (brought to a scale where the largest length is in [1, 2)) that
 * counts as motion. Below it the square is subnormal and has lost its precision; the displacement
 * itself is then below 1e-153 of the scale, far under u.
 */
#define GRAZE_MOTION_FLOOR DBL_MIN

/* Largest |coordinate| of a pose, in the caller's unit: that of a float32. Keeps every product of
   four lengths finite. */
#define GRAZE_MAX_POSITION FLT_MAX

/* Largest |angle|, radians: the reduction in base/trig.c is exact up to 2^23 quarter turns. */
#define GRAZE_MAX_ANGLE 1e7

/* Largest magnitude of any field of a segment or box: velocity times duration stays finite. */
#define GRAZE_MAX_MAGNITUDE 1e150

#endif
